"""What is handed out tells nothing of what is cut: it depends on shape, numbers and rules alone.

Two trees of one shape, their numbers equally wide, give the same handout but for these numbers.
"""

from __future__ import annotations

import base64
import random
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from importlib.util import find_spec
from typing import Final

import pytest

from tests.judging.test_one_judge import searched_tree
from tests.laws import batches, some
from treeexplorer.course.moodle import moodle
from treeexplorer.course.pages import html, latex, markdown, plain_text
from treeexplorer.course.sheet import ASKS, Ask, Sheet, SheetTree
from treeexplorer.drawing.diagram import draw
from treeexplorer.drawing.figures import FigureOptions
from treeexplorer.drawing.latex import latex_document
from treeexplorer.drawing.styled_text import Look, convert_to_plain_text
from treeexplorer.drawing.svg import png, svg
from treeexplorer.notation import Exercise, parse, write
from treeexplorer.rules import Rules
from treeexplorer.tree import GameTree

NUMBERS: Final = range(10_000, 100_000)
PAIRS_A_BATCH: Final = 25


def other_numbers(tree: GameTree, chooser: random.Random) -> GameTree:
    leaves = [node for node, value in enumerate(tree.leaf_values) if value is not None]
    return tree.with_values({leaf: chooser.choice(NUMBERS) for leaf in leaves})


def asks_by_lot(chooser: random.Random) -> tuple[Ask, ...]:
    without = chooser.choice(["windows", "exit-windows"])
    asks = tuple(ask for ask in ASKS if ask != without and chooser.random() < 0.6)
    return asks or ("values",)


def hidden(text: str) -> str:
    """Return a text without the numbers of its leaves."""
    return re.sub(r"\d{5}", "#####", text)


def course_page(sheet: Sheet) -> str:
    """Return what a student sees of a course page: fields are as wide as their longest answer.

    Of a list in which something is ticked that is every text in it, in its order.
    """
    quiz = ET.fromstring(moodle(sheet))  # noqa: S314 - our own text
    body = "".join(text.text or "" for text in quiz.findall("question/questiontext/text"))
    image = re.findall('base64,([^"]*)"', body)

    def field(match: re.Match[str]) -> str:
        answers = re.split(r"~?(?:=|%-?[\d.]+%)", match[2])
        if match[1] == "MULTIRESPONSE":
            return f"list of {', '.join(answers)}"
        return f"field of {max(map(len, answers))}"

    shown = re.sub(r"\{\d+:(SHORTANSWER|MULTIRESPONSE):((?:\\.|[^}])*)\}", field, body)
    for one in image:
        shown = shown.replace(one, base64.b64decode(one).decode())
    return shown


def figure(sheet: Sheet, *, windows: bool = True) -> str:
    options = FigureOptions(blank=True, windows=windows, caption=False)
    return "".join(svg(tree.record, 0, options) for tree in sheet.trees)


def pixels(sheet: Sheet) -> str:
    """Return the picture of a handout as it looks with its numbers hidden."""
    options = FigureOptions(blank=True, caption=False, theme="light")
    return png(hidden(svg(sheet.trees[0].record, 0, options)), 300).hex()


WRITERS: Final[dict[str, Callable[[Sheet], str]]] = {
    "html": lambda sheet: html(list(sheet.handout())),
    "latex": lambda sheet: latex(list(sheet.handout())),
    "markdown": lambda sheet: markdown(list(sheet.handout())),
    "text": lambda sheet: plain_text(list(sheet.handout())),
    "moodle": course_page,
    "svg": figure,
    "svg without windows": lambda sheet: figure(sheet, windows=False),
    "latex figure": lambda sheet: latex_document(
        sheet.trees[0].record, 0, FigureOptions(blank=True, caption=False)
    ),
    "drawing": lambda sheet: convert_to_plain_text(
        draw(sheet.trees[0].record, 0, Look(answers={}))
    ),
    "blank": lambda sheet: write(sheet.trees[0].blank),
}
if find_spec("resvg_py") is not None:
    WRITERS["png"] = pixels


def handouts(tree: GameTree, rules: Rules, asks: tuple[Ask, ...]) -> dict[str, str]:
    sheet = Sheet("Sheet", (SheetTree("A tree", Exercise(tree), rules, asks),))
    return {name: hidden(writer(sheet)) for name, writer in WRITERS.items()}


@pytest.mark.parametrize("batch", batches(2, range(12)))
def test_two_trees_of_one_shape_give_the_same_handout(batch: int) -> None:
    for seed in some(range(batch * PAIRS_A_BATCH, (batch + 1) * PAIRS_A_BATCH)):
        chooser = random.Random(seed)
        tree, rules = searched_tree(chooser)
        asks = asks_by_lot(chooser)
        one, other = other_numbers(tree, chooser), other_numbers(tree, chooser)
        first, second = handouts(one, rules, asks), handouts(other, rules, asks)
        differing = [name for name in WRITERS if first[name] != second[name]]
        assert not differing, (differing, write(Exercise(one)), write(Exercise(other)))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("[[30000 12000] [20000 40000]]", "[[30000 12000] [40000 20000]]"),
        ("[[30000 50000] [x 40000 90000]]", "[[30000 20000] [x 10000 90000]]"),
        ("[[30000 ...] [20000 90000 ...]]", "[[30000 ...] [50000 90000 ...]]"),
        ("[chance[10000 20000] [30000 40000]]", "[chance[10000 30000] [10000 40000]]"),
    ],
)
def test_the_same_of_trees_with_all_that_a_tree_can_have(one: str, other: str) -> None:
    trees = parse(one), parse(other)
    choices: list[tuple[Ask, ...]] = [ASKS[:3], ("exit-windows", "best", "read")]
    if trees[0].tree.unknowns:
        choices = [("values", "pruned-if")]
    for asks in choices:
        first, second = (
            handouts(each.tree, Rules(levels=each.tree.levels), asks) for each in trees
        )
        assert [name for name in WRITERS if first[name] != second[name]] == []
