"""The recogniser of nodes: what one is and what is below it, whatever syntax it was written in.

A *shape* is a way to keep a tree: nested lists, a record a node, children by name, a label first, a
call of a constructor. Which shape a value has is decided by its signs alone; where two remain that
lead to different trees, the value is refused and both are printed. Graphs, whose nodes are known by
names, become sketches in :mod:`graphs`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Any, Final, NamedTuple

from treeexplorer.formats.labels import (
    ELLIPSES,
    make_misplaced_ellipsis_error,
    parse_node_label,
    spells_number,
)
from treeexplorer.formats.lists import (
    Head,
    ListStyle,
    are_pairs_below_root,
    find_list_styles,
    is_list,
    is_named_leaf,
    is_node_in_parts,
    is_numeric,
    is_text,
    parse_head,
    parse_weights,
    split_off_weights,
    split_pair,
)
from treeexplorer.formats.model import Constructed, Label, UnreadableError
from treeexplorer.formats.named_forms import check_names_are_no_addresses
from treeexplorer.formats.records import LeafKeys, NodeRecord, find_leaf_keys, merge_inner_record
from treeexplorer.formats.sketches import (
    Grown,
    PlainLeaves,
    Sketch,
    all_of_type,
    grow_tree,
    plain_integers,
    set_player_from_name,
)
from treeexplorer.formats.words import (
    CHILDREN,
    MEASURES,
    NAME,
    PARENT,
    SIDES,
    VALUES_OF_ONE,
    WORDS_FOR_LEAVES,
    WORDS_FOR_NODES,
    is_known,
    meaning,
    plain_word,
    player_in_numbered_name,
    player_named,
)
from treeexplorer.notation import Exercise, write
from treeexplorer.numbers import counted
from treeexplorer.text import quoted, safe, shorten
from treeexplorer.tree import Levels, Player

NO_SHAPE: Final = "this is no tree that can be recognised"
SHAPES: Final = (
    "a tree is nested lists ([[3, 12], [2, 4]]), a record a node (children, value), children by "
    "name, successors by name with values, nodes and edges, or a label before its children"
)
_LONGEST_READING: Final = 60
_TYPE_OF_NOTHING: Final = type(None)
_LEVEL_WORDS: Final = frozenset({"level", "depth", "ply"})
_LEVEL: Final = re.compile(r"(?:levels?|ply|depth|layer|tier|row)[0-9]+")


class NamedPlayer(NamedTuple):
    """The player of a node that is called by its name beside the tree, and where that stands."""

    player: Player
    variable: str


class _Named(NamedTuple):
    """A child that stands under a key: its name, unless it has another."""

    name: str
    value: Any


class _Weighted(NamedTuple):
    """A child whose probability stands in a list beside the children."""

    value: Any
    weight: Any


class _Styled(NamedTuple):
    """A child of a list whose style is known."""

    value: Any
    style: ListStyle


class _Identities(NamedTuple):
    """The names by which the records of a tree refer to each other, all together.

    Attributes:
        have_values: Whether a record has a key for its value, also if nothing stands there.
        are_numbers: Whether all of these names are numbers.
    """

    have_values: bool
    are_numbers: bool


@dataclass
class Recogniser:
    """Describes nodes by their shapes, and remembers what it did not use.

    Attributes:
        levels: The players by ply where an option says them.
        searched: The variables that the program hands to a search.
        root: The value of the whole tree: in this list alone may numbers be labels.
        players: The players of nodes that stand beside the tree, by the names of the nodes.
        used_players: The names among these that are in a tree.
        left_out: The keys and variables that are not in the tree, in quotes; an ordered set.
        remarks: How the text was understood, where that is not plain; an ordered set.
        whole: The value of the tree that is being grown.
        has_values_apart: Whether a record in it has a key for its value; ``None`` until it is
            asked.
        has_numbered_nodes: Whether its nodes are numbered by their ids; ``None`` until it is asked.
        identities: What the names by which its records refer to each other are; ``None`` until it
            is asked.
    """

    levels: Levels | None = None
    searched: frozenset[str] = frozenset()
    root: Any = None
    players: dict[str, NamedPlayer] = field(default_factory=dict)
    used_players: set[str] = field(default_factory=set)
    left_out: dict[str, None] = field(default_factory=dict)
    remarks: dict[str, None] = field(default_factory=dict)
    whole: Any = None
    has_values_apart: bool | None = None
    has_numbered_nodes: bool | None = None
    identities: _Identities | None = None

    def leave_out(self, key: str) -> None:
        """Remember a key or variable whose value is not in the tree."""
        self.left_out.setdefault(f'"{safe(key)}"')

    def leave_out_unused_players(self) -> None:
        """Remember the players that stand beside the tree for names of no node with children."""
        for name, beside in self.players.items():
            if name not in self.used_players:
                self.left_out.setdefault(f'"{safe(name)}" in "{safe(beside.variable)}"')

    def remark(self, remark: str) -> None:
        """Remember how the text was understood; a second time changes nothing."""
        self.remarks.setdefault(remark)

    def take_players(self, players: Mapping[str, Player], variable: str) -> None:
        """Remember the players of nodes by name, and the variable that gives them."""
        for name, player in players.items():
            self.players[name] = NamedPlayer(player, variable)

    def grow(self, root: Any) -> Grown:
        """Return the tree below the value that stands for its root."""
        self.whole = root
        self.has_values_apart = None
        self.has_numbered_nodes = None
        self.identities = None
        return grow_tree(root, self._describe_and_add_player, self.levels, _find_plain_leaves)

    def grow_outermost(self, elements: Sequence[Any]) -> Grown:
        """Return the tree that a list is, around which nothing stands in the text.

        In such a list, and in no other, numbers may be labels: ``[5, [3], [8]]``.
        """
        self.root = elements
        if are_pairs_below_root(elements):  # [("B", [3, 5]), ("C", [2, 9])]
            children = _mark_with_style(elements, ListStyle.PAIRS)
            return self.grow(Sketch(children=children, made_of=elements))
        return self.grow(elements)

    def _describe_and_add_player(self, item: Any) -> Sketch:
        """Describe a node, and give it the player that a table beside the tree has for its name.

        Beside ``chance = ["A"]`` the node ``{"A": [[0.5, 3], [0.5, 5]]}`` is a chance node with the
        leaves 3 and 5: at any other node these are pairs of leaves.
        """
        sketch = self.describe(item)
        named_player = self.players.get(sketch.name) if self.players else None
        if named_player is not None and sketch.player is None and sketch.children:
            sketch.player = named_player.player
            self.used_players.add(sketch.name)  # all others are listed as left out at the end
        if sketch.player is None and sketch.children and sketch.name:
            sketch.player = player_in_numbered_name(sketch.name)  # min_1

        # Only now it is known who moves, and so what numbers beside the children are.
        if sketch.player == Player.CHANCE:
            weighted_children = _find_weighted_children(sketch.children)
            if weighted_children is not None:
                sketch.children = weighted_children
        elif len(sketch.children) > 1:
            _check_have_one_reading(sketch.children)
        return sketch

    # -- a node --------------------------------------------------------------------------------

    def describe(self, item: Any) -> Sketch:
        """Return the name, value and children of the node that a value of the text stands for.

        ``[3, 12]`` is a node with the children 3 and 12, ``5`` a leaf of value 5. The children stay
        values: each is described when it is added to the tree.

        No value has two of these types. Only a number of numpy may be a float, too, and is asked
        for ``tolist`` before.

        Args:
            item: The value: a list, a record, a call, a text, a number, or one of these with a
                remark around it (``_Styled``, ``_Named``, ``_Weighted``).

        Raises:
            UnreadableError: The value has no shape that is known, or fits several.
        """
        # A node of a graph, which is described already.
        if isinstance(item, Sketch):
            return item
        # A value with a remark around it.
        if isinstance(item, _Styled):
            return self._build_node_in_style(item.value, item.style)
        if isinstance(item, _Named):
            return self._build_node_under_key(item)
        if isinstance(item, _Weighted):
            return replace(self.describe(item.value), probability=item.weight)
        # A node with children, as a record, a list or a call; `is_list` is false for calls.
        if isinstance(item, dict):
            return self._build_node_from_record(item)
        if is_list(item):
            return self._build_node_from_list(item)
        if isinstance(item, Constructed):
            return self._build_node_from_call(item)
        # An array of numpy becomes a list, and a number of numpy a number.
        if hasattr(item, "tolist"):
            return self.describe(item.tolist())
        return _build_leaf(item)

    def _build_node_under_key(self, item: _Named) -> Sketch:
        """Build the node of a value that stands under a key of a record.

        The key is its name, its player or both. A leaf has no player::

            {"A": [3, 12]}                           a node A
            {"MAX": [3, 12]}                         a node of MAX without a name
            {"max": 5}                               a leaf called max
            {"MAX": {"name": "A", "children": […]}}  a node A of MAX
            {"A": {"MAX": [3, 12]}}                  a node A of MAX
        """
        key, value = item
        if _has_player_between(item):  # {"A": {"MAX": [3, 12]}}
            node_of_player = self._build_node_of_single_key(value)
            # Without children, {"A": {"max": {"value": 5}}}, it is a leaf called max below A.
            if node_of_player.children:
                node_of_player.name = key
                return node_of_player

        node = self._build_node_without_its_key(value)
        has_name_of_its_own = node.name != ""
        if not has_name_of_its_own:
            _set_name_or_player_from_key(node, key)
            return node

        if is_list(value):
            _check_no_text_below_key(item, value)
        _set_player_from_key(node, key)
        return node

    def _build_node_without_its_key(self, value: Any) -> Sketch:
        """Build the node of a value that stands under a key, with what the value says alone."""
        if isinstance(value, dict):
            return self._build_node_from_record(value, has_name=True)
        return self.describe(value)

    # -- records -------------------------------------------------------------------------------

    def _build_node_from_record(self, items: dict[str, Any], *, has_name: bool = False) -> Sketch:
        """Build the node of a record: its keys describe the node, or they are names of nodes.

        ``{"name": "A", "children": [5, 8]}`` describes a node; in ``{"B": 5, "C": 8}`` B and C are
        names of nodes.

        Args:
            items: The record.
            has_name: Whether it stands under a key of another record, which is its name.

        Raises:
            UnreadableError: It is empty, or its values cannot be children.
        """
        # Before the descriptions, where {"Left": {"children": […]}} would be half a binary node.
        if not has_name and _is_node_called_by_side(items):
            return self._build_node_of_single_key(items)

        record = NodeRecord(_add_facts_of_node(items))
        if _describes_node(record, items):
            return self._build_node_from_description(record)
        return self._build_node_from_names(items, has_name=has_name)

    def _build_node_from_names(self, items: dict[str, Any], *, has_name: bool) -> Sketch:
        """Build the node of a record whose keys are names of nodes.

        ============================  ================================================
        ``{"B": 5, "C": 8}``          a node without a name, with the children B and C
        ``{"A": [5, 8]}``             a node A: a lone key is the name of the node
        ``{"R": {"A": [5, 8]}}``      a node R with the child A: the inner record has
                                      its name already, from the outer one
        ============================  ================================================
        """
        _check_children_by_name(items)
        check_names_are_no_addresses(items)
        _check_single_value(items)
        _check_no_lists_by_level(items)

        # First, as they are no names: {"A": [5, 8], "depth": 1} has the lone key A.
        nodes_by_name = self._leave_out_measures(items)
        if len(nodes_by_name) == 1 and not has_name:
            return self._build_node_of_single_key(nodes_by_name)
        children = [_Named(str(name), value) for name, value in nodes_by_name.items()]
        return Sketch(children=children, made_of=items)

    def _leave_out_measures(self, items: dict[str, Any]) -> dict[str, Any]:
        """Remove numbers that measure the tree from children by name: ``{"depth": 2, …}``.

        Their keys are listed as left out. If the record has no other keys, they are names of
        leaves, and nothing is removed.
        """
        measures = [
            key
            for key, value in items.items()
            if plain_word(str(key)) in MEASURES and isinstance(value, int)
        ]
        if len(measures) == len(items):
            return items
        for key in measures:
            self.leave_out(str(key))
        return {key: value for key, value in items.items() if key not in measures}

    def _build_node_of_single_key(self, items: dict[str, Any]) -> Sketch:
        """Build the node of a record whose only key is its name: ``{"A": [5, 8]}``."""
        ((name, value),) = items.items()
        return self._build_node_under_key(_Named(str(name), value))

    def _build_node_from_description(
        self, record: NodeRecord, *, has_arguments: bool = False
    ) -> Sketch:
        """Build the node that a record describes: ``{"name": "A", "children": [5, 8]}``.

        Keys that say nothing of a node are listed as left out: in ``{"value": 5, "colour": "red"}``
        that is ``colour``.

        Args:
            record: The record. Whenever a key of it is asked for and says something, the record
                adds it to ``record.used``.
            has_arguments: Whether other arguments, such as children, stand beside the record.

        Raises:
            UnreadableError: A leaf has several values, or a node with a player has no children.
        """
        # 1. What the keys say, and then what a value or a name says besides: {"name": "MAX", …}.
        sketch = _build_node_from_keys(record)
        if sketch.children:
            _set_player_from_value_or_name(sketch)
        elif record.has_several_values:
            raise UnreadableError("a leaf has one value here, and this one has several")
        if self._is_name_its_value(sketch, record):  # {"name": "5"}
            _convert_name_to_value(sketch)

        # 2. A leaf without a value, even now, may be a node whose children were not understood.
        is_leaf_without_value = not sketch.children and sketch.number is None
        if is_leaf_without_value:
            _check_children_are_no_count(record)
            _check_no_unknown_children_key(record)
            if not has_arguments:
                _check_player_has_children(sketch)

        # 3. Last, since the steps above ask for keys.
        has_unused_keys = len(record.used) < len(record.items)
        if has_unused_keys:
            self._leave_out_unused_keys(record)
        return sketch

    def _is_name_its_value(self, sketch: Sketch, record: NodeRecord) -> bool:
        """Tell whether the name of a node is a number, and is its value: ``{"name": "5"}``.

        In ``{"name": "5", "value": null}`` it is a name. So it is in a node with children if other
        records of the tree have a key for their values, and in every node if ids number the nodes.

        Raises:
            UnreadableError: All nodes have numbers by which others refer to them, and no values.
        """
        has_value = sketch.number is not None or record.has_value_key
        if has_value or not sketch.name or not spells_number(sketch.name):
            return False
        if self._has_ids_that_number_nodes():
            return False
        if record.is_named_by_identity:
            identities = self._find_identities()
            if identities.have_values:
                return False
            if identities.are_numbers:
                raise _unclear_identity(sketch.name)
        is_leaf = not sketch.children
        return is_leaf or not self._has_separate_values()

    def _has_separate_values(self) -> bool:
        """Tell whether some record of the tree has a key for its value, so that numbers are names.

        In ``{"name": 1, "children": [{"name": 2, "value": 3}]}`` 1 is a name, as 2 is.
        """
        if self.has_values_apart is None:
            self.has_values_apart = any(map(_has_value, _find_records(self.whole)))
        return self.has_values_apart

    def _find_identities(self) -> _Identities:
        """Find what the names by which the tree's records refer to each other are."""
        if self.identities is None:
            records = [*_find_records(self.whole)]
            names = [record.identity for record in records]
            self.identities = _Identities(
                have_values=any(record.has_value_key for record in records),
                are_numbers=all(name is None or spells_number(name) for name in names),
            )
        return self.identities

    def _has_ids_that_number_nodes(self) -> bool:
        """Tell whether the ids of the tree's records are 0, 1, 2, … or 1, 2, 3, … in some order.

        In ``{"id": 1, "children": [{"id": 2}, {"id": 3}]}`` no node has a value.
        """
        if self.has_numbered_nodes is None:
            ids = [record.numeric_id for record in _find_records(self.whole)]
            self.has_numbered_nodes = _are_consecutive(ids)
        return self.has_numbered_nodes

    def _leave_out_unused_keys(self, record: NodeRecord) -> None:
        """Remember the keys of a record that were not used although they have a value."""
        for key in record.unused_keys:
            self.leave_out(str(key))

    # -- calls ---------------------------------------------------------------------------------

    def _build_node_from_call(self, call: Constructed) -> Sketch:
        """Build the node that the call of a constructor makes; the call is never run.

        What the call has says the following::

            Node(value=3)        keywords: the same as the keys of a record
            Node([5, 8])         lists, records and calls: children
            Node("A"), Node(3)   texts and truth values: name, player; a number: the value
            Max(…)               a function that is called as a player: the player
            Max(3, 12)           numbers alone behind such a function: leaves

        Keywords come first, as they say what they mean; each further step sets only what is not
        known yet. So ``Max(3, 12, player="MIN")`` is a node of MIN.

        Raises:
            UnreadableError: There are several numbers or names, or an argument says nothing about a
                node.
        """
        _check_no_random_numbers(call)
        # 1. Keywords.
        node = self._build_node_from_keywords(call)
        # 2. The function.
        player_of_function = player_named(call.function)
        if node.player is None:
            node.player = player_of_function

        # 3. The other arguments; which of them are children depends on the player of the node.
        arguments = _group_arguments(call, node.player)
        for flag_player_or_name in arguments.others:
            _set_flag_player_or_name(node, flag_player_or_name)

        # In the order of the call, where keywords come last: Node([5, 8], right=3).
        children_of_keywords = node.children
        node.children = [*_split_record_of_children(arguments.children), *children_of_keywords]

        # 4. Numbers, which are leaves only where there is no other child.
        has_leaves_alone = player_of_function is not None and not node.children
        if has_leaves_alone:
            node.children = arguments.numbers
        else:
            _set_value(node, arguments.numbers, call.function)

        if call.keywords:
            _check_player_has_children(node)
        return node

    def _build_node_from_keywords(self, call: Constructed) -> Sketch:
        """Build the node that the keywords of a call describe: ``Node(value=3)``."""
        if not call.keywords:
            return Sketch()
        record = NodeRecord(call.keywords)
        return self._build_node_from_description(record, has_arguments=bool(call.arguments))

    # -- lists ---------------------------------------------------------------------------------

    def _build_node_from_list(self, elements: Sequence[Any]) -> Sketch:
        """Build the tree node that a list of the text stands for; first find out its style.

        People write nodes as lists in several styles (see :class:`ListStyle`), for instance::

            [3, 5, 8]          PLAIN          a node with three leaves
            ["A", 5, 8]        LABEL_FIRST    a node named A with two leaves
            [5, [3], [8]]      NUMBERS_ALONE  a node labelled 5 with two leaves, 3 and 8

        One style holds for a list and all lists within it. So this method is called for the
        outermost list, and the style is passed down: :meth:`_build_node_in_style` reads the lists
        within.

        Args:
            elements: The list, around which no other list has set the style.

        Raises:
            UnreadableError: The list is empty, or fits several styles that make different trees.
        """
        # The syntax itself says what the label is (a `Label` is the text in a drawn node), so that
        # there is no style to be found.
        if _begins_with_label(elements):
            return _build_node_from_drawing(elements[0], elements[1:])
        style = self._choose_style(elements)
        # In this style the 5 of [5, [3], [8]] is no leaf, which may surprise: tell the user.
        if style == ListStyle.NUMBERS_ALONE:
            self.remark(
                "the first of each pair of brackets is its label, since every leaf stands alone"
            )
        return self._build_node_in_style(elements, style)

    def _choose_style(self, elements: Sequence[Any]) -> ListStyle:
        """Choose the style in which a list, and all lists within it, are read as nodes.

        No list around this one has set the style.

        Raises:
            UnreadableError: Several styles fit, and they make different trees.
        """
        styles = find_list_styles(elements)
        if len(styles) > 1:
            return self._choose_among_styles(elements, styles)
        # That numbers are labels is believed of the whole tree alone: one list within a record does
        # not show it.
        if styles == [ListStyle.NUMBERS_ALONE] and elements is not self.root:
            return ListStyle.PLAIN
        return styles[0]

    def _choose_among_styles(
        self, elements: Sequence[Any], styles: Sequence[ListStyle]
    ) -> ListStyle:
        """Choose the first style in which a list is a tree, if no other style makes another tree.

        If the list is a tree in no style, the first style is returned: reading the list in it then
        raises the error.

        Raises:
            UnreadableError: Two styles make different trees; all are written in the notation.
        """
        style_of_tree: dict[Exercise, ListStyle] = {}
        for style in styles:
            try:
                grown = self.grow(_Styled(elements, style))
            except UnreadableError:
                continue
            style_of_tree.setdefault(grown.exercise, style)

        if not style_of_tree:
            return styles[0]
        if len(style_of_tree) > 1:
            raise ambiguous(style_of_tree)
        return next(iter(style_of_tree.values()))

    def _build_node_in_style(self, value: Any, style: ListStyle) -> Sketch:
        """Build the node of a list in a known style, or of a value within such a list.

        =====================  ======================  =========================================
        ``PLAIN``              ``[3, [5, 8]]``         all elements are children
        ``PAIRS``              ``("A", [5, 8])``       a label, then a list of the children
        ``NUMBERS_ALONE``      ``[5, [3], [8]]``       a label, though it is a number
        ``LABEL_FIRST``        ``["A", 5, 8]``         a label that is a text, then the children
        ``LABEL_OR_LEAF``      ``("D", 5)``            likewise, but this is the leaf D
        ``LABEL_WHERE_TEXT``   ``[["B", 5], 8]``       likewise, but this list has no label
        =====================  ======================  =========================================

        Args:
            value: A list; or anything that may stand in one, such as a number or a record.
            style: The style of the list around it.

        Raises:
            UnreadableError: It is an empty list, or its node cannot be described.
        """
        # A record or a number, or a list whose syntax says what its label is.
        needs_no_style = not is_list(value) or _begins_with_label(value)
        if needs_no_style:
            return self.describe(value)
        if not value:
            raise UnreadableError("a node needs at least one child", hint="a leaf is a bare number")
        if style == ListStyle.PLAIN:
            return _build_node_from_plain_list(value)
        if style == ListStyle.PAIRS:
            return _build_node_from_pair(value)
        if style == ListStyle.NUMBERS_ALONE:
            return _build_node_with_label_first(value, style)
        return _build_node_with_text_for_label(value, style)


# -- children that are added at once -----------------------------------------------------------


def _find_plain_leaves(children: Sequence[Any]) -> PlainLeaves | None:
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


def _find_records(value: Any) -> Iterator[NodeRecord]:
    """Find the records in nested lists and records, each once, in no particular order."""
    pending = [value]
    # By identity, since a list may contain itself.
    seen: set[int] = set()
    while pending:
        container = pending.pop()
        if id(container) in seen:
            continue
        seen.add(id(container))

        if isinstance(container, dict):
            yield NodeRecord(container)
            pending += container.values()
        elif isinstance(container, (list, tuple)):
            pending += container


def _unclear_identity(name: str) -> UnreadableError:
    """Return the error that a number by which others refer to a node may be its value.

    All nodes have such numbers, as in ``{"id": 17, "children": [{"id": 23}, {"id": 5}]}``. In
    ``{"id": "A", "children": [{"id": 5}, {"id": 8}]}`` one is a text, and 5 and 8 are values.
    """
    message = f"{quoted(name)} may be the name of a node or its value"
    hint = 'call it "value" if it is one; if not, give each leaf a "value", perhaps null'
    return UnreadableError(message, hint=hint)


def _are_consecutive(ids: Sequence[int | None]) -> bool:
    """Tell whether three numbers or more are 0, 1, 2, … or 1, 2, 3, … in some order.

    >>> _are_consecutive([2, 1, 3]), _are_consecutive([5, 3, 8]), _are_consecutive([1, None, 2])
    (True, False, False)
    """
    numbers = sorted(number for number in ids if number is not None)
    if len(numbers) < max(3, len(ids)):
        return False
    first_number = numbers[0]
    is_counted = first_number in {0, 1}
    return is_counted and numbers == [*range(first_number, first_number + len(numbers))]


def _has_value(record: NodeRecord) -> bool:
    """Tell whether a number or a text stands under a key for the value."""
    return record.number is not None


# -- lists of a known style --------------------------------------------------------------------


def _build_node_from_plain_list(elements: Sequence[Any]) -> Sketch:
    """Build the node of a list whose elements are its children: ``[3, [5, 8]]``."""
    if all_of_type(int, elements):
        return Sketch(children=elements, made_of=elements)
    _check_no_player_among_leaves(elements)
    return Sketch(children=_mark_with_style(elements, ListStyle.PLAIN), made_of=elements)


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


def _check_no_weights_between(children: Sequence[Any]) -> None:
    """Raise an error if probabilities may stand between nodes: ``[0.5, [3, 5], 0.5, [2, 9]]``.

    Raises:
        UnreadableError: Numbers and lists take turns, and the numbers add up to 1.
    """
    may_be_pairs = len(children) >= 4 and len(children) % 2 == 0
    if not may_be_pairs or not is_list(_remove_style(children[1])):
        return
    numbers = children[::2]
    nodes = map(_remove_style, children[1::2])
    if all(map(is_list, nodes)) and parse_weights(numbers) is not None:
        message = "numbers that add up to 1 stand between lists: they may be probabilities"
        hint = "write chance[0.5*[3 5] 0.5*[2 9]], or [0.5 [3 5] 0.5 [2 9]] if they are leaves"
        raise UnreadableError(message, hint=hint)


def _build_node_from_pair(elements: Sequence[Any]) -> Sketch:
    """Build the node of a label with a list of children behind it: ``("A", [5, 8])``."""
    pair = split_pair(elements)
    sketch = _build_node_from_head(parse_head(pair.label))
    sketch.children = _mark_with_style(pair.children, ListStyle.PAIRS)
    sketch.made_of = elements
    return sketch


def _build_node_with_text_for_label(elements: Sequence[Any], style: ListStyle) -> Sketch:
    """Build the node of a list in one of the three styles in which a label is a text.

    ==================  ====================================================================
    ``("D", 5)``        in ``LABEL_OR_LEAF`` the leaf D of value 5, else a node D with a leaf
    ``["A", 5, 8]``     a node A with two leaves
    ``[["B", 5], 8]``   begins with no text: a node without a label, with two children
    ==================  ====================================================================
    """
    if style == ListStyle.LABEL_OR_LEAF and is_named_leaf(elements):
        name, number = elements
        return Sketch(name=_choose_leaf_name(name), number=number)
    if is_text(elements[0]):
        return _build_node_with_label_first(elements, style)
    return Sketch(children=_mark_with_style(elements, style), made_of=elements)


def _build_node_with_label_first(elements: Sequence[Any], style: ListStyle) -> Sketch:
    """Build the node of a list that begins with its label.

    ==========================  ===============================================================
    ``["A", 5, 8]``             a node A with two leaves
    ``["A", "max", 5, 8]``      likewise, and the node is one of MAX
    ``["A", None, ["B", 3]]``   a node A with the child B; ``None`` stands for its value
    ``[5, [3], [8]]``           a node labelled 5 with two leaves, in the style of numbers alone
    ``["x"]``                   an unknown leaf
    ==========================  ===============================================================
    """
    label, *behind_label = elements
    head, children = _split_head_from_children(label, behind_label)

    node = _build_node_from_head(head)
    node.children = _mark_with_style(_split_record_of_children(children), style)
    node.made_of = elements

    if node.player is not None and children == [None]:  # ("MAX", None)
        message = f"{quoted(label)} says whose node it is, and nothing is below it"
        raise UnreadableError(message, hint="write its children behind it: ('MAX', 3, 5)")
    # ["x"] is an unknown leaf, and no leaf called x without a value.
    if not children and style != ListStyle.NUMBERS_ALONE:
        _convert_name_to_value(node)
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


def _split_record_of_children(children: Sequence[Any]) -> Sequence[Any]:
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
    return [_Named(str(name), value) for name, value in record.items()]


def _convert_name_to_value(sketch: Sketch) -> None:
    """Make the name of a leaf its value: ``x`` is the word of an unknown leaf, ``5`` a number."""
    sketch.number = sketch.name
    sketch.name = ""


def _set_name_or_player_from_key(node: Sketch, key: str) -> None:
    """Make the key that a node without a name stands under its name, or its player.

    =================================  ===================================================
    ``{"A": [3, 12]}``, ``{"A": 3}``   A is the name
    ``{"MAX": [3, 12]}``               MAX is the player, and there is no name
    ``{"MAX": 3}``                     MAX is the name, as a leaf has no player
    ``{"leaf": 3}``                    a word for leaves is no name
    =================================  ===================================================
    """
    if not node.children:
        node.name = _choose_leaf_name(key)
        return
    node.name = key
    if node.player is None:
        set_player_from_name(node)  # which removes the name MAX


def _set_player_from_key(node: Sketch, key: str) -> None:
    """Set the player of a node with children from the key that it stands under.

    ``{"MAX": {"name": "A", "children": […]}}`` is a node A of MAX. A node that has a player keeps
    it, and a key that is no word for one says nothing.
    """
    player = player_named(key)
    if player is not None and node.player is None and node.children:
        node.player = player
        node.is_on_label = True


def _set_player_from_value_or_name(sketch: Sketch) -> None:
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


def _begins_with_label(elements: Sequence[Any]) -> bool:
    """Tell whether a list begins with a :class:`Label`."""
    return len(elements) > 0 and isinstance(elements[0], Label)


# -- records and calls -------------------------------------------------------------------------


def _add_weights(children: Sequence[Any], weights: Sequence[Any]) -> list[Any]:
    """Add to each child its weight from a list in the same order.

    Children ``[3, 5]`` with the weights ``[0.4, 0.6]`` become 3 of weight 0.4 and 5 of weight 0.6.

    Raises:
        UnreadableError: There is not one weight for each child.
    """
    if len(children) != len(weights):
        probabilities = counted(len(weights), "probability", "probabilities")
        message = (
            f"a list of {probabilities} stands beside {counted(len(children), 'child', 'children')}"
        )
        raise UnreadableError(message)
    return [_Weighted(child, weight) for child, weight in zip(children, weights, strict=True)]


def _find_weighted_children(children: Sequence[Any]) -> list[Any] | None:
    """Find the children of a chance node, with their weights, in pairs of a weight and a child.

    ``{"0.25": 3, "0.75": 5}``, ``{"A": [0.25, 3], "B": [0.75, 5]}``, ``[[0.25, 3], [0.75, 5]]`` and
    ``[[3, 0.25], [5, 0.75]]`` are the leaf 3 of weight 0.25 and the leaf 5 of weight 0.75. ``None``
    if not all children are such pairs.
    """
    are_under_keys = all(isinstance(child, _Named) for child in children)
    if are_under_keys:
        return _find_weighted_children_by_name(children)

    weighted = split_off_weights(list(map(_remove_style, children)))
    return None if weighted is None else _add_weights(weighted.children, weighted.weights)


def _find_weighted_children_by_name(children: Sequence[_Named]) -> list[Any] | None:
    """Find the children of a chance node and their weights in a record of children by name.

    The weights are the names themselves, or stand in pairs below the names::

        {"0.25": 3, "0.75": 5}                      the leaf 3 of weight 0.25, and the leaf 5
        {"heads": (0.25, 3), "tails": (0.75, 5)}    likewise, and the leaves have names

    ``None`` is returned if the numbers do not add up to 1, and so are no weights.
    """
    names = [child.name for child in children]
    values = [child.value for child in children]

    weights = parse_weights(names)
    if weights is not None:
        return _add_weights(values, weights)

    weighted_values = split_off_weights(values)
    if weighted_values is None:
        return None
    named_children = list(map(_Named, names, weighted_values.children))
    return _add_weights(named_children, weighted_values.weights)


def _check_have_one_reading(children: Sequence[Any]) -> None:
    """Raise an error if what stands as children of a node without chance may be something else.

    Raises:
        UnreadableError: Numbers among them may be probabilities, or some may stand below others.
    """
    _check_no_weights_in_pairs(children)
    _check_no_weights_between(children)
    _check_levels_of_children(children)
    _check_parents_of_children(children)


def _check_no_weights_in_pairs(children: Sequence[Any]) -> None:
    """Raise an error if the children of a node that is none of chance seem to have probabilities.

    ===================================  ====================================================
    ``[[0.5, [3, 5]], [0.5, [2, 9]]]``   an error: 0.5 is a probability, or a leaf beside a
                                         node
    ``[(0.3, 10), (0.7, -5)]``           an error: tuples may be pairs of a probability and a
                                         leaf
    ``[[0.3, 10], [0.7, -5]]``           no error: lists of two leaves
    ``[[0.3, [3, 5]], [0.4, [2, 9]]]``   no error: 0.3 and 0.4 do not add up to 1
    ===================================  ====================================================
    """
    first_child = children[0]
    is_plain_list = isinstance(first_child, _Styled) and first_child.style == ListStyle.PLAIN
    if not is_plain_list:
        return

    pairs = list(map(_remove_style, children))
    are_tuples = all(isinstance(pair, tuple) for pair in pairs)
    has_node_in_first_pair = any(map(is_list, pairs[0]))
    # A shortcut for the usual lists of leaves, [[3, 12], [2, 4]].
    if not are_tuples and not has_node_in_first_pair:
        return

    weighted = split_off_weights(pairs)
    if weighted is None:
        return
    have_nodes_weights = all(map(is_list, weighted.children))
    if are_tuples or have_nodes_weights:
        message = "pairs have numbers that add up to 1: they may be probabilities, or leaves"
        hint = (
            "write the one that is meant: chance[0.5*[3 5] 0.5*[2 9]], or [[0.5 [3 5]] [0.5 [2 9]]]"
        )
        raise UnreadableError(message, hint=hint)


def _check_levels_of_children(children: Sequence[Any]) -> None:
    """Raise an error if records beside each other have the levels of nodes below each other.

    In ``[{"id": "A", "level": 0}, {"id": "B", "level": 1}]`` B is somewhere below A, and it is not
    said below which node. In ``[{"move": "e4", "depth": 12}, {"move": "d4", "depth": 11}]`` the
    depth is something else.

    Raises:
        UnreadableError: The first one has the level 0 or 1, and all others have larger ones.
    """
    first_child, *other_children = children
    if not isinstance(first_child, dict):
        return
    for word in _LEVEL_WORDS & first_child.keys():
        first_level = first_child[word]
        if first_level not in {0, 1}:
            continue
        levels = [child.get(word) for child in other_children if isinstance(child, dict)]
        are_all_records = len(levels) == len(other_children)
        are_deeper = all(isinstance(level, int) and level > first_level for level in levels)
        if are_all_records and are_deeper:
            message = f"{quoted(word)} says how deep a node stands, and not what is below it"
            hint = 'children stand under "children", or each record names its "parent"'
            raise UnreadableError(message, hint=hint)


def _check_parents_of_children(children: Sequence[Any]) -> None:
    """Raise an error if a child says that it stands below another child of the same node.

    In ``Model([{"key": "A"}, {"key": "B", "parent": "A"}])`` the list is a table of all nodes.

    Raises:
        UnreadableError: A record does, under a word such as ``parent``.
    """
    last_child = children[-1]
    has_parents = isinstance(last_child, dict) and _find_parent(last_child) is not None
    if not has_parents:
        return
    records = [child for child in children if isinstance(child, dict)]
    names = {NodeRecord(record).name for record in records} - {""}
    for record in records:
        parent = _find_parent(record)
        if parent in names:
            message = f"{quoted(parent)} stands beside a node whose parent it is"
            raise UnreadableError(message, hint="a list of all nodes stands by itself")


def _find_parent(record: Mapping[Any, Any]) -> str | None:
    """Find what a record says of the node above it; ``None`` if it says nothing."""
    for key, value in record.items():
        if meaning(str(key)) == PARENT and isinstance(value, (str, int)):
            return str(value)
    return None


def _remove_style(child: Any) -> Any:
    """Return a child without the style of the list around it."""
    return child.value if isinstance(child, _Styled) else child


def _build_node_from_keys(record: NodeRecord) -> Sketch:
    """Build a node with what stands under the keys of its record.

    ``{"name": "A", "score": 5, "p": 0.5, "colour": "red"}`` becomes a node with the name A, the
    value 5 and the probability 0.5. To look up a property of the record, such as ``record.name``,
    adds its key to ``record.used``: afterwards ``colour`` is the only key that is not used.
    """
    children = _collect_children(record)
    if record.has_children_alone:  # the usual case in a large tree, made fast
        return Sketch(children=children, made_of=record.items)

    if children and record.probabilities is not None:  # "probabilities": [0.5, 0.5]
        children = _add_weights(children, record.probabilities)
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


def _check_player_has_children(sketch: Sketch) -> None:
    """Raise an error if a node has a player, and neither children nor a value.

    Raises:
        UnreadableError: It has: a key for its children was not understood.
    """
    if sketch.player is not None and not sketch.children and sketch.number is None:
        message = "a node whose player is given has no children here"
        raise UnreadableError(message, hint='children stand under "children"')


def _check_children_are_no_count(record: NodeRecord) -> None:
    """Raise an error if a number stands under a word for children: ``{"nodes": 120}``.

    Raises:
        UnreadableError: One does, and is not 0.
    """
    for key, value in record.items.items():
        if meaning(str(key)) == CHILDREN and is_numeric(value) and value != 0:
            message = f"{quoted(str(key))} has a number, and says nothing of what is below a node"
            raise UnreadableError(message, hint='children stand in a list: "children": [3, 12]')


def _check_no_unknown_children_key(record: NodeRecord) -> None:
    """Raise an error if records stand under a word that is not known, in a node without children.

    Raises:
        UnreadableError: They do: ``{"name": "A", "outcomes": [{"value": 3}, {"value": 5}]}``.
    """
    for key in record.others:
        found = record.get(key)
        if is_list(found) and any(isinstance(each, dict) for each in found):
            message = f"{quoted(str(key))} is no word for children, and records stand there"
            raise UnreadableError(message, hint='children stand under "children"')


def _collect_children(record: NodeRecord) -> Sequence[Any]:
    """Collect the children in a record; empty if it has no key for children."""
    children = record.children_entry
    if children is None:
        return ()
    if isinstance(children, dict):
        if _is_only_child(children):
            return [children]
        return [_Named(str(key), value) for key, value in children.items()]
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


def _check_no_random_numbers(call: Constructed) -> None:
    """Raise an error if a call makes random numbers, and no chance node: ``Random(1234)``.

    Raises:
        UnreadableError: It does.
    """
    has_numbers_alone = all(map(is_numeric, call.arguments))
    if plain_word(call.function) == "random" and has_numbers_alone:
        raise UnreadableError(f"{quoted(call.function)} makes random numbers, and is not run")


class _Arguments(NamedTuple):
    """The arguments of a constructor by their types."""

    children: list[Any]
    numbers: list[Any]
    others: list[Any]


def _group_arguments(call: Constructed, player: Player | None) -> _Arguments:
    """Group the arguments of a constructor without keywords: children, numbers, and others.

    ``Node("A", [3, 5])`` has the children 3 and 5 and the other argument ``A``. First, arguments
    that are children together are put into one list:

    - of a function that is called as a player: ``Max(Min(3, 5), 4)`` as ``Max([Min(3, 5), 4])``;
    - of a chance node: ``Chance([0.4, 0.6], [3, 5])`` as a list of two children with weights;
    - of any: ``Node([3, 5], [2, 9])`` as ``Node([[3, 5], [2, 9]])``.
    """
    arguments: Sequence[Any] = call.arguments
    if player_named(call.function) is not None:
        arguments = _convert_numbers_to_leaves(call)
    if player == Player.CHANCE:
        arguments = _join_children_with_weights(arguments)
    return _group_by_type(_convert_lists_to_nodes(arguments, call.function))


def _group_by_type(arguments: Sequence[Any]) -> _Arguments:
    """Group the arguments of a constructor by their types, without ``None``.

    >>> _group_by_type(["A", [5, 8], 3, None])
    _Arguments(children=[5, 8], numbers=[3], others=['A'])

    The items of a list are children each, and a record or a call is one child.
    """
    by_type = _Arguments([], [], [])
    for argument in arguments:
        if is_list(argument):
            by_type.children.extend(_mark_nodes_in_parts(argument))
        elif isinstance(argument, (Constructed, dict)):
            by_type.children.append(argument)
        elif is_numeric(argument):
            by_type.numbers.append(argument)
        elif argument is not None:
            by_type.others.append(argument)
    return by_type


def _convert_numbers_to_leaves(call: Constructed) -> Sequence[Any]:
    """Return the arguments of a player, with numbers and calls moved into one list of children.

    ============================  ==========================================================
    ``Max(Min(3, 5), 4)``         ``[[Min(3, 5), 4]]``
    ``Max("A", Min(3, 5), 4)``    ``["A", [Min(3, 5), 4]]``
    ``Max(3, 12)``, ``Max([3])``  as they are: without calls, or with a list or record
    ``Max(4, Min(3, 5))``         an error: 4 may be the value of the node, or a leaf
    ============================  ==========================================================

    Raises:
        UnreadableError: A number stands before calls.
    """
    arguments = call.arguments
    has_calls = any(isinstance(argument, Constructed) for argument in arguments)
    has_numbers = any(map(is_numeric, arguments))
    has_containers = any(is_list(argument) or isinstance(argument, dict) for argument in arguments)
    if has_containers or not has_calls or not has_numbers:
        return arguments
    _check_no_number_before_calls(call)

    children: list[Any] = []
    others: list[Any] = []
    for argument in arguments:
        if is_numeric(argument) or isinstance(argument, Constructed):
            children.append(argument)
        else:
            others.append(argument)
    return [*others, children]


def _check_no_number_before_calls(call: Constructed) -> None:
    """Raise an error if a number stands before the calls among arguments: ``Max(4, Min(3, 5))``."""
    before_calls = takewhile(lambda argument: not isinstance(argument, Constructed), call.arguments)
    if any(map(is_numeric, before_calls)):
        message = f"a number before the children of {quoted(call.function)} may be its value"
        hint = f"write the children in a list: {call.function}([4, Min([3, 5])])"
        raise UnreadableError(f"{message}, or a leaf", hint=hint)


def _join_children_with_weights(arguments: Sequence[Any]) -> Sequence[Any]:
    """Join a list of weights and a list of children among a chance node's arguments to one list.

    ``Chance([0.4, 0.6], [3, 5])`` and ``Chance([3, 5], [0.4, 0.6])`` both have the leaf 3 of weight
    0.4 and the leaf 5 of weight 0.6. Any other arguments stay as they are.

    >>> [each.value for each in _join_children_with_weights([[0.4, 0.6], [3, 5]])[0]]
    [3, 5]
    """
    lists = [argument for argument in arguments if is_list(argument)]
    others = [argument for argument in arguments if not is_list(argument)]
    have_one_length = len(lists) == 2 and len(lists[0]) == len(lists[1])
    if not have_one_length:
        return arguments

    front_list, back_list = lists
    for numbers, children in ((front_list, back_list), (back_list, front_list)):
        weights = parse_weights(numbers)
        if weights is not None:
            return [*others, _add_weights(children, weights)]
    return arguments


def _convert_lists_to_nodes(arguments: Sequence[Any], function: str) -> Sequence[Any]:
    """Move several lists among a constructor's arguments into one list of child nodes.

    ``Max([3, 5], [2, 9])`` becomes ``Max([[3, 5], [2, 9]])``. Only one list, or several that are
    all empty, stay as they are.

    Raises:
        UnreadableError: A list may hold something other than children: in ``Node(["a"], [3, 5])``
            the texts, and in ``Node([], [3, 5])`` what is missing in the empty list.
    """
    lists = [argument for argument in arguments if is_list(argument)]
    are_all_empty = all(len(members) == 0 for members in lists)
    if len(lists) < 2 or are_all_empty:
        return arguments

    has_empty_list = any(len(members) == 0 for members in lists)
    has_list_of_texts = any(all(map(is_text, members)) for members in lists)
    if has_empty_list or has_list_of_texts:
        message = f"{quoted(function)} has several lists, and which of them are children is not"
        hint = f"write them by name: {function}(children=[3, 5])"
        raise UnreadableError(f"{message} plain", hint=hint)
    others = [argument for argument in arguments if not is_list(argument)]
    return [*others, lists]


def _mark_nodes_in_parts(members: Sequence[Any]) -> Sequence[Any]:
    """Return the members of a list that a constructor is given; some are nodes in their parts.

    C and Go need not repeat the name of a class: ``Node{"A", 0, {{"B", 3, nil}, {"C", 5, nil}}}``.
    """
    are_nodes = all(is_list(each) and is_node_in_parts(each) for each in members)
    return _mark_with_style(members, ListStyle.PAIRS) if are_nodes else members


def _set_value(sketch: Sketch, numbers: Sequence[Any], function: str) -> None:
    """Set a node's value to the only number among a constructor's arguments.

    ``Node("A", 3)`` has the value 3. A value that a keyword has given stays.

    Raises:
        UnreadableError: There are several numbers, as in ``Node(3, 5)``; `function` is named.
    """
    if len(numbers) > 1:
        raise UnreadableError(
            f"{quoted(function)} has several numbers: which of them is the value?",
            hint="write the leaves in a list: Node([3, 12, 8])",
        )
    if numbers and sketch.number is None:
        sketch.number = numbers[0]


def _set_flag_player_or_name(sketch: Sketch, argument: Any) -> None:
    """Set what an argument of a constructor says of its node, if that is not known yet.

    ==========  ==========================================================================
    ``true``    the flag
    ``"MAX"``   the player; of ``Node("MAX", "MIN")`` the second is the name
    ``"A"``     the name
    ==========  ==========================================================================

    Raises:
        UnreadableError: It is no text, or the node has a name already.
    """
    may_be_player = is_text(argument) and sketch.player is None
    if isinstance(argument, bool) and sketch.flag is None:
        sketch.flag = argument
    elif may_be_player and player_named(argument) is not None:
        sketch.player = player_named(argument)
    elif is_text(argument) and not sketch.name:
        sketch.name = _parse_last_name(argument)
    else:
        raise UnreadableError(f"{quoted(str(argument))} says nothing about a node")


def _parse_last_name(path: str) -> str:
    """Parse the name at the end of a path, as anytree shows nodes: ``/A/B`` is B."""
    _, _, name = path.rpartition("/")
    return name if name else path


def _mark_with_style(children: Sequence[Any], style: ListStyle) -> list[Any]:
    """Return children with the lists among them marked by their style.

    The style that was found for a list holds for the lists in it, too. Any other child is returned
    as it is.

    Args:
        children: The elements of a list, without its label.
        style: The style of the list.
    """
    styled: list[Any] = []
    for child in children:
        if is_list(child):
            styled.append(_Styled(child, style))
        else:
            styled.append(child)
    return styled


def as_list(children: Any) -> Sequence[Any]:
    """Return the children in a list, tuple, set or array as a list.

    Those of a set are sorted by their texts.
    """
    if isinstance(children, (set, frozenset)):
        return sorted(children, key=str)
    if isinstance(children, (list, tuple)):
        return children
    return list(children.tolist())


def _check_children_by_name(items: Mapping[str, Any]) -> None:
    """Raise an error if the values of a record cannot be the children of a node.

    Raises:
        UnreadableError: There are none, or one of them can be no child.
    """
    if not items:
        raise UnreadableError("a record is empty", hint='a leaf has a value: {"value": 3}')
    if not all(map(_is_tree_or_number, items.values())):
        raise UnreadableError(NO_SHAPE, hint=SHAPES)


def _check_single_value(items: Mapping[str, Any]) -> None:
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


def _check_no_lists_by_level(items: Mapping[str, Any]) -> None:
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


def _add_facts_of_node(items: dict[str, Any]) -> Mapping[str, Any]:
    """Return a record with the facts of its node, if it has a word for a node beside them.

    ``{"name": "D", "attributes": {"value": 5}}`` has; in ``{"data": {"A": 5, "B": 8}}`` the key may
    be the name of a child.
    """
    with_all = merge_inner_record(items)
    has_facts_alone = with_all is items or not any(map(is_known, with_all.keys() & items.keys()))
    return items if has_facts_alone else with_all


def _describes_node(record: NodeRecord, items: Mapping[str, Any]) -> bool:
    """Tell whether the keys of a record describe a node, and are no names of nodes.

    They do if one of them is a word for children, a value or the like. Other words for nodes do so,
    too, ``{"name": "x", "type": "leaf"}``, but may also be names: ``{"name": [5, 8]}``.

    Args:
        record: The record, with the facts of its node that stood in a record within.
        items: The record as it is written.
    """
    return record.is_node or (record.has_known_words and not _holds_trees(items))


def _is_node_called_by_side(items: Mapping[str, Any]) -> bool:
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


def _check_no_text_below_key(item: _Named, elements: Sequence[Any]) -> None:
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


def _has_player_between(item: _Named) -> bool:
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


def _holds_trees(items: Mapping[str, Any]) -> bool:
    """Tell whether all values of a record are lists, records or calls."""
    return all(isinstance(value, (list, tuple, dict, Constructed)) for value in items.values())


# -- labels ------------------------------------------------------------------------------------


def _build_node_from_head(head: Head | None) -> Sketch:
    """Build a sketch with the name, value and player that stand before a list's children."""
    if head is None:
        return Sketch()
    player = None if head.player is None else player_named(head.player)
    has_value = head.number is not None
    name = _choose_leaf_name(head.name) if has_value else _choose_inner_name(head.name)
    return Sketch(name=name, number=head.number, player=player, is_on_label=player is not None)


def _choose_inner_name(name: str) -> str:
    """Choose the name before children; empty for a word that says that it is a node."""
    return "" if plain_word(name) in WORDS_FOR_NODES else name


def _choose_leaf_name(name: str) -> str:
    """Choose the name before a value; empty for a word that says that it is a leaf."""
    return "" if plain_word(name) in WORDS_FOR_LEAVES else name


def _build_node_from_drawing(label: Label, children: Sequence[Any]) -> Sketch:
    """Build the node of a drawing from its label and the children that stand below it.

    =========  =============  ====================================================
    label      children
    =========  =============  ====================================================
    ``▲ A``    ``[3, 12]``    a MAX node A with two leaves
    ``D``      ``[5]``        a leaf D of value 5, which is drawn below its name
    ``D: 5``   none           the same leaf
    ``x``      none           a leaf without a name, whose value is the unknown x
    =========  =============  ====================================================
    """
    has_children = len(children) > 0
    sketch = _build_node_from_label(label, is_leaf=not has_children)
    if has_children and _is_name_above_number(sketch, children):
        sketch.number = children[0]
    elif has_children:
        sketch.children = children
    else:
        # Of "▲ D" the name is D, and not all of the label.
        has_label_only_name = sketch.name == label.strip()
        if has_label_only_name and sketch.number is None:
            _convert_name_to_value(sketch)
    return sketch


def _is_name_above_number(sketch: Sketch, children: Sequence[Any]) -> bool:
    """Tell whether a node is a leaf that is drawn as a name above its value: ``[D [5]]`` in LaTeX.

    Args:
        sketch: The node with what its label says, still without children.
        children: What stands below it.
    """
    has_one_number = len(children) == 1 and is_numeric(children[0])
    if not has_one_number or not sketch.name:
        return False
    return sketch.number is None and sketch.player is None and sketch.bound is None


def _build_node_from_label(label: Label, *, is_leaf: bool) -> Sketch:
    """Build a node with what its label says: its name, value, player, claims and weight.

    Args:
        label: The text in a node of a drawing.
        is_leaf: Whether the node is a leaf.

    Raises:
        UnreadableError: The label has several numbers, or it is an ellipsis.
    """
    # An ellipsis behind other children has been taken away before: another one is a mistake.
    if is_leaf and label in ELLIPSES:
        raise make_misplaced_ellipsis_error(label.place)
    parts = parse_node_label(label, label.place, is_leaf=is_leaf)
    # An option beside the label, such as `max` of LaTeX, comes before what stands in it.
    player = parts.player if label.player is None else Player(label.player)
    return Sketch(
        name=parts.name,
        number=parts.number,
        player=player,
        is_on_label=player is not None and player == parts.player,
        claim=parts.claim,
        probability=label.probability,
        estimate=parts.estimate,
        bound=parts.bound,
        window=parts.window,
        place=label.place,
    )


def _build_leaf(item: Any) -> Sketch:
    """Build the leaf of a text, a number or nothing (``None``): ``5`` is a leaf of value 5.

    Raises:
        UnreadableError: It is anything else.
    """
    if isinstance(item, Label):  # before the other texts, as it is one, too
        return _build_node_from_drawing(item, ())
    if item is None or isinstance(item, (str, bool, int, float)):
        return Sketch(number=item)
    return _build_leaf_from_number_object(item)


def _build_leaf_from_number_object(item: Any) -> Sketch:
    """Build the leaf of a number of another library, such as a decimal.

    Raises:
        UnreadableError: It is no number. The hint says how objects of a class of one's own are
            read.
    """
    # Imported here because hardly any tree needs them.
    import numbers
    from decimal import Decimal

    if isinstance(item, (numbers.Number, Decimal)):
        return Sketch(number=item)
    hint = "nodes of a class of your own: say where their children= and value= are"
    raise UnreadableError(f"{quoted(type(item).__name__)} is no node", hint=hint)


def ambiguous(trees: Mapping[Exercise, object]) -> UnreadableError:
    """Return the error that two readings remain, each of them written in the notation."""
    readings = " and ".join(f"`{_format_in_short(exercise)}`" for exercise in trees)
    count = "two" if len(trees) == 2 else str(len(trees))
    message = f"this fits {count} readings: {readings}"
    return UnreadableError(message, hint="write the one that is meant")


def _format_in_short(exercise: Exercise) -> str:
    """Return a tree in the notation, on one line and cut where it is long."""
    return shorten(" ".join(write(exercise).split()), _LONGEST_READING)
