"""Typed facts: every claim that a sentence makes, true whatever the unread leaves hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any, Final, Literal, TypeAlias

from treeexplorer.engine import Record, StepKind, search
from treeexplorer.engine.analysis import CutOff, analysis_of
from treeexplorer.engine.intervals import Interval
from treeexplorer.engine.record import ABOVE, BELOW, Status, Step
from treeexplorer.errors import present
from treeexplorer.numbers import for_json, shown
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
    """Two numbers compared; one that does not hold says so: ``3 ≥ 8 is false``.

    In a test for a cut-off α stands on the left.
    """

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
        """Only the numbers and the sign, for a place that shows beside it whether it holds."""
        return f"{shown(self.left)} {self.sign} {shown(self.right)}"

    @property
    def close(self) -> str:
        """The same without blanks, for a place that is narrow."""
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
    """The test for a cut-off that was made at a node; one that holds and skips something is one."""

    node: int
    skips: bool


@dataclass(frozen=True, slots=True)
class WouldCut:
    """The bounds on entry with which a node would have been cut off by then.

    Bounds that make the window empty are included.
    """

    node: int
    after: int  # the child after which the cut-off would have come at the latest
    end: Literal["alpha", "beta"]  # which end of the window is meant; the other one is as it was
    op: Literal["<=", "<", ">=", ">"]
    value: Number


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """What becomes of a node under other rules; of these, the fields and values that differ."""

    node: int
    rules: tuple[tuple[str, Any], ...]
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Needs:
    """Whether a node can still want what the child gives that the search is in."""

    node: int
    value: bool


@dataclass(frozen=True, slots=True)
class Pruned:
    """The drawn children that a cut-off skips, and the node whose undrawn children it skips."""

    nodes: tuple[int, ...]
    elided: int | None


@dataclass(frozen=True, slots=True)
class OnlyIf:
    """What a chance node needs of a child under a range: two comparisons that go together.

    ``node`` is worth more (or less) than ``value`` only if ``child`` is worth more (less) than
    ``needed``.
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


def test_at(record: Record, at: Step) -> CutTest | None:
    """Return the test for a cut-off that a step made; ``None`` if it made none.

    A node makes its test after a child has returned to it. Alpha-beta compares the node's moving
    bounds α and β. A search that may enter a node several times compares the node's v with one
    bound. A chance node compares what is proven of its mean with one bound.

    Example:
        >>> from treeexplorer.tree import from_nested
        >>> record = search(from_nested([[3, 12, 8], [2, 4, 6]]))
        >>> str(test_at(record, record.step(9))), str(test_at(record, record.step(12)))
        ('3 ≥ +∞ is false', '3 ≥ 2')
    """
    comparison = _comparison_at(record, at)
    if comparison is None or at.child is None:
        return None
    skips = leaves_something(record, at.node, at.child)
    # Where it holds and something is left to skip, the search would have stopped. That it went on
    # says that it made no test: SCOUT evaluates a node without one.
    went_on = at.kind is not StepKind.CUT
    if comparison.holds and skips and went_on:
        return None
    return CutTest(comparison.left, comparison.op, comparison.right, at.node, skips)


def _comparison_at(record: Record, at: Step) -> Inequality | None:
    """Return what a node compares after a child; ``None`` if it compares nothing."""
    if at.child is None:  # the step enters a node
        return None
    if record.tree.roles[at.node] == CHANCE_ROLE:
        return _comparison_of_mean(record, at)
    if not record.has_windows:  # minimax makes no tests
        return None
    if may_enter_again(record):
        return _comparison_of_v(record, at)
    alpha, beta = present(at.window)
    return Inequality(alpha, _op(is_strict=record.rules.strict), beta)


def may_enter_again(record: Record) -> bool:
    """Tell whether the search is one that may enter a node several times, as PVS and MTD(f) are.

    Only such a search records the window of each of its calls.
    """
    return bool(record.call_windows)


def _comparison_of_v(record: Record, at: Step) -> Inequality:
    """Return what a search compares that enters nodes again: v with the opponent's bound.

    In a null window that bound is the number which the window asks about, and the test is strict
    where it answers the question with yes: at MAX whether the node is above, at MIN whether below.
    """
    alpha, beta = record.entry_window(at.call)
    v = present(at.v)
    question = record.null_question(at.call)
    if record.tree.roles[at.node] == MAX_ROLE:
        return Inequality(v, _op(is_strict=question == ABOVE), beta)
    return Inequality(alpha, _op(is_strict=question == BELOW), v)


def _op(*, is_strict: bool) -> Op:
    """Return how α is compared with β in a test for a cut-off."""
    return ">" if is_strict else ">="


def _comparison_of_mean(record: Record, at: Step) -> Inequality | None:
    """Return what a chance node compares after a child; ``None`` without a known range.

    The node makes two tests with the interval that is proven of its mean: α against its high end,
    and its low end against β. The one that tells more is returned.
    """
    if not record.chance_windows:
        return None
    alpha, beta = record.entry_window(at.call)
    low, high = proven(record, at.node, at.number)
    op = _op(is_strict=record.rules.strict)
    if _tests_beta(record, (alpha, beta), (low, high)):
        return Inequality(low, op, beta)
    return Inequality(alpha, op, high)


def _tests_beta(record: Record, window: Window, mean: Interval) -> bool:
    """Tell whether the test against β tells more of a chance node's mean than the one against α.

    If neither holds, it does if only β is a bound, and α the lowest value of the range.
    """
    alpha, beta = window
    low, high = mean
    # Compared with ≥ under the test > too: a test that fails only on equality is worth telling.
    if alpha >= high:
        return False
    if low >= beta:
        return True
    lowest, highest = record.rules.known_range
    return alpha == lowest and beta != highest


def leaves_something(record: Record, node: int, child: int) -> bool:
    """Tell whether a node that stops after a child skips anything."""
    if not record.is_last_child(child):
        return True
    return node in record.tree.elided and not record.rules.right_to_left


def best_after(record: Record, child_call: int) -> BestSoFar | None:
    """Return the v of a node after a child has returned to it, and which child gave that v.

    ``through`` is ``None`` if no child has given it: then v is the bound of the window that it
    began with. At a chance node, at a root's own return, and while v is infinite because no child
    has given it, the result is ``None``.

    Args:
        record: The search.
        child_call: The call of the child that returned last.

    Example:
        The 2 arrives at the second MIN node, then that node's value at the root, which keeps its 3.

        >>> from treeexplorer.tree import from_nested
        >>> record = search(from_nested([[3, 12, 8], [2, 4, 6]]))
        >>> best_after(record, record.call_of(6))
        BestSoFar(node=5, value=2, through=6)
        >>> best_after(record, record.call_of(5))
        BestSoFar(node=0, value=3, through=1)
    """
    call = record.caller(child_call)
    v = record.parent_v_after[child_call]
    if call is None or v is None:
        return None
    node = record.node(call)
    if record.tree.roles[node] == CHANCE_ROLE:
        return None  # a mean is given by all of its children
    giver = _giver_of_v(record, child_call)
    if giver is None:
        return _best_from_window(record, call, v)
    return BestSoFar(node, v, through=record.node(giver))


def _giver_of_v(record: Record, child_call: int) -> int | None:
    """Return the call that gave a node the v that it has after a child's return."""
    has_moved_v = record.parent_v_after[child_call] != record.parent_v_before(child_call)
    # The form "two-functions" takes its first child's value even if it equals the v of before.
    is_taken_as_first = record.replaces_first and record.sibling_before(child_call) is None
    if has_moved_v or is_taken_as_first:
        return child_call
    return record.mover_before(child_call)


def _best_from_window(record: Record, call: int, v: Number | None) -> BestSoFar | None:
    """Return the v of a call that no child has given, but its window.

    ``None`` if v is infinite, or if there is none, as at a chance node.
    """
    if v is None or abs(v) == INFINITY:
        return None
    return BestSoFar(record.node(call), v, through=None)


def best_at(record: Record, call: int, step: int) -> BestSoFar | None:
    """Return the v of an open or finished call at a step, as :func:`best_after` does."""
    last = record.last_return(call, step)
    if last is not None:
        return best_after(record, last)
    return _best_from_window(record, call, record.first_v(call))


def would_cut(record: Record, child_call: int) -> WouldCut | None:
    """Return the bounds on entry that would have made a child's return a cut-off.

    Had the node been entered with another bound, its children would have returned the same values:
    what a child returns inside its window is exact, so it can be compared with any bound.

    Returns:
        The bounds; ``None`` if no bound would have cut off, or if there is no such bound to speak
        of: in searches without windows or that enter nodes again, at a root's own return, at a
        chance node, and after the last child. Under a range a mean may have been cut short while
        not all of the tree is drawn: what it would have returned is then not known, and the result
        is ``None``, too.

    Example:
        After the 3, an α of 3 or more on entry would have cut off the first MIN node.

        >>> from treeexplorer.tree import from_nested
        >>> record = search(from_nested([[3, 12, 8], [2, 4, 6]]))
        >>> would_cut(record, record.call_of(2))
        WouldCut(node=1, after=2, end='alpha', op='>=', value=3)
    """
    child = record.node(child_call)
    if not _knows_other_bounds(record) or not _could_stop_after(record, child):
        return None
    # The test compares α and β as v has moved them: at MAX any β up to the moved α would have
    # cut off, at MIN any α from the moved β on.
    alpha, beta = record.entry_window(present(record.caller(child_call)))
    reached = _numbers_reached(record, child_call)
    if record.tree.roles[record.tree.parent[child]] == MAX_ROLE:
        return _cut_below(record, child, max([alpha, *reached]))
    return _cut_above(record, child, min([beta, *reached]))


def _could_stop_after(record: Record, child: int) -> bool:
    """Tell whether a child's parent is MAX's or MIN's, and has something left to skip."""
    parent = record.tree.parent_of(child)
    if parent is None or record.tree.roles[parent] == CHANCE_ROLE:
        return False
    return leaves_something(record, parent, child)


def _knows_other_bounds(record: Record) -> bool:
    """Tell whether a search tells what it would have done at a node with other bounds."""
    enters_once = record.has_windows and not may_enter_again(record)
    return enters_once and not _leaves_means_open(record)


def _leaves_means_open(record: Record) -> bool:
    """Tell whether means are tested by proven intervals in a tree that is not all drawn.

    What is not drawn leaves such an interval open, while a node returns what its drawn children
    give: there the returned values do not tell what another test would have done.
    """
    tests_means = bool(record.chance_windows)
    return tests_means and bool(record.tree.elided)


def _cut_below(record: Record, child: int, most: Number) -> WouldCut | None:
    """Return the β with which MAX would have been cut off after a child: all up to a number."""
    if most == -INFINITY:
        return None
    node = record.tree.parent[child]
    return WouldCut(node, child, "beta", "<" if record.rules.strict else "<=", most)


def _cut_above(record: Record, child: int, least: Number) -> WouldCut | None:
    """Return the α with which MIN would have been cut off after a child: all from a number on."""
    if least == INFINITY:
        return None
    node = record.tree.parent[child]
    return WouldCut(node, child, "alpha", ">" if record.rules.strict else ">=", least)


def _numbers_reached(record: Record, child_call: int) -> list[Number]:
    """Return the numbers that could have passed a bound up to a child's return.

    That is v. Under fail-hard with the test ``>`` it is the values of the leaves: there the values
    of inner children are clamped to the bound, and no number passes a bound that it is clamped to.
    """
    if record.rules.hard and record.rules.strict:
        return _leaf_values_up_to(record, child_call)
    return [present(record.parent_v_after[child_call])]


def _leaf_values_up_to(record: Record, child_call: int) -> list[Number]:
    """Return the values of the leaves among a node's children, from one child back to the first.

    After the children ``3``, ``[5 6]`` and ``4`` it is ``[4, 3]``.
    """
    values: list[Number] = []
    call: int | None = child_call
    while call is not None:
        value = record.value(call)
        if value is not None and record.is_leaf_call(call):
            values.append(value)
        call = record.sibling_before(call)
    return values


def still_wanted(record: Record, cut: CutOff) -> Op | None:
    """Return the sign by which a value must compare with a cut-off's bound not to cut off.

    ``>`` means: only a value greater than the bound would not cut off. ``None`` if no test was
    made.

    Example:
        >>> from treeexplorer.tree import from_nested
        >>> record = search(from_nested([[3, 12, 8], [2, 4, 6]]))
        >>> still_wanted(record, analysis_of(record).cut_offs[0])  # more than the root's 3
        '>'
    """
    test = test_at(record, record.step(cut.step))
    if test is None:
        return None
    # Each sign is the opposite of the one that cuts off.
    is_strict = test.op == ">"
    if cut.kind == "alpha":  # what cuts off is a value ≤ α, or < α if the test is strict
        return ">=" if is_strict else ">"
    return "<=" if is_strict else "<"  # what cuts off is a value ≥ β, or > β


def missed_on_equality(record: Record, at: Step) -> CutTest | None:
    """Return the test of a step if it fails only because its two numbers are equal.

    With ``≥`` in place of ``>`` such a test would cut off. ``None`` of every other step, and of a
    node that was entered with equal bounds: its window was empty before.

    Example:
        >>> from treeexplorer.tree import from_nested
        >>> record = search(from_nested([[3, 12], [3, 4]]), Rules(cutoff=">"))
        >>> str(missed_on_equality(record, record.step(10)))
        '3 > 3 is false'
    """
    if not record.rules.strict:
        return None  # the test ≥ holds on equality
    alpha, beta = record.entry_window(at.call)
    if alpha == beta:
        return None
    test = test_at(record, at)
    if test is None or test.left != test.right:
        return None
    would_skip_something = test.skips
    return test if would_skip_something else None


def under_equality(record: Record, at: Step) -> Elsewhere | None:
    """Return the first branch that the test ``≥`` would have pruned where ``>`` failed on equality.

    A node that both tests visit is entered with the same window by both, so this needs no second
    search.

    Args:
        record: A search with the test ``>``.
        at: A step for which :func:`missed_on_equality` returns its test.

    Returns:
        The branch, the rules to change, and that it would be pruned. ``None`` if no drawn branch is
        left, and if means are tested in a tree that is not all drawn: there ``≥`` may have skipped
        leaves before, without which less is proven of the mean.

    Example:
        >>> from treeexplorer.tree import from_nested
        >>> record = search(from_nested([[3, 12], [3, 4]]), Rules(cutoff=">"))
        >>> under_equality(record, record.step(10))
        Elsewhere(node=6, rules=(('cutoff', '>='),), outcome='pruned')
    """
    if at.child is None or _leaves_means_open(record):
        return None
    left = record.children_after(at.node, at.child)
    if not left:
        return None
    rules = [("cutoff", ">=")]
    if record.rules.fixes_its_own_rules:
        # A printed form fixes its test and what it returns: the search with ≥ is another form.
        rules = [("form", "classic"), ("cutoff", ">="), ("fail", "soft")]
    return Elsewhere(left[0], tuple(rules), "pruned")


def between(record: Record, cut: CutOff) -> tuple[BestSoFar | None, Needs]:
    """Return what the node between a deep cut-off and its witness has, and whether it needs more.

    The *witness* is the ancestor that has the bound of the cut-off. A cut-off is *deep* if a nearer
    ancestor of the same player lies between: that one is described here. No chance node lies
    between them.

    Returns:
        What the node between has, its v before the search entered the child that leads to the
        cut-off; and whether it can still want what that child gives.

    Example:
        In [5 [9 [3 [4 7]]]] the root's 5 cuts off the lowest MIN node after its 4. Between them
        lies a MAX node that has 3: a 4 would be more, so it still wants what comes.

        >>> from treeexplorer.notation import parse
        >>> record = search(parse("[5 [9 [3 [4 7]]]]").tree)
        >>> between(record, analysis_of(record).cut_offs[0])
        (BestSoFar(node=4, value=3, through=5), Needs(node=4, value=True))
    """
    opposing_role = MIN_ROLE if cut.kind == "beta" else MAX_ROLE
    child_call = _call_below_nearest(record, cut.call, opposing_role)
    child = record.node(child_call)
    child_before = record.sibling_before(child_call)
    has = None if child_before is None else best_after(record, child_before)
    needs = Needs(record.tree.parent[child], _can_want(record, child, cut.step))
    return has, needs


def _call_below_nearest(record: Record, call: int, role: int) -> int:
    """Return the call that the nearest ancestor with a role made on the way to a call."""
    caller = present(record.caller(call))
    while record.tree.roles[record.node(caller)] != role:
        call = caller
        caller = present(record.caller(call))
    return call


def _can_want(record: Record, child: int, step: int) -> bool:
    """Tell whether a child may still be better for its parent than every other child.

    A MAX node whose other children are worth at least 3 and 5 can want a child that may be worth
    more than 5; without other children, one that may be worth more than −∞. MIN is mirrored.
    """
    parent = record.tree.parent[child]
    others = _proven_of_siblings(record, child, step)
    low, high = proven(record, child, step)
    if record.tree.roles[parent] == MAX_ROLE:
        return high > max((other_low for other_low, _ in others), default=-INFINITY)
    return low < min((other_high for _, other_high in others), default=INFINITY)


def _proven_of_siblings(record: Record, child: int, step: int) -> list[Interval]:
    """Return what is proven of a node's siblings, undrawn ones included."""
    parent = record.tree.parent[child]
    siblings = (each for each in record.children(parent) if each != child)
    intervals = [proven(record, sibling, step) for sibling in siblings]
    if parent in record.tree.elided:
        intervals.append(record.rules.known_range)  # all that is known of the undrawn ones
    return intervals


# -- the facts of a step, and of a node --------------------------------------------------------


def holders(
    record: Record, call: int, step: int | None = None
) -> tuple[BestSoFar | None, BestSoFar | None]:
    """Return which ancestors gave a call's window its α and its β, as ``(α, β)``.

    An ancestor gives the bound that its v is, α at MAX and β at MIN, through the child that gave it
    this v. An end is ``None`` if no ancestor gave it: the search, or a chance node above, began
    with it, or the window is a null window.

    Args:
        record: The search.
        call: The call of a node.
        step: If given, the window is that of this step, and not that of the entry. If the node's
            own v has moved an end by then, it is the node itself that gives that end.

    Example:
        The second MIN node is entered with (3, +∞), and moves its β to 2.

        >>> from treeexplorer.tree import from_nested
        >>> record = search(from_nested([[3, 12, 8], [2, 4, 6]]))
        >>> holders(record, record.call_of(5))
        (BestSoFar(node=0, value=3, through=1), None)
        >>> holders(record, record.call_of(5), 12)
        (BestSoFar(node=0, value=3, through=1), BestSoFar(node=5, value=2, through=6))
    """
    if not record.has_windows or record.has_null_window(call):
        return None, None
    alpha, beta = record.entry_window(call)
    alpha_holder = _witness_has(record, call, alpha, MAX_ROLE)
    beta_holder = _witness_has(record, call, beta, MIN_ROLE)
    own = None if step is None else _v_that_moved_window(record, call, step)
    if own is None:
        return alpha_holder, beta_holder
    at_max = record.tree.roles[own.node] == MAX_ROLE
    return (own, beta_holder) if at_max else (alpha_holder, own)


def _witness_has(record: Record, call: int, bound: Number, role: int) -> BestSoFar | None:
    """Return which ancestor of a role has a bound of a call's window."""
    witness = analysis_of(record).witness(call, bound, role)
    return None if witness is None else BestSoFar(witness.node, bound, witness.child)


def _v_that_moved_window(record: Record, call: int, step: int) -> BestSoFar | None:
    """Return the v of a call at a step if it has moved an end of the call's window; else ``None``.

    Entered with (3, +∞), a MIN node whose child gives 2 has moved its β to 2.
    """
    window = record.window_at(call, step)
    if record.is_leaf_call(call) or window == record.entry_window(call):
        return None
    has = best_at(record, call, step)  # None at a chance node
    if has is None or has.through is None:
        return None
    alpha, beta = window
    moved_end = alpha if record.tree.roles[has.node] == MAX_ROLE else beta
    return has if moved_end == has.value else None


def step_facts(record: Record, number: int) -> tuple[Fact, ...]:
    """Return the facts of a step at which a value arrives; none of a visit.

    Time that hardly depends on the size of the tree, but for what is proven once a record.

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
    at = record.step(number)
    if at.child_call is None:
        return ()
    if at.kind is StepKind.CUT:
        return tuple(_facts_of_cut(record, at, at.child_call))
    return tuple(_facts_of_arrival(record, at, at.child_call))


def _without_none(*facts: Fact | None) -> list[Fact]:
    """Return the facts that there are, in their order."""
    return [fact for fact in facts if fact is not None]


def _facts_of_arrival(record: Record, at: Step, child_call: int) -> list[Fact]:
    """Return the facts of a child's return that cuts nothing off, in the order they are told."""
    test = test_at(record, at)
    facts = _without_none(best_after(record, child_call), test)
    if test is not None and not test.holds:  # then other bounds would have cut off
        facts += _without_none(would_cut(record, child_call))
    facts += proven_facts(record, at.node, at.number)
    if missed_on_equality(record, at):
        facts += _without_none(under_equality(record, at))
    return facts


def _facts_of_cut(record: Record, at: Step, child_call: int) -> list[Fact]:
    """Return the facts of a cut-off, in the order they are told.

    The *witness* is the ancestor that has the bound.
    """
    cut = analysis_of(record).cut_off(child_call)
    elided = at.node if cut.elided else None
    return [
        *_without_none(test_at(record, at), best_after(record, child_call)),
        *proven_facts(record, at.node, at.number),
        *_facts_of_mean(record, at),
        *needed_of_children(record, cut),
        *_facts_of_witness(record, cut),
        *_facts_between(record, cut),
        Pruned(cut.skipped, elided),
    ]


def _facts_of_mean(record: Record, at: Step) -> Iterator[Proven]:
    """Yield what is proven of a chance node's children, on all of which its mean rests."""
    if record.tree.roles[at.node] == CHANCE_ROLE:
        for child in record.children(at.node):
            yield from proven_facts(record, child, at.number)


def _facts_of_witness(record: Record, cut: CutOff) -> Iterator[Fact]:
    """Yield what the ancestor has that gave a cut-off its bound, if an ancestor gave it."""
    if cut.witness is not None:
        node, child = cut.witness
        yield BestSoFar(node, cut.origin.traced_bound, through=child)
        yield from proven_facts(record, node, cut.step)


def _facts_between(record: Record, cut: CutOff) -> list[Fact]:
    """Return what a node between a deep cut-off and its witness has, and whether it needs more."""
    return _without_none(*between(record, cut)) if cut.deep else []


def needed_of_children(record: Record, cut: CutOff) -> Iterator[OnlyIf]:
    """Yield what each chance node above a cut-off needs of its child, the lowest node first.

    Under a known range a chance node makes the bound of its child out of its own bound: it is worth
    more than 8, say, only if the child is worth more than 6. The chance nodes meant are those that
    made the bound of this cut-off in this way; the child is the one that leads to the cut-off.
    """
    for call in cut.origin.chance_calls:
        node = record.node(call)
        child = _child_towards(record.tree, node, cut.node)
        alpha, beta = record.entry_window(call)
        child_alpha, child_beta = record.entry_window(record.columns.call_of_node[child])
        if cut.kind == "alpha":
            yield OnlyIf(node, ">", value=alpha, child=child, needed=child_alpha)
        else:
            yield OnlyIf(node, "<", value=beta, child=child, needed=child_beta)


def _child_towards(tree: GameTree, ancestor: int, node: int) -> int:
    """Return the child of an ancestor on the way to a node."""
    return tree.ancestor_at(node, tree.ply[ancestor] + 1)


def proven_facts(record: Record, node: int, step: int) -> Iterator[Proven]:
    """Yield what is proven of a node at a step, if anything is."""
    interval = proven(record, node, step)
    if interval != record.rules.known_range:
        yield Proven(node, *interval)


def outcome(record: Record, node: int) -> Outcome:
    """Return what became of a node in a finished search."""
    if record.call_of(node) is None:
        return "pruned"
    return "visited" if latest_cut(record, node, record.steps) is None else "cut-off"


def latest_cut(record: Record, node: int, step: int) -> Step | None:
    """Return the last step up to a given one that cut a node off; ``None`` if none has.

    A node that is entered again may be answered from memory later, or searched to its end: then an
    earlier call of it is the one that was cut off.

    Example:
        >>> from treeexplorer.tree import from_nested
        >>> record = search(from_nested([[3, 12, 8], [2, 4, 6]]))
        >>> latest_cut(record, 5, 12).number, latest_cut(record, 5, 11)
        (12, None)
    """
    for call in reversed(record.calls_of(node)):
        if record.entered_at(call) > step:
            continue
        last_child_call = record.last_return(call, step)
        if last_child_call is not None and record.has_cut(last_child_call):
            return record.arrival(last_child_call)
    return None


def skipping_cut(record: Record, node: int, step: int | None = None) -> Step | None:
    """Return the step that skipped a node, up to a step: a cut-off above it."""
    step = record.steps if step is None else step
    if record.status(node, step) is not Status.SKIPPED:
        return None
    above = record.visited_ancestor(node, step)
    return None if above is None else latest_cut(record, above, step)


def last_test(record: Record, node: int) -> Inequality | None:
    """Return the test that was made last before a node was visited or skipped.

    For a skipped node it is the test that skipped it, for a visited one the test after its previous
    sibling. ``None`` if there is none, and for a visited node in a search that may enter nodes
    several times.

    Example:
        >>> from treeexplorer.tree import from_nested
        >>> record = search(from_nested([[3, 12, 8], [2, 4, 6]]))
        >>> str(last_test(record, 7)), str(last_test(record, 5))  # skipped, visited
        ('3 ≥ 2', '3 ≥ +∞ is false')
    """
    call = record.call_of(node)
    if call is None:
        cut = skipping_cut(record, node)
        return None if cut is None else test_at(record, cut)
    if may_enter_again(record):
        return None
    sibling_call = record.sibling_before(call)
    if sibling_call is None:
        return None
    return test_at(record, record.arrival(sibling_call))


def elsewhere(tree: GameTree, record: Record, node: int) -> Iterator[Elsewhere]:
    """Yield the other conventions under which a node has another outcome, such as being visited.

    The tree must be as the file has it, and the record a finished search of it.

    Example:
        >>> from treeexplorer.tree import from_nested
        >>> tree = from_nested([[3, 12], [3, 4]])
        >>> for fact in elsewhere(tree, search(tree), 6):
        ...     print(fact.rules, fact.outcome)
        (('cutoff', '>'),) visited
        (('form', 'bounds'),) visited
    """
    if record.status(node, record.steps) is Status.BEYOND:
        return
    here = outcome(record, node)
    for rules in alternatives(record.rules):
        if _is_comparable(rules, record.rules):
            other = search(tree, rules)
            there = outcome(other, node)
            if other.complete and there != here:
                yield Elsewhere(node, _changed_rules(rules, record.rules), there)


def _changed_rules(other: Rules, rules: Rules) -> tuple[tuple[str, Any], ...]:
    """Return the fields in which other rules differ, each with its value there."""
    return tuple((name, getattr(other, name)) for name in changed(other, rules))


def _is_comparable(other: Rules, rules: Rules) -> bool:
    """Tell whether two searches differ in one rule only, and take the nodes in the same order.

    Only then can it be said what that rule does to a node.
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

    Its fields go by their names, nodes by their addresses. A test says besides whether it holds;
    pruned branches say which leaves are in them.

    Example:
        >>> from treeexplorer.tree import from_nested
        >>> tree = from_nested([[3, 12, 8], [2, 4, 6]])
        >>> fact_json(tree, CutTest(3, ">=", 2, 5, skips=True), tree.address)
        {'fact': 'test', 'left': 3, 'op': '>=', 'right': 2, 'node': '2', 'holds': True}
    """
    row: dict[str, Any] = {"fact": _NAMES[type(fact)]}
    if isinstance(fact, Pruned):  # its row has other fields than the fact itself
        return {**row, **_pruned_json(tree, fact, address)}
    for each in fields(fact):
        if each.name not in _NOT_PRINTED:
            row[each.name] = _field_json(each.name, getattr(fact, each.name), address)
    if isinstance(fact, CutTest):
        row["holds"] = fact.holds
    return row


def _field_json(name: str, value: Any, address: Callable[[int], str]) -> Any:
    """Return a field of a fact for JSON: a node by its address, a number as it is."""
    if name in _NODES:
        return None if value is None else address(value)
    if name == "rules":
        return dict(value)
    return for_json(value)


def _pruned_json(tree: GameTree, fact: Pruned, address: Callable[[int], str]) -> dict[str, Any]:
    """Return pruned branches for JSON, with the values of the leaves in them.

    Such as ``{"nodes": ["2.2", "2.3"], "leaves": [4, 6]}``; if children that are not drawn are
    pruned as well, ``elided`` is the address of their parent.
    """
    leaves: list[Any] = []
    for node in fact.nodes:
        leaves += map(for_json, tree.values_below(node))
    row: dict[str, Any] = {"nodes": list(map(address, fact.nodes)), "leaves": leaves}
    if fact.elided is not None:
        row["elided"] = address(fact.elided)
    return row
