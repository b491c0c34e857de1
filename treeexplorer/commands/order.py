"""``treeexplorer order``: the tree with its children in the best, the worst or a sorted order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from treeexplorer.commands.searching import searched
from treeexplorer.commands.shared import Loaded, Problem, file_argument, load, rule_options

if TYPE_CHECKING:
    from treeexplorer.engine.ordering import Goal


@click.command("order")
@file_argument
@rule_options
@click.option("--best", "goal", flag_value="best", help="The order that needs the fewest leaves.")
@click.option("--worst", "goal", flag_value="worst", help="The order that costs the most.")
@click.option("--sorted", "goal", flag_value="sorted", help="Each player's best move first.")
def command(file: str | None, expression: str | None, goal: Goal | None, **options: Any) -> None:
    """Print a tree in its best or worst order of children."""
    from treeexplorer.engine import HorizonError, RulesError
    from treeexplorer.engine.ordering import order_tree
    from treeexplorer.notation import Exercise, write

    for position, loaded in enumerate(load(file, expression, options)):
        if position:
            click.echo()
        try:
            if goal is None:
                _summary(loaded)
                continue
            found = order_tree(loaded.tree, loaded.resolved.rules, goal)
        except (HorizonError, RulesError) as error:
            raise Problem(f"{loaded.title}: {error}") from None
        click.echo(f"# {_remark(goal, found.record.evaluations, is_exact=found.is_exact)}")
        click.echo(write(Exercise(found.tree, directives=loaded.exercise.directives)), nl=False)


def _remark(goal: str, leaves: int, *, is_exact: bool) -> str:
    counted = f"{leaves} {'leaf' if leaves == 1 else 'leaves'} read"
    if goal == "sorted":
        return f"sorted, each player's best move first: {counted}"
    if goal == "best":
        return (
            f"the order that needs the fewest leaves: {counted}"
            if is_exact
            else (f"the best order found (there may be a better one): {counted}")
        )
    return (
        f"the order that costs the most: {counted}"
        if is_exact
        else (f"the worst order found (there may be a worse one): {counted}")
    )


def _summary(loaded: Loaded) -> None:
    from collections import Counter

    from treeexplorer.commands.searching import rules_line
    from treeexplorer.engine.analysis import analysis_of, expected_types
    from treeexplorer.engine.ordering import order_tree

    rules = loaded.resolved.rules
    record = searched(loaded)
    click.echo(loaded.title)
    click.echo(f"  as drawn   {record.evaluations} of {loaded.tree.leaf_count} leaves read")
    for goal in ("best", "sorted", "worst"):
        found = order_tree(loaded.tree, rules, goal)
        certain = "" if found.is_exact or goal == "sorted" else " (the most telling order found)"
        click.echo(f"  {goal:<9}  {found.record.evaluations} leaves{certain}")
    expected = expected_types(record.tree, rules)
    inner = {node for node in expected if not record.tree.is_leaf(node)}
    counts = Counter(expected[node] for node in inner)
    turned_out = Counter(analysis_of(record).found_types().values())
    for title, counted in (("expected", counts), ("turned out", turned_out)):
        parts = [f"{counted[kind]} {kind.upper()}" for kind in ("pv", "cut", "all")]
        click.echo(f"  {title:<10} {', '.join(parts)} nodes")
    click.echo(f"  rules      {rules_line(loaded.resolved)}")
