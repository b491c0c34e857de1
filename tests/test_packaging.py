"""An installed package carries its examples, installed normally or in place."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.parametrize("mode", ["normal", "editable"])
def test_the_examples_are_found_after_an_install(mode: str, tmp_path: Path) -> None:
    python = _environment(tmp_path / "environment")
    target = ["--editable", str(ROOT)] if mode == "editable" else [str(ROOT)]
    subprocess.run(
        [
            *(sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", str(python)),
            *("install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"),
            *("--no-compile", *target),
        ],
        check=True,
        cwd=tmp_path,
    )
    listed = subprocess.run(
        [python.with_name("treeexplorer"), "examples"],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
    ).stdout
    shipped = {path.stem for path in (ROOT / "examples").glob("*/*.tree")}
    assert shipped
    assert all(name in listed for name in shipped)
    module = subprocess.run(
        [python, "-m", "treeexplorer", "solve", "aima"],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
    ).stdout
    assert module.startswith("AIMA")


def _environment(folder: Path) -> Path:
    """Make an environment that sees this one's libraries, but not this one's treeexplorer."""
    venv.create(folder, with_pip=False)
    python = folder / "bin" / "python"
    places = subprocess.run(
        [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        capture_output=True,
        text=True,
        check=True,
    )
    libraries = Path(places.stdout.strip())
    shared = Path(sysconfig.get_path("purelib"))
    for entry in shared.iterdir():
        if "treeexplorer" not in entry.name and entry.suffix != ".pth":
            (libraries / entry.name).symlink_to(entry)
    return python
