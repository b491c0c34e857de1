"""What is typed becomes the page of the program, or the sentence that the command line says."""

from __future__ import annotations

import json

import pytest

import treeexplorer as te
from tests.commands.calling import run
from treeexplorer.gallery import Example, examples
from treeexplorer.web.answer import Refused, Shown, answer, answer_json


def shown(text: str, number: int = 1) -> Shown:
    found = answer(text, number)
    assert isinstance(found, Shown), found
    return found


def refused(text: str) -> Refused:
    found = answer(text)
    assert isinstance(found, Refused), found
    return found


def test_it_is_the_page_that_is_exported() -> None:
    text = "@title Mine\n@cutoff >\n[[3 5] [3 9]]"
    found = shown(text)
    exported = te.search(te.parse(text)).to_html()
    assert found.title == "Mine"
    assert found.main in exported
    assert found.data in exported


def test_directives_choose_the_rules() -> None:
    assert "CUT-OFF" in shown("[[3 5] [3 9]]").data
    assert "CUT-OFF" not in shown("@cutoff >\n[[3 5] [3 9]]").data
    assert "window" not in shown("@algorithm minimax\n[[3 5] [3 9]]").main.partition("</header>")[0]


def test_a_refused_text_has_the_message_of_the_command_line_with_its_caret() -> None:
    text = "[[3 12 8]\n [2 $ 6]]"
    found = refused(text)
    _, _, errors = run("solve", "-e", text)
    assert f"treeexplorer: {found.message}\n".replace("tree:2:", "-e:2:") == errors
    assert "\n      ^\n" in found.message
    assert (found.line, found.column) == (2, 5)


@pytest.mark.parametrize(
    "text", ["", "[[3 12", "<script>", "[[3 x] [2 9]]", "@cutoff maybe\n[1 2]"]
)
def test_what_makes_no_page_is_refused_in_a_sentence(text: str) -> None:
    assert refused(text).message


def test_of_several_trees_one_is_shown_and_all_are_named() -> None:
    text = "[1 2]\n@title Second\n[3 4]\n[5 6]"
    second = shown(text, 2)
    assert second.trees == ("Game tree 1", "Second", "Game tree 3")
    assert (second.title, second.number) == ("Second", 2)
    assert shown(text, 99).number == 1


def test_what_was_read_otherwise_is_said() -> None:
    assert shown("[[3 12 8] [2 4 6]]").notices == ()
    assert shown("[[3 12 8] [2 y 6] [14 5 2]]").notices == (
        "1 unknown leaf: y (line 1, column 14).",
    )
    (read_as,) = shown("tree = {'A': ['B', 'C'], 'B': 3, 'C': 5}").notices
    assert read_as.startswith("Read as Python: A with 2 leaves")


def test_a_large_tree_is_refused_before_it_is_searched() -> None:
    row = "[" + "1 " * 50 + "]"
    assert "at most 2,000 nodes, and this tree has 5,101" in refused(f"[{row * 100}]").message


def test_names_are_only_text() -> None:
    found = shown('"</script><img src=x onerror=alert(1)>":[3 "<b>":[1 2]]')
    assert "<img" not in found.main
    assert "<b>" not in found.main
    assert "</" not in found.data


def test_what_the_script_reads_is_json() -> None:
    row = json.loads(answer_json("[1 2]", 1))
    assert row["kind"] == "shown"
    row = json.loads(answer_json("[1", 1))
    assert (row["kind"], row["line"], row["column"]) == ("refused", 1, 1)


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.name)
def test_every_example_is_a_page_or_says_why_not(example: Example) -> None:
    found = answer(example.path.read_text(encoding="utf-8"))
    assert isinstance(found, Shown) or found.message
