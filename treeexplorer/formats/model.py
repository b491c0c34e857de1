"""The plain model: what every syntax yields, and the recogniser of shapes reads.

A value is made of

- ``list`` and ``tuple`` (both are a list to the recogniser),
- ``dict``, a record of keys and values; a key that stands twice is an error of the syntax,
- :class:`Constructed`, ``Node(3, children=[…])``: a record without names for its first values,
- the atoms ``str``, ``int``, ``float``, ``None``, ``True``, ``False``, and these kinds of ``str``:
  :class:`Digits` (a number as it is written), :class:`Placed` (a text whose place is known),
  :class:`Label` (the first element of a list where the *syntax* says that a label comes first).

A graph is a record ``{"nodes": [{"id": "A", …}, …], "edges": [{"source": "A", "target": "B", …}]}``
whose ids, sources and targets are :class:`Placed`, so that a cycle or a second root can be pointed
at. A node may have ``label``, ``value``, ``player`` and ``probability``, an edge ``label`` and
``probability``; a node that only edges name need not be listed. An edge whose target is
:class:`Digits` leads to a new leaf of that value.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple, Self


class Placed(str):
    """A text that knows its place in the text that was read.

    Attributes:
        place: The offset of its first character in the text that was read, ``None`` where unknown.
    """

    __slots__ = ("place",)
    place: int | None

    def __new__(cls, text: str, place: int | None = None) -> Self:
        """Return a text with its place."""
        placed = super().__new__(cls, text)
        placed.place = place
        return placed


class Digits(Placed):
    """A number as it is written (``0.10``, ``-3``, ``1e3``), since a double may not keep it.

    The recogniser reads it by the rules of the notation. A minus sign may be ``−``. Spellings of a
    programming language (``5L``, ``0x1F``, ``1_000``) are translated or refused by its syntax.
    Infinities are plain texts, ``inf`` and ``-inf``.
    """

    __slots__ = ()


class Label(Placed):
    r"""What is written at a node, as the first element of the list of its children.

    ``[Label("A"), [Label("B"), Digits("5"), Digits("8")], …]`` is a node; ``[Label("5")]`` is a
    leaf, as ``Digits("5")`` is. The text is what a reader of the paper sees: TeX's commands and
    dollars are gone, a line break is ``\n``. It may be a name, a number, a player's word or sign,
    or several of these (``▲ A``, ``MAX\n5``): the recogniser takes it apart.

    Attributes:
        player: ``max``, ``min`` or ``chance`` where an option beside the label says who moves.
        probability: The weight beside the edge that leads to the node from a chance node.
    """

    __slots__ = ("player", "probability")
    player: str | None
    probability: str | None

    def __new__(
        cls,
        text: str,
        place: int | None = None,
        player: str | None = None,
        probability: str | None = None,
    ) -> Self:
        """Return a label with its place, and with what is said beside it.

        Args:
            text: What a reader sees in the node.
            place: The offset of its first character in the text that was read; ``None`` if not
                known.
            player: ``max``, ``min`` or ``chance`` where an option beside the label says who moves.
            probability: The weight of the edge to the node, as it is written.
        """
        label = super().__new__(cls, text, place)
        label.player = player
        label.probability = probability
        return label

    def with_player(self, player: str) -> Label:
        """Return the same label of a node of another player: ``max``, ``min`` or ``chance``."""
        return Label(self, self.place, player, self.probability)

    def with_probability(self, probability: str | None) -> Label:
        """Return the same label with another weight beside the edge; ``None`` for no weight."""
        return Label(self, self.place, self.player, probability)


class Constructed(NamedTuple):
    """The call of a constructor, which is never run: ``Node("A", children=[Leaf(3)])``."""

    function: str
    arguments: list[Any]
    keywords: dict[str, Any]


def is_tree_value(value: Any) -> bool:
    """Tell whether a value may be a tree or a part of one: a list, a record or a node."""
    return isinstance(value, (list, dict, Constructed))


def collect_containers(value: Any) -> list[Any]:
    """Collect the lists and records whose members a value has: of a call, its arguments.

    >>> collect_containers([3, 5]), collect_containers(Constructed("Node", ["A"], {"value": 3}))
    ([[3, 5]], [['A'], {'value': 3}])
    """
    if isinstance(value, Constructed):
        return [value.arguments, value.keywords]
    return [value] if isinstance(value, (list, dict)) else []


class Assigned(NamedTuple):
    """A value of a text, with the variable it is assigned to; empty if there is none."""

    value: Any
    variable: str = ""


class Reading(NamedTuple):
    """The values that a syntax found in a text, and a list of what it left out.

    Attributes:
        values: The values in the order of the text. Each is a tree, or a part of one (a record of
            successors, a record of their values): the recogniser finds out.
        left_out: What was there and is not in the values, a few words each, to be listed in the
            notice: ``s sep=9mm``, ``style=dashed``.
        unclear: What may say who moves, a few words each: ``a truth value in the call of minimax``.
        searched: The variables that a program hands to a search.
        default_values: The value of a leaf whose constructor is given none, by the name of the
            constructor: 7 for ``Node`` if its parameter is ``value=7``.
    """

    values: list[Assigned]
    left_out: tuple[str, ...] = ()
    unclear: tuple[str, ...] = ()
    searched: frozenset[str] = frozenset()
    default_values: Mapping[str, int] = MappingProxyType({})


def reading(*values: Any, left_out: tuple[str, ...] = ()) -> Reading:
    """Return a reading of values that are assigned to no variable.

    >>> reading(["A", 5, 8]).values[0].value
    ['A', 5, 8]
    """
    return Reading([Assigned(value) for value in values], left_out)


WRITE_TREE_AS_LISTS: Final = "write the tree out: [[3, 12], [2, 4]]"
"""The way out where a tree is meant, and what is written is not sure."""
NO_TREE_IN_PROGRAM: Final = "no tree is written out in this program"
NO_SHAPE: Final = "this is no tree that can be recognised"
SHAPES: Final = (
    "a tree is nested lists ([[3, 12], [2, 4]]), a record a node (children, value), children by "
    "name, successors by name with values, nodes and edges, or a label before its children"
)


class UnreadableError(Exception):
    """A text cannot be read in a syntax.

    :func:`.door.read_trees` turns this error into a message with line and column.

    Attributes:
        place: The offset in the text, ``None`` where it is about the whole.
        message: What is wrong, one sentence without a full stop and without the format's name.
        hint: What to do about it, if anything is plain.
        reached: The offset up to which the text was in the syntax. The farther, the likelier it is
            that the syntax was meant.
        is_certain: Whether the text is in the syntax all the same, so that no other one is asked.
    """

    def __init__(
        self,
        message: str,
        place: int | None = None,
        hint: str | None = None,
        *,
        reached: int = 0,
        is_certain: bool = False,
    ) -> None:
        """Create the error.

        Args:
            message: What is wrong, one sentence without a full stop and without the format's name.
            place: The offset in the text; ``None`` where it is about the whole.
            hint: What to do about it.
            reached: The offset up to which the text was in the syntax. At least ``place``.
            is_certain: Whether the text is in the syntax all the same, so that no other one is
                asked.
        """
        super().__init__(message)
        self.message = message
        self.place = place
        self.hint = hint
        self.reached = reached if place is None else max(place, reached)
        self.is_certain = is_certain


class NeedsRunError(UnreadableError):
    """A value is what a part of a program comes to as it runs, and nothing of a file is run."""
