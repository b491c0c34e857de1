"""Arrays of numpy in rows: ``np.array([3, 5, 2, 9]).reshape(2, 2)``; nothing is run."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

from treeexplorer.formats.lists import is_list, is_numeric

_UNKNOWN: Final = -1
"""Stands for a size that follows from the others."""


def reshape(numbers: Any, sizes: Sequence[Any]) -> list[Any] | None:
    """Put the numbers of lists into lists of given sizes, as numpy's ``reshape`` does.

    >>> reshape([3, 5, 2, 9], [2, 2]), reshape([[3, 5], [2, 9]], [-1]), reshape([3, 5], [2, 2])
    ([[3, 5], [2, 9]], [3, 5, 2, 9], None)

    Args:
        numbers: The numbers, or lists of them.
        sizes: The sizes, of which one may be -1, for as many as there are.

    Returns:
        The outermost list; ``None`` if the sizes do not fit, or anything else is given.
    """
    flat = _flatten(numbers)
    if flat is None or not all(type(size) is int for size in sizes):
        return None
    known_sizes = _find_known_sizes(len(flat), sizes)
    if known_sizes is None:
        return None
    rows: list[Any] = flat
    # From the innermost lists outwards; the outermost is the whole.
    for size in reversed(known_sizes[1:]):
        rows = [rows[start : start + size] for start in range(0, len(rows), size)]
    return rows


def _find_known_sizes(count: int, sizes: Sequence[int]) -> list[int] | None:
    """Find the sizes into which some numbers fit, with that which is left open.

    >>> _find_known_sizes(6, [2, -1]), _find_known_sizes(6, [4, -1]), _find_known_sizes(6, [2, 2])
    ([2, 3], None, None)
    """
    given = [size for size in sizes if size != _UNKNOWN]
    product = math.prod(given)
    if product < 1 or min(given, default=1) < 1 or len(given) < len(sizes) - 1:
        return None
    known_sizes = [*sizes]
    if _UNKNOWN in known_sizes:
        known_sizes[known_sizes.index(_UNKNOWN)] = count // product
    return known_sizes if math.prod(known_sizes) == count and known_sizes else None


def _flatten(numbers: Any) -> list[Any] | None:
    """Flatten lists of numbers to one list; ``None`` if anything else stands in them."""
    flat: list[Any] = []
    pending = [numbers]
    while pending:
        value = pending.pop()
        if is_list(value):
            pending += reversed(value)
        elif is_numeric(value):
            flat.append(value)
        else:
            return None
    return flat
