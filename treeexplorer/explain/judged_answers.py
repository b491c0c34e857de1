"""What is said of answers about the whole tree: the best move, the leaves read, a condition."""

from __future__ import annotations

from collections.abc import Sequence

from treeexplorer.explain.advice import format_stretches
from treeexplorer.explain.judged_claim import ClaimExplanation, JudgedClaim
from treeexplorer.explain.sentence import Count, ItemList, Node, Phrase, Sentence, convert_to_phrase
from treeexplorer.tree import GameTree


def explain_best_moves(judged: JudgedClaim) -> ClaimExplanation:
    """Explain the judgement of the best moves that somebody wrote.

    A move can be right by all leaves of the tree although the leaves that were read do not prove
    it. Then this is said, too.
    """
    saying = _describe_best_moves(judged)
    if not judged.right:
        return saying

    proven_moves = judged.findings.proven_moves
    unproven_moves = [move for move in judged.claim.nodes if move not in proven_moves]
    if not unproven_moves:
        return saying

    as_good = _describe_moves_as_good_in_truth(judged.record.tree, unproven_moves)
    if not proven_moves:  # then no move can be said to be the best
        return saying._replace(reason=(as_good,))
    return saying._replace(reason=(*saying.reason, as_good))


def _describe_best_moves(judged: JudgedClaim) -> ClaimExplanation:
    """Say which moves are the best, and which are not: ``the best move is ▽A or ▽C, not ▽B``.

    ``the best move is none`` if none is proven to be the best.
    """
    tree = judged.record.tree
    best_moves = judged.findings.moves
    if best_moves:
        named_moves = tuple(Node(tree, move) for move in best_moves)
        found = convert_to_phrase(ItemList(named_moves, last=" or "))
    else:
        found = Phrase("none")
    return _build_saying_from_fact(
        judged,
        found=found,
        json=[tree.address(move) for move in best_moves],
        fact=Phrase("the best move is {moves}", moves=found),
    )


def _describe_moves_as_good_in_truth(tree: GameTree, moves: Sequence[int]) -> Sentence:
    """Say that some moves are as good as the best, though the leaves read do not prove it."""
    named_moves = tuple(Node(tree, move) for move in moves)
    if len(named_moves) == 1:
        return Sentence(
            "{move} is as good in truth and not proven by the search", move=named_moves[0]
        )
    return Sentence(
        "{moves} are as good in truth and not proven by the search",
        moves=ItemList(named_moves, last=" and "),
    )


def explain_number_of_leaves_read(judged: JudgedClaim) -> ClaimExplanation:
    """Explain the judgement of a count of leaves: ``9 leaves are read, not 8``."""
    number = judged.record.evaluated
    return _build_saying_from_fact(
        judged,
        found=convert_to_phrase(number),
        json=number,
        fact=Phrase("{count} read", count=Count(number, "leaf is", "leaves are")),
    )


def explain_pruning_condition(judged: JudgedClaim) -> ClaimExplanation:
    """Explain for which values of an unknown leaf a node is pruned, if a claim says when it is.

    ``4 is pruned for x ≥ 5``, ``4 is always pruned`` or ``4 is never pruned``; of a wrong claim
    ``, not …`` follows.
    """
    when_pruned = _describe_when_pruned(judged)
    return _build_saying_from_fact(
        judged,
        found=when_pruned,
        json=str(when_pruned),
        fact=Phrase("{node} is {when}", node=judged.name, when=when_pruned),
    )


def _describe_when_pruned(judged: JudgedClaim) -> Phrase:
    """Say for which values of an unknown leaf a node is pruned: ``pruned for x ≥ 5``, or never."""
    stretches = judged.findings.pruned_for(judged.claim.node)
    # If a node is always or never pruned, that is its only stretch of values.
    if not stretches or stretches[0].is_never:
        return Phrase("never pruned")
    if stretches[0].is_always:
        return Phrase("always pruned")
    listed_stretches = format_stretches(judged.record, stretches)
    return Phrase("pruned for {stretches}", stretches=listed_stretches)


def _build_saying_from_fact(
    judged: JudgedClaim, *, found: Phrase, json: object, fact: Phrase
) -> ClaimExplanation:
    """Build what is said of a claim: a fact, followed by ``, not …`` if something else is claimed.

    For example the fact ``9 leaves are read`` becomes ``9 leaves are read, not 8``.
    """
    mistake = Phrase("{fact}, not {written}", fact=fact, written=judged.text)
    reason = fact if judged.right else mistake
    return ClaimExplanation(found=found, json=json, mistake=mistake, reason=(reason.sentence,))
