"""A log of visits is compared with the reference up to its first divergence."""

from __future__ import annotations

import pytest

from treeexplorer.engine import Rules
from treeexplorer.exercises.verify_log import LogError, LogResult, compare_log, read_log
from treeexplorer.notation import parse

AIMA = "A:[B:[b1:3 b2:12 b3:8] C:[c1:2 c2:4 c3:6] D:[d1:14 d2:5 d3:2]]"
WHOLE = ["A", "B", "b1", "b2", "b3", "C", "c1", "D", "d1", "d2", "d3"]


def compared(log: str, tree: str = AIMA, rules: Rules | None = None) -> LogResult:
    return compare_log(parse(tree), read_log(log), rules or Rules(), claimed=rules is not None)


def test_a_log_of_every_visit_agrees() -> None:
    result = compared("\n".join(WHOLE))
    assert result.right
    assert result.agreed == 11


def test_a_log_of_the_leaves_numbers_agrees_though_they_look_like_addresses() -> None:
    assert compared("3 \n12\n8\n2\n14\n5\n2").right
    assert compared("3\n12\n8\n2\n14\n5\n2", "[[3 12 8] [2 4 6] [14 5 2]]").right


@pytest.mark.parametrize(
    "line",
    [
        "C 3 inf",
        "visit C (3, ∞)",
        "enter 2 [α=3, β=inf]",
        '"C" alpha=3 beta=+inf',
        "C: 3.0 inf",
        "  -> C(3, inf)",
        "| | * visiting C  3  inf",
    ],
)
def test_windows_are_read_in_any_dress(line: str) -> None:
    result = compared("\n".join([*WHOLE[:5], line, *WHOLE[6:]]))
    assert result.right


def test_a_wrong_window_is_the_first_divergence() -> None:
    result = compared("A -inf inf\nB -inf inf\nb1 -inf inf\nb2 -inf 4\nb3 -inf 3")
    assert result.agreed == 3
    assert result.words.startswith("Line 4 of the log, “b2 -inf 4”, is the first that differs.")
    assert "It enters b2 with (−∞, 4); the window is (−∞, 3)." in result.words


def test_a_visit_too_many_is_answered_with_the_cut_off() -> None:
    result = compared("\n".join([*WHOLE[:7], "c2"]))
    assert result.agreed == 7
    assert result.step is not None
    assert result.record.step(result.step).kind == "cut"
    assert "α cut-off at ▽C: 3 ≥ 2" in result.words


def test_a_log_that_ends_early_or_late_says_so() -> None:
    assert (
        "The log ends after 10 visits, and the search goes on."
        in compared("\n".join(WHOLE[:10])).words
    )
    assert (
        "The search is over by then, after 11 visits." in compared("\n".join([*WHOLE, "d3"])).words
    )


def test_the_convention_that_fits_is_found() -> None:
    tie = "[[3 5] [3 1]]"
    assert compared("3\n5\n3", tie).record.rules.cutoff == ">="
    strict = compared("3\n5\n3\n1", tie)
    assert strict.right
    assert strict.record.rules.strict
    assert compared("1\n3\n5", tie).record.rules.order == "right-to-left"


def test_a_claimed_convention_is_not_exchanged_for_another() -> None:
    assert not compared("3\n5\n3\n1", "[[3 5] [3 1]]", Rules()).right


@pytest.mark.parametrize(
    ("log", "message"),
    [
        ("", "the log is empty"),
        ("# nothing\n\n", "the log is empty"),
        ("A\nB 3", "line 2 has one number beside its node"),
        ("A\n(3, 4)", "line 2 names no node"),
        ("\x1b[2J", "␛"),
    ],
)
def test_a_log_that_cannot_be_read_says_where(log: str, message: str) -> None:
    with pytest.raises(LogError, match=message):
        read_log(log)
