"""The site as Markdown, made from the spec and the scenarios. Knows nothing of MkDocs.

`pages` gives every generated page of a language with its path; `navigation` says which of them
stand in the side bar. Each module makes the part of the site that its name says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from meldlaw_conformance.suite import Suite

from . import coverage, glossary, home, parameters, rulebook, rulings, situations
from .book import Book, Facts
from .words import LANGUAGES, Words

__all__ = ["LANGUAGES", "Facts", "Nav", "navigation", "pages"]

Nav = list["str | Mapping[str, Nav]"]
"""Entries of the side bar: the path of a page, or a title with entries of its own."""


def pages(suite: Suite | Facts, language: str) -> Iterator[tuple[str, str]]:
    """Path below the site's folder and Markdown of every page of a language.

    Facts made once serve several languages. Raises Unusable for a scenario whose position does
    not work out.
    """
    book = Book(suite if isinstance(suite, Facts) else Facts(suite), language)
    for module in (home, rulebook, situations, rulings, parameters, coverage, glossary):
        for page in module.pages(book):
            yield page.done()


def navigation(suite: Suite, language: str) -> Nav:
    """The side bar of a language; pages of single situations are reached from lists."""
    words, spec = Words(language), suite.spec

    def at(path: str) -> str:
        return f"{language}/{path}"

    nav: Nav = [at("index.md")]
    for text in spec.played():
        chapters: Nav = [at(f"{text}/index.md")]
        chapters += [at(f"{text}/{c.number}.md") for c in spec.chapters.get(text, [])]
        nav.append({words("rulebook"): [*chapters, at(f"{text}/rulings.md")]})
    nav += [at("scenarios/index.md"), at("glossary.md"), at("your-own-scenario.md")]
    rulesets = [at(f"rulesets/{ruleset}.md") for ruleset in spec.rulesets]
    more: Nav = [at("programmers.md"), *rulesets, at("refusals.md"), at("coverage.md")]
    return [*nav, {words("programmers"): more}]
