"""``treeexplorer [FILE]``: the explorer, and the gallery."""

from __future__ import annotations

import gc
import os
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from treeexplorer.commands import call_options, loading, problems

if TYPE_CHECKING:
    from treeexplorer.terminal.sources import Source

_OBJECTS_BETWEEN_COLLECTIONS: Final = 20_000
"""How many objects are made before garbage is looked for.

A key makes about a thousand that stay until the next one. With Python's own 700 it would be looked
for at every key, and every minute in all of a large tree, which takes as long as several keys.
"""


@click.command("explore")
@call_options.file_argument
@click.option("--ascii", "ascii_only", is_flag=True, help="Draw with ASCII signs only.")
@call_options.rule_options
def explore(file: str | None, expression: str | None, ascii_only: bool, **options: Any) -> None:
    """Open the explorer; the gallery where FILE is a folder of trees, or where none is named."""
    _check_has_terminal()
    _postpone_garbage_collection()

    folder = _find_folder(file)
    source = None
    if folder is None:
        source = _find_source(file, expression)
    stated_rules = loading.collect_stated_rules(options)
    tree_number = options["only"]  # of --tree

    assign = None  # or a function from a tree to the leaf values that --set gives it
    settings = options["settings"]  # the texts behind each --set, such as "x=3"
    if settings:
        assign = partial(loading.parse_assignments, settings=settings)

    # The import takes long: a wrong FILE is refused before it.
    from treeexplorer.terminal.app import Request, run

    request = Request(
        source=source,
        options=stated_rules,
        assign=assign,
        tree=1 if tree_number is None else tree_number,
        folder=folder,
    )
    sys.exit(run(request, ascii_only=ascii_only))


def _postpone_garbage_collection() -> None:
    """Turn Python's garbage collection off until the first screen stands, and then make it rare.

    It would take a tenth of the time up to the first screen. The app turns it on again; from then
    on the threshold that is set here holds.
    """
    gc.disable()
    gc.set_threshold(_OBJECTS_BETWEEN_COLLECTIONS)


def _find_folder(file: str | None) -> Path | None:
    """Return the folder that FILE names; ``None`` if it is none."""
    if file is None or not Path(file).is_dir():
        return None
    return Path(file)


def _check_has_terminal() -> None:
    """Raise a CallError unless a person sits at a terminal, which the explorer needs.

    So it is if the output goes to a file or a pipe, or if the library for screens, Textual, is told
    to serve the app to a browser.
    """
    if not sys.stdout.isatty():
        raise problems.CallError(
            "the explorer needs a terminal; `treeexplorer solve`, `trace` and `draw` print instead"
        )
    # Textual reads this variable itself: its value is the class that takes the place of the
    # terminal.
    if os.environ.get("TEXTUAL_DRIVER"):
        raise problems.CallError(
            "the explorer is not served over the web, where it would give strangers your files; "
            "`treeexplorer export --to html` writes a page that steps in a browser"
        )


def _find_source(file: str | None, expression: str | None) -> Source | None:
    """Return where the explorer reads its trees from: a file, or a text.

    FILE is a path, an example, or ``-`` for standard input; ``expression`` is the tree of ``-e``.
    Without both ``None`` is returned: the gallery of examples opens. Both together are refused.
    """
    from treeexplorer.terminal.sources import Source

    if file is None and expression is None:
        return None

    is_piped = file == loading.STANDARD_INPUT
    if expression is None and not is_piped:
        return Source.of_file(loading.find_file(str(file)))

    text = loading.read_source(file, expression).text
    if is_piped:
        # After reading, as from now on standard input is the keyboard.
        _read_keys_from_terminal()
    return Source.of_text(text, loading.UNNAMED)


def _read_keys_from_terminal() -> None:
    """Replace ``sys.stdin``, a pipe that has been read to its end, by the terminal, for the keys.

    A CallError is raised if there is no terminal.
    """
    try:
        terminal = open("/dev/tty")  # noqa: PTH123, SIM115 - stays open as standard input
    except OSError:
        message = "the tree came through standard input, and there is no terminal for keys"
        raise problems.CallError(message) from None
    # Both names: Textual reads keys from the second one.
    sys.stdin = terminal
    sys.__stdin__ = terminal  # type: ignore[misc]
