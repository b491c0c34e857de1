"""Whatever is given to the library, it says what that was and what it wants."""

from __future__ import annotations

import decimal
import fractions
import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import treeexplorer as te
from treeexplorer.games.nim import Nim

AIMA = te.parse("3[3[3 12 8] <=2[2 /4 /6] 2[14 5 2]]")
RECORD = te.search(AIMA)
ANSWER = te.unknowns(te.parse("[[3 12] [x 4]]"))["x"]
PIECE = ANSWER.pieces[0]
SHEET = te.sheet(AIMA)
WIDE_SHEET = te.sheet(te.parse("[[3 12 8 5] [2 4 6 7] [14 5 2 9] [6 1 7 8]]"))


def right(nested: Any) -> Any:
    return te.search(te.from_nested(nested)).value


class Strange:
    """An object that does not even show itself."""

    def __repr__(self) -> str:
        raise RuntimeError("no")


class NoLength:
    def __len__(self) -> int:
        raise RuntimeError("no length")


WRONG: dict[str, Any] = {
    "None": None,
    "a truth value": True,
    "a number": 3,
    "a negative number": -1,
    "a huge number": 10**400,
    "a decimal number": 2.5,
    "nan": math.nan,
    "a fraction": fractions.Fraction(1, 3),
    "a Decimal": decimal.Decimal("1.5"),
    "an empty text": "",
    "a text": "no such thing",
    "bytes": b"[1 2]",
    "an empty list": [],
    "nested lists": [[3, 12], [2, 4]],
    "a tuple": (1, "x"),
    "a set": {1, 2},
    "a mapping": {1: 2},
    "a function": len,
    "a class": int,
    "an object": object(),
    "an object that does not show itself": Strange(),
    "an object without a length": NoLength(),
    "an exercise": AIMA,
    "a record": RECORD,
    "a path": Path("no/such/file.tree"),
    "a generator": iter(range(0)),
    "a complex number": 1j,
}

Entry = Callable[[Any], object]
ENTRIES: dict[str, tuple[Entry, str]] = {
    "parse": (te.parse, "text of a tree|tree"),
    "parse_all": (te.parse_all, "text of a tree|tree"),
    "load": (te.load, "path of a file|cannot be read"),
    "load_all": (te.load_all, "path of a file|cannot be read"),
    "from_nested levels": (lambda x: te.from_nested([1, 2], levels=x), "players"),
    "from_nested children": (
        lambda x: None if callable(x) else te.from_nested([1], children=x),
        "function of a node",
    ),
    "format": (te.format, "text of trees|tree"),
    "write": (te.write, "te.parse"),
    "write_all": (te.write_all, "list of exercises|te.parse"),
    "search": (te.search, "te.parse"),
    "search values": (lambda x: te.search(AIMA, values=x), "values are|number|leaf|unknown"),
    "search a value": (lambda x: te.search(AIMA, values={"1.1": x}), "number|nan|decimal"),
    "search cutoff": (lambda x: te.search(AIMA, cutoff=x), "cutoff takes >= or >"),
    "search algorithm": (lambda x: te.search(AIMA, algorithm=x), "algorithm takes alphabeta"),
    "search window": (lambda x: te.search(AIMA, window=x), "window"),
    "search depth": (lambda x: te.search(AIMA, depth=x), "depth takes a whole number|estimate"),
    "search levels": (lambda x: te.search(AIMA, levels=x), "levels takes the players"),
    "check": (te.check, "te.parse"),
    "unknowns": (te.unknowns, "te.parse"),
    "compare": (te.compare, "te.parse"),
    "compare between": (lambda x: te.compare(AIMA, between=x), "between|convention"),
    "grade key": (lambda x: te.grade(x, [AIMA]), "key"),
    "grade hand-ins": (lambda x: te.grade(AIMA, x), "hand_ins"),
    "grade a hand-in": (lambda x: te.grade(AIMA, [x]), "hand_ins"),
    "grade points": (lambda x: te.grade(AIMA, [AIMA], points=x), "points are a number"),
    "verify": (lambda x: None if callable(x) else te.verify(x), "function of nested lists"),
    "verify trees": (
        lambda x: te.verify(right, trees=x, trials=0),
        "list of exercises|te.parse|trees",
    ),
    "verify trials": (lambda x: te.verify(right, trials=x), "trials is a number|trees"),
    "generate level": (te.generate, "number from 1 to 5"),
    "generate seed": (lambda x: te.generate(seed=x), "whole number"),
    "generate order": (lambda x: te.generate(order=x), "te.Order"),
    "generate_all": (te.generate_all, "number from 1 to 200"),
    "game_tree": (te.game_tree, "subclass of treeexplorer.Game|no game|class"),
    "game_tree position": (lambda x: te.game_tree("nim", position=x), "position|heaps"),
    "game_tree depth": (lambda x: te.game_tree("nim", position="1,1", depth=x), "depth"),
    "check_game": (te.check_game, "subclass of treeexplorer.Game"),
    "check_game games": (lambda x: te.check_game(Nim, games=x), "number of games"),
    "order": (te.order, "te.parse"),
    "order goal": (lambda x: te.order(AIMA, x), "goal"),
    "growth branching": (lambda x: te.growth(x, 3), "branching|leaves"),
    "growth depth": (lambda x: te.growth(2, x), "depth|leaves"),
    "sheet": (te.sheet, "takes an Exercise"),
    "sheet ask": (lambda x: te.sheet(AIMA, ask=x), "ask"),
    "sheet title": (lambda x: te.sheet(AIMA, title=x), "title is a text"),
    "sheet points": (lambda x: te.sheet(AIMA, points=x), "points are a number"),
    "Sheet.handout": (SHEET.handout, "format of a handout"),
    "Sheet.key": (SHEET.key, "format of a key"),
    "Sheet.variants": (WIDE_SHEET.variants, "count is a number"),
    "Exercise.export": (AIMA.export, "the format"),
    "record[…]": (RECORD.__getitem__, "step"),
    "SearchRecord.step": (RECORD.step, "step"),
    "SearchRecord.at": (RECORD.at, "step"),
    "SearchRecord.at[…]": (RECORD.at(3).__getitem__, "told by a text|no node"),
    "SearchRecord.label": (RECORD.label, "told by a text|no node"),
    "SearchRecord.why": (RECORD.why, "told by a text|no node"),
    "SearchRecord.why step": (lambda x: RECORD.why("B", x), "step"),
    "SearchRecord.draw": (RECORD.draw, "step"),
    "SearchRecord.draw ascii": (lambda x: RECORD.draw(ascii=x), "ascii is True or False"),
    "SearchRecord.draw width": (lambda x: RECORD.draw(width=x), "width is a number"),
    "SearchRecord.trace": (RECORD.trace, "the format"),
    "SearchRecord.export": (RECORD.export, "format of a figure"),
    "SearchRecord.export step": (lambda x: RECORD.export("svg", step=x), "step"),
    "SearchRecord.export blank": (lambda x: RECORD.export("svg", blank=x), "blank is True"),
    "SearchRecord.frames": (RECORD.frames, "steps|step"),
    "SearchRecord.to_svg": (RECORD.to_svg, "step"),
    "SearchRecord.to_html": (lambda x: RECORD.to_html(practise=x), "practise is True or False"),
    "SearchRecord.parts_from": (RECORD.parts_from, "another record"),
    "SearchRecord.differs_from": (RECORD.differs_from, "another record"),
    "AnswerSheet.export": (RECORD.answers().export, "format of an answer sheet"),
    "UnknownAnswer.at": (ANSWER.at, "is a number"),
    "UnknownAnswer.cut_for": (ANSWER.cut_for, "told by a text|no node"),
    "UnknownAnswer.not_visited_for": (ANSWER.not_visited_for, "told by a text|no node"),
    "Piece.value_at": (PIECE.value_at, "is a number"),
    "Rules": (lambda x: te.Rules(fail=x), "fail takes soft or hard"),
    "Range": (lambda x: te.Range(x, 3), "range"),
    "Order": (lambda x: te.Order(branching=x), "branching is a te.Range"),
}
INNER = re.compile(
    r"has no attribute|unhashable|not subscriptable|unsupported operand|not iterable"
)


def _names(value: object) -> list[str]:
    """Return what a message may call a value by."""
    names = [type(value).__name__]
    if isinstance(value, type):
        names.append(value.__name__)
    if isinstance(value, str | int | float | fractions.Fraction | Path | decimal.Decimal):
        names.append(str(value)[:20])
    if isinstance(value, str):
        names.append(value.split(" ")[0])
    if isinstance(value, list | tuple | set | dict | bytes):
        names += [str(value), *map(str, value), *(type(each).__name__ for each in value)]
    if isinstance(value, te.SearchRecord):
        names.append("Step")
    if value == 10**400:
        names.append("300 digits")
    if value == fractions.Fraction(1, 3):
        names.append("1/3")
    if value is None:
        names.append("None")
    return names


@pytest.mark.parametrize("entry", ENTRIES)
def test_what_was_given_and_what_is_wanted_is_said(entry: str) -> None:
    call, wanted = ENTRIES[entry]
    refused = 0
    for what, value in WRONG.items():
        try:
            call(value)
        except (TypeError, ValueError, LookupError) as error:
            message = str(error)
            refused += 1
        else:
            continue
        assert not INNER.search(message), (what, message)
        assert re.search(wanted, message), (what, message)
        assert any(name in message for name in _names(value)), (what, message)
    assert refused >= 10


def test_what_is_likely_meant_is_said() -> None:
    with pytest.raises(TypeError, match=r"not the list \[\[3\]\]; te.from_nested builds a tree"):
        te.parse([[3]])  # type: ignore[arg-type]  # on purpose
    with pytest.raises(TypeError, match=r"te.load reads a file"):
        te.parse(Path("a.tree"))  # type: ignore[arg-type]  # on purpose
    with pytest.raises(TypeError, match=r"`treeexplorer verify -- python my_program.py`"):
        te.verify("python x.py")  # type: ignore[call-overload]  # on purpose
    with pytest.raises(TypeError, match=r"as te.parse and te.load return it, not the str 'aima'"):
        te.search("aima")  # type: ignore[arg-type]  # on purpose
    with pytest.raises(TypeError, match=r"as te.parse and te.load return it, not the int 3"):
        te.check(3)  # type: ignore[arg-type]  # on purpose


def test_an_option_that_decides_nothing_is_refused() -> None:
    with pytest.raises(te.TreeexplorerError, match="width decides nothing in svg, which takes"):
        RECORD.export("svg", width=300)  # type: ignore[call-overload]  # on purpose
    with pytest.raises(te.TreeexplorerError, match="a blank drawing shows no step"):
        RECORD.export("svg", step=3, blank=True)
