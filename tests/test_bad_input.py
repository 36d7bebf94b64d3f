"""Bad input: one error a fault with its place and a hint, all of them, and never a traceback."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from meldlaw_conformance import places
from meldlaw_conformance.cli import main

GOOD = """\
- id: canasta-intl/mine
  title: {en: A scenario}
  clauses: ["14.b"]
  class: core
  given:
    turn: P1
    hands: {P1: "7S 7D 2H + 6"}
    pile: "4D 7H"
  when:
    - P1: {take_pile: {using: "7S 7D"}}
"""


MATCH = """\
- id: canasta-intl/mine
  title: {en: A scenario}
  clauses: ["1.s2"]
  class: setup
  given:
    match: {scores: {a: 5, b: 5}, dealer: P1, counts: {a: 0, b: 5}}
  then: {match: {over: true}}
"""
DEAL = """\
- id: canasta-intl/mine
  title: {en: A scenario}
  clauses: ["6.a"]
  class: setup
  then: {turn: P2}
  given:
    deal: {dealer: P1, upcards: "7S"}
"""
READING = """\
  ruling: C-19
  readings:
    may-leave-the-rest:
      when:
        - P1: {take_pile: {using: "7S 7D"}}
"""
"""Lines that give GOOD a reading with steps of its own."""


def run(*arguments: str) -> Result:
    result = CliRunner().invoke(main, list(arguments))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    assert "Traceback" not in result.output
    return result


def lint(tmp_path: Path, text: str | bytes) -> str:
    file = tmp_path / "mine.yaml"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    result = run("lint", str(file))
    assert result.exit_code == 2, result.output
    ran = run("run", "--scenarios", str(file))
    assert ran.exit_code == 2, ran.output
    return result.output


@pytest.mark.parametrize(
    ("text", "line", "column", "says"),
    [
        (GOOD.replace("{en: A scenario}", "{en: A: scenario"), 2, None, "is not YAML"),
        (GOOD.replace("  class", "\tclass"), 4, None, "is not YAML"),
        (b"\xff\xfe\x00\x01", 1, None, "is not UTF-8"),
        (b"- id: \x01", 1, None, "control character"),
        ("", 1, None, "is empty"),
        ("hello", 1, 1, "is not of type array"),
        (GOOD.replace("class: core", "klass: core"), 4, 3, "unknown key 'klass'"),
        (GOOD.replace("class: core", "class: cores"), 4, 10, "not allowed"),
        (GOOD.replace('["14.b"]', '["14.z"]'), 3, 13, "no clause '14.z'"),
        (GOOD.replace("canasta-intl/mine", "canasta-int/mine"), 1, 7, "no ruleset"),
        (GOOD.replace("turn: P1", "turn: P9"), 6, 11, "has the wrong form"),
        (GOOD.replace("turn: P1", "turn: P5"), 1, None, "P5 does not play"),
        (GOOD.replace("4D 7H", "4D 7X"), 8, 11, "has the wrong form"),
        (GOOD.replace("4D 7H", "4D 7S 7S 7H"), 1, 1, "one 7S too many"),
        (GOOD + "      refused: pile-frosen\n", 10, 7, "no refusal code 'pile-frosen'"),
        (GOOD + GOOD, 11, 7, "is taken"),
        (GOOD.replace("  class: core", "  class: core\n  class: core"), 5, 3, "stands twice"),
        (GOOD.replace("turn: P1", "turn: yes"), 6, 11, "YAML reads 'yes' as true"),
        (GOOD.replace("turn: P1", "turn: 12:30"), 6, 11, "YAML reads '12:30'"),
        (GOOD.replace("turn: P1", "turn: 2026-01-01"), 6, 11, "YAML reads '2026-01-01'"),
        (MATCH.replace("match: {scores", "match: {odd: 1, scores"), 6, None, "unknown key 'odd'"),
        (MATCH.replace("then: {match: {over: true}}", "then: {turn: P1}"), 7, None, "judged by"),
        (MATCH.replace("scores: {a: 5, b: 5}", "scores: {c: 5}"), 6, None, "side c does not play"),
        (MATCH.replace("dealer: P1", "dealer: P6"), 1, None, "P6 does not play here"),
        (DEAL.replace("dealer: P1", "dealer: P5"), 1, None, "P5 does not play here"),
        (DEAL + "    melds: {a: [KS KH KD]}\n", 8, None, "does not exist before a deal"),
        (GOOD + "  lead: [{P6: draw}]\n", 1, None, "P6 does not play here"),
        (GOOD + READING.replace("- P1", "- P6"), 14, None, "P6 does not play here"),
        (GOOD + READING + "          refused: pile-frosen\n", 15, None, "no refusal code"),
        (GOOD + READING.replace("7S 7D", "9C 9D"), 14, None, "acts with 9C"),
        (GOOD.replace("2H + 6", "2H + 600"), 7, None, "has the wrong form"),
        (GOOD.replace("turn: P1", 'turn: {player: P1, drew: "7S\\n"}'), 6, None, "wrong form"),
        (GOOD.replace("class: core", f"class: {'9' * 5000}"), 4, None, "YAML reads"),
        (GOOD.replace("    hands: {P1", "    hands: !!omap {P1"), 7, None, "tag"),
        (GOOD.replace("A scenario", "A \x7f scenario"), 2, None, "control character"),
        ("- {}\n" * 70_000, None, None, "more than 60000 values"),
        ("a: &a [x, x]\nb: [*a, *a]\n", 1, 4, "anchors"),
        ("a: " + "[" * 60 + "]" * 60, 1, None, "levels deep"),
        ("[" * 5000, None, None, "is not YAML"),
        (GOOD.replace('"7S 7D 2H + 6"', '"7S 2H + 6"'), 1, None, "acts with 7D"),
        (GOOD + '    - P1: {discard: "9C"}\n', 1, None, "acts with 9C"),
        (GOOD.replace('{take_pile: {using: "7S 7D"}}', '{discrad: "4C"}'), 10, None, "{discard:"),
        (GOOD.replace("{en: A scenario}", "A scenario"), 2, None, "as in {en:"),
        (GOOD + "  then: {hands: {P1: 2H}}\n", 11, None, "cannot be compared"),
        (
            GOOD.replace('    pile: "4D 7H"', '    pile: "4D 7H"\n    stock: empty'),
            1,
            1,
            "no place",
        ),
    ],
)
def test_each_fault_is_told_with_its_place(
    tmp_path: Path, text: str | bytes, line: int | None, column: int | None, says: str
) -> None:
    told = lint(tmp_path, text)
    assert says in told, told
    places_ = [tuple(map(int, m)) for m in re.findall(r"mine\.yaml:(\d+):(\d+):", told)]
    if line is not None:
        assert any(a == line and column in (None, b) for a, b in places_), told


def test_bombs_of_anchors_do_not_explode(tmp_path: Path) -> None:
    rows = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    for i in range(1, 30):
        names = ", ".join([f"*a{i - 1}"] * 9)
        rows.append(f"a{i}: &a{i} [{names}]")
    assert "anchors" in lint(tmp_path, "\n".join(rows))


def test_all_faults_of_a_run_are_listed(tmp_path: Path) -> None:
    bad = GOOD.replace("class: core", "klass: core").replace("turn: P1", "turn: P9")
    told = lint(tmp_path, bad + bad.replace("/mine", "/other"))
    assert told.count("unknown key 'klass'") == 2
    assert told.count("has the wrong form") == 2
    assert "did you mean 'class'?" in told


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    assert "does not exist" in run("lint", str(tmp_path / "none.yaml")).output
    assert run("run", "--scenarios", str(tmp_path / "none.yaml")).exit_code == 2


def test_a_broken_spec_is_told_with_its_places(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = tmp_path / "spec"
    shutil.copytree(places.SPEC, spec)
    ruleset = spec / "canasta-intl" / "rulesets" / "canasta-intl.yaml"
    text = ruleset.read_text()
    text = text.replace("draw.cards: {value: 1", "draw.cardz: {value: 1")
    text = text.replace(
        'set.max_wild: {value: 3, by: "11.d.s2"}', 'set.max_wild: {value: many, by: "11.x"}'
    )
    ruleset.write_text(text)
    from meldlaw_conformance.spec import load_spec

    _, problems = load_spec(spec)
    told = "\n".join(map(str, problems))
    assert "unknown parameter 'draw.cardz'" in told
    assert "did you mean 'draw.cards'?" in told
    assert "the parameter draw.cards is missing" in told
    assert "set.max_wild is a number, not 'many'" in told
    assert "no clause or ruling '11.x'" in told
    assert all(p.line for p in problems)


@pytest.mark.parametrize(
    ("command", "says"),
    [
        (["/no/such/adapter"], "there is no command"),
        ([__file__], "may not be executed"),
        ([sys.executable, "-c", "raise SystemExit(3)"], "ended at once (exit status 3)"),
        ([sys.executable, "-c", "import sys; sys.exit('out of cards')"], "out of cards"),
        ([sys.executable, "-c", "print('hello')"], "is not JSON"),
        (
            [sys.executable, "-c",
             "print('{\"jsonrpc\": \"2.0\", \"id\": 1, \"result\": {\"protocol\": \"9.0\"}}')"],
            "it speaks protocol 9.0, this suite speaks 1.3",
        ),
        ([sys.executable, "-c", "import sys; sys.stdin.readline(); print('{}')"], "no result"),
    ],
)  # fmt: skip
def test_an_adapter_that_cannot_be_used_is_told_in_a_sentence(
    command: list[str], says: str
) -> None:
    result = run("run", "--clause", "14.b", "--", *command)
    assert result.exit_code == 2, result.output
    assert says in result.output


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--ruleset", "canasta-int"], "did you mean 'canasta-intl'?"),
        (["--clause", "99.q"], "no clause '99.q'"),
        (["-k", "no such thing"], "no scenario fits"),
        (["--json", "/proc/no/such.json"], "cannot write"),
    ],
)
def test_filters_that_fit_nothing_are_told(options: list[str], says: str) -> None:
    result = run("run", *options)
    assert result.exit_code == 2
    assert says in result.output


def test_explain_of_nothing_suggests_what_there_is() -> None:
    result = run("explain", "canasta-intl/frozen-pile-wants-a-natural-pairs")
    assert result.exit_code == 2
    assert "did you mean" in result.output


def test_an_empty_folder_and_odd_paths_are_told(tmp_path: Path) -> None:
    assert "holds no scenario file" in run("lint", str(tmp_path)).output
    assert run("lint", "x" * 300).exit_code == 2
    loop = tmp_path / "loop.yaml"
    loop.symlink_to(loop)
    assert run("lint", str(loop)).exit_code == 2
    assert "at most" in run("run", "--timeout", "nan").output
