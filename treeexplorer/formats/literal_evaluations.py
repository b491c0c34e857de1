"""Where the search of a program in JavaScript, C, Java or the like takes its tree in another way.

It may go through the children from right to left, or negate each value that it reads. The tree is
read as it stands all the same, so that the user has to be told. In Python,
:mod:`python_evaluations` tells the same.

>>> program = LiteralProgram("function minimax(node) { for (const kid of node.reverse()) f(kid); }")
>>> [*describe_own_search(program)]
['node.reverse() in minimax']
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Final, NamedTuple

from treeexplorer.formats.literal_programs import LiteralProgram
from treeexplorer.formats.python_classes import NO_VALUES
from treeexplorer.formats.python_evaluations import LONGEST_EXPRESSION, is_evaluating
from treeexplorer.formats.searches import is_search
from treeexplorer.formats.words import CHILDREN, VALUE, meaning, plain_word
from treeexplorer.text import safe, shorten

_WORD: Final = re.compile(r"[^\W\d]\w*")
_PATH: Final = r"[$\w]\w*(?:(?:\.|->|::)\w+|\[\w+\]|\(\))*"
_BEGINNING: Final = r"(?<![\w.>)\]])"
"""The place before a path: within one it is not looked for again."""
_REORDERED: Final = (
    # node.reverse()   [...node.children].sort((a, b) => b - a)   node.slice().reverse()
    re.compile(
        rf"(?:\[\.\.\.|{_BEGINNING})(?P<list>{_PATH})\]?(?:\.|->)"
        r"(?:reverse|reversed|toReversed|sort|sorted|toSorted|sortBy|sortedBy\w*|OrderBy\w*"
        r"|reduceRight|asReversed)\s*\((?>[^()]|\([^()]*\))*\)"
    ),
    # Collections.reverse(kids)   std::sort(kids.begin(), kids.end())   array_reverse($kids)
    re.compile(
        r"\b(?:(?:Collections|Arrays|std|slices|sort|ranges)(?:\.|::)(?:reverse|Reverse|sort|Sort"
        r"|stable_sort|Slice|SliceStable)|array_reverse|a?k?r?sort|reversed|sorted)"
        rf"\s*\(\s*(?P<list>{_PATH})[^()]*\)?"
    ),
    # for (let i = node.length - 1; i >= 0; i--)   for (i in kids.size - 1 downTo 0)
    re.compile(
        rf"\w+\s*:?=\s*(?P<list>len\(\w[\w.]*\)|{_PATH})\s*-\s*1\s*;\s*\w+\s*(?:>=\s*0|>\s*-1)\s*;"
        r"\s*(?:--\s*\w+|\w+\s*--)"
    ),
    re.compile(rf"{_BEGINNING}(?P<list>{_PATH})(?:\s*-\s*1)?\s+downTo\s+0"),
    # for (auto kid = kids.rbegin(); …
    re.compile(rf"{_BEGINNING}(?P<list>{_PATH})(?:\.|->)rbegin\(\)"),
)
"""How lists are given another order, or are gone through from their end."""
_RETURN: Final = re.compile(r"\breturn\b(?P<value>[^;}\n]*)")
_ARROW: Final = re.compile(  # const utility = leaf => -leaf
    r"\b(?P<name>[^\W\d]\w*+)\s*=\s*\(?(?P<parameters>[\w\s,:]*)\)?(?:\s*:\s*\w+)?\s*=>"
    r"(?P<body>(?!\s*\{)[^;\n]*)"
)
_VALUE_OF_LEAF: Final = r"\(?([$\w]\w*(?:(?:\.|->)\w+(?:\(\))?|\[[\w.]+\])*)\)?"
_NUMBER: Final = r"\d+(?:\.\d+)?"
_COMPUTED: Final = re.compile(  # -leaf   10 - node.value   leaf * -1
    rf"\s*(?:-\s*{_VALUE_OF_LEAF}|-?{_NUMBER}\s*[-+*]\s*{_VALUE_OF_LEAF}"
    rf"|{_VALUE_OF_LEAF}\s*[-+*/]\s*-?{_NUMBER})\s*"
)


class _Function(NamedTuple):
    """A function: its name, the names of its parameters, and what it does."""

    name: str
    parameters: Sequence[str]
    body: str


def describe_own_search(program: LiteralProgram) -> Iterator[str]:
    """Describe where the functions of a program take children in another order, or other values.

    ``-leaf in utility`` is said of ``function utility(leaf) { return -leaf; }``.
    """
    for function in _find_functions(program):
        expressions: list[str] = []
        if is_search(function.name) or _calls(function, function.name):
            expressions += _find_orders(function)
        if is_search(function.name) or is_evaluating(function.name):
            expressions += _find_computed_values(function)
        for expression in expressions:
            source = shorten(" ".join(expression.split()), LONGEST_EXPRESSION)
            yield safe(f"{source} in {function.name}")


def _find_functions(program: LiteralProgram) -> Iterator[_Function]:
    """Find the functions with a body in braces, and the arrows with a value alone."""
    for function in program.functions:
        parameters = [parameter.name for parameter in function.head.parameters]
        body = program.bare[function.body.start : function.body.stop]
        yield _Function(function.head.name, parameters, body)
    for arrow in _ARROW.finditer(program.bare):
        parameters = _WORD.findall(arrow["parameters"])
        yield _Function(arrow["name"], parameters, f"return {arrow['body']}")


def _calls(function: _Function, name: str) -> bool:
    """Tell whether a function of a name is called in another one, or in itself."""
    return name != "" and re.search(rf"\b{re.escape(name)}\s*\(", function.body) is not None


def _find_orders(function: _Function) -> Iterator[str]:
    """Find where a function gives children another order, or goes through them from their end."""
    for pattern in _REORDERED:
        for found in pattern.finditer(function.body):
            if _names_node(found["list"], function.parameters):
                yield found[0]


def _names_node(path: str, parameters: Collection[str]) -> bool:
    """Tell whether a path names a parameter, or children: ``node``, ``n.children``."""
    words = _WORD.findall(path)
    return any(word in parameters or meaning(word) == CHILDREN for word in words)


def _find_computed_values(function: _Function) -> Iterator[str]:
    """Find what a function returns that is computed of the value of a leaf: ``-leaf``.

    There is nothing in negamax, which negates what it is returned, too.
    """
    if re.search(rf"-\s*(?:\w+\.)?{re.escape(function.name)}\s*\(", function.body) is not None:
        return
    leaves = {name for name in function.parameters[:1] if plain_word(name) not in NO_VALUES}
    for returned in _RETURN.finditer(function.body):
        # Either value of isMin ? -leaf : leaf.
        for value in re.split(r"[?:]", returned["value"]):
            computed = _COMPUTED.fullmatch(value)
            if computed is not None and any(_is_value(path, leaves) for path in computed.groups()):
                yield value.strip()


def _is_value(path: str | None, leaves: Collection[str]) -> bool:
    """Tell whether a path is the value of a leaf: ``leaf``, ``node.value``, ``values[leaf]``."""
    words = [] if path is None else _WORD.findall(path)
    if not words:  # return -1
        return False
    first, *others = words
    if not others:
        return first in leaves
    return meaning(others[-1]) == VALUE or others[-1] in leaves
