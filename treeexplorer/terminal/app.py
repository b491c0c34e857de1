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

from treeexplorer.course_file import course_of
from treeexplorer.editing.recovery import Lost, Work, lost_work
from treeexplorer.judging.waiting import UnknownReachedError
from treeexplorer.notation import Exercise, parse_all
from treeexplorer.settings import Settings, load_settings, state_folder
from treeexplorer.terminal import messages
from treeexplorer.terminal.background import Progress
from treeexplorer.terminal.keys import shown_key
from treeexplorer.terminal.lines import ascii_text, in_ascii
from treeexplorer.terminal.screens.base import BaseScreen
from treeexplorer.terminal.signals import Requests, let_signals_end, stop_process
from treeexplorer.terminal.sources import Source, source_beside
from treeexplorer.terminal.theme import DARK_THEME, FEW_COLOURS_THEMES, LIGHT_THEME, own_themes
from treeexplorer.terminal.view import View
from treeexplorer.text import as_sentence, safe
from treeexplorer.tree import GameTree, Number

_LOADED_AFTER: Final = 1.0  # seconds: the first screen stands
_END_OF_FRAMES: Final = "╯"
"""The last sign of the box in which Rich draws the frames of a traceback."""
_LONGEST_FAILURE: Final = 200

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


def _screen(name: messages.ScreenOfView, view: View) -> Screen[Any]:
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


def _titles_of_themes(few_colours: str) -> dict[str, str]:
    """Return the themes by what people choose; few colours are the terminal's own."""
    return {"Dark": DARK_THEME, "Light": LIGHT_THEME, "The terminal's own": few_colours}


def _works_on(view: View, works: Sequence[Work]) -> list[Work]:
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
        # Without colours Textual leaves those of the terminal alone; None is its own choice.
        ansi_color = True if "NO_COLOR" in os.environ else None
        super().__init__(driver_class=driver_class(self._requests()), ansi_color=ansi_color)
        self.error_console = Console(  # read by `run` after a failure
            file=StringIO(), width=200, color_system=None, markup=False, highlight=False
        )
        self.request = Request() if request is None else request
        self.settings = load_settings() if settings is None else settings
        self.unsaved_folder = unsaved_folder

        # What the screens share until the program ends.
        self.asks = False  # whether to ask before each possible cut-off
        self._last_shown: Source | None = None
        self._has_told_of_lost_work = False

        self.ascii_only = ascii_only or self.settings.ascii
        self.set_class(self.ascii_only, "-ascii")
        for theme in own_themes():
            self.register_theme(theme)
        # The name of the theme that has the terminal's own colours.
        few_colours = next(name for name in FEW_COLOURS_THEMES if name in self.available_themes)
        self.colours = _titles_of_themes(few_colours)
        self.theme = self._first_theme(self.settings.theme, few_colours)

    def _requests(self) -> Requests:
        """Return the methods that the driver calls when a signal or the terminal asks for them."""
        return Requests(
            end=self._end,
            stop=self._stop,
            set_terminal=self._set_terminal,
            when_answering=self._when_answering,
            keep=self._keep,
        )

    def _first_theme(self, in_settings: str, few_colours: str) -> str:
        """Return the name of the theme to begin with.

        That is the one in the settings. Without one there it goes by how many colours the terminal
        has. An unknown one counts as the dark theme; without colours all are the terminal's own.

        Args:
            in_settings: The name in the settings; empty for none.
            few_colours: The name of the theme that has the terminal's own colours.
        """
        if self.no_color:
            return few_colours
        known_names = _titles_of_themes(few_colours).values()
        if in_settings in known_names:
            return in_settings
        has_few_colours = self.console.color_system in {None, "standard", "windows"}
        if has_few_colours and not in_settings:
            return few_colours
        return DARK_THEME

    def get_key_display(self, binding: Binding) -> str:
        name = shown_key(binding.key)
        return ascii_text(name) if self.ascii_only else name

    def on_load(self) -> None:
        in_ascii.set(self.ascii_only)  # here and in all that is mounted

    def on_mount(self) -> None:
        """Show the first screen; use the keys of the settings, and say what is wrong with them."""
        source = self.request.source
        first_screen = self._gallery() if source is None else self._screen_of(source)
        self._put_above(first_screen)
        # `commands/explore.py` turned the garbage collector off, to show the first screen sooner.
        self.set_timer(_LOADED_AFTER, gc.enable)
        if self.settings.keys:
            self.set_keymap(self.settings.keys)
        if self.settings.problem:  # a text that may quote the file of settings, and no markup
            self.notify(self.settings.problem, severity="warning", timeout=15, markup=False)

    # -- opening -------------------------------------------------------------------------------

    def _screen_of(self, source: Source, *, at_last: bool = False) -> Screen[Any]:
        """Return a screen of a source, at its first tree or at its last one."""
        prepare = partial(self.prepare, at_last=at_last)
        if source.is_large:
            from treeexplorer.terminal.screens.opening import Opening

            return Opening(source, prepare)
        return self._opened(prepare(source, Progress()))

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
            view = self._view_of(source, progress, at_last=at_last)
        # The text is wrong, or the rules do not go with it. GivenUpError is no ValueError.
        except ValueError as error:
            return messages.Opened(source, None, str(error))
        if source.is_large:
            view.prepare()
        return messages.Opened(source, view)

    def _view_of(self, source: Source, progress: Progress, *, at_last: bool) -> View:
        """Return a view of a source that is read now, at its first tree or at its last one.

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
                course=course_of(source.path),
            )
        options = request.options if request.source is None else {}
        course = course_of(source.path)
        return View(exercises, source.name, options=options, source=source, course=course)

    def _opened(self, opened: messages.Opened) -> Screen[Any]:
        """Note that a source was opened, and return its screen.

        That is the explorer, or the source's text where it is no tree.
        """
        self._note_opened(opened)
        if opened.view is not None:
            return self._explorer(opened.view)
        from treeexplorer.terminal.screens.unread import Unread  # when it is first shown

        return Unread(opened.source, opened.source.whole_text(), opened.problem)

    def _note_opened(self, opened: messages.Opened) -> None:
        """Remember the source that is shown last; among the recent files only one with trees."""
        path = opened.source.path
        self._last_shown = opened.source
        if opened.view is not None and path is not None and path.is_file():
            self.settings.remember_file(path)

    def _explorer(self, view: View) -> Screen[Any]:
        """Return the explorer of a view, which says on opening whether unsaved work was found."""
        from treeexplorer.terminal.screens.explorer import Explorer  # when it is first shown

        view.wants_questions = self.asks
        explorer = Explorer(view)  # sets the view's remark, which lost work is added to
        self._tell_of_lost_work(view)
        return explorer

    def _lost_work(self) -> list[Lost]:
        return [] if self.unsaved_folder is None else lost_work(self.unsaved_folder)

    def _tell_of_lost_work(self, view: View) -> None:
        """Add to the remark of a view that unsaved work was found, and name one such work.

        It is work on the view's file. When the first file is opened and has none, it is work on any
        other file.

        Args:
            view: The view that is opened; its remark is changed.
        """
        all_works = [each.work for each in self._lost_work()]
        works = _works_on(view, all_works)
        if not works and not self._has_told_of_lost_work:
            works = all_works
        self._has_told_of_lost_work = True
        if works:
            name = safe(works[0].name)
            found = f"Unsaved work on {name} was found: the gallery (esc) lists it."
            remarks = filter(None, [view.message, found])
            view.say(" ".join(remarks))

    def _editor(self, message: messages.OpenEditor, problem: str = "") -> Screen[Any]:
        from treeexplorer.terminal.screens.editor import Editor

        return Editor(message, self.new_view, problem)

    def _gallery(self) -> Screen[Any]:
        from treeexplorer.terminal.screens.gallery import Gallery, folders_of

        self._has_told_of_lost_work = True
        folders = folders_of(self._lost_work(), self.request.folder, self.settings.recent)
        last_path = None if self._last_shown is None else self._last_shown.path
        return Gallery(self.new_view, [*folders], last_path)

    # -- screens ---------------------------------------------------------------------------------

    def _screens(self) -> list[BaseScreen[Any]]:
        return [screen for screen in self.screen_stack if isinstance(screen, BaseScreen)]

    def _say(self, text: str) -> None:
        """Say something on the screen that is shown."""
        if isinstance(self.screen, BaseScreen):
            self.screen.say(text)

    def _give_settings(self, screen: Screen[Any]) -> None:
        """Tell a screen the settings, and where unsaved work is kept."""
        if isinstance(screen, BaseScreen):
            screen.unsaved_folder = self.unsaved_folder
            screen.settings = self.settings

    def _put_above(
        self, screen: Screen[Any], when_left: Callable[[Any], None] | None = None
    ) -> None:
        """Show a screen above the present one, which is shown again when the new one is left.

        Args:
            screen: The new screen.
            when_left: Takes its result when it is left, before the present one is shown again.
        """
        # A second key may have asked for the same screen before the first one had shown it.
        is_shown_already = type(screen) is type(self.screen)
        if self._is_ending or is_shown_already:
            return

        def show_present_one(result: object) -> None:
            if when_left is not None:
                when_left(result)
            if isinstance(self.screen, BaseScreen) and self.screen.is_mounted:
                self.screen.show()

        self._give_settings(screen)
        self.push_screen(screen, show_present_one)

    def _replace(self, screen: Screen[Any]) -> None:
        """Show a screen in place of all that are shown; what is unsaved on them is thrown away.

        Args:
            screen: The new screen.
        """
        if self._is_ending:
            return
        for shown_screen in self._screens():
            shown_screen.forget()  # what it keeps for a recovery
        # All are left but the app's own empty screen, and one whose place the new one takes.
        screens_left_over = 2
        while len(self.screen_stack) > screens_left_over:
            self.pop_screen()
        self._give_settings(screen)
        self.switch_screen(screen)

    # -- what screens ask for ------------------------------------------------------------------

    def on_open_source(self, message: messages.OpenSource) -> None:
        self._leave_trees(lambda: self._show_opened(self._screen_of(message.source)))

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
            self._replace(self._editor(request, problem=sentence))
            return
        view.digest = file.digest  # tells whether the file on the disk has changed
        if file.has_unsaved_work:
            view.file = file  # the view has unsaved edits if it has an edited text
        self._replace(self._opened(messages.Opened(source, view)))

    def on_open_beside(self, message: messages.OpenBeside) -> None:
        """Show the file after a source, or the last tree of the file before it.

        Args:
            message: Names the source, and says whether to go on (1) or back (−1).
        """
        goes_back = message.by == -1
        source = source_beside(message.source, message.by, self.request.folder)
        if source is None:
            place = "before" if goes_back else "after"
            self._say(f"There is no tree {place} this one.")
            return
        # The file is read only once unsaved edits have been saved or given up: asking takes time.
        self._leave_trees(lambda: self._show_opened(self._screen_of(source, at_last=goes_back)))

    def on_opened(self, message: messages.Opened) -> None:
        self._replace(self._opened(message))

    def _show_opened(self, screen: Screen[Any]) -> None:
        """Show the screen of a source that was opened, in place of all that are shown.

        A pasted text that is no tree is shown above them instead: nobody wanted to leave them.
        """
        from treeexplorer.terminal.screens.unread import Unread

        # Unread shows why a text is no tree. A source without a path comes from no file.
        is_unread_paste = isinstance(screen, Unread) and screen.source.path is None
        shown_screens = self.screen_stack[1:]  # without the app's own empty one
        if is_unread_paste and shown_screens:
            self._put_above(screen)
        else:
            self._replace(screen)

    def on_open_gallery(self, message: messages.OpenGallery) -> None:  # noqa: ARG002 - Textual's signature
        self._leave_trees(lambda: self._replace(self._gallery()))

    def on_open_screen(self, message: messages.OpenScreen) -> None:
        try:
            screen = _screen(message.screen, message.view)
        except ValueError as error:
            self._refuse(error)
        else:
            self._put_above(screen, message.then)

    def on_open_comparison(self, message: messages.OpenComparison) -> None:
        from treeexplorer.terminal.screens.compare import Compare

        try:
            screen = Compare(message.view, message.changes)
        except ValueError as error:
            self._refuse(error)
        else:
            self._put_above(screen)

    def _refuse(self, error: ValueError) -> None:
        """Say why a screen cannot be shown, and how that is mended where a value is needed."""
        key = ""
        if isinstance(error, UnknownReachedError):
            key = " w tries its values."
        self._say(f"{as_sentence(str(error))}{key}")

    def on_set_asking(self, message: messages.SetAsking) -> None:
        self.asks = message.asks

    def on_open_editor(self, message: messages.OpenEditor) -> None:
        self._put_above(self._editor(message))

    def on_open_picker(self, message: messages.OpenPicker) -> None:
        from treeexplorer.terminal.screens.dialogs import Picker

        self._put_above(Picker(message.folder))

    def on_open_help(self, message: messages.OpenHelp) -> None:  # noqa: ARG002 - Textual's signature
        from treeexplorer.terminal.screens.help import Help

        if isinstance(self.screen, BaseScreen):
            self._put_above(Help(self.screen))

    def on_ask_for_line(self, message: messages.AskForLine) -> None:
        from treeexplorer.terminal.screens.dialogs import Prompt

        self._put_above(Prompt(message))

    def on_offer(self, message: messages.Offer) -> None:
        from treeexplorer.terminal.screens.dialogs import Choose

        self._put_above(Choose(message))

    def action_command_palette(self) -> None:
        from treeexplorer.terminal.screens.help import Actions, Palette

        self._put_above(Palette([Actions]))

    def action_change_theme(self) -> None:
        def choose(theme: str) -> None:
            self.theme = self.settings.theme = theme
            self.settings.keep()

        choices = [(title, partial(choose, theme)) for title, theme in self.colours.items()]
        self.on_offer(messages.Offer("Choose the colours", choices))

    # -- the end -------------------------------------------------------------------------------

    async def action_quit(self) -> None:
        self._leave_trees(lambda: self.exit(0))

    def action_help_quit(self) -> None:  # ctrl+c
        self._leave_trees(lambda: self.exit(0))

    def _end(self, status: int) -> None:
        """End at once, as the system asks; what is not saved is kept."""
        self._keep()
        self.exit(status)

    def _keep(self) -> None:
        """Keep what is not saved."""
        for screen in self._screens():
            with suppress(Exception):  # one that cannot stops no other
                screen.keep_now()

    def _when_answering(self, do: Callable[[], None]) -> None:
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

    def _stop(self) -> None:
        """Give the terminal back and stop the process; draw again when it is continued."""
        if self._is_ending:
            return
        with self.suspend():
            stop_process()
        self.refresh()

    def _set_terminal(self) -> None:
        """Set the terminal and draw again: the process was stopped without being asked."""
        if self._is_ending:
            return
        with self.suspend():
            pass
        self.refresh()

    def _leave_trees(self, leave: Callable[[], None]) -> None:
        """Do something that leaves the trees that are shown; ask about unsaved edits before it.

        Each view with edits is asked about, one after the other.
        """
        views = [screen.view for screen in self._screens() if screen.view is not None]
        edited = [view for view in views if view.has_edits]
        if edited:
            self._ask_about_edits(edited[-1], partial(self._leave_trees, leave))
        else:
            leave()

    def _ask_about_edits(self, view: View, then: Callable[[], None]) -> None:
        """Ask whether a view's edits are saved or given up, and do something once they are.

        This returns at once: one of the functions below is called when the user has chosen.

        Args:
            view: A view with edits, which one screen or several show.
            then: What is done; it is not if the user cancels or the file cannot be saved.
        """
        screens = [screen for screen in self._screens() if screen.view is view]
        *_, topmost = screens  # the last one lies above the others

        def save() -> None:
            from treeexplorer.terminal.editing import Saving

            Saving.of_view(self, view, show=topmost.show, then=then).save()

        def discard() -> None:
            for screen in screens:
                screen.forget()  # what is kept for a recovery
            view.file = None  # without an edited text a view has no edits
            then()

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
    status_by_exit = _run_until_left(app)
    # While it ran, the app answered SIGTERM and the like. From now on they end the process at once.
    let_signals_end()
    if status_by_exit is not None:
        return status_by_exit
    failure = _failure_in(_printed_errors(app))
    if failure:
        _tell_of_failure(failure, unsaved)
        return 1
    return 0 if app.return_code is None else app.return_code


def _run_until_left(app: ExplorerApp) -> int | None:
    """Run an app; return the status that ``exit`` was called with, ``None`` if it was not called.

    It is not called where the app failed.
    """
    try:
        return app.run()
    except AssertionError:
        # Textual asserts that each widget still has its place when all are closed. One that was
        # just being mounted or removed may have none, and the terminal is given back by then.
        return app.return_value


def _tell_of_failure(failure: str, unsaved_folder: Path) -> None:
    """Print what failed, and where work is that was not saved, if the terminal is still there."""
    is_kept = any(unsaved_folder.glob("*.json"))
    kept = "; the gallery lists what was not saved" if is_kept else ""
    with suppress(OSError):
        print(f"{failure}{kept}", file=sys.stderr)


def _printed_errors(app: ExplorerApp) -> str:
    """Return what the app has printed to its error console: tracebacks, drawn by Rich."""
    printed = app.error_console.file
    return printed.getvalue() if isinstance(printed, StringIO) else ""


def _failure_in(traceback: str) -> str:
    """Return a sentence that says what failed and where; empty for an empty traceback.

    For example ``treeexplorer stopped because of a mistake of its own (KeyError: 3, view.py line
    210)``. The place is that of the last frame in this package.

    Args:
        traceback: A traceback as Rich draws it: frames in a box, and below it the failure.
    """
    if not traceback.strip():
        return ""
    _, _, below_frames = traceback.rpartition(_END_OF_FRAMES)
    failure = safe(" ".join(below_frames.split()))[:_LONGEST_FAILURE]
    frames = re.findall(r"treeexplorer/(?:\w+/)*(\w+\.py):(\d+)", traceback)
    place = ""
    if frames:
        module, line_number = frames[-1]
        place = f", {module} line {line_number}"
    return f"treeexplorer stopped because of a mistake of its own ({failure}{place})"
