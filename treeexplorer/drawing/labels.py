"""The words at a node: what does not depend on the step, and how much room the rest can need."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from treeexplorer.drawing.glyphs import Glyphs, glyphs
from treeexplorer.drawing.moment import Finding, Moment
from treeexplorer.drawing.runs import Look
from treeexplorer.notation import Claim
from treeexplorer.numbers import written
from treeexplorer.text import width
from treeexplorer.tree import (
    CHANCE_ROLE,
    INNER,
    UNKNOWN,
    GameTree,
)

_LONGEST_NAME: Final = 16
_THOUSANDS_FROM: Final = 10_000
_ROOT: Final = "root"


class Detail(IntEnum):
    """How much is written at each node."""

    VALUE = 1
    NAMED = 2
    WINDOW = 3


def _counted(count: int) -> str:
    """Return a count in at most four cells, such as ``999``, ``12k`` or ``1.1M``."""
    if count < _THOUSANDS_FROM:
        return str(count)
    if count < 999_500:
        return f"{count / 1000:.0f}k"
    return f"{count / 1e6:.1f}M" if count < 9_950_000 else f"{count / 1e6:.0f}M"


class Labels:
    """Writes the texts of a tree's nodes in one look and detail."""

    def __init__(self, tree: GameTree, look: Look, detail: Detail) -> None:
        self.tree = tree
        self.detail = detail
        self.look = look
        self.glyphs: Glyphs = glyphs(ascii_only=look.ascii)
        self._claims: dict[int, list[Claim]] = {}
        for claim in look.claims:
            self._claims.setdefault(claim.node, []).append(claim)
        self._shares: dict[int, str] = {}  # of equally likely children, by parent

    # -- what stands there at any step ---------------------------------------------------------

    def sign(self, node: int) -> str:
        """Return the sign of a node's player; nothing at a leaf."""
        player = self.tree.player(node)
        return "" if player is None else self.glyphs.signs[player]

    def name(self, node: int) -> str:
        """Return a node's name, shortened; nothing where it has none and is not the root."""
        name = self.tree.names.get(node)
        if name is None and node == 0 and self.tree.kind[0] == INNER:
            return _ROOT
        return "" if name is None else self.glyphs.clipped(name, _LONGEST_NAME)

    def head(self, node: int) -> str:
        """Return the first line at a node: sign and name, or a leaf's number."""
        if self.tree.kind[node] != INNER:
            return self.leaf(node)
        name = self.name(node) if self.detail > Detail.VALUE else ""
        return f"{self.sign(node)} {name}" if name else self.sign(node)

    def leaf(self, node: int) -> str:
        """Return a leaf's number or unknown, after its name if it has one."""
        if self.tree.kind[node] == UNKNOWN:
            text = self.glyphs.clipped(self.tree.unknowns.get(node) or "?", _LONGEST_NAME)
        else:
            value = self.tree.leaf_value(node)
            text = "" if value is None else self.glyphs.number(value)
        name = self.name(node) if self.detail > Detail.VALUE else ""
        return f"{name}:{text}" if name else text

    def folded(self, node: int) -> str:
        """Return the sign of a folded subtree with the number of nodes in it."""
        before, after = self.glyphs.folded
        return f"{before}{_counted(self.tree.end[node] - node - 1)}{after}"

    def probability(self, node: int) -> str:
        """Return the weight on the edge to a chance node's child; nothing elsewhere."""
        parent = self.tree.parent[node]
        if parent < 0 or self.tree.roles[parent] != CHANCE_ROLE:
            return ""
        weight = self.tree.probabilities.get(node)
        if weight is not None:
            return self.glyphs.clipped(written(weight), _LONGEST_NAME)
        share = self._shares.get(parent)
        if share is None:
            share = self._shares[parent] = written(self.tree.probability(node) or 0)
        return share

    def claim(self, node: int) -> str:
        """Return what somebody wrote at a node, between quotes; nothing where nobody did."""
        number, parts = self.glyphs.number, []
        for claim in self._claims.get(node, ()):
            if claim.kind == "cut":
                parts.append("/")
            elif claim.window is not None:
                alpha, beta = claim.window
                parts.append(f"({number(alpha)},{number(beta)})")
            elif claim.number is not None:
                sign = "" if claim.sign is None else self.glyphs.relations[claim.sign]
                parts.append(sign + number(claim.number))
        if not parts:
            return ""
        before, after = self.glyphs.quotes
        return f"{before}{' '.join(parts)}{after}"

    # -- what is found there -------------------------------------------------------------------

    def finding(self, finding: Finding, room: int) -> str:
        """Return what is known about a node, as exactly as the room allows, and never wrong."""
        number = self.glyphs.number
        if finding.kind == "v":
            space = " " if self.detail > Detail.VALUE else ""
            return self.glyphs.clipped(f"v{space}{number(finding.number)}", room)
        if finding.kind == "?":
            return self.glyphs.clipped(f"{number(finding.number)}?", room)
        if finding.kind == "~":
            return self.glyphs.clipped(f"~{number(finding.number)}", room)
        if finding.kind == ".." and finding.high is not None:
            between = self.glyphs.relations[".."]
            text = f"{number(finding.number)}{between}{number(finding.high)}"
            if width(text) <= room:
                return text
            return self.glyphs.clipped(self.glyphs.relations[">="] + number(finding.number), room)
        return self.glyphs.clipped(
            self.glyphs.relations[finding.kind] + number(finding.number), room
        )

    def window(self, moment: Moment, node: int) -> str:
        """Return the window a node was entered with; nothing where it was not visited."""
        entry = moment.entry(node)
        if entry is None:
            return ""
        return f"({self.glyphs.number(entry[0])}, {self.glyphs.number(entry[1])})"
