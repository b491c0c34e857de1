"""The laws of the searches for two minutes, with seeds that nobody has tried before."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable
from itertools import count

import hypothesis
import pytest

from tests.engine import test_referee

SECONDS = 120.0
VARIABLE = "TREEEXPLORER_SEED"
LAWS: list[Callable[[], None]] = [
    law
    for name, law in vars(test_referee).items()
    if name.startswith("test_") and hypothesis.is_hypothesis_test(law)
]


@pytest.mark.slow
def test_the_referees_agree_under_new_seeds() -> None:
    first = int(os.environ.get(VARIABLE) or random.SystemRandom().randrange(10**9))
    print(f"the adversary begins with {VARIABLE}={first}")
    until = time.monotonic() + SECONDS
    assert LAWS
    for number in count(first):
        for law in LAWS:
            try:
                hypothesis.seed(number)(law)()
            except Exception as error:
                error.add_note(f"to see it again: {VARIABLE}={number}")
                raise
        if time.monotonic() > until:
            print(f"{number - first + 1} seeds without a difference")
            return
