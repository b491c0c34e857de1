"""From the values of a text to its trees: several, one in parts, or one within a wrapper.

A text holds trees one after the other, or one whose values, players and root stand beside its
graph, as assignments of a program do and the keys of a record. What one node is, and what is below
it, says :mod:`shapes`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain, product
from typing import Any, Final, NamedTuple

from treeexplorer.errors import TreeexplorerError
from treeexplorer.formats.adjacency import (
    build_successor_graph,
    has_named_successors,
    has_numbered_successors,
    is_table_of_values,
)
from treeexplorer.formats.cases import (
    Case,
    are_surely_cases,
    find_cases,
    find_texts_of_trees,
    have_several_lists,
    is_called_tests,
    is_tree_before_number,
    may_be_several,
    rename_tree_key,
)
from treeexplorer.formats.columns import (
    are_positions_of_children,
    convert_columns_to_rows,
    convert_rows_below_heading,
    find_keys_beside_columns,
    is_called_parents,
    is_column_of_parents,
)
from treeexplorer.formats.games import are_ends_of_game, are_winning_lines, is_called_board
from treeexplorer.formats.graphs import Graph, text_of_name
from treeexplorer.formats.level_order import build_tree_in_level_order
from treeexplorer.formats.level_table import read_records
from treeexplorer.formats.linked_nodes import (
    as_part_of_graph,
    is_part_of_graph,
    is_record_of_graph,
    read_graph_of_children,
    read_graph_of_edges,
    read_graph_of_parents,
    read_graph_of_record,
)
from treeexplorer.formats.lists import is_list, is_numeric, is_text
from treeexplorer.formats.model import Assigned, Constructed, Reading, UnreadableError
from treeexplorer.formats.named_forms import (
    build_path_rows,
    merge_children_and_values,
    put_names_first,
    split_off_values,
)
from treeexplorer.formats.number_tables import (
    are_plies,
    is_matrix_of_edges,
    is_row_of_leaves,
    reason_for_no_tree,
)
from treeexplorer.formats.players_beside import (
    common_levels,
    levels_remark,
    parse_players_by_name,
    split_levels_from_values,
    with_levels,
)
from treeexplorer.formats.records import NodeRecord, is_empty_value
from treeexplorer.formats.searches import find_unknown_tree, is_called_tree
from treeexplorer.formats.shapes import (
    NO_SHAPE,
    SHAPES,
    Recogniser,
    ambiguous,
    as_list,
)
from treeexplorer.formats.sketches import Grown
from treeexplorer.formats.successor_rows import (
    convert_parents_to_records,
    join_leaves,
    parse_successor_rows,
    parse_value_rows,
)
from treeexplorer.formats.unknown_links import check_key_names_no_parent, check_no_unknown_edges
from treeexplorer.formats.values_beside import fill_in_values, join_variables_by_name
from treeexplorer.formats.words import (
    CHILDREN,
    LEAVES_WORDS,
    NAME,
    PARENT,
    RESULTS_OF_GAME,
    ROOT_WORDS,
    SEVERAL_TREES,
    SIDES,
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
_CALLED_ADJACENCY: Final = frozenset(
    {"adj", "adjacency", "adjlist", "adjacencylist", "graph", "neighbors", "neighbours"}
)
_CALLED_GAME: Final = re.compile(r"(?:\w*tree|\w*game|root\w*|t)[0-9]*")
_WRITE_EDGES: Final = "write what is below each node: {'A': ['B', 'C'], 'B': 3, 'C': 5}"
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

    For example ``tree = [[3, 12], [2, 4]]`` beside ``size = 4`` becomes one tree, with the remark
    that ``size`` is left out.

    Args:
        reading: The values, in order, with the names of the variables that they are assigned to.
        levels: The players by ply (a ply is one level of the tree), if an option of the command
            says them. Then weights below chance nodes are probabilities.

    Returns:
        The trees in the order of the text, and remarks for the user on how they were understood.

    Raises:
        UnreadableError: No shape fits, two do, or something in the tree is wrong.
    """
    all_values = [assigned for assigned in reading.values if assigned.value is not None]
    containers = [assigned for assigned in all_values if isinstance(assigned.value, _CONTAINERS)]
    _check_may_hold_tree(containers)

    # The recogniser builds the trees. Each step adds to it what is left out of them, and what is to
    # be remarked on them; the result has all of this.
    recogniser = Recogniser(levels, reading.searched)
    values = _remove_parts_of_games(recogniser, all_values)
    trees = _grow_trees_of_values(recogniser, values)
    recogniser.leave_out_unused_players()  # which are known when all trees are there

    _check_leaves_are_no_positions(values, trees)
    _check_any_is_meant_as_tree(trees, containers)
    return _build_recognised(reading, trees, recogniser)


def _check_may_hold_tree(containers: Sequence[Assigned]) -> None:
    """Raise an error if no value is a list, record or call, or one says edges by rows and columns.

    So it is if all are lists of words.

    Raises:
        UnreadableError: None of these values can hold a tree.
    """
    if not containers:
        raise UnreadableError(NO_SHAPE, hint=SHAPES)
    for value, variable in containers:
        if is_matrix_of_edges(variable, value):
            message = f"{quoted(variable)} says by rows and columns which nodes are joined"
            raise UnreadableError(message, hint=_WRITE_EDGES)
    if all(map(_is_list_of_words, containers)):
        message = f"{quoted(containers[0].variable)} is a list of words, and no tree"
        raise UnreadableError(message, hint=SHAPES)


def _check_leaves_are_no_positions(values: Sequence[Assigned], grown: Sequence[Grown]) -> None:
    """Raise an error if the leaves of a tree may be positions of values in a list beside it.

    For example ``tree = [[0, 1], [2, 3]]`` may mean the values in ``values = [3, 5, 2, 9]``.

    Raises:
        UnreadableError: They may be.
    """
    for assigned in values:
        if not is_row_of_leaves(assigned.variable, assigned.value):
            continue

        positions = [*range(len(assigned.value))]
        for each in grown:
            tree = each.exercise.tree
            leaves = [value for value in tree.leaf_values if value is not None]
            if tree.depth > 1 and leaves == positions:
                message = f"the leaves of a tree may be positions in {quoted(assigned.variable)}"
                hint = "write the values into the tree: [[3, 12], [2, 4]]"
                raise UnreadableError(message, hint=hint)


def _check_any_is_meant_as_tree(grown: Sequence[Grown], containers: Sequence[Assigned]) -> None:
    """Raise an error if a program may mean anything by each of its trees: ``{"value": 5}``.

    Raises:
        UnreadableError: No tree has more than such a leaf.
    """
    are_calls = all(isinstance(assigned.value, Constructed) for assigned in containers)
    for each in grown:
        tree = each.exercise.tree
        is_leaf_alone = tree.depth == 0  # {"value": 5}
        has_unknown_leaf_alone = tree.leaf_count == 1 and len(tree.unknowns) == 1
        is_call_of_anything = are_calls and has_unknown_leaf_alone  # Node(Game("x"))
        if not is_leaf_alone and not is_call_of_anything:
            return
    raise UnreadableError(NO_SHAPE, hint=SHAPES)


def _is_list_of_words(assigned: Assigned) -> bool:
    """Tell whether a variable holds a list of words, ``names = ["Anna", "Ben"]``, and no tree."""
    if not assigned.variable or is_called_tree(assigned.variable) or not is_list(assigned.value):
        return False
    return len(assigned.value) > 1 and all(map(is_text, assigned.value))


def _build_recognised(
    reading: Reading, grown: Sequence[Grown], recogniser: Recogniser
) -> Recognised:
    """Build the trees of a text with all that is remarked on them and left out of them."""
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


def _remove_parts_of_games(recogniser: Recogniser, values: list[Assigned]) -> list[Assigned]:
    """Return the values of a text without the boards and tables of a game.

    A program that plays on ``board = [[0, 1, 0], …]`` holds no tree, whatever else it assigns,
    unless something is called so.

    Raises:
        UnreadableError: There is one, and no variable is called as a tree is.
    """
    parts_of_game: dict[str, str] = {}
    for assigned in map(_use_only_key_as_variable, values):
        description = _describe_part_of_game(assigned)
        if description is not None:
            parts_of_game[assigned.variable] = description
    if not parts_of_game:
        return values

    if not any(is_called_tree(assigned.variable) for assigned in values):
        variable, description = next(iter(parts_of_game.items()))
        message = f"{quoted(variable)} {description}, and nothing is called tree"
        raise UnreadableError(message, hint=_CALL_IT_TREE)

    for variable in parts_of_game:
        recogniser.leave_out(variable)
    return [assigned for assigned in values if assigned.variable not in parts_of_game]


def _describe_part_of_game(assigned: Assigned) -> str | None:
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


def _use_only_key_as_variable(assigned: Assigned) -> Assigned:
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
    exercise = _grow_only_tree(Recogniser(levels), root).exercise
    if levels is None:
        return exercise
    return replace(exercise, tree=exercise.tree.with_levels(levels))


def _grow_only_tree(recogniser: Recogniser, root: Any) -> Grown:
    """Build the tree of plain Python objects, of which there must be exactly one.

    Raises:
        TreeexplorerError: They are no tree, or several.
    """
    try:
        grown = _grow_trees_of_values(recogniser, [Assigned(root)])
    # Objects have no place in a text, and so the error becomes one without a place.
    except UnreadableError as error:
        hint = "" if error.hint is None else f"; {error.hint}"
        raise TreeexplorerError(f"{error.message}{hint}") from None
    if len(grown) > 1:
        raise TreeexplorerError(f"these are {len(grown)} trees, and one was expected")
    return grown[0]


# -- one tree or several -----------------------------------------------------------------------


def _grow_trees_of_values(recogniser: Recogniser, values: Sequence[Assigned]) -> list[Grown]:
    """Build the trees of a text, with the players by ply that stand beside them."""
    levels, others = split_levels_from_values(values)  # player = "MIN", and all that is not such
    if not levels or not others:
        return _grow_trees_without_levels(recogniser, values)
    grown = _grow_trees_without_levels(recogniser, others)
    return _set_players_by_ply(recogniser, grown, levels, remarks_players=True)


def _grow_trees_without_levels(recogniser: Recogniser, values: Sequence[Assigned]) -> list[Grown]:
    """Build the trees of the values of a text, read in the first of these ways that fits.

    The ways in which several values are one tree come first: each by itself might look like a tree.

    1. A record of a graph, ``{"title": …, "nodes": […], "edges": […]}``.
    2. One tree whose parts are values: ``edges = [("A", "B"), …]`` and ``values = {"B": 3, …}``.
    3. A table whose columns are values: ``parent = [-1, 0, 0]`` and ``value = [None, 3, 5]``.
    4. A single value.
    5. JSON Lines, a record in each line. They are the list of these records: one tree whose records
       name their parents, or a tree each.
    6. A record of variables that name each other: ``A = ["B", "C"]``, ``B = [3, 12]``, ``C = 2``.
    7. A tree in each value.

    First of all ``values = {"D": 3}`` are put into ``tree = {"A": {"D": None}}`` beside them.
    """
    values = fill_in_values(values)
    first_value = values[0].value
    is_single = len(values) == 1
    # 1. A graph.
    if is_single and isinstance(first_value, dict) and is_record_of_graph(first_value):
        return _grow_trees_of_value(recogniser, first_value)

    # 2. Parts of one tree.
    tree_from_parts = _grow_tree_from_parts(recogniser, values)
    if tree_from_parts is not None:
        return [tree_from_parts]

    # 3. Columns of a table.
    rows = _build_rows_from_columns(recogniser, values)
    if rows is not None:
        return _grow_trees_of_value(recogniser, rows)

    # 4. A single value.
    if is_single:
        return _grow_trees_of_variable(recogniser, values[0])

    # 5. JSON Lines.
    are_json_lines = all(isinstance(value, dict) and not name for value, name in values)
    if are_json_lines:
        return _grow_trees_of_value(recogniser, [assigned.value for assigned in values])

    # 6. Names of variables, and values of names.
    record = join_variables_by_name(values)
    graph = None if record is None else build_successor_graph(record)
    if graph is not None:
        return [_grow_graph(recogniser, graph)]

    # 7. A tree in each value.
    _check_no_columns_of_children(values)
    trees_and_others = _split_off_players_by_name(recogniser, values)
    return _grow_trees_one_by_one(recogniser, trees_and_others)


def _set_players_by_ply(
    recogniser: Recogniser,
    grown: Sequence[Grown],
    beside: Sequence[Assigned],
    *,
    remarks_players: bool = False,
) -> list[Grown]:
    """Return trees with the players by ply that values beside them give: ``player = "MIN"``.

    If such players cannot be used, the values are left out, and the trees are returned as they are.

    Args:
        recogniser: What collects the remarks.
        grown: The trees.
        beside: The values, with their variables.
        remarks_players: Whether to tell the user who moves first, and which variable says so.
    """
    levels = _find_usable_levels(grown, beside)
    if levels is None:
        for assigned in beside:
            recogniser.leave_out(assigned.variable)
        return [*grown]

    if remarks_players:
        recogniser.remark(levels_remark(beside, levels))
    return [with_levels(tree, levels) for tree in grown]


def _find_usable_levels(grown: Sequence[Grown], beside: Sequence[Assigned]) -> Levels | None:
    """Find the players by ply that values beside trees give; ``None`` if they cannot be used.

    ``player = "MIN"`` can be used, unless

    - another value says otherwise, such as ``first = "MAX"``;
    - the players are ``["MAX", "CHANCE"]``: without chance nodes the weights of edges are dropped
      when a tree is built, and the trees are built already;
    - in each tree the nodes say who moves, which counts more.
    """
    levels = common_levels(beside)
    if levels is None or Player.CHANCE in levels:
        return None
    do_nodes_say_players = all(each.says_players for each in grown)
    return None if do_nodes_say_players else levels


def _split_off_players_by_name(
    recogniser: Recogniser, values: Sequence[Assigned]
) -> Sequence[Assigned]:
    """Give players by node name, ``max_nodes = ["A", "D"]``, to the recogniser; return the others.

    If all values give players, all are returned, since one must be the tree.
    """
    others: list[Assigned] = []
    for assigned in values:
        players = parse_players_by_name(assigned)
        if players:
            recogniser.take_players(players, assigned.variable)
        else:
            others.append(assigned)
    return others if others else values


def _build_rows_from_columns(
    recogniser: Recogniser, values: Sequence[Assigned]
) -> list[dict[str, Any]] | None:
    """Build the rows of the table whose columns are lists; ``None`` if there is no such table.

    For example ``parent = [-1, 0]`` and ``value = [None, 3]`` become the rows
    ``{"parent": -1, "value": None}`` and ``{"parent": 0, "value": 3}``.
    """
    columns = _find_columns_of_table(values)
    rows = convert_columns_to_rows({column.variable: column.value for column in columns})
    if rows is None:
        return None

    for assigned in values:
        if assigned not in columns:
            recogniser.leave_out(assigned.variable)
    return rows


def _find_columns_of_table(values: Sequence[Assigned]) -> list[Assigned]:
    """Find the lists that are the columns of one table: the nodes' parents, and lists as long.

    For example ``parent = [-1, 0, 0]`` and ``value = [None, 3, 5]``: node 0 is the root, and its
    children 1 and 2 have the values 3 and 5. Without a column of parents the result is empty.
    """
    lists = [
        assigned for assigned in values if assigned.variable and isinstance(assigned.value, list)
    ]
    column_of_parents = next(filter(is_column_of_parents, lists), None)
    if column_of_parents is None:
        return []
    row_count = len(column_of_parents.value)
    return [column for column in lists if len(column.value) == row_count]


def _check_no_columns_of_children(values: Sequence[Assigned]) -> None:
    """Raise an error if lists hold the relatives and the values of each node, by its position.

    ``children = [[1, 2], [], []]`` and ``value = [None, 3, 5]`` are a root with two leaves, and so
    are ``left = [1, -1, -1]`` and ``right = [2, -1, -1]``. This is not read; as trees of their own
    they would be other trees. So would ``value`` beside ``parent = [0, 0, 0]``, which does not say
    of the root that it has no parent.

    Raises:
        UnreadableError: They do.
    """
    columns = [
        assigned
        for assigned in values
        if isinstance(assigned.value, list) and len(assigned.value) > 1
    ]
    columns_of_children = [each for each in columns if _is_called_children(each.variable)]
    for column, other in product(columns_of_children, columns):
        if other is not column and _are_columns_of_children(column, other):
            names = f"{quoted(column.variable)} and {quoted(other.variable)}"
            hint = "write the tree by name: {0: [1, 2], 1: 3, 2: 5}"
            raise UnreadableError(f"{names} are columns of one tree by position", hint=hint)

    columns_of_parents = [each for each in columns if _are_parents_by_position(each)]
    for column, other in product(columns_of_parents, columns):
        have_one_length = len(other.value) == len(column.value)
        if other is not column and have_one_length:
            names = f"{quoted(column.variable)} and {quoted(other.variable)}"
            hint = "write -1 for the parent of the root: parent = [-1, 0, 0]"
            raise UnreadableError(f"{names} are columns of one tree by position", hint=hint)


def _are_parents_by_position(column: Assigned) -> bool:
    """Tell whether a list is called as the nodes' parents and has only whole numbers."""
    is_called_so = is_called_parents(column.variable)
    return is_called_so and all(type(position) is int for position in column.value)


def _is_called_children(variable: str) -> bool:
    """Tell whether a variable is called as what says which nodes stand below each."""
    is_word_for_relatives = meaning(variable) in {CHILDREN, SIDES}
    return is_word_for_relatives or plain_word(variable) in _CALLED_ADJACENCY


def _are_columns_of_children(column: Assigned, other: Assigned) -> bool:
    """Tell whether a list has the children of each node by position, the other one more of it.

    In each of these pairs node 0 is a root with the children 1 and 2::

        left = [1, -1, -1]            right = [2, -1, -1]    no child is -1
        children = [[1, 2], [], []]   value = [None, 3, 5]   a list of children for each node
        adj = [[1, 2]]                value = [None, 3, 5]   the leaves come last, without a list
    """
    are_left_and_right = meaning(column.variable) == SIDES and meaning(other.variable) == SIDES
    if are_left_and_right:
        return _are_left_and_right_children(column.value, other.value)

    node_count = len(other.value)
    # An empty list is no tree, but the children of a leaf.
    has_leaf = any(children == [] for children in column.value)
    if meaning(column.variable) == CHILDREN and has_leaf:
        return len(column.value) == node_count
    return _are_children_of_first_nodes(column.value, node_count)


def _are_left_and_right_children(left: Sequence[Any], right: Sequence[Any]) -> bool:
    """Tell whether two lists have the positions of the left and right child of each node.

    ``[1, -1, -1]`` and ``[2, -1, -1]`` have, where -1 says that there is no such child.
    """
    node_count = len(left)
    return len(right) == node_count and are_positions_of_children([*left, *right], node_count)


def _are_children_of_first_nodes(lists: Sequence[Any], node_count: int) -> bool:
    """Tell whether lists have the positions of the children of nodes 0, 1, 2 and so on.

    ``[[1, 2]]`` has those of node 0, if there are three nodes: 1 and 2 are leaves, and come last.
    """
    if len(lists) > node_count or not all(map(is_list, lists)):
        return False
    positions = list(chain.from_iterable(lists))
    return are_positions_of_children(positions, node_count)


class _TreesOfVariable(NamedTuple):
    """The trees in the value of a variable, whose name is empty for a value without one."""

    name: str
    trees: list[Grown]

    @property
    def is_leaf_alone(self) -> bool:
        """Whether a variable holds nothing but a leaf."""
        return self.name != "" and all(each.exercise.tree.depth == 0 for each in self.trees)

    @property
    def has_values(self) -> bool:
        """Whether the value of some leaf of these trees is known."""
        return any(map(_has_value, self.trees))


def _grow_trees_one_by_one(recogniser: Recogniser, values: Sequence[Assigned]) -> list[Grown]:
    """Build the trees of several values, each value by itself.

    A variable that holds no tree is left out, since a program may use it for anything. A value
    without a variable has no other purpose than to be a tree, so that it must be one.

    Raises:
        UnreadableError: A list or record without a variable is no tree, or no value is one, or the
            variable that is called ``tree`` holds no tree.
    """
    variables_with_trees: list[_TreesOfVariable] = []
    problems: dict[str, UnreadableError] = {}
    for assigned in values:
        if not _may_be_tree(assigned.value):
            _leave_out_unless_empty_field(recogniser, assigned)
            continue

        variable = assigned.variable
        try:
            trees = _grow_trees_of_variable(recogniser, assigned)
        except UnreadableError as error:
            if variable == "":
                raise
            problems[variable] = error
            recogniser.leave_out(variable)
            continue
        variables_with_trees.append(_TreesOfVariable(variable, trees))

    # Only now it is known whether a problem matters: not beside a tree that was found.
    _check_tree_was_found(variables_with_trees, problems, recogniser.searched)
    return _remove_words_and_single_leaves(recogniser, variables_with_trees)


def _leave_out_unless_empty_field(recogniser: Recogniser, assigned: Assigned) -> None:
    """List a variable that can hold no tree as left out, unless it is an empty field of a class.

    For example ``size = 4`` is listed. ``children = []`` is a field of a class of nodes, which
    holds none of the tree's children, and says nothing.
    """
    is_empty = assigned.value in _NOTHING_IN_IT
    is_field_of_node = meaning(assigned.variable) is not None
    if not (is_empty and is_field_of_node):
        recogniser.leave_out(assigned.variable)


def _check_tree_was_found(
    variables_with_trees: Sequence[_TreesOfVariable],
    problems: Mapping[str, UnreadableError],
    searched: Collection[str],
) -> None:
    """Raise the problem of a variable that had to be a tree, if no other one is in its place.

    ===================  ===================  ==============================================
    variables with tree  with a problem       raised
    ===================  ===================  ==============================================
    none                 ``a``, ``b``         that of ``a``, the first
    ``a``                ``tree``             that of ``tree``, which is called so
    ``a``                ``b``                that of ``b`` if the program calls minimax(b),
                                              else nothing
    ``tree``             ``game_tree``        nothing
    ===================  ===================  ==============================================
    """
    if not variables_with_trees and problems:
        first_problem = next(iter(problems.values()))
        raise first_problem

    names_of_trees = [variable.name for variable in variables_with_trees]
    unreadable_tree = find_unknown_tree(names_of_trees, [*problems], searched)
    if unreadable_tree is not None:
        raise problems[unreadable_tree]


def _remove_words_and_single_leaves(
    recogniser: Recogniser, variables: Sequence[_TreesOfVariable]
) -> list[Grown]:
    """Return the trees of several variables, without the variables that hold no tree after all.

    What might be a tree if it were alone is none beside a better one. Beside
    ``tree = [[3, 12], [2, 4]]`` these are none::

        button = Button("new")      a leaf alone
        names = ["Anna", "Ben"]     words alone: a tree in which no value is known
        scores = [3, 5]             a list that is not searched, beside minimax(tree)

    A value without a variable is kept: it has no other purpose than to be a tree.
    """
    is_any_more_than_leaf = any(not variable.is_leaf_alone for variable in variables)
    has_any_values = any(variable.has_values for variable in variables)
    is_any_searched = any(variable.name in recogniser.searched for variable in variables)

    kept_trees: list[Grown] = []
    for variable in variables:
        is_searched = _is_searched_or_called_tree(recogniser, variable.name)
        is_worse_tree = (
            (is_any_more_than_leaf and variable.is_leaf_alone)
            or (has_any_values and not variable.has_values)
            or (is_any_searched and not is_searched)
        )
        if is_worse_tree and variable.name != "":
            recogniser.leave_out(variable.name)
        else:
            kept_trees += variable.trees
    return kept_trees


def _has_value(grown: Grown) -> bool:
    """Tell whether the value of some leaf of a tree is known."""
    return any(value is not None for value in grown.exercise.tree.leaf_values)


def _may_be_tree(value: Any) -> bool:
    """Tell whether a value is a list, a record or a call that is not empty."""
    if isinstance(value, Constructed):
        return bool(value.arguments or value.keywords)
    return isinstance(value, (list, tuple, dict)) and bool(value)


def _grow_trees_of_variable(recogniser: Recogniser, assigned: Assigned) -> list[Grown]:
    """Build the trees that a variable holds: one, or several.

    The first of these cases that fits decides::

        tests = [([[3, 5], 2], 5), …]              test cases: a tree in each
        trees = [[[3, 5], 2], [[1, 2], 4]]         several trees
        examples = [[[3, 5], 2], [[1, 2], 4]]      an error: several trees, or one
        scores = {"A": 3, "B": 5}                  an error: numbers that may be anything
        tree = [[[3, 5], 2], [[1, 2], 4]]          what the value is, usually one tree

    Raises:
        UnreadableError: It is one of these errors, or no tree.
    """
    value = assigned.value
    cases = _find_test_cases(assigned)
    if cases:
        return _grow_trees_of_test_cases(recogniser, assigned, cases)

    if _may_hold_several(value):
        is_called_trees = plain_word(assigned.variable).endswith(SEVERAL_TREES)
        if is_called_trees:
            return _grow_several_trees(recogniser, value)
        _check_are_not_several(assigned)

    _check_no_table_of_numbers(recogniser, assigned)
    return _grow_trees_of_value(recogniser, value)


def _check_are_not_several(assigned: Assigned) -> None:
    """Raise an error if a list of lists is called as several things are: ``examples``.

    Raises:
        UnreadableError: It is, and so may be several trees, or one.
    """
    are_lists = all(map(is_list, _list_members(assigned.value)))
    if are_lists and may_be_several(assigned.variable):
        message = f"{quoted(assigned.variable)} may be several trees, or one"
        raise UnreadableError(message, hint=_CALL_THEM_TREES)


def _may_hold_several(value: Any) -> bool:
    """Tell whether a list or a record has several members, with a list within each of them."""
    if not isinstance(value, (list, dict)):
        return False
    members = _list_members(value)
    return len(members) > 1 and all(map(_has_list_within, members))


def _list_members(value: list[Any] | dict[Any, Any]) -> list[Any]:
    """Return the members of a list, or what stands under the keys of a record."""
    return list(value.values()) if isinstance(value, dict) else value


def _check_no_table_of_numbers(recogniser: Recogniser, assigned: Assigned) -> None:
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
        raise UnreadableError(message, hint=_CALL_IT_TREE)


def _is_graph_or_wrapper(value: Any) -> bool:
    """Tell whether a value is a graph, ``[("A", "B"), …]``, or a tree under a key, ``{"tree": …}``.

    So it may hold a tree although it looks like a table of numbers.
    """
    if _find_graph(value, _NO_FACTS) is not None:
        return True
    return isinstance(value, dict) and _find_values_in_wrapper(value) is not None


def _find_test_cases(assigned: Assigned) -> list[Case]:
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


def _grow_trees_of_test_cases(
    recogniser: Recogniser, assigned: Assigned, cases: Sequence[Case]
) -> list[Grown]:
    """Build the trees of test cases, and remark what stands beside them and is left out.

    Of ``tests = [([[3, 12], [2, 4]], 3)]`` the tree is built, and 3 is left out.

    Raises:
        UnreadableError: It is not plain that these are test cases, or what stands beside a tree may
            say who moves.
    """
    trees = [tree for case in cases for tree in _grow_trees_of_value(recogniser, case.tree)]
    _check_are_plainly_test_cases(assigned, cases, trees)

    left_out = ", ".join(safe(str(value)) for case in cases for value in case.beside)
    name = quoted(assigned.variable)
    recogniser.remark(f"what stands beside the trees of {name} is left out: {left_out}")
    return trees


def _check_are_plainly_test_cases(
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


def _is_searched_or_called_tree(recogniser: Recogniser, variable: str) -> bool:
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


def _grow_trees_of_value(recogniser: Recogniser, value: Any) -> list[Grown]:
    """Build the trees in a value: a record, a graph, a list, or the call of a constructor.

    Raises:
        UnreadableError: It is no tree.
    """
    # An array of numpy, as it comes from `from_nested`.
    if hasattr(value, "tolist"):
        value = value.tolist()

    if isinstance(value, dict):
        return _grow_trees_of_record(recogniser, rename_tree_key(value))

    graph = _find_graph(value, _NO_FACTS)
    if graph is not None:
        return [_grow_graph(recogniser, graph)]

    is_filled_list = is_list(value) and len(value) > 0
    if is_filled_list:
        return _grow_trees_of_list(recogniser, value)
    return [recogniser.grow(value)]


def _grow_trees_of_record(recogniser: Recogniser, record: dict[Any, Any]) -> list[Grown]:
    """Build the trees that a record holds, read in the first of these ways that fits.

    1. A table by columns, ``{"parent": [-1, 0], "value": [None, 3]}``: the list of its rows.
    2. Test cases, ``{"tests": [[[3, 5], 5], …]}``.
    3. Trees by number, ``{"tree1": […], "tree2": […]}``.
    4. A wrapper of trees, ``{"title": …, "tree": […]}``.
    5. A graph, ``{"A": ["B", "C"], "B": 3, "C": 5}``.
    6. A node, ``{"A": [3, 12], "B": [2, 4]}``. It comes last: any keys may be names of children.

    Raises:
        UnreadableError: It is no tree.
    """
    # 1. A table by columns.
    rows = convert_columns_to_rows(record)
    if rows is not None:
        for key in find_keys_beside_columns(record, len(rows)):
            recogniser.leave_out(key)
        return _grow_trees_of_value(recogniser, rows)

    _check_no_columns_of_children(_convert_to_assignments(record))

    # 2. Test cases.
    only_value = _use_only_key_as_variable(Assigned(record))
    if is_called_tests(only_value.variable) and _find_test_cases(only_value):
        return _grow_trees_of_variable(recogniser, only_value)

    # 3. Trees by number.
    if _has_trees_by_number(record):
        return _grow_several_trees(recogniser, record)

    # 4. A wrapper.
    wrapped_values = _find_values_in_wrapper(record)
    if wrapped_values is not None:
        return _grow_trees_in_wrapper(recogniser, wrapped_values)

    # 5. A graph.
    graph = _find_graph(record, _NO_FACTS)
    if graph is not None:
        return [_grow_graph(recogniser, graph)]

    # 6. A node.
    check_no_unknown_edges(record)
    return [recogniser.grow(record)]


def _has_trees_by_number(record: dict[Any, Any]) -> bool:
    """Tell whether all keys of a record number trees, or are the titles of wrappers.

    ``{"tree1": […], "tree2": […]}`` and ``{"a": {"tree": […]}, "b": {"tree": […]}}`` are such.
    """
    if len(record) < 2:
        return False
    if _are_wrappers_by_title(record):
        return True
    are_numbered = all(_NUMBERED_TREE.fullmatch(plain_word(str(key))) for key in record)
    return are_numbered and all(map(_may_be_tree, record.values()))


def _grow_trees_of_list(recogniser: Recogniser, items: Sequence[Any]) -> list[Grown]:
    """Build the trees of a list that is not empty, read in the first of these ways that fits.

    1. Rows of a table below its heading: ``[["node", "parent"], ["A", None], ["B", "A"]]``.
    2. Rows of a table of plies: ``[{"level0": "A", "level1": "B", "value": 3}, …]``.
    3. A table by columns in each item, as Plotly writes its traces.
    4. A wrapper in each item: ``[{"title": …, "tree": […]}, {"title": …, "tree": […]}]``.
    5. A node with children in each item: ``[{"children": […]}, {"children": […]}]``.
    6. One tree, whose root is the list: ``[[3, 12], [2, 4]]``.

    Raises:
        UnreadableError: The list is no tree, or it may be a full binary tree, level by level.
    """
    rows = convert_rows_below_heading(items)
    if rows is not None:
        return _grow_trees_of_value(recogniser, rows)

    table_of_plies = read_records(items)
    if table_of_plies is not None:
        recogniser.left_out.update(dict.fromkeys(table_of_plies.left_out))
        trees = [assigned.value for assigned in table_of_plies.values]
        return [grown for tree in trees for grown in _grow_trees_of_value(recogniser, tree)]

    if all(isinstance(item, dict) and convert_columns_to_rows(item) is not None for item in items):
        trees_by_table = [_grow_trees_of_value(recogniser, item) for item in items]
        return list(chain.from_iterable(trees_by_table))

    # A key such as `input`, in [{"input": […], "output": 3}], becomes `tree`.
    if all(isinstance(item, dict) for item in items):
        items = list(map(rename_tree_key, items))

    if _are_wrappers(items):
        trees_by_item = [_grow_trees_of_value(recogniser, item) for item in items]
        return list(chain.from_iterable(trees_by_item))

    if all(map(_is_record_with_children, items)):
        return [recogniser.grow(item) for item in items]

    check_key_names_no_parent(items)
    _check_not_in_level_order(recogniser, items)
    return [recogniser.grow_outermost(put_names_first(items))]


def _check_not_in_level_order(recogniser: Recogniser, items: Sequence[Any]) -> None:
    """Raise an error if a list may be a binary tree that is written level by level.

    In ``[None, None, None, 3, 12, 2, 4]`` the first ``None`` may be the root, with two nodes below
    it and four leaves below these. It may be an unknown leaf as well, one of seven below the root.
    So may the names in ``["A", "B", "C", 3, 12, 2, 4]``; and in ``[3, 9, 20, None, None, 15, 7]``
    the node 9 may have no children, and 20 two.

    Raises:
        UnreadableError: It may be; the error shows both trees in the notation.
    """
    binary_tree = build_tree_in_level_order(items)
    if binary_tree is None:
        return
    as_one_ply = recogniser.grow(list(items)).exercise
    as_binary_tree = recogniser.grow(binary_tree).exercise
    raise ambiguous(dict.fromkeys([as_one_ply, as_binary_tree]))


def _are_wrappers(items: Sequence[Any]) -> bool:
    """Tell whether all values are wrappers of trees: ``{"title": "Quiz", "tree": […]}``."""
    if not all(isinstance(item, dict) for item in items):
        return False
    wrapped = [_find_values_in_wrapper(item) for item in items]
    return all(inside is not None for inside in wrapped)


def _is_record_with_children(item: Any) -> bool:
    """Tell whether a value is a node with children, as a record or the call of a constructor.

    ``{"children": [5, 8]}``, ``{"A": [5, 8]}`` and ``Node("A", [5, 8])`` are; ``{"value": 5}`` is
    not.
    """
    if isinstance(item, Constructed):
        return any(
            is_list(argument) or isinstance(argument, Constructed) for argument in item.arguments
        )
    if not isinstance(item, dict):
        return False

    record = NodeRecord(item)
    if record.is_node:
        return bool(record.children_entry)
    # Without a word such as `value` or `children` the keys are the names of nodes.
    return any(isinstance(value, (list, dict)) for value in item.values())


# -- one tree in parts -------------------------------------------------------------------------


class _Facts(NamedTuple):
    """Facts about the nodes of a graph that are written apart from it.

    Attributes:
        tables: Values by the names of nodes, ``{"D": 3}``, by the variable that holds them; under
            the empty one those that no variable holds.
        players: Players by the names of nodes.
        root: The name of the root, if it is given.
    """

    tables: Mapping[str, Mapping[Any, Any]]
    players: Mapping[str, Player]
    root: str | None

    @property
    def values(self) -> dict[Any, Any]:
        """The values of all tables; of two for one node the later counts."""
        return {name: value for table in self.tables.values() for name, value in table.items()}

    def add_table(self, table: Mapping[Any, Any]) -> _Facts:
        """Return facts with a further table of values, which no variable holds."""
        return self._replace(tables={**self.tables, "": table})

    def add_to(self, graph: Graph) -> Graph:
        """Add the values, the players and the root to a graph, and return it.

        A variable whose table names no node of the graph, ``viewport = {"x": 0, "zoom": 1}``, says
        something else, and is left out.
        """
        for variable, table in self.tables.items():
            if variable and not graph.has_any_node(table):
                graph.unused_keys[variable] = None
            else:
                graph.add_node_values(table)
        graph.add_node_players(self.players)
        if self.root is not None:
            graph.root = self.root
        return graph


_NO_FACTS: Final = _Facts({}, {}, None)


class _Parts(NamedTuple):
    """The values of a text, or of a record: facts about nodes, and all others."""

    facts: _Facts
    others: list[Assigned]


def _split_off_facts(values: Iterable[Assigned], known: _Facts = _NO_FACTS) -> _Parts:
    """Split values into the facts about nodes among them, and all others.

    Each value is the first of these that fits::

        is_max = {"A": 1}        players: before the next case, as a table of values is alike
        values = {"B": 3}        a table of values
        values = [("B", 3)]      a table of values in rows
        root = "A"               the name of the root
        edges = [("A", "B")]     no fact

    They are added to the facts that are known already, or replace those about the same node.

    >>> edges = Assigned([("A", "B")], "edges")
    >>> parts = _split_off_facts([edges, Assigned({"B": 3}, "values"), Assigned("A", "root")])
    >>> parts.facts
    _Facts(tables={'values': {'B': 3}}, players={}, root='A')
    >>> parts.others == [edges]
    True
    """
    tables = dict(known.tables)
    players_by_node = dict(known.players)
    root = known.root
    others: list[Assigned] = []
    for assigned in values:
        variable = assigned.variable
        players = parse_players_by_name(assigned)
        if players:
            players_by_node.update(players)
        elif is_table_of_values(assigned.value):
            tables[variable] = {**tables.get(variable, {}), **assigned.value}
        elif _are_rows_of_values(assigned):
            tables[variable] = parse_value_rows(assigned.value)
        elif _is_root(assigned):
            root = text_of_name(assigned.value)
        else:
            others.append(assigned)

    facts = _Facts(tables, players_by_node, root)
    return _Parts(facts, others)


def _are_rows_of_values(assigned: Assigned) -> bool:
    """Tell whether a variable that is called as no edges are holds names with their values."""
    variable = assigned.variable
    may_be_values = bool(variable) and not is_part_of_graph(variable)
    return may_be_values and bool(parse_value_rows(assigned.value))


def _is_root(assigned: Assigned) -> bool:
    """Tell whether an assignment gives the name of the root: ``root = "A"``."""
    is_name = isinstance(assigned.value, (str, int)) and not isinstance(assigned.value, bool)
    return is_name and plain_word(assigned.variable) in ROOT_WORDS


def _grow_tree_from_parts(recogniser: Recogniser, values: Sequence[Assigned]) -> Grown | None:
    """Build the one tree whose parts are spread over several values; ``None`` if there is none.

    The parts are a graph and tables of facts about its nodes: ``edges = [("A", "B"), ("A", "C")]``
    and ``values = {"B": 3, "C": 5}``. Values that are no parts are left out.

    Raises:
        UnreadableError: There is such a graph, but it is no tree.
    """
    # parents = {"B": "A"} becomes a record of nodes, and {"B": [3, 12]}, the children of the lowest
    # nodes, is joined with {"A": ["B"]}.
    joined_values = join_leaves(convert_parents_to_records(values))
    facts, others = _split_off_facts(joined_values)

    found = _find_nodes_and_edges(others, facts)
    if found is None:
        found = _find_only_graph(others, facts)
    if found is None:
        return None

    for variable in found.unused:
        recogniser.leave_out(variable)
    return _grow_graph(recogniser, found.graph)


def _grow_graph(recogniser: Recogniser, graph: Graph) -> Grown:
    """Build the tree that a graph is, and remember the keys of its nodes that are not in it."""
    root = graph.tree()
    if graph.is_turned:
        recogniser.remark("its edges are written from each child to its parent")
    if graph.sorted_by:
        recogniser.remark(f'children in the order of "{safe(graph.sorted_by)}"')
    for key in graph.unused_keys:
        if key != graph.sorted_by:
            recogniser.leave_out(key)
    return recogniser.grow(root)


def _collect_unused_variables(values: Iterable[Assigned]) -> list[str]:
    """Collect the variables of the values that say something and are neither nodes nor edges.

    The user is told that they are left out. The name of the whole (``name = "Quiz"``) is not among
    them, nor a value that says nothing, such as an empty list.
    """
    return [
        variable
        for value, variable in values
        if variable
        and not is_empty_value(value)
        and not is_part_of_graph(variable)
        and meaning(variable) != NAME
    ]


class _OnlyGraph(NamedTuple):
    """The only graph among some values, and the variables that are not used for it."""

    graph: Graph
    unused: list[str]


def _find_only_graph(values: Sequence[Assigned], facts: _Facts) -> _OnlyGraph | None:
    """Find the only graph among some values, and add the facts about its nodes to it.

    The result is ``None`` if there are no graphs or several, or if a value without a variable is a
    list or a record and no graph, since then it may be a tree of its own.
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

    if len(graphs) != 1:
        return None
    return _OnlyGraph(graphs[0], unused)


def _rename_nodes_and_edges(values: Sequence[Assigned]) -> Sequence[Assigned]:
    """Return values with ``nodes`` and ``edges`` for variables that end so, if each is the only."""
    renamed = [each._replace(variable=as_part_of_graph(each.variable)) for each in values]
    words = [each.variable for each in renamed]
    has_one_graph = words.count("nodes") == 1 and words.count("edges") == 1
    return renamed if has_one_graph else values


def _find_nodes_and_edges(values: Sequence[Assigned], facts: _Facts) -> _OnlyGraph | None:
    """Find the graph in variables called ``edges`` and perhaps ``nodes``; ``None`` if none is.

    Beside ``edges = [("A", "B"), ("A", "C")]`` no other variable can be a graph of its own: those
    that say something are left out. ``initial_nodes`` and ``initial_edges`` are read likewise.

    ``facts`` has what tables beside the graph say of its nodes, such as ``values = {"B": 3}``; that
    is added to the graph.
    """
    renamed_values = _rename_nodes_and_edges(values)
    record = {assigned.variable: assigned.value for assigned in renamed_values}
    if not is_record_of_graph(record):
        return None

    # In edges = [(1, 2)] the 2 may be the value of a leaf. With values = {2: 5} it is a name.
    names_in_tables = {text_of_name(name) for name in [*facts.values, *facts.players]}
    graph = read_graph_of_record(record, names=names_in_tables)
    if graph is None:
        return None

    graph_with_facts = facts.add_to(graph)
    left_out_variables = _collect_unused_variables(renamed_values)
    return _OnlyGraph(graph_with_facts, left_out_variables)


def _find_graph(value: Any, facts: _Facts) -> Graph | None:
    """Build the graph that a value is, with facts about its nodes; ``None`` if it is no graph.

    Graphs are ``[("A", "B"), ("B", 5)]``, ``[{"id": "A"}, {"id": "B", "parent": "A"}]`` and
    ``{"A": ["B", "C"], "B": 3, "C": 5}``. A list of one pair is a graph only if ``facts`` has
    values of nodes.
    """
    paths = build_path_rows(value)
    if paths is not None:
        value = paths

    if isinstance(value, dict):
        return _find_graph_in_record(value, facts)
    if is_list(value) or isinstance(value, (set, frozenset)):
        return _find_graph_in_list(as_list(value), facts)
    return None


def _find_graph_in_list(items: Sequence[Any], facts: _Facts) -> Graph | None:
    """Build the graph of a list of nodes or edges, with facts about its nodes; ``None`` if none.

    The forms are tried in this order:

    1. Nodes that name their parents: ``[{"id": "B", "parent": "A"}, …]``.
    2. Nodes that name their children: ``[{"id": "A", "children": ["B", "C"]}, …]``.
    3. Edges: ``[("A", "B"), …]``. They come after the records above, which may look like edges,
       too: with a key ``from`` or ``to``.
    4. Rows of a node and its children: ``[("A", "B", "C"), ("B", 3, 12), …]``.
    """
    # [["win", "loss"], ["draw", "win"]] are no names, unless they have values.
    results = RESULTS_OF_GAME.difference(facts.values)
    cells = chain.from_iterable(filter(is_list, items))
    if any(isinstance(cell, str) and cell.lower() in results for cell in cells):
        return None

    graph = read_graph_of_parents(items)
    if graph is None:
        graph = read_graph_of_children(items)
    if graph is None:
        graph = read_graph_of_edges(items, has_values=bool(facts.values))
    if graph is None:
        graph = _find_graph_in_rows(items, facts)

    if graph is None:
        return None
    return facts.add_to(graph)


def _find_graph_in_rows(rows: Sequence[Any], facts: _Facts) -> Graph | None:
    """Find the graph of rows of a name and its successors; ``None`` if these are no such rows."""
    successors = parse_successor_rows(rows)
    return None if successors is None else build_successor_graph(successors, facts.values)


def _find_graph_in_record(record: dict[Any, Any], facts: _Facts) -> Graph | None:
    """Find the graph in a record, with facts about its nodes; ``None`` if there is no graph.

    The first of these conventions that fits decides:

    1. Nodes and edges, ``{"nodes": […], "edges": […], "values": {"B": 3}}``.
    2. Nodes that name their parents, ``{"B": {"parent": "A"}, …}``.
    3. Successors by name, ``{"start": "A", "A": ["B", "C"], "B": 3, …}``.
    """
    # {"A": (["B", "C"], None), "B": ([], 3), …} becomes {"A": {"children": ["B", "C"], …}, …}.
    record_by_name = merge_children_and_values(record)
    # {"A": ["B", "C"], "values": {"B": 3}} becomes {"A": ["B", "C"]} and the table {"B": 3}.
    nodes, table_of_values = split_off_values(record_by_name)
    all_facts = facts.add_table(table_of_values)

    # 1. Nodes and edges.
    graph = _find_graph_of_edges(nodes, all_facts)
    if graph is not None:
        return graph

    # The keys of 2. and 3. are names of nodes. Those of {"value": 3, …} describe one node.
    if _describes_node(nodes):
        return None

    # 2. Nodes that name their parents.
    graph = read_graph_of_parents(nodes)
    if graph is not None:
        return all_facts.add_to(graph)

    # 3. Successors by name.
    return _find_graph_of_successors(nodes, all_facts)


def _find_graph_of_edges(record: dict[Any, Any], facts: _Facts) -> Graph | None:
    """Find the graph of a record with the key ``edges``; ``None`` if it has none.

    Other keys may hold facts about the nodes: ``{"edges": [("A", "B")], "values": {"B": 3}}``.
    """
    graph = read_graph_of_record(record)
    if graph is None:
        return None
    parts = _split_off_facts(_convert_to_assignments(record), known=facts)
    return parts.facts.add_to(graph)


def _find_graph_of_successors(record: dict[Any, Any], facts: _Facts) -> Graph | None:
    """Find the graph in a record from the name of a node to its successors or its value.

    In ``{"start": "A", "A": ["B", "C"], "B": 3, …}`` the start is no node: it names the root.
    """
    successors, facts_with_root = _move_root_to_facts(record, facts)
    graph = build_successor_graph(successors, facts_with_root.values)
    if graph is None:
        return None
    return facts_with_root.add_to(graph)


def _move_root_to_facts(record: dict[Any, Any], facts: _Facts) -> tuple[dict[Any, Any], _Facts]:
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
    return described.number is not None or bool(described.children_entry)


# -- a tree within a wrapper -------------------------------------------------------------------


def _find_values_in_wrapper(record: dict[Any, Any]) -> list[Assigned] | None:
    """Find the values in a wrapper, each with its key; ``None`` for any other record.

    A wrapper is a record around a tree that is no node of it: it has a title, say, beside the tree,
    as ``{"title": "Quiz", "tree": [[3, 12], [2, 4]]}`` has.
    """
    values = _convert_to_assignments(record)
    if is_record_of_graph(record) or _is_surely_wrapper(values):
        return values

    # What only may be a wrapper is one if it is no node.
    if not _describes_node(record) and _may_be_wrapper(values):
        return values
    return None


def _is_surely_wrapper(values: Sequence[Assigned]) -> bool:
    """Tell whether a record is a wrapper although its keys might describe a node, too.

    ``{"root": "A", "nodes": {"A": …}}`` is one, though ``nodes`` is also a word for children, and
    ``{"value": 3, "tree": [[3, 12], [2, 4]]}``, though nodes have values.
    """
    return _has_nodes_by_name(values) or any(map(_is_tree_under_word_tree, values))


def _may_be_wrapper(values: Sequence[Assigned]) -> bool:
    """Tell whether a record whose keys describe no node is a wrapper.

    Examples: ``{"name": "Quiz", "data": [[3, 12], [2, 4]]}``,
    ``{"exercises": [{"name": "1", "tree": [[3, 12], [2, 4]]}]}`` and
    ``{"moves of A": {"A": ["B", "C"]}, "values": {"B": 3, "C": 5}}``.
    """
    return (
        any(map(_is_tree_under_any_word, values))
        or any(map(_holds_wrappers, values))
        or _has_record_of_successors(values)
    )


def _convert_to_assignments(record: Mapping[Any, Any]) -> list[Assigned]:
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
    record alone, ``{"exercise": {"tree": [[3, 12], [2, 4]]}}``, and one of several by their titles.
    """
    value, key = assigned
    if meaning(key) is not None:
        return False
    if isinstance(value, dict):
        return _has_tree_under_word(value) or _are_wrappers_by_title(value)
    if isinstance(value, list) and value:
        return all(
            isinstance(item, dict) and _has_tree_beside_words(rename_tree_key(item))
            for item in value
        )
    return False


def _has_tree_under_word(value: Any) -> bool:
    """Tell whether a value is a record with a tree under ``tree`` or ``gametree``."""
    is_record = isinstance(value, dict)
    return is_record and any(map(_is_tree_under_word_tree, _convert_to_assignments(value)))


def _are_wrappers_by_title(record: Mapping[Any, Any]) -> bool:
    """Tell whether a tree stands under ``tree`` in each record of several: ``{"q1": {"tree": …}}``.

    >>> _are_wrappers_by_title({"q1": {"tree": [3, 5]}, "q2": {"tree": [2, 9]}})
    True
    """
    return len(record) > 0 and all(map(_has_tree_under_word, record.values()))


def _has_tree_beside_words(record: dict[Any, Any]) -> bool:
    """Tell whether a record is no node and has a key such as ``tree`` that leads to a tree.

    With ``tree`` itself it is no node, though it may have a value: ``{"tree": […], "value": 3}``.
    """
    inside = _convert_to_assignments(record)
    if any(map(_is_tree_under_word_tree, inside)):
        return True
    return not _describes_node(record) and any(map(_is_tree_under_any_word, inside))


def _has_nodes_by_name(inside: Sequence[Assigned]) -> bool:
    """Tell whether a word for children leads to nodes that refer to each other by name.

    Examples: ``{"root": "A", "nodes": {"A": …}}``, ``{"nodes": [{"id": "B", "parent": "A"}, …]}``
    and ``{"children": {"A": ["B", "C"]}, "values": {"B": 3, "C": 5}}``.
    """
    facts, others = _split_off_facts(inside)
    names_of_record = {
        str(assigned.value) for assigned in inside if meaning(assigned.variable) == NAME
    }
    for assigned in others:
        if meaning(assigned.variable) != CHILDREN:
            continue
        nodes = assigned.value
        # In {"name": "A", "children": [{"parent": "A"}]} the record is itself the node above them.
        are_children_of_record = _have_parent(nodes, names_of_record)
        if not are_children_of_record and _are_linked_by_name(nodes, facts):
            return True
    return False


def _have_parent(nodes: Any, names: Collection[str]) -> bool:
    """Tell whether all nodes of a list name the record around them as their parent.

    They do in ``{"name": "A", "children": [{"parent": "A", "value": 3}]}``.
    """
    if not isinstance(nodes, list) or not all(isinstance(node, dict) for node in nodes):
        return False
    return all(str(NodeRecord(node).first(PARENT)) in names for node in nodes)


def _are_linked_by_name(nodes: Any, facts: _Facts) -> bool:
    """Tell whether nodes, a list or a record of them, refer to each other by name.

    ========================================  ===========================================
    ``[{"id": "B", "parent": "A"}, …]``       yes: a list of nodes that name their parents
    ``[{"id": "A", "children": ["B"]}, …]``   yes: a list of nodes that name their children
    ``{"B": {"parent": "A"}, …}``             yes: a record of nodes that name their parents
    ``{"A": ["B"], "B": 3}``                  yes: a record of nodes that name their children
    ``{"A": …, "B": …}``                      yes, if a fact beside it is ``root = "A"``
    ``{"A": {"B": 3}, "C": 4}``               no: each node stands within its parent
    ========================================  ===========================================
    """
    if isinstance(nodes, list):
        name_parents = read_graph_of_parents(nodes) is not None
        return name_parents or read_graph_of_children(nodes) is not None

    if isinstance(nodes, dict):
        has_root_beside = facts.root is not None
        if has_root_beside:
            return True
        name_parents = read_graph_of_parents(nodes) is not None
        name_children = has_named_successors(nodes, facts.values) or has_numbered_successors(nodes)
        return name_parents or name_children
    return False


def _has_record_of_successors(inside: Sequence[Assigned]) -> bool:
    """Tell whether one of the values in a record is a record of successors by name.

    Example: ``{"name": "Quiz", "moves of A": {"A": ["B", "C"]}, "values": {"B": 3, "C": 5}}``.
    """
    facts, others = _split_off_facts(inside)
    records = [assigned.value for assigned in others if isinstance(assigned.value, dict)]
    return any(build_successor_graph(record, facts.values) is not None for record in records)


def _grow_trees_in_wrapper(recogniser: Recogniser, inside: Sequence[Assigned]) -> list[Grown]:
    """Build the trees in a record around them, with its title and players if it has these.

    ``{"title": "Quiz", "tree": [[3, 12], [2, 4]], "player": "MIN"}`` holds one tree, which gets the
    title and begins with MIN.
    """
    values = _replace_graph_by_its_values(inside)
    titles = [assigned.value for assigned in values if _is_title(assigned)]
    untitled = [assigned for assigned in values if not _is_title(assigned)]
    levels, others = split_levels_from_values(untitled)

    trees = _grow_trees_in_wrapped_values(recogniser, others)
    # Only now, since players by ply hold only if no node says who moves.
    if levels:
        trees = _set_players_by_ply(recogniser, trees, levels)
    if titles:
        trees = [_set_title(tree, titles[0]) for tree in trees]
    return trees


def _grow_trees_in_wrapped_values(
    recogniser: Recogniser, values: Sequence[Assigned]
) -> list[Grown]:
    """Build the one tree whose parts the values are, or else the trees under keys like ``tree``."""
    tree_from_parts = _grow_tree_from_parts(recogniser, values)
    if tree_from_parts is not None:
        return [tree_from_parts]

    others = _split_off_players_by_name(recogniser, values)
    return _grow_trees_under_keys(recogniser, others)


def _replace_graph_by_its_values(inside: Sequence[Assigned]) -> Sequence[Assigned]:
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
    return [*others, *_convert_to_assignments(graphs[0])]


def _is_title(assigned: Assigned) -> bool:
    return plain_word(assigned.variable) == _TITLE and isinstance(assigned.value, str)


def _grow_trees_under_keys(recogniser: Recogniser, values: Sequence[Assigned]) -> list[Grown]:
    """Build the trees under keys that say that a tree follows, such as ``tree``.

    Any other key is left out, also one such as ``data`` if no list or record stands under it.
    """
    trees: list[Grown] = []
    for assigned in values:
        trees_under_key = _grow_trees_under_key(recogniser, assigned)
        if trees_under_key is not None:
            trees += trees_under_key
        elif meaning(assigned.variable) != NAME:  # "name": "Quiz" names the whole: it is not listed
            recogniser.leave_out(assigned.variable)
    return trees


def _grow_trees_under_key(recogniser: Recogniser, assigned: Assigned) -> list[Grown] | None:
    """Build the trees under one key of a wrapper; ``None`` if the key says nothing of trees."""
    value, key = assigned
    # "exercises": [{"tree": [[3, 12], [2, 4]]}, …]   "exercise": {"tree": [[3, 12], [2, 4]]}
    if _holds_wrappers(assigned):
        if isinstance(value, dict) and not _has_tree_under_word(value):
            return _grow_several_trees(recogniser, value)
        wrappers = [value] if isinstance(value, dict) else value
        return [tree for each in wrappers for tree in _grow_trees_of_value(recogniser, each)]

    if not _is_tree_under_any_word(assigned):
        return None
    # "trees": [[[3, 12], [2, 4]], …]
    if plain_word(key) == SEVERAL_TREES:
        return _grow_several_trees(recogniser, value)
    # "tree": [[3, 12], [2, 4]]
    return _grow_trees_of_value(recogniser, value)


def _grow_several_trees(recogniser: Recogniser, trees: Any) -> list[Grown]:
    """Build the trees under the key ``trees``: of a list, or of a record of trees by title."""
    if isinstance(trees, dict):
        return [
            _set_title(tree, str(title))
            for title, value in trees.items()
            for tree in _grow_trees_of_value(recogniser, value)
        ]
    return [tree for value in as_list(trees) for tree in _grow_trees_of_value(recogniser, value)]


def _set_title(grown: Grown, title: str) -> Grown:
    directives = grown.exercise.directives._replace(title=safe(title))
    return grown._replace(exercise=replace(grown.exercise, directives=directives))
