"""Reads Gambit's extensive games (``.efg``): two players, perfect information, zero-sum.

Player 1 becomes MAX and its payoffs the values; chance nodes keep their probabilities. A game that
is anything else has no minimax value of this kind and is refused with the reason. A node without a
name is called after the action that leads to it, unless that is just its number.

Source: the file format as described in the Gambit manual, "The extensive game (.efg) file format".
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from treeexplorer.formats.foreign import Draft, FormatError, Imported, Source
from treeexplorer.text import safe
from treeexplorer.tree import Number, Player

_TOKEN: Final = re.compile(
    r"""(?P<blank>[\s,]++)
    |(?P<string>"(?:[^"\\]|\\.)*+")
    |(?P<mark>[{}])
    |(?P<word>[^\s,{}"]++)""",
    re.VERBOSE | re.DOTALL,
)
_RATIONAL: Final = re.compile(
    r"[+\-]?(?:[0-9]++(?:/[0-9]++|\.[0-9]*+)?+|\.[0-9]++)(?:[eE][+\-]?[0-9]{1,3})?+"
)
_MOST_DIGITS: Final = 4000
_PLAYERS: Final = {1: Player.MAX, 2: Player.MIN}


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    offset: int


class _Tokens:
    """The words, strings and braces of a file, one after the other."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.next_offset = 0
        self.peeked: _Token | None = None

    def peek(self) -> _Token:
        """Return the next token without taking it; its kind is ``end`` after the last."""
        if self.peeked is None:
            self.peeked = self._read()
        return self.peeked

    def take(self) -> _Token:
        token = self.peek()
        self.peeked = None
        return token

    def _read(self) -> _Token:
        text = self.source.text
        while self.next_offset < len(text):
            offset = self.next_offset
            match = _TOKEN.match(text, offset)
            if match is None:
                raise self.source.error(offset, "this quotation mark is never closed")
            self.next_offset = match.end()
            if match.lastgroup != "blank":
                return _Token(match.lastgroup or "", match[0], offset)
        return _Token("end", "", len(text.rstrip()))

    def expect(self, kind: str, what: str) -> _Token:
        """Take a token of a kind.

        Raises:
            FormatError: The next token is of another kind; ``what`` says what belonged there.
        """
        token = self.take()
        if token.kind != kind:
            found = f"“{safe(token.text[:20])}”" if token.text else "the end of the file"
            raise self.source.error(token.offset, f"{what} belongs here, not {found}")
        return token

    def string(self, what: str) -> str:
        text = self.expect("string", what).text
        return re.sub(r"\\(.)", r"\1", text[1:-1], flags=re.DOTALL)

    def optional_string(self) -> str:
        return self.string("a text") if self.peek().kind == "string" else ""

    def whole(self, what: str) -> tuple[int, int]:
        """Return a whole number and its offset."""
        token = self.expect("word", what)
        if not re.fullmatch(r"[0-9]{1,9}", token.text):
            raise self.source.error(token.offset, f"{what} is a whole number")
        return int(token.text), token.offset

    def rational(self, what: str) -> tuple[Fraction, int]:
        """Return a number, exactly as written, and its offset."""
        token = self.expect("word", what)
        text = token.text
        if not _RATIONAL.fullmatch(text) or len(text) > _MOST_DIGITS or "/" in text[-1:]:
            raise self.source.error(token.offset, f"{what} is a number such as 3, −0.5 or 1/3")
        try:
            return Fraction(text), token.offset
        except (ValueError, ZeroDivisionError):
            raise self.source.error(token.offset, f"{safe(text)} is not a number") from None

    def is_mark(self, mark: str) -> bool:
        token = self.peek()
        return token.kind == "mark" and token.text == mark

    def mark(self, mark: str, what: str) -> _Token:
        token = self.expect("mark", what)
        if token.text != mark:
            raise self.source.error(token.offset, f"{what} belongs here, not {token.text}")
        return token


def read_efg(source: Source) -> Imported:
    """Return the tree of an extensive game.

    Raises:
        FormatError: The file is not in the format, or the game has other than two players,
            imperfect information, payoffs that do not add up to 0, payoffs on the way, or a payoff
            that is no decimal number.
    """
    return _Game(source).read()


class _Game:
    """Reads the nodes in their order in the file, which is the order of a tree's columns."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.tokens = _Tokens(source)
        self.draft = Draft(source)
        self.outcomes: dict[int, Fraction] = {}
        self.information_sets: dict[tuple[int, int], int] = {}
        self.opened: list[list[str]] = []
        self.weights: list[list[tuple[Fraction, int]]] = []
        self.offsets: list[int] = []

    def read(self) -> Imported:
        title = self._head()
        readers: dict[str, Callable[[int], None]] = {
            "p": self._personal,
            "c": self._chance,
            "t": self._terminal,
        }
        while True:
            token = self.tokens.expect("word", "a node, which begins with p, c or t,")
            reader = readers.get(token.text)
            if reader is None:
                raise self.source.error(
                    token.offset,
                    f"a node begins with p, c or t, not with “{safe(token.text[:20])}”",
                )
            reader(token.offset)
            while self.opened and not self.opened[-1]:
                self.opened.pop()
                self.weights.pop()
                self.draft.close(self.offsets.pop())
            if not self.opened:
                break
        after = self.tokens.take()
        if after.kind != "end":
            raise self.source.error(after.offset, "the game is complete before this")
        return Imported((self.draft.tree(title),))

    def _head(self) -> str:
        tokens = self.tokens
        first = tokens.expect("word", "EFG")
        if first.text != "EFG":
            hint = None
            if first.text == "NFG":
                hint = "this is a game in strategic form, which has no tree"
            raise self.source.error(first.offset, "an .efg file begins with EFG 2 R", hint)
        version, offset = tokens.whole("the version")
        kind = tokens.expect("word", "R or D")
        if version != 2 or kind.text not in {"R", "D"}:
            raise self.source.error(offset, "only version 2 of the format is read: EFG 2 R")
        title = tokens.string("the title, in quotes,")
        opening = tokens.mark("{", "the list of players, in braces,")
        players = 0
        while not tokens.is_mark("}"):
            tokens.string("a player's name, in quotes,")
            players += 1
        tokens.take()
        if players != 2:
            raise self.source.error(
                opening.offset,
                f"this game has {players} player{'' if players == 1 else 's'}; "
                "only games of two players have a minimax value",
            )
        tokens.optional_string()
        return title

    def _begin(self) -> str:
        """Return the name of the node that begins here, taking its parent's next action."""
        name = self.tokens.optional_string()
        action = self.opened[-1].pop() if self.opened else ""
        return name or action

    def _personal(self, offset: int) -> None:
        name = self._begin()
        player, player_offset = self.tokens.whole("the number of the player")
        if player not in _PLAYERS:
            raise self.source.error(player_offset, f"there is no player {player}: 1 or 2")
        self._inner(offset, name, player)

    def _chance(self, offset: int) -> None:
        self._inner(offset, self._begin(), 0)

    def _inner(self, offset: int, name: str, player: int) -> None:
        tokens = self.tokens
        number, number_offset = tokens.whole("the number of the information set")
        before = self.information_sets.setdefault((player, number), offset)
        if before != offset and player:
            raise self.source.error(
                number_offset,
                f"player {player} cannot tell this node from the one in line "
                f"{self.source.line(before)} (both are in information set {number})",
                "only games of perfect information, with a set of its own for every node, have a "
                "minimax value",
            )
        tokens.optional_string()
        actions, weights = self._actions(player)
        self._no_payoff_here()
        node = self._enter(offset, name)
        self.draft.players[node] = _PLAYERS.get(player, Player.CHANCE)
        self.opened.append(actions[::-1])
        self.weights.append(weights[::-1])
        self.offsets.append(offset)

    def _enter(self, offset: int, name: str, value: Number | None = None) -> int:
        draft = self.draft
        node = draft.open(offset) if value is None else draft.number_leaf(value, offset)
        draft.name(node, name)
        if self.weights and self.weights[-1]:
            weight, weight_offset = self.weights[-1].pop()
            draft.weight(node, str(weight), weight_offset)
        return node

    def _actions(self, player: int) -> tuple[list[str], list[tuple[Fraction, int]]]:
        tokens = self.tokens
        opening = tokens.mark("{", "the list of actions, in braces,")
        actions: list[str] = []
        weights: list[tuple[Fraction, int]] = []
        while not tokens.is_mark("}"):
            actions.append(tokens.string("an action's name, in quotes,"))
            if not player:
                weights.append(tokens.rational("a probability"))
        tokens.take()
        if not actions:
            raise self.source.error(opening.offset, "a node needs at least one action")
        numbered = all(action in {"", str(n)} for n, action in enumerate(actions, 1))
        return ["" for _ in actions] if numbered else actions, weights

    def _no_payoff_here(self) -> None:
        payoff, offset = self._outcome()
        if payoff:
            raise self.source.error(
                offset,
                "this game pays on the way, before it ends; here payoffs stand at leaves only",
            )

    def _outcome(self) -> tuple[Fraction, int]:
        """Return player 1's payoff of the outcome that stands here; no outcome pays 0."""
        tokens = self.tokens
        number, offset = tokens.whole("the number of the outcome")
        tokens.optional_string()
        if not tokens.is_mark("{"):
            if number and number not in self.outcomes:
                raise self.source.error(offset, f"outcome {number} has no payoffs yet")
            return self.outcomes.get(number, Fraction(0)), offset
        tokens.take()
        payoffs = []
        while not tokens.is_mark("}"):
            payoffs.append(tokens.rational("a payoff"))
        tokens.take()
        if len(payoffs) != 2:
            raise self.source.error(offset, "an outcome has a payoff for each of the two players")
        (first, first_offset), (second, _) = payoffs
        if first + second:
            raise self.source.error(
                first_offset,
                f"the payoffs {_spelled(first)} and {_spelled(second)} do not add up to 0",
                "only zero-sum games have a minimax value; where the sum is the same everywhere, "
                "take half of it from each payoff",
            )
        self.outcomes[number] = first
        return first, first_offset

    def _terminal(self, offset: int) -> None:
        name = self._begin()
        payoff, payoff_offset = self._outcome()
        self._enter(offset, name, self._value(payoff, payoff_offset))

    def _value(self, payoff: Fraction, offset: int) -> Number:
        if payoff.denominator == 1:
            return int(payoff)
        try:
            value = float(payoff)
        except OverflowError:
            raise self._no_decimal(payoff, offset) from None
        if Fraction(repr(value)) != payoff:
            raise self._no_decimal(payoff, offset)
        return value

    def _no_decimal(self, payoff: Fraction, offset: int) -> FormatError:
        return self.source.error(
            offset,
            f"the payoff {_spelled(payoff)} is not a decimal number of at most 17 digits",
            f"multiply all payoffs by {_short(str(payoff.denominator))}: that changes no decision",
        )


def _spelled(number: Fraction) -> str:
    return _short(str(number).replace("-", "−"))


def _short(digits: str) -> str:
    return digits if len(digits) <= 40 else f"{digits[:37]}…"


def looks_like_efg(text: str) -> bool:
    """Tell whether a text begins as an extensive game does."""
    return re.match(r"\s*EFG\s+\d+\s+[RD]\s", text) is not None
