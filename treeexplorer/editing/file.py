"""A file of trees that is edited: its text, what was done to it, and its saving."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, TypeAlias

from treeexplorer.editing.changes import Change, EditError
from treeexplorer.editing.draft import Draft
from treeexplorer.editing.matching import Counterpart, common, inverse, matching
from treeexplorer.errors import TreeexplorerError
from treeexplorer.files import ANYTHING, digest, write_atomically
from treeexplorer.notation import (
    Claim,
    Exercise,
    NotationError,
    in_order,
    parse_all,
    write_all,
)
from treeexplorer.notation.directives import claim_lines
from treeexplorer.notation.reader import plain_text

_BYTE_ORDER_MARK: Final = "\ufeff"
_NAMES_NODES: Final = re.compile(r"\s*@(?:best|pruned)\b")

Edit: TypeAlias = Callable[[Draft], Change]


# -- one edit --------------------------------------------------------------------------------------


def edited(draft: Draft, change: Change) -> Draft:
    """Return what an edit makes of a text.

    Directives that name nodes name the same ones afterwards; where those are gone, they go, too.

    Raises:
        EditError: The tree would break a rule, and could not be read again.
    """
    start = draft.tokens.start
    try:
        after = _read_with(draft, start, change.text)
    except EditError:
        if not _naming(draft.exercise):
            raise
    else:
        if _naming(after.exercise) == _following(draft, after.exercise, change):
            return after
    lines = draft.above.split("\n")
    rest = [line for line in lines[:-1] if not _NAMES_NODES.match(line)]
    start -= len(draft.above)
    bare = _read_with(draft, start, "\n".join([*rest, lines[-1] + change.text]))
    directives = claim_lines(bare.tree, _following(draft, bare.exercise, change))
    return _read_with(draft, start, "\n".join([*rest, *directives, lines[-1] + change.text]))


def _read_with(draft: Draft, start: int, text: str) -> Draft:
    """Return a draft with another text from an offset to the end of its tree."""
    text = draft.text[:start] + text + draft.text[draft.tokens.stop :]
    try:
        return replace(draft, text=text, exercises=_read(text, draft.exercises))
    except NotationError as error:
        problem = error.problems[0]
        hint = f" ({problem.hint})" if problem.hint else ""
        raise EditError(problem.message + hint) from None


def _read(text: str, before: Sequence[Exercise]) -> tuple[Exercise, ...]:
    """Read the trees of a text that takes the place of others, and is in the same file."""
    path = before[0].path if before else None
    return tuple(replace(exercise, path=path) for exercise in parse_all(text))


def _naming(exercise: Exercise) -> list[Claim]:
    """Return the claims and blanks above a tree that name nodes."""
    claims = in_order([*exercise.claims, *exercise.blanks])
    return [claim for claim in claims if claim.kind in {"best", "pruned-if"}]


def _following(draft: Draft, after: Exercise, change: Change) -> list[Claim]:
    """Return the claims that name nodes as they name the same ones after an edit."""
    tree = after.tree
    counterpart = matching(draft.tree, tree, change.order)
    unknowns = {"", *tree.unknowns.values()}
    following: list[Claim] = []
    for claim in _naming(draft.exercise):
        node = counterpart(claim.node)
        moves = sorted(n for n in map(counterpart, claim.nodes) if n and tree.parent[n] == 0)
        is_gone = node is None or (claim.nodes and not moves)
        if not is_gone and (claim.condition is None or claim.condition.unknown in unknowns):
            following.append(claim._replace(node=node or 0, nodes=tuple(moves)))
    return list(in_order(following))


# -- the file --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Done:
    """What an edit, or its undoing, did.

    Attributes:
        index: Which tree of the file was changed.
        before: The trees before it.
        after: The trees after it.
        cursor: The node to look at now.
        words: What it did, for people.
        order: As in :class:`~treeexplorer.editing.changes.Change`.
    """

    index: int
    before: tuple[Exercise, ...]
    after: tuple[Exercise, ...]
    cursor: int
    words: str
    order: array[int] | None = None

    def counterpart(self, index: int) -> Counterpart:
        """Return the function from the nodes of one of the trees to the same ones after it."""
        order = self.order if index == self.index else None
        return matching(self.before[index].tree, self.after[index].tree, order)


@dataclass(frozen=True)
class _Step:
    """A piece of the file's text, put in the place of another that begins at the same offset.

    The rest is as in :class:`Done` and :class:`~treeexplorer.editing.changes.Change`.
    """

    at: int
    old: str
    new: str
    cursor: int
    node: int
    words: str
    index: int
    order: array[int] | None

    def back(self) -> _Step:
        """Return what takes it back."""
        return replace(
            self,
            old=self.new,
            new=self.old,
            cursor=self.node,
            node=self.cursor,
            order=None if self.order is None else inverse(self.order),
        )


class EditedFile:
    """Trees that are edited together because they stand in one file.

    The text is what is edited, and the trees are read from it: what an edit does not touch
    (directives, comments, blank lines, line ends, the other trees) stays byte for byte. A history
    holds the pieces of text that were exchanged, never the whole.

    Attributes:
        exercises: The trees as they are now.
        text: The text as it would be saved.
        path: The file.
        digest: The digest of what was read from the file, or written to it last.

    Args:
        exercises: The trees, as they were read.
        text: The text they were read from; ``None`` where they come from elsewhere (a game,
            another format), and are written canonically.
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
        self.exercises = tuple(exercises)
        self.path = path
        self.digest = known
        if known is None and text is not None and path is not None:
            self.digest = digest(text.encode("utf-8"))
        if text is None:
            text = write_all(exercises)
            self.exercises = _read(text, self.exercises)
        self.text = text
        self._steps: list[_Step] = []
        self._made = 0  # how many of them; the others are undone
        self._saved: int | None = 0

    def draft(self, index: int) -> Draft:
        """Return one of the trees, ready to be edited."""
        return Draft(plain_text(self.text), self.exercises, index)

    # -- edits -------------------------------------------------------------------------------------

    @property
    def has_unsaved_work(self) -> bool:
        """Whether the trees are not as they were when they were saved or read."""
        return self._saved != self._made

    def mark_unsaved(self) -> None:
        """Note that no state of the trees is saved, as after a recovery."""
        self._saved = None

    def edit(self, index: int, edit: Edit) -> Done:
        """Make an edit of one tree; what was undone before cannot be done again.

        Raises:
            EditError: It cannot be made; nothing has changed.
        """
        draft = self.draft(index)
        change = edit(draft)
        after = edited(draft, change)
        start = common(draft.text, after.text)
        rest = common(draft.text[start:][::-1], after.text[start:][::-1])
        at, stop = _offsets(self.text, draft.text, start, len(draft.text) - rest)
        new = after.text[start : len(after.text) - rest].replace("\n", _newline(self.text))
        step = _Step(
            at, self.text[at:stop], new,
            change.cursor, change.node, change.words, index, change.order,
        )  # fmt: skip
        if self._saved is not None and self._saved > self._made:
            self._saved = None
        self._steps[self._made :] = [step]
        self._made += 1
        return self._take(step, after.exercises)

    def undo(self) -> Done | None:
        """Take back the last edit; ``None`` where there is none."""
        if not self._made:
            return None
        self._made -= 1
        return self._take(self._steps[self._made].back())

    def take_back(self) -> None:
        """Undo the last edit as if it had never been made."""
        if self.undo() is not None:
            del self._steps[self._made :]

    def redo(self) -> Done | None:
        """Do again the edit that was undone last; ``None`` where there is none."""
        if self._made == len(self._steps):
            return None
        self._made += 1
        return self._take(self._steps[self._made - 1])

    def _take(self, step: _Step, exercises: Sequence[Exercise] | None = None) -> Done:
        """Exchange a piece of the text, and the trees for those that stand in it then."""
        before, text = self.exercises, self.text
        self.text = text[: step.at] + step.new + text[step.at + len(step.old) :]
        self.exercises = tuple(exercises or _read(self.text, before))
        return Done(step.index, before, self.exercises, step.cursor, step.words, step.order)

    # -- saving ------------------------------------------------------------------------------------

    def save(self, path: Path | None = None, *, overwrite: bool = False) -> Path:
        """Write the trees to their file, or to another one, which is then theirs; return it.

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
        text, made = self.text, self._made
        expected = ANYTHING if overwrite else self.digest if own else None
        write_atomically(target, text, expected=expected)
        self.path = target
        self.digest = digest(text.encode("utf-8", "surrogateescape"))
        self._saved = made if self.text == text else None  # somebody may have gone on editing
        return target


def _newline(raw: str) -> str:
    return "\r\n" if 2 * raw.count("\r\n") > raw.count("\n") else "\n"


def _offsets(raw: str, plain: str, *offsets: int) -> list[int]:
    """Return where offsets in a text stand in it as it was before its line ends were made plain."""
    mark = len(raw) - len(raw.removeprefix(_BYTE_ORDER_MARK))
    if len(raw) == len(plain) + mark:
        return [offset + mark for offset in offsets]
    returns = [at.start() - i for i, at in enumerate(re.finditer("\r\n", raw[mark:]))]
    return [offset + bisect_left(returns, offset) + mark for offset in offsets]
