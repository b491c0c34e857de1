"""Pages of Markdown, as chatbots and courses write them: prose with blocks between fences.

Each block is read as a file of its own, in whatever syntax it is written, and several that are
parts of one program as one; the trees of all are those of the page. A block that holds no tree,
such as a command for the shell, is left out.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from treeexplorer.formats import pairs
from treeexplorer.formats.door import ReadTrees, read_trees
from treeexplorer.formats.fences import FencedBlock
from treeexplorer.formats.foreign import READABLE
from treeexplorer.formats.page_programs import ProgramOnPage, join_parts_of_programs
from treeexplorer.notation import Claims, Document, Exercise, NotationError, Problem
from treeexplorer.numbers import counted
from treeexplorer.text import safe
from treeexplorer.tree import GameTree, Levels

_SHELLS: Final = frozenset(
    {"bash", "sh", "shell", "zsh", "fish", "bat", "batch", "cmd", "powershell", "pwsh", "ps1"}
)
"""What stands behind the fence of commands for a shell."""
_COMMAND: Final = re.compile(
    r"[ \t]*(?:(?:[$%>][ \t]+|\./)\S|(?:python3?|pip3?|npm|npx|pnpm|yarn|git|cd|java|javac|gcc"
    r"|g\+\+|make|node|cargo|docker|conda|source|sudo|uv|poetry)[ \t]+[\w./-])[^\[\](){}=]*"
)
"""A line such as ``$ ./minimax``, ``cd minimax`` or ``python main.py``."""
_DIGIT: Final = re.compile(r"[0-9]")
_MOST_NAMED: Final = 6
"""How many blocks the line on a page names; of others it says how many there are."""


class _ProgramWithTrees(NamedTuple):
    """Blocks that are read together, with their trees."""

    program: ProgramOnPage
    trees: ReadTrees


def read_blocks(blocks: Sequence[FencedBlock], file: str, levels: Levels | None) -> ReadTrees:
    """Read the trees in the blocks of a page.

    Args:
        blocks: The blocks, at least one.
        file: What messages call the page.
        levels: The players by ply that an option gives; ``None`` if none does.

    Raises:
        NotationError: No block holds a tree; the error is that of the first block.
    """
    programs: list[ProgramOnPage] = []
    with_trees: list[_ProgramWithTrees] = []
    left_out: list[str] = []
    for program in join_parts_of_programs(blocks):
        if all(map(_holds_commands, program.blocks)):
            left_out.append(_describe_left_out(program))
            continue
        programs.append(program)
        try:
            trees = read_trees(program.text, file=file, levels=levels)
        except NotationError as error:
            left_out.append(_describe_left_out(program, error.problems[0]))
            continue
        # A block with one word or number, such as what a program prints, is no tree.
        if _has_drawn_tree(trees.exercises):
            with_trees.append(_ProgramWithTrees(program, trees))
        else:
            left_out.append(_describe_left_out(program))

    if with_trees:
        return _join_trees(with_trees, left_out)
    # Read once more, the first one that cannot be read raises an error with the right line.
    for program in programs:
        read_trees(program.text_in_place, file=file, levels=levels)
    message = "no block of this page of Markdown holds a tree"
    raise NotationError([Problem(safe(file), message, hint=READABLE)])


def _holds_commands(block: FencedBlock) -> bool:
    r"""Tell whether a block holds commands for a shell, which may look like pairs of a tree.

    ``npm install`` and ``npm start`` are no edges from one node to two others. Without a language
    behind its fence a block is taken for commands if each line begins with a known one, or if its
    pairs have no value.

    >>> _holds_commands(FencedBlock(2, 3, "npm install\nnpm start", language=""))
    True
    >>> _holds_commands(FencedBlock(2, 4, "A B\nA C\nB 5", language=""))
    False
    """
    if block.language in _SHELLS:
        return True
    lines = [line for line in block.text.split("\n") if line.strip()]
    if all(_COMMAND.fullmatch(line) for line in lines):
        return True
    has_value = _DIGIT.search(block.text) is not None
    return block.language == "" and not has_value and pairs.looks_like(block.text)


def _has_drawn_tree(exercises: Document) -> bool:
    """Tell whether a tree has more than its root."""
    return any(len(exercise.tree) > 1 for exercise in exercises)


def _join_trees(with_trees: Sequence[_ProgramWithTrees], left_out: Sequence[str]) -> ReadTrees:
    """Join the trees of the blocks of a page, each tree once, and say which blocks they are of.

    Args:
        with_trees: The blocks with trees.
        left_out: What is said of the others.
    """
    exercises: dict[tuple[GameTree, Claims], Exercise] = {}
    remarks: list[str] = []
    notices: list[str] = []
    for program, trees in with_trees:
        new_exercises = {
            (each.tree, each.claims): each
            for each in trees.exercises
            if (each.tree, each.claims) not in exercises
        }
        exercises.update(new_exercises)
        notices += trees.notices
        remarks.append(_describe_trees(program, trees, new_exercises.values()))
    remarks += left_out

    read_as = f"read as Markdown: {_join_remarks(remarks)}"
    with_remark = tuple(replace(exercise, read_as=read_as) for exercise in exercises.values())
    return ReadTrees(with_remark, read_as, tuple(notices))


def _join_remarks(remarks: Sequence[str]) -> str:
    """Join the remarks on blocks: the first few of many, and how many blocks there are more."""
    named = list(remarks[:_MOST_NAMED])
    if len(remarks) > len(named):
        named.append(f"{len(remarks) - len(named)} more blocks")
    return "; ".join(named)


def _name_blocks(program: ProgramOnPage) -> str:
    """Name the blocks of a program by their lines: ``the blocks at lines 3 + 9``."""
    lines = " + ".join(str(block.first_line) for block in program.blocks)
    return (
        f"the block at line {lines}" if len(program.blocks) == 1 else f"the blocks at lines {lines}"
    )


def _describe_left_out(program: ProgramOnPage, problem: Problem | None = None) -> str:
    """Describe blocks without trees; of several that are one program, also why it is not read."""
    name = _name_blocks(program)
    if len(program.blocks) == 1:
        return f"{name} holds no tree"
    if problem is None:
        return f"{name} hold no tree"
    return f"{name} are left out: {problem.message}"


def _describe_trees(
    program: ProgramOnPage, trees: ReadTrees, new_exercises: Collection[Exercise]
) -> str:
    """Describe how blocks were read: ``the block at line 3, read as JSON: A with 4 leaves``."""
    name = _name_blocks(program)
    if not new_exercises:
        holds = "holds" if len(program.blocks) == 1 else "hold"
        return f"{name} {holds} a tree that stands above"
    if trees.read_as:
        return f"{name}, {trees.read_as}"
    leaf_count = sum(exercise.tree.leaf_count for exercise in new_exercises)
    return f"{name}, in the notation, with {counted(leaf_count, 'leaf', 'leaves')}"
