"""Claims are judged, and questions answered, as the referee's plain alpha-beta has it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hypothesis import given

from tests.engine.random_records import INF
from tests.engine.random_trees import cases
from tests.engine.referee import Referee, proven
from tests.laws import examples
from treeexplorer.engine import Rules, search
from treeexplorer.judging.findings import Findings
from treeexplorer.judging.judge import judge
from treeexplorer.judging.questions import Field, accepted, steps_with_tasks, task_at
from treeexplorer.notation import BoundSign, Claim
from treeexplorer.tree import GameTree, Number, Player


class Answers:
    """What is right at each node, found by the referee alone."""

    def __init__(self, tree: GameTree, rules: Rules) -> None:
        self.tree, self.rules = tree, rules
        self.referee = Referee(tree, rules)
        self.returned = {0: self.referee.run()}
        self.entered: dict[int, tuple[Number, Number]] = {}
        self.read: dict[int, Number] = {}
        for event in self.referee.events:
            kind, node = event[:2]
            if kind in {"visit", "leaf"}:
                self.entered[node] = event[2]
            if kind == "leaf":
                self.read[node] = event[3]
            if kind in {"return", "cut"}:
                self.returned[event[2]] = event[3]
        self.leaves = dict(self._evaluations())

    def _evaluations(self) -> Iterator[tuple[int, Number]]:
        for node in range(len(self.tree)):
            value = self.referee.evaluation(node)
            if value is not None:
                yield node, value

    def values(self, node: int) -> set[Number]:
        """Return the numbers that are right beside a node: the returned and the minimax value."""
        if self.rules.depth is not None and self.tree.ply[node] > self.rules.depth:
            return set()
        low, high = proven(self.tree, self.rules, self.leaves, node)
        returned = {self.returned[node]} if node in self.returned else set()
        return returned | ({low} if low == high else set())

    def bounds(self, node: int) -> set[tuple[BoundSign, Number]]:
        """Return the bounds that are right: the one shown, and what the leaves read prove."""
        if node not in self.entered:
            return set()
        found: set[tuple[BoundSign, Number]] = set()
        returned = self.returned[node]
        low, high = proven(self.tree, self.rules, self.read, node)
        if low != high:
            found |= {(">=", low)} if low > -INF else set()
            found |= {("<=", high)} if high < INF else set()
        if not low == high == returned and low >= returned:
            found.add((">=", returned))
        elif not low == high == returned and high <= returned:
            found.add(("<=", returned))
        return found


@examples(90)
@given(cases())
def test_claims_are_right_where_the_definition_says_so(case: tuple[GameTree, Rules]) -> None:
    tree, rules = case
    answers, findings = Answers(tree, rules), Findings(search(tree, rules))
    numbers = {*answers.leaves.values(), *rules.window, -INF, INF, 0, 7}
    signs: tuple[BoundSign, ...] = (">=", "<=")
    for node in range(len(tree)):
        for number in numbers | answers.values(node):
            is_value = judge(Claim(node, "value", number), findings) is not None
            assert is_value is (number in answers.values(node)), (node, number)
            for sign in signs:
                is_bound = judge(Claim(node, "bound", number, sign), findings) is not None
                assert is_bound is ((sign, number) in answers.bounds(node)), (node, sign, number)
            for other in numbers:
                window = number, other
                is_window = judge(Claim(node, "window", window=window), findings) is not None
                assert is_window is (answers.entered.get(node) == window), (node, window)
        is_visited = node in answers.entered
        assert (judge(Claim(node, "visited"), findings) is not None) is is_visited
        assert (judge(Claim(node, "cut"), findings) is None) is is_visited
    for count in range(tree.leaf_count + 1):
        is_count = judge(Claim(0, "read", count), findings) is not None
        assert is_count is (count == len(answers.read))


def boxes(tree: GameTree, rules: Rules, event: tuple[Any, ...]) -> dict[Field, Any]:
    """Return what belongs into the boxes of a question about an event."""
    if event[0] in {"visit", "leaf"}:
        return {"alpha": event[2][0], "beta": event[2][1]}
    kind, node, child, _, v, _, (alpha, beta) = event
    answers: dict[Field, Any] = {"v": v, "alpha": alpha, "beta": beta}
    if leaves_some(tree, rules, node, child):
        answers |= {"cut": kind == "cut", "because_left": alpha, "because_right": beta}
    return answers


def leaves_some(tree: GameTree, rules: Rules, node: int, child: int) -> bool:
    children = list(tree.children(node))
    if rules.order == "right-to-left":
        return child != children[0]
    return child != children[-1] or node in tree.elided


@examples(150)
@given(cases())
def test_questions_are_asked_and_answered_as_the_definition_says(
    case: tuple[GameTree, Rules],
) -> None:
    tree, rules = case
    record, referee = search(tree, rules), Referee(tree, rules)
    referee.run()
    asked = dict(enumerate(referee.events, 1))
    for number, event in list(asked.items()):
        if event[-1] is None and event[0] != "visit":  # nothing is filled in at a chance node
            del asked[number]
    entries = [number for number, event in asked.items() if event[0] == "visit"]
    decisions = [
        number
        for number, event in asked.items()
        if event[0] in {"return", "cut"} and leaves_some(tree, rules, *event[1:3])
    ]
    assert list(steps_with_tasks(record)) == sorted(entries + decisions)
    for number, event in asked.items():
        task = task_at(record, number)
        right = boxes(tree, rules, event)
        assert task.answers == right
        own_end = "because_left" if referee.player(event[1]) is Player.MAX else "because_right"
        for box, answer in right.items():
            for typed in (answer, *right.values(), 7):
                is_right = typed == answer or (box == own_end and typed == right["v"])
                if isinstance(typed, bool) is (box == "cut"):
                    assert accepted(record, task, box, typed) is is_right, (box, typed)
