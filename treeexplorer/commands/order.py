"""``treeexplorer order``: the tree with its children in the best, the worst or a sorted order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import click

from treeexplorer.commands import shared
from treeexplorer.numbers import counted

if TYPE_CHECKING:
    from treeexplorer.engine.best_order import Goal

_GOALS: Final[tuple[Goal, ...]] = ("best", "sorted", "worst")


@click.command("order")
@shared.takes_trees()
@click.option("--best", "goal", flag_value="best", help="The order that needs the fewest leaves.")
@click.option("--worst", "goal", flag_value="worst", help="The order that costs the most.")
@click.option("--sorted", "goal", flag_value="sorted", help="Each player's best move first.")
@shared.json_option
def order(trees: Iterator[shared.Loaded], goal: Goal | None, as_json: bool) -> None:
    """Print a tree in its best or worst order of children."""
    rows = partial(_rows, goal=goal) if as_json else None
    shared.print_each(trees, partial(_show, goal=goal), rows)


def _show(loaded: shared.Loaded, *, goal: Goal | None) -> None:
    """Print the tree in one order, or how many leaves each order needs."""
    if goal is not None:
        _say_tree(_row(loaded, goal))
    else:
        _say_counts(loaded, _rows(loaded, goal=None))


def _rows(loaded: shared.Loaded, *, goal: Goal | None) -> Iterator[dict[str, Any]]:
    """Yield what is found: of one order, or of all beside the tree as it is drawn."""
    if goal is not None:
        yield _row(loaded, goal)
        return
    yield _row_as_drawn(loaded)
    for each in _GOALS:
        yield _row(loaded, each)


def _row(loaded: shared.Loaded, goal: Goal) -> dict[str, Any]:
    """Return the row of JSON on a tree whose children were put in a certain order.

    Its fields: the tree; ``goal``, the order; ``leaves``, how many there are; ``evaluations``, how
    many leaves a search of the ordered tree evaluates; ``exact``, whether no other order needs
    fewer of them (best) or more (worst); ``text``, the ordered tree in the notation.

    Args:
        loaded: The tree with its rules.
        goal: ``best``, ``worst``, or ``sorted``: each player's best move first.
    """
    from treeexplorer.engine.best_order import order_tree
    from treeexplorer.notation import Exercise, write

    with shared.named_in_errors(loaded):
        arranged = order_tree(loaded.tree, loaded.resolved.rules, goal)
    return {
        **loaded.json,
        "goal": goal,
        "leaves": loaded.tree.leaf_count,
        "evaluations": arranged.record.evaluations,
        "exact": arranged.is_exact,
        "text": write(Exercise(arranged.tree, directives=loaded.exercise.directives)),
    }


def _row_as_drawn(loaded: shared.Loaded) -> dict[str, Any]:
    """Return the row of JSON on a tree with its children as they are drawn, to compare orders with.

    Its fields are those of :func:`_row` without ``text``. ``goal`` is ``None``, since the tree was
    put in no order; ``exact`` is true, since no better or worse order was looked for.
    """
    return {
        **loaded.json,
        "goal": None,
        "leaves": loaded.tree.leaf_count,
        "evaluations": shared.searched(loaded).evaluations,
        "exact": True,
    }


def _say_tree(row: Mapping[str, Any]) -> None:
    """Print a tree in an order, below a comment on the number of leaves read."""
    click.echo(f"# the {row['goal']} order{_unsure(row)}: {_leaves(row)} read")
    click.echo(row["text"], nl=False)


def _say_counts(loaded: shared.Loaded, rows: Iterable[Mapping[str, Any]]) -> None:
    """Print how many leaves each order needs."""
    shared.say_title(loaded)
    for row in rows:
        name = "as drawn" if row["goal"] is None else row["goal"]
        shared.say([f"  {name:<9}  {_leaves(row)} read{_unsure(row)}"])
    shared.say([f"  rules      {loaded.resolved.line_here}"])


def _leaves(row: Mapping[str, Any]) -> str:
    return counted(row["evaluations"], "leaf", "leaves")


def _unsure(row: Mapping[str, Any]) -> str:
    """Return a remark if another order may need fewer leaves, or more; else an empty text.

    The sorted order claims neither.
    """
    if row["exact"] or row["goal"] == "sorted":
        return ""
    return " (there may be a more telling one)"
