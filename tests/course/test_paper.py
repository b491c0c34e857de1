"""Papers with answers on lines of words, which have no key: what is read, and what is no paper."""

from __future__ import annotations

import pytest

from treeexplorer.course.handin import grade_text
from treeexplorer.course.key import check_key
from treeexplorer.course.paper import read_paper
from treeexplorer.marking.check import check
from treeexplorer.notation import parse
from treeexplorer.rules import Rules

KEY = "3[A:3[3 12 8] B:<=2[2 /4 /6] C:2[14 5 2]]"
DRAWN = "@title T\n[A:[3 12 8] B:[2 4 6] C:[14 5 2]]\n"


@pytest.mark.parametrize(
    "words",
    [
        "root = 3\nA = 3\nB <= 2\nC = 2\nPruned: 4, 6",
        "A: 3; B: ≤ 2; C: 2\nroot: 3\n4 and 6 are pruned.\n\nBest regards\nAnna",
        "| node | value |\n|-|-|\n| root | 3 |\n| A | 3 |\n| B | ≤ 2 |\n| C | 2 |\nPruned: 4, 6",
    ],
)
def test_a_paper_has_one_verdict_with_a_key_and_without(words: str) -> None:
    paper = read_paper(DRAWN + words)
    assert paper is not None
    (exercise,) = paper.exercises
    assert check(exercise).headline == "All 6 answers are right."

    keys = {"": check_key([("T", parse(KEY), Rules())])}
    assert float(grade_text("paper", (DRAWN + words).encode(), keys).marks.points) == 6


@pytest.mark.parametrize(
    "text",
    [
        KEY,  # in the notation
        "[[3 12] [2 4]]\nSee you!",  # no answer
        "tree = [[3, 12], [2, 4]]\nA = 3",  # a program
        "[[3 12] [2 4]]\nA = 3\nn = 7 nodes\nt = 3 ms\nk = 2 cut-offs",  # mostly no answers
        "[[3 12] [2 4]\nA = 3 [",  # a tree that the notation refuses
        "A = 3",
    ],
)
def test_what_is_no_paper_with_answers_in_words(text: str) -> None:
    assert read_paper(text) is None
