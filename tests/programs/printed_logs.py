"""Logs that a program prints while it searches a tree.

The program is alpha-beta as a textbook has it, right or with one of ``MISTAKES``, and prints in one
of ``STYLES``; now and then lines of the log are missing, or a number in it is another. Which, is
drawn by lot.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple, TypeAlias

from treeexplorer.numbers import written
from treeexplorer.rules import Rules
from treeexplorer.tree import INFINITY, LEAF_ROLE, MAX_ROLE, GameTree, Number

MISTAKES: Final = ("no cut", "only strict", "window kept", "v is not handed on", "first child lost")


class Row(NamedTuple):
    """What a program has at hand where it prints a line."""

    name: str
    ply: int
    alpha: Number
    beta: Number
    value: Number | None
    is_leaf: bool


Style: TypeAlias = Callable[[Row], str]


def number(value: Number | None, infinity: str = "inf") -> str:
    """Return a number as a program prints it; nothing for ``None``."""
    if value is None:
        return ""
    if abs(value) == INFINITY:
        return infinity if value > 0 else f"-{infinity}"
    return written(value)


def in_words(row: Row) -> str:
    if row.value is None:
        return f"enter {row.name}: alpha={number(row.alpha)}, beta={number(row.beta)}"
    return f"{'leaf' if row.is_leaf else 'return'} {row.name}: value={number(row.value)}"


def indented(row: Row) -> str:
    bounds = f"a={number(row.alpha, '∞')} b={number(row.beta, '∞')}"
    return f"{'  ' * row.ply}{row.name} {bounds} v={number(row.value) or '-'}"


def in_json(row: Row) -> str:
    fields = {"node": row.name, "alpha": number(row.alpha), "beta": number(row.beta)}
    if row.value is not None:
        fields["value"] = number(row.value)
    return "{" + ", ".join(f'"{name}": "{value}"' for name, value in fields.items()) + "}"


def in_cells(row: Row) -> str:
    cells = (row.name, number(row.alpha), number(row.beta), number(row.value))
    return "| " + " | ".join(cells) + " |"


def with_large_numbers(row: Row) -> str:
    said = f"{row.name} ({number(row.alpha, '1000')}, {number(row.beta, '1000')})"
    return said if row.value is None else f"{said} -> {number(row.value, '1000')}"


def of_values_alone(row: Row) -> str:
    return "" if row.value is None else f"{row.name} = {number(row.value)}"


STYLES: Final[tuple[Style, ...]] = (
    in_words,
    indented,
    in_json,
    in_cells,
    with_large_numbers,
    of_values_alone,
)


def rows_of(tree: GameTree, *, cuts_on_equality: bool, mistake: str | None = None) -> Iterator[Row]:
    """Yield what alpha-beta has at hand as it enters each node, reads a leaf and leaves a node."""

    def search(node: int, alpha: Number, beta: Number) -> Iterator[Row]:
        row = Row(tree.address(node), tree.ply[node], alpha, beta, None, is_leaf=False)
        if tree.roles[node] == LEAF_ROLE:
            value = tree.leaf_value(node)
            assert value is not None
            values[node] = value
            yield row._replace(value=value, is_leaf=True)
            return
        yield row
        is_max = tree.roles[node] == MAX_ROLE
        v: Number = -INFINITY if is_max else INFINITY
        children = list(tree.children(node))
        if mistake == "first child lost" and len(children) > 2:
            children = children[1:]
        for child in children:
            yield from search(child, alpha, beta)
            v = (max if is_max else min)(v, values[child])
            if mistake != "window kept":
                alpha, beta = (max(alpha, v), beta) if is_max else (alpha, min(beta, v))
            is_equal = alpha == beta and cuts_on_equality and mistake != "only strict"
            if mistake != "no cut" and (alpha > beta or is_equal):
                break
        if mistake == "v is not handed on":
            v = alpha if is_max else beta
        values[node] = v
        yield Row(tree.address(node), tree.ply[node], alpha, beta, v, is_leaf=False)

    values: dict[int, Number] = {}
    yield from search(0, -INFINITY, INFINITY)


def lines_of(rows: Iterable[Row], style: Style) -> list[str]:
    """Return the lines of a log, with its header if it is a table."""
    lines = [line for line in map(style, rows) if line]
    if style is in_cells:
        return ["| node | alpha | beta | value |", "|---|---|---|---|", *lines]
    return lines


def log_of(tree: GameTree, rules: Rules, chance: random.Random) -> str:
    """Return a log that is drawn by lot."""
    mistake = chance.choice((None, *MISTAKES))
    style = chance.choice(STYLES)
    rows = list(rows_of(tree, cuts_on_equality=not rules.strict, mistake=mistake))
    if chance.random() < 0.2:
        wrong = chance.randrange(len(rows))
        rows[wrong] = rows[wrong]._replace(alpha=chance.randint(-3, 3))
    if chance.random() < 0.2:
        del rows[chance.randrange(len(rows))]
    if chance.random() < 0.15:
        rows = rows[chance.randrange(len(rows)) :]
    lines = lines_of(rows, style)
    if chance.random() < 0.1:
        lines.insert(chance.randrange(len(lines) + 1), "...")
    return "\n".join(lines)
