"""The single lines that programs with alpha-beta are often found to have wrong.

Alpha-beta stands here in Python, as textbooks and programmers write it. A mistake is one of its
lines with what stands there instead; it is run as it is shown, so that a program which answers
every tree as it does has very likely made it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final, NamedTuple

_CLASSIC: Final = """\
def alphabeta(node, alpha, beta, player):
    if is_leaf(node): return evaluate(node)
    if player == MAX:
        v = -INF
        for child in node:
            v = max(v, alphabeta(child, alpha, beta, MIN))
            alpha = max(alpha, v)
            if alpha >= beta: break
        return v
    if player == MIN:
        v = INF
        for child in node:
            v = min(v, alphabeta(child, alpha, beta, MAX))
            beta = min(beta, v)
            if alpha >= beta: break
        return v

def search(tree):
    return alphabeta(tree, -INF, INF, MAX)
"""
_ONE_LOOP: Final = """\
def alphabeta(node, alpha, beta, is_max):
    if is_leaf(node): return evaluate(node)
    v = -INF if is_max else INF
    for child in node:
        value = alphabeta(child, alpha, beta, not is_max)
        if is_max: v, alpha = max(v, value), max(alpha, value)
        else: v, beta = min(v, value), min(beta, value)
        if alpha >= beta: break
    return v

def search(tree):
    return alphabeta(tree, -INF, INF, True)
"""
_NEGAMAX: Final = """\
def negamax(node, alpha, beta, colour):
    if is_leaf(node): return colour * evaluate(node)
    v = -INF
    for child in node:
        value = -negamax(child, -beta, -alpha, -colour)
        v = max(v, value)
        alpha = max(alpha, v)
        if alpha >= beta: break
    return v

def search(tree):
    return negamax(tree, -INF, INF, 1)
"""
_FAIL_HARD: Final = """\
def negamax(node, alpha, beta, colour):
    if is_leaf(node): return colour * evaluate(node)
    for child in node:
        value = -negamax(child, -beta, -alpha, -colour)
        if value >= beta: return beta
        if value > alpha: alpha = value
    return alpha

def search(tree):
    return negamax(tree, -INF, INF, 1)
"""
_AIMA: Final = """\
def max_value(node, alpha, beta):
    if is_leaf(node): return evaluate(node)
    v = -INF
    for child in node:
        v2 = min_value(child, alpha, beta)
        if v2 > v: v, alpha = v2, max(alpha, v2)
        if v >= beta: return v
    return v

def min_value(node, alpha, beta):
    if is_leaf(node): return evaluate(node)
    v = INF
    for child in node:
        v2 = max_value(child, alpha, beta)
        if v2 < v: v, beta = v2, min(beta, v2)
        if v <= alpha: return v
    return v

def search(tree):
    return max_value(tree, -INF, INF)
"""
_TABLE: Final = """\
def alphabeta(node, alpha, beta, colour):
    if is_leaf(node): return colour * evaluate(node)
    low, high = table.get((str(node), colour), (-INF, INF))
    if low >= beta: return low
    if high <= alpha: return high
    v, bound = -INF, alpha
    for child in node:
        v = max(v, -alphabeta(child, -beta, -max(alpha, v), -colour))
        if v >= beta: break
    low, high = v, v
    if v >= beta: high = INF
    if v <= bound: low = -INF
    table[str(node), colour] = low, high
    return v

def search(tree):
    return alphabeta(tree, -INF, INF, 1)
"""
LISTINGS: Final = {
    "the classic form": _CLASSIC,
    "the form with one loop": _ONE_LOOP,
    "negamax": _NEGAMAX,
    "fail-hard negamax": _FAIL_HARD,
    "the form of AIMA": _AIMA,
    "negamax with a table of positions": _TABLE,
}
"""Alpha-beta in Python, by what it is called; each is right."""


class Mistake(NamedTuple):
    """A wrong line.

    Attributes:
        listing: Which of :data:`LISTINGS` it is in.
        number: The line, from 1.
        instead: What stands there instead, without the indentation.
        words: What is done differently, so that “alpha-beta does when …” goes before it.
    """

    listing: str
    number: int
    instead: str
    words: str

    @property
    def line(self) -> str:
        """The right line."""
        return LISTINGS[self.listing].splitlines()[self.number - 1].strip()

    def shown(self) -> list[str]:
        """Return the listing with the right line marked, and the wrong one below it."""
        lines = [f"  {line}".rstrip() for line in LISTINGS[self.listing].splitlines()]
        right = lines[self.number - 1]
        indent = right[: len(right) - len(right.lstrip())]
        lines[self.number - 1 : self.number] = [f"> {right[2:]}", f"{indent}# not: {self.instead}"]
        return lines


class _Int32(int):
    """A number of 32 bits, whose smallest has no opposite."""

    def __neg__(self) -> int:
        return _Int32((-int(self) + 2**31) % 2**32 - 2**31)


@cache
def program(
    mistake: Mistake | str, *, strict: bool = False
) -> Callable[[Any], tuple[Any, list[Any]]]:
    """Return the function of a listing, or of one with a mistake in it, on nested lists.

    It returns the root's value and the leaves that it evaluates, in order; MAX moves first.

    Args:
        mistake: The mistake, or the name of one of :data:`LISTINGS`.
        strict: Whether it cuts only when α > β.
    """
    name = mistake if isinstance(mistake, str) else mistake.listing
    lines = LISTINGS[name].splitlines()
    if strict:
        for sign in ("alpha >= beta", "value >= beta", "v >= beta: return", "v <= alpha: return"):
            lines = [line.replace(sign, sign.replace("=", "")) for line in lines]
    if isinstance(mistake, Mistake):
        right = lines[mistake.number - 1]
        lines[mistake.number - 1] = right[: len(right) - len(right.lstrip())] + mistake.instead
    leaves: list[Any] = []

    def evaluate(leaf: Any) -> Any:
        leaves.append(leaf)
        return leaf

    names: dict[str, Any] = {
        "INF": float("inf"),
        "MAX": True,
        "MIN": False,
        "Int32": _Int32,
        "evaluate": evaluate,
        "is_leaf": lambda node: not isinstance(node, list),
        "table": {},
    }
    exec("\n".join(lines), names)  # noqa: S102 - nothing but the listings above

    def answer(tree: Any) -> tuple[Any, list[Any]]:
        leaves.clear()
        names["table"].clear()
        return names["search"](tree), list(leaves)

    return answer


def _rows(listing: str, *rows: tuple[int, str, str]) -> tuple[Mistake, ...]:
    return tuple(Mistake(listing, *row) for row in rows)


MISTAKES: Final[tuple[Mistake, ...]] = (
    *_rows(
        "the form with one loop",
        (5, "value = alphabeta(child, -INF, beta, not is_max)", "α is not handed down"),
        (5, "value = alphabeta(child, alpha, INF, not is_max)", "β is not handed down"),
        (5, "value = alphabeta(child, -INF, INF, not is_max)", "neither α nor β is handed down"),
        (5, "value = alphabeta(child, beta, alpha, not is_max)", "α and β are exchanged"),
        (5, "value = alphabeta(child, alpha, beta, is_max)", "the player never changes"),
        (5, "value = -alphabeta(child, alpha, beta, not is_max)", "signs are turned round"),
        (3, "v = 0", "v starts at 0"),
        (3, "v = -INF", "v starts at −∞, at MIN, too"),
        (8, "if alpha + 1 >= beta: break", "it cuts one too early, when α + 1 ≥ β"),
        (8, "if alpha <= beta: break", "the test is the wrong way round"),
        (8, "pass", "the test is missing"),
        (9, "return alpha", "α is returned instead of v"),
        (9, "return beta", "β is returned instead of v"),
        (4, "for child in node[:-1] or node:", "the last of several children is left out"),
        (4, "for child in node[1:] or node:", "the first of several children is left out"),
    ),
    *_rows(
        "the classic form",
        (6, "v = max(v, alphabeta(child, -INF, beta, MIN))", "MAX hands −∞ down instead of α"),
        (6, "v = max(v, alphabeta(child, alpha, INF, MIN))", "MAX hands +∞ down instead of β"),
        (6, "v = max(v, alphabeta(child, -INF, INF, MIN))", "MAX hands no bounds down"),
        (6, "v = max(v, alphabeta(child, beta, alpha, MIN))", "MAX exchanges α and β"),
        (6, "v = max(v, alphabeta(child, v, beta, MIN))", "MAX hands v down instead of α"),
        (6, "v = max(v, alphabeta(child, alpha, beta, MAX))", "MAX calls MAX again"),
        (6, "v = alphabeta(child, alpha, beta, MIN)", "MAX keeps its last child's value"),
        (6, "v = min(v, alphabeta(child, alpha, beta, MIN))", "MAX keeps the smallest value"),
        (6, "v = max(v, -alphabeta(child, alpha, beta, MIN))", "MAX turns signs round"),
        (13, "v = min(v, alphabeta(child, alpha, INF, MAX))", "MIN hands +∞ down instead of β"),
        (13, "v = min(v, alphabeta(child, -INF, beta, MAX))", "MIN hands −∞ down instead of α"),
        (13, "v = min(v, alphabeta(child, -INF, INF, MAX))", "MIN hands no bounds down"),
        (13, "v = min(v, alphabeta(child, beta, alpha, MAX))", "MIN exchanges α and β"),
        (13, "v = min(v, alphabeta(child, alpha, v, MAX))", "MIN hands v down instead of β"),
        (13, "v = min(v, alphabeta(child, alpha, beta, MIN))", "MIN calls MIN again"),
        (13, "v = max(v, alphabeta(child, alpha, beta, MAX))", "MIN keeps the largest value"),
        (4, "v = 0", "v starts at 0 at MAX"),
        (11, "v = 0", "v starts at 0 at MIN"),
        (11, "v = -INF", "v starts at −∞ at MIN, too"),
        (7, "pass", "MAX never moves α"),
        (7, "alpha = min(alpha, v)", "MAX takes the minimum of α and v"),
        (14, "pass", "MIN never moves β"),
        (14, "alpha = v", "MIN moves α in the place of β"),
        (14, "beta = max(beta, v)", "MIN takes the maximum of β and v"),
        (8, "if alpha > beta: break", "MAX cuts only when α > β, and MIN already when α ≥ β"),
        (8, "if alpha <= beta: break", "the test of MAX is the wrong way round"),
        (8, "if alpha + 1 >= beta: break", "MAX cuts one too early, when α + 1 ≥ β"),
        (8, "pass", "only MIN tests for a cut-off"),
        (8, "return v", "MAX returns inside the loop, after its first child"),
        (15, "if alpha > beta: break", "MIN cuts only when α > β, and MAX already when α ≥ β"),
        (15, "if alpha <= beta: break", "the test of MIN is the wrong way round"),
        (15, "if alpha + 1 >= beta: break", "MIN cuts one too early, when α + 1 ≥ β"),
        (15, "pass", "only MAX tests for a cut-off"),
        (15, "return v", "MIN returns inside the loop, after its first child"),
        (9, "return beta", "MAX returns β in the place of v"),
        (16, "return alpha", "MIN returns α in the place of v"),
        (5, "for child in node[1:] or node:", "MAX leaves out the first of several children"),
        (12, "for child in node[:-1] or node:", "MIN leaves out the last of several children"),
    ),
    *_rows(
        "negamax",
        (2, "if is_leaf(node): return evaluate(node)", "negamax forgets the sign at leaves"),
        (5, "value = negamax(child, -beta, -alpha, -colour)", "the sign of values is forgotten"),
        (5, "value = -negamax(child, alpha, beta, -colour)", "neither swaps nor negates α and β"),
        (5, "value = -negamax(child, beta, alpha, -colour)", "α and β are swapped, not negated"),
        (5, "value = -negamax(child, -alpha, -beta, -colour)", "α and β are negated, not swapped"),
        (5, "value = -negamax(child, -beta, -alpha, colour)", "the player never changes"),
        (5, "value = -negamax(child, -beta, -v, -colour)", "v is handed down instead of α"),
        (5, "value = -negamax(child, -INF, -alpha, -colour)", "β is not handed down: no deep cuts"),
        (5, "value = -negamax(child, -beta, INF, -colour)", "α is not handed down"),
        (5, "value = -negamax(child, -INF, INF, -colour)", "every node begins with (−∞, +∞)"),
        (3, "v = 0", "v starts at 0"),
        (4, "for child in node[:-1] or node:", "the last of several children is left out"),
        (4, "for child in node[1:] or node:", "the first of several children is left out"),
        (6, "v = max(v, value) if v else value", "a v of 0 counts as none"),
        (6, "v = value", "the value of the last child is kept"),
        (7, "pass", "α is never moved"),
        (7, "alpha = value", "α is set to a smaller value, too"),
        (7, "alpha = max(alpha, v) if value else alpha", "a value of 0 does not move α"),
        (8, "if alpha + 1 >= beta: break", "it cuts one too early, when α + 1 ≥ β"),
        (8, "if alpha <= beta: break", "the test is the wrong way round"),
        (8, "return v", "it returns inside the loop, after the first child"),
        (9, "return -v", "the value is returned with the wrong sign"),
        (
            12,
            "return negamax(tree, Int32(-2**31), 2**31 - 1, 1)",
            "−∞ is the smallest integer, whose negative overflows",
        ),
        (12, "return negamax(tree, -INF, INF, -1)", "the other player moves first"),
    ),
    *_rows(
        "fail-hard negamax",
        (4, "value = negamax(child, -beta, -alpha, -colour)", "the sign of values is forgotten"),
        (5, "if value >= beta: return alpha", "α is returned at a cut-off in the place of β"),
        (6, "alpha = value", "α is set to a smaller value, too"),
        (6, "if value < alpha: alpha = value", "the smallest value is kept"),
        (7, "return value", "the value of the last child is returned"),
        (7, "return beta", "β is returned in the place of α"),
    ),
    *_rows(
        "the form of AIMA",
        (5, "v2 = max_value(child, alpha, beta)", "MAX calls MAX again"),
        (6, "if v2 > v: v = v2", "MAX never moves α"),
        (6, "if v2 < v: v, alpha = v2, max(alpha, v2)", "MAX keeps the smallest value"),
        (7, "if v <= alpha: return v", "MAX tests against α in the place of β"),
        (15, "if v2 < v: v = v2", "MIN never moves β"),
        (16, "if v >= beta: return v", "MIN tests against β in the place of α"),
    ),
    *_rows(
        "negamax with a table of positions",
        (11, "if v >= beta: pass", "a lower bound is stored as if it were exact"),
        (12, "if v <= bound: pass", "an upper bound is stored as if it were exact"),
        (
            13,
            "table[str(node), 1] = table[str(node), -1] = low, high",
            "the table does not tell who is to move",
        ),
    ),
)  # fmt: skip
"""Wrong lines, the likeliest first in each listing."""
