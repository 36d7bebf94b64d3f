"""The adapter kits: each is built as its README says, and speaks the protocol as it stands."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from click.testing import CliRunner

from meldlaw_conformance.cli import main

KITS = Path(__file__).parent.parent / "conformance" / "adapters"
GSON = Path("/usr/share/java/gson.jar")
CRATES = Path("/usr/share/cargo/registry")
WEB = Path("/usr/lib/mono/4.5/System.Web.Extensions.dll")
DEBIAN_CRATES = [
    "--offline",
    *("--config", 'source.crates-io.replace-with="debian"'),
    *("--config", f'source.debian.directory="{CRATES}"'),
]
"""Options with which cargo takes crates from Debian's packages."""
MADE = ["build", "target", "Cargo.lock", "node_modules", "__pycache__", "*.exe"]
"""What somebody who builds a kit in its place leaves there."""


class Kit(NamedTuple):
    """A kit: its source, what must be there to build and run it, and how that is done, in its
    folder."""

    source: str
    tools: Sequence[str]
    files: Sequence[Path]
    build: Sequence[str]
    command: Callable[[Path], list[str]]


ALL = {
    "python": Kit("adapter.py", [], [], [], lambda at: [sys.executable, f"{at}/adapter.py"]),
    "javascript": Kit("adapter.js", ["node"], [], [], lambda at: ["node", f"{at}/adapter.js"]),
    "typescript": Kit(
        "adapter.ts", ["node", "tsc"], [], ["tsc"], lambda at: ["node", f"{at}/build/adapter.js"]
    ),
    "java": Kit(
        "Adapter.java", ["javac", "java"], [GSON],
        ["javac", "-Werror", "-cp", str(GSON), "-d", "build", "Adapter.java"],
        lambda at: ["java", "-cp", f"{at}/build:{GSON}", "Adapter"],
    ),
    "rust": Kit(
        "src/main.rs", ["cargo"], [], ["cargo", "build", "--quiet"],
        lambda at: [f"{at}/target/debug/adapter"],
    ),
    "go": Kit(
        "adapter.go", ["go"], [], ["go", "build", "-o", "adapter", "."],
        lambda at: [f"{at}/adapter"],
    ),
    "csharp": Kit(
        "Adapter.cs", ["mcs", "mono"], [WEB],
        ["mcs", "-warnaserror", "-out:adapter.exe", "-r:System.Web.Extensions.dll", "Adapter.cs"],
        lambda at: ["mono", f"{at}/adapter.exe"],
    ),
}  # fmt: skip


def crates(folder: Path) -> list[str]:
    """The options with which cargo finds serde_json. Skips if it is not to be had."""
    if list(CRATES.glob("serde_json-*")):
        return DEBIAN_CRATES
    fetched = subprocess.run(
        ["cargo", "fetch"], cwd=folder, capture_output=True, check=False, timeout=120
    )
    if fetched.returncode:
        pytest.skip("there is no serde_json: neither crates.io nor librust-serde-json-dev")
    return []


def built(name: str, folder: Path) -> list[str]:
    """The command of a kit, copied to a folder and built there. Skips where the means are not."""
    kit = ALL[name]
    absent = [tool for tool in kit.tools if not shutil.which(tool)]
    absent += [str(path) for path in kit.files if not path.exists()]
    if absent:
        pytest.skip(f"there is no {', no '.join(absent)}")
    shutil.copytree(KITS / name, folder, ignore=shutil.ignore_patterns(*MADE))
    if kit.build:
        options = crates(folder) if name == "rust" else []
        around = {**os.environ, "CARGO_TARGET_DIR": f"{folder}/target"}
        result = subprocess.run(
            [*kit.build, *options], cwd=folder, env=around, capture_output=True, text=True,
            check=False, timeout=300,
        )  # fmt: skip
        assert result.returncode == 0, result.stdout + result.stderr
    return kit.command(folder)


@pytest.fixture(scope="session", params=ALL)
def command(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    return built(request.param, tmp_path_factory.mktemp("kit") / request.param)


def verdicts(command: Sequence[str], report: Path) -> dict[str, str]:
    chosen = ["--ruleset", "canasta-intl", "--class", "core", "--clause", "10.a"]
    told = CliRunner().invoke(main, ["run", *chosen, "--json", str(report), "--", *command])
    assert told.exit_code == 1, told.output
    return {row["id"]: row["verdict"] for row in json.loads(report.read_text())["results"]}


def test_it_passes_the_checker(command: list[str]) -> None:
    told = CliRunner().invoke(main, ["check-adapter", "--", *command])
    assert told.exit_code == 0, told.output
    assert "BAD" not in told.output


@pytest.fixture(scope="session")
def first(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The verdicts on the kit in Python, which needs nothing that the suite does not need."""
    command = ALL["python"].command(KITS / "python")
    return verdicts(command, tmp_path_factory.mktemp("first") / "report.json")


def test_it_has_a_first_report(command: list[str], first: dict[str, str], tmp_path: Path) -> None:
    """All kits answer alike: what is filled in passes or fails, the rest is unsupported."""
    got = verdicts(command, tmp_path / "report.json")
    assert set(got.values()) == {"pass", "fail", "unsupported"}
    assert got == first


POSITION = {
    "turn": {"player": "P1"}, "hands": {"P1": ["KS"], "P2": ["4C"]}, "melds": {"a": [], "b": []},
    "stock": ["2C"], "pile": ["QD", "7H"], "ended": None, "a_field_of_later": [1, {"x": None}],
}  # fmt: skip
DRAW = {"act": "draw"}


def run(**params: Any) -> bytes:
    told = {"position": POSITION, "turns": [], "try": [], "ruleset": "canasta-intl", **params}
    return json.dumps({"jsonrpc": "2.0", "id": 5, "method": "run", "params": told}).encode()


def talk(command: Sequence[str], lines: Sequence[bytes]) -> list[dict[str, Any]]:
    """What it answers to these lines and then to `shutdown`, which must end it."""
    asked = [*lines, b'{"jsonrpc":"2.0","id":99,"method":"shutdown","params":{}}', run()]
    result = subprocess.run(
        command, input=b"\n".join(asked) + b"\n", capture_output=True, check=True, timeout=60
    )
    rows = [json.loads(row) for row in result.stdout.splitlines()]
    assert len(rows) == len(lines) + 1, result.stdout
    assert rows[-1] == {"jsonrpc": "2.0", "id": 99, "result": {}}
    return rows[:-1]


WRONG = [
    (b"{oops", {-32700}), (b"oops", {-32700}), (b"[" * 2000, {-32700}),
    (b"{}", {-32600, -32601, -32602}), (b"[]", {-32600, -32601, -32602}),
    (b"5", {-32600, -32601, -32602}), (b'{"id":5}', {-32600, -32601, -32602}),
    (b'{"id":5,"method":"later","params":{}}', {-32601}), (run(deal={"pack": []}), {-32601}),
    (run(turns="none"), {-32602}), (run(turns=None), {-32602}), (run(position={}), {-32602}),
    (run(position={**POSITION, "turn": "nobody"}), {-32602}),
    (run(position={**POSITION, "hands": 5}), {-32602}),
]  # fmt: skip


def test_it_answers_nonsense_with_an_error_and_goes_on(command: list[str]) -> None:
    answers = talk(command, [line for line, _ in WRONG])
    for (line, codes), answer in zip(WRONG, answers, strict=True):
        assert answer["error"]["code"] in codes, (line, answer)
        assert isinstance(answer["error"]["message"], str) and answer["error"]["message"]
        assert answer["id"] == (5 if b"5," in line or b":5}" in line else None), (line, answer)


def test_it_gives_back_the_position(command: list[str]) -> None:
    turns = [
        {"player": "P2", "acts": [DRAW]},
        {"player": "P1", "acts": [DRAW, {"act": "pass"}, {"act": "of_later", "x": {}}]},
    ]
    tries = [{"player": "P1", "act": DRAW}, {"player": "P2", "act": DRAW}]
    kept, drawn = talk(command, [run(), run(turns=turns, **{"try": tries})])
    assert kept["result"]["position"] == POSITION
    assert kept["result"]["acts"] == kept["result"]["tried"] == []
    acts, tried = drawn["result"]["acts"], drawn["result"]["tried"]
    assert [row.get("accepted") for row in acts] == [False, True, None, None]
    assert [row.get("code") for row in acts] == ["not-your-turn", None, None, None]
    assert all("not filled in" in row["unsupported"] for row in acts[2:])
    assert [row["code"] for row in tried] == ["stock-empty", "not-your-turn"]
    hands = {"P1": ["KS", "2C"], "P2": ["4C"]}
    assert drawn["result"]["position"] == {**POSITION, "hands": hands, "stock": []}


@pytest.mark.parametrize("name", ALL)
def test_it_is_small(name: str, tmp_path: Path) -> None:
    """One source file of at most 150 lines, a page of one screen that names it, little else."""
    kit = ALL[name]
    source = (KITS / name / kit.source).read_text().splitlines()
    page = (KITS / name / "README.md").read_text()
    assert len(source) <= 150
    assert max(map(len, source)) <= 110
    assert len(page.splitlines()) <= 45
    assert f"`{kit.source}`" in page
    shutil.copytree(KITS / name, tmp_path / name, ignore=shutil.ignore_patterns(*MADE))
    files = [p.relative_to(tmp_path / name) for p in (tmp_path / name).rglob("*") if p.is_file()]
    other = [str(p) for p in files if p.suffix not in {".json", ".mod", ".toml", ".md"}]
    assert other == [kit.source]


@pytest.mark.parametrize("name", ALL)
def test_its_page_builds_it_as_the_tests_do(name: str) -> None:
    page = (KITS / name / "README.md").read_text()
    blocks = re.findall(r"```sh\n(.*?)```", page, re.S)
    commands = [line for block in blocks for line in block.splitlines()]
    made = [line for line in commands if not line.startswith("meldlaw ")]
    assert [line.split()[0] for line in made] == list(ALL[name].build[:1])
    checks = [line for line in commands if line.startswith("meldlaw check-adapter -- ")]
    assert len(checks) == 1
