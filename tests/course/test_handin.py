"""A hand-in is of one person, or of several who worked together, and never of a whole course."""

from __future__ import annotations

import pytest

from treeexplorer.course.grade import Grade
from treeexplorer.course.handin import grade_text
from treeexplorer.course.key import check_key
from treeexplorer.notation import parse
from treeexplorer.rules import Rules

KEY = "3[A:3[3 12 8] B:<=2[2 /4 /6] C:2[14 5 2]]"
OTHER = KEY.replace("C:2", "C:5")


def graded(text: str) -> Grade:
    return grade_text("paper", text.encode(), {"": check_key([("T", parse(KEY), Rules())])})


@pytest.mark.parametrize(
    "text",
    [
        f"@name Anna\n{KEY}\n@name Ben\n{OTHER}",
        f"Name: Anna\n{KEY}\n\nName: Ben\n{OTHER}",
        f"Anna: {KEY}\nBen: {OTHER}",
        f"Anna\t{KEY}\nBen\t{OTHER}",
        f'name,answer\nAnna,"{KEY}"\nBen,"{OTHER}"',
    ],
)
def test_the_papers_of_several_people_are_no_hand_in(text: str) -> None:
    assert graded(text).problem == (
        "it has the papers of several people, “Anna”, “Ben”; each is to be a file of its own"
    )


@pytest.mark.parametrize(
    ("text", "student"),
    [
        (f"@name Anna\n{KEY}", "Anna"),
        (f"Name: Anna Müller\n{KEY}", "Anna Müller"),
        (f"@name Anna\n@name Ben\n{KEY}", "Anna, Ben"),
        (f"@name Anna\n{KEY}\n@name Anna\n{OTHER}", "Anna"),
        (f"@name ?\n{KEY}", ""),
        (f"{KEY}\n{OTHER}", ""),
        (f"{KEY}\nCorrection: {OTHER}", ""),
    ],
)
def test_one_paper_may_be_of_several_people_and_hold_two_tries(text: str, student: str) -> None:
    result = graded(text)
    assert float(result.marks.points) == 6
    assert result.student == student


@pytest.mark.parametrize(
    ("text", "remark"),
    [
        (
            "3[<=2[2 /4 /6] 3[3 12 8] 2[14 5 2]]",
            "tree 1 has the leaves of “T” in another order, which makes it another tree.",
        ),
        (
            "@title T\n3[B:<=2[2 /4 /6] A:3[3 12 8] C:2[14 5 2]]",
            "“T” has the leaves of the key's tree in another order, which makes it another tree.",
        ),
        (
            "@title T\n7[[3 4 5] [1 2 3] [9 8 7]]",
            "“T” has other leaves than the key's tree, most of them: is it another variant?",
        ),
    ],
)
def test_answers_to_another_tree_are_not_held_against_this_one(text: str, remark: str) -> None:
    result = graded(text)
    assert result.problem is not None
    assert result.remarks == (remark,)


TWO = {
    "": check_key(
        [
            ("One", parse(KEY), Rules()),
            ("Two", parse("5[5[5[3 5] >=6[6 /9]] <=2[2[1 2] /[0 -1]]]"), Rules()),
        ]
    )
}


@pytest.mark.parametrize(
    ("first", "second"),
    [("One:", "Two:"), ("## One", "## Two"), ("Tree 1", "Tree 2"), ("Baum One", "Aufgabe 2:")],
)
def test_a_mail_without_trees_may_name_them_by_title(first: str, second: str) -> None:
    answers = "root 5; A 5; C 5; D >= 6; B <= 2; E 2\n9 and F are pruned"
    mail = (
        f"Hello,\n{first}\nA = 3, B ≤ 2, C = 2, root: 3\n4, 6 pruned\n\n{second}\n{answers}\nAnna"
    )
    result = grade_text("paper", mail.encode(), TWO)
    assert float(result.marks.points) == 14
    assert (
        "There is no tree in it; the lines below a title are read as answers" in result.remarks[0]
    )
    assert grade_text("paper", mail.replace(first, "").encode(), TWO).marks.points == 8


def test_directives_without_a_tree_are_answers_to_the_only_one() -> None:
    key = f"@best A\n@read 7\n{KEY}"
    keys = {"": check_key([("T", parse(key), Rules())])}
    assert float(grade_text("paper", b"@best A\n@read 7\nA: 3", keys).marks.points) == 3


def test_a_line_that_is_too_long_for_an_answer_costs_itself_and_no_time() -> None:
    result = graded(f"@title T\n{KEY}\n<del>{'@best ' * 10_000}")
    assert float(result.marks.points) == 6
    assert result.remarks == (
        "line 3 is left out: with 60,005 characters it is too long for an answer.",
    )
