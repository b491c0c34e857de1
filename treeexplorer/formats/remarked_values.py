"""A value of a text with a remark around it: its key, its probability, the style of its list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from treeexplorer.formats.lists import ListStyle, is_list


class NamedValue(NamedTuple):
    """A child that stands under a key: its name, unless it has another."""

    name: str
    value: Any


class WeightedValue(NamedTuple):
    """A child whose probability stands in a list beside the children."""

    value: Any
    weight: Any


class StyledValue(NamedTuple):
    """A child of a list whose style is known."""

    value: Any
    style: ListStyle


def remove_style(child: Any) -> Any:
    """Return a child without the style of the list around it."""
    return child.value if isinstance(child, StyledValue) else child


def mark_with_style(children: Sequence[Any], style: ListStyle) -> list[Any]:
    """Return children with the lists among them marked by their style.

    The style that was found for a list holds for the lists in it, too. Any other child is returned
    as it is.

    Args:
        children: The elements of a list, without its label.
        style: The style of the list.
    """
    styled: list[Any] = []
    for child in children:
        if is_list(child):
            styled.append(StyledValue(child, style))
        else:
            styled.append(child)
    return styled
