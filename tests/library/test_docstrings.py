"""Every public name says what it is, and its example runs."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import treeexplorer as te
import treeexplorer.library

ROOMS = [each.name for each in pkgutil.iter_modules(treeexplorer.library.__path__)]
EVERYTHING = {name: getattr(te, name) for name in te.__all__}


@pytest.mark.parametrize("room", ROOMS)
def test_the_examples_of_the_docstrings_run(room: str) -> None:
    module = importlib.import_module(f"treeexplorer.library.{room}")
    options = doctest.ELLIPSIS
    assert not doctest.testmod(module, extraglobs=EVERYTHING, optionflags=options).failed
