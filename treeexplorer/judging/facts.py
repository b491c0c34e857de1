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
class Has:
    """A node's v, and the child that gave it; ``None`` where the number is the window's."""

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


Fact: TypeAlias = Proven | Has | CutTest | WouldCut | Elsewhere | Needs | OnlyIf | Pruned


# -- single facts ------------------------------------------------------------------------------


def proven(record: Record, node: int, step: int) -> Interval:
    """Return what the leaves read up to a step prove about a node's minimax value."""
    return analysis_of(record).intervals.at(node, step)


def test_at(record: Record, at: Step) -> CutTest | None:
    """Return the test that a step made; ``None`` where it made none.

    Alpha-beta compares the moving bounds, the searches that enter nodes again compare v.

    Example:
        >>> from treeexplorer.tree import from_nested
        >>> record = search(from_nested([[3, 12, 8], [2, 4, 6]]))
        >>> str(test_at(record, record.step(9))), str(test_at(record, record.step(12)))
        ('3 ≥ +∞ is false', '3 ≥ 2')
    """
    if record.tree.roles[at.node] == CHANCE_ROLE:
        return _test_of_mean(record, at)
    if at.window is None or at.child is None or at.v is None or not record.has_windows:
        return None
    skips = leaves_something(record, at.node, at.child)
    if record.call_windows:
        test = _test_of_v(record, at, at.v, skips=skips)
    else:
        alpha, beta = at.window
        test = CutTest(alpha, _op(is_strict=record.rules.strict), beta, at.node, skips)
    if test.holds and skips and at.kind is not StepKind.CUT:
        return None  # SCOUT makes no test where it evaluates, and goes on with an infinite v
    return test


def _test_of_v(record: Record, at: Step, v: Number, *, skips: bool) -> CutTest:
    """Return the test of a search that enters nodes again: v against the opponent's bound.

    In a null window that bound is the number which the window asks about, and the test is strict
    where it answers the question with yes: at MAX whether the node is above, at MIN whether below.
    """
    alpha, beta = record.entry_window(at.call)
    question = record.null_question(at.call)
    if record.tree.roles[at.node] == MAX_ROLE:
        return CutTest(v, _op(is_strict=question == ABOVE), beta, at.node, skips)
    return CutTest(alpha, _op(is_strict=question == BELOW), v, at.node, skips)


def _op(*, is_strict: bool) -> Op:
    """Return how α is compared with β in a test for a cut-off."""
    return ">" if is_strict else ">="


def _test_of_mean(record: Record, at: Step) -> CutTest | None:
    """Return the test of a chance node under a range, after a child; ``None`` without a range.

    Two are made: whether it can be worth no more than α, and whether it is worth β or more. Told
    is the one that holds, or fails on equality alone, else that of α, unless only β was set.
    """
    if at.child is None or not record.chance_windows:
        return None
    alpha, beta = record.entry_window(at.call)
    low, high = proven(record, at.node, at.number)
    lowest, highest = record.rules.known_range
    reaches_alpha = alpha >= high
    reaches_beta = low >= beta
    only_beta_is_set = alpha == lowest and beta != highest
    op = _op(is_strict=record.rules.strict)
    skips = leaves_something(record, at.node, at.child)
    if not reaches_alpha and (reaches_beta or only_beta_is_set):
        return CutTest(low, op, beta, at.node, skips)
    return CutTest(alpha, op, high, at.node, skips)


def leaves_something(record: Record, node: int, child: int) -> bool:
    """Tell whether a node that stops after a child skips anything."""
    if not record.is_last_child(child):
        return True
    return node in record.tree.elided and not record.rules.right_to_left


def has_after(record: Record, child_call: int) -> Has | None:
    """Return what a call has once a child has returned to it; ``None`` where that is nothing.

    Nothing is −∞ at MAX and +∞ at MIN before any child has given more, and at a chance node.

    Example:
        The 2 arrives at the second MIN node, then that node's value at the root, which keeps its 3.

        >>> from treeexplorer.tree import from_nested
        >>> record = search(from_nested([[3, 12, 8], [2, 4, 6]]))
        >>> has_after(record, record.call_of(6))
        Has(node=5, value=2, through=6)
        >>> has_after(record, record.call_of(5))
        Has(node=0, value=3, through=1)
    """
    call = record.caller(child_call)
    v = record.v_after[child_call]
    if call is None or v is None or record.tree.roles[record.node(call)] == CHANCE_ROLE:
        return None
    is_taken_as_first = record.replaces_first and record.sibling_before(child_call) is None
    has_moved = v != record.v_before(child_call) or is_taken_as_first
    giver = child_call if has_moved else record.mover_before(child_call)
    if giver is None:
        return _has_from_window(record, call, v)
    return Has(record.node(call), v, record.node(giver))


def _has_from_window(record: Record, call: int, v: Number | None) -> Has | None:
    """Return what a call has where no child has given it anything: the number of its window."""
    if v is None or abs(v) == INFINITY:
        return None
    return Has(record.node(call), v, None)


def has_at(record: Record, call: int, step: int) -> Has | None:
    """Return what an open or finished call has at a step."""
    last = record.last_return(call, step)
    if last is not None:
        return has_after(record, last)
    return _has_from_window(record, call, record.first_v(call))


def would_cut(record: Record, child_call: int) -> WouldCut | None:
    """Return the bounds on entry that would have made a child's return a cut-off.

    Had the node been entered with another bound, its children would have returned the same values:
    what a child returns inside its window is exact, so it can be compared with any bound.

    Returns:
        The bounds; ``None`` if no bound would have cut off, or if there is no such bound to speak
        of: at the root of a search without windows, at a chance node, after the last child, and in
        searches that enter nodes again. Under a range a mean may have been cut short while not all
        of the tree is drawn: what it would have returned is then not known, and ``None``, too.

    Example:
        After the 3, an α of 3 or more on entry would have cut off the first MIN node.

        >>> from treeexplorer.tree import from_nested
        >>> record = search(from_nested([[3, 12, 8], [2, 4, 6]]))
        >>> would_cut(record, record.call_of(2))
        WouldCut(node=1, after=2, end='alpha', op='>=', value=3)
    """
    call = record.caller(child_call)
    if call is None or record.call_windows or not record.has_windows:
        return None
    if _leaves_means_open(record):
        return None
    node = record.node(call)
    child = record.node(child_call)
    role = record.tree.roles[node]
    v = record.v_after[child_call]
    if role == CHANCE_ROLE or v is None:
        return None
    if not leaves_something(record, node, child):
        return None
    alpha, beta = record.entry_window(call)
    reached = _numbers_reached(record, child_call, v)
    if role == MAX_ROLE:
        return _cut_below(record, node, child, max([alpha, *reached]))
    return _cut_above(record, node, child, min([beta, *reached]))


def _leaves_means_open(record: Record) -> bool:
    """Tell whether means are tested by what is proven where not all of the tree is drawn.

    What is not drawn stays open there, while a node returns what its drawn children give.
    """
    return bool(record.chance_windows and record.tree.elided)


def _cut_below(record: Record, node: int, child: int, most: Number) -> WouldCut | None:
    """Return the β that would have cut off at MAX: all up to a number."""
    if most == -INFINITY:
        return None
    return WouldCut(node, child, "beta", "<" if record.rules.strict else "<=", most)


def _cut_above(record: Record, node: int, child: int, least: Number) -> WouldCut | None:
    """Return the α that would have cut off at MIN: all from a number on."""
    if least == INFINITY:
        return None
    return WouldCut(node, child, "alpha", ">" if record.rules.strict else ">=", least)


def _numbers_reached(record: Record, child_call: int, v: Number) -> list[Number]:
    """Return the numbers that could have passed a bound up to a child's return.

    That is v. Under fail-hard with the test ``>`` the values of inner children are clamped to the
    very bound, and only a leaf can pass it.
    """
    if record.rules.hard and record.rules.strict:
        return _leaf_values_up_to(record, child_call)
    return [v]


def _leaf_values_up_to(record: Record, child_call: int) -> list[Number]:
    """Return what the leaves returned among a call's children, from one of them back to the first.

    Inner children return to the call, too, and are left out.
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
    """Return how a value compares with a cut-off's bound if it would not cut off.

    Such a value is what the witness, or the call, would still take; ``None`` where no test was
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
    is_strict = test.op == ">"
    if cut.kind == "alpha":
        return ">=" if is_strict else ">"
    return "<=" if is_strict else "<"


def missed_on_equality(record: Record, at: Step) -> CutTest | None:
    """Return the test of a step that only equality kept from skipping anything.

    ``None`` where the call was entered with equal ends: its window was empty before.

    Example:
        >>> from treeexplorer.tree import from_nested
        >>> record = search(from_nested([[3, 12], [3, 4]]), Rules(cutoff=">"))
        >>> str(missed_on_equality(record, record.step(10)))
        '3 > 3 is false'
    """
    alpha, beta = record.entry_window(at.call)
    if not record.rules.strict or alpha == beta:
        return None
    test = test_at(record, at)
    if test is None or not test.skips or test.left != test.right:
        return None
    return test


def under_equality(record: Record, at: Step) -> Elsewhere | None:
    """Return what the test ``≥`` would have pruned where a step's test failed on equality.

    Both tests search what they both reach with the same windows, so this needs no second search.
    ``None`` where nothing drawn is left, and where a mean is tested and not all is drawn: ``≥`` may
    have skipped leaves before, without which less is proven of the mean.
    """
    if at.child is None or _leaves_means_open(record):
        return None
    left = record.children_after(at.node, at.child)
    if not left:
        return None
    rules = [("cutoff", ">=")]
    if record.rules.fixes_its_own_rules:
        rules = [("form", "classic"), *rules, ("fail", "soft")]
    return Elsewhere(left[0], tuple(rules), "pruned")


def between(record: Record, cut: CutOff) -> tuple[Has | None, Needs]:
    """Return what lies between a deep cut-off and its witness; no chance node does.

    That is what the nearest opposing ancestor of the node that was cut off has before the search
    went on towards the cut-off, and whether it can still want what it gets from there.

    Example:
        In [5 [9 [3 [4 7]]]] the root's 5 cuts off the lowest MIN node. Above that lies a MAX node
        which has 3, and might want its 4.

        >>> from treeexplorer.notation import parse
        >>> record = search(parse("[5 [9 [3 [4 7]]]]").tree)
        >>> between(record, analysis_of(record).cut_offs[0])
        (Has(node=4, value=3, through=5), Needs(node=4, value=True))
    """
    opposing_role = MIN_ROLE if cut.kind == "beta" else MAX_ROLE
    child_call = cut.call
    call = present(record.caller(child_call))
    while record.tree.roles[record.node(call)] != opposing_role:
        child_call = call
        call = present(record.caller(call))
    node = record.node(call)
    before = record.sibling_before(child_call)
    has = None if before is None else has_after(record, before)
    return has, Needs(node, _can_want(record, node, record.node(child_call), cut.step))


def _can_want(record: Record, node: int, child: int, step: int) -> bool:
    """Tell whether a child may still be better for a node than every other child.

    At MAX it must be able to be worth more than each other child is worth at least. A child that is
    not read yet is worth no less than the range allows; a node without another child has nothing.
    """
    low, high = proven(record, child, step)
    others = [
        proven(record, sibling, step) for sibling in record.children(node) if sibling != child
    ]
    if node in record.tree.elided:
        others.append(record.rules.known_range)
    if record.tree.roles[node] == MAX_ROLE:
        return high > -INFINITY and all(other_low < high for other_low, _ in others)
    return low < INFINITY and all(other_high > low for _, other_high in others)


# -- the facts of a step, and of a node --------------------------------------------------------


def holders(record: Record, call: int, step: int | None = None) -> tuple[Has | None, Has | None]:
    """Return who has α and who has β of the window that a call was entered with.

    ``None`` where an end is the initial window's, or a null window's. At a step, the window is the
    one of that step: the end that the node has moved it has itself, through one of its children.

    Example:
        The second MIN node is entered with (3, +∞), and moves its β to 2.

        >>> from treeexplorer.tree import from_nested
        >>> record = search(from_nested([[3, 12, 8], [2, 4, 6]]))
        >>> holders(record, record.call_of(5))
        (Has(node=0, value=3, through=1), None)
        >>> holders(record, record.call_of(5), 12)
        (Has(node=0, value=3, through=1), Has(node=5, value=2, through=6))
    """
    if not record.has_windows or record.has_null_window(call):
        return None, None
    alpha, beta = record.entry_window(call)
    alpha_holder = _witness_has(record, call, alpha, MAX_ROLE)
    beta_holder = _witness_has(record, call, beta, MIN_ROLE)
    own = None if step is None else _moved_by_itself(record, call, step)
    if own is None:
        return alpha_holder, beta_holder
    if record.tree.roles[own.node] == MAX_ROLE:
        return own, beta_holder
    return alpha_holder, own


def _witness_has(record: Record, call: int, bound: Number, role: int) -> Has | None:
    """Return which ancestor of a role has a bound of a call's window."""
    witness = analysis_of(record).witness(call, bound, role)
    return None if witness is None else Has(witness.node, bound, witness.child)


def _moved_by_itself(record: Record, call: int, step: int) -> Has | None:
    """Return what a call has at a step, if that has moved an end of its window."""
    if record.is_leaf_call(call):
        return None
    has = has_at(record, call, step)
    if has is None or has.through is None:
        return None
    entered_alpha, entered_beta = record.entry_window(call)
    alpha, beta = record.window_at(call, step)
    if record.tree.roles[has.node] == MAX_ROLE:
        has_moved = alpha == has.value != entered_alpha
    else:
        has_moved = beta == has.value != entered_beta
    return has if has_moved else None


def step_facts(record: Record, number: int) -> tuple[Fact, ...]:
    """Return the facts of a step at which a value arrives; none of a visit.

    Time that hardly depends on the size of the tree, but for what is proven once a record.

    Example:
        >>> from treeexplorer.tree import from_nested
        >>> record = search(from_nested([[3, 12, 8], [2, 4, 6]]))
        >>> for fact in step_facts(record, 12):
        ...     print(repr(fact))
        CutTest(left=3, op='>=', right=2, node=5, skips=True)
        Has(node=5, value=2, through=6)
        Proven(node=5, low=-inf, high=2)
        Has(node=0, value=3, through=1)
        Proven(node=0, low=3, high=3)
        Pruned(nodes=(7, 8), elided=None)
    """
    at = record.step(number)
    if at.child_call is None:
        return ()
    if at.kind is StepKind.CUT:
        facts = _facts_of_cut(record, at, at.child_call)
    else:
        facts = _facts_of_arrival(record, at, at.child_call)
    return tuple(fact for fact in facts if fact is not None)


def _facts_of_arrival(record: Record, at: Step, child_call: int) -> Iterator[Fact | None]:
    """Yield the facts of a child's return that cuts nothing off."""
    test = test_at(record, at)
    yield has_after(record, child_call)
    yield test
    if test is not None and not test.holds:
        yield would_cut(record, child_call)
    yield from proven_facts(record, at.node, at.number)
    if missed_on_equality(record, at):
        yield under_equality(record, at)


def _facts_of_cut(record: Record, at: Step, child_call: int) -> Iterator[Fact | None]:
    """Yield the facts of a cut-off: from its node up to its witness, then what it prunes."""
    cut = analysis_of(record).cut_off(child_call)
    yield test_at(record, at)
    yield has_after(record, child_call)
    yield from proven_facts(record, at.node, at.number)
    if record.tree.roles[at.node] == CHANCE_ROLE:
        for child in record.children(at.node):
            yield from proven_facts(record, child, at.number)
    yield from needed_of_children(record, cut)
    if cut.witness is not None:
        node, child = cut.witness
        yield Has(node, cut.origin.has, child)
        yield from proven_facts(record, node, at.number)
    if cut.deep:
        yield from between(record, cut)
    elided = at.node if cut.elided else None
    yield Pruned(cut.skipped, elided)


def needed_of_children(record: Record, cut: CutOff) -> Iterator[OnlyIf]:
    """Yield what chance nodes above a cut-off need of their children, from below.

    They are those that made the cut-off's bound out of their own: in words, ``○B is worth more than
    8 only if ▽E is worth more than 6``.
    """
    tree = record.tree
    for call in cut.origin.handed_by:
        node = record.node(call)
        child = tree.ancestor_at(cut.node, tree.ply[node] + 1)
        alpha, beta = record.entry_window(call)
        child_alpha, child_beta = record.entry_window(record.columns.call_of_node[child])
        if cut.kind == "alpha":
            yield OnlyIf(node, ">", alpha, child, child_alpha)
        else:
            yield OnlyIf(node, "<", beta, child, child_beta)


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
    """Return the step that cut a node off last, up to a step; ``None`` where none has.

    A node that is entered again may be answered from memory later, or searched to its end.

    Example:
        >>> from treeexplorer.tree import from_nested
        >>> record = search(from_nested([[3, 12, 8], [2, 4, 6]]))
        >>> latest_cut(record, 5, 12).number, latest_cut(record, 5, 11)
        (12, None)
    """
    for call in reversed(record.calls_of(node)):
        if record.entered_at(call) > step:
            continue
        last = record.last_return(call, step)
        if last is not None and record.has_cut(last):
            return record.arrival(last)
    return None


def skipping_cut(record: Record, node: int, step: int | None = None) -> Step | None:
    """Return the step that skipped a node, up to a step: a cut-off above it."""
    step = record.steps if step is None else step
    if record.status(node, step) is not Status.SKIPPED:
        return None
    above = record.visited_ancestor(node, step)
    return None if above is None else latest_cut(record, above, step)


def last_test(record: Record, node: int) -> Inequality | None:
    """Return the last test that was made before a node's turn; ``None`` where none was.

    Of a node that was skipped it is the one that skipped it, of a visited one that of the sibling
    before; of the searches that enter nodes again nothing is said of a visited node.

    Example:
        >>> from treeexplorer.tree import from_nested
        >>> record = search(from_nested([[3, 12, 8], [2, 4, 6]]))
        >>> str(last_test(record, 7)), str(last_test(record, 5))
        ('3 ≥ 2', '3 ≥ +∞ is false')
    """
    call = record.call_of(node)
    if call is None:
        at = skipping_cut(record, node)
        return None if at is None else test_at(record, at)
    before = None if record.call_windows else record.sibling_before(call)
    if before is not None:
        return test_at(record, record.arrival(before))
    return None


def elsewhere(tree: GameTree, record: Record, node: int) -> Iterator[Elsewhere]:
    """Yield the other conventions that change what becomes of a node.

    The tree is as the file has it, the record a finished search of it.

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
        if not _is_comparable(rules, record.rules):
            continue
        other = search(tree, rules)
        there = outcome(other, node)
        if other.complete and there != here:
            names = changed(rules, record.rules)
            yield Elsewhere(node, tuple((name, getattr(rules, name)) for name in names), there)


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
    Has: "has",
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

    Its fields go by their names, nodes by their addresses. Of a test it is said whether it holds,
    of pruned branches which leaves are in them.

    Example:
        >>> from treeexplorer.tree import from_nested
        >>> tree = from_nested([[3, 12, 8], [2, 4, 6]])
        >>> fact_json(tree, CutTest(3, ">=", 2, 5, skips=True), tree.address)
        {'fact': 'test', 'left': 3, 'op': '>=', 'right': 2, 'node': '2', 'holds': True}
    """
    row: dict[str, Any] = {"fact": _NAMES[type(fact)]}
    if isinstance(fact, Pruned):
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
    """Return pruned branches for JSON, with the values of the leaves in them."""
    leaves: list[Any] = []
    for node in fact.nodes:
        leaves += map(for_json, tree.values_below(node))
    row: dict[str, Any] = {"nodes": list(map(address, fact.nodes)), "leaves": leaves}
    if fact.elided is not None:
        row["elided"] = address(fact.elided)
    return row
