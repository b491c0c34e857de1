"""How a tree is drawn in a room: whole, or around a focus.

A tree that fits its room is drawn whole, *tidily*, and spread over the room. One that does not is
drawn around a *focus*: the way from the root to a leaf, each node of it among its siblings, and as
much of the rest as there is room for; what is not drawn is counted. Without a room the whole tree
is drawn, as far as a million cells hold it.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Final

from treeexplorer.drawing.cards import Cards
from treeexplorer.drawing.focus import Focus, lay_out_around_path
from treeexplorer.drawing.forms import TEXT_FORMS
from treeexplorer.drawing.items import items_of
from treeexplorer.drawing.layout import ANY_HEIGHT, Layout, lay_out_items, lay_out_whole_tree
from treeexplorer.drawing.styled_text import Look, Size
from treeexplorer.tree import GameTree

_MOST_CELLS: Final = 1_000_000  # of a drawing without a room
_LEAST_COLUMNS_OF_LEAF: Final = 2  # its value, and one that stays empty
_LEAST_LINES_OF_PLY: Final = 3  # bus, windows, cards; leaves need a line less, the root has one
_WIDEST_ROOM: Final = Size(160, ANY_HEIGHT)
_ROOT_ALONE: Final = Focus((0,), 0)
_cards_of = lru_cache(maxsize=4)(Cards)


def arrange(
    tree: GameTree,
    look: Look | None = None,
    room: Size | None = None,
    focus: Focus | None = None,
) -> Layout:
    """Compute where the nodes of a tree stand in a room: all of them, or those around a path.

    The whole tree is laid out if it fits. Else the path that must stay in sight is, with what there
    is room for beside it.

    Args:
        tree: The tree.
        look: How it is drawn.
        room: The cells that it may take; a height of 0 is any height. Without a room the whole
            tree is drawn if a million cells hold it.
        focus: The path that stays in sight if the tree does not fit; without one, the root alone.

    Example:
        >>> from treeexplorer.notation import parse
        >>> layout = arrange(parse("[[3 12] 4]").tree, room=Size(40, 10))
        >>> layout.is_whole, layout.width
        (True, 40)
    """
    if look is None:
        look = Look()
    look = look.at_rest  # the same at all steps, so that the layout is taken from the cache
    if room is not None:
        look = _remove_remarks(look)
        if room.height == 0:
            room = Size(room.width, ANY_HEIGHT)

    # The whole tree, if it fits.
    whole_layout = lay_out_if_it_fits(tree, look, room)
    if whole_layout is not None:
        return whole_layout

    # Else what is around a path.
    if room is None:
        room = _WIDEST_ROOM
    if focus is None:
        focus = _ROOT_ALONE
    return lay_out_around_path(_cards_of(tree, look), room, focus)


def _remove_remarks(look: Look) -> Look:
    """Return a look without the remarks on the whole tree that a person wrote beside its root.

    They give way where the room is limited.
    """
    if not look.answers:
        return look
    answers_on_edges = {node: answer for node, answer in look.answers.items() if answer.window}
    return replace(look, answers=answers_on_edges)


@lru_cache(maxsize=6)
def lay_out_if_it_fits(tree: GameTree, look: Look, room: Size | None) -> Layout | None:
    """Lay out a whole tree; return ``None`` if it does not fit.

    Args:
        tree: The tree.
        look: How it is drawn. Pass `Look.at_rest`: it is the same at every step, so that the
            layout of a tree is found once and then taken from the cache.
        room: The cells that it may take; ``None`` for as many as a drawing may have at all.
    """
    cards = _cards_of(tree, look)
    if room is None:
        return _lay_out_within_cell_limit(cards)
    if _compute_least_width(tree) > room.width:  # so a large tree is not laid out in vain
        return None
    return lay_out_whole_tree(cards, items_of(tree), room)


def _compute_least_width(tree: GameTree) -> int:
    """Compute the least columns that a tree takes: one for each leaf's value, and one between two.

    A tree of three leaves takes at least five.
    """
    return _LEAST_COLUMNS_OF_LEAF * tree.leaf_count - 1


def _lay_out_within_cell_limit(cards: Cards) -> Layout | None:
    """Lay out a whole tree as richly as a million cells allow; ``None`` if it needs more."""
    tree = cards.tree
    least_columns = _LEAST_COLUMNS_OF_LEAF * tree.leaf_count
    least_lines = _LEAST_LINES_OF_PLY * tree.depth
    if least_columns * least_lines > _MOST_CELLS:  # so a tree of millions is not laid out in vain
        return None

    for form in TEXT_FORMS:  # the richest first
        layout = lay_out_items(cards, items_of(tree), form)
        if layout.width * layout.height <= _MOST_CELLS:
            return layout
    return None
