"""``treeexplorer format``: the canonical form of a file."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from treeexplorer.commands.shared import (
    COMMAND_LINE_TREE,
    STANDARD_INPUT,
    Problem,
    Source,
    complain,
    file_argument,
    read_source,
    write,
)
from treeexplorer.text import quoted, safe


@click.command("format")
@file_argument
@click.option("--check", is_flag=True, help="Print nothing; exit with 1 if the form is another.")
@click.option("--write", "in_place", is_flag=True, help="Rewrite the file instead of printing it.")
def command(file: str | None, expression: str | None, check: bool, in_place: bool) -> None:
    """Print a file in canonical form: comments stay where they stood."""
    from treeexplorer.notation import NotationError, format_document

    if check and in_place:
        raise Problem("give either --check or --write, not both")
    source = read_source(file, expression)
    try:
        formatted = format_document(source.text, source.name)
    except NotationError as error:
        raise Problem(str(error)) from None
    if check:
        if formatted != source.text:
            complain(f"{safe(source.argument)} is not in canonical form")
            sys.exit(1)
    elif in_place:
        _rewrite(source, formatted)
    else:
        click.echo(formatted, nl=False)


def _rewrite(source: Source, formatted: str) -> None:
    if source.argument in {STANDARD_INPUT, COMMAND_LINE_TREE}:
        raise Problem("--write needs a FILE to write to")
    if not Path(source.argument).exists():
        raise Problem(f"{quoted(source.argument)} is a built-in example, and stays as it is")
    if formatted != source.text:
        write(source.argument, formatted)
