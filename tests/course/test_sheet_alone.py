"""From a sheet alone the key's answers follow: it is read back, and searched by the referee.

The law beside the one that a handout betrays nothing. What is read is what somebody sees: the
drawing of a text, the figure of a page, the sentences for those who do not see it, and the tree
that LaTeX sets; beside it the rules, sentence by sentence.
"""

from __future__ import annotations

import html as html_library
import random
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Final

import pytest

from tests.course.reading_back import (
    Drawn,
    from_drawing,
    from_figure,
    from_latex,
    from_words,
    plain_of_latex,
    rules_of,
    tree_of,
)
from tests.course.test_handouts_betray_nothing import WRITERS
from tests.engine.ballard import Ballard
from tests.engine.random_ranges import with_range
from tests.engine.random_records import random_tree
from tests.engine.referee import Referee, proven
from tests.judging.test_one_judge import searched_tree
from tests.laws import batches, some
from treeexplorer.course.sheet import Ask, Sheet, SheetTree
from treeexplorer.notation import Exercise, parse, write
from treeexplorer.rules import CUTOFFS, FAILS, OrderName, Rules
from treeexplorer.tree import GameTree, Number, Player

Read = Callable[[str], tuple[str, Drawn]]
BATCH: Final = 25
ORDERS: Final[tuple[OrderName, ...]] = ("left-to-right", "right-to-left", "estimates", "killer")


def paragraph_and_words(handout: str) -> tuple[str, Drawn]:
    rules = re.findall("<p>(Search.*?)</p>", handout)[0]
    words = re.findall('(?:aria-label|alt)="(.*?)"', handout)[0]
    return html_library.unescape(rules), from_words(html_library.unescape(words))


def paragraph_and_figure(handout: str) -> tuple[str, Drawn]:
    rules = re.findall("<p>(Search.*?)</p>", handout)[0]
    return html_library.unescape(rules), from_figure(handout)


def latex_source(handout: str) -> tuple[str, Drawn]:
    rules = re.findall("^Search.*$", handout, re.MULTILINE)[0]
    return plain_of_latex(rules), from_latex(handout)


def markdown_text(handout: str) -> tuple[str, Drawn]:
    rules = re.findall("^Search.*$", handout, re.MULTILINE)[0]
    drawing = re.findall("```text\\n(.*?)\\n```", handout, re.DOTALL)[-1]
    return re.sub(r"\\(.)", r"\1", rules), from_drawing(drawing)


READERS: Final[dict[str, tuple[str, Read]]] = {
    "html, in words": ("html", paragraph_and_words),
    "html, as drawn": ("html", paragraph_and_figure),
    "moodle, in words": ("moodle", paragraph_and_words),
    "moodle, as drawn": ("moodle", paragraph_and_figure),
    "latex": ("latex", latex_source),
    "markdown": ("markdown", markdown_text),
}


# -- the solver ------------------------------------------------------------------------------------


class Student(Referee):
    """Takes the children in the order that the sheet says, and searches by the book."""

    def children(self, node: int) -> list[int]:
        children = super().children(node)
        player = self.player(node)
        if self.rules.order == "killer":
            killer = self.killer_of(self.tree.ply[node])
            return sorted(children, key=lambda child: self.tree.names.get(child) != killer)
        if self.rules.order != "estimates" or player is Player.CHANCE:
            return children
        sign = -1 if player is Player.MAX else 1
        worth = {child: self.promise(child) for child in children}
        known = [child for child in children if worth[child] is not None]
        rest = [child for child in children if worth[child] is None]
        return sorted(known, key=lambda child: sign * float(worth[child] or 0)) + rest

    def promise(self, node: int) -> Number | None:
        return self.tree.estimates.get(node, self.tree.leaf_value(node))

    def killer_of(self, ply: int) -> str:
        """Return the name of the move that made the last cut-off on a ply; none is empty."""
        for event in reversed(self.events):
            is_cut = event[0] == "cut" and self.tree.ply[event[1]] == ply
            if is_cut and event[2] in self.tree.names:
                return self.tree.names[event[2]]
        return ""


class StudentWithRange(Student, Ballard):
    """The same where all values are known to lie in a range."""


Answers = set[tuple[object, ...]]


def answers(tree: GameTree, rules: Rules) -> Answers:
    """Return what somebody writes: values with their signs, windows on entry, slashes."""
    student = StudentWithRange(tree, rules) if rules.range else Student(tree, rules)
    returned = {0: student.run()}
    entered: dict[int, tuple[Number, Number]] = {}
    read: dict[int, Number] = {}
    reached: set[int] = set()
    for event in student.events:
        kind, node = event[:2]
        reached.add(node)
        if kind == "leaf":
            read[node] = event[3]
        elif kind == "visit":
            entered[node] = event[2]
        else:
            returned[event[2]] = event[3]
    found: Answers = set()
    for node, window in entered.items():
        found.add(("value", node, returned[node], sign_of(student, returned[node], read, node)))
        if rules.algorithm != "minimax":
            found.add(("window", node, *window))
        for child in tree.children(node):
            if child not in reached:
                found.add(("cut", child))
    return found


def sign_of(student: Student, value: Number, read: dict[int, Number], node: int) -> str | None:
    """Return what the leaves that were read prove of a value: at least, at most, or neither."""
    if isinstance(student, Ballard):
        low, high = student.proven(node)
    else:
        low, high = proven(student.tree, student.rules, read, node)
    if low == high == value:
        return None
    if low >= value:
        return ">="
    return "<=" if high <= value else None


def answers_of_key(sheet_tree: SheetTree) -> Answers:
    found: Answers = set()
    for claim in sheet_tree.claims:
        if claim.kind in {"value", "bound"}:
            found.add(("value", claim.node, claim.number, claim.sign))
        elif claim.window is not None:
            found.add(("window", claim.node, *claim.window))
        elif claim.kind == "cut":
            found.add(("cut", claim.node))
    return found


# -- the law ---------------------------------------------------------------------------------------

ASKED: Final[tuple[Ask, ...]] = ("values", "cuts", "windows")


def refuse_what_does_not_follow(tree: GameTree, rules: Rules) -> None:
    """Check that each format of a sheet, read back, leads to the answers of the key."""
    one = SheetTree("Tree", Exercise(tree), rules, ASKED)
    key = answers_of_key(one)
    assert key
    for name, (writer, read) in READERS.items():
        said, drawn = read(WRITERS[writer](Sheet("Sheet", (one,))))
        assert answers(tree_of(drawn), rules_of(said)) == key, (name, write(Exercise(tree)), said)


def with_estimates(tree: GameTree, chooser: random.Random) -> GameTree:
    inner = [node for node in range(len(tree)) if not tree.is_leaf(node)]
    return replace(tree, estimates={node: chooser.randint(-9, 9) for node in inner})


@pytest.mark.parametrize("batch", batches(2, range(20)))
def test_the_answers_of_the_key_follow_from_the_sheet(batch: int) -> None:
    for seed in some(range(batch * BATCH, (batch + 1) * BATCH)):
        chooser = random.Random(seed)
        tree, rules = searched_tree(chooser)
        if rules.algorithm not in {"alphabeta", "minimax"}:
            rules = Rules(algorithm="minimax", levels=rules.levels)
        if chooser.random() < 0.5:
            tree = with_estimates(tree, chooser)
            rules = replace(rules, depth=chooser.choice([None, 1, 2]))
        if rules.form == "classic" and rules.algorithm == "alphabeta":
            rules = replace(rules, order=chooser.choice(ORDERS))
        refuse_what_does_not_follow(tree, replace(rules, windows="entry"))


@pytest.mark.parametrize("batch", batches(1, range(8)))
def test_the_same_where_a_range_is_known(batch: int) -> None:
    for seed in some(range(batch * BATCH, (batch + 1) * BATCH)):
        chooser = random.Random(seed)
        tree = random_tree(chooser, chance=chooser.random() < 0.8)
        tree = tree.with_values(dict.fromkeys(tree.unknowns, chooser.randint(-4, 4)))
        rules = Rules(
            levels=tree.levels,
            cutoff=chooser.choice(CUTOFFS),
            fail=chooser.choice(FAILS),
            order=chooser.choice(ORDERS),
            depth=chooser.choice([None, None, 2]),
        )
        refuse_what_does_not_follow(tree, with_range(chooser, tree, rules))


@pytest.mark.parametrize(
    "text",
    [
        "[chance[max[1 2] max[3 4]] chance[max[5 6] max[7 8]]]",
        "@depth 2\n[left:[~7[1 2] ~6[2 9]] right:[~5[5 3] ~8[4 7]]]",
        "@order estimates\n[~4[9 5 4] ~2[7 8 2] ~8[14 8 9]]",
        "@range 1 6\n[stop:5 throw:chance[1 2 3 4 5 6]]",
        "@levels max max min min\n[[[[1 2] 3] [4 [5 6]]] [7 8]]",
    ],
    ids=["gamble", "horizon", "estimates", "range", "two against two"],
)
def test_the_same_of_trees_as_courses_have_them(text: str) -> None:
    exercise = parse(text)
    refuse_what_does_not_follow(
        exercise.tree, Rules(**{"levels": exercise.tree.levels, **exercise.directives.rules})
    )
