"""A page to practise on tells nothing of what is cut before the first answer."""

from __future__ import annotations

import re

import pytest

from tests.drawing.page.browser import Page
from tests.drawing.page.test_page_in_a_browser import go_to_question
from treeexplorer.drawing.page import page
from treeexplorer.engine import search
from treeexplorer.notation import parse
from treeexplorer.rules import Rules
from treeexplorer.tree import GameTree

SEEN = """
    const how = {opacityProperty: true, visibilityProperty: true};
    const place = (each) => {
        const {left, top, width, height} = each.getBoundingClientRect();
        const {fill, stroke, color} = getComputedStyle(each);
        const isSeen = each.checkVisibility(how) && (width > 0 || height > 0)
            && (each.tagName !== 'path' || fill !== 'none' || stroke !== 'none');
        return isSeen && [each.tagName, each.id, each.disabled, fill, stroke, color,
            ...[left, top, width, height].map(Math.round)].join(' ');
    };
    const words = document.getElementById('page').innerText.split('\\n');
    return [...words, ...[...document.querySelectorAll('#page *')].map(place).filter(Boolean)];
"""


def seen(opened: Page, tree: GameTree, rules: Rules) -> list[str]:
    """Return all that is seen of a page when it asks for the first time."""
    opened.open(page(search(tree, rules), practise=True))
    go_to_question(opened)
    return sorted(re.sub(r"\d{5}", "#####", each) for each in opened.run(SEEN))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("[[30000 12000] [20000 40000]]", "[[30000 12000] [40000 20000]]"),
        ("[[30000 50000] [10000 40000 90000]]", "[[30000 20000] [40000 10000 90000]]"),
        ("[[30000 12000 ...] [20000 90000 ...]]", "[[30000 40000 ...] [50000 90000 ...]]"),
        (
            "[[[30000 50000] [60000 90000]] [[10000 20000] [70000 50000]]]",
            "[[[50000 30000] [20000 10000]] [[70000 50000] [80000 60000]]]",
        ),
    ],
)
def test_two_trees_of_one_shape_give_the_same_page_before_the_first_answer(
    opened: Page, one: str, other: str
) -> None:
    first, second = (seen(opened, parse(text).tree, Rules()) for text in (one, other))
    assert set(first) == set(second)
