"""Practise: the search asks what comes next, with boxes for the answer.

While a question is open nothing on the screen knows more than the step before it. What is asked is
a quiz (:mod:`treeexplorer.marking.practise`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal

from treeexplorer.drawing.styled_text import Look
from treeexplorer.errors import present
from treeexplorer.explain.hints import asked
from treeexplorer.explain.sentence import Sentence
from treeexplorer.judging.questions import Field, Task
from treeexplorer.marking.entries import EntryError, read_answer
from treeexplorer.marking.practise import BoxFeedback, Ending, Quiz, begin_quiz
from treeexplorer.terminal.keys import EXERCISES, key, more
from treeexplorer.terminal.lines import (
    BLANK,
    StyledText,
    TextLine,
    beside,
    fitted,
    indented,
    length,
    line,
    sentence,
)
from treeexplorer.terminal.panels.banner import bar, coloured_line
from treeexplorer.terminal.panels.funnel import funnel
from treeexplorer.terminal.panels.status import badged, heading
from treeexplorer.terminal.screens.base import UpperScreen, refuse_larger
from treeexplorer.terminal.view import Practised, View
from treeexplorer.terminal.widgets.answer_form import AnswerForm, FormBox
from treeexplorer.terminal.widgets.canvas import Canvas
from treeexplorer.terminal.widgets.line_view import LineView, OneLine, Words
from treeexplorer.text import as_sentence

_OUTCOMES: Final = {
    Ending.FIRST_TRY: "✓ Right.",
    Ending.SECOND_TRY: "✓ Right, on the second try.",
    Ending.WRONG: "✗ Not this time.",
    Ending.SHOWN: "Shown.",
}
_DOT_OF: Final = {
    Ending.FIRST_TRY: ("●", "decided"),
    Ending.SECOND_TRY: ("○", "decided"),
    Ending.WRONG: ("✗", "cut"),
    Ending.SHOWN: ("·", "quiet"),
}
_SIGN_OF: Final = {True: "✓", False: "✗"}
_SIGNS: Final[dict[Field, str]] = {"v": "v = ", "alpha": "α = ", "beta": "β = "}
_CUT_OR_NOT: Final = {"y": "cut-off", "n": "no cut-off"}
_DOTS: Final = 10
_MISTAKES_NAMED: Final = 3
_LEAST_WITH_WORDS: Final = 22  # lines of a screen that has room for more than one of words
_LEAST_WITH_MARGIN: Final = 24  # lines of a screen that has room for a blank one above the form
_LEAST_FORM_WIDTH: Final = 20
_BESIDE_FUNNEL: Final = 3  # cells left free beside the windows: two at the left, one at the right
_BELOW_FUNNEL: Final = 6  # lines left free below the windows, for the one that the user wrote
_LEAST_FUNNEL: Final = 4  # lines
_LEAST_ABOVE_OWN_WINDOW: Final = 3  # lines
_LEAST_BAR: Final = 3  # cells
_BESIDE_BAR: Final = 20  # cells for the words before the bar of a window, its marks, and margins


class Practise(UpperScreen):
    """Asks question after question about a search, on a twin of the view.

    Raises:
        ValueError: The tree is too large.
        UnknownReachedError: The search waits for the value of an unknown leaf.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        key("enter", "check", "check", "Go to the next box; after the last, have all marked"),
        key("tab", "next_box", "next box", "Go to the next box"),
        key("space,enter,right,pagedown", "next", "next",
            "Ask the next question", "practise_next"),
        key("f2", "hint", "hint", "Show a hint, each time a clearer one"),
        key("f3", "show_answer", "show me", "Show the answer"),
        key("escape", "leave", "stop", "Go back to the tree", "stop_practising"),
        more(EXERCISES, "backspace,left,pageup", "before",
             "Go back to the question before, where nothing is written", "practise_before"),
        more(EXERCISES, "f5", "fresh", "Take a fresh tree of the same kind"),
    ]  # fmt: skip

    def __init__(self, view: View) -> None:
        """Open the screen that asks questions about a search.

        If the user has left such a quiz at this step, it goes on there; else a new one begins.

        Args:
            view: The search and the step from which the user comes.

        Raises:
            ValueError: The tree is too large.
            UnknownReachedError: The search waits for the value of an unknown leaf.
        """
        super().__init__()
        refuse_larger(view, "practise")
        left = _quiz_left_at(view)
        self._original_view = view
        self.view: View = view.twin() if left is None else left.view
        self.quiz = _quiz_at(view) if left is None else left.quiz
        self.form = AnswerForm()
        self._show_boxes()

    def _show_boxes(self) -> None:
        """Show the boxes of the current question, with what was written in them before."""
        question = self.quiz.question
        boxes = [] if question is None else [_box(question, name) for name in question.answers]
        written: dict[str, str] = {box.field: box.given for box in self.quiz.feedback}
        self.form.ask(boxes, written)
        self._mark_boxes()

    def _mark_boxes(self) -> None:
        """Put a sign beside each box that has been marked."""
        self.form.mark({box.field: _SIGN_OF[box.right] for box in self.quiz.feedback})

    def parts(self) -> ComposeResult:
        with Horizontal():
            yield Canvas(self.view, id="practise-tree")
            yield LineView(self._side, surface="panel", classes="-beside")
        yield OneLine(self._question_bar)
        yield self.form
        yield Words(self._sentences)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        if action in {"next_box", "check", "show_answer", "hint"}:
            return self.quiz.open
        return action != "next" or not self.quiz.open

    @property
    def asks_about_cut(self) -> bool:
        """Whether the question is open and asks for a cut-off."""
        question = self.quiz.question
        return self.quiz.open and question is not None and "cut" in question.answers

    def show(self) -> None:
        """Show the step that is asked about; the form has the focus until it is answered."""
        step = max(0, self.quiz.shown_step)
        self.view.go_to(step)
        question = self.quiz.question
        node_asked_about = None  # it is marked in the drawing only if a cut-off is asked for
        if question is not None and self.asks_about_cut:
            node_asked_about = question.at.node
        # Without spoilers, as the drawing must not give the answer away.
        self.view.look = Look(spoilers=False, question=node_asked_about, estimates=True)
        is_to_be_answered = self.quiz.open
        self.form.display = is_to_be_answered
        self.set_focus(self.form if is_to_be_answered else None)
        super().show()

    def give_room(self, width: int, height: int) -> None:
        """Fit the form and the words below it to the screen.

        Args:
            width: The cells of the screen.
            height: The lines of the screen.
        """
        super().give_room(width, height)
        lines_of_form = self.form.lines_needed(max(_LEAST_FORM_WIDTH, width))
        self.form.styles.height = max(1, lines_of_form)
        has_line_above_form = self.quiz.open and height >= _LEAST_WITH_MARGIN
        top_margin = 1 if has_line_above_form else 0
        self.form.styles.margin = (top_margin, 0, 0, 0)
        third_of_screen = height // 3
        self.query_one(Words).fit(width, self._least_lines(height), third_of_screen)

    def _least_lines(self, height: int) -> int:
        """Return how many lines are kept for what is said below the question."""
        if height < _LEAST_WITH_WORDS:
            return 1
        return 2 if self.quiz.open else 4  # once it is answered, what happened is explained there

    def heading(self, width: int) -> TextLine:
        """Return the title; once a question has ended, also the score and the cut test."""
        if not self.quiz.outcomes:
            return heading(self.view, width, "PRACTISE")
        outcomes = [ending for _, ending in sorted(self.quiz.outcomes.items())]
        dots = [_DOT_OF[ending] for ending in outcomes[-_DOTS:]]
        right = line(*dots, (f" {self._score_and_test()} ", "quiet"))
        return badged(self.view.title, "PRACTISE", right, width)

    def _score_and_test(self) -> str:
        """Return how many answers were right, and the cut test: ``3 right   cut: α≥β``.

        Answers that were right on the second try are counted for themselves: ``3 right · 1 on 2nd
        try``. A search without windows has no cut test.
        """
        score = f"{self.quiz.score[Ending.FIRST_TRY]} right"
        on_second_try = self.quiz.score[Ending.SECOND_TRY]
        if on_second_try:
            score = f"{score} · {on_second_try} on 2nd try"
        if self.view.has_windows:
            score = f"{score}   cut: α{self.view.rules.test_sign}β"
        return score

    def _side(self, width: int, height: int) -> list[TextLine]:
        """Return the open nodes' windows; below them the one that the user wrote, if it was wrong.

        Args:
            width: The cells of a line.
            height: How many lines there may be.
        """
        funnel_width = width - _BESIDE_FUNNEL
        funnel_height = max(_LEAST_FUNNEL, height - _BELOW_FUNNEL)
        lines = [BLANK, *funnel(self.view, funnel_width, funnel_height)]
        feedback_by_field = {box.field: box for box in self.quiz.feedback}
        # While the question is open, what was marked was wrong, and there is another try.
        has_wrong_window = (
            self.quiz.open and "alpha" in feedback_by_field and "beta" in feedback_by_field
        )
        if has_wrong_window:
            alpha = feedback_by_field["alpha"]
            beta = feedback_by_field["beta"]
            own_window = [BLANK, _own_window(alpha, beta, width)]
            room_above = max(_LEAST_ABOVE_OWN_WINDOW, height - len(own_window))
            lines = [*lines[:room_above], *own_window]
        return [indented(text) for text in lines][:height]

    def _question_bar(self, width: int) -> TextLine:
        """Return the line with the question.

        Once it is answered, it is what happened at the step; after the last question, that the
        search is over.

        Args:
            width: The cells of the line. The number of the question is left out where it has no
                room.
        """
        question = self.quiz.question
        if question is None:
            return fitted(line((" ✓  That was the whole search", "bold strong")), width, "current")
        is_answered = not self.quiz.open
        if is_answered:
            return bar(self.view.snapshot.banner, width)
        words = sentence(asked(self.quiz.record, question), "bold strong")
        left = line((" ?  ", "bold strong"), *words)
        number = line((f"question {self.quiz.position + 1} ", "bold min"))
        if length(left) + length(number) >= width:
            number = BLANK
        return beside(left, number, width, "question")

    def _sentences(self) -> list[TextLine]:
        """Return what is said below the question, behind a remark on the last key."""
        remark: list[TextLine] = []
        if self.message:
            remark.append(line((self.message, "bold news_text")))
        return [*remark, *self._on_question()]

    def _on_question(self) -> list[TextLine]:
        """Return what is said of the question: the first of these that there is.

        1. After the last question, how all of them ended.
        2. After the answer, what was right and why.
        3. A hint.
        4. What was wrong on the first try.
        """
        if self.quiz.question is None:
            return self._summary()
        if not self.quiz.open:
            return [self._solution(), *map(coloured_line, self._reasons)]
        if self.quiz.hint is not None:
            return [line(("hint  ", "bold quiet"), *sentence(self.quiz.hint))]
        return self._remarks()

    @property
    def _reasons(self) -> Sequence[Sentence]:
        """What is said of the step; what a cut-off prunes stands in the bar."""
        shown = self.view.snapshot.banner
        return shown.lines if self.view.snapshot.cut is None else shown.reasons

    def _summary(self) -> list[TextLine]:
        """Return how the questions of the whole search ended, and the most frequent mistakes.

        For example, where each line may be coloured::

            7 of 9 right, 1 on the second try, 1 wrong, 0 shown.
            2 × …
            F5 takes a fresh tree, esc goes back.
        """
        if not self.quiz.questions:
            return [sentence("There is nothing to ask about this tree.")]
        mistakes = [
            line((f"{count} × ", "cut"), *sentence(str(kind)))
            for kind, count in self.quiz.misconceptions[:_MISTAKES_NAMED]
        ]
        ways_on = line(("F5 takes a fresh tree, esc goes back.", "quiet"))
        return [self._score(), *mistakes, ways_on]

    def _score(self) -> TextLine:
        """Return how many of the questions were answered right, and how the others ended."""
        score = self.quiz.score
        right = f"{score[Ending.FIRST_TRY]} of {len(self.quiz.outcomes)} right"
        others = (
            f", {score[Ending.SECOND_TRY]} on the second try, {score[Ending.WRONG]} wrong, "
            f"{score[Ending.SHOWN]} shown."
        )
        return line((right, "bold strong"), others)

    def _solution(self) -> TextLine:
        """Return how the question ended, and what belongs into its boxes."""
        solution = self.quiz.solution
        parts = [_OUTCOMES[present(self.quiz.outcome)]]
        parts += [f"{sign}{solution[name]}" for name, sign in _SIGNS.items() if name in solution]
        if "cut" in solution:
            parts.append(_CUT_OR_NOT[solution["cut"]])
        return sentence("   ".join(parts))

    def _remarks(self) -> list[TextLine]:
        """Return what is wrong in the boxes of the first try; nothing before there is one."""
        if not self.quiz.feedback:
            return []
        remarks = [box.text for box in self.quiz.feedback if box.text is not None]
        wrong = [line(("✗ ", "bold cut"), *sentence(text)) for text in remarks]
        return [*wrong, line(("  Try once more.", "quiet"))]

    def action_leave(self) -> None:
        left_at = self._original_view
        left_at.practised = Practised(self.view, self.quiz, left_at.record, left_at.step)
        super().action_leave()

    def action_check(self) -> None:
        """Go on to the next box; mark the answer once nothing is left to write."""
        question = self.quiz.question
        if question is None or not self.quiz.open:
            return
        has_moved_to_box = self.form.go_on()
        if has_moved_to_box:
            self.say("")  # the remark was about the box before
            return
        written = self.form.answers
        self._hand_in({field: written[field] for field in question.answers})

    def _hand_in(self, answers: Mapping[Field, str]) -> None:
        """Mark the answers to a question, or say why one of them is refused."""
        are_refused = self._refuse_unreadable(answers)
        if are_refused:
            return
        self.quiz = self.quiz.answer(answers)
        has_another_try = self.quiz.open
        if has_another_try:
            self._mark_boxes()
        self.say("")

    def _refuse_unreadable(self, typed: Mapping[Field, str]) -> bool:
        """Say why the first box is refused that cannot be read; tell whether there is one.

        An empty box is only asked for; any other is marked with ``✗``.

        Args:
            typed: What is written in each box.
        """
        for field, text in typed.items():
            try:
                read_answer(self.quiz.record, field, text)
            except EntryError as error:
                reason = as_sentence(str(error))
                is_empty = not text
                if is_empty:
                    self.say(reason)
                else:
                    self.form.reject(field)
                    self.say(f"✗ {reason}")
                return True
        return False

    def action_next_box(self) -> None:
        self.form.turn(1)

    def action_next(self) -> None:
        if self.quiz.open:
            self.say("Answer first: ↵ checks, F3 shows the answer.")
        elif not self.quiz.over:
            self.quiz = self.quiz.next()
            self._show_boxes()
            self.say("")

    def action_before(self) -> None:
        """Go back to the question before; do nothing while an answer is being written."""
        # The key erases a character then.
        is_being_written = self.quiz.open and not self.form.is_empty
        if is_being_written:
            return
        if not self.quiz.position:
            self.say("This is the first question.")
            return
        self.quiz = self.quiz.before()
        self._show_boxes()
        self.say("")

    def action_hint(self) -> None:
        self.quiz = self.quiz.ask_hint()
        self.say("")

    def action_show_answer(self) -> None:
        self.quiz = self.quiz.reveal()
        self.say("")

    def action_fresh(self) -> None:
        before = self.view
        self.view = self.query_one(Canvas).view = before.fresh()
        self.quiz = begin_quiz(self.view.record)
        self._show_boxes()
        if self.view.tree == before.tree:
            self.say("No other tree as difficult was found: this is the same one.")
        else:
            self.say("")


def _quiz_left_at(view: View) -> Practised | None:
    """Return the quiz that was left before; none if the search or the step is another now."""
    left = view.practised
    if left is None or left.record is not view.record or left.step != view.step:
        return None
    return left


def _quiz_at(view: View) -> Quiz:
    """Return a quiz on a view's search, at the first question after the step that is shown.

    At a cut-off it begins with that cut-off, not with what comes after it.
    """
    quiz = begin_quiz(view.record)
    is_at_cut_off = view.snapshot.cut is not None
    first_step = view.step if is_at_cut_off else view.step + 1
    position = bisect_left(quiz.questions, first_step)
    return quiz.at(position) if position < len(quiz.questions) else quiz


def _own_window(alpha: BoxFeedback, beta: BoxFeedback, width: int) -> TextLine:
    """Return the window that the user wrote as a bar: ``your try  3 ┣━━━━━┫ +∞``.

    Args:
        alpha: What was written as α, and whether it is right.
        beta: What was written as β, and whether it is right.
        width: The cells of the line. The bar has what the numbers leave, but three at least.
    """
    width_of_numbers = len(alpha.given) + len(beta.given)
    bar_width = max(_LEAST_BAR, width - width_of_numbers - _BESIDE_BAR)
    return line(
        ("your try  ", "quiet"),
        _marked_end(alpha),
        ("┣", "bold max"),
        ("━" * bar_width, "cut"),
        ("┫", "bold min"),
        _marked_end(beta),
    )


def _marked_end(end: BoxFeedback) -> StyledText:
    """Return what was written as an end of a window, in the colour of its mark."""
    return end.given, "bold decided" if end.right else "bold cut"


def _box(question: Task, field: Field) -> FormBox:
    """Return the box of the form in which a part of an answer is written.

    The two numbers of a test stand on a line of their own, with its sign between them:
    ``because [__] ≥ [__]``.

    Args:
        question: The question.
        field: The name of the part, which is also the name of the box, and of most boxes the label.
    """
    match field:
        case "cut":
            return FormBox("cut", "cut off?", blank="y n")
        case "because_left":
            return FormBox(field, "because", starts_line=True)
        case "because_right":
            sign = "" if question.test is None else question.test.sign
            return FormBox(field, sign)
        case "alpha":
            return FormBox(field, "α")
        case "beta":
            return FormBox(field, "β")
        case _:
            return FormBox(field, field)
