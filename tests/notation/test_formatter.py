"""The canonical form: comments stay, formatting twice changes nothing, the trees are equal."""

from __future__ import annotations

import pytest
from hypothesis import given

from tests.laws import examples
from tests.notation.strategies import documents
from treeexplorer.notation import format_document, parse_all


def test_one_space_between_children_and_the_shortest_spelling() -> None:
    assert format_document("[[3,12,  8,],[+2 4. .5]\n[ ≥8[8 …] (3 , inf)[∞ −1] MAX [1 2]]]") == (
        "[[3 12 8] [2 4.0 0.5] [>=8[8 ...] (3,inf)[inf -1] max[1 2]]]\n"
    )


@pytest.mark.parametrize(
    "text",
    [
        "[1e3 2.50 007 1E-2]\n",
        "1/2[max(0.10,1e2)=2/4[1.00 2] ~3.0=?[4]]\n",
        "0.333333333333333333333333333333333334[0 1]\n",
        "chance[2/4*3 0.50*4]\n",
    ],
)
def test_no_digit_is_changed(text: str) -> None:
    assert format_document(text) == text


def test_comments_stay_where_they_stood() -> None:
    text = """\
# An exercise.


# Two trees.
@title   One   # of two
@levels  max,min  # as usual

[ # the root
    3   # a leaf
    # about b
  b:[8,7] # b's end
  [ 1 2 # inside
    ...   # more
    # last
  ]
]   # done
# between

x  # a leaf alone
# the end"""
    assert (
        format_document(text)
        == """\
# An exercise.

# Two trees.
@title One  # of two
@levels max min  # as usual

[  # the root
  3  # a leaf
  # about b
  b:[8 7]  # b's end
  [
    1 2  # inside
    ...  # more
    # last
  ]
]  # done
# between

x  # a leaf alone
# the end
"""
    )


def test_a_directive_keeps_its_place_and_its_meaning() -> None:
    text = "@note b # c\n@note #3\n@title x \\# y\n@cuts   none\n@window (3,4)\n[1]\n"
    formatted = format_document(text)
    assert formatted == "@note b  # c\n@note #3\n@title x \\# y\n@cuts none\n@window 3 4\n[1]\n"
    assert parse_all(formatted)[0].directives.title == "x # y"


@examples(100)
@given(documents())
def test_formatting_changes_no_tree_and_formatting_twice_changes_nothing(text: str) -> None:
    formatted = format_document(text)
    assert parse_all(formatted) == parse_all(text)
    assert format_document(formatted) == formatted
    assert formatted.count("#") >= text.count("# note")
