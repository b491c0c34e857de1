"""``treeexplorer solve``: each tree's value, best move, best line, counts, cut-offs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from treeexplorer.commands.shared import (
    Loaded,
    address_json,
    cut_off_json,
    file_argument,
    json_option,
    load,
    rule_options,
    rules_json,
    say,
    say_all,
    say_json,
    searched,
)
from treeexplorer.numbers import for_json, shown

if TYPE_CHECKING:
    from treeexplorer.engine import CutOff, Record, Result
    from treeexplorer.tree import GameTree

_LONGEST_LINE = 1_000  # addresses of a chain's nodes grow with its depth: all of them are too many
_LINE_SHOWN = 16
_CUTS_SHOWN = 20
_SKIPPED_SHOWN = 8


@click.command("solve")
@file_argument
@rule_options
@json_option
def command(file: str | None, expression: str | None, as_json: bool, **options: Any) -> None:
    """Print each tree's value, best move, best line and cut-offs."""
    from treeexplorer.engine.analysis import analysis_of

    for position, loaded in enumerate(load(file, expression, options)):
        record = searched(loaded)
        result = analysis_of(record).result
        if as_json:
            say_json([solution_json(loaded, record, result)])
            continue
        if position:
            click.echo()
        say(loaded.title, style="heading")
        say_all(_summary(loaded, record, result))


def solution_json(loaded: Loaded, record: Record, result: Result) -> dict[str, Any]:
    """Return what ``solve --json`` prints of a tree.

    A principal variation of more than 1,000 nodes ends there, and ``line_length`` says how many
    it has.
    """
    tree = record.tree

    def addresses(nodes: tuple[int, ...]) -> list[str]:
        return [address_json(tree, node) for node in nodes]

    row = {
        **loaded.json,
        "title": loaded.title,
        **rules_json(record.rules),
        "value": for_json(result.value),
        "bound": result.bound,
        "interval": [for_json(end) for end in result.interval],
        "best": None if result.best is None else address_json(tree, result.best),
        "ties": addresses(result.ties),
        "may_tie": addresses(result.may_tie),
        "line": addresses(result.line[:_LONGEST_LINE]),
        "nodes": len(tree),
        "visited": record.visited,
        "calls": len(record.nodes),
        "leaves": tree.leaf_count,
        "evaluated": record.evaluated,
        "evaluations": record.evaluations,
        "steps": record.steps,
        "cutoffs": [cut_off_json(record, cut) for cut in result.cut_offs],
        "pruned": list(_pruned_json(record, result.cut_offs)),
        "read": [for_json(value) for _, _, value in record.readings()],
    }
    if len(result.line) > _LONGEST_LINE:
        row["line_length"] = len(result.line)
    return row


def _pruned_json(record: Record, cuts: tuple[CutOff, ...]) -> Iterator[dict[str, Any]]:
    """Yield the branches that cut-offs skipped, with the values of their leaves, each once."""
    tree, seen, elided = record.tree, set[int](), set[int]()
    for cut in cuts:
        for node in cut.skipped:
            if node not in seen and record.row(node) is None:
                seen.add(node)
                yield {"node": address_json(tree, node), "leaves": _leaves_json(tree, node)}
        if cut.elided and cut.node not in elided:
            elided.add(cut.node)
            yield {"node": address_json(tree, cut.node), "elided": True, "leaves": []}


def _leaves_json(tree: GameTree, node: int) -> list[Any]:
    leaves = (leaf for leaf in range(node, tree.end[node]) if tree.is_leaf(leaf))
    return [
        (tree.unknowns[leaf] or "?") if leaf in tree.unknowns else for_json(tree.leaf_value(leaf))
        for leaf in leaves
    ]


_BOUNDS = {"exact": "exactly", "lower": "at least", "upper": "at most"}


def _summary(loaded: Loaded, record: Record, result: Result) -> Iterator[str]:
    from treeexplorer.explain.forms import peculiarity
    from treeexplorer.explain.sentences import range_caveat

    tree = record.tree
    low, high = result.interval
    value = shown(result.value)
    if result.bound == "open":
        proven = (
            f"{value}, and what is drawn proves only that it lies in {shown(low)}…{shown(high)}"
        )
    else:
        proven = f"{value}, {_BOUNDS[result.bound]}{range_caveat(record)}"
    yield f"  value      {proven}"
    yield f"  best move  {_best_move_line(record, result)}"
    line = [tree.labels.text(node) for node in result.line[:_LINE_SHOWN]]
    if len(result.line) > _LINE_SHOWN:
        line.append(f"… ({len(result.line)} nodes)")
    yield f"  line       {' → '.join(line)}"
    repeated = f" ({record.evaluations} times)" if record.evaluations > record.evaluated else ""
    yield (
        f"  read       {record.evaluated} of {tree.leaf_count} leaves{repeated}, "
        f"{record.visited} of {len(tree)} nodes, {record.steps} steps"
    )
    yield f"  cut-offs   {_counted(result.cut_offs)}"
    for cut in result.cut_offs[:_CUTS_SHOWN]:
        yield f"    step {cut.step:<4} {_cut_off_line(record, cut)}"
    if len(result.cut_offs) > _CUTS_SHOWN:
        more = len(result.cut_offs) - _CUTS_SHOWN
        yield f"    … and {more} more; `treeexplorer trace` has them all"
    yield f"  rules      {loaded.resolved.line}"
    note = peculiarity(record.rules)
    if note is not None:
        yield f"  the form   {note.explanation}"


def _best_move_line(record: Record, result: Result) -> str:
    if result.best is None:
        return "no move is proven"
    parts = [record.tree.labels.text(result.best)]
    if result.ties:
        parts.append(f"as good: {_listed(record, result.ties)}")
    if result.may_tie:
        parts.append(f"may be as good: {_listed(record, result.may_tie)}")
    return "; ".join(parts)


def _listed(record: Record, nodes: tuple[int, ...]) -> str:
    texts = [record.tree.labels.text(node) for node in nodes[:_SKIPPED_SHOWN]]
    if len(nodes) > _SKIPPED_SHOWN:
        texts.append(f"and {len(nodes) - _SKIPPED_SHOWN} more")
    return ", ".join(texts)


def _counted(cuts: tuple[CutOff, ...]) -> str:
    if not cuts:
        return "none"
    alphas = sum(cut.kind == "alpha" for cut in cuts)
    deep = sum(cut.deep for cut in cuts)
    return f"{len(cuts)} ({alphas} α, {len(cuts) - alphas} β; {deep} deep)"


def _cut_off_line(record: Record, cut: CutOff) -> str:
    labels = record.tree.labels
    letter = "α" if cut.kind == "alpha" else "β"
    smaller, larger = (cut.v, cut.bound) if cut.kind == "alpha" else (cut.bound, cut.v)
    skipped = ", ".join(filter(None, [_listed(record, cut.skipped), "…" * cut.elided]))
    if cut.witness is None:
        null = cut.source == "null-window"
        reason = "what this call asked for" if null else "the window the search began with"
        if not null and cut.bound not in record.rules.window:
            reason = "a window set by a chance node and the range of the leaves"
    else:
        reason = (
            f"{labels.signed(cut.witness.node)} has {shown(cut.bound)} "
            f"through {labels.signed(cut.witness.child)}"
        )
    return (
        f"{'deep ' * cut.deep}{letter} cut-off at {labels.signed(cut.node)}: "
        f"{shown(larger)} {record.rules.test_sign} {shown(smaller)}; {reason}; pruned {skipped}"
    )
