"""The example notebook runs, and trees, records, checks and answer sheets show themselves in it."""

from __future__ import annotations

from pathlib import Path

import pytest

NOTEBOOK = Path(__file__).resolve().parents[2] / "examples" / "alpha-beta.ipynb"


def test_the_notebook_runs_and_what_its_cells_return_shows_itself() -> None:
    nbclient = pytest.importorskip("nbclient", reason="nbclient is not installed")
    pytest.importorskip("ipykernel", reason="ipykernel is not installed")
    nbformat = pytest.importorskip("nbformat", reason="nbformat is not installed")
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    outputs = [dict(cell.outputs[-1].get("data", cell.outputs[-1])) for cell in cells]
    assert outputs[0]["image/svg+xml"].startswith("<svg")
    html = outputs[1]["text/html"]
    assert html.startswith('<iframe sandbox="allow-scripts"')
    assert "autofocus" not in html
    assert "step" in html
    assert outputs[1]["image/svg+xml"].startswith("<svg")
    assert outputs[2]["text/plain"] == "(3, '1', ('root', '1', '1.1'), 7, (3, 2))"
    assert "B" in outputs[3]["text"]
    assert outputs[6]["text/plain"] == "(8, 9)" or outputs[6]["text/plain"] == "(7, 9)"
    assert "root → A → 3" in outputs[4]["text/markdown"]
    assert "1 mistake" in outputs[5]["text/html"]
