"""The texts of a page, each of which it holds once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, TypeAlias

from treeexplorer.drawing.figures import format_node_label
from treeexplorer.explain.sentence import Argument, Node, Phrase
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
        """Encode a phrase as the number of its text, followed by its arguments.

        A page holds each text once, numbered in the order of its first use; the function ``words``
        of ``page.js`` puts the arguments into it again. For example, four phrases are encoded, one
        after the other, and ▽B is node 5::

            phrase                    its text, in which {} is an argument   encoded
            pruned                    pruned                                 0
            through ▽B: has 3         through {}: has {}                     [1, 5, "3"]
            through ▽B: has 4         the same                               [1, 5, "4"]
            cut off                   cut off                                2

        A node with a card is encoded as its number, since its name stands on the card.
        """
        text_number = self._number_text(phrase)
        # The arguments follow in the order of their places in the text.
        names = [name for name in _ARGUMENT.findall(phrase.text) if name in phrase.arguments]
        if not names:
            return text_number
        arguments = [self._encode_argument(phrase.arguments[name]) for name in names]
        return [text_number, *arguments]

    def _number_text(self, phrase: Phrase) -> int:
        """Return the number of a phrase's text; a new text gets the next number.

        ``through {node}: has {value}`` is numbered without the names, as ``through {}: has {}``.
        """
        text = _ARGUMENT.sub(lambda match: _erase_argument_name(match[1], phrase), phrase.text)
        if text not in self._numbers:
            self._numbers[text] = len(self._numbers)
        return self._numbers[text]

    def _encode_argument(self, value: Argument) -> int | str:
        """Encode an argument of a phrase: as the number of a node with a card, or as a text."""
        if isinstance(value, Node) and self._is_named_by_its_card(value.node):
            return value.node
        return str(Phrase("{value}", value=value))

    def _is_named_by_its_card(self, node: int) -> bool:
        """Tell whether a node's card shows the name that a phrase would write."""
        if self._tree.is_leaf(node):
            return False
        name_on_card = format_node_label(self._tree, node, on_paper=False)
        return name_on_card.replace(" ", "", 1) == self._tree.labels.signed(node)


def _erase_argument_name(name: str, phrase: Phrase) -> str:
    """Return ``{}`` for the name of an argument; other words in braces lose their braces."""
    return "{}" if name in phrase.arguments else name


def encode_number(number: Number) -> int | str:
    """Return a number as the page's script reads it: a whole one as it is, any other as its text.

    A whole number beyond 2⁵³, which a script cannot hold exactly, is a text, too.
    """
    if isinstance(number, int) and abs(number) < _EXACT_IN_A_SCRIPT:
        return number
    return shown(number)
