"""What all screens have in common: heading and footer, help, and how they are shown."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar, Final, TypeVar

from textual import events
from textual.actions import parse as parse_action
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.screen import Screen

from treeexplorer.drawing.styled_text import LARGEST_FIGURE
from treeexplorer.editing.recovery import Work, keep
from treeexplorer.files import reason_of, write_atomically
from treeexplorer.numbers import grouped
from treeexplorer.settings import Settings
from treeexplorer.terminal import messages
from treeexplorer.terminal.keys import FILES, LOOK, PROGRAM, key, more
from treeexplorer.terminal.lines import BLANK, TextLine
from treeexplorer.terminal.palette_rows import OF_THE_APP, PaletteRow
from treeexplorer.terminal.panels.status import heading
from treeexplorer.terminal.sources import Source
from treeexplorer.terminal.view import View
from treeexplorer.terminal.widgets.hints import Hints
from treeexplorer.terminal.widgets.line_view import LineView, OneLine
from treeexplorer.text import safe

Result = TypeVar("Result")
LEAST_BESIDE: Final = 76


def refuse_larger(view: View, name: str, instead: str = "") -> None:
    """Refuse a tree that is too large for a screen.

    Raises:
        ValueError: It has more nodes than the screen takes, as a sentence says.
    """
    if len(view.tree) > LARGEST_FIGURE:
        most = grouped(LARGEST_FIGURE)
        nodes = grouped(len(view.tree))
        raise ValueError(f"{name} takes up to {most} nodes, and this tree has {nodes}{instead}")


class LeftOnce(Screen[Result]):
    """A screen that is not left again by a second key that came before it was gone."""

    def dismiss(self, result: Result | None = None) -> AwaitComplete:
        # Textual would leave the screen below where this one is left already.
        return super().dismiss(result) if self.is_active else AwaitComplete()


class BaseScreen(LeftOnce[Result]):
    """A screen whose keys mean the same as everywhere.

    Subclasses list their own keys in ``BINDINGS``, yield what stands between heading and footer in
    :meth:`parts`, and show what has changed in :meth:`show`, once for each key. What they want of
    other screens they ask for with a message of :mod:`treeexplorer.terminal.messages`.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        key("question_mark", "help", "keys", "Show all keys"),
        more(PROGRAM, "f1", "help", "Show all keys, also while you type", "help_anywhere"),
        more(PROGRAM, "colon", "app.command_palette", "Find what you want to do by its name",
             "palette"),
        more(FILES, "ctrl+o", "open_file", "Open a file"),
    ]  # fmt: skip
    MODE = ""
    """The badge in the heading, such as ``CHECK``."""
    AUTO_FOCUS = ""
    ALLOW_SELECT = False
    focus_is_on_list = False
    """Whether it is a list that has the focus, in which nothing can be written."""
    message = ""
    """A short remark, which the screen shows until the next key."""
    view: View | None = None
    """What is looked at."""
    unsaved_folder: Path | None = None
    """Where unsaved work is kept for recovery; ``None`` to keep none."""
    settings: Settings | None = None
    """The user's settings, once the app shows the screen."""
    _offered: tuple[str, ...] = ()
    _kept_in: Path | None = None
    _last_kept: Work | None = None

    def compose(self) -> ComposeResult:
        yield OneLine(self.heading, surface="panel")
        yield from self.parts()
        yield Hints()

    def heading(self, width: int) -> TextLine:
        return BLANK if self.view is None else heading(self.view, width, self.MODE)

    def parts(self) -> ComposeResult:
        """Yield what stands between the heading and the footer."""
        raise NotImplementedError

    def on_mount(self) -> None:
        self.show()

    def show(self) -> None:
        """Update the screen: enable the keys that do something now, and repaint the panels.

        A screen that was left, or whose app is ending, has no panels; then nothing happens.
        """
        has_been_left = self not in self.app.screen_stack
        is_app_ending = self.app.return_code is not None
        if has_been_left or is_app_ending:
            return
        self._update_footer()
        width, height = self.app.size
        self.give_room(width, height)
        for panel in self.query(LineView):
            panel.redraw()

    def _update_footer(self) -> None:
        """Rebuild the footer if other keys are enabled than when it was built."""
        offered_before = self._offered
        active = self.active_bindings.values()
        self._offered = tuple(each.binding.action for each in active if each.enabled)
        was_just_made = not offered_before
        if not was_just_made and self._offered != offered_before:
            self.refresh_bindings()

    def give_room(self, width: int, height: int) -> None:
        """Divide the room among the parts of the screen, each time it is shown."""

    def on_resize(self, event: events.Resize) -> None:
        self.give_room(*event.size)

    def unsaved(self) -> Work | None:
        """Return what would be lost without this screen, if anything would."""
        return None

    def keep_now(self) -> None:
        """Back up unsaved work, so that it can be recovered if the program ends suddenly.

        Work that has not changed since the last backup is skipped. A failure is reported once.
        """
        work = self.unsaved()
        if self.unsaved_folder is None or work == self._last_kept:
            return
        if work is None:  # all is saved
            self.forget()
            return
        self._last_kept = work
        try:
            self._kept_in = keep(self.unsaved_folder, work)
        except OSError as error:
            self.say(f"Unsaved work cannot be kept: {safe(reason_of(error))}.")

    def forget(self) -> None:
        """Delete the backup of unsaved work, which is opened, saved, or given up."""
        self._last_kept = None
        if self._kept_in is not None:
            self._kept_in.unlink(missing_ok=True)
            self._kept_in = None

    def action_help(self) -> None:
        self.post_message(messages.OpenHelp())

    def action_open_file(self) -> None:
        """Choose a file, in the folder of the one that is shown."""
        source = None if self.view is None else self.view.source
        path = None if source is None else source.own_path
        self.post_message(messages.OpenPicker(Path.cwd() if path is None else path.parent))

    def palette_rows(self) -> Iterator[PaletteRow]:
        """Yield what the palette offers beside the keys."""
        yield from OF_THE_APP

    def say(self, text: str) -> None:
        """Show a short remark until the next key."""
        self.message = text
        self.show()

    def write(self, path: Path, text: str, more: str = "") -> bool:
        """Write a text to a file and say so; tell whether that could be done.

        Args:
            path: The file, which is replaced if it is there.
            text: The whole text.
            more: What the remark says behind the name of the file.
        """
        try:
            write_atomically(path, text)
        except (OSError, ValueError) as error:
            self.say(f"Not saved: {error}.")
            return False
        self.say(f"Saved as {safe(str(path))}{more}.")
        return True

    @property
    def is_text_focused(self) -> bool:
        """Whether a part has the focus in which a text can be written."""
        return self.focused is not None and not self.focus_is_on_list

    def on_paste(self, event: events.Paste) -> None:
        """Open a pasted tree, unless the paste goes into a text that is being written."""
        if self.is_text_focused:
            return
        event.stop()
        if event.text.strip():
            self.post_message(messages.OpenSource(Source.of_text(event.text)))
        else:
            self.say("There is nothing to paste.")

    def has_key(self, action: str) -> bool:  # noqa: ARG002 - most have their keys at any time
        """Tell whether an action has its key now.

        Of two actions with the same key one has it at a time: ``enter`` answers a question that is
        open, and else it does something else. Some keys have no action while a text is written.
        """
        return True

    def why_idle(self, action: str, parameters: tuple[object, ...]) -> str:  # noqa: ARG002 - no key is idle
        """Return why an action does nothing now, as a sentence; empty if it does something.

        Args:
            action: The name of the action, such as ``arrow`` of ``arrow('down')``.
            parameters: Its parameters, such as ``("down",)``.
        """
        return ""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Tell Textual what becomes of a key, from :meth:`has_key` and :meth:`why_idle` alone.

        ==========  ====================================  ============================
        the result  which action it is of                 what its key does
        ==========  ====================================  ============================
        ``True``    it does something                     that
        ``None``    it does nothing, for a known reason   :meth:`on_key` says why not
        ``False``   it has no key now                     what another action does
        ==========  ====================================  ============================
        """
        if not self.has_key(action):
            return False
        return None if self.why_idle(action, parameters) else True

    def on_key(self, event: events.Key) -> None:
        """Say why a key does nothing; nothing is said of a key that does something.

        A character that goes into a text does something. Keys that are bound to nothing and have no
        character are ignored: the terminal may send them on its own.
        """
        goes_into_text = self.is_text_focused and event.is_printable
        if goes_into_text:
            return

        active = self.active_bindings.get(event.key)
        if active is None:
            if event.is_printable:
                self.say(f"There is no key {event.character} here; ? shows all.")
        elif not active.enabled:
            _, action, parameters = parse_action(active.binding.action)
            self.say(self.why_idle(action, parameters))


class UpperScreen(BaseScreen[None]):
    """A screen above another one, to which ``ctrl+c`` and a key of its own go back.

    What is of the class ``-beside`` is shown beside the rest where there is room for both.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "leave", "Go back", show=False, system=True)
    ]
    DEFAULT_CSS = "UpperScreen .-beside { width: 38%; max-width: 60; }"

    def give_room(self, width: int, height: int) -> None:  # noqa: ARG002 - as low as it is
        for part in self.query(".-beside"):
            part.display = width >= LEAST_BESIDE

    def action_leave(self) -> None:
        """Go back to the screen below; from the first one of the program to the gallery."""
        empty_screen_and_first = self.app.screen_stack[:2]  # Textual's own, and ours above it
        if self in empty_screen_and_first:
            self.post_message(messages.OpenGallery())
        else:
            self.dismiss()


class ListScreen(BaseScreen[Result]):
    """A screen of lines that are scrolled, by the same keys everywhere."""

    BINDINGS: ClassVar[list[BindingType]] = [
        more(LOOK, "down,j", "go(1)", "Go to the next line", "line_next"),
        more(LOOK, "up,k", "go(-1)", "Go to the line before", "line_before"),
        more(LOOK, "pagedown", "page(1)", "Go down by a screen", "page_down"),
        more(LOOK, "pageup", "page(-1)", "Go up by a screen", "page_up"),
        more(LOOK, "home", "page(-1_000_000)", "Go to the first line", "line_first"),
        more(LOOK, "end", "page(1_000_000)", "Go to the last line", "line_last"),
    ]
    page: LineView

    def action_go(self, rows: int) -> None:
        self.page.scroll_relative(y=rows, animate=False)
        self.message = ""
        self.call_after_refresh(self.show)

    def action_page(self, pages: int) -> None:
        self.action_go(pages * max(1, self.page.size.height - 1))


class WritingScreen(UpperScreen):
    """A screen on which something is written, which is not left unasked while it is not saved."""

    UNSAVED: ClassVar[str]
    """The question what becomes of it, as a sentence."""
    _is_given_up = False
    """Whether the user has said that it may be lost."""

    @property
    def has_work_to_lose(self) -> bool:
        """Whether something is written that is not saved, and the user has not given it up."""
        return not self._is_given_up and self.unsaved() is not None

    def action_save(self) -> None:
        raise NotImplementedError

    def action_leave(self) -> None:
        if self.unsaved() is not None:
            self.post_message(
                messages.ask_about_unsaved(self.UNSAVED, self.action_save, self.give_up)
            )
        else:
            self.give_up()

    def give_up(self) -> None:
        """Leave the screen; what is written on it is not kept."""
        self._is_given_up = True
        self.forget()
        super().action_leave()
