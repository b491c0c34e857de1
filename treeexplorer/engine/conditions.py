"""Conditions on the steps of a search, in a small language of comparisons.

``v >= 8``, ``node == C and alpha > 2``, ``cut == alpha or kind == leaf``, ``not (ply < 3)``, and
short words for what is asked most: ``cut``, ``deep``, ``tie``, ``root``, ``leaf 8``. They are
evaluated by nothing but the comparisons below.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, TypeAlias

from treeexplorer.engine.cutoffs import CutOff, cut_off
from treeexplorer.engine.record import Record, Step, StepKind
from treeexplorer.numbers import typed_number
from treeexplorer.text import safe
from treeexplorer.tree import AddressError, Number

EXAMPLES: Final = "cut, deep, tie, root, leaf 8, v >= 5, beta < 9, node == C and v > 2"

Test: TypeAlias = Callable[[Record, Step], bool]


class ConditionError(ValueError):
    """A condition that cannot be read, with the place and what is expected there."""


@dataclass(frozen=True)
class Condition:
    """Something that holds at some steps of a search.

    Attributes:
        text: The condition as a person wrote it.
        holds: Whether it holds at a step.
        happens: Whether it is about what a step does, so that each such step counts by itself;
            what lasts over several steps counts at the first of them.
    """

    text: str
    holds: Test
    happens: bool

    def begins(self, record: Record, number: int) -> bool:
        """Tell whether it holds at a step and, if it lasts, did not hold at the one before."""
        if not self.holds(record, record.step(number)):
            return False
        return self.happens or not self.holds(record, record.step(number - 1))


def _v(_record: Record, at: Step) -> Number | None:
    """Return a node's v once a value has arrived; what it starts with is nobody's value."""
    return None if at.kind is StepKind.VISIT else at.v


def _cut(record: Record, at: Step) -> CutOff | None:
    is_cut = at.kind is StepKind.CUT and at.child_call is not None
    return cut_off(record, at.child_call or 0) if is_cut else None


def _is_deep(record: Record, at: Step) -> bool:
    cut = _cut(record, at)
    return cut is not None and cut.deep


def _is_tie(record: Record, at: Step) -> bool:
    cut = _cut(record, at)
    return cut is not None and cut.is_tie


_NUMBERS: Final[dict[str, Callable[[Record, Step], Number | None]]] = {
    "v": _v,
    "value": lambda _record, at: at.value,
    "alpha": lambda _record, at: at.window[0] if at.window else None,
    "beta": lambda _record, at: at.window[1] if at.window else None,
    "ply": lambda record, at: record.tree.ply[at.node],
    "step": lambda _record, at: at.number,
}
_NUMBER_NAMES: Final = {"α": "alpha", "β": "beta"}
_WORDS: Final[dict[str, Test]] = {
    "cut": lambda _record, at: at.kind is StepKind.CUT,
    "deep": _is_deep,
    "tie": _is_tie,
    "root": lambda _record, at: at.node == 0 and at.before not in {None, at.window},
}
_COMPARISONS: Final[dict[str, Callable[[Number, Number], bool]]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
    ">": operator.gt,
    "<": operator.lt,
}
_SIGNS: Final = {"≥": ">=", "≤": "<=", "=": "==", "≠": "!="}
_COMPARED_WITH_WORDS: Final = {
    "cut": ("alpha", "beta", "none", "any"),
    "kind": tuple(str(kind) for kind in StepKind),
    "player": ("max", "min", "chance"),
}
_OF_STEPS: Final = {"child", "cut", "kind"}  # what a step does, not what is so meanwhile
_SUBJECTS: Final = (*_NUMBERS, "node", "child", *_COMPARED_WITH_WORDS)
_TOKEN: Final = re.compile(
    r"""\s*(?:(?P<sign>>=|<=|==|!=|[><=≥≤≠])|(?P<bracket>[()])|"(?P<quoted>[^"]*)"
    |(?P<word>[^\s()<>=!≥≤≠"]+))""",
    re.VERBOSE,
)
_LONGEST: Final = 1_000
_DEEPEST: Final = 50
_LONGEST_RUN: Final = 300_000


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


@dataclass(frozen=True)
class _Part:
    """A condition or a part of one; see :class:`Condition` for what its attributes say."""

    holds: Test
    happens: bool = False


class _Reader:
    """Reads a condition from its tokens: or, and, not, brackets, words, comparisons."""

    def __init__(self, text: str, record: Record) -> None:
        self.tokens = _tokens(text)
        self.record = record
        self.place = 0
        self.depth = 0

    def read(self) -> _Part:
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

    def either(self) -> _Part:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise ConditionError(f"brackets nest at most {_DEEPEST} deep")
        parts = [self.both()]
        while self.next_is("or"):
            parts.append(self.both())
        self.depth -= 1
        return _Part(
            lambda record, at: any(part.holds(record, at) for part in parts),
            happens=all(part.happens for part in parts),
        )

    def both(self) -> _Part:
        parts = [self.single()]
        while self.next_is("and"):
            parts.append(self.single())
        return _Part(
            lambda record, at: all(part.holds(record, at) for part in parts),
            happens=any(part.happens for part in parts),
        )

    def single(self) -> _Part:
        negations = 0
        while self.next_is("not"):
            negations += 1
        if self.next_is("("):
            condition = self.either()
            if not self.next_is(")"):
                raise ConditionError("a bracket is opened and never closed")
        else:
            condition = self.word() or self.comparison()
        return _not(condition) if negations % 2 else condition

    def word(self) -> _Part | None:
        """Return what a word by itself means; ``None`` where a comparison begins."""
        token, *following = (*self.tokens[self.place : self.place + 2], None)
        if token is None or (following[0] is not None and following[0].kind == "sign"):
            return None
        word = token.text.lower()
        if word == "leaf":
            self.place += 1
            number = _number(self.take("word", wanted="a leaf's value"))
            return _Part(
                lambda _record, at: at.kind is StepKind.LEAF and at.value == number, happens=True
            )
        if word not in _WORDS:
            return None
        self.place += 1
        return _Part(_WORDS[word], happens=True)

    def comparison(self) -> _Part:
        name = self.take("word", wanted="a name such as v, alpha, node or cut")
        subject = _NUMBER_NAMES.get(name.text, name.text.lower())
        if subject not in _SUBJECTS:
            words = ", ".join(dict.fromkeys((*_SUBJECTS, *_WORDS, "leaf")))
            raise ConditionError(f"column {name.at}: “{safe(name.text)}” is none of {words}")
        sign = self.take("sign", wanted=f"a comparison after “{safe(name.text)}”")
        relation = _SIGNS.get(sign.text, sign.text)
        if subject in _NUMBERS:
            return _Part(self.of_numbers(_NUMBERS[subject], relation))
        if relation not in {"==", "!="}:
            raise ConditionError(
                f"column {sign.at}: {subject} is compared with == or !=, not “{sign.text}”"
            )
        word = self.take("word", "quoted", wanted=f"what {subject} is compared with")
        is_equal = _Part(self.of_words(subject, word), happens=subject in _OF_STEPS)
        return is_equal if relation == "==" else _not(is_equal)

    def of_numbers(self, first: Callable[[Record, Step], Number | None], relation: str) -> Test:
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

    def of_words(self, subject: str, token: _Token) -> Test:
        if subject in {"node", "child"}:
            try:
                wanted = self.record.tree.find(token.text)
            except AddressError as error:
                raise ConditionError(f"column {token.at}: {error}") from None
            if subject == "node":
                return lambda _record, at: at.node == wanted
            return lambda _record, at: at.child == wanted
        word = _NUMBER_NAMES.get(token.text, token.text.lower())
        allowed = _COMPARED_WITH_WORDS[subject]
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


def _not(condition: _Part) -> _Part:
    return _Part(lambda record, at: not condition.holds(record, at))


def _cut_is(record: Record, at: Step, word: str) -> bool:
    cut = _cut(record, at)
    return word == "none" if cut is None else word in {"any", cut.kind}


def _number(token: _Token) -> Number:
    try:
        return typed_number(token.text)
    except ValueError:
        raise ConditionError(f"column {token.at}: “{safe(token.text)}” is no number") from None


def condition(text: str, record: Record) -> Condition:
    """Return the condition that a text writes.

    Args:
        text: Comparisons of ``v``, ``value``, ``alpha``, ``beta``, ``ply``, ``step`` with numbers
            or each other, and of ``node``, ``child``, ``cut``, ``kind``, ``player`` with words,
            joined by ``and``, ``or``, ``not`` and brackets. By themselves stand ``cut`` (any
            cut-off), ``deep``, ``tie``, ``root`` (its window moves), and ``leaf 8`` (8 is read).
        record: The record, for the names of its nodes.

    Raises:
        ConditionError: The text is no condition.
    """
    whole = _Reader(text, record).read()
    return Condition(text, whole.holds, whole.happens)


def renewed(conditions: Iterable[Condition], record: Record) -> list[Condition]:
    """Return conditions read again for another record, without those whose nodes are gone."""
    kept = []
    for one in conditions:
        with suppress(ConditionError):
            kept.append(condition(one.text, record))
    return kept


def steps_where(record: Record, wanted: Condition, after: int = 0) -> Iterator[int]:
    """Yield the steps after one at which a condition holds."""
    for number in range(after + 1, record.steps + 1):
        if wanted.holds(record, record.step(number)):
            yield number


def next_beginning(
    record: Record, step: int, wanted: Iterable[Condition], most: int = _LONGEST_RUN
) -> int | None:
    """Return the next step at which one of some conditions begins to hold.

    Looks so many steps ahead, at most 300,000; time linear in the steps looked at.
    """
    return _first_beginning(record, range(step + 1, min(record.steps, step + most) + 1), wanted)


def previous_beginning(
    record: Record, step: int, wanted: Iterable[Condition], most: int = _LONGEST_RUN
) -> int | None:
    """Return the last step before this one at which one of some conditions began to hold.

    Looks so many steps back, at most 300,000; time linear in the steps looked at.
    """
    return _first_beginning(record, range(step - 1, max(0, step - 1 - most), -1), wanted)


def _first_beginning(record: Record, steps: range, wanted: Iterable[Condition]) -> int | None:
    conditions = list(wanted)
    if not conditions:
        return None
    return next((n for n in steps if any(one.begins(record, n) for one in conditions)), None)
