"""Searches the trees of a command, and prints the answer about each of them."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

import click

from treeexplorer.commands.loading import UNNAMED, Loaded
from treeexplorer.commands.printing import print_json_rows, print_lines
from treeexplorer.commands.problems import CallError
from treeexplorer.errors import TreeexplorerError

if TYPE_CHECKING:
    from treeexplorer.engine import Record
    from treeexplorer.library.records import SearchRecord

_OBJECTS_BETWEEN_COLLECTIONS: Final = 1_000_000


@contextmanager
def add_title_to_errors(loaded: Loaded) -> Iterator[None]:
    """Turn errors within a ``with`` block into a ``CallError`` that begins with the tree's title.

    If the search came to an unknown leaf, a hint is added: ``; give it one with --set x=…``. Other
    errors than those of the project pass through unchanged.
    """
    from treeexplorer.judging.waiting import UnknownReachedError

    try:
        yield
    except UnknownReachedError as error:
        hint = f"; give it one with --set {error.word}=…"
        raise CallError(f"{loaded.title}: {error}{hint}") from None
    except TreeexplorerError as error:
        raise CallError(f"{loaded.title}: {error}") from None


def build_search_record(loaded: Loaded) -> SearchRecord:
    """Search a tree; return the search as the library's record, for the rows of ``--json``."""
    from treeexplorer.library.exercises import Exercise as PublicExercise
    from treeexplorer.library.records import SearchRecord

    return SearchRecord(PublicExercise(loaded.exercise), run_search(loaded), loaded.resolved)


def run_search(loaded: Loaded, step: int | None = None) -> Record:
    """Search a tree, and return the record of the search: all its steps, numbered from 1.

    A search that comes to an unknown leaf stops there. Its incomplete record is returned if it has
    the wanted step already; otherwise the unknown leaf is an error.

    Args:
        loaded: The tree with its rules.
        step: The step that the caller is going to show, 0 for the start; ``None`` for the end of
            the search.

    Raises:
        CallError: There is no such step, or the search stops at an unknown leaf before it. The
            message begins with the tree's title.
    """
    from treeexplorer.engine import search
    from treeexplorer.judging.waiting import check_has_no_unknown

    with add_title_to_errors(loaded):
        record = search(loaded.tree, loaded.resolved.rules)
        # An unknown leaf may be why there are too few steps, and is named then. So this comes
        # before the check of the step; for a complete search it does nothing.
        if step is None or step > record.steps:
            check_has_no_unknown(record)
        if step is not None and not 0 <= step <= record.steps:
            raise CallError(f"there is no step {step}; the search has {record.steps} steps")
        return record


def print_title(loaded: Loaded) -> None:
    """Print the title of a tree above the answer about it; nothing if the tree has no name."""
    if loaded.title != UNNAMED:
        print_lines([loaded.title], style="heading")


@contextmanager
def _collect_garbage_rarely() -> Iterator[None]:
    """Run the garbage collector seldom within a ``with`` block.

    Most objects of a command live until it ends.
    """
    thresholds = gc.get_threshold()
    gc.set_threshold(_OBJECTS_BETWEEN_COLLECTIONS, *thresholds[1:])
    try:
        yield
    finally:
        gc.set_threshold(*thresholds)


def print_answers(
    trees: Iterable[Loaded],
    print_text: Callable[[Loaded], None],
    make_rows: Callable[[Loaded], Iterable[Mapping[str, Any]]] | None = None,
    output: str | None = None,
) -> None:
    """Print the answer about each tree, as JSON Lines or as texts with an empty line between them.

    Args:
        trees: The trees, which may be loaded one by one while answers are printed.
        print_text: Prints the text about a tree. It is called only where ``make_rows`` is ``None``.
        make_rows: Returns the rows of JSON about a tree; ``None`` where text is asked for.
        output: The file of ``-o``, into which the JSON of all trees is written; ``None`` to print
            it. Texts are printed in any case.
    """
    with _collect_garbage_rarely():
        if make_rows is None:
            _print_texts(trees, print_text)
        elif output is not None:
            # One call, as it writes the whole file.
            print_json_rows(chain.from_iterable(map(make_rows, trees)), output)
        else:
            # Tree by tree, so that what is read before an error is printed.
            for loaded in trees:
                print_json_rows(make_rows(loaded))


def _print_texts(trees: Iterable[Loaded], print_text: Callable[[Loaded], None]) -> None:
    """Print the text about each tree, with an empty line before all but the first."""
    for position, loaded in enumerate(trees):
        if position > 0:
            click.echo()
        print_text(loaded)
