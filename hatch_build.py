"""Puts spec, scenarios and adapter kits into the wheel; an editable install reads them where they
are."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class DataHook(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "editable":
            for folder in ("spec", "scenarios", "conformance/adapters"):
                for path in Path(self.root, folder).rglob("*.*"):
                    if path.is_file() and "__pycache__" not in path.parts:
                        name = path.relative_to(self.root).as_posix()
                        build_data["force_include"][name] = f"meldlaw_conformance/data/{name}"
            name = "conformance/PROTOCOL.md"
            build_data["force_include"][name] = f"meldlaw_conformance/data/{name}"
