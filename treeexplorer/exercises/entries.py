"""Reading what a person types into a box: a number, a bound, a window, yes or no."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from treeexplorer.notation import BoundSign, Claim
from treeexplorer.numbers import typed_number
from treeexplorer.text import safe
from treeexplorer.tree import Number

_BOUND: Final = re.compile(r"(>=|=>|≥|<=|=<|≤)(.*)", re.DOTALL)
_SIGNS: Final[dict[str, BoundSign]] = {
    ">=": ">=",
    "=>": ">=",
    "≥": ">=",
    "<=": "<=",
    "=<": "<=",
    "≤": "<=",
}
_SLASHES: Final = frozenset({"/", "x", "X", "╳", "×"})
_YES: Final = frozenset({"y", "yes", "cut", "1", "true"})
_NO: Final = frozenset({"n", "no", "0", "false"})
_LONGEST: Final = 40


class EntryError(ValueError):
    """What was typed cannot be read as what the box asks for; said in a sentence."""


def read_number(text: str) -> Number:
    """Return the number that somebody typed: ``3``, ``−0.5``, ``∞``, ``-inf``, ``13/3``.

    Raises:
        EntryError: It is no number.
    """
    plain = text.strip().replace(",", ".")
    if len(plain) <= _LONGEST:
        try:
            return typed_number(plain)
        except ValueError:
            pass
        try:
            return Fraction(plain.replace("−", "-")) if "/" in plain else _no_number(text)
        except (ValueError, ZeroDivisionError):
            pass
    return _no_number(text)


def _no_number(text: str) -> Number:
    raise EntryError(
        f"“{safe(text[:_LONGEST])}” is not a number; write it as 3, -2, 0.5, inf or -inf"
    )


def read_yes_no(text: str) -> bool:
    """Return whether somebody typed yes.

    Raises:
        EntryError: It is neither yes nor no.
    """
    word = text.strip().lower()
    if word in _YES:
        return True
    if word in _NO:
        return False
    raise EntryError(f"“{safe(text[:_LONGEST])}” is neither y nor n")


def read_entry(node: int, text: str) -> Claim:
    """Return what somebody typed beside a node: ``6``, ``>=8``, ``(3, inf)`` or ``/``.

    Raises:
        EntryError: It is none of these.
    """
    text = text.strip()
    if text in _SLASHES:
        return Claim(node, "cut")
    bound = _BOUND.fullmatch(text)
    if bound is not None:
        return Claim(node, "bound", number=read_number(bound[2]), sign=_SIGNS[bound[1]])
    if text.startswith("(") or "," in text or ";" in text:
        return Claim(node, "window", window=_read_window(text))
    return Claim(node, "value", number=read_number(text.removeprefix("=")))


def _read_window(text: str) -> tuple[Number, Number]:
    inside = text.removeprefix("(").removesuffix(")").replace(";", ",")
    parts = inside.split(",")
    if len(parts) != 2:
        raise EntryError(
            f"“{safe(text[:_LONGEST])}” is not a window; write it as (3, inf), α first, then β"
        )
    return read_number(parts[0]), read_number(parts[1])
