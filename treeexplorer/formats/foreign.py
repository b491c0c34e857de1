"""What the readers and writers of other people's formats have in common.

A reader turns a text into trees and says what it left out; a writer does the reverse. Both are
plain functions; nothing is dropped without a notice, and what would change the game is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Final

from treeexplorer.errors import TreeexplorerError
from treeexplorer.notation import Claim, Directives, Exercise, Positions, SourceText
from treeexplorer.notation.columns import check_chance_nodes
from treeexplorer.notation.problems import NotationError, Place, Slip
from treeexplorer.notation.reader import plain_text
from treeexplorer.notation.spelling import (
    NUMBER,
    NumberError,
    is_plain_word,
    read_number,
    read_probability,
)
from treeexplorer.text import safe
from treeexplorer.tree import (
    CHANCE_ROLE,
    DECIMAL,
    DEFAULT_LEVELS,
    GameTree,
    Levels,
    Number,
    Player,
    TreeBuilder,
)

_NUMBER: Final = re.compile(NUMBER)
_PROBABILITY: Final = re.compile(
    r"(?:[0-9]++/[0-9]++|(?:[0-9]++\.?[0-9]*+|\.[0-9]++)(?:[eE]-?[0-9]+)?)"
)
_PLAYERS: Final = {
    "max": Player.MAX,
    "min": Player.MIN,
    "chance": Player.CHANCE,
    "▲": Player.MAX,
    "△": Player.MAX,
    "▼": Player.MIN,
    "▽": Player.MIN,
    "○": Player.CHANCE,
}
_LONGEST_CYCLE: Final = 12


class FormatError(NotationError):
    """A text that is not in the format it is read as, or holds what no tree here can hold."""


class CannotWriteError(TreeexplorerError):
    """A tree that a format has no way to hold, said in a sentence."""


@dataclass(frozen=True)
class Imported:
    """What was read from another format.

    Attributes:
        exercises: The trees with their titles and claimed values, in the order of the text.
        notices: What was left out, a sentence each.
    """

    exercises: tuple[Exercise, ...]
    notices: tuple[str, ...] = ()


@dataclass(frozen=True)
class Exported:
    """What is written in another format.

    Attributes:
        text: The text, ended by a newline.
        notices: What was left out, a sentence each.
    """

    text: str
    notices: tuple[str, ...] = ()


class Source:
    """A text that is being read, and the errors that point into it.

    Attributes:
        text: The text with newlines as line ends and without a byte-order mark.
    """

    def __init__(self, text: str, file: str = "input") -> None:
        self.text = plain_text(text)
        self._place = Place(self.text, file)

    def error(self, offset: int, message: str, hint: str | None = None) -> FormatError:
        """Return the error for something at an offset, to be raised."""
        return FormatError([self._place.problem(Slip(offset, message, hint))])

    def line(self, offset: int) -> int:
        """Return the line, from 1, of an offset."""
        return self._place.line_column(offset)[0]

    def number(self, written: str, offset: int) -> Number | None:
        """Return the number that a text spells, ``None`` where it spells none.

        Raises:
            FormatError: It is a number, but too large or too small to be kept.
        """
        written = written.strip()
        if not _NUMBER.fullmatch(written):
            return None
        try:
            return read_number(written)
        except NumberError as error:
            raise self.error(offset, str(error)) from None

    def probability(self, written: str, offset: int) -> Fraction:
        """Return a probability exactly as written, a decimal or a fraction.

        Raises:
            FormatError: It is not a number from 0 to 1.
        """
        written = written.strip()
        if _PROBABILITY.fullmatch(written):
            try:
                probability = read_probability(written)
            except NumberError as error:
                raise self.error(offset, str(error)) from None
            if probability <= 1:
                return probability
        raise self.error(
            offset,
            f"“{safe(written)}” is not a probability",
            "a probability is a number from 0 to 1, such as 0.25 or 1/6",
        )


def player_of(word: str) -> Player | None:
    """Return the player that a word or a sign stands for, ``None`` where it is neither."""
    return _PLAYERS.get(word.strip().lower())


def is_number(word: str) -> bool:
    """Tell whether a text is spelled like a number."""
    return _NUMBER.fullmatch(word.strip()) is not None


@dataclass
class Draft:
    """A tree that is being read from another format: the builder and where its nodes stood.

    Attributes:
        source: The text that is read.
        builder: The tree so far.
        offsets: The offset of each node.
        opened: The nodes that are open, from the root.
        players: The players as far as they are given, by node.
        values: The values written in inner nodes, which become claims.
        weights: Weights given on the way to a node, kept where its parent is a chance node.
        weight_offsets: Where those stood.
    """

    source: Source
    builder: TreeBuilder = field(default_factory=TreeBuilder)
    offsets: list[int] = field(default_factory=list)
    opened: list[int] = field(default_factory=list)
    players: dict[int, Player] = field(default_factory=dict)
    values: dict[int, Number] = field(default_factory=dict)
    weights: dict[int, str] = field(default_factory=dict)
    weight_offsets: dict[int, int] = field(default_factory=dict)

    def open(self, offset: int) -> int:
        """Begin a node with children."""
        self.offsets.append(offset)
        self.opened.append(self.builder.open())
        return self.opened[-1]

    def close(self, offset: int) -> int:
        """End the node opened last.

        Raises:
            FormatError: It has no children.
        """
        self.opened.pop()
        try:
            return self.builder.close()
        except ValueError:
            raise self.source.error(
                offset, "a node needs at least one child", "a leaf is a bare number"
            ) from None

    def number_leaf(self, number: Number, offset: int) -> int:
        """Add a leaf with a value."""
        self.offsets.append(offset)
        return self.builder.leaf(number)

    def leaf(self, written: str, offset: int, name: str = "") -> int:
        """Add a leaf whose value is written in a text: a number, an unknown's word, or neither.

        A text that is neither becomes the name of a leaf whose value is not known.
        """
        number = self.source.number(written, offset)
        self.offsets.append(offset)
        written = safe(written.strip())
        if number is not None:
            node = self.builder.leaf(number)
        elif is_plain_word(written):
            node = self.builder.unknown(written)
        else:
            node = self.builder.unknown()
            if written not in {"", "?"}:
                name = name or written
        self.name(node, name)
        return node

    def name(self, node: int, name: str) -> None:
        """Give a node a name, made safe; an empty one is none."""
        name = safe(name.strip())
        if name:
            self.builder.names[node] = name

    def weight(self, node: int, written: str, offset: int) -> None:
        """Note the weight on the way to a node."""
        self.weights[node] = written
        self.weight_offsets[node] = offset

    def exercise(self, title: str | None = None) -> Exercise:
        """Return the finished tree with its claims.

        Its players are levels where they follow the plies.

        Raises:
            FormatError: A chance node has probabilities that do not add up to 1, or for some of
                its children only, or further children that are not drawn.
        """
        builder = self.builder
        builder.levels, builder.players = as_levels(builder.ply, builder.kind, self.players)
        self._weigh()
        exercise = Exercise(
            builder.tree(),
            tuple(Claim(node, "value", number) for node, number in self.values.items()),
            directives=Directives(title=safe(title.strip()) if title else None),
            positions=Positions(SourceText(self.source.text), self.offsets),
        )
        for slip in check_chance_nodes(exercise):
            raise self.source.error(slip.offset, slip.message, slip.hint)
        return replace(exercise, positions=None)

    def _weigh(self) -> None:
        """Keep the weights that stand under chance nodes, as exact fractions."""
        if not self.weights:
            return
        builder = self.builder
        roles = builder.tree().roles
        for node, written in self.weights.items():
            parent = builder.parent[node]
            if parent >= 0 and roles[parent] == CHANCE_ROLE:
                offset = self.weight_offsets[node]
                builder.probabilities[node] = self.source.probability(written, offset)


def as_levels(
    ply: Sequence[int], kind: Sequence[int], players: Mapping[int, Player]
) -> tuple[Levels, dict[int, Player]]:
    """Return the players by ply, and those that must be written at their nodes all the same.

    Where every inner node has its player given and each ply has one player, the levels are the
    shortest cycle that tells them all; otherwise they are MAX and MIN in turn, and the given
    players stand at their nodes.
    """
    by_ply: dict[int, Player] = {}
    for node, at in enumerate(kind):
        if at:
            continue
        player = players.get(node)
        if player is None or by_ply.setdefault(ply[node], player) is not player:
            return DEFAULT_LEVELS, dict(players)
    rows = [by_ply[number] for number in range(len(by_ply))]
    for levels in (DEFAULT_LEVELS, DEFAULT_LEVELS[::-1]):
        if all(player is levels[number % 2] for number, player in enumerate(rows)):
            return levels, {}
    for length in range(1, min(len(rows), _LONGEST_CYCLE) + 1):
        if all(rows[number] is rows[number % length] for number in range(len(rows))):
            return tuple(rows[:length]), {}
    return DEFAULT_LEVELS, dict(players)


def leaf_number(tree: GameTree, node: int) -> Number | None:
    """Return a leaf's value as it was written: an integer or a double, never a fraction."""
    return tree.value[node] if tree.kind[node] == DECIMAL else tree.leaf_value(node)


def dropped(exercise: Exercise, losses: Iterable[str], format_name: str) -> tuple[str, ...]:
    """Return the notices for what an exercise has and a format does not hold.

    Args:
        exercise: The exercise that is written.
        losses: Names of what the format cannot hold: ``claims`` or ``all claims but values``,
            ``blanks``, ``estimates``, ``directives`` or ``all directives but the title``.
        format_name: The format's name for people.
    """
    claims, directives = exercise.claims, exercise.directives
    has = {
        "claims": ("claims", bool(claims)),
        "all claims but values": (
            "claims other than values",
            any(claim.kind != "value" for claim in claims),
        ),
        "blanks": ("blanks to fill in", bool(exercise.blanks)),
        "estimates": ("estimates", bool(exercise.tree.estimates)),
        "directives": ("@ lines", _says_more_than_levels(directives)),
        "all directives but the title": (
            "@ lines other than the title",
            _says_more_than_levels(directives, title=True),
        ),
    }
    lost = [has[loss][0] for loss in losses if has[loss][1]]
    return (f"{format_name} has no place for {', '.join(lost)}: left out",) if lost else ()


def _says_more_than_levels(directives: Directives, *, title: bool = False) -> bool:
    without = Directives(levels=directives.levels, title=directives.title if title else None)
    return directives != without
