"""The wheel carries spec, scenarios and kits, and finds them where nothing else is."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built and unpacked as an installer would."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation",
         "--wheel-dir", str(folder), str(ROOT)],
        check=True, capture_output=True,
    )  # fmt: skip
    (wheel,) = folder.glob("meldlaw-*.whl")
    target = folder / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(target)
    return target


def files(root: Path) -> set[Path]:
    """The files below a folder, but for what Python makes of them."""
    found = (path for path in root.rglob("*.*") if path.is_file())
    return {path.relative_to(root) for path in found if "__pycache__" not in path.parts}


def test_the_wheel_holds_just_the_packages_and_their_data(unpacked: Path) -> None:
    tops = {path.name for path in unpacked.iterdir() if not path.name.endswith(".dist-info")}
    assert tops == {"meldlaw_engine", "meldlaw_conformance"}
    data = unpacked / "meldlaw_conformance" / "data"
    for folder in ("spec", "scenarios", "conformance/adapters"):
        assert files(data / folder) == files(ROOT / folder)


def test_it_runs_from_there(unpacked: Path, tmp_path: Path) -> None:
    code = (
        "import sys; sys.path.insert(0, sys.argv.pop(1));"
        "from meldlaw_conformance import places; assert 'data' in str(places.SPEC), places.SPEC;"
        "from meldlaw_conformance.cli import main; main()"
    )
    result = subprocess.run(
        [sys.executable, "-c", code, str(unpacked), "run", "--clause", "14.b"],
        cwd=tmp_path, env={**os.environ, "XDG_CACHE_HOME": str(tmp_path)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert result.returncode == 0, result.stderr
    assert "conformant" in result.stdout
    adapter = [sys.executable, str(tmp_path / "mine" / "adapter.py")]
    for arguments, says in (
        (["kit", "python", "mine"], "README.md"),
        (["check-adapter", "--", *adapter], "The protocol is spoken"),
    ):
        result = subprocess.run(
            [sys.executable, "-c", code, str(unpacked), *arguments],
            cwd=tmp_path, env={**os.environ, "XDG_CACHE_HOME": str(tmp_path)},
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert result.returncode == 0, result.stdout + result.stderr
        assert says in result.stdout
