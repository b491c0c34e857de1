"""``treeexplorer compare``: every search and convention on the same tree, side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from treeexplorer.commands import shared
from treeexplorer.numbers import shown
from treeexplorer.text import aligned

if TYPE_CHECKING:
    from treeexplorer.explain.comparing import Contender
    from treeexplorer.rules import Rules

_COUNTS = ("visited", "leaves read", "readings", "calls", "cut-offs")
_HEAD = ("search", "value", "best", *_COUNTS, "±")


@click.command("compare")
@shared.takes_trees(tries_searches=True)
@click.option(
    "--between",
    nargs=2,
    metavar="A B",
    help="Only two, such as '>=' '>', fail-soft fail-hard, or alphabeta pvs, and where they part.",
)
@shared.json_option
def compare(trees: Iterator[shared.Loaded], between: tuple[str, str] | None, as_json: bool) -> None:
    """Compare every search and convention on the same tree."""
    rows = partial(_json_rows, between=between) if as_json else None
    shared.print_each(trees, partial(_show, between=between), rows)


def _show(loaded: shared.Loaded, *, between: tuple[str, str] | None) -> None:
    """Print the table of a tree, and of two searches where they part."""
    contenders = _contenders(loaded, between)
    shared.say_title(loaded)
    shared.say(f"  {line}" for line in _table(contenders))
    shared.say(f"  {each.name}: {each.problem}" for each in contenders if each.problem)
    if between is not None:
        shared.say(_partings(*contenders))


def _json_rows(
    loaded: shared.Loaded, *, between: tuple[str, str] | None
) -> Iterator[dict[str, Any]]:
    """Yield a row for each search of a tree, compared with the first one."""
    first, *others = _contenders(loaded, between)
    for each in (first, *others):
        yield {**loaded.json, **each.to_dict(), "difference": _difference(each, first)}


def _contenders(loaded: shared.Loaded, between: tuple[str, str] | None) -> list[Contender]:
    """Run a tree under several rules; return the searches, of which the first is the basis.

    Args:
        loaded: The tree with its own rules.
        between: The two words of ``--between``, such as ``("alphabeta", "pvs")``; ``None`` to
            compare all searches that there are.

    Raises:
        CallError: A word of ``--between`` names no rules.
    """
    from treeexplorer.explain import comparing

    rules = loaded.resolved.rules
    if between is None:
        conventions = list(comparing.contenders(loaded.tree, rules))
    else:
        conventions = [_named_rules(spelling, rules) for spelling in between]
    return [comparing.contender(loaded.tree, each) for each in conventions]


def _named_rules(spelling: str, rules: Rules) -> Rules:
    """Return the rules that one word of ``--between`` stands for.

    Args:
        spelling: The word, as it was typed.
        rules: The tree's own rules. What the word does not change stays as it is here.

    Raises:
        CallError: The word names no change of the rules.
    """
    from treeexplorer.engine import RulesError
    from treeexplorer.explain.comparing import rules_by_words

    try:
        return rules_by_words(spelling, rules)
    except RulesError as error:
        raise shared.CallError(f"--between: {error}") from None


def _difference(contender: Contender, first: Contender) -> int | None:
    """Return how many more evaluations a search takes than the first; ``None`` if one has failed.

    The number is negative if it takes fewer.
    """
    count = contender.counts()["evaluations"]
    first_count = first.counts()["evaluations"]
    if count is None or first_count is None:
        return None
    return count - first_count


def _table(contenders: Sequence[Contender]) -> Iterator[str]:
    """Yield the lines of the table.

    If a search's form exchanges the players, a note beside it says that it searches another tree.
    """
    from treeexplorer.explain.rules_in_words import swap_note

    lines = aligned(_rows(contenders), numbers_from=1)
    notes = ["", *(swap_note(contender.rules) for contender in contenders)]
    for line, note in zip(lines, notes, strict=True):
        yield f"{line}  {note}".rstrip()


def _rows(contenders: Sequence[Contender]) -> Iterator[tuple[str, ...]]:
    """Yield the rows of the table as cells: the heads ``_HEAD``, then a row for each search.

    The cells of a row: the search's name, the root's value, the best move, counts such as leaves
    evaluated, and the difference in evaluations from the first search. ``–`` stands for what a
    search did not find, as it did not end.
    """
    yield _HEAD
    first = contenders[0]
    for contender in contenders:
        value = "–" if contender.value is None else shown(contender.value)
        # In the order of the dictionary that counts() returns, which is that of the heads.
        counts = map(_count_text, contender.counts().values())
        difference = _difference_text(contender, first)
        yield contender.name, value, _best_text(contender), *counts, difference


def _best_text(contender: Contender) -> str:
    """Return the best move that a search finds, behind its player's sign; ``–`` without one."""
    if contender.record is None or contender.moves.best is None:
        return "–"
    return contender.record.tree.labels.signed(contender.moves.best, is_move=True)


def _count_text(count: int | None) -> str:
    """Return a number of the table; ``–`` if the search did not end."""
    if count is None:
        return "–"
    return str(count)


def _difference_text(contender: Contender, first: Contender) -> str:
    """Return the last cell of a row: ``+3``, ``-3``, ``=``, ``≠``; ``–`` if a search did not end.

    A number is how many more leaves, or fewer, this search evaluates than the first one. Where both
    evaluate as many, ``=`` says that they also find the same value and best move, ``≠`` that they
    do not.
    """
    difference = _difference(contender, first)
    if difference is None:
        return "–"
    if difference != 0:
        return f"{difference:+d}"
    is_same = (contender.value, contender.moves.best) == (first.value, first.moves.best)
    if is_same:
        return "="
    return "≠"


def _partings(first: Contender, second: Contender) -> Iterator[shared.PrintedLine]:
    """Yield what ``--between`` prints of two searches: how they differ, and where they part.

    Nothing is yielded if one of the searches did not end. The first line is a sentence on all
    differences; then comes a line for each step at which they part.
    """
    from treeexplorer.explain.comparing import differences, partings
    from treeexplorer.explain.rules_in_words import under_other_rules

    if first.record is None or second.record is None or first.problem or second.problem:
        return
    under = under_other_rules(first.rules, second.rules)
    yield [" ", differences(first.record, second.record).sentence(under)]
    for parting in partings(first.record, second.record):
        yield [f"  step {parting.step}:", parting.sentence]
