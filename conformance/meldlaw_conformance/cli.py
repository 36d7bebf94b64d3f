"""The command line. Exit status: 0 all as expected, 1 differences, 2 unusable input."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn

import click

from . import SUITE_VERSION

EXAMPLES = {
    "run": """\b
Examples:
  meldlaw run                          the reference engine, in process
  meldlaw run --clause 14.b            only what bears on clause 14.b
  meldlaw run --reading canasta-intl:C-16=pair-only-if-frozen
  meldlaw run -- ./my-adapter          your program, over stdin and stdout
  meldlaw run --junit out.xml -- node adapter.js""",
    "explain": """\b
Example:
  meldlaw explain canasta-intl/frozen-pile-wants-a-natural-pair/natural-and-wild""",
    "lint": """\b
Examples:
  meldlaw lint                         the project's own spec and scenarios
  meldlaw lint my-scenarios.yaml       a file or folder of your own""",
    "coverage": """\b
Examples:
  meldlaw coverage
  meldlaw coverage --clause 14.b       the scenarios of this clause, by name
  meldlaw coverage --json coverage.json""",
    "play": """\b
Examples:
  meldlaw play --seed 7
  meldlaw play --ruleset canasta-intl --seed 7 --moves random --transcript game.jsonl""",
    "replay": """\b
Example:
  meldlaw replay game.jsonl""",
    "check-adapter": """\b
Example:
  meldlaw check-adapter -- node adapter.js""",
    "kit": """\b
Example:
  meldlaw kit python my-adapter""",
    "report": """\b
Example:
  meldlaw report before.json after.json""",
    "export": """\b
Example:
  meldlaw export fixtures --ruleset canasta-intl --class core""",
    "adapter": """\b
Example:
  meldlaw run -- meldlaw adapter       the reference engine over stdio""",
}


class _Command(click.Command):
    """A command whose help ends with an example."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        text = EXAMPLES.get(self.name or "")
        if text:
            formatter.write_paragraph()
            formatter.write(text.replace("\b\n", "") + "\n")


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(SUITE_VERSION, prog_name="meldlaw")
def main() -> None:
    """The laws of Canasta and Samba, run: which clause does a program break, and why."""


def fail(message: str) -> NoReturn:
    """End with status 2 and a sentence."""
    click.echo(f"meldlaw: {message}", err=True)
    sys.exit(2)


def usable(load: Callable[[], Any]) -> Any:
    """What ``load`` gives; every problem printed and status 2 if it cannot be used."""
    from .problems import Unusable

    try:
        return load()
    except Unusable as error:
        for problem in error.problems:
            click.echo(str(problem), err=True)
        count = len(error.problems)
        fail(f"{count} problem{'s' if count != 1 else ''}; nothing was run")


def writable(path: Path | None) -> Path | None:
    """``path`` if it can be written; status 2 otherwise, before any work is done."""
    if path is not None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("a", encoding="utf-8"):
                pass
        except OSError as error:
            fail(f"cannot write {path}: {error.strerror}")
    return path


READING = click.option(
    "--reading", "readings", multiple=True, metavar="TEXT:RULING=READING",
    help="This reading in place of the adopted one, as samba-fi:going-out-bonus=100-and-200.",
)  # fmt: skip
OPTION = click.option(
    "--option", "options", multiple=True, metavar="TEXT:OPTION",
    help="With this optional rule, as canasta-intl:natural-pair-only.",
)  # fmt: skip
OVERLAY = click.option(
    "--overlay", "overlays", multiple=True, type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE", help="With the house rules of this file.",
)  # fmt: skip


FORMATS = ("json", "junit", "tap", "markdown", "html", "badge")
"""The forms in which a report can be written to a file."""


def _file(name: str, told: str) -> Callable[[Any], Any]:
    """An option that names a file."""
    kind = click.Path(dir_okay=False, path_type=Path)
    return click.option(name, type=kind, metavar="FILE", help=told)


@main.command(cls=_Command)
@click.option("--ruleset", "rulesets", multiple=True, metavar="ID", help="Only these rulesets.")
@click.option(
    "--clause", "clauses", multiple=True, metavar="ID",
    help="Only scenarios of this clause and what stands beneath it, as 14.b or canasta-intl:14.",
)  # fmt: skip
@click.option(
    "--class", "classes", multiple=True,
    type=click.Choice(["core", "scoring", "incidents", "information", "setup"]),
    help="Only these conformance classes.",
)  # fmt: skip
@click.option("-k", "words", default="", metavar="TEXT", help="Only ids and titles with this text.")
@click.option("--id", "ids", multiple=True, metavar="ID", help="Only the scenario of this id.")
@click.option("--jobs", default=1, type=click.IntRange(1, 64), show_default=True,
              help="Adapters run side by side.")  # fmt: skip
@click.option("--shuffle", type=int, metavar="SEED", help="Run in an order drawn from SEED.")
@click.option("--filling", default=0, type=click.IntRange(0, 4), show_default=True,
              help="Which cards stand for those a scenario leaves open.")  # fmt: skip
@click.option("--timeout", default=10.0, type=click.FloatRange(min=0.01), show_default=True,
              metavar="S", help="Seconds an adapter has for an answer.")  # fmt: skip
@_file("--json", "Write the whole report as JSON.")
@_file("--junit", "Write the report as JUnit XML.")
@_file("--tap", "Write the report as TAP 14.")
@_file("--markdown", "Write a summary for the page of a CI run.")
@_file("--html", "Write the report as one HTML page.")
@_file("--badge", "Write a badge: SVG, or for a badge service a FILE that ends in .json.")
@_file("--known", "Failures listed in FILE are expected; what is listed and passes is an error.")
@_file("--write-known", "Write the list of what fails now.")
@click.option("--scenarios", "paths", multiple=True, type=click.Path(path_type=Path),
              metavar="PATH", help="Scenarios of your own in place of the suite's.")  # fmt: skip
@READING
@OPTION
@OVERLAY
@click.argument("command", nargs=-1, type=click.UNPROCESSED)
def run(**options: Any) -> None:
    """Run scenarios against the reference engine, or against the adapter COMMAND after --."""
    from .running import RunOptions, run_command

    outputs = {key: options.pop(key) for key in (*FORMATS, "write_known")}
    files = {key: path for key, path in outputs.items() if writable(path) is not None}
    sys.exit(run_command(RunOptions(**options, files=files)))


@main.command(cls=_Command)
@click.argument("scenario")
@click.option("--filling", default=0, type=click.IntRange(0, 4), show_default=True,
              help="Which cards stand for those the scenario leaves open.")  # fmt: skip
@click.option("--scenarios", "paths", multiple=True, type=click.Path(path_type=Path),
              metavar="PATH", help="Scenarios of your own in place of the suite's.")  # fmt: skip
def explain(scenario: str, filling: int, paths: Sequence[Path]) -> None:
    """Tell the story of a SCENARIO step by step, each decision with its clause."""
    from .running import explain_command

    sys.exit(explain_command(scenario, filling, paths))


@main.command(cls=_Command)
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
def lint(paths: Sequence[Path]) -> None:
    """Check spec and scenarios: place, fault, and what would be right. PATHS inside the project
    show only what is wrong there; other PATHS are scenarios of your own."""
    from .lint import lint as check

    suite, problems = check(paths)
    for problem in problems:
        click.echo(str(problem), err=True)
    errors = sum(not p.warning for p in problems)
    if errors:
        fail(f"{errors} problem{'s' if errors != 1 else ''}")
    spec = suite.spec
    click.echo(
        f"{len(spec.clauses)} clauses, {len(spec.rulings)} rulings, {len(spec.rulesets)} rulesets "
        f"and {len(suite.scenarios)} scenarios hold together"
    )


@main.command(cls=_Command)
@click.option("--json", "json_file", type=click.Path(dir_okay=False, path_type=Path),
              metavar="FILE", help="Write the matrix as JSON.")  # fmt: skip
@click.option("--clause", "clauses", multiple=True, metavar="ID",
              help="Name the scenarios of this clause and of what stands beneath it.")  # fmt: skip
def coverage(json_file: Path | None, clauses: Sequence[str]) -> None:
    """Every clause with its scenarios; status 1 if a testable clause has none."""
    from .running import coverage_command

    sys.exit(coverage_command(writable(json_file), clauses))


@main.command(cls=_Command)
def adapter() -> None:
    """Speak the wire protocol on stdin and stdout for the reference engine."""
    from .adapter import serve
    from .spec import load_spec

    spec, _ = load_spec()
    serve(sys.stdin.buffer, sys.stdout.buffer, list(spec.rulesets))


@main.command(cls=_Command)
@click.option("--ruleset", default="canasta-intl", show_default=True, metavar="ID")
@click.option("--seed", default=0, type=int, show_default=True, help="What the game is drawn from.")
@click.option("--moves", default="random", type=click.Choice(["random"]), show_default=True,
              help="How the players choose among the lawful steps.")  # fmt: skip
@click.option("--deals", type=click.IntRange(1), metavar="N", help="Stop after N deals.")
@click.option("--transcript", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
              help="Write every act to FILE, for `meldlaw replay`.")  # fmt: skip
@READING
@OPTION
@OVERLAY
def play(
    ruleset: str,
    seed: int,
    moves: str,
    deals: int | None,
    transcript: Path | None,
    readings: Sequence[str],
    options: Sequence[str],
    overlays: Sequence[Path],
) -> None:
    """Play a whole game to its target and tell how each deal counted."""
    from .running import play_command

    del moves  # there is one way so far
    sys.exit(
        play_command(ruleset, seed, deals, writable(transcript), (readings, options, overlays))
    )


@main.command(cls=_Command)
@click.argument("rulesets", nargs=2, metavar="RULESET RULESET")
@click.option("--json", "json_file", type=click.Path(dir_okay=False, path_type=Path),
              metavar="FILE", help="Write the differences as JSON.")  # fmt: skip
@READING
@OPTION
@OVERLAY
def diff(
    rulesets: Sequence[str],
    json_file: Path | None,
    readings: Sequence[str],
    options: Sequence[str],
    overlays: Sequence[Path],
) -> None:
    """Where two rulesets differ, parameter by parameter, with both clauses and the situations
    that show it."""
    from .running import diff_command

    sys.exit(diff_command(rulesets, writable(json_file), (readings, options, overlays)))


@main.command(cls=_Command)
@click.argument("transcript", type=click.Path(dir_okay=False, path_type=Path))
@OVERLAY
def replay(transcript: Path, overlays: Sequence[Path]) -> None:
    """Check a TRANSCRIPT step by step; status 1 at the first line that breaks the law."""
    from .running import replay_command

    sys.exit(replay_command(transcript, overlays))


@main.command("check-adapter", cls=_Command)
@click.option("--timeout", default=10.0, type=click.FloatRange(min=0.01), show_default=True,
              metavar="S", help="Seconds the adapter has for an answer.")  # fmt: skip
@click.argument("command", nargs=-1, required=True, type=click.UNPROCESSED)
def check_adapter(command: tuple[str, ...], timeout: float) -> None:
    """Check how the adapter COMMAND after -- speaks the protocol, before any rule is judged."""
    from .running import check_adapter_command

    sys.exit(check_adapter_command(command, timeout))


@main.command("report", cls=_Command)
@click.argument("one", type=click.Path(dir_okay=False, path_type=Path))
@click.argument("other", type=click.Path(dir_okay=False, path_type=Path))
def compare_reports(one: Path, other: Path) -> None:
    """Compare two reports of `run --json`: newly failing, newly passing, changed reasons; status 1
    if anything fails newly."""
    from .running import compare_command

    sys.exit(compare_command(one, other))


@main.command(cls=_Command)
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--ruleset", "rulesets", multiple=True, metavar="ID", help="Only these rulesets.")
@click.option(
    "--class", "classes", multiple=True,
    type=click.Choice(["core", "scoring", "incidents", "information", "setup"]),
    help="Only these conformance classes.",
)  # fmt: skip
@click.option("--filling", default=0, type=click.IntRange(0, 4), show_default=True,
              help="Which cards stand for those a scenario leaves open.")  # fmt: skip
def export(folder: Path, **options: Any) -> None:
    """Write the suite as fixtures to FOLDER: JSON lines, a manifest and a schema."""
    from .running import export_command

    sys.exit(export_command(folder, **options))


@main.command(cls=_Command)
@click.argument("language")
@click.argument("folder", required=False, type=click.Path(path_type=Path))
def kit(language: str, folder: Path | None) -> None:
    """Copy the adapter kit of LANGUAGE to FOLDER, to be filled in: python, javascript, typescript,
    java, rust, go or csharp."""
    from .running import kit_command

    sys.exit(kit_command(language, folder))
