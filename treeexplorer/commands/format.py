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
    file_argument,
    read_source,
)
from treeexplorer.text import safe


@click.command("format")
@file_argument
@click.option("--check", is_flag=True, help="Print nothing; exit with 1 if the form is another.")
@click.option("--write", is_flag=True, help="Rewrite the file instead of printing it.")
def command(file: str | None, expression: str | None, check: bool, write: bool) -> None:
    """Print a file in canonical form: comments stay where they stood."""
    from treeexplorer.notation import NotationError, format_document

    if check and write:
        raise Problem("give either --check or --write, not both")
    source = read_source(file, expression)
    try:
        formatted = format_document(source.text, source.name)
    except NotationError as error:
        raise Problem(str(error)) from None
    if check:
        if formatted != source.text:
            click.echo(f"{safe(source.argument)} is not in canonical form", err=True)
            sys.exit(1)
    elif write:
        _write(source, formatted)
    else:
        click.echo(formatted, nl=False)


def _write(source: Source, formatted: str) -> None:
    from treeexplorer.files import write_atomically

    if source.argument in {STANDARD_INPUT, COMMAND_LINE_TREE}:
        raise Problem("--write needs a FILE to write to")
    if source.name != source.argument and not Path(source.argument).exists():
        raise Problem(f"“{safe(source.argument)}” is a built-in example, and stays as it is")
    if formatted == source.text:
        return
    try:
        write_atomically(source.argument, formatted)
    except OSError as error:
        reason = error.strerror or str(error)
        raise Problem(f"{safe(source.argument)} cannot be written: {reason}") from None
