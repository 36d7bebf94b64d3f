"""Resolving a ruleset: the base and its overlays, later layers over earlier ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from meldlaw_engine.positions import side, tables_for
from meldlaw_engine.rules import Rules, RulesError, rules_from

from .files import nearest
from .spec import Option, Reading, Ruleset, Spec


class OverlayError(ValueError):
    """A choice of readings and options that cannot be resolved; the message says why."""


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
    options: tuple[str, ...] = ()
    """The optional rules that are played."""

    @cached_property
    def rules(self) -> Rules:
        """The typed rules for the engine."""
        return rules_from(self.values, self.cites)

    @property
    def sides(self) -> tuple[str, ...]:
        """The names of the sides that have a column on the score sheet, in the order of it."""
        tables = tables_for(self.values["seats.sides"], self.values["seats.acting"])
        return tuple(side(table) for table in sorted(set(tables)))


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


class Overlay(NamedTuple):
    """Some parameters set anew: as it is named, and for each the full name of its source."""

    name: str
    sets: Mapping[str, Any]
    sources: Mapping[str, str]


def _readings(spec: Spec, ruleset: Ruleset, readings: Mapping[str, str]) -> list[Overlay]:
    """The overlays of the chosen readings that are not the adopted ones."""
    found = []
    text = ruleset.text
    for ruling_id, reading_id in sorted(readings.items()):
        reading = find_reading(spec, text, ruling_id, reading_id)
        if reading.adopted:
            continue
        where = spec.rulings[f"{text}:{ruling_id}"].rulesets
        if where and ruleset.id not in where:
            told = f"reading {ruling_id}={reading_id} does nothing in {ruleset.id}"
            raise OverlayError(f"{told}; it is one of {', '.join(where)}")
        if not reading.sets:
            raise OverlayError(f"reading {ruling_id}={reading_id} has no overlay to run under")
        sources = dict.fromkeys(reading.sets, f"{text}:{ruling_id}")
        found.append(Overlay(f"{ruling_id}={reading_id}", reading.sets, sources))
    return found


def _options(spec: Spec, ruleset: Ruleset, options: Iterable[str]) -> list[Overlay]:
    """The overlays of the optional rules that are played."""
    found = []
    text = ruleset.text
    for id_ in sorted(options):
        option = spec.options.get(f"{text}:{id_}")
        if option is None:
            known = [o.id for o in spec.options.values() if o.belongs_to(ruleset)]
            raise OverlayError(f"{text} has no option {id_!r}; {nearest(id_, known)}")
        if not option.belongs_to(ruleset):
            where = ", ".join(option.rulesets)
            raise OverlayError(f"option {id_} does nothing in {ruleset.id}; it is one of {where}")
        sources = {leaf: option.source_of(leaf) for leaf in option.sets}
        found.append(Overlay(id_, option.sets, sources))
    return found


def resolve(
    spec: Spec,
    ruleset: Ruleset,
    readings: Mapping[str, str] | None = None,
    options: Iterable[str] = (),
) -> Resolved:
    """``ruleset`` under the given readings (ruling id to reading id) and optional rules.

    Options go over readings, and house rules over options. Two overlays of one layer may set one
    leaf only to the same value. Raises OverlayError otherwise, for an unknown choice, for a reading
    that no engine can follow, and for an overlay that changes nothing here.
    """
    values = dict(ruleset.values)
    cites = {leaf: f"{ruleset.text}:{source}" for leaf, source in ruleset.sources.items()}
    chosen = _readings(spec, ruleset, readings or {})
    played = _options(spec, ruleset, options)
    ours = [o for o in played if spec.options[f"{ruleset.text}:{o.name}"].house]
    for layer in (chosen, [o for o in played if o not in ours], ours):
        _lay_over(spec, ruleset, layer, values, cites)
    try:
        resolved = Resolved(
            ruleset.id, ruleset.text, ruleset.version, values, cites,
            dict(overlay.name.split("=") for overlay in chosen),
            tuple(overlay.name for overlay in played),
        )  # fmt: skip
        _ = resolved.rules
    except RulesError as error:
        raise OverlayError(f"{ruleset.id}: {error}") from None
    return resolved


def readings_in(spec: Spec, ruleset: Ruleset) -> list[tuple[str, Reading]]:
    """The readings that change something in a ruleset, with their rulings."""
    found = []
    for ruling in spec.rulings.values():
        if ruling.text == ruleset.text:
            for reading in ruling.readings:
                if reading.sets and _changes(spec, ruleset, {ruling.id: reading.id}, ()):
                    found.append((ruling.id, reading))
    return found


def options_in(spec: Spec, ruleset: Ruleset) -> list[Option]:
    """The optional rules that change something in a ruleset."""
    return [
        option
        for option in spec.options.values()
        if option.belongs_to(ruleset) and _changes(spec, ruleset, {}, (option.id,))
    ]


def _changes(
    spec: Spec, ruleset: Ruleset, readings: Mapping[str, str], options: Iterable[str]
) -> bool:
    try:
        resolve(spec, ruleset, readings, options)
    except OverlayError:
        return False
    return True


def _lay_over(
    spec: Spec,
    ruleset: Ruleset,
    layer: list[Overlay],
    values: dict[str, Any],
    cites: dict[str, str],
) -> None:
    """Set the leaves of a layer's overlays, each with its source."""
    by: dict[str, Overlay] = {}
    before = dict(values)
    for overlay in layer:
        for leaf, value in overlay.sets.items():
            if not spec.parameters[leaf].belongs_to(before):
                raise OverlayError(f"{overlay.name} sets {leaf}, which {ruleset.id} does not have")
            other = by.setdefault(leaf, overlay)
            if other.sets[leaf] != value:
                raise OverlayError(
                    f"{other.name} sets {leaf} to {other.sets[leaf]!r} and {overlay.name} to "
                    f"{value!r}: choose one"
                )
            values[leaf] = value
            cites[leaf] = overlay.sources[leaf]
        if all(before.get(leaf) == value for leaf, value in overlay.sets.items()):
            raise OverlayError(f"{overlay.name} changes nothing in {ruleset.id}")
