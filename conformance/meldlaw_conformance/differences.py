"""Where two rulesets differ, and the positions that show it."""

from __future__ import annotations

from itertools import combinations
from typing import Any, NamedTuple

from .rulesets import Resolved, resolve
from .spec import Ruleset, Spec
from .suite import Suite


class Difference(NamedTuple):
    """A parameter that differs between two rulesets: both values with their sources (None and
    empty where a ruleset has no such rule), the positions that show it, and, where none can, why.
    """

    leaf: str
    one: Any
    by_one: str
    other: Any
    by_other: str
    witnesses: tuple[str, ...]
    unseen: str


def compare(suite: Suite, one: Resolved, other: Resolved) -> list[Difference]:
    """Every parameter that differs, in the order of the vocabulary."""
    found = []
    for leaf, parameter in suite.spec.parameters.items():
        mine, theirs = one.values.get(leaf), other.values.get(leaf)
        if type(mine) is type(theirs) and mine == theirs:
            continue
        found.append(
            Difference(
                leaf, mine, one.cites.get(leaf, ""), theirs, other.cites.get(leaf, ""),
                witnesses(suite, leaf, mine, theirs), parameter.unseen.get("en", ""),
            )
        )  # fmt: skip
    return found


def witnesses(suite: Suite, leaf: str, one: Any, other: Any) -> tuple[str, ...]:
    """The positions that show what two values of a parameter make different: run in a ruleset
    that has the one and in a ruleset that has the other, whichever these are."""
    found: dict[str, set[str]] = {}
    for scenario in suite.scenarios:
        if leaf in scenario.shows:
            value = suite.spec.rulesets[scenario.ruleset].values.get(leaf)
            found.setdefault(scenario.witness, set()).add(repr(value))
    return tuple(id_ for id_, values in found.items() if {repr(one), repr(other)} <= values)


def unwitnessed(suite: Suite) -> list[tuple[str, str, str]]:
    """The differences between any two rulesets that a position could show and none does."""
    spec = suite.spec
    found = []
    for one, other in combinations(spec.rulesets.values(), 2):
        for row in compare(suite, resolve(spec, one), resolve(spec, other)):
            if row.witnesses or row.unseen or _follows(spec, row.leaf, one, other):
                continue
            found.append((one.id, other.id, row.leaf))
    return found


def _follows(spec: Spec, leaf: str, one: Ruleset, other: Ruleset) -> bool:
    """Whether only one of two rulesets has a parameter at all, because its law has a chapter that
    the other lacks: that is the difference, and has its own witness."""
    parameter = spec.parameters[leaf]
    return parameter.belongs_to(one.values) != parameter.belongs_to(other.values)


def as_json(one: Resolved, other: Resolved, rows: list[Difference]) -> dict[str, Any]:
    """The differences as data, see ``spec/schema/diff.schema.json``."""
    return {
        "rulesets": [
            {
                "id": resolved.id,
                "version": resolved.version,
                "readings": dict(resolved.readings),
                "options": list(resolved.options),
            }
            for resolved in (one, other)
        ],
        "differences": [
            {
                "parameter": row.leaf,
                "values": [row.one, row.other],
                "sources": [row.by_one or None, row.by_other or None],
                "witnesses": list(row.witnesses),
                **({"unseen": row.unseen} if row.unseen else {}),
            }
            for row in rows
        ],
    }
