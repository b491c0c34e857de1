"""Edits of a tree, as the text that takes the place of the tree's."""

from __future__ import annotations

import re
from array import array
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from treeexplorer.editing.draft import NOWHERE, Draft, Part, Run
from treeexplorer.errors import TreeexplorerError
from treeexplorer.notation import NotationError, parse
from treeexplorer.notation.spelling import read_probability, write_name
from treeexplorer.numbers import NumberError, shown, written
from treeexplorer.text import safe, shorten, width
from treeexplorer.tree import CHANCE_ROLE, INNER, GameTree, Number, Player


class EditError(TreeexplorerError):
    """An edit that cannot be made, with the reason as a sentence for a person."""


@dataclass(frozen=True)
class Change:
    """One edit of one tree.

    Attributes:
        text: The tree's text after it.
        cursor: The node to look at afterwards, as it is then numbered.
        words: What the edit does, for people: ``▲b: 8 → 9``.
        node: The node to look at when it is undone.
        order: Where nodes only change places, the old number of each node, in their new order;
            ``None`` for any other edit.
    """

    text: str
    cursor: int
    words: str
    node: int
    order: array[int] | None = None


_NEW: Final = -1


# -- probabilities ---------------------------------------------------------------------------------


def is_chance(tree: GameTree, node: int) -> bool:
    """Tell whether a node (−1 for none) is a chance node."""
    return node >= 0 and tree.roles[node] == CHANCE_ROLE


def _shares(
    tree: GameTree, children: Collection[int], fixed: Mapping[int, Fraction]
) -> dict[int, Fraction]:
    """Return probabilities with which the children of a chance node share 1 again.

    The children with a fixed probability get it; the others keep the proportions they had to each
    other. Where no child carries a probability and none is fixed, none gets one.

    Args:
        tree: The tree.
        children: The children the node will have; ``_NEW`` for one that is not in the tree yet.
        fixed: Probabilities by child.

    Raises:
        EditError: The fixed probabilities are not between 0 and 1.
    """
    known = tree.probabilities
    if not fixed and not any(child in known for child in children):
        return {}
    rest = 1 - sum(fixed.values(), Fraction())
    if rest < 0 or any(weight < 0 for weight in fixed.values()):
        raise EditError("a probability is a number between 0 and 1, such as 0.25 or 1/6")
    others = [child for child in children if child not in fixed]
    if not others and rest:
        raise EditError("an only child of a chance node has the probability 1")
    equal = Fraction(1, len(children))
    held = {child: known.get(child, equal) for child in others}
    total = sum(held.values(), Fraction())
    return dict(fixed) | {
        child: weight * rest / total if total else rest / len(others)
        for child, weight in held.items()
    }


def _shares_with(
    tree: GameTree, parent: int, newcomer: int, weight: Fraction | None = None
) -> dict[int, Fraction]:
    """Return the probabilities once a node has come to another's children; none without chance.

    Args:
        tree: The tree.
        parent: Whose children they are.
        newcomer: The node that comes, or ``_NEW``.
        weight: Its probability; an equal share where ``None``.
    """
    if not is_chance(tree, parent):
        return {}
    children = list(tree.children(parent))
    if weight is None and any(child in tree.probabilities for child in children):
        weight = Fraction(1, len(children) + 1)
    return {} if weight is None else _shares(tree, [*children, newcomer], {newcomer: weight})


def _spelled(weight: Fraction | None) -> str:
    return "" if weight is None else f"{written(weight)}*"


def _weighed(draft: Draft, shares: Mapping[int, Fraction], but: int = _NEW) -> list[Run]:
    """Return the runs in which children but one stand with other probabilities than they have."""
    return [
        draft.tokens.head(child, probability=_spelled(weight)).in_place
        for child, weight in shares.items()
        if child not in {_NEW, but} and draft.tree.probabilities.get(child) != weight
    ]


# -- what stands at one node -----------------------------------------------------------------------


def set_name(draft: Draft, node: int, name: str) -> Change:
    """Give a node another name; an empty one takes the name away."""
    name = safe(name.strip())
    before = draft.tree.labels.signed(node)
    words = f"{before} is now called {name}" if name else f"{before} has no name now"
    head = draft.tokens.head(node, name=f"{write_name(name)}:" if name else "")
    return Change(draft.tokens.with_parts([head.in_place]), node, words, node)


def set_player(draft: Draft, node: int, player: Player) -> Change:
    """Give a node to a player; where that is its level's player nothing is written at the node.

    The children of a node that is no longer chance's lose their probabilities.

    Raises:
        EditError: The node is a leaf.
    """
    tree, tokens = draft.tree, draft.tokens
    name = tree.labels.signed(node)
    if tree.is_leaf(node):
        raise EditError(f"{name} is a leaf; only a node with children has a player")
    is_of_level = player is tree.levels[tree.ply[node] % len(tree.levels)]
    head = tokens.head(node, player="" if is_of_level else f"{player.value} ")
    spelled = (head.text or "").removesuffix(" [").removesuffix("[") + "["
    runs = [replace(head, text=spelled).in_place]
    if player is not Player.CHANCE:
        weighted = [child for child in tree.children(node) if child in tree.probabilities]
        runs += [tokens.head(child, probability="").in_place for child in weighted]
    words = f"{name} is now {player.value.upper()}'s"
    return Change(tokens.with_parts(runs), node, words, node)


def set_probability(draft: Draft, node: int, probability: Fraction) -> Change:
    """Give a chance node's child a probability; its siblings share the rest in proportion.

    Raises:
        EditError: Its parent is no chance node, or the number is no probability.
    """
    tree = draft.tree
    name, parent = tree.labels.signed(node), tree.parent[node]
    if not is_chance(tree, parent):
        raise EditError(f"{name} is no child of a chance node, and has no probability")
    runs = _weighed(draft, _shares(tree, list(tree.children(parent)), {node: probability}))
    words = f"{name} has the probability {shown(probability)}; the others share the rest"
    return Change(draft.tokens.with_parts(runs), node, words, node)


# -- the shape of the tree -------------------------------------------------------------------------


def add(draft: Draft, parent: int, text: str) -> Change:
    """Add what a text writes as the last child of a node; a leaf gets its first child.

    Under a chance node whose children carry probabilities the newcomer gets the one written at
    its root, or an equal share, and the others keep their proportions.

    Raises:
        EditError: The text is not in the notation, or its probability stands in a wrong place.
    """
    tree, tokens = draft.tree, draft.tokens
    weight, child = _split(text, may=is_chance(tree, parent))
    _check(tree, tree.ply[parent] + 1, child)
    child = child.strip()
    words = f"{tree.labels.signed(parent)} has a new child"
    if tree.is_leaf(parent):
        grown = tokens.head(parent, LEAF=f"[{child}]")
        return Change(tokens.with_parts([grown.in_place]), parent + 1, words, parent)
    shares = _shares_with(tree, parent, _NEW, weight)
    last = tokens.heads[tree.child_column(parent)[-1]]
    part = Part(NOWHERE, NOWHERE, _spelled(shares.get(_NEW)) + child, last)
    place = tokens.place_behind_children(parent)
    runs = [*_weighed(draft, shares), (place, place, [part])]
    return Change(tokens.with_parts(runs), tree.end[parent], words, parent)


def delete(draft: Draft, node: int) -> Change:
    """Delete a node with all that is under it.

    Raises:
        EditError: It is the root, or its parent would be left without children.
    """
    tree, tokens = draft.tree, draft.tokens
    parent, stop = tree.parent[node], tree.end[node]
    _may_leave(tree, node, "deleted")
    words = f"{tree.labels.signed(node)} is gone"
    if below := stop - node - 1:
        words += f", with the {below:,} nodes under it" if below > 1 else ", with the node under it"
    runs = _leaving(draft, node)
    runs.append((tokens.heads[node], tokens.tails[node] + 1, []))
    return Change(
        tokens.with_parts(runs), parent if stop == tree.end[parent] else node, words, node
    )


def _leaving(draft: Draft, node: int) -> list[Run]:
    """Return the runs that change where a node leaves its siblings."""
    tree, parent = draft.tree, draft.tree.parent[node]
    if not is_chance(tree, parent):
        return []
    left = [child for child in tree.children(parent) if child != node]
    return _weighed(draft, _shares(tree, left, {}))


def _may_leave(tree: GameTree, node: int, done: str) -> None:
    parent = tree.parent[node]
    if parent < 0:
        raise EditError(f"the root cannot be {done}; write another tree in its place")
    if tree.child_count(parent) == 1:
        raise EditError(
            f"{tree.labels.signed(node)} cannot be {done}: {tree.labels.signed(parent)} would be "
            "left without children; write a leaf in the place of the whole"
        )


def move(draft: Draft, node: int, parent: int) -> Change:
    """Make a subtree the last child of another node.

    Raises:
        EditError: The node is the root, the target is under it or a leaf, or the node's parent
            would be left without children.
    """
    tree, tokens = draft.tree, draft.tokens
    if tree.parent[node] < 0:
        raise EditError("the root cannot be moved")
    if tree.is_within(parent, node):
        raise EditError(f"{tree.labels.signed(node)} cannot be moved below itself")
    if tree.is_leaf(parent):
        raise EditError(f"{tree.labels.signed(parent)} is a leaf; add a child there instead")
    if parent == tree.parent[node]:
        return shift(draft, node, tree.child_count(parent))
    _may_leave(tree, node, "moved")
    shares = _shares_with(tree, parent, node)
    head, tail = tokens.head(node, probability=_spelled(shares.get(node))), tokens.tails[node]
    moved = [head, Part(head.last + 1, tail)] if tail > head.last else [head]
    place = tokens.place_behind_children(parent)
    runs = _leaving(draft, node) + _weighed(draft, shares, but=node)
    runs += [(head.first, tail + 1, []), (place, place, moved)]
    words = f"{tree.labels.signed(node)} is now a child of {tree.labels.signed(parent)}"
    return _ordered(draft, node, words, runs)


def shift(draft: Draft, node: int, place: int) -> Change:
    """Put a node at a place, from 1, among its siblings.

    Raises:
        EditError: It is the root.
    """
    tree = draft.tree
    parent = tree.parent[node]
    if parent < 0:
        raise EditError("the root cannot be moved")
    children = list(tree.child_column(parent))
    before = children.index(node)
    children.insert(max(0, min(place, len(children)) - 1), children.pop(before))
    side = "left" if children.index(node) < before else "right"
    words = f"{tree.labels.signed(node)} moved {side}"
    return _ordered(draft, node, words, [_in_order(draft, children)])


def _in_order(draft: Draft, children: Sequence[int]) -> Run:
    """Return the run of all children of a node, put in another order."""
    heads, tails = draft.tokens.heads, draft.tokens.tails
    parts = [Part(heads[child], tails[child]) for child in children]
    return heads[min(children)], tails[max(children)] + 1, parts


def _ordered(draft: Draft, node: int, words: str, runs: Iterable[Run]) -> Change:
    """Return the change in which nodes only change places."""
    parts = draft.tokens.parts(runs)
    order = draft.tokens.order(parts)
    return Change(draft.tokens.joined(parts), order.index(node), words, node, order)


def sort(
    draft: Draft, node: int, keys: Mapping[int, Number], *, descending: bool = False
) -> Change:
    """Sort a node's children by keys; equal ones keep their order, those without one go last.

    Raises:
        EditError: The node is a leaf, or its children are in that order already.
    """
    children = _children_of(draft.tree, node)
    with_key = sorted(
        (child for child in children if child in keys), key=keys.__getitem__, reverse=descending
    )
    ordered = with_key + [child for child in children if child not in keys]
    name = draft.tree.labels.signed(node)
    if ordered == children:
        raise EditError(f"the children of {name} are in that order already")
    order = "from the largest to the smallest" if descending else "from the smallest to the largest"
    words = f"{name}'s children are sorted {order}"
    return _ordered(draft, node, words, [_in_order(draft, ordered)])


def reverse(draft: Draft, node: int) -> Change:
    """Put a node's children the other way round; those that are not drawn (``...``) stay the last.

    Raises:
        EditError: The node is a leaf.
    """
    children = _children_of(draft.tree, node)
    words = f"{draft.tree.labels.signed(node)}'s children are the other way round"
    return _ordered(draft, node, words, [_in_order(draft, children[::-1])])


def mirror(draft: Draft, node: int) -> Change:
    """Exchange left and right in all that is under a node, as :func:`reverse` does at each.

    Raises:
        EditError: The node is a leaf.
    """
    tree, tokens = draft.tree, draft.tokens
    _children_of(tree, node)
    parts: list[Part] = []
    waiting = [node]
    while waiting:
        each = waiting.pop()
        token = tokens.heads[each] if each >= 0 else tokens.tails[~each]
        if each < 0 and ~each in tokens.ellipses:
            parts.append(Part(tokens.ellipses[~each], tokens.ellipses[~each]))
        parts.append(Part(token, token))
        if each >= 0 and tree.kind[each] == INNER:
            waiting.append(~each)
            waiting += tree.children(each)
    words = f"{tree.labels.signed(node)} and all below is mirrored"
    run = (tokens.heads[node], tokens.tails[node] + 1, parts)
    return _ordered(draft, node, words, [run])


def _children_of(tree: GameTree, node: int) -> list[int]:
    if tree.is_leaf(node):
        raise EditError(f"{tree.labels.signed(node)} is a leaf, and has no children")
    return list(tree.child_column(node))


# -- a node that is shown in the notation, and typed -----------------------------------------------

KEPT_CHILDREN: Final = "[…]"
"""What stands for the children of a node, as they are, in a text that is edited."""

_ROOM: Final = 56
_KEPT: Final = re.compile(r"\[\s*(?:…|\.\.\.)\s*\]\s*\Z")
_PROBABILITY: Final = re.compile(r"\s*([0-9.eE+\-]+|[0-9]+/[0-9]+)\*")
_PLACE_IN_MESSAGE: Final = re.compile(r"2:([0-9]+)\b")


def text_of(draft: Draft, node: int) -> str:
    """Return a node as it is written, for editing; children that are too long stand as ``[…]``."""
    tokens = draft.tokens
    head, tail = tokens.heads[node], tokens.tails[node]
    if head == tail:
        return tokens.text(head, tail)
    if tail - head <= _ROOM:
        whole = tokens.text(head, tail)
        if "\n" in whole and not {"#", '"'} & set(whole):
            whole = " ".join(whole.split())
        if "\n" not in whole and width(whole) <= _ROOM:
            return whole
    return tokens.text(head, head).removesuffix("[") + KEPT_CHILDREN


def rewrite(draft: Draft, node: int, text: str) -> Change:
    """Put what a text writes in the place of a node and all that is under it.

    A text that ends in ``[…]`` keeps the children. A chance node's child keeps its probability
    unless another one is written.

    Raises:
        EditError: The text is not in the notation, or cannot stand there.
    """
    tree, tokens = draft.tree, draft.tokens
    name, parent = tree.labels.signed(node), tree.parent[node]
    probability, rest = _split(text, may=is_chance(tree, parent))
    kept = _KEPT.search(rest)
    if kept is not None and tree.is_leaf(node):
        raise EditError(f"{name} has no children that […] could stand for")
    _check(tree, tree.ply[node], rest if kept is None else rest[: kept.start()] + "[0]")
    head, tail = tokens.heads[node], tokens.tails[node]
    before = tree.probabilities.get(node)
    own = _spelled(before if probability is None else probability)
    if kept is None:
        runs = [(head, tail + 1, [Part(head, tail, own + rest.strip())])]
    else:
        opening = own + rest[: kept.start()].strip() + "["
        runs = [(head, head + 1, [Part(head, head, opening)])]
    if probability not in {None, before}:
        siblings = list(tree.children(parent))
        shares = _shares(tree, siblings, {node: probability or Fraction()})
        runs += _weighed(draft, shares, but=node)
    words = f"{name}: {shorten(text_of(draft, node), 24)} → {shorten(text.strip(), 24)}"
    return Change(tokens.with_parts(runs), node, words, node)


def _split(text: str, *, may: bool) -> tuple[Fraction | None, str]:
    """Return the probability in front of a node's text, if there is one, and the rest."""
    if not text.strip():
        raise EditError("a node is a number, or children in brackets: 7 or [3 5]")
    found = _PROBABILITY.match(text)
    if found is None:
        return None, text
    if not may:
        raise EditError("a probability stands only at the children of a chance node")
    try:
        return read_probability(found[1]), " " * found.end() + text[found.end() :]
    except (NumberError, ValueError) as error:
        raise EditError(f"{found[1]} is no probability") from error


def _check(tree: GameTree, ply: int, text: str) -> None:
    """Raise an :class:`EditError` where a text is no subtree for a ply of a tree."""
    turn = ply % len(tree.levels)
    levels = tree.levels[turn:] + tree.levels[:turn]
    try:
        parse(f"@levels {' '.join(levels)}\n{text}")
    except NotationError as error:
        problem = error.problems[0]
        place = f" at character {problem.column}" if problem.line == 2 and problem.column else ""
        if problem.message.startswith("a second tree"):
            raise EditError(
                f"one node is expected, and another begins{place}; several children stand in "
                "brackets: [3 5]"
            ) from None
        hint = f" ({problem.hint})" if problem.hint else ""
        message = _PLACE_IN_MESSAGE.sub(r"character \1", problem.message)
        if place and f"{place} " not in message:
            message += f",{place}"
        raise EditError(f"{message}{hint}") from None
