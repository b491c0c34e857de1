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
_RULE_OF_TABLE: Final = re.compile(
    r"[ \t]*\|?(?:[ \t]*:?-{2,}:?[ \t]*\|)+(?:[ \t]*:?-{2,}:?)?[ \t]*"
)
_THREE_QUOTES: Final = ('"""', "'''")
_START_OF_STRING: Final = re.compile(
    r"(?:^[ \t]*|[=(,\[{][ \t]*|\breturn[ \t]+)[rRbBuUfF]{0,2}(?P<quotes>\"{3}|'{3})"
)


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


class _Fence(NamedTuple):
    """A line with a fence: its number, from 1, and the match of ``_FENCE``."""

    line_number: int
    found: re.Match[str]


def find_blocks(text: str) -> list[FencedBlock]:
    r"""Find the blocks of a page that have text, in order; the last one may lack its second fence.

    A fence that stands in a string of Python between three quotes is none.

    >>> [block.text for block in find_blocks("```\n[3 5]\n```\nand\n```\n[2 9]")]
    ['[3 5]', '[2 9]']
    """
    lines = text.split("\n")
    blocks: list[FencedBlock] = []
    opening: _Fence | None = None
    for number, line in _iterate_lines_outside_strings(lines):
        found = _FENCE.fullmatch(line)
        if found is None:
            continue
        fence = _Fence(number, found)
        if opening is None:
            opening = fence
        elif _is_closed_by(opening.found, fence.found):
            blocks.append(_make_block(lines, opening, last_line=fence.line_number - 1))
            opening = None

    if opening is not None:
        is_first_block = len(blocks) == 0
        blocks.append(_make_last_block(lines, opening, is_first_block=is_first_block))
    return [block for block in blocks if block.text.strip()]


def find_tables(text: str) -> list[FencedBlock]:
    r"""Find the tables on a page of Markdown; none if the page is a table and nothing else.

    >>> [table.first_line for table in find_tables("Text:\n\n| a | b |\n|---|---|\n| c | d |\n")]
    [3]
    >>> find_tables("| a | b |\n|---|---|\n| c | d |\n")
    []
    """
    lines = text.split("\n")
    tables: list[FencedBlock] = []
    for place, line in enumerate(lines):
        is_below_heading = place > 0 and "|" in lines[place - 1]
        if not is_below_heading or _RULE_OF_TABLE.fullmatch(line) is None:
            continue
        end = place
        while end < len(lines) and "|" in lines[end]:
            end += 1
        rows = "\n".join(lines[place - 1 : end])
        tables.append(FencedBlock(first_line=place, last_line=end, text=rows, language=""))

    line_count = sum(1 for line in lines if line.strip())
    is_page = any(table.last_line - table.first_line + 1 < line_count for table in tables)
    return tables if is_page else []


def _make_last_block(lines: Sequence[str], opening: _Fence, *, is_first_block: bool) -> FencedBlock:
    r"""Make the block of a fence that is never closed: all lines below it.

    If there are none, and it is the only block, the block is what stands above: of ``[3 5]\n```\n``
    somebody copied all but the first fence.
    """
    block_below = _make_block(lines, opening, last_line=len(lines))
    has_text_below = bool(block_below.text.strip())
    if has_text_below or not is_first_block:
        return block_below
    lines_above = lines[: opening.line_number - 1]
    text_above = "\n".join(lines_above)
    return FencedBlock(first_line=1, last_line=len(lines_above), text=text_above, language="")


def _iterate_lines_outside_strings(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield the lines that begin outside a string of Python between three quotes, numbered from 1.

    Of the docstring of a program only its first line is yielded.
    """
    last_line_with = {
        quotes: max((number for number, line in enumerate(lines, 1) if quotes in line), default=0)
        for quotes in _THREE_QUOTES
    }
    open_quotes: str | None = None
    for number, line in enumerate(lines, 1):
        if open_quotes is None:
            yield number, line
        open_quotes = _find_open_quotes(line, open_quotes)
        # Quotes that are never closed are no string: such a page is prose.
        if open_quotes is not None and last_line_with[open_quotes] <= number:
            open_quotes = None


def _find_open_quotes(line: str, open_quotes: str | None) -> str | None:
    """Return the three quotes of the string that is open at the end of a line; ``None`` for none.

    A string begins where a value can stand in Python; in prose words stand before three quotes.

    >>> _find_open_quotes('x = \"\"\"A', None), _find_open_quotes('Use \"\"\" here', None)
    ('\"\"\"', None)

    Args:
        line: The line.
        open_quotes: Those of the string that is open at its beginning; ``None`` for none.
    """
    place = 0
    while True:
        if open_quotes is None:
            start_of_string = _START_OF_STRING.search(line, place)
            if start_of_string is None:
                return None
            open_quotes = start_of_string["quotes"]
            place = start_of_string.end()
        end_of_string = line.find(open_quotes, place)
        if end_of_string < 0:
            return open_quotes
        place = end_of_string + len(open_quotes)
        open_quotes = None


def _is_closed_by(opening: re.Match[str], fence: re.Match[str]) -> bool:
    """Tell whether a fence closes a block: it has the same sign, as often, and no word behind."""
    is_bare = fence[0].strip() == fence["fence"]
    return is_bare and fence["fence"].startswith(opening["fence"])


def _make_block(lines: Sequence[str], opening: _Fence, last_line: int) -> FencedBlock:
    """Make the block of the lines from a fence to another line, without the indent of the fence."""
    first_line = opening.line_number + 1
    indent = opening.found["indent"]
    # Lines are numbered from 1, and so line 1 is at index 0.
    inside = [line.removeprefix(indent) for line in lines[first_line - 1 : last_line]]
    language = opening.found["language"].strip().lower()
    return FencedBlock(first_line, last_line, "\n".join(inside), language)


def remove_blocks(text: str, blocks: Sequence[FencedBlock]) -> str:
    r"""Return a page in which the lines of blocks and their fences are empty.

    >>> page = "A -> 3, 5\n```\nls\n```\n"
    >>> remove_blocks(page, find_blocks(page))
    'A -> 3, 5\n\n\n\n'
    """
    removed_lines: set[int] = set()
    for block in blocks:
        opening_fence = block.first_line - 1
        closing_fence = block.last_line + 1
        removed_lines.update(range(opening_fence, closing_fence + 1))

    lines: list[str] = []
    for number, line in enumerate(text.split("\n"), 1):
        lines.append("" if number in removed_lines else line)
    return "\n".join(lines)
