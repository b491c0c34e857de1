"""Work that is done a little at a time, so that the keyboard is never waited for long."""

from __future__ import annotations

from collections.abc import Generator
from time import perf_counter
from typing import Generic, TypeVar

T = TypeVar("T")


class Work(Generic[T]):
    """A generator of short slices that returns a result at its end."""

    def __init__(self, slices: Generator[None, None, T]) -> None:
        self._slices = slices

    def go_on(self, seconds: float) -> T | None:
        """Work for some time; return the result if that was enough."""
        until = perf_counter() + seconds
        while perf_counter() < until:
            try:
                next(self._slices)
            except StopIteration as done:
                result: T = done.value
                return result
        return None
