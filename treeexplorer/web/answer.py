"""What a text that is typed into the site becomes: a page, or the sentence that refuses it.

This runs in the browser, under Pyodide, and where the ready pages are made.
"""

from __future__ import annotations

import json
from typing import Final, NamedTuple

from treeexplorer.course_file import Course
from treeexplorer.drawing.figures import UNTITLED
from treeexplorer.drawing.page import PageParts, page_parts, refuse_large
from treeexplorer.engine import search
from treeexplorer.engine.algorithms import rules_of
from treeexplorer.errors import TreeexplorerError
from treeexplorer.formats import read_trees
from treeexplorer.notation import Exercise, NotationError, notices
from treeexplorer.text import as_sentence

_NAME: Final = "tree"
"""What messages call the text."""


class Shown(NamedTuple):
    """A page made of one tree of a text.

    Attributes:
        title: What stands above it; a text, not yet escaped.
        main: The markup of the page.
        data: The JSON of its steps.
        notices: What was read otherwise than it may have been meant, in sentences.
        trees: The titles of all trees of the text.
        number: Which of them this is, from 1.
    """

    title: str
    main: str
    data: str
    notices: tuple[str, ...]
    trees: tuple[str, ...]
    number: int


class Refused(NamedTuple):
    """The refusal of a text of which no page can be made.

    Attributes:
        message: What the command line would say, with the caret under the place.
        line: The line of the first problem, from 1; ``None`` where the whole text is meant.
        column: Its column, from 1.
    """

    message: str
    line: int | None = None
    column: int | None = None


def answer(text: str, number: int = 1) -> Shown | Refused:
    """Return the page for a tree that somebody typed, or the message that refuses it.

    The tree is searched under the lines that begin with ``@`` in the text itself.

    Args:
        text: What was typed: one tree or several.
        number: Which tree of the text, from 1; a number that no tree has means the first.

    Example:
        >>> answer("[[3 12 8] [2 4 6]]").title
        'Game tree'
        >>> print(answer("[[3 12 8] [2 4").message)
        tree:1:11: the bracket opened at 1:11 is never closed (2 brackets are open at the end)
          [[3 12 8] [2 4
                    ^
          hint: add the 2 missing ]
    """
    try:
        return _make_answer(text, number)
    # Before the general case, of which it is one: it knows the place of the mistake.
    except NotationError as error:
        first = error.problems[0]
        return Refused(str(error), first.line, first.column)
    except TreeexplorerError as error:
        return Refused(str(error))


def answer_json(text: str, number: int) -> str:
    """Return :func:`answer` as JSON for the site's script; ``kind`` is ``shown`` or ``refused``."""
    result = answer(text, number)
    kind = "shown" if isinstance(result, Shown) else "refused"
    return json.dumps({"kind": kind, **result._asdict()}, ensure_ascii=False)


def _make_answer(text: str, number: int) -> Shown:
    """Read a text, search its tree of a number (from 1), and return the page of it.

    A number that no tree has means the first. A TreeexplorerError is raised if the text cannot be
    read, or its tree cannot be searched or is too large.
    """
    opened = read_trees(text, file=_NAME)
    titles = _make_titles(opened.exercises)
    if not 1 <= number <= len(opened.exercises):
        number = 1

    exercise = opened.exercises[number - 1]
    page = _render_search(exercise, titles[number - 1])
    remarks = (*opened.remarks, *notices(exercise))
    return Shown(
        title=page.title,
        main=page.main,
        data=page.data,
        notices=tuple(map(as_sentence, remarks)),
        trees=titles,
        number=number,
    )


def _render_search(exercise: Exercise, title: str) -> PageParts:
    """Search a tree under its own rules, and return the parts of the page of its search.

    A TreeexplorerError is raised if the tree cannot be searched, or is too large for a page.
    """
    resolved = rules_of(exercise, Course(), {})
    # With the players of the rules, which may be others than those of the text.
    tree = exercise.tree.with_levels(resolved.rules.levels)
    refuse_large(tree)  # before the search, which would take long
    record = search(tree, resolved.rules)
    book_or_paper = exercise.directives.source
    if book_or_paper is None:
        book_or_paper = ""
    return page_parts(record, title, resolved.line, book_or_paper)


def _make_titles(exercises: tuple[Exercise, ...]) -> tuple[str, ...]:
    """Return what stands above the page of each tree: the tree's own title, or ``Game tree``.

    Several trees are told apart: one without a title of its own is ``Game tree 2`` if it is the
    second.
    """
    titles: list[str] = []
    for number, exercise in enumerate(exercises, 1):
        if exercise.directives.title:
            titles.append(exercise.directives.title)
        elif len(exercises) == 1:
            titles.append(UNTITLED)
        else:
            titles.append(f"{UNTITLED} {number}")
    return tuple(titles)
