"""What is said of a program in Python where only running it would tell its tree."""

from __future__ import annotations

import ast
from typing import Final

from treeexplorer.formats.model import WRITE_TREE_AS_LISTS, NeedsRunError, UnreadableError
from treeexplorer.formats.searches import is_called_tree
from treeexplorer.text import quoted

WRITE_TREE_OUT: Final = "write the tree out: tree = [[3, 12], [2, 4]]"
WRITE_TREE_INTO_PROGRAM: Final = "write the tree into it: tree = [[3, 12], [2, 4]]"


class AlterationError(UnreadableError):
    """A class or function makes a node of something else than what it is given."""


class ChangeError(NeedsRunError):
    """A value is changed in a way that cannot be told."""


class TwiceError(UnreadableError):
    """A variable stands twice in one tree, so that what it stands in is not known, either."""


def mark_as_certain(error: UnreadableError, hint: str | None = None) -> UnreadableError:
    """Mark an error as certain, and return it: the text is Python, and no other syntax is tried.

    Args:
        error: The error.
        hint: A way out, if the error has none yet.
    """
    error.is_certain = True
    if error.hint is None:
        error.hint = hint
    return error


def make_change_error(place: int, variable: str = "") -> UnreadableError:
    """Make the error that a value may be changed in a way that cannot be told.

    Args:
        place: The offset where it is changed.
        variable: The variable that holds the value; empty for a part of a tree.
    """
    name = variable.removeprefix("$")  # of PHP
    is_tree = name == "" or is_called_tree(name)
    changed = "a tree" if is_tree else quoted(variable)
    message = f"{changed} may be changed here, and nothing of a file is run"
    return mark_as_certain(ChangeError(message, place, WRITE_TREE_AS_LISTS))


def make_no_literal_error(expression: ast.expr, place: int) -> UnreadableError:
    """Make the error that an expression would have to be run to have a value."""
    if isinstance(expression, ast.BinOp):
        message = "this is arithmetic, and nothing of a file is run"
        return UnreadableError(message, place, "write out what it comes to")
    return UnreadableError("this is no literal, and nothing of a file is run", place)


def make_unknown_variable_error(name: str, place: int) -> UnreadableError:
    """Make the error that a variable's value is not known, such as that of ``sys.maxsize``."""
    message = f"{quoted(name)} is a variable, and nothing of a file is run"
    return UnreadableError(message, place, "write its value instead")


def make_alteration_error(function: str, place: int) -> AlterationError:
    """Make the error that a class or function alters what it is given, as in ``Node(-value)``.

    Args:
        function: The name of the class or function.
        place: The offset where it does that.
    """
    message = f"{quoted(function)} computes here with what it is given, or orders it anew"
    return AlterationError(message, place, WRITE_TREE_OUT, is_certain=True)


def make_one_value_error(place: int) -> UnreadableError:
    """Make the error that several variables hold one value: ``root = node = Node("A")``."""
    message = "several variables hold one value here, which is not followed"
    return UnreadableError(message, place, WRITE_TREE_OUT)


def make_order_error(variable: str, part: str, place: int) -> UnreadableError:
    """Make the error that a list has a variable which gets its value only below.

    Args:
        variable: The variable of the list.
        part: The variable in the list.
        place: The offset where it stands there.
    """
    message = f"{quoted(part)} stands in {quoted(variable)}, and gets its value only below"
    hint = f"move the line of {quoted(variable)} below the lines of its parts"
    return mark_as_certain(UnreadableError(message, place, hint))
