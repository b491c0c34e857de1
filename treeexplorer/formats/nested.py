"""Trees of JSON, and trees whose brackets are parentheses.

In JSON a node is a list of its children, a leaf is a number. A node that carries more is an object:
``{"name": "A", "player": "min", "probability": 0.5, "children": […]}``, at a leaf ``{"name": "L1",
"value": 7}``. An object with other keys names its children: ``{"left": [3, 12], "right": [2, 4]}``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from treeexplorer.notation import Exercise, parse_all
from treeexplorer.notation.problems import NotationError, Problem, Slip, SourceText
from treeexplorer.notation.reader import plain_text
from treeexplorer.notation.spelling import is_plain_word, write_name
from treeexplorer.numbers import DECIMAL, NUMBER, NUMBER_OR_FRACTION
from treeexplorer.rules import RulesError
from treeexplorer.text import quoted, safe, shorten
from treeexplorer.tree import PLAYER_SPELLINGS


class Imported(NamedTuple):
    """The trees of another format in the order of the text, and what was left out of them."""

    exercises: tuple[Exercise, ...]
    notice: str = ""


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
_LONGEST_NOTICE: Final = 200


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
        NotationError: It is no JSON, nests deeper than JSON can be read, holds no tree, or
            something in it is no part of a tree.
    """
    text, ignored = plain_text(text), set[str]()
    try:
        exercises = tuple(_exercise(root, file, ignored) for root in values_of_json(text))
    except json.JSONDecodeError as error:
        message = f"this is not JSON: {error.msg[:1].lower()}{error.msg[1:]}"
        raise NotationError([SourceText(text).problem(Slip(error.pos, message), file)]) from None
    except RecursionError:
        hint = "lists of numbers are in the notation, too, which takes any depth: use a .tree file"
        raise NotationError([Problem(safe(file), "JSON cannot nest so deep", hint=hint)]) from None
    if not exercises:
        message, hint = "there is no tree here", "a tree looks like [[3, 12, 8], [2, 4, 6]]"
        raise NotationError([Problem(safe(file), message, hint=hint)])
    listed = shorten(", ".join(f"“{key}”" for key in sorted(ignored)), _LONGEST_NOTICE)
    notice = f"keys that say nothing about a game tree were left out: {listed}"
    return Imported(exercises, notice if ignored else "")


class _Node(NamedTuple):
    """A node in the notation: its text up to its children."""

    text: str
    children: Sequence[tuple[str, Any]] = ()
    has_more: bool = False


def _exercise(root: Any, file: str, ignored: set[str]) -> Exercise:
    """Return the tree of a value: it is written in the notation, a node a line, and read."""
    lines = list(_written(root, file, ignored))
    try:
        (exercise,) = parse_all("\n".join(line for line, _ in lines))
    except NotationError as error:
        raise NotationError(
            [
                _at(lines[(each.line or 1) - 1][1], each.message, each.hint, file)
                for each in error.problems
            ]
        ) from None
    return replace(exercise, positions=None)


def _written(root: Any, file: str, ignored: set[str]) -> Iterator[tuple[str, str]]:
    """Yield the lines of a tree in the notation, with the addresses of their nodes."""
    waiting: list[tuple[str, Any, str] | tuple[str, str]] = [("", root, "")]
    while waiting:
        match waiting.pop():
            case closing, address:
                yield closing, address
            case key, value, address:
                try:
                    node = _node(key, value, ignored)
                except RulesError as error:
                    raise NotationError([_at(address, error.message, error.hint, file)]) from None
                yield node.text, address
                if node.children:
                    waiting.append(("...]" if node.has_more else "]", address))
                below = f"{address}." if address else ""
                places = [f"{below}{place}" for place in range(1, len(node.children) + 1)]
                children = zip(node.children, places, strict=True)
                waiting += reversed([(name, child, place) for (name, child), place in children])


def _at(address: str, message: str, hint: str | None, file: str) -> Problem:
    return Problem(safe(file), f"at {address or 'root'}: {message}", hint=hint)


def _node(key: str, value: Any, ignored: set[str]) -> _Node:
    """Return the node of a value that stands under a key."""
    if not isinstance(value, list | _Object):
        return _leaf(key, value)
    if not value:
        raise RulesError("a node needs at least one child", "a leaf is a bare number")
    if isinstance(value, list):
        return _Node(f"{_name(key)}[", [("", child) for child in value])
    keys = {each.lower() for each, _ in value}
    if not (keys <= _DESCRIPTION or keys & {"children", "value"}):
        return _Node(f"{_name(key)}[", value)
    ignored.update(safe(each) for each, _ in value if each.lower() not in _DESCRIPTION)
    described = {each.lower(): item for each, item in value}
    name = _text(described.get("name", described.get("label"))) or key
    before = ""
    if "probability" in described:
        before = _text(described["probability"]).strip()
        if _PROBABILITY.fullmatch(before) is None:
            hint = "a probability is a number from 0 to 1, such as 0.25 or 1/6"
            raise RulesError(f"{quoted(before)} is not a probability", hint)
        before += "*"
    children = described.get("children") or []
    if not isinstance(children, list | _Object):
        raise RulesError("“children” is a list")
    if not children:
        leaf = _leaf(name, described.get("value"))
        return leaf._replace(text=before + leaf.text)
    after = word = _text(described.get("player")).strip()
    if word and (after := PLAYER_SPELLINGS.get(word.lower(), "")) == "":
        raise RulesError(f"{quoted(word)} is no player: max, min or chance")
    for sign, field, pattern in (("~", "estimate", NUMBER), ("=", "value", NUMBER_OR_FRACTION)):
        if number := _text(described.get(field)).strip():
            if re.fullmatch(pattern, number) is None:
                raise RulesError(f"{quoted(number)} is not a number")
            after += sign + number
    if not isinstance(children, _Object):
        children = [("", child) for child in children]
    has_more = described.get("more") is True
    return _Node(f"{before}{_name(name)}{after}[", children, has_more)


def _leaf(name: str, value: Any) -> _Node:
    """Return a leaf with a number, an unknown's word, or neither: then the text is its name."""
    text = safe(_text(value).strip())
    if re.fullmatch(NUMBER, text):
        return _Node(_name(name) + text)
    if isinstance(value, _Digits | bool):
        hint = 'an unknown leaf stands in quotes: "x"'
        raise RulesError(f"{str(value).lower()} is not a value", hint)
    if is_plain_word(text):
        return _Node(_name(name) + text)
    return _Node((_name(name) or _name("" if text == "?" else text)) + "?")


def _name(name: str) -> str:
    return f"{write_name(name)}:" if (name := name.strip()) else ""


def _text(value: Any) -> str:
    if isinstance(value, list | _Object):
        raise RulesError("a number or a text stands here, not a list")
    return value if isinstance(value, str) else ""
