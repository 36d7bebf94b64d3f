"""The parameters of each ruleset with their values and sources, and the codes of refusals."""

from __future__ import annotations

from collections.abc import Iterable

from meldlaw_conformance.spec import Ruleset

from .book import Book, Page, prose, table


def pages(book: Book) -> Iterable[Page]:
    """A table a ruleset, and the page of the codes."""
    for ruleset in book.rulesets:
        yield _ruleset(book, ruleset)
    yield _refusals(book)


def _ruleset(book: Book, ruleset: Ruleset) -> Page:
    page = book.page(f"rulesets/{ruleset.id}.md")
    w = page.words
    page.add(f"# {w('parameters')}: {prose(w.of(ruleset.title))}")
    page.add(
        f"`{ruleset.id}` · {w('version', version=ruleset.version)} · "
        f"{w('players', n=ruleset.players)}",
        w("parameters-about"),
    )
    groups: dict[str, list[str]] = {}
    for leaf in ruleset.values:
        groups.setdefault(leaf.split(".")[0], []).append(leaf)
    for group, leaves in groups.items():
        page.add(f"## {w.get(f'group-{group}', group)} {{#{group}}}")
        rows = []
        for leaf in leaves:
            parameter = book.spec.parameters.get(leaf)
            rows.append(
                (
                    f"[`{leaf}`](#{leaf}){{#{leaf}}}",
                    prose(w.of(parameter.says)) if parameter else "",
                    prose(w.value(ruleset.values[leaf])),
                    page.source(ruleset.text, ruleset.sources[leaf]),
                )
            )
        page.add(table((w("parameter"), w("meaning"), w("value"), w("set-by")), rows))
    return page


def _refusals(book: Book) -> Page:
    page = book.page("refusals.md")
    w = page.words
    page.add(f"# {w('refusals')}", w("refusals-about"))
    rows = []
    for code in book.spec.codes.values():
        leaves = [_where(page, leaf) for leaf in code.reads]
        rows.append(
            (
                f"[`{code.code}`](#{code.code}){{#{code.code}}}",
                prose(w.of(code.says)),
                page.list_of(leaves) or w("physical"),
            )
        )
    page.add(table((w("code"), w("says"), w("reads")), rows))
    return page


def _where(page: Page, leaf: str) -> str:
    """A parameter with the rulesets that have it, as links."""
    rulesets = [r for r in page.book.rulesets if leaf in r.values]
    if not rulesets:
        return f"`{leaf}`"
    links = page.list_of(page.ruleset(ruleset, ruleset.id, leaf) for ruleset in rulesets)
    return f"`{leaf}` ({links})"
