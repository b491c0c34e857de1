"""Children that stand under their names in a record: what a name says, and what is no name."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from treeexplorer.formats.labels import spells_number
from treeexplorer.formats.lists import is_list, is_text
from treeexplorer.formats.model import NO_SHAPE, SHAPES, UnreadableError
from treeexplorer.formats.remarked_values import NamedValue
from treeexplorer.formats.sketches import Sketch, set_player_from_name
from treeexplorer.formats.words import (
    CHILDREN,
    SIDES,
    VALUES_OF_ONE,
    WORDS_FOR_LEAVES,
    is_known,
    meaning,
    plain_word,
    player_named,
)
from treeexplorer.text import quoted

_LEVEL: Final = re.compile(r"(?:levels?|ply|depth|layer|tier|row)[0-9]+")


def split_record_of_children(children: Sequence[Any]) -> Sequence[Any]:
    """Split the only child behind a label into named children, if it is a record of them.

    ``("A", {"B": 3, "C": 5})`` is a node A with the leaves B and C. A record that describes a node,
    ``{"value": 3}``, stays one child, and so does a record of anything else.
    """
    if len(children) != 1 or not isinstance(children[0], dict):
        return children
    record: dict[Any, Any] = children[0]
    describes_node = any(map(is_known, record))
    if describes_node or not all(map(_is_tree_or_number, record.values())):
        return children
    return [NamedValue(str(name), value) for name, value in record.items()]


def set_name_or_player_from_key(node: Sketch, key: str) -> None:
    """Make the key that a node without a name stands under its name, or its player.

    =================================  ===================================================
    ``{"A": [3, 12]}``, ``{"A": 3}``   A is the name
    ``{"MAX": [3, 12]}``               MAX is the player, and there is no name
    ``{"MAX": 3}``                     MAX is the name, as a leaf has no player
    ``{"leaf": 3}``                    a word for leaves is no name
    =================================  ===================================================
    """
    if not node.children:
        node.name = choose_leaf_name(key)
        return
    node.name = key
    if node.player is None:
        set_player_from_name(node)  # which removes the name MAX


def set_player_from_key(node: Sketch, key: str) -> None:
    """Set the player of a node with children from the key that it stands under.

    ``{"MAX": {"name": "A", "children": […]}}`` is a node A of MAX. A node that has a player keeps
    it, and a key that is no word for one says nothing.
    """
    player = player_named(key)
    if player is not None and node.player is None and node.children:
        node.player = player
        node.is_on_label = True


def check_children_by_name(items: Mapping[str, Any]) -> None:
    """Raise an error if the values of a record cannot be the children of a node.

    Raises:
        UnreadableError: There are none, or one of them can be no child.
    """
    if not items:
        raise UnreadableError("a record is empty", hint='a leaf has a value: {"value": 3}')
    if not all(map(_is_tree_or_number, items.values())):
        raise UnreadableError(NO_SHAPE, hint=SHAPES)


def check_single_value(items: Mapping[str, Any]) -> None:
    """Raise an error if a record has a list of values, such as ``{"payoffs": [3, 5]}``.

    It is what several players get at one leaf, and no list of children. Of several such lists only
    the first one is checked.
    """
    for key, value in items.items():
        if not is_list(value) or plain_word(str(key)) not in VALUES_OF_ONE:
            continue
        if len(value) > 1:
            message = f"a leaf has one value, and {quoted(key)} has several"
            raise UnreadableError(message, hint='leaves stand under "children"')
        return


def check_no_lists_by_level(items: Mapping[str, Any]) -> None:
    """Raise an error if a record has nothing but lists of nodes by level.

    For example ``{"level0": ["A"], "level1": ["B", "C"]}``. One such key alone may be the name of a
    child.
    """
    level_keys = [
        key
        for key, value in items.items()
        if is_list(value) and _LEVEL.fullmatch(plain_word(str(key)))
    ]
    has_other_keys = len(level_keys) < len(items)
    if len(level_keys) < 2 or has_other_keys:
        return
    message = f"a list for each level ({quoted(level_keys[0])}) does not say what is below a node"
    raise UnreadableError(message, hint="write nested lists: [[3, 12], [2, 4]]")


def _is_tree_or_number(value: Any) -> bool:
    """Tell whether a value under a name can be a child: anything but a text without a number."""
    return value is None or not isinstance(value, str) or spells_number(value.strip())


def is_node_called_by_side(items: Mapping[str, Any]) -> bool:
    """Tell whether a record is a node named Left or Right, and not part of a binary node.

    ``{"Left": {"children": […]}}`` is one, as treelib writes it. In
    ``{"left": {"left": 3, "right": 5}}`` the key says which child of a binary node follows.
    """
    if len(items) != 1:
        return False
    # A record of one key, which was checked above.
    ((key, value),) = items.items()
    is_side = meaning(str(key)) == SIDES
    if not is_side or not isinstance(value, dict):
        return False
    return any(meaning(str(word)) == CHILDREN for word in value)


def check_no_text_below_key(item: NamedValue, elements: Sequence[Any]) -> None:
    """Raise an error if a list that begins with a text stands under a key that is no player.

    ``{"B": ["D", "E"]}`` may have a child B with the children D and E, which stand nowhere, or a
    node D.

    Raises:
        UnreadableError: It does.
    """
    first = elements[0]
    if player_named(item.name) is None and is_text(first) and first != item.name:
        message = f"{quoted(first)} begins the list below {quoted(item.name)}, and which of them is"
        hint = "give each name of a node a value or children: {'A': ['B', 'C'], 'B': 3, 'C': 5}"
        raise UnreadableError(f"{message} the node's name is not plain", hint=hint)


def has_player_between(item: NamedValue) -> bool:
    """Tell whether the word for a player stands between a name and the children below it.

    It does in ``{"A": {"MIN": [3, 5]}}``. In ``{"MAX": {"MIN": [3, 5]}}`` the node MIN stands
    below the node MAX.
    """
    value = item.value
    if not isinstance(value, dict) or len(value) != 1 or player_named(item.name) is not None:
        return False
    # A record of one key, which was checked above.
    ((key, below),) = value.items()
    return player_named(str(key)) is not None and isinstance(below, (list, tuple, dict))


def choose_leaf_name(name: str) -> str:
    """Choose the name before a value; empty for a word that says that it is a leaf."""
    return "" if plain_word(name) in WORDS_FOR_LEAVES else name
