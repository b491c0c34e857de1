"""No syntax takes what is another's, and none takes what is in the notation."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.formats.opened import opened
from treeexplorer.formats.syntaxes import SYNTAXES
from treeexplorer.gallery import examples
from treeexplorer.notation import parse_all, write_all

EXAMPLES = [example.path for example in examples()]
CERTAIN = [syntax for syntax in SYNTAXES if syntax.is_certain]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_is_in_the_notation(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert opened(text) == ("the notation", " ".join(write_all(parse_all(text)).split()))


SAMPLES = {
    "[[3, 12], [2, 4]]": "the notation",
    "[A [B [3] [12]] [C [2] [4]]]": "the notation",
    "a:[b:3 c:4]": "the notation",
    "(3,inf)[2 4]": "the notation",
    "x": "the notation",
    "[3 4]\n[5 6]": "the notation",
    "# graph TD\n[3 4]": "the notation",
    "@title digraph {\n[3 4]": "the notation",
    '{"A": ["B", 5], "B": [3]}': "JSON",
    "{'A': ['B', 5], 'B': [3]}": "Python",
    "tree = [[3, 12], [2, 4]]": "Python",
    "((3, 12), (2, 4))": "Python",
    "((3 12) (2 4))": "lists in parentheses",
    "const tree = [[3, 12], [2, 4]]": "a JavaScript, C or Java literal",
    r"\Tree [.A 3 4 ]": "LaTeX",
    "[$A$ [3] [4]]": "LaTeX",
    "graph TD\nA --> 3\nA --> 4": "Mermaid",
    "graph { A -- 3; A -- 4 }": "Graphviz DOT",
    "{(A,3),(A,4)}": "pairs",
    "A B\nB 5": "pairs",
    "A: B 3\nB: 5 6": "lines of successors",
    "parent,child\nA,3\nA,4": "a table of edges",
}


@pytest.mark.parametrize("text", SAMPLES)
def test_exactly_its_own_syntax_takes_a_text(text: str) -> None:
    assert opened(text)[0] == SAMPLES[text]


@pytest.mark.parametrize("text", SAMPLES)
def test_the_first_syntax_that_is_certain_is_right(text: str) -> None:
    certain = [syntax.name for syntax in CERTAIN if syntax.looks_like(text)]
    assert certain[:1] in ([], [SAMPLES[text]])
