"""Forms of graphs that are brought into a usual one before they are read.

Paths (``{"a/b": 3, "a/c": 5}``) name the parents of their nodes, as bigtree and file systems write
them, Windows with backslashes; a pair under a name (``{"A": [["B", "C"], None]}``) holds the
children and the value.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from treeexplorer.formats.adjacency import is_table_of_values
from treeexplorer.formats.lists import is_list, is_numeric, is_text
from treeexplorer.formats.model import UnreadableError
from treeexplorer.formats.words import VALUES_OF_ONE, plain_word, player_named
from treeexplorer.text import quoted

_SLASH: Final = "/"
_SLASH_OF_WINDOWS: Final = "\\"
_FEWEST_ADDRESSES: Final = 3
_ADDRESSES: Final = (
    re.compile(r"(?P<step>[1-9]\d*)(?:[.-][1-9]\d*)+"),
    re.compile(r"(?P<step>[LR])[LR]+", re.IGNORECASE),
    re.compile(r"(?P<step>[01])[01]+"),
)
"""How leaves are called by the way to them: each step is the number or the side of a child."""
_LONGEST_PATH: Final = 200  # parts: each beginning of a path names a node


class _PairOrder(NamedTuple):
    """The order of a pair under a name: the position of the children, and that of the value."""

    children: int
    value: int


_PAIR_ORDERS: Final = (_PairOrder(children=0, value=1), _PairOrder(children=1, value=0))


def check_names_are_no_addresses(items: Mapping[Any, Any]) -> None:
    """Raise an error if the names of leaves may say where these stand: ``{"1.1": 3, "1.2": 5}``.

    So do ``LL``, ``LR``, ``RL`` and the like, and ``00``, ``01``.

    Raises:
        UnreadableError: They may.
    """
    names = list(map(str, items))
    if len(names) < _FEWEST_ADDRESSES or not all(map(is_numeric, items.values())):
        return
    for pattern in _ADDRESSES:
        found = [pattern.fullmatch(name) for name in names]
        first_steps = [match["step"] for match in found if match is not None]
        have_common_parents = len({*first_steps}) < len(names)
        if len(first_steps) == len(names) and have_common_parents:
            message = f"{quoted(names[0])} and {quoted(names[1])} may say where leaves stand"
            hint = 'write paths from the root with slashes, {"root/1/1": 3}, or nested lists'
            raise UnreadableError(message, hint=hint)


def merge_children_and_values(record: dict[Any, Any]) -> dict[Any, Any]:
    """Return a record of nodes in which pairs of children and a value are records with both.

    >>> merge_children_and_values({"A": [["B", "C"], None], "B": [[], 3], "C": [[], 5]})["B"]
    {'children': [], 'value': 3}

    Args:
        record: What stands under the names. Unless all of it are such pairs, in one order, or
            numbers and pairs of a player and children, it is returned as it is.
    """
    # {"A": ("MAX", ["B", "C"]), "B": 3, "C": 5}
    if _has_pairs_of_player(record):
        return {name: _convert_player_pair(entry) for name, entry in record.items()}

    # {"A": [["B", "C"], None], "B": [[], 3], "C": [[], 5]}
    order = _find_pair_order(record)
    if order is None:
        return record
    return {
        name: {"children": pair[order.children], "value": pair[order.value]}
        for name, pair in record.items()
    }


def _find_pair_order(record: Mapping[Any, Any]) -> _PairOrder | None:
    """Find the order in which every entry of a record is a pair of children and a value.

    ``{"A": [["B", "C"], None], "B": [[], 3], "C": [[], 5]}`` has the children first. ``None`` if
    the entries have no common order, or if no child is the name of an entry.
    """
    pairs = list(record.values())
    if len(pairs) < 2 or not all(map(_is_pair, pairs)):
        return None
    for order in _PAIR_ORDERS:
        possible_children = [pair[order.children] for pair in pairs]
        possible_values = [pair[order.value] for pair in pairs]
        fits_all = all(map(is_list, possible_children)) and all(map(_is_value, possible_values))
        if fits_all and any(_names_key(children, record) for children in possible_children):
            return order
    return None


def _is_pair(entry: Any) -> bool:
    return is_list(entry) and len(entry) == 2


def _has_pairs_of_player(record: Mapping[Any, Any]) -> bool:
    """Tell whether a record has pairs of a player and children, and numbers for its leaves."""
    pairs = [entry for entry in record.values() if not _is_value(entry)]
    are_pairs = len(pairs) > 0 and all(map(_is_pair_of_player, pairs))
    return are_pairs and any(_names_key(entry[1], record) for entry in pairs)


def _is_pair_of_player(pair: Any) -> bool:
    """Tell whether something is a pair of a player and children: ``("MAX", ["B", "C"])``."""
    if not _is_pair(pair) or not is_list(pair[1]):
        return False
    return isinstance(pair[0], str) and player_named(pair[0]) is not None


def _convert_player_pair(entry: Any) -> Any:
    """Convert a pair of a player and children to a record of both; keep a number as it is."""
    return {"player": entry[0], "children": entry[1]} if is_list(entry) else entry


def _names_key(children: Sequence[Any], record: Mapping[Any, Any]) -> bool:
    """Tell whether some child is the name of a node in a record, and no list or record itself."""
    return any(not _holds_nodes(child) and child in record for child in children)


def split_off_values(record: dict[Any, Any]) -> tuple[dict[Any, Any], Mapping[Any, Any]]:
    """Return successors without a table of values among them, and this table; empty for none.

    >>> split_off_values({"A": ["B", "C"], "values": {"B": 3, "C": 5}})
    ({'A': ['B', 'C']}, {'B': 3, 'C': 5})
    """
    for key, value in record.items():
        is_table = plain_word(str(key)) in VALUES_OF_ONE and is_table_of_values(value)
        if is_table and _are_all_successors(value, record):
            return {name: below for name, below in record.items() if name != key}, value
    return record, {}


def _are_all_successors(names: Mapping[Any, Any], record: Mapping[Any, Any]) -> bool:
    """Tell whether all names stand in the lists of a record."""
    successors: set[str] = set()
    for below in record.values():
        if is_list(below):
            successors.update(map(str, below))
    return all(str(name) in successors for name in names)


def put_names_first(elements: Sequence[Any]) -> Sequence[Any]:
    """Return lists whose leaves are pairs of a number and a name with the names first.

    >>> put_names_first([[(3, "D"), (12, "E")], [(2, "F"), (4, "G")]])
    [[('D', 3), ('E', 12)], [('F', 2), ('G', 4)]]

    Args:
        elements: The list. Unless all lists in it are such pairs, or hold lists alone, it is
            returned as it is.
    """
    copy_of_root: list[Any] = []
    # Lists that are still to be copied, each with its copy, which is empty so far.
    pending: list[tuple[Sequence[Any], list[Any]]] = [(elements, copy_of_root)]
    while pending:
        members, copied_members = pending.pop()
        for member in members:
            if not is_list(member):
                return elements
            if _is_number_before_name(member):
                copied_members.append(member[::-1])  # (3, "D") becomes ("D", 3)
            else:
                # In its place already, and filled when its turn comes.
                copied_list: list[Any] = []
                copied_members.append(copied_list)
                pending.append((member, copied_list))
    return copy_of_root


def _is_number_before_name(pair: Sequence[Any]) -> bool:
    is_pair = len(pair) == 2 and is_numeric(pair[0]) and is_text(pair[1])
    return is_pair and player_named(pair[1]) is None


def _is_value(item: Any) -> bool:
    return item is None or is_numeric(item)


def build_path_rows(value: Any) -> list[dict[str, Any]] | None:
    """Return a row with its parent for each node of some paths; ``None`` if they are none.

    >>> [row["name"] for row in build_path_rows(["a/b/d", "a/c"])]
    ['a', 'b', 'd', 'c']

    Args:
        value: A list of paths, or of pairs of a path and its value; or a record with a value, or a
            record of facts, for each path. All paths begin with the root.
    """
    facts = _collect_facts_by_path(value)
    if facts is None or not _are_paths(list(facts)) or not all(map(_is_fact, facts.values())):
        return None

    rows_by_path: dict[str, dict[str, Any]] = {}
    for path, fact in facts.items():
        # Of "a/b/d" also the rows of "a" and "a/b", unless they are there.
        for ancestor_path in _collect_ancestor_paths(path):
            parent_path, _, name = ancestor_path.rpartition(_SLASH)
            row = {"id": ancestor_path, "parent": parent_path, "name": name}
            rows_by_path.setdefault(ancestor_path, row)
        facts_of_node = fact if isinstance(fact, Mapping) else {"value": fact}
        rows_by_path[path].update(facts_of_node)
    return list(rows_by_path.values())


def _collect_facts_by_path(value: Any) -> Mapping[str, Any] | None:
    """Return what is said of each path, with slashes between its parts; ``None`` if two are one."""
    if isinstance(value, Mapping):
        pairs = list(value.items())
    elif is_list(value):
        pairs = list(map(_add_missing_value, value))
    else:
        return None
    if not all(map(_begins_with_text, pairs)):
        return None
    facts = {_normalize_slashes(path): fact for path, fact in pairs}
    return facts if len(facts) == len(pairs) else None


def _add_missing_value(item: Any) -> Any:
    """Convert a path alone to a pair of it and ``None``; keep anything else as it is."""
    return (item, None) if isinstance(item, str) else item


def _begins_with_text(pair: Any) -> bool:
    """Tell whether something is a pair whose first member may be a path."""
    return is_list(pair) and len(pair) == 2 and isinstance(pair[0], str)


def _normalize_slashes(path: str) -> str:
    r"""Return a path whose parts stand between slashes: ``C:/a`` of ``C:\a``."""
    return path.replace(_SLASH_OF_WINDOWS, _SLASH).strip(_SLASH)


def _are_paths(names: Sequence[str]) -> bool:
    """Tell whether texts are paths from one root, of which some have several parts."""
    if len(names) < 2:
        return False
    parts = [name.split(_SLASH) for name in names]
    has_one_root = len({entry[0] for entry in parts}) == 1 and not parts[0][0].isdecimal()
    longest = max(map(len, parts))
    return has_one_root and all(map(all, parts)) and 1 < longest <= _LONGEST_PATH


def _is_fact(fact: Any) -> bool:
    """Tell whether something under a path is a value, or a record of facts."""
    is_record = isinstance(fact, Mapping) and not any(map(_holds_nodes, fact.values()))
    return is_record or _is_value(fact)


def _holds_nodes(value: Any) -> bool:
    return is_list(value) or isinstance(value, Mapping)


def _collect_ancestor_paths(path: str) -> Iterable[str]:
    """Collect the paths to all nodes above a node, and to itself: ``a`` and ``a/b`` of ``a/b``."""
    parts = path.split(_SLASH)
    return [_SLASH.join(parts[: count + 1]) for count in range(len(parts))]
