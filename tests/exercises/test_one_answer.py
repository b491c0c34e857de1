"""One answer everywhere: drawing, answer sheet, model answer, check and key show one number."""

from __future__ import annotations

import json

import pytest

from tests.commands.calling import run
from tests.exercises.published import published_answers
from treeexplorer.drawing.svg import svg
from treeexplorer.engine import search
from treeexplorer.engine.analysis import analysis_of
from treeexplorer.exercises.answers import answer_sheet
from treeexplorer.exercises.check import Check
from treeexplorer.exercises.judge import Findings
from treeexplorer.exercises.tasks import model_claims
from treeexplorer.explain.judged import claim_text
from treeexplorer.explain.snapshot import snapshot
from treeexplorer.explain.words import returned_words
from treeexplorer.notation import parse
from treeexplorer.numbers import for_json, shown
from treeexplorer.rules import FAILS, Fail, Rules

TREES = published_answers()


@pytest.mark.parametrize("fail", FAILS)
@pytest.mark.parametrize("name", TREES)
def test_every_place_shows_what_the_search_returned(name: str, fail: Fail) -> None:
    text = f"@levels {TREES[name]['levels']}\n@fail {fail}\n{TREES[name]['tree']}\n"
    tree = parse(text).tree
    record = search(tree, Rules(fail=fail, levels=tree.levels))
    findings, end = Findings(record), snapshot(record, record.steps)
    claims = {one.node: one for one in model_claims(record) if one.number is not None}
    rows = {row.label: row.value for row in answer_sheet(record).rows}
    figure = svg(record)
    returned = {
        step["child"]: step["value"]
        for step in map(json.loads, run("trace", "-", "--json", text=text)[1].splitlines())
        if "child" in step
    }
    for node in range(len(tree)):
        if tree.is_leaf(node) or record.row(node) is None:
            continue
        sign, number = analysis_of(record).shown(node, record.steps)
        view = end.view(node)
        assert (view.sign, view.number) == (sign, number)
        assert number is not None
        words = f"{number}?" if sign == "?" else f"{sign} {shown(number)}"
        assert rows[tree.labels.label(node)] == words
        plain = words.removeprefix("= ")
        call = findings.calls(node)[-1]
        assert call.value is not None
        assert str(returned_words(call.value, *call.interval)) == plain
        assert claim_text(tree, claims[node]) == plain.removesuffix("?")
        assert words in figure or words.replace(" ", "") in figure
        if node:
            assert returned[tree.address(node)] == for_json(number)
        checked = Check(record, (claims[node],))
        assert checked.claims[0].right
        assert str(checked.claims[0].saying.found).removesuffix("?") == plain.removesuffix("?")
