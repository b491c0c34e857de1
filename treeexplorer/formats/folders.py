"""Which files of a folder hold a tree: by their endings first, and then by reading them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Final

from treeexplorer.formats.door import read_trees
from treeexplorer.formats.syntaxes import SYNTAXES
from treeexplorer.gallery import Neighbour, is_listed, listed_beside, tree_files, trees_in
from treeexplorer.notation import read_text

_ENDINGS: Final = frozenset({".txt"}).union(*(syntax.endings for syntax in SYNTAXES))
_LARGEST: Final = 100_000  # bytes
_MOST_SECONDS: Final = 1.0


def holds_tree() -> Callable[[Path], bool]:
    """Return what tells whether a file holds a tree.

    A file of an ending that the door knows is read, as long as a second is not over; afterwards
    files are listed by their endings alone, and opening them says what is wrong with them.
    """
    until = monotonic() + _MOST_SECONDS

    def holds(path: Path) -> bool:
        """Tell whether a file can be read, or that it may be where it is not looked into."""
        if not _may_hold_tree(path):
            return False
        try:
            is_read = monotonic() <= until and path.stat().st_size <= _LARGEST
            if is_read:
                read_trees(read_text(path), file=path.name)
        except (OSError, ValueError):
            return False
        return True

    return holds


def trees_beside(path: Path, by: Neighbour, folder: Path | None = None) -> Iterator[Path]:
    """Yield the tree files after a file, or before it from there, each read when it is asked for.

    Args:
        path: The file.
        by: Which of the two.
        folder: A folder that is gone through with the folders below it, where it holds the file;
            otherwise the file's own folder is, without those.
    """

    def is_candidate(other: Path) -> bool:
        return other == path or _may_hold_tree(other)

    files: list[Path] = []
    with suppress(OSError):  # somebody took the folder away
        if folder is not None and folder in path.parents:
            files = [example.path for example in trees_in(folder, is_candidate)]
        else:
            files = tree_files(path.parent, is_candidate)
    holds = holds_tree()
    for other in listed_beside(files, path, by):
        if is_listed(other, holds):
            yield other


def _may_hold_tree(path: Path) -> bool:
    return path.suffix.lower() in _ENDINGS
