"""A position as a card table: the players round it, their melds, stock and pile in the middle.

Only the cards that a scenario names are drawn; those that merely fill a hand are one card back
with their number, because no outcome may depend on them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, NamedTuple

from meldlaw_conformance.filler import split_hand, turn_of
from meldlaw_conformance.scenarios import Scenario
from meldlaw_engine.cards import names
from meldlaw_engine.melds import is_finished
from meldlaw_engine.opening import minimum_row
from meldlaw_engine.pile import is_frozen
from meldlaw_engine.positions import deal_from, side, tables_of
from meldlaw_engine.rules import Rules
from meldlaw_engine.state import Meld

from .cards import back, column, fan, row, short, short_list, spoken
from .words import Words

SEATS: Mapping[int, Sequence[str]] = {
    2: ("s", "n"),
    3: ("s", "w", "e"),
    4: ("s", "w", "n", "e"),
    5: ("s", "w", "nw", "ne", "e"),
    6: ("s", "w", "nw", "n", "ne", "e"),
}
"""Where the players sit, by their number: clockwise from the reader's side of the table."""

WIDE, NARROW = 9, 4
"""Cards in a row at the near and far side, and at the sides, of the table."""


class Hand(NamedTuple):
    """A hand as it is drawn: cards that are named, and the number of others."""

    shown: tuple[str, ...]
    others: int


class View(NamedTuple):
    """What is drawn of a position."""

    hands: Mapping[str, Hand]
    red_threes: Mapping[str, Sequence[str]]
    melds: Mapping[str, Sequence[Meld]]
    opened: Mapping[str, bool]
    pile: tuple[str, ...]
    frozen: bool
    stock: int
    stock_top: tuple[str, ...]
    scores: Mapping[str, int]
    turn: str
    phase: str
    drew: tuple[str, ...]
    """The cards just drawn where the scenario says so."""
    ended: Mapping[str, Any] | None


def view_of(
    rules: Rules, scenario: Scenario, start: Mapping[str, Any], position: Mapping[str, Any]
) -> View:
    """What to draw of ``position``, which came of the scenario's filled position ``start``."""
    given = scenario.given
    deal = deal_from(rules, position)
    hands = {}
    named = named_cards(given)
    for name, cards in position["hands"].items():
        filled = Counter(start["hands"][name])
        if name in given.get("hands", {}):
            filled -= Counter(split_hand(given["hands"][name])[0])
        shown: list[str] = []
        others = 0
        for card in cards:
            if filled[card] > 0:
                filled[card] -= 1
                others += 1
            elif card in named:
                shown.append(card)
            else:
                others += 1
        hands[name] = Hand(tuple(_as_given(shown, given, name)), others)
    at_start = position is start
    drew = tuple(turn_of(given)[1]) if at_start else ()
    stock_text = given.get("stock", "")
    top = [] if stock_text == "empty" else stock_text.removesuffix("...").split()
    if drew:
        # the filled position lies before the draw; what the scenario means lies after it
        name = position["turn"]["player"]
        hands[name] = Hand((*hands[name].shown, *drew), hands[name].others)
    return View(
        hands,
        position["red_threes"],
        {side(table): melds for table, melds in enumerate(deal.melds)},
        position["opened"],
        tuple(position["pile"]),
        is_frozen(rules, deal),
        len(position["stock"]) - len(drew),
        tuple(top) if at_start else (),
        position["scores"],
        position["turn"]["player"],
        "playing" if drew else position["turn"].get("phase", "before-draw"),
        drew,
        position["ended"],
    )


def named_cards(given: Mapping[str, Any]) -> set[str]:
    """Every card that a scenario names anywhere."""
    texts = [split_hand(text)[0] for text in given.get("hands", {}).values()]
    texts += [row.split() for rows in given.get("melds", {}).values() for row in rows]
    texts += [given.get("pile", "").split()]
    stock = given.get("stock", "")
    texts += [[] if stock == "empty" else stock.removesuffix("...").split()]
    texts.append(turn_of(given)[1])
    return {card for cards in texts for card in cards}


def _as_given(cards: list[str], given: Mapping[str, Any], name: str) -> list[str]:
    """``cards`` in the order in which the scenario names them, new ones last."""
    order = split_hand(given.get("hands", {}).get(name, ""))[0]
    left = list(cards)
    sorted_ = []
    for card in order:
        if card in left:
            left.remove(card)
            sorted_.append(card)
    return sorted_ + left


def draw(rules: Rules, view: View, words: Words) -> str:
    """The table as HTML."""
    seats = SEATS.get(len(view.hands), ())
    parts = []
    for i, name in enumerate(view.hands):
        place = seats[i] if i < len(seats) else "s"
        parts.append(_seat(rules, view, name, place, words))
    parts.append(
        f'<div class="ml-middle">{_melds(rules, view, 1, words)}{_heaps(view, words)}'
        + "".join(_melds(rules, view, t, words) for t in range(len(view.melds)) if t != 1)
        + "</div>"
    )
    ended = ended_text(view.ended, words) if view.ended else ""
    note = f'<p class="ml-note">{escape(ended)}</p>' if ended else ""
    return f'<div class="ml-board"><div class="ml-table">{"".join(parts)}</div>{note}</div>'


def draw_seats(drawn: Mapping[str, str], words: Words) -> str:
    """The cards that players have drawn for their seats, in the order drawn."""
    rows = "".join(
        f'<div class="ml-seat"><p><strong>{escape(name)}</strong></p>'
        f"{fan(cards.split(), 0, words('draws', who=name), words, NARROW)}</div>"
        for name, cards in drawn.items()
    )
    return f'<div class="ml-board"><div class="ml-draws">{rows}</div></div>'


def in_words(view: View, words: Words) -> str:
    """The position as a line of text, for copying, searching and reading aloud."""
    parts = []
    for name, hand in view.hands.items():
        cards = [short(c, words) for c in hand.shown]
        if hand.others:
            cards.append(words.count("hidden", "hidden-one", hand.others))
        reds = view.red_threes.get(name, ())
        told = f"{name}: {' '.join(cards) or words('no-cards')}"
        parts.append(told + (f" ({words('red-threes').lower()} {short_list(reds, words)})" if reds
                             else ""))  # fmt: skip
    for name, melds in view.melds.items():
        if melds:
            rows = "; ".join(_told(meld, words) for meld in melds)
            parts.append(f"{words('side', side=name)}: {rows}")
    frozen = f" ({words('frozen')})" if view.frozen else ""
    pile = short_list(view.pile, words) if view.pile else words("empty")
    parts.append(f"{words('pile')}: {pile}{frozen}")
    parts.append(f"{words('stock')}: {words.count('cards', 'card-one', view.stock)}")
    return escape(" · ".join(parts))


def ended_text(ended: Mapping[str, Any], words: Words) -> str:
    """How a deal ended, in words."""
    how = ended["how"] + ("-concealed" if ended.get("concealed") else "")
    return words(f"ended-{how}", who=ended.get("player") or "")


def _told(meld: Meld, words: Words) -> str:
    """A meld in running text; a sequence says that it is one."""
    told = short_list(names(meld.cards), words)
    return f"{told} ({words('sequence')})" if meld.is_sequence else told


def _seat(rules: Rules, view: View, name: str, place: str, words: Words) -> str:
    hand = view.hands[name]
    mine = tables_of(rules)[list(view.hands).index(name)]
    label = words("hand-of", who=name)
    per_row = WIDE if place in ("s", "n") else NARROW
    turn = ""
    if name == view.turn and not view.ended:
        key = "to-draw" if view.phase == "before-draw" and view.stock else "to-play"
        told = words(key)
        if view.drew:
            told = words("has-drawn", card=short_list(view.drew, words))
        turn = f' <span class="ml-turn">{escape(told)}</span>'
    reds = view.red_threes.get(name, ())
    laid = ""
    if reds:
        told = words("red-threes")
        laid = (
            f'<div class="ml-reds"><span>{told}</span>'
            f"{fan(reds, 0, f'{told}, {name}', words, per_row)}</div>"
        )
    here = " ml-active" if turn else ""
    return (
        f'<div class="ml-seat ml-{place}{here}"><p><strong>{name}</strong> '
        f'<span class="ml-side">{words("side", side=side(mine)).lower()}</span>{turn}</p>'
        f"{fan(hand.shown, hand.others, label, words, per_row)}{laid}</div>"
    )


def _melds(rules: Rules, view: View, table: int, words: Words) -> str:
    if table >= len(view.melds):
        return ""
    name = side(table)
    score = view.scores.get(name, 0)
    facts = [words("score-before", points=score)]
    if view.opened.get(name) or view.melds[name]:
        facts.append(words("has-opened") if not view.melds[name] else "")
    else:
        facts.append(words("needs", points=minimum_row(rules, score).value))
    told = " · ".join(fact for fact in facts if fact)
    rows = "".join(_meld(rules, meld, name, words) for meld in view.melds[name])
    if not rows:
        rows = f'<span class="ml-none">{words("no-melds")}</span>'
    return (
        f'<div class="ml-melds"><p><strong>{words("side", side=name)}</strong> '
        f'<span class="ml-side">{told}</span></p><div class="ml-row">{rows}</div></div>'
    )


def _meld(rules: Rules, meld: Meld, name: str, words: Words) -> str:
    """A set as a column and a sequence as a row, with what it is: a finished one is marked."""
    kind = ""
    finished = is_finished(rules, meld)
    if meld.is_sequence:
        kind = words("samba" if finished else "sequence")
    elif finished:
        kind = words("mixed-canasta" if meld.wilds else "natural-canasta")
    label = words("meld-of", side=name) + (f" ({kind})" if kind else "")
    picture = (row if meld.is_sequence else column)(names(meld.cards), label, words)
    shape = "ml-sequence" if meld.is_sequence else "ml-set"
    mark = " ml-finished" if finished else ""
    caption = f"<figcaption>{kind}</figcaption>" if kind else ""
    return f'<figure class="{shape}{mark}">{picture}{caption}</figure>'


def _heaps(view: View, words: Words) -> str:
    stock_label = f"{words('stock')}: {words.count('cards', 'card-one', view.stock)}"
    stock = (
        back(view.stock, stock_label)
        if view.stock
        else f'<span class="ml-gone">{words("empty")}</span>'
    )
    top = ""
    if view.stock_top:
        told = words("next-cards")
        top = f'<div class="ml-next"><span>{told}</span>{fan(view.stock_top, 0, told, words)}</div>'
    if view.pile:
        label = f"{words('pile')}" + (f" ({words('frozen')})" if view.frozen else "")
        pile = fan(view.pile, 0, label, words, WIDE)
        told = words("top-card", card=short(view.pile[-1], words))
        said = words("top-card", card=spoken(view.pile[-1], words))
        caption = f'<span class="ml-top" title="{escape(said)}">{escape(told)}</span>'
    else:
        pile, caption = f'<span class="ml-gone">{words("empty")}</span>', ""
    mark = f' <span class="ml-frozen">{words("frozen")}</span>' if view.frozen else ""
    return (
        f'<div class="ml-heaps"><div class="ml-heap"><p><strong>{words("stock")}</strong></p>'
        f'{stock}{top}</div><div class="ml-heap ml-pile"><p><strong>{words("pile")}</strong>{mark}'
        f"</p>{pile}{caption}</div></div>"
    )
