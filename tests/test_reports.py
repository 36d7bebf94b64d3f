"""The report in every form, known failures, two reports compared, fixtures, the pytest plugin."""

from __future__ import annotations

import hashlib
import html.parser
import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import jsonschema
import pytest
from click.testing import CliRunner, Result

from meldlaw_conformance.cli import FORMATS, main
from meldlaw_conformance.judge import VERDICTS
from meldlaw_conformance.places import SCHEMA

WRONG = """
import json, sys
sys.path[:0] = {path!r}
from meldlaw_conformance import reference
from meldlaw_conformance.adapter import hello
for line in sys.stdin:
    message = json.loads(line)
    if message["method"] == "initialize":
        result = {{**hello(["canasta-intl"]), "name": "<b>|Wrong`&\\x01"}}
    elif message["method"] == "run":
        message["params"]["parameters"]["set.max_wild"] = {wild}
        result = reference.run(message["params"])
        for act in result["acts"]:
            if not act["accepted"]:
                act["reason"] = "<script>alert('|`')</script>"
    else:
        result = {{}}
    print(json.dumps({{"jsonrpc": "2.0", "id": message["id"], "result": result}}), flush=True)
"""
CHOSEN = ["--ruleset", "canasta-intl", "--clause", "11.d"]


def adapter(tmp_path: Path, wild: int = 2) -> list[str]:
    file = tmp_path / "adapter.py"
    file.write_text(WRONG.format(path=sys.path, wild=wild))
    return ["--", sys.executable, str(file)]


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["run", *CHOSEN, *arguments])


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The reports of one run of an engine that allows two wild cards where the law allows three."""
    folder = tmp_path_factory.mktemp("reports")
    found = {form: folder / f"report.{form}" for form in FORMATS}
    found["endpoint"] = folder / "badge.json"
    arguments = [part for form in FORMATS for part in (f"--{form}", str(found[form]))]
    result = run(*arguments, *adapter(folder))
    assert result.exit_code == 1, result.output
    again = run("--badge", str(found["endpoint"]), *adapter(folder))
    assert again.exit_code == 1
    (folder / "said").write_text(result.output)
    return {**found, "said": folder / "said"}


def test_every_form_has_the_facts_of_the_run(files: dict[str, Path]) -> None:
    content = json.loads(files["json"].read_text())["meldlaw"]["content"]
    for form in (*FORMATS, "endpoint"):
        text = files[form].read_text()
        assert content in text, form
        assert "filling" in text, form
        assert "protocol" in text, form
        for verdict in VERDICTS:
            assert verdict in text, (form, verdict)


def test_the_json_report_fits_its_schema(files: dict[str, Path]) -> None:
    report = json.loads(files["json"].read_text())
    schema = json.loads((SCHEMA / "report.schema.json").read_text())
    jsonschema.validate(report, schema)
    cut = files["json"].read_text()[:-40]
    with pytest.raises(json.JSONDecodeError):
        json.loads(cut)
    assert not jsonschema.Draft202012Validator(schema).is_valid({**report, "complete": False})


def test_the_likeliest_cause_comes_first(files: dict[str, Path]) -> None:
    cause = json.loads(files["json"].read_text())["diagnosis"]["causes"][0]
    assert cause["parameters"] == {"set.max_wild": 2}
    assert cause["law"] == {"set.max_wild": 3}
    assert cause["source"] == "canasta-intl:11.d.s2"
    for form in ("markdown", "html", "said"):
        told = files[form].read_text().replace("&#95;", "_")
        assert "set.max_wild" in told, form


def test_junit_has_a_case_a_scenario_with_its_clauses(files: dict[str, Path]) -> None:
    root = ET.parse(files["junit"]).getroot()
    report = json.loads(files["json"].read_text())
    cases = root.findall("testcase")
    assert [case.get("name") for case in cases] == [row["id"] for row in report["results"]]
    failed = [case for case in cases if case.find("failure") is not None]
    bad = report["counts"]["fail"] + report["counts"]["wrong-reason"]
    assert len(failed) == int(root.get("failures", "0")) == bad
    names = [p.get("value") for p in cases[0].findall("properties/property")]
    assert names == report["results"][0]["clauses"]


def test_tap_has_its_plan_and_a_line_a_scenario(files: dict[str, Path]) -> None:
    lines = files["tap"].read_text().splitlines()
    assert lines[0] == "TAP version 14"
    plan = next(int(line[3:]) for line in lines if line.startswith("1.."))
    points = [line for line in lines if re.match(r"(not )?ok \d+", line)]
    assert len(points) == plan
    assert [int(re.sub(r"\D*(\d+).*", r"\1", p)) for p in points] == list(range(1, plan + 1))
    assert lines.count("  ---") == sum(p.startswith("not ok") for p in points) > 0


class _Page(html.parser.HTMLParser):
    """The tags and attributes of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.links += [v or "" for k, v in attrs if k in ("src", "href") or k.startswith("on")]


def test_the_page_needs_nothing_from_outside_and_is_escaped(files: dict[str, Path]) -> None:
    text = files["html"].read_text()
    page = _Page()
    page.feed(text)
    assert "script" not in page.tags
    assert not page.links
    assert "url(" not in text
    assert "&lt;b&gt;|Wrong" in text
    assert "♥" in text
    assert text.rstrip().endswith("</html>")


def test_the_markdown_holds_no_markup_of_the_adapter(files: dict[str, Path]) -> None:
    text = files["markdown"].read_text()
    assert "<" not in text
    assert "`" not in text
    assert text.rstrip().endswith("End of the report.")


def test_the_badges(files: dict[str, Path]) -> None:
    root = ET.parse(files["badge"]).getroot()
    assert root.tag.endswith("svg")
    told = json.loads(files["endpoint"].read_text())
    assert told["schemaVersion"] == 1
    assert re.fullmatch(r"\d+ of \d+ scenarios", told["message"])
    assert told["isError"] is True


def test_known_failures_only_shrink(tmp_path: Path) -> None:
    known = tmp_path / "known.txt"
    assert run("--write-known", str(known), *adapter(tmp_path)).exit_code == 1
    listed = [line for line in known.read_text().splitlines() if line[:1] != "#"]
    assert listed
    result = run("--known", str(known), *adapter(tmp_path))
    assert result.exit_code == 0, result.output
    assert "known" in result.output
    right = adapter(tmp_path, wild=3)
    result = run("--known", str(known), *right)
    assert result.exit_code == 1
    assert "take it off the list: " + listed[0].split()[1] in result.output
    known.write_text("\n".join(listed[1:]) + "\n")
    result = run("--known", str(known), *adapter(tmp_path))
    assert result.exit_code == 1, "a failure that is not on the list counts"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("fail", "known.txt:1:1: a line holds a verdict and the id"),
        ("fial  canasta-intl/x", "known.txt:1:1: 'fial' is no verdict"),
        ("\nfail  canasta-intl/no-such-thing", "known.txt:2:7: there is no scenario"),
        ("\udcff", "is not UTF-8"),
    ],
)
def test_a_bad_list_of_known_failures_is_told(tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "known.txt"
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    result = run("--known", str(file))
    assert result.exit_code == 2
    assert says in result.output


def test_two_reports_are_compared(tmp_path: Path) -> None:
    files = [tmp_path / "one.json", tmp_path / "two.json", tmp_path / "three.json"]
    for file, wild in zip(files, (3, 2, 1), strict=True):
        run("--json", str(file), *adapter(tmp_path, wild))
    one, two, three = map(str, files)
    result = CliRunner().invoke(main, ["report", one, two])
    assert result.exit_code == 1
    assert "newly failing" in result.output
    result = CliRunner().invoke(main, ["report", two, one])
    assert result.exit_code == 0
    assert "newly passing" in result.output
    result = CliRunner().invoke(main, ["report", one, one])
    assert result.output == "nothing has changed\n"
    result = CliRunner().invoke(main, ["report", two, three])
    assert result.exit_code == 1
    files[0].write_text(files[0].read_text()[:-30])
    result = CliRunner().invoke(main, ["report", one, two])
    assert result.exit_code == 2
    assert "it may have been cut off" in result.output


def test_fixtures_fit_their_schema_and_can_be_run(tmp_path: Path) -> None:
    folder = tmp_path / "fixtures"
    arguments = ["export", str(folder), "--ruleset", "samba-nl", "--ruleset", "canasta-intl-2p"]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    manifest = json.loads((folder / "manifest.json").read_text())
    schema = json.loads((folder / "fixture.schema.json").read_text())
    validator = jsonschema.Draft202012Validator(schema)
    rules = json.loads((folder / "rules.json").read_text())
    from meldlaw_conformance import reference

    number = 0
    for listed in manifest["files"]:
        content = (folder / listed["file"]).read_bytes()
        assert hashlib.sha256(content).hexdigest() == listed["sha256"]
        if not listed["file"].endswith(".jsonl"):
            continue
        for line in content.splitlines():
            row = json.loads(line)
            validator.validate(row)
            number += 1
            answer = reference.answer(
                row["method"], {**row["request"], "parameters": rules[row["rules"]]}
            )
            judged = answer.get("acts", [])[row["expect"]["lead"] :]
            told = [act["accepted"] for act in judged]
            assert told == [act["accepted"] for act in row["expect"]["acts"]], row["id"]
    assert number == sum(f.get("scenarios", 0) for f in manifest["files"]) > 0


def test_the_pytest_plugin(tmp_path: Path) -> None:
    command = adapter(tmp_path)[1:]
    (tmp_path / "test_own.py").write_text("def test_own() -> None:\n    pass\n")
    base = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]

    def pytest_run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*base, *arguments], cwd=tmp_path, capture_output=True, text=True, check=False
        )

    done = pytest_run("--meldlaw", " ".join(command), "--meldlaw-ruleset", "canasta-intl",
                      "--meldlaw-class", "core", "--junitxml", "out.xml")  # fmt: skip
    assert done.returncode == 1, done.stdout + done.stderr
    assert "two-naturals-three-wild-cards/three-wild" in done.stdout
    assert "expected     accepted" in done.stdout
    cases = ET.parse(tmp_path / "out.xml").getroot().iter("testcase")
    named = {case.get("name"): case for case in cases}
    case = named["canasta-intl/two-naturals-three-wild-cards/three-wild"]
    assert next(p.get("value") for p in case.iter("property")) == "canasta-intl:11.d.s2"
    assert "test_own" in named
    done = pytest_run()
    assert done.returncode == 0
    assert "1 passed" in done.stdout, "inert without the option"
    done = pytest_run("--meldlaw", "/no/such/adapter")
    assert done.returncode == 4
    assert "there is no command" in done.stderr
