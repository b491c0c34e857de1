"""Claims written from a recorded search, as somebody who makes no mistake would write them."""

from __future__ import annotations

from hypothesis import strategies as st

from tests.engine.random_trees import cases
from treeexplorer.engine import Record, Rules, search
from treeexplorer.judging.findings import Findings
from treeexplorer.notation import Claim, Claims, Exercise, sort_claims
from treeexplorer.tree import GameTree


def true_claims(record: Record) -> Claims:
    """Return a claim of every kind that is true, at every node that can carry one."""
    tree, findings = record.tree, Findings(record)
    claims: list[Claim] = []
    for node in range(len(tree)):
        calls = findings.calls(node)
        if not calls:
            if findings.visited(tree.parent[node]) and not _beyond(record, node):
                claims.append(Claim(node, "cut"))
            continue
        claims.append(Claim(node, "window", window=calls[0].window))
        if tree.is_leaf(node) or _beyond(record, node):
            continue
        found = findings.bounds(node)
        if found and node % 2:
            sign, number = min(found)
            claims.append(Claim(node, "bound", number, sign))
        elif calls[0].value is not None:
            claims.append(Claim(node, "value", calls[0].value))
    rests = sorted(node for node in tree.elided if findings.visited(node))
    claims += [Claim(node, "cut-rest") for node in rests if findings.cuts_rest(node)]
    if not findings.prunes:
        claims.append(Claim(0, "cuts-none"))
    return sort_claims(claims)


def _beyond(record: Record, node: int) -> bool:
    depth = record.rules.depth
    return depth is not None and record.tree.ply[node] > depth


def answered() -> st.SearchStrategy[tuple[Exercise, Rules]]:
    """Return a tree that carries only right claims under the rules drawn with it."""
    return cases().map(with_true_claims)


def with_true_claims(case: tuple[GameTree, Rules]) -> tuple[Exercise, Rules]:
    """Return a tree that carries only right claims under rules, and these."""
    tree, rules = case
    return Exercise(tree, true_claims(search(tree, rules))), rules
