"""The words at a node: what does not depend on the step, and how much room the rest can need."""

from __future__ import annotations

from array import array
from typing import Final

from treeexplorer.drawing.glyphs import Glyphs, glyphs
from treeexplorer.drawing.items import Items
from treeexplorer.drawing.moment import Finding, Moment
from treeexplorer.drawing.runs import Detail, Look, Role
from treeexplorer.notation import Claim
from treeexplorer.numbers import written
from treeexplorer.text import width
from treeexplorer.tree import (
    CHANCE_ROLE,
    INNER,
    UNKNOWN,
    GameTree,
    Player,
)

_LONGEST_NAME: Final = 16
_THOUSANDS_FROM: Final = 10_000
_ROOT: Final = "root"
_NARROWEST_VALUE: Final = 4  # “v −∞”
_ROOM_FOR_A_MEAN: Final = 6

ROLE_OF_PLAYER: Final = {
    Player.MAX: Role.MAX,
    Player.MIN: Role.MIN,
    Player.CHANCE: Role.CHANCE,
}


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
        text = f"{name}:{text}" if name else text
        claim = self.claim(node) if self.look.claims else ""
        return f"{text} {claim}" if claim else text

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
        verdict = self.glyphs.verdict(self.look.verdicts.get(node, ""))
        return f"{before}{' '.join(parts)}{after}{verdict}"

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

    # -- how much room it needs ----------------------------------------------------------------

    def reaches(self, items: Items) -> tuple[array[int], array[int]]:
        """Return how far each item's text reaches left and right of its anchor, at any step.

        Numbers found at a node come from the leaves below it, so the widest of them is enough.
        """
        count = len(items)
        left, right = array("i", bytes(4 * count)), array("i", bytes(4 * count))
        numbers = array("i", bytes(4 * count))
        for item in range(count - 1, -1, -1):
            node = items.node(item)
            if items.is_elision(item):
                left[item], right[item] = self._around(width(self.glyphs.elided))
                continue
            if self.tree.kind[node] != INNER:
                leaf = width(self.leaf(node))
                left[item], right[item] = self._around(leaf)
                numbers[item] = leaf
            else:
                right[item] = self._inner_width(items, item, numbers[item]) - 1
            parent = items.parent[item]
            if parent >= 0:
                numbers[parent] = max(numbers[parent], numbers[item])
                if self.tree.roles[items.node(parent)] == CHANCE_ROLE:
                    right[item] = max(right[item], len(self.probability(node)))
        return left, right

    @staticmethod
    def _around(cells: int) -> tuple[int, int]:
        before = max(0, cells - 1) // 2
        return before, max(0, cells - 1 - before)

    def _inner_width(self, items: Items, item: int, numbers: int) -> int:
        node = items.node(item)
        numbers = self._number_width(node, numbers)
        head = width(self.head(node))
        value = max(_NARROWEST_VALUE, numbers + 2)
        if self.look.ascii:
            value += 2
        if self.look.claims:
            claim = width(self.claim(node))
            value += claim + 1 if claim else 0
        if items.is_leaf(item):
            folded = width(self.folded(node)) + 1
            head, value = (head + folded, value) if self.detail > 1 else (head, value + folded)
        if self.detail == Detail.VALUE:
            return head + value - (0 if self.look.ascii else 1)
        if self.detail == Detail.WINDOW:
            return max(head, value, 2 * max(numbers, 4 if self.look.ascii else 2) + 4)
        return max(head, value)

    def _number_width(self, node: int, below: int) -> int:
        if self.tree.roles[node] == CHANCE_ROLE:
            return max(below, _ROOM_FOR_A_MEAN)
        estimate = self.tree.estimates.get(node)
        return below if estimate is None else max(below, width(self.glyphs.number(estimate)))

    def role(self, node: int) -> Role:
        """Return the role of a node's sign."""
        player = self.tree.player(node)
        return Role.LEAF if player is None else ROLE_OF_PLAYER[player]
