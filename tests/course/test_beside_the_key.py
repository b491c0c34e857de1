"""What a person types is read beside the key as it is meant, and named; the rest costs itself."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest

from tests.judging.test_one_judge import searched_tree
from tests.laws import batches
from treeexplorer.course.beside_the_key import read_beside
from treeexplorer.course.handin import grade_text
from treeexplorer.course.key import KeyTree, check_key
from treeexplorer.course.typed_text import typed_text
from treeexplorer.engine import search
from treeexplorer.judging.model_answer import collect_model_claims
from treeexplorer.notation import Claims, Exercise, parse, write
from treeexplorer.rules import Rules

KEY = "(-inf,inf)3[A:(-inf,inf)3[3 12 8] B:(3,inf)<=2[2 /4 /6] C:(3,inf)2[14 5 2]]"
SHORT_KEY = "3[A:3[3 12 8] B:<=2[2 /4 /6] C:2[14 5 2]]"
WITH_POINTS = "2.5[2.5[2.5 3] <=1.25[1.25 /4.5]]"

RULES = Rules()


def graded(text: str, key: str = SHORT_KEY, rules: Rules = RULES) -> tuple[float, str]:
    """Return the points of a hand-in, and what is said of its text."""
    keys: dict[str, tuple[KeyTree, ...]] = {"": tuple(check_key([("T", parse(key), rules)]))}
    result = grade_text("paper", text.encode(), keys)
    return float(result.marks.points), " ".join(result.remarks)


def claims_read(text: str, key: str = KEY) -> Claims:
    """Return the claims of a text that is read beside a key."""
    read = read_beside(text, parse(key).tree)
    assert read is not None
    return parse(read[0]).claims


@pytest.mark.parametrize(
    ("paper", "key", "remark"),
    [
        (
            "3 [A:3 [3 12 8] B:<=2 [2 /4 /6] C:2 [14 5 2]]",
            SHORT_KEY,
            "line 1: “3 [” is read as 3 at ▲root; 3 other places in the same way.",
        ),
        (
            "3[3[3 12 8] <=2 [2 / 4 /6] 2[14 5 2]]",
            SHORT_KEY,
            "line 1: “<=2 [” is read as ≤ 2 at ▽B; 1 other place in the same way.",
        ),
        (
            "[[3 12 8]=3 [2 /4 /6]<=2 [14 5 2]=2]=3",
            SHORT_KEY,
            "line 1: “]=3” is read as 3 at ▽A; 3 other places in the same way.",
        ),
        (
            "3[3[3 12 8] ≤2[2 /4 /6] =<2[14 5 2]]",
            SHORT_KEY.replace("C:2", "C:<=2").replace("14 5 2", "2 /5 /14"),
            "line 1: “=<2” is read as ≤ 2 at ▽C.",
        ),
        (
            "3[3 <=2[2 / ...]]",
            "3[3 <=2[2 /...]]",
            "line 1: “/ ...” is read as a slash before the dots at ▽A.",
        ),
        (
            KEY.replace("inf", "oo"),
            KEY,
            "line 1: “(-oo,oo)” is read as (−∞, +∞) at ▲root; 3 other places in the same way.",
        ),
        (
            KEY.replace("C:(3,inf)2", "C:[3, inf]2"),
            KEY,
            "line 1: “[3, inf]” is read as (3, +∞) at ▽C.",
        ),
        (
            "2,5[2,5[2,5 3] <=1,25[1,25 /4,5]]",
            WITH_POINTS,
            "line 1: “2,5” is read as 2.5 at ▲root; 5 other places in the same way.",
        ),
    ],
)
def test_what_is_meant_is_read_and_named(paper: str, key: str, remark: str) -> None:
    if "2 /5 /14" in key:
        paper = paper.replace("14 5 2", "2 /5 /14")
    most, _ = graded(key, key)
    assert graded(paper, key) == (most, remark)


@pytest.mark.parametrize(
    ("paper", "lost", "remark"),
    [
        (KEY.replace("C:(3,inf)", "C:(3;;oo)"), 1, "“(3;;oo)” is left out: it is no window."),
        (KEY.replace("B:(3,inf)<=2", "B:(3,inf)<=2o"), 1, "“<=2o” is left out: it is no value"),
        (KEY.replace("C:(3,inf)2", "C:(3,inf)so 2"), 0, "“so” is left out: it is no value"),
        (KEY.replace("12", "l2-"), 0, "“l2-” is left out: it is no value."),
        (
            KEY.replace("B:(3,inf)", "B:(0,inf)[3, inf]"),
            1,
            "“[3, inf]” is left out: the node has a window already.",
        ),
        (
            KEY.replace("B:(3,inf)", "B:[3, inf][0, inf]"),
            0,
            "“[0, inf]” is left out: the node has a window already.",
        ),
    ],
)
def test_what_is_not_understood_costs_itself_alone(paper: str, lost: int, remark: str) -> None:
    points, remarks = graded(paper, KEY)
    assert points == 10 - lost
    assert remark in remarks


@pytest.mark.parametrize("before", ["(3,inf)", "(3,inf) ", "(3,inf)  "])
@pytest.mark.parametrize(
    "bound", ["<=2", "≤2", "≤ 2", "v<=2", "v ≤ 2", "„≤2“", "<=2(pruned)", "≤2!"]
)
@pytest.mark.parametrize(
    "behind", ["", " ", "(0,inf)", "[0,inf]", "[0, 9, 8, 7]", ",", ";", " pruned"]
)
def test_whatever_stands_around_a_bound_it_is_read(before: str, bound: str, behind: str) -> None:
    paper = KEY.replace("B:(3,inf)<=2", f"B:{before}{bound}{behind}")
    assert claims_read(paper) == parse(KEY).claims


@pytest.mark.parametrize(
    "window",
    [
        *("[3,inf]", "[3, inf] ", "(3;∞)", "(3 | oo)", "(3..inf)", "3..inf ", "3, inf ", "3 oo "),
        *("α=3 β=∞ ", "α=3, β=∞ ", "a=3,b=oo ", "(α=3,β=∞)", "[α = 3, β = ∞]", "alpha=3 beta=inf "),
        *("(alpha: 3, beta: inf)", "(a:3 b:oo)", "[Alpha : 3; Beta : ∞]"),
        *("]3,inf[", "[3,inf[", "(3,inf]", "[3,inf)", "<3,inf>", "{3;inf}", "(3,inf", "(3,inf) : "),
        *("[3,inf](0,inf)", "[3,inf] [0,inf]", "(3,0;inf)", "„(3,inf)“", "((3,inf))"),
    ],
)
@pytest.mark.parametrize("bound", ["<=2", "≤ 2"])
def test_a_window_is_read_in_whatever_brackets(window: str, bound: str) -> None:
    paper = KEY.replace("B:(3,inf)<=2", f"B:{window}{bound}")
    assert claims_read(paper) == parse(KEY).claims


@pytest.mark.parametrize(
    "window",
    [
        "(3)",
        "()",
        "[]",
        "[3]",
        "[<=2]",
        "(3,inf,5)",
        "[3,inf,5,6]",
        "3/inf ",
        "(3,infinite)",
        "3<v ",
    ],
)
def test_a_window_that_is_not_understood_costs_itself(window: str) -> None:
    paper = KEY.replace("B:(3,inf)<=2", f"B:{window}<=2")
    assert graded(f"@title T\n{paper}", KEY)[0] == 9


@pytest.mark.parametrize(
    "bound", [">=3", "=3", "3+", "2-", "<2", "2≥v", "~2", "≈2", "(2≥v)", "[~2]"]
)
@pytest.mark.parametrize("behind", ["", "(0,inf)", " "])
def test_a_bound_that_is_wrong_or_not_understood_costs_itself(bound: str, behind: str) -> None:
    paper = KEY.replace("B:(3,inf)<=2", f"B:(3,inf){bound}{behind}")
    assert graded(f"@title T\n{paper}", KEY)[0] == 9


@pytest.mark.parametrize(
    ("leaves", "lost"),
    [
        *[("2 x4 x6", 0), ("2 X 4 X 6", 0), ("2 //4 //6", 0), ("2 \\4 \\6", 0), ("2;/4;/6", 0)],
        *[("2 /4(pruned) /6(pruned)", 0), ("2 /4 /6 (pruned)", 0), ("2 /(4) /(6)", 0)],
        *[("2 (pruned) (pruned)", 2), ("2 4(pruned) 6(pruned)", 0), ("2 x x", 0), ("2 ~4~ /6", 1)],
    ],
)
def test_a_slash_is_read_in_whatever_sign(leaves: str, lost: int) -> None:
    paper = KEY.replace("2 /4 /6", leaves)
    assert graded(f"@title T\n{paper}", KEY)[0] == 10 - lost


@pytest.mark.parametrize(
    ("leaves", "lost", "remark"),
    [
        ("2 4/ 6/", 0, "“4/” is read as a slash at B.2; 1 other place in the same way."),
        ("2 /4 6x", 0, "“6x” is read as a slash at B.3."),
        ("2 4 (pruned) /6", 0, "“4 (pruned)” is read as a slash at B.2."),
        ("2 4(cut off) ✂6", 0, "“4(cut off)” is read as a slash at B.2"),
        ("2 ~~4~~ /6", 0, "“~~4~~” is read as a slash at B.2."),
        ("2 --4-- /6", 0, "“--4--” is read as a slash at B.2."),
        ("2 \u03384 /6", 0, "is read as a slash at B.2."),
        ("2 /4 /", 0, "“/” is read as a slash at B.3."),
        ("2, ✗, ✗", 0, "“/” is read as a slash at B.2; 1 other place in the same way."),
        ("2 cut pruned", 0, "“cut” is read as a slash at B.2; 1 other place in the same way."),
        ("2 - –", 0, "“-” is read as a slash at B.2; 1 other place in the same way."),
        ("2 -4- -6-", 0, "“-4-” is read as a slash at B.2; 1 other place in the same way."),
        (
            "2 4 pruned 6 pruned",
            0,
            "“4 pruned” is read as a slash at B.2; 1 other place in the same way.",
        ),
        (
            "2 pruned 4 pruned 6",
            0,
            "“pruned” is read as a slash at B.2; 1 other place in the same way.",
        ),
        ("2 /[4 6]", 0, "“/[4 6]” is read as /4 /6 at ▽B."),
        ("2 | 4 6", 0, "line 2: “|” is read as a slash at B.2, B.3."),
        ("2 // 4 6", 0, "line 2: “//” is read as a slash at B.2, B.3."),
        ("2 ✂ 4, 6", 0, "line 2: “✂” is read as a slash at B.2, B.3."),
        ("2| 4 6", 0, "line 2: “|” is read as a slash at B.2, B.3."),
        ("2 ||", 0, "line 2: “||” is read as a slash at B.2, B.3."),
        ("2 4 | 6", 1, "line 2: “|” is read as a slash at B.3."),
        (
            "| 2 4 6",
            2,
            "line 2: “|” is left out: a slash before each branch says that it is pruned.",
        ),
        ("2 (4) /6", 1, "“(4)” is read as 4 at ▽B."),
        ("2 [4 6]", 2, "“[4 6]” is read as 4 6 at ▽B."),
        ("2 /...", 0, "“/...” is read as a slash at B.2, B.3."),
        ("2 ...", 2, "line 2: B.2, B.3 are missing; the key’s are taken, without a slash."),
        ("2", 2, "line 2: B.2, B.3 are missing; the key’s are taken, without a slash."),
        ("2 /4", 1, "line 2: B.3 is missing; the key’s is taken, without a slash."),
    ],
)
def test_what_is_pruned_may_be_left_out_or_stand_apart(leaves: str, lost: int, remark: str) -> None:
    points, remarks = graded("@title T\n" + KEY.replace("2 /4 /6", leaves), KEY)
    assert points == 10 - lost
    assert remark in remarks


@pytest.mark.parametrize(
    ("leaves", "lost", "remark"),
    [
        ("2 (rest pruned)", 0, "“(rest pruned)” is read as a slash at B.2, B.3."),
        ("2, the rest is pruned", 0, "“the rest is pruned” is read as a slash at B.2, B.3."),
        ("2 /4 rest pruned", 0, "“rest pruned” is read as a slash at B.3."),
        ("2 (4, 6 pruned)", 0, "“(4, 6 pruned)” is read as /4 /6 at ▽B."),
        ("2 (pruned: 4 6)", 0, "“(pruned: 4 6)” is read as /4 /6 at ▽B."),
        ("2 X", 0, "“X” is read as a slash at B.3."),
        ("2 /", 0, "“/” is read as a slash at B.3."),
        ("2 pruned", 0, "“pruned” is read as a slash at B.3."),
        (
            "2 4 pruned 6",
            2,
            "“pruned” is left out: it may belong to what stands before it or behind",
        ),
        ("2 4 x 6", 2, "“x” is left out: it may belong to what stands before it or behind it;"),
        ("2 4 pruned: 6", 1, "“pruned:” is read as a slash at B.3."),
        ("2 4, pruned 6", 1, "“pruned” is read as a slash at B.3."),
        ("2 pruned 4 pruned 6", 0, "“pruned” is read as a slash at B.2; 1 other place"),
    ],
)
def test_one_mark_may_stand_for_several_leaves_and_one_for_neither(
    leaves: str, lost: int, remark: str
) -> None:
    points, remarks = graded("@title T\n" + KEY.replace("2 /4 /6", leaves), KEY)
    assert points == 10 - lost
    assert remark in remarks


def test_two_marks_for_three_missing_leaves_are_those_of_two() -> None:
    key = "3[A:3[3 12] B:<=2[2 /4 /6 /8]]"
    points, remarks = graded("@title T\n3[A:3[3 12] B:<=2[2 x x]]", key)
    assert points == 5
    assert "B.4 is missing; the key’s is taken, without a slash." in remarks


def test_a_line_before_a_branch_prunes_it() -> None:
    key = "5[5[5[3 5] >=6[6 /9]] <=2[2[1 2] /[0 -1]]]"
    paper = "5[5[5[3 5] >=6[6 | 9]] <=2[2[1 2] // F]]"
    points, remarks = graded(f"@title T\n{paper}", key)
    assert points == 8
    assert "“//” is read as a slash at ▲F." in remarks


def test_bars_between_all_leaves_prune_nothing() -> None:
    paper = "3[3[3 | 12 | 8] <=2[2 | /4 | /6] 2[14 | 5 | 2]]"
    text, remarks = read_beside(paper, parse(SHORT_KEY).tree) or ("", [])
    assert parse(text) == parse("3[3[3 12 8] <=2[2 /4 /6] 2[14 5 2]]")
    assert remarks[0].startswith("line 1: “|” is left out: ")


def test_from_right_to_left_a_line_prunes_nothing() -> None:
    key = "6[<=2[/14 /5 2] 6[6 6 7]]"
    rules = Rules(order="right-to-left")
    points, _ = graded("@title T\n6[<=2[14 5 | 2] 6[6 6 7]]", key, rules)
    assert points == 3  # those of the values


@pytest.mark.parametrize(
    ("leaves", "lost", "remark"),
    [
        ("2 /4/6", 0, ""),
        ("2 4\u0336 6\u0338", 0, "is read as a slash at B.2; 1 other place in the same way."),
        (
            "2 pruned:4 cut 6",
            0,
            "“pruned:” is read as a slash at B.2; 1 other place in the same way.",
        ),
        (
            "2 4* *6",
            2,
            "“4*” is left out: its mark may mean anything; a slash before it means pruned.",
        ),
    ],
)
def test_other_signs_at_a_leaf(leaves: str, lost: int, remark: str) -> None:
    points, remarks = graded("@title T\n" + KEY.replace("2 /4 /6", leaves), KEY)
    assert points == 10 - lost
    assert remark in remarks
    assert bool(remark) == bool(remarks)


BRANCH = "5[D:5[E:5[5 3] F:>=6[6 /7]] G:<=4[H:4[4 1] /I:[9 2]]]"


@pytest.mark.parametrize(
    ("branch", "remark"),
    [
        ("I:[9 2]/", "“]/” is read as a slash at ▲I."),
        ("I:[9 2]x", "“]x” is read as a slash at ▲I."),
        ("I:[9 2] (pruned)", "“] (pruned)” is read as a slash at ▲I."),
        ("I:pruned[9 2]", "“pruned” is read as a slash at ▲I."),
        ("pruned: I:[9 2]", "“pruned:” is read as a slash at ▲I."),
        ("xI:[9 2]", "“x” is read as a slash at ▲I."),
        ("X[9 2]", "“X” is read as a slash at ▲I."),
        ("/I", "“/I” is read as a slash at ▲I."),
        ("/", "“/” is read as a slash at ▲I."),
        ("/...", "“/...” is read as a slash at ▲I."),
    ],
)
def test_a_branch_is_crossed_out_in_many_ways(branch: str, remark: str) -> None:
    points, remarks = graded("@title T\n" + BRANCH.replace("/I:[9 2]", branch), BRANCH)
    assert points == 8
    assert remark in remarks


def test_a_node_that_is_called_x_is_not_crossed_out() -> None:
    key = "3[x:3[3 12] <=2[2 /4]]"
    assert graded(f"@title T\n{key}", key) == (4, "")


@pytest.mark.parametrize(
    ("number", "remark"),
    [
        ("G=4", ""),
        ("G:v:4", "“v:4” is read as 4 at ▽G."),
        ("G:V=4", "“V=4” is read as 4 at ▽G."),
        ("G:at most 4", "“at most 4” is read as ≤ 4 at ▽G."),
        ("„G“:<=4", ""),
    ],
)
def test_a_number_is_read_with_the_words_before_it(number: str, remark: str) -> None:
    points, remarks = graded("@title T\n" + BRANCH.replace("G:<=4", number), BRANCH)
    assert points == 8
    assert remark in remarks


@pytest.mark.parametrize(
    "paper",
    [
        KEY.replace("(-inf,inf)", "(- inf , inf)"),
        KEY.replace("inf", r"\infty"),
        KEY.replace("(-inf,inf)", "(-inf to inf)"),
        KEY.replace("(-inf,inf)", "α: -inf β: inf "),
        KEY.replace("(-inf,inf)", " alpha -inf beta inf "),
        KEY.replace("inf", "unendlich"),
        "[A:[3 12 8]3(-inf,inf) B:[2 /4 /6]<=2(3,inf) C:[14 5 2]2(3,inf)]3(-inf,inf)",
        f"{KEY}]",
    ],
)
def test_more_ways_to_write_windows_and_brackets(paper: str) -> None:
    assert graded(f"@title T\n{paper}", KEY)[0] == 10


@pytest.mark.parametrize(
    "behind",
    ["=3 (-inf,inf)", " 3 (-inf, inf)", " = 3 (-oo; oo)  # root", "(-inf,inf)=3", " (-inf,inf) =3"],
)
def test_the_root_may_have_its_value_and_its_window_behind_its_bracket(behind: str) -> None:
    read = read_beside(f"[[3 12] [2 4]]{behind}", parse("[[3 12] [2 4]]").tree)
    assert read is not None
    assert read.text.strip() == "(-inf,inf)=3[[3 12] [2 4]]"


def test_a_window_behind_a_value_is_of_that_node_where_nothing_follows() -> None:
    read = read_beside("[[3 12]=3 (0,9), [2 4] <=2 (3,9)]", parse("[[3 12] [2 4]]").tree)
    assert read is not None
    assert read.text == "[(0,9)=3[3 12], (3,9)<=2[2 4]]"


def test_text_behind_a_tree_costs_itself_and_not_the_tree() -> None:
    points, remarks = graded(f"@title T\n{SHORT_KEY} α=-∞ β=∞", SHORT_KEY)
    assert points == 6
    assert remarks == "line 2: “α=-∞ β=∞” is left out: it is no value, bound or window."


def test_a_window_behind_a_bracket_that_touches_the_next_node_is_of_that_node() -> None:
    paper = "[A:[3 12 8] (3,inf)[2 4 6] [14 5 2](0,1)]"
    text, _ = read_beside(paper, parse(KEY).tree) or ("", [])
    assert text == "[A:[3 12 8] (3,inf)[2 4 6] (0,1)[14 5 2]]"


@pytest.mark.parametrize("unslashed", [KEY.replace("/", ""), SHORT_KEY.replace("/", "")])
@pytest.mark.parametrize(
    ("words", "remark"),
    [
        ("Pruned: B.2, B.3", "line 3: “Pruned: B.2, B.3” is read as a slash at B.2, B.3."),
        ("(4 and 6 are pruned)", "is read as a slash at B.2, B.3."),
    ],
)
def test_words_about_pruning_are_slashes(unslashed: str, words: str, remark: str) -> None:
    key = KEY if "inf" in unslashed else SHORT_KEY
    for paper in (f"{unslashed}\n{words}", f"\n{unslashed} {words}"):
        points, remarks = graded(f"@title T\n{paper}", key)
        assert points == graded(key, key)[0]
        assert remark in remarks


@pytest.mark.parametrize(
    ("words", "points", "remark"),
    [
        ("Pruned: none", 8, "line 3: “Pruned: none” is read as @cuts none."),
        ("Pruned: 2", 8, "“Pruned: 2” is left out: it is not sure which nodes are meant; a slash"),
        ("Best move: A", 8, "line 3: “Best move: A” is read as if it stood in the tree."),
        (
            "Best move: left",
            8,
            "“Best move: left” is left out: it is no answer such as “A: 3” or “Pruned: 4”.",
        ),
        ("* = pruned", 8, ""),
    ],
)
def test_other_words_are_named(words: str, points: int, remark: str) -> None:
    paper = KEY.replace("/", "")
    found, remarks = graded(f"@title T\n{paper}\n{words}", KEY)
    assert found == points
    assert remark in remarks
    assert "tree 2" not in remarks


def test_stars_with_a_legend_are_slashes() -> None:
    paper = KEY.replace("/4 /6", "4* 6*")
    points, remarks = graded(f"@title T\n{paper}\n* = pruned", KEY)
    assert points == 10
    assert remarks.startswith("line 2: “*” is read as a slash; 1 other place in the same way.")


@pytest.mark.parametrize(
    ("typed", "points", "remark"),
    [
        ("@best: A", 1, "line 2: “@best: A” is read as @best A."),
        ("@Best move: A.", 1, "“@Best move: A.” is read as @best A."),
        ("@ best = A", 1, "is read as @best A."),
        ("@best A", 1, ""),
        ("@best left", 0, "“@best left” is left out: no node is called “left”"),
        ("@bset A", 0, "“@bset A” is left out: unknown directive @bset."),
    ],
)
def test_a_directive_is_read_with_a_slip_of_the_keyboard(
    typed: str, points: int, remark: str
) -> None:
    key = "@best A\n[[3 12 8] [2 4 6]]"
    found, remarks = graded(f"@title T\n{typed}\n[[3 12 8] [2 4 6]]", key)
    assert found == points
    assert remark in remarks
    assert bool(remark) == bool(remarks)


@pytest.mark.parametrize("typed", ["@read: 4", "@read=4", "@read 4 leaves", "@Read 4 of 6"])
def test_leaves_read_are_counted_in_other_words(typed: str) -> None:
    key = "@read 4\n[[3 12 8] [2 4 6]]"
    assert graded(f"@title T\n{typed}\n[[3 12 8] [2 4 6]]", key)[0] == 1


@pytest.mark.parametrize(
    "typed", ["B.2 when x => 3", "B.2: x ≥ 3", "B.2 iff x at least 3", "B.2 if 3 <= x"]
)
def test_a_condition_is_read_in_other_words(typed: str) -> None:
    key = "@pruned B.2 if x >= 3\n[[x 9] [3 4]]"
    assert graded(f"@title T\n@pruned {typed}\n[[x 9] [3 4]]", key)[0] == 1


@pytest.mark.parametrize(
    ("paper", "remark"),
    [
        ("4[4[3 5] 3.5[2 4]]", "“T”: its probabilities are others; the key’s are taken."),
        ("4[4[0,5*3 0,5*5] 3,5[0,25*2 0,75*4]]", "“0,5*” is read as 0.5* at A.1; 4 other places"),
        ("4[4[1/2*3 1/2*5] 7/2[1/4*2 3/4*4]]", ""),
    ],
)
def test_weights_of_a_chance_node_are_read_whatever_the_levels_are_called(
    paper: str, remark: str
) -> None:
    rules = Rules(levels=parse("@levels max chance\n[[3 5] [2 4]]").tree.levels)
    text = "@levels max chance\n4[4[0.5*3 0.5*5] 3.5[0.25*2 0.75*4]]"
    keys = {"": tuple(check_key([("T", parse(text), rules)]))}
    result = grade_text("paper", f"@title T\n{paper}".encode(), keys)
    assert result.marks.points == 3
    assert remark in " ".join(result.remarks)
    assert bool(remark) == bool(result.remarks)


@pytest.mark.parametrize(
    "dots",
    ["/...", "/…", "/ ...", "/..", "/....", "x...", ".../", "... (pruned)", "/", "\\..."],
)
def test_dots_are_crossed_out_in_many_ways(dots: str) -> None:
    key = "6[6[6[1 5 6] >=8[8 /...]] <=5[5 /...]]"
    assert graded("@title T\n" + key.replace("/...", dots), key)[0] == 7


@pytest.mark.parametrize(
    ("number", "points"), [("<=- 2", 2), ("- 2 ", 2), ("MIN: -2", 2), ("B = -2", 2), ("2", 1)]
)
def test_a_minus_belongs_to_the_number_behind_it(number: str, points: int) -> None:
    key = "[3[3 12] <=-2[-2 /4]]"
    found, _ = graded(f"@title T\n[3[3 12] {number}[-2 /4]]", key)
    assert found == points + 1


@pytest.mark.parametrize("numbers", ["14, 5, 2", "2 or 5", "5 <=2"])
def test_of_several_numbers_at_a_node_none_counts(numbers: str) -> None:
    points, remarks = graded("@title T\n" + KEY.replace("C:(3,inf)2", f"C:(3,inf) {numbers}"), KEY)
    assert points == 9
    assert "several numbers stand at ▽C, so none counts." in remarks


@pytest.mark.parametrize("numbers", ["2 2", "2, v=2", "2?", "2 ?", "2 = min 2 4 6", "2 step 5"])
def test_a_number_may_stand_there_twice_or_with_words_behind_it(numbers: str) -> None:
    paper = KEY.replace("C:(3,inf)2", f"C:(3,inf) {numbers}")
    assert graded(f"@title T\n{paper}", KEY)[0] == 10


ONE_AND_TWO = {
    "": tuple(
        check_key(
            [
                ("One", parse(SHORT_KEY), Rules()),
                ("Two", parse("5[5[5 7] <=4[4 /9]]"), Rules()),
            ]
        )
    )
}


@pytest.mark.parametrize(
    ("paper", "points", "remark"),
    [
        (
            "@title One\n?[?[3 12 8] ?[2 4 6] ?[14 5 2]]\n" + SHORT_KEY,
            6,
            "“One” is there twice; the one that is filled in counts.",
        ),
        (
            "@title One\n?[?[3 12 8] ?[2 4 6] ?[14 5 2]]\n?[?[3 12 8] ?[2 4 6] ?[14 5 2]]",
            0,
            "“One” is there twice; the first one counts.",
        ),
        (f"{SHORT_KEY}\n{SHORT_KEY}", 6, "“One” is there twice; the first one counts."),
        (
            f"@title Two\n{SHORT_KEY}\n@title One\n5[5[5 7] <=4[4 /9]]",
            10,
            "“Two” has the leaves of “One”, and is taken for it.",
        ),
        ("@title Two\n5[5[6 7] <=4[4 /9 1]]", 0, "“Two” is not the key's tree: it has another"),
    ],
)
def test_a_tree_is_told_by_its_leaves_where_its_title_does_not_fit(
    paper: str, points: int, remark: str
) -> None:
    result = grade_text("paper", paper.encode(), ONE_AND_TWO)
    assert result.marks.points == points
    assert remark in result.remarks or result.problem


def test_a_branch_that_is_missing_costs_itself() -> None:
    pruned, last = " /[4 [6 7]]", " C:<=1[1 /5]"
    key = f"3[A:3[3 12] B:<=2[2{pruned}]{last}]"
    points, remarks = graded("@title T\n3[A:3[3 12] B:<=2[2]]", key)
    assert points == 3
    assert "▲D is missing" in remarks
    assert "▽C is missing" in remarks


@pytest.mark.parametrize("paper", ["[[1 2] [3 4]]", "[[3 11] [2 5]]", "3[A:3[3 12 9] B:<=2[7]]"])
def test_nodes_may_be_missing_only_where_the_leaves_are_those_of_the_key(paper: str) -> None:
    points, remarks = graded(f"@title T\n{paper}", KEY)
    assert points == 0
    assert "“T” is not the key's tree: it has another shape." in remarks


def test_of_the_leaves_of_a_paper_with_missing_nodes_one_may_be_mistyped() -> None:
    paper = KEY.replace("2 /4 /6", "2").replace("12", "13")
    points, remarks = graded(f"@title T\n{paper}", KEY)
    assert points == 8
    assert "the leaf A.2 is 13, not 12; the key’s is taken." in remarks


def test_players_that_are_written_where_they_move_anyway_are_no_others() -> None:
    paper = "@title T\nmax=3[A:min=3[3 12 8] B:min<=2[2 /4 /6] C:min=2[14 5 2]]"
    assert graded(paper, SHORT_KEY) == (6, "")
    assert "its players are others" in graded(paper.replace("C:min", "C:max"), SHORT_KEY)[1]


def test_an_answer_behind_the_last_tree_is_that_tree_s() -> None:
    key = f"@best A\n@read 7\n{SHORT_KEY}"
    points, remarks = graded(f"@title T\n{SHORT_KEY}\n\n@best A\n@read 7\n# done\n", key)
    assert points == 8
    assert remarks.startswith("line 4: “best A” is read as if it stood in the tree.")


def test_a_rule_behind_the_last_tree_is_named() -> None:
    points, remarks = graded(f"@title T\n{SHORT_KEY}\n\n@fail hard\n# done\n", SHORT_KEY)
    assert points == 6
    assert remarks == "line 4: “@fail hard” is left out: no tree follows it."


def test_brackets_that_hold_other_leaves_are_another_tree() -> None:
    assert read_beside("3[3[3 12 8] 2[2 [4 7]] 2[14 5 2]]", parse(SHORT_KEY).tree) is None


def test_a_window_in_unequal_brackets_does_not_end_a_tree_of_several_lines() -> None:
    paper = KEY.replace("B:(3,inf)", "\nB:(3,inf]").replace("C:", "\nC:")
    assert graded(paper, KEY)[0] == 10


@pytest.mark.parametrize(
    ("paper", "remark"),
    [
        ("(3)[A:(3)[3 12 8] (<=2)[2 /4 /6] (2)[14 5 2]]", "“(3)” is read as 3 at ▲root; 3 other"),
        ("[3][[3][3 12 8] [<=2] [2 /4 /6] [2][14 5 2]]", "“[3]” is read as 3 at ▲root; 3 other"),
        ("3[A(3)[3 12 8] B(<=2)[2 /4 /6] C(2)[14 5 2]]", "“(3)” is read as 3 at ▽A; 2 other"),
        ("3(3(3 12 8) <=2(2 /4 /6) 2(14 5 2))", "“(” is read as [; 3 other places"),
        ("3[3[3 12 8] (3,inf)(<=2)[2 /4 /6] 2[14 5 2]]", "“(<=2)” is read as ≤ 2 at ▽B."),
        ("3((-inf,inf)3(3 12 8) <=2(2 /4 /6) 2(14 5 2))", "“[-inf,inf]” is read as (−∞, +∞)"),
        ("3[3[3 12 8] 2 or less[2 /4 /6] 2[14 5 2]]", "“2 or less” is read as ≤ 2 at ▽B."),
        ("3[3[3 12 8] 2 or lower [2 /4 /6] 2[14 5 2]]", "“2 or lower” is read as ≤ 2 at ▽B."),
        ("3[3[3 12 8] <=2[2 x X] 2[14 5 2]]", "“x” is read as a slash at B.2; 1 other place"),
        ("3[3[3 12 8], <=2[2, 4 pruned, 6 cut off], 2[14 5 2]]", "“4 pruned” is read as a slash"),
        (
            "@pruned 4 6⏎3[3[3 12 8] <=2[2 4 6] 2[14 5 2]]",
            "“@pruned 4 6” is read as a slash at B.2",
        ),
    ],
)
def test_more_ways_to_write_values_and_slashes(paper: str, remark: str) -> None:
    points, remarks = graded(paper.replace("⏎", "\n"))
    assert points == 6
    assert remark in remarks


@pytest.mark.parametrize(
    ("claim", "remark"),
    [
        ("< 2", "“< 2” is left out: it is no value, bound or window."),
        ("<3", "“<3” is left out: it is no value, bound or window."),
        ("(3) <=1", "“(3)” is left out: it is no window."),
        ("2 or more", "“2 or more” is read as ≥ 2 at ▽B."),
    ],
)
def test_another_number_than_the_claim_never_counts_as_the_claim(claim: str, remark: str) -> None:
    points, remarks = graded(f"3[3[3 12 8] {claim}[2 /4 /6] 2[14 5 2]]")
    assert points == 5
    assert remark in remarks


def test_a_leaf_that_is_called_x_is_no_slash() -> None:
    points, remarks = graded("3[3[3 12] <=2[2 x]]", "3[3[3 12] <=2[2 /x]]")
    assert points == 3
    assert remarks == ""


@pytest.mark.parametrize(
    "paper",
    [
        "3[3[3 12 8 7] <=2[2 /4 /6] 2[14 5 2]]",
        "3[3[3 12] <=2[2 /4 /6] 2[14 5 2]]",
        "3[3[3 12 8] <=2[2 /4 /6]]",
        "3[3[3 12 8] <=2[2 /4 /6] 2[14 5 2]] 7",
    ],
)
def test_another_shape_is_none(paper: str) -> None:
    assert read_beside(paper, parse(SHORT_KEY).tree) is None


def test_two_leaves_before_a_bracket_are_no_window() -> None:
    key = parse("4[3[3 12] 4[4 5]]").tree
    assert read_beside("[[3 12] [4 5]]", key) == ("[[3 12] [4 5]]", [])
    text, _ = read_beside("[[3 13] [3 12] [4 5]]", key) or ("", [])
    assert text == "[(3,13)[3 12] [4 5]]"


@pytest.mark.parametrize(
    ("paper", "expected"),
    [
        ("[[3, 5]=3[3 5] [2 9]]", "[(3,5)=3[3 5] [2 9]]"),
        ("[[3, 5] =3[3 /5] 2[2 9]]", "[(3,5)=3[3 /5] 2[2 9]]"),
        ("[[3 5]=3 [2, 9]<=2[2 /9]]", "[=3[3 5] (2,9)<=2[2 /9]]"),
        ("[[3 5] =2[2 9]]", "[[3 5] =2[2 9]]"),
    ],
)
def test_numbers_of_the_leaves_are_a_window_where_the_leaves_follow(
    paper: str, expected: str
) -> None:
    read = read_beside(paper, parse("[[3 5] [2 9]]").tree)
    assert read is not None
    assert read.text == expected


def test_a_leaf_that_is_no_integer_may_stand_in_brackets() -> None:
    key = parse("[[0.5 7] [1 inf]]").tree
    read = read_beside("[[0.5 (7)] [1 /[inf]]]", key)
    assert read is not None
    assert read.text == "[[0.5 7] [1 /inf]]"


@pytest.mark.parametrize("parentheses", ["( )", "(,)"])
def test_parentheses_that_hold_no_leaf_are_left_out(parentheses: str) -> None:
    read = read_beside(f"3[{parentheses} 3 12]", parse("3[3 12]").tree)
    assert read is not None
    assert read.text.split() == ["3[3", "12]"]
    assert read.remarks == [f"line 1: “{parentheses}” is left out: it is no window."]


def test_a_slash_within_brackets_of_leaves_may_stand_twice() -> None:
    read = read_beside("3[3 (//12)]", parse("3[3 /12]").tree)
    assert read is not None
    assert read.text == "3[3 /12]"


def typed_carelessly(text: str, chooser: random.Random) -> str:
    """Return an answer with slips of the keyboard that leave what is meant plain."""

    def slip(match: re.Match[str]) -> str:
        return f"{match[0]}{chooser.choice(['', ' ', '  '])}"

    spaced = re.sub(r"(?:(?<=[\d)])|(?<=inf))(?=\[)|(?<=\))(?=[=<>\d-])|(?<=[ \\[]/)", slip, text)
    infinite = re.sub("inf", lambda _: chooser.choice(["inf", "oo", "∞", "Infinity"]), spaced)
    separator = chooser.choice([",", ", ", ";", " "])
    return re.sub(r"\(([^(),]+),([^(),]+)\)", rf"(\1{separator}\2)", infinite)


def typed_without_a_bracket(text: str, chooser: random.Random) -> str:
    """Return an answer in which one closing bracket is missing."""
    brackets = [match.start() for match in re.finditer(r"\]", text)]
    # A tree of one leaf has none; dots could be those of either node where one is missing.
    if not brackets or "..." in text:
        return text
    missing = chooser.choice(brackets)
    return text[:missing] + " " + text[missing + 1 :]


FORMS_OF_WINDOWS = (
    *("[{}, {}]", "α={} β={} ", "(α={}, β={})", "<{};{}>", "({}..{})", "{}..{} ", "({},{}](0,1)"),
    *("({};{})(seen)", "({},{}) [0 1 2 3 4 5 6 7 8 9]"),
)
FORMS_OF_INFINITE_WINDOWS = ("{}, {} ", "]{},{}[", "]{}; {}]")


def typed_in_own_ways(text: str, chooser: random.Random) -> str:
    """Return an answer with windows as students write them, and ``v`` before some bounds."""

    def window(match: re.Match[str]) -> str:
        has_infinity = "inf" in match[0]
        forms = FORMS_OF_WINDOWS + (FORMS_OF_INFINITE_WINDOWS if has_infinity else ())
        return chooser.choice(forms).format(match[1], match[2])

    def sign(match: re.Match[str]) -> str:
        return chooser.choice(["", "v", "v "]) + match[0] + chooser.choice(["", " "])

    behind_no_player = r"(?<!min)(?<!max)\(([^(),]+),([^(),]+)\)"
    return re.sub("[<>]=", sign, re.sub(behind_no_player, window, text))


@pytest.mark.parametrize(
    "typed_otherwise", [typed_carelessly, typed_in_own_ways, typed_without_a_bracket]
)
@pytest.mark.parametrize("seed", batches(40, range(400)))
def test_a_careless_answer_has_the_claims_of_the_careful_one(
    seed: int, typed_otherwise: Callable[[str, random.Random], str]
) -> None:
    chooser = random.Random(seed)
    tree, rules = searched_tree(chooser)
    record = search(tree, rules)
    careful = Exercise(tree, collect_model_claims(record))
    written = write(careful)
    lines = written.splitlines(keepends=True)
    directives = "".join(line for line in lines if line[0] == "@")
    text = "".join(line for line in lines if line[0] != "@")
    typed = typed_otherwise(text, chooser)
    read, _ = read_beside(typed, tree) or ("", [])
    assert parse(f"{directives}{read}").claims == parse(written).claims, typed


def test_a_window_in_brackets_with_a_space_behind_it_is_named_once() -> None:
    read = read_beside("[3, inf] =2[2 4]", parse("[2 4]").tree)
    assert read == ("(3,inf)=2[2 4]", ["line 1: “[3, inf]” is read as (3, +∞) at ▲root."])


@pytest.mark.parametrize(
    ("paper", "remark"),
    [
        ("3[A:3[3 12 8] B:<=2[2 /4 /6] C:2[14 5 2]", "line 1: the closing bracket of ▲root is"),
        ("3[A:3[3 12 8] B:<=2[2 /4 /6] C:2[14 5 2⏎", "line 1: the closing bracket of ▽C is"),
        ("3[A:3[3 12 8 B:<=2[2 /4 /6] C:2[14 5 2]]", "line 1: the closing bracket of ▽A is"),
        ("3[A:3[3 12 8]⏎B:<=2[2 /4 /6⏎C:2[14 5 2]]", "line 2: the closing bracket of ▽B is"),
        ("```⏎3[3[3 12 8] <=2[2 4 6] 2[14 5 2]⏎```⏎Pruned: 4, 6", "line 2: the closing bracket"),
    ],
)
def test_a_closing_bracket_that_is_missing_is_added_where_the_key_has_it(
    paper: str, remark: str
) -> None:
    points, remarks = graded(paper.replace("⏎", "\n"))
    assert points == 6
    assert remark in remarks


ABOVE = f"@title T\n@best A\n@read 7\n{SHORT_KEY}"
TWO = f"{ABOVE}\n\n@title U\n@best B\n@read 3\nU:4[A:1[1 2] B:4[4]]"


def graded_of_two(text: str) -> tuple[float, int, str]:
    """Return the points and mistakes of a hand-in of two trees, and what is said of its text."""
    trees = [("T", ABOVE), ("U", TWO.partition("@title U\n")[2])]
    key = check_key([(title, parse(tree), Rules()) for title, tree in trees])
    result = grade_text("paper", text.encode(), {"": tuple(key)})
    return float(result.marks.points), result.marks.mistakes, " ".join(result.remarks)


def test_an_answer_behind_a_tree_is_no_answer_to_the_next() -> None:
    most, _, _ = graded_of_two(TWO)
    behind = TWO.replace("@best A\n@read 7\n", "").replace("\n\n", "\n@best A\n@read 7\n\n")
    points, mistakes, remarks = graded_of_two(behind)
    assert (points, mistakes) == (most, 0)
    assert "“read 7” is read as if it stood in the tree." in remarks
    assert graded_of_two(TWO.replace("\n\n", "\n"))[0] == most


def test_answers_on_the_line_of_a_title_are_named() -> None:
    most, _, _ = graded_of_two(TWO)
    points, mistakes, remarks = graded_of_two(TWO.replace("@title T\n@best A", "@title T @best A"))
    assert (points, mistakes) == (most - 1, 0)
    assert "“@title T @best A” is read as @title T." in remarks


def test_a_number_of_leaves_may_end_with_a_full_stop() -> None:
    assert graded_of_two(TWO.replace("@read 7", "@read 7.")) == (
        graded_of_two(TWO)[0],
        0,
        "line 3: “@read 7.” is read as @read 7.",
    )


def claim_of_c(typed: str) -> tuple[str, str]:
    """Return the claim of C that is read of what is typed before its bracket, and the remarks."""
    text = typed_text(f"3[A:3[3 12 8] B:<=2[2 /4 /6] C:{typed}[14 5 2]]".encode())
    read = read_beside(text.lines[0], parse(SHORT_KEY).tree)
    assert read is not None
    typed_part = read.text.partition("C:")[2].partition("[")[0]
    return typed_part, " ".join(read.remarks)


@pytest.mark.parametrize(
    ("typed", "claim"),
    [
        *((typed, "<=2") for typed in ("max. 2", "max.2", "at max 2", "at the most 2", "up to 2")),
        *((typed, "<=2") for typed in ("at most 2", "2 at most", "2 max.", "2 (at most)")),
        *((typed, ">=2") for typed in ("min. 2", "min.2", "at min. 2", "2 at least", "2 min.")),
        *((typed, "MIN=2") for typed in ("MIN 2", "MIN: 2", "MIN = 2")),
    ],
)
def test_a_bound_in_words_is_no_value_and_a_player_is_no_bound(typed: str, claim: str) -> None:
    assert claim_of_c(typed)[0] == claim


@pytest.mark.parametrize(
    "typed",
    [
        *("max 2", "MAX: 2", "2 max", "maximum 2", "minimum: 2", "less than 2", "over 2"),
        *("(-inf, 2]", "]-inf; 2]", "[2, inf)", "[2, inf[", "[2, 2]", "∈ (-inf, 2)", "in [2, oo]"),
    ],
)
def test_what_may_be_value_or_bound_or_window_is_left_out_with_a_way_out(typed: str) -> None:
    claim, remarks = claim_of_c(typed)
    assert claim == ""
    assert "≤, ≥ or =" in remarks


@pytest.mark.parametrize("typed", ["max = 2", "max <=2"])
def test_another_player_before_a_sign_is_a_player(typed: str) -> None:
    assert claim_of_c(typed)[0] == typed.replace(" ", "")


def test_a_bound_in_words_is_no_value_though_the_notation_could_read_it() -> None:
    points, remarks = graded(SHORT_KEY.replace("C:2", "C:max 2"))
    assert points == 5
    assert "“max 2” is left out: it is not sure what it says of ▽C" in remarks


@pytest.mark.parametrize(
    ("typed", "points"), [("E=2", 3), ("EV = 2", 3), ("E=1", 2), ("A=2", 2), ("E=2o", 2)]
)
def test_the_sign_of_an_expectation_stands_before_a_value(typed: str, points: int) -> None:
    key = "4[A:chance 4[0.5*3 0.5*5] B:chance 2[0.5*1 0.5*3]]"
    found, _ = graded(key.replace("chance 2[", f"chance {typed}["), key)
    assert found == points


def test_the_name_of_a_node_is_no_sign_of_an_expectation() -> None:
    key = "4[E:chance 4[0.5*3 0.5*5] B:chance 2[0.5*1 0.5*3]]"
    points, remarks = graded(key.replace("chance 2[", "chance E=2["), key)
    assert points == 2
    assert "“E=2” is left out" in remarks


def test_what_stands_around_a_closing_bracket_is_of_the_node_that_it_closes() -> None:
    key = parse("[[1 2] [2 4 6]]").tree
    read = read_beside("[[1 2] [2 4 6 (maybe) ...]/ <=2(3,9)]", key)
    assert read is not None
    assert read.text == "[[1 2] /(3,9)<=2[2 4 6  ...]]"


@pytest.mark.parametrize(
    ("paper", "text"),
    [
        ("[[3 12] [4 5]]", "[[3 12] [4 5]]"),
        ("[[0 9] [3 12] [4 5]]", "[(0,9)[3 12] [4 5]]"),
        ("[[0 9] [3 12] [0 9] [4 5]]", "[(0,9)[3 12] (0,9)[4 5]]"),
        ("[[3 13] [4 5]]", "[[3 13] [4 5]]"),
        ("[[3 12]=3[3 12] [4 5]]", "[(3,12)=3[3 12] [4 5]]"),
    ],
)
def test_square_brackets_are_a_window_where_the_nodes_need_fewer(paper: str, text: str) -> None:
    read = read_beside(paper, parse("[[3 12] [4 5]]").tree)
    assert read is not None
    assert read.text == text


@pytest.mark.parametrize(
    "words", ["4 and 6 are pruned", "4 pruned, 6 pruned", "; 4 and 6 are pruned"]
)
def test_words_behind_the_tree_may_begin_with_a_leaf(words: str) -> None:
    key = check_key([("One", parse("3[3[3 12 8] <=2[2 /4 /6] 2[14 5 2]]"), Rules())])
    paper = f"3[3[3 12 8] <=2[2 4 6] 2[14 5 2]] {words}"
    result = grade_text("a", paper.encode(), {"A": key})
    assert result.problem is None
    assert result.marks.points == 6
