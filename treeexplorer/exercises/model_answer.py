"""The model answer of a tree: everything a person would write beside its nodes, and when.

As claims it can be laid beside somebody's own; as a list of tasks, in the order in which a search
by hand comes to them, it says what is next.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from treeexplorer.engine.cutoffs import children_after
from treeexplorer.engine.record import Record
from treeexplorer.exercises.claims import asks_windows, step_of
from treeexplorer.exercises.findings import Findings
from treeexplorer.notation import BoundSign, Claim, Claims, in_order
from treeexplorer.tree import Number


@dataclass(frozen=True, slots=True)
class Task:
    """One thing to write down.

    Attributes:
        claim: What is to be written, and at which node.
        step: The step of the search at which a person can know it.
        row: The call that it belongs to; for a slash, the call of the parent.
    """

    claim: Claim
    step: int
    row: int


def tasks(record: Record) -> list[Task]:
    """Return everything there is to write down, in the order of the search.

    A node's window when it is entered, slashes where the rest of the children is given up, and a
    node's value when it returns: the exact value, or the bound where that is all that is proven.
    Leaves get a slash or nothing. Of a node that is entered several times, the last call counts.
    """
    found = list(_tasks(record))
    slashed = {task.claim.node for task in found if task.claim.kind == "cut"}
    quiet = [_quiet_task(record, node) for node in skipped(record) if node not in slashed]
    return sorted([*found, *quiet], key=_when)


def _when(task: Task) -> tuple[int, bool, bool]:
    """Return a sort key: a value comes before the cut-off it makes, the root's value last."""
    is_root_value = task.claim.node == 0 and task.claim.number is not None
    return task.step, is_root_value, task.claim.kind == "cut"


def skipped(record: Record) -> Iterator[int]:
    """Yield the topmost nodes that the search does not visit, but for those beyond its depth."""
    tree, depth = record.tree, record.rules.depth
    node = 1
    while node < len(tree):
        if record.rows(node):
            node += 1
            continue
        if depth is None or tree.ply[node] <= depth:
            yield node
        node = tree.end[node]


def _quiet_task(record: Record, node: int) -> Task:
    """Return the slash at a node that is skipped without a cut-off at its own parent.

    That happens where a search looks at a node's first move alone and that already is enough.
    """
    claim = Claim(node, "cut")
    return Task(claim, step_of(record, claim), record.rows(record.tree.parent[node])[-1])


def _tasks(record: Record) -> Iterator[Task]:
    findings = Findings(record)
    windows = asks_windows(record.rules)
    for row in range(len(record.nodes)):
        node = record.node(row)
        if record.is_leaf_call(row) or record.rows(node)[-1] != row:
            continue
        if windows:
            claim = Claim(node, "window", window=record.entry(row))
            yield Task(claim, record.entered(row), row)
        value = record.value(row)
        if value is not None:
            step = min(record.left(row), record.steps)
            yield Task(_value_claim(findings, node, row, value), step, row)
    for row in record.cuts:
        parent_row, child = record.parent_row(row), record.node(row)
        if parent_row is None:
            continue
        for skipped_child in children_after(record, record.node(parent_row), child):
            if not record.rows(skipped_child):
                yield Task(Claim(skipped_child, "cut"), record.left(row), parent_row)


def _value_claim(findings: Findings, node: int, row: int, value: Number) -> Claim:
    """Return the exact value of a call where it is proven, else its bound."""
    low, high = findings.intervals.closed(row)
    sign: BoundSign | None = None
    if low != high:
        sign = ">=" if low >= value else "<=" if high <= value else None
    if sign is None:
        return Claim(node, "value", number=value)
    return Claim(node, "bound", number=value, sign=sign)


def model_answer(record: Record) -> Claims:
    """Return everything that a person would write beside the nodes of a tree, as claims."""
    claims = [task.claim for task in tasks(record)]
    if asks_windows(record.rules) and not any(claim.kind == "cut" for claim in claims):
        claims.append(Claim(0, "cuts-none"))
    return in_order(claims)
