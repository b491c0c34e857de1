"""Lists of test cases, in which a tree stands beside what a search is to find in it.

``tests = [([[3, 5], [2, 9]], 3), ([[1, 2], [0, 4]], 1)]`` is no tree: its members are two trees,
each with the value that is expected of it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any, Final, NamedTuple

from treeexplorer.formats.lists import is_list, is_numeric
from treeexplorer.formats.model import Constructed
from treeexplorer.formats.words import meaning, plain_word, player_named

_CALLED_TESTS: Final = re.compile(r"\w*(?:tests?|cases?|testdata)[0-9]*|parametrize|each|for")
_CALLED_SEVERAL: Final = re.compile(
    r"\w*(?:tests|cases|examples|exercises|problems|questions|games|inputs|samples|quizzes)[0-9]*"
)
_SURELY_CASES: Final = frozenset({"parametrize", "each"})
_TREE_AS_TEXT: Final = re.compile(r"\s*[\[({](?=[^\n]*\d).*[\])}]\s*", re.DOTALL)
_NESTED_AS_TEXT: Final = re.compile(r"\s*[\[({][^\])}]*[\[({](?=[^\n]*\d).*[\])}]\s*", re.DOTALL)
_EXPECTED: Final = re.compile(r"expect(?:ed)?\w*|outputs?|want(?:ed)?|answers?|solution")
_CONTAINERS: Final = (list, tuple, dict, Constructed)
_PARAMETERS: Final = "param"
_TREE: Final = "tree"


class Case(NamedTuple):
    """A test case.

    Attributes:
        tree: What may be its tree.
        beside: What stands beside it.
    """

    tree: Any
    beside: Sequence[Any]

    @property
    def has_numbers_alone(self) -> bool:
        """Whether only numbers stand beside the tree."""
        return all(map(is_numeric, self.beside))

    @property
    def may_say_player(self) -> bool:
        """Whether something beside the tree is a truth value or the name of a player."""
        return any(map(_may_say_player, self.beside))


def is_called_tests(variable: str) -> bool:
    """Tell whether a variable is called as test cases are.

    >>> is_called_tests("TEST_CASES"), is_called_tests("tree")
    (True, False)
    """
    return _CALLED_TESTS.fullmatch(plain_word(variable)) is not None


def may_be_several(variable: str) -> bool:
    """Tell whether a variable may be called so since it holds several trees: ``examples``."""
    return _CALLED_SEVERAL.fullmatch(plain_word(variable)) is not None


def find_texts_of_trees(value: Any, *, are_tests: bool) -> list[str]:
    """Return the texts in rows of texts and numbers that seem to be trees themselves.

    >>> find_texts_of_trees([("[[3 5] [2 9]]", 3), ("[[1 2] [0 4]]", 1)], are_tests=False)
    ['[[3 5] [2 9]]', '[[1 2] [0 4]]']

    Args:
        value: A list of rows, or of texts alone.
        are_tests: Whether these are called tests. Else brackets must stand within brackets, since
            ``("(0, 1)", 3)`` may be a state and its value.
    """
    if not is_list(value):
        return []

    cells = list(chain.from_iterable(map(_get_cells, value)))
    has_tree = any(isinstance(cell, _CONTAINERS) for cell in cells)
    if has_tree:
        return []

    pattern = _TREE_AS_TEXT if are_tests else _NESTED_AS_TEXT
    return [cell for cell in cells if isinstance(cell, str) and pattern.fullmatch(cell) is not None]


def _get_cells(row: Any) -> Sequence[Any]:
    """Return what stands in a row; anything but a list stands alone."""
    return row if is_list(row) else (row,)


def find_cases(value: Any) -> list[Case]:
    """Return the test cases in a list, a record or a case alone; empty if these are no cases.

    >>> find_cases([([3, 5], 5), ([1, 2], 2)])
    [Case(tree=[3, 5], beside=[5]), Case(tree=[1, 2], beside=[2])]

    Args:
        value: In all cases the tree must stand in one place, and nothing else that may be a tree
            beside it; but a number, or anything behind the tree of a tuple.
    """
    rows = _collect_rows(value)
    if not rows or not all(map(_is_row, rows)):
        return []

    tree_position = _find_tree_position(rows[0])
    have_tree_there = all(_find_tree_position(row) == tree_position for row in rows)
    if not have_tree_there:
        return []

    cases: list[Case] = []
    for row in rows:
        beside = [*row[:tree_position], *row[tree_position + 1 :]]
        cases.append(Case(row[tree_position], beside))
    return cases


def are_surely_cases(value: Any, variable: str = "") -> bool:
    """Tell whether the cases are tuples, as no node of the trees in them is.

    >>> are_surely_cases([([3, 5], 5)]), are_surely_cases([[[3, 5], 5]])
    (True, False)

    Args:
        value: The cases.
        variable: What they are called: those of pytest and Jest are certain.
    """
    if plain_word(variable) in _SURELY_CASES:
        return True
    rows = _collect_rows(value)
    return all(type(row) is tuple and type(_get_tree(row)) is not tuple for row in rows)


def have_several_lists(value: Any) -> bool:
    """Tell whether rows are tuples with several things that may be the tree."""
    rows = _collect_rows(value)
    return bool(rows) and all(type(row) is tuple and _count_trees(row) > 1 for row in rows)


def is_tree_before_number(row: Any) -> bool:
    """Tell whether a row is a pair of a tree and a number, in this order."""
    return _is_row(row) and len(row) == 2 and is_numeric(row[1])


def rename_tree_key(record: dict[Any, Any]) -> dict[Any, Any]:
    """Return a test case as a record that has its tree under ``tree``; any other as it is.

    >>> rename_tree_key({"input": [[3, 5], [2, 9]], "output": 3})
    {'tree': [[3, 5], [2, 9]], 'output': 3}
    """
    other_keys = [key for key in record if not _is_key_of_expected_value(key)]
    has_expected_value = len(other_keys) < len(record)
    tree_keys = [key for key in other_keys if isinstance(record[key], _CONTAINERS)]
    if not has_expected_value or len(tree_keys) != 1:
        return record

    # A key such as `children` says already what stands under it.
    tree_key = tree_keys[0]
    if meaning(str(tree_key)) is not None:
        return record
    new_names = {tree_key: _TREE}
    return {new_names.get(key, key): value for key, value in record.items()}


def _is_key_of_expected_value(key: Any) -> bool:
    """Tell whether a key says what a search is to find: ``expected``, ``output``."""
    return isinstance(key, str) and _EXPECTED.fullmatch(plain_word(key)) is not None


def _collect_rows(value: Any) -> Sequence[Any]:
    """Collect the rows that may be test cases, each a tree beside what is expected of it.

    ======================================  ============================
    ``{"a": ([3, 5], 5), "b": ([2], 2)}``   the rows under the names
    ``[([3, 5], 5), ([2], 2)]``             the rows in the list
    ``[pytest.param([3, 5], 5, id="a")]``   the arguments of each call
    ``([3, 5], 5)``                         the tuple: it is the only row
    ======================================  ============================
    """
    if isinstance(value, Mapping):
        return list(value.values())
    is_only_row = isinstance(value, tuple) and _is_row(value) and any(map(is_numeric, value))
    if is_only_row:
        return [value]
    if is_list(value):
        return list(map(_convert_to_row, value))
    return []


def _convert_to_row(case: Any) -> Any:
    """Return the row that ``pytest.param([3, 5], 5, id="a")`` makes; any other case as it is."""
    is_parameters = isinstance(case, Constructed) and case.function == _PARAMETERS
    return tuple(case.arguments) if is_parameters else case


def _is_row(row: Any) -> bool:
    """Tell whether a row has one thing that may be a tree, and beside it what may be expected.

    That is a number, or anything behind the tree of a tuple: ``("A", [3, 5])`` may be a node.
    """
    if not is_list(row) or len(row) < 2 or _count_trees(row) != 1:
        return False
    has_tree_first = type(row) is tuple and _find_tree_position(row) == 0
    return has_tree_first or any(map(is_numeric, row))


def _count_trees(row: Sequence[Any]) -> int:
    """Count the cells of a row that may be trees."""
    return sum(isinstance(cell, _CONTAINERS) for cell in row)


def _find_tree_position(row: Sequence[Any]) -> int:
    """Find the position of the first cell that may be a tree."""
    return next(position for position, cell in enumerate(row) if isinstance(cell, _CONTAINERS))


def _get_tree(row: Sequence[Any]) -> Any:
    return row[_find_tree_position(row)]


def _may_say_player(member: Any) -> bool:
    """Tell whether a value is a truth value, such as that of ``is_max``, or a player's name."""
    if isinstance(member, str):
        return player_named(member) is not None
    return isinstance(member, bool)
