"""Where trees come from: a file, a built-in example, a text that was pasted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from treeexplorer.text import safe

if TYPE_CHECKING:
    from treeexplorer.library import Example
    from treeexplorer.tree import GameTree


@dataclass(frozen=True)
class Source:
    """A text of trees and what it is called.

    Attributes:
        name: What it is called, safe to show.
        path: The file it is in, ``None`` for a text that was pasted or typed.
        text: The text itself where there is no file.
        grow: Grows the tree of a game where there is neither.
        picture: Draws the position of a node of that tree, line by line.
    """

    name: str
    path: Path | None = None
    text: str = ""
    grow: Callable[[], GameTree] | None = None
    picture: Callable[[GameTree, int], list[str]] | None = None

    @classmethod
    def of_file(cls, path: Path) -> Source:
        """Return the source that a file is."""
        return cls(safe(path.name), path)

    @classmethod
    def of_text(cls, text: str, name: str = "pasted tree") -> Source:
        """Return the source that a text is."""
        return cls(name, None, text)

    def read(self) -> list[GameTree]:
        """Read the trees.

        Raises:
            NotationError: The text is wrong, or the file cannot be read.
        """
        from treeexplorer.notation import load_all, parse_all

        if self.grow is not None:
            return [self.grow()]
        if self.path is not None:
            return load_all(self.path)
        return parse_all(self.text, file=self.name)

    @classmethod
    def of_example(cls, example: Example) -> Source:
        """Return the source that a built-in example is."""
        return cls(example.title, example.path)

    def neighbour(self, by: int) -> Source | None:
        """Return the built-in example before or after this one, if this is one."""
        from treeexplorer import library

        known = library.examples()
        paths = [example.path for example in known]
        if self.path not in paths:
            return None
        index = paths.index(self.path) + by
        return self.of_example(known[index]) if 0 <= index < len(known) else None

    def course_rules(self) -> dict[str, Any]:
        """Return the rules of the course file beside the trees, or above them.

        Raises:
            CourseFileError: There is one, and it is wrong.
        """
        from treeexplorer.search.course import find_course_file, read_course_file

        try:
            file = find_course_file(self.path or Path.cwd())
        except OSError:
            return {}
        return read_course_file(file) if file else {}

    def stamp(self) -> tuple[int, int] | None:
        """Return the file's size and time of change, ``None`` where there is no file (now)."""
        if self.path is None:
            return None
        try:
            found = self.path.stat()
        except OSError:
            return None
        return found.st_size, found.st_mtime_ns
