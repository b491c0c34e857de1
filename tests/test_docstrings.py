"""The examples of docstrings run, so that they are true."""

from __future__ import annotations

import doctest
import importlib
import linecache
from pathlib import Path

import pytest

from tests.readability import PACKAGE, paths_of

ROOT = Path(__file__).resolve().parent.parent
ROOMS = {
    path.relative_to(PACKAGE).parts[0]
    for path in PACKAGE.rglob("*.py")
    if path.name not in {"__init__.py", "__main__.py"}
} - {"library"}
"""All but the library: its examples are written as a user writes them, and run among its tests."""


@pytest.mark.parametrize("room", sorted(ROOMS))
def test_the_examples_of_docstrings_run(room: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The examples of all modules of a room, or of a module beside the rooms.

    Before each docstring, doctest would look at every file whose lines were ever shown, for it to
    have changed meanwhile.
    """
    monkeypatch.setattr(linecache, "checkcache", lambda _filename=None: None)
    for path in paths_of(room):
        module = importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
        assert doctest.testmod(module).failed == 0, path
