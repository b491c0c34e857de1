"""What a key costs does not grow with the tree: counted in lines of the program, not in time."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from textual import events

import treeexplorer
from tests.pace import TRIES
from tests.terminal.driving import Driver, quickly, running
from treeexplorer.settings import Settings
from treeexplorer.terminal.app import ExplorerApp, Request

_OURS = str(Path(treeexplorer.__file__).parent)
_SLACK = 1_500  # lines: a longer path and longer numbers, in any case less than a screen
_WALKS = 3  # on a busy machine what follows from one key may come after the next
_MOVES = ("space", "p", "C", "i", "down", "escape", "end", "backspace")
_VIEWS = {"diagram": (), "outline": ("t",), "icicle": ("t",), "trace": ("t", "tab", "tab")}
_ABOVE = {
    "answers": (("S",), ("down", "pagedown", "end", "home")),
    "compare": (("d", "down", "down", "enter"), ("d", "space", "D", "p", "c", "C", "end", "home")),
}
"""The screens that take trees of any size: the keys that open each, and its keys."""
_SCREENS = {
    "worksheet": ("W", ("down", "right", "tab", "t", "down", "t", "up")),
    "practise": ("P", ("f3", "space") * 2),
}
"""The screens that take trees of some size: the key that opens each, and its keys."""
_IN_A_LIST = ("down", "pagedown", "end", "home", "down", "left", "right")
_PASTED = "7" * 200_000
_BOXES = {
    "rules": ("r", "end", "up", "up", "up", "enter"),
    "claims": ("W", "enter"),
    "name": ("equals_sign",),
    "find": ("slash",),
    "path": ("s", "enter"),
    "editor": ("e",),
    "try it": ("w",),
}


@pytest.fixture(autouse=True)
def quick() -> Iterator[None]:
    """Let the apps of these tests paint: that is a part of what a key costs."""
    with quickly():
        yield


class Lines:
    """How many lines of the program have been executed."""

    def __init__(self) -> None:
        self.count = 0


@contextmanager
def counted() -> Iterator[Lines]:
    """Count the lines of the program that are executed meanwhile, and follow no other frames."""
    lines = Lines()

    def count(_frame: FrameType, event: str, _argument: Any) -> Any:
        if event == "line":
            lines.count += 1
        return count

    def enter(frame: FrameType, _event: str, _argument: Any) -> Any:
        return count if frame.f_code.co_filename.startswith(_OURS) else None

    before = sys.gettrace()
    sys.settrace(enter)
    try:
        yield lines
    finally:
        sys.settrace(before)


def tree_of(leaves: int) -> str:
    """Return a tree of so many leaves, ten children at each node, with cut-offs everywhere."""
    values = [str(n * 7919 % 997) for n in range(leaves)]
    while len(values) > 1:
        values = [f"[{' '.join(values[i : i + 10])}]" for i in range(0, len(values), 10)]
    return values[0]


async def costs(driver: Driver, keys: tuple[str, ...]) -> list[int]:
    """Return how many lines each key costs."""
    found = []
    for key in keys:
        with counted() as lines:
            await driver.press(key)
            before = -1
            while before != lines.count:  # until nothing more follows from the key
                before = lines.count
                await driver.pilot.pause(0.03)
        found.append(lines.count)
    return found


async def walk(leaves: int, views: int) -> dict[str, int]:
    """Return what keys cost in the middle of the search of a tree, in the first views of it."""
    found: dict[str, int] = {}
    async with running(tree_of(leaves), size=(100, 30)) as driver:
        await driver.until(lambda: not driver.view.searching, "the search")
        for view, keys in list(_VIEWS.items())[:views]:
            await driver.press(*keys)
            for again in (False, True):  # what is found once is found the first time
                driver.explorer.go_to(driver.view.steps // 2)
                await driver.pilot.pause(0.1)
                if not again:
                    await driver.press(*_MOVES)
                else:
                    each = await costs(driver, _MOVES)
                    found |= {f"{view}: {key}": n for key, n in zip(_MOVES, each, strict=True)}
        for name, (opens, keys) in _ABOVE.items():
            for key in opens:
                await driver.press(key)
                await driver.pilot.pause(0.1)
            await driver.until(lambda: driver.app.screen is not driver.explorer, name)
            await driver.press(*keys)
            await driver.pilot.pause(0.1)
            each = await costs(driver, keys)
            if name == "compare":  # it is another key on each tree that has to lay out anew
                found[name] = sum(each)
            else:
                found |= {f"{name}: {key}": n for key, n in zip(keys, each, strict=True)}
            await driver.press("escape")
    return found


@pytest.mark.parametrize(
    ("leaves", "views"), [(10_000, 1), pytest.param(100_000, 4, marks=pytest.mark.slow)]
)
async def test_a_key_costs_no_more_on_a_larger_tree(leaves: int, views: int) -> None:
    """The diagram in the ordinary run, every view on a hundred times the tree in a slow."""
    dear: dict[str, tuple[int, int]] = {}
    for _ in range(_WALKS):
        small, large = await walk(1_000, views), await walk(leaves, views)
        dear = {
            key: (small[key], large[key]) for key in small if large[key] > 2 * small[key] + _SLACK
        }
        if not dear:
            return
    pytest.fail(f"{dear}")


async def above(leaves: int, key: str, keys: tuple[str, ...]) -> list[int]:
    """Return what keys cost on a screen that a key of the explorer opens, the second time."""
    async with running(tree_of(leaves), size=(100, 30)) as driver:
        await driver.until(lambda: not driver.view.searching, "the search")
        await driver.press(key)
        await driver.until(lambda: driver.app.screen is not driver.explorer, "the screen")
        await driver.press(*keys)
        await driver.pilot.pause(0.1)
        return await costs(driver, keys)


@pytest.mark.parametrize("name", _SCREENS)
@pytest.mark.parametrize("leaves", [300, pytest.param(1_700, marks=pytest.mark.slow)])
async def test_the_keys_of_a_screen_cost_no_more_on_a_larger_tree(name: str, leaves: int) -> None:
    # Together, as it is another key on each tree that has to lay out anew.
    key, keys = _SCREENS[name]
    small, large = [await above(each, key, keys) for each in (leaves // 6, leaves)]
    assert sum(large) <= 2 * sum(small) + _SLACK * len(keys), (small, large)


@pytest.mark.parametrize("key", "WKP")
async def test_a_tree_that_is_too_large_for_a_screen_is_refused_in_a_sentence(key: str) -> None:
    async with running(f"0{tree_of(2_000)}", size=(100, 30)) as driver:
        await driver.press(key)
        await driver.sees("takes up to 2 000 nodes, and this tree has")
        assert driver.app.screen is driver.explorer


async def in_a_folder(folder: Path, files: int) -> list[int]:
    """Return what keys cost in the gallery of a folder with so many files."""
    for number in range(files):
        (folder / f"{number}.tree").write_text(f"@title Tree {number}\n[[3 12 8] [2 4 6]]\n")
    app = ExplorerApp(Request(folder=folder), Settings())
    async with app.run_test(size=(100, 30)) as pilot:
        driver = Driver(app, pilot)
        await driver.sees("of 6 read")
        return await costs(driver, _IN_A_LIST)


async def test_a_key_in_the_gallery_costs_the_lines_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("treeexplorer.terminal.screens.gallery._STEP_INTERVAL_SECONDS", 60.0)
    small, large = [await in_a_folder(tmp_path, files) for files in (100, 2_000)]
    assert max(large) <= 2 * max(small) + _SLACK, (small, large)


async def slowest_key_after_a_long_paste(box: str) -> float:
    """Return the most processor seconds that a key takes in a box with a long text."""
    seconds = []
    async with running("@title mine\n[a:[3 12] b:[2 [4 9] 7]]", size=(100, 30)) as driver:
        await driver.press("c")
        for key in _BOXES[box]:
            await driver.press(key)
            await driver.pilot.pause(0.1)
        screen = driver.app.screen
        (screen.focused or screen).post_message(events.Paste(_PASTED))
        await driver.pilot.pause(0.2)
        for key in ("1", "left", "2", "backspace", "enter"):
            began = time.process_time()
            await driver.press(key)
            await driver.pilot.pause()
            seconds.append(time.process_time() - began)
        assert driver.app.is_running
    return max(seconds)


@pytest.mark.parametrize("box", _BOXES)
async def test_a_long_paste_into_a_box_holds_up_no_key(box: str) -> None:
    for _ in range(TRIES):
        if await slowest_key_after_a_long_paste(box) < 0.5:
            return
    pytest.fail("a key takes half a second each time")
