"""Two reports held against each other: newly failing, newly passing, changed reasons."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from .judge import NOT_JUDGED, PASS
from .places import SCHEMA, shown
from .problems import Problem, Unusable

Row = Mapping[str, Any]


class Compared(NamedTuple):
    """What has changed from one report to another, by id; and what makes them hard to compare."""

    failing: tuple[Row, ...]
    passing: tuple[Row, ...]
    changed: tuple[tuple[Row, Row], ...]
    gone: tuple[str, ...]
    new: tuple[str, ...]
    """What fails or passes and was not in the first report at all."""
    unlike: tuple[str, ...]


def read_report(path: Path) -> dict[str, Any]:
    """A report as `meldlaw run --json` writes it. Raises Unusable."""
    from jsonschema import Draft202012Validator

    name = shown(path)

    def wrong(what: str, hint: str = "", line: int = 1, column: int = 1) -> Unusable:
        return Unusable([Problem(name, line, column, what, hint)])

    try:
        report = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise wrong(f"cannot be read: {error.strerror}") from None
    except json.JSONDecodeError as error:
        hint = "it may have been cut off; write it with `meldlaw run --json`"
        raise wrong(f"is no JSON: {error.msg}", hint, error.lineno, error.colno) from None
    except (ValueError, RecursionError):
        raise wrong("is no JSON text in UTF-8") from None
    schema = json.loads((SCHEMA / "report.schema.json").read_text())
    misfit = next(Draft202012Validator(schema).iter_errors(report), None)
    if misfit is not None:
        where = ".".join(map(str, misfit.absolute_path)) or "the whole"
        raise wrong(f"is no report: {where}: {misfit.message[:120]}", "see report.schema.json")
    found: dict[str, Any] = report
    return found


def _state(row: Row) -> str:
    if row["verdict"] == PASS:
        return "pass"
    return "passive" if row["verdict"] in NOT_JUDGED else "fail"


def compare(one: Mapping[str, Any], other: Mapping[str, Any]) -> Compared:
    """What has changed from report ``one`` to report ``other``."""
    before = {row["id"]: row for row in one["results"]}
    after = {row["id"]: row for row in other["results"]}
    failing, passing, changed, new = [], [], [], []
    for id_, row in after.items():
        old = before.get(id_)
        if old is None:
            if _state(row) != "passive":
                new.append(id_)
            continue
        was, now = _state(old), _state(row)
        if now == "fail" and was != "fail":
            failing.append(row)
        elif now == "pass" and was != "pass":
            passing.append(row)
        elif (now == was == "fail" and _reason(old) != _reason(row)) or (
            now == "passive" and was == "fail"
        ):
            changed.append((old, row))
    gone = [id_ for id_ in before if id_ not in after]
    return Compared(
        tuple(failing), tuple(passing), tuple(changed), tuple(gone), tuple(new),
        tuple(_unlike(one, other)),
    )  # fmt: skip


def _reason(row: Row) -> tuple[Any, ...]:
    return row["verdict"], row.get("step"), row.get("got")


def _unlike(one: Mapping[str, Any], other: Mapping[str, Any]) -> list[str]:
    found = []
    for report, which in ((one, "first"), (other, "second")):
        if report["partial"]:
            found.append(f"the {which} report is partial: its run was interrupted")
    if one["meldlaw"]["content"] != other["meldlaw"]["content"]:
        found.append("the suite has changed between them (another content hash)")
    for key in ("filling", "readings", "options", "overlays"):
        a, b = one["run"][key], other["run"][key]
        if a != b:
            found.append(f"they were made with different {key}: {a or 'none'} and {b or 'none'}")
    return found


def tell(found: Compared) -> list[str]:
    """The comparison for a terminal."""
    lines = [f"note: {told}" for told in found.unlike]
    for what, rows in (("newly failing", found.failing), ("newly passing", found.passing)):
        if rows:
            lines.append(f"{len(rows)} {what}")
            for row in rows:
                got = f": {row['verdict']}, {row['got']}" if row.get("got") else ""
                lines.append(f"  {row['id']}{got}")
    if found.changed:
        lines.append(f"{len(found.changed)} failing otherwise")
        for old, row in found.changed:
            lines.append(f"  {row['id']}: {_short(old)}  ->  {_short(row)}")
    if found.new:
        lines.append(f"{len(found.new)} that the first report does not have")
    if found.gone:
        lines.append(f"{len(found.gone)} that only the first report has")
    if not any(found[:5]):
        lines.append("nothing has changed")
    return lines


def _short(row: Row) -> str:
    return f"{row['verdict']} at step {row.get('step', 0)}, {row.get('got') or '-'}"
