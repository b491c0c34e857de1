"""Paints fourteen moments of the screen to PNG, for a developer to look at.

    python -m tests.pictures [FOLDER]      (pictures/ by default; git ignores it)
    python -m tests.pictures --readme      paints the picture of the README

Each picture is what the program itself shows after some keys. Needs Pillow and DejaVu Sans Mono.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Final, NamedTuple

from rich.color import Color

from tests.pictures.paint import Cell, paint
from tests.terminal.driving import strips_of
from treeexplorer.gallery import examples_folder
from treeexplorer.settings import Settings
from treeexplorer.terminal.app import ExplorerApp, Request
from treeexplorer.terminal.sources import Source
from treeexplorer.terminal.theme import DARK_THEME, LIGHT_THEME

_ROOT: Final = Path(__file__).parents[2]
_AIMA: Final = "1-first-steps/aima.tree"
_FIRST: Final = "1-first-steps/6-8-1-5-6.tree"
_UCLA: Final = "3-courses/ucla-cs161.tree"
_RANDOM: Final = "9-games-and-large-trees/uniform-random.tree"


class Moment(NamedTuple):
    """What is painted: a tree, the size of the screen, the keys, and the colours."""

    name: str
    tree: str
    size: tuple[int, int]
    keys: tuple[str, ...] = ()
    theme: str = DARK_THEME


MOMENTS: Final = (
    Moment("cut-100x30", _FIRST, (100, 30), ("c",)),
    Moment("cut-light-100x30", _FIRST, (100, 30), ("c",), LIGHT_THEME),
    Moment("cut-60x20", _UCLA, (60, 20), ("c", "c")),
    Moment("cut-80x24", _UCLA, (80, 24), ("c", "c")),
    Moment("cut-160x50", _UCLA, (160, 50), ("c", "c")),
    Moment("cut-200x60", _UCLA, (200, 60), ("c", "c")),
    Moment("large-100x30", _RANDOM, (100, 30), ("c",) * 5),
    Moment("icicle-100x30", _RANDOM, (100, 30), ("t", "t", *("c",) * 9)),
    Moment("outline-light-80x24", _RANDOM, (80, 24), ("t", "c", "c"), LIGHT_THEME),
    Moment("looking-100x30", _UCLA, (100, 30), ("c", "c", "i", "up")),
    Moment("compare-140x45", _UCLA, (140, 45), ("d", "d")),
    Moment("worksheet-100x30", _AIMA, (100, 30), ("W", "3", "enter", "2")),
    Moment("gallery-100x30", "", (100, 30), ("down", "down")),
    Moment("practise-80x24", _FIRST, (80, 24), ("space",) * 5 + ("P",)),
)


async def cells_of(moment: Moment) -> list[list[Cell]]:
    """Return the cells of the screen at a moment."""
    source = Source.of_file(examples_folder() / moment.tree) if moment.tree else None
    app = ExplorerApp(Request(source), Settings(theme=moment.theme))
    async with app.run_test(size=moment.size) as pilot:
        await pilot.pause(0.5)
        await pilot.press(*moment.keys)
        await pilot.pause(1.0)
        rows = []
        for strip in strips_of(app):
            row: list[Cell] = []
            for text, style, _ in strip:
                colour = _hex(style.color if style else None, "#FFFFFF")
                ground = _hex(style.bgcolor if style else None, "#000000")
                if style and style.reverse:
                    colour, ground = ground, colour
                row += [
                    Cell(
                        sign,
                        colour,
                        ground,
                        bool(style and style.bold),
                        bool(style and style.strike),
                        bool(style and style.underline),
                        bool(style and style.italic),
                    )
                    for sign in text
                ]
            rows.append(row)
        return rows


def _hex(colour: Color | None, default: str) -> str:
    if colour is None or colour.is_default:
        return default
    return colour.get_truecolor().hex.upper()


async def main() -> None:
    """Paint the moments, or the picture of the README."""
    arguments = sys.argv[1:]
    if arguments == ["--readme"]:
        readme = next(moment for moment in MOMENTS if moment.name == "cut-100x30")
        await _paint(readme, _ROOT / ".pictures" / "explorer.png")
        return
    folder = Path(arguments[0] if arguments else "pictures")
    folder.mkdir(parents=True, exist_ok=True)
    for moment in MOMENTS:
        await _paint(moment, folder / f"{moment.name}.png")


async def _paint(moment: Moment, path: Path) -> None:
    rows = await cells_of(moment)
    paint(rows, moment.size[0], rows[0][0].ground, path)
    print(path)


if __name__ == "__main__":
    asyncio.run(main())
