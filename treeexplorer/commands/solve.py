"""``treeexplorer solve``: the answer sheet of each tree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import click

from treeexplorer.commands import shared
from treeexplorer.text import aligned

if TYPE_CHECKING:
    from treeexplorer.course import pages
    from treeexplorer.course.answers import AnswerSheet
    from treeexplorer.explain.sentence import Phrase

_MOST_NAMED = 40
_FORMATS: Final = ("text", "markdown", "latex", "html", "csv", "tree")


@click.command("solve")
@shared.takes_trees_of_files
@click.option("--as", "format_name", type=click.Choice(_FORMATS), help="Write it like this.")
@click.option("--table", is_flag=True, help="A row for every visited node, too.")
@shared.output_option
@shared.json_option
def solve(
    trees: Iterator[shared.Loaded],
    format_name: str | None,
    table: bool,
    output: str | None,
    as_json: bool,
) -> None:
    """Print each tree's value, best move, best line and cut-offs.

    It is the answer sheet that one would hand in, of each file where there are several. With --as,
    the table of the visited nodes is part of it; `--as tree` writes the tree with all answers as
    claims.
    """
    if as_json and (format_name or table):
        raise shared.CallError("give either --json, or --as and --table")

    show = partial(_show, has_table=table)
    # One line of JSON for each tree; `show` is not called then.
    if as_json:
        shared.print_each(trees, show, _rows, output)
    # Tree by tree, as they are read.
    elif format_name is None and output is None:
        shared.print_each(trees, show)
    else:  # one document of all trees; -o without --as writes text
        if format_name is None:
            format_name = "text"
        written = _written(list(trees), format_name, has_table=table)
        shared.print_or_write(written, output)


def _sheet(loaded: shared.Loaded) -> AnswerSheet:
    """Return the answer sheet of a tree."""
    from treeexplorer.course.answers import AnswerSheet

    return AnswerSheet(shared.searched(loaded), loaded.title, loaded.resolved.line)


def _show(loaded: shared.Loaded, *, has_table: bool) -> None:
    """Print the answer sheet of one tree: a line for each answer, its name before it.

    Args:
        loaded: The tree with its rules.
        has_table: Whether a table with a row for each visited node follows.
    """
    from treeexplorer.course.answers import AnswerSheet

    sheet = AnswerSheet(shared.searched(loaded), loaded.title, loaded.resolved.line_here)
    shared.say_title(loaded)
    pairs = _pairs(sheet)
    # The answers stand in a column of their own. There is always at least one pair, the value.
    longest = max(len(name) for name, _ in pairs)
    shared.say([f"  {name:<{longest}} ", text] for name, text in pairs)
    if has_table:
        click.echo()
        table = sheet.table()
        shared.say(f"  {line}" for line in aligned([table.head, *table.rows]))


def _pairs(sheet: AnswerSheet) -> list[tuple[str, str | Phrase]]:
    """Return the answers about a tree as pairs of name and text: ``("value", "3, exactly")``.

    If the form of the search has a peculiarity, a remark on it comes last. The name is "" for an
    answer that continues the one above it.
    """
    from treeexplorer.explain.rules_in_words import peculiarity

    pairs: list[tuple[str, str | Phrase]] = list(sheet.pairs(_MOST_NAMED))
    note = peculiarity(sheet.record.rules)
    if note:
        pairs.append(("the form", note))
    return pairs


def _written(trees: list[shared.Loaded], format_name: str, *, has_table: bool) -> str:
    """Return the answer sheets of all trees in a format; as text, with a table if asked for."""
    if format_name == "csv":
        return "\n".join(_sheet(each).csv() for each in trees)
    if format_name == "tree":
        return _with_all_answers(trees)
    return _as_pages([_sheet(each) for each in trees], format_name, has_table=has_table)


def _with_all_answers(trees: list[shared.Loaded]) -> str:
    """Return trees in the notation with all their answers written in them as claims.

    The claims are what a key says. Windows are those on entry, not those on exit, as a node has
    room for one of them.

    Raises:
        CallError: A search stops at an unknown leaf, so that there are no answers.
    """
    from treeexplorer.course.sheet import ASKS, SheetTree
    from treeexplorer.judging.waiting import refuse_unknown
    from treeexplorer.notation import write_all

    # "pruned-if" asks about an unknown leaf, and a search that reads one is refused.
    asks = tuple(ask for ask in ASKS if ask not in {"exit-windows", "pruned-if"})
    answered = []
    for each in trees:
        sheet_tree = SheetTree(each.title, each.exercise, each.resolved.rules, asks)
        with shared.named_in_errors(each):
            refuse_unknown(sheet_tree.record)
        answered.append(sheet_tree.key)
    return write_all(answered)


def _as_pages(sheets: list[AnswerSheet], format_name: str, *, has_table: bool) -> str:
    """Return answer sheets as a page, of several below a common heading."""
    from treeexplorer.course import pages

    blocks = _blocks(sheets)
    if format_name == "text" and not has_table:
        blocks = [block for block in blocks if not isinstance(block, pages.Table)]
    return pages.PAGE_WRITERS[format_name](blocks)


def _blocks(sheets: Sequence[AnswerSheet]) -> list[pages.Block]:
    """Return what a page of answer sheets consists of; above several a heading is added."""
    from treeexplorer.course import pages

    if len(sheets) == 1:
        return list(sheets[0].blocks(level=1))
    below = [block for sheet in sheets for block in sheet.blocks(level=2)]
    return [pages.Heading("Answers", 1), *below]


# -- for machines ------------------------------------------------------------------------------


def _rows(loaded: shared.Loaded) -> Iterator[dict[str, Any]]:
    """Yield the one row of a tree."""
    yield {**loaded.json, **shared.answered(loaded).to_dict(), "title": loaded.title}
