"""``treeexplorer check``: the claims in a file against the search, as an examiner marks them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import click

from treeexplorer.commands import answering, call_options, loading, printing, problems
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
@call_options.files_argument
@call_options.rule_options
@call_options.json_option
def check(files: tuple[str, ...], expression: str | None, as_json: bool, **options: Any) -> None:
    """Check the claims in trees: values, bounds, windows and cuts.

    Answers may stand on lines below a tree in the notation, as in `B <= 2` and `Pruned: 4`. One
    file is marked claim by claim; of several, each tree gets a summary line. The exit status is 1
    where a claim is wrong.
    """
    if len(files) > 1:
        status = _check_several_files(files, expression, options, as_json=as_json)
    else:
        file = files[0] if files else None
        status = _check_one_file(_load_and_judge(file, expression, options), as_json=as_json)
    raise SystemExit(status)


def _check_one_file(trees: Iterator[tuple[loading.Loaded, Check]], *, as_json: bool) -> int:
    """Print the judgement of each tree of the only file; return the exit status of the command.

    With ``as_json`` rows of JSON are printed, a row a claim; if not, a report for people. The
    status is ``_SOMETHING_WRONG`` if any claim of any tree is wrong.
    """
    worst_status = _ALL_RIGHT
    for position, (loaded, checked) in enumerate(trees):
        if as_json:
            printing.print_json_rows(make_check_rows(loaded, checked))
        else:
            _print_report(loaded, checked, is_first=position == 0)
        worst_status = max(worst_status, _compute_status(checked))
    return worst_status


def _check_several_files(
    files: Sequence[str], expression: str | None, options: Mapping[str, Any], *, as_json: bool
) -> int:
    """Print a summary line for each tree of several files; return the exit status of the command.

    A file that cannot be read is reported, and the files after it are checked all the same. The
    status is the worst: ``_ALL_RIGHT`` < ``_SOMETHING_WRONG`` < ``_UNREAD``. An ``expression``
    beside files is refused.
    """
    worst_status = _ALL_RIGHT
    for file in files:
        try:
            for loaded, checked in _load_and_judge(file, expression, options):
                _print_summary(file, loaded, checked, as_json=as_json)
                worst_status = max(worst_status, _compute_status(checked))
        except TreeexplorerError as error:
            problems.report_unread_file(file, error)
            worst_status = max(worst_status, _UNREAD)
    return worst_status


def _compute_status(checked: Check) -> int:
    """Return the exit status for one tree."""
    return _SOMETHING_WRONG if checked.wrong else _ALL_RIGHT


def _print_summary(file: str, loaded: loading.Loaded, checked: Check, *, as_json: bool) -> None:
    """Print the judgement of a tree of one of several files: a line, or all of it as JSON."""
    if as_json:
        printing.print_json_rows(make_check_rows(loaded, checked))
    else:
        printing.print_lines([_format_summary(file, loaded, checked)])


def _load_and_judge(
    file: str | None, expression: str | None, options: Mapping[str, Any]
) -> Iterator[tuple[loading.Loaded, Check]]:
    """Load the trees of a file, and yield each with its claims judged against its search.

    A claim is what somebody wrote in a tree: a value, a bound, a window, or a slash for a cut-off.
    A CallError is raised if a search fails, for instance at an unknown leaf.
    """
    from treeexplorer.marking.check import check as judge_claims

    trees = loading.load_each_tree(file, expression, options, takes_answers_in_words=True)
    for loaded in trees:
        with answering.add_title_to_errors(loaded):
            checked = judge_claims(loaded.exercise, loaded.resolved.rules)
        yield loaded, checked


def _format_summary(file: str, loaded: loading.Loaded, checked: Check) -> str:
    """Return the line of a tree if there are several files: ``✗ anna.tree: 5 of 6 right, …``."""
    name = file
    if loaded.count > 1:
        name = f"{file}, tree {loaded.number}"
    return f"{_choose_sign(checked)} {name}: {checked.headline}"


def _print_report(loaded: loading.Loaded, checked: Check, *, is_first: bool) -> None:
    """Print the verdict on a tree, then the judgement of each claim."""
    if not is_first:
        printing.print_lines([""])
    printing.print_lines([checked.headline], style=_choose_style(checked))
    printing.print_lines(report(loaded, checked))


def _choose_sign(checked: Check) -> str:
    """Return the sign before a tree's summary line: ✗ or ✓, or – for a tree without claims."""
    if checked.wrong:
        return "✗"
    return "✓" if checked.claims else "–"


def _choose_style(checked: Check) -> str | None:
    """Return the style in which the verdict on a tree is printed; ``None`` without claims."""
    if checked.wrong:
        return "wrong"
    return "right" if checked.claims else None


# -- for machines ------------------------------------------------------------------------------


def make_check_rows(loaded: loading.Loaded, checked: Check) -> Iterator[dict[str, Any]]:
    """Yield what ``check --json`` prints of a tree: a row a claim, and a last row."""
    for claim in checked.claims:
        line, column = _find_position(loaded, claim)
        yield {**loaded.json, "line": line, "column": column, **claim.to_dict()}
    yield {**loaded.json, **checked.to_dict()}


def _find_position(loaded: loading.Loaded, claim: CheckedClaim) -> tuple[int | None, int | None]:
    """Return the line and column of a claim; both ``None`` if its tree was read from no text."""
    positions = loaded.exercise.positions
    if positions is None:
        return None, None
    return positions.of_claim(claim.claim)


# -- for people --------------------------------------------------------------------------------


def report(loaded: loading.Loaded, checked: Check) -> Iterator[printing.PrintedLine]:
    """Yield the lines that ``check`` prints of a tree below its verdict.

    They are, in this order, each only if there is something to say: the title; the first step that
    contradicts a claim; advice on a mistake; every claim with its mark and reason; what wrong
    slashes overlook; and always the rules of the search.
    """
    if loaded.title != loading.UNNAMED:
        yield f"  {loaded.title}"
    yield from _describe_first_wrong_step(checked)
    if checked.advice is not None:
        yield [" ", checked.advice]
    if checked.claims:
        yield ""
    for claim in checked.claims:
        yield from _describe_claim(loaded, claim)
    yield from _describe_overlooked_leaves(checked)
    yield f"  rules  {loaded.resolved.line_with_full_path}"


def _describe_first_wrong_step(checked: Check) -> Iterator[printing.PrintedLine]:
    """Yield the first step that contradicts a claim, and what happens there, if one does."""
    from treeexplorer.explain.steps import sentences

    first = checked.first_wrong
    if first is not None:
        yield [f"  first wrong at step {first.step}:", *sentences(checked.record, first.step)]


def _describe_overlooked_leaves(checked: Check) -> Iterator[printing.PrintedLine]:
    """Yield the part "pruned too much" of a report; nothing if no wrong claim is a slash.

    A slash crosses a branch out as cut off. It is wrong if the search visits the branch, and what
    it overlooks is leaf values below it that would change the root's value, where there are any.
    """
    wrong_slashes = [claim for claim in checked.wrong if claim.claim.kind == "cut"]
    if not wrong_slashes:
        return
    yield ""
    yield "  pruned too much"
    for overlooked in checked.overlooked:
        yield ["   ", overlooked.words]

    # Only the first wrong slashes are looked at, as each takes a search of its own: the others are
    # counted.
    explained_count = sum(len(overlooked.nodes) for overlooked in checked.overlooked)
    other_count = len(wrong_slashes) - explained_count
    if other_count:
        yield f"    … and {other_count} more"


def _choose_mark(checked: CheckedClaim) -> Phrase:
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


def _describe_claim(
    loaded: loading.Loaded, checked: CheckedClaim
) -> Iterator[printing.PrintedLine]:
    """Yield a claim with its mark and the reason; for a wrong claim also what was found."""
    mark = _choose_mark(checked)
    claim = _format_claim(loaded, checked)
    if checked.right:
        yield [" ", mark, f"{claim}: {_explain_right_claim(checked)}"]
    else:
        yield [" ", mark, f"{claim}, found: {checked.saying.found!s}"]
        yield f"      {checked.why}"


def _explain_right_claim(checked: CheckedClaim) -> object:
    """Return why a claim is right."""
    needs_words = (
        checked.branch_crossed_out_leaf_by_leaf is not None or checked.own_test is not None
    )
    is_plain_slash = checked.claim.kind == "cut" and not needs_words
    return "never visited." if is_plain_slash else checked.why


def _format_claim(loaded: loading.Loaded, checked: CheckedClaim) -> str:
    """Return a claim as the report names it: its position, what it is about, what is written.

    For example ``3:7  ▽B  value 3``: at line 3, column 7 it is claimed that node B has the value 3.
    The position is left out if the tree was read from no text.
    """
    from treeexplorer.explain.claim_texts import ABOUT
    from treeexplorer.notation import WITH_NUMBERS

    kind = checked.claim.kind
    line, column = _find_position(loaded, checked)
    position = "" if line is None else f"{line}:{column}  "
    # ABOUT has the subjects of claims about the whole tree; all others are about a node.
    subject = ABOUT.get(kind, checked.label)
    # A number alone does not say whether it is a value or something else.
    if kind in WITH_NUMBERS:
        return f"{position}{subject}  {kind} {checked.text}"
    return f"{position}{subject}  {checked.text}"
