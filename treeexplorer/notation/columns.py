"""Fills the columns of a tree from the pieces of a document.

The reader gives Lark these methods as its callbacks when it builds the parser, so the columns grow
while the text is being parsed and no parse tree ever exists.
"""

from __future__ import annotations

import re
from array import array
from fractions import Fraction
from typing import Any, Final

from treeexplorer.notation.chance import check_chance_nodes
from treeexplorer.notation.directives import DirectiveLines
from treeexplorer.notation.lexer import Piece
from treeexplorer.notation.numbers import NumberError, read_number, read_probability
from treeexplorer.notation.problems import Slip, line_starts
from treeexplorer.text import safe
from treeexplorer.tree import (
    DEFAULT_LEVELS,
    EXACT,
    INNER,
    UNKNOWN,
    BoundSign,
    ClaimKind,
    Claims,
    GameTree,
    Number,
    Player,
    Positions,
    Window,
    classify,
)

_PLAYERS: Final = {
    "max": Player.MAX, "▲": Player.MAX, "△": Player.MAX,
    "min": Player.MIN, "▼": Player.MIN, "▽": Player.MIN,
    "chance": Player.CHANCE, "○": Player.CHANCE,
}  # fmt: skip
_ESCAPED: Final = re.compile(r"\\(.)")


class Columns:
    """The trees of one document, the last of them growing.

    Attributes:
        trees: The finished trees.
        slips: What is wrong in a text that the grammar accepts.
    """

    def begin(self, text: str) -> None:
        """Forget everything and start on a new text."""
        self.trees: list[GameTree] = []
        self.slips: list[Slip] = []
        self._line_starts = line_starts(text)
        self._begin_tree()

    def _begin_tree(self) -> None:
        self.parent, self.end, self.ply = array("i"), array("i"), array("i")
        self.value, self.kind = array("d"), bytearray()
        self.offsets = array("i")
        self.open_nodes = [-1]
        self._exact: dict[int, int] = {}
        self._names: dict[int, str] = {}
        self._players: dict[int, Player] = {}
        self._probabilities: dict[int, Fraction] = {}
        self._elided: set[int] = set()
        self._estimates: dict[int, Number] = {}
        self._unknowns: dict[int, str] = {}
        self._values: dict[int, Number] = {}
        self._bounds: dict[int, tuple[BoundSign, Number]] = {}
        self._windows: dict[int, Window] = {}
        self._cuts: set[int] = set()
        self._blanks: set[int] = set()
        self._name_offsets: dict[int, int] = {}
        self._claim_offsets: dict[tuple[int, ClaimKind], int] = {}
        self.directives = DirectiveLines()
        self.is_broken = False

    # -- callbacks for the grammar's pieces ----------------------------------------------------

    def LEAF(self, piece: Piece) -> None:  # noqa: N802  (the grammar's name)
        """Add a leaf."""
        found = piece.match
        node = self._add(found.start())
        written = found["number"]
        if written is None:
            word = found["LEAF"]
            self._unknowns[node] = "" if word == "?" else word
            self.kind[node] = UNKNOWN
        else:
            kind, self.value[node] = classify(number := self._number(found, "number"))
            self.kind[node] = kind
            if kind == EXACT:
                self._exact[node] = int(number)
        if found.start("LEAF") > found.start():
            self._decorate(node, found)
            if found["player"] is not None:
                self._slip(
                    found.start("player"),
                    "a leaf has no player",
                    "players stand before children: max[3 4]",
                )
            if found["estimate"] is not None:
                self._slip(found.start("estimate"), "a leaf has no estimate", "its value is enough")

    def OPEN(self, piece: Piece) -> None:  # noqa: N802  (the grammar's name)
        """Begin a node with children."""
        found = piece.match
        node = self._add(found.start())
        self.open_nodes.append(node)
        if found.start("OPEN") == found.start():
            return
        self._decorate(node, found)
        if (player := found["player"]) is not None:
            self._players[node] = _PLAYERS[player.strip().lower()]
        if found["estimate"] is not None:
            self._estimates[node] = self._number(found, "estimate", "~")
        if (claim := found["claim"]) is None:
            return
        if claim == "?":
            self._blanks.add(node)
        elif claim[0] in "<>≤≥":
            sign: BoundSign = ">=" if claim[0] in ">≥" else "<="
            self._bounds[node] = (sign, self._number(found, "claim", "<>≤≥="))
            self._claim_offsets[node, "bound"] = found.start("claim")
        else:
            self._values[node] = self._number(found, "claim", "=")
            self._claim_offsets[node, "value"] = found.start("claim")

    def CLOSE(self, _piece: Piece) -> None:  # noqa: N802  (the grammar's name)
        """End the node opened last."""
        self.end[self.open_nodes.pop()] = len(self.kind)

    def ELLIPSIS(self, _piece: Piece) -> None:  # noqa: N802  (the grammar's name)
        """Note that the open node has further children, not drawn."""
        self._elided.add(self.open_nodes[-1])

    def DIRECTIVE(self, piece: Piece) -> None:  # noqa: N802  (the grammar's name)
        """Take in a line that starts with ``@``."""
        slip = self.directives.read(piece.match[0], piece.match.start())
        if slip is not None:
            self.slips.append(slip)

    def finish_tree(self) -> None:
        """Finish the tree that is growing."""
        tree = self._tree()
        if not self.is_broken:
            self.slips += check_chance_nodes(tree)
        self.trees.append(tree)
        self._begin_tree()

    def document(self, _children: list[Any]) -> list[GameTree]:
        """Return the trees."""
        return self.trees

    def tree(self, _children: list[Any]) -> None:
        """Finish a tree at the end of its line."""
        self.finish_tree()

    @staticmethod
    def children(_children: list[Any]) -> None:
        """Keep nothing of a node's children: their columns are filled."""

    # -- filling -------------------------------------------------------------------------------

    def _add(self, offset: int) -> int:
        node = len(self.kind)
        self.parent.append(self.open_nodes[-1])
        self.end.append(node + 1)
        self.ply.append(len(self.open_nodes) - 1)
        self.value.append(0.0)
        self.kind.append(INNER)
        self.offsets.append(offset)
        return node

    def _decorate(self, node: int, found: re.Match[str]) -> None:
        """Take in what may stand beside a leaf and an inner node alike."""
        probability, cut, name, _, window, *_ = found.groups()
        if probability is not None:
            try:
                self._probabilities[node] = read_probability(probability[:-1])
            except NumberError as error:
                self._slip(found.start("probability"), str(error))
                self.is_broken = True
        if cut is not None:
            self._cuts.add(node)
            self._claim_offsets[node, "cut"] = found.start("cut")
        if name is not None:
            self._names[node] = _read_name(name)
            self._name_offsets[node] = found.start("name")
        if window is not None:
            alpha, _, beta = window.strip()[1:-1].partition(",")
            offset = found.start("window")
            try:
                self._windows[node] = (read_number(alpha.strip()), read_number(beta.strip()))
            except NumberError as error:
                self._slip(offset, str(error))
            self._claim_offsets[node, "window"] = offset

    def _number(self, found: re.Match[str], group: str, signs: str = "") -> int | float:
        written = found[group].lstrip(signs)
        try:
            return read_number(written)
        except NumberError as error:
            self._slip(found.end(group) - len(written), str(error))
            return 0

    def _slip(self, offset: int, message: str, hint: str | None = None) -> None:
        self.slips.append(Slip(offset, message, hint))

    def _tree(self) -> GameTree:
        directives = self.directives.directives()
        nothing_cut = self.directives.nothing_cut
        return GameTree(
            parent=self.parent,
            end=self.end,
            ply=self.ply,
            value=self.value,
            kind=bytes(self.kind),
            exact=self._exact,
            names=self._names,
            players=self._players,
            levels=directives.levels or DEFAULT_LEVELS,
            probabilities=self._probabilities,
            elided=frozenset(self._elided),
            estimates=self._estimates,
            unknowns=self._unknowns,
            claims=Claims(
                values=self._values,
                bounds=self._bounds,
                windows=self._windows,
                cuts=frozenset(self._cuts),
                blanks=frozenset(self._blanks),
                nothing_cut=nothing_cut is not None,
            ),
            directives=directives,
            positions=Positions(
                line_starts=self._line_starts,
                nodes=self.offsets,
                names=self._name_offsets,
                claims=self._claim_offsets,
                nothing_cut=nothing_cut,
            ),
        )


def _read_name(written: str) -> str:
    name = written.rstrip()[:-1]
    if name[0] == '"':
        name = _ESCAPED.sub(r"\1", name[1:-1])
    return safe(name)
