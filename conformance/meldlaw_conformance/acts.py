"""Acts: what a person does at once, as written in scenarios, as sent over the wire, as steps.

A scenario writes ``{take_pile: {using: "7S 7D"}}``; the wire says the same as a JSON object
with lists of cards; the engine takes steps. Sets are named by rank, ``Q``, sequences by suit and
lowest rank, ``H4``, the opponents' with their side, ``b:Q``; of several the second is ``Q#2``, in
the order laid.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from meldlaw_engine.cards import (
    JOKER_RANK,
    NAME,
    RANK_NAMES,
    SUIT_NAMES,
    UnknownCard,
    parse_card,
    parse_cards,
)
from meldlaw_engine.positions import seat_of, side
from meldlaw_engine.sequences import lowest
from meldlaw_engine.state import Deal, Meld
from meldlaw_engine.steps import (
    BY_ITSELF,
    NEW,
    NOT_THERE,
    OWN,
    Answer,
    Ask,
    Choose,
    Commit,
    Decline,
    Discard,
    Draw,
    FinishDeal,
    Inspect,
    Join,
    Lay,
    LayRedThree,
    Notice,
    Pass,
    Question,
    Shuffle,
    Step,
    Take,
    TakeBack,
    Tell,
)

Act = dict[str, Any]

_WORDS: dict[str, Act] = {
    "draw": {"act": "draw"},
    "ask": {"act": "ask"},
    "answer_yes": {"act": "answer", "yes": True},
    "answer_no": {"act": "answer", "yes": False},
    "decline": {"act": "decline"},
    "pass": {"act": "pass"},
    "finish_deal": {"act": "finish_deal"},
}

INCIDENTS = ("fault", "notice", "choose", "shuffle", "inspect", "question", "tell")
"""The acts that strict play does not know, beside finish_deal."""
_CARD_LISTS = ("cards", "shuffled", "shuffle")
"""Fields of theirs that hold several cards."""


class ActError(ValueError):
    """An act that cannot be read; the message says what would be right."""


def from_scenario(written: Any) -> Act:
    """The wire form of an act as a scenario writes it (already checked by the schema)."""
    if isinstance(written, str):
        return dict(_WORDS[written])
    for kind in INCIDENTS:
        if kind in written:
            return _incident(kind, written)
    if "meld" in written or "add" in written:
        return {
            "act": "meld",
            "new": [row.split() for row in written.get("meld", ())],
            "add": _adds(written.get("add", {})),
        }
    if "take_pile" in written:
        take = written["take_pile"]
        return {
            "act": "take_pile",
            "using": take.get("using", "").split(),
            "new": [row.split() for row in take.get("also", ())],
            "add": _adds(take.get("add", {})),
            "leave_rest": take.get("leave_rest", False),
            **({"onto": take["onto"]} if "onto" in take else {}),
        }
    if "join" in written:
        return {"act": "join", "melds": list(written["join"])}
    if "discard" in written:
        return {"act": "discard", "card": written["discard"]}
    if "take_back" in written:
        return {"act": "take_back", "from": _adds(written["take_back"])}
    return {"act": "lay_red_three", "card": written["lay_red_three"]}


def _incident(kind: str, written: Mapping[str, Any]) -> Act:
    """The wire form of a fault, a notice, a choice, a question or a statement."""
    act: Act = {"act": kind}
    for key, value in written.items():
        if key == "take_pile" or (key == "meld" and isinstance(value, list)):
            told = from_scenario({key: value})
            act |= {k: v for k, v in told.items() if k != "act"}
        elif key == "add":
            act["add"] = _adds(value)
        elif key in _CARD_LISTS:
            act[key] = value.split()
        else:
            act[key] = value
    if kind == "fault" and "take_pile" in written:
        act["takes_pile"] = True
    return act


def _adds(written: Mapping[str, str]) -> list[dict[str, Any]]:
    return [{"meld": meld, "cards": cards.split()} for meld, cards in written.items()]


_PLAIN = ("draw", "discard", "notice", "question", "tell", "shuffle", "finish_deal")


def is_plain(act: Act) -> bool:
    """Whether an act hangs on no card of its player's hand but those that it names."""
    return act["act"] in _PLAIN or (
        act["act"] == "fault" and not any(key in act for key in ("new", "add", "takes_pile"))
    )


_OF_THE_PACK = ("card-faced-in-deal", "card-faced-in-stock")
"""Faults whose card is in nobody's hand."""


def cards_of(act: Act) -> list[str]:
    """The names of the hand cards that an act moves."""
    if act.get("fault") in _OF_THE_PACK:
        return []
    cards = [*act.get("using", ()), *(c for row in act.get("new", ()) for c in row)]
    cards += [c for row in act.get("add", ()) for c in row["cards"]]
    cards += [act[key] for key in ("card", "discard") if key in act]
    return [*cards, *act.get("cards", ())]


_MELD = re.compile(r"(?:([abc]):)?([SHDC]?)([3-9TJQKAW])(?:#([1-9]))?")


def _name(meld: Meld) -> str:
    """The name of a meld among those of its side, without a number."""
    if meld.is_sequence:
        return SUIT_NAMES[meld.suit] + RANK_NAMES[lowest(meld)]
    return "W" if meld.rank == JOKER_RANK else RANK_NAMES[meld.rank]


def find_meld(deal: Deal, name: str, seat: int | None = None) -> tuple[int, int]:
    """The table (OWN for the player's own) and place of the meld that ``name`` names, for the
    player at ``seat``, or the one in turn; place NOT_THERE if there is none. Raises ActError for
    what is no name of a meld."""
    parts = _MELD.fullmatch(name)
    if parts is None:
        raise ActError(
            f"{name!r} names no meld: write a rank, as in Q, b:Q or Q#2, or suit and lowest rank "
            "of a sequence, as in H4"
        )
    side_name, suit_name, rank_name, nth = parts.groups()
    own = deal.table if seat is None else deal.record.table_of[seat]
    table = own if side_name is None else "abc".index(side_name)
    if table >= len(deal.melds):
        raise ActError(f"{name!r}: side {side_name} does not play here")
    wanted = suit_name + rank_name
    places = [i for i, meld in enumerate(deal.melds[table]) if _name(meld) == wanted]
    index = int(nth or 1) - 1
    place = places[index] if index < len(places) else NOT_THERE
    return (OWN if table == own else table), place


def name_meld(deal: Deal, place: int, table: int = OWN) -> str:
    """The name of the meld at ``place`` of a table."""
    foreign = table not in (OWN, deal.table)
    melds = deal.melds[table if foreign else deal.table]
    name = _name(melds[place])
    nth = sum(_name(meld) == name for meld in melds[: place + 1])
    name += f"#{nth}" if nth > 1 else ""
    return f"{side(table)}:{name}" if foreign else name


def to_steps(deal: Deal, act: Act, seat: int | None = None) -> list[Step]:
    """The steps of an act in a position, by the player at ``seat`` or the one in turn. Raises
    ActError for an act that cannot be read."""
    try:
        if act["act"] in INCIDENTS or act["act"] == "finish_deal":
            return [_incident_step(deal, act["act"], act, seat)]
        steps = _to_steps(deal, act)
        if not steps:
            raise ActError(f"the act {act!r} does nothing")
        return steps
    except (KeyError, TypeError, AttributeError) as error:
        raise ActError(f"the act {act!r} lacks or misuses {error}") from None
    except UnknownCard as error:
        raise ActError(str(error)) from None


def _to_steps(deal: Deal, act: Act) -> list[Step]:
    kind = act["act"]
    if kind == "draw":
        return [Draw()]
    if kind == "discard":
        return [Discard(parse_card(act["card"]))]
    if kind in ("meld", "take_pile"):
        steps: list[Step] = []
        if kind == "take_pile":
            onto = act.get("onto")
            table, place = (OWN, BY_ITSELF) if onto is None else find_meld(deal, onto)
            rest = not act.get("leave_rest", False)
            steps.append(Take(parse_cards(act["using"]), rest, place, table))
        for row in act.get("new", ()):
            steps.append(Lay(parse_cards(row), NEW))
        for row in act.get("add", ()):
            table, place = find_meld(deal, row["meld"])
            steps.append(Lay(parse_cards(row["cards"]), place, table))
        return steps
    if kind == "take_back":
        back = []
        for row in act["from"]:
            _, place = find_meld(deal, row["meld"])
            back.append(TakeBack(parse_cards(row["cards"]), place))
        return list(back)
    if kind == "join":
        (_, first), (_, second) = (find_meld(deal, name) for name in act["melds"])
        return [Join(first, second)]
    if kind == "ask":
        return [Ask()]
    if kind == "pass":
        return [Pass()]
    if kind == "answer":
        return [Answer(bool(act["yes"]))]
    if kind == "decline":
        return [Decline()]
    if kind == "lay_red_three":
        return [LayRedThree(parse_card(act["card"]))]
    raise ActError(f"no act is called {kind!r}")


def _incident_step(deal: Deal, kind: str, act: Act, seat: int | None) -> Step:
    count = len(deal.hands)
    on_top = parse_cards(act.get("shuffled", ()))
    if kind == "finish_deal":
        return FinishDeal()
    if kind == "notice":
        of = seat_of(act["of"], count) if "of" in act else -1
        return Notice(act["notice"], of, on_top, bool(act.get("unknown", False)))
    if kind == "choose":
        cards = parse_cards([act["card"]] if "card" in act else act.get("cards", ()))
        return Choose(act["choose"], cards, on_top)
    if kind == "shuffle":
        return Shuffle(parse_cards(act["shuffle"]))
    if kind == "inspect":
        return Inspect(act["inspect"])
    if kind == "tell":
        return Tell(act["tell"])
    if kind == "question":
        return _question(deal, act, seat)
    return _commit(deal, act, seat)


def _question(deal: Deal, act: Act, seat: int | None) -> Question:
    what: str = act["question"]
    of: Any = act.get("of")
    if of is None and what in ("hand", "replaced", "meld"):
        raise ActError(f"a question about a {what} says of whom")
    intends = bool(act.get("intends", False))
    if what == "meld":
        table, place = find_meld(deal, of, seat)
        own = deal.table if seat is None else deal.record.table_of[seat]
        return Question(what, own if table == OWN else table, place, intends)
    if of is None:
        return Question(what)
    if of[0] == "P":
        return Question(what, seat_of(of, len(deal.hands)))
    return Question(what, "abc".index(of))


def _commit(deal: Deal, act: Act, seat: int | None) -> Commit:
    lays: list[Lay] = [Lay(parse_cards(row), NEW) for row in act.get("new", ())]
    take = None
    if act.get("takes_pile"):
        onto = act.get("onto")
        table, place = (OWN, BY_ITSELF) if onto is None else find_meld(deal, onto, seat)
        take = Take(parse_cards(act["using"]), True, place, table)
    for row in act.get("add", ()):
        table, place = find_meld(deal, row["meld"], seat)
        lays.append(Lay(parse_cards(row["cards"]), place, table))
    cards = list(act.get("cards", ()))
    cards += [act[key] for key in ("card", "discard") if key in act]
    who = act.get("right", act.get("of"))
    named = list(act.get("melds", ()))
    if "meld" in act:
        named.append(act["meld"])
    flags = ("leave", "shown", "joined", "accident")
    yes = next((bool(act[flag]) for flag in flags if flag in act), False)
    if act["fault"] == "took-pile-without-right":
        yes = bool(act.get("rest", True))
    number: Any = next((act[key] for key in ("number", "dealt", "said") if key in act), 0)
    if "claim" in act:
        number = act["claim"]["melded"]
    return Commit(
        act["fault"],
        parse_cards(cards),
        tuple(lays),
        take,
        int(number),
        yes,
        -1 if who is None else seat_of(who, len(deal.hands)),
        str(act.get("what", act.get("in", act.get("seen_by", "")))),
        tuple(find_meld(deal, name, seat)[1] for name in named),
    )


def from_step(deal: Deal, step: Step) -> Act:
    """The act that consists of one step."""
    match step:
        case Draw():
            return {"act": "draw"}
        case Discard():
            return {"act": "discard", "card": NAME[step.card]}
        case Take():
            using = [NAME[c] for c in step.using]
            named = {} if step.onto == BY_ITSELF else {"onto": name_meld(deal, step.onto)}
            return {
                "act": "take_pile",
                "using": using,
                "new": [],
                "add": [],
                "leave_rest": not step.rest,
                **named,
            }
        case Lay(cards, onto, table):
            row = [NAME[c] for c in cards]
            if onto == NEW:
                return {"act": "meld", "new": [row], "add": []}
            added = {"meld": name_meld(deal, onto, table), "cards": row}
            return {"act": "meld", "new": [], "add": [added]}
        case TakeBack(cards, onto):
            row = [NAME[c] for c in cards]
            return {"act": "take_back", "from": [{"meld": name_meld(deal, onto), "cards": row}]}
        case Join(place, other):
            return {"act": "join", "melds": [name_meld(deal, place), name_meld(deal, other)]}
        case Ask():
            return {"act": "ask"}
        case Pass():
            return {"act": "pass"}
        case Answer():
            return {"act": "answer", "yes": step.yes}
        case Decline():
            return {"act": "decline"}
        case LayRedThree():
            return {"act": "lay_red_three", "card": NAME[step.card]}
    raise ActError(f"a {type(step).__name__} is no act of strict play")


def tell(act: Act) -> str:
    """An act in words, for reports and stories."""
    kind = act["act"]
    parts = [" ".join(row) for row in act.get("new", ())]
    parts += [f"{' '.join(row['cards'])} onto {row['meld']}" for row in act.get("add", ())]
    if kind == "meld":
        return "melds " + "; ".join(parts)
    if kind == "take_pile":
        using = " ".join(act["using"])
        told = f"takes the pile with {using}" if using else "takes the pile"
        if act.get("onto") is not None:
            told += f" onto {act['onto']}"
        elif not using:
            told += " onto the side's meld"
        if act.get("leave_rest"):
            told += ", leaving the cards below the top card"
        return told + (", melding also " + "; ".join(parts) if parts else "")
    if kind == "discard":
        return f"discards {act['card']}"
    if kind == "take_back":
        rows = (f"{' '.join(r['cards'])} from {r['meld']}" for r in act["from"])
        return "takes back " + "; ".join(rows)
    if kind == "join":
        return "joins " + " and ".join(act["melds"])
    if kind == "answer":
        return "answers " + ("yes" if act["yes"] else "no")
    if kind == "lay_red_three":
        return f"lays the red three {act['card']}"
    if kind in INCIDENTS:
        return _tell_incident(kind, act)
    return {
        "draw": "draws from the stock",
        "ask": "asks for leave to go out",
        "decline": "leaves the pile",
        "pass": "ends the turn without a discard",
        "finish_deal": "completes the deal",
    }[kind]


def _tell_incident(kind: str, act: Act) -> str:
    what = act[kind]
    if kind == "shuffle":
        return f"has the stock shuffled ({' '.join(what)} on top)"
    if kind == "notice":
        return f"points out: {what}" + (f" by {act['of']}" if "of" in act else "")
    if kind == "choose":
        chosen = [act["card"]] if "card" in act else act.get("cards", ())
        return f"chooses {what}" + (f" ({' '.join(chosen)})" if chosen else "")
    if kind == "question":
        told = f"asks for {what}" + (f" of {act['of']}" if "of" in act else "")
        return told + (", meaning to add to it" if act.get("intends") else "")
    if kind == "tell":
        return f"says: {what}"
    if kind == "inspect":
        return f"calls for an inspection of the {what}"
    parts = [" ".join(row) for row in act.get("new", ())]
    parts += [f"{' '.join(row['cards'])} onto {row['meld']}" for row in act.get("add", ())]
    if act.get("takes_pile"):
        parts.insert(0, "the pile with " + (" ".join(act["using"]) or "its top card alone"))
    parts += [" ".join(act["cards"])] if "cards" in act else []
    parts += [str(act[key]) for key in ("card", "number", "in", "what", "right") if key in act]
    if "discard" in act:
        parts.append(f"discarding {act['discard']}")
    return f"does wrong: {what}" + (f" ({'; '.join(parts)})" if parts else "")
