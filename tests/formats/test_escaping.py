"""No name breaks out of the format that it is written in."""

from __future__ import annotations

import csv
import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.laws import examples
from treeexplorer.engine import search
from treeexplorer.formats.tables import trace_csv, trace_markdown
from treeexplorer.formats.writing import WRITERS
from treeexplorer.notation import Directives, Exercise
from treeexplorer.text import safe
from treeexplorer.tree import TreeBuilder

EVIL = [
    '"]; evil -> out [label="', "\\", '\\"', "\\N", "a\nb", "</td><script>", "=1+1", "-2+3",
    "+cmd|' /C'!A0", "@SUM(1)", "＝1",
    "| a |", "`code`", "$x$", "'); drop", '{"a": 1}', "}\n\n", "\x1b[31m",
    "\u202e", "\ud800", '" } 0\np "x" 1 1 "" { "1" } 0',
]  # fmt: skip
NAMES = (st.sampled_from(EVIL) | st.text(min_size=1, max_size=12)).map(safe)
STRING = re.compile(r'"(?:[^"\\]|\\.)*"')


def named(first: str, second: str) -> Exercise:
    builder = TreeBuilder()
    builder.open(first)
    builder.leaf(3, second)
    builder.leaf(5)
    builder.close()
    return Exercise(builder.tree(), directives=Directives(title=second))


def without_strings(text: str) -> str:
    return STRING.sub('""', text)


@examples(100)
@given(NAMES, NAMES)
def test_dot_has_the_same_statements_whatever_the_names(first: str, second: str) -> None:
    plain = without_strings(WRITERS["dot"].write([named("a", "b")]))
    assert without_strings(WRITERS["dot"].write([named(first, second)])) == plain


@examples(100)
@given(NAMES, NAMES)
def test_json_reads_back_the_names(first: str, second: str) -> None:
    found = json.loads(WRITERS["json"].write([named(first, second)]))
    assert (found["name"], found["children"][0]["name"]) == (first, second)


@examples(100)
@given(NAMES, NAMES)
def test_no_cell_of_a_csv_table_is_a_formula(first: str, second: str) -> None:
    rows = list(csv.reader(trace_csv(search(named(first, second).tree)).splitlines()))
    assert {len(row) for row in rows} == {7}
    for row in rows[1:]:
        for cell in (row[1], row[2], row[6]):
            assert not cell.startswith(tuple("=+-@＝＋－＠\t\r"))


@pytest.mark.parametrize("name", EVIL)
def test_a_markdown_table_keeps_its_columns(name: str) -> None:
    for line in trace_markdown(search(named(safe(name), safe(name)).tree)).splitlines():
        assert "\n" not in line
        assert len(re.findall(r"(?<!\\)(?:\\\\)*\|", line)) == 8
