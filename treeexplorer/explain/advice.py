"""What to write where something is wrong on a paper, and why just that."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from treeexplorer.engine import Record, analysis_of
from treeexplorer.engine.analysis import PrunedBranch
from treeexplorer.errors import present
from treeexplorer.explain.phrases import (
    describe_pruned_branch,
    describe_returned_value,
    format_player,
)
from treeexplorer.explain.sentence import ItemList, Node, Phrase, Sentence, convert_to_phrase
from treeexplorer.judging.claims import branches_fully_crossed
from treeexplorer.judging.cutoff_tests import last_test, skipping_cut
from treeexplorer.judging.findings import Findings
from treeexplorer.judging.unknowns import in_words
from treeexplorer.notation import Claim, Condition
from treeexplorer.tree import MAX_ROLE, MIN_ROLE, GameTree

_MAX_NAMED_BRANCHES: Final = 4


def advise_what_to_write(claim: Claim, findings: Findings) -> Sentence:
    """Advise what to write on a paper in the place of something that is wrong there.

    Args:
        claim: What is wrong: a value, a bound or a window at a node, a slash (“cut off”), or
            something about the whole tree. ``visited`` is a slash that is missing.
        findings: What the search has found.

    Example:
        >>> from treeexplorer.engine import search
        >>> from treeexplorer.notation import parse
        >>> exercise = parse("[[3 12 8] 4[2 4 6]]")
        >>> str(advise_what_to_write(exercise.claims[0], Findings(search(exercise.tree))))
        'Write ≤ 2: 4 and 6 were never read, so MIN could still be smaller.'
    """
    record = findings.record
    match claim.kind:
        case "value" | "bound" | "window":
            return _advise_at_node(claim, findings)
        case "cut":
            return _advise_no_slash(record, claim.node)
        case "visited":
            return _advise_slashes(findings, claim.node)
        case "cut-rest":
            return Sentence("No slash there: what is not drawn would be looked at, too")
        case "cuts-none":
            return _advise_instead_of_nothing_pruned(findings)
        case "best":
            return _advise_best_moves(findings)
        case "read":
            return Sentence("Write {number}", number=findings.leaves_read())
        case "pruned-if":
            return _advise_condition(findings, claim.node)


def _advise_at_node(claim: Claim, findings: Findings) -> Sentence:
    """Advise which value, bound or window to write at a node; nothing if it is never visited."""
    record = findings.record
    node = Node(record.tree, claim.node)
    if record.call_of(claim.node) is None:
        return Sentence("Write nothing there: {node} is never visited", node=node)
    if claim.kind == "window":
        window = findings.window(claim.node)
        return Sentence("Write {window} at {node}", window=window, node=node)
    return advise_value_to_write(record, claim.node)


def advise_value_to_write(record: Record, node: int) -> Sentence:
    """Advise what to write at a visited node: a number, or a bound with its reason.

    Args:
        record: The search.
        node: The node, which was visited at least once.

    Example:
        >>> from treeexplorer.engine import Rules, search
        >>> from treeexplorer.tree import from_nested
        >>> record = search(from_nested([[5, 8], [4, 9]]), Rules())
        >>> str(advise_value_to_write(record, 1))
        'Write 5 at ▽A.'
        >>> str(advise_value_to_write(record, 4))
        'Write ≤ 4: 9 was never read, so MIN could still be smaller.'
    """
    last_call = record.calls_of(node)[-1]
    returned = record.value(last_call)
    if returned is None:  # the search stopped below it, before an unknown leaf
        return Sentence("Write nothing yet: {node} is open", node=Node(record.tree, node))

    low, high = analysis_of(record).intervals.after_call(last_call)
    number_or_bound = describe_returned_value(returned, low, high)
    unread_branches = _collect_unread_branches_below(record, node)
    is_exact = low == high
    if unread_branches and not is_exact:
        if returned == high:
            return _advise_upper_bound(record, node, number_or_bound, unread_branches)
        if returned == low:
            return _advise_lower_bound(record, node, number_or_bound, unread_branches)
    return Sentence(
        "Write {written} at {node}", written=number_or_bound, node=Node(record.tree, node)
    )


def _advise_upper_bound(
    record: Record, node: int, bound: Phrase, unread_branches: Sequence[PrunedBranch]
) -> Sentence:
    """Advise an upper bound for a node with unread branches below it.

    For example ``Write ≤ 2: 4 and 6 were never read, so MIN could still be smaller.``
    """
    return Sentence(
        "Write {written}: {unread}, so {who} could still be smaller",
        written=bound,
        unread=_describe_unread_branches(record, unread_branches),
        who=_player_or_it(record, node, MIN_ROLE),
    )


def _advise_lower_bound(
    record: Record, node: int, bound: Phrase, unread_branches: Sequence[PrunedBranch]
) -> Sentence:
    """Advise a lower bound for a node with unread branches below it.

    For example ``Write ≥ 8: 3 was never read, so MAX could still be larger.``
    """
    return Sentence(
        "Write {written}: {unread}, so {who} could still be larger",
        written=bound,
        unread=_describe_unread_branches(record, unread_branches),
        who=_player_or_it(record, node, MAX_ROLE),
    )


def _collect_unread_branches_below(record: Record, node: int) -> Sequence[PrunedBranch]:
    """Collect the unvisited branches below a node, its own undrawn children included."""
    pruned = analysis_of(record).pruned
    return [branch for branch in pruned if _is_branch_below(record.tree, branch, node)]


def _is_branch_below(tree: GameTree, branch: PrunedBranch, node: int) -> bool:
    """Tell whether a branch lies below a node, or stands for the node's undrawn children."""
    is_undrawn_child = branch.is_elided and branch.node == node
    return is_undrawn_child or node < branch.node < tree.end[node]


def _describe_unread_branches(record: Record, branches: Sequence[PrunedBranch]) -> Phrase:
    """Say that some branches were never read: ``9 was never read``, ``▽K was never visited``.

    They are “read” only if all of them are leaves. The first few are named.
    """
    listed = _list_branches(record.tree, branches)
    are_leaves = all(_is_branch_a_leaf(record.tree, branch) for branch in branches)
    is_single = len(branches) == 1
    if are_leaves and is_single:
        return Phrase("{branches} was never read", branches=listed)
    if are_leaves:
        return Phrase("{branches} were never read", branches=listed)
    if is_single:
        return Phrase("{branches} was never visited", branches=listed)
    return Phrase("{branches} were never visited", branches=listed)


def _list_branches(tree: GameTree, branches: Sequence[PrunedBranch]) -> ItemList:
    """List the first few branches in words, and how many more there are."""
    named = tuple(describe_pruned_branch(tree, branch) for branch in branches[:_MAX_NAMED_BRANCHES])
    return ItemList(named, more=len(branches) - len(named), last=" and ")


def _is_branch_a_leaf(tree: GameTree, branch: PrunedBranch) -> bool:
    """Tell whether a branch is a single leaf, and not what is left undrawn of a node."""
    return not branch.is_elided and tree.is_leaf(branch.node)


def _player_or_it(record: Record, node: int, role: int) -> Phrase:
    """Name the player who moves at a node if it has a role, ``MIN``; else return ``it``."""
    if record.tree.roles[node] == role:
        return convert_to_phrase(format_player(record, node))
    return Phrase("it")


def _advise_no_slash(record: Record, node: int) -> Sentence:
    """Advise to draw no slash at a visited node, with the test that failed before it."""
    test = last_test(record, node)
    if test is not None and not test.holds:
        return Sentence("No slash there: {test}", test=test)
    return Sentence("No slash there: {node} is visited", node=Node(record.tree, node))


def _advise_slashes(findings: Findings, node: int) -> Sentence:
    """Say which branches to cross out on a paper, with the test that cuts them off.

    If a cut-off at its parent skips the node, all children that it skips are named together, but
    for those that are crossed out: ``Cross out 4 and 6: 3 ≥ 2``, ``Cross out 6, too: 3 ≥ 2``.

    Args:
        findings: What the search has found.
        node: A pruned node that is not crossed out.
    """
    record = findings.record
    skipped = _find_siblings_skipped_with(record, node)
    if not skipped:
        return Sentence("Cross out {node}", node=Node(record.tree, node))

    skipped_branches = [PrunedBranch(child) for child in skipped]
    missing = _find_branches_not_crossed_out(findings, skipped_branches)
    branches = _list_branches(record.tree, missing)
    are_some_crossed_out = len(missing) < len(skipped)
    too = Phrase(", too") if are_some_crossed_out else None  # None prints nothing

    test = last_test(record, node)
    test_holds = test is not None and test.holds
    if test_holds:
        return Sentence("Cross out {branches}{too}: {test}", branches=branches, too=too, test=test)
    return Sentence("Cross out {branches}{too}", branches=branches, too=too)


def _find_branches_not_crossed_out(
    findings: Findings, branches: Sequence[PrunedBranch]
) -> Sequence[PrunedBranch]:
    """Return those of some branches that the paper does not cross out, at once or leaf by leaf."""
    slashes = tuple(Claim(node, "cut") for node in findings.crossed)
    crossed = findings.crossed | branches_fully_crossed(findings.record.tree, slashes)
    return [branch for branch in branches if branch.is_elided or branch.node not in crossed]


def _find_siblings_skipped_with(record: Record, node: int) -> Sequence[int]:
    """Find the children that a parent's cut-off skips together with a node, and the node itself.

    None if no cut-off skips the node, or one further up does, with the node's parent.
    """
    cut_step = skipping_cut(record, node)
    if cut_step is None or cut_step.node != record.tree.parent[node]:
        return ()
    last_visited_child = present(cut_step.child)
    return record.children_after(cut_step.node, last_visited_child)


def _advise_instead_of_nothing_pruned(findings: Findings) -> Sentence:
    """Say what to do on a paper that says that nothing is pruned, where something is.

    On the same paper none of that may be crossed out, or all of it, or a part:

    - none: ``Cross out 4 and 6``;
    - all: ``Leave out “nothing is cut off”: your slashes say what is``;
    - the 4 alone: ``Leave out “nothing is cut off”, and cross out 6``.
    """
    record = findings.record
    pruned = analysis_of(record).pruned
    missing = _find_branches_not_crossed_out(findings, pruned)
    branches_to_cross_out = _list_branches(record.tree, missing)

    has_slashes = len(findings.crossed) > 0
    if not has_slashes:
        return Sentence("Cross out {branches}", branches=branches_to_cross_out)
    if not missing:
        return Sentence("Leave out “nothing is cut off”: your slashes say what is")
    return Sentence(
        "Leave out “nothing is cut off”, and cross out {branches}", branches=branches_to_cross_out
    )


def _advise_best_moves(findings: Findings) -> Sentence:
    """Advise which best moves to write: ``Write ▽A or ▽C``, or none if none is proven."""
    moves = tuple(Node(findings.record.tree, move, is_move=True) for move in findings.moves)
    if not moves:
        return Sentence("Write none: no move is proven to be the best")
    return Sentence("Write {moves}", moves=ItemList(moves, last=" or "))


def _advise_condition(findings: Findings, node: int) -> Sentence:
    """Advise which condition for pruning to write at a node: ``Write x ≥ 5``."""
    stretches = findings.pruned_for(node)
    if not stretches or stretches[0].is_never:
        return Sentence("Write never")
    if stretches[0].is_always:
        return Sentence("Write always")
    return Sentence("Write {values}", values=format_stretches(findings.record, stretches))


def format_stretches(record: Record, stretches: Sequence[Condition]) -> ItemList:
    """Format conditions on the only unknown leaf as a list in words: ``y < 2 or y ≥ 7``.

    A leaf without a name is ``?``.
    """
    names = [name for name in record.tree.unknowns.values() if name]
    leaf_name = names[0] if names else "?"
    conditions = tuple(in_words(condition, leaf_name) for condition in stretches)
    return ItemList(conditions, last=" or ", between=" or ")
