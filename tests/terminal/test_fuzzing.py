"""Whatever a terminal sends, the program goes on or ends in order."""

from __future__ import annotations

import os

import pytest

from tests.laws import batches
from tests.terminal.fuzzing import EVENTS, RARE, run_of, tried

SHORT = (0, 4)
"""The seeds that are tried in any run of the laws: they paste nothing of a megabyte."""
MANY = int(os.environ.get("TREEEXPLORER_FUZZ_SEEDS", "500"))
OTHERS = [seed for seed in range(len(SHORT) + MANY) if seed not in SHORT]


def test_a_seed_stands_for_one_run() -> None:
    assert run_of(7) == run_of(7)
    assert run_of(7) != run_of(8)
    assert len(run_of(7).events) >= EVENTS + RARE


@pytest.mark.parametrize("seed", batches(len(SHORT), [*SHORT, *OTHERS]))
def test_a_seed_is_survived(seed: int) -> None:
    run = run_of(seed)
    failure = tried(run)
    assert failure is None, f"{failure}\nwith {run.arguments} at {run.size}: {run.events!r:.2000}"
