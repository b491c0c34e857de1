"""The leaves whose values a person can change at a step, and the values from which they start."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from treeexplorer.engine.analysis import CutOff
from treeexplorer.judging.what_if import collect_leaves_pruned_for_good, leaves_of_search
from treeexplorer.terminal.view import View
from treeexplorer.tree import GameTree, Number


class ChangeableLeaves(NamedTuple):
    """The leaves that can be turned, and what is shown of them.

    Attributes:
        cut: The cut-off that prunes the leaves; ``None`` for others.
        leaves: The leaves, at least one; the first one is turned at first.
        charted_node: The node whose value is drawn over the leaf's: that with the cut-off, or the
            root.
        tree: The tree before a leaf is turned.
        values: The values before a leaf is turned, by leaf.
    """

    cut: CutOff | None
    leaves: list[int]
    charted_node: int
    tree: GameTree
    values: Mapping[int, Number]


def choose_leaves(view: View) -> ChangeableLeaves:
    """Choose the leaves that can be changed at a step.

    At a cut-off they are those that it prunes, unless the cursor is on a leaf. Else they are that
    leaf and the unknown ones.

    Raises:
        ValueError: There is no such leaf, or the leaf at the cursor lies below the depth limit.
    """
    cut = _find_cutoff_to_change(view)
    if cut is None:
        leaves = _collect_cursor_and_unknown_leaves(view)
        charted_node = 0
        tree = _get_tree_of_file(view)
    else:
        leaves = _collect_pruned_leaves(cut, view)
        charted_node = cut.node
        tree = view.tree
    if not leaves:
        raise ValueError(f"There is no leaf to turn here: {_explain_how_to_reach_a_leaf(view)}.")
    values = _collect_original_values(leaves, cut, view)
    return ChangeableLeaves(cut, leaves, charted_node, tree, values)


def _find_cutoff_to_change(view: View) -> CutOff | None:
    """Return the cut-off at the current step, whose pruned leaves can be changed.

    It is ``None`` if the step is no cut-off, or if the cursor is on a leaf, which is changed then.
    """
    looks_at_leaf = view.has_cursor and view.tree.is_leaf(view.cursor)
    return None if looks_at_leaf else view.snapshot.cut


def _get_tree_of_file(view: View) -> GameTree:
    """Return the tree as the file has it: in ``view.tree`` unknown leaves may have values already.

    The nodes have the same numbers in both.
    """
    return view.exercises[view.index].tree


def clamp_to_known_range(value: Number, view: View) -> Number:
    """Return a value, or the end of the known range if the value lies beyond it."""
    lowest, highest = view.rules.known_range
    return max(lowest, min(value, highest))


def _collect_original_values(
    leaves: Iterable[int], cut: CutOff | None, view: View
) -> dict[int, Number]:
    """Return the values of the leaves before one of them is changed, by leaf.

    Without a cut-off an unknown leaf starts with 0, or with the value of the known range that is
    nearest to 0. At a cut-off an unknown leaf has no value until one is tried.
    """
    values: dict[int, Number] = {}
    for leaf in leaves:
        value = view.tree.leaf_value(leaf)
        if value is None and cut is None:
            value = clamp_to_known_range(0, view)
        if value is not None:
            # All unknown leaves of the same word have the same value.
            values |= dict.fromkeys(view.namesakes(leaf), value)
    return values


def copy_view_with_values(view: View, values: Mapping[int, Number]) -> View:
    """Return a copy of a view with other values of leaves, which the next search uses."""
    copy = view.twin()
    copy.add_values(values)
    return copy


def _collect_pruned_leaves(cut: CutOff, view: View) -> list[int]:
    """Return the leaves that a cut-off prunes."""
    # At a depth limit estimates are pruned, too: a node with an estimate is no leaf to turn.
    pruned = collect_leaves_pruned_for_good(view.record, cut)
    return [node for node in pruned if view.tree.is_leaf(node)]


def _collect_cursor_and_unknown_leaves(view: View) -> list[int]:
    """Return the leaves that can be changed at a step without a cut-off.

    They are the leaf at the cursor, if any, then the unknown leaves within the depth limit. Of
    unknown leaves with the same name only the first is returned. For example, ``[x 3 y x]`` with
    the cursor at 3 gives 3, the first x, and y.

    Raises:
        ValueError: The leaf at the cursor lies below the depth limit.
    """
    leaves_in_reach = frozenset(leaves_of_search(view.record))
    unknown_leaves = sorted(leaves_in_reach.intersection(_get_tree_of_file(view).unknowns))

    leaf_at_cursor = _find_leaf_at_cursor(view, leaves_in_reach)
    leaves = unknown_leaves if leaf_at_cursor is None else [leaf_at_cursor, *unknown_leaves]
    return _take_first_of_each_name(leaves, view)


def _find_leaf_at_cursor(view: View, leaves_in_reach: Collection[int]) -> int | None:
    """Return the leaf that the cursor is on; ``None`` if it is on no leaf.

    Raises:
        ValueError: The search does not reach the leaf.
    """
    if not view.has_cursor or not view.tree.is_leaf(view.cursor):
        return None
    if view.cursor not in leaves_in_reach:
        raise ValueError("This leaf lies below the depth limit: the search never reads it.")
    return view.cursor


def _take_first_of_each_name(leaves: Iterable[int], view: View) -> list[int]:
    """Replace each unknown leaf by the first leaf of its name, and leave out repetitions.

    For example, the leaves 1, 3 and 4 with the names x, y and x become 1 and 3. A leaf with a known
    value stays.
    """
    first_leaves = [min(view.namesakes(leaf)) for leaf in leaves]
    return list(dict.fromkeys(first_leaves))


def _explain_how_to_reach_a_leaf(view: View) -> str:
    """Return advice on how to find a leaf that can be changed."""
    way = "look at a leaf with i"
    if view.has_windows:
        return f"go to a cut-off that prunes one, or {way}"
    return way
