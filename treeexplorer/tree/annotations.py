"""What is written beside the nodes and above the tree: claims, directives, and where they stand."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal, TypeAlias

from treeexplorer.tree.players import Levels
from treeexplorer.tree.values import Number, Window

BoundSign: TypeAlias = Literal[">=", "<="]
ClaimKind: TypeAlias = Literal["value", "bound", "window", "cut"]


def empty_mapping() -> Mapping[int, Any]:
    """Return an empty mapping that nobody can fill."""
    return MappingProxyType({})


@dataclass(frozen=True)
class Claims:
    """What somebody wrote beside the nodes, to be checked and never used by a search.

    Attributes:
        values: An exact value, by node.
        bounds: A bound as (sign, number), by node.
        windows: The (α, β) on entry, by node.
        cuts: The nodes that carry a slash.
        blanks: The nodes whose value is a blank to fill in (``?[…]``).
        nothing_cut: Whether ``@cuts none`` claims that every node is visited.
    """

    values: Mapping[int, Number] = field(default_factory=empty_mapping)
    bounds: Mapping[int, tuple[BoundSign, Number]] = field(default_factory=empty_mapping)
    windows: Mapping[int, Window] = field(default_factory=empty_mapping)
    cuts: frozenset[int] = frozenset()
    blanks: frozenset[int] = frozenset()
    nothing_cut: bool = False

    def __bool__(self) -> bool:
        """Whether anything is claimed (a blank is not a claim)."""
        return bool(self.values or self.bounds or self.windows or self.cuts or self.nothing_cut)


@dataclass(frozen=True)
class Directives:
    """What the ``@`` lines above a tree say; ``None`` where they say nothing.

    The meanings of the names are the rules' (:mod:`treeexplorer.rules`); here they are
    only carried along.
    """

    title: str | None = None
    source: str | None = None
    notes: tuple[str, ...] = ()
    levels: Levels | None = None
    algorithm: str | None = None
    form: str | None = None
    cutoff: str | None = None
    fail: str | None = None
    order: str | None = None
    window: Window | None = None
    depth: int | None = None
    windows: str | None = None


@dataclass(frozen=True)
class Positions:
    """Where things stand in the text that a tree was read from.

    Offsets count characters from the start of the text; :meth:`line_column` turns one into the
    line and column (both from 1) that a person looks for.

    Attributes:
        line_starts: The offset at which each line begins, ascending.
        nodes: The offset of each node's first character.
        names: The offset of a node's name, by node.
        claims: The offset of a claim, by node and kind of claim.
    """

    line_starts: array[int]
    nodes: array[int]
    names: Mapping[int, int] = field(default_factory=empty_mapping)
    claims: Mapping[tuple[int, ClaimKind], int] = field(default_factory=dict)
    nothing_cut: int | None = None

    def line_column(self, offset: int) -> tuple[int, int]:
        """Return the line and column, both from 1, of an offset."""
        line = bisect_left(self.line_starts, offset + 1)
        return line, offset - self.line_starts[line - 1] + 1

    def of_node(self, node: int) -> tuple[int, int]:
        """Return the line and column at which a node begins."""
        return self.line_column(self.nodes[node])

    def of_claim(self, node: int, kind: ClaimKind) -> tuple[int, int]:
        """Return the line and column of a claim, or of its node where the claim has none."""
        return self.line_column(self.claims.get((node, kind), self.nodes[node]))
