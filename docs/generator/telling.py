"""Acts and events in the words of the page's language."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import Any

from meldlaw_conformance.acts import INCIDENTS
from meldlaw_engine.cards import names
from meldlaw_engine.positions import player
from meldlaw_engine.state import Event

from .cards import rank_letter, short, short_list
from .table import ended_text
from .words import Words


def tell_act(who: str, act: Mapping[str, Any], words: Words) -> str:
    """What a player does, as a sentence without a full stop."""
    kind = act["act"]
    parts = [short_list(row, words) for row in act.get("new", ())]
    for row in act.get("add", ()):
        meld = meld_named(row["meld"], "onto", words)
        parts.append(words("act-onto", cards=short_list(row["cards"], words), meld=meld))
    cards = f" {words('and')} ".join(parts)
    if kind == "take_pile":
        using = short_list(act["using"], words)
        if act.get("onto") is not None:
            key = "act-take-meld-with" if act["using"] else "act-take-meld"
            meld = meld_named(act["onto"], "onto", words)
            told = words(key, who=who, cards=using, meld=meld)
        else:
            told = words("act-take" if act["using"] else "act-take-onto", who=who, cards=using)
        if act.get("leave_rest"):
            told += words("act-leave")
        return told + (words("act-also", cards=cards) if cards else "")
    if kind == "take_back":
        back = [
            words(
                "act-from",
                cards=short_list(row["cards"], words),
                meld=meld_named(row["meld"], "from", words),
            )
            for row in act["from"]
        ]
        return words("act-back", who=who, cards="; ".join(back))
    if kind == "join":
        melds = [meld_named(name, "join", words) for name in act["melds"]]
        return words("act-join", who=who, melds=f" {words('and')} ".join(melds))
    if kind == "answer":
        return words("act-yes" if act["yes"] else "act-no", who=who)
    if kind == "lay_red_three":
        return words("act-red-three", who=who, card=short(act["card"], words))
    if kind == "discard":
        return words("act-discard", who=who, card=short(act["card"], words))
    if kind in INCIDENTS:
        return _tell_incident(who, kind, act, words)
    return words(f"act-{kind}", who=who, cards=cards)


def _tell_incident(who: str, kind: str, act: Mapping[str, Any], words: Words) -> str:
    """A fault, a notice, a choice, a question or a statement."""
    if kind in ("fault", "notice"):
        what = words.fault(act[kind])
        rows = [short_list(row, words) for row in act.get("new", ())]
        rows += [short_list(row["cards"], words) for row in act.get("add", ())]
        rows += [short_list(act["using"], words)] if act.get("using") else []
        rows += [short_list(act["cards"], words)] if act.get("cards") else []
        rows += [short(act[key], words) for key in ("card", "discard") if key in act]
        rows += [str(act[key]) for key in ("number", "right", "of") if key in act]
        told = f" ({'; '.join(rows)})" if rows and kind == "fault" else ""
        return words(f"act-{kind}", who=who, what=what, cards=told)
    if kind == "choose":
        chosen = [act["card"]] if "card" in act else act.get("cards", ())
        told = f" ({short_list(chosen, words)})" if chosen else ""
        return words("act-choose", who=who, what=words(f"choice-{act[kind]}"), cards=told)
    if kind == "shuffle":
        return words("act-shuffle", who=who, cards=short_list(act[kind], words))
    if kind == "inspect":
        return words("act-inspect", who=who)
    what = words(f"{kind}-{act[kind]}", of=act.get("of", ""))
    return words(f"act-{kind}", who=who, what=what)


def tell_answer(answer: Any, words: Words) -> str:
    """What a question is answered with."""
    if isinstance(answer, bool):
        told = words("answer-yes" if answer else "answer-no")
    elif isinstance(answer, list):
        told = short_list(answer, words)
    elif isinstance(answer, dict):
        told = ", ".join(f"{side} {points}" for side, points in answer.items())
    else:
        told = str(answer)
    return words("answered", what=told)


def meld_named(name: str, how: str, words: Words) -> str:
    """A meld as scenarios name it (``Q``, ``b:Q#2``, ``H4``) in words, in the form that fits what
    is done: ``onto``, ``from`` or ``join``."""
    side, colon, own = name.rpartition(":")
    what, hash_, nth = own.partition("#")
    key = f"{'meld' if len(what) == 1 else 'sequence'}-{how}" + ("-of" if colon else "")
    card = short(what[::-1], words) if len(what) > 1 else ""
    told = words(key, side=side, rank=rank_letter(what, words), card=card)
    return told + (f" ({nth})" if hash_ else "")


def tell_event(event: Event, named: Container[str], words: Words) -> str:
    """What happened, as a sentence without a full stop. A drawn card that the scenario does not
    name is any card."""
    who, told = player(event.seat), names(event.cards)
    if event.what == "drew" and not all(card in named for card in told):
        return words("event-drew-any", who=who, cards=words.count("cards", "card-one", len(told)))
    return words.get(f"event-{event.what}", f"{{who}}: {event.what} {{cards}}").format(
        who=who, cards=short_list(told, words)
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
        elif what == "match":
            lines += _match(wanted, words)
        elif what == "seats":
            lines += _seats(wanted, words)
        elif what in ("penalty_cards", "lying", "apart"):
            for name, cards in wanted.items():
                told = _cards(cards.split(), words) if cards else words("nothing-at-all")
                lines.append(words(f"then-{what}", who=name, cards=told))
        elif what == "penalties":
            lines += [words("then-penalties", who=k, points=v) for k, v in wanted.items()]
        elif what == "solo":
            lines.append(words("then-solo", who=wanted) if wanted else words("then-nobody-solo"))
        elif what in ("to_act", "deals_next"):
            lines.append(words(f"then-{what}", who=wanted))
        elif what in ("choices", "warned"):
            rows = [words(f"choice-{o}") for o in wanted] if what == "choices" else list(wanted)
            told = ", ".join(rows) or words("nothing-at-all")
            lines.append(words(f"then-{what}", what=told))
        elif what == "duties":
            for name, rows in wanted.items():
                told = ", ".join(words(f"duty-{d}") for d in rows) or words("nothing-at-all")
                lines.append(words("then-duties", who=name, what=told))
        elif what == "game":
            lines.append(words("then-game", who=wanted["winner"]))
        elif what == "sheet":
            corrected = wanted.get("corrected")
            lines.append(words("then-sheet-corrected" if corrected else "then-sheet-stands"))
            lines += _match({k: v for k, v in wanted.items() if k != "corrected"}, words)
        elif what == "minimum":
            lines += [words("then-minimum", who=k, points=v) for k, v in wanted.items()]
        else:
            for name, cards in wanted.items():
                told = _cards(cards.split(), words)
                lines.append(words(f"then-{what}", who=name, cards=told))
    return lines


def _match(wanted: Mapping[str, Any], words: Words) -> list[str]:
    """How a game stands after a deal."""
    lines = []
    if "over" in wanted:
        lines.append(words("match-over" if wanted["over"] else "match-goes-on"))
    if wanted.get("winners"):
        key = "match-won" if len(wanted["winners"]) == 1 else "match-drawn"
        lines.append(words(key, who=f" {words('and')} ".join(wanted["winners"])))
    for side, points in wanted.get("scores", {}).items():
        lines.append(words("match-score", side=side, points=points))
    if "dealer" in wanted:
        lines.append(words("match-dealer", who=wanted["dealer"]))
    if wanted.get("sits_out"):
        lines.append(words("match-sits-out", place=wanted["sits_out"]))
    for side, points in wanted.get("minimum", {}).items():
        lines.append(words("then-minimum", who=side, points=points))
    return lines


def _seats(wanted: Mapping[str, Any], words: Words) -> list[str]:
    """What the cards drawn for seats decide."""
    lines = []
    if wanted.get("again"):
        lines.append(words("seats-again", who=", ".join(wanted["again"])))
    elif "again" in wanted:
        lines.append(words("seats-nobody-again"))
    if wanted.get("order"):
        lines.append(words("seats-order", who=", ".join(wanted["order"])))
    elif "order" in wanted and not wanted.get("again"):
        lines.append(words("seats-nothing"))
    for pair in wanted.get("partners", ()):
        lines.append(words("seats-partners", who=f" {words('and')} ".join(pair)))
    if wanted.get("plays_first"):
        lines.append(words("seats-first", who=wanted["plays_first"]))
    return lines


def _cards(cards: Sequence[str], words: Words) -> str:
    return short_list(cards, words) if cards else words("empty")
