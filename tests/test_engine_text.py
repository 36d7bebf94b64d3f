"""The engine's own text: no ruleset's name, no figure of the law, only the standard library."""

from __future__ import annotations

import ast
import random
import sys
from pathlib import Path
from typing import cast

import pytest

import meldlaw_engine
from meldlaw_conformance.acts import to_steps
from meldlaw_conformance.reference import start_of
from meldlaw_conformance.rulesets import resolve
from meldlaw_conformance.spec import Spec
from meldlaw_conformance.suite import Suite
from meldlaw_engine import engine, match, table
from meldlaw_engine.cards import parse_cards
from meldlaw_engine.deal import deal_cards, shuffled
from meldlaw_engine.irregularities.counting import put_right
from meldlaw_engine.listing import legal_actions, questions
from meldlaw_engine.positions import seat_of
from meldlaw_engine.rules import CHAPTERS, Rules, Value
from meldlaw_engine.scoring import score
from meldlaw_engine.seating import seating
from meldlaw_engine.steps import Take
from meldlaw_engine.trace import Recorder
from meldlaw_engine.view import view
from random_play import columns

FILES = sorted(Path(meldlaw_engine.__file__).parent.rglob("*.py"))
SMALL = {-2, -1, 0, 1, 2}
"""Numbers that count places and signs."""
NUMBERED = {"cards.py", "state.py"}
"""Where ranks and suits, and the phases of a turn, have their numbers."""


def _texts(file: Path) -> list[str]:
    """The text constants of a file that are not docstrings."""
    tree = ast.parse(file.read_text())
    bare = {id(n.value) for n in ast.walk(tree) if isinstance(n, ast.Expr)}
    nodes = (n for n in ast.walk(tree) if isinstance(n, ast.Constant) and id(n) not in bare)
    return [n.value for n in nodes if isinstance(n.value, str)]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_no_name_of_a_ruleset(file: Path, spec: Spec) -> None:
    for text in _texts(file):
        for name in {*spec.rulesets, *spec.texts}:
            assert name not in text


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_no_figure_of_the_law(file: Path) -> None:
    if file.name in NUMBERED:
        return
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Constant) and type(node.value) in (int, float):
            assert node.value in SMALL, f"{file.name}:{node.lineno}: {node.value}"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_only_the_standard_library(file: Path) -> None:
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names = [node.module or ""]
        else:
            continue
        for name in names:
            assert name.split(".")[0] in sys.stdlib_module_names, f"{file.name} imports {name}"


def test_vocabulary_and_engine_have_the_same_parameters(spec: Spec) -> None:
    fields = {
        (chapter, name.removesuffix("_")): "Table" in str(kind)
        for chapter, record in CHAPTERS.items()
        for name, kind in record.__annotations__.items()
    }
    seen = set()
    for leaf in spec.parameters:
        chapter, _, rest = leaf.partition(".")
        name = rest.replace(".", "_")
        tables = [n for (c, n), table in fields.items() if c == chapter and table]
        found = (
            name
            if (chapter, name) in fields
            else next((n for n in tables if name.startswith(n + "_")), None)
        )
        assert found is not None, f"no rule has a place for {leaf}"
        seen.add((chapter, found))
    assert seen == set(fields)


def test_every_parameter_is_read(spec: Spec, suite: Suite) -> None:
    """A leaf that no rule reads would be a promise nobody keeps. A leaf that allows one value only
    is there to be cited; the values of the cards are read as one table."""
    seen: dict[str, Value] = {}
    for seed, ruleset in enumerate([*spec.rulesets.values()] * 4):
        recorder = cast(Rules, Recorder(resolve(spec, ruleset).rules, seen))
        rng = random.Random(seed)
        deal = deal_cards(recorder, shuffled(recorder, seed), 0, columns(recorder, (0, 1500)))
        red_three = deal._replace(pile=tuple(parse_cards(["3H"])))
        assert engine.reasons(recorder, red_three, deal.turn.seat, Take(()))
        while deal.record.end is None:
            steps = legal_actions(recorder, deal) + questions(recorder, deal)
            seat = engine.to_act(deal)
            assert seat is not None
            view(recorder, deal, seat)
            deal = engine.apply(recorder, deal, seat, rng.choice(steps)).deal
        score(recorder, deal)
        match.sits_out(recorder, 0)
    match.standing(recorder, match.after_deal(recorder, match.Match((0, 0), 0, 0), (5000, 0)))
    match.first_dealer(recorder, 0)
    seating(
        recorder, {"A": parse_cards(["JK"]), "B": parse_cards(["KS"]), "C": parse_cards(["KS"])}
    )
    seating(recorder, {"A": parse_cards(["QS"]), "B": parse_cards(["KS"])})
    for scenario in suite.scenarios:
        recorder = cast(Rules, Recorder(suite.rules_of(scenario).rules, seen))
        if scenario.method == "sheet":
            error = scenario.given["sheet"]["error"]
            put_right(recorder, (0, 0), error["kind"], 0, error["by"], True)
        if scenario.method == "run":
            deal = start_of(recorder, suite.request(scenario))
            for name, act in scenario.lead + tuple((e.player, e.act) for e in scenario.steps):
                seat = seat_of(name, len(deal.hands))
                steps_ = to_steps(deal, act, seat)
                list(table.refuse(recorder, deal, seat, steps_[0]))
                deal = table.apply_act(recorder, deal, seat, steps_).deal
            score(recorder, deal)
    for leaf, parameter in spec.parameters.items():
        constant = len(parameter.allowed) == 1
        row = leaf.startswith(("card.", "red_threes.worth.", "opening.minimum."))
        assert leaf in seen or constant or row, f"{leaf} is read by no rule"


def test_every_code_of_the_engine_is_known(spec: Spec) -> None:
    """Codes in the engine and in the spec are the same, and read the same parameters."""
    found: dict[str, set[str]] = {}
    for file in FILES:
        for node in ast.walk(ast.parse(file.read_text())):
            name = getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""
            if not isinstance(node, ast.Call) or name not in ("Refusal", "refused", "stands"):
                continue
            if file.name == "common.py" and not isinstance(node.args[0], ast.Constant):
                continue  # where these ways of refusing are made
            args = [ast.Constant("fault-stands"), *node.args] if name == "stands" else node.args
            assert isinstance(args[0], ast.Constant), f"{file.name}:{node.lineno}"
            leaves = found.setdefault(str(args[0].value), set())
            for leaf in args[1:]:
                consts = [n for n in ast.walk(leaf) if isinstance(n, ast.Constant)]
                leaves |= {str(c.value) for c in consts if "." in str(c.value)}
    assert set(found) == set(spec.codes)
    for code, leaves in found.items():
        assert leaves <= set(spec.codes[code].reads), code
