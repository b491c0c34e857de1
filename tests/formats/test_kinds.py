"""Many small inputs of each kind that people have, with what each is read as or refused with.

The cases stand in ``tests/data/kinds``, a file a kind: after ``===`` what it is, then the text, and
behind ``-->`` what is right, written by hand: the tree in the notation, perhaps with ``said:`` and
what the line on how it was read ends with; ``refused:`` and what the refusal says; ``noticed:`` and
the other reading that a notice prints.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.formats.reading import notation, opened, problem
from tests.laws import examples
from treeexplorer.formats import read_trees
from treeexplorer.notation import NotationError

DAMAGE = ["", *'{}()[];,="\n', "=>", "for (", "class ", "if ("]
KINDS = Path(__file__).parents[1] / "data" / "kinds"


class Case(NamedTuple):
    """A text of somebody's, and what is right."""

    name: str
    text: str
    right: str

    @property
    def kind(self) -> str:
        """The kind of texts among which it stands."""
        kind, _, _ = self.name.partition(":")
        return kind


def _cases() -> Iterator[Case]:
    for path in sorted(KINDS.glob("*.txt")):
        _, *cases = path.read_text(encoding="utf-8").split("=== ")
        for case in cases:
            title, _, rest = case.partition("\n")
            text, _, right = rest.rpartition("--> ")
            yield Case(f"{path.stem}: {title}", text, right.strip())


CASES = list(_cases())
READ = [case for case in CASES if not case.right.startswith(("refused:", "noticed:"))]
REFUSED = [case for case in CASES if case.right.startswith("refused:")]
NOTICED = [case for case in CASES if case.right.startswith("noticed:")]


@pytest.mark.parametrize("case", READ, ids=lambda case: case.name)
def test_is_read_as_what_is_meant(case: Case) -> None:
    tree, _, end_of_line = case.right.partition("said:")
    assert notation(case.text) == tree.strip()
    assert opened(case.text).read_as.endswith(end_of_line.strip())


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case.name)
def test_is_refused_with_what_helps(case: Case) -> None:
    found = problem(case.text)
    said = f"{found.message}; {found.hint}"
    for piece in case.right.removeprefix("refused:").split(";"):
        assert piece.strip() in said


@pytest.mark.parametrize("case", NOTICED, ids=lambda case: case.name)
def test_a_notice_prints_the_other_reading(case: Case) -> None:
    other = case.right.removeprefix("noticed:").strip()
    assert f"`{other}`" in " ".join(opened(case.text).notices)


@pytest.mark.law
@pytest.mark.parametrize("kind", sorted({case.kind for case in CASES}))
@examples(60)
@given(choice=st.data())
def test_a_text_that_is_cut_or_damaged_is_read_or_refused(kind: str, choice: st.DataObject) -> None:
    case = choice.draw(st.sampled_from([case for case in CASES if case.kind == kind]))
    start = choice.draw(st.integers(0, len(case.text)))
    stop = choice.draw(st.integers(start, min(start + 6, len(case.text))))
    inserted = choice.draw(st.sampled_from(DAMAGE))
    rest = case.text[stop:] if choice.draw(st.booleans()) else ""
    with suppress(NotationError):
        read_trees(f"{case.text[:start]}{inserted}{rest}")


def test_no_two_cases_have_one_name() -> None:
    names = [case.name for case in CASES]
    assert len(set(names)) == len(names) > 200
