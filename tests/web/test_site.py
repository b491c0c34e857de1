"""The folder is the program and nothing more: complete, the same each time, careful with others."""

from __future__ import annotations

import html
import json
import re
import subprocess
import sys
import zipfile
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path, PurePosixPath

import pytest

from tests.commands.calling import run
from tests.web.serving import fake_pyodide
from treeexplorer.files import FileError
from treeexplorer.gallery import examples
from treeexplorer.web.answer import Shown, answer
from treeexplorer.web.site import (
    Pyodide,
    SiteError,
    build_program_archive,
    build_site_files,
    read_pyodide,
    write_site,
)

NO_PYTHON = Pyodide("314.0", {"pyodide.mjs": b"", "pyodide.asm.mjs": b"", "x.wasm": b"12345"})


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    return build_site_files(NO_PYTHON)


@pytest.fixture
def few_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the site have few pages, where what is tested is not what stands on them."""
    monkeypatch.setattr("treeexplorer.web.site.examples", lambda: examples()[:2])


def pages(files: dict[str, bytes]) -> dict[str, str]:
    return {name: data.decode() for name, data in files.items() if name.endswith(".html")}


class Links(HTMLParser):
    """The addresses and the styles of a page, and what would run in it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.inline: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.addresses += [given[name] or "" for name in ("src", "href") if name in given]
        self.inline += [name for name in given if name == "style" or name.startswith("on")]
        is_program = tag == "script" and given.get("type") != "application/json"
        if tag == "style" or (is_program and "src" not in given):
            self.inline.append(tag)


# -- what it holds -----------------------------------------------------------------------------


def test_all_that_is_said_to_be_typed_is_read(files: dict[str, bytes]) -> None:
    _, _, typed = files["index.html"].decode().partition("What can be typed")
    found = re.findall("<dt><code>(.*?)</code>", typed)
    assert len(found) == 8
    for text in map(html.unescape, found):
        tree = f"{text}\n[1 2]" if text.startswith("@") else text
        assert isinstance(answer(tree), Shown), tree


def test_every_address_is_relative_and_leads_to_a_file_of_the_folder(
    files: dict[str, bytes],
) -> None:
    for name, text in pages(files).items():
        for address in Links(text).addresses:
            path = address.partition("?")[0]
            if path.startswith("#"):
                assert f'id="{path[1:]}"' in text
                continue
            assert not re.match(r"/|\w+:", path), address
            parts: list[str] = []
            for part in (PurePosixPath(name).parent / path).parts:
                parts = parts[:-1] if part == ".." else [*parts, part]
            assert "/".join(parts) in files, (name, address)


def test_a_strict_policy_stands_in_every_page_and_nothing_needs_an_exception(
    files: dict[str, bytes],
) -> None:
    for text in pages(files).values():
        (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', text)
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert set(re.findall(r"'(\w+)'", policy)) == {"none", "self"}
        assert Links(text).inline == []


def test_every_example_is_a_page_that_is_ready_or_says_why_not(files: dict[str, bytes]) -> None:
    first = files["index.html"].decode()
    for example in examples():
        if f"examples/{example.name}.html" in files:
            assert f'href="examples/{example.name}.html"' in first
    assert "at most 2,000 nodes" in first
    assert "unknown leaf" in first
    assert sum(name.startswith("examples/") for name in files) == len(examples()) - 2


def test_the_size_that_is_told_is_what_is_fetched(files: dict[str, bytes]) -> None:
    fetched = len(b"12345") + len(files["treeexplorer.zip"])
    assert f'data-size="{fetched}"' in files["index.html"].decode()


@pytest.mark.usefixtures("few_examples")
def test_the_same_program_makes_the_same_folder() -> None:
    assert build_site_files(NO_PYTHON) == build_site_files(NO_PYTHON)


@pytest.mark.usefixtures("few_examples")
def test_a_change_of_the_program_changes_the_addresses_of_its_files() -> None:
    other = NO_PYTHON._replace(files={**NO_PYTHON.files, "x.wasm": b"54321"})
    told = [
        re.findall(r"site\.js\?(\w+)", build_site_files(each)["index.html"].decode())
        for each in (NO_PYTHON, other)
    ]
    assert told[0] != told[1]


# -- the program in it -------------------------------------------------------------------------


def test_what_is_zipped_needs_nothing_else_to_answer(tmp_path: Path) -> None:
    zipfile.ZipFile(BytesIO(build_program_archive())).extractall(tmp_path)
    script = """import sys
sys.path[:] = [sys.argv[1], *(path for path in sys.path if "site-packages" not in path)]
from treeexplorer.web.answer import answer
print(answer("[[3 12 8] [2 4 6]]").title, answer('{"children": [1, 2]}').title)
print({"click", "platformdirs", "textual", "rich"} & set(sys.modules) or "nothing else")
"""
    run = subprocess.run(
        [sys.executable, "-I", "-S", "-c", script, str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.stdout, run.stderr) == ("Game tree Game tree\nnothing else\n", "")


def test_it_holds_the_installed_files_as_they_are_and_both_licences() -> None:
    import treeexplorer

    home = Path(treeexplorer.__file__).parent
    archive = zipfile.ZipFile(BytesIO(build_program_archive()))
    names = archive.namelist()
    for name in names:
        if name.startswith("treeexplorer/"):
            assert archive.read(name) == (home.parent / name).read_bytes()
    assert not [name for name in names if "/terminal/" in name or "/commands/" in name]
    assert b"MIT License" in archive.read("licences/treeexplorer")
    assert archive.read("licences/lark")


# -- the folder --------------------------------------------------------------------------------

TWO = {"index.html": b"one", "examples/a.html": b"two"}


def test_a_folder_of_ours_is_written_anew_and_what_is_no_longer_in_it_goes(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    write_site(folder, TWO)
    (folder / "mine.css").write_text("stays")
    write_site(folder, {"index.html": b"three"})
    assert (folder / "index.html").read_bytes() == b"three"
    assert not (folder / "examples").exists()
    assert (folder / "mine.css").read_text() == "stays"


def test_a_folder_of_somebody_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("mine")
    with pytest.raises(SiteError, match="new or an empty folder"):
        write_site(tmp_path, TWO)
    assert [path.name for path in tmp_path.iterdir()] == ["index.html"]


@pytest.mark.parametrize(
    "manifest",
    [
        "[]",
        "{",
        '{"files": []}',
        '{"made by": "x", "files": 3}',
        '{"made by": "treeexplorer web", "files": 3}',
        '{"made by": "treeexplorer web", "files": null}',
    ],
)
def test_a_manifest_that_is_not_ours_makes_no_folder_ours(tmp_path: Path, manifest: str) -> None:
    (tmp_path / "treeexplorer-site.json").write_text(manifest)
    with pytest.raises(SiteError):
        write_site(tmp_path, TWO)


def test_a_hostile_manifest_removes_nothing_outside(tmp_path: Path) -> None:
    outside = tmp_path / "outside.txt"
    outside.write_text("stays")
    folder = tmp_path / "site"
    folder.mkdir()
    names = ["../outside.txt", str(outside), "a/../../outside.txt", "..", "", ".", 3, None]
    manifest = {"made by": "treeexplorer web", "files": names}
    (folder / "treeexplorer-site.json").write_text(json.dumps(manifest))
    write_site(folder, TWO)
    assert outside.read_text() == "stays"
    assert (folder / "index.html").read_bytes() == b"one"


def test_a_folder_that_cannot_be_written_is_said_to_be_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(FileError, match="file"):
        write_site(tmp_path / "file", TWO)
    with pytest.raises(FileError, match="file"):
        write_site(tmp_path / "file" / "below", TWO)


# -- Pyodide and the command -------------------------------------------------------------------


@pytest.mark.usefixtures("few_examples")
def test_the_command_writes_the_folder_and_says_how_to_see_it(tmp_path: Path) -> None:
    python, folder = fake_pyodide(tmp_path / "pyodide"), tmp_path / "site"
    status, output, errors = run("web", str(folder), "--pyodide", str(python))
    assert (status, errors) == (0, "")
    assert f"python3 -m http.server -d {folder}" in output
    assert (folder / "pyodide-314.0.7" / "pyodide.asm.wasm").read_text() == "pyodide.asm.wasm"
    assert run("web", str(folder), "--pyodide", str(python)) == (0, output, "")


def test_where_pyodide_is_missing_it_is_said_how_to_get_it(tmp_path: Path) -> None:
    for python in (tmp_path / "nowhere", tmp_path):
        status, _, errors = run("web", str(tmp_path / "site"), "--pyodide", str(python))
        assert status == 2
        assert "npm install pyodide" in errors
    assert not (tmp_path / "site").exists()


def test_an_older_pyodide_is_refused_by_what_it_has_not(tmp_path: Path) -> None:
    folder = fake_pyodide(tmp_path / "pyodide", version="0.20")
    (folder / "pyodide.asm.mjs").unlink()
    with pytest.raises(SiteError, match=r"it has no pyodide\.asm\.mjs"):
        read_pyodide(folder)


def test_a_version_cannot_lead_out_of_the_folder(tmp_path: Path) -> None:
    folder = fake_pyodide(tmp_path / "pyodide", version='../../"><script>')
    assert read_pyodide(folder).version == "....script"
