"""Leaves in one list, in which a program finds the children of a node by counting.

The program of many lessons keeps a complete tree as the list of its leaves: it calls
``minimax(depth + 1, index * 2, …)`` until ``scores[index]`` is a leaf. Others keep all nodes in
the list, ply behind ply, as a heap does. Neither list is one ply of leaves below a root. How many
children a node has is taken from the calls, none of which is ever run.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from treeexplorer.formats.documents import Recognised
from treeexplorer.formats.lookalikes import is_flat_list_of_values
from treeexplorer.formats.model import WRITE_TREE_AS_LISTS, UnreadableError
from treeexplorer.notation import Exercise
from treeexplorer.text import quoted, safe
from treeexplorer.tree import GameTree, from_nested

_NAME: Final = r"[^\W\d]\w*+"
_PRODUCT: Final = re.compile(
    rf"[(,]\s*+(?:{_NAME}\s*=\s*)?"
    rf"(?P<opening>\(\s*)?(?P<product>(?P<index>{_NAME})\s*\*\s*(?P<factor>[2-9]|{_NAME})"
    rf"|(?P<first_factor>[2-9])\s*\*\s*(?P<last_index>{_NAME})"
    rf"|(?P<shifted_index>{_NAME})\s*<<\s*1)"
    rf"(?(opening)\s*\))\s*+(?:\+\s*(?P<added>[0-9]|{_NAME})\s*)?[,)]"
)
"""An argument such as ``index * 2 + 1`` in ``minimax(depth + 1, index * 2 + 1, …)``."""
_MULTIPLIED: Final = ("index", "last_index", "shifted_index")
_INDEX: Final = re.compile(
    rf"\w\s*\[\s*(?P<of_brackets>{_NAME})\s*\]"
    rf"|\.\s*(?:at|get|elementAt)\s*\(\s*(?P<of_method>{_NAME})\s*\)"
)
"""``scores[index]`` and ``scores.get(index)``."""
_INDICES: Final = ("of_brackets", "of_method")
_HALF: Final = re.compile(
    rf"\b{_NAME}\[\s*:\s*(?:len\(\s*{_NAME}\s*\)\s*//\s*2|mid\w*|middle|half)\s*\]"
)
"""``scores[:len(scores) // 2]``, and the same with a variable for the half."""
_END_OF_SEARCH: Final = re.compile(r"\bdepth\w*\s*={2,3}\s*(?P<plies>[1-9])\b", re.IGNORECASE)
_CALLED: Final = re.compile(rf"(?P<function>{_NAME})\s*\Z")
_FACTORS: Final = frozenset("23456789")
_MOST_PLIES: Final = 20
_LONGEST_CALL: Final = 2_000


class _Counting(NamedTuple):
    """How a program finds the children of a node in a list.

    Attributes:
        expression: What says so, as it is written: ``index * 2``.
        place: Its offset in the program.
        factor: How many children each inner node has.
        has_all_nodes: Whether the list has all nodes, the root first, and not the leaves alone.
        plies: Behind how many plies the search ends; ``None`` if no number says it.
    """

    expression: str
    place: int
    factor: int
    has_all_nodes: bool = False
    plies: int | None = None


def group_counted_leaves(
    recognised: Recognised, program: str, blank_out_comments: Callable[[str], str]
) -> Recognised:
    """Return the trees of a program, each list of its leaves as the tree that the program counts.

    ``scores = [3, 12, 2, 4]`` beside a search that calls itself with ``index * 2`` for
    ``scores[index]`` becomes ``[[3, 12], [2, 4]]``, with a remark. Other trees stay as they are.

    Args:
        recognised: The trees.
        program: The program in which they were found.
        blank_out_comments: Puts blanks in the place of its comments.

    Raises:
        UnreadableError: A list has more or fewer leaves than the tree that the program counts, or
            it is not known how many children its nodes have.
    """
    are_flat = [is_flat_list_of_values(each.tree) for each in recognised.exercises]
    if not any(are_flat):
        return recognised
    counting = _find_counting(blank_out_comments(program))
    if counting is None:
        return recognised

    exercises: list[Exercise] = []
    for exercise, is_flat in zip(recognised.exercises, are_flat, strict=True):
        tree = _group_leaves(exercise.tree, counting) if is_flat else exercise.tree
        exercises.append(replace(exercise, tree=tree))
    expression = safe(counting.expression)
    remark = f'each inner node has {counting.factor} children, as "{expression}" says'
    left_out = ("the numbers above the leaves",) if counting.has_all_nodes else ()
    return recognised._replace(
        exercises=tuple(exercises),
        remarks=(remark, *recognised.remarks),
        left_out=(*recognised.left_out, *left_out),
    )


def _find_counting(program: str) -> _Counting | None:
    """Find how a program counts the children of a node; ``None`` if it does not.

    >>> program = "def f(depth, i): s[i] if depth == 3 else f(depth + 1, i * 2 + k)"
    >>> counting = _find_counting(program)
    >>> counting.expression, counting.factor, counting.plies
    ('i * 2', 2, 3)

    Args:
        program: The program without comments.
    """
    indices = {_get_first(found, _INDICES) for found in _INDEX.finditer(program)}
    tried: set[tuple[str, str]] = set()
    for product in _PRODUCT.finditer(program):
        index = _get_first(product, _MULTIPLIED)
        if index is None or index not in indices:
            continue
        function = _find_called_function(program, product.start("product"))
        if function is None or (function, index) in tried:
            continue
        tried.add((function, index))
        if _is_parameter(index, function, program):
            return _describe_counting(product, index, program)
    half = _HALF.search(program)
    return None if half is None else _Counting(half[0], half.start(), factor=2)


def _get_first(found: re.Match[str], groups: Sequence[str]) -> str | None:
    """Return the first of some groups of a match that matched; ``None`` if none did."""
    return next((found[group] for group in groups if found[group] is not None), None)


def _is_parameter(index: str, function: str, program: str) -> bool:
    """Tell whether a variable is handed to a function as it is, as its parameters are.

    >>> _is_parameter("i", "f", "def f(d, i): f(d + 1, i * 2)")
    True
    """
    head = rf"\b{re.escape(function)}\s*\([^()]*?\b{re.escape(index)}\s*[,):=]"
    return re.search(head, program) is not None


def _find_called_function(program: str, place: int) -> str | None:
    """Find the function between whose parentheses a place is; ``None`` if it has no name.

    >>> _find_called_function("max(f(d + (1), i * 2), 5)", 15)
    'f'
    """
    closed = 0
    for offset in reversed(range(max(0, place - _LONGEST_CALL), place)):
        character = program[offset]
        if character == ")":
            closed += 1
        elif character == "(" and closed > 0:
            closed -= 1
        elif character == "(":
            called = _CALLED.search(program, max(0, offset - 100), offset)
            return None if called is None else called["function"]
    return None


def _describe_counting(product: re.Match[str], index: str, program: str) -> _Counting | None:
    """Describe how a program counts the children of a node; ``None`` if it counts otherwise.

    ===================================  =======================================
    ``i * 2`` and ``i * 2 + 1``          the list holds the leaves alone
    ``i * 3 + k``                        the same
    ``2 * i + 1`` and ``2 * i + 2``      the list holds all nodes, the root first
    ``i * 2 + 5``                        something else
    ===================================  =======================================

    Args:
        product: The first place at which it counts.
        index: The variable that is multiplied.
        program: The program without comments.

    Raises:
        UnreadableError: A variable says how many children a node has, and is not known.
    """
    expression = " ".join(product["product"].split())
    place = product.start("product")
    factor = _find_factor(product, program)
    if factor is None:
        message = f"how many children a node has, {quoted(expression)}, is not known"
        raise UnreadableError(message, place, WRITE_TREE_AS_LISTS)

    plies = {int(found["plies"]) for found in _END_OF_SEARCH.finditer(program)}
    counting = _Counting(
        expression=expression,
        place=place,
        factor=factor,
        plies=plies.pop() if len(plies) == 1 else None,
    )
    added = _collect_added(index, program)
    numbers = {int(each) for each in added if each.isdecimal()}
    has_variable = len(numbers) < len(added)
    if has_variable or numbers == {*range(factor)}:
        return counting
    if numbers == {*range(1, factor + 1)}:
        return counting._replace(has_all_nodes=True)
    return None


def _find_factor(product: re.Match[str], program: str) -> int | None:
    """Find how many children a node has; ``None`` if a variable says it that is not known.

    A variable is known that is given one number, ``branching = 3``, and nothing else.
    """
    factor = _get_first(product, ("factor", "first_factor"))
    if factor is None:  # index << 1
        return 2
    if factor in _FACTORS:
        return int(factor)
    assigned = re.findall(rf"\b{re.escape(factor)}\s*=(?!=)\s*([^\s;,)]+)", program)
    is_known = len(set(assigned)) == 1 and assigned[0] in _FACTORS
    return int(assigned[0]) if is_known else None


def _collect_added(index: str, program: str) -> set[str]:
    """Collect what is added to the products of an index: 0 and 1 for ``i * 2``, ``i * 2 + 1``."""
    added: set[str] = set()
    for product in _PRODUCT.finditer(program):
        if _get_first(product, _MULTIPLIED) == index:
            added.add("0" if product["added"] is None else product["added"])
    return added


def _group_leaves(tree: GameTree, counting: _Counting) -> GameTree:
    """Return the tree that a program counts in the leaves of a tree of one ply.

    Raises:
        UnreadableError: It is a tree of another number of leaves.
    """
    numbers = [value for value in tree.leaf_values if value is not None]
    plies = _find_plies(len(numbers), counting)
    if plies is None:
        expression = quoted(counting.expression)
        sizes = _describe_sizes(counting)
        message = f"{expression} counts in a list of {sizes} numbers, and this has {len(numbers)}"
        raise UnreadableError(message, counting.place, WRITE_TREE_AS_LISTS)

    factor = counting.factor
    nodes: list[Any] = numbers[-(factor**plies) :]  # the leaves, also behind the other nodes
    for _ in range(plies - 1):
        nodes = [nodes[place : place + factor] for place in range(0, len(nodes), factor)]
    return from_nested(nodes, tree.levels)


def _find_plies(number_count: int, counting: _Counting) -> int | None:
    """Find of how many plies a complete tree is that fills a list; ``None`` if none does.

    >>> leaves = _Counting("i * 2", 9, factor=2)
    >>> _find_plies(8, leaves), _find_plies(6, leaves)
    (3, None)
    >>> _find_plies(7, leaves._replace(has_all_nodes=True))
    2
    """
    for plies in range(1, _MOST_PLIES + 1):
        is_size = _compute_size(plies, counting) == number_count
        if is_size and counting.plies in {None, plies}:
            return plies
    return None


def _compute_size(plies: int, counting: _Counting) -> int:
    """Compute how many numbers the list of a complete tree has."""
    leaf_count = int(counting.factor**plies)
    inner_count = (leaf_count - 1) // (counting.factor - 1)
    return leaf_count + inner_count if counting.has_all_nodes else leaf_count


def _describe_sizes(counting: _Counting) -> str:
    """Describe how many numbers a list may have: ``2, 4, 8, …``, or ``8`` for three plies."""
    if counting.plies is not None:
        return str(_compute_size(counting.plies, counting))
    sizes = [str(_compute_size(plies, counting)) for plies in (1, 2, 3)]
    return ", ".join([*sizes, "…"])
