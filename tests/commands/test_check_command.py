"""What ``check`` prints, and with which status it ends."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

from tests.commands.calling import invoked

WRONG = "[B:[3 12 8] C:(-inf,3)[2 /4 /6]]"
RIGHT = "3[B:[3 12 8] C:(3,inf)<=2[2 /4 /6]]"


run = partial(invoked, "check")


def rows(*arguments: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in run(*arguments, "--json").stdout.splitlines()]


def test_the_status_is_the_answer() -> None:
    assert run("-e", RIGHT).exit_code == 0
    assert run("-e", "[3 12]").exit_code == 0
    assert run("-e", WRONG).exit_code == 1
    assert run("-e", "[3 12").exit_code == 2
    assert run("-e", "3[x 12]").exit_code == 2


def test_json_has_one_documented_row_a_claim_and_a_last_row_a_tree() -> None:
    *claims, last = rows("-e", WRONG)
    assert [(row["node"], row["claim"], row["right"]) for row in claims] == [
        ("2", "window", False),
        ("2.2", "cut", True),
        ("2.3", "cut", True),
    ]
    window = claims[0]
    assert {**window, "why": ""} == {
        "schema": 2,
        "file": "-e",
        "tree": 1,
        "line": 1,
        "column": 15,
        "node": "2",
        "label": "C",
        "claim": "window",
        "written": ["-inf", 3],
        "found": [3, "inf"],
        "as": None,
        "right": False,
        "follows": False,
        "why": "",
    }
    assert window["why"].startswith("▽C is entered with (3, +∞)")
    assert last == {
        "schema": 2,
        "file": "-e",
        "tree": 1,
        "claims": 3,
        "wrong": 1,
        "mistakes": 1,
        "blank": 0,
        "headline": "2 of 3 right, 1 mistake: ▽C is entered with (3, +∞), not (−∞, 3).",
        "fits": [],
    }


def test_json_of_right_answers_names_every_convention_that_fits() -> None:
    *claims, last = rows("-e", RIGHT)
    by_kind = {(row["node"], row["claim"]): row for row in claims}
    assert by_kind["root", "value"]["as"] == "returned"
    assert by_kind["2", "bound"]["written"] == by_kind["2", "bound"]["found"] == "<=2"
    assert last["fits"][0] == {
        "algorithm": "alphabeta",
        "form": "classic",
        "cutoff": ">=",
        "fail": "soft",
        "order": "left-to-right",
        "levels": ["max", "min"],
        "range": None,
        "windows": "entry",
    }
    assert (">", "soft") in [(fit["cutoff"], fit["fail"]) for fit in last["fits"]]


def test_people_read_the_verdict_the_place_and_the_reason() -> None:
    output = run("-e", WRONG).stdout
    assert output.startswith("2 of 3 right, 1 mistake: ▽C is entered with (3, +∞), not (−∞, 3).\n")
    assert "✗ 1:15  ▽C  window (−∞, 3), found: (3, +∞)" in output
    assert "rules  alpha-beta" in output
    output = run("-e", "[[3 12] /[[1 1] [1 2]]]").stdout
    assert "the root would be worth 4, not 3, and nobody would have looked." in output


def test_several_files_get_a_summary_line_each(tmp_path: Path) -> None:
    for name, text in (("a", RIGHT), ("b", f"{WRONG}\n@title two\n{RIGHT}"), ("c", "[3")):
        (tmp_path / f"{name}.tree").write_text(text + "\n", "utf-8")
    files = [str(tmp_path / f"{name}.tree") for name in "abc"]
    graded = run(*files[:2])
    assert graded.exit_code == 1
    assert [line[0] for line in graded.stdout.splitlines()] == ["✓", "✗", "✓"]
    assert f"{files[1]}, tree 1: 2 of 3 right" in graded.stdout
    broken = run(*files)
    assert broken.exit_code == 2
    assert len(broken.stdout.splitlines()) == 3
    assert "never closed" in broken.stderr


def test_answers_may_stand_on_lines_below_the_tree() -> None:
    result = run("-e", "[B:[3 12 8] C:[2 4 6]]\nB = 3\nC <= 3\nPruned: 4, 6")
    assert result.exit_code == 1
    assert result.stdout.startswith("3 of 4 right, 1 mistake: ▽C is ≤ 2, not ≤ 3.")
    assert "line 2: “B = 3” is read as if it stood in the tree" in result.stderr
