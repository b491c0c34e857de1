"""A file of trees that is edited: its text, in which the rest stays as it is, and its saving."""

from __future__ import annotations

import errno
import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from treeexplorer.editing.history import History
from treeexplorer.editing.pieces import Draft
from treeexplorer.errors import TreeexplorerError
from treeexplorer.files import ANYTHING, FileError, digest, read_bytes, write_atomically
from treeexplorer.notation import Exercise, NotationError, parse_all, write_all
from treeexplorer.notation.lexer import pieces
from treeexplorer.notation.printer import node_texts
from treeexplorer.notation.reader import plain_text
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
    for piece in pieces(text):
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


# -- the file --------------------------------------------------------------------------------------

_BYTE_ORDER_MARK: Final = "\ufeff"


@dataclass(frozen=True)
class Saved:
    """What saving did.

    Attributes:
        path: The file.
        lost: The comments that stood beside nodes that are gone.
    """

    path: Path
    lost: tuple[str, ...]


class EditedFile:
    """Trees that are edited together because they stand in one file.

    Saving changes the edited trees within the file's text and nothing else: directives, comments,
    blank lines, line ends and the other trees stay byte for byte.

    Attributes:
        history: The trees as they are now, and the edits made to them.
        path: The file.
        digest: The digest of what was read from the file, or written to it last.

    Args:
        exercises: The trees, as they were read.
        text: The text they were read from; ``None`` where they come from elsewhere (a game,
            another format), and the whole file is then written canonically.
        path: The file; ``None`` where there is none yet.
        known: The digest of what is in the file, where that is not the text.
    """

    def __init__(
        self,
        exercises: Sequence[Exercise],
        text: str | None = None,
        path: Path | None = None,
        known: str | None = None,
    ) -> None:
        self.history = History(exercises, text)
        self.path = path
        self.digest = known
        if known is None and text is not None and path is not None:
            self.digest = digest(text.encode("utf-8"))

    @classmethod
    def read(cls, path: Path) -> EditedFile:
        """Return the document in a file.

        Raises:
            NotationError: It cannot be read, or is not in the notation.
        """
        from treeexplorer.notation import read_text

        text = read_text(path)
        return cls(parse_all(text, file=str(path)).exercises, text, path)

    @classmethod
    def of_text(cls, text: str) -> EditedFile:
        """Return the document that a text is.

        Raises:
            NotationError: It is not in the notation.
        """
        return cls(parse_all(text).exercises, text)

    @property
    def has_unsaved_work(self) -> bool:
        """Whether something would be lost."""
        return not self.history.is_saved

    def text(self) -> Worded:
        """Return the text as it would be saved, and the comments that have no place in it.

        What comes back is the trees as they are, read again to make sure of it; were a tree to
        come out differently, it is set canonically instead.
        """
        drafts, base = self.history.drafts, self.history.base
        if base.text is None:
            return Worded(write_all(self.history.exercises), ())
        changed = [
            (read, draft) for read, draft in zip(base.exercises, drafts, strict=True)
            if draft.exercise is not read and draft.exercise != read
        ]  # fmt: skip
        if not changed:
            return Worded(base.text, ())
        plain = plain_text(base.text)
        sources = [SourceTokens(read, plain) for read, _ in changed]
        texts = [worded(source, draft) for source, (_, draft) in zip(sources, changed, strict=True)]
        result = _with(base.text, sources, [text.text for text in texts])
        lost = tuple(comment for text in texts for comment in text.lost)
        if not self._reads_back(result):
            result = _with(base.text, sources, [_set_anew(draft) for _, draft in changed])
            lost = tuple(comment for source in sources for *_, comment in source.comments())
        return Worded(result, lost)

    def _reads_back(self, text: str) -> bool:
        try:
            return parse_all(text).exercises == self.history.exercises
        except NotationError:
            return False

    def changed_on_disk(self) -> bool:
        """Tell whether the file is not what it was when it was read or saved last."""
        if self.path is None:
            return False
        try:
            return digest(read_bytes(self.path)) != self.digest
        except FileError as error:
            return error.errno != errno.ENOENT or self.digest is not None

    def save(self, path: Path | None = None, *, overwrite: bool = False) -> Saved:
        """Write the trees to their file, or to another one, which is then theirs.

        Args:
            path: Where to; the document's own file where ``None``.
            overwrite: Write even where that replaces something that was not read from there.

        Raises:
            TreeexplorerError: There is no file to write to.
            ChangedError: The file is not what was read, or is another one that exists.
            FileError: It cannot be written; the old file is still whole.
        """
        target = path or self.path
        if target is None:
            raise TreeexplorerError("these trees have no file yet: save them under a name")
        own = self.path is not None and target.absolute() == self.path.absolute()
        changes = self.history.changes
        saved = self.text()
        expected = ANYTHING if overwrite else self.digest if own else None
        write_atomically(target, saved.text, expected=expected)
        self.path = target
        self.digest = digest(saved.text.encode("utf-8", "surrogateescape"))
        if self.history.changes == changes:
            self.history.mark_saved()
        else:  # somebody went on editing meanwhile
            self.history.mark_unsaved()
        return Saved(target, saved.lost)


def _with(raw: str, sources: Sequence[SourceTokens], texts: Sequence[str]) -> str:
    """Return the file's text with other texts in the places of some of its trees."""
    mark = len(raw) - len(raw.removeprefix(_BYTE_ORDER_MARK))
    returns = [at.start() - i for i, at in enumerate(re.finditer("\r\n", raw[mark:]))]
    newline = "\r\n" if 2 * len(returns) > raw.count("\n") else "\n"
    parts, done = [], 0
    for source, text in zip(sources, texts, strict=True):
        start = source.start + bisect_left(returns, source.start) + mark
        parts += [raw[done:start], text.replace("\n", newline)]
        done = source.stop + bisect_left(returns, source.stop) + mark
    return "".join([*parts, raw[done:]])


def _set_anew(draft: Draft) -> str:
    """Return a tree in canonical form, without the lines above it."""
    from treeexplorer.notation.printer import Layout

    return Layout(draft.exercise, {}).text()
