"""The recogniser: from plain Python objects to trees, whatever syntax they were written in.

A *shape* is a way to keep a tree: nested lists, a record a node, children by name, successors by
name, nodes and edges, a label first. Which shape a value has is decided by its signs alone; where
two remain that lead to different trees, the value is refused and both are printed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

from treeexplorer.errors import TreeexplorerError
from treeexplorer.formats import graphs
from treeexplorer.formats.labels import is_number, label_parts
from treeexplorer.formats.lists import (
    Head,
    ListStyle,
    head_of,
    is_list,
    is_named_leaf,
    is_numeric,
    is_text,
    split_pair,
    styles_of,
)
from treeexplorer.formats.model import Assigned, Constructed, Label, Reading, UnreadableError
from treeexplorer.formats.records import NodeRecord, leaf_keys
from treeexplorer.formats.sketches import Grown, Leaves, Sketch, grow, plain_integers
from treeexplorer.formats.words import (
    NAME,
    ROOT_WORDS,
    TREE_WORDS,
    meaning,
    plain_word,
    player_of,
)
from treeexplorer.notation import Exercise, write
from treeexplorer.text import quoted, safe, shorten
from treeexplorer.tree import Levels, Player

NO_SHAPE: Final = "this is no tree that can be recognised"
SHAPES: Final = (
    "a tree is nested lists ([[3, 12], [2, 4]]), a record a node (children, value), children by "
    "name, successors by name with values, nodes and edges, or a label before its children"
)
_LONGEST_READING: Final = 60


class Recognised(NamedTuple):
    """The trees of a text, and what is to be said of how they were understood.

    Attributes:
        exercises: The trees, in order.
        says_players: Whether something in the text says whose nodes they are.
        remarks: What was understood in a way that is not plain to see.
        left_out: What is not in the trees.
    """

    exercises: tuple[Exercise, ...]
    says_players: bool
    remarks: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()


class _Named(NamedTuple):
    """A child that stands under a key: its name, unless it has another."""

    name: str
    value: Any


class _Styled(NamedTuple):
    """A child of a list whose style is known."""

    value: Any
    style: ListStyle


_CONTAINERS: Final = (list, tuple, dict, set, frozenset, Constructed)
_NOTHING: Final[tuple[object, ...]] = (None, "", [], {})
_LABELS_OF_TEXT: Final = frozenset(
    {ListStyle.LABEL_FIRST, ListStyle.LABEL_OR_LEAF, ListStyle.LABEL_WHERE_TEXT}
)


@dataclass
class Recogniser:
    """Describes nodes by their shapes, and keeps what it did not use.

    Attributes:
        levels: The players by ply where an option says them.
        root: The value whose tree is grown: only if it is a list may numbers be labels.
    """

    levels: Levels | None = None
    root: Any = None
    left_out: dict[str, None] = field(default_factory=dict)
    remarks: dict[str, None] = field(default_factory=dict)

    def grow(self, root: Any) -> Grown:
        """Return the tree below what stands for its root."""
        return grow(root, self.describe, self.levels, self.leaves_of)

    # -- a node --------------------------------------------------------------------------------

    def describe(self, item: Any) -> Sketch:
        """Return the sketch of a node, from what stands for it."""
        if isinstance(item, Sketch):
            return item
        if isinstance(item, _Styled):
            return self._in_style(item.value, item.style)
        if isinstance(item, _Named):
            return self._named(item)
        if isinstance(item, dict):
            return self._record(item)
        if is_list(item):
            return self._list(item)
        if isinstance(item, Constructed):
            return self._constructed(item)
        if isinstance(item, Label):
            return _labelled(item, ())
        if hasattr(item, "tolist"):  # an array, or a number of one
            return self.describe(item.tolist())
        if item is None or isinstance(item, (str, bool, int, float)):
            return Sketch(number=item)
        return _of_another_kind(item)

    def _named(self, item: _Named) -> Sketch:
        """Return the node under a key, which is its name."""
        value = item.value
        is_record = isinstance(value, dict)
        sketch = self._record(value, has_name=True) if is_record else self.describe(value)
        if not sketch.name:
            sketch.name = item.name
        return sketch

    # -- records -------------------------------------------------------------------------------

    def _record(self, items: dict[str, Any], *, has_name: bool = False) -> Sketch:
        """Return the node of a record: described by its words, or by names of its children."""
        record = NodeRecord(items)
        if record.is_node or (record.has_known_words and not _holds_trees(items)):
            return self._described(record)
        if len(items) == 1 and not has_name and all(map(_is_tree_or_number, items.values())):
            ((name, value),) = items.items()
            return self.describe(_Named(str(name), value))
        if not items:
            raise UnreadableError("a record is empty", hint='a leaf has a value: {"value": 3}')
        if not all(map(_is_tree_or_number, items.values())):
            raise UnreadableError(NO_SHAPE, hint=SHAPES)
        children = [_Named(str(name), value) for name, value in items.items()]
        return Sketch(children=children, identity=id(items))

    def _described(self, record: NodeRecord) -> Sketch:
        """Return the node of a record whose keys are words."""
        children = record.children_found
        name = record.name
        sketch = Sketch(
            name=name,
            number=record.number,
            player=record.player,
            probability=record.probability,
            claim=record.claim,
            estimate=record.estimate,
            has_more=record.has_more,
            identity=id(record.items),
        )
        if sketch.probability is not None:
            sketch.is_surely_probability = record.is_surely_probability
        if isinstance(children, dict):
            sketch.children = [_Named(str(key), value) for key, value in children.items()]
        elif children is not None:
            sketch.children = _as_list(children)
        if sketch.player is None and sketch.children:
            sketch.player = player_of(name)
            if sketch.player is not None:
                sketch.name = ""
                sketch.is_on_label = True
        if sketch.number is None and not record.has_value_key and is_number(name):
            sketch.number = name
            sketch.name = ""
        if len(record.used) < len(record.items):
            self._leave_out(record)
        return sketch

    def _leave_out(self, record: NodeRecord) -> None:
        """Remember the keys of a record that said nothing, but for those that say `nothing`."""
        for key, value in record.items.items():
            says_nothing = value is False or value in _NOTHING
            if key not in record.used and not says_nothing:
                self.left_out.setdefault(f'"{safe(str(key))}"')

    def leaves_of(self, children: Sequence[Any]) -> Leaves | None:
        """Return children as leaves that are added at once: integers, or records alike."""
        if type(children[0]) is not dict:
            return plain_integers(children)
        layouts = {*map(tuple, children)} if {*map(type, children)} == {dict} else set()
        keys = leaf_keys(layouts.pop()) if len(layouts) == 1 else None
        if keys is None:
            return None
        value_key, name_key = keys
        values = [child[value_key] for child in children]
        if {*map(type, values)} != {int}:
            return None
        if not name_key:
            return Leaves(values)
        names = [child[name_key] for child in children]
        if {*map(type, names)} != {str} or not all(map(str.strip, names)):
            return None
        return Leaves(values, [safe(name.strip()) for name in names])

    # -- calls ---------------------------------------------------------------------------------

    def _constructed(self, call: Constructed) -> Sketch:
        """Return the node that a constructor stands for, by the kinds of its arguments."""
        sketch = self._record_of_call(call)
        player = sketch.player or player_of(call.function)
        children: list[Any] = list(sketch.children)
        numbers: list[Any] = []
        for argument in call.arguments:
            if argument is None:
                continue
            if is_list(argument):
                children += argument
            elif isinstance(argument, (Constructed, dict)):
                children.append(argument)
            elif is_text(argument) and player is None and player_of(argument) is not None:
                player = player_of(argument)
            elif is_text(argument) and not sketch.name:
                sketch.name = argument.rpartition("/")[2] or argument  # anytree: '/A/B'
            elif is_numeric(argument):
                numbers.append(argument)
            else:
                raise UnreadableError(f"{quoted(str(argument))} says nothing about a node")
        if player_of(call.function) is not None and not children:
            children = numbers
            numbers = []
        if len(numbers) > 1:
            raise UnreadableError(
                f"{quoted(call.function)} has several numbers: which of them is the value?",
                hint="write the leaves in a list: Node([3, 12, 8])",
            )
        if numbers and sketch.number is None:
            sketch.number = numbers[0]
        sketch.player = player
        sketch.children = children
        return sketch

    def _record_of_call(self, call: Constructed) -> Sketch:
        if not call.keywords:
            return Sketch()
        return self._described(NodeRecord(call.keywords))

    # -- lists ---------------------------------------------------------------------------------

    def _list(self, elements: Sequence[Any]) -> Sketch:
        """Return the node of a list in which no other list has a style of its own."""
        if elements and isinstance(elements[0], Label):
            return _labelled(elements[0], elements[1:])
        styles = styles_of(elements)
        if elements is not self.root and styles == [ListStyle.NUMBERS_ALONE]:
            styles = [ListStyle.PLAIN]
        style = styles[0] if len(styles) == 1 else self._one_of(elements, styles)
        if style == ListStyle.NUMBERS_ALONE:
            self.remarks.setdefault(
                "the first of each pair of brackets is its label, since every leaf stands alone"
            )
        return self._in_style(elements, style)

    def _one_of(self, elements: Sequence[Any], styles: Sequence[ListStyle]) -> ListStyle:
        """Return a style if all lead to the same tree.

        Raises:
            UnreadableError: They lead to different ones; all are written in the notation.
        """
        trees: dict[Exercise, ListStyle] = {}
        for style in styles:
            try:
                grown = self.grow(_Styled(elements, style))
            except UnreadableError:
                continue
            trees.setdefault(grown.exercise, style)
        if len(trees) > 1:
            raise ambiguous(trees)
        return next(iter(trees.values()), styles[0])

    def _in_style(self, value: Any, style: ListStyle) -> Sketch:
        """Return the node of a value below a list of a known style."""
        if not is_list(value) or (value and isinstance(value[0], Label)):
            return self.describe(value)
        if style == ListStyle.PLAIN:
            return self._plain(value)
        if style == ListStyle.PAIRS:
            return self._pair(value)
        if style in _LABELS_OF_TEXT and not is_text(value[0]):
            return Sketch(children=_styled(value, style), identity=id(value))
        if style == ListStyle.LABEL_OR_LEAF and is_named_leaf(value):
            return Sketch(name=value[0], number=value[1])
        sketch = _of_head(head_of(value[:1]) or Head())
        sketch.children = _styled(value[1:], style)
        sketch.identity = id(value)
        if style in _LABELS_OF_TEXT and not sketch.children:
            sketch.number = sketch.name
            sketch.name = ""
        return sketch

    def _plain(self, elements: Sequence[Any]) -> Sketch:
        """Return the node of a list whose elements are its children."""
        if not elements:
            raise UnreadableError("a node needs at least one child", hint="a leaf is a bare number")
        if {*map(type, elements)} <= {int}:
            return Sketch(children=elements, identity=id(elements))
        return Sketch(children=_styled(elements, ListStyle.PLAIN), identity=id(elements))

    def _pair(self, elements: Sequence[Any]) -> Sketch:
        """Return the node of a label with a list of children behind it."""
        before, children = split_pair(elements)
        sketch = _of_head(head_of(before) or Head())
        sketch.children = _styled(children, ListStyle.PAIRS)
        sketch.identity = id(elements)
        return sketch


def _styled(children: Sequence[Any], style: ListStyle) -> list[Any]:
    return [_Styled(child, style) if is_list(child) else child for child in children]


def _as_list(children: Any) -> Sequence[Any]:
    """Return children as a list: those of a set in the order of their texts."""
    if isinstance(children, (set, frozenset)):
        return sorted(children, key=str)
    if isinstance(children, (list, tuple)):
        return children
    return list(children.tolist())


def _is_tree_or_number(value: Any) -> bool:
    """Tell whether a value under a name can be a child: no text that is no number."""
    return value is None or not isinstance(value, str) or is_number(value.strip())


def _holds_trees(items: Mapping[str, Any]) -> bool:
    """Tell whether all values of a record are lists, records or calls."""
    return all(isinstance(value, (list, tuple, dict, Constructed)) for value in items.values())


def _of_head(head: Head) -> Sketch:
    """Return the sketch of what stands before children in a list."""
    player = None if head.player is None else player_of(head.player)
    return Sketch(name=head.name, number=head.number, player=player, is_on_label=player is not None)


def _labelled(label: Label, children: Sequence[Any]) -> Sketch:
    """Return the node of a label that its syntax calls one; a name with one number is a leaf."""
    parts = label_parts(label)
    is_named_leaf = bool(parts.name) and not parts.number and parts.player is label.player is None
    if is_named_leaf and len(children) == 1 and is_numeric(children[0]):
        return Sketch(
            name=parts.name,
            number=children[0],
            probability=label.probability,
            place=label.place,
        )
    sketch = Sketch(
        name=parts.name,
        number=parts.number or None,
        children=children,
        player=parts.player,
        is_on_label=parts.player is not None,
        claim=parts.claim or None,
        probability=label.probability,
        estimate=parts.estimate or None,
        place=label.place,
    )
    if label.player is not None:
        sketch.player = Player(label.player)
        sketch.is_on_label = sketch.is_on_label and parts.player == sketch.player
    if not children and sketch.number is None and parts.name == label.strip():
        sketch.number = parts.name
        sketch.name = ""
    return sketch


def _of_another_kind(item: Any) -> Sketch:
    """Return the leaf of a number of another library.

    Raises:
        UnreadableError: It is no number.
    """
    import numbers
    from decimal import Decimal

    if isinstance(item, (numbers.Number, Decimal)):
        return Sketch(number=item)
    hint = "nodes of a class of your own: say where their children= and value= are"
    raise UnreadableError(f"{quoted(type(item).__name__)} is no node", hint=hint)


def ambiguous(trees: Mapping[Exercise, object]) -> UnreadableError:
    """Return the error that two readings remain, each of them written in the notation."""
    readings = [f"`{_in_short(exercise)}`" for exercise in trees]
    return UnreadableError(
        f"this fits {'two' if len(readings) == 2 else len(readings)} readings: "
        f"{' and '.join(readings)}",
        hint="write the one that is meant",
    )


def _in_short(exercise: Exercise) -> str:
    return shorten(" ".join(write(exercise).split()), _LONGEST_READING)


# -- documents ---------------------------------------------------------------------------------


def recognise(reading: Reading, levels: Levels | None = None) -> Recognised:
    """Return the trees of what a syntax found in a text.

    Args:
        reading: The values, in order, with the names they are assigned to.
        levels: The players by ply where an option says them: weights below its chance nodes are
            probabilities.

    Raises:
        UnreadableError: No shape fits, two do, or something in the tree is wrong.
    """
    recogniser = Recogniser(levels)
    values = [each for each in reading.values if each.value is not None]
    if not any(isinstance(each.value, _CONTAINERS) for each in values):
        raise UnreadableError(NO_SHAPE, hint=SHAPES)
    grown = _trees(recogniser, values)
    if not any(each.exercise.tree.depth for each in grown):
        raise UnreadableError(NO_SHAPE, hint=SHAPES)
    left_out = dict.fromkeys([*reading.left_out, *recogniser.left_out])
    for each in grown:
        left_out.update(dict.fromkeys(each.left_out))
    return Recognised(
        tuple(each.exercise for each in grown),
        any(each.says_players for each in grown),
        tuple(recogniser.remarks),
        tuple(left_out),
    )


def tree_of_objects(root: Any, levels: Levels | None = None) -> Exercise:
    """Return the one tree of plain Python objects; a number alone is a tree of one leaf.

    Args:
        root: The objects.
        levels: The players by ply; without them MAX begins, unless the nodes say who moves.

    Raises:
        TreeexplorerError: They fit no shape, two of them, or hold several trees.
    """
    recogniser = Recogniser(levels)
    try:
        grown = _trees(recogniser, [Assigned(root)])
    except UnreadableError as error:
        hint = f"; {error.hint}" if error.hint else ""
        raise TreeexplorerError(f"{error.message}{hint}") from None
    if len(grown) > 1:
        raise TreeexplorerError(f"these are {len(grown)} trees, and one was expected")
    exercise = grown[0].exercise
    return exercise if levels is None else replace(exercise, tree=exercise.tree.with_levels(levels))


def _trees(recogniser: Recogniser, values: Sequence[Assigned]) -> list[Grown]:
    """Return the trees of assigned values: those of one graph, or one after the other."""
    together = _parts_of_one_tree(recogniser, values)
    if together is not None:
        return [together]
    if len(values) == 1:
        return _trees_of_value(recogniser, values[0].value)
    grown: list[Grown] = []
    problem: UnreadableError | None = None
    for value, variable in values:
        if not isinstance(value, (list, tuple, dict, Constructed)):
            recogniser.left_out.setdefault(f'"{safe(variable)}"')
            continue
        try:
            grown += _trees_of_value(recogniser, value)
        except UnreadableError as error:
            problem = problem or error
            if variable:
                recogniser.left_out.setdefault(f'"{safe(variable)}"')
            else:
                raise
    if not grown and problem is not None:
        raise problem
    return grown


def _parts_of_one_tree(recogniser: Recogniser, values: Sequence[Assigned]) -> Grown | None:
    """Return the tree of a graph whose values, players or root stand beside it.

    The parts may be separate assignments, or the values of one record.
    """
    structures = [
        each
        for each in values
        if not graphs.is_table_of_values(each.value) and not graphs.is_table_of_players(each.value)
    ]
    tables = [each.value for each in values if graphs.is_table_of_values(each.value)]
    players = [each.value for each in values if graphs.is_table_of_players(each.value)]
    root = next(
        (
            each.value
            for each in values
            if plain_word(each.variable) in ROOT_WORDS and _is_name(each.value)
        ),
        None,
    )
    numbers: dict[str, Any] = {}
    for table in tables:
        numbers.update(table)
    sides: dict[str, Any] = {}
    for table in players:
        sides.update(table)
    found: list[graphs.Graph] = []
    for each in structures:
        graph = _graph_of(each.value, numbers, root, sides)
        if graph is not None:
            found.append(graph)
        elif _is_remark(each):
            recogniser.left_out.setdefault(f'"{safe(each.variable)}"')
    if len(found) != 1:
        return None
    return recogniser.grow(found[0].tree())


def _is_root(assigned: Assigned) -> bool:
    """Tell whether an assignment names the root."""
    return plain_word(assigned.variable) in ROOT_WORDS and _is_name(assigned.value)


def _is_remark(assigned: Assigned) -> bool:
    """Tell whether an assignment is an atom that says nothing about a tree."""
    is_atom = not isinstance(assigned.value, (list, tuple, dict))
    return bool(assigned.variable) and is_atom and not _is_root(assigned)


def _is_name(value: Any) -> bool:
    return isinstance(value, (str, int)) and not isinstance(value, bool)


def _graph_of(
    value: Any, numbers: Mapping[str, Any], root: Any, players: Mapping[str, Any]
) -> graphs.Graph | None:
    """Return the graph that a value is; ``None`` where it is none."""
    if isinstance(value, dict):
        graph = graphs.nodes_and_edges(value)
        if graph is not None or _describes_node(value):
            return graph
        return graphs.successors(value, numbers, root, players)
    if is_list(value) or isinstance(value, (set, frozenset)):
        items = _as_list(value)
        return graphs.records_with_parents(items) or graphs.list_of_edges(items)
    return None


def _trees_of_value(recogniser: Recogniser, value: Any) -> list[Grown]:
    """Return the trees that one value holds: mostly one."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, dict):
        inside = _wrapped(value)
        if inside is not None:
            return _unwrapped(recogniser, inside)
    graph = _graph_of(value, {}, None, {})
    if graph is not None:
        return [grow(graph.tree(), recogniser.describe, recogniser.levels)]
    if is_list(value) and len(value) > 1 and _are_records_of_trees(value):
        return [recogniser.grow(each) for each in value]
    recogniser.root = value
    return [recogniser.grow(value)]


def _are_records_of_trees(items: Sequence[Any]) -> bool:
    """Tell whether a list holds trees: records (or calls) of which every one has children."""
    return all(isinstance(item, (dict, Constructed)) and _has_children(item) for item in items)


def _has_children(item: Any) -> bool:
    if isinstance(item, Constructed):
        return any(is_list(each) or isinstance(each, Constructed) for each in item.arguments)
    if NodeRecord(item).is_node:
        return bool(NodeRecord(item).children_found)
    return any(isinstance(value, (list, dict)) for value in item.values())


def _wrapped(record: dict[str, Any]) -> list[Assigned] | None:
    """Return what a record holds that is no node itself but has a tree under one of its keys."""
    if _describes_node(record) and not _is_rooted_table(record):
        return None
    keys = [key for key in record if isinstance(key, str) and plain_word(key) in TREE_WORDS]
    holds_tree = any(_may_be_tree(record[key]) for key in keys)
    is_graph = any(
        isinstance(value, dict) and graphs.successors(value, _numbers_beside(record)) is not None
        for value in record.values()
    )
    if not holds_tree and not is_graph:
        return None
    return [Assigned(value, str(key)) for key, value in record.items()]


def _describes_node(record: dict[str, Any]) -> bool:
    """Tell whether a record has a value or children of its own."""
    described = NodeRecord(record)
    return described.number is not None or bool(described.children_found)


def _may_be_tree(value: Any) -> bool:
    """Tell whether a value is a list, a record or a call with something in it."""
    return isinstance(value, (list, dict, Constructed)) and bool(value)


def _is_rooted_table(record: Mapping[str, Any]) -> bool:
    """Tell whether a record has `nodes` by name, beside the name of the root."""
    nodes = next((record[key] for key in record if plain_word(str(key)) == "nodes"), None)
    has_root = any(plain_word(str(key)) in ROOT_WORDS for key in record)
    return isinstance(nodes, dict) and has_root


def _numbers_beside(record: Mapping[str, Any]) -> dict[str, Any]:
    numbers: dict[str, Any] = {}
    for value in record.values():
        if graphs.is_table_of_values(value):
            numbers.update(value)
    return numbers


def _unwrapped(recogniser: Recogniser, inside: list[Assigned]) -> list[Grown]:
    """Return the trees within a wrapper, with its title."""
    title = next(
        (
            each.value
            for each in inside
            if plain_word(each.variable) == "title" and isinstance(each.value, str)
        ),
        None,
    )
    parts = [each for each in inside if plain_word(each.variable) != "title" or title is None]
    grown = _parts_of_one_tree(recogniser, parts)
    if grown is not None:
        found = [grown]
    else:
        found = []
        for value, key in parts:
            if plain_word(key) in TREE_WORDS and _may_be_tree(value):
                found += _trees_of_value(recogniser, value)
            elif meaning(key) != NAME:
                recogniser.left_out.setdefault(f'"{safe(key)}"')
    if title is None:
        return found
    return [
        each._replace(
            exercise=replace(
                each.exercise, directives=each.exercise.directives._replace(title=safe(title))
            )
        )
        for each in found
    ]
