"""The tutor's table: forty-one papers, each with what a good tutor says and a fair marker gives.

Every row of ``tests/data/tutor.tsv`` was judged by hand: key, paper, points, sentence.
"""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from treeexplorer.course.grade import grade
from treeexplorer.course.key import check_key
from treeexplorer.notation import parse
from treeexplorer.rules import resolve

TABLE = (Path(__file__).parent.parent / "data" / "tutor.tsv").read_text("utf-8")
PAPERS = list(csv.DictReader(TABLE.splitlines(), delimiter="\t"))


@pytest.mark.parametrize("number", range(len(PAPERS)))
def test_a_paper_gets_the_points_and_the_sentence(number: int) -> None:
    row = PAPERS[number]
    key, paper = (parse(row[name].replace("\\n", "\n")) for name in ("key", "paper"))
    stated = {**key.directives.rules, "levels": key.tree.levels}
    keys = check_key([("T", key, resolve([("file", stated)]).rules)])
    marked = grade("paper", {"T": paper}, keys).trees[0]
    assert marked.check is not None
    assert marked.check.headline == row["sentence"]
    assert marked.marks.points == int(row["points"])
    taken = sum(points for _, points in marked.deductions)
    assert sum(earned for _, earned, _ in marked.points_by_subject) - taken == int(row["points"])


def test_there_are_forty() -> None:
    assert len({(row["key"], row["paper"]) for row in PAPERS}) == 41
