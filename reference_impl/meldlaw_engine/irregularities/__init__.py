"""The law of faults (chapters 5 to 8, 10.d, 22.a.5, 23.c and 25 to 35 of the laws).

Three kinds of step: a fault is *committed*, and the cards move as at the table; somebody
*notices* it, and the law looks at what the deal has become since; and where the law gives a
choice, its owner *chooses*. `table` puts these steps beside those of strict play.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ..incidents import Fault
from ..rules import Rules
from ..state import Deal
from ..steps import Choose, Commit, Notice
from . import conduct, counting, discarding, drawing, melding, pile, setup, showing, threes
from .common import Done

Committing = Callable[[Rules, Deal, int, Commit], Done]
Noticing = Callable[[Rules, Deal, Fault, Notice], Done]
Choosing = Callable[[Rules, Deal, Fault, Choose], Done]


class Kind(NamedTuple):
    """One kind of fault: how it is done, what follows when it is noticed, and how the choice that
    the law may give is carried out."""

    commit: Committing
    notice: Noticing | None
    choose: Choosing | None = None


KINDS: dict[str, Kind] = {
    "pack-not-cut": Kind(setup.commit_fact, setup.notice_not_cut),
    "card-faced-in-deal": Kind(setup.commit_fact, setup.notice_faced),
    "looked-early": Kind(setup.commit_fact, setup.notice_looked),
    "dealt-out-of-turn": Kind(setup.commit_fact, setup.notice_out_of_turn),
    "dealt-wrong-number": Kind(setup.commit_fact, setup.notice_wrong_number),
    "card-faced-in-stock": Kind(setup.commit_fact, setup.notice_faced_in_stock),
    "foreign-card": Kind(setup.commit_fact, setup.notice_foreign),
    "card-lost": Kind(setup.commit_lost, setup.notice_lost),
    "saw-stock-cards": Kind(drawing.commit_seen, drawing.notice_seen, drawing.choose_put_back),
    "drew-too-many": Kind(drawing.commit_too_many, drawing.notice_too_many),
    "drew-too-few": Kind(drawing.commit_too_few, drawing.notice_too_few),
    "drew-out-of-turn": Kind(
        drawing.commit_out_of_turn, drawing.notice_out_of_turn, drawing.choose_cards
    ),
    "touched": Kind(drawing.commit_touched, None),
    "took-pile-without-right": Kind(pile.commit_without_right, pile.notice_without_right),
    "took-pile-out-of-turn": Kind(pile.commit_out_of_turn, pile.notice_out_of_turn),
    "left-pile-cards": Kind(pile.commit_left, pile.notice_left, pile.choose_left),
    melding.SHORT: Kind(melding.commit_meld, melding.notice_meld, melding.choose_take_back),
    melding.WILD: Kind(melding.commit_meld, melding.notice_meld),
    melding.FAULTY: Kind(melding.commit_meld, melding.notice_meld),
    melding.OUT: Kind(melding.commit_meld, melding.notice_meld, melding.choose_take_back),
    melding.AGAINST: Kind(melding.commit_meld, melding.notice_meld, melding.choose_take_back),
    melding.EARLY: Kind(melding.commit_meld, melding.notice_early),
    "melded-before-answer": Kind(
        conduct.commit_before_answer, conduct.notice_leave, conduct.choose_leave
    ),
    "withdrew-question": Kind(conduct.commit_withdrew, conduct.notice_leave, conduct.choose_leave),
    "told-with-question": Kind(conduct.commit_told, conduct.notice_leave, conduct.choose_leave),
    "told-with-answer": Kind(
        conduct.commit_told_with_answer, conduct.notice_leave, conduct.choose_leave
    ),
    "asked-wrongly": Kind(conduct.commit_asked_wrongly, conduct.notice_asked_wrongly),
    "answered-wrongly": Kind(conduct.commit_untrue, conduct.notice_untrue),
    "discarded-without-drawing": Kind(
        discarding.commit_without_drawing, discarding.notice_without_drawing
    ),
    "discarded-several": Kind(
        discarding.commit_several, discarding.notice_several, discarding.choose_stays
    ),
    "discarded-again": Kind(discarding.commit_again, discarding.notice_again),
    "discarded-out-of-turn": Kind(discarding.commit_out_of_turn, discarding.notice_out_of_turn),
    "no-discard": Kind(discarding.commit_none, discarding.notice_none),
    "discarded-red-three": Kind(discarding.commit_red_three, discarding.notice_red_three),
    "showed-card": Kind(showing.commit_shown, showing.notice_shown),
    "named-card": Kind(showing.commit_shown, showing.notice_shown),
    "kept-red-three": Kind(threes.commit_kept, threes.notice_kept),
    "not-replaced": Kind(threes.commit_not_replaced, threes.notice_not_replaced),
    "talked": Kind(conduct.commit_talk, conduct.notice_talk),
    "gross-opening": Kind(conduct.commit_talk, conduct.notice_gross),
    "mixed-own-melds": Kind(counting.commit_mixed, counting.notice_mixed_own),
    "mixed-opponents-melds": Kind(counting.commit_mixed, counting.notice_mixed_theirs),
}
"""Every kind of fault, by its word in ``spec/incidents.yaml``."""

LEAVE = frozenset(kind for kind, row in KINDS.items() if row.notice is conduct.notice_leave)
"""Faults with leave to go out, which give both opponents the decision."""

AT_THE_COUNT = frozenset(("mixed-own-melds", "mixed-opponents-melds"))
"""What can be done only when the deal is over."""
