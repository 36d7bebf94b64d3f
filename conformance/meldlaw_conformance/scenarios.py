"""Scenarios: read, checked, and unfolded into the single situations that are run.

A scenario with ``cases`` unfolds into one situation a case (``parent/case``), and one whose
outcome depends on a ruling into one for each reading (``...@reading``). A *difference* is one
position with the same acts in several rulesets and unfolds into one situation for each.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from meldlaw_engine.positions import player, side, tables_for

from .acts import INCIDENTS, Act, cards_of, from_scenario, is_plain
from .cache import Cache
from .files import Document, nearest
from .filler import split_hand, turn_of
from .places import SCENARIOS, shown
from .problems import Problem
from .spec import Ruleset, Ruling, Spec

CLASSES = ("core", "scoring", "incidents", "information", "setup")
"""The conformance classes."""

_NOT_AT_A_DEAL = {
    "turn", "melds", "pile", "red_threes", "aside", "had_turn", "has_melded", "opened", "dealer",
    "pile_taken", "dealing", "penalty_cards", "penalties", "raised", "warned",
}  # fmt: skip
DIFFERENCES = "differences"
"""The folder of the positions that are run in several rulesets."""
_METHODS = {"match": "match", "draws": "seats", "sheet": "sheet"}


class Expected(NamedTuple):
    """One judged act: who, what, and the codes with which it is to be refused (empty: it is to
    be accepted). With ``all_reasons`` the codes are every true reason, otherwise some of them."""

    player: str
    act: Act
    refused: tuple[str, ...]
    all_reasons: bool
    answers: Any = None
    """What a question is to be answered with; None where that is not judged."""


class Scenario(NamedTuple):
    """One situation that is run."""

    id: str
    parent: str
    file: str
    line: int
    title: Mapping[str, str]
    question: Mapping[str, str]
    why: Mapping[str, str]
    text: str
    ruleset: str
    clauses: tuple[str, ...]
    klass: str
    given: Mapping[str, Any]
    lead: tuple[tuple[str, Act], ...]
    steps: tuple[Expected, ...]
    then: Mapping[str, Any]
    boundary: str
    ruling: str
    reading: str
    """The reading under which this outcome holds; empty for the adopted one."""
    depends: tuple[str, ...]
    """Further rulings whose adopted reading the outcome presupposes."""
    options: tuple[str, ...] = ()
    """The optional rules under which this holds."""
    witness: str = ""
    """The difference between rulesets that this situation belongs to; empty for none."""
    shows: tuple[str, ...] = ()
    """The parameters whose difference it makes visible."""

    @property
    def clause_names(self) -> tuple[str, ...]:
        """The full names of its clauses, as in ``canasta-intl:14.b``; the deciding one first."""
        return tuple(f"{self.text}:{clause}" for clause in self.clauses)

    @property
    def method(self) -> str:
        """What is asked: a `run` of a position or of a deal, a `match` after a deal, or what a
        draw for `seats` decides."""
        return next((m for key, m in _METHODS.items() if key in self.given), "run")

    @property
    def needs(self) -> list[str]:
        """What a program must be able to express beyond hands, melds, pile, stock and scores:
        ``ask`` for leave to go out, cards put ``aside``, ``incidents``: faults and questions."""
        asks = any(act["act"] in ("ask", "answer") for act in self.acts)
        aside = "aside" in self.given
        faults = any(act["act"] in INCIDENTS for act in self.acts)
        wants = (("ask", asks), ("aside", aside), ("incidents", faults))
        return [need for need, wanted in wants if wanted]

    @property
    def acts(self) -> list[Act]:
        """All acts, also those that are only tried at the end."""
        tried = [e.act for e in self.tried()]
        return [act for _, act in self.lead] + [e.act for e in self.steps] + tried

    @property
    def actors(self) -> frozenset[str]:
        """The players whose acts could hang on more cards than those named, also those whose acts
        are only tried at the end: all but those who merely draw, discard, point out and ask."""
        rows = [*self.lead, *((row.player, row.act) for row in (*self.steps, *self.tried()))]
        return frozenset(name for name, act in rows if not is_plain(act))

    def tried(self) -> list[Expected]:
        """The acts tried on the final position without being carried out."""
        rows = [*self.then.get("allowed", ()), *self.then.get("forbidden", ())]
        return [expected(row) for row in rows]

    @property
    def shows_refusal(self) -> bool:
        """Whether an act of this situation is to be refused."""
        return any(e.refused for e in self.steps) or "forbidden" in self.then

    @property
    def shows_acceptance(self) -> bool:
        """Whether this situation shows something that is lawful."""
        accepted = any(not e.refused for e in self.steps) or "allowed" in self.then
        return accepted or not self.shows_refusal


def expected(row: Mapping[str, Any]) -> Expected:
    """A judged act from its row in the file."""
    name = next(key for key in row if key[0] == "P")
    refused = row.get("refused", row.get("among", ()))
    codes = (refused,) if isinstance(refused, str) else tuple(refused)
    answers = row.get("answers")
    if isinstance(answers, str):
        answers = answers.split()
    return Expected(name, from_scenario(row[name]), codes, "among" not in row, answers)


def _acts(one: Mapping[str, Any]) -> list[Any]:
    """Who does what, without what comes of it."""
    return [
        {key: act for key, act in step.items() if key[0] == "P"} for step in one.get("when", ())
    ]


def _outcome(one: Mapping[str, Any]) -> Any:
    """What comes of the acts."""
    steps = [
        (step.get("refused", step.get("among", "")), step.get("answers"))
        for step in one.get("when", ())
    ]
    return steps, one.get("then", {})


def _merged(given: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """``given`` with the changes of a case: zones by player or side are changed entry by entry,
    everything else is replaced."""
    merged = dict(given)
    for key, value in changes.items():
        if isinstance(value, dict) and isinstance(merged.get(key), dict) and key != "turn":
            merged[key] = {**merged[key], **value}
        else:
            merged[key] = value
    return merged


def _lead_of(given: Mapping[str, Any], rows: Iterable[Mapping[str, Any]]) -> list[tuple[str, Act]]:
    name, drew = turn_of(given)
    lead: list[tuple[str, Act]] = [(name, {"act": "draw"})] if drew else []
    for row in rows:
        step = expected(row)
        lead.append((step.player, step.act))
    return lead


class _Loader:
    def __init__(self, spec: Spec, cache: Cache) -> None:
        self.spec, self.cache = spec, cache
        self.problems: list[Problem] = []
        self.found: list[Scenario] = []
        self.places: dict[str, str] = {}

    def load(self, path: Path) -> None:
        differences = path.parent.name == DIFFERENCES
        document, problems = self.cache.load(path, "differences" if differences else "scenarios")
        self.problems += problems
        if document is None:
            return
        for i, row in enumerate(document.data):
            if self.is_new(document, i, row["id"]):
                (self.difference if differences else self.scenario)(document, i, row)

    def is_new(self, document: Document, i: int, id_: str) -> bool:
        """Whether an id is not taken yet; it is from now on."""
        line, column = document.marks[(i, "id")]
        if id_ in self.places:
            self.problems.append(
                document.problem((i, "id"), f"the id {id_!r} is taken", f"see {self.places[id_]}")
            )
            return False
        self.places[id_] = f"{document.file}:{line}:{column}"
        return True

    def ruleset(self, document: Document, path: tuple[str | int, ...], name: str) -> Ruleset | None:
        """The ruleset of this name, or a problem at ``path``."""
        ruleset = self.spec.rulesets.get(name)
        if ruleset is None:
            hint = nearest(name, self.spec.rulesets)
            self.problems.append(document.problem(path, f"no ruleset {name!r}", hint))
        return ruleset

    def check_clauses(
        self,
        document: Document,
        path: tuple[str | int, ...],
        row: Mapping[str, Any],
        ruleset: Ruleset,
    ) -> None:
        for j, clause in enumerate(row["clauses"]):
            if f"{ruleset.text}:{clause}" not in self.spec.clauses:
                known = [c.id for c in self.spec.clauses_of(ruleset.text)]
                self.problems.append(
                    document.problem(
                        (*path, "clauses", j), f"no clause {clause!r}", nearest(clause, known)
                    )
                )

    def difference(self, document: Document, i: int, row: Mapping[str, Any]) -> None:
        """One position in several rulesets: the acts are the same, the outcomes are not, and
        each parameter shown differs between two of them."""
        inside = row["in"]
        line = document.marks[(i, "id")][0]
        rulesets = {name: self.ruleset(document, (i, "in", name), name) for name in inside}
        for j, leaf in enumerate(row["shows"]):
            if leaf not in self.spec.parameters:
                hint = nearest(leaf, self.spec.parameters)
                told = f"no parameter {leaf!r}"
                self.problems.append(document.problem((i, "shows", j), told, hint))
            elif len({repr(r.values.get(leaf)) for r in rulesets.values() if r}) < 2:
                self.problems.append(
                    document.problem((i, "shows", j), f"{leaf} is the same in these rulesets")
                )
        for what, told in (("acts", "the acts differ"), ("outcome", "the outcomes are the same")):
            found = {
                repr(_acts(one) if what == "acts" else _outcome(one)) for one in inside.values()
            }
            if (len(found) > 1) == (what == "acts"):
                hint = "one position, the same acts, another outcome"
                self.problems.append(document.problem((i, "in"), told, hint))
        for name, one in inside.items():
            ruleset = rulesets[name]
            if ruleset is None:
                continue
            path = (i, "in", name)
            self.check_clauses(document, path, one, ruleset)
            whole = {**row, **one}
            id_ = f"{name}/{row['id'].replace('/', '-')}"
            self.unfold(
                document, path, whole, id_, {"id": id_}, line, ruleset.text, ruleset.id,
                row["id"], tuple(row["shows"]),
            )  # fmt: skip

    def scenario(self, document: Document, i: int, row: Mapping[str, Any]) -> None:
        id_ = row["id"]
        line = document.marks[(i, "id")][0]
        ruleset = self.ruleset(document, (i, "id"), id_.split("/")[0])
        if ruleset is None:
            return
        self.check_clauses(document, (i,), row, ruleset)
        if "cases" not in row:
            self.unfold(document, (i,), row, id_, row, line, ruleset.text, ruleset.id)
            return
        for case, change in row["cases"].items():
            path = (i, "cases", case)
            whole = {**row, **change}
            whole["given"] = _merged(row["given"], change.get("given", {}))
            at = document.marks[path][0]
            self.unfold(document, path, whole, f"{id_}/{case}", row, at, ruleset.text, ruleset.id)

    def unfold(
        self,
        document: Document,
        path: tuple[str | int, ...],
        row: Mapping[str, Any],
        id_: str,
        parent: Mapping[str, Any],
        line: int,
        text: str,
        ruleset: str,
        witness: str = "",
        shows: tuple[str, ...] = (),
    ) -> None:
        when, then = row.get("when", ()), row.get("then", {})
        if not when and not then:
            self.problems.append(
                document.problem(path, "nothing is judged", "add `when` or `then`")
            )
            return
        ruling, readings = row.get("ruling", ""), row.get("readings", {})
        if readings and not ruling:
            self.problems.append(
                document.problem((*path, "readings"), "readings of which ruling?", "add `ruling`")
            )
            return
        if ruling:
            self.check_ruling(document, path, text, ruling, readings)
        for j, other in enumerate(row.get("depends", ())):
            if f"{text}:{other}" not in self.spec.options:
                self.known_ruling(document, (*path, "depends", j), text, other)
        options = tuple(row.get("under", {}).get("options", ()))
        for j, option in enumerate(options):
            if f"{text}:{option}" not in self.spec.options:
                known = [o.id for o in self.spec.options.values() if o.text == text]
                where = (*path, "under", "options", j)
                hint = nearest(option, known)
                self.problems.append(document.problem(where, f"no option {option!r}", hint))
                return
        variants: list[tuple[str, tuple[str | int, ...], Mapping[str, Any]]] = [("", path, row)]
        for reading, change in readings.items():
            changed = {**row, **change, "boundary": ""}
            if "when" in change and "then" not in change:
                changed["then"] = {}
            variants.append((reading, (*path, "readings", reading), changed))
        for reading, where, whole in variants:
            when, then, lead = whole.get("when", ()), whole.get("then", {}), whole.get("lead", ())
            if not self.check_steps(document, where, when, lead, then):
                return
            if not self.check_kind(document, where, whole, self.spec.rulesets[ruleset]):
                return
            scenario = Scenario(
                f"{id_}@{reading}" if reading else id_, parent["id"], document.file, line,
                row["title"], row.get("question", {}), row.get("why", {}), text, ruleset,
                tuple(row["clauses"]), row["class"], row["given"],
                tuple(_lead_of(row["given"], lead)), tuple(map(expected, when)), then,
                whole.get("boundary", ""), ruling, reading, tuple(row.get("depends", ())),
                options, witness, shows,
            )  # fmt: skip
            self.check_hands(document, where, scenario)
            self.found.append(scenario)

    def check_steps(
        self,
        document: Document,
        path: tuple[str | int, ...],
        when: Sequence[Mapping[str, Any]],
        lead: Sequence[Mapping[str, Any]],
        then: Mapping[str, Any],
    ) -> bool:
        """Each step has one player and known codes; False if they cannot be read at all."""
        groups: list[tuple[tuple[str, ...], Sequence[Mapping[str, Any]]]] = [
            (("when",), when),
            (("lead",), lead),
            (("then", "allowed"), then.get("allowed", ())),
            (("then", "forbidden"), then.get("forbidden", ())),
        ]
        readable = True
        for group, steps in groups:
            for k, step in enumerate(steps):
                where = (*path, *group, k)
                refused = "refused" in step or "among" in step
                if sum(key[0] == "P" for key in step) != 1:
                    self.problems.append(
                        document.problem(where, "a step has one player", "as in {P1: draw}")
                    )
                    readable = False
                codes = step.get("refused", step.get("among", ()))
                for code in (codes,) if isinstance(codes, str) else codes:
                    if code not in self.spec.codes:
                        hint = nearest(code, self.spec.codes)
                        self.problems.append(
                            document.problem(where, f"no refusal code {code!r}", hint)
                        )
                if group[0] == "then" and refused != (group[1] == "forbidden"):
                    need = "needs" if group[1] == "forbidden" else "has no"
                    self.problems.append(
                        document.problem(where, f"a step below {group[1]} {need} `refused`")
                    )
        return readable

    def known_ruling(
        self, document: Document, path: tuple[str | int, ...], text: str, ruling_id: str
    ) -> Ruling | None:
        """The ruling of this id, or a problem at ``path``."""
        ruling = self.spec.rulings.get(f"{text}:{ruling_id}")
        if ruling is None:
            known = [r.id for r in self.spec.rulings.values() if r.text == text]
            self.problems.append(
                document.problem(path, f"no ruling {ruling_id!r}", nearest(ruling_id, known))
            )
        return ruling

    def check_ruling(
        self,
        document: Document,
        path: tuple[str | int, ...],
        text: str,
        ruling_id: str,
        readings: Mapping[str, Any],
    ) -> None:
        ruling = self.known_ruling(document, (*path, "ruling"), text, ruling_id)
        if ruling is None:
            return
        runs = [r.id for r in ruling.readings if r.sets]
        for reading in readings:
            if reading not in runs:
                self.problems.append(
                    document.problem(
                        (*path, "readings", reading),
                        f"{ruling_id} has no reading {reading!r} that runs",
                        nearest(reading, runs),
                    )
                )

    def check_kind(
        self,
        document: Document,
        path: tuple[str | int, ...],
        row: Mapping[str, Any],
        ruleset: Ruleset,
    ) -> bool:
        """What a position, a deal, a match and a draw for seats may hold, and who plays here;
        False if the scenario cannot be run."""
        found = len(self.problems)
        given, then = row["given"], row.get("then", {})
        tables = tables_for(ruleset.values["seats.sides"], ruleset.values["seats.acting"])
        players = {player(seat) for seat in range(len(tables))}
        sides = {side(table) for table in tables}

        def fault(where: Iterable[str | int], what: str, hint: str = "") -> None:
            self.problems.append(document.problem((*path, *where), what, hint))

        kind = next((k for k in (*_METHODS, "deal") if k in given), "position")
        wanted = _METHODS.get(kind)
        for key in _METHODS.values():
            if (key in then) != (key == wanted):
                told = f"given.{kind} is judged by then.{wanted}" if wanted else "not judged here"
                fault(("then",), f"then.{key}: {told}")
        if wanted and (set(given) - {kind} or row.get("when") or row.get("lead")):
            fault(("given",), f"beside given.{kind} nothing is given or done")
        if kind == "deal":
            for key in set(given) & _NOT_AT_A_DEAL:
                fault(("given", key), f"{key} does not exist before a deal", "leave it out")
            if not given.get("stock", "...").endswith("..."):
                fault(("given", "stock"), "the stock of a deal is whole", 'end it with " ..."')
        if kind == "match":
            for key in ("scores", "counts"):
                for name in set(given["match"][key]) - sides:
                    told = f"side {name} does not play here"
                    fault(("given", "match", key), told, ", ".join(sorted(sides)))
        if kind == "draws":
            for name, cards in given["draws"].items():
                if not cards:
                    fault(("given", "draws", name), f"{name} has drawn nothing")
        named = [given.get("dealer"), given.get("deal", {}).get("dealer")]
        named += [given.get("match", {}).get("dealer"), then.get("turn"), turn_of(given)[0]]
        named += [*given.get("had_turn", ()), *given.get("has_melded", ())]
        for key in ("when", "lead"):
            named += [name for step in row.get(key, ()) for name in step if name[0] == "P"]
        for key in ("allowed", "forbidden"):
            named += [name for step in then.get(key, ()) for name in step if name[0] == "P"]
        for zone in (given, then):
            for key in ("hands", "red_threes", "penalty_cards", "lying", "apart", "duties"):
                named += zone.get(key, {})
            for key in ("scores", "melds", "minimum", "opened", "penalties", "raised"):
                for name in set(zone.get(key, {})) - sides:
                    fault((), f"side {name} does not play here", ", ".join(sorted(sides)))
        for name in dict.fromkeys(n for n in named if n is not None and n not in players):
            fault((), f"{name} does not play here", ", ".join(sorted(players)))
        return len(self.problems) == found

    def check_hands(
        self, document: Document, path: tuple[str | int, ...], scenario: Scenario
    ) -> None:
        """What a filled card could decide: acting with a card that is not named, or judging a
        hand that is filled."""
        hands = scenario.given.get("hands", {})
        drawn = scenario.given.get("stock", "").split() + scenario.given.get("pile", "").split()
        told = set()
        held: dict[str, list[str]] = {}
        rows = [(name, act, ()) for name, act in scenario.lead]
        for name, act, refused in [*rows, *((e.player, e.act, e.refused) for e in scenario.steps)]:
            named, more = split_hand(hands.get(name, "+ 1"))
            mine = held.setdefault(name, named)
            if "not-in-hand" in refused:
                continue
            left = list(mine)
            for card in cards_of(act):
                if card in left:
                    left.remove(card)
                elif more is not None and (name, card) not in told:
                    told.add((name, card))
                    self.problems.append(
                        document.problem(
                            path, f"{name} acts with {card}, which his hand does not name",
                            f"name it in given.hands.{name}, or in given.stock if he draws it",
                        )
                    )  # fmt: skip
            if refused:
                continue
            if act["act"] in ("draw", "take_pile", *INCIDENTS):
                left = list(mine) if act["act"] == "fault" else left
                left += drawn  # from here on he may hold any of the cards named there
            held[name] = left
        for name in scenario.then.get("hands", {}):
            if name not in hands or split_hand(hands[name])[1] is not None:
                self.problems.append(
                    document.problem(
                        (*path, "then", "hands", name),
                        f"the hand of {name} is filled and cannot be compared",
                        "name it exactly in given.hands",
                    )
                )
        ruleset = self.spec.rulesets[scenario.ruleset]
        tables = tables_for(ruleset.values["seats.sides"], ruleset.values["seats.acting"])
        for seat, table in enumerate(tables):
            who, name = player(seat), side(table)
            if name not in scenario.then.get("scores", {}):
                continue
            if who not in hands or split_hand(hands[who])[1] is not None:
                self.problems.append(
                    document.problem(
                        (*path, "then", "scores", name),
                        f"the score of side {name} depends on the filled hand of {who}",
                        f"name it exactly in given.hands.{who}",
                    )
                )


def load_scenarios(
    spec: Spec, paths: Sequence[Path] = (SCENARIOS,), cache: Cache | None = None
) -> tuple[list[Scenario], list[Problem]]:
    """Every situation below ``paths`` (files or folders), in order, and every problem."""
    own = cache or Cache()
    loader = _Loader(spec, own)
    for path in paths:
        try:
            there = path.exists()
            files = sorted(path.rglob("*.yaml")) if path.is_dir() else [path]
        except (OSError, RuntimeError) as error:
            loader.problems.append(Problem(shown(path), 0, 0, f"cannot be read: {error}"))
            continue
        if not there or not files:
            what = "holds no scenario file (*.yaml)" if there else "does not exist"
            loader.problems.append(Problem(shown(path), 0, 0, what))
        for file in files if there else ():
            loader.load(file)
    if cache is None:
        own.save()
    return loader.found, sorted(set(loader.problems))
