"""Trees that are spread over variables: a list of names for each node, or values for its leaves.

``A = ["B", "C"]`` and ``B = [3, 12]`` are one tree by the names of the variables, and ``values =
{"D": 3}`` has the value of the leaf D in ``tree = {"A": {"D": None}}``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from treeexplorer.formats.adjacency import is_table_of_values
from treeexplorer.formats.lists import is_list, is_numeric, is_text
from treeexplorer.formats.model import Assigned
from treeexplorer.formats.words import may_say_who_moves


def join_variables_by_name(values: Sequence[Assigned]) -> dict[str, Any] | None:
    """Join variables to a record of successors if they name each other; ``None`` if they do not.

    >>> variables = [Assigned(["B", "C"], "A"), Assigned([3, 12], "B"), Assigned([2, 4], "C")]
    >>> join_variables_by_name(variables)
    {'A': ['B', 'C'], 'B': [3, 12], 'C': [2, 4]}

    Every list of texts must name variables alone, and every variable but one must be named once.
    All others must be numbers, or lists of numbers: a tree of its own is no part of another. A list
    of the nodes of a player, ``max_nodes = ["A"]``, is none of children.
    """
    by_name = {assigned.variable: assigned.value for assigned in values if assigned.variable}
    has_unique_names = len(by_name) == len(values)
    if not has_unique_names or len(by_name) < 2 or any(map(may_say_who_moves, by_name)):
        return None

    lists_of_names = [
        value for value in by_name.values() if is_list(value) and any(map(is_text, value))
    ]
    others = [value for value in by_name.values() if value not in lists_of_names]
    if not all(is_numeric(value) or _is_row_of_numbers(value) for value in others):
        return None

    children = [name for members in lists_of_names for name in members]
    are_variables = all(isinstance(name, str) and name in by_name for name in children)
    if not children or not are_variables:
        return None
    # All but the root are children of one node.
    is_each_named_once = len(set(children)) == len(children)
    is_one_root = len(children) == len(by_name) - 1
    return by_name if is_each_named_once and is_one_root else None


def _is_row_of_numbers(value: Any) -> bool:
    return is_list(value) and all(map(is_numeric, value))


def fill_in_values(values: Sequence[Assigned]) -> Sequence[Assigned]:
    """Return values in which the leaves of nested records have the values of a table beside them.

    >>> variables = [Assigned({"A": {"D": None, "E": {}}}, "tree"), Assigned({"D": 3, "E": 5}, "v")]
    >>> fill_in_values(variables)
    [Assigned(value={'A': {'D': 3, 'E': 5}}, variable='tree')]

    There must be one table of values and one other value, a record whose leaves are all empty, and
    the table must have a value for each of them. Else nothing is changed, nor if a name stands both
    at the top and within, as the successors of networkx do: ``{"A": {"B": {}}, "B": {}}``.
    """
    tables = [assigned for assigned in values if is_table_of_values(assigned.value)]
    others = [assigned for assigned in values if assigned not in tables]
    if len(tables) != 1 or len(others) != 1 or not isinstance(others[0].value, dict):
        return values
    filled = _fill_in(others[0].value, tables[0].value)
    return values if filled is None else [others[0]._replace(value=filled)]


def _fill_in(record: dict[Any, Any], table: Mapping[Any, Any]) -> dict[Any, Any] | None:
    """Return a nested record with the values of its leaves from a table.

    ``{"A": {"D": None}, "E": {}}`` with ``{"D": 3, "E": 5}`` becomes ``{"A": {"D": 3}, "E": 5}``.
    ``None`` is returned if a leaf has a value already or none in the table, or if a name at the top
    stands within, too.
    """
    filled_record: dict[Any, Any] = {}
    # Records that are still to be copied, each with its copy, which is empty so far.
    pending = [(record, filled_record)]
    while pending:
        source, copy = pending.pop()
        for name, below in source.items():
            stands_twice = source is not record and name in record
            if stands_twice:
                return None

            has_children = isinstance(below, dict) and len(below) > 0
            is_empty_leaf = below in (None, {}, [])
            if has_children:
                copy[name] = {}
                pending.append((below, copy[name]))
            elif is_empty_leaf and name in table:
                copy[name] = table[name]
            else:
                return None
    return filled_record
