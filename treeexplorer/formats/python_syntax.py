"""Python literals: the tree in the program of last week, and what ``print`` shows of a tree.

The text is parsed with :mod:`ast` and never run; :mod:`python_reading` takes the values out of its
syntax tree. A plain list of numbers that is too large or too deep for ``ast`` is read without it.
"""

from __future__ import annotations

import ast
import json
import re
import warnings
from typing import Any, Final

from treeexplorer.formats.deep import read_nested
from treeexplorer.formats.model import Assigned, Digits, Reading, UnreadableError
from treeexplorer.formats.python_reading import read_program
from treeexplorer.formats.python_rewriting import rewrite_in_single_steps
from treeexplorer.formats.python_unreachable import remove_unreachable
from treeexplorer.notation.problems import SourceText
from treeexplorer.numbers import NUMBER
from treeexplorer.text import quoted

_START: Final = re.compile(
    r"\s*+(?>(?:#[^\n]*+\s*+)*)"  # comments
    r"(?:\"\"\"|'''|[\[({]|(?:from|import|def|class|if|for|with|while|assert|match)\b|try:|@\w|[^\W\d][\w.]*\s*"
    r"(?:[(]|=|:[^=\n]*=|,[^=\n]*=))"
)
_ASSIGNMENT: Final = re.compile(r"^[^\W\d]\w*\s*(?::[^=\n]*)?=[^=]", re.MULTILINE)
_PRINT_STATEMENT: Final = re.compile(r"(?m)(?:^|(?<=[:;]))([ \t]*)print(?=[ \t]+[\w\"'\[{~-])")
_COMMAND_OF_NOTEBOOK: Final = re.compile(r"(?m)^[%!?]([%!?]?)(?=\w)")
_SHOWN_CLASS: Final = re.compile(r"<class '(?P<name>\w+)'>")  # as print has it
_NUMBER: Final = re.compile(NUMBER)
_COMMENT: Final = re.compile(r"#.*")
_LIST: Final = re.compile(r"\s*+(?:(?P<variable>[^\W\d]\w*+)\s*+=\s*+)?(?=[\[(])")
_LARGE: Final = 100_000  # characters; of a million, the syntax tree of `ast` takes a gigabyte
_TOO_LARGE_FOR_AST: Final = 1_000_000


def looks_like(text: str) -> bool:
    """Tell whether a text begins like a literal, a call or a statement of Python."""
    return _START.match(text.lstrip("\ufeff")) is not None or _ASSIGNMENT.search(text) is not None


def blank_out_comments(text: str) -> str:
    """Return a program with blanks in the place of its comments, so that all else stays there.

    >>> blank_out_comments("a = 3  # 5")
    'a = 3     '
    """
    return _COMMENT.sub(lambda comment: " " * len(comment[0]), text)


def read(text: str) -> Reading:
    """Return the values that a Python text assigns, or those that stand alone.

    ``tree = [[3, 12], [2, 4]]`` assigns a list to the variable ``tree``. Nothing of the text is
    run.

    Raises:
        UnreadableError: It is not Python, or has no value that can be taken without running it.
    """
    # A large text that is a list of numbers is read as JSON, which is much faster.
    if len(text) > _LARGE:
        reading = _read_large_list(text)
        if reading is not None:
            return reading

    # Too large for the module `ast`, or nested too deep: only a list of numbers can be read so.
    if len(text) > _TOO_LARGE_FOR_AST:
        return _read_deep_list(text)
    module = _parse_program(text)
    if module is None:
        return _read_deep_list(text)
    remove_unreachable(module)
    return read_program(text, rewrite_in_single_steps(module))


def _parse_program(text: str) -> ast.Module | None:
    """Return the syntax tree of a program; ``None`` if it is nested too deep for ``ast``.

    Raises:
        UnreadableError: It is not Python. The error has the offset where that shows.
    """
    try:
        return _parse_without_warnings(text)
    except (RecursionError, MemoryError):  # how some versions of Python say that it is too deep
        return None
    except SyntaxError as error:
        is_too_deep = "too many nested" in error.msg  # "too many nested parentheses"
        if is_too_deep:
            return None
        place = _compute_offset(SourceText(text), error.lineno, error.offset)
        raise UnreadableError(f"this is not Python: {error.msg}", place) from None
    # A null character, to some versions of Python. There is no place in such an error.
    except ValueError as error:
        raise UnreadableError(f"this is not Python: {error}") from None


def _parse_without_warnings(text: str) -> ast.Module:
    """Return the syntax tree of a program, without warnings about escapes in its texts.

    A program in Python 2, or from a notebook, is taken for what it would be in Python 3.

    Raises:
        SyntaxError: It is none of these. The error is that of the text as it stands.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return ast.parse(text)
        except SyntaxError as error:
            try:
                return ast.parse(_convert_to_python_3(text))
            # The first error is shown, since the second is about a text that nobody wrote.
            except SyntaxError:
                raise error from None


def _convert_to_python_3(text: str) -> str:
    r"""Return a program without what only Python 2, notebooks and ``print`` have, as long as it is.

    >>> _convert_to_python_3("%matplotlib inline\nprint minimax(tree)")
    '#matplotlib inline\nyield minimax(tree)'
    """
    without_print = _PRINT_STATEMENT.sub(r"\1yield", text)  # a statement, too, and as long
    without_commands = _COMMAND_OF_NOTEBOOK.sub(r"#\1", without_print)
    return _SHOWN_CLASS.sub(lambda shown: shown["name"].ljust(len(shown[0])), without_commands)


def _compute_offset(source: SourceText, line: int | None, column: int | None) -> int:
    """Compute the offset, from 0, of a line and column, which count from 1.

    It is the end of the text if there is no such line, or ``line`` is ``None``; and the start of
    the line if ``column`` is ``None``.
    """
    starts = source.line_starts
    end_of_text = len(source.text)
    if line is None or not 1 <= line <= len(starts):
        return end_of_text

    start_of_line = starts[line - 1]
    if column is None:
        return start_of_line
    return min(start_of_line + max(column, 1) - 1, end_of_text)


# -- lists of numbers, without a syntax tree -----------------------------------------------------

_PLAIN_LIST: Final = re.compile(r"\[[\[\](),0-9.eE+\-\s]*\]\s*")
_TUPLES: Final = str.maketrans("()", "[]")
_PARENTHESES: Final = re.compile(r"\([^,()\[\]]*\)")
_TRAILING_COMMA: Final = re.compile(r",(?=\s*\])")


def _read_large_list(text: str) -> Reading | None:
    """Read a text that holds one list of numbers as JSON; ``None`` for any other text.

    ``tree = [(3, 12), [2, 4,]]`` is such a text. Its tuples become lists, and the comma before a
    bracket goes. ``json`` reads it in a tenth of the time that ``ast`` takes.
    """
    beginning = _LIST.match(text)  # up to the first bracket: `tree = `
    if beginning is None or not _is_list_of_numbers(text, beginning.end()):
        return None

    with_lists_for_tuples = text[beginning.end() :].translate(_TUPLES)
    as_json = _TRAILING_COMMA.sub("", with_lists_for_tuples)
    try:
        value = json.loads(as_json, parse_float=Digits)
    # Too deep for `json`, or an integer too long, or not JSON after all.
    except (RecursionError, ValueError):
        return None
    return Reading([Assigned(value, _get_variable(beginning))])


def _is_list_of_numbers(text: str, start: int) -> bool:
    """Tell whether a list and nothing else follows, without parentheses around a single item.

    ``(5)`` is 5 in Python, and no tuple.
    """
    is_plain = _PLAIN_LIST.fullmatch(text, start) is not None
    return is_plain and _PARENTHESES.search(text) is None


def _get_variable(beginning: re.Match[str]) -> str:
    """Return the variable that a list is assigned to; empty if there is none."""
    variable = beginning["variable"]
    return "" if variable is None else variable


def _read_deep_list(text: str) -> Reading:
    """Read the list of numbers that is the whole text, however deep it is nested.

    Called for texts that are too large or too deep for the module ``ast``.

    >>> _read_deep_list("tree = [[3, (12, 8)], 2]  # mine").values
    [Assigned(value=[[3, [12, 8]], 2], variable='tree')]

    Raises:
        UnreadableError: There is anything but a list of numbers, its variable, and comments.
    """
    beginning = _LIST.match(text)  # up to the first bracket: `tree = `
    if beginning is None:
        raise _make_too_deep_error()
    # Like JSON, but for parentheses and commas before a closing bracket.
    value, end = read_nested(text, beginning.end(), _parse_number, is_json=False)
    # Anything but a comment behind the list: the text is a program, and too deep for `ast`.
    behind_list = _COMMENT.sub("", text[end:])
    if behind_list.strip():
        raise _make_too_deep_error()
    return Reading([Assigned(value, _get_variable(beginning))])


def _make_too_deep_error() -> UnreadableError:
    """Make the error of a text that ``ast`` cannot take, and that is no list of numbers."""
    message = "Python nests deeper here than can be read"
    return UnreadableError(message, hint="a list of numbers alone is read at any depth")


def _parse_number(written: str, place: int) -> Any:
    """Return the number that an item of a deep list is; anything else is an error."""
    if _NUMBER.fullmatch(written) is None:
        raise UnreadableError(f"so deep, only numbers are read, not {quoted(written)}", place)
    is_short_integer = written.isdecimal() and len(written) < 16
    return int(written) if is_short_integer else Digits(written, place)
