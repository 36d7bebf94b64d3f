"""Checked files kept as JSON, so that only what has changed is read and checked again.

One file in the user's cache folder for each tree. It is a convenience: when it cannot be read or
written, everything is read from the sources.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
from pathlib import Path
from typing import Any

from . import SUITE_VERSION
from .files import Document, Path_, check_schema, read_yaml
from .places import ROOT, SCHEMA, shown
from .problems import Problem

Entry = dict[str, Any]


def cache_file() -> Path:
    """Where the cache of this tree lies."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    tree = hashlib.sha256(str(ROOT).encode()).hexdigest()[:12]
    return Path(base) / "meldlaw" / f"{tree}.json"


def _stamp(path: Path) -> list[int]:
    state = path.stat()
    return [state.st_mtime_ns, state.st_size]


def _rules_stamp() -> list[Any]:
    """What an entry depends on besides its file: the schemas and the code that checks."""
    here = Path(__file__).parent
    files = [*sorted(SCHEMA.glob("*.json")), here / "files.py", here / "cache.py"]
    return [SUITE_VERSION, *(_stamp(file) for file in files)]


class Cache:
    """Sound documents by file. Documents with problems are never kept."""

    def __init__(self, file: Path | None = None) -> None:
        self.file = file or cache_file()
        self.entries: dict[str, Entry] = {}
        self.changed = False
        self.stamp = _rules_stamp()
        with contextlib.suppress(OSError, ValueError, TypeError, KeyError):
            kept = json.loads(self.file.read_text(encoding="utf-8"))
            if kept["stamp"] == self.stamp:
                self.entries = kept["files"]

    def load(self, path: Path, schema: str) -> tuple[Document | None, list[Problem]]:
        """A file that fits its schema, or what is wrong with it."""
        name = shown(path)
        try:
            key = str(path.resolve())
            stamp = [schema, *_stamp(path)]
        except (OSError, RuntimeError):
            return read_yaml(path, name)
        entry = self.entries.get(key)
        if entry is not None and entry["stamp"] == stamp:
            return Document(name, entry["data"], _Marks(path, entry["lines"]), {}), []
        document, problems = read_yaml(path, name)
        if document is not None and not problems:
            problems = check_schema(document, SCHEMA / f"{schema}.schema.json")
        if document is None or problems:
            return None, problems
        self.entries[key] = {
            "stamp": stamp,
            "data": document.data,
            "lines": {_key(p): m for p, m in document.marks.items() if _is_needed(p)},
        }
        self.changed = True
        return document, []

    def save(self) -> None:
        """Write what is new; a folder that cannot be written is no problem."""
        if not self.changed:
            return
        with contextlib.suppress(OSError):
            self.file.parent.mkdir(parents=True, exist_ok=True)
            kept = json.dumps({"stamp": self.stamp, "files": self.entries}, ensure_ascii=False)
            with tempfile.NamedTemporaryFile(
                "w", dir=self.file.parent, delete=False, encoding="utf-8"
            ) as new:
                new.write(kept)
            os.replace(new.name, self.file)


def _key(path: Path_) -> str:
    return "/".join(map(str, path))


def _is_needed(path: Path_) -> bool:
    """Places that are wanted of a sound file: those of scenarios and of their cases."""
    ends = path[-1:] == ("id",) or path[-2:-1] == ("cases",)
    return ends and len(path) in (2, 3) and isinstance(path[0], int)


class _Marks(dict[Path_, tuple[int, int]]):
    """The marks of a kept document: a few are kept with it, the others read when asked for."""

    def __init__(self, path: Path, lines: dict[str, list[int]]) -> None:
        super().__init__()
        self.path, self.lines, self.whole = path, lines, False

    def _read(self) -> None:
        if not self.whole:
            self.whole = True
            document, _ = read_yaml(self.path, "")
            if document is not None:
                self.update(document.marks)

    def __missing__(self, path: Path_) -> tuple[int, int]:
        kept = self.lines.get(_key(path))
        if kept is not None:
            return (kept[0], kept[1])
        self._read()
        return self.get(path, (1, 1))

    def __contains__(self, path: object) -> bool:
        self._read()
        return super().__contains__(path)
