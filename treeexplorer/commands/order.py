"""``treeexplorer order``: the tree with its children in the best, the worst or a sorted order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import click

from treeexplorer.commands import answering, call_options, loading, printing
from treeexplorer.numbers import counted

if TYPE_CHECKING:
    from treeexplorer.engine.best_order import Goal

_GOALS: Final[tuple[Goal, ...]] = ("best", "sorted", "worst")


@click.command("order")
@call_options.takes_trees()
@click.option("--best", "goal", flag_value="best", help="The order that needs the fewest leaves.")
@click.option("--worst", "goal", flag_value="worst", help="The order that costs the most.")
@click.option("--sorted", "goal", flag_value="sorted", help="Each player's best move first.")
@call_options.json_option
def order(trees: Iterator[loading.Loaded], goal: Goal | None, as_json: bool) -> None:
    """Print a tree in its best or worst order of children."""
    make_rows = partial(_make_rows, goal=goal) if as_json else None
    answering.print_answers(trees, partial(_print_order, goal=goal), make_rows)


def _print_order(loaded: loading.Loaded, *, goal: Goal | None) -> None:
    """Print the tree in one order; without a goal, how many leaves each order needs."""
    if goal is not None:
        _print_tree(_make_row(loaded, goal))
    else:
        _print_counts(loaded, _make_rows(loaded, goal=None))


def _make_rows(loaded: loading.Loaded, *, goal: Goal | None) -> Iterator[dict[str, Any]]:
    """Yield the row of one order; without a goal those of all, the tree as it is drawn first."""
    if goal is not None:
        yield _make_row(loaded, goal)
        return
    yield _make_row_as_drawn(loaded)
    for each_goal in _GOALS:
        yield _make_row(loaded, each_goal)


def _make_row(loaded: loading.Loaded, goal: Goal) -> dict[str, Any]:
    """Put a tree's children in a certain order; return a row of JSON on the ordered tree.

    Its fields: the tree; ``goal``, the order; ``leaves``, how many there are; ``evaluations``, how
    many leaves a search of the ordered tree evaluates; ``exact``, whether no other order needs
    fewer of them (best) or more (worst); ``text``, the ordered tree in the notation.
    """
    from treeexplorer.engine.best_order import order_tree
    from treeexplorer.notation import Exercise, write

    with answering.add_title_to_errors(loaded):
        ordered = order_tree(loaded.tree, loaded.resolved.rules, goal)
    return {
        **loaded.json,
        "goal": goal,
        "leaves": loaded.tree.leaf_count,
        "evaluations": ordered.record.evaluations,
        "exact": ordered.is_exact,
        "text": write(Exercise(ordered.tree, directives=loaded.exercise.directives)),
    }


def _make_row_as_drawn(loaded: loading.Loaded) -> dict[str, Any]:
    """Return the row of JSON on a tree with its children as they are drawn, to compare orders with.

    Its fields are those of :func:`_make_row` without ``text``. ``goal`` is ``None``, since the tree
    was put in no order; ``exact`` is true, since no better or worse order was looked for.
    """
    return {
        **loaded.json,
        "goal": None,
        "leaves": loaded.tree.leaf_count,
        "evaluations": answering.run_search(loaded).evaluations,
        "exact": True,
    }


def _print_tree(row: Mapping[str, Any]) -> None:
    """Print a tree in an order, below a comment on the number of leaves read."""
    click.echo(f"# the {row['goal']} order{_format_doubt(row)}: {_format_leaf_count(row)} read")
    click.echo(row["text"], nl=False)


def _print_counts(loaded: loading.Loaded, rows: Iterable[Mapping[str, Any]]) -> None:
    """Print how many leaves each order needs, a line for each."""
    answering.print_title(loaded)
    for row in rows:
        name = "as drawn" if row["goal"] is None else row["goal"]
        printing.print_lines([f"  {name:<9}  {_format_leaf_count(row)} read{_format_doubt(row)}"])
    printing.print_lines([f"  rules      {loaded.resolved.line_with_full_path}"])


def _format_leaf_count(row: Mapping[str, Any]) -> str:
    """Return how many leaves an order needs, such as ``7 leaves``."""
    return counted(row["evaluations"], "leaf", "leaves")


def _format_doubt(row: Mapping[str, Any]) -> str:
    """Return a remark if another order may need fewer leaves, or more; else an empty text.

    The sorted order claims neither.
    """
    if row["exact"] or row["goal"] == "sorted":
        return ""
    return " (there may be a more telling one)"
