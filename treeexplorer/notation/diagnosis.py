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
from treeexplorer.notation.directives import read_directives
from treeexplorer.notation.lexer import (
    MADE_UP_LEAF,
    SEPARATOR,
    SPACE,
    Lexeme,
    PieceLexer,
    end_of,
)
from treeexplorer.notation.problems import Slip, SourceText
from treeexplorer.notation.slips import recognise_slip
from treeexplorer.notation.spelling import PLAIN_WORD
from treeexplorer.text import safe, shorten
from treeexplorer.tree import INNER, UNKNOWN

_DEPTH_BEHIND: Final = {"[": 1, "]": -1}
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


def explain(text: str, error: UnexpectedToken, lexer: PieceLexer, columns: TreeColumns) -> None:
    """Find all mistakes in a text that the parser has refused, and store them in ``columns.slips``.

    The text is repaired at each place where the parser stops, and the parser goes on from there, so
    that one run finds several mistakes. At most 1,000 stops are repaired. The text behind the last
    of these is not read, and nothing says so: no more than 20 mistakes are reported anyway.

    Nothing is returned: the mistakes are in ``columns.slips``, and the trees that are read on the
    way in ``columns.exercises``.

    Args:
        text: The document.
        error: The first stop: the error that Lark's parser raised, at a piece that it does not
            take.
        lexer: What cuts the text into pieces; changed: it is told where to go on.
        columns: The trees read so far; changed: further trees and all mistakes are added.
    """
    diagnosis = _Diagnosis(text, lexer, columns)
    stop: UnexpectedToken | None = error
    # Raised by the columns for a text with too many trees. They have stored a slip about it before,
    # so that the error is not needed.
    with suppress(TooLargeError):
        for _ in range(_MOST_STOPS):
            # The parser has come to the end of the text.
            if stop is None:
                return
            stop = diagnosis.next_stop(stop)


class _Complaint(NamedTuple):
    """A key for a slip that is noted only once for each tree: the tree, and the slip's hint."""

    tree: int
    hint: str


class _Diagnosis:
    """Notes the slips of a document, and repairs each so that the parser can go on.

    Every repair takes the offset of what is wrong, and returns the offset behind the text that it
    has used.
    """

    def __init__(self, text: str, lexer: PieceLexer, columns: TreeColumns) -> None:
        self.parser: Any = None  # Lark's, where it has stopped; it has no types
        self._text = text
        self._lexer = lexer
        self._columns = columns
        self._complaints: set[_Complaint] = set()  # that are made once for a tree

    def next_stop(self, stop: UnexpectedToken) -> UnexpectedToken | None:
        """Repair the text at a stop, let the parser go on, and return where it stops next.

        Args:
            stop: The error that Lark's parser raised when it stopped.

        Returns:
            The error of the next stop; ``None`` when the end of the text is reached.
        """
        can_go_on = self._repair(stop)
        if not can_go_on:
            return None
        try:
            self.parser.resume_parse()
        except UnexpectedToken as next_stop:
            return next_stop
        return None  # it has come to the end

    def _repair(self, stop: UnexpectedToken) -> bool:
        """Store the mistake at a stop, and feed the parser the pieces that were meant instead.

        A piece is a token of the text, as the lexer has cut it. A stop is the place where the
        parser finds one that the grammar does not allow.

        Returns:
            Whether the parser can go on behind the repaired text; not at the end of the text.
        """
        # Lark gives the parser as it was at the stop. Set first, since each repair feeds it.
        self.parser = stop.interactive_parser
        piece = stop.token
        if piece.type == "$END":
            self._complain_at_end()
            return False
        behind_repaired_text = self._repair_piece(piece)
        self._continue_at(behind_repaired_text)
        return True

    def _repair_piece(self, piece: Lexeme) -> int:
        """Repair the piece at which the parser stopped, by the kind of place where it stands.

        A piece is a token of the text, as the lexer has cut it::

            [3 []]       a correct "]", but too early: its node has no children
            [3 4] [5]    text behind a tree, on the tree's line
            [3 x= 4]     text within a tree that is no piece
            x= 4         text that is no piece, where a tree begins

        Args:
            piece: The token; its type is ``WRONG`` if the text there is no piece of the notation.

        Returns:
            The offset behind the text that is repaired.
        """
        if piece.type != "WRONG":
            # Only one correct piece can stand where it must not: a bracket that closes a node
            # without children.
            return self._repair_childless_node(piece)
        if self._accepts("NEWLINE"):
            return self._repair_line_end(piece.start_pos)
        if self._is_inside_brackets():
            return self._repair_wrong_piece(piece.start_pos)
        return self._repair_root(piece.start_pos)

    def _continue_at(self, offset: int) -> None:
        """Set the lexer to go on at an offset, behind the repaired text."""
        # Siblings are separated by blanks or a comma, which belong to no piece.
        if self._is_inside_brackets():
            offset = end_of(SEPARATOR, self._text, offset)
        # The lexer knows nothing of the repair: its state is set to that of the parser.
        self._lexer.depth = len(self._columns.opened)
        self._lexer.offset = offset
        self._lexer.is_at_line_end = self._accepts("NEWLINE")

    def _is_inside_brackets(self) -> bool:
        """Tell whether the parser has stopped within a tree."""
        return len(self._columns.opened) > 0

    def _repair_childless_node(self, closing: Lexeme) -> int:
        """Give a child to a node that is closed without one, and close it.

        Args:
            closing: The piece of the closing bracket.

        Returns:
            The offset behind the bracket, and behind what separates it from a sibling.
        """
        self._close("]", closing.start_pos)
        if self._is_inside_brackets():
            return closing.match.end()
        return closing.match.end("CLOSE")  # what stands behind a tree is read by itself

    def _repair_root(self, offset: int) -> int:
        """Repair a wrong piece where a tree begins; if no node comes of it, feed a made-up leaf.

        Args:
            offset: The offset of the piece.

        Returns:
            The offset behind the text that is repaired.
        """
        behind_repaired_text = self._repair_wrong_piece(offset)
        # The parser still waits for a tree. A made-up leaf is one, so that it can go on to the end
        # of the line.
        if self._accepts("LEAF"):
            self.parser.feed_token(Lexeme("LEAF", MADE_UP_LEAF))
        return behind_repaired_text

    def _accepts(self, kind: str) -> bool:
        """Tell whether the parser accepts a piece of a kind next."""
        return kind in self.parser.choices()

    def _complain_at_end(self) -> None:
        """Store what is missing at the end of the text: a closing bracket, or a whole tree.

        Nothing is stored if a mistake that is known already explains it.
        """
        columns = self._columns
        # Directives are checked when their tree has ended. For a tree without an end, and below
        # the last tree, that has not happened.
        _, slips_of_directives = read_directives(columns.directives)
        columns.slips += slips_of_directives
        # Of a directive within brackets was said that a ] may be missing before it.
        if self._has_complained(_MISSING_BEFORE):
            return
        if self._is_inside_brackets():
            self._complain_of_unclosed()
        # Wrong directives alone: what is wrong in them was just stored, and is enough.
        elif columns.directives and not slips_of_directives:
            self._complain_of_missing_tree()
        elif not (columns.exercises or columns.slips):
            # A text of comments alone. Without this no mistake would be told.
            hint = "a tree looks like [[3 12 8] [2 4 6]]"
            columns.slip(0, "there is no tree in this text", hint)

    def _complain_of_missing_tree(self) -> None:
        """Note a slip for directives with no tree below them, at the first of them."""
        first_directive, _ = self._columns.directives[0]
        message = "a directive belongs to the tree below it, and no tree follows"
        self._columns.slip(first_directive, message, "put it above its tree")

    def _complain_of_unclosed(self) -> None:
        """Store a mistake for the brackets that are never closed, at the one opened last.

        For ``[[3 4`` it says: the bracket opened at 1:2 is never closed (2 brackets are open at the
        end).
        """
        count = len(self._columns.opened)
        opened = self._columns.opened[-1]
        line, column = SourceText(self._text).line_column(opened)
        message = f"the bracket opened at {line}:{column} is never closed"
        hint = "add the missing ]"
        if count > 1:
            message += f" ({count} brackets are open at the end)"
            hint = f"add the {count} missing ]"
        self._columns.slip(opened, message, hint)

    def _repair_line_end(self, offset: int) -> int:
        """Store a mistake for text behind a tree on the tree's line, and skip that text.

        Args:
            offset: The offset behind the tree.

        Returns:
            The offset at which to read on, always the beginning of a line. Mostly it is the next
            line. But the text may be a second tree with brackets that are closed further down::

                [1 2] [3 [4        <- text behind the tree [1 2]
                       5] 6]       <- belongs to it, and is skipped as well
                [7 8]              <- here
        """
        start = end_of(SPACE, self._text, offset)
        end = end_of(_LINE, self._text, start)
        # Before the NEWLINE below: the slip depends on the tree in the columns, which it finishes.
        slip = self._slip_behind_tree(start, end)
        if slip is not None:
            self._columns.slips.append(slip)
        # The parser waits for the end of the tree's line. It takes this as the end, so that the
        # columns store the tree and begin the next one.
        self.parser.feed_token(Lexeme("NEWLINE"))
        return _end_of_misplaced_tree(self._text, start, end)

    def _slip_behind_tree(self, start: int, end: int) -> Slip | None:
        """Return what is wrong with text behind a tree on its line; ``None`` to say nothing.

        ============================  =========================================================
        text                          what is said
        ============================  =========================================================
        ``[3 4]]``                    the last bracket closes nothing
        ``[[3 4]] 5]``                a stray bracket: the tree ends too early
        ``3, 4``                      siblings need brackets around them
        ``[3 4] @read 2``             a directive stands on a line of its own
        ``[3 4] [5 6]``               a second tree on the line
        ============================  =========================================================

        Args:
            start: The offset of the text behind the tree, without blanks before it.
            end: The offset at which the next line begins.
        """
        # Said in any case: even if the tree was repaired, such a bracket is a mistake of its own.
        if self._closes_nothing(start):
            return Slip(start, f"this `{self._text[start]}` closes nothing", _REMOVE_BRACKET)
        # The tree itself was wrong, so the text may be its rest: one mistake is told, not two.
        if self._columns.is_broken:
            return None
        # Tried before the others, since `] 5]` would also pass for a second tree.
        stray = self._stray_bracket_before(start, end)
        if stray is not None:
            message = "a stray `]`: the tree ends here, and more of it follows"
            return Slip(stray, message, "remove this `]`")
        if self._text[start] == ",":
            message = "a tree ends with its line; found a comma"
            return Slip(start, message, "put [ and ] around siblings, or remove the comma")
        if self._text[start] == "@":
            return Slip(start, "a directive stands on a line of its own, above its tree")
        hint = self._how_to_separate(start)
        return Slip(start, "a second tree on the line of the first", hint)

    def _closes_nothing(self, offset: int) -> bool:
        """Tell whether there is a bracket behind a tree that closes nothing.

        A wrong kind of bracket may close what was wrong in the tree before.
        """
        character = self._text[offset]
        return character == "]" or (character in ")}" and not self._columns.is_broken)

    @property
    def _is_one_leaf(self) -> bool:
        """Whether the tree that was read last is a leaf."""
        return self._columns.kind[0] != INNER

    def _stray_bracket_before(self, start: int, end: int) -> int | None:
        """Return the offset of a bracket that closes a tree too early; ``None`` if none does.

        The text behind the tree then closes one bracket more than it opens.

        Args:
            start: Where that text begins.
            end: Where its line ends.
        """
        # Comments and quoted names are found, too, so that brackets in them do not count.
        brackets = _BRACKETS.findall(self._text, start, end)
        closes_one_more = brackets.count("]") == brackets.count("[") + 1
        if self._is_one_leaf or not closes_one_more:
            return None
        # The last bracket of the tree before, which is the one that closes it.
        return self._text.rindex("]", 0, start)

    def _how_to_separate(self, start: int) -> str:
        """Return the hint for a second tree on a line, from where it begins."""
        is_bracket_behind_leaf = self._text[start] == "[" and self._is_one_leaf
        if is_bracket_behind_leaf:
            return self._how_to_join_with_bracket(start)
        return "start each tree on a new line"

    def _how_to_join_with_bracket(self, bracket: int) -> str:
        """Return the hint that says how to make one node of a leaf and the bracket behind it."""
        leaf = shorten(safe(self._text[self._columns.root_offset : bracket].strip()), 24)
        if self._columns.kind[0] == UNKNOWN:
            return f"write {leaf}:[ if {leaf} is the node's name"
        return f"remove the space if {leaf} is the node's value"

    def _close(self, character: str, offset: int) -> None:
        """Close the open node, as if ``]`` were written, although another bracket may be.

        If the node has no children, a made-up leaf is added to it first, and a mistake is stored.

        Args:
            character: The bracket that is written: ``]``, ``)`` or ``}``.
            offset: The offset of the bracket.
        """
        # The offset of the bracket that opened the node. Read before the node is closed.
        opening = self._columns.opened[-1]
        # The grammar allows a closing bracket only behind a child.
        has_no_child = not self._accepts("CLOSE")
        if has_no_child:
            message = "a node needs at least one child (a leaf is a bare number)"
            self._columns.spoil(opening, message)
            self.parser.feed_token(_MADE_UP_LEAVES)
        # Of "(3 4)" the wrong kind was reported when it was opened: one mistake, not two.
        if character != "]" and self._text[opening] == "[":
            self._complain_of_bracket(character, offset)
        self.parser.feed_token(Lexeme("CLOSE"))

    def _complain_of_bracket(self, character: str, offset: int) -> None:
        """Note a slip that another kind of bracket was meant than the one at an offset."""
        right = _RIGHT_BRACKET[character]
        message = f"wrong kind of bracket: `{character}` instead of `{right}`"
        self._complain_once(offset, message, "children stand between [ and ]")

    def _complain_once(self, offset: int, message: str, hint: str) -> None:
        """Note a slip at an offset, unless one with the same hint is noted for the same tree.

        Who writes ( for [ does so at each node: that is one mistake, told at the first.
        """
        if not self._has_complained(hint):
            self._columns.spoil(offset, message, hint)
        self._complaints.add(self._complaint(hint))

    def _has_complained(self, hint: str) -> bool:
        """Tell whether a slip with a hint was noted for the tree that is being read."""
        return self._complaint(hint) in self._complaints

    def _complaint(self, hint: str) -> _Complaint:
        return _Complaint(tree=len(self._columns.exercises), hint=hint)

    def _repair_wrong_piece(self, offset: int) -> int:
        """Store the mistake in text that is no piece of a tree, and read it as what was meant.

        Args:
            offset: The offset of the text.

        Returns:
            The offset behind the text that is repaired.
        """
        # "A:(3 4)": the name is right, and only the bracket behind it is wrong.
        offset = self._behind_name_of_bracket(offset)
        character = self._text[offset]
        # "[3 4)", or a right bracket that the lexer refused because of what touches it: "[[3 4]5]".
        if character in ")}]" and self._is_inside_brackets():
            return self._close_wrongly(character, offset)
        # "]" before the first bracket of a tree.
        if character == "]":
            return self._skip_stray_bracket(offset)
        # "[3,,4]"
        if character == ",":
            return self._skip_comma_without_value(offset)
        # "(3 4)" for "[3 4]". But "(3 5)4", with a value right behind the bracket, is a window that
        # lacks its comma, and is left to the last case.
        if character in "({" and not _WINDOW_AHEAD.match(self._text, offset):
            self._complain_of_bracket(character, offset)
            return self._open(offset)
        # A directive that follows a tree whose last bracket is missing.
        if character == "@":
            return self._skip_directive_in_brackets(offset)
        return self._repair_node(offset)

    def _skip_stray_bracket(self, offset: int) -> int:
        """Note a slip for a bracket that closes nothing; return the offset behind it."""
        self._columns.spoil(offset, "this `]` closes nothing", _REMOVE_BRACKET)
        return offset + 1

    def _skip_directive_in_brackets(self, offset: int) -> int:
        """Note a slip for a directive within a tree; return the offset of the next line.

        The last bracket of the tree may be missing.
        """
        message = "a directive stands above its tree, not inside of brackets"
        self._complain_once(offset, message, _MISSING_BEFORE)
        return end_of(_LINE, self._text, offset)

    def _behind_name_of_bracket(self, offset: int) -> int:
        """Return the offset of a wrong bracket behind a name, ``A:(3``; else the offset itself."""
        named = _NAME_BEFORE_BRACKET.match(self._text, offset)
        if named is None or _WINDOW_AHEAD.match(self._text, named.end()):
            return offset
        return named.end()

    def _close_wrongly(self, character: str, offset: int) -> int:
        """Close the open node with a wrong kind of bracket, or with one that touches a sibling.

        Args:
            character: The bracket.
            offset: The offset of the bracket.

        Returns:
            The offset behind the bracket.
        """
        self._close(character, offset)
        if character == "]" and self._is_inside_brackets():
            self._complain_of_touching_sibling(offset + 1)
        return offset + 1

    def _skip_comma_without_value(self, offset: int) -> int:
        """Note a slip for a comma without a value before it, as in ``[3,,4]`` and ``[,4]``.

        Args:
            offset: The offset of the comma.

        Returns:
            The offset behind the comma.
        """
        # The text in front tells both cases apart. Some characters of it are enough, since hardly
        # anybody types so many blanks.
        before = self._text[max(0, offset - _LOOKED_BACK) : offset].rstrip()
        if before.endswith(","):
            message = "a value is missing between two commas"
            self._columns.spoil(offset, message, "remove one comma")
        else:
            message = "a value is missing before this comma"
            self._columns.spoil(offset, message, "remove the comma")
        return offset + 1

    def _repair_node(self, offset: int) -> int:
        """Store the mistake within a node, such as ``X[`` for ``X:[``; feed what was meant.

        What is meant is the beginning of a node, a leaf, or nothing. Outside of brackets no leaf is
        fed here; the caller then feeds one as the root.

        Args:
            offset: The offset at which the node begins.

        Returns:
            The offset behind the wrong text, its bracket included.
        """
        recognised = recognise_slip(self._text, offset)
        self._columns.spoil(*recognised.slip)
        behind_wrong_text = offset + recognised.length
        if recognised.meant == "open":
            # The wrong text ends with a bracket, which is its last character.
            return self._open(behind_wrong_text - 1)
        if recognised.meant == "leaf" and self._is_inside_brackets():
            self.parser.feed_token(_MADE_UP_LEAVES)
        return behind_wrong_text

    def _complain_of_touching_sibling(self, offset: int) -> None:
        """Note a slip if a sibling touches the bracket before an offset: ``[3 4]5``."""
        touching = _TOUCHING.match(self._text, offset)
        if touching is not None:
            sibling = safe(touching[0])
            message = f"siblings are separated: found `{sibling}` directly behind `]`"
            self._columns.spoil(offset, message, f"put a space between them: ] {sibling}")

    def _open(self, offset: int) -> int:
        """Begin a node with the bracket of any kind at an offset; return the offset behind it."""
        self.parser.feed_token(Lexeme("OPEN", _BRACKET.match(self._text, offset)))
        return offset + 1


def _end_of_misplaced_tree(text: str, start: int, line_end: int) -> int:
    r"""Return the offset behind the last line of a tree that stands behind another on its line.

    That such a tree is a mistake is reported once, at its beginning, and its lines are skipped. If
    its brackets are not all closed on its first line, it goes on below::

        [1 2] [3 [4        <- the misplaced tree begins at "[3"
               5] 6]       <- its last line: the last open bracket is closed here
        [7 8]

    Args:
        text: The document.
        start: The offset at which the misplaced tree begins.
        line_end: The offset behind its first line.

    Returns:
        The offset of the next line. It is ``line_end`` if no bracket is open there, or if the open
        ones are never closed.

    Example:
        >>> text = "[1] [2\n4] # comment\n[7]"
        >>> text[_end_of_misplaced_tree(text, start=4, line_end=7) :]
        '[7]'
    """
    # Comments and quoted names are found, too, which are neither "[" nor "]": so brackets within
    # them do not count.
    on_first_line = _BRACKETS.findall(text, start, line_end)
    open_brackets = on_first_line.count("[") - on_first_line.count("]")
    if open_brackets <= 0:
        return line_end
    # Look through the following lines for the bracket that closes the last open one.
    for bracket in _BRACKETS.finditer(text, line_end):
        open_brackets += _DEPTH_BEHIND.get(bracket[0], 0)  # 0 for a comment or a name
        if open_brackets == 0:
            return end_of(_LINE, text, bracket.end())  # the rest of that line is skipped, too
    return line_end
