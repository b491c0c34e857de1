"""Right searches of nested lists, as somebody may write them, that note the leaves they read."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import product
from typing import Any

INF = math.inf


@dataclass
class Right:
    """One program: a search, the sign of its test, its form, its values, its table of positions."""

    search: str  # the method that searches
    sign: str = ">="
    form: str = "soft"  # what is returned outside the window
    values: str = "MAX"  # "mover" where a value is told from the side to move
    table: bool = False
    right_to_left: bool = False
    again: str = "score"  # or "alpha": the lower end of a window that is searched again
    guess: float = 0  # where MTD(f) begins
    levels: tuple[bool, ...] = (True, False)  # whether MAX moves, ply by ply
    leaves: list[Any] = field(default_factory=list)
    known: dict[Any, tuple[float, float]] = field(default_factory=dict)

    def __str__(self) -> str:
        parts = (self.search, self.sign, self.form, self.values, self.again, str(self.guess))
        return "-".join(
            (
                *parts,
                *["table"] * self.table,
                *["from the right"] * self.right_to_left,
                *self.players,
            )
        )

    @property
    def players(self) -> list[str]:
        """The players by ply where they are not MAX and MIN in turn."""
        usual = self.levels == (True, False)
        return [] if usual else ["MAX" if is_max else "MIN" for is_max in self.levels]

    def is_max(self, ply: int) -> bool:
        return self.levels[ply % len(self.levels)]

    def __call__(self, tree: Any) -> tuple[Any, list[Any]]:
        self.leaves, self.known = [], {}
        search: Callable[[Any], Any] = getattr(self, self.search)
        if self.search in {"pvs", "negascout"}:
            return self.from_mover(search, tree), list(self.leaves)
        return search(tree), list(self.leaves)

    def children(self, node: Any) -> Any:
        return reversed(node) if self.right_to_left else node

    def cuts(self, alpha: float, beta: float) -> bool:
        return alpha >= beta if self.sign == ">=" else alpha > beta

    def leaf(self, value: Any) -> Any:
        self.leaves.append(value)
        return value

    def alphabeta(self, tree: Any) -> Any:
        return self.from_mover(self.negamax, tree) if self.values == "mover" else self.minimax(tree)

    def from_mover(self, search: Callable[..., Any], tree: Any) -> Any:
        """Search a tree as seen by who moves first, and tell its value as MAX sees it."""
        colour = 1 if self.is_max(0) else -1
        return colour * search(tree, -INF, INF, colour)

    def minimax(self, node: Any, alpha: float = -INF, beta: float = INF, ply: int = 0) -> Any:
        if not isinstance(node, list):
            return self.leaf(node)
        is_max = self.is_max(ply)
        first, last, key = alpha, beta, (str(node), ply % len(self.levels))
        if (bound := self.found(key, alpha, beta)) is not None:
            return bound
        v = -INF if is_max else INF
        if self.form == "hard":
            v = alpha if is_max else beta
        for child in self.children(node):
            value = self.minimax(child, alpha, beta, ply + 1)
            v = max(v, value) if is_max else min(v, value)
            alpha, beta = (max(alpha, v), beta) if is_max else (alpha, min(beta, v))
            if self.cuts(alpha, beta):
                break
        v = max(first, min(v, last)) if self.form == "hard" else v
        self.keep(key, v, first, last)
        return v

    def found(self, key: Any, alpha: float, beta: float) -> float | None:
        if not self.table or key not in self.known:
            return None
        low, high = self.known[key]
        if low == high or low >= beta:
            return low
        return high if high <= alpha else None

    def keep(self, key: Any, v: float, alpha: float, beta: float) -> None:
        if alpha < v < beta:
            self.known[key] = (v, v)
        elif v >= beta:
            self.known[key] = (v, INF)
        else:
            self.known[key] = (-INF, v)

    def negamax(self, node: Any, alpha: float, beta: float, colour: int) -> Any:
        if not isinstance(node, list):
            return colour * self.leaf(node)
        first, key = alpha, (str(node), colour)
        if (bound := self.found(key, alpha, beta)) is not None:
            return bound
        v = alpha if self.form == "hard" else -INF
        for child in self.children(node):
            v = max(v, -self.negamax(child, -beta, -alpha, -colour))
            alpha = max(alpha, v)
            if self.cuts(alpha, beta):
                break
        v = max(first, min(v, beta)) if self.form == "hard" else v
        self.keep(key, v, first, beta)
        return v

    def pvs(self, node: Any, alpha: float = -INF, beta: float = INF, colour: int = 1) -> Any:
        if not isinstance(node, list):
            return colour * self.leaf(node)
        key, first = (str(node), colour), alpha
        if (bound := self.found(key, alpha, beta)) is not None:
            return bound
        v = -INF
        for number, child in enumerate(self.children(node)):
            if number == 0:
                score = -self.pvs(child, -beta, -alpha, -colour)
            else:
                score = -self.pvs(child, -alpha - 1, -alpha, -colour)
                if alpha < score < beta:
                    lower = score if self.again == "score" else alpha
                    score = -self.pvs(child, -beta, -lower, -colour)
            v = max(v, score)
            alpha = max(alpha, v)
            if self.cuts(alpha, beta):
                break
        v = max(first, min(v, beta)) if self.form == "hard" else v
        self.keep(key, v, first, beta)
        return v

    def negascout(self, node: Any, alpha: float = -INF, beta: float = INF, colour: int = 1) -> Any:
        if not isinstance(node, list):
            return colour * self.leaf(node)
        v, upper = -INF, beta
        for number, child in enumerate(self.children(node)):
            score = -self.negascout(child, -upper, -max(alpha, v), -colour)
            is_low = all(not isinstance(each, list) for each in node)
            if score > v and (number == 0 or score >= beta or is_low):
                v = score
            elif score > v:
                lower = score if self.again == "score" else max(alpha, v)
                v = max(score, -self.negascout(child, -beta, -lower, -colour))
            if self.cuts(v, beta):
                break
            upper = max(alpha, v) + 1
        return v

    def mtdf(self, tree: Any) -> Any:
        self.table, low, high, guess = True, -INF, INF, self.guess
        while low < high:
            beta = guess + 1 if guess == low else guess
            guess = self.minimax(tree, beta - 1, beta)
            low, high = (low, guess) if guess < beta else (guess, high)
        return guess

    def scout(self, node: Any, ply: int = 0) -> Any:
        if not isinstance(node, list):
            return self.leaf(node)
        is_max = self.is_max(ply)
        first, *others = self.children(node)
        v = self.scout(first, ply + 1)
        for child in others:
            if self.better(child, v, is_max, ply + 1):
                v = self.scout(child, ply + 1)
        return v

    def better(self, node: Any, v: Any, than_max: bool, ply: int) -> bool:
        if not isinstance(node, list):
            value = self.leaf(node)
            return bool(value > v if than_max else value < v)
        some = any if than_max == self.is_max(ply) else all
        return some(self.better(child, v, than_max, ply + 1) for child in self.children(node))

    def bounds(self, node: Any, low: float = -INF, high: float = INF, ply: int = 0) -> Any:
        if not isinstance(node, list):
            return self.leaf(node)
        is_max = self.is_max(ply)
        v = low if is_max else high
        for child in self.children(node):
            if is_max:
                v = max(v, self.bounds(child, v, high, ply + 1))
                if v > high:
                    return high
            else:
                v = min(v, self.bounds(child, low, v, ply + 1))
                if v < low:
                    return low
        return v

    def two_functions(self, node: Any, alpha: float = -INF, beta: float = INF, ply: int = 0) -> Any:
        if not isinstance(node, list):
            return self.leaf(node)
        is_max = self.is_max(ply)
        result, best = (alpha if is_max else beta), None
        for child in self.children(node):
            if result >= beta if is_max else result <= alpha:
                break
            window = (result, beta) if is_max else (alpha, result)
            value = self.two_functions(child, *window, ply + 1)
            if best is None or (value > result if is_max else value < result):
                result, best = value, child
        return result


RIGHT = (
    *(
        Right("alphabeta", sign, form, values, table, right_to_left=order)
        for sign, form, values, table, order in product(
            (">=", ">"), ("soft", "hard"), ("MAX", "mover"), (False, True), (False, True)
        )
        # Under > a node may be entered with α = β, and what fail-hard returns then is no bound.
        if not (sign == ">" and form == "hard" and table)
    ),
    *(
        Right(search, right_to_left=order)
        for search, order in product(("bounds", "two_functions", "scout"), (False, True))
    ),
    *(
        Right("pvs", form=form, table=table, right_to_left=order, again=again)
        for form, table, order, again in product(
            ("soft", "hard"), (False, True), (False, True), ("score", "alpha")
        )
    ),
    *(
        Right("negascout", right_to_left=order, again=again)
        for order, again in product((False, True), ("score", "alpha"))
    ),
    *(Right("pvs", ">", right_to_left=order) for order in (False, True)),
    *(Right("mtdf", guess=guess) for guess in (0, 7, -1000, 1000)),
)

OTHER_LEVELS = ((False, True), (True, False, False), (False, False, True))
"""MIN first; and one player moving twice in a row."""
