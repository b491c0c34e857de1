"""``treeexplorer import``: a tree in another format, printed in the notation."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from treeexplorer.commands.shared import (
    FileParameter,
    Problem,
    complain,
    expression_option,
    output_option,
    print_or_write,
    read_source,
    rule_option,
)

if TYPE_CHECKING:
    from treeexplorer.formats.foreign import Imported


@click.command("import")
@click.argument(
    "file", required=False, metavar="FILE", type=FileParameter(examples=False), is_eager=True
)
@expression_option
@click.option(
    "--from",
    "format_name",
    type=click.Choice(("json", "python", "parentheses")),
    help="The format; without it, it is told from the text or the file's ending.",
)
@rule_option("levels")
@output_option
def command(
    file: str | None,
    expression: str | None,
    format_name: str | None,
    levels: Any,
    output: str | None,
) -> None:
    """Print a tree from another format in the notation.

    json and python are nested lists and tuples, parentheses is (((3)(6))((4)(10))).
    """
    from treeexplorer import formats
    from treeexplorer.notation import NotationError, write

    source = read_source(file, expression, examples=False)
    try:
        imported = formats.read(source.text, format_name, source.name)
    except NotationError as error:
        already = _already(source.text) if format_name is None else None
        if already is None:
            raise Problem(str(error)) from None
        imported = already
    for notice in imported.notices:
        complain(notice)
    texts = []
    for exercise in imported.exercises:
        tree = exercise.tree.with_levels(levels or exercise.tree.levels)
        texts.append(write(replace(exercise, tree=tree)))
    print_or_write("\n".join(texts), output)


def _already(text: str) -> Imported | None:
    """Return the trees of a text that is in the notation and in none of the other formats."""
    from treeexplorer.formats import recognise
    from treeexplorer.formats.foreign import Imported
    from treeexplorer.notation import NotationError, parse_all

    if recognise(text) is not None:
        return None
    try:
        document = parse_all(text)
    except NotationError:
        return None
    return Imported(document.exercises, ("this is the notation already",))
