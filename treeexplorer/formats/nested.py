"""Nested lists as Python and JSON print them, JSON objects for what carries more, parentheses.

A node is a list or a tuple of its children, a leaf is a number; in parentheses without commas,
``(((3)(6)(-2))((6)(4)(10)))``, a number in a pair of its own is a leaf, too. A node that carries
more is an object: ``{"name": "A", "player": "min", "probability": 0.5, "children": […]}``, at a
leaf ``{"name": "L1", "value": 7}``. An object with other keys names its children:
``{"left": [3, 12], "right": [2, 4]}``. Nothing here calls itself, so nesting has no limit.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from treeexplorer.notation import Claim, Exercise
from treeexplorer.notation.columns import chance_problems
from treeexplorer.notation.problems import NotationError, Slip, SourceText
from treeexplorer.notation.reader import plain_text
from treeexplorer.notation.spelling import is_plain_word, read_probability
from treeexplorer.numbers import NUMBER, NumberError, read_number
from treeexplorer.text import safe
from treeexplorer.tree import (
    CHANCE_ROLE,
    DEFAULT_LEVELS,
    INNER,
    PLAYER_SPELLINGS,
    Levels,
    Number,
    Player,
    TreeBuilder,
)

_NUMBER: Final = re.compile(NUMBER)
_PROBABILITY: Final = re.compile(
    r"(?:[0-9]++/[0-9]++|(?:[0-9]++\.?[0-9]*+|\.[0-9]++)(?:[eE]-?[0-9]+)?)"
)
_SPELLED: Final = r"""[+\-−]?(?:(?:[0-9]++\.?[0-9]*+|\.[0-9]++)(?:[eE][+\-]?[0-9]++)?+
        |∞|(?:math\.)?inf(?:inity)?(?!\w))"""
_TOKEN: Final = re.compile(
    rf"""(?P<blank>(?:\s++|\#[^\n]*+)++)
    |\(\s*+(?P<alone>{_SPELLED})\s*+\)
    |(?P<number>{_SPELLED})
    |float\(\s*+(?P<quote>["'])(?P<infinite>[+\-]?inf(?:inity)?)(?P=quote)\s*+\)
    |(?P<string>"(?:[^"\\\n]|\\.)*+"|'(?:[^'\\\n]|\\.)*+')
    |(?P<word>[^\W\d]\w*+)
    |(?P<open>[\[({{])
    |(?P<close>[\])}}])
    |(?P<mark>[,:=])""",
    re.VERBOSE | re.IGNORECASE,
)
_ESCAPE: Final = re.compile(r"\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(.))", re.DOTALL)
_ESCAPED: Final = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "0": "\0"}
_ASSIGNMENT: Final = re.compile(r"\s*+=(?!=)")
_CLOSING: Final = {"[": "]", "(": ")", "{": "}"}
_NOTHING: Final = frozenset({"null", "none"})
_TRUTHS: Final = frozenset({"true", "false"})


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


class NestedText:
    """A text that is being read, and the errors that point into it.

    Attributes:
        text: The text with newlines as line ends and without a byte-order mark.
    """

    def __init__(self, text: str, file: str = "input") -> None:
        self.text = plain_text(text)
        self._file = file
        self._source = SourceText(self.text)

    def error(self, offset: int, message: str, hint: str | None = None) -> FormatError:
        """Return the error for something at an offset, to be raised."""
        return FormatError([self._source.problem(Slip(offset, message, hint), self._file)])

    def line(self, offset: int) -> int:
        """Return the line, from 1, of an offset."""
        return self._source.line_column(offset)[0]

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


@dataclass(slots=True)
class _Item:
    """A value, or what stands between two brackets.

    Attributes:
        offset: Where it begins.
        key: Its key, in an object.
        text: The number, or the string with its quotes taken off; ``None`` for nothing.
        mark: The bracket that opens it; empty at a value.
        items: What stands between the brackets.
        commas: How many commas stand there.
    """

    offset: int
    key: str
    text: str | None = None
    mark: str = ""
    items: list[_Item] = field(default_factory=list)
    commas: int = 0


def read_nested(source: NestedText) -> Imported:
    """Return the trees of a text of nested lists, one after the other.

    Raises:
        FormatError: The brackets do not match, a comma is missing or left over, or something
            stands where only a number, a list or an object can.
    """
    return _imported(source, _Parser(source), "[[3, 12, 8], [2, 4, 6]]")


def read_parentheses(source: NestedText) -> Imported:
    """Return the trees of a text in parentheses without commas, one after the other.

    Raises:
        FormatError: The parentheses do not match, a pair is empty, or something else stands there.
    """
    return _imported(source, _Parser(source, has_commas=False), "((3 12 8) (2 4 6))")


def _imported(source: NestedText, parser: _Parser, example: str) -> Imported:
    items = parser.read()
    if not items:
        raise source.error(0, "there is no tree here", f"a tree looks like {example}")
    ignored: set[str] = set()
    exercises = tuple(_Draft(source, ignored).exercise(item) for item in items)
    if not ignored:
        return Imported(exercises)
    listed = ", ".join(f"“{key}”" for key in sorted(ignored)[:5])
    more = ", …" if len(ignored) > 5 else ""
    notice = f"keys that say nothing about a game tree were left out: {listed}{more}"
    return Imported(exercises, (notice,))


class _Parser:
    """Turns the text into nested items with a stack of its own.

    Args:
        source: The text.
        has_commas: Whether commas separate what stands side by side, and a pair of parentheses
            around an item is the item, as in Python.
    """

    def __init__(self, source: NestedText, *, has_commas: bool = True) -> None:
        self.source = source
        self.has_commas = has_commas
        self.stack: list[_Item] = []
        self.found: list[_Item] = []
        self.key: str | None = None
        self.wants_value = True

    def read(self) -> list[_Item]:
        """Return what stands side by side in the text."""
        text, offset = self.source.text, 0
        while offset < len(text):
            match = _TOKEN.match(text, offset)
            if match is None:
                message = f"{safe(text[offset])} does not belong into a nested list"
                if text[offset] in "\"'":
                    message = "this quotation mark is never closed"
                raise self.source.error(offset, message)
            self._take(match)
            offset = match.end()
        if self.stack:
            opened = self.stack[-1]
            raise self.source.error(opened.offset, f"the {opened.mark} opened here is never closed")
        return self.found

    def _take(self, match: re.Match[str]) -> None:
        kind, text, offset = match.lastgroup, match[0], match.start()
        if kind == "open":
            self._expect_value(offset, text)
            self.stack.append(_Item(offset, self.key or "", mark=text))
            self.key = None
            self.wants_value = True
        elif kind == "close":
            self._close(text, offset)
        elif kind == "mark":
            self._separate(text, offset)
        elif kind != "blank":
            self._value(match, kind or "")

    @property
    def _in_object(self) -> bool:
        return bool(self.stack) and self.stack[-1].mark == "{"

    def _expect_value(self, offset: int, text: str) -> None:
        if self.key is not None and not self.wants_value:
            raise self.source.error(offset, f"a colon is missing after “{safe(self.key)}”")
        if not self.wants_value and self.stack and self.has_commas:
            raise self.source.error(
                offset,
                f"a comma is missing before {safe(text[:20])}",
                "lists without commas are the bracket notation, which needs no import",
            )
        if self._in_object and self.key is None:
            raise self.source.error(offset, 'an object\'s value needs a key: "name": …')

    def _value(self, match: re.Match[str], kind: str) -> None:
        """Take in a number, a string or a word: a key, a value, or a name that is assigned to."""
        text, offset = match[kind], match.start()
        if kind == "string":
            text = _unquoted(text)
        if self._in_object and self.key is None and self.wants_value:
            if kind != "string":
                raise self.source.error(offset, f'a key stands in quotes: "{safe(match[0])}"')
            self.key = text
            self.wants_value = False
            return
        self._expect_value(offset, text)
        value: str | None = text
        if kind == "word":
            is_truth = text.lower() in _TRUTHS and self.key == "more"
            if not is_truth and text.lower() not in _NOTHING:
                self._word(match)
                return
            value = text if is_truth else None
        elif kind in {"number", "alone"}:
            value = text.replace("math.", "")
            if kind == "number" and not self.has_commas and not self.stack:
                raise self.source.error(offset, "this number stands outside all parentheses")
        self._add(_Item(offset, self.key or "", value))
        self.key = None

    def _word(self, match: re.Match[str]) -> None:
        text = match[0]
        if self.stack or not _ASSIGNMENT.match(self.source.text, match.end()):
            raise self.source.error(
                match.start(),
                f"{safe(text)} is not a value",
                f'an unknown leaf stands in quotes: "{safe(text)}"',
            )
        self.wants_value = False

    def _add(self, item: _Item) -> None:
        (self.stack[-1].items if self.stack else self.found).append(item)
        self.wants_value = not self.stack

    def _separate(self, text: str, offset: int) -> None:
        """Go on to the next value behind a comma, a colon or an equals sign."""
        problem = ""
        if text == ",":
            if not self.stack:
                problem = "this comma separates nothing"
            elif self.wants_value or self.key is not None:
                problem = "a value is missing before this comma"
            else:
                self.stack[-1].commas += 1
        elif text == ":" and (self.key is None or self.wants_value):
            problem = "a colon belongs after a key in an object"
        elif text == "=" and (self.stack or self.wants_value):
            problem = "= does not belong into a nested list"
        if problem:
            raise self.source.error(offset, problem)
        self.wants_value = True

    def _close(self, text: str, offset: int) -> None:
        if not self.stack:
            raise self.source.error(offset, f"this {text} closes nothing")
        opened = self.stack[-1]
        closing = _CLOSING[opened.mark]
        if closing != text:
            line = self.source.line(opened.offset)
            raise self.source.error(
                offset, f"this {text} closes the {opened.mark} of line {line}", f"write {closing}"
            )
        if self.key is not None:
            raise self.source.error(offset, f"the key “{safe(self.key)}” has no value")
        self.stack.pop()
        single = len(opened.items) == 1 and not opened.commas
        if self.has_commas and text == ")" and single:
            opened.items[0].key = opened.key
            opened = opened.items[0]
        self._add(opened)


def _unquoted(text: str) -> str:
    r"""Return what a quoted string says, its escapes resolved (``\ud83d\ude00`` pairs, too)."""

    def resolved(match: re.Match[str]) -> str:
        code = match[1] or match[2]
        return chr(int(code, 16)) if code else _ESCAPED.get(match[3], match[3])

    plain = _ESCAPE.sub(resolved, text[1:-1])
    return plain.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


_KEYS: Final = frozenset(
    {"children", "name", "label", "value", "player", "probability", "estimate", "more"}
)
_LONGEST_CYCLE: Final = 12


class _Draft:
    """A tree that is being built from the items of a text.

    Args:
        source: The text.
        ignored: Takes the keys that say nothing about a game tree.
    """

    def __init__(self, source: NestedText, ignored: set[str]) -> None:
        self._source = source
        self._ignored = ignored
        self._builder = TreeBuilder()
        self._offsets: list[int] = []
        self._players: dict[int, Player] = {}
        self._values: dict[int, Number] = {}
        self._weights: dict[int, _Item] = {}

    def exercise(self, root: _Item) -> Exercise:
        """Return the tree of an item with its claims.

        Its players are levels where they follow the plies.

        Raises:
            FormatError: Something in the item is no part of a tree, or a chance node has
                probabilities that do not add up to 1, or for some of its children only, or further
                children that are not drawn.
        """
        builder = self._builder
        pending: list[_Item | None] = [root]
        while pending:
            item = pending.pop()
            if item is None:
                builder.close()
            elif children := self._node(item):
                pending.append(None)
                pending.extend(reversed(children))
        builder.levels, builder.players = _as_levels(builder.ply, builder.kind, self._players)
        self._weigh()
        tree = builder.tree()
        for node, message, hint in chance_problems(tree):
            raise self._source.error(self._offsets[node], message, hint)
        claims = (Claim(node, "value", number) for node, number in self._values.items())
        return Exercise(tree, tuple(claims))

    def _node(self, item: _Item) -> list[_Item]:
        """Begin the node of an item; return its children, none at a leaf."""
        is_described = item.mark == "{" and _is_description(item)
        said = self._said(item) if is_described else {"children": item, "value": item}
        below, name = said.get("children"), self._text(said.get("name")) or item.key
        if is_described and below is not None and not below.mark and below.text is not None:
            raise self._source.error(below.offset, "“children” is a list")
        if item.mark and not is_described and not item.items:
            raise self._source.error(
                item.offset, "a node needs at least one child", "a leaf is a bare number"
            )
        self._offsets.append(item.offset)
        if below is None or not below.items:
            node = self._leaf(self._text(said.get("value")), item.offset, name)
        else:
            node = self._builder.open(safe(name.strip()) or None)
            if is_described:
                self._decorate(node, said)
        if "probability" in said:
            self._weights[node] = said["probability"]
        return [] if below is None else below.items

    def _leaf(self, text: str, offset: int, name: str) -> int:
        """Add a leaf whose value is written in a text: a number, an unknown's word, or neither.

        A text that is neither becomes the name of a leaf whose value is not known.
        """
        number = self._source.number(text, offset)
        text, name = safe(text.strip()), safe(name.strip())
        if number is not None:
            return self._builder.leaf(number, name or None)
        if is_plain_word(text):
            return self._builder.unknown(text, name or None)
        return self._builder.unknown("", name or (text if text != "?" else "") or None)

    def _said(self, group: _Item) -> dict[str, _Item]:
        """Return what an object says of its node, by key."""
        said: dict[str, _Item] = {}
        for item in group.items:
            known = item.key.lower()
            if known in _KEYS:
                said["name" if known == "label" else known] = item
            else:
                self._ignored.add(safe(item.key))
        return said

    def _decorate(self, node: int, said: dict[str, _Item]) -> None:
        """Take in what an object says of a node with children."""
        if "value" in said and self._text(said["value"]):
            self._values[node] = self._number(said["value"])
        if "player" in said:
            word = self._text(said["player"])
            player = PLAYER_SPELLINGS.get(word.strip().lower())
            if player is not None:
                self._players[node] = player
            elif word:
                raise self._source.error(
                    said["player"].offset, f"“{safe(word)}” is no player: max, min or chance"
                )
        if "estimate" in said:
            self._builder.estimates[node] = self._number(said["estimate"])
        if "more" in said and self._text(said["more"]).lower() == "true":
            self._builder.elided.add(node)

    def _text(self, item: _Item | None) -> str:
        if item is not None and item.mark:
            raise self._source.error(item.offset, "a number or a string stands here, not a list")
        return "" if item is None else item.text or ""

    def _number(self, item: _Item) -> Number:
        text = self._text(item)
        number = self._source.number(text, item.offset)
        if number is None:
            raise self._source.error(item.offset, f"“{safe(text)}” is not a number")
        return number

    def _weigh(self) -> None:
        """Keep the weights that stand under chance nodes, as exact fractions."""
        if not self._weights:
            return
        builder = self._builder
        roles = builder.tree().roles
        for node, item in self._weights.items():
            text = self._text(item)
            parent = builder.parent[node]
            if parent >= 0 and roles[parent] == CHANCE_ROLE:
                builder.probabilities[node] = self._source.probability(text, item.offset)


def _is_description(group: _Item) -> bool:
    """Tell whether an object describes a node by known keys, instead of naming its children."""
    keys = {item.key.lower() for item in group.items}
    return keys <= _KEYS or bool(keys & {"children", "value"})


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
