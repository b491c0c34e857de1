"""Paints fourteen moments of the screen to PNG, for a developer to look at.

    python -m tests.pictures [FOLDER]      (pictures/ by default; git ignores it)

Each picture is what the program itself shows after some keys. Needs Pillow and DejaVu Sans Mono.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from PIL import Image, ImageDraw, ImageFont
from rich.cells import cell_len
from rich.color import Color
from rich.style import Style
from textual.strip import Strip

from tests.terminal.driving import strips_of
from treeexplorer.gallery import examples_folder
from treeexplorer.settings import Settings
from treeexplorer.terminal.app import ExplorerApp, Request
from treeexplorer.terminal.sources import Source
from treeexplorer.terminal.theme import DARK_THEME, LIGHT_THEME

_FONT: Final = "/usr/share/fonts/truetype/dejavu/DejaVuSansMono"
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
    Moment("compare-140x45", _UCLA, (140, 45), ("d", "enter", "d")),
    Moment("worksheet-100x30", _AIMA, (100, 30), ("W", "3", "enter", "2")),
    Moment("gallery-100x30", "", (100, 30), ("down", "down")),
    Moment("practise-80x24", _FIRST, (80, 24), ("space",) * 5 + ("P",)),
)


def painted(strips: Sequence[Strip]) -> Image.Image:
    """Return the picture of the lines of a screen."""
    wide, high = 10, 21
    columns = max(strip.cell_length for strip in strips)
    image = Image.new("RGB", (columns * wide, len(strips) * high))
    canvas = ImageDraw.Draw(image)
    for line, strip in enumerate(strips):
        left, top = 0, line * high
        for text, written, _ in strip:
            style = written or Style()
            ground, colour = _hex(style.bgcolor, "#000000"), _hex(style.color, "#FFFFFF")
            if style.reverse:
                ground, colour = colour, ground
            slant = ("Bold" if style.bold else "") + ("Oblique" if style.italic else "")
            font = ImageFont.truetype(f"{_FONT}-{slant}.ttf" if slant else f"{_FONT}.ttf", 17)
            right = left + cell_len(text) * wide
            canvas.rectangle((left, top, right - 1, top + high - 1), fill=ground)
            for character in text:
                canvas.text((left, top + 1), character, font=font, fill=colour)
                end = left + cell_len(character) * wide
                if style.strike:
                    canvas.line((left, top + high // 2, end, top + high // 2), fill=colour)
                if style.underline:
                    canvas.line((left, top + high - 3, end, top + high - 3), fill=colour)
                left = end
    return image


def _hex(colour: Color | None, default: str) -> str:
    return default if colour is None or colour.is_default else colour.get_truecolor().hex


async def take(moment: Moment, path: Path) -> None:
    """Paint what the program shows at a moment."""
    source = Source.of_file(examples_folder() / moment.tree) if moment.tree else None
    app = ExplorerApp(Request(source), Settings(theme=moment.theme))
    async with app.run_test(size=moment.size) as pilot:
        await pilot.pause(0.5)
        await pilot.press(*moment.keys)
        await pilot.pause(1.0)
        painted(strips_of(app)).save(path)
        print(path)


async def main() -> None:
    """Paint the moments."""
    folder = Path(sys.argv[1] if sys.argv[1:] else "pictures")
    folder.mkdir(parents=True, exist_ok=True)
    for moment in MOMENTS:
        await take(moment, folder / f"{moment.name}.png")


if __name__ == "__main__":
    asyncio.run(main())
