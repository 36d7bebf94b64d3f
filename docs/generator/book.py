"""What all pages share: the suite looked up from every side, where pages lie, and how a text of
the spec becomes Markdown."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from meldlaw_conformance.coverage import Row, coverage
from meldlaw_conformance.explain import Story, story
from meldlaw_conformance.files import read_yaml
from meldlaw_conformance.filler import FillError
from meldlaw_conformance.places import ROOT
from meldlaw_conformance.problems import Unusable
from meldlaw_conformance.scenarios import Scenario
from meldlaw_conformance.spec import Chapter, Ruleset, Ruling, Spec, Window
from meldlaw_conformance.suite import Suite, unfit
from meldlaw_conformance.windows import noticed

from .words import LANGUAGES, Words


class Situation(NamedTuple):
    """A scenario as its author wrote it: its cases, and their outcomes under other readings."""

    id: str
    title: Mapping[str, str]
    written: str
    """The scenario as it stands in its file, its comments included."""
    scenarios: tuple[Scenario, ...]

    @property
    def first(self) -> Scenario:
        return self.scenarios[0]

    @property
    def text(self) -> str:
        """The law text under which it is judged."""
        return self.first.text

    @property
    def cases(self) -> list[Scenario]:
        """The cases under the adopted reading."""
        return [s for s in self.scenarios if not s.reading]


class Facts:
    """The suite looked up from every side, whatever the language. Stories are played once."""

    def __init__(self, suite: Suite) -> None:
        self.suite = suite
        self._stories: dict[str, Story] = {}

    @property
    def spec(self) -> Spec:
        return self.suite.spec

    def story(self, scenario: Scenario) -> Story:
        """The story of a scenario that runs. Raises Unusable where its position does not work
        out."""
        if scenario.id not in self._stories:
            try:
                self._stories[scenario.id] = story(self.suite, scenario)
            except FillError as error:
                raise Unusable([unfit(self.suite, scenario, error)]) from None
        return self._stories[scenario.id]

    @cached_property
    def situations(self) -> dict[str, Situation]:
        """By id, in the order of the files."""
        found: dict[str, list[Scenario]] = {}
        for scenario in self.suite.scenarios:
            found.setdefault(scenario.parent, []).append(scenario)
        written = {
            row["id"]: (row["title"], block)
            for file in sorted({s.file for s in self.suite.scenarios})
            for row, block in _blocks(file)
        }
        return {
            id_: Situation(id_, *written[rows[0].witness or id_], tuple(rows))
            for id_, rows in found.items()
        }

    @cached_property
    def published(self) -> dict[str, list[str]]:
        """For each language the law texts that can be read in it: all of their clauses exist."""
        return {
            language: [
                text
                for text in self.spec.played()
                if all(clause.says.get(language) for clause in self.spec.clauses_of(text))
            ]
            for language in LANGUAGES
        }

    @cached_property
    def witnesses(self) -> dict[str, list[Situation]]:
        """For each difference between the laws its position as a situation under each of them."""
        found: dict[str, list[Situation]] = {}
        for situation in self.situations.values():
            if situation.first.witness:
                found.setdefault(situation.first.witness, []).append(situation)
        return found

    @cached_property
    def differing(self) -> dict[str, list[str]]:
        """The parameters that differ between rulesets, each with the differences (see
        `witnesses`) that show it."""
        spec = self.spec
        return {
            leaf: [
                witness for witness, rows in self.witnesses.items() if leaf in rows[0].first.shows
            ]
            for leaf in spec.parameters
            if len({repr(r.values.get(leaf)) for r in spec.rulesets.values()}) > 1
        }

    @cached_property
    def shown_by(self) -> dict[str, list[Situation]]:
        """For each clause (full name) the situations that show it, those it decides first."""
        found: dict[str, list[Situation]] = {}
        for place in (slice(0, 1), slice(1, None)):
            for situation in self.situations.values():
                for id_ in situation.first.clauses[place]:
                    found.setdefault(f"{situation.text}:{id_}", []).append(situation)
        return found

    @cached_property
    def _windows(self) -> dict[tuple[str, str, str], list[str]]:
        found: dict[tuple[str, str, str], list[str]] = {}
        for n in noticed(self.suite):
            if n.scenario.parent not in self.situations:
                continue
            for time in n.times:
                ids = found.setdefault((n.scenario.text, n.fault, time), [])
                if n.scenario.parent not in ids:
                    ids.append(n.scenario.parent)
        return found

    def showing_window(self, row: Window) -> list[str]:
        """The situations that point a fault out at the time of a row."""
        return self._windows.get((row.text, row.fault, row.noticed), [])

    @cached_property
    def rulings(self) -> list[Ruling]:
        """All rulings, C-9 before C-10."""
        return sorted(self.spec.rulings.values(), key=lambda r: (r.text, _natural(r.id)))

    @cached_property
    def rulings_of(self) -> dict[str, list[Ruling]]:
        """For each clause (full name) the rulings that bear on it."""
        found: dict[str, list[Ruling]] = {}
        for ruling in self.rulings:
            for id_ in ruling.clauses:
                found.setdefault(f"{ruling.text}:{id_}", []).append(ruling)
        return found

    @cached_property
    def situations_of_ruling(self) -> dict[str, list[Situation]]:
        """For each ruling (full name) the situations whose outcome depends on it."""
        found: dict[str, list[Situation]] = {}
        for situation in self.situations.values():
            for name in {f"{s.text}:{s.ruling}" for s in situation.scenarios if s.ruling}:
                found.setdefault(name, []).append(situation)
        return found

    @cached_property
    def coverage(self) -> dict[str, Row]:
        """For each clause (full name) what shows it."""
        return {row.clause.name: row for row in coverage(self.suite)}

    @cached_property
    def chapter_of(self) -> dict[str, str]:
        """For each clause (full name) the number of its chapter."""
        return {clause.name: clause.chapter for clause in self.spec.clauses.values()}


def _natural(id_: str) -> list[tuple[bool, int, str]]:
    """A key by which numbers in ids are ordered as numbers."""
    parts = re.split(r"(\d+)", id_)
    return [(part.isdigit(), int(part) if part.isdigit() else 0, part) for part in parts]


def _blocks(file: str) -> Iterable[tuple[Mapping[str, Any], str]]:
    """Each scenario of a file as data and as text."""
    path = Path(file)
    path = path if path.exists() else ROOT / path
    document, _ = read_yaml(path, file)
    if document is None:
        return
    lines = path.read_text(encoding="utf-8").splitlines()
    starts = [document.marks[(i,)][0] - 1 for i in range(len(document.data))]
    for row, start, end in zip(document.data, starts, [*starts[1:], len(lines)], strict=True):
        block = lines[start:end]
        while not block[-1].strip() or block[-1].startswith("#"):
            block.pop()
        yield row, "\n".join(block) + "\n"


_MARK = re.compile(r"\[([^\]]*)\]\(#([a-z-]+)\)")
_CLAUSE_ID = re.compile(r"(?<![\w.])\d{1,2}\.[a-z](?:\.\d+)*(?:\.s\d+)?(?![\w])")
_SPECIAL = re.compile(r"([*_`<>\[\]|])")


def prose(text: str) -> str:
    """Plain text as Markdown that shows it unchanged."""
    return _SPECIAL.sub(r"\\\1", text).replace("\\<", "&lt;").replace("\\>", "&gt;")


class Book:
    """The site in one language."""

    def __init__(self, facts: Facts, language: str) -> None:
        self.facts, self.language = facts, language
        titles = {incident.fault: incident.title for incident in facts.spec.incidents.values()}
        self.words = Words(language, titles)

    @property
    def spec(self) -> Spec:
        return self.facts.spec

    @property
    def texts(self) -> list[str]:
        """The law texts published in this language."""
        return self.facts.published[self.language]

    @property
    def rulesets(self) -> list[Ruleset]:
        """The rulesets of these texts."""
        return [r for r in self.spec.rulesets.values() if r.text in self.texts]

    @property
    def situations(self) -> list[Situation]:
        """The situations under these texts."""
        return [s for s in self.facts.situations.values() if s.text in self.texts]

    def page(self, path: str) -> Page:
        """A page at ``path`` below the language's folder."""
        return Page(self, path)


class Page:
    """A page being written: it knows where it lies, so it can link to the others."""

    def __init__(self, book: Book, path: str) -> None:
        self.book, self.path = book, path
        self.lines: list[str] = []

    @property
    def words(self) -> Words:
        return self.book.words

    @property
    def facts(self) -> Facts:
        return self.book.facts

    @property
    def spec(self) -> Spec:
        return self.book.spec

    def add(self, *lines: str) -> None:
        """Append blocks of Markdown, each with an empty line after it."""
        for line in lines:
            self.lines += [line, ""]

    def done(self) -> tuple[str, str]:
        """Path below the site and Markdown."""
        return f"{self.book.language}/{self.path}", "\n".join(self.lines)

    def to(self, path: str, anchor: str = "") -> str:
        """The address of another page of this language, from here."""
        if path == self.path and anchor:
            return f"#{anchor}"
        here = posixpath.dirname(self.path)
        return posixpath.relpath(path, here or ".") + (f"#{anchor}" if anchor else "")

    # ------------------------------------------------------------- links to what the law has

    def clause(self, text: str, id_: str, label: str = "") -> str:
        """A clause as a link; one of a part not taken on yet, or of a text that is not published
        in this language, stays plain text."""
        chapter = self.facts.chapter_of.get(f"{text}:{id_}")
        if chapter is None or text not in self.book.texts:
            return label or id_
        return f"[{label or id_}]({self.to(f'{text}/{chapter}.md', id_)})"

    def source(self, text: str, id_: str, label: str = "") -> str:
        """A clause or a ruling as a link."""
        if f"{text}:{id_}" in self.spec.rulings and text in self.book.texts:
            return f"[{label or id_}]({self.to(f'{text}/rulings.md', id_)})"
        return self.clause(text, id_, label)

    def named(self, name: str) -> str:
        """A clause or ruling by its full name, as a link."""
        text, _, id_ = name.partition(":")
        return self.source(text, id_)

    def ruling(self, ruling: Ruling) -> str:
        title = prose(self.words.of(ruling.title))
        return self.source(ruling.text, ruling.id, f"{ruling.id} {title}")

    def situation(self, situation: Situation, label: str = "") -> str:
        """A situation as a link, as far as it has a page in this language."""
        label = label or prose(self.words.of(situation.title))
        if situation.text not in self.book.texts:
            return label
        return f"[{label}]({self.to(situation_path(situation))})"

    def ruleset(self, ruleset: Ruleset, label: str = "", leaf: str = "") -> str:
        """A ruleset as a link to its parameters, or to one of them, as far as they have a page
        in this language."""
        label = label or prose(self.words.of(ruleset.title))
        if ruleset.text not in self.book.texts:
            return label
        return f"[{label}]({self.to(f'rulesets/{ruleset.id}.md', leaf)})"

    def leaf(self, ruleset: Ruleset, leaf: str) -> str:
        """A parameter of a ruleset as a link."""
        return self.ruleset(ruleset, f"`{leaf}`", leaf)

    def code(self, code: str) -> str:
        return f"[`{code}`]({self.to('refusals.md', code)})"

    def term(self, id_: str, label: str) -> str:
        """A word that leads to its entry in the glossary, with the meaning at hand."""
        entry = self.spec.glossary.get(id_)
        if entry is None:
            return label
        means = self.words.of(entry["means"]).replace('"', "”").replace("\n", " ")
        return f'[{label}]({self.to("glossary.md", id_)} "{means}"){{.ml-term}}'

    def list_of(self, items: Iterable[str]) -> str:
        return self.words("list-sep").join(items)

    # ------------------------------------------------------------- texts of the spec

    def text_title(self, text: str) -> str:
        """The title of a law text."""
        title: Mapping[str, str] = self.spec.texts[text]["title"]
        return (
            prose(title[self.book.language])
            if self.book.language in title
            else (self.english(self.words.of(title)))
        )

    def chapter_title(self, chapter: Chapter) -> str:
        """Number and title; chapters without a number of their own have only a title."""
        title = prose(self.words.of(chapter.title))
        return f"{chapter.number} {title}" if chapter.number[0].isdigit() else title

    def law(self, text: str, words: str) -> str:
        """A clause's words with its terms, and the clauses it names, as links."""
        out, at = [], 0
        for mark in _MARK.finditer(words):
            out.append(self.refer(text, words[at : mark.start()]))
            out.append(self.term(mark[2], prose(mark[1])))
            at = mark.end()
        out.append(self.refer(text, words[at:]))
        return "".join(out).strip()

    def refer(self, text: str, words: str) -> str:
        """Plain text in which ids of clauses are links."""
        out, at = [], 0
        for found in _CLAUSE_ID.finditer(words):
            out.append(prose(words[at : found.start()]))
            out.append(self.clause(text, found[0]))
            at = found.end()
        out.append(prose(words[at:]))
        return "".join(out)

    def english(self, text: str) -> str:
        """A text that the spec has in English only."""
        if self.book.language == "en":
            return prose(text)
        return f'<span lang="en">{prose(text)}</span>'


def situation_path(situation: Situation) -> str:
    """Where the page of a situation lies."""
    return f"scenarios/{situation.id}.md"


def section_of(scenario: Scenario) -> str:
    """The anchor of a case on its page: its name, or ``situation`` where there is one only."""
    tail = scenario.id[len(scenario.parent) :].lstrip("/")
    case, _, reading = tail.partition("@")
    return "-".join(part for part in (case or "situation", reading) if part)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = ["| " + " | ".join(head) + " |", "|" + " --- |" * len(head)]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(lines)


def facts(rows: Iterable[str]) -> str:
    """Lines of small print below a text."""
    return "  \n".join(rows) + "\n{: .ml-facts }"


def listing(text: str) -> str:
    """Text of a file, shown as it is; on one line, as Markdown wants finished HTML."""
    body = escape(text.rstrip(), quote=False).replace("\n", "&#10;")
    return f'<pre class="ml-listing"><code>{body}</code></pre>'


def folded(summary: str, html: str) -> str:
    """Finished HTML that a reader folds out, on one line."""
    return f'<details class="ml-fold"><summary>{escape(summary)}</summary>{html}</details>'


def details(summary: str, *blocks: str) -> str:
    """Blocks that a reader folds out."""
    body = "\n\n".join(blocks)
    return (
        f'<details markdown="1" class="ml-fold">\n<summary markdown="span">{summary}</summary>'
        f"\n\n{body}\n\n</details>"
    )
