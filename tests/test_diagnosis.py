"""An engine that misreads one parameter is noticed, and told which."""

from __future__ import annotations

import pytest

from meldlaw_conformance.diagnosis import plausible
from meldlaw_conformance.spec import Spec
from meldlaw_conformance.suite import Suite
from mutants import CHANGES_NOTHING, Mutants


@pytest.mark.parametrize("ruleset", ["canasta-intl", "samba-fi"])
def test_a_misread_parameter_is_noticed_and_diagnosed(suite: Suite, ruleset: str) -> None:
    mutants = Mutants(suite, ruleset)
    noticed = first = 0
    for misreading in mutants.all()[::17]:
        found = mutants.tried(misreading)
        if found.cannot:
            continue
        if not found.failures:
            assert (ruleset, misreading.leaf) in CHANGES_NOTHING, misreading.sets
            continue
        noticed += 1
        first += found.first
    assert noticed > 10
    assert first >= 0.9 * noticed


def test_plausible_values_differ_from_the_laws(spec: Spec) -> None:
    for ruleset in spec.rulesets.values():
        for leaf, value in ruleset.values.items():
            for other in plausible(spec, leaf, value):
                assert other != value
                assert type(other) is type(value)
