"""Whatever a terminal sends, the program goes on or ends in order."""

from __future__ import annotations

import os

import pytest

from tests.terminal.fuzzing import EVENTS, RARE, run_of, shrunk, tried

FEW = range(2)
MANY = range(2, 2 + int(os.environ.get("TREEEXPLORER_FUZZ_SEEDS", "500")))


def test_a_seed_stands_for_one_run() -> None:
    assert run_of(7) == run_of(7)
    assert run_of(7) != run_of(8)
    assert len(run_of(7).events) >= EVENTS + RARE


def survive(seeds: range) -> None:
    for seed in seeds:
        run = run_of(seed)
        failure = tried(run)
        if failure is not None:
            smaller, failure = shrunk(run, failure)
            pytest.fail(
                f"seed {seed}: {failure.words}; fewest events with {smaller.arguments} at "
                f"{smaller.size}: {smaller.events!r:.2000}\n{failure.output[-1500:]}"
            )


@pytest.mark.parametrize("seed", FEW)
def test_a_few_seeds_are_survived(seed: int) -> None:
    survive(range(seed, seed + 1))


@pytest.mark.slow
@pytest.mark.parametrize("first", MANY[::20])
def test_many_seeds_are_survived(first: int) -> None:
    survive(range(first, min(first + 20, MANY.stop)))
