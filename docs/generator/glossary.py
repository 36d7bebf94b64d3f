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
    used = _used(book)
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
        if id_ in used:
            links = page.list_of(page.named(name) for name in used[id_])
            rows.append(f"{w('used-in')}: {links}")
        page.add(facts(rows))
    yield page


def _used(book: Book) -> dict[str, list[str]]:
    """For each term the clauses (full names) that use it in this language."""
    found: dict[str, list[str]] = {}
    for clause in book.spec.played_clauses():
        for part in book.words.of(clause.says).split("](#")[1:]:
            names = found.setdefault(part.split(")")[0], [])
            if clause.name not in names:
                names.append(clause.name)
    return found
