"""The explorer: the drawing of the tree, what explains it, and the keys that step through it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
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
from treeexplorer.editing.text import EditError, read_name_and_value, replaced
from treeexplorer.editing.watch import Watch
from treeexplorer.engine.algorithms import explain_why_idle
from treeexplorer.errors import present
from treeexplorer.explain.crossed import remark_on_crossing
from treeexplorer.explain.endings import waiting
from treeexplorer.explain.why import describe_why_not_visited
from treeexplorer.gallery import Neighbour
from treeexplorer.judging.questions import Crossing, Task, judge_crossing, next_possible_cut
from treeexplorer.notation import Exercise, describe_player_moving_twice
from treeexplorer.numbers import counted
from treeexplorer.terminal import editing, messages, moves
from treeexplorer.terminal.keys import CHANGE, FILES, LOOK, STEP, key, more
from treeexplorer.terminal.lines import BLANK, TextLine
from treeexplorer.terminal.palette_rows import COPIES, STUDENT_QUESTIONS, PaletteRow
from treeexplorer.terminal.panels.banner import banner, compute_banner_height
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

_SIDE_WIDTH_SHARE: Final = 0.3
_MIN_SIDE_WIDTH: Final = 34
_MIN_DRAWING_WIDTH: Final = 50
"""The columns of the drawing that the side leaves to it, even if it is narrow itself then."""
_LOW_SCREEN: Final = 22
_MEDIUM_SCREEN: Final = 28
"""The heights from which on the banner has more lines."""
_MIN_WIDTH_WITH_COUNTS: Final = 70
_SEARCH_SECONDS: Final = 0.016
_SEARCH_INTERVAL: Final = 0.025
_WATCH_SECONDS: Final = 1.0
_FORWARD_MOVES: Final = frozenset({"next", "step"})
"""The moves by which one reads on: they stop at a question, or at an unknown leaf."""
_SIGN_BY_CROSSING: Final = {Crossing.RIGHT: "✓", Crossing.TOO_FEW: "✓"}
"""The signs before what is said of an answer that is no mistake."""
_ACTION_BY_ARROW: Final[dict[Direction, str]] = {
    "right": "move('next')",
    "left": "move('back')",
    "down": "next_cut",
    "up": "previous_cut",
}
"""What the arrows do in time."""
_CUTOFF_ACTIONS: Final = frozenset({"next_cut", "previous_cut", "ask", "cross"})
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
        self._last_search_text = ""
        # The remark with which the screen opened. esc does not take it back, as no key caused it.
        self._remark_on_opening = ""
        was_left_at_step = view.step > 0
        has_remark = bool(view.message)
        if not was_left_at_step and not has_remark:
            view.say(" ".join(_describe_peculiarities(view)))

    def heading(self, width: int) -> TextLine:
        return heading(self.view, width, "ASKING" if self.view.asks else "")

    def parts(self) -> ComposeResult:
        view = self.view
        with Horizontal(id="body"):
            yield Canvas(view, id="canvas")
            yield LineView(self._render_side_panel, surface="panel", id="side")
        yield LineView(partial(banner, view), id="banner")
        yield Slider(self._tracks)

    def _render_side_panel(self, width: int, height: int) -> list[TextLine]:
        marks = self.query_one("#side", LineView).styles_in_use.none
        return side(self.view, width, height, marks=marks)

    def on_mount(self) -> None:
        self._remark_on_opening = self.view.message
        self._search_timer = self.set_interval(
            _SEARCH_INTERVAL, self._continue_search, pause=not self.view.searching
        )
        self._check_file_for_changes()
        self.set_interval(_WATCH_SECONDS, self._check_file_for_changes, name="watch")

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
        """Set the width of the side panel and the height of the banner to fit the screen.

        A narrow screen has no side panel. The banner has at most half of the lines, but at least
        two.
        """
        panel = self.query_one("#side", LineView)
        panel.display = width >= LEAST_BESIDE
        left_by_drawing = width - _MIN_DRAWING_WIDTH
        least_columns = min(_MIN_SIDE_WIDTH, left_by_drawing)
        share_of_width = round(_SIDE_WIDTH_SHARE * width)
        panel.styles.width = max(least_columns, share_of_width)

        wanted_lines = max(_choose_banner_height(height), compute_banner_height(self.view, width))
        most_lines = max(2, height // 2)
        self.query_one("#banner").styles.height = min(wanted_lines, most_lines)

    def _tracks(self) -> list[Track]:
        """Return the timeline, with the step at its left and the counts at its right.

        For example ``step 7/15   ──●────╳──   4 of 9 leaves read``. A narrow screen leaves out the
        counts. It is a list with this one timeline, as the slider can have several.
        """
        view = self.view
        screen_width = self.app.size.width
        counts_shown = BLANK
        if screen_width >= _MIN_WIDTH_WITH_COUNTS:
            about_a_third = screen_width // 3 + 1
            counts_shown = counts(view, about_a_third)
        gap = "   " if counts_shown else "  "

        # A timeline is not wider than the screen, and each half of a cell can have a mark.
        most_marks = 2 * screen_width
        track = Track(
            at=view.step,
            low=0,
            high=view.track_end,
            marks=view.marks(most_marks),
            before=self._render_step_before_track(),
            after=((gap, ""), *counts_shown),
        )
        return [track]

    def _render_step_before_track(self) -> TextLine:
        """Render the step, such as ``step 7/15``, with the gap before the timeline.

        It is as wide at every step, so that the timeline stays in its column: ``step 7/15`` has one
        blank more behind it than ``step 10/15``.
        """
        view = self.view
        missing_digits = len(str(view.track_end)) - len(str(view.step))
        gap = " " * (missing_digits + 3)
        return (*counter(view), (gap, ""))

    @contextmanager
    def _clear_remark_then_show(self) -> Iterator[None]:
        """Remove the remark on the last key; at the end of the ``with`` block show the screen.

        A remark that is set in the block stays. After an exception in the block nothing is shown.
        """
        self.view.clear()
        yield
        self.show()

    def _go_forward(self, move: moves.Destination, nowhere: str = "") -> None:
        """Go to the step that a move leads to, unless there is a question before it.

        An open question is answered: the step that it asks about is shown. If the user wants to be
        asked, the next possible cut-off on the way becomes a question.

        Args:
            move: Returns the step that the move leads to, or ``None`` if there is none.
            nowhere: The remark if there is none.
        """
        view = self.view
        open_question = view.question
        if open_question is not None:
            step_asked_about = open_question.at.number
            self.go_to(step_asked_about)
            return
        if view.asks:
            next_question = self._find_question_before(move)
            if next_question is not None:
                with self._clear_remark_then_show():
                    view.ask(next_question)
                return
        self._go_where_move_leads(move, nowhere)

    def _find_question_before(self, move: moves.Destination) -> Task | None:
        """Return the first possible cut-off up to the step that a move leads to, if there is one.

        If the move leads nowhere, all later steps count.
        """
        view = self.view
        # A move finds only steps that are recorded, so the search goes on first.
        view.search_on(_SEARCH_SECONDS)
        target_step = move(view.record, view.step)
        last_step = view.steps if target_step is None else target_step
        return next_possible_cut(view.record, view.step, last_step)

    def _go_where_move_leads(self, move: moves.Destination, nowhere: str = "") -> None:
        """Go where a move leads, or say that it leads nowhere."""
        view = self.view
        with self._clear_remark_then_show():
            if view.move(move):
                view.stop_looking()
            elif not view.searching:
                view.say(nowhere)

    def go_to(self, step: int) -> None:
        """Show a step."""
        with self._clear_remark_then_show():
            self.view.go_to(step)
            self.view.stop_looking()

    def look_at(self, node: int) -> None:
        """Move the cursor to a node; the search waits. If the search does not visit it, say why."""
        with self._clear_remark_then_show():
            self._set_cursor(node)

    def _set_cursor(self, node: int) -> bool:
        """Move the cursor to a node; if it has no step, say why and return False."""
        view = self.view
        has_step = view.look_at(node)
        if not has_step:
            view.say(str(describe_why_not_visited(view.record, node, view.bookmark.step)))
        return has_step

    def say(self, text: str) -> None:
        """Show a short remark until the next key."""
        if text == self.view.message:
            return  # a paste that no terminal announces is thousands of keys
        self.view.say(text)
        self.show()

    def has_key(self, action: str) -> bool:
        """Tell whether an action has its key: enter answers an open question, and else stays."""
        is_question_open = self.view.question is not None
        match action:
            case "answer":
                return is_question_open
            case "stay":
                return not is_question_open
            case _:
                return True

    def why_idle(self, action: str, parameters: tuple[object, ...]) -> str:
        """Return why an action does nothing now, as a sentence; empty if it does something."""
        is_question_open = self.view.question is not None
        if not self.view.has_windows and self._is_about_cutoffs(action, parameters):
            reason = present(explain_why_idle(self.view.rules, "cutoff"))
            return as_sentence(f"{reason}; r chooses another search")
        match action:
            case "read_again" if not self.view.is_outdated:
                return self._explain_why_not_read_again()
            case "cross" if not is_question_open:
                return "x answers a question: A asks before each possible cut-off."
            case "why" if is_question_open:
                return "That would tell the answer; ↵ answers, space passes the question over."
            case "stay" if not self.view.has_cursor:
                return "↵ stays at the node that is looked at; i looks around."
            case "stay" if self.view.telling_step_of_cursor is None:
                return "The search has no step at this node, where it could stay."
            case _:
                return ""

    def _is_about_cutoffs(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Return whether an action is about cut-offs, as up and down are without a cursor."""
        if action == "arrow":
            return parameters in {("down",), ("up",)} and not self.view.has_cursor
        return action in _CUTOFF_ACTIONS

    def _explain_why_not_read_again(self) -> str:
        """Say why there is nothing to read again: the tree has no file, or that is as it was."""
        source = self.view.source
        if source is None or source.path is None:
            return "This tree is from no file that could be read again."
        if not source.path.exists():
            return f"{self.view.name} is no longer on the disk; s saves the tree."
        return f"{self.view.name} has not changed on the disk."

    def action_move(self, name: str) -> None:
        """Make a move; one that goes forward stops at a question or an unknown leaf.

        At an unknown leaf whose value the search needs, the screen opens on which values are tried.

        Args:
            name: The name of the move in ``moves.MOVES``.
        """
        move = moves.MOVES[name]
        if name not in _FORWARD_MOVES:
            self._go_where_move_leads(move, "This is the start of the search.")
            return

        unknown_leaf = self.view.record.waits_for
        if unknown_leaf is not None and self.view.waits_here:
            self.view.look_at(unknown_leaf)
            self.action_open("try_it")
        else:
            self._go_forward(move, "This is the end of the search.")

    def action_end(self) -> None:
        self._go_where_move_leads(moves.last_step, "This is the end of the search.")
        if self.view.searching:
            self.say("The search goes on; this is its last step so far.")

    def action_next_cut(self) -> None:
        missing_value = waiting(self.view.record)
        nowhere = "There is no cut-off after this step"
        if missing_value is not None:
            nowhere = f"{nowhere} yet. {missing_value}"
        self._go_forward(moves.next_cut, as_sentence(nowhere))

    def action_previous_cut(self) -> None:
        self._go_where_move_leads(moves.previous_cut, "There is no cut-off before this step.")

    def action_go_to_step(self) -> None:
        """Ask for the number of a step, and go there."""
        last_step = self.view.track_end
        valid_numbers = f"a number from 0 to {last_step}"

        # Called for each text that is typed: the prompt shows the error as a remark.
        def parse_answer(text: str) -> messages.LineAction:
            step = _parse_step(text, last_step)
            if step is None:
                raise ValueError(valid_numbers)
            return messages.LineAction(valid_numbers, partial(self._go_to_or_ask, step))

        self.post_message(messages.AskForLine("Go to step", f"0 to {last_step}", parse_answer))

    def _go_to_or_ask(self, step: int) -> None:
        """Go to a step, or to the first question before it if the user wants to be asked."""
        if step > self.view.step:
            self._go_forward(moves.to_step(step))
        else:
            self.go_to(step)

    def _continue_search(self) -> None:
        """Continue the search for a moment; a timer calls this until the search has ended."""
        view = self.view
        # The timer rests until another search begins; `show` wakes it.
        if not view.searching:
            if self._search_timer is not None:
                self._search_timer.pause()
            return
        view.search_on(_SEARCH_SECONDS)
        self.show()

    def action_look(self) -> None:
        """Place the cursor on the current node, so that the arrows move it; the search waits."""
        view = self.view
        with self._clear_remark_then_show():
            step = view.bookmark.step
            has_step = self._set_cursor(view.cursor)
            if view.question is not None:
                view.say("The arrows go to a branch, x crosses it out.")
            elif has_step:
                view.say(f"The arrows look around, esc goes back to step {step}, ↵ stays.")

    async def action_arrow(self, direction: Direction) -> None:
        """Move the cursor to the node in a direction; without a cursor move through the search.

        Args:
            direction: Where the node is drawn, seen from the cursor.
        """
        if not self.view.has_cursor:
            await self.run_action(_ACTION_BY_ARROW[direction])
            return
        node = self.query_one(Canvas).neighbour(direction)
        if node == self.view.cursor:
            self.say("There is no node that way.")
        else:
            self.look_at(node)

    def action_answer(self) -> None:
        view = self.view
        question = present(view.question)
        crossed = view.crossed
        self.go_to(question.at.number)
        sign = _SIGN_BY_CROSSING.get(judge_crossing(question, crossed), "✗")
        self.say(f"{sign} {remark_on_crossing(view.record, question, crossed)}")

    def action_stay(self) -> None:
        self.stay_at(self.view.cursor)

    def stay_at(self, node: int) -> None:
        """Go to the step of a node, and remove the cursor."""
        view = self.view
        with self._clear_remark_then_show():
            if self._set_cursor(node):
                view.visit(view.step)

    def action_back_out(self) -> None:
        """Undo the last thing that the user asked to see; if there is none, leave the screen.

        That is, in this order: an explanation, the cursor, a visit to the step of another node, a
        remark on a key.
        """
        view = self.view
        has_remark_on_key = view.message not in {"", self._remark_on_opening}
        if view.explanation:
            self._clear_remark()
        elif view.has_cursor:
            with self._clear_remark_then_show():
                view.stop_looking()
        elif view.returns_to is not None:
            self.go_to(view.returns_to)
        elif has_remark_on_key:
            self._clear_remark()
        else:
            self.leave()

    def leave(self) -> None:
        """Go to what one came from: the gallery."""
        self.post_message(messages.OpenGallery())

    def _clear_remark(self) -> None:
        self.view.clear()
        self.show()

    def action_find(self) -> None:
        """Ask for a text, and move the cursor to the next node that matches it."""

        # Called for each text that is typed: the prompt shows the error as a remark.
        def parse_answer(text: str) -> messages.LineAction:
            matching_nodes = moves.matches(self.view.tree, text)
            if not matching_nodes:
                raise ValueError(
                    f"nothing here is called “{text.strip()}”, stands there or is worth that"
                )
            description = self.view.snapshot.signed(matching_nodes[0])
            if len(matching_nodes) > 1:
                description = f"{description} and {len(matching_nodes) - 1} more"
            go_on = partial(self._look_at_next_match, text, matching_nodes)
            return messages.LineAction(description, go_on)

        examples = "a label, an address such as 3.2, a value, or part of a name"
        self.post_message(
            messages.AskForLine("Find", examples, parse_answer, self._last_search_text)
        )

    def _look_at_next_match(self, text: str, matching_nodes: Sequence[int]) -> None:
        """Move the cursor to the next node that matches a text; after the last to the first.

        For example from node 5 to node 8, of the matching nodes 2, 5 and 8; a remark says ``3 of
        3``. If the search has no step at the node, a remark says why instead.

        Args:
            text: The text that was typed.
            matching_nodes: The nodes that match it, ascending, at least one.
        """
        self._last_search_text = text
        count = len(matching_nodes)
        index = bisect_right(matching_nodes, self.view.cursor) % count
        with self._clear_remark_then_show():
            has_step = self._set_cursor(matching_nodes[index])
            if has_step and count > 1:
                self.view.say(f"{index + 1} of {count} that fit “{text}”; / ↵ goes to the next.")

    def action_turn_view(self) -> None:
        with self._clear_remark_then_show():
            self.view.turn()

    def action_card(self) -> None:
        with self._clear_remark_then_show():
            self.view.card = CARDS[(CARDS.index(self.view.card) + 1) % len(CARDS)]

    def action_why(self) -> None:
        with self._clear_remark_then_show():
            self.view.explanation = self.view.snapshot.beyond
            self.view.explains_step = True
            if not self.view.explanation:
                self.view.say("There is no more to say here.")

    def action_ask(self) -> None:
        view = self.view
        with self._clear_remark_then_show():
            view.set_asks(not view.asks)
            if view.asks:
                view.say("Asking is on: space and c stop before each possible cut-off and ask.")
            else:
                view.say("Asking is off.")
        self.post_message(messages.SetAsking(view.asks))

    def action_cross(self) -> None:
        with self._clear_remark_then_show():
            self.view.cross()

    def action_open(self, screen: messages.ScreenOfView) -> None:
        if screen == "try_it" and self.view.would_show_more:
            self.say("While you are asked, w turns only what a cut-off on the screen has pruned.")
        else:
            self._open_screen(messages.OpenScreen(screen, self.view))

    def action_try_unknown(self) -> None:
        """Turn the first unknown leaf that has no value yet; without one, what w turns."""
        view = self.view
        unknowns = [leaf for leaf in view.tree.unknowns if view.tree.leaf_value(leaf) is None]
        if unknowns:
            view.look_at(min(unknowns))
        self.action_open("try_it")

    def action_compare(self, rule: str = "") -> None:
        """Open a screen with this search and the same search with one rule changed.

        For example ``fail`` compares a fail-soft search with a fail-hard one. If the rule makes no
        difference to this search, a remark says so.

        Args:
            rule: The name of the rule; ``minimax`` to compare with minimax; empty to ask the user.
        """
        from treeexplorer.explain.contenders import build_minimax_comparison, collect_opposites

        view = self.view
        if not rule:
            self._offer_comparisons()
            return

        # Only rules that make a difference have an opposite.
        other_search_by_rule = {other.rule: other for other in collect_opposites(view.rules)}
        other_search_by_rule["minimax"] = build_minimax_comparison(view.rules)
        other_search = other_search_by_rule.get(rule)
        if other_search is not None:
            self._open_screen(messages.OpenComparison(view, other_search.changes))
            return
        with self._clear_remark_then_show():
            view.say(f"That makes no difference: {explain_why_idle(view.rules, rule)}.")

    def _offer_comparisons(self) -> None:
        """Let the user choose the rule in which the other search differs, and compare them."""
        from treeexplorer.explain.contenders import collect_opposites

        choices = [
            (other.words, partial(self.action_compare, other.rule))
            for other in collect_opposites(self.view.rules)
        ]
        self._open_screen(messages.Offer("Compare", choices))

    def _open_screen(
        self,
        message: messages.OpenScreen
        | messages.OpenEditor
        | messages.OpenComparison
        | messages.Offer,
    ) -> None:
        """Ask the app to show another screen above this one, once this key is handled."""
        with self._clear_remark_then_show():
            self.post_message(message)

    def action_save(self) -> None:
        from treeexplorer.terminal.exports import offer

        with self._clear_remark_then_show():
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
        with self._clear_remark_then_show():
            saving = editing.Saving.of_view(self, self.view, self.show)
            if saving.file.has_unsaved_work:
                saving.save()
            else:
                self.view.say("Nothing is unsaved. s exports, or saves under another name.")

    def action_edit(self) -> None:
        """Open the editor with the text of the trees, and the caret at the node at the cursor."""
        view = self.view
        positions = editing.exercise_of(view).positions
        at = None if positions is None else positions.of_node(view.cursor)
        source = Source.of_text("", view.name) if view.source is None else view.source
        self._open_screen(messages.OpenEditor(source, edited=view, at=at))

    def on_screen_resume(self) -> None:
        # A screen above may have kept the same file and given it up.
        self._last_kept = None
        self.keep_now()

    def action_change(self) -> None:
        """Ask for another name and value of the node at the cursor, and write them."""
        view = self.view
        node = view.cursor
        exercise = editing.exercise_of(view)

        # Called for each text that is typed: the prompt shows the error as a remark.
        def parse_answer(text: str) -> messages.LineAction:
            replaced(exercise, node, text)  # only for its error: _change_node makes the text anew
            return messages.LineAction("↵ writes it", partial(self._change_node, node, text))

        is_leaf = view.tree.is_leaf(node)
        if is_leaf:
            examples = "7, x if it is unknown, b:7 with a name"
        else:
            examples = "a name as b:, or b:6 with a value you claim"
        question = messages.AskForLine(
            f"Change {view.snapshot.signed(node)}",
            examples,
            parse_answer,
            answer=read_name_and_value(exercise, node),  # its current text, such as ``b:8``
            takes_empty_line=not is_leaf,  # a node with children needs neither name nor value
        )
        self.post_message(question)

    def _change_node(self, node: int, text: str) -> None:
        """Write another name and value at a node, or say why they cannot be written there."""
        with self._clear_remark_then_show():
            try:
                editing.change(self.view, node, text)
            except EditError as error:
                self.view.say(as_sentence(str(error)))

    def action_undo(self) -> None:
        with self._clear_remark_then_show():
            editing.undo(self.view)

    def action_redo(self) -> None:
        with self._clear_remark_then_show():
            editing.redo(self.view)

    def _check_file_for_changes(self) -> None:
        """Offer to read the file again if it has changed on the disk; a timer calls this.

        A change is reported once. The offer ends, and its words with it, if the file has its old
        content again or is gone.
        """
        view = self.view
        path = None if view.source is None else view.source.path
        digest_of_text = view.known_digest  # of the file when it was read or saved last
        is_in_front = self.app.screen is self
        if path is None or digest_of_text is None or not is_in_front:
            return

        is_outdated = self._get_watch(path).has_changed(digest_of_text)
        if is_outdated == view.is_outdated:
            return
        view.is_outdated = is_outdated
        offer = f"{view.name} has changed on the disk: ctrl+r reads it again."
        has_remark = bool(view.message)  # it is not overwritten
        if is_outdated and not has_remark:
            view.say(offer)
        elif not is_outdated and view.message == offer:
            view.say("")
        self.show()

    def _get_watch(self, path: Path) -> Watch:
        """Return the watch on a file; it is created at the first call for the file."""
        if self._watch is None or self._watch.path != path:
            self._watch = Watch(path)
        return self._watch

    def action_read_again(self) -> None:
        """Read the file again after it has changed on the disk.

        A large file is opened anew, on a screen that shows the progress.
        """
        view = self.view
        source = view.source
        with self._clear_remark_then_show():
            if source is not None and source.is_large:
                self.post_message(messages.OpenSource(source))
            else:
                editing.read_again_and_say(view)

    def action_tree(self, by: Neighbour) -> None:
        """Show the next or the previous tree of this file; past its ends, one of another file.

        Args:
            by: 1 for the next tree, −1 for the previous one.
        """
        view = self.view
        index = view.index + by
        is_in_this_file = 0 <= index < len(view.exercises)
        with self._clear_remark_then_show():
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
        self._go_to_or_ask(event.place)


def _choose_banner_height(height: int) -> int:
    """Return how many lines the banner has on a screen of a given height, unless it needs more."""
    if height < _LOW_SCREEN:
        return 4
    if height < _MEDIUM_SCREEN:
        return 5
    return 7


def _parse_step(text: str, last: int) -> int | None:
    """Parse the number of a step; return ``None`` if there is no such step.

    Example:
        >>> _parse_step(" 7", 12), _parse_step("13", 12), _parse_step("seven", 12)
        (7, None, None)
    """
    if not text.strip().isdecimal():
        return None
    try:
        step = int(text)
    except ValueError:  # of more digits than Python reads
        return None
    return step if step <= last else None


def _describe_peculiarities(view: View) -> Iterator[str]:
    """Yield remarks on an opened tree: a player moves twice in a row, answers are written.

    For example ``2 answers are written here: K marks them.``
    """
    exercise = view.exercises[view.index]
    # With the tree as it is searched, since a rule can change the players.
    remark_on_players = describe_player_moving_twice(replace(exercise, tree=view.tree))
    if remark_on_players:
        yield as_sentence(remark_on_players)

    answer_count = _count_answers(exercise)
    if answer_count > 0 and view.is_paper:
        answers_are = counted(answer_count, "answer is", "answers are")
        pronoun = "it" if answer_count == 1 else "them"
        yield f"{answers_are} written here: K marks {pronoun}."


def _count_answers(exercise: Exercise) -> int:
    """Count the answers that are written in a file about a tree.

    A claim of the kind “visited” is none: it stands for a slash that is missing.
    """
    return sum(claim.kind != "visited" for claim in exercise.claims)
