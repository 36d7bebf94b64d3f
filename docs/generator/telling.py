"""Acts and events in the words of the page's language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from meldlaw_engine.cards import names
from meldlaw_engine.positions import player
from meldlaw_engine.state import Event

from .cards import short, short_list
from .table import ended_text, meld_rank
from .words import Words


def tell_act(who: str, act: Mapping[str, Any], words: Words) -> str:
    """What a player does, as a sentence without a full stop."""
    kind = act["act"]
    parts = [short_list(row, words) for row in act.get("new", ())]
    for row in act.get("add", ()):
        meld = meld_named(row["meld"], words)
        parts.append(words("act-onto", cards=short_list(row["cards"], words), meld=meld))
    cards = f" {words('and')} ".join(parts)
    if kind == "take_pile":
        told = words("act-take-onto", who=who)
        if act["using"]:
            told = words("act-take", who=who, cards=short_list(act["using"], words))
        if act.get("leave_rest"):
            told += words("act-leave")
        return told + (words("act-also", cards=cards) if cards else "")
    if kind == "take_back":
        back = [
            words(
                "act-from",
                cards=short_list(row["cards"], words),
                meld=meld_named(row["meld"], words),
            )
            for row in act["from"]
        ]
        return words("act-back", who=who, cards="; ".join(back))
    if kind == "answer":
        return words("act-yes" if act["yes"] else "act-no", who=who)
    if kind == "lay_red_three":
        return words("act-red-three", who=who, card=short(act["card"], words))
    if kind == "discard":
        return words("act-discard", who=who, card=short(act["card"], words))
    return words(f"act-{kind}", who=who, cards=cards)


def meld_named(name: str, words: Words) -> str:
    """A meld as scenarios name it, ``Q`` or ``b:Q``, in words."""
    if name[1:2] == ":":
        return words("meld-named-of", side=name[0], rank=meld_rank(name[2:], words))
    return words("meld-named", rank=meld_rank(name, words))


def tell_event(event: Event, words: Words) -> str:
    """What happened, as a sentence without a full stop."""
    who, cards = player(event.seat), short_list(names(event.cards), words)
    return words.get(f"event-{event.what}", f"{{who}}: {event.what} {{cards}}").format(
        who=who, cards=cards
    )


def tell_end(then: Mapping[str, Any], words: Words) -> list[str]:
    """What a scenario demands of the final position, a line each; counts are left out."""
    lines: list[str] = []
    for what, wanted in then.items():
        if what in ("allowed", "forbidden", "scores"):
            continue
        if what == "ended":
            lines.append(ended_text(wanted, words) if wanted else words("not-ended"))
        elif what == "pile":
            lines.append(words("then-pile", cards=_cards(wanted.split(), words)))
        elif what == "stock":
            told = words.count("cards", "card-one", wanted)
            lines.append(words("then-stock", cards=told))
        elif what == "turn":
            lines.append(words("then-turn", who=wanted))
        elif what == "melds":
            for name, rows in wanted.items():
                told = "; ".join(short_list(row.split(), words) for row in rows)
                lines.append(words("then-melds", who=name, cards=told or words("no-melds")))
        elif what == "minimum":
            lines += [words("then-minimum", who=k, points=v) for k, v in wanted.items()]
        else:
            for name, cards in wanted.items():
                told = _cards(cards.split(), words)
                lines.append(words(f"then-{what}", who=name, cards=told))
    return lines


def _cards(cards: Sequence[str], words: Words) -> str:
    return short_list(cards, words) if cards else words("empty")
