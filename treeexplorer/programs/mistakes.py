"""The single lines that programs with alpha-beta are often found to have wrong.

Alpha-beta stands here in Python, as textbooks and programmers write it. A mistake is one of its
lines with what stands there instead; it is run as it is shown, so that a program which answers
every tree as it does has very likely made it.

A mistake's name says what comes of it: lines with the same name answer every tree alike. A name of
:mod:`treeexplorer.engine.misconceptions` is the same mistake on paper, and has its words.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from textwrap import indent
from types import CodeType
from typing import Any, Final, NamedTuple

from treeexplorer.engine.misconceptions import MISCONCEPTIONS
from treeexplorer.rules import Rules

LISTINGS: Final = {
    "the form with one loop": """\
INF = float("inf")

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
INF = float("inf")

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
INF = float("inf")

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
INF = float("inf")

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
INF = float("inf")

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
INF = float("inf")

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
INF = float("inf")
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
_FROM_V: Final = """\
for child in node:
    value = alphabeta(child, alpha, beta, not is_max)
    if is_max: v = max(v, value); alpha = max(alpha, v)
    else: v = min(v, value); beta = min(beta, v)"""
_MOVED_BACK: Final = """\
if is_max: v, alpha = max(v, value), value
else: v, beta = min(v, value), value"""
_NEVER_MOVED: Final = """\
if is_max: v = max(v, value)
else: v = min(v, value)"""
_LAST_KEPT: Final = """\
if is_max: v, alpha = value, max(alpha, value)
else: v, beta = value, min(beta, value)"""
_SET_BACK_AT_MAX: Final = """\
value = alphabeta(child, alpha, beta, MIN)
v, alpha = max(v, value), value"""
_SET_BACK_AT_MIN: Final = """\
value = alphabeta(child, alpha, beta, MAX)
v, beta = min(v, value), value"""
_SMALL_INFINITY: Final = "a number that leaves go beyond stands for ∞"
_SMALL_WINDOW: Final = "it begins with a window that leaves lie beyond"


class Mistake(NamedTuple):
    """A wrong line of one of the :data:`LISTINGS`, or a few that stand in the wrong order."""

    listing: str
    number: int  # the line, from 1; the first of several
    instead: str  # what stands there instead, without the indentation of the first line
    name: str  # what comes of it: a misconception's name if it is one, else the words

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


def lines_of(source: str | Mistake, rules: Rules) -> list[str]:
    """Return the lines of a listing, or of one with a mistake in it, as they are under rules.

    Rules say which test cuts, and from which side children are taken.
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
    return lines


def nearest_first(mistakes: Sequence[Mistake], text: str) -> list[Mistake]:
    """Return mistakes listing by listing, the nearest to a program first.

    A listing is nearer that, with a mistake, hands negated bounds down and compares α with β as
    the program's text does, then one with more of the mistakes.
    """
    negates, tests = _shape(text)

    def is_like(mistake: Mistake) -> bool:
        its_negates, its_tests = _shape("\n".join(lines_of(mistake, Rules())))
        return its_negates is negates and tests in {None, its_tests}

    like = {mistake for mistake in mistakes if "max" in text.lower() and is_like(mistake)}
    lines, nearer = (Counter(each.listing for each in some) for some in (mistakes, like))
    listings = sorted(lines, key=lambda name: (name in nearer, lines[name]), reverse=True)
    return sorted(mistakes, key=lambda each: (listings.index(each.listing), each not in like))


def _shape(text: str) -> tuple[bool, int | None]:
    """Return whether a search hands negated bounds down, and how often it compares α with β.

    That tells the listings apart, and is written alike in most languages. ``None`` stands for the
    number where nothing is called alpha.
    """
    text = text.replace("α", "alpha").replace("β", "beta").lower()
    negated = r"-\s*[\w.$]+\([^;\n]*-\s*[\w$]|,\s*-\s*[\w$]+\s*,\s*-\s*[\w$]"
    tests = r"alpha\w*\s*[<>]=?\s*\$?beta|beta\w*\s*[<>]=?\s*\$?alpha"
    negates = re.search(negated, text) is not None
    return negates, min(2, len(re.findall(tests, text))) if "alpha" in text else None


@cache
def _compiled(source: str | Mistake, rules: Rules) -> CodeType:
    return compile("\n".join(lines_of(source, rules)), "<listing>", "exec")


def program(
    source: str | Mistake, rules: Rules | None = None, *, anew: bool = False
) -> Callable[[Any], tuple[Any, list[Any]]]:
    """Return the function of a listing, or of one with a mistake in it, on nested lists.

    It returns the root's value and the leaves that it evaluates, in order. It is started ``anew``
    for each tree, or its globals are kept between trees.
    """
    leaves: list[Any] = []

    def evaluate(leaf: Any) -> Any:
        leaves.append(leaf)
        return leaf

    names: dict[str, Any] = {
        "MAX": True,
        "MIN": False,
        "Int32": _Int32,
        "evaluate": evaluate,
        "is_leaf": lambda node: not isinstance(node, list),
        "table": {},
    }
    code = _compiled(source, rules or Rules())

    def answer(tree: Any) -> tuple[Any, list[Any]]:
        if anew or "search" not in names:
            exec(code, names)  # noqa: S102 - nothing but the listings above
        leaves.clear()
        return names["search"](tree), list(leaves)

    return answer


_ROWS: Final[dict[str, tuple[tuple[int, str, str], ...]]] = {
    "the form with one loop": (
        (1, "INF = 99", _SMALL_INFINITY),
        (7, "value = alphabeta(child, -INF, beta, not is_max)", "alpha-not-handed-down"),
        (7, "value = alphabeta(child, alpha, INF, not is_max)", "beta-not-handed-down"),
        (7, "value = alphabeta(child, -INF, INF, not is_max)", "nothing-handed-down"),
        (7, "value = alphabeta(child, beta, alpha, not is_max)", "MIN takes its first child alone"),
        (7, "value = alphabeta(child, alpha, beta, is_max)", "player-never-changes"),
        (7, "value = -alphabeta(child, alpha, beta, not is_max)", "the sign of values is wrong"),
        (5, "v = 0", "v starts at 0"),
        (5, "v = -INF", "MIN returns α in the place of v"),
        (10, "if alpha + 1 >= beta: break", "it cuts when α + 1 ≥ β"),
        (10, "if alpha <= beta: break", "first-child-only"),
        (10, "break", "first-child-only"),
        (10, "pass", "minimax"),
        (11, "return alpha", "MIN returns α in the place of v"),
        (11, "return beta", "MAX returns β in the place of v"),
        (6, "for child in node[:-1] or node:", "the last child is left out"),
        (6, "for child in node[1:] or node:", "the first child is left out"),
        (14, "return alphabeta(tree, -INF, INF, False)", "players-exchanged"),
        (7, _TESTED_TOO_SOON, "it tests before α or β is moved, one child too late"),
        (5, _TESTED_BEFORE_LOOP, "it tests only before the first child, not after each"),
        (5, f"v = 0\n{_FROM_V}", "v starts at 0, seen from either player"),
        (5, f"v = -99 if is_max else 99\n{_FROM_V}", "v starts at a number that leaves go beyond"),
        (8, _MOVED_BACK, "bound-moved-back"),
        (8, _NEVER_MOVED, "never-raised"),
        (8, _LAST_KEPT, "the value of the last child is kept"),
        (8, "if is_max: v, alpha = max(v, value), value", "MAX sets α to a smaller value, too"),
        (8, "if is_max: alpha = v = max(v, value)", "MAX sets α to a smaller v, too"),
        (8, "if is_max: v, alpha = value, max(alpha, value)", "MAX keeps its last child's value"),
        (9, "else: v, beta = value, min(beta, value)", "MIN keeps its last child's value"),
        (9, "else: v, beta = min(v, value), value", "MIN sets β to a larger value, too"),
        (9, "else: beta = v = min(v, value)", "MIN sets β to a larger v, too"),
        (14, "return alphabeta(tree, 0, INF, True)", "α begins at 0"),
        (14, "return alphabeta(tree, -INF, 0, True)", "β begins at 0"),
        (14, "return alphabeta(tree, -99, 99, True)", _SMALL_WINDOW),
        (10, "if alpha == beta: break", "it cuts where α = β alone"),
        (5, f"v = INF if is_max else -INF\n{_FROM_V}", "v starts at the wrong infinity"),
    ),
    "the classic form": (
        (1, "INF = 99", _SMALL_INFINITY),
        (8, "v = max(v, alphabeta(child, -INF, beta, MIN))", "alpha-not-handed-down"),
        (8, "v = max(v, alphabeta(child, alpha, INF, MIN))", "MAX hands no β down"),
        (8, "v = max(v, alphabeta(child, -INF, INF, MIN))", "MAX hands no bounds down"),
        (8, "v = max(v, alphabeta(child, v, beta, MIN))", "MIN hands no α down"),
        (8, "v = max(v, alphabeta(child, alpha, beta, MAX))", "player-never-changes"),
        (8, "v = alphabeta(child, alpha, beta, MIN)", "MAX keeps its last child's value"),
        (8, "v = min(v, alphabeta(child, alpha, beta, MIN))", "MAX keeps −∞"),
        (15, "v = min(v, alphabeta(child, alpha, INF, MAX))", "beta-not-handed-down"),
        (15, "v = min(v, alphabeta(child, -INF, beta, MAX))", "MIN hands no α down"),
        (15, "v = min(v, alphabeta(child, -INF, INF, MAX))", "MIN hands no bounds down"),
        (15, "v = min(v, alphabeta(child, alpha, v, MAX))", "MAX hands no β down"),
        (15, "v = min(v, alphabeta(child, alpha, beta, MIN))", "MIN calls MIN again"),
        (15, "v = alphabeta(child, alpha, beta, MAX)", "MIN keeps its last child's value"),
        (15, "v = max(v, alphabeta(child, alpha, beta, MAX))", "MIN keeps +∞"),
        (6, "v = 0", "v starts at 0 at MAX"),
        (13, "v = 0", "v starts at 0 at MIN"),
        (13, "v = -INF", "v starts at −∞ at MIN, too"),
        (9, "pass", "minimax"),
        (9, "alpha = v", "MAX sets α to a smaller v, too"),
        (9, "if alpha >= beta: break\nalpha = max(alpha, v)", "MAX tests before it moves α"),
        (16, "pass", "minimax"),
        (16, "beta = v", "MIN sets β to a larger v, too"),
        (16, "alpha = v", "minimax"),
        (16, "if alpha >= beta: break\nbeta = min(beta, v)", "MIN tests before it moves β"),
        (10, "if alpha > beta: break", "only MIN cuts at equality"),
        (10, "pass", "only MIN tests for a cut-off"),
        (10, "return v", "MAX takes its first child alone"),
        (17, "if alpha > beta: break", "only MAX cuts at equality"),
        (17, "pass", "only MAX tests for a cut-off"),
        (17, "return v", "MIN takes its first child alone"),
        (11, "return beta", "MAX returns β in the place of v"),
        (18, "return alpha", "MIN returns α in the place of v"),
        (21, "return alphabeta(tree, -INF, INF, MIN)", "players-exchanged"),
        (8, _SET_BACK_AT_MAX, "MAX sets α to a smaller value, too"),
        (15, _SET_BACK_AT_MIN, "MIN sets β to a larger value, too"),
        (21, "return alphabeta(tree, 0, INF, MAX)", "α begins at 0"),
        (21, "return alphabeta(tree, -INF, 0, MAX)", "β begins at 0"),
        (21, "return alphabeta(tree, -99, 99, MAX)", _SMALL_WINDOW),
    ),
    "negamax": (
        (1, "INF = 99", _SMALL_INFINITY),
        (4, "if is_leaf(node): return evaluate(node)", "negamax forgets the sign at leaves"),
        (7, "value = negamax(child, -beta, -alpha, -colour)", "the sign of values is wrong"),
        (7, "value = -negamax(child, alpha, beta, -colour)", "minimax"),
        (7, "value = -negamax(child, beta, alpha, -colour)", "MIN takes its first child alone"),
        (7, "value = -negamax(child, -alpha, -beta, -colour)", "MIN takes its first child alone"),
        (7, "value = -negamax(child, -beta, -alpha, colour)", "negamax forgets the sign at leaves"),
        (7, "value = -negamax(child, -beta, -v, -colour)", "only-own-bound"),
        (7, "value = -negamax(child, -INF, -alpha, -colour)", "only-own-bound"),
        (7, "value = -negamax(child, -INF, INF, -colour)", "nothing-handed-down"),
        (5, "v = 0", "v starts at 0, seen from either player"),
        (5, "v = -99", "v starts at a number that leaves go beyond"),
        (6, "for child in node[:-1] or node:", "the last child is left out"),
        (6, "for child in node[1:] or node:", "the first child is left out"),
        (8, "v = max(v, value) if v else value", "a v of 0 counts as none"),
        (8, "v = value", "the value of the last child is kept"),
        (9, "pass", "never-raised"),
        (9, "alpha = value", "bound-moved-back"),
        (9, "alpha = max(alpha, v) if value else alpha", "a value of 0 does not move α"),
        (
            9,
            "if alpha >= beta: break\nalpha = max(alpha, v)",
            "it tests before α or β is moved, one child too late",
        ),
        (10, "if alpha + 1 >= beta: break", "it cuts when α + 1 ≥ β"),
        (10, "if alpha <= beta: break", "first-child-only"),
        (10, "return v", "first-child-only"),
        (11, "return -v", "the value is returned with the wrong sign"),
        (14, "return negamax(tree, Int32(-2**31), 2**31 - 1, 1)", "−INT_MIN overflows"),
        (14, "return negamax(tree, -INF, INF, -1)", "negamax begins with the other player"),
        (14, "return negamax(tree, 0, INF, 1)", "α begins at 0"),
        (14, "return negamax(tree, -INF, 0, 1)", "β begins at 0"),
        (14, "return negamax(tree, -99, 99, 1)", _SMALL_WINDOW),
        (10, "if alpha == beta: break", "it cuts where α = β alone"),
        (5, "v = INF", "v starts at the wrong infinity"),
    ),
    "fail-hard negamax": (
        (6, "value = negamax(child, -beta, -alpha, -colour)", "the sign of values is forgotten"),
        (7, "if value >= beta: return alpha", "α is returned at a cut-off in the place of β"),
        (8, "alpha = value", "α is set to a smaller value, too"),
        (9, "return value", "the value of the last child is returned"),
        (12, "return negamax(tree, 0, INF, 1)", "α begins at 0, and nothing less is returned"),
        (1, "INF = 99", f"{_SMALL_INFINITY}, and no more is returned"),
    ),
    "the form of AIMA": (
        (1, "INF = 99", _SMALL_INFINITY),
        (7, "v2 = max_value(child, alpha, beta)", "player-never-changes"),
        (8, "if v2 > v: v = v2", "alpha-not-handed-down"),
        (8, "if v2 < v: v, alpha = v2, max(alpha, v2)", "MAX keeps −∞"),
        (9, "if v <= alpha: return v", "MAX takes its first child alone"),
        (17, "if v2 < v: v = v2", "beta-not-handed-down"),
        (9, "pass", "beta-not-handed-down"),
        (18, "if v >= beta: return v", "MIN takes its first child alone"),
        (18, "pass", "alpha-not-handed-down"),
        (22, "return min_value(tree, -INF, INF)", "players-exchanged"),
        (22, "return max_value(tree, 0, INF)", "α begins at 0"),
    ),
    "negamax with a table of positions": (
        (13, "if v >= beta: pass", "a lower bound is stored as if it were exact"),
        (14, "if v <= bound: pass", "an upper bound is stored as if it were exact"),
        (
            15,
            "table[str(node), 1] = table[str(node), -1] = low, high",
            "who is to move is not in the table",
        ),
    ),
    "the form with global α and β": ((14, "pass", "α and β are global, and never reset"),),
}
MISTAKES: Final = tuple(Mistake(listing, *row) for listing in _ROWS for row in _ROWS[listing])
"""Wrong lines, the likeliest first in each listing; 99 stands there for a number like it."""
