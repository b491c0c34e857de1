"""The program in a pseudo-terminal, with settings of its own; and a quick way to wait for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet

from tests.terminal.real import Terminal

_QUIET_ROUNDS = 4
_MOST_ROUNDS = 20_000


async def loop_is_quiet(min_sleep: float = 0.0, max_sleep: float = 1.0) -> None:
    """Wait until nothing that was begun is left to do, but for threads and timers.

    Textual's pilot takes a process for idle that has used little time for twenty milliseconds,
    several times a key. Asking the loop whether anything is ready says the same at once, and does
    not depend on how busy the computer is.
    """
    ready = getattr(asyncio.get_running_loop(), "_ready")  # noqa: B009 - it has no public name
    quiet = 0
    for _ in range(_MOST_ROUNDS):
        await asyncio.sleep(0)
        quiet = 0 if ready else quiet + 1
        if quiet == _QUIET_ROUNDS:
            return


_parsed: dict[tuple[object, ...], list[RuleSet]] = {}
_parse = Stylesheet._parse_rules


def parsed_once(sheet: Stylesheet, *source: Any, **options: Any) -> list[RuleSet]:
    """Return the rules of a style sheet, which Textual would parse twice for each app."""
    key = (frozenset(sheet._variables.items()), *source, *options.items())
    if key not in _parsed:
        _parsed[key] = _parse(sheet, *source, **options)
    return _parsed[key]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for the loop, not for the clock, after each key, and parse a style sheet once."""
    monkeypatch.setattr(Stylesheet, "_parse_rules", parsed_once)
    monkeypatch.setattr("textual.app.wait_for_idle", loop_is_quiet)
    monkeypatch.setattr("textual.pilot.wait_for_idle", loop_is_quiet)


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
