r"""A tree of a hand-in, read beside the key's: its shape and its leaves are known.

The notation refuses ``<=2 [2 4]`` and takes ``3 [3 12 8]`` for a leaf and another child, since a
tree alone does not say what was meant. Beside the key it is known what comes next, a leaf or a node
with children, so that whatever stands before a bracket belongs to the node that is due. Spaces,
``oo``, ``[3, inf]`` as a window, a bound behind its bracket and decimal commas are read as meant,
and named. What cannot be understood is left out alone: a window never takes the value beside it.

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
from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Final, Literal, TypeAlias

from treeexplorer.numbers import counted
from treeexplorer.text import quoted
from treeexplorer.tree import GameTree

_INFINITY: Final = r"(?i:inf(?:inity|ty)?|oo)|∞"
_NUMBER: Final = rf"[-+−]?(?:\d+(?:[.,/]\d+)?(?:[eE][-+]?\d+)?|\.\d+|{_INFINITY})"
_OF_NOTATION: Final = r"[-+−]?(?:\d+(?:[./]\d+)?(?:[eE][-+]?\d+)?|\.\d+|(?i:inf)|∞)"
_SIGN: Final = r"<=|>=|=<|=>|≤|≥|⩽|⩾|="

_BRACKET: Final = re.compile(r"\[")
_SPACE: Final = re.compile(r"(?:\s+|#[^\n]*)+")
_BETWEEN_NODES: Final = re.compile(r"(?:[\s,]+|#[^\n]*)+")
_WINDOW_IN_BRACKETS: Final = re.compile(
    rf"\[\s*{_NUMBER}\s*[,;]?\s*{_NUMBER}\s*\](?=\s*(?:(?:{_SIGN})?\s*{_NUMBER}\s*)?\[)"
)
_ENDS: Final = (
    re.compile(rf"\s*({_OF_NOTATION}|\?)\s*,\s*({_OF_NOTATION}|\?)\s*"),
    re.compile(rf"\s*({_NUMBER})\s*[;|]\s*({_NUMBER})\s*"),
    re.compile(rf"\s*({_NUMBER})\s*,\s*({_NUMBER})\s*"),
    re.compile(rf"\s*({_NUMBER})\s+({_NUMBER})\s*"),
)
_USUAL_WINDOW: Final = re.compile(rf"\({_ENDS[0].pattern}\)")
_LEAF: Final = re.compile(r"[^\s\[\](),#/]+(?:/\d+)?")
_VALUE_OF_LEAF: Final = re.compile(rf"{_OF_NOTATION}|\?|[^\W\d][\w']*")
_NUMBER_WITH_COMMA: Final = re.compile(r"[-+−]?\d+,\d+(?![\w.])")
_UNDRAWN: Final = re.compile(r"(?:/\s*)?(?:\.\.\.|…)")
_PIECE: Final = re.compile(r"[^\s\[\]()#,]+|[(),]")
_STARTS_WITH_SIGN: Final = re.compile(_SIGN)
_NEEDS_EQUALS: Final = re.compile(r".*(?:[)▲△▼▽○]|(?i:max|min|chance)|~[^~]+)", re.DOTALL)

_Part: TypeAlias = Literal["slash", "probability", "name", "player", "window", "estimate", "claim"]
_PARTS: Final[dict[_Part, re.Pattern[str]]] = {
    "slash": re.compile(r"/"),
    "probability": re.compile(r"[\d./]+\s*\*"),
    "name": re.compile(r'(?:"[^"\n]*"|[^\W\d][\w\']*)\s*:'),
    "player": re.compile(r"(?i:max|min|chance)(?!\w)|[▲△▼▽○]"),
    "window": re.compile(r"\([^()\[\]\n]*\)?"),
    "estimate": re.compile(rf"~\s*(?:{_NUMBER})"),
    "claim": re.compile(rf"(?:{_SIGN})?\s*(?:{_NUMBER}|\?)(?=[\s\[\]#]|$)"),
}
_OF_LEAVES: Final[tuple[_Part, ...]] = ("slash", "probability", "name", "window")
_FORGIVE_SPACES: Final = frozenset({"name", "player"})
_SIGNS: Final = {"=<": "<=", "⩽": "<=", "≤": "<=", "=>": ">=", "⩾": ">=", "≥": ">="}
_SHOWN_SIGNS: Final = {"<=": "≤ ", ">=": "≥ "}


def read_beside(text: str, key: GameTree) -> tuple[str, list[str]] | None:
    """Return a tree's text as the notation writes it, and what was read as something else.

    Everything stays on its line. ``None`` where the text has another shape than the key's tree.
    """
    reader = _Reader(text, key)
    try:
        reader.read()
    except _OtherShapeError:
        return None
    return "".join(reader.written), reader.remarks()


def folded(remarks: Sequence[str]) -> str:
    """Return the first of some remarks on one kind of slip, with how many more there are.

    >>> folded(["line 1: “oo” is read as +∞", "line 2: “oo” is read as +∞"])
    'line 1: “oo” is read as +∞; 1 other place in the same way.'
    """
    first, *others = remarks
    if not others:
        return f"{first}."
    return f"{first}; {counted(len(others), 'other place', 'other places')} in the same way."


class _OtherShapeError(Exception):
    """What is written does not lie along the key's tree."""


class _Reader:
    """Reads a text along a tree, node by node in drawing order."""

    def __init__(self, text: str, key: GameTree) -> None:
        self._text = text
        self._key = key
        self._at = 0
        self._slips: dict[str, list[str]] = {}
        self._noted: set[int] = set()  # where the pieces begin of which that is said
        self._left_out: list[str] = []
        self._place_of_claim: dict[int, int] = {}  # where in what is written, by node
        self.written: list[str] = []

    def remarks(self) -> list[str]:
        """Return what was read as something else, a line a kind of slip, and what was left out."""
        return [*map(folded, self._slips.values()), *self._left_out]

    def read(self) -> None:
        """Read the whole tree.

        Raises:
            _OtherShapeError: There is a node too many, or one is missing.
        """
        key = self._key
        for node in range(len(key)):
            self._pass_between_nodes()
            if key.is_leaf(node):
                self._read_leaf(node)
            else:
                self._read_up_to_bracket(node)
            for ancestor in key.ancestors(node):
                is_last_within = key.end[ancestor] == node + 1
                if not is_last_within:
                    break
                self._close(ancestor)
        self._pass_between_nodes()
        if self._at < len(self._text):
            raise _OtherShapeError

    # -- what is said --------------------------------------------------------------------------

    def _place(self, start: int, end: int) -> str:
        """Return where a piece stands, and the piece, as a remark begins."""
        line = self._text.count("\n", 0, start) + 1
        return f"line {line}: {quoted(' '.join(self._text[start:end].split()))}"

    def _note(self, slip: str, start: int, end: int, meaning: str, node: int) -> None:
        """Note that a piece is read as something else, unless that is noted of it already."""
        if start in self._noted:
            return
        self._noted.add(start)
        labels = self._key.labels
        label = labels.label(node) if self._key.is_leaf(node) else labels.signed(node)
        remark = f"{self._place(start, end)} is read as {meaning} at {label}"
        self._slips.setdefault(slip, []).append(remark)

    def _leave_out(self, start: int, end: int, reason: str) -> None:
        self._left_out.append(f"{self._place(start, end)} is left out: {reason}.")

    # -- leaves --------------------------------------------------------------------------------

    def _take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Go on past what matches here, and return it."""
        match = pattern.match(self._text, self._at)
        if match is not None:
            self._at = match.end()
        return match

    def _pass_between_nodes(self) -> None:
        """Keep the spaces and commas between two nodes, or put one there; comments go."""
        between = self._take(_BETWEEN_NODES)
        if between is not None:
            self.written.append(re.sub("#[^\n]*", "", between[0]))
            return
        is_first = not self.written or self.written[-1] == "["
        is_last = self._at == len(self._text) or self._text[self._at] == "]"
        if not is_first and not is_last:
            self.written.append(" ")

    def _read_leaf(self, leaf: int) -> None:
        """Read a leaf: a slash, a name and a window may stand before its value.

        Raises:
            _OtherShapeError: There is none.
        """
        before = self._parts(leaf, _OF_LEAVES)
        start = self._at
        value = self._number_with_comma(leaf)
        if value is None:
            value = self._take(_LEAF)
        if value is None:
            raise _OtherShapeError
        number = value[0].replace(",", ".")
        if not _VALUE_OF_LEAF.fullmatch(number):
            self._leave_out(start, self._at, "it is no value")
            number = "?"
        elif number != value[0]:
            self._note("comma", start, self._at, number, leaf)
        self.written.append(f"{_joined(before)}{number}")

    def _number_with_comma(self, leaf: int) -> re.Match[str] | None:
        """Return a number with a decimal comma, where the key's leaf is no whole number."""
        value = self._key.leaf_value(leaf)
        if value is None or not isfinite(value) or value == int(value):
            return None
        return self._take(_NUMBER_WITH_COMMA)

    # -- nodes with children -------------------------------------------------------------------

    def _read_up_to_bracket(self, node: int) -> None:
        """Read what stands before a node's bracket, and the bracket.

        Raises:
            _OtherShapeError: There is no bracket.
        """
        parts = self._parts(node, tuple(_PARTS))
        if self._take(_BRACKET) is None:
            raise _OtherShapeError
        before = _joined(parts)
        self._place_of_claim[node] = len(self.written) + 1
        self.written += [before, _behind(before, parts.get("claim", "")), "["]

    def _parts(self, node: int, kinds: tuple[_Part, ...]) -> dict[_Part, str]:
        """Read the parts that stand before a leaf's value or a node's bracket, in any order.

        Each is kept as the notation writes it. What is none of them is left out.
        """
        parts: dict[_Part, str] = {}
        last: tuple[_Part, int] | None = None  # the part that no space may follow, and its place
        while True:
            is_spaced = self._take(_SPACE) is not None
            start = self._at
            kind = self._take_part(node, kinds, parts)
            is_over = kinds is _OF_LEAVES or _BRACKET.match(self._text, start) is not None
            if is_spaced and last is not None and (kind is not None or is_over):
                self._note("space", last[1], start + 1, _shown(last[0], parts), node)
            last = None
            if kind is not None:
                if kind in parts and kind not in _FORGIVE_SPACES:
                    last = kind, start
            elif is_over or self._take(_PIECE) is None:
                return parts
            else:
                self._leave_out(start, self._at, "it is no value, bound or window")

    def _take_part(
        self, node: int, kinds: tuple[_Part, ...], parts: dict[_Part, str]
    ) -> _Part | None:
        """Read one part that is not there yet, and return which; ``None`` where none stands here.

        Of a window that is not understood nothing is kept.
        """
        start = self._at
        for kind in kinds:
            match = None if kind in parts else self._take(_PARTS[kind])
            if kind == "window" and match is None and self._is_window_in_brackets(node):
                match = self._take(_WINDOW_IN_BRACKETS)
            if match is None:
                continue
            piece = match[0]
            if kind == "window":
                self._keep_window(piece, start, node, parts)
            elif kind == "claim":
                self._keep_claim(piece, start, node, parts)
            else:
                parts[kind] = re.sub(r"\s+(?=[:*])|(?<=~)\s+", "", piece)
            return kind
        return None

    def _keep_window(self, piece: str, start: int, node: int, parts: dict[_Part, str]) -> None:
        window = _window(piece)
        if window is None:
            self._leave_out(start, self._at, "it is no window")
            return
        parts["window"] = window
        if not _USUAL_WINDOW.fullmatch(piece):
            self._note("window", start, self._at, _shown("window", parts), node)

    def _is_window_in_brackets(self, node: int) -> bool:
        """Tell whether a pair in brackets is a window: a bracket follows, and it is no children."""
        if self._key.is_leaf(node):
            return False
        pair = _WINDOW_IN_BRACKETS.match(self._text, self._at)
        if pair is None:
            return False
        key = self._key
        children = ",".join(str(key.value_or_word(child)) for child in key.children(node))
        return _window(pair[0]) != f"({children})"

    def _keep_claim(self, piece: str, start: int, node: int, parts: dict[_Part, str]) -> None:
        parts["claim"] = _claim_as_meant(piece)
        slip = ""
        if "," in piece:
            slip = "comma"
        elif not re.search(_OF_NOTATION, piece) and "?" not in piece:
            slip = "infinity"
        elif piece.startswith(("=<", "=>")):
            slip = "sign"
        if slip:
            self._note(slip, start, self._at, _shown("claim", parts), node)

    # -- the end of a node's children ----------------------------------------------------------

    def _close(self, node: int) -> None:
        """Read the end of a node's children, and a bound that stands behind its bracket.

        Raises:
            _OtherShapeError: There are more children, or the bracket is never closed.
        """
        self._pass_between_nodes()
        self._read_undrawn(node)
        if not self._text.startswith("]", self._at):
            raise _OtherShapeError
        closed = self._at
        self._at += 1
        self.written.append("]")
        place = self._place_of_claim[node]
        claim = None if self.written[place] else self._take_claim_behind()
        if claim is not None:
            self.written[place] = _behind(self.written[place - 1], claim)
            self._note("behind", closed, self._at, _shown("claim", {"claim": claim}), node)

    def _read_undrawn(self, node: int) -> None:
        """Read the dots that stand for children that are not drawn, where there are some."""
        start = self._at
        undrawn = self._take(_UNDRAWN)
        if undrawn is None:
            return
        dots = "".join(undrawn[0].split())
        if dots != undrawn[0]:
            self._note("space", start, self._at, "a slash before the dots", node)
        self.written.append(dots)
        self._pass_between_nodes()

    def _take_claim_behind(self) -> str | None:
        """Read a value or bound behind a closing bracket, unless it is the next node's.

        It belongs to the side that it touches; where it touches both or none, it is the next
        node's if a bracket follows. Apart from its bracket it needs a sign: a number is a leaf.
        """
        behind = self._at
        is_apart = self._take(_SPACE) is not None
        is_signed = _STARTS_WITH_SIGN.match(self._text, self._at) is not None
        match = self._take(_PARTS["claim"])
        end = self._at
        is_apart_from_next = self._take(_SPACE) is not None
        is_before_bracket = self._text.startswith("[", self._at)
        is_next_ones = is_before_bracket and (is_apart or not is_apart_from_next)
        if match is None or is_next_ones or (is_apart and not is_signed):
            self._at = behind
            return None
        self._at = end
        return _claim_as_meant(match[0])


# -- as the notation writes it ---------------------------------------------------------------------


def _joined(parts: dict[_Part, str]) -> str:
    """Return parts in the order of the notation."""
    order: tuple[_Part, ...] = ("probability", "slash", "name", "player", "window", "estimate")
    return "".join(parts.get(kind, "") for kind in order)


def _behind(before: str, claim: str) -> str:
    """Return a claim behind other parts: after a player, a window or an estimate it has a sign."""
    if not claim or _STARTS_WITH_SIGN.match(claim) or not _NEEDS_EQUALS.fullmatch(before):
        return claim
    return f"={claim}"


def _number(piece: str) -> str:
    sign = "-" if piece[0] in "-−" else ""
    number = piece.lstrip("-+−")
    if re.fullmatch(_INFINITY, number):
        return f"{sign}inf"
    return f"{sign}{number.replace(',', '.')}"


def _claim_as_meant(piece: str) -> str:
    """Return a value or bound with the notation's sign and number.

    >>> _claim_as_meant("=< 2,5"), _claim_as_meant("≥oo"), _claim_as_meant("?")
    ('<=2.5', '>=inf', '?')
    """
    sign = _STARTS_WITH_SIGN.match(piece)
    written = sign[0] if sign else ""
    number = piece[len(written) :].strip()
    return f"{_SIGNS.get(written, written)}{_number(number)}"


def _window(piece: str) -> str | None:
    """Return a window as the notation writes it, ``None`` where two ends cannot be told.

    >>> _window("[3, oo]"), _window("(2,5; 7)"), _window("(-inf 4"), _window("(3;;4)")
    ('(3,inf)', '(2.5,7)', '(-inf,4)', None)
    """
    inside = piece.strip("()[]")
    for pattern in _ENDS:
        ends = pattern.fullmatch(inside)
        if ends is not None:
            return f"({_number(ends[1])},{_number(ends[2])})"
    return None


def _shown(kind: _Part, parts: Mapping[_Part, str]) -> str:
    """Return a part as people read it: ``≤ 2``, ``(−∞, 3)``, ``a slash``."""
    text = parts.get(kind, "")
    shown = text.replace("-inf", "−∞").replace("inf", "+∞").replace("-", "−")
    if kind == "slash":
        return "a slash"
    if kind == "window":
        return shown.replace(",", ", ")
    sign = _STARTS_WITH_SIGN.match(text)
    if kind != "claim" or sign is None:
        return shown
    return f"{_SHOWN_SIGNS.get(sign[0], '')}{shown[len(sign[0]) :]}"
