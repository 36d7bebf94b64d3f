"""The stock (chapters 10 and 24 of the laws)."""

from __future__ import annotations

from .rules import Rules
from .state import Deal


def can_draw(rules: Rules, deal: Deal) -> bool:
    """Whether the stock can still be drawn from: it has the cards of a draw, or fewer that count
    as one."""
    left = len(deal.stock)
    if rules.draw.too_few == "counts_as_full":
        return left > 0
    return left >= rules.draw.cards
