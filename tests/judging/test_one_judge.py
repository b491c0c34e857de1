"""What ``check`` accepts, every key, the worksheet and the course page accept, and nothing else.

Every answer that a key holds or a field accepts, and a sample of what they refuse, is laid before
``check`` as a claim, under random conventions, on 2,000 random trees and more.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, combinations, permutations

import pytest

from tests.engine.random_records import random_rules, random_tree
from tests.laws import batches, some
from treeexplorer.course.moodle import CourseQuestion
from treeexplorer.course.sheet import ASKS, SheetTree
from treeexplorer.engine.algorithms import algorithm_of
from treeexplorer.judging.questions import accepted, task_at
from treeexplorer.marking.check import Check
from treeexplorer.marking.entries import EntryError, read_entry
from treeexplorer.marking.worksheet import Worksheet
from treeexplorer.notation import Claim, Exercise, parse, write
from treeexplorer.numbers import written
from treeexplorer.rules import WINDOWS, Rules
from treeexplorer.tree import GameTree

BATCHES = 20
BATCH = 105
NUMBERS = (-5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5)
TYPED = [f"{sign}{number}" for number in NUMBERS for sign in ("", ">=", "<=")]


def searched_tree(chooser: random.Random) -> tuple[GameTree, Rules]:
    """Return a small tree with ties and undrawn children, all of it known, and any search."""
    game = random_tree(chooser, chance=chooser.random() < 0.25)
    rules = random_rules(chooser, game)
    known = game.with_values(dict.fromkeys(game.unknowns, chooser.randint(-4, 4)))
    return known, replace(rules, depth=None, windows=chooser.choice(WINDOWS))


def cases(batch: int) -> Iterator[tuple[random.Random, SheetTree]]:
    for seed in some(range(batch * BATCH, (batch + 1) * BATCH)):
        chooser = random.Random(seed)
        tree, rules = searched_tree(chooser)
        other = "windows" if rules.writes_exit_windows else "exit-windows"
        asks = tuple(ask for ask in ASKS if ask not in {other, "pruned-if"})
        yield chooser, SheetTree("a tree", Exercise(tree), rules, asks)


class Judge:
    """Lays single claims before ``check``, with one search for all of them."""

    def __init__(self, one: SheetTree) -> None:
        self.one = one

    def accepts(self, claim: Claim) -> bool:
        checked = Check(self.one.record, (claim,))
        return not any(each.is_written for each in checked.wrong)

    def accepts_typed(self, node: int, text: str) -> bool:
        try:
            return self.accepts(read_entry(node, text))
        except EntryError:
            return False


@pytest.mark.parametrize("batch", batches(2, range(BATCHES)))
def test_keys_and_fields_accept_what_check_accepts_and_nothing_else(batch: int) -> None:
    for chooser, one in cases(batch):
        judge = Judge(one)
        whole = Check(one.record, one.claims)
        assert not whole.wrong, one
        if chooser.random() < 0.05:
            again = parse(write(one.key))
            assert write(again) == write(one.key)
        visited = {node for node in range(len(one.tree)) if one.record.calls_of(node)}
        question = CourseQuestion(one)
        for node, field in question.values.items():
            forms = field.forms
            assert ("-" in forms) is (node not in visited)
            if node not in visited:
                continue
            some = chooser.sample(forms, min(2, len(forms)))
            for text in (*some, *chooser.sample(TYPED, 4)):
                is_accepted = judge.accepts_typed(node, text)
                assert is_accepted is (text in forms), (one, node, text)
        for node, field in question.windows.items():
            forms = field.forms
            numbers = chooser.sample(NUMBERS, 2)
            typed = f"({numbers[0]}, {numbers[1]})"
            for text in (chooser.choice(forms), typed):
                if node in visited:
                    is_accepted = judge.accepts_typed(node, text)
                    assert is_accepted is (text in forms), (one, node, text)


@pytest.mark.parametrize("batch", batches(2, range(0, BATCHES, 3)))
def test_cuts_best_moves_and_counts_are_accepted_alike(batch: int) -> None:
    for _, one in cases(batch):
        judge = Judge(one)
        question = CourseQuestion(one)
        slashed = {claim.node for claim in one.claims if claim.kind == "cut"}
        for branch in question.branches[:-1]:
            above = slashed.isdisjoint(one.tree.ancestors(branch.node))
            is_slash = branch.node in slashed
            if not branch.is_elided:
                assert (branch.share > 0) is is_slash, (one, branch)
                assert judge.accepts(Claim(branch.node, "cut")) is (is_slash or not above)
        if question.branches:
            nothing = question.branches[-1]
            assert (nothing.share > 0) is judge.accepts(Claim(0, "cuts-none")), one
        answers = {label: field.forms for label, field in question.answers}
        if one.tree.is_leaf(0):
            continue
        meant: dict[str, list[int]] = {}
        for child in one.tree.children(0):
            value = one.tree.leaf_value(child)
            drawn = one.tree.labels.text(child) if value is None else written(value)
            meant.setdefault(drawn, []).append(child)
        for child in one.tree.children(0):
            meant.setdefault(one.tree.address(child), [child])
        for text, moves in meant.items():
            is_accepted = any(judge.accepts(Claim(0, "best", nodes=(move,))) for move in moves)
            assert is_accepted is (text in answers["Best move"]), (one, text)
        for several in chain.from_iterable(combinations(one.tree.children(0), n) for n in (2, 3)):
            is_accepted = judge.accepts(Claim(0, "best", nodes=several))
            named = " ".join(map(one.tree.labels.text, several))
            assert is_accepted is (named in answers["Best move"]), (one, several)
        for number in range(one.tree.leaf_count + 1):
            is_accepted = judge.accepts(Claim(0, "read", number))
            assert is_accepted is (str(number) in answers["Number of leaves read"]), one


@pytest.mark.parametrize("batch", batches(2, range(0, BATCHES, 3)))
def test_the_worksheet_and_practise_accept_what_check_accepts(batch: int) -> None:
    for chooser, one in cases(batch):
        judge = Judge(one)
        sheet = Worksheet.opened(one.exercise, one.record.rules)
        for _, claim in sheet.tasks:
            assert judge.accepts(claim)
            if claim.kind in {"value", "bound"}:
                text = chooser.choice(TYPED)
                filled = sheet.enter(claim.node, text)
                is_right = judge.accepts_typed(claim.node, text)
                assert filled.is_done(claim) is is_right, (one, claim, text)
        if not algorithm_of(one.rules).has_windows or one.rules.writes_exit_windows:
            continue
        for step in range(1, one.record.steps + 1):
            task = task_at(one.record, step)
            if task.at.child is not None or not task.answers:
                continue
            right = task.answers
            window = right["alpha"], right["beta"]
            assert judge.accepts(Claim(task.at.node, "window", window=window))
            other = chooser.choice(NUMBERS), chooser.choice(NUMBERS)
            both = accepted(one.record, task, "alpha", other[0])
            both = both and accepted(one.record, task, "beta", other[1])
            is_right = judge.accepts(Claim(task.at.node, "window", window=other))
            assert is_right or not both
            if len(one.record.calls_of(task.at.node)) == 1:
                assert both is is_right


def test_a_fail_hard_key_says_the_bound_where_the_number_would_be_false() -> None:
    tree = parse("[[-4 3] [-7 5] [-9 2]]").tree
    rules = Rules(fail="hard", window=(-4, 9))
    one = SheetTree("hard", Exercise(tree), rules, ("values", "cuts"))
    claims = {claim.node: claim for claim in one.claims if claim.kind in {"value", "bound"}}
    assert (claims[4].kind, claims[4].sign, claims[4].number) == ("bound", "<=", -4)


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("[[3 12] [4 3] [2 9]]", ["A", "B", "AB", "BA"]),
        # alpha-beta proves the first alone; the others are cut off on equality
        ("[[3 12] [3 4] [3 9]]", ["A", "B", "C", *map("".join, permutations("ABC"))]),
    ],
)
def test_of_equal_best_moves_one_is_right_and_so_are_all(text: str, right: list[str]) -> None:
    one = SheetTree("tie", Exercise(parse(text).tree), Rules(), ("best",))
    judge = Judge(one)
    for size in (1, 2, 3):
        for names in map("".join, permutations("ABC", size)):
            claim = Claim(0, "best", nodes=tuple(map(one.tree.find, names)))
            assert judge.accepts(claim) is (names in right), names
