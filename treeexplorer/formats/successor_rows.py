"""Successors and values in other forms than records: rows of lists, and records in two parts.

Lisp keeps ``((A B C) (B D E))``, a map of C++ is written ``{{"A", {"B", "C"}}, {"B", {"D"}}}``, and
the leaves of ``{"A": ["B", "C"]}`` may stand in a second record, ``{"B": [3, 12]}``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any, Final

from treeexplorer.formats.graphs import text_of_name
from treeexplorer.formats.lists import is_atom, is_list, is_named_value, is_numeric, is_text
from treeexplorer.formats.model import Assigned
from treeexplorer.formats.words import plain_word

_PARENT: Final = "parent"
_PARENTS: Final = frozenset({_PARENT, "parents", "parentof", "predecessor", "predecessors"})


def parse_successor_rows(rows: Sequence[Any]) -> dict[str, list[Any]] | None:
    """Return the successors of each node, where a row holds a name and its successors.

    Rows that do not lead to each other are the nodes of one ply: ``[["A", 5], ["B", 8]]``.

    >>> parse_successor_rows([["A", "B", "C"], ["B", 3, 12]])
    {'A': ['B', 'C'], 'B': [3, 12]}
    >>> parse_successor_rows([["A", ["B", "C"]], ["B", [3, 12]]])
    {'A': ['B', 'C'], 'B': [3, 12]}
    >>> parse_successor_rows([["A", 3, 12], ["B", 8, 2]]) is None
    True

    Args:
        rows: The rows, in any order.

    Returns:
        The successors by name; ``None`` if these are no such rows, or two are about one node.
    """
    successors_by_name: dict[str, list[Any]] = {}
    for row in rows:
        successors = _parse_successors(row)
        if successors is None or row[0] in successors_by_name:
            return None
        successors_by_name[row[0]] = successors

    leads_to_row = any(
        is_text(child) and child in successors_by_name
        for successors in successors_by_name.values()
        for child in successors
    )
    return successors_by_name if leads_to_row else None


def _parse_successors(row: Any) -> list[Any] | None:
    """Return the successors behind the name in a row; ``None`` for any other row.

    ``["A", "B", "C"]`` and ``["A", ["B", "C"]]`` both have the successors B and C.
    """
    begins_with_name = is_list(row) and len(row) > 1 and is_text(row[0])
    if not begins_with_name:
        return None
    has_inner_list = len(row) == 2 and is_list(row[1])
    successors = list(row[1]) if has_inner_list else list(row[1:])
    return successors if successors and all(map(is_atom, successors)) else None


def parse_value_rows(rows: Any) -> dict[str, Any]:
    """Return the values by name in pairs of a name and its value.

    >>> parse_value_rows([("D", 5), ("E", 8)]), parse_value_rows([("D", 5), ("D", 8)])
    ({'D': 5, 'E': 8}, {})

    Args:
        rows: The pairs. Of anything else, or if a name stands twice, the result is empty.
    """
    if not is_list(rows):
        return {}
    values: dict[str, Any] = {}
    for row in rows:
        if not is_list(row) or not is_named_value(row):
            return {}
        name, value = row
        values[str(name)] = value
    has_unique_names = len(values) == len(rows)
    return values if has_unique_names else {}


def convert_parents_to_records(values: Sequence[Assigned]) -> Sequence[Assigned]:
    """Return values in which the parents by name are records of the nodes.

    >>> convert_parents_to_records([Assigned({"B": "A"}, "parents")])
    [Assigned(value={'A': {'parent': None}, 'B': {'parent': 'A'}}, variable='parents')]
    """
    described: list[Assigned] = []
    for assigned in values:
        if _is_table_of_parents(assigned):
            described.append(Assigned(_describe_parents(assigned.value), assigned.variable))
        else:
            described.append(assigned)
    return described


def _is_table_of_parents(assigned: Assigned) -> bool:
    """Tell whether a value is a record from names to the names of their parents, or ``None``."""
    parents, variable = assigned
    if not isinstance(parents, Mapping) or plain_word(variable) not in _PARENTS:
        return False
    return all(parent is None or is_text(parent) for parent in parents.values())


def _describe_parents(parents: Mapping[Any, Any]) -> dict[Any, dict[str, Any]]:
    """Return a record of each node that says its parent: ``None`` for one that has none.

    >>> _describe_parents({"B": "A"})
    {'A': {'parent': None}, 'B': {'parent': 'A'}}
    """
    parents_without_entry = {name: None for name in parents.values() if name is not None}
    return {
        name: {_PARENT: parent} for name, parent in {**parents_without_entry, **parents}.items()
    }


def join_leaves(values: Sequence[Assigned]) -> Sequence[Assigned]:
    """Put a record that holds only leaves into the record that leads to them.

    >>> tree = Assigned({"A": ["B", "C"]}, "tree")
    >>> join_leaves([Assigned({"B": [3], "C": [5]}, "leaves"), tree])
    [Assigned(value={'A': ['B', 'C'], 'B': [3], 'C': [5]}, variable='tree')]

    Args:
        values: The values of a text, with their variables. They are not changed.

    Returns:
        The joined record, then all other values. If there is not exactly one record of leaves and
        one that leads to all of them, ``values`` is returned.
    """
    records_of_leaves = [assigned for assigned in values if _is_record_of_leaves(assigned.value)]
    if len(records_of_leaves) != 1:
        return values
    leaves = records_of_leaves[0]

    records_of_parents = [
        assigned for assigned in values if _leads_to_all(assigned.value, leaves.value)
    ]
    if len(records_of_parents) != 1:
        return values
    parents = records_of_parents[0]

    joined = Assigned({**parents.value, **leaves.value}, parents.variable)
    # By identity, since other values may be equal to one of these.
    others = [value for value in values if value is not leaves and value is not parents]
    return [joined, *others]


def _is_record_of_leaves(value: Any) -> bool:
    """Tell whether a value is a record of lists of numbers, under names."""
    if not isinstance(value, Mapping) or not value:
        return False
    return all(
        is_list(numbers) and len(numbers) > 0 and all(map(is_numeric, numbers))
        for numbers in value.values()
    )


def _leads_to_all(record: Any, leaves: Mapping[Any, Any]) -> bool:
    """Tell whether a record of successors names each of some leaves as a child.

    >>> record = {"A": ["B", "C"], "B": ["D"]}
    >>> _leads_to_all(record, {"C": [3], "D": [5]}), _leads_to_all(record, {"B": [3], "C": [5]})
    (True, False)

    In the second case B is a node with children already, and no leaf: the record and the leaves
    must have no key in common. The keys of ``leaves`` are their names.
    """
    if not isinstance(record, Mapping) or not leaves.keys().isdisjoint(record):
        return False
    lists = [successors for successors in record.values() if is_list(successors)]
    children = [child for child in chain.from_iterable(lists) if is_text(child)]
    # A leaf may be called by a number, which is a text among the successors.
    return {*map(text_of_name, leaves)} <= {*map(text_of_name, children)}
