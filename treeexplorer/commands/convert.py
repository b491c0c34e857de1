"""``treeexplorer format`` and ``import``: a file in canonical form, and from another format."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from treeexplorer.commands import shared
from treeexplorer.files import write_atomically
from treeexplorer.text import safe


@click.command("format")
@shared.file_argument
@click.option("--check", is_flag=True, help="Print nothing; exit with 1 if the form is another.")
@click.option("--write", "in_place", is_flag=True, help="Rewrite the file instead of printing it.")
def format_(file: str | None, expression: str | None, check: bool, in_place: bool) -> None:
    """Print a file in canonical form: comments stay where they stood."""
    from treeexplorer.notation import format_document

    source = shared.read_source(file, expression)
    formatted = format_document(source.text, source.name)
    if check:
        if formatted != source.text:
            shared.complain(f"{safe(source.argument)} is not in canonical form")
            sys.exit(1)
    elif in_place:
        if not Path(source.argument).exists():  # a built-in example stays as it is
            raise shared.CallError("--write needs a FILE to write to")
        if formatted != source.text:
            write_atomically(source.argument, formatted)
    else:
        click.echo(formatted, nl=False)


# -- importing ---------------------------------------------------------------------------------


@click.command("import")
@click.argument(
    "file", required=False, metavar="FILE", type=shared.FileParameter(examples=False), is_eager=True
)
@shared.expression_option
@shared.output_option
def import_(file: str | None, expression: str | None, output: str | None) -> None:
    """Print a tree from another format in the notation.

    json is nested lists and objects, parentheses is (((3)(6))((4)(10))). A list of numbers as
    Python prints it is in the notation already.
    """
    from treeexplorer.formats import READERS, Imported, recognise
    from treeexplorer.notation import parse_all, write_all

    source = shared.read_source(file, expression, examples=False)
    name = recognise(source.text, source.name)
    if name is None:
        notation = parse_all(source.text, file=source.name)
        imported = Imported(notation, "this is the notation already")
    else:
        imported = READERS[name](source.text, source.name)
    if imported.notice:
        shared.complain(imported.notice)
    shared.print_or_write(write_all(imported.exercises), output)
