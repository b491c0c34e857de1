"""What is in a folder that may hold trees, and where a path that is being typed leads."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_UNITS: Final = ("B", "kB", "MB", "GB", "TB")
_THOUSAND: Final = 1000


@dataclass(frozen=True, slots=True)
class Entry:
    """A folder or a file that can be chosen.

    Attributes:
        name: What it is called, as the file system has it; ``..`` is the folder above.
        path: Where it is.
        is_folder: Whether it is a folder.
        size: The size of a file in bytes.
    """

    name: str
    path: Path
    is_folder: bool
    size: int = 0


def entries(folder: Path) -> list[Entry]:
    """Return what is in a folder: the folder above, then folders, then files that may hold trees.

    Raises:
        OSError: The folder cannot be read.
    """
    from treeexplorer.formats.catalogue import ENDINGS

    endings = {".tree", ".txt", *ENDINGS}
    found = []
    with os.scandir(folder) as scanned:
        for one in scanned:
            is_folder = _is_folder(one)
            if is_folder or Path(one.name).suffix.lower() in endings:
                size = 0 if is_folder else _size(one)
                found.append(Entry(one.name, folder / one.name, is_folder, size))
    found.sort(key=lambda entry: (not entry.is_folder, entry.name.casefold(), entry.name))
    above = [] if folder.parent == folder else [Entry("..", folder.parent, is_folder=True)]
    return above + found


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False


def _size(entry: os.DirEntry[str]) -> int:
    try:
        return entry.stat().st_size
    except OSError:
        return 0


def fitting(found: list[Entry], wanted: str) -> list[Entry]:
    """Return the entries whose names hold some letters; those that begin with them come first.

    The folder above fits only where nothing is sought, and hidden names only where a dot is.
    """
    letters = wanted.casefold()
    shown = [
        entry
        for entry in found
        if letters in entry.name.casefold()
        and (entry.name == ".." or not entry.name.startswith(".") or letters.startswith("."))
        and (entry.name != ".." or letters in {"", ".."})
    ]
    if letters:
        shown.sort(key=lambda entry: not entry.name.casefold().startswith(letters))
    return shown


def located(folder: Path, typed: str) -> tuple[Path, str]:
    """Return the folder that a typed path leads to, and the letters behind its last slash."""
    where, slash, letters = typed.rpartition("/")
    if not slash:
        if os.sep != "/" and os.sep in typed:
            where, slash, letters = typed.rpartition(os.sep)
        else:
            return (Path.home(), "") if typed == "~" else (folder, typed)
    try:
        base = Path(where + slash).expanduser()
    except RuntimeError:  # the home of somebody who is not known here
        return folder, typed
    return Path(os.path.normpath(folder / base)), letters


def size_shown(size: int) -> str:
    """Return a size in bytes for people: ``812 B``, ``1.4 kB``, ``26 MB``."""
    amount, unit = float(size), 0
    while amount >= _THOUSAND - 0.5 and unit < len(_UNITS) - 1:
        amount /= _THOUSAND
        unit += 1
    digits = 1 if unit and amount < 9.95 else 0
    return f"{amount:.{digits}f} {_UNITS[unit]}"
