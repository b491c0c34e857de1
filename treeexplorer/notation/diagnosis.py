"""Says everything that is wrong with a document, by going on behind each slip.

Lark's parser decides whether a document is right. Where it meets a piece that it cannot take, the
diagnosis says so once, gives it what was probably meant and lets it go on, so that several
independent problems are found together and none of them is a mere consequence of another.
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any, Final

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
from treeexplorer.notation.problems import SourceText
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
_BRACKETS: Final = re.compile(r"\[|\]|#[^\n]*+|\"[^\"\n]*+\"")
_NAME_BEFORE_BRACKET: Final = re.compile(rf"(?:{PLAIN_WORD}|\"[^\"\n]++\"):[^\S\n]*+(?=[({{])")
_GLUED: Final = re.compile(r"[^\s,\[\]#)};|&][^\s,\[\]#]{0,11}")
_WINDOW_AHEAD: Final = re.compile(r"\([^()\[\]{}\n]{0,200}\)[^\s,\])}]")
_BRACKET: Final = re.compile(r"(?P<OPEN>[\[({])")
_MADE_UP_LEAVES: Final = Lexeme("LEAVES")
_MADE_UP_LEAVES.run = [MADE_UP_LEAF]


def explain(text: str, error: UnexpectedToken, lexer: PieceLexer, columns: TreeColumns) -> None:
    """Note all that is wrong in a text from the first piece on that the parser does not take."""
    diagnosis = _Diagnosis(text, lexer, columns)
    with suppress(TooLargeError):
        for _ in range(_MOST_STOPS):
            if not diagnosis.repair(error):
                break
            try:
                diagnosis.parser.resume_parse()
                break
            except UnexpectedToken as next_error:
                error = next_error


class _Diagnosis:
    """The slips of a document, and the repairs that let the parser go on."""

    def __init__(self, text: str, lexer: PieceLexer, columns: TreeColumns) -> None:
        self.parser: Any = None  # Lark's, where it has stopped; it has no types
        self._text = text
        self._lexer = lexer
        self._columns = columns
        self._complaints: set[tuple[int, str]] = set()  # made once a tree: its number, the hint
        self._offset = 0

    def repair(self, stop: UnexpectedToken) -> bool:
        """Say what is wrong, and give the parser what was meant; tell whether it can go on."""
        self.parser = stop.interactive_parser
        piece = stop.token
        columns = self._columns
        self._offset = piece.start_pos
        if piece.type == "$END":
            self._end()
            return False
        if piece.type != "WRONG":
            # A node without children is the only piece that stands where it cannot.
            self._offset = piece.match.end()
            self._close("]")
            if not columns.opened:
                self._offset = piece.match.end("CLOSE")
        elif self._accepts("NEWLINE"):
            self._line_end()
        else:
            is_inside = bool(columns.opened)
            self._wrong()
            if not is_inside and self._accepts("LEAF"):
                self.parser.feed_token(Lexeme("LEAF", MADE_UP_LEAF))
        if columns.opened:
            self._offset = end_of(SEPARATOR, self._text, self._offset)
        self._lexer.depth = len(columns.opened)
        self._lexer.offset = self._offset
        self._lexer.is_at_line_end = self._accepts("NEWLINE")
        return True

    def _accepts(self, kind: str) -> bool:
        """Tell whether the parser could go on with a piece of a kind."""
        return kind in self.parser.choices()

    def _end(self) -> None:
        """Say what is missing at the end of the text."""
        columns = self._columns
        count = len(columns.opened)
        _, slips = read_directives(columns.directives)
        columns.slips += slips
        if (len(columns.exercises), _MISSING_BEFORE) in self._complaints:
            pass  # that is what is missing
        elif count:
            opened = columns.opened[-1]
            line, column = SourceText(self._text).line_column(opened)
            others = "" if count == 1 else f" ({count} brackets are open at the end)"
            message = f"the bracket opened at {line}:{column} is never closed{others}"
            hint = "add the missing ]" if count == 1 else f"add the {count} missing ]"
            columns.slip(opened, message, hint)
        elif columns.directives and not slips:
            message = "a directive belongs to the tree below it, and no tree follows"
            columns.slip(columns.directives[0][0], message, "put it above its tree")
        elif not (columns.exercises or columns.slips):
            hint = "a tree looks like [[3 12 8] [2 4 6]]"
            columns.slip(0, "there is no tree in this text", hint)

    def _line_end(self) -> None:
        """Complain once of what stands behind a tree on its line, and skip it."""
        text = self._text
        columns = self._columns
        offset = end_of(SPACE, text, self._offset)
        character = text[offset]
        is_branch = columns.kind[0] == INNER
        self._offset = end = end_of(_LINE, text, offset)
        brackets = _BRACKETS.findall(text, offset, end)
        if character == "]" or (character in ")}" and not columns.is_broken):
            columns.slip(offset, f"this `{character}` closes nothing", _REMOVE_BRACKET)
        elif columns.is_broken:
            pass  # what follows need not be wrong
        elif is_branch and brackets.count("[") - brackets.count("]") == -1:
            message = "a stray `]`: the tree ends here, and more of it follows"
            columns.slip(text.rindex("]", 0, offset), message, "remove this `]`")
        elif character == ",":
            message = "a tree ends with its line; found a comma"
            columns.slip(offset, message, "put [ and ] around siblings, or remove the comma")
        elif character == "@":
            message = "a directive stands on a line of its own, above its tree"
            columns.slip(offset, message)
        else:
            hint = "start each tree on a new line"
            if character == "[" and not is_branch:
                leaf = shorten(safe(text[columns.root_offset : offset].strip()), 24)
                hint = f"remove the space if {leaf} is the node's value"
                if columns.kind[0] == UNKNOWN:
                    hint = f"write {leaf}:[ if {leaf} is the node's name"
            columns.slip(offset, "a second tree on the line of the first", hint)
        self._skip_open_brackets(offset, end)
        self.parser.feed_token(Lexeme("NEWLINE"))

    def _skip_open_brackets(self, offset: int, end: int) -> None:
        """Skip what a second tree on a line leaves open, up to the end of the line that closes it.

        Args:
            offset: Where the second tree begins.
            end: Where its line ends.
        """
        depth = 0
        for bracket in _BRACKETS.finditer(self._text, offset):
            is_behind = bracket.start() >= end
            if is_behind and depth <= 0:
                return
            if bracket[0] == "[":
                depth += 1
            elif bracket[0] == "]":
                depth -= 1
                if is_behind and depth <= 0:
                    self._offset = end_of(_LINE, self._text, bracket.end())
                    return

    def _close(self, character: str) -> None:
        """End the open node with a bracket, of whatever kind."""
        bracket = self._columns.opened[-1]
        if not self._accepts("CLOSE"):
            message = "a node needs at least one child (a leaf is a bare number)"
            self._columns.spoil(bracket, message)
            self.parser.feed_token(_MADE_UP_LEAVES)
        if character != "]" and self._text[bracket] == "[":
            self._complain_of_bracket(character)
        self.parser.feed_token(Lexeme("CLOSE"))

    def _complain_of_bracket(self, character: str) -> None:
        """Say that another kind of bracket was meant here."""
        right = _RIGHT_BRACKET[character]
        message = f"wrong kind of bracket: `{character}` instead of `{right}`"
        self._complain_once(message, "children stand between [ and ]")

    def _complain_once(self, message: str, hint: str) -> None:
        """Say what is wrong here, unless the same was said of the tree that is growing."""
        complaint = len(self._columns.exercises), hint
        if complaint not in self._complaints:
            self._columns.spoil(self._offset, message, hint)
        self._complaints.add(complaint)

    def _wrong(self) -> None:
        """Say what is wrong with what is no piece at all, and take it for what was meant."""
        text = self._text
        columns = self._columns
        named = _NAME_BEFORE_BRACKET.match(text, self._offset)
        if named is not None and not _WINDOW_AHEAD.match(text, named.end()):
            self._offset = named.end()
        offset = self._offset
        is_inside = bool(columns.opened)
        character = text[offset]
        if character in ")}]" and is_inside:
            self._close(character)
            self._offset += 1
            if character == "]" and columns.opened:
                self._complain_of_glued(offset + 1)
        elif character == "]":
            self._columns.spoil(offset, "this `]` closes nothing", _REMOVE_BRACKET)
            self._offset += 1
        elif character == ",":
            before = text[max(0, offset - _LOOKED_BACK) : offset].rstrip()
            if before.endswith(","):
                columns.spoil(offset, "a value is missing between two commas", "remove one comma")
            else:
                columns.spoil(offset, "a value is missing before this comma", "remove the comma")
            self._offset += 1
        elif character in "({" and not _WINDOW_AHEAD.match(text, offset):
            self._complain_of_bracket(character)
            self._open(offset)
        elif character == "@":  # it is inside of brackets, the last of which may well be missing
            message = "a directive stands above its tree, not inside of brackets"
            self._complain_once(message, _MISSING_BEFORE)
            self._offset = end_of(_LINE, text, offset)
        else:
            slip, length, meant = recognise_slip(text, offset)
            columns.spoil(*slip)
            self._offset += length
            if meant == "open":
                self._open(self._offset - 1)
            elif meant == "leaf" and is_inside:
                self.parser.feed_token(_MADE_UP_LEAVES)

    def _complain_of_glued(self, offset: int) -> None:
        """Complain of a sibling that touches the bracket before an offset."""
        behind = _GLUED.match(self._text, offset)
        if behind is not None:
            glued = safe(behind[0])
            message = f"siblings are separated: found `{glued}` directly behind `]`"
            self._columns.spoil(offset, message, f"put a space between them: ] {glued}")

    def _open(self, offset: int) -> None:
        """Begin a node with the bracket at an offset, of whatever kind."""
        self.parser.feed_token(Lexeme("OPEN", _BRACKET.match(self._text, offset)))
        self._offset = offset + 1
