"""Successors and values in other forms than records: rows of lists, and records in two parts.

Lisp keeps ``((A B C) (B D E))``, a map of C++ is written ``{{"A", {"B", "C"}}, {"B", {"D"}}}``, and
the leaves of ``{"A": ["B", "C"]}`` may stand in a second record, ``{"B": [3, 12]}``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any, Final

from treeexplorer.formats.graphs import text_of_name
from treeexplorer.formats.lists import is_atom, is_list, is_numeric, is_text
from treeexplorer.formats.model import Assigned
from treeexplorer.formats.words import plain_word

_PARENT: Final = "parent"
_PARENTS: Final = frozenset({_PARENT, "parents", "parentof", "predecessor", "predecessors"})


def successors_of_rows(rows: Sequence[Any]) -> dict[str, list[Any]] | None:
    """Return the successors of each node, where a row holds a name and its successors.

    Rows that do not lead to each other are the nodes of one ply: ``[["A", 5], ["B", 8]]``.

    >>> successors_of_rows([["A", "B", "C"], ["B", 3, 12]])
    {'A': ['B', 'C'], 'B': [3, 12]}
    >>> successors_of_rows([["A", ["B", "C"]], ["B", [3, 12]]])
    {'A': ['B', 'C'], 'B': [3, 12]}
    >>> successors_of_rows([["A", 3, 12], ["B", 8, 2]]) is None
    True

    Args:
        rows: The rows, in any order.

    Returns:
        The successors by name; ``None`` if these are no such rows, or two are about one node.
    """
    record: dict[str, list[Any]] = {}
    for row in rows:
        below = _below_name(row)
        if below is None or row[0] in record:
            return None
        record[row[0]] = below
    leads_to_row = any(
        is_text(child) and child in record for each in record.values() for child in each
    )
    return record if leads_to_row else None


def _below_name(row: Any) -> list[Any] | None:
    """Return the successors behind the name in a row; ``None`` for any other row."""
    is_row = is_list(row) and len(row) > 1 and is_text(row[0])
    if not is_row:
        return None
    has_list = len(row) == 2 and is_list(row[1])
    below = list(row[1]) if has_list else list(row[1:])
    return below if below and all(map(is_atom, below)) else None


def values_of_rows(rows: Any) -> dict[str, Any]:
    """Return the values by name in pairs of a name and its value.

    >>> values_of_rows([("D", 5), ("E", 8)]), values_of_rows([("D", 5), ("D", 8)])
    ({'D': 5, 'E': 8}, {})

    Args:
        rows: The pairs. Of anything else, or if a name stands twice, the result is empty.
    """
    if not is_list(rows):
        return {}
    are_pairs = all(
        is_list(row) and len(row) == 2 and is_text(row[0]) and is_numeric(row[1]) for row in rows
    )
    if not are_pairs:
        return {}
    values = {str(name): value for name, value in rows}
    # A dictionary keeps one of two values: fewer entries than rows, and a name stands twice.
    is_table = len(values) == len(rows)
    return values if is_table else {}


def with_parents_described(values: Sequence[Assigned]) -> Sequence[Assigned]:
    """Return values in which the parents by name are records of the nodes.

    >>> with_parents_described([Assigned({"B": "A"}, "parents")])
    [Assigned(value={'A': {'parent': None}, 'B': {'parent': 'A'}}, variable='parents')]
    """
    described: list[Assigned] = []
    for each in values:
        is_table = isinstance(each.value, Mapping) and plain_word(each.variable) in _PARENTS
        if is_table and all(parent is None or is_text(parent) for parent in each.value.values()):
            parents = {name: None for name in each.value.values() if name is not None}
            records = {
                name: {_PARENT: parent} for name, parent in {**parents, **each.value}.items()
            }
            described.append(Assigned(records, each.variable))
        else:
            described.append(each)
    return described


def with_leaves_joined(values: Sequence[Assigned]) -> Sequence[Assigned]:
    """Put a record that holds only leaves into the record that leads to them.

    >>> tree = Assigned({"A": ["B", "C"]}, "tree")
    >>> with_leaves_joined([Assigned({"B": [3], "C": [5]}, "leaves"), tree])
    [Assigned(value={'A': ['B', 'C'], 'B': [3], 'C': [5]}, variable='tree')]

    Args:
        values: The values of a text, with their variables. They are not changed.

    Returns:
        The joined record, then all other values. If there is not exactly one record of leaves and
        one that leads to all of them, ``values`` is returned.
    """
    leaves = [each for each in values if _is_record_of_leaves(each.value)]
    if len(leaves) != 1:
        return values
    of_leaves = leaves[0].value
    parents = [each for each in values if _leads_to_all(each.value, of_leaves)]
    if len(parents) != 1:
        return values
    joined = Assigned({**parents[0].value, **of_leaves}, parents[0].variable)
    # By identity, since other values may be equal to one of these.
    parts = [id(leaves[0]), id(parents[0])]
    return [joined, *(each for each in values if id(each) not in parts)]


def _is_record_of_leaves(value: Any) -> bool:
    """Tell whether a value is a record of lists of numbers, under names."""
    if not isinstance(value, Mapping) or not value:
        return False
    return all(
        is_list(each) and len(each) > 0 and all(map(is_numeric, each)) for each in value.values()
    )


def _leads_to_all(record: Any, leaves: Mapping[Any, Any]) -> bool:
    """Tell whether a record of successors names each of some leaves as a child.

    >>> record = {"A": ["B", "C"], "B": ["D"]}
    >>> _leads_to_all(record, {"C": [3], "D": [5]}), _leads_to_all(record, {"B": [3], "C": [5]})
    (True, False)

    In the second case B is a node with children already, and no leaf: the record and the leaves
    must have no key in common.

    Args:
        record: Anything; only a record of lists of names can.
        leaves: A record whose keys are the names of the leaves.
    """
    if not isinstance(record, Mapping) or not leaves.keys().isdisjoint(record):
        return False
    lists = [successors for successors in record.values() if is_list(successors)]
    names = [child for child in chain.from_iterable(lists) if is_text(child)]
    # A leaf may be called by a number, which is a text among the successors.
    return {*map(text_of_name, leaves)} <= {*map(text_of_name, names)}
