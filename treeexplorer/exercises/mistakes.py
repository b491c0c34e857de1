"""The single lines that programs with alpha-beta are often found to have wrong.

Alpha-beta stands here in Python, as textbooks and programmers write it. A mistake is one of its
lines with what stands there instead; it is run as it is shown, so that a program which answers
every tree as it does has very likely made it.

A mistake's name says what comes of it: lines with the same name answer every tree alike. A name of
:mod:`treeexplorer.engine.misconceptions` is the same mistake on paper, and has its words.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from itertools import permutations
from textwrap import indent
from types import CodeType
from typing import Any, Final, NamedTuple

from treeexplorer.engine.misconceptions import MISCONCEPTIONS
from treeexplorer.rules import Rules
from treeexplorer.tree import Player

LISTINGS: Final = {
    "the form with one loop": """\
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
""",
    "the classic form": """\
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
""",
    "negamax": """\
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
""",
    "fail-hard negamax": """\
def negamax(node, alpha, beta, colour):
    if is_leaf(node): return colour * evaluate(node)
    for child in node:
        value = -negamax(child, -beta, -alpha, -colour)
        if value >= beta: return beta
        if value > alpha: alpha = value
    return alpha

def search(tree):
    return negamax(tree, -INF, INF, 1)
""",
    "the form of AIMA": """\
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
""",
    "negamax with a table of positions": """\
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
    table.clear()
    return alphabeta(tree, -INF, INF, 1)
""",
    "the form with global α and β": """\
alpha, beta = -INF, INF

def alphabeta(node, is_max):
    global alpha, beta
    if is_leaf(node): return evaluate(node)
    v = -INF if is_max else INF
    before = alpha, beta
    for child in node:
        value = alphabeta(child, not is_max)
        if is_max: v, alpha = max(v, value), max(alpha, value)
        else: v, beta = min(v, value), min(beta, value)
        if alpha >= beta: break
    alpha, beta = before
    return v

def search(tree):
    return alphabeta(tree, True)
""",
}
"""Alpha-beta in Python, by what it is called; each is right."""


_TESTED_TOO_SOON: Final = """\
value = alphabeta(child, alpha, beta, not is_max)
if alpha >= beta: break
if is_max: v, alpha = max(v, value), max(alpha, value)
else: v, beta = min(v, value), min(beta, value)"""
_TESTED_BEFORE_LOOP: Final = """\
if alpha >= beta: return alpha if is_max else beta
v = -INF if is_max else INF
for child in node:
    value = alphabeta(child, alpha, beta, not is_max)
    if is_max: v, alpha = max(v, value), max(alpha, value)
    else: v, beta = min(v, value), min(beta, value)"""


class Mistake(NamedTuple):
    """A wrong line, or a few that stand in the wrong order.

    Attributes:
        listing: Which of :data:`LISTINGS` it is in.
        number: The line, from 1; the first of several.
        instead: What stands there instead, line for line, without the indentation of the first.
        name: What comes of it: a misconception's name if it is one, else the words.
    """

    listing: str
    number: int
    instead: str
    name: str

    @property
    def words(self) -> str:
        """What is done differently, so that “alpha-beta does when …” goes before it."""
        shared = MISCONCEPTIONS.get(self.name)
        return self.name if shared is None else shared.words

    @property
    def lines(self) -> slice:
        """Where in the listing the lines are."""
        return slice(self.number - 1, self.number + self.instead.count("\n"))

    @property
    def right(self) -> str:
        """The right lines."""
        return "\n".join(line.strip() for line in lines_of(self.listing, Rules())[self.lines])

    def text(self, rules: Rules) -> list[str]:
        """Return the listing for rules with the right lines marked, and the wrong ones below."""
        right, wrong = lines_of(self.listing, rules), lines_of(self, rules)[self.lines]
        shown = [f"  {line}".rstrip() for line in right]
        marked = [f"> {line}" for line in right[self.lines]]
        column = len(wrong[0]) - len(wrong[0].lstrip())
        shown[self.lines] = marked + [f"  {line[:column]}# not: {line[column:]}" for line in wrong]
        return shown


class _Int32(int):
    """A number of 32 bits, whose smallest has no opposite."""

    def __neg__(self) -> int:
        return _Int32((-int(self) + 2**31) % 2**32 - 2**31)


# Where a listing tests whether to cut; other tests of its bounds are the same under >.
_TESTS: Final = ("alpha >= beta", "value >= beta", "v >= beta: return", "v <= alpha: return")
_FIRST_PLAYER: Final = (("MAX)", "MIN)"), ("True)", "False)"), ("max_value(", "min_value("))
_NEGAMAX_CALL: Final = re.compile(r"return (-?)(.*, )(-?)1\)")
_OPPOSITE: Final = {"": "-", "-": ""}


def lines_of(source: str | Mistake, rules: Rules) -> list[str]:
    """Return the lines of a listing, or of one with a mistake in it, as they are under rules.

    Rules say which test cuts, from which side children are taken, and who moves first.
    """
    lines = LISTINGS[source if isinstance(source, str) else source.listing].splitlines()
    for test in _TESTS if rules.strict else ():
        lines = [line.replace(test, test.replace("=", "")) for line in lines]
    if isinstance(source, Mistake):
        right = lines[source.number - 1]
        wrong = indent(source.instead, right[: len(right) - len(right.lstrip())])
        lines[source.lines] = wrong.splitlines()
    if rules.right_to_left:
        lines = [re.sub(r"in node\b", "in node[::-1]", line) for line in lines]
    if rules.levels[0] is Player.MIN:
        lines[-1] = _called_for_min(lines[-1])
    return lines


def _called_for_min(line: str) -> str:
    """Return the first call with the other player: ``…, MAX)`` becomes ``…, MIN)``."""
    for names in _FIRST_PLAYER:
        for name, other in permutations(names):
            if name in line:
                return line.replace(name, other)
    return _NEGAMAX_CALL.sub(
        lambda call: f"return {_OPPOSITE[call[1]]}{call[2]}{_OPPOSITE[call[3]]}1)", line
    )


def shape(text: str) -> tuple[bool, int] | None:
    """Return whether a program negates its calls, and how often it compares α with β.

    That tells the listings apart, and is written alike in most languages; ``None`` where the text
    has no alpha and beta.
    """
    if not re.search(r"alpha[^;{]*beta", text, re.IGNORECASE):
        return None
    negated = re.search(r"-\s*[\w.$]+\([^;\n]*-\s*[\w$]", text)
    compared = re.findall(r"alpha\s*[<>]=?\s*\$?beta|beta\s*[<>]=?\s*\$?alpha", text, re.IGNORECASE)
    return negated is not None, min(len(compared), 2)


@cache
def _compiled(source: str | Mistake, rules: Rules) -> CodeType:
    return compile("\n".join(lines_of(source, rules)), "<listing>", "exec")


def program(
    source: str | Mistake, rules: Rules | None = None, *, anew: bool = False
) -> Callable[[Any], tuple[Any, list[Any]]]:
    """Return the function of a listing, or of one with a mistake in it, on nested lists.

    It returns the root's value and the leaves that it evaluates, in order.

    Args:
        source: The mistake, or the name of one of :data:`LISTINGS`.
        rules: Which test cuts, from which side children are taken, and who moves first.
        anew: Whether it is started anew for each tree; else its globals are kept between trees.
    """
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
    code = _compiled(source, rules or Rules())
    exec(code, names)  # noqa: S102 - nothing but the listings above

    def answer(tree: Any) -> tuple[Any, list[Any]]:
        if anew:
            exec(code, names)  # noqa: S102
        leaves.clear()
        return names["search"](tree), list(leaves)

    return answer


def _rows(listing: str, *rows: tuple[int, str, str]) -> tuple[Mistake, ...]:
    return tuple(Mistake(listing, *row) for row in rows)


MISTAKES: Final[tuple[Mistake, ...]] = (
    *_rows(
        "the form with one loop",
        (5, "value = alphabeta(child, -INF, beta, not is_max)", "alpha-not-handed-down"),
        (5, "value = alphabeta(child, alpha, INF, not is_max)", "beta-not-handed-down"),
        (5, "value = alphabeta(child, -INF, INF, not is_max)", "nothing-handed-down"),
        (5, "value = alphabeta(child, beta, alpha, not is_max)", "MIN takes its first child alone"),
        (5, "value = alphabeta(child, alpha, beta, is_max)", "player-never-changes"),
        (5, "value = -alphabeta(child, alpha, beta, not is_max)", "the sign of values is wrong"),
        (3, "v = 0", "v starts at 0"),
        (3, "v = -INF", "MIN returns α in the place of v"),
        (8, "if alpha + 1 >= beta: break", "it cuts when α + 1 ≥ β"),
        (8, "if alpha <= beta: break", "first-child-only"),
        (8, "break", "first-child-only"),
        (8, "pass", "minimax"),
        (9, "return alpha", "MIN returns α in the place of v"),
        (9, "return beta", "MAX returns β in the place of v"),
        (4, "for child in node[:-1] or node:", "the last child is left out"),
        (4, "for child in node[1:] or node:", "the first child is left out"),
        (12, "return alphabeta(tree, -INF, INF, False)", "players-exchanged"),
        (5, _TESTED_TOO_SOON, "it tests before α or β is moved, one child too late"),
        (3, _TESTED_BEFORE_LOOP, "it tests only before the first child, not after each"),
    ),
    *_rows(
        "the classic form",
        (6, "v = max(v, alphabeta(child, -INF, beta, MIN))", "alpha-not-handed-down"),
        (6, "v = max(v, alphabeta(child, alpha, INF, MIN))", "MAX hands no β down"),
        (6, "v = max(v, alphabeta(child, -INF, INF, MIN))", "MAX hands no bounds down"),
        (6, "v = max(v, alphabeta(child, beta, alpha, MIN))", "MAX exchanges α and β"),
        (6, "v = max(v, alphabeta(child, v, beta, MIN))", "MIN hands no α down"),
        (6, "v = max(v, alphabeta(child, alpha, beta, MAX))", "player-never-changes"),
        (6, "v = alphabeta(child, alpha, beta, MIN)", "MAX keeps its last child's value"),
        (6, "v = min(v, alphabeta(child, alpha, beta, MIN))", "MAX keeps −∞"),
        (6, "v = max(v, -alphabeta(child, alpha, beta, MIN))", "MAX turns signs round"),
        (13, "v = min(v, alphabeta(child, alpha, INF, MAX))", "beta-not-handed-down"),
        (13, "v = min(v, alphabeta(child, -INF, beta, MAX))", "MIN hands no α down"),
        (13, "v = min(v, alphabeta(child, -INF, INF, MAX))", "MIN hands no bounds down"),
        (13, "v = min(v, alphabeta(child, beta, alpha, MAX))", "MIN exchanges α and β"),
        (13, "v = min(v, alphabeta(child, alpha, v, MAX))", "MAX hands no β down"),
        (13, "v = min(v, alphabeta(child, alpha, beta, MIN))", "MIN calls MIN again"),
        (13, "v = max(v, alphabeta(child, alpha, beta, MAX))", "MIN keeps +∞"),
        (4, "v = 0", "v starts at 0 at MAX"),
        (11, "v = 0", "v starts at 0 at MIN"),
        (11, "v = -INF", "v starts at −∞ at MIN, too"),
        (7, "pass", "minimax"),
        (7, "alpha = min(alpha, v)", "minimax"),
        (7, "if alpha >= beta: break\nalpha = max(alpha, v)", "MAX tests before it moves α"),
        (14, "pass", "minimax"),
        (14, "alpha = v", "minimax"),
        (14, "beta = max(beta, v)", "minimax"),
        (14, "if alpha >= beta: break\nbeta = min(beta, v)", "MIN tests before it moves β"),
        (8, "if alpha > beta: break", "only MIN cuts at equality"),
        (8, "if alpha <= beta: break", "the test of MAX is the wrong way round"),
        (8, "if alpha + 1 >= beta: break", "MAX cuts when α + 1 ≥ β"),
        (8, "pass", "only MIN tests for a cut-off"),
        (8, "return v", "MAX takes its first child alone"),
        (15, "if alpha > beta: break", "only MAX cuts at equality"),
        (15, "if alpha <= beta: break", "the test of MIN is the wrong way round"),
        (15, "if alpha + 1 >= beta: break", "MIN cuts when α + 1 ≥ β"),
        (15, "pass", "only MAX tests for a cut-off"),
        (15, "return v", "MIN takes its first child alone"),
        (9, "return beta", "MAX returns β in the place of v"),
        (16, "return alpha", "MIN returns α in the place of v"),
        (5, "for child in node[1:] or node:", "MAX leaves its first child out"),
        (12, "for child in node[:-1] or node:", "MIN leaves its last child out"),
        (19, "return alphabeta(tree, -INF, INF, MIN)", "players-exchanged"),
    ),
    *_rows(
        "negamax",
        (2, "if is_leaf(node): return evaluate(node)", "negamax forgets the sign at leaves"),
        (5, "value = negamax(child, -beta, -alpha, -colour)", "the sign of values is wrong"),
        (5, "value = -negamax(child, alpha, beta, -colour)", "minimax"),
        (5, "value = -negamax(child, beta, alpha, -colour)", "MIN takes its first child alone"),
        (5, "value = -negamax(child, -alpha, -beta, -colour)", "MIN takes its first child alone"),
        (5, "value = -negamax(child, -beta, -alpha, colour)", "negamax forgets the sign at leaves"),
        (5, "value = -negamax(child, -beta, -v, -colour)", "only-own-bound"),
        (5, "value = -negamax(child, -INF, -alpha, -colour)", "only-own-bound"),
        (5, "value = -negamax(child, -beta, INF, -colour)", "minimax"),
        (5, "value = -negamax(child, -INF, INF, -colour)", "nothing-handed-down"),
        (3, "v = 0", "v starts at 0, seen from either player"),
        (4, "for child in node[:-1] or node:", "the last child is left out"),
        (4, "for child in node[1:] or node:", "the first child is left out"),
        (6, "v = max(v, value) if v else value", "a v of 0 counts as none"),
        (6, "v = value", "the value of the last child is kept"),
        (7, "pass", "never-raised"),
        (7, "alpha = value", "bound-moved-back"),
        (7, "alpha = max(alpha, v) if value else alpha", "a value of 0 does not move α"),
        (
            7,
            "if alpha >= beta: break\nalpha = max(alpha, v)",
            "it tests before α or β is moved, one child too late",
        ),
        (8, "if alpha + 1 >= beta: break", "it cuts when α + 1 ≥ β"),
        (8, "if alpha <= beta: break", "first-child-only"),
        (8, "return v", "first-child-only"),
        (9, "return -v", "the value is returned with the wrong sign"),
        (12, "return negamax(tree, Int32(-2**31), 2**31 - 1, 1)", "−INT_MIN overflows"),
        (12, "return negamax(tree, -INF, INF, -1)", "negamax begins with the other player"),
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
        (5, "v2 = max_value(child, alpha, beta)", "player-never-changes"),
        (6, "if v2 > v: v = v2", "alpha-not-handed-down"),
        (6, "if v2 < v: v, alpha = v2, max(alpha, v2)", "MAX keeps −∞"),
        (7, "if v <= alpha: return v", "MAX takes its first child alone"),
        (15, "if v2 < v: v = v2", "beta-not-handed-down"),
        (7, "pass", "beta-not-handed-down"),
        (16, "if v >= beta: return v", "MIN takes its first child alone"),
        (16, "pass", "alpha-not-handed-down"),
        (20, "return min_value(tree, -INF, INF)", "players-exchanged"),
    ),
    *_rows(
        "negamax with a table of positions",
        (11, "if v >= beta: pass", "a lower bound is stored as if it were exact"),
        (12, "if v <= bound: pass", "an upper bound is stored as if it were exact"),
        (
            13,
            "table[str(node), 1] = table[str(node), -1] = low, high",
            "who is to move is not in the table",
        ),
    ),
    *_rows(
        "the form with global α and β",
        (13, "pass", "α and β are global, and never reset"),
    ),
)
"""Wrong lines, the likeliest first in each listing."""
