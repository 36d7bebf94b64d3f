"""House rules: a club's own overlay in a file of its own, laid over a law like an optional rule and
checked by the same vocabulary; its clauses are cited as those of the house."""

from __future__ import annotations

from pathlib import Path

from .cache import Cache
from .files import nearest
from .problems import Problem, Unusable
from .spec import Clause, Option, Spec, misfit


def add_house(spec: Spec, path: Path) -> str:
    """Read a file of house rules into ``spec`` as an optional rule of its law; its full name, as
    in ``canasta-intl:our-club``.

    Raises Unusable with every problem and its place: a file that cannot be read or does not fit
    the schema, a name that is taken, an unknown law, ruleset, parameter or clause, a value that a
    parameter may not have.
    """
    document, problems = Cache().load(path, "overlay")
    if document is None:
        raise Unusable(problems)
    row = document.data
    text, id_ = row["text"], row["id"]
    found: list[Problem] = list(problems)
    if text not in spec.texts:
        told, hint = f"there is no law {text!r}", nearest(text, spec.texts)
        found.append(document.problem(("text",), told, hint))
    taken = {*spec.texts, *spec.rulesets, *(o.id for o in spec.options.values())}
    if id_ in taken:
        told = f"{id_!r} is the name of a law, a ruleset or an optional rule"
        found.append(document.problem(("id",), told, "choose a name of the house's own"))
    rulesets = tuple(row.get("in", ()))
    mine = [r.id for r in spec.rulesets.values() if r.text == text]
    for i, name in enumerate(rulesets):
        if name not in mine:
            told, hint = f"{text} has no ruleset {name!r}", nearest(name, mine)
            found.append(document.problem(("in", i), told, hint))
    clauses: dict[str, Clause] = {}
    for i, clause in enumerate(row["clauses"]):
        if clause["id"] in clauses:
            told = f"clause {clause['id']} stands twice"
            found.append(document.problem(("clauses", i, "id"), told, "ids are unique"))
        says = {"en": next(iter(clause["text"].values())), **clause["text"]}
        clauses[clause["id"]] = Clause(
            id_, clause["id"], "", 0, says, "house", "core", True, (), document.file
        )
    for leaf, entry in row["sets"].items():
        found += misfit(spec, document, ("sets", leaf), leaf, entry["value"])
        if entry["by"] not in clauses:
            told, hint = f"the house has no clause {entry['by']!r}", nearest(entry["by"], clauses)
            found.append(document.problem(("sets", leaf, "by"), told, hint))
    if found:
        raise Unusable(found)
    title = {"en": next(iter(row["title"].values())), **row["title"]}
    option = Option(
        text, id_, title, "", rulesets,
        {leaf: entry["value"] for leaf, entry in row["sets"].items()}, document.file,
        {leaf: f"{id_}:{entry['by']}" for leaf, entry in row["sets"].items()},
    )  # fmt: skip
    spec.options[option.name] = option
    spec.clauses |= {clause.name: clause for clause in clauses.values()}
    return option.name
