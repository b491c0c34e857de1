"""The searches that enter nodes again, as the literature prints them: plainly recursive.

They share nothing with the searches of the package but the tree. What happens is noted as the
:class:`~tests.engine.referee.Referee` notes it; a window has a third part, whether it is a null
window that asks for more (1) or for less (2) than its number, and ``known`` is a node answered
from memory.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from tests.engine.referee import INF, Referee
from treeexplorer.engine import Rules
from treeexplorer.tree import GameTree, Number, Player

Entry: TypeAlias = tuple[Number, Number, int]
Search: TypeAlias = Callable[[int, Entry], Number]

FULL: Entry = (-INF, INF, 0)


def more_than(number: Number) -> Entry:
    return number, number, 1


def less_than(number: Number) -> Entry:
    return number, number, 2


def passes_above(entry: Entry, value: Number) -> bool:
    """Tell whether a value is β or more; in a question for more, whether it is more."""
    return value > entry[1] if entry[2] == 1 else value >= entry[1]


def passes_below(entry: Entry, value: Number) -> bool:
    return value < entry[0] if entry[2] == 2 else value <= entry[0]


@dataclass
class Textbook:
    """Searches a tree by the book, and notes every event.

    Attributes:
        events: As the referee's, in order.
        memory: What MTD(f) knows of each node; ``None`` in the other searches.
    """

    tree: GameTree
    rules: Rules
    events: list[tuple[Any, ...]] = field(default_factory=list)
    memory: dict[int, tuple[Number, Number]] | None = None

    def __post_init__(self) -> None:
        self.book = Referee(self.tree, self.rules)

    def run(self) -> Number:
        algorithm = self.rules.algorithm
        window = (*self.rules.window, 0)
        if algorithm in {"mtdf", "sss"}:
            return self.mtdf(INF if algorithm == "sss" else 0)
        if algorithm == "scout":
            return self.enter(self.scout, 0, window)
        return self.enter(self.pvs if algorithm == "pvs" else self.negascout, 0, window)

    # -- what they share -----------------------------------------------------------------------

    def enter(self, search: Search, node: int, entry: Entry) -> Number:
        known = self.recalled(node, entry)
        if known is not None:
            self.events.append(("known", node, entry, known))
            return known
        value = self.book.evaluation(node)
        if value is not None:
            self.events.append(("leaf", node, entry, value))
            self.keep(node, FULL, value)
            return value
        if self.book.player(node) is not Player.CHANCE:
            value = search(node, entry)
        else:
            value = self.mean(search, node, entry)
        self.keep(node, entry, value)
        return value

    def is_max(self, node: int) -> bool:
        return self.book.player(node) is Player.MAX

    def better(self, node: int, value: Number, than: Number) -> bool:
        return value > than if self.is_max(node) else value < than

    def begins(self, node: int, entry: Entry) -> Number:
        v = -INF if self.is_max(node) else INF
        self.events.append(("visit", node, entry, v))
        return v

    def moving(self, node: int, entry: Entry, v: Number) -> tuple[Number, Number]:
        alpha, beta, _ = entry
        return (max(alpha, v), beta) if self.is_max(node) else (alpha, min(beta, v))

    def beyond(self, node: int, number: Number) -> Entry:
        """Ask whether a child is strictly better than a number for the player of its parent."""
        return more_than(number) if self.is_max(node) else less_than(number)

    def from_(self, node: int, entry: Entry, value: Number) -> Entry:
        """Return the window from a value to the opponent's bound."""
        return (value, entry[1], 0) if self.is_max(node) else (entry[0], value, 0)

    def is_enough(self, node: int, entry: Entry, v: Number) -> bool:
        return passes_above(entry, v) if self.is_max(node) else passes_below(entry, v)

    def arrives(
        self, node: int, entry: Entry, child: int, value: Number, v: Number, now: Number
    ) -> bool:
        """Note that a value arrives and v becomes what it is now; tell whether that is enough."""
        stops = self.is_enough(node, entry, now)
        children = self.book.children(node)
        left = len(children) - children.index(child) - 1
        kind = "cut" if stops and self.book.is_cut(node, left) else "return"
        self.returns(kind, node, entry, child, value, v, now)
        return stops

    def returns(
        self, kind: str, node: int, entry: Entry, child: int, value: Number, v: Number, now: Number
    ) -> None:
        before, after = self.moving(node, entry, v), self.moving(node, entry, now)
        self.events.append((kind, node, child, value, now, before, after))

    def alphabeta(self, node: int, entry: Entry, search: Search | None = None) -> Number:
        """Search with a window, fail-soft; a null window is the same question for every child."""
        v = self.begins(node, entry)
        for child in self.book.children(node):
            inner = entry if entry[2] else (*self.moving(node, entry, v), 0)
            value = self.enter(search or self.alphabeta, child, inner)
            before, v = v, value if self.better(node, value, v) else v
            if self.arrives(node, entry, child, value, before, v):
                break
        return v

    def mean(self, search: Search, node: int, entry: Entry) -> Number:
        children = self.book.children(node)
        self.events.append(("visit", node, entry, None))
        total: Number = 0
        for child in children:
            value = self.enter(search, child, FULL)
            weight = self.book.weight(child, len(children))
            total += weight * value if weight else 0
            self.events.append(("return", node, child, value, None, None, None))
        return total

    # -- the searches --------------------------------------------------------------------------

    def pvs(self, node: int, entry: Entry) -> Number:
        """Marsland & Campbell 1982: the first child with the window, the others by a test."""
        if entry[2]:
            return self.alphabeta(node, entry, self.pvs)
        v = self.begins(node, entry)
        for number, child in enumerate(self.book.children(node)):
            if not number:
                value = self.enter(self.pvs, child, entry)
            else:
                best = self.moving(node, entry, v)[0 if self.is_max(node) else 1]
                value = self.enter(self.pvs, child, self.beyond(node, best))
                if self.better(node, value, best) and not self.is_enough(node, entry, value):
                    self.returns("return", node, entry, child, value, v, v)
                    value = self.enter(self.pvs, child, self.from_(node, entry, value))
            before, v = v, value if self.better(node, value, v) else v
            if self.arrives(node, entry, child, value, before, v):
                break
        return v

    def negascout(self, node: int, entry: Entry) -> Number:
        """Reinefeld 1983: t is taken where n is β or two plies remain, else searched again."""
        v = self.begins(node, entry)
        n: Entry | None = None  # β
        deepest = max(self.tree.ply)
        plies = min(deepest, self.rules.depth or deepest) - self.tree.ply[node]
        for child in self.book.children(node):
            value = self.enter(self.negascout, child, n or entry)
            before = v
            if self.better(node, value, v):
                mates = self.book.player(child) is self.book.player(node)
                is_leaf = self.tree.is_leaf(child) or self.tree.ply[child] == self.rules.depth
                if n is None or (plies <= 2 and (is_leaf or not mates)):
                    v = value
                else:
                    self.returns("return", node, entry, child, value, v, v)
                    v = value = self.enter(self.negascout, child, self.from_(node, entry, value))
            if self.arrives(node, entry, child, value, before, v):
                break
            if not entry[2]:
                n = self.beyond(node, self.moving(node, entry, v)[0 if self.is_max(node) else 1])
        return v

    def scout(self, node: int, entry: Entry) -> Number:
        """Pearl 1980: the first child exactly, every other one tested for being better."""
        v = self.begins(node, entry)
        for number, child in enumerate(self.book.children(node)):
            before = v
            if number:
                value = self.enter(self.alphabeta, child, self.beyond(node, v))
                if not self.better(node, value, v):
                    self.returns("return", node, entry, child, value, v, v)
                    continue
                self.returns("return", node, entry, child, value, v, v)
            v = value = self.enter(self.scout, child, FULL)
            self.returns("return", node, entry, child, value, before, v)
        return v

    def mtdf(self, guess: Number) -> Number:
        """Plaat 1996: null windows at the last answer until both bounds meet."""
        self.memory = {}
        lower, upper = self.rules.window
        guess = max(lower, min(guess, upper))
        while lower < upper:
            question = more_than(guess) if guess == lower else less_than(guess)
            guess = self.enter(self.alphabeta, 0, question)
            if passes_above(question, guess):
                lower = guess
            else:
                upper = guess
        return guess

    def recalled(self, node: int, entry: Entry) -> Number | None:
        if self.memory is None:
            return None
        lower, upper = self.memory.get(node, (-INF, INF))
        if lower == upper or passes_above(entry, lower):
            return lower
        return upper if passes_below(entry, upper) else None

    def keep(self, node: int, entry: Entry, value: Number) -> None:
        if self.memory is None:
            return
        lower, upper = self.memory.get(node, (-INF, INF))
        if not passes_below(entry, value):
            lower = max(lower, value)
        if not passes_above(entry, value):
            upper = min(upper, value)
        self.memory[node] = lower, upper


def stockman(tree: GameTree, player: Callable[[int], Player]) -> list[int]:
    """Return the leaves that SSS* reads, in order: Stockman 1979, with its list of states.

    Among states of the same merit the leftmost comes first.
    """
    states: list[tuple[Number, int, bool]] = [(INF, 0, False)]
    read: list[int] = []
    while True:
        merit, node, solved = max(states, key=lambda state: (state[0], -state[1]))
        states.remove((merit, node, solved))
        children = list(tree.children(node))
        if not solved:
            if not children:
                value = tree.leaf_value(node)
                assert value is not None
                read.append(node)
                states.append((min(merit, value), node, True))
            elif player(node) is Player.MAX:
                states.extend((merit, child, False) for child in children)
            else:
                states.append((merit, children[0], False))
            continue
        if node == 0:
            return read
        parent = tree.parent[node]
        siblings = list(tree.children(parent))
        if player(parent) is Player.MIN and node != siblings[-1]:
            states.append((merit, siblings[siblings.index(node) + 1], False))
            continue
        if player(parent) is Player.MAX:
            states = [state for state in states if not tree.is_within(state[1], parent)]
        states.append((merit, parent, True))
