"""How a paper is marked: the scheme by example, and what strategies without knowledge earn."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from treeexplorer.course.grade import TreeGrade, grade
from treeexplorer.course.key import KeyTree, check_key
from treeexplorer.engine import search
from treeexplorer.gallery import examples
from treeexplorer.judging.model_answer import collect_model_claims
from treeexplorer.marking.check import Check
from treeexplorer.notation import Claim, Claims, Exercise, load_all, parse, sort_claims
from treeexplorer.rules import Rules
from treeexplorer.tree import GameTree, Number

KEY = "3[A:3[3 12 8] B:<=2[2 /4 /6] C:2[14 5 2]]"
NO_CUTS = "@cuts none\n5[3[3 9] 5[5 6]]"


def marked(paper: str, key: str = KEY, rules: Rules | None = None) -> TreeGrade:
    """Return the grade of one tree against a key."""
    keys = check_key([("T", parse(key), rules or Rules())])
    return grade("paper", {"T": parse(paper)}, keys).trees[0]


@pytest.mark.parametrize(
    ("paper", "points", "sum_"),
    [
        (KEY, 6, "values 4 of 4, slashes 2 of 2"),
        (KEY.replace("<=2", "2"), 6, "values 4 of 4, slashes 2 of 2"),
        (KEY.replace("C:2", "C:5"), 5, "values 3 of 4, slashes 2 of 2"),
        ("4[A:4[3 12 8] B:<=2[2 /4 /6] C:2[14 5 2]]", 5, "values 3 of 4, slashes 2 of 2"),
        ("3[A:3[3 12 8] B:<=2[2 4 6] C:2[14 5 2]]", 4, "values 4 of 4, slashes 0 of 2"),
        ("3[A:3[3 12 8] B:<=2[2 /4 6] C:2[14 5 2]]", 5, "values 4 of 4, slashes 1 of 2"),
        (
            "3[A:3[3 12 8] B:<=2[2 /4 /6] C:5[14 5 /2]]",
            5,
            "values 4 of 4, slashes 2 of 2, wrong slashes −1",
        ),
        (
            "3[A:3[3 12 8] B:<=2[2 /4 /6] C:2[14 5 /2]]",
            4,
            "values 3 of 4, slashes 2 of 2, wrong slashes −1",
        ),
        (
            "3[A:3[3 12 8] /B:[2 4 6] C:2[14 5 2]]",
            2,
            "values 3 of 4, slashes 0 of 2, wrong slashes −1",
        ),
        ("/3[A:3[3 12 8] B:<=2[2 /4 /6] C:2[14 5 2]]", 5, None),
        ("@cuts none\n3[A:3[3 12 8] B:<=2[2 /4 /6] C:2[14 5 2]]", 4, None),
        ("2[A:1[3 12 8] B:2[2 4 6] C:2[14 5 2]]", 3, "values 3 of 4, slashes 0 of 2"),
        ("@cuts none\n2[A:1[3 12 8] B:2[2 4 6] C:2[14 5 2]]", 5, "values 3 of 4, slashes 2 of 2"),
        ("6[A:6[3 12 8] B:<=2[2 /4 /6] C:>=5[14 5 /2]]", 4, None),
        (
            "3[A:3[3 12 8] B:3[2 /4 /6] C:3[14 5 2]]",
            5,
            "values 4 of 4, slashes 2 of 2, another convention −1",
        ),
    ],
)
def test_a_point_a_claim_and_each_mistake_once(paper: str, points: int, sum_: str | None) -> None:
    result = marked(paper)
    assert result.marks.points == points, result.sum_text
    assert sum_ is None or result.sum_text == sum_


def test_what_lies_below_an_excused_slash_is_earned() -> None:
    """With 9 at A the test holds in B after 5 already, so that nobody comes to its last child."""
    key = "5[A:3[3 9] B:5[5 7] C:<=1[1 /4]]"
    follows = "9[A:9[3 9] B:<=5[5 /7] C:<=1[1 /4]]"
    marks = marked(follows, key).marks
    assert marks.mistakes == 1
    assert marks.maximum - marks.points == 1


def test_a_tree_without_cuts_has_one_point_for_that() -> None:
    silent = NO_CUTS.replace("@cuts none\n", "")
    assert marked(NO_CUTS, NO_CUTS).marks.points == 4
    assert marked(silent, NO_CUTS).marks.points == 3
    assert marked(silent, NO_CUTS).marks.blanks == 1
    keys = check_key([("T", parse(NO_CUTS), Rules()), ("U", parse(KEY), Rules())])
    both = grade("paper", {"T": parse(silent), "U": parse(KEY)}, keys)
    assert both.marks.points == both.marks.maximum == 10


def test_another_convention_costs_one_point_and_minimax_is_none() -> None:
    key = "3[A:3[3 12] B:<=3[3 /4 /6] C:<=1[1 /9] D:3[5 3]]"
    strict = "3[A:3[3 12] B:3[3 4 6] C:<=1[1 /9] D:3[5 3]]"
    result = marked(strict, key)
    assert result.sum_text.endswith("another convention −1")
    assert result.marks.maximum - result.marks.points == 1
    minimax = "@cuts none\n3[A:3[3 12] B:3[3 4 6] C:1[1 9] D:3[5 3]]"
    assert "another" not in marked(minimax, key).sum_text


# -- strategies without knowledge ----------------------------------------------------------------


def keys() -> Iterator[tuple[str, KeyTree]]:
    """Yield a key of every example that can be searched, with the claims of a model answer."""
    for example in examples():
        for number, exercise in enumerate(load_all(example.path), 1):
            rules = Rules(levels=exercise.tree.levels)
            if exercise.tree.has_chance or exercise.tree.is_leaf(0) or len(exercise.tree) > 400:
                continue
            record = search(exercise.tree, rules)
            if record.waits_for is not None:
                continue
            claims = tuple(one for one in collect_model_claims(record) if one.window is None)
            key = KeyTree("T", Exercise(exercise.tree, claims), record)
            yield f"{example.name} {number}", key


def inner(tree: GameTree) -> list[int]:
    return [node for node in range(len(tree)) if not tree.is_leaf(node)]


def leaves_below(tree: GameTree, node: int) -> list[Number]:
    """Return the values of the leaves below a node, from left to right."""
    values = tree.leaf_values[node : tree.end[node]]
    return [value for value in values if value is not None] or [0]


def points(key: KeyTree, claims: Claims) -> dict[str, int]:
    exercise = Exercise(key.exercise.tree, sort_claims(claims))
    result = grade("paper", {"T": exercise}, [key]).trees[0]
    earned = {subject: number for subject, number, _ in result.points_by_subject}
    taken = sum(number for _, number in result.deductions)
    return {**earned, "pruning": max(0, earned.get("slashes", 0) - taken)}


def values(key: KeyTree) -> tuple[Claim, ...]:
    return tuple(one for one in key.exercise.claims if one.number is not None)


def test_strategies_without_knowledge_earn_nothing_for_pruning() -> None:
    count = 0
    for name, key in keys():
        tree, count = key.exercise.tree, count + 1
        crossed = tuple(Claim(node, "cut") for node in range(1, len(tree)))
        everything = points(key, (*values(key), *crossed))
        assert everything["pruning"] == 0, name
        assert everything["values"] == 0, name
        if any(claim.kind == "cut" for claim in key.exercise.claims):
            nothing = points(key, (*values(key), Claim(0, "cuts-none")))
            assert nothing["pruning"] == 0, name
        number = tree.leaf_values[next(node for node in range(len(tree)) if tree.is_leaf(node))]
        assert number is not None
        same = tuple(Claim(node, "value", number) for node in inner(tree))
        assert points(key, same)["pruning"] == 0, name
        if len(inner(tree)) > 2:
            assert points(key, same)["values"] <= Check(key.record, same).tally.right, name
        for end in (0, -1):
            copied = tuple(Claim(n, "value", leaves_below(tree, n)[end]) for n in inner(tree))
            assert points(key, copied)["pruning"] == 0, name
            if len(inner(tree)) > 2:
                assert points(key, copied)["values"] <= Check(key.record, copied).tally.right, name
    assert count > 40


# -- what may be earned without knowledge, at most ----------------------------------------------

CONDITIONS = (
    "@pruned A.1 if never\n@pruned A.2 if never\n@pruned B.1 if never\n"
    "@pruned B.2 if x <= 3\n@pruned B.3 if x <= 3\n[[3 5] [x 4 9]]"
)
WINDOWS = "(-inf,inf)[A:(-inf,inf)[3 12 8] B:(3,inf)[2 4 6] C:(3,inf)[14 5 2]]"


@pytest.mark.parametrize(
    ("paper", "key", "most"),
    [
        (re.sub(r"if x <= 3", "if never", CONDITIONS), CONDITIONS, 0),
        (WINDOWS.replace("(3,inf)", "(-inf,inf)"), WINDOWS, 0),
        (WINDOWS.replace("(3,inf)", "(-inf,3)"), WINDOWS, 2),
        ("3[A:3[3 12 8] B:2[2 4 6] C:14[14 5 2]]", KEY, 0),
        ("2[A:8[3 12 8] B:6[2 4 6] C:2[14 5 2]]", KEY, 0),
        ("14[A:12[3 12 8] B:6[2 4 6] C:14[14 5 2]]", KEY, 1),
        ("[A:[3 /12 /8] B:[2 /4 /6] C:[14 /5 /2]]", KEY, 0),
    ],
)
def test_without_knowledge_little_is_earned(paper: str, key: str, most: int) -> None:
    result = marked(paper, key)
    assert result.marks.points == most, result.sum_text
    assert result.marks.points <= result.marks.maximum / 4 or "-inf,3" in paper


def test_never_counts_beside_a_condition_that_is_right() -> None:
    assert marked(CONDITIONS, CONDITIONS).marks.points == 5
    one_wrong = CONDITIONS.replace("B.3 if x <= 3", "B.3 if x <= 4")
    assert marked(one_wrong, CONDITIONS).marks.points == 3


def test_a_right_paper_that_looks_copied_keeps_its_points() -> None:
    """The best move stands first everywhere, so that each value is its first leaf's."""
    key = "3[3[3 12] <=2[2 /4] <=1[1 /9]]"
    assert marked(key, key).marks.points == marked(key, key).marks.maximum
    one_wrong = "3[3[3 12] 2[2 /4] 1[1 0]]"
    assert marked(one_wrong, "3[3[3 12] <=2[2 /4] <=1[1 /0]]").marks.points >= 5


def test_players_that_are_drawn_are_no_convention() -> None:
    exchanged = "12[A:12[3 12 8] B:6[2 4 6] C:>=14[14 /5 /2]]"
    assert "another convention" not in marked(exchanged).sum_text
