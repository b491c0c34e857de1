"""Nested lists as Python and JSON print them, JSON objects for what carries more, parentheses.

A node is a list or a tuple of its children, a leaf is a number; in parentheses without commas,
``(((3)(6)(-2))((6)(4)(10)))``, a number in a pair of its own is a leaf, too. A node that carries
more is an object: ``{"name": "A", "player": "min", "probability": 0.5, "children": […]}``, at a
leaf ``{"name": "L1", "value": 7}``. An object with other keys names its children:
``{"left": [3, 12], "right": [2, 4]}``. Nothing here calls itself, so nesting has no limit.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from treeexplorer.formats.foreign import (
    Draft,
    Exported,
    FormatError,
    Imported,
    Source,
    dropped,
    is_number,
    leaf_number,
    player_of,
)
from treeexplorer.notation import Exercise
from treeexplorer.notation.spelling import write_number
from treeexplorer.numbers import written
from treeexplorer.text import safe
from treeexplorer.tree import DEFAULT_LEVELS, GameTree, Number, Player

_TOKEN: Final = re.compile(
    r"""(?P<blank>(?:\s++|\#[^\n]*+)++)
    |(?P<number>[+\-−]?(?:(?:[0-9]++\.?[0-9]*+|\.[0-9]++)(?:[eE][+\-]?[0-9]++)?+
        |∞|(?:math\.)?inf(?:inity)?(?!\w)))
    |(?P<infinite>float\(\s*+(?P<quote>["'])(?P<spelled>[+\-]?inf(?:inity)?)(?P=quote)\s*+\))
    |(?P<string>"(?:[^"\\\n]|\\.)*+"|'(?:[^'\\\n]|\\.)*+')
    |(?P<word>[^\W\d]\w*+)
    |(?P<mark>[\[\](){},:=])""",
    re.VERBOSE | re.IGNORECASE,
)
_ESCAPE: Final = re.compile(r"\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(.))", re.DOTALL)
_ESCAPED: Final = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "0": "\0"}
_ASSIGNMENT: Final = re.compile(r"\s*+=(?!=)")
_CLOSING: Final = {"[": "]", "(": ")", "{": "}"}
_NOTHING: Final = frozenset({"null", "none"})
_TRUTHS: Final = frozenset({"true", "false"})
_KEYS: Final = {
    "children": "children",
    "name": "name",
    "label": "name",
    "value": "value",
    "player": "player",
    "probability": "probability",
    "estimate": "estimate",
    "more": "more",
}


@dataclass(slots=True)
class _Scalar:
    """A number, a string (in quotes or not) or nothing; bare, or in parentheses of its own."""

    offset: int
    text: str | None
    is_bare: bool = True


@dataclass(slots=True)
class _Group:
    """A list, a tuple or an object; an object's keys stand beside its items."""

    mark: str
    offset: int
    items: list[_Item] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    commas: int = 0


_Item: TypeAlias = "_Scalar | _Group"


def read_nested(source: Source) -> Imported:
    """Return the trees of a text of nested lists, one after the other.

    Raises:
        FormatError: The brackets do not match, a comma is missing or left over, or something
            stands where only a number, a list or an object can.
    """
    drafts = [_draft(source, item) for item in _Parser(source).items()]
    if not drafts:
        raise source.error(0, "there is no tree here", "a tree looks like [[3, 12, 8], [2, 4, 6]]")
    return Imported(tuple(tree for tree, _ in drafts), tuple(_notices(drafts)))


def read_parentheses(source: Source) -> Imported:
    """Return the trees of a text in parentheses without commas, one after the other.

    Raises:
        FormatError: The parentheses do not match, a pair is empty, or something else stands there.
    """
    items = _Parser(source, has_commas=False).items()
    for item in items:
        if isinstance(item, _Scalar) and item.is_bare:
            raise source.error(item.offset, "this number stands outside all parentheses")
    if not items:
        raise source.error(0, "there is no tree here", "a tree looks like ((3 12 8) (2 4 6))")
    return Imported(tuple(_draft(source, item)[0] for item in items))


def looks_like_parentheses(text: str) -> bool:
    """Tell whether a text can only be a tree in parentheses."""
    stripped = text.strip()
    return stripped.startswith("(") and re.fullmatch(r"[()\s\d.+\-−eE]++", stripped) is not None


def _notices(drafts: list[tuple[Exercise, set[str]]]) -> list[str]:
    ignored = sorted(set().union(*(keys for _, keys in drafts)))
    if not ignored:
        return []
    listed = ", ".join(f"“{key}”" for key in ignored[:5]) + (", …" if len(ignored) > 5 else "")
    return [f"keys that say nothing about a game tree were left out: {listed}"]


class _Parser:
    """Turns the text into nested groups with a stack of its own.

    Args:
        source: The text.
        has_commas: Whether commas separate what stands side by side; without them, a number in a
            pair of its own is that number.
    """

    def __init__(self, source: Source, *, has_commas: bool = True) -> None:
        self.source = source
        self.has_commas = has_commas
        self.stack: list[_Group] = []
        self.found: list[_Item] = []
        self.key: str | None = None
        self.wants_value = True

    def items(self) -> list[_Item]:
        text, offset = self.source.text, 0
        while offset < len(text):
            match = _TOKEN.match(text, offset)
            if match is None:
                raise self._unexpected(offset)
            if match.lastgroup != "blank":
                self._take(match)
            offset = match.end()
        if self.stack:
            group = self.stack[-1]
            raise self.source.error(group.offset, f"the {group.mark} opened here is never closed")
        return self.found

    def _unexpected(self, offset: int) -> FormatError:
        found = self.source.text[offset]
        if found in "\"'":
            return self.source.error(offset, "this quotation mark is never closed")
        return self.source.error(offset, f"{safe(found)} does not belong into a nested list")

    def _take(self, match: re.Match[str]) -> None:
        kind, text, offset = match.lastgroup, match[0], match.start()
        if kind != "mark":
            self._scalar(match)
        elif text in _CLOSING:
            self._expect_value(offset, text)
            self.stack.append(_Group(text, offset))
            self.wants_value = True
            self._remember_key(self.stack[-1])
        elif text in "])}":
            self._close(text, offset)
        elif text == ",":
            self._comma(offset)
        elif text == ":":
            self._colon(offset)
        else:
            self._assignment(offset)

    def _remember_key(self, group: _Group) -> None:
        """Set a pending key aside while the group it stands before is read."""
        if len(self.stack) > 1 and self.stack[-2].mark == "{":
            self.stack[-2].keys.append(self.key or "")
            self.key = None
        group.commas = 0

    def _expect_value(self, offset: int, text: str) -> None:
        if self.key is not None and not self.wants_value:
            raise self.source.error(offset, f"a colon is missing after “{safe(self.key)}”")
        if not self.wants_value and self.stack and self.has_commas:
            raise self.source.error(
                offset,
                f"a comma is missing before {safe(text[:20])}",
                "lists without commas are the bracket notation, which needs no import",
            )
        if self.stack and self.stack[-1].mark == "{" and self.key is None:
            raise self.source.error(offset, 'an object\'s value needs a key: "name": …')

    def _scalar(self, match: re.Match[str]) -> None:
        text, offset = match[0], match.start()
        kind = match.lastgroup
        if match["string"]:
            text = _unquoted(text)
        in_object = bool(self.stack) and self.stack[-1].mark == "{"
        if in_object and self.key is None and self.wants_value:
            if not match["string"]:
                raise self.source.error(offset, f'a key stands in quotes: "{safe(text)}"')
            self.key = text
            self.wants_value = False
            return
        self._expect_value(offset, text)
        if kind == "word":
            if text.lower() in _TRUTHS and self.key == "more":
                scalar = _Scalar(offset, text.lower())
            elif text.lower() in _NOTHING:
                scalar = _Scalar(offset, None)
            else:
                self._word(match)
                return
        elif match["spelled"]:
            scalar = _Scalar(offset, match["spelled"])
        else:
            scalar = _Scalar(offset, text.removeprefix("math."))
            if text.startswith(("-math.", "+math.")):
                scalar.text = text[0] + "inf"
        self._add(scalar)

    def _word(self, match: re.Match[str]) -> None:
        text, offset = match[0], match.start()
        if not self.stack and _ASSIGNMENT.match(self.source.text, match.end()):
            self.wants_value = False
            return
        raise self.source.error(
            offset,
            f"{safe(text)} is not a value",
            f'an unknown leaf stands in quotes: "{safe(text)}"',
        )

    def _assignment(self, offset: int) -> None:
        if self.stack or self.wants_value:
            raise self.source.error(offset, "= does not belong into a nested list")
        self.wants_value = True

    def _add(self, item: _Item) -> None:
        if not self.stack:
            self.found.append(item)
            self.wants_value = True
            return
        group = self.stack[-1]
        if group.mark == "{" and len(group.keys) == len(group.items):
            group.keys.append(self.key or "")
            self.key = None
        group.items.append(item)
        self.wants_value = False

    def _comma(self, offset: int) -> None:
        if not self.stack:
            raise self.source.error(offset, "this comma separates nothing")
        if self.wants_value or self.key is not None:
            raise self.source.error(offset, "a value is missing before this comma")
        self.stack[-1].commas += 1
        self.wants_value = True

    def _colon(self, offset: int) -> None:
        if self.key is None or self.wants_value:
            raise self.source.error(offset, "a colon belongs after a key in an object")
        self.wants_value = True

    def _close(self, text: str, offset: int) -> None:
        if not self.stack:
            raise self.source.error(offset, f"this {text} closes nothing")
        group = self.stack[-1]
        if _CLOSING[group.mark] != text:
            raise self.source.error(
                offset,
                f"this {text} closes the {group.mark} of line {self.source.line(group.offset)}",
                f"write {_CLOSING[group.mark]}",
            )
        if self.key is not None:
            raise self.source.error(offset, f"the key “{safe(self.key)}” has no value")
        self.stack.pop()
        single = group.items[0] if len(group.items) == 1 and not group.commas else None
        if single is not None and group.mark == "(" and self._is_itself(single):
            if isinstance(single, _Scalar):
                single.is_bare = False
            self._add(single)
        else:
            self._add(group)

    def _is_itself(self, item: _Item) -> bool:
        """Tell whether a pair of parentheses around an item is the item: in Python it always is."""
        return self.has_commas or (isinstance(item, _Scalar) and item.is_bare)


def _unquoted(text: str) -> str:
    r"""Return what a quoted string says, its escapes resolved (``\ud83d\ude00`` pairs, too)."""

    def resolved(match: re.Match[str]) -> str:
        code = match[1] or match[2]
        return chr(int(code, 16)) if code else _ESCAPED.get(match[3], match[3])

    plain = _ESCAPE.sub(resolved, text[1:-1])
    return plain.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


@dataclass(slots=True)
class _Entry:
    """An item to be built, with what the object around it said."""

    item: _Item
    name: str = ""
    closes: int = -1


def _draft(source: Source, root: _Item) -> tuple[Exercise, set[str]]:
    """Build the tree of an item; return it with the keys that were ignored."""
    draft = Draft(source)
    ignored: set[str] = set()
    pending = [_Entry(root)]
    while pending:
        entry = pending.pop()
        if entry.closes >= 0:
            draft.close(entry.closes)
            continue
        children = _node(draft, entry, ignored)
        if children is not None:
            pending.append(_Entry(entry.item, closes=entry.item.offset))
            pending.extend(reversed(children))
    return draft.exercise(), ignored


def _node(draft: Draft, entry: _Entry, ignored: set[str]) -> list[_Entry] | None:
    """Begin the node of an item; return its children, ``None`` at a leaf."""
    item = entry.item
    if isinstance(item, _Scalar):
        draft.leaf(item.text or "", item.offset, entry.name)
        return None
    if item.mark == "{" and (set(map(str.lower, item.keys)) <= _KEYS.keys() or _is_node(item)):
        return _object(draft, item, entry.name, ignored)
    draft.name(draft.open(item.offset), entry.name)
    return _children(item)


def _children(group: _Group) -> list[_Entry]:
    if group.mark == "{":
        return [_Entry(item, key) for key, item in zip(group.keys, group.items, strict=True)]
    return [_Entry(item) for item in group.items]


def _is_node(group: _Group) -> bool:
    return any(key.lower() in {"children", "value"} for key in group.keys)


def _object(draft: Draft, group: _Group, name: str, ignored: set[str]) -> list[_Entry] | None:
    """Begin the node that an object describes key by key."""
    said: dict[str, _Item] = {}
    for key, item in zip(group.keys, group.items, strict=True):
        known = _KEYS.get(key.lower())
        if known is None:
            ignored.add(safe(key))
        else:
            said[known] = item
    source = draft.source
    name = _text(source, said.get("name")) or name
    value = _text(source, said.get("value"))
    below = said.get("children")
    if isinstance(below, _Scalar) and below.text is not None:
        raise source.error(below.offset, "“children” is a list")
    if not isinstance(below, _Group) or not below.items:
        node = draft.leaf(value, group.offset, name)
        _way_to(draft, node, said)
        return None
    node = draft.open(group.offset)
    draft.name(node, name)
    if "value" in said and value:
        draft.values[node] = _number_of(source, said["value"])
    _decorate(draft, node, said)
    _way_to(draft, node, said)
    return _children(below)


def _decorate(draft: Draft, node: int, said: dict[str, _Item]) -> None:
    if "player" in said:
        word = _text(draft.source, said["player"])
        player = player_of(word)
        if player is None and word:
            raise draft.source.error(
                said["player"].offset, f"“{safe(word)}” is no player: max, min or chance"
            )
        if player is not None:
            draft.players[node] = player
    if "estimate" in said:
        draft.builder.estimates[node] = _number_of(draft.source, said["estimate"])
    if "more" in said and _text(draft.source, said["more"]).lower() == "true":
        draft.builder.elided.add(node)


def _way_to(draft: Draft, node: int, said: dict[str, _Item]) -> None:
    if "probability" in said:
        item = said["probability"]
        draft.weight(node, _text(draft.source, item), item.offset)


def _text(source: Source, item: _Item | None) -> str:
    if isinstance(item, _Group):
        raise source.error(item.offset, "a number or a string stands here, not a list")
    return "" if item is None else item.text or ""


def _number_of(source: Source, item: _Item) -> Number:
    text = _text(source, item)
    number = source.number(text, item.offset)
    if number is None:
        raise source.error(item.offset, f"“{safe(text)}” is not a number")
    return number


# -- writing ---------------------------------------------------------------------------------------

_LOSSES: Final = ("all claims but values", "blanks", "directives")


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
    notices = [notice for each in exercises for notice in dropped(each, _LOSSES, dialect.name)]
    lines = [_line(each, dialect) for each in exercises]
    return Exported("".join(f"{line}\n" for line in lines), tuple(dict.fromkeys(notices)))


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
            pieces.append(_leaf(tree, node, dialect, said))
        elif said:
            pieces.append(f'{{{_pairs(said)}, "children": [')
            closing.append((tree.end[node], "]}"))
        else:
            pieces.append("[")
            closing.append((tree.end[node], "]"))
    pieces.extend(end for _, end in reversed(closing))
    return "".join(pieces)


def _leaf(tree: GameTree, node: int, dialect: _Dialect, said: dict[str, str]) -> str:
    number = leaf_number(tree, node)
    if number is not None:
        value = dialect.number(number)
    else:
        word = tree.unknowns[node]
        value = _quoted(word) if word else dialect.nothing
    return f"{{{_pairs(said | {'value': value})}}}" if said else value


def _pairs(said: dict[str, str]) -> str:
    return ", ".join(f'"{key}": {text}' for key, text in said.items())


def _said(tree: GameTree, node: int, dialect: _Dialect, spells_players: bool) -> dict[str, str]:
    """Return what a node carries besides its children or its leaf value, spelled."""
    said: dict[str, str] = {}
    name = tree.names.get(node)
    if name is not None:
        said["name"] = _quoted(name)
    if not tree.is_leaf(node):
        player = tree.player(node) if spells_players else tree.players.get(node)
        if player is not None:
            said["player"] = _quoted(Player(player).value)
    probability = tree.probabilities.get(node)
    if probability is not None:
        text = written(probability)
        said["probability"] = text if is_number(text) else _quoted(text)
    if node in tree.estimates:
        said["estimate"] = dialect.number(tree.estimates[node])
    if node in tree.elided:
        said["more"] = dialect.true
    return said


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
