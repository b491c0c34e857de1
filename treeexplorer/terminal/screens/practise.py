"""Practise: the search asks what comes next, with boxes for the answer.

While a question is open nothing on the screen knows more than the step before it. What is asked is
a quiz (:mod:`treeexplorer.exercises.quiz`).
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import replace
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal

from treeexplorer.drawing.runs import Look
from treeexplorer.exercises.quiz import Outcome, Quiz, begin_quiz
from treeexplorer.exercises.tasks import EntryError
from treeexplorer.explain.hints import Field, Task
from treeexplorer.explain.sentence import Node, Phrase
from treeexplorer.terminal.keys import EXERCISES, key, more
from treeexplorer.terminal.lines import BLANK, TextLine, beside, fitted, indented, line, sentence
from treeexplorer.terminal.panels.banner import bar, coloured_line
from treeexplorer.terminal.panels.funnel import funnel
from treeexplorer.terminal.panels.status import badged, heading
from treeexplorer.terminal.screens.base import UpperScreen, refuse_larger
from treeexplorer.terminal.view import View
from treeexplorer.terminal.widgets.answer_form import AnswerForm, Box
from treeexplorer.terminal.widgets.canvas import Canvas
from treeexplorer.terminal.widgets.line_view import LineView, OneLine, Words

_OUTCOMES: Final = {
    Outcome.FIRST_TRY: "✓ Right.",
    Outcome.SECOND_TRY: "✓ Right, on the second try.",
    Outcome.WRONG: "✗ Not this time.",
    Outcome.SHOWN: "Shown.",
}
_GOOD: Final = {Outcome.FIRST_TRY: "●", Outcome.SECOND_TRY: "○"}
_SOLUTION: Final[dict[Field, str]] = {"v": "v = ", "alpha": "α = ", "beta": "β = "}
_DOTS: Final = 10


class Practise(UpperScreen):
    """Asks question after question about a search, on a twin of the view.

    Raises:
        ValueError: The tree is too large.
        UnknownReachedError: The search waits for the value of an unknown leaf.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        key("tab", "next_box", "next box", "Go to the next box"),
        key("enter", "check", "check", "Have the answer marked"),
        key("space,right,pagedown", "next", "next",
            "Ask the next question", "practise_next"),
        key("f2", "hint", "hint", "Show a hint, each time a clearer one"),
        key("f3", "show_answer", "show me", "Show the answer"),
        key("escape", "leave", "stop", "Go back to the tree", "stop_practising"),
        key("f7,backspace,left,pageup", "back", "back", "Go back to the question before",
            "practise_back"),
        more(EXERCISES, "f5", "fresh", "Take a fresh tree of the same kind"),
    ]  # fmt: skip

    def __init__(self, view: View) -> None:
        super().__init__()
        refuse_larger(view, "practise")
        self.view: View = view.twin()
        self.form = AnswerForm()
        self.quiz: Quiz = begin_quiz(self.view.record)
        questions = self.quiz.questions
        # At a cut-off one wants to be asked about that cut-off, not about what comes after it.
        position = bisect_left(questions, view.step + (view.snapshot.cut is None))
        if position < len(questions):
            self.quiz = replace(self.quiz, position=position)
        self.remark: TextLine = BLANK
        self._past: list[Quiz] = []
        self._asked: Task | None = None

    def parts(self) -> ComposeResult:
        """Yield the drawing, the question, and the boxes for its answer."""
        with Horizontal():
            yield Canvas(self.view, id="practise-tree")
            yield LineView(self._side, surface="panel", classes="-beside")
        yield OneLine(self._question_bar)
        yield self.form
        yield Words(self._sentences)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Offer only what can be done now."""
        if action in {"next_box", "check", "show_answer", "hint"}:
            return self.quiz.open
        return action != "next" or not self.quiz.open

    @property
    def asks_about_cut(self) -> bool:
        """Whether the question is open and asks for a cut-off."""
        question = self.quiz.question
        return self.quiz.open and question is not None and "cut" in question.answers

    def show(self) -> None:
        """Show the quiz as it is now."""
        quiz, form, question = self.quiz, self.form, self.quiz.question
        self.view.go_to(max(0, quiz.shown_step))
        asked = question.at.node if question is not None and self.asks_about_cut else None
        self.view.look = Look(spoilers=False, question=asked)
        if question != self._asked or (quiz.open and not form.boxes):
            self._asked = question
            names = () if question is None else question.answers
            form.ask([_box(question, name) for name in names])
        form.display = quiz.open
        self.set_focus(form if form.display else None)
        super().show()

    def give_room(self, width: int, height: int) -> None:
        """Divide the room among the parts of the screen."""
        super().give_room(width, height)
        form, shown_words = self.form, self.query_one(Words)
        boxes = form.lines_needed(max(20, width)) if form.display else 0
        form.styles.height = max(1, boxes)
        form.styles.margin = (int(height >= 24 and boxes > 0), 0, 0, 0)
        shown_words.fit(width, 1 if height < 22 else 2 if form.display else 4, height // 3)

    def heading(self, width: int) -> TextLine:
        """Return the mode, and how the questions so far ended."""
        if not self.quiz.outcomes:
            return heading(self.view, width, "PRACTISE")
        score, outcomes = self.quiz.score, self.quiz.outcomes[-_DOTS:]
        dots = [
            (_GOOD.get(outcome, "✗"), "decided" if outcome in _GOOD else "cut")
            for outcome in outcomes
        ]
        second = score[Outcome.SECOND_TRY]
        on_second = f" · {second} on 2nd try" if second else ""
        cut = f"   cut: α{self.view.rules.test_sign}β" if self.view.has_windows else ""
        score_text = f" {score[Outcome.FIRST_TRY]} right{on_second}"
        right = line(*dots, (score_text, "quiet"), *sentence(f"{cut} ", "quiet"))
        return badged(self.view.title, "PRACTISE", right, width)

    def _side(self, width: int, height: int) -> list[TextLine]:
        """Return the funnel, below it a window that was wrong as a bar of one's own."""
        lines = [BLANK, *funnel(self.view, width - 3, max(4, height - 6))]
        given = {box.field: box for box in self.quiz.feedback}
        low, high = given.get("alpha"), given.get("beta")
        if self.quiz.open and low is not None and high is not None:
            room = max(3, width - 20 - len(low.given) - len(high.given))
            left, right = ("bold decided" if end.right else "bold cut" for end in (low, high))
            bar_of_ones_own = line(("┣", "bold max"), ("━" * room, "cut"), ("┫", "bold min"))
            tries = (("your try  ", "quiet"), (low.given, left), *bar_of_ones_own)
            lines = [*lines[: max(3, height - 2)], BLANK, (*tries, (high.given, right))]
        return [indented(text) for text in lines][:height]

    def _question_bar(self, width: int) -> TextLine:
        quiz, question = self.quiz, self.quiz.question
        if question is None:
            return fitted(line((" ✓  That was the whole search", "bold strong")), width, "current")
        if not quiz.open:
            return bar(self.view.snapshot.banner, width)
        key = "entered_how" if question.at.child is None else "arrives_at"
        node = Node(self.view.tree, question.at.node)
        asked = Phrase(key, node=node, value=question.at.value)
        number = line((f"question {quiz.position + 1} ", "bold min"))
        text = line((" ?  ", "bold strong"), *sentence(asked, "bold strong"))
        return beside(text, number, width, "question")

    def _sentences(self) -> list[TextLine]:
        quiz = self.quiz
        score, solution = quiz.score, quiz.solution
        remarks = [self.remark] if self.remark else []
        if quiz.question is None and not quiz.questions:
            return [sentence("There is nothing to ask about this tree.")]
        if quiz.question is None:
            right = f"{score[Outcome.FIRST_TRY]} of {len(quiz.outcomes)} right"
            counts = (
                f", {score[Outcome.SECOND_TRY]} on the second try, {score[Outcome.WRONG]} wrong, "
                f"{score[Outcome.SHOWN]} shown."
            )
            slips = quiz.misconceptions[:3]
            return [
                line((right, "bold strong"), counts),
                *(line((f"{count} × ", "cut"), *sentence(str(slip))) for slip, count in slips),
                line(("F5 takes a fresh tree, F6 begins again, esc goes back.", "quiet")),
            ]
        if not quiz.open:
            outcome = [_OUTCOMES[quiz.outcomes[-1]]] if quiz.outcomes else []
            if outcome:
                known = [name for name in _SOLUTION if name in solution]
                outcome += [f"{_SOLUTION[name]}{solution[name]}" for name in known]
            if outcome and "cut" in solution:
                outcome.append("cut-off" if solution["cut"] == "y" else "no cut-off")
            reasons = map(coloured_line, self.view.snapshot.banner.lines)
            return [*[sentence("   ".join(outcome))] * bool(outcome), *reasons, *remarks]
        if quiz.hint is not None and not remarks:
            return [line(("hint  ", "bold quiet"), *sentence(quiz.hint))]
        if quiz.feedback and not remarks:
            wrong = [_wrong(box.text) for box in quiz.feedback if box.text is not None]
            return [*wrong, line(("  Try once more.", "quiet"))]
        return remarks

    def say(self, text: str) -> None:
        """Show a short remark."""
        self.remark = sentence(text, "quiet")
        self.show()

    def _turn(self, quiz: Quiz) -> None:
        if quiz is not self.quiz:
            self._past.append(self.quiz)
        self.quiz = quiz
        self.say("")

    def action_check(self) -> None:
        """Have the answer marked; stand at a box that cannot be read, which is to be mended."""
        question, answers = self.quiz.question, self.form.answers
        if question is None or not self.quiz.open:
            return
        try:
            quiz = self.quiz.answer({name: answers.get(name, "") for name in question.answers})
        except EntryError as error:
            names, problem = question.answers, str(error)
            named = [name for name in names if answers[name] and answers[name] in problem]
            empty = [name for name in names if not answers[name].strip()]
            if named or empty:
                self.form.reject((named or empty)[0])
            self.remark = _wrong(problem, "strong")
            self.show()
            return
        self._turn(quiz)
        if quiz.open:
            self.form.mark({box.field: "✓" if box.right else "✗" for box in quiz.feedback})

    def action_next_box(self) -> None:
        """Go to the next box."""
        self.form.turn(1)

    def action_next(self) -> None:
        """Show the answer, then ask the next question."""
        quiz = self.quiz
        if quiz.over:
            self.say("That was all; F6 begins again.")
        elif quiz.open:
            self.say("Answer first: ↵ checks, F3 shows the answer.")
        else:
            self._turn(quiz.next())

    def action_back(self) -> None:
        """Go back to the question before."""
        if self._past:
            self.quiz = self._past.pop()
        elif self.quiz.position:
            self.quiz = replace(self.quiz, position=self.quiz.position - 1, is_answered=False)
        else:
            self.say("This is the first question.")
            return
        self.say("")

    def action_hint(self) -> None:
        """Show a hint, each time a clearer one."""
        self.quiz = self.quiz.ask_hint()
        self.say("")

    def action_show_answer(self) -> None:
        """Show the answer."""
        self._turn(self.quiz.reveal())

    def action_fresh(self) -> None:
        """Take a fresh tree of the same kind."""
        self.view = self.query_one(Canvas).view = self.view.fresh()
        self.quiz = begin_quiz(self.view.record)
        self._past.clear()
        self._asked = None
        self.say("")


def _wrong(text: str | Phrase, style: str = "") -> TextLine:
    return line(("✗ ", "bold cut"), *sentence(text, style))


def _box(task: Task | None, field: Field) -> Box:
    if field == "cut":
        return Box(field, "cut off?", blank="y n")
    sign = "" if task is None or task.test is None else task.test.sign
    labels = {"alpha": "α", "beta": "β", "because_left": "because", "because_right": sign}
    return Box(field, labels.get(field, field), starts_line=field == "because_left")
