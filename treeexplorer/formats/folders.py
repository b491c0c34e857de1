"""Which files of a folder hold a tree: by their endings first, and then by reading them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import Final

from treeexplorer.formats.door import read_trees
from treeexplorer.formats.syntaxes import SYNTAXES
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
        if path.suffix.lower() not in _ENDINGS:
            return False
        try:
            if monotonic() > until or path.stat().st_size > _LARGEST:
                return True
            read_trees(read_text(path), file=path.name)
        except (OSError, ValueError):
            return False
        return True

    return holds
