r"""What is struck out in a hand-in: by tags of a text box, by LaTeX, by the signs of Markdown.

A branch that is struck out is pruned, and a number before another one is a correction.

>>> text, remarks = read_struck_text("[<s>5</s> 3[3 12] <=2[2 ~~4 6~~ \\sout{[1 7]}]]")
>>> text
'[ 3[3 12] <=2[2 /[4 6] /[1 7]]]'
>>> for remark in remarks:
...     print(remark)
line 1: “5” is struck out, and left out.
line 1: “4 6” is struck out, and read as pruned; 1 other place in the same way.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import unescape
from typing import Final, NamedTuple

from treeexplorer.course.typing_remarks import folded
from treeexplorer.text import quoted

_STRUCK: Final = re.compile(
    r"<(?P<tag>s|del|strike)(?:\s[^<>]*)?>(?P<in_tag>[^\n]{0,2000}?)</(?P=tag)\s*>"
    r"|<span\s[^<>]*line-through[^<>]*>(?P<in_span>[^\n]{0,2000}?)</span\s*>"
    r"|\\(?:sout|st|xout|[xb]?cancel)\s*\{(?P<in_latex>[^{}\n]*)\}"
    r"|(?<!~)~~(?!~)(?P<in_markdown>[^~\n]*[\s\[][^~\n]*)~~(?!~)",
    re.IGNORECASE,
)
"""What is struck out, of some length; a single value within ``~~`` is read beside the key."""
_TAG: Final = re.compile(r"</?[a-z][^<>]*>", re.IGNORECASE)
_VALUE_BEHIND: Final = re.compile(
    r"(?:\s|<[^<>=]*>)*(?:(?:[<>]=|=[<>]|&[lg][te];=?|[≤≥=])\s*)?[-+−]?[\d.,/]*\d\s*\[|\["
)
"""A value or bound of a node, before the bracket of its children, or this bracket alone."""
_VALUE_DUE: Final = re.compile(r"[:=≤≥]\s*\Z|[<>]=\s*\Z")
_MOST_BEFORE: Final = 20  # characters in which a sign before a value is sought
_BETWEEN_LEAVES: Final = re.compile(r"[\s,;]")


class _Struck(NamedTuple):
    """A place that is struck out.

    Attributes:
        line_number: The number of its line.
        content: What is struck out.
        is_pruned: Whether it is a branch; if not, it is something that was written by mistake.
    """

    line_number: int
    content: str
    is_pruned: bool


def read_struck_text(text: str) -> tuple[str, list[str]]:
    """Return a text with a slash before each branch that is struck out, and remarks on them."""
    pieces: list[str] = []
    places: list[_Struck] = []
    end = 0
    line_number = 1
    open_brackets = 0
    for match in _STRUCK.finditer(text):
        text_between = text[end : match.start()]
        line_number += text_between.count("\n")
        open_brackets += text_between.count("[") - text_between.count("]")
        content = unescape(_TAG.sub("", _get_content(match))).strip()
        is_pruned = open_brackets > 0 and _is_branch(match, content)
        places.append(_Struck(line_number, content, is_pruned))
        pieces += [text_between, _to_notation(content) if is_pruned else ""]
        end = match.end()
    remarks = [
        *_describe(places, is_pruned=False, words="is struck out, and left out"),
        *_describe(places, is_pruned=True, words="is struck out, and read as pruned"),
    ]
    return f"{''.join(pieces)}{text[end:]}", remarks


def _get_content(match: re.Match[str]) -> str:
    """Return what stands between the marks of something struck out."""
    contents = [match[name] for name in ("in_tag", "in_span", "in_latex", "in_markdown")]
    return next(content for content in contents if content is not None)


def _is_branch(match: re.Match[str], content: str) -> bool:
    """Tell whether a branch of a tree is struck out, and not a value that was corrected.

    =========================  ===============================================
    text                       struck out
    =========================  ===============================================
    ``[2 <s>4</s> 6]``         the leaf 4
    ``[2 <s>[1 7]</s>]``       the branch with the leaves 1 and 7
    ``A: <s>5</s> 3[3 12]``    the value 5, which was corrected to 3
    ``[<s>5</s>[3 12] 4]``     the value 5 of a node
    =========================  ===============================================
    """
    if not content:
        return False
    if content.endswith("]"):
        return True
    has_value_behind = _VALUE_BEHIND.match(match.string, match.end()) is not None
    text_before = match.string[max(0, match.start() - _MOST_BEFORE) : match.start()]
    return not has_value_behind and _VALUE_DUE.search(text_before) is None


def _to_notation(content: str) -> str:
    """Return a struck-out branch, or several leaves, with a slash.

    >>> _to_notation("4"), _to_notation("4 6"), _to_notation("/H:[1 7]")
    ('/4', '/[4 6]', '/H:[1 7]')
    """
    without_slash = content.lstrip("/")
    is_several_leaves = "[" not in content and _BETWEEN_LEAVES.search(without_slash) is not None
    return f"/[{without_slash}]" if is_several_leaves else f"/{without_slash}"


def _describe(places: Sequence[_Struck], *, is_pruned: bool, words: str) -> list[str]:
    """Return the remark on all places of one kind; none without such a place."""
    remarks = [
        f"line {place.line_number}: {quoted(place.content)} {words}"
        for place in places
        if place.is_pruned == is_pruned
    ]
    return [folded(remarks)] if remarks else []
