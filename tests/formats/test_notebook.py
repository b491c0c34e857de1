"""Notebooks of Jupyter: the trees in their code, and in the blocks of their text."""

from __future__ import annotations

import json

import pytest

from tests.formats.reading import notation, opened, problem


def notebook(*cells: tuple[str, str]) -> str:
    """Return the file of a notebook with cells, each a type and a text."""
    records = [
        {"cell_type": cell_type, "metadata": {}, "source": text.splitlines(keepends=True)}
        for cell_type, text in cells
    ]
    return json.dumps({"cells": records, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


ADJACENCY = ("code", "%%time\n%matplotlib inline\n!pip install x\n?help\ntree = {'A': ['B', 'C']}")
VALUES = ("code", "values = {'B': 3, 'C': 5}")


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        (notebook(ADJACENCY, VALUES), "A:[B:3 C:5]"),
        (notebook(("markdown", "# A tree"), ("code", "tree = [[3, 5], [2, 9]]")), "[[3 5] [2 9]]"),
        (notebook(("markdown", "```mermaid\ngraph TD\nA-->3\nA-->5\n```")), "A:[3 5]"),
        (notebook(("code", "print(1)"), ("markdown", "```\n[3 5]\n```")), "[3 5]"),
    ],
)
def test_reads_the_cells_as_one_text(text: str, tree: str) -> None:
    assert notation(text, "lesson.ipynb") == tree


def test_says_where_the_tree_stands() -> None:
    read_as = opened(notebook(ADJACENCY, VALUES)).read_as
    assert read_as.startswith("read as a notebook of Jupyter, its code as Python: A with 2 leaves")


def test_says_that_blocks_of_the_text_are_left_out_beside_a_tree_in_the_code() -> None:
    text = notebook(("markdown", "```\n[1 2]\n```"), ("code", "tree = [[3, 5], [2, 9]]"))
    assert opened(text).read_as.endswith("; what stands in its text is left out")


def test_a_source_may_be_one_text() -> None:
    cell = {"cell_type": "code", "source": "tree = [[3, 5], [2, 9]]"}
    assert notation(json.dumps({"nbformat": 4, "cells": [cell]})) == "[[3 5] [2 9]]"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            notebook(("code", "tree = make(3)")),
            "in the code of this notebook of Jupyter: read as Python, ",
        ),
        (notebook(), "this is a notebook of Jupyter without code and text"),
    ],
)
def test_a_notebook_without_a_tree_is_refused(text: str, message: str) -> None:
    found = problem(text)
    assert found.message.startswith(message)
    assert found.line is None
    assert found.hint


def test_a_tree_with_the_key_nbformat_is_no_notebook() -> None:
    assert notation('{"nbformat": 4, "tree": [[3, 5], [2, 9]]}') == "[[3 5] [2 9]]"
