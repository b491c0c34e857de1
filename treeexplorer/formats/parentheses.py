"""Trees of plain numbers in parentheses.

A leaf stands in a pair of its own, ``(((3)(6)(-2))((6)(4)(10)))``; numbers may also stand bare
between them, ``((3 6 -2) (6 4 10))``.
"""

from __future__ import annotations

import re
from typing import Final

from treeexplorer.formats.foreign import Draft, Imported, Source
from treeexplorer.notation import Exercise
from treeexplorer.text import safe
from treeexplorer.tree import Number

_TOKEN: Final = re.compile(r"[()]|[^\s(),]++")


def read_parentheses(source: Source) -> Imported:
    """Return the trees of a text in parentheses, one after the other.

    Raises:
        FormatError: The parentheses do not match, a pair is empty, or something else stands there.
    """
    reader = _Parentheses(source)
    for match in _TOKEN.finditer(source.text):
        reader.take(match[0], match.start())
    return Imported(tuple(reader.finish()))


class _Parentheses:
    """Reads token by token; a pair is decided when it closes.

    A pair that holds one bare number and nothing else is a leaf. Whether it does is known at its
    end only, so a node is begun when the second thing in its pair comes, or the first pair.
    """

    def __init__(self, source: Source) -> None:
        self.source = source
        self.draft = Draft(source)
        self.trees: list[Draft] = []
        self.opened: list[int] = []
        self.begun = 0
        self.waiting: tuple[Number, int] | None = None

    def take(self, piece: str, offset: int) -> None:
        if piece == "(":
            self._begin_all()
            self.opened.append(offset)
        elif piece == ")":
            self._close(offset)
        else:
            self._number(piece, offset)

    def _begin_all(self) -> None:
        """Begin every opened pair as a node with children, and add the number that waits."""
        while self.begun < len(self.opened):
            self.draft.open(self.opened[self.begun])
            self.begun += 1
        if self.waiting is not None:
            self.draft.number_leaf(*self.waiting)
            self.waiting = None

    def _number(self, piece: str, offset: int) -> None:
        number = self.source.number(piece, offset)
        if number is None:
            raise self.source.error(
                offset,
                f"{safe(piece[:20])} is not a number",
                "in this format every leaf is a number: (((3)(6)(-2))((6)(4)(10)))",
            )
        if not self.opened:
            raise self.source.error(offset, "this number stands outside all parentheses")
        if self.begun < len(self.opened) and self.waiting is None:
            self.waiting = number, offset
            self._begin_outer()
        else:
            self._begin_all()
            self.draft.number_leaf(number, offset)

    def _begin_outer(self) -> None:
        """Begin all opened pairs but the innermost, which may turn out to be a leaf."""
        while self.begun < len(self.opened) - 1:
            self.draft.open(self.opened[self.begun])
            self.begun += 1

    def _close(self, offset: int) -> None:
        if not self.opened:
            raise self.source.error(offset, "this ) closes nothing")
        opened = self.opened.pop()
        if self.begun > len(self.opened):
            self.begun -= 1
            self.draft.close(opened)
        elif self.waiting is not None:
            number, _ = self.waiting
            self.waiting = None
            self.draft.number_leaf(number, opened)
        else:
            raise self.source.error(
                opened, "this pair of parentheses is empty", "a leaf is a number: (3)"
            )
        if not self.opened:
            self.trees.append(self.draft)
            self.draft = Draft(self.source)

    def finish(self) -> list[Exercise]:
        if self.opened:
            raise self.source.error(self.opened[-1], "the ( opened here is never closed")
        if not self.trees:
            raise self.source.error(0, "there is no tree here")
        return [draft.exercise() for draft in self.trees]


def looks_like_parentheses(text: str) -> bool:
    """Tell whether a text can only be a tree in parentheses."""
    stripped = text.strip()
    return stripped.startswith("(") and re.fullmatch(r"[()\s\d.+\-−eE]++", stripped) is not None
