"""Tries a person's own alpha-beta on many trees: what is right first, then the mistake.

A program is judged in steps: whether it answers, whether its values are right, whether the moves
it plays are, which search its leaves follow. What is wrong is told step by step, with what is
right of it: which change of the tree explains all values, which search the leaves follow then. A
mistake of the listings is named where it answers every tree as the program does. The smallest tree
found on which it goes wrong is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain

from treeexplorer.engine import Rules
from treeexplorer.programs.answers import (
    AnsweredTrees,
    Program,
    Tried,
    best_moves,
    expected,
    shortcomings,
)
from treeexplorer.programs.binary_trees import describe_binary_trees
from treeexplorer.programs.causes import (
    Causes,
)
from treeexplorer.programs.collected_answers import CollectedAnswers, collect_answers
from treeexplorer.programs.diagnosis import MistakeFinder
from treeexplorer.programs.smallest_wrong import (
    find_smallest_unexplained_tree,
    find_smallest_wrong_tree,
)
from treeexplorer.programs.trials import (
    instructive_trees,
)
from treeexplorer.programs.verification import Verification
from treeexplorer.tree import GameTree

# -- trying a program --------------------------------------------------------------------------


def verify_program(
    program: Program,
    *,
    rules: Rules | None = None,
    claimed: bool = False,
    trees: Iterable[GameTree] = (),
    text: str = "",
) -> Verification:
    """Try a program on many trees, and return what is right of its answers and what is wrong.

    Args:
        program: The program: it takes a tree and returns its answer.
        rules: The convention that it claims. If it claims none, only who moves at each ply; the
            ordinary rules if ``None``.
        claimed: Whether it claims the convention; else any convention is right.
        trees: The trees to try after those that tell mistakes apart.
        text: The program's own, if it is known; it says which listing is the nearest.
    """
    base = Rules() if rules is None else rules
    claim = base if claimed else None

    # 1. Ask the program about all trees.
    all_trees = chain(instructive_trees(base.levels), trees)
    answers = collect_answers(program, all_trees, base)

    # 2. Find which search it makes, and which mistakes explain wrong answers.
    answered = AnsweredTrees(answers.tried, base.levels, text)
    diagnosis = MistakeFinder(answered, base).diagnose(claimed=claimed)

    # 3. Compare its answers with those of the search that it claims, or else of the one it makes.
    reference = diagnosis.rules if claim is None else claim
    comparable_answers = diagnosis.make_comparable(answers)
    failing = _group_trees_by_shortcoming(comparable_answers.tried, reference)
    verification = diagnosis.build_verification(answers, claim, failing)
    if verification.right:
        return verification

    # 4. Something is wrong: add what helps to find it.
    verification = _add_findings_on_binary_trees(verification, answers, answered, base)
    return _add_smallest_wrong_tree(
        verification, comparable_answers, failing, reference, diagnosis.causes
    )


def _add_findings_on_binary_trees(
    verification: Verification, answers: CollectedAnswers, answered: AnsweredTrees, base: Rules
) -> Verification:
    """Add what a program answers on complete binary trees, if nothing else explains its values.

    Programs that take the leaves as an array are right on such trees alone.

    Args:
        verification: The result so far.
        answers: The program, which can be asked about these trees.
        answered: The trees of the result with the answers.
        base: The rules that the program claims, or the ordinary ones.
    """
    has_wrong_values = verification.layer in {"no answer", "wrong values"}
    if not has_wrong_values or verification.mistakes:
        return verification
    is_claimed = verification.claimed is not None
    on_binary_trees = describe_binary_trees(answers.ask, answered, base, claimed=is_claimed)
    return replace(verification, findings=(*verification.findings, *on_binary_trees))


def _add_smallest_wrong_tree(
    verification: Verification,
    answers: CollectedAnswers,
    failing: Mapping[str, Sequence[Tried]],
    reference: Rules,
    causes: Causes,
) -> Verification:
    """Add to a result the smallest tree found on which the program goes wrong.

    This takes the longest of all, since the program is asked about smaller and smaller trees.

    Args:
        verification: The result, with wrong answers.
        answers: The program's answers, and a way to ask it again.
        failing: By shortcoming, such as ``a wrong root value``: the trees whose answers have it.
        reference: The rules that decide which answers are right.
        causes: The mistakes that explain every answer; there may be none.
    """
    # If the leaves are those of no search, the best tree to show is one whose leaves no order of
    # the children explains.
    are_leaves_unexplained = verification.layer == "other leaves" and not causes.mistakes
    if are_leaves_unexplained:
        unexplained = find_smallest_unexplained_tree(answers, reference)
        if unexplained is not None:
            return replace(verification, wrong=unexplained, wrong_in_any_order=True)

    smallest = find_smallest_wrong_tree(answers, failing, reference, causes)
    return replace(verification, wrong=smallest.tried, notes=(*verification.notes, *smallest.notes))


def _group_trees_by_shortcoming(tried: Sequence[Tried], reference: Rules) -> dict[str, list[Tried]]:
    """Group the trees with wrong answers by what is wrong with the answer.

    ``{"a wrong root value": […], "too few leaves": […]}``; a shortcoming that no answer has is not
    there.
    """
    failing: dict[str, list[Tried]] = {}
    for tried_tree in tried:
        tree, answer = tried_tree
        # A tree stands under each shortcoming that its answer has.
        for name in shortcomings(answer, expected(tree, reference), best_moves(tree)):
            failing.setdefault(name, []).append(tried_tree)
    return failing
