"""What screens ask of the app: they post these messages, and only the app knows all screens.

A screen never imports another one. It posts ``OpenScreen("rules", self.view, then=…)``; the app
makes the screen, shows it, and hands what it is dismissed with to ``then``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from textual.message import Message

from treeexplorer.files import ChangedError
from treeexplorer.numbers import shown, typed_number
from treeexplorer.terminal.sources import Source, attempt_file, attempt_trees
from treeexplorer.terminal.view import View
from treeexplorer.text import as_sentence
from treeexplorer.tree import Number


class OpenScreen(Message):
    """Show another screen above this one.

    Args:
        name: The screen, one of the names in :data:`treeexplorer.terminal.app.SCREENS`.
        view: What it shows.
        then: Takes what the screen is dismissed with.
        options: What the screen's constructor takes beside the view.
    """

    def __init__(
        self,
        name: str,
        view: View | None = None,
        then: Callable[[Any], None] | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        self.name = name
        self.view = view
        self.then = then
        self.options = options


Attempt: TypeAlias = Callable[[str], tuple[bool, str]]
"""Tells whether a line can be accepted, and what it would do or what is wrong with it."""


def ask(
    title: str,
    explanation: str,
    attempt: Attempt,
    then: Callable[[str], None],
    answer: str = "",
) -> OpenScreen:
    """Return the question for one line of text.

    Args:
        title: What is asked.
        explanation: What can be written.
        attempt: Judges the line at every key.
        then: Takes the line; not called where it is given up.
        answer: What stands in the line at first.
    """

    def answered(text: str | None) -> None:
        if text is not None:
            then(text)

    return OpenScreen(
        "prompt",
        then=answered,
        title=title,
        explanation=explanation,
        attempt=attempt,
        answer=answer,
    )


def ask_for_value(name: str, then: Callable[[Number], None]) -> OpenScreen:
    """Return the question for the value of an unknown leaf."""

    def attempt(text: str) -> tuple[bool, str]:
        try:
            return True, f"↵ sets {name} to {shown(typed_number(text))}"
        except ValueError as error:
            return False, str(error)

    explanation = "a number: 3, -0.5, inf"
    return ask(f"The value of {name}", explanation, attempt, lambda text: then(typed_number(text)))


def ask_for_file(
    title: str,
    explanation: str,
    answer: str,
    then: Callable[[Path], None],
    *,
    for_trees: bool = False,
) -> OpenScreen:
    """Return the question for the name of a file to write; ``then`` takes its path."""
    return ask(
        title,
        explanation,
        attempt_trees if for_trees else attempt_file,
        lambda name: then(Path(name.strip()).expanduser()),
        answer,
    )


Choice: TypeAlias = tuple[str, Callable[[], None] | None]
"""The words of a choice and what it does; ``None`` does nothing."""


def ask_to_overwrite(error: ChangedError, overwrite: Callable[[], None]) -> OpenScreen:
    """Return the question whether to write over a file that somebody else changed."""
    choices: list[Choice] = [("Leave it as it is", None), ("Write over it", overwrite)]
    question = as_sentence(str(error.strerror))
    return OpenScreen("choose", question=question, choices=choices)


def ask_about_unsaved(
    question: str, save: Callable[[], None], discard: Callable[[], None]
) -> OpenScreen:
    """Return the question what becomes of work that is not saved."""
    choices: list[Choice] = [("Go back", None), ("Save", save), ("Leave without saving", discard)]
    return OpenScreen("choose", question=question, choices=choices)


@dataclass
class OpenSource(Message):
    """Read trees and show them in the explorer, in place of what is shown now."""

    source: Source


@dataclass
class OpenText(Message):
    """Show the trees of a text that was edited.

    Attributes:
        source: Where the text came from.
        text: The text.
        is_changed: Whether it is another one than the source has.
        digest: The digest of what the source's file held when it was read.
    """

    source: Source
    text: str
    is_changed: bool
    digest: str | None = None


@dataclass
class ShowView(Message):
    """Show a view in the explorer, in place of what is shown now."""

    view: View


@dataclass
class OpenEditor(Message):
    """Show the text of a source in the editor, the caret at its first problem."""

    source: Source
    problem: str = ""


class OpenGallery(Message):
    """Leave what is shown for the gallery."""
