"""What to write where something is wrong on a paper, and why just that."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from treeexplorer.engine import Record, analysis_of
from treeexplorer.engine.analysis import PrunedBranch
from treeexplorer.errors import present
from treeexplorer.explain.phrases import branch_words, player_word, returned_words
from treeexplorer.explain.sentence import ItemList, Node, Phrase, Sentence, as_phrase
from treeexplorer.judging.facts import last_test, skipping_cut
from treeexplorer.judging.findings import Findings
from treeexplorer.judging.unknowns import in_words
from treeexplorer.notation import Claim, Condition
from treeexplorer.tree import MAX_ROLE, MIN_ROLE, GameTree

_LISTED: Final = 4


def what_to_write(claim: Claim, findings: Findings) -> Sentence:
    """Say what to write on a paper in the place of something that is wrong there.

    Args:
        claim: What is wrong: a value, a bound or a window at a node, a slash (“cut off”), or
            something about the whole tree. ``visited`` is a slash that is missing.
        findings: What the search has found.

    Example:
        >>> from treeexplorer.engine import search
        >>> from treeexplorer.notation import parse
        >>> exercise = parse("[[3 12 8] 4[2 4 6]]")
        >>> str(what_to_write(exercise.claims[0], Findings(search(exercise.tree))))
        'Write ≤ 2: 4 and 6 were never read, so MIN could still be smaller.'
    """
    record = findings.record
    match claim.kind:
        case "value" | "bound" | "window":
            return _at_the_node(claim, findings)
        case "cut":
            return _without_slash(record, claim.node)
        case "visited":
            return _slashes_to_draw(record, claim.node)
        case "cut-rest":
            return Sentence("No slash there: what is not drawn would be looked at, too")
        case "cuts-none":
            return _branches_to_cross(record)
        case "best":
            return _moves_to_write(findings)
        case "read":
            return Sentence("Write {number}", number=findings.leaves_read())
        case "pruned-if":
            return _condition_to_write(findings, claim.node)


def _at_the_node(claim: Claim, findings: Findings) -> Sentence:
    """Say which value, bound or window to write at a node; nothing where it is never visited.

    Args:
        claim: What is wrong there on the paper.
        findings: What the search has found.
    """
    record = findings.record
    node = Node(record.tree, claim.node)
    if record.call_of(claim.node) is None:
        return Sentence("Write nothing there: {node} is never visited", node=node)
    if claim.kind == "window":
        window = findings.window(claim.node)
        return Sentence("Write {window} at {node}", window=window, node=node)
    return value_to_write(record, claim.node)


def value_to_write(record: Record, node: int) -> Sentence:
    """Say what to write at a visited node: a number, or a bound with its reason.

    Args:
        record: The search.
        node: The node, which was visited at least once.

    Example:
        >>> from treeexplorer.engine import Rules, search
        >>> from treeexplorer.tree import from_nested
        >>> record = search(from_nested([[5, 8], [4, 9]]), Rules())
        >>> str(value_to_write(record, 1))
        'Write 5 at ▽A.'
        >>> str(value_to_write(record, 4))
        'Write ≤ 4: 9 was never read, so MIN could still be smaller.'
    """
    last_call = record.calls_of(node)[-1]
    returned = record.value(last_call)
    if returned is None:  # the search stopped below it, before an unknown leaf
        return Sentence("Write nothing yet: {node} is open", node=Node(record.tree, node))
    # What the node can be worth, by the leaves that were read.
    least, most = analysis_of(record).intervals.after_call(last_call)
    number_or_bound = returned_words(returned, least, most)
    unread = _unread_below(record, node)
    is_exact = least == most
    if unread and not is_exact:
        if returned == most:
            return _could_be_smaller(record, node, number_or_bound, unread)
        if returned == least:
            return _could_be_larger(record, node, number_or_bound, unread)
    return Sentence(
        "Write {written} at {node}", written=number_or_bound, node=Node(record.tree, node)
    )


def _could_be_smaller(
    record: Record, node: int, written: Phrase, unread: Sequence[PrunedBranch]
) -> Sentence:
    """Say to write an upper bound at a node, because of branches below it that were never read.

    ``Write ≤ 2: 4 and 6 were never read, so MIN could still be smaller.``

    Args:
        record: The search.
        node: The node.
        written: The bound to write.
        unread: The branches below it that the search did not visit.
    """
    return Sentence(
        "Write {written}: {unread}, so {who} could still be smaller",
        written=written,
        unread=_never_read(record, unread),
        who=_who(record, node, MIN_ROLE),
    )


def _could_be_larger(
    record: Record, node: int, written: Phrase, unread: Sequence[PrunedBranch]
) -> Sentence:
    """Say to write a lower bound at a node, because of branches below it that were never read.

    ``Write ≥ 8: 3 was never read, so MAX could still be larger.``

    Args:
        record: The search.
        node: The node.
        written: The bound to write.
        unread: The branches below it that the search did not visit.
    """
    return Sentence(
        "Write {written}: {unread}, so {who} could still be larger",
        written=written,
        unread=_never_read(record, unread),
        who=_who(record, node, MAX_ROLE),
    )


def _unread_below(record: Record, node: int) -> Sequence[PrunedBranch]:
    """Return the unvisited branches below a node, its own undrawn children included."""
    pruned = analysis_of(record).pruned
    return [branch for branch in pruned if _is_below(record.tree, branch, node)]


def _is_below(tree: GameTree, branch: PrunedBranch, node: int) -> bool:
    """Tell whether a branch is below a node, or is what is not drawn of its children."""
    is_child_of_node = branch.is_elided and branch.node == node
    return is_child_of_node or node < branch.node < tree.end[node]


def _never_read(record: Record, branches: Sequence[PrunedBranch]) -> Phrase:
    """Say that some branches were never read: ``9 was never read``, ``▽K was never visited``.

    Args:
        record: The search.
        branches: The branches, at least one; the first few are named. They are “read” only if all
            are leaves.
    """
    listed = _listed(record.tree, branches)
    are_leaves = all(_is_leaf(record.tree, branch) for branch in branches)
    is_one = len(branches) == 1
    if are_leaves and is_one:
        return Phrase("{branches} was never read", branches=listed)
    if are_leaves:
        return Phrase("{branches} were never read", branches=listed)
    if is_one:
        return Phrase("{branches} was never visited", branches=listed)
    return Phrase("{branches} were never visited", branches=listed)


def _listed(tree: GameTree, branches: Sequence[PrunedBranch]) -> ItemList:
    """Return the first of some branches in words, and how many more there are."""
    words = tuple(branch_words(tree, branch) for branch in branches[:_LISTED])
    return ItemList(words, len(branches) - len(words), last=" and ")


def _is_leaf(tree: GameTree, branch: PrunedBranch) -> bool:
    """Tell whether a branch is a single leaf."""
    return not branch.is_elided and tree.is_leaf(branch.node)


def _who(record: Record, node: int, role: int) -> Phrase:
    """Return the player who moves at a node if it has a role, ``MIN``; else ``it``."""
    if record.tree.roles[node] == role:
        return as_phrase(player_word(record, node))
    return Phrase("it")


def _without_slash(record: Record, node: int) -> Sentence:
    """Say that no slash belongs here, and give the test that failed."""
    test = last_test(record, node)
    if test is None or test.holds:
        return Sentence("No slash there: {node} is visited", node=Node(record.tree, node))
    return Sentence("No slash there: {test}", test=test)


def _slashes_to_draw(record: Record, node: int) -> Sentence:
    """Say which branches to cross out on a paper, with the test that cuts them off.

    If a cut-off at its parent skips the node, all children that it skips are named together:
    ``Cross out 4 and 6: 3 ≥ 2.``

    Args:
        record: The search.
        node: A pruned node that is not crossed out.
    """
    skipped = _skipped_with(record, node)
    if not skipped:
        return Sentence("Cross out {node}", node=Node(record.tree, node))
    branches = _listed(record.tree, [PrunedBranch(child) for child in skipped])
    test = last_test(record, node)
    test_holds = test is not None and test.holds
    if test_holds:
        return Sentence("Cross out {branches}: {test}", branches=branches, test=test)
    return Sentence("Cross out {branches}", branches=branches)


def _skipped_with(record: Record, node: int) -> Sequence[int]:
    """Return the siblings that a cut-off at their parent skips with a node, and the node itself.

    There are none if no cut-off skips the node, or one further up does, with the node's parent.
    """
    cut = skipping_cut(record, node)
    if cut is None or cut.node != record.tree.parent[node]:
        return ()
    child_before_cut_off = present(cut.child)
    return record.children_after(cut.node, child_before_cut_off)


def _branches_to_cross(record: Record) -> Sentence:
    """Say which branches to cross out on a paper that says that none is pruned."""
    branches = _listed(record.tree, analysis_of(record).pruned)
    return Sentence("Cross out {branches}", branches=branches)


def _moves_to_write(findings: Findings) -> Sentence:
    """Say which move is to be written; several are as good."""
    moves = tuple(Node(findings.record.tree, move, is_move=True) for move in findings.moves)
    if not moves:
        return Sentence("Write none: no move is proven to be the best")
    return Sentence("Write {moves}", moves=ItemList(moves, last=" or "))


def _condition_to_write(findings: Findings, node: int) -> Sentence:
    """Say for which values a node is pruned: ``Write x ≥ 5``."""
    stretches = findings.pruned_for(node)
    if not stretches or stretches[0].is_never:
        return Sentence("Write never")
    if stretches[0].is_always:
        return Sentence("Write always")
    return Sentence("Write {values}", values=stretches_in_words(findings.record, stretches))


def stretches_in_words(record: Record, stretches: Sequence[Condition]) -> ItemList:
    """Return conditions on the only unknown leaf as a list in words: ``y < 2 or y ≥ 7``."""
    words = list(filter(None, record.tree.unknowns.values()))
    word = words[0] if words else "?"
    spelled = tuple(in_words(each, word) for each in stretches)
    return ItemList(spelled, last=" or ", between=" or ")
