"""Practise and class mode: the search asks what comes next, with boxes or without.

Both show a quiz (:mod:`treeexplorer.exercises.quiz`). While a question is open nothing on the
screen knows more than the step before it. A class sees the largest cards and answers aloud:
there ``space`` gives the answer.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import replace
from typing import ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal

from treeexplorer.drawing.runs import Look
from treeexplorer.engine import algorithm_of
from treeexplorer.exercises.quiz import Outcome, Quiz, begin_quiz
from treeexplorer.exercises.tasks import EntryError, Field, Scope, Task
from treeexplorer.explain import Snapshot, snapshot
from treeexplorer.numbers import shown
from treeexplorer.terminal.keys import EXERCISES, key, more
from treeexplorer.terminal.lines import (
    BLANK,
    TextLine,
    beside,
    fitted,
    length,
    line,
    paragraph,
    sentence,
    wrapped,
)
from treeexplorer.terminal.panels.funnel import funnel
from treeexplorer.terminal.panels.heading import heading
from treeexplorer.terminal.panels.side import indented
from treeexplorer.terminal.panels.track import Track
from treeexplorer.terminal.panels.tree import tree
from treeexplorer.terminal.screens.base import BaseScreen
from treeexplorer.terminal.view import View
from treeexplorer.terminal.widgets.answer_form import AnswerForm, Box
from treeexplorer.terminal.widgets.footer import Hints
from treeexplorer.terminal.widgets.line_view import LineView
from treeexplorer.terminal.widgets.slider import Slider

SCOPE_WORDS: Final = {
    Scope.USUAL: "at every window and arrival",
    Scope.CUT_OFFS: "only where a cut-off is possible",
    Scope.EVERYTHING: "at every step",
}
_LEAST_SIDE: Final = 76
_DOTS: Final = 10


class Practise(BaseScreen[None]):
    """Asks question after question about a search.

    Args:
        view: What is looked at; it stays where it is.
        class_mode: For a class at a projector: no boxes and no score.
        scope: At which steps to ask.

    Raises:
        UnknownReachedError: The search waits for the value of an unknown leaf.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "next_box", "next box", id="next_box", tooltip="Go to the next box"),
        Binding("enter", "check", "check", id="check", tooltip="Have the answer marked"),
        Binding("y", "say(True)", "yes", id="class_yes", tooltip="Something is worth reading"),
        Binding("n", "say(False)", "no", id="class_no", tooltip="Nothing is: a cut-off"),
        Binding("space,right,pagedown", "next", "answer, next", id="practise_next",
                tooltip="Show the answer, then ask the next question"),
        key("f2", "hint", "hint", "Show a hint, each time a clearer one"),
        key("f3", "show_answer", "show me", "Show the answer"),
        Binding("backspace,left,pageup", "back", "back", id="practise_back",
                tooltip="Go back to the question before"),
        key("escape", "stop", "stop", "Go back to the tree", "stop_practising"),
        more(EXERCISES, "f4", "scope", "Ask at other steps: cut-offs only, windows, every step"),
        more(EXERCISES, "f5", "fresh", "Take a fresh tree of the same kind"),
        more(EXERCISES, "f6", "again", "Begin again"),
        more(EXERCISES, "f7", "back", "Go back to the question before", "question_before"),
        more(EXERCISES, "f9", "alone", "Show the drawing alone, or all", "drawing_alone"),
        more(EXERCISES, "f8", "other_mode", "Change between practise and class mode"),
        more(EXERCISES, "ctrl+c", "stop", "Go back to the tree", "leave_practise"),
    ]  # fmt: skip
    DEFAULT_CSS = """
    Practise #practise-heading, Practise #practise-progress { height: 1; }
    Practise #practise-body { height: 1fr; }
    Practise #practise-tree { width: 1fr; height: 1fr; }
    Practise #practise-side { width: 38%; max-width: 56; height: 1fr; }
    Practise #practise-question { height: 1; }
    Practise #practise-boxes { height: 3; }
    Practise #practise-words { height: 4; }
    """

    def __init__(self, view: View, *, class_mode: bool = False, scope: Scope = Scope.USUAL) -> None:
        super().__init__()
        self.view = view.twin()
        self.scope = scope
        self.class_mode = class_mode
        self.is_alone = False
        self.quiz: Quiz = begin_quiz(self.view.record, scope, class_mode=class_mode)
        self.quiz = self._starting_at(view.step)
        self.problem = self.note = ""
        self.said_yes: bool | None = None
        self._past: list[Quiz] = []
        self._asked: Task | None = None

    def _starting_at(self, step: int) -> Quiz:
        """Return the quiz at the first question after a step; at its first after the last one."""
        questions = self.quiz.questions
        position = bisect_left(questions, step + 1, key=lambda question: question.step)
        return replace(self.quiz, position=position if position < len(questions) else 0)

    # -- what is on the screen -----------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """Build the screen from top to bottom."""
        yield LineView(self._heading, surface="panel", id="practise-heading")
        with Horizontal(id="practise-body"):
            yield LineView(self._tree, id="practise-tree")
            yield LineView(self._side, surface="panel", id="practise-side")
        yield LineView(self._question_bar, id="practise-question")
        yield AnswerForm(id="practise-boxes")
        yield LineView(self._words, id="practise-words")
        yield Slider(self._tracks, id="practise-progress")
        yield Hints()

    def on_mount(self) -> None:
        """Ask the first question."""
        self.show()

    @property
    def form(self) -> AnswerForm:
        """The boxes."""
        return self.query_one(AnswerForm)

    @property
    def snapshot(self) -> Snapshot:
        """The step that may be shown."""
        return snapshot(self.quiz.record, max(0, self.quiz.shown_step))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Offer only what can be done now."""
        has_boxes = not self.class_mode
        if action in {"next_box", "check"}:
            return has_boxes and self.quiz.open
        if action == "show_answer":
            return has_boxes and self.quiz.open
        if action == "hint":
            return self.quiz.open
        if action == "next" and has_boxes and self.quiz.open:
            return False
        if action == "say":
            return self.class_mode and self.quiz.open and self._asks_about_cut
        return True

    @property
    def _asks_about_cut(self) -> bool:
        question = self.quiz.question
        return question is not None and "cut" in question.fields

    def show(self) -> None:
        """Show the quiz as it is now."""
        quiz, form = self.quiz, self.form
        self.view.go_to(max(0, quiz.shown_step))
        if quiz.question != self._asked or (quiz.open and not form.boxes):
            self._asked = quiz.question
            form.ask(boxes_of(quiz) if quiz.question is not None else ())
        form.display = quiz.open and not self.class_mode and not self.is_alone
        self.set_focus(form if form.display else None)
        self._give_room()
        for panel in self.query(LineView):
            panel.redraw()
        self.refresh_bindings()

    def on_resize(self, event: events.Resize) -> None:  # noqa: ARG002 - Textual's signature
        """Divide the room anew."""
        self._give_room()

    def _give_room(self) -> None:
        width, height = self.app.size
        side = self.query_one("#practise-side")
        side.display = width >= _LEAST_SIDE and not self.class_mode and not self.is_alone
        form = self.form
        boxes = form.lines_needed(max(20, width)) if form.display else 0
        form.styles.height = max(1, boxes + (height >= 24 and boxes > 0))
        form.styles.padding = (1 if height >= 24 and boxes else 0, 0, 0, 0)
        words = self.query_one("#practise-words")
        wanted = len(self._word_lines(max(10, width - 2)))
        least = 1 if height < 22 else 2 if form.display else 4
        words.styles.height = max(least, min(wanted, height // 3))
        words.display = not self.is_alone
        progress = self.query_one("#practise-progress")
        progress.display = self.class_mode and not self.is_alone
        self.query_one("#practise-heading").display = not self.is_alone

    def _heading(self, width: int, height: int) -> list[TextLine]:  # noqa: ARG002 - one line
        mode = "CLASS" if self.class_mode else "PRACTISE"
        whole = heading(self.view, width, mode)
        if self.class_mode or not self.quiz.outcomes:
            return [whole]
        left = line(
            (f" {self.view.title}", "bold strong"), "  ", (f" {mode} ", "bold ground on min"), "   "
        )
        left = (*left, *self._score())
        has_windows = algorithm_of(self.view.rules).has_windows
        cut = f"cut: α{self.view.rules.test_sign}β " if has_windows else ""
        right = sentence(cut, "quiet")
        return [beside(left, right if length(left) + 8 < width else BLANK, width)]

    def _score(self) -> TextLine:
        score, outcomes = self.quiz.score, self.quiz.outcomes
        good = {Outcome.FIRST_TRY: "●", Outcome.SECOND_TRY: "○"}
        dots = [
            (good.get(one, "✗"), "decided" if one in good else "cut") for one in outcomes[-_DOTS:]
        ]
        second = score[Outcome.SECOND_TRY]
        words = f" {score[Outcome.FIRST_TRY]} right" + (f" · {second} on 2nd try" if second else "")
        return line(*dots, (words, "quiet"))

    def _tree(self, width: int, height: int) -> list[TextLine]:
        question = self.quiz.question
        asked = question.node if question and self.quiz.open and self._asks_about_cut else None
        return tree(self.snapshot, width, height, Look(spoilers=False, question=asked))

    def _side(self, width: int, height: int) -> list[TextLine]:
        room = width - 3
        lines = [BLANK, *funnel(self.view, room, max(4, height - 6))]
        tries = self._tries(room)
        if tries:
            lines = lines[: max(3, height - len(tries) - 1)]
            lines += [BLANK, *tries]
        return [indented(text) for text in lines][:height]

    def _tries(self, width: int) -> list[TextLine]:
        """Return the answer that was wrong, drawn as a bar of one's own."""
        given = {box.field: box for box in self.quiz.feedback}
        if not given or not self.quiz.open:
            return []
        low, high = given.get("alpha"), given.get("beta")
        lines: list[TextLine] = []
        if low is not None and high is not None:
            ends = line(
                (low.given, "bold decided" if low.right else "bold cut"),
                ("┣", "bold max"),
                ("━" * max(3, width - 17 - len(low.given) - len(high.given)), "cut"),
                ("┫", "bold min"),
                (high.given, "bold decided" if high.right else "bold cut"),
            )
            lines.append(line(("your try  ", "quiet"), *ends))
        return lines

    def _question_bar(self, width: int, height: int) -> list[TextLine]:  # noqa: ARG002 - one line
        quiz, question = self.quiz, self.quiz.question
        if question is None:
            return [
                fitted(line((" ✓  That was the whole search", "bold strong")), width, "current")
            ]
        number = line((f"question {quiz.position + 1} ", "bold min"))
        if quiz.open:
            asked = sentence(f" ?  {self._asked_words(question)}", "bold strong")
            return [beside(asked, number, width, "min_card")]
        return [self._verdict(width)]

    def _asked_words(self, question: Task) -> str:
        name = self.snapshot.signed(question.node)
        if question.child is None:
            return f"{name} is entered: with which window?"
        arrives = f"{shown(question.value or 0)} arrives at {name}"
        if self.class_mode and self._asks_about_cut:
            return f"Is anything left in {name} worth reading?"
        return arrives

    def _verdict(self, width: int) -> TextLine:
        """Return what happened, once the question is closed."""
        banner = self.snapshot.banner
        surface = "cut_surface" if banner.kind == "cut" else "current"
        style = "bold on_cut" if banner.kind == "cut" else "bold strong"
        sign = "╳" if banner.kind == "cut" else self._mark()
        left = line((f" {sign}  {banner.heading}", style))
        right = line((f"{banner.test}   {banner.right} ".lstrip(), style))
        return beside(left, right, width, surface)

    def _mark(self) -> str:
        if self.class_mode or not self.quiz.outcomes:
            return " "
        good = self.quiz.outcomes[-1] in {Outcome.FIRST_TRY, Outcome.SECOND_TRY}
        return "✓" if good else "✗"

    def _words(self, width: int, height: int) -> list[TextLine]:
        lines = paragraph(self._word_lines(width - 2), width - 2, height)
        return [(((" ", ""), *text) if text else BLANK) for text in lines]

    def _word_lines(self, width: int) -> list[TextLine]:
        """Return what is said below the question, however many lines it takes."""
        found = self._sentences()
        return [part for text in found for part in wrapped(text, max(10, width))]

    def _sentences(self) -> list[TextLine]:
        quiz = self.quiz
        if quiz.question is None:
            return self._farewell()
        if self.problem:
            return [line(("✗ ", "bold cut"), *sentence(self.problem, "strong"))]
        if not quiz.open:
            said = [*self._told(), *self.snapshot.banner.lines]
            if self.note:
                said.append(self.note)
            return [sentence(text) for text in said]
        if quiz.hint:
            return [line(("hint  ", "bold quiet"), *sentence(quiz.hint))]
        if quiz.feedback:
            wrong = [box for box in quiz.feedback if not box.right and box.text]
            lines = [line(("✗ ", "bold cut"), *sentence(box.text)) for box in wrong]
            return [*lines, line(("  Try once more.", "quiet"))]
        if self.note:
            return [sentence(self.note, "quiet")]
        if self.class_mode:
            return [sentence(text) for text in self._known()]
        return []

    def _told(self) -> list[str]:
        """Return how the class was, or one's own answer, in a few words."""
        if self.class_mode:
            if self.said_yes is None or not self._asks_about_cut:
                return []
            is_right = self.said_yes is not (self.quiz.solution.get("cut") == "y")
            return ["✓ Right." if is_right else "✗ Not this time."]
        if not self.quiz.outcomes:
            return []
        words = {
            Outcome.FIRST_TRY: "✓ Right.",
            Outcome.SECOND_TRY: "✓ Right, on the second try.",
            Outcome.WRONG: "✗ Not this time.",
            Outcome.SHOWN: "Shown.",
        }
        wanted = ("v", "alpha", "beta", "cut")
        solution = [
            solution_words(name, text)
            for name, text in self.quiz.solution.items()
            if name in wanted
        ]
        return [f"{words[self.quiz.outcomes[-1]]}   {'   '.join(solution)}"]

    def _known(self) -> list[str]:
        """Return what a class knows when it is asked: what arrives, and who has what."""
        question = self.quiz.question
        if question is None:
            return []
        signed, before = self.snapshot.signed, self.snapshot
        if question.child is None:
            if not question.node:
                return [f"The search begins at {signed(0)}: which numbers are still possible?"]
            return [f"{signed(question.node)} gets what is possible at its parent now."]
        said = [f"{shown(question.value or 0)} arrives at {signed(question.node)}."]
        bound = before.other_bound
        if bound is not None and bound.owner is not None:
            through = f" through {bound.through}" if bound.through else ""
            said.append(f"{bound.owner} has {shown(bound.value)}{through}.")
        return [" ".join(said)]

    def _farewell(self) -> list[TextLine]:
        quiz = self.quiz
        if not quiz.questions:
            return [sentence("There is nothing to ask about this tree; F4 asks at every step.")]
        if self.class_mode:
            return [sentence("F6 begins again, F5 takes a fresh tree, esc goes back.", "quiet")]
        score = quiz.score
        lines = [
            line(
                (f"{score[Outcome.FIRST_TRY]} of {len(quiz.outcomes)} right", "bold strong"),
                f", {score[Outcome.SECOND_TRY]} on the second try, {score[Outcome.WRONG]} wrong, "
                f"{score[Outcome.SHOWN]} shown.",
            )
        ]
        for slip, count in quiz.misconceptions[:3]:
            lines.append(line((f"{count} × ", "cut"), *sentence(str(slip))))
        lines.append(line(("F5 takes a fresh tree, F6 begins again, esc goes back.", "quiet")))
        return lines

    def _tracks(self) -> list[Track]:
        steps = self.quiz.record.steps
        step = max(0, self.quiz.shown_step)
        before = line((" step ", "quiet"), (str(step), "bold strong"), (f"/{steps}   ", "quiet"))
        return [Track(at=step, low=0, high=steps, before=before, after=line("  "))]

    # -- doing things --------------------------------------------------------------------------

    def _turn(self, quiz: Quiz) -> None:
        """Show another state of the quiz, from which one can go back."""
        if quiz is not self.quiz:
            self._past.append(self.quiz)
        self.quiz = quiz
        self.problem = self.note = ""
        self.show()

    def on_answer_form_submitted(self, event: AnswerForm.Submitted) -> None:
        """Have what stands in the boxes marked."""
        event.stop()
        self._mark_answers(event.answers)

    def _mark_answers(self, answers: dict[str, str]) -> None:
        question = self.quiz.question
        if question is None or not self.quiz.open:
            return
        try:
            quiz = self.quiz.answer({name: answers.get(name, "") for name in question.fields})
        except EntryError as error:
            self.problem = str(error)
            self._reject(question.fields, answers)
            self.show()
            return
        self._turn(quiz)
        if quiz.open:
            self.form.mark({box.field: box.sign for box in quiz.feedback})

    def _reject(self, fields: tuple[Field, ...], answers: dict[str, str]) -> None:
        """Stand at the box that cannot be read; what is in it stays, to be mended."""
        empty = [name for name in fields if not answers.get(name, "").strip()]
        named = [name for name in fields if answers.get(name) and answers[name] in self.problem]
        wanted = [*named, *empty]
        if wanted:
            self.form.reject(wanted[0])

    def on_slider_moved(self, event: Slider.Moved) -> None:
        """Go to the question at a step that was clicked."""
        event.stop()
        self._turn(self._starting_at(int(event.place) - 1))

    def action_next_box(self) -> None:
        """Go to the next box."""
        self.form.turn(1)

    def action_check(self) -> None:
        """Have the answer marked."""
        self._mark_answers(self.form.answers)

    def action_next(self) -> None:
        """Show the answer, then ask the next question."""
        quiz = self.quiz
        if quiz.over:
            self.note = "That was all; F6 begins again."
            self.show()
        elif quiz.open and not self.class_mode:
            self.note = "Answer first: ↵ checks, F3 shows the answer."
            self.show()
        else:
            if quiz.open:
                self.said_yes = None
            self._turn(quiz.advance())

    def action_back(self) -> None:
        """Go back to the question before."""
        if self._past:
            self.quiz = self._past.pop()
        elif self.quiz.position:
            self.quiz = replace(self.quiz, position=self.quiz.position - 1, closed=False)
        else:
            self.note = "This is the first question."
        self.problem = ""
        self.show()

    def action_say(self, yes: bool) -> None:
        """Say for the class whether anything is worth reading."""
        if self.class_mode and self.quiz.open and self._asks_about_cut:
            self.said_yes = yes
            self._turn(self.quiz.reveal())

    def action_hint(self) -> None:
        """Show a hint, each time a clearer one."""
        self.quiz = self.quiz.ask_hint()
        self.problem = self.note = ""
        self.show()

    def action_show_answer(self) -> None:
        """Show the answer."""
        self._turn(self.quiz.reveal())

    def action_scope(self) -> None:
        """Ask at other steps, from where one is."""
        scopes = list(Scope)
        self.scope = scopes[(scopes.index(self.scope) + 1) % len(scopes)]
        step, outcomes, made = self.quiz.shown_step, self.quiz.outcomes, self.quiz.made
        self.quiz = begin_quiz(self.view.record, self.scope, class_mode=self.class_mode)
        self.quiz = replace(self._starting_at(step), outcomes=outcomes, made=made)
        self._past.clear()
        self.note = f"Asks {SCOPE_WORDS[self.scope]}."
        self.show()

    def action_fresh(self) -> None:
        """Take a fresh tree of the same kind."""
        self.view = self.view.fresh()
        self._begin()

    def action_again(self) -> None:
        """Begin again."""
        self._begin()
        self.note = "Begun again."
        self.show()

    def _begin(self) -> None:
        self.quiz = begin_quiz(self.view.record, self.scope, class_mode=self.class_mode)
        self.problem = self.note = ""
        self._past.clear()
        self._asked = None
        self.show()

    def action_other_mode(self) -> None:
        """Change between practise and class mode."""
        self.class_mode = not self.class_mode
        self.quiz = replace(self.quiz, class_mode=self.class_mode)
        self._asked = None
        self.show()

    def action_alone(self) -> None:
        """Show the drawing alone, or all."""
        self.is_alone = not self.is_alone
        self.show()

    def action_stop(self) -> None:
        """Go back to the tree."""
        self.dismiss()


def boxes_of(quiz: Quiz) -> tuple[Box, ...]:
    """Return the boxes of the question that is open."""
    question = quiz.question
    if question is None:
        return ()
    sign = quiz.record.rules.test_sign
    layout = {
        "v": Box("v", "v"),
        "alpha": Box("alpha", "α"),
        "beta": Box("beta", "β"),
        "cut": Box("cut", "cut off?", blank="y n", room=6),
        "because_left": Box("because_left", "because", room=6, starts_line=True),
        "because_right": Box("because_right", sign, room=6),
    }
    return tuple(layout[name] for name in question.fields)


def solution_words(field: str, text: str) -> str:
    """Return what is right in a box, in words."""
    words = {
        "v": f"v = {text}",
        "alpha": f"α = {text}",
        "beta": f"β = {text}",
        "cut": "cut-off" if text == "y" else "no cut-off",
    }
    return words.get(field, "")
