"""What a debugger answers: when did this window change, when does a condition hold next?

Conditions are a small language of comparisons, evaluated by nothing but the comparisons below:
``v >= 8``, ``node == C and alpha > 2``, ``cut == alpha or kind == leaf``, ``not (ply < 3)``.
"""

from __future__ import annotations

import operator
import re
from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from treeexplorer.numerals import typed_number
from treeexplorer.search.cutoffs import cut_off
from treeexplorer.search.record import Record, Step, StepKind
from treeexplorer.text import safe
from treeexplorer.tree import AddressError, Number

Answer: TypeAlias = "Number | str | None"
Condition: TypeAlias = Callable[[Record, Step], bool]


class ConditionError(ValueError):
    """A condition that cannot be read, with the place and what is expected there."""


_NUMBERS: Final[dict[str, Callable[[Record, Step], Number | None]]] = {
    "v": lambda _record, at: at.v,
    "value": lambda _record, at: at.value,
    "alpha": lambda _record, at: at.window[0] if at.window else None,
    "beta": lambda _record, at: at.window[1] if at.window else None,
    "ply": lambda record, at: record.tree.ply[at.node],
    "step": lambda _record, at: at.number,
}
_NUMBER_NAMES: Final = {"α": "alpha", "β": "beta"}
_COMPARISONS: Final[dict[str, Callable[[Number, Number], bool]]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
    ">": operator.gt,
    "<": operator.lt,
}
_SIGNS: Final = {"≥": ">=", "≤": "<=", "=": "==", "≠": "!="}
_CUTS: Final = ("alpha", "beta", "none", "any")
_TOKEN: Final = re.compile(
    r"""\s*(?:(?P<sign>>=|<=|==|!=|[><=≥≤≠])|(?P<bracket>[()])|"(?P<quoted>[^"]*)"
    |(?P<word>[^\s()<>=!≥≤≠"]+))""",
    re.VERBOSE,
)
_LONGEST: Final = 1_000
_DEEPEST: Final = 50


@dataclass(frozen=True)
class _Token:
    kind: str
    text: str
    at: int


def _tokens(text: str) -> list[_Token]:
    if len(text) > _LONGEST:
        raise ConditionError(f"a condition has at most {_LONGEST} characters")
    found: list[_Token] = []
    place = 0
    while text[place:].strip():
        match = _TOKEN.match(text, place)
        if match is None:
            raise ConditionError(f"“{safe(text[place:].strip()[0])}” has no place in a condition")
        kind = match.lastgroup or ""
        found.append(_Token(kind, match[kind], match.start(kind) + 1))
        place = match.end()
    return found


class _Reader:
    """Reads a condition from its tokens: or, and, not, brackets, comparisons."""

    def __init__(self, text: str, record: Record) -> None:
        self.tokens = _tokens(text)
        self.record = record
        self.place = 0
        self.depth = 0

    def read(self) -> Condition:
        condition = self.either()
        if self.place < len(self.tokens):
            token = self.tokens[self.place]
            raise ConditionError(
                f"column {token.at}: “{safe(token.text)}” does not go on with the condition; "
                "join two with “and” or “or”"
            )
        return condition

    def next_is(self, *words: str) -> bool:
        if self.place < len(self.tokens) and self.tokens[self.place].text.lower() in words:
            self.place += 1
            return True
        return False

    def take(self, *kinds: str, wanted: str) -> _Token:
        if self.place >= len(self.tokens):
            raise ConditionError(f"the condition ends where {wanted} is expected")
        token = self.tokens[self.place]
        if token.kind not in kinds:
            raise ConditionError(
                f"column {token.at}: {wanted} is expected, not “{safe(token.text)}”"
            )
        self.place += 1
        return token

    def either(self) -> Condition:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise ConditionError(f"brackets nest at most {_DEEPEST} deep")
        parts = [self.both()]
        while self.next_is("or"):
            parts.append(self.both())
        self.depth -= 1
        return lambda record, at: any(part(record, at) for part in parts)

    def both(self) -> Condition:
        parts = [self.single()]
        while self.next_is("and"):
            parts.append(self.single())
        return lambda record, at: all(part(record, at) for part in parts)

    def single(self) -> Condition:
        negations = 0
        while self.next_is("not"):
            negations += 1
        if self.next_is("("):
            condition = self.either()
            if not self.next_is(")"):
                raise ConditionError("a bracket is opened and never closed")
        else:
            condition = self.comparison()
        if negations % 2:
            return lambda record, at: not condition(record, at)
        return condition

    def comparison(self) -> Condition:
        name = self.take("word", wanted="a name such as v, alpha, node or cut")
        subject = _NUMBER_NAMES.get(name.text, name.text.lower())
        sign = self.take("sign", wanted=f"a comparison after “{safe(name.text)}”")
        relation = _SIGNS.get(sign.text, sign.text)
        if subject in _NUMBERS:
            return self.of_numbers(_NUMBERS[subject], relation)
        if subject not in {"node", "child", "cut", "kind", "player"}:
            raise ConditionError(
                f"column {name.at}: “{safe(name.text)}” is none of "
                f"{', '.join(_NUMBERS)}, node, child, cut, kind, player"
            )
        if relation not in {"==", "!="}:
            raise ConditionError(
                f"column {sign.at}: {subject} is compared with == or !=, not “{sign.text}”"
            )
        word = self.take("word", "quoted", wanted=f"what {subject} is compared with")
        is_equal = self.of_words(subject, word)
        if relation == "==":
            return is_equal
        return lambda record, at: not is_equal(record, at)

    def of_numbers(
        self, first: Callable[[Record, Step], Number | None], relation: str
    ) -> Condition:
        token = self.take("word", wanted="a number, or one of v, alpha, beta, value")
        other = _NUMBER_NAMES.get(token.text, token.text.lower())
        compare = _COMPARISONS[relation]
        if other in _NUMBERS:
            second = _NUMBERS[other]
        else:
            number = _number(token)

            def second(_record: Record, _at: Step) -> Number:
                return number

        def holds(record: Record, at: Step) -> bool:
            one, two = first(record, at), second(record, at)
            return one is not None and two is not None and compare(one, two)

        return holds

    def of_words(self, subject: str, token: _Token) -> Condition:
        if subject in {"node", "child"}:
            try:
                wanted = self.record.tree.find(token.text)
            except AddressError as error:
                raise ConditionError(f"column {token.at}: {error}") from None
            if subject == "node":
                return lambda _record, at: at.node == wanted
            return lambda _record, at: at.child == wanted
        word = _NUMBER_NAMES.get(token.text, token.text.lower())
        allowed = {
            "cut": _CUTS,
            "kind": tuple(str(kind) for kind in StepKind),
            "player": ("max", "min", "chance"),
        }[subject]
        if word not in allowed:
            raise ConditionError(
                f"column {token.at}: {subject} is one of {', '.join(allowed)}, "
                f"not “{safe(token.text)}”"
            )
        if subject == "kind":
            return lambda _record, at: at.kind == word
        if subject == "player":
            return lambda record, at: record.player(at.node) == word
        return lambda record, at: _cut_is(record, at, word)


def _cut_is(record: Record, at: Step, word: str) -> bool:
    if at.kind is not StepKind.CUT or at.child_call is None:
        return word == "none"
    return word in {"any", cut_off(record, at.child_call).kind}


def _number(token: _Token) -> Number:
    try:
        return typed_number(token.text)
    except ValueError:
        raise ConditionError(f"column {token.at}: “{safe(token.text)}” is no number") from None


def condition(text: str, record: Record) -> Condition:
    """Return what tells whether a condition holds at a step of a record.

    Args:
        text: Comparisons of ``v``, ``value``, ``alpha``, ``beta``, ``ply``, ``step`` with numbers
            or each other, and of ``node``, ``child``, ``cut``, ``kind``, ``player`` with words,
            joined by ``and``, ``or``, ``not`` and brackets.
        record: The record, for the names of its nodes.

    Raises:
        ConditionError: The text is no condition.
    """
    return _Reader(text, record).read()


def steps_where(record: Record, holds: Condition, after: int = 0) -> Iterator[int]:
    """Yield the steps after one at which a condition holds."""
    for number in range(after + 1, record.steps + 1):
        if holds(record, record.step(number)):
            yield number


def step_before_where(record: Record, holds: Condition, before: int) -> int | None:
    """Return the last step before one at which a condition holds, ``None`` where there is none."""
    return next((n for n in range(before - 1, 0, -1) if holds(record, record.step(n))), None)


def next_cut(record: Record, step: int) -> int | None:
    """Return the step of the next cut-off after a step, by bisection."""
    index = bisect_left(record.cuts, step + 1, key=record.left)
    return record.left(record.cuts[index]) if index < len(record.cuts) else None


def previous_cut(record: Record, step: int) -> int | None:
    """Return the step of the last cut-off before a step, by bisection."""
    index = bisect_left(record.cuts, step, key=record.left)
    return record.left(record.cuts[index - 1]) if index else None


def window_changed(record: Record, node: int, step: int) -> int | None:
    """Return the step at which a node's window became what it is at a step.

    It is an arrival that moved a bound, or the node's entry where none has; ``None`` where the
    node has not been entered by then.
    """
    row = record.row_at(node, step)
    if row is None:
        return None
    arrival = record.last_arrival(row, step)
    while arrival is not None:
        at = record.step(record.left(arrival))
        if at.before != at.window:
            return at.number
        arrival = record.sibling_before(arrival)
    return record.entered(row)


def first_entered(record: Record, node: int) -> int | None:
    """Return the step at which a node is first entered, ``None`` where it never is."""
    rows = record.rows(node)
    return record.entered(rows[0]) if rows else None
