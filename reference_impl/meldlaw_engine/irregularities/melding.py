"""Faulty melds (chapters 27 to 30): what lies on the table against the law, how it is put right,
and when it stands.

Cards laid against the law go on counting to the hand: they only lie open. So they are laid anew
by ordinary steps, and nothing else of the law has to know of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from .. import engine, laying
from ..cards import IS_WILD, RANK, THREE, Cards, count_wilds, without
from ..ends import can_open, must_stay
from ..going_out import can_go_out
from ..incidents import MELD_LYING, NEW_MELD, Duty, Fault, Lying
from ..melds import complete, form_refusals, grown, is_complete, is_finished, meld_of, put
from ..opening import minimum, value
from ..rules import Rules
from ..state import BOUND, NO, PLAYING, YES, Deal, End, Event, Meld, set_at
from ..steps import NEW, OWN, Choose, Commit, Lay, Notice
from .common import (
    AFTER_NEXT,
    BEFORE_NEXT,
    DEAL_OVER,
    Done,
    becomes_penalty,
    book,
    changed,
    clear_lying,
    commit_fault,
    demand,
    drop_fault,
    from_hand,
    lying_of,
    need,
    oblige,
    refused,
    reopen,
    stands,
    to_hand,
    window,
)
from .pile import raise_minimum

SHORT, WILD, FAULTY, OUT, AGAINST, EARLY = (
    "short-opening", "wild-too-many", "faulty-meld", "out-without-canastas", "out-against-no",
    "melded-out-of-turn",
)  # fmt: skip


# ------------------------------------------------------------------- what happens at the table


def _rows(deal: Deal, seat: int, step: Commit) -> tuple[Lying, ...]:
    """The rows that the cards of a fault make on the table."""
    own = deal.record.table_of[seat]
    return tuple(
        Lying(
            seat, lay.cards, own if lay.table == OWN else lay.table,
            NEW_MELD if lay.onto == NEW else lay.onto, step.kind, deal.turn.number,
        )
        for lay in step.lays
    )  # fmt: skip


def _form(rules: Rules, deal: Deal, row: Lying) -> bool:
    """Whether a row of cards is a proper meld, or a proper addition to one, as far as its form
    goes."""
    own = deal.record.table_of[row.seat]
    if row.table != own:
        return False
    if row.place == NEW_MELD:
        before, after = None, meld_of(rules, row.cards)
    else:
        if not 0 <= row.place < len(deal.melds[own]):
            return False
        before = deal.melds[own][row.place]
        after = grown(before, row.cards)
    return next(form_refusals(rules, row.cards, before, after), None) is None


def commit_meld(rules: Rules, deal: Deal, seat: int, step: Commit) -> Done:
    """Cards are laid against the law; they lie open and count to the hand. With a card in
    ``cards``, that one goes to the pile as the last of the hand."""
    fits = {
        SHORT: _is_short, WILD: _is_wild, FAULTY: _is_faulty, OUT: _is_out, AGAINST: _is_against,
        EARLY: _is_early,
    }  # fmt: skip
    laid = tuple(card for lay in step.lays for card in lay.cards)
    shown = tuple(
        c
        for row in deal.record.incidents.lying
        if row.seat == seat and not row.returned
        for c in row.cards
    )
    if without(deal.hands[seat], (*laid, *step.cards, *shown)) is None or not (laid or step.cards):
        raise refused("not-in-hand")
    for lay in step.lays:
        table = deal.record.table_of[seat] if lay.table == OWN else lay.table
        if lay.onto != NEW and not 0 <= lay.onto < len(deal.melds[table]):
            raise refused("no-such-meld")
    rows = _rows(deal, seat, step)
    if step.kind != EARLY and (seat != deal.turn.seat or deal.turn.phase != PLAYING):
        raise refused("not-that-fault")
    if not fits[step.kind](rules, deal, seat, step, rows):
        raise refused("not-that-fault")
    fault = Fault(step.kind, seat, deal.turn.number, deal.turn.seat, step)
    after = commit_fault(changed(deal, lying=(*deal.record.incidents.lying, *rows)), fault)
    events = [Event("laid-wrongly", seat, laid)]
    if step.cards:
        gone = from_hand(after, seat, step.cards)
        assert gone is not None
        after = gone._replace(pile=(*gone.pile, *step.cards))
        events.append(Event("discarded", seat, step.cards))
        if need(rules.meld_faults).out_by_discard == "ends":
            return _ends_all_the_same(rules, after, seat, rows, fault), events
        return engine.next_turn(rules, after, events)
    return after, events


def _ends_all_the_same(
    rules: Rules, deal: Deal, seat: int, rows: tuple[Lying, ...], fault: Fault
) -> Deal:
    """The deal ended by a last discard without the right, under the reading that has it so."""
    after = clear_lying(drop_fault(deal, fault), rows)
    for row in rows:
        after = _lay_for_good(rules, after, row, record=True)
    end = End("out", seat, False)
    return after._replace(record=after.record._replace(end=end))


def _is_short(rules: Rules, deal: Deal, seat: int, step: Commit, rows: tuple[Lying, ...]) -> bool:
    table = deal.record.table_of[seat]
    if deal.record.opened[table] or deal.turn.laid:
        return False
    if not all(row.place == NEW_MELD and _form(rules, deal, row) for row in rows):
        return False
    return value(rules, [c for row in rows for c in row.cards]) < minimum(
        rules, deal, deal.column_of(seat)
    )


def _is_wild(rules: Rules, deal: Deal, seat: int, step: Commit, rows: tuple[Lying, ...]) -> bool:
    own = deal.record.table_of[seat]
    return all(
        row.place != NEW_MELD
        and row.table == own
        and not deal.melds[own][row.place].is_sequence
        and count_wilds(row.cards) == len(row.cards)
        and _too_many(rules, deal, row)
        for row in rows
    )


def _too_many(rules: Rules, deal: Deal, row: Lying) -> bool:
    """Whether a set to which wild cards are added has as many as it may have."""
    before = deal.melds[row.table][row.place]
    after = grown(before, row.cards)
    return any(x.code == "too-many-wilds" for x in form_refusals(rules, row.cards, before, after))


def _is_faulty(rules: Rules, deal: Deal, seat: int, step: Commit, rows: tuple[Lying, ...]) -> bool:
    if _is_short(rules, deal, seat, step, rows) or _is_wild(rules, deal, seat, step, rows):
        return False
    lawful = engine.apply_act(rules, deal, seat, list(step.lays)).refusal is None
    return not lawful


def _leaves_too_few(rules: Rules, deal: Deal, seat: int, step: Commit) -> bool:
    left = len(deal.hands[seat]) - sum(len(lay.cards) for lay in step.lays) - len(step.cards)
    return left < (rules.turn.keeps if step.cards else must_stay(rules, deal))


def _canastas_after(rules: Rules, deal: Deal, rows: tuple[Lying, ...], seat: int) -> int:
    table = deal.record.table_of[seat]
    melds = deal.melds[table]
    for row in rows:
        if row.place == NEW_MELD:
            melds = (*melds, meld_of(rules, row.cards))
        else:
            melds = put(melds, row.place, grown(melds[row.place], row.cards))
    return complete(rules, melds)


def _is_out(rules: Rules, deal: Deal, seat: int, step: Commit, rows: tuple[Lying, ...]) -> bool:
    if deal.turn.asked == NO or not _leaves_too_few(rules, deal, seat, step):
        return False
    return _canastas_after(rules, deal, rows, seat) < rules.out.canastas


def _is_against(rules: Rules, deal: Deal, seat: int, step: Commit, rows: tuple[Lying, ...]) -> bool:
    return deal.turn.asked == NO and _leaves_too_few(rules, deal, seat, step)


def _is_early(rules: Rules, deal: Deal, seat: int, step: Commit, rows: tuple[Lying, ...]) -> bool:
    return seat != deal.turn.seat


# ------------------------------------------------------------------- it is pointed out


def notice_meld(rules: Rules, deal: Deal, fault: Fault, step: Notice) -> Done:
    """A faulty meld pointed out: in the offender's turn or before the next player has acted it is
    put right; later it stands, but for what is no meld."""
    when = window(deal, fault)
    if when == DEAL_OVER:
        return _at_the_count(rules, deal, fault, step)
    rows = lying_of(deal, fault)
    r = need(rules.meld_faults)
    if not rows and not (fault.step.cards and fault.kind in (OUT, AGAINST)):
        return _when_accepted(rules, deal, fault)
    if when == AFTER_NEXT:
        return _late(rules, deal, fault, rows) if rows else _when_accepted(rules, deal, fault)
    if fault.kind in (OUT, AGAINST):
        asked = deal.turn.asked
        if when == BEFORE_NEXT:
            deal = reopen(deal, fault)
            asked = NO if fault.kind == AGAINST else asked
        return _going_out(rules, deal, fault, asked)
    if fault.kind == FAULTY and r.gap_from == "at_once":
        gapped = tuple(row for row in rows if _gapped(rules, deal, row))
        if gapped:
            after = clear_lying(drop_fault(deal, fault), gapped)
            for row in gapped:
                after = _lay_for_good(rules, after, row)
            return after, []
    after = _noticed(deal, rows)
    if when == BEFORE_NEXT:
        after = reopen(after, fault)
    if fault.kind == SHORT:
        if r.raise_when == "always":
            after = raise_minimum(rules, after, deal.record.table_of[fault.seat])
        return demand(
            after, fault.seat, ("take-back",), fault, "meld_faults.raise",
            melds=_can_open_now(rules, after),
        ), []  # fmt: skip
    return after, []


def _noticed(deal: Deal, rows: tuple[Lying, ...]) -> Deal:
    lying = tuple(
        row._replace(noticed=True) if row in rows else row for row in deal.record.incidents.lying
    )
    return changed(deal, lying=lying)


def _can_open_now(rules: Rules, deal: Deal) -> bool:
    """Whether the player in turn can make a lawful initial meld from his hand."""
    turn = deal.turn
    trying = deal._replace(turn=turn._replace(wanting=minimum(rules, deal, deal.column)))
    return can_open(rules, trying) or can_go_out(rules, trying)


def choose_take_back(rules: Rules, deal: Deal, fault: Fault, step: Choose) -> Done:
    """An insufficient initial meld is taken back, or, after going out without the right, so many
    cards that one can be discarded and one kept."""
    if fault.kind != SHORT:
        return _take_back_some(rules, deal, fault, step.cards)
    r = need(rules.meld_faults)
    rows = lying_of(deal, fault)
    cards = tuple(card for row in rows for card in row.cards)
    after = clear_lying(drop_fault(changed(deal, demand=None), fault), rows)
    seat = fault.seat
    if r.opening_back == "penalty_card":
        after = becomes_penalty(rules, after, seat, cards)
    else:
        if r.raise_when == "taken_back":
            after = raise_minimum(rules, after, deal.record.table_of[seat])
        if r.shown_again and deal.record.incidents.resume is None:
            kept = tuple(row._replace(returned=True) for row in rows)
            before = tuple(  # cards shown a second time count once
                row
                for row in after.record.incidents.lying
                if not (row.seat == seat and row.returned and set(row.cards) <= set(cards))
            )
            after = changed(after, lying=(*before, *kept))
    if after.record.incidents.resume is not None:
        after, more = engine.next_turn(rules, after, [])
        return after, [Event("took-back", seat, cards), *more]
    return after, [Event("took-back", seat, cards)]


def inspect_opening(rules: Rules, deal: Deal, seat: int) -> Done:
    """An opponent has the cards of a failing opener inspected: if he can open, he must."""
    r = rules.meld_faults
    waiting = deal.record.incidents.demand
    if r is None or r.inspection == "none":
        raise refused("nothing-to-inspect", "meld_faults.inspection")
    if waiting is None or waiting.fault.kind != SHORT:
        raise refused("nothing-to-inspect", "meld_faults.inspection")
    if deal.record.table_of[seat] == deal.record.table_of[waiting.seat]:
        raise refused("not-your-choice", "meld_faults.inspection")
    if r.inspection == "free" or not _can_open_now(rules, deal):
        return deal, [Event("inspected", waiting.seat)]
    bound = waiting._replace(options=(), melds=True)
    return changed(deal, demand=bound), [Event("inspected", waiting.seat)]


# ------------------------------------------------------------------- going out


def _going_out(rules: Rules, deal: Deal, fault: Fault, asked: int) -> Done:
    """Going out without the right: points, and cards must be taken up."""
    r = need(rules.meld_faults)
    seat = fault.seat
    table = deal.record.table_of[seat]
    after = deal
    if fault.kind == AGAINST:
        leave = need(rules.leave)
        after = book(after, table, leave.against_no_points, "leave.against_no_points")
        leaf = "leave.against_no_points"
        lacking = _canastas_after(rules, deal, lying_of(deal, fault), seat) < rules.out.canastas
        if r.out_charged == "each" and lacking:
            after = book(after, table, r.out_points, "meld_faults.out_points")
    else:
        leaf = "meld_faults.out_points"
        some = _canastas_after(rules, deal, lying_of(deal, fault), seat) > 0
        if r.out_when == "short" or not some:
            after = book(after, table, r.out_points, leaf)
        if asked in (YES, BOUND) and r.out_charged == "once":
            after = after._replace(turn=after.turn._replace(asked=BOUND))
    return demand(_noticed(after, lying_of(after, fault)), seat, ("take-back",), fault, leaf), []


def _take_back_some(rules: Rules, deal: Deal, fault: Fault, cards: Cards) -> Done:
    """``cards`` of what lies are taken up; the rest must be lawfully melded as it lies."""
    r = need(rules.meld_faults)
    rows = lying_of(deal, fault)
    left = _rows_without(rows, cards)
    if left is None:
        raise refused("no-such-choice", "meld_faults.out_back")
    done = _stay(rules, deal, fault, rows, left)
    if done is None:
        raise refused("no-such-choice", "meld_faults.out_back")
    if r.out_back == "fewest" and fault.kind == OUT:
        if any(
            _stay(rules, deal, fault, rows, other) is not None
            for number in range(len(cards))
            for other in _ways_to_leave(rules, rows, number)
        ):
            raise refused("no-such-choice", "meld_faults.out_back")
    after = done
    events = [Event("took-back", fault.seat, cards)]
    if fault.step.cards or after.record.incidents.resume is not None:
        return engine.next_turn(rules, after, events)
    return after, events


def ways_to_take_back(deal: Deal, fault: Fault) -> list[Cards]:
    """Cards that a player who has gone out without the right might take up: some whole rows and
    some cards of one further row, the fewest first. Whether what is left is lawful is not asked
    here."""
    rows = [row.cards for row in lying_of(deal, fault)]
    found: set[Cards] = set()
    for number in range(len(rows) + 1):
        for chosen in combinations(range(len(rows)), number):
            whole = tuple(card for i in chosen for card in rows[i])
            found.add(tuple(sorted(whole)))
            for i, row in enumerate(rows):
                if i not in chosen:
                    ways = [row[:n] for n in range(1, len(row))]
                    ways += [row[-n:] for n in range(1, len(row))]
                    found |= {tuple(sorted((*whole, *way))) for way in ways}
    return sorted(found, key=len)


def _rows_without(rows: tuple[Lying, ...], cards: Cards) -> tuple[Lying, ...] | None:
    """The rows less ``cards``, taken where they are found; None if one is not there."""
    left = [list(row.cards) for row in rows]
    for card in cards:
        place = next((i for i, row in enumerate(left) if card in row), None)
        if place is None:
            return None
        left[place].remove(card)
    return tuple(
        row._replace(cards=tuple(kept)) for row, kept in zip(rows, left, strict=True) if kept
    )


def _ways_to_leave(
    rules: Rules, rows: tuple[Lying, ...], number: int
) -> Iterator[tuple[Lying, ...]]:
    """What can lie when so many cards have been taken up."""
    places = [(i, card) for i, row in enumerate(rows) for card in row.cards]
    seen = set()
    for chosen in combinations(range(len(places)), number):
        kept = [list(row.cards) for row in rows]
        for index in chosen:
            i, card = places[index]
            kept[i].remove(card)
        key = tuple(tuple(sorted(row)) for row in kept)
        if key not in seen:
            seen.add(key)
            yield tuple(
                row._replace(cards=tuple(cards))
                for row, cards in zip(rows, kept, strict=True)
                if cards
            )


def _stay(
    rules: Rules, deal: Deal, fault: Fault, rows: tuple[Lying, ...], left: tuple[Lying, ...]
) -> Deal | None:
    """The deal with ``left`` melded, if that is lawful and leaves enough cards in the hand."""
    after = clear_lying(drop_fault(changed(deal, demand=None), fault), rows)
    lays = [Lay(row.cards, NEW if row.place == NEW_MELD else row.place) for row in left]
    if (
        fault.step.cards or deal.record.incidents.resume is not None
    ):  # the discard lies: one card must be kept, and no more is discarded
        for lay in lays:
            if next(laying.fit(rules, after, lay), None) is not None:
                return None
            after, _ = laying.lay(rules, after, lay)
        enough = len(after.hands[fault.seat]) >= rules.turn.keeps and after.turn.wanting <= 0
        return after if enough else None
    trying = after._replace(turn=after.turn._replace(asked=_unbound(after.turn.asked)))
    if lays:
        result = engine.apply_act(rules, trying, fault.seat, lays)
        if result.refusal is not None or result.deal.record.end is not None:
            return None
        trying = result.deal
    if len(trying.hands[fault.seat]) < must_stay(rules, deal):
        return None
    return trying._replace(turn=trying.turn._replace(asked=after.turn.asked))


def _unbound(asked: int) -> int:
    return NO if asked in (YES, BOUND) else asked


# ------------------------------------------------------------------- it is settled


def settle_turn(rules: Rules, deal: Deal, seat: int, turn: int, discarded: Cards) -> Deal:
    """``deal`` when the turn of ``seat`` in which his faulty melds were pointed out has ended:
    what still lies goes where the law says."""
    r = rules.meld_faults
    rows = tuple(row for row in deal.record.incidents.lying if row.seat == seat and row.noticed)
    if not rows or r is None:
        return deal
    table = deal.record.table_of[seat]
    after = clear_lying(deal, rows)
    for kind in dict.fromkeys(row.kind for row in rows):
        mine = [row for row in rows if row.kind == kind]
        cards = tuple(card for row in mine for card in row.cards)
        returned = all(row.returned for row in mine)
        if not cards:
            continue
        fault = next(
            (f for f in after.record.incidents.faults if f.kind == kind and f.seat == seat), None
        )
        if fault is not None:
            after = drop_fault(after, fault)
        if kind == SHORT or (kind == EARLY and not deal.record.opened[table]):
            if returned and not deal.record.opened[table]:
                continue
            if kind == EARLY:
                after = raise_minimum(rules, after, table)
                continue
            after = book(after, table, r.left_out_points, "meld_faults.left_out_points")
            where = r.opening_back
        elif kind == WILD or all(IS_WILD[card] for card in cards):
            # a wild card too many in one meld, or left over from two that became one
            after = book(after, table, r.wild_left_points, "meld_faults.wild_left_points")
            where = r.wild_left if kind == WILD else r.surplus_wild
        else:
            after = book(after, table, r.left_over_points, "meld_faults.left_over_points")
            where = r.left_over
        if where == "penalty_card":
            after = becomes_penalty(rules, after, seat, cards)
    return after


def begin_turn(rules: Rules, deal: Deal) -> Deal:
    """``deal`` at the start of a turn: what its player has laid too early is now to be melded, or
    is melded as it lies."""
    seat, number = deal.turn.seat, deal.turn.number
    rows = tuple(
        row
        for row in deal.record.incidents.lying
        if row.seat == seat and row.kind == EARLY and row.turn < number
    )
    r = rules.meld_faults
    if not rows or r is None or deal.record.end is not None:
        return deal
    lying = tuple(
        row._replace(turn=number, noticed=True) if row in rows else row
        for row in deal.record.incidents.lying
    )
    deal = changed(deal, lying=lying)
    if r.early_then == "may_take_back":
        gone = tuple(row for row in lying if row.seat == seat and row.kind == EARLY)
        return clear_lying(deal, gone)
    return _must_meld(deal, seat)


def _must_meld(deal: Deal, seat: int) -> Deal:
    """``deal`` with the duty to meld in the next own turn what lies there."""
    held = deal.record.incidents.duties
    if any(d.kind == MELD_LYING and d.seat == seat for d in held):
        return deal
    return oblige(deal, Duty(MELD_LYING, seat, 0, 1, "meld_faults.early_then"))


def melds_by_itself(rules: Rules, deal: Deal) -> Deal:
    """``deal`` after a player has drawn: what he laid too early becomes melds as it lies, as far
    as it lawfully can, under the reading that has it so."""
    r = rules.meld_faults
    seat = deal.turn.seat
    if r is None or r.early_then != "melds":
        return deal
    for row in deal.record.incidents.lying:
        if row.seat == seat and row.kind == EARLY and row.turn == deal.turn.number:
            lay = Lay(row.cards, NEW if row.place == NEW_MELD else row.place)
            result = engine.apply(rules, deal, seat, lay)
            if result.refusal is None:
                deal = clear_lying(result.deal, (row,))
    return deal


def notice_early(rules: Rules, deal: Deal, fault: Fault, step: Notice) -> Done:
    """Melding out of turn: the cards lie as cards of the hand until the turn of their player, and
    points unless the player just before him was in turn."""
    r = need(rules.meld_faults)
    if deal.record.end is not None or not lying_of(deal, fault):
        raise stands("meld_faults.early_then")
    after = drop_fault(deal, fault)
    seat, seats = fault.seat, len(deal.hands)
    if (fault.in_turn + 1) % seats != seat:
        after = book(after, after.record.table_of[seat], r.early_points, "meld_faults.early_points")
    if r.early_then == "must_meld":
        after = _must_meld(after, seat)
    cards = tuple(card for row in lying_of(deal, fault) for card in row.cards)
    return after, [Event("not-melded", seat, cards)]


# ------------------------------------------------------------------- it is too late


def accept(rules: Rules, deal: Deal) -> Deal:
    """``deal`` when the next player has acted and nobody has pointed out what was laid wrongly
    before: proper melds stand, an insufficient initial meld is one all the same, and what is no
    meld goes on lying until it is found."""
    number = deal.turn.number
    r = rules.meld_faults
    if r is None:
        return deal
    for row in deal.record.incidents.lying:
        if row.turn >= number or row.noticed or row.kind == EARLY or row.returned:
            continue
        if (
            row.kind == SHORT
            or (row.kind in (FAULTY, OUT, AGAINST) and _stands_as_meld(rules, deal, row))
            or (row.kind == WILD and r.wild_late == "stands")
        ):
            deal = clear_lying(deal, (row,))
            row, surplus = _surplus(rules, deal, row)
            deal = _lay_for_good(rules, deal, row, record=True)
            if surplus is not None:
                deal = changed(deal, lying=(*deal.record.incidents.lying, surplus))
    return deal


def _surplus(rules: Rules, deal: Deal, row: Lying) -> tuple[Lying, Lying | None]:
    """A new meld that will be merged with one of its rank, without the wild cards that are then
    too many, deuces first; and these, which lie on as such."""
    if row.place != NEW_MELD or not rules.set.max_wild or row.kind != FAULTY:
        return row, None
    melds = deal.melds[row.table]
    place = _same_rank(rules, melds, meld_of(rules, row.cards))
    if place is None:
        return row, None
    wilds = sorted((c for c in row.cards if IS_WILD[c]), key=lambda c: rules.points[c])
    number = melds[place].wilds + len(wilds) - rules.set.max_wild
    if number <= 0:
        return row, None
    over = tuple(wilds[:number])
    left = without(row.cards, over)
    assert left is not None
    lies = Lying(row.seat, over, row.table, place, WILD, row.turn)
    return row._replace(cards=left), lies


def _stands_as_meld(rules: Rules, deal: Deal, row: Lying) -> bool:
    """Whether a row that nobody has pointed out in time is a meld from now on: it is one in form,
    or the law makes it one."""
    own = deal.record.table_of[row.seat]
    if row.table != own:
        return False
    if RANK[row.cards[0]] == THREE:
        return False
    if _form(rules, deal, row):
        return True
    r = need(rules.meld_faults)
    if r.accepted_non_meld != "majority":
        return False
    if _gapped(rules, deal, row):
        return True
    if row.place == NEW_MELD:
        return _majority(row.cards) is not None
    onto = deal.melds[own][row.place]
    return (
        not onto.is_sequence
        and r.majority_odd == "stay"
        and _majority((*onto.cards, *row.cards)) == onto.rank
    )


def _gapped(rules: Rules, deal: Deal, row: Lying) -> bool:
    """Whether a row is a sequence but for missing cards."""
    if rules.sequence is None or row.place != NEW_MELD:
        return False
    meld = meld_of(rules, row.cards)
    if not meld.is_sequence or meld.wilds or len(row.cards) < rules.sequence.min_cards:
        return False
    codes = {x.code for x in form_refusals(rules, row.cards, None, meld)}
    return codes == {"not-consecutive"}


def _majority(cards: Cards) -> int | None:
    """The rank of most natural cards; None if no rank has more than half of them."""
    ranks = Counter(RANK[card] for card in cards if not IS_WILD[card])
    if not ranks:
        return None
    rank, most = ranks.most_common(1)[0]
    return rank if 2 * most > ranks.total() else None


def _lay_for_good(rules: Rules, deal: Deal, row: Lying, record: bool = False) -> Deal:
    """``deal`` with a row of cards as a meld of its side, whatever its form; the rank of a set is
    that of most of its cards."""
    seat = row.seat
    gone = from_hand(deal, seat, row.cards)
    if gone is None:
        return deal
    table = row.table
    melds = gone.melds[table]
    if row.place == NEW_MELD:
        meld = meld_of(rules, row.cards)
        rank = _majority(row.cards)
        odd: Cards = ()
        if not meld.is_sequence and rank is not None:
            odd = tuple(c for c in row.cards if RANK[c] != rank and not IS_WILD[c])
            first = tuple(c for c in row.cards if c not in odd)
            if need(rules.meld_faults).majority_odd == "hand" and odd:
                meld = Meld(rank, count_wilds(first), first)
                gone = to_hand(gone, seat, odd)
            else:
                meld = Meld(rank, count_wilds(row.cards), (*first, *odd))
        place = _same_rank(rules, melds, meld)
        if place is not None:
            meld = grown(melds[place], meld.cards)
        else:
            place = len(melds)
    else:
        place = row.place
        meld = grown(melds[place], row.cards)
    after = gone._replace(melds=set_at(gone.melds, table, put(melds, place, meld)))
    if record:
        opened = set_at(after.record.opened, table, True)
        melded = set_at(after.record.has_melded, seat, True)
        after = after._replace(record=after.record._replace(opened=opened, has_melded=melded))
    return after


def _same_rank(rules: Rules, melds: tuple[Meld, ...], meld: Meld) -> int | None:
    """The place of the meld with which a second one of its rank becomes one; None where the two
    may lie side by side."""
    if meld.is_sequence or rules.set.per_rank == "any":
        return None
    for place, other in enumerate(melds):
        if other.rank == meld.rank:
            if rules.set.per_rank == "one" or not is_finished(rules, other):
                return place
    return None


def _when_accepted(rules: Rules, deal: Deal, fault: Fault) -> Done:
    """A fault whose cards have become melds meanwhile, or have been laid anew."""
    raise stands("meld_faults.wild_late" if fault.kind == WILD else "meld_faults.accepted_non_meld")


def _late(rules: Rules, deal: Deal, fault: Fault, rows: tuple[Lying, ...]) -> Done:
    """Found when the next player has acted: what is no meld goes back to the hand without points;
    a wild card too many may still have to be put right."""
    r = need(rules.meld_faults)
    if rows[0].kind == WILD:
        if r.wild_late != "corrected":
            raise stands("meld_faults.wild_late")
        noticed = _noticed(deal, rows)
        own = deal.turn.seat == fault.seat and deal.turn.phase == PLAYING
        return noticed if own else reopen(noticed, fault), []
    after = clear_lying(drop_fault(deal, fault), rows)
    cards = tuple(card for row in rows for card in row.cards)
    return after, [Event("took-back", fault.seat, cards)]


def end_of_deal(rules: Rules, deal: Deal) -> Deal:
    """``deal`` that is over: a wild card too many that nobody has noticed counts where it lies;
    everything else that lies is part of the hand."""
    incidents = deal.record.incidents
    for row in incidents.lying:
        if row.kind == WILD and not row.noticed:
            deal = _lay_for_good(rules, deal, row)
    lasts = rules.meld_faults is not None and rules.meld_faults.raise_lasts != "deal"
    raised = incidents.raised if lasts else ()
    back = tuple(c for _, cards in incidents.apart for c in reversed(cards))
    deal = deal._replace(stock=deal.stock + back)
    return changed(deal, lying=(), raised=raised, duties=(), demand=None, apart=(), may_shuffle=-1)


def _at_the_count(rules: Rules, deal: Deal, fault: Fault, step: Notice) -> Done:
    """A surplus wild card found at the count: it counts as not melded, and points; the canasta
    stands. Everything else that was laid wrongly is past."""
    r = need(rules.meld_faults)
    if fault.kind != WILD or r.wild_at_count == "as_it_lies":
        raise stands("meld_faults.wild_at_count")
    seat = fault.seat
    table = deal.record.table_of[seat]
    after = drop_fault(deal, fault)
    cards = tuple(card for lay in fault.step.lays for card in lay.cards)
    for lay in fault.step.lays:
        place = lay.onto
        meld = deal.melds[table][place]
        for card in lay.cards:
            gone = card
            if step.unknown:
                gone = max((c for c in meld.cards if IS_WILD[c]), key=lambda c: rules.points[c])
            left = without(meld.cards, (gone,))
            if left is None:
                raise stands("meld_faults.wild_at_count")
            finished = is_complete(rules, len(meld.cards))
            meld = Meld(meld.rank, count_wilds(left), left)
            after = to_hand(after, seat, (gone,))
            if finished and r.surplus_canasta == "stands" and not is_complete(rules, len(left)):
                rows = (*after.record.incidents.standing, (table, place))
                after = changed(after, standing=rows)
        after = after._replace(
            melds=set_at(after.melds, table, put(after.melds[table], place, meld))
        )
    after = book(after, table, r.wild_at_count_points, "meld_faults.wild_at_count_points")
    return after, [Event("not-melded", seat, cards)]
