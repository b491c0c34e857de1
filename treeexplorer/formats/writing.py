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
    if all(_can_hold(exercise, has_titles=has_titles) for exercise in exercises):
        return ""
    held = "a tree, its title and" if has_titles else "a tree and"
    return f"{format_name.upper()} holds {held} claimed values: the rest is left out"


def _can_hold(exercise: Exercise, *, has_titles: bool) -> bool:
    """Tell whether a format, with a place for titles or without, can hold all of an exercise.

    Any format holds the tree with its players by ply, and the claimed values.
    """
    directives = exercise.directives._replace(levels=None)
    if has_titles:
        directives = directives._replace(title=None)
    has_only_value_claims = all(claim.kind == "value" for claim in exercise.claims)
    return has_only_value_claims and not exercise.blanks and directives == Directives()


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
    return "".join(f"{_format_json_line(exercise)}\n" for exercise in exercises)


def _format_json_line(exercise: Exercise) -> str:
    """Return a tree as JSON on one line: nested lists where it is plain, else objects.

    A tree is plain if it has only brackets and numbers: ``[[3, 12], [2, 4]]``.
    """
    tree = exercise.tree
    nodes = range(len(tree))
    if _is_plain(exercise):
        beginnings = [_format_value_or_bracket(tree, node) for node in nodes]
        return _join_nested(tree, beginnings, closing="]")

    claimed_values = exercise.values
    objects = [_format_object_up_to_children(tree, claimed_values, node) for node in nodes]
    # An object ends with the list of its children, and so with two brackets.
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
    open_subtree_ends: list[int] = []
    for node, beginning in enumerate(beginnings):
        # Several subtrees may end before this node.
        while open_subtree_ends and open_subtree_ends[-1] == node:
            open_subtree_ends.pop()
            pieces.append(closing)

        is_root = node == 0
        is_first_child = tree.parent[node] == node - 1  # it directly follows its parent
        if not is_root and not is_first_child:
            pieces.append(", ")
        pieces.append(beginning)
        if not tree.is_leaf(node):
            open_subtree_ends.append(tree.end[node])

    # What reaches to the last node is closed at the end of the text.
    pieces.extend(closing for _ in open_subtree_ends)
    return "".join(pieces)


def _format_value_or_bracket(tree: GameTree, node: int) -> str:
    """Return a leaf of nested lists as its value, and any other node as its opening bracket."""
    return _format_value(tree, node) if tree.is_leaf(node) else "["


def _is_plain(exercise: Exercise) -> bool:
    """Tell whether a tree has only brackets, numbers and unknowns without a word."""
    tree = exercise.tree
    facts_of_nodes = (tree.names, tree.players, tree.probabilities, tree.estimates, tree.elided)
    if any(facts_of_nodes) or exercise.values:
        return False
    has_words = any(tree.unknowns.values())
    return tree.levels == DEFAULT_LEVELS and tree.depth > 0 and not has_words


def _format_object_up_to_children(
    tree: GameTree, claimed_values: Mapping[int, Number], node: int
) -> str:
    """Return a leaf as JSON, or the beginning of any other node's object, up to its children.

    ===================================  ===================================================
    ``5``                                a leaf
    ``{"name": "D", "value": 5}``        a leaf with a name
    ``{"name": "A", "children": [``      a node with children, which the caller adds
    ``{"name": "7", "value": null,       a node with the name 7: a reader would take the 7
    "children": [``                      for its value if nothing stood under ``value``
    ===================================  ===================================================
    """
    fields = _collect_fields(tree, claimed_values, node)
    if tree.is_leaf(node):
        return _format_leaf_object(tree, node, fields)

    is_name_a_number = spells_number(tree.names.get(node, ""))
    if is_name_a_number:
        fields["value"] = "null"
    fields_with_comma = f"{_join_fields(fields)}, " if fields else ""
    return "{" + fields_with_comma + '"children": ['


def _format_leaf_object(tree: GameTree, leaf: int, fields: dict[str, str]) -> str:
    """Return a leaf as JSON: its value alone, if it has no fields and is known."""
    value = _format_value(tree, leaf)
    is_number_alone = not fields and leaf not in tree.unknowns
    if is_number_alone:
        return value
    return "{" + _join_fields({**fields, "value": value}) + "}"


def _collect_fields(
    tree: GameTree, claimed_values: Mapping[int, Number], node: int
) -> dict[str, str]:
    """Return the fields of a node's JSON object, without its value and its children.

    A field is there only if it has something to say. Each value is JSON text:
    ``{"name": '"A"', "claim": "6"}``.
    """
    fields: dict[str, str] = {}
    if node in tree.names:
        fields["name"] = _quote_for_json(tree.names[node])
    # `None` if a reader would find out by itself: MAX and MIN take turns.
    player = _find_player_to_write(tree, node)
    if player is not None:
        fields["player"] = _quote_for_json(player.value)
    if node in tree.probabilities:
        fields["probability"] = _format_number(tree.probabilities[node])
    if node in tree.estimates:
        fields["estimate"] = _format_number(tree.estimates[node])
    # There are further children, which are not in the tree.
    if node in tree.elided:
        fields["more"] = "true"
    if node in claimed_values:
        fields["claim"] = _format_number(claimed_values[node])
    return fields


def _find_player_to_write(tree: GameTree, node: int) -> Player | None:
    """Return the player of a node if it must be written, else ``None``.

    It must be if the players are unusual, or if the node's name would be read as a player.
    """
    is_unusual = bool(tree.players) or tree.levels != DEFAULT_LEVELS
    name_reads_as_player = player_named(tree.names.get(node, "")) is not None
    return tree.player(node) if is_unusual or name_reads_as_player else None


def _format_value(tree: GameTree, leaf: int) -> str:
    """Return the value of a leaf as JSON: a number, an unknown's word, or null."""
    number = _leaf_number(tree, leaf)
    if number is not None:
        return _format_number(number)
    word = tree.unknowns.get(leaf)
    return _quote_for_json(word) if word else "null"


def _join_fields(fields: dict[str, str]) -> str:
    """Return fields as they stand between braces: ``"name": "A", "value": 5``."""
    return ", ".join(f'"{key}": {text}' for key, text in fields.items())


def _format_number(number: Number) -> str:
    """Return a number as JSON; a fraction or an infinity, which JSON has not, in quotes."""
    spelling = written(number)
    is_in_json = "/" not in spelling and not math.isinf(number)
    return spelling if is_in_json else _quote_for_json(spelling)


def _quote_for_json(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


# -- DOT -------------------------------------------------------------------------------------------


_SHAPES: Final = {Player.MAX: "triangle", Player.MIN: "invtriangle", Player.CHANCE: "circle"}


def write_dot(exercises: Sequence[Exercise]) -> str:
    """Return the trees as one directed graph each.

    MAX nodes are triangles, MIN nodes stand on their tip, chance nodes are circles; their class
    says the same to a reader. A label is a node's name, estimate and claimed value, one below the
    other.
    """
    return "".join(f"{line}\n" for exercise in exercises for line in _render_dot_lines(exercise))


def _escape_for_dot(text: str) -> str:
    """Return a text as it stands between the quotes of DOT."""
    return text.replace("&", "&amp;").replace("\\", "\\\\").replace('"', '\\"')


def _render_dot_lines(exercise: Exercise) -> Iterator[str]:
    """Yield the lines of a DOT graph: each node and the edge to it, then ``…`` for more children.

    The graph has the title of the exercise, and its nodes have the values claimed at them.
    """
    tree = exercise.tree
    claimed_values = exercise.values
    title = exercise.directives.title
    escaped_title = "" if title is None else _escape_for_dot(title)

    yield f'digraph "{escaped_title}" {{'
    # Nodes without a shape of their own, the leaves, are bare text.
    yield '  node [fontname="Helvetica", shape=plaintext];'
    yield '  edge [fontname="Helvetica", arrowhead=none];'
    for node in range(len(tree)):
        yield _format_dot_node(tree, claimed_values, node)
        if not tree.is_root(node):
            yield _format_dot_edge(tree, node)
    # In the order of the nodes, since a set has none; at the end, so that the ellipsis is the last
    # child.
    for node in sorted(tree.elided):
        yield f'  more{node} [label="…"];'
        yield f"  n{node} -> more{node};"
    yield "}"


def _format_dot_node(tree: GameTree, claimed_values: Mapping[int, Number], node: int) -> str:
    """Return the line of a node: ``  n0 [label="A", shape=triangle, class="max"];``."""
    label_lines = _collect_label_lines(tree, claimed_values, node)
    label = "\\n".join(filter(None, label_lines))
    return f'  n{node} [label="{label}"{_format_shape(tree, node)}];'


def _format_dot_edge(tree: GameTree, child: int) -> str:
    """Return the edge to a node, with its probability: ``  n0 -> n1 [label="0.5"];``."""
    weight = tree.probabilities.get(child)
    edge_label = "" if weight is None else f' [label="{written(weight)}"]'
    return f"  n{tree.parent[child]} -> n{child}{edge_label};"


def _collect_label_lines(
    tree: GameTree, claimed_values: Mapping[int, Number], node: int
) -> list[str]:
    """Return the lines of a node's label, escaped for DOT; a line may be empty.

    A leaf has its name and its value, or the word for an unknown value. Any other node has its
    name, its estimate (``~4``) and the value that somebody claims for it (``= 6``).
    """
    lines = [_escape_for_dot(tree.names.get(node, ""))]
    if tree.is_leaf(node):
        number = _leaf_number(tree, node)
        lines.append(str(tree.value_or_word(node)) if number is None else shown(number))
        return lines
    if node in tree.estimates:
        lines.append(f"~{shown(tree.estimates[node])}")
    if node in claimed_values:
        lines.append(f"= {shown(claimed_values[node])}")
    return lines


def _format_shape(tree: GameTree, node: int) -> str:
    """Return the attributes that say who moves: ``, shape=triangle, class="max"``; none at a leaf.

    They begin with the comma that separates them from the label.
    """
    player = tree.player(node)
    if player is None:
        return ""
    return f', shape={_SHAPES[player]}, class="{player.value}"'


WRITERS: Final = {"json": Writer(write_json), "dot": Writer(write_dot, has_titles=True)}
