"""The worksheet: a tree without answers, filled in by a person.

A :class:`Worksheet` is a value. Every event (an entry, a slash, a hint, a check) returns a new one
and leaves the old one as it was, so that undoing is keeping it. A screen shows what the worksheet
says and hands it what was typed; nothing here knows about screens.

    sheet = Worksheet.blank(tree, rules)
    sheet = sheet.enter(node, "(3, inf)")      what was typed at a node
    sheet = sheet.slash(child)                 cut a branch, or take the slash away again
    sheet = sheet.ask_hint()                   sheet.hint says where to look; again: what to compare
    sheet = sheet.check()                      sheet.mark(node, "window") is ✓, ✗ or ↳
    sheet.text()                               a .tree file with claims, to be opened again
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, Final

from treeexplorer.engine import Record, search
from treeexplorer.engine.explain import label, waiting
from treeexplorer.exercises.check import Check, CheckedClaim, UnknownReachedError
from treeexplorer.exercises.claims import Claim, ClaimedThing, asks_windows
from treeexplorer.exercises.drawn import tree_with_rules
from treeexplorer.exercises.entries import EntryError, read_entry
from treeexplorer.exercises.findings import Findings, judge
from treeexplorer.exercises.hints import DEGREES, hint
from treeexplorer.exercises.marking import Mark
from treeexplorer.exercises.model_answer import Task, model_answer, tasks
from treeexplorer.numbers import written
from treeexplorer.rules import Rules
from treeexplorer.tree import Claims, GameTree, Number

_WRITTEN_PLACES: Final = 6


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint that was asked for.

    Attributes:
        task: What it is about.
        degree: 1 where to look, 2 what to compare, 3 the answer.
        text: The hint.
    """

    task: Task
    degree: int
    text: str


class _Answers:
    """What does not change while a worksheet is filled in: the search and its model answer."""

    def __init__(self, tree: GameTree, rules: Rules) -> None:
        bare = replace(tree, claims=Claims(blanks=tree.claims.blanks))
        self.tree, self.rules = bare, rules
        self.record = search(bare, rules)
        if self.record.waits_for is not None:
            raise UnknownReachedError(waiting(self.record) or "")
        self.findings = Findings(self.record)

    @cached_property
    def tasks(self) -> tuple[Task, ...]:
        """Everything to write down, in the order of the search.

        Where the tree has blanks (``?[…]``), values are asked for there alone.
        """
        blanks = self.tree.claims.blanks
        return tuple(
            task
            for task in tasks(self.record)
            if not blanks or task.claim.number is None or task.claim.node in blanks
        )

    @cached_property
    def model(self) -> Claims:
        """The model answer."""
        return model_answer(self.record)


@dataclass(frozen=True)
class Worksheet:
    """A tree with a person's entries.

    Build one with :meth:`blank` or :meth:`opened`.

    Attributes:
        entries: What has been entered so far.
        hint: The hint that is on show.
        hints_taken: The highest degree of hint taken, by the thing it was about.
        marks: The marks of the last check, for entries not changed since.
        first_wrong: The entry of the last check that the search contradicts first.
    """

    _answers: _Answers
    entries: Claims = field(default_factory=Claims)
    hint: Hint | None = None
    hints_taken: Mapping[tuple[int, ClaimedThing], int] = field(default_factory=dict)
    marks: Mapping[tuple[int, ClaimedThing], CheckedClaim] = field(default_factory=dict)
    first_wrong: CheckedClaim | None = None
    _check: Check | None = None

    @classmethod
    def blank(cls, tree: GameTree, rules: Rules) -> Worksheet:
        """Return an empty worksheet; claims that the tree carries are left out.

        Raises:
            UnknownReachedError: The search comes to an unknown leaf, so that there is no answer.
            HorizonError: A node at the depth limit has children and no estimate.
        """
        return cls(_Answers(tree, rules), Claims(blanks=tree.claims.blanks))

    @classmethod
    def opened(cls, tree: GameTree, rules: Rules) -> Worksheet:
        """Return a worksheet to go on with: the tree's claims are the entries so far.

        Raises:
            UnknownReachedError: The search comes to an unknown leaf, so that there is no answer.
            HorizonError: A node at the depth limit has children and no estimate.
        """
        return cls(_Answers(tree, rules), tree.claims)

    # -- what is on the sheet ------------------------------------------------------------------

    @property
    def record(self) -> Record:
        """The search of the tree without entries, for the model answer's steps."""
        return self._answers.record

    @property
    def tree(self) -> GameTree:
        """The tree as drawn, with the entries as its claims."""
        return replace(self._answers.tree, claims=self.entries)

    @property
    def model(self) -> Claims:
        """The model answer, to be looked at beside one's own."""
        return self._answers.model

    @property
    def tasks(self) -> tuple[Task, ...]:
        """Everything there is to write down, in the order of the search."""
        return self._answers.tasks

    def entries_at(self, node: int) -> list[Claim]:
        """Return what has been entered at a node."""
        return entries_at(self.record.tree, self.entries, node)

    def model_at(self, node: int) -> list[Claim]:
        """Return what the model answer has at a node."""
        return entries_at(self.record.tree, self.model, node)

    def done(self, task: Task) -> bool:
        """Tell whether something right has been entered for a task.

        For a value, the exact number and the bound found are both right.
        """
        wanted = task.claim
        kinds = {wanted.kind} if wanted.number is None else {"value", "bound"}
        return any(
            claim.kind in kinds and judge(claim, self._answers.findings).right
            for claim in self.entries_at(wanted.node)
        )

    @property
    def progress(self) -> tuple[int, int]:
        """How many tasks are done, and how many there are."""
        return sum(map(self.done, self.tasks)), len(self.tasks)

    @property
    def next_task(self) -> Task | None:
        """The first task, in the order of the search, that is not done; ``None`` at the end."""
        return next((task for task in self.tasks if not self.done(task)), None)

    def mark(self, node: int, kind: ClaimedThing) -> Mark | None:
        """Return the mark of an entry; ``None`` where it was not checked since it was made."""
        checked = self.marks.get((node, kind))
        return None if checked is None else checked.mark

    def why(self, checked: CheckedClaim) -> str:
        """Return why a checked entry is right or wrong."""
        return "" if self._check is None else self._check.why(checked)

    @property
    def verdict(self) -> str | None:
        """The examiner's verdict on the last check, in a sentence or two."""
        return None if self._check is None else self._check.summary

    # -- events --------------------------------------------------------------------------------

    def enter(self, node: int, text: str) -> Worksheet:
        """Write something beside a node: a value, a bound, a window, or ``/`` for a slash.

        A value takes the place of a bound, and the other way round. An empty text erases the
        value or the bound.

        Raises:
            EntryError: It cannot be read, or does not belong there.
        """
        if not text.strip():
            return self.erase(node, "value").erase(node, "bound")
        claim = read_entry(node, text)
        if claim.kind == "cut":
            return self.slash(node)
        tree, entries = self._answers.tree, self.entries
        if claim.window is not None:
            if not asks_windows(self.record.rules):
                raise EntryError("this search has no windows")
            windows = {**entries.windows, node: claim.window}
            return self._with(replace(entries, windows=windows), node, "window")
        if tree.is_leaf(node):
            raise EntryError(f"{label(tree, node)} is a leaf: its value is given")
        values, bounds = dict(entries.values), dict(entries.bounds)
        values.pop(node, None)
        bounds.pop(node, None)
        if claim.number is not None and claim.sign is not None:
            bounds[node] = claim.sign, claim.number
        elif claim.number is not None:
            values[node] = claim.number
        changed = replace(entries, values=values, bounds=bounds)
        return self._with(changed, node, "value", "bound")

    def slash(self, node: int) -> Worksheet:
        """Draw a slash across the branch to a node, or take it away.

        Raises:
            EntryError: It is the root, which nobody can cut off.
        """
        if node == 0:
            raise EntryError("the root cannot be cut off")
        cuts = self.entries.cuts ^ {node}
        return self._with(replace(self.entries, cuts=cuts, nothing_cut=False), node, "cut")

    def say_nothing_is_cut(self) -> Worksheet:
        """Claim that nothing is cut off anywhere, or take the claim back."""
        said = not self.entries.nothing_cut
        cuts = frozenset() if said else self.entries.cuts
        return self._with(replace(self.entries, nothing_cut=said, cuts=cuts), -1)

    def erase(self, node: int, kind: ClaimedThing) -> Worksheet:
        """Take an entry away; nothing happens where there is none."""
        entries = self.entries
        if kind == "cut":
            return self.slash(node) if node in entries.cuts else self
        if kind == "visited":
            return self
        values, bounds, windows = dict(entries.values), dict(entries.bounds), dict(entries.windows)
        columns: dict[str, dict[int, Any]] = {"value": values, "bound": bounds, "window": windows}
        columns[kind].pop(node, None)
        kept = replace(entries, values=values, bounds=bounds, windows=windows)
        return self._with(kept, node, kind)

    def _with(self, entries: Claims, node: int, *kinds: ClaimedThing) -> Worksheet:
        """Return the sheet with other entries; marks of what was changed are rubbed out."""
        marks = {
            key: checked
            for key, checked in self.marks.items()
            if key[1] != "visited" and not (key[0] == node and key[1] in kinds)
        }
        return replace(self, entries=entries, marks=marks, hint=None)

    def ask_hint(self) -> Worksheet:
        """Show a hint for the next task; asked again for the same one, one of a higher degree."""
        task = self.next_task
        if task is None:
            return replace(self, hint=None)
        key = task.claim.node, task.claim.kind
        degree = min(self.hints_taken.get(key, 0) + 1, DEGREES)
        shown = Hint(task, degree, hint(self.record, task, degree))
        return replace(self, hint=shown, hints_taken={**self.hints_taken, key: degree})

    def check(self, *, finished: bool = False) -> Worksheet:
        """Mark every entry.

        Args:
            finished: Whether all slashes are drawn, so that every node without one counts as
                visited; before that, only what was entered is marked.
        """
        record = copy.copy(self.record)
        record.tree = replace(record.tree, claims=self.entries)
        check = Check(record, implied=finished)
        marks = {(one.claim.node, one.claim.kind): one for one in check.claims}
        return replace(self, marks=marks, first_wrong=check.first_wrong, _check=check, hint=None)

    # -- keeping it ----------------------------------------------------------------------------

    def text(self) -> str:
        """Return the sheet as a ``.tree`` text that carries its rules and entries."""
        from treeexplorer.notation import write

        kept = replace(self.tree, claims=_writable(self.entries))
        return write(tree_with_rules(kept, self._answers.rules))


def entries_at(tree: GameTree, claims: Claims, node: int) -> list[Claim]:
    """Return the claims that stand at one node of a tree, with numbers as it is searched."""
    found = []
    if node in claims.windows:
        alpha, beta = map(tree.as_searched, claims.windows[node])
        found.append(Claim(node, "window", window=(alpha, beta)))
    if node in claims.values:
        found.append(Claim(node, "value", number=tree.as_searched(claims.values[node])))
    if node in claims.bounds:
        sign, number = claims.bounds[node]
        found.append(Claim(node, "bound", number=tree.as_searched(number), sign=sign))
    if node in claims.cuts:
        found.append(Claim(node, "cut"))
    return found


def _writable(claims: Claims) -> Claims:
    """Return claims whose numbers the notation can write; a mean such as 13/3 is rounded."""

    def rounded(number: Number) -> Number:
        if isinstance(number, Fraction) and "/" in written(number):
            return float(round(number, _WRITTEN_PLACES))
        return number

    return replace(
        claims,
        values={node: rounded(number) for node, number in claims.values.items()},
        bounds={node: (sign, rounded(number)) for node, (sign, number) in claims.bounds.items()},
        windows={
            node: (rounded(low), rounded(high)) for node, (low, high) in claims.windows.items()
        },
    )
