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
    """Note in the columns all slips in a text, from the place where the parser stopped.

    Args:
        text: The document.
        error: The stop: the first piece that the parser does not take.
        lexer: What makes the pieces; it is told where to go on.
        columns: The trees of the document, with what is wrong in them.
    """
    diagnosis = _Diagnosis(text, lexer, columns)
    stop: UnexpectedToken | None = error
    with suppress(TooLargeError):  # the slip that says so stands in the columns
        for _ in range(_MOST_STOPS):
            if stop is None:
                return
            stop = diagnosis.next_stop(stop)


class _Complaint(NamedTuple):
    """A key for a slip that is noted only once for each tree: the tree, and the slip's hint."""

    tree: int
    hint: str


class _Diagnosis:
    """Notes the slips of a document, and repairs each so that the parser can go on.

    Every repair moves the offset behind the text that it has used.
    """

    def __init__(self, text: str, lexer: PieceLexer, columns: TreeColumns) -> None:
        self.parser: Any = None  # Lark's, where it has stopped; it has no types
        self._text = text
        self._lexer = lexer
        self._columns = columns
        self._complaints: set[_Complaint] = set()  # that are made once for a tree
        self._offset = 0

    def next_stop(self, stop: UnexpectedToken) -> UnexpectedToken | None:
        """Repair the text at a stop and let the parser go on; return where it stops next."""
        can_go_on = self._repair(stop)
        if not can_go_on:
            return None
        try:
            self.parser.resume_parse()
        except UnexpectedToken as next_stop:
            return next_stop
        return None  # it has come to the end

    def _repair(self, stop: UnexpectedToken) -> bool:
        """Note the slip at a stop and feed the parser what was meant; tell whether it can go on."""
        self.parser = stop.interactive_parser
        piece = stop.token
        self._offset = piece.start_pos
        if piece.type == "$END":
            self._complain_at_end()
            return False
        self._repair_piece(piece)
        self._continue_behind()
        return True

    def _repair_piece(self, piece: Lexeme) -> None:
        """Note the slip at a piece, by where it stands: behind a tree, in one, or before one."""
        if piece.type != "WRONG":
            # A node without children is the only correct piece that stands where it cannot.
            self._repair_childless_node(piece)
        elif self._accepts("NEWLINE"):
            self._repair_line_end()
        elif self._is_inside_brackets():
            self._repair_wrong_piece()
        else:
            self._repair_root()

    def _continue_behind(self) -> None:
        """Set the lexer to go on behind the repaired text."""
        if self._is_inside_brackets():
            self._offset = end_of(SEPARATOR, self._text, self._offset)
        self._lexer.depth = len(self._columns.opened)
        self._lexer.offset = self._offset
        self._lexer.is_at_line_end = self._accepts("NEWLINE")

    def _is_inside_brackets(self) -> bool:
        """Tell whether the parser has stopped within a tree."""
        return len(self._columns.opened) > 0

    def _repair_childless_node(self, closing: Lexeme) -> None:
        """Give a child to a node that is closed without one, and close it."""
        self._offset = closing.match.end()
        self._close("]")
        if not self._is_inside_brackets():
            self._offset = closing.match.end("CLOSE")

    def _repair_root(self) -> None:
        """Repair a wrong piece where a tree begins; if no node comes of it, feed a made-up leaf."""
        self._repair_wrong_piece()
        if self._accepts("LEAF"):
            self.parser.feed_token(Lexeme("LEAF", MADE_UP_LEAF))

    def _accepts(self, kind: str) -> bool:
        """Tell whether the parser accepts a piece of a kind next."""
        return kind in self.parser.choices()

    def _complain_at_end(self) -> None:
        """Note what is missing at the end of the text: a bracket, or a whole tree."""
        columns = self._columns
        _, slips_of_directives = read_directives(columns.directives)
        columns.slips += slips_of_directives
        if self._has_complained(_MISSING_BEFORE):
            return  # that bracket is what is missing
        if self._is_inside_brackets():
            self._complain_of_unclosed()
        elif columns.directives and not slips_of_directives:
            self._complain_of_missing_tree()
        elif not (columns.exercises or columns.slips):
            hint = "a tree looks like [[3 12 8] [2 4 6]]"
            columns.slip(0, "there is no tree in this text", hint)

    def _complain_of_missing_tree(self) -> None:
        """Note a slip for directives with no tree below them, at the first of them."""
        first_directive, _ = self._columns.directives[0]
        message = "a directive belongs to the tree below it, and no tree follows"
        self._columns.slip(first_directive, message, "put it above its tree")

    def _complain_of_unclosed(self) -> None:
        """Note a slip for the brackets still open at the end of the text, at the last of them."""
        count = len(self._columns.opened)
        opened = self._columns.opened[-1]
        line, column = SourceText(self._text).line_column(opened)
        message = f"the bracket opened at {line}:{column} is never closed"
        hint = "add the missing ]"
        if count > 1:
            message += f" ({count} brackets are open at the end)"
            hint = f"add the {count} missing ]"
        self._columns.slip(opened, message, hint)

    def _repair_line_end(self) -> None:
        """Note a slip for text behind a tree on its line, and skip that text."""
        start = end_of(SPACE, self._text, self._offset)
        end = end_of(_LINE, self._text, start)
        slip = self._slip_behind_tree(start, end)
        if slip is not None:
            self._columns.slips.append(slip)
        self._offset = end
        self._skip_open_brackets(start, end)
        self.parser.feed_token(Lexeme("NEWLINE"))

    def _slip_behind_tree(self, start: int, end: int) -> Slip | None:
        """Return the slip in the text behind a tree on its line; ``None`` if it is not to be noted.

        If the tree itself has slips, the text may be its rest: then only a bracket that closes
        nothing is a slip. A second tree is what remains if no branch before it explains the text.

        Args:
            start: Where it begins.
            end: Where the line ends.
        """
        if self._closes_nothing(start):
            return Slip(start, f"this `{self._text[start]}` closes nothing", _REMOVE_BRACKET)
        if self._columns.is_broken:
            return None
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
        brackets = _BRACKETS.findall(self._text, start, end)
        closes_one_more = brackets.count("]") == brackets.count("[") + 1
        if self._is_one_leaf or not closes_one_more:
            return None
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

    def _skip_open_brackets(self, offset: int, end: int) -> None:
        """Skip the following lines to which a second tree on a line goes on.

        They end with the line on which its last bracket is closed. Nothing is skipped if no bracket
        is open at the end of its own line, or if one is never closed.

        Args:
            offset: Where the second tree begins.
            end: Where its line ends.
        """
        on_own_line = _BRACKETS.findall(self._text, offset, end)
        depth = on_own_line.count("[") - on_own_line.count("]")
        if depth <= 0:
            return
        for bracket in _BRACKETS.finditer(self._text, end):
            depth += _DEPTH_BEHIND.get(bracket[0], 0)
            if depth == 0:
                self._offset = end_of(_LINE, self._text, bracket.end())
                return

    def _close(self, character: str) -> None:
        """Close the open node with a bracket of any kind; a node without children is given one.

        Args:
            character: The bracket.
        """
        opening = self._columns.opened[-1]
        has_no_child = not self._accepts("CLOSE")
        if has_no_child:
            message = "a node needs at least one child (a leaf is a bare number)"
            self._columns.spoil(opening, message)
            self.parser.feed_token(_MADE_UP_LEAVES)
        if character != "]" and self._text[opening] == "[":
            self._complain_of_bracket(character)
        self.parser.feed_token(Lexeme("CLOSE"))

    def _complain_of_bracket(self, character: str) -> None:
        """Note a slip that another kind of bracket was meant."""
        right = _RIGHT_BRACKET[character]
        message = f"wrong kind of bracket: `{character}` instead of `{right}`"
        self._complain_once(message, "children stand between [ and ]")

    def _complain_once(self, message: str, hint: str) -> None:
        """Note a slip at the offset, unless one with the same hint is noted for the same tree."""
        if not self._has_complained(hint):
            self._columns.spoil(self._offset, message, hint)
        self._complaints.add(self._complaint(hint))

    def _has_complained(self, hint: str) -> bool:
        """Tell whether a slip with a hint was noted for the tree that is being read."""
        return self._complaint(hint) in self._complaints

    def _complaint(self, hint: str) -> _Complaint:
        return _Complaint(tree=len(self._columns.exercises), hint=hint)

    def _repair_wrong_piece(self) -> None:
        """Note a slip for text that is no piece, and use it as the piece that was meant."""
        self._skip_name_before_bracket()
        character = self._text[self._offset]
        if character in ")}]" and self._is_inside_brackets():
            self._close_wrongly(character)
        elif character == "]":
            self._skip_stray_bracket()
        elif character == ",":
            self._skip_comma_without_value()
        elif character in "({" and not _WINDOW_AHEAD.match(self._text, self._offset):
            self._complain_of_bracket(character)
            self._open(self._offset)
        elif character == "@":
            self._skip_directive_in_brackets()
        else:
            self._repair_node()

    def _skip_stray_bracket(self) -> None:
        """Note a slip for a bracket that closes nothing, and skip it."""
        self._columns.spoil(self._offset, "this `]` closes nothing", _REMOVE_BRACKET)
        self._offset += 1

    def _skip_directive_in_brackets(self) -> None:
        """Note a slip for a directive within a tree, whose last bracket may be missing; skip it."""
        message = "a directive stands above its tree, not inside of brackets"
        self._complain_once(message, _MISSING_BEFORE)
        self._offset = end_of(_LINE, self._text, self._offset)

    def _skip_name_before_bracket(self) -> None:
        """Skip a name if a wrong bracket stands behind it, and no window: ``A:(3``."""
        named = _NAME_BEFORE_BRACKET.match(self._text, self._offset)
        if named is not None and not _WINDOW_AHEAD.match(self._text, named.end()):
            self._offset = named.end()

    def _close_wrongly(self, character: str) -> None:
        """Close the open node with a wrong kind of bracket, or with one that touches a sibling."""
        self._close(character)
        self._offset += 1
        if character == "]" and self._is_inside_brackets():
            self._complain_of_touching_sibling(self._offset)

    def _skip_comma_without_value(self) -> None:
        """Note a slip for a comma without a value before it, and skip it."""
        offset = self._offset
        before = self._text[max(0, offset - _LOOKED_BACK) : offset].rstrip()
        if before.endswith(","):
            message = "a value is missing between two commas"
            self._columns.spoil(offset, message, "remove one comma")
        else:
            message = "a value is missing before this comma"
            self._columns.spoil(offset, message, "remove the comma")
        self._offset += 1

    def _repair_node(self) -> None:
        """Note a slip within a node, and feed the parser the node that was meant."""
        recognised = recognise_slip(self._text, self._offset)
        self._columns.spoil(*recognised.slip)
        self._offset += recognised.length
        if recognised.meant == "open":
            self._open(self._offset - 1)
        elif recognised.meant == "leaf" and self._is_inside_brackets():
            self.parser.feed_token(_MADE_UP_LEAVES)

    def _complain_of_touching_sibling(self, offset: int) -> None:
        """Note a slip if a sibling touches the bracket before an offset: ``[3 4]5``."""
        touching = _TOUCHING.match(self._text, offset)
        if touching is not None:
            sibling = safe(touching[0])
            message = f"siblings are separated: found `{sibling}` directly behind `]`"
            self._columns.spoil(offset, message, f"put a space between them: ] {sibling}")

    def _open(self, offset: int) -> None:
        """Begin a node with the bracket of any kind at an offset."""
        self.parser.feed_token(Lexeme("OPEN", _BRACKET.match(self._text, offset)))
        self._offset = offset + 1
