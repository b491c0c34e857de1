"""The page is one small file that loads nothing; what it shows is tried in a browser elsewhere."""

from __future__ import annotations

import json
import random
import re
from html.parser import HTMLParser
from importlib.resources import files
from typing import Any

import pytest

from tests.laws import batches
from treeexplorer.drawing.page import PageError, page
from treeexplorer.engine import search
from treeexplorer.judging.waiting import UnknownReachedError
from treeexplorer.notation import parse
from treeexplorer.tree import GameTree, from_nested


def uniform(branching: int, depth: int) -> GameTree:
    drawn = random.Random(branching * depth)

    def nested(left: int) -> Any:
        return [nested(left - 1) for _ in range(branching)] if left else drawn.randint(0, 99)

    return from_nested(nested(depth))


@pytest.mark.parametrize(
    ("branching", "depth"),
    batches(8, [(3, 3), (40, 1), (3, 4), (3, 5), (2, 5), (2, 7), (2, 9), (4, 3)]),
)
def test_40_nodes_take_at_most_60_kilobytes_and_every_further_10_at_most_3(
    branching: int, depth: int
) -> None:
    tree = uniform(branching, depth)
    text = page(search(tree))
    assert len(text.encode()) <= 60_000 + 300 * max(0, len(tree) - 40)


def test_a_first_tree_takes_at_most_46_kilobytes() -> None:
    text = page(search(parse("[a:[[1 5 6] b:[8 ...]] ...]").tree), "6/8/1-5-6", practise=True)
    assert len(text.encode()) <= 46_000


def test_without_a_script_the_last_step_and_the_table_of_steps_stand_there() -> None:
    record = search(parse("[[3 5] [2 9]]").tree)
    text = page(record)
    figure = text.partition("<svg")[2].partition("</svg>")[0]
    assert "<text class=value>= 3</text>" in figure
    assert "class=slab" in figure
    assert text.partition('<ol id="trace"')[2].count("<li>") == record.steps + 1


def test_nothing_is_loaded_and_only_what_is_in_the_page_may_run() -> None:
    text = page(search(parse("[[3 5] [2 9]]").tree))
    assert "default-src 'none'" in text
    assert "unsafe-inline" not in text
    written = re.sub(r"'sha256-[^']+'", "", text.replace("</", "<"))
    assert not re.findall(r"(?:https?:)?//[\w.]+|url\(|@import", written)
    found = Attributes()
    found.feed(text)
    assert not {"src", "href", "style"} & found.names
    assert not [name for name in found.names if name.startswith("on")]


class Attributes(HTMLParser):
    """The names of all attributes of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()

    def handle_starttag(self, _tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.update(name for name, _ in attrs)


def test_a_page_to_practise_on_knows_where_a_test_cuts() -> None:
    text = page(search(parse("[[3 12 8] [2 4 6] [14 5 2]]").tree), practise=True)
    _, _, data = text.partition('id="data">')
    steps = json.loads(data.partition("</script>")[0])["steps"]
    asked = [(step["ask"]["cut"], "cut" in step) for step in steps if "ask" in step]
    assert (["yes"], True) in asked
    assert all(right == (["yes"] if cuts else ["no"]) for right, cuts in asked)


def test_the_script_reads_just_the_fields_that_a_page_has() -> None:
    text = page(search(parse("[[3 12 8] [2 4 6] [14 5 2]]").tree))
    _, _, data = text.partition('id="data">')
    fields = set(json.loads(data.partition("</script>")[0]))

    script = files("treeexplorer.drawing").joinpath("page.js").read_text(encoding="utf-8")
    unpacked = re.search(r"const \{ ([^}]*) \} = data;", script)
    assert unpacked is not None
    read = {*unpacked[1].split(", "), *re.findall(r"\bdata\.(\w+)", script)}
    assert read == fields


def test_a_tree_that_is_too_large_is_refused_with_a_way_out() -> None:
    with pytest.raises(PageError, match=r"at most 2,000 nodes, and this tree has 2,801; search it"):
        page(search(uniform(7, 4)))


def test_a_search_that_waits_for_an_unknown_leaf_is_refused() -> None:
    with pytest.raises(UnknownReachedError, match="unknown leaf"):
        page(search(parse("[[3 x] [2 9]]").tree))
