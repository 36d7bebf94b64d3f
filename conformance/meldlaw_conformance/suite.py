"""The suite: spec and scenarios loaded together, and what is selected of them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from .cache import Cache
from .filler import FillError, fill, pack_order
from .judge import request_for
from .places import SCENARIOS, SPEC
from .problems import Problem, Unusable
from .rulesets import OverlayError, Resolved, resolve
from .scenarios import Scenario, load_scenarios
from .spec import Spec, load_spec

Readings = Mapping[str, Mapping[str, str]]
"""Chosen readings, where not the adopted ones: for each text, reading by ruling."""
Options = Mapping[str, frozenset[str]]
"""The optional rules that are played, for each text."""


@dataclass
class Suite:
    """Spec, scenarios, and the resolved rulesets by ruleset, ruling and reading."""

    spec: Spec
    scenarios: list[Scenario]

    def __post_init__(self) -> None:
        self._resolved: dict[tuple[str, str, str, frozenset[str]], Resolved] = {}
        self._requests: dict[tuple[str, int], dict[str, object]] = {}
        self._chosen: Readings = {}
        self._played: Options = {}
        self.left_out: dict[str, OverlayError] = {}
        """The rulesets in which what is chosen does nothing, each with the reason."""

    def choose(self, readings: Readings, options: Options | None = None) -> None:
        """Judge everything under these readings, by text and ruling, in place of the adopted
        ones, and with these optional rules. Raises OverlayError if they do not go together."""
        self._chosen = readings
        self._played = options or {}
        self._resolved.clear()
        self._requests.clear()
        self.left_out = {}
        for text in self.spec.played():
            mine = [r for r in self.spec.rulesets.values() if r.text == text]
            for ruleset in mine:
                played = self._played.get(text, frozenset())
                try:
                    resolve(self.spec, ruleset, readings.get(text, {}), played)
                except OverlayError as error:
                    self.left_out[ruleset.id] = error
            if all(ruleset.id in self.left_out for ruleset in mine):
                raise self.left_out[mine[0].id]

    def rules_of(self, scenario: Scenario) -> Resolved:
        """The ruleset under which a scenario is judged: its own, with the overlays of its reading
        and of the options it stands under."""
        played = self._played.get(scenario.text, frozenset()) | set(scenario.options)
        ruling = scenario.ruling if scenario.reading else ""
        key = (scenario.ruleset, ruling, scenario.reading, played)
        if key not in self._resolved:
            readings = dict(self._chosen.get(scenario.text, {}))
            if scenario.reading:
                readings[scenario.ruling] = scenario.reading
            ruleset = self.spec.rulesets[scenario.ruleset]
            self._resolved[key] = resolve(self.spec, ruleset, readings, played)
        return self._resolved[key]

    def request(self, scenario: Scenario, filling: int = 0) -> dict[str, object]:
        """The request that puts a scenario to an implementation. Raises FillError."""
        key = (scenario.id, filling)
        if key not in self._requests:
            self._requests[key] = build_request(self.rules_of(scenario), scenario, filling)
        return self._requests[key]


def build_request(resolved: Resolved, scenario: Scenario, filling: int = 0) -> dict[str, object]:
    """The request that puts a scenario under a resolved ruleset. Raises FillError."""
    position = None
    if scenario.method == "run":
        build = pack_order if "deal" in scenario.given else fill
        position = build(resolved.rules, scenario.given, scenario.acts, scenario.actors, filling)
    return request_for(scenario, resolved, position)


def content_hash(scenario_paths: Sequence[Path] = ()) -> str:
    """A hash of spec and scenarios, so that two reports can be told to be of the same suite."""
    found = hashlib.sha256()
    for root in (SPEC, *(scenario_paths or (SCENARIOS,))):
        files = sorted(root.rglob("*.yaml")) if root.is_dir() else [root]
        for file in files:
            name = file.relative_to(root).as_posix() if file != root else file.name
            content = file.read_bytes()
            found.update(f"{name} {len(content)}\n".encode())
            found.update(content)
    return f"sha256:{found.hexdigest()}"


def load_suite(
    spec_root: Path = SPEC, scenario_paths: Sequence[Path] = (SCENARIOS,)
) -> tuple[Suite, list[Problem]]:
    """Everything, with every problem found."""
    cache = Cache()
    spec, problems = load_spec(spec_root, cache)
    scenarios, more = load_scenarios(spec, scenario_paths, cache)
    cache.save()
    return Suite(spec, scenarios), sorted([*problems, *more])


def usable_suite(scenario_paths: Sequence[Path] = (SCENARIOS,)) -> Suite:
    """The suite, or Unusable with every problem."""
    suite, problems = load_suite(SPEC, scenario_paths)
    errors = [p for p in problems if not p.warning]
    if errors:
        raise Unusable(errors)
    return suite


def unfit(suite: Suite, scenario: Scenario, error: FillError) -> Problem:
    """A filling that does not work out, as a problem of the scenario's file."""
    place = f"given.{'.'.join(map(str, error.path))}" if error.path else "given"
    return Problem(
        scenario.file, scenario.line, 1, f"{scenario.id}: {place}: {error.what}", error.hint
    )


def select(
    scenarios: Iterable[Scenario],
    rulesets: Sequence[str] = (),
    clauses: Sequence[str] = (),
    classes: Sequence[str] = (),
    words: str = "",
    ids: Sequence[str] = (),
    readings: Readings | None = None,
    options: Options | None = None,
) -> list[Scenario]:
    """The scenarios that fit all of the filters given.

    A clause is named by id (``14.b``, with everything beneath it: ``14``) or with its text.
    ``readings`` chooses one reading a ruling for each text; without it every reading is kept.
    With ``options`` only what needs no other optional rule than these is kept.
    """
    found = []
    for scenario in scenarios:
        if rulesets and scenario.ruleset not in rulesets:
            continue
        if classes and scenario.klass not in classes:
            continue
        if (
            words
            and words.lower() not in f"{scenario.id} {' '.join(scenario.title.values())}".lower()
        ):
            continue
        if ids and scenario.id not in ids and scenario.parent not in ids:
            continue
        if clauses and not any(_under(c, scenario) for c in clauses):
            continue
        if readings is not None and scenario.ruling:
            chosen = readings.get(scenario.text, {}).get(scenario.ruling, "")
            if scenario.reading != chosen:
                continue
        if options and not set(scenario.options) <= options.get(scenario.text, frozenset()):
            continue
        found.append(scenario)
    return found


def _under(wanted: str, scenario: Scenario) -> bool:
    text, _, id_ = wanted.rpartition(":")
    if text and text != scenario.text:
        return False
    return any(c == id_ or c.startswith(id_ + ".") for c in scenario.clauses)
