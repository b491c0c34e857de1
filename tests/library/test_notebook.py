"""The example notebook runs, and shows in a repository what it shows when it is run."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.library.notebook import METADATA, NOTEBOOK, as_stored, executed


def _outputs(notebook: Any) -> list[Any]:
    return [cell.outputs for cell in notebook.cells if cell.cell_type == "code"]


def test_the_notebook_runs_and_its_stored_outputs_are_what_it_shows() -> None:
    nbformat = pytest.importorskip("nbformat", reason="nbformat is not installed")
    pytest.importorskip("nbclient", reason="nbclient is not installed")
    pytest.importorskip("ipykernel", reason="ipykernel is not installed")
    run, stored = executed(), nbformat.read(NOTEBOOK, as_version=4)
    shown = [dict(outputs[-1].get("data", outputs[-1])) for outputs in _outputs(run)]
    assert shown[0]["image/svg+xml"].startswith("<svg")
    html = shown[1]["text/html"]
    assert html.startswith('<iframe sandbox="allow-scripts"')
    assert "autofocus" not in html
    assert shown[1]["image/svg+xml"].startswith("<svg")
    assert shown[2]["text/plain"] == "(3, '1', ('root', '1', '1.1'), 7, (3, 2))"
    assert "B" in shown[3]["text"]
    assert "root → A → 3" in shown[4]["text/markdown"]
    assert "1 mistake" in shown[5]["text/html"]
    hint = "store them anew: python -m tests.library.notebook"
    assert _outputs(as_stored(run)) == _outputs(stored), hint


def test_the_stored_notebook_has_drawings_and_nothing_of_a_machine() -> None:
    nbformat = pytest.importorskip("nbformat", reason="nbformat is not installed")
    stored = nbformat.read(NOTEBOOK, as_version=4)
    assert stored.metadata == METADATA
    assert all(cell.metadata == {} for cell in stored.cells)
    text = NOTEBOOK.read_text(encoding="utf-8")
    assert text.count("<svg xmlns") >= 2
    assert not re.search(r"/(home|root|tmp|work|Users)/", text)
    assert len(text) < 100_000
