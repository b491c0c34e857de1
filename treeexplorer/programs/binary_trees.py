"""Programs that are made for complete binary trees: their leaves are an array, as in many lessons.

The children of the node with index i on a ply are those with the indices 2i and 2i + 1 on the next
one. Such a program is wrong on other trees, or fails there; what it does with its own is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from treeexplorer.engine import Rules
from treeexplorer.explain.rules_in_words import format_conventions
from treeexplorer.programs.answers import AnsweredTrees, Program, Tried
from treeexplorer.programs.causes import find_causes
from treeexplorer.programs.followed_search import FollowedSearch
from treeexplorer.programs.leaves import find_followed_search, has_right_values
from treeexplorer.programs.trials import complete_binary_tree, complete_binary_trees

_FEWEST_LEAVES: Final = 4
_FEWEST_RESHAPED: Final = 5  # trees: fewer show nothing
_MOST_RESHAPED: Final = 12
_MADE_FOR_THEM: Final = "it may be made for such trees, with their leaves in an array"


def describe_binary_trees(
    ask: Program, answered: AnsweredTrees, base: Rules, *, claimed: bool
) -> list[str]:
    """Describe how a program answers complete binary trees, if it may be made for these alone.

    For example a program that keeps the leaves in an array is wrong on all other trees.

    Args:
        ask: Asks the program about a tree.
        answered: Its answers to other trees, some of them wrong for reasons that are not known.
        base: The rules that it claims, or the ordinary ones.
        claimed: Whether it claims the rules.

    Returns:
        A list of one sentence: on which of these trees all values are right, or else which mistake
        explains all answers. An empty list if neither is true, or if it is not made for them.
    """
    if not _may_be_made_for_binary_trees(ask, answered):
        return []
    tried_by_size = _ask_about_complete_trees(ask, base)
    sentence = _describe_sizes_with_right_values(tried_by_size, base, claimed=claimed)
    if sentence is None:
        sentence = _describe_mistake_on_all_sizes(tried_by_size, base, answered.text)
    return [] if sentence is None else [sentence]


def _may_be_made_for_binary_trees(ask: Program, answered: AnsweredTrees) -> bool:
    """Tell whether a program fails on other trees, or takes them for complete binary ones.

    A program that did not answer some tree in time is not asked: each further tree may take as
    long.
    """
    if any(answer.was_waited_for for _, answer in answered.tried):
        return False
    return answered.has_failure or _ignores_tree_shape(ask, answered)


def _describe_sizes_with_right_values(
    tried_by_size: dict[int, list[Tried]], base: Rules, *, claimed: bool
) -> str | None:
    """Describe in a sentence the sizes of complete binary trees on which all values are right.

    For example ``On 24 complete binary trees of 4 and 8 leaves, its values are right; …`` if some
    value is wrong for 2 and for 16 leaves. There is no sentence if only the trees of two leaves are
    right: they show nothing of the plies below the first.

    Args:
        tried_by_size: The trees with the program's answers, by the number of leaves.
        base: The rules that the program claims, or the ordinary ones.
        claimed: Whether it claims them.
    """
    right_sizes = [size for size, tried in tried_by_size.items() if has_right_values(tried, base)]
    if not any(size >= _FEWEST_LEAVES for size in right_sizes):
        return None

    right_trees: list[Tried] = []
    for size in right_sizes:
        right_trees += tried_by_size[size]
    followed = find_followed_search(right_trees, base, claimed=claimed)
    return _describe_right_values(right_trees, followed)


def _describe_mistake_on_all_sizes(
    tried_by_size: dict[int, list[Tried]], base: Rules, text: str
) -> str | None:
    """Describe in a sentence the mistake that explains all answers to complete binary trees.

    Args:
        tried_by_size: The trees with the program's answers, by the number of leaves.
        base: The rules that the program claims, or the ordinary ones.
        text: The program's text; empty if it is not known.

    Returns:
        The sentence; ``None`` if there are no trees, or if no mistake explains them.
    """
    all_tried = [tried for tried_of_size in tried_by_size.values() for tried in tried_of_size]
    if not all_tried:
        return None
    causes = find_causes(AnsweredTrees(all_tried, base.levels, text), by_move=False)
    if causes is None:
        return None
    mistake = causes.mistakes[0]
    trees = _format_tree_counts(all_tried)
    does = f"it does exactly what {mistake.listing} does when {mistake.words}"
    return f"On {trees}, {does}; {_MADE_FOR_THEM}."


def _ignores_tree_shape(ask: Program, answered: AnsweredTrees) -> bool:
    """Tell whether a program answers alike for trees of different shapes with the same leaves.

    Trees with 4, 8, 16 … leaves are compared with the complete binary tree of these leaves.
    """
    reshaped = [
        (complete_binary_tree(tree), answer)
        for tree, answer in answered.tried
        if tree.leaf_count >= _FEWEST_LEAVES and tree.leaf_count.bit_count() == 1
    ][:_MOST_RESHAPED]
    are_enough = len(reshaped) >= _FEWEST_RESHAPED
    return are_enough and all(ask(tree) == answer for tree, answer in reshaped)


def _ask_about_complete_trees(ask: Program, base: Rules) -> dict[int, list[Tried]]:
    """Ask a program about complete binary trees, and return its answers by the number of leaves.

    A size on which it fails is left out, since each failure may take its time.
    """
    tried_by_size: dict[int, list[Tried]] = {}
    sizes_with_failure: set[int] = set()
    for tree in complete_binary_trees(base.levels):
        size = tree.leaf_count
        if size in sizes_with_failure:
            continue
        answer = ask(tree)
        if answer.failure is None:
            tried_by_size.setdefault(size, []).append(Tried(tree, answer))
        else:
            sizes_with_failure.add(size)
            tried_by_size.pop(size, None)
    return tried_by_size


def _describe_right_values(right: Sequence[Tried], followed: FollowedSearch) -> str:
    """Describe in a sentence complete binary trees on which all values of a program are right."""
    trees = _format_tree_counts(right)
    conventions = format_conventions(followed.rules)
    if followed.verdict == "right":
        return f"On {trees}, it is right, leaf by leaf: {conventions}; {_MADE_FOR_THEM}."
    if followed.verdict == "plain minimax":
        return f"On {trees}, its values are right, and it never prunes; {_MADE_FOR_THEM}."
    return f"On {trees}, its values are right; {_MADE_FOR_THEM}."


def _format_tree_counts(tried: Sequence[Tried]) -> str:
    """Format how many complete binary trees there are, and how many leaves they have.

    For example ``12 complete binary trees of 2 and 8 leaves``.
    """
    sizes = [str(size) for size in sorted({tree.leaf_count for tree, _ in tried})]
    leaves = sizes[-1]
    if len(sizes) > 1:
        leaves = f"{', '.join(sizes[:-1])} and {sizes[-1]}"
    return f"{len(tried)} complete binary trees of {leaves} leaves"
