"""The law as data: texts with their clauses, rulesets, rulings, refusal codes, glossary.

`load_spec` reads the folder ``spec/`` and checks it; what does not hold together is a list of
problems with places, never an exception of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .cache import Cache
from .files import Document, nearest
from .places import SPEC
from .problems import Problem

Texts = Mapping[str, str]
LANGUAGES = ("en", "fi", "sv")


@dataclass(frozen=True)
class Clause:
    """One clause of a law text, restated. ``testable`` is as in the file."""

    text: str
    id: str
    chapter: str
    line: int
    says: Texts
    kind: str
    klass: str
    testable: Any
    refs: tuple[str, ...]
    file: str

    @property
    def name(self) -> str:
        """The id with its text, as in ``canasta-intl:14.b``."""
        return f"{self.text}:{self.id}"


@dataclass(frozen=True)
class Chapter:
    """A numbered clause of the text with everything beneath it."""

    text: str
    number: str
    title: Texts
    clauses: tuple[Clause, ...]


@dataclass(frozen=True)
class Reading:
    """One possible answer to a conflict; ``sets`` is its overlay, empty for the adopted one."""

    id: str
    says: Texts
    adopted: bool
    sets: Mapping[str, Any]


@dataclass(frozen=True)
class Ruling:
    """What a text leaves open or says twice, its readings, the adopted one and why."""

    text: str
    id: str
    title: Texts
    type: str
    clauses: tuple[str, ...]
    scope: str
    says: Texts
    rulesets: tuple[str, ...]
    """The rulesets in which its other readings may be chosen; empty for all of its text."""
    readings: tuple[Reading, ...]
    ruling: Texts
    reason: Texts
    executable: Any
    file: str

    @property
    def name(self) -> str:
        return f"{self.text}:{self.id}"


@dataclass(frozen=True)
class Option:
    """A rule that players may agree on: an overlay with the clause that offers it."""

    text: str
    id: str
    title: Texts
    by: str
    rulesets: tuple[str, ...]
    """The rulesets in which it may be agreed on; empty for all of its text."""
    sets: Mapping[str, Any]
    file: str
    house: Mapping[str, str] = field(default_factory=dict)
    """For house rules the full name of the house's clause that sets each parameter."""

    @property
    def name(self) -> str:
        return f"{self.text}:{self.id}"

    def source_of(self, leaf: str) -> str:
        """The full name of the clause that sets a parameter."""
        return self.house.get(leaf) or f"{self.text}:{self.by}"

    def belongs_to(self, ruleset: Ruleset) -> bool:
        """Whether the players of a ruleset may agree on it."""
        return ruleset.text == self.text and (not self.rulesets or ruleset.id in self.rulesets)


def _leaves(written: str | Sequence[str]) -> tuple[str, ...]:
    """One leaf or several, as a file writes them."""
    return (written,) if isinstance(written, str) else tuple(written)


@dataclass(frozen=True)
class Parameter:
    """One leaf of the vocabulary."""

    leaf: str
    type: str
    allowed: tuple[Any, ...]
    says: Texts
    row: bool
    """A row of a table, which a ruleset may lack."""
    only_with: tuple[str, ...]
    """The parameters that must be true for this one to exist; none if it always does."""
    unseen: Texts
    """Why no single position shows a difference in it; empty if one can."""

    def belongs_to(self, values: Mapping[str, Any]) -> bool:
        """Whether a ruleset with these values has this parameter at all."""
        return all(values.get(leaf) is True for leaf in self.only_with)


@dataclass(frozen=True)
class Incident:
    """One kind of fault of the vocabulary: its chapter, the fields that tell more of it."""

    fault: str
    chapter: str
    fields: tuple[str, ...]
    title: Texts
    says: Texts


@dataclass(frozen=True)
class Window:
    """What follows, in one law, when a fault is noticed at a certain time."""

    text: str
    fault: str
    noticed: str
    follows: bool
    """Whether the law attaches anything to it then; if not, things are as they are."""
    by: tuple[str, ...]
    then: Texts
    file: str
    line: int


@dataclass(frozen=True)
class Code:
    """A refusal code with the leaves it may read."""

    code: str
    reads: tuple[str, ...]
    says: Texts


@dataclass(frozen=True)
class Ruleset:
    """A ruleset: every leaf with its value and its source within the text."""

    id: str
    text: str
    version: str
    players: int
    title: Texts
    values: Mapping[str, Any]
    sources: Mapping[str, str]
    extends: str
    """The ruleset whose parameters it takes over; empty if it stands alone."""
    own: tuple[str, ...]
    """The parameters that its own file sets."""
    file: str


@dataclass
class Spec:
    """Everything below ``spec/``."""

    texts: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    chapters: dict[str, list[Chapter]] = field(default_factory=dict)
    clauses: dict[str, Clause] = field(default_factory=dict)
    rulings: dict[str, Ruling] = field(default_factory=dict)
    options: dict[str, Option] = field(default_factory=dict)
    rulesets: dict[str, Ruleset] = field(default_factory=dict)
    parameters: dict[str, Parameter] = field(default_factory=dict)
    codes: dict[str, Code] = field(default_factory=dict)
    incidents: dict[str, Incident] = field(default_factory=dict)
    windows: dict[str, list[Window]] = field(default_factory=dict)
    """For each text what follows a fault, by the time at which it is noticed."""
    glossary: dict[str, Mapping[str, Any]] = field(default_factory=dict)

    def played(self) -> list[str]:
        """The texts that have a ruleset; of the others only the clauses are there so far."""
        with_rules = {ruleset.text for ruleset in self.rulesets.values()}
        return [text for text in self.texts if text in with_rules]

    def played_clauses(self) -> list[Clause]:
        """The clauses of the texts that have a ruleset."""
        return [clause for text in self.played() for clause in self.clauses_of(text)]

    def clauses_of(self, text: str) -> Iterator[Clause]:
        """The clauses of a text in the order of the text."""
        for chapter in self.chapters.get(text, []):
            yield from chapter.clauses

    def sets(self, ruleset: Ruleset) -> dict[str, list[str]]:
        """For each clause or ruling (full name) the leaves it sets in a ruleset."""
        found: dict[str, list[str]] = {}
        for leaf, source in ruleset.sources.items():
            found.setdefault(f"{ruleset.text}:{source}", []).append(leaf)
        return found


def misfit(
    spec: Spec, document: Document, path: Iterable[str | int], leaf: str, value: Any
) -> list[Problem]:
    """What is wrong with giving ``leaf`` this value."""
    path = tuple(path)
    parameter = spec.parameters.get(leaf)
    if parameter is None:
        hint = nearest(leaf, spec.parameters)
        return [document.problem(path, f"unknown parameter {leaf!r}", hint)]
    wanted = {"number": int, "boolean": bool, "word": str}[parameter.type]
    if type(value) is not wanted:
        return [document.problem(path, f"{leaf} is a {parameter.type}, not {value!r}")]
    if parameter.allowed and value not in parameter.allowed:
        words = ", ".join(str(v).lower() for v in parameter.allowed)
        return [document.problem(path, f"{leaf} may not be {value!r}", f"allowed: {words}")]
    return []


class _Loader:
    def __init__(self, root: Path, cache: Cache) -> None:
        self.root, self.cache = root, cache
        self.spec = Spec()
        self.problems: list[Problem] = []
        self.documents: dict[str, Document] = {}
        self.written: dict[str, tuple[str, Document]] = {}

    def read(self, path: Path, schema: str) -> Document | None:
        document, problems = self.cache.load(path, schema)
        self.problems += problems
        if document is not None:
            self.documents[document.file] = document
        return document

    def load(self) -> None:
        for name, schema, take in (
            ("parameters", "parameters", self.parameters),
            ("refusals", "refusals", self.refusals),
            ("incidents", "incidents", self.incidents),
            ("glossary", "glossary", self.glossary),
        ):
            document = self.read(self.root / f"{name}.yaml", schema)
            if document is not None:
                take(document)
        for text_file in sorted(self.root.glob("*/text.yaml")):
            document = self.read(text_file, "text")
            if document is None:
                continue
            text = document.data["id"]
            self.spec.texts[text] = document.data
            folder = text_file.parent
            for path in sorted((folder / "clauses").glob("*.yaml")):
                if (doc := self.read(path, "clauses")) is not None:
                    self.chapter(text, doc)
            for path in sorted((folder / "rulings").glob("*.yaml")):
                if (doc := self.read(path, "ruling")) is not None:
                    self.ruling(text, doc)
            for path in sorted((folder / "options").glob("*.yaml")):
                if (doc := self.read(path, "option")) is not None:
                    self.option(text, doc)
            for path in sorted((folder / "rulesets").glob("*.yaml")):
                if (doc := self.read(path, "ruleset")) is not None:
                    self.ruleset(text, doc)
            windows = folder / "faults.yaml"
            if windows.exists() and (doc := self.read(windows, "windows")) is not None:
                self.windows(text, doc)
        self.extend()

    def twice(
        self, table: Mapping[str, Any], key: str, document: Document, path: Iterable[str | int]
    ) -> bool:
        if key in table:
            self.problems.append(document.problem(path, f"{key!r} stands twice", "ids are unique"))
            return True
        return False

    def parameters(self, document: Document) -> None:
        for i, row in enumerate(document.data):
            if not self.twice(self.spec.parameters, row["leaf"], document, (i, "leaf")):
                self.spec.parameters[row["leaf"]] = Parameter(
                    row["leaf"], row["type"], tuple(row.get("allowed", ())), row["says"],
                    row.get("row", False), _leaves(row.get("only_with", ())), row.get("unseen", {}),
                )  # fmt: skip
        for i, row in enumerate(document.data):
            for needed in _leaves(row.get("only_with", ())):
                if needed not in self.spec.parameters:
                    hint = nearest(needed, self.spec.parameters)
                    self.problems.append(
                        document.problem((i, "only_with"), f"unknown parameter {needed!r}", hint)
                    )

    def refusals(self, document: Document) -> None:
        for i, row in enumerate(document.data):
            if self.twice(self.spec.codes, row["code"], document, (i, "code")):
                continue
            for j, leaf in enumerate(row["reads"]):
                if leaf not in self.spec.parameters:
                    self.problems.append(
                        document.problem(
                            (i, "reads", j),
                            f"unknown parameter {leaf!r}",
                            nearest(leaf, self.spec.parameters),
                        )
                    )
            self.spec.codes[row["code"]] = Code(row["code"], tuple(row["reads"]), row["says"])

    def incidents(self, document: Document) -> None:
        for i, row in enumerate(document.data):
            if not self.twice(self.spec.incidents, row["fault"], document, (i, "fault")):
                self.spec.incidents[row["fault"]] = Incident(
                    row["fault"], row["chapter"], tuple(row.get("fields", ())), row["title"],
                    row["says"],
                )  # fmt: skip

    def windows(self, text: str, document: Document) -> None:
        rows = self.spec.windows.setdefault(text, [])
        for i, row in enumerate(document.data):
            if row["fault"] not in self.spec.incidents:
                hint = nearest(row["fault"], self.spec.incidents)
                told = f"no fault {row['fault']!r}"
                self.problems.append(document.problem((i, "fault"), told, hint))
            for j, source in enumerate(row["by"]):
                name = f"{text}:{source}"
                if name not in self.spec.clauses and name not in self.spec.rulings:
                    told = f"no clause or ruling {source!r}"
                    self.problems.append(document.problem((i, "by", j), told))
            if any((w.fault, w.noticed) == (row["fault"], row["noticed"]) for w in rows):
                told = f"{row['fault']} noticed {row['noticed']} stands twice"
                self.problems.append(document.problem((i, "noticed"), told, "one row a window"))
            rows.append(
                Window(
                    text, row["fault"], row["noticed"], row["outcome"] == "follows",
                    tuple(row["by"]), row["then"], document.file, document.marks[(i, "fault")][0],
                )
            )  # fmt: skip

    def glossary(self, document: Document) -> None:
        for i, row in enumerate(document.data):
            if not self.twice(self.spec.glossary, row["id"], document, (i, "id")):
                self.spec.glossary[row["id"]] = row

    def chapter(self, text: str, document: Document) -> None:
        data = document.data
        clauses = []
        for i, row in enumerate(data["clauses"]):
            clause = Clause(
                text, row["id"], data["chapter"], row["line"], row["text"], row["kind"],
                row["class"], row["testable"], tuple(row["refs"]), document.file,
            )  # fmt: skip
            if self.twice(self.spec.clauses, clause.name, document, ("clauses", i, "id")):
                continue
            self.spec.clauses[clause.name] = clause
            clauses.append(clause)
        self.spec.chapters.setdefault(text, []).append(
            Chapter(text, data["chapter"], data["title"], tuple(clauses))
        )

    def ruling(self, text: str, document: Document) -> None:
        row = document.data
        readings = tuple(
            Reading(r["id"], r["text"], r.get("adopted", False), r.get("sets", {}))
            for r in row.get("readings", ())
        )
        ruling = Ruling(
            text, row["id"], row["title"], row["type"], tuple(row["clauses"]), row["scope"],
            row["says"], tuple(row.get("in", ())), readings, row["ruling"], row["reason"],
            row["executable"], document.file,
        )  # fmt: skip
        if self.twice(self.spec.rulings, ruling.name, document, ("id",)):
            return
        self.spec.rulings[ruling.name] = ruling
        adopted = sum(r.adopted for r in readings)
        if readings and adopted != 1:
            self.problems.append(
                document.problem(
                    ("readings",), f"{adopted} readings are adopted", "mark exactly one"
                )
            )
        followed = any(r.sets for r in readings)
        if followed != (ruling.executable is True):
            self.problems.append(
                document.problem(
                    ("executable",),
                    "does not fit the readings",
                    "true if a reading has `sets`; otherwise {because: ...}",
                )
            )
        for i, reading in enumerate(readings):
            if reading.adopted and reading.sets:
                self.problems.append(
                    document.problem(
                        ("readings", i, "sets"), "the adopted reading is what the ruleset says",
                        "leave out `sets`",
                    )
                )  # fmt: skip
            for leaf, value in reading.sets.items():
                self.problems += misfit(
                    self.spec, document, ("readings", i, "sets", leaf), leaf, value
                )

    def option(self, text: str, document: Document) -> None:
        row = document.data
        option = Option(
            text, row["id"], row["title"], row["by"], tuple(row.get("in", ())), row["sets"],
            document.file,
        )  # fmt: skip
        if self.twice(self.spec.options, option.name, document, ("id",)):
            return
        self.spec.options[option.name] = option
        for leaf, value in option.sets.items():
            self.problems += misfit(self.spec, document, ("sets", leaf), leaf, value)

    def ruleset(self, text: str, document: Document) -> None:
        """Read a ruleset's file; what it extends may be read only later."""
        if not self.twice(self.written, document.data["id"], document, ("id",)):
            self.written[document.data["id"]] = text, document

    def extend(self) -> None:
        """Put the rulesets together, those first that others extend."""
        waiting = dict(self.written)
        while waiting:
            ready = [id_ for id_, (_, d) in waiting.items() if d.data.get("extends") not in waiting]
            for id_ in ready or list(waiting):
                text, document = waiting.pop(id_)
                base = document.data.get("extends")
                if base is not None and base not in self.spec.rulesets:
                    told = f"{id_} extends itself" if not ready else f"no ruleset {base!r}"
                    hint = nearest(base, [i for i in self.written if i != id_])
                    self.problems.append(document.problem(("extends",), told, hint))
                else:
                    self.put_together(text, document)

    def put_together(self, text: str, document: Document) -> None:
        row = document.data
        base = self.spec.rulesets.get(row.get("extends", ""))
        values: dict[str, Any] = dict(base.values) if base else {}
        sources: dict[str, str] = dict(base.sources) if base else {}
        for leaf, entry in row["parameters"].items():
            self.problems += misfit(self.spec, document, ("parameters", leaf), leaf, entry["value"])
            if base and (values.get(leaf), sources.get(leaf)) == (entry["value"], entry["by"]):
                told = f"{leaf} is what {base.id} has"
                self.problems.append(document.problem(("parameters", leaf), told, "leave it out"))
            values[leaf] = entry["value"]
            sources[leaf] = entry["by"]
        for leaf, parameter in self.spec.parameters.items():
            if leaf in values and not parameter.belongs_to(values):
                if leaf in row["parameters"]:
                    self.problems.append(
                        document.problem(
                            ("parameters", leaf),
                            f"{leaf} exists only where {' and '.join(parameter.only_with)} is true",
                            "leave it out",
                        )
                    )
                else:
                    del values[leaf], sources[leaf]
            if leaf not in values and parameter.belongs_to(values) and not parameter.row:
                self.problems.append(
                    document.problem(("parameters",), f"the parameter {leaf} is missing", "add it")
                )
        self.spec.rulesets[row["id"]] = Ruleset(
            row["id"], row["text"], row["version"], row["players"], row["title"], values,
            sources, row.get("extends", ""), tuple(row["parameters"]), document.file,
        )  # fmt: skip

    def cross(self) -> None:
        """References from one file to another."""
        spec = self.spec
        for document in self.documents.values():
            data = document.data
            if not isinstance(data, dict):
                continue
            text = next((c.text for c in spec.clauses.values() if c.file == document.file), None)
            if "chapter" in data and text is not None:
                for i, row in enumerate(data["clauses"]):
                    by = row["testable"]
                    for key, ids in (
                        (("refs",), row["refs"]),
                        (("testable", "by"), by.get("by", ()) if isinstance(by, dict) else ()),
                    ):
                        for j, id_ in enumerate(ids):
                            self.known_clause(text, id_, document, ("clauses", i, *key, j))
                    for language, words in row["text"].items():
                        self.marks(words, document, ("clauses", i, "text", language))
        for ruling in spec.rulings.values():
            document = self.documents[ruling.file]
            for j, id_ in enumerate(ruling.clauses):
                self.known_clause(ruling.text, id_, document, ("clauses", j))
        for option in spec.options.values():
            self.known_clause(option.text, option.by, self.documents[option.file], ("by",))
            for j, id_ in enumerate(option.rulesets):
                if id_ not in spec.rulesets:
                    told, hint = f"no ruleset {id_!r}", nearest(id_, spec.rulesets)
                    document = self.documents[option.file]
                    self.problems.append(document.problem(("in", j), told, hint))
        for ruleset in spec.rulesets.values():
            document = self.documents[ruleset.file]
            for leaf in ruleset.own:
                source = ruleset.sources.get(leaf, "")
                name = f"{ruleset.text}:{source}"
                if source and name not in spec.clauses and name not in spec.rulings:
                    known = [n.split(":")[1] for n in (*spec.clauses, *spec.rulings)]
                    self.problems.append(
                        document.problem(
                            ("parameters", leaf, "by"),
                            f"no clause or ruling {source!r}",
                            nearest(source, known),
                        )
                    )

    def known_clause(
        self, text: str, id_: str, document: Document, path: Iterable[str | int]
    ) -> None:
        """A clause that is named must exist; parts of a text not taken on yet may be named."""
        later = self.spec.texts[text].get("later_parts", ())
        if f"{text}:{id_}" in self.spec.clauses or id_.split(".")[0] in later:
            return
        ids = [c.id for c in self.spec.clauses_of(text)]
        self.problems.append(document.problem(path, f"no clause {id_!r}", nearest(id_, ids)))

    def marks(self, words: str, document: Document, path: Iterable[str | int]) -> None:
        for part in words.split("](#")[1:]:
            term = part.split(")")[0]
            if term not in self.spec.glossary:
                self.problems.append(
                    document.problem(
                        path, f"no glossary term {term!r}", nearest(term, self.spec.glossary)
                    )
                )


def load_spec(root: Path = SPEC, cache: Cache | None = None) -> tuple[Spec, list[Problem]]:
    """Everything below ``root``, and every problem found on the way."""
    own = cache or Cache()
    loader = _Loader(root, own)
    loader.load()
    loader.cross()
    if cache is None:
        own.save()
    return loader.spec, sorted(loader.problems)
