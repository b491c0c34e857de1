"""The tour: the explorer on a small tree, with a strip that says what to press next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from textual.app import ComposeResult
from textual.screen import Screen

from treeexplorer import guides
from treeexplorer.notation import parse_all
from treeexplorer.terminal.lines import TextLine, line, sentence
from treeexplorer.terminal.screens.answers import Answers
from treeexplorer.terminal.screens.explorer import Explorer
from treeexplorer.terminal.screens.help import Help
from treeexplorer.terminal.screens.practise import Practise
from treeexplorer.terminal.screens.rules import RulesScreen
from treeexplorer.terminal.screens.worksheet import WorksheetScreen
from treeexplorer.terminal.view import View
from treeexplorer.terminal.widgets.line_view import Words

TREE: Final = """\
@title The tour
@note Somebody has worked this tree out by hand, and made one mistake. K marks it.
[a:6[6[1 5 6] b:>=8[8 /7 /3]] c:3[4 /9]]
"""


@dataclass(frozen=True)
class Lesson:
    """One stop of the tour: what is said, the keys that bring it forward, and when it is done."""

    text: str
    keys: tuple[str, ...]
    is_done: Callable[[Tour], bool]


class Tour(Explorer):
    """The explorer with a guide; the person presses the keys."""

    def __init__(self) -> None:
        super().__init__(View(parse_all(TREE, file="tour"), "tour"))
        self.at = 0
        self.opened: set[type[Screen[Any]]] = set()

    def compose(self) -> ComposeResult:
        yield Words(self._sentences, surface="current")
        yield from super().compose()

    @property
    def lesson(self) -> Lesson | None:
        """The lesson that is on; ``None`` after the last."""
        return LESSONS[self.at] if self.at < len(LESSONS) else None

    def show(self) -> None:
        """Go on with the tour where the lesson is done, and show the view."""
        if self.lesson is not None and self.lesson.is_done(self):
            self.at += 1
            self.opened.clear()
        super().show()

    def on_screen_suspend(self) -> None:
        self.opened.add(type(self.app.screen))

    def give_room(self, width: int, height: int) -> None:
        super().give_room(width, height)
        self.query_one(Words).fit(width, 1, height // 2)

    def _sentences(self) -> list[TextLine]:
        if self.lesson is None:
            return [sentence(FAREWELL)]
        number = f"{self.at + 1} of {len(LESSONS)}  "
        return [line((number, "bold min"), *sentence(self.lesson.text))]


def _opened(screen: type[Screen[Any]]) -> Callable[[Tour], bool]:
    return lambda tour: screen in tour.opened


_DONE: Final[tuple[tuple[tuple[str, ...], Callable[[Tour], bool]], ...]] = (
    (("space",), lambda tour: tour.view.step >= 1),
    (("space", "space", "space", "space"), lambda tour: tour.view.step >= 6),
    (("backspace",), lambda tour: tour.view.step < 6),
    (("c",), lambda tour: bool(tour.view.snapshot.cutoffs)),
    (("y",), lambda tour: tour.view.explains_step),
    (("i",), lambda tour: tour.view.looking),
    (("escape",), lambda tour: not tour.view.looking),
    (("end",), lambda tour: tour.view.step == tour.view.steps),
    (("r", "escape"), _opened(RulesScreen)),
    (("K", "escape"), _opened(WorksheetScreen)),
    (("P", "escape"), _opened(Practise)),
    (("S", "escape"), _opened(Answers)),
    (("question_mark", "escape"), _opened(Help)),
)
LESSONS: Final = tuple(
    Lesson(text, *done) for text, done in zip(guides.LESSONS, _DONE, strict=True)
)

FAREWELL: Final = (
    "That was the tour. esc leads to the gallery: the examples there are in the order in which "
    "they are best read."
)
