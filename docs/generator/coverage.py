"""The coverage matrix: every clause with the scenarios that show it, or why there are none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from meldlaw_conformance import coverage as cov

from .book import Book, Page, table
from .rulebook import why_untested

STATES = (cov.TESTED, cov.GAP, cov.LATER, cov.BY, cov.HEADING, cov.ADVICE, cov.NOT_TESTABLE)
_WORD = {
    cov.TESTED: "tested", cov.GAP: "gap", cov.LATER: "later", cov.BY: "by",
    cov.HEADING: "heading", cov.ADVICE: "advice", cov.NOT_TESTABLE: "not-testable",
}  # fmt: skip


def pages(book: Book) -> Iterable[Page]:
    """One page for all texts."""
    page = book.page("coverage.md")
    w = page.words
    page.add(f"# {w('coverage')}", w("coverage-about"))
    for text in book.texts:
        _text(page, text)
    yield page


def _text(page: Page, text: str) -> None:
    w, spec = page.words, page.spec
    page.add(f"## {page.text_title(text)} {{#{text}}}")
    counts = Counter(page.facts.coverage[c.name].state for c in spec.clauses_of(text))
    page.add(
        table(
            (w("state"), w("state-count")),
            [(w(f"state-{_WORD[s]}"), str(counts[s])) for s in STATES if counts[s]],
        )
    )
    for chapter in spec.chapters.get(text, []):
        rows = []
        for clause in chapter.clauses:
            row = page.facts.coverage[clause.name]
            link = page.clause(text, clause.id)
            told = w("state-tested") if row.state == cov.TESTED else why_untested(page, clause)
            numbers = (row.accepted, row.refused, row.boundary)
            rows.append((link, told, *(str(len(ids)) if ids else "" for ids in numbers)))
        page.add(
            f"### {page.chapter_title(chapter)} {{#{text}-{chapter.number}}}",
            table((w("clauses"), w("state"), w("allowing"), w("refusing"), w("bounding")), rows),
        )
