"""Ends the program in an orderly way when the system asks for it, or when the terminal is gone.

The terminal is restored, and what is not saved yet is kept for the next start.
"""

from __future__ import annotations

import asyncio
import select
import signal
import sys
import traceback
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol, runtime_checkable

from treeexplorer.text import safe

if TYPE_CHECKING:
    from treeexplorer.terminal.app import ExplorerApp

_SIGNALS: Final = ("SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT")
_LOOKS_EVERY: Final = 0.5
_HANGUP: Final = 129  # what a shell reports of a program that SIGHUP ended


@runtime_checkable
class KeepsWork(Protocol):
    """A screen with work that may not be saved yet."""

    def keep_now(self) -> None:
        """Keep the work for recovery, without waiting for a better moment."""


def end_when_asked(app: ExplorerApp) -> None:
    """End an app when a signal asks for it, or when nobody is at the other end of its terminal.

    Not every closed terminal sends a signal, and reading from one then only ever returns nothing.
    """
    loop = asyncio.get_running_loop()
    for name in _SIGNALS:
        number = getattr(signal, name, None)
        if number is None:
            continue
        try:
            loop.add_signal_handler(number, _end, app, 128 + number)
        except (NotImplementedError, RuntimeError, ValueError):
            break
    if not app.is_headless and hasattr(select, "poll"):
        app.set_interval(_LOOKS_EVERY, lambda: _end_if_hung_up(app), name="terminal")


def keep_work(app: ExplorerApp) -> None:
    """Keep for recovery what is not saved on any screen; a screen that cannot stops no other."""
    for screen in app.screen_stack:
        if isinstance(screen, KeepsWork):
            with suppress(Exception):
                screen.keep_now()


def _end(app: ExplorerApp, status: int) -> None:
    keep_work(app)
    app.exit(status)


def _end_if_hung_up(app: ExplorerApp) -> None:
    if is_hung_up():
        _end(app, _HANGUP)


def is_hung_up() -> bool:
    """Tell whether the terminal that keys come from has been closed."""
    if sys.__stdin__ is None:
        return False
    watch = select.poll()
    try:
        watch.register(sys.__stdin__.fileno(), 0)
        return any(what & (select.POLLHUP | select.POLLERR) for _, what in watch.poll(0))
    except (OSError, ValueError):
        return False


def failure(error: BaseException | None) -> str:
    """Return what a mistake of the program's own is, and where, as a sentence."""
    if error is None:
        return "treeexplorer stopped because of a mistake of its own"
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "treeexplorer" in Path(frame.filename).parts]
    place = f", {Path(ours[-1].filename).name} line {ours[-1].lineno}" if ours else ""
    what = safe(f"{type(error).__name__}: {error}{place}")
    return f"treeexplorer stopped because of a mistake of its own ({what})"
