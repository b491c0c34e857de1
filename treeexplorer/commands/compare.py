"""``treeexplorer compare``: every search and convention on the same tree, side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from treeexplorer.commands import answering, call_options, loading, printing, problems
from treeexplorer.numbers import shown
from treeexplorer.text import aligned

if TYPE_CHECKING:
    from treeexplorer.explain.contenders import Contender
    from treeexplorer.rules import Rules

_COUNT_BY_HEAD = {
    "visited": "visited",
    "leaves read": "evaluated",
    "readings": "evaluations",
    "calls": "calls",
    "cut-offs": "cutoffs",
}
"""The heads of the columns that count something, each with the name of the count in the JSON."""
_HEADS = ("search", "value", "best", *_COUNT_BY_HEAD, "±")


@click.command("compare")
@call_options.takes_trees(tries_searches=True)
@click.option(
    "--between",
    nargs=2,
    metavar="A B",
    help="Only two, such as '>=' '>', fail-soft fail-hard, or alphabeta pvs, and where they part.",
)
@call_options.json_option
def compare(
    trees: Iterator[loading.Loaded], between: tuple[str, str] | None, as_json: bool
) -> None:
    """Compare every search and convention on the same tree."""
    make_rows = partial(_make_rows, between=between) if as_json else None
    answering.print_answers(trees, partial(_print_comparison, between=between), make_rows)


def _print_comparison(loaded: loading.Loaded, *, between: tuple[str, str] | None) -> None:
    """Print the table of a tree's searches, and of two searches where they part."""
    contenders = _run_searches(loaded, between)
    answering.print_title(loaded)
    printing.print_lines(f"  {line}" for line in _render_table(contenders))
    printing.print_lines(
        f"  {contender.name}: {contender.problem}" for contender in contenders if contender.problem
    )
    if between is not None:
        printing.print_lines(_describe_partings(*contenders))


def _make_rows(
    loaded: loading.Loaded, *, between: tuple[str, str] | None
) -> Iterator[dict[str, Any]]:
    """Yield a row of JSON for each search of a tree, compared with the first one."""
    contenders = _run_searches(loaded, between)
    for contender in contenders:
        difference = _compute_difference(contender, contenders[0])
        yield {**loaded.json, **contender.to_dict(), "difference": difference}


def _run_searches(loaded: loading.Loaded, between: tuple[str, str] | None) -> list[Contender]:
    """Search a tree under several rules; return the searches, of which the first is the basis.

    ``between`` are two words such as ``("alphabeta", "pvs")``; ``None`` runs all searches that
    there are. A CallError is raised if a word names no rules.
    """
    from treeexplorer.explain import contenders

    rules = loaded.resolved.rules
    if between is None:
        conventions = list(contenders.contenders(loaded.tree, rules))
    else:
        conventions = [_parse_rules(spelling, rules) for spelling in between]
    return [contenders.contender(loaded.tree, convention) for convention in conventions]


def _parse_rules(spelling: str, rules: Rules) -> Rules:
    """Return the rules that one word of ``--between`` stands for, such as ``fail-soft`` or ``pvs``.

    What the word does not change stays as it is in ``rules``, the tree's own. A CallError is raised
    if it names no change.
    """
    from treeexplorer.engine import RulesError
    from treeexplorer.explain.contenders import change_rules_by_words

    try:
        return change_rules_by_words(spelling, rules)
    except RulesError as error:
        raise problems.CallError(f"--between: {error}") from None


def _compute_difference(contender: Contender, basis: Contender) -> int | None:
    """Return how many more evaluations a search takes than the first; ``None`` if one has failed.

    The number is negative if it takes fewer.
    """
    count = contender.counts()["evaluations"]
    count_of_basis = basis.counts()["evaluations"]
    if count is None or count_of_basis is None:
        return None
    return count - count_of_basis


def _render_table(contenders: Sequence[Contender]) -> Iterator[str]:
    """Yield the lines of the table.

    If a search's form exchanges the players, a note beside it says that it searches another tree.
    """
    from treeexplorer.explain.rules_in_words import swap_note

    lines = aligned(_make_table_rows(contenders), numbers_from=1)
    notes = ["", *(swap_note(contender.rules) for contender in contenders)]
    for line, note in zip(lines, notes, strict=True):
        yield f"{line}  {note}".rstrip()


def _make_table_rows(contenders: Sequence[Contender]) -> Iterator[tuple[str, ...]]:
    """Yield the rows of the table as cells: the heads, then a row for each search.

    ``–`` stands for what a search did not find, as it did not end::

        search        value  best  visited  leaves read  readings  calls  cut-offs   ±
        alpha-beta ≥      3    ▽A       11            7         7     11         1   =
        minimax           3    ▽A       13            9         9     13         0  +2
    """
    yield _HEADS
    for contender in contenders:
        counts = contender.counts()
        yield (
            contender.name,
            "–" if contender.value is None else shown(contender.value),
            _format_best_move(contender),
            *(_format_count(counts[name]) for name in _COUNT_BY_HEAD.values()),
            _format_difference(contender, contenders[0]),
        )


def _format_best_move(contender: Contender) -> str:
    """Return the best move that a search finds, behind its player's sign; ``–`` without one."""
    if contender.record is None or contender.moves.best is None:
        return "–"
    return contender.record.tree.labels.signed(contender.moves.best, is_move=True)


def _format_count(count: int | None) -> str:
    """Return a number of the table; ``–`` if the search did not end."""
    if count is None:
        return "–"
    return str(count)


def _format_difference(contender: Contender, basis: Contender) -> str:
    """Return the last cell of a row: ``+3``, ``-3``, ``=``, ``≠``; ``–`` if a search did not end.

    ``+3`` says that this search evaluates three leaves more than the first. Where both evaluate as
    many, ``=`` says that they also find the same value and best move, ``≠`` that they do not.
    """
    difference = _compute_difference(contender, basis)
    if difference is None:
        return "–"
    if difference != 0:
        return f"{difference:+d}"

    has_same_value = contender.value == basis.value
    has_same_move = contender.moves.best == basis.moves.best
    if has_same_value and has_same_move:
        return "="
    return "≠"


def _describe_partings(first: Contender, second: Contender) -> Iterator[printing.PrintedLine]:
    """Yield what ``--between`` prints of two searches: how they differ, and where they part.

    The first line is a sentence on all differences; then comes a line for each step at which they
    part. Nothing is yielded if one of the searches did not end.
    """
    from treeexplorer.explain.differences import differences
    from treeexplorer.explain.partings import find_partings
    from treeexplorer.explain.rules_in_words import describe_changed_rules

    if first.record is None or second.record is None or first.problem or second.problem:
        return
    under_rules = describe_changed_rules(first.rules, second.rules)
    yield [" ", differences(first.record, second.record).sentence(under_rules)]
    for parting in find_partings(first.record, second.record):
        yield [f"  step {parting.step}:", parting.sentence]
