"""Whether a variable holds one tree, several, or the test cases of a program."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from treeexplorer.formats.cases import (
    Case,
    are_surely_cases,
    find_cases,
    find_texts_of_trees,
    have_several_lists,
    is_called_tests,
    is_tree_before_number,
    may_be_several,
)
from treeexplorer.formats.graph_facts import NO_GRAPH_FACTS
from treeexplorer.formats.graph_finding import find_graph
from treeexplorer.formats.lists import is_list
from treeexplorer.formats.model import Assigned, UnreadableError
from treeexplorer.formats.number_tables import are_plies, reason_for_no_tree
from treeexplorer.formats.shapes import Recogniser
from treeexplorer.formats.sketches import Grown
from treeexplorer.formats.words import SEVERAL_TREES, plain_word
from treeexplorer.formats.wrappers import NUMBERED_TREE, find_values_in_wrapper
from treeexplorer.notation import write
from treeexplorer.text import quoted, safe, shorten

_LONGEST_SHOWN: Final = 100
_CALLED_GAME: Final = re.compile(r"(?:\w*tree|\w*game|root\w*|t)[0-9]*")
CALL_IT_TREE: Final = "call the tree so: tree = [[3, 12], [2, 4]]"
_CALL_THEM_TREES: Final = "call several trees so, trees = […], or the one tree: tree = […]"
_GIVE_ONE_TREE: Final = "give the text of one tree alone"


def check_are_not_several(assigned: Assigned) -> None:
    """Raise an error if a list of lists is called as several things are: ``examples``.

    Raises:
        UnreadableError: It is, and so may be several trees, or one.
    """
    are_lists = all(map(is_list, _list_members(assigned.value)))
    if are_lists and may_be_several(assigned.variable):
        message = f"{quoted(assigned.variable)} may be several trees, or one"
        raise UnreadableError(message, hint=_CALL_THEM_TREES)


def may_hold_several(value: Any) -> bool:
    """Tell whether a list or a record has several members, with a list within each of them."""
    if not isinstance(value, (list, dict)):
        return False
    members = _list_members(value)
    return len(members) > 1 and all(map(_has_list_within, members))


def _list_members(value: list[Any] | dict[Any, Any]) -> list[Any]:
    """Return the members of a list, or what stands under the keys of a record."""
    return list(value.values()) if isinstance(value, dict) else value


def check_no_table_of_numbers(recogniser: Recogniser, assigned: Assigned) -> None:
    """Raise an error if a variable holds numbers that nothing says are a tree.

    ======================================  ===================================================
    ``scores = {"A": 3, "B": 5}``           an error: it may be anything
    ``levels = [[0], [0, 0], [3, 5, 2]]``   an error: what is below a node is not said
    ``tree = {"A": 3, "B": 5}``             no error: it is called a tree
    ``config = {"tree": [[3, 5], 2]}``      no error: it holds a tree, whatever it is called
    ======================================  ===================================================

    Raises:
        UnreadableError: It does.
    """
    value, variable = assigned
    is_surely_tree = variable == "" or _is_called_game(variable)
    if is_surely_tree:
        return

    if are_plies(variable, value):
        message = f"{quoted(variable)} has a list for each level, and does not say what is below a"
        raise UnreadableError(f"{message} node", hint="write nested lists: [[3, 12], [2, 4]]")

    reason = reason_for_no_tree(variable, value, is_searched=variable in recogniser.searched)
    if reason is not None and not _is_graph_or_wrapper(value):
        message = f"{quoted(variable)} {reason}, and nothing is called tree"
        raise UnreadableError(message, hint=CALL_IT_TREE)


def _is_graph_or_wrapper(value: Any) -> bool:
    """Tell whether a value is a graph, ``[("A", "B"), …]``, or a tree under a key, ``{"tree": …}``.

    So it may hold a tree although it looks like a table of numbers.
    """
    if find_graph(value, NO_GRAPH_FACTS) is not None:
        return True
    return isinstance(value, dict) and find_values_in_wrapper(value) is not None


def find_test_cases(assigned: Assigned) -> list[Case]:
    """Find the test cases that a variable holds, or may hold; empty if it holds none.

    ========================================  ================================================
    ``tests = {"a": ([[3, 12], [2, 4]], 3)}``  cases: called so, they may have any form
    ``examples = [([[3, 12], [2, 4]], 3)]``    cases: tuples of a tree and a number, in this order
    ``examples = [[[[3, 12], [2, 4]], 3]]``    none: the lists may be nodes
    ``tree = [([[3, 12], [2, 4]], 3)]``        none: it is called a tree
    ========================================  ================================================

    Raises:
        UnreadableError: It is not plain which of several lists in each is the tree.
    """
    value, variable = assigned
    is_surely_tree = variable == "" or _is_called_game(variable)
    if is_surely_tree or not isinstance(value, (list, tuple, dict)):
        return []

    _check_no_trees_as_texts(assigned)
    cases = find_cases(value)
    if is_called_tests(variable):
        if not cases:
            _check_have_not_several_lists(assigned)
        return cases
    return cases if _are_tuples_of_tree_and_number(value) else []


def _are_tuples_of_tree_and_number(value: Any) -> bool:
    """Tell whether a value is a list of tuples, each a tree and a number: ``[([3, 5], 5), …]``."""
    are_pairs = is_list(value) and all(map(is_tree_before_number, value))
    return are_pairs and are_surely_cases(value)


def _check_have_not_several_lists(assigned: Assigned) -> None:
    """Raise an error if each test case has several lists: ``tests = [([3, 5], [2, 9], 3)]``.

    Raises:
        UnreadableError: It has: which of them is the tree is not plain.
    """
    if have_several_lists(assigned.value):
        name = quoted(assigned.variable)
        message = f"{name} holds test cases with several lists each, and which is the tree is not"
        raise UnreadableError(f"{message} plain", hint=_GIVE_ONE_TREE)


def _check_no_trees_as_texts(assigned: Assigned) -> None:
    """Raise an error if a variable holds trees as texts, perhaps with what is expected of each.

    Raises:
        UnreadableError: It does: ``tests = [("[[3 5] [2 9]]", 3)]``.
    """
    value, variable = assigned
    texts = find_texts_of_trees(value, are_tests=is_called_tests(variable))
    if texts:
        message = f"{quoted(variable)} seems to hold trees as texts, and none of these is read"
        raise UnreadableError(message, hint=f"{_GIVE_ONE_TREE}: {shorten(safe(texts[0]), 100)}")


def check_are_plainly_test_cases(
    assigned: Assigned, cases: Sequence[Case], trees: Sequence[Grown]
) -> None:
    """Raise an error if test cases may be one tree, or may say who moves.

    The hint shows the first of the trees in the cases, if it is short.
    """
    name = quoted(assigned.variable)
    if any(case.may_say_player for case in cases):
        message = f"what stands beside the trees of {name} may say who moves, and is not understood"
        raise UnreadableError(message, hint=_suggest_one_tree(trees[0]))

    is_one_tree_possible = not are_surely_cases(assigned.value, assigned.variable)
    if is_one_tree_possible or not is_called_tests(assigned.variable):
        message = f"{name} may be test cases, each a tree with a number beside it, or one tree"
        raise UnreadableError(message, hint=_suggest_one_tree(trees[0]))


def _suggest_one_tree(tree: Grown) -> str:
    """Return the hint to give one tree alone, with this tree as an example if it is short."""
    written_tree = " ".join(write(tree.exercise).split())
    if len(written_tree) > _LONGEST_SHOWN:
        return _GIVE_ONE_TREE
    return f"{_GIVE_ONE_TREE}: {written_tree}"


def is_searched_or_called_tree(recogniser: Recogniser, variable: str) -> bool:
    """Tell whether a variable is searched, or called as trees or test cases are."""
    is_called = _is_called_game(variable) or is_called_tests(variable)
    return is_called or plain_word(variable) == SEVERAL_TREES or variable in recogniser.searched


def _is_called_game(variable: str) -> bool:
    """Tell whether a variable is called as the tree of a game is: ``tree``, ``game2``, ``t``."""
    word = plain_word(variable)
    return any(pattern.fullmatch(word) is not None for pattern in (_CALLED_GAME, NUMBERED_TREE))


def _has_list_within(value: Any) -> bool:
    """Tell whether a value is a list with a list in it, or a record."""
    return isinstance(value, dict) or (is_list(value) and any(map(is_list, value)))
