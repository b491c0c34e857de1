"""The answer sheet holds what one would hand in, in every format."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given

from tests.engine.random_trees import cases
from tests.laws import examples
from tests.trees import tree_of
from treeexplorer.course.answers import AnswerSheet
from treeexplorer.course.pages import html, latex, markdown, plain_text
from treeexplorer.engine import Rules, search
from treeexplorer.engine.analysis import analysis_of
from treeexplorer.tree import GameTree

AIMA = tree_of("[[3 12 8] [2 4 6] [14 5 2]]")


def test_it_says_what_one_would_hand_in() -> None:
    sheet = AnswerSheet(search(AIMA), "AIMA", "alpha-beta")
    assert (str(sheet.value), str(sheet.moves)) == ("3, exactly", "▽A, the only best move")
    assert sheet.line == "root → A → 3"
    assert sheet.read() == ["3", "12", "8", "2", "14", "5", "2"]
    assert list(map(str, sheet.pruned)) == ["4", "6"]
    assert list(map(str, sheet.cut_offs)) == ["α cut-off at ▽B: 3 ≥ 2; pruned: 4, 6"]
    assert str(sheet.counts) == (
        "7 of 9 leaves read, 11 of 13 nodes visited, 21 steps, 1 cut-off (1 α, 0 β; 0 deep)"
    )
    found = {row.label: (row.player, row.window, row.value, row.cut) for row in sheet.rows}
    assert found["B"] == ("MIN", "(3, +∞)", "≤ 2", True)
    assert found["C.2"] == ("", "(3, 14)", "5", False)
    assert "B.2" not in found


@pytest.mark.parametrize(
    ("text", "moves", "line"),
    [
        ("[a:[a:[b:1] b:[a:0]] b:[a:[a:1]]]", "▽b, the only best move", "root → b → a → a (1)"),
        ("[a:[1 2] a:[3 4]]", "▽a (2), the only best move", "root → a (2) → 3"),
        ("[[3 12] [3 4]]", "▽A; ▽B (≤ 3) may be as good", "root → A → 3"),
        ("[[3 12] [4 3]]", "▽A; as good: ▽B", "root → A → 3"),
        ("[a:3 b:[3 b:[4]]]", "a (3); ▽b (≤ 3) may be as good", "root → a (3)"),
        ("[a:[2 3] b:[2 b:4] 2]", "▽a; as good: 2; ▽b (≤ 2) may be as good", "root → a → 2"),
        ("chance[0.5*[3 1] 0.5*[2 8]]", "none, the root is a chance node", "root"),
        ("5", "none, the root is a leaf", "5"),
    ],
)
def test_the_best_moves_and_the_best_line_are_named(text: str, moves: str, line: str) -> None:
    sheet = AnswerSheet(search(tree_of(text)))
    assert (str(sheet.moves), sheet.line) == (moves, line)


def test_minimax_has_no_windows_and_no_cut_offs() -> None:
    sheet = AnswerSheet(search(AIMA, Rules(algorithm="minimax")))
    assert sheet.table().head == ("node", "player", "returned")
    text = plain_text(list(sheet.blocks()))
    assert not [word for word in ("window", "cut-off", "Pruned", "α", "β") if word in text]


def test_pruned_branches_come_with_their_leaves() -> None:
    sheet = AnswerSheet(search(tree_of("[[3 12] [2 [4 6] x] [1 ...]]")))
    undrawn = "… (moves of ▽C that are not drawn)"
    assert list(map(str, sheet.pruned)) == ["▲D (4, 6)", "x", undrawn]


@examples(60)
@given(cases())
def test_every_format_has_every_visited_node_and_every_cut_off(
    case: tuple[GameTree, Rules],
) -> None:
    record = search(*case)
    sheet = AnswerSheet(record)
    assert len(sheet.rows) == record.visited
    assert len(sheet.cut_offs) == len(analysis_of(record).cut_offs) * record.has_windows
    rows = list(csv.reader(io.StringIO(sheet.csv())))
    assert len(rows) == record.visited + 1
    blocks = list(sheet.blocks())
    for write in (plain_text, markdown, html, latex):
        written = write(blocks)
        assert written.endswith("\n")
        assert written.count("cut-off at") == len(sheet.cut_offs) * record.has_windows


def test_an_estimate_at_the_depth_limit_is_written_as_in_the_drawing() -> None:
    sheet = AnswerSheet(search(tree_of("[A:~3[3 12] B:~2[2 4]]"), Rules(depth=1)))
    assert [row.value for row in sheet.rows] == ["= 3", "~3", "~2"]
    assert str(sheet.counts).startswith("2 of 2 leaves and estimates read, 3 of 7 nodes visited")


def test_what_is_too_much_for_a_screen_is_counted() -> None:
    branches = " ".join(f"[{number} 9 9]" for number in range(9, 2, -1))
    sheet = AnswerSheet(search(tree_of(f"[[9 9] {branches}]")))
    pairs = [(name, str(text)) for name, text in sheet.pairs(most=3)]
    named = [text for name, text in pairs if name in {"leaves read", "pruned"}]
    assert [text.rpartition(")")[2] for text in named] == [" and 6 more", " and 11 more"]
    assert [text.count("(9)") for text in named] == [3, 3]
    cuts = [text for name, text in pairs if not name or name == "cut-offs"]
    assert (len(cuts), cuts[-1]) == (4, "… and 4 more")
    sheet = AnswerSheet(search(tree_of("[[9 9] [1 2] [3 4] [5 6]]")))
    pairs = [(name, str(text)) for name, text in sheet.pairs(most=3)]
    assert not any("and 0" in text for _, text in pairs)
    assert dict(pairs)["pruned"] == "2; 4; 6"
    few = dict(AnswerSheet(search(tree_of("[[9 9] [9 1]]"))).pairs(most=3))
    assert (str(few["leaves read"]).count("9"), str(few["pruned"])) == (3, "1")
