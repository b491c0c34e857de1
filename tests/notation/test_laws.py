"""What holds for every document, right or wrong."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.notation.strategies import RUBBISH, documents, mutated_documents
from treeexplorer.notation import NotationError, parse_all, write
from treeexplorer.notation.reader import UNEXPLAINED, reader

CALM = settings(max_examples=60, deadline=None)


@CALM
@given(documents())
def test_a_tree_read_written_and_read_is_the_same(text: str) -> None:
    trees = parse_all(text)
    assert parse_all("".join(map(write, trees))) == trees


@CALM
@given(documents())
def test_writing_is_canonical(text: str) -> None:
    written = "".join(map(write, parse_all(text)))
    assert "".join(map(write, parse_all(written))) == written


@CALM
@given(documents())
def test_the_diagnosis_finds_nothing_in_a_right_document(text: str) -> None:
    assert reader().diagnose(text.replace("\r\n", "\n")) == []


@settings(max_examples=250, deadline=None)
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
