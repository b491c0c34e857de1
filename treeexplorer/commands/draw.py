"""``treeexplorer draw``: the tree at a step as text."""

from __future__ import annotations

import os
import shutil
import sys
from typing import Any

import click

from treeexplorer.commands.searching import searched_to
from treeexplorer.commands.shared import Problem, file_argument, load, rule_options

_NARROWEST = 10


@click.command("draw")
@file_argument
@rule_options
@click.option("--step", type=int, metavar="N", help="The step to draw; the last one by default.")
@click.option("--ascii", "ascii_only", is_flag=True, help="Use ASCII characters alone.")
@click.option("--claims", is_flag=True, help="Show what is written in the tree beside the results.")
@click.option(
    "--width",
    type=int,
    metavar="CELLS",
    help="Fit the drawing into so many columns; the terminal's by default, 0 for any width.",
)
def command(file: str | None, expression: str | None, **options: Any) -> None:
    """Draw each tree as it looks at a step of its search."""
    from treeexplorer.drawing.cards import notes_of
    from treeexplorer.drawing.diagram import draw
    from treeexplorer.drawing.palette import coloured
    from treeexplorer.drawing.runs import Look, Size, plain

    on_terminal = sys.stdout.isatty()
    cells = _cells(options["width"], on_terminal=on_terminal)
    colours = on_terminal and not os.environ.get("NO_COLOR")
    room = None if cells is None else Size(cells, 0)
    for position, loaded in enumerate(load(file, expression, options)):
        step = options["step"]
        record = searched_to(loaded, step)
        claims = notes_of(loaded.exercise.claims) if options["claims"] else {}
        look = Look(
            ascii=options["ascii_only"], marks=not colours, notes=claims, shows_notes=bool(claims)
        )
        if position:
            click.echo()
        if loaded.count > 1:
            title = loaded.title
            click.echo(title.encode("ascii", "replace").decode() if look.ascii else title)
        lines = draw(record, step, look, room)
        click.echo(coloured(lines) if colours else plain(lines))


def _cells(width: int | None, *, on_terminal: bool) -> int | None:
    if width is None:
        return shutil.get_terminal_size().columns if on_terminal else None
    if width == 0:
        return None
    if width < _NARROWEST:
        raise Problem(f"--width is at least {_NARROWEST} columns, or 0 for any width")
    return width
