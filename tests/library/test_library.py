"""The library's face: what a notebook, a test or a grader asks for, in one import."""

from __future__ import annotations

import doctest
import math
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import treeexplorer as te
import treeexplorer.notation.printer

AIMA = "[[3 12 8] [2 4 6] [14 5 2]]"


def test_the_examples_of_the_printer_run() -> None:
    assert doctest.testmod(treeexplorer.notation.printer).failed == 0


def test_the_answer_for_an_unknown_shows_itself_in_a_line() -> None:
    answers = te.unknowns(te.parse("[[3 12 8] [x 4 6] [14 5 2]]"))
    assert repr(answers) == "{'x': <UnknownAnswer: 3 for x ≤ 3, x for 3 < x ≤ 4, 4 for x > 4>}"
    ladder = " ".join(f"min[x {high}]" for high in range(12))
    (many,) = te.unknowns(te.parse(f"chance[{ladder}]")).values()
    assert len(many.pieces) == 13
    assert repr(many).endswith("5/12·x + 1.75 for 6 < x ≤ 7, … 13 pieces>")


def test_the_addresses_of_a_long_chain_are_bounded() -> None:
    deep = 5_000
    record = te.search(te.parse("[" * deep + "7" + "]" * deep))
    assert len(record.line) == deep + 1
    assert max(map(len, record.line)) < 2_000
    assert record.line[-1].endswith(f"(ply {deep})")


def test_the_state_at_a_step_is_asked_for_by_label() -> None:
    record = te.search(te.parse(AIMA))
    at = record.at(12)
    assert at["B"].window == (3, 2)
    assert at["B"].entry == (3, math.inf)
    assert at["2"] == at["B"]
    assert at["B"].outcome == "cut-off"
    assert at["2.2"].outcome == "pruned"
    assert at["C"] == te.NodeAtStep(None, None, None, None, None)
    assert at["A"].returned == 3
    assert at["root"].outcome == "open"
    assert record.at(0)["root"].outcome is None
    assert len(at) == 13
    assert set(at) >= {"root", "2.3"}
    with pytest.raises(IndexError):
        record.at(22)
    with pytest.raises(te.TreeexplorerError, match="no node is called"):
        at["Q"]
    assert at.get("Q") is None
    assert "Q" not in at
    assert dict(at)["2"] == at["B"]


@pytest.mark.parametrize(
    "changes",
    [{"cutoff": "="}, {"fail": "Medium"}, {"order": "upwards"}, {"algorithm": "alpha"}, {"x": 1}],
)
def test_a_wrong_rule_is_refused_with_the_valid_ones(changes: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"takes|rule") as caught:
        te.search(te.parse(AIMA), **changes)
    assert isinstance(caught.value, te.TreeexplorerError)


class Node:
    def __init__(self, score: float = 0, below: tuple[Node, ...] = ()) -> None:
        self.score, self.below = score, below


def test_a_tree_is_built_from_nodes_of_ones_own() -> None:
    root = Node(below=(Node(below=(Node(3), Node(12))), Node(below=(Node(2), Node(4)))))
    exercise = te.from_nested(root, children=lambda n: n.below, value=lambda n: n.score)
    assert te.write(exercise) == "[[3 12] [2 4]]\n"
    below = {"root": ["left", "right"], "left": None, "right": None}
    assert te.write(te.from_nested("root", children=below.get, value=len)) == "[4 5]\n"


def test_trees_and_records_are_equal_hashed_and_pickled_by_what_they_say() -> None:
    one, other = te.parse(AIMA), te.parse(f"  {AIMA}\n")
    assert one == other
    assert hash(one) == hash(other)
    assert pickle.loads(pickle.dumps(one)) == one  # noqa: S301 - written just now
    record = te.search(one)
    again = pickle.loads(pickle.dumps(record))  # noqa: S301 - written just now
    assert again == record == te.search(other)
    assert hash(again) == hash(record)
    assert again.at(12)["B"].window == (3, 2)
    assert te.search(one, fail="hard") != record
    unknown = te.parse("[[3 12] [x 4]]")
    assert te.search(unknown, values={"x": 1}) != te.search(unknown, values={"x": 4})


def test_an_unknown_leaf_is_given_a_number() -> None:
    exercise = te.parse("[[3 12] [x 4]]")
    with pytest.raises(te.UnknownReachedError, match=r"unknown leaf B.1 \(x\)"):
        te.search(exercise)
    assert te.search(exercise, values={"x": 7}).value == 4
    assert te.search(exercise, values={"2.1": 1}).value == 3
    with pytest.raises(te.TreeexplorerError, match="“A” is not a leaf"):
        te.search(exercise, values={"A": 7, "x": 1})
    with pytest.raises(te.TreeexplorerError, match="a leaf is a number, not the str 'three'"):
        te.search(exercise, values={"x": "three"})  # type: ignore[dict-item]  # on purpose
    answer = te.unknowns(exercise)["x"]
    assert answer.at(7).value_at(7) == 4
    claimed = te.parse("[3[3 12] 4[x 4]]")
    with pytest.raises(te.UnknownReachedError):
        te.check(claimed)
    assert te.check(claimed, values={"x": 7}).wrong == ()


def test_pictures_of_a_record() -> None:
    record = te.search(te.parse(AIMA))
    assert "12" in record.draw(12)
    assert record.to_svg(12).startswith("<svg")
    page = record.to_html()
    assert page.startswith("<!DOCTYPE html>")
    assert "<svg" in page
    assert "data-practise" in record.to_html(practise=True)
    assert "3" in str(record.why("B"))
    assert record.label("2") == "B"
    assert repr(record).startswith("<SearchRecord of Game tree: value 3")
    assert "[[3 12 8]" in repr(record.exercise)


def test_answers_and_checks_come_in_words() -> None:
    record = te.search(te.parse(AIMA))
    assert record.answers().line == "root → A → 3"
    assert te.check(te.parse("3[3[3 12 8] <=2[2 /4 /6] 2[14 5 2]]")).headline.startswith("All")
    assert repr(te.check(te.parse("12[3 12 8]"))) == "<Check: The answer is right.>"
    assert repr(te.compare(record.exercise)[0]) == "<Contender alpha-beta ≥: value 3>"
    key = te.parse("3[3[3 12] <=2[2 /4]]")
    (grade,) = te.grade(key, [te.parse("3[3[3 12] 4[2 /4]]")])
    assert repr(grade) == "<Grade of hand-in 1: 3 of 4 points>"
    verified = te.verify(lambda nested: te.search(te.from_nested(nested)).value, trials=5)
    assert repr(verified).startswith("<Verification: Right on all ")


def test_importing_costs_next_to_nothing() -> None:
    code = "import sys, treeexplorer; print(*[m for m in sys.modules if 'treeexplorer' in m])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["treeexplorer"]


def test_nodes_are_told_by_addresses() -> None:
    (answer,) = te.unknowns(te.parse("[[3 12] [x 2]]")).values()
    assert [str(stretch) for stretch in answer.cut_for("2.2")] == [
        str(stretch) for stretch in answer.cut_for("B.2")
    ]
    assert [row["node"] for row in answer.to_dict()["cut"]] == ["2.2"]
    assert answer.at(0).cut == ("2.2",)
    assert answer.at(0).best == "1"
    with pytest.raises(te.AddressError):
        answer.cut_for("7")
    assert [claim.node for claim in te.check(te.parse("3[3[3 12] 4[2 9]]")).wrong] == ["2"]


def test_examples_are_loaded_and_trees_generated_by_name_and_level() -> None:
    assert te.search(te.load("aima")).value == 3
    assert te.generate(1, seed=4) == te.generate(1, seed=4)
    nim = te.game_tree("nim", position="1,2")
    assert nim.title == "Nim"
    assert nim.to_dict()["text"].startswith("@title Nim\n")


def test_a_generated_tree_is_searched_under_the_rules_of_its_order() -> None:
    rules = te.Rules(cutoff=">", fail="hard", order="right-to-left")
    order = te.Order(cut_offs=te.Range(2, 2), tie=False, rules=rules)
    for seed in range(5):
        exercise = te.generate(order=order, seed=seed)
        record = te.search(te.parse(te.write(exercise)))
        assert record.rules == rules
        assert len(record.cutoffs) == 2


def test_a_course_file_counts_for_what_is_loaded_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "treeexplorer.toml").write_text('cutoff = ">"\n', "utf-8")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.tree").write_text("[[3 12] [2 4]]\n", "utf-8")
    assert te.search(te.load("a.tree")).rules.cutoff == ">"
    assert te.search(te.load("aima")).rules.cutoff == ">"
    for exercise in (te.parse("[1 2]"), te.generate(1, seed=1), te.game_tree("nim", position="1")):
        assert te.search(exercise).rules.cutoff == ">="


def test_a_grade_says_what_grade_prints_as_json() -> None:
    key = te.parse("3[3[3 12 8] <=2[2 /4 /6]]")
    (row,) = [each.to_dict() for each in te.grade(key, [te.parse("3[3[3 12 8] 4[2 4 6]]")])]
    assert (row["points"], row["maximum"], row["problem"]) == (2.0, 5.0, None)
    assert row["trees"][0]["claims"][2]["written"] == 4


def test_wrong_types_get_a_sentence() -> None:
    with pytest.raises(TypeError, match=r"te.load return it, not the str '\[1 2\]'"):
        te.search("[1 2]")  # type: ignore[arg-type]  # on purpose
    with pytest.raises(ValueError, match="levels"):
        te.from_nested([1, 2], levels=("MAX", "MINI"))


def test_every_error_is_one_of_what_is_given() -> None:
    errors = [getattr(te, name) for name in te.__all__ if name.endswith("Error")]
    assert all(issubclass(error, te.TreeexplorerError) for error in errors)
    with pytest.raises(te.TreeexplorerError, match="from 1 to 5, not 9"):
        te.generate(9)
    with pytest.raises(te.RulesError, match="1 or more, not “-1”"):
        te.game_tree("nim", depth=-1)
    with pytest.raises(te.FileError, match=r"zz\.tree cannot be read: no such file or directory"):
        te.load("zz.tree")


def test_only_what_is_public_is_listed() -> None:
    assert dir(te) == sorted(te.__all__)
    assert all(getattr(te, name).__doc__ for name in te.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        getattr(te, "nothing")  # noqa: B009 - as at run time


def test_a_right_claim_has_no_mistake() -> None:
    checked = te.check(te.parse("[3[3 12] 4[2 /9 /4]]"))
    mistakes = [(claim.right, claim.mistake) for claim in checked.claims]
    assert mistakes == [(True, ""), (False, "▽B is ≤ 2, not 4"), (True, ""), (True, "")]
