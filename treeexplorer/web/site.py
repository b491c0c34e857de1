"""The folder of the site: which files it holds, and how they get there.

The document is the same for every page; what differs is the tree that is ready in it. All
addresses in it are relative, so that the folder works below any path.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
import zipfile
from collections.abc import Container, Iterable, Iterator, Mapping
from html import escape
from importlib.metadata import distribution, version
from itertools import groupby
from pathlib import Path, PurePosixPath
from typing import Final, NamedTuple

import lark

from treeexplorer.drawing.page_style import page_script, page_style
from treeexplorer.errors import TreeexplorerError
from treeexplorer.files import FileError, read_bytes, write_atomically
from treeexplorer.gallery import Example, examples
from treeexplorer.notation import decode
from treeexplorer.text import as_sentence, quoted, safe
from treeexplorer.web.answer import Refused, Shown, answer

_PYODIDE_FILES: Final = (
    "pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json",
)  # fmt: skip
"""What is loaded of Pyodide; its consoles and types are not."""
_IMPORTED: Final = "pyodide.mjs", "pyodide.asm.mjs"
"""What is loaded by ``import``, so that its bytes cannot be counted while they come."""
_PACKAGE: Final = Path(__file__).resolve().parent.parent
_ELSEWHERE: Final = frozenset({"commands", "examples", "terminal", "cli.py", "__main__.py"})
"""What of this package does not run in a browser."""
_ENDINGS: Final = frozenset({".py", ".lark", ".js", ".css"})
_DATE: Final = (1980, 1, 1, 0, 0, 0)
"""The first that a zip can hold: the same program gives the same zip on every day."""
_ARCHIVE: Final = "treeexplorer.zip"
_MANIFEST: Final = "treeexplorer-site.json"
"""Tells a folder of ours, and which files in it are."""
_START_TREE: Final = "[[3 12 8] [2 4 6] [14 5 2]]"
"""The tree on the start page: it shows how one is typed."""
_FOLDER_ABOVE: Final = "../"
"""Leads from the page of an example, which is in a folder, to the folder of the site."""


_FEWEST_ROWS: Final = 2  # of the box; a longer text is scrolled
_MOST_ROWS: Final = 5


class SiteError(TreeexplorerError):
    """A site cannot be made or written; the message says why, and a way out."""


class Pyodide(NamedTuple):
    """Python for browsers, as npm has it: its version, and its files by name."""

    version: str
    files: Mapping[str, bytes]


# -- what the site is made of ------------------------------------------------------------------


def read_pyodide(folder: Path) -> Pyodide:
    """Return Pyodide from the folder in which npm has installed it.

    Args:
        folder: The folder, such as ``node_modules/pyodide``.

    Raises:
        SiteError: The folder is missing, or is another package or another version's.
        FileError: A file of it cannot be read.
    """
    package = _npm_package(folder)
    problem = _why_not_pyodide(folder, package)
    if problem is not None:
        way_out = "`npm install pyodide` makes node_modules/pyodide (14 MB), which --pyodide names"
        raise SiteError(f"{problem}; {way_out}")
    # The version becomes a folder's name, so only harmless characters of it are kept.
    number = re.sub(r"[^A-Za-z0-9.-]", "", str(package.get("version")))
    return Pyodide(number, {file: read_bytes(folder / file) for file in _PYODIDE_FILES})


def _why_not_pyodide(folder: Path, package: Mapping[str, object]) -> str | None:
    """Return why a folder is not Pyodide (Python for browsers) as npm installs it.

    Args:
        folder: The folder.
        package: The content of its ``package.json``.

    Returns:
        The reason, as the first part of a message; ``None`` if the folder is Pyodide.
    """
    name = safe(str(folder))
    if not folder.is_dir():
        return f"there is no folder {name}"
    if package.get("name") != "pyodide":
        return f"{name} is not Pyodide"
    # Older versions have other files.
    missing = [file for file in _PYODIDE_FILES if not (folder / file).is_file()]
    if missing:
        return f"{name} is not Pyodide 314 or newer: it has no {missing[0]}"
    return None


def _npm_package(folder: Path) -> Mapping[str, object]:
    """Return the content of a folder's ``package.json``; empty if it cannot be read.

    It is also empty if the file holds no JSON object.

    Args:
        folder: The folder, which need not exist.
    """
    try:
        package = json.loads(read_bytes(folder / "package.json"))
    except (FileError, ValueError):
        return {}
    if not isinstance(package, dict):
        return {}
    return package


def program_archive() -> bytes:
    """Return this program and its dependencies as the bytes of a zip file.

    The same program gives the same bytes, whenever and wherever it is packed: the names are sorted,
    and all files have the same time and rights.
    """
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in sorted(_program_files()):
            entry = zipfile.ZipInfo(name, _DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            # The rights -rw-r--r--, which zip files keep in the upper two bytes.
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content)
    return target.getvalue()


def _program_files() -> Iterator[tuple[str, bytes]]:
    """Yield the program's files for the browser, those of Lark, and both licences.

    Each is a pair of the path in the archive and the bytes.
    """
    yield from _files_of_package(_PACKAGE, without=_ELSEWHERE)
    yield from _files_of_package(Path(lark.__file__).resolve().parent)
    for name in ("treeexplorer", "lark"):
        for licence in _installed_files(name):
            if licence.name.startswith("LICENSE"):
                yield f"licences/{name}", licence.read_bytes()


def _files_of_package(package: Path, without: Container[str] = ()) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a package that are read at run time, except those in ``without``."""
    for path in package.rglob("*"):
        inside = path.relative_to(package)
        if path.suffix in _ENDINGS and inside.parts[0] not in without:
            yield f"{package.name}/{inside.as_posix()}", path.read_bytes()


def _installed_files(name: str) -> list[Path]:
    """Return the files installed by a distribution; empty if no list of them was kept."""
    installed = distribution(name).files
    if installed is None:
        return []
    return [Path(str(file.locate())) for file in installed]


def site_files(pyodide: Pyodide) -> dict[str, bytes]:
    """Return the files of the site: by path, their bytes.

    Paths have ``/`` between folders. The order is that of writing: the pages come last, so that
    whoever opens the site while it is written finds all that a page needs.

    Args:
        pyodide: Python for browsers, which is part of the site.
    """
    assets = {
        **{f"pyodide-{pyodide.version}/{name}": data for name, data in pyodide.files.items()},
        _ARCHIVE: program_archive(),
        "page.css": page_style().encode(),
        "page.js": page_script().encode(),
        **{name: _own_file(name) for name in ("site.css", "site.js", "worker.js", "icon.svg")},
    }
    # The pages are made from the other files: they count their bytes and have a digest of them.
    return assets | _html_pages(pyodide, assets)


def _own_file(name: str) -> bytes:
    return Path(__file__).with_name(name).read_bytes()


class _PageMaker(NamedTuple):
    """Makes the HTML pages.

    Attributes:
        template: The document of every page, with fields in braces.
        common: The fields that are equal in all pages.
        answers: The examples, with what each becomes.
    """

    template: str
    common: Mapping[str, str | int]
    answers: Mapping[Example, Shown | Refused]

    def of_example(self, example: Example, shown: Shown) -> bytes:
        """Return the page of an example."""
        listing = self._listing(_FOLDER_ABOVE, example)
        return self._filled(_text(example), shown, base=_FOLDER_ABOVE, examples=listing, eager="")

    def start(self) -> bytes:
        """Return the start page, which loads Python at once."""
        shown = answer(_START_TREE)
        assert isinstance(shown, Shown)  # noqa: S101 - a constant
        listing = self._listing("", None)
        return self._filled(_START_TREE, shown, base="", examples=listing, eager=" data-eager")

    def _listing(self, base: str, shown: Example | None) -> str:
        """Return the examples by folder as HTML.

        Args:
            base: What leads from the page to the folder of the site: ``../``, or nothing.
            shown: The example that the page shows, if it shows one.
        """
        lines: list[str] = []
        for heading, group in groupby(self.answers, key=lambda example: example.heading):
            lines.append(f"<section><h3>{escape(heading)}</h3>\n<ul>")
            lines += [self._item(example, base, shown) for example in group]
            lines.append("</ul></section>")
        return "".join(f"{line}\n" for line in lines)

    def _item(self, example: Example, base: str, shown: Example | None) -> str:
        """Return an example as HTML: a link, or the reason why it has no page."""
        found = self.answers[example]
        if isinstance(found, Refused):
            return _item_without_page(example, found)
        return _link(example, base, is_current=example == shown)

    def _filled(self, text: str, shown: Shown, **own: str) -> bytes:
        """Return the template with its fields filled in: those of all pages, of a tree, its own."""
        fields = _fields_of_tree(text, shown)
        return self.template.format(**self.common, **fields, **own).encode()


def _html_pages(pyodide: Pyodide, assets: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the HTML pages: by path, their bytes; one for each example, then the start page.

    An example that is refused has no page; the list of examples in each page says why.

    Args:
        pyodide: Python for browsers, for its version and size.
        assets: The other files of the site, by path.
    """
    # All examples first: every page lists all of them.
    answers = {example: answer(_text(example)) for example in examples()}
    maker = _PageMaker(
        template=_own_file("page.html").decode(),
        common=_fields_of_all_pages(pyodide, assets),
        answers=answers,
    )
    pages = {
        _path(example): maker.of_example(example, found)
        for example, found in answers.items()
        if isinstance(found, Shown)
    }
    return {**pages, "index.html": maker.start()}


def _fields_of_all_pages(pyodide: Pyodide, assets: Mapping[str, bytes]) -> dict[str, str | int]:
    """Return the values for the page template that are the same in all pages.

    They are the versions of the program and of Python, a key for caches, and how many bytes are
    loaded.

    Args:
        pyodide: Python for browsers.
        assets: The files of the site without the pages, by path.
    """
    # A page shows how much has come of what it fetches; what it imports cannot be counted.
    fetched = [data for name, data in pyodide.files.items() if name not in _IMPORTED]
    bytes_of_python = sum(map(len, fetched))
    bytes_of_program = len(assets[_ARCHIVE])
    # It stands behind the address of each file, so that caches load the files again if one changes.
    cache_key = _digest(assets.values())
    return {
        "treeexplorer": version("treeexplorer"),
        "pyodide": escape(pyodide.version),
        "version": f"?{cache_key}",
        "size": bytes_of_python + bytes_of_program,
    }


def _fields_of_tree(text: str, shown: Shown) -> dict[str, str | int]:
    """Return the values for the page template that show a tree.

    Args:
        text: The tree as it is typed.
        shown: The page of the tree.
    """
    return {
        "title": escape(shown.title),
        "text": escape(text.rstrip()),
        "rows": min(_MOST_ROWS, max(_FEWEST_ROWS, len(text.splitlines()))),
        # Markup and JSON already: not escaped again.
        "main": shown.main,
        "data": shown.data,
    }


def _digest(contents: Iterable[bytes]) -> str:
    """Return a short digest of the site's files, which keeps caches from mixing versions."""
    digest = hashlib.sha256()
    for content in contents:
        digest.update(hashlib.sha256(content).digest())
    return digest.hexdigest()[:12]


def _text(example: Example) -> str:
    return decode(read_bytes(example.path), file=example.name)


def _path(example: Example) -> str:
    return f"examples/{example.name}.html"


def _item_without_page(example: Example, refused: Refused) -> str:
    """Return the item of an example that has no page: its title, and why."""
    title = escape(example.title)
    reason = escape(as_sentence(refused.message))
    return f'<li><span class="without">{title}. {reason}</span></li>'


def _link(example: Example, base: str, *, is_current: bool) -> str:
    """Return the item of an example with a page: a link, marked on the page to which it leads."""
    title = escape(example.title)
    current = ' aria-current="page"' if is_current else ""
    return f'<li><a href="{base}{_path(example)}"{current}>{title}</a></li>'


# -- writing it --------------------------------------------------------------------------------


def write_site(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write the files of a site into a new or empty folder, or over an earlier site.

    Each file is written whole or not at all. Files that only the earlier site had are removed;
    files that no site has written stay.

    Args:
        folder: The folder.
        files: By path below the folder, the bytes of each file.

    Raises:
        SiteError: The folder holds something else.
        FileError: A file cannot be written.
    """
    before = _written_before(folder)
    # The manifest, a list of the files of the site, comes first. So a site which is written in part
    # is known as ours, too, with its new files and its old ones.
    _write_manifest(folder, {*files, *before})
    for name, data in files.items():
        _write(folder / name, data)
    for name in before - files.keys():
        _remove(folder, name)
    _write_manifest(folder, files)


def _write_manifest(folder: Path, names: Iterable[str]) -> None:
    """Write the list of the folder's files that belong to the site."""
    manifest = json.dumps({"made by": "treeexplorer web", "files": sorted(names)}, indent=1)
    _write(folder / _MANIFEST, f"{manifest}\n".encode())


def _written_before(folder: Path) -> frozenset[str]:
    """Return the paths of the files that an earlier site has written into a folder.

    Empty for a new or an empty folder. Paths that lead out of the folder are left out.

    Args:
        folder: The folder, which need not exist.

    Raises:
        SiteError: The folder holds files, and no site.
        FileError: It cannot be looked into.
    """
    if _is_missing_or_empty(folder):
        return frozenset()
    names = _names_in_manifest(folder)
    if names is None:
        raise SiteError(
            f"{quoted(str(folder))} holds files that `treeexplorer web` has not written; "
            "name a new or an empty folder"
        )
    return frozenset(name for name in names if isinstance(name, str) and _is_inside(name))


def _is_missing_or_empty(folder: Path) -> bool:
    """Tell whether nothing is in a folder yet."""
    try:
        return not folder.exists() or not any(folder.iterdir())
    except OSError as error:
        raise FileError(folder, "written", error) from error


def _names_in_manifest(folder: Path) -> list[object] | None:
    """Return the list of files in a site's manifest; ``None`` if the folder has no such manifest.

    The items may be anything: whoever reads them has to check that they are texts.

    Args:
        folder: The folder of a site.
    """
    try:
        manifest = json.loads(read_bytes(folder / _MANIFEST))
        names = manifest["files"]
        is_ours = manifest["made by"] == "treeexplorer web"
    except (FileError, ValueError, KeyError, TypeError):
        return None
    return names if is_ours and isinstance(names, list) else None


def _is_inside(name: str) -> bool:
    """Tell whether a path stays within the folder; a manifest may have been written by anybody.

    >>> _is_inside("examples/aima.html"), _is_inside("../secret"), _is_inside("/etc/passwd")
    (True, False, False)
    """
    path = PurePosixPath(name)
    is_plain = name == str(path) and bool(path.parts)
    return is_plain and not path.is_absolute() and ".." not in path.parts


def _write(path: Path, data: bytes) -> None:
    """Write a file, and create its folder if it is missing."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(path, "written", error) from error
    write_atomically(path, data)


def _remove(folder: Path, name: str) -> None:
    """Delete a file of an earlier site, and the folder that it was in if that is empty now.

    Args:
        folder: The folder of the site, which itself is never deleted.
        name: The path of the file below it; the file may be gone already.

    Raises:
        FileError: The file or its folder cannot be deleted.
    """
    path = folder / name
    try:
        if path.is_file():
            path.unlink()
        # Only the folder of the file, and never the site's own folder.
        is_empty = path.parent.is_dir() and not any(path.parent.iterdir())
        if path.parent != folder and is_empty:
            path.parent.rmdir()
    except OSError as error:
        raise FileError(path, "removed", error) from error
