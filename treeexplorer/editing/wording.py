"""Writes an edited tree so that what was not edited stays as its author wrote it.

The text of a tree is a row of tokens (the beginning of a node, ``...``, ``]``) with gaps between
them: blanks, line ends, commas, comments. A token that is still there is copied letter by letter,
and so is a gap between two tokens that are still neighbours. Elsewhere a comment on the line of a
token stays with that token, and one on a line of its own with the token below it.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from treeexplorer.editing.pieces import Draft
from treeexplorer.notation import Exercise
from treeexplorer.notation.layout import node_texts
from treeexplorer.notation.reader import reader
from treeexplorer.tree import INNER

_COMMENT: Final = re.compile(r"#[^\n]*")
_NOWHERE: Final = -1


@dataclass(frozen=True)
class Worded:
    """A tree's text.

    Attributes:
        text: The text, from the root's first character to its last.
        lost: The comments that stood beside nodes that are gone.
    """

    text: str
    lost: tuple[str, ...]


class SourceTokens:
    """The tokens and gaps of a tree as it was read.

    Args:
        exercise: The tree, with its positions in the text.
        text: The text of the whole file, its lines ended by newlines.

    Attributes:
        start: The offset of the tree's first character in the text.
        stop: One past its last character.
    """

    def __init__(self, exercise: Exercise, text: str) -> None:
        if exercise.positions is None:
            raise ValueError("the tree was not read from a text")
        self.exercise = exercise
        self.tree = tree = exercise.tree
        self._text = text
        self.start = exercise.positions.nodes[0]
        size = len(tree)
        # A token is 2 × node for a beginning, that plus one for a closing bracket, and 2 × size
        # plus the node for its `...`; here in their order, with the offsets of each.
        self._index = array("i", [_NOWHERE]) * (3 * size)
        self._starts, self._stops = array("i"), array("i")
        open_nodes: list[int] = []
        seen = 0
        for kind, match in _tokens(text[self.start :]):
            if kind == "CLOSE":
                token = 2 * open_nodes.pop() + 1
            elif kind == "ELLIPSIS":
                token = 2 * size + open_nodes[-1]
            else:
                token = 2 * seen
                if kind == "OPEN":
                    open_nodes.append(seen)
                seen += 1
            self._index[token] = len(self._starts)
            self._starts.append(match.start() if kind in {"OPEN", "LEAF"} else match.start(kind))
            self._stops.append(match.end(kind))
        self.stop = self.start + self._stops[-1]
        commas = text.count(",", self.start, self.stop)
        self.comma = 2 * commas >= size - 1 > 0

    def index(self, token: int) -> int:
        """Return a token's place in the row, −1 where it is not there."""
        return self._index[token] if token >= 0 else _NOWHERE

    def token_text(self, index: int) -> str:
        """Return a token as it is written."""
        return self._text[self.start + self._starts[index] : self.start + self._stops[index]]

    def run_text(self, first: int, last: int) -> str:
        """Return the tokens from one to another as they are written, with what is between."""
        return self._text[self.start + self._starts[first] : self.start + self._stops[last]]

    def gap(self, index: int) -> str:
        """Return what stands between a token and the next."""
        last = self.start + self._stops[index]
        return self._text[last : self.start + self._starts[index + 1]]

    def beside(self, index: int) -> str:
        """Return the comment on the line of a token, with what is in front of it."""
        if not 0 <= index < len(self._starts) - 1:
            return ""
        first_line = self.gap(index).partition("\n")[0]
        return first_line if "#" in first_line else ""

    def above(self, index: int) -> str:
        """Return the lines above a token and its indentation, from the line end in front."""
        if index <= 0:
            return ""
        _, newline, rest = self.gap(index - 1).partition("\n")
        return newline + rest

    def comments(self) -> list[tuple[int, bool, str]]:
        """Return each comment with the gap it is in and whether it is on a token's line."""
        found: list[tuple[int, bool, str]] = []
        if self._text.find("#", self.start, self.stop) < 0:
            return found
        for index in range(len(self._starts) - 1):
            gap = self.gap(index)
            if "#" in gap:
                first_line = gap.find("\n")
                found += [
                    (index, match.start() < first_line or first_line < 0, match[0].strip())
                    for match in _COMMENT.finditer(gap)
                ]
        return found


def _tokens(text: str) -> Iterator[tuple[str, re.Match[str]]]:
    """Yield the kind of each token of the tree that a text begins with, and what found it."""
    for piece in reader().pieces(text):
        if piece.type == "NEWLINE":
            return
        if piece.type == "LEAVES":
            for found in piece.run:
                yield "LEAF", found
        else:
            yield piece.type, piece.match


def worded(source: SourceTokens, draft: Draft) -> Worded:
    """Return the text of an edited tree, linear in the sizes of both texts."""
    return _Wording(source, draft).worded()


class _Wording:
    def __init__(self, source: SourceTokens, draft: Draft) -> None:
        self._source = source
        self._tree = draft.tree
        self._origin = draft.origin
        self._new_texts = node_texts(draft.exercise)
        self._old_texts = node_texts(source.exercise)
        self._parts: list[str] = []
        self._kept: set[tuple[int, bool]] = set()
        self._kept_runs: list[tuple[int, int]] = []
        self._last = _NOWHERE
        self._last_opens = False
        self._line_starts: list[int] = []  # the last beginning of a node at each ply

    def worded(self) -> Worded:
        tree, end = self._tree, self._tree.end
        is_same = self._unchanged()
        open_nodes: list[int] = []
        node, size = 0, len(tree)
        while node < size:
            while open_nodes and end[open_nodes[-1]] == node:
                self._close(open_nodes.pop())
            opens = tree.kind[node] == INNER
            ply = tree.ply[node]
            index, text = self._beginning(node)
            last = index
            if opens and is_same[node]:
                last = self._source.index(2 * self._origin[node] + 1)
                text = self._source.run_text(index, last)
                self._kept_runs.append((index, last))
            self._put(index, text, opens=opens and last == index, sibling=self._sibling(ply))
            self._last = last
            self._line_starts[ply:] = [index if index >= 0 else self._sibling(ply)]
            if opens and last == index:
                open_nodes.append(node)
                node += 1
            else:
                node = end[node]
        while open_nodes:
            self._close(open_nodes.pop())
        return Worded("".join(self._parts), tuple(self._lost()))

    def _unchanged(self) -> bytearray:
        """Return for each node whether its whole subtree is as it was read.

        It is where the origins run on without a break, as far as in the tree that was read, and
        no node in it is written differently. Running counts of breaks and changes tell at once.
        """
        tree, old = self._tree, self._source.tree
        size = len(tree)
        breaks, changes = array("i", [0]), array("i", [0])
        broken = changed = 0
        before = _NOWHERE
        was_elided = (n for n in range(size) if self._origin[n] in old.elided)
        elided = tree.elided ^ set(was_elided) if tree.elided or old.elided else frozenset()
        for node, known in enumerate(self._origin):
            broken += known != before + 1
            before = known
            changed += (
                known < 0 or self._new_texts[node] != self._old_texts[known] or node in elided
            )
            breaks.append(broken)
            changes.append(changed)
        is_same = bytearray(size)
        for node, (known, end) in enumerate(zip(self._origin, tree.end, strict=True)):
            is_same[node] = (
                changes[end] == changes[node]
                and breaks[end] == breaks[node + 1]
                and old.end[known] - known == end - node
            )
        return is_same

    def _lost(self) -> Iterator[str]:
        """Yield the comments that have not been put anywhere."""
        starts = array("i", sorted(first for first, _ in self._kept_runs))
        lasts = dict(self._kept_runs)
        for gap, beside, comment in self._source.comments():
            at = bisect_right(starts, gap) - 1
            if (at < 0 or gap >= lasts[starts[at]]) and (gap, beside) not in self._kept:
                yield comment

    def _beginning(self, node: int) -> tuple[int, str]:
        """Return the place in the source of a node's beginning, and its text."""
        old = self._origin[node]
        opens = self._tree.kind[node] == INNER
        text = self._new_texts[node]
        if old < 0:
            return _NOWHERE, text + "[" if opens else text
        index = self._source.index(2 * old)
        opened = self._source.tree.kind[old] == INNER
        if opened == opens and text == self._old_texts[old]:
            return index, self._source.token_text(index)
        return index, text + "[" if opens else text

    def _close(self, node: int) -> None:
        old = self._origin[node]
        if node in self._tree.elided:
            token = 2 * len(self._source.tree) + old if old >= 0 else _NOWHERE
            self._put(self._source.index(token), "...", opens=False)
        token = 2 * old + 1 if old >= 0 else _NOWHERE
        self._put(self._source.index(token), "]", opens=False, closes=True)

    def _sibling(self, ply: int) -> int:
        return self._line_starts[ply] if ply < len(self._line_starts) else _NOWHERE

    def _put(
        self,
        index: int,
        text: str,
        *,
        opens: bool,
        closes: bool = False,
        sibling: int = _NOWHERE,
    ) -> None:
        if self._parts:
            self._parts.append(self._gap(index, sibling, closes=closes))
        self._parts.append(text)
        self._last, self._last_opens = index, opens

    def _gap(self, index: int, sibling: int, *, closes: bool) -> str:
        """Return what stands between the token put last and the one at a place in the source."""
        source, last = self._source, self._last
        if last >= 0 and index == last + 1:
            self._kept |= {(last, True), (last, False)}
            return source.gap(last)
        beside = source.beside(last)
        above = source.above(index) if index >= 0 else self._line_like(sibling)
        if index > 0:
            self._kept.add((index - 1, False))
        if beside:
            self._kept.add((last, True))
        between = not self._last_opens and not closes
        if between and source.comma and "," not in _COMMENT.sub("", beside + above):
            beside = "," + beside
        if "#" in beside and not above.startswith("\n"):
            above = "\n"
        gap = beside + above
        return gap + " " if between and not gap.endswith((" ", "\n", "\t")) else gap

    def _line_like(self, sibling: int) -> str:
        """Return the line end and indentation for a new node whose sibling begins a line."""
        above = self._source.above(sibling)
        return "\n" + above.rpartition("\n")[2] if above else ""
