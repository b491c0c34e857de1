"""Star1 as Ballard's formulas have it, recursively: the referee's alpha-beta with chance nodes cut.

The sums are written out anew at every child, and what is proven about a node is found by its
definition from the leaves that have been read. Source: B. W. Ballard, The *-minimax search
procedure for trees containing chance nodes, Artificial Intelligence 21 (1983), section 3.
"""

from __future__ import annotations

from fractions import Fraction

from tests.engine.referee import INF, Referee
from treeexplorer.engine import Rules
from treeexplorer.tree import GameTree, Number, Player


class Ballard(Referee):
    """Searches a tree whose values all lie in the range of the rules, and notes every event."""

    def __init__(self, tree: GameTree, rules: Rules) -> None:
        super().__init__(tree, rules)
        assert rules.range is not None
        self.least, self.most = rules.range
        self.read: dict[int, Number] = {}

    def run(self) -> Number:
        alpha, beta = self.rules.window
        return self.alphabeta(0, max(alpha, self.least), min(beta, self.most))

    def alphabeta(self, node: int, alpha: Number, beta: Number) -> Number:
        value = self.evaluation(node)
        if value is not None:
            self.read[node] = value
        elif self.player(node) is Player.CHANCE:
            self.events.append(("visit", node, (alpha, beta), None))
            mean = self.star1(node, alpha, beta)
            return max(alpha, min(mean, beta)) if self.rules.fail == "hard" else mean
        return super().alphabeta(node, alpha, beta)

    def star1(self, node: int, alpha: Number, beta: Number) -> Number:
        children = self.children(node)
        weights = [self.weight(child, len(children)) for child in children]
        returned: list[Number] = []
        for i, child in enumerate(children):
            child_alpha, child_beta = self.least, self.most
            after = sum(weights[i + 1 :])
            if weights[i] and self.most != INF and alpha != -INF:
                highs = self.weighted(children[:i], weights, 1)
                child_alpha = (alpha - highs - self.most * after) / Fraction(weights[i])
            if weights[i] and self.least != -INF and beta != INF:
                lows = self.weighted(children[:i], weights, 0)
                child_beta = (beta - lows - self.least * after) / Fraction(weights[i])
            x = self.alphabeta(child, max(self.least, child_alpha), min(self.most, child_beta))
            returned.append(x)
            low, high = self.proven(node)
            fails_low = alpha > high or (alpha == high and self.rules.cutoff == ">=")
            fails_high = low > beta or (low == beta and self.rules.cutoff == ">=")
            if (fails_low or fails_high) and i + 1 < len(children):
                end = high if fails_low else low
                self.events.append(("cut", node, child, x, end, None, None))
                return end
            self.events.append(("return", node, child, x, None, None, None))
        mean = sum(weight * x for weight, x in zip(weights, returned, strict=True) if weight)
        return int(mean) if isinstance(mean, Fraction) and mean.denominator == 1 else mean

    def weighted(self, children: list[int], weights: list[Fraction], end: int) -> Number:
        ends = (self.proven(child)[end] for child in children)
        return sum(weight * x for weight, x in zip(weights, ends, strict=False) if weight)

    def proven(self, node: int) -> tuple[Number, Number]:
        """Return what the leaves read so far prove about a node, by the definition."""
        if node in self.read:
            return self.read[node], self.read[node]
        depth = self.rules.depth
        if self.tree.is_leaf(node) or (depth is not None and self.tree.ply[node] >= depth):
            return self.least, self.most
        children = list(self.tree.children(node))
        parts = [self.proven(child) for child in children]
        if node in self.tree.elided:
            parts.append((self.least, self.most))
        player = self.player(node)
        if player is Player.CHANCE:
            weights = [self.weight(child, len(children)) for child in children]
            low = sum(w * part[0] for w, part in zip(weights, parts, strict=True) if w)
            high = sum(w * part[1] for w, part in zip(weights, parts, strict=True) if w)
            return low, high
        best = max if player is Player.MAX else min
        return best(low for low, _ in parts), best(high for _, high in parts)
