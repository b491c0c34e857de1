"""The order of children that a text says beside them: by a number of each, or where it is drawn.

Edges and rows may stand in any order. A column ``order`` says which child comes first, and so do
the places of a drawing, as those of an Obsidian canvas, of React Flow or Cytoscape: alpha-beta
prunes by the order that is seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from treeexplorer.formats.records import NodeRecord
from treeexplorer.formats.words import ORDER_WORDS, plain_word

_PLACE: Final = "position"


class SaidOrder(NamedTuple):
    """A number for each node, by which siblings are sorted, and the key that says it."""

    numbers: Mapping[str, float]
    key: str


class _Place(NamedTuple):
    """Where a node is drawn; y grows downwards, as on all screens."""

    x: float
    y: float


def find_said_order(
    children: Mapping[str, Sequence[str]], records: Mapping[str, NodeRecord]
) -> SaidOrder | None:
    """Find the order of siblings that their records say; ``None`` if it is that of the edges.

    >>> records = {"B": NodeRecord({"order": 2}), "C": NodeRecord({"order": 1})}
    >>> find_said_order({"A": ["B", "C"]}, records)
    SaidOrder(numbers={'B': 2.0, 'C': 1.0}, key='order')
    >>> find_said_order({"A": ["C", "B"]}, records) is None
    True

    Args:
        children: The names of the children of each node, in the order of the edges.
        records: What is said of the nodes.
    """
    siblings = [names for names in children.values() if len(names) > 1]
    orders = [*_find_numbered_orders(records), *_find_drawn_orders(children, records)]
    for order in orders:
        if all(_are_different(names, order.numbers) for names in siblings):
            is_said_already = all(_are_sorted(names, order.numbers) for names in siblings)
            return None if is_said_already else order
    return None


def _are_different(names: Iterable[str], numbers: Mapping[str, float]) -> bool:
    """Tell whether all siblings have a number, and no two the same."""
    found = [numbers[name] for name in names if name in numbers]
    return len({*found}) == len([*names])


def _are_sorted(names: Iterable[str], numbers: Mapping[str, float]) -> bool:
    """Tell whether siblings stand in the order of their numbers."""
    in_order = [numbers[name] for name in names]
    return in_order == sorted(in_order)


def _find_numbered_orders(records: Mapping[str, NodeRecord]) -> Iterator[SaidOrder]:
    """Find the keys that number siblings by their name, with these numbers."""
    keys = dict.fromkeys(key for record in records.values() for key in record.others)
    for key in keys:
        if plain_word(str(key)) in ORDER_WORDS:
            values = {name: _parse_number(record.get(key)) for name, record in records.items()}
            numbers = {name: value for name, value in values.items() if value is not None}
            yield SaidOrder(numbers, str(key))


class _DrawnEdge(NamedTuple):
    """Where the two ends of an edge are drawn."""

    parent: _Place
    child: _Place


def _find_drawn_orders(
    children: Mapping[str, Sequence[str]], records: Mapping[str, NodeRecord]
) -> Iterator[SaidOrder]:
    """Find the order in which a drawing shows siblings, if all its nodes have places.

    =====================================  =======================
    all children are drawn                 siblings are sorted by
    =====================================  =======================
    below their parents                    x: from left to right
    to the right of their parents          y: from top to bottom
    =====================================  =======================
    """
    places = {name: _parse_place(record) for name, record in records.items()}
    edges: list[_DrawnEdge] = []
    for parent, names in children.items():
        for child in names:
            place_of_parent = places.get(parent)
            place_of_child = places.get(child)
            if place_of_parent is None or place_of_child is None:
                return
            edges.append(_DrawnEdge(place_of_parent, place_of_child))
    if not edges:
        return

    known_places = {name: place for name, place in places.items() if place is not None}
    if all(edge.child.y > edge.parent.y for edge in edges):
        yield SaidOrder({name: place.x for name, place in known_places.items()}, "x")
    elif all(edge.child.x > edge.parent.x for edge in edges):
        yield SaidOrder({name: place.y for name, place in known_places.items()}, "y")


def _parse_place(record: NodeRecord) -> _Place | None:
    """Return where a node is drawn: ``{"x": 3, "y": 5}``, or the same under ``position``."""
    inner = record.get(_PLACE)
    coordinates = inner if isinstance(inner, Mapping) else record.items
    x = _parse_number(coordinates.get("x"))
    y = _parse_number(coordinates.get("y"))
    return None if x is None or y is None else _Place(x, y)


def _parse_number(value: Any) -> float | None:
    """Return a number, also one that is written as a text; ``None`` for anything else."""
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    try:
        return float(value)
    except (ValueError, OverflowError):
        return None
