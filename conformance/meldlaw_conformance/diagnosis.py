"""Why an implementation fails: the misreadings whose answers match its own best.

A misreading is one parameter of the law with another value, or one ruling read otherwise. The
reference engine runs under it; where it comes to the same wrong outcome as the implementation, it
explains that failure. The causes are found one after the other: the likeliest first, then the
likeliest of what it leaves unexplained.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, cast

from meldlaw_engine.rules import Rules, Value
from meldlaw_engine.trace import Recorder

from . import reference
from .judge import BLOCKED, FAIL, PASS, WRONG_REASON, Verdict, judge
from .rulesets import Resolved
from .runner import Result
from .scenarios import Scenario
from .spec import Ruleset, Spec
from .suite import Suite

EXPLAINABLE = (FAIL, WRONG_REASON, BLOCKED)
"""Verdicts on answers; a program that gives none has another trouble."""
SCREENED, WEIGHED, SEEN_TO_PASS = 16, 120, 80
"""Failures that every misreading is tried on, and the likelier ones; and passed scenarios that a
misreading must not make fail."""
KEPT, CAUSES = 16, 5
NEAR = 0.6
"""What an outcome counts that goes wrong at the same step, but otherwise."""
CITED = 0.1
"""What it adds if the failures are about the clause that sets the parameter."""
BETWEEN_DEALS = {
    "match": ("match.", "seats.", "opening.minimum."),
    "seats": ("seats.",),
    "sheet": ("count_faults.", "opening.minimum."),
}
"""What is read to answer a question that is about no deal, by method."""
SMALL = 20
"""Up to this figure the neighbours are plausible too."""


class Misreading(NamedTuple):
    """A parameter with another value, or (``ruling``) a ruling read otherwise."""

    sets: tuple[tuple[str, Any], ...]
    ruling: str = ""
    reading: str = ""
    text: str = ""

    @property
    def leaf(self) -> str:
        """The parameter that is misread; the first of them for a reading."""
        return self.sets[0][0]


class Cause(NamedTuple):
    """A misreading, and the failures that it explains: ``alike`` to the last figure, and others
    that go wrong at the same step."""

    misreading: Misreading
    alike: tuple[str, ...]
    near: tuple[str, ...]
    law: Mapping[str, Any]
    """What the law says in place of it, for each parameter."""
    source: str
    """Where the law says so: the full name of a clause or ruling."""

    @property
    def explains(self) -> tuple[str, ...]:
        return self.alike + self.near


class Diagnosis(NamedTuple):
    """The causes, the likeliest first; the failures that none explains, counted by clause; and
    the number of all failures looked at."""

    causes: tuple[Cause, ...]
    unexplained: tuple[tuple[str, int], ...]
    failures: int


def plausible(spec: Spec, leaf: str, value: Any) -> list[Any]:
    """Other values that somebody could take a parameter to have: the allowed ones, those of
    other rulesets, readings and options, and of small figures the neighbours."""
    parameter = spec.parameters[leaf]
    if parameter.allowed:
        found = list(parameter.allowed)
    elif isinstance(value, bool):
        found = [not value]
    else:
        found = [r.values[leaf] for r in spec.rulesets.values() if leaf in r.values]
        sets = [reading.sets for r in spec.rulings.values() for reading in r.readings]
        sets += [option.sets for option in spec.options.values()]
        found += [row[leaf] for row in sets if leaf in row]
        if isinstance(value, int) and abs(value) <= SMALL:
            found += [near for near in (value - 1, value + 1) if near >= 0 or value < 0]
    return [v for v in dict.fromkeys(found) if type(v) is type(value) and v != value]


def misreadings(spec: Spec, rulesets: Iterable[Ruleset]) -> Iterator[Misreading]:
    """Every misreading of these rulesets that an engine can follow."""
    seen = set()
    for ruleset in rulesets:
        for leaf, value in ruleset.values.items():
            for other in plausible(spec, leaf, value):
                found = Misreading(((leaf, other),))
                if found not in seen:
                    seen.add(found)
                    yield found
        for ruling in spec.rulings.values():
            if ruling.text != ruleset.text or (
                ruling.rulesets and ruleset.id not in ruling.rulesets
            ):
                continue
            for reading in ruling.readings:
                found = Misreading(tuple(reading.sets.items()), ruling.id, reading.id, ruling.text)
                if reading.sets and not reading.adopted and found not in seen:
                    seen.add(found)
                    if len(reading.sets) > 1:
                        yield found


def misread(resolved: Resolved, ruleset: Ruleset, misreading: Misreading) -> dict[str, Any] | None:
    """The parameters of a request under a misreading; None if it is none here. What a reading or
    option of the request decides is not misread."""
    changed = {
        leaf: value
        for leaf, value in misreading.sets
        if leaf in resolved.values
        and resolved.values[leaf] != value
        and resolved.values[leaf] == ruleset.values.get(leaf)
    }
    return {**resolved.values, **changed} if changed else None


class _Bench:
    """The suite, with what the implementation made of it."""

    def __init__(self, suite: Suite, results: Sequence[Result], filling: int) -> None:
        self.suite, self.filling = suite, filling
        self.failed = [r for r in results if r.verdict.verdict in EXPLAINABLE]
        self.passed = [r for r in results if r.verdict.good]
        self.coded = any("refused: " in r.verdict.got for r in self.failed)
        self.memory: dict[tuple[Misreading, str], Verdict | None] = {}

    def verdict(self, scenario: Scenario, misreading: Misreading) -> Verdict | None:
        """What the reference engine comes to under a misreading; None if it makes no difference
        to the parameters, or the engine cannot follow it."""
        key = (misreading, scenario.id)
        if key not in self.memory:
            self.memory[key] = self._verdict(scenario, misreading)
        return self.memory[key]

    def _verdict(self, scenario: Scenario, misreading: Misreading) -> Verdict | None:
        ruleset = self.suite.spec.rulesets[scenario.ruleset]
        parameters = misread(self.suite.rules_of(scenario), ruleset, misreading)
        if parameters is None:
            return None
        request = {**self.suite.request(scenario, self.filling), "parameters": parameters}
        try:
            found = judge(scenario, reference.answer(scenario.method, request))
        except Exception:  # an engine misled so far may stumble anywhere: no match
            return None
        if found.verdict == WRONG_REASON and not self.coded:
            return Verdict(PASS)
        return found

    def alike(self, result: Result, misreading: Misreading) -> float:
        """How well a misreading explains a failure: 1 if it comes to the same, `NEAR` if it goes
        wrong at the same step, otherwise 0."""
        found = self.verdict(result.scenario, misreading)
        if found is None or found.verdict not in EXPLAINABLE:
            return 0
        mine = result.verdict
        if found.step != mine.step:
            return 0
        same = found.verdict == mine.verdict and self._told(found.got) == self._told(mine.got)
        return 1 if same else NEAR

    def _told(self, got: str) -> str:
        got = re.sub(r" \(.*", "", got)
        return got if self.coded or not got.startswith("refused") else "refused"

    def consulted(self, results: Sequence[Result]) -> set[str]:
        """The parameters that the reference engine reads in these scenarios."""
        seen: dict[str, Value] = {}
        found: set[str] = set()
        for result in results:
            scenario = result.scenario
            resolved = self.suite.rules_of(scenario)
            if scenario.method == "run":
                rules = cast(Rules, Recorder(resolved.rules, seen))
                reference.run_under(rules, self.suite.request(scenario, self.filling))
            else:
                chapters = BETWEEN_DEALS[scenario.method]
                found |= {leaf for leaf in resolved.values if leaf.startswith(chapters)}
        cards = {leaf for leaf in resolved.values if leaf.startswith("card.")} if results else ()
        return found | set(seen) | set(cards)  # the values of the cards are read as one table


def _spread(results: Sequence[Result], number: int) -> list[Result]:
    """So many results, of as many clauses as there are."""
    rng = random.Random(number)
    rows: dict[str, list[Result]] = {}
    for result in results:
        rows.setdefault(result.scenario.clauses[0], []).append(result)
    for row in rows.values():
        rng.shuffle(row)
    found: list[Result] = []
    while rows and len(found) < number:
        for clause in list(rows):
            found.append(rows[clause].pop())
            if not rows[clause]:
                del rows[clause]
    return found[:number]


def diagnose(suite: Suite, results: Sequence[Result], filling: int = 0) -> Diagnosis:
    """The causes of the failures among ``results``, the likeliest first."""
    bench = _Bench(suite, results, filling)
    left = bench.failed
    causes: list[Cause] = []
    while left and len(causes) < CAUSES:
        best = _likeliest(bench, left)
        if best is None:
            break
        alike = [r for r in left if bench.alike(r, best) == 1]
        near = [r for r in left if bench.alike(r, best) == NEAR]
        causes.append(_cause(suite, best, alike, near))
        gone = {r.scenario.id for r in alike + near}
        left = [r for r in left if r.scenario.id not in gone]
    clauses = Counter(r.scenario.clause_names[0] for r in left)
    return Diagnosis(tuple(causes), tuple(clauses.most_common(CAUSES)), len(bench.failed))


def _likeliest(bench: _Bench, left: Sequence[Result]) -> Misreading | None:
    few, more = _spread(left, SCREENED), _spread(left, WEIGHED)
    read = bench.consulted(more[:SCREENED] + few)
    names = dict.fromkeys(r.scenario.ruleset for r in left)
    spec = bench.suite.spec
    known = [
        m for m in misreadings(spec, [spec.rulesets[name] for name in names])
        if any(leaf in read for leaf, _ in m.sets)
    ]  # fmt: skip
    first = {m: sum(bench.alike(r, m) for r in few) for m in known}
    kept = sorted((m for m in known if first[m]), key=lambda m: -first[m])[:KEPT]
    near = _beside(bench, left)
    passed = _spread(near, SEEN_TO_PASS) + _spread(bench.passed, SEEN_TO_PASS)
    weight = {m: _weight(bench, m, more, passed) for m in kept}
    best = max(kept, key=lambda m: (weight[m], -len(m.sets)), default=None)
    return best if best is not None and weight[best] > CITED else None


def _beside(bench: _Bench, left: Sequence[Result]) -> list[Result]:
    """What passed and bears on the clauses of what failed."""
    clauses = {(r.scenario.text, clause) for r in left for clause in r.scenario.clauses}
    return [
        r for r in bench.passed
        if any((r.scenario.text, clause) in clauses for clause in r.scenario.clauses)
    ]  # fmt: skip


def _weight(
    bench: _Bench, misreading: Misreading, failed: Sequence[Result], passed: Sequence[Result]
) -> float:
    """The share of failures that a misreading explains, less that of passed scenarios that it
    would make fail."""
    explained = sum(bench.alike(r, misreading) for r in failed) / len(failed)
    found = [bench.verdict(r.scenario, misreading) for r in passed]
    against = sum(v is not None and v.verdict in EXPLAINABLE for v in found)
    cited = sum(_is_cited(bench.suite, r.scenario, misreading) for r in failed) / len(failed)
    return explained - (against / len(passed) if passed else 0) + (CITED * cited)


def _is_cited(suite: Suite, scenario: Scenario, misreading: Misreading) -> bool:
    """Whether a scenario is about a clause or ruling that sets what is misread."""
    cites = suite.rules_of(scenario).cites
    sources = {cites.get(leaf, "").rpartition(":")[2] for leaf, _ in misreading.sets}
    return not sources.isdisjoint((*scenario.clauses, *scenario.depends, scenario.ruling))


def _cause(
    suite: Suite, misreading: Misreading, alike: Sequence[Result], near: Sequence[Result]
) -> Cause:
    scenario = (*alike, *near)[0].scenario
    resolved = suite.rules_of(scenario)
    law = {leaf: resolved.values[leaf] for leaf, _ in misreading.sets if leaf in resolved.values}
    source = (
        f"{misreading.text}:{misreading.ruling}"
        if misreading.ruling
        else resolved.cites.get(misreading.leaf, "")
    )
    if not misreading.ruling:
        misreading = _as_reading(suite.spec, scenario.text, misreading)
    ids = tuple(r.scenario.id for r in alike), tuple(r.scenario.id for r in near)
    return Cause(misreading, *ids, law, source)


def _as_reading(spec: Spec, text: str, misreading: Misreading) -> Misreading:
    """The misreading of one parameter with the name of the reading that amounts to it, if the law
    knows one."""
    for ruling in spec.rulings.values():
        if ruling.text == text:
            for reading in ruling.readings:
                if tuple(reading.sets.items()) == misreading.sets and not reading.adopted:
                    return misreading._replace(ruling=ruling.id, reading=reading.id, text=text)
    return misreading


def as_json(diagnosis: Diagnosis) -> dict[str, Any]:
    """The diagnosis as data, see ``spec/schema/report.schema.json``."""
    return {
        "failures": diagnosis.failures,
        "causes": [
            {
                "parameters": dict(cause.misreading.sets),
                "law": dict(cause.law),
                "source": cause.source,
                **(
                    {"reading": f"{m.text}:{m.ruling}={m.reading}"}
                    if (m := cause.misreading).ruling
                    else {}
                ),
                "alike": list(cause.alike),
                "near": list(cause.near),
            }
            for cause in diagnosis.causes
        ],
        "unexplained": [
            {"clause": clause, "failures": number} for clause, number in diagnosis.unexplained
        ],
    }


def tell(spec: Spec, diagnosis: Diagnosis) -> list[str]:
    """The diagnosis in sentences for a terminal."""
    total = diagnosis.failures
    lines = []
    for cause in diagnosis.causes:
        m = cause.misreading
        number = len(cause.explains)
        sets = " and ".join(f"{leaf} were {_value(value)}" for leaf, value in m.sets)
        law = ", ".join(_value(value) for value in cause.law.values())
        exactly = "" if cause.alike else "something else; for example "
        told = f"{number} of {total} as if {exactly}{sets} (the law: {law}, {cause.source})"
        lines.append(told)
        if m.ruling:
            lines.append(f"    that is the reading {m.text}:{m.ruling}={m.reading}")
        lines.append(f"    {spec.parameters[m.leaf].says['en']}")
        lines.append(f"    for example {cause.explains[0]}")
    for clause, number in diagnosis.unexplained:
        lines.append(f"{number} of {total} not explained, most of them about {clause}")
    return lines


def _value(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
