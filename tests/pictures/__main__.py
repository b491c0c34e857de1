"""Pictures of the screen, for a developer to look at.

``python -m tests.pictures FOLDER`` runs the program in a pseudo-terminal, at the moments below, and
paints each to a PNG. ``--readme`` writes the picture of the README instead. Needs Pillow and the
fonts DejaVu.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from typing import Final, NamedTuple

from tests.pictures.paint import paint_screen
from tests.terminal.real import Terminal
from treeexplorer.drawing.palette import DARK, LIGHT

ROOT: Final = Path(__file__).resolve().parents[2]
README_PICTURE: Final = ROOT / ".pictures" / "explorer.png"

WIDE = (
    "generate", "--plies", "4", "--branching", "3", "--values", "0,20", "--seed", "24",
)  # fmt: skip
LARGE = (
    "generate", "--plies", "6", "--branching", "2-4", "--irregular", "--values", "0,99",
    "--seed", "11",
)  # fmt: skip
KEYS: Final = {
    "space": " ", "home": "\x1b[H", "end": "\x1b[F", "enter": "\r", "esc": "\x1b", "tab": "\t",
    "down": "\x1b[B", "right": "\x1b[C",
}  # fmt: skip


class Moment(NamedTuple):
    """What to show, and what to press before it is painted."""

    name: str
    columns: int
    lines: int
    arguments: tuple[str, ...]
    keys: tuple[str, ...]
    light: bool = False


def steps(count: int) -> tuple[str, ...]:
    return ("n",) * count


MOMENTS: Final = (
    Moment("cut-100x30", 100, 30, ("6-8-1-5-6",), ("c",)),
    Moment("light-100x30", 100, 30, ("6-8-1-5-6",), ("c",), light=True),
    Moment("cut-160x50", 160, 50, ("ucla-cs161",), ("c", "c")),
    Moment("wide-100x30", 100, 30, WIDE, steps(87)),
    Moment("icicle-100x30", 100, 30, LARGE, (*steps(233), "t", "t")),
    Moment("projector-60x20", 60, 20, ("6-8-1-5-6",), (*steps(12), "P")),
    Moment("cut-80x24", 80, 24, ("6-8-1-5-6",), ("c",)),
    Moment("worksheet-100x30", 100, 30, ("aima",), ("W",)),
    Moment("compare-140x45", 140, 45, ("ucla-cs161",), ("d",)),
    Moment("gallery-100x30", 100, 30, (), ("down", "down", "down")),
    Moment("cut-200x60", 200, 60, ("ucla-cs161",), ("c", "c", "c")),
    Moment("help-80x24", 80, 24, ("6-8-1-5-6",), ("?",), light=True),
)


def picture(moment: Moment, path: Path) -> None:
    """Run the program to a moment and paint its screen."""
    with tempfile.TemporaryDirectory() as home:
        if moment.light:
            folder = Path(home) / "treeexplorer"
            folder.mkdir()
            (folder / "settings.toml").write_text('theme = "treeexplorer-light"\n')
        terminal = Terminal(
            _arguments(moment, Path(home)),
            {"XDG_CONFIG_HOME": home, "XDG_STATE_HOME": home, "XDG_DATA_HOME": home},
        )
        terminal.screen.resize(moment.lines, moment.columns)
        terminal.child.setwinsize(moment.lines, moment.columns)
        terminal.sees("keys")
        terminal.settles(0.5)
        for key in moment.keys:
            terminal.child.send(KEYS.get(key, key))
            terminal.settles(0.05)
        terminal.settles(1.0)
        paint_screen(terminal.screen, LIGHT if moment.light else DARK, path)
        terminal.child.close(force=True)


def _arguments(moment: Moment, folder: Path) -> tuple[str, ...]:
    """Return what to open; a generated tree is written to a file first."""
    if "generate" not in moment.arguments:
        return moment.arguments
    from click.testing import CliRunner

    from treeexplorer.cli import command_line

    file = folder / f"{moment.name}.tree"
    file.write_text(CliRunner().invoke(command_line, list(moment.arguments)).stdout)
    return (str(file),)


def main() -> None:
    """Paint all moments, or the one of the README."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", default="pictures", type=Path)
    parser.add_argument("--only", default="", help="moments with this word in their name")
    parser.add_argument("--readme", action="store_true", help="paint the picture of the README")
    arguments = parser.parse_args()
    if arguments.readme:
        README_PICTURE.parent.mkdir(exist_ok=True)
        picture(MOMENTS[0], README_PICTURE)
        return
    arguments.folder.mkdir(exist_ok=True, parents=True)
    for moment in MOMENTS:
        if arguments.only in moment.name:
            picture(moment, arguments.folder / f"{moment.name}.png")
            print(arguments.folder / f"{moment.name}.png")


if __name__ == "__main__":
    main()
