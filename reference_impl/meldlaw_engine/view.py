"""What one player may see of a deal (chapters 15 and 22 of the laws)."""

from __future__ import annotations

from typing import Any

from .cards import JOKER_RANK, RANK_NAMES, names
from .melds import is_finished
from .opening import minimum
from .pile import is_frozen
from .positions import player, side
from .rules import Rules
from .state import Deal, Meld

View = dict[str, Any]


def view(rules: Rules, deal: Deal, seat: int) -> View:
    """What the player at ``seat`` may see now, as data that JSON can hold.

    His own hand; what lies open: melds, red threes, the top card of the pile and whether it is
    frozen. The whole pile only until his own first discard. A canasta is squared up: its rank,
    number of cards and kind show, its cards only while it may be examined; a finished sequence
    lies face down, and only its number of cards shows. How many cards the
    others and the stock hold, the score and the minimum he may ask for in his own turn only.
    Two deals that differ in nothing of this look alike.
    """
    record, turn = deal.record, deal.turn
    over = record.end is not None
    mine = turn.seat == seat and not over
    seen: View = {
        "player": player(seat),
        "turn": player(turn.seat),
        "hand": names(deal.hands[seat]),
        "melds": {
            side(table): [
                _meld(rules, meld, over or (table, place) in record.fresh)
                for place, meld in enumerate(melds)
            ]
            for table, melds in enumerate(deal.melds)
        },
        "red_threes": {player(s): names(cards) for s, cards in enumerate(record.red_threes)},
        "top_card": names(deal.pile[-1:]),
        "frozen": is_frozen(rules, deal),
        "stock_empty": not deal.stock,
        "ended": None if record.end is None else record.end.how,
    }
    if _may_look_through_pile(rules, deal, seat):
        seen["pile"] = names(deal.pile)
    if mine or rules.information.counts == "always":
        seen["cards_held"] = {player(s): len(hand) for s, hand in enumerate(deal.hands)}
        seen["cards_in_stock"] = len(deal.stock)
    if mine or rules.information.scores == "always":
        seen["scores"] = {side(t): total for t, total in enumerate(record.totals)}
        seen["minimum"] = {
            side(c): None if record.opened[deal.table_of_column(c)] else minimum(rules, deal, c)
            for c in range(len(record.totals))
        }
    return seen


def _may_look_through_pile(rules: Rules, deal: Deal, seat: int) -> bool:
    until = rules.information.pile_until
    return until == "always" or (until == "first_discard" and not deal.record.had_turn[seat])


def _meld(rules: Rules, meld: Meld, examined: bool) -> dict[str, Any]:
    if not is_finished(rules, meld) or examined:
        return {"cards": names(meld.cards)}
    if meld.is_sequence:
        return {"finished": "sequence", "size": len(meld.cards)}
    return {
        "finished": "mixed-canasta" if meld.wilds else "natural-canasta",
        "rank": "W" if meld.rank == JOKER_RANK else RANK_NAMES[meld.rank],
        "size": len(meld.cards),
    }
