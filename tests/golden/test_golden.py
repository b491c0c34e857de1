"""Every search answers what is written down of it; see ``make.py`` for how that is renewed."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

from tests.laws import some

_SPEC = importlib.util.spec_from_file_location("make", Path(__file__).with_name("make.py"))
assert _SPEC is not None
assert _SPEC.loader is not None
make = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(make)

SAMPLE = 80  # one tree in this many is compared where all laws are tried
SMALL_SAMPLE = 128


@pytest.fixture(scope="module")
def golden() -> list[dict[str, Any]]:
    written: list[dict[str, Any]] = make.golden()
    return written


@pytest.mark.law
@pytest.mark.parametrize("part", range(2))
def test_a_sample_of_trees_is_searched_as_ever(golden: list[dict[str, Any]], part: int) -> None:
    for line in some(golden[7 * part :: SAMPLE]):
        assert list(make.differences(line)) == []


@pytest.mark.law
@pytest.mark.parametrize("part", range(2))
def test_what_is_shown_of_small_trees_is_as_ever(golden: list[dict[str, Any]], part: int) -> None:
    shown = [line for line in golden if "shown" in line]
    for line in some(shown[part::SMALL_SAMPLE]):
        assert list(make.differences({**line, "cases": []})) == []


@pytest.mark.law
@pytest.mark.parametrize("part", range(4))
def test_the_pages_say_what_they_said(golden: list[dict[str, Any]], part: int) -> None:
    for line in some(make.pages.have_pages(golden)[part::4]):
        path = make.pages.FOLDER / f"{line['name']}.txt"
        assert make.page_of(line).splitlines() == path.read_text(encoding="utf-8").splitlines()


def test_every_page_is_of_a_tree(golden: list[dict[str, Any]]) -> None:
    names = {line["name"] for line in make.pages.have_pages(golden)}
    assert {path.stem for path in make.pages.FOLDER.iterdir()} == names
    assert len(names) == make.pages.PAGES


@pytest.mark.slow
def test_every_tree_is_searched_as_ever(golden: list[dict[str, Any]]) -> None:
    assert len(golden) > make.RANDOM_TREES
    for line in golden:
        assert list(make.differences(line)) == []
