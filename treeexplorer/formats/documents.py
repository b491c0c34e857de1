"""From the values of a text to its trees, with remarks on how they were understood."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from typing import Any, Final, NamedTuple

from treeexplorer.formats.child_columns import WRITE_EDGES
from treeexplorer.formats.games import are_ends_of_game, are_winning_lines, is_called_board
from treeexplorer.formats.graph_finding import CONTAINER_TYPES
from treeexplorer.formats.growth import (
    grow_only_tree,
    grow_trees_of_values,
    use_only_key_as_variable,
)
from treeexplorer.formats.lists import is_list, is_text
from treeexplorer.formats.model import (
    NO_SHAPE,
    NO_TREE_IN_PROGRAM,
    SHAPES,
    Assigned,
    Constructed,
    Reading,
    UnreadableError,
)
from treeexplorer.formats.nodes_by_name import join_nodes_by_name
from treeexplorer.formats.number_tables import is_matrix_of_edges, is_row_of_leaves
from treeexplorer.formats.one_or_several import CALL_IT_TREE
from treeexplorer.formats.searches import is_called_tree
from treeexplorer.formats.shapes import Recogniser
from treeexplorer.formats.sketches import Grown
from treeexplorer.formats.words import EDGE_WORDS, plain_word
from treeexplorer.notation import Exercise
from treeexplorer.text import quoted
from treeexplorer.tree import Levels

_WRITE_TREE_INTO_PROGRAM: Final = "write the tree into it: [[3, 12], [2, 4]]"


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
    all_values = join_nodes_by_name(
        [assigned for assigned in reading.values if assigned.value is not None]
    )
    containers = [
        assigned for assigned in all_values if isinstance(assigned.value, CONTAINER_TYPES)
    ]
    _check_may_hold_tree(all_values, containers)

    # The recogniser builds the trees. Each step adds to it what is left out of them, and what is to
    # be remarked on them; the result has all of this.
    recogniser = Recogniser(levels, reading.searched, reading.default_values)
    values = _remove_parts_of_games(recogniser, all_values)
    trees = grow_trees_of_values(recogniser, values)
    recogniser.leave_out_unused_players()  # which are known when all trees are there

    _check_leaves_are_no_positions(values, trees)
    _check_any_is_meant_as_tree(trees, containers)
    return _build_recognised(reading, trees, recogniser)


def _check_may_hold_tree(values: Sequence[Assigned], containers: Sequence[Assigned]) -> None:
    """Raise an error if none of some values can hold a tree, or one says edges in another way.

    Args:
        values: All values.
        containers: Those that are lists, records or calls.

    Raises:
        UnreadableError: It is so in one of these cases:

            1. The variables of a program hold empty lists alone, ``visited = []``.
            2. No value is a list, record or call.
            3. A matrix says which nodes are joined, ``adj = [[0, 1], [1, 0]]``.
            4. All are lists of words, ``names = ["Anna", "Ben"]``.
    """
    # 1.
    are_all_empty = not any(value for value, _ in containers)
    if are_all_empty and not any(map(_may_be_meant_as_tree, values)):
        raise UnreadableError(NO_TREE_IN_PROGRAM, hint=_WRITE_TREE_INTO_PROGRAM)
    # 2.
    if not containers:
        raise UnreadableError(NO_SHAPE, hint=SHAPES)
    # 3.
    for value, variable in containers:
        if is_matrix_of_edges(variable, value):
            message = f"{quoted(variable)} says by rows and columns which nodes are joined"
            raise UnreadableError(message, hint=WRITE_EDGES)
    # 4.
    if all(map(_is_list_of_words, containers)):
        message = f"{quoted(containers[0].variable)} is a list of words, and no tree"
        raise UnreadableError(message, hint=SHAPES)


def _may_be_meant_as_tree(assigned: Assigned) -> bool:
    """Tell whether a value is no variable's, or its variable is called as a tree or as edges are.

    >>> _may_be_meant_as_tree(Assigned([], "tree")), _may_be_meant_as_tree(Assigned([], "visited"))
    (True, False)
    """
    variable = assigned.variable
    is_called_edges = plain_word(variable) in EDGE_WORDS
    return variable == "" or is_called_tree(variable) or is_called_edges


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
    unless something is called so. Of two lines of JSON, ``{"board": …}`` and ``{"tree": …}``, the
    second is returned.

    Raises:
        UnreadableError: There is one, and no variable is called as a tree is.
    """
    named_values = [use_only_key_as_variable(assigned) for assigned in values]
    parts_of_game: dict[str, str] = {}
    for named in named_values:
        description = _describe_part_of_game(named)
        if description is not None:
            parts_of_game[named.variable] = description
    if not parts_of_game:
        return values

    if not any(is_called_tree(named.variable) for named in named_values):
        variable, description = next(iter(parts_of_game.items()))
        message = f"{quoted(variable)} {description}, and nothing is called tree"
        raise UnreadableError(message, hint=CALL_IT_TREE)

    for variable in parts_of_game:
        recogniser.leave_out(variable)
    return [
        assigned
        for assigned, named in zip(values, named_values, strict=True)
        if named.variable not in parts_of_game
    ]


def _describe_part_of_game(assigned: Assigned) -> str | None:
    """Return in words which part of a game a variable holds; ``None`` if it may be a tree.

    =========================================  =====================================
    ``board = [[0, 1, 0], …]``                 is by its name a part of a game
    ``lines = [[0, 1, 2], [3, 4, 5], …]``      holds the lines that win on a board
    ``scores = {"X": 1, "O": -1, "tie": 0}``   has a number for each end of a game
    ``tree = [[0, 1, 0], …]``                  ``None``
    =========================================  =====================================
    """
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
    exercise = grow_only_tree(Recogniser(levels), root).exercise
    if levels is None:
        return exercise
    return replace(exercise, tree=exercise.tree.with_levels(levels))
