"""The lines that go wrong in listings of alpha-beta: a table of mistakes.

A row stands beside a listing of :mod:`treeexplorer.programs.listings`: a line, or a few, with what
stands there instead and what comes of that. Rows with the same name answer every tree alike. A name
of :mod:`treeexplorer.engine.misconceptions` is the same mistake on paper, and has its words. ``99``
stands in a row for a number like it, ``0.5`` for a factor of the program, and ``-1`` for what is
returned in place of a value.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from treeexplorer.programs.listings import LISTINGS

_TESTED_TOO_SOON: Final = """\
value = alphabeta(child, alpha, beta, not is_max)
if alpha >= beta: break
if is_max: v, alpha = max(v, value), max(alpha, value)
else: v, beta = min(v, value), min(beta, value)"""
_ALL_TOO_LATE: Final = """\
value = alphabeta(child, alpha, beta, not is_max)
if v >= beta if is_max else v <= alpha: break
if is_max: alpha, v = max(alpha, v), max(v, value)
else: beta, v = min(beta, v), min(v, value)"""
_CUT_BEFORE_V: Final = """\
if is_max: alpha = max(alpha, value)
else: beta = min(beta, value)
if alpha >= beta: break
v = max(v, value) if is_max else min(v, value)"""
_CUT_BEFORE_V_AT_MAX: Final = """\
value = alphabeta(child, alpha, beta, MIN)
alpha = max(alpha, value)
if alpha >= beta: break
v = max(v, value)"""
_CUT_BEFORE_V_AT_MIN: Final = """\
value = alphabeta(child, alpha, beta, MAX)
beta = min(beta, value)
if alpha >= beta: break
v = min(v, value)"""
_NEGAMAX_CUT_BEFORE_V: Final = """\
alpha = max(alpha, value)
if alpha >= beta: break
v = max(v, value)"""
_OTHER_BOUND_MOVED: Final = """\
if is_max: v = max(v, value); beta = min(beta, v)
else: v = min(v, value); alpha = max(alpha, v)"""
_OWN_BOUND_TESTED: Final = """\
v = max(v, value) if is_max else min(v, value)
if v <= alpha if is_max else v >= beta: break
if is_max: alpha = max(alpha, v)
else: beta = min(beta, v)"""
_OWN_BOUND_ALONE: Final = (
    "value = alphabeta(child, alpha if is_max else LOW, INF if is_max else beta, not is_max)"
)
_NEGAMAX_OWN_BOUND_TESTED: Final = """\
v = max(v, value)
if v <= alpha: break
alpha = max(alpha, v)"""
_GLOBAL_AND_MOVED_BACK: Final = """\
if is_max: alpha = v = max(v, value)
else: beta = v = min(v, value)
if alpha >= beta: break
pass"""
_TESTED_BEFORE_LOOP: Final = """\
if alpha >= beta: return alpha if is_max else beta
v = LOW if is_max else INF
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
_FIRST_KEPT: Final = """\
if is_max: v, alpha = value if v == LOW else v, max(alpha, value)
else: v, beta = value if v == INF else v, min(beta, value)"""
_V_NEVER_MOVED: Final = """\
if is_max: alpha = max(alpha, value)
else: beta = min(beta, value)"""
_SEARCHED_TWICE: Final = """\
value = alphabeta(child, alpha, beta, not is_max)
if value > v if is_max else value < v: value = alphabeta(child, alpha, beta, not is_max)"""
_ALWAYS_SEARCHED_TWICE: Final = """\
value = alphabeta(child, alpha, beta, not is_max)
value = alphabeta(child, alpha, beta, not is_max)"""
_NEGAMAX_TWICE: Final = """\
value = -negamax(child, -beta, -alpha, -colour)
if value > v: value = -negamax(child, -beta, -alpha, -colour)"""
_NEGAMAX_ALWAYS_TWICE: Final = """\
value = -negamax(child, -beta, -alpha, -colour)
value = -negamax(child, -beta, -alpha, -colour)"""
_ALL_BEFORE_THE_LOOP: Final = """\
values = [alphabeta(child, alpha, beta, not is_max) for child in node]
for value in values:"""
_SHARED_AND_NEVER_CUT: Final = """\
global v; v = LOW if is_max else INF
for child in node:
    value = alphabeta(child, alpha, beta, not is_max)
    if is_max: v = max(v, value)
    else: v = min(v, value)
    pass"""
_NEGAMAX_SHARED_AND_NEVER_CUT: Final = """\
global v; v = -INF
for child in node:
    value = -negamax(child, -beta, -alpha, -colour)
    v = max(v, value)
    alpha = max(alpha, v)
    pass"""
_ROOT_MINIMISES: Final = """\
v, move = INF, None
for number, child in enumerate(tree, 1):
    value = alphabeta(child, LOW, v, {player})
    if value < v: v, move = value, number"""
_ROOT_MINIMISES_AND_HANDS_NOTHING: Final = """\
v, move = INF, None
for number, child in enumerate(tree, 1):
    value = alphabeta(child, LOW, INF, {player})
    if value < v: v, move = value, number"""
_NEGAMAX_ROOT_MINIMISES: Final = """\
v, move = INF, None
for number, child in enumerate(tree, 1):
    value = -negamax(child, -v, INF, -1)
    if value < v: v, move = value, number"""
_NEGAMAX_ROOT_MINIMISES_AND_HANDS_NOTHING: Final = """\
v, move = INF, None
for number, child in enumerate(tree, 1):
    value = -negamax(child, -INF, INF, -1)
    if value < v: v, move = value, number"""
_SECOND: Final = "if low != -beta and alpha < value < beta: value = {}"
_PVS_WITHOUT_MINUS: Final = """\
value = pvs(child, low, -alpha, -colour)
if number == 0: value = -value"""
_FLAGS_BY_MOVED_BOUNDS: Final = """\
if v >= beta: flag = "lower"
if v <= alpha: flag = "upper\""""
_FLAGS_EXCHANGED: Final = """\
if v >= high: flag = "upper"
if v <= low: flag = "lower\""""
_KEYS_OF_TOO_LITTLE: Final = {
    "str(sorted(leaves_of(node)))": "with the same leaves in any order",
    "sum(leaves_of(node))": "whose leaves have the same sum",
    "len(leaves_of(node))": "with as many leaves",
    "leaves_of(node)[0]": "with the same first leaf",
    "leaves_of(node)[-1]": "with the same last leaf",
    "len(node)": "with as many children",
    "plies_of(node)": "with as many plies below them",
}
"""What a table may be asked by in place of a position, and which positions are one then."""
_KEY_OF_LEAVES: Final = "def key(node, colour): return (str(leaves_of(node)), colour)"
_MEMO_OF_MINIMAX: Final = """\
key = {}
if key in table: return table[key]
v = LOW if is_max else INF
for child in node:
    value = alphabeta(child, alpha, beta, not is_max)
    if is_max: v = max(v, value)
    else: v = min(v, value)
    pass"""
_MEMO_OF_LEAVES: Final = """\
key = {}
if key in table: return table[key]
if is_leaf(node): table[key] = evaluate(node); return table[key]
v = LOW if is_max else INF
for child in node:
    value = alphabeta(child, alpha, beta, not is_max)
    if is_max: v = max(v, value)
    else: v = min(v, value)
    pass"""
_MEMO_OF_MINIMAX_BY_PLY: Final = _MEMO_OF_MINIMAX.replace("child, ", "child, depth + 1, ")
_SHARED_VALUES: Final = """\
LOW, INF = float("-inf"), float("inf")
values = []

def alphabeta(node, alpha, beta, is_max):
    if is_leaf(node): return evaluate(node)"""
_SHARED_VALUES_UNCUT: Final = f"""\
{_SHARED_VALUES}
    for child in node:
        value = alphabeta(child, alpha, beta, not is_max)
        values.append(value)
        if is_max: alpha = max(alpha, value)
        else: beta = min(beta, value)
        pass"""
_NEVER_CUT: Final = "and nothing is ever cut off"
_REMEMBERED_MINIMAX: Final = f"each position is searched once and remembered, {_NEVER_CUT}"
_ONE_LIST: Final = "the values are collected in one list for all calls, a default argument, say"
_NO_MINUS: Final = "the search with a null window lacks its minus"
_NO_MINUS_AGAIN: Final = "the second search lacks its minus"
_NOT_NEGATED_AT_ONE_END: Final = "the second search has a window with one end that is not negated"
_NOT_NEGATED_AGAIN: Final = "the second search has a window that is not negated"
_EXCHANGED_AGAIN: Final = "the second search has its window the wrong way round"
_FROM_ALPHA: Final = ", which begins at α"
_HARD: Final = ", fail-hard"
_WINDOW_HANDED_AS_IT_IS: Final = "α and β are handed down as they are, and α is returned"
_WITHOUT_MINUS: Final = "is handed down without its minus"
_IT_RETURNS: Final = "and α is returned"
_NO_SIGN: Final = "the sign of values is forgotten"
_SEARCHES_AT_ROOT: Final = """\
for _ in range({}):
    beta = v + 1 if v == low else v"""
_BETA_IS_V: Final = """\
for _ in range(50):
    beta = v"""
_MET_OR_NOT: Final = "whether its bounds have met or not"
_ASKED_AGAIN: Final = (
    "β is always the value returned last, so that after a search that fails high the same is asked "
    "again, until it gives up"
)
_SMALLEST_POSITIVE: Final = "the smallest positive number stands for −∞"
_TWICE: Final = "a child that improves v is searched twice"
_ALWAYS_TWICE: Final = "each child is searched twice"
_SHARED_V: Final = "v is one variable for all calls"
_SHARED_V_UNCUT: Final = "v is one variable for all calls, and nothing is ever cut off"
_NOTHING_IMPROVES: Final = "something else is returned where no child improves the bound"
_NO_ALPHA: Final = "the root hands no α to its children"
_ROOT_AGAIN: Final = "the root's children are searched as if its own player moved there again"
_NO_ALPHA_AND_AGAIN: Final = f"{_ROOT_AGAIN}, and the root hands no α to them"
_WINDOW_EXCHANGED: Final = "the root hands its window down the wrong way round"
_MINIMISED: Final = "the root minimises"
_MINIMISED_UNBOUND: Final = "the root minimises, and hands no bound to its children"
_MINIMISED_MAX: Final = "the root minimises, and its children maximise"
_MINIMISED_MAX_UNBOUND: Final = f"{_MINIMISED_MAX}, without a bound from the root"
_ROOT_SIGN: Final = "the root forgets the sign of what its children return"
_ROOT_SIGN_UNBOUND: Final = f"{_ROOT_SIGN}, and hands no α to them"
_LAST_OF_EQUAL: Final = "the root plays the last of the moves that return the same value"
_LAST_OF_EQUAL_BOUNDS: Final = f"{_LAST_OF_EQUAL}, which may be only a bound"
_LAST_MOVE: Final = "the root plays its last move"
_SHARED_MOVE: Final = "the move is one variable for all calls"
_WINDOW_NOT_KEPT: Final = (
    "what a cut node returned is remembered as exact: its window is not kept with it"
)
_CUT_WITHOUT_V: Final = "a cut-off ends the loop before v takes the value that causes it"
_BEFORE_V: Final = (
    "it tests, and moves α or β, before v takes the child's value, one child too late"
)
_OWN_BOUND: Final = "v is compared with the player's own bound: v ≤ α at MAX, v ≥ β at MIN"
_SHRUNK: Final = "what a child returns is multiplied by a number, such as 0.5"
_HALVED_DOWN: Final = "what a child returns is halved and rounded down"
_HALVED_TO_ZERO: Final = "what a child returns is halved and rounded towards 0"
_RETURNED: Final = "v is returned"
_RETURNED_SHRUNK: Final = f"{_RETURNED} multiplied by a number, such as 0.5"
_EVEN_THE_ONLY_ONE: Final = "even where it is the only one"
_LAST_LEFT_OUT: Final = f"the last child is left out, {_EVEN_THE_ONLY_ONE}"
_FIRST_LEFT_OUT: Final = f"the first child is left out, {_EVEN_THE_ONLY_ONE}"
_ROOT_LAST: Final = "the root leaves out its last child"
_ROOT_FIRST: Final = "the root leaves out its first child"
_TWO_CHILDREN: Final = "only the first two children are searched"
_WRONG_WAY_ROUND: Final = "hands β down as α, and α as β"
_WHERE_V_IS_COMPARED: Final = ", where v is compared with the bound"
_FROM_ZERO: Final = "moves are counted from 0"
_SMALL_INFINITY: Final = "a number that leaves go beyond stands for ∞"
_TWO_OF_THREE: Final = "for child in node[:2] if len(node) == 3 else node:"
_WORST_AT_CUT: Final = "a cut-off returns −∞ at MAX, and +∞ at MIN"
_HIGH_ALPHA: Final = "α begins at a number that leaves lie below"
_SMALL_WINDOW: Final = "it begins with a window that leaves lie beyond"

WrongLine: TypeAlias = tuple[int, str, str] | tuple[int, str, str, int]
"""A row of :data:`ROWS`."""


def _find_line(listing: str, line: str) -> int:
    """Find the number of a line in a listing, from 1; the line is given without its indentation.

    >>> _find_line("the form with a memo", "if key in table: return table[key]")
    6
    """
    lines = [each.strip() for each in LISTINGS[listing].splitlines()]
    return lines.index(line) + 1


def _build_key_rows(listing: str, player: str, table: str) -> tuple[WrongLine, ...]:
    """Build the mistakes of a listing that looks positions up in a table by a wrong key.

    In its line 3 the listing makes the key, ``def key(node, colour): return (str(node), colour)``.
    There is a mistake for each of :data:`_KEYS_OF_TOO_LITTLE`, such as::

        (3, "def key(node, colour): return (len(node), colour)",
         "different positions with as many children share a key of the table")

    Args:
        listing: The listing.
        player: The parameter of ``key`` that says who moves, such as ``colour``.
        table: The table, in words.
    """
    key = "def key(node, {player}): return ({code}, {player})"
    line_of_key = _find_line(listing, key.format(player=player, code="str(node)"))
    return tuple(
        (
            line_of_key,
            key.format(player=player, code=code),
            f"different positions {alike} share a key of {table}",
        )
        for code, alike in _KEYS_OF_TOO_LITTLE.items()
    )


def _build_memo_rows(listing: str) -> tuple[WrongLine, ...]:
    """Build the mistakes of a memo with a wrong key, of alpha-beta and of minimax.

    In its line 5 the listing makes the key, ``key = str(node), is_max, alpha, beta``. There are
    three mistakes for each of :data:`_KEYS_OF_TOO_LITTLE`, since a memo of alpha-beta may have the
    window in its key or not, and minimax needs none. For ``len(node)`` they are::

        (5, "key = len(node), is_max",
         "different positions with as many children share a key of the memo, and the window …")
        (5, "key = len(node), is_max, alpha, beta",
         "different positions with as many children share a key of the memo")
        (5, "key = len(node), is_max", and a loop without a test for a cut-off,
         "different positions … of the memo, and nothing is ever cut off")
    """
    line_of_leaf = _find_line(listing, "if is_leaf(node): return evaluate(node)")
    line_of_key = _find_line(listing, "key = str(node), is_max, alpha, beta")
    rows: list[WrongLine] = [
        (
            line_of_leaf,
            _MEMO_OF_LEAVES.format("str(node), is_max"),
            f"each position, a leaf, too, is searched once and remembered, {_NEVER_CUT}",
        ),
        (line_of_key, _MEMO_OF_MINIMAX.format("str(node), is_max"), _REMEMBERED_MINIMAX),
        (
            line_of_key,
            _MEMO_OF_MINIMAX.format("str(node)"),
            f"who is to move is not in the key of the memo, {_NEVER_CUT}",
        ),
    ]
    for code, alike in _KEYS_OF_TOO_LITTLE.items():
        words = f"different positions {alike} share a key of the memo"
        rows += [
            (line_of_key, f"key = {code}, is_max", f"{words}, and the window is not kept in it"),
            (line_of_key, f"key = {code}, is_max, alpha, beta", words),
            (line_of_key, _MEMO_OF_MINIMAX.format(f"{code}, is_max"), f"{words}, {_NEVER_CUT}"),
        ]
    return tuple(rows)


def _build_ply_memo_rows(listing: str) -> tuple[WrongLine, ...]:
    """Build the mistakes of a memo whose key has the ply in place of the position.

    In its line 5 the listing makes the key, ``key = str(node), depth, alpha, beta``. In its place
    stands ``key = depth``, say, of alpha-beta and of minimax.
    """
    line_of_key = _find_line(listing, "key = str(node), depth, alpha, beta")
    keys = {"depth": "at the same ply", "depth, len(node)": "at the same ply with as many children"}
    rows: list[WrongLine] = []
    for code, alike in keys.items():
        words = f"different positions {alike} share a key of the memo"
        minimax = _MEMO_OF_MINIMAX_BY_PLY.format(code)
        rows += [
            (line_of_key, f"key = {code}", words),
            (line_of_key, minimax, f"{words}, {_NEVER_CUT}"),
        ]
    return tuple(rows)


ROWS: Final[dict[str, tuple[WrongLine, ...]]] = {
    "the form with one loop": (
        (1, "LOW, INF = -99, 99", _SMALL_INFINITY),
        (7, "value = alphabeta(child, LOW, beta, not is_max)", "alpha-not-handed-down"),
        (7, "value = alphabeta(child, alpha, INF, not is_max)", "beta-not-handed-down"),
        (7, "value = alphabeta(child, LOW, INF, not is_max)", "nothing-handed-down"),
        (7, _OWN_BOUND_ALONE, "only-own-bound"),
        (7, "value = alphabeta(child, beta, alpha, not is_max)", "MIN takes its first child alone"),
        (7, "value = alphabeta(child, alpha, beta, is_max)", "player-never-changes"),
        (7, "value = -alphabeta(child, alpha, beta, not is_max)", "the sign of values is wrong"),
        (7, "value = 0.5 * alphabeta(child, alpha, beta, not is_max)", _SHRUNK),
        (7, "value = alphabeta(child, alpha, beta, not is_max) // 2", _HALVED_DOWN),
        (7, "value = int(alphabeta(child, alpha, beta, not is_max) / 2)", _HALVED_TO_ZERO),
        (11, "return 0.5 * v", _RETURNED_SHRUNK),
        (11, "return v // 2", f"{_RETURNED}, halved and rounded down"),
        (11, "return int(v / 2)", f"{_RETURNED}, halved and rounded towards 0"),
        (5, "v = 0", "v starts at 0"),
        (5, "v = LOW", "MIN returns α in the place of v"),
        (10, "if alpha + 1 >= beta: break", "it cuts when α + 1 ≥ β"),
        (10, "if alpha <= beta: break", "first-child-only"),
        (10, "break", "first-child-only"),
        (10, "if alpha >= beta: return LOW if is_max else INF", _WORST_AT_CUT),
        (10, "if alpha >= beta: return 0", "a cut-off returns 0"),
        (10, "pass", "minimax"),
        (11, "return alpha", "MIN returns α in the place of v"),
        (11, "return beta", "MAX returns β in the place of v"),
        (11, "return value", "the value of the last child is kept"),
        (6, "for child in node[:-1] or node:", "the last child is left out"),
        (6, "for child in node[1:] or node:", "the first child is left out"),
        (6, "for child in node[:-1]:", _LAST_LEFT_OUT),
        (6, "for child in node[1:]:", _FIRST_LEFT_OUT),
        (6, "for child in node[:2]:", _TWO_CHILDREN),
        (6, "for child in node[:3]:", "only the first three children are searched"),
        (6, "for child in node[::2]:", "every second child is left out"),
        (6, _TWO_OF_THREE, "of three children the last is left out"),
        (14, "return alphabeta(tree, LOW, INF, False)", "players-exchanged"),
        (7, _TESTED_TOO_SOON, "it tests before α or β is moved, one child too late"),
        (7, _ALL_TOO_LATE, _BEFORE_V, 4),
        (
            10,
            "if is_leaf(child) and alpha >= beta: break",
            "it tests only after a leaf, not after a child with children",
        ),
        (8, _CUT_BEFORE_V, _CUT_WITHOUT_V, 3),
        (8, _OTHER_BOUND_MOVED, "wrong-end-moved"),
        (8, _OWN_BOUND_TESTED, _OWN_BOUND, 3),
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
        (14, "return alphabeta(tree, LOW, 0, True)", "β begins at 0"),
        (14, "return alphabeta(tree, -99, 99, True)", _SMALL_WINDOW),
        (
            14,
            "return alphabeta(tree, 0, 99, True)",
            "its window begins at 0, and leaves lie beyond",
        ),
        (14, "return alphabeta(tree, LOW, 99, True)", "β begins at a number that leaves go beyond"),
        (14, "return alphabeta(tree, -99, INF, True)", _HIGH_ALPHA),
        (10, "if alpha == beta: break", "it cuts where α = β alone"),
        (5, f"v = INF if is_max else LOW\n{_FROM_V}", "v starts at the wrong infinity"),
        (1, 'LOW, INF = 5e-324, float("inf")', _SMALLEST_POSITIVE),
        (5, "v = 5e-324 if is_max else INF", "v starts at the smallest positive number at MAX"),
        (5, "global v; v = LOW if is_max else INF", _SHARED_V),
        (5, _SHARED_AND_NEVER_CUT, _SHARED_V_UNCUT),
        (6, _ALL_BEFORE_THE_LOOP, "minimax"),
        (7, _SEARCHED_TWICE, _TWICE, 1),
        (7, _ALWAYS_SEARCHED_TWICE, _ALWAYS_TWICE, 1),
        (8, _FIRST_KEPT, "v stays the first child's value, and only α and β move"),
        (8, _V_NEVER_MOVED, "v is never updated, and only α and β move"),
        (5, "v = -1", "v starts at one number, whoever moves"),
        (7, "value = alphabeta(child, alpha, alpha, not is_max)", "α is handed down as β, too"),
        (7, "value = alphabeta(child, beta, beta, not is_max)", "β is handed down as α, too"),
        (
            8,
            "if is_max: v, alpha = value if v == LOW else v, max(alpha, value)",
            "MAX keeps its first child's value",
        ),
        (
            9,
            "else: v, beta = value if v == INF else v, min(beta, value)",
            "MIN keeps its first child's value",
        ),
    ),
    "the classic form": (
        (1, "LOW, INF = -99, 99", _SMALL_INFINITY),
        (8, "v = max(v, alphabeta(child, LOW, beta, MIN))", "alpha-not-handed-down"),
        (8, "v = max(v, alphabeta(child, alpha, INF, MIN))", "MAX hands no β down"),
        (8, "v = max(v, alphabeta(child, LOW, INF, MIN))", "MAX hands no bounds down"),
        (8, "v = max(v, alphabeta(child, v, beta, MIN))", "MAX hands v down in the place of α"),
        (8, _CUT_BEFORE_V_AT_MAX, f"at MAX {_CUT_WITHOUT_V}", 3),
        (15, _CUT_BEFORE_V_AT_MIN, f"at MIN {_CUT_WITHOUT_V}", 3),
        (8, "v = max(v, alphabeta(child, beta, alpha, MIN))", f"MAX {_WRONG_WAY_ROUND}"),
        (8, "v = max(v, alphabeta(child, alpha, beta, MAX))", "player-never-changes"),
        (8, "v = alphabeta(child, alpha, beta, MIN)", "MAX keeps its last child's value"),
        (8, "v = min(v, alphabeta(child, alpha, beta, MIN))", "MAX keeps −∞"),
        (15, "v = min(v, alphabeta(child, alpha, INF, MAX))", "beta-not-handed-down"),
        (15, "v = min(v, alphabeta(child, LOW, beta, MAX))", "MIN hands no α down"),
        (15, "v = min(v, alphabeta(child, LOW, INF, MAX))", "MIN hands no bounds down"),
        (15, "v = min(v, alphabeta(child, alpha, v, MAX))", "MIN hands v down in the place of β"),
        (15, "v = min(v, alphabeta(child, beta, alpha, MAX))", f"MIN {_WRONG_WAY_ROUND}"),
        (15, "v = min(v, alphabeta(child, alpha, beta, MIN))", "MIN calls MIN again"),
        (15, "v = alphabeta(child, alpha, beta, MAX)", "MIN keeps its last child's value"),
        (15, "v = max(v, alphabeta(child, alpha, beta, MAX))", "MIN keeps +∞"),
        (6, "v = 0", "v starts at 0 at MAX"),
        (13, "v = 0", "v starts at 0 at MIN"),
        (6, "v = -1", "v starts at a number that leaves go below at MAX"),
        (13, "v = -1", "v starts at a number that leaves go beyond at MIN"),
        (13, "v = LOW", "v starts at −∞ at MIN, too"),
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
        (7, "for child in node[:-1] or node:", "MAX leaves out its last child"),
        (14, "for child in node[:-1] or node:", "MIN leaves out its last child"),
        (7, "for child in node[:-1]:", f"MAX leaves out its last child, {_EVEN_THE_ONLY_ONE}"),
        (14, "for child in node[:-1]:", f"MIN leaves out its last child, {_EVEN_THE_ONLY_ONE}"),
        (7, "for child in node[1:] or node:", "MAX leaves out its first child"),
        (14, "for child in node[1:] or node:", "MIN leaves out its first child"),
        (7, "for child in node[1:]:", f"MAX leaves out its first child, {_EVEN_THE_ONLY_ONE}"),
        (14, "for child in node[1:]:", f"MIN leaves out its first child, {_EVEN_THE_ONLY_ONE}"),
        (11, "return beta", "MAX returns β in the place of v"),
        (18, "return alpha", "MIN returns α in the place of v"),
        (21, "return alphabeta(tree, LOW, INF, MIN)", "players-exchanged"),
        (8, _SET_BACK_AT_MAX, "MAX sets α to a smaller value, too"),
        (15, _SET_BACK_AT_MIN, "MIN sets β to a larger value, too"),
        (21, "return alphabeta(tree, 0, INF, MAX)", "α begins at 0"),
        (21, "return alphabeta(tree, LOW, 0, MAX)", "β begins at 0"),
        (21, "return alphabeta(tree, -99, 99, MAX)", _SMALL_WINDOW),
        (1, 'LOW, INF = 5e-324, float("inf")', _SMALLEST_POSITIVE),
        (6, "v = 5e-324", "v starts at the smallest positive number at MAX, and α is set to it"),
        (
            8,
            "if alphabeta(child, alpha, beta, MIN) > v: v = alphabeta(child, alpha, beta, MIN)",
            "a child that improves v is searched twice at MAX",
        ),
        (
            15,
            "if alphabeta(child, alpha, beta, MAX) < v: v = alphabeta(child, alpha, beta, MAX)",
            "a child that improves v is searched twice at MIN",
        ),
        (10, "if alpha <= beta: break", "the test is turned round at MAX, β ≥ α for β ≤ α"),
        (17, "if alpha <= beta: break", "the test is turned round at MIN, β ≥ α for β ≤ α"),
    ),
    "negamax": (
        (1, "INF = 99", _SMALL_INFINITY),
        (4, "if is_leaf(node): return evaluate(node)", "negamax forgets the sign at leaves"),
        (7, "value = negamax(child, -beta, -alpha, -colour)", "the sign of values is wrong"),
        (7, "value = -negamax(child, alpha, beta, -colour)", "minimax"),
        (7, "value = -negamax(child, beta, alpha, -colour)", "MIN takes its first child alone"),
        (7, "value = -negamax(child, -alpha, -beta, -colour)", "MIN takes its first child alone"),
        (7, "value = -negamax(child, -beta, -alpha, colour)", "negamax forgets the sign at leaves"),
        (7, "value = 0.5 * -negamax(child, -beta, -alpha, -colour)", _SHRUNK),
        (11, "return 0.5 * v", _RETURNED_SHRUNK),
        (7, "value = -negamax(child, -beta, -v, -colour)", "only-own-bound"),
        (7, "value = -negamax(child, -INF, -alpha, -colour)", "only-own-bound"),
        (7, "value = -negamax(child, -beta, alpha, -colour)", "α is handed down without its minus"),
        (7, "value = -negamax(child, beta, -alpha, -colour)", "β is handed down without its minus"),
        (8, _NEGAMAX_CUT_BEFORE_V, _CUT_WITHOUT_V),
        (8, _NEGAMAX_OWN_BOUND_TESTED, _OWN_BOUND),
        (7, "value = -negamax(child, -INF, INF, -colour)", "nothing-handed-down"),
        (5, "v = 0", "v starts at 0, seen from either player"),
        (5, "v = -99", "v starts at a number that leaves go beyond"),
        (5, "v = -1", "v starts at a number that leaves go beyond, seen from either player"),
        (6, "for child in node[:-1] or node:", "the last child is left out"),
        (6, "for child in node[1:] or node:", "the first child is left out"),
        (6, "for child in node[:-1]:", _LAST_LEFT_OUT),
        (6, "for child in node[1:]:", _FIRST_LEFT_OUT),
        (6, "for child in node[:2]:", _TWO_CHILDREN),
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
        (5, "global v; v = -INF", "v is one variable for all calls, of whoever moves"),
        (
            5,
            _NEGAMAX_SHARED_AND_NEVER_CUT,
            "v is one variable for all calls, of whoever moves, and nothing is ever cut off",
        ),
        (5, "v = 5e-324", "v starts at the smallest positive number, seen from either player"),
        (7, _NEGAMAX_TWICE, _TWICE, 1),
        (7, _NEGAMAX_ALWAYS_TWICE, _ALWAYS_TWICE, 1),
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
        (7, "v2 = min_value(child, beta, alpha)", f"MAX {_WRONG_WAY_ROUND}{_WHERE_V_IS_COMPARED}"),
        (8, "if v2 > v: v = v2", "alpha-not-handed-down"),
        (8, "if v2 < v: v, alpha = v2, max(alpha, v2)", "MAX keeps −∞"),
        (9, "if v <= alpha: return v", "MAX takes its first child alone"),
        (16, "v2 = max_value(child, beta, alpha)", f"MIN {_WRONG_WAY_ROUND}{_WHERE_V_IS_COMPARED}"),
        (17, "if v2 < v: v = v2", "beta-not-handed-down"),
        (9, "pass", "beta-not-handed-down"),
        (18, "if v >= beta: return v", "MIN takes its first child alone"),
        (18, "pass", "alpha-not-handed-down"),
        (22, "return min_value(tree, -INF, INF)", "players-exchanged"),
        (22, "return max_value(tree, 0, INF)", "α begins at 0"),
        (
            9,
            "if v > beta: return v",
            f"only MIN cuts at equality{_WHERE_V_IS_COMPARED}",
        ),
        (
            18,
            "if v < alpha: return v",
            f"only MAX cuts at equality{_WHERE_V_IS_COMPARED}",
        ),
        (8, "if v2 > v: alpha = v = v2", "MAX sets α to a smaller v, too"),
        (17, "if v2 < v: beta = v = v2", "MIN sets β to a larger v, too"),
    ),
    "negamax with a table of positions": (
        (15, "if v >= beta: pass", "a lower bound is stored as if it were exact"),
        (16, "if v <= bound: pass", "an upper bound is stored as if it were exact"),
        (3, "def key(node, colour): return str(node)", "who is to move is not in the table"),
        (
            15,
            "if v >= beta: pass\nif v <= bound: pass",
            "what a cut node returned is remembered as if it were exact",
        ),
        (3, _KEY_OF_LEAVES, "different positions with the same leaves share a key of the table"),
        *_build_key_rows("negamax with a table of positions", player="colour", table="the table"),
    ),
    "the form with global α and β": (
        (14, "pass", "α and β are global, and never reset"),
        (11, _GLOBAL_AND_MOVED_BACK, "α and β are global, set to v, and never reset"),
        (14, "beta = before[1]", "α is global, and never reset"),
        (14, "alpha = before[0]", "β is global, and never reset"),
    ),
    "the form with a memo": (
        (5, "key = str(node), is_max", _WINDOW_NOT_KEPT),
        (5, "key = str(node)", f"{_WINDOW_NOT_KEPT}, nor is who moves"),
        (5, "key = str(node), alpha, beta", "who is to move is not in the key of the memo"),
        (5, "key = is_max, alpha, beta", "the position is not in the key of the memo"),
        *_build_memo_rows("the form with a memo"),
    ),
    "the form that collects its values": (
        (1, _SHARED_VALUES, _ONE_LIST, 5),
        (1, _SHARED_VALUES_UNCUT, f"{_ONE_LIST}, {_NEVER_CUT}", 11),
    ),
    "best_move() and alpha-beta": (
        (15, "for number, child in enumerate(tree[:-1] or tree, 1):", _ROOT_LAST),
        (
            15,
            "for number, child in enumerate(tree[:-1], 1):",
            f"{_ROOT_LAST}, {_EVEN_THE_ONLY_ONE}",
        ),
        (15, "for number, child in enumerate(tree[1:] or tree, min(2, len(tree))):", _ROOT_FIRST),
        (
            15,
            "for number, child in enumerate(tree[1:], 2):",
            f"{_ROOT_FIRST}, {_EVEN_THE_ONLY_ONE}",
        ),
        (16, "value = alphabeta(child, LOW, INF, False)", _NO_ALPHA),
        (16, "value = alphabeta(child, v, INF, True)", _ROOT_AGAIN),
        (16, "value = alphabeta(child, LOW, INF, True)", _NO_ALPHA_AND_AGAIN),
        (16, "value = alphabeta(child, INF, v, False)", _WINDOW_EXCHANGED),
        (14, _ROOT_MINIMISES.format(player="False"), _MINIMISED),
        (14, _ROOT_MINIMISES_AND_HANDS_NOTHING.format(player="False"), _MINIMISED_UNBOUND),
        (14, _ROOT_MINIMISES.format(player="True"), _MINIMISED_MAX),
        (14, _ROOT_MINIMISES_AND_HANDS_NOTHING.format(player="True"), _MINIMISED_MAX_UNBOUND),
        (14, "v, move = 0, None", "the root's v starts at 0"),
        (17, "if value >= v: v, move = value, number", _LAST_OF_EQUAL),
        (17, "v, move = max(v, value), number", _LAST_MOVE),
        (17, "v, move = value, number", "the root keeps the value of its last child"),
        (18, "return v, move - 1", _FROM_ZERO),
    ),
    "best_move() and negamax": (
        (16, "value = -negamax(child, -INF, INF, -1)", _NO_ALPHA),
        (
            16,
            "value = -negamax(child, -INF, -v, 1)",
            "the root calls negamax with its own colour again",
        ),
        (16, "value = negamax(child, -INF, -v, -1)", _ROOT_SIGN),
        (16, "value = negamax(child, -INF, INF, -1)", _ROOT_SIGN_UNBOUND),
        (16, "value = negamax(child, v, INF, -1)", f"{_ROOT_SIGN}, and the window's, too"),
        (
            16,
            "value = -negamax(child, v, INF, -1)",
            "the root hands its window down without a change of sign",
        ),
        (16, "value = -negamax(child, -v, -INF, -1)", _WINDOW_EXCHANGED),
        (14, _NEGAMAX_ROOT_MINIMISES, _MINIMISED),
        (14, _NEGAMAX_ROOT_MINIMISES_AND_HANDS_NOTHING, _MINIMISED_UNBOUND),
        (14, "v, move = 0, None", "the root's v starts at 0"),
        (17, "if value >= v: v, move = value, number", _LAST_OF_EQUAL),
        (17, "v, move = max(v, value), number", _LAST_MOVE),
        (18, "return -v, move", "the root returns its value with the wrong sign"),
        (18, "return v, move - 1", _FROM_ZERO),
    ),
    "best_move() and fail-hard alpha-beta": (
        (16, "if value >= v: v, move = value, number", _LAST_OF_EQUAL_BOUNDS),
    ),
    "best_move() and fail-hard negamax": (
        (15, "if value >= v: v, move = value, number", f"{_LAST_OF_EQUAL_BOUNDS} (β)"),
    ),
    "negamax that keeps the move": (
        (10, "if value > v: move = number", _SHARED_MOVE),
        (10, "if value >= v and ply == 0: move = number", _LAST_OF_EQUAL),
    ),
    "negamax that counts the plies left": (
        (
            4,
            "if is_leaf(node): return evaluate(node) if depth % 2 == 0 else -evaluate(node)",
            "the sign of a leaf comes from the plies left",
        ),
        (
            14,
            "return negamax(tree, plies_of(tree), -INF, INF, 1 if plies_of(tree) % 2 == 0 else -1)",
            "the sign of a leaf comes from the plies left",
        ),
    ),
    "the form that returns at a cut-off": (
        (5, "v = -1", _NOTHING_IMPROVES),
        (5, "v = None", "nothing is returned where no child improves the bound"),
    ),
    "negamax that returns at a cut-off": (
        (5, "v = -1", f"{_NOTHING_IMPROVES}, whoever moves"),
        (5, "v = None", "nothing is returned where no child improves the bound"),
    ),
    "the form with a counter": (
        (6, "global i; i = 0", "the loop's counter is one variable for all calls"),
    ),
    "the form that tests v before it moves a bound": (
        (7, "v = max(v, max_value(child, alpha, beta))", "player-never-changes"),
        (7, "v = min_value(child, alpha, beta)", "MAX keeps its last child's value"),
        (7, "v = min(v, min_value(child, alpha, beta))", "MAX keeps −∞"),
        (16, "v = min(v, min_value(child, alpha, beta))", "MIN calls MIN again"),
        (16, "v = max_value(child, alpha, beta)", "MIN keeps its last child's value"),
        (16, "v = max(v, max_value(child, alpha, beta))", "MIN keeps +∞"),
        (8, "if v <= alpha: return v", "MAX tests v ≤ α, as MIN does"),
        (8, "pass", "beta-not-handed-down"),
        (17, "if v >= beta: return v", "MIN tests v ≥ β, as MAX does"),
        (17, "pass", "alpha-not-handed-down"),
        (9, "alpha = min(alpha, v)", "alpha-not-handed-down"),
        (9, "alpha = v", "MAX sets α to a smaller v, too"),
        (9, "beta = min(beta, v)", "MAX moves β in the place of α"),
        (18, "beta = max(beta, v)", "beta-not-handed-down"),
        (18, "beta = v", "MIN sets β to a larger v, too"),
        (18, "alpha = max(alpha, v)", "MIN moves α in the place of β"),
        (5, "v = 0", "v starts at 0 at MAX"),
        (14, "v = 0", "v starts at 0 at MIN"),
    ),
    "negamax that returns α": (
        (6, "value = -negamax(child, -alpha, -beta, -colour)", "v starts at −∞ at MIN, too"),
        (6, "value = -negamax(child, beta, alpha, -colour)", "v starts at −∞ at MIN, too"),
        (6, "value = -negamax(child, alpha, beta, -colour)", _WINDOW_HANDED_AS_IT_IS),
        (6, "value = -negamax(child, -beta, alpha, -colour)", f"α {_WITHOUT_MINUS}, {_IT_RETURNS}"),
        (6, "value = -negamax(child, beta, -alpha, -colour)", f"β {_WITHOUT_MINUS}, {_IT_RETURNS}"),
        (6, "value = -negamax(child, -INF, INF, -colour)", "nothing-handed-down"),
        (6, "value = negamax(child, -beta, -alpha, -colour)", f"{_NO_SIGN}, and α is returned"),
        (7, "alpha = value", "α is set to a smaller value, and returned"),
        (8, "pass", "minimax"),
        (9, "return beta", "β is returned in the place of α"),
    ),
    "the form with a table of flags": (
        (17, "pass", "a lower bound is kept in the table as exact"),
        (18, "pass", "an upper bound is kept in the table as exact"),
        (17, "pass\npass", _WINDOW_NOT_KEPT),
        (17, _FLAGS_BY_MOVED_BOUNDS, "what the table keeps is told by the α and β that have moved"),
        (17, _FLAGS_EXCHANGED, "upper and lower bounds are exchanged in the table"),
        (
            3,
            "def key(node, is_max): return str(node)",
            "who is to move is not in the key of the table",
        ),
        *_build_key_rows(
            "the form with a table of flags", player="is_max", table="the table of flags"
        ),
    ),
    "the form that counts plies": (
        (10, "if alpha >= beta and depth < 2: break", "it cuts only at ply 1, not below"),
        (10, "if alpha >= beta and depth < 3: break", "it cuts only at plies 1 and 2, not below"),
        (10, "if alpha >= beta and depth > 1: break", "it cuts only below ply 1"),
        (10, "if alpha >= beta and depth > 2: break", "it cuts only below ply 2"),
    ),
    "the form with a memo that counts plies": _build_ply_memo_rows(
        "the form with a memo that counts plies"
    ),
    "MTD(f)": (
        (22, _SEARCHES_AT_ROOT.format(1), f"it ends after one search, {_MET_OR_NOT}"),
        (22, _SEARCHES_AT_ROOT.format(2), f"it ends after two searches, {_MET_OR_NOT}"),
        (22, _SEARCHES_AT_ROOT.format(3), f"it ends after three searches, {_MET_OR_NOT}"),
        (22, _BETA_IS_V, _ASKED_AGAIN),
        (
            3,
            _KEY_OF_LEAVES,
            "different positions with the same leaves share a key of the table of MTD(f)",
        ),
        *_build_key_rows("MTD(f)", player="colour", table="the table of MTD(f)"),
    ),
    "PVS": (
        (1, "INF = 99", f"{_SMALL_INFINITY}, in PVS"),
        (9, "pass", "the value of a null window is taken for the child's value"),
        (
            9,
            "if low != -beta and value > alpha: value = -pvs(child, -alpha - 1, -alpha, -colour)",
            "the second search has the null window again",
        ),
        (8, _PVS_WITHOUT_MINUS, _NO_MINUS, 1),
        (9, _SECOND.format("pvs(child, -beta, -value, -colour)"), _NO_MINUS_AGAIN),
        (
            9,
            _SECOND.format("pvs(child, -beta, -alpha, -colour)"),
            f"{_NO_MINUS_AGAIN}{_FROM_ALPHA}",
        ),
        (9, _SECOND.format("-pvs(child, -beta, value, -colour)"), _NOT_NEGATED_AT_ONE_END),
        (9, _SECOND.format("-pvs(child, value, beta, -colour)"), _NOT_NEGATED_AGAIN),
        (
            9,
            _SECOND.format("-pvs(child, alpha, beta, -colour)"),
            f"{_NOT_NEGATED_AGAIN}{_FROM_ALPHA}",
        ),
        (9, _SECOND.format("-pvs(child, -value, -beta, -colour)"), _EXCHANGED_AGAIN),
        (9, _SECOND.format("-pvs(child, -alpha, -beta, -colour)"), _EXCHANGED_AGAIN),
        (10, "v, alpha = max(v, value), value", "α is set to a smaller value, too, in PVS", 2),
    ),
    "fail-hard PVS": (
        (1, "INF = 99", f"{_SMALL_INFINITY}, in PVS, and no more is returned"),
        (8, "pass", "the value of a null window is taken for the child's value, fail-hard"),
        (7, _PVS_WITHOUT_MINUS, f"{_NO_MINUS}{_HARD}", 1),
        (8, _SECOND.format("pvs(child, -beta, -value, -colour)"), f"{_NO_MINUS_AGAIN}{_HARD}"),
        (
            8,
            _SECOND.format("pvs(child, -beta, -alpha, -colour)"),
            f"{_NO_MINUS_AGAIN}{_FROM_ALPHA}{_HARD}",
        ),
        (
            8,
            _SECOND.format("-pvs(child, -beta, value, -colour)"),
            f"{_NOT_NEGATED_AT_ONE_END}{_HARD}",
        ),
        (8, _SECOND.format("-pvs(child, value, beta, -colour)"), f"{_NOT_NEGATED_AGAIN}{_HARD}"),
        (
            8,
            _SECOND.format("-pvs(child, alpha, beta, -colour)"),
            f"{_NOT_NEGATED_AGAIN}{_FROM_ALPHA}{_HARD}",
        ),
        (8, _SECOND.format("-pvs(child, -value, -beta, -colour)"), f"{_EXCHANGED_AGAIN}{_HARD}"),
        (
            8,
            _SECOND.format("-pvs(child, -alpha, -beta, -colour)"),
            f"{_EXCHANGED_AGAIN}{_FROM_ALPHA}{_HARD}",
        ),
        (
            8,
            _SECOND.format("-pvs(child, low, -alpha, -colour)"),
            "the second search has the null window again, fail-hard",
        ),
        (9, "alpha = value", "α is set to a smaller value, too, in PVS, fail-hard"),
    ),
}
"""For each listing its wrong lines, the likeliest first: number, text, what comes of it, and how
many lines of the listing it replaces where that is not as many as it has."""
