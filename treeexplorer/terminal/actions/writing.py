"""Typing trees in notation: new ones, and the whole file that is shown."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from treeexplorer.terminal.keys import action

if TYPE_CHECKING:
    from treeexplorer.terminal.app import ExplorerApp
    from treeexplorer.terminal.screens.explorer import Explorer
    from treeexplorer.terminal.screens.gallery import Gallery
    from treeexplorer.terminal.screens.writing import Writing


def _write_new(app: ExplorerApp) -> None:
    """Ask for a new tree in notation, and open it."""
    write_on(app, "new tree", "")


def write_on(
    app: ExplorerApp, name: str, text: str, path: Path | None = None, digest: str | None = None
) -> None:
    """Go on writing a text, and open it when it is right."""
    from treeexplorer.terminal.screens.writing import Writing

    def written(after: str | None) -> None:
        if after is not None:
            _open(app, after, name, path, digest)

    app.push_screen(Writing(name, "", text, path, digest), written)


def _open(
    app: ExplorerApp, text: str, name: str, path: Path | None = None, digest: str | None = None
) -> None:
    """Open a text that is right, and saved nowhere yet."""
    from treeexplorer.editing.document import Document
    from treeexplorer.notation import parse_all
    from treeexplorer.terminal.sources import Source

    trees = parse_all(text, file=name)
    document = Document(trees, text, path, digest)
    document.history.mark_unsaved()
    source = Source.of_text(text, name) if path is None else Source.of_file(path)
    app.show_trees(source, trees, document)


@action(
    "new_tree",
    "ctrl+n",
    "write a new tree",
    group="Files",
    description="Type a tree in notation; what is wrong and the drawing follow while you type",
)
def new_tree(explorer: Explorer) -> None:
    """Write a new tree."""
    from treeexplorer.terminal.saving import unless_lost

    unless_lost(explorer.app, lambda: _write_new(explorer.app))


@action(
    "gallery_new",
    "n ctrl+n",
    "write a new tree",
    group="Files",
    scope="gallery",
    footer="write a new one",
)
def gallery_new(gallery: Gallery) -> None:
    """Write a new tree."""
    _write_new(gallery.app)


@action(
    "edit_text",
    "E",
    "edit the file as text",
    group="Change",
    description="The whole text in notation, with what is wrong and the drawing while you type",
)
def edit_text(explorer: Explorer) -> None:
    """Edit the text of all trees."""
    from treeexplorer.notation import parse_all
    from treeexplorer.terminal.screens.writing import LARGEST_TEXT, Writing

    document, session = explorer.editor.document, explorer.session
    if len(session.tree) > LARGEST_TEXT or len(text := document.text().text) > LARGEST_TEXT:
        explorer.say("this text is too long to be edited here; e edits single nodes")
        return

    def take(after: str) -> str:
        if after == text or explorer.editor.rewrite(parse_all(after, file=session.name), after):
            return ""
        return explorer.notice

    explorer.app.push_screen(
        Writing(session.name or "tree", text, "", document.path, document.digest, take)
    )


@action("writing_open", "ctrl+s f2", "open it", group="Files", scope="writing", footer="open it")
def accept(screen: Writing) -> None:
    """Open what is written."""
    screen.accept()


@action("writing_leave", "escape", "give up", group="Files", scope="writing", footer="give up")
def give_up(screen: Writing) -> None:
    """Return without it."""
    screen.give_up()
