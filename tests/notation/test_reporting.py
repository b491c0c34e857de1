"""Reading tells how far it has come, can be given up, and keeps nothing of what it read."""

from __future__ import annotations

import gc
import sys
import threading
import weakref
from itertools import pairwise

import pytest

from treeexplorer.notation import Exercise, parse_all
from treeexplorer.notation.reader import reader

BARE = "[" + " ".join(["[[1 2 3] [4 5 6] [7 8 9]]"] * 20_000) + "]\n"
NAMED = "[" + " ".join(["a:max[b:1 c:-2.5 d:[e:3 f:4]]"] * 5_000) + "]\n"
CHAIN = "[" * 30_000 + "1" + " 2]" * 30_000 + "\n"
LONG = {"bare": BARE, "named": NAMED, "chain": CHAIN}


class GivenUpError(Exception):
    """What the tests end a reading with."""


def give_up(_characters: int) -> None:
    raise GivenUpError


@pytest.mark.parametrize("text", LONG.values(), ids=LONG)
def test_a_long_text_is_reported_often_in_order_and_never_past_its_end(text: str) -> None:
    reported: list[int] = []
    parse_all(text, report=reported.append)
    assert reported == sorted(reported)
    assert reported[-1] <= len(text)
    gaps = [later - earlier for earlier, later in pairwise([*reported, len(text)])]
    assert max(gaps) <= 200_000


@pytest.mark.parametrize("text", [*LONG.values(), NAMED[:-2]], ids=[*LONG, "wrong"])
def test_what_the_report_raises_ends_the_reading_and_the_next_one_is_right(text: str) -> None:
    with pytest.raises(GivenUpError):
        parse_all(text, report=give_up)
    (exercise,) = parse_all("[[3 12] [2 4]]")
    assert len(exercise.tree) == 7


@pytest.mark.skipif(sys.platform == "emscripten", reason="Python in a browser has no threads")
def test_a_short_text_does_not_wait_until_a_long_one_is_read() -> None:
    is_reading, may_go_on = threading.Event(), threading.Event()
    read: list[Exercise] = []

    def wait(_characters: int) -> None:
        is_reading.set()
        may_go_on.wait(20)

    thread = threading.Thread(target=lambda: read.extend(parse_all(NAMED, report=wait)))
    thread.start()
    try:
        assert is_reading.wait(20)
        assert reader().lock.locked()
        assert len(parse_all("[3 12]")[0].tree) == 3
    finally:
        may_go_on.set()
        thread.join()
    assert len(read[0].tree) == 6 * 5_000 + 1


def test_the_reader_keeps_no_tree_that_nobody_else_keeps() -> None:
    (exercise,) = parse_all(BARE)
    kept = weakref.ref(exercise.tree)
    del exercise
    gc.collect()
    assert kept() is None
