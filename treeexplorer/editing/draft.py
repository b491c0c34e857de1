"""A tree that is edited, and the text in which it stands.

An edit puts other text in the place of some tokens of a tree. What stands between the tokens that
stay (blanks, line ends, comments) stays beside them: a comment on a node's line goes with that
node, and so do the comment lines above it.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final, TypeAlias

from treeexplorer.notation import Exercise
from treeexplorer.notation.lexer import tokens
from treeexplorer.tree import GameTree

NOWHERE: Final = -1
_COMMENT: Final = re.compile(r"#[^\n]*")
_GROUPS: Final = (
    "probability", "cut", "name", "player", "window", "estimate", "LEAF", "claim", "OPEN"
)  # fmt: skip


@dataclass(frozen=True)
class Part:
    """Tokens of a tree one behind the other, as they are written or written differently.

    Attributes:
        first: The first token; ``NOWHERE`` where the part is new.
        last: The last token.
        text: What is written; as it stands in the source where ``None``.
        like: For a new part the token as whose line it is indented.
    """

    first: int
    last: int
    text: str | None = None
    like: int = NOWHERE

    @property
    def in_place(self) -> Run:
        """The run in which it takes its own tokens' place."""
        return self.first, self.last + 1, [self]


Run: TypeAlias = tuple[int, int, list[Part]]
"""Tokens from the first to one past the last, and the parts that take their places."""


class Tokens:
    """The tokens of a tree in a text: the beginnings of its nodes, ``...`` and closing brackets.

    Linear in the length of the tree's text.

    Args:
        text: A text, its lines ended by newlines.
        start: The offset at which the tree begins.
        size: How many nodes the tree has.

    Attributes:
        start: The offset at which the tree begins.
        stop: One past its last character.
        heads: The token with which each node begins.
        tails: The token with which each node ends; a leaf's own.
        ellipses: The token of the ``...`` of nodes that have one.
    """

    def __init__(self, text: str, start: int, size: int) -> None:
        self._text = text
        self.start = start
        self.heads, self.tails = array("i"), array("i", [0]) * size
        self.ellipses: dict[int, int] = {}
        self._starts, self._stops = starts, stops = array("i"), array("i")
        heads, tails = self.heads, self.tails
        open_nodes: list[int] = []
        for kind, match in tokens(text, start):
            if kind == "NEWLINE":
                break
            if kind == "LEAF":
                tails[len(heads)] = len(starts)
                heads.append(len(starts))
            elif kind == "OPEN":
                open_nodes.append(len(heads))
                heads.append(len(starts))
            elif kind == "CLOSE":
                tails[open_nodes.pop()] = len(starts)
            else:
                self.ellipses[open_nodes[-1]] = len(starts)
            starts.append(match.start())
            stops.append(match.end(kind))
        self.stop = self._stops[-1]
        self._has_commas = 2 * text.count(",", start, self.stop) >= size - 1 > 0

    def __len__(self) -> int:
        return len(self._starts)

    def text(self, first: int, last: int) -> str:
        """Return the tokens from one to another as they are written, with what is between."""
        return self._text[self._starts[first] : self._stops[last]]

    def head(self, node: int, **spellings: str) -> Part:
        """Return the beginning of a node with some of its parts spelled differently.

        Args:
            node: The node.
            spellings: Other texts for the groups of a node's beginning (``probability``, ``name``,
                ``player``, ``LEAF`` …), with what separates them from the next; an empty one takes
                the group away.
        """
        token = self.heads[node]
        text = self.text(token, token)
        _, match = next(tokens(text))
        written, done = "", 0
        for group in reversed(_GROUPS):
            start = match.start(group)
            before = "" if start < 0 else text[start : len(text) - done]
            done += len(before)
            written = spellings.get(group, before) + written
        return Part(token, token, written)

    def place_behind_children(self, node: int) -> int:
        """Return the token in front of which another last child of a node stands."""
        return self.ellipses.get(node, self.tails[node])

    def with_parts(self, runs: Iterable[Run]) -> str:
        """Return the tree's text with other parts in the place of some runs of tokens."""
        return self.joined(self.parts(runs))

    def parts(self, runs: Iterable[Run]) -> list[Part]:
        """Return the parts of the tree's text; runs do not overlap."""
        parts: list[Part] = []
        done = 0
        for start, stop, others in sorted(runs, key=lambda run: run[:2]):
            if done < start:
                parts.append(Part(done, start - 1))
            parts += others
            done = stop
        if done < len(self):
            parts.append(Part(done, len(self) - 1))
        return parts

    def order(self, parts: Iterable[Part]) -> array[int]:
        """Return the nodes that begin in parts, in the order of the parts."""
        order = array("i")
        for part in parts:
            first, last = bisect_left(self.heads, part.first), bisect_right(self.heads, part.last)
            order.extend(range(first, last))
        return order

    def joined(self, parts: Iterable[Part]) -> str:
        """Return the text of parts, with what stands between them."""
        written: list[str] = []
        before: Part | None = None
        for part in parts:
            text = self.text(part.first, part.last) if part.text is None else part.text
            if before is not None:
                between = not written[-1].endswith("[") and not text.startswith("]")
                written.append(self._space(before, part, is_between=between))
            written.append(text)
            before = part
        return "".join(written)

    def _space(self, before: Part, part: Part, *, is_between: bool) -> str:
        """Return what stands between two parts: between siblings, or behind or before a bracket."""
        if before.last >= 0 and part.first == before.last + 1:
            return self._gap(before.last)
        beside = self._beside(before.last)
        above = self._above(part.first)
        if part.first == NOWHERE and (line := self._above(part.like)):
            above = "\n" + line.rpartition("\n")[2]
        if is_between and self._has_commas and "," not in _COMMENT.sub("", beside + above):
            beside = "," + beside
        if "#" in beside and not above.startswith("\n"):
            above = "\n"
        space = beside + above
        return space + " " if is_between and not space.endswith((" ", "\n", "\t")) else space

    def _gap(self, token: int) -> str:
        """Return what stands between a token and the next."""
        return self._text[self._stops[token] : self._starts[token + 1]]

    def _beside(self, token: int) -> str:
        """Return the comment on the line of a token, with what is in front of it."""
        if not 0 <= token < len(self) - 1:
            return ""
        first_line = self._gap(token).partition("\n")[0]
        return first_line if "#" in first_line else ""

    def _above(self, token: int) -> str:
        """Return the lines above a token and its indentation, from the line end in front."""
        if token <= 0:
            return ""
        _, newline, rest = self._gap(token - 1).partition("\n")
        return newline + rest


@dataclass(frozen=True)
class Draft:
    """A tree that is being edited, in its text.

    Attributes:
        text: The whole text, its lines ended by newlines.
        exercises: The trees that stand in it.
        index: Which of them is meant.
    """

    text: str
    exercises: tuple[Exercise, ...]
    index: int = 0

    @property
    def exercise(self) -> Exercise:
        """The tree with what stands beside it."""
        return self.exercises[self.index]

    @property
    def tree(self) -> GameTree:
        """The tree."""
        return self.exercise.tree

    @cached_property
    def tokens(self) -> Tokens:
        """The tree's tokens in the text."""
        positions = self.exercise.positions
        if positions is None:
            raise ValueError("the tree was not read from a text")
        return Tokens(self.text, positions.start, len(self.tree))

    @cached_property
    def above(self) -> str:
        """The blank lines, comments and directives above the tree, up to its first character."""
        line = start = self.text.rfind("\n", 0, self.tokens.start) + 1
        while line:
            line = self.text.rfind("\n", 0, line - 1) + 1
            if self.text[line:start].strip()[:1] not in {"", "#", "@"}:
                break
            start = line
        return self.text[start : self.tokens.start]
