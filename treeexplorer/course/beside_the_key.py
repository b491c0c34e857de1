r"""A tree of a hand-in, read beside the key's: its shape and its leaves are known.

The notation refuses ``<=2 [2 4]`` and takes ``3 [3 12 8]`` for a leaf and another child, since a
tree alone does not say what was meant. Beside the key it is known what comes next, a leaf or a node
with children, so that whatever stands before a bracket belongs to the node that is due. Spaces,
``oo``, ``[3, inf]`` or ``α=3 β=∞`` as a window, a bound behind its bracket and decimal commas are
read as meant, and named. What cannot be understood is left out alone: a window never takes the
value beside it.

>>> from treeexplorer.notation import parse
>>> key = parse("3[3[3 12] <=2[2 /4]]").tree
>>> text, remarks = read_beside("3 [(-oo,oo)=3[3 12] [2 /4]<=2]", key)
>>> text
'3[(-inf,inf)=3[3 12] <=2[2 /4]]'
>>> print("\n".join(remarks))
line 1: “3 [” is read as 3 at ▲root.
line 1: “(-oo,oo)” is read as (−∞, +∞) at ▽A.
line 1: “]<=2” is read as ≤ 2 at ▽B.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from itertools import islice
from math import isfinite
from typing import Final, Literal, NamedTuple, TypeAlias

from treeexplorer.explain.phrases import listed
from treeexplorer.numbers import counted
from treeexplorer.text import quoted
from treeexplorer.tree import GameTree

_INFINITY: Final = r"(?i:inf(?:inity|ty)?|oo)|∞"
_NUMBER: Final = rf"[-+−]?(?:\d+(?:[.,/]\d+)?(?:[eE][-+]?\d+)?|\.\d+|{_INFINITY})"
_OF_NOTATION: Final = r"[-+−]?(?:\d+(?:[./]\d+)?(?:[eE][-+]?\d+)?|\.\d+|(?i:inf)|∞)"
_V: Final = r"(?:value|val|v)"
_SIGN: Final = r"<=|>=|=<|=>|≤|≥|⩽|⩾|="

_BRACKET: Final = re.compile(r"\[")
_SPACE: Final = re.compile(r"(?:\s+|#[^\n]*)+")
_BETWEEN_NODES: Final = re.compile(r"(?:[\s,;]+|#[^\n]*)+")
_IN_PARENTHESES: Final = re.compile(r"\([^()\[\]\n]*\)")
_ALPHA: Final = r"(?:α\s*[=:]|(?:alpha|a)\s*=)"
_BETA: Final = r"(?:β\s*[=:]|(?:beta|b)\s*=)"
_NAMED_ENDS: Final = rf"{_ALPHA}\s*({_NUMBER})\s*[,;|]?\s*{_BETA}\s*({_NUMBER})"
_ENDS: Final = (
    re.compile(rf"\s*({_OF_NOTATION}|\?)\s*,\s*({_OF_NOTATION}|\?)\s*"),
    re.compile(rf"\s*({_NUMBER})\s*(?:[;|]|\.\.+|…)\s*({_NUMBER})\s*"),
    re.compile(rf"\s*({_NUMBER})\s*,\s*({_NUMBER})\s*"),
    re.compile(rf"\s*({_NUMBER})\s+({_NUMBER})\s*"),
    re.compile(rf"\s*{_NAMED_ENDS}\s*", re.IGNORECASE),
    re.compile(
        rf"\s*(?:alpha|a)\s*:\s*({_NUMBER})\s*[,;|]?\s*(?:beta|b)\s*:\s*({_NUMBER})\s*",
        re.IGNORECASE,
    ),
)
"""The two ends of a window, as they are written within its parentheses."""
_BARE_WINDOW: Final = re.compile(
    rf"(?:{_NAMED_ENDS}"
    rf"|{_NUMBER}\s*(?:[;|]|\.\.+|…)\s*{_NUMBER}"
    rf"|{_NUMBER}\s*[,\s]\s*[-+−]?(?:{_INFINITY})"
    rf"|[-+−]?(?:{_INFINITY})\s*[,\s]\s*{_NUMBER})(?![\w.])",
    re.IGNORECASE,
)
"""A window without parentheses that is no value: ``3..7``, ``3, inf``, ``α=3 β=7``."""
_TO_INFINITY: Final = (
    rf"(?:{_NUMBER}\s*[,;|]\s*[-+−]?(?:{_INFINITY})|[-+−]?(?:{_INFINITY})\s*[,;|]\s*{_NUMBER})"
)
_IN_OTHER_BRACKETS: Final = (
    rf"[({{<]\s*{_NUMBER}\s*[,;|]\s*{_NUMBER}\s*[)}}>\]]"
    rf"|\]\s*{_TO_INFINITY}\s*[\[\]]|\[\s*{_TO_INFINITY}\s*[\[)]"
)
"""A window in unusual or unequal brackets: ``<3, 7>``, ``(3, inf]``, ``]3, inf[``.

Where the brackets may be those of children, one end is infinite: ``[3, 7[`` are two children.
"""
_FLAT_BRACKETS: Final = re.compile(
    rf"\[(?:[^()\[\]\n]|\([^()\[\]\n]*\))*\](?!\s*{_TO_INFINITY}\s*[\[\]])"
)
"""Square brackets without others in them: a window, or children that are all leaves."""
_OTHER_BRACKETS: Final = re.compile(_IN_OTHER_BRACKETS)
_HALF_IN_PARENTHESES: Final = re.compile(
    rf"\(\s*{_NUMBER}\s*[,;|]\s*{_NUMBER}\s*\]|\[\s*{_NUMBER}\s*[,;|]\s*{_NUMBER}\s*\)"
)
"""A window with one bracket and one parenthesis: ``(3, inf]``."""
_BRACKETS_OF_NODES: Final = re.compile(
    rf'"[^"\n]*"|#[^\n]*|{_IN_OTHER_BRACKETS}|(?P<opened>\[)|(?P<closed>\])'
)
"""What to pass over when brackets are counted, or a bracket."""
_USUAL_WINDOW: Final = re.compile(rf"\({_ENDS[0].pattern}\)")
_LEAF: Final = re.compile(r"[^\s\[\](),;#/]+(?:/\d+)?")
_VALUE_OF_LEAF: Final = re.compile(rf"{_OF_NOTATION}|\?|[^\W\d][\w']*")
_NUMBER_WITH_COMMA: Final = re.compile(r"[-+−]?\d+,\d+(?![\w.])")
_END_OF_CHILDREN: Final = re.compile(r"(?P<undrawn>(?:(?:/\s*)?(?:\.\.\.|…)\s*)?)(?=\])")
_LEAVES_IN_BRACKETS: Final = re.compile(r"(?P<slash>/?)\s*[\[({](?P<leaves>[^()\[\]{}\n]+)[\])}]")
"""What may be leaves in brackets of their own, with a slash before the bracket or none."""
_MOST_NAMED: Final = 4
_UNDRAWN: Final = re.compile(r"(?:/\s*)?(?:\.\.\.|…)")
_QUOTES: Final = '„“”«»"'
_PIECE: Final = re.compile(rf"[^\s\[\]()#,;{_QUOTES}]+|[(),;{_QUOTES}]")
_STARTS_WITH_SIGN: Final = re.compile(_SIGN)
_STARTS_WITH_V: Final = re.compile(rf"{_V}\s*(?={_SIGN})")
_NEEDS_EQUALS: Final = re.compile(r".*(?:[)▲△▼▽○]|(?i:max|min|chance)|~[^~]+)", re.DOTALL)

_Kind: TypeAlias = Literal["slash", "probability", "name", "player", "window", "estimate", "claim"]
"""The kinds of parts that may stand before a leaf's value or a node's bracket."""
_PARTS: Final[dict[_Kind, re.Pattern[str]]] = {
    "slash": re.compile(r"[/\\]+"),
    "probability": re.compile(r"[\d./]+\s*\*"),
    "name": re.compile(r'(?:"[^"\n]*"|[^\W\d][\w\']*)\s*:'),
    "player": re.compile(r"(?i:max|min|chance)(?!\w)|[▲△▼▽○]"),
    "window": re.compile(r"\([^()\[\]\n]*\)|\([^()\[\]\n<>=≤≥]*"),
    "estimate": re.compile(rf"~\s*(?:{_NUMBER})"),
    "claim": re.compile(
        rf"(?:{_V}\s*(?={_SIGN}))?(?:{_SIGN})?\s*(?:{_NUMBER}|\?)(?=[\s\[\]()#,;!?{_QUOTES}]|$)"
    ),
}
_OF_LEAVES: Final[tuple[_Kind, ...]] = ("slash", "probability", "name", "window")
_OF_INNER_NODES: Final[tuple[_Kind, ...]] = tuple(_PARTS)
_IN_ORDER: Final[tuple[_Kind, ...]] = (
    "probability",
    "slash",
    "name",
    "player",
    "window",
    "estimate",
)
"""The parts in the order of the notation; a value or bound comes last."""
_MAY_HAVE_SPACE_BEHIND: Final = frozenset({"name", "player"})
_BLANKS_WITHIN_PART: Final = re.compile(r"\s+(?=[:*])|(?<=~)\s+")
"""Blanks before the colon of a name or the star of a probability, or behind the sign ``~``."""
_SIGNS: Final = {"=<": "<=", "⩽": "<=", "≤": "<=", "=>": ">=", "⩾": ">=", "≥": ">="}
_SHOWN_SIGNS: Final = {"<=": "≤ ", ">=": "≥ "}

_Slip: TypeAlias = Literal[
    "space", "slash", "comma", "infinity", "sign", "window", "claim behind bracket", "brackets"
]
"""The kinds of slips: what the notation writes otherwise, and is read as it is meant."""


class _Piece(NamedTuple):
    """A part of a node as it is typed, and the position in the text where it begins."""

    kind: _Kind
    text: str
    start: int


class _Opening(NamedTuple):
    """How a node with children was written up to its bracket.

    Attributes:
        before: Its parts without a value or bound: ``A:(3,inf)``.
        index_of_claim: Where in the pieces written its value or bound stands, or an empty piece in
            which one behind the closing bracket is put later.
    """

    before: str
    index_of_claim: int


class _ClaimBehind(NamedTuple):
    """A value or bound that stands behind a closing bracket.

    Attributes:
        text: What is typed.
        end: The position where it ends.
        touches_bracket: Whether no space stands before it.
        touches_next: Whether no space stands behind it.
        bracket_follows: Whether an opening bracket or parenthesis comes next.
    """

    text: str
    end: int
    touches_bracket: bool
    touches_next: bool
    bracket_follows: bool

    @property
    def is_of_closed_node(self) -> bool:
        """Whether it belongs to the node that is closed: the one whose bracket it touches.

        ========================  =====================================================
        text                      the number belongs to
        ========================  =====================================================
        ``[2 4]3 [5]``            the node that is closed: it touches that bracket only
        ``[2 4] 3[5]``            the next node: it touches that bracket only
        ``[2 4]3[5]``             the next node: it touches both
        ``[2 4] 3 [5]``           the next node: it touches neither
        ``[2 4]3``                the node that is closed: no bracket follows
        ``[2 4] <=2``             the same: with its sign it is no leaf
        ``[2 4] 3``               neither: without a sign it is the next leaf
        ========================  =====================================================
        """
        if self.bracket_follows:
            return self.touches_bracket and not self.touches_next
        has_sign = _STARTS_WITH_SIGN.match(self.text) is not None
        return self.touches_bracket or has_sign


def read_beside(
    text: str, key: GameTree, *, lacks_nodes: bool = False
) -> tuple[str, list[str]] | None:
    """Return a hand-in's text as the notation writes it, and remarks on what was typed otherwise.

    The text is read along the key's tree, which tells what comes next. So much can be understood
    that the notation itself refuses, such as ``=< 2`` for ``<=2``.

    Args:
        text: What was typed.
        key: The key's tree.
        lacks_nodes: Whether the last children of a node may be missing, as where somebody leaves
            out what is pruned. If not, a tree without them is another tree.

    Returns:
        The text, in which everything stays on its line, and the remarks in sentences; ``None`` if
        the text has another shape than the key's tree.
    """
    reader = _Reader(text, key, lacks_nodes=lacks_nodes)
    try:
        reader.read()
    except _OtherShapeError:
        return None
    return "".join(reader.written), reader.remarks()


def count_open_brackets(line: str) -> int:
    """Return how many more brackets are opened than closed on a line, those of windows apart.

    >>> count_open_brackets("[A:(3, 7][2 4] ["), count_open_brackets("6]]")
    (2, -2)
    """
    without_windows = _HALF_IN_PARENTHESES.sub("", line)
    return without_windows.count("[") - without_windows.count("]")


def folded(remarks: Sequence[str]) -> str:
    """Return the first of several remarks of one kind, with the number of the others.

    >>> folded(["line 1: “oo” is read as +∞", "line 2: “oo” is read as +∞"])
    'line 1: “oo” is read as +∞; 1 other place in the same way.'
    """
    first, *others = remarks
    if not others:
        return f"{first}."
    return f"{first}; {counted(len(others), 'other place', 'other places')} in the same way."


class _OtherShapeError(Exception):
    """The text does not have the shape of the key's tree."""


class _Reader:
    """Reads a text node by node, in the drawing order of the key's tree.

    It has a position in the text, which each method named ``_read_…``, ``_take_…`` or ``_pass_…``
    moves past what it reads.

    Attributes:
        written: What was read, as the notation writes it, in pieces to be joined.
    """

    def __init__(self, text: str, key: GameTree, *, lacks_nodes: bool) -> None:
        """Prepare to read a hand-in's text of a tree.

        Args:
            text: What was typed.
            key: The key's tree, which tells what comes next: a leaf or a node with children.
            lacks_nodes: Whether the last children of a node may be missing.
        """
        self._text = text
        self._key = key
        self._lacks_nodes = lacks_nodes
        self._position = 0
        # What is said of the text: a remark for each slip, by their kinds, and for each piece that
        # is left out.
        self._slips: dict[_Slip, list[str]] = {}
        self._starts_of_slips: set[int] = set()
        self._left_out: list[str] = []
        # What is written of it: the pieces, and how each node with children began.
        self.written: list[str] = []
        self._openings: dict[int, _Opening] = {}
        # By parent: how many more brackets are opened among its children than have children.
        self._needless_brackets: dict[int, int] = {}

    def remarks(self) -> list[str]:
        """Return a line for each kind of slip, then a line for each piece that was left out."""
        return [*map(folded, self._slips.values()), *self._left_out]

    def read(self) -> None:
        """Read the whole text: each node of the key's tree in drawing order, and then nothing more.

        Raises:
            _OtherShapeError: There is a node too many, or the first child of a node is missing.
        """
        node = 0
        while node < len(self._key):  # a node comes before its children, siblings in order
            self._pass_between_nodes()
            following = self._read_from(node)
            # The brackets that close behind the last node read, but not those of nodes that were
            # read whole together with their brackets.
            self._close_finished(following - 1, first_read=node)
            node = following
        self._pass_between_nodes()
        self._leave_out_parentheses()
        if self._position < len(self._text):
            raise _OtherShapeError

    def _read_from(self, node: int) -> int:
        """Read a node up to its children, or what stands in its place; return the next node.

        A node with children is read up to its opening bracket only. Several nodes are read at once
        where leaves stand in brackets of their own, and where a node and its siblings behind it are
        missing.

        Args:
            node: The number of the node in the key's tree.
        """
        if self._lacks_nodes:
            following = self._read_siblings_left_out(node)
            if following is not None:
                return following
        if not self._key.is_leaf(node):
            self._read_up_to_bracket(node)
            return node + 1
        # First the unusual ways to write leaves, each of which reads nothing if it is not there.
        following = self._read_leaves_in_brackets(node)
        if following is not None:
            return following
        if not self._read_struck_leaf(node):
            self._read_leaf(node)
        return node + 1

    def _leave_out_parentheses(self) -> None:
        """Leave out words in parentheses, such as ``(pruned)``, at the end of some children."""
        start = self._position
        while self._take(_IN_PARENTHESES) is not None:
            self._leave_out(start, "it is no value, bound or window")
            self._pass_between_nodes()
            start = self._position

    def _close_finished(self, node: int, first_read: int) -> None:
        """Read the closing bracket of each ancestor whose last descendant is this node.

        Nodes from ``first_read`` on have their brackets already.
        """
        for ancestor in self._key.ancestors(node):
            is_last_of_ancestor = self._key.end[ancestor] == node + 1
            if not is_last_of_ancestor:
                break
            if ancestor < first_read:
                self._close(ancestor)

    def _take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Move past what matches at the position, and return the match."""
        match = pattern.match(self._text, self._position)
        if match is not None:
            self._position = match.end()
        return match

    def _pass_between_nodes(self) -> None:
        """Copy the spaces and commas between two nodes; write one space if there are none.

        Comments are left out, but the ends of their lines are copied, and semicolons become commas.
        No space is written at either end of the text, behind ``[`` or before ``]``.
        """
        between = self._take(_BETWEEN_NODES)
        # Comments are dropped, but not the ends of their lines: everything stays on its line.
        if between is not None:
            self.written.append(re.sub("#[^\n]*", "", between[0]).replace(";", ","))
            return
        is_first = not self.written or self.written[-1] == "["
        is_last = self._position == len(self._text) or self._text[self._position] == "]"
        if not is_first and not is_last:
            self.written.append(" ")

    # -- remarks -------------------------------------------------------------------------------

    def _quoted_piece(self, start: int, end: int) -> str:
        """Return the piece between two positions, behind its line: ``line 1: “3 [”``."""
        line = self._text.count("\n", 0, start) + 1
        piece = " ".join(self._text[start:end].split())
        return f"line {line}: {quoted(piece)}"

    def _add_slip(
        self, kind: _Slip, start: int, meaning: str, node: int, end: int | None = None
    ) -> None:
        """Add a remark on a slip, unless one that begins at the same position has one already.

        A *slip* is what is typed otherwise than in the notation, and is understood.

        Such as ``line 1: “=< 2” is read as ≤ 2 at ▽B``.

        Args:
            kind: What is unusual about it.
            start: The position in the text where it begins.
            meaning: What it is read as.
            node: The node to which it belongs.
            end: The position where it ends; that of the reader unless given.
        """
        # One piece has one remark, whatever is unusual about it.
        if start in self._starts_of_slips:
            return
        self._starts_of_slips.add(start)
        piece = self._quoted_piece(start, self._position if end is None else end)
        remark = f"{piece} is read as {meaning} at {self._label(node)}"
        self._slips.setdefault(kind, []).append(remark)

    def _label(self, node: int) -> str:
        """Return the label of a node, with its player's sign if it has children."""
        labels = self._key.labels
        return labels.label(node) if self._key.is_leaf(node) else labels.signed(node)

    def _leave_out(self, start: int, reason: str) -> None:
        """Note that the text from ``start`` up to the reader's position is left out."""
        piece = self._quoted_piece(start, self._position)
        self._left_out.append(f"{piece} is left out: {reason}.")

    # -- nodes that are left out ---------------------------------------------------------------

    def _read_siblings_left_out(self, node: int) -> int | None:
        """Read the end of some children where the key has more; return the node behind those.

        Example: of the key's children 3, 5 and 8 the hand-in has ``[3 5]``, ``[3 5 ...]`` or ``[3 5
        /...]``. For 8, ``?`` is written, with a slash in the last case, and a remark says so.

        Args:
            node: The node of the key that is due, such as 8.

        Returns:
            ``None`` if something else stands here, or if the first child is missing (a node without
            children would be a leaf, and the tree another one). Then nothing is read.
        """
        # Nodes are numbered in preorder: the first child is the one behind its parent.
        is_first_child = self._key.parent[node] == node - 1
        end = _END_OF_CHILDREN.match(self._text, self._position)
        if is_first_child or end is None:
            return None
        start = self._position
        self._position += len(end["undrawn"])
        parent = self._key.parent[node]
        missing = [child for child in self._key.children(parent) if child >= node]
        is_pruned = end["undrawn"].startswith("/")
        slash = "/" if is_pruned else ""
        self.written.append(f" {self._blanks(missing, slash)}")
        self._left_out.append(self._on_missing(missing, start, is_pruned=is_pruned))
        return self._key.end[parent]

    def _blanks(self, nodes: Sequence[int], slash: str) -> str:
        """Return nodes of the key with ``?`` for each leaf, such as ``? [? ?]``.

        Args:
            nodes: The nodes, which are siblings one behind the other.
            slash: What stands before each of them.
        """
        first = nodes[0]
        pieces: list[str] = []
        for node in range(first, self._key.end[nodes[-1]]):
            is_first_child = self._key.parent[node] == node - 1
            # A first child follows its bracket directly.
            if node > first and not is_first_child:
                pieces.append(" ")
            if node in nodes:
                pieces.append(slash)
            if not self._key.is_leaf(node):
                pieces.append("[")
                continue
            pieces.append("?")
            for ancestor in self._key.ancestors(node):
                # The brackets opened here close behind the last leaf of each; those of nodes above
                # are not ours.
                is_finished = ancestor >= first and self._key.end[ancestor] == node + 1
                if not is_finished:
                    break
                pieces.append("]")
        return "".join(pieces)

    def _on_missing(self, nodes: Sequence[int], start: int, *, is_pruned: bool) -> str:
        """Return the remark on children that a hand-in does not have, or for which dots stand.

        Such as ``line 1: B.2, B.3 are missing; the key’s are taken, without a slash.``

        Args:
            nodes: The missing nodes of the key; there is one at least.
            start: The position in the text where they would stand.
            is_pruned: Whether dots with a slash stand for them.
        """
        labels = listed(
            [self._label(node) for node in nodes[:_MOST_NAMED]], max(0, len(nodes) - _MOST_NAMED)
        )
        if is_pruned:
            return f"{self._quoted_piece(start, self._position)} is read as a slash at {labels}."
        line = self._text.count("\n", 0, start) + 1
        if len(nodes) == 1:
            return f"line {line}: {labels} is missing; the key’s is taken, without a slash."
        return f"line {line}: {labels} are missing; the key’s are taken, without a slash."

    # -- leaves --------------------------------------------------------------------------------

    def _read_leaves_in_brackets(self, leaf: int) -> int | None:
        """Read leaves of the key that stand in brackets of their own; return the node behind them.

        ``[2 /[4 6]]`` and ``[2 (4) (6)]`` have the leaves of ``[2 4 6]``; a slash before the
        bracket is one before each leaf.

        Args:
            leaf: The first of the leaves, which is due here.

        Returns:
            The number of the next node; ``None`` if there are no such brackets, or other leaves in
            them than the key's. Then nothing is read.
        """
        bracket = _LEAVES_IN_BRACKETS.match(self._text, self._position)
        if bracket is None:
            return None
        typed = re.findall(r"[^\s,;]+", bracket["leaves"])
        parent = self._key.parent[leaf]
        siblings = [child for child in self._key.children(parent) if child >= leaf]
        values = [str(self._key.value_or_word(child)) for child in siblings[: len(typed)]]
        if [each.lstrip("/") for each in typed] != values:
            return None
        start = self._position
        self._position = bracket.end()
        leaves = [f"/{value}" for value in values] if bracket["slash"] else typed
        meant = " ".join(leaves)
        self._add_slip("brackets", start, meant, parent)
        self.written.append(meant)
        # Siblings that are all leaves have numbers one after the other.
        return leaf + len(typed)

    def _read_struck_leaf(self, leaf: int) -> bool:
        """Read a leaf with its slash behind it, or struck out; return whether it is one.

        ``4/``, ``4x`` and ``~~4~~`` are the leaf 4 with a slash. Only the value that the key's leaf
        has is taken for one; otherwise nothing is read.
        """
        value = self._key.leaf_value(leaf)
        if value is None:
            return False
        # The label has a minus sign; people type a hyphen.
        value_text = self._key.labels.value_text(leaf).replace("−", "-")
        literal = re.escape(value_text)
        start = self._position
        struck = self._take(re.compile(rf"(?:{literal}[/\\xX]|~~{literal}~~)(?=[\s,;\]]|$)"))
        if struck is None:
            return False
        self._add_slip("slash", start, "a slash", leaf)
        self.written.append(f"/{value_text}")
        return True

    def _read_leaf(self, leaf: int) -> None:
        """Read a leaf and write it as the notation does: ``/ 2,5`` becomes ``/2.5``.

        A slash, a probability, a name and a window may stand before its value. What stands in the
        place of the value and is none is left out with a remark, and ``?`` is written: the key
        knows the leaf.

        Raises:
            _OtherShapeError: No value stands where the leaf is due.
        """
        start = self._position
        parts = self._read_parts(leaf)
        # A slash alone, as in [3 /]: it stands for the leaf.
        if "slash" in parts and self._is_at_end_of_leaf():
            self._add_slip("slash", start, "a slash", leaf)
            self.written.append(f"{_joined(parts)}?")
            return
        start = self._position
        typed = self._take_value(leaf)
        value = typed.replace(",", ".")
        if not _VALUE_OF_LEAF.fullmatch(value):
            self._leave_out(start, "it is no value")
            value = "?"
        elif value != typed:
            self._add_slip("comma", start=start, meaning=value, node=leaf)
        self.written.append(f"{_joined(parts)}{value}")

    def _is_at_end_of_leaf(self) -> bool:
        """Tell whether the children end here, or another slash stands here: there is no value."""
        return self._text.startswith(("]", "/"), self._position)

    def _take_value(self, leaf: int) -> str:
        """Read what stands in the place of a leaf's value.

        Raises:
            _OtherShapeError: Nothing stands there.
        """
        match = self._take_number_with_comma(leaf)
        if match is None:
            match = self._take(_LEAF)
        if match is None:
            raise _OtherShapeError
        return match[0]

    def _take_number_with_comma(self, leaf: int) -> re.Match[str] | None:
        """Read a number with a decimal comma, but only if the key's leaf is not a whole number.

        At any other leaf a comma separates two leaves. ``None`` is returned if nothing is read.
        """
        value = self._key.leaf_value(leaf)
        if value is None or not isfinite(value) or value == int(value):
            return None
        return self._take(_NUMBER_WITH_COMMA)

    # -- nodes with children -------------------------------------------------------------------

    def _read_up_to_bracket(self, node: int) -> None:
        """Read a node up to its opening bracket, and write it: ``<=2 [`` becomes ``<=2[``.

        Three pieces are written: the parts before the value or bound, that claim, and the bracket.
        The claim is a piece of its own, and may be empty, since :meth:`_close` puts a claim there
        that is typed behind the closing bracket.

        Raises:
            _OtherShapeError: No bracket stands where the node's children are due.
        """
        parts = self._read_parts(node)
        if self._take(_BRACKET) is None:
            raise _OtherShapeError
        before = _joined(parts)
        claim = _claim_behind(before, parts.get("claim", ""))
        # The claim is the second of the three pieces that are added next.
        self._openings[node] = _Opening(before, index_of_claim=len(self.written) + 1)
        self.written += [before, claim, "["]

    def _read_parts(self, node: int) -> dict[_Kind, str]:
        """Read the parts that stand before a leaf's value or a node's bracket, in any order.

        A *slip* is what is typed otherwise than in the notation, and is understood; it gets a
        remark.

        Before the bracket of ``A: (3;oo) <=2 [`` these are a name, a window and a bound. Each is
        returned as the notation writes it. A space behind a part is a slip, unless it follows a
        name or a player. A piece that is no part is left out.
        """
        parts: dict[_Kind, str] = {}
        last: _Piece | None = None  # the part just read, if a space behind it is a slip
        while True:
            is_spaced = self._take(_SPACE) is not None
            start = self._position
            piece = self._take_part(node, parts)
            is_added = piece is not None and self._add_part(piece, node, parts)
            if piece is None and not self._is_at_end_of_parts(node):
                # Something stands here that is no part, such as a word: it is left out, and reading
                # goes on behind it.
                if not self._leave_out_piece():
                    return parts  # a bracket is closed here, or the text ends: the caller finds out
                last = None
                continue
            if is_spaced and last is not None:
                self._add_slip_of_space(last, start, node, parts)
            if piece is None:
                return parts
            needs_no_space = is_added and piece.kind not in _MAY_HAVE_SPACE_BEHIND
            last = piece if needs_no_space else None

    def _leave_out_piece(self) -> bool:
        """Leave out the piece at the position, and tell whether there is one."""
        start = self._position
        if self._take(_PIECE) is None:
            return False
        self._leave_out(start, "it is no value, bound or window")
        return True

    def _add_slip_of_space(
        self, part: _Piece, next_start: int, node: int, parts: Mapping[_Kind, str]
    ) -> None:
        """Add a remark on the space behind a part, quoted with the sign behind it: ``“3 [”``."""
        meaning = _shown(part.kind, parts)
        self._add_slip("space", part.start, meaning, node, end=next_start + 1)

    def _is_at_end_of_parts(self, node: int) -> bool:
        """Tell whether the parts of a node end here: always at a leaf, else before its bracket.

        It is asked after no part was found. What stands here at a leaf is then taken for its value.
        """
        return self._key.is_leaf(node) or self._text.startswith("[", self._position)

    def _take_part(self, node: int, parts: Container[_Kind]) -> _Piece | None:
        """Read one part of a node, such as its name or window; ``None`` if none stands here.

        A kind that is in ``parts`` already is not read again, but for a window: its pieces would be
        taken for other parts. A second one is left out by :meth:`_add_window`.

        Args:
            node: The node of the key. Leaves may have other parts than nodes with children.
            parts: The kinds that were read already.
        """
        start = self._position
        kinds = _OF_LEAVES if self._key.is_leaf(node) else _OF_INNER_NODES
        # In this order, as a text may match several kinds.
        for kind in kinds:
            if kind == "window":
                match = self._take_window(node)
            elif kind in parts:
                match = None
            elif kind == "slash":
                match = self._take_slash(node)
            else:
                match = self._take(_PARTS[kind])
            if match is not None:
                return _Piece(kind, match[0], start)
        return None

    def _take_slash(self, node: int) -> re.Match[str] | None:
        """Read a slash, or an ``x`` before the value of a leaf, as in ``x4``."""
        slash = self._take(_PARTS["slash"])
        value = self._key.leaf_value(node)
        if slash is not None or value is None:
            return slash
        value_text = re.escape(self._key.labels.value_text(node).replace("−", "-"))
        return self._take(re.compile(rf"[xX](?=\s*{value_text}(?:[\s,;()\]]|$))"))

    def _take_window(self, node: int) -> re.Match[str] | None:
        """Read a window such as ``(3, inf)``; return its match, ``None`` if there is none.

        At a node with children it may stand in any brackets, or in none; at a leaf in parentheses
        only, as two bare numbers are two leaves.
        """
        if self._key.is_leaf(node):
            return self._take(_PARTS["window"])
        if self._is_window_in_brackets(node):
            return self._take(_FLAT_BRACKETS)
        # The bracket is that of the children: no window stands here.
        if self._opens_children(node):
            return None
        for pattern in (_OTHER_BRACKETS, _PARTS["window"], _BARE_WINDOW):
            window = self._take(pattern)
            if window is not None:
                return window
        return None

    def _opens_children(self, node: int) -> bool:
        """Tell whether the bracket here opens children: a leaf, and then a node with children.

        In ``[3, inf[2 4]]`` they are 3 and a node with the value +∞, and ``[3, inf[`` is no window.
        """
        if not self._text.startswith("[", self._position):
            return False
        first_two = [self._key.is_leaf(child) for child in islice(self._key.children(node), 2)]
        return first_two == [True, False]

    def _is_window_in_brackets(self, node: int) -> bool:
        """Tell whether square brackets hold a window, ``[3, inf]``, not the node's children.

        They are taken for a window if they hold other things than the node's children, and if more
        brackets are opened here than the node and its next siblings need for their children: if the
        key's leaves are 3 and 12, ``[3 12] [4 5]`` are two nodes. Each window uses up one of those
        brackets, which are counted once for all children of a parent.
        """
        in_brackets = _FLAT_BRACKETS.match(self._text, self._position)
        if in_brackets is None or self._are_children(in_brackets[0], node):
            return False
        parent = self._key.parent[node]
        if parent not in self._needless_brackets:
            self._needless_brackets[parent] = self._count_needless_brackets(node)
        if self._needless_brackets[parent] <= 0:
            return False
        # A side effect: this bracket is accounted for. The caller reads the window next.
        self._needless_brackets[parent] -= 1
        return True

    def _are_children(self, in_brackets: str, node: int) -> bool:
        """Tell whether what stands in brackets is the node's children: as many, and no window.

        Two numbers are a window, too, unless they are the values of the two children.
        """
        children = [str(self._key.value_or_word(child)) for child in self._key.children(node)]
        pieces = re.findall(r"[^\s,;\[\]]+", _UNDRAWN.sub("", in_brackets))
        values_as_window = f"({','.join(children)})"
        return len(pieces) == len(children) and _window(in_brackets) in {None, values_as_window}

    def _count_needless_brackets(self, node: int) -> int:
        """Return how many brackets are opened here beyond those that a node and its siblings need.

        Needed is one for each that has children. Of the text, what stands before the end of their
        parent is looked at, and only brackets that are in no other bracket are counted.

        Args:
            node: The node that is due at the position; siblings before it are read already.
        """
        parent = self._key.parent[node]
        siblings = [node]
        if not self._key.is_root(node):
            siblings = [each for each in self._key.children(parent) if each >= node]
        needed = sum(1 for sibling in siblings if not self._key.is_leaf(sibling))
        opened = 0
        depth = 0
        for bracket in _BRACKETS_OF_NODES.finditer(self._text, self._position):
            if bracket["opened"]:
                if depth == 0:
                    opened += 1
                depth += 1
            elif bracket["closed"]:
                depth -= 1
                if depth < 0:  # the end of the parent
                    break
        return opened - needed

    def _add_part(self, piece: _Piece, node: int, parts: dict[_Kind, str]) -> bool:
        """Add a piece to ``parts`` as the notation writes it; return whether it was added.

        Everything is added but a window that is not understood, or is a second one: it is left out.

        Args:
            piece: What was read.
            node: The node of the key, for remarks.
            parts: Changed in place: the parts of the node by their kinds.
        """
        if piece.kind == "window":
            return self._add_window(piece, node, parts)
        if piece.kind == "claim":
            self._add_claim(piece, node, parts)
        elif piece.kind == "slash":
            self._add_slash(piece, node, parts)
        else:
            parts[piece.kind] = _BLANKS_WITHIN_PART.sub("", piece.text)
        return True

    def _add_window(self, piece: _Piece, node: int, parts: dict[_Kind, str]) -> bool:
        """Add a window to ``parts``: ``(3; oo)`` as ``(3,inf)``; tell whether it was added.

        A window that is not understood is left out. So is a second window of the same node, which
        can only stand in square brackets (see :meth:`_take_part`).
        """
        window = _window(piece.text)
        if window is None:
            self._leave_out(piece.start, "it is no window")
            return False
        if "window" in parts:
            self._leave_out(piece.start, "the node has a window already")
            return False
        parts["window"] = window
        # Read, but typed in another way than usual: a remark says how it was understood.
        if not _USUAL_WINDOW.fullmatch(piece.text):
            self._add_slip("window", piece.start, _shown("window", parts), node)
        return True

    def _add_slash(self, piece: _Piece, node: int, parts: dict[_Kind, str]) -> None:
        """Add a slash to ``parts``, whatever sign was typed for it."""
        parts["slash"] = "/"
        if piece.text != "/":
            self._add_slip("slash", piece.start, _shown("slash", parts), node)

    def _add_claim(self, piece: _Piece, node: int, parts: dict[_Kind, str]) -> None:
        """Add a value or bound to ``parts``: ``=< 2`` as ``<=2``."""
        parts["claim"] = _claim_as_meant(piece.text)
        slip = _slip_in_claim(piece.text)
        if slip is not None:
            self._add_slip(slip, piece.start, _shown("claim", parts), node)

    # -- the end of a node's children ----------------------------------------------------------

    def _close(self, node: int) -> None:
        """Read the end of a node's children, and a value or bound behind the closing bracket.

        A *claim* is a value or bound that is written at a node with children.

        Behind a node that has a claim already, a number belongs to what comes next.

        Raises:
            _OtherShapeError: There are more children, or the bracket is never closed.
        """
        self._pass_between_nodes()
        self._leave_out_parentheses()
        self._read_undrawn(node)
        # For remarks: a claim behind the bracket is quoted together with it.
        bracket = self._position
        if not self._text.startswith("]", bracket):
            raise _OtherShapeError
        self._position += 1
        self.written.append("]")
        has_claim = bool(self.written[self._openings[node].index_of_claim])
        if not has_claim:
            self._read_claim_behind(node, bracket)

    def _read_claim_behind(self, node: int, bracket: int) -> None:
        """Read a value or bound behind the closing bracket at a position, if it is the node's.

        The notation writes that claim before the opening bracket: ``[2 4]<=2`` becomes ``<=2[2
        4]``.
        """
        claim = self._take_claim_behind()
        if claim is not None:
            opening = self._openings[node]
            self.written[opening.index_of_claim] = _claim_behind(opening.before, claim)
            meaning = _shown("claim", {"claim": claim})
            self._add_slip("claim behind bracket", bracket, meaning, node)

    def _read_undrawn(self, node: int) -> None:
        """Read ``...`` or ``/...``, which stand for children that are not drawn, if they are there.

        A slash before the dots says that these are pruned; blanks between it and the dots are the
        only ones that may stand here, and a slip.
        """
        start = self._position
        undrawn = self._take(_UNDRAWN)
        if undrawn is None:
            return
        typed = undrawn[0]
        # "/ ..." is meant as "/...".
        dots = re.sub(r"\s+", "", typed)
        if dots != typed:
            self._add_slip("space", start, "a slash before the dots", node)
        self.written.append(dots)
        self._pass_between_nodes()

    def _take_claim_behind(self) -> str | None:
        """Read a value or bound behind a closing bracket, if it belongs to the node closed there.

        Returns:
            The claim as the notation writes it. ``None`` if it is of another node or there is none;
            the position is then behind the bracket, as it was.
        """
        behind_bracket = self._position
        claim = self._take_claim_with_spaces()
        if claim is None or not claim.is_of_closed_node:
            # Go back: it is read again as part of what comes next.
            self._position = behind_bracket
            return None
        # Not behind the spaces, which stand between two nodes.
        self._position = claim.end
        return _claim_as_meant(claim.text)

    def _take_claim_with_spaces(self) -> _ClaimBehind | None:
        """Read a value or bound behind a closing bracket, and the spaces on both sides of it.

        Returns:
            The claim and what stands beside it, by which the caller decides whose claim it is;
            ``None`` if none stands here. The position is moved past the spaces in either case.
        """
        # The order matters: each of these moves the position.
        touches_bracket = self._take(_SPACE) is None
        claim = self._take(_PARTS["claim"])
        if claim is None:
            return None
        touches_next = self._take(_SPACE) is None
        bracket_follows = self._text.startswith(("[", "("), self._position)
        return _ClaimBehind(
            _without_v(claim[0]), claim.end(), touches_bracket, touches_next, bracket_follows
        )


# -- as the notation writes it ---------------------------------------------------------------------


def _joined(parts: Mapping[_Kind, str]) -> str:
    """Return the parts joined in the order of the notation, without the value or bound."""
    return "".join(parts.get(kind, "") for kind in _IN_ORDER)


def _claim_behind(before: str, claim: str) -> str:
    """Return a value or bound as it is written behind the other parts of its node.

    Behind a player, a window or an estimate a number has ``=`` before it.

    >>> _claim_behind("(2,7)", "3"), _claim_behind("(2,7)", "<=3"), _claim_behind("A:", "3")
    ('=3', '<=3', '3')
    """
    has_sign = _STARTS_WITH_SIGN.match(claim) is not None
    if not claim or has_sign or not _NEEDS_EQUALS.fullmatch(before):
        return claim
    return f"={claim}"


def _slip_in_claim(piece: str) -> _Slip | None:
    """Return the kind of slip in a value or bound; ``None`` if it is written as usual.

    >>> _slip_in_claim("2,5"), _slip_in_claim("oo"), _slip_in_claim("=< 2"), _slip_in_claim("<=2")
    ('comma', 'infinity', 'sign', None)
    """
    # A piece has one remark: of several slips the first one found here is named.
    if _STARTS_WITH_V.match(piece):
        return "sign"
    if "," in piece:
        return "comma"
    has_usual_number = re.search(_OF_NOTATION, piece) is not None or "?" in piece
    if not has_usual_number:  # only infinity has other spellings, such as ``oo``
        return "infinity"
    if piece.startswith(("=<", "=>")):
        return "sign"
    return None


def _number(piece: str) -> str:
    """Return a number as the notation writes it.

    >>> _number("−2,5"), _number("+oo"), _number("1/3")
    ('-2.5', 'inf', '1/3')
    """
    sign = "-" if piece[0] in "-−" else ""
    number = piece.lstrip("-+−")
    if re.fullmatch(_INFINITY, number):
        return f"{sign}inf"
    return f"{sign}{number.replace(',', '.')}"


def _without_v(piece: str) -> str:
    """Return a value or bound without ``v`` before its sign: ``v<=2`` as ``<=2``."""
    return _STARTS_WITH_V.sub("", piece, count=1)


def _claim_as_meant(piece: str) -> str:
    """Return a value or bound with the notation's sign and number.

    >>> _claim_as_meant("=< 2,5"), _claim_as_meant("≥oo"), _claim_as_meant("?")
    ('<=2.5', '>=inf', '?')
    """
    piece = _without_v(piece)
    sign = _STARTS_WITH_SIGN.match(piece)
    written = sign[0] if sign else ""
    number = piece[len(written) :].strip()
    return f"{_SIGNS.get(written, written)}{_number(number)}"


def _window(piece: str) -> str | None:
    """Return a window as the notation writes it; ``None`` if its two ends cannot be told apart.

    >>> _window("[3, oo]"), _window("(2,5; 7)"), _window("(-inf 4"), _window("(3;;4)")
    ('(3,inf)', '(2.5,7)', '(-inf,4)', None)
    """
    inside = piece.strip("()[]{}<>")
    for pattern in _ENDS:
        ends = pattern.fullmatch(inside)
        if ends is not None:
            return f"({_number(ends[1])},{_number(ends[2])})"
    return None


def _shown(kind: _Kind, parts: Mapping[_Kind, str]) -> str:
    """Return one part of a node as remarks show it, with ``≤``, ``−`` and ``∞``.

    >>> _shown("claim", {"claim": "<=-2"}), _shown("window", {"window": "(-inf,3)"})
    ('≤ −2', '(−∞, 3)')
    >>> _shown("slash", {"slash": "/"}), _shown("claim", {"claim": "=inf"})
    ('a slash', '+∞')

    Args:
        kind: The kind of the part.
        parts: The parts of the node by their kinds, as the notation writes them.
    """
    text = parts.get(kind, "")
    match kind:
        case "slash":
            return "a slash"
        case "claim":
            return _shown_claim(text)
        case "window":
            return _shown_numbers(text.replace(",", ", "))
    return _shown_numbers(text)


def _shown_claim(claim: str) -> str:
    """Return a value or bound as a remark shows it; ``=`` is not shown."""
    sign = _STARTS_WITH_SIGN.match(claim)
    if sign is None:
        return _shown_numbers(claim)
    shown_sign = _SHOWN_SIGNS.get(sign[0], "")
    return f"{shown_sign}{_shown_numbers(claim.removeprefix(sign[0]))}"


def _shown_numbers(text: str) -> str:
    """Return a text of the notation with ``−`` and ``∞``."""
    # Minus infinity first: the other two replacements would take it apart.
    return text.replace("-inf", "−∞").replace("inf", "+∞").replace("-", "−")
