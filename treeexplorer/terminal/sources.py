"""Where trees come from: a file, a built-in example, a text that was pasted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from treeexplorer.gallery import is_example
from treeexplorer.notation import Exercise, NotationError, parse_all, read_text
from treeexplorer.terminal.background import Progress
from treeexplorer.text import as_sentence, safe
from treeexplorer.tree import GameTree

if TYPE_CHECKING:
    from treeexplorer.gallery import Example

OWN: Final = ".tree"

_LARGE: Final = 200_000  # characters, which take longer to read than a person waits without a word

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

    @property
    def own_path(self) -> Path | None:
        """The file to save to; none for a built-in example or a file in another format."""
        from treeexplorer.formats import ENDINGS  # for those who edit

        if self.path is None or is_example(self.path) or self.path.suffix.lower() in ENDINGS:
            return None
        return self.path

    def read(self, progress: Progress | None = None) -> tuple[list[Exercise], str]:
        """Read the trees; return them, and a notice where they are in another format.

        Raises:
            GivenUpError: Nobody waits for the progress any more.
            NotationError: The text is wrong, or the file cannot be read.
            ValueError: The tree of a game cannot be grown.
        """
        progress = progress or Progress()
        if self.grow is not None:
            progress.begin("growing the tree")
            return [self.grow(progress.report)], ""
        text = self.text if self.path is None else read_text(self.path)
        progress.begin(f"reading {len(text) / 1e6:.1f} MB", len(text))
        try:
            return list(parse_all(text, file=self.name, report=progress.report)), ""
        except NotationError:
            from treeexplorer import formats

            recognised = formats.recognise(text, self.name)
            if recognised is None or (self.path and self.path.suffix.lower() == OWN):
                raise
        imported = formats.READERS[recognised](text, self.name)
        origin = "JSON" if recognised == "json" else "nested parentheses"
        more = f" {as_sentence(imported.notice)}" if imported.notice else ""
        notice = f"Imported from {origin}; saving writes a new .tree file.{more}"
        return list(imported.exercises), notice
