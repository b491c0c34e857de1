"""Lines of words in a hand-in that say what is pruned: ``Pruned: B.2 and B.3``, ``* = pruned``.

Such a line is read only where it is sure which nodes are meant; a slash in the tree says the same.

>>> from treeexplorer.notation import parse
>>> tree = parse("[[3 12] [2 4 6]]").tree
>>> nodes = find_nodes_in_words("The leaves 4 and B.3 are pruned.", [tree])
>>> [tree.labels.label(node) for node in nodes]
['B.2', 'B.3']
>>> find_nodes_in_words("Nothing is pruned", [tree])
()
>>> print(find_nodes_in_words("4 is not pruned", [tree]))
None
>>> find_sign_in_words("* = pruned")
'*'
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from treeexplorer.notation.slips import is_about_pruning
from treeexplorer.numbers import parse_typed_number
from treeexplorer.tree import AddressError, GameTree, Number

_NOT_VISITED: Final = (
    r"(?:not|never)\s+(?:visited|examined|evaluated|explored|expanded|searched|looked\s+at|read)"
)
_CUT: Final = r"cut(?:\s+off)?"
_PRUNED: Final = rf"(?:pruned|{_CUT}|crossed(?:\s+out)?|skipped|{_NOT_VISITED})"
_NOUNS: Final = (
    r"(?:nodes?|leaf|leaves|branch(?:es)?|subtrees?|children|child|values?"
    r"|Knoten|Blatt|Blätter|Zweige?|Ast|Äste|Teilbaum|Teilbäume|Kind(?:er)?|Werte?)"
)
_VERB: Final = (
    r"(?:is|are|was|were|gets?|got|will\s+be|would\s+be|can\s+be|could\s+be|has\s+been|have\s+been"
    r"|ist|sind|wird|werden|wurden?|muss|müssen|kann|können)"
)
_THE: Final = r"(?:the|all|die|der|das|alle)"
_VERB_AT_END: Final = r"(?:\s+(?:werden|wird|wurden?|worden))?"
"""The verb that stands behind what is pruned in German: ``müssen not visited werden``."""
_NOTHING: Final = re.compile(
    rf"none|nothing|nichts|keine?|(?:no(?:ne\s+of\s+the)?|keine?)\s+{_NOUNS}|[-–—]", re.IGNORECASE
)

_PRUNED_FIRST: Final = re.compile(
    rf"@?(?:(?:i|we)\s+(?:have\s+)?)?(?:{_THE}\s+)?(?P<pruned>{_PRUNED})"
    rf"(?:\s+{_NOUNS})?(?:\s+{_VERB})?(?:\s*[:=]\s*|\s+[-–—]\s+|\s+)(?P<list>\S.*)",
    re.IGNORECASE,
)
"""``Pruned: B.2, B.3``, ``@pruned 4 6``, ``I pruned 4``, ``The pruned nodes are B.2 and B.3``."""
_PRUNED_LAST: Final = re.compile(
    rf"(?P<list>.*?\S)\s+(?:{_VERB}\s+)?(?:all\s+|both\s+|beide\s+)?(?P<pruned>{_PRUNED}){_VERB_AT_END}",
    re.IGNORECASE,
)
"""``4 and 6 are pruned``."""
_BULLET: Final = re.compile(r"(?:[-–—*•]+|[-=]?>|→)\s+")
_REASON: Final = re.compile(
    r"\s*,?\s+(?:because|since|due\s+to|weil|wegen)\b.*"
    r"|\s*\((?:by\s+)?(?:an?\s+)?(?:α|β|alpha|beta)?[-\s]?(?:cut(?:-?offs?)?|pruning)?\)$",
    re.IGNORECASE,
)
"""What may stand behind a list: ``because 3 >= 2``, ``(alpha cut-off)``."""
_PLACE: Final = re.compile(
    rf"(?P<list>.*\S)\s+(?:in|below|under|unter|bei)\s+(?:{_NOUNS}\s+)?(?P<place>\S+)",
    re.IGNORECASE,
)
"""A list of leaves with the node that they are below: ``4 and 6 below B``."""
_ITEM: Final = re.compile(
    rf"(?:(?:{_THE}|both|beide|{_NOUNS})\b\s*)*/?"
    rf'(?!{_NOUNS}\b)(?P<item>"[^"]*"[\d.]*|[^\s,;&()]+(?:\s*\([^()]*\))?)'
    r"(?:\s*[,;&+]\s*(?:(?:and|und)\b\s*)?|\s*\b(?:and|und)\b\s*|\s+|$)",
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


class _NodeList(NamedTuple):
    """What a line names as pruned.

    Attributes:
        items: The nodes as they are typed: ``B.2``, ``4``.
        ancestor: The node that they are below, as it is typed; empty without one.
        is_cut: Whether they are said to be “cut”, which of a node may mean that its loop stops.
    """

    items: Sequence[str]
    ancestor: str
    is_cut: bool


def find_nodes_in_words(words: str, trees: Iterable[GameTree]) -> tuple[int, ...] | None:
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
    sentence = _match_sentence_on_pruning(words)
    if sentence is None:
        return None
    if _NOTHING.fullmatch(sentence["list"]):
        return ()

    is_cut = sentence["pruned"].lower().startswith("cut")
    node_list = _parse_list(sentence["list"], is_cut=is_cut)
    if node_list is None:
        return None
    return _choose_nodes_meant_by_all(_find_nodes(node_list, tree) for tree in trees)


def _choose_nodes_meant_by_all(
    answers: Iterable[tuple[int, ...] | None],
) -> tuple[int, ...] | None:
    """Choose the nodes that all trees mean that know any; ``None`` if two mean different ones.

    A tree that does not know the names answers ``None``.

    >>> _choose_nodes_meant_by_all([None, (4, 6)]), _choose_nodes_meant_by_all([(4, 6), (5,)])
    ((4, 6), None)
    """
    known = [nodes for nodes in answers if nodes is not None]
    if not known:
        return None
    first = known[0]
    if any(nodes != first for nodes in known):
        return None
    return first


def _match_sentence_on_pruning(words: str) -> re.Match[str] | None:
    """Match ``Pruned: 4, 6`` or ``4 and 6 are pruned``; ``None`` if a line says something else.

    The group ``list`` is what is pruned, such as ``4, 6``, and the group ``pruned`` is the word for
    it. Reasons behind it are left out: ``because 3 >= 2``.
    """
    sentence = _REASON.sub("", _strip_sentence(words))
    match = _PRUNED_FIRST.fullmatch(sentence)
    if match is None:
        match = _PRUNED_LAST.fullmatch(sentence)
    return match


def _strip_sentence(words: str) -> str:
    """Remove a bullet, parentheses and punctuation around the sentence of a line.

    >>> _strip_sentence("- Pruned: B.2."), _strip_sentence("(pruned: 4 and 6)")
    ('Pruned: B.2', 'pruned: 4 and 6')
    """
    sentence = words.strip()
    bullet = _BULLET.match(sentence)
    if bullet is not None:
        sentence = sentence[bullet.end() :]
    if sentence.startswith("(") and sentence.endswith(")"):
        sentence = sentence[1:-1]
    return sentence.rstrip(".!; ")


def find_sign_in_words(words: str) -> str | None:
    """Return the sign that a line says marks what is pruned; ``None`` if it says something else.

    The line must have one sign, and otherwise only words that such a legend consists of.

    >>> find_sign_in_words("(* pruned)"), find_sign_in_words("† marks pruned nodes")
    ('*', '†')
    >>> find_sign_in_words("* best")
    """
    if not is_about_pruning(words):
        return None

    pieces_with_colons = _split_legend(words)
    pieces = [piece.rstrip(":") for piece in pieces_with_colons if piece.strip(":")]
    signs = [piece for piece in pieces if _SIGN.fullmatch(piece)]
    if len(set(signs)) != 1:
        return None

    other_words = " ".join(piece for piece in pieces if piece not in signs)
    words_of_legend = rf"(?:{_WORDS_OF_LEGEND.pattern}\s*)+"
    if re.fullmatch(words_of_legend, other_words, re.IGNORECASE) is None:
        return None
    return signs[0]


def _split_legend(words: str) -> list[str]:
    """Split a legend into its words and signs, without punctuation.

    An equals sign is a piece of its own even where it touches the sign before it, or what follows.

    >>> _split_legend("(*=pruned)"), _split_legend("* = pruned.")
    (['*', '=', 'pruned'], ['*', '=', 'pruned'])
    """
    without_punctuation = re.sub(r"[\"'“”„().,;]", " ", words).strip()
    before_equals = r"(?<=[^\w\s])(?==)"  # between a sign and =
    behind_equals = r"(?<==)"
    return re.split(rf"\s+|{before_equals}|{behind_equals}", without_punctuation)


def _parse_list(text: str, *, is_cut: bool) -> _NodeList | None:
    """Parse a list of nodes, ``the leaves 4 and 6 below B``; ``None`` if it is none."""
    match = _PLACE.fullmatch(text)
    if match is None:
        items_text = text
        ancestor = ""
    else:
        items_text = match["list"]
        ancestor = match["place"]
    items = _parse_items(items_text)
    if items is None:
        return None
    return _NodeList(items, ancestor, is_cut)


def _parse_items(text: str) -> list[str] | None:
    """Parse the items of a list, without the nouns before them; ``None`` if it is no list.

    >>> _parse_items("B.2 (4), leaf 6 and 7"), _parse_items("4 leaves")
    (['B.2 (4)', '6', '7'], None)
    """
    items: list[str] = []
    position = 0
    while position < len(text):
        match = _ITEM.match(text, position)
        if match is None:
            return None
        items.append(match["item"])
        position = match.end()
    return items


def _find_nodes(node_list: _NodeList, tree: GameTree) -> tuple[int, ...] | None:
    """Find the nodes of a list in a tree; ``None`` if it is not sure which these are.

    ``None``, too, where nodes that are pruned cannot be meant: nobody prunes the root, and that an
    inner node is "cut" may mean that its loop stops.
    """
    nodes = _find_nodes_in_either_way(node_list, tree)
    root = 0
    if nodes is None or root in nodes:
        return None
    if node_list.is_cut and not all(map(tree.is_leaf, nodes)):
        return None
    return tuple(sorted(nodes))


def _find_nodes_in_either_way(node_list: _NodeList, tree: GameTree) -> frozenset[int] | None:
    """Find the nodes of a list whose numbers may be values of leaves, or addresses.

    ``None`` if it is not sure which nodes are meant. In [[1 5] [6 4]], for example:

    ======  =======================================  ===================================
    number  as a value and as an address             is
    ======  =======================================  ===================================
    ``5``   a leaf; no address                       that leaf
    ``2``   no value; the second child of the root   that child
    ``1``   a leaf; the first child of the root      not sure
    ======  =======================================  ===================================

    In [[1 5] [1 4]] a lone ``1`` is not sure, either: it is the value of two leaves, and that it is
    an address as well does not help.
    """
    by_values = _find_nodes_in_one_way(node_list, tree, numbers_are_values=True)
    by_addresses = _find_nodes_in_one_way(node_list, tree, numbers_are_values=False)

    if by_values is None:
        # Leaves may still have the numbers, only more or fewer leaves than are named.
        are_values_of_leaves = _has_value_of_leaf(node_list.items, tree)
        return None if are_values_of_leaves else by_addresses

    mean_other_nodes = by_addresses is not None and by_addresses != by_values
    return None if mean_other_nodes else by_values


def _has_value_of_leaf(items: Sequence[str], tree: GameTree) -> bool:
    """Tell whether one of the items is a number that is the value of a leaf."""
    numbers = [_parse_number(item) for item in items]
    return any(number is not None and _find_leaves(number, tree, 0) for number in numbers)


def _find_nodes_in_one_way(
    node_list: _NodeList, tree: GameTree, *, numbers_are_values: bool
) -> frozenset[int] | None:
    """Find the nodes of a list, with numbers read as values of leaves or as addresses.

    ``None`` if not all are found. Of [[1 5] [6 5]] the list ``5, 5`` means two leaves, and a lone
    ``5`` is not sure.
    """
    root = 0
    ancestor = _find_named_node(node_list.ancestor, tree) if node_list.ancestor else root
    if ancestor is None:
        return None

    nodes: set[int] = set()
    for item, count in Counter(node_list.items).items():
        number = _parse_number(item) if numbers_are_values else None
        if number is not None:
            found = _find_leaves(number, tree, ancestor)
        else:
            found = _find_named_nodes(item, tree, ancestor)

        # A value is named once for each of its leaves: `5, 5` where there are two.
        is_named_once_each = len(found) == count
        are_all_below = all(tree.is_within(node, ancestor) for node in found)
        if not is_named_once_each or not are_all_below:
            return None
        nodes.update(found)
    return frozenset(nodes)


def _find_named_nodes(item: str, tree: GameTree, ancestor: int) -> list[int]:
    """Find the node that an item names, or the leaves below an ancestor that have its word."""
    node = _find_named_node(item, tree)
    if node is not None:
        return [node]
    return _find_leaves(item, tree, ancestor)


def _parse_number(item: str) -> Number | None:
    """Return the number that an item spells; ``None`` if it spells none."""
    try:
        return parse_typed_number(item)
    except ValueError:
        return None


def _find_leaves(value: Number | str, tree: GameTree, ancestor: int) -> list[int]:
    """Find the leaves below an ancestor that have a value, or the word of an unknown."""
    return [leaf for leaf in tree.leaves(ancestor) if tree.value_or_word(leaf) == value]


def _find_named_node(item: str, tree: GameTree) -> int | None:
    """Find the node that an item names; ``None`` if it names none.

    The second child of B, a leaf of 4, may be named in three ways:

    ===========  ====================================
    ``B.2``      its address
    ``B2``       its address without the full stop
    ``B.2 (4)``  its address with its value
    ===========  ====================================
    """
    reference = item.strip('"')
    node = _find_reference(reference, tree)
    if node is not None:
        return node

    without_full_stop = _WITHOUT_FULL_STOP.fullmatch(reference)
    if without_full_stop is not None:
        return _find_reference(f"{without_full_stop['name']}.{without_full_stop['position']}", tree)

    with_value = _WITH_VALUE.fullmatch(reference)
    if with_value is not None:
        return _find_leaf_with_value(with_value["reference"], with_value["value"], tree)
    return None


def _find_leaf_with_value(reference: str, value_text: str, tree: GameTree) -> int | None:
    """Find the leaf of a reference, if it has a value; ``None`` if it is no leaf, or has another.

    ``B.2`` and ``-4`` find the second child of B if that is a leaf of −4.
    """
    node = _find_reference(reference, tree)
    if node is None or not tree.is_leaf(node):
        return None
    has_this_value = tree.labels.value_text(node) == value_text.replace("-", "−")
    return node if has_this_value else None


def _find_reference(reference: str, tree: GameTree) -> int | None:
    """Return the node of a reference; ``None`` if it leads to none or to several."""
    try:
        return tree.find(reference)
    except AddressError:
        return None
