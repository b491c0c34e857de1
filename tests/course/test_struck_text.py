"""What is struck out is pruned where it is a branch, and left out where it was corrected."""

from __future__ import annotations

import pytest

from treeexplorer.course.handin import grade_text
from treeexplorer.course.key import check_key
from treeexplorer.course.struck_text import read_struck_text
from treeexplorer.notation import parse
from treeexplorer.rules import Rules

STRUCK = "line 1: “4” is struck out, and read as pruned."


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        *[
            ("[2 <s>4</s>]", "[2 /4]"),
            ("[2 <del>4</del>]", "[2 /4]"),
            (r"[2 \cancel{4}]", "[2 /4]"),
        ],
        *[("[2 <strike>4</strike>]", "[2 /4]"), (r"[2 \sout{ /4 }]", "[2 /4]")],
        ('[2 <span style="text-decoration: line-through;">4</span>]', "[2 /4]"),
        ("[2 <s><b>4</b></s>]", "[2 /4]"),
    ],
)
def test_a_struck_leaf_is_pruned(typed: str, text: str) -> None:
    assert read_struck_text(typed)[0] == text


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("[2 <s>4, 6</s>]", "[2 /[4, 6]]"),
        ("[2 ~~[1 7]~~]", "[2 /[1 7]]"),
        ("[2 <del>H:<=4[4 1]</del>]", "[2 /H:<=4[4 1]]"),
        ("[2 ~~4~~]", "[2 ~~4~~]"),
    ],
)
def test_whole_branches_and_several_leaves_are_pruned(typed: str, text: str) -> None:
    assert read_struck_text(typed)[0] == text


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("[<s>5</s> 3[3 12]]", "[ 3[3 12]]"),
        ("[A:<s>5</s> &lt;=3[3 12]]", "[A: &lt;=3[3 12]]"),
        ("[A: <del>5</del>[3 12]]", "[A: [3 12]]"),
        ("A = <s>5</s> 3", "A =  3"),
        ("[2 <s></s>4]", "[2 4]"),
    ],
)
def test_a_number_that_was_corrected_is_left_out(typed: str, text: str) -> None:
    assert read_struck_text(typed)[0] == text


def test_the_text_box_of_a_course_page_strikes_out() -> None:
    keys = {"": check_key([("T", parse("3[3[3 12 8] <=2[2 /4 /6] 2[14 5 2]]"), Rules())])}
    page = "<p>3[<s>4</s> 3[3 12 8] &lt;=2[2 <s>4</s> <s>6</s>] 2[14 5 2]]</p>"
    result = grade_text("paper", page.encode(), keys)
    assert float(result.marks.points) == 6
    assert "line 1: “4” is struck out, and left out." in result.remarks
