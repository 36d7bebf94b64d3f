"""Cards as pictures and as words.

Pictures are small inline SVG: a card is a rounded rectangle with rank and suit where they stay
visible when the next card covers the rest. Every picture names its cards in the page's language.
The suits are drawn once a page (`SYMBOLS`) and used by reference, so a picture weighs little.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from meldlaw_engine.cards import IS_WILD, JOKER_NAME, parse_card

from .words import CARD_SPOKEN, RANK_LETTERS, RANK_WORDS, SUIT_WORDS, Words

WIDTH, HEIGHT = 40, 56
FAN_STEP = 24
"""How much of a card covered from the right is seen."""
COLUMN_STEP = 23
"""How much of a card covered from below is seen."""
ROW_STEP = 60

SUIT_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}

_PATHS = {
    "S": "M5 .3C7.6 3 9.6 4.4 9.6 6.3A2.2 2.2 0 0 1 5.7 7.6L6.6 9.7H3.4L4.3 7.6A2.2 2.2 0 0 1 "
    ".4 6.3C.4 4.4 2.4 3 5 .3z",
    "H": "M5 9.6C2.2 7 .4 5.2 .4 3.1A2.4 2.4 0 0 1 5 2.4 2.4 2.4 0 0 1 9.6 3.1C9.6 5.2 7.8 7 "
    "5 9.6z",
    "D": "M5 .2 8.8 5 5 9.8 1.2 5z",
    "C": "M5 .4A2.2 2.2 0 0 1 6.7 4 2.2 2.2 0 1 1 5.7 7.4L6.6 9.7H3.4L4.3 7.4A2.2 2.2 0 1 1 3.3 "
    "4 2.2 2.2 0 0 1 5 .4z",
    JOKER_NAME: "M5 .3 6.4 3.6 9.9 3.9 7.2 6.2 8 9.7 5 7.8 2 9.7 2.8 6.2 .1 3.9 3.6 3.6z",
}

SYMBOLS = (
    '<svg class="ml-symbols" width="0" height="0" aria-hidden="true" focusable="false">'
    + "".join(
        f'<symbol id="suit-{name}" viewBox="0 0 10 10"><path d="{path}"/></symbol>'
        for name, path in _PATHS.items()
    )
    + "</svg>"
)
"""The suits; to stand once on a page that has pictures."""


def short(card: str, words: Words) -> str:
    """A card in running text: ``K♠``."""
    if card == JOKER_NAME:
        return words("joker")
    return rank_letter(card[0], words) + SUIT_SIGNS[card[1]]


def rank_letter(rank: str, words: Words) -> str:
    """The letter or number that stands for a rank on cards of this language."""
    return RANK_LETTERS[words.language].get(rank, rank)


def short_list(cards: Sequence[str], words: Words) -> str:
    """Several cards in running text."""
    return " ".join(short(card, words) for card in cards) or "–"


def spoken(card: str, words: Words) -> str:
    """A card as it is read aloud: ``king of spades``."""
    if card == JOKER_NAME:
        return words("joker")
    rank = RANK_WORDS[words.language].get(card[0], card[0])
    return CARD_SPOKEN[words.language].format(rank=rank, suit=SUIT_WORDS[words.language][card[1]])


def spoken_list(cards: Sequence[str], words: Words) -> str:
    """Several cards as they are read aloud."""
    return ", ".join(spoken(card, words) for card in cards) or words("no-cards")


def _svg(label: str, width: int, height: int, body: str) -> str:
    return (
        f'<svg class="ml-cards" role="img" aria-label="{escape(label)}" width="{width}" '
        f'height="{height}" viewBox="0 0 {width} {height}">{body}</svg>'
    )


def _card(card: str, x: int, y: int, words: Words, beside: bool) -> str:
    """One card; ``beside`` sets the suit beside the rank and not below it."""
    suit = JOKER_NAME if card == JOKER_NAME else card[1]
    red = suit in ("H", "D")
    kind = "c" + (" r" if red else "") + (" w" if IS_WILD[parse_card(card)] else "")
    rank = "" if card == JOKER_NAME else rank_letter(card[0], words)
    tight = " t" if len(rank) > 1 else ""
    if not rank:
        small = '<use href="#suit-JK" x="4" y="4" width="15" height="15"/>'
    elif beside:
        small = (
            f'<text class="k{tight}" x="11" y="17">{rank}</text>'
            f'<use href="#suit-{suit}" x="22" y="4.5" width="13" height="13"/>'
        )
    else:
        small = (
            f'<text class="k{tight}" x="12" y="17">{rank}</text>'
            f'<use href="#suit-{suit}" x="5.5" y="21" width="13" height="13"/>'
        )
    return (
        f'<g class="{kind}" transform="translate({x} {y})"><rect x=".5" y=".5" width="39" '
        f'height="55" rx="4"/>{small}'
        f'<use href="#suit-{suit}" x="25" y="40" width="12" height="12"/></g>'
    )


def _back(x: int, y: int, count: int) -> str:
    return (
        f'<g class="b" transform="translate({x} {y})"><rect x=".5" y=".5" width="39" height="55" '
        f'rx="4"/><rect class="i" x="4.5" y="4.5" width="31" height="47" rx="2"/>'
        f'<rect class="n" x="7" y="17" width="26" height="22" rx="11"/>'
        f'<text class="k" x="20" y="33.5">{count}</text></g>'
    )


def fan(cards: Sequence[str], others: int, label: str, words: Words, per_row: int = 11) -> str:
    """Cards side by side in rows of at most ``per_row``, then a card back with the number of
    ``others`` if there are any. ``label`` says whose cards they are."""
    told = [spoken(card, words) for card in cards]
    if others:
        told.append(words.count("hidden", "hidden-one", others))
    slots = len(cards) + (1 if others else 0)
    rows = -(-slots // per_row) or 1
    per_row = -(-slots // rows) or 1
    body = ""
    for i in range(slots):
        x, y = (i % per_row) * FAN_STEP, (i // per_row) * ROW_STEP
        if i == len(cards) and others:
            # the back is never half hidden, and never hides the card before it
            x += 20 if i % per_row else 0
            body += _back(x, y, others)
        else:
            body += _card(cards[i], x, y, words, beside=False)
    width = (per_row - 1) * FAN_STEP + WIDTH + (20 if others and per_row > 1 else 0)
    return _svg(
        f"{label}: {', '.join(told) or words('no-cards')}", width,
        (rows - 1) * ROW_STEP + HEIGHT, body,
    )  # fmt: skip


def column(cards: Sequence[str], label: str, words: Words) -> str:
    """Cards above each other, as a meld lies on the table."""
    body = "".join(
        _card(card, 0, i * COLUMN_STEP, words, beside=True) for i, card in enumerate(cards)
    )
    height = (len(cards) - 1) * COLUMN_STEP + HEIGHT
    return _svg(f"{label}: {spoken_list(cards, words)}", WIDTH, height, body)


def row(cards: Sequence[str], label: str, words: Words) -> str:
    """Cards side by side in order of rank, as a sequence lies on the table."""
    body = "".join(
        _card(card, i * FAN_STEP, 0, words, beside=False) for i, card in enumerate(cards)
    )
    width = (len(cards) - 1) * FAN_STEP + WIDTH
    return _svg(f"{label}: {spoken_list(cards, words)}", width, HEIGHT, body)


def back(count: int, label: str) -> str:
    """A heap of cards face down with its number."""
    return _svg(label, WIDTH, HEIGHT, _back(0, 0, count))
