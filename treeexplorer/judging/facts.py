"""Typed facts: every claim that a sentence makes, true whatever the unread leaves hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any, Final, Literal, TypeAlias

from treeexplorer.engine import Record, StepKind, search
from treeexplorer.engine.analysis import CutOff, analysis_of
from treeexplorer.engine.intervals import Interval
from treeexplorer.engine.record import ABOVE, Status, Step
from treeexplorer.numbers import for_json, shown
from treeexplorer.rules import alternatives, changed
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
    """Exactly those bounds on entry under which a node would have been cut off by then.

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

    Alpha-beta compares the moving bounds. The searches that enter nodes again compare v with the
    opponent's bound, as they are printed; in a null window, with the number it asks about.
    """
    if record.tree.roles[at.node] == CHANCE_ROLE:
        return _test_of_mean(record, at)
    if at.window is None or at.child is None or at.v is None or not record.has_windows:
        return None
    null = record.null(at.call)
    at_max = record.tree.roles[at.node] == MAX_ROLE
    left, right = at.window
    strict = record.rules.strict
    if record.scopes:
        left, right = record.entry(at.call)
        if at_max:
            left = at.v
        else:
            right = at.v
        strict = bool(null) and at_max == (null == ABOVE)
    op: Op = ">" if strict else ">="
    skips = leaves_something(record, at.node, at.child)
    test = CutTest(left, op, right, at.node, skips)
    if test.holds and skips and at.kind is not StepKind.CUT:
        return None  # SCOUT makes no test where it evaluates, and goes on with an infinite v
    return test


def _test_of_mean(record: Record, at: Step) -> CutTest | None:
    """Return the test of a chance node under a range, after a child; ``None`` without a range.

    Two are made: whether it can be worth no more than α, and whether it is worth β or more. Told
    is the one that holds, or fails on equality alone, else that of α, unless only β was set.
    """
    if at.child is None or not record.handed_down:
        return None
    alpha, beta = record.entry(at.call)
    low, high = proven(record, at.node, at.number)
    lowest, highest = record.rules.known_range
    reaches_beta = low >= beta
    only_beta_is_set = alpha == lowest and beta != highest
    left = alpha
    right = high
    if alpha < high and (reaches_beta or only_beta_is_set):
        left = low
        right = beta
    op: Op = ">" if record.rules.strict else ">="
    return CutTest(left, op, right, at.node, leaves_something(record, at.node, at.child))


def leaves_something(record: Record, node: int, child: int) -> bool:
    """Tell whether a node that stops after a child skips anything."""
    if not record.is_last_child(child):
        return True
    return node in record.tree.elided and not record.rules.right_to_left


def has_after(record: Record, child_row: int) -> Has | None:
    """Return what a call has once a child has returned to it; ``None`` where that is nothing.

    Nothing is −∞ at MAX and +∞ at MIN before any child has given more, and at a chance node.
    """
    row = record.parent_row(child_row)
    v = record.after[child_row]
    if row is None or v is None or record.tree.roles[record.node(row)] == CHANCE_ROLE:
        return None
    is_taken = record.replaces_first and record.sibling_before(child_row) is None
    giver = child_row
    if v == record.v_before(child_row) and not is_taken:
        giver = record.columns.movers[child_row]
    if giver < 0:
        return None if abs(v) == INFINITY else Has(record.node(row), v, None)
    return Has(record.node(row), v, record.node(giver))


def has_at(record: Record, row: int, step: int) -> Has | None:
    """Return what an open or finished call has at a step."""
    last = record.last_arrival(row, step)
    if last is not None:
        return has_after(record, last)
    v = record.first_v(row)
    return None if v is None or abs(v) == INFINITY else Has(record.node(row), v, None)


def would_cut(record: Record, child_row: int) -> WouldCut | None:
    """Return under which bounds on entry a node would have been cut off by a child's return.

    What a child returns inside its window is exact, so it is known how it compares with any other
    bound; where it has cut off, that is not known. Under fail-hard with the test ``>`` the values
    of inner children are clamped to the very bound, and only a leaf can pass it. ``None`` where no
    bound would do, where nothing is left to skip, and in searches that enter nodes again. Where a
    mean is cut short under a range, and not all is drawn, what it would have returned is not known.
    """
    row = record.parent_row(child_row)
    if row is None or record.scopes or not record.has_windows:
        return None
    if record.handed_down and record.tree.elided:
        return None
    node = record.node(row)
    child = record.node(child_row)
    role = record.tree.roles[node]
    v = record.after[child_row]
    if role == CHANCE_ROLE or v is None or not leaves_something(record, node, child):
        return None
    strict = record.rules.strict
    returned = [v]
    if record.rules.hard and strict:
        returned = _leaf_values_up_to(record, child_row)
    alpha, beta = record.entry(row)
    op: Literal["<=", "<", ">=", ">"]
    if role == MAX_ROLE:
        most = max([alpha, *returned])
        op = "<" if strict else "<="
        return None if most == -INFINITY else WouldCut(node, child, "beta", op, most)
    least = min([beta, *returned])
    op = ">" if strict else ">="
    return None if least == INFINITY else WouldCut(node, child, "alpha", op, least)


def _leaf_values_up_to(record: Record, child_row: int) -> list[Number]:
    """Return what the leaves returned among a call's children, up to one of them."""
    values: list[Number] = []
    last: int | None = child_row
    while last is not None:
        value = record.value(last)
        if value is not None and record.is_leaf_call(last):
            values.append(value)
        last = record.sibling_before(last)
    return values


def still_wanted(record: Record, cut: CutOff) -> Op | None:
    """Return how exactly those values compare with a cut-off's bound that would not be cut off.

    They are what its witness, or the call, would still take; ``None`` where no test was made.
    """
    test = test_at(record, record.step(cut.step))
    if test is None:
        return None
    is_strict = test.op == ">"
    if cut.kind == "alpha":
        return ">=" if is_strict else ">"
    return "<=" if is_strict else "<"


def missed_on_equality(record: Record, at: Step) -> CutTest | None:
    """Return the test of a step that only equality kept from skipping anything."""
    test = test_at(record, at)
    alpha, beta = record.entry(at.call)
    if test is None or not (record.rules.strict and test.skips) or alpha == beta:
        return None
    return test if test.left == test.right else None


def under_equality(record: Record, at: Step) -> Elsewhere | None:
    """Return what the test ``≥`` would have pruned where a step's test failed on equality.

    Both tests search what they both reach with the same windows, so this needs no second search.
    """
    if at.child is None:
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
    """
    lowest, highest = record.rules.known_range
    tree = record.tree
    row = cut.call
    parents = record.columns.parents
    wanted = MIN_ROLE if cut.kind == "beta" else MAX_ROLE
    while tree.roles[record.node(parents[row])] != wanted:
        row = parents[row]
    node = record.node(parents[row])
    child = record.node(row)
    before = record.sibling_before(row)
    has = None if before is None else has_after(record, before)
    low, high = proven(record, child, cut.step)
    is_wanted = high > lowest if wanted == MAX_ROLE else low < highest
    for sibling in record.children(node):
        if sibling != child and record.row_at(sibling, cut.step) is not None:
            other = proven(record, sibling, cut.step)
            is_wanted &= other[0] < high if wanted == MAX_ROLE else other[1] > low
    return has, Needs(node, is_wanted)


# -- the facts of a step, and of a node --------------------------------------------------------


def holders(record: Record, row: int, step: int | None = None) -> tuple[Has | None, Has | None]:
    """Return who has α and who has β of the window that a call was entered with.

    ``None`` where an end is the initial window's, or a null window's. At a step, the window is the
    one of that step: the end that the node has moved it has itself, through one of its children.
    """
    if not record.has_windows or record.null(row):
        return None, None

    entry = record.entry(row)
    owners = list[Has | None]()
    for bound, role in zip(entry, (MAX_ROLE, MIN_ROLE), strict=True):
        witness = analysis_of(record).witness(row, bound, role)
        owner = None if witness is None else Has(witness.node, bound, witness.child)
        owners.append(owner)
    has = None if step is None or record.is_leaf_call(row) else has_at(record, row, step)
    if step is not None and has is not None and has.through is not None:
        end = 0 if record.tree.roles[has.node] == MAX_ROLE else 1
        if record.window_at(row, step)[end] == has.value != entry[end]:
            owners[end] = has
    return owners[0], owners[1]


def step_facts(record: Record, number: int) -> tuple[Fact, ...]:
    """Return what is claimed about a step: nothing of a visit, the test and who has what else.

    Time that hardly depends on the size of the tree, but for what is proven once a record.
    """
    at = record.step(number)
    if at.child_call is None:
        return ()
    has = has_after(record, at.child_call)
    test = test_at(record, at)
    known = proven_facts(record, at.node, number)
    if at.kind is not StepKind.CUT:
        cut = None if test is None or test.holds else would_cut(record, at.child_call)
        under = under_equality(record, at) if missed_on_equality(record, at) else None
        return tuple(filter(None, (has, test, cut, *known, under)))
    facts: list[Fact | None] = [test, has, *known]
    cut_off = analysis_of(record).cut_off(at.child_call)
    if record.tree.roles[at.node] == CHANCE_ROLE:
        for child in record.children(at.node):
            facts += proven_facts(record, child, number)
    facts += needed_of_children(record, cut_off)
    if cut_off.witness is not None:
        node, child = cut_off.witness
        facts += [Has(node, cut_off.origin.has, child), *proven_facts(record, node, number)]
    if cut_off.deep:
        facts += between(record, cut_off)
    elided = at.node if cut_off.elided else None
    facts.append(Pruned(cut_off.skipped, elided))
    return tuple(filter(None, facts))


def needed_of_children(record: Record, cut: CutOff) -> Iterator[OnlyIf]:
    """Yield what the chance nodes that handed down a cut-off's bound need, from below."""
    tree = record.tree
    end = 0 if cut.kind == "alpha" else 1
    op: Literal[">", "<"] = ">" if cut.kind == "alpha" else "<"
    for row in cut.origin.handed_by:
        node = record.node(row)
        child = tree.ancestor_at(cut.node, tree.ply[node] + 1)
        child_row = record.columns.row_of_node[child]
        yield OnlyIf(node, op, record.entry(row)[end], child, record.entry(child_row)[end])


def proven_facts(record: Record, node: int, step: int) -> Iterator[Proven]:
    """Yield what is proven of a node at a step, if anything is."""
    interval = proven(record, node, step)
    if interval != record.rules.known_range:
        yield Proven(node, *interval)


def outcome(record: Record, node: int) -> Outcome:
    """Return what became of a node in a finished search."""
    if record.row(node) is None:
        return "pruned"
    return "visited" if latest_cut(record, node, record.steps) is None else "cut-off"


def latest_cut(record: Record, node: int, step: int) -> Step | None:
    """Return the step that cut a node off last, up to a step; ``None`` where none has.

    A node that is entered again may be answered from memory later, or searched to its end.
    """
    for row in reversed(record.rows(node)):
        last = record.last_arrival(row, step) if record.entered(row) <= step else None
        if last is not None and record.has_cut(last):
            return record.step(record.left(last))
    return None


def skipping_cut(record: Record, node: int, step: int | None = None) -> Step | None:
    """Return the step that skipped a node, up to a step: a cut-off above it."""
    step = record.steps if step is None else step
    if record.status(node, step) is not Status.SKIPPED:
        return None
    above = record.visited_ancestor(node, step)
    return None if above is None else latest_cut(record, above, step)


def last_test(record: Record, node: int) -> Inequality | None:
    """Return the last test that was made before a node's turn; ``None`` where none was."""
    row = record.row(node)
    at = skipping_cut(record, node)
    before = None if row is None or record.scopes else record.sibling_before(row)
    if before is not None:
        at = record.step(record.left(before))
    return None if at is None else test_at(record, at)


def elsewhere(tree: GameTree, record: Record, node: int) -> Iterator[Elsewhere]:
    """Yield the conventions, of the same order, under which something else becomes of a node.

    The tree is as the file has it, the record a finished search of it.
    """
    here = outcome(record, node)
    if record.status(node, record.steps) is Status.BEYOND:
        return
    for rules in alternatives(record.rules):
        names = changed(rules, record.rules)
        knows_as_much = rules.has_range == record.rules.has_range
        if len(names) > 1 or "order" in names or not knows_as_much:
            continue
        if rules.printed.swaps_players and not record.rules.printed.swaps_players:
            continue  # which is another tree, in truth: its players are swapped
        other = search(tree, rules)
        there = outcome(other, node)
        if other.complete and there != here:
            yield Elsewhere(node, tuple((name, getattr(rules, name)) for name in names), there)


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


def fact_json(tree: GameTree, fact: Fact, address: Callable[[int], str]) -> dict[str, Any]:
    """Return a fact as ``trace --json`` and ``why --json`` print it."""
    row: dict[str, Any] = {"fact": _NAMES[type(fact)]}
    if isinstance(fact, Pruned):
        leaves = [for_json(each) for node in fact.nodes for each in tree.values_below(node)]
        row |= {"nodes": list(map(address, fact.nodes)), "leaves": leaves}
        return row if fact.elided is None else {**row, "elided": address(fact.elided)}
    for each in fields(fact):
        value = getattr(fact, each.name)
        if each.name in _NODES:
            row[each.name] = None if value is None else address(value)
        elif each.name == "rules":
            row["rules"] = dict(value)
        elif each.name == "skips":
            row["holds"] = isinstance(fact, CutTest) and fact.holds
        else:
            row[each.name] = for_json(value)
    return row
