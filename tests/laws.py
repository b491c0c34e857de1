"""How much is tried ordinarily, and how much more in other runs.

A law is tried on a sixth of its examples ordinarily, and on all of them with ``TREEEXPLORER_LAWS``
set to ``all``, as ``.ci/run`` does it for what is marked ``law``. The slow run (``-m slow``) tries
more than that. The examples are random ones, or all cases of a table where one case holds as a rule
if the others do. A test that takes seconds is tried where all examples are, and not ordinarily.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, TypeVar

import pytest
from hypothesis import settings

Test = TypeVar("Test", bound=Callable[..., Any])
Value = TypeVar("Value")

_SHARE: Final = 6
_FEW: Final = 5
"""Of so few examples of Hypothesis, which begins with the simplest, none is left out."""

is_exhaustive = False
takes_all = os.environ.get("TREEEXPLORER_LAWS") == "all"


def _step() -> int:
    """Return of how many examples of a law one is tried."""
    return 1 if takes_all or is_exhaustive else _SHARE


def examples(most: int, share: int = 4) -> Callable[[Test], Test]:
    """Try a law of Hypothesis on ``most`` examples in the slow run, and on a share otherwise."""
    given = most if is_exhaustive else most // share
    count = max(given // _step(), min(given, _FEW))

    def tried(test: Test) -> Test:
        law: Test = pytest.mark.law(settings(max_examples=count)(test))
        return law

    return tried


def batches(count: int, parameters: Iterable[Any]) -> list[Any]:
    """Return parameters of a law: the first ``count`` are its examples, the others slow."""
    listed = list(parameters)
    tried = -(-count // _step())
    laws = [pytest.param(*_arguments(each), marks=pytest.mark.law) for each in listed[:tried]]
    rest = [pytest.param(*_arguments(each), marks=pytest.mark.slow) for each in listed[tried:]]
    return laws + rest


def some(values: Sequence[Value]) -> Sequence[Value]:
    """Return values that a law goes through by itself: all of them, or one in six."""
    return values[:: _step()]


def sampled(share: int, values: Iterable[Any]) -> list[Any]:
    """Return values of a law's parameter: one in so many are its examples, the others slow."""
    step = share * _step()
    return [
        pytest.param(each, marks=pytest.mark.slow if at % step else pytest.mark.law)
        for at, each in enumerate(values)
    ]


def costly() -> pytest.MarkDecorator:
    """Return the mark of a test that takes seconds."""
    return pytest.mark.law if _step() == 1 else pytest.mark.slow


def ordinarily(count: int, parameters: Iterable[Any]) -> list[Any]:
    """Return parameters of a test: the first ``count`` are tried ordinarily, the others slow."""
    listed = list(parameters)
    rest = [pytest.param(*_arguments(each), marks=pytest.mark.slow) for each in listed[count:]]
    return listed[:count] + rest


def _arguments(parameter: Any) -> tuple[Any, ...]:
    return parameter if isinstance(parameter, tuple) else (parameter,)
