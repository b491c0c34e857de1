"""Long texts are read, or refused, in a time that grows with them and not with their square."""

from __future__ import annotations

import sys
from contextlib import suppress
from types import FrameType

import pytest

from treeexplorer.formats import read_trees
from treeexplorer.notation import NotationError

_LINES = {
    "trees without names": "const a = [1, 2];\n",
    "variables in JavaScript": "const a%d = [%d, 2];\n",
    "variables in Python": "a%d = [%d, 2]\n",
    "blocks of a page": "```python\nx%d = y%d\n```\n",
    "blocks of one program": "```python\nx = x + %d\n```\n",
    "changes": "root.add(x%d)\n",
    "pairs": "A%d B%d\n",
    "edges": "a%d -> b%d\n",
    "rows of a table": "a%d,b%d,c\n",
    "rows of numbers": "1 2 %d\n",
    "bullets": "* a%d\n",
}
"""A line of each text; ``%d`` is its number."""


def _count_calls(text: str) -> int:
    """Count the calls of functions while a text is read or refused."""
    count = 0

    def count_call(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal count
        count += event in {"call", "c_call"}

    sys.setprofile(count_call)
    try:
        with suppress(NotationError):
            read_trees(text)
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("line", _LINES.values(), ids=_LINES.keys())
def test_twice_as_long_a_text_takes_about_twice_as_many_steps(line: str) -> None:
    texts = [
        "".join(line.replace("%d", str(number)) for number in range(count)) for count in (400, 800)
    ]
    _count_calls(texts[0])  # what is made once, such as a parser, is made here
    shorter, longer = map(_count_calls, texts)
    assert longer < 2.6 * shorter
