"""A lecturer's afternoon: six published trees become a sheet with its key, and a class is graded.

The points of every hand-in are worked out here from what was done to it and from a search of its
own, the plain recursive one of the referee.
"""

from __future__ import annotations

import csv
import io
import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from tests.commands.calling import invoked
from tests.engine.referee import Referee
from tests.judging.published import published_answers
from treeexplorer import gallery
from treeexplorer.commands.loading import expand_folders
from treeexplorer.notation import Claim, Exercise, load_all, sort_claims, write_all
from treeexplorer.rules import Rules
from treeexplorer.tree import Player

TREES = (
    "aima-fig5.2",
    "cs-stackexchange-11308",
    "gfg-alphabeta",
    "mem-luger-ab",
    "mit-dxh-trace",
    "poole-mackworth-fig",
)
STUDENTS = 30


def run(*arguments: str) -> str:
    result = invoked(*arguments)
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "week-3"
    folder.mkdir()
    published = published_answers()
    for number, name in enumerate(TREES, 1):
        tree = published[name]["tree"]
        (folder / f"{number}.tree").write_text(f"@title {name}\n{tree}\n", "utf-8")
    (folder / "treeexplorer.toml").write_text(
        'title = "Week 3"\ninstructions = "Hand in by Friday."\ncutoff = ">="\n', "utf-8"
    )
    return tmp_path


# -- the table, worked out independently -------------------------------------------------------


def points_of(exercise: Exercise) -> tuple[int, int]:
    """Return how many values and how many slashes there are to write in a tree."""
    referee = Referee(exercise.tree, Rules())
    referee.run()
    tree = exercise.tree
    visited = {event[1] for event in referee.events if event[0] in {"visit", "leaf"}}
    inner = [node for node in visited if not tree.is_leaf(node)]
    pruned = [n for n in range(1, len(tree)) if n not in visited and tree.parent[n] in visited]
    return len(inner), len(pruned)


@dataclass(frozen=True)
class Slip:
    """Something done to a tree of a hand-in, and what it costs."""

    change: Callable[[Exercise, random.Random], Exercise]
    cost: Callable[[Exercise, int, int], int]


def _without(exercise: Exercise, dropped: Callable[[Claim], bool]) -> Exercise:
    return replace(exercise, claims=tuple(one for one in exercise.claims if not dropped(one)))


def _value_left_out(exercise: Exercise, chooser: random.Random) -> Exercise:
    values = [claim for claim in exercise.claims if claim.number is not None]
    gone = chooser.choice(values)
    return _without(exercise, lambda claim: claim is gone)


def _wrong_root(exercise: Exercise, chooser: random.Random) -> Exercise:
    claims = [
        claim._replace(number=(claim.number or 0) + chooser.randint(1, 9))
        if claim.node == 0 and claim.kind == "value"
        else claim
        for claim in exercise.claims
    ]
    return replace(exercise, claims=tuple(claims))


def _slashes_left_out(exercise: Exercise, chooser: random.Random) -> Exercise:
    return _without(exercise, lambda claim: claim.kind == "cut")


def _slash_too_many(exercise: Exercise, chooser: random.Random) -> Exercise:
    tree = exercise.tree
    first = next(node for node in range(len(tree)) if tree.is_leaf(node))
    return replace(exercise, claims=sort_claims([*exercise.claims, Claim(first, "cut")]))


def _cost_of_a_slash_too_many(exercise: Exercise, _values: int, cuts: int) -> int:
    """One point for the slash, and one for the value beside it that needs the crossed leaf."""
    tree = exercise.tree
    leaf = next(node for node in range(len(tree)) if tree.is_leaf(node))
    best = max if tree.player(leaf - 1) is Player.MAX else min
    values = [worth(exercise, child) for child in tree.children(leaf - 1)]
    return min(1, cuts) + (len(values) == 1 or best(values) != best(values[1:]))


def worth(exercise: Exercise, node: int) -> float:
    """Return a node's minimax value, worked out as the definition says."""
    tree = exercise.tree
    if tree.is_leaf(node):
        return float(tree.leaf_value(node) or 0)
    best = max if tree.player(node) is Player.MAX else min
    return best(worth(exercise, child) for child in tree.children(node))


def _all_left_out(exercise: Exercise, chooser: random.Random) -> Exercise:
    return replace(exercise, claims=())


SLIPS = (
    Slip(_value_left_out, lambda _tree, _values, _cuts: 1),
    Slip(_wrong_root, lambda _tree, _values, _cuts: 1),
    Slip(_slashes_left_out, lambda _tree, _values, cuts: cuts),
    Slip(_slash_too_many, _cost_of_a_slash_too_many),
    Slip(_all_left_out, lambda _tree, values, cuts: values + cuts),
)


def hand_ins(key: list[Exercise], blank: list[Exercise]) -> dict[str, tuple[str, int | None]]:
    """Return what each student hands in, with the points, or none where it cannot be graded."""
    worth_of = [points_of(exercise) for exercise in key]
    full = sum(values + cuts for values, cuts in worth_of)
    found: dict[str, tuple[str, int | None]] = {
        "student-00": (write_all(key), full),
        "student-01": (write_all(list(reversed(key))), full),
        "student-02": (write_all(blank), 0),
        "student-03": (write_all(key).replace("[", "(", 1), full - sum(worth_of[0])),
        "student-04": ("", None),
        "student-05": (write_all(key[1:]), full - sum(worth_of[0])),
    }
    for number in range(len(found), STUDENTS):
        chooser = random.Random(number)
        trees, points = list(key), full
        for place in chooser.sample(range(len(key)), chooser.randint(1, len(key))):
            slip = chooser.choice(SLIPS)
            trees[place] = slip.change(trees[place], chooser)
            points -= slip.cost(key[place], *worth_of[place])
        found[f"student-{number:02}"] = write_all(trees), points
    return found


# -- the afternoon -----------------------------------------------------------------------------


def test_a_sheet_is_made_and_a_class_is_graded(course: Path) -> None:
    asked = ("--ask", "values,cuts", "--name-field")
    run("sheet", "week-3", *asked, "-o", "sheet.html", "--key", "key.html")
    run("sheet", "week-3", *asked, "-o", "sheet.tex", "--key", "key.tree", "--blank", "blank.tree")
    handout, answers = ((course / name).read_text("utf-8") for name in ("sheet.html", "key.html"))
    for text in (handout, answers):
        assert all(name in text for name in TREES)
        assert text.count("<svg") == len(TREES)
    assert "Week 3" in handout
    assert "Hand in by Friday." in handout
    assert "Value:" not in handout
    assert answers.count("Value: ") == len(TREES)
    key, blank = load_all(course / "key.tree"), load_all(course / "blank.tree")
    assert [one.directives.title for one in key] == list(TREES)

    expected = hand_ins(list(key), list(blank))
    assert len(expected) == STUDENTS
    (course / "class").mkdir()
    for name, (text, _) in expected.items():
        (course / "class" / f"{name}.tree").write_text(text, "utf-8")
    graded = invoked("grade", "key.tree", "class", "--csv", "out.csv", "--feedback", "words")
    assert graded.exit_code == 1  # one could not be graded, and two only in part
    rows = list(csv.DictReader(io.StringIO((course / "out.csv").read_text("utf-8"))))
    found = {row["hand-in"].removesuffix(".tree"): row["points"] for row in rows}
    assert found == {
        name: "" if points is None else str(points) for name, (_, points) in expected.items()
    }
    maximum = sum(sum(points_of(exercise)) for exercise in key)
    assert {row["maximum"] for row in rows} == {str(maximum), ""}
    assert len(list((course / "words").iterdir())) == STUDENTS


def test_a_folder_has_one_order_for_gallery_sheet_and_hand_ins(tmp_path: Path) -> None:
    for number in (10, 2, 1):
        (tmp_path / f"ex{number}.tree").write_text(f"{number}[{number} 0]\n")
    names = ["ex1", "ex2", "ex10"]
    assert [each.path.stem for each in gallery.find_trees_in_folder(tmp_path)] == names
    assert [Path(file).stem for file in expand_folders((str(tmp_path),))] == names
    key = tmp_path / "ex1.tree"
    printed = invoked("grade", str(key), str(tmp_path)).stdout
    graded = [line.split(".tree")[0].strip() for line in printed.splitlines() if ".tree" in line]
    assert graded == ["ex2", "ex10"], printed
