"""``treeexplorer unknowns``: what the tree is worth, and what is cut, for each value of a leaf."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from treeexplorer.commands.searching import rules_line
from treeexplorer.commands.shared import (
    Loaded,
    Problem,
    file_argument,
    json_option,
    load,
    rule_options,
)
from treeexplorer.numbers import for_json, shown

if TYPE_CHECKING:
    from treeexplorer.exercises.unknowns import Linear, Piece, Stretch, UnknownAnswer
    from treeexplorer.tree import GameTree, Number


@click.command("unknowns")
@file_argument
@rule_options
@json_option
def command(file: str | None, expression: str | None, as_json: bool, **options: Any) -> None:
    """Say for which x what is cut, and what the root is worth.

    Of several unknowns each is solved in turn; others that the search also reaches are to be fixed
    with --set.
    """
    from treeexplorer.engine import HorizonError
    from treeexplorer.exercises.unknowns import UnknownsError, unknowns_of

    trees = list(load(file, expression, options, expects_unknowns=True))
    with_unknowns = [loaded for loaded in trees if loaded.tree.unknowns]
    if not with_unknowns:
        raise Problem("there is no unknown leaf; write one as a word, as in [[3 5] [x 4]]")
    for position, loaded in enumerate(with_unknowns):
        words = list(unknowns_of(loaded.tree))
        try:
            lines = list(_lines(loaded, words, as_json))
        except (UnknownsError, HorizonError) as error:
            raise Problem(f"{loaded.title}: {error}") from None
        if position and not as_json:
            click.echo()
        for line in lines:
            click.echo(line)


def _lines(loaded: Loaded, words: list[str], as_json: bool) -> Iterator[str]:
    from treeexplorer.exercises.unknowns import solve_for

    rules = loaded.resolved.rules
    if not as_json:
        yield loaded.title
    for word in words:
        answer = solve_for(loaded.tree, rules, word)
        if as_json:
            yield from (_as_line(row) for row in answer_json(loaded, answer))
        else:
            yield from _report(answer)
    if not as_json:
        yield f"  rules  {rules_line(loaded.resolved)}"


def _as_line(row: dict[str, Any]) -> str:
    return json.dumps(row, ensure_ascii=False)


# -- for machines ------------------------------------------------------------------------------


def answer_json(loaded: Loaded, answer: UnknownAnswer) -> Iterator[dict[str, Any]]:
    """Yield what ``unknowns --json`` prints for one unknown: its pieces, then the nodes cut."""
    address = answer.tree.address
    for piece in answer.pieces:
        stretch, outcome = piece.stretch, piece.outcome
        yield {
            "tree": loaded.number,
            "unknown": answer.word,
            "from": for_json(stretch.low),
            "to": for_json(stretch.high),
            "closed": [stretch.closed_low, stretch.closed_high],
            "value": _value_json(outcome.value, answer.word),
            "best": None if outcome.best is None else address(outcome.best),
            "cut": [address(node) for node in outcome.cut],
        }
    for node in answer.ever_cut:
        yield {
            "tree": loaded.number,
            "unknown": answer.word,
            "node": address(node),
            "cut_for": [_stretch_json(stretch) for stretch in answer.cut_for(node)],
        }


def _value_json(value: Number | Linear, word: str) -> Any:
    from treeexplorer.exercises.unknowns import Linear

    if not isinstance(value, Linear):
        return for_json(value)
    if value.is_x:
        return word
    return {"slope": for_json(value.slope), "constant": for_json(value.constant)}


def _stretch_json(stretch: Stretch) -> list[Any]:
    return [
        for_json(stretch.low),
        for_json(stretch.high),
        stretch.closed_low,
        stretch.closed_high,
    ]


# -- for people --------------------------------------------------------------------------------


def _report(answer: UnknownAnswer) -> Iterator[str]:
    from treeexplorer.exercises.unknowns import spoken

    word = spoken(answer.tree, answer.word)
    yield from _columns(
        [
            (piece.stretch.words(word), *_answer_words(answer, piece, word))
            for piece in answer.pieces
        ]
    )
    if len(answer.pieces) == 1:
        return
    for node in answer.ever_cut:
        stretches = " or ".join(stretch.words(word) for stretch in answer.cut_for(node))
        yield f"  {_named(answer.tree, node)} is cut off for {stretches}"


def _answer_words(answer: UnknownAnswer, piece: Piece, word: str) -> tuple[str, ...]:
    outcome = piece.outcome
    leaves = "1 leaf" if outcome.evaluated == 1 else f"{outcome.evaluated} leaves"
    return (
        f"worth {_value_words(outcome.value, word)}",
        _best_words(answer.tree, outcome.best),
        f"{leaves} read",
        _cut_words(answer.tree, outcome.cut),
    )


def _columns(rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    from treeexplorer.text import width

    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [cell + " " * (wide - width(cell)) for cell, wide in zip(row, widths, strict=True)]
        yield "  " + "  ".join(cells).rstrip()


def _value_words(value: Number | Linear, word: str) -> str:
    from treeexplorer.exercises.unknowns import Linear

    if not isinstance(value, Linear):
        return shown(value)
    if value.is_x:
        return word
    product = word if value.slope == 1 else f"{shown(value.slope)}·{word}"
    if not value.constant:
        return product
    if value.constant > 0:
        return f"{product} + {shown(value.constant)}"
    return f"{product} − {shown(-value.constant)}"


def _named(tree: GameTree, node: int) -> str:
    from treeexplorer.engine.explain import label

    name, address = label(tree, node), tree.address(node)
    return name if address in name else f"{name} ({address})"


def _best_words(tree: GameTree, best: int | None) -> str:
    return "no move proven" if best is None else f"best {_named(tree, best)}"


def _cut_words(tree: GameTree, cut: tuple[int, ...]) -> str:
    return f"cut {', '.join(map(tree.address, cut))}" if cut else "nothing cut"
