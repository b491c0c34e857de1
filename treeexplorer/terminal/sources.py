"""Where trees come from: a file, a built-in example, a text that was pasted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from treeexplorer.gallery import is_example
from treeexplorer.notation import Exercise, NotationError, parse_all, read_text
from treeexplorer.terminal.background import Progress, in_background
from treeexplorer.text import as_sentence, safe
from treeexplorer.tree import GameTree

if TYPE_CHECKING:
    from treeexplorer.gallery import Example

OWN: Final = ".tree"

READ: Final = 0.75
"""The share of all the work of opening a tree that is done when it has been read."""

_LARGE: Final = 200_000  # characters, which take longer to read than a person waits without a word

ReadTrees: TypeAlias = tuple[list[Exercise], tuple[str, ...]]
Grow: TypeAlias = Callable[[Callable[[int], None]], Exercise]
"""Grows a tree and tells a function how many positions there are, now and then."""


class Source(NamedTuple):
    """A text of trees and what it is called.

    Attributes:
        name: What it is called, safe to show.
        path: The file it is in, ``None`` for a text that was pasted or typed.
        text: The text itself where there is no file.
        grow: Grows the tree of a game where there is neither; raises ``ValueError`` with a
            sentence where it cannot.
        picture: Draws the position of a node of that tree, line by line.
    """

    name: str
    path: Path | None = None
    text: str = ""
    grow: Grow | None = None
    picture: Callable[[GameTree, int], list[str]] | None = None

    @classmethod
    def of_file(cls, path: Path) -> Source:
        """Return the source that a file is."""
        return cls(safe(path.name), path)

    @classmethod
    def of_text(cls, text: str, name: str = "pasted tree") -> Source:
        """Return the source that a text is."""
        return cls(name, None, text)

    @property
    def is_large(self) -> bool:
        """Whether reading may take so long that the screen must not wait for it."""
        stamp = self.stamp()
        return self.grow is not None or (stamp[0] if stamp else len(self.text)) > _LARGE

    def read(self) -> list[Exercise]:
        """Read the trees, as :meth:`read_with_remarks` does."""
        return self.read_with_remarks()[0]

    async def read_behind(self) -> list[Exercise]:
        """Read the trees; in a thread where the screen must not wait for it."""
        return await in_background(self.read) if self.is_large else self.read()

    def read_with_remarks(self, progress: Progress | None = None) -> ReadTrees:
        """Read the trees; return them, and what is to be said where they are in another format.

        The first of what is to be said is its heading. A progress is told how far this has
        come, and ends it when it is given up.

        Raises:
            GivenUpError: It was given up.
            NotationError: The text is wrong, or the file cannot be read.
            ValueError: The tree of a game cannot be grown.
        """
        progress = progress or Progress()
        if self.grow is not None:
            progress.begin("growing the tree", READ)
            return [self.grow(progress.report)], ()
        text = self.text if self.path is None else read_text(self.path)
        progress.begin(f"reading {len(text) / 1e6:.1f} MB", READ, len(text))

        def own() -> ReadTrees:
            return list(parse_all(text, file=self.name, report=progress.report)), ()

        def foreign() -> ReadTrees | None:
            from treeexplorer import formats

            recognised = formats.recognise(text, self.name)
            if recognised is None:
                return None
            imported = formats.READERS[recognised](text, self.name)
            kept = f"; {self.name} stays as it is" if self.path is not None else ""
            origin = f"Imported from {'JSON' if recognised == 'json' else 'nested parentheses'}"
            more = f" {as_sentence(imported.notice)}" if imported.notice else ""
            notice = f"Saving writes a new .tree file{kept}.{more}"
            return list(imported.exercises), (origin, notice)

        is_other = self.path is not None and is_foreign(self.path)
        try:
            read = foreign() if is_other else None
            return read or own()
        except NotationError as error:
            if self.path is not None and self.path.suffix.lower() == OWN:
                raise
            try:
                read = own() if is_other else foreign()
            except NotationError as other:  # another format says more of what is wrong in it
                raise (error if is_other else other) from None
            if read is None:
                raise
            return read

    @classmethod
    def of_example(cls, example: Example) -> Source:
        """Return the source that a built-in example is."""
        return cls(example.title, example.path)

    @property
    def own_path(self) -> Path | None:
        """The file to save to; ``None`` where there is none, and for a built-in example."""
        return None if self.path is None or is_example(self.path) else self.path

    def neighbour(self, by: int) -> Source | None:
        """Return the built-in example before or after this one, if this is one."""
        from treeexplorer import gallery

        known = gallery.examples()
        paths = [example.path for example in known]
        if self.path not in paths:
            return None
        index = paths.index(self.path) + by
        return self.of_example(known[index]) if 0 <= index < len(known) else None

    def stamp(self) -> tuple[int, int] | None:
        """Return the file's size and time of change, ``None`` where there is no file (now)."""
        if self.path is None:
            return None
        try:
            status = self.path.stat()
        except OSError:
            return None
        return status.st_size, status.st_mtime_ns


def is_foreign(path: Path) -> bool:
    """Tell whether a file's name says that it is in another format."""
    if path.suffix.lower() == OWN:
        return False
    from treeexplorer.formats import ENDINGS

    return path.suffix.lower() in ENDINGS
