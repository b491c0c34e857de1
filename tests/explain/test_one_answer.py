"""One answer everywhere: every place that prints a number for a node prints the same one."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests.trees import tree_of
from treeexplorer.cli import command_line
from treeexplorer.engine import Record, search
from treeexplorer.exercises.check import check
from treeexplorer.exercises.tasks import model_claims
from treeexplorer.explain.snapshot import snapshot
from treeexplorer.notation.document import Exercise
from treeexplorer.numbers import for_json, shown
from treeexplorer.rules import Fail, Rules
from treeexplorer.tree import INNER, Player

EXAMPLES = Path(__file__).parent.parent / "data" / "examples.json"
SIGNS = {"≥": ">=", "≤": "<=", "=": None, "?": None}


def published() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(EXAMPLES.read_text(encoding="utf-8"))
    return found


def printed(*arguments: str) -> str:
    result = CliRunner().invoke(command_line, list(arguments))
    assert result.exit_code == 0, result.output
    return result.stdout


def numbers_of(record: Record) -> dict[int, tuple[str, str]]:
    """Return sign and number of every visited node with children, as the last step shows them."""
    end = snapshot(record, record.steps)
    views = (end.view(n) for n in range(len(record.tree)) if record.tree.kind[n] == INNER)
    return {view.node: (view.sign, shown(view.number)) for view in views if view.number is not None}


@pytest.mark.parametrize("fail", ["soft", "hard"])
@pytest.mark.parametrize("example", published(), ids=lambda example: example["id"])
def test_every_number_for_a_node_is_the_same(example: dict[str, Any], fail: Fail) -> None:
    tree = tree_of(example["tree"])
    levels = tuple(Player(word) for word in example["levels"].split())
    record = search(tree, Rules(fail=fail, levels=levels))
    expected = numbers_of(record)
    assert expected
    options = ["-e", example["tree"], "--fail", fail, "--levels", ",".join(levels)]
    labels = record.tree.labels

    drawn = printed("draw", *options, "--width", "0")
    for node, (sign, number) in expected.items():
        player = record.tree.player(node)
        sign_of_player = player.sign if player else ""
        heading = f"{sign_of_player} ?{re.escape(labels.text(node))}"
        assert re.search(rf"{heading}\s*{sign}\s*{re.escape(number)}", drawn), (node, sign, number)

    figure = printed("export", "--to", "svg", *options)
    groups = dict(re.findall(r"<g[^>]*>\s*<title>(\S+)[^<]*</title>(.*?)</g>", figure, re.DOTALL))
    for node, (sign, number) in expected.items():
        group = groups[labels.signed(node).partition(" ")[0]]
        assert re.search(rf">{sign}\s*{re.escape(number)}\*?<", group), (node, sign, number)

    returned = {}
    for line in printed("trace", *options, "--json").splitlines():
        row = json.loads(line)
        if "child" in row:
            returned[row["child"]] = row["value"]
    end = snapshot(record, record.steps)
    for node in expected:
        if node:
            number_here = for_json(end.view(node).number)
            assert returned[tree.address(node)] == number_here

    table = csv.DictReader(printed("solve", *options, "--as", "csv").splitlines())
    sheet = {row["node"]: row["returned"] for row in table}
    model = {claim.node: claim for claim in model_claims(record) if claim.number is not None}
    for node, (sign, number) in expected.items():
        said = sheet[labels.label(node)].replace(" ", "").lstrip("'=")
        assert said == f"{'' if sign == '=' else sign}{number}"
        assert (model[node].sign, shown(model[node].number or 0)) == (SIGNS[sign], number)
    solved = json.loads(printed("solve", *options, "--json"))
    assert solved["value"] == for_json(end.view(0).number)

    judged = check(Exercise(tree, model_claims(record)), record.rules)
    assert not judged.wrong
