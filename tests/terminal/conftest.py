"""The program in a pseudo-terminal, with settings of its own; and apps that are quick."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.terminal.driving import quickly, unpainted
from tests.terminal.real import Terminal


@pytest.fixture(autouse=True)
def quick() -> Iterator[None]:
    """Let every app of these tests be quick (see :func:`quickly` and :func:`unpainted`)."""
    with quickly(), unpainted():
        yield


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Callable[..., Terminal]]:
    """Return a function that starts the program with settings of its own."""
    started: list[Terminal] = []

    def start(*arguments: str, **environment: str) -> Terminal:
        environment["XDG_CONFIG_HOME"] = environment["XDG_STATE_HOME"] = str(tmp_path)
        program = () if arguments[:1] == ("-c",) else ("-m", "treeexplorer")
        started.append(Terminal((*program, *arguments), environment))
        return started[-1]

    yield start
    for each in started:
        each.close()
