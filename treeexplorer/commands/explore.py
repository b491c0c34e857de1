"""``treeexplorer [FILE]``: the explorer, and the gallery."""

from __future__ import annotations

import gc
import os
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from treeexplorer.commands import shared

if TYPE_CHECKING:
    from treeexplorer.terminal.sources import Source

_OBJECTS_BETWEEN_COLLECTIONS: Final = 20_000
"""How many objects are made before garbage is looked for.

A key makes about a thousand that stay until the next one. With Python's own 700 it would be looked
for at every key, and every minute in all of a large tree, which takes as long as several keys.
"""


@click.command("explore")
@shared.file_argument
@click.option("--ascii", "ascii_only", is_flag=True, help="Draw with ASCII signs only.")
@shared.rule_options
def explore(file: str | None, expression: str | None, ascii_only: bool, **options: Any) -> None:
    """Open the explorer; the gallery where FILE is a folder of trees, or where none is named."""
    _refuse_without_terminal()
    gc.disable()  # a tenth of the time; the app enables it when the first screen stands
    gc.set_threshold(_OBJECTS_BETWEEN_COLLECTIONS)
    folder = _folder(file)
    source = None if folder is not None else _source(file, expression)
    tree = 1 if options["only"] is None else options["only"]
    # The texts behind each --set, such as "x=3"; a tuple, empty without any.
    settings = options["settings"]
    # A function from a tree to the leaf values that --set gives it; None without --set.
    assign = partial(shared.assignments, settings=settings) if settings else None
    # Imported late: a wrong FILE is reported without it.
    from treeexplorer.terminal.app import Request, run

    request = Request(
        source=source,
        options=shared.rule_settings(options),
        assign=assign,
        tree=tree,
        folder=folder,
    )
    sys.exit(run(request, ascii_only=ascii_only))


def _folder(file: str | None) -> Path | None:
    """Return the folder that FILE names, if it is one."""
    if file is None or not Path(file).is_dir():
        return None
    return Path(file)


def _refuse_without_terminal() -> None:
    """Raise an error unless a person sits at a terminal, which the explorer needs.

    Raises:
        CallError: The output goes to a file or a pipe, or the library for screens, Textual, is told
            to serve the app to a browser.
    """
    if not sys.stdout.isatty():
        raise shared.CallError(
            "the explorer needs a terminal; `treeexplorer solve`, `trace` and `draw` print instead"
        )
    # Textual reads this variable itself: its value is the class that takes the place of the
    # terminal.
    if os.environ.get("TEXTUAL_DRIVER"):
        raise shared.CallError(
            "the explorer is not served over the web, where it would give strangers your files; "
            "`treeexplorer export --to html` writes a page that steps in a browser"
        )


def _source(file: str | None, expression: str | None) -> Source | None:
    """Return where the explorer reads its trees from: a file, or a text.

    Args:
        file: FILE as it was typed: a path, an example, or ``-`` for standard input; ``None``
            without.
        expression: The tree of ``-e``; ``None`` without.

    Returns:
        ``None`` if neither is given: the gallery of examples opens instead.

    Raises:
        CallError: Both are given, or there is no such file.
    """
    from treeexplorer.terminal.sources import Source

    if file is None and expression is None:
        return None
    is_piped = file == shared.STANDARD_INPUT
    # A file is handed on by its path, not by its text.
    if expression is None and not is_piped:
        return Source.of_file(shared.find_file(str(file)))
    text = shared.read_source(file, expression).text
    # After reading, as from now on standard input is the keyboard.
    if is_piped:
        _take_keys_from_terminal()
    return Source.of_text(text, shared.UNNAMED)


def _take_keys_from_terminal() -> None:
    """Replace ``sys.stdin``, a pipe that has been read to its end, by the terminal, for the keys.

    Raises:
        CallError: There is no terminal.
    """
    try:
        terminal = open("/dev/tty")  # noqa: PTH123, SIM115 - stays open as standard input
    except OSError:
        message = "the tree came through standard input, and there is no terminal for keys"
        raise shared.CallError(message) from None
    # Both names: Textual reads keys from the second one.
    sys.stdin = terminal
    sys.__stdin__ = terminal  # type: ignore[misc]
