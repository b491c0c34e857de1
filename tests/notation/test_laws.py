"""What holds for every document, right or wrong."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from tests.laws import examples
from tests.notation.strategies import RUBBISH, UNDECORATED, documents, mutated_documents
from treeexplorer.notation import (
    Exercise,
    NotationError,
    format_document,
    parse,
    parse_all,
    write,
)
from treeexplorer.notation.reader import UNEXPLAINED
from treeexplorer.text import safe
from treeexplorer.tree import INNER, TreeBuilder, from_nested

NESTED = st.recursive(
    st.one_of(st.integers(), st.floats(allow_nan=False)),
    lambda children: st.lists(children, min_size=1, max_size=6),
    max_leaves=40,
)

CALM = examples(60)


@CALM
@given(documents())
def test_a_tree_read_written_and_read_is_the_same_and_its_text_canonical(text: str) -> None:
    trees = parse_all(text)
    written = "".join(map(write, trees))
    assert parse_all(written) == trees
    assert format_document(written) == written == "".join(map(write, parse_all(written)))


@examples(250)
@given(st.one_of(mutated_documents(), RUBBISH))
def test_a_document_is_read_or_its_problems_are_explained(text: str) -> None:
    error = error_of(text)
    if error is not None:
        assert 1 <= len(error.problems) <= 20
        assert UNEXPLAINED not in str(error)
        places = [(problem.line or 0, problem.column or 0) for problem in error.problems]
        assert places == sorted(places)
        assert "\x1b" not in str(error)


def error_of(text: str) -> NotationError | None:
    try:
        parse_all(text)
    except NotationError as error:
        return error
    return None


@CALM
@given(NESTED)
def test_what_python_prints_is_the_tree_of_the_nested_list(nested: list[object] | int) -> None:
    assert parse(repr(nested)).tree == from_nested(nested)


@CALM
@given(UNDECORATED)
def test_positions_point_at_numbers_and_brackets(text: str) -> None:
    exercise = parse(text)
    tree = exercise.tree
    assert exercise.positions is not None
    offsets = exercise.positions.nodes
    assert len(offsets) == len(tree)
    for node, offset in enumerate(offsets):
        piece = re.split(r"[\s,\]]", text[offset:], maxsplit=1)[0]
        if tree.kind[node] == INNER:
            assert piece[0] == "["
        else:
            assert parse(piece).tree.leaf_value(0) == tree.leaf_value(node)


@CALM
@given(st.lists(st.text(min_size=1).map(safe), min_size=1, max_size=5))
def test_any_safe_text_can_be_a_name(names: list[str]) -> None:
    builder = TreeBuilder()
    builder.open(names[0])
    for name in names:
        builder.leaf(1, name)
    builder.close()
    exercise = Exercise(builder.tree())
    assert parse(write(exercise)) == exercise
