r"""The blocks between fences on a page of Markdown.

>>> page = "Try this tree:\n\n```\n[[3 12] [2 4]]\n```\n\nWhat is its value?\n"
>>> [block.text.strip() for block in find_blocks(page)]
['[[3 12] [2 4]]']
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

_FENCE: Final = re.compile(
    r"(?P<indent>[ \t]*)(?P<fence>`{3,}|~{3,}|:{3,}(?=\s*(?:mermaid|$)))(?P<language>[^`\n]*)"
)
_THREE_QUOTES: Final = re.compile(r"\"{3}|'{3}")


class FencedBlock(NamedTuple):
    """A block between two fences of a page.

    Attributes:
        first_line: The number of the line behind its first fence, from 1.
        last_line: The number of the line before its second fence.
        text: The lines from the first to the last.
        language: The word behind its first fence, in small letters: ``python``. It may be empty.
    """

    first_line: int
    last_line: int
    text: str
    language: str

    @property
    def text_in_place(self) -> str:
        """The text below as many empty lines as the page has above it, so that places are right."""
        empty_lines = "\n" * (self.first_line - 1)
        return f"{empty_lines}{self.text}"


def find_blocks(text: str) -> list[FencedBlock]:
    """Find the blocks of a page that have text, in order; the last one may lack its second fence.

    A fence that stands in a string of Python between three quotes is none. If the only fence
    stands behind a text, as where somebody copied a block without its first line, that text is the
    block.
    """
    lines = text.split("\n")
    blocks: list[FencedBlock] = []
    opening: re.Match[str] | None = None
    first_line = 1
    for number, line in _iterate_lines_outside_strings(lines):
        fence = _FENCE.fullmatch(line)
        if fence is None:
            continue
        if opening is None:
            opening = fence
            first_line = number + 1
        elif _is_closed_by(opening, fence):
            blocks.append(_make_block(lines, first_line, number - 1, opening))
            opening = None

    if opening is not None:
        last_block = _make_block(lines, first_line, len(lines), opening)
        is_only_fence = not blocks and not last_block.text.strip()
        if is_only_fence:
            text_above = "\n".join(lines[: first_line - 2])
            last_block = FencedBlock(1, first_line - 2, text_above, language="")
        blocks.append(last_block)
    return [block for block in blocks if block.text.strip()]


def _iterate_lines_outside_strings(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield the lines that begin outside a string of Python between three quotes, numbered from 1.

    Of the docstring of a program only its first line is yielded.
    """
    open_quotes: str | None = None
    for number, line in enumerate(lines, 1):
        if open_quotes is None:
            yield number, line
        for quotes in _THREE_QUOTES.findall(line):
            if open_quotes is None:
                open_quotes = quotes
            elif open_quotes == quotes:
                open_quotes = None


def _is_closed_by(opening: re.Match[str], fence: re.Match[str]) -> bool:
    """Tell whether a fence closes a block: it has the same sign, as often, and no word behind."""
    is_bare = fence[0].strip() == fence["fence"]
    return is_bare and fence["fence"].startswith(opening["fence"])


def _make_block(
    lines: Sequence[str], first_line: int, last_line: int, opening: re.Match[str]
) -> FencedBlock:
    """Make a block of the lines of a page from one number to another, without their indent."""
    inside = [line.removeprefix(opening["indent"]) for line in lines[first_line - 1 : last_line]]
    language = opening["language"].strip().lower()
    return FencedBlock(first_line, last_line, "\n".join(inside), language)


def remove_blocks(text: str, blocks: Sequence[FencedBlock]) -> str:
    r"""Return a page in which the lines of blocks and their fences are empty.

    >>> page = "A -> 3, 5\n```\nls\n```\n"
    >>> remove_blocks(page, find_blocks(page))
    'A -> 3, 5\n\n\n\n'
    """
    lines = text.split("\n")
    for block in blocks:
        # The fences stand on the line before the first and on the line behind the last.
        start = max(0, block.first_line - 2)
        for index in range(start, min(block.last_line + 1, len(lines))):
            lines[index] = ""
    return "\n".join(lines)
