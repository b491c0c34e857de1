"""A sentence is data until it is printed: its English text and its typed arguments.

The text stands where the sentence is made. It names its arguments in braces, and each of them
stands beside it; the final full stop is left out, so that a text can be a sentence, a part of one,
or a heading:

>>> from treeexplorer.tree import from_nested
>>> tree = from_nested([[3, 12], [2, 4]])
>>> cut = Phrase("{letter} {cut-off} at {node}", letter=Letter.ALPHA, node=Node(tree, 4))
>>> sentence = Sentence("{cut}: {test}", cut=cut, test=Inequality(3, ">=", 2))
>>> str(sentence)
'α cut-off at ▽B: 3 ≥ 2.'

A string is what a trace prints. Whoever has colours asks for the parts, each with its role, and
never looks into the text:

>>> [part for part in sentence.parts() if part[1]]  # doctest: +NORMALIZE_WHITESPACE
[('α', 'alpha'), ('cut-off', 'cut'), ('▽B', 'min'), ('3', 'alpha'), (' ≥ ', 'holds'),
 ('2', 'beta')]

An argument is a :class:`Node`, the :class:`NextLeaf`, a number, an :class:`End` of a window, a
window (a pair of numbers), an :class:`Inequality` (which adds "is false" itself), a
:class:`Count`, an :class:`ItemList` of arguments, a :class:`Phrase` (which has a text itself), a
:class:`Letter`, plain text, or ``None``, which prints nothing. In a text ``{α}``,
``{cut-off}`` and the other :data:`WORD_ROLES` stand for themselves: they have a colour of their
own.

A text is one literal: to choose between two of them is to choose between two calls. So a test finds
every text, and sees that its braces are the arguments it is given.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from string import Formatter
from typing import Final, Literal, TypeAlias

from treeexplorer.judging.facts import Inequality
from treeexplorer.numbers import counted, grouped, shown
from treeexplorer.text import capitalise
from treeexplorer.tree import CHANCE_ROLE, MAX_ROLE, MIN_ROLE, GameTree, Number, Window

WordRole: TypeAlias = Literal[
    "", "max", "min", "chance", "leaf", "alpha", "beta", "number", "cut", "holds", "fails",
    "right", "wrong", "heading",
]  # fmt: skip
"""What a part of a sentence is: a node by its player, an end of a window, a number, words about a
cut-off, the sign of an inequality that holds or does not, a mark, a heading; empty for others."""
RoledText: TypeAlias = tuple[str, WordRole]

_ROLES: Final[dict[int, WordRole]] = {MAX_ROLE: "max", MIN_ROLE: "min", CHANCE_ROLE: "chance"}


class Letter(StrEnum):
    """An end of a window by its letter, without its number."""

    ALPHA = "α"
    BETA = "β"


WORD_ROLES: Final[dict[str, WordRole]] = {
    Letter.ALPHA: "alpha",
    Letter.BETA: "beta",
    "cut-off": "cut",
    "CUT-OFF": "cut",
    "pruned": "cut",
    "✓": "right",
    "✗": "wrong",
}
"""What may stand in the braces of a text without being an argument: words with a colour."""
LONGEST: Final = 160  # characters of a sentence, which can be read at a glance


@dataclass(frozen=True, slots=True)
class Node:
    """A node, printed as its label with its player's sign; a leaf by its value.

    Of a move the parent is known, so that a repeated name needs no address.
    """

    tree: GameTree = field(compare=False, repr=False)
    node: int
    is_move: bool = False


@dataclass(frozen=True, slots=True)
class NextLeaf:
    """The leaf that is read next, printed so and not by its value, which is not known yet."""

    node: int


@dataclass(frozen=True, slots=True)
class End:
    """An end of a window: α, the lower one, or β."""

    letter: Literal["α", "β"]
    value: Number


@dataclass(frozen=True, slots=True)
class Count:
    """A number of things: ``1 leaf``, ``12 leaves``."""

    number: int
    one: str
    many: str


@dataclass(frozen=True, slots=True)
class ItemList:
    """Arguments one after the other; how many more are left out is said at the end.

    ``last`` stands before the last one, ``between`` between the others.
    """

    items: tuple[Argument, ...]
    more: int = 0
    last: str = ", "
    between: str = ", "


class Phrase:
    """A text with its arguments, as part of a sentence or as a heading."""

    __slots__ = ("arguments", "text")

    def __init__(self, text: str, /, **arguments: Argument) -> None:
        self.text = text
        self.arguments = arguments

    def parts(self) -> Iterator[RoledText]:
        """Yield the words in order, each with its role: what decides how it is coloured.

        Example:
            Braces hold the name of an argument, or a word that has a colour itself, such as ``α``.

            >>> list(Phrase("{α} is {value} now", value=3).parts())
            [('α', 'alpha'), (' is ', ''), ('3', 'number'), (' now', '')]
        """
        for literal, name in _split_at_braces(self.text):
            if literal:
                yield literal, ""
            if name is None:  # the text ends without braces
                continue
            if name in WORD_ROLES:  # the name is itself the word to print
                yield name, WORD_ROLES[name]
            else:
                yield from parts_of(self.arguments[name])

    @property
    def phrase(self) -> Phrase:
        """The same without a full stop, for a heading."""
        return Phrase(self.text, **self.arguments)

    @property
    def sentence(self) -> Sentence:
        """The same with a full stop."""
        return Sentence(self.text, **self.arguments)

    @property
    def sentence_of_step(self) -> SentenceOfStep:
        """The same as a sentence that its step says itself, too."""
        return SentenceOfStep(self.text, **self.arguments)

    def __str__(self) -> str:
        return "".join(text for text, _ in self.parts())

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Phrase):
            return NotImplemented
        if type(self) is not type(other):
            return False
        return (self.text, self.arguments) == (other.text, other.arguments)

    def __hash__(self) -> int:
        return hash((self.text, *self.arguments))


class Sentence(Phrase):
    """A phrase that stands alone: it begins with a capital letter and ends with a full stop."""

    __slots__ = ()

    def parts(self) -> Iterator[RoledText]:
        """Yield the words of the sentence, each with its role: what decides how it is coloured.

        The first word gets a capital letter, and a full stop is added, unless another sign ends the
        sentence already. The sentence must not be empty.

        Example:
            >>> list(Sentence("nothing is read").parts())
            [('Nothing is read', ''), ('.', '')]
        """
        # Empty parts are left out, since the first and the last part are looked at.
        parts = [(text, role) for text, role in super().parts() if text]
        parts[0] = _capitalise_word(parts[0])
        yield from parts
        last_text, _ = parts[-1]
        if last_text[-1] not in ".?:!":
            yield ".", ""


def _capitalise_word(part: RoledText) -> RoledText:
    """Return the first part of a sentence with a capital letter if it is a word.

    A node, a number or a letter stays as it is: ``α`` is no capital.
    """
    text, role = part
    is_word = role in {"", "cut"}  # ``cut`` is the role of ``pruned`` and ``cut-off``
    return (capitalise(text), role) if is_word else part


class Aside(Sentence):
    """A sentence that names what is pruned: where a bar or a strip does so, it is said quietly."""

    __slots__ = ()


class SentenceOfStep(Sentence):
    """A sentence that says only what its step says itself; what is said beyond it leaves it out.

    For example ``12 was read at step 5``, or ``5 ≥ 3 holds, but nothing is left to prune``. At the
    last step the end of the search counts as said, too.
    """

    __slots__ = ()


Argument: TypeAlias = (
    Node
    | NextLeaf
    | End
    | Inequality
    | Count
    | ItemList
    | Phrase
    | Letter
    | Window
    | Number
    | str
    | None
)


def parts_of(argument: Argument) -> Iterator[RoledText]:
    """Yield the words that print an argument of a sentence, each with its role.

    The role decides how a word is coloured; it is empty for plain words. There is one case for each
    type. Their order matters at two places: a ``Letter`` is a ``str``, too, and so comes before it;
    and a number, which has several types, is what remains.

    Args:
        argument: The argument; ``None`` prints nothing.

    Example:
        >>> list(parts_of(Inequality(3, ">=", 8)))
        [('3', 'alpha'), (' ≥ ', 'fails'), ('8', 'beta'), (' is false', '')]
    """
    match argument:
        case None:
            return
        case Letter():  # before `str`: α, β or v, which has a colour
            yield argument.value, WORD_ROLES[argument]
        case str():
            yield argument, ""
        case Phrase():
            yield from argument.parts()
        case Node(tree, node, is_move):
            text = tree.labels.signed(node, is_move=is_move)
            yield text, _ROLES.get(tree.roles[node], "leaf")
        case NextLeaf():
            yield "the next leaf", ""
        case End(letter, value):
            yield shown(value), WORD_ROLES[letter]
        case Inequality():
            yield from _render_inequality(argument)
        case Count(number, one, many):
            yield counted(number, one, many), "number"
        case ItemList():
            yield from _render_list(argument)
        case (alpha, beta):  # a window: no other argument is a tuple
            yield from _render_window(alpha, beta)
        case _:  # a number
            yield shown(argument), "number"


def _render_inequality(inequality: Inequality) -> Iterator[RoledText]:
    """Yield the words of an inequality, ``3 ≥ 2`` or ``3 ≥ 8 is false``, each with its role.

    The left number is coloured as α, the right one as β, the sign by whether the inequality holds.
    """
    yield shown(inequality.left), "alpha"
    yield f" {inequality.sign} ", "holds" if inequality.holds else "fails"
    yield shown(inequality.right), "beta"
    if not inequality.holds:
        yield " is false", ""


def _render_window(alpha: Number, beta: Number) -> Iterator[RoledText]:
    """Yield the words of a window, ``(3, +∞)``, each with its role."""
    yield "(", ""
    yield shown(alpha), "alpha"
    yield ", ", ""
    yield shown(beta), "beta"
    yield ")", ""


def _render_list(item_list: ItemList) -> Iterator[RoledText]:
    """Yield the words of a list, each with its role: ``4, 5 and 6``, ``4, 5 and 3 more``."""
    last_index = len(item_list.items) - 1
    for index, item in enumerate(item_list.items):
        if index > 0:
            # If some are left out, “and 3 more” comes last.
            is_last = index == last_index and item_list.more == 0
            yield item_list.last if is_last else item_list.between, ""
        yield from parts_of(item)
    if item_list.more > 0:
        yield f" and {grouped(item_list.more)} more", ""


@cache
def _split_at_braces(text: str) -> tuple[tuple[str, str | None], ...]:
    """Split a text into pieces, each with the name in the braces right after it.

    Example:
        >>> _split_at_braces("{node} has {value}.")
        (('', 'node'), (' has ', 'value'), ('.', None))
    """
    return tuple((literal, name) for literal, name, _, _ in Formatter().parse(text))


def convert_to_phrase(argument: Argument) -> Phrase:
    """Return a phrase that prints one argument alone."""
    return Phrase("{argument}", argument=argument)


def together(*sentences: Phrase) -> Phrase:
    """Join sentences to one phrase, with a space between them."""
    return convert_to_phrase(ItemList(sentences, last=" ", between=" "))


def joined(sentences: Iterable[Phrase]) -> str:
    """Join sentences to one text, with a space between them."""
    return " ".join(map(str, sentences))
