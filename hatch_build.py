"""Puts spec, scenarios and adapter kits into the wheel; an editable install reads them where they
are."""

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class DataHook(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "editable":
            for folder in ("spec", "scenarios", "conformance/adapters", "conformance/PROTOCOL.md"):
                build_data["force_include"][folder] = f"meldlaw_conformance/data/{folder}"
