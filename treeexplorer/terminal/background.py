"""Long work beside the screen, which never keeps the program from ending."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Final, TypeVar

T = TypeVar("T")

# The work hands the interpreter over this often, in seconds, so that keys are answered meanwhile.
_TURN: Final = 0.0005
_USUAL_TURN: Final = sys.getswitchinterval()


class GivenUpError(BaseException):
    """Raised within work that nobody waits for any more; no mistake that anybody should handle."""


class Progress:
    """How far work in a thread has come: the thread writes it, the screen reads it.

    Work has stages, each of which is a part of the whole. What a stage reports makes the share
    that is done grow within its part, so that it never goes back and never passes the end.

    Attributes:
        stage: What is being done.
        share: How much of the whole is done, from 0 to 1.
        count: What was reported last, for work of which nobody knows how much it will be.
        size: What will be reported at the end of the stage; 0 where nobody knows.
        is_given_up: Whether nobody waits for the work any more; it ends where it next reports.
    """

    def __init__(self) -> None:
        self.stage = ""
        self.share = 0.0
        self.count = 0
        self.is_given_up = False
        self._start = self._end = 0.0
        self.size = 0

    def begin(self, stage: str, end: float, size: int = 0) -> None:
        """Begin a stage, at whose end so great a share of the whole is done.

        A size is what is reported at its end; 0 where nobody knows.

        Raises:
            GivenUpError: Nobody waits for the work any more.
        """
        self.stage, self.count = stage, 0
        self._start = self.share = self._end
        self._end, self.size = max(end, self._end), size
        self.report(0)

    def report(self, done: int) -> None:
        """Tell how much of the stage is done. Costs next to nothing.

        Raises:
            GivenUpError: Nobody waits for the work any more.
        """
        if self.is_given_up:
            raise GivenUpError
        self.count = done
        if self.size:
            share = self._start + (self._end - self._start) * min(1.0, done / self.size)
            self.share = max(self.share, share)


_awaited: Final[set[Future[Any]]] = set()


async def in_background(work: Callable[[], T]) -> T:
    """Do some work in a thread and return what it returns.

    The thread is a daemon: unlike those of an executor it is not waited for when the program is
    left before it has ended.
    """
    result: Future[T] = Future()
    result.set_running_or_notify_cancel()  # who waits may give up; the work takes no notice

    def run() -> None:
        try:
            result.set_result(work())
        except BaseException as error:  # noqa: BLE001 - it is raised where the result is awaited
            result.set_exception(error)

    _awaited.add(result)
    sys.setswitchinterval(_TURN)
    threading.Thread(target=run, name="reading", daemon=True).start()
    try:
        return await asyncio.wrap_future(result)
    finally:
        _awaited.discard(result)
        if not _awaited:
            sys.setswitchinterval(_USUAL_TURN)
