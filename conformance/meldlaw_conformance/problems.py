"""Problems found in files: what is wrong, where, and what would be right."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Problem(NamedTuple):
    """One fault of a file. ``line`` and ``column`` count from 1; 0 means the whole file."""

    file: str
    line: int
    column: int
    what: str
    hint: str = ""
    warning: bool = False

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}" if self.line else self.file
        kind = "warning: " if self.warning else ""
        return f"{place}: {kind}{self.what}" + (f"\n    {self.hint}" if self.hint else "")


class Unusable(Exception):
    """Input that cannot be used; carries every problem found."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = sorted(problems)
        super().__init__("\n".join(map(str, self.problems)))
