"""The app: opens what it is given and answers what screens ask for.

The only module that knows all screens. Each is imported when it is first shown, so that the
first frame waits for none but its own.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from textual.app import App
from textual.binding import Binding

from treeexplorer.settings import Settings, load_settings
from treeexplorer.terminal.driver import Failures, driver_class, end_on_signals
from treeexplorer.terminal.keys import shown
from treeexplorer.terminal.messages import (
    OpenGallery,
    OpenScreen,
    OpenSource,
    OpenText,
    Quit,
    ShowView,
)
from treeexplorer.terminal.sources import Source
from treeexplorer.terminal.theme import DARK_THEME, FEW_COLOURS_THEME, own_themes
from treeexplorer.terminal.view import View

if TYPE_CHECKING:
    from pathlib import Path

    from textual.screen import Screen

    from treeexplorer.notation import Exercise
    from treeexplorer.tree import GameTree, Number

Assign = Callable[["GameTree"], dict[int, "Number"]]


@dataclass(frozen=True)
class Request:
    """What the program is asked to open.

    Attributes:
        source: The trees; ``None`` for the gallery.
        layers: Settings for the rules by their origin, see :class:`View`.
        assign: Returns the numbers that a call gives to a tree's unknown leaves.
        tree: Which tree to show first, from 1.
        folder: A folder of trees that the gallery lists first.
    """

    source: Source | None = None
    layers: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    assign: Assign | None = None
    tree: int = 1
    folder: Path | None = None


def _explorer(asked: OpenScreen) -> Screen[Any]:
    from treeexplorer.terminal.screens.explorer import Explorer

    assert asked.view is not None  # noqa: S101 - an explorer is always of a view
    return Explorer(asked.view)


def _practise(asked: OpenScreen) -> Screen[Any]:
    from treeexplorer.terminal.screens.practise import Practise

    assert asked.view is not None  # noqa: S101 - practised on what is looked at
    return Practise(asked.view, **asked.options)


def _rules(asked: OpenScreen) -> Screen[Any]:
    from treeexplorer.terminal.screens.rules import RulesScreen

    assert asked.view is not None  # noqa: S101 - the rules of a search
    return RulesScreen(asked.view, **asked.options)


def _editor(asked: OpenScreen) -> Screen[Any]:
    from treeexplorer.terminal.screens.editor import Editor

    return Editor(**asked.options)


def _check(asked: OpenScreen) -> Screen[Any]:
    from treeexplorer.terminal.screens.check import CheckScreen

    assert asked.view is not None  # noqa: S101 - the claims of a tree
    return CheckScreen(asked.view, **asked.options)


def _answers(asked: OpenScreen) -> Screen[Any]:
    from treeexplorer.terminal.screens.answers import Answers

    assert asked.view is not None  # noqa: S101 - the answers of a search
    return Answers(asked.view, **asked.options)


def _worksheet(asked: OpenScreen) -> Screen[Any]:
    from treeexplorer.terminal.screens.worksheet import Sheet

    assert asked.view is not None  # noqa: S101 - the worksheet of a tree
    return Sheet(asked.view, **asked.options)


def _compare(asked: OpenScreen) -> Screen[Any]:
    from treeexplorer.terminal.screens.compare import Compare

    assert asked.view is not None  # noqa: S101 - compared is what is looked at
    return Compare(asked.view, **asked.options)


def _choose(asked: OpenScreen) -> Screen[Any]:
    from treeexplorer.terminal.screens.choose import Choose

    return Choose(**asked.options)


SCREENS: Final[Mapping[str, Callable[[OpenScreen], Screen[Any]]]] = {
    "explorer": _explorer,
    "practise": _practise,
    "check": _check,
    "answers": _answers,
    "worksheet": _worksheet,
    "compare": _compare,
    "choose": _choose,
    "editor": _editor,
    "rules": _rules,
}


class ExplorerApp(App[int]):
    """Explores game trees.

    Args:
        request: What to open.
        settings: The user's settings; read from their file where ``None``.
        ascii_only: Whether to draw with ASCII signs only, whatever the settings say.
    """

    TITLE = "treeexplorer"
    CSS_PATH = "app.tcss"

    def __init__(
        self,
        request: Request | None = None,
        settings: Settings | None = None,
        *,
        ascii_only: bool = False,
    ) -> None:
        self.settings = load_settings() if settings is None else settings
        colourless = "NO_COLOR" in os.environ
        super().__init__(driver_class=driver_class(), ansi_color=True if colourless else None)
        self.failures = Failures()
        self.error_console = self.failures.console
        self.request = request or Request()
        self.ascii_only = ascii_only or self.settings.ascii
        self.set_class(self.ascii_only, "-ascii")
        for theme in own_themes():
            self.register_theme(theme)
        self._choose_theme(colourless=colourless)

    def _choose_theme(self, *, colourless: bool) -> None:
        """Take the user's theme; the terminal's own colours where it has few or none."""
        few = self.console.color_system in {None, "standard", "windows"}
        chosen = self.settings.theme
        if colourless or (few and not chosen):
            self.theme = FEW_COLOURS_THEME
            return
        self.theme = chosen if chosen in self.available_themes else DARK_THEME
        if chosen and self.theme != chosen:
            self.settings.problem = self.settings.problem or (
                f"there is no theme called “{chosen}”; T lists them"
            )

    def get_key_display(self, binding: Binding) -> str:
        """Return the name of a key for people."""
        return shown(binding.key)

    # -- opening -------------------------------------------------------------------------------

    def on_mount(self) -> None:
        """Show the first screen."""
        end_on_signals(self.exit)
        if self.settings.keys:
            self.set_keymap(self.settings.keys)
        if self.request.source is None:
            self.post_message(OpenGallery())
        else:
            self.post_message(OpenSource(self.request.source))

    def new_view(self, source: Source, exercises: list[Exercise]) -> View:
        """Return a view of the trees of a source; may be called in another thread.

        Raises:
            ValueError: The rules do not go with the trees, or a course file is wrong.
        """
        is_asked = source is self.request.source
        layers: dict[str, Mapping[str, Any]] = dict(self.request.layers) if is_asked else {}
        if self.settings.rules:
            layers["settings"] = self.settings.rules
        assign = self.request.assign if is_asked else None
        layers["course file"] = source.course_rules()
        return View(
            exercises,
            source.name,
            layers,
            min(self.request.tree, len(exercises)) - 1 if is_asked else 0,
            [assign(each.tree) if assign else {} for each in exercises],
            source,
        )

    def on_open_source(self, message: OpenSource) -> None:
        """Read trees and show them."""
        source = message.source
        exercises, remarks = source.read_with_remarks()
        view = self.new_view(source, exercises)
        view.message, _, view.explanation = remarks.partition("\n")
        self.post_message(ShowView(view))

    def on_open_text(self, message: OpenText) -> None:
        """Show the trees of a text that was edited."""
        from treeexplorer.notation import parse_all

        source = message.source
        view = self.new_view(source, list(parse_all(message.text, file=source.name)))
        view.has_edits = message.is_changed
        self.post_message(ShowView(view))

    def on_show_view(self, message: ShowView) -> None:
        """Show a view in the explorer."""
        self._replace(SCREENS["explorer"](OpenScreen("explorer", message.view)))

    def on_open_screen(self, message: OpenScreen) -> None:
        """Show a screen above the one that asks for it."""
        self.push_screen(SCREENS[message.name](message), message.then)

    def on_open_gallery(self, message: OpenGallery) -> None:  # noqa: ARG002 - Textual's signature
        """Show the gallery."""
        from treeexplorer.terminal.screens.gallery import Gallery

        self._replace(Gallery(self.request.folder, self.settings.recent))

    def on_quit(self, message: Quit) -> None:  # noqa: ARG002 - Textual's signature
        """Quit."""
        self.exit(0)

    def _replace(self, screen: Screen[Any]) -> None:
        if len(self.screen_stack) > 1:
            self.switch_screen(screen)
        else:
            self.push_screen(screen)


def run(
    request: Request | None = None, *, ascii_only: bool = False, settings: Settings | None = None
) -> int:
    """Open the explorer and return the program's exit status when it is left."""
    app = ExplorerApp(request, settings, ascii_only=ascii_only)
    status = app.run()
    if app.failures.sentence:
        print(app.failures.sentence, file=sys.stderr)
        return 1
    if status is None:
        status = app.return_code or 0
    sys.stdout.flush()
    return status
