"""The one door: every text in which somebody has a tree comes in here.

First the notation, where the text is in it; then the syntaxes, by what the text looks like, the
ending of its file only a hint. What was understood is said in one line; what is not understood is
refused, and the refusal says what can be read.
"""

from __future__ import annotations

import gc
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Final, NamedTuple

from treeexplorer.formats.documents import Recognised, recognise
from treeexplorer.formats.foreign import READABLE, Foreign, foreign_format
from treeexplorer.formats.lookalikes import flat_notice, lookalike_notice
from treeexplorer.formats.model import UnreadableError
from treeexplorer.notation import Document, NotationError, Problem, parse_all, write
from treeexplorer.notation import read_text as text_of_file
from treeexplorer.notation.lexer import unheard
from treeexplorer.notation.problems import Slip, SourceText
from treeexplorer.notation.reader import MOST_CHARACTERS, with_plain_line_ends
from treeexplorer.numbers import counted
from treeexplorer.text import safe, shorten
from treeexplorer.tree import Levels

if TYPE_CHECKING:
    from treeexplorer.formats.syntaxes import Syntax

NOTATION_ENDING: Final = ".tree"
_LONGEST_LIST: Final = 200
_LONGEST_LINE: Final = 76
_ASSIGNMENT: Final = re.compile(
    r"^[ \t]*(?:(?:const|let|var|val|int|double|float|long|final|static|private|public)\b[^=\n]*"
    r"|(?:[^\W\d]\w*(?:<[^=\n]*>)?[ \t]+)?[^\W\d][\w.]*(?:[ \t]*:[^=\n\[]*)?)[ \t]*=(?![=])"
    r"|^[^\W\d][\w.]*[ \t]*<-[ \t]"
    r"|^(?:def|class|function|import|from|public|#include)\b|^#!",
    re.MULTILINE,
)
_NOT_IN_SYNTAX: Final = "this is not"
_PROSE: Final = re.compile(r"(?:[^\W\d]+[.,:;!?]*\s+){4,}[^\W\d]+[.!?]\s*")
_OTHER_START: Final = re.compile(
    r"\s*+\((?![^()\[\]]*,[^()\[\]]*\)\S)"  # and not a window, (3,inf)[2 4]
    r"|\s*+[{<]|\s*+\\|\s*+digraph\b|\s*+(?:graph|flowchart)\b"
)
_OTHER_QUOTES: Final = re.compile(r"'[^'\n]*'\s*[,:\])]|\"[^\"\n]*\"\s*(?:[,\])]|:\s*\"|:\s+[\[{])")


class ReadTrees(NamedTuple):
    """The trees of a text, and what is to be said of how it was read.

    Attributes:
        exercises: The trees, with what stands beside them.
        read_as: What was understood, in one line; empty where the text is in the notation.
        notices: Other readings of a text in the notation, each a sentence without a full stop.
    """

    exercises: Document
    read_as: str = ""
    notices: tuple[str, ...] = ()

    @property
    def is_notation(self) -> bool:
        """Whether the text is in the notation, so that it can be edited and saved as it is."""
        return not self.read_as

    @property
    def remarks(self) -> tuple[str, ...]:
        """Everything that is to be said."""
        return (self.read_as, *self.notices) if self.read_as else self.notices


def read_trees(
    text: str,
    *,
    file: str = "<text>",
    levels: Levels | None = None,
    report: Callable[[int], None] = unheard,
) -> ReadTrees:
    """Return the trees of a text in whatever syntax it is.

    Args:
        text: The text.
        file: What messages call it; its ending is a hint.
        levels: The players by ply where an option gives them. A tree of others is not judged at
            its chance nodes: whoever gives it those players does.
        report: Is told now and then how many characters have been read.

    Raises:
        NotationError: It cannot be read; the problem says where, and what can be read.

    Example:
        >>> read_trees('{"A": [5, 8]}').read_as
        'read as JSON: A with 2 leaves; MAX first, since nothing says who moves'
    """
    text = with_plain_line_ends(text)
    is_empty = not text or text.isspace()
    is_too_long = len(text) > MOST_CHARACTERS
    may_be_notation = is_too_long or not _begins_otherwise(text)
    notation_error: NotationError | None = None
    if may_be_notation:
        try:
            exercises = parse_all(text, file=file, levels=levels, report=report)
        except NotationError as error:
            if is_empty or is_too_long:
                raise
            notation_error = error
        else:
            return ReadTrees(exercises, notices=tuple(lookalike_notice(text, exercises)))
    with _without_collector():
        return _in_other_syntax(text, file, levels, notation_error)


def _begins_otherwise(text: str) -> bool:
    """Tell whether a text begins as no text in the notation does."""
    return _OTHER_START.match(text) is not None


@contextmanager
def _without_collector() -> Iterator[None]:
    """Keep the garbage collector from going through the millions of objects that are being made."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def read_notation(text: str, *, file: str = "<text>", levels: Levels | None = None) -> ReadTrees:
    """Return the trees of a text that must be in the notation, as keys are.

    Raises:
        NotationError: It is not.
    """
    return ReadTrees(parse_all(text, file=file, levels=levels))


def load_trees(path: str | Path, *, levels: Levels | None = None) -> ReadTrees:
    """Return the trees of a file.

    Raises:
        FileError: The file cannot be read.
        NotationError: It holds no tree that can be read.
    """
    opened = read_trees(text_of_file(path), file=str(path), levels=levels)
    exercises = (replace(exercise, path=Path(path)) for exercise in opened.exercises)
    return opened._replace(exercises=tuple(exercises))


class _Refusal(NamedTuple):
    """A syntax that a text looks like, and why it cannot be read as that."""

    syntax: Syntax
    error: UnreadableError


def _in_other_syntax(
    text: str, file: str, levels: Levels | None, notation_error: NotationError | None
) -> ReadTrees:
    """Return the trees of a text that is not in the notation, in the first syntax that takes it.

    Raises:
        NotationError: No syntax takes it, or no shape fits what a syntax found.
    """
    source = SourceText(text)
    refusals: list[_Refusal] = []
    for syntax in _candidates(text, file):
        try:
            reading = syntax.read(text)
        except UnreadableError as error:
            if syntax.is_certain or error.is_certain:
                raise _as_problem(error, source, file, syntax.name) from None
            refusals.append(_Refusal(syntax, error))
            continue
        try:
            recognised = recognise(reading, levels)
        except UnreadableError as error:
            raise _as_problem(error, source, file, syntax.name) from None
        return _with_remarks(recognised, syntax.name, levels)
    raise _refused(source, file, notation_error, refusals)


def _with_remarks(recognised: Recognised, name: str, levels: Levels | None) -> ReadTrees:
    """Return the trees of a syntax with what was understood, and with other readings of them."""
    read_as = _read_as(name, recognised, levels)
    exercises = [replace(exercise, read_as=read_as) for exercise in recognised.exercises]
    notices = [flat_notice(exercise) for exercise in recognised.exercises]
    return ReadTrees(tuple(exercises), read_as, tuple(filter(None, notices)))


def _candidates(text: str, file: str) -> Iterator[Syntax]:
    """Yield the syntaxes that a text looks like, those of the file's ending first.

    Lazy: whether it looks like the next one is not asked once one has taken the text.
    """
    from treeexplorer.formats.syntaxes import SYNTAXES  # a text in the notation needs none of them

    ending = PurePath(file).suffix.lower()
    in_order = sorted(SYNTAXES, key=lambda syntax: ending not in syntax.endings)
    return (syntax for syntax in in_order if syntax.looks_like(text))


# -- what is said ------------------------------------------------------------------------------


def _read_as(name: str, recognised: Recognised, levels: Levels | None) -> str:
    """Return the line that says how a text in another syntax was understood.

    ``read as Python: A with 4 leaves; MAX first, since nothing says who moves``.
    """
    parts = [f"read as {name}: {_contents(recognised)}", *recognised.remarks]
    if not recognised.says_players and levels is None:
        parts.append("MAX first, since nothing says who moves")
    if recognised.left_out:
        listed = shorten(", ".join(recognised.left_out), _LONGEST_LIST)
        parts.append(f"left out: {listed}")
    return "; ".join(parts)


def _contents(recognised: Recognised) -> str:
    """Return how many trees there are, or the root of the only one and its leaves."""
    exercises = recognised.exercises
    if len(exercises) > 1:
        return f"{len(exercises)} trees"
    tree = exercises[0].tree
    root = shorten(tree.names.get(0, "a tree"), _LONGEST_LINE)
    return f"{root} with {counted(tree.leaf_count, 'leaf', 'leaves')}"


# -- what is refused ---------------------------------------------------------------------------


def _as_problem(error: UnreadableError, source: SourceText, file: str, name: str) -> NotationError:
    """Return an error of a syntax as a problem of the file, with its line where it has a place."""
    message = f"read as {name}, {error.message}"
    if error.message.startswith(_NOT_IN_SYNTAX):
        message = error.message
    if error.place is None:
        return NotationError([Problem(safe(file), message, hint=error.hint)])
    return NotationError([source.problem(Slip(error.place, message, error.hint), file)])


def _refused(
    source: SourceText,
    file: str,
    notation_error: NotationError | None,
    refusals: Sequence[_Refusal],
) -> NotationError:
    """Return the error that helps most with a text that nothing takes.

    What the ending of the file says counts before what the text looks like.

    Args:
        source: The text.
        file: What messages call it.
        notation_error: What is wrong with it as a text in the notation. That helps only where
            the notation is meant.
        refusals: Why the syntaxes do not take it that it looks like.
    """
    text = source.text
    ending = PurePath(file).suffix.lower()
    is_meant = notation_error is not None and is_meant_as_notation(text, file)
    helpful_notation_error = notation_error if is_meant else None
    if helpful_notation_error is not None and ending == NOTATION_ENDING:
        return helpful_notation_error
    foreign = foreign_format(text)
    if foreign is not None:
        return _not_read(foreign, text, file)
    for syntax, error in refusals:
        if ending in syntax.endings:
            return _as_problem(error, source, file, syntax.name)
    if helpful_notation_error is not None:
        return helpful_notation_error
    if refusals:
        syntax, error = max(refusals, key=_helpfulness)
        return _as_problem(error, source, file, syntax.name)
    return NotationError([Problem(safe(file), "no tree is recognised in this text", hint=READABLE)])


def _not_read(foreign: Foreign, text: str, file: str) -> NotationError:
    """Return the error of a text in a format that is not read, with how it would begin in ours."""
    hint = READABLE
    line = foreign.in_the_notation(text)
    beginning = None if line is None else _first_in_notation(line)
    if beginning is not None:
        hint = f"in the notation it would begin `{beginning}`"
    message = f"this is {foreign.name}, which is not read"
    return NotationError([Problem(safe(file), message, hint=hint)])


def _helpfulness(refusal: _Refusal) -> tuple[bool, int]:
    """Return a sort key: refusals that say what to do are best, then those that got furthest."""
    says_what_to_do = refusal.error.hint is not None
    return says_what_to_do, refusal.error.reached


def _first_in_notation(line: str) -> str | None:
    """Return the first line of a tree in the notation, canonically; ``None`` if it is none."""
    try:
        written = write(parse_all(line)[0])
    except NotationError:
        return None
    first = written.splitlines()[0]
    return shorten(first, _LONGEST_LINE)


def is_meant_as_notation(text: str, file: str = "") -> bool:
    """Tell whether somebody meant a text as the notation, so that its slips help.

    Example:
        >>> is_meant_as_notation("[[3 12] [2 4"), is_meant_as_notation("tree = [[3, 12], [2, x]]")
        (True, False)
    """
    is_program = _ASSIGNMENT.search(text) is not None  # no text in the notation assigns something
    is_own_file = PurePath(file).suffix.lower() == NOTATION_ENDING and not is_program
    has_directive_first = text.lstrip().startswith("@")
    if is_own_file or has_directive_first:
        return True
    if is_program or _begins_otherwise(text):
        return False
    has_other_quotes = _OTHER_QUOTES.search(text) is not None
    is_prose = _PROSE.fullmatch(text) is not None
    if has_other_quotes or is_prose:
        return False
    return foreign_format(text) is None
