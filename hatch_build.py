"""Puts spec and scenarios into the wheel; an editable install reads them where they are."""

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class DataHook(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "editable":
            for folder in ("spec", "scenarios"):
                build_data["force_include"][folder] = f"meldlaw_conformance/data/{folder}"
