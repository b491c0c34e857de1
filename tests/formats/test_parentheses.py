"""Lists in parentheses: nested, with the label first, or with each number alone in its pair."""

from __future__ import annotations

import pytest

from tests.formats.opened import opened, refused
from treeexplorer.formats.door import read_trees


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("((5 8) (2 6))", "[[5 8] [2 6]]"),
        ("(\n  (5 8)\n  (2 6) ; the second\n)", "[[5 8] [2 6]]"),
        ("(((3)(6)(-2))((6)(4)(10)))", "[[3 6 -2] [6 4 10]]"),
        ("(((3) (6)) ((2) (9)))", "[[3 6] [2 9]]"),
        ("((3)(4))", "[3 4]"),
        ("((3 (4) 5) ((6)))", "[[3 [4] 5] [[6]]]"),
        ("((-inf 5) (.5 1e3))", "[[-inf 5] [0.5 1000.0]]"),
        ("(A (B 5 8) (C 2 6))", "A:[B:[5 8] C:[2 6]]"),
        ("(A\n  (B (D 5) (E 8))\n  (C (F 2) (G 6)))", "A:[B:[D:5 E:8] C:[F:2 G:6]]"),
        ("(max (min 5 8) (min 2 6))", "max[min[5 8] min[2 6]]"),
        ('("left side" ("B 1" 5 8) 3)', '"left side":["B 1":[5 8] 3]'),
        ("'((3 12) (2 4))", "[[3 12] [2 4]]"),
        ("(quote (A (B 5 8) 3))", "A:[B:[5 8] 3]"),
        ("(list (list 3 12) (list 2 4))", "[[3 12] [2 4]]"),
        ("(define tree '(A (B 5 8) (C 2 6)))", "A:[B:[5 8] C:[2 6]]"),
        ("(defparameter *tree* '((3 5) (2 9)))\n(defun f (x) x)", "[[3 5] [2 9]]"),
        ("(5 (5 (5) (8)) (2 (2) (6)))", "5[5[5 8] 2[2 6]]"),
        ("(A:(3 4) B:5)", "[A:[3 4] B:5]"),
        ("(A (B 5 nil) nil)", "A:[B:5]"),
        ("((1 2) (3 4))\n((5 6) (7 8))", "[[1 2] [3 4]]; [[5 6] [7 8]]"),
    ],
)
def test_reads(text: str, tree: str) -> None:
    assert opened(text) == ("lists in parentheses", tree)


@pytest.mark.parametrize("text", ["((3, 12), (2, 4))", "((5, 6), (1, 2),)"])
def test_with_commas_it_is_python_and_the_same_tree(text: str) -> None:
    without_commas = text.replace(",", " ")
    assert opened(text)[0] == "Python"
    assert opened(text)[1] == opened(without_commas)[1]


def test_numbers_alone_fit_two_readings() -> None:
    problem = refused("(3 12 8)")
    assert "numbers alone in parentheses fit two readings" in problem.message
    assert problem.hint == "write [3 12 8] or 3[12 8]"


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("((5 8) (2 6)", (1, 1), "the “(” here is never closed"),
        ("((5 8)) )", (1, 9), "“)” cannot stand here"),
        ("((5 8)\n (2 6} 3)", (2, 6), "“}” cannot stand here"),
        ("(A . 5)", (1, 4), "a dotted pair is no list of children"),
    ],
)
def test_says_what_is_wrong_and_where(text: str, place: tuple[int, int], message: str) -> None:
    problem = refused(text, "given.lisp")
    assert message in problem.message
    assert (problem.line, problem.column) == place


def test_depth_has_no_limit() -> None:
    deep = read_trees("(" * 10_000 + "3 4" + ")" * 10_000)
    (exercise,) = deep.exercises
    assert exercise.tree.depth == 10_000
