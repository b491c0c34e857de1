"""Where a key leads: from one step of a record to another, or to a node that fits.

A record has a step for every node that is entered and for every value that comes back to a parent.
A person counts otherwise: to read a leaf and to take its value to its parent is one move. The
functions here know both; each takes a record and a step and returns the step to go to, or ``None``
where there is none (yet); a step before the first one stands for the first.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final, TypeAlias

from treeexplorer.engine import Record, StepKind
from treeexplorer.numbers import parse_typed_number
from treeexplorer.tree import GameTree

Destination: TypeAlias = Callable[[Record, int], int | None]


def last_step(record: Record, step: int) -> int | None:
    """Return the last step recorded."""
    return record.steps if step < record.steps else None


def next_node(record: Record, step: int) -> int | None:
    """Return the step after one more node is entered or left; a leaf is both at once."""
    if step >= record.steps:
        return None
    following = step + 1
    is_leaf = record.step(following).kind is StepKind.LEAF
    is_last = following == record.steps
    return following + 1 if is_leaf and not is_last else following


def previous_node(record: Record, step: int) -> int | None:
    """Return the step that :func:`next_node` leads from."""
    before = step - 1
    is_leaf = before > 0 and record.step(before).kind is StepKind.LEAF
    return before - 1 if is_leaf else before


def next_cut(record: Record, step: int) -> int | None:
    """Return the step of the next cut-off."""
    index = bisect_right(record.cuts, step, key=record.returned_at)
    return record.returned_at(record.cuts[index]) if index < len(record.cuts) else None


def previous_cut(record: Record, step: int) -> int | None:
    """Return the step of the cut-off before."""
    index = bisect_left(record.cuts, step, key=record.returned_at)
    return record.returned_at(record.cuts[index - 1]) if index else None


def to_step(number: int) -> Destination:
    """Return the move to a step by its number, or to the last one."""
    return lambda record, _: min(number, record.steps)


MOVES: Final[Mapping[str, Destination]] = {
    "next": next_node,
    "step": lambda record, step: step + 1 if step < record.steps else None,
    "back": previous_node,
    "step_back": lambda _, step: step - 1,
    "start": lambda *_: 0,
}
"""The moves that keys and the palette name."""


def matches(tree: GameTree, sought: str) -> list[int]:
    """Find the nodes that a text fits, ascending: by value, else by label or address, else by name.

    Time linear in the size of the tree.

    Example:
        >>> from treeexplorer.notation import parse
        >>> tree = parse("[left:[3 12] right:[2 x]]").tree
        >>> matches(tree, "12"), matches(tree, "2.1"), matches(tree, "ef"), matches(tree, "x")
        ([3], [5], [1], [6])
    """
    sought = sought.strip()
    if not sought:
        return []
    leaves = _find_leaves_by_value(tree, sought)
    if leaves:
        return leaves
    with suppress(ValueError):
        return [tree.labels.find(sought)]
    return sorted(_find_nodes_by_name(tree, sought))


def _find_nodes_by_name(tree: GameTree, sought: str) -> set[int]:
    """Find the unknown leaves of a word, and the nodes whose names contain a text in any case."""
    folded_text = sought.casefold()
    unknown_leaves = {leaf for leaf, word in tree.unknowns.items() if word == sought}
    named_nodes = {node for node, name in tree.names.items() if folded_text in name.casefold()}
    return unknown_leaves | named_nodes


def _find_leaves_by_value(tree: GameTree, sought: str) -> list[int]:
    """Find the leaves with a value, ``5`` or ``=5``; none if the text is not a number."""
    try:
        number = parse_typed_number(sought.removeprefix("="))
    except ValueError:
        return []
    return [node for node, value in enumerate(tree.leaf_values) if value == number]
