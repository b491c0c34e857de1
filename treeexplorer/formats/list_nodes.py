"""The nodes of lists, style by style: children alone, or a label with the children behind it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from treeexplorer.formats.described_nodes import convert_name_to_value
from treeexplorer.formats.lists import (
    Head,
    ListStyle,
    is_list,
    is_named_leaf,
    is_text,
    parse_head,
    split_pair,
)
from treeexplorer.formats.model import Label, UnreadableError
from treeexplorer.formats.named_children import choose_leaf_name, split_record_of_children
from treeexplorer.formats.remarked_values import mark_with_style
from treeexplorer.formats.sketches import Sketch, all_of_type
from treeexplorer.formats.words import (
    WORDS_FOR_LEAVES,
    WORDS_FOR_NODES,
    is_known,
    plain_word,
    player_named,
)
from treeexplorer.text import quoted


def build_node_from_plain_list(elements: Sequence[Any]) -> Sketch:
    """Build the node of a list whose elements are its children: ``[3, [5, 8]]``."""
    if all_of_type(int, elements):
        return Sketch(children=elements, made_of=elements)
    _check_no_player_among_leaves(elements)
    _check_only_keys_are_names(elements)
    return Sketch(children=mark_with_style(elements, ListStyle.PLAIN), made_of=elements)


def _check_only_keys_are_names(elements: Sequence[Any]) -> None:
    """Raise an error if two records among siblings have the same only key, which names no node.

    In ``[{"v": 3}, {"v": 5}]`` it may be the word for a value, and in ``[{"c": […]}, {"c": […]}]``
    that for children. ``[{"A": 3}, {"B": 5}]`` has the leaves A and B, and ``[{"MIN": […]},
    {"MIN": […]}]`` two nodes of MIN.

    Raises:
        UnreadableError: Two have.
    """
    keys: set[str] = set()
    for element in elements:
        is_record_of_one_key = isinstance(element, dict) and len(element) == 1
        if not is_record_of_one_key:
            continue
        (key,) = map(str, element)
        if key in keys and not _has_meaning(key):
            message = f"{quoted(key)} is the only key of several records, and names none of them"
            hint = 'values stand under "value", children under "children"'
            raise UnreadableError(message, hint=hint)
        keys.add(key)


def _has_meaning(key: str) -> bool:
    """Tell whether a key is a word for a part of a node, for a player, or for a leaf."""
    is_word_for_leaf = plain_word(key) in WORDS_FOR_LEAVES
    return is_known(key) or player_named(key) is not None or is_word_for_leaf


def _check_no_player_among_leaves(elements: Sequence[Any]) -> None:
    """Raise an error if a word for a player stands among children: ``[[[3, 5], 2], "max"]``.

    Raises:
        UnreadableError: It does. Before children it would be read as a label.
    """
    for element in elements:
        if _is_player(element):
            message = f"{quoted(element)} says whose node it is, and stands in the place of a leaf"
            raise UnreadableError(message, hint="write the player first: ['max', [3, 5], 2]")


def _is_player(element: Any) -> bool:
    """Tell whether an element of a list is a word for a player."""
    return is_text(element) and player_named(element) is not None


def build_node_from_pair(elements: Sequence[Any]) -> Sketch:
    """Build the node of a label with a list of children behind it: ``("A", [5, 8])``."""
    pair = split_pair(elements)
    sketch = _build_node_from_head(parse_head(pair.label))
    sketch.children = mark_with_style(pair.children, ListStyle.PAIRS)
    sketch.made_of = elements
    return sketch


def build_node_with_text_for_label(elements: Sequence[Any], style: ListStyle) -> Sketch:
    """Build the node of a list in one of the three styles in which a label is a text.

    ==================  ====================================================================
    ``("D", 5)``        in ``LABEL_OR_LEAF`` the leaf D of value 5, else a node D with a leaf
    ``["A", 5, 8]``     a node A with two leaves
    ``[["B", 5], 8]``   begins with no text: a node without a label, with two children
    ==================  ====================================================================
    """
    if style == ListStyle.LABEL_OR_LEAF and is_named_leaf(elements):
        name, number = elements
        return Sketch(name=choose_leaf_name(name), number=number)
    if is_text(elements[0]):
        return build_node_with_label_first(elements, style)
    return Sketch(children=mark_with_style(elements, style), made_of=elements)


def build_node_with_label_first(elements: Sequence[Any], style: ListStyle) -> Sketch:
    """Build the node of a list that begins with its label.

    ==========================  ===============================================================
    ``["A", 5, 8]``             a node A with two leaves
    ``["A", "max", 5, 8]``      likewise, and the node is one of MAX
    ``["A", None, ["B", 3]]``   a node A with the child B; ``None`` stands for its value
    ``[5, [3], [8]]``           a node labelled 5 with two leaves, in the style of numbers alone
    ``["x"]``                   an unknown leaf
    ==========================  ===============================================================

    Raises:
        UnreadableError: A node has a player and no children, ``("MAX", None)``; or a word for a
            player stands among the children.
    """
    label, *behind_label = elements
    head, members_behind_head = _split_head_from_children(label, behind_label)
    node = _build_node_from_head(head)
    node.made_of = elements

    has_nothing_below = members_behind_head == [None]
    if has_nothing_below and node.player is not None:
        message = f"{quoted(label)} says whose node it is, and nothing is below it"
        raise UnreadableError(message, hint="write its children behind it: ('MAX', 3, 5)")

    # One member may be a record of several children: ["A", {"B": 3, "C": 5}].
    children = split_record_of_children(members_behind_head)
    node.children = mark_with_style(children, style)
    # ["x"] is an unknown leaf, and no leaf called x without a value.
    if not members_behind_head and style != ListStyle.NUMBERS_ALONE:
        convert_name_to_value(node)
    return node


class _HeadAndChildren(NamedTuple):
    """A list in two parts: what its beginning says of the node, and the children behind it."""

    head: Head | None
    children: Sequence[Any]


def _split_head_from_children(label: Any, behind_label: Sequence[Any]) -> _HeadAndChildren:
    """Split what stands behind a label into the rest of the head, if there is one, and children.

    Of ``["A", "max", 3, 5]`` the head has the name A and the player MAX, and 3 and 5 are the
    children.

    Raises:
        UnreadableError: A word for a player stands among the children.
    """
    children = behind_label
    if _begin_with_empty_value(children):  # ["A", None, ["B", 3], ["C", 5]]
        children = children[1:]

    head = parse_head([label])
    # ["max", 3, 5]: here the label is the player already. Without a head the label is a list.
    if head is None or head.player is not None:
        return _HeadAndChildren(head, children)

    has_player_behind_name = len(children) > 1 and _is_player(children[0])
    if has_player_behind_name:  # ["A", "max", 3, 5]
        head = head._replace(player=children[0])
        children = children[1:]
    _check_no_player_among_leaves(children)
    return _HeadAndChildren(head, children)


def _begin_with_empty_value(elements: Sequence[Any]) -> bool:
    """Tell whether ``None`` stands before lists: the place of a node's value, left empty.

    In ``[None, ["B", 3], ["C", 5]]`` it is so. In ``[None, 3]`` it is an unknown leaf.
    """
    return len(elements) > 1 and elements[0] is None and all(map(is_list, elements[1:]))


def begins_with_label(elements: Sequence[Any]) -> bool:
    """Tell whether a list begins with a :class:`Label`."""
    return len(elements) > 0 and isinstance(elements[0], Label)


def _build_node_from_head(head: Head | None) -> Sketch:
    """Build a sketch with the name, value and player that stand before a list's children."""
    if head is None:
        return Sketch()
    player = None if head.player is None else player_named(head.player)
    has_value = head.number is not None
    name = choose_leaf_name(head.name) if has_value else _choose_inner_name(head.name)
    return Sketch(name=name, number=head.number, player=player, is_on_label=player is not None)


def _choose_inner_name(name: str) -> str:
    """Choose the name before children; empty for a word that says that it is a node."""
    return "" if plain_word(name) in WORDS_FOR_NODES else name
