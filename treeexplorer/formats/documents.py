"""From the values of a text to its trees: several, one in parts, or one within a wrapper.

A text holds trees one after the other, or one whose values, players and root stand beside its
graph, as assignments of a program do and the keys of a record. What one node is, and what is below
it, says :mod:`shapes`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any, Final, NamedTuple

from treeexplorer.errors import TreeexplorerError
from treeexplorer.formats.adjacency import (
    graph_of_successors,
    is_table_of_values,
    names_successors,
)
from treeexplorer.formats.cases import (
    Case,
    are_surely_cases,
    cases_in,
    have_several_lists,
    is_called_tests,
    is_tree_before_number,
    may_be_several,
    texts_of_trees,
    with_tree_named,
)
from treeexplorer.formats.columns import is_column_of_parents, rows_of_columns
from treeexplorer.formats.games import are_ends_of_game, are_winning_lines, is_called_board
from treeexplorer.formats.graphs import Graph, text_of_name
from treeexplorer.formats.linked_nodes import (
    as_part_of_graph,
    graph_of_children,
    graph_of_edges,
    graph_of_parents,
    graph_of_record,
    is_part_of_graph,
    is_record_of_graph,
)
from treeexplorer.formats.lists import is_list, is_numeric, is_text
from treeexplorer.formats.model import Assigned, Constructed, Reading, UnreadableError
from treeexplorer.formats.named_forms import (
    rows_of_paths,
    split_off_values,
    with_children_and_values,
    with_names_first,
)
from treeexplorer.formats.number_tables import are_plies, is_row_of_leaves, reason_for_no_tree
from treeexplorer.formats.players_beside import (
    common_levels,
    levels_remark,
    players_by_name,
    split_off_levels,
    with_levels,
)
from treeexplorer.formats.records import NodeRecord, says_nothing
from treeexplorer.formats.searches import is_called_tree, unknown_tree
from treeexplorer.formats.shapes import (
    NO_SHAPE,
    SHAPES,
    Recogniser,
    ambiguous,
    as_list,
)
from treeexplorer.formats.sketches import Grown
from treeexplorer.formats.successor_rows import (
    successors_of_rows,
    values_of_rows,
    with_leaves_joined,
    with_parents_described,
)
from treeexplorer.formats.words import (
    CHILDREN,
    LEAVES_WORDS,
    NAME,
    RESULTS_OF_GAME,
    ROOT_WORDS,
    SEVERAL_TREES,
    TREE_WORDS,
    meaning,
    plain_word,
)
from treeexplorer.notation import Exercise, write
from treeexplorer.text import quoted, safe, shorten
from treeexplorer.tree import Levels, Player

_CONTAINERS: Final = (list, tuple, dict, set, frozenset, Constructed)
_LONGEST_SHOWN: Final = 100
_NOTHING_IN_IT: Final[tuple[object, ...]] = ([], (), {})
_TITLE: Final = "title"
_NUMBERED_TREE: Final = re.compile(
    r"(?:(?:game)?tree|example|exercise|problem|question|task|quiz|test)[0-9]+"
)
_CALLED_GAME: Final = re.compile(r"(?:\w*tree|\w*game|root\w*|t)[0-9]*")
_CALL_IT_TREE: Final = "call the tree so: tree = [[3, 12], [2, 4]]"
_CALL_THEM_TREES: Final = "call several trees so, trees = […], or the one tree: tree = […]"
_GIVE_ONE_TREE: Final = "give the text of one tree alone"
_SURE_TREE_WORDS: Final = frozenset({"tree", "gametree"})


class Recognised(NamedTuple):
    """The trees of a text, with remarks on how they were understood.

    Attributes:
        exercises: The trees, in order.
        says_players: Whether something in the text says whose nodes they are.
        remarks: What was understood in a way that is not plain to see.
        left_out: What is not in the trees.
        unclear: What may say who moves, and is not understood.
    """

    exercises: tuple[Exercise, ...]
    says_players: bool
    remarks: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    unclear: tuple[str, ...] = ()


def recognise(reading: Reading, levels: Levels | None = None) -> Recognised:
    """Turn the values that a syntax found in a text into trees.

    Args:
        reading: The values, in order, with the names of the variables that they are assigned to.
        levels: The players by ply (a ply is one level of the tree), if an option of the command
            says them. Then weights below chance nodes are probabilities.

    Returns:
        The trees in the order of the text, and remarks for the user on how they were understood.

    Raises:
        UnreadableError: No shape fits, two do, or something in the tree is wrong.
    """
    values = [each for each in reading.values if each.value is not None]
    containers = [each for each in values if isinstance(each.value, _CONTAINERS)]
    if not containers:
        raise UnreadableError(NO_SHAPE, hint=SHAPES)
    if all(map(_is_list_of_words, containers)):
        message = f"{quoted(containers[0].variable)} is a list of words, and no tree"
        raise UnreadableError(message, hint=SHAPES)
    recogniser = Recogniser(levels, reading.searched)
    values = _without_parts_of_games(recogniser, values)
    grown = _trees_of_values(recogniser, values)
    recogniser.leave_out_unused_players()
    _refuse_positions(values, grown)
    # A lone leaf, such as {"value": 5}, may be anything: a text of such alone holds no tree. So may
    # a call within a call, Node(Game("x")).
    are_calls = all(isinstance(each.value, Constructed) for each in containers)
    if all(_may_be_anything(each, is_call=are_calls) for each in grown):
        raise UnreadableError(NO_SHAPE, hint=SHAPES)
    return _recognised(reading, grown, recogniser)


def _refuse_positions(values: Sequence[Assigned], grown: Sequence[Grown]) -> None:
    """Raise an error if the leaves of a tree may be the positions of their values in a list.

    The leaves of ``tree = [[0, 1], [2, 3]]`` are as many as ``values = [3, 5, 2, 9]``.

    Args:
        values: The values of the text.
        grown: The trees.

    Raises:
        UnreadableError: They may be.
    """
    for assigned in values:
        if not is_row_of_leaves(assigned.variable, assigned.value):
            continue
        count = len(assigned.value)
        for each in grown:
            tree = each.exercise.tree
            leaves = [value for value in tree.leaf_values if value is not None]
            if tree.depth > 1 and leaves == [*range(count)]:
                message = f"the leaves of a tree may be positions in {quoted(assigned.variable)}"
                hint = "write the values into the tree: [[3, 12], [2, 4]]"
                raise UnreadableError(message, hint=hint)


def _is_list_of_words(assigned: Assigned) -> bool:
    """Tell whether a variable holds a list of words, ``names = ["Anna", "Ben"]``, and no tree."""
    if not assigned.variable or is_called_tree(assigned.variable) or not is_list(assigned.value):
        return False
    return len(assigned.value) > 1 and all(map(is_text, assigned.value))


def _may_be_anything(grown: Grown, *, is_call: bool) -> bool:
    """Tell whether a tree is a leaf alone, or that of a call with one leaf of unknown value."""
    tree = grown.exercise.tree
    has_unknown_leaf_alone = tree.leaf_count == 1 and len(tree.unknowns) == 1
    return tree.depth == 0 or (is_call and has_unknown_leaf_alone)


def _recognised(reading: Reading, grown: Sequence[Grown], recogniser: Recogniser) -> Recognised:
    """Return the trees of a text with all that is remarked on them and left out of them.

    Args:
        reading: The values of the text, and what its syntax left out.
        grown: The trees.
        recogniser: Has made them, and kept its remarks and the keys that it left out.
    """
    left_out_of_trees = chain.from_iterable(each.left_out for each in grown)
    # A dictionary keeps each once, in the order in which they were found.
    left_out = dict.fromkeys([*reading.left_out, *recogniser.left_out, *left_out_of_trees])
    return Recognised(
        exercises=tuple(each.exercise for each in grown),
        says_players=any(each.says_players for each in grown),
        remarks=tuple(recogniser.remarks),
        left_out=tuple(left_out),
        unclear=reading.unclear,
    )


def _without_parts_of_games(recogniser: Recogniser, values: list[Assigned]) -> list[Assigned]:
    """Return the values of a text without the boards and tables of a game.

    A program that plays on ``board = [[0, 1, 0], …]`` holds no tree, whatever else it assigns,
    unless something is called so.

    Args:
        recogniser: Is told which variables are left out.
        values: The values with their variables.

    Raises:
        UnreadableError: There is one, and no variable is called as a tree is.
    """
    named = list(map(_named_by_only_key, values))
    parts = {each.variable: part for each in named if (part := _part_of_game(each)) is not None}
    if not parts:
        return values
    if not any(is_called_tree(each.variable) for each in values):
        variable, part = next(iter(parts.items()))
        message = f"{quoted(variable)} {part}, and nothing is called tree"
        raise UnreadableError(message, hint=_CALL_IT_TREE)
    for variable in parts:
        recogniser.leave_out(variable)
    return [each for each in values if each.variable not in parts]


def _part_of_game(assigned: Assigned) -> str | None:
    """Return in words which part of a game a variable holds; ``None`` if it may be a tree."""
    value = assigned.value
    if not assigned.variable or is_called_tree(assigned.variable):
        return None
    if is_list(value) and is_called_board(assigned.variable):
        return "is by its name a part of a game"
    if is_list(value) and are_winning_lines(value):
        return "holds the lines that win on a board"
    if isinstance(value, dict) and are_ends_of_game(value):
        return "has a number for each end of a game"
    return None


def _named_by_only_key(assigned: Assigned) -> Assigned:
    """Return the value under the only key of a record without a variable, with that key."""
    value = assigned.value
    if assigned.variable or not isinstance(value, dict) or len(value) != 1:
        return assigned
    ((key, only_value),) = value.items()
    return Assigned(only_value, str(key))


def tree_of_objects(root: Any, levels: Levels | None = None) -> Exercise:
    r"""Return the one tree of plain Python objects; a number alone is a tree of one leaf.

    >>> from treeexplorer.notation import write
    >>> write(tree_of_objects({"A": ["B", "C"], "B": [3, 12], "C": 2}))
    'A:[B:[3 12] C:2]\n'

    Args:
        root: The objects.
        levels: The players by ply; without them MAX begins, unless the nodes say who moves.

    Raises:
        TreeexplorerError: They fit no shape, two of them, or hold several trees.
    """
    exercise = _only_tree(Recogniser(levels), root).exercise
    if levels is None:
        return exercise
    return replace(exercise, tree=exercise.tree.with_levels(levels))


def _only_tree(recogniser: Recogniser, root: Any) -> Grown:
    """Return the tree of plain Python objects, of which there must be exactly one.

    Args:
        recogniser: Makes the tree, and collects remarks.
        root: The objects, such as ``[[3, 12], [2, 4]]``.

    Raises:
        TreeexplorerError: They are no tree, or several.
    """
    try:
        grown = _trees_of_values(recogniser, [Assigned(root)])
    # Objects have no place in a text, and so the error becomes one without a place.
    except UnreadableError as error:
        hint = "" if error.hint is None else f"; {error.hint}"
        raise TreeexplorerError(f"{error.message}{hint}") from None
    if len(grown) > 1:
        raise TreeexplorerError(f"these are {len(grown)} trees, and one was expected")
    return grown[0]


# -- one tree or several -----------------------------------------------------------------------


def _trees_of_values(recogniser: Recogniser, values: Sequence[Assigned]) -> list[Grown]:
    """Return the trees of a text, with the players by ply that stand beside them.

    Args:
        recogniser: Makes the trees. It is also told what is left out of them, and what to remark.
        values: The values of the text with their variables, at least one;
            ``tree = [[3, 12], [2, 4]]`` is the variable ``tree`` with a list.
    """
    levels, others = split_off_levels(values)  # player = "MIN", and all that is not such
    if not levels or not others:
        return _trees_without_levels(recogniser, values)
    grown = _trees_without_levels(recogniser, others)
    return _give_players_by_ply(recogniser, grown, levels, is_assigned=True)


def _trees_without_levels(recogniser: Recogniser, values: Sequence[Assigned]) -> list[Grown]:
    """Return the trees of the values of a text: the first of these that it can be.

    1. A record of a graph, ``{"title": …, "nodes": […], "edges": […]}``.
    2. One tree whose parts are values: ``edges = [("A", "B"), …]`` and ``values = {"B": 3, …}``.
    3. A table whose columns are values: ``parent = [-1, 0, 0]`` and ``value = [None, 3, 5]``.
    4. A single value.
    5. JSON Lines, a record in each line. They are the list of these records: one tree whose records
       name their parents, or a tree each.
    6. A tree in each value.

    Args:
        recogniser: Makes the trees, and is told what is left out of them.
        values: The values with their variables, at least one.
    """
    first = values[0].value
    is_single = len(values) == 1
    if is_single and isinstance(first, dict) and is_record_of_graph(first):
        return _trees_of_value(recogniser, first)
    tree_in_parts = _tree_in_parts(recogniser, values)
    if tree_in_parts is not None:
        return [tree_in_parts]
    rows = _rows_of_table(recogniser, values)
    if rows is not None:
        return _trees_of_value(recogniser, rows)
    if is_single:
        return _trees_of_assigned(recogniser, values[0])
    are_lines_of_records = all(isinstance(value, dict) and not name for value, name in values)
    if are_lines_of_records:
        return _trees_of_value(recogniser, [each.value for each in values])
    _refuse_columns_of_children(values)
    return _trees_one_by_one(recogniser, _take_players_by_name(recogniser, values))


def _give_players_by_ply(
    recogniser: Recogniser,
    grown: Sequence[Grown],
    beside: Sequence[Assigned],
    *,
    is_assigned: bool = False,
) -> list[Grown]:
    """Return trees with the players by ply that stand beside them, in the same order.

    Args:
        recogniser: Is told what is left out, and what says who moves.
        grown: The trees.
        beside: The values that give players by ply, at least one: ``player = "MIN"``. They are
            left out if they contradict each other, if there is chance among them, or if the nodes
            of all trees say themselves who moves.
        is_assigned: Whether these are variables of a program. The user is told how they were taken.
    """
    are_players_known = all(each.says_players for each in grown)
    levels = common_levels(beside)  # None if they contradict each other
    # The weights below chance nodes were dropped when the trees were grown: who moves was not known
    # then.
    has_chance = levels is not None and Player.CHANCE in levels
    if levels is None or has_chance or are_players_known:
        for each in beside:
            recogniser.leave_out(each.variable)
        return [*grown]
    if is_assigned:
        recogniser.remark(levels_remark(beside, levels))
    return [with_levels(each, levels) for each in grown]


def _take_players_by_name(recogniser: Recogniser, values: Sequence[Assigned]) -> Sequence[Assigned]:
    """Hand values that give players by name to the recogniser, and return the other values.

    ``max_nodes = ["A", "D"]`` is such a value.

    Args:
        recogniser: Makes the trees. Its ``players`` are changed.
        values: The values of a text or of a record, with their variables or keys. If all of them
            give players, all are returned, since one must be the tree.
    """
    others: list[Assigned] = []
    for assigned in values:
        players = players_by_name(assigned)
        if players:
            recogniser.take_players(players, assigned.variable)
        else:
            others.append(assigned)
    return others if others else values


def _rows_of_table(
    recogniser: Recogniser, values: Sequence[Assigned]
) -> list[dict[str, Any]] | None:
    """Return the rows of the table whose columns are lists among some values.

    ``parent = [-1, 0, 0]`` and ``value = [None, 3, 5]`` are the columns of three rows, of which the
    second is ``{"parent": 0, "value": 3}``.

    Args:
        recogniser: Is told which values are no columns, and are left out.
        values: The values of a text with their variables.

    Returns:
        A record for each row; ``None`` if there is no such table.
    """
    columns = _columns_of_one_table(values)
    rows = rows_of_columns({assigned.variable: assigned.value for assigned in columns})
    if rows is None:
        return None
    for assigned in values:
        if assigned not in columns:
            recogniser.leave_out(assigned.variable)
    return rows


def _columns_of_one_table(values: Sequence[Assigned]) -> list[Assigned]:
    """Return the lists that are the columns of one table, one of them the parents of all nodes.

    ``parent = [-1, 0, 0]`` and ``value = [None, 3, 5]`` are two: node 0 is the root, and its
    children, the nodes 1 and 2, are worth 3 and 5.

    Args:
        values: The values of a text, with their variables.

    Returns:
        The column of parents and all lists of its length, in the order of the text; empty if no
        list is a column of parents.
    """
    lists = [
        assigned for assigned in values if assigned.variable and isinstance(assigned.value, list)
    ]
    parents = next((assigned for assigned in lists if is_column_of_parents(assigned)), None)
    if parents is None:
        return []
    return [assigned for assigned in lists if len(assigned.value) == len(parents.value)]


def _refuse_columns_of_children(values: Sequence[Assigned]) -> None:
    """Raise an error if two lists hold the children and the values of each node, by its position.

    ``children = [[1, 2], [], []]`` and ``value = [None, 3, 5]`` are a root with two leaves. This is
    not read; as two trees of their own they would be other trees.

    Raises:
        UnreadableError: They do.
    """
    lists = [
        assigned
        for assigned in values
        if isinstance(assigned.value, list) and len(assigned.value) > 1
    ]
    for relatives in lists:
        # In such a list the children of a leaf are `[]`, which is no tree itself.
        has_leaf = any(children == [] for children in relatives.value)
        if meaning(relatives.variable) != CHILDREN or not has_leaf:
            continue
        for other in lists:
            # Columns of one table have one length.
            if other is not relatives and len(other.value) == len(relatives.value):
                names = f"{quoted(relatives.variable)} and {quoted(other.variable)}"
                hint = "write the tree by name: {0: [1, 2], 1: 3, 2: 5}"
                raise UnreadableError(f"{names} are columns of one tree by position", hint=hint)


class _TreesOfVariable(NamedTuple):
    """The trees in the value of a variable, whose name is empty for a value without one."""

    variable: str
    trees: list[Grown]

    @property
    def is_leaf_alone(self) -> bool:
        """Whether a variable holds nothing but a leaf."""
        return self.variable != "" and all(each.exercise.tree.depth == 0 for each in self.trees)

    @property
    def has_values(self) -> bool:
        """Whether the value of some leaf of these trees is known."""
        return any(map(_has_value, self.trees))


def _trees_one_by_one(recogniser: Recogniser, values: Sequence[Assigned]) -> list[Grown]:
    """Return the trees of several values, each read for itself.

    A value that is assigned to a variable and is no tree is left out: it may be anything of a
    program.

    Args:
        recogniser: Makes the trees, and is told what is left out.
        values: The values with their variables.

    Raises:
        UnreadableError: A list or record without a variable is no tree, or no value is one, or the
            variable that is called ``tree`` holds no tree.
    """
    found: list[_TreesOfVariable] = []
    problems: dict[str, UnreadableError] = {}
    for value, variable in values:
        if not _may_be_tree(value):
            # `children = []` is a field of a class, and holds none of the tree's children.
            is_empty_field = value in _NOTHING_IN_IT and meaning(variable) is not None
            if not is_empty_field:
                recogniser.leave_out(variable)
            continue
        try:
            trees = _trees_of_assigned(recogniser, Assigned(value, variable))
        except UnreadableError as error:
            is_assigned = variable != ""
            # A list that is not assigned has no other purpose than to be a tree.
            if not is_assigned:
                raise
            problems[variable] = error
            recogniser.leave_out(variable)
        else:
            found.append(_TreesOfVariable(variable, trees))
    _refuse_without_tree(found, problems)
    return _without_words_and_leaves_alone(recogniser, found)


def _refuse_without_tree(
    found: Sequence[_TreesOfVariable], problems: Mapping[str, UnreadableError]
) -> None:
    """Raise an error if the variable that is the tree of a text holds no tree that can be read.

    Args:
        found: The variables that are trees.
        problems: Why others are none, by their names, in the order of the text.

    Raises:
        UnreadableError: That of the first variable if none is a tree; else that of one that is
            called ``tree``, unless another one called so is a tree.
    """
    if not found and problems:
        first_problem = next(iter(problems.values()))
        raise first_problem
    names_of_trees = [each.variable for each in found]
    called_tree = unknown_tree(names_of_trees, [*problems], searched=())
    if called_tree is not None:
        raise problems[called_tree]


def _without_words_and_leaves_alone(
    recogniser: Recogniser, found: Sequence[_TreesOfVariable]
) -> list[Grown]:
    """Return the trees of several variables in one list, without those that are none beside them.

    ``names = ["Anna", "Ben"]`` can be read as a node Anna with the unknown leaf Ben. Beside
    ``tree = [[3, 12], [2, 4]]`` it is a list of words, and is left out. So is a leaf alone, which a
    program may make of anything: ``button = Button("new")``. If one of the trees is handed to a
    search, so are those that are not, and are not called as a tree is.

    Args:
        recogniser: Is told which variables are left out.
        found: The trees of each variable, in the order of the text.
    """
    # If no tree has a value at any leaf, all are kept: then they are trees of unknowns.
    has_values_somewhere = any(each.has_values for each in found)
    has_tree_somewhere = any(not each.is_leaf_alone for each in found)
    is_some_searched = any(each.variable in recogniser.searched for each in found)
    kept: list[Grown] = []
    for each in found:
        is_list_of_words = each.variable != "" and not each.has_values
        is_leaf_beside_tree = each.is_leaf_alone and has_tree_somewhere
        is_meant = each.variable == "" or _is_meant(recogniser, each.variable)
        is_beside_searched = is_some_searched and not is_meant
        is_word_beside_values = is_list_of_words and has_values_somewhere
        if is_leaf_beside_tree or is_beside_searched or is_word_beside_values:
            recogniser.leave_out(each.variable)
        else:
            kept += each.trees
    return kept


def _has_value(grown: Grown) -> bool:
    """Tell whether the value of some leaf of a tree is known."""
    return any(value is not None for value in grown.exercise.tree.leaf_values)


def _may_be_tree(value: Any) -> bool:
    """Tell whether a value is a list, a record or a call that is not empty."""
    if isinstance(value, Constructed):
        return bool(value.arguments or value.keywords)
    return isinstance(value, (list, tuple, dict)) and bool(value)


def _trees_of_assigned(recogniser: Recogniser, assigned: Assigned) -> list[Grown]:
    """Return the trees that a variable holds: several if it is called ``trees``, and they are.

    In ``trees = [[[3, 5], 2], [[1, 2], 4]]`` and ``trees = {"easy": [[3, 5], 2], …}`` each member
    has a list within it.

    Raises:
        UnreadableError: It is no tree. A table of numbers by name is one only if it is called so.
    """
    value = assigned.value
    cases = _cases_of(assigned)
    if cases:
        return _trees_of_cases(recogniser, assigned, cases)
    if _may_hold_several(value):
        if plain_word(assigned.variable).endswith(SEVERAL_TREES):
            return _several_trees(recogniser, value)
        are_lists = all(map(is_list, _members_of(value)))
        if are_lists and may_be_several(assigned.variable):
            message = f"{quoted(assigned.variable)} may be several trees, or one"
            raise UnreadableError(message, hint=_CALL_THEM_TREES)
    _refuse_table_of_numbers(recogniser, assigned)
    return _trees_of_value(recogniser, value)


def _may_hold_several(value: Any) -> bool:
    """Tell whether a list or a record has several members, with a list within each of them."""
    if not isinstance(value, (list, dict)):
        return False
    members = _members_of(value)
    return len(members) > 1 and all(map(_has_list_within, members))


def _members_of(value: list[Any] | dict[Any, Any]) -> list[Any]:
    """Return the members of a list, or what stands under the keys of a record."""
    return list(value.values()) if isinstance(value, dict) else value


def _refuse_table_of_numbers(recogniser: Recogniser, assigned: Assigned) -> None:
    """Raise an error if a variable holds numbers that nothing says are a tree.

    Raises:
        UnreadableError: It does.
    """
    value, variable = assigned
    if not variable or _is_called_game(variable):
        return
    if are_plies(variable, value):
        message = f"{quoted(variable)} has a list for each level, and does not say what is below a"
        raise UnreadableError(f"{message} node", hint="write nested lists: [[3, 12], [2, 4]]")
    is_searched = variable in recogniser.searched
    reason = reason_for_no_tree(variable, value, is_searched=is_searched)
    if reason is None or _find_graph(value, _NO_FACTS) is not None:
        return
    if isinstance(value, dict) and _values_in_wrapper(value) is not None:
        return
    message = f"{quoted(variable)} {reason}, and nothing is called tree"
    raise UnreadableError(message, hint=_CALL_IT_TREE)


def _cases_of(assigned: Assigned) -> list[Case]:
    """Return the test cases that a variable holds or may hold; empty if it holds none.

    A variable that is called as a tree is holds none, nor does one that is not called as tests are
    and whose trees and numbers stand in lists, or whose numbers come first.

    Raises:
        UnreadableError: It is not plain which of several lists in each is the tree.
    """
    value, variable = assigned
    if not variable or _is_called_game(variable) or not isinstance(value, (list, tuple, dict)):
        return []
    _refuse_trees_as_texts(assigned)
    cases = cases_in(value)
    if not cases and is_called_tests(variable) and have_several_lists(value):
        message = f"{quoted(variable)} holds test cases with several lists each, and which is the"
        raise UnreadableError(f"{message} tree is not plain", hint=_GIVE_ONE_TREE)
    if not cases or is_called_tests(variable):
        return cases
    are_trees_first = is_list(value) and all(map(is_tree_before_number, value))
    return cases if are_trees_first and are_surely_cases(value) else []


def _refuse_trees_as_texts(assigned: Assigned) -> None:
    """Raise an error if a variable holds trees as texts, perhaps with what is expected of each.

    Raises:
        UnreadableError: It does: ``tests = [("[[3 5] [2 9]]", 3)]``.
    """
    value, variable = assigned
    texts = texts_of_trees(value, are_tests=is_called_tests(variable))
    if texts:
        message = f"{quoted(variable)} seems to hold trees as texts, and none of these is read"
        raise UnreadableError(message, hint=f"{_GIVE_ONE_TREE}: {shorten(safe(texts[0]), 100)}")


def _trees_of_cases(
    recogniser: Recogniser, assigned: Assigned, cases: Sequence[Case]
) -> list[Grown]:
    """Return the trees of test cases, and remark which numbers beside them are left out.

    Raises:
        UnreadableError: It is not plain that these are test cases, or what stands beside a tree may
            say who moves.
    """
    trees = [_trees_of_value(recogniser, case.tree) for case in cases]
    name = quoted(assigned.variable)
    alone = " ".join(write(trees[0][0].exercise).split())
    hint = _GIVE_ONE_TREE
    if len(alone) <= _LONGEST_SHOWN:
        hint = f"{hint}: {alone}"
    if any(case.may_say_player for case in cases):
        message = f"what stands beside the trees of {name} may say who moves, and is not understood"
        raise UnreadableError(message, hint=hint)
    are_sure = are_surely_cases(assigned.value, assigned.variable)
    if not is_called_tests(assigned.variable) or not are_sure:
        message = f"{name} may be test cases, each a tree with a number beside it, or one tree"
        raise UnreadableError(message, hint=hint)
    beside = ", ".join(safe(str(each)) for case in cases for each in case.beside)
    recogniser.remark(f"what stands beside the trees of {name} is left out: {beside}")
    return list(chain.from_iterable(trees))


def _is_meant(recogniser: Recogniser, variable: str) -> bool:
    """Tell whether a variable is searched, or called as trees or test cases are."""
    is_called = _is_called_game(variable) or is_called_tests(variable)
    return is_called or plain_word(variable) == SEVERAL_TREES or variable in recogniser.searched


def _is_called_game(variable: str) -> bool:
    """Tell whether a variable is called as the tree of a game is: ``tree``, ``game2``, ``t``."""
    word = plain_word(variable)
    return any(pattern.fullmatch(word) is not None for pattern in (_CALLED_GAME, _NUMBERED_TREE))


def _has_list_within(value: Any) -> bool:
    """Tell whether a value is a list with a list in it, or a record."""
    return isinstance(value, dict) or (is_list(value) and any(map(is_list, value)))


def _trees_of_value(recogniser: Recogniser, value: Any) -> list[Grown]:
    """Return the trees that one value holds.

    Args:
        recogniser: Makes the trees.
        value: A list, a record, or a call of a constructor.

    Raises:
        UnreadableError: It is no tree.
    """
    # An array of numpy, as it comes from `from_nested`.
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, dict):
        return _trees_of_record(recogniser, with_tree_named(value))
    graph = _find_graph(value, _NO_FACTS)
    if graph is not None:
        return [_grown_graph(recogniser, graph)]
    is_filled_list = is_list(value) and len(value) > 0
    if is_filled_list:
        return _trees_of_list(recogniser, value)
    return [recogniser.grow(value)]


def _trees_of_record(recogniser: Recogniser, record: dict[Any, Any]) -> list[Grown]:
    """Return the trees that a record holds: the first of these that it can be.

    1. A table by columns, ``{"parent": [-1, 0], "value": [None, 3]}``: the list of its rows.
    2. Trees by number, ``{"tree1": […], "tree2": […]}``.
    3. A wrapper of trees, ``{"title": …, "tree": […]}``.
    4. A graph, ``{"A": ["B", "C"], "B": 3, "C": 5}``.
    5. A node. The others come before it: its keys may be the names of children, and so may theirs.

    Raises:
        UnreadableError: It is no tree.
    """
    rows = rows_of_columns(record)
    if rows is not None:
        return _trees_of_value(recogniser, rows)
    named = _named_by_only_key(Assigned(record))
    if is_called_tests(named.variable) and _cases_of(named):  # {"tests": [[[3, 5], 5], …]}
        return _trees_of_assigned(recogniser, named)
    if _has_trees_by_number(record):
        return _several_trees(recogniser, record)
    inside = _values_in_wrapper(record)
    if inside is not None:
        return _trees_in_wrapper(recogniser, inside)
    graph = _find_graph(record, _NO_FACTS)
    if graph is not None:
        return [_grown_graph(recogniser, graph)]
    return [recogniser.grow(record)]


def _has_trees_by_number(record: dict[Any, Any]) -> bool:
    """Tell whether all keys of a record number trees: ``{"tree1": […], "tree2": […]}``."""
    are_numbered = all(_NUMBERED_TREE.fullmatch(plain_word(str(key))) for key in record)
    return len(record) > 1 and are_numbered and all(map(_may_be_tree, record.values()))


def _trees_of_list(recogniser: Recogniser, items: Sequence[Any]) -> list[Grown]:
    """Return the trees of a list: one in each of its records, or the one tree that it is.

    Args:
        recogniser: Makes the trees.
        items: The list, which is not empty.

    Raises:
        UnreadableError: The list is no tree, or it may be a full binary tree, level by level.
    """
    if all(isinstance(item, dict) for item in items):  # [{"input": …, "output": 3}]
        items = list(map(with_tree_named, items))
    if _are_wrappers(items):  # [{"title": …, "tree": …}, {"title": …, "tree": …}]
        return [grown for each in items for grown in _trees_of_value(recogniser, each)]
    if all(map(_is_record_with_children, items)):  # [{"children": …}, {"children": …}]
        return [recogniser.grow(each) for each in items]
    _refuse_level_order(recogniser, items)
    return [recogniser.grow_outermost(with_names_first(items))]


def _refuse_level_order(recogniser: Recogniser, items: Sequence[Any]) -> None:
    """Raise an error if a list may be a full binary tree that is written level by level.

    In ``[None, None, None, 3, 12, 2, 4]`` the first ``None`` may be the root, with two nodes below
    it and four leaves below these. It may be an unknown leaf as well, one of seven below the root.

    Args:
        recogniser: Makes both trees, to show them.
        items: The list.

    Raises:
        UnreadableError: It may be; the error shows both trees in the notation.
    """
    leaves = _leaves_of_level_order(items)
    if leaves is None:
        return
    as_one_ply = recogniser.grow(list(items)).exercise
    as_binary_tree = recogniser.grow(_paired_up(leaves)).exercise
    raise ambiguous(dict.fromkeys([as_one_ply, as_binary_tree]))


def _leaves_of_level_order(items: Sequence[Any]) -> Sequence[Any] | None:
    """Return the leaves of a full binary tree that is written level by level.

    >>> _leaves_of_level_order([None, None, None, 3, 12, 2, 4])
    [3, 12, 2, 4]

    Returns:
        The values of the leaves; ``None`` unless all nodes above them are ``None``, and there are
        so many that the tree is full, with three levels at least.
    """
    # A full binary tree has 7, 15, 31, … nodes: with one more the number is a power of two.
    is_full = len(items) > 6 and (len(items) + 1).bit_count() == 1
    # The inner nodes come first, and are one less than the leaves.
    inner_count = len(items) // 2
    leaves = items[inner_count:]
    has_no_inner_values = all(item is None for item in items[:inner_count])
    if is_full and has_no_inner_values and all(map(is_numeric, leaves)):
        return leaves
    return None


def _paired_up(leaves: Sequence[Any]) -> list[Any]:
    """Return the binary tree with some leaves, of which there are 2, 4, 8, ….

    >>> _paired_up([3, 12, 2, 4])
    [[3, 12], [2, 4]]
    """
    level = list(leaves)
    while len(level) > 2:
        level = [level[place : place + 2] for place in range(0, len(level), 2)]
    return level


def _are_wrappers(items: Sequence[Any]) -> bool:
    """Tell whether all values are wrappers of trees: ``{"title": "Quiz", "tree": […]}``."""
    if not all(isinstance(item, dict) for item in items):
        return False
    wrapped = [_values_in_wrapper(item) for item in items]
    return all(inside is not None for inside in wrapped)


def _is_record_with_children(item: Any) -> bool:
    """Tell whether a value is a record, or the call of a constructor, of a node with children.

    ``{"children": [5, 8]}``, ``{"A": [5, 8]}`` and ``Node("A", [5, 8])`` are; ``{"value": 5}`` is
    not.
    """
    if isinstance(item, Constructed):
        return any(is_list(each) or isinstance(each, Constructed) for each in item.arguments)
    if not isinstance(item, dict):
        return False
    record = NodeRecord(item)
    if record.is_node:
        return bool(record.children_found)
    # Without a word such as `value` or `children` the keys are the names of nodes.
    return any(isinstance(value, (list, dict)) for value in item.values())


# -- one tree in parts -------------------------------------------------------------------------


class _Facts(NamedTuple):
    """Facts about the nodes of a graph that are written apart from it.

    Attributes:
        values: Values by the names of nodes: ``{"D": 3}``.
        players: Players by the names of nodes.
        root: The name of the root, if it is given.
    """

    values: Mapping[Any, Any]
    players: Mapping[str, Player]
    root: str | None

    def put_into(self, graph: Graph) -> Graph:
        """Add the values, the players and the root to a graph, and return it."""
        graph.put_values(self.values)
        graph.put_players(self.players)
        if self.root is not None:
            graph.root = self.root
        return graph


_NO_FACTS: Final = _Facts({}, {}, None)


class _Parts(NamedTuple):
    """The values of a text, or of a record: facts about nodes, and all others."""

    facts: _Facts
    others: list[Assigned]


def _split_off_facts(values: Iterable[Assigned], known: _Facts = _NO_FACTS) -> _Parts:
    """Split values in two parts: the facts about nodes among them, and all others.

    Facts are tables of values or of players, lists of a player's nodes, and the name of the root.

    >>> edges = Assigned([("A", "B")], "edges")
    >>> parts = _split_off_facts([edges, Assigned({"B": 3}, "values"), Assigned("A", "root")])
    >>> parts.facts
    _Facts(values={'B': 3}, players={}, root='A')
    >>> parts.others == [edges]
    True

    Args:
        values: The values with their variables, or with their keys in a record.
        known: Facts that are known already. A fact among ``values`` about the same node replaces
            the one that is known.
    """
    values_of_nodes = dict(known.values)
    players = dict(known.players)
    root = known.root
    others: list[Assigned] = []
    for assigned in values:
        # is_max = {"A": 1}: asked first, since {"A": 1} alone would be a table of values.
        players_of_nodes = players_by_name(assigned)
        if players_of_nodes:
            players.update(players_of_nodes)
        elif is_table_of_values(assigned.value):  # values = {"B": 3}
            values_of_nodes.update(assigned.value)
        elif _are_rows_of_values(assigned):  # values = [("B", 3)]
            values_of_nodes.update(values_of_rows(assigned.value))
        elif _is_root(assigned):  # root = "A"
            root = text_of_name(assigned.value)
        else:
            others.append(assigned)
    return _Parts(_Facts(values_of_nodes, players, root), others)


def _are_rows_of_values(assigned: Assigned) -> bool:
    """Tell whether a variable that is called as no edges are holds names with their values."""
    variable = assigned.variable
    may_be_values = bool(variable) and not is_part_of_graph(variable)
    return may_be_values and bool(values_of_rows(assigned.value))


def _is_root(assigned: Assigned) -> bool:
    """Tell whether an assignment gives the name of the root: ``root = "A"``."""
    is_name = isinstance(assigned.value, (str, int)) and not isinstance(assigned.value, bool)
    return is_name and plain_word(assigned.variable) in ROOT_WORDS


def _tree_in_parts(recogniser: Recogniser, values: Sequence[Assigned]) -> Grown | None:
    """Return the one tree whose parts are spread over several values.

    The parts are a graph and tables of facts about its nodes: ``edges = [("A", "B"), ("A", "C")]``
    and ``values = {"B": 3, "C": 5}``.

    Args:
        recogniser: Makes the tree, and is told which values are not used for it.
        values: Assignments of a program, or the values of one record with their keys.

    Returns:
        The tree; ``None`` if the values are no such parts.

    Raises:
        UnreadableError: There is such a graph, but it is no tree.
    """
    # parents = {"B": "A"} becomes a record of nodes, and {"B": [3, 12]}, the children of the lowest
    # nodes, is joined with {"A": ["B"]}.
    values = with_leaves_joined(with_parents_described(values))
    facts, others = _split_off_facts(values)
    found = _find_nodes_and_edges(others, facts)
    if found is None:
        found = _find_only_graph(others, facts)
    if found is None:
        return None
    for variable in found.unused:
        recogniser.leave_out(variable)
    return _grown_graph(recogniser, found.graph)


def _grown_graph(recogniser: Recogniser, graph: Graph) -> Grown:
    """Return the tree that a graph is, and remember the keys of its nodes that are not in it."""
    root = graph.tree()
    if graph.is_turned:
        recogniser.remark("its edges are written from each child to its parent")
    for key in graph.unused_keys:
        recogniser.leave_out(key)
    return recogniser.grow(root)


def _unused_beside_nodes_and_edges(values: Iterable[Assigned]) -> list[str]:
    """Return the variables of the values that say something and are neither nodes nor edges.

    The user is told that they are left out. The name of the whole (``name = "Quiz"``) is not among
    them, nor a value that says nothing, such as an empty list.
    """
    return [
        variable
        for value, variable in values
        if variable
        and not says_nothing(value)
        and not is_part_of_graph(variable)
        and meaning(variable) != NAME
    ]


class _OnlyGraph(NamedTuple):
    """The only graph among some values, and the variables that are not used for it."""

    graph: Graph
    unused: list[str]


def _find_only_graph(values: Sequence[Assigned], facts: _Facts) -> _OnlyGraph | None:
    """Return the only graph among some values, with facts about its nodes put into it.

    Args:
        values: The values that are no facts, with their variables.
        facts: What other values say of the nodes.

    Returns:
        The graph; or ``None`` if there are no graphs or several, or if a value without a variable
        is a list or a record and no graph, since then it may be a tree of its own.
    """
    graphs: list[Graph] = []
    unused: list[str] = []
    for value, variable in values:
        graph = _find_graph(value, facts)
        if graph is not None:
            graphs.append(graph)
        # A variable of the program that may hold anything.
        elif variable:
            unused.append(variable)
        elif isinstance(value, _CONTAINERS):
            return None
    return _OnlyGraph(graphs[0], unused) if len(graphs) == 1 else None


def _with_words_for_graph(values: Sequence[Assigned]) -> Sequence[Assigned]:
    """Return values with ``nodes`` and ``edges`` for variables that end so, if each is the only."""
    renamed = [each._replace(variable=as_part_of_graph(each.variable)) for each in values]
    words = [each.variable for each in renamed]
    has_one_graph = words.count("nodes") == 1 and words.count("edges") == 1
    return renamed if has_one_graph else values


def _find_nodes_and_edges(values: Sequence[Assigned], facts: _Facts) -> _OnlyGraph | None:
    """Return the graph of ``nodes = […]`` and ``edges = […]``; ``None`` if there are no edges.

    These two lists are one graph, whatever else is there.

    Args:
        values: The values with their variables, without those that are ``facts``.
        facts: What other values say of the nodes. It is put into the graph.
    """
    values = _with_words_for_graph(values)
    record = {assigned.variable: assigned.value for assigned in values}
    if not is_record_of_graph(record):
        return None
    # A number that has a value or a player beside the graph is the name of a node, and no value.
    names = {text_of_name(name) for name in [*facts.values, *facts.players]}
    graph = graph_of_record(record, names)
    if graph is None:
        return None
    return _OnlyGraph(facts.put_into(graph), _unused_beside_nodes_and_edges(values))


def _find_graph(value: Any, facts: _Facts) -> Graph | None:
    """Return the graph that a value is, with facts about its nodes; ``None`` for any other value.

    Args:
        value: ``[("A", "B"), ("B", 5)]``, ``[{"id": "A"}, {"id": "B", "parent": "A"}]``,
            ``{"A": ["B", "C"], "B": 3, "C": 5}``, or anything else.
        facts: What is said of its nodes beside it. A list of one pair is a graph only if there
            are values of nodes among them.
    """
    paths = rows_of_paths(value)
    if paths is not None:
        value = paths
    if isinstance(value, dict):
        return _find_graph_in_record(value, facts)
    if is_list(value) or isinstance(value, (set, frozenset)):
        return _find_graph_in_list(as_list(value), facts)
    return None


def _find_graph_in_list(items: Sequence[Any], facts: _Facts) -> Graph | None:
    """Return the graph of a list of nodes or edges, with facts about its nodes.

    Args:
        items: The list.
        facts: What is said of the nodes beside it.

    Returns:
        The graph; ``None`` if the list holds neither nodes nor edges.
    """
    # [["win", "loss"], ["draw", "win"]] are no names, unless they have values.
    results = RESULTS_OF_GAME.difference(facts.values)
    cells = chain.from_iterable(filter(is_list, items))
    if any(isinstance(cell, str) and cell.lower() in results for cell in cells):
        return None
    graph = graph_of_parents(items)  # [{"id": "B", "parent": "A"}, …]
    if graph is None:
        graph = graph_of_children(items)  # [{"id": "A", "children": ["B", "C"]}, …]
    # Behind the two above, whose records may look like edges, too: with a key `from` or `to`.
    if graph is None:
        graph = graph_of_edges(items, has_values=bool(facts.values))  # [("A", "B"), …]
    if graph is None:
        graph = _find_graph_in_rows(items, facts)  # [("A", "B", "C"), ("B", 3, 12), …]
    return None if graph is None else facts.put_into(graph)


def _find_graph_in_rows(rows: Sequence[Any], facts: _Facts) -> Graph | None:
    """Return the graph of rows of a name and its successors; ``None`` if these are no such rows."""
    successors = successors_of_rows(rows)
    return None if successors is None else graph_of_successors(successors, facts.values)


def _find_graph_in_record(record: dict[Any, Any], facts: _Facts) -> Graph | None:
    """Return the graph in a record, with facts about its nodes; ``None`` if there is none.

    Args:
        record: The record.
        facts: What is said of the nodes beside it.
    """
    record = with_children_and_values(record)
    record, values = split_off_values(record)
    facts = facts._replace(values={**facts.values, **values})
    # {"nodes": […], "edges": […], "values": {"B": 3}}: facts may stand within it, too.
    graph = graph_of_record(record)
    if graph is not None:
        return _split_off_facts(_values_by_key(record), known=facts).facts.put_into(graph)
    # From here on the keys must be names of nodes. Those of {"value": 3, …} describe one node.
    if _describes_node(record):
        return None
    graph = graph_of_parents(record)  # {"B": {"parent": "A"}, …}
    if graph is not None:
        return facts.put_into(graph)
    # {"start": "A", "A": ["B", "C"], "B": 3, …}: the start is no node but says which is the root.
    successors, facts = _without_name_of_root(record, facts)
    graph = graph_of_successors(successors, facts.values)
    return None if graph is None else facts.put_into(graph)


def _without_name_of_root(record: dict[Any, Any], facts: _Facts) -> tuple[dict[Any, Any], _Facts]:
    """Return successors without the name of the root among them, which becomes one of the facts.

    In ``{"start": "A", "A": ["B", "C"], …}`` A is the root, and no child of a node called start.
    """
    for key, value in record.items():
        names_root = _is_root(Assigned(value, str(key))) and value in record and value != key
        if names_root:
            others = {name: below for name, below in record.items() if name != key}
            return others, facts._replace(root=text_of_name(value))
    return record, facts


def _describes_node(record: dict[Any, Any]) -> bool:
    """Tell whether a record has a value or children of its own."""
    described = NodeRecord(record)
    return described.number is not None or bool(described.children_found)


# -- a tree within a wrapper -------------------------------------------------------------------


def _values_in_wrapper(record: dict[Any, Any]) -> list[Assigned] | None:
    """Return the values in a wrapper, each with its key; ``None`` for any other record.

    A wrapper is a record around a tree that is no node of it: it has a title, say, beside the tree.

    Args:
        record: ``{"title": "Quiz", "tree": [[3, 12], [2, 4]]}``, or any other record.
    """
    inside = _values_by_key(record)
    # {"title": …, "nodes": […], "edges": […]}
    if is_record_of_graph(record):
        return inside
    # {"root": "A", "nodes": {"A": …}}. Asked before the nodes below: `nodes` is a word for
    # children, too.
    if _has_nodes_by_name(inside):
        return inside
    # {"value": 3, "tree": [[3, 12], [2, 4]]} has a value, and is no node for that.
    if any(map(_is_tree_under_word_tree, inside)):
        return inside
    if _describes_node(record):
        return None
    # {"name": "Quiz", "data": [[3, 12], [2, 4]]}
    if any(map(_is_tree_under_any_word, inside)):
        return inside
    # {"exercises": [{"name": "1", "tree": [[3, 12], [2, 4]]}]}
    if any(map(_holds_wrappers, inside)):
        return inside
    # {"name": "Quiz", "moves of A": {"A": ["B", "C"]}, "values": {"B": 3, "C": 5}}
    return inside if _has_record_of_successors(inside) else None


def _values_by_key(record: Mapping[Any, Any]) -> list[Assigned]:
    """Return the values in a record, each as if it were assigned to its key."""
    return [Assigned(value, str(key)) for key, value in record.items()]


def _is_tree_under_any_word(assigned: Assigned) -> bool:
    """Tell whether a value may be a tree, or several, and stands under a word for that.

    Such words are ``tree``, ``trees`` and ``data``, and ``leaves`` for a list of numbers.
    """
    word = plain_word(assigned.variable)
    if word in LEAVES_WORDS:
        return is_list(assigned.value) and all(map(is_numeric, assigned.value))
    return (word in TREE_WORDS or word == SEVERAL_TREES) and _may_be_tree(assigned.value)


def _is_tree_under_word_tree(assigned: Assigned) -> bool:
    """Tell whether a tree stands under ``tree`` or ``gametree``, which say it for certain."""
    return plain_word(assigned.variable) in _SURE_TREE_WORDS and _may_be_tree(assigned.value)


def _holds_wrappers(assigned: Assigned) -> bool:
    """Tell whether records that hold trees stand under a key that means nothing else.

    ``{"exercises": [{"name": "1", "tree": [[3, 12], [2, 4]]}]}`` has such a list, and so has a
    record alone: ``{"exercise": {"tree": [[3, 12], [2, 4]]}}``.
    """
    value, key = assigned
    if isinstance(value, dict) and meaning(key) is None:
        return any(map(_is_tree_under_word_tree, _values_by_key(value)))
    if meaning(key) is not None or not isinstance(value, list) or not value:
        return False
    return all(
        isinstance(item, dict) and _has_tree_beside_words(with_tree_named(item)) for item in value
    )


def _has_tree_beside_words(record: dict[Any, Any]) -> bool:
    """Tell whether a record is no node and has a key such as ``tree`` that leads to a tree.

    With ``tree`` itself it is no node, though it may have a value: ``{"tree": […], "value": 3}``.
    """
    inside = _values_by_key(record)
    if any(map(_is_tree_under_word_tree, inside)):
        return True
    return not _describes_node(record) and any(map(_is_tree_under_any_word, inside))


def _has_nodes_by_name(inside: Sequence[Assigned]) -> bool:
    """Tell whether a word for children leads to nodes that refer to each other by name.

    Examples: ``{"root": "A", "nodes": {"A": …}}``, ``{"nodes": [{"id": "B", "parent": "A"}, …]}``
    and ``{"children": {"A": ["B", "C"]}, "values": {"B": 3, "C": 5}}``.
    """
    facts, others = _split_off_facts(inside)
    children = [assigned.value for assigned in others if meaning(assigned.variable) == CHILDREN]
    return any(_refer_by_name(nodes, facts) for nodes in children)


def _refer_by_name(nodes: Any, facts: _Facts) -> bool:
    """Tell whether nodes, a list or a record of them, refer to each other by name.

    Args:
        nodes: What stands under a word such as ``nodes`` or ``children``.
        facts: What stands beside it: values and players of nodes, and the name of the root.
    """
    if isinstance(nodes, list):
        return graph_of_parents(nodes) is not None or graph_of_children(nodes) is not None
    if not isinstance(nodes, dict):
        return False
    # The name of the root stands beside them: it is one of the keys.
    if facts.root is not None:
        return True
    if graph_of_parents(nodes) is not None:  # {"B": {"parent": "A"}}
        return True
    # {"A": ["B"], "B": 3} names B below A. In {"A": {"B": 3}, "C": 4} each node stands within its
    # parent.
    return names_successors(nodes, facts.values)


def _has_record_of_successors(inside: Sequence[Assigned]) -> bool:
    """Tell whether one of the values in a record is a record of successors by name.

    Example: ``{"name": "Quiz", "moves of A": {"A": ["B", "C"]}, "values": {"B": 3, "C": 5}}``.
    """
    facts, others = _split_off_facts(inside)
    records = [assigned.value for assigned in others if isinstance(assigned.value, dict)]
    return any(graph_of_successors(record, facts.values) is not None for record in records)


def _trees_in_wrapper(recogniser: Recogniser, inside: Sequence[Assigned]) -> list[Grown]:
    """Return the trees within a wrapping record, with its title if it has one.

    ``{"title": "Quiz", "tree": [[3, 12], [2, 4]], "player": "MIN"}`` holds one tree, which gets the
    title and begins with MIN.

    Args:
        recogniser: Makes the trees, and remembers which keys are left out.
        inside: The values of the record with their keys.
    """
    inside = _with_graph_opened(inside)
    titles = [assigned.value for assigned in inside if _is_title(assigned)]
    untitled = [assigned for assigned in inside if not _is_title(assigned)]
    levels, others = split_off_levels(untitled)
    grown = _trees_in_wrapped_values(recogniser, others)
    # Only now, since players by ply hold only if no node says who moves.
    if levels:
        grown = _give_players_by_ply(recogniser, grown, levels)
    if titles:
        grown = [_with_title(tree, titles[0]) for tree in grown]
    return grown


def _trees_in_wrapped_values(recogniser: Recogniser, values: Sequence[Assigned]) -> list[Grown]:
    """Return the one tree whose parts some values are, or else the trees under ``tree`` and such.

    Args:
        recogniser: Makes the trees, and remembers which keys are left out.
        values: The values of a wrapping record with their keys, without title and players by ply.
    """
    tree_in_parts = _tree_in_parts(recogniser, values)
    if tree_in_parts is not None:
        return [tree_in_parts]
    values = _take_players_by_name(recogniser, values)
    return _trees_under_words(recogniser, values)


def _with_graph_opened(inside: Sequence[Assigned]) -> Sequence[Assigned]:
    """Return the values in a record; if one of them is a graph, its own values take its place.

    ``{"graph": {"title": "Quiz", "nodes": […], "edges": […]}}`` keeps its title so. If there is no
    graph, or more than one, nothing changes.
    """
    graphs = [
        assigned.value
        for assigned in inside
        if isinstance(assigned.value, dict) and is_record_of_graph(assigned.value)
    ]
    if len(graphs) != 1:
        return inside
    others = [assigned for assigned in inside if assigned.value is not graphs[0]]
    return [*others, *_values_by_key(graphs[0])]


def _is_title(assigned: Assigned) -> bool:
    return plain_word(assigned.variable) == _TITLE and isinstance(assigned.value, str)


def _trees_under_words(recogniser: Recogniser, values: Sequence[Assigned]) -> list[Grown]:
    """Return the trees under keys that say that a tree follows, such as ``tree``.

    Any other key is left out, also one such as ``data`` if no list or record stands under it.

    Args:
        recogniser: Makes the trees, and is told which keys are left out.
        values: The values of a record with their keys.
    """
    grown: list[Grown] = []
    for assigned in values:
        value, key = assigned
        if _holds_wrappers(assigned):  # "exercises": [{"name": "1", "tree": …}, …]
            wrappers = [value] if isinstance(value, dict) else value
            grown += chain.from_iterable(_trees_of_value(recogniser, each) for each in wrappers)
        elif _is_tree_under_any_word(assigned) and plain_word(key) == SEVERAL_TREES:
            grown += _several_trees(recogniser, value)
        elif _is_tree_under_any_word(assigned):
            grown += _trees_of_value(recogniser, value)
        elif meaning(key) != NAME:  # "name": "Quiz" names the whole, and is not listed
            recogniser.leave_out(key)
    return grown


def _several_trees(recogniser: Recogniser, trees: Any) -> list[Grown]:
    """Return the trees under the key ``trees``.

    Args:
        recogniser: Makes the trees.
        trees: A list of trees; or a record of them, whose keys become the titles of the trees.
    """
    if not isinstance(trees, dict):
        return [grown for each in as_list(trees) for grown in _trees_of_value(recogniser, each)]
    return [
        _with_title(grown, str(title))
        for title, value in trees.items()
        for grown in _trees_of_value(recogniser, value)
    ]


def _with_title(grown: Grown, title: str) -> Grown:
    directives = grown.exercise.directives._replace(title=safe(title))
    return grown._replace(exercise=replace(grown.exercise, directives=directives))
