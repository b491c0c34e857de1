"""Trees for other people's programs: JSON, Python, Graphviz's DOT and Gambit's extensive games.

Nothing is dropped without a notice, and a tree that a format has no way to hold is refused.
"""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from treeexplorer.errors import TreeexplorerError
from treeexplorer.notation import Directives, Exercise
from treeexplorer.notation.spelling import write_number
from treeexplorer.numbers import shown, written
from treeexplorer.tree import DECIMAL, DEFAULT_LEVELS, GameTree, Number, Player


class CannotWriteError(TreeexplorerError):
    """A tree that a format has no way to hold, said in a sentence."""


@dataclass(frozen=True)
class Exported:
    """What is written in another format.

    Attributes:
        text: The text, ended by a newline.
        notices: What was left out, a sentence each.
    """

    text: str
    notices: tuple[str, ...] = ()


def _leaf_number(tree: GameTree, node: int) -> Number | None:
    """Return a leaf's value as it was written: an integer or a double, never a fraction."""
    return tree.value[node] if tree.kind[node] == DECIMAL else tree.leaf_value(node)


def _dropped(
    exercises: Sequence[Exercise], format_name: str, kept: Collection[str]
) -> tuple[str, ...]:
    """Return the notice for what exercises have and a format does not hold.

    Args:
        exercises: What is written.
        format_name: The format's name for people.
        kept: What the format has a place for: ``values`` (claimed ones), ``estimates``, ``title``.
    """
    lost: list[str] = []
    for exercise in exercises:
        said = exercise.directives._replace(levels=None)
        if "title" in kept:
            said = said._replace(title=None)
        claims_lost = any(
            claim.kind != "value" or "values" not in kept for claim in exercise.claims
        )
        has = {
            "claims other than values" if "values" in kept else "claims": claims_lost,
            "blanks to fill in": exercise.blanks,
            "estimates": exercise.tree.estimates and "estimates" not in kept,
            "@ lines other than the title" if "title" in kept else "@ lines": said != Directives(),
        }
        lost += [name for name, is_there in has.items() if is_there]
    listed = ", ".join(dict.fromkeys(lost))
    return (f"{format_name} has no place for {listed}: left out",) if lost else ()


# -- nested lists ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Dialect:
    name: str
    nothing: str
    true: str
    infinite: str

    def number(self, number: Number) -> str:
        if math.isinf(number) and isinstance(number, float):
            return self.infinite % write_number(number)
        return write_number(number)


_JSON: Final = _Dialect("JSON", "null", "true", '"%s"')
_PYTHON: Final = _Dialect("Python", "None", "True", 'float("%s")')


def write_json(exercises: Sequence[Exercise]) -> Exported:
    """Return the trees as JSON, one a line."""
    return _write(exercises, _JSON)


def write_python(exercises: Sequence[Exercise]) -> Exported:
    """Return the trees as Python expressions, one a line."""
    return _write(exercises, _PYTHON)


def _write(exercises: Sequence[Exercise], dialect: _Dialect) -> Exported:
    text = "".join(f"{_line(each, dialect)}\n" for each in exercises)
    return Exported(text, _dropped(exercises, dialect.name, ("values", "estimates")))


def _line(exercise: Exercise, dialect: _Dialect) -> str:
    """Return one tree, with a stack of the texts that end the open nodes."""
    tree, values = exercise.tree, exercise.values
    pieces: list[str] = []
    closing: list[tuple[int, str]] = []
    spells_players = tree.levels != DEFAULT_LEVELS
    for node in range(len(tree)):
        while closing and closing[-1][0] <= node:
            pieces.append(closing.pop()[1])
        if node and tree.parent[node] != node - 1:
            pieces.append(", ")
        said = _said(tree, node, dialect, spells_players)
        if node in values:
            said["value"] = dialect.number(values[node])
        if tree.is_leaf(node):
            value = _leaf(tree, node, dialect)
            pieces.append(f"{{{_pairs(said | {'value': value})}}}" if said else value)
            continue
        pieces.append(f'{{{_pairs(said)}, "children": [' if said else "[")
        closing.append((tree.end[node], "]}" if said else "]"))
    pieces.extend(end for _, end in reversed(closing))
    return "".join(pieces)


def _leaf(tree: GameTree, node: int, dialect: _Dialect) -> str:
    number = _leaf_number(tree, node)
    if number is not None:
        return dialect.number(number)
    word = tree.unknowns[node]
    return _spelled(word) if word else dialect.nothing


def _pairs(said: dict[str, str]) -> str:
    return ", ".join(f'"{key}": {text}' for key, text in said.items())


def _said(tree: GameTree, node: int, dialect: _Dialect, spells_players: bool) -> dict[str, str]:
    """Return what a node carries besides its children or its leaf value, spelled."""
    said: dict[str, str] = {}
    name = tree.names.get(node)
    if name is not None:
        said["name"] = _spelled(name)
    if not tree.is_leaf(node):
        player = tree.player(node) if spells_players else tree.players.get(node)
        if player is not None:
            said["player"] = _spelled(Player(player).value)
    probability = tree.probabilities.get(node)
    if probability is not None:
        text = written(probability)
        said["probability"] = _spelled(text) if "/" in text else text
    if node in tree.estimates:
        said["estimate"] = dialect.number(tree.estimates[node])
    if node in tree.elided:
        said["more"] = dialect.true
    return said


def _spelled(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


# -- DOT -------------------------------------------------------------------------------------------


def _escaped(text: str) -> str:
    """Return a text as it stands between quotes in both formats."""
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _quoted(text: str) -> str:
    return f'"{_escaped(text)}"'


_SHAPES: Final = {Player.MAX: "triangle", Player.MIN: "invtriangle", Player.CHANCE: "circle"}


def write_dot(exercises: Sequence[Exercise]) -> Exported:
    """Return the trees as one directed graph each.

    MAX nodes are triangles, MIN nodes stand on their tip, chance nodes are circles. A label is a
    node's name, estimate and claimed value, one below the other.
    """
    text = "".join(f"{line}\n" for each in exercises for line in _graph(each))
    return Exported(text, _dropped(exercises, "DOT", ("values", "estimates", "title")))


def _graph(exercise: Exercise) -> Iterator[str]:
    tree, values = exercise.tree, exercise.values
    yield f"digraph {_quoted(exercise.directives.title or '')} {{"
    yield '  node [fontname="Helvetica", shape=plaintext];'
    yield '  edge [fontname="Helvetica", arrowhead=none];'
    for node in range(len(tree)):
        lines = [_escaped(tree.names.get(node, ""))]
        shape = ""
        if tree.is_leaf(node):
            number = _leaf_number(tree, node)
            lines.append(tree.unknowns[node] or "?" if number is None else shown(number))
        else:
            shape = f", shape={_SHAPES[tree.player(node) or Player.MAX]}"
            lines.append(f"~{shown(tree.estimates[node])}" if node in tree.estimates else "")
            lines.append(shown(values[node]) if node in values else "")
        label = "\\n".join(line for line in lines if line)
        yield f'  n{node} [label="{label}"{shape}];'
        if node:
            weight = tree.probabilities.get(node)
            label = "" if weight is None else f' [label="{written(weight)}"]'
            yield f"  n{tree.parent[node]} -> n{node}{label};"
    for node in sorted(tree.elided):
        yield f'  more{node} [label="…"];'
        yield f"  n{node} -> more{node};"
    yield "}"


# -- Gambit ----------------------------------------------------------------------------------------

_PLAYER_NUMBERS: Final = {Player.CHANCE: 0, Player.MAX: 1, Player.MIN: 2}


def write_efg(exercises: Sequence[Exercise]) -> Exported:
    """Return one tree as an extensive game, every node an information set of its own.

    Raises:
        CannotWriteError: There are several trees (a file holds one game), or a leaf is unknown or
            infinite, or some children are not drawn.
    """
    if len(exercises) != 1:
        raise CannotWriteError(
            f"an .efg file holds one game, and there are {len(exercises)} trees; "
            "choose one of them with --tree"
        )
    (exercise,) = exercises
    tree = exercise.tree
    _refuse(tree)
    title = _quoted(exercise.directives.title or "")
    lines = [f'EFG 2 R {title} {{ "MAX" "MIN" }}', '""', ""]
    sets = {0: 0, 1: 0, 2: 0}
    outcome = 0
    for node in range(len(tree)):
        name = _quoted(tree.names.get(node, ""))
        if tree.is_leaf(node):
            outcome += 1
            lines.append(f't {name} {outcome} "" {_payoffs(tree, node)}')
            continue
        player = _PLAYER_NUMBERS[tree.player(node) or Player.MAX]
        sets[player] += 1
        head = f"p {name} {player}" if player else f"c {name}"
        lines.append(f'{head} {sets[player]} "" {{ {_actions(tree, node)} }} 0')
    text = "\n".join(lines) + "\n"
    return Exported(text, _dropped(exercises, "Gambit's format", ("title",)))


def _refuse(tree: GameTree) -> None:
    if tree.unknowns:
        node = min(tree.unknowns)
        raise CannotWriteError(
            f"the leaf {tree.address(node)} has no known value, and a game needs its payoffs; "
            "give it one with --set"
        )
    if tree.elided:
        node = min(tree.elided)
        raise CannotWriteError(
            f"the node {tree.address(node)} has children that are not drawn (...), "
            "and a game needs all of its moves"
        )
    for node in range(len(tree)):
        number = _leaf_number(tree, node)
        if isinstance(number, float) and math.isinf(number):
            raise CannotWriteError(
                f"the leaf {tree.address(node)} is infinite, and a payoff is a finite number"
            )


def _payoffs(tree: GameTree, node: int) -> str:
    number = _leaf_number(tree, node) or 0
    return f"{{ {_decimal(number)}, {_decimal(-number)} }}"


def _decimal(number: Number) -> str:
    """Return a number without an exponent, which Gambit does not read everywhere."""
    return format(Decimal(repr(number)), "f") if isinstance(number, float) else str(number)


def _actions(tree: GameTree, node: int) -> str:
    chance = tree.player(node) is Player.CHANCE
    words = []
    for number, child in enumerate(tree.children(node), 1):
        words.append(f'"{number}" {tree.probability(child)}' if chance else f'"{number}"')
    return " ".join(words)
