"""Lists of nodes that are linked in a way that is not known, and are no leaves side by side.

``[{"id": 1}, {"id": 2, "boss": 1}]`` says under ``boss`` which node stands above, and records under
a word such as ``joins`` may be the edges between the nodes beside them. Without a word for it, the
nodes would be the leaves of one root: another tree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from treeexplorer.formats.graphs import text_of_name
from treeexplorer.formats.lists import is_list
from treeexplorer.formats.model import UnreadableError
from treeexplorer.formats.records import NodeRecord, merge_inner_record
from treeexplorer.formats.words import MEASURES, NAME, meaning, plain_word
from treeexplorer.text import quoted

_ENDS: Final = 2  # of an edge


def check_key_names_no_parent(nodes: Sequence[Any]) -> None:
    """Raise an error if a key that is not known may name the node above each of some nodes.

    All that stands under it are names of nodes, one node at least has none above it, and none is
    below itself. Numbers must say of two nodes that one is above them: else they may count
    anything.

    Raises:
        UnreadableError: It may, as in ``[{"id": 1}, {"id": 2, "boss": 1}, {"id": 3, "boss": 1}]``.
    """
    records = _collect_childless_records(nodes)
    names = _collect_names(records)
    if len(records) < 2 or len(names) != len(records):
        return
    unknown_keys = dict.fromkeys(key for record in records for key in record.others)
    for key in unknown_keys:
        if plain_word(str(key)) in MEASURES:
            continue
        if _may_name_parents(records, key, names):
            message = f"{quoted(str(key))} may name the node above each node, and is not known"
            raise UnreadableError(message, hint='call the key "parent" if it does, or remove it')


def check_no_unknown_edges(record: Mapping[Any, Any]) -> None:
    """Raise an error if records beside a list of nodes may be the edges between them.

    Raises:
        UnreadableError: They may: each of them names two nodes under two of its keys.
    """
    nodes = NodeRecord(record).children_entry
    if not is_list(nodes):
        return
    records = _collect_childless_records(nodes)
    names = _collect_names(records)
    if len(records) < 2:
        return
    check_key_names_no_parent(nodes)
    for key, value in record.items():
        may_be_edges = meaning(str(key)) is None and is_list(value) and len(value) > 0
        if may_be_edges and all(_joins_nodes(item, names) for item in value):
            message = f"{quoted(str(key))} may hold the edges between the nodes, and is not known"
            hint = 'call it "edges", and the two ends of each "source" and "target"'
            raise UnreadableError(message, hint=hint)


def _collect_childless_records(nodes: Sequence[Any]) -> list[NodeRecord]:
    """Collect the records of nodes; none if one is no record, or holds a list or a record."""
    if not all(isinstance(node, Mapping) for node in nodes):
        return []
    records = [NodeRecord(merge_inner_record(node)) for node in nodes]
    return [] if any(record.children_entry for record in records) else records


def _collect_names(records: Sequence[NodeRecord]) -> set[str]:
    """Collect the names of nodes: the first of each, an id before any other."""
    names: set[str] = set()
    for record in records:
        keys = [key for key in record.items if meaning(str(key)) == NAME]
        ids = [key for key in keys if plain_word(key) == "id"]
        values = [record.items[key] for key in [*ids, *keys] if _is_atom(record.items[key])]
        names.update(map(text_of_name, values[:1]))
    return names


def _may_name_parents(records: Sequence[NodeRecord], key: Any, names: Collection[str]) -> bool:
    """Tell whether a key of records may name the node above each; see the check above."""
    values = [record.items.get(key) for record in records]
    if not all(value is None or _is_atom(value) for value in values):
        return False
    parents = [text_of_name(value) for value in values if value is not None]
    known_parents = [parent for parent in parents if parent in names]
    roots = len(records) - len(known_parents)
    have_one_root = roots == 1 and len({*parents}.difference(names)) <= 1
    are_texts = not any(parent.lstrip("-").isdecimal() for parent in known_parents)
    is_branching = any(count > 1 for count in Counter(known_parents).values())
    return have_one_root and bool(known_parents) and (are_texts or is_branching)


def _joins_nodes(item: Any, names: Collection[str]) -> bool:
    """Tell whether a record or a pair names two nodes."""
    cells: list[Any] = []
    if isinstance(item, Mapping):
        cells += item.values()
    elif is_list(item):
        cells += item
    named = [cell for cell in cells if _is_atom(cell) and text_of_name(cell) in names]
    return len(named) >= _ENDS


def _is_atom(value: Any) -> bool:
    """Tell whether a value may be the name of a node: a text or an integer."""
    return isinstance(value, (str, int)) and not isinstance(value, bool)
