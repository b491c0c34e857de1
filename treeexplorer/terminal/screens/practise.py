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
from treeexplorer.terminal.panels.banner import bar, render_banner_sentence
from treeexplorer.terminal.panels.funnel import funnel
from treeexplorer.terminal.panels.status import heading, render_title_with_badge
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
_DOT_BY_OUTCOME: Final = {
    Ending.FIRST_TRY: ("●", "decided"),
    Ending.SECOND_TRY: ("○", "decided"),
    Ending.WRONG: ("✗", "cut"),
    Ending.SHOWN: ("·", "quiet"),
}
_SIGN_BY_CORRECTNESS: Final = {True: "✓", False: "✗"}
_LABEL_BY_FIELD: Final[dict[Field, str]] = {"v": "v = ", "alpha": "α = ", "beta": "β = "}
_CUT_OR_NOT: Final = {"y": "cut-off", "n": "no cut-off"}
_ACTIONS_ON_OPEN_QUESTION: Final = frozenset({"next_box", "show_answer", "hint"})
_MAX_DOTS: Final = 10
_MAX_MISTAKES_NAMED: Final = 3
_MIN_HEIGHT_WITH_WORDS: Final = 22
"""The lines of a screen that has room for more than one of words."""
_MIN_HEIGHT_WITH_MARGIN: Final = 24
"""The lines of a screen that has room for a blank one above the form."""
_CELLS_BESIDE_FUNNEL: Final = 3
"""The cells left free beside the windows: two at the left, one at the right."""
_LINES_BELOW_FUNNEL: Final = 6
"""The lines left free below the windows, for the window that the user wrote."""
_MIN_FUNNEL_HEIGHT: Final = 4
_MIN_LINES_ABOVE_TYPED_WINDOW: Final = 3
_MIN_BAR_WIDTH: Final = 3
_CELLS_BESIDE_BAR: Final = 20
"""The cells for the words before the bar of a window, its marks, and margins."""


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
        interrupted = _find_interrupted_quiz(view)
        self._original_view = view
        self.view: View = view.twin() if interrupted is None else interrupted.view
        self.quiz = _begin_quiz_at_step(view) if interrupted is None else interrupted.quiz
        self.form = AnswerForm()
        self._show_boxes()

    def _show_boxes(self) -> None:
        """Show the boxes of the current question, with what was written in them before."""
        boxes: list[FormBox] = []
        question = self.quiz.question
        if question is not None:
            boxes = [_build_form_box(question, name) for name in question.answers]
        written: dict[str, str] = {box.field: box.given for box in self.quiz.feedback}
        self.form.ask(boxes, written)
        self._mark_boxes()

    def _mark_boxes(self) -> None:
        """Put a sign beside each box that has been marked."""
        self.form.mark({box.field: _SIGN_BY_CORRECTNESS[box.right] for box in self.quiz.feedback})

    def parts(self) -> ComposeResult:
        with Horizontal():
            yield Canvas(self.view, id="practise-tree")
            yield LineView(self._render_side_panel, surface="panel", classes="-beside")
        yield OneLine(self._render_question_bar)
        yield self.form
        yield Words(self._render_sentences)

    def has_key(self, action: str) -> bool:
        """Tell whether an action has its key: enter checks an open question, and else goes on."""
        return action != "check" or self.quiz.open

    def why_idle(self, action: str, parameters: tuple[object, ...]) -> str:  # noqa: ARG002
        """Return why an action does nothing now, as a sentence; empty if it does something."""
        if action == "next" and self.quiz.open:
            return "This question is open; ↵ checks what is written, F3 shows the answer."

        needs_open_question = action in _ACTIONS_ON_OPEN_QUESTION
        if not needs_open_question or self.quiz.open:
            return ""
        if self.quiz.question is None:
            return "There is no question left; F5 takes a fresh tree."
        return "This question is answered; space goes on to the next one."

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
        marked_node = None
        if question is not None and self.asks_about_cut:
            marked_node = question.at.node
        # Spoilers would give the answer away.
        self.view.look = Look(spoilers=False, question=marked_node, estimates=True)

        is_to_be_answered = self.quiz.open
        self.form.display = is_to_be_answered
        self.set_focus(self.form if is_to_be_answered else None)
        super().show()

    def give_room(self, width: int, height: int) -> None:
        """Set the height of the form and of the text below it to fit the screen."""
        super().give_room(width, height)
        self.form.fit(width)
        has_line_above_form = self.quiz.open and height >= _MIN_HEIGHT_WITH_MARGIN
        top_margin = 1 if has_line_above_form else 0
        self.form.styles.margin = (top_margin, 0, 0, 0)
        third_of_screen = height // 3
        self.query_one(Words).fit(width, self._choose_min_words_height(height), third_of_screen)

    def _choose_min_words_height(self, height: int) -> int:
        """Return how many lines the text below the question has at least."""
        if height < _MIN_HEIGHT_WITH_WORDS:
            return 1
        return 2 if self.quiz.open else 4  # once it is answered, what happened is explained there

    def heading(self, width: int) -> TextLine:
        """Return the title; after the first question also the score and the cut test."""
        if not self.quiz.outcomes:
            return heading(self.view, width, "PRACTISE")
        outcomes = [outcome for _, outcome in sorted(self.quiz.outcomes.items())]
        dots = [_DOT_BY_OUTCOME[outcome] for outcome in outcomes[-_MAX_DOTS:]]
        right_part = line(*dots, (f" {self._format_score_and_cut_test()} ", "quiet"))
        return render_title_with_badge(self.view.title, "PRACTISE", right_part, width)

    def _format_score_and_cut_test(self) -> str:
        """Return the number of right answers and the cut test: ``3 right   cut: α≥β``.

        Answers that were right on the second try are counted separately: ``3 right · 1 on 2nd
        try``. A search without windows has no cut test.
        """
        score = f"{self.quiz.score[Ending.FIRST_TRY]} right"
        on_second_try = self.quiz.score[Ending.SECOND_TRY]
        if on_second_try:
            score = f"{score} · {on_second_try} on 2nd try"
        if self.view.has_windows:
            score = f"{score}   cut: α{self.view.rules.test_sign}β"
        return score

    def _render_side_panel(self, width: int, height: int) -> list[TextLine]:
        """Return the windows of the open nodes, and below them a wrong window that was typed."""
        funnel_width = width - _CELLS_BESIDE_FUNNEL
        funnel_height = max(_MIN_FUNNEL_HEIGHT, height - _LINES_BELOW_FUNNEL)
        lines = [BLANK, *funnel(self.view, funnel_width, funnel_height)]

        if self.quiz.is_second_try:
            feedback_by_field = {box.field: box for box in self.quiz.feedback}
            alpha = feedback_by_field.get("alpha")
            beta = feedback_by_field.get("beta")
            if alpha is not None and beta is not None:  # the window was asked for
                typed_window = [BLANK, _render_typed_window(alpha, beta, width)]
                lines_above = max(_MIN_LINES_ABOVE_TYPED_WINDOW, height - len(typed_window))
                lines = [*lines[:lines_above], *typed_window]
        return [indented(text) for text in lines][:height]

    def _render_question_bar(self, width: int) -> TextLine:
        """Return the line with the question, or after the answer with the result of the step.

        The number of the question is left out if it does not fit.
        """
        question = self.quiz.question
        if question is None:
            return fitted(line((" ✓  That was the whole search", "bold strong")), width, "current")
        is_answered = not self.quiz.open
        if is_answered:
            return bar(self.view.snapshot.banner, width)

        words = sentence(asked(self.quiz.record, question), "bold strong")
        left_part = line((" ?  ", "bold strong"), *words)
        number = line((f"question {self.quiz.position + 1} ", "bold min"))
        if length(left_part) + length(number) >= width:
            number = BLANK
        return beside(left_part, number, width, "question")

    def _render_sentences(self) -> list[TextLine]:
        """Return the remark on the last key, if any, and the comment on the question."""
        remark: list[TextLine] = []
        if self.message:
            remark.append(line((self.message, "bold news_text")))
        return [*remark, *self._render_comment_on_question()]

    def _render_comment_on_question(self) -> list[TextLine]:
        """Return the text below the question.

        After the last question it is a summary, after an answer the solution and its reasons,
        before it a hint, or else what was wrong on the first try.
        """
        if self.quiz.question is None:
            return self._render_summary()
        if not self.quiz.open:
            return [self._render_solution(), *map(render_banner_sentence, self._reasons_of_step)]
        if self.quiz.hint is not None:
            return [line(("hint  ", "bold quiet"), *sentence(self.quiz.hint))]
        return self._render_mistakes()

    @property
    def _reasons_of_step(self) -> Sequence[Sentence]:
        """What is said of the step; what a cut-off prunes stands in the bar."""
        shown = self.view.snapshot.banner
        return shown.lines if self.view.snapshot.cut is None else shown.reasons

    def _render_summary(self) -> list[TextLine]:
        """Return how many answers were right, and the most frequent mistakes of the whole quiz.

        For example::

            7 of 9 right, 1 on the second try, 1 wrong, 0 shown.
            2 × …
            F5 takes a fresh tree, esc goes back.
        """
        if not self.quiz.questions:
            return [sentence("There is nothing to ask about this tree.")]
        mistakes = [
            line((f"{count} × ", "cut"), *sentence(str(kind)))
            for kind, count in self.quiz.misconceptions[:_MAX_MISTAKES_NAMED]
        ]
        ways_on = line(("F5 takes a fresh tree, esc goes back.", "quiet"))
        return [self._render_score(), *mistakes, ways_on]

    def _render_score(self) -> TextLine:
        """Return how many questions were answered right, and how the others ended."""
        score = self.quiz.score
        right = f"{score[Ending.FIRST_TRY]} of {len(self.quiz.outcomes)} right"
        others = (
            f", {score[Ending.SECOND_TRY]} on the second try, {score[Ending.WRONG]} wrong, "
            f"{score[Ending.SHOWN]} shown."
        )
        return line((right, "bold strong"), others)

    def _render_solution(self) -> TextLine:
        """Return how the question ended, and the right text of each of its boxes."""
        solution = self.quiz.solution
        texts = [_OUTCOMES[present(self.quiz.outcome)]]
        for field, label in _LABEL_BY_FIELD.items():
            if field in solution:
                texts.append(f"{label}{solution[field]}")
        if "cut" in solution:
            texts.append(_CUT_OR_NOT[solution["cut"]])
        return sentence("   ".join(texts))

    def _render_mistakes(self) -> list[TextLine]:
        """Return what is wrong in each box after the first try; no lines before it."""
        if not self.quiz.is_second_try:
            return []
        remarks = [box.text for box in self.quiz.feedback if box.text is not None]
        mistakes = [line(("✗ ", "bold cut"), *sentence(remark)) for remark in remarks]
        return [*mistakes, line(("  Try once more.", "quiet"))]

    def action_leave(self) -> None:
        left_at = self._original_view
        left_at.practised = Practised(self.view, self.quiz, left_at.record, left_at.step)
        super().action_leave()

    def action_check(self) -> None:
        """Go to the next box that is not filled in; if there is none, submit the answers."""
        question = self.quiz.question
        if question is None or not self.quiz.open:
            return
        has_moved_to_box = self.form.go_on()
        if has_moved_to_box:
            self.say("")  # the remark was about the previous box
            return
        answers = self.form.answers
        self._submit_answers({field: answers[field] for field in question.answers})

    def _submit_answers(self, answers: Mapping[Field, str]) -> None:
        """Mark the answers to a question, unless one of them cannot be read."""
        if self._reject_unreadable_answer(answers):
            return
        self.quiz = self.quiz.answer(answers)
        has_another_try = self.quiz.open
        if has_another_try:
            self._mark_boxes()
        self.say("")

    def _reject_unreadable_answer(self, answers: Mapping[Field, str]) -> bool:
        """Reject the first answer that cannot be read, and say why; return False if there is none.

        A box with an unreadable text is marked with ``✗``; an empty one is only asked for.
        """
        for field, text in answers.items():
            try:
                read_answer(self.quiz.record, field, text)
            except EntryError as error:
                reason = as_sentence(str(error))
                if text:
                    self.form.reject(field)
                    self.say(f"✗ {reason}")
                else:
                    self.say(reason)
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
        """Go back to the previous question; do nothing while an answer is being typed."""
        # Backspace, which is its key, erases a character then.
        is_typing = self.quiz.open and not self.form.is_empty
        if is_typing:
            return
        if self.quiz.position == 0:
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
        old_view = self.view
        new_view = old_view.fresh()
        self.view = new_view
        self.query_one(Canvas).view = new_view
        self.quiz = begin_quiz(new_view.record)
        self._show_boxes()
        if new_view.tree == old_view.tree:
            self.say("No other tree as difficult was found: this is the same one.")
        else:
            self.say("")


def _find_interrupted_quiz(view: View) -> Practised | None:
    """Return the quiz that the user left at this step of this search, if there is one."""
    interrupted = view.practised
    if interrupted is None:
        return None
    has_same_search = interrupted.record is view.record
    has_same_step = interrupted.step == view.step
    return interrupted if has_same_search and has_same_step else None


def _begin_quiz_at_step(view: View) -> Quiz:
    """Return a quiz on a search that starts with the first question after the current step.

    At a cut-off it starts with that cut-off.
    """
    quiz = begin_quiz(view.record)
    is_at_cut_off = view.snapshot.cut is not None
    first_step = view.step if is_at_cut_off else view.step + 1
    position = bisect_left(quiz.questions, first_step)
    return quiz.at(position) if position < len(quiz.questions) else quiz


def _render_typed_window(alpha: BoxFeedback, beta: BoxFeedback, width: int) -> TextLine:
    """Return the window that the user typed as a bar: ``your try  3 ┣━━━━━┫ +∞``."""
    width_of_numbers = len(alpha.given) + len(beta.given)
    bar_width = max(_MIN_BAR_WIDTH, width - width_of_numbers - _CELLS_BESIDE_BAR)
    return line(
        ("your try  ", "quiet"),
        _style_typed_number(alpha),
        ("┣", "bold max"),
        ("━" * bar_width, "cut"),
        ("┫", "bold min"),
        _style_typed_number(beta),
    )


def _style_typed_number(end: BoxFeedback) -> StyledText:
    """Return a typed end of a window in the colour of its mark."""
    return end.given, "bold decided" if end.right else "bold cut"


def _build_form_box(question: Task, field: Field) -> FormBox:
    """Return the box of the form for one field of an answer.

    The two numbers of a test have a line of their own, with its sign between them:
    ``because [__] ≥ [__]``.
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
