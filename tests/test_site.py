"""The site: it builds without a warning, every clause has its address, and nothing dangles."""

from __future__ import annotations

import posixpath
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

import pytest

from generator import LANGUAGES, cards, navigation
from generator.book import Book, Facts
from generator.words import Words, untranslated
from meldlaw_conformance.places import ROOT
from meldlaw_conformance.suite import Suite

TAG = re.compile(r"<(\w+)((?:\s+[\w:-]+(?:=\"[^\"]*\")?)*)\s*/?>")
ATTRIBUTE = re.compile(r"([\w:-]+)=\"([^\"]*)\"")


class Html(NamedTuple):
    """What is looked at of a page: the ids it has, where it points, and its pictures."""

    ids: set[str]
    links: list[str]
    assets: list[str]
    pictures: list[dict[str, str]]
    language: str


def read(file: Path) -> Html:
    page = Html(set(), [], [], [], "")
    language = ""
    for name, rest in TAG.findall(file.read_text(encoding="utf-8")):
        attributes = dict(ATTRIBUTE.findall(rest))
        if "id" in attributes:
            page.ids.add(attributes["id"])
        if "src" in attributes:
            page.assets.append(attributes["src"])
        if "href" in attributes:
            (page.assets if name == "link" else page.links).append(attributes["href"])
        if name == "html":
            language = attributes["lang"]
        if "ml-cards" in attributes.get("class", ""):
            page.pictures.append(attributes)
    return page._replace(language=language)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a fresh strict build."""
    pytest.importorskip("material", reason="the site needs the dependency group docs")
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--config-file"]
    done = subprocess.run(
        [*command, str(ROOT / "docs" / "mkdocs.yml"), "--site-dir", str(folder)],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="module")
def site(built: Path) -> dict[str, Html]:
    """Every page by its address, ``en/canasta-intl/14/``."""
    return {
        file.relative_to(built).as_posix().removesuffix("index.html"): read(file)
        for file in sorted(built.rglob("*.html"))
        if file.name != "404.html"
    }


@pytest.fixture(scope="module")
def published(suite: Suite) -> dict[str, list[str]]:
    """The law texts that each language has."""
    return Facts(suite).published


# ------------------------------------------------------------------ the built site


def test_each_law_is_published_in_english_and_in_the_language_of_its_source(
    suite: Suite, published: dict[str, list[str]]
) -> None:
    assert published["en"] == list(suite.spec.texts)
    for text, about in suite.spec.texts.items():
        assert text in published[about["language"]]


def test_every_clause_has_its_anchor_in_each_language(
    suite: Suite, site: dict[str, Html], published: dict[str, list[str]]
) -> None:
    for language, texts in published.items():
        for text in texts:
            for clause in suite.spec.clauses_of(text):
                page = site[f"{language}/{text}/{clause.chapter}/"]
                assert clause.id in page.ids, f"{language} {clause.name}"


def test_every_scenario_has_a_page_with_a_section_a_case(
    suite: Suite, site: dict[str, Html], published: dict[str, list[str]]
) -> None:
    for scenario in suite.scenarios:
        case = scenario.id[len(scenario.parent) :].strip("/").partition("@")[0] or "situation"
        for language, texts in published.items():
            if scenario.text in texts:
                assert case in site[f"{language}/scenarios/{scenario.parent}/"].ids, scenario.id


def test_every_ruling_parameter_code_and_term_has_its_anchor(
    suite: Suite, site: dict[str, Html], published: dict[str, list[str]]
) -> None:
    spec = suite.spec
    differing = set(Facts(suite).differing)
    for language in LANGUAGES:
        for ruling in spec.rulings.values():
            if ruling.text in published[language]:
                assert ruling.id in site[f"{language}/{ruling.text}/rulings/"].ids
        for ruleset in spec.rulesets.values():
            if ruleset.text in published[language]:
                assert set(ruleset.values) <= site[f"{language}/rulesets/{ruleset.id}/"].ids
        assert differing <= site[f"{language}/differences/"].ids
        assert set(spec.codes) <= site[f"{language}/refusals/"].ids
        assert set(spec.glossary) <= site[f"{language}/glossary/"].ids


def test_no_link_inside_the_site_dangles(built: Path, site: dict[str, Html]) -> None:
    broken = []
    for address, page in site.items():
        for link in [*page.links, *page.assets]:
            to = urlsplit(link)
            if to.scheme or to.netloc:
                continue
            target = posixpath.normpath(posixpath.join(address, unquote(to.path)))
            target = "" if target == "." else target
            file = built / target
            if file.is_dir():
                file, target = file / "index.html", f"{target}/" if target else ""
            found = file.exists() and (not to.fragment or unquote(to.fragment) in site[target].ids)
            if not found:
                broken.append(f"{address}: {link}")
    assert broken == []


def test_nothing_is_fetched_from_another_host(built: Path, site: dict[str, Html]) -> None:
    assets = {asset for page in site.values() for asset in page.assets}
    assert [a for a in assets if urlsplit(a).netloc] == []
    for sheet in built.rglob("*.css"):
        assert not re.search(r"(?:url\(|@import)\s*[\"']?(?:https?:)?//", sheet.read_text("utf-8"))


def test_pictures_name_their_cards_in_the_language_of_the_page(site: dict[str, Html]) -> None:
    foreign = {
        "en": re.compile(r"\b(spader|hjärter|ruter|klöver|kort)\b"),
        "sv": re.compile(r"\b(spades|hearts|diamonds|clubs|cards)\b"),
        "fi": re.compile(r"\b(spades|hearts|diamonds|clubs|cards|spader|hjärter|ruter|kort)\b"),
    }
    seen = 0
    for address, page in site.items():
        for picture in page.pictures:
            seen += 1
            assert picture["role"] == "img"
            assert picture["aria-label"]
            assert not foreign[page.language].search(picture["aria-label"]), address
    assert seen > 0


def test_the_language_of_a_page_is_that_of_its_folder(site: dict[str, Html]) -> None:
    for address, page in site.items():
        folder = address.partition("/")[0]
        assert page.language == (folder if folder in LANGUAGES else LANGUAGES[0])


def test_the_language_switch_stays_on_the_page(suite: Suite, site: dict[str, Html]) -> None:
    scenario = next(s.parent for s in suite.scenarios if s.ruleset == "canasta-intl")
    for address in ("", "coverage/", f"scenarios/{scenario}/"):
        links = site[f"en/{address}"].links
        up = posixpath.relpath(f"sv/{address}", f"en/{address}") + "/"
        assert up in links


# ------------------------------------------------------------------ the generator


def test_cards_are_written_as_on_the_cards_of_each_country() -> None:
    english, swedish = Words("en"), Words("sv")
    assert cards.short_list(["AS", "KH", "QD", "JC", "TS", "JK"], english) == (
        "A♠ K♥ Q♦ J♣ 10♠ joker"
    )
    assert cards.short_list(["AS", "KH", "QD", "JC", "TS"], swedish) == "E♠ K♥ D♦ Kn♣ 10♠"
    assert cards.spoken("QD", english) == "queen of diamonds"
    assert cards.spoken("JC", swedish) == "klöver knekt"


def test_a_picture_of_many_cards_breaks_into_rows() -> None:
    picture = cards.fan(["4C"] * 22, 3, "Hand", Words("en"), per_row=9)
    width = int(re.findall(r'width="(\d+)"', picture)[0])
    assert width <= 300, "it must fit a telephone"
    assert "3 cards that do not matter" in picture


def test_a_clause_is_told_with_its_terms_and_references_as_links(suite: Suite) -> None:
    text = "canasta-intl"
    chapter = suite.spec.chapters[text][0]
    page = Book(Facts(suite), "en").page(f"{text}/{chapter.number}.md")
    told = page.law(text, "A [frozen](#frozen) pile, see 14.b and 99.z.")
    assert told.startswith("A [frozen](../glossary.md#frozen ")
    assert "[14.b](14.md#14.b)" in told
    assert told.endswith("and 99.z.")


def test_every_word_of_the_site_is_translated() -> None:
    assert untranslated() == []


def test_the_side_bars_of_all_languages_lead_to_the_same_pages(suite: Suite) -> None:
    facts = Facts(suite)
    laws = tuple(facts.spec.texts)

    def shape(language: str) -> tuple[str, ...]:
        """The pages of the side bar, but for those of the laws, which not every language has."""
        nav = repr(navigation(facts, language))
        paths = re.findall(rf"'{language}/([^']*)'", nav)
        return tuple(p for p in paths if not p.removeprefix("rulesets/").startswith(laws))

    assert len({shape(language) for language in LANGUAGES}) == 1


def test_every_group_of_parameters_has_a_name(suite: Suite) -> None:
    groups = {leaf.split(".")[0] for leaf in suite.spec.parameters}
    assert [g for g in sorted(groups) if not Words("en").get(f"group-{g}", "")] == []
