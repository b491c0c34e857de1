"""What the system asks of a program: to end, to stop, and to go on."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

ENDING_SIGNALS: Final = tuple(
    getattr(signal, name)
    for name in (
        "SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGALRM", "SIGVTALRM",
        "SIGPROF", "SIGXCPU", "SIGPOLL", "SIGPWR",
    )
    if hasattr(signal, name)
)  # fmt: skip
"""What ends a process that does not answer it."""


@dataclass(frozen=True)
class Requests:
    """What the system and the terminal ask of the app; the driver passes it on.

    Attributes:
        end: End with an exit status, in the event loop.
        stop: Give the terminal back, stop the process, and go on when it is continued.
        set_terminal: Set the terminal and draw the screen again, as another program had it.
        when_answering: Call a function when the app answers messages again.
        keep: Keep what is not saved. Called in another thread where the loop does not answer.
    """

    end: Callable[[int], None]
    stop: Callable[[], None]
    set_terminal: Callable[[], None]
    when_answering: Callable[[Callable[[], None]], None]
    keep: Callable[[], None]


def stop_process() -> None:
    """Stop this process until it is continued in the foreground of its terminal."""
    os.kill(os.getpid(), signal.SIGSTOP)
    stop_while_in_background()


def stop_while_in_background() -> None:
    """Stop this process until its terminal is its own, which no other program must lose."""
    while not is_in_foreground():
        os.kill(os.getpid(), signal.SIGSTOP)


def is_in_foreground() -> bool:
    """Tell whether the terminal is this process's to set; one that rules no jobs always is."""
    if sys.__stdin__ is None:
        return True
    try:
        return os.tcgetpgrp(sys.__stdin__.fileno()) == os.getpgrp()
    except (OSError, ValueError):
        return True


def let_signals_end() -> None:
    """Have what asks the program to end do so at once: the terminal has been given back."""
    for number in ENDING_SIGNALS:
        signal.signal(number, signal.SIG_DFL)
