r"""Pages of Markdown, as chatbots and courses write them: prose with blocks between fences.

Each block is read as a file of its own, in whatever syntax it is written; the trees of all blocks
are those of the page. A block that holds no tree, such as a command for the shell, is left out.

>>> page = "Try this tree:\n\n```\n[[3 12] [2 4]]\n```\n\nWhat is its value?\n"
>>> [block.text.strip() for block in find_blocks(page)]
['[[3 12] [2 4]]']
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from treeexplorer.formats.door import ReadTrees, read_trees
from treeexplorer.formats.foreign import READABLE
from treeexplorer.notation import Claims, Document, Exercise, NotationError, Problem
from treeexplorer.numbers import counted
from treeexplorer.text import safe
from treeexplorer.tree import GameTree, Levels

_FENCE: Final = re.compile(
    r"(?P<indent>[ \t]*)(?P<fence>`{3,}|~{3,}|:{3,}(?=\s*(?:mermaid|$)))[^`\n]*"
)
_THREE_QUOTES: Final = re.compile(r"\"{3}|'{3}")
_MOST_NAMED: Final = 6
"""How many blocks the line on a page names; of others it says how many there are."""


class FencedBlock(NamedTuple):
    """A block between two fences of a page.

    Attributes:
        first_line: The number of the line behind its first fence, from 1.
        last_line: The number of the line before its second fence.
        text: The lines from the first to the last.
    """

    first_line: int
    last_line: int
    text: str

    @property
    def text_in_place(self) -> str:
        """The text below as many empty lines as the page has above it, so that places are right."""
        empty_lines = "\n" * (self.first_line - 1)
        return f"{empty_lines}{self.text}"


class _BlockWithTrees(NamedTuple):
    """A block with the trees that are read from it."""

    block: FencedBlock
    trees: ReadTrees


# -- blocks ----------------------------------------------------------------------------------------


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
            blocks.append(_make_block(lines, first_line, number - 1, opening["indent"]))
            opening = None

    if opening is not None:
        last_block = _make_block(lines, first_line, len(lines), opening["indent"])
        is_only_fence = not blocks and not last_block.text.strip()
        if is_only_fence:
            last_block = _make_block(lines, 1, first_line - 2, indent="")
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


def _make_block(lines: Sequence[str], first_line: int, last_line: int, indent: str) -> FencedBlock:
    """Make a block of the lines of a page from one number to another, without their indent."""
    inside = [line.removeprefix(indent) for line in lines[first_line - 1 : last_line]]
    return FencedBlock(first_line, last_line, "\n".join(inside))


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


# -- trees -----------------------------------------------------------------------------------------


def read_blocks(blocks: Sequence[FencedBlock], file: str, levels: Levels | None) -> ReadTrees:
    """Read the trees in the blocks of a page.

    Args:
        blocks: The blocks, at least one.
        file: What messages call the page.
        levels: The players by ply that an option gives; ``None`` if none does.

    Raises:
        NotationError: No block holds a tree; the error is that of the first block.
    """
    blocks_with_trees: list[_BlockWithTrees] = []
    left_out: list[FencedBlock] = []
    for block in blocks:
        try:
            trees = read_trees(block.text, file=file, levels=levels)
        except NotationError:
            left_out.append(block)
            continue
        # A block with one word or number, such as what a program prints, is no tree.
        if _has_drawn_tree(trees.exercises):
            blocks_with_trees.append(_BlockWithTrees(block, trees))
        else:
            left_out.append(block)

    if blocks_with_trees:
        return _join_blocks(blocks_with_trees, left_out)
    # Read once more, the first block that cannot be read raises an error with the right line.
    for block in blocks:
        read_trees(block.text_in_place, file=file, levels=levels)
    message = "no block of this page of Markdown holds a tree"
    raise NotationError([Problem(safe(file), message, hint=READABLE)])


def _has_drawn_tree(exercises: Document) -> bool:
    """Tell whether a tree has more than its root."""
    return any(len(exercise.tree) > 1 for exercise in exercises)


def _join_blocks(
    blocks_with_trees: Sequence[_BlockWithTrees], left_out: Sequence[FencedBlock]
) -> ReadTrees:
    """Join the trees of the blocks of a page, each tree once, and say which blocks they are of.

    Args:
        blocks_with_trees: The blocks with trees.
        left_out: The blocks without.
    """
    exercises: dict[tuple[GameTree, Claims], Exercise] = {}
    remarks: list[str] = []
    notices: list[str] = []
    for block, trees in blocks_with_trees:
        new_exercises = {
            (each.tree, each.claims): each
            for each in trees.exercises
            if (each.tree, each.claims) not in exercises
        }
        exercises.update(new_exercises)
        notices += trees.notices
        remarks.append(f"{_name_block(block)}{_describe_block(trees, new_exercises.values())}")
    remarks += [f"{_name_block(block)} holds no tree" for block in left_out]

    read_as = f"read as Markdown: {_join_remarks(remarks)}"
    with_remark = tuple(replace(exercise, read_as=read_as) for exercise in exercises.values())
    return ReadTrees(with_remark, read_as, tuple(notices))


def _join_remarks(remarks: Sequence[str]) -> str:
    """Join the remarks on blocks: the first few of many, and how many blocks there are more."""
    named = list(remarks[:_MOST_NAMED])
    if len(remarks) > len(named):
        named.append(f"{len(remarks) - len(named)} more blocks")
    return "; ".join(named)


def _name_block(block: FencedBlock) -> str:
    return f"the block at line {block.first_line}"


def _describe_block(trees: ReadTrees, new_exercises: Collection[Exercise]) -> str:
    """Describe how a block was read, behind its name: ``, read as JSON: A with 4 leaves``."""
    if not new_exercises:
        return " holds a tree that stands above it"
    if trees.read_as:
        return f", {trees.read_as}"
    leaf_count = sum(exercise.tree.leaf_count for exercise in new_exercises)
    return f", in the notation, with {counted(leaf_count, 'leaf', 'leaves')}"
