"""Grows a tree from sketches: what a shape understands of one node, whatever syntax it is in."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Final, NamedTuple, TypeAlias

from treeexplorer.errors import TreeexplorerError
from treeexplorer.formats.labels import (
    ELLIPSES,
    BoundOfLabel,
    WindowOfLabel,
    player_in_name,
    refuse_number_in_text,
    spells_number,
)
from treeexplorer.formats.model import UnreadableError
from treeexplorer.formats.words import RESULTS_OF_GAME, player_named
from treeexplorer.notation import Claim, Claims, Exercise, chance_problems, sorted_claims
from treeexplorer.notation.spelling import is_plain_word
from treeexplorer.numbers import exact, read_leaf, typed_number, written
from treeexplorer.text import quoted, safe
from treeexplorer.tree import (
    CHANCE_ROLE,
    DEFAULT_LEVELS,
    INFINITY,
    INNER,
    UNKNOWN,
    GameTree,
    Levels,
    Number,
    Player,
    TreeBuilder,
    Window,
    leaf_number,
)

_PLACEHOLDERS: Final = frozenset({0, -1, INFINITY, -INFINITY})
"""What programs keep in nodes that have no value yet."""
FLAGS_LEFT_OUT: Final = "the truth values at the nodes"
"""What is said to be left out where truth values stand at nodes without a word for them."""
_MIN_FIRST: Final[Levels] = (Player.MIN, Player.MAX)


@dataclass(slots=True)
class Sketch:
    """A node as a shape understands it.

    Attributes:
        name: Its name, not yet made safe; empty for none.
        number: What stands as its value, a number, a text or ``None``: a leaf's value, or a claim
            beside children.
        children: Its children, as the shape has them; none at a leaf.
        player: Whose node it is said to be.
        is_on_label: Whether the player is the label that the author wrote in the node.
        flag: A truth value that stands at it without a word that says what it means.
        probability: What stands as its weight, ``None`` for nothing.
        is_surely_probability: Whether that cannot be anything else, such as a distance.
        claim: A claim that is marked as one (``= 5``), and so is no placeholder.
        estimate: Its heuristic estimate.
        bound: The bound that stands in it: ``≤ 2``.
        window: The window that stands in it.
        has_more: Whether it has further children that are not drawn.
        place: Where it stands in the text.
        made_of: The list or record that it was made of, which may not stand below itself.
    """

    name: str = ""
    number: Any = None
    children: Sequence[Any] = ()
    player: Player | None = None
    is_on_label: bool = False
    flag: bool | None = None
    probability: Any = None
    is_surely_probability: bool = True
    claim: Any = None
    estimate: Any = None
    bound: BoundOfLabel | None = None
    window: WindowOfLabel | None = None
    has_more: bool = False
    place: int | None = None
    made_of: object = None


def take_name_for_player(sketch: Sketch) -> None:
    """Set the player of a node from its name, if the name says who moves.

    ``MAX`` and ``▽`` are a player and no name: the name becomes empty. ``A (MIN)`` is a name and a
    player. Any other name changes nothing.

    Args:
        sketch: The node, which is changed. A player that it has is replaced.
    """
    # Most nodes of a large tree have none: nothing is looked for in it.
    if not sketch.name:
        return
    # The whole name is a player.
    player = player_named(sketch.name)
    if player is not None:
        sketch.player = player
        sketch.is_on_label = True
        sketch.name = ""
        return
    # The player stands beside the name, which is the rest then.
    player, rest = player_in_name(sketch.name)
    if player is not None:
        sketch.player = player
        sketch.is_on_label = rest == ""
        sketch.name = rest


Describe: TypeAlias = Callable[[Any], Sketch]
"""Returns the sketch of a node, from what stands for it in the plain model."""


class Grown(NamedTuple):
    """A tree, with remarks on how it was understood.

    Attributes:
        exercise: The tree with its claims.
        says_players: Whether something in it says whose node one is.
        left_out: What of its nodes is not in the tree, in words.
    """

    exercise: Exercise
    says_players: bool
    left_out: tuple[str, ...] = ()


class _End(NamedTuple):
    """A marker on the stack of pending items: the children of a node are complete.

    Attributes:
        made_of: What the node was made of. It is kept until here, so that no other object is given
            its ``id``.
    """

    made_of: object


@dataclass
class _GrownSoFar:
    """A tree while it grows, with the facts that its columns have no place for.

    Attributes:
        builder: The columns.
        claims: The numbers beside children, by node: claims, unless they are placeholders.
        marked_claims: The numbers that are marked as claims, by node.
        bounds: The bounds that stand in nodes.
        windows: The pairs of numbers that stand in nodes, with what says whether they are windows.
        players: The players that nodes are said to be of.
        on_labels: The nodes whose player is the label that the author wrote in them.
        flags: The truth values that stand at nodes without a word for them.
        weights: The numbers on edges that are probabilities below a chance node only.
        places: Where nodes stand in the text.
        open_ids: The ``id`` of the object that each open node was made of: none of these objects
            may stand below itself.
        unused_texts: What stands as the value of leaves with a name, and is neither number nor
            word.
    """

    builder: TreeBuilder = field(default_factory=TreeBuilder)
    claims: dict[int, Number] = field(default_factory=dict)
    marked_claims: dict[int, Number] = field(default_factory=dict)
    bounds: dict[int, Claim] = field(default_factory=dict)
    windows: dict[int, WindowOfLabel] = field(default_factory=dict)
    players: dict[int, Player] = field(default_factory=dict)
    on_labels: set[int] = field(default_factory=set)
    flags: dict[int, bool] = field(default_factory=dict)
    weights: dict[int, Fraction] = field(default_factory=dict)
    places: dict[int, int] = field(default_factory=dict)
    open_ids: set[int] = field(default_factory=set)
    unused_texts: list[str] = field(default_factory=list)

    def keep_open(self, made_of: object) -> None:
        """Note that the last node is open, and that none below it may be made of the same object.

        Args:
            made_of: The list or record that the node was made of; ``None`` if it is not known.
        """
        if made_of is not None:
            self.open_ids.add(id(made_of))

    def close(self, made_of: object) -> None:
        """Close the node that was opened last, and allow its object to come again."""
        self.builder.close()
        self.open_ids.discard(id(made_of))


class PlainLeaves(NamedTuple):
    """Leaves that are added all at once: their values, and their names if they have any."""

    values: Sequence[int]
    names: Sequence[str] = ()


LeavesOf: TypeAlias = Callable[[Sequence[Any]], PlainLeaves | None]
"""Returns all children of a node as leaves, ``None`` where they are not plain enough for that."""


def plain_integers(children: Sequence[Any]) -> PlainLeaves | None:
    """Return children as plain leaves if all are integers; else ``None``."""
    return PlainLeaves(children) if all_of_type(int, children) else None


def all_of_type(kind: type, items: Sequence[Any]) -> bool:
    """Tell whether all items are of one type, subclasses not counted; false for no items.

    >>> all_of_type(int, [3, 12]), all_of_type(int, [3, True])
    (True, False)
    """
    return {*map(type, items)} == {kind}


def grown_from(
    root: Any,
    describe: Describe,
    levels: Levels | None = None,
    leaves_of: LeavesOf = plain_integers,
) -> Grown:
    """Build the tree below a root, from what stands for its nodes in the text.

    No recursion, so that no tree is too deep. The time is linear in the size of the tree.

    Args:
        root: What stands for the root: a list, a record, a number.
        describe: Makes of such an item a :class:`Sketch`: its name, its value, and the items that
            stand for its children.
        levels: The players by ply where an option says them.
        leaves_of: Finds children that can be added all at once, in a fraction of the time.

    Raises:
        UnreadableError: A value cannot be kept, a weight is no probability, or a node stands
            below itself.
    """
    growth = _GrownSoFar()
    # A stack, whose last item comes next: what stands for a node, or the mark that all children of
    # a node have been added.
    pending: list[Any] = [root]
    while pending:
        item = pending.pop()
        if type(item) is _End:
            growth.close(item.made_of)
            continue
        sketch = _add_described_node(growth, item, describe)
        is_leaf = len(sketch.children) == 0
        if is_leaf:
            continue
        plain_leaves = leaves_of(sketch.children)
        if plain_leaves is not None:
            _add_plain_leaves(growth.builder, plain_leaves)
            growth.builder.close()
            continue
        growth.keep_open(sketch.made_of)
        pending.append(_End(sketch.made_of))
        pending += reversed(sketch.children)  # so that the first child comes next
    return _finished_tree(growth, levels)


def _add_described_node(growth: _GrownSoFar, item: Any, describe: Describe) -> Sketch:
    """Describe a node and add it to the tree; one with children is open for them from then on.

    Args:
        growth: The tree, which is changed.
        item: What stands for the node.
        describe: Makes a sketch of it.

    Returns:
        The sketch of the node, whose children are still to be added.

    Raises:
        UnreadableError: It cannot be added; the message says at which address.
    """
    try:
        sketch = describe(item)
        _take_ellipsis(sketch)
        _refuse_below_itself(sketch, growth.open_ids)
        _add_node(growth, sketch)
    # The second is what the module `numbers` raises.
    except (UnreadableError, TreeexplorerError) as error:
        raise _error_at_node(error, growth.builder) from None
    return sketch


def _take_ellipsis(sketch: Sketch) -> None:
    """Remove an ellipsis behind the last child, and mark that there are more children."""
    children = sketch.children
    if len(children) > 1 and _is_ellipsis(children[-1]):
        sketch.has_more = True
        sketch.children = children[:-1]


def _refuse_below_itself(sketch: Sketch, open_ids: Collection[int]) -> None:
    """Raise an error if a node with children is made of the same object as an ancestor.

    Raises:
        UnreadableError: It is.
    """
    if sketch.children and id(sketch.made_of) in open_ids:
        raise UnreadableError("a node stands below itself", sketch.place)


def _add_plain_leaves(builder: TreeBuilder, leaves: PlainLeaves) -> None:
    """Add leaves with their names, if they have any."""
    first = len(builder.kind)
    builder.leaves(leaves.values)
    for leaf, name in enumerate(leaves.names, first):
        builder.names[leaf] = name


def _is_ellipsis(child: Any) -> bool:
    """Tell whether a child is an ellipsis: a text, or a leaf with an ellipsis for a name."""
    if isinstance(child, Sketch):
        return not child.children and child.number is None and child.name in ELLIPSES
    return isinstance(child, str) and child in ELLIPSES


def _error_at_node(
    error: UnreadableError | TreeexplorerError, builder: TreeBuilder
) -> UnreadableError:
    """Return an error that says where it is: by its offset, or else by the address of the node.

    Args:
        error: The error, which is about the node that would have been added next.
        builder: The tree so far. It knows the address of the next node: ``2.1`` is the first child
            of the root's second child.
    """
    unreadable = error if isinstance(error, UnreadableError) else UnreadableError(str(error))
    if unreadable.place is not None:
        return unreadable
    address = builder.next_address()
    return UnreadableError(f"at {address}: {unreadable.message}", hint=unreadable.hint)


# -- single nodes ------------------------------------------------------------------------------


def _add_node(growth: _GrownSoFar, sketch: Sketch) -> None:
    """Append one node to the tree under construction.

    A node with children is opened: nodes that are appended next become its children, until it is
    closed. A node without children is appended as a leaf.

    The number on the edge to the node is stored with it. Under a word such as ``p`` it can only be
    a probability. Under ``weight`` it may as well be a distance. That is decided when the whole
    tree is known: it is a probability if the parent is a chance node (a dice roll), else dropped.

    Args:
        growth: The tree so far, which is changed.
        sketch: The node.

    Raises:
        UnreadableError: A number of the node cannot be kept.
        TreeexplorerError: The same, as the module ``numbers`` says it.
    """
    node = _open_node(growth, sketch) if sketch.children else _add_leaf(growth, sketch)
    if sketch.place is not None:
        growth.places[node] = sketch.place
    if sketch.window is not None:
        growth.windows[node] = sketch.window
    if sketch.flag is not None:
        growth.flags[node] = sketch.flag
    # `None` if nothing stands on the edge, or no number that could be a probability.
    number = _weight_of_edge(sketch)
    if number is None:
        return
    weight = Fraction(exact(number))
    if sketch.is_surely_probability:
        growth.builder.probabilities[node] = weight
    else:
        growth.weights[node] = weight


def _open_node(growth: _GrownSoFar, sketch: Sketch) -> int:
    """Open a node, so that the nodes which are added next become its children; return its number.

    Three numbers may stand in a node with children:

    - ``number``, under a word such as ``value``: somebody's claim, or a placeholder that a program
      put there before its search. Which of them, is known when all nodes are there.
    - ``claim``: one that is marked as a claim, ``= 5``.
    - ``estimate``: an estimate of its value, ``~ 5``.

    Args:
        growth: The tree so far, which is changed.
        sketch: The node.
    """
    node = growth.builder.open(_shown_name(sketch.name))
    if sketch.player is not None:
        growth.players[node] = sketch.player
        if sketch.is_on_label:
            growth.on_labels.add(node)
    _store_number(sketch.number, growth.claims, node)
    _store_number(sketch.claim, growth.marked_claims, node)
    _store_number(sketch.estimate, growth.builder.estimates, node)
    if sketch.bound is not None:
        bound = typed_number(sketch.bound.number)
        growth.bounds[node] = Claim(node, "bound", bound, sketch.bound.sign)
    # The tree shows `…` behind the children.
    if sketch.has_more:
        growth.builder.elided.add(node)
    return node


def _store_number(value: Any, numbers: dict[int, Number], node: int) -> None:
    """Store what stands as a number of a node, if anything does.

    Raises:
        UnreadableError: It is no number.
        TreeexplorerError: It cannot be kept.
    """
    if value is None:  # the usual case in a large tree, made fast
        return
    number = _number_or_none(value)
    if number is not None:
        numbers[node] = number


def _add_leaf(growth: _GrownSoFar, sketch: Sketch) -> int:
    """Add a leaf with its value, or an unknown leaf; return its number in the tree.

    Its value stands in the sketch as a number, or as a text: ``"0.5"`` spells a number, ``"x"`` is
    the word of an unknown leaf.

    Args:
        growth: The tree so far, which is changed.
        sketch: The leaf.
    """
    value = sketch.number
    if value is None:
        # `= 5` in a leaf is its value. In a node with children it is a claim.
        value = sketch.claim
    if value is None:
        return _add_unknown(growth, sketch.name, "")
    is_word = isinstance(value, str) and not spells_number(value.strip())
    if is_word:
        return _add_unknown(growth, sketch.name, value.strip())
    return growth.builder.leaf(_leaf_value(value), _shown_name(sketch.name))


def _add_unknown(growth: _GrownSoFar, name: str, text: str) -> int:
    """Add an unknown leaf, whose value is a word such as ``x``, or nothing; return its number.

    Args:
        growth: The tree so far, which is changed.
        name: The leaf's name; empty for none.
        text: What stands as its value: the word (``x``), a question mark or nothing where there is
            no word, or a remark (``to be done``). A remark becomes the name of a leaf without one.

    Raises:
        UnreadableError: The text is ``nan`` or the result of a game, or a number stands in it that
            is not plainly the value.
    """
    if text.lower() in RESULTS_OF_GAME:
        hint = "write numbers for the results, as 1, 0 and -1"
        raise UnreadableError(f"{quoted(text)} is a result of a game, and no number", hint=hint)
    if text.lower() == "nan":
        raise UnreadableError("nan is not a value")
    is_word = is_plain_word(text)
    # ½ would be a word of the notation, and nobody means it as one.
    is_number_in_one_sign = text.isnumeric()
    if not is_word or is_number_in_one_sign:
        refuse_number_in_text(text, None)
    is_remark = not is_word and text not in {"", "?"}
    if is_remark and name:
        growth.unused_texts.append(text)
    elif is_remark:
        name = text
    word = text if is_word else ""
    builder = growth.builder
    # The 0 only fills the place of the value: by its kind the leaf has none.
    leaf = builder.leaf(0, _shown_name(name))
    builder.kind[leaf] = UNKNOWN
    builder.unknowns[leaf] = safe(word)
    return leaf


def _weight_of_edge(sketch: Sketch) -> Number | None:
    """Return the number on the edge to a node if it may be a probability; ``None`` for any other.

    What is surely a probability (``p``) must be a number that is not negative. Another weight
    (``weight``) may be a distance, ``-3`` or ``"far"``, and is dropped if it is no such number.
    Whether the probabilities of a node add up to 1 is judged when all are known.

    Raises:
        UnreadableError: What is surely a probability is no such number.
    """
    if sketch.probability is None:
        return None
    weight = _finite_weight(sketch.probability)
    if weight is None and sketch.is_surely_probability:
        hint = "a probability is a number from 0 to 1, such as 0.25 or 1/6"
        spelling = quoted(str(sketch.probability))
        raise UnreadableError(f"{spelling} is not a probability", sketch.place, hint)
    return weight


def _finite_weight(value: Any) -> Number | None:
    """Return a weight as a number; ``None`` if it is no number, negative or infinite."""
    try:
        weight = _number_or_none(value)
    except (TreeexplorerError, UnreadableError):
        return None
    is_weight = weight is not None and 0 <= weight < INFINITY
    return weight if is_weight else None


def _shown_name(name: str) -> str | None:
    """Return a name as it can be shown, ``None`` for an empty one."""
    if not name:  # the usual case in a large tree, made fast
        return None
    shown = safe(name.strip())
    return shown if shown else None


def _leaf_value(value: Any) -> int | float:
    """Return exactly the number that is written as the value of a leaf.

    Raises:
        UnreadableError: It is a truth value.
        TreeexplorerError: It is no number.
    """
    if isinstance(value, str):
        return read_leaf(value.strip())
    if isinstance(value, bool):
        hint = 'an unknown leaf stands in quotes: "x"'
        raise UnreadableError(f"{str(value).lower()} is not a value", hint=hint)
    return leaf_number(value)


def _number_or_none(value: Any) -> Number | None:
    """Return a claim, an estimate or a weight as a number; ``None`` if there is none.

    Args:
        value: The number, as a number or in a text. An empty text is no number.

    Raises:
        UnreadableError: It is a truth value.
        TreeexplorerError: It is anything else that is no number.
    """
    if value is None:
        return None
    if isinstance(value, str):
        return typed_number(value) if value.strip() else None
    if isinstance(value, Fraction):
        return value
    return _leaf_value(value)


# -- the whole tree ----------------------------------------------------------------------------


def _finished_tree(growth: _GrownSoFar, levels: Levels | None) -> Grown:
    """Return the tree of all nodes that were added, with its claims and what is left out of it.

    Args:
        growth: All nodes.
        levels: The players by ply that an option gives; ``None`` if none does. The caller puts them
            into the tree. Here they only tell which weights stand below chance nodes.

    Raises:
        UnreadableError: The probabilities at a chance node cannot be; or it is not known what the
            truth values at nodes mean.
    """
    if levels is None:
        _refuse_other_flags(growth)
    # Before the tree is made: a pair such as (3, 1) that is no window is a part of a name.
    if not _are_windows(growth.windows.values()):
        _add_pairs_to_names(growth)
    tree = _tree_with_players(growth)
    tree_to_come = tree if levels is None else tree.with_levels(levels)
    weights = _weights_below_chance(growth, tree_to_come)
    if weights:
        tree = replace(tree, probabilities={**tree.probabilities, **weights})
    # A tree that gets other players is judged when it has them.
    has_its_players = tree_to_come.levels == tree.levels
    if has_its_players:
        _refuse_chance_problems(tree, growth.places)
    return Grown(
        exercise=Exercise(tree, _claims(growth)),
        says_players=len(growth.players) > 0,
        left_out=tuple(_left_out(growth, weights)),
    )


def _claims(growth: _GrownSoFar) -> Claims:
    """Return what somebody claims about nodes with children: their values, bounds and windows.

    A number that is marked as a claim, ``= 5``, is one. A number under a word such as ``value`` is
    one, too, unless these numbers are placeholders: the same 0 in every node, as a program has it
    before its search. Where a node has both, the latter counts.
    """
    numbers = dict(growth.marked_claims)
    have_placeholders = _placeholder(growth) is not None
    if not have_placeholders:
        numbers.update(growth.claims)
    claims = [Claim(node, "value", number) for node, number in numbers.items()]
    claims += growth.bounds.values()
    if _are_windows(growth.windows.values()):
        claims += [
            Claim(node, "window", window=_ends(each)) for node, each in growth.windows.items()
        ]
    return sorted_claims(claims)


def _ends(window: WindowOfLabel) -> Window:
    """Return the ends of a window as numbers.

    Raises:
        NumberError: One of them cannot be kept.
    """
    return typed_number(window.low), typed_number(window.high)


def _are_windows(pairs: Collection[WindowOfLabel]) -> bool:
    """Tell whether the pairs of numbers that stand in nodes are windows.

    They are if α and β stand beside one, or if one has an infinite end. Else they may be states of
    a game, ``(3, 1)``, or what two players get.
    """
    infinities = {INFINITY, -INFINITY}
    return any(each.is_named or not infinities.isdisjoint(_ends(each)) for each in pairs)


def _add_pairs_to_names(growth: _GrownSoFar) -> None:
    """Add to the names of nodes the pairs of numbers in them that are no windows."""
    names = growth.builder.names
    for node, pair in growth.windows.items():
        names[node] = f"{names.get(node, '')} ({pair.low}, {pair.high})".strip()


def _left_out(growth: _GrownSoFar, used_weights: Collection[int]) -> Iterator[str]:
    """Yield what of the nodes is not in the tree.

    That is weights that are no probabilities, texts in the place of values, placeholders, and truth
    values without a word for them.

    Args:
        growth: All nodes.
        used_weights: The nodes whose weights are probabilities.
    """
    if len(used_weights) < len(growth.weights):
        yield "weights that stand below no chance node"
    yield from (f'"{safe(text)}"' for text in growth.unused_texts)
    placeholder = _placeholder(growth)
    if placeholder is not None:
        yield f"the {written(placeholder)} in every node with children"
    if growth.flags:
        yield FLAGS_LEFT_OUT


def _refuse_other_flags(growth: _GrownSoFar) -> None:
    """Raise an error if truth values at nodes may say that another player moves than is taken.

    In ``new Node("A", true)`` only the class says whether MAX moves at A. If it is true at the root
    and at every second ply, MAX moves first in any case, unless a class asks whether MIN moves.

    Raises:
        UnreadableError: They are other ones.
    """
    plies = growth.builder.ply
    other = next((node for node, flag in growth.flags.items() if flag == plies[node] % 2), None)
    if other is not None:
        message = "it is not said what the truth values at the nodes mean"
        hint = "name them, as isMax, or say who moves with --levels max,min"
        raise UnreadableError(message, growth.places.get(other), hint)


def _tree_with_players(growth: _GrownSoFar) -> GameTree:
    """Return the tree of all nodes, with its players by ply and those at single nodes."""
    builder = growth.builder
    builder.levels = _levels(growth)
    builder.players.update(_written_players(growth, builder.levels))
    return builder.tree()


def _weights_below_chance(growth: _GrownSoFar, tree: GameTree) -> dict[int, Fraction]:
    """Return those weights of edges, by node, that lead away from a chance node of a tree."""
    return {node: weight for node, weight in growth.weights.items() if _is_below_chance(tree, node)}


def _refuse_chance_problems(tree: GameTree, places: Mapping[int, int]) -> None:
    """Raise an error for the first problem at a chance node, with its place or address.

    Raises:
        UnreadableError: There is such a node; the first is named.
    """
    for node, message, hint in chance_problems(tree):
        place = places.get(node)
        where = f"at {tree.address(node)}: " if place is None else ""
        raise UnreadableError(f"{where}{message}", place, hint)


def _is_below_chance(tree: GameTree, node: int) -> bool:
    """Tell whether a node is the child of a chance node."""
    parent = tree.parent_of(node)
    return parent is not None and tree.roles[parent] == CHANCE_ROLE


def _placeholder(growth: _GrownSoFar) -> Number | None:
    """Return the number that a program put into all nodes with children before its search.

    That is 0, -1 or an infinity, the same at every node. ``None`` is returned if the numbers are
    claims.
    """
    numbers = set(growth.claims.values())
    is_everywhere = len(growth.claims) == growth.builder.kind.count(INNER)
    is_one_number = len(numbers) == 1
    if is_everywhere and is_one_number and numbers <= _PLACEHOLDERS:
        return numbers.pop()
    return None


def _levels(growth: _GrownSoFar) -> Levels:
    """Return the players by ply: MAX first, unless the nodes say otherwise.

    MIN is first if only some nodes name their player, and all of these fit a tree in which MIN
    begins.
    """
    says_some_players = 0 < len(growth.players) < growth.builder.kind.count(INNER)
    if says_some_players and _fit_min_first(growth):
        return _MIN_FIRST
    return DEFAULT_LEVELS


def _fit_min_first(growth: _GrownSoFar) -> bool:
    """Tell whether each named player is the one of its ply in a tree in which MIN begins."""
    plies = growth.builder.ply
    return all(player == _level(_MIN_FIRST, plies[node]) for node, player in growth.players.items())


def _written_players(growth: _GrownSoFar, levels: Levels) -> dict[int, Player]:
    """Return the players to store at single nodes: those that differ from their level's.

    A player that the author wrote in the node's label is always stored, so that it is drawn as
    before.
    """
    written_players = {}
    for node, player in growth.players.items():
        differs = player != _level(levels, growth.builder.ply[node])
        if differs or node in growth.on_labels:
            written_players[node] = player
    return written_players


def _level(levels: Levels, ply: int) -> Player:
    """Return the player who moves at a ply."""
    return levels[ply % len(levels)]
