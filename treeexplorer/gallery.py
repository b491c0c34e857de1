"""The built-in examples: where they are, in which order they are learned, how one is found.

The examples are ordinary ``.tree`` files in numbered folders; what a course makes and gets back
stands beside them in a folder of its own, and is no example. An installed package carries them
inside itself; in a checkout they stand beside it. Only the ``@`` lines of a file are looked at
here, and only when they are asked for, so that a gallery of very many files appears at once.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Literal, TypeAlias, TypeVar

from treeexplorer.text import safe

_SUFFIX = ".tree"
_DIGITS = re.compile(r"(\d+)")
_FOLDER_NUMBER = re.compile(r"^\d+-")
_MOST_OF_A_HEAD = 4096  # characters
_PAPERS = "8-wrong-answers-to-find"
_COURSE = "course"


Neighbour: TypeAlias = Literal[1, -1]
"""What comes after, or what comes before."""

T = TypeVar("T")


@dataclass(frozen=True)
class Example:
    """A file of trees; its head is read when it is first asked for.

    Attributes:
        path: The file.
    """

    path: Path

    @property
    def name(self) -> str:
        """The file's name without its ending; unique among the built-in examples."""
        return safe(self.path.stem)

    @property
    def title(self) -> str:
        """The text of the first ``@title`` line of the head, or else the name."""
        if self.path.suffix != _SUFFIX:
            return safe(self.path.name)
        title = self._directives.get("@title")
        return title if title else self.name

    @property
    def source(self) -> str | None:
        """The text of the first ``@source`` line of the head; ``None`` if there is none."""
        return self._directives.get("@source")

    @property
    def folder(self) -> str:
        """The folder's name, such as ``1-first-steps``."""
        return safe(self.path.parent.name)

    @property
    def heading(self) -> str:
        """The folder's name for people, such as ``First steps``."""
        return _FOLDER_NUMBER.sub("", self.folder).replace("-", " ").capitalize()

    @cached_property
    def _directives(self) -> dict[str, str]:
        """The ``@`` lines above the first tree of the file, by directive.

        For example ``{"@title": "Exam 3", "@source": "…"}``; of several lines of one directive the
        first counts. It is empty if the file cannot be read. Such a file is listed all the same:
        opening it shows what is wrong with it.
        """
        try:
            with self.path.open(encoding="utf-8-sig", errors="replace") as file:
                head = file.read(_MOST_OF_A_HEAD)
        except OSError:
            return {}

        text_by_directive: dict[str, str] = {}
        for line in head.splitlines():
            # Neither empty, nor a directive, nor a comment: here the tree begins.
            is_of_tree = line.strip() and not line.startswith(("@", "#"))
            if is_of_tree:
                break
            directive, _, text = line.strip().partition(" ")
            text_by_directive.setdefault(directive, safe(text.strip()))
        return text_by_directive


def examples_folder() -> Path:
    """Return the folder of the built-in examples, inside the package or beside it."""
    package = Path(__file__).resolve().parent
    inside = package / "examples"
    return inside if inside.is_dir() else package.parent / "examples"


def course_folder() -> Path:
    """Return the folder with an example week of a course: rules, trees, sheet, key and hand-ins."""
    return examples_folder() / _COURSE / "week-3"


def is_example(path: Path) -> bool:
    """Tell whether a file is a built-in example; the files of the course folder are not."""
    real_path = path.resolve()
    folder = examples_folder()
    is_of_course = real_path.is_relative_to(folder / _COURSE)
    return real_path.is_relative_to(folder) and not is_of_course


def has_answers_to_mark(path: Path) -> bool:
    """Tell whether the claims in a file are somebody's answers, which are to be marked.

    In most built-in examples the claims are the book's; only some have a mistake to be found.
    """
    return not is_example(path) or path.parent.name == _PAPERS


@cache
def examples() -> tuple[Example, ...]:
    """Return all built-in examples in the recommended order."""
    files = sorted(examples_folder().glob(f"[0-9]*/*{_SUFFIX}"), key=make_file_sort_key)
    return tuple(map(Example, files))


def find_trees_in_folder(
    folder: Path, holds_tree: Callable[[Path], bool] | None = None
) -> tuple[Example, ...]:
    """Return the trees of a folder by file name, numbers in names ordered by size.

    The files of each subfolder come after those of the folder itself.

    Args:
        folder: The folder.
        holds_tree: Tells of a file with another ending than ``.tree`` whether it holds a tree.

    Raises:
        OSError: The folder cannot be read.
    """
    subfolders = [Path(entry) for entry in os.scandir(folder) if entry.is_dir()]
    files = find_tree_files(folder, holds_tree)
    for subfolder in sorted(subfolders, key=make_file_sort_key):
        with suppress(OSError):  # somebody else's, perhaps
            files += find_tree_files(subfolder, holds_tree)
    return tuple(map(Example, files))


def iterate_neighbours(listed: Sequence[T], one: T, by: Neighbour) -> Iterator[T]:
    """Yield the items after, or before, one item of a sequence, the nearest first.

    Nothing is yielded if the item is not in the sequence.

    Args:
        listed: The sequence, in which no item is twice.
        one: The item.
        by: 1 for the items after it, −1 for those before it.

    Example:
        >>> list(iterate_neighbours("abcd", "c", -1)), list(iterate_neighbours("abcd", "c", 1))
        (['b', 'a'], ['d'])
    """
    if one not in listed:
        return
    position = listed.index(one)
    if by == 1:
        yield from listed[position + 1 :]
    else:
        yield from reversed(listed[:position])


def find_tree_files(folder: Path, holds_tree: Callable[[Path], bool] | None) -> list[Path]:
    """Return the files of a folder that hold trees, sorted by name.

    The folder may have very many files, so that few system calls are made.

    Args:
        folder: The folder; those below it are not gone through.
        holds_tree: Tells of a file with another ending than ``.tree`` whether it holds a tree.
            ``None`` if such files are left out.

    Raises:
        OSError: The folder cannot be read.
    """
    # The name is looked at first: to ask whether an entry is a file may need a system call.
    names = [
        entry.name
        for entry in os.scandir(folder)
        if is_listed(folder / entry.name, holds_tree) and entry.is_file()
    ]
    # Numbers in names are compared by size: 2-b comes before 10-a.
    names.sort(key=lambda name: _make_sort_key(name.removesuffix(_SUFFIX)))
    return [folder / name for name in names]


def is_listed(path: Path, holds_tree: Callable[[Path], bool] | None) -> bool:
    """Tell whether a file is listed: a ``.tree`` file always, another one if it holds a tree."""
    if path.suffix == _SUFFIX:
        return True
    return holds_tree is not None and holds_tree(path)


def find(name: str, *, among_examples: bool = True) -> Path | None:
    """Return the path of a file, or else of the built-in example with that name, or ``None``."""
    if os.path.exists(name):  # noqa: PTH110 - no name is too strange for it
        return Path(name)
    if not among_examples:
        return None
    example_name = name.removesuffix(_SUFFIX)
    for example in examples():
        if example.name == example_name:
            return example.path
    return None


def make_file_sort_key(path: Path) -> list[list[tuple[int, str]]]:
    """Return a sort key for files by which ``2-b`` comes before ``10-a``.

    Example:
        >>> sorted([Path("10-a.tree"), Path("2-b.tree")], key=make_file_sort_key)[0].name
        '2-b.tree'
    """
    return [_make_sort_key(name) for name in (*path.parent.parts, path.stem, path.suffix)]


def _make_sort_key(name: str) -> list[tuple[int, str]]:
    """Return a sort key for a name in which numbers are ordered by size."""
    return [_make_sort_key_of_part(part) for part in _DIGITS.split(name)]


def _make_sort_key_of_part(part: str) -> tuple[int, str]:
    """Return the sort key of a part of a name: texts first, then numbers by size."""
    if part.isdecimal():
        return int(part), ""
    return -1, part
