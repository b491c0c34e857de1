"""What ``compare``, ``why`` and ``order`` print, and the course file that all commands heed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands.calling import rows, run
from tests.trees import tree_of
from treeexplorer.engine import search

TIE = "A:[B:[3 12 8] C:[3 4 6] D:[14 5 2]]"


def printed(*arguments: str) -> str:
    status, output, errors = run(*arguments)
    assert (status, errors) == (0, "")
    return output


def test_compare_lists_every_search_with_its_counts() -> None:
    table = {row["name"]: row for row in rows("compare", "-e", TIE)}
    assert table["alpha-beta ≥"]["evaluated"] == 7
    assert table["alpha-beta ≥"]["difference"] == 0
    assert table["alpha-beta >"]["difference"] == 2
    assert table["minimax"]["visited"] == 13
    assert table["alpha-beta, form exchanged"]["value"] == 6
    assert {"PVS", "NegaScout", "SCOUT", "MTD(f)", "SSS*"} < table.keys()
    assert {row["value"] for name, row in table.items() if "exchanged" not in name} == {3}


def test_counts_have_the_words_that_the_screen_and_the_answer_sheet_use() -> None:
    head, *_ = printed("compare", "-e", TIE).splitlines()
    sheet = printed("solve", "-e", TIE)
    for words in ("visited", "leaves read", "cut-off"):
        assert words in head
        assert words in sheet


def test_a_form_that_swaps_the_players_has_its_note_beside_it() -> None:
    lines = printed("compare", "-e", TIE).splitlines()
    noted = [line for line in lines if "the players are swapped" in line]
    assert len(noted) == 1
    assert noted[0].startswith("  alpha-beta, form exchanged")
    status, output, _ = run("check", "-e", "-3[-3[-3 -4] 2]")
    assert status == 1
    assert "under the form “exchanged” (the players are swapped), which is not" in output


def test_the_best_move_has_the_label_of_the_sentences() -> None:
    output = printed("compare", "-e", "[X:[3 12 8] Y:[X:2 4 6]]")
    assert "▽X" in output
    assert "X (1)" not in output


def test_compare_says_which_search_does_not_go_with_a_tree() -> None:
    table = {row["name"]: row for row in rows("compare", "-e", "[chance[1 x] chance[3 5]]")}
    assert "unknown leaf A.2 (x)" in table["alpha-beta ≥"]["problem"]
    assert "no rule for chance nodes" in table["SSS*"]["problem"]
    assert table["expectimax"]["value"] is None
    assert {row["problem"] for row in rows("compare", "-e", "[1 2]")} == {None}


def test_compare_between_two_says_where_they_part() -> None:
    output = printed("compare", "-e", TIE, "--between", ">=", ">")
    assert "Under the test >, 2 more leaves are read: 4, 6; 1 cut-off is gone: ▽C." in output
    assert (
        "step 12: At ▽C, after 3: alpha-beta ≥ cuts off, 3 ≥ 3; alpha-beta > goes on, "
        "3 > 3 is false, and visits 4, 6." in output
    )


def test_why_names_the_test_and_the_conventions_that_would_decide_otherwise() -> None:
    output = printed("why", "-e", TIE, "C", "--cutoff", ">")
    assert "▽C had no cut-off: α is 3 because ▲A has 3 through ▽B" in output
    assert "Under the test ≥, ▽C would have a cut-off." in output


def test_why_answers_for_a_step_and_for_an_example() -> None:
    assert "has not been reached by step 3" in printed("why", "-e", TIE, "C", "--step", "3")
    assert printed("why", "aima", "2").startswith("▽B had a cut-off at step 12: 3 ≥ 2.")


def test_why_in_json_answers_for_a_step_before_an_unknown_leaf() -> None:
    tree = "[[3 12 8] [2 4 6] [x 5 2]]"
    [early] = rows("why", "-e", tree, "B", "--step", "3")
    assert early["text"] == "▽B has not been reached by step 3."
    assert (early["outcome"], early["step"], early["facts"]) == (None, None, [])
    [later] = rows("why", "-e", tree, "B", "--step", "12")
    _, output, _ = run("why", "-e", tree, "B", "--step", "12")
    assert output == later["text"] + "\n"
    assert later["step"] == rows("why", "-e", tree, "B", "--step", "12", "--set", "x=1")[0]["step"]


@pytest.mark.parametrize(("goal", "leaves"), [("--best", 5), ("--worst", 9), ("--sorted", 5)])
def test_order_prints_a_tree_that_costs_what_it_says(goal: str, leaves: int) -> None:
    output = printed("order", "-e", "[[3 12 8] [2 4 6] [14 5 2]]", goal)
    assert f"{leaves} leaves read" in output.splitlines()[0]
    assert search(tree_of(output)).evaluations == leaves


def test_order_sums_up_what_orders_cost() -> None:
    output = printed("order", "-e", "[[3 12 8] [2 4 6] [14 5 2]]")
    assert "as drawn   7 leaves read" in output
    assert "best       5 leaves" in output


def test_a_course_file_sets_the_rules_and_the_file_and_options_override_it(tmp_path: Path) -> None:
    (tmp_path / "treeexplorer.toml").write_text('cutoff = ">"\nfail = "hard"\n', encoding="utf-8")
    tree = tmp_path / "week-1" / "a.tree"
    tree.parent.mkdir()
    tree.write_text(TIE, encoding="utf-8")
    row = rows("solve", str(tree))[0]
    assert (row["cutoff"], row["fail"], row["evaluated"]) == (">", "hard", 9)
    assert "(course file)" in printed("solve", str(tree))
    assert f"course file {tmp_path / 'treeexplorer.toml'}" in printed("solve", str(tree))
    assert rows("solve", str(tree), "--cutoff", ">=")[0]["evaluated"] == 7
    tree.write_text(f"@cutoff >=\n{TIE}", encoding="utf-8")
    assert rows("solve", str(tree))[0]["evaluated"] == 7


def test_help_names_the_course_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert "There is none here." in printed("help", "course")
    (tmp_path / "treeexplorer.toml").write_text('cutoff = ">"\n', encoding="utf-8")
    assert f"Here it is {tmp_path / 'treeexplorer.toml'}." in printed("help", "course")


def test_levels_under_which_a_tree_is_none_are_refused() -> None:
    tree = "@levels chance\n[0.5*3 0.5*4]"
    status, _, errors = run("solve", "--levels", "max,min", "-e", tree)
    assert status == 2
    assert "a probability stands only at the children of a chance node" in errors


def test_a_wrong_course_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "treeexplorer.toml").write_text('cutof = ">"\n', encoding="utf-8")
    tree = tmp_path / "a.tree"
    tree.write_text("[1 2]", encoding="utf-8")
    status, _, errors = run("solve", str(tree))
    assert status == 2
    assert "treeexplorer.toml: there is no rule “cutof”; did you mean “cutoff”?" in errors


def test_every_rule_decides_something_where_every_search_is_compared() -> None:
    calls = [
        {row["name"]: row["calls"] for row in rows("compare", "aima", "--window", window)}
        for window in ("-inf,inf", "4,9")
    ]
    assert calls[0]["MTD(f)"] != calls[1]["MTD(f)"]
    assert calls[0]["minimax"] == calls[1]["minimax"]
