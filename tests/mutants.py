"""The reference engine with one parameter of the law misread: is it noticed, and is it diagnosed?

`make diagnosis` tries every other plausible value of every parameter and prints the share that is
diagnosed first; `test_diagnosis.py` tries some of them.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, cast

from meldlaw_conformance import reference
from meldlaw_conformance.diagnosis import (
    BETWEEN_DEALS,
    Diagnosis,
    Misreading,
    diagnose,
    misread,
    misreadings,
)
from meldlaw_conformance.judge import ERROR, PASS, Verdict, judge
from meldlaw_conformance.runner import Result
from meldlaw_conformance.scenarios import Scenario
from meldlaw_conformance.suite import Suite, usable_suite
from meldlaw_engine.rules import Rules, Value
from meldlaw_engine.trace import Recorder

NOBODY_SITS_OUT = "with four players nobody sits out"
NO_WILD_CANASTA = "a canasta of wild cards alone cannot be melded"
LAST_CARD = "the red three among the last cards ends the deal already"
CHANGES_NOTHING: Mapping[tuple[str, str], str] = {
    ("canasta-intl", "seats.sits_out"): NOBODY_SITS_OUT,
    ("canasta-intl", "seats.first_dealer"): "the highest card plays first all the same",
    ("canasta-intl", "turn.pass_when"): "nobody may end his turn without a discard",
    ("canasta-intl", "draw.too_few"): "a draw is one card, so there are never too few",
    (
        "canasta-intl",
        "pile.onto_new_meld",
    ): "a new meld of the rank has the pair that takes the pile",
    ("canasta-intl", "pile.blocked_by.red_three"): "no red three is melded, so none takes the pile",
    ("canasta-intl", "red_threes.plus_same_kind"): "there are no sequences",
    ("canasta-intl", "out.asked"): "there is one partner",
    ("canasta-intl", "stock_end.forced_take"): "where it may, a finished set is taken onto as well",
    ("canasta-intl", "stock_end.red_three_among_last"): "an unreplaced red three ends the deal too",
    ("canasta-intl", "stock_end.unreplaced_red_three"): LAST_CARD,
    ("canasta-intl", "bonus.wild"): NO_WILD_CANASTA,
    ("canasta-intl", "stock_faults.too_few"): "a draw is one card, so nobody draws too few",
    (
        "canasta-intl",
        "meld_faults.majority_odd",
    ): "what is no meld goes back to the hand as a whole",
    ("canasta-intl", "meld_faults.out_when"): "one canasta is needed: short of it is to have none",
    ("canasta-intl", "conduct.warnings"): "talk has no consequence",
    ("canasta-intl", "conduct.credit"): "talk has no consequence",
    ("samba-fi", "seats.players"): "as many as act, or more who sit out: four act in a deal",
    ("samba-fi", "seats.sits_out"): NOBODY_SITS_OUT,
    ("samba-fi", "seats.sides"): "with four players two sides take turns either way",
    ("samba-fi", "seats.first_dealer"): "the highest card plays first all the same",
    ("samba-fi", "turn.pass_when"): "nobody may end his turn without a discard",
    ("samba-fi", "set.naturals_per_wild"): "two wild cards at most, and never fewer natural ones",
    ("samba-fi", "pile.onto_new_meld"): "nothing is melded before the pile is taken",
    ("samba-fi", "pile.rank_with_canasta"): "the pile is taken by two natural cards only",
    ("samba-fi", "pile.blocked_by.red_three"): "no red three is melded, so none takes the pile",
    ("samba-fi", "red_threes.minus_each"): "red threes are worth 100 each in every number",
    ("samba-fi", "out.concealed_own_canastas"): "a concealed hand earns nothing of its own",
    ("samba-fi", "out.concealed_by_taking_onto"): "a concealed hand earns nothing of its own",
    ("samba-fi", "out.concealed_adding"): "a concealed hand earns nothing of its own",
    ("samba-fi", "out.concealed_beside_partner"): "two sets of a rank may lie side by side anyway",
    ("samba-fi", "out.asked"): "there is one partner",
    ("samba-fi", "stock_end.unreplaced_red_three"): LAST_CARD,
    ("samba-fi", "bonus.wild"): NO_WILD_CANASTA,
    (
        "samba-fi",
        "meld_faults.raise_lasts",
    ): "a position is of one deal, and after the opening nobody asks",
    ("samba-fi", "meld_faults.wild_at_count_points"): "the canasta counts as it lies",
    ("samba-fi", "meld_faults.surplus_canasta"): "the canasta counts as it lies",
    ("samba-fi", "count_faults.sheets"): "the law knows one score sheet",
    ("samba-fi", "information.before_answer"): "what the asker may say while he waits is not told",
}
"""Parameters of a ruleset for which another value changes nothing that a position can show, with
the reason."""


class Tried(NamedTuple):
    """A misread parameter: what failed for it, and the diagnosis. ``cannot`` if the engine cannot
    be run at all under it."""

    misreading: Misreading
    failures: int
    diagnosis: Diagnosis | None
    cannot: bool = False

    @property
    def first(self) -> bool:
        """Whether the parameter is the first cause told."""
        causes = self.diagnosis.causes if self.diagnosis is not None else ()
        return bool(causes) and self.misreading.leaf in dict(causes[0].misreading.sets)


class Mutants:
    """The scenarios of a ruleset, with the parameters that are read in each."""

    def __init__(self, suite: Suite, ruleset: str) -> None:
        self.suite, self.ruleset = suite, suite.spec.rulesets[ruleset]
        self.scenarios = [s for s in suite.scenarios if s.ruleset == ruleset and not s.reading]
        self.read = {s.id: self._read(s) for s in self.scenarios}

    def _read(self, scenario: Scenario) -> set[str]:
        seen: dict[str, Value] = {}
        resolved = self.suite.rules_of(scenario)
        if scenario.method == "run":
            rules = cast(Rules, Recorder(resolved.rules, seen))
            reference.run_under(rules, self.suite.request(scenario))
        else:
            chapters = BETWEEN_DEALS[scenario.method]
            seen = {leaf: "" for leaf in resolved.values if leaf.startswith(chapters)}
        return {*seen, *(leaf for leaf in resolved.values if leaf.startswith("card."))}

    def all(self) -> list[Misreading]:
        """Every parameter with another plausible value."""
        return [m for m in misreadings(self.suite.spec, [self.ruleset]) if not m.ruling]

    def results(self, misreading: Misreading) -> Iterator[Result]:
        """What the misled engine makes of each scenario; what does not read the parameter is not
        played again."""
        for scenario in self.scenarios:
            parameters = misread(self.suite.rules_of(scenario), self.ruleset, misreading)
            if parameters is None or misreading.leaf not in self.read[scenario.id]:
                yield Result(scenario, Verdict(PASS), 0.0)
                continue
            request = {**self.suite.request(scenario), "parameters": parameters}
            try:
                answer = reference.answer(scenario.method, request)
            except Exception as error:
                yield Result(scenario, Verdict(ERROR, 0, "", str(error)), 0.0)
                continue
            yield Result(scenario, judge(scenario, answer), 0.0)

    def tried(self, misreading: Misreading) -> Tried:
        """How a misreading is noticed and diagnosed."""
        results = list(self.results(misreading))
        bad = [r for r in results if not r.verdict.good]
        if bad and all(r.verdict.verdict == ERROR for r in bad):
            return Tried(misreading, len(bad), None, cannot=True)
        return Tried(misreading, len(bad), diagnose(self.suite, results) if bad else None)


def main(rulesets: Sequence[str]) -> None:
    """Print, for each ruleset, how many misreadings are noticed and how many diagnosed first."""
    suite = usable_suite()
    for ruleset in rulesets:
        began = time.perf_counter()
        mutants = Mutants(suite, ruleset)
        noticed = first = cannot = inert = 0
        for misreading in mutants.all():
            found = mutants.tried(misreading)
            ((leaf, value),) = misreading.sets
            if found.cannot:
                cannot += 1
            elif not found.failures:
                why = CHANGES_NOTHING.get((ruleset, leaf))
                inert += why is not None
                if why is None:
                    print(f"UNNOTICED {ruleset} {leaf} = {value}", flush=True)
            else:
                noticed += 1
                first += found.first
                if not found.first and found.diagnosis is not None:
                    causes = [c.misreading.sets for c in found.diagnosis.causes[:3]]
                    print(
                        f"otherwise {ruleset} {leaf} = {value}: {found.failures}, {causes}",
                        flush=True,
                    )
        print(
            f"{ruleset}: {noticed} misreadings noticed, {first} of them diagnosed first "
            f"({100 * first / max(1, noticed):.1f} %); {inert} change nothing, {cannot} cannot be "
            f"played ({time.perf_counter() - began:.0f} s)",
            flush=True,
        )


if __name__ == "__main__":
    main(sys.argv[1:] or ["canasta-intl", "samba-fi"])
