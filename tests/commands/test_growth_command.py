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


def test_every_row_has_a_bar_that_grows_with_the_depth() -> None:
    lines = run(*QUICK, "--depth", "1..5").stdout.splitlines()[3:8]
    bars = [line.split()[-1] for line in lines]
    assert all(set(bar) <= set("█▓░") for bar in bars)
    lengths = [len(bar) for bar in bars]
    assert lengths == sorted(lengths)
    assert lengths[-1] == 30
    assert bars[-1].startswith("█")
    assert bars[-1].endswith("░")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--depth", "x"], "a range such as 1..8, not “x”"),
        (["--depth", "0"], "--depth is a number of plies"),
        (["--depth", "5..2"], "--depth is a number of plies"),
        (["--branching", "10", "--depth", "9"], "10^9 leaves are too many"),
        (["--algorithm", "magic"], "--algorithm takes alphabeta, minimax"),
        (["--algorithm", "minimax"], "--algorithm takes alphabeta, pvs"),
    ],
)
def test_a_wrong_call_is_one_message_and_status_2(arguments: list[str], message: str) -> None:
    result = run(*QUICK, *arguments)
    assert result.exit_code == 2
    assert message in result.stderr
