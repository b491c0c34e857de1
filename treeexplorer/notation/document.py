"""What a text in the notation holds: trees, and beside each its claims, directives and places."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, TypeAlias, get_args

from treeexplorer.notation.lexer import inside, split_tree_into_pieces
from treeexplorer.notation.problems import SourceText
from treeexplorer.numbers import written
from treeexplorer.rules import RULE_NAMES, Rules
from treeexplorer.tree import INFINITY, GameTree, Levels, Number, Window

BoundSign: TypeAlias = Literal[">=", "<="]
ClaimKind: TypeAlias = Literal[
    "cuts-none", "best", "read", "pruned-if",
    "cut", "visited", "window", "value", "bound", "cut-rest",
]  # fmt: skip
_ORDER: Final[dict[ClaimKind, int]] = {kind: rank for rank, kind in enumerate(get_args(ClaimKind))}
# The part of a node in which a claim is written, as the lexer calls it.
_PARTS: Final[dict[ClaimKind, str]] = {
    "value": "claim", "bound": "claim", "window": "window", "cut": "cut"
}  # fmt: skip
ABOUT_THE_TREE: Final[frozenset[ClaimKind]] = frozenset({"cuts-none", "best", "read", "pruned-if"})
"""The claims that stand above a tree, in directives."""
ABOUT_WORTH: Final[frozenset[ClaimKind]] = frozenset({"value", "bound"})
"""The claims that say what a node is worth."""
WITH_NUMBERS: Final[frozenset[ClaimKind]] = ABOUT_WORTH | {"window"}
"""The claims of numbers that are written beside a node."""
ABOUT_VISITS: Final[frozenset[ClaimKind]] = frozenset({"cut", "visited"})
"""The claims that say whether a drawn node is visited."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition on the value of an unknown: the value lies in one interval, or in none.

    The unknown's word is empty if its value does not matter. The interval is empty if its upper end
    is below its lower end.
    """

    unknown: str
    low: Number = -INFINITY
    high: Number = INFINITY
    includes_low: bool = True
    includes_high: bool = True

    @property
    def is_never(self) -> bool:
        """Whether no value fulfils the condition."""
        return self.low > self.high

    @property
    def is_always(self) -> bool:
        """Whether every value fulfils the condition."""
        return (self.low, self.high) == (-INFINITY, INFINITY)

    def __str__(self) -> str:
        return self.text()

    def text(
        self,
        word: str | None = None,
        number: Callable[[Number], str] = written,
        signs: tuple[str, str] = ("<=", ">="),
    ) -> str:
        """Return the condition as it is written: ``x >= 5``, ``2 < x <= 5``, ``always``, ``never``.

        Args:
            word: What the unknown is called in the text; its own word if ``None``.
            number: Returns the text of a number.
            signs: The signs for "at most" and "at least", in this order.

        Example:
            >>> Condition("x", low=5).text(), Condition("x", 2, 5, includes_low=False).text()
            ('x >= 5', '2 < x <= 5')
            >>> ALWAYS.text(), NEVER.text()
            ('always', 'never')
        """
        if self.is_never:
            return "never"
        if self.is_always:
            return "always"
        name = self.unknown if word is None else word
        return self._format_interval(name, number, signs)

    def _format_interval(
        self, name: str, format_number: Callable[[Number], str], signs: tuple[str, str]
    ) -> str:
        """Format a condition whose interval has at least one finite end.

        =====================  ==============
        both ends the same     ``x = 3``
        no high end            ``x >= 3``
        no low end             ``x <= 5``
        two ends               ``3 <= x <= 5``
        =====================  ==============

        Args:
            name: What the unknown is called.
            format_number: Returns the text of a number.
            signs: The signs for "at most" and "at least"; ``<`` and ``>`` if an end is excluded.
        """
        low = format_number(self.low)
        high = format_number(self.high)
        at_most, at_least = signs
        sign_before_high = at_most if self.includes_high else "<"
        if self.low == self.high:
            return f"{name} = {low}"
        if self.high == INFINITY:
            sign_before_low = at_least if self.includes_low else ">"
            return f"{name} {sign_before_low} {low}"
        if self.low == -INFINITY:
            return f"{name} {sign_before_high} {high}"
        sign_behind_low = at_most if self.includes_low else "<"
        return f"{low} {sign_behind_low} {name} {sign_before_high} {high}"

    def __contains__(self, number: Number) -> bool:
        """Tell whether a value of the unknown fulfils the condition."""
        is_above = number > self.low or (self.includes_low and number == self.low)
        is_below = number < self.high or (self.includes_high and number == self.high)
        return is_above and is_below


ALWAYS: Final = Condition("")
NEVER: Final = Condition("", INFINITY, -INFINITY)


class Claim(NamedTuple):
    """One claim that somebody wrote about a tree; it is checked, and never used by a search.

    Nobody writes ``visited``: it follows at every node without a slash once one slash is drawn.
    """

    node: int  # the root where it is about the whole tree
    kind: ClaimKind
    number: Number | None = None  # of a value, a bound or the leaves read
    sign: BoundSign | None = None  # of a bound
    window: Window | None = None
    nodes: tuple[int, ...] = ()  # the moves that are equally good
    condition: Condition | None = None  # when the node is pruned


Claims: TypeAlias = tuple[Claim, ...]
ClaimTable: TypeAlias = Mapping[tuple[int, ClaimKind], Claim]


def claim_table(claims: Iterable[Claim]) -> dict[tuple[int, ClaimKind], Claim]:
    """Return claims by node and kind."""
    return {(claim.node, claim.kind): claim for claim in claims}


def sort_claims(claims: Iterable[Claim]) -> Claims:
    """Return claims in the order in which they are written: about the whole tree, then by node."""
    return tuple(sorted(claims, key=_make_sort_key))


def _make_sort_key(claim: Claim) -> tuple[bool, int, int, int]:
    """Make a sort key: claims about the tree by kind and node, then others by node and kind."""
    is_about_node = claim.kind not in ABOUT_THE_TREE
    rank_of_kind = _ORDER[claim.kind]
    if is_about_node:
        return is_about_node, claim.node, rank_of_kind, 0
    return is_about_node, 0, rank_of_kind, claim.node


class Directives(NamedTuple):
    """The values of the ``@`` lines above a tree, without claims; ``None`` if not stated."""

    title: str | None = None
    source: str | None = None
    name: str | None = None  # of who wrote the answers
    notes: tuple[str, ...] = ()
    levels: Levels | None = None
    algorithm: str | None = None
    form: str | None = None
    cutoff: str | None = None
    fail: str | None = None
    order: str | None = None
    window: Window | None = None
    range: Window | None = None
    depth: int | None = None
    windows: str | None = None

    @property
    def rules(self) -> dict[str, Any]:
        """The rules that are stated, by name."""
        values = {name: getattr(self, name) for name in RULE_NAMES}
        return {name: value for name, value in values.items() if value is not None}


@dataclass(eq=False)
class Positions:
    """The places of nodes in the text that their tree was read from.

    They are found by reading the text again when the first place is asked for: for a tree of a
    million nodes that is seldom, and then one pass costs less than storing all places.
    """

    source: SourceText
    start: int  # of the tree's root
    above: Mapping[tuple[int, ClaimKind], int]  # the directives of claims, by node and kind

    @cached_property
    def nodes(self) -> array[int]:
        """The offset of each node's first character."""
        pieces = split_tree_into_pieces(self.source.text, self.start)
        return array("i", [piece.start() for kind, piece in pieces if kind in {"OPEN", "LEAF"}])

    def of_node(self, node: int) -> tuple[int, int]:
        """Return the line and column, both from 1, at which a node begins."""
        return self.source.find_line_and_column(self.nodes[node])

    def of_claim(self, claim: Claim) -> tuple[int, int]:
        """Return the line and column of a claim, or of its node if the claim was not written."""
        offset = self.above.get((claim.node, claim.kind))
        if offset is None:
            offset = self._find_offset_of_part(claim.node, _PARTS.get(claim.kind))
        return self.source.find_line_and_column(offset)

    def _find_offset_of_part(self, node: int, part: str | None) -> int:
        """Find the offset in the text of a part that is written at a node, or of the node itself.

        In ``[A:(3,inf)7]`` node 1 is at offset 1, and its part ``window`` at offset 3.

        Args:
            node: The node.
            part: A group of the expression :func:`lexer.inside`, such as ``window`` or ``claim``;
                ``None`` for the whole node. If the node has no such part, the node's offset is
                returned.
        """
        node_offset = self.nodes[node]
        if part is None:
            return node_offset
        # Nodes store no parts, so the text of the node is read again.
        match = inside().match(self.source.text, node_offset)
        # There is no match only if the text is not the one that the tree was read from.
        if match is None or match[part] is None:
            return node_offset
        return match.start(part)


@dataclass(frozen=True)
class Exercise:
    """A tree with the claims, blanks and directives that somebody wrote beside it.

    Equality and hash compare these, and not where they come from.
    """

    tree: GameTree
    claims: Claims = ()  # in the order of sorted_claims
    blanks: Claims = ()  # what is to be filled in (?): claims in which nothing is written
    directives: Directives = field(default_factory=Directives)
    positions: Positions | None = field(default=None, compare=False, repr=False)
    path: Path | None = field(default=None, compare=False)
    read_as: str = field(default="", compare=False)  # what was understood of another syntax

    @property
    def values(self) -> dict[int, Number]:
        """The exact values that are claimed, by node."""
        return {c.node: c.number for c in self.claims if c.kind == "value" and c.number is not None}

    def stating(self, rules: Rules, also: Iterable[str] = ()) -> Exercise:
        """Return a copy of the exercise that states each rule that is not the built-in one.

        A directive such as ``@cutoff >`` states a rule, so that the text says how it is searched.
        The directives of its own rules are replaced; its tree gets the players by level of the
        rules.

        Args:
            rules: The rules that hold for the exercise.
            also: The names of rules that are stated even if they are the built-in ones, because a
                course file would set them otherwise.
        """
        always_stated = set(also)
        stated_rules: dict[str, Any] = dict.fromkeys(RULE_NAMES)  # None: no directive
        for name in RULE_NAMES:
            if _needs_directive(name, rules, always_stated):
                stated_rules[name] = getattr(rules, name)
        return replace(
            self,
            directives=self.directives._replace(**stated_rules),
            tree=self.tree.with_levels(rules.levels),
        )


def _needs_directive(name: str, rules: Rules, always_stated: Collection[str]) -> bool:
    """Tell whether a rule needs a directive: it differs from the built-in one, or always has one.

    A printed form decides some rules itself, such as its cut test: these are not stated.
    """
    is_fixed_by_form = rules.has_conventions and not rules.takes(name)
    if is_fixed_by_form:
        return False
    is_built_in = getattr(rules, name) == getattr(Rules(), name)
    return not is_built_in or name in always_stated


Document: TypeAlias = tuple[Exercise, ...]
"""The exercises of one text, in its order."""
