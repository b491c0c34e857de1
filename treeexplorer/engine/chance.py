r"""Chance nodes: the weighted mean, and the cut-offs that known leaf bounds allow.

Source: Ballard 1983, *The \*-minimax search procedure for trees containing chance nodes*.
"""

from __future__ import annotations

from dataclasses import dataclass

from treeexplorer.engine.means import normalised
from treeexplorer.engine.ordered import OrderedTree
from treeexplorer.engine.procedures import (
    FULL_SCOPE,
    Call,
    Frame,
    Searching,
    alphabeta_procedure,
    weighted_mean,
)
from treeexplorer.engine.record import Scope
from treeexplorer.numbers import shown
from treeexplorer.rules import RulesError
from treeexplorer.tree import (
    CHANCE_ROLE,
    INFINITY,
    Number,
    Window,
)


def range_of_leaves(tree: OrderedTree, stated: Window | None) -> Window:
    """Return the least and the largest value a leaf can have.

    Raises:
        RulesError: A leaf lies outside the range that is stated.
    """
    known = [value for value in tree.values if value is not None]
    span = min(known, default=0), max(known, default=0)
    if stated is None:
        return span
    least, most = map(tree.tree.as_searched, stated)
    if not least <= span[0] <= span[1] <= most:
        raise RulesError(
            f"the leaf range {shown(least)} to {shown(most)} does not hold every leaf: they reach "
            f"from {shown(span[0])} to {shown(span[1])}; state those, or leave the range out"
        )
    return least, most


@dataclass
class _Mean:
    """What is known of a chance node's mean while its children return.

    Attributes:
        frame: The chance node's call.
        bounds: The least and the most that each child can be worth.
        low: The mean if every child were worth the least it can be.
        high: The mean if every child were worth the most it can be.
    """

    frame: Frame
    bounds: dict[int, Window]
    low: Number
    high: Number

    def scope(self, child: int) -> Scope:
        """Return the window outside of which a child's value decides the chance node's."""
        weight = self.frame.tree.weights[child]
        if not weight:
            return FULL_SCOPE
        low, high = alpha, beta = self.bounds[child]
        needed = self.frame.scope
        if needed.alpha != -INFINITY:
            alpha = max(low, (needed.alpha - self.high + weight * high) / weight)
        if needed.beta != INFINITY:
            beta = min(high, (needed.beta - self.low + weight * low) / weight)
        return Scope(normalised(alpha), normalised(beta))

    def learn(self, child: int, bounds: Window) -> bool:
        """Take in what a child can be worth, and tell whether the mean is decided by it."""
        weight = self.frame.tree.weights[child]
        if weight:
            low, high = self.bounds[child]
            self.low += weight * (bounds[0] - low)
            self.high += weight * (bounds[1] - high)
            self.bounds[child] = bounds
        return self.high <= self.frame.scope.alpha or self.low >= self.frame.scope.beta

    def value(self) -> Number:
        """Return the mean, or the bound on it that lies outside the window."""
        return normalised(self.high if self.high <= self.frame.scope.alpha else self.low)


def star1(frame: Frame) -> Searching:
    """Search as alpha-beta does, and cut at chance nodes, too: Star1."""
    if frame.role != CHANCE_ROLE:
        return (yield from alphabeta_procedure(frame))
    leaf_range = frame.leaf_range
    if -INFINITY in leaf_range or INFINITY in leaf_range:
        return (yield from weighted_mean(frame))
    return (yield from _chance_node(frame, leaf_range))


def _chance_node(frame: Frame, leaf_range: Window) -> Searching:
    """Search a chance node until no child that is left can bring its mean into the window."""
    children = list(frame.children())
    mean = _Mean(frame, dict.fromkeys(children, leaf_range), *leaf_range)
    for child in children:
        value = yield Call(child, mean.scope(child))
        if mean.learn(child, (value, value)) and frame.leaves_something(child):
            frame.is_cut = True
            break
    return mean.value()
