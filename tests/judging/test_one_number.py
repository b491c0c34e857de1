"""One answer everywhere: drawing, answer sheet, model answer, check and key show one number."""

from __future__ import annotations

import csv
import json
import re

import pytest

from tests.commands.calling import run
from tests.judging.published import published_answers
from tests.laws import sampled
from treeexplorer.engine import search
from treeexplorer.engine.analysis import analysis_of
from treeexplorer.explain.claim_texts import format_claim
from treeexplorer.explain.phrases import describe_returned_value
from treeexplorer.explain.snapshot import snapshot
from treeexplorer.judging.findings import Findings
from treeexplorer.judging.model_answer import collect_model_claims
from treeexplorer.marking.check import Check
from treeexplorer.notation import parse
from treeexplorer.numbers import convert_number_to_json, shown
from treeexplorer.rules import FAILS, Fail, Rules

TREES = published_answers()


@pytest.mark.parametrize("fail", FAILS)
@pytest.mark.parametrize("name", sampled(1, TREES))
def test_every_place_shows_what_the_search_returned(name: str, fail: Fail) -> None:
    text = f"@levels {TREES[name]['levels']}\n@fail {fail}\n{TREES[name]['tree']}\n"
    tree = parse(text).tree
    record = search(tree, Rules(fail=fail, levels=tree.levels))
    findings, end, labels = Findings(record), snapshot(record, record.steps), tree.labels
    claims = {one.node: one for one in collect_model_claims(record) if one.number is not None}

    def printed(*arguments: str) -> str:
        status, output, _ = run(*arguments, "-", text=text)
        assert status == 0
        return output

    table = csv.DictReader(printed("solve", "--as", "csv").splitlines())
    sheet = {row["node"]: row["returned"].lstrip("'") for row in table}
    drawn, figure = printed("draw"), printed("export", "--to", "svg")
    groups = dict(re.findall(r'class="name"[^>]*>\S (.*?)</text>(.*?)</g>', figure))
    steps = map(json.loads, printed("trace", "--json").splitlines())
    returned = {step["child"]: step["value"] for step in steps if "child" in step}
    solved = json.loads(printed("solve", "--json"))
    assert solved["value"] == convert_number_to_json(end.view(0).number)
    for node in range(len(tree)):
        if tree.is_leaf(node) or record.call_of(node) is None:
            continue
        sign, number = analysis_of(record).shown(node, record.steps)
        view = end.view(node)
        assert (view.sign, view.number) == (sign, number)
        assert number is not None
        words = f"{number}?" if sign == "?" else f"{sign} {shown(number)}"
        assert sheet[labels.label(node)] == words
        plain = words.removeprefix("= ")
        call = findings.calls(node)[-1]
        assert call.value is not None
        assert str(describe_returned_value(call.value, *call.interval)) == plain
        assert format_claim(tree, claims[node]) == plain.removesuffix("?")
        signed = rf"{sign}\s*{re.escape(shown(number))}"
        assert re.search(rf"{re.escape(labels.text(node))}\s*{signed}", drawn)
        group = groups[labels.label(node)]
        assert re.search(rf">{signed}\*?<", group)
        if node:
            assert returned[tree.address(node)] == convert_number_to_json(number)
        checked = Check(record, (claims[node],))
        assert checked.claims[0].right
        assert str(checked.claims[0].saying.found).removesuffix("?") == plain.removesuffix("?")
