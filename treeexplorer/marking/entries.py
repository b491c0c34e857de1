"""What a person types into a box of the worksheet or of practise, and how it is read."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Final

from treeexplorer.engine import Record
from treeexplorer.errors import TreeexplorerError
from treeexplorer.judging.questions import FIELD_LABELS, Answer, Field
from treeexplorer.notation import BoundSign, Claim
from treeexplorer.numbers import parse_typed_number
from treeexplorer.text import safe
from treeexplorer.tree import Number, Window

_BOUND: Final = re.compile(r"(>=|=>|≥|<=|=<|≤)(.*)", re.DOTALL)
_SIGN_OF: Final[dict[str, BoundSign]] = {
    **dict.fromkeys((">=", "=>", "≥"), ">="),
    **dict.fromkeys(("<=", "=<", "≤"), "<="),
}
_SLASHES: Final = frozenset({"/", "x", "X", "╳", "×"})
_LONGEST: Final = 40


class EntryError(TreeexplorerError):
    """What was typed cannot be read as what the box asks for; said in a sentence."""


def _make_entry_error(text: str, reason: str) -> EntryError:
    """Return the error that says what a text is not."""
    return EntryError(f"“{safe(text[:_LONGEST])}” is {reason}")


def entered_number(text: str) -> Number:
    """Return the number that somebody typed: ``3``, ``−0.5``, ``∞``, ``-inf``, ``13/3``.

    Raises:
        EntryError: It is no number.
    """
    typed = text.strip().replace(",", ".")
    with suppress(ValueError):
        if len(typed) <= _LONGEST:
            return parse_typed_number(typed)
    raise _make_entry_error(text, "not a number; write it as 3, -2, 0.5, inf or -inf")


def read_answer(record: Record, name: Field, text: str) -> Answer:
    """Return what somebody typed into a box of a practice question: a number, or a bool.

    Args:
        record: The search that is practised.
        name: The box. ``cut`` asks whether a branch is cut off, and takes ``y``, ``yes``, ``n`` or
            ``no``; every other box takes a number.
        text: What was typed.

    Raises:
        EntryError: The box is empty, or the text cannot be read.
    """
    word = text.strip().lower()
    if not word:
        raise EntryError(f"the box “{FIELD_LABELS[name]}” is still empty")
    if name != "cut":
        return record.tree.as_searched(entered_number(text))
    if word not in {"y", "yes", "n", "no"}:
        raise _make_entry_error(text, "neither y nor n")
    return word in {"y", "yes"}


def read_entry(node: int, text: str) -> Claim:
    """Return what somebody typed beside a node: ``6``, ``>=8``, ``(3, inf)``, ``/`` or ``/...``.

    Slashes, bounds and windows are told by their signs; anything else is read as a value.

    Raises:
        EntryError: It is none of these.

    Example:
        >>> read_entry(4, "≤ 2").sign, read_entry(4, "(3, inf)").window, read_entry(4, "x").kind
        ('<=', (3, inf), 'cut')
    """
    text = text.strip()
    if text in _SLASHES:
        return Claim(node, "cut")
    # Three dots, or the one sign "…".
    if text in {"/...", "/…"}:
        return Claim(node, "cut-rest")
    bound = _BOUND.fullmatch(text)
    if bound is not None:
        return Claim(node, "bound", entered_number(bound[2]), _SIGN_OF[bound[1]])
    is_window = text.startswith("(") or "," in text or ";" in text
    if is_window:
        return Claim(node, "window", window=_read_window(text))
    return Claim(node, "value", entered_number(text.removeprefix("=")))


def _read_window(text: str) -> Window:
    """Return the window that somebody typed: ``(3, inf)``, ``3; inf``.

    Raises:
        EntryError: It has not two ends, or one is no number.
    """
    ends = text.removeprefix("(").removesuffix(")").replace(";", ",").split(",")
    if len(ends) != 2:
        raise _make_entry_error(text, "not a window; write it as (3, inf), α first, then β")
    alpha, beta = ends
    try:
        return entered_number(alpha), entered_number(beta)
    except EntryError:
        raise _make_entry_error(
            text, "not a window; write it as (3, inf), α first, then β"
        ) from None
