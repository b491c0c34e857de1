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
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from math import isfinite
from typing import Final, NamedTuple

from treeexplorer.course.typed_parts import (
    BRACKETS_OF_NODES,
    FLAT_BRACKETS,
    NUMBER_OF_NOTATION,
    PARTS,
    QUOTES,
    SPACED_NEGATIVE,
    STRINGS_AND_COMMENTS,
    WINDOW_IN_OTHER_BRACKETS,
    WINDOW_IN_PARENTHESES,
    WINDOW_WITHOUT_BRACKETS,
    PartKind,
    PartSlip,
    claim_as_meant,
    count_open_brackets,
    find_slip_in_claim,
    format_claim_behind,
    format_part,
    has_sign,
    has_usual_form,
    join_parts,
    name_as_meant,
    player_as_meant,
    remove_v,
    window_as_meant,
    without_inner_blanks,
)
from treeexplorer.course.typed_text import folded
from treeexplorer.errors import present
from treeexplorer.explain.phrases import listed
from treeexplorer.numbers import written
from treeexplorer.text import quoted
from treeexplorer.tree import CHANCE_ROLE, GameTree

_OPENING_BRACKET: Final = re.compile(r"\[")
_CHILDREN_FOLLOW: Final = re.compile(r"\s*\[")
_CLAIM_AND_BRACKET: Final = re.compile(r"[^\[\]]*[^\[\]\s](?=\[)")
"""What stands between two pairs of brackets, and touches the second: ``=3`` in ``[3, 5]=3[``."""
_CLOSING_BRACKET: Final = re.compile(r"\]")
_CLOSING_BRACKETS: Final = re.compile(r"\](?:\s*\])*")
_SPACE: Final = re.compile(r"(?:\s+|#[^\n]*)+")
_COMMENT: Final = re.compile(r"#[^\n]*")
_BETWEEN_NODES: Final = re.compile(r"(?:[\s,;]+|#[^\n]*)+")
_BAR: Final = re.compile(r"\|+(?=\s)")
_WORDS_IN_PARENTHESES: Final = re.compile(r"\([^()\[\]\n]*\)")
_LEAF: Final = re.compile(r"[^\s\[\](),;#/]+(?:/\d+)?")
_LEAF_BEHIND_SLASH: Final = re.compile(r"[^\s\[\](),;#/]+")
_VALUE_OF_LEAF: Final = re.compile(rf"{NUMBER_OF_NOTATION}|\?|[^\W\d][\w']*")
_NUMBER_WITH_COMMA: Final = re.compile(r"[-+−]?\d+,\d+(?![\w.])")
_DOTS: Final = re.compile(r"(?:/\s*)?(?:\.\.\.|…)")
"""What stands for children that are not drawn, with a slash if these are pruned."""
_END_OF_CHILDREN: Final = re.compile(r"(?P<dots>(?:(?:/\s*)?(?:\.\.\.|…)\s*)?)(?=\])")
_WORDS_FOR_SLASH: Final = r"(?:pruned|cut(?:[ -]off)?|skipped|not\s+visited)"
_PRUNED_IN_WORDS: Final = rf"\s*\({_WORDS_FOR_SLASH}\)"
"""What may stand behind a leaf in place of a slash before it."""
_DOTS_AS_TYPED: Final = re.compile(
    rf"(?:[/\\]|[xX](?=\s*[.…]))?\s*(?:\.{{2,}}|…)(?:\s*/|{_PRUNED_IN_WORDS})?(?=\s*\])"
    r"|[/\\](?=\s*\])"
)
"""Dots as people type them where the key has some, or the slash alone that means them."""
_ONLY_DOTS: Final = re.compile(r"\s*(?:\.+|…)")
_BEHIND_NODE: Final = r"(?=[\s,;\]]|$)"
_UP_TO_CLOSING_BRACKET: Final = re.compile(r"(?:\([^()\[\]\n]*\)|[xX](?=\s*[.…])|[^\[\]()\w])*\]")
"""A closing bracket, with words in parentheses, dots and other signs before it or none."""
_SLASH_BEHIND: Final = re.compile(rf"(?:[/\\xX]|{_PRUNED_IN_WORDS}){_BEHIND_NODE}", re.IGNORECASE)
_WINDOW_BEHIND: Final = re.compile(rf"\([^()\[\]\n]*\){_BEHIND_NODE}")
_STRIKES: Final = "\u0335\u0336\u0337\u0338\u20d2\u20e5"
"""Characters that strike out the one before them."""
_MARKS: Final = r"[*^!†‡°|']*"
"""What people put beside a leaf; it may mean anything."""
_CLAIM_IN_BRACKETS: Final = re.compile(rf"[(\[]\s*(?P<claim>{PARTS['claim'].pattern})\s*[)\]]")
"""A value or bound in brackets of its own: ``(3)``, ``[<=2]``."""
_LEAVES_IN_BRACKETS: Final = re.compile(r"(?P<slash>/?)\s*[\[({](?P<leaves>[^()\[\]{}\n]+)[\])}]")
"""What may be leaves in brackets of their own, with a slash before the bracket or none."""
_WORD: Final = re.compile(rf"(?:[<>]\s+)?[^\s\[\]()#,;{QUOTES}]+|[(),;{QUOTES}]")
"""What is left out at once where it is no part of a node: a word, or one sign of punctuation.

Of ``< 2`` the number goes, too: a value less than 2 is not the value 2.
"""
_FURTHER_NUMBERS: Final = re.compile(
    rf"(?:(?:[,;]\s*|or\s+)?(?!\s*\?){PARTS['claim'].pattern}\s*)+(?=\[)"
)
"""Numbers between the number of a node and its bracket: the ``, 5, 2`` of ``14, 5, 2[``."""
_MOST_NAMED: Final = 4
"""How many missing nodes a remark names; of others it says how many there are."""

_KINDS_AT_LEAVES: Final[tuple[PartKind, ...]] = ("slash", "probability", "name", "window")
_KINDS_AT_INNER_NODES: Final[tuple[PartKind, ...]] = tuple(PARTS)
_MAY_HAVE_SPACE_BEHIND: Final[frozenset[PartKind]] = frozenset({"name", "player"})
_WINDOWS_IN_OTHER_FORMS: Final = (
    WINDOW_IN_OTHER_BRACKETS,
    WINDOW_IN_PARENTHESES,
    WINDOW_WITHOUT_BRACKETS,
)
"""The forms of a window but ``[3, 7]``; the first that fits is taken: of ``(3, inf]`` all of it."""


class ReadText(NamedTuple):
    """A hand-in's tree that was read beside the key's.

    Attributes:
        text: The text as the notation writes it; everything is on the line where it was typed.
        remarks: Sentences on what was typed otherwise, and on what was left out.
    """

    text: str
    remarks: list[str]


def read_beside(text: str, key: GameTree, *, lacks_nodes: bool = False) -> ReadText | None:
    """Return a hand-in's text as the notation writes it, with remarks on what was typed otherwise.

    The text is read along the key's tree, which tells what comes next. So much can be understood
    that the notation itself refuses, such as ``=< 2`` for ``<=2``.

    Args:
        text: What was typed.
        key: The key's tree.
        lacks_nodes: Whether the last children of a node may be missing, as where somebody leaves
            out what is pruned. If not, a tree without them is another tree.

    Returns:
        ``None`` if the text has another shape than the key's tree.
    """
    reader = _Reader(text, key, lacks_nodes=lacks_nodes)
    try:
        reader.read()
    except _OtherShapeError:
        return None
    output_text = "".join(reader.output_pieces)
    return ReadText(output_text, reader.remarks.to_sentences())


class _OtherShapeError(Exception):
    """The text does not have the shape of the key's tree."""


# -- what a reader works with ----------------------------------------------------------------------


class _Cursor:
    """A text, and how far it is read.

    Attributes:
        text: What was typed.
        position: The index of the next character that is to be read.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Move past what matches at the position, and return the match; else stay."""
        match = self.peek(pattern)
        if match is not None:
            self.position = match.end()
        return match

    def peek(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Return what matches at the position, and stay."""
        return pattern.match(self.text, self.position)

    def copy(self) -> _Cursor:
        """Return another cursor at the same position, to read ahead while this one stays."""
        copied_cursor = _Cursor(self.text)
        copied_cursor.position = self.position
        return copied_cursor

    def sees(self, *beginnings: str) -> bool:
        """Tell whether the text goes on with one of these beginnings."""
        return self.text.startswith(beginnings, self.position)

    def is_at_end(self) -> bool:
        """Tell whether the whole text is read."""
        return self.position == len(self.text)


class _Remarks:
    """What is said of a text: a remark on each slip, and on each piece that was left out."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._slips: dict[PartSlip, list[str]] = {}
        self._starts_of_slips: set[int] = set()
        self._left_out: list[str] = []

    def to_sentences(self) -> list[str]:
        """Return a sentence for each kind of slip, then one for each piece that was left out."""
        return [*map(folded, self._slips.values()), *self._left_out]

    def add_slip(self, kind: PartSlip, start: int, end: int, meaning: str, label: str) -> None:
        """Add a remark such as ``line 1: “=< 2” is read as ≤ 2 at ▽B``.

        One piece has one remark, whatever is unusual about it: the first. So nothing is added where
        another slip begins at the same position.

        Args:
            kind: What is unusual about the piece.
            start: The position where the piece begins.
            end: The position behind it.
            meaning: What it is read as.
            label: The label of its node.
        """
        if start in self._starts_of_slips:
            return
        self._starts_of_slips.add(start)
        remark = f"{self._quote_piece(start, end)} is read as {meaning} at {label}"
        self._slips.setdefault(kind, []).append(remark)

    def add_left_out(self, start: int, end: int, reason: str) -> None:
        """Say that a piece between two positions is left out, and why."""
        self._left_out.append(f"{self._quote_piece(start, end)} is left out: {reason}.")

    def add_dots(self, start: int, end: int, labels: str) -> None:
        """Say that dots with a slash, between two positions, are a slash at some nodes."""
        self._left_out.append(f"{self._quote_piece(start, end)} is read as a slash at {labels}.")

    def add_missing(self, start: int, count: int, labels: str) -> None:
        """Say that some nodes of the key are missing at a position: ``line 1: B.2 is missing; …``.

        Args:
            start: The position where they would stand.
            count: How many there are.
            labels: Their labels, in words.
        """
        line = self._format_line(start)
        if count == 1:
            sentence = f"{line}: {labels} is missing; the key’s is taken, without a slash."
        else:
            sentence = f"{line}: {labels} are missing; the key’s are taken, without a slash."
        self._left_out.append(sentence)

    def add_missing_bracket(self, position: int, label: str) -> None:
        """Say that the closing bracket of a node is missing before a position."""
        end_of_text_before = len(self._text[:position].rstrip())
        line = self._format_line(end_of_text_before)
        self._left_out.append(f"{line}: the closing bracket of {label} is missing.")

    def _format_line(self, position: int) -> str:
        """Return the line of a position in words: ``line 1``."""
        return f"line {self._text.count(chr(10), 0, position) + 1}"

    def _quote_piece(self, start: int, end: int) -> str:
        """Return the piece between two positions, behind its line: ``line 1: “3 [”``."""
        piece = " ".join(self._text[start:end].split())
        return f"{self._format_line(start)}: {quoted(piece)}"


@dataclass(frozen=True, slots=True)
class _TypedPart:
    """A part of a node as it is typed.

    Attributes:
        kind: What kind of part it is.
        text: What is typed.
        start: The position where it begins.
    """

    kind: PartKind
    text: str
    start: int


@dataclass(frozen=True, slots=True)
class _ReadPart:
    """A part of a node that is understood.

    Attributes:
        kind: What kind of part it is.
        text: The part as the notation writes it.
        start: The position where it begins in what is typed.
        end: The position behind it.
    """

    kind: PartKind
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Opening:
    """How a node with children is written up to its bracket: as ``A:(3,inf)<=2[``.

    Attributes:
        parts: Its parts, such as its name ``A:`` and its claim ``<=2``, by their kinds.
        output_index: Which of the reader's output pieces it is.
    """

    parts: dict[PartKind, str]
    output_index: int


@dataclass(frozen=True, slots=True)
class _ClaimBehindBracket:
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
        return self.touches_bracket or has_sign(self.text)


# -- the reader ------------------------------------------------------------------------------------


class _Reader:
    """Reads a text node by node, in the drawing order of the key's tree.

    Methods named ``_read_…`` move the cursor past what they read, and add what it means to
    ``output_pieces``. Methods named ``_match_…`` move the cursor and return what they read. Methods
    named ``_skip_…`` leave out what they read, with a remark. Methods named ``_peek_…`` leave the
    cursor where it is. Where one finds nothing it leaves the
    cursor where it was. A node is always one of the key's tree: the one that is due where the
    cursor stands.

    Attributes:
        output_pieces: What was read, as the notation writes it, in pieces to be joined.
        remarks: What is said of the text: what was typed otherwise, and what was left out.
    """

    def __init__(self, text: str, key: GameTree, *, lacks_nodes: bool) -> None:
        """Prepare to read a hand-in's text of a tree.

        Args:
            text: What was typed.
            key: The key's tree, which tells what comes next: a leaf or a node with children.
            lacks_nodes: Whether the last children of a node may be missing.
        """
        self._cursor = _Cursor(text)
        self._key = key
        self._lacks_nodes = lacks_nodes

        # What is read from the text.
        self.output_pieces: list[str] = []
        self.remarks = _Remarks(text)

        # What is to be known further on in the text.
        self._openings: dict[int, _Opening] = {}
        """By node: how it is written up to its bracket, as ``<=2[``.

        Of ``[2 4]<=2`` the bound is typed behind the node, and is written before its bracket.
        """
        self._window_brackets_left: dict[int, int] = {}
        """By parent: how many of the next ``[…]`` among its children are windows, not nodes."""
        self._missing_brackets = _count_missing_closing_brackets(text)
        """How many ``]`` the text lacks, less those that were added."""

    def read(self) -> None:
        """Read the whole text: the nodes of the key's tree in drawing order, then nothing more.

        Behind each node the brackets are read that close there. In ``[[1 2] 3]`` that is none
        behind the 1, one behind the 2 and one behind the 3.

        Raises:
            _OtherShapeError: There is a node too many, or the first child of a node is missing.
        """
        node = 0
        while node < len(self._key):
            self._copy_separators()
            next_node = self._read_node(node)
            for ancestor in self._key.ancestors(node):  # the lowest one first
                if self._key.end[ancestor] != next_node:
                    break  # it has further nodes, and so have all ancestors above it
                self._read_closing_bracket(ancestor)
            node = next_node

        self._copy_separators()
        self._skip_words_in_parentheses()
        self._skip_needless_brackets()
        if not self._cursor.is_at_end():
            raise _OtherShapeError

    def _read_node(self, node: int) -> int:
        """Read a node up to its opening bracket, or a whole leaf; return the node to be read next.

        Mostly that is ``node + 1``, its first child or what follows a leaf. It is a later one where
        several nodes are read at once.
        """
        if self._lacks_nodes:
            node_behind_missing = self._fill_in_missing_siblings(node)
            if node_behind_missing is not None:
                return node_behind_missing

        if self._key.is_leaf(node):
            return self._read_leaf_or_leaves(node)
        return self._read_branch_or_opening(node)

    def _read_branch_or_opening(self, node: int) -> int:
        """Read a node with children up to its bracket, ``C:<=2[``, or a whole branch, ``/C``.

        Return the node to be read next: the first child, or the one behind the branch.
        """
        # The slash is tried first: if there is none, it reads nothing and refuses nothing.
        if self._read_slash_without_children(node):
            return self._key.end[node]
        self._read_opening_bracket(node)
        return node + 1

    def _read_leaf_or_leaves(self, leaf: int) -> int:
        """Read a leaf, or several at once in brackets of their own, ``/[4 6]``.

        Return the node to be read next, which is the one behind them.
        """
        # The unusual ways to write a leaf are tried first: where they do not fit they read nothing.
        # The usual way comes last, since it refuses the text where it does not fit.
        node_behind_brackets = self._read_leaves_in_brackets(leaf)
        if node_behind_brackets is not None:
            return node_behind_brackets
        if not self._read_struck_leaf(leaf):
            self._read_leaf(leaf)
        return leaf + 1

    def _is_first_child(self, node: int) -> bool:
        """Tell whether a node is the first child: in drawing order it comes behind its parent."""
        return self._key.parent[node] == node - 1

    def _collect_siblings_from(self, node: int) -> list[int]:
        """Return a node and its siblings behind it; the root has none."""
        if self._key.is_root(node):
            return [node]
        return [child for child in self._key.children(self._key.parent[node]) if child >= node]

    def _copy_separators(self) -> None:
        """Copy the spaces and commas that stand between two nodes, or write one space.

        A space is written where two nodes touch: the ``]2`` of ``[3 12]2`` becomes ``] 2``.
        Semicolons become commas. Comments are left out, but the ends of their lines are copied, so
        that everything stays on its line.
        """
        separators = self._cursor.take(_BETWEEN_NODES)
        if separators is not None:
            without_comments = _COMMENT.sub("", separators[0])
            self.output_pieces.append(without_comments.replace(";", ","))
            self._skip_bar()
            return

        # No space is needed at the ends of the text and inside of brackets: `[3 12]`.
        is_first = not self.output_pieces or self.output_pieces[-1].endswith("[")
        is_last = self._cursor.is_at_end() or self._cursor.sees("]")
        if not is_first and not is_last:
            self.output_pieces.append(" ")

    def _skip_bar(self) -> None:
        """Leave out a bar between siblings, as in ``[2 | 4 6]``: what it means is not sure."""
        start = self._cursor.position
        if self._cursor.take(_BAR) is not None:
            self._remark_left_out(start, "a slash before each branch says that it is pruned")
            self._cursor.take(_SPACE)

    def _skip_words_in_parentheses(self) -> None:
        """Leave out words such as ``(pruned)`` at the end of some children."""
        start = self._cursor.position
        while self._cursor.take(_WORDS_IN_PARENTHESES) is not None:
            self._remark_left_out(start, "it is no value, bound or window")
            self._copy_separators()
            start = self._cursor.position

    def _skip_needless_brackets(self) -> None:
        """Leave out brackets behind the whole tree that close nothing."""
        start = self._cursor.position
        if self._cursor.take(_CLOSING_BRACKETS) is not None:
            self._remark_left_out(start, "the tree is closed already")
            self._copy_separators()

    # -- remarks -------------------------------------------------------------------------------

    def _add_slip(self, kind: PartSlip, start: int, meaning: str, node: int) -> None:
        """Say what is meant by the piece from ``start`` up to the cursor, which is of a node."""
        self.remarks.add_slip(kind, start, self._cursor.position, meaning, self._format_label(node))

    def _remark_left_out(self, start: int, reason: str) -> None:
        """Say that the piece from ``start`` up to the cursor is left out, and why."""
        self.remarks.add_left_out(start, self._cursor.position, reason)

    def _format_label(self, node: int) -> str:
        """Return the label of a node, with its player's sign if it has children."""
        labels = self._key.labels
        return labels.label(node) if self._key.is_leaf(node) else labels.signed(node)

    def _format_labels(self, nodes: Sequence[int]) -> str:
        """Return the labels of some nodes in words, the first few of many."""
        named = [self._format_label(node) for node in nodes[:_MOST_NAMED]]
        unnamed = max(0, len(nodes) - _MOST_NAMED)
        return listed(named, unnamed)

    # -- nodes that are missing ----------------------------------------------------------------

    def _fill_in_missing_siblings(self, node: int) -> int | None:
        """Write ``?`` for a node and its siblings behind it, if their parent ends here already.

        If the key's children are 3, 5 and 8, and the 8 is due, then

        - ``3 5]`` and ``3 5 ...]`` become ``3 5 ?]``, with the remark that it is missing;
        - ``3 5 /...]`` becomes ``3 5 /?]``, with the remark that the dots are read as a slash.

        The closing bracket itself is not read yet. Return the node behind the siblings; ``None`` if
        the parent does not end here. A first child is never missing: without it the parent would be
        a leaf.
        """
        if self._is_first_child(node):
            return None
        start = self._cursor.position
        end_of_children = self._cursor.take(_END_OF_CHILDREN)
        if end_of_children is None:
            return None

        missing = self._collect_siblings_from(node)
        labels = self._format_labels(missing)
        is_pruned = end_of_children["dots"].startswith("/")
        if is_pruned:
            self.remarks.add_dots(start, self._cursor.position, labels)
            blanks = self._build_blanks(missing, before_each="/")
        else:
            self.remarks.add_missing(start, len(missing), labels)
            blanks = self._build_blanks(missing, before_each="")
        self.output_pieces.append(f" {blanks}")

        parent = self._key.parent[node]
        return self._key.end[parent]

    def _build_blanks(self, siblings: Sequence[int], before_each: str) -> str:
        """Write siblings and all below them with ``?`` for each leaf.

        For example a leaf and a node with two leaves become ``? [? ?]``, or ``/? /[? ?]`` if
        ``before_each`` is a slash.
        """
        blanks = [f"{before_each}{self._build_blank_subtree(sibling)}" for sibling in siblings]
        return " ".join(blanks)

    def _build_blank_subtree(self, top: int) -> str:
        """Write a node and all below it with ``?`` for each leaf, such as ``[? [? ?]]``."""
        subtree = range(top, self._key.end[top])
        text_by_node: dict[int, str] = {}
        # A node comes before its children: backwards they are written when it needs their texts.
        for node in reversed(subtree):
            if self._key.is_leaf(node):
                text_by_node[node] = "?"
            else:
                children = [text_by_node.pop(child) for child in self._key.children(node)]
                text_by_node[node] = f"[{' '.join(children)}]"
        return text_by_node[top]

    # -- leaves --------------------------------------------------------------------------------

    def _read_leaves_in_brackets(self, leaf: int) -> int | None:
        """Read leaves that stand in brackets of their own, and return the node behind them.

        ``[2 (4) (6)]`` becomes ``[2 4 6]``, and ``[2 /[4 6]]`` becomes ``[2 /4 /6]``, as a slash
        before the bracket is one before each leaf. If there are no such brackets, or other leaves
        in them than the key's, return ``None`` and read nothing.
        """
        brackets = self._cursor.peek(_LEAVES_IN_BRACKETS)
        if brackets is None:
            return None

        typed_leaves = re.findall(r"[^\s,;]+", brackets["leaves"])
        if not typed_leaves:  # only spaces or commas: `( )`
            return None
        key_leaves = self._collect_siblings_from(leaf)[: len(typed_leaves)]
        typed_values = [typed_leaf.lstrip("/") for typed_leaf in typed_leaves]
        key_values = [self._format_value(key_leaf) for key_leaf in key_leaves]
        if typed_values != key_values:
            return None

        if brackets["slash"]:
            leaves_text = " ".join(f"/{value}" for value in key_values)
        else:
            leaves_text = re.sub("/+", "/", " ".join(typed_leaves))
        self._cursor.position = brackets.end()
        self._add_slip("brackets", brackets.start(), leaves_text, self._key.parent[leaf])
        self.output_pieces.append(leaves_text)
        return key_leaves[-1] + 1

    def _read_struck_leaf(self, leaf: int) -> bool:
        """Read a leaf that is marked as pruned otherwise than by a slash before it.

        For example ``4/``, ``~~4~~`` and ``4 (pruned)`` become ``/4``, with a remark, and a cross
        in the place of the leaf, ``x``, becomes ``/?``. Return whether such a leaf stands here; if
        none does, nothing is read.
        """
        if self._key.leaf_value(leaf) is None:
            return False

        start = self._cursor.position
        leaf_text = self._match_cross_for_leaf(leaf)
        if leaf_text is None:
            leaf_text = self._match_struck_value(leaf)
        if leaf_text is None:
            return False

        self._add_slip("slash", start, "a slash", leaf)
        self.output_pieces.append(leaf_text)
        return True

    def _match_cross_for_leaf(self, leaf: int) -> str | None:
        """Match an ``x`` in the place of a leaf, and return ``/?``; ``None`` if there is none.

        In ``x 4``, where 4 is the leaf's value, the ``x`` is a slash before it: no match.
        """
        value = re.escape(self._format_value(leaf))
        leaf_follows = rf"\s*{value}{_BEHIND_NODE}"
        cross = re.compile(rf"[xX]{_BEHIND_NODE}(?!{leaf_follows})")
        if self._cursor.take(cross) is None:
            return None
        return "/?"

    def _match_struck_value(self, leaf: int) -> str | None:
        """Match the value of the key's leaf with a mark for pruned, and return it as ``/A:4``.

        The spellings are those of :func:`_compile_struck_leaf`: ``A: 4/``, ``~~4~~``. Another value
        than the key's is no match.
        """
        value = self._format_value(leaf)
        struck_leaf = _compile_struck_leaf(value, self._key.names.get(leaf))
        match = self._cursor.take(struck_leaf)
        if match is None:
            return None
        name_with_colon = "".join(match["name"].split())
        return f"/{name_with_colon}{value}"

    def _format_value(self, leaf: int) -> str:
        """Return the value or word of the key's leaf as people type it: ``-7``, ``inf``, ``x``."""
        value = self._key.value_or_word(leaf)
        return value if isinstance(value, str) else written(value)

    def _read_leaf(self, leaf: int) -> None:
        """Read a leaf and write it as the notation does: ``/ A: 2,5`` becomes ``/A:2.5``.

        A slash, a probability, a name and a window may stand before its value. A slash may stand
        without a value, as in ``[3 /]`` and ``[3 / /5]``: it becomes ``/?``, with a remark.

        Raises:
            _OtherShapeError: Neither a value nor a slash stands where the leaf is due.
        """
        start = self._cursor.position
        parts = self._read_parts(leaf)
        parts_text = join_parts(parts)

        has_slash = "slash" in parts
        lacks_value = self._cursor.sees("]", "/")
        if has_slash and lacks_value:
            self._add_slip("slash", start, "a slash", leaf)
            self.output_pieces.append(f"{parts_text}?")
            return

        start_of_value = self._cursor.position
        typed_value = self._match_value(leaf, has_slash=has_slash)
        value = self._interpret_value(typed_value, start_of_value, leaf)
        self.output_pieces.append(f"{parts_text}{value}")

    def _interpret_value(self, typed: str, start: int, leaf: int) -> str:
        """Return what was typed for a leaf's value, from ``start`` up to the cursor, as a value.

        What is not simply copied has a remark:

        ========  ===================================  ===================================
        typed     becomes                              remark
        ========  ===================================  ===================================
        ``4``     ``4``                                none
        ``2,5``   ``2.5``                              it is read as 2.5
        ``4*``    ``4`` where the key's leaf is 4      its mark may mean anything
        ``4*``    ``?`` elsewhere                      it is no value
        ========  ===================================  ===================================
        """
        key_value = self._format_value(leaf)
        if _has_marks_around(typed, key_value):
            self._remark_left_out(
                start, "its mark may mean anything; a slash before it means pruned"
            )
            return key_value

        value = typed.replace(",", ".")
        is_value = _VALUE_OF_LEAF.fullmatch(value) is not None
        if not is_value:
            self._remark_left_out(start, "it is no value")
            return "?"

        had_decimal_comma = value != typed
        if had_decimal_comma:
            self._add_slip("comma", start, value, leaf)
        return value

    def _match_value(self, leaf: int, *, has_slash: bool) -> str:
        """Match what stands in the place of a leaf's value.

        Behind a slash it ends with the next one: in ``/4/6`` the leaf is 4.

        Raises:
            _OtherShapeError: Nothing stands there.
        """
        match = None
        # With a comma only where the key has a fraction: elsewhere it separates two leaves.
        if self._has_fraction(leaf):
            match = self._cursor.take(_NUMBER_WITH_COMMA)
        elif has_slash:
            match = self._cursor.take(_LEAF_BEHIND_SLASH)
        if match is None:
            match = self._cursor.take(_LEAF)
        if match is None:
            raise _OtherShapeError
        return match[0]

    def _has_fraction(self, leaf: int) -> bool:
        """Tell whether the value of the key's leaf is finite and no whole number."""
        value = self._key.leaf_value(leaf)
        return value is not None and isfinite(value) and value != int(value)

    # -- nodes with children -------------------------------------------------------------------

    def _read_slash_without_children(self, node: int) -> bool:
        """Read a slash that stands for a whole branch, and tell whether there is one.

        For example ``/C`` or a mere ``/``, where the key has ``C:[14 5]``. It is written with ``?``
        for each leaf of the branch: ``/[? ?]``. If something else stands here, nothing is read.
        """
        start = self._cursor.position
        slash_for_branch = _compile_slash_for_branch(self._key.labels.label(node))
        if self._cursor.take(slash_for_branch) is None:
            return False
        self._add_slip("slash", start, "a slash", node)
        self.output_pieces.append(self._build_blanks([node], before_each="/"))
        return True

    def _read_opening_bracket(self, node: int) -> None:
        """Read a node up to its opening bracket, and write it: ``A: <=2 [`` becomes ``A:<=2[``.

        Raises:
            _OtherShapeError: No bracket stands where the node's children are due.
        """
        parts = self._read_parts(node)
        if self._cursor.take(_OPENING_BRACKET) is None:
            raise _OtherShapeError
        # The notation demands the word at a chance node; beside the key it may be missing.
        if self._key.roles[node] == CHANCE_ROLE and "player" not in parts:
            parts["player"] = "chance"

        # What was written is noted, since parts of the node may still be typed behind its closing
        # bracket (see `_add_part_before_bracket`).
        self._openings[node] = _Opening(parts, output_index=len(self.output_pieces))
        self.output_pieces.append(_format_opening(parts))

    def _add_part_before_bracket(self, node: int, kind: PartKind, text: str) -> None:
        """Write a part that is typed behind a node's children before its opening bracket.

        For example the ``<=2`` of ``A:[2 4]<=2`` makes ``A:[``, which is written already,
        ``A:<=2[``.
        """
        opening = self._openings[node]
        opening.parts[kind] = text
        self.output_pieces[opening.output_index] = _format_opening(opening.parts)

    def _read_parts(self, node: int) -> dict[PartKind, str]:
        """Read the parts that stand before a leaf's value or a node's bracket, in any order.

        They are returned by kind, as the notation writes them, and the cursor stands at the value
        or bracket. ``A: maybe (3;oo) <=2[`` is read in these steps:

        ==========  ==========================================
        ``A:``      the name ``A:``
        ``maybe``   no part: it is left out, with a remark
        ``(3;oo)``  the window ``(3,inf)``
        ``<=2``     the claim ``<=2``
        ``[``       the end of the parts
        ==========  ==========================================
        """
        parts: dict[PartKind, str] = {}
        # The part just before the cursor; `None` at first, and behind what was left out.
        previous_part: _ReadPart | None = None
        while True:
            self._cursor.take(_SPACE)
            start = self._cursor.position
            typed_part = self._match_part(node, parts)

            if typed_part is not None:
                part = self._interpret_part(typed_part, node, parts)
                if part is not None:
                    parts[part.kind] = part.text
                self._remark_space_behind(previous_part, start, node)
                previous_part = part
                continue

            if self._is_at_end_of_parts(node):
                self._remark_space_behind(previous_part, start, node)
                return parts

            # Neither a part nor their end: it is left out.
            if self._is_before_further_numbers(previous_part):
                parts["claim"] = self._skip_further_numbers(node, claim=parts["claim"])
            elif not self._skip_word():
                return parts  # at a `]` or the end of the text, which the caller refuses
            previous_part = None

    def _is_at_end_of_parts(self, node: int) -> bool:
        """Tell whether the parts of a node end here, where none was found.

        At a leaf they do: what stands here is taken for its value. At a node with children they do
        before its bracket.
        """
        return self._key.is_leaf(node) or self._cursor.sees("[")

    def _skip_word(self) -> bool:
        """Leave out the word at the cursor, and tell whether there is one."""
        start = self._cursor.position
        if self._cursor.take(_WORD) is None:
            return False
        self._remark_left_out(start, "it is no value, bound or window")
        return True

    def _is_before_further_numbers(self, previous_part: _ReadPart | None) -> bool:
        """Tell whether further numbers stand here, behind a claim and before the node's bracket."""
        is_behind_claim = previous_part is not None and previous_part.kind == "claim"
        return is_behind_claim and self._cursor.peek(_FURTHER_NUMBERS) is not None

    def _skip_further_numbers(self, node: int, *, claim: str) -> str:
        """Leave out the numbers behind the claim of a node, and return which claim remains.

        Of ``14, 5, 2[`` nobody knows which number is meant, so 14 does not remain either: the
        result is empty. Of ``5, 5[`` the 5 remains.
        """
        start = self._cursor.position
        numbers = present(self._cursor.take(_FURTHER_NUMBERS))
        claims = [claim_as_meant(number[0]) for number in PARTS["claim"].finditer(numbers[0])]
        is_repeated = all(further.lstrip("=") == claim.lstrip("=") for further in claims)
        if is_repeated:
            self._remark_left_out(start, "the node has this number already")
            return claim
        self._remark_left_out(
            start, f"several numbers stand at {self._format_label(node)}, so none counts"
        )
        return ""

    def _remark_space_behind(self, part: _ReadPart | None, start_of_next: int, node: int) -> None:
        """Say what a part means that does not touch what stands behind it, as in ``3 [``.

        It is quoted together with the next sign: ``“3 [” is read as 3``. Behind a name or a player
        a space is usual.
        """
        if part is None or part.end == start_of_next or part.kind in _MAY_HAVE_SPACE_BEHIND:
            return
        meaning = format_part(part.kind, part.text)
        end_of_quote = start_of_next + len("[")
        self.remarks.add_slip("space", part.start, end_of_quote, meaning, self._format_label(node))

    def _match_part(self, node: int, kinds_read: Collection[PartKind]) -> _TypedPart | None:
        """Match the next part of a node, such as its name or window; ``None`` if none stands here.

        No second part of a kind that was read already is taken, except for a window, whose pieces
        would otherwise be taken for other parts.
        """
        possible_kinds = _KINDS_AT_LEAVES if self._key.is_leaf(node) else _KINDS_AT_INNER_NODES
        start = self._cursor.position

        # A text may match several kinds, and the first of them is taken: `0.5*` is a probability
        # before its 0.5 can be a claim.
        for kind in possible_kinds:
            if kind in kinds_read and kind != "window":
                continue
            match = self._match_part_of_kind(kind, node, kinds_read)
            if match is not None:
                return _TypedPart(kind, match[0], start)
        return None

    def _match_part_of_kind(
        self, kind: PartKind, node: int, kinds_read: Collection[PartKind]
    ) -> re.Match[str] | None:
        """Match a part of one kind, by the rules of this kind; ``None`` if none stands here."""
        if kind == "slash":
            return self._match_slash(node, kinds_read)
        if kind == "probability":
            return self._match_probability(node)
        if kind == "name":
            return self._match_name(node)
        if kind == "window":
            return self._match_window(node)
        if kind == "claim":
            return self._match_claim(node)
        return self._cursor.take(PARTS[kind])  # a player or an estimate

    def _match_claim(self, node: int) -> re.Match[str] | None:
        """Match a value or bound: ``3``, ``<=2``, and ``- 3`` for −3.

        At the root a minus with a blank behind it may be a bullet, so there it is no sign.
        """
        claim = self._cursor.take(PARTS["claim"])
        if claim is None and not self._key.is_root(node):
            return self._cursor.take(SPACED_NEGATIVE)
        return claim

    def _match_probability(self, node: int) -> re.Match[str] | None:
        """Match a probability, ``0.5*``, which only a child of a chance node has."""
        if self._key.is_root(node):
            return None
        parent = self._key.parent[node]
        if self._key.roles[parent] != CHANCE_ROLE:
            return None
        return self._cursor.take(PARTS["probability"])

    def _match_name(self, node: int) -> re.Match[str] | None:
        """Match the name of a node; ``None`` if there is none.

        ================  =========================================================
        text              is a name
        ================  =========================================================
        ``D:``            at any node
        ``D=5``, ``D(5``  at a node with children, if D is its label
        ``α: 3 β: 7``     no: it is a window, which only a node with children has
        ``MAX:``          no: it is a player
        ================  =========================================================
        """
        is_leaf = self._key.is_leaf(node)
        is_before_window = self._cursor.peek(WINDOW_WITHOUT_BRACKETS) is not None
        if is_before_window and not is_leaf:
            return None
        if self._cursor.peek(PARTS["name"]) is not None:
            return self._match_name_with_colon()
        if is_leaf:
            return None

        label = re.escape(self._key.labels.label(node))
        label_before_number = re.compile(rf"{label}(?=\s*[=≤≥<>(])")
        return self._cursor.take(label_before_number)

    def _match_name_with_colon(self) -> re.Match[str] | None:
        """Match a name with its colon, which is not that of a player, ``MAX:``."""
        name = self._cursor.peek(PARTS["name"])
        if name is None or PARTS["player"].fullmatch(name[0]):
            return None
        self._cursor.position = name.end()
        return name

    def _match_slash(self, node: int, kinds_read: Collection[PartKind]) -> re.Match[str] | None:
        """Match a slash, or what people write for one: ``x4``, ``pruned 4``.

        Behind a window or a claim only the slash itself is taken: words there may mean the
        children.
        """
        slash = self._cursor.take(PARTS["slash"])
        if slash is not None:
            return slash
        if "window" in kinds_read or "claim" in kinds_read:
            return None
        return self._match_word_for_slash(node)

    def _match_word_for_slash(self, node: int) -> re.Match[str] | None:
        """Match an ``x`` or a word such as ``pruned``, if the node itself comes right behind it.

        For example the ``pruned:`` of ``pruned: 4`` is matched where the key's leaf is 4.
        """
        start_of_node = self._build_pattern_of_start(node)
        if start_of_node is None:
            return None

        own_name = self._key.names.get(node)
        if own_name is not None:  # a node may be called x, and then the x is no slash
            name_here = re.compile(rf"{re.escape(own_name)}\b", re.IGNORECASE)
            if self._cursor.peek(name_here) is not None:
                return None

        any_word = rf"(?:x|{_WORDS_FOR_SLASH}\b\s*:?)"
        word_before_node = re.compile(rf"{any_word}(?=\s*{start_of_node})", re.IGNORECASE)
        return self._cursor.take(word_before_node)

    def _build_pattern_of_start(self, node: int) -> str | None:
        """Return a pattern of how a node begins; ``None`` for a leaf of which the key has no value.

        It is ``B:`` or ``[`` for a node with children, and the value for a leaf, which nothing
        touches: the 4 of ``4, 6``, but not of ``40``.
        """
        if not self._key.is_leaf(node):
            label = re.escape(self._key.labels.label(node))
            return rf"(?:{label}\s*:|\[)"
        if self._key.leaf_value(node) is None:
            return None
        value = re.escape(self._format_value(node))
        return rf"{value}(?:[\s,;()\]]|$)"

    # -- windows -------------------------------------------------------------------------------

    def _match_window(self, node: int) -> re.Match[str] | None:
        """Match a window such as ``(3, inf)``; ``None`` if there is none.

        At a node with children it may stand in any brackets, or in none; at a leaf in parentheses
        only, as two bare numbers are two leaves.
        """
        if self._key.is_leaf(node):
            return self._cursor.take(WINDOW_IN_PARENTHESES)

        window = self._match_window_in_square_brackets(node)
        if window is not None:
            return window
        if self._is_opening_children(node):
            return None

        for pattern in _WINDOWS_IN_OTHER_FORMS:
            window = self._cursor.take(pattern)
            if window is not None:
                return window
        return None

    def _is_opening_children(self, node: int) -> bool:
        """Tell whether the bracket here opens children: a leaf, and then a node with children.

        In ``[3, inf[2 4]]`` they are 3 and a node with the value +∞, and ``[3, inf[`` is no window.
        """
        first_two = [self._key.is_leaf(child) for child in islice(self._key.children(node), 2)]
        return self._cursor.sees("[") and first_two == [True, False]

    def _match_window_in_square_brackets(self, node: int) -> re.Match[str] | None:
        """Match a window ``[3, inf]``; ``None`` if the brackets are those of the node's children.

        They are a window if they hold other things than the node's children, and if more brackets
        are opened here than the node and its next siblings need. So ``[3 12] [4 5]`` are two nodes
        if two are due, and a window and a node if one is.
        """
        brackets = self._cursor.peek(FLAT_BRACKETS)
        if brackets is None:
            return None
        are_children = self._holds_children(brackets[0], node)
        if are_children and not self._does_claim_with_children_follow(brackets, node):
            return None
        # Asked last, since it counts these brackets as a window from now on.
        if not self._take_pair_of_needless_brackets(node):
            return None
        return self._cursor.take(FLAT_BRACKETS)

    def _take_pair_of_needless_brackets(self, node: int) -> bool:
        """Take one pair of the brackets that are no node's for a window; tell whether one is left.

        The siblings share one number, counted at the first of them that has such brackets. In
        ``[0 9] [3 12] [0 9] [4 5]``, where two nodes are due, two of the four pairs are windows: it
        is 2, then 1, then 0.
        """
        parent = self._key.parent[node]
        if parent not in self._window_brackets_left:
            self._window_brackets_left[parent] = self._count_needless_brackets(node)
        if self._window_brackets_left[parent] <= 0:
            return False
        self._window_brackets_left[parent] -= 1
        return True

    def _holds_children(self, brackets: str, node: int) -> bool:
        """Tell whether brackets hold the node's children: as many as it has, and no window.

        Two numbers are a window, too, unless they are the values of the two children.
        """
        values = self._format_children(node)
        if len(_find_pieces(brackets)) != len(values):
            return False
        window = window_as_meant(brackets)
        return window is None or window == f"({','.join(values)})"

    def _format_children(self, node: int) -> list[str]:
        """Return the values of a node's children as the notation writes them."""
        return [self._format_value(child) for child in self._key.children(node)]

    def _does_claim_with_children_follow(self, brackets: re.Match[str], node: int) -> bool:
        """Tell whether behind brackets a claim of the node and then its children follow.

        Behind the ``[3, 5]`` of ``[3, 5]=3[3 5]`` they do, so that it is a window, though it holds
        the values of the children. In ``[3 5]=3 [3 5]`` it is a node: the ``=3`` does not touch the
        next brackets.
        """
        claim = _CLAIM_AND_BRACKET.match(self._cursor.text, brackets.end())
        if claim is None:
            return False
        next_brackets = FLAT_BRACKETS.match(self._cursor.text, claim.end())
        if next_brackets is None:
            return False
        values_without_slashes = _find_pieces(next_brackets[0].replace("/", " "))
        return values_without_slashes == self._format_children(node)

    def _count_needless_brackets(self, node: int) -> int:
        """Count the brackets opened from here beyond those that a node and its next siblings need.

        Each sibling with children needs one; what the text has more may be windows. If a closing
        bracket is missing somewhere, the end of the parent cannot be found, and the count is 0.
        """
        if self._missing_brackets > 0:
            return 0
        siblings = self._collect_siblings_from(node)
        needed = sum(1 for sibling in siblings if not self._key.is_leaf(sibling))
        opened = _count_brackets_up_to_end_of_parent(self._cursor.text, self._cursor.position)
        return opened - needed

    # -- what the parts mean -------------------------------------------------------------------

    def _interpret_part(
        self, typed: _TypedPart, node: int, kinds_read: Collection[PartKind]
    ) -> _ReadPart | None:
        """Return what a typed part means, with a remark on it if it is unusual.

        For example ``=< 2`` is the claim ``<=2``. ``None`` means that the part is left out.
        """
        if typed.kind == "window":
            return self._interpret_window(typed, node, kinds_read)
        return self._accept_part(typed, _to_notation(typed), node)

    def _interpret_window(
        self, typed: _TypedPart, node: int, kinds_read: Collection[PartKind]
    ) -> _ReadPart | None:
        """Return what a part in the form of a window means: ``(3;oo)`` is ``(3,inf)``.

        What cannot be a window may be a claim, as the ``(3)`` of ``(3)[3 12]``. Else it is left out
        with a remark, and so is a second window: ``None``.
        """
        window = window_as_meant(typed.text)
        if window is None:
            claim = self._interpret_claim_in_brackets(typed, node, kinds_read)
            if claim is None:
                self._remark_left_out(typed.start, "it is no window")
            return claim
        if "window" in kinds_read:
            self._remark_left_out(typed.start, "the node has a window already")
            return None
        return self._accept_part(typed, window, node)

    def _accept_part(self, typed: _TypedPart, text: str, node: int) -> _ReadPart:
        """Return a typed part with its text in the notation; remark it if it is unusual."""
        slip = _find_slip(typed)
        if slip is not None:
            self._add_slip(slip, typed.start, format_part(typed.kind, text), node)
        return _ReadPart(typed.kind, text, typed.start, self._cursor.position)

    def _interpret_claim_in_brackets(
        self, typed: _TypedPart, node: int, kinds_read: Collection[PartKind]
    ) -> _ReadPart | None:
        """Return the claim that stands in brackets of its own: the ``3`` of ``(3)[3 12]``.

        ``None`` if they do not hold one number, if they do not stand right before the bracket of
        the node's children, or if the node has a claim already. The cursor stands behind them.
        """
        if "claim" in kinds_read:
            return None
        brackets = _CLAIM_IN_BRACKETS.fullmatch(typed.text)
        if brackets is None:  # as in `(3 5 7)`
            return None
        if self._cursor.peek(_CHILDREN_FOLLOW) is None:  # as in `(3) A:[3 12]`
            return None

        claim = claim_as_meant(brackets["claim"])
        self._add_slip("brackets", typed.start, format_part("claim", claim), node)
        return _ReadPart("claim", claim, start=typed.start, end=self._cursor.position)

    # -- the end of a node's children ----------------------------------------------------------

    def _read_closing_bracket(self, node: int) -> None:
        """Read a node's closing bracket, what may stand before it, and the node's parts behind it.

        For example ``(pruned) ]<=2``: the words are left out, and the bound is the node's.

        Raises:
            _OtherShapeError: There are more children than in the key.
        """
        self._copy_separators()
        if self._cursor.peek(_UP_TO_CLOSING_BRACKET) is None:
            self._add_missing_bracket(node)
            return

        self._skip_words_in_parentheses()
        self._read_dots(node)
        bracket_position = self._cursor.position
        if self._cursor.take(_CLOSING_BRACKET) is None:
            raise _OtherShapeError
        self.output_pieces.append("]")

        # The parts behind the bracket come in this order: `[4 5]/ <=4(3,9)`. The notation writes
        # them before the children, so they are added to the node's opening.
        self._read_slash_behind(node, bracket_position)
        self._read_claim_behind(node, bracket_position)
        self._read_window_behind(node)

    def _add_missing_bracket(self, node: int) -> None:
        """Close a node without a bracket, if the text has fewer ``]`` than ``[``.

        In ``3[3[3 12 2[2 4]]`` one is missing. The key's tree tells where: behind the 12, since its
        node has no third child.

        Raises:
            _OtherShapeError: No bracket is missing: there are more children than in the key.
        """
        if self._missing_brackets == 0:
            raise _OtherShapeError
        self._missing_brackets -= 1
        self.output_pieces.append("]")
        self.remarks.add_missing_bracket(self._cursor.position, self._format_label(node))

    def _read_slash_behind(self, node: int, bracket_position: int) -> None:
        """Read a slash behind the closing bracket of a node: ``[4 5]/`` becomes ``/[4 5]``.

        The bracket, at its position, is quoted in the remark: ``“]/” is read as a slash``.
        """
        if self._key.is_root(node) or self._cursor.take(_SLASH_BEHIND) is None:
            return
        self._add_part_before_bracket(node, "slash", "/")
        self._add_slip("slash", bracket_position, "a slash", node)

    def _read_claim_behind(self, node: int, bracket_position: int) -> None:
        """Read a value or bound behind a closed node: ``[2 4]<=2`` becomes ``<=2[2 4]``.

        Behind a node that has one already, a number belongs to what comes next. The bracket, at its
        position, is quoted in the remark: ``“]<=2” is read as ≤ 2``.
        """
        if "claim" in self._openings[node].parts:
            return
        claim = self._match_claim_of_closed_node()
        if claim is None:
            return
        self._add_part_before_bracket(node, "claim", claim)
        meaning = format_part("claim", claim)
        self._add_slip("claim behind bracket", bracket_position, meaning, node)

    def _read_window_behind(self, node: int) -> None:
        """Read a window that touches what it stands behind: ``[4 5]4(3,9)``.

        It becomes the closed node's, ``(3,9)=4[4 5]``, if that has no window before its bracket.
        """
        if "window" in self._openings[node].parts:
            return
        typed = self._cursor.peek(_WINDOW_BEHIND)
        if typed is None:
            return
        window = window_as_meant(typed[0])
        if window is None:
            return
        self._cursor.position = typed.end()
        self._add_part_before_bracket(node, "window", window)
        self._add_slip("window", typed.start(), format_part("window", window), node)

    def _read_dots(self, node: int) -> None:
        """Read dots for children that are not drawn, if they stand here, and write them.

        A slash before the dots says that these children are pruned. It may be typed otherwise:

        - ``...`` and ``…`` become ``...``;
        - ``/...`` and ``/ …`` become ``/...``;
        - where the key has dots, ``.../``, ``x ...``, ``... (pruned)`` and a mere ``/`` become
          ``/...``, too.

        What is typed otherwise is remarked.
        """
        start = self._cursor.position
        pattern = _DOTS_AS_TYPED if node in self._key.elided else _DOTS
        match = self._cursor.take(pattern)
        if match is None:
            return

        has_only_dots = _ONLY_DOTS.fullmatch(match[0]) is not None
        if has_only_dots:
            dots = "..."
            meaning = "three dots"
        else:  # with a slash, or a cross or word for it
            dots = "/..."
            meaning = "a slash before the dots"
        if match[0].replace("…", "...") != dots:
            self._add_slip("space", start, meaning, node)
        self.output_pieces.append(dots)
        self._copy_separators()

    def _match_claim_of_closed_node(self) -> str | None:
        """Match a claim behind a closing bracket, if it belongs to the node closed there.

        Returns:
            The claim as the notation writes it; ``None`` if it is of another node, or there is
            none. Then nothing is read.
        """
        claim = self._peek_claim_behind_bracket()
        if claim is None or not claim.is_of_closed_node:
            return None
        # The spaces behind it are left: they stand between two nodes.
        self._cursor.position = claim.end
        return claim_as_meant(claim.text)

    def _peek_claim_behind_bracket(self) -> _ClaimBehindBracket | None:
        """Return the claim behind a closing bracket with what stands beside it; read nothing.

        What stands beside it tells whose claim it is. ``None`` if no claim stands here, with or
        without a space before it.
        """
        ahead = self._cursor.copy()
        has_space_before = ahead.take(_SPACE) is not None
        claim = ahead.take(PARTS["claim"])
        if claim is None:
            return None
        # A window that touches it belongs to the same node.
        ahead.take(_WINDOW_BEHIND)
        has_space_behind = ahead.take(_SPACE) is not None
        return _ClaimBehindBracket(
            text=remove_v(claim[0]),
            end=claim.end(),
            touches_bracket=not has_space_before,
            touches_next=not has_space_behind,
            bracket_follows=ahead.sees("[", "("),
        )


def _format_opening(parts: Mapping[PartKind, str]) -> str:
    """Return how a node with children is written up to its bracket: ``A:(3,inf)<=2[``."""
    before_claim = join_parts(parts)
    claim = format_claim_behind(before_claim, parts.get("claim", ""))
    return f"{before_claim}{claim}["


def _compile_slash_for_branch(label: str) -> re.Pattern[str]:
    r"""Return a pattern of a slash for a whole branch, with its label or without: ``/C``, ``\``.

    What may stand behind it is a colon (``/C:``) and then a next slash, a closing bracket, a comma
    or semicolon, or the end of the text.
    """
    slash = r"[/\\]+"
    label_or_none = rf"(?:{re.escape(label)}\s*:?)?"
    before_next_node = r"(?=\s*(?:[/\\\],;]|$))"
    return re.compile(rf"{slash}\s*{label_or_none}{before_next_node}")


def _compile_struck_leaf(value: str, name: str | None) -> re.Pattern[str]:
    """Return a pattern of a leaf that is marked as pruned beside its value or on it.

    For the value 4 it matches ``4/``, ``4 pruned`` and ``~~4~~``, with the leaf's name before it or
    without. Its group ``name`` is that name with the colon, or empty.
    """
    literal = re.escape(value)
    spellings = (
        rf"{literal}(?:[/\\xX]|{_PRUNED_IN_WORDS})",  # 4/, 4x, 4 (pruned)
        # Before another leaf the word may be that one's: pruned 4 pruned 6
        rf"{literal}\s+{_WORDS_FOR_SLASH}(?=\s*[,;\]])",  # 4 pruned
        rf"✂\s*{literal}",
        rf"~~{literal}~~|--{literal}--",
        rf"[{_STRIKES}]+{literal}",
        "".join(f"{re.escape(digit)}[{_STRIKES}]+" for digit in value),  # each digit struck through
    )
    name_before = "" if name is None else rf"(?:{re.escape(name)}\s*:\s*)?"
    any_spelling = "|".join(spellings)
    return re.compile(rf"(?P<name>{name_before})(?:{any_spelling}){_BEHIND_NODE}", re.IGNORECASE)


def _find_pieces(brackets: str) -> list[str]:
    """Find what stands in brackets without others in them: 3 and 5 of ``[3, 5 …]``."""
    return re.findall(r"[^\s,;\[\]]+", _DOTS.sub("", brackets))


def _count_missing_closing_brackets(text: str) -> int:
    """Count how many more ``[`` than ``]`` a text has, those in strings and comments apart."""
    bare_text = STRINGS_AND_COMMENTS.sub("", text)
    return max(0, count_open_brackets(bare_text))


def _count_brackets_up_to_end_of_parent(text: str, start: int) -> int:
    """Count the brackets of siblings opened from a position on, not those within them.

    The end of their parent is a ``]`` that closes none of them: from the start of ``[1 [2]] [3]]
    [4]`` on there are two.
    """
    opened = 0
    depth = 0
    for bracket in BRACKETS_OF_NODES.finditer(text, start):
        if bracket["opened"]:
            if depth == 0:
                opened += 1
            depth += 1
        elif bracket["closed"]:
            depth -= 1
            if depth < 0:  # the end of the parent
                break
    return opened


def _has_marks_around(typed: str, value: str) -> bool:
    """Tell whether something typed is a value with marks before or behind it: ``4*`` of 4."""
    value_with_marks = rf"{_MARKS}{re.escape(value)}{_MARKS}"
    return typed != value and re.fullmatch(value_with_marks, typed) is not None


def _to_notation(part: _TypedPart) -> str:
    """Return a part that is no window as the notation writes it: ``=< 2`` as ``<=2``."""
    if part.kind == "claim":
        return claim_as_meant(part.text)
    if part.kind == "slash":
        return "/"
    if part.kind == "name":
        return name_as_meant(part.text)
    if part.kind == "player":
        return player_as_meant(part.text)
    return without_inner_blanks(part.text)


def _find_slip(part: _TypedPart) -> PartSlip | None:
    """Return what is unusual about a part that is understood; ``None`` if nothing is."""
    if part.kind == "window" and not has_usual_form(part.text):
        return "window"
    if part.kind == "slash" and part.text != "/":
        return "slash"
    if part.kind == "claim":
        return find_slip_in_claim(part.text)
    if part.kind == "probability" and "," in part.text:
        return "comma"
    return None
