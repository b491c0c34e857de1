"""What can be done in the gallery."""

from __future__ import annotations

from typing import TYPE_CHECKING

from treeexplorer.terminal.keys import action

if TYPE_CHECKING:
    from treeexplorer.terminal.screens.gallery import Gallery


@action(
    "gallery_open",
    "enter space",
    "open the selected tree",
    group="Files",
    scope="gallery",
    footer="open",
)
def open_selected(gallery: Gallery) -> None:
    """Open the selected tree."""
    gallery.open_selected()


@action(
    "gallery_file", "ctrl+o o", "open a file", group="Files", scope="gallery", footer="open a file"
)
def open_file(gallery: Gallery) -> None:
    """Choose a file."""
    from treeexplorer.terminal.screens.picking import pick_file

    pick_file(gallery.app)


@action(
    "gallery_palette",
    "ctrl+p :",
    "command palette",
    group="This program",
    scope="gallery",
    footer="commands",
)
def palette(gallery: Gallery) -> None:
    """Open the command palette."""
    gallery.app.action_command_palette()


@action(
    "gallery_theme",
    "T",
    "colours",
    group="Show",
    scope="gallery",
    description="Choose the colours (a theme)",
)
def choose_theme(gallery: Gallery) -> None:
    """Choose a theme."""
    gallery.app.search_themes()


@action(
    "gallery_help", "? f1", "all keys", group="This program", scope="gallery", footer="all keys"
)
def show_help(gallery: Gallery) -> None:
    """Show all keys."""
    from treeexplorer.terminal.screens.help import Help

    gallery.app.push_screen(Help())


@action(
    "gallery_tour",
    "t",
    "take the tour",
    group="This program",
    scope="gallery",
    footer="tour",
    description="Five minutes in which you press the keys",
)
def take_tour(gallery: Gallery) -> None:
    """Begin the tour."""
    from treeexplorer.terminal.screens.tour import Tour

    gallery.app.switch_screen(Tour())


@action("gallery_quit", "q ctrl+c", "quit", group="This program", scope="gallery", footer="quit")
def leave(gallery: Gallery) -> None:
    """Quit."""
    gallery.app.leave()
