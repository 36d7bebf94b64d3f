"""Random deals and whole games in numbers, every property checked: `make soak`, or
`soak.py DEALS RULESET...`."""

from __future__ import annotations

import json
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from meldlaw_conformance.play import play, replay
from meldlaw_conformance.rulesets import OverlayError, options_in, resolve
from meldlaw_conformance.spec import load_spec
from test_contract import KNOWN
from test_contract import check as check_contract
from test_faults import check_faults
from test_play import check_deal

BLOCK = 100
GAMES = 25


def block(ruleset: str, first: int, options: tuple[str, ...] = ()) -> Counter[str]:
    """Play and check a block of deals, and as many small positions."""
    spec, _ = load_spec()
    rules = resolve(spec, spec.rulesets[ruleset], {}, options).rules
    found: Counter[str] = Counter()
    totals = [(0, 0), (-50, 1500), (3000, 1495), (rules.match.target - 100, 2995)]
    for seed in range(first, first + BLOCK):
        deal = check_deal(rules, seed, totals[seed % 4], found)
        end = deal.record.end
        assert end is not None
        found["deals"] += 1
        found[f"ended by {end.how}{' concealed' if end.concealed else ''}"] += 1
        found["with the pile taken"] += deal.record.pile_taken
        if ruleset in KNOWN and not options:
            check_contract(ruleset, rules, 1_000_000 + seed)
            found["small positions"] += 1
    return found


def choices(ruleset: str, sets: int) -> list[tuple[str, ...]]:
    """Each optional rule of a ruleset alone, and so many random sets that go together."""
    spec, _ = load_spec()
    names = [option.id for option in options_in(spec, spec.rulesets[ruleset])]
    found: list[tuple[str, ...]] = [(name,) for name in names]
    rng = random.Random(ruleset)
    for _ in range(sets if len(names) > 1 else 0):
        some = tuple(sorted(rng.sample(names, rng.randint(2, len(names)))))
        try:
            resolve(spec, spec.rulesets[ruleset], {}, some)
        except OverlayError:
            continue
        found.append(some)
    return list(dict.fromkeys(found))


def faults(ruleset: str, first: int) -> Counter[str]:
    """Play and check a block of deals in which every turn may also hold a fault and a notice."""
    spec, _ = load_spec()
    rules = resolve(spec, spec.rulesets[ruleset]).rules
    found: Counter[str] = Counter()
    for seed in range(first, first + BLOCK):
        check_faults(rules, seed, found)
        found["deals with faults"] += 1
    return found


def games(ruleset: str, first: int) -> Counter[str]:
    """Play whole games to their target, write them down and check them again."""
    spec, _ = load_spec()
    resolved = resolve(spec, spec.rulesets[ruleset])
    found: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "game.jsonl"
        for seed in range(first, first + GAMES):
            lines = list(play(resolved, seed))
            file.write_text("".join(json.dumps(line) + "\n" for line in lines))
            summary = replay(resolved, file)
            assert lines[-1]["over"]
            assert max(summary["scores"].values()) >= resolved.rules.match.target
            found["whole games"] += 1
            found["deals in them"] += summary["deals"]
    return found


def main(deals: int, only: Sequence[str]) -> None:
    """Print what was played, ruleset by ruleset: ``deals`` deals, as many with faults where the
    law has them, a tenth as many under each optional rule and under random sets of them, and a
    twentieth as many whole games."""
    spec, _ = load_spec()
    for ruleset in only or spec.rulesets:
        began = time.perf_counter()
        total: Counter[str] = Counter()
        with ProcessPoolExecutor() as pool:
            firsts = range(0, deals, BLOCK)
            for found in pool.map(block, [ruleset] * len(firsts), firsts):
                total += found
                print(f"\r{ruleset}: {total['deals']} of {deals}", end="", file=sys.stderr)
            under = [
                (first, options)
                for options in choices(ruleset, 4)
                for first in range(0, max(BLOCK, deals // 10), BLOCK)
            ]
            for found in (
                pool.map(block, [ruleset] * len(under), *zip(*under, strict=True)) if under else ()
            ):
                total["deals under optional rules"] += found["deals"]
            if resolve(spec, spec.rulesets[ruleset]).rules.faults.known:
                kinds: Counter[str] = Counter()
                for found in pool.map(faults, [ruleset] * len(firsts), firsts):
                    kinds += found
                    done = kinds["deals with faults"]
                    print(f"\r{ruleset}: {done} of {deals} with faults", end="", file=sys.stderr)
                total += kinds
            firsts = range(0, deals // 20, GAMES)
            for found in pool.map(games, [ruleset] * len(firsts), firsts):
                total += found
        print(file=sys.stderr)
        told = ", ".join(f"{n} {what}" for what, n in sorted(total.items()))
        print(
            f"{ruleset}: {told}; every property holds ({time.perf_counter() - began:.0f} s)",
            flush=True,
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000, sys.argv[2:])
