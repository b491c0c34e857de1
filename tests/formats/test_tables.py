"""The trace as Markdown and CSV."""

from __future__ import annotations

import csv

import pytest

from tests.trees import tree_of
from treeexplorer.engine import Record, Rules, search
from treeexplorer.engine.analysis import analysis_of
from treeexplorer.formats.tables import TABLE_HEADINGS, trace_csv, trace_markdown
from treeexplorer.rules import ALGORITHMS


def searched(text: str) -> Record:
    return search(tree_of(text), Rules())


PICTURE = "[a:[[1 5 6] b:[8 ...]] ...]"


def test_markdown_has_a_row_for_every_step() -> None:
    record = searched(PICTURE)
    lines = trace_markdown(record).splitlines()
    assert lines[0] == "| step | node | what happens | v | α | β | note |"
    assert lines[1] == "| ---: | --- | --- | ---: | ---: | ---: | --- |"
    assert len(lines) == 2 + record.steps


def test_markdown_shows_the_crossed_window_of_a_cut_off() -> None:
    row = trace_markdown(searched(PICTURE)).splitlines()[2 + 12]
    assert row.startswith("| 13 | ▲b | 8 arrives from b.1: β cut-off | 8 | 8 | 6 | β cut")


def test_a_leaf_has_a_window_and_no_v() -> None:
    row = trace_markdown(searched("[3 5]")).splitlines()[2 + 1]
    assert row.startswith("| 2 | 1 | leaf: 3 |  | −∞ | +∞ |")


def test_csv_reads_back_with_numbers_that_a_spreadsheet_knows() -> None:
    rows = list(csv.reader(trace_csv(searched("[-3 0.5]")).splitlines()))
    assert tuple(rows[0]) == TABLE_HEADINGS
    assert rows[1][3:6] == ["-inf", "-inf", "inf"]
    assert rows[2][2:6] == ["leaf: −3", "", "-inf", "inf"]
    assert rows[5][3:5] == ["0.5", "0.5"]
    means = list(csv.reader(trace_csv(searched("[chance[3 4 6] 1]")).splitlines()))
    assert means[9][3] == "4.333333333333333"


def test_a_chance_node_has_no_window() -> None:
    rows = list(csv.reader(trace_csv(searched("chance[3 5]")).splitlines()))
    assert rows[3][1:6] == ["○root", "3 arrives from 1", "", "", ""]


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_search_has_a_table_with_its_cut_offs(algorithm: str) -> None:
    record = search(tree_of("[[3 12 8] [2 4 6] [14 5 2]]"), Rules(algorithm=algorithm))  # type: ignore[arg-type]
    rows = list(csv.reader(trace_csv(record).splitlines()))[1:]
    assert len(rows) == record.steps
    greek = {"alpha": "α", "beta": "β"}
    for cut in analysis_of(record).cut_offs:
        assert rows[cut.step - 1][2].endswith(f": {greek[cut.kind]} cut-off")
    assert sum("cut-off" in row[2] for row in rows) == len(analysis_of(record).cut_offs)


def test_each_node_has_a_name_of_its_own_however_deep_it_stands() -> None:
    chain = "[" * 30 + "1" + " 2]" * 30
    record = searched(f"[{'[1 2] ' * 703}{chain}]")  # more nodes than there are letters
    names: dict[str, set[int]] = {}
    for number, row in enumerate(csv.reader(trace_csv(record).splitlines())):
        if number:
            names.setdefault(row[1], set()).add(record.step(number).node)
    assert max(map(len, names.values())) == 1


def test_a_null_window_is_a_question() -> None:
    record = search(tree_of("[[3 12 8] [2 4 6]]"), Rules(algorithm="scout"))
    events = [row[2] for row in csv.reader(trace_csv(record).splitlines())]
    assert "enter: is it worth more than 3?" in events
