"""What classes, functions and methods of JavaScript, C, Java and their like do with nodes.

A call is read by what it is given, and never run: ``leaf(3)`` is a leaf of value 3. That is wrong
if the function makes ``new Node(-v)``, and so are the children if ``addChild`` puts each of them
before the others. Such code is found here, so that a tree which is made by it is refused.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations
from typing import Final

from treeexplorer.formats.python_classes import NO_VALUES
from treeexplorer.formats.words import CHILDREN, VALUE, meaning, plain_word

_MOST_NAMES: Final = 12
"""How many words between parentheses are looked at."""
_WORD: Final = re.compile(r"[^\W\d]\w*")
_REORDERING: Final = re.compile(
    r"\.(?:reverse|toReversed|reversed|asReversed|rev|sort|toSorted|sorted|unshift|addFirst)\s*\("
    r"|\.(?:insert|add|Insert|splice)\s*\(\s*(?:0\b|[\w.>\-]*begin\b)"
    r"|\b(?:Collections|Array|std|ranges)(?:\.|::)(?:reverse|Reverse|sort|Sort|shuffle)\s*\("
    r"|\b(?:reverse|sort|swap)\s*\(\s*[\w.>\-]*begin\b"
    r"|\[[^\[\]]{0,80},\s*\.\.\.\s*this\b"  # [c, ...this.children]
    r"|\]\s*\.concat\s*\(\s*this\b"  # [c].concat(this.children)
)
_REMOVING: Final = re.compile(r"\.(?:pop|shift|splice|clear|remove\w*|erase|pop_back)\s*\(")
_REPLACING: Final = re.compile(  # this.children[0] = b   [this.children[0], this.children[1]] =
    r"\bthis(?:\.|->)(?P<field>\w+)\[[^\[\]\n]*\](?:\s*=(?!=)|\s*,[^;=\n]*\]\s*=(?!=))"
)
_ADDING: Final = re.compile(
    r"\.(?:push|push_back|emplace_back|add|Add|append)\s*\((?P<added>[^;\n]*)"
)
_SIDE: Final = re.compile(r"\b(?P<side>left|right)\s*[:=]\s*(?P<value>[^\W\d]\w*)\s*[,;}\n]")


def find_alteration(parameters: str, body: str) -> int | None:
    """Find where a function computes with its parameters, or puts them in another order.

    >>> find_alteration("int v", "{ return new Node(-v); }")
    17
    >>> find_alteration("a, b", "{ return [a, b].reverse(); }")
    15
    >>> find_alteration("v, depth", "{ return { value: v, depth: depth + 1 }; }")

    Args:
        parameters: What stands between the parentheses of its head.
        body: What it does, without comments and texts in quotes; empty for a call.

    Returns:
        The offset in the body; ``None`` if it does not, as far as can be told.
    """
    if body == "":
        return None
    reordering = _REORDERING.search(body)
    if reordering is not None:
        return reordering.start()

    names = [name for name in _WORD.findall(parameters) if plain_word(name) not in NO_VALUES]
    for name in names[:_MOST_NAMES]:
        computation = _find_computation(name, body)
        if computation is not None:
            return computation.start()
    return _find_other_order(names, body)


def _find_computation(name: str, body: str) -> re.Match[str] | None:
    """Find where another number is made of a parameter: ``-v``, ``v + 1``, ``value || 10``.

    The last of these only counts for a parameter that is called a value.
    """
    arithmetic = _make_pattern_of_arithmetic(name).search(body)
    if arithmetic is not None or meaning(name) != VALUE:
        return arithmetic
    return _make_pattern_of_number_for_zero(name).search(body)


def alters_its_object(body: str) -> bool:
    """Tell whether a method changes the children of its node, and does more than to add at the end.

    >>> alters_its_object("{ this.children.unshift(child); }")
    True
    >>> alters_its_object("{ this.children.push(child); return this; }")
    False
    """
    if _REORDERING.search(body) is not None or _REMOVING.search(body) is not None:
        return True
    if any(meaning(found["field"]) == CHILDREN for found in _REPLACING.finditer(body)):
        return True
    return len(_ADDING.findall(body)) > 1


def _make_pattern_of_arithmetic(name: str) -> re.Pattern[str]:
    """Make the pattern of what computes with a parameter; texts are joined, which is no number.

    >>> pattern = _make_pattern_of_arithmetic("v")
    >>> [bool(pattern.search(each)) for each in ("(-v)", "2 * v", "v + 1", '" " + v', "v->next")]
    [True, True, True, False, False]
    """
    return re.compile(
        rf"(?:[=:(,\[{{?]|\breturn)\s*-\s*{name}\b"
        rf"|[\w)\]](?<!return)\s*[*/+%\-](?<!->)\s*{name}\b(?!\s*\()"
        rf"|(?<![\w.>]){name}\s*(?:[*/%]|\+(?!\+|\s*\")|-(?![->]))\s*[\w(]"
    )


def _make_pattern_of_number_for_zero(name: str) -> re.Pattern[str]:
    """Make the pattern of what puts another number in the place of a parameter that is 0.

    >>> pattern = _make_pattern_of_number_for_zero("value")
    >>> [bool(pattern.search(each)) for each in ("value || 10", "value || 0", "value || null")]
    [True, False, False]
    """
    return re.compile(
        rf"(?<![\w.>]){name}\s*(?:\|\||\?\s*{name}\s*:)\s*-?\s*(?:[1-9]|0?\.\d|Infinity|Number\b)"
    )


def _find_other_order(names: Sequence[str], body: str) -> int | None:
    """Find where a function hands two parameters on in another order than its head has them.

    ===============  ======================================  ===================================
    parameters       body                                    found
    ===============  ======================================  ===================================
    ``a, b``         ``{ return new Node(b, a); }``          the place of ``(b, a)``
    ``a, b``         ``{ return {left: b, right: a}; }``     the place of ``left: b``
    ``a, b``         ``{ return new Node(a, b); }``          ``None``
    ``value, kids``  ``{ return new Node(kids, value); }``   ``None``: the names tell them apart
    ===============  ======================================  ===================================
    """
    told_apart_by_name = (VALUE, CHILDREN)
    unnamed = [name for name in dict.fromkeys(names) if meaning(name) not in told_apart_by_name]
    unnamed = unnamed[:_MOST_NAMES]
    for first, second in combinations(unnamed, 2):
        place = _find_neighbours(second, first, body)
        if place is not None:
            return place
    return _find_swapped_sides(unnamed, body)


def _find_neighbours(left: str, right: str, body: str) -> int | None:
    """Find where two variables stand side by side between brackets or commas.

    >>> _find_neighbours("b", "a", "{ return new Node(b, a); }")
    17
    """
    begin = r"[\[({,]\s*"
    comma = r"\s*,\s*"
    end = r"\s*[\])},]"
    found = re.search(begin + left + comma + right + end, body)
    return None if found is None else found.start()


def _find_swapped_sides(names: Sequence[str], body: str) -> int | None:
    """Find where the left side of a node is a later one of the parameters than its right side.

    >>> _find_swapped_sides(["a", "b"], "{ return { left: b, right: a }; }")
    11
    """
    sides = {found["side"]: found for found in _SIDE.finditer(body)}
    if len(sides) != 2:
        return None
    left = sides["left"]
    right = sides["right"]
    are_parameters = left["value"] in names and right["value"] in names
    if are_parameters and names.index(left["value"]) > names.index(right["value"]):
        return left.start()
    return None
