"""The program in a pseudo-terminal, with settings of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.terminal.real import Terminal


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Callable[..., Terminal]]:
    """Return a function that starts the program with settings of its own."""
    started: list[Terminal] = []

    def start(*arguments: str, **environment: str) -> Terminal:
        environment["XDG_CONFIG_HOME"] = environment["XDG_STATE_HOME"] = str(tmp_path)
        started.append(Terminal(arguments, environment))
        return started[-1]

    yield start
    for each in started:
        each.child.close(force=True)
