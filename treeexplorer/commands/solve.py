"""``treeexplorer solve``: the answer sheet of each tree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import click

from treeexplorer.commands.shared import (
    Loaded,
    Problem,
    address_json,
    columns,
    cut_off_json,
    file_argument,
    json_option,
    load,
    output_option,
    print_or_write,
    rule_options,
    rules_json,
    say,
    say_all,
    say_json,
    searched,
)
from treeexplorer.numbers import for_json

if TYPE_CHECKING:
    from treeexplorer.engine import Record, Result
    from treeexplorer.exercises.answers import AnswerSheet
    from treeexplorer.tree import GameTree

_LONGEST_LINE = 1_000  # addresses of a chain's nodes grow with its depth: all of them are too many
_MOST_NAMED = 40
_SHORT: Final = {"best line": "line", "leaves read": "read"}
_FORMATS: Final = ("text", "markdown", "latex", "html", "csv", "tree")


@click.command("solve")
@file_argument
@rule_options
@click.option("--as", "format_name", type=click.Choice(_FORMATS), help="Write it like this.")
@click.option("--table", is_flag=True, help="A row for every visited node, too.")
@output_option
@json_option
def command(file: str | None, expression: str | None, as_json: bool, **options: Any) -> None:
    """Print each tree's value, best move, best line and cut-offs.

    It is the answer sheet that one would hand in. With --as, the table of the visited nodes is
    part of it; `--as tree` writes the tree with all answers as claims.
    """
    from treeexplorer.engine.analysis import analysis_of
    from treeexplorer.exercises.answers import answer_sheet

    format_name = options["format_name"]
    if as_json and (format_name or options["table"]):
        raise Problem("give either --json, or --as and --table")
    solved: list[tuple[Loaded, AnswerSheet]] = []
    for position, loaded in enumerate(load(file, expression, options)):
        record = searched(loaded)
        if as_json:
            say_json([solution_json(loaded, record, analysis_of(record).result)])
            continue
        sheet = answer_sheet(record, loaded.title, loaded.resolved.line)
        solved.append((loaded, sheet))
        if format_name is None and options["output"] is None:
            if position:
                click.echo()
            _print(sheet, has_table=options["table"])
    if not as_json and (format_name is not None or options["output"] is not None):
        text = _written(solved, format_name or "text", has_table=options["table"])
        print_or_write(text, options["output"])


def _print(sheet: AnswerSheet, *, has_table: bool) -> None:
    from treeexplorer.explain.forms import peculiarity

    say(sheet.title, style="heading")
    pairs = [(_SHORT.get(name, name), text) for name, text in sheet.pairs(_MOST_NAMED)]
    note = peculiarity(sheet.record.rules)
    if note is not None:
        pairs.append(("the form", note.explanation))
    say_all(f"  {line}" for line in columns(pairs))
    if has_table:
        click.echo()
        table = sheet.table()
        say_all(f"  {line}" for line in columns([table.head, *table.rows]))


def _written(solved: list[tuple[Loaded, AnswerSheet]], format_name: str, *, has_table: bool) -> str:
    from treeexplorer.exercises import pages

    if format_name == "csv":
        return "\n".join(sheet.csv() for _, sheet in solved)
    if format_name == "tree":
        return _with_claims(solved)
    writers = {"markdown": pages.markdown, "latex": pages.latex, "html": pages.html}
    level = 1 if len(solved) == 1 else 2
    blocks: list[pages.Block] = [] if level == 1 else [pages.Heading("Answers", 1)]
    for _, sheet in solved:
        blocks += sheet.blocks(level=level)
    if format_name == "text":
        shown = (block for block in blocks if has_table or not isinstance(block, pages.Table))
        return pages.plain_text(list(shown))
    return writers[format_name](blocks)


def _with_claims(solved: list[tuple[Loaded, AnswerSheet]]) -> str:
    from treeexplorer.exercises.sheet import ASKS, SheetTree
    from treeexplorer.notation import write_all

    asks = tuple(ask for ask in ASKS if ask not in {"exit-windows", "leaves", "pruned-if"})
    trees = [
        SheetTree(loaded.title, loaded.exercise, loaded.resolved.rules, asks)
        for loaded, _ in solved
    ]
    return write_all([tree.key for tree in trees])


def solution_json(loaded: Loaded, record: Record, result: Result) -> dict[str, Any]:
    """Return what ``solve --json`` prints of a tree.

    A principal variation of more than 1,000 nodes ends there, and ``line_length`` says how many
    it has.
    """
    from treeexplorer.exercises.answers import pruned_branches

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
        "pruned": [
            {
                "node": address_json(tree, branch.node),
                **({"elided": True} if branch.is_elided else {}),
                "leaves": _leaves_json(tree, branch.leaves(tree)),
            }
            for branch in pruned_branches(record, result.cut_offs)
        ],
        "read": [for_json(value) for _, _, value in record.readings()],
    }
    if len(result.line) > _LONGEST_LINE:
        row["line_length"] = len(result.line)
    return row


def _leaves_json(tree: GameTree, leaves: list[int]) -> list[Any]:
    return [
        (tree.unknowns[leaf] or "?") if leaf in tree.unknowns else for_json(tree.leaf_value(leaf))
        for leaf in leaves
    ]
