"""The suite against the reference engine: one loop, every filling, every way of running."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest
from click.testing import CliRunner

from meldlaw_conformance import lint as linting
from meldlaw_conformance import reference
from meldlaw_conformance.cli import main
from meldlaw_conformance.client import Adapter
from meldlaw_conformance.coverage import GAP, coverage, dangling
from meldlaw_conformance.differences import unwitnessed
from meldlaw_conformance.filler import FILLINGS
from meldlaw_conformance.judge import judge
from meldlaw_conformance.places import ROOT, SCHEMA
from meldlaw_conformance.rulesets import OverlayError, Resolved, options_in, readings_in, resolve
from meldlaw_conformance.runner import InProcess, run_scenarios
from meldlaw_conformance.scenarios import Scenario
from meldlaw_conformance.spec import Option
from meldlaw_conformance.suite import Suite, build_request
from meldlaw_engine.rules import Value
from meldlaw_engine.trace import Recorder

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
    del report["run"]["shuffle"]  # it tells how it was run
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


Consulted = dict[str, set[str]]


@pytest.fixture(scope="module")
def consulted(suite: Suite) -> Consulted:
    """For each situation the parameters that its outcome was read from: no other can change it,
    since the engine is a function of what it reads."""
    found: Consulted = {}
    plain = reference.rules_for
    with pytest.MonkeyPatch.context() as patch:
        for scenario in suite.scenarios:
            seen: dict[str, Value] = {}
            patch.setattr(reference, "rules_for", lambda p, seen=seen: Recorder(plain(p), seen))
            reference.answer(scenario.method, suite.request(scenario))
            found[scenario.id] = set(seen)
    return found


def _moved(
    suite: Suite, ruleset: str, name: str, readings: dict[str, str], option: str, sets: set[str],
    consulted: Consulted,
) -> list[str]:  # fmt: skip
    """The situations of a ruleset that come out otherwise under an overlay they do not name."""
    found = []
    always = any(leaf.startswith("card.") for leaf in sets)  # read as one table
    resolved: dict[tuple[str, ...], Resolved] = {}
    for scenario in suite.scenarios:
        named = (scenario.ruling, *scenario.depends, *scenario.options)
        if scenario.ruleset != ruleset or scenario.reading or name in named:
            continue
        if not always and sets.isdisjoint(consulted[scenario.id]):
            continue
        played = (*scenario.options, option) if option else scenario.options
        if len(played) > 1:
            continue  # an outcome is written for one optional rule at a time
        if played not in resolved:
            try:
                resolved[played] = resolve(
                    suite.spec, suite.spec.rulesets[ruleset], readings, played
                )
            except OverlayError:
                continue  # the two do not go together
        answer = reference.answer(scenario.method, build_request(resolved[played], scenario))
        if not judge(scenario, answer).good:
            found.append(f"{scenario.id} depends on {name}")
    return found


def test_no_scenario_depends_on_a_choice_it_does_not_name(
    suite: Suite, consulted: Consulted
) -> None:
    """Flipping any reading or option changes no scenario that does not name it."""
    moved = []
    for ruleset in suite.spec.rulesets.values():
        for ruling, reading in readings_in(suite.spec, ruleset):
            sets = set(reading.sets)
            chosen = {ruling: reading.id}
            moved += _moved(suite, ruleset.id, ruling, chosen, "", sets, consulted)
        for option in options_in(suite.spec, ruleset):
            sets = set(option.sets)
            moved += _moved(suite, ruleset.id, option.id, {}, option.id, sets, consulted)
    assert not moved


def test_a_scenario_with_a_ruling_holds_under_each_of_its_readings(suite: Suite) -> None:
    """A reading for which no other outcome is written leaves the outcome as it is."""
    written = {(s.id.rpartition("@")[0], s.reading) for s in suite.scenarios if s.reading}
    asked = 0
    for scenario in suite.scenarios:
        if not scenario.ruling or scenario.reading:
            continue
        ruling = suite.spec.rulings[f"{scenario.text}:{scenario.ruling}"]
        for reading in ruling.readings:
            if not reading.sets or (scenario.id, reading.id) in written:
                continue
            asked += 1
            ruleset = suite.spec.rulesets[scenario.ruleset]
            resolved = resolve(suite.spec, ruleset, {ruling.id: reading.id}, scenario.options)
            answer = reference.answer(scenario.method, build_request(resolved, scenario))
            assert judge(scenario, answer).good, f"{scenario.id} under {reading.id}"
    assert asked


def test_every_change_of_1951_is_tied_to_the_clause_that_has_it(suite: Suite) -> None:
    """The summary of changes says nothing that stands nowhere else; where the two disagree, there
    is a ruling on both."""
    clauses = suite.spec.clauses
    changes = [c for c in clauses.values() if c.id.startswith("summary.")]
    assert len(changes) > 10
    shown = {f"{s.text}:{name}" for s in suite.scenarios for name in s.clauses}
    for change in changes:
        assert change.testable["by"], change.name
        for name in change.testable["by"]:
            assert f"{change.text}:{name}" in shown, (change.name, name)
    disputed = [r for r in suite.spec.rulings.values() if set(r.clauses) & {c.id for c in changes}]
    assert disputed
    for ruling in disputed:
        assert len(ruling.clauses) > 1, ruling.name


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


OPTION = "canasta-intl:natural-pair-only"


def _rows(path: Path, *arguments: str) -> list[dict[str, str]]:
    result = CliRunner().invoke(main, ["run", "--json", str(path), *arguments])
    assert result.exit_code == 0, result.output
    rows: list[dict[str, str]] = json.loads(path.read_text())["results"]
    return rows


@pytest.mark.parametrize("tail", [[], ["--", *ADAPTER]])
def test_an_option_is_chosen_on_the_command_line(tmp_path: Path, tail: list[str]) -> None:
    """With the option switched on, what is written for it is judged, and of the rest all that
    does not presuppose that it is off."""
    file = tmp_path / "report.json"
    two, eight = "--clause", "variant.2"
    rows = {row["id"]: row["verdict"] for row in _rows(file, "--option", OPTION, two, eight, *tail)}
    case = "canasta-intl/variant-two-natural-cards-for-every-pile"
    assert rows[f"{case}/ten-and-deuce"] == "pass"
    assert rows[f"{case}/ten-and-deuce-without-the-variant"] == "unsupported"
    rows = {row["id"]: row["verdict"] for row in _rows(file, two, eight, *tail)}
    assert set(rows.values()) == {"pass"}
    assert not {row["id"] for row in _rows(file, "--option", OPTION)} & {
        s for s in rows if "canasta-of-the-top-cards-rank/top-card-alone" in s
    }


@pytest.mark.parametrize(
    ("choice", "says"),
    [
        ("natural-pair-only", "did you mean 'canasta-intl:natural-pair-only'"),
        ("samba-fi:natural-pair-only", "no option 'samba-fi:natural-pair-only'"),
    ],
)
def test_an_option_that_is_not_known_is_told(choice: str, says: str) -> None:
    result = CliRunner().invoke(main, ["run", "--option", choice])
    assert result.exit_code == 2
    assert says in result.output


def test_overlays_that_disagree_or_do_nothing_are_refused(suite: Suite) -> None:
    canasta = suite.spec.rulesets["canasta-intl"]
    with pytest.raises(OverlayError, match="no reading 'nothing-of-the-kind'"):
        resolve(suite.spec, canasta, {"C-16": "nothing-of-the-kind"})
    against = {"C-16": "pair-only-if-frozen"}
    readings = {r.id: r for r in suite.spec.rulings["canasta-intl:C-16"].readings}
    assert readings["pair-only-if-frozen"].sets == {"pile.natural_and_wild": "free"}
    over = resolve(suite.spec, canasta, against, ["natural-pair-only"])
    assert over.values["pile.natural_and_wild"] == "never", "options go over readings"
    made = {
        f"canasta-intl:{name}": Option("canasta-intl", name, {}, "1", (), {"draw.cards": cards}, "")
        for name, cards in (("same", 1), ("two", 2), ("three", 3))
    }
    spec = replace(suite.spec, options=made)
    with pytest.raises(OverlayError, match="same changes nothing in canasta-intl"):
        resolve(spec, canasta, {}, ["same"])
    with pytest.raises(OverlayError, match=r"three sets draw\.cards to 3 and two to 2"):
        resolve(spec, canasta, {}, ["two", "three"])
    samba = suite.spec.rulesets["samba-fi"]
    with pytest.raises(OverlayError, match="'natural-pair-only'"):
        resolve(suite.spec, samba, {}, ["natural-pair-only"])
    both = resolve(suite.spec, canasta, {}, ["natural-pair-only", "pile-not-onto-canasta"])
    assert both.cites["pile.natural_and_wild"] == "canasta-intl:variant.2"
    assert both.cites["pile.rank_with_canasta"] == "canasta-intl:variant.1"


def test_diff_names_both_clauses_and_a_witness(tmp_path: Path) -> None:
    file = tmp_path / "diff.json"
    arguments = ["diff", "canasta-intl", "samba-fi", "--json", str(file)]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    report = json.loads(file.read_text())
    schema = json.loads((SCHEMA / "diff.schema.json").read_text())
    jsonschema.validate(report, schema)
    rows = {row["parameter"]: row for row in report["differences"]}
    assert rows["draw.cards"] == {
        "parameter": "draw.cards",
        "values": [1, 2],
        "sources": ["canasta-intl:9.a", "samba-fi:9.a"],
        "witnesses": ["difference/cards-drawn-in-a-turn"],
    }
    assert rows["sequence.bonus"]["values"] == [None, 1500]
    assert "set.min_cards" not in rows
    for row in rows.values():
        assert row["parameter"] in result.output
        assert row["witnesses"] or row["unseen"]


def test_diff_under_a_reading_and_an_option(tmp_path: Path) -> None:
    file = tmp_path / "diff.json"
    arguments = ["diff", "canasta-intl", "canasta-intl", "--json", str(file)]
    assert CliRunner().invoke(main, arguments).exit_code == 0
    assert json.loads(file.read_text())["differences"] == []
    choice = ["--reading", "samba-fi:last-red-three=by-effect", "--option", OPTION]
    arguments = ["diff", "canasta-intl", "samba-fi", "--json", str(file), *choice]
    assert CliRunner().invoke(main, arguments).exit_code == 0
    rows = {row["parameter"]: row for row in json.loads(file.read_text())["differences"]}
    assert rows["stock_end.red_three_among_last"]["values"] == [1, 0]
    assert rows["stock_end.red_three_among_last"]["sources"][1] == "samba-fi:last-red-three"
    assert "pile.natural_and_wild" not in rows


@pytest.mark.parametrize(
    "arguments",
    [["play", "--ruleset", "samba-fi", "--deals", "1"], ["diff", "samba-fi", "samba-fi"]],
)
def test_a_choice_that_concerns_no_ruleset_here_is_told(arguments: list[str]) -> None:
    result = CliRunner().invoke(main, [*arguments, "--option", OPTION])
    assert result.exit_code == 2
    assert f"{OPTION} concerns no ruleset here" in result.output


def test_every_difference_between_two_rulesets_is_witnessed(suite: Suite) -> None:
    assert unwitnessed(suite) == []
    by_witness: dict[str, list[Scenario]] = {}
    for scenario in suite.scenarios:
        if scenario.witness:
            by_witness.setdefault(scenario.witness, []).append(scenario)
    assert by_witness
    for pair in by_witness.values():
        assert len({s.ruleset for s in pair}) > 1
        assert len({repr([(e.player, e.act) for e in s.steps]) for s in pair}) == 1
        assert len({repr(([e.refused for e in s.steps], s.then)) for s in pair}) > 1


@pytest.mark.parametrize("language", ["en", "fi", "sv"])
def test_the_example_of_a_situation_of_your_own_holds(tmp_path: Path, language: str) -> None:
    page = ROOT / "docs" / "pages" / language / "your-own-scenario.md"
    if not page.exists():
        pytest.skip("the pages do not travel with the package")
    block = page.read_text(encoding="utf-8").partition("```yaml\n")[2].partition("```")[0]
    file = tmp_path / "my.yaml"
    file.write_text(block, encoding="utf-8")
    for command in (["lint", str(file)], ["run", "--scenarios", str(file)]):
        result = CliRunner().invoke(main, command)
        assert result.exit_code == 0, result.output
