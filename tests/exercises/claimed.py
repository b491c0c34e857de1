"""Claims written from a recorded search, as somebody who makes no mistake would write them."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

from tests.engine.random_trees import cases
from treeexplorer.engine import Record, Rules, search
from treeexplorer.exercises.findings import Findings, found_bounds
from treeexplorer.tree import BoundSign, Claims, GameTree, Number, Window


def true_claims(record: Record) -> Claims:
    """Return a claim of every kind that is true, at every node that can carry one."""
    tree, findings = record.tree, Findings(record)
    values: dict[int, Number] = {}
    bounds: dict[int, tuple[BoundSign, Number]] = {}
    windows: dict[int, Window] = {}
    cuts: set[int] = set()
    for node in range(len(tree)):
        calls = findings.calls(node)
        if not calls:
            if findings.visited(tree.parent[node]) and not _beyond(record, node):
                cuts.add(node)
            continue
        windows[node] = calls[0].entry
        if tree.is_leaf(node) or _beyond(record, node):
            continue
        found = found_bounds(calls[0])
        if found and node % 2:
            bounds[node] = min(found)
        elif calls[0].value is not None:
            values[node] = calls[0].value
    return Claims(values, bounds, windows, frozenset(cuts), nothing_cut=not cuts)


def _beyond(record: Record, node: int) -> bool:
    depth = record.rules.depth
    return depth is not None and record.tree.ply[node] > depth


@st.composite
def answered(draw: st.DrawFn) -> tuple[GameTree, Rules]:
    """Draw a tree that carries only right claims under the rules drawn with it."""
    tree, rules = draw(cases())
    record = search(tree, rules)
    return replace(tree, claims=true_claims(record)), rules
