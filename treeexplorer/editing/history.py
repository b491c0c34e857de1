"""The trees of a file while they are edited: what was done, what can be undone and done again."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

from treeexplorer.editing.change import Change, applied, inverse
from treeexplorer.editing.pieces import NEW, Draft, Piece
from treeexplorer.notation import Exercise

Edit: TypeAlias = Callable[[Draft], Change]


@dataclass(frozen=True)
class Base:
    """What the trees were read from, before the edits that followed.

    Attributes:
        exercises: The trees as they were read.
        text: Their text; ``None`` where they come from elsewhere.
    """

    exercises: tuple[Exercise, ...]
    text: str | None


@dataclass(frozen=True)
class Done:
    """What one edit, or its undoing, did.

    Attributes:
        index: Which tree of the file was changed.
        before: The tree before it.
        after: The tree after it.
        start: The first node that it may have changed.
        stop: One past the last such node of the tree before it.
        cursor: The node to look at now.
        words: What the edit does, for people.
    """

    index: int
    before: Draft
    after: Draft
    start: int
    stop: int
    cursor: int
    words: str

    def counterpart(self, node: int) -> int | None:
        """Return a node's number after the edit, given the one before; ``None`` if it is gone."""
        if node < self.start:
            return node
        if node >= self.stop:
            return node + len(self.after.tree) - len(self.before.tree)
        return self._moved.get(self.before.origin[node])

    @cached_property
    def _moved(self) -> dict[int, int]:
        stop = self.stop + len(self.after.tree) - len(self.before.tree)
        run = self.after.origin[self.start : stop]
        return {origin: node for node, origin in enumerate(run, self.start)}


@dataclass(frozen=True)
class Rewritten:
    """What writing all trees anew, or its undoing, did.

    Attributes:
        before: The trees before it.
        after: The trees after it; they may be more or fewer.
        words: What was done, for people.
    """

    before: tuple[Exercise, ...]
    after: tuple[Exercise, ...]
    words: str


@dataclass(frozen=True)
class _Version:
    """All trees at once, to be put in the place of others."""

    drafts: tuple[Draft, ...]
    base: Base
    words: str


_Entry: TypeAlias = tuple[int, Change] | _Version


class History:
    """Trees and the edits made to them.

    An edit is kept as what it put in and what that replaced, never as a whole tree: a thousand
    changed leaves of a tree of a million nodes take as much room as of a tree of three. Only where
    all trees are written anew, as text, are those before them kept.

    Args:
        exercises: The trees as they were read.
        text: Their text; ``None`` where they come from elsewhere.

    Attributes:
        base: What the trees as they are now were read from.
        changes: How often the trees have changed, by edits and by undoing them.
    """

    def __init__(self, exercises: Sequence[Exercise], text: str | None = None) -> None:
        self.base = Base(tuple(exercises), text)
        self._drafts = [Draft.of(exercise) for exercise in exercises]
        self._undo: list[_Entry] = []
        self._redo: list[_Entry] = []
        self._saved: int | None = 0
        self.changes = 0
        self._next_new = NEW

    @property
    def drafts(self) -> tuple[Draft, ...]:
        """The trees as they are now, and where their nodes come from."""
        return tuple(self._drafts)

    @property
    def exercises(self) -> tuple[Exercise, ...]:
        """The trees as they are now, with what stands beside them."""
        return tuple(draft.exercise for draft in self._drafts)

    @property
    def is_saved(self) -> bool:
        """Whether the trees are as they were when they were saved (or read)."""
        return self._saved == len(self._undo)

    def mark_saved(self) -> None:
        """Note that the trees are saved as they are now."""
        self._saved = len(self._undo)

    def mark_unsaved(self) -> None:
        """Note that no state of the trees is saved, as after a recovery."""
        self._saved = None

    def edit(self, index: int, edit: Edit) -> Done:
        """Make an edit of one tree; what was undone before cannot be done again.

        Raises:
            EditError: It cannot be made; nothing has changed.
        """
        change = edit(self._drafts[index])
        change = replace(change, piece=self._known(change.piece))
        done, back = self._apply(index, change)
        self._note((index, back))
        return done

    def rewrite(self, exercises: Sequence[Exercise], text: str | None, words: str) -> Rewritten:
        """Put trees that were written anew in the place of all; this is undone like an edit.

        Args:
            exercises: The trees.
            text: The text they were read from; ``None`` where they come from elsewhere.
            words: What was done, for people.
        """
        drafts = tuple(Draft.of(exercise) for exercise in exercises)
        done, back = self._exchange(_Version(drafts, Base(tuple(exercises), text), words))
        self._note(back)
        return done

    def _note(self, back: _Entry) -> None:
        """Note what takes back what was just done."""
        if self._saved is not None and self._saved > len(self._undo):
            self._saved = None
        self._undo.append(back)
        self._redo.clear()

    def undo(self) -> Done | Rewritten | None:
        """Take back the last edit; ``None`` where there is none."""
        return self._turn(self._undo, self._redo)

    def take_back(self) -> None:
        """Undo the last edit as if it had never been made."""
        if self.undo() is not None:
            self._redo.pop()

    def redo(self) -> Done | Rewritten | None:
        """Do again the edit that was undone last; ``None`` where there is none."""
        return self._turn(self._redo, self._undo)

    def _turn(self, source: list[_Entry], target: list[_Entry]) -> Done | Rewritten | None:
        if not source:
            return None
        entry = source.pop()
        if isinstance(entry, _Version):
            rewritten, version = self._exchange(entry)
            target.append(version)
            return rewritten
        index, change = entry
        done, back = self._apply(index, change)
        target.append((index, back))
        return done

    def _exchange(self, version: _Version) -> tuple[Rewritten, _Version]:
        """Put all trees in the place of those that are there, which are returned."""
        before = _Version(self.drafts, self.base, version.words)
        self._drafts, self.base = list(version.drafts), version.base
        self.changes += 1
        were = tuple(draft.exercise for draft in before.drafts)
        return Rewritten(were, self.exercises, version.words), before

    def _apply(self, index: int, change: Change) -> tuple[Done, Change]:
        before = self._drafts[index]
        after = applied(before, change)
        self._drafts[index] = after
        self.changes += 1
        done = Done(index, before, after, change.start, change.stop, change.cursor, change.words)
        return done, inverse(before, change)

    def _known(self, piece: Piece) -> Piece:
        """Return a piece in which every new node has an origin that no other node has."""
        if NEW not in piece.origin:
            return piece
        origin = array("i", piece.origin)
        for place, known in enumerate(origin):
            if known == NEW:
                self._next_new -= 1
                origin[place] = self._next_new
        return replace(piece, origin=origin)
