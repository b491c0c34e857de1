"""The published answers as trees with claims, the way their authors would have drawn them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from treeexplorer.notation import Claim, Exercise, parse, sort_claims
from treeexplorer.tree import GameTree, Number

CATALOGUE = Path(__file__).parent.parent / "data" / "examples.json"


def published_answers() -> dict[str, dict[str, Any]]:
    """Return the catalogue by its entries' ids."""
    return {entry["id"]: entry for entry in json.loads(CATALOGUE.read_text("utf-8"))}


def answered_exercise(entry: dict[str, Any]) -> Exercise:
    """Return an entry's tree with what its source says about it written beside the nodes."""
    tree = parse(f"@levels {entry['levels']}\n{entry['tree']}\n").tree
    says = entry["published"]
    values: dict[int, Number] = {}
    if "value" in says:
        values[0] = says["value"]
    for key in ("child_values", "fail_soft_child_values"):
        values |= dict(zip(tree.children(0), says.get(key, ()), strict=False))
    for key in ("node_values", "fail_soft_values"):
        values |= {tree.find(place): value for place, value in says.get(key, {}).items()}
    claims = [
        Claim(tree.find(place), "window", window=(float(low), float(high)))
        for place, (low, high) in says.get("windows_in", {}).items()
    ]
    claims += [
        Claim(node, "value", value) for node, value in values.items() if not tree.is_leaf(node)
    ]
    cuts, nothing_cut = _slashes(tree, says)
    claims += [Claim(node, "cut") for node in cuts]
    claims += [Claim(0, "cuts-none")] * nothing_cut
    return Exercise(tree, sort_claims(claims))


def _slashes(tree: GameTree, says: dict[str, Any]) -> tuple[frozenset[int], bool]:
    """Return where the slashes go, and whether the source says that nothing is cut off."""
    leaves = [node for node in range(len(tree)) if tree.is_leaf(node)]
    visited: set[int] | None = None
    if "visited_nodes" in says:
        visited = {tree.find(place) for place in says["visited_nodes"]}
    elif "pruned_roots" in says:
        return frozenset(map(tree.find, says["pruned_roots"])), False
    elif "pruned_leaves" in says or "visited_leaves" in says:
        read = _leaves(tree, leaves, says)
        visited = {ancestor for leaf in read for ancestor in (leaf, *tree.ancestors(leaf))}
    elif says.get("n_pruned_leaves") == 0:
        visited = set(range(len(tree)))
    if visited is None:
        return frozenset(), False
    skipped = {
        node for node in range(1, len(tree)) if node not in visited and tree.parent[node] in visited
    }
    return frozenset(skipped), not skipped


def _leaves(tree: GameTree, leaves: list[int], says: dict[str, Any]) -> Iterable[int]:
    read = says.get("visited_leaves")
    if read is None or "pruned_leaves" in says:
        pruned = says["pruned_leaves"]
        if all(isinstance(place, str) for place in pruned):
            hidden = {tree.find(place) for place in pruned}
            return [leaf for leaf in leaves if leaf not in hidden]
    found, remaining = [], list(read or ())
    for leaf in leaves:
        if remaining and tree.leaf_value(leaf) == remaining[0]:
            found.append(leaf)
            remaining.pop(0)
    assert not remaining
    return found
