"""What the tests share: the spec, the suite, the rulesets."""

from __future__ import annotations

import pytest

from meldlaw_conformance.rulesets import resolve
from meldlaw_conformance.spec import Spec, load_spec
from meldlaw_conformance.suite import Suite, usable_suite
from meldlaw_engine.rules import Rules
from random_play import overlays


@pytest.fixture(scope="session")
def spec() -> Spec:
    return load_spec()[0]


@pytest.fixture(scope="session")
def suite() -> Suite:
    return usable_suite()


@pytest.fixture(scope="session")
def canasta(spec: Spec) -> Rules:
    return resolve(spec, spec.rulesets["canasta-intl"]).rules


@pytest.fixture(scope="session")
def samba(spec: Spec) -> Rules:
    return resolve(spec, spec.rulesets["samba-fi"]).rules


RULESETS = sorted(load_spec()[0].rulesets)


@pytest.fixture(scope="session", params=RULESETS)
def law(request: pytest.FixtureRequest, spec: Spec) -> Rules:
    """The rules of each ruleset in turn."""
    return resolve(spec, spec.rulesets[request.param]).rules


UNDER = [
    *((ruleset, "", "") for ruleset in RULESETS),
    *overlays(load_spec()[0]),
]


@pytest.fixture(
    scope="session",
    params=UNDER,
    ids=lambda row: f"{row[0]}:{row[1]}={row[2]}" if row[1] else row[0],
)
def under(request: pytest.FixtureRequest, spec: Spec) -> Rules:
    """Each ruleset with the adopted readings, and under each other reading in turn."""
    ruleset, ruling, reading = request.param
    chosen = {ruling: reading} if reading else {}
    return resolve(spec, spec.rulesets[ruleset], chosen).rules
