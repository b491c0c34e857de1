"""What the explorer looks at: trees, the record of the search, the step, the cursor.

A session knows nothing of the screen. Every view is a function of it, and every key changes it
and nothing else, so that all that an explorer does can be tried without a terminal.
"""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, TypeAlias

from treeexplorer.editing.matching import Counterpart, matching
from treeexplorer.engine import Intervals, Record, ResolvedRules, Rules, begin, resolve
from treeexplorer.engine.conditions import renewed
from treeexplorer.engine.rules import directive_rules
from treeexplorer.terminal import stepping
from treeexplorer.terminal.place import Anchor, Place, moved_anchor
from treeexplorer.tree import GameTree, Number

_FIRST_SLICE_SECONDS: Final = 0.02
_PATIENCE_SECONDS: Final = 0.4

Counterparts: TypeAlias = Callable[[int], Counterpart]


class Session:
    """The trees of a file, one of them searched, and the place at which it is looked at.

    Args:
        trees: The trees of the file, at least one.
        name: What the file is called, safe to show.
        layers: Settings for the rules that are not the tree's own: ``"settings"`` and
            ``"course file"`` yield to the tree's directives, ``"option"`` wins over them.
        index: Which tree to look at first.
        values: The numbers given to each tree's unknown leaves.

    Attributes:
        looking: Whether one looks around, away from the search.
        follow: Whether the drawing follows the search.
        has_edits: Whether the trees differ from their file because they were edited here.
        resolved: The rules and where each comes from.
        record: The record of the search.
        intervals: What is proven about its nodes.

    Raises:
        RulesError: The settings do not go together.
        HorizonError: The depth limit meets a node without an estimate.
    """

    def __init__(
        self,
        trees: Sequence[GameTree],
        name: str = "",
        layers: Mapping[str, Mapping[str, Any]] | None = None,
        index: int = 0,
        values: Sequence[Mapping[int, Number]] = (),
    ) -> None:
        self.trees = list(trees)
        self.name = name
        self.layers = dict(layers or {})
        self.index = index
        self.places = [Place() for _ in self.trees]
        for place, given in zip(self.places, values, strict=False):
            place.values.update(given)
        self.looking = False
        self.follow = True
        self.has_edits = False
        self.resolved: ResolvedRules = self._resolve()
        self.record: Record
        self.intervals: Intervals
        self._progress: Iterator[None]
        self._search()

    # -- trees and rules -----------------------------------------------------------------------

    @property
    def place(self) -> Place:
        """Where the tree that is shown is looked at."""
        return self.places[self.index]

    @property
    def tree(self) -> GameTree:
        """The tree as it is searched."""
        return self.record.tree

    @property
    def rules(self) -> Rules:
        """The rules of the search."""
        return self.resolved.rules

    @property
    def title(self) -> str:
        """What stands above the tree."""
        own = self.trees[self.index].directives.title
        if own:
            return own
        if len(self.trees) > 1:
            return f"{self.name or 'tree'} {self.index + 1}"
        return self.name or "tree"

    def _resolve(self) -> ResolvedRules:
        tree = self.trees[self.index]
        given = self.layers
        return resolve(
            [
                ("settings", given.get("settings", {})),
                ("course file", given.get("course file", {})),
                ("file", directive_rules(tree.directives)),
                ("option", given.get("option", {})),
                ("chosen here", self.place.changed_rules),
            ]
        )

    def _search(self) -> None:
        place = self.place
        tree = self.trees[self.index]
        if place.values:
            tree = tree.with_values(place.values)
        levels = self.resolved.rules.levels
        if self.resolved.origins["levels"] == "built in":
            levels = tree.levels
        rules = replace(self.resolved.rules, levels=levels)
        record, progress = begin(tree, rules)
        self.resolved = replace(self.resolved, rules=rules)
        self.record, self._progress = record, progress
        self.intervals = Intervals(record)
        self.search_on(_FIRST_SLICE_SECONDS)

    def show_tree(self, index: int) -> None:
        """Look at another tree of the file, at the place where it was left."""
        if not 0 <= index < len(self.trees) or index == self.index:
            return
        before = self.index
        self.index = index
        try:
            self.resolved = self._resolve()
            self._search()
        except ValueError:
            self.index = before
            self.resolved = self._resolve()
            raise
        self.looking = False
        self.go_to(self.place.step)

    def change_rules(self, **changes: Any) -> None:
        """Search again under other rules; stay at the same event where it still happens.

        Raises:
            RulesError: The rules do not go together; nothing is changed.
            HorizonError: The depth limit meets a node without an estimate; nothing is changed.
        """
        place = self.place
        before = dict(place.changed_rules)
        anchor = self._anchor()
        place.changed_rules.update(changes)
        try:
            self.resolved = self._resolve()
            self._search()
        except ValueError:
            place.changed_rules = before
            self.resolved = self._resolve()
            raise
        self._return_to(anchor)

    def forget_rules(self) -> None:
        """Search again under the rules that file, options and settings give."""
        anchor = self._anchor()
        self.place.changed_rules.clear()
        self.resolved = self._resolve()
        self._search()
        self._return_to(anchor)

    def give_value(self, node: int, number: Number) -> None:
        """Give an unknown leaf a number, and every other leaf with the same word."""
        tree = self.trees[self.index]
        word = tree.unknowns.get(node, "")
        same = [n for n, other in tree.unknowns.items() if other == word] if word else [node]
        self.place.values.update(dict.fromkeys(same, number))
        step = self.place.step
        self._search()
        self.go_to(step)

    def replace_trees(
        self, trees: Sequence[GameTree], counterparts: Counterparts | None = None
    ) -> None:
        """Look at other trees, as after an edit; what was noted of a node goes with the node.

        Args:
            trees: The other trees.
            counterparts: For the number of a tree, the function from its nodes to those of the
                tree in its place; found by comparing the trees where ``None``.

        Raises:
            RulesError: The settings do not go with the new trees; nothing is changed.
            HorizonError: The depth limit meets a node without an estimate; nothing is changed.
        """
        before = (self.trees, self.places, self.index, self.resolved)
        try:
            self._replace_trees(trees, counterparts)
        except ValueError:
            self.trees, self.places, self.index, self.resolved = before
            raise

    def _replace_trees(self, trees: Sequence[GameTree], counterparts: Counterparts | None) -> None:
        old, old_trees = self.places, self.trees
        same = counterparts or (lambda index: matching(old_trees[index], trees[index]))
        index = min(self.index, len(trees) - 1)
        anchor = None if index != self.index else moved_anchor(self._anchor(), same(index))
        self.trees, self.index = list(trees), index
        self.places = [
            old[i].moved(old_trees[i], tree, same(i)) if i < len(old) else Place()
            for i, tree in enumerate(self.trees)
        ]
        cursor = self.place.cursor
        self.resolved = self._resolve()
        self._search()
        self.place.conditions = renewed(self.place.conditions, self.record)
        if anchor is None:
            self.go_to(self.place.step)
        else:
            self._return_to(anchor)
        if self.looking:
            self.place.cursor = cursor

    def _anchor(self) -> Anchor:
        """Return what happens at this step: node, whether it is a visit, child, step."""
        step = self.record.step(self.place.step)
        return step.node, step.child is None, step.child, step.number

    def _return_to(self, anchor: Anchor) -> None:
        node, is_visit, child, number = anchor
        record = self.record
        target = min(number, record.steps)
        if number == 0:
            target = 0
        elif node < len(record.tree):
            self.search_on(_PATIENCE_SECONDS)
            subject = node if is_visit or child is None else child
            row = record.row(subject) if subject < len(record.tree) else None
            if row is not None:
                when = record.entered(row) if is_visit else record.left(row)
                target = min(when, record.steps)
            else:
                target = min(number, record.steps)
        self.go_to(target)

    # -- the search ----------------------------------------------------------------------------

    @property
    def searching(self) -> bool:
        """Whether the search still goes on."""
        return not self.record.complete and self.record.waits_for is None

    def search_on(self, seconds: float) -> bool:
        """Let the search go on for some time; tell whether it has ended."""
        deadline = time.monotonic() + seconds
        while self.searching and time.monotonic() < deadline:
            next(self._progress, None)
        return not self.searching

    # -- time ----------------------------------------------------------------------------------

    @property
    def step(self) -> int:
        """The step that is shown."""
        return self.place.step

    @property
    def current(self) -> int:
        """The node at which the search stands; the root before it begins."""
        node = self.record.current(self.place.step)
        return 0 if node is None else node

    @property
    def cursor(self) -> int:
        """The node that is looked at: the search's own unless one looks around."""
        return self.place.cursor if self.looking else self.current

    def go_to(self, step: int) -> bool:
        """Show a step; tell whether it is another one than before."""
        target = max(0, min(step, self.record.steps))
        moved = target != self.place.step
        self.place.step = target
        if not self.looking:
            self.place.cursor = self.current
        return moved

    def move(self, move: stepping.Move) -> bool:
        """Go where a move leads, searching on for a moment if that is not recorded yet."""
        target = move(self.record, self.place.step)
        waited = 0
        while target is None and self.searching and waited < 4:
            self.search_on(_PATIENCE_SECONDS / 4)
            target = move(self.record, self.place.step)
            waited += 1
        return target is not None and self.go_to(target)

    @property
    def waits_here(self) -> bool:
        """Whether the next step needs the value of an unknown leaf."""
        return self.record.waits_for is not None and self.place.step == self.record.steps

    # -- looking around ------------------------------------------------------------------------

    def look_at(self, node: int) -> None:
        """Look at a node, away from the search."""
        self.looking = True
        self.place.cursor = node

    def stop_looking(self) -> None:
        """Look again where the search stands."""
        self.looking = False
        self.place.cursor = self.current

    def toggle_breakpoint(self) -> bool:
        """Set or remove a breakpoint at the cursor; tell whether there is one now."""
        self.place.breakpoints ^= {self.cursor}
        return self.cursor in self.place.breakpoints

    def counts(self) -> tuple[int, int]:
        """Return how many leaves are evaluated and how many cut-offs made by this step."""
        record, step = self.record, self.place.step
        row = record.last_row_by(step)
        return leaves_by(record, row), cuts_by(record, step)


def leaves_by(record: Record, row: int) -> int:
    """Return how many of the calls up to a row evaluated a leaf."""
    return row + 1 - bisect_right(record.inner, row)


def cuts_by(record: Record, step: int) -> int:
    """Return how many cut-offs were made by a step."""
    return bisect_right(record.cuts, step, key=record.left)
