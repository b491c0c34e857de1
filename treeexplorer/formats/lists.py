"""The ways in which nested lists are a tree: as brackets of the notation, or a label first.

Lisp programs and nltk write ``[label, child, child]``, programs that return pairs ``(player,
[children])`` or ``[value, [children]]``, exam sheets in LaTeX put every leaf in brackets of its
own. A style counts only where *every* list of the text fits it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from fractions import Fraction
from typing import Any, Final, NamedTuple, TypeAlias

from treeexplorer.formats.labels import spells_number
from treeexplorer.formats.model import Constructed, Digits, Label
from treeexplorer.formats.words import player_named
from treeexplorer.numbers import NumberError, exact, parse_number, parse_typed_number
from treeexplorer.tree import Player

Sequences: Final = (list, tuple)


class ListStyle(Enum):
    """A way to understand the lists of a text as nodes."""

    PLAIN = "every element is a child"
    LABEL_FIRST = "the first element of each list is its label"
    LABEL_OR_LEAF = "as before, and a label with one number is a leaf"
    LABEL_WHERE_TEXT = "the first element is a label where it is a text"
    PAIRS = "a label, then a list of the children"
    NUMBERS_ALONE = "the first number is the value, and every leaf stands alone"


class Head(NamedTuple):
    """The parts that stand before the children of a list: name, number and player."""

    name: str = ""
    number: Any = None
    player: str | None = None


Elements: TypeAlias = Sequence[Any]


def is_list(value: Any) -> bool:
    """Tell whether a value is a list or a tuple, and no subclass of these."""
    return type(value) in Sequences


def is_text(value: Any) -> bool:
    """Tell whether a value is a text that spells no number."""
    return (
        isinstance(value, str)
        and not isinstance(value, Digits)
        and not spells_number(value.strip())
    )


def is_numeric(value: Any) -> bool:
    """Tell whether a value is a number or a text that spells one, and no truth value."""
    if isinstance(value, bool):
        return False
    if isinstance(value, str):
        return not is_text(value)
    return isinstance(value, (int, float))


def is_atom(value: Any) -> bool:
    """Tell whether a value is a text or a number."""
    return is_text(value) or is_numeric(value)


def find_list_styles(elements: Elements) -> list[ListStyle]:
    """Return the styles in which a list, with all lists within it, can be read: at least one.

    A style says what the elements of a list mean (see :class:`ListStyle`). Usually there is one. If
    there are several, the caller must try them all, and refuse the list if they make different
    trees. The time is linear in the size of the lists.

    >>> def names(elements):
    ...     return [style.name for style in find_list_styles(elements)]
    >>> names([3, [5, 8]]), names(["A", ["B", 5, 8], ["C", 2, 6]])
    (['PLAIN'], ['LABEL_FIRST'])
    >>> names(("A", [("B", [5, 8]), ("C", [2, 6])])), names([5, [3], [8]])
    (['PAIRS'], ['NUMBERS_ALONE'])
    >>> names([["B", 5], 8])
    ['PLAIN', 'LABEL_WHERE_TEXT']
    """
    # 1. Every list may have a label, which is a text or a number.
    styles_with_labels = _find_styles_with_labels(elements)
    if styles_with_labels:
        return styles_with_labels

    # 2. Not every list has a label. Where none begins with a text, none has one.
    some_begin_with_text = _does_any_list_fit(elements, _begins_with_text)
    if not some_begin_with_text:
        return _find_styles_without_labels(elements)

    # 3. Some lists begin with a text, which may be a label, and others do not.
    return _find_styles_with_some_labels(elements)


def _find_styles_with_labels(elements: Elements) -> list[ListStyle]:
    """Return the styles that fit if every list has a label: none, one or several.

    >>> _find_styles_with_labels(["A", ["B", 5, 8], ["C", 2, 6]])[0].name
    'LABEL_FIRST'
    >>> _find_styles_with_labels([5, [3], [8]])[0].name
    'NUMBERS_ALONE'
    >>> _find_styles_with_labels(("A", [("B", [5, 8]), ("C", [2, 6])]))[0].name
    'PAIRS'
    """
    styles = _find_label_first_styles(elements)
    if _fits_numbers_alone(elements):
        styles.append(ListStyle.NUMBERS_ALONE)

    # ["A", ["D", 5]] is a node A with a leaf D. It fits pairs, too, as a node with the children D
    # and 5, which nobody means.
    has_named_leaves = ListStyle.LABEL_OR_LEAF in styles
    if not has_named_leaves and _fits_pairs(elements):
        styles.append(ListStyle.PAIRS)
    return styles


def _find_styles_without_labels(elements: Elements) -> list[ListStyle]:
    """Return the styles of lists of which none begins with a text: ``PLAIN``, perhaps ``PAIRS``.

    ``[3, [5, 8]]`` is plain. ``[3, [[3, [3, 12]], [2, [2, 4]]]]`` may also be pairs of a value and
    the children that it was worked out from.
    """
    if _holds_minimax_values_before_children(elements):
        return [ListStyle.PLAIN, ListStyle.PAIRS]
    return [ListStyle.PLAIN]


def _find_styles_with_some_labels(elements: Elements) -> list[ListStyle]:
    """Return the styles of lists of which some begin with a text, and others do not.

    In ``[[("D", 5), ("E", 8)], [("F", 2)]]`` every text is the name of a leaf. In ``[["B", 5], 8]``
    the text may be the label of its list, or else a leaf of an unknown value.
    """
    has_named_leaf = _does_any_list_fit(elements, is_named_leaf)
    if has_named_leaf and _has_values_only_in_named_leaves(elements):
        return [ListStyle.LABEL_OR_LEAF]
    return [ListStyle.PLAIN, ListStyle.LABEL_WHERE_TEXT]


def _find_label_first_styles(elements: Elements) -> list[ListStyle]:
    """Return the styles that fit if every list begins with its label; else an empty list.

    Two styles are possible. They differ in what a *pair* is, a list of a name and one number such
    as ``["D", 5]``: a leaf D of value 5 (``LABEL_OR_LEAF``), or a node D with the child 5
    (``LABEL_FIRST``)::

        ["A", ["B", 5, 8]]            no pair                          LABEL_FIRST
        ["A", ["D", 5], ["E", 8]]     numbers stand in pairs only      LABEL_OR_LEAF
        ["A", ("D", 5), ["B", 2, 6]]  all pairs are tuples, no others  LABEL_OR_LEAF
        ["A", ["D", 5], 8]            a number is a child elsewhere    both
    """
    if not _do_all_lists_fit(elements, _begins_with_label, _lists_after_label):
        return []
    if not _has_named_leaf(elements):
        return [ListStyle.LABEL_FIRST]
    are_numbers_in_pairs_only = not _has_number_among_children(elements)
    if are_numbers_in_pairs_only or _are_named_leaves_tuples(elements):
        return [ListStyle.LABEL_OR_LEAF]
    # As 8 is a child without a name, 5 may be one, too.
    return [ListStyle.LABEL_FIRST, ListStyle.LABEL_OR_LEAF]


# -- walking -----------------------------------------------------------------------------------


def _walk_lists(
    root: Elements, find_child_lists: Callable[[Elements], Iterator[Any]]
) -> Iterator[Elements]:
    """Yield a list and all lists below it, each object once, in no particular order.

    ``find_child_lists`` yields the lists within a list that are to be gone into. A list that is met
    again is not gone into again, so that a list that contains itself is no endless loop.
    """
    stack = [root]
    # By identity: equal lists are not the same, and lists have no hash. All of them are kept alive
    # by the root, so that no id is given twice.
    seen_ids = {id(root)}
    while stack:
        elements = stack.pop()
        yield elements
        for child in find_child_lists(elements):
            if id(child) not in seen_ids:
                seen_ids.add(id(child))
                stack.append(child)


def _lists_after_label(elements: Elements) -> Iterator[Any]:
    """Yield the lists within a list, without its first element, which is a label."""
    return (child for child in elements[1:] if is_list(child))


def _lists_within(elements: Elements) -> Iterator[Any]:
    """Yield the lists within a list, as :func:`is_list` tells them: by their very type.

    Of ``[3, [5, 8], (2, 9)]`` it yields the last two.
    """
    types = {*map(type, elements)}
    # In a large tree most lists have leaves alone, and the others lists alone. Both are told from
    # their few types, which is faster than to ask each element.
    has_no_lists = types.isdisjoint(Sequences)
    if has_no_lists:
        return iter(())
    has_only_lists = types.issubset(Sequences)
    if has_only_lists:
        return iter(elements)
    return (child for child in elements if is_list(child))


def _do_all_lists_fit(
    root: Elements,
    fits: Callable[[Elements], bool],
    find_child_lists: Callable[[Elements], Iterator[Any]],
) -> bool:
    return all(map(fits, _walk_lists(root, find_child_lists)))


def _does_any_list_fit(root: Elements, fits: Callable[[Elements], bool]) -> bool:
    return any(map(fits, _walk_lists(root, _lists_within)))


def _begins_with_text(elements: Elements) -> bool:
    """Tell whether a list begins with a text, and something follows."""
    return len(elements) > 1 and is_text(elements[0])


# -- label first -------------------------------------------------------------------------------


def _begins_with_label(elements: Elements) -> bool:
    """Tell whether a list begins with a text that may be its label.

    It is no :class:`Label`: where the syntax marks labels, no style is asked for.
    """
    return len(elements) > 0 and is_text(elements[0]) and not isinstance(elements[0], Label)


def _fits_numbers_alone(elements: Elements) -> bool:
    """Tell whether every list is a label with only lists behind it: ``[5, [3], [8]]``.

    ``[5]`` as the whole tree is no such list, but a node with one leaf.
    """
    is_leaf_alone = len(elements) == 1
    return not is_leaf_alone and _do_all_lists_fit(
        elements, _is_label_before_lists, _lists_after_label
    )


def _is_label_before_lists(elements: Elements) -> bool:
    """Tell whether a list begins with a text or a number, and only lists follow."""
    return len(elements) > 0 and is_atom(elements[0]) and all(map(is_list, elements[1:]))


def is_named_value(elements: Elements) -> bool:
    """Tell whether a list is a name and a number, ``("D", 5)``."""
    return len(elements) == 2 and is_text(elements[0]) and is_numeric(elements[1])


def is_named_leaf(elements: Elements) -> bool:
    """Tell whether a list is a name and a number, and the name does not stand for a player."""
    return is_named_value(elements) and player_named(elements[0]) is None


def _has_named_leaf(elements: Elements) -> bool:
    """Tell whether some list is a name and a number, ``["D", 5]``."""
    return any(map(is_named_leaf, _walk_lists(elements, _lists_after_label)))


def _has_number_among_children(elements: Elements) -> bool:
    """Tell whether in some list a number stands among several children.

    Then a number that is the only child may be a child, too, and not a value.
    """
    lists = _walk_lists(elements, _lists_after_label)
    return any(len(members) > 2 and any(map(is_numeric, members[1:])) for members in lists)


def _has_values_only_in_named_leaves(elements: Elements) -> bool:
    """Tell whether every list is a name and a number, or holds nothing but lists."""
    return _do_all_lists_fit(
        elements,
        lambda members: is_named_leaf(members) or all(map(is_list, members)),
        _lists_within,
    )


def _are_named_leaves_tuples(elements: Elements) -> bool:
    """Tell whether the lists of a name and a number are tuples, and no other lists are."""
    lists = _walk_lists(elements, _lists_after_label)
    return all(isinstance(members, tuple) == is_named_leaf(members) for members in lists)


# -- pairs -------------------------------------------------------------------------------------


class LabelAndChildren(NamedTuple):
    """The parts of a list that stands for a node: its label, and the list of its children.

    Attributes:
        label: The elements before the children; several if a player or a value is among them.
        children: The children; none at a leaf.
        has_place_for_children: Whether the list ends with a list, or with ``None`` for an empty
            one. A leaf may be written without.
    """

    label: Elements
    children: Elements
    has_place_for_children: bool

    @property
    def has_number_as_label(self) -> bool:
        """Whether a number is among the elements of the label, or nothing in its place."""
        return any(element is None or is_numeric(element) for element in self.label)

    @property
    def has_bare_leaf(self) -> bool:
        """Whether a child is neither a list nor a call."""
        return not all(is_list(child) or isinstance(child, Constructed) for child in self.children)


def split_pair(elements: Elements) -> LabelAndChildren:
    """Split a list that stands for a node into its label and its list of children.

    The children are the last element, if that is a list or stands for an empty one (``None``).
    Otherwise there are no children, and all elements belong to the label.

    >>> split_pair(("A", [5, 8]))
    LabelAndChildren(label=('A',), children=[5, 8], has_place_for_children=True)
    >>> split_pair(("D", 5))
    LabelAndChildren(label=('D', 5), children=(), has_place_for_children=False)
    """
    if not elements:
        return LabelAndChildren(elements, (), has_place_for_children=False)
    last = elements[-1]
    if last is None:
        return LabelAndChildren(elements[:-1], (), has_place_for_children=True)
    if is_list(last):
        return LabelAndChildren(elements[:-1], last, has_place_for_children=True)
    return LabelAndChildren(elements, (), has_place_for_children=False)


def parse_head(atoms: Elements) -> Head | None:
    """Tell the name, the number and the player of a node apart by what they look like.

    >>> parse_head(["MAX", 5, "A"]), parse_head([5, 8])
    (Head(name='A', number=5, player='MAX'), None)

    Args:
        atoms: What stands in a list before a node's children, in any order. ``None`` says nothing.

    Returns:
        The three parts; or ``None`` if a part is there twice, or there is anything else, such as a
        list.
    """
    head = Head()
    for atom in atoms:
        if atom is None:
            continue
        is_word = is_text(atom)
        is_player = is_word and player_named(atom) is not None
        if is_numeric(atom) and head.number is None:
            head = head._replace(number=atom)
        # A second word for a player is a name: it falls through to the next case.
        elif is_player and head.player is None:
            head = head._replace(player=atom)
        elif is_word and not head.name:
            head = head._replace(name=atom)
        else:
            return None
    return head


def _fits_pairs(root: Elements) -> bool:
    """Tell whether a list and all lists within it are pairs: a label, then a list of children.

    It may not be a plain list as well. ``[5, [3, 8]]`` may be: the leaf 5 beside a node with the
    leaves 3 and 8. A name instead of the 5, lists instead of the 3 and the 8, or tuples that begin
    with a name show that the 5 is a label.

    >>> _fits_pairs([5, [3, 8]]), _fits_pairs(["A", [["B", 5, 8]]])
    (False, False)
    >>> _fits_pairs(("A", [5, ("B", [8])])), _fits_pairs([5, [[3, []], [8, []]]])
    (True, True)
    >>> _fits_pairs(("max", 5, [3, 8]))
    True
    """
    if not _do_all_lists_fit(root, _is_node_pair, _lists_of_children):
        return False
    nodes = map(split_pair, _walk_lists(root, _lists_of_children))
    parents = [node for node in nodes if node.children]
    if not parents:
        return False

    has_numbers_as_labels = any(parent.has_number_as_label for parent in parents)
    has_bare_leaves = any(parent.has_bare_leaf for parent in parents)
    may_be_plain = has_numbers_as_labels and has_bare_leaves
    return not may_be_plain or _are_tuples_with_lists(root)


def are_pairs_below_root(elements: Elements) -> bool:
    """Tell whether a list holds tuples alone, each a text and a list of children.

    >>> are_pairs_below_root([("B", [3, 5]), ("C", [("D", 2), ("E", 9)])])
    True
    """
    are_tuples = all(type(each) is tuple and is_text(each[0]) for each in elements if each)
    return len(elements) > 1 and are_tuples and all(map(_is_tuple_of_node, elements))


def _is_tuple_of_node(pair: Any) -> bool:
    return is_list(pair) and len(pair) == 2 and is_list(pair[1]) and _fits_pairs(pair)


def _holds_minimax_values_before_children(root: Elements) -> bool:
    """Tell whether each number before a list is the minimax value of the children in this list.

    For example ``[3, [[3, [3, 12]], [2, [2, 4]]]]`` has three such numbers::

        3 before [[3, …], [2, …]]   the largest of 3 and 2
        3 before [3, 12]            the smallest
        2 before [2, 4]             the smallest

    With two plies, and two nodes that have a choice of children, that is no coincidence.

    >>> _holds_minimax_values_before_children([3, [[3, [3, 12]], [2, [2, 4]]]])
    True
    >>> _holds_minimax_values_before_children([3, [[5, [3, 12]], [6, [2, 4]]]])
    False
    >>> _holds_minimax_values_before_children([3, [5, 8]])
    False
    >>> _holds_minimax_values_before_children([2, [[2, [2]]]])
    False
    """
    has_two_plies = len(root) == 2 and any(map(is_list, split_pair(root).children))
    if not has_two_plies:
        return False
    if not _do_all_lists_fit(root, _is_value_before_children, _lists_of_children):
        return False

    nodes = [*_walk_lists(root, _lists_of_children)]
    # Of an only child the value is always the smallest and the largest.
    nodes_with_choice = [children for _, children in nodes if len(children) > 1]
    if len(nodes_with_choice) < 2:
        return False
    return all(map(_is_value_worked_out, nodes))


def _is_value_before_children(elements: Elements) -> bool:
    """Tell whether a list is a number, or nothing, and a list that is not empty."""
    if len(elements) != 2 or not is_list(elements[1]) or not elements[1]:
        return False
    return elements[0] is None or is_numeric(elements[0])


def _is_value_worked_out(node: Elements) -> bool:
    """Tell whether a node's number is the largest or the smallest of its children's.

    A child is a number, or a list that begins with its number. A number that is not written,
    ``None``, contradicts nothing.

    >>> _is_value_worked_out([3, [[5, [5, 8]], [3, [3, 9]]]]), _is_value_worked_out([4, [3, 5]])
    (True, False)
    >>> _is_value_worked_out([3, [None, 5]]), _is_value_worked_out([3, [{"B": 3}, 5]])
    (True, False)
    """
    value, children = node
    child_values: list[Any] = []
    for child in children:
        child_value = child[0] if is_list(child) else child
        child_values.append(child_value)
    if value is None or None in child_values:
        return True
    if not all(map(is_numeric, child_values)):
        return False
    try:
        child_numbers = [parse_number(str(child_value).strip()) for child_value in child_values]
        number = parse_number(str(value).strip())
    except NumberError:  # no number that a tree can hold: it is said where the leaf is read
        return False
    return number in {min(child_numbers), max(child_numbers)}


def _are_tuples_with_lists(root: Elements) -> bool:
    """Tell whether all nodes are tuples that begin with a text, and all children stand in lists.

    >>> _are_tuples_with_lists(("max", 5, [("min", 5, [5, 8])]))
    True
    >>> _are_tuples_with_lists(["max", 5, [5, 8]])
    False
    """
    nodes = [*_walk_lists(root, _lists_of_children)]
    has_list_last = not any(isinstance(node[-1], tuple) for node in nodes)
    return has_list_last and all(isinstance(node, tuple) and is_text(node[0]) for node in nodes)


def is_node_in_parts(elements: Elements) -> bool:
    """Tell whether a list is a label with a place for children, and so is each list within it.

    >>> is_node_in_parts(["B", 3, None]), is_node_in_parts([0, [[3, []], [5, []]]])
    (True, True)
    >>> is_node_in_parts([3, 5]), is_node_in_parts([3, [5, 8]])
    (False, False)
    """
    node = split_pair(elements)
    if not node.has_place_for_children:
        return False
    is_leaf = not node.children
    return _is_node_pair(elements) if is_leaf else _fits_pairs(elements)


def _is_node_pair(elements: Elements) -> bool:
    """Tell whether a list is a node of style ``PAIRS``: a label with a list of children, or a leaf.

    A label says something about the node: its name, its number, its player or several of these,
    each once. The list is one of::

        ("A", [5, 8]), ("A", 3, [5, 8])   a label, and its children
        (5, []), (5, None)                a leaf: its place for children is empty
        ("D", 5), (5, "D")                a leaf: a name with a value, and no such place

    The lists among the children are not looked into.

    >>> _is_node_pair(("A", [5, 8])), _is_node_pair((5, [])), _is_node_pair(("D", 5))
    (True, True, True)
    >>> _is_node_pair(("A", 5, 8)), _is_node_pair(([3], [5, 8]))
    (False, False)
    """
    pair = split_pair(elements)
    has_label = len(pair.label) > 0 and parse_head(pair.label) is not None
    if not has_label:
        return False
    if pair.has_place_for_children:
        return all(map(_may_be_child, pair.children))
    return is_named_value(elements) or is_named_value(elements[::-1])


def _lists_of_children(elements: Elements) -> Iterator[Any]:
    """Yield the lists among the children of a pair; of a chance node without their weights."""
    pair = split_pair(elements)
    is_chance_node = any(map(_names_chance, pair.label))
    weighted = split_off_weights(pair.children) if is_chance_node else None
    children = pair.children if weighted is None else weighted.children
    return filter(is_list, children)


def _names_chance(element: Any) -> bool:
    return is_text(element) and player_named(element) == Player.CHANCE


def _may_be_child(child: Any) -> bool:
    """Tell whether a value may be a child: a list, a call, a number, or a word for no player.

    ``None`` may be a leaf whose value is not known.
    """
    if is_list(child) or isinstance(child, Constructed):
        return True
    if is_text(child):
        return player_named(child) is None
    return child is None or is_numeric(child)


# -- weights -----------------------------------------------------------------------------------


class WeightedChildren(NamedTuple):
    """The children of a chance node, and their weights in the same order."""

    children: Elements
    weights: Sequence[float | Fraction]


def split_off_weights(pairs: Elements) -> WeightedChildren | None:
    """Split pairs of a weight and a child, in either order; ``None`` if they are none.

    >>> split_off_weights([[0.25, 3], [0.75, [5, 8]]]).children
    [3, [5, 8]]
    >>> split_off_weights([[3, 5], [2, 9]]) is None
    True
    """
    if len(pairs) < 2 or not all(is_list(pair) and len(pair) == 2 for pair in pairs):
        return None
    # If both may be the weights, [[0.5, 0.5], [0.5, 0.5]], the first of each pair is.
    left_members = [left for left, _ in pairs]
    weights = parse_weights(left_members)
    if weights is not None:
        return WeightedChildren([right for _, right in pairs], weights)
    weights = parse_weights([right for _, right in pairs])
    if weights is not None:
        return WeightedChildren(left_members, weights)
    return None


def parse_weights(numbers: Elements) -> list[float | Fraction] | None:
    """Parse numbers as weights; return ``None`` unless they add up to 1 and one is a fraction.

    A fraction must be among them, since ``[[0, 3], [1, 5]]`` may be two nodes with two leaves each.
    """
    if not all(map(is_numeric, numbers)):
        return None
    # Exactly, since 0.1 + 0.2 + 0.7 must make 1. A whole number becomes an integer, and any other a
    # fraction.
    weights = [exact(parse_typed_number(str(number))) for number in numbers]
    has_fraction = any(isinstance(weight, Fraction) for weight in weights)
    if not has_fraction or sum(weights) != 1:
        return None
    return weights
