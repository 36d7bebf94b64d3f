"""Known failures: a list of scenarios that an implementation is known to fail.

A plain text file, a verdict and a scenario's id on each line. What is on the list does not count
against a run; what is on it and passes does, so the list only shrinks.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from .files import nearest
from .judge import VERDICTS
from .places import shown
from .problems import Problem, Unusable
from .report import is_bad
from .runner import Result
from .suite import Suite

HEAD = (
    "# Scenarios that are known to fail: verdict and id, one a line. A line whose scenario passes\n"
    "# is an error; take it off. Written by `meldlaw run --write-known`.\n"
)


def read_known(suite: Suite, path: Path) -> dict[str, str]:
    """The verdict that each known failure had, by id. Raises Unusable with every problem."""
    name = shown(path)
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise Unusable([Problem(name, 1, 1, f"cannot be read: {error.strerror}")]) from None
    except UnicodeDecodeError:
        raise Unusable([Problem(name, 1, 1, "is not UTF-8 text")]) from None
    ids = {s.id for s in suite.scenarios}
    known: dict[str, str] = {}
    problems = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split("#")[0].split()
        if not words:
            continue
        if len(words) != 2:
            hint = "fail  canasta-intl/frozen-pile-wants-a-natural-pair"
            told = "a line holds a verdict and the id of a scenario"
            problems.append(Problem(name, number, 1, told, hint))
            continue
        verdict, id_ = words
        column = line.index(id_) + 1
        if verdict not in VERDICTS:
            told = f"{verdict!r} is no verdict"
            problems.append(Problem(name, number, 1, told, nearest(verdict, VERDICTS)))
        elif id_ not in ids:
            told = f"there is no scenario {id_!r} any more"
            problems.append(
                Problem(name, number, column, told, "take the line off, or " + nearest(id_, ids))
            )
        elif id_ in known:
            problems.append(Problem(name, number, column, f"{id_} stands twice"))
        else:
            known[id_] = verdict
    if problems:
        raise Unusable(problems)
    return known


def known_text(results: Sequence[Result]) -> str:
    """The list of what fails now, to be read by `read_known`."""
    rows = sorted((r.scenario.id, r.verdict.verdict) for r in results if is_bad(r))
    return HEAD + "".join(f"{verdict:<13} {id_}\n" for id_, verdict in rows)
