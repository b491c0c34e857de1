"""The node that one is at stays in sight, however the window changes and wherever one goes."""

from __future__ import annotations

import random
from typing import Final

import pytest

from tests.terminal.driving import Driver, running
from treeexplorer.notation import write
from treeexplorer.terminal.widgets.placing import View
from treeexplorer.tree import from_nested

_NARROW_AND_DEEP: Final = "[" * 60 + "1 2" + "] 3" * 59 + "]"
_WIDE: Final = write(
    from_nested([[[5 * a + b - c for c in range(6)] for b in range(6)] for a in range(6)])
)
_MOVES: Final = ("n", "n", "space", "p", "c", "C", "end", "home", "v", "o")
_LOOKS: Final = ("i", "h", "j", "j", "k", "l", "l", "z", "f")
_SIZES: Final = ((300, 100), (40, 12), (60, 20), (80, 24), (40, 100), (300, 12))

pytestmark = pytest.mark.usefixtures("quick")


def out_of_sight(driver: Driver) -> str:
    """Return what is wrong with where the node is that one is at, nothing where it is seen."""
    canvas = driver.explorer.canvas
    places, moment = canvas.places, canvas.moment
    if places is None or moment is None:
        return "nothing is drawn"
    if canvas.cursor is None and not canvas.follow:
        return ""
    node = canvas.cursor if canvas.cursor is not None else moment.current or 0
    column, line = places.place(node)
    column, line = column - canvas.scroll_offset.x, line - canvas.scroll_offset.y
    below_trail = 1 if canvas.scroll_offset.y else 0
    sight = canvas.sight
    if 0 <= column < sight.width and below_trail <= line < sight.height:
        return ""
    return f"node {node} at {column}, {line} of {sight.width} by {sight.height}"


@pytest.mark.parametrize("tree", [_WIDE, _NARROW_AND_DEEP], ids=["wide", "deep"])
@pytest.mark.parametrize("view", ["diagram", "outline"])
async def test_the_node_that_one_is_at_is_always_in_sight(view: View, tree: str) -> None:
    chance = random.Random(5)
    async with running(tree, size=(300, 100)) as driver:
        driver.explorer.canvas.view = view
        done: list[object] = []
        for _ in range(60):
            if chance.random() < 0.4:
                size = chance.choice([*_SIZES, (chance.randint(40, 300), chance.randint(12, 100))])
                await driver.pilot.resize_terminal(*size)
                done.append(size)
            else:
                keys: tuple[str, ...] = _LOOKS if chance.random() < 0.5 else _MOVES
                if driver.explorer.session.looking:
                    keys += ("escape",)
                key = chance.choice(keys)
                await driver.press(key)
                done.append(key)
            await driver.until(lambda: out_of_sight(driver) == "", str(done))
