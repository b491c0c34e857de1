"""Opening, copying and keeping."""

from __future__ import annotations

from typing import TYPE_CHECKING

from treeexplorer.terminal.keys import action

if TYPE_CHECKING:
    from treeexplorer.terminal.screens.explorer import Explorer


@action(
    "gallery",
    "G escape",
    "gallery of examples",
    group="Files",
    description="The built-in examples, recent files, and a place to paste a tree",
)
def gallery(explorer: Explorer) -> None:
    """Open the gallery, or go back to where the explorer was opened from."""
    if explorer.returns:
        from treeexplorer.terminal.saving import unless_lost

        def go_back() -> None:
            explorer.dismiss()

        unless_lost(explorer.app, go_back)
    else:
        explorer.app.open_gallery()


@action("open", "ctrl+o", "open a file", group="Files", description="Choose a tree file to open")
def open_file(explorer: Explorer) -> None:
    """Choose a file."""
    from treeexplorer.terminal.screens.picking import pick_file

    pick_file(explorer.app)
