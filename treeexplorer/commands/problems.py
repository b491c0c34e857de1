"""What a command says of a wrong call, and of a file that cannot be read."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import click

from treeexplorer.commands.printing import print_json_rows
from treeexplorer.errors import TreeexplorerError


class CallError(TreeexplorerError):
    """A wrong call of a command: one message on standard error, and exit status 2."""


def print_notice(message: str) -> None:
    """Print a problem or a notice on standard error, in the style of all messages."""
    with suppress(OSError):  # where nobody can be told, the exit status tells
        click.echo(f"treeexplorer: {message}", err=True)


def report_unread_file(file: str, error: Exception) -> None:
    """Print why one of several files cannot be read; with ``--json`` as a row."""
    if is_printing_json():
        print_json_rows([{"file": file, "error": convert_error_to_json(error)}])
    else:
        print_notice(str(error))


def is_printing_json() -> bool:
    """Tell whether the running command was given ``--json``."""
    context = click.get_current_context(silent=True)
    return context is not None and bool(context.params.get("as_json"))


def convert_error_to_json(error: Exception) -> dict[str, Any]:
    """Return an error as a row of JSON; ``None`` stands for a line and column that are not known.

    For example ``{"line": 1, "column": 7, "message": …, "hint": …}``.
    """
    from treeexplorer.notation import NotationError

    names = ("line", "column", "message", "hint")
    if isinstance(error, NotationError):
        return {name: getattr(error.problems[0], name) for name in names}
    return {**dict.fromkeys(names), "message": str(error)}
