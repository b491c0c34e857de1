"""The tour: what is said, and which key it waits for, one lesson after the other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

KeyOf = Callable[[str], str]

TREE: Final = """\
@title The tour
@note Somebody has worked this tree out by hand, and made one mistake. K finds it.
[a:6[6[1 5 6] b:>=8[8 /7 /3]] c:3[4 /9]]
"""


@dataclass(frozen=True)
class Lesson:
    """One stop of the tour.

    Attributes:
        text: What is said; ``{key}`` stands for the key of the first action, as it is bound.
        actions: The actions that it waits for, by id; any of them will do.
        times: How often.
    """

    text: str
    actions: tuple[str, ...]
    times: int = 1

    def words(self, key_of: KeyOf) -> str:
        """Return the text with the key as it is bound."""
        return self.text.replace("{key}", key_of(self.actions[0]))


LESSONS: Final = (
    Lesson(
        "Two players: ▲ MAX wants a large number, ▽ MIN a small one. Numbers not read yet are "
        "dim. Press {key}: the search enters the root.",
        ("next",),
    ),
    Lesson(
        "Each press goes on by one node: it is entered, read or finished. Press {key} four times, "
        "and watch v, α and β in PATH.",
        ("next",),
        times=4,
    ),
    Lesson("Every step can be taken back, and nothing is lost. Press {key}.", ("back",)),
    Lesson("Now to what it is all about. {key} goes to the next cut-off.", ("next_cut",)),
    Lesson(
        "Below the drawing stands the reason: the test with its numbers, who has what, and so "
        "what. In the gauge α and β have crossed. Press {key} for more on this node.",
        ("why",),
    ),
    Lesson("{key} looks around: the search waits while you move through the tree.", ("look",)),
    Lesson(
        "Move with the arrows. {key} goes to the step at which the node you look at is entered.",
        ("visit", "return"),
    ),
    Lesson("{key} goes to the end of the search.", ("end",)),
    Lesson(
        "= is exact, ≥ and ≤ are bounds, the double line is the best play, and ╳ with dots is "
        "what was never read. {key} turns to the next card: the trace, the counts, …",
        ("card",),
    ),
    Lesson(
        "The sources disagree: cut on equality or not? fail-soft or hard? {key} shows all rules; "
        "change one and see what it changes. esc comes back.",
        ("rules",),
    ),
    Lesson("{key} shows the tree as an outline, for deep and wide ones.", ("view",)),
    Lesson("{key} again shows the diagram.", ("view",)),
    Lesson("Somebody has worked out this tree by hand. {key} checks what they wrote.", ("check",)),
    Lesson("One is wrong. {key} goes to the step that shows it.", ("next_wrong",)),
    Lesson(
        "Your turn: {key} asks what you would write at each step. esc comes back when you have "
        "had enough.",
        ("practise",),
    ),
    Lesson("{key} is a worksheet: you fill in the tree yourself. esc comes back.", ("worksheet",)),
    Lesson(
        "{key} shows all keys. That is the last one to remember; ctrl+p finds everything by name.",
        ("help",),
    ),
)

FAREWELL: Final = (
    "That was the tour. esc leads to the gallery: the examples there are in the order in which "
    "they are best read."
)


class Progress:
    """How far somebody has come in the tour."""

    def __init__(self) -> None:
        self.at = 0
        self._done = 0

    @property
    def lesson(self) -> Lesson | None:
        """The lesson that is on; ``None`` after the last."""
        return LESSONS[self.at] if self.at < len(LESSONS) else None

    def note(self, action: str) -> bool:
        """Note that an action was done; tell whether the next lesson is on now."""
        lesson = self.lesson
        if lesson is None or action not in lesson.actions:
            return False
        self._done += 1
        if self._done < lesson.times:
            return False
        self.at += 1
        self._done = 0
        return True

    def text(self, key_of: KeyOf) -> str:
        """Return what is said now."""
        lesson = self.lesson
        if lesson is None:
            return FAREWELL
        return f"{self.at + 1} of {len(LESSONS)}  {lesson.words(key_of)}"
