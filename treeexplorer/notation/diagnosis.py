"""Reads a wrong document a second time, slowly, to say everything that is wrong with it.

The grammar decides whether a document is right; this only explains. Wherever a piece is wrong it
says so once, takes the piece for what was probably meant and goes on, so that several independent
problems are found together and none of them is a mere consequence of another.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from treeexplorer.notation.columns import Columns, TooLargeError
from treeexplorer.notation.lexer import Expressions, Piece, unheard
from treeexplorer.notation.problems import MOST_REPORTED, Place, Slip
from treeexplorer.notation.slips import directive_without_sign, recognise
from treeexplorer.text import safe, shorten
from treeexplorer.tree import INNER, UNKNOWN

_RIGHT_BRACKET: Final = {"(": "[", "{": "[", ")": "]", "}": "]"}
_ENOUGH: Final = 10 * MOST_REPORTED
_REPORTED_EVERY: Final = 4096  # characters


class OpenBrackets:
    """A stack of open brackets: where each stands, and what it holds so far."""

    def __init__(self) -> None:
        self._offsets = array("q")
        self._has_children = bytearray()
        self._elided: dict[int, int] = {}
        self._round: set[int] = set()

    def __len__(self) -> int:
        """Return how many brackets are open."""
        return len(self._offsets)

    def push(self, offset: int, *, is_square: bool = True) -> None:
        """Open a bracket, of the right kind or of a wrong one."""
        if not is_square:
            self._round.add(len(self._offsets))
        self._offsets.append(offset)
        self._has_children.append(0)

    def pop(self) -> None:
        """Close the bracket opened last."""
        self._offsets.pop()
        self._has_children.pop()
        self._elided.pop(len(self._offsets), None)
        self._round.discard(len(self._offsets))

    # What is asked of the bracket opened last.

    @property
    def offset(self) -> int:
        """Where it stands."""
        return self._offsets[-1]

    @property
    def is_square(self) -> bool:
        """Whether it is of the right kind."""
        return len(self._offsets) - 1 not in self._round

    @property
    def has_children(self) -> bool:
        """Whether it holds a child."""
        return bool(self._has_children[-1])

    def add_child(self) -> None:
        """Note that it holds a child."""
        self._has_children[-1] = 1

    @property
    def elided(self) -> int | None:
        """Where its ``...`` stands, if it has one."""
        return self._elided.get(len(self._offsets) - 1)

    @elided.setter
    def elided(self, offset: int | None) -> None:
        if offset is None:
            self._elided.pop(len(self._offsets) - 1, None)
        else:
            self._elided[len(self._offsets) - 1] = offset


class Diagnosis:
    """One slow reading of a document.

    Args:
        text: The document.
        expressions: What finds its pieces.
        columns: Take the pieces in.
        report: Is told how many characters have been read, this being the second reading. What it
            raises ends the reading.
    """

    def __init__(
        self,
        text: str,
        expressions: Expressions,
        columns: Columns,
        report: Callable[[int], None] = unheard,
    ) -> None:
        self._text = text
        self._expressions = expressions
        self._columns = columns
        self._report = report
        self._reported = 0
        self._place = Place(text, "")
        self._open = OpenBrackets()
        self._slips: list[Slip] = []
        self._complained_of_bracket = self._is_abandoned = False
        self._looks_ahead = 0
        self._offset = 0

    def slips(self) -> list[Slip]:
        """Return what is wrong, in the order of the places."""
        self._columns.begin(self._text)
        with suppress(TooLargeError):
            self._document()
        return sorted(self._slips + self._columns.slips)

    def _document(self) -> None:
        text, columns = self._text, self._columns
        pending: int | None = None
        while not self._has_enough():
            self._offset = _end(self._expressions.between, text, self._offset)
            if self._offset == len(text):
                break
            if text[self._offset] == "@":
                pending = self._offset if pending is None else pending
                self._directive()
                continue
            pending = None
            self._tree()
        else:
            return
        if pending is not None:
            if any(slip.offset >= pending for slip in columns.slips):
                return  # what is wrong with the directive itself has been said
            self._add(
                pending,
                "a directive belongs to the tree below it, and no tree follows",
                "put it above its tree",
            )
        elif not (columns.exercises or self._slips):
            self._add(0, "there is no tree in this text", "a tree looks like [[3 12 8] [2 4 6]]")

    def _has_enough(self) -> bool:
        return len(self._slips) + len(self._columns.slips) >= _ENOUGH

    # -- outside of brackets -------------------------------------------------------------------

    def _add(self, offset: int, message: str, hint: str | None = None) -> None:
        self._slips.append(Slip(offset, message, hint))

    def _directive(self) -> None:
        piece = _piece("DIRECTIVE", _DIRECTIVE.match(self._text, self._offset))
        self._columns.DIRECTIVE(piece)
        self._offset = piece.match.end()

    def _tree(self) -> None:
        text, columns = self._text, self._columns
        before = len(self._slips)
        self._complained_of_bracket = self._is_abandoned = False
        found = self._expressions.root.match(text, self._offset)
        if found is not None and found.lastgroup == "LEAF":
            columns.LEAF(_piece("LEAF", found))
            self._offset = found.end()
        elif found is not None:
            self._begin(found)
        else:
            self._wrong()
        while self._open and not self._has_enough():
            self._child()
            if self._offset >= self._reported + _REPORTED_EVERY:
                self._reported = self._offset
                self._report(len(text) + self._offset)
        if self._open or self._is_abandoned:
            self._columns.abandon_tree()
            return
        if not columns.kind:
            columns.LEAF(_PLAIN_LEAF)
        columns.is_broken = len(self._slips) > before
        self._line_end(is_broken=columns.is_broken)
        columns.finish_tree()

    def _line_end(self, *, is_broken: bool) -> None:
        """Expect the end of the line behind a tree; complain once of anything else on it."""
        text = self._text
        end = self._expressions.line_end.match(text, self._offset)
        if end is not None:
            self._offset = end.end()
            return
        offset = _end(self._expressions.space, text, self._offset)
        character = text[offset]
        if character == "]" or (character in ")}" and not is_broken):
            self._add(
                offset, f"this `{character}` closes nothing", "remove it, or open a bracket before"
            )
        elif is_broken:
            pass
        elif (stray := self._stray_bracket(offset)) is not None:
            self._add(
                stray, "a stray `]`: the tree ends here, and more of it follows", "remove this `]`"
            )
        elif (name := directive_without_sign(text, self._columns.root_offset)) is not None:
            self._add(
                self._columns.root_offset, f"found {name} where a tree begins", f"write @{name}"
            )
        elif character == ",":
            siblings = text[offset + 1 : offset + 40].strip()
            self._add(
                offset,
                "a tree ends with its line; found a comma",
                "put [ and ] around siblings" if siblings else "remove the comma",
            )
        elif character == "@":
            self._add(offset, "a directive stands on a line of its own, above its tree")
        elif text[offset] == "[" and self._columns.kind[0] != INNER:
            leaf = shorten(safe(text[self._columns.root_offset : offset].strip()), 24)
            is_word = self._columns.kind[0] == UNKNOWN
            self._add(
                offset,
                "a second tree on the line of the first",
                f"write {leaf}:[ if {leaf} is the node's name"
                if is_word
                else f"remove the space if {leaf} is the node's value",
            )
        else:
            self._add(
                offset, "a second tree on the line of the first", "start each tree on a new line"
            )
        stop = text.find("\n", offset)
        self._offset = len(text) if stop < 0 else stop + 1
        self._skip_rest(offset)

    def _stray_bracket(self, offset: int) -> int | None:
        """Return the bracket that ends a tree too early, where what follows has one too many."""
        stop = self._text.find("\n", offset)
        rest = self._text[offset : len(self._text) if stop < 0 else stop]
        depth = 0
        for found in _BRACKETS.finditer(rest):
            depth += (found[0] == "[") - (found[0] == "]")
        if depth != -1 or self._columns.kind[0] != INNER:
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
                    stop = self._text.find("\n", found.end())
                    self._offset = len(self._text) if stop < 0 else stop + 1
                    return

    # -- inside of brackets --------------------------------------------------------------------

    def _begin(self, found: re.Match[str]) -> None:
        self._columns.OPEN(_piece("OPEN", found))
        self._open.push(found.start("OPEN"))
        self._offset = found.end()

    def _child(self) -> None:
        """Read the next piece within brackets, whatever it is."""
        text = self._text
        self._offset = _end(self._expressions.blanks, text, self._offset)
        if self._offset == len(text):
            self._never_closed()
            return
        if text[self._offset] == "[":  # the pattern would find it, but not as fast
            self._count_child()
            self._columns.OPEN(_PLAIN_OPEN)
            self._open.push(self._offset)
            self._offset += 1
            return
        found = self._expressions.lenient.match(text, self._offset)
        kind = found.lastgroup if found is not None else None
        if found is None or kind == "WRONG":
            self._wrong()
        elif kind == "CLOSE":
            self._close("]")
            self._offset = found.end("CLOSE") if not self._open else found.end()
        elif kind == "ELLIPSIS":
            self._ellipsis()
            self._offset = found.end()
        else:
            self._count_child()
            if kind == "LEAF":
                self._columns.LEAF(_piece("LEAF", found))
                self._offset = found.end()
            else:
                self._begin(found)

    def _count_child(self) -> None:
        if not self._open:
            return
        self._open.add_child()
        if (elided := self._open.elided) is not None:
            self._add(
                elided,
                "`...` stands last: it means further children that are not drawn",
                "move it behind the last child",
            )
            self._open.elided = None

    def _ellipsis(self) -> None:
        if self._open.elided is not None:
            self._add(self._offset, "`...` is written once, as the last child")
        else:
            self._columns.ELLIPSIS(_PLAIN_LEAF)
            self._open.elided = self._offset

    def _close(self, character: str) -> None:
        bracket = self._open
        if not bracket.has_children:
            if bracket.elided is not None:
                self._add(
                    bracket.elided,
                    "`...` needs at least one drawn child before it",
                    "it means further children that are not drawn",
                )
            else:
                self._add(
                    bracket.offset, "a node needs at least one child (a leaf is a bare number)"
                )
            self._columns.LEAF(_PLAIN_LEAF)
        if character != "]" and bracket.is_square:
            self._complain_of_bracket(character)
        self._close_unseen()

    def _close_unseen(self) -> None:
        self._open.pop()
        self._columns.CLOSE(_PLAIN_LEAF)

    def _complain_of_bracket(self, character: str) -> None:
        if not self._complained_of_bracket:
            right = _RIGHT_BRACKET[character]
            self._add(
                self._offset,
                f"wrong kind of bracket: `{character}` instead of `{right}`",
                "children stand between [ and ]",
            )
        self._complained_of_bracket = True

    def _never_closed(self) -> None:
        self._is_abandoned = True
        offset = self._open.offset
        line, column = self._place.line_column(offset)
        count = len(self._open)
        others = "" if count == 1 else f" ({count} brackets are open at the end)"
        self._add(
            offset,
            f"the bracket opened at {line}:{column} is never closed{others}",
            "add the missing ]" if count == 1 else f"add the {count} missing ]",
        )
        self._open = OpenBrackets()

    # -- what is no piece at all ---------------------------------------------------------------

    def _wrong(self) -> None:
        text, offset = self._text, self._offset
        character = text[offset]
        if character in ")}" and self._open:
            self._close(character)
            self._offset += 1
            if self._open:
                self._skip_separator()
            return
        if character == "]" and not self._open:
            self._add(offset, "this `]` closes nothing", "remove it, or open a bracket before")
            self._offset += 1
            return
        if character == "]":
            self._close("]")
            self._offset += 1
            if self._open:
                self._unseparated(offset)
            return
        if character == ",":
            self._comma()
            return
        if character in "({" and not _WINDOW_AHEAD.match(text, offset):
            self._complain_of_bracket(character)
            self._count_child()
            self._columns.OPEN(_PLAIN_OPEN)
            self._open.push(offset, is_square=False)
            self._offset += 1
            return
        if (named := _NAME_BEFORE_BRACKET.match(text, offset)) is not None:
            self._offset = named.end()
            self._wrong()
            return
        if character == "@" and self._is_between_trees():
            self._never_closed()
            return
        slip = recognise(text, offset)
        self._add(offset + slip.shift, slip.message, slip.hint)
        self._offset = offset + slip.length
        if slip.meant == "nothing":
            return
        self._count_child()
        if slip.meant == "open":
            self._columns.OPEN(_PLAIN_OPEN)
            self._open.push(self._offset - 1)
        else:
            self._columns.LEAF(_PLAIN_LEAF)
            if self._open:
                self._skip_separator()

    def _skip_separator(self) -> None:
        self._offset = _end(self._expressions.separator, self._text, self._offset)

    def _comma(self) -> None:
        before = self._offset - 1
        while before >= 0 and self._text[before].isspace():
            before -= 1
        if before >= 0 and self._text[before] == ",":
            self._add(self._offset, "a value is missing between two commas", "remove one comma")
        elif self._open:
            self._add(self._offset, "a value is missing before this comma", "remove the comma")
        else:
            self._add(self._offset, "a tree cannot begin with a comma", "remove the comma")
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
        depth = len(self._open)
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


_DIRECTIVE: Final = re.compile(r"@[^\n]*+")
_BRACKETS: Final = re.compile(r"\[|\]|#[^\n]*+|\"[^\"\n]*+\"")
_NAME_BEFORE_BRACKET: Final = re.compile(
    r"(?:(?:[^\W\d]|')[\w']*+|\"[^\"\n]++\"):[^\S\n]*+(?=\{|\((?![^()\[\]{}\n]*+\)[^\s,\])}]))"
)
_GLUED: Final = re.compile(r"[^\s,\[\]#]{1,12}")
_WINDOW_AHEAD: Final = re.compile(r"\([^()\[\]{}\n]{0,200}\)[^\s,\])}]")


def _piece(kind: str, found: re.Match[str] | None) -> Piece:
    piece = Piece(kind)
    if found is not None:
        piece.match = found
    return piece


def _end(pattern: re.Pattern[str], text: str, offset: int) -> int:
    found = pattern.match(text, offset)
    return offset if found is None else found.end()


_PLAIN: Final = re.compile(
    r"(?P<BRANCHES>(?!))|(?P<probability>p)?(?P<cut>c)?(?P<name>n)?(?P<player>p)?"
    r"(?P<window>w)?(?P<estimate>e)?(?:(?P<LEAF>(?P<integer>0)|(?P<number>n))|(?P<claim>c)?(?P<OPEN>\[))"
)
_PLAIN_LEAF: Final = _piece("LEAF", _PLAIN.match("0"))
_PLAIN_OPEN: Final = _piece("OPEN", _PLAIN.match("["))
