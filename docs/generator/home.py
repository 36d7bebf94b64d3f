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
from .situations import shown_in_each_law
from .words import LANGUAGE_NAMES

FEATURED = "difference/natural-and-wild-card-for-the-top-card"
"""The difference between the laws that the first page shows, if the suite has it."""

_HOME: Mapping[str, str] = {
    "en": """\
The written laws of Canasta and Samba as a rulebook that can be run. Every clause is told in our own
words, has an address that never changes, and is shown by situations that a program can play
through.

{laws}

## Where to begin

- *A question at the table?* Look through the [situations]({scenarios}), or open the chapter in the
  rulebook: {rulebooks}.
- *The text says two things, or nothing?* The rulings say what holds here and why: {rulings}.
- *You know one game and sit down to the other?* See [where the laws differ]({differences}).
- *What does the word mean?* See the [glossary]({glossary}).
- *Something missing?* Write [a situation of your own]({own}); it takes ten minutes.
- *You write a program?* [For programmers]({programmers}): run the whole suite against it.

## One position under both laws
""",
    "sv": """\
De skrivna lagarna för Canasta och Samba som en regelbok som går att köra. Varje punkt är återgiven
med egna ord, har en adress som aldrig ändras och visas av situationer som ett program kan spela
igenom.

{laws}

## Var börjar man?

- *En fråga vid bordet?* Titta bland [situationerna]({scenarios}) eller slå upp kapitlet i
  regelboken: {rulebooks}.
- *Säger texten två saker, eller ingenting?* Avgörandena anger vad som gäller här och varför:
  {rulings}.
- *Kan du det ena spelet och ska spela det andra?* Se
  [var lagarna skiljer sig]({differences}).
- *Vad betyder ordet?* Se [ordlistan]({glossary}).
- *Saknas något?* Skriv [en egen situation]({own}); det tar tio minuter.
- *Skriver du ett program?* [För programmerare]({programmers}): kör hela sviten mot det.

## Ett läge efter båda lagarna
""",
    "fi": """\
Canastan ja Samban kirjoitetut säännöt sääntökirjana, jonka voi ajaa. Jokainen kohta on kerrottu
omin sanoin, sillä on pysyvä osoite, ja sen näyttävät tilanteet, jotka ohjelma voi pelata läpi.

{laws}

## Mistä aloittaa?

- *Tuliko pöydässä kysymys?* Katso [tilanteita]({scenarios}) tai avaa sääntökirjan luku:
  {rulebooks}.
- *Sanooko teksti kahta asiaa tai ei mitään?* Ratkaisut kertovat, mikä tässä pätee ja miksi:
  {rulings}.
- *Osaatko toisen pelin ja istut toisen ääreen?* Katso, [missä säännöt eroavat]({differences}).
- *Mitä sana tarkoittaa?* Katso [sanastoa]({glossary}).
- *Puuttuuko jotakin?* Kirjoita [oma tilanne]({own}); se vie kymmenen minuuttia.
- *Teetkö ohjelmaa?* [Ohjelmoijille]({programmers}): aja koko kokoelma sitä vastaan.

## Yksi asema molempien sääntöjen mukaan
""",
}

_PROGRAMMERS: Mapping[str, str] = {
    "en": """\
A program that plays or referees Canasta or Samba can be held against every scenario of this site.

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
Ett program som spelar eller dömer Canasta eller Samba kan prövas mot varje scenario på den här
webbplatsen.

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
    "fi": """\
Canastaa tai Sambaa pelaavaa tai tuomaroivaa ohjelmaa voi koetella tämän sivuston jokaisella
skenaariolla.

```sh
make run                      # vertailumoottori kaikkia skenaarioita vastaan
meldlaw run -- ./my-adapter   # oma ohjelmasi millä kielellä tahansa
```

Ohjelma *meldlaw* käynnistää sovittimesi, lähettää sen vakiosyötteeseen JSON-pyynnön riviä kohti ja
lukee sen vakiotulosteesta vastauksen riviä kohti. Pyynnössä on täydellinen asema, sääntöjoukon
parametrit ja pelaajien teot. Vastaus kertoo jokaisesta teosta, hyväksytäänkö se, ja jos ei, millä
koodilla se hylätään. Raportti nimeää jokaisen rikotun kohdan, aseman ja komennon, joka näyttää sen
uudelleen.
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
    facts = book.facts
    page.add("# Meldlaw", SYMBOLS)
    page.add(
        _HOME[book.language].format(
            laws="\n\n".join(_law(page, text) for text in book.spec.played()),
            scenarios=page.to("scenarios/index.md"),
            rulebooks=_in_each(page, "index.md"),
            rulings=_in_each(page, "rulings.md"),
            differences=page.to("differences.md"),
            glossary=page.to("glossary.md"),
            own=page.to("your-own-scenario.md"),
            programmers=page.to("programmers.md"),
        )
    )
    shown = facts.witnesses.get(FEATURED) or next(iter(facts.witnesses.values()), None)
    if shown is not None:
        page.add(f"*{prose(page.words.of(shown[0].title))}*")
        page.add(*shown_in_each_law(page, shown, pictured=True))
    versions = ", ".join(
        f"{prose(page.words.of(r.title))} ({page.words('version', version=r.version)})"
        for r in book.spec.rulesets.values()
    )
    page.add(f"<small>Meldlaw {SUITE_VERSION} · {versions}</small>")
    return page


def _in_each(page: Page, path: str) -> str:
    """A page that each published text has, as links."""
    return page.list_of(
        f"[{page.text_title(text)}]({page.to(f'{text}/{path}')})" for text in page.book.texts
    )


def _law(page: Page, text: str) -> str:
    """What there is of a law text in numbers, and where it can be read."""
    w, facts, spec = page.words, page.facts, page.spec
    clauses = list(spec.clauses_of(text))
    figures = {
        "clauses": len(clauses),
        "tested": sum(facts.coverage[clause.name].state == cov.TESTED for clause in clauses),
        "scenarios": sum(scenario.text == text for scenario in facts.suite.scenarios),
        "rulings": sum(ruling.text == text for ruling in facts.rulings),
    }
    title, note = page.text_title(text), ""
    if text in page.book.texts:
        title = f"[{title}]({page.to(f'{text}/index.md')})"
    else:
        languages = page.list_of(
            f"[{name}](../{language}/{text}/index.md)"
            for language, name in LANGUAGE_NAMES.items()
            if text in facts.published[language]
        )
        note = f" {w('law-elsewhere', languages=languages)}"
    counts = "\n".join(f"- **{n}** {w(f'count-{what}')}" for what, n in figures.items())
    return f'<div class="ml-figures" markdown="1">\n\n**{title}**{note}\n\n{counts}\n\n</div>'


def _programmers(book: Book, documents: list[tuple[str, str, str]]) -> Page:
    page = book.page("programmers.md")
    w = page.words
    page.add(f"# {w('programmers')}", _PROGRAMMERS[book.language])
    rows = [
        f"- [{w('refusals')}]({page.to('refusals.md')})",
        f"- [{w('coverage')}]({page.to('coverage.md')})",
    ]
    for ruleset in book.rulesets:
        label = f"{w('parameters')}: {prose(w.of(ruleset.title))}"
        rows.append(f"- {page.ruleset(ruleset, label)}")
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
