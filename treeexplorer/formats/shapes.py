"""The recogniser of nodes: what one is and what is below it, whatever syntax it was written in.

A *shape* is a way to keep a tree: nested lists, a record a node, children by name, a label first, a
call of a constructor. Which shape a value has is decided by its signs alone; where two remain that
lead to different trees, the value is refused and both are printed. Graphs, whose nodes are known by
names, become sketches in :mod:`graphs`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from treeexplorer.formats.labels import label_parts, spells_number
from treeexplorer.formats.lists import (
    Head,
    ListStyle,
    head_of,
    is_list,
    is_named_leaf,
    is_numeric,
    is_text,
    list_styles_of,
    split_pair,
)
from treeexplorer.formats.model import Constructed, Label, UnreadableError
from treeexplorer.formats.records import NodeRecord, leaf_keys
from treeexplorer.formats.sketches import Grown, PlainLeaves, Sketch, grown_from, plain_integers
from treeexplorer.formats.words import CHILDREN, SIDES, meaning, player_named
from treeexplorer.notation import Exercise, write
from treeexplorer.text import quoted, safe, shorten
from treeexplorer.tree import Levels, Player

NO_SHAPE: Final = "this is no tree that can be recognised"
SHAPES: Final = (
    "a tree is nested lists ([[3, 12], [2, 4]]), a record a node (children, value), children by "
    "name, successors by name with values, nodes and edges, or a label before its children"
)
_LONGEST_READING: Final = 60


class _Named(NamedTuple):
    """A child that stands under a key: its name, unless it has another."""

    name: str
    value: Any


class _Styled(NamedTuple):
    """A child of a list whose style is known."""

    value: Any
    style: ListStyle


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

    def leave_out(self, key: str) -> None:
        """Remember what is not in the tree, by its key or the name of its variable."""
        self.left_out.setdefault(f'"{safe(key)}"')

    def grow(self, root: Any) -> Grown:
        """Return the tree below what stands for its root."""
        return grown_from(root, self.describe, self.levels, self.leaves_of)

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
        """Return the node under a key, which is its name, or says whose node it is."""
        value = item.value
        if isinstance(value, dict):
            sketch = self._record(value, has_name=True)
        else:
            sketch = self.describe(value)
        player = player_named(item.name)
        if player is not None and sketch.player is None and sketch.children:
            sketch.player = player
            sketch.is_on_label = True
        elif not sketch.name:
            sketch.name = item.name
        return sketch

    # -- records -------------------------------------------------------------------------------

    def _record(self, items: dict[str, Any], *, has_name: bool = False) -> Sketch:
        """Return the node of a record: described by its words, or by names of its children.

        Args:
            items: The record: ``{"name": "A", "children": [5, 8]}``, or ``{"B": 5, "C": 8}``.
            has_name: Whether it stands under a name; else its only key is one.
        """
        if not has_name and _is_node_called_by_side(items):
            return self._under_only_key(items)
        record = NodeRecord(items)
        is_described = record.is_node or (record.has_known_words and not _holds_trees(items))
        if is_described:
            return self._described(record)
        if not items:
            raise UnreadableError("a record is empty", hint='a leaf has a value: {"value": 3}')
        if not all(map(_is_tree_or_number, items.values())):
            raise UnreadableError(NO_SHAPE, hint=SHAPES)
        if len(items) == 1 and not has_name:
            return self._under_only_key(items)
        children = [_Named(str(name), value) for name, value in items.items()]
        return Sketch(children=children, identity=id(items))

    def _under_only_key(self, items: dict[str, Any]) -> Sketch:
        """Return the node of a record whose only key is its name."""
        ((name, value),) = items.items()
        return self._named(_Named(str(name), value))

    def _described(self, record: NodeRecord) -> Sketch:
        """Return the node of a record whose keys are words."""
        children = _children_of(record)  # asked for first: they decide which words are used
        sketch = Sketch(
            name=record.name,
            number=record.number,
            children=children,
            player=record.player,
            probability=record.probability,
            claim=record.claim,
            estimate=record.estimate,
            has_more=record.has_more,
            identity=id(record.items),
        )
        if sketch.probability is not None:
            sketch.is_surely_probability = record.is_surely_probability
        if sketch.player is None and sketch.children:
            _take_name_for_player(sketch)
        if sketch.number is None and not record.has_value_key and spells_number(sketch.name):
            sketch.number = sketch.name
            sketch.name = ""
        if len(record.used) < len(record.items):
            self._leave_out_unused(record)
        return sketch

    def _leave_out_unused(self, record: NodeRecord) -> None:
        """Remember the keys of a record that were not used and have something to say."""
        for key, value in record.items.items():
            says_nothing = value is False or value in _NOTHING
            if key not in record.used and not says_nothing:
                self.leave_out(str(key))

    def leaves_of(self, children: Sequence[Any]) -> PlainLeaves | None:
        """Return children as leaves that are added at once: integers, or records alike."""
        if type(children[0]) is not dict:
            return plain_integers(children)
        if {*map(type, children)} != {dict}:
            return None
        layouts = {*map(tuple, children)}
        if len(layouts) > 1:
            return None
        keys = leaf_keys(layouts.pop())
        if keys is None:
            return None
        value_key, name_key = keys
        values = [child[value_key] for child in children]
        if {*map(type, values)} != {int}:
            return None
        if not name_key:
            return PlainLeaves(values)
        names = [child[name_key] for child in children]
        are_names = {*map(type, names)} == {str} and all(map(str.strip, names))
        if not are_names:
            return None
        return PlainLeaves(values, [safe(name.strip()) for name in names])

    # -- calls ---------------------------------------------------------------------------------

    def _constructed(self, call: Constructed) -> Sketch:
        """Return the node that a constructor stands for, by the kinds of its arguments.

        Lists and other calls are its children, texts its player and its name, a number its value.
        """
        sketch = self._record_of_call(call)
        player_of_function = player_named(call.function)
        if sketch.player is None:
            sketch.player = player_of_function
        children: list[Any] = list(sketch.children)
        numbers: list[Any] = []
        for argument in call.arguments:
            if argument is None:
                continue
            if is_list(argument):
                children += argument
            elif isinstance(argument, (Constructed, dict)):
                children.append(argument)
            elif is_numeric(argument):
                numbers.append(argument)
            else:
                _take_argument(sketch, argument)
        if player_of_function is not None and not children:  # Max(3, 12)
            children = numbers
            numbers = []
        if len(numbers) > 1:
            raise UnreadableError(
                f"{quoted(call.function)} has several numbers: which of them is the value?",
                hint="write the leaves in a list: Node([3, 12, 8])",
            )
        if numbers and sketch.number is None:
            sketch.number = numbers[0]
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
        styles = list_styles_of(elements)
        is_root = elements is self.root
        if styles == [ListStyle.NUMBERS_ALONE] and not is_root:
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
            raise _ambiguous(trees)
        return next(iter(trees.values()), styles[0])

    def _in_style(self, value: Any, style: ListStyle) -> Sketch:
        """Return the node of a value below a list of a known style."""
        if not is_list(value) or (value and isinstance(value[0], Label)):
            return self.describe(value)
        if not value:
            raise UnreadableError("a node needs at least one child", hint="a leaf is a bare number")
        if style == ListStyle.PLAIN:
            return self._plain(value)
        if style == ListStyle.PAIRS:
            return self._pair(value)
        if style in _LABELS_OF_TEXT and not is_text(value[0]):
            return Sketch(children=_styled(value, style), identity=id(value))
        if style == ListStyle.LABEL_OR_LEAF and is_named_leaf(value):
            name, number = value
            return Sketch(name=name, number=number)
        return self._label_first(value, style)

    def _label_first(self, elements: Sequence[Any], style: ListStyle) -> Sketch:
        """Return the node of a list that begins with its label; a word alone is an unknown leaf."""
        label, *children = elements
        sketch = _of_head(head_of([label]))
        sketch.children = _styled(children, style)
        sketch.identity = id(elements)
        is_word_alone = style in _LABELS_OF_TEXT and not children
        if is_word_alone:
            sketch.number = sketch.name
            sketch.name = ""
        return sketch

    def _plain(self, elements: Sequence[Any]) -> Sketch:
        """Return the node of a list whose elements are its children."""
        if {*map(type, elements)} <= {int}:
            return Sketch(children=elements, identity=id(elements))
        return Sketch(children=_styled(elements, ListStyle.PLAIN), identity=id(elements))

    def _pair(self, elements: Sequence[Any]) -> Sketch:
        """Return the node of a label with a list of children behind it."""
        before, children = split_pair(elements)
        sketch = _of_head(head_of(before))
        sketch.children = _styled(children, ListStyle.PAIRS)
        sketch.identity = id(elements)
        return sketch


def _children_of(record: NodeRecord) -> Sequence[Any]:
    """Return the children that a record has under a word for them; none are an empty list."""
    found = record.children_found
    if found is None:
        return ()
    if isinstance(found, dict):
        return [_Named(str(key), value) for key, value in found.items()]
    return as_list(found)


def _take_name_for_player(sketch: Sketch) -> None:
    """Let a node's name say whose node it is, if that is a player's word or sign."""
    player = player_named(sketch.name)
    if player is not None:
        sketch.player = player
        sketch.is_on_label = True
        sketch.name = ""


def _take_argument(sketch: Sketch, argument: Any) -> None:
    """Take a text that a constructor is called with for the node's player, else for its name.

    Raises:
        UnreadableError: It is no text, or says what is known already.
    """
    if not is_text(argument):
        raise UnreadableError(f"{quoted(str(argument))} says nothing about a node")
    player = player_named(argument)
    if player is not None and sketch.player is None:
        sketch.player = player
    elif not sketch.name:
        sketch.name = _last_name(argument)
    else:
        raise UnreadableError(f"{quoted(str(argument))} says nothing about a node")


def _last_name(path: str) -> str:
    """Return the name at the end of a path, as anytree shows nodes: ``/A/B`` is B."""
    name = path.rpartition("/")[2]
    return name if name else path


def _styled(children: Sequence[Any], style: ListStyle) -> list[Any]:
    """Return children, the lists among them with the style that they have, too."""
    styled: list[Any] = []
    for child in children:
        if is_list(child):
            styled.append(_Styled(child, style))
        else:
            styled.append(child)
    return styled


def as_list(children: Any) -> Sequence[Any]:
    """Return children as a list: those of a set in the order of their texts."""
    if isinstance(children, (set, frozenset)):
        return sorted(children, key=str)
    if isinstance(children, (list, tuple)):
        return children
    return list(children.tolist())


def _is_tree_or_number(value: Any) -> bool:
    """Tell whether a value under a name can be a child: no text that is no number."""
    return value is None or not isinstance(value, str) or spells_number(value.strip())


def _is_node_called_by_side(items: Mapping[str, Any]) -> bool:
    """Tell whether a record is a node that is named Left, as treelib has it, and no binary one.

    ``{"Left": {"children": […]}}`` is one; below the side of a binary node stand sides again.
    """
    if len(items) != 1:
        return False
    ((key, value),) = items.items()
    if meaning(str(key)) != SIDES or not isinstance(value, dict):
        return False
    return any(meaning(str(word)) == CHILDREN for word in value)


def _holds_trees(items: Mapping[str, Any]) -> bool:
    """Tell whether all values of a record are lists, records or calls."""
    return all(isinstance(value, (list, tuple, dict, Constructed)) for value in items.values())


def _of_head(head: Head | None) -> Sketch:
    """Return the sketch of what stands before children in a list."""
    if head is None:
        return Sketch()
    player = None if head.player is None else player_named(head.player)
    return Sketch(name=head.name, number=head.number, player=player, is_on_label=player is not None)


def _labelled(label: Label, children: Sequence[Any]) -> Sketch:
    """Return the node of a label that its syntax calls one; a name with one number is a leaf."""
    parts = label_parts(label)
    sketch = Sketch(
        name=parts.name,
        number=parts.number,
        children=children,
        player=parts.player,
        is_on_label=parts.player is not None,
        claim=parts.claim,
        probability=label.probability,
        estimate=parts.estimate,
        place=label.place,
    )
    if label.player is not None:
        sketch.player = Player(label.player)
        sketch.is_on_label = parts.player == sketch.player
    is_name_alone = bool(parts.name) and parts.number is None and sketch.player is None
    if is_name_alone and len(children) == 1 and is_numeric(children[0]):
        return Sketch(
            name=parts.name,
            number=children[0],
            probability=label.probability,
            place=label.place,
        )
    is_word_alone = not children and sketch.number is None and parts.name == label.strip()
    if is_word_alone:
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


def _ambiguous(trees: Mapping[Exercise, object]) -> UnreadableError:
    """Return the error that two readings remain, each of them written in the notation."""
    readings = " and ".join(f"`{_in_short(exercise)}`" for exercise in trees)
    count = "two" if len(trees) == 2 else str(len(trees))
    message = f"this fits {count} readings: {readings}"
    return UnreadableError(message, hint="write the one that is meant")


def _in_short(exercise: Exercise) -> str:
    return shorten(" ".join(write(exercise).split()), _LONGEST_READING)
