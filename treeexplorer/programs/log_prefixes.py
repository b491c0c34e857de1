"""What stands before the lines of a log and is no part of them: times, levels, counters, branches.

Programs that print with a library for logging have a time and a level in each line, ``2024-03-05
14:00:01,123 - DEBUG - enter B``, and others count their lines, ``012: enter B``. Such numbers are
none of the node's.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import Final

from treeexplorer.programs.log_reading import is_table

_DATE: Final = r"(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4})"
_TIME: Final = r"\d{1,2}:\d{2}:\d{2}(?:[.,]\d+)?(?:\s?[AP]M\b)?(?:Z|[+-]\d{2}:?\d{2})?"
_STAMP: Final = rf"\[?(?:{_DATE}[T,]?\s?(?:{_TIME})?|{_TIME})\]?|\[\s*\d+\.\d{{3,}}\s*s?\]"
"""A date, a time or both, or in brackets the seconds since the start: ``[0.000123]``."""
_LEVELS: Final = r"(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|CRITICAL)"
_LEVEL: Final = rf"{_LEVELS}(?!\w)|[\[(<]\s*(?i:{_LEVELS})\s*[\])>]"
_PLACE: Final = r"[\w./]+\.(?:py|java|c|cc|cpp|cs|js|ts|go|rs):\d+|[\w.]+:[\w<>]+:\d+(?=\s-\s)"
"""The place in a program where a line is printed: ``search.py:12``, ``__main__:search:12``."""
_ALL_IN_BRACKETS: Final = rf"\[{_DATE}T{_TIME}\s+{_LEVELS}\s+[\w:]+\]"
"""Time, level and logger in one pair of brackets."""
_SEPARATOR: Final = r"(?:\s*[-–|]\s|\s*:\s?|\s|(?=\[)|\Z)"
_STAMP_OR_LEVEL: Final = re.compile(
    rf"\s*(?:{_ALL_IN_BRACKETS}|{_STAMP}|{_LEVEL}|{_PLACE}){_SEPARATOR}"
)
_LOGGER: Final = re.compile(
    rf"\s*(?:\[(?P<in_brackets>[\w.]+)\]|(?P<bare>[A-Za-z_][\w.]*))(?:\s*:\s?|\s[-–|]\s|\s(?={_LEVEL}))"
)
"""What may be the name of a logger behind a time or a level: ``DEBUG:search:enter B``."""
_COUNTER: Final = re.compile(
    r"^\s*[#(\[]?\s*(?:(?:step|line|call|no|iteration|iter|event)\b\s*[.#:]?\s*)?(?P<number>\d+)"
    r"(?:\s*[.:)\]]+(?!\d)|\s*\|\s|\s[-–]\s|\s)\s?(?=\s*\S)",
    re.IGNORECASE,
)
_DRAWN_BRANCHES: Final = re.compile(r"^[\s│├└┬┌─┃┣┗━╰╭·⋅•|]+")
"""What a line begins with that shows its ply as drawn branches: ``│   ├── leaf 5``."""
_FEWEST_COUNTED: Final = 3  # lines that show that a number counts them
_MOST_OTHERS: Final = 2  # lines without a counter: a title, and the result at the end


def remove_prefixes(text: str, names: Collection[str] = ()) -> str:
    r"""Return a log without times, levels, loggers, counters and drawn branches before its lines.

    Args:
        text: The log.
        names: The names of the tree's nodes, which are no names of loggers and no counters.

    Example:
        >>> remove_prefixes("2024-03-05 14:00:01,123 - DEBUG - enter B")
        'enter B'
        >>> remove_prefixes("DEBUG:search:enter B\nDEBUG:search:leaf 5").splitlines()
        ['enter B', 'leaf 5']
        >>> remove_prefixes("001: enter B\n002: leaf 5\n003: leave B").splitlines()
        ['enter B', 'leaf 5', 'leave B']
        >>> remove_prefixes("├── leaf 5")
        '    leaf 5'
    """
    lines = _remove_stamps_and_levels(text.splitlines(), names)
    lines = _remove_counters(lines, names)
    # The columns of a table have such signs between them.
    if not is_table(lines):
        lines = [_DRAWN_BRANCHES.sub(_make_blank, line) for line in lines]
    return "\n".join(lines)


def _make_blank(branches: re.Match[str]) -> str:
    """Return as many spaces as drawn branches have characters.

    >>> _DRAWN_BRANCHES.sub(_make_blank, "│ ├─ leaf 5")
    '     leaf 5'
    """
    return " " * len(branches[0])


def _remove_stamps_and_levels(lines: Sequence[str], names: Collection[str]) -> Sequence[str]:
    """Remove times and levels, and the name of a logger that all lines with one of these have.

    ================================================  ==========================================
    the lines                                         without these
    ================================================  ==========================================
    ``14:00:01 enter B``                              ``enter B``
    ``DEBUG:search:enter B``, ``DEBUG:search:leaf 5``  ``enter B``, ``leaf 5``
    ``DEBUG:B: 3``, ``DEBUG:C: 5``                    ``B: 3``, ``C: 5``: no logger is in both
    ================================================  ==========================================
    """
    bare_lines = [_remove_all(line) for line in lines]
    # Lines of the program that are not logged, such as the result, may stand among the others.
    logged = [index for index, line in enumerate(lines) if bare_lines[index] != line]
    if not _have_one_logger([bare_lines[index] for index in logged], names):
        return bare_lines
    for index in logged:
        without_logger = _LOGGER.sub("", bare_lines[index], count=1)
        bare_lines[index] = _remove_all(without_logger)
    return bare_lines


def _have_one_logger(lines: Sequence[str], names: Collection[str]) -> bool:
    """Tell whether several lines begin with one name of a logger, which is none of a node.

    >>> _have_one_logger(["search:enter B", "search:leaf 5"], names="BC")
    True
    >>> _have_one_logger(["B: 3", "C: 5"], names="BC"), _have_one_logger(["B: 3", "B: 5"], "BC")
    (False, False)
    """
    loggers = {_find_logger(line) for line in lines}
    if len(lines) < 2 or len(loggers) != 1:
        return False
    logger = loggers.pop()
    return logger is not None and logger not in names


def _remove_all(line: str) -> str:
    """Remove all times and levels that a line begins with.

    >>> _remove_all("[14:00:01] [INFO]   leaf 5"), _remove_all("  leaf 5")
    ('  leaf 5', '  leaf 5')
    """
    match = _STAMP_OR_LEVEL.match(line)
    while match is not None:
        line = line[match.end() :]
        match = _STAMP_OR_LEVEL.match(line)
    return line


def _find_logger(line: str) -> str | None:
    """Find what may be the name of a logger that a line begins with; ``None`` if there is none.

    >>> _find_logger("search:enter B"), _find_logger("enter B")
    ('search', None)
    """
    match = _LOGGER.match(line)
    if match is None:
        return None
    in_brackets: str | None = match["in_brackets"]
    return match["bare"] if in_brackets is None else in_brackets


def _remove_counters(lines: Sequence[str], names: Collection[str]) -> Sequence[str]:
    """Remove the numbers that count the lines of a log: each is one more than that before it.

    ==============================  ==========================================================
    the lines begin with            what is removed
    ==============================  ==========================================================
    ``1.``, ``2.``, ``3.``          these
    ``0 A``, ``1 B``, ``1 C``       nothing: they are depths, perhaps
    ``1:``, ``2:``, ``3:``          nothing, if all of them are names of nodes
    ``1.``, ``2.``                  nothing: two lines do not show that they are counted
    ==============================  ==========================================================

    A few lines may have none, such as a title.
    """
    counters = [_COUNTER.match(line) for line in lines]
    numbers = [match["number"] for match in counters if match is not None]
    lines_with_text = sum(1 for line in lines if line.strip())
    lines_without_number = lines_with_text - len(numbers)
    if len(numbers) < _FEWEST_COUNTED or lines_without_number > _MOST_OTHERS:
        return lines
    are_names = all(number in names for number in numbers)
    count_lines = all(int(after) == int(before) + 1 for before, after in pairwise(numbers))
    if are_names or not count_lines:
        return lines
    return [_COUNTER.sub("", line) for line in lines]
