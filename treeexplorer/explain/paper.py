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
    """Return what a person has written at each node, with its mark.

    A wrong claim that a node is visited shows where a slash is missing. The root has no edge: its
    window stands beside it, as all does that is written about the whole tree.

    Example:
        >>> from treeexplorer.judging.judge import Mark
        >>> from treeexplorer.notation import parse
        >>> exercise = parse("3[3[3 12] <=2[2 /4]]")
        >>> paper = marked_paper(exercise.tree, [(each, Mark.RIGHT) for each in exercise.claims])
        >>> paper[0].value, paper[4].value, paper[6].crossed, paper[6].cut_mark
        ('3', '≤ 2', True, <Mark.RIGHT: 'right'>)
    """
    from treeexplorer.explain.judged import claim_text, topic
    from treeexplorer.judging.judge import Mark

    paper = dict.fromkeys(range(len(tree)), WrittenAnswer())
    for node, kind in enumerate(tree.kind):
        if kind == INNER:
            paper[node] = WrittenAnswer(NOTHING_WRITTEN)
    for claim, mark in claims:
        node = claim.node
        answer = paper[node]
        if claim.kind == "cut":
            answer = answer._replace(crossed=True, cut_mark=mark)
        elif claim.kind == "visited" and mark is Mark.MISTAKE:
            answer = answer._replace(cut_mark=mark)
        elif claim.kind == "cut-rest":
            answer = answer._replace(rest_crossed=True, rest_mark=mark)
        elif claim.kind in ABOUT_THE_TREE or (claim.window is not None and not node):
            text = claim_text(tree, claim)
            if claim.window is None:
                text = topic(claim, tree.labels.signed(node), text)
            node = 0
            answer = paper[0]._replace(aside=(*paper[0].aside, (text, mark)))
        elif claim.window is not None:
            alpha, beta = map(shown, claim.window)
            answer = answer._replace(window=(alpha, beta), window_mark=mark)
        elif claim.kind in {"value", "bound"}:
            answer = answer._replace(value=claim_text(tree, claim), value_mark=mark)
        paper[node] = answer
    return paper
