"""House rules in a file of their own."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from meldlaw_conformance.cli import main
from meldlaw_conformance.house import add_house
from meldlaw_conformance.problems import Unusable
from meldlaw_conformance.rulesets import OverlayError, resolve
from meldlaw_conformance.spec import load_spec

HOUSE = """\
id: our-club
text: canasta-intl
title: {en: "The Tuesday club"}
clauses:
  - id: "1"
    text: {en: "The pile is not taken onto a canasta."}
  - id: "2"
    text: {en: "A game ends at 1,000."}
sets:
  pile.onto_complete_set: {value: false, by: "1"}
  match.target: {value: 1000, by: "2"}
"""


@pytest.fixture
def house(tmp_path: Path) -> Path:
    file = tmp_path / "club.yaml"
    file.write_text(HOUSE)
    return file


def test_house_rules_go_over_everything_and_cite_their_own_clauses(house: Path) -> None:
    spec, _ = load_spec()
    name = add_house(spec, house)
    assert name == "canasta-intl:our-club"
    ruleset = spec.rulesets["canasta-intl"]
    option = "pile-not-onto-canasta"  # it sets pile.onto_complete_set too
    resolved = resolve(spec, ruleset, {}, ["our-club", option])
    assert resolved.rules.match.target == 1000
    assert resolved.cites["match.target"] == "our-club:2"
    assert resolved.cites["pile.onto_complete_set"] == "our-club:1"
    assert resolved.cites["pile.rank_with_canasta"] == "canasta-intl:variant.1"


def test_the_suite_leaves_out_what_the_house_decides_otherwise(house: Path) -> None:
    args = ["run", "--overlay", str(house), "--ruleset", "canasta-intl", "--clause", "14"]
    result = CliRunner().invoke(main, args)
    assert result.exit_code == 0, result.output
    assert "the house rules decide otherwise: our-club" in result.output


def test_a_game_by_house_rules_is_written_and_checked(house: Path, tmp_path: Path) -> None:
    transcript = tmp_path / "game.jsonl"
    args = ["play", "--overlay", str(house), "--transcript", str(transcript)]
    assert CliRunner().invoke(main, args).exit_code == 0
    again = CliRunner().invoke(main, ["replay", "--overlay", str(house), str(transcript)])
    assert again.exit_code == 0, again.output
    without = CliRunner().invoke(main, ["replay", str(transcript)])
    assert without.exit_code == 2 and "our-club" in without.output


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (("id: our-club", "id: canasta-intl"), "is the name of a law"),
        (("text: canasta-intl", "text: canasta"), "there is no law 'canasta'"),
        (("pile.onto_complete_set", "pile.onto_complet"), "did you mean 'pile.onto_complete_set'"),
        (("value: false", "value: 3"), "pile.onto_complete_set is a boolean, not 3"),
        (('by: "2"', 'by: "3"'), "the house has no clause '3'"),
        (('id: "2"', 'id: "1"'), "clause 1 stands twice"),
        (("text: canasta-intl", "text: canasta-intl\nin: [samba-fi]"), "has no ruleset 'samba-fi'"),
        (("sets:", "set:"), "set"),
        ((HOUSE, ""), ""),
        ((HOUSE, "\x00"), ""),
    ],
)
def test_what_is_wrong_with_a_house_is_told_with_its_place(
    house: Path, change: tuple[str, str], told: str
) -> None:
    house.write_text(HOUSE.replace(*change))
    spec, _ = load_spec()
    with pytest.raises(Unusable) as raised:
        add_house(spec, house)
    assert told in str(raised.value)
    assert all(problem.file.endswith("club.yaml") for problem in raised.value.problems)
    args = ["run", "--overlay", str(house)]
    assert CliRunner().invoke(main, args).exit_code == 2


def test_two_houses_that_disagree_or_change_nothing_are_refused(
    house: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.yaml"
    other.write_text(HOUSE.replace("our-club", "other-club").replace("1000", "2000"))
    spec, _ = load_spec()
    names = [add_house(spec, file).partition(":")[2] for file in (house, other)]
    ruleset = spec.rulesets["canasta-intl"]
    told = r"other-club sets match\.target to 2000 and our-club to 1000"
    with pytest.raises(OverlayError, match=told):
        resolve(spec, ruleset, {}, names)
    idle = tmp_path / "idle.yaml"
    idle.write_text(
        HOUSE.replace("our-club", "idle").replace("1000", "5000").replace("false", "true")
    )
    with pytest.raises(OverlayError, match="idle changes nothing in canasta-intl"):
        resolve(spec, ruleset, {}, [add_house(spec, idle).partition(":")[2]])
