"""The trees of a file while they are edited: what was done, what can be undone and done again."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

from treeexplorer.editing.changes import Change, applied, inverse
from treeexplorer.editing.pieces import NEW, Draft, Piece
from treeexplorer.notation import Exercise
from treeexplorer.tree import GameTree

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


# -- which node is which in another version, where nobody noted the edits --------------------------

Counterpart: TypeAlias = Callable[[int], "int | None"]


def matching(before: GameTree, after: GameTree) -> Counterpart:
    """Return the function from a node of one version of a tree to the same one of another.

    It returns ``None`` for a node that is gone. Linear in the sizes of the trees, and in nothing
    but what differs where they are nearly the same.
    """
    if before is after:
        return lambda node: node
    most = min(len(before), len(after))
    start = _alike(before, after, most, from_the_end=False)
    rest = _alike(before, after, most - start, from_the_end=True)
    stop, shift = len(before) - rest, len(after) - len(before)
    moved = _matched(before, after, range(start, stop), range(start, stop + shift))

    def counterpart(node: int) -> int | None:
        if node < start:
            return node
        return node + shift if node >= stop else moved.get(node)

    return counterpart


def surviving(tree: GameTree, node: int, counterpart: Counterpart) -> int:
    """Return a node's counterpart, or that of its nearest ancestor which has one; else the root.

    Args:
        tree: The tree of which ``node`` is a node.
        node: The node.
        counterpart: Returns the number of a node in the other version.
    """
    found = counterpart(node)
    while found is None and node > 0:
        node = tree.parent[node]
        found = counterpart(node)
    return found or 0


def _alike(before: GameTree, after: GameTree, most: int, *, from_the_end: bool) -> int:
    """Return how many nodes both trees have in common at their beginning or at their end."""
    columns = (
        (before.kind, after.kind, 1),
        (before.ply.tobytes(), after.ply.tobytes(), before.ply.itemsize),
        (before.value.tobytes(), after.value.tobytes(), before.value.itemsize),
    )
    low, high = 0, most
    while low < high:  # every round compares half as much as the one before it, or less
        middle = (low + high + 1) // 2
        if all(_runs_equal(*column, low, middle, from_the_end) for column in columns):
            low = middle
        else:
            high = middle - 1
    known, known_too = _words(before), _words(after)
    shift = len(after) - len(before) if from_the_end else 0
    for named, size, others in ((known, len(before), known_too), (known_too, len(after), known)):
        for node, name in named.items():
            if others.get(node + shift) != name:
                low = min(low, size - 1 - node if from_the_end else node)
        shift = -shift
    return low


def _runs_equal(
    first: bytes, second: bytes, cell: int, start: int, stop: int, from_the_end: bool
) -> bool:
    if from_the_end:
        one = first[len(first) - stop * cell : len(first) - start * cell]
        return one == second[len(second) - stop * cell : len(second) - start * cell]
    return first[start * cell : stop * cell] == second[start * cell : stop * cell]


def _matched(
    before: GameTree, after: GameTree, gone: Collection[int], new: Collection[int]
) -> dict[int, int]:
    """Return which of the nodes of a run are which of the run in its place."""
    named, named_too = _by_name(before, gone), _by_name(after, new)
    moved = {node: named_too[name] for name, node in named.items() if name in named_too}
    taken = set(moved.values())
    if 0 in gone and 0 in new and 0 not in moved and 0 not in taken:
        moved[0] = 0
    done: set[int] = set()
    for node in gone:
        parent = before.parent[node]
        if parent < 0 or parent in done:
            continue
        done.add(parent)
        there = moved.get(parent) if parent in gone else parent
        if there is None or there >= len(after):
            continue
        ours = [child for child in before.children(parent) if child in gone]
        theirs = [child for child in after.children(there) if child in new]
        moved.update(_in_order(before, after, ours, theirs, moved, taken))
    return moved


def _in_order(
    before: GameTree,
    after: GameTree,
    ours: Sequence[int],
    theirs: Sequence[int],
    moved: Mapping[int, int],
    taken: Collection[int],
) -> Iterator[tuple[int, int]]:
    """Yield the pairs of siblings that are left; another name only where the place is the same."""
    left = ((place, node) for place, node in enumerate(ours) if node not in moved)
    left_too = ((place, node) for place, node in enumerate(theirs) if node not in taken)
    for (place, node), (place_too, there) in zip(left, left_too, strict=False):
        if place == place_too or before.names.get(node) == after.names.get(there):
            yield node, there


def _words(tree: GameTree) -> dict[int, str]:
    """Return the names of nodes, and the words that stand for the values of unknown leaves."""
    return {node: word for node, word in tree.unknowns.items() if word} | dict(tree.names)


def _by_name(tree: GameTree, nodes: Collection[int]) -> dict[str, int]:
    """Return the nodes of a run whose names stand there once."""
    found: dict[str, int] = {}
    several: set[str] = set()
    for node, name in _words(tree).items():
        if node in nodes:
            several.update({name} & found.keys())
            found[name] = node
    return {name: node for name, node in found.items() if name not in several}
