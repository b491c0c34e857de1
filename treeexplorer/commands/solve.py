"""``treeexplorer solve``: each tree's value, best move, principal variation, counts, cut-offs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from treeexplorer.commands.searching import cut_off_json, rules_json, rules_line, searched
from treeexplorer.commands.shared import (
    Loaded,
    file_argument,
    json_option,
    load,
    rule_options,
)
from treeexplorer.numbers import for_json, shown

if TYPE_CHECKING:
    from treeexplorer.engine import CutOff, Record, Result


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
            click.echo(json.dumps(solution_json(loaded, record, result), ensure_ascii=False))
            continue
        if position:
            click.echo()
        for line in _summary(loaded, record, result):
            click.echo(line)


_LONGEST_LINE = 1_000  # addresses of a chain's nodes grow with its depth: all of them are too many
_LINE_SHOWN = 16
_CUTS_SHOWN = 20
_SKIPPED_SHOWN = 8


def solution_json(loaded: Loaded, record: Record, result: Result) -> dict[str, Any]:
    """Return what ``solve --json`` prints of a tree.

    A principal variation of more than 1,000 nodes ends there, and ``line_length`` says how many
    it has.
    """
    tree, address = record.tree, record.tree.address
    row = {
        "file": loaded.file,
        "tree": loaded.number,
        "title": loaded.title,
        **rules_json(record.rules),
        "value": for_json(result.value),
        "bound": result.bound,
        "interval": [for_json(end) for end in result.interval],
        "best": None if result.best is None else address(result.best),
        "ties": [address(node) for node in result.ties],
        "line": [address(node) for node in result.line[:_LONGEST_LINE]],
        "nodes": len(tree),
        "visited": record.visited,
        "calls": len(record.nodes),
        "leaves": tree.leaf_count,
        "evaluated": record.evaluated,
        "evaluations": record.evaluations,
        "steps": record.steps,
        "cutoffs": [cut_off_json(record, cut) for cut in result.cut_offs],
    }
    if len(result.line) > _LONGEST_LINE:
        row["line_length"] = len(result.line)
    return row


_BOUNDS = {"exact": "exactly", "lower": "at least", "upper": "at most"}


def _summary(loaded: Loaded, record: Record, result: Result) -> Iterator[str]:
    from treeexplorer.engine.cut_words import range_caveat
    from treeexplorer.engine.forms import peculiarity

    tree = record.tree
    yield loaded.title
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
    shown_line = [tree.address(node) for node in result.line[:_LINE_SHOWN]]
    if len(result.line) > _LINE_SHOWN:
        shown_line.append(f"… ({len(result.line)} nodes)")
    yield f"  line       {' → '.join(shown_line)}"
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
    yield f"  rules      {rules_line(loaded.resolved)}"
    note = peculiarity(record.rules)
    if note is not None:
        yield f"  the form   {note.explanation}"


def _best_move_line(record: Record, result: Result) -> str:
    if result.best is None:
        return "no move is proven"
    best = _placed(record, result.best)
    if not result.ties:
        return best
    ties = [_placed(record, node) for node in result.ties[:_SKIPPED_SHOWN]]
    if len(result.ties) > _SKIPPED_SHOWN:
        ties.append(f"and {len(result.ties) - _SKIPPED_SHOWN} more")
    return f"{best}; as good: {', '.join(ties)}"


def _placed(record: Record, node: int) -> str:
    """Return a node's label with its address, once."""
    from treeexplorer.engine.explain import label

    words, address = label(record.tree, node), record.tree.address(node)
    return words if address in words.split() else f"{words} ({address})"


def _counted(cuts: tuple[CutOff, ...]) -> str:
    if not cuts:
        return "none"
    alphas = sum(cut.kind == "alpha" for cut in cuts)
    deep = sum(cut.deep for cut in cuts)
    return f"{len(cuts)} ({alphas} α, {len(cuts) - alphas} β; {deep} deep)"


def _cut_off_line(record: Record, cut: CutOff) -> str:
    from treeexplorer.engine.explain import label

    tree = record.tree
    letter = "α" if cut.kind == "alpha" else "β"
    smaller, larger = (cut.v, cut.bound) if cut.kind == "alpha" else (cut.bound, cut.v)
    skipped = [tree.address(node) for node in cut.skipped[:_SKIPPED_SHOWN]]
    if len(cut.skipped) > _SKIPPED_SHOWN:
        skipped.append(f"and {len(cut.skipped) - _SKIPPED_SHOWN} more")
    skipped += ["…"] * cut.elided
    if cut.witness is None:
        null = cut.source == "null-window"
        reason = "what this call asked for" if null else "the window the search began with"
        if not null and cut.bound not in record.rules.window:
            reason = "a window set by a chance node and the range of the leaves"
    else:
        reason = (
            f"{label(tree, cut.witness.node)} has {shown(cut.bound)} "
            f"through {label(tree, cut.witness.child)}"
        )
    return (
        f"{'deep ' * cut.deep}{letter} cut-off at {_placed(record, cut.node)}: "
        f"{shown(larger)} {record.rules.test_sign} {shown(smaller)}; "
        f"{reason}; skipped {', '.join(skipped)}"
    )
