"""Lists of nodes that are linked in a way that is not known, and are no leaves side by side.

``[{"id": 1}, {"id": 2, "boss": 1}]`` says under ``boss`` which node stands above, and records under
a word such as ``joins`` may be the edges between the nodes beside them. Without a word for it, the
nodes would be the leaves of one root: another tree.
"""

from __future__ import annotations

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

    All nodes but one have the name of a node under it. Numbers must say of two nodes that one is
    above both: else they may count anything.

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


def check_no_unknown_links(record: Mapping[Any, Any]) -> None:
    """Raise an error if the nodes of a record may be linked by something that is not known.

    That may be a key of each node, ``{"nodes": [{"id": 1}, {"id": 2, "boss": 1}, …]}``, or records
    beside the nodes, ``{"nodes": [{"id": 1}, {"id": 2}, …], "joins": [{"x": 1, "y": 2}, …]}``.

    Raises:
        UnreadableError: They may be linked so.
    """
    nodes = NodeRecord(record).children_entry
    if is_list(nodes):
        check_key_names_no_parent(nodes)
        _check_no_unknown_edges(record, nodes)


def _check_no_unknown_edges(record: Mapping[Any, Any], nodes: Sequence[Any]) -> None:
    """Raise an error if records beside a list of nodes may be the edges between them.

    Raises:
        UnreadableError: They may, as ``"joins": [{"x": 1, "y": 2}, …]`` beside nodes with the ids 1
            and 2: each of them names two nodes under two of its keys.
    """
    records = _collect_childless_records(nodes)
    if len(records) < 2:
        return
    names = _collect_names(records)
    for key, value in record.items():
        is_unknown_list = meaning(str(key)) is None and is_list(value)
        may_be_edges = is_unknown_list and len(value) > 0
        if may_be_edges and all(_joins_nodes(item, names) for item in value):
            message = f"{quoted(str(key))} may hold the edges between the nodes, and is not known"
            hint = 'call it "edges", and the two ends of each "source" and "target"'
            raise UnreadableError(message, hint=hint)


def _collect_childless_records(nodes: Sequence[Any]) -> list[NodeRecord]:
    """Collect the records of nodes, if none of them has children.

    Of ``[{"id": 1}, {"id": 2, "boss": 1}]`` these are both. There are none if one node is no
    record, or has children: then the records say already what stands below what.
    """
    if not all(isinstance(node, Mapping) for node in nodes):
        return []
    records = [NodeRecord(merge_inner_record(node)) for node in nodes]
    has_children = any(record.children_entry for record in records)
    return [] if has_children else records


def _collect_names(records: Sequence[NodeRecord]) -> set[str]:
    """Collect the names of nodes; a node without one adds none."""
    names = map(_find_name, records)
    return {name for name in names if name is not None}


def _find_name(record: NodeRecord) -> str | None:
    """Find the name of a node: its id, or else what stands first under another word for names.

    ``{"name": "B", "id": 2}`` is called ``"2"``, and ``{"name": "B", "id": null}`` is called
    ``"B"``.
    """
    name: str | None = None
    for key, value in record.items.items():
        if meaning(str(key)) != NAME or not _is_atom(value):
            continue
        if plain_word(str(key)) == "id":
            return text_of_name(value)
        if name is None:
            name = text_of_name(value)
    return name


def _may_name_parents(records: Sequence[NodeRecord], key: Any, names: Collection[str]) -> bool:
    """Tell whether a key of two or more records may name the node above each.

    Of three nodes with the ids 1, 2 and 3, what stands under ``boss`` says:

    =========================  =======================================================
    nothing, 1, 1              true: one node has no other above it, 1 is above two
    nothing, 1, 2              false: numbers that are all different may count anything
    nothing, nothing, 1        false: two nodes would be roots
    ``[]``, 1, 1               false: a list is no name
    =========================  =======================================================

    Of the nodes A, B and C, ``nothing, "A", "B"`` is true: texts count nothing.
    """
    values = [record.items.get(key) for record in records]
    if not all(value is None or _is_atom(value) for value in values):
        return False
    texts = [text_of_name(value) for value in values if value is not None]
    parents = [text for text in texts if text in names]
    have_one_root = len(parents) == len(records) - 1
    if not have_one_root:
        return False
    are_texts = not any(parent.lstrip("-").isdecimal() for parent in parents)
    is_branching = len(set(parents)) < len(parents)
    return are_texts or is_branching


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
