"""Whole games: played, written down, checked again, and a forged line is found."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
from click.testing import CliRunner

from meldlaw_conformance.cli import main
from meldlaw_conformance.places import SCHEMA
from meldlaw_conformance.play import Mismatch, play, replay
from meldlaw_conformance.rulesets import resolve
from meldlaw_conformance.spec import Spec


def write(spec: Spec, path: Path, seed: int, deals: int | None = None) -> list[dict[str, object]]:
    lines = list(play(resolve(spec, spec.rulesets["canasta-intl"]), seed, deals))
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return lines


@pytest.mark.parametrize("seed", range(3))
def test_a_game_reaches_its_target_and_replays(spec: Spec, tmp_path: Path, seed: int) -> None:
    file = tmp_path / "game.jsonl"
    last = write(spec, file, seed)[-1]
    assert last["over"]
    assert max(last["scores"].values()) >= 5000  # type: ignore[attr-defined]
    summary = replay(resolve(spec, spec.rulesets["canasta-intl"]), file)
    assert summary["scores"] == last["scores"]
    assert summary["deals"] == last["deals"]


def forge(line: dict[str, object]) -> dict[str, object]:
    if "act" in line:
        return {**line, "act": {"act": "discard", "card": "3D"}}
    if "count" in line:
        return {"count": {}}
    if "over" in line:
        return {**line, "winners": ["a", "b"]}
    return {**line, "dealer": "P1", "scores": {"a": 5, "b": 5}}


@pytest.mark.parametrize("kind", ["deal", "act", "count", "over"])
def test_a_forged_line_is_found_at_its_place(spec: Spec, tmp_path: Path, kind: str) -> None:
    file = tmp_path / "game.jsonl"
    lines = write(spec, file, 1)
    number = [i for i, line in enumerate(lines) if kind in line][-1]
    lines[number] = forge(lines[number])
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    with pytest.raises(Mismatch) as found:
        replay(resolve(spec, spec.rulesets["canasta-intl"]), file)
    assert found.value.problem.line == number + 1


@pytest.mark.parametrize(
    ("text", "status", "says"),
    [
        (b"", 2, "is no transcript"),
        (b"\xff\xfe", 2, "is no transcript"),
        (b'{"meldlaw": "transcript", "version": 2}', 2, "is no transcript of version 1"),
        (b'{"meldlaw":"transcript","version":1,"ruleset":"bridge"}\n', 2, "no ruleset 'bridge'"),
        (b'{"meldlaw":"transcript","version":1,"ruleset":"canasta-intl"}\n[]\n', 1, "not a JSON"),
        (b'{"meldlaw":"transcript","version":1,"ruleset":"canasta-intl"}\n\xff\n', 1, "UTF-8"),
        (b'{"meldlaw":"transcript","version":1,"ruleset":"canasta-intl"}\n{"act":{}}\n', 1, "deal"),
    ],
)
def test_what_is_no_transcript_is_told(tmp_path: Path, text: bytes, status: int, says: str) -> None:
    file = tmp_path / "game.jsonl"
    file.write_bytes(text)
    result = CliRunner().invoke(main, ["replay", str(file)])
    assert result.exit_code == status
    assert says in result.output


def test_play_on_the_command_line(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    result = CliRunner().invoke(
        main, ["play", "--seed", "3", "--deals", "2", "--transcript", str(file)]
    )
    assert result.exit_code == 0, result.output
    assert "2 deals:" in result.output
    result = CliRunner().invoke(main, ["replay", str(file)])
    assert result.exit_code == 0, result.output


def test_every_line_fits_the_schema(spec: Spec, tmp_path: Path) -> None:
    schema = json.loads((SCHEMA / "transcript.schema.json").read_text())
    protocol = json.loads((SCHEMA / "protocol.schema.json").read_text())
    schema["$defs"] = protocol["$defs"]
    text = json.dumps(schema).replace("protocol.schema.json#/$defs", "#/$defs")
    validator = jsonschema.Draft202012Validator(json.loads(text))
    for line in write(spec, tmp_path / "game.jsonl", 4, 2):
        validator.validate(json.loads(json.dumps(line)))
