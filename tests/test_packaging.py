"""What is published is whole: the package and its examples, its sources, its description."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import venv
from pathlib import Path

import pytest

import treeexplorer as te
from tests.commands.calling import run
from tests.web.serving import fake_pyodide

ROOT = Path(__file__).resolve().parent.parent
FEW_PAGES = """from treeexplorer import cli, gallery
from treeexplorer.web import site
site.examples = lambda: gallery.examples()[:2]
cli.main()
"""
"""The program, whose site has the pages of two examples: each is found as all others are."""


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
    shipped = {path.stem for path in (ROOT / "examples").glob("[0-9]*/*.tree")}
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
    site = tmp_path / "site"
    pyodide = fake_pyodide(tmp_path / "pyodide")
    subprocess.run(
        [python, "-c", FEW_PAGES, "web", site, "--pyodide", pyodide],
        stdout=subprocess.DEVNULL,
        check=True,
        cwd=tmp_path,
    )
    pages = {path.stem for path in (site / "examples").iterdir()}
    assert pages
    assert pages <= shipped
    assert (site / "site.js").read_bytes() == (ROOT / "treeexplorer/web/site.js").read_bytes()


def _environment(folder: Path) -> Path:
    """Make an environment that sees this one's libraries, but not this one's treeexplorer."""
    venv.create(folder, with_pip=False)
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
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


def test_the_program_the_library_and_the_package_have_one_version() -> None:
    assert run("--version")[1] == f"treeexplorer {te.__version__}\n"
    assert built("metadata", "version") == f"{te.__version__}\n"
    latest = re.search(
        r"^## \[([\d.]+)\]", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE
    )
    assert latest is not None
    assert latest[1] == te.__version__


def test_the_description_of_the_package_shows_nothing_that_lies_beside_it() -> None:
    description = built("metadata", "readme")
    assert "treeexplorer solve -e" in description
    assert re.findall(r"\]\((?!https://)", description) == []


def test_the_sources_that_are_published_hold_what_their_tests_need(tmp_path: Path) -> None:
    built("build", "-t", "sdist", "-d", str(tmp_path))
    (archive,) = tmp_path.iterdir()
    with tarfile.open(archive) as packed:
        names = {name.partition("/")[2] for name in packed.getnames()}
    needed = {
        path.relative_to(ROOT).as_posix()
        for folder in (".ci", ".github", ".pictures", "examples", "tests", "treeexplorer")
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert needed | {"README.md", "CHANGELOG.md", "CONTRIBUTING.md", "pyproject.toml"} <= names


def built(*arguments: str) -> str:
    """Run hatchling in the checkout, and return what it prints."""
    return subprocess.run(
        [sys.executable, "-m", "hatchling", *arguments],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    ).stdout
