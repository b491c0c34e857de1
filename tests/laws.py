"""How much is tried ordinarily, and how much more in the slow run (``-m slow``)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import pytest
from hypothesis import settings

Test = TypeVar("Test", bound=Callable[..., Any])

is_exhaustive = False


def examples(most: int, share: int = 4) -> Callable[[Test], Test]:
    """Try a law of Hypothesis on ``most`` examples in the slow run, and on a share otherwise."""
    count = most if is_exhaustive else most // share

    def tried(test: Test) -> Test:
        law: Test = pytest.mark.law(settings(max_examples=count)(test))
        return law

    return tried


def ordinarily(count: int, parameters: Iterable[Any]) -> list[Any]:
    """Return parameters of a test: the first ``count`` are tried ordinarily, the others slow."""
    listed = list(parameters)
    rest = [pytest.param(*_arguments(each), marks=pytest.mark.slow) for each in listed[count:]]
    return listed[:count] + rest


def one_in(share: int, values: Iterable[Any]) -> list[Any]:
    """Return values of a test's parameter: one in so many is tried ordinarily, the others slow."""
    return [
        pytest.param(each, marks=pytest.mark.slow) if at % share else each
        for at, each in enumerate(values)
    ]


def _arguments(parameter: Any) -> tuple[Any, ...]:
    return parameter if isinstance(parameter, tuple) else (parameter,)
