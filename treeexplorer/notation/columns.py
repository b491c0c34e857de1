"""Fills the columns of a tree from the pieces of a document.

The reader gives Lark these methods as its callbacks when it builds the parser, so the columns grow
while the text is being parsed and no parse tree ever exists.
"""

from __future__ import annotations

import json
import re
import struct
from array import array
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeVar

from treeexplorer.errors import TreeexplorerError
from treeexplorer.notation.chance import TreeProblem, chance_problems
from treeexplorer.notation.directives import DirectiveLine, read_claims, read_directives
from treeexplorer.notation.document import (
    BoundSign,
    Claim,
    ClaimKind,
    Exercise,
    Positions,
    sorted_claims,
)
from treeexplorer.notation.known_range import range_problems
from treeexplorer.notation.lexer import MADE_UP_LEAF, Lexeme
from treeexplorer.notation.problems import Slip, SourceText
from treeexplorer.notation.spelling import read_name
from treeexplorer.numbers import NumberError, exact, read_leaf, read_number
from treeexplorer.tree import (
    DECIMAL,
    DEFAULT_LEVELS,
    EXACT,
    INNER,
    INTEGER,
    NO_NODE,
    PLAYER_SPELLINGS,
    UNKNOWN,
    GameTree,
    GrowingTree,
    Levels,
    Window,
    classify,
    shifted,
)

MOST_TREES: Final = 10_000
_INTEGER_KIND: Final = bytes([INTEGER])
_PACK: Final = struct.Struct("i").pack
N = TypeVar("N")
_SIGNS: Final[dict[str, BoundSign]] = {">": ">=", "≥": ">=", "<": "<=", "≤": "<="}
_OF_NUMBERS: Final = b"0123456789.+-"


class TooLargeError(TreeexplorerError):
    """Reading a document would take too much memory; a slip says so."""


class TreeColumns(GrowingTree):
    """The trees of one document, of which the last one is growing."""

    def begin(self, text: str, levels: Levels | None = None) -> None:
        """Clear everything and start on a new text.

        Args:
            text: The text.
            levels: The players by ply where an option gives them.
        """
        self._levels = levels
        self.exercises: list[Exercise] = []
        self.slips: list[Slip] = []
        self._text = SourceText(text)
        self.begin_tree()

    def begin_tree(self) -> None:
        """Clear the columns of the last tree and start on the next tree."""
        self.forget()
        self.open_node = NO_NODE  # whose children come next
        self.opened = array("q")  # where the brackets stand that are open, the root's first
        self.root_offset = 0
        self._ellipses: dict[int, int] = {}  # where `...` stands, by the open node
        self._claims: list[Claim] = []
        self._blanks: list[Claim] = []
        self.directives: list[DirectiveLine] = []
        self.is_broken = False  # whether a piece of the tree has been made up

    # -- callbacks for the grammar's pieces ----------------------------------------------------

    def LEAF(self, piece: Lexeme) -> None:  # noqa: N802  (the grammar's name)
        """Begin a tree of one leaf."""
        self.root_offset = piece.match.start()
        self._add_leaves([piece.match])

    def LEAVES(self, piece: Lexeme) -> None:  # noqa: N802  (the grammar's name)
        """Add a run of leaves."""
        self._refuse_behind_ellipsis()
        self._add_leaves(piece.run)

    def BRANCHES(self, piece: Lexeme) -> None:  # noqa: N802  (the grammar's name)
        """Add a run of undecorated numbers and brackets: ``4 [1 2] 7``.

        The brackets and commas of the run, without its digits, are its shape: ``,,[,],``. All
        columns but the values follow from the shape.
        """
        self._refuse_behind_ellipsis()
        first = len(self.kind)
        branches = _with_one_comma_between(piece.match[0])
        shape = branches.encode().translate(None, _OF_NUMBERS)
        self._add_nodes_of_run(_run(shape))
        # An inner node has the value 0, as a bracket that is opened elsewhere has.
        spellings = branches.replace("[", "0,").replace("]", "").lstrip(",")
        numbers = bare_numbers(spellings)
        self.value.frombytes(struct.pack(f"{len(numbers)}d", *numbers))
        if "." in spellings:
            self._mark_decimals(first, spellings)

    def _add_nodes_of_run(self, run: _Run) -> None:
        """Add the nodes of a run below the open node, without their values."""
        first = len(self.kind)
        parents = shifted(run.parent_plus_one, first - 1)
        for node in run.tops:
            parents[node] = self.open_node
        self.parent.extend(parents)
        self.end.extend(shifted(run.end, first))
        self.ply.extend(shifted(run.ply, len(self.opened)))
        self.kind.extend(run.kind)

    def _mark_decimals(self, first: int, spellings: str) -> None:
        """Set the kind of each node whose number has a decimal point.

        Args:
            first: The first of the nodes.
            spellings: Their numbers, between commas.
        """
        for node, spelling in enumerate(spellings.split(","), first):
            if "." in spelling:
                self.kind[node] = DECIMAL

    def OPEN(self, piece: Lexeme) -> None:  # noqa: N802  (the grammar's name)
        """Begin a node with children."""
        self._refuse_behind_ellipsis()
        match = piece.match
        start = match.start()
        bracket = match.start("OPEN")
        node = len(self.kind)
        if node == 0:
            self.root_offset = start
        self.parent.append(self.open_node)
        self.end.append(0)  # known when its bracket is closed
        self.ply.append(len(self.opened))
        self.value.append(0.0)
        self.kind.append(INNER)
        self.open_node = node
        self.opened.append(bracket)
        is_decorated = start < bracket
        if is_decorated:
            self._decorate(node, match)
            self._decorate_inner(node, match)

    def _decorate_inner(self, node: int, start: re.Match[str]) -> None:
        """Store the parts that only an inner node can have: its player, estimate and claim."""
        player, estimate, claim = start.group("player", "estimate", "claim")
        if player is not None:
            self.players[node] = PLAYER_SPELLINGS[player.strip().lower()]
        if estimate is not None:
            spelling = estimate.removeprefix("~")
            offset = start.end("estimate") - len(spelling)
            self.estimates[node] = self._number(read_leaf, spelling, offset)
        if claim is not None:
            self._add_claim(node, claim, start.end("claim"))

    def _add_claim(self, node: int, claim: str, end: int) -> None:
        """Add the claim of a value or bound, ``=3`` or ``>=3``, or the blank for one, ``?``.

        Args:
            node: Whose value it is.
            claim: The claim as it is written.
            end: The offset behind it.
        """
        if claim.endswith("?"):
            self._blanks.append(Claim(node, "value"))
            return
        spelling = claim.lstrip("<>≤≥=")
        number = self._number(read_number, spelling, end - len(spelling))
        sign = _SIGNS.get(claim[0])
        kind: ClaimKind = "value" if sign is None else "bound"
        self._claims.append(Claim(node, kind, number, sign))

    def CLOSE(self, _piece: Lexeme) -> None:  # noqa: N802  (the grammar's name)
        """End the node opened last."""
        node = self.open_node
        if self._ellipses:
            self._refuse_lonely_ellipsis(node)
        self.end[node] = len(self.kind)
        self.open_node = self.parent[node]
        self.opened.pop()

    def ELLIPSIS(self, piece: Lexeme) -> None:  # noqa: N802  (the grammar's name)
        """Note that the open node has further children that are not drawn: ``...`` or ``/...``."""
        node = self.open_node
        if node in self.elided:
            self.spoil(piece.match.start(), "`...` is written once, as the last child")
            return
        self.elided.add(node)
        self._ellipses[node] = piece.match.start()
        is_cut_off = piece.match[0].startswith("/")
        if is_cut_off:
            self._claims.append(Claim(node, "cut-rest"))

    def _refuse_lonely_ellipsis(self, node: int) -> None:
        """Note a slip if the node that ends has `...` and no other child, and give it a child."""
        offset = self._ellipses.pop(node, None)
        has_children = len(self.kind) > node + 1
        if offset is None or has_children:
            return
        message = "`...` needs at least one drawn child before it"
        self.spoil(offset, message, "it means further children that are not drawn")
        self._add_leaves([MADE_UP_LEAF])

    def _refuse_behind_ellipsis(self) -> None:
        """Note a slip if another child follows `...` in the open node."""
        if not self._ellipses:
            return
        offset = self._ellipses.pop(self.open_node, None)
        if offset is not None:
            message = "`...` stands last: it means further children that are not drawn"
            self.spoil(offset, message, "move it behind the last child")

    def DIRECTIVE(self, piece: Lexeme) -> None:  # noqa: N802  (the grammar's name)
        """Store a line that starts with ``@`` until its tree has ended."""
        self.directives.append((piece.match.start(), piece.match[0]))

    def NEWLINE(self, _piece: Lexeme) -> None:  # noqa: N802  (the grammar's name)
        """Finish a tree at the end of its line.

        Raises:
            TooLargeError: The document holds more trees than it may.
        """
        if len(self.exercises) == MOST_TREES:
            self.slip(self.root_offset, f"a file holds at most {MOST_TREES:,} trees")
            raise TooLargeError
        self.exercises.append(self._finished_exercise())
        self.begin_tree()

    def _finished_exercise(self) -> Exercise:
        """Return the tree that has ended, with its directives and claims; note the slips in it."""
        directives, slips_of_directives = read_directives(self.directives)
        levels = DEFAULT_LEVELS if directives.levels is None else directives.levels
        tree = self.finished(levels)
        above = read_claims(self.directives, tree)
        positions = Positions(self._text, self.root_offset, above.offsets)
        self.slips += slips_of_directives
        self.slips += above.slips
        if not self.is_broken:
            self._note_problems(tree, directives.range, positions)
        self._claims.sort(key=_node_of_claim)  # that of `/...` came behind those of the children
        claims = sorted_claims(above.claims) + tuple(self._claims)
        blanks = sorted_claims(above.blanks) + tuple(self._blanks)
        return Exercise(tree, claims, blanks, directives, positions)

    def _note_problems(
        self, tree: GameTree, known_range: Window | None, positions: Positions
    ) -> None:
        """Note a slip for each problem of a whole tree, at the place of its node."""
        for node, message, hint in self._problems(tree, known_range):
            self.slip(positions.nodes[node], message, hint)

    def _problems(self, tree: GameTree, known_range: Window | None) -> list[TreeProblem]:
        """Return the problems of a whole tree: at its chance nodes, and outside its known range.

        Chance nodes are not checked if an option gives the tree other players.
        """
        problems: list[TreeProblem] = []
        if self._levels is None or self._levels == tree.levels:
            problems += chance_problems(tree)
        if known_range is not None:
            problems += range_problems(tree, known_range)
        return problems

    def document(self, _children: list[Any]) -> list[Exercise]:
        """Return the exercises."""
        return self.exercises

    @staticmethod
    def tree(_children: list[Any]) -> None:
        """Return ``None`` for a tree: its columns are filled already."""

    children = tree

    # -- filling -------------------------------------------------------------------------------

    def _add_leaves(self, run: list[re.Match[str]]) -> None:
        """Add leaves below the open node.

        Args:
            run: What found each of them, with the groups of :func:`lexer.inside`.
        """
        first = len(self.kind)
        count = len(run)
        self.parent.fromlist([self.open_node] * count)
        self.ply.fromlist([len(self.opened)] * count)
        self.end.extend(range(first + 1, first + count + 1))
        self.kind.extend(_INTEGER_KIND * count)  # as most leaves are
        for leaf, match in enumerate(run, first):
            integer = match["integer"]
            if integer is not None:
                self.value.append(float(int(integer)))
            elif match["number"] is not None:
                self._set_number(leaf, match)
            else:
                self._set_unknown(leaf, match["LEAF"])
            is_decorated = match.start() < match.start("LEAF")
            if is_decorated:
                self._decorate(leaf, match)
                self._refuse_parts_of_inner_nodes(match)

    def _set_number(self, leaf: int, match: re.Match[str]) -> None:
        """Set the value of a leaf whose number is not a short integer."""
        value = self._number(read_leaf, match["number"], match.start("number"))
        kind, double = classify(value)
        self.kind[leaf] = kind
        self.value.append(double)
        if kind == EXACT:
            self.exact[leaf] = int(value)

    def _set_unknown(self, leaf: int, spelling: str) -> None:
        """Make a leaf an unknown one, with its word; ``?`` is an unknown without a word."""
        self.kind[leaf] = UNKNOWN
        self.unknowns[leaf] = "" if spelling == "?" else spelling
        self.value.append(0.0)

    def _refuse_parts_of_inner_nodes(self, match: re.Match[str]) -> None:
        """Note a slip for each part beside a leaf that only inner nodes can have."""
        if match["player"] is not None:
            hint = "players stand before children: max[3 4]"
            self.slip(match.start("player"), "a leaf has no player", hint)
        if match["estimate"] is not None:
            hint = "its value is enough"
            self.slip(match.start("estimate"), "a leaf has no estimate", hint)

    def _decorate(self, node: int, start: re.Match[str]) -> None:
        """Store the parts that any node may have: its name, probability, slash and window."""
        probability, cut, name, window = start.group("probability", "cut", "name", "window")
        if name is not None:
            is_plain = name[0] != '"' and name.isascii()
            self.names[node] = name if is_plain else read_name(name)
        if probability is not None:
            spelling = probability.removesuffix("*")
            try:
                self.probabilities[node] = Fraction(exact(read_number(spelling)))
            except NumberError as error:
                self.spoil(start.start("probability"), str(error))
        if cut is not None:
            self._claims.append(Claim(node, "cut"))
        if window is not None:
            self._add_window(node, window, start.start("window"))

    def _add_window(self, node: int, window: str, offset: int) -> None:
        """Add the claim of a window, ``(3,inf)``, or the blank for one, ``(?,?)``."""
        if "?" in window:
            self._blanks.append(Claim(node, "window"))
            return
        ends = window.strip()[1:-1].split(",")
        low, high = (self._number(read_number, end.strip(), offset) for end in ends)
        self._claims.append(Claim(node, "window", window=(low, high)))

    def _number(self, read: Callable[[str], N], spelling: str, offset: int) -> N | int:
        """Return the number written at an offset.

        If it cannot be kept, note a slip and return 0.
        """
        try:
            return read(spelling)
        except NumberError as error:
            self.slip(offset, str(error))
            return 0

    def spoil(self, offset: int, message: str, hint: str | None = None) -> None:
        """Note a slip, and that the tree is therefore not the one that was meant."""
        self.slip(offset, message, hint)
        self.is_broken = True

    def slip(self, offset: int, message: str, hint: str | None = None) -> None:
        """Note a slip at an offset."""
        self.slips.append(Slip(offset, message, hint))


def _node_of_claim(claim: Claim) -> int:
    return claim.node


def _with_one_comma_between(run: str) -> str:
    """Return a run of branches with one comma before the first and between siblings.

    Example:
        >>> _with_one_comma_between("4 [1, 2][3], 7")
        ',4,[1,2],[3],7'
    """
    text = run.replace(", ", ",")
    if any(blank in text for blank in " \n\t"):
        text = ",".join(text.replace(",", " ").split())
        text = text.replace("[,", "[").replace(",]", "]")
    siblings = text.rstrip(",").replace("][", "],[")
    return f",{siblings}"


def bare_numbers(spellings: str) -> list[float]:
    """Return the values of bare numbers between commas, of at most 15 digits each.

    The scanner of :mod:`json` takes a third of the time of ``float``, which costs more than all the
    rest of reading a leaf. But it does not accept ``+1``, ``.5``, ``5.`` and ``007``: then
    ``float`` is used.

    Example:
        >>> bare_numbers("3,-0,2.5"), bare_numbers("+3,.5")
        ([3.0, 0.0, 2.5], [3.0, 0.5])
    """
    try:
        values: list[float] = json.loads(f"[{spellings}]")
    except ValueError:
        values = list(map(float, spellings.split(",")))
    if "-0" in spellings:
        return [value + 0.0 for value in values]  # of -0.0 this makes 0.0
    return values


class _Run(NamedTuple):
    """The columns of a run of branches, whose nodes are numbered from 0.

    Attributes:
        parent_plus_one: One more than the parent of each node, so that none is negative.
        end: One past the last node of each subtree.
        ply: The ply of each node, 0 for the topmost ones.
        kind: What stands at each node, all leaves being integers.
        tops: The nodes that are below no other one.
    """

    parent_plus_one: array[int]
    end: array[int]
    ply: array[int]
    kind: bytes
    tops: list[int]


@lru_cache(4)  # generated trees repeat their shapes
def _run(shape: bytes) -> _Run:
    """Return the columns of a run from its shape: its brackets and commas, without the digits.

    The shape is split at its closing brackets, and each part at its opening brackets. Between two
    brackets there are then only leaves, as many as the commas say. Their columns are added at once,
    as bytes, in a fraction of the time that single leaves would take.

    Example:
        >>> run = _run(b",,[,],")  # what remains of ",4,[1,2],7" without digits
        >>> list(run.parent_plus_one), list(run.end), list(run.ply), run.tops
        ([0, 0, 2, 2, 0], [1, 4, 3, 4, 5], [0, 0, 1, 1, 0], [0, 1, 4])
    """
    pack = _PACK
    count = shape.count(b",") + shape.count(b"[")  # no comma stands before a bracket's first
    parent_plus_one = array("i")
    ply = array("i")
    end = array("i", range(1, count + 1))  # as it is at leaves
    kind = bytearray(_INTEGER_KIND * count)
    open_node = NO_NODE
    depth = 0
    node = 0  # the next one
    with_comma_behind_leaves = shape.replace(b"]", b",]") + b","
    *before_closings, rest = with_comma_behind_leaves.split(b"]")
    for before_closing in before_closings:
        siblings, *behind_openings = before_closing.split(b"[")
        # The leaves before the first opening bracket; one more comma stands before them.
        leaves = len(siblings) - 1
        if leaves:
            parent_plus_one.frombytes(pack(open_node + 1) * leaves)
            ply.frombytes(pack(depth) * leaves)
            node += leaves
        for commas in behind_openings:
            # The node that opens, and its first children that are leaves, a comma behind each.
            leaves = len(commas)
            parent_plus_one.frombytes(pack(open_node + 1) + pack(node + 1) * leaves)
            ply.frombytes(pack(depth) + pack(depth + 1) * leaves)
            kind[node] = INNER
            open_node = node
            depth += 1
            node += 1 + leaves
        # The closing bracket ends the node that opened last.
        end[open_node] = node
        open_node = parent_plus_one[open_node] - 1
        depth -= 1
    leaves = len(rest) - 1
    parent_plus_one.frombytes(pack(open_node + 1) * leaves)
    ply.frombytes(pack(depth) * leaves)
    return _Run(parent_plus_one, end, ply, bytes(kind), _topmost(end))


def _topmost(end: array[int]) -> list[int]:
    """Return the nodes that are below no other node.

    >>> _topmost(array("i", [1, 4, 3, 4, 5]))
    [0, 1, 4]

    Args:
        end: One past the last node of each subtree.
    """
    tops = []
    node = 0
    while node < len(end):
        tops.append(node)
        node = end[node]
    return tops
