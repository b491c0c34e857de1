"""Nodes of drawings as label-first lists, and the weights on the edges below chance nodes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from treeexplorer.formats.labels import ELLIPSES, label_parts
from treeexplorer.formats.model import Label
from treeexplorer.tree import Player

WEIGHTS: Final = "what stands on edges"
"""What is left out where labels of edges are no probabilities."""
_WEIGHT_ABOVE: Final = re.compile(r"[0-9./]+\n.")


class DrawnNode(NamedTuple):
    """A node as a label-first list, and whether weights of its children were left out."""

    members: list[Any]
    is_weight_lost: bool


def drawn_node(label: Label, children: Sequence[Any]) -> DrawnNode:
    r"""Return a node of a drawing; its children keep weights only if it is a chance node.

    At a chance node the weights stand on the edges, or above each child (``0.5\n3``).

    >>> drawn_node(Label("A"), [5, [Label("…")]]).members
    ['A', 5, '…']
    """
    members: list[Any] = [label, *children]
    if len(children) > 1 and _is_ellipsis(members[-1]):
        members[-1] = members[-1][0]
    labelled_children = [child for child in members[1:] if isinstance(child, list)]
    has_weights = any(child[0].probability is not None for child in labelled_children)
    if _is_chance(label):
        if labelled_children and not has_weights:
            _take_weights_above(labelled_children)
        return DrawnNode(members, is_weight_lost=False)
    for child in labelled_children:
        child[0].probability = None
    return DrawnNode(members, is_weight_lost=has_weights)


def _is_ellipsis(child: Any) -> bool:
    """Tell whether a leaf stands for children that are not drawn."""
    return isinstance(child, list) and len(child) == 1 and child[0] in ELLIPSES


def _is_chance(label: Label) -> bool:
    """Tell whether a label, or an option beside it, says that chance moves."""
    if label.player is not None:
        return label.player == Player.CHANCE
    return label_parts(label).player == Player.CHANCE


def _take_weights_above(below: list[list[Any]]) -> None:
    """Take the first line of each child's label as its weight, if every child has such a line."""
    if not all(_WEIGHT_ABOVE.match(child[0]) for child in below):
        return
    for child in below:
        label = child[0]
        weight, _, text = label.partition("\n")
        child[0] = Label(text, label.place, label.player, weight)
