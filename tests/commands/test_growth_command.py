"""What ``growth`` prints."""

from __future__ import annotations

import pytest
from click.testing import CliRunner, Result

QUICK = ("growth", "--trials", "3", "--processes", "1")


def run(*arguments: str) -> Result:
    from treeexplorer.cli import command_line

    result = CliRunner().invoke(command_line, list(arguments))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def test_the_table_is_printed_for_a_range_of_depths() -> None:
    result = run(*QUICK, "--depth", "2..4", "--branching", "2")
    depths = [line.split()[0] for line in result.stdout.splitlines()[3:6]]
    assert depths == ["2", "3", "4"]
    assert result.stderr == ""


def test_the_csv_is_the_same_every_time() -> None:
    call = (*QUICK, "--depth", "4", "--csv", "--seed", "7")
    assert run(*call).stdout == run(*call).stdout


def test_the_plot_stands_below_the_table() -> None:
    assert "a alpha-beta · R 2." in run(*QUICK, "--depth", "1..3", "--plot").stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--depth", "x"], "a range such as 1..8, not “x”"),
        (["--depth", "0"], "--depth is a number of plies"),
        (["--depth", "5..2"], "--depth is a number of plies"),
        (["--branching", "10", "--depth", "9"], "10^9 leaves are too many"),
        (["--algorithm", "magic"], "--algorithm is one of alphabeta"),
        (["--csv", "--plot"], "either --csv or --plot"),
        (["--depth", "2", "--plot"], "at least two depths"),
    ],
)
def test_a_wrong_call_is_one_message_and_status_2(arguments: list[str], message: str) -> None:
    result = run(*QUICK, *arguments)
    assert result.exit_code == 2
    assert message in result.stderr
