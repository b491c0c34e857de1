"""Reads the parts of one node of a hand-in beside the key's: ``A: (3;oo) =< 2`` before a bracket.

The key tells what may stand there: only at a node with children two bare numbers are a window, only
below a chance node ``0.5*`` is a probability, and ``x4`` is a slash only where the key's leaf is 4.
What cannot be understood is left out alone.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from itertools import islice
from typing import Final

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
from treeexplorer.errors import present
from treeexplorer.tree import CHANCE_ROLE, GameTree

_CHILDREN_FOLLOW: Final = re.compile(r"\s*\[")
_CLAIM_AND_BRACKET: Final = re.compile(r"[^\[\]]*[^\[\]\s](?=\[)")
"""What stands between two pairs of brackets, and touches the second: ``=3`` in ``[3, 5]=3[``."""
_CLAIM_IN_BRACKETS: Final = re.compile(rf"[(\[]\s*(?P<claim>{PARTS['claim'].pattern})\s*[)\]]")
"""A value or bound in brackets of its own: ``(3)``, ``[<=2]``."""
_WORD_OF_BOUND: Final = re.compile(
    rf"(?P<word>max|min|maximum|minimum)\b\s*:?\s*{PARTS['claim'].pattern}"
    rf"|{PARTS['claim'].pattern}\s*(?P<behind>max|min|maximum|minimum)\b"
    rf"|(?:not|(?:less|more|smaller|greater|larger|lower|higher)\s+than|under|below|above|over)"
    rf"\s+{PARTS['claim'].pattern}",
    re.IGNORECASE,
)
"""A number with a word that may make it a bound: ``max 2``, ``2 max``, ``less than 2``."""
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
    rf"(?:(?:[,;]\s*|or\s+)?(?!\s*\?){PARTS['claim'].pattern}\s*)+(?=\[)"
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


@dataclass(frozen=True, slots=True)
class _TypedPart:
    """A part of a node as it is typed.

    Attributes:
        kind: What kind of part it is.
        text: What is typed.
        start: The position where it begins.
    """

    kind: PartKind
    text: str
    start: int


@dataclass(frozen=True, slots=True)
class _ReadPart:
    """A part of a node that is understood.

    Attributes:
        kind: What kind of part it is.
        text: The part as the notation writes it.
        start: The position where it begins in what is typed.
        end: The position behind it.
    """

    kind: PartKind
    text: str
    start: int
    end: int


@dataclass(slots=True)
class MissingBrackets:
    """How many closing brackets a text lacks: one that is added is counted off."""

    count: int


class PartsReader:
    """Reads the parts of a node: what stands before a leaf's value or a node's bracket.

    Methods named ``_match_…`` move the cursor past what they return; those named ``_skip_…`` leave
    out what they read, with a remark. Where one finds nothing it leaves the cursor where it was.
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
        self._window_brackets_left: dict[int, int] = {}
        """By parent: how many of the next ``[…]`` among its children are windows, not nodes."""

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
            start = self._cursor.position
            if self._skip_number_that_may_be_bound(node):
                previous_part = None
                continue
            typed_part = self._match_part(node, parts)

            if typed_part is not None:
                part = self._interpret_part(typed_part, node, parts)
                if part is not None:
                    parts[part.kind] = part.text
                self._remark_space_behind(previous_part, start, node)
                previous_part = part
                continue

            if self._is_at_end_of_parts(node):
                self._remark_space_behind(previous_part, start, node)
                return parts

            # Neither a part nor their end: it is left out.
            if self._is_before_further_numbers(previous_part):
                parts["claim"] = self._skip_further_numbers(node, claim=parts["claim"])
            elif not self._skip_word():
                return parts  # at a `]` or the end of the text, which the caller refuses
            previous_part = None

    def _is_at_end_of_parts(self, node: int) -> bool:
        """Tell whether the parts of a node end here, where none was found.

        At a leaf they do: what stands here is taken for its value. At a node with children they do
        before its bracket.
        """
        return self._key.is_leaf(node) or self._cursor.sees("[")

    def _skip_word(self) -> bool:
        """Leave out the word at the cursor, and tell whether there is one."""
        start = self._cursor.position
        if self._cursor.take(_WORD) is None:
            return False
        self._remarks.add_left_out(self._cursor.since(start), "it is no value, bound or window")
        return True

    def _skip_number_that_may_be_bound(self, node: int) -> bool:
        """Leave out a number whose word may make it a bound, and tell whether one stands here.

        At a MIN node ``max 2`` may mean ≤ 2, or that somebody took it for a MAX node. ``min 2`` is
        its player there, and its value; ``max = 2``, as the notation writes it, is no bound.
        """
        if self._key.is_leaf(node):
            return False
        number = self._cursor.peek(_WORD_OF_BOUND)
        if number is None:
            return False
        words = (number["word"], number["behind"])
        player = self._key.player(node)
        is_own_player = any(word is not None and word.lower() == player for word in words)
        has_sign = re.search(r"[<>=≤≥⩽⩾?]|\bat\b|\bor\b", number[0], re.IGNORECASE) is not None
        if is_own_player or has_sign:
            return False
        start = self._cursor.position
        self._cursor.position = number.end()
        self._remarks.add_left_out(
            self._cursor.since(start),
            f"it is not sure what it says of {self._remarks.format_label(node)};"
            " ≤, ≥ or = before the number does",
        )
        return True

    def _is_before_further_numbers(self, previous_part: _ReadPart | None) -> bool:
        """Tell whether further numbers stand here, behind a claim and before the node's bracket."""
        is_behind_claim = previous_part is not None and previous_part.kind == "claim"
        return is_behind_claim and self._cursor.peek(_FURTHER_NUMBERS) is not None

    def _skip_further_numbers(self, node: int, *, claim: str) -> str:
        """Leave out the numbers behind the claim of a node, and return which claim remains.

        Of ``14, 5, 2[`` nobody knows which number is meant, so 14 does not remain either: the
        result is empty. Of ``5, 5[`` the 5 remains.
        """
        start = self._cursor.position
        numbers = present(self._cursor.take(_FURTHER_NUMBERS))
        claims = [claim_as_meant(number[0]) for number in PARTS["claim"].finditer(numbers[0])]
        is_repeated = all(further.lstrip("=") == claim.lstrip("=") for further in claims)
        if is_repeated:
            self._remarks.add_left_out(
                self._cursor.since(start), "the node has this number already"
            )
            return claim
        self._remarks.add_left_out(
            self._cursor.since(start),
            f"several numbers stand at {self._remarks.format_label(node)}, so none counts",
        )
        return ""

    def _remark_space_behind(self, part: _ReadPart | None, start_of_next: int, node: int) -> None:
        """Say what a part means that does not touch what stands behind it, as in ``3 [``.

        It is quoted together with the next sign: ``“3 [” is read as 3``. Behind a name or a player
        a space is usual.
        """
        if part is None or part.end == start_of_next or part.kind in _MAY_HAVE_SPACE_BEHIND:
            return
        meaning = format_part(part.kind, part.text)
        part_with_next_sign = TypedPiece(part.start, start_of_next + len("["))
        self._remarks.add_slip("space", part_with_next_sign, meaning, node)

    def _match_part(self, node: int, kinds_read: Collection[PartKind]) -> _TypedPart | None:
        """Match the next part of a node, such as its name or window; ``None`` if none stands here.

        No second part of a kind that was read already is taken, except for a window, whose pieces
        would otherwise be taken for other parts.
        """
        possible_kinds = _KINDS_AT_LEAVES if self._key.is_leaf(node) else _KINDS_AT_INNER_NODES
        start = self._cursor.position

        # A text may match several kinds, and the first of them is taken: `0.5*` is a probability
        # before its 0.5 can be a claim.
        for kind in possible_kinds:
            if kind in kinds_read and kind != "window":
                continue
            match = self._match_part_of_kind(kind, node, kinds_read)
            if match is not None:
                return _TypedPart(kind, match[0], start)
        return None

    def _match_part_of_kind(
        self, kind: PartKind, node: int, kinds_read: Collection[PartKind]
    ) -> re.Match[str] | None:
        """Match a part of one kind, by the rules of this kind; ``None`` if none stands here."""
        if kind == "slash":
            return self._match_slash(node, kinds_read)
        if kind == "probability":
            return self._match_probability(node)
        if kind == "name":
            return self._match_name(node)
        if kind == "window":
            return self._match_window(node)
        if kind == "claim":
            return self._match_claim(node)
        return self._cursor.take(PARTS[kind])  # a player or an estimate

    def _match_claim(self, node: int) -> re.Match[str] | None:
        """Match a value or bound: ``3``, ``<=2``, and ``- 3`` for −3.

        At the root a minus with a blank behind it may be a bullet, so there it is no sign.
        """
        self._skip_sign_of_expectation(node)
        claim = self._cursor.take(PARTS["claim"])
        if claim is None and not self._key.is_root(node):
            return self._cursor.take(SPACED_NEGATIVE)
        return claim

    def _skip_sign_of_expectation(self, node: int) -> None:
        """Move past the E of ``E=2`` at a chance node, unless some node of the key is called E."""
        if self._key.roles[node] != CHANCE_ROLE:
            return
        sign = self._cursor.peek(_EXPECTATION)
        if sign is None:
            return
        labels = [self._key.labels.label(other) for other in range(len(self._key))]
        if sign["sign"] not in labels:
            self._cursor.position = sign.end()

    def _match_probability(self, node: int) -> re.Match[str] | None:
        """Match a probability, ``0.5*``, which only a child of a chance node has."""
        if self._key.is_root(node):
            return None
        parent = self._key.parent[node]
        if self._key.roles[parent] != CHANCE_ROLE:
            return None
        return self._cursor.take(PARTS["probability"])

    def _match_name(self, node: int) -> re.Match[str] | None:
        """Match the name of a node; ``None`` if there is none.

        ================  =========================================================
        text              is a name
        ================  =========================================================
        ``D:``            at any node
        ``D=5``, ``D(5``  at a node with children, if D is its label
        ``α: 3 β: 7``     no: it is a window, which only a node with children has
        ``MAX:``          no: it is a player
        ================  =========================================================
        """
        is_leaf = self._key.is_leaf(node)
        is_before_window = self._cursor.peek(WINDOW_WITHOUT_BRACKETS) is not None
        if is_before_window and not is_leaf:
            return None
        if self._cursor.peek(PARTS["name"]) is not None:
            return self._match_name_with_colon()
        if is_leaf:
            return None

        label = re.escape(self._key.labels.label(node))
        label_before_number = re.compile(rf"{label}(?=\s*[=≤≥<>(])")
        return self._cursor.take(label_before_number)

    def _match_name_with_colon(self) -> re.Match[str] | None:
        """Match a name with its colon, which is not that of a player, ``MAX:``."""
        name = self._cursor.peek(PARTS["name"])
        if name is None or PARTS["player"].fullmatch(name[0]):
            return None
        self._cursor.position = name.end()
        return name

    def _match_slash(self, node: int, kinds_read: Collection[PartKind]) -> re.Match[str] | None:
        """Match a slash, or what people write for one: ``x4``, ``pruned 4``.

        Behind a window or a claim only the slash itself is taken: words there may mean the
        children.
        """
        slash = self._cursor.take(PARTS["slash"])
        if slash is not None:
            return slash
        if "window" in kinds_read or "claim" in kinds_read:
            return None
        return self._match_word_for_slash(node)

    def _match_word_for_slash(self, node: int) -> re.Match[str] | None:
        """Match an ``x`` or a word such as ``pruned``, if the node itself comes right behind it.

        For example the ``pruned:`` of ``pruned: 4`` is matched where the key's leaf is 4.
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
        return self._cursor.take(word_before_node)

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

    def _match_window(self, node: int) -> re.Match[str] | None:
        """Match a window such as ``(3, inf)``; ``None`` if there is none.

        At a node with children it may stand in any brackets, or in none; at a leaf in parentheses
        only, as two bare numbers are two leaves.
        """
        if self._key.is_leaf(node):
            return self._cursor.take(WINDOW_IN_PARENTHESES)

        window = self._match_window_in_square_brackets(node)
        if window is not None:
            return window
        if self._is_opening_children(node):
            return None

        for pattern in _WINDOWS_IN_OTHER_FORMS:
            window = self._cursor.take(pattern)
            if window is not None:
                return window
        return None

    def _is_opening_children(self, node: int) -> bool:
        """Tell whether the bracket here opens children: a leaf, and then a node with children.

        In ``[3, inf[2 4]]`` they are 3 and a node with the value +∞, and ``[3, inf[`` is no window.
        """
        first_two = [self._key.is_leaf(child) for child in islice(self._key.children(node), 2)]
        return self._cursor.sees("[") and first_two == [True, False]

    def _match_window_in_square_brackets(self, node: int) -> re.Match[str] | None:
        """Match a window ``[3, inf]``; ``None`` if the brackets are those of the node's children.

        They are a window if they hold other things than the node's children, and if more brackets
        are opened here than the node and its next siblings need. So ``[3 12] [4 5]`` are two nodes
        if two are due, and a window and a node if one is.
        """
        brackets = self._cursor.peek(FLAT_BRACKETS)
        if brackets is None:
            return None
        are_children = self._holds_children(brackets[0], node)
        if are_children and not self._does_claim_with_children_follow(brackets, node):
            return None
        # Asked last, since it counts these brackets as a window from now on.
        if not self._take_pair_of_needless_brackets(node):
            return None
        return self._cursor.take(FLAT_BRACKETS)

    def _take_pair_of_needless_brackets(self, node: int) -> bool:
        """Take one pair of the brackets that are no node's for a window; tell whether one is left.

        The siblings share one number, counted at the first of them that has such brackets. In
        ``[0 9] [3 12] [0 9] [4 5]``, where two nodes are due, two of the four pairs are windows: it
        is 2, then 1, then 0.
        """
        parent = self._key.parent[node]
        if parent not in self._window_brackets_left:
            self._window_brackets_left[parent] = self._count_needless_brackets(node)
        if self._window_brackets_left[parent] <= 0:
            return False
        self._window_brackets_left[parent] -= 1
        return True

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

    def _does_claim_with_children_follow(self, brackets: re.Match[str], node: int) -> bool:
        """Tell whether behind brackets a claim of the node and then its children follow.

        Behind the ``[3, 5]`` of ``[3, 5]=3[3 5]`` they do, so that it is a window, though it holds
        the values of the children. In ``[3 5]=3 [3 5]`` it is a node: the ``=3`` does not touch the
        next brackets.
        """
        claim = _CLAIM_AND_BRACKET.match(self._cursor.text, brackets.end())
        if claim is None:
            return False
        next_brackets = FLAT_BRACKETS.match(self._cursor.text, claim.end())
        if next_brackets is None:
            return False
        values_without_slashes = _find_pieces(next_brackets[0].replace("/", " "))
        return values_without_slashes == self._format_children(node)

    def _count_needless_brackets(self, node: int) -> int:
        """Count the brackets opened from here beyond those that a node and its next siblings need.

        Each sibling with children needs one; what the text has more may be windows. If a closing
        bracket is missing somewhere, the end of the parent cannot be found, and the count is 0.
        """
        if self._missing_brackets.count > 0:
            return 0
        siblings = collect_siblings_from(self._key, node)
        needed = sum(1 for sibling in siblings if not self._key.is_leaf(sibling))
        opened = _count_brackets_up_to_end_of_parent(self._cursor.text, self._cursor.position)
        return opened - needed

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
        """Return what a part in the form of a window means: ``(3;oo)`` is ``(3,inf)``.

        What cannot be a window may be a claim, as the ``(3)`` of ``(3)[3 12]``. Else it is left out
        with a remark, and so is a second window: ``None``.
        """
        window = window_as_meant(typed.text)
        if window is None:
            claim = self._interpret_claim_in_brackets(typed, node, kinds_read)
            if claim is None:
                self._remarks.add_left_out(self._cursor.since(typed.start), "it is no window")
            return claim
        if "window" in kinds_read:
            self._remarks.add_left_out(
                self._cursor.since(typed.start), "the node has a window already"
            )
            return None
        if self._may_hold_value(typed, window, kinds_read):
            label = self._remarks.format_label(node)
            self._remarks.add_left_out(
                self._cursor.since(typed.start),
                f"it may say where the value of {label} lies, and may be meant for a window;"
                " write ≤, ≥ or = with a number, or a window as (3, inf)",
            )
            return None
        return self._accept_part(typed, window, node)

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
        """
        is_behind_sign = _ENDS_WITH_IN.search(self._cursor.text, 0, typed.start) is not None
        if is_behind_sign:
            return True
        is_beside_claim = "claim" in kinds_read or self._cursor.peek(_CLAIM_FOLLOWS) is not None
        if is_beside_claim:
            return False
        return is_written_as_interval(typed.text, window)

    def _accept_part(self, typed: _TypedPart, text: str, node: int) -> _ReadPart:
        """Return a typed part with its text in the notation; remark it if it is unusual."""
        slip = _find_slip(typed)
        if slip is not None:
            self._remarks.add_slip(
                slip, self._cursor.since(typed.start), format_part(typed.kind, text), node
            )
        return _ReadPart(typed.kind, text, typed.start, self._cursor.position)

    def _interpret_claim_in_brackets(
        self, typed: _TypedPart, node: int, kinds_read: Collection[PartKind]
    ) -> _ReadPart | None:
        """Return the claim that stands in brackets of its own: the ``3`` of ``(3)[3 12]``.

        ``None`` if they do not hold one number, if they do not stand right before the bracket of
        the node's children, or if the node has a claim already. The cursor stands behind them.
        """
        if "claim" in kinds_read:
            return None
        brackets = _CLAIM_IN_BRACKETS.fullmatch(typed.text)
        if brackets is None:  # as in `(3 5 7)`
            return None
        if self._cursor.peek(_CHILDREN_FOLLOW) is None:  # as in `(3) A:[3 12]`
            return None

        claim = claim_as_meant(brackets["claim"])
        self._remarks.add_slip(
            "brackets", self._cursor.since(typed.start), format_part("claim", claim), node
        )
        return _ReadPart("claim", claim, start=typed.start, end=self._cursor.position)


def _find_pieces(brackets: str) -> list[str]:
    """Find what stands in brackets without others in them: 3 and 5 of ``[3, 5 …]``."""
    return re.findall(r"[^\s,;\[\]]+", DOTS_OF_NOTATION.sub("", brackets))


def _count_brackets_up_to_end_of_parent(text: str, start: int) -> int:
    """Count the brackets of siblings opened from a position on, not those within them.

    The end of their parent is a ``]`` that closes none of them: from the start of ``[1 [2]] [3]]
    [4]`` on there are two.
    """
    opened = 0
    depth = 0
    for bracket in BRACKETS_OF_NODES.finditer(text, start):
        if bracket["opened"]:
            if depth == 0:
                opened += 1
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
