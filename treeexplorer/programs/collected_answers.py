"""A program's answers to many trees, as they are meant, and a way to ask it again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from treeexplorer.engine import Rules
from treeexplorer.programs.answers import (
    Program,
    ProgramAnswer,
    Tried,
    answer_of_function,
    read_value_last,
    replace_huge_value_by_infinity,
    within_reason,
)
from treeexplorer.programs.causes import (
    MistakenListing,
    last_search_of,
)
from treeexplorer.programs.leaves import (
    has_right_values,
)
from treeexplorer.programs.telling import (
    LeafConversion,
    restore_leaves,
)
from treeexplorer.programs.trials import (
    to_nested,
)
from treeexplorer.tree import GameTree

_MOST_FAILURES: Final = 3


_TAKEN_AS_INFINITY: Final = "Root values of 100,000,000 and more were taken as infinity."


_VALUE_IS_LAST: Final = "The root's value is the last number that it prints; it belongs first."


class CollectedAnswers(NamedTuple):
    """A program's answers to all trees, as they are meant.

    Attributes:
        tried: The trees with the answers.
        program: The program, which can be asked about another tree.
        value_is_last: Whether the last number that it prints is the root's value, and not the
            first.
        notes: How its answers are read, in sentences.
    """

    tried: list[Tried]
    program: Program
    value_is_last: bool
    notes: list[str]

    def ask(self, tree: GameTree) -> ProgramAnswer:
        """Return the program's answer to one more tree, read as the others are."""
        answer = replace_huge_value_by_infinity(within_reason(self.program(tree), tree), tree)
        return read_value_last(answer) if self.value_is_last else answer

    def restore_leaves(self, conversion: LeafConversion) -> CollectedAnswers:
        """Convert the numbers that are printed for leaves back to the leaves' own numbers.

        An answer in which a number may stand for different leaves is left without leaves.
        """

        def restore_leaves_of_answer(tried: Tried) -> ProgramAnswer:
            """Convert the numbers in one answer."""
            tree, answer = tried
            if answer.leaves is None:
                return answer
            return replace(answer, leaves=restore_leaves(conversion, tree, answer.leaves))

        return self._change_each(restore_leaves_of_answer)

    def keep_last_search(self, listing: MistakenListing) -> CollectedAnswers:
        """Keep of each answer only the leaves of the last search, which searches as a listing."""

        def remove_earlier_searches(tried: Tried) -> ProgramAnswer:
            """Remove the leaves of the searches before the last from one answer."""
            return last_search_of(tried, answer_of_function(listing, to_nested(tried.tree)))

        return self._change_each(remove_earlier_searches)

    def _change_each(self, change: Callable[[Tried], ProgramAnswer]) -> CollectedAnswers:
        """Change each answer, and each answer to a tree that is asked about later."""
        return CollectedAnswers(
            tried=[Tried(tried.tree, change(tried)) for tried in self.tried],
            program=lambda tree: change(Tried(tree, self.ask(tree))),
            value_is_last=False,
            notes=self.notes,
        )

    def are_repeated(self, failing: Sequence[Tried]) -> bool:
        """Ask the program again about a few trees, and tell whether its answers are the same."""
        # Three trees of all and three that went wrong: not more, since the program may be slow.
        sample = [*self.tried[:_MOST_FAILURES], *failing[:_MOST_FAILURES]]
        # A tree on which it failed is not asked again, since the failure may take its time.
        answered = [tried for tried in sample if tried.answer.failure is None]
        new_answers = [self.ask(tried.tree) for tried in answered]
        for tried, new_answer in zip(answered, new_answers, strict=True):
            # A failure now proves nothing.
            if new_answer.failure is None and new_answer != tried.answer:
                return False
        return True


def collect_answers(program: Program, trees: Iterable[GameTree], base: Rules) -> CollectedAnswers:
    """Ask a program about trees, and collect its answers as they are meant.

    - A root value of 10⁸ or more means infinity.
    - A program may print the root's value last and not first. The last number is taken for it if
      that makes the values right on all trees, and the first number does not.

    Args:
        program: The program.
        trees: The trees. After three failures the program is asked about no more of them.
        base: The rules; they say who moves.
    """
    # 1. Ask the program.
    answer_of_tree = _ask_about_each_tree(program, trees)
    printed = [Tried(tree, answer) for tree, answer in answer_of_tree.items()]

    # 2. Huge root values mean infinity.
    value_first = [
        Tried(tree, replace_huge_value_by_infinity(answer, tree)) for tree, answer in printed
    ]
    is_infinity_meant = any(
        as_meant.answer.value != as_printed.answer.value
        for as_printed, as_meant in zip(printed, value_first, strict=True)
    )
    notes = [_TAKEN_AS_INFINITY] if is_infinity_meant else []

    # 3. The root's value is the first number, unless only the last number can be meant.
    if has_right_values(value_first, base):
        return CollectedAnswers(value_first, program, value_is_last=False, notes=notes)
    value_last = [Tried(tree, read_value_last(answer)) for tree, answer in value_first]
    if has_right_values(value_last, base):
        notes_on_last = [*notes, _VALUE_IS_LAST]
        return CollectedAnswers(value_last, program, value_is_last=True, notes=notes_on_last)
    return CollectedAnswers(value_first, program, value_is_last=False, notes=notes)


def _ask_about_each_tree(
    program: Program, trees: Iterable[GameTree]
) -> dict[GameTree, ProgramAnswer]:
    """Ask a program about each tree, and collect its answer by tree; stop after three failures.

    Of equal trees only the first is asked about. The answers are in the order of the trees.
    """
    answer_of_tree: dict[GameTree, ProgramAnswer] = {}
    failure_count = 0
    for tree in trees:
        if tree in answer_of_tree:
            continue
        answer = within_reason(program(tree), tree)
        answer_of_tree[tree] = answer
        if answer.failure is not None:
            failure_count += 1
        # Three show that it fails, and each failure may take seconds.
        if failure_count == _MOST_FAILURES:
            break
    return answer_of_tree
