"""What can go wrong, a page a fault: noticed when, what follows, by which clause, shown where."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from meldlaw_conformance.spec import Incident, Window

from .book import Book, Page, prose, table
from .words import LANGUAGES

INDEX = "faults/index.md"


def path_of(fault: str) -> str:
    """The page of a fault."""
    return f"faults/{fault}.md"


def pages(book: Book) -> Iterable[Page]:
    """The list of all faults and a page for each, with the windows of every law."""
    yield _index(book)
    for incident in book.spec.incidents.values():
        yield _fault(book, incident)


def _index(book: Book) -> Page:
    page = book.page(INDEX)
    w = page.words
    page.add(f"# {w('faults')}", w("faults-about"))
    for chapter, rows in groupby(book.spec.incidents.values(), lambda i: i.chapter):
        page.add(f"## {w(f'chapter-{chapter}')} {{#{chapter}}}")
        page.add(
            "\n".join(
                f"- [{prose(w.of(i.title))}]({page.to(path_of(i.fault))}): {prose(w.of(i.says))}"
                for i in rows
            )
        )
    return page


def _fault(book: Book, incident: Incident) -> Page:
    page = book.page(path_of(incident.fault))
    w = page.words
    page.add(f"# {prose(w.of(incident.title))}", prose(w.of(incident.says)))
    for text in book.spec.windows:
        page.add(f"## {page.text_title(text)} {{#{text}}}")
        rows = [row for row in book.spec.windows[text] if row.fault == incident.fault]
        if rows:
            head = (w("noticed"), w("what-follows"), w("by-clause"), w("shown-by"))
            page.add(table(head, [_row(page, row) for row in rows]))
        else:
            page.add(f"*{w('fault-silent')}*")
    fields = "".join(f", {field}: ..." for field in incident.fields)
    page.add(
        f"## {w('fault-written')} {{#written}}",
        f"```yaml\n- P1: {{fault: {incident.fault}{fields}}}\n"
        f"- P2: {{notice: {incident.fault}}}\n```",
    )
    return page


def _row(page: Page, row: Window) -> tuple[str, str, str, str]:
    w = page.words
    then = row.then.get(w.language, "")
    told = prose(then) if then else page.english(row.then[LANGUAGES[0]])
    sources = page.list_of(page.source(row.text, source) for source in row.by)
    links = [
        page.situation(page.facts.situations[id_], str(n))
        for n, id_ in enumerate(page.facts.showing_window(row), 1)
    ]
    shown = " ".join(links) if row.text in page.book.texts else str(len(links))
    return w(f"time-{row.noticed}"), told, sources, shown
