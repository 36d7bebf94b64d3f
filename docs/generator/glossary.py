"""The glossary: each term, what it means, what it is called elsewhere, where it is used."""

from __future__ import annotations

from collections.abc import Iterable

from .book import Book, Page, facts, prose
from .words import LANGUAGE_NAMES


def pages(book: Book) -> Iterable[Page]:
    """One page, in the alphabetical order of the language."""
    page = book.page("glossary.md")
    w = page.words
    page.add(f"# {w('glossary')}", w("glossary-about"))
    used = {text: _used(book, text) for text in book.texts}
    entries = sorted(book.spec.glossary.values(), key=lambda e: w.of(e["term"]).casefold())
    for entry in entries:
        id_ = entry["id"]
        page.add(f"## {prose(w.of(entry['term']))} {{#{id_}}}", prose(w.of(entry["means"])))
        others = [
            f'<span lang="{language}">{prose(entry["term"][language])}</span> ({name})'
            for language, name in LANGUAGE_NAMES.items()
            if language != book.language and language in entry["term"]
        ]
        rows = [f"{w('in-other')}: {page.list_of(others)}"]
        for text in book.texts:
            links = [page.clause(text, clause) for clause in used[text].get(id_, ())]
            if links:
                rows.append(f"{w('used-in')} ({page.text_title(text)}): {page.list_of(links)}")
        page.add(facts(rows))
    yield page


def _used(book: Book, text: str) -> dict[str, list[str]]:
    """For each term the clauses of a text that use it in this language."""
    found: dict[str, list[str]] = {}
    for clause in book.spec.clauses_of(text):
        for part in book.words.of(clause.says).split("](#")[1:]:
            names = found.setdefault(part.split(")")[0], [])
            if clause.id not in names:
                names.append(clause.id)
    return found
