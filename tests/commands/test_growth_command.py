"""What ``growth`` prints."""

from __future__ import annotations

import pytest

from tests.commands.calling import run


def test_the_table_of_a_range_is_the_same_every_time() -> None:
    _, output, _ = run("growth", "--depth", "2..4", "--branching", "2")
    assert [line.split()[0] for line in output.splitlines()[4:]] == ["2", "3", "4"]
    _, text, _ = run("growth", "--depth", "3-4", "--csv")
    assert text == run("growth", "--depth", "3..4", "--csv")[1]
    rows = [row.split(",") for row in text.splitlines()[1:]]
    assert [(row[0], row[1], row[4]) for row in rows] == [("3", "27", "11"), ("4", "81", "17")]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--depth", "x"], "a range such as 1..8, not “x”"),
        (["--depth", "5..2"], "--depth is a number of plies"),
        (["--branching", "10", "--depth", "9"], "10^9 leaves are too many"),
        (["--branching", "1"], "not in the range 2<=x<=1000"),
    ],
)
def test_a_wrong_call_is_one_message_and_status_2(arguments: list[str], message: str) -> None:
    status, _, errors = run("growth", *arguments)
    assert status == 2
    assert message in errors
