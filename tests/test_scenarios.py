"""The suite against the reference engine: one loop, every filling, every way of running."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import jsonschema
import pytest
from click.testing import CliRunner

from meldlaw_conformance import lint as linting
from meldlaw_conformance import reference
from meldlaw_conformance.cli import main
from meldlaw_conformance.client import Adapter
from meldlaw_conformance.coverage import GAP, coverage, dangling
from meldlaw_conformance.filler import FILLINGS
from meldlaw_conformance.judge import judge
from meldlaw_conformance.places import SCHEMA
from meldlaw_conformance.rulesets import Resolved, resolve
from meldlaw_conformance.runner import InProcess, run_scenarios
from meldlaw_conformance.suite import Suite, build_request

ADAPTER = [sys.executable, "-m", "meldlaw_conformance", "adapter"]


@pytest.mark.parametrize("filling", range(FILLINGS))
def test_every_scenario_answers_the_same_under_every_filling(suite: Suite, filling: int) -> None:
    results = run_scenarios(suite, suite.scenarios, InProcess, filling=filling)
    bad = [(r.scenario.id, r.verdict) for r in results if not r.verdict.good]
    assert not bad
    assert results


def test_over_stdio_the_reference_answers_as_in_process(suite: Suite) -> None:
    here = run_scenarios(suite, suite.scenarios, InProcess)
    there = run_scenarios(suite, suite.scenarios, lambda: Adapter(ADAPTER, 30))
    assert [r.verdict for r in there] == [r.verdict for r in here]


def _report(path: Path, *options: str) -> bytes:
    result = CliRunner().invoke(main, ["run", "--json", str(path), *options])
    assert result.exit_code == 0, result.output
    report = json.loads(path.read_text())
    for row in report["results"]:
        del row["seconds"]
    return json.dumps(report).encode()


def test_jobs_and_order_do_not_change_the_report(tmp_path: Path) -> None:
    whole = _report(tmp_path / "one.json", "--jobs", "1")
    schema = json.loads((SCHEMA / "report.schema.json").read_text())
    jsonschema.validate(json.loads((tmp_path / "one.json").read_text()), schema)
    assert _report(tmp_path / "two.json", "--jobs", "2") == whole
    assert _report(tmp_path / "shuffled.json", "--shuffle", "7") == whole
    assert _report(tmp_path / "both.json", "--shuffle", "8", "--jobs", "2") == whole
    tail = ["--jobs", "2", "--shuffle", "9", "--clause", "14.b", "--", *ADAPTER]
    report = json.loads(_report(tmp_path / "stdio.json", *tail))
    assert report["results"]
    assert {row["verdict"] for row in report["results"]} == {"pass"}


def test_spec_and_scenarios_hold_together() -> None:
    _, problems = linting.lint()
    assert not [str(p) for p in problems]


def test_every_testable_clause_has_a_scenario(suite: Suite) -> None:
    rows = coverage(suite)
    assert not [row.clause.name for row in rows if row.state == GAP]
    assert not [row.clause.name for row in dangling(rows)]


def test_every_reading_differs_from_the_adopted_one(suite: Suite) -> None:
    """For each reading an engine can follow there is a scenario whose outcome is another."""
    adopted = {s.id: s for s in suite.scenarios if not s.reading}
    differ = set()
    for scenario in suite.scenarios:
        if scenario.reading:
            base = adopted[scenario.id.rpartition("@")[0]]
            if (scenario.steps, scenario.then) != (base.steps, base.then):
                differ.add((scenario.text, scenario.ruling, scenario.reading))
    for ruling in suite.spec.rulings.values():
        for reading in ruling.readings:
            assert not reading.sets or (ruling.text, ruling.id, reading.id) in differ


def _moved(
    suite: Suite, ruleset: str, name: str, readings: dict[str, str], option: str
) -> list[str]:
    """The situations of a ruleset that come out otherwise under an overlay they do not name."""
    found = []
    resolved: dict[tuple[str, ...], Resolved] = {}
    for scenario in suite.scenarios:
        named = (scenario.ruling, *scenario.depends, *scenario.options)
        if scenario.ruleset != ruleset or scenario.reading or name in named:
            continue
        played = (*scenario.options, option) if option else scenario.options
        if len(played) > 1:
            continue  # an outcome is written for one optional rule at a time
        if played not in resolved:
            resolved[played] = resolve(suite.spec, suite.spec.rulesets[ruleset], readings, played)
        answer = reference.answer(scenario.method, build_request(resolved[played], scenario))
        if not judge(scenario, answer).good:
            found.append(f"{scenario.id} depends on {name}")
    return found


def test_no_scenario_depends_on_a_choice_it_does_not_name(suite: Suite) -> None:
    """Flipping any reading or option changes no scenario that does not name it."""
    moved = []
    for ruleset in suite.spec.rulesets.values():
        for ruling in suite.spec.rulings.values():
            for reading in ruling.readings:
                if reading.sets and ruling.text == ruleset.text:
                    chosen = {ruling.id: reading.id}
                    moved += _moved(suite, ruleset.id, ruling.id, chosen, "")
        for option in suite.spec.options.values():
            if option.text == ruleset.text:
                moved += _moved(suite, ruleset.id, option.id, {}, option.id)
    assert not moved


def test_a_reading_is_chosen_on_the_command_line(tmp_path: Path) -> None:
    file = tmp_path / "report.json"
    choice = "canasta-intl:C-16=pair-only-if-frozen"
    for tail in ([], ["--clause", "13.b.2", "--", *ADAPTER]):
        arguments = ["run", "--reading", choice, "--json", str(file), *tail]
        result = CliRunner().invoke(main, arguments)
        assert result.exit_code == 0, result.output
        rows = json.loads(file.read_text())["results"]
        followed = {row["reading"] for row in rows if "reading" in row}
        assert followed == {"C-16=pair-only-if-frozen"}
        assert {row["verdict"] for row in rows} <= {"pass", "unsupported"}


@pytest.mark.parametrize(
    "choice", ["C-16=pair-only-if-frozen", "canasta-intl:C-99=x", "canasta-intl:C-16=pair", "x"]
)
def test_a_reading_that_is_not_known_is_told(choice: str) -> None:
    result = CliRunner().invoke(main, ["run", "--reading", choice])
    assert result.exit_code == 2
    assert "which is not known" in result.output
