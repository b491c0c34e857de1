"""An independent referee: alpha-beta as a textbook writes it, recursively, one branch a player.

It shares no code with the searches and knows nothing of records. It notes what happens as plain
tuples, which the tests compare with the steps of a record.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from treeexplorer.engine import Rules
from treeexplorer.tree import GameTree, Number, Player

INF = float("inf")
SWAPPED = {Player.MAX: Player.MIN, Player.MIN: Player.MAX, Player.CHANCE: Player.CHANCE}


class WaitingError(Exception):
    """An unknown leaf was reached."""


@dataclass
class Referee:
    """Searches a tree by the book and notes every event.

    Attributes:
        events: Tuples ``(kind, node, …)`` in order; see the methods that append them.
    """

    tree: GameTree
    rules: Rules
    events: list[tuple[Any, ...]] = field(default_factory=list)

    def player(self, node: int) -> Player:
        written = self.tree.players.get(node)
        levels = self.rules.levels
        player = written or levels[self.tree.ply[node] % len(levels)]
        if self.rules.algorithm == "alphabeta" and self.rules.form == "exchanged":
            return SWAPPED[player]
        return player

    def children(self, node: int) -> list[int]:
        children = list(self.tree.children(node))
        return children[::-1] if self.rules.order == "right-to-left" else children

    def evaluation(self, node: int) -> Number | None:
        if self.tree.is_leaf(node):
            value = self.tree.leaf_value(node)
            if value is None:
                raise WaitingError
            return value
        if self.rules.depth is not None and self.tree.ply[node] == self.rules.depth:
            estimate = self.tree.estimates[node]
            exact = self.tree.has_chance and isinstance(estimate, float)
            return Fraction(str(estimate)) if exact else estimate
        return None

    def weight(self, node: int, siblings: int) -> Fraction:
        return self.tree.probabilities.get(node, Fraction(1, siblings))

    def run(self) -> Number:
        """Search from the root and return its value."""
        if self.rules.algorithm == "minimax":
            return self.minimax(0)
        return self.alphabeta(0, *self.rules.window)

    def minimax(self, node: int) -> Number:
        value = self.evaluation(node)
        if value is not None:
            self.events.append(("leaf", node, (-INF, INF), value))
            return value
        player = self.player(node)
        v = {Player.MAX: -INF, Player.MIN: INF, Player.CHANCE: None}[player]
        self.events.append(("visit", node, (-INF, INF), v))
        if player is Player.CHANCE:
            return self.chance(node)
        best: Number = v or 0
        for child in self.children(node):
            x = self.minimax(child)
            best = max(best, x) if player is Player.MAX else min(best, x)
            self.events.append(("return", node, child, x, best, (-INF, INF), (-INF, INF)))
        return best

    def chance(self, node: int) -> Number:
        children = self.children(node)
        total: Number = 0
        for child in children:
            if self.rules.algorithm == "minimax":
                x = self.minimax(child)
            else:
                x = self.alphabeta(child, -INF, INF)
            weight = self.weight(child, len(children))
            total += weight * x if weight else 0
            self.events.append(("return", node, child, x, None, None, None))
        return int(total) if isinstance(total, Fraction) and total.denominator == 1 else total

    def alphabeta(self, node: int, alpha: Number, beta: Number) -> Number:
        value = self.evaluation(node)
        if value is not None:
            self.events.append(("leaf", node, (alpha, beta), value))
            return value
        player = self.player(node)
        if player is Player.CHANCE:
            self.events.append(("visit", node, (alpha, beta), None))
            mean = self.chance(node)
            return max(alpha, min(mean, beta)) if self.clamps() else mean
        form = self.rules.form
        if form == "classic":
            soft = self.rules.fail == "soft"
            return self.classic(node, alpha, beta, soft=soft, strict=self.rules.cutoff == ">")
        if form == "exchanged":
            return self.classic(node, alpha, beta, soft=False, strict=False)
        if form == "bounds":
            return self.bounds(node, alpha, beta)
        return self.two_functions(node, alpha, beta)

    def clamps(self) -> bool:
        """Whether what lies outside the window is clamped, at chance nodes as at all others."""
        if self.rules.form == "classic":
            return self.rules.fail == "hard"
        return self.rules.form != "two-functions"

    def is_cut(self, node: int, left: int) -> bool:
        return left > 0 or (node in self.tree.elided and self.rules.order == "left-to-right")

    def classic(
        self, node: int, alpha: Number, beta: Number, *, soft: bool, strict: bool
    ) -> Number:
        low, high = alpha, beta
        maximizing = self.player(node) is Player.MAX
        v: Number = (-INF if soft else alpha) if maximizing else (INF if soft else beta)
        self.events.append(("visit", node, (alpha, beta), v))
        children = self.children(node)
        for count, child in enumerate(children, 1):
            before = (alpha, beta)
            x = self.alphabeta(child, alpha, beta)
            if maximizing:
                v = max(v, x)
                alpha = max(alpha, v)
            else:
                v = min(v, x)
                beta = min(beta, v)
            stops = alpha > beta if strict else alpha >= beta
            kind = "cut" if stops and self.is_cut(node, len(children) - count) else "return"
            self.events.append((kind, node, child, x, v, before, (alpha, beta)))
            if stops:
                break
        return v if soft else max(low, min(v, high))

    def bounds(self, node: int, low: Number, high: Number) -> Number:
        maximizing = self.player(node) is Player.MAX
        v = low if maximizing else high
        self.events.append(("visit", node, (low, high), v))
        children = self.children(node)
        for count, child in enumerate(children, 1):
            before = (v, high) if maximizing else (low, v)
            x = self.alphabeta(child, *before)
            if (x > v) if maximizing else (x < v):
                v = x
            stops = v > high if maximizing else v < low
            after = (v, high) if maximizing else (low, v)
            kind = "cut" if stops and self.is_cut(node, len(children) - count) else "return"
            self.events.append((kind, node, child, x, v, before, after))
            if stops:
                return high if maximizing else low
        return v

    def two_functions(self, node: int, low: Number, high: Number) -> Number:
        maximizing = self.player(node) is Player.MAX
        result = low if maximizing else high
        best: int | None = None
        self.events.append(("visit", node, (low, high), result))
        children = self.children(node)
        for count, child in enumerate(children, 1):
            before = (result, high) if maximizing else (low, result)
            x = self.alphabeta(child, *before)
            better = x > result if maximizing else x < result
            if best is None or better:
                best, result = child, x
            inside = result < high if maximizing else result > low
            after = (result, high) if maximizing else (low, result)
            is_cut = not inside and self.is_cut(node, len(children) - count)
            self.events.append(
                ("cut" if is_cut else "return", node, child, x, result, before, after)
            )
            if not inside:
                break
        return result


def minimax_value(tree: GameTree, rules: Rules) -> Number:
    """Return the plain recursive minimax value of a tree under a rule's levels and depth."""
    plain = Rules(algorithm="minimax", levels=rules.levels, depth=rules.depth)
    return Referee(tree, plain).run()


def replayed(
    referee: Referee, value: Number | None
) -> Iterator[tuple[dict[int, tuple[Any, ...]], list[int]]]:
    """Yield, for step 0 and each event of a referee, the state of every node and the path.

    A state is ``("open", entry, v, window, None)`` or ``("closed", entry, None, None, value)`` or
    ``("skipped",)``; a node that is missing is unseen. The root returns its value after the last
    event, where it has one.
    """
    tree, depth = referee.tree, referee.rules.depth
    states: dict[int, tuple[Any, ...]] = {}
    path: list[int] = []
    yield {}, []
    for event in referee.events:
        kind, node = event[:2]
        if kind == "leaf":
            path.append(node)
            states[node] = ("open", event[2], None, None, event[3])
        elif kind == "visit":
            path.append(node)
            states[node] = (
                "open",
                event[2],
                event[3],
                None if event[3] is None else event[2],
                None,
            )
        else:
            child, returned, v, window = event[2], event[3], event[4], event[6]
            path.pop()
            states[child] = ("closed", states[child][1], None, None, returned)
            states[node] = ("open", states[node][1], v, window, None)
            skipped = tree.children(node) if kind == "cut" else ()
            for branch in [each for each in skipped if each not in states]:
                for below in range(branch, tree.end[branch]):
                    if depth is None or tree.ply[below] <= depth:
                        states[below] = ("skipped",)
        if value is not None and event is referee.events[-1]:
            states[0] = ("closed", states[0][1], None, None, value)
        yield dict(states), list(path)


def proven(
    tree: GameTree,
    rules: Rules,
    visited: dict[int, Number],
    node: int = 0,
) -> tuple[Number, Number]:
    """Return what a set of evaluated nodes proves about a node, by the definition."""
    referee = Referee(tree, rules)
    if node in visited:
        return visited[node], visited[node]
    if tree.is_leaf(node) or (rules.depth is not None and tree.ply[node] >= rules.depth):
        return -INF, INF
    children = list(tree.children(node))
    parts = [proven(tree, rules, visited, child) for child in children]
    if node in tree.elided:
        parts.append((-INF, INF))
    player = referee.player(node)
    if player is Player.CHANCE:
        weights = [referee.weight(child, len(children)) for child in children]
        low = sum(w * part[0] for w, part in zip(weights, parts, strict=True) if w)
        high = sum(w * part[1] for w, part in zip(weights, parts, strict=True) if w)
        return low, high
    best = max if player is Player.MAX else min
    return best(low for low, _ in parts), best(high for _, high in parts)
