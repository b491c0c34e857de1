"""``treeexplorer import``: a tree in another format, printed in the notation."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from treeexplorer.commands.shared import (
    STANDARD_INPUT,
    Problem,
    file_argument,
    rule_settings,
)

if TYPE_CHECKING:
    from treeexplorer.formats.foreign import Imported

_FORMATS = ("json", "python", "parentheses")


@click.command("import")
@file_argument
@click.option(
    "--from",
    "format_name",
    type=click.Choice(_FORMATS),
    help="The format; without it, it is told from the text or the file's ending.",
)
@click.option("--levels", metavar="PLAYERS", help="The players by ply, such as min,max.")
def command(
    file: str | None, expression: str | None, format_name: str | None, levels: str | None
) -> None:
    """Print a tree from another format in the notation.

    json and python are nested lists and tuples, parentheses is (((3)(6))((4)(10))).
    """
    from treeexplorer.formats import catalogue
    from treeexplorer.notation import NotationError, write

    name, text = _text(file, expression)
    try:
        imported = catalogue.read(text, format_name, name)
    except NotationError as error:
        already = _already(text) if format_name is None else None
        if already is None:
            raise Problem(str(error)) from None
        imported = already
    players = rule_settings({"levels": levels}).get("levels")
    for notice in imported.notices:
        click.echo(f"treeexplorer: {notice}", err=True)
    for number, exercise in enumerate(imported.exercises):
        tree = exercise.tree.with_levels(players or exercise.tree.levels)
        click.echo("\n" * bool(number) + write(replace(exercise, tree=tree)), nl=False)


def _already(text: str) -> Imported | None:
    """Return the trees of a text that is in the notation and in none of the other formats."""
    from treeexplorer.formats.catalogue import recognise
    from treeexplorer.formats.foreign import Imported
    from treeexplorer.notation import NotationError, parse_all

    if recognise(text) is not None:
        return None
    try:
        document = parse_all(text)
    except NotationError:
        return None
    return Imported(document.exercises, ("this is the notation already",))


def _text(file: str | None, expression: str | None) -> tuple[str, str]:
    """Return the name that messages give the text, and the text."""
    from treeexplorer.notation import NotationError, decode, read_text

    if expression is not None and file is not None:
        raise Problem("give either a FILE or -e TEXT, not both")
    if expression is not None:
        return "-e", expression
    if file is None:
        raise Problem("which tree? Name a FILE, - for standard input, or use -e TEXT")
    try:
        if file == STANDARD_INPUT:
            return "standard input", decode(sys.stdin.buffer.read(), file="standard input")
        return file, read_text(file)
    except NotationError as error:
        raise Problem(str(error)) from None
