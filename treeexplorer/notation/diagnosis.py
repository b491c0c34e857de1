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
from treeexplorer.notation.directives import DirectiveLines
from treeexplorer.notation.lexer import (
    BLANKS,
    MADE_UP_LEAF,
    SEPARATOR,
    SPACE,
    Lexeme,
    PieceLexer,
    end_of,
)
from treeexplorer.notation.problems import MOST_REPORTED, Slip, SourceText
from treeexplorer.notation.slips import directive_without_sign, recognise
from treeexplorer.notation.spelling import PLAIN_WORD
from treeexplorer.text import safe, shorten
from treeexplorer.tree import INNER, UNKNOWN

_RIGHT_BRACKET: Final = {"(": "[", "{": "[", ")": "]", "}": "]"}
_ENOUGH: Final = 10 * MOST_REPORTED
_MOST_STOPS: Final = 10_000  # each takes about as long as reading a line


def explain(
    text: str, error: UnexpectedToken, lexer: PieceLexer, columns: TreeColumns
) -> list[Slip]:
    """Return what is wrong in a text, in the order of the places.

    Args:
        text: The document.
        error: The first piece that the parser does not take.
        lexer: What gave the piece to the parser.
        columns: What the parser fills.
    """
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
    return sorted(diagnosis.slips + columns.slips)


class _Diagnosis:
    """What has been said of a document, and the repairs that let the parser go on."""

    def __init__(self, text: str, lexer: PieceLexer, columns: TreeColumns) -> None:
        self.slips: list[Slip] = []
        self._text = text
        self._lexer = lexer
        self._columns = columns
        self._complained_of_bracket = -1  # the last tree for which it is so
        self._looks_ahead = 0
        self._offset = 0
        self.parser: Any = None  # Lark's, where it has stopped; it has no types

    def repair(self, stop: UnexpectedToken) -> bool:
        """Say what is wrong, and give the parser what was meant; tell whether it can go on."""
        self.parser = stop.interactive_parser
        piece, lexer, is_inside = stop.token, self._lexer, bool(self._columns.opened)
        self._offset = piece.start_pos
        if len(self.slips) + len(self._columns.slips) >= _ENOUGH:
            return False
        if piece.type == "$END":
            self._end()
            return False
        if piece.type != "WRONG":
            # A node without children is the only piece that stands where it cannot.
            self._offset = piece.match.end()
            self._close("]")
            if not self._columns.opened:
                self._offset = piece.match.end("CLOSE")
        elif self._accepts("NEWLINE"):
            self._line_end()
        else:
            self._wrong()
            if not is_inside and self._accepts("LEAF"):
                self._feed(Lexeme("LEAF", MADE_UP_LEAF))
        lexer.depth = len(self._columns.opened)
        lexer.offset = end_of(BLANKS, self._text, self._offset) if lexer.depth else self._offset
        lexer.is_at_line_end = self._accepts("NEWLINE")
        return True

    def _accepts(self, kind: str) -> bool:
        return kind in self.parser.choices()

    def _feed(self, piece: Lexeme) -> None:
        self.parser.feed_token(piece)

    def _add(self, offset: int, message: str, hint: str | None = None) -> None:
        """Say what is wrong within a tree."""
        self.slips.append(Slip(offset, message, hint))
        self._columns.is_broken = True

    # -- the end of a tree and of the text -----------------------------------------------------

    def _end(self) -> None:
        columns = self._columns
        directives = columns.directives.offset
        if columns.opened:
            self._never_closed()
        elif directives is not None:
            if any(slip.offset >= directives for slip in columns.slips):
                return  # what is wrong with the directive itself has been said
            self._add(
                directives,
                "a directive belongs to the tree below it, and no tree follows",
                "put it above its tree",
            )
        elif not (columns.exercises or self.slips):
            self._add(0, "there is no tree in this text", "a tree looks like [[3 12 8] [2 4 6]]")

    def _never_closed(self) -> None:
        opened = self._columns.opened
        line, column = SourceText(self._text).line_column(opened[-1])
        count = len(opened)
        others = "" if count == 1 else f" ({count} brackets are open at the end)"
        self._add(
            opened[-1],
            f"the bracket opened at {line}:{column} is never closed{others}",
            "add the missing ]" if count == 1 else f"add the {count} missing ]",
        )

    def _line_end(self) -> None:
        """Complain once of what stands behind a tree on its line, and skip it."""
        text = self._text
        offset = end_of(SPACE, text, self._offset)
        slip = self._behind_tree(offset)
        if slip is not None:
            self.slips.append(slip)
        self._offset = end_of(_LINE, text, offset)
        self._skip_rest(offset)
        self._feed(Lexeme("NEWLINE"))

    def _behind_tree(self, offset: int) -> Slip | None:
        """Return what to say of that which stands behind a tree."""
        text, columns, character = self._text, self._columns, self._text[offset]
        is_broken = columns.is_broken
        if character == "]" or (character in ")}" and not is_broken):
            return Slip(
                offset, f"this `{character}` closes nothing", "remove it, or open a bracket before"
            )
        if is_broken:
            return None
        if (stray := self._stray_bracket(offset)) is not None:
            return Slip(
                stray, "a stray `]`: the tree ends here, and more of it follows", "remove this `]`"
            )
        root = columns.root_offset
        if (name := directive_without_sign(text, root)) is not None:
            return Slip(root, f"found {name} where a tree begins", f"write @{name}")
        if character == ",":
            siblings = text[offset + 1 : offset + 40].strip()
            return Slip(
                offset,
                "a tree ends with its line; found a comma",
                "put [ and ] around siblings" if siblings else "remove the comma",
            )
        if character == "@":
            return Slip(offset, "a directive stands on a line of its own, above its tree")
        hint = "start each tree on a new line"
        if character == "[" and columns.kind[0] != INNER:
            leaf = shorten(safe(text[root:offset].strip()), 24)
            is_word = columns.kind[0] == UNKNOWN
            hint = (
                f"write {leaf}:[ if {leaf} is the node's name"
                if is_word
                else f"remove the space if {leaf} is the node's value"
            )
        return Slip(offset, "a second tree on the line of the first", hint)

    def _stray_bracket(self, offset: int) -> int | None:
        """Return the bracket that ends a tree too early, where what follows has one too many."""
        rest = _BRACKETS.findall(self._text, offset, end_of(_LINE, self._text, offset))
        if rest.count("[") - rest.count("]") != -1 or self._columns.kind[0] != INNER:
            return None
        return self._text.rindex("]", 0, offset)

    def _skip_rest(self, offset: int) -> None:
        """Skip what a second tree on a line leaves open, up to the brackets' end."""
        depth = 0
        for found in _BRACKETS.finditer(self._text, offset):
            if found.start() >= self._offset and depth <= 0:
                return
            if found[0] == "[":
                depth += 1
            elif found[0] == "]":
                depth -= 1
                if depth <= 0 and found.start() >= self._offset:
                    self._offset = end_of(_LINE, self._text, found.end())
                    return

    # -- inside of brackets --------------------------------------------------------------------

    def _open(self, offset: int) -> None:
        """Begin a node with the bracket at an offset, of whatever kind."""
        self._feed(Lexeme("OPEN", _BRACKET.match(self._text, offset)))
        self._offset = offset + 1

    def _close(self, character: str) -> None:
        bracket = self._columns.opened[-1]
        if not self._accepts("CLOSE"):
            self._add(bracket, "a node needs at least one child (a leaf is a bare number)")
            self._feed(_MADE_UP_LEAVES)
        if character != "]" and self._text[bracket] == "[":
            self._complain_of_bracket(character)
        self._feed(Lexeme("CLOSE"))

    def _complain_of_bracket(self, character: str) -> None:
        tree = len(self._columns.exercises)
        if self._complained_of_bracket != tree:
            right = _RIGHT_BRACKET[character]
            self._add(
                self._offset,
                f"wrong kind of bracket: `{character}` instead of `{right}`",
                "children stand between [ and ]",
            )
        self._complained_of_bracket = tree

    # -- what is no piece at all ---------------------------------------------------------------

    def _wrong(self) -> None:
        text, offset, is_inside = self._text, self._offset, bool(self._columns.opened)
        character = text[offset]
        if character in ")}" and is_inside:
            self._close(character)
            self._offset += 1
            self._skip_separator()
        elif character == "]" and not is_inside:
            self._add(offset, "this `]` closes nothing", "remove it, or open a bracket before")
            self._offset += 1
        elif character == "]":
            self._close("]")
            self._offset += 1
            if self._columns.opened:
                self._unseparated(offset)
        elif character == ",":
            self._comma()
        elif character in "({" and not _WINDOW_AHEAD.match(text, offset):
            self._complain_of_bracket(character)
            self._open(offset)
        elif (named := _NAME_BEFORE_BRACKET.match(text, offset)) is not None:
            self._offset = named.end()
            self._wrong()
        elif character == "@" and self._is_between_trees():
            self._never_closed()
            self._abandon_tree()
        else:
            self._within_node()

    def _within_node(self) -> None:
        """Say what is wrong in a node's beginning, and take it for what was probably meant."""
        slip, length, meant = recognise(self._text, self._offset)
        self._add(slip.offset, slip.message, slip.hint)
        self._offset += length
        if meant == "open":
            self._open(self._offset - 1)
        elif meant == "leaf" and self._columns.opened:
            self._feed(_MADE_UP_LEAVES)
            self._skip_separator()

    def _abandon_tree(self) -> None:
        """End the tree that is growing, without its directives; nobody reads it."""
        columns = self._columns
        columns.directives = DirectiveLines()
        if not self._accepts("CLOSE"):
            self._feed(_MADE_UP_LEAVES)
        for _ in range(len(columns.opened)):
            self._feed(Lexeme("CLOSE"))
        self._feed(Lexeme("NEWLINE"))

    def _skip_separator(self) -> None:
        if self._columns.opened:
            self._offset = end_of(SEPARATOR, self._text, self._offset)

    def _comma(self) -> None:
        before = self._offset - 1
        while before >= 0 and self._text[before].isspace():
            before -= 1
        message, hint = "a tree cannot begin with a comma", "remove the comma"
        if before >= 0 and self._text[before] == ",":
            message, hint = "a value is missing between two commas", "remove one comma"
        elif self._columns.opened:
            message = "a value is missing before this comma"
        self._add(self._offset, message, hint)
        self._offset += 1

    def _is_between_trees(self) -> bool:
        """Tell whether a ``@`` begins its line and the brackets open here are never closed.

        Then a bracket is missing before it. Otherwise the directive itself is out of place.
        """
        text, offset = self._text, self._offset
        self._looks_ahead += 1
        if (
            self._looks_ahead > MOST_REPORTED
            or text[text.rfind("\n", 0, offset) + 1 : offset].strip()
        ):
            return False
        depth = len(self._columns.opened)
        for found in _BRACKETS.finditer(text, offset):
            depth += (found[0] == "[") - (found[0] == "]")
            if not depth:
                return False
        return True

    def _unseparated(self, offset: int) -> None:
        """Complain of a `]` with something glued to it."""
        found = _GLUED.match(self._text, offset + 1)
        glued = safe(found[0]) if found is not None else ""
        if glued and glued[0] not in ")};|&":
            self._add(
                offset + 1,
                f"siblings are separated: found `{glued}` directly behind `]`",
                f"put a space between them: ] {glued}",
            )


_LINE: Final = re.compile(r"[^\n]*+\n?")
_BRACKETS: Final = re.compile(r"\[|\]|#[^\n]*+|\"[^\"\n]*+\"")
_NAME_BEFORE_BRACKET: Final = re.compile(
    rf"(?:{PLAIN_WORD}|\"[^\"\n]++\"):[^\S\n]*+"
    r"(?=\{|\((?![^()\[\]{}\n]*+\)[^\s,\])}]))"
)
_GLUED: Final = re.compile(r"[^\s,\[\]#]{1,12}")
_WINDOW_AHEAD: Final = re.compile(r"\([^()\[\]{}\n]{0,200}\)[^\s,\])}]")

_BRACKET: Final = re.compile(r"(?P<OPEN>[\[({])")
_MADE_UP_LEAVES: Final = Lexeme("LEAVES")
_MADE_UP_LEAVES.run = [MADE_UP_LEAF]
