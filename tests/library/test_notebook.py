"""The example notebook runs, and trees, records, checks and answer sheets show themselves in it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

NOTEBOOK = Path(__file__).resolve().parents[2] / "examples" / "alpha-beta.ipynb"


@pytest.fixture(scope="module")
def outputs() -> list[dict[str, Any]]:
    """Run the notebook and return what each cell of code shows, by kind."""
    nbclient = pytest.importorskip("nbclient", reason="nbclient is not installed")
    pytest.importorskip("ipykernel", reason="ipykernel is not installed")
    nbformat = pytest.importorskip("nbformat", reason="nbformat is not installed")
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    return [dict(cell.outputs[-1].get("data", cell.outputs[-1])) for cell in cells]


def test_a_tree_draws_itself(outputs: list[dict[str, Any]]) -> None:
    assert outputs[0]["image/svg+xml"].startswith("<svg")


def test_a_record_steps_in_a_frame_that_takes_no_keys(outputs: list[dict[str, Any]]) -> None:
    html = outputs[1]["text/html"]
    assert html.startswith('<iframe sandbox="allow-scripts"')
    assert "autofocus" not in html
    assert "step" in html
    assert outputs[1]["image/svg+xml"].startswith("<svg")


def test_what_is_asked_for_is_answered(outputs: list[dict[str, Any]]) -> None:
    assert outputs[2]["text/plain"] == "(3, '1', ('root', '1', '1.1'), 7, (3, 2))"
    assert "B" in outputs[3]["text"]
    assert outputs[6]["text/plain"] == "(8, 9)" or outputs[6]["text/plain"] == "(7, 9)"


def test_answers_and_checks_are_tables(outputs: list[dict[str, Any]]) -> None:
    assert "root → A → 3" in outputs[4]["text/markdown"]
    assert "1 mistake" in outputs[5]["text/html"]
