"""Nodes of drawings as label-first lists, and the weights on the edges below chance nodes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from treeexplorer.formats.labels import ELLIPSES, label_parts
from treeexplorer.formats.model import Label
from treeexplorer.tree import Player

WEIGHTS: Final = "what stands on edges"
"""What is left out where labels of edges are no probabilities."""
_WEIGHT_ABOVE: Final = re.compile(r"[0-9./]+\n.")


def drawn_node(label: Label, children: Sequence[Any]) -> tuple[list[Any], bool]:
    r"""Return a node as a list, and whether weights of its children were left out.

    Only the children of a chance node have weights: those on their edges, or those that stand
    above each of them (``0.5\n3``).
    """
    node: list[Any] = [label, *children]
    if len(children) > 1 and _is_ellipsis(node[-1]):
        node[-1] = node[-1][0]
    below = [child for child in node[1:] if isinstance(child, list)]
    has_weights = any(child[0].probability is not None for child in below)
    is_chance = _is_chance(label)
    if is_chance and below and not has_weights:
        _take_weights_above(below)
    if is_chance or not has_weights:
        return node, False
    for child in below:
        child[0].probability = None
    return node, True


def _is_ellipsis(child: Any) -> bool:
    """Tell whether a leaf stands for children that are not drawn."""
    return isinstance(child, list) and len(child) == 1 and child[0] in ELLIPSES


def _is_chance(label: Label) -> bool:
    """Tell whether a label, or an option beside it, says that chance moves."""
    if label.player is not None:
        return label.player == Player.CHANCE
    return label_parts(label).player == Player.CHANCE


def _take_weights_above(below: list[list[Any]]) -> None:
    """Take the first line of each label for a weight, if all of them may be one."""
    if not all(_WEIGHT_ABOVE.match(child[0]) for child in below):
        return
    for child in below:
        label = child[0]
        weight, _, text = label.partition("\n")
        child[0] = Label(text, label.place, label.player, weight)
