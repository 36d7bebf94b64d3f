"""The rulebook: the contents of each law text, and a page a chapter with its clauses."""

from __future__ import annotations

from collections.abc import Iterable

from meldlaw_conformance import coverage as cov
from meldlaw_conformance.spec import Chapter, Clause

from .book import Book, Page, details, facts, prose
from .cards import SYMBOLS
from .situations import shown_at_clause


def pages(book: Book) -> Iterable[Page]:
    """For each text its contents and its chapters."""
    for text in book.texts:
        yield _contents(book, text)
        for chapter in book.spec.chapters.get(text, []):
            yield _chapter(book, chapter)


def _contents(book: Book, text: str) -> Page:
    page = book.page(f"{text}/index.md")
    w, about = page.words, book.spec.texts[text]
    chapters = book.spec.chapters.get(text, [])
    clauses = list(book.spec.clauses_of(text))
    tested = sum(book.facts.coverage[c.name].state == cov.TESTED for c in clauses)
    page.add(f"# {page.text_title(text)}")
    if about.get("note"):
        page.add(prose(w.of(about["note"])))
    page.add(w("text-about", clauses=len(clauses), chapters=len(chapters), tested=tested))
    page.add(f"## {w('chapters')}")
    rows = []
    for chapter in chapters:
        link = page.to(f"{text}/{chapter.number}.md")
        rows.append(f"- [{page.chapter_title(chapter)}]({link})")
    page.add("\n".join(rows))
    page.add(f"- [{w('rulings')}]({page.to(f'{text}/rulings.md')})")
    for ruleset in book.rulesets:
        if ruleset.text == text:
            label = f"{w('parameters')}: {prose(w.of(ruleset.title))}"
            page.add(f"- {page.ruleset(ruleset, label)}")
    return page


def _chapter(book: Book, chapter: Chapter) -> Page:
    page = book.page(f"{chapter.text}/{chapter.number}.md")
    first = chapter.clauses[0]
    headed = first.id == chapter.number and first.testable == "heading"
    anchor = first.id if headed else f"chapter-{chapter.number}"
    page.add(f"# {page.chapter_title(chapter)} {{#{anchor}}}", SYMBOLS)
    if headed:
        page.add(_facts(page, first))
    for clause in chapter.clauses[1 if headed else 0 :]:
        _clause(page, clause)
    return page


def _clause(page: Page, clause: Clause) -> None:
    w = page.words
    level = "#" * min(4, 2 + clause.id.count("."))
    title = w("permanent", id=clause.id)
    link = f'[{clause.id}](#{clause.id} "{title}"){{.ml-anchor}}'
    page.add(f"{level} {link} {{#{clause.id}}}")
    law = page.law(clause.text, w.of(clause.says))
    page.add(f"**{law}**" if clause.testable == "heading" else law)
    page.add(_facts(page, clause), _shown(page, clause))


def _facts(page: Page, clause: Clause) -> str:
    """Where the clause comes from, what it sets, what it leads to."""
    w = page.words
    rows = []
    for ruleset in page.book.rulesets:
        leaves = page.spec.sets(ruleset).get(clause.name, []) if ruleset.text == clause.text else []
        if leaves:
            told = page.list_of(
                f"{page.leaf(ruleset, leaf)} = {prose(w.value(ruleset.values[leaf]))}"
                for leaf in leaves
            )
            rows.append(f"{w('sets')} {told}")
    if clause.refs:
        rows.append(f"{w('see')} {page.list_of(page.clause(clause.text, r) for r in clause.refs)}")
    rulings = page.facts.rulings_of.get(clause.name, [])
    if rulings:
        rows.append(f"{w('ruled')} {page.list_of(map(page.ruling, rulings))}")
    rows.append(w("source-line", line=clause.line))
    return facts(rows)


def _shown(page: Page, clause: Clause) -> str:
    """The scenarios of the clause, folded, or why there are none."""
    w = page.words
    row = page.facts.coverage[clause.name]
    if row.state == cov.TESTED:
        blocks = [
            shown_at_clause(page, situation, clause.id == situation.first.clauses[0])
            for situation in page.facts.shown_by[clause.name]
        ]
        count = sum(len(s.scenarios) for s in page.facts.shown_by[clause.name])
        return details(w.count("tested", "tested-one", count), *blocks)
    return f"<small>{why_untested(page, clause)}</small>"


def why_untested(page: Page, clause: Clause) -> str:
    """Why no scenario shows a clause."""
    w = page.words
    row = page.facts.coverage[clause.name]
    if row.state == cov.BY:
        links = page.list_of(page.clause(clause.text, id_) for id_ in clause.testable["by"])
        return f"{w('by')} {links}."
    if row.state == cov.LATER:
        return w(f"later-{row.why}")
    if row.state == cov.NOT_TESTABLE:
        return f"{w('not-testable')} {page.english(row.why)}"
    return w(row.state)
