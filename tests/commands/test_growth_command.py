"""What ``growth`` prints."""

from __future__ import annotations

from tests.commands.calling import run


def test_the_table_has_a_line_a_depth() -> None:
    _, output, _ = run("growth", "--depth", "3", "--branching", "2")
    assert [line.split()[0] for line in output.splitlines()[4:]] == ["1", "2", "3"]
    _, text, _ = run("growth", "--depth", "4", "--csv")
    rows = [row.split(",") for row in text.splitlines()[3:]]
    assert [(row[0], row[1], row[4]) for row in rows] == [("3", "27", "11"), ("4", "81", "17")]
