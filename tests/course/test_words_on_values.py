"""Answers on lines beside a tree count as those in it, where it is sure which nodes are meant."""

from __future__ import annotations

import pytest

from treeexplorer.course.handin import grade_text
from treeexplorer.course.key import check_key
from treeexplorer.course.words_on_values import find_answers_in_words, split_answers_off
from treeexplorer.notation import parse
from treeexplorer.rules import Rules

TREE = parse("[[3 12 8] [2 4 6] [14 5 2]]").tree
KEY = "3[3[3 12 8] <=2[2 /4 /6] 2[14 5 2]]"


def answers_in(words: str) -> list[str] | None:
    claims = find_answers_in_words(words, [TREE])
    if claims is None:
        return None
    return [
        f"{TREE.labels.label(claim.node)} {claim.sign or ''}{claim.number}"
        for claim in claims
        if claim.window is None
    ]


@pytest.mark.parametrize(
    "words",
    [
        *("A: 3, B: <=2", "A = 3; B ≤ 2.", "- A=3 B<=2", "▽A: 3 and ▽B: at most 2"),
        *("value of A: 3, B: 2 or less", "Wert von A: 3, B =< 2", "A is 3, B is at most 2"),
        *("Node A: v=3, node B: v<=2", "A: (-inf, oo) 3, B: (3; inf) <= 2"),
        *(
            "E(A) = 3, v(B) <= 2",
            "minimax(A)=3; value(B) ≤ 2",
            "E[A]=3, E[B]=<2",
            "A's value is 3, B ≤ 2",
        ),
        *("A returns 3. B gets <= 2", "A is worth 3 and B is worth at most 2", "A -> 3, B → ≤2"),
        *(
            "A has the value 3, B has a value of at most 2",
            "MIN A: 3 | MIN node B: <=2",
            "A: min 3, B≤2",
        ),
        *("A = min(3, 12, 8) = 3, B = min(2, …) <= 2", "1. A = 6/2 = 3 ✓, B ≤ 2 (upper bound)"),
        *(
            "A: [-inf, oo] 3 (exact), B: [3; inf] <= 2",
            "(a) A = min{3, 12} = 3, B <= 2, because 3 >= 2",
        ),
        *("A: 3 (-inf, oo), B: <=2, (3, inf)", "A: α=-inf, β=inf, value 3; B: α=3 β=oo, v<=2"),
    ],
)
def test_values_of_nodes_may_stand_on_a_line(words: str) -> None:
    assert answers_in(words) == ["A 3", "B <=2"]


@pytest.mark.parametrize(
    "words",
    [
        *("A: 3 12 8", "x = 5", "Step 1: 3", "B.2: 4", "1: 3", "alpha = 3", "A: ?", "A: B"),
        *(
            "A => 3",
            "A: (-inf, 3]",
            "A: [3, 3]",
            "A: max 3",
            "E(Q) = 3",
            "A = min(3, 12, 8)",
            "A 3 12",
        ),
        *(
            "A = 3 because B = 2",
            "A = 3, since 12 is pruned",
            "A: 3 (bound)",
            "value: 3",
            "B 2, B 3 pruned",
        ),
        *("points: 5", "A > B", "A: 3/5/7", "A: 3-5", "B: yes", "3", "A", "A: (3; 4; 5) 3"),
    ],
)
def test_what_is_not_sure_answers_nothing(words: str) -> None:
    assert answers_in(words) is None


@pytest.mark.parametrize("root", ["root", "The root", "Root node", "Wurzel", "racine", "raíz"])
def test_the_root_has_its_name_in_each_language(root: str) -> None:
    assert answers_in(f"{root}: 3") == ["root 3"]


@pytest.mark.parametrize(
    "words",
    [
        *("The value of the game is 3", "Value of the tree: 3", "The minimax value is 3."),
        *("root value = 3", "Der Wert des Spiels ist 3", "root 3", "root\t3"),
    ],
)
def test_the_root_is_worth_what_the_game_is(words: str) -> None:
    assert answers_in(words) == ["root 3"]


def test_brackets_that_hold_the_children_are_no_window() -> None:
    tree = parse("[[3 12] [2 4]]").tree
    assert find_answers_in_words("A: [3, 12] 3", [tree]) is None
    claims = find_answers_in_words("A: [2, 12] 3", [tree])
    assert claims is not None
    assert [claim.window for claim in claims] == [(2, 12), None]


def test_the_best_move_and_the_leaves_read_may_stand_on_lines() -> None:
    best = find_answers_in_words("Bester Zug: A", [TREE])
    read = find_answers_in_words("Leaves read: 7", [TREE])
    assert best is not None
    assert [claim.nodes for claim in best] == [(1,)]
    assert read is not None
    assert [claim.number for claim in read] == [7]
    assert find_answers_in_words("Best move: A.1", [TREE]) is None


@pytest.mark.parametrize(
    "words",
    [
        *("B.2 is pruned if x <= 3", "Pruned: B.2 if x ≤ 3", "4 is pruned when x is at most 3."),
        *("B.2 wird pruned für x <= 3", "pruned B.2 if 3 >= x", "B.2 est pruned si x ∈ ]-∞; 3]"),
    ],
)
def test_a_condition_may_stand_on_a_line(words: str) -> None:
    tree = parse("[[3 12 8] [x 4 6]]").tree
    claims = find_answers_in_words(words, [tree])
    assert claims == list(parse("@pruned B.2 if x <= 3\n[[3 12 8] [x 4 6]]").claims)


@pytest.mark.parametrize(
    "words", ["Q is pruned if x <= 3", "B.2 is pruned if y <= 3", "4 if x <= 3"]
)
def test_a_condition_that_is_not_sure_answers_nothing(words: str) -> None:
    assert find_answers_in_words(words, [parse("[[3 12 8] [x 4 6]]").tree]) is None


def graded(paper: str) -> tuple[float, str]:
    """Return the points of a paper beside the key, of 6, and what is said of its text."""
    keys = {"": check_key([("T", parse(KEY), Rules())])}
    result = grade_text("paper", paper.encode(), keys)
    return float(result.marks.points), " ".join(result.remarks)


@pytest.mark.parametrize(
    "lines",
    [
        "root: 3\nA: 3\nB: <=2\nC: 2\npruned: 4, 6",
        "A = 3\nB ≤ 2; 4 und 6 abgeschnitten\nC = 2\nWurzel: 3",
        "root: 3, A: 3, B: <=2, C: 2. 4 and 6 are pruned.",
        "root: 3, A: 3, B: <=2, C: 2; 4 and 6 are pruned.",
    ],
)
def test_a_mail_with_answers_below_the_tree_earns_all_points(lines: str) -> None:
    points, _ = graded(f"[[3 12 8] [2 4 6] [14 5 2]]\n{lines}")
    assert points == 6


def test_a_mail_with_answers_alone_is_graded_where_the_key_has_one_tree() -> None:
    lines = "Hello,\nroot: 3\nA: 3\nB: <=2\nC: 2\n4 and 6 are pruned.\nBest, Anna"
    points, remarks = graded(lines)
    assert points == 6
    assert "There is no tree in it; its lines are read as answers to “T”." in remarks


@pytest.mark.parametrize("text", ["Hello,\nI could not do it.", "3\n4\n5", "pruned: 99"])
def test_a_mail_without_an_answer_is_not_graded(text: str) -> None:
    keys = {"": check_key([("T", parse(KEY), Rules())])}
    problem = grade_text("paper", text.encode(), keys).problem
    assert problem is not None
    assert problem.startswith("there is no tree in it")


def test_it_is_not_sure_which_of_two_trees_a_mail_answers() -> None:
    trees = [("T", parse(KEY), Rules()), ("U", parse("@cuts none\n6[5[5 9] 6[6 7]]"), Rules())]
    problem = grade_text("paper", b"A: 3", {"": check_key(trees)}).problem
    assert problem is not None


def test_what_stands_in_the_tree_holds() -> None:
    points, remarks = graded(f"{KEY}\nB: 7")
    assert points == 6
    assert "line 2: “B: 7” is not what stands in the tree; the tree holds." in remarks


@pytest.mark.parametrize(
    "words",
    [
        *(
            "B <= 2, pruned",
            "B ≤ 2; cut",
            "A = 3; no pruning",
            "A: nothing is pruned",
            "B: 2 <= 3, cut",
        ),
        *("B is pruned because 3 >= 2", "Pruned leaves: 2", "After 2, B is pruned"),
        *("B: <=2, so prune the rest", "A = min(3, 12, 8) = 3", "C: 14, 5, 2 are all read"),
    ],
)
def test_words_on_a_right_paper_cost_nothing(words: str) -> None:
    points, _ = graded(f"{KEY}\n{words}")
    assert points == 6


def test_a_leaf_behind_a_node_is_no_value_of_it() -> None:
    points, remarks = graded("[[3 12 8] [2 4 6] [14 5 2]]\nB: 4, 6 pruned")
    assert points == 2
    assert "is read as a slash at B.2, B.3." in remarks


@pytest.mark.parametrize("words", ["E is pruned", "Pruned: E", "E and H are pruned"])
def test_a_node_with_a_value_in_the_tree_is_not_pruned_by_words(words: str) -> None:
    # Its value says that E is visited: what is pruned may be the rest of it.
    key = "5[C:5[D:5[5 4] E:>=6[6 /9]] F:<=3[G:3[3 2] /H:[1 7]]]"
    keys = {"": check_key([("T", parse(key), Rules())])}
    paper = f"{key.replace('/', '')}\n{words}"
    result = grade_text("paper", paper.encode(), keys)
    assert float(result.marks.points) == 6
    assert result.marks.mistakes == 0
    assert "is not what stands in the tree; the tree holds." in " ".join(result.remarks)


def test_a_node_without_a_value_in_the_tree_is_pruned_by_words() -> None:
    key = "5[C:5[D:5[5 4] E:>=6[6 /9]] F:<=3[G:3[3 2] /H:[1 7]]]"
    keys = {"": check_key([("T", parse(key), Rules())])}
    paper = f"{key.replace('/H', 'H')}\nH is pruned"
    assert float(grade_text("paper", paper.encode(), keys).marks.points) == 8


KEY_WITH_WINDOWS = "(-inf,inf)3[A:(-inf,inf)3[3 12 8] B:(3,inf)<=2[2 /4 /6] C:(3,inf)2[14 5 2]]"


def test_windows_on_lines_are_no_trees() -> None:
    lines = "root: (-inf,inf) 3\nA = [-inf; inf] 3\nB: [3, inf] <=2\nC: [3, inf] 2\nPruned: 4, 6"
    keys = {"": check_key([("T", parse(KEY_WITH_WINDOWS), Rules())])}
    for paper in (f"[[3 12 8] [2 4 6] [14 5 2]]\n{lines}", lines):
        result = grade_text("paper", paper.encode(), keys)
        assert float(result.marks.points) == 10
        assert "tree 2" not in " ".join(result.remarks)


def test_a_line_with_two_numbers_is_a_tree_where_the_key_has_a_tree_of_leaves() -> None:
    keys = {
        "": check_key(
            [("T", parse("A:3[3 7]"), Rules(levels=parse("@levels min\n[1]").tree.levels))]
        )
    }
    assert float(grade_text("paper", b"A:3[3, 7]", keys).marks.points) == 1
    assert float(grade_text("paper", b"A: [3, 7] = 3", keys).marks.points) == 1


@pytest.mark.parametrize("window", ["alpha: 3, beta: inf", "alpha: 3; beta: ∞", "α: 3, β: inf"])
def test_the_ends_of_a_window_may_stand_behind_colons(window: str) -> None:
    tree = parse("[[3 12 8] [2 4 6]]").tree
    claims = find_answers_in_words(f"B: {window}", [tree])
    assert claims is not None
    assert [claim.window for claim in claims] == [(3, float("inf"))]


@pytest.mark.parametrize(
    ("line", "answers", "on_pruning"),
    [
        ("A = 3. 4 and 6 are pruned", "A = 3.", "4 and 6 are pruned"),
        ("B: <= 2, 4 and 6 pruned", "B: <= 2,", "B: 4 and 6 pruned"),
        ("B = 2 (4 and 6 pruned)", "B = 2", "B: 4 and 6 pruned"),
        ("A = 3", "A = 3", ""),
        ("B: 4, 6 pruned", "", "B: 4, 6 pruned"),
        ("B: <= 2, pruned", "", "B: <= 2, pruned"),
    ],
)
def test_a_line_is_split_where_it_is_sure_what_is_pruned(
    line: str, answers: str, on_pruning: str
) -> None:
    tree = parse("[[3 12] [2 4 6]]").tree
    assert split_answers_off(line, [tree]) == (answers, on_pruning)
