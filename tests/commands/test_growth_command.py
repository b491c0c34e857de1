"""What ``growth`` prints."""

from __future__ import annotations

import pytest
from click.testing import CliRunner, Result


def run(*arguments: str) -> Result:
    from treeexplorer.cli import command_line

    result = CliRunner().invoke(command_line, ["growth", *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def test_the_table_of_a_range_is_the_same_every_time() -> None:
    result = run("--depth", "2..4", "--branching", "2")
    assert [line.split()[0] for line in result.stdout.splitlines()[3:]] == ["2", "3", "4"]
    text = run("--depth", "3-4", "--csv").stdout
    assert text == run("--depth", "3..4", "--csv").stdout
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
    result = run(*arguments)
    assert result.exit_code == 2
    assert message in result.stderr
