"""``treeexplorer unknowns``: what the tree is worth, and what is cut, for each value of a leaf."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from treeexplorer.commands import answering, call_options, loading, printing, problems
from treeexplorer.numbers import counted
from treeexplorer.text import aligned
from treeexplorer.tree import MAX_ROLE, MIN_ROLE

if TYPE_CHECKING:
    from treeexplorer.judging.unknowns import Cut, Piece, UnknownAnswer

_MOST_NAMED = 12


@click.command("unknowns")
@call_options.takes_trees(expects_unknowns=True)
@call_options.json_option
def unknowns(trees: Iterator[loading.Loaded], as_json: bool) -> None:
    """Say for which x what is cut, and what the root is worth.

    Of several unknowns each is solved in turn; others that the search also reaches are to be fixed
    with --set.
    """
    with_unknowns = [loaded for loaded in trees if loaded.tree.unknowns]
    if not with_unknowns:
        raise problems.CallError(
            "there is no unknown leaf; write one as a word, as in [[3 5] [x 4]]"
        )
    answering.print_answers(with_unknowns, _print_answers, _make_rows if as_json else None)


def _solve_unknowns(loaded: loading.Loaded) -> list[UnknownAnswer]:
    """Return the answer for each unknown of a tree."""
    from treeexplorer.judging.unknowns import solve_for_each_unknown

    with answering.add_title_to_errors(loaded):
        return list(solve_for_each_unknown(loaded.tree, loaded.resolved.rules).values())


def _print_answers(loaded: loading.Loaded) -> None:
    """Print what is found for each unknown of a tree."""
    answers = _solve_unknowns(loaded)
    answering.print_title(loaded)
    for answer in answers:
        printing.print_lines(_describe_answer(answer))
    printing.print_lines([f"  rules  {loaded.resolved.line_with_full_path}"])


# -- for machines ------------------------------------------------------------------------------


def _make_rows(loaded: loading.Loaded) -> Iterator[dict[str, Any]]:
    """Yield for each unknown its intervals, then the nodes that are cut for some of its values."""
    for answer in _solve_unknowns(loaded):
        rows = answer.to_dict()
        for row in (*rows["pieces"], *rows["cut"]):
            yield {**loaded.json, "unknown": answer.word, **row}


# -- for people --------------------------------------------------------------------------------


def _describe_answer(answer: UnknownAnswer) -> Iterator[str]:
    """Yield lines that say what the search does for each value of an unknown leaf.

    There is a line for each interval of values within which the search does the same. If there are
    several, a line follows for each node that is pruned for some values.
    """
    from treeexplorer.judging.unknowns import in_words, spoken

    unknown = spoken(answer.tree, answer.word)
    rows = [
        (in_words(piece.stretch, unknown), *_make_cells(answer, piece, unknown))
        for piece in answer.pieces
    ]
    for line in aligned(rows):
        yield f"  {line}"

    # Of a single interval its own line already says what is pruned.
    if len(answer.pieces) > 1:
        for cut in answer.cuts:
            yield f"  {_describe_cut(answer, cut, unknown)}"


def _describe_cut(answer: UnknownAnswer, cut: Cut, unknown: str) -> str:
    """Return for which values of the unknown a node is pruned: ``C.2 is pruned for x ≤ 3``.

    If the cut ``is_elided``, those children of the node are pruned that are not drawn: ``… of C``.
    """
    from treeexplorer.judging.unknowns import in_words

    name = answer.tree.labels.label(cut.node)
    if cut.is_elided:
        name = f"… of {name}"
    intervals = " or ".join(in_words(interval, unknown) for interval in cut.stretches)
    return f"{name} is pruned for {intervals}"


def _make_cells(answer: UnknownAnswer, piece: Piece, unknown: str) -> tuple[str, ...]:
    """Return the cells of an interval's line: root value, best move, leaves read, what is pruned.

    For example ``worth 3``, ``best ▽B``, ``7 leaves read``, ``pruned C.2``. A tree whose root is a
    leaf or a chance node has no move, and one cell less.
    """
    labels = answer.tree.labels
    # An open bound proves nothing of what the root is worth: only that the search returns this.
    verb = "returns" if piece.bound == "open" else "worth"
    cells = [f"{verb} {piece.value_in_words(unknown)}"]

    has_moves = answer.tree.roles[0] in {MAX_ROLE, MIN_ROLE}
    if has_moves:
        best = piece.best_node
        cells.append("no move proven" if best is None else f"best {labels.signed(best)}")

    cells.append(f"{counted(piece.evaluated, 'leaf', 'leaves')} read")
    cells.append(_describe_pruned(answer, piece))
    return tuple(cells)


def _describe_pruned(answer: UnknownAnswer, piece: Piece) -> str:
    """Return what is pruned for an interval of the unknown: ``pruned B.2, B.3, … of C``.

    Branches come first, of which a dozen are named at most, with the number of the others. ``… of
    C`` stands for the children of C that are not drawn.
    """
    label = answer.tree.labels.label
    branches = _join_branches([label(node) for node in piece.branches()])
    undrawn = [f"… of {label(node)}" for node in piece.branches(undrawn=True)]
    pruned = [*branches, *undrawn]
    if not pruned:
        return "nothing pruned"
    return f"pruned {', '.join(pruned)}"


def _join_branches(names: Sequence[str]) -> list[str]:
    """Return one list of the first names, with the number of the others; nothing without names."""
    from treeexplorer.explain.phrases import listed

    if not names:
        return []
    omitted_count = len(names[_MOST_NAMED:])
    return [listed(names[:_MOST_NAMED], omitted_count)]
