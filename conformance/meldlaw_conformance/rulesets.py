"""Resolving a ruleset: the base and its overlays, later layers over earlier ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from meldlaw_engine.rules import Rules, RulesError, rules_from

from .files import nearest
from .spec import Reading, Ruleset, Spec


class OverlayError(ValueError):
    """A choice of readings that cannot be resolved; the message says why."""


@dataclass(frozen=True)
class Resolved:
    """A ruleset with its overlays applied: leaves, and for each the full name of its source."""

    id: str
    text: str
    version: str
    values: Mapping[str, Any]
    cites: Mapping[str, str]
    readings: Mapping[str, str]
    """Chosen readings by ruling, where not the adopted one."""

    @cached_property
    def rules(self) -> Rules:
        """The typed rules for the engine."""
        return rules_from(self.values, self.cites)


def find_reading(spec: Spec, text: str, ruling_id: str, reading_id: str) -> Reading:
    """The reading that a choice such as ``C-16=pair-only-if-frozen`` names.

    Raises OverlayError for an unknown ruling or reading, with the nearest known.
    """
    ruling = spec.rulings.get(f"{text}:{ruling_id}")
    if ruling is None:
        known = [r.id for r in spec.rulings.values() if r.text == text]
        raise OverlayError(f"{text} has no ruling {ruling_id!r}; {nearest(ruling_id, known)}")
    for reading in ruling.readings:
        if reading.id == reading_id:
            return reading
    raise OverlayError(
        f"ruling {ruling_id} has no reading {reading_id!r}; "
        + nearest(reading_id, [r.id for r in ruling.readings])
    )


def resolve(spec: Spec, ruleset: Ruleset, readings: Mapping[str, str] | None = None) -> Resolved:
    """``ruleset`` under the given readings (ruling id to reading id).

    Two readings may set one leaf only to the same value. Raises OverlayError otherwise, for an
    unknown choice, and for a reading that no engine can follow.
    """
    values = dict(ruleset.values)
    cites = {leaf: f"{ruleset.text}:{source}" for leaf, source in ruleset.sources.items()}
    layer: dict[str, tuple[Any, str]] = {}
    chosen = {}
    for ruling_id, reading_id in sorted((readings or {}).items()):
        reading = find_reading(spec, ruleset.text, ruling_id, reading_id)
        if reading.adopted:
            continue
        if not reading.sets:
            raise OverlayError(f"reading {ruling_id}={reading_id} has no overlay to run under")
        chosen[ruling_id] = reading_id
        for leaf, value in reading.sets.items():
            if leaf in layer and layer[leaf][0] != value:
                other = layer[leaf][1]
                raise OverlayError(
                    f"{other} sets {leaf} to {layer[leaf][0]!r} and {ruling_id}={reading_id} "
                    f"to {value!r}: choose one"
                )
            layer[leaf] = (value, f"{ruling_id}={reading_id}")
            values[leaf] = value
            cites[leaf] = f"{ruleset.text}:{ruling_id}"
    try:
        resolved = Resolved(ruleset.id, ruleset.text, ruleset.version, values, cites, chosen)
        _ = resolved.rules
    except RulesError as error:
        raise OverlayError(f"{ruleset.id}: {error}") from None
    return resolved
