"""The node of a single value: a leaf, or a label of a drawing with what hangs below it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from treeexplorer.formats.described_nodes import convert_name_to_value
from treeexplorer.formats.labels import ELLIPSES, make_misplaced_ellipsis_error, parse_node_label
from treeexplorer.formats.lists import is_numeric
from treeexplorer.formats.model import Label, UnreadableError
from treeexplorer.formats.sketches import Sketch
from treeexplorer.text import quoted
from treeexplorer.tree import Player


def build_node_from_drawing(label: Label, children: Sequence[Any]) -> Sketch:
    """Build the node of a drawing from its label and the children that stand below it.

    =========  =============  ====================================================
    label      children
    =========  =============  ====================================================
    ``▲ A``    ``[3, 12]``    a MAX node A with two leaves
    ``D``      ``[5]``        a leaf D of value 5, which is drawn below its name
    ``D: 5``   none           the same leaf
    ``x``      none           a leaf without a name, whose value is the unknown x
    =========  =============  ====================================================
    """
    has_children = len(children) > 0
    sketch = _build_node_from_label(label, is_leaf=not has_children)
    if has_children and _is_name_above_number(sketch, children):
        sketch.number = children[0]
    elif has_children:
        sketch.children = children
    else:
        # Of "▲ D" the name is D, and not all of the label.
        has_label_only_name = sketch.name == label.strip()
        if has_label_only_name and sketch.number is None:
            convert_name_to_value(sketch)
    return sketch


def _is_name_above_number(sketch: Sketch, children: Sequence[Any]) -> bool:
    """Tell whether a node is a leaf that is drawn as a name above its value: ``[D [5]]`` in LaTeX.

    Args:
        sketch: The node with what its label says, still without children.
        children: What stands below it.
    """
    has_one_number = len(children) == 1 and is_numeric(children[0])
    if not has_one_number or not sketch.name:
        return False
    return sketch.number is None and sketch.player is None and sketch.bound is None


def _build_node_from_label(label: Label, *, is_leaf: bool) -> Sketch:
    """Build a node with what its label says: its name, value, player, claims and weight.

    Args:
        label: The text in a node of a drawing.
        is_leaf: Whether the node is a leaf.

    Raises:
        UnreadableError: The label has several numbers, or it is an ellipsis.
    """
    # An ellipsis behind other children has been taken away before: another one is a mistake.
    if is_leaf and label in ELLIPSES:
        raise make_misplaced_ellipsis_error(label.place)
    parts = parse_node_label(label, label.place, is_leaf=is_leaf)
    # An option beside the label, such as `max` of LaTeX, comes before what stands in it.
    player = parts.player if label.player is None else Player(label.player)
    return Sketch(
        name=parts.name,
        number=parts.number,
        player=player,
        is_on_label=player is not None and player == parts.player,
        claim=parts.claim,
        probability=label.probability,
        estimate=parts.estimate,
        bound=parts.bound,
        window=parts.window,
        place=label.place,
    )


def build_leaf(item: Any) -> Sketch:
    """Build the leaf of a text, a number or nothing (``None``): ``5`` is a leaf of value 5.

    Raises:
        UnreadableError: It is anything else.
    """
    if isinstance(item, Label):  # before the other texts, as it is one, too
        return build_node_from_drawing(item, ())
    if item is None or isinstance(item, (str, bool, int, float)):
        return Sketch(number=item)
    return _build_leaf_from_number_object(item)


def _build_leaf_from_number_object(item: Any) -> Sketch:
    """Build the leaf of a number of another library, such as a decimal.

    Raises:
        UnreadableError: It is no number. The hint says how objects of a class of one's own are
            read.
    """
    # Imported here because hardly any tree needs them.
    import numbers
    from decimal import Decimal

    if isinstance(item, (numbers.Number, Decimal)):
        return Sketch(number=item)
    hint = "nodes of a class of your own: say where their children= and value= are"
    raise UnreadableError(f"{quoted(type(item).__name__)} is no node", hint=hint)
