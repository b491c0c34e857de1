"""What screens ask of the app: they post these messages, and only the app knows all screens.

A screen posts ``OpenScreen("rules", self.view, then=…)`` or ``OpenHelp()``; the app makes the
screen, shows it, and hands what it is dismissed with to ``then``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias

from textual.message import Message

from treeexplorer.editing.text import EditedText
from treeexplorer.files import ChangedError, reason_of
from treeexplorer.formats.meant import NOTATION_ENDING
from treeexplorer.gallery import Neighbour
from treeexplorer.terminal.sources import Source
from treeexplorer.terminal.view import View
from treeexplorer.text import as_sentence, safe

ScreenOfView: TypeAlias = Literal[
    "answers", "marks", "mistake_step", "practise", "rules", "try_it", "worksheet"
]
"""A screen that is made of a view; ``marks`` is the worksheet, marked as it stands in the file."""


@dataclass
class OpenScreen(Message):
    """Show a screen of a view above this one; ``then`` takes its result."""

    screen: ScreenOfView
    view: View
    then: Callable[[Any], None] | None = None


@dataclass
class OpenComparison(Message):
    """Lay the search of a view beside the same tree's under its rules with some changes."""

    view: View
    changes: Mapping[str, Any]


@dataclass
class OpenEditor(Message):
    """Show trees in the editor above this screen, as they are in a file or a view.

    Attributes:
        source: The trees.
        file: Their text with its undo; read anew where ``None``.
        edited: The view whose text is edited.
        at: The line and the column of the caret, from 1.
    """

    source: Source
    file: EditedText | None = None
    edited: View | None = None
    at: tuple[int, int] | None = None


@dataclass
class OpenPicker(Message):
    """Choose a file to open; a folder is listed first."""

    folder: Path


class OpenHelp(Message):
    """Show all keys of this screen."""


class LineAction(NamedTuple):
    """What enter does with a line that was typed: in words, and as a function."""

    words: str
    run: Callable[[], object]


LineReader: TypeAlias = Callable[[str], LineAction]
"""Reads a line; raises ``ValueError`` with what is wrong with it."""


@dataclass
class AskForLine(Message):
    """Ask for one line of text.

    Attributes:
        title: What is asked for.
        explanation: What an answer looks like.
        read: Reads the line, at every key.
        answer: What stands there at first.
        takes_empty_line: Whether an empty line is an answer, too.
    """

    title: str
    explanation: str
    read: LineReader
    answer: str = ""
    takes_empty_line: bool = False


Option: TypeAlias = tuple[str, Callable[[], object] | None]
"""The words of an option and what it does; ``None`` does nothing."""


@dataclass
class Offer(Message):
    """Offer a few things, of which one is done."""

    question: str
    choices: Sequence[Option]


def ask_for_file(
    title: str,
    explanation: str,
    answer: str,
    write: Callable[[Path], object],
    *,
    for_trees: bool = False,
) -> AskForLine:
    """Return the question for the name of a file to write.

    Args:
        title: What is asked, such as ``Save the trees as``.
        explanation: What a name looks like.
        answer: The name that stands there at first.
        write: Writes the file; it is given the path.
        for_trees: Whether the name must end in ``.tree``, by which the file is found again.
    """

    def parse_name(name: str) -> LineAction:
        """Return what ↵ does with the name that is typed so far: it writes the file.

        Raises:
            ValueError: No file can be written under this name, as a sentence says.
        """
        if for_trees:
            _check_tree_ending(name)
        file = _parse_file_name(name)
        words = "↵ saves it"
        if file.exists:
            words += " (there is such a file; it is replaced)"
        return LineAction(words, partial(write, file.path))

    return AskForLine(title, explanation, parse_name, answer)


def _check_tree_ending(name: str) -> None:
    """Raise ``ValueError`` unless the name of a file ends in ``.tree``."""
    if Path(name.strip()).suffix.lower() != NOTATION_ENDING:
        raise ValueError("End the name in .tree.")


class _NamedFile(NamedTuple):
    """A file to write, and whether there is one at its path already."""

    path: Path
    exists: bool


def _parse_file_name(name: str) -> _NamedFile:
    """Return the file to write under a name that was typed, where ``~`` is the home folder.

    Raises:
        ValueError: No file can be written there, as a sentence says.
    """
    try:
        path = Path(name.strip()).expanduser()
        _check_file_path(path)
        return _NamedFile(path, path.exists())
    # A ``ValueError`` of the check says what is wrong already, and goes on as it is.
    except OSError as error:
        raise ValueError(safe(reason_of(error))) from None
    except RuntimeError as error:  # the home folder of somebody who is not known
        raise ValueError(safe(str(error))) from None


def _check_file_path(path: Path) -> None:
    """Raise ``ValueError`` if a path is a folder, or in a folder that does not exist.

    Raises:
        OSError: That cannot be found out.
    """
    if path.is_dir():
        raise ValueError("That is a folder; add a name.")
    if not path.absolute().parent.is_dir():
        raise ValueError("There is no such folder.")


def ask_to_overwrite(
    error: ChangedError, overwrite: Callable[[], None], read_again: Callable[[], None] | None
) -> Offer:
    """Return the question whether to write over a file that holds something else.

    Args:
        error: Says what the file holds.
        overwrite: Writes over it.
        read_again: Reads it again in place of what is shown; ``None`` where that is not offered.
    """
    question = as_sentence(str(error.strerror))
    choices: list[Option] = [("Leave it as it is", None)]
    if read_again is not None:
        choices.append(("Read it again; ctrl+z brings back what was here", read_again))
    return Offer(question, [*choices, ("Write over it", overwrite)])


def ask_about_unsaved(
    question: str, save: Callable[[], None], discard: Callable[[], None]
) -> Offer:
    """Return the question what becomes of work that is not saved."""
    return Offer(question, [("Go back", None), ("Save", save), ("Leave without saving", discard)])


@dataclass
class OpenSource(Message):
    """Read trees and show them in the explorer, in place of what is shown now."""

    source: Source


@dataclass
class OpenText(Message):
    """Show the trees of a text that was edited."""

    source: Source
    file: EditedText


@dataclass
class Opened(Message):
    """A source was read: show its view in the explorer, in place of what is shown now."""

    source: Source
    view: View | None = None  # None where it is no tree: its text is shown, with the problem
    problem: str = ""


@dataclass
class OpenBeside(Message):
    """Show the tree file after a source, or before it, in place of what is shown now."""

    source: Source
    by: Neighbour


@dataclass
class SetAsking(Message):
    """Ask before each possible cut-off, in every tree that is opened until the program ends."""

    asks: bool


class OpenGallery(Message):
    """Leave what is shown for the gallery."""
