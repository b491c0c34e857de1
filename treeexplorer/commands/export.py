"""``treeexplorer export``: a tree of the notation, printed in another format."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from treeexplorer.commands.shared import Loaded, Problem, file_argument, load, rule_options

_FORMATS = ("json", "python", "newick", "dot", "efg")


@click.command("export")
@file_argument
@click.option("--to", "format_name", type=click.Choice(_FORMATS), required=True, help="The format.")
@rule_options
def command(file: str | None, expression: str | None, format_name: str, **options: Any) -> None:
    """Print a tree in another format.

    json and python are nested lists, newick has the values as names, dot is Graphviz's language,
    efg is Gambit's extensive form.
    """
    loaded = list(load(file, expression, options))
    _print_trees(loaded, format_name)


def _print_trees(loaded: Sequence[Loaded], format_name: str) -> None:
    from treeexplorer.formats import catalogue
    from treeexplorer.formats.foreign import CannotWriteError

    try:
        exported = catalogue.WRITERS[format_name]([each.tree for each in loaded])
    except CannotWriteError as error:
        raise Problem(str(error)) from None
    for notice in exported.notices:
        click.echo(f"treeexplorer: {notice}", err=True)
    click.echo(exported.text, nl=False)
