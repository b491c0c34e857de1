"""The listings of the searches, and which of their lines each step executes.

The four printed forms of alpha-beta are told apart by what they do, in our own words and names;
the others are the published procedures.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias

from treeexplorer.engine.record import Record, Step, StepKind
from treeexplorer.rules import Rules
from treeexplorer.tree import CHANCE_ROLE, MAX_ROLE, MIN_ROLE

Moment: TypeAlias = Literal["leaf", "visit", "arrive", "next", "last", "cut", "known"]

# A listing's source: each line may begin with marks such as ``MAX visit next|``, which say at
# whose node and in which moments it is executed; ``leaf`` and ``known`` belong to every player.
_CLASSIC = """\
|alphabeta(node, depth, α, β, player):
leaf|  if node is a leaf or depth = 0: return its value
MAX visit|  if player is MAX:
MAX visit|    v = {low}
MAX visit next|    for each child:
MAX arrive|      v = max(v, alphabeta(child, depth − 1, α, β, MIN))
MAX arrive|      α = max(α, v)
MAX arrive cut|      if α {sign} β: break
MAX last cut|    return {max_result}
MIN visit|  if player is MIN:
MIN visit|    v = {high}
MIN visit next|    for each child:
MIN arrive|      v = min(v, alphabeta(child, depth − 1, α, β, MAX))
MIN arrive|      β = min(β, v)
MIN arrive cut|      if α {sign} β: break
MIN last cut|    return {min_result}"""

CLASSIC_CHANCE = """
CHANCE visit|  if player is chance:
CHANCE visit next|    for each child:
CHANCE arrive|      mean = mean + weight · alphabeta(child, depth − 1, −∞, +∞, player of child)
CHANCE last|    return mean"""

_EXCHANGED = """\
|search(node, α, β, maximizing):
leaf|  if node is a leaf: return its value
MIN visit|  if maximizing:
MIN visit next|    for each child:
MIN arrive|      β = min(β, search(child, α, β, minimizing))
MIN arrive cut|      if α ≥ β: return α
MIN last|    return β
MAX visit|  if minimizing:
MAX visit next|    for each child:
MAX arrive|      α = max(α, search(child, α, β, maximizing))
MAX arrive cut|      if α ≥ β: return β
MAX last|    return α"""

_BOUNDS = """\
|minimax(node, depth, min, max):
leaf|  if node is a leaf or depth = 0: return its value
MAX visit|  if it is MAX's move:
MAX visit|    v = min
MAX visit next|    for each child:
MAX arrive|      value = minimax(child, depth − 1, v, max)
MAX arrive|      if value > v: v = value
MAX arrive cut|      if v > max: return max
MAX last|    return v
MIN visit|  if it is MIN's move:
MIN visit|    v = max
MIN visit next|    for each child:
MIN arrive|      value = minimax(child, depth − 1, min, v)
MIN arrive|      if value < v: v = value
MIN arrive cut|      if v < min: return min
MIN last|    return v"""

_TWO_FUNCTIONS = """\
|best for MAX(node, α, β):            (the text begins with −1 and +1)
leaf|  if node is a leaf: return its value
MAX visit|  result = α, best = none
MAX visit next cut|  for each child, while result < β:
MAX arrive|    value = best for MIN(child, result, β)
MAX arrive|    if best = none or value > result:
MAX arrive|      result = value, best = child
MAX last cut|  return result and best
|best for MIN(node, α, β):
leaf|  if node is a leaf: return its value
MIN visit|  result = β, best = none
MIN visit next cut|  for each child, while result > α:
MIN arrive|    value = best for MAX(child, α, result)
MIN arrive|    if best = none or value < result:
MIN arrive|      result = value, best = child
MIN last cut|  return result and best"""

_OTHER_FORMS: Final = {"exchanged": _EXCHANGED, "bounds": _BOUNDS, "two-functions": _TWO_FUNCTIONS}

MINIMAX = """\
|minimax(node):
leaf|  if node is a leaf: return its value
MAX visit|  if it is MAX's move:
MAX visit next arrive|    v = the largest minimax(child) of all children
MAX last|    return v
MIN visit|  if it is MIN's move:
MIN visit next arrive|    v = the smallest minimax(child) of all children
MIN last|    return v"""

MINIMAX_CHANCE = """
CHANCE visit|  if it is a chance node:
CHANCE visit next arrive|    mean = the weighted mean of minimax(child) over all children
CHANCE last|    return mean"""

NEGAMAX = """\
|negamax(node):                       (values as the side to move sees them)
leaf|  if node is a leaf: return its value for the side to move
MAX MIN visit|  v = −∞
MAX MIN visit next|  for each child:
MAX MIN arrive|    v = max(v, −negamax(child))      (no sign change where the same side moves)
MAX MIN last|  return v"""

NEGAMAX_CHANCE = MINIMAX_CHANCE.replace("minimax", "negamax")

PVS = """\
|pvs(node, α, β):                     (as MAX sees it; MIN is the mirror image)
leaf known|  if node is a leaf: return its value
MAX MIN visit|  v = pvs(first child, α, β)
MAX MIN next|  for each later child, while v does not cut:
MAX MIN arrive|    value = test whether child > max(α, v)
MAX MIN again|    if max(α, v) < value < β: value = pvs(child, value, β)
MAX MIN arrive|    v = max(v, value)
MAX MIN cut|    if v ≥ β: break
MAX MIN last cut|  return v"""

NEGASCOUT = """\
|negascout(node, α, β):               (as MAX sees it; MIN is the mirror image)
leaf known|  if node is a leaf: return its value
MAX MIN visit|  v = −∞, n = β
MAX MIN visit next|  for each child:
MAX MIN arrive|    value = negascout(child, max(α, v), n)
MAX MIN arrive|    if value > v:
MAX MIN arrive|      if n = β or at most two plies remain: v = value
MAX MIN again|      else: v = negascout(child, value, β)
MAX MIN cut|    if v ≥ β: break
MAX MIN next|    n = a null window above max(α, v)
MAX MIN last cut|  return v"""

SCOUT = """\
|evaluate(node):                      (as MAX sees it; MIN is the mirror image)
leaf|  if node is a leaf: return its value
MAX MIN visit|  v = evaluate(first child)
MAX MIN next|  for each later child:
MAX MIN arrive|    test whether child > v: stop at the first move that settles it
MAX MIN again|    if it is: v = evaluate(child)
MAX MIN last cut|  return v"""

_WITH_MEMORY = """
MAX MIN visit|      search(node): take v from the children as alpha-beta does
MAX MIN next|        for each child:
MAX MIN arrive|          v = the better of v and search(child)
MAX MIN cut|          if v settles the question: break
leaf known|        what is a leaf, or already known well enough, answers at once
MAX MIN last cut|      remember v as a bound, and return it
"""

MTDF = f"""\
|mtdf(root, guess):
root|  repeat until the lower and the upper bound meet:
root|    ask: is the root worth at least guess? (more, if that is the lower bound)\
{_WITH_MEMORY}\
|    guess = the answer, which is a new lower or upper bound"""

SSS = f"""\
|sss(root):                           (as MTD(f) from +∞: it reads the same leaves)
root|  guess = +∞; repeat until it is confirmed:
root|    ask: is the root worth at least guess?\
{_WITH_MEMORY}\
|    guess = the answer, a new and smaller upper bound: the highest merit left"""

_PLAYERS: Final = {MAX_ROLE: "MAX", MIN_ROLE: "MIN", CHANCE_ROLE: "CHANCE"}


class Listing(NamedTuple):
    """A search as printed.

    Attributes:
        title: What the listing is called.
        lines: Its lines.
        marks: For each line, the players and the moments of its execution.
    """

    title: str
    lines: tuple[str, ...]
    marks: tuple[frozenset[str], ...]


@lru_cache(maxsize=64)
def read(title: str, source: str) -> Listing:
    """Return the listing that a source with marks describes."""
    rows = [row.partition("|") for row in source.split("\n")]
    marks = tuple(frozenset(before.split()) for before, _, _ in rows)
    return Listing(title, tuple(text for _, _, text in rows), marks)


def alphabeta_listing(rules: Rules) -> str:
    """Return alpha-beta as its form prints it."""
    if rules.form != "classic":
        return _OTHER_FORMS[rules.form]
    return _CLASSIC.format(
        sign=rules.test_sign,
        low="α" if rules.hard else "−∞",
        high="β" if rules.hard else "+∞",
        max_result="v, but no more than β" if rules.hard else "v",
        min_result="v, but no less than α" if rules.hard else "v",
    )


def executed(record: Record, step: int, shown: Listing) -> tuple[int, ...]:
    """Return the lines of a record's listing that a step executes, by index from 0."""
    at = record.step(step)
    if at.kind is StepKind.START:
        return ()
    moments = _moments(record, at)
    player = _PLAYERS.get(record.tree.roles[at.node], "")
    return tuple(
        number
        for number, marks in enumerate(shown.marks)
        if marks & moments and (player in marks or marks.isdisjoint(_PLAYERS.values()))
    )


def _moments(record: Record, at: Step) -> frozenset[str]:
    if at.kind is StepKind.LEAF:
        return frozenset({"leaf"})
    if at.kind is StepKind.VISIT:
        if at.call in record.remembered:
            return frozenset({"known"})
        is_root = record.parent_row(at.call) is None
        return frozenset({"visit", "root"} if is_root else {"visit"})
    if at.kind is StepKind.CUT:
        return frozenset({"arrive", "cut"})
    following = record.following_call(at)
    if following is not None:
        return frozenset({"arrive", "again" if record.node(following) == at.child else "next"})
    is_waiting = at.number == record.steps and not record.complete
    return frozenset({"arrive", "next" if is_waiting else "last"})
