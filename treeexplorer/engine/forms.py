"""The listings of the searches, and which of their lines each step executes.

The four printed forms of alpha-beta are told apart by what they do, in our own words and names;
the others are the published procedures.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from treeexplorer.engine.cut_words import test_holds
from treeexplorer.engine.cutoffs import children_after
from treeexplorer.engine.record import Record, Step, StepKind
from treeexplorer.engine.reentrant import ReentrantRecord
from treeexplorer.rules import Rules
from treeexplorer.tree import CHANCE_ROLE, LEAF_ROLE, MAX_ROLE, MIN_ROLE

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

_CLASSIC_CHANCE = """
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

_MINIMAX = """\
|minimax(node):
leaf|  if node is a leaf: return its value
MAX visit|  if it is MAX's move:
MAX visit next arrive|    v = the largest minimax(child) of all children
MAX last|    return v
MIN visit|  if it is MIN's move:
MIN visit next arrive|    v = the smallest minimax(child) of all children
MIN last|    return v"""

_MINIMAX_CHANCE = """
CHANCE visit|  if it is a chance node:
CHANCE visit next arrive|    mean = the weighted mean of minimax(child) over all children
CHANCE last|    return mean"""

_NEGAMAX = """\
|negamax(node):                       (values as the side to move sees them)
leaf|  if node is a leaf: return its value for the side to move
MAX MIN visit|  v = −∞
MAX MIN visit next|  for each child:
MAX MIN arrive|    v = max(v, −negamax(child))      (no sign change where the same side moves)
MAX MIN last|  return v"""

_PVS = """\
|pvs(node, α, β):                     (as MAX sees it; MIN is the mirror image)
leaf known|  if node is a leaf: return its value
MAX MIN visit|  v = pvs(first child, α, β)
MAX MIN next|  for each later child, while v does not cut:
MAX MIN arrive|    value = test whether child > max(α, v)
MAX MIN again|    if max(α, v) < value < β: value = pvs(child, value, β)
MAX MIN arrive|    v = max(v, value)
MAX MIN cut|    if v ≥ β: break
MAX MIN last cut|  return v"""

_NEGASCOUT = """\
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

_SCOUT = """\
|evaluate(node):                      (as MAX sees it; MIN is the mirror image)
leaf|  if node is a leaf: return its value
MAX MIN visit|  v = evaluate(first child)
MAX MIN next|  for each later child:
MAX MIN arrive|    test whether child > v: stop at the first move that settles it
MAX MIN again|    if it is: v = evaluate(child)
MAX MIN last cut|  return v"""

_MTDF = """\
|mtdf(root, guess):
root|  repeat until the lower and the upper bound meet:
root|    ask: is the root worth at least guess? (more, if that is the lower bound)
MAX MIN visit|      search(node): take v from the children as alpha-beta does
MAX MIN next|        for each child:
MAX MIN arrive|          v = the better of v and search(child)
MAX MIN cut|          if v settles the question: break
leaf known|        what is a leaf, or already known well enough, answers at once
MAX MIN last cut|      remember v as a bound, and return it
|    guess = the answer, which is a new lower or upper bound"""

_SSS = """\
|sss(root):
|  open list = the root, unsolved, with merit +∞
|  take the entry with the highest merit off the list:
MAX expand|    an unsolved MAX node: all its children join with its merit
MIN expand|    an unsolved MIN node: its first child joins with its merit
solve-leaf|    an unsolved leaf: it joins as solved with min(merit, value)
MIN solve-next|    a solved child of MIN: the next child joins with its merit
MIN solve|    … and after the last child the parent joins as solved
MAX purge|    a solved child of MAX: the parent joins as solved, the rest below it is purged
|  until the root is solved: its merit is its value"""

_STAR = """\
|search(node, α, β):                  (MAX and MIN as in alpha-beta)
leaf|  if node is a leaf: return its value
CHANCE visit|  if it is a chance node:
CHANCE visit next|    for each child:
CHANCE arrive|      search it with the window outside of which it decides the mean
CHANCE arrive cut|      if the mean cannot come back between α and β: break
CHANCE last cut|    return the mean, or the bound on it
MAX MIN visit|  v = the worst value for the player to move
MAX MIN visit next|  for each child:
MAX MIN arrive|    v = the better of v and search(child, α, β); α or β moves with v
MAX MIN arrive cut|    if α ≥ β: break
MAX MIN last cut|  return v"""

_PLAYERS: Final = {"MAX": MAX_ROLE, "MIN": MIN_ROLE, "CHANCE": CHANCE_ROLE}


@dataclass(frozen=True)
class Listing:
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
def _read(title: str, source: str) -> Listing:
    pairs = [row.split("|", 1) for row in source.split("\n")]
    return Listing(
        title, tuple(text for _, text in pairs), tuple(frozenset(m.split()) for m, _ in pairs)
    )


def listing(rules: Rules, *, chance: bool = False) -> Listing:
    """Return the listing of a search under its rules.

    Args:
        rules: The rules.
        chance: Whether to show the lines for chance nodes.
    """
    algorithm = rules.algorithm
    if algorithm == "alphabeta":
        if rules.form == "classic":
            source = _classic(rules) + (_CLASSIC_CHANCE if chance else "")
        else:
            source = {
                "exchanged": _EXCHANGED,
                "bounds": _BOUNDS,
                "two-functions": _TWO_FUNCTIONS,
            }[rules.form]
        return _read(f"alpha-beta, form “{rules.form}”", source)
    if algorithm in {"minimax", "expectimax"}:
        return _read(algorithm, _MINIMAX + (_MINIMAX_CHANCE if chance else ""))
    if algorithm == "star1":
        return _read(algorithm, _STAR)
    sources = {
        "negamax": _NEGAMAX,
        "pvs": _PVS,
        "negascout": _NEGASCOUT,
        "scout": _SCOUT,
        "mtdf": _MTDF,
        "sss": _SSS,
    }
    return _read(algorithm, sources[algorithm])


def _classic(rules: Rules) -> str:
    hard = rules.hard
    return _CLASSIC.format(
        sign=rules.test_sign,
        low="α" if hard else "−∞",
        high="β" if hard else "+∞",
        max_result="v, but no more than β" if hard else "v",
        min_result="v, but no less than α" if hard else "v",
    )


def executed(record: Record, step: int) -> tuple[int, ...]:
    """Return the lines of the record's listing that a step executes, by index from 0."""
    at = record.step(step)
    if at.kind is StepKind.START:
        return ()
    shown = listing(record.rules, chance=record.tree.has_chance)
    moments = _moments(record, at)
    role = record.tree.roles[at.node]
    player = next((name for name, number in _PLAYERS.items() if number == role), "")
    return tuple(
        number
        for number, marks in enumerate(shown.marks)
        if marks & moments and (player in marks or not marks & _PLAYERS.keys())
    )


def _moments(record: Record, at: Step) -> frozenset[str]:
    if at.kind is StepKind.LEAF:
        return frozenset({"leaf"})
    if at.kind in {StepKind.EXPAND, StepKind.PURGE}:
        return frozenset({str(at.kind)})
    if at.kind is StepKind.SOLVE:
        if record.tree.roles[at.node] == LEAF_ROLE or at.child is None:
            return frozenset({"solve-leaf"})
        return frozenset({"solve" if at.v is not None else "solve-next"})
    if at.kind is StepKind.VISIT:
        if isinstance(record, ReentrantRecord) and at.call in record.remembered:
            return frozenset({"known"})
        is_root = record.parent_row(at.call) is None
        return frozenset({"visit", "root"} if is_root else {"visit"})
    if at.kind is StepKind.CUT:
        return frozenset({"arrive", "cut"})
    return frozenset({"arrive", *_what_follows(record, at)})


def _what_follows(record: Record, at: Step) -> set[str]:
    """Return whether a node goes on after an arrival: with the same child, the next, or not."""
    if isinstance(record, ReentrantRecord):
        row = record.events[at.number] if at.number < record.steps else -1
        goes_on = row >= 0 and record.parents[row] == at.call
        probe = {"probe"} if at.child_call in record.probes else set()
        if not goes_on:
            return {"last"} | probe
        return ({"again"} if record.node(row) == at.child and not probe else {"next"}) | probe
    if children_after(record, at.node, at.child or 0) and not test_holds(record, at):
        return {"next"}
    return {"last"}


@dataclass(frozen=True)
class Peculiarity:
    """What is peculiar about a printed form, with the smallest tree that shows it.

    Attributes:
        explanation: Two or three sentences.
        tree: The tree, in the notation.
    """

    explanation: str
    tree: str


PECULIARITIES: Final = {
    "exchanged": Peculiarity(
        "The two branches carry each other's label: the one labelled “maximizing” takes the "
        "minimum, the one labelled “minimizing” the maximum. On a MAX root it therefore computes "
        "the value of the tree with the players swapped: [1 2] gives 1 instead of 2.",
        "[1 2]",
    ),
    "bounds": Peculiarity(
        "v starts at the bound that the node was entered with, and only v > max (or v < min) cuts. "
        "A child that fails low returns exactly that bound, and the strict test does not cut on "
        "it. The root's value is right, but from three plies on more leaves are read than needed, "
        "even without ties: [2 [[1] 3]] reads 3 leaves where the classic form reads 2.",
        "[2 [[1] 3]]",
    ),
    "two-functions": Peculiarity(
        "The first child's value is taken as it is, even where it is worse than the bound that was "
        "inherited, so that bound is lost to the later children and some deep cut-offs with it: "
        "[3 [4 [1 [2 5]]]] reads 5 leaves where the classic form reads 4. The text begins with "
        "−1 and +1, a computer's win being −1, and then stops at the first win it finds.",
        "[3 [4 [1 [2 5]]]]",
    ),
}


def peculiarity(rules: Rules) -> Peculiarity | None:
    """Return what is peculiar about the printed form of alpha-beta, ``None`` where nothing is."""
    return PECULIARITIES.get(rules.form) if rules.algorithm == "alphabeta" else None
