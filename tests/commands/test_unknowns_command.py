"""What ``unknowns`` prints."""

from __future__ import annotations

from tests.commands.calling import rows, run


def test_json_has_a_row_for_each_piece_and_then_for_each_node_that_is_cut() -> None:
    common = {"file": "-e", "tree": 1, "unknown": "x"}
    assert rows("unknowns", "-e", "[left:[3 5] right:[x 4]]") == [
        {**common, "from": "-inf", "to": 3, "closed": [False, True]}
        | {"value": 3, "bound": "exact", "best": "1", "cut": ["2.2"], "cut_undrawn": []},
        {**common, "from": 3, "to": 4, "closed": [False, True]}
        | {"value": "x", "bound": "exact", "best": "2", "cut": [], "cut_undrawn": []},
        {**common, "from": 4, "to": "inf", "closed": [False, False]}
        | {"value": 4, "bound": "exact", "best": "2", "cut": [], "cut_undrawn": []},
        {**common, "node": "2.2", "label": "right.2", "cut_for": [["-inf", 3, False, True]]},
    ]


def test_affine_values_are_slope_and_constant() -> None:
    last = rows("unknowns", "-e", "[chance[x 4] chance[3 6]]")[-1]
    assert last["value"] == {"slope": 0.5, "constant": 2}


def test_people_read_inequalities() -> None:
    status, output, _ = run("unknowns", "-e", "[left:[3 5] right:[x 4]]")
    assert status == 0
    assert "3 < x ≤ 4  worth x  best ▽right  4 leaves read  nothing pruned" in output
    assert "right.2 is pruned for x ≤ 3" in output
    assert "worth 1/2·x + 2" not in run("unknowns", "-e", "[chance[x 4] chance[3 6]]")[1]
    assert "worth 0.5·x + 2" in run("unknowns", "-e", "[chance[x 4] chance[3 6]]")[1]


def test_a_fixed_unknown_is_no_unknown() -> None:
    (row,) = rows("unknowns", "-e", "[[3 x] [y 4]]", "--set", "y=9")
    assert row["unknown"] == "x"
    assert run("unknowns", "-e", "[[3 5] [2 4]]")[0] == 2
    status, _, errors = run("unknowns", "-e", "[x y z]")
    assert status == 2
    assert (
        "Step 4 reads the unknown leaf 2 (y) and needs a number for it; give it one with --set y=…"
        in errors
    )


def test_a_question_mark_is_called_by_its_name_or_its_place() -> None:
    assert "2 ≤ ?1.1 ≤ 5  worth ?1.1" in run("unknowns", "-e", "[[? 5] [2 4]]")[1]
    assert "2 ≤ I ≤ 5  worth I" in run("unknowns", "-e", "[[I:? 5] [2 4]]")[1]
    assert rows("unknowns", "-e", "[[? 5] [2 4]]")[1]["value"] == "1.1"


def test_what_is_not_drawn_makes_a_bound_of_the_value_and_may_be_pruned() -> None:
    output = run("unknowns", "-e", "[[3 x] [2 ...]]")[1]
    assert "x < 2      worth ≤ 2  no move proven  3 leaves read  nothing pruned" in output
    assert "2 ≤ x ≤ 3  worth x    best ▽A         3 leaves read  pruned … of B" in output
    assert "… of B is pruned for x ≥ 2" in output
    last = rows("unknowns", "-e", "[[3 x] [2 ...]]")[-1]
    assert (last["node"], last["elided"]) == ("2", True)
    assert last["cut_for"] == [[2, "inf", True, False]]
