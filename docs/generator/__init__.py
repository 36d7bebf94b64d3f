"""The site as Markdown, made from the spec and the scenarios. Knows nothing of MkDocs.

`pages` gives every generated page of a language with its path; `navigation` says which of them
stand in the side bar. Each module makes the part of the site that its name says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from . import (
    coverage,
    differences,
    faults,
    glossary,
    home,
    parameters,
    rulebook,
    rulings,
    situations,
)
from .book import Book, Facts
from .words import LANGUAGES

__all__ = ["LANGUAGES", "Facts", "Nav", "navigation", "pages"]

Nav = list["str | Mapping[str, str | Nav]"]
"""Entries of the side bar: the path of a page, or a title with a path or entries of its own."""


_MODULES = (
    home, rulebook, situations, faults, differences, rulings, parameters, coverage, glossary,
)  # fmt: skip


def pages(facts: Facts, language: str) -> Iterator[tuple[str, str]]:
    """Path below the site's folder and Markdown of every page of a language: the law texts that
    can be read in it, and what all languages have.

    Raises Unusable for a scenario whose position does not work out.
    """
    book = Book(facts, language)
    for module in _MODULES:
        for page in module.pages(book):
            yield page.done()


def navigation(facts: Facts, language: str) -> Nav:
    """The side bar of a language; pages of single situations are reached from lists."""
    book = Book(facts, language)
    words, spec = book.words, book.spec

    def at(path: str) -> str:
        return f"{language}/{path}"

    nav: Nav = [at("index.md")]
    for text in book.texts:
        chapters: Nav = [at(f"{text}/index.md")]
        chapters += [at(f"{text}/{c.number}.md") for c in spec.chapters.get(text, [])]
        chapters.append({words("rulings"): at(f"{text}/rulings.md")})
        nav.append({words.of(spec.texts[text]["title"]): chapters})
    nav += [at("scenarios/index.md"), at(faults.INDEX), at("differences.md"), at("glossary.md")]
    nav += [at("your-own-scenario.md"), at("house-rules.md")]
    rulesets = [at(f"rulesets/{ruleset.id}.md") for ruleset in book.rulesets]
    first = [at("programmers.md"), at("implementers-guide.md")]
    more: Nav = [*first, *rulesets, at("refusals.md"), at("coverage.md")]
    return [*nav, {words("programmers"): more}]
