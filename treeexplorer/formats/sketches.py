"""Grows a tree from sketches: what a shape understands of one node, whatever syntax it is in."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Final, NamedTuple, TypeAlias

from treeexplorer.errors import TreeexplorerError
from treeexplorer.formats.edges import parse_edge_weight
from treeexplorer.formats.labels import (
    ELLIPSES,
    BoundOfLabel,
    WindowOfLabel,
    check_no_number_in_text,
    parse_bound_alone,
    spells_number,
    split_player_from_name,
)
from treeexplorer.formats.model import UnreadableError
from treeexplorer.formats.words import RESULTS_OF_GAME, player_named
from treeexplorer.notation import Claim, Claims, Exercise, find_chance_problems, sort_claims
from treeexplorer.notation.chance import MISPLACED_PROBABILITY
from treeexplorer.notation.spelling import is_plain_word
from treeexplorer.numbers import exact, parse_leaf_value, parse_typed_number, written
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
    convert_to_leaf_number,
)

_VALUE_IN_NAME: Final = re.compile(r"(?:[=:≤≥]|[<>]=?)\s*[+\-−]?(?:\d|∞|inf\b)")
"""A sign with a number behind it, as in ``B = 3`` and ``C <= 2``."""
_PLACEHOLDERS: Final = frozenset({0, -1, INFINITY, -INFINITY})
"""What programs keep in nodes that have no value yet."""
FLAGS_LEFT_OUT: Final = "the truth values at the nodes"
"""What is said to be left out where truth values stand at nodes without a word for them."""
_SAY_CHANCE: Final = (
    "say of the node above it that chance is its player, or give the players by ply with the "
    "option --levels chance,max"
)
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


def set_player_from_name(sketch: Sketch) -> None:
    """Set the player of a node from its name, if the name says who moves.

    ``MAX`` and ``▽`` are a player and no name: the name becomes empty. ``A (MIN)`` is a name and a
    player. Any other name changes nothing. A player that the node has is replaced.
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

    # The player stands beside the name.
    player, rest_of_name = split_player_from_name(sketch.name)
    if player is not None:
        sketch.player = player
        sketch.is_on_label = rest_of_name == ""
        sketch.name = rest_of_name


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


class _EndOfChildren(NamedTuple):
    """A marker on the stack of pending items: the children of a node are complete.

    Attributes:
        made_of: What the node was made of. It is kept until here, so that no other object is given
            its ``id``.
    """

    made_of: object


@dataclass
class _TreeDraft:
    """A tree while it grows, with the facts that its columns have no place for.

    Attributes:
        builder: The columns.
        possible_claims: The numbers beside children, by node: claims or, if the same one stands
            everywhere, placeholders.
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
    possible_claims: dict[int, Number] = field(default_factory=dict)
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


def grow_tree(
    root: Any,
    describe: Describe,
    levels: Levels | None = None,
    leaves_of: LeavesOf = plain_integers,
) -> Grown:
    """Build the tree below a root, from what stands for its nodes in the text.

    There is no recursion, so that no tree is too deep. The time is linear in the tree's size.
    Instead, a stack holds the items that are still to be added, and for each node whose children
    are being added an end mark. For ``[[3, x], 4]``, with the top of the stack on the right::

        stack               next step
        [[3, x], 4]         open the root, put its children on the stack
        end  4  [3, x]      open the inner node
        end  4  end  x  3   add the leaf 3 below it
        end  4  end  x      add the leaf x below it
        end  4  end         close the inner node
        end  4              add the leaf 4 below the root
        end                 close the root

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
    draft = _TreeDraft()
    stack: list[Any] = [root]
    while stack:
        item = stack.pop()
        if type(item) is _EndOfChildren:
            draft.close(item.made_of)
            continue

        # A node with children is open afterwards: all that is added next is below it.
        sketch = _describe_and_add_node(draft, item, describe)
        is_leaf = len(sketch.children) == 0
        if is_leaf:
            continue

        # A shortcut: leaves alone are added at once, and never come on the stack.
        plain_leaves = leaves_of(sketch.children)
        if plain_leaves is not None:
            _add_plain_leaves(draft.builder, plain_leaves)
            draft.builder.close()
            continue

        draft.keep_open(sketch.made_of)
        stack.append(_EndOfChildren(sketch.made_of))
        stack += reversed(sketch.children)  # so that the first child comes next
    return _finish_tree(draft, levels)


def _describe_and_add_node(draft: _TreeDraft, item: Any, describe: Describe) -> Sketch:
    """Add the node that an item stands for to the tree, and return the node's sketch.

    A node with children stays open: its children are still to be added by the caller. An error
    says at which address the node stands.
    """
    try:
        sketch = describe(item)
        _replace_ellipsis_by_flag(sketch)
        _check_not_below_itself(sketch, draft.open_ids)
        _add_node(draft, sketch)
    # The second is what the module `numbers` raises.
    except (UnreadableError, TreeexplorerError) as error:
        raise _add_place_to_error(error, draft.builder) from None
    return sketch


def _replace_ellipsis_by_flag(sketch: Sketch) -> None:
    """Remove an ellipsis behind the last child, and mark that there are more children."""
    children = sketch.children
    if len(children) > 1 and _is_ellipsis(children[-1]):
        sketch.has_more = True
        sketch.children = children[:-1]


def _check_not_below_itself(sketch: Sketch, open_ids: Collection[int]) -> None:
    """Raise an error if a node with children is made of the same object as an ancestor."""
    if sketch.children and id(sketch.made_of) in open_ids:
        raise UnreadableError("a node stands below itself", sketch.place)


def _add_plain_leaves(builder: TreeBuilder, leaves: PlainLeaves) -> None:
    """Add leaves with their names, if they have any."""
    first_leaf = len(builder.kind)
    builder.leaves(leaves.values)
    for leaf, name in enumerate(leaves.names, first_leaf):
        builder.names[leaf] = name


def _is_ellipsis(child: Any) -> bool:
    """Tell whether a child is an ellipsis: a text, or a leaf with an ellipsis for a name."""
    if isinstance(child, Sketch):
        return not child.children and child.number is None and child.name in ELLIPSES
    return isinstance(child, str) and child in ELLIPSES


def _add_place_to_error(
    error: UnreadableError | TreeexplorerError, builder: TreeBuilder
) -> UnreadableError:
    """Return the error about the node that would have been added next, with where it is.

    An error that has an offset in the text stays as it is. Any other gets the node's address, which
    the builder knows: ``at 2.1: …`` is about the first child of the root's second child.
    """
    unreadable = error if isinstance(error, UnreadableError) else UnreadableError(str(error))
    if unreadable.place is not None:
        return unreadable
    address = builder.compute_next_address()
    return UnreadableError(f"at {address}: {unreadable.message}", hint=unreadable.hint)


# -- single nodes ------------------------------------------------------------------------------


def _add_node(draft: _TreeDraft, sketch: Sketch) -> None:
    """Add a leaf, or a node that stays open for its children, and the weight of its edge.

    Under a word such as ``p`` the weight can only be a probability. Under ``weight`` it may be a
    distance: the finished tree decides, since only below a chance node it is a probability.
    """
    node = _add_inner_node(draft, sketch) if sketch.children else _add_leaf(draft, sketch)
    if sketch.place is not None:
        draft.places[node] = sketch.place
    if sketch.window is not None:
        draft.windows[node] = sketch.window
    if sketch.flag is not None:
        draft.flags[node] = sketch.flag

    edge_weight = _parse_edge_weight(sketch)
    if edge_weight is None:
        return
    if sketch.is_surely_probability:
        draft.builder.probabilities[node] = Fraction(exact(edge_weight))
    else:
        draft.weights[node] = Fraction(exact(edge_weight))


def _add_inner_node(draft: _TreeDraft, sketch: Sketch) -> int:
    """Add a node with children, which stays open for them, and return its number in the tree.

    Four numbers may stand in it:

    - under a word such as ``value``, a claim or the placeholder of a program, which has put the
      same number into every node: only the finished tree tells them apart;
    - ``= 5``, which surely is a claim;
    - ``~ 5``, its heuristic estimate;
    - ``≤ 5``, a bound for its value, which may stand under a word for it, too.
    """
    node = draft.builder.open(_format_name(sketch.name))
    if sketch.player is not None:
        draft.players[node] = sketch.player
        if sketch.is_on_label:
            draft.on_labels.add(node)

    # {"value": "≤ 5"}: the value is a bound, and counts more than one in the label.
    bound_in_value = parse_bound_alone(sketch.number) if isinstance(sketch.number, str) else None
    if bound_in_value is None:
        _store_number(sketch.number, draft.possible_claims, node)
    _store_number(sketch.claim, draft.marked_claims, node)
    _store_number(sketch.estimate, draft.builder.estimates, node)

    bound = sketch.bound if bound_in_value is None else bound_in_value
    if bound is not None:
        number = parse_typed_number(bound.number)
        draft.bounds[node] = Claim(node, "bound", number, bound.sign)

    if sketch.has_more:
        draft.builder.elided.add(node)  # the tree shows `…` behind the children
    return node


def _store_number(value: Any, numbers: dict[int, Number], node: int) -> None:
    """Store a number under its node; nothing if there is none (``None`` or an empty text)."""
    if value is None:  # the usual case in a large tree, made fast
        return
    number = _parse_optional_number(value)
    if number is not None:
        numbers[node] = number


def _add_leaf(draft: _TreeDraft, sketch: Sketch) -> int:
    """Add a leaf with its value, or an unknown leaf, and return its number in the tree.

    The value may be a number or a text: ``"0.5"`` spells a number, ``"x"`` is the word of an
    unknown leaf.
    """
    value = sketch.number
    if value is None:
        # `= 5` in a leaf is its value. In a node with children it is a claim.
        value = sketch.claim
    if value is None:
        _refuse_value_in_name(sketch.name)
        return _add_unknown_leaf(draft, sketch.name, "")
    is_word = isinstance(value, str) and not spells_number(value.strip())
    if is_word:
        return _add_unknown_leaf(draft, sketch.name, value.strip())
    return draft.builder.leaf(_parse_leaf_value(value), _format_name(sketch.name))


def _refuse_value_in_name(name: str) -> None:
    """Raise an error if the name of a leaf without a value has one behind a sign: ``B = 3``.

    Raises:
        UnreadableError: It has.
    """
    if _VALUE_IN_NAME.search(name) is not None:
        hint = "write the value by itself, not in the name"
        raise UnreadableError(f"{quoted(name)} may be a name, or a name with a value", hint=hint)


def _add_unknown_leaf(draft: _TreeDraft, name: str, value_text: str) -> int:
    """Add a leaf whose value is a word such as ``x``, or unknown; return its number in the tree.

    ==============  ==================================================
    ``x``           the word ``x`` as its value
    ``?``, nothing  an unknown value without a word
    ``to be done``  a remark: the name of a leaf without one, else left out
    ==============  ==================================================

    Raises:
        UnreadableError: The text is ``nan`` or the result of a game, or a number stands in it that
            is not plainly the value.
    """
    _check_is_no_spelled_value(value_text)

    if is_plain_word(value_text):
        return _append_unknown_leaf(draft.builder, name, word=safe(value_text))
    if value_text in {"", "?"}:
        return _append_unknown_leaf(draft.builder, name, word="")

    if name:
        draft.unused_texts.append(value_text)
        return _append_unknown_leaf(draft.builder, name, word="")
    return _append_unknown_leaf(draft.builder, name=value_text, word="")


def _check_is_no_spelled_value(value_text: str) -> None:
    """Raise an error if a text may say a value in another way than as a number.

    ==============================  =================================
    ``win``, ``nan``, ``½``         errors: each says a value in words
    ``C 7``                         an error: a number stands in it
    ``x``, ``x1``, ``to be done``   no error: a word, or a remark
    ==============================  =================================
    """
    if value_text.lower() in RESULTS_OF_GAME:
        hint = "write numbers for the results, as 1, 0 and -1"
        message = f"{quoted(value_text)} is a result of a game, and no number"
        raise UnreadableError(message, hint=hint)
    if value_text.lower() == "nan":
        raise UnreadableError("nan is not a value")

    # In a plain word, x1, digits may stand. But ½ is a plain word, too, of which nobody means that.
    is_number_in_one_sign = value_text.isnumeric()
    is_word = is_plain_word(value_text) and not is_number_in_one_sign
    if not is_word:
        check_no_number_in_text(value_text, place=None)


def _append_unknown_leaf(builder: TreeBuilder, name: str, word: str) -> int:
    """Append a leaf without a value, with the word that stands for it; return its number."""
    # The 0 only fills the place of the value: by its kind the leaf has none.
    leaf = builder.leaf(0, _format_name(name))
    builder.kind[leaf] = UNKNOWN
    builder.unknowns[leaf] = word
    return leaf


def _parse_edge_weight(sketch: Sketch) -> Number | None:
    """Return the number on the edge to a node if it may be a probability, else ``None``.

    What is surely a probability (``p``) must be a number that is not negative. Another weight
    (``weight``) may be a distance, ``-3`` or ``"far"``, and is dropped if it is no such number.
    Whether the probabilities of a node add up to 1 is judged when all are known.
    """
    if sketch.probability is None:
        return None
    weight = _parse_weight(sketch.probability)
    if weight is None and sketch.is_surely_probability:
        hint = "a probability is a number from 0 to 1, such as 0.25 or 1/6"
        spelling = quoted(str(sketch.probability))
        raise UnreadableError(f"{spelling} is not a probability", sketch.place, hint)
    return weight


def _parse_weight(value: Any) -> Number | None:
    """Return a weight as a number; ``None`` if it is no number, negative or infinite.

    A text may be a percentage: ``"25%"`` is 1/4.
    """
    if isinstance(value, str) and value.rstrip().endswith("%"):
        value = parse_edge_weight(value)
    try:
        weight = _parse_optional_number(value)
    except (TreeexplorerError, UnreadableError):
        return None
    if weight is None or not 0 <= weight < INFINITY:
        return None
    return weight


def _format_name(name: str) -> str | None:
    """Return a name without signs that cannot be shown; ``None`` if nothing is left of it."""
    if not name:  # the usual case in a large tree, made fast
        return None
    shown_name = safe(name.strip())
    return shown_name if shown_name else None


def _parse_leaf_value(value: Any) -> int | float:
    """Return exactly the number that is written as the value of a leaf; refuse a truth value."""
    if isinstance(value, str):
        return parse_leaf_value(value.strip())
    if isinstance(value, bool):
        hint = 'an unknown leaf stands in quotes: "x"'
        raise UnreadableError(f"{str(value).lower()} is not a value", hint=hint)
    return convert_to_leaf_number(value)


def _parse_optional_number(value: Any) -> Number | None:
    """Return a claim, an estimate or a weight as a number; ``None`` for nothing or an empty text.

    Raises:
        UnreadableError: It is a truth value.
        TreeexplorerError: It is anything else that is no number.
    """
    if value is None:
        return None
    if isinstance(value, str):
        return parse_typed_number(value) if value.strip() else None
    if isinstance(value, Fraction):
        return value
    return _parse_leaf_value(value)


# -- the whole tree ----------------------------------------------------------------------------


def _finish_tree(draft: _TreeDraft, levels: Levels | None) -> Grown:
    """Return the tree of all nodes that were added, with its claims and what is left out of it.

    The tree has the players that the text gives it. An option may give others, ``--levels
    max,chance``: the caller puts them into the tree when it is returned. Here they only tell which
    weights stand below chance nodes, and so are probabilities.

    Args:
        draft: All nodes.
        levels: The players by ply of the option; ``None`` if there is none.

    Raises:
        UnreadableError: The probabilities at a chance node cannot be; or it is not known what the
            truth values at nodes mean.
    """
    if levels is None:
        _check_flags_fit_max_first(draft)
    tree = _build_tree(draft)

    tree_with_final_players = tree if levels is None else tree.with_levels(levels)
    weights = _collect_weights_below_chance(draft, tree_with_final_players)
    if weights:
        tree = replace(tree, probabilities={**tree.probabilities, **weights})

    # Other players are put into the tree by the caller, who checks the probabilities then.
    has_final_players = tree_with_final_players.levels == tree.levels
    if has_final_players:
        _check_chance_nodes(tree, draft.places)
    return Grown(
        exercise=Exercise(tree, _collect_claims(draft)),
        says_players=len(draft.players) > 0,
        left_out=tuple(_describe_left_out(draft, nodes_with_used_weight=weights)),
    )


def _collect_claims(draft: _TreeDraft) -> Claims:
    """Return what somebody claims about nodes with children, in the order of the nodes.

    There are three kinds, as they stand in a node: ``= 5`` claims its value, ``≤ 5`` a bound for
    its value, ``α=3, β=∞`` its window of alpha and beta.
    """
    claimed_values = _choose_claimed_values(draft)
    values = [Claim(node, "value", value) for node, value in claimed_values.items()]
    bounds = [*draft.bounds.values()]
    windows = _collect_claimed_windows(draft)
    return sort_claims([*values, *bounds, *windows])


def _collect_claimed_windows(draft: _TreeDraft) -> list[Claim]:
    """Return the windows that somebody claims; none if pairs of numbers in nodes mean other things.

    In a tree with the pairs ``(3, 1)`` and ``(0, 2)``, which may be states of a game, each pair is
    a part of the name of its node.
    """
    if not _are_windows(draft.windows.values()):
        return []
    return [
        Claim(node, "window", window=_parse_window(pair)) for node, pair in draft.windows.items()
    ]


def _choose_claimed_values(draft: _TreeDraft) -> Mapping[int, Number]:
    """Choose the values that somebody claims about nodes with children, by node.

    These are the numbers that are marked as claims, ``= 5``, and those under a word such as
    ``value``. A node that has both, ``{"claim": 5, "value": 3, …}``, is claimed to have the value
    3. If the numbers under such a word are placeholders (the same 0 in every node, as a program has
    it before its search), the marked claims alone count.
    """
    if _find_placeholder(draft) is not None:
        return draft.marked_claims
    return {**draft.marked_claims, **draft.possible_claims}


def _parse_window(window: WindowOfLabel) -> Window:
    """Return the ends of a window as numbers; raise a ``NumberError`` if one cannot be kept."""
    return parse_typed_number(window.low), parse_typed_number(window.high)


def _are_windows(pairs: Collection[WindowOfLabel]) -> bool:
    """Tell whether the pairs of numbers that stand in nodes are windows.

    They are if α and β stand beside one, or if one has an infinite end. Else they may be states of
    a game, ``(3, 1)``, or what two players get.
    """
    infinities = {INFINITY, -INFINITY}
    return any(pair.is_named or not infinities.isdisjoint(_parse_window(pair)) for pair in pairs)


def _add_pairs_to_names(draft: _TreeDraft) -> None:
    """Add to the names of nodes the pairs of numbers in them that are no windows."""
    names = draft.builder.names
    for node, pair in draft.windows.items():
        names[node] = f"{names.get(node, '')} ({pair.low}, {pair.high})".strip()


def _describe_left_out(draft: _TreeDraft, nodes_with_used_weight: Collection[int]) -> Iterator[str]:
    """Yield in words what of the nodes is not in the tree.

    That is weights that are no probabilities, texts in the place of values, placeholders, and truth
    values without a word for them.
    """
    if len(nodes_with_used_weight) < len(draft.weights):
        yield "weights that stand below no chance node"
    for text in draft.unused_texts:
        yield f'"{safe(text)}"'
    placeholder = _find_placeholder(draft)
    if placeholder is not None:
        yield f"the {written(placeholder)} in every node with children"
    if draft.flags:
        yield FLAGS_LEFT_OUT


def _check_flags_fit_max_first(draft: _TreeDraft) -> None:
    """Raise an error if truth values at nodes may mean other players than MAX first.

    In ``new Node("A", true)`` only the class says whether MAX moves at A. If it is true at the root
    and at every second ply, MAX moves first in any case, unless a class asks whether MIN moves.
    """
    for node, flag in draft.flags.items():
        is_ply_of_max = draft.builder.ply[node] % 2 == 0
        if flag != is_ply_of_max:
            message = "it is not said what the truth values at the nodes mean"
            hint = "name them, as isMax, or say who moves with --levels max,min"
            raise UnreadableError(message, draft.places.get(node), hint)


def _build_tree(draft: _TreeDraft) -> GameTree:
    """Return the tree of all nodes, with its players by ply and those at single nodes.

    Pairs of numbers in nodes that are no windows, ``A (3, 1)``, become parts of their names.
    """
    if not _are_windows(draft.windows.values()):
        _add_pairs_to_names(draft)
    levels = _choose_levels(draft)
    draft.builder.levels = levels
    draft.builder.players.update(_collect_players_to_store(draft, levels))
    return draft.builder.tree()


def _collect_weights_below_chance(draft: _TreeDraft, tree: GameTree) -> dict[int, Fraction]:
    """Return those weights of edges, by node, that lead away from a chance node of a tree."""
    return {node: weight for node, weight in draft.weights.items() if _is_below_chance(tree, node)}


def _check_chance_nodes(tree: GameTree, places: Mapping[int, int]) -> None:
    """Raise an error for the first problem at a chance node, with its place or its address."""
    for node, message, hint in find_chance_problems(tree):
        place = places.get(node)
        where = f"at {tree.address(node)}: " if place is None else ""
        # The hint of the problem is about the notation.
        is_misplaced = message == MISPLACED_PROBABILITY
        hint_here = _SAY_CHANCE if is_misplaced else hint
        raise UnreadableError(f"{where}{message}", place, hint_here)


def _is_below_chance(tree: GameTree, node: int) -> bool:
    """Tell whether a node is the child of a chance node."""
    parent = tree.parent_of(node)
    return parent is not None and tree.roles[parent] == CHANCE_ROLE


def _find_placeholder(draft: _TreeDraft) -> Number | None:
    """Return the number that a program put into all nodes with children before its search.

    That is 0, -1 or an infinity, the same at every node. ``None`` if the numbers are claims.
    """
    numbers = set(draft.possible_claims.values())
    is_everywhere = len(draft.possible_claims) == draft.builder.kind.count(INNER)
    is_one_number = len(numbers) == 1
    if is_everywhere and is_one_number and numbers <= _PLACEHOLDERS:
        return numbers.pop()
    return None


def _choose_levels(draft: _TreeDraft) -> Levels:
    """Return the players by ply: MAX first, unless the nodes say otherwise.

    MIN is first if only some nodes name their player, and all of these fit a tree in which MIN
    begins.
    """
    names_some_players = 0 < len(draft.players) < draft.builder.kind.count(INNER)
    if names_some_players and _fits_min_first(draft):
        return _MIN_FIRST
    return DEFAULT_LEVELS


def _fits_min_first(draft: _TreeDraft) -> bool:
    """Tell whether each named player is the one of its ply in a tree in which MIN begins."""
    return all(
        player == _player_at_ply(_MIN_FIRST, draft.builder.ply[node])
        for node, player in draft.players.items()
    )


def _collect_players_to_store(draft: _TreeDraft, levels: Levels) -> dict[int, Player]:
    """Return the players to store at single nodes: those that differ from their ply's player.

    A player that the author wrote in the node's label is always stored, so that it is drawn as
    before.
    """
    players_to_store = {}
    for node, player in draft.players.items():
        differs = player != _player_at_ply(levels, draft.builder.ply[node])
        if differs or node in draft.on_labels:
            players_to_store[node] = player
    return players_to_store


def _player_at_ply(levels: Levels, ply: int) -> Player:
    """Return the player who moves at a ply: the levels repeat from the top."""
    return levels[ply % len(levels)]
