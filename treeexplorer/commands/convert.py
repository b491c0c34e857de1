"""``treeexplorer format`` and ``import``: a file in canonical form, and from another format."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

import click

from treeexplorer.commands import call_options, loading, printing, problems
from treeexplorer.errors import TreeexplorerError
from treeexplorer.files import write_atomically
from treeexplorer.text import safe

# The exit status of `format`, from the best to the worst.
_DONE: Final = 0
_NOT_CANONICAL: Final = 1
_UNREAD: Final = 2


@click.command("format")
@call_options.files_argument
@click.option("--check", is_flag=True, help="Print nothing; exit with 1 if the form is another.")
@click.option("--write", "in_place", is_flag=True, help="Rewrite the file instead of printing it.")
def format_(files: tuple[str, ...], expression: str | None, check: bool, in_place: bool) -> None:
    """Print files in canonical form: comments stay where they stood.

    A file in another format is printed in the notation.
    """
    # Without a file, read_source() takes None, and then the tree of -e.
    arguments: Sequence[str | None] = files if files else [None]
    worst_status = _DONE
    for position, formatted in enumerate(_format_each(arguments, expression)):
        if formatted is None:  # could not be read; the reason is printed already
            worst_status = max(worst_status, _UNREAD)
        elif check:
            worst_status = max(worst_status, _check_form(formatted))
        elif in_place:
            _rewrite_file(formatted)
        else:
            _print_text(formatted.text, is_first=position == 0)
    sys.exit(worst_status)


class _Formatted(NamedTuple):
    """A text as it was read, and in canonical form."""

    source: loading.InputText
    text: str

    @property
    def is_canonical(self) -> bool:
        """Whether it was in canonical form already."""
        return self.text == self.source.text


def _format_each(
    arguments: Sequence[str | None], expression: str | None
) -> Iterator[_Formatted | None]:
    """Yield the text of each argument, as it was read and in canonical form.

    Of several arguments, one that cannot be read is reported, and yields ``None``. If there is only
    one, its error is raised. ``[None]`` stands for no file: then the text is that of ``-e``.
    """
    for file in arguments:
        try:
            source = loading.read_source(file, expression)
            yield _Formatted(source, _format_canonically(source))
        except (TreeexplorerError, OSError) as error:
            if len(arguments) == 1:
                raise
            problems.print_notice(str(error))
            yield None


def _check_form(formatted: _Formatted) -> int:
    """Return the exit status for a text; print a notice if its canonical form is another."""
    if formatted.is_canonical:
        return _DONE
    problems.print_notice(f"{safe(formatted.source.argument)} is not in canonical form")
    return _NOT_CANONICAL


def _print_text(text: str, *, is_first: bool) -> None:
    """Print one of several texts, with an empty line before all but the first."""
    if not is_first:
        click.echo()
    click.echo(text, nl=False)


def _format_canonically(source: loading.InputText) -> str:
    """Return a text in the canonical form of the project's notation.

    A text in another syntax, such as JSON, is converted, and a notice says as what it was read. One
    in no syntax that is known is an error.
    """
    from treeexplorer.formats import read_trees
    from treeexplorer.notation import NotationError, format_document, write_all

    with suppress(NotationError):  # the text may be in another syntax
        return format_document(source.text, source.name)
    opened = read_trees(source.text, file=source.name)
    problems.print_notice(f"{safe(source.argument)}: {opened.read_as}")
    return write_all(opened.exercises)


def _rewrite_file(formatted: _Formatted) -> None:
    """Write the canonical form of a file over the file, unless the file is in that form already.

    A CallError is raised if the text came from no file, but from standard input, ``-e`` or an
    example; a NotationError if the file is in another syntax, such as JSON, or has a mistake.
    """
    from treeexplorer.notation import parse_all

    source = formatted.source
    # The argument as it was typed: a built-in example has no file of that name here.
    if not Path(source.argument).exists():
        raise problems.CallError("--write needs a FILE to write to")
    parse_all(source.text, file=source.name)  # what is not in the notation is not overwritten
    if not formatted.is_canonical:
        write_atomically(source.argument, formatted.text)


# -- importing ---------------------------------------------------------------------------------


@click.command("import")
@click.argument(
    "file",
    required=False,
    metavar="FILE",
    type=call_options.FileParameter(examples=False),
    is_eager=True,
)
@call_options.expression_option
@call_options.output_option
def import_(file: str | None, expression: str | None, output: str | None) -> None:
    """Print a tree from another format in the notation.

    JSON, Python and other literals, LaTeX, S-expressions, DOT, Mermaid, CSV, lines of pairs or of
    paths, pages of Markdown and notebooks of Jupyter: what every other command reads, too. How it
    was understood stands on standard error.
    """
    from treeexplorer.formats import read_trees
    from treeexplorer.notation import write_all

    source = loading.read_source(file, expression, examples=False)
    opened = read_trees(source.text, file=source.name)
    # Notices go to standard error: standard output has the tree alone.
    if opened.is_notation:
        problems.print_notice("this is the notation already")
    for remark in opened.remarks:
        problems.print_notice(remark)
    printing.print_or_write(write_all(opened.exercises), output)
