"""What stands within the sentences that a test looks at."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from treeexplorer.explain.sentence import Argument, ItemList, Phrase
from treeexplorer.tree import INFINITY, Number


def arguments_in(*phrases: Argument) -> Iterator[Argument]:
    """Yield every argument of some phrases, those within phrases and lists included."""
    pending = list(phrases)
    while pending:
        argument = pending.pop()
        if isinstance(argument, Phrase):
            pending += argument.arguments.values()
        elif isinstance(argument, ItemList):
            pending += argument.items
        if argument is not None:
            yield argument


def number(text: str) -> Number:
    """Return a number as it is printed: ``−3``, ``+∞``, ``1/3``."""
    text = text.replace("−", "-").replace("+", "")
    if "∞" not in text:
        return Fraction(text)
    return -INFINITY if "-" in text else INFINITY
