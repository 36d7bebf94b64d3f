"""The story of a scenario: step by step, each decision with the clauses it rests on."""

from __future__ import annotations

from typing import NamedTuple

from meldlaw_engine import table
from meldlaw_engine.cards import names
from meldlaw_engine.positions import player, position_of, seat_of
from meldlaw_engine.state import Event
from meldlaw_engine.trace import Consulted, trace

from .acts import Act, tell, to_steps
from .reference import scores_of, start_of
from .scenarios import Scenario
from .suite import Suite


class Decision(NamedTuple):
    """One act of the story: who did what, what came of it, and what was consulted."""

    player: str
    act: Act
    told: str
    accepted: bool
    codes: tuple[tuple[str, str], ...]
    """The true reasons of a refusal, each with the clause it rests on."""
    events: tuple[Event, ...]
    consulted: tuple[Consulted, ...]
    position: dict[str, object]
    """The position afterwards."""


class Story(NamedTuple):
    """A scenario as the reference engine plays it."""

    scenario: Scenario
    position: dict[str, object]
    decisions: tuple[Decision, ...]
    scores: dict[str, object]


def story(suite: Suite, scenario: Scenario, filling: int = 0) -> Story:
    """Play a scenario with the reference engine and keep the reasons. Raises FillError."""
    rules = suite.rules_of(scenario).rules
    deal = start_of(rules, suite.request(scenario, filling))
    position = position_of(deal)
    decisions = []
    rows = [*scenario.lead, *((e.player, e.act) for e in scenario.steps)]
    for name, act in rows:
        seat = seat_of(name, len(deal.hands))
        steps = to_steps(deal, act, seat)
        result = table.apply_act(rules, deal, seat, steps)
        consulted = trace(rules, deal, seat, steps)
        codes = []
        if result.refusal is not None:
            for refusal in table.act_reasons(rules, deal, seat, steps):
                source = rules.cites[refusal.leaf] if refusal.leaf else ""
                codes.append((refusal.code, source))
        deal = result.deal
        decisions.append(
            Decision(
                name,
                act,
                tell(act),
                result.refusal is None,
                tuple(codes),
                result.events,
                tuple(consulted),
                position_of(deal),
            )
        )
    return Story(scenario, position, tuple(decisions), scores_of(rules, deal))


def tell_event(event: Event) -> str:
    """An event in words."""
    who, cards = player(event.seat), " ".join(names(event.cards))
    return {
        "drew": f"{who} draws {cards}",
        "red-three": f"{who} lays the red three {cards}",
        "melded": f"{who} lays {cards}",
        "took-pile": f"{who} melds {cards} with the top card of the pile",
        "took-rest": f"the rest of the pile goes to {who}: {cards}",
        "discarded": f"{who} lays {cards} on the pile",
        "went-out": f"{who} goes out",
        "went-out-concealed": f"{who} goes out concealed",
        "asked": f"{who} asks for leave to go out",
        "said-yes": f"{who} says yes",
        "said-no": f"{who} says no",
        "declined": f"{who} leaves the pile: the deal is over",
        "passed": f"{who} ends his turn without a discard",
        "took-back": f"{who} takes {cards} back",
        "laid-wrongly": f"{who} lays {cards}, which does not count as melded",
        "not-melded": f"{cards} of {who} count as not melded",
        "exposed": f"{cards} of {who} have been shown",
        "penalty-cards": f"{cards} become penalty cards of {who}",
        "shown": f"{cards} are shown to all",
        "shuffled": "the stock is shuffled",
        "pile-restored": "the pile is restored",
        "void": "the cards are dealt anew",
        "warned": f"the side of {who} is warned",
        "forfeited": f"the side of {who} has lost",
        "touched": f"{who} has chosen where to draw from",
        "inspected": f"the cards of {who} are inspected",
        "withdrew": f"{who} takes the question back",
        "put-right": f"{who} puts it right",
    }.get(event.what, f"{who}: {event.what} {cards}")
