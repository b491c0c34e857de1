"""What is said of slashes on a paper: right and wrong ones, and those that are missing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from treeexplorer.engine import Record, analysis_of
from treeexplorer.explain.judged_claim import (
    FOUND_NOT_VISITED,
    FOUND_VISITED,
    ClaimExplanation,
    JudgedClaim,
)
from treeexplorer.explain.phrases import describe_entry, describe_pruned_branch
from treeexplorer.explain.sentence import ItemList, Node, Phrase, Sentence
from treeexplorer.explain.why import why
from treeexplorer.judging.cutoff_tests import last_test
from treeexplorer.judging.facts import Inequality

_MAX_NAMED_BRANCHES: Final = 6


def explain_slash(judged: JudgedClaim) -> ClaimExplanation:
    """Explain the judgement of a slash on a paper, or of a slash that is missing there.

    A slash claims that its node is pruned, a missing slash that its node is visited.
    """
    is_slash = judged.is_written
    mistake = _describe_wrong_slash(judged) if is_slash else _describe_missing_slash(judged)
    last_call = judged.record.call_of(judged.claim.node)
    if last_call is None:
        return _explain_slash_at_pruned_node(judged, mistake)
    return ClaimExplanation(
        found=FOUND_VISITED,
        json="visited",
        mistake=mistake,
        reason=tuple(_explain_visit(judged, last_call)),
    )


def _explain_slash_at_pruned_node(judged: JudgedClaim, mistake: Phrase) -> ClaimExplanation:
    """Explain why the search prunes a node at which a paper has a slash, or lacks one.

    Args:
        judged: The slash, judged; or the claim of the key that the paper lacks.
        mistake: What is wrong if the slash is missing: ``3 ≥ 2, so 4 is pruned``.
    """
    return ClaimExplanation(
        found=FOUND_NOT_VISITED,
        json="cut",
        mistake=mistake,
        reason=(
            *why(judged.record, judged.claim.node),
            *_describe_contradicting_test(judged),
            *_describe_single_slash_above(judged),
        ),
    )


def _describe_contradicting_test(judged: JudgedClaim) -> Iterator[Sentence]:
    """Say of a right slash that the numbers on the same paper do not lead to it."""
    if judged.own_test is not None:
        yield Sentence(
            "By your own numbers {test}, so {node} would be visited",
            test=judged.own_test,
            node=judged.name,
        )


def _describe_single_slash_above(judged: JudgedClaim) -> Iterator[Sentence]:
    """Say that one slash higher up would do, if all of a branch is crossed out slash by slash."""
    if judged.branch_crossed_out_leaf_by_leaf is not None:
        branch = Node(judged.record.tree, judged.branch_crossed_out_leaf_by_leaf)
        yield Sentence("One slash across {branch} says the same", branch=branch)


def _describe_wrong_slash(judged: JudgedClaim) -> Phrase:
    """Say that a node crossed out as pruned is visited: ``3 ≥ 5 is false, so ▽B is visited``.

    The test is left out if none failed before the visit.
    """
    test = last_test(judged.record, judged.claim.node)
    if test is not None and not test.holds:
        return Phrase("{test}, so {node} is visited", test=test, node=judged.name)
    return Phrase("{node} is visited, not pruned", node=judged.name)


def _describe_missing_slash(judged: JudgedClaim) -> Phrase:
    """Say that a node not crossed out is pruned: ``3 ≥ 2, so 4 is pruned``.

    The test is left out if none pruned the node.
    """
    test = last_test(judged.record, judged.claim.node)
    if test is not None and test.holds:
        return Phrase("{test}, so {node} is pruned", test=test, node=judged.name)
    return Phrase("{node} is pruned, and not marked", node=judged.name)


def collect_notes_on_wrong_slash(record: Record, node: int) -> tuple[str, ...]:
    """Collect notes beside a node wrongly crossed out: ``was read``, and the test ``3 ≥ 5 false``.

    The test is left out if the search makes none, or it does not show why the node was visited.
    """
    outcome = "was read" if record.is_evaluated(node) else "was visited"
    last_call = record.call_of(node)
    if last_call is None or not record.has_windows:
        return (outcome,)
    # A null window has two equal ends; their test does not show the question that it asks.
    if record.has_null_window(last_call):
        return (outcome,)

    test = _find_test_before_call(record, last_call)
    if test.holds:
        return (outcome,)
    return outcome, f"{test.bare} false"


def collect_notes_on_missing_slash(record: Record, node: int) -> tuple[str, ...]:
    """Collect notes beside a pruned node not crossed out: ``is pruned``, and the test ``3 ≥ 2``."""
    test = last_test(record, node)
    if test is not None and test.holds:
        return "is pruned", test.bare
    return ("is pruned",)


def _find_test_before_call(record: Record, call: int) -> Inequality:
    """Find the test before a call; before a first child, compare the ends of its own window."""
    test = last_test(record, record.node(call))
    if test is not None:
        return test
    alpha, beta = record.entry_window(call)
    return Inequality(alpha, ">" if record.rules.strict else ">=", beta)


def _explain_visit(judged: JudgedClaim, last_call: int) -> Iterator[Sentence]:
    """Explain why a node is visited, to a person who crossed it out on a paper, or did not.

    A wrong slash is answered with the test that failed, and with what is pruned inside the node; in
    a search without windows (α, β), with the fact that it prunes nothing.
    """
    is_crossed_out = judged.is_written
    if not is_crossed_out:
        yield Sentence("It is visited")
    elif not judged.record.has_windows:
        yield Sentence("This search visits every node")
    else:
        yield _describe_entry_and_visit(judged, last_call)
        yield from _describe_pruning_inside(judged.record, judged.claim.node)


def _describe_entry_and_visit(judged: JudgedClaim, last_call: int) -> Sentence:
    """Say with which window a crossed-out node is entered, and which test failed before that.

    For example ``▽B is entered with (3, +∞): 3 ≥ +∞ is false, so it is visited.`` The test is left
    out where it is no reason for the visit.
    """
    record = judged.record
    entry = describe_entry(record, last_call)
    test = _find_test_before_call(record, last_call)

    # Of a null window the entry is a question, “is it worth more than 3?”; the test would compare
    # the two equal numbers of the window, which says nothing of it.
    has_null_window = record.has_null_window(last_call)
    # If the search begins with an empty window, such as (5, 3), the test holds from the start, and
    # the node is visited all the same.
    if has_null_window or test.holds:
        return Sentence(
            "{node} is entered with {entry}, so it is visited", node=judged.name, entry=entry
        )
    return Sentence(
        "{node} is entered with {entry}: {test}, so it is visited",
        node=judged.name,
        entry=entry,
        test=test,
    )


def _describe_pruning_inside(record: Record, node: int) -> Iterator[Sentence]:
    """Say which children a node's first cut-off prunes, if it has one."""
    skipped = _find_children_skipped_first(record, node)
    if not skipped:
        return
    named = tuple(Node(record.tree, child) for child in skipped[:_MAX_NAMED_BRANCHES])
    branches = ItemList(named, more=len(skipped) - len(named))
    yield Sentence("Only inside it something is pruned: {branches}", branches=branches)


def _find_children_skipped_first(record: Record, node: int) -> Sequence[int]:
    """Find the children that a node's first cut-off skips; none if it has no cut-off."""
    for child_call in record.cuts:
        child = record.node(child_call)
        if record.tree.parent[child] == node:
            return analysis_of(record).cut_off(child_call).skipped
    return ()


def explain_slash_across_undrawn_children(judged: JudgedClaim) -> ClaimExplanation:
    """Explain the judgement of a slash across the undrawn children of a node."""
    is_cut_off = judged.findings.cuts_rest(judged.claim.node)
    outcome = Phrase("cut off") if is_cut_off else FOUND_VISITED
    fact = Phrase("what is not drawn below {node} is {outcome}", node=judged.name, outcome=outcome)
    return ClaimExplanation(found=outcome, json=str(outcome), mistake=fact, reason=(fact.sentence,))


def explain_claim_that_nothing_is_pruned(judged: JudgedClaim) -> ClaimExplanation:
    """Explain the judgement of “nothing is pruned” by listing what is: ``cut off: 4, 6``.

    The same words answer a right claim, ``cut off: nothing``, and a wrong one. Where slashes on the
    same paper contradict the claim, it is said that they do.
    """
    tree = judged.record.tree
    pruned = analysis_of(judged.record).pruned
    if pruned:
        named = tuple(
            describe_pruned_branch(tree, branch) for branch in pruned[:_MAX_NAMED_BRANCHES]
        )
        branches = ItemList(named, more=len(pruned) - len(named))
        fact = Phrase("cut off: {branches}", branches=branches)
    else:
        fact = Phrase("cut off: nothing")
    mistake = fact
    if judged.findings.crossed and not judged.right:
        mistake = _describe_contradicting_slashes(judged)
    return ClaimExplanation(found=fact, json=str(fact), mistake=mistake, reason=(mistake.sentence,))


def _describe_contradicting_slashes(judged: JudgedClaim) -> Phrase:
    """Say that slashes contradict the claim on their paper that nothing is pruned."""
    crossed = sorted(judged.findings.crossed)
    named = tuple(Node(judged.record.tree, node) for node in crossed[:_MAX_NAMED_BRANCHES])
    nodes = ItemList(named, more=len(crossed) - len(named), last=" and ")
    if len(crossed) == 1:
        return Phrase("the slash at {node} contradicts “nothing is cut off”", node=nodes)
    return Phrase("the slashes at {nodes} contradict “nothing is cut off”", nodes=nodes)
