"""What MkDocs must be told: the generated pages, and navigation and language page by page."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation, get_navigation
from mkdocs.structure.pages import Page

sys.path.insert(0, str(Path(__file__).parent))

from generator import LANGUAGES, Facts, navigation, pages
from generator.words import LANGUAGE_NAMES, Words
from meldlaw_conformance.problems import Unusable
from meldlaw_conformance.suite import usable_suite

_facts: Facts
_navigations: dict[str, Navigation] = {}
_addresses: dict[str, str] = {}
"""The address of every page by its path."""

_held: list[str] = []
"""What is kept from Markdown or search until a page is written."""

_PICTURE = re.compile(
    r'^<(?:div class="ml-board"|svg class="ml-symbols"|details class="ml-fold").*$', re.MULTILINE
)
_ALTERNATE = re.compile(r'<link rel="alternate"[^>]*>\s*')
_MARK = re.compile(r'<div data-held="(\d+)"></div>')


def _language(path: str) -> str:
    """The language of the page at ``path``; the page above the languages is in the first."""
    folder = path.partition("/")[0]
    return folder if folder in LANGUAGES else LANGUAGES[0]


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the generated pages. A suite that does not hold together ends the build."""
    global _facts
    _held.clear()
    try:
        _facts = Facts(usable_suite())
        for language in LANGUAGES:
            for path, markdown in pages(_facts, language):
                files.append(File.generated(config, path, content=markdown))
    except Unusable as error:
        raise PluginError(f"the spec or the scenarios do not hold together:\n{error}") from None
    return files


def on_nav(nav: Navigation, config: MkDocsConfig, files: Files) -> Navigation:
    """Make a navigation a language; the one returned holds the page above the languages."""
    written = config.nav
    for language in LANGUAGES:
        config.nav = navigation(_facts, language)
        _navigations[language] = get_navigation(files, config)
    config.nav = written
    _addresses.update((file.src_uri, file.url) for file in files.documentation_pages())
    return nav


def _hold(html: str) -> str:
    _held.append(html)
    return f'<div data-held="{len(_held) - 1}"></div>'


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Hold pictures and listings back; parsed by Markdown and search they triple the time."""
    return _PICTURE.sub(lambda picture: _hold(picture[0]), markdown)


def on_page_content(html: str, page: Page, **_: Any) -> str:
    """Hold the cases of a situation back: it is found by its title, question and clauses, and
    with every step in it the search index would weigh more than all pages a reader opens."""
    rest = page.file.src_uri.partition("/")[2]
    if rest.startswith("scenarios/") and rest != "scenarios/index.md":
        head, cases, tail = html.partition("<h2")
        return head + _hold(cases + tail)
    return html


def on_post_page(output: str, **_: Any) -> str:
    """Put back what was held, and keep the theme's script from asking for a sitemap beside
    every translation that the page's head names."""

    def held(mark: re.Match[str]) -> str:
        return _MARK.sub(held, _held[int(mark[1])])

    return _MARK.sub(held, _ALTERNATE.sub("", output))


def on_page_context(
    context: dict[str, Any], page: Page, config: MkDocsConfig, nav: Navigation
) -> dict[str, Any]:
    """Give the page the navigation, the words and the language switch of its language."""
    language = _language(page.file.src_uri)
    words = Words(language)
    context["nav"] = _navigations[language]
    config.theme["language"] = language
    config.extra["homepage"] = f"{language}/"
    config.extra["alternate"] = [
        {"name": name, "lang": other, "link": _counterpart(page, other)}
        for other, name in LANGUAGE_NAMES.items()
    ]
    for palette, word in zip(config.theme["palette"], ("dark", "light"), strict=True):
        palette["toggle"]["name"] = words(word)
    return context


def _counterpart(page: Page, language: str) -> str:
    """The same page in another language, or that language's first page where there is none."""
    folder, _, rest = page.file.src_uri.partition("/")
    return _addresses.get(f"{language}/{rest}" if folder in LANGUAGES else "", f"{language}/")
