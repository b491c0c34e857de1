"""The cut-offs of a record: what was skipped, and which earlier move made that right."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from dataclasses import dataclass
from typing import Literal, TypeAlias

from treeexplorer.engine.intervals import shared_intervals
from treeexplorer.engine.record import Record
from treeexplorer.tree import CHANCE_ROLE, INFINITY, MAX_ROLE, MIN_ROLE, Number

CutKind: TypeAlias = Literal["alpha", "beta"]
Source: TypeAlias = Literal["witness", "window", "null-window"]


@dataclass(frozen=True, slots=True)
class Witness:
    """The opposing ancestor that already has the bound, and the child that gave it."""

    node: int
    child: int


@dataclass(frozen=True, slots=True)
class CutOff:
    """A cut-off: at least one child was skipped because the window was empty.

    Attributes:
        step: The step at which it happens.
        node: The node whose remaining children are skipped.
        call: The row of that node's call.
        kind: ``beta`` at a MAX node, ``alpha`` at a MIN node; at a chance node the bound that
            its mean cannot come up to any more (α) or cannot fall below (β).
        after: The child whose value made the cut.
        v: The node's v; at a chance node, what its mean can be at best or at worst.
        bound: The bound that v reached: β at MAX, α at MIN.
        skipped: The drawn children that are skipped, in the order of the search.
        elided: Whether undrawn children (``...``) are skipped, too.
        witness: Which ancestor already has the bound, and through which of its children; ``None``
            where the bound is the initial window's or a null window's.
        deep: Whether the witness is not the nearest opposing ancestor.
        source: Where the bound comes from.
    """

    step: int
    node: int
    call: int
    kind: CutKind
    after: int
    v: Number
    bound: Number
    skipped: tuple[int, ...]
    elided: bool
    witness: Witness | None
    deep: bool
    source: Source

    @property
    def is_tie(self) -> bool:
        """Whether equality made the cut."""
        return self.v == self.bound


def cut_offs(record: Record) -> list[CutOff]:
    """Return a record's cut-offs in order of time."""
    return [cut_off(record, row) for row in record.cuts]


def cut_off(record: Record, child_row: int) -> CutOff:
    """Return the cut-off that the return of a call led to.

    Args:
        record: The record.
        child_row: The row of the call whose return made the cut, one of ``record.cuts``.
    """
    row = record.parent_row(child_row)
    v = record.after[child_row]
    if row is not None and v is None:
        v = record.value(row)
    if row is None or v is None:
        raise LookupError(f"call {child_row} made no cut-off")
    node, child = record.node(row), record.node(child_row)
    role = record.tree.roles[node]
    alpha, beta = record.entry(row)
    is_beta = v >= beta if role == CHANCE_ROLE else role == MAX_ROLE
    bound = beta if is_beta else alpha
    witness, deep = None, False
    if not record.null(row):
        witness, deep = find_witness(record, row, bound, MIN_ROLE if is_beta else MAX_ROLE)
    elided = node in record.tree.elided and not record.rules.right_to_left
    return CutOff(
        step=record.left(child_row),
        node=node,
        call=row,
        kind="beta" if is_beta else "alpha",
        after=child,
        v=v,
        bound=bound,
        skipped=tuple(children_after(record, node, child)),
        elided=elided,
        witness=witness,
        deep=deep,
        source="null-window" if record.null(row) else "witness" if witness else "window",
    )


def children_after(record: Record, node: int, child: int) -> array[int]:
    """Return a node's drawn children that come after one of them in the search's order."""
    return record.child_column(node)[record.order_of(child) + 1 :]


def find_witness(record: Record, row: int, bound: Number, role: int) -> tuple[Witness | None, bool]:
    """Return the nearest ancestor of a player that gave a call its bound, and whether it is deep.

    Args:
        record: The record.
        row: The call that was entered with the bound.
        bound: Its α, which MAX nodes give, or its β, which MIN nodes give.
        role: The role of the nodes that give it.
    """
    roles, start = record.tree.roles, record.node(row)
    # A bound that a chance node's children do not start with comes from below any chance node.
    may_pass_chance = not record.tree.has_chance or bound != (
        -INFINITY if role == MAX_ROLE else INFINITY
    )
    while True:
        if may_pass_chance and not record.reenters:
            row = _first_of_run(record, row)
        parent_row = record.parent_row(row)
        if parent_row is None:
            return None, False
        parent = record.node(parent_row)
        if roles[parent] == CHANCE_ROLE:
            return None, False
        if roles[parent] == role and row > parent_row + 1:
            child = _giver(record, parent_row, row, bound)
            if child is not None and _has_it(record, parent_row, child, row, bound):
                nearest = next(node for node in record.tree.ancestors(start) if roles[node] == role)
                return Witness(parent, child), parent != nearest
        row = parent_row


def _has_it(record: Record, parent_row: int, child: int, row: int, bound: Number) -> bool:
    """Tell whether a child that reached a bound proves that its parent has it.

    A child that moved its parent's window does. One that came back with the very bound that its
    parent had been handed down may have failed there: then an ancestor above, or the window that
    the search began with, is what the bound rests on.
    """
    at_max = record.tree.roles[record.node(parent_row)] == MAX_ROLE
    if record.entry(parent_row)[0 if at_max else 1] != bound:
        return True
    child_row = record.row_at(child, record.entered(row))
    if child_row is None:
        return False
    low, high = shared_intervals(record).closed(child_row)
    return low >= bound if at_max else high <= bound


def _first_of_run(record: Record, row: int) -> int:
    """Return the row of the topmost ancestor from which first children lead down to a call.

    Nothing has returned to the nodes on such a run. Their rows are as far apart as their plies,
    which one bisection over the plies finds.
    """
    node, ply = record.node(row), record.tree.ply
    depth = ply[node]

    def is_on_run(level: int) -> bool:
        return record.known_row(record.tree.ancestor_at(node, level)) - level == row - depth

    return row - depth + bisect_left(range(depth), True, key=is_on_run)


def _giver(record: Record, parent_row: int, row: int, bound: Number) -> int | None:
    """Return the first child that moved a call's v to the bound before another was entered.

    The v of a call moves one way only, so one bisection over its children finds the child.
    """
    if record.v_before(row) != bound:
        return None
    if record.reenters:
        return _giver_of_calls(record, parent_row, row, bound)
    node = record.node(parent_row)
    children = record.child_column(node)
    at_max = record.tree.roles[node] == MAX_ROLE

    def has_bound(index: int) -> bool:
        v = record.after[record.known_row(children[index])]
        return v is not None and (v >= bound if at_max else v <= bound)

    index = bisect_left(range(record.order_of(record.node(row))), True, key=has_bound)
    if index == 0 and record.first_v(parent_row) == bound and not record.replaces_first:
        return None
    return children[index]


def _giver_of_calls(record: Record, parent_row: int, row: int, bound: Number) -> int | None:
    """Return the child that moved a call's v to the bound, from the calls made before another."""
    giver = record.sibling_before(row)
    while giver is not None and record.v_before(giver) == bound:
        giver = record.sibling_before(giver)
    if giver is None or record.first_v(parent_row) == bound:
        return None
    return record.node(giver)
