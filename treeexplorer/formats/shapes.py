"""The recogniser of nodes: what one is and what is below it, whatever syntax it was written in.

A *shape* is a way to keep a tree: nested lists, a record a node, children by name, a label first, a
call of a constructor. Which shape a value has is decided by its signs alone; where two remain that
lead to different trees, the value is refused and both are printed. Graphs, whose nodes are known by
names, become sketches in :mod:`graphs`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

from treeexplorer.formats.call_arguments import (
    check_no_random_numbers,
    group_arguments,
    have_names_apart,
    makes_leaf_without_value,
    set_flag_player_or_name,
    set_value_from_numbers,
)
from treeexplorer.formats.described_nodes import (
    add_facts_of_node,
    build_node_from_keys,
    check_children_are_no_count,
    check_no_unknown_children_key,
    check_player_has_children,
    convert_name_to_value,
    is_description_of_node,
    set_player_from_value_or_name,
)
from treeexplorer.formats.identities import (
    Identities,
    are_consecutive,
    find_node_records,
    has_value_in_record,
    make_unclear_identity_error,
)
from treeexplorer.formats.labels import spells_number
from treeexplorer.formats.list_nodes import (
    begins_with_label,
    build_node_from_pair,
    build_node_from_plain_list,
    build_node_with_label_first,
    build_node_with_text_for_label,
)
from treeexplorer.formats.lists import ListStyle, are_pairs_below_root, find_list_styles, is_list
from treeexplorer.formats.model import Constructed, UnreadableError
from treeexplorer.formats.named_children import (
    check_children_by_name,
    check_no_lists_by_level,
    check_no_text_below_key,
    check_single_value,
    has_player_between,
    is_node_called_by_side,
    set_name_or_player_from_key,
    set_player_from_key,
    split_record_of_children,
)
from treeexplorer.formats.named_forms import check_names_are_no_addresses
from treeexplorer.formats.plain_leaves import find_plain_leaves
from treeexplorer.formats.records import NodeRecord
from treeexplorer.formats.remarked_values import (
    NamedValue,
    StyledValue,
    WeightedValue,
    mark_with_style,
)
from treeexplorer.formats.single_values import build_leaf, build_node_from_drawing
from treeexplorer.formats.sketches import Grown, Sketch, grow_tree
from treeexplorer.formats.weighted_children import check_have_one_reading, find_weighted_children
from treeexplorer.formats.words import MEASURES, plain_word, player_in_numbered_name, player_named
from treeexplorer.notation import Exercise, write
from treeexplorer.text import safe, shorten
from treeexplorer.tree import Levels, Player

_LONGEST_READING: Final = 60


class NamedPlayer(NamedTuple):
    """The player of a node that is called by its name beside the tree, and where that stands."""

    player: Player
    variable: str


@dataclass
class Recogniser:
    """Describes nodes by their shapes, and remembers what it did not use.

    Attributes:
        levels: The players by ply where an option says them.
        searched: The variables that the program hands to a search.
        default_values: The value of a leaf whose constructor is given none, by constructor.
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
        has_calls_named_apart: Whether each call in it has a name of its own; ``None`` until it is
            asked.
    """

    levels: Levels | None = None
    searched: frozenset[str] = frozenset()
    default_values: Mapping[str, int] = field(default_factory=dict)
    root: Any = None
    players: dict[str, NamedPlayer] = field(default_factory=dict)
    used_players: set[str] = field(default_factory=set)
    left_out: dict[str, None] = field(default_factory=dict)
    remarks: dict[str, None] = field(default_factory=dict)
    whole: Any = None
    has_values_apart: bool | None = None
    has_numbered_nodes: bool | None = None
    identities: Identities | None = None
    has_calls_named_apart: bool | None = None

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
        self.has_calls_named_apart = None
        return grow_tree(root, self._describe_and_add_player, self.levels, find_plain_leaves)

    def grow_outermost(self, elements: Sequence[Any]) -> Grown:
        """Return the tree that a list is, around which nothing stands in the text.

        In such a list, and in no other, numbers may be labels: ``[5, [3], [8]]``.
        """
        self.root = elements
        if are_pairs_below_root(elements):  # [("B", [3, 5]), ("C", [2, 9])]
            children = mark_with_style(elements, ListStyle.PAIRS)
            return self.grow(Sketch(children=children, made_of=elements))
        return self.grow(elements)

    def _describe_and_add_player(self, item: Any) -> Sketch:
        """Describe a node, and give it the player that a table beside the tree has for its name.

        Beside ``chance = ["A"]`` the node ``{"A": [[0.5, 3], [0.5, 5]]}`` is a chance node with the
        leaves 3 and 5: at any other node these are pairs of leaves.
        """
        sketch = self.describe(item)
        if sketch.player is None and sketch.children:
            sketch.player = self._find_player_by_name(sketch.name)

        # Only now it is known who moves, and so what numbers beside the children are.
        if sketch.player == Player.CHANCE:
            weighted_children = find_weighted_children(sketch.children)
            if weighted_children is not None:
                sketch.children = weighted_children
        elif len(sketch.children) > 1:
            check_have_one_reading(sketch.children)
        return sketch

    def _find_player_by_name(self, name: str) -> Player | None:
        """Find the player of an inner node by its name, in a table beside the tree or by itself.

        Beside ``chance = ["A"]`` the node A is a chance node; without a table ``min_1`` is one of
        MIN. That the table was used is noted: at the end its other names are listed as left out.
        """
        named_player = self.players.get(name) if self.players else None
        if named_player is not None:
            self.used_players.add(name)
            return named_player.player
        return player_in_numbered_name(name) if name else None

    # -- a node --------------------------------------------------------------------------------

    def describe(self, item: Any) -> Sketch:
        """Return the name, value and children of the node that a value of the text stands for.

        ``[3, 12]`` is a node with the children 3 and 12, ``5`` a leaf of value 5. The children stay
        values: each is described when it is added to the tree.

        No value has two of these types. Only a number of numpy may be a float, too, and is asked
        for ``tolist`` before.

        Args:
            item: The value: a list, a record, a call, a text, a number, or one of these with a
                remark around it (``StyledValue``, ``NamedValue``, ``WeightedValue``).

        Raises:
            UnreadableError: The value has no shape that is known, or fits several.
        """
        # A node of a graph, which is described already.
        if isinstance(item, Sketch):
            return item
        # A value with a remark around it.
        if isinstance(item, StyledValue):
            return self._build_node_in_style(item.value, item.style)
        if isinstance(item, NamedValue):
            return self._build_node_under_key(item)
        if isinstance(item, WeightedValue):
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
        return build_leaf(item)

    def _build_node_under_key(self, item: NamedValue) -> Sketch:
        """Build the node of a value that stands under a key of a record.

        The key is its name, its player or both. A leaf has no player::

            {"A": [3, 12]}                           a node A
            {"MAX": [3, 12]}                         a node of MAX without a name
            {"max": 5}                               a leaf called max
            {"MAX": {"name": "A", "children": […]}}  a node A of MAX
            {"A": {"MAX": [3, 12]}}                  a node A of MAX
        """
        key, value = item
        if has_player_between(item):  # {"A": {"MAX": [3, 12]}}
            node_of_player = self._build_node_of_single_key(value)
            # Without children, {"A": {"max": {"value": 5}}}, it is a leaf called max below A.
            if node_of_player.children:
                node_of_player.name = key
                return node_of_player

        node = self._build_node_without_its_key(value)
        has_name_of_its_own = node.name != ""
        if not has_name_of_its_own:
            set_name_or_player_from_key(node, key)
            return node

        if is_list(value):
            check_no_text_below_key(item, value)
        set_player_from_key(node, key)
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
        if not has_name and is_node_called_by_side(items):
            return self._build_node_of_single_key(items)

        record = NodeRecord(add_facts_of_node(items))
        if is_description_of_node(record, items):
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
        check_children_by_name(items)
        check_names_are_no_addresses(items)
        check_single_value(items)
        check_no_lists_by_level(items)

        # First, as they are no names: {"A": [5, 8], "depth": 1} has the lone key A.
        nodes_by_name = self._leave_out_measures(items)
        if len(nodes_by_name) == 1 and not has_name:
            return self._build_node_of_single_key(nodes_by_name)
        children = [NamedValue(str(name), value) for name, value in nodes_by_name.items()]
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
        return self._build_node_under_key(NamedValue(str(name), value))

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
        sketch = build_node_from_keys(record)
        if sketch.children:
            set_player_from_value_or_name(sketch)
        elif record.has_several_values:
            raise UnreadableError("a leaf has one value here, and this one has several")
        if self._is_name_its_value(sketch, record):  # {"name": "5"}
            if record.is_named_by_identity:  # {"id": 17}
                self._check_identity_may_be_value(sketch.name)
            convert_name_to_value(sketch)

        # 2. A leaf without a value, even now, may be a node whose children were not understood.
        is_leaf_without_value = not sketch.children and sketch.number is None
        if is_leaf_without_value:
            check_children_are_no_count(record)
            check_no_unknown_children_key(record)
            if not has_arguments:
                check_player_has_children(sketch)

        # 3. Last, since the steps above ask for keys.
        has_unused_keys = len(record.used) < len(record.items)
        if has_unused_keys:
            self._leave_out_unused_keys(record)
        return sketch

    def _is_name_its_value(self, sketch: Sketch, record: NodeRecord) -> bool:
        """Tell whether the name of a node is a number, and is its value: ``{"name": "5"}``.

        In these records it is a name:

        1. ``{"name": "5", "value": null}``, which has a key for its value;
        2. ``{"id": 1, "children": [{"id": 2}, {"id": 3}]}``, whose ids number the nodes;
        3. ``{"id": 17}``, by which others refer to it, if any record of the tree has such a key;
        4. ``{"name": "5", "children": […]}``, if any record of the tree has a value under one.
        """
        is_number = bool(sketch.name) and spells_number(sketch.name)
        if not is_number:
            return False
        # 1.
        has_value = sketch.number is not None or record.has_value_key
        if has_value:
            return False
        # 2.
        if self._has_ids_that_number_nodes():
            return False
        # 3.
        if record.is_named_by_identity:
            return not self._find_identities().have_values
        # 4.
        has_children = bool(sketch.children)
        return not has_children or not self._has_separate_values()

    def _check_identity_may_be_value(self, name: str) -> None:
        """Refuse a number by which others refer to a node, and which would be its value.

        Raises:
            UnreadableError: All nodes have such numbers: ``{"id": 17, "children": [{"id": 23}, …``.
        """
        if self._find_identities().are_numbers:
            raise make_unclear_identity_error(name)

    def _has_separate_values(self) -> bool:
        """Tell whether some record of the tree has a key for its value, so that numbers are names.

        In ``{"name": 1, "children": [{"name": 2, "value": 3}]}`` 1 is a name, as 2 is.
        """
        if self.has_values_apart is None:
            self.has_values_apart = any(map(has_value_in_record, find_node_records(self.whole)))
        return self.has_values_apart

    def _find_identities(self) -> Identities:
        """Find what the names by which the tree's records refer to each other are."""
        if self.identities is None:
            records = [*find_node_records(self.whole)]
            names = [record.identity for record in records]
            self.identities = Identities(
                have_values=any(record.has_value_key for record in records),
                are_numbers=all(name is None or spells_number(name) for name in names),
            )
        return self.identities

    def _has_ids_that_number_nodes(self) -> bool:
        """Tell whether the ids of the tree's records are 0, 1, 2, … or 1, 2, 3, … in some order.

        In ``{"id": 1, "children": [{"id": 2}, {"id": 3}]}`` no node has a value.
        """
        if self.has_numbered_nodes is None:
            ids = [record.numeric_id for record in find_node_records(self.whole)]
            self.has_numbered_nodes = are_consecutive(ids)
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
        check_no_random_numbers(call)
        # 1. Keywords.
        node = self._build_node_from_keywords(call)
        # 2. The function.
        player_of_function = player_named(call.function)
        if node.player is None:
            node.player = player_of_function

        # 3. The other arguments; which of them are children depends on the player of the node.
        arguments = group_arguments(call, node.player)
        for flag_player_or_name in arguments.others:
            set_flag_player_or_name(node, flag_player_or_name)

        # In the order of the call, where keywords come last: Node([5, 8], right=3).
        children_of_keywords = node.children
        node.children = [*split_record_of_children(arguments.children), *children_of_keywords]
        if self._are_calls_named_apart():
            self.left_out.setdefault("the names of the calls")

        # 4. Numbers, which are leaves only where there is no other child.
        has_leaves_alone = player_of_function is not None and not node.children
        if has_leaves_alone:
            node.children = arguments.numbers
        else:
            set_value_from_numbers(node, arguments.numbers, call.function)

        if makes_leaf_without_value(node, call.keywords):
            node.number = self.default_values.get(call.function)
        if call.keywords:
            check_player_has_children(node)
        return node

    def _are_calls_named_apart(self) -> bool:
        """Tell whether each call of the tree has a name of its own, which may be that of its node.

        So it is in ``A(B(3), C(5))``, and neither in ``Node(Leaf(3), Leaf(5))`` nor in
        ``Max(Min(3, 5), 2)``.
        """
        if self.has_calls_named_apart is None:
            self.has_calls_named_apart = have_names_apart(self.whole)
        return self.has_calls_named_apart

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
        if begins_with_label(elements):
            return build_node_from_drawing(elements[0], elements[1:])
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
                grown = self.grow(StyledValue(elements, style))
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
        needs_no_style = not is_list(value) or begins_with_label(value)
        if needs_no_style:
            return self.describe(value)
        if not value:
            raise UnreadableError("a node needs at least one child", hint="a leaf is a bare number")
        if style == ListStyle.PLAIN:
            return build_node_from_plain_list(value)
        if style == ListStyle.PAIRS:
            return build_node_from_pair(value)
        if style == ListStyle.NUMBERS_ALONE:
            return build_node_with_label_first(value, style)
        return build_node_with_text_for_label(value, style)


def ambiguous(trees: Mapping[Exercise, object]) -> UnreadableError:
    """Return the error that two readings remain, each of them written in the notation."""
    readings = " and ".join(f"`{_format_in_short(exercise)}`" for exercise in trees)
    count = "two" if len(trees) == 2 else str(len(trees))
    message = f"this fits {count} readings: {readings}"
    return UnreadableError(message, hint="write the one that is meant")


def _format_in_short(exercise: Exercise) -> str:
    """Return a tree in the notation, on one line and cut where it is long."""
    return shorten(" ".join(write(exercise).split()), _LONGEST_READING)
