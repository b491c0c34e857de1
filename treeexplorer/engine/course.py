"""The course file: the default rules that a lecturer hands out beside the trees.

``treeexplorer.toml`` stands beside a tree file or in a folder above it::

    cutoff = ">"
    fail = "hard"
    order = "right-to-left"
    window = [-10, 10]
    levels = ["max", "min"]
"""

from __future__ import annotations

import difflib
import math
import tomllib
from pathlib import Path
from typing import Any, Final

from treeexplorer.engine.choices import choices_of
from treeexplorer.engine.rules import EXTRA_NAMES, RULE_NAMES, RulesError
from treeexplorer.numbers import typed_number
from treeexplorer.text import safe
from treeexplorer.tree import Number, Player

FILE_NAME: Final = "treeexplorer.toml"
_NAMES: Final = (*RULE_NAMES, *EXTRA_NAMES)
_LARGEST: Final = 1_000_000


class CourseFileError(ValueError):
    """A course file that cannot be used, with its place and what is wrong."""


def find_course_file(start: Path) -> Path | None:
    """Return the course file in a folder or the nearest folder above it.

    Args:
        start: A folder, or a file, whose folder is meant.
    """
    folder = start.resolve()
    if not folder.is_dir():
        folder = folder.parent
    for place in (folder, *folder.parents):
        file = place / FILE_NAME
        if file.is_file():
            return file
    return None


def read_course_file(file: Path) -> dict[str, Any]:
    """Return the rules that a course file states, by field name of ``Rules``.

    Raises:
        CourseFileError: The file cannot be read, is no TOML, or states something that is no rule.
    """
    name = safe(str(file))
    try:
        if file.stat().st_size > _LARGEST:
            raise CourseFileError(f"{name}: a course file holds a few lines, this one is too large")
        text = file.read_text(encoding="utf-8-sig")
        stated = tomllib.loads(text)
    except UnicodeDecodeError as error:
        raise CourseFileError(f"{name}: not UTF-8 (at byte {error.start})") from None
    except OSError as error:
        raise CourseFileError(f"{name}: {error.strerror or error}") from None
    except tomllib.TOMLDecodeError as error:
        raise CourseFileError(f"{name}: {safe(str(error))}") from None
    except RecursionError:
        raise CourseFileError(f"{name}: nested too deep for a course file") from None
    rules: dict[str, Any] = {}
    for key, value in stated.items():
        try:
            rules[key] = rule_value(key, value)
        except RulesError as error:
            raise CourseFileError(f"{name}: {error}") from None
    return rules


def rule_value(name: str, value: Any) -> Any:
    """Return a rule's value as ``Rules`` has it, from what a course file writes.

    Raises:
        RulesError: There is no such rule, or the value is none of its.
    """
    if name not in _NAMES:
        near = difflib.get_close_matches(name, _NAMES, n=1)
        hint = f"did you mean “{near[0]}”?" if near else f"the rules are {', '.join(_NAMES)}"
        raise RulesError(f"there is no rule “{safe(name)}”; {hint}")
    choices = choices_of(name)
    if choices:
        if value not in choices:
            raise RulesError(f"{name} is one of {', '.join(choices)}, not “{safe(str(value))}”")
        return value
    if name == "depth":
        if not isinstance(value, int) or isinstance(value, bool):
            raise RulesError(f"depth is a number of plies, not “{safe(str(value))}”")
        return value
    if name == "levels":
        return _levels(value)
    if name == "first_guess":
        return _number(name, value)
    if isinstance(value, str):
        value = value.strip("()[]").replace(",", " ").split()
    if not isinstance(value, list) or len(value) != 2:
        raise RulesError(f"{name} is two numbers, such as {name} = [-10, 10]")
    low, high = (_number(name, end) for end in value)
    if not low < high and not (name == "leaf_range" and low == high):
        raise RulesError(f"{name} needs its first number smaller than its second")
    return low, high


def _levels(value: Any) -> tuple[Player, ...]:
    words = value.replace(",", " ").split() if isinstance(value, str) else value
    try:
        levels = tuple(Player(str(word).lower()) for word in words)
    except (TypeError, ValueError):
        levels = ()
    if not levels:
        raise RulesError(f"levels is a list of max, min and chance, not “{safe(str(value))}”")
    return levels


def _number(name: str, value: Any) -> Number:
    if isinstance(value, str):
        try:
            value = typed_number(value)
        except ValueError:
            value = None
    if isinstance(value, (int, float)) and not isinstance(value, bool) and not math.isnan(value):
        return value
    raise RulesError(f"{name} is written with numbers, “inf” and “-inf” among them")
