"""``treeexplorer check``: the claims in a file against the search, as an examiner marks them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import click

from treeexplorer.commands import shared
from treeexplorer.errors import TreeexplorerError

if TYPE_CHECKING:
    from treeexplorer.explain.judged import CheckedClaim
    from treeexplorer.explain.sentence import Phrase
    from treeexplorer.marking.check import Check

# The exit status of the command; of several trees or files the greatest counts.
_ALL_RIGHT: Final = 0
_SOMETHING_WRONG: Final = 1
_UNREAD: Final = 2


@click.command("check")
@shared.files_argument
@shared.rule_options
@shared.json_option
def check(files: tuple[str, ...], expression: str | None, as_json: bool, **options: Any) -> None:
    """Check the claims in trees: values, bounds, windows and cuts.

    One file is marked claim by claim; of several, each tree gets a summary line. The exit status
    is 1 where a claim is wrong.
    """
    if len(files) > 1:
        status = _check_each(files, expression, options, as_json=as_json)
    else:
        file = files[0] if files else None
        status = _check_one(_checked(file, expression, options), as_json=as_json)
    raise SystemExit(status)


def _check_one(trees: Iterator[tuple[shared.Loaded, Check]], *, as_json: bool) -> int:
    """Print the judgement of each tree of the only file; return the exit status of the command.

    Args:
        trees: Each tree with its claims (values, windows and slashes that somebody wrote in it),
            judged.
        as_json: Whether rows of JSON are printed, a row a claim; if not, a report for people.

    Returns:
        ``_ALL_RIGHT``, or ``_SOMETHING_WRONG`` if any claim of any tree is wrong.
    """
    status = _ALL_RIGHT
    for position, (loaded, checked) in enumerate(trees):
        if as_json:
            shared.say_json(check_json(loaded, checked))
        else:
            _say_report(loaded, checked, is_first=position == 0)
        # The statuses are ordered by how bad they are; the worst counts.
        status = max(status, _status(checked))
    return status


def _check_each(
    files: Sequence[str], expression: str | None, options: Mapping[str, Any], *, as_json: bool
) -> int:
    """Print a summary line for each tree of several files; return the exit status of the command.

    A file that cannot be read is reported, and the files after it are checked all the same.

    Args:
        files: The files, as they were typed.
        expression: The tree of ``-e``, which is refused beside files; ``None`` without ``-e``.
        options: The options of the rules.
        as_json: Whether rows of JSON, a row a claim, take the place of the summary lines.

    Returns:
        The worst of ``_ALL_RIGHT``, ``_SOMETHING_WRONG`` and ``_UNREAD``, which are ordered so.
    """
    status = _ALL_RIGHT
    for file in files:
        try:
            for loaded, checked in _checked(file, expression, options):
                _say_summary(file, loaded, checked, as_json=as_json)
                status = max(status, _status(checked))
        except TreeexplorerError as error:
            shared.say_unread(file, error)
            status = max(status, _UNREAD)
    return status


def _status(checked: Check) -> int:
    """Return the exit status for one tree."""
    return _SOMETHING_WRONG if checked.wrong else _ALL_RIGHT


def _say_summary(file: str, loaded: shared.Loaded, checked: Check, *, as_json: bool) -> None:
    """Print the judgement of a tree of one of several files: a line, or all of it as JSON."""
    if as_json:
        shared.say_json(check_json(loaded, checked))
    else:
        shared.say([_summary(file, loaded, checked)])


def _checked(
    file: str | None, expression: str | None, options: Mapping[str, Any]
) -> Iterator[tuple[shared.Loaded, Check]]:
    """Load the trees of a file, and yield each with its claims judged against its search.

    A claim is what somebody wrote in a tree: a value, a bound, a window, or a slash for a cut-off.

    Raises:
        CallError: A search fails, for instance at an unknown leaf. The message begins with the
            tree's title.
    """
    from treeexplorer.marking.check import check as judged

    for loaded in shared.load(file, expression, options):
        with shared.named_in_errors(loaded):
            checked = judged(loaded.exercise, loaded.resolved.rules)
        yield loaded, checked


def _summary(file: str, loaded: shared.Loaded, checked: Check) -> str:
    """Return the line of a tree if there are several files: ``✗ anna.tree: 5 of 6 right, …``."""
    name = file
    if loaded.count > 1:
        name = f"{file}, tree {loaded.number}"
    return f"{_sign(checked)} {name}: {checked.headline}"


def _say_report(loaded: shared.Loaded, checked: Check, *, is_first: bool) -> None:
    """Print the verdict on a tree, then the judgement of each claim."""
    if not is_first:
        shared.say([""])
    shared.say([checked.headline], style=_style(checked))
    shared.say(report(loaded, checked))


def _sign(checked: Check) -> str:
    """Return the sign before a tree's summary line."""
    if checked.wrong:
        return "✗"
    return "✓" if checked.claims else "–"


def _style(checked: Check) -> str | None:
    """Return the style in which the verdict on a tree is printed; ``None`` without claims."""
    if checked.wrong:
        return "wrong"
    return "right" if checked.claims else None


# -- for machines ------------------------------------------------------------------------------


def check_json(loaded: shared.Loaded, checked: Check) -> Iterator[dict[str, Any]]:
    """Yield what ``check --json`` prints of a tree: a row a claim, and a last row."""
    for claim in checked.claims:
        line, column = _place(loaded, claim)
        yield {**loaded.json, "line": line, "column": column, **claim.to_dict()}
    yield {**loaded.json, **checked.to_dict()}


def _place(loaded: shared.Loaded, claim: CheckedClaim) -> tuple[int | None, int | None]:
    """Return the line and column of a claim, where its tree was read from a text."""
    positions = loaded.exercise.positions
    if positions is None:
        return None, None
    return positions.of_claim(claim.claim)


# -- for people --------------------------------------------------------------------------------


def report(loaded: shared.Loaded, checked: Check) -> Iterator[shared.PrintedLine]:
    """Yield the lines that ``check`` prints of a tree below its verdict.

    They are, in this order, each only if there is something to say: the title; the first step that
    contradicts a claim; advice on a mistake; every claim with its mark and reason; what wrong
    slashes overlook; and always the rules of the search.
    """
    if loaded.title != shared.UNNAMED:
        yield f"  {loaded.title}"
    yield from _first_wrong_lines(checked)
    if checked.advice is not None:
        yield [" ", checked.advice]
    if checked.claims:
        yield ""
    for claim in checked.claims:
        yield from _claim_lines(loaded, claim)
    yield from _overlooked_lines(checked)
    yield f"  rules  {loaded.resolved.line_here}"


def _first_wrong_lines(checked: Check) -> Iterator[shared.PrintedLine]:
    """Yield the step at which the first claim is wrong, and what happens there, if one is wrong."""
    from treeexplorer.explain.steps import sentences

    first = checked.first_wrong
    if first is not None:
        yield [f"  first wrong at step {first.step}:", *sentences(checked.record, first.step)]


def _overlooked_lines(checked: Check) -> Iterator[shared.PrintedLine]:
    """Yield the part "pruned too much" of a report; nothing if no wrong claim is a slash.

    A slash crosses a branch out as cut off. It is wrong if the search visits the branch, and what
    it overlooks is leaf values below it that would change the root's value, where there are any.
    """
    wrong_slashes = [each for each in checked.wrong if each.claim.kind == "cut"]
    if not wrong_slashes:
        return
    yield ""
    yield "  pruned too much"
    for overlooked in checked.overlooked:
        yield ["   ", overlooked.words]
    # Only the first wrong slashes are looked at, as each takes a search of its own: the others are
    # counted.
    explained = sum(len(overlooked.nodes) for overlooked in checked.overlooked)
    more = len(wrong_slashes) - explained
    if more:
        yield f"    … and {more} more"


def _mark(checked: CheckedClaim) -> Phrase:
    """Return the sign that an examiner puts beside a claim: ✓, ✗, or ↳ for a consequence.

    A consequence is a wrong claim that follows correctly from a mistake elsewhere. Braces in the
    template of a phrase mark a part that has a colour: ``✓`` and ``✗`` have one.
    """
    from treeexplorer.explain.sentence import Phrase
    from treeexplorer.judging.judge import Mark

    match checked.mark:
        case Mark.RIGHT:
            return Phrase("{✓}")
        case Mark.MISTAKE:
            return Phrase("{✗}")
        case Mark.CONSEQUENCE:
            return Phrase("↳")


def _claim_lines(loaded: shared.Loaded, checked: CheckedClaim) -> Iterator[shared.PrintedLine]:
    """Yield a claim with its mark and the reason; for a wrong claim also what was found."""
    claimed = _claimed(loaded, checked)
    if checked.right:
        yield [" ", _mark(checked), f"{claimed}: {_reason(checked)}"]
    else:
        yield [" ", _mark(checked), f"{claimed}, found: {checked.saying.found!s}"]
        yield f"      {checked.why}"


def _reason(checked: CheckedClaim) -> object:
    """Return why a claim is right."""
    needs_words = checked.whole_branch is not None or checked.own_test is not None
    is_plain_slash = checked.claim.kind == "cut" and not needs_words
    return "never visited." if is_plain_slash else checked.why


def _claimed(loaded: shared.Loaded, checked: CheckedClaim) -> str:
    """Return a claim as the report names it: its place, what it is about, and what is written.

    Example:
        ``3:7  ▽B  value 3``: at line 3, column 7 it is claimed that node B has the value 3. The
        place is left out of a tree that was read from no text.
    """
    from treeexplorer.explain.judged import ABOUT
    from treeexplorer.notation import WITH_NUMBERS

    kind = checked.claim.kind
    line, column = _place(loaded, checked)
    place = "" if line is None else f"{line}:{column}  "
    # A number alone does not say whether it is a value or something else: the kind is put before
    # it.
    written = checked.text
    if kind in WITH_NUMBERS:
        written = f"{kind} {checked.text}"
    # ABOUT has the subjects of claims about the whole tree; all others are about a node.
    return f"{place}{ABOUT.get(kind, checked.label)}  {written}"
