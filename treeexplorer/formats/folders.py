"""Which files of a folder hold a tree: by their endings first, and then by reading them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic
from typing import Final

from treeexplorer.formats.door import read_trees
from treeexplorer.formats.syntaxes import SYNTAXES
from treeexplorer.gallery import (
    Neighbour,
    find_tree_files,
    find_trees_in_folder,
    is_listed,
    iterate_neighbours,
)
from treeexplorer.notation import read_text

_ENDINGS: Final = frozenset({".txt"}).union(*(syntax.endings for syntax in SYNTAXES))
_LARGEST: Final = 100_000  # bytes
_MOST_SECONDS: Final = 1.0


def holds_tree() -> Callable[[Path], bool]:
    """Return a function that tells whether a file holds a tree.

    For about a second the function reads files whose endings are known. After that it trusts the
    ending alone, so that a large folder is listed in time. The second begins when ``holds_tree`` is
    called: get a new function for each list.
    """
    deadline = monotonic() + _MOST_SECONDS

    def holds(path: Path) -> bool:
        if not _has_known_ending(path):
            return False
        is_late = monotonic() > deadline
        return is_late or _can_be_read(path)

    return holds


def _can_be_read(path: Path) -> bool:
    """Tell whether the trees of a file can be read; a large file counts without a try."""
    try:
        if path.stat().st_size <= _LARGEST:
            read_trees(read_text(path), file=path.name)
    except (OSError, ValueError):
        return False
    return True


def trees_beside(path: Path, by: Neighbour, folder: Path | None = None) -> Iterator[Path]:
    """Yield the other tree files of a folder, those nearest to a file first.

    Each file is read only when it is asked for.

    Args:
        path: The file.
        by: Whether the files after it are meant, or those before it.
        folder: Look in this folder and those below it, if the file is in there; otherwise only in
            the file's own folder.
    """
    files = _list_candidates(path, folder)
    holds = holds_tree()
    for other_file in iterate_neighbours(files, path, by):
        if is_listed(other_file, holds):
            yield other_file


def _list_candidates(path: Path, folder: Path | None) -> list[Path]:
    """Return the files around a file that may hold a tree by their endings, and the file itself.

    They are those of ``folder`` and below it, if the file is in there; otherwise those of the
    file's own folder. They stand in the order of a listing; none if the folder cannot be read.
    """

    def is_candidate(other_file: Path) -> bool:
        # The file is there whatever its ending, since the caller looks for the files beside it.
        return other_file == path or _has_known_ending(other_file)

    try:
        if folder is not None and folder in path.parents:
            return [example.path for example in find_trees_in_folder(folder, is_candidate)]
        return find_tree_files(path.parent, is_candidate)
    # Somebody took the folder away.
    except OSError:
        return []


def _has_known_ending(path: Path) -> bool:
    return path.suffix.lower() in _ENDINGS
