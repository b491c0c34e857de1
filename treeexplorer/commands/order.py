"""``treeexplorer order``: the tree with its children in the best, the worst or a sorted order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

import click

from treeexplorer.commands.shared import (
    Loaded,
    json_option,
    named_in_errors,
    print_each,
    say_all,
    say_title,
    searched,
    takes_trees,
)
from treeexplorer.numbers import counted

if TYPE_CHECKING:
    from treeexplorer.engine.ordering import Goal, Ordering

_REMARKS = {  # by goal: what an exact order is, and what the best one found is
    "best": (
        "the order that needs the fewest leaves",
        "the best order found (there may be a better one)",
    ),
    "worst": (
        "the order that costs the most",
        "the worst order found (there may be a worse one)",
    ),
    "sorted": ("sorted, each player's best move first",) * 2,
}
_GOALS: Final[tuple[Goal, ...]] = ("best", "sorted", "worst")


@click.command("order")
@takes_trees()
@click.option("--best", "goal", flag_value="best", help="The order that needs the fewest leaves.")
@click.option("--worst", "goal", flag_value="worst", help="The order that costs the most.")
@click.option("--sorted", "goal", flag_value="sorted", help="Each player's best move first.")
@json_option
def order(trees: Iterator[Loaded], goal: Goal | None, as_json: bool) -> None:
    """Print a tree in its best or worst order of children."""

    def show(loaded: Loaded) -> None:
        if goal is None:
            say_title(loaded)
            say_all(_summary(loaded))
        else:
            from treeexplorer.notation import Exercise, write

            result = _ordered(loaded, goal)
            remark = _REMARKS[goal][0 if result.is_exact else 1]
            click.echo(f"# {remark}: {counted(result.record.evaluations, 'leaf', 'leaves')} read")
            ordered = Exercise(result.tree, directives=loaded.exercise.directives)
            click.echo(write(ordered), nl=False)

    def rows(loaded: Loaded) -> Iterator[dict[str, Any]]:
        from treeexplorer.notation import Exercise, write

        leaves = {"leaves": loaded.tree.leaf_count}
        if goal is None:
            drawn = searched(loaded).evaluations
            yield {**loaded.json, "goal": None, **leaves, "evaluations": drawn, "exact": True}
        for each in _GOALS if goal is None else (goal,):
            ordered = _ordered(loaded, each)
            counts = {"evaluations": ordered.record.evaluations, "exact": ordered.is_exact}
            text = write(Exercise(ordered.tree, directives=loaded.exercise.directives))
            yield {**loaded.json, "goal": each, **leaves, **counts, "text": text}

    print_each(trees, show, rows if as_json else None)


def _ordered(loaded: Loaded, goal: Goal) -> Ordering:
    from treeexplorer.engine.ordering import order_tree

    with named_in_errors(loaded):
        return order_tree(loaded.tree, loaded.resolved.rules, goal)


def _summary(loaded: Loaded) -> Iterator[str]:
    from treeexplorer.engine.analysis import analysis_of, expected_types

    rules = loaded.resolved.rules
    record = searched(loaded)
    yield f"  as drawn   {record.evaluations} of {loaded.tree.leaf_count} leaves read"
    for goal in _GOALS:
        ordered = _ordered(loaded, goal)
        certain = "" if ordered.is_exact or goal == "sorted" else " (the most telling order found)"
        leaves = counted(ordered.record.evaluations, "leaf", "leaves")
        yield f"  {goal:<9}  {leaves}{certain}"
    expected = expected_types(record.tree, rules)
    inner = Counter(kind for node, kind in expected.items() if not record.tree.is_leaf(node))
    for title, kinds in (
        ("expected", inner),
        ("turned out", Counter(analysis_of(record).found_types().values())),
    ):
        parts = [f"{kinds[kind]} {kind.upper()}" for kind in ("pv", "cut", "all")]
        yield f"  {title:<10} {', '.join(parts)} nodes"
    yield f"  rules      {loaded.resolved.line}"
