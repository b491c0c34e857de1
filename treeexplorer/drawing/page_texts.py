"""The texts of a page, each of which it holds once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, TypeAlias

from treeexplorer.drawing.figures import label_text
from treeexplorer.explain.sentence import Node, Phrase
from treeexplorer.numbers import shown
from treeexplorer.tree import GameTree, Number

Coded: TypeAlias = int | list[int | str]
"""A phrase on a page: the number of its text, and behind it in a list the arguments it has."""

_ARGUMENT: Final = re.compile(r"\{([^}]*)\}")
"""The place of an argument in the text of a phrase."""
_EXACT_IN_A_SCRIPT: Final = 2**53


class Texts:
    """The texts of the phrases that a page says, as ``through {}: has {}``."""

    def __init__(self, tree: GameTree) -> None:
        self._tree = tree
        self._numbers: dict[str, int] = {}

    def __iter__(self) -> Iterator[str]:
        """Return the texts in the order of their numbers."""
        return iter(self._numbers)

    def coded(self, phrase: Phrase) -> Coded:
        """Return a phrase as the number of its text, followed by its arguments.

        A node with a card is told by its number, for its name stands on the card.
        """
        arguments: list[int | str] = []

        def argument(found: re.Match[str]) -> str:
            name = found[1]
            if name not in phrase.arguments:
                return name
            value = phrase.arguments[name]
            if isinstance(value, Node) and self._is_named_by_its_card(value.node):
                arguments.append(value.node)
            else:
                arguments.append(str(Phrase("{value}", value=value)))
            return "{}"

        text = _ARGUMENT.sub(argument, phrase.text)
        number = self._numbers.setdefault(text, len(self._numbers))
        return [number, *arguments] if arguments else number

    def _is_named_by_its_card(self, node: int) -> bool:
        if self._tree.is_leaf(node):
            return False
        name = label_text(self._tree, node, on_paper=False)
        return name.replace(" ", "", 1) == self._tree.labels.signed(node)


def number_on_page(number: Number) -> int | str:
    """Return a number as the page prints it: a whole one as it is, any other as its text."""
    if isinstance(number, int) and abs(number) < _EXACT_IN_A_SCRIPT:
        return number
    return shown(number)
