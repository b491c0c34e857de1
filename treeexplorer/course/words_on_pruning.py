"""Lines of words in a hand-in that say what is pruned: ``Pruned: B.2 and B.3``, ``* = pruned``.

Such a line is read only where it is sure which nodes are meant; a slash in the tree says the same.

>>> from treeexplorer.notation import parse
>>> tree = parse("[[3 12] [2 4 6]]").tree
>>> nodes = nodes_in_words("The leaves 4 and B.3 are pruned.", [tree])
>>> [tree.labels.label(node) for node in nodes]
['B.2', 'B.3']
>>> nodes_in_words("Nothing is pruned", [tree])
()
>>> print(nodes_in_words("4 is not pruned", [tree]))
None
>>> sign_in_words("* = pruned")
'*'
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from treeexplorer.notation.slips import tells_of_pruning
from treeexplorer.numbers import typed_number
from treeexplorer.tree import AddressError, GameTree, Number

_NOT_VISITED: Final = (
    r"(?:not|never)\s+(?:visited|examined|evaluated|explored|expanded|searched|looked\s+at|read)"
)
_CUT: Final = r"cut(?:\s+off)?"
_PRUNED: Final = rf"(?:pruned|{_CUT}|crossed(?:\s+out)?|skipped|{_NOT_VISITED})"
_NOUNS: Final = r"(?:nodes?|leaf|leaves|branch(?:es)?|subtrees?|children|child|values?)"
_VERB: Final = (
    r"(?:is|are|was|were|gets?|got|will\s+be|would\s+be|can\s+be|could\s+be|has\s+been|have\s+been)"
)
_NOTHING: Final = re.compile(rf"none|nothing|no(?:ne\s+of\s+the)?\s+{_NOUNS}|[-–—]", re.IGNORECASE)

_PRUNED_FIRST: Final = re.compile(
    rf"(?:(?:i|we)\s+(?:have\s+)?)?(?:(?:the|all)\s+)?(?P<pruned>{_PRUNED})"
    rf"(?:\s+{_NOUNS})?(?:\s+{_VERB})?(?:\s*[:=]\s*|\s+[-–—]\s+|\s+)(?P<list>\S.*)",
    re.IGNORECASE,
)
"""``Pruned: B.2, B.3``, ``I pruned 4 and 6``, ``The pruned nodes are B.2 and B.3``."""
_PRUNED_LAST: Final = re.compile(
    rf"(?P<list>.*?\S)\s+(?:{_VERB}\s+)?(?:all\s+|both\s+)?(?P<pruned>{_PRUNED})", re.IGNORECASE
)
"""``4 and 6 are pruned``."""
_BULLET: Final = re.compile(r"(?:[-–—*•]+|[-=]?>|→)\s+")
_REASON: Final = re.compile(
    r"\s*,?\s+(?:because|since|due\s+to)\b.*"
    r"|\s*\((?:by\s+)?(?:an?\s+)?(?:α|β|alpha|beta)?[-\s]?(?:cut(?:-?offs?)?|pruning)?\)$",
    re.IGNORECASE,
)
"""What may stand behind a list: ``because 3 >= 2``, ``(alpha cut-off)``."""
_PLACE: Final = re.compile(
    rf"(?P<list>.*\S)\s+(?:in|below|under)\s+(?:{_NOUNS}\s+)?(?P<place>\S+)", re.IGNORECASE
)
"""A list of leaves with the node that they are below: ``4 and 6 below B``."""
_ITEM: Final = re.compile(
    rf"(?:(?:the|both|all|{_NOUNS})\b\s*)*/?"
    rf'(?!{_NOUNS}\b)(?P<item>"[^"]*"[\d.]*|[^\s,;&()]+(?:\s*\([^()]*\))?)'
    r"(?:\s*[,;&+]\s*(?:and\b\s*)?|\s*\band\b\s*|\s+|$)",
    re.IGNORECASE,
)
"""An item of a list, with nouns before it and what separates it from the next one."""
_WITH_VALUE: Final = re.compile(r"(?P<reference>[^\s()]+)\s*\((?P<value>[^()]*)\)")
_WITHOUT_FULL_STOP: Final = re.compile(r"(?P<name>[^\W\d]+)(?P<position>\d+)")

_SIGN: Final = re.compile(r"[*^!†‡°§%&$|¦•●■⊗⊘]{1,3}|[xX]")
_WORDS_OF_LEGEND: Final = re.compile(
    rf"(?:{_PRUNED}|{_NOUNS}|{_VERB}|=|:|[-–—]>?|→|i|we|the|an?|all|with|by|for|that|what|which|sign"
    r"|legend|star|cross|means?|meaning|mark(?:s|ed)?|denotes?|indicates?|stands?)",
    re.IGNORECASE,
)


class _List(NamedTuple):
    """What a line names as pruned.

    Attributes:
        items: The nodes as they are typed: ``B.2``, ``4``.
        place: The node that they are below, as it is typed; empty without one.
        is_cut: Whether they are said to be “cut”, which of a node may mean that its loop stops.
    """

    items: Sequence[str]
    place: str
    is_cut: bool


def nodes_in_words(words: str, trees: Iterable[GameTree]) -> tuple[int, ...] | None:
    """Return the nodes that a line of words says are pruned, by their numbers in drawing order.

    A node may be named by its label, by its address, or as a leaf by its value, if that is sure.

    Args:
        words: The line.
        trees: The tree that is meant, once with the names of the hand-in and once with those of the
            key. Where both know the names, these must lead to the same nodes.

    Returns:
        ``None`` if the line says something else, or if it is not sure which nodes it means. Without
        nodes, it says that nothing is pruned.
    """
    line = _REASON.sub("", _bare(words))
    sentence = _PRUNED_FIRST.fullmatch(line)
    if sentence is None:
        sentence = _PRUNED_LAST.fullmatch(line)
    if sentence is None:
        return None
    if _NOTHING.fullmatch(sentence["list"]):
        return ()
    named = _list(sentence["list"], is_cut=sentence["pruned"].lower().startswith("cut"))
    if named is None:
        return None
    readings = {_nodes(named, tree) for tree in trees} - {None}
    return readings.pop() if len(readings) == 1 else None


def _bare(words: str) -> str:
    """Return a line of words without what stands around its sentence.

    >>> _bare("- Pruned: B.2."), _bare("(pruned: 4 and 6)")
    ('Pruned: B.2', 'pruned: 4 and 6')
    """
    bare = words.strip()
    bullet = _BULLET.match(bare)
    if bullet is not None:
        bare = bare[bullet.end() :]
    if bare.startswith("(") and bare.endswith(")"):
        bare = bare[1:-1]
    return bare.rstrip(".!; ")


def sign_in_words(words: str) -> str | None:
    """Return the sign that a line says marks what is pruned; ``None`` if it says something else.

    >>> sign_in_words("(* pruned)"), sign_in_words("† marks pruned nodes"), sign_in_words("* best")
    ('*', '†', None)
    """
    if not tells_of_pruning(words):
        return None
    pieces = re.split(r"\s+|(?<=[^\w\s])(?==)|(?<==)", re.sub(r"[\"'“”„().,;]", " ", words).strip())
    signs = {piece.rstrip(":") for piece in pieces if _SIGN.fullmatch(piece.rstrip(":"))}
    others = " ".join(piece for piece in pieces if piece.rstrip(":") not in signs)
    is_legend = re.fullmatch(rf"(?:{_WORDS_OF_LEGEND.pattern}:?\s*)+", others, re.IGNORECASE)
    return signs.pop() if is_legend and len(signs) == 1 else None


def _list(text: str, *, is_cut: bool) -> _List | None:
    """Return a list of nodes, ``the leaves 4 and 6 below B``; ``None`` if it is none."""
    place = _PLACE.fullmatch(text)
    if place is None:
        items = _items(text)
        return None if items is None else _List(items, "", is_cut)
    items = _items(place["list"])
    return None if items is None else _List(items, place["place"], is_cut)


def _items(text: str) -> list[str] | None:
    """Return the items of a list, without the nouns before them; ``None`` if it is no list.

    >>> _items("B.2 (4), leaf 6 and 7"), _items("4 leaves")
    (['B.2 (4)', '6', '7'], None)
    """
    items: list[str] = []
    position = 0
    while position < len(text):
        item = _ITEM.match(text, position)
        if item is None:
            return None
        items.append(item["item"])
        position = item.end()
    return items


def _nodes(named: _List, tree: GameTree) -> tuple[int, ...] | None:
    """Return the nodes of a list in a tree, if it is sure which these are.

    A number may be an address, as ``2`` is of the second child of the root, or the value of a leaf.
    So the list is read both ways: it is not sure where both lead to nodes, and to other ones, nor
    where a number is the value of more leaves than are named.
    """
    by_values = _nodes_by(named, tree, numbers_are_values=True)
    by_addresses = _nodes_by(named, tree, numbers_are_values=False)
    numbers = [number for item in named.items if (number := _number(item)) is not None]
    has_value = any(_leaves_of(number, tree, place=0) for number in numbers)
    if by_values is None and has_value:
        return None
    readings = {nodes for nodes in (by_values, by_addresses) if nodes is not None}
    if len(readings) != 1:
        return None
    (nodes,) = readings
    has_inner_nodes = not all(map(tree.is_leaf, nodes))
    is_unsure = 0 in nodes or (named.is_cut and has_inner_nodes)
    return None if is_unsure else tuple(sorted(nodes))


def _nodes_by(named: _List, tree: GameTree, *, numbers_are_values: bool) -> frozenset[int] | None:
    """Return the nodes of a list, read in one of two ways; ``None`` if not all are found.

    Args:
        named: The list.
        tree: The tree.
        numbers_are_values: Whether numbers are values of leaves; else they are addresses.
    """
    place = _node_called(named.place, tree) if named.place else 0
    if place is None:
        return None
    nodes: set[int] = set()
    for item, count in Counter(named.items).items():
        number = _number(item) if numbers_are_values else None
        found = (
            _leaves_of(number, tree, place) if number is not None else _called(item, tree, place)
        )
        # A value is named once for each of its leaves: `5, 5` where there are two.
        if len(found) != count or not all(tree.is_within(node, place) for node in found):
            return None
        nodes.update(found)
    return frozenset(nodes)


def _called(item: str, tree: GameTree, place: int) -> list[int]:
    """Return the node that an item names, or the leaves below a node that have its word."""
    node = _node_called(item, tree)
    return _leaves_of(item, tree, place) if node is None else [node]


def _number(item: str) -> Number | None:
    """Return the number that an item spells; ``None`` if it spells none."""
    try:
        return typed_number(item)
    except ValueError:
        return None


def _leaves_of(value: Number | str, tree: GameTree, place: int) -> list[int]:
    """Return the leaves below a node that have a value, or the word of an unknown."""
    return [leaf for leaf in tree.leaves(place) if tree.value_or_word(leaf) == value]


def _node_called(item: str, tree: GameTree) -> int | None:
    """Return the node that an item names: ``B.2``, ``B2``, ``B.2 (4)``; ``None`` if it names none.

    A value in parentheses must be that of the leaf.
    """
    reference = item.strip('"')
    node = _find(reference, tree)
    if node is not None:
        return node
    without_full_stop = _WITHOUT_FULL_STOP.fullmatch(reference)
    if without_full_stop is not None:
        return _find(f"{without_full_stop['name']}.{without_full_stop['position']}", tree)
    with_value = _WITH_VALUE.fullmatch(reference)
    if with_value is None:
        return None
    node = _find(with_value["reference"], tree)
    if node is None or not tree.is_leaf(node):
        return None
    is_its_value = with_value["value"].replace("-", "−") == tree.labels.value_text(node)
    return node if is_its_value else None


def _find(reference: str, tree: GameTree) -> int | None:
    """Return the node of a reference; ``None`` if it leads to none or to several."""
    try:
        return tree.find(reference)
    except AddressError:
        return None
