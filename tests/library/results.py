"""Every public result of a few trees, and a walk over all that can be reached from one."""

from __future__ import annotations

import enum
import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from functools import cache, partial
from pathlib import Path
from typing import Final

import pytest

import treeexplorer as te

TEXTS = (
    "@title Week 3\n@name Anna\n9[A:3[(3,inf)=3[30 12.5 ~7[80 81]] <=20[20 /4 /60]] 14[140 5 20]]",
    "[[30 12 [55 44]] [20 x 60 ...] [chance[0.25*70 0.75*10] 50]]",
    "@cutoff >\n@best 1\n3[3[30 30 40] [30 10 /...]]",
)


@cache
def exercise(number: int) -> te.Exercise:
    """Return what the library reads of a text."""
    return te.parse(TEXTS[number])


@cache
def record(number: int) -> te.SearchRecord:
    """Return the search of a text's tree."""
    return te.search(exercise(number), values=_values_of(number))


def _values_of(number: int) -> dict[str, int] | None:
    return {"x": 35} if exercise(number).unknowns else None


def _why(number: int) -> object:
    return [record(number).why(node) for node in exercise(number).nodes]


def _check(number: int) -> object:
    return te.check(exercise(number), values=_values_of(number))


_OF_A_TEXT: Final[dict[str, Callable[[int], object]]] = {
    "parse": exercise,
    "search": record,
    "at(0)": lambda number: record(number).at(0),
    "at(5)": lambda number: record(number).at(5),
    "at the end": lambda number: record(number).at(record(number).steps),
    "steps": lambda number: list(record(number)),
    "slice": lambda number: record(number)[2:4],
    "why": _why,
    "answers": lambda number: record(number).answers(),
    "check": _check,
}


def _partings() -> object:
    first, second = te.compare(te.parse("[[30 12] [30 40]]"), between=(">=", ">"))
    assert first.record is not None
    assert second.record is not None
    return first.record.parts_from(second.record)


def _grade() -> object:
    key = te.parse("3[3[3 12 8] <=2[2 /4 /6]]")
    return te.grade(key, {"a": te.parse("3[3[3 12 8] 4[2 4 /6]]"), "b": "3[3[3 12 8]"})


def _verification() -> object:
    return te.verify(lambda nested: te.search(te.from_nested(nested)).value, trials=3)


def _wrong_verification() -> object:
    with pytest.raises(te.VerificationError) as caught:
        te.verify(lambda _: 7, trials=3)
    return caught.value.verification


def _problem() -> object:
    with pytest.raises(te.NotationError) as caught:
        te.parse("[[1 2")
    return caught.value.problems


def _checked_game() -> object:
    from treeexplorer.games.nim import Nim

    return te.check_game(Nim(), games=2)


_OTHERS: Final[dict[str, Callable[[], object]]] = {
    "order": lambda: te.order(te.parse("[[20 40] [30 12]]"), "sorted"),
    "unknowns": lambda: te.unknowns(exercise(1)),
    "compare": lambda: te.compare(exercise(0)),
    "partings": _partings,
    "grade": _grade,
    "sheet": lambda: te.sheet(exercise(0)).variants(2),
    "generate": lambda: te.generate_all(2, 1),
    "game_tree": lambda: te.game_tree("nim", position="1,2"),
    "growth": lambda: te.growth(2, 3),
    "verify": _verification,
    "verify, wrong": _wrong_verification,
    "a problem": _problem,
    "rules": lambda: te.Rules(form="bounds"),
    "check_game": _checked_game,
}

MAKERS: Final[dict[str, Callable[[], object]]] = {
    f"{name} {number}": partial(maker, number)
    for number in range(len(TEXTS))
    for name, maker in _OF_A_TEXT.items()
} | _OTHERS
"""What makes the result of every entry, by what it is called."""


@cache
def result(name: str) -> object:
    """Return the result of an entry."""
    return MAKERS[name]()


def walked(name: str, value: object) -> Iterator[tuple[str, object]]:
    """Yield all that can be reached from a value: public attributes, items, keys, ``to_dict()``.

    Each comes with the names that lead to it.
    """
    pending, seen = [(name, value)], set[int]()
    kept = []  # so that no two things have one id
    while pending:
        path, each = pending.pop()
        yield path, each
        if isinstance(each, str | bytes | int | float | Fraction | Decimal | Path | None):
            continue
        if id(each) in seen:
            continue
        seen.add(id(each))
        kept.append(each)
        pending.extend((f"{path}.{name}", found) for name, found in inside(each))


def inside(value: object) -> Iterator[tuple[str, object]]:
    """Yield what a value holds, each with what it is called there."""
    if isinstance(value, Mapping):
        yield from ((f"key {key!r}", key) for key in value)
        yield from ((f"[{key!r}]", found) for key, found in value.items())
    elif isinstance(value, list | tuple | set | frozenset) and not hasattr(value, "_fields"):
        yield from ((f"[{number}]", found) for number, found in enumerate(value))
        return
    if not type(value).__module__.startswith("treeexplorer") or isinstance(value, enum.Enum):
        return
    if not isinstance(value, Mapping) and hasattr(type(value), "__iter__"):
        is_tuple = hasattr(value, "_fields")
        items: Iterable[object] = () if is_tuple else value  # type: ignore[assignment]  # it is
        yield from ((f"[{number}]", each) for number, each in enumerate(items))
    for name in dir(value):
        if name.startswith("_"):
            continue
        found = getattr(value, name)
        if inspect.ismethod(found):
            if name == "to_dict":
                yield "to_dict()", found()
        elif not callable(found):
            yield name, found
