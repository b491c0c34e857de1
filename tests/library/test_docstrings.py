"""Every public name says what it is, and its example runs."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import treeexplorer as te
import treeexplorer.library

ROOMS = [each.name for each in pkgutil.iter_modules(treeexplorer.library.__path__)]
SAID_BY_ANOTHER = {
    "CutFor", "CutOff", "NodeAtStep", "Ordering", "Parting", "Pruned", "Reason", "Tally", "Tried",
}  # fmt: skip
"""Rows that the example of what returns them shows."""
EVERYTHING = {name: getattr(te, name) for name in te.__all__}


@pytest.mark.parametrize("room", ROOMS)
def test_the_examples_of_the_docstrings_run(room: str) -> None:
    module = importlib.import_module(f"treeexplorer.library.{room}")
    options = doctest.ELLIPSIS
    assert not doctest.testmod(module, extraglobs=EVERYTHING, optionflags=options).failed


@pytest.mark.parametrize("name", sorted(EVERYTHING))
def test_every_public_name_says_what_it_is_with_an_example(name: str) -> None:
    thing = EVERYTHING[name]
    assert thing.__doc__
    is_own = thing.__module__.startswith("treeexplorer.library")
    if not is_own or name.endswith("Error") or name in SAID_BY_ANOTHER:
        return
    assert ">>>" in thing.__doc__, name
    for part, found in vars(thing).items() if isinstance(thing, type) else ():
        is_public = not part.startswith("_") and part not in getattr(thing, "_fields", ())
        if is_public and (callable(found) or isinstance(found, property)):
            assert found.__doc__, (name, part)
