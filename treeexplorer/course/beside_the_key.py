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
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Final, NamedTuple

from treeexplorer.course.node_parts import MissingBrackets, PartsReader
from treeexplorer.course.typed_parts import (
    NUMBER_OF_NOTATION,
    PARTS,
    STRINGS_AND_COMMENTS,
    PartKind,
    claim_as_meant,
    count_open_brackets,
    format_claim_behind,
    format_part,
    has_sign,
    join_parts,
    remove_v,
    window_as_meant,
)
from treeexplorer.course.typing_remarks import (
    BEHIND_NODE,
    DOTS_OF_NOTATION,
    SPACE_OR_COMMENT,
    WORDS_FOR_SLASH,
    TypedCursor,
    TypedPiece,
    TypingRemarks,
    collect_siblings_from,
    format_typed_value,
)
from treeexplorer.tree import CHANCE_ROLE, GameTree

_OPENING_BRACKET: Final = re.compile(r"\[")
_CLOSING_BRACKET: Final = re.compile(r"\]")
_CLOSING_BRACKETS: Final = re.compile(r"\](?:\s*\])*")
_COMMENT: Final = re.compile(r"#[^\n]*")
_BETWEEN_NODES: Final = re.compile(r"(?:[\s,;]+|#[^\n]*)+")
_BAR: Final = re.compile(r"\|+")
_GROUP_OF_LEAVES: Final = re.compile(r"\[([^\[\]]*)\]")
_BAR_AT_END: Final = re.compile(r"\|+\s*(?=\])")
_SLASHES_OR_SCISSORS: Final = r"[/\\]{2,}(?=\s|\])|✂\ufe0f?(?=\s)"
_CUT_LINE: Final = re.compile(rf"\|+(?:\s*\|+)*|{_SLASHES_OR_SCISSORS}")
"""A line across the edges to all further children, as between the leaves of ``[2 | 4 6]``."""
_CUT_LINE_BUT_BAR: Final = re.compile(rf"\|{{2,}}|{_SLASHES_OR_SCISSORS}")
"""Such a line where a single bar only separates leaves, as in ``[2 | 4 || 6]``."""
_NO_CUT_LINE: Final = re.compile(r"(?!)")
"""A pattern that matches nothing, where no line prunes."""
_WORDS_IN_PARENTHESES: Final = re.compile(r"\([^()\[\]\n]*\)")
_LEAF: Final = re.compile(r"[^\s\[\](),;#/|]+(?:/\d+)?")
_LEAF_BEHIND_SLASH: Final = re.compile(r"[^\s\[\](),;#/|]+")
_VALUE_OF_LEAF: Final = re.compile(rf"{NUMBER_OF_NOTATION}|\?|[^\W\d][\w']*")
_NUMBER_WITH_COMMA: Final = re.compile(r"[-+−]?\d+,\d+(?![\w.])")
_END_OF_CHILDREN: Final = re.compile(r"(?P<dots>(?:(?:/\s*)?(?:\.\.\.|…)\s*)?)(?=\])")
_PRUNED_IN_WORDS: Final = rf"\s*\({WORDS_FOR_SLASH}\)"
"""What may stand behind a leaf in place of a slash before it."""
_DOTS_AS_TYPED: Final = re.compile(
    rf"(?:[/\\]|[xX](?=\s*[.…]))?\s*(?:\.{{2,}}|…)(?:\s*/|{_PRUNED_IN_WORDS})?(?=\s*\])"
    r"|[/\\](?=\s*\])"
)
"""Dots as people type them where the key has some, or the slash alone that means them."""
_ONLY_DOTS: Final = re.compile(r"\s*(?:\.+|…)")
_UP_TO_CLOSING_BRACKET: Final = re.compile(r"(?:\([^()\[\]\n]*\)|[xX](?=\s*[.…])|[^\[\]()\w])*\]")
"""A closing bracket, with words in parentheses, dots and other signs before it or none."""
_SLASH_BEHIND: Final = re.compile(rf"(?:[/\\xX]|{_PRUNED_IN_WORDS}){BEHIND_NODE}", re.IGNORECASE)
_TEXT_BEHIND_TREE: Final = re.compile(r"(?![\s\d.,;−-]*\Z)[^\[\]{}]+\Z")
"""What has no brackets, and more than numbers: these may be further children."""
_WINDOW: Final = r"\([^()\[\]\n]*\)"
_CLAIM_OR_NONE: Final = rf"(?:\s*{PARTS['claim'].pattern})?"
_WINDOW_BEHIND: Final = re.compile(
    rf"{_WINDOW}(?={_CLAIM_OR_NONE}{BEHIND_NODE})"
    rf"|\s*{_WINDOW}(?={_CLAIM_OR_NONE}\s*(?:#[^\n]*\s*)*(?:[\],;]|\Z))"
)
"""A window behind a bracket or value: it touches that, or nothing follows that it could be of."""
_LEAVES_UP_TO_WORD: Final = rf"\s+(?!{WORDS_FOR_SLASH})[^\[\],;]*\s{WORDS_FOR_SLASH}\s*\]"
_STRIKES: Final = "\u0335\u0336\u0337\u0338\u20d2\u20e5"
"""Characters that strike out the one before them."""
_MARKS: Final = r"[*^!†‡°']*"
"""What people put beside a leaf; it may mean anything."""
_LEAVES_IN_BRACKETS: Final = re.compile(
    rf"(?P<slash>/?)\s*[\[({{](?P<before>\s*{WORDS_FOR_SLASH}\s*:?\s)?(?P<leaves>[^()\[\]{{}}\n]+?)"
    rf"(?P<behind>:?\s+(?:(?:is|are|all)\s+)*{WORDS_FOR_SLASH}\s*)?[\])}}]",
    re.IGNORECASE,
)
"""What may be leaves in brackets of their own, with a slash or a word that says they are pruned."""
_REST_IS_PRUNED: Final = re.compile(
    rf"\(?\s*(?:(?:the|all|der)\s+)*(?:rest|others?|remaining(?:\s+\w+)?)\s*[:,]?\s+"
    rf"(?:(?:is|are|all)\s+)*{WORDS_FOR_SLASH}\s*\)?(?=\s*\])",
    re.IGNORECASE,
)
"""Words for all children that follow: ``(rest pruned)``."""
_WORD_FOR_SLASH_ALONE: Final = re.compile(
    rf"(?:x|{WORDS_FOR_SLASH})(?=\s+[^\s,;\]:])(?!\s*:)", re.IGNORECASE
)
_LEAF_WITHOUT_MARK: Final = rf"(?!(?:x|{WORDS_FOR_SLASH})(?:[ \t]|:))[^\s\[\](),;/|]+[ \t]+"
_TWO_LEAVES_BEFORE: Final = re.compile(
    rf"(?:\A|[\[\s,;]){_LEAF_WITHOUT_MARK}{_LEAF_WITHOUT_MARK}\Z", re.IGNORECASE
)
"""Two leaves without a mark on the line of what stands behind them, as before ``pruned 6``."""


class ReadText(NamedTuple):
    """A hand-in's tree that was read beside the key's.

    Attributes:
        text: The text as the notation writes it; everything is on the line where it was typed.
        remarks: Sentences on what was typed otherwise, and on what was left out.
    """

    text: str
    remarks: list[str]


def read_beside(
    text: str, key: GameTree, *, lacks_nodes: bool = False, has_cut_lines: bool = True
) -> ReadText | None:
    """Return a hand-in's text as the notation writes it, with remarks on what was typed otherwise.

    The text is read along the key's tree, which tells what comes next. So much can be understood
    that the notation itself refuses, such as ``=< 2`` for ``<=2``.

    Args:
        text: What was typed.
        key: The key's tree.
        lacks_nodes: Whether the last children of a node may be missing, as where somebody leaves
            out what is pruned. If not, a tree without them is another tree.
        has_cut_lines: Whether ``2 | 4 6`` says that all behind the line is pruned. It does not in a
            search that takes the last child first.

    Returns:
        ``None`` if the text has another shape than the key's tree.
    """
    reader = _Reader(text, key, lacks_nodes=lacks_nodes, has_cut_lines=has_cut_lines)
    try:
        reader.read()
    except _OtherShapeError:
        return None
    return ReadText(reader.output.to_text(), reader.remarks.to_sentences())


class _OtherShapeError(Exception):
    """The text does not have the shape of the key's tree."""


# -- what a reader works with ----------------------------------------------------------------------


class _Output:
    """The tree as the notation writes it, so far as it is read.

    A part may be added to a node after its bracket was written: when ``A:[2 4]`` is written and
    ``<=2`` is read behind it, the text becomes ``A:<=2[2 4]``.
    """

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._parts: dict[int, dict[PartKind, str]] = {}
        self._piece_of_opening: dict[int, int] = {}

    def append(self, text: str) -> None:
        """Write a text behind what is written."""
        self._pieces.append(text)

    def open_node(self, node: int, parts: Mapping[PartKind, str]) -> None:
        """Write the parts of a node with children, and its opening bracket: ``A:<=2[``."""
        self._piece_of_opening[node] = len(self._pieces)
        self._parts[node] = dict(parts)
        self._pieces.append(_format_opening(parts))

    def has_part(self, node: int, kind: PartKind) -> bool:
        """Tell whether a node with children has a part of a kind."""
        return kind in self._parts[node]

    def add_part(self, node: int, kind: PartKind, text: str) -> None:
        """Add a part to a node that was opened: ``A:[`` becomes ``A:<=2[`` where it is written."""
        self._parts[node][kind] = text
        self._pieces[self._piece_of_opening[node]] = _format_opening(self._parts[node])

    def is_at_start_of_children(self) -> bool:
        """Tell whether a bracket was written last, or nothing at all."""
        return not self._pieces or self._pieces[-1].endswith("[")

    def to_text(self) -> str:
        """Return all that is written."""
        return "".join(self._pieces)


@dataclass(frozen=True, slots=True)
class _ClaimBehindBracket:
    """A value or bound that stands behind a closing bracket.

    Attributes:
        text: What is typed.
        end: The position where it ends.
        touches_bracket: Whether no space stands before it.
        touches_next: Whether no space stands behind it.
        bracket_follows: Whether an opening bracket or parenthesis comes next.
        is_behind_root: Whether the bracket closes the root, behind which there is no leaf.
    """

    text: str
    end: int
    touches_bracket: bool
    touches_next: bool
    bracket_follows: bool
    is_behind_root: bool

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
        ``[2 4] 3``               neither: without a sign it is the next leaf, but
                                  behind the root there is none
        ========================  =====================================================
        """
        if self.bracket_follows:
            return self.touches_bracket and not self.touches_next
        return self.touches_bracket or has_sign(self.text) or self.is_behind_root


# -- the reader ------------------------------------------------------------------------------------


class _Reader:
    """Reads a text node by node, in the drawing order of the key's tree.

    The verb of a method says what becomes of the text: ``_read_…`` moves the cursor past what is
    read, and writes what it means; ``_match_…`` moves the cursor, and returns what is read;
    ``_skip_…`` leaves out what is read, with a remark; ``_peek_…`` leaves the cursor where it is.
    Where one finds nothing, it leaves the cursor where it was. A node is always one of the key's
    tree: the one that is due where the cursor stands.

    Attributes:
        output: What was read, as the notation writes it.
        remarks: What is said of the text: what was typed otherwise, and what was left out.
    """

    def __init__(self, text: str, key: GameTree, *, lacks_nodes: bool, has_cut_lines: bool) -> None:
        """Prepare to read a hand-in's text of a tree.

        Args:
            text: What was typed.
            key: The key's tree, which tells what comes next: a leaf or a node with children.
            lacks_nodes: Whether the last children of a node may be missing.
            has_cut_lines: Whether a line between two children prunes those behind it.
        """
        self.output = _Output()
        self.remarks = TypingRemarks(text, key)
        self._key = key
        self._lacks_nodes = lacks_nodes
        self._cut_line = _choose_cut_line(text, has_cut_lines=has_cut_lines)
        self._first_behind_cut_line: dict[int, int] = {}  # by the node whose children they are
        self._marks_without_value: dict[int, TypedPiece] = {}  # by the leaf in whose place they are
        self._cursor = TypedCursor(text)
        self._missing_brackets = MissingBrackets(_count_missing_closing_brackets(text))
        self._parts_reader = PartsReader(self._cursor, key, self.remarks, self._missing_brackets)

    def read(self) -> None:
        """Read the whole text: the nodes of the key's tree in drawing order, then nothing more.

        Each step begins where the one before it has left the cursor. ``[[1 2] 3]`` is read so:

        ======  ==========================================================
        text    step
        ======  ==========================================================
        ``[``   the root, up to its bracket
        ``[``   its first child, up to its bracket
        ``1``   a leaf; no node ends with it
        `` 2``  a space, a leaf; behind it the ``]`` of the first child
        `` 3``  a space, a leaf; behind it the ``]`` of the root
        ======  ==========================================================

        Raises:
            _OtherShapeError: There is a node too many, or the first child of a node is missing.
        """
        node = 0
        while node < len(self._key):
            self._copy_separators()
            self._read_cut_line(node)
            next_node = self._read_node(node)
            for ancestor in self._key.ancestors(node):  # the lowest one first
                if self._key.end[ancestor] != next_node:
                    break  # it has further nodes, and so have all ancestors above it
                self._read_closing_bracket(ancestor)
            node = next_node

        self._copy_separators()
        self._skip_words_in_parentheses()
        self._skip_needless_brackets()
        self._skip_text_behind_tree()
        if not self._cursor.is_at_end():
            raise _OtherShapeError

    def _read_node(self, node: int) -> int:
        """Read a node up to its opening bracket, or a whole leaf; return the node to be read next.

        Mostly that is ``node + 1``, its first child or what follows a leaf. It is a later one where
        several nodes are read at once.
        """
        node_behind_rest = self._read_pruned_rest(node)
        if node_behind_rest is not None:
            return node_behind_rest
        if self._lacks_nodes:
            node_behind_missing = self._fill_in_missing_siblings(node)
            if node_behind_missing is not None:
                return node_behind_missing

        self._skip_word_between_leaves(node)
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

    def _read_pruned_rest(self, node: int) -> int | None:
        """Read words such as ``(rest pruned)`` for a node and its siblings behind it.

        Return the node behind these; ``None`` where no such words stand, or at a first child.
        """
        if self._is_first_child(node):
            return None
        start = self._cursor.position
        if self._cursor.take(_REST_IS_PRUNED) is None:
            return None
        rest = collect_siblings_from(self._key, node)
        self.remarks.add_slashes(self._cursor.since(start), rest)
        self.output.append(self._build_blanks(rest, before_each="/"))
        return self._key.end[self._key.parent[node]]

    def _skip_word_between_leaves(self, node: int) -> None:
        """Leave out a word that may belong to the leaf before it, or to the node behind it.

        ===========================  ==================================
        text                         pruned
        ===========================  ==================================
        ``[2 pruned 4 6]``           4: no search prunes the first leaf
        ``[2 4, pruned 6]``          6
        ``[2 pruned 4 pruned 6]``    4 and 6
        ``[2 4 pruned 6]``           4 or 6: the word is left out
        ===========================  ==================================
        """
        if self._is_first_child(node):
            return
        text_before = self._cursor.text[: self._cursor.position]
        if _TWO_LEAVES_BEFORE.search(text_before) is None:
            return
        start = self._cursor.position
        if self._cursor.take(_WORD_FOR_SLASH_ALONE) is None:
            return
        self.remarks.add_left_out(
            self._cursor.since(start),
            "it may belong to what stands before it or behind it; a slash before a branch says that"
            " it is pruned",
        )
        self._copy_separators()

    def _is_first_child(self, node: int) -> bool:
        """Tell whether a node is the first child: in drawing order it comes behind its parent."""
        return self._key.parent[node] == node - 1

    def _copy_separators(self) -> None:
        """Copy the spaces and commas that stand between two nodes, or write one space.

        A space is written where two nodes touch: the ``]2`` of ``[3 12]2`` becomes ``] 2``.
        Semicolons become commas. Comments are left out, but the ends of their lines are copied, so
        that everything stays on its line.
        """
        separators = self._cursor.take(_BETWEEN_NODES)
        if separators is not None:
            without_comments = _COMMENT.sub("", separators[0])
            self.output.append(without_comments.replace(";", ","))
            return

        # No space is needed at the ends of the text and inside of brackets: `[3 12]`.
        is_first = self.output.is_at_start_of_children()
        is_last = self._cursor.is_at_end() or self._cursor.sees("]")
        if not is_first and not is_last:
            self.output.append(" ")

    def _read_cut_line(self, node: int) -> None:
        """Read a line before a node, which prunes this node and its siblings behind it, if it does.

        ===========================  ======================================================
        text                         meaning
        ===========================  ======================================================
        ``2 | 4 6``, ``2 // 4 6``    ``2 /4 /6``; and so with ✂
        ``2 | 4 | 6`` at all nodes   nothing: the bars separate the leaves
        ``| 2 4 6``                  nothing: no search prunes a first child
        ===========================  ======================================================

        A line that means nothing is left out, with a remark. Behind a line that prunes, the cursor
        stands at the node.
        """
        start = self._cursor.position
        if self._cursor.take(self._cut_line) is not None:
            is_before_further_child = not self._key.is_root(node) and not self._is_first_child(node)
            prunes = is_before_further_child
        elif self._cursor.take(_BAR) is not None:
            prunes = False
        else:
            return

        line = self._cursor.since(start)
        self._cursor.take(SPACE_OR_COMMENT)
        if prunes:
            self._prune_from(node, line)
        else:
            self.remarks.add_left_out(line, "a slash before each branch says that it is pruned")

    def _prune_from(self, node: int, line: TypedPiece) -> None:
        """Note that a line prunes a node and its siblings behind it, unless one before it does."""
        parent = self._key.parent[node]
        if parent in self._first_behind_cut_line:
            return
        self._first_behind_cut_line[parent] = node
        self.remarks.add_slashes(line, collect_siblings_from(self._key, node))

    def _is_behind_cut_line(self, node: int) -> bool:
        """Tell whether a line stands before a node or before one of its siblings before it."""
        if self._key.is_root(node):
            return False
        first = self._first_behind_cut_line.get(self._key.parent[node])
        return first is not None and node >= first

    def _add_slash_behind_cut_line(
        self, parts: Mapping[PartKind, str], node: int
    ) -> dict[PartKind, str]:
        """Return the parts of a node with a slash if it stands behind a line that prunes it."""
        if self._is_behind_cut_line(node):
            return {**parts, "slash": "/"}
        return dict(parts)

    def _skip_words_in_parentheses(self) -> None:
        """Leave out words such as ``(pruned)`` at the end of some children."""
        start = self._cursor.position
        while self._cursor.take(_WORDS_IN_PARENTHESES) is not None:
            self.remarks.add_left_out(self._cursor.since(start), "it is no value, bound or window")
            self._copy_separators()
            start = self._cursor.position

    def _skip_needless_brackets(self) -> None:
        """Leave out brackets behind the whole tree that close nothing."""
        start = self._cursor.position
        if self._cursor.take(_CLOSING_BRACKETS) is not None:
            self.remarks.add_left_out(self._cursor.since(start), "the tree is closed already")
            self._copy_separators()

    def _skip_text_behind_tree(self) -> None:
        """Leave out what stands behind the whole tree and is no further child, such as ``β=∞``."""
        start = self._cursor.position
        if self._cursor.take(_TEXT_BEHIND_TREE) is not None:
            self.remarks.add_left_out(self._cursor.since(start), "it is no value, bound or window")

    # -- nodes that are missing ----------------------------------------------------------------

    def _fill_in_missing_siblings(self, node: int) -> int | None:
        """Write ``?`` for a node and its siblings behind it, if their parent ends here already.

        If the key's children are 3, 5 and 8, and the 8 is due, then

        - ``3 5]`` and ``3 5 ...]`` become ``3 5 ?]``, with the remark that it is missing;
        - ``3 5 /...]`` becomes ``3 5 /?]``, with the remark that the dots are read as a slash;
        - ``3 | 5]`` becomes ``3 /5 /?]``: the line prunes what is missing, too;
        - ``3 x]`` becomes ``3 /? /?]``: the only mark stands for all that follows.

        The dots are read, and the closing bracket is not. Return the node behind the siblings;
        ``None`` if the parent does not end here: then nothing is read. A first child is never
        missing: without it the parent would be a leaf.
        """
        if self._is_first_child(node):
            return None
        start = self._cursor.position
        end_of_children = self._cursor.take(_END_OF_CHILDREN)
        if end_of_children is None:
            return None

        missing = collect_siblings_from(self._key, node)
        pruning_sign = self._find_mark_for_rest(node)
        if pruning_sign is None and end_of_children["dots"].startswith("/"):
            pruning_sign = self._cursor.since(start)
        is_behind_cut_line = self._is_behind_cut_line(node)  # which has its remark already
        if not is_behind_cut_line:
            self._remark_missing(missing, pruning_sign, start)

        is_pruned = is_behind_cut_line or pruning_sign is not None
        blanks = self._build_blanks(missing, before_each="/" if is_pruned else "")
        self.output.append(f" {blanks}")
        parent = self._key.parent[node]
        return self._key.end[parent]

    def _remark_missing(
        self, missing: Sequence[int], pruning_sign: TypedPiece | None, position: int
    ) -> None:
        """Say that nodes are missing at a position; or, by the sign that says so, pruned."""
        if pruning_sign is None:
            self.remarks.add_missing(position, missing)
        else:
            self.remarks.add_slashes(pruning_sign, missing)

    def _find_mark_for_rest(self, node: int) -> TypedPiece | None:
        """Find a mark in the place of the leaf before a missing node, if it is the only one there.

        Of ``[2 x x]`` with a third leaf missing it is not sure what the marks stand for: ``None``.
        """
        marks = self._marks_without_value
        if node - 1 not in marks or node - 2 in marks:
            return None
        return marks[node - 1]

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

        ===============  =============  ===============================================
        typed            becomes        because
        ===============  =============  ===============================================
        ``[2 (4) (6)]``  ``[2 4 6]``
        ``[2 /[4 6]]``   ``[2 /4 /6]``  the slash before the brackets is that of each leaf
        ``[2 (4 //6)]``  ``[2 4 /6]``   that within them is of its leaf alone
        ===============  =============  ===============================================

        If there are no such brackets, or other leaves in them than the key's, return ``None`` and
        read nothing.
        """
        brackets = self._cursor.peek(_LEAVES_IN_BRACKETS)
        if brackets is None:
            return None
        typed_leaves = re.findall(r"[^\s,;]+", brackets["leaves"])
        key_leaves = collect_siblings_from(self._key, leaf)[: len(typed_leaves)]
        key_values = [format_typed_value(self._key, key_leaf) for key_leaf in key_leaves]
        typed_values = [typed_leaf.lstrip("/") for typed_leaf in typed_leaves]
        if not typed_leaves or typed_values != key_values:
            return None

        is_said_in_words = brackets["before"] is not None or brackets["behind"] is not None
        has_slash = brackets["slash"] != "" or is_said_in_words
        are_all_pruned = has_slash or self._is_behind_cut_line(leaf)
        leaves_text = _format_leaves(typed_leaves, are_all_pruned=are_all_pruned)
        self._cursor.position = brackets.end()
        parent = self._key.parent[leaf]
        self.remarks.add_slip("brackets", TypedPiece.of(brackets), leaves_text, parent)
        self.output.append(leaves_text)
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
        if leaf_text is not None:
            self._marks_without_value[leaf] = self._cursor.since(start)
        else:
            leaf_text = self._match_struck_value(leaf)
        if leaf_text is None:
            return False

        self.remarks.add_slip("slash", self._cursor.since(start), "a slash", leaf)
        self.output.append(leaf_text)
        return True

    def _match_cross_for_leaf(self, leaf: int) -> str | None:
        """Match an ``x`` in the place of a leaf, and return ``/?``; ``None`` if there is none.

        A dash or a word such as ``pruned`` says the same. In ``x 4``, where 4 is the leaf's value,
        the ``x`` is a slash before it: no match.
        """
        value = re.escape(format_typed_value(self._key, leaf))
        leaf_follows = rf"\s*{value}{BEHIND_NODE}"
        cross = re.compile(
            rf"(?:x|[-–—]|{WORDS_FOR_SLASH}){BEHIND_NODE}(?!{leaf_follows})", re.IGNORECASE
        )
        if self._cursor.take(cross) is None:
            return None
        return "/?"

    def _match_struck_value(self, leaf: int) -> str | None:
        """Match the value of the key's leaf with a mark for pruned, and return it as ``/A:4``.

        The spellings are those of :func:`_compile_struck_leaf`: ``A: 4/``, ``~~4~~``. Another value
        than the key's is no match.
        """
        value = format_typed_value(self._key, leaf)
        struck_leaf = _compile_struck_leaf(value, self._key.names.get(leaf))
        # No search prunes a first leaf: `[2 pruned]`, with leaves missing, says it of these.
        has_word_at_end = self._cursor.peek(_compile_word_at_end(value)) is not None
        if has_word_at_end and self._lacks_nodes and self._is_first_child(leaf):
            return None
        match = self._cursor.take(struck_leaf)
        if match is None:
            return None
        name_with_colon = "".join(match["name"].split())
        return f"/{name_with_colon}{value}"

    def _read_leaf(self, leaf: int) -> None:
        """Read a leaf and write it as the notation does: its parts, and then its value.

        ================  ============  ===================================================
        typed             becomes       because
        ================  ============  ===================================================
        ``/ A: 2,5``      ``/A:2.5``    nothing else stands between the parts and the value
        ``/`` of ``/ ]``  ``/?``        the leaf ends behind its slash; that has a remark
        ================  ============  ===================================================

        Raises:
            _OtherShapeError: Neither a value nor a slash stands where the leaf is due.
        """
        start = self._cursor.position
        parts = self._parts_reader.read(leaf)
        has_slash = "slash" in parts
        # The cursor stands behind the parts: at the value, or where the next sibling or the end is.
        is_slash_alone = has_slash and self._cursor.sees("]", "/", ",")
        if is_slash_alone:
            self._marks_without_value[leaf] = self._cursor.since(start)
            value = "?"
            self.remarks.add_slip("slash", self._cursor.since(start), "a slash", leaf)
        else:
            value = self._read_value(leaf, has_slash=has_slash)
        parts_text = join_parts(self._add_slash_behind_cut_line(parts, leaf))
        self.output.append(f"{parts_text}{value}")

    def _read_value(self, leaf: int, *, has_slash: bool) -> str:
        """Read what stands in the place of a leaf's value; return the value as the notation has it.

        Raises:
            _OtherShapeError: Nothing stands there.
        """
        typed = self._match_value(leaf, has_slash=has_slash)
        if typed is None:
            raise _OtherShapeError
        return self._interpret_value(typed[0], TypedPiece.of(typed), leaf)

    def _interpret_value(self, typed: str, piece: TypedPiece, leaf: int) -> str:
        """Return what was typed for a leaf's value as a value of the notation.

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
        key_value = format_typed_value(self._key, leaf)
        if _has_marks_around(typed, key_value):
            self.remarks.add_left_out(
                piece, "its mark may mean anything; a slash before it means pruned"
            )
            return key_value

        value = typed.replace(",", ".")
        is_value = _VALUE_OF_LEAF.fullmatch(value) is not None
        if not is_value:
            self.remarks.add_left_out(piece, "it is no value")
            return "?"

        had_decimal_comma = value != typed
        if had_decimal_comma:
            self.remarks.add_slip("comma", piece, value, leaf)
        return value

    def _match_value(self, leaf: int, *, has_slash: bool) -> re.Match[str] | None:
        """Match what stands in the place of a leaf's value; ``None`` if nothing does.

        The key's leaf tells how far it goes:

        =========  ================  =======================================================
        text       the key's leaf    matched
        =========  ================  =======================================================
        ``2,5``    no whole number   ``2,5``: the comma is a decimal one
        ``2,5``    a whole number    ``2``: the comma stands before the next leaf
        ``/4/6``   a whole number    behind the first slash ``4``: the second is the next leaf's
        ``/1/2``   no whole number   behind the first slash ``1/2``: the second is the fraction's
        =========  ================  =======================================================
        """
        if self._has_fraction(leaf):
            number = self._cursor.take(_NUMBER_WITH_COMMA)
            return self._cursor.take(_LEAF) if number is None else number
        if has_slash:
            return self._cursor.take(_LEAF_BEHIND_SLASH)
        return self._cursor.take(_LEAF)

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
        label = self._key.labels.label(node)
        is_behind_cut_line = self._is_behind_cut_line(node)
        branch = _compile_slash_for_branch(label, needs_slash=not is_behind_cut_line)
        if self._cursor.take(branch) is None:
            return False
        if not is_behind_cut_line:
            self.remarks.add_slip("slash", self._cursor.since(start), "a slash", node)
        self.output.append(self._build_blanks([node], before_each="/"))
        return True

    def _read_opening_bracket(self, node: int) -> None:
        """Read a node up to its opening bracket, and write it: ``A: <=2 [`` becomes ``A:<=2[``.

        Raises:
            _OtherShapeError: No bracket stands where the node's children are due.
        """
        parts = self._parts_reader.read(node)
        if self._cursor.take(_OPENING_BRACKET) is None:
            raise _OtherShapeError
        parts = self._add_slash_behind_cut_line(parts, node)
        # The notation demands the word at a chance node; beside the key it may be missing.
        if self._key.roles[node] == CHANCE_ROLE and "player" not in parts:
            parts["player"] = "chance"

        self.output.open_node(node, parts)

    # -- the end of a node's children ----------------------------------------------------------

    def _read_closing_bracket(self, node: int) -> None:
        """Read a node's closing bracket, what may stand before it, and the node's parts behind it.

        All of that is optional but the bracket. Behind the last child of its parent, for example,
        ``(maybe) ...]/ <=2(3,9)`` is read in these steps, each from where the one before it ends:

        ===========  ==============================================================
        ``(maybe)``  is left out, with a remark
        ``...``      stands for children that are not drawn
        ``]``        closes the node
        ``/``        is the slash before the node, in the notation
        ``<=2``      is the node's bound, if it has none before its children
        ``(3,9)``    is the node's window, if it has none before its children
        ===========  ==============================================================

        A bar right before the bracket, ``|]``, says nothing.

        If the bracket is missing, it is written here, and nothing else is read.

        Raises:
            _OtherShapeError: There are more children than in the key.
        """
        self._copy_separators()
        self._cursor.take(_BAR_AT_END)
        is_bracket_missing = self._cursor.peek(_UP_TO_CLOSING_BRACKET) is None
        if is_bracket_missing:
            self._add_missing_bracket(node)
            return

        self._skip_words_in_parentheses()
        self._read_dots(node)
        bracket_position = self._cursor.position
        if self._cursor.take(_CLOSING_BRACKET) is None:
            raise _OtherShapeError
        self.output.append("]")

        self._read_slash_behind(node, bracket_position)
        self._read_window_behind(node)
        self._read_claim_behind(node, bracket_position)
        self._read_window_behind(node)

    def _add_missing_bracket(self, node: int) -> None:
        """Close a node without a bracket, if the text has fewer ``]`` than ``[``.

        In ``3[3[3 12 2[2 4]]`` one is missing. The key's tree tells where: behind the 12, since its
        node has no third child.

        Raises:
            _OtherShapeError: No bracket is missing: there are more children than in the key.
        """
        if self._missing_brackets.count == 0:
            raise _OtherShapeError
        self._missing_brackets.count -= 1
        self.output.append("]")
        self.remarks.add_missing_bracket(self._cursor.position, node)

    def _read_slash_behind(self, node: int, bracket_position: int) -> None:
        """Read a slash behind the closing bracket of a node: ``[4 5]/`` becomes ``/[4 5]``.

        The bracket, at its position, is quoted in the remark: ``“]/” is read as a slash``.
        """
        if self._key.is_root(node) or self._cursor.take(_SLASH_BEHIND) is None:
            return
        self.output.add_part(node, "slash", "/")
        self.remarks.add_slip("slash", self._cursor.since(bracket_position), "a slash", node)

    def _read_claim_behind(self, node: int, bracket_position: int) -> None:
        """Read a value or bound behind a closed node: ``[2 4]<=2`` becomes ``<=2[2 4]``.

        Behind a node that has one already, a number belongs to what comes next. The bracket, at its
        position, is quoted in the remark: ``“]<=2” is read as ≤ 2``.
        """
        if self.output.has_part(node, "claim"):
            return
        claim = self._match_claim_of_closed_node(node)
        if claim is None:
            return
        self.output.add_part(node, "claim", claim)
        meaning = format_part("claim", claim)
        self.remarks.add_slip(
            "claim behind bracket", self._cursor.since(bracket_position), meaning, node
        )

    def _read_window_behind(self, node: int) -> None:
        """Read a window that touches what it stands behind: ``[4 5]4(3,9)``.

        It becomes the closed node's, ``(3,9)=4[4 5]``, if that has no window before its bracket.
        """
        if self.output.has_part(node, "window"):
            return
        typed = self._cursor.peek(_WINDOW_BEHIND)
        if typed is None:
            return
        window = window_as_meant(typed[0].strip())
        if window is None:
            return
        self._cursor.position = typed.end()
        self.output.add_part(node, "window", window)
        self.remarks.add_slip(
            "window", self._cursor.since(typed.start()), format_part("window", window), node
        )

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
        pattern = _DOTS_AS_TYPED if node in self._key.elided else DOTS_OF_NOTATION
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
            self.remarks.add_slip("space", self._cursor.since(start), meaning, node)
        self.output.append(dots)
        self._copy_separators()

    def _match_claim_of_closed_node(self, node: int) -> str | None:
        """Match a claim behind the closing bracket of a node, if it belongs to that node.

        Returns:
            The claim as the notation writes it; ``None`` if it is of another node, or there is
            none. Then nothing is read.
        """
        claim = self._peek_claim_behind_bracket(node)
        if claim is None or not claim.is_of_closed_node:
            return None
        # The spaces behind it are left: they stand between two nodes.
        self._cursor.position = claim.end
        return claim_as_meant(claim.text)

    def _peek_claim_behind_bracket(self, node: int) -> _ClaimBehindBracket | None:
        """Return the claim behind a node's bracket, with what stands beside it; read nothing.

        What stands beside it tells whose claim it is. ``None`` if no claim stands here, with or
        without a space before it.
        """
        ahead = self._cursor.copy()
        has_space_before = ahead.take(SPACE_OR_COMMENT) is not None
        claim = ahead.take(PARTS["claim"])
        if claim is None:
            return None
        # A window that touches it belongs to the same node.
        ahead.take(_WINDOW_BEHIND)
        has_space_behind = ahead.take(SPACE_OR_COMMENT) is not None
        return _ClaimBehindBracket(
            text=remove_v(claim[0]),
            end=claim.end(),
            touches_bracket=not has_space_before,
            touches_next=not has_space_behind,
            bracket_follows=ahead.sees("[", "("),
            is_behind_root=self._key.is_root(node),
        )


def _choose_cut_line(text: str, *, has_cut_lines: bool) -> re.Pattern[str]:
    """Choose the pattern of a line that prunes what stands behind it, by the whole text.

    >>> _choose_cut_line("[[3 12 8] [2 | 4 6]]", has_cut_lines=True) is _CUT_LINE
    True
    >>> _choose_cut_line("[[3 | 12] [2 | 4]]", has_cut_lines=True) is _CUT_LINE_BUT_BAR
    True
    """
    if not has_cut_lines:
        return _NO_CUT_LINE
    return _CUT_LINE_BUT_BAR if _do_bars_separate_all_leaves(text) else _CUT_LINE


def _do_bars_separate_all_leaves(text: str) -> bool:
    """Tell whether bars stand between any two leaves of a text, as commas do in others.

    A node with one leaf has nothing to separate, and does not count.

    >>> _do_bars_separate_all_leaves("[[3 | 12] [2 | 4] [7]]")
    True
    >>> _do_bars_separate_all_leaves("[[3 | 12] [2 4]]"), _do_bars_separate_all_leaves("[[3] [7]]")
    (False, False)
    """
    bare_text = _WORDS_IN_PARENTHESES.sub("", STRINGS_AND_COMMENTS.sub("", text))
    groups = [group.strip(" ,;") for group in _GROUP_OF_LEAVES.findall(bare_text)]
    groups_of_several = [group for group in groups if re.search(r"[\s,;|]", group) is not None]
    return bool(groups_of_several) and all(map(_is_separated_by_bars, groups_of_several))


def _is_separated_by_bars(leaves: str) -> bool:
    """Tell whether bars stand between any two leaves: ``2 | 4 | 6``."""
    pieces = [re.split(r"[\s,;]+", piece.strip()) for piece in re.split(r"\|+", leaves)]
    return len(pieces) > 1 and all(len(piece) == 1 and piece[0] for piece in pieces)


def _format_leaves(typed_leaves: Iterable[str], *, are_all_pruned: bool) -> str:
    """Return leaves side by side, with a slash before those that are pruned.

    >>> _format_leaves(["4", "//6"], are_all_pruned=False)
    '4 /6'
    >>> _format_leaves(["4", "//6"], are_all_pruned=True)
    '/4 /6'
    """
    leaves: list[str] = []
    for typed_leaf in typed_leaves:
        value = typed_leaf.lstrip("/")
        is_pruned = are_all_pruned or typed_leaf.startswith("/")
        leaves.append(f"/{value}" if is_pruned else value)
    return " ".join(leaves)


def _format_opening(parts: Mapping[PartKind, str]) -> str:
    """Return how a node with children is written up to its bracket: ``A:(3,inf)<=2[``."""
    before_claim = join_parts(parts)
    claim = format_claim_behind(before_claim, parts.get("claim", ""))
    return f"{before_claim}{claim}["


def _compile_slash_for_branch(label: str, *, needs_slash: bool) -> re.Pattern[str]:
    r"""Return a pattern of a slash for a whole branch, with its label or without: ``/C``, ``\``.

    What may stand behind it is a colon (``/C:``) and then a next slash, a closing bracket, a comma
    or semicolon, or the end of the text. Behind a line such as ``|`` the label alone is enough.
    """
    if not needs_slash:
        return re.compile(rf"[/\\]*\s*{re.escape(label)}\s*:?(?=\s*(?:[/\\\],;]|$))")
    slash = r"[/\\]+"
    label_or_none = rf"(?:{re.escape(label)}\s*:?)?"
    before_next_node = r"(?=\s*(?:[/\\\],;]|$))"
    return re.compile(rf"{slash}\s*{label_or_none}{before_next_node}")


def _compile_struck_leaf(value: str, name: str | None) -> re.Pattern[str]:
    """Return a pattern of a leaf that is marked as pruned beside its value or on it.

    For a leaf of 4 it matches the following, with the leaf's name before it or without. Its group
    ``name`` is that name with the colon, or empty.

    ==============================  =======================================================
    text                            what marks the leaf
    ==============================  =======================================================
    ``4/``, ``4x``, ``4 (pruned)``  a sign behind it, or a word in parentheses
    ``4 pruned``, ``4 cut off``     a word behind it, if it is not the next leaf's
    ``✂4``                          scissors; with a blank they are a line before the 4
    ``~~4~~``, ``-4-``, ``--4--``   a line through it, as plain texts have it
    4 and U+0336 behind each digit  a line through each digit; or one sign before the value
    ==============================  =======================================================

    ``4 pruned 6`` is no match, as the word may be that of the 6: ``pruned 4 pruned 6``. Where the
    last leaf has its word behind it, so has each leaf: ``4 pruned 6 pruned``.
    """
    literal = re.escape(value)
    sign_behind = rf"{literal}(?:[/\\xX]|{_PRUNED_IN_WORDS})"
    is_own_word = rf"(?=\s*[,;\]]|{_LEAVES_UP_TO_WORD})"
    word_behind = rf"{literal}\s+{WORDS_FOR_SLASH}{is_own_word}"
    scissors = rf"✂\s*{literal}"
    line_through = rf"~~{literal}~~|--?{literal}--?"
    strike_before = rf"[{_STRIKES}]+{literal}"
    strike_on_each_digit = "".join(f"{re.escape(digit)}[{_STRIKES}]+" for digit in value)

    spellings = (
        sign_behind, word_behind, scissors, line_through, strike_before, strike_on_each_digit
    )  # fmt: skip
    any_spelling = "|".join(spellings)
    name_before = "" if name is None else rf"(?:{re.escape(name)}\s*:\s*)?"
    return re.compile(rf"(?P<name>{name_before})(?:{any_spelling}){BEHIND_NODE}", re.IGNORECASE)


def _compile_word_at_end(value: str) -> re.Pattern[str]:
    """Return a pattern of a leaf with a word for pruned behind it, before a closing bracket."""
    return re.compile(rf"{re.escape(value)}\s+{WORDS_FOR_SLASH}\s*\]", re.IGNORECASE)


def _count_missing_closing_brackets(text: str) -> int:
    """Count how many more ``[`` than ``]`` a text has, those in strings and comments apart."""
    bare_text = STRINGS_AND_COMMENTS.sub("", text)
    return max(0, count_open_brackets(bare_text))


def _has_marks_around(typed: str, value: str) -> bool:
    """Tell whether something typed is a value with marks before or behind it: ``4*`` of 4."""
    value_with_marks = rf"{_MARKS}{re.escape(value)}{_MARKS}"
    return typed != value and re.fullmatch(value_with_marks, typed) is not None
