"""Numbers, windows and lists of nodes in words: each is worded here and nowhere else."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from enum import Enum, auto
from itertools import islice
from typing import Final, NamedTuple

from treeexplorer.engine.algorithms import algorithm_of
from treeexplorer.engine.analysis import SIGN_OF, analysis_of
from treeexplorer.engine.intervals import bound_of
from treeexplorer.engine.record import ABOVE, Record
from treeexplorer.explain.sentence import (
    Argument,
    Count,
    End,
    ItemList,
    Letter,
    Node,
    Phrase,
    Sentence,
)
from treeexplorer.judging.facts import Has, holders
from treeexplorer.numbers import counted, grouped, shown
from treeexplorer.rules import DRAWN_ORDERS, RULE_OPTIONS, Rules, meaning_of, title_of
from treeexplorer.tree import FULL_WINDOW, INFINITY, MAX_ROLE, GameTree, Number, Player, Window

_LONGEST_LIST: Final = 5
_FEW_BRANCHES: Final = 2  # as many are named with the values of their leaves
_LISTED_LEAVES: Final = 4
_LEAVES: Final = ("leaf", "leaves")


def player_word(record: Record, node: int) -> str:
    """Return the player of a node as courses write it: ``MAX``, ``MIN``, ``CHANCE``."""
    player = record.tree.player(node)
    return player.value.upper() if player else "nobody"


def read_of(record: Record) -> Phrase:
    """Return how many leaves are read, and of how many, with the estimates that are read."""
    nouns = ("leaf or estimate", "leaves and estimates") if record.has_horizon else _LEAVES
    return Phrase("read_of", read=grouped(record.evaluated), leaves=Count(record.ends, *nouns))


def window_text(window: Window | None) -> str:
    """Return a window as ``(−∞, 6)``."""
    return f"({shown(window[0])}, {shown(window[1])})" if window else "no window"


def bound_words(low: Number, high: Number) -> Phrase | None:
    """Return what is proven of a node's value, ``None`` where nothing is.

    ``8 or more``, ``2 or less``, ``exactly 3``, ``between 1 and 4``.
    """
    if low == high:
        return Phrase("exactly", value=low)
    if low == -INFINITY:
        return None if high == INFINITY else Phrase("or_less", value=high)
    if high == INFINITY:
        return Phrase("or_more", value=low)
    return Phrase("between", low=low, high=high)


def interval_text(low: Number, high: Number) -> str:
    """Return what is proven as it is written beside a node: ``= 3``, ``≥ 8``, ``2 … 5``."""
    if low == high:
        return f"= {shown(low)}"
    if high == INFINITY:
        return "nothing" if low == -INFINITY else f"≥ {shown(low)}"
    return f"≤ {shown(high)}" if low == -INFINITY else f"{shown(low)} … {shown(high)}"


def returned_words(value: Number, low: Number, high: Number) -> Phrase:
    """Return a returned value with what is proven of it: ``6``, ``≥ 8``, ``≤ 2``, ``4?``."""
    kind = bound_of(value, (low, high))
    if kind in {"exact", "open"}:
        return Phrase("returned", value=value, open="?" if kind == "open" else None)
    return Phrase("bound", sign=SIGN_OF[kind], value=value)


def having(record: Record, value: Number, through: int | None) -> Phrase | Number:
    """Return what a node has and from which child: ``3 through ▲C``; of a leaf its number alone."""
    if through is None or record.tree.labels.is_bare(through):
        return value
    return Phrase("through", value=value, child=Node(record.tree, through))


def question(record: Record, row: int) -> Phrase:
    """Return what a call with a null window asks: ``is it worth more than 3?``."""
    key = "above" if record.null(row) == ABOVE else "below"
    return Phrase(key, value=record.entry(row)[0])


def entry_words(record: Record, row: int) -> Phrase | Window:
    """Return the window a call was entered with, a null window as what it asks."""
    if record.null(row):
        return Phrase("asks", question=question(record, row))
    return record.entry(row)


class SetBy(Enum):
    """By what an end of a window was set."""

    A_NODE = auto()  # which has that number
    THE_START = auto()  # the window of the whole search
    THE_CALL = auto()  # a number that is no node's, such as a null window's
    NOTHING = auto()  # it is still infinite


class WindowEnd(NamedTuple):
    """An end of a window and where it comes from; ``has`` where a node has it."""

    end: End
    set_by: SetBy
    has: Has | None = None


def window_ends(record: Record, row: int, step: int | None = None) -> tuple[WindowEnd, WindowEnd]:
    """Return where α and β come from with which a call was entered, or as they are at a step."""
    window = record.entry(row) if step is None else record.window_at(row, step)
    alpha_has, beta_has = holders(record, row, step)
    return (
        _window_end(record, End("α", window[0]), alpha_has),
        _window_end(record, End("β", window[1]), beta_has),
    )


def _window_end(record: Record, end: End, has: Has | None) -> WindowEnd:
    if has is not None:
        return WindowEnd(end, SetBy.A_NODE, has)
    if abs(end.value) == INFINITY:
        return WindowEnd(end, SetBy.NOTHING)
    if end.value in record.rules.window:
        return WindowEnd(end, SetBy.THE_START)
    return WindowEnd(end, SetBy.THE_CALL)


def end_words(record: Record, window_end: WindowEnd) -> Phrase:
    """Return what an end of a window is, and why: ``β is 3 because ▽A has 3 through ▲C``."""
    end, has = window_end.end, window_end.has
    letter = Letter(end.letter)
    if has is not None:
        owner = Node(record.tree, has.node)
        value = having(record, end.value, has.through)
        return Phrase("end_because", letter=letter, bound=end, owner=owner, value=value)
    match window_end.set_by:
        case SetBy.THE_START:
            return Phrase("end_started", letter=letter, bound=end)
        case SetBy.NOTHING:
            return Phrase("end_open", letter=letter, bound=end)
        case _:
            return Phrase("end_given", letter=letter, bound=end)


def listed(items: Sequence[str], more: int = 0, *, last: str = ", ") -> str:
    """Return items as a list in words, with what is left out counted."""
    return str(Phrase("plain", text=ItemList(tuple(items), more, last)))


def node_list(
    record: Record, nodes: Sequence[int], *, last: str = ", ", are_moves: bool = False
) -> ItemList:
    """Return a list of nodes for a sentence; a long one is shortened and counted."""
    room = _room(nodes)
    items = tuple(Node(record.tree, node, are_moves) for node in nodes[:room])
    return ItemList(items, len(nodes) - room, last)


def undrawn(tree: GameTree, node: int) -> Phrase:
    """Return the words for a node's children that are not drawn."""
    return Phrase("undrawn", node=Node(tree, node))


def branch_list(record: Record, nodes: Sequence[int], elided: int | None) -> ItemList:
    """Return what is pruned, subtrees with their leaves: ``▽K (25, 0)``; a long list shortened.

    What is not drawn of the children of ``elided`` is pruned, too.
    """
    tree, room = record.tree, _room(nodes)
    items: list[Argument] = []
    for node in nodes[:room]:
        count = tree.count_leaves(node)
        if tree.is_leaf(node):
            items.append(Node(tree, node))
            continue
        leaves: Argument = Count(count, *_LEAVES)
        if len(nodes) <= _FEW_BRANCHES and count <= _LISTED_LEAVES:
            leaves = ", ".join(map(tree.labels.value_text, tree.leaves(node)))
        items.append(Phrase("branch", node=Node(tree, node), leaves=leaves))
    more = len(nodes) - room
    if elided is None:
        return ItemList(tuple(items), more)
    if more:
        items = [ItemList(tuple(items), more)]
    return ItemList((*items, undrawn(tree, elided)))


def _room(nodes: Sequence[int]) -> int:
    return len(nodes) if len(nodes) <= _LONGEST_LIST else _LONGEST_LIST - 1


def line_text(tree: GameTree, line: Sequence[int], most: int = 16) -> str:
    """Return a line of moves: ``root → A → C → 5``, a long one shortened."""
    parts = [tree.labels.move(node) for node in islice(line, most)]
    if len(line) > most:
        parts.append(f"… ({counted(len(line), 'node', 'nodes')})")
    return " → ".join(parts)


def only_move(record: Record) -> Phrase | None:
    """Return in what way the root's best move is the only one; ``None`` where others may equal it.

    Undrawn moves (``...``) are left out, and named.
    """
    moves, tree = analysis_of(record).moves(0), record.tree
    if moves.best is None or moves.ties or moves.may_tie:
        return None
    drawn = Phrase("of_those_drawn") if 0 in tree.elided else None
    several = tree.child_count(0) > 1
    return Phrase("the_only_best_move" if several else "the_only_move", drawn=drawn)


def other_moves(record: Record) -> Iterator[Sentence]:
    """Yield which of the root's moves are or may be as good as the best, or better."""
    moves = analysis_of(record).moves(0)
    if moves.ties:
        yield Sentence("as_good", moves=node_list(record, moves.ties, are_moves=True))
    if moves.may_tie:
        tied = tuple(_with_bound(record, move) for move in moves.may_tie[: _LONGEST_LIST - 1])
        listing = ItemList(tied, len(moves.may_tie) - len(tied))
        yield Sentence("may_be_as_good", moves=listing)
    if moves.may_be_better:
        listing = node_list(record, moves.may_be_better, are_moves=True)
        yield Sentence("may_be_better", moves=listing)


def _with_bound(record: Record, move: int) -> Node | Phrase:
    """Return a move with the bound on what it is worth: ``▽C (≤ 3)``; a leaf says it itself."""
    at_max, node = record.tree.roles[0] == MAX_ROLE, Node(record.tree, move, is_move=True)
    bound = analysis_of(record).intervals.at(move, record.steps)[1 if at_max else 0]
    if record.is_evaluated(move) or abs(bound) == INFINITY:
        return node
    leaves = Phrase("bound", sign="≤" if at_max else "≥", value=bound)
    return Phrase("branch", node=node, leaves=leaves)


def conventions(rules: Rules) -> list[Phrase]:
    """Return the algorithm, the cut test where there is one, and everything unusual."""
    row = algorithm_of(rules)
    form = f" ({rules.form})" if rules.fixes_its_own_rules else ""
    parts = [Phrase("convention", words=row.title + form)]
    if row.has_windows:
        parts.append(Phrase("cut_when", sign=rules.test_sign))
    names = ("fail", "order", "window", "depth", "levels")
    parts += (
        Phrase("convention", words=rules.words(name))
        for name in names
        if rules.takes(name) and getattr(rules, name) != getattr(Rules, name)
    )
    return parts


def rules_in_sentences(tree: GameTree, rules: Rules) -> str:
    """Return all rules that decide what is written beside a tree that is worked by hand."""
    row = algorithm_of(rules)
    form = f", in the form “{rules.form}”" if rules.fixes_its_own_rules else ""
    parts = [f"Search the tree with {row.title}{form}."]
    names = [f"{player.sign} {player.value.upper()}" for player in rules.levels]
    if len(names) == 2 and tree.takes_turns and Player.CHANCE not in rules.levels:
        parts.append(f"{names[0]} and {names[1]} take turns.")
    else:
        parts.append(f"The players by ply: {', '.join(names)}.")
    if row.has_windows:
        parts.append(meaning_of("order", rules.order).explanation)
        if rules.has_conventions:
            parts.append(meaning_of("cutoff", rules.in_force("cutoff")).explanation)
        if rules.hard or rules.takes("fail"):
            returns = meaning_of("fail", rules.in_force("fail"))
            parts.append(f"{returns.explanation.rstrip('.')} ({returns.title}).")
        if rules.window != FULL_WINDOW:
            parts.append(f"The root is entered with {window_text(rules.window)}.")
    if tree.has_chance:
        parts.append("A chance node (○) takes the weighted mean of its children.")
    if rules.depth is not None:
        parts.append(f"Below ply {rules.depth} estimates (~) count.")
    return " ".join(parts)


def moves_twice(tree: GameTree) -> str:
    """Return at which nodes a player moves again where the order of players has another."""
    levels, again = tree.levels, defaultdict[Player, list[str]](list)
    for node in range(1, len(tree)):
        ply, player = tree.ply[node], tree.player(node)
        by_ply = levels[ply % len(levels)] is levels[(ply - 1) % len(levels)]
        if player is not None and player is tree.player(tree.parent[node]) and not by_ply:
            again[player].append(tree.labels.signed(node))
    return " ".join(
        f"{player.value.upper()} moves twice in a row at {listed(nodes)}."
        for player, nodes in again.items()
    )


# The template of a rule as a thing, and as what one goes by.
_THINGS: Final = {"form": "the_form", "cutoff": "test", "levels": "players", "windows": "windows"}
_UNDER: Final = {
    "form": "in_the_form",
    "cutoff": "under_the_test",
    "order": "from_side",
    "window": "with_window",
    "depth": "to_depth",
    "levels": "with_players",
}


def rule_told(name: str, rules: Rules, *, is_under: bool = False) -> Phrase:
    """Return a rule in words, as a thing or as what one goes by.

    >>> str(rule_told("cutoff", Rules())), str(rule_told("cutoff", Rules(), is_under=True))
    ('α ≥ β', 'under the test ≥')
    """
    key = _UNDER.get(name, "with_rule") if is_under else _THINGS.get(name, "rule")
    if key == "from_side" and rules.order not in DRAWN_ORDERS:
        key = "with_rule"
    if key == "to_depth" and rules.depth is None:
        key = "to_any_depth"
    return Phrase(
        key,
        title=title_of(name, rules.in_force(name)),
        value=str(rules.in_force(name)),
        sign=rules.test_sign,
        side="right" if rules.right_to_left else "left",
        players=" ".join(player.value.upper() for player in rules.levels),
    )


def rules_told(first: Rules, second: Rules) -> str:
    """Return in what the second rules differ: ``under the test >``, ``from the right``."""
    differences = [
        str(rule_told(name, second, is_under=True))
        for name in RULE_OPTIONS
        if getattr(first, name) != getattr(second, name)
        and (name != "form" or second.has_conventions)
    ]
    return ", ".join(differences) or "under the same rules"


# -- the printed forms of alpha-beta -----------------------------------------------------------

_PECULIARITIES: Final = {
    "exchanged": (
        "The two branches carry each other's label: the one labelled “maximizing” takes the "
        "minimum, the one labelled “minimizing” the maximum. On a MAX root it therefore computes "
        "the value of the tree with the players swapped: [1 2] gives 1 instead of 2."
    ),
    "bounds": (
        "v starts at the bound that the node was entered with, and only v > max (or v < min) cuts. "
        "A child that fails low returns exactly that bound, and the strict test does not cut on "
        "it. The root's value is right, but from three plies on more leaves are read than needed, "
        "even without ties: [2 [[1] 3]] reads 3 leaves where the classic form reads 2."
    ),
    "two-functions": (
        "The first child's value is taken as it is, even where it is worse than the bound that was "
        "inherited, so that bound is lost to the later children and some deep cut-offs with it: "
        "[3 [4 [1 [2 5]]]] reads 5 leaves where the classic form reads 4. The text begins with "
        "−1 and +1, a computer's win being −1, and then stops at the first win it finds."
    ),
}


def peculiarity(rules: Rules) -> str | None:
    """Return what is peculiar about the printed form, with the smallest tree that shows it."""
    return _PECULIARITIES.get(rules.form) if rules.has_conventions else None
