"""Trees of JSON, and trees whose brackets are parentheses.

In JSON a node is a list of its children, a leaf is a number. A node that carries more is an object:
``{"name": "A", "player": "min", "probability": 0.5, "children": […]}``, at a leaf ``{"name": "L1",
"value": 7}``. An object with other keys names its children: ``{"left": [3, 12], "right": [2, 4]}``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final, NamedTuple

from treeexplorer.errors import TreeexplorerError
from treeexplorer.notation import Claim, Exercise, parse_all
from treeexplorer.notation.chance import chance_problems
from treeexplorer.notation.problems import NotationError, Problem, Slip, SourceText
from treeexplorer.notation.reader import plain_text
from treeexplorer.notation.spelling import is_plain_word, read_probability
from treeexplorer.numbers import (
    DECIMAL,
    NUMBER,
    NUMBER_OR_FRACTION,
    NumberError,
    read_number,
)
from treeexplorer.text import quoted, safe
from treeexplorer.tree import (
    CHANCE_ROLE,
    DEFAULT_LEVELS,
    INNER,
    PLAYER_SPELLINGS,
    Levels,
    Number,
    Player,
    TreeBuilder,
    leaf_number,
)


class FormatError(NotationError):
    """A text that is not in the format it is read as, or holds what no tree here can hold."""


@dataclass(frozen=True)
class Imported:
    """What was read from another format.

    Attributes:
        exercises: The trees with their titles and claimed values, in the order of the text.
        notices: What was left out, a sentence each.
    """

    exercises: tuple[Exercise, ...]
    notices: tuple[str, ...] = ()


# -- parentheses -------------------------------------------------------------------------------

_LEAF_IN_PARENTHESES: Final = re.compile(rf"\((\s*+{NUMBER}\s*+)\)")
_TO_BRACKETS: Final = str.maketrans("()", "[]")


def read_parentheses(text: str, file: str) -> Imported:
    """Return the trees of a text in the notation, but for its parentheses.

    A number in a pair of its own is a leaf: ``(((3)(6)(-2))((6)(4)(10)))``.

    Raises:
        NotationError: With brackets it is not in the notation either; the places are the text's.
    """
    brackets = _LEAF_IN_PARENTHESES.sub(r" \1 ", text).translate(_TO_BRACKETS)
    exercises = (replace(each, positions=None) for each in parse_all(brackets, file=file))
    return Imported(tuple(exercises))


# -- JSON --------------------------------------------------------------------------------------

_PROBABILITY: Final = re.compile(rf"[0-9]++/[0-9]++|{DECIMAL}")
_DESCRIPTION: Final = frozenset(
    {"children", "name", "label", "value", "player", "probability", "estimate", "more"}
)
_BLANKS: Final = re.compile(r"\s*+")
_LONGEST_CYCLE: Final = 12
_MOST_KEYS_NAMED: Final = 5


class _Digits(str):
    """A number as it is written, which a double need not keep."""

    __slots__ = ()


class _Object(tuple[tuple[str, Any], ...]):
    """The keys and values of an object; a key may stand in it twice."""

    __slots__ = ()


_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_Object, parse_int=_Digits, parse_float=_Digits, parse_constant=_Digits
)


def values_of_json(text: str) -> Iterator[Any]:
    """Yield what a text of JSON holds, one value after the other.

    Raises:
        ValueError: It is no JSON (``json.JSONDecodeError``).
        RecursionError: It is nested too deep.
    """
    offset = len(_BLANKS.match(text)[0])  # type: ignore[index]  # it matches nothing, too
    while offset < len(text):
        value, offset = _DECODER.raw_decode(text, offset)
        yield value
        offset = _BLANKS.match(text, offset).end()  # type: ignore[union-attr]  # as above


def read_json(text: str, file: str) -> Imported:
    """Return the trees of a text of JSON, one after the other.

    Raises:
        FormatError: It is no JSON, nests deeper than JSON can be read, or holds no tree.
    """
    text, ignored = plain_text(text), set[str]()
    try:
        exercises = tuple(_Draft(file, ignored).exercise(root) for root in values_of_json(text))
    except json.JSONDecodeError as error:
        message = f"this is not JSON: {error.msg[:1].lower()}{error.msg[1:]}"
        raise FormatError([SourceText(text).problem(Slip(error.pos, message), file)]) from None
    except RecursionError:
        hint = "lists of numbers are in the notation, too, which takes any depth: use a .tree file"
        raise FormatError([Problem(safe(file), "JSON cannot nest so deep", hint=hint)]) from None
    if not exercises:
        message, hint = "there is no tree here", "a tree looks like [[3, 12, 8], [2, 4, 6]]"
        raise FormatError([Problem(safe(file), message, hint=hint)])
    if not ignored:
        return Imported(exercises)
    listed = ", ".join(f"“{key}”" for key in sorted(ignored)[:_MOST_KEYS_NAMED])
    more = ", …" if len(ignored) > _MOST_KEYS_NAMED else ""
    notice = f"keys that say nothing about a game tree were left out: {listed}{more}"
    return Imported(exercises, (notice,))


class _Place(NamedTuple):
    """Where a node stands: its parent's place and its position; addresses are for errors only."""

    above: _Place | None
    position: int

    @property
    def address(self) -> str:
        """The node's address."""
        parts, place = [], self
        while place.above is not None:
            parts.append(str(place.position))
            place = place.above
        return ".".join(reversed(parts)) or "root"


class _Draft:
    """A tree that is being built.

    Args:
        file: What errors call the text.
        ignored: Takes the keys that say nothing about a game tree.
    """

    def __init__(self, file: str, ignored: set[str]) -> None:
        self._file = safe(file)
        self._ignored = ignored
        self._builder = TreeBuilder()
        self._place = _Place(None, 0)  # of the node that is read
        self._players: dict[int, Player] = {}
        self._claims: list[Claim] = []
        self._weights: dict[int, Fraction] = {}

    def exercise(self, root: Any) -> Exercise:
        """Return the tree of a value with its claims; its players are levels where they can be.

        Raises:
            FormatError: Something in the value is no part of a tree, or a chance node has
                probabilities that do not add up to 1, or for some of its children only, or further
                children that are not drawn.
        """
        builder = self._builder
        pending: list[tuple[str, Any, _Place] | None] = [("", root, self._place)]
        while pending:
            step = pending.pop()
            if step is None:
                builder.close()
                continue
            key, value, self._place = step
            if children := self._node(key, value):
                pending.append(None)
                place, last = self._place, len(children)
                for position, (name, child) in enumerate(reversed(children)):
                    pending.append((name, child, _Place(place, last - position)))
        builder.levels, builder.players = _as_levels(builder.ply, builder.kind, self._players)
        roles = builder.tree().roles
        for node, weight in self._weights.items():
            if node and roles[builder.parent[node]] == CHANCE_ROLE:
                builder.probabilities[node] = weight
        tree = builder.tree()
        for node, message, hint in chance_problems(tree):
            raise self._error(message, hint, tree.address(node))
        return Exercise(tree, tuple(self._claims))

    def _error(self, message: str, hint: str | None = None, address: str = "") -> FormatError:
        place = address or self._place.address
        return FormatError([Problem(self._file, f"at {place}: {message}", hint=hint)])

    def _node(self, key: str, value: Any) -> Sequence[tuple[str, Any]]:
        """Begin the node of a value; return its children with their keys, none at a leaf."""
        if not isinstance(value, list | _Object):
            self._leaf(key, value)
            return ()
        if not value:
            raise self._error("a node needs at least one child", "a leaf is a bare number")
        if isinstance(value, list):
            self._builder.open(safe(key.strip()) or None)
            return [("", child) for child in value]
        keys = {each.lower() for each, _ in value}
        if not (keys <= _DESCRIPTION or keys & {"children", "value"}):
            self._builder.open(safe(key.strip()) or None)
            return value
        self._ignored.update(safe(each) for each, _ in value if each.lower() not in _DESCRIPTION)
        described = {each.lower(): item for each, item in value}
        name = self._text(described.get("name", described.get("label"))) or key
        below = described.get("children") or ()
        if isinstance(below, str):
            raise self._error("“children” is a list")
        if below:
            node = self._builder.open(safe(name.strip()) or None)
            self._decorate(node, described)
        else:
            node = self._leaf(name, described.get("value"))
        if "probability" in described:
            self._weights[node] = self._probability(self._text(described["probability"]).strip())
        return below if isinstance(below, _Object) else [("", child) for child in below]

    def _leaf(self, name: str, value: Any) -> int:
        """Add a leaf with a number, an unknown's word, or neither: then the text is its name."""
        text, name = safe(self._text(value).strip()), safe(name.strip())
        if re.fullmatch(NUMBER, text):
            return self._builder.leaf(self._leaf_number(text), name or None)
        if isinstance(value, _Digits | bool):
            hint = 'an unknown leaf stands in quotes: "x"'
            raise self._error(f"{str(value).lower()} is not a value", hint)
        if is_plain_word(text):
            return self._builder.unknown(text, name or None)
        return self._builder.unknown("", name or (text if text != "?" else "") or None)

    def _decorate(self, node: int, described: Mapping[str, Any]) -> None:
        """Take in what an object says of a node with children."""
        if text := self._text(described.get("value")):
            self._claims.append(Claim(node, "value", self._number(text)))
        if word := self._text(described.get("player")):
            player = PLAYER_SPELLINGS.get(word.strip().lower())
            if player is None:
                raise self._error(f"“{safe(word)}” is no player: max, min or chance")
            self._players[node] = player
        if text := self._text(described.get("estimate")):
            self._builder.estimates[node] = self._leaf_number(text)
        if described.get("more") is True:
            self._builder.elided.add(node)

    def _text(self, value: Any) -> str:
        if isinstance(value, list | _Object):
            raise self._error("a number or a text stands here, not a list")
        return value if isinstance(value, str) else ""

    def _number(self, text: str) -> Number:
        if not re.fullmatch(NUMBER_OR_FRACTION, text.strip()):
            raise self._error(f"{quoted(text)} is not a number")
        try:
            return read_number(text.strip())
        except NumberError as error:
            raise self._error(str(error)) from None

    def _leaf_number(self, text: str) -> int | float:
        try:
            return leaf_number(self._number(text))
        except TreeexplorerError as error:
            raise self._error(str(error)) from None

    def _probability(self, text: str) -> Fraction:
        if _PROBABILITY.fullmatch(text):
            try:
                probability = read_probability(text)
            except NumberError as error:
                raise self._error(str(error)) from None
            if probability <= 1:
                return probability
        hint = "a probability is a number from 0 to 1, such as 0.25 or 1/6"
        raise self._error(f"“{safe(text)}” is not a probability", hint)


def _as_levels(
    plies: Sequence[int], kind: Sequence[int], players: Mapping[int, Player]
) -> tuple[Levels, dict[int, Player]]:
    """Return the players by ply, and those that must be written at their nodes all the same.

    Where every inner node has its player given and each ply has one player, the levels are the
    shortest cycle that tells them all; otherwise they are MAX and MIN in turn, and the given
    players stand at their nodes.
    """
    by_ply: dict[int, Player] = {}
    for node, ply in enumerate(plies):
        if kind[node] == INNER:
            player = players.get(node)
            if player is None or by_ply.setdefault(ply, player) is not player:
                return DEFAULT_LEVELS, dict(players)
    rows = tuple(by_ply[ply] for ply in range(len(by_ply)))
    cycles = (rows[:length] for length in range(1, min(len(rows), _LONGEST_CYCLE) + 1))
    for levels in (DEFAULT_LEVELS, DEFAULT_LEVELS[::-1], *cycles):
        if all(player is levels[ply % len(levels)] for ply, player in enumerate(rows)):
            return levels, {}
    return DEFAULT_LEVELS, dict(players)
