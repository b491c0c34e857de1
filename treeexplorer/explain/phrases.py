"""Parts of sentences: numbers, bounds, windows and lists of nodes, each worded here alone."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto
from itertools import islice
from typing import Final, NamedTuple

from treeexplorer.engine.algorithms import algorithm_of
from treeexplorer.engine.analysis import SIGN_OF, PrunedBranch
from treeexplorer.engine.intervals import Interval, classify_bound
from treeexplorer.engine.record import ABOVE, Record
from treeexplorer.errors import present
from treeexplorer.explain.sentence import (
    LONGEST,
    Argument,
    Count,
    End,
    ItemList,
    Letter,
    Node,
    Phrase,
    Sentence,
    convert_to_phrase,
)
from treeexplorer.judging.best_values import nodes_that_gave_window
from treeexplorer.judging.facts import BestSoFar, Op
from treeexplorer.numbers import counted, grouped, shown
from treeexplorer.tree import INFINITY, MIN_ROLE, GameTree, Number, Window

LONGEST_LIST: Final = 5
_FEW_BRANCHES: Final = 2  # as many are named with the values of their leaves
_LISTED_LEAVES: Final = 4
_LEAVES: Final = ("leaf", "leaves")


# -- numbers and bounds ------------------------------------------------------------------------


def explain_sign(record: Record, node: int, value: Number, written: Number) -> Sentence | None:
    """Say which sign a value is written with, if the negative that MIN sees was written instead.

    Negamax sees values from the side to move, but the drawing has them as MAX sees them. So −3 at
    a MIN node that is worth 3 gives ``−3 is what MIN sees at ▽A; write what MAX sees, 3``.

    Args:
        record: The search.
        node: The node at which the number was written.
        value: What is right there.
        written: What was written.

    Returns:
        The sentence; ``None`` if it is another mistake, or another search.
    """
    is_seen_by_min = algorithm_of(record.rules).negates and record.tree.roles[node] == MIN_ROLE
    if not is_seen_by_min or written != -value:
        return None
    return Sentence(
        "{written} is what MIN sees at {node}; write what MAX sees, {value}",
        written=written,
        node=Node(record.tree, node),
        value=value,
    )


def describe_bounds(low: Number, high: Number) -> Phrase | None:
    """Describe what is proven of a node's value: ``8 or more``, ``2 or less``, ``exactly 3``.

    Args:
        low: The lowest value that the node can have; −∞ where nothing limits it.
        high: The highest value, or +∞.

    Returns:
        The words; ``None`` if neither end is limited.

    Example:
        >>> str(describe_bounds(8, INFINITY)), str(describe_bounds(3, 3))
        ('8 or more', 'exactly 3')
        >>> str(describe_bounds(1, 4))
        'between 1 and 4'
    """
    if low == high:
        return Phrase("exactly {value}", value=low)
    if low == -INFINITY and high == INFINITY:
        return None
    if low == -INFINITY:
        return or_less(high)
    if high == INFINITY:
        return or_more(low)
    return Phrase("between {low} and {high}", low=low, high=high)


def remove_ends_of_range(record: Record, interval: Interval) -> Interval:
    """Return an interval without the ends that the range of all values sets anyway.

    Such an end becomes infinite: with values from 0 to 10, (0, 6) becomes (−∞, 6), which is told as
    ``6 or less``. An exact value stays: (10, 10).

    Args:
        record: The search, whose rules may state a range in which all values lie.
        interval: The lowest and the highest value that a node can have.
    """
    low, high = interval
    is_exact = low == high
    if is_exact:
        return interval

    lowest_of_range, highest_of_range = record.rules.known_range
    if low == lowest_of_range:
        low = -INFINITY
    if high == highest_of_range:
        high = INFINITY
    return low, high


def or_more(value: Number) -> Phrase:
    """Describe a lower bound: ``8 or more``."""
    return Phrase("{value} or more", value=value)


def or_less(value: Number) -> Phrase:
    """Describe an upper bound: ``2 or less``."""
    return Phrase("{value} or less", value=value)


def describe_allowed_numbers(op: Op, value: Number) -> Phrase:
    """Describe the numbers that a comparison allows: ``more than 3`` of >, ``3 or less`` of ≤."""
    match op:
        case ">":
            return Phrase("more than {value}", value=value)
        case "<":
            return Phrase("less than {value}", value=value)
        case ">=":
            return or_more(value)
        case "<=":
            return or_less(value)
        case "=":
            return convert_to_phrase(value)


def format_interval(low: Number, high: Number) -> str:
    """Format what is proven of a node's value as it is written beside the node.

    Args:
        low: The lowest value that the node can have; −∞ where nothing limits it.
        high: The highest value, or +∞.

    Returns:
        The text; ``nothing`` if neither end is limited.

    Example:
        >>> format_interval(3, 3), format_interval(8, INFINITY), format_interval(2, 5)
        ('= 3', '≥ 8', '2 … 5')
    """
    if low == high:
        return f"= {shown(low)}"
    if low == -INFINITY and high == INFINITY:
        return "nothing"
    if high == INFINITY:
        return f"≥ {shown(low)}"
    if low == -INFINITY:
        return f"≤ {shown(high)}"
    return f"{shown(low)} … {shown(high)}"


def describe_returned_value(value: Number, low: Number, high: Number) -> Phrase:
    """Describe a returned value by what is proven of it: ``6``, ``≥ 8``, ``≤ 2``, ``4?``."""
    kind = classify_bound(value, (low, high))
    if kind == "exact":
        return convert_to_phrase(value)
    if kind == "open":
        return Phrase("{value}?", value=value)
    return signed_bound(SIGN_OF[kind], value)


def signed_bound(sign: str, value: Number) -> Phrase:
    """Describe a bound with its sign: ``≥ 8``."""
    return Phrase("{sign} {value}", sign=sign, value=value)


def equals(name: Argument, value: Argument) -> Phrase:
    """Say that something has a value: ``v = 3``."""
    return Phrase("{name} = {value}", name=name, value=value)


def having(record: Record, value: Number, through: int | None) -> Phrase | Number:
    """Describe what a node has and through which child: ``3 through ▲C``.

    It is the number alone if no child gave it, or a leaf without a name.
    """
    if through is None or record.tree.labels.is_shown_by_value_alone(through):
        return value
    return Phrase("{value} through {child}", value=value, child=Node(record.tree, through))


def depth_limit(record: Record) -> Count:
    """Return the depth limit of a search in plies."""
    return Count(present(record.rules.depth), "ply", "plies")


def count_read_leaves(record: Record) -> Phrase:
    """Count the leaves that are read: ``7 of 9 leaves read``.

    Under a depth limit they are ``leaves and estimates``.
    """
    if record.has_horizon:
        leaves = Count(record.ends, "leaf or estimate", "leaves and estimates")
    else:
        leaves = Count(record.ends, *_LEAVES)
    return Phrase("{read} of {leaves} read", read=grouped(record.evaluated), leaves=leaves)


# -- windows -----------------------------------------------------------------------------------


def window_text(window: Window | None) -> str:
    """Format a window: ``(−∞, 6)``, or ``no window``."""
    if window is None:
        return "no window"
    alpha, beta = window
    return f"({shown(alpha)}, {shown(beta)})"


def question(record: Record, call: int) -> Phrase:
    """Return the question that a call with a null window asks: ``is it worth more than 3?``."""
    value = record.number_in_null_window(call)
    if record.null_question(call) == ABOVE:
        return Phrase("is it worth more than {value}?", value=value)
    return Phrase("is it worth less than {value}?", value=value)


def describe_entry(record: Record, call: int) -> Phrase | Window:
    """Return the window that a call was entered with, or the question that a null window asks."""
    if record.has_null_window(call):
        return Phrase("the question: {question}", question=question(record, call))
    return record.entry_window(call)


class SetBy(Enum):
    """What an end of a window was set by."""

    A_NODE = auto()  # a node whose v it is
    THE_START = auto()  # the window with which the search was started
    THE_RANGE = auto()  # the range in which all values are known to lie
    A_CHANCE_NODE = auto()  # a chance node, which computed what it still needs of its child
    THE_CALL = auto()  # the call itself, such as the number that a null window asks about
    NOTHING = auto()  # nothing yet: the end is infinite


class WindowEnd(NamedTuple):
    """An end of a window and where it comes from."""

    end: End
    set_by: SetBy
    holder: BestSoFar | None = None  # the node whose v it is; ``None`` if it is no node's


def window_ends(record: Record, call: int, step: int | None = None) -> tuple[WindowEnd, WindowEnd]:
    """Return a call's α and β with where they come from: at a step, or without one on entry."""
    alpha, beta = record.entry_window(call) if step is None else record.window_at(call, step)
    alpha_holder, beta_holder = nodes_that_gave_window(record, call, step)
    return (
        _find_source_of_end(record, End("α", alpha), alpha_holder),
        _find_source_of_end(record, End("β", beta), beta_holder),
    )


def _find_source_of_end(record: Record, end: End, holder: BestSoFar | None) -> WindowEnd:
    """Find out where an end of a window, α or β, comes from: the first case that fits.

    The holder is the node that has just this number as its best value; ``None`` without such a
    node.
    """
    if holder is not None:
        return WindowEnd(end, SetBy.A_NODE, holder)
    # Infinity comes before the rules, whose window and range can be infinite, too.
    if abs(end.value) == INFINITY:
        return WindowEnd(end, SetBy.NOTHING)

    rules = record.rules
    if rules.has_range and end.value in rules.known_range:
        return WindowEnd(end, SetBy.THE_RANGE)
    if end.value in rules.window:
        return WindowEnd(end, SetBy.THE_START)
    if (
        record.has_chance_windows
    ):  # chance nodes compute the windows of their children from their own
        return WindowEnd(end, SetBy.A_CHANCE_NODE)
    return WindowEnd(end, SetBy.THE_CALL)


def explain_window_end(record: Record, window_end: WindowEnd) -> Phrase:
    """Explain an end of a window, α or β: ``β is 3 because ▽A has 3 through ▲C``.

    Args:
        record: The search.
        window_end: The end, and where it comes from.
    """
    end = window_end.end
    letter = Letter(end.letter)
    match window_end.set_by:
        case SetBy.A_NODE:
            return _explain_end_by_node(record, end, present(window_end.holder))
        case SetBy.THE_START:
            return Phrase(
                "{letter} is {bound} because the search was started with it",
                letter=letter,
                bound=end,
            )
        case SetBy.THE_RANGE:
            limit = describe_limit_of_range(end.value, is_most=end.letter == "β")
            return Phrase("{letter} is {bound}: {limit}", letter=letter, bound=end, limit=limit)
        case SetBy.A_CHANCE_NODE:
            return Phrase(
                "{letter} is {bound}, as the chance node above needs it", letter=letter, bound=end
            )
        case SetBy.NOTHING:
            return Phrase("{letter} is {bound}: nothing has set it", letter=letter, bound=end)
        case SetBy.THE_CALL:
            return Phrase(
                "{letter} is {bound}, as this call was given it", letter=letter, bound=end
            )


def _explain_end_by_node(record: Record, end: End, holder: BestSoFar) -> Phrase:
    """Explain an end of a window by the node that has the number: ``α is 3 because ▲root has 3``.

    If a child with a name gave the number, it is named: ``has 3 through ▲C``.
    """
    return Phrase(
        "{letter} is {bound} because {owner} has {value}",
        letter=Letter(end.letter),
        bound=end,
        owner=Node(record.tree, holder.node),
        value=having(record, end.value, holder.through),
    )


def describe_limit_of_range(end: Number, *, is_most: bool) -> Phrase:
    """Say that no leaf is worth more, or less, than an end of the known range of values.

    Args:
        end: The end of the range.
        is_most: Whether it is the upper end.
    """
    if is_most:
        return Phrase("nothing is worth more than {value}", value=end)
    return Phrase("nothing is worth less than {value}", value=end)


# -- nodes, and lists of them ------------------------------------------------------------------


def format_player(record: Record, node: int) -> str:
    """Return the player of a node as courses write it: ``MAX``, ``MIN``, ``CHANCE``."""
    player = record.tree.player(node)
    return player.value.upper() if player else "nobody"


def with_remark(node: Node, remark: Argument) -> Phrase:
    """Return a node with something in parentheses: ``▽K (25, 0)``, ``▽C (≤ 3)``."""
    return Phrase("{node} ({remark})", node=node, remark=remark)


def undrawn(tree: GameTree, node: int) -> Phrase:
    """Describe the children of a node that are not drawn."""
    return Phrase("… (moves of {node} that are not drawn)", node=Node(tree, node))


def describe_pruned_branch(tree: GameTree, branch: PrunedBranch) -> Node | Phrase:
    """Describe a pruned branch: its node, or the children of a node that are not drawn."""
    if branch.is_elided:
        return undrawn(tree, branch.node)
    return Node(tree, branch.node)


def next_child(tree: GameTree, node: int) -> Sentence:
    """Say which child comes next."""
    return Sentence("Next: {node}", node=Node(tree, node))


def listed(items: Sequence[str], more: int = 0, *, last: str = ", ") -> str:
    """Join items to a list in words, with the number of items that are left out."""
    return str(convert_to_phrase(ItemList(tuple(items), more, last)))


def node_list(
    record: Record, nodes: Sequence[int], *, last: str = ", ", are_moves: bool = False
) -> ItemList:
    """List nodes for a sentence; a long list is shortened, and the other nodes are counted."""
    listed_count = _count_listed(nodes)
    items = tuple(Node(record.tree, node, are_moves) for node in nodes[:listed_count])
    return ItemList(items, len(nodes) - listed_count, last)


def branch_list(record: Record, nodes: Sequence[int], elided: int | None) -> ItemList:
    """List the branches that are pruned, for a sentence; a long list is shortened.

    Args:
        record: The search.
        nodes: The drawn branches.
        elided: The node of which undrawn children are pruned, too: they come last, as
            ``… (moves of ▲C that are not drawn)``. ``None`` if there are none.
    """
    branches = _list_drawn_branches(record.tree, nodes)
    if elided is None:
        return branches

    undrawn_children = undrawn(record.tree, elided)
    if branches.more:  # a list in a list: ``and 3 more`` comes before the undrawn children
        return ItemList((branches, undrawn_children))
    return ItemList((*branches.items, undrawn_children))


def _list_drawn_branches(tree: GameTree, nodes: Sequence[int]) -> ItemList:
    """List pruned branches with their leaves, or with how many leaves they have.

    - One or two branches: ``▽K (25, 0)``.
    - Up to five: ``▽K (2 leaves), ▽L (3 leaves), 7``.
    - More: the first four, and how many more there are: ``4, 5, 6, 7 and 3 more``.
    """
    listed_count = _count_listed(nodes)
    names_leaves = len(nodes) <= _FEW_BRANCHES
    branches = tuple(
        _describe_branch(tree, node, names_leaves=names_leaves) for node in nodes[:listed_count]
    )
    return ItemList(branches, more=len(nodes) - listed_count)


def _describe_branch(tree: GameTree, node: int, *, names_leaves: bool) -> Argument:
    """Describe a pruned branch by its leaves, ``▽K (25, 0)``, or their number, ``▽K (7 leaves)``.

    The leaves are named if that is wanted and there are at most four. A leaf stands alone.
    """
    if tree.is_leaf(node):
        return Node(tree, node)
    leaf_count = tree.count_leaves(node)
    if names_leaves and leaf_count <= _LISTED_LEAVES:
        values = ", ".join(map(tree.labels.value_text, tree.leaves(node)))
        return with_remark(Node(tree, node), values)
    return with_remark(Node(tree, node), Count(leaf_count, *_LEAVES))


def _count_listed(nodes: Sequence[int]) -> int:
    """Count how many of some nodes are named in a list: all of up to five, or four of more."""
    return len(nodes) if len(nodes) <= LONGEST_LIST else LONGEST_LIST - 1


def line_text(tree: GameTree, line: Sequence[int], most: int = 16) -> str:
    """Format a line of moves: ``root → A → C → 5``.

    One of many nodes, or of long names, is shortened to what can be read at a glance:
    ``root → A → … (9 nodes)``.

    Args:
        tree: The tree of the moves.
        line: The nodes, from the first one on.
        most: How many nodes are named at most.
    """
    arrow = " → "
    moves: list[str] = []
    length = 0
    for node in islice(line, most):
        move = tree.labels.move(node)
        length += len(move) + len(arrow)
        if moves and length > LONGEST:
            break
        moves.append(move)
    if len(moves) < len(line):
        moves.append(f"… ({counted(len(line), 'node', 'nodes')})")
    return arrow.join(moves)
