"""Nodes of drawings as label-first lists, and the weights on the edges below chance nodes."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple

from treeexplorer.formats.labels import ELLIPSES, parse_label
from treeexplorer.formats.model import Label
from treeexplorer.tree import Player

WEIGHTS: Final = "what stands on edges"
"""What is left out where labels of edges are no probabilities."""
STRUCK_OUT: Final = "that a label is struck out"
"""What is left out where people strike out a node that is pruned."""
_STRUCK_OUT: Final = re.compile(r"<(?:s|strike|del)\b|~~[^~]+~~", re.IGNORECASE)
_WEIGHT_ABOVE: Final = re.compile(r"[0-9./]+\n.")


_TRIANGLES: Final = {"triangle": Player.MAX, "invtriangle": Player.MIN}
_BESIDE_TRIANGLES: Final = {"circle": Player.CHANCE, "diamond": Player.CHANCE}


def choose_players_of_shapes(shapes: Collection[str]) -> Mapping[str, Player]:
    """Choose the player for whom each shape stands, given all the shapes of a drawing.

    A triangle is MAX, and one on its tip MIN. A circle is chance beside triangles; where there are
    none, it is only how nodes are drawn.

    >>> choose_players_of_shapes({"triangle", "circle"}).get("circle")
    <Player.CHANCE: 'chance'>
    >>> choose_players_of_shapes({"box", "circle"}).get("circle")
    """
    has_triangles = not _TRIANGLES.keys().isdisjoint(shapes)
    return {**_TRIANGLES, **_BESIDE_TRIANGLES} if has_triangles else {}


class DrawnNode(NamedTuple):
    """A node as a label-first list, and whether weights of its children were left out."""

    members: list[Any]
    is_weight_lost: bool


def drawn_node(label: Label, children: Sequence[Any]) -> DrawnNode:
    r"""Return a node of a drawing as a list of its label and its children.

    Of a chance node the weight of each child stands on the edge to it, or above the child
    (``0.5\n3``). At any other node weights on the edges are taken away.

    >>> drawn_node(Label("A"), [5, [Label("B"), 8], [Label("…")]]).members
    ['A', 5, ['B', 8], '…']

    Args:
        label: The node's label.
        children: Numbers, and lists that begin with the child's label. The weights of these labels
            are changed in place.

    Returns:
        The list, and whether weights were taken away.
    """
    # An ellipsis behind the other children says that there are more.
    shown_children = _with_bare_ellipsis(children)
    labelled_children = [child for child in shown_children if isinstance(child, list)]
    has_weights_on_edges = any(
        _label_of(child).probability is not None for child in labelled_children
    )
    members = [label, *shown_children]

    if not _is_chance(label):
        _remove_weights(labelled_children)
        return DrawnNode(members, is_weight_lost=has_weights_on_edges)

    if not has_weights_on_edges:
        _take_weights_above(labelled_children)
    return DrawnNode(members, is_weight_lost=False)


def is_struck_out(label: str) -> bool:
    """Tell whether a part of a label in HTML or Markdown is struck out: ``<s>5</s>``, ``~~5~~``."""
    return _STRUCK_OUT.search(label) is not None


def _label_of(child: list[Any]) -> Label:
    """Return the label with which the list of a child begins."""
    label: Label = child[0]
    return label


def _with_bare_ellipsis(children: Sequence[Any]) -> list[Any]:
    """Return children whose last, if it is an ellipsis behind others, stands without its list.

    ``[5, ["…"]]`` becomes ``[5, "…"]``: in the plain model the bare text says that there are more
    children.
    """
    shown = list(children)
    if len(shown) > 1 and _is_ellipsis(shown[-1]):
        shown[-1] = _label_of(shown[-1])
    return shown


def _is_ellipsis(child: Any) -> bool:
    """Tell whether a child is a leaf labelled with an ellipsis: ``["…"]``."""
    return isinstance(child, list) and len(child) == 1 and _label_of(child) in ELLIPSES


def _is_chance(label: Label) -> bool:
    """Tell whether a label, or an option beside it, says that chance moves."""
    if label.player is not None:
        return label.player == Player.CHANCE
    return parse_label(label).player == Player.CHANCE


def _remove_weights(children: list[list[Any]]) -> None:
    """Remove the weights on the edges to children, whose labels are changed in place."""
    for child in children:
        _label_of(child).probability = None


def _take_weights_above(children: list[list[Any]]) -> None:
    r"""Make the first line of each child's label its weight, if every child has such a line.

    ``[["0.5\n3"], ["0.5\nB", 8]]`` becomes ``[["3"], ["B", 8]]``, each of weight 0.5. The lists of
    the children are changed in place.
    """
    if not all(_WEIGHT_ABOVE.match(_label_of(child)) for child in children):
        return
    for child in children:
        label = _label_of(child)
        weight, _, text = label.partition("\n")
        child[0] = Label(text, label.place, label.player, weight)
