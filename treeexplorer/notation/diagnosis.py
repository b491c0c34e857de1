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

_RIGHT_BRACKET: Final = {"(": "[", "{": "[", ")": "]", "}": "]"}
_REMOVE_BRACKET: Final = "remove it, or open a bracket before"
_LOOKED_BACK: Final = 200  # characters
_MISSING_BEFORE: Final = "is a ] missing in the lines before?"
_MOST_STOPS: Final = 1000  # each takes about as long as reading a line

_LINE: Final = re.compile(r"[^\n]*+\n?")
# Brackets; comments and names in quotes are found as a whole, so that brackets in them are not.
_BRACKETS: Final = re.compile(r"\[|\]|#[^\n]*+|\"[^\"\n]*+\"")
_NAME_BEFORE_BRACKET: Final = re.compile(rf"(?:{PLAIN_WORD}|\"[^\"\n]++\"):[^\S\n]*+(?=[({{])")
_TOUCHING: Final = re.compile(r"[^\s,\[\]#)};|&][^\s,\[\]#]{0,11}")
_WINDOW_AHEAD: Final = re.compile(r"\([^()\[\]{}\n]{0,200}\)[^\s,\])}]")
_BRACKET: Final = re.compile(r"(?P<OPEN>[\[({])")
# A run of one made-up leaf, to be fed to the parser in place of a missing child.
_MADE_UP_LEAVES: Final = Lexeme("LEAVES")
_MADE_UP_LEAVES.run = [MADE_UP_LEAF]


def explain(text: str, error: UnexpectedToken, lexer: PieceLexer, columns: TreeColumns) -> None:
    """Note in the columns all slips in a text, from the place where the parser stopped.

    At each stop the slip is noted, the parser is fed what was probably meant, and the lexer is told
    where to go on; then the parser is resumed, up to the next stop or the end.

    Args:
        text: The document.
        error: The stop: the first piece that the parser does not take.
        lexer: What makes the pieces.
        columns: The trees of the document, with what is wrong in them.
    """
    diagnosis = _Diagnosis(text, lexer, columns)
    stop = error
    # That the text is too large is noted as a slip before this error is raised.
    with suppress(TooLargeError):
        for _ in range(_MOST_STOPS):
            can_go_on = diagnosis.repair(stop)
            if not can_go_on:
                return
            try:
                diagnosis.parser.resume_parse()
            except UnexpectedToken as next_stop:
                stop = next_stop
            else:
                return  # it has come to the end


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

    def repair(self, stop: UnexpectedToken) -> bool:
        """Note the slip at a stop and feed the parser what was meant; tell whether it can go on.

        The lexer goes on behind the text that the repair has used. The order of the branches
        matters: at the end of the text nothing can be repaired, and a piece that is right in itself
        is wrong in one way only. The other stops are at text that is no piece at all. They differ
        by where the parser is: behind a tree on its line, within brackets, or where a tree begins.
        """
        self.parser = stop.interactive_parser
        piece = stop.token
        self._offset = piece.start_pos
        if piece.type == "$END":
            self._complain_at_end()
            return False
        is_right_piece = piece.type != "WRONG"
        if is_right_piece:
            # The only place at which it can be refused: a ] that closes a node without children.
            self._repair_childless_node(piece)
        elif self._is_behind_tree():
            self._repair_line_end()
        elif self._is_inside_brackets():
            self._repair_wrong_piece()
        else:
            self._repair_root()
        self._continue_behind()
        return True

    def _continue_behind(self) -> None:
        """Set the lexer to go on behind the repaired text."""
        if self._is_inside_brackets():
            self._offset = end_of(SEPARATOR, self._text, self._offset)
        self._lexer.depth = len(self._columns.opened)
        self._lexer.offset = self._offset
        self._lexer.is_at_line_end = self._is_behind_tree()

    def _is_behind_tree(self) -> bool:
        """Tell whether a tree has just ended, so that the parser accepts the end of its line."""
        return self._accepts("NEWLINE")

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
        """Note what is missing at the end of the text: a bracket, or a whole tree.

        Of directives at the end, below which no tree follows, their own slips are noted, too.
        """
        columns = self._columns

        _, slips_of_directives = read_directives(columns.directives)
        columns.slips += slips_of_directives
        if self._has_complained(_MISSING_BEFORE):
            return  # it is the bracket that was missed there
        if self._is_inside_brackets():
            self._complain_of_unclosed()
            return
        if slips_of_directives:
            return  # they are enough
        if columns.directives:
            first_directive, _ = columns.directives[0]
            message = "a directive belongs to the tree below it, and no tree follows"
            columns.slip(first_directive, message, "put it above its tree")
            return
        if not columns.exercises and not columns.slips:
            hint = "a tree looks like [[3 12 8] [2 4 6]]"
            columns.slip(0, "there is no tree in this text", hint)

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
        """Note a slip for text behind a tree on its line, skip that text, and end the line.

        If the text is a second tree that goes on in the next lines, these are skipped, too.
        """
        start = end_of(SPACE, self._text, self._offset)
        end = end_of(_LINE, self._text, start)
        slip = self._slip_behind_tree(start, end)
        if slip is not None:
            self._columns.slips.append(slip)
        end_of_second_tree = self._end_of_open_brackets(start, end)
        self._offset = end if end_of_second_tree is None else end_of_second_tree
        self.parser.feed_token(Lexeme("NEWLINE"))

    def _slip_behind_tree(self, start: int, end: int) -> Slip | None:
        """Return the slip in the text behind a tree on its line; ``None`` if it is not to be noted.

        The order of the cases matters: each takes what it explains, and what none of them explains
        is taken for a second tree.

        Args:
            start: Where the text begins.
            end: Where the line ends.
        """
        character = self._text[start]
        # A tree of which a piece was made up has slips already: the text may be the rest of it.
        is_broken = self._columns.is_broken
        # "[3 4]]", and "[3 4])"
        closes_nothing = character == "]" or (character in ")}" and not is_broken)
        if closes_nothing:
            return Slip(start, f"this `{character}` closes nothing", _REMOVE_BRACKET)
        if is_broken:
            return None
        # "[3 4] 5]": the last bracket of the tree itself is one too many.
        is_leaf = self._columns.kind[0] != INNER  # whether the tree is a single leaf
        brackets = _BRACKETS.findall(self._text, start, end)
        closes_one_more = brackets.count("]") == brackets.count("[") + 1
        if closes_one_more and not is_leaf:
            last_of_tree = self._text.rindex("]", 0, start)
            message = "a stray `]`: the tree ends here, and more of it follows"
            return Slip(last_of_tree, message, "remove this `]`")
        # "[3 4], [5 6]"
        if character == ",":
            message = "a tree ends with its line; found a comma"
            return Slip(start, message, "put [ and ] around siblings, or remove the comma")
        # "[3 4] @best A"
        if character == "@":
            return Slip(start, "a directive stands on a line of its own, above its tree")
        # "[3 4] [5 6]", and "5 [3 4]"
        hint = "start each tree on a new line"
        if character == "[" and is_leaf:
            hint = self._how_to_join_with_bracket(start)
        return Slip(start, "a second tree on the line of the first", hint)

    def _how_to_join_with_bracket(self, bracket: int) -> str:
        """Return the hint that says how to make one node of a leaf and the bracket behind it."""
        leaf = shorten(safe(self._text[self._columns.root_offset : bracket].strip()), 24)
        if self._columns.kind[0] == UNKNOWN:
            return f"write {leaf}:[ if {leaf} is the node's name"
        return f"remove the space if {leaf} is the node's value"

    def _end_of_open_brackets(self, offset: int, end: int) -> int | None:
        """Return the end of a second tree on a line if it goes on in the lines below.

        In ``[3 4] [5`` and ``6] [7 8]`` on two lines it is the end of the second line, on which the
        last bracket of the second tree is closed.

        Args:
            offset: Where the second tree begins.
            end: Where its line ends.

        Returns:
            The offset of the line behind it; ``None`` if no bracket is open at the end of its own
            line, or if one is never closed.
        """
        depth = 0
        for found in _BRACKETS.finditer(self._text, offset):
            is_on_later_line = found.start() >= end
            nothing_is_open = depth <= 0  # less if more is closed than was opened
            if is_on_later_line and nothing_is_open:
                return None
            if found[0] == "[":
                depth += 1
            elif found[0] == "]":
                depth -= 1

            is_last_closing = found[0] == "]" and depth <= 0
            if is_on_later_line and is_last_closing:
                return end_of(_LINE, self._text, found.end())
        return None

    def _close(self, character: str) -> None:
        """Feed the parser the end of the open node, closed with a bracket of any kind.

        A node without children is given a made-up leaf first. The offset stays where it is.

        Args:
            character: The bracket, ``]``, ``)`` or ``}``.
        """
        opening = self._columns.opened[-1]  # before the parser is fed, which closes it
        has_no_child = not self._accepts("CLOSE")
        if has_no_child:
            message = "a node needs at least one child (a leaf is a bare number)"
            self._columns.spoil(opening, message)
            self.parser.feed_token(_MADE_UP_LEAVES)
        # One slip for a pair: of "(3 4)" the opening bracket is noted already.
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
        """Note a slip for text that is no piece, and use it as the piece that was meant.

        Each case moves the offset behind the text that it has used.
        """
        self._skip_name_before_bracket()
        offset = self._offset
        character = self._text[offset]
        if character in ")}]" and self._is_inside_brackets():
            self._close_wrongly(character)
        elif character == "]":  # where a tree should begin
            self._columns.spoil(offset, "this `]` closes nothing", _REMOVE_BRACKET)
            self._offset += 1
        elif character == ",":
            self._skip_comma_without_value()
        elif character in "({" and not _WINDOW_AHEAD.match(self._text, offset):
            self._complain_of_bracket(character)
            self._open(offset)
        elif character == "@":  # inside brackets, the last of which may well be missing
            message = "a directive stands above its tree, not inside of brackets"
            self._complain_once(message, _MISSING_BEFORE)
            self._offset = end_of(_LINE, self._text, offset)
        else:
            self._repair_node()

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
        """Note the slip within a node, and feed the parser what was meant.

        ``X[3 4]`` is taken for ``X:[3 4]``: the piece up to the bracket is used, and a node opened
        with the bracket. Another piece is a made-up leaf, or nothing. The offset moves behind it.
        """
        recognised = recognise_slip(self._text, self._offset)
        self._columns.spoil(*recognised.slip)
        self._offset += recognised.length
        match recognised.meant:
            case "open":
                bracket = self._offset - 1  # the last character of the piece
                self._open(bracket)
            case "leaf" if self._is_inside_brackets():
                self.parser.feed_token(_MADE_UP_LEAVES)
            case _:
                pass  # where a tree begins, the leaf is fed by _repair_root

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
