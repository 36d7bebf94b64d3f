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

CHANGES_NOTHING: Mapping[tuple[str, str], str] = {}
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
