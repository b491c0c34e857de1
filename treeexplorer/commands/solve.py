"""``treeexplorer solve``: the answer sheet of each tree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import click

from treeexplorer.commands import answering, call_options, loading, printing, problems
from treeexplorer.text import aligned

if TYPE_CHECKING:
    from treeexplorer.course import pages
    from treeexplorer.course.answers import AnswerSheet
    from treeexplorer.explain.sentence import Phrase

_MOST_NAMED = 40
_FORMATS: Final = ("text", "markdown", "latex", "html", "csv", "tree")


@click.command("solve")
@call_options.takes_trees_of_files
@click.option("--as", "format_name", type=click.Choice(_FORMATS), help="Write it like this.")
@click.option("--table", is_flag=True, help="A row for every visited node, too.")
@call_options.output_option
@call_options.json_option
def solve(
    trees: Iterator[loading.Loaded],
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
        raise problems.CallError("give either --json, or --as and --table")

    print_text = partial(_print_answers, has_table=table)

    # 1. JSON: a row for each tree, printed or written.
    if as_json:
        answering.print_answers(trees, print_text, _make_rows, output)
        return

    # 2. Without --as and -o: text, printed tree by tree as the trees are read.
    if format_name is None and output is None:
        answering.print_answers(trees, print_text)
        return

    # 3. One document of all trees, printed or written; -o without --as writes text.
    if format_name is None:
        format_name = "text"
    document = _render_all(list(trees), format_name, has_table=table)
    printing.print_or_write(document, output)


class _Answer(NamedTuple):
    """An answer about a tree, such as ``value`` and ``3, exactly``.

    The name is "" for an answer that continues the one above it.
    """

    name: str
    text: str | Phrase


def _make_answer_sheet(loaded: loading.Loaded) -> AnswerSheet:
    """Search a tree, and return its answer sheet."""
    from treeexplorer.course.answers import AnswerSheet

    return AnswerSheet(answering.run_search(loaded), loaded.title, loaded.resolved.line)


def _print_answers(loaded: loading.Loaded, *, has_table: bool) -> None:
    """Print the answer sheet of one tree: a line for each answer, its name before it.

    If ``has_table``, a table with a row for each visited node follows.
    """
    from treeexplorer.course.answers import AnswerSheet

    sheet = AnswerSheet(
        answering.run_search(loaded), loaded.title, loaded.resolved.line_with_full_path
    )
    answering.print_title(loaded)
    answers = _collect_answers(sheet)
    # There is always at least one answer, the value.
    name_width = max(len(answer.name) for answer in answers)
    printing.print_lines([f"  {answer.name:<{name_width}} ", answer.text] for answer in answers)
    if has_table:
        click.echo()
        table = sheet.table()
        printing.print_lines(f"  {line}" for line in aligned([table.head, *table.rows]))


def _collect_answers(sheet: AnswerSheet) -> list[_Answer]:
    """Return the answers about a tree, and last a remark if the form of the search is peculiar."""
    from treeexplorer.explain.rules_in_words import peculiarity

    answers = [_Answer(name, text) for name, text in sheet.pairs(_MOST_NAMED)]
    note = peculiarity(sheet.record.rules)
    if note:
        answers.append(_Answer("the form", note))
    return answers


def _render_all(trees: list[loading.Loaded], format_name: str, *, has_table: bool) -> str:
    """Return the answer sheets of all trees in a format; as text, with a table if asked for."""
    if format_name == "csv":
        return "\n".join(_make_answer_sheet(tree).csv() for tree in trees)
    if format_name == "tree":
        return _render_trees_with_answers(trees)
    sheets = [_make_answer_sheet(tree) for tree in trees]
    return _render_pages(sheets, format_name, has_table=has_table)


def _render_trees_with_answers(trees: list[loading.Loaded]) -> str:
    """Return trees in the notation with all their answers written in them as claims.

    The claims are what a key says. Windows are those on entry, not those on exit, as a node has
    room for one of them. If a search stops at an unknown leaf, there are no answers, and a
    CallError is raised.
    """
    from treeexplorer.course.sheet import ASKS, SheetTree
    from treeexplorer.judging.waiting import check_has_no_unknown
    from treeexplorer.notation import write_all

    # "pruned-if" asks about an unknown leaf, and a search that reads one is refused.
    asks = tuple(ask for ask in ASKS if ask not in {"exit-windows", "pruned-if"})
    keys = []
    for tree in trees:
        sheet_tree = SheetTree(tree.title, tree.exercise, tree.resolved.rules, asks)
        with answering.add_title_to_errors(tree):
            check_has_no_unknown(sheet_tree.record)
        keys.append(sheet_tree.key)
    return write_all(keys)


def _render_pages(sheets: list[AnswerSheet], format_name: str, *, has_table: bool) -> str:
    """Return answer sheets as one page: text, Markdown, LaTeX or HTML.

    A page of text has tables only if ``has_table``; the others have them in any case.
    """
    from treeexplorer.course import pages

    blocks = _make_blocks(sheets)
    if format_name == "text" and not has_table:
        blocks = [block for block in blocks if not isinstance(block, pages.Table)]
    return pages.PAGE_WRITERS[format_name](blocks)


def _make_blocks(sheets: Sequence[AnswerSheet]) -> list[pages.Block]:
    """Return what a page of answer sheets consists of; above several a heading is added."""
    from treeexplorer.course import pages

    if len(sheets) == 1:
        return list(sheets[0].blocks(level=1))
    blocks = [block for sheet in sheets for block in sheet.blocks(level=2)]
    return [pages.Heading("Answers", 1), *blocks]


# -- for machines ------------------------------------------------------------------------------


def _make_rows(loaded: loading.Loaded) -> Iterator[dict[str, Any]]:
    """Yield the one row of JSON on a tree's search."""
    record = answering.build_search_record(loaded)
    yield {**loaded.json, **record.to_dict(), "title": loaded.title}
