"""The listings of the searches, and which of their lines each step executes.

A *listing* is the text of a search as textbooks print it. Its lines have marks, which are not
shown: ``MAX arrive α| α = max(α, v)`` is executed at MAX's nodes, when the value of a child
arrives, and sets α.

The four printed forms of alpha-beta are told apart by what they do, in our own words and names;
the others are the published procedures.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias

from treeexplorer.engine.record import Record, Step, StepKind
from treeexplorer.rules import FormName, Rules
from treeexplorer.tree import CHANCE_ROLE, LEAF_ROLE, MAX_ROLE, MIN_ROLE

# A listing's source. A line begins with marks such as ``MAX visit next|``, which say whose it is
# and in which moments it is executed; ``test`` marks the line of the test for a cut-off, and
# ``v``, ``α``, ``β`` those that set these.
_CLASSIC = """\
|alphabeta(node, depth, α, β, player):
leaf|  if leaf or depth = 0: return its value
MAX visit|  if player is MAX:
MAX visit v|    v = {low}
MAX visit next|    for each child:
MAX arrive v|      v = max(v, alphabeta(child, …))
MAX arrive α|      α = max(α, v)
MAX arrive cut test|      if α {sign} β: break
MAX last cut|    return {max_result}
MIN visit|  if player is MIN:
MIN visit v|    v = {high}
MIN visit next|    for each child:
MIN arrive v|      v = min(v, alphabeta(child, …))
MIN arrive β|      β = min(β, v)
MIN arrive cut test|      if α {sign} β: break
MIN last cut|    return {min_result}"""

CLASSIC_CHANCE = """
CHANCE visit|  if player is chance:
CHANCE visit next|    for each child:
CHANCE arrive|      mean = mean + weight · alphabeta(child, depth − 1, −∞, +∞, player of child)
CHANCE last|    return mean"""

STAR1 = """
CHANCE visit|  if player is chance:            (Star1: all values lie from A to B)
CHANCE visit next|    for each child, with its weight p:
CHANCE visit next|      its α = max(A, (α − most of the others) / p)
CHANCE visit next|      its β = min(B, (β − least of the others) / p)
CHANCE arrive|      mean = mean + p · alphabeta(child, …, its α, its β, …)
CHANCE arrive cut test|      if α {sign} most of the mean, or its least {sign} β: break
CHANCE last cut|    return mean, or the end of it that was reached"""

_EXCHANGED = """\
|search(node, α, β, maximizing):
leaf|  if node is a leaf: return its value
MIN visit|  if maximizing:
MIN visit next|    for each child:
MIN arrive β|      β = min(β, search(child, α, β, minimizing))
MIN arrive cut test|      if α ≥ β: return α
MIN last|    return β
MAX visit|  if minimizing:
MAX visit next|    for each child:
MAX arrive α|      α = max(α, search(child, α, β, maximizing))
MAX arrive cut test|      if α ≥ β: return β
MAX last|    return α"""

_BOUNDS = """\
|minimax(node, depth, min, max):
leaf|  if node is a leaf or depth = 0: return its value
MAX visit|  if it is MAX's move:
MAX visit v|    v = min
MAX visit next|    for each child:
MAX arrive|      value = minimax(child, depth − 1, v, max)
MAX arrive v|      if value > v: v = value
MAX arrive cut test|      if v > max: return max
MAX last|    return v
MIN visit|  if it is MIN's move:
MIN visit v|    v = max
MIN visit next|    for each child:
MIN arrive|      value = minimax(child, depth − 1, min, v)
MIN arrive v|      if value < v: v = value
MIN arrive cut test|      if v < min: return min
MIN last|    return v"""

_TWO_FUNCTIONS = """\
MAX|best for MAX(node, α, β):            (the text begins with −1 and +1)
MAX leaf|  if node is a leaf: return its value
MAX visit v|  result = α, best = none
MAX visit next cut test|  for each child, until result ≥ β:
MAX arrive|    value = best for MIN(child, result, β)
MAX arrive|    if best = none or value > result:
MAX arrive v|      result = value, best = child
MAX last cut|  return result and best
MIN|best for MIN(node, α, β):
MIN leaf|  if node is a leaf: return its value
MIN visit v|  result = β, best = none
MIN visit next cut test|  for each child, until result ≤ α:
MIN arrive|    value = best for MAX(child, α, result)
MIN arrive|    if best = none or value < result:
MIN arrive v|      result = value, best = child
MIN last cut|  return result and best"""

_FORMS: Final[dict[FormName, str]] = {
    "classic": _CLASSIC,
    "exchanged": _EXCHANGED,
    "bounds": _BOUNDS,
    "two-functions": _TWO_FUNCTIONS,
}

MINIMAX = """\
|minimax(node):
leaf|  if node is a leaf: return its value
MAX visit|  if it is MAX's move:
MAX visit next arrive v|    v = the largest minimax(child) of all children
MAX last|    return v
MIN visit|  if it is MIN's move:
MIN visit next arrive v|    v = the smallest minimax(child) of all children
MIN last|    return v"""

MINIMAX_CHANCE = """
CHANCE visit|  if it is a chance node:
CHANCE visit next arrive|    mean = the weighted mean of minimax(child) over all children
CHANCE last|    return mean"""

NEGAMAX = """\
|negamax(node):                       (values as the side to move sees them)
leaf|  if node is a leaf: return its value for the side to move
MAX MIN visit v|  v = −∞
MAX MIN visit next|  for each child:
MAX MIN arrive v|    v = max(v, −negamax(child))      (no sign change where the same side moves)
MAX MIN last|  return v"""

NEGAMAX_CHANCE = MINIMAX_CHANCE.replace("minimax", "negamax")

PVS = """\
|pvs(node, α, β):                     (as MAX sees it; MIN is the mirror image)
leaf known|  if node is a leaf: return its value
MAX MIN visit v|  v = pvs(first child, α, β)
MAX MIN next|  for each later child, while v does not cut:
MAX MIN arrive|    value = test whether child > max(α, v)
MAX MIN again|    if max(α, v) < value < β: value = pvs(child, value, β)
MAX MIN arrive v|    v = max(v, value)
MAX MIN cut test|    if v ≥ β: break
MAX MIN last cut|  return v"""

NEGASCOUT = """\
|negascout(node, α, β):               (as MAX sees it; MIN is the mirror image)
leaf known|  if node is a leaf: return its value
MAX MIN visit v|  v = −∞, n = β
MAX MIN visit next|  for each child:
MAX MIN arrive|    value = negascout(child, max(α, v), n)
MAX MIN arrive|    if value > v:
MAX MIN arrive v|      if n = β or at most two plies remain: v = value
MAX MIN again|      else: v = negascout(child, value, β)
MAX MIN cut test|    if v ≥ β: break
MAX MIN next|    n = a null window above max(α, v)
MAX MIN last cut|  return v"""

SCOUT = """\
|evaluate(node):                      (as MAX sees it; MIN is the mirror image)
leaf|  if node is a leaf: return its value
MAX MIN visit v|  v = evaluate(first child)
MAX MIN next|  for each later child:
MAX MIN arrive|    test whether child > v; in a test:
MAX MIN cut test|      stop at the first move that settles it
MAX MIN again|    if it is: v = evaluate(child)
MAX MIN last cut|  return v"""

_WITH_MEMORY = """
MAX MIN visit|      search(node): take v from the children as alpha-beta does
MAX MIN next|        for each child:
MAX MIN arrive v|          v = the better of v and search(child)
MAX MIN cut test|          if v settles the question: break
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

Moment: TypeAlias = Literal[
    "visit", "root", "leaf", "known", "arrive", "cut", "again", "next", "last"
]
"""A mark that says when a line is executed; see :func:`_find_moments_of_step`."""
_PLAYERS: Final = {MAX_ROLE: "MAX", MIN_ROLE: "MIN", CHANCE_ROLE: "CHANCE"}
_NAMES: Final = frozenset(_PLAYERS.values())


class Listing(NamedTuple):
    """A search as printed.

    Attributes:
        title: The title of the listing.
        lines: Its lines.
        marks: By line: the players at whose nodes it is executed, the moments at which, and what it
            does.
    """

    title: str
    lines: tuple[str, ...]
    marks: tuple[frozenset[str], ...]

    def find_lines_of_same_player(self, lines: Collection[int]) -> list[int]:
        """Return the line numbers to show when some lines are executed: those of the same player.

        Lines that belong to no player, such as the head of the function, are always among them. If
        the executed lines belong to no player, it is MAX's part.

        Args:
            lines: The numbers of the executed lines.
        """
        players: set[str] = set()
        for line in lines:
            players |= self._find_players_of(line)
        if not players:
            players = {"MAX"}
        return [line for line in range(len(self.lines)) if self.is_for(players, line)]

    def _find_players_of(self, line: int) -> frozenset[str]:
        """Return the players at whose nodes a line is executed; none if it is at any node."""
        return self.marks[line] & _NAMES

    def is_for(self, players: Collection[str], line: int) -> bool:
        """Tell whether a line belongs to one of some players, or to no player."""
        players_of_line = self._find_players_of(line)
        if not players_of_line:
            return True
        return not players_of_line.isdisjoint(players)


@lru_cache(maxsize=64)
def parse_listing(title: str, source: str) -> Listing:
    """Parse a source, each line of which is ``marks|text``, into a listing."""
    rows = [row.split("|") for row in source.split("\n")]
    return Listing(
        title,
        lines=tuple(row[1] for row in rows),
        marks=tuple(frozenset(row[0].split()) for row in rows),
    )


def format_alphabeta_listing(rules: Rules) -> str:
    """Return the source of alpha-beta's listing, with the cut test and the returns of the rules.

    Every line begins with marks that are not shown, as in ``MAX arrive α| α = max(α, v)``.

    Args:
        rules: ``form`` chooses one of the printed forms of alpha-beta. Under the fail-hard
            convention (``hard``) v starts at the window's own bound, and what is returned stays in
            the window.
    """
    source = _FORMS[rules.form]  # a form without one of the blanks ignores what is filled in
    if rules.hard:
        return source.format(
            sign=rules.test_sign,
            low="α",
            high="β",
            max_result="v, but no more than β",
            min_result="v, but no less than α",
        )
    return source.format(sign=rules.test_sign, low="−∞", high="+∞", max_result="v", min_result="v")


def executed(record: Record, step: int, shown: Listing) -> tuple[int, ...]:
    """Find the lines of a listing that a step of the search executes, by index from 0.

    A line is marked with the moments at which it is executed, and with the players at whose nodes.
    A line without a player is executed at any node.

    Args:
        record: The search.
        step: The number of the step, from 0, which is the state before the search.
        shown: The listing of that search.

    Example:
        >>> from treeexplorer.engine import search
        >>> from treeexplorer.engine.algorithms import listing
        >>> from treeexplorer.tree import from_nested
        >>> shown = listing(Rules())
        >>> for number in executed(search(from_nested([[3, 12, 8], [2, 4, 6]])), 12, shown):
        ...     print(shown.lines[number])
              v = min(v, alphabeta(child, …))
              β = min(β, v)
              if α ≥ β: break
            return v
    """
    current_step = record.step(step)
    if current_step.kind is StepKind.START:
        return ()

    moments = _find_moments_of_step(record, current_step)
    lines = [line for line, marks in enumerate(shown.marks) if not marks.isdisjoint(moments)]
    role = record.tree.roles[current_step.node]
    if role == LEAF_ROLE:  # a leaf is no player's: the lines of every player are executed
        return tuple(lines)
    players = {_PLAYERS[role]}
    return tuple(line for line in lines if shown.is_for(players, line))


def _find_moments_of_step(record: Record, step: Step) -> frozenset[Moment]:
    """Return the moments of a step: the lines of a listing that have one as a mark are executed.

    ==========================================  ==============================
    the step                                    its moments
    ==========================================  ==============================
    the root is entered                         ``visit``, ``root``
    another node with children is entered       ``visit``
    memory has the value of such a node         ``known``
    a leaf is evaluated                         ``leaf``
    a child returns, and the node is cut off    ``arrive``, ``cut``
    it returns, and is searched once more       ``arrive``, ``again``
    it returns, and another child comes next    ``arrive``, ``next``
    the last child returns                      ``arrive``, ``last``
    ==========================================  ==============================
    """
    if step.kind is StepKind.LEAF:
        return frozenset({"leaf"})
    if step.kind is StepKind.VISIT:
        return _find_moments_of_visit(record, step.call)
    if step.kind is StepKind.CUT:
        return frozenset({"arrive", "cut"})
    return frozenset({"arrive", _find_moment_of_next_action(record, step)})


def _find_moments_of_visit(record: Record, call: int) -> frozenset[Moment]:
    """Return the moments of a step in which an inner node is entered."""
    if call in record.remembered:
        return frozenset({"known"})
    is_root = record.caller(call) is None
    return frozenset({"visit", "root"}) if is_root else frozenset({"visit"})


def _find_moment_of_next_action(record: Record, step: Step) -> Moment:
    """Return what a node does after a child has returned to it without a cut-off, as a moment.

    ``"again"``: it searches the same child once more, as PVS may. ``"next"``: it searches another
    child. ``"last"``: no child is left.
    """
    following_call = record.following_call(step)
    if following_call is not None:
        is_same_child = record.node(following_call) == step.child
        return "again" if is_same_child else "next"

    if record.is_waiting_at(step.number):  # the unknown leaf would have been next
        return "next"
    return "last"
