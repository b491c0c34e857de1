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

from treeexplorer.drawing.page_style import page_style, render_page_script
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
    package = _read_package_json(folder)
    problem = _explain_not_pyodide(folder, package)
    if problem is not None:
        way_out = "`npm install pyodide` makes node_modules/pyodide (14 MB), which --pyodide names"
        raise SiteError(f"{problem}; {way_out}")
    # The version becomes a folder's name, so only harmless characters of it are kept.
    version_number = re.sub(r"[^A-Za-z0-9.-]", "", str(package.get("version")))
    content_by_name = {name: read_bytes(folder / name) for name in _PYODIDE_FILES}
    return Pyodide(version_number, content_by_name)


def _explain_not_pyodide(folder: Path, package: Mapping[str, object]) -> str | None:
    """Return why a folder is not Pyodide (Python for browsers) as npm installs it.

    ``package`` is the content of its ``package.json``. The reason is the first part of a message;
    ``None`` if the folder is Pyodide.
    """
    folder_name = safe(str(folder))
    if not folder.is_dir():
        return f"there is no folder {folder_name}"
    if package.get("name") != "pyodide":
        return f"{folder_name} is not Pyodide"
    # Older versions have other files.
    missing_files = [file for file in _PYODIDE_FILES if not (folder / file).is_file()]
    if missing_files:
        return f"{folder_name} is not Pyodide 314 or newer: it has no {missing_files[0]}"
    return None


def _read_package_json(folder: Path) -> Mapping[str, object]:
    """Return the content of a folder's ``package.json``; empty if it holds no JSON object."""
    try:
        package = json.loads(read_bytes(folder / "package.json"))
    except (FileError, ValueError):
        return {}
    if not isinstance(package, dict):
        return {}
    return package


def build_program_archive() -> bytes:
    """Return this program and its dependencies as the bytes of a zip file.

    The same program gives the same bytes, whenever and wherever it is packed: the names are sorted,
    and all files have the same time and rights.
    """
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in sorted(_collect_program_files()):
            entry = zipfile.ZipInfo(name, _DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            # The rights -rw-r--r--, which zip files keep in the upper two bytes.
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content)
    return buffer.getvalue()


def _collect_program_files() -> Iterator[tuple[str, bytes]]:
    """Yield the program's files for the browser, those of Lark, and both licences.

    Each is a pair of the path in the archive and the bytes.
    """
    yield from _collect_package_files(_PACKAGE, excluded=_ELSEWHERE)
    yield from _collect_package_files(Path(lark.__file__).resolve().parent)
    for name in ("treeexplorer", "lark"):
        for file in _list_installed_files(name):
            if file.name.startswith("LICENSE"):
                yield f"licences/{name}", file.read_bytes()


def _collect_package_files(
    package: Path, excluded: Container[str] = ()
) -> Iterator[tuple[str, bytes]]:
    """Yield the path and the bytes of each file of a package that is read at run time.

    Left out are files and folders directly in the package whose names are ``excluded``.
    """
    for path in package.rglob("*"):
        path_in_package = path.relative_to(package)
        if path.suffix in _ENDINGS and path_in_package.parts[0] not in excluded:
            yield f"{package.name}/{path_in_package.as_posix()}", path.read_bytes()


def _list_installed_files(distribution_name: str) -> list[Path]:
    """Return the files installed by a distribution; empty if no list of them was kept."""
    installed_files = distribution(distribution_name).files
    if installed_files is None:
        return []
    return [Path(str(file.locate())) for file in installed_files]


def build_site_files(pyodide: Pyodide) -> dict[str, bytes]:
    """Return the files of the site: by path, their bytes.

    Paths have ``/`` between folders. The order is that of writing: the pages come last, so that
    whoever opens the site while it is written finds all that a page needs.

    Args:
        pyodide: Python for browsers, which is part of the site.
    """
    files: dict[str, bytes] = {}
    for name, content in pyodide.files.items():
        files[f"pyodide-{pyodide.version}/{name}"] = content
    files[_ARCHIVE] = build_program_archive()
    files["page.css"] = page_style().encode()
    files["page.js"] = render_page_script().encode()
    for name in ("site.css", "site.js", "worker.js", "icon.svg"):
        files[name] = _read_own_file(name)
    # The pages are made from the other files: they count their bytes and have a digest of them.
    return files | _render_pages(pyodide, files)


def _read_own_file(name: str) -> bytes:
    """Return the content of a file beside this module, such as ``site.css``."""
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

    def render_example(self, example: Example, shown: Shown) -> bytes:
        """Return the page of an example."""
        listing = self._render_listing(_FOLDER_ABOVE, example)
        return self._fill_template(
            _read_text(example), shown, base=_FOLDER_ABOVE, examples=listing, eager=""
        )

    def render_start(self) -> bytes:
        """Return the start page, which loads Python at once."""
        shown = answer(_START_TREE)
        assert isinstance(shown, Shown)  # noqa: S101 - a constant
        listing = self._render_listing("", None)
        return self._fill_template(
            _START_TREE, shown, base="", examples=listing, eager=" data-eager"
        )

    def _render_listing(self, base: str, current: Example | None) -> str:
        """Return the examples by folder as HTML; the current one, which the page shows, is marked.

        ``base`` leads from the page to the folder of the site: ``../``, or nothing.
        """
        lines: list[str] = []
        for heading, examples_of_folder in groupby(self.answers, key=lambda each: each.heading):
            lines.append(f"<section><h3>{escape(heading)}</h3>\n<ul>")
            lines += [self._render_item(example, base, current) for example in examples_of_folder]
            lines.append("</ul></section>")
        return "".join(f"{line}\n" for line in lines)

    def _render_item(self, example: Example, base: str, current: Example | None) -> str:
        """Return an example as HTML: a link, or the reason why it has no page."""
        result = self.answers[example]
        if isinstance(result, Refused):
            return _render_item_without_page(example, result)
        return _render_link(example, base, is_current=example == current)

    def _fill_template(self, text: str, shown: Shown, **own_fields: str) -> bytes:
        """Return the template with its fields filled in: those of all pages, of a tree, its own."""
        tree_fields = _make_fields_of_tree(text, shown)
        return self.template.format(**self.common, **tree_fields, **own_fields).encode()


def _render_pages(pyodide: Pyodide, files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the HTML pages: by path, their bytes; one for each example, then the start page.

    An example that is refused has no page; the list of examples in each page says why. ``files``
    are the other files of the site, by path.
    """
    # All examples first: every page lists all of them.
    answers = {example: answer(_read_text(example)) for example in examples()}
    page_maker = _PageMaker(
        template=_read_own_file("page.html").decode(),
        common=_make_fields_of_all_pages(pyodide, files),
        answers=answers,
    )

    pages: dict[str, bytes] = {}
    for example, result in answers.items():
        if isinstance(result, Shown):
            pages[_make_page_path(example)] = page_maker.render_example(example, result)
    pages["index.html"] = page_maker.render_start()
    return pages


def _make_fields_of_all_pages(pyodide: Pyodide, files: Mapping[str, bytes]) -> dict[str, str | int]:
    """Return the values for the page template that are the same in all pages.

    They are the versions of the program and of Python, a key for caches, and how many bytes are
    loaded. ``files`` are those of the site without the pages, by path.
    """
    # A page shows how much has come of what it fetches; what it imports cannot be counted.
    fetched = [content for name, content in pyodide.files.items() if name not in _IMPORTED]
    bytes_of_python = sum(map(len, fetched))
    bytes_of_program = len(files[_ARCHIVE])
    # It stands behind the address of each file, so that caches load the files again if one changes.
    cache_key = _compute_digest(files.values())
    return {
        "treeexplorer": version("treeexplorer"),
        "pyodide": escape(pyodide.version),
        "version": f"?{cache_key}",
        "size": bytes_of_python + bytes_of_program,
    }


def _make_fields_of_tree(text: str, shown: Shown) -> dict[str, str | int]:
    """Return the values for the page template that show a tree, whose text was typed."""
    rows_of_box = min(_MOST_ROWS, max(_FEWEST_ROWS, len(text.splitlines())))
    return {
        "title": escape(shown.title),
        "text": escape(text.rstrip()),
        "rows": rows_of_box,
        # Markup and JSON already: not escaped again.
        "main": shown.main,
        "data": shown.data,
    }


def _compute_digest(contents: Iterable[bytes]) -> str:
    """Return a short digest of the site's files, which keeps caches from mixing versions."""
    digest = hashlib.sha256()
    for content in contents:
        digest.update(hashlib.sha256(content).digest())
    return digest.hexdigest()[:12]


def _read_text(example: Example) -> str:
    """Return the text of an example's file."""
    return decode(read_bytes(example.path), file=example.name)


def _make_page_path(example: Example) -> str:
    """Return the path of an example's page below the folder of the site."""
    return f"examples/{example.name}.html"


def _render_item_without_page(example: Example, refused: Refused) -> str:
    """Return the item of an example that has no page: its title, and why."""
    title = escape(example.title)
    reason = escape(as_sentence(refused.message))
    return f'<li><span class="without">{title}. {reason}</span></li>'


def _render_link(example: Example, base: str, *, is_current: bool) -> str:
    """Return the item of an example with a page: a link, marked on the page to which it leads."""
    title = escape(example.title)
    path = _make_page_path(example)
    mark = ' aria-current="page"' if is_current else ""
    return f'<li><a href="{base}{path}"{mark}>{title}</a></li>'


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
    earlier_files = _find_earlier_files(folder)
    # The manifest, a list of the files of the site, comes first. So a site which is written in part
    # is known as ours, too, with its new files and its old ones.
    _write_manifest(folder, {*files, *earlier_files})
    for name, content in files.items():
        _write_file(folder / name, content)
    for name in earlier_files - files.keys():
        _remove_file(folder, name)
    _write_manifest(folder, files)


def _write_manifest(folder: Path, names: Iterable[str]) -> None:
    """Write the list of the folder's files that belong to the site."""
    manifest = json.dumps({"made by": "treeexplorer web", "files": sorted(names)}, indent=1)
    _write_file(folder / _MANIFEST, f"{manifest}\n".encode())


def _find_earlier_files(folder: Path) -> frozenset[str]:
    """Return the paths of the files that an earlier site has written into a folder.

    It is empty for a new or an empty folder. Paths that lead out of the folder are left out. A
    SiteError is raised if the folder holds files, and no site.
    """
    if _is_missing_or_empty(folder):
        return frozenset()
    names = _read_manifest(folder)
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


def _read_manifest(folder: Path) -> list[object] | None:
    """Return the list of files in a site's manifest; ``None`` if the folder has no such manifest.

    The items may be anything: whoever reads them has to check that they are texts.
    """
    try:
        manifest = json.loads(read_bytes(folder / _MANIFEST))
        names = manifest["files"]
        author = manifest["made by"]
    except (FileError, ValueError, KeyError, TypeError):
        return None
    if author != "treeexplorer web" or not isinstance(names, list):
        return None
    return names


def _is_inside(name: str) -> bool:
    """Tell whether a path stays within the folder; a manifest may have been written by anybody.

    >>> _is_inside("examples/aima.html"), _is_inside("../secret"), _is_inside("/etc/passwd")
    (True, False, False)
    """
    path = PurePosixPath(name)
    is_plain = name == str(path) and bool(path.parts)
    return is_plain and not path.is_absolute() and ".." not in path.parts


def _write_file(path: Path, content: bytes) -> None:
    """Write a file, and create its folder if it is missing."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(path, "written", error) from error
    write_atomically(path, content)


def _remove_file(site_folder: Path, name: str) -> None:
    """Delete a file of an earlier site, and the folder that it was in if that is empty now.

    The file may be gone already, and the site's own folder is never deleted. A FileError is raised
    if the file or its folder cannot be deleted.
    """
    path = site_folder / name
    folder = path.parent
    try:
        if path.is_file():
            path.unlink()
        is_empty = folder.is_dir() and not any(folder.iterdir())
        if is_empty and folder != site_folder:
            folder.rmdir()
    except OSError as error:
        raise FileError(path, "removed", error) from error
