"""What ``unknowns`` prints."""

from __future__ import annotations

import json
from typing import Any

from click.testing import CliRunner, Result

from treeexplorer.cli import command_line


def run(*arguments: str) -> Result:
    return CliRunner().invoke(command_line, ["unknowns", *arguments])


def rows(*arguments: str) -> list[dict[str, Any]]:
    result = run(*arguments, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_json_has_a_row_for_each_piece_and_then_for_each_node_that_is_cut() -> None:
    common = {"schema": 2, "file": "-e", "tree": 1, "unknown": "x"}
    assert rows("-e", "[left:[3 5] right:[x 4]]") == [
        {**common, "from": "-inf", "to": 3, "closed": [False, True]}
        | {"value": 3, "bound": "exact", "best": "1", "cut": ["2.2"], "cut_undrawn": []},
        {**common, "from": 3, "to": 4, "closed": [False, True]}
        | {"value": "x", "bound": "exact", "best": "2", "cut": [], "cut_undrawn": []},
        {**common, "from": 4, "to": "inf", "closed": [False, False]}
        | {"value": 4, "bound": "exact", "best": "2", "cut": [], "cut_undrawn": []},
        {**common, "node": "2.2", "label": "right.2", "cut_for": [["-inf", 3, False, True]]},
    ]


def test_affine_values_are_slope_and_constant() -> None:
    last = rows("-e", "[chance[x 4] chance[3 6]]")[-1]
    assert last["value"] == {"slope": 0.5, "constant": 2}


def test_people_read_inequalities() -> None:
    output = run("-e", "[left:[3 5] right:[x 4]]").stdout
    assert "3 < x ≤ 4  worth x  best ▽right  4 leaves read  nothing pruned" in output
    assert "right.2 is pruned for x ≤ 3" in output
    assert "worth 1/2·x + 2" not in run("-e", "[chance[x 4] chance[3 6]]").stdout
    assert "worth 0.5·x + 2" in run("-e", "[chance[x 4] chance[3 6]]").stdout


def test_a_fixed_unknown_is_no_unknown() -> None:
    assert [row["unknown"] for row in rows("-e", "[[3 x] [y 4]]", "--set", "y=9")] == ["x"]
    assert run("-e", "[[3 5] [2 4]]").exit_code == 2
    refused = run("-e", "[x y z]")
    assert refused.exit_code == 2
    assert "fix it with --set" in refused.stderr


def test_a_question_mark_is_called_by_its_name_or_its_place() -> None:
    assert "2 ≤ ?1.1 ≤ 5  worth ?1.1" in run("-e", "[[? 5] [2 4]]").stdout
    assert "2 ≤ I ≤ 5  worth I" in run("-e", "[[I:? 5] [2 4]]").stdout
    assert rows("-e", "[[? 5] [2 4]]")[1]["value"] == "1.1"


def test_a_bound_is_said_to_be_one() -> None:
    output = run("-e", "[[3 12] [4 x]]", "--window", "5,10").stdout
    assert "every x  worth ≤ 4  no move proven  2 leaves read  pruned A.2, B.2" in output
    (row, *_) = rows("-e", "[[3 12] [4 x]]", "--window", "5,10")
    assert (row["value"], row["bound"]) == (4, "upper")


def test_what_is_not_drawn_makes_a_bound_of_the_value_and_may_be_pruned() -> None:
    output = run("-e", "[[3 x] [2 ...]]").stdout
    assert "x < 2      worth ≤ 2  no move proven  3 leaves read  nothing pruned" in output
    assert "2 ≤ x ≤ 3  worth x    best ▽A         3 leaves read  pruned … of B" in output
    assert "… of B is pruned for x ≥ 2" in output
    last = rows("-e", "[[3 x] [2 ...]]")[-1]
    assert (last["node"], last["elided"]) == ("2", True)
    assert last["cut_for"] == [[2, "inf", True, False]]
