"""What ``draw`` prints."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.commands.calling import run as run_command
from tests.drawing.strategies import trees
from tests.laws import examples
from treeexplorer.drawing.diagram import draw
from treeexplorer.drawing.styled_text import Look, Size, convert_to_plain_text
from treeexplorer.engine import search
from treeexplorer.notation import parse
from treeexplorer.tree import GameTree

AIMA = "[[3 12 8] [2 4 6] [14 5 2]]"


run = partial(run_command, "draw")


def test_the_end_of_the_search_is_drawn_by_default() -> None:
    status, output, _ = run("-e", AIMA)
    assert status == 0
    assert "=3" in output
    assert output == run("-e", AIMA, "--step", "21")[1]


def test_the_windows_of_a_paper_are_whole_in_ascii() -> None:
    _, output, _ = run("-e", "3[(-inf,inf)=3[3 12] (3,inf)=2[2 /4]]", "--claims", "--ascii")
    assert output.isascii()
    assert "-inf | +inf +" in output


def test_a_step_is_drawn_in_ascii() -> None:
    status, output, _ = run("-e", AIMA, "--step", "12", "--ascii")
    assert status == 0
    assert output.isascii()
    assert "> V B <=2 " in output
    assert "X" in output


def test_windows_stand_on_the_edges_and_claims_where_asked_for() -> None:
    tree = "3[a:4[3 12] (3,inf)[2 4]]"
    assert "3 │ +∞" in run("-e", tree)[1]
    assert "4 ✗" in run("-e", tree, "--claims")[1]
    assert "3 │ +∞ ✓" in run("-e", tree, "--claims")[1]
    assert "✗" not in run("-e", tree)[1]


def test_every_tree_of_a_file_has_its_title() -> None:
    output = run("-e", "@title One\n[1 2]\n@title Two\n[3 4]")[1]
    assert output.startswith("One\n")
    assert "\n\nTwo\n" in output


def test_a_step_before_an_unknown_leaf_can_be_drawn() -> None:
    status, output, _ = run("-e", "[1 x]", "--step", "2")
    assert (status, "·x" in output) == (0, True)
    status, _, problem = run("-e", "[1 x]")
    assert status == 2
    assert "--set x=" in problem
    assert run("-e", "[1 x]", "--set", "x=3")[0] == 0


def test_a_width_holds_in_a_pipe_and_one_without_room_for_a_path_is_refused() -> None:
    for columns in (24, 40, 60):
        drawn = run("ucla-cs161", "--step", "26", "--width", str(columns))[1]
        assert 0 < max(map(len, drawn.splitlines())) <= columns
        assert "▽K≤2" in drawn.replace(" ", "")
    status, _, problem = run("ucla-cs161", "--width", "23")
    assert status == 2
    assert "--width" in problem


@examples(50)
@given(trees(), st.integers(24, 90))
def test_drawings_fit_their_width(tree: GameTree, cells: int) -> None:
    record = search(tree)
    lines = convert_to_plain_text(
        draw(record, record.steps // 2, Look(), Size(cells, 0))
    ).splitlines()
    assert max(map(len, lines)) <= cells


@pytest.mark.slow
def test_a_flat_node_with_100000_leaves_fits_too() -> None:
    tree = parse(f"[{' '.join(map(str, range(100_000)))}]").tree
    output = convert_to_plain_text(draw(search(tree), None, Look(), Size(40, 0)))
    assert "99999 more" in output
    assert max(map(len, output.splitlines())) <= 40


@pytest.mark.slow
def test_a_drawing_of_more_than_a_million_cells_is_folded_and_says_so() -> None:
    status, output, said = run("-e", f"[{' '.join(['[1 2 3 4 5 6 7 8 9]'] * 40_000)}]")
    assert status == 0
    assert len(output) < 10_000
    assert "more than a million cells" in said
    assert "million" not in run("-e", AIMA)[2]
