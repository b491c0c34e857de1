"""Practise: the search asks what comes next, with boxes for the answer.

While a question is open nothing on the screen knows more than the step before it. What is asked is
a quiz (:mod:`treeexplorer.marking.practise`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal

from treeexplorer.drawing.styled_text import Look
from treeexplorer.errors import present
from treeexplorer.explain.hints import asked
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
_DOTS: Final = 10
_LEAST_WITH_WORDS: Final = 22
_LEAST_WITH_MARGIN: Final = 24


class Practise(UpperScreen):
    """Asks question after question about a search, on a twin of the view.

    Raises:
        ValueError: The tree is too large.
        UnknownReachedError: The search waits for the value of an unknown leaf.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        key("enter", "check", "check", "Go to the next box; after the last, have all marked"),
        key("tab", "next_box", "next box", "Go to the next box"),
        key("space,right,pagedown", "next", "next",
            "Ask the next question", "practise_next"),
        key("f2", "hint", "hint", "Show a hint, each time a clearer one"),
        key("f3", "show_answer", "show me", "Show the answer"),
        key("escape", "leave", "stop", "Go back to the tree", "stop_practising"),
        more(EXERCISES, "backspace,left,pageup", "before",
             "Go back to the question before, where nothing is written", "practise_before"),
        more(EXERCISES, "f5", "fresh", "Take a fresh tree of the same kind"),
    ]  # fmt: skip

    def __init__(self, view: View) -> None:
        super().__init__()
        refuse_larger(view, "practise")
        self._explored = view
        self.form = AnswerForm()
        left = view.practised
        if left is not None and left.record is view.record and left.step == view.step:
            self.view: View = left.view
            self.quiz = left.quiz
        else:
            self.view = view.twin()
            self.quiz = _quiz_at(view)
        self._ask()

    def _ask(self) -> None:
        """Give the question on its boxes, with what was written there already."""
        question = self.quiz.question
        names = () if question is None else question.answers
        given: dict[str, str] = {box.field: box.given for box in self.quiz.feedback}
        self.form.ask([_box(question, name) for name in names], given)
        self._mark()

    def _mark(self) -> None:
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
        self.view.go_to(max(0, self.quiz.shown_step))
        question = self.quiz.question
        asked = question.at.node if question is not None and self.asks_about_cut else None
        self.view.look = Look(spoilers=False, question=asked, estimates=True)
        self.form.display = self.quiz.open
        self.set_focus(self.form if self.quiz.open else None)
        super().show()

    def give_room(self, width: int, height: int) -> None:
        super().give_room(width, height)
        self.form.styles.height = max(1, self.form.lines_needed(max(20, width)))
        above = 1 if height >= _LEAST_WITH_MARGIN and self.quiz.open else 0
        self.form.styles.margin = (above, 0, 0, 0)
        least = 2 if self.quiz.open else 4
        if height < _LEAST_WITH_WORDS:
            least = 1
        self.query_one(Words).fit(width, least, height // 3)

    def heading(self, width: int) -> TextLine:
        score = self.quiz.score
        if not self.quiz.outcomes:
            return heading(self.view, width, "PRACTISE")
        outcomes = [self.quiz.outcomes[position] for position in sorted(self.quiz.outcomes)]
        dots = [_DOT_OF[outcome] for outcome in outcomes[-_DOTS:]]
        second = score[Ending.SECOND_TRY]
        on_second = f" · {second} on 2nd try" if second else ""
        cut = f"   cut: α{self.view.rules.test_sign}β" if self.view.has_windows else ""
        right = f" {score[Ending.FIRST_TRY]} right{on_second}{cut} "
        return badged(self.view.title, "PRACTISE", line(*dots, (right, "quiet")), width)

    def _side(self, width: int, height: int) -> list[TextLine]:
        """Return the funnel, below it a window that was wrong as a bar of one's own."""
        lines = [BLANK, *funnel(self.view, width - 3, max(4, height - 6))]
        given = {box.field: box for box in self.quiz.feedback}
        low = given.get("alpha")
        high = given.get("beta")
        if self.quiz.open and low is not None and high is not None:
            room = max(3, width - 20 - len(low.given) - len(high.given))
            bar_of_ones_own = line(("┣", "bold max"), ("━" * room, "cut"), ("┫", "bold min"))
            tries = (("your try  ", "quiet"), _marked(low), *bar_of_ones_own, _marked(high))
            lines = [*lines[: max(3, height - 2)], BLANK, tries]
        return [indented(text) for text in lines][:height]

    def _question_bar(self, width: int) -> TextLine:
        quiz = self.quiz
        question = self.quiz.question
        if question is None:
            return fitted(line((" ✓  That was the whole search", "bold strong")), width, "current")
        if not quiz.open:
            return bar(self.view.snapshot.banner, width)
        number = line((f"question {quiz.position + 1} ", "bold min"))
        what = sentence(asked(quiz.record, question), "bold strong")
        text = line((" ?  ", "bold strong"), *what)
        if length(text) + length(number) >= width:
            number = BLANK
        return beside(text, number, width, "question")

    def _sentences(self) -> list[TextLine]:
        quiz = self.quiz
        score = self.quiz.score
        if self.message:
            return [line((self.message, "bold news_text"))]
        if quiz.question is None:
            if not quiz.questions:
                return [sentence("There is nothing to ask about this tree.")]
            right = f"{score[Ending.FIRST_TRY]} of {len(quiz.outcomes)} right"
            counts = (
                f", {score[Ending.SECOND_TRY]} on the second try, {score[Ending.WRONG]} wrong, "
                f"{score[Ending.SHOWN]} shown."
            )
            slips = quiz.misconceptions[:3]
            return [
                line((right, "bold strong"), counts),
                *(line((f"{count} × ", "cut"), *sentence(str(slip))) for slip, count in slips),
                line(("F5 takes a fresh tree, esc goes back.", "quiet")),
            ]
        if not quiz.open:
            solution = dict(quiz.solution)
            cut = {"y": ["cut-off"], "n": ["no cut-off"]}.get(solution.pop("cut", ""), [])
            known = [f"{sign}{solution[name]}" for name, sign in _SIGNS.items() if name in solution]
            ending = _OUTCOMES[present(quiz.outcome)]
            outcome = "   ".join([ending, *known, *cut])
            return [sentence(outcome), *map(coloured_line, self.view.snapshot.banner.lines)]
        if quiz.hint is not None:
            return [line(("hint  ", "bold quiet"), *sentence(quiz.hint))]
        wrong = [box.text for box in quiz.feedback if box.text is not None]
        remarks = [line(("✗ ", "bold cut"), *sentence(text)) for text in wrong]
        return [*remarks, line(("  Try once more.", "quiet"))] if quiz.feedback else []

    def action_leave(self) -> None:
        explored = self._explored
        explored.practised = Practised(self.view, self.quiz, explored.record, explored.step)
        super().action_leave()

    def action_check(self) -> None:
        """Go on to the next box; mark the answer once nothing is left to write."""
        question = self.quiz.question
        if question is None or not self.quiz.open:
            return
        answers = self.form.answers
        typed = {name: answers[name] for name in question.answers}
        if self.form.go_on():
            self.say("")
        elif self._can_be_read(typed):
            self.quiz = self.quiz.answer(typed)
            if self.quiz.open:
                self._mark()
            self.say("")

    def _can_be_read(self, typed: Mapping[Field, str]) -> bool:
        """Tell whether all boxes can be read; say what is amiss in the first that cannot.

        One that is empty is no mistake.
        """
        for name, text in typed.items():
            try:
                read_answer(self.quiz.record, name, text)
            except EntryError as error:
                amiss = as_sentence(str(error))
                if text:
                    self.form.reject(name)
                    amiss = f"✗ {amiss}"
                self.say(amiss)
                return False
        return True

    def action_next_box(self) -> None:
        self.form.turn(1)

    def action_next(self) -> None:
        if self.quiz.open:
            self.say("Answer first: ↵ checks, F3 shows the answer.")
        elif not self.quiz.over:
            self.quiz = self.quiz.next()
            self._ask()
            self.say("")

    def action_before(self) -> None:
        if self.quiz.open and not self.form.is_empty:
            return
        if not self.quiz.position:
            self.say("This is the first question.")
            return
        self.quiz = self.quiz.before()
        self._ask()
        self.say("")

    def action_hint(self) -> None:
        self.quiz = self.quiz.ask_hint()
        self.say("")

    def action_show_answer(self) -> None:
        self.quiz = self.quiz.reveal()
        self.say("")

    def action_fresh(self) -> None:
        self.view = self.query_one(Canvas).view = self.view.fresh()
        self.quiz = begin_quiz(self.view.record)
        self._ask()
        self.say("")


def _quiz_at(view: View) -> Quiz:
    """Return a quiz on a view's search at the first question after the step that is shown.

    At a cut-off one wants to be asked about that cut-off, not about what comes after it.
    """
    quiz = begin_quiz(view.record)
    first = view.step if view.snapshot.cut is not None else view.step + 1
    position = bisect_left(quiz.questions, first)
    return quiz.at(position) if position < len(quiz.questions) else quiz


def _marked(end: BoxFeedback) -> StyledText:
    """Return what was written as an end of a window, in the colour of its mark."""
    return end.given, "bold decided" if end.right else "bold cut"


def _box(task: Task | None, field: Field) -> FormBox:
    if field == "cut":
        return FormBox(field, "cut off?", blank="y n")
    sign = "" if task is None or task.test is None else task.test.sign
    labels = {"alpha": "α", "beta": "β", "because_left": "because", "because_right": sign}
    return FormBox(field, labels.get(field, field), starts_line=field == "because_left")
