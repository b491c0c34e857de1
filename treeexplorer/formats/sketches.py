"""Grows a tree from sketches: what a shape understands of one node, whatever syntax it is in."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Final, NamedTuple, TypeAlias

from treeexplorer.errors import TreeexplorerError
from treeexplorer.formats.labels import ELLIPSES, spells_number
from treeexplorer.formats.model import UnreadableError
from treeexplorer.notation import Claim, Exercise, chance_problems, sorted_claims
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
    leaf_number,
)

_PLACEHOLDERS: Final = frozenset({0, -1, INFINITY, -INFINITY})
"""What programs keep in nodes that have no value yet."""
_MIN_FIRST: Final[Levels] = (Player.MIN, Player.MAX)


@dataclass(slots=True)
class Sketch:
    """One node as a shape understands it.

    Attributes:
        name: Its name, not yet made safe; empty for none.
        number: What stands as its value, a number, a text or ``None``: a leaf's value, or a claim
            beside children.
        children: Its children, as the shape has them; none at a leaf.
        player: Whose node it is said to be.
        is_on_label: Whether the player is the label that the author wrote in the node.
        probability: What stands as its weight, ``None`` for nothing.
        is_surely_probability: Whether that cannot be anything else, such as a distance.
        claim: A claim that is marked as one (``= 5``), and so is no placeholder.
        estimate: Its heuristic estimate.
        has_more: Whether it has further children that are not drawn.
        place: Where it stands in the text.
        identity: The ``id`` of the object it was made of, which may not stand below itself.
    """

    name: str = ""
    number: Any = None
    children: Sequence[Any] = ()
    player: Player | None = None
    is_on_label: bool = False
    probability: Any = None
    is_surely_probability: bool = True
    claim: Any = None
    estimate: Any = None
    has_more: bool = False
    place: int | None = None
    identity: int = 0


Describe: TypeAlias = Callable[[Any], Sketch]
"""Returns the sketch of a node, from what stands for it in the plain model."""


class Grown(NamedTuple):
    """A tree, and what is to be said of how it was understood."""

    exercise: Exercise
    says_players: bool
    left_out: tuple[str, ...] = ()


class _Closing(NamedTuple):
    """Stands behind a node's children, with what tells that node from those above it."""

    identity: int


@dataclass
class _GrownSoFar:
    """A tree while it grows, with what has no place in its columns."""

    builder: TreeBuilder = field(default_factory=TreeBuilder)
    claims: dict[int, Number] = field(default_factory=dict)
    marked_claims: dict[int, Number] = field(default_factory=dict)
    players: dict[int, Player] = field(default_factory=dict)
    on_labels: set[int] = field(default_factory=set)
    weights: dict[int, Fraction] = field(default_factory=dict)
    places: dict[int, int] = field(default_factory=dict)


class PlainLeaves(NamedTuple):
    """Leaves that are added at once: their values, and their names where they have some."""

    values: Sequence[int]
    names: Sequence[str] = ()


LeavesOf: TypeAlias = Callable[[Sequence[Any]], PlainLeaves | None]
"""Returns all children of a node as leaves, ``None`` where they are not plain enough for that."""


def plain_integers(children: Sequence[Any]) -> PlainLeaves | None:
    """Return children as leaves where they are integers."""
    return PlainLeaves(children) if {*map(type, children)} == {int} else None


def grown_from(
    root: Any,
    describe: Describe,
    levels: Levels | None = None,
    leaves_of: LeavesOf = plain_integers,
) -> Grown:
    """Return the tree below a root, each node of which a shape describes.

    Linear in its size, and without recursion.

    Args:
        root: What stands for the root in the plain model.
        describe: The shape.
        levels: The players by ply where an option says them.
        leaves_of: Finds children that are added at once, a fraction of the time of one by one.

    Raises:
        UnreadableError: A value cannot be kept, a probability is none, or a node is below itself.
    """
    growth = _GrownSoFar()
    builder = growth.builder
    pending: list[Any] = [root]
    open_identities: set[int] = set()
    while pending:
        item = pending.pop()
        if type(item) is _Closing:
            builder.close()
            open_identities.discard(item.identity)
            continue
        try:
            sketch = describe(item)
            children = _drawn(sketch)
            if children:
                _refuse_below_itself(sketch, open_identities)
            _add(growth, sketch, is_leaf=not children)
        except (UnreadableError, TreeexplorerError) as error:
            raise _at_node(error, builder) from None
        if not children:
            continue
        plain_leaves = leaves_of(children)
        if plain_leaves is not None:
            _add_plain_leaves(builder, plain_leaves)
            builder.close()
            continue
        if sketch.identity:
            open_identities.add(sketch.identity)
        pending.append(_Closing(sketch.identity))
        pending.extend(reversed(children))
    return _finished(growth, levels)


def _refuse_below_itself(sketch: Sketch, open_identities: Collection[int]) -> None:
    """Refuse a node that is one of those above it.

    Raises:
        UnreadableError: It is.
    """
    if sketch.identity in open_identities:
        raise UnreadableError("a node stands below itself", sketch.place)


def _add_plain_leaves(builder: TreeBuilder, leaves: PlainLeaves) -> None:
    """Add leaves, and the names of those that have some."""
    first = len(builder.kind)
    builder.leaves(leaves.values)
    for leaf, name in enumerate(leaves.names, first):
        builder.names[leaf] = name


def _drawn(sketch: Sketch) -> Sequence[Any]:
    """Return the children of a node; a last one that is an ellipsis stands for more of them."""
    children = sketch.children
    if len(children) > 1 and _is_ellipsis(children[-1]):
        sketch.has_more = True
        return children[:-1]
    return children


def _is_ellipsis(child: Any) -> bool:
    """Tell whether a child is an ellipsis: as a text, or as the name of a leaf."""
    if isinstance(child, Sketch):
        return not child.children and child.number is None and child.name in ELLIPSES
    return isinstance(child, str) and child in ELLIPSES


def _at_node(error: Exception, builder: TreeBuilder) -> UnreadableError:
    """Return an error with the address of the node that was to be added next."""
    unreadable = error if isinstance(error, UnreadableError) else UnreadableError(str(error))
    if unreadable.place is not None:
        return unreadable
    address = builder.next_address()
    return UnreadableError(f"at {address}: {unreadable.message}", hint=unreadable.hint)


# -- single nodes ------------------------------------------------------------------------------


def _add(growth: _GrownSoFar, sketch: Sketch, *, is_leaf: bool) -> None:
    """Add a node: begin one with children, or add a leaf."""
    node = _add_leaf(growth, sketch) if is_leaf else _open(growth, sketch)
    if sketch.place is not None:
        growth.places[node] = sketch.place
    weight = _weight(sketch)
    if weight is None:
        return
    if sketch.is_surely_probability:
        growth.builder.probabilities[node] = Fraction(exact(weight))
    else:
        growth.weights[node] = Fraction(exact(weight))


def _open(growth: _GrownSoFar, sketch: Sketch) -> int:
    """Begin a node with children; return its number."""
    builder = growth.builder
    node = builder.open(_name(sketch.name))
    if sketch.player is not None:
        growth.players[node] = sketch.player
        if sketch.is_on_label:
            growth.on_labels.add(node)
    number = _number_or_none(sketch.number)
    if number is not None:
        growth.claims[node] = number
    claim = _number_or_none(sketch.claim)
    if claim is not None:
        growth.marked_claims[node] = claim
    estimate = _number_or_none(sketch.estimate)
    if estimate is not None:
        builder.estimates[node] = estimate
    if sketch.has_more:
        builder.elided.add(node)
    return node


def _add_leaf(growth: _GrownSoFar, sketch: Sketch) -> int:
    """Add a leaf with its value, or an unknown one; return its number."""
    found = sketch.number
    if found is None:
        found = sketch.claim  # `= 5` in a leaf is its value
    if found is None:
        return _add_unknown(growth, sketch.name, "")
    if isinstance(found, str) and not spells_number(found.strip()):
        return _add_unknown(growth, sketch.name, found.strip())
    return growth.builder.leaf(_leaf_value(found), _name(sketch.name))


def _add_unknown(growth: _GrownSoFar, name: str, text: str) -> int:
    """Add an unknown leaf; a text that cannot be an unknown's word is the name of one without.

    Args:
        growth: The tree.
        name: The leaf's name; empty for none.
        text: What stands as its value; empty for nothing.
    """
    if text.lower() == "nan":
        raise UnreadableError("nan is not a value")
    builder = growth.builder
    word = text if is_plain_word(text) else ""
    is_only_text = text != "" and not word and text != "?"
    if is_only_text and not name:
        name = text
    leaf = builder.leaf(0, _name(name))
    builder.kind[leaf] = UNKNOWN
    builder.unknowns[leaf] = safe(word)
    return leaf


def _weight(sketch: Sketch) -> Number | None:
    """Return the weight of a node; ``None`` where there is none, and where what may be one is not.

    Raises:
        UnreadableError: What must be a probability is none.
    """
    if sketch.probability is None:
        return None
    try:
        weight = _number_or_none(sketch.probability)
    except (TreeexplorerError, UnreadableError):
        weight = None
    if weight is not None and 0 <= weight < INFINITY:
        return weight
    if not sketch.is_surely_probability:
        return None
    hint = "a probability is a number from 0 to 1, such as 0.25 or 1/6"
    spelling = quoted(str(sketch.probability))
    raise UnreadableError(f"{spelling} is not a probability", sketch.place, hint)


def _name(name: str) -> str | None:
    shown = safe(name.strip())
    return shown if shown else None


def _leaf_value(found: Any) -> int | float:
    """Return the value of a leaf, exactly as it is written."""
    if isinstance(found, str):
        return read_leaf(found.strip())
    if isinstance(found, bool):
        hint = 'an unknown leaf stands in quotes: "x"'
        raise UnreadableError(f"{str(found).lower()} is not a value", hint=hint)
    return leaf_number(found)


def _number_or_none(found: Any) -> Number | None:
    """Return the number that stands beside children; ``None`` for none."""
    if found is None:
        return None
    if isinstance(found, str):
        return typed_number(found) if found.strip() else None
    if isinstance(found, Fraction):
        return found
    return _leaf_value(found)


# -- the whole tree ----------------------------------------------------------------------------


def _finished(growth: _GrownSoFar, levels: Levels | None) -> Grown:
    """Return the tree with its players, weights and claims, and what is left out of it."""
    left_out: list[str] = []
    builder = growth.builder
    builder.levels = _levels(growth)
    builder.players.update(_written_players(growth, builder.levels))
    tree = builder.tree()
    judged = tree if levels is None else tree.with_levels(levels)
    weights = {node: w for node, w in growth.weights.items() if _is_below_chance(judged, node)}
    if len(weights) < len(growth.weights):
        left_out.append("weights that stand below no chance node")
    if weights:
        tree = replace(tree, probabilities={**tree.probabilities, **weights})
    if judged.levels == tree.levels:
        _refuse_chance_problems(tree, growth.places)
    claims = growth.marked_claims | growth.claims
    placeholder = _placeholder(growth)
    if placeholder is not None:
        left_out.append(f"the {written(placeholder)} in every node with children")
        claims = growth.marked_claims
    rows = sorted_claims(Claim(node, "value", number) for node, number in claims.items())
    return Grown(Exercise(tree, rows), bool(growth.players), tuple(left_out))


def _refuse_chance_problems(tree: GameTree, places: Mapping[int, int]) -> None:
    """Refuse a tree with something wrong at a chance node, at its place or its address.

    Raises:
        UnreadableError: There is such a node; the first is named.
    """
    for node, message, hint in chance_problems(tree):
        place = places.get(node)
        where = f"at {tree.address(node)}: " if place is None else ""
        raise UnreadableError(f"{where}{message}", place, hint)


def _is_below_chance(tree: GameTree, node: int) -> bool:
    """Tell whether a node is the child of a chance node."""
    parent = tree.parent[node]
    return parent >= 0 and tree.roles[parent] == CHANCE_ROLE


def _placeholder(growth: _GrownSoFar) -> Number | None:
    """Return the one number that stands at every node with children, where it says nothing."""
    numbers = set(growth.claims.values())
    is_everywhere = len(growth.claims) == growth.builder.kind.count(INNER)
    if not is_everywhere or len(numbers) != 1 or not numbers <= _PLACEHOLDERS:
        return None
    return numbers.pop()


def _levels(growth: _GrownSoFar) -> Levels:
    """Return the players by ply: MIN begins where some nodes say so, and all others follow."""
    builder = growth.builder
    is_partial = 0 < len(growth.players) < builder.kind.count(INNER)
    fits_min_first = all(
        player == _level(_MIN_FIRST, builder.ply[node]) for node, player in growth.players.items()
    )
    return _MIN_FIRST if is_partial and fits_min_first else DEFAULT_LEVELS


def _written_players(growth: _GrownSoFar, levels: Levels) -> dict[int, Player]:
    """Return the players to be written at single nodes.

    A player in a node's label is written as its author did; one that stands under a key is
    written where the level has another.
    """
    written_players = {}
    for node, player in growth.players.items():
        differs = player != _level(levels, growth.builder.ply[node])
        if differs or node in growth.on_labels:
            written_players[node] = player
    return written_players


def _level(levels: Levels, ply: int) -> Player:
    """Return who moves at a ply."""
    return levels[ply % len(levels)]
