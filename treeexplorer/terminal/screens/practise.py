"""Practise: the search asks what one would write on paper, and says at once whether it is right.

The screen shows a quiz (:mod:`treeexplorer.exercises.quiz`) and hands it what is typed. While a
question is open nothing on the screen knows more than the step before it.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.containers import Horizontal

from treeexplorer.engine import Record, search
from treeexplorer.exercises.entries import EntryError
from treeexplorer.exercises.fresh import fresh_tree
from treeexplorer.exercises.questions import Field, Question, Scope
from treeexplorer.exercises.quiz import Outcome, Quiz, begin_quiz
from treeexplorer.numbers import shown
from treeexplorer.terminal import ink as styles
from treeexplorer.terminal.conventions import conventions
from treeexplorer.terminal.keys import bindings
from treeexplorer.terminal.panes.answers import answer_words, boxes_of, solution_words
from treeexplorer.terminal.panes.gauge import scale_of
from treeexplorer.terminal.panes.moment import moment, name_in_path, path_lines
from treeexplorer.terminal.screens.mode import Mode
from treeexplorer.terminal.styled import Styled
from treeexplorer.terminal.widgets.boxes import Boxes
from treeexplorer.terminal.widgets.lines import Divider, Hints, Lines, TooSmall, heading
from treeexplorer.text import capitalised

if TYPE_CHECKING:
    from textual.binding import BindingType


SCOPE_WORDS = {
    Scope.USUAL: "asks at windows and arrivals",
    Scope.CUT_OFFS: "asks only where a cut-off is possible",
    Scope.EVERYTHING: "asks at every step",
}
# On a low screen a long remark takes the place of the question, then of the drawing.
_LONGEST_BESIDE_DRAWING = 3
_ROWS_BESIDE_REMARK = 8
_SHARE_OF_REMARK = 4  # on other screens a long remark takes up to this part of the lines
_LONG_REQUEST = "Fill in what you would write on paper."
_SHORT_REQUEST = "Fill in the boxes."
_OPEN_FOOTER = ("practise_box", "practise_check", "practise_hint", "practise_show")
_CLOSED_FOOTER = ("practise_next",)
_OVER_FOOTER = ("practise_fresh", "practise_again")
_LAST_FOOTER = ("practise_stop", "practise_help")


@dataclass(frozen=True)
class Instant:
    """A record at a step, as the panes look at it."""

    record: Record
    step: int


class Practise(Mode):
    """Asks question after question about a search.

    Args:
        record: The finished search.
        title: What the tree is called.
        class_mode: For a class at a projector: no boxes and no score.
        scope: At which steps to ask.
    """

    BINDINGS: ClassVar[list[BindingType]] = bindings("practise")
    AUTO_FOCUS = "#boxes"
    scopes = ("practise",)

    def __init__(
        self,
        record: Record,
        title: str,
        *,
        class_mode: bool = False,
        scope: Scope = Scope.USUAL,
    ) -> None:
        super().__init__()
        self.title_text = title
        self.scope = scope
        self.quiz: Quiz = begin_quiz(record, scope, class_mode=class_mode)
        self.scale = scale_of(record.tree)
        self.said: list[Styled] = []
        self.problem = self.note = ""
        self._hint_from = 0
        self._asked: Question | None = None

    # -- what is on the screen -----------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """Build the screen from top to bottom."""
        ink = self.app.ink
        yield Lines(self._heading, id="heading")
        yield Divider(ink, "┬", self.divide)
        with Horizontal(id="body"):
            yield self.drawing()
            yield Lines(self._pane, id="beside")
        yield Divider(ink, "┴", self.divide)
        yield Lines(self._question, id="question")
        yield Boxes(ink, id="boxes")
        yield Lines(self._remark, id="remark")
        yield Divider(ink, id="divider-bottom")
        yield Lines(self._progress, id="progress")
        yield Hints(ink, self.footer, id="footer")
        yield TooSmall(ink)

    def on_mount(self) -> None:
        """Ask the first question."""
        canvas = self.canvas
        canvas.set_look(replace(canvas.look, spoilers=False))
        self.update()

    def update(self) -> None:
        """Show the quiz as it is now."""
        quiz = self.quiz
        canvas = self.canvas
        canvas.show(quiz.record, quiz.shown_step)
        boxes = self.query_one("#boxes", Boxes)
        if quiz.question != self._asked:
            self._asked, self._hint_from = quiz.question, 0
            boxes.ask(() if quiz.question is None else boxes_of(quiz.record, quiz.question))
        boxes.display = quiz.open and not quiz.class_mode
        self.set_focus(boxes if boxes.display else None)
        question = self.query_one("#question")
        low = self.has_class("-low")
        question.styles.height = 5 if not boxes.display else 2 if low else 1
        remark = self.query_one("#remark")
        remark.display = boxes.display
        said = len(self._remark_lines(max(1, self.size.width - 2)))
        question.display = not (low and boxes.display and said > 1)
        is_long = low and boxes.display and said > _LONGEST_BESIDE_DRAWING
        self.query_one("#body").display = not is_long
        most = self.size.height - _ROWS_BESIDE_REMARK if is_long else _LONGEST_BESIDE_DRAWING
        least, most = (1, most) if low else (2, max(2, self.size.height // _SHARE_OF_REMARK))
        remark.styles.height = max(least, min(said, most))
        super().update()

    def _heading(self, width: int, height: int) -> list[Styled]:  # noqa: ARG002 - one line at any height
        mode = "CLASS" if self.quiz.class_mode else "PRACTISE"
        return heading(
            self.app.ink,
            f"{self.title_text} · {mode}",
            conventions(self.quiz.record.rules),
            width,
        )

    def _pane(self, width: int, height: int) -> list[Styled]:
        ink, quiz, room = self.app.ink, self.quiz, width - 1
        instant = Instant(quiz.record, quiz.shown_step)
        answers = self._answers(room)
        if quiz.open:
            answers = answers[-max(1, height - 6) :]
            lines = path_lines(instant, ink, room, max(4, height - len(answers) - 3), asking=True)
            question = quiz.question
            if question is not None and question.value is not None:
                lines += [
                    Styled(""),
                    ink.line((f" {shown(question.value)} arrives", styles.STRONG)),
                ]
        else:
            lines = moment(instant, ink, self.scale, room, height)
            answers = answers[-max(0, height - len(lines) - 1) :]
        if answers and len(lines) + len(answers) < height:
            lines.append(Styled(""))
        lines += answers
        edge = ink.line(("│", styles.QUIET))
        return ink.block([edge + line for line in lines] + [edge] * height, width, height)

    def _answers(self, width: int) -> list[Styled]:
        if not self.said:
            return []
        ink = self.app.ink
        lines = [ink.line((" YOUR ANSWERS", styles.HEADING))]
        for said in self.said[-6:]:
            wrapped = said.wrap(width - 2)
            lines += [Styled(" ") + part for part in wrapped]
        return lines

    def _question(self, width: int, height: int) -> list[Styled]:
        ink, quiz = self.app.ink, self.quiz
        question = quiz.question
        if question is None:
            lines = self._farewell()
        elif quiz.open:
            number = f"QUESTION {quiz.position + 1}"
            text = capitalised(question.text)
            if len(number) + 4 + len(text) > (width - 2) * height:
                text = text.replace(_LONG_REQUEST, _SHORT_REQUEST)
            lines = [ink.line((number, styles.STRONG), f"    {text}")]
            if quiz.class_mode:
                lines += [Styled(""), ink.line(("What would you write? ", styles.QUIET))]
        else:
            lines = [self._verdict(), ink.line(quiz.reason)]
        remark = self.key_remark or ("" if self.query_one("#boxes").display else self.note)
        said = [ink.line((remark, styles.QUIET))] if remark else []
        block = ink.paragraph(lines, width - 2, height - len(said))
        block += ink.paragraph(said, width - 2, 1)
        return ink.block([Styled(" ") + line for line in block], width, height)

    def _verdict(self) -> Styled:
        ink, quiz = self.app.ink, self.quiz
        solution = "   ".join(solution_words(name, text) for name, text in quiz.solution.items())
        if quiz.class_mode or not quiz.outcomes:
            return ink.line((solution, styles.STRONG))
        outcome = quiz.outcomes[-1]
        words = {
            Outcome.FIRST_TRY: ("✓ Right.", styles.GOOD),
            Outcome.SECOND_TRY: ("✓ Right, on the second try.", styles.GOOD),
            Outcome.WRONG: ("✗ Not this time.", styles.CUT),
            Outcome.SHOWN: ("Shown.", styles.QUIET),
        }
        return ink.line(words[outcome], "   ", (solution, styles.STRONG))

    def _farewell(self) -> list[Styled]:
        ink, quiz = self.app.ink, self.quiz
        if not quiz.questions:
            return [ink.line("There is nothing to ask about this tree; F4 asks at every step.")]
        if quiz.class_mode:
            return [ink.line(("That was the whole search.", styles.STRONG))]
        score = quiz.score
        first, second = score[Outcome.FIRST_TRY], score[Outcome.SECOND_TRY]
        lines = [
            ink.line(
                (f"Done: {first} of {len(quiz.questions)} right", styles.STRONG),
                f", {second} on the second try, {score[Outcome.WRONG]} wrong, "
                f"{score[Outcome.SHOWN]} shown.",
            )
        ]
        for slip, count in quiz.slips[:3]:
            lines.append(ink.line((f"{count} × ", styles.CUT), str(slip)))
        if not quiz.slips:
            lines.append(ink.line(("No mistakes. ", styles.GOOD), "Try a fresh tree."))
        return lines

    def _remark(self, width: int, height: int) -> list[Styled]:
        ink, lines = self.app.ink, self._remark_lines(width - 2)
        if len(lines) <= height:
            block = lines
        elif not self.quiz.hint or height < 2:
            block = ink.paragraph(lines, width - 2, height)
        else:
            start = self._hint_from = self._hint_from % len(lines)
            key = self.app.keys_of("practise_hint")[0]
            more = "reads on" if start + height - 1 < len(lines) else "begins again"
            block = lines[start : start + height - 1]
            block.append(ink.line((f"{ink.ellipsis} {key} {more}", styles.KEY)))
        return ink.block([Styled(" ") + line for line in block], width, height)

    def _remark_lines(self, width: int) -> list[Styled]:
        """Return what is said below the boxes, however many lines it takes."""
        ink, quiz = self.app.ink, self.quiz
        if self.problem:
            lines = [ink.line((self.problem, styles.CUT))]
        elif quiz.hint:
            lines = [ink.line(("hint  ", styles.HEADING), quiz.hint)]
        elif quiz.feedback:
            wrong = [box for box in quiz.feedback if not box.right]
            lines = [ink.line(("✗ ", styles.CUT), box.text) for box in wrong if box.text]
            lines.append(ink.line(("Try once more.", styles.QUIET)))
        else:
            lines = [ink.line((self.note, styles.QUIET))]
        return [part for line in lines for part in line.wrap(width)]

    def _progress(self, width: int, height: int) -> list[Styled]:  # noqa: ARG002 - one line at any height
        ink, quiz = self.app.ink, self.quiz
        if quiz.class_mode:
            right = ink.line((f"{SCOPE_WORDS[self.scope]} ", styles.QUIET))
        else:
            score = quiz.score
            right = ink.line(
                f"{score[Outcome.FIRST_TRY]} right, {score[Outcome.SECOND_TRY]} on 2nd try "
            )
        left = ink.line((" so far  ", styles.QUIET))
        room = max(0, width - left.cell_length - right.cell_length - 2)
        done = min(room, 2 * quiz.position)
        track = ink.line(("━" * done, "$text-accent"), ("" if quiz.over else "?", styles.CURRENT))
        return [ink.beside(left + track, right, width)]

    def footer(self) -> list[tuple[str, str, str]]:
        """Return what the footer says now: id, key and word of each hint."""
        quiz = self.quiz
        if quiz.over:
            wanted: tuple[str, ...] = _OVER_FOOTER
        else:
            typing = quiz.open and not quiz.class_mode
            wanted = _OPEN_FOOTER if typing else _CLOSED_FOOTER
        return self.hints((*wanted, *_LAST_FOOTER))

    # -- doing things --------------------------------------------------------------------------

    def on_boxes_submitted(self, event: Boxes.Submitted) -> None:
        """Hand in what stands in the boxes."""
        event.stop()
        self.check()

    def check(self) -> None:
        """Have the answer marked; the next key goes on when it is closed."""
        if not self.quiz.open or self.quiz.class_mode:
            self.advance()
            return
        boxes = self.query_one("#boxes", Boxes)
        question = self.quiz.question
        try:
            self.quiz = self.quiz.answer({f: boxes.answers[f] for f in _fields(question)})
        except EntryError as error:
            self.problem = str(error)
            self.update()
            return
        self.problem = self.note = ""
        boxes.mark({box.field: box.sign for box in self.quiz.feedback})
        self._note_answers()
        self.update()

    def _note_answers(self) -> None:
        quiz, ink = self.quiz, self.app.ink
        question = quiz.question
        if question is None:
            return
        name = name_in_path(quiz.record, question.node)
        again = "second try" if quiz.tries > 1 else name
        given = ", ".join(
            answer_words(box.field, box.given)
            for box in quiz.feedback
            if box.field in {"v", "alpha", "beta", "cut"}
        )
        right = all(box.right for box in quiz.feedback)
        sign = ("✓ ", styles.GOOD) if right else ("✗ ", styles.CUT)
        self.said.append(ink.line(sign, f"{again}: {given}"))

    def advance(self) -> None:
        """Go on: reveal in class mode, else the next question once this one is closed."""
        quiz = self.quiz
        if quiz.over or (quiz.open and not quiz.class_mode):
            check, show, again = (
                self.app.keys_of(f"practise_{name}")[0] for name in ("check", "show", "again")
            )
            self.note = (
                f"That was all; {again} begins again."
                if quiz.over
                else f"Answer first: {check} checks, {show} shows the answer."
            )
            self.update()
            return
        self.quiz = quiz.advance()
        self.problem = self.note = ""
        self.update()

    def hint(self) -> None:
        """Show the rest of a long hint, or another hint, each time a clearer one."""
        before, remark = self.quiz.hint, self.query_one("#remark")
        lines = self._remark_lines(max(1, remark.size.width - 2)) if before else []
        room = remark.size.height - 1
        if before and not self.problem and 0 < room < len(lines) - 1:
            self._hint_from += room
            is_read = self._hint_from >= len(lines)
        else:
            is_read = True
        if is_read:
            self.quiz = self.quiz.ask_hint()
            self._hint_from = 0
        self.problem = self.note = ""
        self.update()

    def show_answer(self) -> None:
        """Close the question and show what happens."""
        self.quiz = self.quiz.reveal()
        self.problem = self.note = ""
        self.update()

    def begin(self, record: Record) -> None:
        """Start over with a search."""
        self.quiz = begin_quiz(record, self.scope, class_mode=self.quiz.class_mode)
        self.scale = scale_of(record.tree)
        self.said = []
        self.problem = self.note = ""
        self._asked = None
        self.update()

    def begin_fresh(self) -> None:
        """Start over with a fresh tree of the same kind."""
        record = self.quiz.record
        tree = fresh_tree(record.tree, record.rules, random.randrange(1 << 30))  # noqa: S311 - exercises are no secrets
        if tree.directives.title:
            self.title_text = tree.directives.title
        self.begin(search(tree, record.rules))

    def change_scope(self) -> None:
        """Ask at other steps, from the beginning."""
        scopes = list(Scope)
        self.scope = scopes[(scopes.index(self.scope) + 1) % len(scopes)]
        self.begin(self.quiz.record)
        self.note = f"Now it {SCOPE_WORDS[self.scope]}."
        self.update()


def _fields(question: Question | None) -> tuple[Field, ...]:
    return () if question is None else question.fields
