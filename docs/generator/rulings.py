"""The rulings of each text: what it says, how it can be read, what holds and why."""

from __future__ import annotations

from collections.abc import Iterable

from meldlaw_conformance.spec import Ruling

from .book import Book, Page, prose


def pages(book: Book) -> Iterable[Page]:
    """One page a text."""
    for text in book.texts:
        page = book.page(f"{text}/rulings.md")
        page.add(f"# {page.words('rulings')}: {page.text_title(text)}")
        page.add(page.words("rulings-about"))
        for ruling in book.facts.rulings:
            if ruling.text == text:
                _ruling(page, ruling)
        yield page


def _ruling(page: Page, ruling: Ruling) -> None:
    w = page.words
    kind = w("gap-type" if ruling.type == "gap" else ruling.type)
    clauses = page.list_of(page.clause(ruling.text, id_) for id_ in ruling.clauses)
    page.add(f"## `{ruling.id}` {prose(w.of(ruling.title))} {{#{ruling.id}}}")
    page.add(f"*{kind}* · {w('clauses')} {clauses}" if clauses else f"*{kind}*")
    page.add(f"**{w('what-text-says')}.** {page.refer(ruling.text, w.of(ruling.says))}")
    if ruling.readings:
        rows = []
        for reading in ruling.readings:
            mark = f" **({w('adopted')})**" if reading.adopted else ""
            sets = page.list_of(
                f"`{leaf}` = {prose(w.value(value))}" for leaf, value in reading.sets.items()
            )
            said = page.refer(ruling.text, w.of(reading.says))
            rows.append(f"- `{reading.id}`{mark}: {said}" + (f" ({sets})" if sets else ""))
        page.add(f"**{w('readings')}**", "\n".join(rows))
    page.add(
        f"**{w('what-holds')}.** {page.refer(ruling.text, w.of(ruling.ruling))}",
        f"**{w('reason')}.** {page.refer(ruling.text, w.of(ruling.reason))}",
    )
    shown = page.facts.situations_of_ruling.get(ruling.name, [])
    if shown:
        page.add(f"**{w('shown-by')}** {page.list_of(map(page.situation, shown))}")
    elif isinstance(ruling.executable, dict):
        because = page.english(ruling.executable["because"])
        page.add(f"<small>{w('one-outcome')} {because}</small>")
