"""Rewrites a document canonically and keeps its comments where they stood."""

from __future__ import annotations

import re
from typing import Final

from treeexplorer.notation.directives import tidy_line
from treeexplorer.notation.document import Document
from treeexplorer.notation.layout import (
    AFTER_ELLIPSIS,
    AFTER_NODE,
    AFTER_OPENING,
    Comment,
    Layout,
)
from treeexplorer.notation.reader import parse_all, reader
from treeexplorer.text import safe

_COMMENT: Final = re.compile(r"#[^\n]*+")


def format_document(text: str, file: str = "<text>") -> str:
    """Return a document in canonical form: formatting it again changes nothing.

    The trees read back are equal. Comments and directives stay where they stood, numbers and
    names get their shortest spelling, several blank lines become one.

    Args:
        text: The document.
        file: What error messages call it.

    Raises:
        NotationError: The text is not in the notation.
    """
    return _Formatter(parse_all(text, file=file)).text()


class _Formatter:
    """One pass over the pieces of a document that is known to be right."""

    def __init__(self, document: Document) -> None:
        self._text = document.text
        self._exercises = iter(document)
        self._lines: list[str] = []
        self._done = 0
        self._begin_tree()

    def _begin_tree(self) -> None:
        self._comments: dict[tuple[int, int], list[Comment]] = {}
        self._count = 0
        self._open: list[int] = []

    def text(self) -> str:
        """Return the document."""
        for piece in reader().pieces(self._text):
            if piece.type == "NEWLINE":
                self._end_tree(piece.start_pos)
            else:
                if not self._count:
                    self._between(piece.match.start())
                if piece.type == "DIRECTIVE":
                    self._lines.append(tidy_line(piece.match[0]))
                    self._done = piece.match.end()
                elif piece.type == "LEAVES":
                    for found in piece.run:
                        self._within("LEAF", found)
                else:
                    self._within(piece.type, piece.match)
        self._between(len(self._text))
        while self._lines and not self._lines[-1]:
            self._lines.pop()
        return "\n".join(self._lines) + "\n"

    def _between(self, stop: int) -> None:
        """Keep the comments outside of trees, and one blank line where there are some."""
        gap = self._text[self._done : stop].split("\n")
        first = 1 if self._done and self._text[self._done - 1] != "\n" else 0
        for line in gap[first : len(gap) if stop == len(self._text) else -1]:
            kept = safe(line.strip()).rstrip()
            if kept or (self._lines and self._lines[-1]):
                self._lines.append(kept)

    def _within(self, kind: str, found: re.Match[str]) -> None:
        """Note the comments behind one piece of a tree."""
        if kind == "CLOSE":
            place = (self._open.pop(), AFTER_NODE)
        elif kind == "ELLIPSIS":
            place = (self._open[-1], AFTER_ELLIPSIS)
        else:
            place = (self._count, AFTER_OPENING if kind == "OPEN" else AFTER_NODE)
            if kind == "OPEN":
                self._open.append(self._count)
            self._count += 1
        if not self._open:
            return
        behind = self._text[found.end(kind) : found.end()]
        if "#" not in behind:
            return
        self._comments[place] = [
            Comment(safe(comment[0]).rstrip(), own_line="\n" in behind[: comment.start()])
            for comment in _COMMENT.finditer(behind)
        ]

    def _end_tree(self, offset: int) -> None:
        """Set the tree whose pieces have been seen, with the comment behind it on its line."""
        lines = Layout(next(self._exercises), self._comments).text()
        stop = self._text.find("\n", offset)
        self._done = len(self._text) if stop < 0 else stop + 1
        comment = safe(self._text[offset : self._done].strip()).rstrip()
        self._lines.append(f"{lines}  {comment}" if comment else lines)
        self._begin_tree()
