"""Long work beside the screen, which never keeps the program from ending."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Callable
from typing import Final, TypeVar

T = TypeVar("T")

# The work hands the interpreter over this often, in seconds, so that keys are answered meanwhile.
_TURN: Final = 0.0005
_USUAL_TURN: Final = sys.getswitchinterval()

FRAME: Final = 1 / 30
"""In this many seconds a first frame has been painted, and longer work may begin."""


async def in_background(work: Callable[[], T]) -> T:
    """Do some work in a thread and return what it returns.

    The thread is a daemon: unlike those of an executor it is not waited for when the program is
    left before it has ended.
    """
    loop = asyncio.get_running_loop()
    result: asyncio.Future[T] = loop.create_future()

    def set_once(value: T | None, error: BaseException | None) -> None:
        if result.done():
            return
        if error is not None:
            result.set_exception(error)
        else:
            result.set_result(value)  # type: ignore[arg-type]  # there is a value without an error

    def run() -> None:
        value: T | None = None
        error: BaseException | None = None
        try:
            value = work()
        except BaseException as caught:  # noqa: BLE001 - it is raised where the result is awaited
            error = caught
        sys.setswitchinterval(_USUAL_TURN)
        try:
            loop.call_soon_threadsafe(set_once, value, error)
        except RuntimeError:  # the program has ended meanwhile
            return

    sys.setswitchinterval(_TURN)
    threading.Thread(target=run, name="reading", daemon=True).start()
    return await result
