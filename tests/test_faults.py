"""The law of faults in random play, and what it must not do to the rest of the suite."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner

import random_faults
from meldlaw_conformance import windows
from meldlaw_conformance.cli import main
from meldlaw_conformance.rulesets import readings_in, resolve
from meldlaw_conformance.scenarios import CLASSES
from meldlaw_conformance.spec import Spec
from meldlaw_conformance.suite import Suite
from meldlaw_engine import table
from meldlaw_engine.incidents import QUIET
from meldlaw_engine.irregularities import KINDS
from meldlaw_engine.positions import check_cards, deal_from, position_of
from meldlaw_engine.rules import Rules
from meldlaw_engine.scoring import score
from meldlaw_engine.state import Deal
from meldlaw_engine.steps import Choose, Commit, Notice

LONGEST_DUTY = 12
"""Own turns after which a duty that is bound to turns must have ended."""


def check_faults(rules: Rules, seed: int, found: Counter[str]) -> Deal:
    """Play a random deal with faults and check at every step: no card is lost or doubled; what
    lies open is in the hand; whoever must act has a step (or the play raises); nothing else may
    be done while a choice waits; every duty bound to turns ends; at the end the deal can be
    counted and nothing waits any more."""
    last: Deal | None = None
    since: dict[tuple[str, int, int], int] = {}
    for deal, step, after in random_faults.positions(rules, seed, Counter()):
        last = deal
        if after is None:
            break
        found["faults"] += isinstance(step, Commit)
        found["notices"] += isinstance(step, Notice)
        found["choices"] += isinstance(step, Choose)
        check_cards(rules, after)
        _open_cards_are_held(after)
        _nothing_before_a_choice(rules, after)
        for row in after.record.incidents.duties:
            if row.turns:
                key = (row.kind, row.seat, row.turns)
                began = since.setdefault(key, after.turn.number)
                over = after.turn.number - began > LONGEST_DUTY * len(after.hands)
                assert not over, (seed, row)
        held = {(d.kind, d.seat, d.turns) for d in after.record.incidents.duties}
        since = {key: number for key, number in since.items() if key in held}
    assert last is not None and last.record.end is not None
    assert last.record.incidents.demand is None and not last.record.incidents.duties
    score(rules, last)
    return last


def _open_cards_are_held(deal: Deal) -> None:
    for seat, hand in enumerate(deal.hands):
        exposed = Counter(e.card for e in deal.record.incidents.exposed if e.seat == seat)
        lying = Counter(
            card
            for row in deal.record.incidents.lying
            if row.seat == seat and not row.returned
            for card in row.cards
        )
        assert exposed <= Counter(hand) and lying <= Counter(hand)


def _nothing_before_a_choice(rules: Rules, deal: Deal) -> None:
    waiting = deal.record.incidents.demand
    if waiting is None or deal.record.end is not None:
        return
    seat = deal.turn.seat
    for step in table.legal_actions(rules, deal):
        assert isinstance(step, Choose) or waiting.melds
    fault = Commit("showed-card", deal.hands[seat][:1], what="partner")
    if deal.hands[seat]:
        refusal = table.apply(rules, deal, seat, fault).refusal
        assert refusal is not None and refusal.code == "choose-first"


@pytest.mark.parametrize("block", range(4))
@pytest.mark.parametrize("ruleset", ["canasta-intl", "samba-fi"])
def test_random_faults_keep_every_property(spec: Spec, ruleset: str, block: int) -> None:
    rules = resolve(spec, spec.rulesets[ruleset]).rules
    found: Counter[str] = Counter()
    for seed in range(block * 12, block * 12 + 12):
        check_faults(rules, seed, found)
    assert found["faults"] and found["notices"]


def test_every_reading_survives_random_faults(spec: Spec) -> None:
    """No reading of a ruling on faults leaves a player without a step."""
    asked = 0
    for ruleset in spec.rulesets.values():
        scopes = {r.id: r.scope for r in spec.rulings.values() if r.text == ruleset.text}
        for ruling, reading in readings_in(spec, ruleset):
            if scopes[ruling] == "faults":
                rules = resolve(spec, ruleset, {ruling: reading.id}).rules
                check_faults(rules, asked, Counter())
                asked += 1
    assert asked


def test_strict_play_leaves_no_trace_of_faults(spec: Spec) -> None:
    import random_play

    for ruleset in spec.rulesets.values():
        rules = resolve(spec, ruleset).rules
        for deal, _, _ in random_play.positions(rules, 3):
            found = deal.record.incidents
            assert found is QUIET or found == QUIET._replace(penalties=found.penalties)
            assert deal_from(rules, position_of(deal)) == deal


def test_vocabulary_and_engine_have_the_same_faults(spec: Spec) -> None:
    assert set(spec.incidents) == set(KINDS)


def test_every_fault_has_a_scenario(suite: Suite) -> None:
    shown = {act["fault"] for s in suite.scenarios for act in s.acts if act["act"] == "fault"}
    assert shown == set(KINDS)


def test_every_window_is_shown_and_every_notice_told(suite: Suite) -> None:
    """Each row of noticed-when is shown by a scenario with its outcome, and each time at which a
    scenario points a fault out is in the table."""
    assert not [(row.text, row.fault, row.noticed) for row in windows.unshown(suite)]
    assert not [(n.scenario.id, n.fault) for n in windows.untold(suite)]


def test_the_classes_of_faults_can_be_left_out(tmp_path: Path, suite: Suite) -> None:
    """Without incidents and information the rest is judged just as with them."""
    file = tmp_path / "report.json"
    chosen = [part for name in ("core", "scoring", "setup") for part in ("--class", name)]
    result = CliRunner().invoke(main, ["run", "--json", str(file), *chosen])
    assert result.exit_code == 0, result.output
    rows = json.loads(file.read_text())["results"]
    left = {s.id for s in suite.scenarios if s.klass not in ("incidents", "information")}
    judged = {row["id"] for row in rows if row["verdict"] == "pass"}
    assert judged == left
    assert {s.klass for s in suite.scenarios} == set(CLASSES)
