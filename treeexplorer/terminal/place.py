"""Where one looks at a tree, and how that goes with its nodes when the tree is changed."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from treeexplorer.editing.matching import Counterpart, surviving
from treeexplorer.engine.conditions import Condition
from treeexplorer.tree import GameTree, Number

Anchor: TypeAlias = tuple[int, bool, int | None, int]
"""What happens at a step: the node, whether it is entered, the child that returns, the step."""


@dataclass
class Place:
    """Where one looks at one tree of a file, kept while another one is looked at.

    Attributes:
        step: The step that is shown.
        cursor: The node that is looked at.
        breakpoints: The nodes at which running stops.
        conditions: The conditions at which running stops.
        values: The numbers given to unknown leaves.
        changed_rules: The rules chosen on the screen, which win over all others.
        folded: The nodes whose subtrees are folded.
    """

    step: int = 0
    cursor: int = 0
    breakpoints: set[int] = field(default_factory=set)
    conditions: list[Condition] = field(default_factory=list)
    values: dict[int, Number] = field(default_factory=dict)
    changed_rules: dict[str, Any] = field(default_factory=dict)
    folded: frozenset[int] = frozenset()

    def moved(self, before: GameTree, after: GameTree, counterpart: Counterpart) -> Place:
        """Return the place in a tree that took the place of another one, at the same nodes."""
        values = {
            node: value
            for old, value in self.values.items()
            if (node := counterpart(old)) is not None and node in after.unknowns
        }
        return replace(
            self,
            cursor=surviving(before, self.cursor, counterpart),
            breakpoints=set(_moved(self.breakpoints, counterpart)),
            conditions=list(self.conditions),
            values=values,
            folded=frozenset(_moved(self.folded, counterpart)),
        )


def _moved(nodes: Iterable[int], counterpart: Counterpart) -> Iterator[int]:
    return (node for old in nodes if (node := counterpart(old)) is not None)


def moved_anchor(anchor: Anchor, counterpart: Counterpart) -> Anchor:
    """Return the same event in another tree; no node where it is gone, but the same step."""
    node, is_visit, child, step = anchor
    there = counterpart(node)
    child_there = None if child is None else counterpart(child)
    if there is None or (child is not None and child_there is None):
        return sys.maxsize, is_visit, None, step
    return there, is_visit, child_there, step
