"""Uniform trees of any size as text, with and without names, players and comments."""

from __future__ import annotations

import random
from itertools import count


def bare(branching: int, leaves: int) -> str:
    """Return nested lists of whole numbers, which JSON and Python read as well."""
    numbers = random.Random(leaves)
    level = [str(numbers.randint(-99, 99)) for _ in range(leaves)]
    while len(level) > 1:
        level = [
            f"[{', '.join(level[first : first + branching])}]"
            for first in range(0, len(level), branching)
        ]
    return level[0]


def parenthesised(text: str) -> str:
    """Return bare lists as a tree in the bracket style of treebanks."""
    return "(S " + text[1:].replace("[", "(S ").replace("]", ")").replace(",", "")


def decorated(branching: int, leaves: int) -> str:
    """Return a tree with a name at every node, players, and a comment behind some brackets."""
    numbers = random.Random(leaves)
    names = (f"n{number}:" for number in count(1))
    level = [f"{next(names)}{numbers.randint(-99, 99)}" for _ in range(leaves)]
    height = 0
    while len(level) > 1:
        height += 1
        player = "max" if height % 2 else "min"
        comment = "  # a comment\n" if height == 2 else ""
        level = [
            f"{next(names)}{player}[{' '.join(level[first : first + branching])}]{comment}"
            for first in range(0, len(level), branching)
        ]
    return level[0].rstrip() + "\n"
