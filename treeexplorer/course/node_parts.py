"""Reads the parts of one node of a hand-in beside the key's: ``A: (3;oo) =< 2`` before a bracket.

The key tells what may stand there: only at a node with children two bare numbers are a window, only
below a chance node ``0.5*`` is a probability, and ``x4`` is a slash only where the key's leaf is 4.
What cannot be understood is left out alone.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final, NamedTuple

from treeexplorer.course.typed_parts import (
    BRACKETS_OF_NODES,
    FLAT_BRACKETS,
    PARTS,
    QUOTES,
    SPACED_NEGATIVE,
    WINDOW_IN_OTHER_BRACKETS,
    WINDOW_IN_PARENTHESES,
    WINDOW_WITHOUT_BRACKETS,
    PartKind,
    PartSlip,
    claim_as_meant,
    find_slip_in_claim,
    format_part,
    has_usual_form,
    is_written_as_interval,
    name_as_meant,
    player_as_meant,
    window_as_meant,
    without_inner_blanks,
)
from treeexplorer.course.typing_remarks import (
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

_CHILDREN_FOLLOW: Final = re.compile(r"\s*\[")
_CLAIM_AND_BRACKET: Final = re.compile(r"[^\[\]]*[^\[\]\s](?=\[)")
"""What stands between two pairs of brackets, and touches the second: ``=3`` in ``[3, 5]=3[``."""
_CLAIM_IN_BRACKETS: Final = re.compile(rf"[(\[]\s*(?P<claim>{PARTS['claim'].pattern})\s*[)\]]")
"""A value or bound in brackets of its own: ``(3)``, ``[<=2]``."""
_UNSURE_NUMBER: Final = re.compile(
    rf"""
      (?P<player_before> max | min | maximum | minimum )\b \s* :? \s* {PARTS["claim"].pattern}
    | {PARTS["claim"].pattern} \s* (?P<player_behind> max | min | maximum | minimum )\b
    | (?: not
        | (?: less | more | smaller | greater | larger | lower | higher ) \s+ than
        | under | below | above | over
      ) \s+ {PARTS["claim"].pattern}
    """,
    re.IGNORECASE | re.VERBOSE,
)
"""A number with a word that may make it a bound: ``max 2``, ``2 max``, ``less than 2``."""
_SIGN_OF_CLAIM: Final = re.compile(r"[<>=≤≥⩽⩾?]|\bat\b|\bor\b", re.IGNORECASE)
"""What says of a number what it is: ``= 2``, ``at most 2``, ``2 or less``; and ``?`` for none."""
_EXPECTATION: Final = re.compile(r"(?P<sign>E|EV|EW)\s*(?==\s*[-+−]?\s?[\d.]+(?:[.,/]\d+)?\s*\[)")
"""What people write before the value of a chance node: the ``E`` of ``E=2[``."""
_ENDS_WITH_IN: Final = re.compile(r"(?:∈|(?<!\w)in)\s*\Z", re.IGNORECASE)
"""What stands before an interval that a value lies in: the ``∈`` of ``∈ (-inf, 2)``."""
_CLAIM_FOLLOWS: Final = re.compile(rf"[^\[\]]*?(?<![\w.,~]){PARTS['claim'].pattern}\s*\[")
"""A value or bound before a bracket, behind whatever else: the ``=-4[`` of ``~2=-4[``."""
_WORD: Final = re.compile(rf"(?:[<>]\s+)?[^\s\[\]()#,;{QUOTES}]+|[(),;{QUOTES}]")
"""What is left out at once where it is no part of a node: a word, or one sign of punctuation.

Of ``< 2`` the number goes, too: a value less than 2 is not the value 2.
"""
_FURTHER_NUMBERS: Final = re.compile(
    rf"(?>(?:(?:[,;]\s*|or\s+)?(?!\s*\?){PARTS['claim'].pattern}\s*)+)(?=\[)"
)
"""Numbers between the number of a node and its bracket: the ``, 5, 2`` of ``14, 5, 2[``."""
_KINDS_AT_LEAVES: Final[tuple[PartKind, ...]] = ("slash", "probability", "name", "window")
_KINDS_AT_INNER_NODES: Final[tuple[PartKind, ...]] = tuple(PARTS)
_MAY_HAVE_SPACE_BEHIND: Final[frozenset[PartKind]] = frozenset({"name", "player"})
_WINDOWS_IN_OTHER_FORMS: Final = (
    WINDOW_IN_OTHER_BRACKETS,
    WINDOW_IN_PARENTHESES,
    WINDOW_WITHOUT_BRACKETS,
)
"""The forms of a window but ``[3, 7]``; the first that fits is taken: of ``(3, inf]`` all of it."""


class _TypedPart(NamedTuple):
    """A part of a node as it is typed.

    Attributes:
        kind: What kind of part it is.
        text: What is typed.
        piece: Where it stands.
    """

    kind: PartKind
    text: str
    piece: TypedPiece


class _NoPart(NamedTuple):
    """A piece before a leaf's value or a node's bracket that is no part of a node.

    Attributes:
        piece: Where it stands.
        reason: Why it is left out.
        makes_claim_unsure: Whether the claim before it does not count, either.
    """

    piece: TypedPiece
    reason: str
    makes_claim_unsure: bool = False


class _ReadPart(NamedTuple):
    """A part of a node that is understood.

    Attributes:
        kind: What kind of part it is.
        text: The part as the notation writes it.
        piece: Where it stands in what is typed.
    """

    kind: PartKind
    text: str
    piece: TypedPiece


class _BracketsOfSiblings(NamedTuple):
    """The brackets that are opened among siblings, not within them, from one of them on.

    Attributes:
        opened: The positions where they are opened, in the order of the text.
        inner_siblings: The siblings that have children, each of which needs one of the brackets.
    """

    opened: Sequence[int]
    inner_siblings: Sequence[int]

    def count_needless(self, position: int, node: int) -> int:
        """Count the brackets from a position on that neither a node nor its next siblings need.

        In ``[0 9] [3 12] [0 9] [4 5]``, where two nodes are due, two of the four pairs are no
        node's: 4 − 2 at the start, 3 − 2 behind the first pair, 2 − 1 behind the first node.
        """
        opened_from_here = len(self.opened) - bisect_left(self.opened, position)
        needed_from_here = len(self.inner_siblings) - bisect_left(self.inner_siblings, node)
        return opened_from_here - needed_from_here


@dataclass(slots=True)
class MissingBrackets:
    """How many closing brackets a text lacks: one that is added is counted off."""

    count: int


class PartsReader:
    """Reads the parts of a node: what stands before a leaf's value or a node's bracket.

    Methods named ``_find_…`` return what stands at the cursor, and leave it there: :meth:`read`
    alone moves it.
    """

    def __init__(
        self,
        cursor: TypedCursor,
        key: GameTree,
        remarks: TypingRemarks,
        missing_brackets: MissingBrackets,
    ) -> None:
        """Prepare to read the parts of nodes, each where the cursor stands then.

        Args:
            cursor: The text, and how far it is read.
            key: The key's tree.
            remarks: Where to say what was typed otherwise, and what is left out.
            missing_brackets: How many closing brackets the text lacks. While it lacks one, no
                brackets are counted to find windows among them.
        """
        self._cursor = cursor
        self._key = key
        self._remarks = remarks
        self._missing_brackets = missing_brackets
        self._brackets_by_parent: dict[int, _BracketsOfSiblings] = {}

    def read(self, node: int) -> dict[PartKind, str]:
        """Read the parts that stand before a leaf's value or a node's bracket, in any order.

        They are returned by kind, as the notation writes them, and the cursor stands at the value
        or bracket. ``A: maybe (3;oo) <=2[`` is read in these steps:

        ==========  ==========================================
        ``A:``      the name ``A:``
        ``maybe``   no part: it is left out, with a remark
        ``(3;oo)``  the window ``(3,inf)``
        ``<=2``     the claim ``<=2``
        ``[``       the end of the parts
        ==========  ==========================================
        """
        parts: dict[PartKind, str] = {}
        # The part just before the cursor; `None` at first, and behind what was left out.
        previous_part: _ReadPart | None = None
        while True:
            self._cursor.take(SPACE_OR_COMMENT)
            found = self._find_part_or_other_piece(node, parts, previous_part)
            if found is None:
                self._remark_space_behind(previous_part, self._cursor.position, node)
                return parts

            self._cursor.position = found.piece.end
            if isinstance(found, _NoPart):
                self._remarks.add_left_out(found.piece, found.reason)
                if found.makes_claim_unsure:
                    parts["claim"] = ""
                previous_part = None
                continue

            part = self._interpret_part(found, node, parts)
            self._remark_space_behind(previous_part, found.piece.start, node)
            previous_part = part
            if part is not None:
                parts[part.kind] = part.text

    # -- what stands at the cursor -------------------------------------------------------------

    def _find_part_or_other_piece(
        self, node: int, parts: Mapping[PartKind, str], previous_part: _ReadPart | None
    ) -> _TypedPart | _NoPart | None:
        """Find the next part of a node, or what stands there instead; ``None`` at their end.

        At a leaf they end where no part stands, since that is taken for its value. At a node with
        children they end before its bracket, or before a ``]``, which the caller refuses.
        """
        # Asked before the parts: of `max 2` both the word and the number could be one.
        unsure_number = self._find_unsure_number(node)
        if unsure_number is not None:
            return unsure_number

        part = self._find_part(node, parts)
        if part is not None:
            return part
        if self._key.is_leaf(node) or self._cursor.sees("["):
            return None

        if previous_part is not None and previous_part.kind == "claim":
            further_numbers = self._find_further_numbers(node, parts["claim"])
            if further_numbers is not None:
                return further_numbers
        return self._find_word()

    def _find_unsure_number(self, node: int) -> _NoPart | None:
        """Find a number that a word beside it may make a bound; ``None`` if none stands here.

        At a MIN node, for example:

        =====================  ===============================================================
        text                   is unsure
        =====================  ===============================================================
        ``max 2``, ``2 max``   yes: it may mean ≤ 2, or that the node is taken for a MAX node
        ``less than 2``        yes: it may mean ≤ 2, or < 2
        ``min 2``              no: that is its player, and its value
        ``max = 2``            no: that is a player and a value, as the notation has them
        =====================  ===============================================================
        """
        if self._key.is_leaf(node):
            return None
        number = self._cursor.peek(_UNSURE_NUMBER)
        if number is None or _SIGN_OF_CLAIM.search(number[0]) is not None:
            return None

        player = self._key.player(node)
        words = (number["player_before"], number["player_behind"])
        is_own_player = any(word is not None and word.lower() == player for word in words)
        if is_own_player:
            return None
        label = self._remarks.format_label(node)
        return _NoPart(
            TypedPiece.of(number),
            f"it is not sure what it says of {label}; ≤, ≥ or = before the number does",
        )

    def _find_further_numbers(self, node: int, claim: str) -> _NoPart | None:
        """Find numbers between the claim of a node and its bracket; ``None`` if there are none.

        Of ``14, 5, 2[`` nobody knows which number is meant, so 14 does not count, either. Of ``5,
        5[`` the 5 counts.
        """
        numbers = self._cursor.peek(_FURTHER_NUMBERS)
        if numbers is None:
            return None
        if _is_repeated(claim, numbers[0]):
            return _NoPart(TypedPiece.of(numbers), "the node has this number already")
        label = self._remarks.format_label(node)
        return _NoPart(
            TypedPiece.of(numbers),
            f"several numbers stand at {label}, so none counts",
            makes_claim_unsure=True,
        )

    def _find_word(self) -> _NoPart | None:
        """Find a word, or a sign of punctuation; ``None`` at a ``]`` or the end of the text."""
        word = self._cursor.peek(_WORD)
        if word is None:
            return None
        return _NoPart(TypedPiece.of(word), "it is no value, bound or window")

    def _find_part(self, node: int, kinds_read: Collection[PartKind]) -> _TypedPart | None:
        """Find the next part of a node, such as its name or window; ``None`` if none stands here.

        No second part of a kind that was read already is taken, except for a window, whose pieces
        would otherwise be taken for other parts.
        """
        possible_kinds = _KINDS_AT_LEAVES if self._key.is_leaf(node) else _KINDS_AT_INNER_NODES

        # A text may fit several kinds, and the first of them is taken: `0.5*` is a probability
        # before its 0.5 can be a claim.
        for kind in possible_kinds:
            if kind in kinds_read and kind != "window":
                continue
            match = self._find_part_of_kind(kind, node, kinds_read)
            if match is not None:
                piece = TypedPiece(self._cursor.position, match.end())
                return _TypedPart(kind, match[0], piece)
        return None

    def _find_part_of_kind(
        self, kind: PartKind, node: int, kinds_read: Collection[PartKind]
    ) -> re.Match[str] | None:
        """Find a part of one kind, by the rules of this kind; ``None`` if none stands here."""
        if kind == "slash":
            return self._find_slash(node, kinds_read)
        if kind == "probability":
            return self._find_probability(node)
        if kind == "name":
            return self._find_name(node)
        if kind == "window":
            return self._find_window(node)
        if kind == "claim":
            return self._find_claim(node)
        return self._cursor.peek(PARTS[kind])  # a player or an estimate

    def _find_claim(self, node: int) -> re.Match[str] | None:
        """Find a value or bound: ``3``, ``<=2``, ``- 3`` for −3, and the ``=2`` of ``E=2``.

        At the root a minus with a blank behind it may be a bullet, so there it is no sign.
        """
        expectation = self._find_sign_of_expectation(node)
        start = self._cursor.position if expectation is None else expectation.end()
        claim = PARTS["claim"].match(self._cursor.text, start)
        if claim is None and not self._key.is_root(node):
            return SPACED_NEGATIVE.match(self._cursor.text, start)
        return claim

    def _find_sign_of_expectation(self, node: int) -> re.Match[str] | None:
        """Find the E of ``E=2`` at a chance node, unless some node of the key is called E."""
        if self._key.roles[node] != CHANCE_ROLE:
            return None
        sign = self._cursor.peek(_EXPECTATION)
        if sign is None:
            return None
        labels = [self._key.labels.label(other) for other in range(len(self._key))]
        return None if sign["sign"] in labels else sign

    def _find_probability(self, node: int) -> re.Match[str] | None:
        """Find a probability, ``0.5*``, which only a child of a chance node has."""
        if self._key.is_root(node):
            return None
        parent = self._key.parent[node]
        if self._key.roles[parent] != CHANCE_ROLE:
            return None
        return self._cursor.peek(PARTS["probability"])

    def _find_name(self, node: int) -> re.Match[str] | None:
        """Find the name of a node; ``None`` if there is none.

        ================  =========================================================
        text              is a name
        ================  =========================================================
        ``D:``            at any node
        ``D=5``, ``D(5``  at a node with children, if D is its label
        ``α: 3 β: 7``     no: it is a window, which only a node with children has
        ``MAX:``          no: it is a player
        ================  =========================================================
        """
        name = self._cursor.peek(PARTS["name"])
        if name is not None and PARTS["player"].fullmatch(name[0]) is not None:
            return None
        if self._key.is_leaf(node):
            return name

        if self._cursor.peek(WINDOW_WITHOUT_BRACKETS) is not None:
            return None
        if name is not None:
            return name
        label = re.escape(self._key.labels.label(node))
        label_before_claim = re.compile(rf"{label}(?=\s*[=≤≥<>(])")
        return self._cursor.peek(label_before_claim)

    def _find_slash(self, node: int, kinds_read: Collection[PartKind]) -> re.Match[str] | None:
        """Find a slash, or what people write for one: ``x4``, ``pruned 4``.

        Behind a window or a claim only the slash itself is one: words there may mean the children.
        """
        slash = self._cursor.peek(PARTS["slash"])
        if slash is not None:
            return slash
        if "window" in kinds_read or "claim" in kinds_read:
            return None
        return self._find_word_for_slash(node)

    def _find_word_for_slash(self, node: int) -> re.Match[str] | None:
        """Find an ``x`` or a word such as ``pruned``, if the node itself comes right behind it.

        For example the ``pruned:`` of ``pruned: 4`` is found where the key's leaf is 4.
        """
        start_of_node = self._build_pattern_of_start(node)
        if start_of_node is None:
            return None

        own_name = self._key.names.get(node)
        if own_name is not None:  # a node may be called x, and then the x is no slash
            name_here = re.compile(rf"{re.escape(own_name)}\b", re.IGNORECASE)
            if self._cursor.peek(name_here) is not None:
                return None

        any_word = rf"(?:x|{WORDS_FOR_SLASH}\b\s*:?)"
        word_before_node = re.compile(rf"{any_word}(?=\s*{start_of_node})", re.IGNORECASE)
        return self._cursor.peek(word_before_node)

    def _build_pattern_of_start(self, node: int) -> str | None:
        """Return a pattern of how a node begins; ``None`` for a leaf of which the key has no value.

        It is ``B:`` or ``[`` for a node with children, and the value for a leaf, which nothing
        touches: the 4 of ``4, 6``, but not of ``40``.
        """
        if not self._key.is_leaf(node):
            label = re.escape(self._key.labels.label(node))
            return rf"(?:{label}\s*:|\[)"
        if self._key.leaf_value(node) is None:
            return None
        value = re.escape(format_typed_value(self._key, node))
        return rf"{value}(?:[\s,;()\]]|$)"

    # -- windows -------------------------------------------------------------------------------

    def _find_window(self, node: int) -> re.Match[str] | None:
        """Find a window such as ``(3, inf)``; ``None`` if there is none.

        At a node with children it may stand in any brackets, or in none; at a leaf in parentheses
        only, as two bare numbers are two leaves.
        """
        if self._key.is_leaf(node):
            return self._cursor.peek(WINDOW_IN_PARENTHESES)

        window = self._find_window_in_square_brackets(node)
        if window is not None:
            return window
        if self._is_opening_children(node):
            return None

        for pattern in _WINDOWS_IN_OTHER_FORMS:
            window = self._cursor.peek(pattern)
            if window is not None:
                return window
        return None

    def _is_opening_children(self, node: int) -> bool:
        """Tell whether the bracket here opens children: a leaf, and then a node with children.

        In ``[3, inf[2 4]]`` they are 3 and a node with the value +∞, and ``[3, inf[`` is no window.
        """
        first_two = [self._key.is_leaf(child) for child in islice(self._key.children(node), 2)]
        return self._cursor.sees("[") and first_two == [True, False]

    def _find_window_in_square_brackets(self, node: int) -> re.Match[str] | None:
        """Find a window ``[3, inf]``; ``None`` if the brackets are those of a node's children.

        Where the key has nodes with the leaves 3, 12 and 4, 5:

        ========================  ===================================================
        text                      the first brackets are
        ========================  ===================================================
        ``[3 12] [4 5]``          the first node: they hold its children
        ``[0 9] [3 12] [4 5]``    a window: three pairs are more than the nodes need
        ``[3 13] [4 5]``          the first node with another leaf: two pairs are needed
        ``[3 12]=3[3 12] [4 5]``  a window: a claim and then its node's children follow
        ========================  ===================================================
        """
        brackets = self._cursor.peek(FLAT_BRACKETS)
        if brackets is None:
            return None
        holds_children = self._holds_children(brackets[0], node)
        if holds_children and not self._do_claim_and_children_follow(brackets.end(), node):
            return None
        return brackets if self._count_needless_brackets(node) > 0 else None

    def _holds_children(self, brackets: str, node: int) -> bool:
        """Tell whether brackets hold the node's children: as many as it has, and no window.

        Two numbers are a window, too, unless they are the values of the two children.
        """
        values = self._format_children(node)
        if len(_find_pieces(brackets)) != len(values):
            return False
        window = window_as_meant(brackets)
        return window is None or window == f"({','.join(values)})"

    def _format_children(self, node: int) -> list[str]:
        """Return the values of a node's children as the notation writes them."""
        return [format_typed_value(self._key, child) for child in self._key.children(node)]

    def _do_claim_and_children_follow(self, position: int, node: int) -> bool:
        """Tell whether from a position on a claim of the node and then its children follow.

        At a node with the leaves 3 and 5 they do behind the first brackets of ``[3, 5]=3[/3 5]``,
        with or without slashes. They do not in ``[3 5]=3 [3 5]``, whose ``=3`` does not touch the
        second brackets, nor in ``[3 5]=3[4 7]``, whose second brackets hold other leaves.
        """
        claim = _CLAIM_AND_BRACKET.match(self._cursor.text, position)
        if claim is None:
            return False
        next_brackets = FLAT_BRACKETS.match(self._cursor.text, claim.end())
        if next_brackets is None:
            return False
        values_without_slashes = _find_pieces(next_brackets[0].replace("/", " "))
        return values_without_slashes == self._format_children(node)

    def _count_needless_brackets(self, node: int) -> int:
        """Count the brackets opened from here beyond those that a node and its next siblings need.

        Each sibling with children needs one; what the text has more may be windows.
        """
        parent = self._key.parent[node]
        if parent not in self._brackets_by_parent:  # else they were found at a sibling before
            self._brackets_by_parent[parent] = self._find_brackets_of_siblings(node)
        brackets = self._brackets_by_parent[parent]
        return brackets.count_needless(self._cursor.position, node)

    def _find_brackets_of_siblings(self, node: int) -> _BracketsOfSiblings:
        """Find the brackets that are opened from here to the end of the node's parent.

        If a closing bracket is missing somewhere, that end cannot be found, and none is returned.
        """
        siblings = collect_siblings_from(self._key, node)
        inner_siblings = [sibling for sibling in siblings if not self._key.is_leaf(sibling)]
        if self._missing_brackets.count > 0:
            return _BracketsOfSiblings([], inner_siblings)
        opened = _find_brackets_up_to_end_of_parent(self._cursor.text, self._cursor.position)
        return _BracketsOfSiblings(opened, inner_siblings)

    # -- what the parts mean -------------------------------------------------------------------

    def _interpret_part(
        self, typed: _TypedPart, node: int, kinds_read: Collection[PartKind]
    ) -> _ReadPart | None:
        """Return what a typed part means, with a remark on it if it is unusual.

        For example ``=< 2`` is the claim ``<=2``. ``None`` means that the part is left out.
        """
        if typed.kind == "window":
            return self._interpret_window(typed, node, kinds_read)
        return self._accept_part(typed, _to_notation(typed), node)

    def _interpret_window(
        self, typed: _TypedPart, node: int, kinds_read: Collection[PartKind]
    ) -> _ReadPart | None:
        """Return what a part in the form of a window means; ``None`` if it is left out.

        ========================  =================================================
        typed                     means
        ========================  =================================================
        ``(3;oo)``                the window ``(3,inf)``
        ``(3)`` of ``(3)[3 12]``  the claim ``3``
        ``(3 5 7)``               nothing: it is no window
        ``(3;oo)`` once more      nothing: the node has a window already
        ``[2, 2]``                nothing: it may say that the value is 2
        ========================  =================================================

        What means nothing is left out, with a remark that says why.
        """
        window = window_as_meant(typed.text)
        if window is None:
            claim = self._find_claim_in_brackets(typed, kinds_read)
            if claim is not None:
                self._remarks.add_slip("brackets", typed.piece, format_part("claim", claim), node)
                return _ReadPart("claim", claim, typed.piece)
            reason = "it is no window"
        elif "window" in kinds_read:
            reason = "the node has a window already"
        elif self._may_hold_value(typed, window, kinds_read):
            label = self._remarks.format_label(node)
            reason = (
                f"it may say where the value of {label} lies, and may be meant for a window;"
                " write ≤, ≥ or = with a number, or a window as (3, inf)"
            )
        else:
            return self._accept_part(typed, window, node)
        self._remarks.add_left_out(typed.piece, reason)
        return None

    def _may_hold_value(
        self, typed: _TypedPart, window: str, kinds_read: Collection[PartKind]
    ) -> bool:
        """Tell whether a window may as well say where the value of its node lies.

        ========================  ==================================================
        text                      may hold the value
        ========================  ==================================================
        ``(-inf, 2]``             yes: it has the brackets of an interval of values
        ``[2, 2]``                yes: it holds one value alone
        ``∈ (-inf, 2)``           yes: the sign says so
        ``(-inf, 2] ≤2``          no: the value stands beside it
        ``[3, inf]``, ``(3, 5)``  no
        ========================  ==================================================

        Args:
            typed: The window as it is typed, in whatever brackets.
            window: The same as the notation writes it: ``(2,2)``.
            kinds_read: The kinds of the parts before it.
        """
        text = self._cursor.text
        is_behind_sign = _ENDS_WITH_IN.search(text, 0, typed.piece.start) is not None
        if is_behind_sign:
            return True
        is_behind_claim = "claim" in kinds_read
        is_before_claim = _CLAIM_FOLLOWS.match(text, typed.piece.end) is not None
        if is_behind_claim or is_before_claim:
            return False
        return is_written_as_interval(typed.text, window)

    def _find_claim_in_brackets(
        self, typed: _TypedPart, kinds_read: Collection[PartKind]
    ) -> str | None:
        """Return the claim that stands in brackets of its own: the ``3`` of ``(3)[3 12]``.

        ``None`` if they do not hold one number, if they do not stand right before the bracket of
        the node's children, or if the node has a claim already.
        """
        if "claim" in kinds_read:
            return None
        brackets = _CLAIM_IN_BRACKETS.fullmatch(typed.text)
        if brackets is None:  # as in `(3 5 7)`
            return None
        if _CHILDREN_FOLLOW.match(self._cursor.text, typed.piece.end) is None:  # `(3) A:[3 12]`
            return None
        return claim_as_meant(brackets["claim"])

    def _accept_part(self, typed: _TypedPart, text: str, node: int) -> _ReadPart:
        """Return a typed part with its text in the notation; remark it if it is unusual."""
        slip = _find_slip(typed)
        if slip is not None:
            self._remarks.add_slip(slip, typed.piece, format_part(typed.kind, text), node)
        return _ReadPart(typed.kind, text, typed.piece)

    def _remark_space_behind(self, part: _ReadPart | None, start_of_next: int, node: int) -> None:
        """Say what a part means that does not touch what stands behind it, as in ``3 [``.

        It is quoted together with the next sign: ``“3 [” is read as 3``. Behind a name or a player
        a space is usual.
        """
        if part is None or part.piece.end == start_of_next or part.kind in _MAY_HAVE_SPACE_BEHIND:
            return
        meaning = format_part(part.kind, part.text)
        part_with_next_sign = TypedPiece(part.piece.start, start_of_next + len("["))
        self._remarks.add_slip("space", part_with_next_sign, meaning, node)


def _is_repeated(claim: str, further_numbers: str) -> bool:
    """Tell whether numbers are all the same as a claim before them.

    >>> _is_repeated("5", ", 5, =5"), _is_repeated("14", ", 5, 2")
    (True, False)
    """
    numbers = [claim_as_meant(number[0]) for number in PARTS["claim"].finditer(further_numbers)]
    return all(number.lstrip("=") == claim.lstrip("=") for number in numbers)


def _find_pieces(brackets: str) -> list[str]:
    """Find what stands in brackets without others in them: 3 and 5 of ``[3, 5 …]``."""
    return re.findall(r"[^\s,;\[\]]+", DOTS_OF_NOTATION.sub("", brackets))


def _find_brackets_up_to_end_of_parent(text: str, start: int) -> list[int]:
    """Find where brackets of siblings are opened from a position on, not those within them.

    The end of their parent is a ``]`` that closes none of them.

    >>> _find_brackets_up_to_end_of_parent("[1 [2]] [3]] [4]", 0)
    [0, 8]
    """
    opened: list[int] = []
    depth = 0
    for bracket in BRACKETS_OF_NODES.finditer(text, start):
        if bracket["opened"]:
            if depth == 0:
                opened.append(bracket.start())
            depth += 1
        elif bracket["closed"]:
            depth -= 1
            if depth < 0:  # the end of the parent
                break
    return opened


def _to_notation(part: _TypedPart) -> str:
    """Return a part that is no window as the notation writes it: ``=< 2`` as ``<=2``."""
    if part.kind == "claim":
        return claim_as_meant(part.text)
    if part.kind == "slash":
        return "/"
    if part.kind == "name":
        return name_as_meant(part.text)
    if part.kind == "player":
        return player_as_meant(part.text)
    return without_inner_blanks(part.text)


def _find_slip(part: _TypedPart) -> PartSlip | None:
    """Return what is unusual about a part that is understood; ``None`` if nothing is."""
    if part.kind == "window" and not has_usual_form(part.text):
        return "window"
    if part.kind == "slash" and part.text != "/":
        return "slash"
    if part.kind == "claim":
        return find_slip_in_claim(part.text)
    if part.kind == "probability" and "," in part.text:
        return "comma"
    return None
