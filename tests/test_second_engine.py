"""The second engine, written from the published text alone, passes core, scoring and setup."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner

from meldlaw_conformance.cli import main
from meldlaw_conformance.places import ROOT

ENGINE = ROOT / "conformance" / "second_engine" / "main.mjs"
NODE = shutil.which("node")
pytestmark = pytest.mark.skipif(NODE is None, reason="Node is not installed")


@pytest.mark.parametrize("ruleset", ["canasta-intl", "samba-fi"])
def test_it_passes_what_it_claims(tmp_path: Path, ruleset: str) -> None:
    file = tmp_path / "report.json"
    classes = [part for name in ("core", "scoring", "setup") for part in ("--class", name)]
    arguments = [
        "run",
        "--ruleset",
        ruleset,
        *classes,
        "--json",
        str(file),
        "--",
        str(NODE),
        str(ENGINE),
    ]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output[-3000:]
    rows = json.loads(file.read_text())["results"]
    counts = Counter(row["verdict"] for row in rows)
    assert set(counts) <= {"pass", "unsupported"}
    left = {row["got"] for row in rows if row["verdict"] == "unsupported"}
    assert left <= {"cannot express incidents", "this engine does not know dealing"}
    assert counts["pass"] > 900


def test_it_speaks_the_protocol() -> None:
    result = CliRunner().invoke(main, ["check-adapter", "--", str(NODE), str(ENGINE)])
    assert result.exit_code == 0, result.output
