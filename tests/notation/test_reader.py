"""What each element of the notation becomes in the tree."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from tests.trees import tree_of
from treeexplorer.notation import (
    Claim,
    Directives,
    NotationError,
    decode,
    format_document,
    notices,
    parse,
    parse_all,
    write,
)
from treeexplorer.tree import FULL_WINDOW, INFINITY, Player, from_nested


def test_a_nested_list_is_a_tree() -> None:
    nested = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
    assert tree_of(str(nested)) == from_nested(nested)
    assert tree_of("[[3 12 8] [2 4 6] [14 5 2]]") == from_nested(nested)
    assert tree_of("[[3 12 8][2 4 6][14,5,2,],]") == from_nested(nested)


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("3", 3), ("-7", -7), ("+2", 2), ("−7", -7), ("0.5", 0.5), (".5", 0.5), ("5.", 5.0),
        ("1e3", 1000.0), ("1.5E-3", 0.0015), ("inf", INFINITY), ("-inf", -INFINITY),
        ("∞", INFINITY), ("-∞", -INFINITY), ("Infinity", INFINITY), ("-Infinity", -INFINITY),
        ("+inf", INFINITY), ("007", 7), ("9007199254740993", 9007199254740993),
        ("1" * 300, int("1" * 300)),
    ],
)  # fmt: skip
def test_numbers_keep_their_kind_and_value(written: str, value: float) -> None:
    found = tree_of(f"[{written} 1]").leaf_value(1)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize("tree", ["[-0.0 0]", "[[-0.0 +1] 3]", "[A:-0.0 -0]", "-0.0"])
def test_there_is_no_negative_zero(tree: str) -> None:
    assert {math.copysign(1, value) for value in parse(tree).tree.value} == {1}


LONG = "1.00000000000000001"


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        (LONG, [1]),
        (f"[{LONG} 1]", [2]),
        (f"[[3 {LONG} 4] [5 {LONG}5]]", [5, 31]),
        (f"[A:{LONG} [~{LONG}[3] 4]]", [4, 26]),
    ],
)
def test_a_leaf_that_is_not_kept_exactly_is_refused(text: str, columns: list[int]) -> None:
    with pytest.raises(NotationError) as refused:
        parse(text)
    assert [problem.column for problem in refused.value.problems] == columns
    for problem in refused.value.problems:
        assert "digits, and a leaf keeps 15 to 17 of a decimal" in problem.message


def test_claims_and_windows_are_kept_exactly() -> None:
    exercise = parse(f"@window 1/3 {LONG}\n[(5/3,{LONG})5/3[1 2] <={LONG}[3]]")
    long = 1 + Fraction(1, 10**17)
    assert exercise.directives.window == (Fraction(1, 3), long)
    assert exercise.claims == (
        Claim(1, "window", window=(Fraction(5, 3), long)),
        Claim(1, "value", Fraction(5, 3)),
        Claim(4, "bound", long, "<="),
    )
    assert parse(write(exercise)) == exercise


def test_every_blank_is_read_and_written() -> None:
    tree = "[chance=?[3 12] min(?,?)=?[3 4] ~3=?[5] ?[6] (?,?)7]\n"
    text = f"@best ?\n@read ?\n@pruned 2.2 if ?\n{tree}"
    exercise = parse(text)
    assert exercise.blanks == (
        Claim(0, "best"), Claim(0, "read"), Claim(6, "pruned-if"), Claim(1, "value"),
        Claim(4, "window"), Claim(4, "value"), Claim(7, "value"), Claim(9, "value"),
        Claim(11, "window"),
    )  # fmt: skip
    assert exercise.claims == ()
    assert write(exercise) == format_document(text) == text
    filled = parse(tree.replace("=?", "=1").replace("?[", "1[").replace("?", "4"))
    assert {claim.node: claim.number for claim in filled.claims if claim.kind == "value"} == {
        1: 1, 4: 1, 7: 1, 9: 1
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "notice"),
    [
        ("min[min[3 5] 4]", "MIN moves twice in a row here (line 1, column 5); `@levels min max`"),
        ("min[[3 5] 4]", "MIN moves twice in a row here (line 1, column 5); `@levels min max`"),
        ("[4 max[3 5]]", "MAX moves twice in a row here (line 1, column 4); `@levels min max`"),
        ("[[[1 min[2]] 3]]", None),
        ("@levels max min min\n[[[1 2]]]", None),
        ("[chance[max[1 2] min[3 4]]]", None),
        ("@levels min max\n[max[3 4] 5]", None),
    ],
)
def test_a_player_who_moves_twice_in_a_row_is_named(text: str, notice: str | None) -> None:
    found = notices(parse(text))
    if notice is None:
        assert found == []
    else:
        assert found == [f"{notice} makes MIN begin"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[[3 4] 5]", True),
        ("@levels max chance min chance\n[[[[3] [4]]]]", True),
        ("@levels max min min\n[[3] 4]", True),
        ("@levels max min min\n[[[3]] 4]", False),
        ("[max[3] 4]", False),
        ("[chance[max[1 2] 3]]", False),
    ],
)
def test_whether_the_players_take_turns(text: str, expected: bool) -> None:
    assert parse(text).tree.players_alternate is expected


def test_that_no_move_is_proven_is_a_claim_and_no_blank() -> None:
    exercise = parse("@best none\n[5 [[3 ...]]]")
    assert (exercise.claims, exercise.blanks) == ((Claim(0, "best"),), ())
    assert write(exercise) == "@best none\n[5 [[3 ...]]]\n"
    assert parse('@best "none"\n["none":5 3]').claims == (Claim(0, "best", nodes=(1,)),)


def test_every_part_of_a_node_is_read() -> None:
    exercise = parse("chance[0.5*/C:min(3,inf)~4<=2[7 6] 1/2*F:(-inf,10)11]")
    tree = exercise.tree
    assert tree.players == {0: Player.CHANCE, 1: Player.MIN}
    assert tree.probabilities == {1: Fraction(1, 2), 4: Fraction(1, 2)}
    assert tree.names == {1: "C", 4: "F"}
    assert tree.estimates == {1: 4}
    assert exercise.claims == (
        Claim(1, "cut"),
        Claim(1, "window", window=(3, INFINITY)),
        Claim(1, "bound", 2, "<="),
        Claim(4, "window", window=(-INFINITY, 10)),
    )


def test_the_drawing_that_the_notation_is_measured_by() -> None:
    exercise = parse("6[a:6[6[1 5 6] b:8[8 ...]] ...]")
    tree = exercise.tree
    assert tree.names == {1: "a", 6: "b"}
    assert exercise.values == {0: 6, 1: 6, 2: 6, 6: 8}
    assert tree.elided == {0, 6}
    assert [tree.leaf_value(node) for node in (3, 4, 5, 7)] == [1, 5, 6, 8]


@pytest.mark.parametrize(
    ("written", "player"),
    [("max", "max"), ("MIN", "min"), ("Chance", "chance"), ("▲", "max"), ("△", "max"),
     ("▼", "min"), ("▽", "min"), ("○", "chance"), ("max ", "max")],
)  # fmt: skip
def test_players_are_words_or_signs(written: str, player: str) -> None:
    assert tree_of(f"{written}[3 4]").players == {0: Player(player)}


@pytest.mark.parametrize(
    ("written", "name"),
    [("A", "A"), ("L1", "L1"), ("x'", "x'"), ("α_1", "α_1"), ("節点", "節点"), ("की", "की"),
     ('"left child"', "left child"), ('"max"', "max"), (r'"a \"b\" \\"', r'a "b" \ '.strip())],
)  # fmt: skip
def test_names_are_plain_words_or_quoted(written: str, name: str) -> None:
    assert tree_of(f"{written}:[3 {written}: 4]").names == {0: name, 2: name}


def test_a_number_touching_a_bracket_is_a_claim_and_apart_from_it_a_leaf() -> None:
    assert tree_of("[3 [4 5]]") == from_nested([3, [4, 5]])
    assert parse("[3[4 5]]").values == {1: 3}


def test_blanks_and_unknowns() -> None:
    exercise = parse("[x y' ? x ?[1 2]]")
    assert exercise.tree.unknowns == {1: "x", 2: "y'", 3: "", 4: "x"}
    assert exercise.blanks == (Claim(5, "value"),)
    assert notices(parse("[3 l2 8]")) == ["1 unknown leaf: l2 (line 1, column 4)"]
    (notice,) = notices(parse("[2 Pruned 4]"))
    assert notice.endswith("; what says that a branch is pruned is a slash before it, as /4")
    assert notices(exercise) == [
        "3 unknown leaves: x (line 1, column 2), y' (line 1, column 4), ? (line 1, column 7)"
    ]


def test_directives_belong_to_the_tree_below_them() -> None:
    first, second = parse_all(
        "@title Problem #3  # on page 2\n@source A book\n@name Anna\n@note one\n@note two\n"
        "@levels min max\n@algorithm pvs\n@form classic\n@cutoff >\n@fail hard\n"
        "@order right-to-left\n@window -inf 10\n@depth 3\n@cuts none\n[3 4]\n\n[5 6]\n"
    )
    assert first.directives == Directives(
        title="Problem #3",
        source="A book",
        name="Anna",
        notes=("one", "two"),
        levels=(Player.MIN, Player.MAX),
        algorithm="pvs",
        form="classic",
        cutoff=">",
        fail="hard",
        order="right-to-left",
        window=(-INFINITY, 10),
        depth=3,
    )
    assert first.tree.levels == (Player.MIN, Player.MAX)
    assert first.claims == (Claim(0, "cuts-none"),)
    assert first.positions is not None
    assert first.positions.of_claim(first.claims[0]) == (14, 1)
    assert (second.directives, second.tree.levels) == (Directives(), (Player.MAX, Player.MIN))
    assert FULL_WINDOW == (-INFINITY, INFINITY)


def test_comments_byte_order_mark_and_windows_line_ends_do_not_matter() -> None:
    marked = "\ufeff# a tree\r\n[3 # three\r\n [4 5]]\r\n# end"
    assert parse(marked) == parse(decode(marked.encode(), file="x")) == parse("[3 [4 5]]")


def test_positions_point_at_names_claims_and_nodes() -> None:
    exercise = parse("# one\n[3\n  b:max(1,2)>=8[8 /c:4]]")
    positions = exercise.positions
    assert positions is not None
    nodes = [(2, 1), (2, 2), (3, 3), (3, 17), (3, 19)]
    assert [positions.of_node(node) for node in range(5)] == nodes
    assert [(claim.kind, *positions.of_claim(claim)) for claim in exercise.claims] == [
        ("window", 3, 8),
        ("bound", 3, 13),
        ("cut", 3, 19),
    ]


def test_depth_and_width_have_no_limit_but_memory() -> None:
    size = 30_000
    assert tree_of("[" * size + "1" + "]" * size).depth == size
    assert tree_of("[" + "1 " * size + "]").leaf_count == size


def test_a_slash_before_the_dots_claims_the_children_that_are_not_drawn_cut_off() -> None:
    exercise = parse("[7 b:>=8[8 /...] c:[1 /…] ...]")
    kinds = {claim.kind: claim.node for claim in exercise.claims if claim.node == 2}
    assert kinds == {"bound": 2, "cut-rest": 2}
    assert [claim.node for claim in exercise.claims if claim.kind == "cut-rest"] == [2, 4]
    assert sorted(exercise.tree.elided) == [0, 2, 4]
