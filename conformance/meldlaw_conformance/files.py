"""Strict reading of YAML: every value knows its place, and YAML's traps are errors.

Allowed are mappings with text keys, sequences, text, integers, ``true``, ``false`` and ``null``.
Words that YAML 1.1 turns into something else (``yes``, ``12:30``, dates), duplicate keys,
anchors, tags and deep nesting are refused with a hint.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from .problems import Problem

MAX_BYTES = 1_000_000
MAX_DEPTH = 24
MAX_VALUES = 60_000
MAX_DIGITS = 9
MAX_PROBLEMS = 100
"""Problems told of one file; a file with more is not mended by reading them all."""

Path_ = tuple[str | int, ...]


class Document(NamedTuple):
    """A file's data, with the place (line, column from 1) of every value by its path."""

    file: str
    data: Any
    marks: dict[Path_, tuple[int, int]]
    keys: dict[Path_, tuple[int, int]]
    """The place of each key, by the path of its value."""

    def problem_at_key(self, path: Path_, what: str, hint: str = "") -> Problem:
        """A problem of a key itself."""
        return Problem(self.file, *self.keys[path], what, hint)

    def problem(self, path: Iterable[str | int], what: str, hint: str = "") -> Problem:
        """A problem at the value of ``path``, or at the nearest value that exists above it."""
        keys = tuple(path)
        while keys and keys not in self.marks:
            keys = keys[:-1]
        line, column = self.marks.get(keys, (1, 1))
        return Problem(self.file, line, column, what, hint)


class _Reader:
    def __init__(self, file: str) -> None:
        self.file = file
        self.problems: list[Problem] = []
        self.marks: dict[Path_, tuple[int, int]] = {}
        self.keys: dict[Path_, tuple[int, int]] = {}
        self.seen: set[int] = set()

    def fault(self, node: yaml.Node, what: str, hint: str = "") -> None:
        mark = node.start_mark
        self.problems.append(Problem(self.file, mark.line + 1, mark.column + 1, what, hint))

    def value(self, node: yaml.Node, path: Path_, depth: int) -> Any:
        mark = node.start_mark
        self.marks[path] = (mark.line + 1, mark.column + 1)
        if len(self.marks) >= MAX_VALUES:
            if len(self.marks) == MAX_VALUES:
                self.fault(node, f"more than {MAX_VALUES} values", "split it: one file a clause")
            return None
        if id(node) in self.seen:
            self.fault(
                node,
                "anchors and aliases are not allowed here",
                "write the value out where it is used",
            )
            return None
        if depth > MAX_DEPTH:
            self.fault(node, f"nested more than {MAX_DEPTH} levels deep", "nothing here needs that")
            return None
        if isinstance(node, yaml.ScalarNode):
            return self.scalar(node)
        self.seen.add(id(node))
        kind = "seq" if isinstance(node, yaml.SequenceNode) else "map"
        if node.tag != f"tag:yaml.org,2002:{kind}":
            self.fault(node, f"the tag {node.tag!r} is not allowed here", "leave it out")
        if isinstance(node, yaml.SequenceNode):
            return [self.value(n, (*path, i), depth + 1) for i, n in enumerate(node.value)]
        return self.mapping(node, path, depth)

    def mapping(self, node: yaml.Node, path: Path_, depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key_node, value_node in node.value:
            if not isinstance(key_node, yaml.ScalarNode):
                self.fault(key_node, "a key must be a word", "quote it if it has odd characters")
                continue
            key = self.scalar(key_node)
            if not isinstance(key, str):
                if isinstance(key, int) and not isinstance(key, bool):
                    key = str(key_node.value)
                else:
                    self.fault(key_node, f"the key {key_node.value!r} is not text", "quote it")
                    continue
            if key in found:
                self.fault(
                    key_node, f"the key {key!r} stands twice", "keep one; the other would be lost"
                )
                continue
            mark = key_node.start_mark
            self.keys[(*path, key)] = (mark.line + 1, mark.column + 1)
            found[key] = self.value(value_node, (*path, key), depth + 1)
        return found

    def scalar(self, node: yaml.ScalarNode) -> Any:
        text: str = node.value
        tag = node.tag
        if tag == "tag:yaml.org,2002:str":
            return text
        if tag == "tag:yaml.org,2002:bool":
            if text in ("true", "false"):
                return text == "true"
            self.fault(
                node,
                f"YAML reads {text!r} as {'true' if text.lower() in ('yes', 'on') else 'false'}",
                f'write true or false, or "{text}" in quotes if the word is meant',
            )
            return None
        if tag == "tag:yaml.org,2002:null":
            if text in ("null", "~", ""):
                return None
        if tag == "tag:yaml.org,2002:int" and (text == "0" or _plain_integer(text)):
            return int(text)
        kind = tag.rsplit(":", 1)[-1].lstrip("!")
        self.fault(
            node, f"YAML reads {text!r} as {kind}", f'put it in quotes, "{text}", if text is meant'
        )
        return None


def _plain_integer(text: str) -> bool:
    digits = text[1:] if text[:1] == "-" else text
    short = 0 < len(digits) <= MAX_DIGITS
    return short and digits.isascii() and digits.isdigit() and digits[0] != "0"


def read_yaml(path: Path, shown: str) -> tuple[Document | None, list[Problem]]:
    """Read one file. ``shown`` is its name in messages. The document is None if the file could
    not be read at all; otherwise it holds what could be read, problems or not."""
    try:
        raw = path.read_bytes()
    except OSError as error:
        return None, [Problem(shown, 0, 0, f"cannot be read: {error.strerror}")]
    return parse_yaml(raw, shown)


def parse_yaml(raw: bytes, shown: str) -> tuple[Document | None, list[Problem]]:
    """`read_yaml` for bytes already at hand."""
    if len(raw) > MAX_BYTES:
        return None, [
            Problem(shown, 0, 0, f"larger than {MAX_BYTES} bytes", "split it: one file a clause")
        ]
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        return None, [Problem(shown, line, 1, "is not UTF-8 text", "save the file as UTF-8")]
    bad = next(
        (i for i, c in enumerate(text) if (ord(c) < 32 and c not in "\n\r\t") or ord(c) == 127),
        None,
    )
    if bad is not None:
        line = text.count("\n", 0, bad) + 1
        return None, [
            Problem(shown, line, 1, f"holds the control character {text[bad]!r}", "is it text?")
        ]
    try:
        loader = yaml.CSafeLoader(text)
        try:
            node = loader.get_single_node()
        finally:
            loader.dispose()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (0, 0)
        what = " ".join(part for part in (error.problem, error.context) if part)
        return None, [Problem(shown, line, column, f"is not YAML: {what}", _yaml_hint(what))]
    except (yaml.YAMLError, RecursionError) as error:
        return None, [Problem(shown, 0, 0, f"is not YAML: {error}")]
    reader = _Reader(shown)
    if node is None:
        return None, [Problem(shown, 1, 1, "is empty")]
    data = reader.value(node, (), 0)
    return Document(shown, data, reader.marks, reader.keys), reader.problems


def _yaml_hint(what: str) -> str:
    if "tab" in what or "cannot start any token" in what:
        return "indent with spaces, and quote text that begins with a special character"
    if "mapping values" in what:
        return 'quote text that contains ": "'
    if "undefined alias" in what or "anchor" in what:
        return "anchors and aliases are not allowed here: write the value out"
    if "nesting depth" in what:
        return "nothing here needs more than a few levels"
    return "check indentation, brackets and quotes just before this place"


# ------------------------------------------------------------------ JSON Schema


def _shorten(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) < 60 else text[:57] + "..."


def nearest(word: str, words: Iterable[str], shown_at_most: int = 45) -> str:
    """``did you mean ...`` for a word that is not among ``words``, or the list of them."""
    choices = sorted(words)
    close = difflib.get_close_matches(word, choices, n=1, cutoff=0.6)
    if close:
        return f"did you mean {close[0]!r}?"
    words_of = set(word.lower().replace("_", "-").split("-"))
    akin = [c for c in choices if words_of & set(c.replace("/", "-").split("-"))][:5]
    if akin and len(choices) > 12:
        return "did you mean " + " or ".join(repr(c) for c in akin) + "?"
    if not choices or not shown_at_most:
        return ""
    more = ", ..." if len(choices) > shown_at_most else ""
    return "known: " + ", ".join(choices[:shown_at_most]) + more


@cache
def _validator(schema_file: Path) -> Any:
    import jsonschema

    schema = json.loads(schema_file.read_text(encoding="utf-8"))
    strict = jsonschema.validators.extend(jsonschema.Draft202012Validator, {"pattern": _fits})  # type: ignore[no-untyped-call]
    return strict(schema)


def _fits(validator: Any, pattern: str, instance: Any, schema: Any) -> Any:
    """The keyword `pattern`, with the end of the text meaning its end: Python's ``$`` would let
    a line break stand behind it."""
    import jsonschema

    if isinstance(instance, str) and not _pattern(pattern.replace("$", r"\Z")).search(instance):
        yield jsonschema.ValidationError(f"{instance!r} does not match {pattern!r}")


def check_schema(document: Document, schema_file: Path) -> list[Problem]:
    """Every way in which a document breaks its schema, each at its place."""
    problems = []
    for error in islice(_validator(schema_file).iter_errors(document.data), MAX_PROBLEMS):
        problems.extend(_explain(document, error))
    return problems


def _explain(document: Document, error: Any) -> list[Problem]:
    path = tuple(error.absolute_path)
    kind = error.validator
    if kind in ("oneOf", "anyOf") and error.context:
        best = _deepest(error)
        told = error.schema.get("description")
        if told and (best is None or (len(best.path) <= 1 and best.validator != "pattern")):
            return [document.problem(path, f"{_shorten(error.instance)} cannot be read", told)]
        if best is not None:
            return _explain(document, best)
    if kind == "additionalProperties" and isinstance(error.instance, Mapping):
        known = set(error.schema.get("properties", {}))
        patterns = error.schema.get("patternProperties", {})
        unknown = [
            key
            for key in error.instance
            if key not in known and not any(_matches(p, key) for p in patterns)
        ]
        return [
            document.problem_at_key((*path, key), f"unknown key {key!r}", nearest(key, known))
            for key in unknown
        ]
    if kind == "required":
        missing = [key for key in error.validator_value if key not in error.instance]
        return [
            document.problem(path, f"the key {key!r} is missing", "add it")
            for key in missing
            if f"{key!r}" in error.message
        ]
    if kind == "enum":
        words = [str(v) for v in error.validator_value]
        return [
            document.problem(
                path,
                f"{_shorten(error.instance)} is not allowed",
                nearest(str(error.instance), words),
            )
        ]
    if kind == "const":
        wanted = _shorten(error.validator_value)
        return [document.problem(path, f"must be {wanted}, not {_shorten(error.instance)}")]
    if kind == "type":
        wanted = error.validator_value
        wanted = " or ".join(wanted) if isinstance(wanted, list) else wanted
        what = f"{_shorten(error.instance)} is not of type {wanted}"
        return [document.problem(path, what, error.schema.get("description", ""))]
    if kind == "pattern":
        hint = error.schema.get("description", f"expected {error.validator_value}")
        return [document.problem(path, f"{_shorten(error.instance)} has the wrong form", hint)]
    return [document.problem(path, error.message[:200], error.schema.get("description", ""))]


@cache
def _pattern(pattern: str) -> Any:
    import re

    return re.compile(pattern)


def _matches(pattern: str, key: str) -> bool:
    return _pattern(pattern).search(key) is not None


def _deepest(error: Any) -> Any:
    """Of the failures of the branches of a choice, one of the branch that came furthest.

    A branch whose failure is only that its kind of value is another is passed over.
    """
    by_branch: dict[int, list[Any]] = {}
    for sub in error.context:
        by_branch.setdefault(sub.schema_path[0], []).append(sub)

    def far(errors: list[Any]) -> tuple[int, int]:
        wrong_kind = any(e.validator in ("type", "const") and not e.path for e in errors)
        return (0 if wrong_kind else 1, max(len(e.path) for e in errors))

    best = max(by_branch.values(), key=far)
    return best[0] if far(best)[0] else None
