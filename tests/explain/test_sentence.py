"""Sentences as data: their English text, its typed arguments, and the parts that they print."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Callable
from operator import eq, ge, gt, le, lt
from pathlib import Path
from string import Formatter

import pytest

import treeexplorer
from tests.explain.phrases import all_texts, calls, text_of, texts_of_laws
from tests.readability import parsed
from tests.trees import tree_of
from treeexplorer.explain.sentence import (
    WORD_ROLES,
    Argument,
    Count,
    End,
    ItemList,
    Letter,
    Node,
    Phrase,
    Sentence,
    joined,
    parts_of,
)
from treeexplorer.judging.facts import Inequality, Op
from treeexplorer.tree import INFINITY

LAWS = ("tests.explain.texts", "tests.marking.test_readings")
"""The modules that name the texts of which laws speak."""

TREE = tree_of("[B:[3 12] [2 4]]")


@pytest.mark.parametrize(
    ("argument", "text"),
    [
        (None, ""),
        ("under >", "under >"),
        (-3, "−3"),
        (INFINITY, "+∞"),
        ((-INFINITY, 6), "(−∞, 6)"),
        (End("β", 6), "6"),
        (Node(TREE, 1), "▽B"),
        (Node(TREE, 2), "3"),
        (Count(1, "leaf", "leaves"), "1 leaf"),
        (Inequality(3, ">=", 2), "3 ≥ 2"),
        (Inequality(3, ">", 3), "3 > 3 is false"),
        (ItemList((1, 2, 3), last=" and "), "1, 2 and 3"),
        (ItemList((1, 2), more=3), "1, 2 and 3 more"),
        (Phrase("{value} through {child}", value=3, child=Node(TREE, 1)), "3 through ▽B"),
        (Letter.ALPHA, "α"),
    ],
)
def test_every_argument_prints_itself(argument: Argument, text: str) -> None:
    assert "".join(part for part, _ in parts_of(argument)) == text


def test_each_part_says_what_it_is() -> None:
    cut = Phrase("deep {letter} {cut-off} at {node}", letter=Letter.ALPHA, node=Node(TREE, 4))
    sentence = Sentence("{cut}: {test}", cut=cut, test=Inequality(3, ">=", 5))
    assert list(sentence.parts()) == [
        ("Deep ", ""),
        ("α", "alpha"),
        (" ", ""),
        ("cut-off", "cut"),
        (" at ", ""),
        ("▽A", "min"),
        (": ", ""),
        ("3", "alpha"),
        (" ≥ ", "fails"),
        ("5", "beta"),
        (" is false", ""),
        (".", ""),
    ]
    assert str(sentence) == "Deep α cut-off at ▽A: 3 ≥ 5 is false."
    assert str(sentence.phrase) == "deep α cut-off at ▽A: 3 ≥ 5 is false"


def test_sentences_are_equal_by_what_they_say() -> None:
    one, two = (Sentence("exactly {value}", value=value) for value in (3, 4))
    assert one == Sentence("exactly {value}", value=3) != two
    assert one != one.phrase
    assert len({one, two, Sentence("exactly {value}", value=3)}) == 2
    assert joined([one, two]) == "Exactly 3. Exactly 4."


COMPARE: dict[Op, Callable[[float, float], bool]] = {">=": ge, ">": gt, "<=": le, "<": lt, "=": eq}


@pytest.mark.parametrize("op", COMPARE)
@pytest.mark.parametrize("right", [2, 3, 4, INFINITY, -INFINITY])
def test_an_inequality_knows_whether_it_holds(op: Op, right: float) -> None:
    assert Inequality(3, op, right).holds == COMPARE[op](3, right)


def test_the_package_has_every_text_of_which_a_law_speaks() -> None:
    for module in LAWS:
        importlib.import_module(module)
    named = texts_of_laws()
    assert len(named) > len(LAWS)
    assert named - all_texts() == set()


def test_a_text_names_the_arguments_that_stand_beside_it() -> None:
    wrong = [
        f"{place}: {ast.unparse(call)}"
        for place, call in calls()
        if not place.startswith("explain/sentence.py")  # which makes a phrase of another one
        if named_in(call) != {keyword.arg for keyword in call.keywords}
    ]
    assert wrong == []


def named_in(call: ast.Call) -> set[str] | None:
    """Return the names in the braces of a text; ``None`` where the text stands nowhere."""
    text = text_of(call)
    if text is None:
        return None
    names = {name for _, name, _, _ in Formatter().parse(text) if name is not None}
    return names - WORD_ROLES.keys()


def test_nothing_that_words_a_sentence_reads_one_again() -> None:
    readers = {"startswith", "endswith", "removeprefix", "removesuffix", "partition", "splitlines"}
    for path in (Path(treeexplorer.__file__).parent / "explain").glob("*.py"):
        for node in ast.walk(parsed(path)):
            imported = [name.name for name in node.names] if isinstance(node, ast.Import) else []
            assert "re" not in imported, path
            assert not (isinstance(node, ast.Attribute) and node.attr in readers), path
