"""Random deals in numbers, every property checked: `make soak`, or `soak.py DEALS`."""

from __future__ import annotations

import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

from meldlaw_conformance.rulesets import resolve
from meldlaw_conformance.spec import load_spec
from test_contract import check as check_contract
from test_play import check_deal

BLOCK = 100


def block(ruleset: str, first: int) -> Counter[str]:
    """Play and check a block of deals, and as many small positions."""
    spec, _ = load_spec()
    rules = resolve(spec, spec.rulesets[ruleset]).rules
    found: Counter[str] = Counter()
    totals = [(0, 0), (-50, 1500), (3000, 1495), (4900, 2995)]
    for seed in range(first, first + BLOCK):
        deal = check_deal(rules, seed, totals[seed % 4])
        end = deal.record.end
        assert end is not None
        found["deals"] += 1
        found[f"ended by {end.how}{' concealed' if end.concealed else ''}"] += 1
        found["with the pile taken"] += deal.record.pile_taken
        check_contract(rules, 1_000_000 + seed)
        found["small positions"] += 1
    return found


def main(deals: int) -> None:
    """Print what was played, ruleset by ruleset."""
    spec, _ = load_spec()
    for ruleset in spec.rulesets:
        began = time.perf_counter()
        total: Counter[str] = Counter()
        with ProcessPoolExecutor() as pool:
            firsts = range(0, deals, BLOCK)
            for found in pool.map(block, [ruleset] * len(firsts), firsts):
                total += found
                print(f"\r{ruleset}: {total['deals']} of {deals}", end="", file=sys.stderr)
        print(file=sys.stderr)
        told = ", ".join(f"{n} {what}" for what, n in sorted(total.items()))
        print(f"{ruleset}: {told}; every property holds ({time.perf_counter() - began:.0f} s)")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
