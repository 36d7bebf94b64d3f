"""Where spec, scenarios and kits are: inside the installed package, or at the tree's root."""

from __future__ import annotations

from pathlib import Path


def _root() -> Path:
    here = Path(__file__).resolve().parent
    packaged = here / "data"
    if (packaged / "spec").is_dir():
        return packaged
    return here.parent.parent


ROOT = _root()
SPEC = ROOT / "spec"
SCHEMA = SPEC / "schema"
SCENARIOS = ROOT / "scenarios"
KITS = ROOT / "conformance" / "adapters"
PROTOCOL = ROOT / "conformance" / "PROTOCOL.md"


def shown(path: Path) -> str:
    """A path as it is shown: below the working directory or the tree's root if it lies there."""
    for base in (Path.cwd(), ROOT):
        try:
            return path.resolve().relative_to(base).as_posix()
        except (ValueError, OSError, RuntimeError):
            continue
    return path.as_posix()
