"""``treeexplorer order``: the tree with its children in the best, the worst or a sorted order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

import click

from treeexplorer.commands import shared
from treeexplorer.numbers import counted

if TYPE_CHECKING:
    from treeexplorer.engine.ordering import Goal, Ordering

_REMARKS: Final = {
    "best": "the order that needs the fewest leaves",
    "worst": "the order that costs the most",
    "sorted": "sorted, each player's best move first",
}
_UNSURE: Final = {"best": "better", "worst": "worse"}
_GOALS: Final[tuple[Goal, ...]] = ("best", "sorted", "worst")


@click.command("order")
@shared.takes_trees()
@click.option("--best", "goal", flag_value="best", help="The order that needs the fewest leaves.")
@click.option("--worst", "goal", flag_value="worst", help="The order that costs the most.")
@click.option("--sorted", "goal", flag_value="sorted", help="Each player's best move first.")
@shared.json_option
def order(trees: Iterator[shared.Loaded], goal: Goal | None, as_json: bool) -> None:
    """Print a tree in its best or worst order of children."""
    from treeexplorer.notation import Exercise, write

    def text(loaded: shared.Loaded, ordering: Ordering) -> str:
        return write(Exercise(ordering.tree, directives=loaded.exercise.directives))

    def show(loaded: shared.Loaded) -> None:
        if goal is None:
            shared.say_title(loaded)
            shared.say(_summary(loaded))
            return
        ordering = _ordered(loaded, goal)
        remark = _REMARKS[goal]
        if goal in _UNSURE and not ordering.is_exact:
            remark = f"the {goal} order found (there may be a {_UNSURE[goal]} one)"
        click.echo(f"# {remark}: {counted(ordering.record.evaluations, 'leaf', 'leaves')} read")
        click.echo(text(loaded, ordering), nl=False)

    def rows(loaded: shared.Loaded) -> Iterator[dict[str, Any]]:
        row = {**loaded.json, "goal": None, "leaves": loaded.tree.leaf_count}
        if goal is None:
            yield {**row, "evaluations": shared.searched(loaded).evaluations, "exact": True}
        for each in _GOALS if goal is None else (goal,):
            ordering = _ordered(loaded, each)
            counts = {"evaluations": ordering.record.evaluations, "exact": ordering.is_exact}
            yield {**row, "goal": each, **counts, "text": text(loaded, ordering)}

    shared.print_each(trees, show, rows if as_json else None)


def _ordered(loaded: shared.Loaded, goal: Goal) -> Ordering:
    from treeexplorer.engine.ordering import order_tree

    with shared.named_in_errors(loaded):
        return order_tree(loaded.tree, loaded.resolved.rules, goal)


def _summary(loaded: shared.Loaded) -> Iterator[str]:
    from treeexplorer.explain.words import read_of

    record = shared.searched(loaded)
    times = f" ({record.evaluations} times)" if record.evaluations > record.evaluated else ""
    yield f"  as drawn   {read_of(record)}{times}"
    for goal in _GOALS:
        ordered = _ordered(loaded, goal)
        certain = "" if ordered.is_exact or goal == "sorted" else " (the most telling order found)"
        leaves = counted(ordered.record.evaluations, "leaf", "leaves")
        yield f"  {goal:<9}  {leaves}{certain}"
    yield f"  rules      {loaded.resolved.line}"
