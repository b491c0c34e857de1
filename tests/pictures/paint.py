"""Paints text screens to PNG, for a developer to look at.

    python -m tests.pictures.paint examples/FILE.tree --step 13 --size 60x19 -o drawing.png

:func:`paint_lines` takes the lines of a drawing, :func:`paint_screen` what a terminal emulator
(pyte) has on its screen. Needs Pillow and DejaVu Sans Mono.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image, ImageDraw, ImageFont

from treeexplorer.drawing.colours import DARK, LIGHT, Colours
from treeexplorer.drawing.diagram import Diagram, focus_of
from treeexplorer.drawing.icicle import Icicle, lay_out_icicle
from treeexplorer.drawing.layout import arrange, items_of
from treeexplorer.drawing.outline import OutlinePainter
from treeexplorer.drawing.runs import Line, Look, Size
from treeexplorer.engine import search
from treeexplorer.explain.snapshot import snapshot
from treeexplorer.notation import parse_all
from treeexplorer.rules import Rules
from treeexplorer.terminal.theme import Styles
from treeexplorer.text import width

CELL = (10, 21)
FONTS = Path("/usr/share/fonts/truetype/dejavu")
_NAMED = {
    "black": "#000000",
    "red": "#CD3131",
    "green": "#0DBC79",
    "brown": "#E5E510",
    "blue": "#2472C8",
    "magenta": "#BC3FBC",
    "cyan": "#11A8CD",
    "white": "#E5E5E5",
    "brightblack": "#666666",
    "brightred": "#F14C4C",
    "brightgreen": "#23D18B",
    "brightbrown": "#F5F543",
    "brightblue": "#3B8EEA",
    "brightmagenta": "#D670D6",
    "brightcyan": "#29B8DB",
    "brightwhite": "#FFFFFF",
}


class Cell(NamedTuple):
    """A character of a screen as it is painted."""

    text: str
    colour: str
    ground: str
    bold: bool = False
    strike: bool = False
    underline: bool = False
    italic: bool = False


def _fonts() -> dict[tuple[bool, bool], ImageFont.FreeTypeFont]:
    names = {
        (False, False): "DejaVuSansMono.ttf",
        (True, False): "DejaVuSansMono-Bold.ttf",
        (False, True): "DejaVuSansMono-Oblique.ttf",
        (True, True): "DejaVuSansMono-BoldOblique.ttf",
    }
    return {
        style: ImageFont.truetype(
            str(FONTS / (name if (FONTS / name).exists() else names[False, False])), 17
        )
        for style, name in names.items()
    }


def paint(rows: Sequence[Sequence[Cell]], columns: int, ground: str, path: Path) -> None:
    """Paint rows of cells to a file."""
    wide, high = CELL
    image = Image.new("RGB", (columns * wide, len(rows) * high), ground)
    canvas = ImageDraw.Draw(image)
    fonts = _fonts()
    for line, row in enumerate(rows):
        left, top = 0, line * high
        for cell in row:
            cells = max(1, width(cell.text))
            box = (left, top, left + cells * wide - 1, top + high - 1)
            if cell.ground != ground:
                canvas.rectangle(box, fill=cell.ground)
            left += cells * wide
        left = 0
        for cell in row:
            cells = max(1, width(cell.text))
            if cell.text.strip():
                font = fonts[cell.bold, cell.italic]
                canvas.text((left, top + 1), cell.text, font=font, fill=cell.colour)
            if cell.strike:
                middle = top + high // 2
                canvas.line((left, middle, left + cells * wide, middle), fill=cell.colour)
            if cell.underline:
                canvas.line(
                    (left, top + high - 3, left + cells * wide, top + high - 3), fill=cell.colour
                )
            left += cells * wide
    image.save(path)


def paint_lines(lines: Iterable[Line], columns: int, palette: Colours, path: Path) -> None:
    """Paint the lines of a drawing with a palette's colours."""
    rows, styles = [], Styles(palette)
    for line in lines:
        row: list[Cell] = []
        for text, role in line:
            style = styles.rich(role)
            assert style.color is not None
            assert style.bgcolor is not None
            row += [
                Cell(
                    character,
                    style.color.name,
                    style.bgcolor.name,
                    bool(style.bold),
                    bool(style.strike) and character != " ",
                    italic=bool(style.italic),
                )
                for character in text
            ]
        rows.append(row)
    paint(rows, columns, palette.ground, path)


def paint_screen(screen: Any, palette: Colours, path: Path) -> None:
    """Paint what is on a terminal emulator's screen (``pyte.Screen``)."""
    rows = []
    for line in range(screen.lines):
        row = []
        for column in range(screen.columns):
            character = screen.buffer[line][column]
            colour = _colour(character.fg, palette.text)
            ground = _colour(character.bg, palette.ground)
            if character.reverse:
                colour, ground = ground, colour
            row.append(
                Cell(
                    character.data,
                    colour,
                    ground,
                    character.bold,
                    character.strikethrough,
                    character.underscore,
                    character.italics,
                )
            )
        rows.append(row)
    paint(rows, screen.columns, palette.ground, path)


def _colour(name: str, default: str) -> str:
    if name == "default":
        return default
    return _NAMED.get(name) or f"#{name}"


def main() -> None:
    """Paint one drawing of one file."""
    parser = argparse.ArgumentParser()
    parser.add_argument("file", help="a .tree file, or a tree in brackets")
    parser.add_argument("--step", type=int)
    parser.add_argument("--size", default="60x19")
    parser.add_argument("--light", action="store_true")
    parser.add_argument(
        "--view", choices=("diagram", "outline", "icicle", "strip"), default="diagram"
    )
    parser.add_argument("--cutoff", choices=(">=", ">"), default=">=")
    parser.add_argument("--order", default="left-to-right")
    parser.add_argument("--marks", action="store_true")
    parser.add_argument("--cursor")
    parser.add_argument("-o", "--output", type=Path, default=Path("drawing.png"))
    options = parser.parse_args()
    is_text = options.file.startswith(("[", "max", "min", "chance")) or "[" in options.file
    text = options.file if is_text else Path(options.file).read_text(encoding="utf-8")
    tree = parse_all(text)[0].tree
    record = search(tree, Rules(cutoff=options.cutoff, order=options.order))
    size = Size(*map(int, options.size.split("x")))
    shown = snapshot(record, record.steps if options.step is None else options.step)
    cursor = None if options.cursor is None else tree.find(options.cursor)
    look = Look(marks=options.marks, cursor=cursor)
    if options.view == "outline":
        lines = OutlinePainter(items_of(record.tree), shown, look, size.width).lines(size)
    elif options.view == "strip":
        strip = lay_out_icicle(tree, size, shown.current or 0, is_strip=True)
        lines = Icicle(strip, shown, look).lines()
    elif options.view == "icicle":
        lines = Icicle(lay_out_icicle(tree, size, shown.current or 0), shown, look).lines()
    else:
        layout = arrange(record.tree, look, size, focus_of(shown, cursor))
        lines = Diagram(layout, shown, look).lines(size.height)
    palette = LIGHT if options.light else DARK
    paint_lines(lines, size.width, palette, options.output)


if __name__ == "__main__":
    main()
