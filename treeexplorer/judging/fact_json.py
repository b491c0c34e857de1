"""How a fact is written in JSON: its name, then its fields, with addresses for nodes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, Final

from treeexplorer.judging.facts import (
    BestSoFar,
    CutTest,
    Elsewhere,
    Fact,
    Needs,
    OnlyIf,
    Proven,
    Pruned,
    WouldCut,
)
from treeexplorer.numbers import convert_number_to_json
from treeexplorer.tree import GameTree

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
_NODES: Final = {"node", "through", "after", "child"}  # the fields of facts that hold a node
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
