"""Trees in YAML, which is not read: how the first would begin in the notation.

Lists and records are told by their indents, one entry a line; a list of plain items may stand on
one line, ``[3, 5]``. Of anything else in YAML nothing is said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from treeexplorer.formats.atoms import atom
from treeexplorer.formats.documents import recognise
from treeexplorer.formats.model import UnreadableError, reading
from treeexplorer.notation import write

_DASH: Final = re.compile(r"-(?:[ \t]+|$)")
_KEY: Final = re.compile(
    r"(?P<key>\"[^\"\n]*\"|'[^'\n]*'|[^\s\"'\[\]{}#&*!|>:][^:#\n]*?):(?:[ \t]+|$)"
)
_FLAT_LIST: Final = re.compile(r"\[(?P<items>[^\[\]{}\"']*)\]")
_COMMENT: Final = re.compile(r"(?:^|[ \t])#.*")
_MARK_OF_DOCUMENT: Final = "---"
_NO_VALUE: Final = frozenset({"", "~", "null", "Null", "NULL"})
_TRUTH: Final = {"true": True, "false": False}
_LONGEST: Final = 100_000
_NOT_PLAIN: Final = ("&", "*", "!", "|", ">", "{", "[", "%", "@", "`")


class _Entry(NamedTuple):
    """A dash, a key or a value of a line.

    Attributes:
        column: How far from the left it begins.
        kind: What it is: ``"dash"``, ``"key"`` or ``"value"``.
        text: The key or the value; empty for a dash.
    """

    column: int
    kind: str
    text: str


class _Open(NamedTuple):
    """A list or record to which entries may still be added, and the column of its entries."""

    column: int
    container: list[Any] | dict[str, Any]


def convert_yaml(text: str) -> str | None:
    r"""Return the first tree of a text in YAML in the notation; ``None`` if it is not plain.

    >>> convert_yaml("name: A\nchildren:\n- name: B\n  value: 3\n- value: 5").strip()
    'A:[B:3 5]'
    """
    if len(text) > _LONGEST:
        return None
    try:
        recognised = recognise(reading(_parse(text)))
    except UnreadableError:
        return None
    return write(recognised.exercises[0])


def _parse(text: str) -> Any:
    """Parse a text into lists, records and plain values.

    Raises:
        UnreadableError: It has more of YAML than lists and records by indents.
    """
    root: list[Any] = []
    # The innermost is the last. What belongs to no other container belongs to the root.
    open_containers = [_Open(-1, root)]
    for entry in _find_entries(text):
        _close_behind(open_containers, entry)
        _add_entry(open_containers, entry)
    if len(root) != 1:
        raise UnreadableError("this is not one value of YAML")
    return root[0]


def _close_behind(open_containers: list[_Open], entry: _Entry) -> None:
    """Close the containers to which an entry cannot belong, since it stands further left."""
    while open_containers[-1].column > entry.column:
        open_containers.pop()
    # A list may stand as far left as the key above it; the next key ends it.
    innermost = open_containers[-1]
    is_key_behind_list = entry.kind == "key" and isinstance(innermost.container, list)
    if is_key_behind_list and innermost.column == entry.column:
        open_containers.pop()


def _add_entry(open_containers: list[_Open], entry: _Entry) -> None:
    """Add an entry to the innermost container; those that end before it are closed already.

    Of ``name: A`` the key comes first and makes ``{"name": None}``, then the value ``A``, which
    takes the place of the ``None``. A dash adds nothing to its list: what comes behind it does.

    Raises:
        UnreadableError: A key stands twice in a record, or has two values.
    """
    if entry.kind == "value":
        innermost = open_containers[-1]
        _add_value(innermost.container, _parse_value(entry.text))
        return

    container = _find_or_open_container(open_containers, entry)
    if isinstance(container, dict):
        if entry.text in container:
            raise UnreadableError("a key stands twice")
        container[entry.text] = None


def _find_or_open_container(
    open_containers: list[_Open], entry: _Entry
) -> list[Any] | dict[str, Any]:
    """Return the list that a dash belongs to, or the record of a key; the first of them opens it.

    What is opened becomes the next member, or the value of the last key, of the container around.
    So the second line of ``children:`` and ``- name: B`` opens a list, the value of ``children``,
    and then a record, its first member.
    """
    innermost = open_containers[-1]
    kind_of_container = list if entry.kind == "dash" else dict
    is_right_kind = isinstance(innermost.container, kind_of_container)
    if is_right_kind and innermost.column == entry.column:
        return innermost.container

    opened: list[Any] | dict[str, Any] = kind_of_container()
    _add_value(innermost.container, opened)
    open_containers.append(_Open(entry.column, opened))
    return opened


def _add_value(container: list[Any] | dict[str, Any], value: Any) -> None:
    """Add a value to a list, or to the last key of a record, which must have none yet."""
    if isinstance(container, list):
        container.append(value)
        return
    key = next(reversed(container))
    if container[key] is not None:
        raise UnreadableError("a key has two values")
    container[key] = value


def _find_entries(text: str) -> Iterator[_Entry]:
    """Yield the dashes, keys and values of a text, line by line."""
    for number, full_line in enumerate(text.expandtabs(4).split("\n")):
        line = _COMMENT.sub("", full_line).rstrip()
        if line == _MARK_OF_DOCUMENT and number > 0:
            return
        if line != _MARK_OF_DOCUMENT:
            yield from _find_entries_of_line(line)


def _find_entries_of_line(line: str) -> Iterator[_Entry]:
    """Yield the entries of a line: of ``- name: B`` a dash, a key and a value."""
    place = len(line) - len(line.lstrip())
    while place < len(line):
        dash = _DASH.match(line, place)
        if dash is not None:
            yield _Entry(place, "dash", "")
            place = dash.end()
            continue
        key = _KEY.match(line, place)
        if key is not None:
            yield _Entry(place, "key", key["key"].strip("\"'"))
            place = key.end()
        if place < len(line):
            yield _Entry(place, "value", line[place:])
        return


def _parse_value(text: str) -> Any:
    """Parse a plain value, or a list of such on one line.

    >>> _parse_value("[3, B, null]"), _parse_value("true"), _parse_value("'A'")
    (['3', 'B', None], True, 'A')

    Raises:
        UnreadableError: It is more than that: ``&anchor``, ``{a: 3}``.
    """
    flat_list = _FLAT_LIST.fullmatch(text)
    if flat_list is not None:
        items = [item.strip() for item in flat_list["items"].split(",")]
        return [_parse_value(item) for item in items if item]
    if text in _NO_VALUE:
        return None
    if text.lower() in _TRUTH:
        return _TRUTH[text.lower()]
    if text.startswith(_NOT_PLAIN):
        raise UnreadableError("this is more than a plain value")
    return atom(text.strip("\"'"), 0)
