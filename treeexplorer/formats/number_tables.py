"""Numbers of a program that are no tree, though they stand in lists and records as a tree does.

These are weights, colours, settings, sizes and the like. Whether such numbers are meant as a tree
is told by the name of their variable, and by what is handed to a search.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final

from treeexplorer.formats.lists import is_list, is_numeric
from treeexplorer.formats.model import Constructed
from treeexplorer.formats.words import CHILDREN, SIDES, is_known, meaning, plain_word

_CALLED_TABLE: Final = re.compile(
    r"\w*(?:tables?|matrix|matrices|weights?|colou?rs?|config\w*|settings?|options?|params?"
    r"|parameters?|kernels?|coord(?:inate)?s?|positions?|locations?|sizes?|dimensions?|ratings?"
    r"|prices?|distances?|costs?|probs|probabilities|bonus(?:es)?|penalt(?:y|ies)|maze|puzzle"
    r"|sudoku|pixels?|piles?|heaps?|stones?|sticks?|coins?|grades?|offsets?|dir(?:ection)?s|deltas?"
    r"|moves?|steps?|expected|visited|results?|outputs?|history)"
)
_CALLED_EDGES: Final = re.compile(r"\w*(?:adj|graph|edges|links|connections|matrix)\w*")
_CALLED_ROWS: Final = frozenset({"nodes", "vertices", "edges", "links"})
_CALLED_SETTINGS: Final = re.compile(r"\w*(?:config\w*|settings?|options?|params?|parameters?)")
_CALLED_RECORD_OF_NODES: Final = re.compile(
    r"\w*(?:tree|game|graph|node|minimax|alphabeta|state|struct|example|sample|data|success|child"
    r"|root|exercise|question|problem|quiz|exam)\w*|[gt]"
)
_CALLED_PLIES: Final = re.compile(r"\w*(?:levels|plies|layers|depths|tiers)")
_STATE: Final = re.compile(r"(?:\w*(?:state|cells|nim))[0-9]*")
_CALLED_LEAVES: Final = re.compile(
    r"[a-z]|\w*(?:val|scor|leaf|leave|util|payoff|terminal|num|arr|list|data|node|input|example|eval"
    r"|reward|outcome|element|child|end|heuristic)\w*"
)


def reason_for_no_tree(variable: str, value: Any, *, is_searched: bool) -> str | None:
    """Explain why a variable that is not called as a tree holds none; return ``None`` if it may.

    >>> reason_for_no_tree("WEIGHTS", [[3, 5], [2, 9]], is_searched=False)
    'is by its name no tree'
    >>> reason_for_no_tree("PIECES", {"mg": {"p": 82}, "eg": {"p": 94}}, is_searched=False)
    'holds numbers by name'
    >>> reason_for_no_tree("a", [[3, 5], [2, 9]], is_searched=False)

    Args:
        variable: The name of the variable.
        value: What it holds.
        is_searched: Whether it is handed to a search.
    """
    word = plain_word(variable)
    if _is_row_of_numbers(value) and _STATE.fullmatch(word) is not None:
        return "is by its name a state of a game"
    # What is handed to a search is its tree, whatever it is called.
    if is_searched:
        return None
    if isinstance(value, Mapping):
        return _explain_record_without_tree(word, value)
    if is_list(value):
        return _explain_list_without_tree(word, value)
    return None


def _explain_record_without_tree(word: str, record: Mapping[Any, Any]) -> str | None:
    """Explain why a record is no tree; return ``None`` if it may be one.

    `word` is the plain name of the variable. The first rule that fits counts::

        settings = {"depth": 3}                   no tree by its name
        margins = {"top": 20, "left": 90}         no tree: keys that say nothing of a node
        game = {"a": {"x": 3}, "b": {"y": 5}}     may be a tree by its name
        data = {"A": {"B": {"x": 3}}}             may be a tree: one root, with nodes below
        pieces = {"mg": {"p": 82, "n": 337}}      no tree: a table of numbers
        letters = {"A": ["B", "C"]}               may be a tree: it has no numbers
    """
    if _is_called_settings(word, record):
        return "is by its name no tree"
    if _has_numbers_under_other_words(record):
        return "holds numbers by name"

    may_be_tree = _is_called_tree(word, record) or _has_root_by_name(record)
    if may_be_tree and not has_rows_and_columns(record):
        return None
    if _is_table_of_numbers(record):
        return "holds numbers by name"
    return None


def _is_called_settings(word: str, record: Mapping[Any, Any]) -> bool:
    """Tell whether a variable is called as settings are, and no key of its record has children."""
    has_children = any(meaning(str(key)) in {CHILDREN, SIDES} for key in record)
    return _CALLED_SETTINGS.fullmatch(word) is not None and not has_children


def _is_called_tree(word: str, record: Mapping[Any, Any]) -> bool:
    """Tell whether a variable is called as trees are, and lists or records are in its record."""
    is_nested = any(isinstance(entry, Mapping) or is_list(entry) for entry in record.values())
    return is_nested and _CALLED_RECORD_OF_NODES.fullmatch(word) is not None


def _is_table_of_numbers(record: Mapping[Any, Any]) -> bool:
    """Tell whether a record holds numbers, and nothing that a table of numbers would not hold.

    >>> _is_table_of_numbers({"mg": {"p": 82, "n": None}}), _is_table_of_numbers({"A": ["B"]})
    (True, False)
    """
    return _holds_alone(record, _is_setting) and holds_number(record)


def _explain_list_without_tree(word: str, members: Sequence[Any]) -> str | None:
    """Explain why a list of numbers is no tree; return ``None`` if it may be one.

    Lists in the list may hold numbers, too. A list with anything else in it may always be a tree.
    `word` is the plain name of the variable::

        nodes = [[3, 5], [2, 9]], weights = [3, 5]     no trees by their names
        visited = []                                   no tree
        order = [3, 5]                                 no tree: a row not called as leaves are
        utilities = [(3, -3), (5, -5)]                 no tree: a value for each player
        values = [3, 5], anything = [[3, 5], [2, 9]]   may be trees
    """
    if not members:
        return "is empty"
    if not _holds_alone(members, is_numeric):
        return None

    is_row = _is_row_of_numbers(members)
    is_called_table = _CALLED_TABLE.fullmatch(word) is not None
    is_called_leaves = _CALLED_LEAVES.fullmatch(word) is not None
    has_rows_called_nodes = not is_row and word in _CALLED_ROWS
    if is_called_table or has_rows_called_nodes:
        return "is by its name no tree"
    if is_row and not is_called_leaves:
        return "is a row of numbers"
    if is_called_leaves and _are_payoffs_of_two(members):
        return "has a value for each of two players at a leaf"
    return None


def is_matrix_of_edges(variable: str, value: Any) -> bool:
    """Tell whether a variable says by rows and columns of 0 and 1 which nodes are joined.

    >>> matrix = [[0, 1, 1], [0, 0, 0], [0, 0, 0]]
    >>> is_matrix_of_edges("adj", matrix), is_matrix_of_edges("tree", matrix)
    (True, False)
    """
    if not is_list(value) or _CALLED_EDGES.fullmatch(plain_word(variable)) is None:
        return False
    return _is_square_of_bits(value)


def _is_square_of_bits(members: Sequence[Any]) -> bool:
    """Tell whether as many rows as columns hold 0 and 1 alone: a matrix of edges.

    >>> _is_square_of_bits([[0, 1, 1], [0, 0, 0], [0, 0, 0]]), _is_square_of_bits([[0, 1], [1]])
    (True, False)
    """
    row_count = len(members)
    are_rows = all(is_list(row) and len(row) == row_count for row in members)
    return (
        row_count > 1 and are_rows and all(str(bit) in {"0", "1"} for row in members for bit in row)
    )


def _are_payoffs_of_two(members: Sequence[Any]) -> bool:
    """Tell whether each pair of a list is what one player wins, and the other one loses.

    >>> _are_payoffs_of_two([(3, -3), (-5, 5)]), _are_payoffs_of_two([(3, 5), (2, 9)])
    (True, False)
    """
    are_pairs = all(is_list(pair) and len(pair) == 2 for pair in members)
    if len(members) < 2 or not are_pairs:
        return False
    return all(type(each) is int for pair in members for each in pair) and not any(
        map(sum, members)
    )


def _is_row_of_numbers(value: Any) -> bool:
    """Tell whether a value is a list of numbers and nothing else; an empty list is one, too."""
    return is_list(value) and all(map(is_numeric, value))


def has_rows_and_columns(record: Mapping[Any, Any]) -> bool:
    """Tell whether all that stands under names are records with the same keys, as in a table.

    >>> has_rows_and_columns({"a": {"win": 3, "lost": 5}, "b": {"win": 2, "lost": 9}})
    True
    """
    rows = list(record.values())
    if len(rows) < 2 or not all(isinstance(row, Mapping) and len(row) > 1 for row in rows):
        return False
    return all(row.keys() == rows[0].keys() for row in rows)


def _has_numbers_under_other_words(record: Mapping[Any, Any]) -> bool:
    """Tell whether a record has numbers alone, some under keys that say nothing of a node.

    >>> _has_numbers_under_other_words({"top": 20, "right": 90, "bottom": 30, "left": 90})
    True
    """
    has_numbers_alone = len(record) > 0 and all(map(is_numeric, record.values()))
    return has_numbers_alone and any(meaning(str(key)) is None for key in record)


def _has_root_by_name(record: Mapping[Any, Any]) -> bool:
    """Tell whether a record has one key, below which lists or records stand by name."""
    below = list(record.values())
    if len(below) != 1 or not isinstance(below[0], Mapping):
        return False
    children = below[0].values()
    return any(isinstance(child, Mapping) or is_list(child) for child in children)


def is_row_of_leaves(variable: str, value: Any) -> bool:
    """Tell whether a variable is called as leaves are, and holds numbers in a row, or payoffs.

    >>> is_row_of_leaves("values", [3, 5]), is_row_of_leaves("order", [3, 5])
    (True, False)
    """
    if _CALLED_LEAVES.fullmatch(plain_word(variable)) is None:
        return False
    return _is_row_of_numbers(value) or (is_list(value) and _are_payoffs_of_two(value))


def are_plies(variable: str, value: Any) -> bool:
    """Tell whether a variable holds the nodes of a tree ply by ply: those of the first are one.

    >>> are_plies("levels", [[0], [0, 0], [3, 5, 2, 9]]), are_plies("tree", [[0], [3, 5]])
    (True, False)
    """
    plies = list(value.values()) if isinstance(value, Mapping) else value
    if _CALLED_PLIES.fullmatch(plain_word(variable)) is None or not is_list(plies):
        return False
    are_lists = len(plies) > 1 and all(map(is_list, plies))
    return are_lists and len(plies[0]) == 1


def _is_setting(value: Any) -> bool:
    """Tell whether a value may stand in a table: a number, a truth value or nothing."""
    return value is None or isinstance(value, bool) or is_numeric(value)


def _holds_alone(value: Any, is_atom: Callable[[Any], bool]) -> bool:
    """Tell whether lists and records hold nothing but atoms of a kind, and no words of a node."""
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, Mapping):
            if any(map(is_known, each)):
                return False
            waiting += each.values()
        elif is_list(each):
            waiting += each
        elif not is_atom(each):
            return False
    return True


def holds_number(value: Any) -> bool:
    """Tell whether a number stands in a list, a record or a node, however deep.

    >>> holds_number({"A": [["x"], 3]}), holds_number({"A": ["B", "C"]})
    (True, False)
    """
    waiting = [value]
    # By identity: a list may contain itself.
    seen: set[int] = set()
    while waiting:
        each = waiting.pop()
        if is_numeric(each):
            return True
        if id(each) not in seen:
            seen.add(id(each))
            waiting += members_of(each)
    return False


def members_of(value: Any) -> Collection[Any]:
    """Return what stands in a list, a record or a node; nothing for any other value."""
    if isinstance(value, Constructed):
        return [*value.arguments, *value.keywords.values()]
    if isinstance(value, Mapping):
        return value.values()
    return value if is_list(value) else ()
