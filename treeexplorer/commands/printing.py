"""Prints what a command answers: lines with colours, JSON Lines, or a file."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import click

from treeexplorer.files import write_atomically

if TYPE_CHECKING:
    from treeexplorer.explain.sentence import Phrase

PrintedLine: TypeAlias = "str | Phrase | list[str | Phrase]"
STANDARD_OUTPUT: Final = "-"
SCHEMA: Final = 2  # the version of the JSON that commands print
_ROLES: Final = {
    "max": "max", "alpha": "max", "min": "min", "beta": "min", "cut": "cut", "right": "decided",
    "wrong": "cut", "heading": "strong",
}  # fmt: skip
_LINES_AT_ONCE: Final = 500


def has_colour() -> bool:
    """Tell whether to print in colour.

    NO_COLOR counts first, then FORCE_COLOR; without them a terminal has colour, unless it is dumb.
    """
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR", "0") not in {"", "0"}:
        return True
    is_terminal = sys.stdout is not None and sys.stdout.isatty()
    return is_terminal and os.environ.get("TERM") != "dumb"


def print_lines(lines: Iterable[PrintedLine], *, style: str | None = None) -> None:
    """Print lines, in colour if colour is wanted.

    Args:
        lines: Each a text, which has no colours of its own; a sentence, whose parts have; or a list
            of both, which are printed with blanks between.
        style: The colour of whole lines: ``right``, ``wrong`` or ``heading``.
    """
    if has_colour():
        _print_in_batches(_colour_line(line, style) for line in lines)
    else:
        _print_in_batches(map(_format_plain, lines))


def _format_plain(line: PrintedLine) -> str:
    """Return a line without colours; the parts of a list are joined by blanks."""
    if isinstance(line, list):
        return " ".join(map(str, line))
    return str(line)


def _colour_line(line: PrintedLine, style: str | None) -> str:
    """Return a line with the escape codes that colour it on a terminal.

    With a style, such as ``wrong``, all of the line has the colour of that style. Without one each
    part of a phrase, such as ``("3", "alpha")``, has the colour of its role, and a text has none.
    """
    if isinstance(line, list):  # of texts and phrases, never of lists
        return " ".join(_colour_line(part, style) for part in line)
    if isinstance(line, str):
        if style is None:
            return line
        return _colour_by_role(line, style)
    if style is None:
        return "".join(_colour_by_role(text, role) for text, role in line.parts())
    return "".join(_colour_by_role(text, style) for text, _ in line.parts())


def _colour_by_role(text: str, role: str) -> str:
    """Return a part of a sentence in the colour of its role, such as ``alpha``."""
    return colour_text(text, _ROLES.get(role, ""))


def colour_text(text: str, role: str) -> str:
    """Return a text in one of the terminal's sixteen colours, chosen by its role in a drawing."""
    from rich.color import ColorSystem
    from rich.style import Style

    from treeexplorer.drawing.colours import convert_to_few_colours

    return Style.parse(convert_to_few_colours(role)).render(text, color_system=ColorSystem.STANDARD)


def print_json_rows(rows: Iterable[Mapping[str, Any]], output: str | None = None) -> None:
    """Print rows as JSON Lines, or write them under the path that ``-o`` gives.

    Each begins with the version of the schema: ``{"schema": 2, "file": "my.tree", …}``.
    """
    lines = (json.dumps({"schema": SCHEMA, **row}, ensure_ascii=False) for row in rows)
    if output is None:
        _print_in_batches(lines)
    else:
        print_or_write("".join(f"{line}\n" for line in lines), output)


def _print_in_batches(lines: Iterator[str]) -> None:
    """Print lines, many with each call.

    Single calls would take most of the time of a long trace.
    """
    while True:
        batch = list(islice(lines, _LINES_AT_ONCE))
        if not batch:
            return
        click.echo("\n".join(batch), color=True)


def print_or_write(text: str, output: str | None) -> None:
    """Print a text, or write it under the path that ``-o`` gives."""
    if output is None or output == STANDARD_OUTPUT:
        click.echo(text, nl=False)
    else:
        write_atomically(output, text)
