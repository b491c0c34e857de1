"""The single lines that programs with alpha-beta are often found to have wrong.

A mistake is a line of one of the listings with what stands there instead; it is run as it is shown,
so that a program which answers every tree as it does has very likely made it. The listings are in
:mod:`treeexplorer.programs.listings`, the lines in :mod:`treeexplorer.programs.wrong_lines`.

A listing is written for MAX and MIN in turn, MAX first. :func:`lines_of` has it for other rules:
another test, another order of the children, MIN first, and players by ply where a listing has a
flag for the player.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from difflib import SequenceMatcher
from functools import cache
from textwrap import indent
from types import CodeType
from typing import Any, Final, NamedTuple, TypeVar

from treeexplorer.engine.misconceptions import MISCONCEPTIONS
from treeexplorer.programs.listings import LISTINGS
from treeexplorer.programs.trials import height_of, leaves_of
from treeexplorer.programs.wrong_lines import ROWS, WrongLine
from treeexplorer.rules import Rules
from treeexplorer.tree import DEFAULT_LEVELS, Levels, Player

T = TypeVar("T")

_MIN_FIRST: Final[Levels] = (Player.MIN, Player.MAX)
_MOST_LEAVES: Final = 20_000  # that a listing reads before it is taken for one that never ends


class Mistake(NamedTuple):
    """A mistake in one of the :data:`LISTINGS`: a wrong line, or a few lines in the wrong order.

    Attributes:
        listing: The name of the listing.
        number: The number of the line that is wrong, from 1; of the first of several.
        instead: What stands there instead, without the indentation of its first line.
        name: The name of the misconception that it is, if it is one; else what comes of it, in
            words.
        replaces: How many lines of the listing it stands for.
    """

    listing: str
    number: int
    instead: str
    name: str
    replaces: int

    @property
    def words(self) -> str:
        """What is done differently, as the end of a sentence: “alpha-beta does … when …”."""
        misconception = MISCONCEPTIONS.get(self.name)
        if misconception is None:
            return self.name
        return misconception.words

    @property
    def line_slice(self) -> slice:
        """Where the lines that the mistake replaces stand among those of the listing, from 0."""
        start = self.number - 1
        return slice(start, start + self.replaces)

    @property
    def right(self) -> str:
        """The right lines."""
        right_lines = LISTINGS[self.listing].splitlines()[self.line_slice]
        return "\n".join(line.strip() for line in right_lines)

    def text(self, rules: Rules) -> list[str]:
        """Return the lines of the right listing, with the wrong lines as comments among them.

        A listing is the text of a short Python program with alpha-beta, in which the mistake
        replaces a few lines.

        Each right line that the mistake replaces is marked by ``>``; the wrong line stands below
        it::

            > if alpha >= beta: break
              # not: if alpha > beta: break

        Args:
            rules: The rules that the listing is written for.
        """
        right = lines_of(self.listing, rules)
        wrong = lines_of(self, rules)
        marked: list[str] = []
        # Each change says that right[start:end] becomes wrong[wrong_start:wrong_end].
        changes = SequenceMatcher(None, right, wrong).get_opcodes()
        for kind, start, end, wrong_start, wrong_end in changes:
            if kind == "equal":
                marked += [f"  {line}".rstrip() for line in right[start:end]]
            else:
                marked += [f"> {line}" for line in right[start:end]]
                marked += [_format_as_comment(line) for line in wrong[wrong_start:wrong_end]]
        return marked


def _format_as_comment(line: str) -> str:
    """Format a wrong line as a comment, indented as it was.

    >>> _format_as_comment("    return alpha")
    '      # not: return alpha'
    """
    code = line.lstrip()
    indentation = line[: len(line) - len(code)]
    return f"  {indentation}# not: {code}"


def _build_mistake(listing: str, row: WrongLine) -> Mistake:
    """Build the mistake in a row of the table.

    It replaces as many lines as it has itself, unless the row gives another number.
    """
    if len(row) == 4:
        return Mistake(listing, *row)
    _, instead, _ = row
    return Mistake(listing, *row, replaces=instead.count("\n") + 1)


MISTAKES: Final = tuple(
    _build_mistake(listing, row) for listing, rows in ROWS.items() for row in rows
)
"""Wrong lines, the likeliest first in each listing; 99 stands there for a number like it."""


# -- a listing under rules -----------------------------------------------------------------------

# Where a listing tests whether to cut; other tests of its bounds are the same under >.
_TESTS: Final = (
    *("alpha >= beta", "value >= beta", "value <= alpha: return"),
    *("v >= beta: return", "v <= alpha: return"),
)


def takes(listing: str, levels: Levels) -> bool:
    """Tell whether a listing can be written for the given players.

    A listing with a flag for the player, a parameter ``is_max`` or ``player``, takes any players.
    The others have MAX and MIN in turn: in negamax each call negates the value, and where each
    player has a function these call each other. No listing has chance nodes.

    Args:
        listing: The name of a listing.
        levels: Who moves at each ply, repeated.
    """
    if set(levels) - {Player.MAX, Player.MIN}:
        return False
    # The flag is the last parameter of a function, or the last argument of a call.
    has_flag = re.search(r"is_max\)|player\)", LISTINGS[listing]) is not None
    return has_flag or levels in {DEFAULT_LEVELS, _MIN_FIRST}


def lines_of(source: str | Mistake, rules: Rules) -> list[str]:
    """Return the lines of a listing of alpha-beta, written for the given rules.

    A listing is the text of a short Python program with alpha-beta. It is kept for the test ≥, MAX
    at the root, and children from left to right, and is rewritten step by step for other rules.

    Args:
        source: The name of a listing; or a mistake, for its listing with that mistake in it.
        rules: Which test cuts, who moves at each ply, and from which side children are taken. The
            listing must take these players (:func:`takes`).

    Example:
        >>> lines_of("the classic form", Rules(cutoff=">"))[9].strip()
        'if alpha > beta: break'
    """
    listing = source if isinstance(source, str) else source.listing
    lines = LISTINGS[listing].splitlines()

    # 1. The test: ``alpha >= beta`` becomes ``alpha > beta``.
    if rules.strict:
        lines = _make_tests_strict(lines)

    # 2. The mistake. Behind the test, since a test that is the mistake must stay as it is; and
    # before the players and the side, which its lines are to be rewritten for, too.
    if isinstance(source, Mistake):
        lines = _insert_mistake(lines, source)

    # 3. The players: ``is_max`` may become ``is_max(ply)``.
    lines = _replace_players(lines, rules.levels)

    # 4. The side: ``in node`` becomes ``in node[::-1]``.
    if rules.right_to_left:
        lines = [_reverse_child_loop(line) for line in lines]
    return lines


def _make_tests_strict(lines: Sequence[str]) -> list[str]:
    """Let a listing cut only at α > β; PVS, which has a test of its own, stays as it is.

    >>> _make_tests_strict(["if alpha >= beta: break"])
    ['if alpha > beta: break']
    """
    has_own_test = any("pvs(" in line for line in lines)
    if has_own_test:
        return list(lines)
    strict_tests = [(re.escape(test), test.replace("=", "")) for test in _TESTS]
    return [_replace_patterns(line, strict_tests) for line in lines]


def _insert_mistake(lines: Sequence[str], mistake: Mistake) -> list[str]:
    """Replace the right lines of a listing with the wrong lines of a mistake, indented alike.

    Example:
        >>> mistake = Mistake("negamax", number=11, instead="return -v", name="", replaces=1)
        >>> lines = LISTINGS["negamax"].splitlines()
        >>> lines[10]
        '    return v'
        >>> _insert_mistake(lines, mistake)[10]
        '    return -v'
    """
    start = mistake.line_slice.start
    end = mistake.line_slice.stop
    right_lines = lines[start:end]
    first_line = right_lines[0]
    indentation = first_line[: len(first_line) - len(first_line.lstrip())]

    # Wrong lines that are indented below each other stay so: all are moved to the right alike.
    wrong_lines = _split_wrong_lines(mistake, right_lines)
    indented_lines = [indent(line, indentation) for line in wrong_lines]
    return [*lines[:start], *indented_lines, *lines[end:]]


def _split_wrong_lines(mistake: Mistake, right_lines: Sequence[str]) -> list[str]:
    """Split the wrong text of a mistake into lines, with the test that the rules have.

    The table of mistakes has the test ``>=``. A wrong line that is a right one in another place is
    taken from ``right_lines``, the lines that the mistake replaces, which have the right test.

    Example:
        Under the test ``>`` the right lines are ``alpha = max(alpha, v)`` and ``if alpha > beta:
        break``. If the mistake exchanges them, the first one is ``if alpha > beta: break``.
    """
    lines_in_table = mistake.right.splitlines()
    line_of_rules = {
        in_table: line.strip() for in_table, line in zip(lines_in_table, right_lines, strict=True)
    }
    return [line_of_rules.get(line, line) for line in mistake.instead.splitlines()]


def _replace_players(lines: Sequence[str], levels: Levels) -> list[str]:
    """Rewrite a listing, which is written for MAX and MIN in turn, for other players.

    A listing is the text of a short Python program with alpha-beta, here as its lines. It ends with
    the function that begins the search, ``search()`` or ``best_move()``. Its *flag* is the
    parameter ``is_max`` that says who moves; negamax has 1 or −1 for it, its *colour*.

    ===================  ===================================  ==================================
    who moves            a line                               becomes
    ===================  ===================================  ==================================
    MAX, MIN in turn     all lines                            stay as they are
    MIN, MAX in turn     ``alphabeta(tree, LOW, INF, True)``  ``alphabeta(tree, LOW, INF, False)``
    the same, negamax    ``negamax(tree, -INF, INF, 1)``      ``-negamax(tree, -INF, INF, -1)``
    MAX, MAX, MIN        ``if is_max:``                       ``if is_max(ply):``
    MIN, MIN, MAX        the same, and ``if value > v:``      ``if value < v:``
                         in ``best_move()``
    ===================  ===================================  ==================================
    """
    if levels == DEFAULT_LEVELS:
        return list(lines)

    if levels == _MIN_FIRST:
        change_line = _let_min_begin_negamax if _has_colour(lines) else _let_min_begin
        return _replace_entry_lines(lines, change_line)

    # `takes` lets only listings with a flag have other players; others raise an error here.
    by_ply = _replace_flag_by_ply(lines)
    if levels[0] is Player.MIN:
        return _replace_entry_lines(by_ply, _choose_smallest_move)
    return by_ply


def _has_colour(lines: Sequence[str]) -> bool:
    """Tell whether a listing has a colour, 1 or −1, for the player: negamax and PVS have."""
    return any("colour" in line for line in lines)


def _replace_entry_lines(lines: Sequence[str], change: Callable[[str], str]) -> list[str]:
    """Change the lines of the function that begins the search in a listing.

    A listing ends with that function, ``search()`` or ``best_move()``.
    """
    entry = _find_entry_line(lines)
    return [*lines[:entry], *map(change, lines[entry:])]


def _find_entry_line(lines: Sequence[str]) -> int:
    """Find the index of the first line of the function that begins the search."""
    return next(index for index, line in enumerate(lines) if line.startswith(_ENTRIES))


_ENTRIES: Final = ("def search", "def best_move")
_OTHER_PLAYER: Final = {
    "True": "False",
    "False": "True",
    "MAX": "MIN",
    "MIN": "MAX",
    "max_value": "min_value",
    "min_value": "max_value",
}

_OPPOSITE: Final = {"": "-", "-": ""}


def _let_min_begin(line: str) -> str:
    """Change a line of the function that begins the search so that MIN moves first.

    >>> _let_min_begin("    return alphabeta(tree, LOW, INF, True)")
    '    return alphabeta(tree, LOW, INF, False)'
    """
    line = re.sub(r"\w+", lambda word: _OTHER_PLAYER.get(word[0], word[0]), line)
    return _choose_smallest_move(line)


def _choose_smallest_move(line: str) -> str:
    """Change a line of ``best_move()`` so that it looks for the smallest value.

    The function looks at each child and keeps v, the largest value so far, and its move. Its lines
    become::

        v, move = LOW, None                         v, move = INF, None
        value = alphabeta(child, v, INF, True)      value = alphabeta(child, LOW, v, True)
        if value > v: v, move = value, number       if value < v: v, move = value, number
        return v, move                              return v, move

    In a listing with ``search()`` in its place, the window of the whole tree stays as it is:
    ``return alphabeta(tree, LOW, INF, True)``.

    >>> _choose_smallest_move("value = alphabeta(child, v, INF, True)")
    'value = alphabeta(child, LOW, v, True)'
    """
    searches_whole_tree = _SEARCH_OF_TREE.search(line) is not None
    if searches_whole_tree:
        return line
    return _exchange_largest_and_smallest(_exchange_ends_of_window(line))


def _exchange_ends_of_window(line: str) -> str:
    """Exchange α and β in the call of a child.

    >>> _exchange_ends_of_window("value = alphabeta(child, v, INF, True)")
    'value = alphabeta(child, INF, v, True)'
    """
    return _WINDOW_OF_CHILD.sub(r"(child, \g<beta>, \g<alpha>", line)


def _exchange_largest_and_smallest(line: str) -> str:
    """Exchange what stands for the largest and for the smallest value: INF and LOW, > and <.

    >>> _exchange_largest_and_smallest("if value > v: v = INF")
    'if value < v: v = LOW'
    """
    return _WORD_FOR_LARGEST.sub(lambda word: _FOR_SMALLEST[word[0]], line)


_SEARCH_OF_TREE: Final = re.compile(r"(?<!enumerate)\(tree, ")
"""A call such as ``alphabeta(tree, LOW, …)``; ``enumerate(tree, 1)`` is none."""
_WINDOW_OF_CHILD: Final = re.compile(r"\(child, (?P<alpha>\w+), (?P<beta>\w+)")
_WORD_FOR_LARGEST: Final = re.compile(r"LOW|INF|[<>]|\bmax\b")
_FOR_SMALLEST: Final = {"LOW": "INF", "INF": "LOW", "<": ">", ">": "<", "max": "min"}
"""What stands where the smallest value is looked for in place of the largest."""


def _let_min_begin_negamax(line: str) -> str:
    """Change a line that begins negamax so that MIN moves first.

    The tree is searched with MIN's colour, −1, and the value is negated, so that it is MAX's again.
    Colours and returned values get the opposite sign::

        return negamax(tree, -INF, INF, 1)           return -negamax(tree, -INF, INF, -1)
        value = -negamax(child, -INF, -v, -1)        value = -negamax(child, -INF, -v, 1)
        return v, move                               return -v, move
        for number, child in enumerate(tree, 1):     the same: this 1 is no colour

    >>> _let_min_begin_negamax("return negamax(tree, -INF, INF, 1)")
    'return -negamax(tree, -INF, INF, -1)'
    """
    if "enumerate" in line:
        return line
    for sign in (_SIGN_OF_COLOUR, _SIGN_OF_RETURNED_VALUE):
        line = sign.sub(lambda minus: _OPPOSITE[minus[0]], line)
    return line


# Each finds the minus before what is negated, or the empty text where the minus would stand.
_SIGN_OF_COLOUR: Final = re.compile(r"(?<=, )-?(?=1[,)])")
_SIGN_OF_RETURNED_VALUE: Final = re.compile(r"(?<=return )-?(?=v|\w+\(tree)")


def _replace_flag_by_ply(lines: Sequence[str]) -> list[str]:
    """Replace the parameter that says who moves in a listing with the ply.

    A listing is the text of a short Python program with alpha-beta, here as its lines. A ply is a
    node's distance from the root; ``is_max(ply)`` says whether MAX moves there.

    The parameter is a truth value, ``is_max``, or in the classic form the name of a player::

        def f(node, is_max):                def f(node, ply):
            if is_max: …                        if is_max(ply): …
            f(child, not is_max)                f(child, ply + 1)
        def search(tree):           →       def search(tree):
            return f(tree, True)                return f(tree, 0)

    Raises:
        ValueError: A line still has the parameter, or hands down a player: it is written as no
            pattern knows.
    """
    entry = _find_entry_line(lines)
    function_lines = lines[:entry]
    entry_lines = lines[entry:]  # the function that begins the search

    if _has_player_name(function_lines):
        functions_by_ply = _replace_player_name_by_ply(function_lines)
    else:
        functions_by_ply = _replace_truth_value_by_ply(function_lines)
    entry_by_ply = [_replace_patterns(line, _FIRST_PLY) for line in entry_lines]
    by_ply = [*functions_by_ply, *entry_by_ply]
    _check_no_flag_is_left(by_ply)
    return by_ply


def _has_player_name(lines: Sequence[str]) -> bool:
    """Tell whether a listing hands down the name of the player who moves, as the classic form does.

    It has ``player`` as its last parameter: ``def alphabeta(node, alpha, beta, player):``.
    """
    return any(line.startswith("def ") and "player)" in line for line in lines)


def _check_no_flag_is_left(lines: Sequence[str]) -> None:
    """Check that no line of a listing that goes by plies has the flag that said who moves.

    Raises:
        ValueError: A line has: ``f(child, is_max)``, for example, where ``ply`` should stand.
    """
    for line in lines:
        if _FLAG_LEFT.search(line):
            raise ValueError(f"no pattern replaces the player in the line {line.strip()!r}")


def _replace_truth_value_by_ply(lines: Sequence[str]) -> list[str]:
    """Replace the flag ``is_max`` with the ply.

    Example:
        >>> _replace_truth_value_by_ply(["if is_max:", "f(child, not is_max)"])
        ['if is_max(ply):', 'f(child, ply + 1)']
    """
    return [_replace_patterns(line, _PLY_FOR_TRUTH_VALUE) for line in lines]


def _replace_player_name_by_ply(lines: Sequence[str]) -> list[str]:
    """Replace the name of the player in the classic form with the ply.

    The classic form has a part for MAX and then a part for MIN. A part hands down the name of the
    other player, who moves a ply later, or by mistake that of its own::

        def f(node, player):          def f(node, ply):
            if player == MAX:             if is_max(ply):
                f(child, MIN)                 f(child, ply + 1)
                f(child, MAX)                 f(child, ply)           (the mistake)
            if player == MIN:             if not is_max(ply):
                f(child, MAX)                 f(child, ply + 1)
                f(child, MIN)                 f(child, ply)           (the mistake)

    Example:
        >>> _replace_player_name_by_ply(["if player == MIN:", "f(child, MAX)"])
        ['if not is_max(ply):', 'f(child, ply + 1)']
    """
    first_lines_for_min = [index for index, line in enumerate(lines) if "player == MIN" in line]
    start_for_min = first_lines_for_min[0] if first_lines_for_min else len(lines)
    lines_for_max = lines[:start_for_min]
    lines_for_min = lines[start_for_min:]
    return [
        *(_replace_patterns(line, _PLY_FOR_NAME_AT_MAX) for line in lines_for_max),
        *(_replace_patterns(line, _PLY_FOR_NAME_AT_MIN) for line in lines_for_min),
    ]


_PLY_FOR_TRUTH_VALUE: Final = (
    (r"\bnot is_max\)", "ply + 1)"),
    (r", is_max\)", ", ply)"),
    (r", is_max\]", ", ply]"),
    (r"\bis_max\b(?!\()", "is_max(ply)"),
)
"""What is written for the flag ``is_max``, pattern by pattern."""
_PLY_FOR_NAME: Final = (
    (r", player\)", ", ply)"),
    (r"player == MAX", "is_max(ply)"),
    (r"player == MIN", "not is_max(ply)"),
)
_PLY_FOR_NAME_AT_MAX: Final = (*_PLY_FOR_NAME, (r"\bMIN\)", "ply + 1)"), (r"\bMAX\)", "ply)"))
_PLY_FOR_NAME_AT_MIN: Final = (*_PLY_FOR_NAME, (r"\bMAX\)", "ply + 1)"), (r"\bMIN\)", "ply)"))
"""What is written for the name of a player in the parts of the classic form for MAX and MIN."""
_FLAG_LEFT: Final = re.compile(r"\bis_max\b(?!\(ply\))|\bplayer\b|, (?:True|False|MAX|MIN)\)")
"""What is left of a flag where no pattern has replaced it."""
_FIRST_PLY: Final = ((r"\b(?:True|MAX)\)", "0)"), (r"\b(?:False|MIN)\)", "1)"))
"""What is written where the search begins: the root is at ply 0."""


def _replace_patterns(line: str, patterns: Iterable[tuple[str, str]]) -> str:
    """Return a line in which each pattern is replaced by its text, one after the other.

    >>> _replace_patterns("v = alphabeta(child, alpha, beta, not is_max)", _PLY_FOR_TRUTH_VALUE)
    'v = alphabeta(child, alpha, beta, ply + 1)'
    """
    for pattern, text in patterns:
        line = re.sub(pattern, text, line)
    return line


def _reverse_child_loop(line: str) -> str:
    """Change a line so that a loop takes the children from the last to the first.

    >>> _reverse_child_loop("for child in node:")
    'for child in node[::-1]:'
    """
    line = re.sub(r"in enumerate\((node|tree)(, 1)?\)", _reverse_enumeration, line)
    line = re.sub(r"in node\b", "in node[::-1]", line)
    return line.replace("node[i]", "node[~i]")


def _reverse_enumeration(match: re.Match[str]) -> str:
    """Change the head of a loop over numbered children so that it runs from last to first."""
    if match[2]:  # the children's own numbers are asked for
        return f"in list(enumerate({match[1]}, 1))[::-1]"
    return f"in enumerate({match[1]}[::-1])"


# -- running it ----------------------------------------------------------------------------------


class _Int32(int):
    """A 32-bit number; negating the smallest one gives that number itself."""

    def __neg__(self) -> int:
        return _Int32((-int(self) + 2**31) % 2**32 - 2**31)


class NeverEndsError(Exception):
    """A listing with a mistake evaluated so many leaves that it is taken to run forever."""


@cache
def _compile_listing(source: str | Mistake, rules: Rules) -> CodeType:
    """Return the compiled code of a listing, or of a listing with a mistake."""
    return compile("\n".join(lines_of(source, rules)), "<listing>", "exec")


def program(
    source: str | Mistake, rules: Rules | None = None, *, anew: bool = False
) -> Callable[[Any], tuple[Any, ...]]:
    """Return a listing, or a listing with a mistake, as a function of nested lists.

    The function returns the root's value, the leaves that it evaluates, in order, and the move if
    the listing has one. If ``anew``, its globals are set up again for each tree; else they are
    kept.

    Example:
        >>> program("the classic form")([[3, 12], [2, 9]])
        (3, [3, 12, 2])
    """
    return _RunListing(source, Rules() if rules is None else rules, anew=anew)


class _RunListing:
    """A listing that answers one tree after another.

    To run its code once makes the functions and the globals of the listing, as the import of a
    module does; a tree is answered by a call of one of these functions.
    """

    def __init__(self, source: str | Mistake, rules: Rules, *, anew: bool) -> None:
        """Run the code of a listing, which defines its functions and global variables.

        A listing is the text of a short Python program with alpha-beta. It uses some names that it
        does not define: ``evaluate(node)``, for example, returns the value of a leaf.

        Args:
            source: The name of a listing, or a mistake for its listing with that mistake.
            rules: The rules that the listing is written for.
            anew: Whether its code is run again for each tree, so that no global variable keeps its
                value.
        """
        self._code = _compile_listing(source, rules)
        self._levels = rules.levels
        self._anew = anew
        # The leaves that the listing evaluates in the current tree.
        self._evaluated: list[Any] = []
        # The global variables of the listing, at first those that it does not define.
        self._names: dict[str, Any] = {
            # In all listings.
            "is_leaf": _is_leaf,
            "evaluate": self._record_evaluation,
            # Who moves: by ply, or as the name of a player.
            "is_max": self._is_max,
            "MAX": True,
            "MIN": False,
            # The table of listings that remember what they have searched.
            "table": {},
            # In wrong lines alone, but for the plies of iterative deepening.
            "leaves_of": _collect_leaves,
            "plies_of": height_of,
            "Int32": _Int32,
        }
        self._run_code()

    def _run_code(self) -> None:
        """Run the code of the listing, which defines its functions and global variables."""
        exec(self._code, self._names)  # noqa: S102 - a listing of this package, as it is shown

    def __call__(self, tree: Any) -> tuple[Any, ...]:
        """Run the listing on a tree and return its answer.

        Args:
            tree: Nested lists.

        Returns:
            ``(value, leaves)``, or ``(value, leaves, move)`` if the listing has a move: the root's
            value, the leaves that were evaluated, in order, and the number of the root's child to
            play, from 1.

        Raises:
            NeverEndsError: So many leaves were evaluated that the listing seems never to end.
        """
        if self._anew:
            self._run_code()
        self._evaluated.clear()
        # The listing calls `evaluate` at each leaf, which notes the leaf.
        answer = self._run_search(tree)
        leaves = list(self._evaluated)
        if isinstance(answer, tuple):
            value, move = answer
            return value, leaves, move
        return answer, leaves

    def _run_search(self, tree: Any) -> Any:
        """Run the search of the listing, and return a value and a move, or a value.

        A listing has a function ``best_move()``, which returns both, or else ``search()``.
        """
        name = "best_move" if "best_move" in self._names else "search"
        return self._names[name](tree)

    def _record_evaluation(self, leaf: Any) -> Any:
        """Record that a leaf was evaluated, and return the leaf.

        Raises:
            NeverEndsError: So many were that the listing is taken for one that never ends.
        """
        evaluated = self._evaluated
        evaluated.append(leaf)
        if len(evaluated) > _MOST_LEAVES:
            raise NeverEndsError("it does not finish")
        return leaf

    def _is_max(self, ply: int) -> bool:
        """Tell whether MAX moves at a ply."""
        return self._levels[ply % len(self._levels)] is Player.MAX


def _collect_leaves(node: Any) -> list[Any]:
    """Collect the leaves of nested lists from left to right."""
    return list(leaves_of(node))


def _is_leaf(node: Any) -> bool:
    """Tell whether a node of nested lists is a leaf."""
    return not isinstance(node, list)


# -- the likeliest first -------------------------------------------------------------------------


class _Shape(NamedTuple):
    """The features that tell the listings apart and look alike in most languages.

    Attributes:
        negates: Whether negated bounds are handed down, as in negamax.
        bound_tests: How often α is compared with β: 0, 1, or 2 for twice or more; ``None`` if
            nothing is called alpha.
        lists_children: Whether all children are searched in a list before anything is tested.
        has_two_functions: Whether MAX and MIN have a function each, as in the form of AIMA.
    """

    negates: bool
    bound_tests: int | None
    lists_children: bool
    has_two_functions: bool


_SHARED_DEFAULT: Final = re.compile(r"\bdef\b[^\n]*=\s*\[\s*\]")
"""A list as the default of a parameter, which all calls of a function share."""


def has_list_for_all_calls(mistake: Mistake) -> bool:
    """Tell whether with a mistake a listing collects values in one list for all calls."""
    return "\nvalues = []" in mistake.instead


def sort_by_nearness(mistakes: Sequence[Mistake], text: str) -> list[Mistake]:
    """Sort mistakes by how much their listing looks like a program's text.

    A listing is the text of a short Python program with alpha-beta; a mistake is a wrong line in
    one. It looks like the program if, with the mistake in it, it has the same *shape*
    (:class:`_Shape`), such as the number of tests. For example, the program is negamax with one
    test for a cut-off:

    ================  ================================  =========================  =======
    listing           mistake                           has it the same shape      place
    ================  ================================  =========================  =======
    the classic form  any of ten                        no: it negates no bounds   4 to 13
    negamax           1: the test is ``alpha > beta``   yes                        1
    negamax           2: the test is made twice         no: it has two tests       3
    negamax           3: ``-colour`` is ``colour``      yes                        2
    ================  ================================  =========================  =======

    So listings that have the shape with any of their mistakes come first, and in each listing the
    mistakes with which it has it. Of listings alike in that, those with more mistakes come first.
    But if the program has a list as the default of a parameter, ``scores=[]``, the mistakes that
    are of such a list come before all.

    Args:
        mistakes: The mistakes, of any listings.
        text: The program's text. If ``max`` does not occur in it, it shows no search that could be
            compared, and no listing has its shape.
    """
    alike = _find_mistakes_of_same_shape(mistakes, text)
    listings_alike = {mistake.listing for mistake in alike}
    mistakes_of: dict[str, list[Mistake]] = {}
    for mistake in mistakes:
        mistakes_of.setdefault(mistake.listing, []).append(mistake)

    longest_first = sorted(mistakes_of, key=lambda listing: len(mistakes_of[listing]), reverse=True)
    listings = _put_first(longest_first, lambda listing: listing in listings_alike)
    in_order: list[Mistake] = []
    for listing in listings:
        in_order += _put_first(mistakes_of[listing], lambda mistake: mistake in alike)

    if _SHARED_DEFAULT.search(text) is not None:
        return _put_first(in_order, has_list_for_all_calls)
    return in_order


def _put_first(items: Sequence[T], comes_first: Callable[[T], bool]) -> list[T]:
    """Put some items before the others; the order among both stays as it is.

    >>> _put_first([3, 8, 5, 9], lambda number: number > 6)
    [8, 9, 3, 5]
    """
    return sorted(items, key=lambda item: not comes_first(item))


def _find_mistakes_of_same_shape(mistakes: Sequence[Mistake], text: str) -> set[Mistake]:
    """Find the mistakes with which a listing has the shape of a program's text."""
    if "max" not in text.lower():
        return set()
    shape = _parse_shape(text)
    return {mistake for mistake in mistakes if _has_shape(mistake, shape)}


def _has_shape(mistake: Mistake, shape: _Shape) -> bool:
    """Tell whether a listing with a mistake has the shape of a program's text.

    The number of tests is not compared if it is ``None``: nothing in the text is called alpha.
    """
    listing_text = "\n".join(lines_of(mistake, Rules()))
    shape_of_listing = _parse_shape(listing_text)
    if shape.bound_tests is None:
        shape_of_listing = shape_of_listing._replace(bound_tests=None)
    return shape_of_listing == shape


def _parse_shape(text: str) -> _Shape:
    """Parse the shape of a program's text, found by patterns that fit most languages.

    The text is compared in lower case, and Greek letters are read as their names.

    >>> _parse_shape("value = -negamax(child, -beta, -alpha); if (alpha >= beta) break;")
    _Shape(negates=True, bound_tests=1, lists_children=False, has_two_functions=False)
    """
    text = text.replace("α", "alpha").replace("β", "beta").lower()
    # Twice or more counts as 2: it tells one loop from a loop for each player.
    times_compared = min(2, len(_COMPARES_BOUNDS.findall(text)))
    # A program may call its bounds otherwise; then nothing is known of its tests.
    bound_tests = times_compared if "alpha" in text else None
    return _Shape(
        negates=_HANDS_DOWN_NEGATED.search(text) is not None,
        bound_tests=bound_tests,
        lists_children=_LISTS_CHILDREN.search(text) is not None,
        has_two_functions=all(pattern.search(text) for pattern in _FUNCTIONS_OF_PLAYERS),
    )


_HANDS_DOWN_NEGATED: Final = re.compile(
    r"-\s*[\w.$]+\([^;\n]*-\s*[\w$]|,\s*-\s*[\w$]+\s*,\s*-\s*[\w$]"
)
_COMPARES_BOUNDS: Final = re.compile(r"alpha\w*\s*[<>]=?\s*\$?beta|beta\w*\s*[<>]=?\s*\$?alpha")
_FUNCTIONS_OF_PLAYERS: Final = tuple(
    re.compile(rf"\b(?:def|function|fun|func|fn|sub|int|float|double|auto)\s+{player}\w*\s*\(")
    for player in ("max", r"min(?!i?max)")
)
"""The heads of a function for MAX and of one for MIN; ``minimax()`` is neither."""
_LISTS_CHILDREN: Final = re.compile(r"\[[-+\w.\s]+\([^\]\n]*\)\s+for\s")
