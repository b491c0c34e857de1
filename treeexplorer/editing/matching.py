"""Which node is which in another version of a tree, where nobody noted what was done to it."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import TypeAlias

from treeexplorer.tree import GameTree

Counterpart: TypeAlias = Callable[[int], "int | None"]


def matching(before: GameTree, after: GameTree, order: array[int] | None = None) -> Counterpart:
    """Return the function from a node of one version of a tree to the same one of another.

    It returns ``None`` for a node that is gone. Linear in the sizes of the trees, and in nothing
    but what differs where they are nearly the same.

    Args:
        before: The one version.
        after: The other.
        order: The old numbers of the nodes in their new order, where they only changed places.
    """
    if order is not None:
        return inverse(order).__getitem__
    if before is after:
        return lambda node: node
    most = min(len(before), len(after))
    start = _alike(before, after, most, from_the_end=False)
    rest = _alike(before, after, most - start, from_the_end=True)
    stop, shift = len(before) - rest, len(after) - len(before)
    moved = _matched(before, after, range(start, stop), range(start, stop + shift))

    def counterpart(node: int) -> int | None:
        if node < start:
            return node
        return node + shift if node >= stop else moved.get(node)

    return counterpart


def inverse(order: array[int]) -> array[int]:
    """Return the new numbers of nodes in their old order."""
    places = array("i", bytes(order.itemsize * len(order)))
    for new, old in enumerate(order):
        places[old] = new
    return places


def surviving(tree: GameTree, node: int, counterpart: Counterpart) -> int:
    """Return a node's counterpart, or that of its nearest ancestor which has one; else the root.

    Args:
        tree: The tree of which ``node`` is a node.
        node: The node.
        counterpart: Returns the number of a node in the other version.
    """
    found = counterpart(node)
    while found is None and node > 0:
        node = tree.parent[node]
        found = counterpart(node)
    return found or 0


def common(first: str | bytes, second: str | bytes) -> int:
    """Return how much two texts have in common at their beginnings."""
    low, high = 0, min(len(first), len(second))
    while low < high:  # every round compares half as much as the one before it, or less
        middle = (low + high + 1) // 2
        if first[low:middle] == second[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _alike(before: GameTree, after: GameTree, most: int, *, from_the_end: bool) -> int:
    """Return how many nodes both trees have in common at their beginning or at their end."""
    columns = (
        (before.kind, after.kind, 1),
        (before.ply.tobytes(), after.ply.tobytes(), before.ply.itemsize),
        (before.value.tobytes(), after.value.tobytes(), before.value.itemsize),
    )
    step = -1 if from_the_end else 1
    low = min(most, *(common(one[::step], other[::step]) // cell for one, other, cell in columns))
    known, known_too = _words(before), _words(after)
    shift = len(after) - len(before) if from_the_end else 0
    for named, size, others in ((known, len(before), known_too), (known_too, len(after), known)):
        for node, name in named.items():
            if others.get(node + shift) != name:
                low = min(low, size - 1 - node if from_the_end else node)
        shift = -shift
    return low


def _matched(
    before: GameTree, after: GameTree, gone: Collection[int], new: Collection[int]
) -> dict[int, int]:
    """Return which of the nodes of a run are which of the run in its place."""
    named, named_too = _by_name(before, gone), _by_name(after, new)
    moved = {node: named_too[name] for name, node in named.items() if name in named_too}
    taken = set(moved.values())
    if 0 in gone and 0 in new and 0 not in moved and 0 not in taken:
        moved[0] = 0
    done: set[int] = set()
    for node in gone:
        parent = before.parent[node]
        if parent < 0 or parent in done:
            continue
        done.add(parent)
        there = moved.get(parent) if parent in gone else parent
        if there is None or there >= len(after):
            continue
        ours = [child for child in before.children(parent) if child in gone]
        theirs = [child for child in after.children(there) if child in new]
        moved.update(_in_order(before, after, ours, theirs, moved, taken))
    return moved


def _in_order(
    before: GameTree,
    after: GameTree,
    ours: Sequence[int],
    theirs: Sequence[int],
    moved: Mapping[int, int],
    taken: Collection[int],
) -> Iterator[tuple[int, int]]:
    """Yield the pairs of siblings that are left; another name only where the place is the same."""
    left = ((place, node) for place, node in enumerate(ours) if node not in moved)
    left_too = ((place, node) for place, node in enumerate(theirs) if node not in taken)
    for (place, node), (place_too, there) in zip(left, left_too, strict=False):
        if place == place_too or before.names.get(node) == after.names.get(there):
            yield node, there


def _words(tree: GameTree) -> dict[int, str]:
    """Return the names of nodes, and the words that stand for the values of unknown leaves."""
    return {node: word for node, word in tree.unknowns.items() if word} | dict(tree.names)


def _by_name(tree: GameTree, nodes: Collection[int]) -> dict[str, int]:
    """Return the nodes of a run whose names stand there once."""
    found: dict[str, int] = {}
    several: set[str] = set()
    for node, name in _words(tree).items():
        if node in nodes:
            several.update({name} & found.keys())
            found[name] = node
    return {name: node for name, node in found.items() if name not in several}
