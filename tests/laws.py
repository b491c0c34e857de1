"""How many random examples a law is tried on: a third ordinarily, all of them in the slow run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import pytest
from hypothesis import settings

Test = TypeVar("Test", bound=Callable[..., Any])

is_exhaustive = False


def examples(most: int) -> Callable[[Test], Test]:
    """Try a law of Hypothesis on ``most`` examples in the slow run, and on a third otherwise."""
    count = most if is_exhaustive else most // 3

    def tried(test: Test) -> Test:
        law: Test = pytest.mark.law(settings(max_examples=count, deadline=None)(test))
        return law

    return tried
