"""The smallest tree on which a program goes wrong."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from treeexplorer.engine import Rules
from treeexplorer.programs.answers import (
    SHORTCOMINGS,
    Program,
    ProgramAnswer,
    Tried,
    answer_of_function,
    best_moves,
    expected,
    replace_huge_value_by_infinity,
    shortcomings,
)
from treeexplorer.programs.causes import (
    Causes,
    MistakenListing,
    compile_likeliest_mistake,
)
from treeexplorer.programs.collected_answers import CollectedAnswers
from treeexplorer.programs.last_search import goes_through_once, is_explained_at_last
from treeexplorer.programs.leaves import (
    leaves_by_tree_of,
)
from treeexplorer.programs.readings import (
    LeavesByTree,
    trees_with_distinct_leaves,
)
from treeexplorer.programs.telling import (
    prints_number_of_no_leaf,
)
from treeexplorer.programs.trials import (
    Nested,
    size_of,
    smallest,
    tells_leaves_apart,
    to_nested,
)
from treeexplorer.tree import GameTree, from_nested

_SHRINKING_SECONDS: Final = 30.0


_ANSWERS_CHANGE: Final = (
    "Asked again, it answers a tree differently: is something kept from one tree to the next, such "
    "as α, β or a table, or is it left to chance?"
)


class SmallestWrongTree(NamedTuple):
    """A small tree on which a program goes wrong, and what there is to know of it, in notes."""

    tried: Tried
    notes: tuple[str, ...] = ()


def find_smallest_wrong_tree(
    answers: CollectedAnswers,
    failing: Mapping[str, Sequence[Tried]],
    reference: Rules,
    causes: Causes,
) -> SmallestWrongTree:
    """Find a small tree on which a program goes wrong in the worst way.

    A tree is made smaller by asking the program about smaller ones. If the program does not repeat
    its answers, that is in vain: then the smallest tree that was tried is taken.

    Args:
        answers: The program, which can be asked about any tree.
        failing: By shortcoming, such as ``a wrong root value``: the trees whose answers have it.
        reference: The rules by which an answer is right or wrong.
        causes: The mistakes that explain the program, if any. A listing with the likeliest of them
            is asked before the program, which may be slow.

    Returns:
        The tree with the program's answer. There is a note if the program does not repeat its
        answers.
    """
    # They are listed from the worst to the least.
    worst_shortcoming = next(name for name in SHORTCOMINGS if name in failing)
    failing_trees = failing[worst_shortcoming]

    if not answers.are_repeated(failing_trees):
        smallest_tried = min(failing_trees, key=lambda tried: size_of(to_nested(tried.tree)))
        return SmallestWrongTree(smallest_tried, notes=(_ANSWERS_CHANGE,))

    listing = compile_likeliest_mistake(causes) if causes.mistakes else None
    shrinker = _TreeShrinker(answers.ask, _Shortcoming(worst_shortcoming, reference), listing)
    return SmallestWrongTree(shrinker.find_smallest(failing_trees))


def find_smallest_unexplained_tree(answers: CollectedAnswers, reference: Rules) -> Tried | None:
    """Find a small tree on which no order of the children explains the last search of a program.

    A program may search a tree several times, or in an order of its own. Then a tree on which its
    leaves differ from those of the reference would show nothing wrong.

    Args:
        answers: The program's answers, and a way to ask it again.
        reference: The test and the return rule of alpha-beta.

    Returns:
        The tree with the program's answer; ``None`` if the program goes through each tree once, if
        each tree is explained by itself, if numbers are printed that no leaf has, or if the program
        does not repeat its answers.
    """
    if not _are_leaves_to_be_explained(leaves_by_tree_of(answers.tried)):
        return None

    shortcoming = _UnexplainedLastSearch(reference)
    best_first = _sort_best_to_show_first(answers.tried)
    unexplained = (tried for tried in best_first if shortcoming.is_in(tried.answer, tried.tree))
    best_tried = next(unexplained, None)
    if best_tried is None or not answers.are_repeated([best_tried]):
        return None

    # Perhaps the program goes wrong on a smaller tree, too.
    shrinker = _TreeShrinker(answers.ask, shortcoming, listing=None)
    return shrinker.find_smallest([best_tried])


def _sort_best_to_show_first(tried: Sequence[Tried]) -> list[Tried]:
    """Sort trees with answers: those whose leaves all differ first, and small ones before large."""

    def find_rank(tried_tree: Tried) -> tuple[bool, tuple[int, ...]]:
        """Return a sort key; ``False`` comes before ``True``."""
        tree = tried_tree.tree
        has_equal_leaves = not tells_leaves_apart(tree)
        return has_equal_leaves, size_of(to_nested(tree))

    return sorted(tried, key=find_rank)


def _are_leaves_to_be_explained(leaves_by_tree: LeavesByTree) -> bool:
    """Tell whether a program prints only leaves, and goes through some tree more than once.

    What it goes through once, from the left or from the right, is compared with the reference. A
    tree counts if its leaves all differ: there a value tells which leaf it is.
    """
    if any(prints_number_of_no_leaf(tree, leaves) for tree, leaves in leaves_by_tree):
        return False
    distinct = trees_with_distinct_leaves(leaves_by_tree)
    return not all(goes_through_once(tree, leaves) for tree, leaves in distinct)


class _UnexplainedLastSearch(NamedTuple):
    """The shortcoming that the last search is alpha-beta in no order of the children."""

    rules: Rules

    def is_in(self, answer: ProgramAnswer, tree: GameTree) -> bool:
        """Tell whether an answer on a tree is wrong in this way."""
        if answer.failure is not None or answer.leaves is None:
            return False
        return not is_explained_at_last(tree, answer.leaves, self.rules)


class _Shortcoming(NamedTuple):
    """One of :data:`SHORTCOMINGS`, with the rules by which answers are right or wrong."""

    name: str
    rules: Rules

    def is_in(self, answer: ProgramAnswer, tree: GameTree) -> bool:
        """Tell whether an answer on a tree is wrong in this way."""
        return self.name in shortcomings(answer, expected(tree, self.rules), best_moves(tree))


class _TreeShrinker:
    """Makes trees smaller on which a program goes wrong, for half a minute at most."""

    def __init__(
        self,
        ask: Program,
        shortcoming: _Shortcoming | _UnexplainedLastSearch,
        listing: MistakenListing | None,
    ) -> None:
        """Begin to measure the time: after half a minute nothing smaller is looked for.

        A listing is a short Python program with alpha-beta and a mistake in it.

        Args:
            ask: Asks the program about a tree.
            shortcoming: In what its answers have to be wrong.
            listing: A listing that answers as the program does, if one is known: the program, which
                may be slow, is then asked only about trees on which the listing goes wrong.
        """
        self._ask = ask
        self._shortcoming = shortcoming
        self._listing = listing
        self._until = time.monotonic() + _SHRINKING_SECONDS

    def find_smallest(self, failing: Sequence[Tried]) -> Tried:
        """Make trees on which the program fails smaller; return the smallest, with its answer."""
        nested = smallest([to_nested(tree) for tree, _ in failing], self._is_wrong_on)
        tree = self._build_tree(nested)
        return Tried(tree, self._ask(tree))

    def _is_wrong_on(self, nested: Nested) -> bool:
        """Tell whether the program goes wrong on a tree; on none when time is up.

        Then nothing smaller is found, and the search for it ends.
        """
        if time.monotonic() > self._until:
            return False
        tree = self._build_tree(nested)
        if not self._is_listing_wrong_on(nested, tree):
            return False
        return self._shortcoming.is_in(self._ask(tree), tree)

    def _is_listing_wrong_on(self, nested: Nested, tree: GameTree) -> bool:
        """Tell whether the listing goes wrong on a tree, as it may if there is no listing.

        The listing has the mistake that the program seems to have. It is mostly faster than the
        program, which is not asked about a tree on which the listing is right.
        """
        if self._listing is None:
            return True
        answer = replace_huge_value_by_infinity(answer_of_function(self._listing, nested), tree)
        return self._shortcoming.is_in(answer, tree)

    def _build_tree(self, nested: Nested) -> GameTree:
        """Build the tree of nested lists, with the players of the rules."""
        return from_nested(nested, self._shortcoming.rules.levels)
