"""Says everything that is wrong with a document, by going on behind each slip.

A slip is what somebody wrote wrongly at one place. Lark's parser decides whether a document is
right. Where it meets a piece that it cannot take, the diagnosis notes one slip, gives the parser
what was probably meant and lets it go on, so that several independent problems are found together
and none of them is a mere consequence of another.
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any, Final, NamedTuple

from lark import UnexpectedToken

from treeexplorer.notation.columns import TooLargeError, TreeColumns
from treeexplorer.notation.directives import NAMES, parse_directives
from treeexplorer.notation.lexer import (
    MADE_UP_LEAF,
    SEPARATOR,
    SPACE,
    Lexeme,
    PieceLexer,
    find_match_end,
)
from treeexplorer.notation.problems import Slip, SourceText
from treeexplorer.notation.slips import find_slip_in_node, is_about_pruning
from treeexplorer.notation.spelling import PLAIN_WORD
from treeexplorer.text import safe, shorten
from treeexplorer.tree import INNER, UNKNOWN

_CHANGE_OF_DEPTH: Final = {"[": 1, "]": -1}
"""How a bracket changes the number of open ones."""
_RIGHT_BRACKET: Final = {"(": "[", "{": "[", ")": "]", "}": "]"}
_REMOVE_BRACKET: Final = "remove it, or open a bracket before"
_LOOKED_BACK: Final = 200  # characters
_MISSING_BEFORE: Final = "is a ] missing in the lines before?"
_MOST_STOPS: Final = 1000  # each takes about as long as reading a line

_LINE: Final = re.compile(r"[^\n]*+\n?")
_BRACKETS: Final = re.compile(r"\[|\]|#[^\n]*+|\"[^\"\n]*+\"")
_NAME_BEFORE_BRACKET: Final = re.compile(rf"(?:{PLAIN_WORD}|\"[^\"\n]++\"):[^\S\n]*+(?=[({{])")
_TOUCHING: Final = re.compile(r"[^\s,\[\]#)};|&][^\s,\[\]#]{0,11}")
_WINDOW_AHEAD: Final = re.compile(r"\([^()\[\]{}\n]{0,200}\)[^\s,\])}]")
_BRACKET: Final = re.compile(r"(?P<OPEN>[\[({])")
_MADE_UP_LEAVES: Final = Lexeme("LEAVES")
_MADE_UP_LEAVES.run = [MADE_UP_LEAF]


def diagnose(text: str, error: UnexpectedToken, lexer: PieceLexer, columns: TreeColumns) -> None:
    """Find all mistakes in a text that the parser has refused, and store them in ``columns.slips``.

    The text is repaired at each place where the parser stops, and the parser goes on from there, so
    that one run finds several mistakes. In ``[3,,4`` it stops twice::

        stop                 stored in columns.slips             the lexer goes on
        the second comma     a value is missing                  behind the comma
        the end of text      a bracket is never closed           no more

    At most 1,000 stops are repaired. The text behind the last of these is not read, and nothing
    says so: no more than 20 mistakes are reported anyway.

    Args:
        text: The document.
        error: The first stop: the error that Lark's parser raised, at a piece that it does not
            take. It holds the parser as it was there.
        lexer: What cuts the text into pieces; changed: it is told where to go on.
        columns: The trees read so far; changed: further trees and all mistakes are added.
    """
    reported_once: set[_ReportedOnce] = set()  # some mistakes are told once, however often made
    stop: UnexpectedToken | None = error
    stop_count = 0
    # A text with too many trees is not read on. The columns have stored a slip that says so.
    with suppress(TooLargeError):
        while stop is not None and stop_count < _MOST_STOPS:
            stop_count += 1
            diagnosis = _Diagnosis(text, stop.interactive_parser, lexer, columns, reported_once)
            stop = diagnosis.repair_and_resume(stop.token)


class _ReportedOnce(NamedTuple):
    """A mistake that is reported only once for each tree: the tree's place, and the hint."""

    tree: int
    hint: str


class _Diagnosis:
    """Reports the mistake at one stop of the parser, and repairs it so that the parser can go on.

    A stop is the place where the parser finds a piece that the grammar does not allow. A piece is a
    token of the text, as the lexer has cut it. Every repair takes the offset of what is wrong, and
    returns the offset behind the text that it has used.
    """

    def __init__(
        self,
        text: str,
        parser: Any,
        lexer: PieceLexer,
        columns: TreeColumns,
        reported_once: set[_ReportedOnce],
    ) -> None:
        """Begin at a stop.

        Args:
            text: The document.
            parser: Lark's parser as it was at the stop; it has no types.
            lexer: What cuts the text into pieces; it is told where to go on.
            columns: The trees read so far, and the mistakes.
            reported_once: What was reported at the stops before, and is reported once for a tree.
        """
        self._text = text
        self._parser = parser
        self._lexer = lexer
        self._columns = columns
        self._reported_once = reported_once

    def repair_and_resume(self, piece: Lexeme) -> UnexpectedToken | None:
        """Repair the text at the stop, let the parser go on, and return where it stops next.

        The piece is the one at which it has stopped. The steps, at the ``(`` of ``[3 (4 5]``:

        1. repair: the wrong bracket is reported, and the parser is fed a ``[`` in its place;
        2. move the lexer, from which the parser takes its pieces, behind the ``(``;
        3. resume: the parser takes the 4, the 5, and so on, up to its next stop.

        Returned is the error of the next stop; ``None`` when the end of the text is reached.
        """
        is_end_of_text = piece.type == "$END"
        if is_end_of_text:
            self._report_at_end()
            return None

        # The lexer is told how many brackets are open, so the repair must have fed its own first.
        offset_behind_repair = self._repair_piece(piece)
        self._move_lexer_to(offset_behind_repair)
        return self._parse_to_next_stop()

    def _parse_to_next_stop(self) -> UnexpectedToken | None:
        """Let the parser go on to its next stop; return the error there, or ``None`` at the end."""
        try:
            self._parser.resume_parse()
        except UnexpectedToken as next_stop:
            return next_stop
        return None

    def _repair_piece(self, piece: Lexeme) -> int:
        """Repair the piece at which the parser stopped, by the kind of place where it stands.

        A piece is a token of the text, as the lexer has cut it::

            [3 []]       a correct "]", but too early: its node has no children
            [3 4] [5]    text behind a tree, on the tree's line
            [3 x= 4]     text within a tree that is no piece
            x= 4         text that is no piece, where a tree begins

        Returns the offset behind the text that is repaired.
        """
        is_piece_of_notation = piece.type != "WRONG"
        if is_piece_of_notation:
            # No other correct piece than a closing bracket can be misplaced.
            return self._repair_childless_node(closing=piece)
        if self._is_behind_tree():
            return self._repair_line_end(piece.start_pos)
        if self._is_inside_tree():
            return self._repair_wrong_piece(piece.start_pos)
        return self._repair_root(piece.start_pos)

    def _move_lexer_to(self, offset: int) -> None:
        """Let the lexer go on at an offset behind the repaired text, in the state of the parser."""
        if self._is_inside_tree():
            # Siblings are separated by blanks or a comma, which belong to no piece.
            offset = find_match_end(SEPARATOR, self._text, offset)
        self._lexer.resume_at(
            offset, depth=len(self._columns.open_brackets), is_at_line_end=self._is_behind_tree()
        )

    def _is_behind_tree(self) -> bool:
        """Tell whether the parser has stopped between a tree and the end of the tree's line."""
        return self._can_accept("NEWLINE")

    def _is_inside_tree(self) -> bool:
        """Tell whether the parser has stopped within a tree."""
        return len(self._columns.open_brackets) > 0

    def _repair_childless_node(self, closing: Lexeme) -> int:
        """Give a child to a node that is closed without one, and close it.

        Returns the offset behind the closing bracket, and behind what separates it from a sibling.
        """
        self._close_node("]", closing.start_pos)
        if self._is_inside_tree():
            return closing.match.end()
        return closing.match.end("CLOSE")  # what stands behind a tree is read by itself

    def _repair_root(self, offset: int) -> int:
        """Repair text that is no piece of a tree, where a tree should begin.

        ``(3 4)`` is reported and read as ``[3 4]``. A line of words such as ``C.2 is pruned`` is
        reported and skipped.

        Returns the offset behind the text that is repaired.
        """
        line_end = find_match_end(_LINE, self._text, offset)
        line = self._text[offset:line_end]
        if _is_pruning_text(line):
            self._columns.slips.append(_make_slip_of_pruning_text(offset))
            behind_repaired_text = offset + len(line.rstrip("\n"))
        else:
            behind_repaired_text = self._repair_wrong_piece(offset)

        self._add_tree_if_none_began()
        return behind_repaired_text

    def _add_tree_if_none_began(self) -> None:
        """Feed the parser a made-up tree of one leaf if it still waits for the beginning of a tree.

        The parser goes on only behind a tree. A repair may have begun one, as that of ``(3 4)``
        does; in another text, such as ``C.2 is pruned``, there is no tree.
        """
        is_waiting_for_tree = self._can_accept("LEAF")
        if is_waiting_for_tree:
            self._parser.feed_token(Lexeme("LEAF", MADE_UP_LEAF))

    def _can_accept(self, kind: str) -> bool:
        """Tell whether the parser accepts a piece of a kind next."""
        return kind in self._parser.choices()

    def _report_at_end(self) -> None:
        """Report what is missing at the end of the text: a closing bracket, or a whole tree.

        The first case that holds says what is told:

        ==========================================  ========================================
        the text                                    told
        ==========================================  ========================================
        ``[[3 4`` and ``@read 2`` below it          nothing: the ] was missed at the directive
        ``[[3 4]``                                  a bracket is never closed
        ``[3 4]`` and ``@raed 2`` below it          nothing: the directive is wrong in itself
        ``[3 4]`` and ``@read 2`` below it          a directive has no tree below it
        ``# exam 3``                                there is no tree
        ==========================================  ========================================
        """
        has_wrong_directives = self._report_wrong_directives()
        is_missing_bracket_reported = self._has_reported(_MISSING_BEFORE)
        has_directives_without_tree = len(self._columns.directives) > 0
        is_empty = not self._columns.exercises and not self._columns.slips
        if is_missing_bracket_reported:
            return
        if self._is_inside_tree():
            self._report_unclosed_brackets()
        elif has_directives_without_tree:
            if not has_wrong_directives:
                self._report_missing_tree()
        elif is_empty:
            hint = "a tree looks like [[3 12 8] [2 4 6]]"
            self._columns.report(0, "there is no tree in this text", hint)

    def _report_wrong_directives(self) -> bool:
        """Report the mistakes in directives whose tree has not ended; tell whether there are any.

        The others have been checked when their tree ended.
        """
        _, slips = parse_directives(self._columns.directives)
        self._columns.slips += slips
        return len(slips) > 0

    def _report_missing_tree(self) -> None:
        """Report directives with no tree below them, at the first of them."""
        first_directive, _ = self._columns.directives[0]
        message = "a directive belongs to the tree below it, and no tree follows"
        self._columns.report(first_directive, message, "put it above its tree")

    def _report_unclosed_brackets(self) -> None:
        """Report brackets that are never closed, at the one opened last.

        For ``[[3 4`` it says: the bracket opened at 1:2 is never closed (2 brackets are open at the
        end).
        """
        open_count = len(self._columns.open_brackets)
        last_bracket = self._columns.open_brackets[-1]
        line, column = SourceText(self._text).find_line_and_column(last_bracket)
        message = f"the bracket opened at {line}:{column} is never closed"
        if open_count == 1:
            hint = "add the missing ]"
        else:
            message += f" ({open_count} brackets are open at the end)"
            hint = f"add the {open_count} missing ]"
        self._columns.report(last_bracket, message, hint)

    def _repair_line_end(self, offset: int) -> int:
        """Report text behind a tree on the tree's line, and skip that text.

        Returns the offset at which to read on, always the beginning of a line. Mostly it is the
        next line. But the text may be a second tree with brackets that are closed further down::

            [1 2] [3 [4        <- text behind the tree [1 2]
                   5] 6]       <- belongs to it, and is skipped as well
            [7 8]              <- here
        """
        start = find_match_end(SPACE, self._text, offset)
        line_end = find_match_end(_LINE, self._text, start)

        slip = self._describe_text_behind_tree(start, line_end).find_slip()
        if slip is not None:
            self._columns.slips.append(slip)
        self._finish_tree()

        # The offset of the next line, or of the line behind a second tree that goes on below.
        return _find_end_of_misplaced_tree(self._text, start, line_end)

    def _describe_text_behind_tree(self, start: int, line_end: int) -> _TextBehindTree:
        """Describe the text behind the tree that was read last, and the tree before it."""
        kind_of_root = self._columns.kind[0]
        return _TextBehindTree(
            document=self._text,
            start=start,
            line_end=line_end,
            tree_start=self._columns.root_offset,
            is_tree_one_leaf=kind_of_root != INNER,
            is_tree_unknown=kind_of_root == UNKNOWN,
            is_tree_broken=self._columns.is_broken,
        )

    def _finish_tree(self) -> None:
        """Feed the parser the end of a line, at which the columns store the tree."""
        self._parser.feed_token(Lexeme("NEWLINE"))

    def _close_node(self, character: str, offset: int) -> None:
        """Close the open node with the bracket at an offset, which may be ``]``, ``)`` or ``}``.

        In ``[3 [)`` two things are reported of the node of the second bracket: it has no child, and
        its closing bracket is of the wrong kind. The parser is fed what was meant, ``[3 [0]``, and
        its callbacks keep the columns in step: LEAVES adds the 0, a made-up leaf, and CLOSE makes
        the first node the open one.
        """
        opening = self._columns.open_brackets[-1]  # the offset of the open node's bracket

        # By the grammar a closing bracket may stand only behind a child.
        has_child = self._can_accept("CLOSE")
        if not has_child:
            message = "a node needs at least one child (a leaf is a bare number)"
            self._columns.report_breaking_slip(opening, message)
            self._add_made_up_leaf()

        # In "(3 4)" the wrong kind was reported at the opening bracket already.
        is_opened_correctly = self._text[opening] == "["
        if is_opened_correctly and character != "]":
            self._report_wrong_bracket(character, offset)
        self._parser.feed_token(Lexeme("CLOSE"))

    def _add_made_up_leaf(self) -> None:
        """Feed the parser a leaf that the text does not have, as a child of the open node."""
        self._parser.feed_token(_MADE_UP_LEAVES)

    def _report_wrong_bracket(self, character: str, offset: int) -> None:
        """Report that another kind of bracket was meant than the one at an offset."""
        right_bracket = _RIGHT_BRACKET[character]
        message = f"wrong kind of bracket: `{character}` instead of `{right_bracket}`"
        self._report_once(offset, message, "children stand between [ and ]")

    def _report_once(self, offset: int, message: str, hint: str) -> None:
        """Report a mistake in a tree, unless one with the same hint is reported for the same tree.

        Who writes ( for [ does so at each node: that is one mistake, told at the first.
        """
        if not self._has_reported(hint):
            self._columns.report_breaking_slip(offset, message, hint)
        self._reported_once.add(self._make_key(hint))

    def _has_reported(self, hint: str) -> bool:
        """Tell whether a mistake with a hint was reported once for the tree that is being read."""
        return self._make_key(hint) in self._reported_once

    def _make_key(self, hint: str) -> _ReportedOnce:
        return _ReportedOnce(tree=len(self._columns.exercises), hint=hint)

    def _repair_wrong_piece(self, offset: int) -> int:
        """Report the mistake in text that is no piece of a tree, and read it as what was meant.

        Its first character tells the kind of the mistake, within a tree or outside:

        =========  =======================  ======================  ===========================
        character  mistake                  within a tree           outside
        =========  =======================  ======================  ===========================
        ``)  }``   a wrong bracket          ``[3 4)`` ends a node   as any other character
        ``]``      a right one, misplaced   ``[[3 4]5]`` touches 5  ``]`` closes nothing
        ``(  {``   a wrong bracket          ``[(3 4)]`` begins one  ``(3 4)``, too
        ``(``      before ``)``, a value    ``[(3 5)4]`` is a window without its comma
        ``,``      no value before it       ``[3,,4]``              ``,3``
        ``@``      a directive              ``[3 @read 2``
        any other  one within a node        ``[3 x= 4]``            ``x= 4``
        =========  =======================  ======================  ===========================

        Returns the offset behind the text that is repaired.
        """
        offset = self._skip_name_before_bracket(offset)
        character = self._text[offset]
        if self._is_inside_tree():
            if character in ")}]":
                return self._close_node_wrongly(character, offset)
        elif character == "]":
            return self._skip_stray_closing_bracket(offset)

        if character in "({" and not self._begins_window(offset):
            self._report_wrong_bracket(character, offset)
            return self._open_node(offset)
        if character == ",":
            return self._skip_comma_without_value(offset)
        if character == "@":
            return self._skip_directive_in_brackets(offset)
        return self._repair_node(offset)

    def _begins_window(self, offset: int) -> bool:
        """Tell whether a bracket begins a window without its comma, as in ``(3 5)4``.

        A value stands right behind a window.
        """
        return _WINDOW_AHEAD.match(self._text, offset) is not None

    def _skip_stray_closing_bracket(self, offset: int) -> int:
        """Report a bracket that closes nothing; return the offset behind it."""
        self._columns.report_breaking_slip(offset, "this `]` closes nothing", _REMOVE_BRACKET)
        return offset + 1

    def _skip_directive_in_brackets(self, offset: int) -> int:
        """Report a directive within a tree; return the offset of the next line.

        The last bracket of the tree may be missing.
        """
        message = "a directive stands above its tree, not inside of brackets"
        self._report_once(offset, message, _MISSING_BEFORE)
        return find_match_end(_LINE, self._text, offset)

    def _skip_name_before_bracket(self, offset: int) -> int:
        """Return the offset of a wrong bracket behind a name, ``A:(3``; else the offset itself."""
        name = _NAME_BEFORE_BRACKET.match(self._text, offset)
        if name is None or self._begins_window(name.end()):
            return offset
        return name.end()

    def _close_node_wrongly(self, character: str, offset: int) -> int:
        """Close the open node with a wrong kind of bracket, or with one that touches a sibling.

        Returns the offset behind the bracket.
        """
        self._close_node(character, offset)
        if character == "]" and self._is_inside_tree():
            self._report_touching_sibling(offset + 1)
        return offset + 1

    def _skip_comma_without_value(self, offset: int) -> int:
        """Report a comma without a value before it, as in ``[3,,4]`` and ``[,4]``.

        Returns the offset behind the comma.
        """
        # Some characters before it are enough, since hardly anybody types so many blanks.
        text_before = self._text[max(0, offset - _LOOKED_BACK) : offset].rstrip()
        if text_before.endswith(","):
            message = "a value is missing between two commas"
            self._columns.report_breaking_slip(offset, message, "remove one comma")
        else:
            message = "a value is missing before this comma"
            self._columns.report_breaking_slip(offset, message, "remove the comma")
        return offset + 1

    def _repair_node(self, offset: int) -> int:
        """Report the mistake within a node, such as ``X[`` for ``X:[``, and read what was meant.

        The parser goes on as if the text had been right:

        - The beginning of a node with children, ``X[``: a node is opened.
        - A leaf, ``3x``: a made-up leaf is added. Outside of a tree the caller adds it.
        - Nothing: the text is passed over.

        Returns the offset behind the wrong text, its bracket included.
        """
        recognised = find_slip_in_node(self._text, offset)
        slip = recognised.slip
        self._columns.report_breaking_slip(slip.offset, slip.message, slip.hint)

        behind_wrong_text = offset + recognised.length
        if recognised.meant == "open":
            opening_bracket = behind_wrong_text - 1
            return self._open_node(opening_bracket)  # returns the offset behind the bracket
        if recognised.meant == "leaf" and self._is_inside_tree():
            self._add_made_up_leaf()
        return behind_wrong_text

    def _report_touching_sibling(self, offset: int) -> None:
        """Report a sibling that touches the bracket before an offset, as in ``[3 4]5``, if any."""
        match = _TOUCHING.match(self._text, offset)
        if match is not None:
            sibling = safe(match[0])
            message = f"siblings are separated: found `{sibling}` directly behind `]`"
            self._columns.report_breaking_slip(
                offset, message, f"put a space between them: ] {sibling}"
            )

    def _open_node(self, offset: int) -> int:
        """Begin a node with the bracket of any kind at an offset; return the offset behind it."""
        self._parser.feed_token(Lexeme("OPEN", _BRACKET.match(self._text, offset)))
        return offset + 1


class _TextBehindTree(NamedTuple):
    """Text that follows a tree on the tree's line, which is a mistake, and the tree before it.

    Attributes:
        document: The document.
        start: The offset of the text, without blanks before it.
        line_end: The offset at which the next line begins.
        tree_start: The offset at which the tree begins.
        is_tree_one_leaf: Whether the tree is a leaf.
        is_tree_unknown: Whether that leaf is an unknown, such as ``x``.
        is_tree_broken: Whether a mistake in the tree is known already.
    """

    document: str
    start: int
    line_end: int
    tree_start: int
    is_tree_one_leaf: bool
    is_tree_unknown: bool
    is_tree_broken: bool

    @property
    def text(self) -> str:
        """The text, up to the end of its line."""
        return self.document[self.start : self.line_end]

    @property
    def tree(self) -> str:
        """The tree, as it is written."""
        return self.document[self.tree_start : self.start].strip()

    def find_slip(self) -> Slip | None:
        """Find what is wrong; ``None`` to say nothing.

        The first case that holds says what is told:

        ====================  ==================================================================
        ``[3 4]]``            the text begins with a bracket that closes nothing
        ``[3 x= 4] 5``        nothing: the tree has a mistake already, and the text may follow
                              from it
        ``[[3 4]] 5]``        the mistake is in the tree: here it ends too early
        ``[3 4] [5 6]``       the mistake is in the text behind it
        ====================  ==================================================================
        """
        if self._begins_with_stray_closing_bracket():
            return Slip(self.start, f"this `{self.text[0]}` closes nothing", _REMOVE_BRACKET)
        if self.is_tree_broken:
            return None
        slip_in_tree = self._find_slip_in_tree()
        return self._find_slip_in_text() if slip_in_tree is None else slip_in_tree

    def _begins_with_stray_closing_bracket(self) -> bool:
        """Tell whether the text begins with a bracket that closes nothing.

        A wrong kind of bracket may close what was wrong in the tree before.
        """
        first_character = self.text[0]
        if first_character == "]":
            return True
        return first_character in ")}" and not self.is_tree_broken

    def _find_slip_in_tree(self) -> Slip | None:
        """Find why the tree is not the one that was meant; ``None`` if it is.

        ============================  =========================================================
        the line                      the slip
        ============================  =========================================================
        ``[[3 4]] 5]``                a stray bracket: the tree ends too early
        ``note Draw it``              a directive without its @, read as the leaf ``note``
        ``4 and 6 are pruned``        words about pruning, read as the leaf 4
        ============================  =========================================================
        """
        if self._has_one_closing_bracket_more() and not self.is_tree_one_leaf:
            bracket_of_tree = self.document.rindex("]", 0, self.start)
            message = "a stray `]`: the tree ends here, and more of it follows"
            return Slip(bracket_of_tree, message, "remove this `]`")
        if self._is_directive_without_sign():
            message = f"a directive begins with @; found {self.tree}"
            return Slip(self.tree_start, message, f"write @{self.tree}")
        if self._is_pruning_text_read_as_leaf():
            return _make_slip_of_pruning_text(self.tree_start)
        return None

    def _has_one_closing_bracket_more(self) -> bool:
        """Tell whether there is one ``]`` more than ``[`` in the text.

        Brackets in comments and in quoted names do not count.
        """
        # Comments and quoted names are matches, too.
        matches = _BRACKETS.findall(self.document, self.start, self.line_end)
        return matches.count("]") == matches.count("[") + 1

    def _is_directive_without_sign(self) -> bool:
        """Tell whether the line begins with a directive's name, which was read as a leaf.

        ``best [3 4]`` may as well be a node without its colon.
        """
        if not self.is_tree_one_leaf or self.text[0] == "[":
            return False
        return self.tree in NAMES

    def _is_pruning_text_read_as_leaf(self) -> bool:
        """Tell whether the line is words about pruning, whose beginning was read as a leaf."""
        if not self.is_tree_one_leaf:
            return False
        return _is_pruning_text(self.document[self.tree_start : self.line_end])

    def _find_slip_in_text(self) -> Slip:
        """Find what is wrong with the text behind a tree that is right.

        ============================  =========================================================
        the line                      the slip
        ============================  =========================================================
        ``[3 4] (pruned: 4)``         words about pruning
        ``[3 4], 5``                  a tree ends with its line
        ``[3 4] @read 2``             a directive stands on a line of its own
        ``Hello world``, ``3 5``      words or numbers, and no bracket around them
        ``[3 4] [5 6]``               a second tree on the line
        ============================  =========================================================
        """
        if _is_pruning_text(self.text):
            return _make_slip_of_pruning_text(self.start)
        first_character = self.text[0]
        if first_character == ",":
            message = "a tree ends with its line; found a comma"
            return Slip(self.start, message, "put [ and ] around siblings, or remove the comma")
        if first_character == "@":
            return Slip(self.start, "a directive stands on a line of its own, above its tree")
        if self.is_tree_one_leaf and first_character != "[":
            message = "what stands side by side is no tree"
            return Slip(self.start, message, "put [ ] around it, or # before it")
        hint = self._suggest_how_to_separate()
        return Slip(self.start, "a second tree on the line of the first", hint)

    def _suggest_how_to_separate(self) -> str:
        """Make the hint for a second tree on a line.

        A leaf and the bracket behind it may be meant as one node.
        """
        begins_with_bracket = self.text[0] == "["
        if not begins_with_bracket:
            return "start each tree on a new line, or put # before a remark"
        if not self.is_tree_one_leaf:
            return "start each tree on a new line"
        leaf = shorten(safe(self.tree), 24)
        if self.is_tree_unknown:
            return f"write {leaf}:[ if {leaf} is the node's name"
        return f"remove the space if {leaf} is the node's value"


def _find_end_of_misplaced_tree(text: str, start: int, line_end: int) -> int:
    r"""Find the offset behind the last line of a tree that stands behind another on its line.

    That such a tree is a mistake is reported once, at its beginning, and its lines are skipped. If
    its brackets are not all closed on its first line, it goes on below::

        [1 2] [3 [4        <- the misplaced tree begins at "[3"
               5] 6]       <- its last line: the last open bracket is closed here
        [7 8]

    The result is ``line_end``, the offset behind its first line, if no bracket is open there, or if
    the open ones are never closed.

    Example:
        >>> text = "[1] [2\n4] # comment\n[7]"
        >>> text[_find_end_of_misplaced_tree(text, start=4, line_end=7) :]
        '[7]'
    """
    # Comments and quoted names are found, too, which are neither "[" nor "]": so brackets within
    # them do not count.
    brackets_on_line = _BRACKETS.findall(text, start, line_end)
    open_count = brackets_on_line.count("[") - brackets_on_line.count("]")
    if open_count <= 0:
        return line_end

    # Look through the following lines for the bracket that closes the last open one.
    for bracket in _BRACKETS.finditer(text, line_end):
        open_count += _CHANGE_OF_DEPTH.get(bracket[0], 0)  # 0 for a comment or a name
        if open_count == 0:
            # The rest of that line is skipped, too.
            return find_match_end(_LINE, text, bracket.end())
    return line_end


def _is_pruning_text(line: str) -> bool:
    """Tell whether a line is words about pruning, and no tree."""
    return _BRACKETS.search(line) is None and is_about_pruning(line)


def _make_slip_of_pruning_text(offset: int) -> Slip:
    """Make the slip of a line of words about pruning that begins at an offset."""
    message = "words about pruning are not read: a slash in the tree marks what is pruned"
    hint = "write /4 for a leaf and /C:[2 4] for a node, or `@cuts none` above the tree"
    return Slip(offset, message, hint)
