"""The test after each child: which two numbers a node compares, and what equality decides."""

from __future__ import annotations

from treeexplorer.engine import Record, StepKind
from treeexplorer.engine.analysis import CutOff
from treeexplorer.engine.intervals import Interval
from treeexplorer.engine.record import ABOVE, BELOW, Status, Step
from treeexplorer.errors import present
from treeexplorer.judging.facts import CutTest, Elsewhere, Inequality, Op, proven
from treeexplorer.rules import Rules
from treeexplorer.tree import CHANCE_ROLE, MAX_ROLE, Window


def test_at(record: Record, step: Step) -> CutTest | None:
    """Return the comparison by which a node decided, in a step, whether to skip its other children.

    A node makes this test after a child has returned to it (see :func:`_find_comparison`):

    - In alpha-beta it compares the bounds α and β, one of which its v (best value) has moved.
    - In a search that may enter a node several times, such as PVS, it compares its v with a bound.
    - A chance node compares what is proven of its mean with a bound.

    Args:
        record: The search.
        step: The step.

    Returns:
        The test; ``None`` if none was made in the step: as a node is entered, in minimax, and where
        SCOUT only evaluates a node.

    Example:
        After the 3 the first MIN node tests against the β of the start, +∞, and goes on. After the
        2 the second MIN node is cut off.

        >>> from treeexplorer.engine import search
        >>> from treeexplorer.tree import from_nested
        >>> record = search(from_nested([[3, 12, 8], [2, 4, 6]]))
        >>> str(test_at(record, record.step(9))), str(test_at(record, record.step(12)))
        ('3 ≥ +∞ is false', '3 ≥ 2')
    """
    comparison = _find_comparison(record, step)
    if comparison is None or step.child is None:
        return None

    test = CutTest(
        left=comparison.left,
        op=comparison.op,
        right=comparison.right,
        node=step.node,
        skips=has_children_left(record, step.node, step.child),
    )
    if _goes_on_in_spite_of(test, step):
        return None
    return test


def _goes_on_in_spite_of(test: CutTest, step: Step) -> bool:
    """Tell whether a node goes on to its next child though a test holds, and so never made it.

    Only SCOUT has such nodes, which it evaluates without any test. With v = 2 and α = 3 at MIN,
    ``3 ≥ 2`` would have cut off the children that are left.
    """
    would_cut_off = test.holds and test.skips
    return would_cut_off and step.kind is not StepKind.CUT


def _find_comparison(record: Record, step: Step) -> Inequality | None:
    """Return the two numbers that a node compares after a child has returned to it.

    They depend on the node and on the search. For example, a node is entered with the window (3, 8)
    and its first child returns 2, of two with equal weights at the chance node::

        the node, the search        compares                         here
        chance, values in (0, 10)   its mean, (1, 6), with α or β    3 ≥ 6 is false
        MAX, minimax                nothing: it never cuts off       None
        MAX, alpha-beta             α with β                         3 ≥ 8 is false
        MAX, PVS and its like       v, its best value, with β        2 ≥ 8 is false
        MIN, alpha-beta             α with β, which is now v         3 ≥ 2
        MIN, PVS and its like       α with v                         3 ≥ 2

    ``None`` also if the step is the entry of a node.
    """
    is_entry_of_node = step.child is None
    if is_entry_of_node:
        return None
    if record.tree.roles[step.node] == CHANCE_ROLE:
        return _compare_mean_with_bound(record, step)
    if not record.has_windows:
        return None
    if may_enter_again(record):
        return _compare_v_with_bound(record, step)
    return _compare_alpha_with_beta(record, step)


def _compare_alpha_with_beta(record: Record, step: Step) -> Inequality:
    """Return a MAX or MIN node's comparison of α with β, as alpha-beta makes it after a child.

    The child's value is in the window by now: α has risen to it at MAX, or β has fallen to it at
    MIN, if it was better.
    """
    alpha, beta = present(step.window)
    return Inequality(alpha, _choose_operator(is_strict=record.rules.strict), beta)


def may_enter_again(record: Record) -> bool:
    """Tell whether the search is one that may enter a node several times, as PVS and MTD(f) are.

    Only such a search records the window of each of its calls.
    """
    return record.has_call_windows


def _compare_v_with_bound(record: Record, step: Step) -> Inequality:
    """Return a node's comparison of v with the opponent's bound, as PVS and MTD(f) make it.

    A null window (3, 3) asks whether the node is worth more than 3, or less. MAX answers “more”
    only by v > 3, but “not less” by v ≥ 3; MIN is mirrored.
    """
    alpha, beta = record.entry_window(step.call)
    v = present(step.v)
    question = record.null_question(step.call)
    if record.tree.roles[step.node] == MAX_ROLE:
        return Inequality(v, _choose_operator(is_strict=question == ABOVE), beta)
    return Inequality(alpha, _choose_operator(is_strict=question == BELOW), v)


def _choose_operator(*, is_strict: bool) -> Op:
    """Return how a test for a cut-off compares α with β; ``>`` does not cut off on equality."""
    return ">" if is_strict else ">="


def _compare_mean_with_bound(record: Record, step: Step) -> Inequality | None:
    """Compare what is proven of a chance node's mean with the node's α, or with its β.

    The leaves that were read prove that the mean lies in an interval (low, high). The node tests
    whether the mean is too low, ``α ≥ high``, and whether it is too high, ``low ≥ β``. One of both
    is returned; with the window (4, 9) for example::

        the mean lies in   too low?        too high?       returned
        (1, 4)             4 ≥ 4: true     1 ≥ 9: false    4 ≥ 4
        (9, 10)            4 ≥ 10: false   9 ≥ 9: true     9 ≥ 9
        (1, 6)             4 ≥ 6: false    1 ≥ 9: false    see :func:`_is_only_beta_a_bound`

    ``None`` if no range of the values is known: then a chance node makes no test.
    """
    makes_tests = record.has_chance_windows
    if not makes_tests:
        return None
    window = record.entry_window(step.call)
    alpha, beta = window
    low, high = proven(record, step.node, step.number)
    operator = _choose_operator(is_strict=record.rules.strict)
    test_if_too_low = Inequality(alpha, operator, high)
    test_if_too_high = Inequality(low, operator, beta)

    # Which one is returned does not depend on the operator. If the rules test with >, 4 > 4 fails,
    # but it fails only on equality, which is more worth telling than the other test.
    if alpha >= high:
        return test_if_too_low
    if low >= beta:
        return test_if_too_high

    # Both fail: the one against a bound is worth telling, not that against an end of the range.
    if _is_only_beta_a_bound(window, record.rules.known_range):
        return test_if_too_high
    return test_if_too_low


def _is_only_beta_a_bound(window: Window, known_range: Interval) -> bool:
    """Tell whether only the β of a window says more than the range of all values.

    If all values lie from 0 to 10, it is so for (0, 9): that a value is at least 0 is known anyway.
    """
    alpha, beta = window
    lowest, highest = known_range
    return alpha == lowest and beta != highest


def has_children_left(record: Record, node: int, child: int) -> bool:
    """Tell whether a node that stops after a child skips any other child, drawn or undrawn."""
    if not record.is_last_child(child):
        return True
    has_undrawn = node in record.tree.elided
    undrawn_come_last = not record.rules.right_to_left
    return has_undrawn and undrawn_come_last


def has_open_means(record: Record) -> bool:
    """Tell whether chance nodes are tested in a tree with undrawn children.

    A chance node is tested by what is proven of it, which undrawn children leave open. It returns
    what its drawn children give, which does not tell what another test would have done.
    """
    tests_means = record.has_chance_windows
    return tests_means and bool(record.tree.elided)


def sign_that_would_not_cut(record: Record, cut: CutOff) -> Op | None:
    """Return how a value must compare with the bound of a cut-off so that nothing is cut off.

    Args:
        record: The search.
        cut: The cut-off.

    Returns:
        The sign, as in ``v > 3``; ``None`` if no test was made.

    Example:
        The second MIN node is cut off at α = 3. Only a value of more than 3 would not have done so.

        >>> from treeexplorer.engine import search
        >>> from treeexplorer.engine.analysis import analysis_of
        >>> from treeexplorer.tree import from_nested
        >>> record = search(from_nested([[3, 12, 8], [2, 4, 6]]))
        >>> sign_that_would_not_cut(record, analysis_of(record).cut_offs[0])
        '>'
    """
    test = test_at(record, record.step(cut.step))
    if test is None:
        return None
    is_strict = test.op == ">"
    if cut.kind == "alpha":  # a value ≤ α cuts off, or one < α if the test is strict
        return ">=" if is_strict else ">"
    # A value ≥ β cuts off, or one > β if the test is strict.
    return "<=" if is_strict else "<"


def missed_on_equality(record: Record, step: Step) -> CutTest | None:
    """Return the test of a step if it misses a cut-off only because its two numbers are equal.

    Such a test is ``3 > 3``: with ``≥`` it would cut off the children that are left.

    Args:
        record: The search.
        step: The step.

    Returns:
        The test; ``None`` for every other step. ``None`` also if no children are left, and if the
        node was entered with an empty window, so that no child has made the numbers equal.

    Example:
        >>> from treeexplorer.engine import search
        >>> from treeexplorer.rules import Rules
        >>> from treeexplorer.tree import from_nested
        >>> record = search(from_nested([[3, 12], [3, 4]]), Rules(cutoff=">"))
        >>> str(missed_on_equality(record, record.step(10)))
        '3 > 3 is false'
    """
    cuts_on_equality = not record.rules.strict
    alpha, beta = record.entry_window(step.call)
    was_empty_on_entry = alpha == beta
    if cuts_on_equality or was_empty_on_entry:
        return None
    test = test_at(record, step)
    if test is None or not test.skips:  # no test, or no children left
        return None
    return test if test.left == test.right else None


def under_equality(record: Record, step: Step) -> Elsewhere | None:
    """Return the first branch that the test ``≥`` would have pruned where ``>`` failed on equality.

    No second search is needed: a node that is visited with both tests has the same window in both,
    so that with ``≥`` the same two numbers are compared after the same child.

    Args:
        record: The search.
        step: The step.

    Returns:
        The branch, with the rules under which it would be pruned. ``None`` if the step has no test
        that fails only on equality (:func:`missed_on_equality`), and if no drawn child is left.
        ``None`` also if chance nodes are tested in a tree with undrawn children: with ``≥`` fewer
        leaves may have been read before, so that less would be proven of the mean.

    Example:
        >>> from treeexplorer.engine import search
        >>> from treeexplorer.rules import Rules
        >>> from treeexplorer.tree import from_nested
        >>> record = search(from_nested([[3, 12], [3, 4]]), Rules(cutoff=">"))
        >>> under_equality(record, record.step(10))
        Elsewhere(node=6, rules=(('cutoff', '>='),), outcome='pruned')
    """
    if missed_on_equality(record, step) is None or has_open_means(record):
        return None
    children_left = record.children_after(step.node, present(step.child))
    if not children_left:
        return None
    return Elsewhere(children_left[0], _find_rules_that_cut_on_equality(record.rules), "pruned")


def _find_rules_that_cut_on_equality(rules: Rules) -> tuple[tuple[str, str], ...]:
    """Return what has to be another rule so that a search with the test ``>`` makes the test ``≥``.

    A printed form such as "two-functions" fixes its test and what it returns: the search with ``≥``
    is the classic form.
    """
    if rules.fixes_its_own_rules:
        return (("form", "classic"), ("cutoff", ">="), ("fail", "soft"))
    return (("cutoff", ">="),)


def latest_cut(record: Record, node: int, step: int) -> Step | None:
    """Return the last step, up to a given one, in which a node stopped before its last child.

    In a search that enters nodes again it may be an earlier visit of the node that was cut off: a
    later one may have been answered from memory, or have come to its end.

    Args:
        record: The search.
        node: The node.
        step: The step; what happens later does not count.

    Returns:
        The step of the cut-off; ``None`` if there was none.

    Example:
        >>> from treeexplorer.engine import search
        >>> from treeexplorer.tree import from_nested
        >>> record = search(from_nested([[3, 12, 8], [2, 4, 6]]))
        >>> latest_cut(record, 5, 12).number, latest_cut(record, 5, 11)
        (12, None)
    """
    from_last_visit_to_first = reversed(record.calls_of(node))
    for call in from_last_visit_to_first:
        if record.entered_at(call) > step:
            continue
        # A visit is cut off by the child that returned to it last.
        last_child_call = record.last_return(call, step)
        if last_child_call is not None and record.caused_cut_off(last_child_call):
            return record.arrival(last_child_call)
    return None


def skipping_cut(record: Record, node: int, step: int | None = None) -> Step | None:
    """Return the cut-off that skipped a node; ``None`` if the node is not skipped.

    Args:
        record: The search.
        node: The node.
        step: The step at which it is asked; the last step if not given.
    """
    step = record.steps if step is None else step
    if record.status(node, step) is not Status.SKIPPED:
        return None
    # The node is skipped with the branch in which it lies: by the lowest node above it that was
    # visited at all.
    ancestor = record.find_visited_ancestor(node, step)
    return None if ancestor is None else latest_cut(record, ancestor, step)


def last_test(record: Record, node: int) -> Inequality | None:
    """Return the test that was made last before a node was visited or skipped.

    - If the node was skipped, it is the test that skipped it, perhaps with a whole branch.
    - If the node was visited, it is the test that its parent made just before, when the previous
      child had returned.

    Args:
        record: The search.
        node: The node.

    Returns:
        The test; ``None`` if there is none, and for a visited node in a search that may enter nodes
        several times.

    Example:
        >>> from treeexplorer.engine import search
        >>> from treeexplorer.tree import from_nested
        >>> record = search(from_nested([[3, 12, 8], [2, 4, 6]]))
        >>> str(last_test(record, 7)), str(last_test(record, 5))  # skipped, visited
        ('3 ≥ 2', '3 ≥ +∞ is false')
    """
    visit = record.call_of(node)
    if visit is None:
        cut = skipping_cut(record, node)
        return None if cut is None else test_at(record, cut)

    if may_enter_again(record):
        return None
    previous_sibling_visit = record.find_previous_sibling_call(visit)
    if previous_sibling_visit is None:  # a first child: its parent has made no test yet
        return None
    step_of_return = record.arrival(previous_sibling_visit)
    return test_at(record, step_of_return)
