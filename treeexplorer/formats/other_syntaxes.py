"""What is not in the notation: the first syntax that takes a text, or why none does.

What was understood is said in one line; a refusal says what can be read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import PurePath
from typing import Final, NamedTuple

from treeexplorer.formats.counted_leaves import group_counted_leaves
from treeexplorer.formats.documents import Recognised, recognise
from treeexplorer.formats.door import ReadTrees
from treeexplorer.formats.foreign import (
    DRAWING,
    READABLE,
    Foreign,
    foreign_format,
    is_surely_foreign,
)
from treeexplorer.formats.lookalikes import notice_on_leaves
from treeexplorer.formats.meant import (
    NOTATION_ENDING,
    is_meant_as_notation,
    is_page_of_prose,
)
from treeexplorer.formats.model import Reading, UnreadableError
from treeexplorer.formats.sketches import FLAGS_LEFT_OUT
from treeexplorer.formats.syntaxes import SYNTAXES, Syntax
from treeexplorer.formats.words import may_say_who_moves
from treeexplorer.notation import NotationError, Problem, parse_all, write
from treeexplorer.notation.problems import Slip, SourceText
from treeexplorer.numbers import counted
from treeexplorer.text import safe, shorten
from treeexplorer.tree import Levels

_LONGEST_LIST: Final = 200
_LONGEST_LINE: Final = 76
_WORD_FOR_PLAYER: Final = re.compile(
    r"(?<![^\W_])(?:max|min)(?:imi[sz](?:er|ing))?(?![^\W_]|\s*\()|[▲△▼▽]", re.IGNORECASE
)
_BEGINNINGS_OF_PLAYERS: Final = ("max", "min", "▲", "△", "▼", "▽")
"""What each match of the pattern contains, in small letters."""
_BRACKET_ON_LINE: Final = re.compile(r"\n[ \t]*[\[{]")
_PUT_FENCES: Final = (
    "give the tree alone, or put ``` on the line above it and below it, as on a page of Markdown; "
    f"{READABLE}"
)
MAX_FIRST_THOUGH_PLAYERS_ARE_NAMED: Final = "MAX first, since nothing that is read says who moves"
_NOT_IN_SYNTAX: Final = "this is not"
_ALWAYS_READ: Final = "a tree of nested lists is read in every case: [[3, 12], [2, 4]]"


_CURLY_QUOTES: Final = frozenset("“”„‘’‚«»")
_NO_BREAK_SPACE: Final = "\u00a0"
_INVISIBLE: Final = frozenset("\u200b\u200c\u200d\u2060\ufeff\u00ad")


class _GivenText(NamedTuple):
    """A text, what messages call it, and the players by ply where an option gives them."""

    source: SourceText
    file: str
    levels: Levels | None

    @property
    def ending(self) -> str:
        """The ending of its file, in lower case."""
        return PurePath(self.file).suffix.lower()


class _Refusal(NamedTuple):
    """A syntax that a text looks like, with the error that says why it cannot be read as such."""

    syntax: Syntax
    error: UnreadableError

    @property
    def is_certain(self) -> bool:
        """Whether no other syntax is to be asked."""
        return self.syntax.is_certain or self.error.is_certain

    def as_problem(self, given: _GivenText) -> NotationError:
        """Convert the refusal to an error that can be shown, with the file's name and the line.

        ``read as JSON, …`` stands before what is wrong.
        """
        error = self.error
        hint = error.hint
        if hint is None:
            hint = _suggest_other_characters(given.source.text, error.place)
        # `this is not JSON: …` names the syntax by itself.
        if error.message.startswith(_NOT_IN_SYNTAX):
            message = error.message
        else:
            message = f"read as {self.syntax.name}, {error.message}"

        # An error about the text as a whole has no line.
        if error.place is None:
            return NotationError([Problem(safe(given.file), message, hint=hint)])
        slip = Slip(error.place, message, hint)
        return NotationError([given.source.problem(slip, given.file)])


def _suggest_other_characters(text: str, place: int | None) -> str:
    """Return the hint for an error that has none of its own: what word processors put into texts.

    Curly quotes, spaces and invisible characters are looked for in the line of the error.
    """
    if place is None:
        return _ALWAYS_READ
    start_of_line = text.rfind("\n", 0, place) + 1
    end_of_line = text.find("\n", place)
    line = text[start_of_line:] if end_of_line < 0 else text[start_of_line:end_of_line]
    if not _INVISIBLE.isdisjoint(line):
        return "an invisible character stands in this line: type the line anew"
    if not _CURLY_QUOTES.isdisjoint(line):
        return "write straight quotes, \" or ', instead of curly ones"
    if line.startswith(_NO_BREAK_SPACE):
        return "write plain spaces instead of the no-break spaces before this line"
    return _ALWAYS_READ


def read_in_other_syntax(
    text: str, file: str, levels: Levels | None, notation_error: NotationError | None
) -> ReadTrees:
    """Return the trees of a text, read in the first syntax that accepts it.

    A syntax that is certain to be the right one raises its error at once. Else its error is kept,
    and the next syntax is tried.

    Args:
        text: The text.
        file: The name of its file, whose ending is a hint.
        levels: The players by ply where an option gives them.
        notation_error: What is wrong with the text in the notation; ``None`` if it cannot begin a
            text in the notation.

    Raises:
        NotationError: No syntax takes it, or no shape fits what a syntax found.
    """
    given = _GivenText(SourceText(text), file, levels)
    # A syntax below may take it, and would make another tree of it than is meant.
    if is_surely_foreign(text):
        raise _choose_error(given, notation_error, ())
    refusals: list[_Refusal] = []
    for syntax in _find_candidates(text, given.ending):
        try:
            reading = syntax.read(text)
        except UnreadableError as error:
            refusal = _Refusal(syntax, error)
            if refusal.is_certain:
                raise refusal.as_problem(given) from None
            refusals.append(refusal)
        else:
            return _build_trees(reading, syntax, given)
    raise _choose_error(given, notation_error, refusals)


def _build_trees(reading: Reading, syntax: Syntax, given: _GivenText) -> ReadTrees:
    """Build the trees from the values that a syntax found in a text.

    Raises:
        NotationError: They form no tree.
    """
    try:
        recognised = recognise(reading, given.levels)
        if syntax.blank_out_comments is not None:
            recognised = group_counted_leaves(
                recognised, given.source.text, syntax.blank_out_comments
            )
    except UnreadableError as error:
        raise _Refusal(syntax, error).as_problem(given) from None
    return _add_remarks(recognised, syntax.name, given)


def _add_remarks(recognised: Recognised, name: str, given: _GivenText) -> ReadTrees:
    """Add to the trees a line on how they were understood, and notices of other readings.

    ``read as Python: A with 4 leaves; MAX first, since nothing says who moves``.
    """
    # An option may say who moves where the text does not.
    assumes_max_first = not recognised.says_players and given.levels is None
    remarks = [f"read as {name}: {_describe_contents(recognised)}", *recognised.remarks]
    if assumes_max_first:
        remarks.append(_explain_max_first(recognised, given.source.text))
    if recognised.left_out:
        left_out = shorten(", ".join(recognised.left_out), _LONGEST_LIST)
        remarks.append(f"left out: {left_out}")
    read_as = "; ".join(remarks)
    exercises = tuple(replace(exercise, read_as=read_as) for exercise in recognised.exercises)
    notices = [notice_on_leaves(exercise) for exercise in exercises]
    return ReadTrees(exercises, read_as, tuple(filter(None, notices)), assumes_max_first)


def _find_candidates(text: str, ending: str) -> Iterator[Syntax]:
    """Find the syntaxes that a text looks like, those with the file's ending first.

    The generator is lazy: once a syntax has accepted the text, no other one is asked.
    """
    in_order = sorted(SYNTAXES, key=lambda syntax: ending not in syntax.endings)
    return (syntax for syntax in in_order if syntax.looks_like(text))


# -- what is said ------------------------------------------------------------------------------


def _explain_max_first(recognised: Recognised, text: str) -> str:
    """Explain why MAX moves first: nothing says who moves, or nothing that is understood.

    Args:
        recognised: The trees, and what was left out.
        text: The text, in which a word such as ``max`` may stand where it is not read.
    """
    left_out = [each for each in recognised.left_out if _may_say_who_moves(each)]
    unclear = [*left_out, *recognised.unclear]
    if unclear:
        return f"MAX first, though {' and '.join(unclear)} may say otherwise"
    if _has_word_for_player(text):
        return MAX_FIRST_THOUGH_PLAYERS_ARE_NAMED
    return "MAX first, since nothing says who moves"


def _may_say_who_moves(left_out: str) -> bool:
    """Tell whether something that is left out may be about the players.

    Args:
        left_out: A key or a variable in quotation marks, or what else is left out in words.
    """
    return left_out == FLAGS_LEFT_OUT or may_say_who_moves(left_out.strip('"'))


def _has_word_for_player(text: str) -> bool:
    """Tell whether a player's name or sign, such as ``maximizer`` or ``▽``, stands in a text."""
    # The pattern looks at every character. Most long texts are passed over without it.
    lowered = text.lower()
    may_have_one = any(beginning in lowered for beginning in _BEGINNINGS_OF_PLAYERS)
    return may_have_one and _WORD_FOR_PLAYER.search(text) is not None


def _describe_contents(recognised: Recognised) -> str:
    """Describe what was read: ``2 trees``, or ``A with 4 leaves, 1 of unknown value``."""
    exercises = recognised.exercises
    if len(exercises) > 1:
        return f"{len(exercises)} trees"
    tree = exercises[0].tree
    # The root is node 0; a root without a name is `a tree`.
    root = shorten(tree.names.get(0, "a tree"), _LONGEST_LINE)
    leaves = counted(tree.leaf_count, "leaf", "leaves")
    if not tree.unknowns:
        return f"{root} with {leaves}"
    return f"{root} with {leaves}, {len(tree.unknowns)} of unknown value"


# -- what is refused ---------------------------------------------------------------------------


def _choose_error(
    given: _GivenText, notation_error: NotationError | None, refusals: Sequence[_Refusal]
) -> NotationError:
    """Choose the most helpful error for a text that no syntax accepts: the surest is the first.

    Args:
        given: The text.
        notation_error: What is wrong with the text in the notation; ``None`` if it cannot begin a
            text in the notation.
        refusals: For each syntax that the text looks like, what is wrong with it there.
    """
    text = given.source.text
    error_in_notation: NotationError | None = None
    if notation_error is not None and is_meant_as_notation(text, given.file):
        error_in_notation = notation_error

    # 1. The notation, for a file such as quiz.tree whose text can be meant as the notation.
    if error_in_notation is not None and given.ending == NOTATION_ENDING:
        return error_in_notation

    # 2. A page without a tree; but the drawing of one may stand in it.
    foreign = foreign_format(text)
    has_drawing = foreign is not None and foreign.name == DRAWING
    if not has_drawing and is_page_of_prose(text):
        message = "no tree is recognised on this page"
        return NotationError([Problem(safe(given.file), message, hint=_PUT_FENCES)])

    # 3. A format that is known and not read, such as Haskell or an outline.
    if foreign is not None:
        return _build_foreign_error(foreign, text, given.file)

    # 4. The syntax of the file's ending, such as JSON for quiz.json.
    refusal_by_ending = _find_refusal_by_ending(given, refusals)
    if refusal_by_ending is not None:
        return refusal_by_ending.as_problem(given)

    # 5. The notation, if the text can be meant as it.
    if error_in_notation is not None:
        return error_in_notation

    # 6. Of the syntaxes that the text looks like the one with the most helpful error.
    return _choose_most_helpful_refusal(refusals, given)


def _find_refusal_by_ending(given: _GivenText, refusals: Sequence[_Refusal]) -> _Refusal | None:
    """Find out why a text is not in the syntax of its file's ending; ``None`` for other endings.

    A text that does not look like the syntax has not been tried yet, as a file ``quiz.csv`` without
    a heading. If nothing else looks like that syntax, it is tried here, for its error.
    """
    for refusal in refusals:
        if given.ending in refusal.syntax.endings:
            return refusal

    for syntax in SYNTAXES:
        if not syntax.is_certain or given.ending not in syntax.endings:
            continue
        try:
            syntax.read(given.source.text)
        except UnreadableError as error:
            return _Refusal(syntax, error)
    return None


def _choose_most_helpful_refusal(refusals: Sequence[_Refusal], given: _GivenText) -> NotationError:
    """Choose the most helpful of some refusals; without any, what can be read."""
    if refusals:
        return max(refusals, key=_compute_helpfulness).as_problem(given)
    message = "no tree is recognised in this text"
    has_bracket = _BRACKET_ON_LINE.search(given.source.text) is not None
    hint = _PUT_FENCES if has_bracket else READABLE
    return NotationError([Problem(safe(given.file), message, hint=hint)])


def _build_foreign_error(foreign: Foreign, text: str, file: str) -> NotationError:
    """Build the error of a format that is not read, with the tree's beginning in the notation.

    Args:
        foreign: The format.
        text: The text.
        file: What messages call it.
    """
    hint = foreign.hint
    line = foreign.in_the_notation(text)
    # `None` if the line is not plain, or is no notation after all: it is made roughly, and tried.
    beginning = None if line is None else _format_first_line(line)
    if beginning is not None:
        hint = f"in the notation it would begin `{beginning}`"
    message = f"this is {foreign.name}, which is not read"
    return NotationError([Problem(safe(file), message, hint=hint)])


def _compute_helpfulness(refusal: _Refusal) -> tuple[bool, int]:
    """Compute a sort key for refusals: those with a hint are best, then those that got furthest."""
    says_what_to_do = refusal.error.hint is not None
    return says_what_to_do, refusal.error.reached


def _format_first_line(line: str) -> str | None:
    """Format the first line of a tree in canonical notation; ``None`` if it cannot be read."""
    try:
        written = write(parse_all(line)[0])
    except NotationError:
        return None
    first = written.splitlines()[0]
    return shorten(first, _LONGEST_LINE)
