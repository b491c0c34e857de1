"""Grows trees from the values of a text: one in parts, one a variable, or those within a wrapper.

A text holds trees one after the other, or one whose values, players and root stand beside its
graph, as assignments of a program do and the keys of a record. What one node is, and what is below
it, says :mod:`shapes`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any, Final, NamedTuple

from treeexplorer.errors import TreeexplorerError
from treeexplorer.formats.adjacency import build_successor_graph
from treeexplorer.formats.cases import Case, is_called_tests, rename_tree_key
from treeexplorer.formats.child_columns import check_no_columns_of_children
from treeexplorer.formats.columns import (
    convert_columns_to_rows,
    convert_rows_below_heading,
    find_keys_beside_columns,
    is_column_of_parents,
)
from treeexplorer.formats.described_nodes import as_list
from treeexplorer.formats.graph_facts import NO_GRAPH_FACTS, split_off_facts
from treeexplorer.formats.graph_finding import (
    convert_to_assignments,
    find_graph,
    find_nodes_and_edges,
    find_only_graph,
)
from treeexplorer.formats.graphs import Graph
from treeexplorer.formats.level_order import build_tree_in_level_order
from treeexplorer.formats.level_table import read_records
from treeexplorer.formats.linked_nodes import is_record_of_graph
from treeexplorer.formats.lists import is_list
from treeexplorer.formats.model import Assigned, Constructed, UnreadableError
from treeexplorer.formats.named_forms import put_names_first
from treeexplorer.formats.one_or_several import (
    check_are_not_several,
    check_are_plainly_test_cases,
    check_no_table_of_numbers,
    find_test_cases,
    is_searched_or_called_tree,
    may_hold_several,
)
from treeexplorer.formats.players_beside import (
    common_levels,
    levels_remark,
    parse_players_by_name,
    split_levels_from_values,
    with_levels,
)
from treeexplorer.formats.records import NodeRecord
from treeexplorer.formats.searches import find_unknown_tree
from treeexplorer.formats.shapes import Recogniser, ambiguous
from treeexplorer.formats.sketches import Grown
from treeexplorer.formats.successor_rows import convert_parents_to_records, join_leaves
from treeexplorer.formats.unknown_links import check_key_names_no_parent, check_no_unknown_links
from treeexplorer.formats.values_beside import fill_in_values, join_variables_by_name
from treeexplorer.formats.words import NAME, SEVERAL_TREES, meaning, plain_word
from treeexplorer.formats.wrappers import (
    are_wrappers,
    find_values_in_wrapper,
    has_tree_under_word,
    has_trees_by_number,
    holds_wrappers,
    is_tree_under_any_word,
    may_be_tree,
)
from treeexplorer.text import quoted, safe
from treeexplorer.tree import Levels, Player

_NOTHING_IN_IT: Final[tuple[object, ...]] = ([], (), {})
_TITLE: Final = "title"


def use_only_key_as_variable(assigned: Assigned) -> Assigned:
    """Return the value under the only key of a record without a variable, with that key."""
    value = assigned.value
    if assigned.variable or not isinstance(value, dict) or len(value) != 1:
        return assigned
    ((key, only_value),) = value.items()
    return Assigned(only_value, str(key))


def grow_only_tree(recogniser: Recogniser, root: Any) -> Grown:
    """Build the tree of plain Python objects, of which there must be exactly one.

    Raises:
        TreeexplorerError: They are no tree, or several.
    """
    try:
        grown = grow_trees_of_values(recogniser, [Assigned(root)])
    # Objects have no place in a text, and so the error becomes one without a place.
    except UnreadableError as error:
        hint = "" if error.hint is None else f"; {error.hint}"
        raise TreeexplorerError(f"{error.message}{hint}") from None
    if len(grown) > 1:
        raise TreeexplorerError(f"these are {len(grown)} trees, and one was expected")
    return grown[0]


def grow_trees_of_values(recogniser: Recogniser, values: Sequence[Assigned]) -> list[Grown]:
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
    check_no_columns_of_children(values)
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
        if not may_be_tree(assigned.value):
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
        is_searched = is_searched_or_called_tree(recogniser, variable.name)
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
    cases = find_test_cases(assigned)
    if cases:
        return _grow_trees_of_test_cases(recogniser, assigned, cases)

    if may_hold_several(value):
        is_called_trees = plain_word(assigned.variable).endswith(SEVERAL_TREES)
        if is_called_trees:
            return _grow_several_trees(recogniser, value)
        check_are_not_several(assigned)

    check_no_table_of_numbers(recogniser, assigned)
    return _grow_trees_of_value(recogniser, value)


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
    check_are_plainly_test_cases(assigned, cases, trees)

    left_out = ", ".join(safe(str(value)) for case in cases for value in case.beside)
    name = quoted(assigned.variable)
    recogniser.remark(f"what stands beside the trees of {name} is left out: {left_out}")
    return trees


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

    graph = find_graph(value, NO_GRAPH_FACTS)
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

    check_no_columns_of_children(convert_to_assignments(record))

    # 2. Test cases.
    only_value = use_only_key_as_variable(Assigned(record))
    if is_called_tests(only_value.variable) and find_test_cases(only_value):
        return _grow_trees_of_variable(recogniser, only_value)

    # 3. Trees by number.
    if has_trees_by_number(record):
        return _grow_several_trees(recogniser, record)

    # 4. A wrapper.
    wrapped_values = find_values_in_wrapper(record)
    if wrapped_values is not None:
        return _grow_trees_in_wrapper(recogniser, wrapped_values)

    # 5. A graph.
    graph = find_graph(record, NO_GRAPH_FACTS)
    if graph is not None:
        return [_grow_graph(recogniser, graph)]

    # 6. A node.
    check_no_unknown_links(record)
    return [recogniser.grow(record)]


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

    if are_wrappers(items):
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
    facts, others = split_off_facts(joined_values)

    found = find_nodes_and_edges(others, facts)
    if found is None:
        found = find_only_graph(others, facts)
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
    return [*others, *convert_to_assignments(graphs[0])]


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
    """Build the trees under one key of a wrapper; ``None`` if the key says nothing of trees.

    ==================================================  ==========================================
    ``"exercises": [{"tree": […]}, {"tree": […]}]``     the tree of each wrapper
    ``"exercise": {"tree": […]}``                       the tree of this wrapper
    ``"exercises": {"q1": {"tree": …}, "q2": …}``       a tree under each title
    ``"trees": [[3, 5], [2, 9]]``                       a tree in each item
    ``"tree": [[3, 12], [2, 4]]``                       one tree
    ==================================================  ==========================================
    """
    value, key = assigned
    if holds_wrappers(assigned):
        if not isinstance(value, dict):
            return [tree for each in value for tree in _grow_trees_of_value(recogniser, each)]
        if has_tree_under_word(value):
            return _grow_trees_of_value(recogniser, value)
        return _grow_several_trees(recogniser, value)

    if not is_tree_under_any_word(assigned):
        return None
    if plain_word(key) == SEVERAL_TREES:
        return _grow_several_trees(recogniser, value)
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
