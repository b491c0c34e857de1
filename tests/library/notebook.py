"""The example notebook with what its cells return, as it is read on a page of a repository.

``python -m tests.library.notebook`` stores the outputs anew where drawings or words have changed.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

NOTEBOOK = Path(__file__).resolve().parents[2] / "examples" / "alpha-beta.ipynb"
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
"""Nothing of the machine on which it was run."""


def executed() -> Any:
    """Return the notebook, run anew."""
    nbclient: Any = import_module("nbclient")
    nbformat: Any = import_module("nbformat")
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    client = nbclient.NotebookClient(
        notebook, timeout=120, kernel_name="python3", record_timing=False
    )
    client.execute()
    notebook.metadata = METADATA
    return notebook


def as_stored(notebook: Any) -> Any:
    """Return a notebook without the pages in it.

    A reader that runs no scripts would show an empty frame in the place of the drawing.
    """
    for cell in notebook.cells:
        cell.metadata = {}
        for output in cell.get("outputs", ()):
            data = output.get("data", {})
            if "<iframe" in data.get("text/html", ""):
                del data["text/html"]
    return notebook


if __name__ == "__main__":
    import_module("nbformat").write(as_stored(executed()), NOTEBOOK)
