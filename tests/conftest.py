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


@pytest.fixture(
    scope="session",
    params=["adopted", *(f"{ruling}={reading}" for ruling, reading in overlays(load_spec()[0]))],
)
def under(request: pytest.FixtureRequest, spec: Spec) -> Rules:
    """The rules with the adopted readings, and under each other reading in turn."""
    ruling, _, reading = request.param.partition("=")
    chosen = {ruling: reading} if reading else {}
    return resolve(spec, spec.rulesets["canasta-intl"], chosen).rules
