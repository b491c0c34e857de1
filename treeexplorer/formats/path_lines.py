r"""Lines of paths, each with the value of its leaf: ``root/a 3``, ``C:\tree\a = 3``, ``a/b,5``.

They become a record of paths, which :mod:`named_forms` takes apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from treeexplorer.formats.model import Assigned, Digits, Placed, Reading, UnreadableError
from treeexplorer.numbers import NUMBER
from treeexplorer.text import quoted

_LINE: Final = re.compile(
    r"[ \t]*(?P<path>(?:[A-Za-z]:(?=\\))?[^\s:=,;|\[\](){}\"']++)[ \t]*"
    rf"(?:[:=,;]?[ \t]*(?<![^\s:=,;])(?P<value>{NUMBER}))?[ \t]*[,;]?[ \t]*"
)
_HEADING: Final = re.compile(r"[ \t]*path[ \t]*[,;\t][ \t]*\w+[ \t]*", re.IGNORECASE)
_COMMENT: Final = re.compile(r"\s*(?:#.*)?")
_SLASH: Final = re.compile(r"[/\\]")


def looks_like(text: str) -> bool:
    r"""Tell whether each line is a path with or without a value, and all begin with one root.

    >>> looks_like("A/B 3\nA/C 5"), looks_like("A/B 3\nB/C 5"), looks_like("1/2\n1/3")
    (True, False, False)
    """
    # Searched as plain text, which is fast in a file of millions of characters.
    has_slash = "/" in text or "\\" in text
    if not has_slash:
        return False

    first_root = ""
    line_count = 0
    for line in _lines(text):
        found = _LINE.fullmatch(line)
        if found is None:
            return False
        root = _SLASH.split(found["path"].strip("/\\"))[0]
        if line_count == 0:
            first_root = root
        if root != first_root:
            return False
        line_count += 1
    is_fraction = first_root.isdecimal()  # 1/2
    return line_count > 1 and not is_fraction


def read(text: str) -> Reading:
    """Return the record of the paths with their values, ``None`` for a path without one.

    Raises:
        UnreadableError: A line is no path, or a path stands twice.
    """
    record: dict[str, Digits | None] = {}
    for line in _lines(text):
        found = _LINE.fullmatch(line)
        if found is None:
            raise UnreadableError("a line is no path", line.place)
        path = found["path"]
        if path in record:
            hint = "write each path once, with its value behind it"
            message = f"the path {quoted(path)} stands twice"
            raise UnreadableError(message, line.place, hint, is_certain=True)
        record[path] = None if found["value"] is None else Digits(found["value"], line.place)
    return Reading([Assigned(record)])


def _lines(text: str) -> Iterator[Placed]:
    """Yield the lines of a text without comments, blank lines and the heading of a table.

    Only the first of the other lines may be a heading: ``path,value``.
    """
    is_first = True
    start_of_next_line = 0
    for line in text.split("\n"):
        start = start_of_next_line
        start_of_next_line += len(line) + len("\n")
        if _COMMENT.fullmatch(line) is not None:  # also a blank line
            continue
        is_heading = is_first and _HEADING.fullmatch(line) is not None
        is_first = False
        if not is_heading:
            yield Placed(line, start)
