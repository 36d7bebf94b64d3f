"""Fixtures: the suite as plain files, for programs that bring their own runner.

One file of JSON lines a ruleset, a scenario a line: the request that an adapter would get and what
is expected of the answer. The resolved parameters stand once, in ``rules.json``. The manifest has
versions, the content hash, and for each file its hash and number of scenarios.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from . import PROTOCOL_VERSION, SUITE_VERSION
from .places import SCHEMA
from .report import written_whole
from .scenarios import Expected, Scenario
from .suite import Suite, content_hash

MANIFEST, RULES, FIXTURE_SCHEMA = "manifest.json", "rules.json", "fixture.schema.json"


def _expected(expected: Expected) -> dict[str, Any]:
    told: dict[str, Any] = {"accepted": not expected.refused}
    if expected.refused:
        told["codes"] = list(expected.refused)
    if expected.answers is not None:
        told["answer"] = expected.answers
    return told


def fixture(
    suite: Suite, scenario: Scenario, filling: int, rules: dict[str, str]
) -> dict[str, Any]:
    """One scenario with its request and what is expected. ``rules`` maps resolved parameters, as
    JSON, to the name they have in ``rules.json``; a new set is added. Raises FillError."""
    request: dict[str, Any] = dict(suite.request(scenario, filling))
    text = json.dumps(request.pop("parameters"), sort_keys=True)
    name = rules.setdefault(text, f"{scenario.ruleset}-{len(rules) + 1}")
    then = {k: v for k, v in scenario.then.items() if k not in ("allowed", "forbidden")}
    told: dict[str, Any] = {
        "id": scenario.id,
        "title": dict(scenario.title),
        "ruleset": scenario.ruleset,
        "clauses": list(scenario.clause_names),
        "class": scenario.klass,
        "method": scenario.method,
        "rules": name,
        "request": request,
        "expect": {
            "lead": len(scenario.lead),
            "acts": [_expected(step) for step in scenario.steps],
            "tried": [_expected(row) for row in scenario.tried()],
            "then": then,
        },
    }
    if scenario.reading:
        told["reading"] = f"{scenario.text}:{scenario.ruling}={scenario.reading}"
    return told


def export(suite: Suite, scenarios: Sequence[Scenario], folder: Path, filling: int = 0) -> int:
    """Write the fixtures of these scenarios to a folder, which is made; how many there are. Raises
    OSError, and FillError for a scenario whose cards do not work out."""
    folder.mkdir(parents=True, exist_ok=True)
    rules: dict[str, str] = {}
    rows: dict[str, list[str]] = {}
    for scenario in scenarios:
        told = fixture(suite, scenario, filling, rules)
        rows.setdefault(scenario.ruleset, []).append(json.dumps(told, ensure_ascii=False))
    files = []
    for ruleset, lines in rows.items():
        text = "\n".join(lines) + "\n"
        written_whole(folder / f"{ruleset}.jsonl", text)
        files.append(_listed(f"{ruleset}.jsonl", text, ruleset=ruleset, scenarios=len(lines)))
    named = {name: json.loads(text) for text, name in rules.items()}
    text = json.dumps(named, indent=1, ensure_ascii=False) + "\n"
    written_whole(folder / RULES, text)
    files.append(_listed(RULES, text))
    text = (SCHEMA / FIXTURE_SCHEMA).read_text(encoding="utf-8")
    written_whole(folder / FIXTURE_SCHEMA, text)
    files.append(_listed(FIXTURE_SCHEMA, text))
    manifest = {
        "meldlaw": {
            "suite": SUITE_VERSION,
            "protocol": PROTOCOL_VERSION,
            "rulesets": {name: suite.spec.rulesets[name].version for name in rows},
            "content": content_hash(),
        },
        "filling": filling,
        "files": files,
    }
    written_whole(folder / MANIFEST, json.dumps(manifest, indent=1) + "\n")
    return len(scenarios)


def _listed(name: str, text: str, **more: Any) -> dict[str, Any]:
    return {"file": name, "sha256": hashlib.sha256(text.encode()).hexdigest(), **more}
