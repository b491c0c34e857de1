"""Nodes of a program that name their children: ``Node("A", children=["B", "C"])``.

Each node is made by itself, ``Node("B", value=3)``, and stands in a variable or in a list of all
nodes. Read one by one, these would be trees whose leaves have no value.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any, Final

from treeexplorer.formats.lists import is_list, is_numeric, is_text
from treeexplorer.formats.model import Assigned, Constructed, UnreadableError
from treeexplorer.formats.words import NAME, PLAYER, VALUE, meaning, player_named
from treeexplorer.text import quoted

_ALL_NODES: Final = "nodes"


def join_nodes_by_name(values: Sequence[Assigned]) -> list[Assigned]:
    """Return the values of a program, nodes that name each other as one list of records.

    >>> a = Constructed("Node", ["A", ["B", "C"]], {})
    >>> b = Constructed("Node", ["B", 3], {})
    >>> c = Constructed("Node", ["C", 5], {})
    >>> [joined] = join_nodes_by_name([Assigned(a, "a"), Assigned(b, "b"), Assigned(c, "c")])
    >>> joined.value[0], joined.value[1]
    ({'name': 'A', 'children': ['B', 'C']}, {'name': 'B', 'value': 3})

    Other values stay as they are, and so do nodes of which one has a child that is none of them.

    Raises:
        UnreadableError: A node has two numbers, and which of them is its value is not plain.
    """
    holders = [each for each in values if _list_nodes(each.value)]
    nodes = list(chain.from_iterable(_list_nodes(each.value) for each in holders))
    names = [_find_name(node) for node in nodes]
    children = list(chain.from_iterable(map(_find_child_names, nodes)))
    are_all_named = None not in names and len(set(names)) == len(names)
    if not children or not are_all_named or not set(children).issubset(names):
        return list(values)

    joined = Assigned([_convert_to_record(node) for node in nodes], _ALL_NODES)
    others = [each for each in values if not _list_nodes(each.value)]
    return [joined, *others]


def _list_nodes(value: Any) -> Sequence[Constructed]:
    """List the nodes of a value: the node that it is, or those of which a list or record is made.

    None are listed where one has no name, or where anything else stands among them.
    """
    members: list[Any] = []
    if isinstance(value, Constructed):
        members = [value]
    elif isinstance(value, dict):
        members = list(value.values())
    elif is_list(value):
        members = list(value)
    are_nodes = all(
        isinstance(member, Constructed) and _find_name(member) is not None for member in members
    )
    return members if are_nodes else []


def _find_name(node: Constructed) -> str | None:
    """Find the name of a node: a keyword for it, or else the first argument if it is a text."""
    for key, value in node.keywords.items():
        if meaning(key) == NAME and is_text(value):
            return str(value)
    is_first_text = len(node.arguments) > 0 and is_text(node.arguments[0])
    return str(node.arguments[0]) if is_first_text else None


def _find_child_names(node: Constructed) -> Sequence[str]:
    """Find the names in the list of a node that has nothing else; empty if there is none."""
    for value in [*node.arguments, *node.keywords.values()]:
        if is_list(value) and value and all(map(is_text, value)):
            return [str(child) for child in value]
    return []


def _convert_to_record(node: Constructed) -> dict[str, Any]:
    """Convert a node to a record with its name, its player, its children and its value.

    ========================================  ================================================
    ``Node("A", ["B", "C"], player="MAX")``   ``{"name": "A", "player": "max",
                                              "children": ["B", "C"]}``
    ``Node("B", 3)``                          ``{"name": "B", "value": 3}``
    ``Node("B", 1, value=3)``                 likewise: what is called a value is the value
    ========================================  ================================================

    Raises:
        UnreadableError: It has two numbers.
    """
    record: dict[str, Any] = {"name": _find_name(node)}
    for text in filter(is_text, [*node.arguments[1:], *node.keywords.values()]):
        player = player_named(text)
        if player is not None:
            record[PLAYER] = player.value
    children = _find_child_names(node)
    if children:
        record["children"] = children

    values = [value for key, value in node.keywords.items() if meaning(key) == VALUE]
    possible_values = values if values else node.arguments
    numbers = [each for each in possible_values if is_numeric(each)]
    if len(numbers) > 1:
        name = quoted(str(record["name"]))
        message = f"{name} has several numbers, and which of them is its value is not plain"
        raise UnreadableError(message, hint="name it: Node('B', value=3)")
    if numbers:
        record[VALUE] = numbers[0]
    return record
