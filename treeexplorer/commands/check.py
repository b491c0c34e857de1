"""``treeexplorer check``: the claims in a file against the search, as an examiner marks them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from treeexplorer.commands.searching import rules_json, rules_line
from treeexplorer.commands.shared import Loaded, Problem, json_option, load, rule_options
from treeexplorer.numbers import shown

if TYPE_CHECKING:
    from treeexplorer.engine import Rules
    from treeexplorer.exercises.check import Check, CheckedClaim
    from treeexplorer.notation import Positions

_LONGEST_LIST = 12


@click.command("check")
@click.option("-e", "expression", metavar="TREE", help="Take the tree from the command line.")
@click.argument("files", nargs=-1, metavar="FILE...")
@rule_options
@json_option
def command(files: tuple[str, ...], expression: str | None, as_json: bool, **options: Any) -> None:
    """Check the claims in trees: values, bounds, windows and cuts.

    One file is marked claim by claim; of several, each tree gets a summary line. The exit status
    is 1 where a claim is wrong.
    """
    sources: list[str | None] = [*files] or [None]
    anything_wrong = anything_refused = False
    for file in sources:
        try:
            for position, loaded in enumerate(load(file, expression, options)):
                checked = _checked(loaded)
                anything_wrong |= bool(checked.wrong)
                if as_json:
                    for row in check_json(loaded, checked):
                        click.echo(json.dumps(row, ensure_ascii=False))
                elif len(sources) > 1:
                    click.echo(_summary_line(loaded, checked))
                else:
                    click.echo("\n" * (position > 0) + "\n".join(report(loaded, checked)))
        except Problem as problem:
            if len(sources) == 1:
                raise
            anything_refused = True
            click.echo(f"{problem.format_message()}", err=True)
    if anything_refused or anything_wrong:
        raise SystemExit(2 if anything_refused else 1)


def _checked(loaded: Loaded) -> Check:
    from treeexplorer.engine import HorizonError, RulesError, search
    from treeexplorer.exercises.check import Check, UnknownReachedError

    exercise = loaded.exercise
    try:
        record = search(exercise.tree, loaded.resolved.rules)
        return Check(record, exercise.claims, exercise.blanks)
    except (HorizonError, RulesError, UnknownReachedError) as error:
        raise Problem(f"{loaded.title}: {error}") from None


# -- for machines ------------------------------------------------------------------------------


def check_json(loaded: Loaded, checked: Check) -> Iterator[dict[str, Any]]:
    """Yield what ``check --json`` prints of a tree: a row a claim, and a last row."""
    from treeexplorer.exercises.check import Mark
    from treeexplorer.exercises.judge import claim_json, place

    tree = checked.record.tree
    for one in checked.claims:
        line, column = place(one.claim, loaded.exercise.positions)
        yield {
            "schema": 2,
            "file": loaded.file,
            "tree": loaded.number,
            "line": line,
            "column": column,
            "node": tree.address(one.claim.node),
            "label": tree.labels.label(one.claim.node),
            "claim": checked.kind(one),
            "written": claim_json(tree, one.claim),
            "found": checked.found_json(one),
            "as": one.verdict.as_,
            "right": one.right,
            "follows": one.mark is Mark.CONSEQUENCE,
            "why": checked.why(one),
        }
    yield {
        "schema": 2,
        "file": loaded.file,
        "tree": loaded.number,
        "claims": len(checked.claims),
        "wrong": len(checked.wrong),
        "mistakes": len(checked.mistakes),
        "blank": len(checked.blanks),
        "headline": checked.headline,
        "fits": [_conventions_json(rules) for rules in checked.fits],
    }


def _conventions_json(rules: Rules) -> dict[str, Any]:
    row = rules_json(rules)
    del row["window"], row["depth"]
    return row


# -- for people --------------------------------------------------------------------------------


def _summary_line(loaded: Loaded, checked: Check) -> str:
    sign = "✗" if checked.wrong else "✓" if checked.claims else "–"
    name = loaded.file if loaded.count == 1 else f"{loaded.file}, tree {loaded.number}"
    return f"{sign} {name}: {checked.headline}"


def report(loaded: Loaded, checked: Check) -> Iterator[str]:
    """Yield the lines that ``check`` prints of a tree."""
    from treeexplorer.engine.explain import sentence

    yield checked.headline
    yield f"  {loaded.title}"
    first = checked.first_wrong
    if first is not None:
        yield f"  first wrong at step {first.step}: {sentence(checked.record, first.step)}"
    if checked.claims:
        yield ""
        yield from _claim_lines(checked, loaded.exercise.positions)
    if checked.over_pruned or checked.under_pruned:
        yield ""
        yield from _pruning_lines(checked)
    if checked.fitting_words is not None:
        yield ""
        yield f"  conventions  {checked.fitting_words}"
    yield f"  rules        {rules_line(loaded.resolved)}"


def _claim_lines(checked: Check, positions: Positions | None) -> Iterator[str]:
    visited = 0
    for one in checked.claims:
        if one.claim.kind == "visited" and one.right:
            visited += 1
        else:
            yield from _claim_line(checked, one, positions)
    if visited:
        nodes = (
            "1 node without a slash is" if visited == 1 else f"{visited} nodes without a slash are"
        )
        yield f"  ✓ {nodes} visited"


_ABOUT_THE_TREE = {
    "best": "best move",
    "read": "leaves read",
    "leaves": "order of the leaves",
}


def _claim_line(checked: Check, one: CheckedClaim, positions: Positions | None) -> Iterator[str]:
    from treeexplorer.exercises.judge import place

    line, column = place(one.claim, positions)
    at = "" if line is None else f"{line}:{column}  "
    name = _ABOUT_THE_TREE.get(one.claim.kind) or checked.label(one.claim.node)
    written = "no slash" if one.claim.kind == "visited" else checked.text(one)
    kind = f"{one.claim.kind} " if one.claim.kind in {"value", "bound", "window"} else ""
    head = f"  {one.mark.sign} {at}{name}  {kind}{written}"
    if one.right and one.claim.kind == "cut":
        yield f"{head}: never visited."
    elif one.right:
        yield f"{head}: {checked.why(one)}"
    else:
        yield f"{head}, found: {checked.found(one)}"
        yield f"      {checked.why(one)}"


def _pruning_lines(checked: Check) -> Iterator[str]:
    if checked.over_pruned:
        yield "  pruned too much"
    settled = checked.answer is not None
    harmless = []
    for one in checked.over_pruned:
        name = checked.label(one.claim.node)
        refutation = checked.refutation(one) if settled else None
        if refutation is None:
            harmless.append(name)
            continue
        changes = [
            f"{_leaf(checked, leaf)} = {shown(number)}"
            for leaf, number in list(refutation.changes.items())[:_LONGEST_LIST]
        ]
        more = len(refutation.changes) - len(changes)
        listed = " and ".join([*changes, f"{more} more leaves alike"] if more else changes)
        yield (
            f"    {name}: with {listed} the root "
            f"would be worth {shown(refutation.value)}, not {shown(refutation.before)}, and nobody "
            "would have looked."
        )
    if harmless:
        yield f"    {', '.join(harmless[:_LONGEST_LIST])}: {_harmless_words(checked, settled)}"
    if checked.under_pruned:
        names = [checked.label(one.claim.node) for one in checked.under_pruned]
        more = len(names) - _LONGEST_LIST
        listed = ", ".join([*names[:_LONGEST_LIST], f"and {more} more"] if more > 0 else names)
        yield f"  not pruned, though nothing there can matter: {listed}"


def _leaf(checked: Check, leaf: int) -> str:
    """Return which leaf it is, whatever it is worth."""
    return checked.record.tree.labels.label(leaf)


def _harmless_words(checked: Check, settled: bool) -> str:
    if not settled:
        return "what is drawn does not settle the root's value, so nobody can say what it changes."
    together = checked.joint_refutation
    if together is not None and len(checked.over_pruned) > 1:
        changes = " and ".join(
            f"{_leaf(checked, leaf)} = {shown(number)}" for leaf, number in together.changes.items()
        )
        return (
            "alone, no values there would change the root; together they would: with "
            f"{changes} it would be worth {shown(together.value)}, not {shown(together.before)}."
        )
    return (
        "no values there would change the root's value, whatever they are; but a search under "
        "these rules cannot know that when it gets there."
    )
