"""Every public name is there."""

from __future__ import annotations

import pytest

import treeexplorer


@pytest.mark.parametrize("name", treeexplorer.__all__)
def test_a_public_name_can_be_imported(name: str) -> None:
    assert getattr(treeexplorer, name).__doc__
    assert name in dir(treeexplorer)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        getattr(treeexplorer, "nothing")  # noqa: B009 - as at run time
