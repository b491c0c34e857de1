"""A person's paper: what is written at each node, in words, and how it was marked."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from treeexplorer.notation import ABOUT_THE_TREE, Claim
from treeexplorer.numbers import shown
from treeexplorer.tree import INNER, GameTree

# What judges and explains is imported where it is needed: an unmarked drawing does not.
if TYPE_CHECKING:
    from treeexplorer.judging.judge import Mark

NOTHING_WRITTEN: Final = "·"
"""What stands in a card on which nothing was written."""


class WrittenAnswer(NamedTuple):
    """What a person has written at a node, and how it was marked.

    There are no marks before a check.
    """

    value: str | None = ""  # in the card; ``None`` shows an empty box, ``""`` no box at all
    window: tuple[str, str] | tuple[()] | None = ()  # on the edge; ``None`` shows an empty box
    crossed: bool = False  # whether the edge is crossed out
    here: Literal["value", "window", ""] = ""  # the box in which the person writes now
    value_mark: Mark | None = None
    window_mark: Mark | None = None
    cut_mark: Mark | None = None  # of the slash; without a slash it says that one is missing
    rest_crossed: bool = False  # whether there is a slash across what is not drawn
    rest_mark: Mark | None = None
    aside: tuple[tuple[str, Mark | None], ...] = ()  # about the whole tree, beside the root
    note: tuple[str, ...] = ()  # why it is wrong, in a few words: ``was read``, ``3 ≥ +∞ false``


def marked_paper(
    tree: GameTree, claims: Iterable[tuple[Claim, Mark | None]]
) -> dict[int, WrittenAnswer]:
    """Build what a person has written at each node of a tree, with its marks.

    A claim, one thing that is written, can be about the whole tree, such as the best move: it is
    shown beside the root. So is the root's window (α, β): it has no edge above it on which a window
    could stand.

    Args:
        tree: The tree.
        claims: What is written, each with its mark, ``None`` before a check; also the slashes that
            are missing, as claims of the kind ``visited``.

    Returns:
        An answer for every node, by node number, also where nothing is written.

    Example:
        >>> from treeexplorer.judging.judge import Mark
        >>> from treeexplorer.notation import parse
        >>> exercise = parse("3[3[3 12] <=2[2 /4]]")
        >>> paper = marked_paper(exercise.tree, [(claim, Mark.RIGHT) for claim in exercise.claims])
        >>> paper[0].value, paper[4].value, paper[6].crossed, paper[6].cut_mark
        ('3', '≤ 2', True, <Mark.RIGHT: 'right'>)
    """
    paper = _build_empty_paper(tree)
    texts_beside_root: list[tuple[str, Mark | None]] = []
    for claim, mark in claims:
        if _is_beside_root(claim):
            texts_beside_root.append((_format_text_beside_root(tree, claim), mark))
        else:
            paper[claim.node] = _add_claim(tree, paper[claim.node], claim, mark)
    root = 0
    paper[root] = paper[root]._replace(aside=tuple(texts_beside_root))
    return paper


def _build_empty_paper(tree: GameTree) -> dict[int, WrittenAnswer]:
    """Return an answer for each node on which nothing is written yet.

    A node with children has a place for a value, which is shown to be empty; a leaf has none.
    """
    paper: dict[int, WrittenAnswer] = {}
    for node, kind in enumerate(tree.kind):
        has_place_for_value = kind == INNER
        paper[node] = WrittenAnswer(value=NOTHING_WRITTEN if has_place_for_value else "")
    return paper


def _is_beside_root(claim: Claim) -> bool:
    """Tell whether a claim is about the whole tree, or is the root's window."""
    is_window_of_root = claim.kind == "window" and claim.node == 0
    return claim.kind in ABOUT_THE_TREE or is_window_of_root


def _format_text_beside_root(tree: GameTree, claim: Claim) -> str:
    """Return what is written beside the root: its window, or what a claim is about and says."""
    from treeexplorer.explain.claim_texts import format_claim, topic

    text = format_claim(tree, claim)
    if claim.kind == "window":
        return text
    return topic(claim, tree.labels.signed(claim.node), text)


def _add_claim(
    tree: GameTree, answer: WrittenAnswer, claim: Claim, mark: Mark | None
) -> WrittenAnswer:
    """Add a claim with its mark to what is written at a node, and return the new answer.

    A claim is a value, a bound, a window or a slash; its mark is ``None`` before a check.
    """
    # A drawing without a paper needs nothing that judges, so that these are imported only here.
    from treeexplorer.explain.claim_texts import format_claim
    from treeexplorer.judging.judge import Mark

    match claim.kind:
        case "value" | "bound":
            return answer._replace(value=format_claim(tree, claim), value_mark=mark)
        case "window" if claim.window is not None:
            alpha, beta = claim.window
            return answer._replace(window=(shown(alpha), shown(beta)), window_mark=mark)
        case "cut":  # a slash across the edge above the node
            return answer._replace(crossed=True, cut_mark=mark)
        case "cut-rest":  # a slash across the children that are not drawn
            return answer._replace(rest_crossed=True, rest_mark=mark)
        case "visited":  # nobody has drawn a slash: only that it is missing is marked
            is_slash_missing = mark is Mark.MISTAKE
            return answer._replace(cut_mark=mark) if is_slash_missing else answer
        case _:  # about the whole tree
            return answer
