"""The node that the keys of a record describe: its name, player, value and children."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from treeexplorer.formats.lists import is_list, is_numeric, is_text
from treeexplorer.formats.model import Constructed, UnreadableError
from treeexplorer.formats.records import NodeRecord, merge_inner_record
from treeexplorer.formats.remarked_values import NamedValue
from treeexplorer.formats.sketches import Sketch, set_player_from_name
from treeexplorer.formats.weighted_children import add_weights, order_weights
from treeexplorer.formats.words import CHILDREN, NAME, is_known, meaning, player_named
from treeexplorer.text import quoted

_TYPE_OF_NOTHING: Final = type(None)


def convert_name_to_value(sketch: Sketch) -> None:
    """Make the name of a leaf its value: ``x`` is the word of an unknown leaf, ``5`` a number."""
    sketch.number = sketch.name
    sketch.name = ""


def set_player_from_value_or_name(sketch: Sketch) -> None:
    """Set the player of a node with children from another part of its record that says who moves.

    For example ``{"value": "MAX", "children": […]}`` and ``{"name": "MAX", "children": […]}``.
    """
    if isinstance(sketch.number, str):
        _convert_value_to_player(sketch)
    if sketch.player is None:
        set_player_from_name(sketch)


def _convert_value_to_player(sketch: Sketch) -> None:
    """Make the value of a node the node's player if it is a word for one, and nothing else is."""
    player = player_named(str(sketch.number))
    if player is not None and sketch.player is None:
        sketch.player = player
        sketch.number = None


def build_node_from_keys(record: NodeRecord) -> Sketch:
    """Build a node with what stands under the keys of its record.

    ``{"name": "A", "score": 5, "p": 0.5, "colour": "red"}`` becomes a node with the name A, the
    value 5 and the probability 0.5. To look up a property of the record, such as ``record.name``,
    adds its key to ``record.used``: afterwards ``colour`` is the only key that is not used.
    """
    children = _collect_children(record)
    if record.has_children_alone:  # the usual case in a large tree, made fast
        return Sketch(children=children, made_of=record.items)

    if children and record.probabilities is not None:  # "probabilities": [0.5, 0.5]
        names = [_find_name_of_child(child) for child in children]
        children = add_weights(children, order_weights(record.probabilities, names))
    probability = record.probability
    # Under `p` it is a probability for certain, under `weight` it may be a distance.
    is_surely_probability = probability is None or record.is_surely_probability
    return Sketch(
        name=record.name,
        number=record.number,
        children=children,
        player=record.player,
        probability=probability,
        is_surely_probability=is_surely_probability,
        claim=record.claim,
        estimate=record.estimate,
        has_more=record.has_more,
        made_of=record.items,
    )


def check_player_has_children(sketch: Sketch) -> None:
    """Raise an error if a node has a player, and neither children nor a value.

    Raises:
        UnreadableError: It has: a key for its children was not understood.
    """
    if sketch.player is not None and not sketch.children and sketch.number is None:
        message = "a node whose player is given has no children here"
        raise UnreadableError(message, hint='children stand under "children"')


def check_children_are_no_count(record: NodeRecord) -> None:
    """Raise an error if a number stands under a word for children: ``{"nodes": 120}``.

    Raises:
        UnreadableError: One does, and is not 0.
    """
    for key, value in record.items.items():
        if meaning(str(key)) == CHILDREN and is_numeric(value) and value != 0:
            message = f"{quoted(str(key))} has a number, and says nothing of what is below a node"
            raise UnreadableError(message, hint='children stand in a list: "children": [3, 12]')


def check_no_unknown_children_key(record: NodeRecord) -> None:
    """Raise an error if records stand under a word that is not known, in a node without children.

    Raises:
        UnreadableError: They do: ``{"name": "A", "outcomes": [{"value": 3}, {"value": 5}]}``.
    """
    for key in record.others:
        found = record.get(key)
        if is_list(found) and any(isinstance(each, dict) for each in found):
            message = f"{quoted(str(key))} is no word for children, and records stand there"
            raise UnreadableError(message, hint='children stand under "children"')


def _find_name_of_child(child: Any) -> Any:
    """Find the name of a child in the key above it or in its record; ``None`` for no name."""
    if isinstance(child, NamedValue):
        return child.name
    return NodeRecord(child).name if isinstance(child, dict) else None


def _collect_children(record: NodeRecord) -> Sequence[Any]:
    """Collect the children in a record; empty if it has no key for children."""
    children = record.children_entry
    if children is None:
        return ()
    if isinstance(children, dict):
        if _is_only_child(children):
            return [children]
        return [NamedValue(str(key), value) for key, value in children.items()]
    return _remove_missing_children(as_list(children))


def _is_only_child(children: Mapping[Any, Any]) -> bool:
    """Tell whether a record that stands for the children of a node describes its only child.

    Converters of XML write ``{"children": {"name": "B", "value": 3}}`` where a list would have one
    element. In ``{"children": {"B": 3, "C": 5}}`` the keys are the names of the children.
    """
    if not all(map(is_known, children)):
        return False
    record = NodeRecord(children)
    is_named = any(is_text(children[key]) for key in children if meaning(key) == NAME)
    has_more = record.number is not None or bool(record.children_entry)
    return is_named and has_more


def _remove_missing_children(children: Sequence[Any]) -> Sequence[Any]:
    """Return children without ``None`` among records, or alone: such a child is not there.

    Among numbers it is a leaf without a value: ``[3, None]``.
    """
    if _TYPE_OF_NOTHING not in map(type, children):  # the usual case, made fast
        return children
    there = [child for child in children if child is not None]
    are_records = all(isinstance(child, (dict, Constructed)) for child in there)
    return there if are_records else children


def as_list(children: Any) -> Sequence[Any]:
    """Return the children in a list, tuple, set or array as a list.

    Those of a set are sorted by their texts.
    """
    if isinstance(children, (set, frozenset)):
        return sorted(children, key=str)
    if isinstance(children, (list, tuple)):
        return children
    return list(children.tolist())


def add_facts_of_node(items: dict[str, Any]) -> Mapping[str, Any]:
    """Return a record with the facts of its node, if it has a word for a node beside them.

    ``{"name": "D", "attributes": {"value": 5}}`` has; in ``{"data": {"A": 5, "B": 8}}`` the key may
    be the name of a child.
    """
    with_all = merge_inner_record(items)
    has_facts_alone = with_all is items or not any(map(is_known, with_all.keys() & items.keys()))
    return items if has_facts_alone else with_all


def is_description_of_node(record: NodeRecord, items: Mapping[str, Any]) -> bool:
    """Tell whether the keys of a record describe a node, and are no names of nodes.

    They do if one of them is a word for children, a value or the like. Other words for nodes do so,
    too, ``{"name": "x", "type": "leaf"}``, but may also be names: ``{"name": [5, 8]}``.

    Args:
        record: The record, with the facts of its node that stood in a record within.
        items: The record as it is written.
    """
    return record.is_node or (record.has_known_words and not _holds_trees(items))


def _holds_trees(items: Mapping[str, Any]) -> bool:
    """Tell whether all values of a record are lists, records or calls."""
    return all(isinstance(value, (list, tuple, dict, Constructed)) for value in items.values())
