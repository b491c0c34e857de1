"""Children that are leaves of one kind, which are added at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from treeexplorer.formats.records import LeafKeys, find_leaf_keys
from treeexplorer.formats.sketches import PlainLeaves, all_of_type, plain_integers
from treeexplorer.text import safe


def find_plain_leaves(children: Sequence[Any]) -> PlainLeaves | None:
    """Return children as plain leaves: integers, or records with the same keys.

    ``None`` is returned if one of them needs a sketch of its own.
    """
    if type(children[0]) is dict:
        return _convert_records_to_leaves(children)
    return plain_integers(children)


def _convert_records_to_leaves(children: Sequence[Any]) -> PlainLeaves | None:
    """Convert records to plain leaves; return ``None`` if one has more than an integer and a name.

    Plain leaves are added to the tree all at once, which saves much time.

    >>> _convert_records_to_leaves([{"id": "D", "value": 3}, {"id": "E", "value": 12}])
    PlainLeaves(values=[3, 12], names=['D', 'E'])
    """
    keys = _find_leaf_keys(children)
    if keys is None:
        return None
    values = [child[keys.value] for child in children]
    if not all_of_type(int, values):
        return None
    if keys.name == "":
        return PlainLeaves(values)

    names = [child[keys.name] for child in children]
    # A leaf with an empty name has none: it needs a sketch.
    are_names = all_of_type(str, names) and all(map(str.strip, names))
    if not are_names:
        return None
    return PlainLeaves(values, [safe(name.strip()) for name in names])


def _find_leaf_keys(children: Sequence[Any]) -> LeafKeys | None:
    """Find the keys of value and name, if all children are records with these keys alone."""
    if not all_of_type(dict, children):
        return None
    different_keys = {*map(tuple, children)}
    return find_leaf_keys(*different_keys) if len(different_keys) == 1 else None
