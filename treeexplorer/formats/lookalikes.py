"""Other readings of a text that is in the notation, printed so that nobody is misled.

Three kinds of text mean something else to those who bring them: brackets with the label first
(LaTeX forest, where every leaf stands alone in its brackets), ``qtree``, whose label ``.5`` reads
as a decimal, and the flat list of 2^d leaves that textbook programs take for a binary tree.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from treeexplorer.errors import TreeexplorerError
from treeexplorer.formats.model import UnreadableError
from treeexplorer.formats.words import is_known, meaning, plain_word
from treeexplorer.notation import Document, Exercise, write
from treeexplorer.text import safe, shorten
from treeexplorer.tree import AddressError, GameTree, Number, from_nested

_LISTS_OF_VALUES: Final = frozenset(
    {"leaves", "leafs", "values", "scores", "leafvalues", "utilities", "payoffs", "terminals"}
)
"""The words under which people keep the leaves of a tree as one list."""
_LONGEST_LEAF: Final = 40
_LONGEST: Final = 2_000  # cells: a tree that is ready to be pasted is not cut
_MOST_NODES: Final = 500
_FEWEST_LABELLED: Final = 3
_PLIES_OF_BOARD: Final = [0, *[1, 2, 2, 2] * 3]
"""The plies of the nodes of three rows of three leaves, in preorder."""
_OPENINGS: Final = re.compile(r"\[\s*+(?P<dot>\.?)")
_DOTTED: Final = re.compile(r"(?<=\[)(\s*)\.(?=[0-9])")

_PLAYER_FIRST: Final = re.compile(r"\s*\[\s*(?:max|min|chance)\s*\[", re.IGNORECASE)
_FURTHER_WORD: Final = re.compile(r"[^\s\[]\s+[^\s\[\]]|\]\s*[^\s\[\]]|\[\s*[\[\]]")


def lookalike_notices(text: str, exercises: Document) -> list[str]:
    """Return notices about trees in the notation that may be meant as something else.

    ===================  ===================================================================
    several trees        each is a line of one tree, ``A:[B C]`` and ``B:[3 5]``, of an outline,
                         or of a record, ``name: A`` and ``children: [3, 5]``; or one of them has
                         the name of a node of the tree before it, ``A: 3``, or is a leaf,
                         ``Value: 3``
    each of the trees    labels stand first, ``[1 [2 [5] [8]] [3 [6]]]``; or else the tree is
                         flat, ``[3 12 2 4]``
    a single tree        labels of forest, ``[MAX [3] [5]]``, and of qtree, ``[.5 [.3 2]]``
    ===================  ===================================================================
    """
    notices = _describe_parts_of_tree(text, exercises)
    if not notices:
        answer_or_leaf = _describe_answer_beside_tree(exercises)
        if answer_or_leaf is None:
            answer_or_leaf = _describe_lone_leaf(exercises)
        notices.append(answer_or_leaf)
    notices += [_describe_shape_lookalike(exercise) for exercise in exercises]
    if len(exercises) == 1:
        notices.append(_describe_player_first(text, exercises[0]))
        notices.append(_describe_qtree(text, exercises[0]))
    return [notice for notice in notices if notice is not None]


def _describe_parts_of_tree(text: str, exercises: Document) -> list[str | None]:
    """Return notices on several trees that may be the lines of one tree; empty if they are none."""
    candidates = [
        _describe_trees_joined_by_names(exercises),
        _describe_outline(text, exercises),
        _describe_parts_of_node(exercises),
    ]
    return [notice for notice in candidates if notice is not None]


def _describe_answer_beside_tree(exercises: Document) -> str | None:
    """Return a notice on the first tree that may answer something of the tree before it.

    Below ``[A:[3 12] [2 4]]``, ``A: 3`` may say what A is worth, and ``A: [3, inf]`` its window.
    """
    asked: tuple[int, GameTree] | None = None
    for place, exercise in enumerate(exercises, 1):
        tree = exercise.tree
        if _may_be_answer(tree) and asked is not None:
            place_of_asked, asked_tree = asked
            name = tree.names[0]
            if _has_inner_node(asked_tree, name):
                answer = shorten(" ".join(write(exercise).split()), _LONGEST_LEAF)
                return (
                    f"tree {place} of {len(exercises)}, `{answer}`, has the name of a node of tree"
                    f" {place_of_asked}; what is answered stands in that tree, before the node's"
                    f" bracket, as {name}:3[…]"
                )
        if tree.depth > 1:
            asked = (place, tree)
    return None


def _may_be_answer(tree: GameTree) -> bool:
    """Tell whether a tree is a number with a name, or a name with two numbers."""
    has_name = 0 in tree.names
    is_number = tree.depth == 0
    is_window = tree.depth == 1 and tree.leaf_count == 2
    return has_name and (is_number or is_window)


def _has_inner_node(tree: GameTree, name: str) -> bool:
    """Tell whether a name is that of a node with children."""
    try:
        return not tree.is_leaf(tree.find(name))
    except AddressError:
        return False


def _describe_lone_leaf(exercises: Document) -> str | None:
    """Return a notice on the first tree that is one leaf beside others; ``None`` if none is.

    ``Value: 3`` below a tree is what a program printed, and no tree.
    """
    places = [place for place, each in enumerate(exercises, 1) if each.tree.depth == 0]
    if not places or len(places) == len(exercises):
        return None
    leaf = " ".join(write(exercises[places[0] - 1]).split())
    return (
        f"tree {places[0]} of {len(exercises)} is one leaf, `{shorten(leaf, _LONGEST_LEAF)}`; "
        "a line that is no tree begins with #"
    )


def _describe_shape_lookalike(exercise: Exercise) -> str | None:
    """Return a notice on labels that stand first, or else on a flat tree; ``None`` if neither."""
    if exercise.tree.depth == 0:
        return None
    notice = _describe_label_first(exercise)
    if notice is None:
        notice = _describe_words_first(exercise)
    return notice_on_leaves(exercise) if notice is None else notice


def _describe_label_first(exercise: Exercise) -> str | None:
    """Describe in a notice that the first element of each bracket may be meant as its label.

    ``[1 [2] [3]]`` has two readings::

        in the notation     a node with the leaf 1, and two nodes with the leaves 2 and 3
        in LaTeX's forest   a node with the label 1, and the leaves 2 and 3 below it: 1[2 3]

    It is read in the notation, and the notice shows the other reading.

    Returns:
        The notice; ``None`` if the other reading is unlikely. It is likely if every leaf stands
        first in its bracket, and if the text has nothing but brackets and numbers.
    """
    tree = exercise.tree
    # A claim, a name, `...` or a probability is written as the notation has it: whoever wrote it
    # means the notation.
    has_claims = bool(exercise.claims or exercise.blanks)
    has_words = bool(tree.names or tree.elided or tree.probabilities)
    if has_claims or has_words or not _has_labels_first(tree):
        return None
    # Imported here because hardly a text needs it.
    from treeexplorer.formats.first_labels import with_first_leaves_as_labels

    return _format_first_labels_notice(with_first_leaves_as_labels(tree))


def _describe_words_first(exercise: Exercise) -> str | None:
    """Describe in a notice that the word at the beginning of each bracket may be its label.

    ``[A [B 3 5] [C 2 9]]`` is in the notation a node with the unknown leaf A, and is read so. But
    it may be meant as ``A:[B:[3 5] C:[2 9]]``.

    Returns:
        The notice; ``None`` if a bracket begins with something else, if an unknown leaf stands
        elsewhere, or if there are fewer than three brackets: in ``[x [y 3]]`` x and y are leaves.
    """
    tree = exercise.tree
    has_words = bool(tree.names or tree.elided or tree.probabilities or exercise.claims)
    if has_words or tree.depth < 2 or not _has_words_first(tree):
        return None
    # Imported here because hardly a text needs it.
    from treeexplorer.formats.first_labels import with_first_leaves_of_brackets_as_labels

    other = _format_tree(with_first_leaves_of_brackets_as_labels(tree))
    return f"every bracket begins with a word; if the words are labels, it is {other}"


def _has_words_first(tree: GameTree) -> bool:
    """Tell whether every bracket begins with a word of its own, with something behind it.

    The words are the unknown leaves of the tree, and stand nowhere else. In the tree
    ``[A [B 3 5] [C 2 9]]`` the brackets are the nodes 0, 2 and 6 in preorder, and the words A, B
    and C are the nodes 1, 3 and 7 directly behind them.
    """
    brackets = [node for node in range(len(tree)) if not tree.is_leaf(node)]
    if len(brackets) < _FEWEST_LABELLED:
        return False

    first_children = {bracket + 1 for bracket in brackets}
    are_words_first_children = tree.unknowns.keys() == first_children
    are_words_different = len({*tree.unknowns.values()}) == len(tree.unknowns)
    # A bracket ends behind its last child: with the first child alone, as [B], two nodes on.
    has_word_alone = any(tree.end[bracket] == bracket + 2 for bracket in brackets)
    return are_words_first_children and are_words_different and not has_word_alone


def _format_first_labels_notice(other: Exercise) -> str:
    """Format the notice that the first of each pair of brackets may be meant as its label."""
    return (
        "every bracket begins with a label and every leaf stands alone, as in LaTeX's forest; "
        f"if the labels are meant, it is {_format_tree(other)}"
    )


def _describe_player_first(text: str, exercise: Exercise) -> str | None:
    """Describe in a notice that players may be meant as the labels of brackets.

    In LaTeX's forest ``[MAX [3] [5]]`` is a node of MAX with two leaves. In the notation a player
    says something of the bracket behind it, so that it is another tree, with one node more::

        [MAX [3] [5]]   the text
        [max[3] [5]]    as it is read in the notation: the player of the node above the leaf 3
        max[3 5]        in LaTeX's forest: the player of the node above both leaves

    Args:
        text: The text, with its directives.
        exercise: The only tree in it, as it was read in the notation.

    Returns:
        The notice, which shows the other reading; ``None`` if not every bracket begins with a word
        or number and has nothing but brackets behind it, or if both readings are the same tree.
    """
    body = _remove_directives(text)
    begins_with_player = _PLAYER_FIRST.match(body) is not None  # [MAX [
    has_word_elsewhere = _FURTHER_WORD.search(body) is not None  # not behind an opening bracket
    if not begins_with_player or has_word_elsewhere:
        return None

    forest_reading = _read_as_forest(body)
    if forest_reading is None or forest_reading.tree == exercise.tree:
        return None
    return _format_first_labels_notice(forest_reading)


def _read_as_forest(body: str) -> Exercise | None:
    """Read a text as LaTeX's forest would be read; return ``None`` if that is not one tree."""
    # Imported here because hardly a text needs them.
    from treeexplorer.formats.documents import recognise
    from treeexplorer.formats.latex import read_brackets

    try:
        exercises = recognise(read_brackets(body)).exercises
    except (TreeexplorerError, UnreadableError, ValueError):
        return None
    return exercises[0] if len(exercises) == 1 else None


def _remove_directives(text: str) -> str:
    """Return a text without directives and comments."""
    lines = [line for line in text.splitlines() if not line.lstrip().startswith(("@", "#"))]
    return "\n".join(lines)


def _has_labels_first(tree: GameTree) -> bool:
    """Tell whether every first child is a leaf and every further child has children.

    There must be a further child.

    >>> _has_labels_first(parse_tree("[1 [2 [5] [8]] [3 [6]]]"))
    True
    >>> _has_labels_first(parse_tree("[1 [2 5]]")), _has_labels_first(parse_tree("[1]"))
    (False, False)
    """
    nodes = range(1, len(tree))
    if any(tree.is_leaf(node) != _is_first_child(tree, node) for node in nodes):
        return False
    return not all(_is_first_child(tree, node) for node in nodes)


def _is_first_child(tree: GameTree, node: int) -> bool:
    """Tell whether a node is the first child of its parent, which it then follows in preorder."""
    return tree.parent[node] == node - 1


def _describe_qtree(text: str, exercise: Exercise) -> str | None:
    """Describe in a notice that a text may be meant as LaTeX's qtree, with a dot before each label.

    In the notation ``.5`` is the decimal 0.5. The other reading is made in two steps::

        [.5 [.3 2 4] 8]    the text
        [5 [3 2 4] 8]      without the dots it is a tree of the notation, with the leaves 5 and 3
        5[3[2 4] 8]        the first leaf of each bracket is made its label

    Args:
        text: The text, with its directives.
        exercise: The only tree in it, as it was read in the notation.

    Returns:
        The notice; ``None`` if not every bracket begins with a dot, or if the text without the dots
        is no such tree.
    """
    body = _remove_directives(text)
    has_brackets = exercise.tree.depth > 0
    have_all_brackets_dots = all(opening["dot"] != "" for opening in _OPENINGS.finditer(body))
    if not has_brackets or not have_all_brackets_dots:
        return None

    qtree_reading = _read_as_qtree(body)
    if qtree_reading is None:
        return None
    tree = _format_tree(qtree_reading)
    return f"in LaTeX's qtree `.5` is the label 5; if that is meant, it is {tree}"


def _read_as_qtree(body: str) -> Exercise | None:
    """Read a text as LaTeX's qtree would be read; return ``None`` if that is no tree."""
    # Imported here because hardly a text needs it.
    from treeexplorer.formats.first_labels import with_first_leaves_of_brackets_as_labels

    # Dots behind an opening bracket and before a digit; those within numbers (2.5) stay.
    without_dots = _DOTTED.sub(r"\1", body)
    try:
        return with_first_leaves_of_brackets_as_labels(parse_tree(without_dots))
    except (TreeexplorerError, UnreadableError, ValueError):
        return None


def parse_tree(text: str) -> GameTree:
    """Return the tree of a text in the notation."""
    from treeexplorer.notation import parse

    return parse(text).tree


def notice_on_leaves(exercise: Exercise) -> str | None:
    """Return a notice on leaves that may be meant as a binary tree, or as the board of a game."""
    notice = flat_notice(exercise)
    return _describe_board(exercise) if notice is None else notice


def flat_notice(exercise: Exercise) -> str | None:
    """Describe in a notice that 4, 8, 16, … leaves in one ply may be meant as a binary tree.

    A ply is one level of the tree. Textbook programs keep a binary tree as the flat list of its
    leaves. For any other tree ``None`` is returned.

    >>> from treeexplorer.notation import parse
    >>> flat_notice(parse("[3 12 2 4]"))
    '4 leaves in one ply; as a binary tree of 2 plies they are `[[3 12] [2 4]]`'
    """
    tree = exercise.tree
    # A power of two has a single 1 in binary: 8 is 1000.
    is_power_of_two = tree.leaf_count.bit_count() == 1
    is_large_enough = tree.leaf_count >= 4
    if not is_large_enough or not is_power_of_two or not is_flat_list_of_values(tree):
        return None

    # From the leaves up, two neighbours become one node, until two nodes are left below the root:
    # [3, 12, 2, 4] becomes [[3, 12], [2, 4]].
    nodes: list[Any] = [value for value in tree.leaf_values if value is not None]
    plies = 1
    while len(nodes) > 2:
        nodes = _group_in_pairs(nodes)
        plies += 1
    binary_tree = _format_tree(Exercise(from_nested(nodes)))
    return (
        f"{tree.leaf_count} leaves in one ply; as a binary tree of {plies} plies they are "
        f"{binary_tree}"
    )


def _describe_board(exercise: Exercise) -> str | None:
    """Describe in a notice that nine leaves may be meant as the board of a game.

    =============================  ========================================================
    ``[[0,1,0],[2,1,0],[0,0,2]]``  tic-tac-toe: 1 and 2 are the marks of two players, who
                                   move in turn, and 0 is an empty square
    ``[[1,2,3],[4,0,5],[7,8,6]]``  a sliding puzzle: each number from 0 to 8 stands once
    =============================  ========================================================

    For any other tree ``None`` is returned.
    """
    tree = exercise.tree
    has_words = any((tree.names, tree.players, tree.elided, tree.unknowns, exercise.claims))
    if has_words or not _has_three_rows_of_three_leaves(tree):
        return None

    values = sorted(value for value in tree.leaf_values if value is not None)
    is_board = _are_marks(values, (1, 2)) or _are_marks(values, (1, -1))
    is_puzzle = values == [*range(9)]
    if not is_board and not is_puzzle:
        return None
    return "three rows of three numbers may be the board of a game; they are read as a tree"


def _has_three_rows_of_three_leaves(tree: GameTree) -> bool:
    """Tell whether a tree has three nodes below the root, and below each of them three leaves."""
    # The number of nodes first, since a tree may be large.
    return len(tree) == len(_PLIES_OF_BOARD) and [*tree.ply] == _PLIES_OF_BOARD


def _are_marks(values: Sequence[Number], players: tuple[int, int]) -> bool:
    """Tell whether values are marks on a board: those of two players, who move in turn, and 0.

    >>> _are_marks([0, 0, 1, 1, 2], (1, 2)), _are_marks([0, 1, 1], (1, 2))
    (True, False)
    """
    counts = [values.count(player) for player in players]
    is_in_turn = abs(counts[0] - counts[1]) <= 1
    return is_in_turn and {*values} <= {0, *players}


def is_flat_list_of_values(tree: GameTree) -> bool:
    """Tell whether a tree has one ply of leaves with known values, and nothing else."""
    has_more_than_values = any((tree.elided, tree.unknowns, tree.probabilities))
    has_names = any(node > 0 for node in tree.names)
    root = plain_word(tree.names.get(0, ""))
    is_named = root not in {"", *_LISTS_OF_VALUES}
    return tree.depth == 1 and not has_more_than_values and not has_names and not is_named


def _group_in_pairs(items: Sequence[Any]) -> list[Any]:
    """Return an even number of items, grouped in lists of two."""
    return [list(items[place : place + 2]) for place in range(0, len(items), 2)]


def _describe_trees_joined_by_names(exercises: Document) -> str | None:
    """Describe in a notice that several trees may be meant as one, a line a node.

    ``A:[B C]`` and ``B:[3 5]`` are two trees: the leaf B of the first is not the root of the
    second.

    Returns:
        The notice; ``None`` if no root has the name of an unknown leaf.
    """
    name = _find_name_of_leaf_and_root(exercises) if len(exercises) > 1 else None
    if name is None:
        return None
    return (
        f"these are {len(exercises)} trees: the leaf {name} of one and the tree {name} are "
        "not joined; in the notation a tree is written as one, a:[b:[3 5] c:[2 9]]"
    )


def _describe_parts_of_node(exercises: Document) -> str | None:
    """Describe in a notice that several trees may be meant as the parts of one node, as in YAML.

    ``name: A`` and ``children: [3, 5]`` are two trees in the notation, called name and children.

    Returns:
        The notice; ``None`` unless all trees are called by different words for parts of a node.
    """
    roots = [exercise.tree.names.get(0, "") for exercise in exercises]
    meanings = {meaning(root) for root in roots if is_known(root)}
    if len(exercises) < 2 or len(meanings) < len(roots):
        return None
    return (
        f"these are {len(exercises)} trees, called {', '.join(map(safe, roots))}; one node with "
        "these parts is written as one, `A:max[3 5]`"
    )


def _describe_outline(text: str, exercises: Document) -> str | None:
    """Describe in a notice that several trees, a node a line, may be meant as one outline.

    ``A: 3``, ``  B: 3`` and ``  C: 2`` are three trees in the notation, however they are indented.
    In an outline the indents say that B and C are the children of A.

    Returns:
        The notice; ``None`` if a tree is more than one node in brackets, or all lines are indented
        alike.
    """
    lines = [line for line in text.splitlines() if line.strip()]
    is_tree_on_each_line = len(exercises) > 1 and len(lines) == len(exercises)
    # In [3] there are two nodes: the leaf, and the node that the brackets are.
    are_single_leaves = all(len(exercise.tree) <= 2 for exercise in exercises)
    if not is_tree_on_each_line or not are_single_leaves:
        return None

    outline = _read_as_outline(text)
    if outline is None or len(outline.tree) != len(lines):
        return None
    return (
        f"these are {len(exercises)} trees, since indents mean nothing in the notation; if they "
        f"are one outline, it is {_format_tree(outline)}"
    )


def _read_as_outline(text: str) -> Exercise | None:
    """Read a text, without its brackets, as an outline; return ``None`` if that is not one tree."""
    # Imported here because hardly a text needs them.
    from treeexplorer.formats.outlines import convert_outline
    from treeexplorer.notation import NotationError, parse_all

    text_without_brackets = re.sub(r"[\[\]]", "", text)
    notation = convert_outline(text_without_brackets)
    if notation is None:
        return None
    try:
        exercises = parse_all(notation)
    except NotationError:
        return None
    return exercises[0] if len(exercises) == 1 else None


def _find_name_of_leaf_and_root(exercises: Document) -> str | None:
    """Find a name that both a root and an unknown leaf have; ``None`` if there is none."""
    roots = {exercise.tree.names.get(0, "") for exercise in exercises}
    words = {word for exercise in exercises for word in exercise.tree.unknowns.values()}
    return min((roots & words) - {""}, default=None)


def _format_tree(exercise: Exercise) -> str:
    """Return a tree in the notation on one line; of a large tree only its number of leaves."""
    if len(exercise.tree) > _MOST_NODES:
        return f"a tree of {exercise.tree.leaf_count} leaves"
    return f"`{shorten(' '.join(write(exercise).split()), _LONGEST)}`"
