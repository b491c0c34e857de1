"""Calls of searches in programs: which variable is searched, and whose move the call says it is.

``minimax(tree, 3, False)`` below ``def minimax(node, depth, maximizing)`` searches ``tree`` for
MIN. No call is ever run.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from treeexplorer.formats.lists import is_list, is_numeric
from treeexplorer.formats.model import Assigned
from treeexplorer.formats.players_beside import parse_levels
from treeexplorer.formats.words import (
    CHILDREN,
    PLAYER,
    SEARCHES_OF_PLAYER,
    VALUE,
    meaning,
    plain_word,
)

_SEARCH: Final = re.compile(
    r"minimax|minmax|maxmin|alphabeta|alfabeta|negamax|expecti|maxvalue|minvalue|search|solve|evaluate|bestmove|decision"
)
_SHORT_SEARCH: Final = re.compile(r"(?:.*_)?(?:ab|abp|mm)(?:_.*)?", re.IGNORECASE)
"""``run_ab`` and ``mm``, as alpha-beta and minimax are called for short."""
_SEARCH_OF_TREE: Final = re.compile(
    r"minimax|alphabeta|alfabeta|negamax|negascout|expecti|maxvalue|minvalue|mtdf|pvs"
)
_SIGNS: Final = frozenset({"color", "colour", "sign"})
_MEASURE: Final = re.compile(
    r"(?:len|log[0-9]*|sqrt|int|float|str|repr|bool|type|id|max|min|sum|abs|round|sizeof|copy|hash)"
    r"|(?:get|collect|list|find|all)*leaves|flatten|tostring"
    r"|.*(?:depth|height|count|size|length|levels|time|copy|print|show|draw|plot|render|display|dump"
    r"|save|write|layout|pydot|agraph|network|diagram|chart).*"
)
_ROOT_VARIABLES: Final = frozenset({"root", "rootnode"})
_TREE_VARIABLES: Final = _ROOT_VARIABLES | {"tree", "gametree"}

_MAKING_TREE: Final = re.compile(
    rf"(?:get|make|build|create|construct|load|example|sample)(?:{'|'.join(sorted(_TREE_VARIABLES))})"
)
_MAKING_NODES: Final = frozenset({"newnode", "createnode", "makenode", "mknode"})
_CLASS_OF_NODES: Final = re.compile(r"node|leaf|max|min|chance|branch|state|position|vertex")
_CALLED_NODES: Final = frozenset(
    {"node", "leaf", "branch", "leafnode", "maxnode", "minnode", "chancenode"}
)


class SearchCall(NamedTuple):
    """A call of a search, with the parameters of its function where its definition is there.

    Attributes:
        function: The name of the function.
        parameters: The names of the parameters, empty if they are not known.
        arguments: The positional arguments; ``None`` for one that is no plain value.
        keywords: The keyword arguments, in the same way.
    """

    function: str
    parameters: Sequence[str]
    arguments: Sequence[Any]
    keywords: Mapping[str, Any]

    def players(self) -> Iterator[Assigned]:
        """Yield each argument for a parameter that says who moves, as if it were assigned to it.

        A function for one player alone, ``min_value(tree)``, says it by its name.

        >>> call = SearchCall("minimax", ["node", "depth", "isMax"], [None, 3, False], {})
        >>> [*call.players()]
        [Assigned(value=False, variable='isMax')]
        """
        player = SEARCHES_OF_PLAYER.get(plain_word(self.function))
        if player is not None and self._is_given_tree:
            yield Assigned(player.value, self.function)
        for parameter, argument in self._arguments_by_parameter():
            if meaning(parameter) == PLAYER:
                yield Assigned(argument, parameter)

    def _arguments_by_parameter(self) -> list[tuple[str, Any]]:
        """Return each argument whose parameter is known, behind the name of the parameter."""
        by_position = zip(self.parameters, self.arguments, strict=False)
        return [*by_position, *self.keywords.items()]

    @property
    def has_minus_one(self) -> bool:
        """Whether the parameter for the sign of the player is -1, as negamax has it for MIN."""
        return any(
            argument == -1 and plain_word(parameter) in _SIGNS
            for parameter, argument in self._arguments_by_parameter()
        )

    @property
    def _is_given_tree(self) -> bool:
        """Whether the first argument is a variable that is called as a tree is."""
        if not self.arguments:
            return False
        first_argument = self.arguments[0]
        return isinstance(first_argument, str) and is_called_tree(first_argument)

    def truth_values(self) -> list[bool]:
        """Return the truth values in the call whose parameters are not known.

        >>> SearchCall("minimax", [], ["tree", 2, False], {}).truth_values()
        [False]
        """
        arguments_without_parameter = self.arguments[len(self.parameters) :]
        return [argument for argument in arguments_without_parameter if isinstance(argument, bool)]


def is_search(function: str) -> bool:
    """Tell whether a function is called as a search is.

    >>> is_search("minimax"), is_search("best_move"), is_search("run_ab"), is_search("absent")
    (True, True, True, False)
    """
    is_called_for_short = _SHORT_SEARCH.fullmatch(function) is not None
    return is_called_for_short or _SEARCH.search(plain_word(function)) is not None


def makes_node(function: str) -> bool:
    """Tell whether a function is called as one that makes a node of its arguments.

    A method that is called ``node`` may do anything.

    >>> makes_node("newNode"), makes_node("leaf"), makes_node("graph.node"), makes_node("f")
    (True, True, False, False)

    Args:
        function: Its name, with what stands before its dots.
    """
    _, _, name = function.rpartition(".")
    return plain_word(name) in _MAKING_NODES or plain_word(function) in _CALLED_NODES


def is_called_class_of_nodes(name: str) -> bool:
    """Tell whether the name of a class says that it makes nodes.

    >>> is_called_class_of_nodes("MaxNode"), is_called_class_of_nodes("Game")
    (True, False)
    """
    return _CLASS_OF_NODES.search(plain_word(name)) is not None


def is_tree_beside_numbers(variable: str, held: Any, others: Sequence[Any]) -> bool:
    """Tell whether a class is given a tree of numbers, and numbers that are no value of a node.

    The class is none whose name says that it makes nodes.

    ======================  =====  ===============================================
    ``Game(t, 3)``          true   3 is a depth, a width or the like
    ``Inner(children, 3)``  false  the variable says that it is a node's children
    ``Inner("A", t)``       false  what has a name is a node
    ``Inner(t)``            false  a node above the list is the list itself
    ======================  =====  ===============================================

    Args:
        variable: The variable that the class is given.
        held: What it holds.
        others: The other arguments.
    """
    if not isinstance(held, (list, tuple)) or meaning(variable) == CHILDREN:
        return False
    has_number = any(map(is_numeric, others))
    # With a truth value that is false MIN may move first.
    says_no_more = all(is_numeric(other) or other is True for other in others)
    return has_number and says_no_more and _holds_numbers_alone(held)


def find_tree_in_object(
    function: str, arguments: Sequence[Any], keywords: Mapping[str, Any]
) -> Any:
    """Find the tree that is written out in the call of a class which makes no nodes.

    ==========================================  ==========================
    ``Game([[3, 5], [2, 9]], 3)``               ``[[3, 5], [2, 9]]``
    ``Game(tree=[[3, 5], [2, 9]], depth=3)``    ``[[3, 5], [2, 9]]``
    ``Fork([3, 5], 3)``                         ``None``: 3 may be its value
    ``MaxNode([[3, 5], [2, 9]], 3)``            ``None``: it makes a node
    ==========================================  ==========================

    Args:
        function: The name of the class.
        arguments: The values of its positional arguments.
        keywords: Those of its keyword arguments, by name.
    """
    if is_called_class_of_nodes(function):
        return None
    for key, value in keywords.items():
        if is_called_tree(key) and isinstance(value, (list, tuple, dict)):
            return value
    if any(meaning(key) in {CHILDREN, VALUE} for key in keywords):
        return None
    parts = [*arguments, *keywords.values()]
    lists = [part for part in parts if is_list(part)]
    others = [part for part in parts if not is_list(part)]
    has_inner_lists = len(lists) == 1 and any(map(is_list, lists[0]))
    if has_inner_lists and is_tree_beside_numbers("", lists[0], others):
        return lists[0]
    return None


def _holds_numbers_alone(held: Sequence[Any]) -> bool:
    """Tell whether nothing but numbers stands in a list, also in the lists within it."""
    pending = [*held]
    while pending:
        member = pending.pop()
        if is_list(member):
            pending += member
        elif not is_numeric(member):
            return False
    return True


def is_search_of_tree(function: str) -> bool:
    """Tell whether a function surely searches a game tree; ``solve`` may solve a sudoku."""
    return _SEARCH_OF_TREE.search(plain_word(function)) is not None


def makes_no_tree(function: str) -> bool:
    """Tell whether a function surely makes no other tree of the one that it is given.

    >>> makes_no_tree("minimax"), makes_no_tree("collect_leaves"), makes_no_tree("mirrored")
    (True, True, False)
    """
    return is_search(function) or _MEASURE.fullmatch(plain_word(function)) is not None


def is_called_root(variable: str) -> bool:
    """Tell whether a variable is called as a node is that has none above it."""
    return plain_word(variable) in _ROOT_VARIABLES


def is_called_tree(variable: str) -> bool:
    """Tell whether a variable is called as the tree of a program is; ``Tree`` is a class."""
    is_class = variable[:1].isupper() and not variable.isupper()
    return plain_word(variable) in _TREE_VARIABLES and not is_class


def makes_tree(function: str) -> bool:
    """Tell whether a function is called after the tree that it returns.

    >>> makes_tree("get_tree"), makes_tree("buildGameTree"), makes_tree("moves")
    (True, True, False)
    """
    return is_called_tree(function) or _MAKING_TREE.fullmatch(plain_word(function)) is not None


def find_unknown_tree(
    known: Collection[str], unknown: Sequence[str], searched: Collection[str]
) -> str | None:
    """Return the variable of a program that holds its tree, if no value of it can be taken.

    It is the one that is searched, or that is called ``tree``. ``None`` is returned if the tree is
    known, or if no variable is surely the tree.

    >>> find_unknown_tree({"a"}, ["n", "t"], {"t"})
    't'
    >>> find_unknown_tree({"tree"}, ["n"], {"tree", "n"})

    Args:
        known: The variables whose value is a list, a record or a node.
        unknown: Those whose value cannot be taken without running the program.
        searched: Those that are handed to a search.
    """
    is_tree_known = any(name in searched or is_called_tree(name) for name in known)
    if is_tree_known:
        return None
    for name in unknown:
        if name in searched or is_called_tree(name):
            return name
    return None


class Players(NamedTuple):
    """What a program says about who moves.

    Attributes:
        understood: The variables and parameters that say it, with their values, each once.
        unclear_variables: The variables that are named so, but whose values name no player.
        unclear_searches: The searches that are called with ``False`` for a parameter whose name is
            not known.
        searches_with_sign: The searches that are called with -1 for the sign of the player.
    """

    understood: list[Assigned]
    unclear_variables: list[str]
    unclear_searches: list[str]
    searches_with_sign: list[str]

    def unclear_calls(self) -> tuple[str, ...]:
        """Return in words which calls may say who moves, each once."""
        searches = dict.fromkeys(self.unclear_searches)
        searches_with_sign = dict.fromkeys(self.searches_with_sign)
        truth_values = [f"a truth value in the call of {name}" for name in searches]
        signs = [f"-1 in the call of {name}" for name in searches_with_sign]
        return (*truth_values, *signs)


def players_of(assigned: Iterable[Assigned], calls: Sequence[SearchCall]) -> Players:
    """Return what a program says about who moves, in its variables and its calls of searches.

    ``player = "MIN"`` says it, and so does ``minimax(tree, 2, False)`` if the third parameter is
    called ``maximizing`` or the like.

    >>> players_of([Assigned("MIN", "player"), Assigned("?", "turn")], []).unclear_variables
    ['turn']

    Args:
        assigned: The values of variables that may say who moves.
        calls: The calls of searches.
    """
    players_in_calls = [player for call in calls for player in call.players()]
    understood: list[Assigned] = []
    unclear_variables: list[str] = []
    for candidate in [*assigned, *players_in_calls]:
        is_understood = parse_levels(candidate) is not None
        if not is_understood:
            unclear_variables.append(candidate.variable)
        elif candidate not in understood:
            understood.append(candidate)

    # Only False: with True the search begins with MAX, as it does if nothing is said.
    unclear_searches = [call.function for call in calls if False in call.truth_values()]
    searches_with_sign = [call.function for call in calls if call.has_minus_one]
    return Players(understood, unclear_variables, unclear_searches, searches_with_sign)
