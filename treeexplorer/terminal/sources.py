"""Where trees come from: a file, a built-in example, a text that was pasted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from treeexplorer.files import digest
from treeexplorer.formats import read_trees
from treeexplorer.gallery import (
    Example,
    Neighbour,
    examples,
    has_answers_to_mark,
    is_example,
    iterate_neighbours,
)
from treeexplorer.notation import Exercise, read_text
from treeexplorer.terminal.background import Progress
from treeexplorer.text import as_sentence, safe
from treeexplorer.tree import GameTree, Levels

_LARGE: Final = 50_000
"""Characters that may take a second to read: ten thousand small trees, or no tree in any syntax."""

Grow: TypeAlias = Callable[[Callable[[int], None]], Exercise]
"""Grows a tree and tells a function how many positions there are, now and then."""


class ReadSource(NamedTuple):
    """The trees of a source as they were read.

    Attributes:
        exercises: The trees.
        remark: What is to be said of how they were read; empty where there is nothing.
        digest: What tells the content of the file from what it may hold later; ``None`` where the
            trees are in no file.
    """

    exercises: list[Exercise]
    remark: str = ""
    digest: str | None = None


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

    @classmethod
    def of_example(cls, example: Example) -> Source:
        """Return the source that a built-in example is."""
        return cls(example.title, example.path)

    @property
    def is_large(self) -> bool:
        """Whether reading may take so long that the screen must not wait for it."""
        return self.grow is not None or self.size > _LARGE

    @property
    def size(self) -> int:
        """How many bytes of a file, or characters of a text, are to be read."""
        if self.path is None:
            return len(self.text)
        try:
            return self.path.stat().st_size
        except OSError:
            return 0

    def whole_text(self) -> str:
        """Return the text; of a file that cannot be read as one nothing."""
        if self.path is None:
            return self.text
        try:
            return read_text(self.path)
        except ValueError:
            return ""

    @property
    def own_path(self) -> Path | None:
        """The file to save to where it is in the notation; none for a built-in example."""
        if self.path is None or is_example(self.path):
            return None
        return self.path

    @property
    def is_paper(self) -> bool:
        """Whether the claims in it are somebody's answers, which are to be marked."""
        return self.path is None or has_answers_to_mark(self.path)

    def read(self, progress: Progress | None = None, levels: Levels | None = None) -> ReadSource:
        """Read the trees, or grow the tree of a game.

        Args:
            progress: Is told how far the reading has come.
            levels: The players by ply where an option gives them; a game has its own.

        Raises:
            GivenUpError: Nobody waits for the progress any more.
            NotationError: The text is wrong, or the file cannot be read.
            ValueError: The tree of a game cannot be grown.
        """
        if progress is None:
            progress = Progress()
        if self.grow is not None:
            progress.begin("growing the tree")
            return ReadSource([self.grow(progress.report)])

        text = self.text if self.path is None else read_text(self.path)
        progress.begin(f"reading {len(text) / 1e6:.1f} MB", len(text))
        opened = read_trees(text, file=self.name, levels=levels, report=progress.report)

        remarks = [as_sentence(remark) for remark in opened.remarks]
        if not opened.is_notation:
            remarks.append("Saving writes a new .tree file.")
        digest_of_file = None if self.path is None else digest(text)
        return ReadSource(list(opened.exercises), " ".join(remarks), digest_of_file)


def source_beside(source: Source, by: Neighbour, folder: Path | None) -> Source | None:
    """Return the tree file after a source or before it; ``None`` where there is none.

    A built-in example stands among the examples, any other file in its own folder.

    Args:
        source: The source.
        by: 1 for the file after it, −1 for the one before.
        folder: A folder whose files come one behind the other, those of the folders in it among
            them, as the gallery lists them; ``None`` for none.
    """
    if source.path is None:
        return None

    if is_example(source.path):
        example = Example(source.path.resolve())
        nearest_example = next(iterate_neighbours(examples(), example, by), None)
        return None if nearest_example is None else Source.of_example(nearest_example)

    # Imported here, not above, so that the program starts fast.
    from treeexplorer.formats.folders import trees_beside

    nearest_file = next(trees_beside(source.path, by, folder), None)
    return None if nearest_file is None else Source.of_file(nearest_file)
