"""Typed facts: every claim that a sentence makes, true whatever the unread leaves hold.

A sentence such as “▲root has 3 through ▽A” is printed only if a fact here backs it. Terms, by the
tree ``[A:[3 12 8] B:[2 4 6]]``, whose root is MAX's node and has two MIN nodes:

v
    A node's best value so far. After A has returned, the root has 3, through A
    (:class:`BestSoFar`).

test
    After each child a node compares two numbers (:class:`CutTest`). After the leaf 2 B compares
    α = 3, which the root has, with β = 2, its own v: 3 ≥ 2 holds, and the 4 and the 6 are skipped
    (:class:`Pruned`).

proven
    What the leaves read so far prove, as an interval (:class:`Proven`). B is worth 2 or less.

witness
    The ancestor that has the bound of a cut-off, and the child that gave it: the root, through A.

call
    One visit of a node by the search (see :mod:`treeexplorer.engine.record`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any, Final, Literal, TypeAlias

from treeexplorer.engine import Record, StepKind, search
from treeexplorer.engine.analysis import CutOff, analysis_of
from treeexplorer.engine.intervals import Interval
from treeexplorer.engine.record import ABOVE, BELOW, Status, Step
from treeexplorer.errors import present
from treeexplorer.numbers import convert_number_to_json, shown
from treeexplorer.rules import Rules, alternatives, changed
from treeexplorer.tree import (
    CHANCE_ROLE,
    INFINITY,
    MAX_ROLE,
    MIN_ROLE,
    GameTree,
    Number,
    Window,
)

Op: TypeAlias = Literal[">=", ">", "<=", "<", "="]
SIGNS: Final[dict[Op, str]] = {">=": "≥", ">": ">", "<=": "≤", "<": "<", "=": "="}
"""How an operator is printed."""
Outcome: TypeAlias = Literal["visited", "cut-off", "pruned"]


@dataclass(frozen=True, slots=True)
class Inequality:
    """A comparison of two numbers, which may hold or not: ``3 ≥ 2``, ``3 ≥ 8 is false``."""

    left: Number
    op: Op
    right: Number

    @property
    def holds(self) -> bool:
        """Whether it is true."""
        if self.left == self.right:
            return self.op in {">=", "<=", "="}
        if self.left > self.right:
            return self.op in {">=", ">"}
        return self.op in {"<=", "<"}

    @property
    def sign(self) -> str:
        """How it is written: ``≥``."""
        return SIGNS[self.op]

    @property
    def bare(self) -> str:
        """The numbers and the sign, without whether it holds: ``3 ≥ 8``."""
        return f"{shown(self.left)} {self.sign} {shown(self.right)}"

    @property
    def close(self) -> str:
        """The same without blanks: ``3≥8``."""
        return f"{shown(self.left)}{self.sign}{shown(self.right)}"

    def __str__(self) -> str:
        return self.bare if self.holds else f"{self.bare} is false"


@dataclass(frozen=True, slots=True)
class Proven:
    """What the leaves read up to the step prove about a node's minimax value."""

    node: int
    low: Number
    high: Number


@dataclass(frozen=True, slots=True)
class BestSoFar:
    """A node's best value so far (v), and the child that gave it.

    Attributes:
        node: The node.
        value: Its v.
        through: The child that returned this value. ``None`` while no child has given v: under
            fail-hard v begins at the node's own bound, so the number is an end of its window.
    """

    node: int
    value: Number
    through: int | None


@dataclass(frozen=True, slots=True)
class CutTest(Inequality):
    """The test for a cut-off that a node made after a child; α, or what stands for it, is left.

    Attributes:
        node: The node.
        skips: Whether children are left to skip. The test is a cut-off if it holds and skips.
    """

    node: int
    skips: bool


@dataclass(frozen=True, slots=True)
class WouldCut:
    """The bounds on entry with which a node would have been cut off after a child, or before.

    ``WouldCut(node, after, "alpha", ">=", 3)`` says: with an α of 3 or more.

    Attributes:
        node: The node.
        after: The child after which the cut-off would have come at the latest.
        end: The end of the window that would have been another number; the other end stays.
        op: How that end would compare with ``value``.
        value: The number.
    """

    node: int
    after: int
    end: Literal["alpha", "beta"]
    op: Literal["<=", "<", ">=", ">"]
    value: Number


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """What becomes of a node under other rules.

    Attributes:
        node: The node.
        rules: The rules that differ, each with its other value: ``(("cutoff", ">"),)``.
        outcome: What becomes of the node.
    """

    node: int
    rules: tuple[tuple[str, Any], ...]
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Needs:
    """Whether a node may still want the value of its open child, as better than the others.

    Attributes:
        node: The node.
        value: Whether it may.
    """

    node: int
    value: bool


@dataclass(frozen=True, slots=True)
class Pruned:
    """The children that a cut-off skips.

    Attributes:
        nodes: The drawn children.
        elided: The node whose undrawn children (``...``) are skipped; ``None`` if none are.
    """

    nodes: tuple[int, ...]
    elided: int | None


@dataclass(frozen=True, slots=True)
class OnlyIf:
    """What a chance node needs of a child under a known range.

    ``OnlyIf(node, ">", 8, child, 6)`` says: the node is worth more than 8 only if the child is
    worth more than 6.

    Attributes:
        node: The chance node.
        op: The sign of both comparisons.
        value: The number with which the node is compared.
        child: The child.
        needed: The number with which the child is compared.
    """

    node: int
    op: Literal[">", "<"]
    value: Number
    child: int
    needed: Number


Fact: TypeAlias = Proven | BestSoFar | CutTest | WouldCut | Elsewhere | Needs | OnlyIf | Pruned


# -- single facts ------------------------------------------------------------------------------


def proven(record: Record, node: int, step: int) -> Interval:
    """Return what the leaves read up to a step prove about a node's minimax value."""
    return analysis_of(record).intervals.at(node, step)


def test_at(record: Record, step: Step) -> CutTest | None:
    """Return the comparison by which a node decided, in a step, whether to skip its other children.

    A node makes this test after a child has returned to it:

    - In alpha-beta it compares the bounds α and β, one of which its v (best value) has moved.
    - In a search that may enter a node several times, such as PVS, it compares its v with a bound.
    - A chance node compares what is proven of its mean with a bound.

    Args:
        record: The search.
        step: The step.

    Returns:
        The test; ``None`` if none was made in the step, as when a node is entered, and in minimax.

    Example:
        After the 3 the first MIN node tests against the β of the start, +∞, and goes on. After the
        2 the second MIN node is cut off.

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
    # SCOUT evaluates some nodes without any test. One shows by its going on: a test that holds
    # would have cut off the children that are left.
    should_have_cut_off = test.holds and test.skips
    has_cut_off = step.kind is StepKind.CUT
    if should_have_cut_off and not has_cut_off:
        return None
    return test


def _find_comparison(record: Record, step: Step) -> Inequality | None:
    """Return the two numbers that a node compares after a child has returned to it.

    What they are depends on the node and on the search:

    =========================================  =============================================
    chance node                                what is proven of its mean, and α or β
    MAX or MIN node in minimax                 none: ``None``
    in alpha-beta                              α and β
    in a search with null windows, as PVS      v (the best value) and the opponent's bound
    =========================================  =============================================

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
    # Alpha-beta: v is in the window already, as α at a MAX node and as β at a MIN node.
    alpha, beta = present(step.window)
    return Inequality(alpha, _choose_operator(is_strict=record.rules.strict), beta)


def may_enter_again(record: Record) -> bool:
    """Tell whether the search is one that may enter a node several times, as PVS and MTD(f) are.

    Only such a search records the window of each of its calls.
    """
    return bool(record.call_windows)


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
    makes_tests = bool(record.chance_windows)
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


def best_after(record: Record, child_call: int) -> BestSoFar | None:
    """Return a node's best value (v) after a child has returned to it, and which child gave it.

    Args:
        record: The search.
        child_call: The call of the child that has returned, that is, the number of its visit. The
            node is the child's parent.

    Returns:
        The node, its v, and the child that gave v; see :class:`BestSoFar`. If no child has given v,
        it is the number with which v began. ``None`` if this number is infinite, at a chance node,
        and if the call is the root's.

    Example:
        The 2 arrives at the second MIN node. Then this node returns to the root, which keeps the 3
        that its first child gave.

        >>> from treeexplorer.tree import from_nested
        >>> record = search(from_nested([[3, 12, 8], [2, 4, 6]]))
        >>> best_after(record, record.call_of(6))
        BestSoFar(node=5, value=2, through=6)
        >>> best_after(record, record.call_of(5))
        BestSoFar(node=0, value=3, through=1)
    """
    parent_call = record.caller(child_call)
    v = record.parent_v_after[child_call]
    if parent_call is None or v is None:
        return None
    parent = record.node(parent_call)
    # Its mean is given by all of its children.
    if record.tree.roles[parent] == CHANCE_ROLE:
        return None
    call_that_gave_v = _find_call_that_gave_v(record, child_call)
    if call_that_gave_v is None:
        return _make_best_without_child(record, parent_call, v)
    return BestSoFar(parent, v, through=record.node(call_that_gave_v))


def _find_call_that_gave_v(record: Record, child_call: int) -> int | None:
    """Return the call of the child that gave a node its v (best value), when a child has returned.

    For example, a MAX node with the children 3, 2 and 5::

        the child   v before   v after   given by
        3           −∞         3         the 3: it has changed v
        2           3          3         the 3, as before
        5           3          5         the 5: it has changed v

    ``None`` if v is still the number with which it began.
    """
    has_changed_v = record.parent_v_after[child_call] != record.parent_v_before(child_call)
    if has_changed_v or _is_taken_as_first(record, child_call):
        return child_call
    return record.find_call_that_set_parent_v(child_call)


def _is_taken_as_first(record: Record, child_call: int) -> bool:
    """Tell whether a first child gives its parent its v whatever its value is.

    Only the printed form with two functions has it so. There a v that begins with 3 is given by the
    first child even if this is worth 3, and v stays the same number.
    """
    is_first_child = record.find_previous_sibling_call(child_call) is None
    return record.replaces_first and is_first_child


def _make_best_without_child(record: Record, call: int, v: Number | None) -> BestSoFar | None:
    """Return the v with which a call began, as a best value so far that no child gave.

    ``None`` if v is infinite, or if there is none, as at a chance node.
    """
    if v is None or abs(v) == INFINITY:
        return None
    return BestSoFar(record.node(call), v, through=None)


def best_at(record: Record, call: int, step: int) -> BestSoFar | None:
    """Return the best value so far of a node's call at a step, and which child gave it.

    ``None`` in the cases of :func:`best_after`.
    """
    last_child_call = record.last_return(call, step)
    if last_child_call is not None:
        return best_after(record, last_child_call)
    return _make_best_without_child(record, call, record.first_v(call))


def would_cut(record: Record, child_call: int) -> WouldCut | None:
    """Return with which α or β on entry a node would have been cut off after a child.

    ===========  ====================  ===================================================
    the node     it is cut off if      so it would have been cut off with
    ===========  ====================  ===================================================
    MAX, v = 5   its v reaches β       any β up to 5
    MIN, v = 5   its v reaches α       any α from 5 on
    ===========  ====================  ===================================================

    It is cut off as well if its window is empty: MAX with any β up to α, MIN with any α from β on.

    Args:
        record: The search.
        child_call: The call (visit) of the child that has returned, without a cut-off.

    Returns:
        The α or β with which the child's parent would have had to be entered. ``None`` if

        - no bound would have cut off;
        - the parent makes no test: it is a chance node, or the child is its last;
        - the search does not tell (see :func:`_can_tell_other_bounds`).

    Example:
        After the 3 the first MIN node has v = 3: with an α of 3 or more on entry it would have been
        cut off.

        >>> from treeexplorer.tree import from_nested
        >>> record = search(from_nested([[3, 12, 8], [2, 4, 6]]))
        >>> would_cut(record, record.call_of(2))
        WouldCut(node=1, after=2, end='alpha', op='>=', value=3)
    """
    child = record.node(child_call)
    if not _can_tell_other_bounds(record) or not _can_stop_after(record, child):
        return None

    parent_call = present(record.caller(child_call))
    alpha, beta = record.entry_window(parent_call)
    values = _collect_values_that_reach_bounds(record, child_call)  # v, and seldom others
    is_max_node = record.tree.roles[record.node(parent_call)] == MAX_ROLE
    if is_max_node:
        highest_beta = max([alpha, *values])
        return _find_betas_that_cut(record, child, up_to=highest_beta)
    lowest_alpha = min([beta, *values])
    return _find_alphas_that_cut(record, child, at_least=lowest_alpha)


def _can_stop_after(record: Record, child: int) -> bool:
    """Tell whether a child's parent is MAX's or MIN's, and has other children left to skip."""
    parent = record.tree.parent_of(child)
    if parent is None or record.tree.roles[parent] == CHANCE_ROLE:
        return False
    return has_children_left(record, parent, child)


def _can_tell_other_bounds(record: Record) -> bool:
    """Tell whether a search tells what it would have done at a node with other bounds.

    It does if the children would have returned the same values, which can be compared with any
    bound: in alpha-beta a value inside its window is exact.
    """
    if not record.has_windows or may_enter_again(record):
        return False
    return not _has_open_means(record)


def _has_open_means(record: Record) -> bool:
    """Tell whether chance nodes are tested in a tree with undrawn children.

    A chance node is tested by what is proven of it, which undrawn children leave open. It returns
    what its drawn children give, which does not tell what another test would have done.
    """
    tests_means = bool(record.chance_windows)
    return tests_means and bool(record.tree.elided)


def _find_betas_that_cut(record: Record, child: int, *, up_to: Number) -> WouldCut | None:
    """Return the β with which a MAX node would have been cut off after a child; ``None`` of −∞."""
    if up_to == -INFINITY:
        return None
    node = record.tree.parent[child]
    op: Literal["<", "<="] = "<" if record.rules.strict else "<="
    return WouldCut(node, child, "beta", op, up_to)


def _find_alphas_that_cut(record: Record, child: int, *, at_least: Number) -> WouldCut | None:
    """Return the α with which a MIN node would have been cut off after a child; ``None`` of +∞."""
    if at_least == INFINITY:
        return None
    node = record.tree.parent[child]
    op: Literal[">", ">="] = ">" if record.rules.strict else ">="
    return WouldCut(node, child, "alpha", op, at_least)


def _collect_values_that_reach_bounds(record: Record, child_call: int) -> list[Number]:
    """Return the values by which a node would have reached another bound up to a child's return.

    The only such value is v. Under fail-hard with the test ``>`` these are the values of the
    leaves among the children instead: a child with children of its own returns a value that is
    clamped to the bound, and a number that is clamped to a bound is never beyond it.
    """
    if record.rules.hard and record.rules.strict:
        return _collect_leaf_values_up_to(record, child_call)
    return [present(record.parent_v_after[child_call])]


def _collect_leaf_values_up_to(record: Record, child_call: int) -> list[Number]:
    """Return the values of a child and of its earlier siblings, as far as they are leaves.

    The last child's comes first: in ``[3 [5 6] 4 2]`` they are ``[4, 3]`` after the leaf 4.
    """
    values: list[Number] = []
    sibling_call: int | None = child_call
    while sibling_call is not None:
        value = record.value(sibling_call)
        if value is not None and record.is_leaf_call(sibling_call):
            values.append(value)
        sibling_call = record.find_previous_sibling_call(sibling_call)
    return values


def sign_that_would_not_cut(record: Record, cut: CutOff) -> Op | None:
    """Return how a value must compare with the bound of a cut-off so that nothing is cut off.

    Args:
        record: The search.
        cut: The cut-off.

    Returns:
        The sign, as in ``v > 3``; ``None`` if no test was made.

    Example:
        The second MIN node is cut off at α = 3. Only a value of more than 3 would not have done so.

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
        >>> from treeexplorer.tree import from_nested
        >>> record = search(from_nested([[3, 12], [3, 4]]), Rules(cutoff=">"))
        >>> str(missed_on_equality(record, record.step(10)))
        '3 > 3 is false'
    """
    # The test ≥ holds on equality.
    if not record.rules.strict:
        return None
    alpha, beta = record.entry_window(step.call)
    window_was_empty_on_entry = alpha == beta
    if window_was_empty_on_entry:
        return None
    test = test_at(record, step)
    if test is None:
        return None
    has_more_children = test.skips
    is_missed = test.left == test.right and has_more_children
    return test if is_missed else None


def under_equality(record: Record, step: Step) -> Elsewhere | None:
    """Return the first branch that the test ``≥`` would have pruned where ``>`` failed on equality.

    No second search is needed: a node that is visited with both tests has the same window in both,
    so that with ``≥`` the same two numbers are compared after the same child.

    Args:
        record: A search with the test ``>``.
        step: A step for which :func:`missed_on_equality` returns its test.

    Returns:
        The branch, with the rules under which it would be pruned. ``None`` if no drawn child is
        left. ``None`` also if chance nodes are tested in a tree with undrawn children: with ``≥``
        fewer leaves may have been read before, so that less would be proven of the mean.

    Example:
        >>> from treeexplorer.tree import from_nested
        >>> record = search(from_nested([[3, 12], [3, 4]]), Rules(cutoff=">"))
        >>> under_equality(record, record.step(10))
        Elsewhere(node=6, rules=(('cutoff', '>='),), outcome='pruned')
    """
    if step.child is None or _has_open_means(record):
        return None
    children_left = record.children_after(step.node, step.child)
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


def player_between(record: Record, cut: CutOff) -> tuple[BestSoFar | None, Needs]:
    """Return what the player nearest above a deep cut-off has, and whether it wants more.

    The bound of a cut-off comes from an ancestor of the opposing player. A cut-off is deep if that
    is not the nearest such ancestor. The nearest one then lies between the cut-off and that
    ancestor.

    Args:
        record: The search.
        cut: The deep cut-off.

    Returns:
        - The best value so far of the node between; ``None`` if no child has returned to it.
        - Whether it may still want the value of its open child, in which the cut-off is.

    Example:
        The nodes above the leaf 4 are the root (MAX, has 5), a MIN node, a MAX node (has 3) and the
        lowest MIN node. This one is cut off after its 4, since the root has 5. The MAX node between
        has only 3, so it would want a 4.

        >>> from treeexplorer.notation import parse
        >>> record = search(parse("[5 [9 [3 [4 7]]]]").tree)
        >>> player_between(record, analysis_of(record).cut_offs[0])
        (BestSoFar(node=4, value=3, through=5), Needs(node=4, value=True))
    """
    # MIN nodes give the bound of a β cut-off, MAX nodes that of an α cut-off.
    opposing_role = MIN_ROLE if cut.kind == "beta" else MAX_ROLE

    # The child of the node between on the way down to the cut-off: it is open, for it has not
    # returned yet.
    open_child_call = _find_call_below_role(record, cut.call, opposing_role)
    open_child = record.node(open_child_call)
    node_between = record.tree.parent[open_child]

    best = _find_best_before_child(record, open_child_call)
    wants_more = _can_be_best(record, open_child, cut.step)
    return best, Needs(node_between, wants_more)


def _find_best_before_child(record: Record, child_call: int) -> BestSoFar | None:
    """Return the best value that a node had when it called a child; ``None`` for its first."""
    returned_before = record.find_previous_sibling_call(child_call)
    return None if returned_before is None else best_after(record, returned_before)


def _find_call_below_role(record: Record, call: int, role: int) -> int:
    """Find the first call, from a given one upwards, whose parent's node has a role.

    There must be one. In the path MAX, MIN, chance, MAX it is that of the chance node if one looks
    from the lowest MAX node for MIN.
    """
    while True:
        parent_call = present(record.caller(call))
        if record.tree.roles[record.node(parent_call)] == role:
            return call
        call = parent_call


def _can_be_best(record: Record, child: int, step: int) -> bool:
    """Tell whether a child may still be better for its parent than every other child.

    Example:
        If the other children of a MAX node are worth at least 3 and at least 5, a child can be best
        that may be worth more than 5. MIN is mirrored.
    """
    parent = record.tree.parent[child]
    others = _collect_proven_of_siblings(record, child, step)
    low, high = proven(record, child, step)
    if record.tree.roles[parent] == MAX_ROLE:
        return high > max((other_low for other_low, _ in others), default=-INFINITY)
    return low < min((other_high for _, other_high in others), default=INFINITY)


def _collect_proven_of_siblings(record: Record, child: int, step: int) -> list[Interval]:
    """Return what is proven of each sibling of a node; undrawn siblings count as one more."""
    parent = record.tree.parent[child]
    siblings = (each for each in record.children(parent) if each != child)
    intervals = [proven(record, sibling, step) for sibling in siblings]
    if parent in record.tree.elided:
        intervals.append(record.rules.known_range)
    return intervals


# -- the facts of a step, and of a node --------------------------------------------------------


def nodes_that_gave_window(
    record: Record, call: int, step: int | None = None
) -> tuple[BestSoFar | None, BestSoFar | None]:
    """Return which nodes have the α and the β of a node's window as their best value (v).

    A MAX ancestor whose v is α has given α, and a MIN ancestor whose v is β has given β.

    Args:
        record: The search.
        call: The call of the node, that is, the number of one visit of it.
        step: The step whose window is meant; without it, the window on entry. By the step the
            node's own v may have moved one end: then the node itself has this end.

    Returns:
        The node that has α and the node that has β, each with its v and the child that gave it.
        ``None`` in place of a node if no node has the number: the search, or a chance node above,
        began with it. Both are ``None`` for a null window, whose ends are only asked about.

    Example:
        The second MIN node is entered with (3, +∞), and moves its β to 2.

        >>> from treeexplorer.tree import from_nested
        >>> record = search(from_nested([[3, 12, 8], [2, 4, 6]]))
        >>> nodes_that_gave_window(record, record.call_of(5))
        (BestSoFar(node=0, value=3, through=1), None)
        >>> nodes_that_gave_window(record, record.call_of(5), 12)
        (BestSoFar(node=0, value=3, through=1), BestSoFar(node=5, value=2, through=6))
    """
    if not record.has_windows or record.has_null_window(call):
        return None, None

    # On entry both ends come from ancestors.
    alpha, beta = record.entry_window(call)
    gave_alpha = _find_ancestor_with_bound(record, call, alpha, MAX_ROLE)
    gave_beta = _find_ancestor_with_bound(record, call, beta, MIN_ROLE)
    if step is None:
        return gave_alpha, gave_beta

    # By the step the node's own v may have replaced one end: MAX's v is α, MIN's v is β.
    own_best = _find_v_that_moved_window(record, call, step)
    if own_best is None:
        return gave_alpha, gave_beta
    if record.tree.roles[own_best.node] == MAX_ROLE:
        return own_best, gave_beta
    return gave_alpha, own_best


def _find_ancestor_with_bound(
    record: Record, call: int, bound: Number, role: int
) -> BestSoFar | None:
    """Return the ancestor of a role whose v is a bound of a call's window; ``None`` if none is."""
    witness = analysis_of(record).witness(call, bound, role)
    return None if witness is None else BestSoFar(witness.node, bound, witness.child)


def _find_v_that_moved_window(record: Record, call: int, step: int) -> BestSoFar | None:
    """Return a node's best value (v) if it has replaced one end of the node's window.

    For example a MIN node that is entered with (3, +∞) has moved its β to 5 once a child has
    returned 5: the window is (3, 5), and its β is v. ``None`` if v is not an end of the window that
    the node has moved, if no child gave v, and at leaves and chance nodes, which move none.
    """
    window = record.window_at(call, step)
    has_moved = window != record.entry_window(call)
    best = best_at(record, call, step)
    if not has_moved or best is None or best.through is None:
        return None

    # MAX raises α to its v, MIN lowers β to its v; the other end stays.
    alpha, beta = window
    is_at_max = record.tree.roles[best.node] == MAX_ROLE
    end_that_v_moves = alpha if is_at_max else beta
    return best if end_that_v_moves == best.value else None


def step_facts(record: Record, number: int) -> tuple[Fact, ...]:
    """Return the facts of a step at which a child returns; none for the entry of a node.

    Apart from the intervals, which are computed once for a record, the time does not depend on the
    size of the tree.

    Example:
        >>> from treeexplorer.tree import from_nested
        >>> record = search(from_nested([[3, 12, 8], [2, 4, 6]]))
        >>> for fact in step_facts(record, 12):
        ...     print(repr(fact))
        CutTest(left=3, op='>=', right=2, node=5, skips=True)
        BestSoFar(node=5, value=2, through=6)
        Proven(node=5, low=-inf, high=2)
        BestSoFar(node=0, value=3, through=1)
        Proven(node=0, low=3, high=3)
        Pruned(nodes=(7, 8), elided=None)
    """
    step = record.step(number)
    if step.child_call is None:
        return ()
    if step.kind is StepKind.CUT:
        return tuple(_collect_facts_of_cut(record, step, step.child_call))
    return tuple(_collect_facts_of_return(record, step, step.child_call))


def _collect_facts_of_return(record: Record, step: Step, child_call: int) -> list[Fact]:
    """Return what is told when a child has returned its value without a cut-off, in that order.

    It is the node's best value, its test, the bounds with which a test that fails would have cut
    off, what is proven of the node, and the branch that ``≥`` would prune where ``>`` fails.
    """
    test = test_at(record, step)
    facts: list[Fact | None] = [best_after(record, child_call), test]
    # A test may hold without a cut-off: after the last child nothing is left to skip.
    if test is not None and not test.holds:
        facts.append(would_cut(record, child_call))
    facts += proven_facts(record, step.node, step.number)
    if missed_on_equality(record, step) is not None:
        facts.append(under_equality(record, step))
    return [fact for fact in facts if fact is not None]


def _collect_facts_of_cut(record: Record, step: Step, child_call: int) -> list[Fact]:
    """Return what is told of a cut-off after a child, in that order.

    In ``[[3 12 8] B:[2 4 6]]`` B, a MIN node, is cut off after the 2, since the root has 3:

    1. Of B: the test 3 ≥ 2 holds; B has 2; it is worth 2 or less.
    2. Of the root, whose 3 is the reason: it has 3; it is worth 3.
    3. What is skipped: the 4 and the 6 are pruned.
    """
    cut = analysis_of(record).cut_off(child_call)
    parent_of_undrawn = step.node if cut.elided else None
    return [
        *_collect_facts_of_node_that_stops(record, step, child_call),
        *_collect_facts_of_bound(record, cut),
        Pruned(cut.skipped, parent_of_undrawn),
    ]


def _collect_facts_of_node_that_stops(record: Record, step: Step, child_call: int) -> list[Fact]:
    """Return what is told of a node that is cut off: its test, its best value, what it is worth.

    A chance node has no best value. Its children prove what its mean is, so they are told instead.
    """
    facts: list[Fact | None] = [test_at(record, step), best_after(record, child_call)]
    facts += proven_facts(record, step.node, step.number)
    facts += _find_facts_of_children(record, step)
    return [fact for fact in facts if fact is not None]


def _collect_facts_of_bound(record: Record, cut: CutOff) -> list[Fact]:
    """Return what is told of the ancestors from which the bound of a cut-off comes.

    Mostly that is one ancestor, the witness, whose best value the bound is. Told as well are the
    chance nodes that computed the bound on the way down, before the witness; and, after it, the
    player between the two if the witness is not the nearest opponent.
    """
    facts: list[Fact | None] = [*needs_of_chance_nodes(record, cut)]
    facts += _find_facts_of_witness(record, cut)
    if cut.deep:
        facts += player_between(record, cut)
    return [fact for fact in facts if fact is not None]


def _find_facts_of_children(record: Record, step: Step) -> Iterator[Proven]:
    """Yield what is proven of each child of a chance node; nothing for another node."""
    if record.tree.roles[step.node] != CHANCE_ROLE:
        return
    for child in record.children(step.node):
        yield from proven_facts(record, child, step.number)


def _find_facts_of_witness(record: Record, cut: CutOff) -> Iterator[Fact]:
    """Yield what the witness of a cut-off has and is proven to be worth, if there is a witness."""
    if cut.witness is not None:
        node, child = cut.witness
        yield BestSoFar(node, cut.origin.traced_bound, through=child)
        yield from proven_facts(record, node, cut.step)


def needs_of_chance_nodes(record: Record, cut: CutOff) -> Iterator[OnlyIf]:
    """Yield how much a child must be worth so that a chance node above a cut-off still matters.

    If all values are known to lie in a range, a chance node computes the bounds of a child from its
    own bounds (Star1). So a fact here says: the node is worth more than its bound 4 only if its
    child is worth more than 6.

    Args:
        record: The search.
        cut: The cut-off. Nothing is yielded unless its bound was computed by chance nodes. Of
            several the lowest comes first; the child is the one on the way to the cut-off.

    Example:
        All values lie from 0 to 10. The chance node is entered with α = 4, and its first child is
        2. If the second child is worth 6, the mean of 2 and 6 is 4: so this child is entered with
        α = 6, and cut off after the 5.

        >>> from treeexplorer.notation import parse
        >>> record = search(parse("[4 chance[2 min[5 9]]]").tree, Rules(range=(0, 10)))
        >>> (cut,) = analysis_of(record).cut_offs
        >>> list(needs_of_chance_nodes(record, cut))
        [OnlyIf(node=2, op='>', value=4, child=4, needed=6)]
    """
    for chance_call in cut.origin.chance_calls:
        chance_node = record.node(chance_call)
        child = _find_child_towards(record.tree, chance_node, cut.node)
        child_call = record.columns.call_of_node[child]  # its only one: Star1 enters a node once

        # If the child is worth no more than its own α, the mean is no more than the α of the chance
        # node: so the one α was computed from the other. The same holds of β and less.
        node_alpha, node_beta = record.entry_window(chance_call)
        child_alpha, child_beta = record.entry_window(child_call)
        if cut.kind == "alpha":
            yield OnlyIf(chance_node, ">", value=node_alpha, child=child, needed=child_alpha)
        else:
            yield OnlyIf(chance_node, "<", value=node_beta, child=child, needed=child_beta)


def _find_child_towards(tree: GameTree, ancestor: int, node: int) -> int:
    """Return the child of an ancestor on the way to a node."""
    return tree.ancestor_at(node, tree.ply[ancestor] + 1)


def proven_facts(record: Record, node: int, step: int) -> Iterator[Proven]:
    """Yield what is proven of a node at a step; nothing if that is the known range alone."""
    interval = proven(record, node, step)
    if interval != record.rules.known_range:
        yield Proven(node, *interval)


def outcome(record: Record, node: int) -> Outcome:
    """Return what became of a node in a finished search."""
    if record.call_of(node) is None:
        return "pruned"
    return "visited" if latest_cut(record, node, record.steps) is None else "cut-off"


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


def outcomes_under_other_rules(tree: GameTree, record: Record, node: int) -> Iterator[Elsewhere]:
    """Yield the rules under which a node would have another outcome than in a search.

    The rules of the search are changed one at a time, and the tree is searched anew with each. The
    outcome is whether the node is visited, cut off or pruned.

    Args:
        tree: The tree as the file has it.
        record: A finished search of the tree.
        node: The node.

    Example:
        The last leaf is pruned if equality cuts off, and visited otherwise.

        >>> from treeexplorer.tree import from_nested
        >>> tree = from_nested([[3, 12], [3, 4]])
        >>> for fact in outcomes_under_other_rules(tree, search(tree), 6):
        ...     print(fact.rules, fact.outcome)
        (('cutoff', '>'),) visited
        (('form', 'bounds'),) visited
    """
    # Nothing below the depth limit is searched.
    if record.status(node, record.steps) is Status.BEYOND:
        return
    outcome_here = outcome(record, node)
    for other_rules in alternatives(record.rules):
        if not _is_comparable(other_rules, record.rules):
            continue
        other_record = search(tree, other_rules)
        other_outcome = outcome(other_record, node)
        # A search stops early at a leaf whose value is unknown.
        if other_record.complete and other_outcome != outcome_here:
            yield Elsewhere(node, _find_changed_rules(other_rules, record.rules), other_outcome)


def _find_changed_rules(other: Rules, rules: Rules) -> tuple[tuple[str, Any], ...]:
    """Return the rules that differ, each with its name and its value in ``other``."""
    return tuple((name, getattr(other, name)) for name in changed(other, rules))


def _is_comparable(other: Rules, rules: Rules) -> bool:
    """Tell whether two searches differ in one rule only, and take the nodes in the same order.

    Only then the other outcome of a node is due to that rule.

    Two forms change more than their name says. One that searches without the known range knows
    less, and one that swaps the players searches another tree.
    """
    names = changed(other, rules)
    if len(names) > 1 or "order" in names:
        return False
    knows_as_much = other.has_range == rules.has_range
    swaps_players = other.printed.swaps_players and not rules.printed.swaps_players
    return knows_as_much and not swaps_players


# -- JSON --------------------------------------------------------------------------------------

_NAMES: Final[Mapping[type[Fact], str]] = {
    Proven: "bound",
    BestSoFar: "has",
    CutTest: "test",
    WouldCut: "would_cut",
    Elsewhere: "elsewhere",
    Needs: "needs",
    OnlyIf: "only_if",
    Pruned: "pruned",
}
_NODES: Final = {"node", "through", "after", "child"}
"""The fields of facts that hold a node."""
_NOT_PRINTED: Final = {"skips"}


def fact_json(tree: GameTree, fact: Fact, address: Callable[[int], str]) -> dict[str, Any]:
    """Return a fact as ``trace --json`` and ``why --json`` print it.

    Each field has its name as its key, and a node is printed as its address. A test has the key
    ``holds`` in addition; :class:`Pruned` has keys of its own.

    Args:
        tree: The tree.
        fact: The fact.
        address: Returns how a node is written, such as ``"2.1"``.

    Example:
        >>> from treeexplorer.tree import from_nested
        >>> tree = from_nested([[3, 12, 8], [2, 4, 6]])
        >>> fact_json(tree, CutTest(3, ">=", 2, 5, skips=True), tree.address)
        {'fact': 'test', 'left': 3, 'op': '>=', 'right': 2, 'node': '2', 'holds': True}
    """
    row: dict[str, Any] = {"fact": _NAMES[type(fact)]}
    if isinstance(fact, Pruned):  # its row has other fields than the fact itself
        return {**row, **_convert_pruned_to_json(tree, fact, address)}
    for each in fields(fact):
        if each.name not in _NOT_PRINTED:
            row[each.name] = _convert_field_to_json(each.name, getattr(fact, each.name), address)
    if isinstance(fact, CutTest):
        row["holds"] = fact.holds
    return row


def _convert_field_to_json(name: str, value: Any, address: Callable[[int], str]) -> Any:
    """Return a field of a fact for JSON: a node by its address, a number as it is."""
    if name in _NODES:
        return None if value is None else address(value)
    if name == "rules":
        return dict(value)
    return convert_number_to_json(value)


def _convert_pruned_to_json(
    tree: GameTree, fact: Pruned, address: Callable[[int], str]
) -> dict[str, Any]:
    """Return pruned branches for JSON, with the values of all leaves in them.

    As in ``{"nodes": ["2.2", "2.3"], "leaves": [4, 6]}``. If children that are not drawn (``...``)
    are pruned as well, ``elided`` is the address of their parent.
    """
    leaves: list[Any] = []
    for node in fact.nodes:
        leaves += map(convert_number_to_json, tree.values_below(node))
    row: dict[str, Any] = {"nodes": list(map(address, fact.nodes)), "leaves": leaves}
    if fact.elided is not None:
        row["elided"] = address(fact.elided)
    return row
