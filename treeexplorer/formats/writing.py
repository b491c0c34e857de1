"""Trees for other programs: nested lists of JSON, Graphviz's DOT.

Nothing is dropped without a notice, and a tree that a format has no way to hold is refused.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from treeexplorer.formats.labels import spells_number
from treeexplorer.formats.words import player_named
from treeexplorer.notation import Directives, Exercise
from treeexplorer.numbers import shown, written
from treeexplorer.tree import DECIMAL, DEFAULT_LEVELS, GameTree, Number, Player


class Writer(NamedTuple):
    """What writes trees in a format, and whether that has a place for their titles."""

    write: Callable[[Sequence[Exercise]], str]
    has_titles: bool = False


def left_out(exercises: Sequence[Exercise], format_name: str) -> str:
    """Return a notice of what a format cannot hold of the exercises; empty if it holds all."""
    has_titles = WRITERS[format_name].has_titles
    if all(_is_held(exercise, has_titles=has_titles) for exercise in exercises):
        return ""
    held = "a tree, its title and" if has_titles else "a tree and"
    return f"{format_name.upper()} holds {held} claimed values: the rest is left out"


def _is_held(exercise: Exercise, *, has_titles: bool) -> bool:
    """Tell whether a format holds all of an exercise.

    A format holds the tree with its players by ply, the claimed values, and perhaps the title.
    """
    directives = exercise.directives._replace(levels=None)
    if has_titles:
        directives = directives._replace(title=None)
    has_only_values = all(claim.kind == "value" for claim in exercise.claims)
    return has_only_values and not exercise.blanks and directives == Directives()


def _leaf_number(tree: GameTree, node: int) -> Number | None:
    """Return a leaf's value as it was written: an integer or a double, never a fraction."""
    return tree.value[node] if tree.kind[node] == DECIMAL else tree.leaf_value(node)


# -- JSON ------------------------------------------------------------------------------------------


def write_json(exercises: Sequence[Exercise]) -> str:
    """Return the trees as JSON, one a line: nested lists where there is nothing but numbers.

    Else every node but a bare number is an object, with the keys that the door reads: ``name``,
    ``player``, ``probability``, ``estimate``, ``claim`` (a value that somebody wrote at a node with
    children), ``more`` (there are further children), ``value`` of a leaf, and ``children``.
    """
    return "".join(f"{_line_of_json(each)}\n" for each in exercises)


def _line_of_json(exercise: Exercise) -> str:
    """Return a tree as JSON on one line: nested lists where it is plain, else objects.

    A tree is plain if it has only brackets and numbers: ``[[3, 12], [2, 4]]``.
    """
    tree = exercise.tree
    nodes = range(len(tree))
    if _is_plain(exercise):
        beginnings = [_value_or_bracket(tree, node) for node in nodes]
        return _join_nested(tree, beginnings, closing="]")
    claimed = exercise.values
    # An object ends with the list of its children, and so with two brackets.
    objects = [_object_up_to_children(tree, claimed, node) for node in nodes]
    return _join_nested(tree, objects, closing="]}")


def _join_nested(tree: GameTree, beginnings: Iterable[str], closing: str) -> str:
    """Join the texts of all nodes, with commas between siblings and brackets behind subtrees.

    Of a root with the leaves 3 and 5 the texts ``[``, ``3`` and ``5`` become ``[3, 5]``.

    Args:
        tree: The tree. Its nodes are numbered in preorder: a node comes before its children, and a
            subtree is one range of numbers.
        beginnings: The text of each node up to its first child, in the order of the nodes.
        closing: What stands behind the last child of a node.
    """
    pieces: list[str] = []
    # For each bracket that is open, the innermost last: the first node behind its subtree.
    open_ends: list[int] = []
    for node, beginning in enumerate(beginnings):
        # Several subtrees may end before this node.
        while open_ends and open_ends[-1] == node:
            open_ends.pop()
            pieces.append(closing)
        is_root = node == 0
        is_first_child = tree.parent[node] == node - 1  # it directly follows its parent
        if not is_root and not is_first_child:
            pieces.append(", ")
        pieces.append(beginning)
        if not tree.is_leaf(node):
            open_ends.append(tree.end[node])
    # What reaches to the last node is closed at the end of the text.
    pieces.extend(closing for _ in open_ends)
    return "".join(pieces)


def _value_or_bracket(tree: GameTree, node: int) -> str:
    """Return a node of nested lists up to its first child."""
    return _value(tree, node) if tree.is_leaf(node) else "["


def _is_plain(exercise: Exercise) -> bool:
    """Tell whether a tree has only brackets, numbers and unknowns without a word."""
    tree = exercise.tree
    beside = (tree.names, tree.players, tree.probabilities, tree.estimates, tree.elided)
    has_words = any(tree.unknowns.values())
    is_usual = tree.levels == DEFAULT_LEVELS and tree.depth > 0
    return is_usual and not has_words and not any(beside) and not exercise.values


def _object_up_to_children(tree: GameTree, claimed: Mapping[int, Number], node: int) -> str:
    """Return a leaf as JSON, or the beginning of any other node's object.

    A leaf is ``5``, or ``{"name": "D", "value": 5}``. The object of a node with children ends where
    they follow, and the caller closes it: ``{"name": "A", "children": [``. If its name is 7, it is
    ``{"name": "7", "value": null, "children": [``: without the key for the value, a reader would
    take the 7 for a value that is claimed.

    Args:
        tree: The tree.
        claimed: The values that somebody wrote at nodes with children, by node number.
        node: The number of the node.
    """
    fields = _fields_of_node(tree, claimed, node)
    if tree.is_leaf(node):
        return _leaf_object(tree, node, fields)
    has_number_as_name = spells_number(tree.names.get(node, ""))
    if has_number_as_name:
        fields["value"] = "null"
    fields_with_comma = f"{_joined(fields)}, " if fields else ""
    return f'{{{fields_with_comma}"children": ['


def _leaf_object(tree: GameTree, leaf: int, fields: dict[str, str]) -> str:
    """Return a leaf as JSON: its value alone, if it has no fields and is known."""
    value = _value(tree, leaf)
    is_number_alone = not fields and leaf not in tree.unknowns
    if is_number_alone:
        return value
    return "{" + _joined({**fields, "value": value}) + "}"


def _fields_of_node(tree: GameTree, claimed: Mapping[int, Number], node: int) -> dict[str, str]:
    """Return the fields of a node's JSON object, without its value and its children.

    A field is there only if it has something to say: ``{"name": '"A"', "claim": "6"}``.

    Args:
        tree: The tree.
        claimed: The values that somebody wrote at nodes with children, by node number.
        node: The number of the node.

    Returns:
        The keys, and for each its value as JSON text, in the order in which they are written.
    """
    fields: dict[str, str] = {}
    if node in tree.names:
        fields["name"] = _quoted(tree.names[node])
    # `None` if a reader would find out by itself: MAX and MIN take turns.
    player = _spelled_player(tree, node)
    if player is not None:
        fields["player"] = _quoted(player.value)
    if node in tree.probabilities:
        fields["probability"] = _number(tree.probabilities[node])
    if node in tree.estimates:
        fields["estimate"] = _number(tree.estimates[node])
    # There are further children, which are not in the tree.
    if node in tree.elided:
        fields["more"] = "true"
    if node in claimed:
        fields["claim"] = _number(claimed[node])
    return fields


def _spelled_player(tree: GameTree, node: int) -> Player | None:
    """Return the player of a node if it must be written, else ``None``.

    It must be if the players are unusual, or if the node's name would be read as a player.
    """
    is_unusual = bool(tree.players) or tree.levels != DEFAULT_LEVELS
    name_reads_as_player = player_named(tree.names.get(node, "")) is not None
    return tree.player(node) if is_unusual or name_reads_as_player else None


def _value(tree: GameTree, node: int) -> str:
    """Return the value of a leaf: a number, an unknown's word, or null."""
    number = _leaf_number(tree, node)
    if number is not None:
        return _number(number)
    word = tree.unknowns.get(node)
    return _quoted(word) if word else "null"


def _joined(fields: dict[str, str]) -> str:
    """Return fields as they stand between braces: ``"name": "A", "value": 5``."""
    return ", ".join(f'"{key}": {text}' for key, text in fields.items())


def _number(number: Number) -> str:
    """Return a number as JSON; a fraction or an infinity, which JSON has not, in quotes."""
    spelling = written(number)
    is_in_json = "/" not in spelling and not math.isinf(number)
    return spelling if is_in_json else _quoted(spelling)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


# -- DOT -------------------------------------------------------------------------------------------


_SHAPES: Final = {Player.MAX: "triangle", Player.MIN: "invtriangle", Player.CHANCE: "circle"}


def write_dot(exercises: Sequence[Exercise]) -> str:
    """Return the trees as one directed graph each.

    MAX nodes are triangles, MIN nodes stand on their tip, chance nodes are circles; their class
    says the same to a reader. A label is a node's name, estimate and claimed value, one below the
    other.
    """
    return "".join(f"{line}\n" for each in exercises for line in _lines_of_graph(each))


def _escaped(text: str) -> str:
    """Return a text as it stands between the quotes of DOT."""
    return text.replace("&", "&amp;").replace("\\", "\\\\").replace('"', '\\"')


def _lines_of_graph(exercise: Exercise) -> Iterator[str]:
    """Yield the lines of a DOT graph: each node and the edge to it, then ``…`` for more children.

    Args:
        exercise: The tree, with its title and the values claimed at its nodes.
    """
    tree = exercise.tree
    claimed = exercise.values
    yield f'digraph "{_shown_title(exercise)}" {{'
    # Nodes without a shape of their own, the leaves, are bare text.
    yield '  node [fontname="Helvetica", shape=plaintext];'
    yield '  edge [fontname="Helvetica", arrowhead=none];'
    for node in range(len(tree)):
        yield _node_line(tree, claimed, node)
        if not tree.is_root(node):
            yield _edge_to(tree, node)
    # In the order of the nodes, since a set has none; at the end, so that the ellipsis is the last
    # child.
    for node in sorted(tree.elided):
        yield f'  more{node} [label="…"];'
        yield f"  n{node} -> more{node};"
    yield "}"


def _shown_title(exercise: Exercise) -> str:
    """Return the title as it stands between the quotes of DOT; empty if there is none."""
    title = exercise.directives.title
    return "" if title is None else _escaped(title)


def _node_line(tree: GameTree, claimed: Mapping[int, Number], node: int) -> str:
    """Return the line of a node: ``  n0 [label="A", shape=triangle, class="max"];``."""
    label = "\\n".join(filter(None, _lines_of_label(tree, claimed, node)))
    return f'  n{node} [label="{label}"{_shape(tree, node)}];'


def _edge_to(tree: GameTree, node: int) -> str:
    """Return the edge to a node, with its probability: ``  n0 -> n1 [label="0.5"];``."""
    weight = tree.probabilities.get(node)
    edge_label = "" if weight is None else f' [label="{written(weight)}"]'
    return f"  n{tree.parent[node]} -> n{node}{edge_label};"


def _lines_of_label(tree: GameTree, claimed: Mapping[int, Number], node: int) -> list[str]:
    """Return the lines of a node's label, escaped for DOT; a line may be empty.

    A leaf has its name and its value, or the word for an unknown value. Any other node has its
    name, its estimate (``~4``) and the value that somebody claims for it (``= 6``).

    Args:
        tree: The tree.
        claimed: The values that somebody wrote at nodes with children, by node number.
        node: The number of the node.
    """
    lines = [_escaped(tree.names.get(node, ""))]
    if tree.is_leaf(node):
        number = _leaf_number(tree, node)
        lines.append(str(tree.value_or_word(node)) if number is None else shown(number))
        return lines
    if node in tree.estimates:
        lines.append(f"~{shown(tree.estimates[node])}")
    if node in claimed:
        lines.append(f"= {shown(claimed[node])}")
    return lines


def _shape(tree: GameTree, node: int) -> str:
    """Return the attributes that say who moves at a node; none at a leaf."""
    player = tree.player(node)
    if player is None:
        return ""
    return f', shape={_SHAPES[player]}, class="{player.value}"'


WRITERS: Final = {"json": Writer(write_json), "dot": Writer(write_dot, has_titles=True)}
