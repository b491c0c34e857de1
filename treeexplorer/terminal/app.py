"""The app: opens what it is given, keeps the settings, leaves the terminal as it found it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Final

from textual import events
from textual.app import App

from treeexplorer.settings import SPEEDS, Settings, load_settings, unsaved_folder
from treeexplorer.terminal.ending import end_when_asked, failure, keep_work
from treeexplorer.terminal.ink import Ink
from treeexplorer.terminal.keys import found, keys_shown
from treeexplorer.terminal.proportions import SMALLEST
from treeexplorer.terminal.settling import Settled
from treeexplorer.terminal.sources import Source

if TYPE_CHECKING:
    from pathlib import Path

    from textual.command import Provider
    from textual.screen import Screen

    from treeexplorer.editing.document import Document
    from treeexplorer.terminal.preparing import Prepared
    from treeexplorer.terminal.session import Session
    from treeexplorer.tree import GameTree, Number

_ANSI_THEME: Final = "ansi-dark"
_OFFERS_AFTER: Final = 0.2  # seconds: what one asked for is seen first

Assign = Callable[["GameTree"], dict[int, "Number"]]


@dataclass(frozen=True)
class Request:
    """What the explorer is asked to open.

    Attributes:
        source: The trees; ``None`` for the gallery.
        layers: Settings for the rules by their origin, see
            :class:`~treeexplorer.terminal.session.Session`.
        assign: Returns the numbers that a call gives to a tree's unknown leaves.
        tree: Which tree to show first, from 1.
        first: Makes another first screen, such as a game's.
    """

    source: Source | None = None
    layers: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    assign: Assign | None = None
    tree: int = 1
    first: Callable[[], Screen[Any]] | None = None


def _action_provider() -> type[Provider]:
    from treeexplorer.terminal.palette import ActionProvider

    return ActionProvider


class ExplorerApp(App[int]):
    """Explores game trees.

    Args:
        request: What to open.
        settings: The user's settings; read from their file where ``None``.
        ascii_only: Whether to draw with ASCII signs only, whatever the settings say.
        unsaved_folder: Where unsaved work is kept for recovery; ``None`` to keep none.
    """

    TITLE = "treeexplorer"
    CSS_PATH = "theme.tcss"
    ENABLE_COMMAND_PALETTE = True
    COMMANDS: ClassVar = {_action_provider}

    def __init__(
        self,
        request: Request | None = None,
        settings: Settings | None = None,
        *,
        ascii_only: bool = False,
        unsaved_folder: Path | None = None,
    ) -> None:
        self.unsaved_folder = unsaved_folder
        self._has_offered = False
        self.settings = load_settings() if settings is None else settings
        colourless = "NO_COLOR" in os.environ
        super().__init__(ansi_color=True if colourless else None)
        self.HORIZONTAL_BREAKPOINTS = [(0, "-too-narrow"), (SMALLEST[0], "-wide-enough")]
        self.VERTICAL_BREAKPOINTS = [(0, "-too-low"), (SMALLEST[1], "-high-enough")]
        self.request = request or Request()
        self.ink = Ink(ascii_only=ascii_only or self.settings.ascii)
        self.source: Source | None = None
        self.failure = ""
        self.settled = Settled()
        self._choose_theme(colourless=colourless)
        self._first_theme = self.theme
        self.set_class(self.ink.ascii_only, "-ascii")

    # -- appearance ----------------------------------------------------------------------------

    def _choose_theme(self, *, colourless: bool) -> None:
        """Take the user's theme; the terminal's own colours where it has few or none."""
        few = self.console.color_system in {None, "standard", "windows"}
        if colourless or (few and not self.settings.theme):
            self.theme = _ANSI_THEME
        elif self.settings.theme in self.available_themes:
            self.theme = self.settings.theme
        elif self.settings.theme:
            self.settings.problem = self.settings.problem or (
                f"there is no theme called “{self.settings.theme}”; T lists them"
            )

    def change_speed(self, by: int) -> float:
        """Choose the next faster or slower speed of autoplay and return it."""
        index = SPEEDS.index(self.settings.speed) + by
        self.settings.speed = SPEEDS[max(0, min(index, len(SPEEDS) - 1))]
        return self.settings.speed

    def action_command_palette(self) -> None:
        """Open the command palette; a dialog says itself all that can be done in it."""
        from treeexplorer.terminal.palette import Palette

        if hasattr(self.screen, "scopes"):
            self.push_screen(Palette(placeholder="What do you want to do?"))

    def keys_of(self, identifier: str) -> list[str]:
        """Return the keys of an action as they are bound, for people."""
        keys = keys_shown(found(identifier), self.settings.keys)
        return [self.ink.text(key) for key in keys] or [""]

    def on_resize(self, event: events.Resize) -> None:
        """Have the screens below the one on top lay themselves out anew, too."""
        for screen in self.screen_stack[:-1]:
            screen.post_message(events.Resize(event.size, event.virtual_size))

    # -- opening -------------------------------------------------------------------------------

    def on_mount(self) -> None:
        """Show the first screen; read what it shows behind it."""
        end_when_asked(self)
        self.app_resume_signal.subscribe(self, lambda _: self.refresh(layout=True))
        if self.settings.keys:
            self.set_keymap(self.settings.keys)
        if self.request.first is not None:
            self.push_screen(self.request.first())
        elif self.request.source is None:
            self.open_gallery()
        else:
            self.open(self.request.source)
        if self.settings.problem:
            self.notify(self.settings.problem, severity="warning", timeout=15, markup=False)

    def open_gallery(self) -> None:
        """Show the gallery."""
        self._unless_lost(self._open_gallery)

    def _open_gallery(self) -> None:
        from treeexplorer.terminal.screens.gallery import Gallery

        self.settled.unsettle()
        self.show(Gallery())
        self._offer_lost_work()

    def open_text(self, text: str) -> None:
        """Open a text that was pasted."""
        if text.strip():
            self.open(Source.of_text(text))

    def open(self, source: Source) -> None:
        """Show that a source is being read, and read it."""
        self._unless_lost(lambda: self._open(source))

    def _open(self, source: Source) -> None:
        from treeexplorer.terminal.screens.opening import Opening

        self.settled.unsettle()
        self.show(Opening(source))

    def _unless_lost(self, then: Callable[[], None]) -> None:
        """Do something that closes the explorer; ask first where that would lose work."""
        if not any(getattr(screen, "has_unsaved_work", False) for screen in self.screen_stack):
            then()
            return
        from treeexplorer.terminal.saving import unless_lost

        unless_lost(self, then)

    def _offer_lost_work(self) -> None:
        """Offer, once, the work that was not saved when the program ended the last time."""
        if self._has_offered or self.unsaved_folder is None:
            return
        self._has_offered = True
        self.set_timer(_OFFERS_AFTER, self._offer_now)

    def _offer_now(self) -> None:
        from treeexplorer.terminal.saving import offer_lost_work

        if self.unsaved_folder is not None:
            offer_lost_work(self, self.unsaved_folder)

    def show_trees(
        self,
        source: Source,
        trees: list[GameTree],
        document: Document | None = None,
        remarks: str = "",
    ) -> None:
        """Show trees that were read, or the trees of a document with unsaved work."""
        try:
            session = self.new_session(source, trees)
        except ValueError as error:
            self.show_problem(source, str(error))
            return
        self.show_session(source, session, document=document, remarks=remarks)

    def new_session(self, source: Source, trees: list[GameTree]) -> Session:
        """Return a session of the trees of a source; may be called in another thread.

        Raises:
            ValueError: The rules do not go with the trees, or a course file is wrong.
        """
        from treeexplorer.terminal.session import Session

        asked = source is self.request.source
        layers: dict[str, Mapping[str, Any]] = dict(self.request.layers) if asked else {}
        if self.settings.rules:
            layers["settings"] = self.settings.rules
        index = min(self.request.tree, len(trees)) - 1 if asked else 0
        given = [
            self.request.assign(tree) if asked and self.request.assign else {} for tree in trees
        ]
        layers["course file"] = source.course_rules()
        return Session(trees, source.name, layers, index, given)

    def show_session(
        self,
        source: Source,
        session: Session,
        *,
        prepared: Prepared | None = None,
        document: Document | None = None,
        remarks: str = "",
    ) -> None:
        """Show a session of the trees of a source.

        Args:
            source: Where the trees came from.
            session: The session.
            prepared: What was made ready of it, where it is large.
            document: What is edited, where that has unsaved work.
            remarks: What is to be said of the trees, its first line as the heading.
        """
        from treeexplorer.terminal.guide import Guide
        from treeexplorer.terminal.screens.explorer import Explorer

        self.source = source
        if source.path is not None and source.path.is_file():
            self.settings.remember_file(source.path)
        explorer = Explorer(session, source, prepared)
        explorer.notice, _, explorer.explanation = remarks.partition("\n")
        first = first_example()
        if first is not None and source.path == first.path:
            explorer.guide = Guide()
        if document is not None:
            from treeexplorer.terminal.editor import Editor

            explorer.edit_on(Editor(explorer, document))
        self.show(explorer)
        self._offer_lost_work()

    def show_problem(self, source: Source, problem: str) -> None:
        """Show why a source could not be opened."""
        from treeexplorer.terminal.screens.problem import ProblemScreen

        self.show(ProblemScreen(source, problem))

    def show(self, screen: Screen[Any]) -> None:
        """Put a screen in the place of the one that is shown."""
        if len(self.screen_stack) > 1:
            self.switch_screen(screen)
        else:
            self.push_screen(screen)

    def _fatal_error(self) -> None:
        """Keep what is not saved, and say what failed; a traceback is not for a person."""
        keep_work(self)
        self.failure = failure(self._exception)
        if any(getattr(screen, "has_unsaved_work", False) for screen in self.screen_stack):
            self.failure += "; what was not saved is offered at the next start"
        self._close_messages_no_wait()

    @property
    def can_suspend(self) -> bool:
        """Whether the terminal lets a program give it back for a while."""
        return self._driver is not None and self._driver.can_suspend

    def leave_or_return(self) -> None:
        """Give up what is being opened: back to the gallery."""
        self.open_gallery()

    async def action_quit(self) -> None:
        """Quit from any screen, as ctrl+q does; what is not asked about is kept for recovery."""
        keep_work(self)
        self.leave()

    def leave(self) -> None:
        """Keep the settings and quit."""
        self._unless_lost(self._leave)

    def _leave(self) -> None:
        if self.theme != self._first_theme:
            self.settings.theme = self.theme
        problem = self.settings.save()
        self.exit(0, message=problem or None)


def first_example() -> Source | None:
    """Return the first built-in example, which asks before each of its cut-offs."""
    from treeexplorer import gallery

    known = gallery.examples()
    return Source.of_example(known[0]) if known else None


def run(
    request: Request | None = None, *, ascii_only: bool = False, settings: Settings | None = None
) -> int:
    """Open the explorer and return the program's exit status when it is left.

    Args:
        request: What to open; the gallery where ``None``.
        ascii_only: Whether to draw with ASCII signs only.
        settings: The user's settings; read from their file where ``None``.
    """
    app = ExplorerApp(request, settings, ascii_only=ascii_only, unsaved_folder=unsaved_folder())
    status = app.run()
    if app.failure:
        print(app.failure, file=sys.stderr)
        return 1
    return status if status is not None else (app.return_code or 0)
