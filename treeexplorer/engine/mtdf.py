"""MTD(f): null-window searches with memory, until the bounds on the root's value meet.

Source: Plaat, Schaeffer, Pijls & de Bruin 1996, *Best-first fixed-depth minimax algorithms*.
"""

from __future__ import annotations

from collections.abc import Iterator

from treeexplorer.engine.calls import Driver, Scope, above, below
from treeexplorer.engine.ordered import OrderedTree
from treeexplorer.engine.plain import alphabeta_procedure
from treeexplorer.engine.record import ABOVE, BELOW
from treeexplorer.engine.reentrant import ReentrantRecord
from treeexplorer.tree import FULL_WINDOW, Number, Window


class Memory:
    """The bounds that have been found for each node.

    Attributes:
        bounds: The lower and upper bound on a node's value, by rank.
    """

    def __init__(self) -> None:
        self.bounds: dict[int, Window] = {}

    def recall(self, rank: int, scope: Scope) -> Number | None:
        """Return a bound that answers a call, ``None`` where none does."""
        lower, upper = self.bounds.get(rank, FULL_WINDOW)
        if lower == upper or fails_high(scope, lower):
            return lower
        return upper if fails_low(scope, upper) else None

    def keep(self, rank: int, scope: Scope, value: Number) -> None:
        """Keep what a call's value says about its node."""
        lower, upper = self.bounds.get(rank, FULL_WINDOW)
        if not fails_low(scope, value):
            lower = max(lower, value)
        if not fails_high(scope, value):
            upper = min(upper, value)
        self.bounds[rank] = lower, upper


def fails_high(scope: Scope, value: Number) -> bool:
    """Tell whether a value is at least the window's β."""
    return value > scope.beta if scope.null == ABOVE else value >= scope.beta


def fails_low(scope: Scope, value: Number) -> bool:
    """Tell whether a value is at most the window's α."""
    return value < scope.alpha if scope.null == BELOW else value <= scope.alpha


def mtdf(
    tree: OrderedTree, record: ReentrantRecord, first_guess: Number | None = None
) -> Iterator[None]:
    """Ask for the root's value by null windows at the last answer, beginning with a guess.

    From +∞ it reads the leaves of SSS* in the order of SSS*.

    Args:
        tree: The tree.
        record: The record to fill.
        first_guess: Where to begin; what the rules say where ``None``.
    """
    memory, driver = Memory(), Driver(tree, record)
    driver.remembered, driver.remember = memory.recall, memory.keep
    lower, upper = record.rules.window
    if first_guess is None:
        first_guess = record.rules.first_guess
    guess = max(lower, min(first_guess, upper))
    while lower < upper:
        scope = above(guess) if guess == lower else below(guess)
        guess = yield from driver.run(alphabeta_procedure, scope)
        if record.waits_for is not None:
            return
        if fails_high(scope, guess):
            lower = guess
        else:
            upper = guess
    record.complete = True
