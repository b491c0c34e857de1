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
from treeexplorer.notation.chance import TreeProblem, find_chance_problems
from treeexplorer.notation.directives import DirectiveLine, parse_claims, parse_directives
from treeexplorer.notation.document import (
    BoundSign,
    Claim,
    Exercise,
    Positions,
    sort_claims,
)
from treeexplorer.notation.known_range import find_range_problems
from treeexplorer.notation.lexer import MADE_UP_LEAF, Lexeme
from treeexplorer.notation.problems import Slip, SourceText
from treeexplorer.notation.spelling import parse_node_name
from treeexplorer.numbers import NumberError, exact, parse_leaf_value, parse_number
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
    classify_leaf_value,
    shifted,
)

MOST_TREES: Final = 10_000
_INTEGER_KIND: Final = bytes([INTEGER])
_PACK: Final = struct.Struct("i").pack
_NOT_IN_RUN: Final = 0
"""What stands for the parent of a run's topmost nodes: any number that is not negative."""
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
        """Empty the columns and all that belongs to the last tree, so that a new tree can be read.

        The trees that are finished stay in ``exercises``, and the slips (mistakes) in ``slips``.
        """
        self.forget()  # the nodes: all columns of the tree

        # Where the parser is in the tree. New nodes become children of the open node, that is, the
        # one whose bracket was opened last and not closed.
        self.open_node = NO_NODE
        self.open_brackets = array("q")  # their offsets, the root's first
        self.root_offset = 0

        # What is written beside the nodes and above the tree.
        self._ellipses: dict[int, int] = {}  # open node -> the offset of its `...`
        self._claims: list[Claim] = []
        self._blanks: list[Claim] = []
        self.directives: list[DirectiveLine] = []

        self.is_broken = False  # whether a part of the tree was wrong, so that a part is guessed

    # -- callbacks for the grammar's pieces ----------------------------------------------------

    def LEAF(self, piece: Lexeme) -> None:  # noqa: N802  (the grammar's name)
        """Begin a tree of one leaf."""
        self.root_offset = piece.match.start()
        self._add_leaves([piece.match])

    def LEAVES(self, piece: Lexeme) -> None:  # noqa: N802  (the grammar's name)
        """Add a run of leaves."""
        self._report_child_behind_ellipsis()
        self._add_leaves(piece.run)

    def BRANCHES(self, piece: Lexeme) -> None:  # noqa: N802  (the grammar's name)
        """Append a run of plain numbers and brackets, such as ``4 [1 2] 7``, below the open node.

        The parser calls this method by the name of the token.

        Args:
            piece: The token; ``piece.match[0]`` is the text of the run.

        Example:
            ``4 [1 2] 7`` appends five nodes, with the values 4, 0 (for the bracket), 1, 2 and 7.
        """
        self._report_child_behind_ellipsis()
        self._add_run(_parse_run(piece.match[0]))

    def _add_run(self, run: _Run) -> None:
        """Append the nodes of a run, which number from 0, below the open node.

        If the tree has five nodes already, node 0 of the run becomes node 5 of the tree. If the
        open node is 2, and two brackets are open, these are the entries in the columns::

            run 4 [1 2]    node     0   1   2   3     become    node     5   6   7   8
                           parent   -   -   1   1               parent   2   2   6   6
                           end      1   4   3   4               end      6   9   8   9
                           ply      0   0   1   1               ply      2   2   3   3
                           value    4   0   1   2               value    4   0   1   2
        """
        first_node = len(self.kind)
        ply_of_run = len(self.open_brackets)
        shape = run.shape
        self.parent.extend(shape.compute_parents(first_node, self.open_node))
        self.end.extend(shifted(shape.end, first_node))
        self.ply.extend(shifted(shape.ply, ply_of_run))
        self.value.frombytes(run.values)
        self.kind.extend(run.kind)

    def OPEN(self, piece: Lexeme) -> None:  # noqa: N802  (the grammar's name)
        """Append a node with children to the tree, and make it the open node.

        The parser calls this method by the name of the token, ``OPEN``: a node's opening bracket,
        with what is written directly before it (its decoration). In ``A:max[3 5]`` the token is
        ``A:max[``. What is read next is below the open node, until ``CLOSE``.

        Args:
            piece: The token; its match has a group ``OPEN`` for the bracket, and one for each part
                of the decoration.
        """
        self._report_child_behind_ellipsis()
        match = piece.match
        node_offset = match.start()
        bracket_offset = match.start("OPEN")
        node = len(self.kind)  # nodes are numbered as they are added, from 0
        parent = self.open_node
        brackets_around = len(self.open_brackets)

        # Each column gets its entry for the node.
        self.parent.append(parent)
        self.end.append(0)  # CLOSE puts in one past the last node below, when that is known
        self.ply.append(brackets_around)
        self.value.append(0.0)  # never read: only leaves have values
        self.kind.append(INNER)
        is_decorated = node_offset < bracket_offset
        if is_decorated:
            self._store_parts(node, match)  # what leaves can have, too, such as a name
            self._store_parts_of_inner_node(node, match)  # player, estimate, claimed value

        # From now on it is the node to which children are added.
        self.open_node = node
        self.open_brackets.append(bracket_offset)
        is_root = node == 0
        if is_root:
            self.root_offset = node_offset

    def _store_parts_of_inner_node(self, node: int, match: re.Match[str]) -> None:
        """Store what is written before a node's bracket that no leaf can have.

        In ``max~4=5[3 5]`` this is the player ``max``, the estimate 4 (a heuristic guess of the
        node's value) and the claim that it is worth 5.

        Args:
            node: The number of the node.
            match: The match of the text from the node's beginning to its bracket, with the groups
                ``player``, ``estimate`` and ``claim``; each is ``None`` if it is not written.
        """
        player, estimate, claim = match.group("player", "estimate", "claim")
        if player is not None:
            self.players[node] = PLAYER_SPELLINGS[player.strip().lower()]
        if estimate is not None:
            # The group is "~4", the number "4"; an error points at the number.
            digits = estimate.removeprefix("~")
            offset_of_digits = match.end("estimate") - len(digits)
            self.estimates[node] = self._parse_number(parse_leaf_value, digits, offset_of_digits)
        if claim is not None:
            self._store_claim(node, claim, match.end("claim"))

    def _store_claim(self, node: int, claim: str, end: int) -> None:
        """Store what a person claims that a node is worth, or that the answer was left blank.

        ============  ==================================
        ``=3[``       the claim that the value is 3
        ``>=3[``      the claim that it is at least 3
        ``=?[``       a blank, to be filled in
        ============  ==================================

        The signs ``≥``, ``≤``, ``>`` and ``<`` are accepted, and ``3[`` and ``?[`` without a sign.

        Args:
            node: The node that is claimed to have the value.
            claim: The claim as it is written, without the bracket.
            end: The offset behind the claim in the text.
        """
        is_blank = claim.endswith("?")
        if is_blank:
            self._blanks.append(Claim(node, "value"))
            return

        digits = claim.lstrip("<>≤≥=")
        number = self._parse_number(parse_number, digits, offset=end - len(digits))
        first_character = claim[0]
        if first_character in _SIGNS:
            self._claims.append(Claim(node, "bound", number, _SIGNS[first_character]))
        else:  # "=3[" or "3["
            self._claims.append(Claim(node, "value", number))

    def CLOSE(self, _piece: Lexeme) -> None:  # noqa: N802  (the grammar's name)
        """Close the open node, that is, the node whose children are being read.

        The parser calls this method by the name of the token, a closing bracket. The nodes of
        ``[[3 12] 2]`` are 0, the root; 1, the inner bracket; and the leaves 2, 3 and 4. At the
        first ``]`` the leaves 2 and 3 have been added, and this changes::

            open_node        1         becomes    0, so that 2 becomes a child of the root
            open_brackets    [0, 1]    becomes    [0]
            end[1]           0         becomes    4, one past the last node below node 1

        In ``[...]``, which is reported, a leaf is added first, and so belongs to the node.
        """
        node = self.open_node
        if self._ellipses:
            self._complete_node_of_lonely_ellipsis(node)

        number_of_next_node = len(self.kind)
        self.end[node] = number_of_next_node
        self.open_node = self.parent[node]
        self.open_brackets.pop()

    def ELLIPSIS(self, piece: Lexeme) -> None:  # noqa: N802  (the grammar's name)
        """Store that the open node has further children that are not drawn: ``...`` or ``/...``.

        The parser calls this method by the name of the token. The slash claims that the search
        skips all of these children.

        ``...`` must be the last child of its node, and not the only one. This is checked later, so
        its offset is kept: for ``[3 ...]`` here ``self._ellipses`` becomes ``{0: 3}``, the offset 3
        at node 0. If a child follows, the method that adds the child finds it and reports it; if it
        is the only child, ``CLOSE`` does.
        """
        node = self.open_node
        offset = piece.match.start()
        is_second = node in self.elided
        if is_second:
            self.report_breaking_slip(offset, "`...` is written once, as the last child")
            return

        self.elided.add(node)
        self._ellipses[node] = offset
        is_cut_off = piece.match[0].startswith("/")
        if is_cut_off:
            self._claims.append(Claim(node, "cut-rest"))

    def _complete_node_of_lonely_ellipsis(self, node: int) -> None:
        """Report an error if a node ends with ``...`` as its only child, as in ``[...]``.

        A made-up leaf is then added to it, since a tree's inner nodes must have children. The node
        is the open one, whose closing bracket is read.
        """
        ellipsis_offset = self._ellipses.pop(node, None)
        if ellipsis_offset is None:  # it has no `...`
            return
        # Nodes are numbered in the order of their beginnings, and the node is still open: every
        # node with a larger number is below it.
        last_node = len(self.kind) - 1
        has_drawn_children = last_node > node
        if has_drawn_children:
            return

        message = "`...` needs at least one drawn child before it"
        self.report_breaking_slip(
            ellipsis_offset, message, "it means further children that are not drawn"
        )
        self._add_leaves([MADE_UP_LEAF])

    def _report_child_behind_ellipsis(self) -> None:
        """Report an error if the open node has had its ``...`` and now another child begins.

        The methods that append children call this first. It is reported once for each ``...``.
        """
        if not self._ellipses:
            return
        offset = self._ellipses.pop(self.open_node, None)
        if offset is not None:
            message = "`...` stands last: it means further children that are not drawn"
            self.report_breaking_slip(offset, message, "move it behind the last child")

    def DIRECTIVE(self, piece: Lexeme) -> None:  # noqa: N802  (the grammar's name)
        """Store a line that starts with ``@`` until its tree has ended."""
        self.directives.append((piece.match.start(), piece.match[0]))

    def NEWLINE(self, _piece: Lexeme) -> None:  # noqa: N802  (the grammar's name)
        """Finish a tree at the end of its line.

        Raises:
            TooLargeError: The document holds more trees than it may.
        """
        if len(self.exercises) == MOST_TREES:
            self.report(self.root_offset, f"a file holds at most {MOST_TREES:,} trees")
            raise TooLargeError
        self.exercises.append(self._finish_exercise())
        self.begin_tree()

    def _finish_exercise(self) -> Exercise:
        """Build the tree that has just ended, with all that is written beside it; note its slips.

        A slip is a mistake in the text. Slips in the lines that begin with ``@``, which stand above
        the tree, can be noted only here, since some refer to its nodes.

        Its claims and blanks are in order: those about the whole tree (``@read 7``) first, and then
        those beside nodes in the order of the nodes.
        """
        # The lines above the tree are read in two goes: `@levels` and the like say how to build the
        # tree, and `@best A` and the like are about its nodes.
        directives, slips_of_directives = parse_directives(self.directives)
        levels = DEFAULT_LEVELS if directives.levels is None else directives.levels
        tree = self.finished(levels)
        claims_above = parse_claims(self.directives, tree)
        positions = Positions(self._text, self.root_offset, claims_above.offsets)

        self.slips += [*slips_of_directives, *claims_above.slips]
        self._report_tree_problems(tree, directives.range, positions)
        return Exercise(
            tree,
            claims=(*sort_claims(claims_above.claims), *self._sort_claims_beside_nodes()),
            blanks=(*sort_claims(claims_above.blanks), *self._blanks),
            directives=directives,
            positions=positions,
        )

    def _sort_claims_beside_nodes(self) -> list[Claim]:
        """Return the claims beside nodes in the order of the nodes, those of one node as written.

        That is the order of the text but for ``/...``, which stands behind the children: in ``[3
        /4 /...]`` the claim of the root comes last, and is to be the first.
        """
        return sorted(self._claims, key=_node_of_claim)  # a stable sort

    def _report_tree_problems(
        self, tree: GameTree, known_range: Window | None, positions: Positions
    ) -> None:
        """Report each problem of a whole tree, at the place of its node.

        A tree with made-up parts is not what was meant, so problems in it would mislead.
        """
        if self.is_broken:
            return
        for node, message, hint in self._find_tree_problems(tree, known_range):
            self.report(positions.nodes[node], message, hint)

    def _find_tree_problems(self, tree: GameTree, known_range: Window | None) -> list[TreeProblem]:
        """Find the problems of a whole tree: at its chance nodes, and outside its known range.

        Chance nodes are not checked if an option gives the tree other players.
        """
        problems: list[TreeProblem] = []
        if self._levels is None or self._levels == tree.levels:
            problems += find_chance_problems(tree)
        if known_range is not None:
            problems += find_range_problems(tree, known_range)
        return problems

    def document(self, _children: list[Any]) -> list[Exercise]:
        """Return the exercises."""
        return self.exercises

    @staticmethod
    def tree(_children: list[Any]) -> None:
        """Return ``None`` for a tree: its columns are filled already."""

    children = tree

    # -- filling -------------------------------------------------------------------------------

    def _add_leaves(self, matches: list[re.Match[str]]) -> None:
        """Append leaves, which stand side by side, below the open node.

        Most leaves are short integers without a name or a mark. So all columns but ``value`` are
        filled at once as if all were, which is fast. Then each leaf gets its value, and what is
        different at it is corrected::

            3       nothing
            2.5     its kind
            x       its kind, and its word is stored
            A:3     its name is stored

        Args:
            matches: For each leaf the match that found it, with the groups of :func:`lexer.inside`:
                ``LEAF`` for the value, in it ``integer`` or ``number`` if it is one, and one for
                each part before the value, such as ``name``.
        """
        first_leaf = len(self.kind)
        count = len(matches)
        self.parent.fromlist([self.open_node] * count)
        self.ply.fromlist([len(self.open_brackets)] * count)
        self.end.extend(range(first_leaf + 1, first_leaf + count + 1))  # no node is below a leaf
        self.kind.extend(_INTEGER_KIND * count)

        for leaf, match in enumerate(matches, first_leaf):
            integer = match["integer"]
            if integer is not None:
                self.value.append(float(int(integer)))
            else:
                kind, double = self._read_other_value(leaf, match)
                self.value.append(double)
                self.kind[leaf] = kind

            is_decorated = match.start() < match.start("LEAF")
            if is_decorated:  # "/4", "A:4"
                self._store_parts(leaf, match)
                self._report_parts_of_inner_nodes(match)

    def _read_other_value(self, leaf: int, match: re.Match[str]) -> tuple[int, float]:
        """Return the entries in ``kind`` and ``value`` of a leaf that is no short integer.

        ==========  =============  ===================================================
        written     entries        stored beside the columns
        ==========  =============  ===================================================
        ``2.5``     DECIMAL, 2.5   nothing
        ``inf``     DECIMAL, ∞     nothing
        20 digits   EXACT, ±∞      the integer itself, which no double holds
        ``x``       UNKNOWN, 0.0   the word ``x``; the 0.0 means nothing
        ``?``       UNKNOWN, 0.0   the empty word
        ==========  =============  ===================================================
        """
        digits = match["number"]
        if digits is None:
            word = match["LEAF"]
            self.unknowns[leaf] = "" if word == "?" else word
            return UNKNOWN, 0.0

        number = self._parse_number(parse_leaf_value, digits, match.start("number"))
        kind, double = classify_leaf_value(number)
        if kind == EXACT:
            self.exact[leaf] = int(number)
        return kind, double

    def _report_parts_of_inner_nodes(self, match: re.Match[str]) -> None:
        """Report each part beside a leaf that only nodes with children can have.

        These are its player and its estimate. The leaf itself stays in the tree as it is.
        """
        if match["player"] is not None:
            hint = "players stand before children: max[3 4]"
            self.report(match.start("player"), "a leaf has no player", hint)
        if match["estimate"] is not None:
            hint = "its value is enough"
            self.report(match.start("estimate"), "a leaf has no estimate", hint)

    def _store_parts(self, node: int, match: re.Match[str]) -> None:
        """Store what is written before a node's value or bracket that any node may have.

        In ``0.5*/A:(3,inf)7`` this is the probability 0.5, the slash (a claim that the search skips
        the node), the name A and the window (a claim of α and β at the node).

        Args:
            node: The number of the node.
            match: The match that begins at the node, with the groups ``probability`` (with its
                star), ``cut``, ``name`` and ``window``; each is ``None`` if it is not written.
        """
        probability, cut, name, window = match.group("probability", "cut", "name", "window")
        if name is not None:
            # A name in quotes must be decoded, and one with letters outside of ASCII made safe.
            is_plain = name[0] != '"' and name.isascii()
            self.names[node] = name if is_plain else parse_node_name(name)
        if probability is not None:
            self._store_probability(node, probability, match.start("probability"))
        if cut is not None:
            self._claims.append(Claim(node, "cut"))
        if window is not None:
            self._store_window(node, window, match.start("window"))

    def _store_probability(self, node: int, probability: str, offset: int) -> None:
        """Store the probability of a node; if it cannot be kept, report an error.

        The tree counts as broken then: nobody is told that the siblings' probabilities do not add
        up. The probability is given as it is written, with its star: ``1/2*``.
        """
        try:
            number = parse_number(probability.removesuffix("*"))
            self.probabilities[node] = Fraction(exact(number))
        except NumberError as error:
            self.report_breaking_slip(offset, str(error))

    def _store_window(self, node: int, window: str, offset: int) -> None:
        """Store the claim of a window, ``(3,inf)``, or the blank for one, ``(?,?)``.

        If a number cannot be kept, it is reported at the offset at which the window begins.
        """
        if "?" in window:
            self._blanks.append(Claim(node, "window"))
            return
        # The lexer takes only windows with two ends.
        alpha_text, beta_text = window.strip()[1:-1].split(",")
        alpha = self._parse_number(parse_number, alpha_text.strip(), offset)
        beta = self._parse_number(parse_number, beta_text.strip(), offset)
        self._claims.append(Claim(node, "window", window=(alpha, beta)))

    def _parse_number(self, parse: Callable[[str], N], text: str, offset: int) -> N | int:
        """Return the number written at an offset; if it cannot be kept, report it and return 0."""
        try:
            return parse(text)
        except NumberError as error:
            self.report(offset, str(error))
            return 0

    def report_breaking_slip(self, offset: int, message: str, hint: str | None = None) -> None:
        """Note a slip that leaves the tree broken: it is not the one that was meant."""
        self.report(offset, message, hint)
        self.is_broken = True

    def report(self, offset: int, message: str, hint: str | None = None) -> None:
        """Note a slip at an offset; the tree is kept as it was read."""
        self.slips.append(Slip(offset, message, hint))


def _node_of_claim(claim: Claim) -> int:
    return claim.node


def _normalise_commas(run: str) -> str:
    """Write a run of branches with one comma before the first and between siblings.

    Example:
        >>> _normalise_commas("4 [ 1, 2][3], 7")
        ',4,[1,2],[3],7'
        >>> _normalise_commas("[1, 2,] 3,")
        ',[1,2],3'

        The first becomes this in four steps::

            4 [ 1,2][3],7      ", " is "," (often no other blanks are left then)
            4,[,1,2][3],7      blanks and commas are one comma each
            4,[1,2][3],7       no comma stands behind "[" or before "]", nor at the end
            ,4,[1,2],[3],7     one stands between brackets that touch, and before the first
    """
    text = run.replace(", ", ",")
    has_other_blanks = any(blank in text for blank in " \n\t")
    if has_other_blanks:
        words = text.replace(",", " ").split()  # "4", "[", "1", "2][3]", "7"
        text = ",".join(words).replace("[,", "[")
    siblings = text.rstrip(",").replace(",]", "]").replace("][", "],[")
    return f",{siblings}"


def parse_plain_numbers(text: str) -> list[float]:
    """Parse numbers between commas, such as ``"3,-0,2.5"``.

    The scanner of :mod:`json` takes a third of the time of ``float``, which costs more than all the
    rest of reading a leaf. But it does not accept ``+1``, ``.5``, ``5.`` and ``007``: then
    ``float`` is used.

    Args:
        text: The numbers, each of at most 15 digits, with an optional sign and an optional
            decimal point; without blanks.

    Example:
        >>> parse_plain_numbers("3,-0,2.5"), parse_plain_numbers("+3,.5")
        ([3.0, 0.0, 2.5], [3.0, 0.5])
    """
    try:
        values: list[float] = json.loads(f"[{text}]")
    except ValueError:
        values = list(map(float, text.split(",")))
    # Trees hold no negative zero. Adding 0.0 makes 0.0 of -0.0 and leaves all other numbers alone.
    if "-0" in text:
        return [value + 0.0 for value in values]
    return values


class _Shape(NamedTuple):
    """The columns that follow from a run's brackets and commas; its nodes are numbered from 0.

    Attributes:
        parent: The parent of each node; of a topmost node, whose parent is not in the run, it is 0,
            which means nothing.
        end: One past the last node of each subtree.
        ply: The ply of each node, 0 for the topmost ones.
        kind: What stands at each node, all leaves being integers.
        topmost_nodes: The nodes that are below no other one.
    """

    parent: array[int]
    end: array[int]
    ply: array[int]
    kind: bytes
    topmost_nodes: list[int]

    def compute_parents(self, first_node: int, open_node: int) -> array[int]:
        """Compute the parents of the nodes in the tree to which they are added.

        Args:
            first_node: The number that node 0 gets in the tree; the others follow.
            open_node: The node of the tree below which the topmost nodes are added.

        Example:
            >>> shape = _parse_run("4 [1 2]").shape
            >>> list(shape.compute_parents(first_node=5, open_node=2))
            [2, 2, 6, 6]
        """
        parents = shifted(self.parent, first_node)
        for node in self.topmost_nodes:
            parents[node] = open_node
        return parents


class _Run(NamedTuple):
    """The nodes of a run of plain numbers and brackets.

    Attributes:
        shape: The columns that follow from its brackets.
        kind: What stands at each node.
        values: The number at each node, 0 at a bracket, as the bytes of doubles.
    """

    shape: _Shape
    kind: bytes
    values: bytes


def _parse_run(text: str) -> _Run:
    """Parse a run of plain numbers and brackets, such as ``4 [1 2] 7``.

    In a run nothing is named, marked or unknown, and every bracket that is opened is closed. So it
    is split into its *shape*, the brackets and commas, and its numbers. Two runs of one shape, such
    as ``4 [1 2] 7`` and ``5 [3 8] 9``, have the same parents, plies and ends: these are computed
    once, and kept.

    Example:
        >>> run = _parse_run("4 [1 2.5] 7")  # its shape is ",,[,],"
        >>> array("d", run.values)
        array('d', [4.0, 0.0, 1.0, 2.5, 7.0])
    """
    branches = _normalise_commas(text)  # ",4,[1,2.5],7"

    # The shape: parents, ends, plies, and kinds as if all numbers were integers.
    brackets_and_commas = branches.encode().translate(None, delete=_OF_NUMBERS)  # b",,[,],"
    shape = _compute_columns_of_shape(brackets_and_commas)

    # The numbers: one for each node, in the order of the nodes. A bracket gets 0. Each number and
    # each bracket but the first in a bracket has its comma, as _normalise_commas writes them.
    with_zeros = branches.replace("[", "0,")  # ",4,0,1,2.5],7"
    number_texts = with_zeros.replace("]", "").removeprefix(",")  # "4,0,1,2.5,7"
    numbers = parse_plain_numbers(number_texts)
    values = struct.pack(f"{len(numbers)}d", *numbers)

    has_decimals = "." in number_texts
    kind = _mark_decimals(shape.kind, number_texts) if has_decimals else shape.kind
    return _Run(shape, kind, values)


def _mark_decimals(kind: bytes, number_texts: str) -> bytes:
    """Change the kind of each number with a decimal point to decimal.

    Args:
        kind: What stands at each node, all leaves being integers.
        number_texts: The number at each node, between commas.
    """
    kinds = bytearray(kind)
    for node, number_text in enumerate(number_texts.split(",")):
        if "." in number_text:
            kinds[node] = DECIMAL
    return bytes(kinds)


@lru_cache(4)  # generated trees repeat their shapes
def _compute_columns_of_shape(shape: bytes) -> _Shape:
    """Compute the columns of a run of numbers and brackets from its brackets and commas alone.

    The shape is split at its closing brackets, and each part at its opening brackets. Between two
    brackets there are then only leaves, as many as the commas say. Their columns are added at once,
    as bytes, in a fraction of the time that single leaves would take. One thought: the shape is
    gone through once, and the columns grow with it.

    Args:
        shape: What remains of a run without its digits: ``,,[,],`` of ``,4,[1,2],7``. There is a
            comma before the first number or bracket and between siblings; each opened bracket is
            closed, and holds at least one number.

    Example:
        >>> shape = _compute_columns_of_shape(b",,[,],")  # five nodes: 4, the bracket, 1, 2, and 7
        >>> list(shape.parent), list(shape.end), list(shape.ply), shape.topmost_nodes
        ([0, 0, 1, 1, 0], [1, 4, 3, 4, 5], [0, 0, 1, 1, 0], [0, 1, 4])
    """
    pack = _PACK  # a number -> its bytes in a column
    # Each node has a comma before it, except the first in a bracket, which has the bracket.
    node_count = shape.count(b",") + shape.count(b"[")
    parent = array("i")
    ply = array("i")
    end = array("i", range(1, node_count + 1))  # right for leaves; of inner nodes corrected below
    kind = bytearray(_INTEGER_KIND * node_count)  # likewise
    open_nodes = [_NOT_IN_RUN]
    depth = 0
    next_node = 0
    # Now the last leaf before a closing bracket or the end has a comma behind it like the others.
    # The example becomes ",,[,,],,", and is split into ",,[,," and ",,".
    with_comma_behind_leaves = shape.replace(b"]", b",]") + b","
    *before_closings, behind_last_closing = with_comma_behind_leaves.split(b"]")
    for before_closing in before_closings:
        siblings, *behind_openings = before_closing.split(b"[")
        # The leaves before the first opening bracket. There is one comma more than leaves: one
        # stands before, between and behind them. In the example ",," is one leaf, the 4.
        leaves = len(siblings) - 1
        if leaves:
            parent.frombytes(pack(open_nodes[-1]) * leaves)
            ply.frombytes(pack(depth) * leaves)
            next_node += leaves
        for commas in behind_openings:
            # The node that opens, and its first children that are leaves, a comma behind each. In
            # the example ",," behind the bracket is two leaves, the 1 and the 2.
            leaves = len(commas)
            parent.frombytes(pack(open_nodes[-1]) + pack(next_node) * leaves)
            ply.frombytes(pack(depth) + pack(depth + 1) * leaves)
            kind[next_node] = INNER
            open_nodes.append(next_node)
            depth += 1
            next_node += 1 + leaves
        # The closing bracket ends the node that opened last.
        end[open_nodes.pop()] = next_node
        depth -= 1
    # The leaves behind the last closing bracket, at the top. In the example ",," is one, the 7.
    leaves = len(behind_last_closing) - 1
    parent.frombytes(pack(_NOT_IN_RUN) * leaves)
    ply.frombytes(pack(0) * leaves)
    return _Shape(parent, end, ply, bytes(kind), _find_topmost_nodes(end))


def _find_topmost_nodes(end: array[int]) -> list[int]:
    """Find the nodes that are below no other node, by one past the last node of each subtree.

    >>> _find_topmost_nodes(array("i", [1, 4, 3, 4, 5]))
    [0, 1, 4]
    """
    topmost_nodes: list[int] = []
    node = 0
    while node < len(end):
        topmost_nodes.append(node)
        node = end[node]  # the next sibling
    return topmost_nodes
