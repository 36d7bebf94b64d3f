"""The trace of a decision: which parameters were consulted, and so which clauses.

Made by running the same functions with a ruleset that writes down what is read of it. Nothing
in the rules knows of it, and nothing is recorded unless it is asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, cast

from .engine import do
from .rules import CHAPTERS, OPTIONAL, Row, Rules, Table, Value, leaf_of
from .state import Deal
from .steps import Step
from .table import act_reasons, apply, is_beyond, refuse


class Consulted(NamedTuple):
    """One parameter read for a decision: leaf, value, source, and whether it spoke against."""

    leaf: str
    value: Value
    source: str
    against: bool


class _Chapter:
    """A chapter's record that notes each leaf read of it."""

    def __init__(self, name: str, record: Any, rules: Rules, seen: dict[str, Value]) -> None:
        self._record, self._seen = record, seen
        self._leaves = {
            field: leaf_of(name, field, rules.values)
            for field in record._fields
            if not isinstance(getattr(record, field), Table | None)
        }

    def __getattr__(self, field: str) -> Any:
        value = getattr(self._record, field)
        if isinstance(value, Table):
            return _Table(value, self._seen)
        if field not in self._leaves:
            return value
        self._seen[self._leaves[field]] = value
        return value


class _Table:
    """A table that notes the row read of it."""

    def __init__(self, table: Table, seen: dict[str, Value]) -> None:
        self._table, self._seen = table, seen

    def exactly(self, figure: int) -> Row | None:
        row = self._table.exactly(figure)
        if row is not None:
            self._seen[row.leaf] = row.value
        return row

    def at(self, figure: int) -> Row:
        row = self._table.at(figure)
        self._seen[row.leaf] = row.value
        return row


class Recorder:
    """Stands where the rules stand and writes into ``seen`` what is read of them."""

    def __init__(self, rules: Rules, seen: dict[str, Value]) -> None:
        self._rules = rules
        self._chapters = {
            name: _Chapter(name, record, rules, seen)
            for name in CHAPTERS
            if (record := getattr(rules, name)) is not None
        }

        self._seen = seen

    def __getattr__(self, name: str) -> Any:
        if name in OPTIONAL:
            leaf = OPTIONAL[name]
            self._seen[leaf] = self._rules.values[leaf]
        return self._chapters.get(name) or getattr(self._rules, name)


def trace(rules: Rules, deal: Deal, seat: int, act: Sequence[Step]) -> list[Consulted]:
    """The parameters consulted for an act, in the order first read, those of its refusal marked.

    The search for a lawful end of the turn reads nearly everything; of it only the parameters
    are told that spoke against the act.
    """
    seen: dict[str, Value] = {}
    recorder = cast(Rules, Recorder(rules, seen))
    now = deal
    for step in act:
        if list(refuse(recorder, now, seat, step)):
            break
        if is_beyond(step):
            now = apply(recorder, now, seat, step).deal
        else:
            now, _ = do(recorder, now, step)
    reasons = act_reasons(rules, deal, seat, act)
    against = dict.fromkeys(refusal.leaf for refusal in reasons if refusal.leaf is not None)
    for leaf in against:
        seen.setdefault(leaf, rules.values[leaf])
    return [
        Consulted(leaf, value, rules.cites[leaf], leaf in against) for leaf, value in seen.items()
    ]
