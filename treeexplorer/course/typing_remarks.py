"""A text that is read beside the key's tree: how far it is read, and what is said of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from treeexplorer.course.typed_parts import PartSlip
from treeexplorer.explain.phrases import listed
from treeexplorer.numbers import counted, written
from treeexplorer.text import quoted
from treeexplorer.tree import GameTree

_MOST_NAMED: Final = 4
"""How many missing nodes a remark names; of others it says how many there are."""
WORDS_FOR_SLASH: Final = (
    r"(?:pruned?|cut(?:[ -]off)?|skip(?:ped)?|crossed\s+out|not\s+visited|unvisited)"
)
"""What people write in place of a slash: ``pruned``."""
BEHIND_NODE: Final = r"(?=[\s,;\]]|$)"
"""What stands behind a node, or the end of the text."""
SPACE_OR_COMMENT: Final = re.compile(r"(?:\s+|#[^\n]*)+")
DOTS_OF_NOTATION: Final = re.compile(r"(?:/\s*)?(?:\.\.\.|…)")
"""What stands for children that are not drawn, with a slash if these are pruned."""


def folded(remarks: Sequence[str]) -> str:
    """Return the first of several remarks of one kind, with the number of the others.

    >>> folded(["line 1: “oo” is read as +∞", "line 2: “oo” is read as +∞"])
    'line 1: “oo” is read as +∞; 1 other place in the same way.'
    """
    first, *others = remarks
    if not others:
        return f"{first}."
    return f"{first}; {counted(len(others), 'other place', 'other places')} in the same way."


class TypedPiece(NamedTuple):
    """The piece of a text between two positions."""

    start: int
    end: int

    @classmethod
    def of(cls, match: re.Match[str]) -> TypedPiece:
        """Return the piece that was matched."""
        return cls(match.start(), match.end())


class TypedCursor:
    """A text, and how far it is read.

    Attributes:
        text: What was typed.
        position: The index of the next character that is to be read.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Move past what matches at the position, and return the match; else stay."""
        match = self.peek(pattern)
        if match is not None:
            self.position = match.end()
        return match

    def peek(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Return what matches at the position, and stay."""
        return pattern.match(self.text, self.position)

    def copy(self) -> TypedCursor:
        """Return another cursor at the same position, to read ahead while this one stays."""
        copied_cursor = TypedCursor(self.text)
        copied_cursor.position = self.position
        return copied_cursor

    def since(self, start: int) -> TypedPiece:
        """Return the piece that was read from a position up to here."""
        return TypedPiece(start, self.position)

    def sees(self, *beginnings: str) -> bool:
        """Tell whether the text goes on with one of these beginnings."""
        return self.text.startswith(beginnings, self.position)

    def is_at_end(self) -> bool:
        """Tell whether the whole text is read."""
        return self.position == len(self.text)


class TypingRemarks:
    """What is said of a text: a remark on each slip, and on each piece that was left out."""

    def __init__(self, text: str, key: GameTree) -> None:
        """Begin with no remark.

        Args:
            text: What was typed.
            key: The key's tree, whose labels the remarks use.
        """
        self._text = text
        self._key = key
        self._slips: dict[PartSlip, list[str]] = {}
        self._starts_of_slips: set[int] = set()
        self._left_out: list[str] = []

    def to_sentences(self) -> list[str]:
        """Return a sentence for each kind of slip, then one for each piece that was left out."""
        return [*map(folded, self._slips.values()), *self._left_out]

    def add_slip(self, kind: PartSlip, piece: TypedPiece, meaning: str, node: int) -> None:
        """Add a remark such as ``line 1: “=< 2” is read as ≤ 2 at ▽B``.

        One piece has one remark, whatever is unusual about it: the first. So nothing is added where
        another slip begins at the same position.

        Args:
            kind: What is unusual about the piece.
            piece: Where it stands.
            meaning: What it is read as.
            node: The node that it belongs to.
        """
        if piece.start in self._starts_of_slips:
            return
        self._starts_of_slips.add(piece.start)
        remark = f"{self._quote(piece)} is read as {meaning} at {self.format_label(node)}"
        self._slips.setdefault(kind, []).append(remark)

    def add_left_out(self, piece: TypedPiece, reason: str) -> None:
        """Say that a piece is left out, and why."""
        self._left_out.append(f"{self._quote(piece)} is left out: {reason}.")

    def add_slashes(self, piece: TypedPiece, nodes: Sequence[int]) -> None:
        """Say that dots with a slash, or a line between siblings, are a slash at some nodes."""
        labels = self._format_labels(nodes)
        self._left_out.append(f"{self._quote(piece)} is read as a slash at {labels}.")

    def add_missing(self, position: int, nodes: Sequence[int]) -> None:
        """Say that nodes of the key are missing at a position: ``line 1: B.2 is missing; …``."""
        line = self._format_line(position)
        labels = self._format_labels(nodes)
        if len(nodes) == 1:
            sentence = f"{line}: {labels} is missing; the key’s is taken, without a slash."
        else:
            sentence = f"{line}: {labels} are missing; the key’s are taken, without a slash."
        self._left_out.append(sentence)

    def add_missing_bracket(self, position: int, node: int) -> None:
        """Say that the closing bracket of a node is missing before a position."""
        end_of_text_before = len(self._text[:position].rstrip())
        line = self._format_line(end_of_text_before)
        label = self.format_label(node)
        self._left_out.append(f"{line}: the closing bracket of {label} is missing.")

    def format_label(self, node: int) -> str:
        """Return the label of a node, with its player's sign if it has children."""
        labels = self._key.labels
        return labels.label(node) if self._key.is_leaf(node) else labels.signed(node)

    def _format_labels(self, nodes: Sequence[int]) -> str:
        """Return the labels of some nodes in words, the first few of many."""
        named = [self.format_label(node) for node in nodes[:_MOST_NAMED]]
        unnamed = max(0, len(nodes) - _MOST_NAMED)
        return listed(named, unnamed)

    def _format_line(self, position: int) -> str:
        """Return the line of a position in words: ``line 1``."""
        return f"line {self._text.count(chr(10), 0, position) + 1}"

    def _quote(self, piece: TypedPiece) -> str:
        """Return a piece in quotes, behind its line: ``line 1: “3 [”``."""
        words = self._text[piece.start : piece.end].split()
        return f"{self._format_line(piece.start)}: {quoted(' '.join(words))}"


def format_typed_value(key: GameTree, leaf: int) -> str:
    """Return the value or word of a key's leaf as people type it: ``-7``, ``inf``, ``x``."""
    value = key.value_or_word(leaf)
    return value if isinstance(value, str) else written(value)


def collect_siblings_from(key: GameTree, node: int) -> list[int]:
    """Return a node and its siblings behind it; the root has none."""
    if key.is_root(node):
        return [node]
    return [child for child in key.children(key.parent[node]) if child >= node]
