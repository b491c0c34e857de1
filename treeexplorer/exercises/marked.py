"""The paper of a person, marked: what the drawings show of claims that have been checked."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from treeexplorer.drawing.runs import WrittenAnswer
from treeexplorer.explain.judged import claim_text, topic
from treeexplorer.notation import ABOUT_THE_TREE, Claim
from treeexplorer.numbers import shown
from treeexplorer.tree import INNER, GameTree

NOTHING_WRITTEN: Final = "·"
"""What stands in a card on which nothing was written."""

_SIGNS: Final = {">=": "≥ ", "<=": "≤ "}


def marked(tree: GameTree, claims: Iterable[tuple[Claim, str]]) -> dict[int, WrittenAnswer]:
    """Return what a person has written at each node, with its mark.

    A wrong claim that a node is visited shows where a slash is missing: on the highest of the
    branches that the search prunes. The root has no edge: its window stands beside it, as all does
    that is written about the whole tree.

    Example:
        >>> from treeexplorer.notation import parse
        >>> exercise = parse("3[3[3 12] <=2[2 /4]]")
        >>> paper = marked(exercise.tree, [(claim, "✓") for claim in exercise.claims])
        >>> paper[0].value, paper[4].value, paper[6].crossed, paper[6].cut_mark
        ('3', '≤ 2', True, '✓')
    """
    blank = WrittenAnswer(NOTHING_WRITTEN)
    paper = {
        node: blank if tree.kind[node] == INNER else WrittenAnswer() for node in range(len(tree))
    }
    missing: set[int] = set()
    for claim, mark in claims:
        node, answer = claim.node, paper[claim.node]
        if claim.kind == "cut":
            answer = answer._replace(crossed=True, cut_mark=mark)
        elif claim.kind == "visited" and mark == "✗":
            missing.add(node)
            if tree.parent[node] not in missing:
                answer = answer._replace(cut_mark=mark)
        elif claim.kind == "cut-rest":
            answer = answer._replace(rest=mark)
        elif claim.kind in ABOUT_THE_TREE or (claim.window is not None and not node):
            text = claim_text(tree, claim)
            if claim.window is None:
                text = topic(claim, tree.labels.signed(node), text)
            node, answer = 0, paper[0]._replace(aside=(*paper[0].aside, (text, mark)))
        elif claim.kind == "window" and claim.window is not None:
            alpha, beta = map(shown, claim.window)
            answer = answer._replace(window=(alpha, beta), window_mark=mark)
        elif claim.kind in {"value", "bound"} and claim.number is not None:
            text = f"{_SIGNS.get(claim.sign or '', '')}{shown(claim.number)}"
            answer = answer._replace(value=text, value_mark=mark)
        paper[node] = answer
    return paper
