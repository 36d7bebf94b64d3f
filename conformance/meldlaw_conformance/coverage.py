"""Which clause is shown by which scenarios, and why the others are not."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from .scenarios import Scenario
from .spec import Clause
from .suite import Suite

TESTED, GAP, LATER, BY, HEADING, ADVICE, NOT_TESTABLE = (
    "tested", "gap", "later", "by others", "heading", "advice", "not testable",
)  # fmt: skip


class Row(NamedTuple):
    """A clause with what shows it: ids of scenarios that accept, refuse, stand at a boundary."""

    clause: Clause
    state: str
    why: str
    accepted: tuple[str, ...]
    refused: tuple[str, ...]
    boundary: tuple[str, ...]

    @property
    def scenarios(self) -> int:
        return len({*self.accepted, *self.refused})


def coverage(suite: Suite) -> list[Row]:
    """A row for every clause of every text, in the order of the texts."""
    by_clause: dict[str, list[Scenario]] = {}
    for scenario in suite.scenarios:
        for name in scenario.clause_names:
            by_clause.setdefault(name, []).append(scenario)
    rows = []
    for text in suite.spec.played():
        for clause in suite.spec.clauses_of(text):
            rows.append(_row(clause, by_clause.get(clause.name, [])))
    return rows


def _row(clause: Clause, scenarios: Iterable[Scenario]) -> Row:
    found = list(scenarios)
    state, why = GAP, "testable, and no scenario shows it"
    testable: Any = clause.testable
    if found:
        state, why = TESTED, ""
    elif testable == "heading":
        state, why = HEADING, ""
    elif testable == "advice":
        state, why = ADVICE, ""
    elif isinstance(testable, dict):
        if "by" in testable:
            state, why = BY, ", ".join(testable["by"])
        elif "later" in testable:
            state, why = LATER, testable["later"]
        else:
            state, why = NOT_TESTABLE, testable["because"]
    return Row(
        clause,
        state,
        why,
        tuple(s.id for s in found if s.shows_acceptance),
        tuple(s.id for s in found if s.shows_refusal),
        tuple(s.id for s in found if s.boundary),
    )


def dangling(rows: list[Row]) -> list[Row]:
    """Clauses left to others (`by`) of which none is tested."""
    state = {row.clause.name: row.state for row in rows}
    return [
        row
        for row in rows
        if row.state == BY
        and not any(
            state.get(f"{row.clause.text}:{id_}") in (TESTED, LATER)
            for id_ in row.clause.testable["by"]
        )
    ]


def as_json(rows: list[Row], unwitnessed: Iterable[tuple[str, str, str]]) -> dict[str, Any]:
    """The matrix as data, with the differences between rulesets that no position shows."""
    counts: dict[str, int] = {}
    for row in rows:
        counts[row.state] = counts.get(row.state, 0) + 1
    return {
        "counts": counts,
        "differences_without_witness": [
            {"rulesets": [one, other], "parameter": leaf} for one, other, leaf in unwitnessed
        ],
        "clauses": [
            {
                "clause": row.clause.name,
                "state": row.state,
                "why": row.why,
                "accepted": list(row.accepted),
                "refused": list(row.refused),
                "boundary": list(row.boundary),
            }
            for row in rows
        ],
    }
