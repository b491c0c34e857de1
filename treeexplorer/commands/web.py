"""``treeexplorer web``: the program as a static site, for a browser."""

from __future__ import annotations

from pathlib import Path

import click

from treeexplorer.commands import printing
from treeexplorer.text import safe


@click.command("web")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option(
    "--pyodide",
    type=click.Path(path_type=Path),
    default=Path("node_modules", "pyodide"),
    metavar="FOLDER",
    help="Pyodide, as `npm install pyodide` makes it (node_modules/pyodide).",
)
def web(folder: Path, pyodide: Path) -> None:
    """Write a site in which a tree is typed and stepped in a browser.

    A folder of static files: a box for a tree, the built-in examples as pages, and links that
    open a tree at a step. It is this program, run by Pyodide, which is Python for browsers and is
    copied into the folder; nothing is loaded from anywhere else.
    """
    from treeexplorer.web.site import build_site_files, read_pyodide, write_site

    # Everything is read and made before the first file is written.
    python = read_pyodide(pyodide)
    files = build_site_files(python)
    write_site(folder, files)
    size = sum(map(len, files.values())) / 1e6
    name = safe(str(folder))
    click.echo(f"{name}: {len(files)} files, {size:.1f} MB, with Pyodide {python.version}")
    printing.print_lines(
        [
            f"see it: python3 -m http.server -d {name}, then http://localhost:8000/",
            "publish it: copy the folder to any web server; it works below any address",
            "link to a tree: …/index.html#tree=[[3 12 8] [2 4 6] [14 5 2]]&step=12",
        ]
    )
