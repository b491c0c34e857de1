"""What a command prints as JSON, ``to_dict()`` gives: on random trees and on every example."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import treeexplorer as te
from tests.commands.calling import rows as printed
from tests.engine.random_records import random_tree
from tests.judging.filled import random_paper
from tests.laws import batches, sampled
from treeexplorer import notation

OF_THE_CALL = {"schema", "file", "tree", "title"}
"""How the command was called, and what it calls the tree then."""


def as_json(rows: Any) -> Any:
    return json.loads(json.dumps(list(rows)))


def found(*arguments: str) -> list[dict[str, Any]]:
    """Return what a command prints, without how it was called."""
    rows = printed(*arguments)
    return [{name: row[name] for name in row if name not in OF_THE_CALL} for row in rows]


def without_title(row: dict[str, Any]) -> dict[str, Any]:
    return {name: row[name] for name in row if name != "title"}


def compare_all(exercise: te.Exercise, *arguments: str) -> None:
    """Compare every command on one tree with the library."""
    values = dict.fromkeys(exercise.unknowns, 3)
    settings = [word for name in values for word in ("--set", f"{name}=3")]
    call = [*arguments, *settings]
    record = te.search(exercise, values=values)
    assert found("solve", *call) == as_json([without_title(record.to_dict())])
    assert found("trace", *call) == as_json(step.to_dict() for step in record)
    checked = te.check(exercise, values=values)
    claims = [*(claim.to_dict() for claim in checked.claims), checked.to_dict()]
    assert found("check", *call) == as_json(claims)
    contenders = te.compare(exercise, values=values)
    assert found("compare", *call) == as_json(each.to_dict() for each in contenders)
    node = exercise.nodes[len(exercise) * 2 // 3]
    assert found("why", *arguments, node, *settings) == as_json([record.why(node).to_dict()])
    if len(exercise.unknowns) == 1:
        (answer,) = te.unknowns(exercise).values()
        rows = [piece.to_dict() for piece in answer.pieces]
        rows += [cut.to_dict() for cut in answer.cuts]
        assert found("unknowns", *arguments) == as_json(rows)


@pytest.mark.parametrize("seed", batches(15, range(15)))
def test_random_trees_with_claims(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    tree = random_tree(chance)
    claims = random_paper(chance, tree, 0.4)
    file = tmp_path / "a.tree"
    file.write_text(notation.write(notation.Exercise(tree, claims)), "utf-8")
    (tmp_path / "treeexplorer.toml").write_text('fail = "hard"\n', "utf-8")
    compare_all(te.load(file), str(file))


@pytest.mark.parametrize("name", sampled(3, te.examples()))
def test_the_examples(name: str) -> None:
    trees = te.load_all(name)
    for number, exercise in enumerate(trees, 1):
        if len(exercise) < 120:
            compare_all(exercise, name, "--tree", str(number))


@pytest.mark.parametrize("text", ["[[3 12] [2 x]]", "[[3 x] [x 4 ...] [1 2]]", "chance[x [1 x]]"])
def test_trees_with_an_unknown_leaf(text: str) -> None:
    compare_all(te.parse(text), "-e", text)


def test_orders_and_growth_and_generated_trees() -> None:
    text = "[[2 4 6] [3 12 8]]"
    row = te.order(te.parse(text), "worst").to_dict()
    assert found("order", "-e", text, "--worst") == as_json([row])
    measured = [{"branching": 2, **row._asdict()} for row in te.growth(2, 4)]
    assert found("growth", "--branching", "2", "--depth", "4") == as_json(measured)
    grown = te.game_tree("nim", position="1,2", best_first=True).to_dict()
    assert printed("game", "nim", "--position", "1,2", "--best-first")[0].items() >= grown.items()
