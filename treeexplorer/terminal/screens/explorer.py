"""The explorer: the drawing of the tree, what explains it, and the keys that step through it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.timer import Timer

from treeexplorer.editing.recovery import Work
from treeexplorer.editing.text import EditError, replaced, written_at
from treeexplorer.editing.watch import Watch
from treeexplorer.engine.algorithms import idle_because
from treeexplorer.errors import present
from treeexplorer.explain.crossed import remark_on_crossing
from treeexplorer.explain.endings import waiting
from treeexplorer.explain.why import why
from treeexplorer.gallery import Neighbour
from treeexplorer.judging.questions import Crossing, Task, judge_crossing, next_possible_cut
from treeexplorer.notation import twice_in_a_row
from treeexplorer.numbers import counted
from treeexplorer.terminal import editing, messages, moves
from treeexplorer.terminal.keys import CHANGE, FILES, LOOK, STEP, key, more
from treeexplorer.terminal.lines import BLANK, TextLine
from treeexplorer.terminal.palette_rows import COPIES, STUDENT_QUESTIONS, PaletteRow
from treeexplorer.terminal.panels.banner import banner, lines_wanted
from treeexplorer.terminal.panels.side import CARDS, side
from treeexplorer.terminal.panels.status import Track, counter, counts, heading
from treeexplorer.terminal.screens.base import LEAST_BESIDE, BaseScreen
from treeexplorer.terminal.sources import Source
from treeexplorer.terminal.view import View
from treeexplorer.terminal.widgets.canvas import Canvas, Direction
from treeexplorer.terminal.widgets.line_view import LineView
from treeexplorer.terminal.widgets.slider import Slider
from treeexplorer.text import as_sentence

if TYPE_CHECKING:
    from treeexplorer.terminal.exports import Copied

_SHARE_OF_SIDE: Final = 0.3
_LEAST_SIDE: Final = 34
_LEAST_DRAWING: Final = 50
"""The columns of the drawing that the side leaves to it, even if it is narrow itself then."""
_LOW_SCREEN: Final = 22
_MIDDLING_SCREEN: Final = 28
"""The heights from which on the banner has more lines."""
_LEAST_WITH_COUNTS: Final = 70
_SEARCH_SECONDS: Final = 0.016
_SEARCH_INTERVAL: Final = 0.025
_WATCH_SECONDS: Final = 1.0
_GO_ON: Final = frozenset({"next", "step"})
"""The moves by which one reads on: they stop at a question, or at an unknown leaf."""
_SIGNS: Final = {Crossing.RIGHT: "✓", Crossing.TOO_FEW: "✓"}
"""The signs before what is said of an answer that is no mistake."""
_ARROWS: Final[dict[Direction, str]] = {
    "right": "move('next')",
    "left": "move('back')",
    "down": "next_cut",
    "up": "previous_cut",
}
"""What the arrows do in time."""
_TO_CUT_OFFS: Final = frozenset({"next_cut", "previous_cut", "ask"})
"""The actions that do nothing in a search without cut-offs."""


class Explorer(BaseScreen[None]):
    """Shows a view and lets one step through it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("ctrl+r", "read_again", "read again",
            "Read the file again: it has changed on the disk"),
        key("x", "cross", "cross out", "Cross out a branch that is pruned"),
        key("enter", "answer", "answer", "Answer the question"),
        key("enter", "stay", "stay", "Stay at the step of the node that is looked at", "go_there"),
        key("space,pagedown", "move('next')", "next", "Go on by one node"),
        key("backspace,pageup", "move('back')", "back", "Go back by one node"),
        key("c", "next_cut", "cut-off", "Go to the next cut-off"),
        key("i", "look", "look", "Look around with the arrows; the search waits"),
        key("w", "open('try_it')", "try it",
            "Turn a pruned leaf, or the one looked at: what then?"),
        key("t", "turn_view", "view", "Turn the diagram into the outline, the whole tree"),
        key("y", "why", "why", "Say more of the step: why, and what would change it"),
        key("P", "open('practise')", "practise", "Practise: say what the next step does"),
        key("A", "ask", "ask", "Be asked at each possible cut-off before it shows"),
        key("r", "open('rules')", "rules", "Choose search, cut test, order, window, depth"),
        key("W", "open('worksheet')", "worksheet", "Work the whole tree out yourself"),
        key("tab", "card", "card", "Turn to the next card beside the tree"),
        key("slash", "find", "find", "Find a node by label, address or value"),
        key("K", "open('marks')", "check", "Mark the answers written in the file",
            "check"),
        key("S", "open('answers')", "answers", "Show the answer sheet"),
        key("e", "edit", "edit", "Edit the text of the trees, at this node"),
        key("equals_sign", "change", "change", "Change the value or the name of the node"),
        key("s", "save", "save", "Save or export"),
        key("C", "previous_cut", "cut-off before", "Go to the cut-off before"),
        key("home", "move('start')", "start", "Go to the start"),
        key("end", "end", "end", "Go to the end of the search"),
        key("q", "app.quit", "quit", "Quit", "leave_program"),
        more(STEP, "n", "move('step')", "Go on by one step of the record"),
        more(STEP, "p", "move('step_back')", "Go back by one step of the record"),
        more(STEP, "right", "arrow('right')", "Go on by one node, or look to the right"),
        more(STEP, "left", "arrow('left')", "Go back by one node, or look to the left"),
        more(STEP, "down", "arrow('down')", "Go to the next cut-off, or look at the first child"),
        more(STEP, "up", "arrow('up')", "Go to the cut-off before, or look at the parent"),
        more(STEP, "g", "go_to_step", "Go to a step by its number"),
        more(CHANGE, "ctrl+z", "undo", "Undo the last edit"),
        more(CHANGE, "ctrl+y", "redo", "Make the edit again that was undone"),
        more(CHANGE, "ctrl+s", "save_now", "Save what was edited"),
        more(LOOK, "d", "compare", "Compare two searches side by side"),
        more(FILES, "left_square_bracket", "tree(-1)",
             "Show the tree before, in the file, its folder or the examples", "previous_tree"),
        more(FILES, "right_square_bracket", "tree(1)",
             "Show the next tree, in the file, its folder or the examples", "next_tree"),
        more(FILES, "escape", "back_out", "Go back to the search, or to the gallery"),
    ]  # fmt: skip

    def __init__(self, view: View) -> None:
        """Open the main screen: a tree, and its search step by step.

        Args:
            view: What is shown. If it is opened for the first time, a remark may say what is
                peculiar about it.
        """
        super().__init__()
        self.view: View = view
        self._search_timer: Timer | None = None
        self._watch: Watch | None = None
        # What was typed last to find a node.
        self._sought = ""
        # The remark with which the screen opened. esc does not take it back, as no key caused it.
        self._remark_on_opening = ""
        was_left_at_step = view.step > 0
        has_remark = bool(view.message)
        if not was_left_at_step and not has_remark:
            view.say(" ".join(_remarks_on(view)))

    def heading(self, width: int) -> TextLine:
        return heading(self.view, width, "ASKING" if self.view.asks else "")

    def parts(self) -> ComposeResult:
        view = self.view
        with Horizontal(id="body"):
            yield Canvas(view, id="canvas")
            yield LineView(self._side, surface="panel", id="side")
        yield LineView(partial(banner, view), id="banner")
        yield Slider(self._tracks)

    def _side(self, width: int, height: int) -> list[TextLine]:
        marks = self.query_one("#side", LineView).styles_in_use.none
        return side(self.view, width, height, marks=marks)

    def on_mount(self) -> None:
        self._remark_on_opening = self.view.message
        self._search_timer = self.set_interval(
            _SEARCH_INTERVAL, self._search_on, pause=not self.view.searching
        )
        self._watch_file()
        self.set_interval(_WATCH_SECONDS, self._watch_file, name="watch")

    def unsaved(self) -> Work | None:
        file = self.view.file
        if file is None or not file.has_unsaved_work:
            return None
        return Work(file.raw, self.view.name, file.path, file.digest)

    def show(self) -> None:
        """Show the view as it is now, and keep what is not saved."""
        super().show()
        self.keep_now()
        if self.view.searching and self._search_timer is not None:
            self._search_timer.resume()

    def give_room(self, width: int, height: int) -> None:
        """Give the side its share of the width, and the banner the lines that its text takes.

        Args:
            width: The cells of the screen. On a narrow one there is no side.
            height: The lines of the screen; the banner has half of them at most, but two in any
                case.
        """
        panel = self.query_one("#side", LineView)
        panel.display = width >= LEAST_BESIDE
        left_by_drawing = width - _LEAST_DRAWING
        least_columns = min(_LEAST_SIDE, left_by_drawing)
        share_of_width = round(_SHARE_OF_SIDE * width)
        panel.styles.width = max(least_columns, share_of_width)

        wanted_lines = max(_usual_banner_lines(height), lines_wanted(self.view, width))
        most_lines = max(2, height // 2)
        self.query_one("#banner").styles.height = min(wanted_lines, most_lines)

    def _tracks(self) -> list[Track]:
        """Return the timeline, with the step at its left and the counts at its right.

        ``step 7/15   ──●────╳──   4 of 9 leaves read``. It begins in the same column at every step;
        a narrow screen leaves out the counts.

        Returns:
            A list with this one timeline, as the slider can have several.
        """
        view = self.view
        screen_width = self.app.size.width
        # The number of the step is filled up with blanks to the width of the longest one.
        missing_digits = len(str(view.track_end)) - len(str(view.step))
        before = (*counter(view), (" " * missing_digits + "   ", ""))
        counts_shown = BLANK
        if screen_width >= _LEAST_WITH_COUNTS:
            about_a_third = screen_width // 3 + 1
            counts_shown = counts(view, about_a_third)
        margin = "   " if counts_shown else "  "
        half_cells = 2 * screen_width  # each half of a cell can have a mark
        track = Track(
            at=view.step,
            low=0,
            high=view.track_end,
            marks=view.marks(half_cells),
            before=before,
            after=((margin, ""), *counts_shown),
        )
        return [track]

    @contextmanager
    def _cleared_then_shown(self) -> Iterator[None]:
        """Make a context for what a key does: when it ends, the screen is shown once.

        Used as ``with self._cleared_then_shown(): self.view.go_to(3)``. When it begins, what was
        said for the key before is taken back, so that what is said within stays. An error within is
        not caught, and then nothing is shown anew.
        """
        self.view.clear()
        yield
        self.show()

    def _read_on(self, move: moves.Destination, nowhere: str = "") -> None:
        """Go to the step to which a move leads, such as the next one.

        - If a question is open, the step that it asks about is shown, which tells the answer.
        - Else, if the user wants to be asked (the key ``A``) and the move passes a possible
          cut-off, it goes there and asks.
        - Else it goes where the move leads.

        Args:
            move: Returns the step to which the move leads, or ``None`` if it leads nowhere.
            nowhere: What is said if it leads nowhere.
        """
        view = self.view
        open_question = view.question
        if open_question is not None:
            step_asked_about = open_question.at.number
            self.go_to(step_asked_about)
            return
        if view.asks:
            next_question = self._question_before(move)
            if next_question is not None:
                with self._cleared_then_shown():
                    view.ask(next_question)
                return
        self._move(move, nowhere)

    def _question_before(self, move: moves.Destination) -> Task | None:
        """Return the first possible cut-off up to where a move leads; ``None`` without one.

        Args:
            move: Returns the step to which the move leads, or ``None`` if it leads nowhere: then
                all steps up to the last one count.
        """
        view = self.view
        # A move finds only steps that are recorded, so the search goes on first.
        view.search_on(_SEARCH_SECONDS)
        target = move(view.record, view.step)
        last = view.steps if target is None else target
        return next_possible_cut(view.record, view.step, last)

    def _move(self, move: moves.Destination, nowhere: str = "") -> None:
        """Go where a move leads, or say that it leads nowhere."""
        view = self.view
        with self._cleared_then_shown():
            if view.move(move):
                view.stop_looking()
            elif not view.searching:
                view.say(nowhere)

    def go_to(self, step: int) -> None:
        """Show a step."""
        with self._cleared_then_shown():
            self.view.go_to(step)
            self.view.stop_looking()

    def look_at(self, node: int) -> None:
        """Look at a node; the search waits. Say why there is nothing to see, where that is so."""
        with self._cleared_then_shown():
            self._look_at(node)

    def _look_at(self, node: int) -> bool:
        """Look at a node; tell whether it has a step, and say why not where it has none."""
        view = self.view
        has_step = view.look_at(node)
        if not has_step:
            view.say(str(why(view.record, node, view.bookmark.step)[0]))
        return has_step

    def say(self, text: str) -> None:
        """Show a short remark until the next key."""
        if text == self.view.message:
            return  # a paste that no terminal announces is thousands of keys
        self.view.say(text)
        self.show()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Tell whether a key is offered: ``True`` or ``False``.

        ``None`` offers it dimmed: it does nothing but to say why. Such are the keys that lead to
        cut-offs where the search cuts nothing off.

        Args:
            action: The name of the action.
            parameters: What the key gives to the action, such as the direction of an arrow.
        """
        is_question_open = self.view.question is not None
        if not self.view.has_windows and self._leads_to_cut_offs(action, parameters):
            return None
        match action:
            case "read_again":
                return self.view.is_outdated
            case "cross" | "answer":
                return is_question_open
            case "why":  # it would tell the answer
                return not is_question_open
            case "stay":
                return self._can_stay()
            case _:
                return True

    def _can_stay(self) -> bool:
        """Tell whether the search can stand at the step of the node that is looked at."""
        view = self.view
        looks_around = view.has_cursor and view.question is None
        return looks_around and view.telling_step_of_cursor is not None

    def _leads_to_cut_offs(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Tell whether an action is about cut-offs; so are two arrows, unless they look around."""
        if action == "arrow":
            return parameters in {("down",), ("up",)} and not self.view.has_cursor
        return action in _TO_CUT_OFFS

    def why_idle(self, action: str) -> str:  # noqa: ARG002 - it is the same for all of them
        reason = present(idle_because(self.view.rules, "cutoff"))
        return as_sentence(f"{reason}; r chooses another search")

    def action_move(self, name: str) -> None:
        """Make a move of ``moves.MOVES``.

        One that goes on stops before a question; where the search waits for the value of an unknown
        leaf, it leads to the screen on which values are tried. Any other move is made.

        Args:
            name: The name of the move.
        """
        move = moves.MOVES[name]
        goes_on = name in _GO_ON
        unknown_leaf = self.view.record.waits_for
        if goes_on and unknown_leaf is not None and self.view.waits_here:
            self.view.look_at(unknown_leaf)
            self.action_open("try_it")
        elif goes_on:
            self._read_on(move)
        else:
            self._move(move)

    def action_end(self) -> None:
        self._move(moves.last_step)
        if self.view.searching:
            self.say("The search goes on; this is its last step so far.")

    def action_next_cut(self) -> None:
        needed = waiting(self.view.record)
        further = "There is no cut-off after this step"
        if needed is not None:
            further = f"{further} yet. {needed}"
        self._read_on(moves.next_cut, as_sentence(further))

    def action_previous_cut(self) -> None:
        self._move(moves.previous_cut, "There is no cut-off before this step.")

    def action_go_to_step(self) -> None:
        """Ask for the number of a step, and show the step."""
        last = self.view.track_end

        # Called for each text that is typed: it raises for one that is no step, and the line says
        # so.
        def read_step(text: str) -> messages.LineAction:
            expected = f"a number from 0 to {last}"
            step = _step_in(text, last)
            if step is None:
                raise ValueError(expected)
            return messages.LineAction(expected, partial(self._go_on_to, step))

        self.post_message(messages.AskForLine("Go to step", f"0 to {last}", read_step))

    def _go_on_to(self, step: int) -> None:
        """Show a step, or, where one is asked, the first question before a later one."""
        if step > self.view.step:
            self._read_on(moves.to_step(step))
        else:
            self.go_to(step)

    def _search_on(self) -> None:
        """Search for a moment, if the search has not ended; a timer calls this again and again."""
        view = self.view
        # The timer rests until another search begins; `show` wakes it.
        if not view.searching:
            if self._search_timer is not None:
                self._search_timer.pause()
            return
        view.search_on(_SEARCH_SECONDS)
        self.show()

    def action_look(self) -> None:
        """Begin to look around, at the node where the search stands."""
        view = self.view
        with self._cleared_then_shown():
            step = view.bookmark.step
            if self._look_at(view.cursor) and view.question is None:
                view.say(f"The arrows look around, esc goes back to step {step}, ↵ stays.")

    async def action_arrow(self, direction: Direction) -> None:
        """Look at the node in a direction; if no node is looked at, move through the search.

        Args:
            direction: Where the node is drawn beside the present one.
        """
        looks_around = self.view.has_cursor
        if not looks_around:
            action = _ARROWS[direction]
            await self.run_action(action)
            return
        node = self.query_one(Canvas).neighbour(direction)
        is_there_none = node == self.view.cursor
        if is_there_none:
            self.say("There is no node that way.")
        else:
            self.look_at(node)

    def action_answer(self) -> None:
        view = self.view
        question = present(view.question)
        crossed = view.crossed
        self.go_to(question.at.number)
        sign = _SIGNS.get(judge_crossing(question, crossed), "✗")
        self.say(f"{sign} {remark_on_crossing(view.record, question, crossed)}")

    def action_stay(self) -> None:
        self.stay_at(self.view.cursor)

    def stay_at(self, node: int) -> None:
        """Let the search stand at the step of a node, and look around no more."""
        view = self.view
        with self._cleared_then_shown():
            if self._look_at(node):
                view.visit(view.step)

    def action_back_out(self) -> None:
        """Take back what was asked for last; where there is nothing, go to the gallery.

        The first of these that there is: an explanation, a look around, a visit to the step of
        another node, a remark that a key has caused.
        """
        view = self.view
        has_remark_of_key = view.message not in {"", self._remark_on_opening}
        if view.explanation:
            self._take_back_what_is_said()
        elif view.has_cursor:
            with self._cleared_then_shown():
                view.stop_looking()
        elif view.returns_to is not None:
            self.go_to(view.returns_to)
        elif has_remark_of_key:
            self._take_back_what_is_said()
        else:
            self.post_message(messages.OpenGallery())

    def _take_back_what_is_said(self) -> None:
        self.view.clear()
        self.show()

    def action_find(self) -> None:
        """Ask what is sought, and look at the next node that fits."""

        def action_for(text: str) -> messages.LineAction:
            """Return what ↵ does with the text that is typed so far: it looks at a node.

            Raises:
                ValueError: No node fits.
            """
            sought = text.strip()
            nodes = moves.matches(self.view.tree, text)
            if not nodes:
                raise ValueError(
                    f"nothing here is called “{sought}”, stands there or is worth that"
                )
            found = self.view.snapshot.signed(nodes[0])
            if len(nodes) > 1:
                found = f"{found} and {len(nodes) - 1} more"
            return messages.LineAction(found, partial(self._find, text))

        expected = "a label, an address such as 3.2, a value, or part of a name"
        self.post_message(messages.AskForLine("Find", expected, action_for, self._sought))

    def _find(self, text: str) -> None:
        """Look at the node after the cursor that fits; after the last one at the first."""
        self._sought = text
        nodes = moves.matches(self.view.tree, text)
        index = bisect_right(nodes, self.view.cursor) % len(nodes)
        self.look_at(nodes[index])
        if len(nodes) > 1 and not self.view.message:
            self.say(f"{index + 1} of {len(nodes)} that fit “{text}”; / ↵ goes to the next.")

    def action_turn_view(self) -> None:
        with self._cleared_then_shown():
            self.view.turn()

    def action_card(self) -> None:
        with self._cleared_then_shown():
            self.view.card = CARDS[(CARDS.index(self.view.card) + 1) % len(CARDS)]

    def action_why(self) -> None:
        with self._cleared_then_shown():
            self.view.explanation = self.view.snapshot.beyond
            self.view.explains_step = True
            if not self.view.explanation:
                self.view.say("There is no more to say here.")

    def action_ask(self) -> None:
        view = self.view
        with self._cleared_then_shown():
            view.set_asks(not view.asks)
            if view.asks:
                view.say("Asking is on: space and c stop before each possible cut-off and ask.")
            else:
                view.say("Asking is off.")
        self.post_message(messages.SetAsking(view.asks))

    def action_cross(self) -> None:
        with self._cleared_then_shown():
            self.view.cross()

    def action_open(self, screen: messages.ScreenOfView) -> None:
        if screen == "try_it" and self.view.would_show_more:
            self.say("While you are asked, w turns only what a cut-off on the screen has pruned.")
        else:
            self._open(messages.OpenScreen(screen, self.view))

    def action_try_unknown(self) -> None:
        """Turn the first unknown leaf that has no value yet; without one, what w turns."""
        view = self.view
        unknowns = [leaf for leaf in view.tree.unknowns if view.tree.leaf_value(leaf) is None]
        if unknowns:
            view.look_at(min(unknowns))
        self.action_open("try_it")

    def action_compare(self, rule: str = "") -> None:
        """Ask for a screen with two searches of this tree side by side.

        The left one is the search that is shown. The right one differs in one rule: for ``fail`` it
        is fail-hard if this one is fail-soft, and the other way round. If the rule makes no
        difference to this search, the user is told so.

        Args:
            rule: The name of the rule, such as ``fail``; or ``minimax`` for minimax, beside which
                alpha-beta is laid. Empty to ask the user.
        """
        from treeexplorer.explain.comparing import minimax_beside, opposites

        view = self.view
        if not rule:
            self._ask_what_to_compare()
            return
        # Only rules that make a difference have an opposite.
        other_search_by_rule = {other.rule: other for other in opposites(view.rules)}
        other_search_by_rule["minimax"] = minimax_beside(view.rules)
        other_search = other_search_by_rule.get(rule)
        if other_search is not None:
            self._open(messages.OpenComparison(view, other_search.changes))
            return
        with self._cleared_then_shown():
            view.say(f"That makes no difference: {idle_because(view.rules, rule)}.")

    def _ask_what_to_compare(self) -> None:
        """Offer the rules that have another value, to compare the search under it."""
        from treeexplorer.explain.comparing import opposites

        choices = [
            (each.words, partial(self.action_compare, each.rule))
            for each in opposites(self.view.rules)
        ]
        self._open(messages.Offer("Compare", choices))

    def _open(
        self,
        message: messages.OpenScreen
        | messages.OpenEditor
        | messages.OpenComparison
        | messages.Offer,
    ) -> None:
        """Ask the app for another screen, which it shows above this one.

        Args:
            message: Says which screen, and what it is to show. The app handles it later, when this
                key is done.
        """
        # What was said for the key before is taken back, as for any other key.
        with self._cleared_then_shown():
            self.post_message(message)

    def action_save(self) -> None:
        from treeexplorer.terminal.exports import offer

        with self._cleared_then_shown():
            self.post_message(offer(self, self.view, self.show))

    def palette_rows(self) -> Iterator[PaletteRow]:
        yield from STUDENT_QUESTIONS
        yield from COPIES
        yield from super().palette_rows()

    def action_copy(self, what: Copied) -> None:
        """Copy something of the view, where the terminal lets programs copy.

        Args:
            what: What is copied: the text of the tree, its drawing, or what is said of the step.
        """
        from treeexplorer.terminal.exports import text_to_copy

        try:
            text = text_to_copy(self.view, what)
        except ValueError as error:
            self.say(as_sentence(str(error)))
            return
        self.app.copy_to_clipboard(text)
        # No terminal tells whether it has copied anything, so the remark does not claim it.
        lines = counted(len(text.splitlines()), "line", "lines")
        self.say(f"Copied: {lines}, where the terminal lets programs copy.")

    def action_save_now(self) -> None:
        with self._cleared_then_shown():
            saving = editing.Saving.of_view(self, self.view, self.show)
            if saving.file.has_unsaved_work:
                saving.save()
            else:
                self.view.say("Nothing is unsaved. s exports, or saves under another name.")

    def action_edit(self) -> None:
        """Edit the text of the trees, the caret at the node that is looked at."""
        view = self.view
        positions = editing.exercise_of(view).positions
        at = None if positions is None else positions.of_node(view.cursor)
        source = Source.of_text("", view.name) if view.source is None else view.source
        self._open(messages.OpenEditor(source, edited=view, at=at))

    def on_screen_resume(self) -> None:
        # A screen above may have kept the same file and given it up.
        self._last_kept = None
        self.keep_now()

    def action_change(self) -> None:
        """Ask for another name and value of the node that is looked at, and write it."""
        view = self.view
        node = view.cursor
        exercise = editing.exercise_of(view)

        def action_for(text: str) -> messages.LineAction:
            """Return what ↵ does with the text that is typed so far: it writes it at the node.

            Raises:
                ValueError: It cannot stand at the node.
            """
            replaced(exercise, node, text)  # for its error alone: _change makes the text anew
            return messages.LineAction("↵ writes it", partial(self._change, node, text))

        is_leaf = view.tree.is_leaf(node)
        # A leaf is written as a value, a word for an unknown one, or both name and value. A node
        # with children has a name, and perhaps the value that somebody claims for it.
        examples = "a name as b:, or b:6 with a value you claim"
        if is_leaf:
            examples = "7, x if it is unknown, b:7 with a name"
        question = messages.AskForLine(
            f"Change {view.snapshot.signed(node)}",
            examples,
            action_for,
            answer=written_at(exercise, node),  # what stands there now, such as ``b:8``
            takes_empty_line=not is_leaf,  # a node with children needs neither name nor value
        )
        self.post_message(question)

    def _change(self, node: int, text: str) -> None:
        """Write another name and value at a node, or say why that cannot be."""
        with self._cleared_then_shown():
            try:
                editing.change(self.view, node, text)
            except EditError as error:
                self.view.say(as_sentence(str(error)))

    def action_undo(self) -> None:
        with self._cleared_then_shown():
            editing.undo(self.view)

    def action_redo(self) -> None:
        with self._cleared_then_shown():
            editing.redo(self.view)

    def _watch_file(self) -> None:
        """Look whether the file has changed on the disk; offer to read it again when it has.

        A timer calls this again and again. The change is said once, when it is found. The offer
        goes if the file becomes again what was read of it.
        """
        view = self.view
        path = None if view.source is None else view.source.path
        digest_of_text = view.known_digest  # of the file as it was read or saved last
        is_in_front = self.app.screen is self
        if path is None or digest_of_text is None or not is_in_front:
            return
        is_outdated = self._watch_on(path).has_changed(digest_of_text)
        if is_outdated == view.is_outdated:
            return
        view.is_outdated = is_outdated
        has_remark = bool(view.message)  # it is not overwritten
        if is_outdated and not has_remark:
            view.say(f"{view.name} has changed on the disk: ctrl+r reads it again.")
        self.show()

    def _watch_on(self, path: Path) -> Watch:
        """Return what watches a file: the watch that is there, or a new one for another file."""
        if self._watch is None or self._watch.path != path:
            self._watch = Watch(path)
        return self._watch

    def action_read_again(self) -> None:
        """Read the file again, which has changed on the disk.

        A large one is opened anew, which shows how far the reading has come; of any other the view
        takes over the trees.
        """
        view = self.view
        source = view.source
        with self._cleared_then_shown():
            if source is not None and source.is_large:
                self.post_message(messages.OpenSource(source))
            else:
                editing.read_again_and_say(view)

    def action_tree(self, by: Neighbour) -> None:
        """Show the tree of this file before or after the one shown; past its ends, another file's.

        A tree that cannot be searched says so, and the tree that was shown stays.

        Args:
            by: 1 for the next tree, −1 for the one before.
        """
        view = self.view
        index = view.index + by
        is_in_this_file = 0 <= index < len(view.exercises)
        with self._cleared_then_shown():
            if is_in_this_file:
                self._show_tree(index)
            else:
                source = Source.of_text("") if view.source is None else view.source
                self.post_message(messages.OpenBeside(source, by))

    def _show_tree(self, index: int) -> None:
        """Show another tree of this file, or say why it cannot be searched."""
        try:
            self.view.show_tree(index)
        except ValueError as error:
            self.view.say(str(error))
        self.view.stop_looking()

    def on_canvas_pointed(self, event: Canvas.Pointed) -> None:
        if event.twice:
            self.stay_at(event.node)
        else:
            self.look_at(event.node)

    def on_slider_moved(self, event: Slider.Moved) -> None:
        self._go_on_to(event.place)


def _usual_banner_lines(height: int) -> int:
    """Return how many lines the banner has on a screen of some height, unless it needs more."""
    if height < _LOW_SCREEN:
        return 4
    if height < _MIDDLING_SCREEN:
        return 5
    return 7


def _step_in(text: str, last: int) -> int | None:
    """Return the number of a step that somebody typed; ``None`` where there is no such step.

    Example:
        >>> _step_in(" 7", 12), _step_in("13", 12), _step_in("seven", 12)
        (7, None, None)
    """
    if not text.strip().isdecimal():
        return None
    try:
        step = int(text)
    except ValueError:  # of more digits than Python reads
        return None
    return step if step <= last else None


def _remarks_on(view: View) -> Iterator[str]:
    """Yield what is said when a tree is opened: who moves twice in a row, what can be marked.

    For example ``2 answers are written here: K marks them.``
    """
    exercise = view.exercises[view.index]
    # With the tree as it is searched, since a rule can change the players.
    twice = twice_in_a_row(replace(exercise, tree=view.tree))
    if twice:
        yield as_sentence(twice)
    # "visited" is no answer: it stands for a slash that is missing.
    answers = sum(claim.kind != "visited" for claim in exercise.claims)
    if answers and view.is_paper:
        written = counted(answers, "answer is", "answers are")
        them = "it" if answers == 1 else "them"
        yield f"{written} written here: K marks {them}."
