"""The site as Markdown, made from the spec and the scenarios. Knows nothing of MkDocs.

`pages` gives every generated page of a language with its path; `navigation` says which of them
stand in the side bar. Each module makes the part of the site that its name says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from meldlaw_conformance.suite import Suite

from . import coverage, glossary, home, parameters, rulebook, rulings, situations
from .book import Book, Facts
from .words import LANGUAGES, Words

__all__ = ["LANGUAGES", "Facts", "Nav", "navigation", "pages"]

Nav = list[Mapping[str, "str | Nav"]]
"""Entries of the side bar: a title with a path, or with entries of its own."""


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

    def entries() -> Iterable[Mapping[str, str | Nav]]:
        yield {words("home"): at("index.md")}
        for text in spec.texts:
            chapters: Nav = [{words("contents"): at(f"{text}/index.md")}]
            for chapter in spec.chapters.get(text, []):
                title = f"{chapter.number} {words.of(chapter.title)}"
                chapters.append({title: at(f"{text}/{chapter.number}.md")})
            chapters.append({words("rulings"): at(f"{text}/rulings.md")})
            yield {words("rulebook"): chapters}
        yield {words("scenarios"): at("scenarios/index.md")}
        yield {words("glossary"): at("glossary.md")}
        yield {words("own"): at("your-own-scenario.md")}
        more: Nav = [{words("programmers"): at("programmers.md")}]
        for ruleset in spec.rulesets.values():
            more.append({words("parameters"): at(f"rulesets/{ruleset.id}.md")})
        more.append({words("refusals"): at("refusals.md")})
        more.append({words("coverage"): at("coverage.md")})
        yield {words("programmers"): more}

    return list(entries())
