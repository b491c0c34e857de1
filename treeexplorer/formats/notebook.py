"""Notebooks of Jupyter: the cells with code are one program, those with text a page of Markdown.

A notebook is a file of JSON that nobody writes by hand. The tree stands in its code, or in a block
of its text. Lines for the notebook itself, ``%matplotlib inline``, are left to what reads the code.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from treeexplorer.formats.door import ReadTrees, read_trees
from treeexplorer.formats.fences import find_blocks
from treeexplorer.notation import NotationError, Problem
from treeexplorer.text import safe
from treeexplorer.tree import Levels

_BEGINNING: Final = re.compile(r"\s*\{")
_WITHOUT_TREE: Final = "write the tree in a cell of code: tree = [[3, 12], [2, 4]]"


class Notebook(NamedTuple):
    """What stands in the cells of a notebook.

    Attributes:
        code: The cells with code, in order, with an empty line between each two.
        page: The cells with text, likewise.
    """

    code: str
    page: str


def find_notebook(text: str) -> Notebook | None:
    r"""Return the cells of a notebook; ``None`` if a text is none.

    >>> cell = '{"cell_type": "code", "source": ["tree = [\\n", "3, 5]"]}'
    >>> find_notebook(f'{{"cells": [{cell}], "nbformat": 4}}')
    Notebook(code='tree = [\n3, 5]', page='')
    """
    if _BEGINNING.match(text) is None:  # no JSON object
        return None
    try:
        record = json.loads(text)
    except (ValueError, RecursionError):
        return None
    cells = record.get("cells") if isinstance(record, dict) else None
    if not isinstance(cells, list) or not all(isinstance(cell, dict) for cell in cells):
        return None
    return Notebook(code=_join_cells(cells, "code"), page=_join_cells(cells, "markdown"))


def _join_cells(cells: Sequence[dict[str, Any]], cell_type: str) -> str:
    """Return the texts of all cells of a type, with an empty line between each two."""
    texts = [_source_of(cell) for cell in cells if cell.get("cell_type") == cell_type]
    return "\n\n".join(texts)


def _source_of(cell: dict[str, Any]) -> str:
    """Return the text of a cell, which is one text or a list of its lines."""
    source = cell.get("source", "")
    if isinstance(source, list):
        return "".join(map(str, source))
    return str(source)


def read_notebook(notebook: Notebook, file: str, levels: Levels | None) -> ReadTrees:
    """Read the trees in the code of a notebook; if there are none, those in its text.

    Args:
        notebook: The cells of the notebook.
        file: What messages call its file.
        levels: The players by ply that an option gives; ``None`` if none does.

    Raises:
        NotationError: There is no tree. What is said is about its code if there is any.
    """
    problems: list[Problem] = []
    for text, place in ((notebook.code, "code"), (notebook.page, "text")):
        is_empty = not text.strip()
        if is_empty:
            continue
        try:
            trees = read_trees(text, file=file, levels=levels)
        except NotationError as error:
            problems.append(_locate(error.problems[0], place, file))
            continue
        # Blocks in the text are not looked into if the code has the tree.
        has_other_blocks = place == "code" and len(find_blocks(notebook.page)) > 0
        return _name_notebook(trees, place, has_other_blocks=has_other_blocks)

    if problems:
        first_problem = problems[0]
        raise NotationError([first_problem])
    message = "this is a notebook of Jupyter without code and text"
    raise NotationError([Problem(safe(file), message, hint=_WITHOUT_TREE)])


def _name_notebook(trees: ReadTrees, place: str, *, has_other_blocks: bool) -> ReadTrees:
    """Return trees with the remark that they stand in the code or the text of a notebook."""
    described = trees.read_as.removeprefix("read as ") if trees.read_as else "the notation"
    read_as = f"read as a notebook of Jupyter, its {place} as {described}"
    if has_other_blocks:
        read_as = f"{read_as}; what stands in its text is left out"
    exercises = (replace(exercise, read_as=read_as) for exercise in trees.exercises)
    return trees._replace(exercises=tuple(exercises), read_as=read_as)


def _locate(problem: Problem, place: str, file: str) -> Problem:
    """Return a problem in the code or the text of a notebook without its line there.

    The line is one of no file: the file has the lines of JSON. It is shown in the message.
    """
    message = f"in the {place} of this notebook of Jupyter: {problem.message}"
    line = "" if problem.line_text is None else f": {problem.line_text.strip()}"
    return Problem(safe(file), f"{message}{line}", hint=problem.hint)
