"""Every blank can be filled in: sheet, file to fill in, answers, grade, feedback.

Over all built-in examples, and with every way to write whose node it is.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import groupby

import pytest

from tests.laws import batches, sampled, some
from treeexplorer import gallery
from treeexplorer.course.feedback import feedback
from treeexplorer.course.handin import grade_text
from treeexplorer.course.key import check_key
from treeexplorer.course.sheet import Ask, SheetTree
from treeexplorer.engine import search
from treeexplorer.engine.misconceptions import MISCONCEPTIONS, Misconception
from treeexplorer.engine.ordered_tree import OrderedTree
from treeexplorer.engine.procedure import run_procedure
from treeexplorer.judging.judge import Mark
from treeexplorer.marking.check import Check
from treeexplorer.notation import Claim, Claims, Exercise, load_all, parse, sort_claims, write
from treeexplorer.numbers import written
from treeexplorer.rules import CUTOFFS, Rules, resolve

ASKS: tuple[tuple[Ask, ...], ...] = (
    ("values", "cuts"),
    ("values", "cuts", "windows", "best", "read"),
    ("exit-windows",),
    ("pruned-if",),
)
PREFIXES = ("max", "min", "chance", "▲", "▽", "○", "A:", "max~3", "~3", "")
WITH_DIRECTIVES = (
    "@depth 1\n[~4[1 2] ~3[5 6]]",
    "@form exchanged\n[[1 2] [3 4]]",
    "@form bounds\n[2 [[1] 3]]",
    "@algorithm pvs\n[[3 12 8] [2 4 6] [14 5 2]]",
    "@levels min max\n@order right-to-left\n[[1 2 [3 9]] [3 4] 5]",
    "@window 0 9\n@fail hard\n[[3 12] [-2 4]]",
)
MOST_NODES = 200


@lru_cache(maxsize=1)
def example_trees() -> tuple[Exercise, ...]:
    documents = (load_all(example.path) for example in gallery.examples())
    return tuple(each for document in documents for each in document if len(each.tree) < MOST_NODES)


def prefixed() -> Iterator[Exercise]:
    yield from map(parse, WITH_DIRECTIVES)
    for prefix in PREFIXES:
        probability = "0.5*" if prefix in {"chance", "○"} else ""
        yield parse(f"[{prefix}[3 12 8] [{prefix}[2 4] 6] [14 {prefix}[5 2]]]")
        yield parse(f"@levels chance max\n[{probability}{prefix}[3 12] {probability}[4 5]]")


def sheet_trees(exercise: Exercise) -> Iterator[SheetTree]:
    rules = resolve([("file", exercise.directives.rules)]).rules
    for asks in ASKS:
        bare = replace(exercise, tree=exercise.tree.with_levels(rules.levels))
        one = SheetTree("A tree", bare, rules, asks)
        if one.claims:
            yield one


def spelled(claim: Claim, blank: str) -> str:
    """Return what is written in the place of a blank, which may have an ``=`` in front."""
    if claim.window is not None:
        return f"({','.join(map(written, claim.window))})"
    text = written(claim.number or 0)
    return f"{claim.sign}{text}" if claim.sign else blank.replace("?", text)


def filled(one: SheetTree, answers: Claims) -> str:
    """Return the file to fill in with answers in it, as somebody types them."""
    text = write(one.blank)
    tree_starts = max(0, *(match.end() for match in re.finditer(r"^@.*\n", text, re.MULTILINE)))
    given = {(claim.node, "value" if claim.sign else claim.kind): claim for claim in answers}
    blanks = (blank for blank in one.blank.blanks if blank.kind in {"window", "value"})

    def answer(match: re.Match[str]) -> str:
        blank = next(blanks)
        claim = given.get((blank.node, blank.kind))
        return match[0] if claim is None else spelled(claim, match[0])

    unknown = bool(one.tree.unknowns)  # a leaf without a name is no blank
    nodes = text[tree_starts:]
    if not unknown:
        nodes = re.sub(r"\(\?,\?\)|=?\?", answer, nodes)
    exercise = parse(text[:tree_starts] + nodes)
    rest = [claim for claim in answers if unknown or claim.kind not in {"window", "value", "bound"}]
    claims = sort_claims([*exercise.claims, *rest])
    return write(replace(exercise, claims=claims, blanks=()))


def points_of(one: SheetTree, text: str) -> tuple[Fraction, Fraction]:
    key = check_key([("A tree", one.key, one.record.rules)])
    result = grade_text("a paper", text.encode(), {"": key})
    assert result.problem is None, (result, text)
    assert feedback(result).startswith("<!doctype html>")
    return Fraction(result.marks.points), Fraction(result.marks.maximum)


@pytest.mark.parametrize("part", batches(1, range(6)))
def test_all_right_gets_full_points(part: int) -> None:
    for exercise in some([*example_trees(), *prefixed()][part::6]):
        for one in sheet_trees(exercise):
            text = write(one.blank)
            assert write(parse(text)) == text
            points, maximum = points_of(one, filled(one, one.claims))
            assert points == maximum > 0, (one.asks, text)
            assert points_of(one, text)[0] == 0


def careless(text: str) -> str:
    """Return the same answers as somebody in a hurry types them."""
    lines = ["@name Anna"]
    for line in text.splitlines():
        typed = line
        if not line.startswith("@"):
            typed = re.sub(r"(?<=\w):(?=[^\w])", ": ", typed)
            typed = re.sub(r"(?<=[\d\]]) (?=[-\d/\[<>=(])", ", ", typed)
            typed = re.sub(r"(?<!\d)/", "╳", typed)
            typed = typed.replace("<=", "≤").replace(">=", "≥").replace("-inf", "−∞")
        lines.append(typed + "  ")
    return "\r\n".join([*lines, ""])


@pytest.mark.parametrize("part", batches(1, range(6)))
def test_careless_spelling_costs_nothing(part: int) -> None:
    for exercise in some([*example_trees(), *prefixed()][part::6]):
        for one in sheet_trees(exercise):
            text = careless(filled(one, one.claims))
            points, maximum = points_of(one, text)
            assert points == maximum, (one.asks, text)


def mistaken(one: SheetTree, row: Misconception) -> Claims | None:
    """Return what somebody writes who makes a mistake everywhere; ``None`` without a result."""
    run = run_procedure(OrderedTree(one.tree, one.rules), one.rules, row.hooks(one.rules))
    if run.value is None:
        return None
    claims = [
        Claim(node, "value", run.returned[node]) for node in one.inner if node in run.returned
    ]
    tree = one.tree
    cut = [
        node
        for node in range(1, len(tree))
        if node not in run.entries and tree.parent[node] in run.entries
    ]
    claims += [Claim(node, "cut") for node in cut] or [Claim(0, "cuts-none")]
    return sort_claims(claims)


@lru_cache(maxsize=1)
def sheets_of_any_mistake() -> tuple[SheetTree, ...]:
    """Return one in ten of the trees, where a search can be made with any misconception."""
    sheets = []
    for exercise in [*example_trees(), *prefixed()][::10]:
        rules = resolve([("file", exercise.directives.rules)]).rules
        bare = replace(exercise, tree=exercise.tree.with_levels(rules.levels))
        one = SheetTree("A tree", bare, rules, ("values", "cuts"))
        if not one.claims or not rules.has_conventions or rules.form != "classic":
            continue
        if rules.depth is None and one.record.complete:
            sheets.append(one)
    return tuple(sheets)


@pytest.mark.parametrize("row", sampled(1, MISCONCEPTIONS.values()), ids=MISCONCEPTIONS)
def test_a_paper_with_a_misconception_is_graded_and_answered(row: Misconception) -> None:
    """All of it is right where the mistake makes no difference; else it costs something."""
    differing = 0
    for one in sheets_of_any_mistake():
        claims = mistaken(one, row)
        if claims is None:
            continue
        points, maximum = points_of(one, filled(one, claims))
        wrong = Check(one.record, claims).wrong
        assert 0 <= points <= maximum
        assert wrong or points == maximum
        if any(claim.mark is Mark.MISTAKE for claim in wrong):
            differing += 1
            assert points < maximum, (row.name, write(one.key))
    assert differing


@pytest.mark.parametrize("batch", batches(1, range(4)))
def test_every_condition_that_is_asked_for_can_be_written_and_is_right(batch: int) -> None:
    chooser = random.Random(batch)
    stretches = 0
    for _ in some(range(100)):
        numbers = [str(chooser.randint(0, 9)) for _ in range(6)]
        for place in chooser.sample(range(6), 2):
            numbers[place] = "x"
        tree = parse("[{} [{} [{} {}] [{} {}]]]".format(*numbers)).tree
        rules = Rules(cutoff=chooser.choice(CUTOFFS))
        one = SheetTree("A tree", Exercise(tree), rules, ("pruned-if",))
        claims = {claim.node: claim.condition for claim in one.claims}
        unanswered = set(tree.leaves(0)) - claims.keys()
        stretches += bool(unanswered)
        pruned_for: dict[int, list[bool]] = {leaf: [] for leaf in tree.leaves(0)}
        for value in (number / 2 for number in range(-1, 20)):
            record = search(tree.with_values(dict.fromkeys(tree.unknowns, value)), rules)
            for leaf, pruned in pruned_for.items():
                pruned.append(record.call_of(leaf) is None)
                condition = claims.get(leaf)
                assert condition is None or (value in condition) is pruned[-1]
        for leaf, pruned in pruned_for.items():
            runs = [is_pruned for is_pruned, _ in groupby(pruned)]
            assert (leaf in unanswered) is (sum(runs) > 1), (write(one.blank), leaf)
        if not unanswered:
            points, maximum = points_of(one, filled(one, one.claims))
            assert points == maximum > 0
    assert stretches
