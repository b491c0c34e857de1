"""The app: opens what it is given and answers what screens ask for.

The only module that knows all screens. Each is imported when it is first shown, so that the
first frame waits for none but its own.
"""

from __future__ import annotations

import gc
import os
import re
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from textual.app import App
from textual.binding import Binding
from textual.driver import Driver
from textual.screen import Screen

from treeexplorer.course_file import find_course
from treeexplorer.editing.recovery import Lost, Work, find_lost_work
from treeexplorer.judging.waiting import UnknownReachedError
from treeexplorer.notation import Exercise, parse_all
from treeexplorer.settings import Settings, load_settings, state_folder
from treeexplorer.terminal import messages
from treeexplorer.terminal.background import Progress
from treeexplorer.terminal.keys import format_key_name
from treeexplorer.terminal.lines import ascii_text, in_ascii
from treeexplorer.terminal.screens.base import BaseScreen, WritingScreen
from treeexplorer.terminal.signals import Requests, let_signals_end, stop_process
from treeexplorer.terminal.sources import Source, source_beside
from treeexplorer.terminal.theme import DARK_THEME, FEW_COLOURS_THEMES, LIGHT_THEME, own_themes
from treeexplorer.terminal.view import View
from treeexplorer.text import as_sentence, safe
from treeexplorer.tree import GameTree, Number

_GC_DELAY_SECONDS: Final = 1.0  # seconds: the first screen stands
_END_OF_RICH_BOX: Final = "╯"
"""The last sign of the box in which Rich draws the frames of a traceback."""
_MAX_FAILURE_LENGTH: Final = 200

Assign = Callable[[GameTree], dict[int, Number]]


@dataclass(frozen=True)
class Request:
    """What the program is asked to open.

    Attributes:
        source: The trees; ``None`` for the gallery.
        options: The rules that a call gives.
        assign: Returns the numbers that a call gives to a tree's unknown leaves.
        tree: Which tree to show first, from 1.
        folder: A folder of trees that the gallery lists first.
    """

    source: Source | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    assign: Assign | None = None
    tree: int = 1
    folder: Path | None = None

    def values_for(self, exercises: Sequence[Exercise]) -> list[dict[int, Number]]:
        """Return for each tree the numbers that the call gives to its unknown leaves."""
        if self.assign is None:
            return []
        return [self.assign(each.tree) for each in exercises]


def _build_screen(name: messages.ScreenOfView, view: View) -> Screen[Any]:
    """Return a screen that shows a view in another way, such as its rules or its worksheet.

    Args:
        name: Which screen.
        view: The view that it shows.

    Raises:
        ValueError: This tree has no such screen, as a sentence says.
    """
    # Each is imported when it is first shown, so that the program starts fast.
    match name:
        case "answers":
            from treeexplorer.terminal.screens.answers import Answers

            return Answers(view)
        case "mistake_step":
            from treeexplorer.terminal.screens.mistake_step import MistakeStep

            return MistakeStep(view)
        case "practise":
            from treeexplorer.terminal.screens.practise import Practise

            return Practise(view)
        case "rules":
            from treeexplorer.terminal.screens.rules import RulesScreen

            return RulesScreen(view)
        case "try_it":
            from treeexplorer.terminal.screens.try_it import TryIt

            return TryIt(view)
        case "worksheet" | "marks":
            from treeexplorer.terminal.screens.worksheet import WorksheetScreen

            return WorksheetScreen(view, is_marked=name == "marks")


def _list_themes(few_colours: str) -> dict[str, str]:
    """Return the names of the themes by their titles."""
    return {"Dark": DARK_THEME, "Light": LIGHT_THEME, "The terminal's own": few_colours}


def _has_same_file(view: View | None, other: View) -> bool:
    """Return whether two views show the same edited text, as twins do."""
    return view is not None and view.file is other.file


def _discard_edits_of_screen(screen: BaseScreen[Any]) -> None:
    """Discard the edits of the view on a screen, and what the screen keeps of them for a recovery.

    What is written on a worksheet is another work: it is asked about by itself, and kept till then.
    """
    if not isinstance(screen, WritingScreen):
        screen.forget()
    if screen.view is not None:
        screen.view.file = None  # without an edited text a view has no edits


def _filter_works_by_file(view: View, works: Sequence[Work]) -> list[Work]:
    """Return the unsaved works on the file of a view."""
    path = None if view.source is None else view.source.path
    if path is None:
        return []
    return [work for work in works if work.path == path.absolute()]


def driver_class(asked: Requests) -> type[Driver] | None:
    """Return the driver for this system; ``None`` for Textual's own choice.

    Args:
        asked: What the driver calls when a signal or the terminal asks for it.
    """
    if sys.platform == "win32":
        return None
    from treeexplorer.terminal.driver import SturdyDriver

    # Textual makes the driver itself, from a class: so each app has a class of its own.
    class AppDriver(SturdyDriver):
        requests = asked

    return AppDriver


def _make_console_in_memory() -> Console:
    """Return a console that keeps what is printed as plain text, in lines of 200 cells at most."""
    return Console(file=StringIO(), width=200, color_system=None, markup=False, highlight=False)


class ExplorerApp(App[int]):
    """Explores game trees: those of a request, with a user's settings.

    Unsaved work is kept in a folder for recovery, if there is one.
    """

    TITLE = "treeexplorer"
    CSS_PATH = "app.tcss"

    def __init__(
        self,
        request: Request | None = None,
        settings: Settings | None = None,
        *,
        ascii_only: bool = False,
        unsaved_folder: Path | None = None,
    ) -> None:
        """Make the app; `run` shows it.

        Args:
            request: What is shown first; ``None`` for the gallery.
            settings: The user's settings; ``None`` to read them from their file.
            ascii_only: Whether only ASCII signs are shown, whatever the settings say.
            unsaved_folder: Where unsaved work is kept for recovery; ``None`` to keep none.
        """
        # 1. Textual's own part: step 3 calls its methods.
        # Without colours it leaves those of the terminal alone; with None it decides by itself.
        ansi_color = True if "NO_COLOR" in os.environ else None
        super().__init__(
            driver_class=driver_class(self._build_driver_requests()), ansi_color=ansi_color
        )
        self.error_console = _make_console_in_memory()  # read by `run` after a failure

        # 2. What the app was started with, and what the screens share until the program ends.
        self.request = Request() if request is None else request
        self.settings = load_settings() if settings is None else settings
        self.unsaved_folder = unsaved_folder
        self.asks = False  # whether to ask before each possible cut-off
        self._last_shown: Source | None = None
        self._has_told_of_lost_work = False

        # 3. How it looks, by the settings; Textual takes only a theme that is registered.
        self.ascii_only = ascii_only or self.settings.ascii
        self.set_class(self.ascii_only, "-ascii")
        few_colours = self._register_own_themes()
        self.colours = _list_themes(few_colours)
        self.theme = self._choose_first_theme(self.settings.theme, few_colours)

    def _register_own_themes(self) -> str:
        """Make our themes known to Textual, so that one of them can be chosen.

        Returns:
            The name of the theme that has the terminal's own colours. Older versions of Textual
            call it otherwise than newer ones.
        """
        for theme in own_themes():
            self.register_theme(theme)
        return next(name for name in FEW_COLOURS_THEMES if name in self.available_themes)

    def _build_driver_requests(self) -> Requests:
        """Return the methods that the driver calls when a signal or the terminal asks for them."""
        return Requests(
            end=self._end_program,
            stop=self._suspend_process,
            set_terminal=self._restore_terminal,
            when_answering=self._call_soon,
            keep=self._keep_unsaved_work,
        )

    def _choose_first_theme(self, in_settings: str, few_colours: str) -> str:
        """Return the name of the theme of the settings, or else the one that suits the terminal.

        Without colours it is always the terminal's own. An unknown name means the dark theme.

        Args:
            in_settings: The name in the settings; empty for none.
            few_colours: The name of the theme that has the terminal's own colours.
        """
        if self.no_color:
            return few_colours
        known_names = _list_themes(few_colours).values()
        if in_settings in known_names:
            return in_settings
        has_few_colours = self.console.color_system in {None, "standard", "windows"}
        if has_few_colours and not in_settings:
            return few_colours
        return DARK_THEME

    def get_key_display(self, binding: Binding) -> str:
        name = format_key_name(binding.key)
        return ascii_text(name) if self.ascii_only else name

    def on_load(self) -> None:
        in_ascii.set(self.ascii_only)  # here and in all that is mounted

    def on_mount(self) -> None:
        """Show the first screen; apply the keys of the settings, and report what is wrong there."""
        self._show_above(self._build_first_screen())
        # `commands/explore.py` turned the garbage collector off, to show the first screen sooner.
        self.set_timer(_GC_DELAY_SECONDS, gc.enable)
        if self.settings.keys:
            self.set_keymap(self.settings.keys)
        if self.settings.problem:  # a text that may quote the file of settings, and no markup
            self.notify(self.settings.problem, severity="warning", timeout=15, markup=False)

    def _build_first_screen(self) -> Screen[Any]:
        """Return the screen of what the user asked to open, or else the gallery."""
        source = self.request.source
        if source is None:
            return self._build_gallery()
        return self._open_source(source)

    # -- opening -------------------------------------------------------------------------------

    def _open_source(self, source: Source, *, at_last: bool = False) -> Screen[Any]:
        """Open a source and return its screen; that of a large source shows the progress."""
        prepare = partial(self.prepare, at_last=at_last)
        if source.is_large:
            from treeexplorer.terminal.screens.opening import Opening

            return Opening(source, prepare)
        return self._remember_and_build_screen(prepare(source, Progress()))

    def prepare(
        self, source: Source, progress: Progress, *, at_last: bool = False
    ) -> messages.Opened:
        """Read a source and make ready what the explorer needs; may be called in a thread.

        Args:
            source: The source.
            progress: Is told how far the reading has come.
            at_last: Whether the last tree of the source is shown first.

        Returns:
            A message with the view, or with what is wrong with the source.

        Raises:
            GivenUpError: Nobody waits for it any more.
        """
        try:
            view = self._read_view(source, progress, at_last=at_last)
        # The text is wrong, or the rules do not go with it. GivenUpError is no ValueError.
        except ValueError as error:
            return messages.Opened(source, None, str(error))
        if source.is_large:
            view.prepare()
        return messages.Opened(source, view)

    def _read_view(self, source: Source, progress: Progress, *, at_last: bool) -> View:
        """Read a source and return a view of it, at its first or at its last tree.

        Raises:
            ValueError: The source cannot be read, or the rules do not go with its trees.
        """
        # The players by level, such as MAX MIN, if an option of the command gives them.
        levels = self.request.options.get("levels")
        read = source.read(progress, levels)
        progress.begin("beginning the search")
        view = self.new_view(source, read.exercises)  # begins to search its first tree
        if at_last:
            last_index = len(view.exercises) - 1
            view.show_tree(last_index)
        view.message = read.remark
        view.digest = read.digest  # tells later whether the file has changed on the disk
        return view

    def new_view(self, source: Source, exercises: Sequence[Exercise]) -> View:
        """Return a view of the trees of a source; may be called in another thread.

        - The source that the command named has the command's options, the tree to show first, and
          the values of unknown leaves.
        - If the command named no source, every source has its options.
        - Any other source has none of these.

        Args:
            source: Where the trees come from.
            exercises: The trees.

        Raises:
            ValueError: The rules do not go with the trees, or a course file is wrong.
        """
        request = self.request
        if source is request.source:
            tree_number = min(request.tree, len(exercises))  # from 1; one too large is the last
            return View(
                exercises,
                source.name,
                options=request.options,
                index=tree_number - 1,
                values=request.values_for(exercises),
                source=source,
                course=find_course(source.path),
            )
        options = request.options if request.source is None else {}
        course = find_course(source.path)
        return View(exercises, source.name, options=options, source=source, course=course)

    def _remember_and_build_screen(self, opened: messages.Opened) -> Screen[Any]:
        """Remember an opened source, and return the explorer (or its text if it is no tree)."""
        self._remember_opened_source(opened)
        if opened.view is not None:
            return self._build_explorer(opened.view)
        from treeexplorer.terminal.screens.unread import Unread  # when it is first shown

        return Unread(opened.source, opened.source.whole_text(), opened.problem)

    def _remember_opened_source(self, opened: messages.Opened) -> None:
        """Remember the source as the last one shown, and its file as recent if it has trees."""
        path = opened.source.path
        self._last_shown = opened.source
        if opened.view is not None and path is not None and path.is_file():
            self.settings.remember_file(path)

    def _build_explorer(self, view: View) -> Screen[Any]:
        """Return the explorer of a view, with a remark if unsaved work was found."""
        from treeexplorer.terminal.screens.explorer import Explorer  # when it is first shown

        view.wants_questions = self.asks
        explorer = Explorer(view)  # sets the view's remark, which lost work is added to
        self._add_remark_on_lost_work(view)
        return explorer

    def _find_lost_work(self) -> list[Lost]:
        return [] if self.unsaved_folder is None else find_lost_work(self.unsaved_folder)

    def _add_remark_on_lost_work(self, view: View) -> None:
        """Add a remark to a view if there is unsaved work on its file.

        The first view that is opened is told of unsaved work on any other file, too.
        """
        all_works = [each.work for each in self._find_lost_work()]
        works = _filter_works_by_file(view, all_works)
        if not works and not self._has_told_of_lost_work:
            works = all_works
        self._has_told_of_lost_work = True
        if works:
            name = safe(works[0].name)
            found = f"Unsaved work on {name} was found: the gallery (esc) lists it."
            remarks = filter(None, [view.message, found])
            view.say(" ".join(remarks))

    def _build_editor(self, message: messages.OpenEditor, problem: str = "") -> Screen[Any]:
        from treeexplorer.terminal.screens.editor import Editor

        return Editor(message, self.new_view, problem)

    def _build_gallery(self) -> Screen[Any]:
        from treeexplorer.terminal.screens.gallery import Gallery, folders_of

        self._has_told_of_lost_work = True
        folders = folders_of(self._find_lost_work(), self.request.folder, self.settings.recent)
        last_path = None if self._last_shown is None else self._last_shown.path
        return Gallery(self.new_view, [*folders], last_path)

    # -- screens ---------------------------------------------------------------------------------

    def _list_own_screens(self) -> list[BaseScreen[Any]]:
        return [screen for screen in self.screen_stack if isinstance(screen, BaseScreen)]

    def _show_remark(self, text: str) -> None:
        """Show a remark on the current screen."""
        if isinstance(self.screen, BaseScreen):
            self.screen.say(text)

    def _set_screen_settings(self, screen: Screen[Any]) -> None:
        """Pass the settings and the folder for unsaved work to a screen."""
        if isinstance(screen, BaseScreen):
            screen.unsaved_folder = self.unsaved_folder
            screen.settings = self.settings

    def _show_above(
        self, screen: Screen[Any], when_left: Callable[[Any], None] | None = None
    ) -> None:
        """Show a screen above the present one, which is shown again when the new one is left.

        No screen is shown above one of the same class: a second key may have asked for it before
        the first one had shown it.

        Args:
            screen: The new screen.
            when_left: Takes its result when it is left; what that changes, the present screen shows
                then.
        """
        is_shown_already = type(screen) is type(self.screen)
        if self._is_ending or is_shown_already:
            return

        def return_to_screen_below(result: object) -> None:
            if when_left is not None:
                when_left(result)
            screen_below = self.screen
            if isinstance(screen_below, BaseScreen) and screen_below.is_mounted:
                screen_below.show()

        self._set_screen_settings(screen)  # it may read them as soon as it is shown
        self.push_screen(screen, return_to_screen_below)

    def _replace_all_screens(self, screen: Screen[Any]) -> None:
        """Show a screen instead of all that are open; their backups of unsaved work are deleted."""
        if self._is_ending:
            return
        for shown_screen in self._list_own_screens():
            shown_screen.forget()  # what it keeps for a recovery
        self._close_all_screens_but_first()
        self._set_screen_settings(screen)
        self.switch_screen(screen)  # it takes the place of the first one

    def _close_all_screens_but_first(self) -> None:
        """Close the screens of the program from the top, until only the first one is open.

        Below it lies a screen of Textual's, which is empty and always open.
        """
        empty_screen_and_first = 2
        while len(self.screen_stack) > empty_screen_and_first:
            self.pop_screen()

    # -- what screens ask for ------------------------------------------------------------------

    def on_open_source(self, message: messages.OpenSource) -> None:
        self._ask_about_edits_then_leave(
            lambda: self._show_opened(self._open_source(message.source))
        )

    def on_open_text(self, message: messages.OpenText) -> None:
        """Show the trees of an edited text; one that cannot be read goes back to the editor."""
        file = message.file
        source = message.source
        try:
            exercises = parse_all(file.text, file=source.name)
            view = self.new_view(source, exercises)
        except ValueError as error:
            sentence = as_sentence(str(error))
            request = messages.OpenEditor(source, file)
            self._replace_all_screens(self._build_editor(request, problem=sentence))
            return
        view.digest = file.digest  # tells whether the file on the disk has changed
        if file.has_unsaved_work:
            view.file = file  # the view has unsaved edits if it has an edited text
        self._replace_all_screens(self._remember_and_build_screen(messages.Opened(source, view)))

    def on_open_beside(self, message: messages.OpenBeside) -> None:
        """Show the file after a source, or the last tree of the file before it.

        Args:
            message: Names the source, and says whether to go on (1) or back (−1).
        """
        goes_back = message.by == -1
        source = source_beside(message.source, message.by, self.request.folder)
        if source is None:
            place = "before" if goes_back else "after"
            self._show_remark(f"There is no tree {place} this one.")
            return
        # The file is read only once unsaved edits have been saved or given up: asking takes time.
        self._ask_about_edits_then_leave(
            lambda: self._show_opened(self._open_source(source, at_last=goes_back))
        )

    def on_opened(self, message: messages.Opened) -> None:
        self._replace_all_screens(self._remember_and_build_screen(message))

    def _show_opened(self, screen: Screen[Any]) -> None:
        """Show the screen of an opened source instead of all others.

        A pasted text that is no tree is shown above them: the user did not want to leave them.
        """
        from treeexplorer.terminal.screens.unread import Unread

        # Unread shows why a text is no tree. A source without a path comes from no file.
        is_unread_paste = isinstance(screen, Unread) and screen.source.path is None
        shown_screens = self.screen_stack[1:]  # without the app's own empty one
        if is_unread_paste and shown_screens:
            self._show_above(screen)
        else:
            self._replace_all_screens(screen)

    def on_open_gallery(self, message: messages.OpenGallery) -> None:  # noqa: ARG002 - Textual's signature
        self._ask_about_edits_then_leave(lambda: self._replace_all_screens(self._build_gallery()))

    def on_open_screen(self, message: messages.OpenScreen) -> None:
        try:
            screen = _build_screen(message.screen, message.view)
        except ValueError as error:
            self._explain_refusal(error)
        else:
            self._show_above(screen, message.then)

    def on_open_comparison(self, message: messages.OpenComparison) -> None:
        from treeexplorer.terminal.screens.compare import Compare

        try:
            screen = Compare(message.view, message.changes)
        except ValueError as error:
            self._explain_refusal(error)
        else:
            self._show_above(screen)

    def _explain_refusal(self, error: ValueError) -> None:
        """Say why a screen cannot be shown, and which key helps if a value is missing."""
        key = ""
        if isinstance(error, UnknownReachedError):
            key = " w tries its values."
        self._show_remark(f"{as_sentence(str(error))}{key}")

    def on_set_asking(self, message: messages.SetAsking) -> None:
        self.asks = message.asks

    def on_open_editor(self, message: messages.OpenEditor) -> None:
        self._show_above(self._build_editor(message))

    def on_open_picker(self, message: messages.OpenPicker) -> None:
        from treeexplorer.terminal.screens.dialogs import Picker

        self._show_above(Picker(message.folder))

    def on_open_help(self, message: messages.OpenHelp) -> None:  # noqa: ARG002 - Textual's signature
        from treeexplorer.terminal.screens.help import Help

        if isinstance(self.screen, BaseScreen):
            self._show_above(Help(self.screen))

    def on_ask_for_line(self, message: messages.AskForLine) -> None:
        from treeexplorer.terminal.screens.dialogs import Prompt

        self._show_above(Prompt(message))

    def on_offer(self, message: messages.Offer) -> None:
        from treeexplorer.terminal.screens.dialogs import Choose

        self._show_above(Choose(message))

    def action_command_palette(self) -> None:
        from treeexplorer.terminal.screens.help import Actions, Palette

        self._show_above(Palette([Actions]))

    def action_change_theme(self) -> None:
        def choose(theme: str) -> None:
            self.theme = self.settings.theme = theme
            self.settings.keep()

        choices = [(title, partial(choose, theme)) for title, theme in self.colours.items()]
        self.on_offer(messages.Offer("Choose the colours", choices))

    # -- the end -------------------------------------------------------------------------------

    async def action_quit(self) -> None:
        self._ask_about_edits_then_leave(lambda: self.exit(0))

    def action_help_quit(self) -> None:  # ctrl+c
        self._ask_about_edits_then_leave(lambda: self.exit(0))

    def _end_program(self, status: int) -> None:
        """Back up unsaved work and end the program at once, as the system asks."""
        self._keep_unsaved_work()
        self.exit(status)

    def _keep_unsaved_work(self) -> None:
        """Back up the unsaved work of all screens."""
        for screen in self._list_own_screens():
            with suppress(Exception):  # one that cannot stops no other
                screen.keep_now()

    def _call_soon(self, do: Callable[[], None]) -> None:
        self.call_later(do)

    # -- stopping and going on -----------------------------------------------------------------

    def action_suspend_process(self) -> None:
        os.kill(os.getpid(), signal.SIGTSTP)  # as the system asks for it, too

    @property
    def _is_ending(self) -> bool:
        """Whether the app was told to exit.

        The terminal is given back, and not set again; Textual makes no parts of a new screen.
        """
        return self.return_code is not None

    def _suspend_process(self) -> None:
        """Give the terminal back and stop the process; draw the screen when it is continued."""
        if self._is_ending:
            return
        with self.suspend():
            stop_process()
        self.refresh()

    def _restore_terminal(self) -> None:
        """Set the terminal and draw the screen after the process was stopped from outside."""
        if self._is_ending:
            return
        with self.suspend():
            pass
        self.refresh()

    def _ask_about_edits_then_leave(self, on_leave: Callable[[], None]) -> None:
        """Ask about all unsaved work, one after the other; then call `on_leave`.

        The edits of each view come first, then what is written on screens, such as a worksheet.
        """
        views = [screen.view for screen in self._list_own_screens() if screen.view is not None]
        edited_views = [view for view in views if view.has_edits]
        if not edited_views:
            self._ask_about_writing_then_leave(self._list_unsaved_writing_screens(), on_leave)
            return
        topmost_view = edited_views[-1]
        # Called once that view has no edits any more: it asks about the next one.
        ask_about_others = partial(self._ask_about_edits_then_leave, on_leave)
        self._ask_about_edits_of_view(topmost_view, on_done=ask_about_others)

    def _list_unsaved_writing_screens(self) -> list[WritingScreen]:
        writing_screens = [
            screen for screen in self._list_own_screens() if isinstance(screen, WritingScreen)
        ]
        return [screen for screen in writing_screens if screen.has_work_to_lose]

    def _ask_about_writing_then_leave(
        self, screens: Sequence[WritingScreen], on_leave: Callable[[], None]
    ) -> None:
        """Ask whether what is written on screens is lost, from the topmost down; then leave.

        Nothing is left, and `on_leave` is not called, if the user goes back or saves.
        """
        if not screens:
            on_leave()
            return
        *others, topmost = screens

        def discard() -> None:
            topmost.forget()
            self._ask_about_writing_then_leave(others, on_leave)

        self.post_message(messages.ask_about_unsaved(topmost.UNSAVED, topmost.action_save, discard))

    def _ask_about_edits_of_view(self, view: View, on_done: Callable[[], None]) -> None:
        """Ask whether a view's edits are saved or discarded, do that, and call `on_done`.

        This returns at once: one of the functions below is called when the user has chosen.

        Args:
            view: A view with edits. Twins of it, on other screens, have the same edits.
            on_done: Called at the end, but not if the user cancels or the file cannot be saved.
        """
        own_screens = self._list_own_screens()
        screens = [screen for screen in own_screens if _has_same_file(screen.view, view)]
        *_, topmost = screens  # the last one lies above the others

        def save() -> None:
            from treeexplorer.terminal.editing import Saving

            Saving.of_view(self, view, show=topmost.show, on_saved=on_done).save()

        def discard() -> None:
            for screen in screens:
                _discard_edits_of_screen(screen)
            on_done()

        name = view.name if view.name else "This tree"
        question = f"{name} has changes that are not saved."
        self.post_message(messages.ask_about_unsaved(question, save, discard))


def run(
    request: Request | None = None, *, ascii_only: bool = False, settings: Settings | None = None
) -> int:
    """Open the explorer and return the program's exit status when it is left.

    - If it was left in order, by ``exit(status)``, that is the status. What may have failed while
      it closed its screens afterwards is not told.
    - If it failed, one sentence on what failed is printed to standard error, and the status is 1.
    - If it ended with neither, it is the status that Textual has for it, or 0.
    """
    unsaved = state_folder() / "unsaved"
    app = ExplorerApp(request, settings, ascii_only=ascii_only, unsaved_folder=unsaved)
    status_by_exit = _run_app(app)
    # While it ran, the app answered SIGTERM and the like. From now on they end the process at once.
    let_signals_end()
    if status_by_exit is not None:
        return status_by_exit
    failure = _describe_failure(_get_printed_errors(app))
    if failure:
        _print_failure(failure, unsaved)
        return 1
    return 0 if app.return_code is None else app.return_code


def _run_app(app: ExplorerApp) -> int | None:
    """Run an app; return the status passed to its ``exit``, or ``None`` if it failed."""
    try:
        return app.run()
    except AssertionError:
        # Textual asserts that each widget still has its place when all are closed. One that was
        # just being mounted or removed may have none, and the terminal is given back by then.
        return app.return_value


def _print_failure(failure: str, unsaved_folder: Path) -> None:
    """Print what failed, and where unsaved work is, if the terminal is still there."""
    is_kept = any(unsaved_folder.glob("*.json"))
    kept = "; the gallery lists what was not saved" if is_kept else ""
    with suppress(OSError):
        print(f"{failure}{kept}", file=sys.stderr)


def _get_printed_errors(app: ExplorerApp) -> str:
    """Return what the app has printed to its error console: tracebacks, drawn by Rich."""
    printed = app.error_console.file
    return printed.getvalue() if isinstance(printed, StringIO) else ""


def _describe_failure(traceback: str) -> str:
    """Return a sentence on what failed and where, from a traceback; empty for an empty one.

    For example ``treeexplorer stopped because of a mistake of its own (KeyError: 3, view.py line
    210)``. The place is the last frame in this package.

    Args:
        traceback: A traceback as Rich draws it: frames in a box, and below it the failure.
    """
    if not traceback.strip():
        return ""
    _, _, below_frames = traceback.rpartition(_END_OF_RICH_BOX)
    failure = safe(" ".join(below_frames.split()))[:_MAX_FAILURE_LENGTH]
    frames = re.findall(r"treeexplorer/(?:\w+/)*(\w+\.py):(\d+)", traceback)
    place = ""
    if frames:
        module, line_number = frames[-1]
        place = f", {module} line {line_number}"
    return f"treeexplorer stopped because of a mistake of its own ({failure}{place})"
