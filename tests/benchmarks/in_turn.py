"""How long works take that are done in turn several times; the shortest time of each counts.

So whatever else the machine does meets all of them alike, and a ratio of two holds beside it.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import process_time
from typing import Any


def shortest(rounds: int, *measured: Callable[[], float]) -> list[float]:
    """Return the shortest of the times that each of some functions returns, called in turn."""
    times = [[each() for each in measured] for _ in range(rounds)]
    return [min(of_one) for of_one in zip(*times, strict=True)]


def best_of(rounds: int, *works: Callable[[], Any]) -> list[float]:
    """Return the shortest time of each piece of work, run in turn."""
    return shortest(rounds, *(partial(seconds_of, work) for work in works))


def seconds_of(work: Callable[[], Any]) -> float:
    """Return how long this process computes on a piece of work."""
    start = process_time()
    work()
    return process_time() - start


def processor_seconds(compiled: Path, code: str, *arguments: str) -> float:
    """Return how long a fresh interpreter computes on some code.

    Args:
        compiled: Where modules are kept compiled, as those of an installed package are.
        code: The code.
        arguments: Its arguments.
    """
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(compiled)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    command = [sys.executable, "-c", code, *arguments]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, env=environment, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
