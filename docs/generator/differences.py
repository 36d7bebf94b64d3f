"""Where the laws differ: each parameter with its value and source under each ruleset, and the
positions that make the difference visible."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from meldlaw_conformance.spec import Ruleset

from .book import Book, Page, details, prose, table
from .cards import SYMBOLS
from .situations import shown_in_each_law


def pages(book: Book) -> Iterable[Page]:
    """One page for all rulesets, also those whose text is not published in the language."""
    page = book.page("differences.md")
    w, rulesets = page.words, book.spec.rulesets
    page.add(f"# {w('differences')}", SYMBOLS, w("differences-about"))
    page.add("\n".join(f"- `{id_}` {page.ruleset(r)}" for id_, r in rulesets.items()))
    rows = [
        (f"[`{leaf}`](#{leaf})", *(_value(page, ruleset, leaf) for ruleset in rulesets.values()))
        for leaf in book.facts.differing
    ]
    page.add(table((w("parameter"), *(f"`{id_}`" for id_ in rulesets)), rows))
    for group, leaves in groupby(book.facts.differing, lambda leaf: leaf.partition(".")[0]):
        page.add(f"## {w.get(f'group-{group}', group)} {{#{group}}}")
        for leaf in leaves:
            _parameter(page, leaf)
    yield page


def _value(page: Page, ruleset: Ruleset, leaf: str) -> str:
    """A parameter's value; a ruleset may have no such parameter."""
    if leaf not in ruleset.values:
        return f"*{page.words('no-value')}*"
    return prose(page.words.value(ruleset.values[leaf]))


def _parameter(page: Page, leaf: str) -> None:
    w, parameter = page.words, page.spec.parameters[leaf]
    page.add(f"### `{leaf}` {{#{leaf}}}", prose(w.of(parameter.says)))
    rows = []
    for ruleset in page.spec.rulesets.values():
        source = ""
        if leaf in ruleset.sources:
            source = f" ({page.source(ruleset.text, ruleset.sources[leaf])})"
        law = page.ruleset(ruleset, leaf=leaf if leaf in ruleset.values else "")
        rows.append(f"- {law}: **{_value(page, ruleset, leaf)}**{source}")
    page.add("\n".join(rows))
    witnesses = page.facts.differing[leaf]
    for witness in witnesses:
        situations = page.facts.witnesses[witness]
        title = prose(w.of(situations[0].title))
        page.add(details(title, *shown_in_each_law(page, situations)))
    if parameter.unseen:
        page.add(f"<small>{w('unseen')} {prose(w.of(parameter.unseen))}</small>")
    elif not witnesses:
        page.add(f"<small>{w('unwitnessed')}</small>")
