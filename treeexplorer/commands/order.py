"""``treeexplorer order``: the tree with its children in the best, the worst or a sorted order."""

from __future__ import annotations

from collections.abc import Iterator
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
    from treeexplorer.engine.best_order import order_tree
    from treeexplorer.notation import Exercise, write

    def rows(loaded: shared.Loaded) -> Iterator[dict[str, Any]]:
        row = {**loaded.json, "goal": None, "leaves": loaded.tree.leaf_count}
        if goal is None:
            yield {**row, "evaluations": shared.searched(loaded).evaluations, "exact": True}
        for each in _GOALS if goal is None else (goal,):
            with shared.named_in_errors(loaded):
                arranged = order_tree(loaded.tree, loaded.resolved.rules, each)
            text = write(Exercise(arranged.tree, directives=loaded.exercise.directives))
            counts = {"evaluations": arranged.record.evaluations, "exact": arranged.is_exact}
            yield {**row, "goal": each, **counts, "text": text}

    def show(loaded: shared.Loaded) -> None:
        if goal is None:
            shared.say_title(loaded)
        for row in rows(loaded):
            unsure = " (there may be a more telling one)"
            if row["exact"] or row["goal"] == "sorted":
                unsure = ""
            leaves = counted(row["evaluations"], "leaf", "leaves")
            if goal is None:
                name = "as drawn" if row["goal"] is None else row["goal"]
                shared.say([f"  {name:<9}  {leaves} read{unsure}"])
            else:
                click.echo(f"# the {goal} order{unsure}: {leaves} read")
                click.echo(row["text"], nl=False)
        if goal is None:
            shared.say([f"  rules      {loaded.resolved.line_here}"])

    shared.print_each(trees, show, rows if as_json else None)
