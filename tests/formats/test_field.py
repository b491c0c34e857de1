"""What people have: a file of each kind, with the tree that is right.

The rows are written by hand. What is refused names its format; what is in the notation as another
tree than its author may have meant prints the other reading.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.formats.reading import notation, opened, problem
from treeexplorer.notation import parse

FIELD = Path(__file__).parents[1] / "data" / "field"
NAMED = "A:[B:[D:5 E:8] C:[F:2 G:6]]"
HALF_NAMED = "A:[B:[5 8] C:[2 6]]"
BARE = "[[5 8] [2 6]]"

READ = {
    "json-wrapped-root.json": NAMED,
    "json-adjacency.json": NAMED,
    "json-nodes-by-name.json": NAMED,
    "json-nodes-edges.json": NAMED,
    "json-several.json": f"{BARE}; [[7 1] [3 4]]",
    "json-type-min-root.json": "min[max[5 8] max[2 6]]",
    "json-score.json": NAMED,
    "json-left-right.json": BARE,
    "json-wrapper.json": f"@title small {NAMED}",
    "json-label-first.json": HALF_NAMED,
    "python-assignment.txt": BARE,
    "c-array.txt": BARE,
    "python-dict.txt": NAMED,
    "python-two-dicts.txt": NAMED,
    "python-aima-dict.txt": NAMED,
    "python-labels-and-tuples.txt": NAMED,
    "python-value-children.txt": BARE,
    "python-max-min.txt": "max[min[5 8] min[2 6]]",
    "python-constructors.txt": BARE,
    "forest-values.tex": "5[5[5 8] 2[2 6]]",
    "qtree.tex": HALF_NAMED,
    "tikz-child.tex": "max[min[5 8] min[2 6]]",
    "lisp-labels.txt": HALF_NAMED,
    "edges-players.txt": HALF_NAMED,
    "edges.csv": NAMED,
    "graph.dot": NAMED,
    "nyu-lines.txt": "a:[b:[d:5 e:8] c:[f:2 g:6]]",
}
NOTICED = {
    "flat-leaves.txt": "[[[5 8] [2 6]] [[7 1] [3 4]]]",
    "forest-body.txt": "5[5[5 8] 2[2 6]]",
}
REFUSED = {
    "newick.txt": ("Newick", HALF_NAMED),
    "haskell-leaf.txt": ("Haskell", BARE),
    "prolog-terms.txt": ("Prolog", "max[min[d:5 e:8] min[f:2 g:6]]"),
    "drawn-tree.txt": ("drawing", "A:max[B:min[5 8] C:min[2 6]]"),
}


def text_of(name: str) -> str:
    return (FIELD / name).read_text(encoding="utf-8")


def test_every_file_has_its_row() -> None:
    assert {path.name for path in FIELD.iterdir()} == {*READ, *NOTICED, *REFUSED}


@pytest.mark.parametrize("name", READ)
def test_is_read_as_its_author_meant(name: str) -> None:
    assert notation(text_of(name), name) == READ[name]
    assert opened(text_of(name), name).read_as.startswith("read as ")


@pytest.mark.parametrize("name", READ)
def test_the_ending_is_only_a_hint(name: str) -> None:
    assert notation(text_of(name), "given") == READ[name]


@pytest.mark.parametrize("name", READ)
def test_line_ends_and_a_byte_order_mark_change_nothing(name: str) -> None:
    assert notation("\ufeff" + text_of(name).replace("\n", "\r\n"), name) == READ[name]


@pytest.mark.parametrize("name", NOTICED)
def test_a_notice_prints_the_other_reading(name: str) -> None:
    read = opened(text_of(name), name)
    assert read.exercises == (parse(text_of(name)),)
    assert f"`{NOTICED[name]}`" in " ".join(read.notices)


@pytest.mark.parametrize("name", REFUSED)
def test_a_refusal_names_the_format_and_prints_the_notation(name: str) -> None:
    format_name, meant = REFUSED[name]
    found = problem(text_of(name), name)
    assert format_name in found.message
    assert f"`{meant}`" in str(found.hint)
