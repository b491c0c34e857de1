"""Whether something is quick enough, in processor time; a slow moment of the machine may pass."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

TRIES = 6


def seconds(work: Callable[[], object]) -> float:
    """Return the processor time that some work takes."""
    before = process_time()
    work()
    return process_time() - before


def takes_less_than(most: float, work: Callable[[], object]) -> bool:
    """Tell whether some work takes so many seconds in one of several tries."""
    return any(seconds(work) < most for _ in range(TRIES))


def takes_in_proportion(
    most: float, small: Callable[[], object], large: Callable[[], object]
) -> bool:
    """Tell whether the larger work takes so many times the smaller one in one of several tries."""
    return any(seconds(large) <= most * seconds(small) for _ in range(TRIES))
