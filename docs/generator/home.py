"""The first page, and the page that leads programmers on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from meldlaw_conformance import SUITE_VERSION
from meldlaw_conformance import coverage as cov
from meldlaw_conformance.places import ROOT

from .book import Book, Page, prose
from .cards import SYMBOLS
from .situations import shown_at_clause

FEATURED = "canasta-intl/frozen-pile-wants-a-natural-pair"
"""The situation shown on the first page, if the suite has it."""

_HOME: Mapping[str, str] = {
    "en": """\
The written laws of Canasta as a rulebook that can be run. Every clause is told in our own words,
has an address that never changes, and is shown by situations that a program can play through.

<div class="ml-figures" markdown="1">

- **{clauses}** clauses
- **{tested}** of them shown by situations
- **{scenarios}** scenarios
- **{rulings}** rulings

</div>

## Where to begin

- *A question at the table?* Look through the [situations]({scenarios_page}), or open the chapter in
  the [rulebook]({rulebook}).
- *The text says two things, or nothing?* The [rulings]({rulings_page}) say what holds here and why.
- *What does the word mean?* See the [glossary]({glossary}).
- *Something missing?* Write [a situation of your own]({own}); it takes ten minutes.
- *You write a program?* [For programmers]({programmers}): run the whole suite against it.

## For example
""",
    "sv": """\
Canastans skrivna lagar som en regelbok som går att köra. Varje punkt är återgiven med egna ord, har
en adress som aldrig ändras och visas av situationer som ett program kan spela igenom.

<div class="ml-figures" markdown="1">

- **{clauses}** punkter
- **{tested}** av dem visas av situationer
- **{scenarios}** scenarier
- **{rulings}** avgöranden

</div>

## Var börjar man?

- *En fråga vid bordet?* Titta bland [situationerna]({scenarios_page}) eller slå upp kapitlet i
  [regelboken]({rulebook}).
- *Säger texten två saker, eller ingenting?* [Avgörandena]({rulings_page}) anger vad som gäller här
  och varför.
- *Vad betyder ordet?* Se [ordlistan]({glossary}).
- *Saknas något?* Skriv [en egen situation]({own}); det tar tio minuter.
- *Skriver du ett program?* [För programmerare]({programmers}): kör hela sviten mot det.

## Ett exempel
""",
}

_PROGRAMMERS: Mapping[str, str] = {
    "en": """\
A program that plays or referees Canasta can be held against every scenario of this site.

```sh
make run                      # the reference engine against all scenarios
meldlaw run -- ./my-adapter   # your program, in any language
```

The harness starts your adapter, sends one JSON request a line on its standard input and reads one
answer a line from its standard output. A request holds a complete position, the ruleset's
parameters and what the players do; the answer says for each act whether it is accepted, and if not
with which code. A report names every clause that is broken, the position, and the command that
shows it again.
""",
    "sv": """\
Ett program som spelar eller dömer Canasta kan prövas mot varje scenario på den här webbplatsen.

```sh
make run                      # referensmotorn mot alla scenarier
meldlaw run -- ./my-adapter   # ditt program, i vilket språk som helst
```

Programmet *meldlaw* startar din adapter, skickar en JSON-begäran per rad till dess
standardinmatning och läser ett svar per rad från dess standardutmatning. En begäran innehåller ett
fullständigt läge, regelverkets parametrar och vad spelarna gör. Svaret anger för varje handling om
den godtas, och annars med vilken kod den nekas. Rapporten nämner varje punkt som bryts, läget och
kommandot som visar det igen.
""",
}


def pages(book: Book) -> Iterable[Page]:
    """The first page, the programmers' page and, in English, the documents it leads to."""
    yield _home(book)
    documents = list(_documents())
    yield _programmers(book, documents)
    if book.language == "en":
        for path, _, markdown in documents:
            page = book.page(path)
            page.add(markdown)
            yield page


def _home(book: Book) -> Page:
    page = book.page("index.md")
    facts, spec = book.facts, book.spec
    text = spec.played()[0]
    page.add("# Meldlaw", SYMBOLS)
    page.add(
        _HOME[book.language].format(
            clauses=len(spec.played_clauses()),
            tested=sum(row.state == cov.TESTED for row in facts.coverage.values()),
            scenarios=len(book.facts.suite.scenarios),
            rulings=len(spec.rulings),
            scenarios_page=page.to("scenarios/index.md"),
            rulebook=page.to(f"{text}/index.md"),
            rulings_page=page.to(f"{text}/rulings.md"),
            glossary=page.to("glossary.md"),
            own=page.to("your-own-scenario.md"),
            programmers=page.to("programmers.md"),
        )
    )
    situation = facts.situations.get(FEATURED) or next(iter(facts.situations.values()), None)
    if situation is not None:
        page.add(shown_at_clause(page, situation, pictured=True))
    versions = ", ".join(
        f"{prose(page.words.of(r.title))} ({page.words('version', version=r.version)})"
        for r in spec.rulesets.values()
    )
    page.add(f"<small>Meldlaw {SUITE_VERSION} · {versions}</small>")
    return page


def _programmers(book: Book, documents: list[tuple[str, str, str]]) -> Page:
    page = book.page("programmers.md")
    w = page.words
    page.add(f"# {w('programmers')}", _PROGRAMMERS[book.language])
    rows = [
        f"- [{w('refusals')}]({page.to('refusals.md')})",
        f"- [{w('coverage')}]({page.to('coverage.md')})",
    ]
    for ruleset in book.spec.rulesets.values():
        title = prose(w.of(ruleset.title))
        rows.append(f"- [{w('parameters')}: {title}]({page.to(f'rulesets/{ruleset.id}.md')})")
    page.add("\n".join(rows))
    there = "" if book.language == "en" else "../en/"
    decisions = [row for row in documents if row[0].startswith("decisions/")]
    page.add(
        "\n".join(
            f"- [{w(path.removesuffix('.md'))}]({there}{path})"
            for path, _, _ in documents
            if "/" not in path
        )
    )
    if decisions:
        page.add(f"## {w('decisions')} {{#decisions}}")
        page.add("\n".join(f"- [{prose(title)}]({there}{path})" for path, title, _ in decisions))
    return page


# ------------------------------------------------------------------ documents of the project

_LINK = re.compile(r"\[([^\]]+)\]\(([^)\s]+)\)")


def _documents() -> Iterable[tuple[str, str, str]]:
    """The protocol, the figures and the decisions: path on the site, title, Markdown."""
    singles = {
        "protocol.md": ROOT / "conformance" / "PROTOCOL.md",
        "performance.md": ROOT / "docs" / "performance.md",
        "changes.md": ROOT / "CHANGELOG.md",
    }
    for path, file in singles.items():
        if file.exists():
            yield _document(file, path)
    for file in sorted((ROOT / "docs" / "decisions").glob("*.md")):
        yield _document(file, f"decisions/{file.name}")


def _document(file: Path, path: str) -> tuple[str, str, str]:
    markdown = file.read_text(encoding="utf-8")
    heading = next((li for li in markdown.splitlines() if li.startswith("# ")), f"# {file.stem}")

    def kept(found: re.Match[str]) -> str:
        """Links to files that are not on the site become plain words."""
        label, target = found.groups()
        beside = file.parent.name == "decisions" and (file.parent / target).exists()
        if target.startswith(("#", "http://", "https://")) or (beside and "/" not in target):
            return found[0]
        return label

    return path, heading[2:].strip(), _LINK.sub(kept, markdown)
