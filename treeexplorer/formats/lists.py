"""The ways in which nested lists are a tree: as brackets of the notation, or a label first.

Lisp programs and nltk write ``[label, child, child]``, programs that return pairs ``(player,
[children])`` or ``[value, [children]]``, exam sheets in LaTeX put every leaf in brackets of its
own. A style counts only where *every* list of the text fits it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from typing import Any, Final, NamedTuple, TypeAlias

from treeexplorer.formats.labels import spells_number
from treeexplorer.formats.model import Digits, Label
from treeexplorer.formats.words import player_named

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
    """Tell whether a value is a number or a text that spells one; a truth value is none."""
    if isinstance(value, bool):
        return False
    if isinstance(value, str):
        return not is_text(value)
    return isinstance(value, (int, float))


def is_atom(value: Any) -> bool:
    """Tell whether a value is a text or a number."""
    return is_text(value) or is_numeric(value)


def list_styles_of(elements: Elements) -> list[ListStyle]:
    """Return the styles in which a list, with all lists within it, can be read: at least one.

    Usually it is the plain style alone. If there are several, whoever asks tries them all, and
    refuses the list if they make different trees. The time is linear in the size of the lists.

    >>> def names(elements):
    ...     return [style.name for style in list_styles_of(elements)]
    >>> names([3, [5, 8]]), names(["A", ["B", 5, 8], ["C", 2, 6]])
    (['PLAIN'], ['LABEL_FIRST'])
    >>> names(("A", [("B", [5, 8]), ("C", [2, 6])])), names([5, [3], [8]])
    (['PAIRS'], ['NUMBERS_ALONE'])
    >>> names([["B", 5], 8])
    ['PLAIN', 'LABEL_WHERE_TEXT']
    """
    styles = _label_first_styles(elements)
    is_leaf_alone = len(elements) == 1  # `[5]` is a node with one leaf
    if not is_leaf_alone and _every_list(elements, _fits_numbers_alone, _behind_first):
        styles.append(ListStyle.NUMBERS_ALONE)
    # `["A", ["D", 5]]` fits pairs, too: as a node with the children D and 5, which nobody means
    if ListStyle.LABEL_OR_LEAF not in styles and _fits_pairs(elements):
        styles.append(ListStyle.PAIRS)
    if styles:
        return styles
    if _some_list(elements, _begins_with_text_before_others):
        return [ListStyle.PLAIN, ListStyle.LABEL_WHERE_TEXT]
    return [ListStyle.PLAIN]


def _label_first_styles(elements: Elements) -> list[ListStyle]:
    """Return the styles that fit if every list begins with its label; none if a list does not.

    What a list of a name and a number is, ``["D", 5]``, decides between the two styles: a leaf D
    of value 5 (``LABEL_OR_LEAF``), or a node D with the child 5 (``LABEL_FIRST``).

    - ``["A", ["D", 5], ["E", 8]]``: a leaf, since nowhere else do numbers stand as children.
    - ``["A", ("D", 5), ["B", 2, 6]]``: a leaf, since such lists, and no others, are tuples.
    - ``["A", ["D", 5], 8]``: either, since the 8 is a child of A.
    """
    if not _every_list(elements, _fits_label_first, _behind_first):
        return []
    if not _has_pair(elements):
        return [ListStyle.LABEL_FIRST]
    if not _has_number_among_children(elements) or _are_pairs_tuples(elements):
        return [ListStyle.LABEL_OR_LEAF]
    return [ListStyle.LABEL_FIRST, ListStyle.LABEL_OR_LEAF]


# -- walking -----------------------------------------------------------------------------------


def _lists(root: Elements, children_of: Callable[[Elements], Iterator[Any]]) -> Iterator[Elements]:
    """Yield a list and all lists below it; each object once, so that a cycle ends.

    Args:
        root: The list.
        children_of: Yields the lists within a list that are to be gone into.
    """
    waiting = [root]
    seen = {id(root)}
    while waiting:
        elements = waiting.pop()
        yield elements
        for child in children_of(elements):
            if id(child) not in seen:
                seen.add(id(child))
                waiting.append(child)


def _behind_first(elements: Elements) -> Iterator[Any]:
    """Yield the lists within a list, without its first element, which is a label."""
    return (child for child in elements[1:] if is_list(child))


def _all_within(elements: Elements) -> Iterator[Any]:
    """Yield the lists within a list."""
    if not {*map(type, elements)}.intersection(Sequences):  # most lists hold numbers alone
        return iter(())
    return (child for child in elements if is_list(child))


def _every_list(
    root: Elements,
    fits: Callable[[Elements], bool],
    children_of: Callable[[Elements], Iterator[Any]],
) -> bool:
    return all(map(fits, _lists(root, children_of)))


def _some_list(root: Elements, fits: Callable[[Elements], bool]) -> bool:
    return any(map(fits, _lists(root, _all_within)))


def _begins_with_text_before_others(elements: Elements) -> bool:
    return len(elements) > 1 and is_text(elements[0])


# -- label first -------------------------------------------------------------------------------


def _fits_label_first(elements: Elements) -> bool:
    """Tell whether a list begins with a text that is not already a :class:`Label`."""
    return len(elements) > 0 and is_text(elements[0]) and not isinstance(elements[0], Label)


def _fits_numbers_alone(elements: Elements) -> bool:
    """Tell whether a list begins with a label, and only lists follow."""
    return len(elements) > 0 and is_atom(elements[0]) and all(map(is_list, elements[1:]))


def is_named_value(elements: Elements) -> bool:
    """Tell whether a list is a name and a number, ``("D", 5)``."""
    return len(elements) == 2 and is_text(elements[0]) and is_numeric(elements[1])


def is_named_leaf(elements: Elements) -> bool:
    """Tell whether a list is a name and a number, and the name does not stand for a player."""
    return is_named_value(elements) and player_named(elements[0]) is None


def _has_pair(elements: Elements) -> bool:
    """Tell whether some list is a name and a number, ``["D", 5]``."""
    return any(map(is_named_leaf, _lists(elements, _behind_first)))


def _has_number_among_children(elements: Elements) -> bool:
    """Tell whether in some list a number stands among several children.

    Then a number that is the only child may be a child, too, and not a value.
    """
    return any(
        len(each) > 2 and any(map(is_numeric, each[1:])) for each in _lists(elements, _behind_first)
    )


def _are_pairs_tuples(elements: Elements) -> bool:
    """Tell whether the lists of a name and a number are tuples, and no other lists are."""
    return all(
        isinstance(each, tuple) == is_named_leaf(each) for each in _lists(elements, _behind_first)
    )


# -- pairs -------------------------------------------------------------------------------------


def split_pair(elements: Elements) -> tuple[Elements, Elements]:
    """Return the elements before the list of a node's children, and the children.

    >>> split_pair(("A", [5, 8])), split_pair((5, None)), split_pair(("D", 5))
    ((('A',), [5, 8]), ((5,), ()), (('D', 5), ()))
    """
    if not elements:
        return elements, ()
    last = elements[-1]
    if last is None:
        return elements[:-1], ()
    if is_list(last):
        return elements[:-1], last
    return elements, ()


def head_of(atoms: Elements) -> Head | None:
    """Return the name, number and player among some atoms; ``None`` if anything else is there.

    Each of them may occur once; ``None`` says nothing.

    >>> head_of(["MAX", 5, "A"]), head_of([5, 8])
    (Head(name='A', number=5, player='MAX'), None)
    """
    head = Head()
    for atom in atoms:
        if atom is None:
            continue
        is_word = is_text(atom)
        is_player = is_word and player_named(atom) is not None
        if is_numeric(atom) and head.number is None:
            head = head._replace(number=atom)
        elif is_player and head.player is None:
            head = head._replace(player=atom)
        elif is_word and not head.name:
            head = head._replace(name=atom)
        else:
            return None
    return head


def _fits_pairs(root: Elements) -> bool:
    """Tell whether every node is a pair: a label with a list of children.

    If numbers are labels, leaves must be pairs, too, since ``[5, [3, 8]]`` may as well be a plain
    list.

    >>> _fits_pairs(("A", [5, ("B", [8])])), _fits_pairs([5, [[3, []], [8, []]]])
    (True, True)
    >>> _fits_pairs([5, [3, 8]]), _fits_pairs(["A", [["B", 5, 8]]])
    (False, False)
    """
    if not _every_list(root, _is_pair_of_node, _lists_of_children):
        return False
    pairs = [_Pair(*split_pair(elements)) for elements in _lists(root, _lists_of_children)]
    with_children = [pair for pair in pairs if pair.children]
    has_numbers_as_labels = any(pair.has_number_as_label for pair in with_children)
    has_bare_leaves = any(pair.has_bare_leaf for pair in with_children)
    return bool(with_children) and not (has_numbers_as_labels and has_bare_leaves)


class _Pair(NamedTuple):
    """A node with its label, one element or several, and the list of its children."""

    label: Elements
    children: Elements

    @property
    def has_number_as_label(self) -> bool:
        """Whether a number is among the elements of the label, or nothing in its place."""
        return any(each is None or is_numeric(each) for each in self.label)

    @property
    def has_bare_leaf(self) -> bool:
        """Whether a child is no list."""
        return not all(map(is_list, self.children))


def _is_pair_of_node(elements: Elements) -> bool:
    """Tell whether a list is a label with a list of children, or a leaf.

    A leaf has an empty place for its children, ``(5, [])``, or a name, ``("D", 5)``. A child that
    is no list must be a leaf.

    >>> _is_pair_of_node(("A", [5, 8])), _is_pair_of_node((5, [])), _is_pair_of_node(("D", 5))
    (True, True, True)
    >>> _is_pair_of_node(("A", 5, 8)), _is_pair_of_node(([3], [5, 8]))
    (False, False)
    """
    label, children = split_pair(elements)
    is_label = len(label) > 0 and head_of(label) is not None
    if not is_label:
        return False
    if children:
        return all(is_list(child) or _may_be_bare_leaf(child) for child in children)
    has_place_for_children = len(label) < len(elements)  # a last element that is empty
    return has_place_for_children or is_named_value(elements)


def _lists_of_children(elements: Elements) -> Iterator[Any]:
    """Yield the lists among the children of a pair."""
    _, children = split_pair(elements)
    return filter(is_list, children)


def _may_be_bare_leaf(child: Any) -> bool:
    """Tell whether a child that is no list may be a leaf: a number, or a word for no player."""
    if is_text(child):
        return player_named(child) is None
    return is_numeric(child)
