"""Long work beside the screen, which never keeps the program from ending."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

T = TypeVar("T")


class GivenUpError(BaseException):
    """Raised within work that nobody waits for any more; no mistake that anybody should handle."""


class Progress:
    """How far work in a thread has come: the thread writes it, the screen reads it.

    Attributes:
        stage: What is being done.
        done: What was reported last.
        size: What will be reported at the end of the stage; 0 where nobody knows.
        is_given_up: Whether nobody waits for the work any more; it ends where it next reports.
    """

    def __init__(self) -> None:
        self.stage = ""
        self.done = self.size = 0
        self.is_given_up = False

    def begin(self, stage: str, size: int = 0) -> None:
        """Begin a stage, at whose end a size is reported; 0 where nobody knows.

        Raises:
            GivenUpError: Nobody waits for the work any more.
        """
        self.stage = stage
        self.size = size
        self.report(0)

    def report(self, done: int) -> None:
        """Tell how much of the stage is done. Costs next to nothing.

        Raises:
            GivenUpError: Nobody waits for the work any more.
        """
        if self.is_given_up:
            raise GivenUpError
        self.done = done


async def in_background(work: Callable[[], T]) -> T:
    """Do some work in a thread and return what it returns.

    The thread is a daemon: unlike those of an executor it is not waited for when the program is
    left before it has ended.
    """
    result: Future[T] = Future()
    # Marks it as running, so that it cannot be cancelled: whoever awaits it may give up, and the
    # work still has a place for its result.
    result.set_running_or_notify_cancel()

    def run() -> None:
        try:
            result.set_result(work())
        except BaseException as error:  # noqa: BLE001 - it is raised where the result is awaited
            result.set_exception(error)

    threading.Thread(target=run, name="reading", daemon=True).start()
    return await asyncio.wrap_future(result)
