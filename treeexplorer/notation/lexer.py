"""Cuts a document into the pieces of the grammar.

Lark's own lexer would make five pieces of ``A:max(3,inf)``; each costs more than the node is worth.
This one hands over the whole beginning of a node at once, with the groups of the regular expression
that found it, and swallows the blanks, commas and comments behind it. All expressions are put
together from the parts of a node and never go back into what they have found: no input makes them
go back more than one part of a node. A repeated group stands in an atomic group, ``(?>(?:…)*)``,
because Python before 3.11.5 gets possessive repetition of a group wrong.

Every piece costs about as much as the rest of what happens to a node, so siblings come together:
LEAVES is a run of LEAF. Most large trees are nothing but numbers in brackets, and nesting of a
bounded depth is regular: BRANCHES is a run of such numbers and brackets, up to seven deep. What it
stands for can be read without it as well, and becomes the same tree.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterator
from functools import cache
from math import log
from typing import Final

from treeexplorer.notation.spelling import IN_WORD, PLAIN_WORD, QUOTED, RESERVED_WORD
from treeexplorer.numbers import DECIMAL_PATTERN, NUMBER, NUMBER_OR_FRACTION

# Blanks within a line, as many as there are.
_SPACE: Final = r"[ \t\f\v\xa0\u2000-\u200a\u202f\u205f\u3000]"
_COMMENT: Final = r"#[^\n]*+"
_BLANK: Final = rf"(?:[\n \t]++|{_COMMENT}|{_SPACE}++)"
_BLANKS: Final = rf"(?>{_BLANK}*)"
_SEPARATOR: Final = rf"(?:(?>{_BLANK}+)(?>(?:,{_BLANKS})?)|,{_BLANKS})"

# The parts of a node. The reserved words can be names only in quotes, and are never unknowns.
_WORD: Final = rf"(?!{RESERVED_WORD}(?!{IN_WORD})){PLAIN_WORD}"
_PLAYER: Final = rf"(?:(?i:max|min|chance)(?!{IN_WORD})|[▲△▼▽○]){_SPACE}*+"
_END: Final = rf"{_SPACE}*+{NUMBER_OR_FRACTION}{_SPACE}*+"
_BLANK_END: Final = rf"{_SPACE}*+\?{_SPACE}*+"
_WINDOW: Final = rf"\((?:{_END},{_END}|{_BLANK_END},{_BLANK_END})\)"
_BEFORE: Final = (
    rf"(?>(?P<probability>(?:[0-9]++/[0-9]++|{DECIMAL_PATTERN})\*)?)(?>(?P<cut>/)?)"
    rf"(?>(?:(?P<name>{_WORD}|{QUOTED}):{_SPACE}*+)?)(?>(?P<player>{_PLAYER})?)"
    rf"(?>(?P<window>{_WINDOW})?)(?>(?P<estimate>~{NUMBER}(?=[=<>≤≥?\[]))?)"
)
_VALUE: Final = (
    r"(?P<integer>[+\-]?+[0-9]{1,15}+)(?![0-9.eE])"
    rf"|(?P<number>{NUMBER})|{_WORD}|\?"
)
_OPENING: Final = (
    rf"(?>(?P<claim>=?+\?|(?>(?:=|>=|<=|≥|≤)?){NUMBER_OR_FRACTION})?)(?P<OPEN>\[){_BLANKS}"
)
# No more digits than every double keeps.
_BARE_NUMBER: Final = r"[+\-]?+(?:[0-9]{1,8}+\.?+[0-9]{0,7}+|\.[0-9]{1,15}+)"

_CLOSES: Final = r"(?=\])"
_OPENS_OR_CLOSES: Final = r"(?=[\[\]])"
# What separates siblings in a run, " ", "," or " , ", if another number or bracket follows.
_GAP: Final = r"(?:,[ \n\t]*+|[ \n\t]++(?>(?:,[ \n\t]*+)?))(?=[0-9+\-.\[\]])"
# What stands behind a leaf: a separator, a closing bracket (a wrong one is a piece of its own), or
# the end of the text. "4[" is no leaf, but the beginning of a node with the claim 4.
_AFTER_LEAF: Final = rf"(?:{_SEPARATOR}|(?=[\])}}])|\Z)"
_AFTER_CLOSE: Final = rf"(?:{_SEPARATOR}|{_OPENS_OR_CLOSES}|\Z)"
_DIRECTIVE: Final = re.compile(r"@[^\n]*+")

# What stands between the brackets of a tree. A leaf and an opening bracket may begin with the same
# parts of a node, such as a name, so one expression finds either: 0.5*A:7 or 0.5*A:max[.
_LEAF_OR_OPEN: Final = rf"{_BEFORE}(?:(?P<LEAF>{_VALUE}){_AFTER_LEAF}|{_OPENING})"
_CLOSE: Final = rf"(?P<CLOSE>\]){_AFTER_CLOSE}"
_ELLIPSIS: Final = rf"(?P<ELLIPSIS>/?+(?:\.\.\.|…)){_AFTER_LEAF}"
_ANY_CHARACTER: Final = r"(?P<WRONG>.)"

# What bounds the memory that a piece takes, and the time until a report can be made: the leaves
# side by side; and of a run of brackets the numbers in a bracket, the items side by side, the
# depth.
_LONGEST_RUN: Final = 64
_MOST_NUMBERS: Final = 10_000
_MOST_SIBLINGS: Final = 1000
_MOST_LEVELS: Final = 7
_LEAVES_OF_RUN: Final = 20_000  # about; while a piece is being found nothing else is done
_SHORT: Final = 4_000  # characters, in a longer text runs of brackets are read as one piece
_SAMPLE: Final = 100_000  # characters
_REPORTED_EVERY: Final = 1024  # pieces


class Lexeme:
    """One piece of a document, as Lark wants it: its type, and the match or matches that found it.

    Within brackets the same few objects are used again and again: Lark is done with a piece before
    it asks for the next.

    Attributes:
        match: What found the piece.
        run: The leaves side by side of a piece LEAVES, each as what found it.
        start_pos: Where it begins.
        type: What the grammar calls it.
    """

    __slots__ = ("match", "run", "start_pos", "type")

    # What Lark asks of a token when it reports an error; the diagnosis finds the place itself.
    line = column = end_line = end_column = end_pos = None

    def __init__(self, type_: str, match: re.Match[str] | None = None) -> None:
        self.type = type_
        self.match: re.Match[str] = _NOTHING if match is None else match
        self.run: list[re.Match[str]] = []
        self.start_pos = self.match.start()


_NOTHING: Final[re.Match[str]] = re.compile("").match("")  # type: ignore[assignment]  # matches

# -- the expressions -------------------------------------------------------------------------------

_END_OF_LINE: Final = rf"{_SPACE}*+(?>(?:{_COMMENT})?)"
BETWEEN: Final = re.compile(rf"(?>(?:{_END_OF_LINE}\n)*){_SPACE}*+(?>(?:{_COMMENT}\Z)?)")
"""Blank lines and comments between trees, up to the next line's first character."""
LINE_END: Final = re.compile(rf"{_END_OF_LINE}(?:\n|\Z)")
"""What may stand behind a tree on its line, the newline included."""
SEPARATOR: Final = re.compile(rf"(?>(?:{_SEPARATOR})?)")
"""What separates siblings, if anything does."""
SPACE: Final = re.compile(rf"{_SPACE}*+")
"""Blanks on one line, if any."""


@cache
def inside(levels: int = 0) -> re.Pattern[str]:
    """Return the expression that finds a piece between brackets, with the separator behind it.

    A piece is a token for the parser, such as an opening bracket with what stands before it.

    Each alternative ends with the group of its kind, so that ``match.lastgroup`` is the kind of the
    piece that was found::

        BRANCHES   4 [1 2] 7         a run of numbers and brackets, if levels are given
        LEAF       A:7               groups of the node's parts, then LEAF
        OPEN       A:max(3,inf)~4=5[ groups of the node's parts, then OPEN
        CLOSE      ]
        ELLIPSIS   ... or /...
        WRONG      any other character

    The groups of a node's parts are ``probability``, ``cut``, ``name``, ``player``, ``window`` and
    ``estimate``; before OPEN there is ``claim``, too; within LEAF there is ``integer`` or
    ``number`` if it is one. A group without a part in the text is ``None``.

    Args:
        levels: How deep brackets may nest in a run that is one piece BRANCHES; with 0 every node is
            a piece of its own.

    Example:
        >>> match = inside().match("A:max(3,inf)~4=5[7]")
        >>> match.lastgroup, match["name"], match["player"], match["window"], match["claim"]
        ('OPEN', 'A', 'max', '(3,inf)', '=5')
    """
    # They are tried in this order, and the first that matches is taken: the number with which a run
    # begins is a leaf, too, and any piece begins with some character. Each ends with the group of
    # its kind (OPEN and LEAF are the two ends of one alternative, whose beginning they share).
    single_pieces = rf"{_LEAF_OR_OPEN}|{_CLOSE}|{_ELLIPSIS}|{_ANY_CHARACTER}"
    if levels == 0:
        return re.compile(single_pieces, re.DOTALL)
    run = rf"(?P<BRANCHES>{_build_run_pattern(levels)})"
    return re.compile(rf"{run}|{single_pieces}", re.DOTALL)


MADE_UP_LEAF: Final[re.Match[str]] = inside().match("0")  # type: ignore[assignment]  # a leaf
"""What stands for a child that is missing, where a text is wrong."""


# The parts of a run of numbers and brackets. Each takes along the gap behind it, which may be
# missing before "]", and between "]" and "[".
_NUMBER_OF_RUN: Final = rf"{_BARE_NUMBER}(?:{_GAP}|{_CLOSES})"
_OPENING_OF_RUN: Final = r"\[[ \n\t]*+"
_CLOSING_OF_RUN: Final = rf"\](?:{_GAP}|{_OPENS_OR_CLOSES})"


def _build_run_pattern(levels: int) -> str:
    """Build the regular expression for a run of numbers and brackets: ``3 [12 8] [2 4]``.

    Nesting of a bounded depth is regular. The expression is built from the inside out::

        numbers         12 8                      one or more, at most 10,000
        1 level         [12 8]                    brackets around numbers
        2 levels        [12 8], [[1 2] 3]         brackets around numbers and 1 level
        the run         3 [12 8] [[1 2] 3]        numbers and levels, at most 1,000 side by side

    Everything is repeated atomically, so that a bracket that holds something else, such as the x
    below, makes the run end before it, and is tried once. Comments and unusual blanks end a run,
    too: so it can be taken apart with ``str.split``.

    Args:
        levels: How deep brackets may nest, at least 1.

    Example:
        >>> run = re.compile(_build_run_pattern(levels=2))
        >>> run.match("3 [12 8] [[1 2] 3] [4 x]")[0]
        '3 [12 8] [[1 2] 3] '
    """
    numbers = _repeat_atomically(_NUMBER_OF_RUN, most=_MOST_NUMBERS)
    bracket = rf"{_OPENING_OF_RUN}{numbers}{_CLOSING_OF_RUN}"
    for _further_level in range(1, levels):
        numbers_and_brackets = _repeat_atomically(rf"{_NUMBER_OF_RUN}|{bracket}")
        bracket = rf"{_OPENING_OF_RUN}{numbers_and_brackets}{_CLOSING_OF_RUN}"
    return _repeat_atomically(rf"{_NUMBER_OF_RUN}|{bracket}", most=_MOST_SIBLINGS)


def _repeat_atomically(pattern: str, most: int | None = None) -> str:
    """Build the expression for one or more of a pattern, up to ``most`` of them if that is given.

    It keeps what it has found (``(?>…)``) and never tries again with fewer. So where a bracket
    turns out to hold something else, the attempts around it fail at once. With a plain ``+`` each
    level of brackets would try every shorter run again.
    """
    repeats = "+" if most is None else f"{{1,{most}}}"
    return rf"(?>(?:{pattern}){repeats})"


def _choose_nesting_of_runs(text: str) -> int:
    """Choose how deep the brackets in a run that is read as one piece may nest; 0 for no runs.

    A run is a stretch of plain numbers and brackets, such as ``3 [12 8] [2 4]``. Reading it as one
    piece is faster, but nothing can be reported meanwhile, so it is to have some 20,000 leaves at
    most. With b children a node, n levels of brackets have about b^n leaves, so n is the logarithm
    of 20,000 to the base b: with 10 children a node it is 4.
    """
    # It takes longer to compile the expression for runs than to read a short text without.
    if len(text) <= _SHORT:
        return 0

    # How many children a node has, estimated from the beginning of the text. Each separator has a
    # child behind it; the first child in a bracket has none before it.
    sample = text[:_SAMPLE]
    bracket_count = max(1, sample.count("["))
    separator_count = sample.count(" ") + sample.count(",")
    children_per_bracket = 1 + separator_count / bracket_count

    logarithm_base = max(2, children_per_bracket)  # must be above 1
    levels = int(log(_LEAVES_OF_RUN, logarithm_base))
    return max(1, min(_MOST_LEVELS, levels))


def unheard(_characters: int) -> None:
    """Do nothing; this is the report for callers that do not want to know the progress."""


class PieceLexer:
    """Cuts a document into pieces; text that is no piece is WRONG, which no grammar rule accepts.

    Attributes:
        expression: What finds the pieces between brackets.
        report: Is told now and then how many characters have been read; what it raises ends the
            reading.
        offset: Where to begin, or to go on.
        depth: How many brackets are open there.
        is_at_line_end: Whether a tree has just ended there.
    """

    def __init__(self) -> None:
        self.begin("")

    def begin(self, text: str, report: Callable[[int], None] = unheard) -> None:
        """Prepare to read a text from its beginning."""
        self.expression = inside(_choose_nesting_of_runs(text))
        self.report = report
        self.resume_at(offset=0, depth=0, is_at_line_end=False)

    def resume_at(self, offset: int, *, depth: int, is_at_line_end: bool) -> None:
        """Prepare to read on at an offset.

        Args:
            offset: The offset.
            depth: How many brackets are open there.
            is_at_line_end: Whether a tree has just ended there.
        """
        self.offset = offset
        self.depth = depth
        self.is_at_line_end = is_at_line_end

    def split_into_pieces(self, text: str) -> Iterator[Lexeme]:
        """Yield the pieces of a text from the lexer's offset up to the end or the first wrong one.

        A piece is a token for the parser, such as an opening bracket with what stands before it.
        For ``[3 A:[4]]`` they are OPEN, LEAVES (3), OPEN, LEAVES (4), CLOSE, CLOSE, NEWLINE.

        Trees and the ends of their lines come by turns. Where reading begins the lexer knows::

            depth    is_at_line_end    the offset is
            0        False             above a tree, at the beginning of a line
            1 …      False             within a tree
            0        True              behind a tree, before the end of its line

        Each ``yield from`` passes the pieces on, and takes the offset behind them; it is ``None``
        where nothing follows: at the end of the text, and at a wrong piece.
        """
        offset: int | None = self.offset
        if self.depth > 0:
            offset = yield from self._split_inside_tree(text, self.offset, self.depth)
        elif not self.is_at_line_end:
            offset = yield from self._split_tree(text, self.offset)

        # The offset is behind a tree.
        while offset is not None:
            next_line = yield from _split_line_end(text, offset)
            if next_line is None:
                return
            offset = yield from self._split_tree(text, next_line)

    def _split_tree(self, text: str, offset: int) -> Generator[Lexeme, None, int | None]:
        """Yield the pieces of the next tree, and of the lines that begin with ``@`` above it.

        A piece is a token for the parser, such as an opening bracket with what stands before it.
        ``@read 2`` and below it ``[3 4]`` are DIRECTIVE, OPEN, LEAVES (3 and 4) and CLOSE.

        Args:
            text: The document.
            offset: The offset of a line's beginning, between trees.

        Returns:
            What the caller gets by ``yield from``: the offset behind the tree, without what
            separates it from the end of its line. ``None`` if there is nothing to go on with: no
            further tree, or a wrong piece, at which the parser stops.
        """
        piece = _find_piece_at_line_start(text, offset)
        while piece is not None and piece.type == "DIRECTIVE":
            yield piece
            piece = _find_piece_at_line_start(text, piece.match.end())
        if piece is None:  # the end of the text
            return None

        yield piece
        if piece.type == "WRONG":
            return None
        if piece.type == "LEAF":  # the whole tree
            # Not the end of the match, which takes the newline along: that is a piece of its own.
            return piece.match.end("LEAF")
        behind_opening = piece.match.end()
        return (yield from self._split_inside_tree(text, behind_opening, depth=1))

    def _split_inside_tree(
        self, text: str, offset: int, depth: int
    ) -> Generator[Lexeme, None, int | None]:
        """Yield the pieces of a tree behind its first bracket, up to its last bracket.

        Leaves side by side come as one piece, as soon as another piece follows or they are enough:
        ``3 12 a:[2 4] 5]`` is LEAVES (3 and 12), OPEN, LEAVES (2 and 4), CLOSE, LEAVES (5), CLOSE.

        The same object is yielded for every piece of a kind, changed in between. So who takes a
        piece must be done with it before the next one is asked for.

        One thought: leaves are collected until another piece comes. A call for each piece would
        cost too much.

        Args:
            text: The document.
            offset: The offset at which to begin.
            depth: How many brackets are open there.

        Returns:
            The offset behind the tree's last bracket; ``None`` if the text ends before the
            brackets are closed, or a piece is wrong.
        """
        kinds = ("BRANCHES", "OPEN", "CLOSE", "ELLIPSIS", "WRONG")
        piece_of_kind = {kind: Lexeme(kind) for kind in kinds}
        leaves = Lexeme("LEAVES")
        # Each match begins where the last one ended, since any character is at least a WRONG piece.
        for piece_number, match in enumerate(self.expression.finditer(text, offset)):
            if piece_number % _REPORTED_EVERY == 0:
                self.report(match.start())
            kind = match.lastgroup
            if kind == "LEAF":
                leaves.run.append(match)
                is_full = len(leaves.run) == _LONGEST_RUN
                if is_full:
                    yield leaves
                    # A new list, so that the one that was yielded stays as it was.
                    leaves.run = []
                continue
            # Another piece comes: first the leaves before it.
            if leaves.run:
                yield leaves
                leaves.run = []
            piece = piece_of_kind[kind]  # type: ignore[index]  # every alternative is a group
            piece.match = match
            piece.start_pos = match.start()
            yield piece
            if kind == "OPEN":
                depth += 1
            elif kind == "CLOSE":
                depth -= 1
                is_end_of_tree = depth == 0
                if is_end_of_tree:
                    # The bracket itself: the separator behind it is not the tree's.
                    return match.end("CLOSE")
            elif kind == "BRANCHES":
                # A run may be long, so the progress is told at once.
                self.report(match.end())
            elif kind == "WRONG":
                # The parser stops at this piece.
                return None
        # The text ends within the tree. The parser will complain of that.
        if leaves.run:
            yield leaves
        return None


def _find_piece_at_line_start(text: str, offset: int) -> Lexeme | None:
    """Find the next piece between trees: a directive, or the beginning of a tree.

    A piece is a token for the parser; a directive is a line that begins with ``@``.

    ``@read 7`` is DIRECTIVE, ``A:[`` is OPEN, and ``7``, a tree of one leaf, is LEAF; anything else
    is WRONG, even a piece that may stand between brackets, such as ``]``. Blank lines and comments
    are skipped. ``None`` at the end of the text.
    """
    offset = find_match_end(BETWEEN, text, offset)
    if offset == len(text):
        return None
    directive = _DIRECTIVE.match(text, offset)
    if directive is not None:
        return Lexeme("DIRECTIVE", directive)
    # Without runs of plain numbers: a tree begins with a single leaf or bracket.
    root = inside().match(text, offset)
    if root is not None and root.lastgroup in {"OPEN", "LEAF"}:
        return Lexeme(root.lastgroup, root)
    return _make_wrong_piece(offset)


def _split_line_end(text: str, offset: int) -> Generator[Lexeme, None, int | None]:
    """Yield the end of the line behind a tree; return the offset of the next line.

    If more text is on the line, a wrong piece is yielded instead, and ``None`` returned.
    """
    line_end = LINE_END.match(text, offset)
    if line_end is None:
        yield _make_wrong_piece(offset)
        return None
    yield Lexeme("NEWLINE", line_end)
    return line_end.end()


def _make_wrong_piece(offset: int) -> Lexeme:
    """Make a piece WRONG for the text at an offset."""
    piece = Lexeme("WRONG")
    piece.start_pos = offset
    return piece


def find_match_end(pattern: re.Pattern[str], text: str, offset: int) -> int:
    """Return the end of a match at an offset; the offset itself if nothing matches there."""
    match = pattern.match(text, offset)
    return offset if match is None else match.end()


def split_tree_into_pieces(text: str, start: int) -> Iterator[tuple[str, re.Match[str]]]:
    """Yield the kind and the match of each piece of a correct tree, in the order of the text.

    A piece is a token, such as an opening bracket with what stands before it.

    The kinds are those of :func:`inside`. The group of the match with that name is the piece
    without the separator behind it.

    Args:
        text: The document.
        start: The offset at which the tree begins. The pieces end with its last bracket; a tree of
            one leaf is one piece.

    Example:
        >>> [kind for kind, _ in split_tree_into_pieces("[3 A:[2 4]] # easy", 0)]
        ['OPEN', 'LEAF', 'OPEN', 'LEAF', 'LEAF', 'CLOSE', 'CLOSE']
    """
    depth = 0
    for match in inside().finditer(text, start):
        kind = str(match.lastgroup)  # every alternative is a group
        if kind == "OPEN":
            depth += 1
        elif kind == "CLOSE":
            depth -= 1
        yield kind, match
        # Behind the last bracket, or behind a leaf that is the whole tree.
        is_outside_brackets = depth == 0
        if is_outside_brackets:
            return
