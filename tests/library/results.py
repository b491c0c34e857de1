"""Every public result of a few trees, and a walk over all that can be reached from one."""

from __future__ import annotations

import enum
import inspect
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import treeexplorer as te

TEXTS = (
    "@title Week 3\n@name Anna\n9[A:3[(3,inf)=3[30 12.5 ~7[80 81]] <=20[20 /4 /60]] 14[140 5 20]]",
    "[[30 12 [55 44]] [20 x 60 ...] [chance[0.25*70 0.75*10] 50]]",
    "@cutoff >\n@best 1\n3[3[30 30 40] [30 10 /...]]",
)


def everything() -> Iterator[tuple[str, object]]:
    """Yield the results of every entry, each with what it is called."""
    for number, text in enumerate(TEXTS):
        exercise = te.parse(text)
        yield f"parse {number}", exercise
        record = te.search(exercise, values={"x": 35} if exercise.unknowns else None)
        yield f"search {number}", record
        for step in (0, 5, record.steps):
            yield f"at({step}) {number}", record.at(step)
        yield f"steps {number}", list(record)
        yield f"slice {number}", record[2:4]
        yield f"why {number}", [record.why(node) for node in exercise.nodes]
        yield f"answers {number}", record.answers()
        yield f"check {number}", te.check(exercise, values={"x": 35} if exercise.unknowns else None)
        yield f"order {number}", te.order(te.parse("[[20 40] [30 12]]"), "sorted")
    yield "unknowns", te.unknowns(te.parse(TEXTS[1]))
    compared = te.compare(te.parse(TEXTS[0]))
    yield "compare", compared
    first, second = te.compare(te.parse("[[30 12] [30 40]]"), between=(">=", ">"))
    assert first.record is not None
    assert second.record is not None
    yield "partings", first.record.parts_from(second.record)
    key = te.parse("3[3[3 12 8] <=2[2 /4 /6]]")
    yield "grade", te.grade(key, {"a": te.parse("3[3[3 12 8] 4[2 4 /6]]"), "b": "3[3[3 12 8]"})
    yield "sheet", te.sheet(te.parse(TEXTS[0])).variants(2)
    yield "generate", te.generate_all(2, 1)
    yield "game_tree", te.game_tree("nim", position="1,2")
    yield "growth", te.growth(2, 3)
    yield "verify", te.verify(lambda nested: te.search(te.from_nested(nested)).value, trials=3)
    try:
        te.verify(lambda _: 7, trials=3)
    except te.VerificationError as error:
        yield "verify, wrong", error.verification
    try:
        te.parse("[[1 2")
    except te.NotationError as error:
        yield "a problem", error.problems
    yield "rules", te.Rules(form="bounds")
    yield "check_game", te.check_game(_nim(), games=2)


def _nim() -> type[te.Game[Any, Any]]:
    from treeexplorer.games.nim import Nim

    return Nim


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
