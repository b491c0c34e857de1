"""Trees and papers filled in: values of unread leaves, and what somebody may write at nodes."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping

from treeexplorer.engine import Record
from treeexplorer.notation import BoundSign, Claim, Claims, sort_claims
from treeexplorer.tree import INFINITY, GameTree, Number, Player

SIGNS: tuple[BoundSign, ...] = (">=", "<=")


def minimax(
    tree: GameTree, values: Mapping[int, Number], undrawn: Mapping[int, list[Number]]
) -> list[Number]:
    """Return every node's value, for some values of the leaves and of what is not drawn."""
    worth: list[Number] = [0] * len(tree)
    for node in reversed(range(len(tree))):
        if tree.is_leaf(node):
            worth[node] = values[node]
            continue
        below = [worth[child] for child in tree.children(node)] + undrawn.get(node, [])
        player = tree.player(node)
        if player is Player.CHANCE:
            children = tree.children(node)
            worth[node] = sum((tree.probability(child) or 0) * worth[child] for child in children)
        else:
            worth[node] = max(below) if player is Player.MAX else min(below)
    return worth


def filled_in(
    record: Record, number: Callable[[], int], known_leaves: Collection[int] = ()
) -> list[Number]:
    """Return every node's value for some values of what a search has not read."""
    tree = record.tree
    values: dict[int, Number] = {}
    for leaf in filter(tree.is_leaf, range(len(tree))):
        known = tree.leaf_value(leaf)
        is_read = record.call_of(leaf) is not None or leaf in known_leaves
        values[leaf] = known if is_read and known is not None else number()
    undrawn: dict[int, list[Number]] = {}
    undrawn |= {node: [number() for _ in range(abs(number()) % 3)] for node in tree.elided}
    return minimax(tree, values, undrawn)


def minimax_as_drawn(tree: GameTree) -> list[Number]:
    return minimax(tree, dict(enumerate(number or 0 for number in tree.leaf_values)), {})


def random_paper(chooser: random.Random, tree: GameTree, chance_of_one: float) -> Claims:
    """Return what somebody without a clue might write about a tree."""
    known = sorted({value for value in tree.leaf_values if value is not None})
    ends = [-INFINITY, INFINITY, *known, 0, 7]
    claims = [Claim(0, "read", chooser.randint(1, len(tree)))]
    claims += [Claim(0, "best", nodes=(chooser.choice(tree.child_column(0) or [0]),))]
    is_none, worth = chooser.random() < 0.1, minimax_as_drawn(tree)
    claims += [Claim(0, "cuts-none")] * is_none
    for node in range(len(tree)):
        number = chooser.choice([*known, 0, 1, 7, *[worth[node]] * len(known)])
        if chooser.random() < chance_of_one:
            claims.append(
                Claim(node, "window", window=(chooser.choice(ends), chooser.choice(ends)))
            )
        if not tree.is_leaf(node) and chooser.random() < 2 * chance_of_one:
            sign = chooser.choice((None, *SIGNS))
            claims.append(Claim(node, "bound" if sign else "value", number, sign))
        if not is_none and node and chooser.random() < chance_of_one:
            claims.append(Claim(node, "cut"))
        if not is_none and node in tree.elided and chooser.random() < 0.3:
            claims.append(Claim(node, "cut-rest"))
    return sort_claims(claims)
