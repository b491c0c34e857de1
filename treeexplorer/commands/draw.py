"""``treeexplorer draw``: the tree at a step as text."""

from __future__ import annotations

import shutil
import sys
from typing import Any

import click

from treeexplorer.commands.shared import (
    Loaded,
    Problem,
    complain,
    file_argument,
    has_colour,
    load,
    rule_options,
    searched_to,
)

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
    cells = _cells(options["width"])
    for position, loaded in enumerate(load(file, expression, options)):
        if position:
            click.echo()
        if loaded.count > 1:
            title = loaded.title
            click.echo(
                title.encode("ascii", "replace").decode() if options["ascii_only"] else title
            )
        click.echo(drawing(loaded, options, cells, in_colour=has_colour()), color=True)


def drawing(loaded: Loaded, options: dict[str, Any], cells: int | None, *, in_colour: bool) -> str:
    """Return a tree at the step that the options name, as text.

    Raises:
        Problem: There is no such step.
    """
    from treeexplorer.drawing.cards import notes_of
    from treeexplorer.drawing.diagram import draw
    from treeexplorer.drawing.palette import coloured
    from treeexplorer.drawing.runs import Look, Role, Size, plain

    record = searched_to(loaded, options["step"])
    notes = notes_of(loaded.exercise.claims) if options["claims"] else {}
    look = Look(
        ascii=options.get("ascii_only", False),
        marks=not in_colour,
        notes=notes,
        shows_notes=bool(notes),
    )
    room = None if cells is None else Size(cells, 0)
    lines = draw(record, options["step"], look, room)
    if room is None and any(run.role is Role.FOLDED for line in lines for run in line):
        complain(
            "the whole drawing takes more than a million cells: it is drawn around the path, and "
            f"{'[+' if look.ascii else '⊞'} counts the nodes that are left out"
        )
    return coloured(lines) if in_colour else plain(lines)


def _cells(width: int | None) -> int | None:
    if width is None:
        return shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    if width == 0:
        return None
    if width < _NARROWEST:
        raise Problem(f"--width is at least {_NARROWEST} columns, or 0 for any width")
    return width
