"""Why a step is refused: a code and the parameter that was read.

The clause is never written here. It is the source of the parameter in the ruleset at hand, so
an optional rule that sets the parameter is cited without anybody repeating it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple


class Refusal(NamedTuple):
    """A code of ``spec/refusals.yaml`` and the leaf it rests on; ``None`` where no rule is
    needed because the thing cannot be done with the cards there are."""

    code: str
    leaf: str | None


Refusals = Iterator[Refusal]

NOT_IN_HAND = Refusal("not-in-hand", None)
NO_SUCH_MELD = Refusal("no-such-meld", None)
RED_THREE = Refusal("red-three-not-melded", "red_threes.meld")
NOT_OWN_MELD = Refusal("not-own-meld", "set.onto_opponents")
