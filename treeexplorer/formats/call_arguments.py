"""The arguments of a constructor: which are children, leaves, a value, a name or a player."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any, Final, NamedTuple

from treeexplorer.formats.lists import (
    ListStyle,
    is_list,
    is_node_in_parts,
    is_numeric,
    is_text,
    parse_weights,
)
from treeexplorer.formats.model import Constructed, UnreadableError
from treeexplorer.formats.number_tables import members_of
from treeexplorer.formats.remarked_values import mark_with_style
from treeexplorer.formats.searches import is_called_class_of_nodes
from treeexplorer.formats.sketches import Sketch
from treeexplorer.formats.weighted_children import add_weights
from treeexplorer.formats.words import VALUE, meaning, plain_word, player_named
from treeexplorer.text import quoted
from treeexplorer.tree import Player

_FEWEST_NAMES_APART: Final = 3
"""How many calls must each have another name, to tell these from the names of classes."""


def check_no_random_numbers(call: Constructed) -> None:
    """Raise an error if a call makes random numbers, and no chance node: ``Random(1234)``.

    Raises:
        UnreadableError: It does.
    """
    has_numbers_alone = all(map(is_numeric, call.arguments))
    if plain_word(call.function) == "random" and has_numbers_alone:
        raise UnreadableError(f"{quoted(call.function)} makes random numbers, and is not run")


def makes_leaf_without_value(node: Sketch, keywords: Mapping[str, Any]) -> bool:
    """Tell whether a call makes a leaf, and says nothing of its value.

    ``Node("A")`` does. ``Node("A", value=None)`` says that the value is not known.
    """
    has_keyword_for_value = any(meaning(keyword) == VALUE for keyword in keywords)
    return not node.children and node.number is None and not has_keyword_for_value


def have_names_apart(whole: Any) -> bool:
    """Tell whether each call in a value has a name of its own, which may be that of its node.

    ==================================  =====  ================================================
    ``A(B(3), C(5))``                   true
    ``Node(Node(3), Node(5))``          false  the name stands twice
    ``MaxNode(MinNode(3), Leaf(5))``    false  ``MaxNode`` says that it makes nodes
    ``Max(Min(3, 5), 2)``               false  two names may be those of two classes
    ==================================  =====  ================================================
    """
    names: set[str] = set()
    for call in _walk_calls(whole):
        if call.function in names or is_called_class_of_nodes(call.function):
            return False
        names.add(call.function)
    return len(names) >= _FEWEST_NAMES_APART


def _walk_calls(whole: Any) -> Iterator[Constructed]:
    """Yield the calls in a value, one that stands there twice also twice.

    What stands in a list or a call is gone through only once, since a list may contain itself.
    """
    opened_ids: set[int] = set()
    pending = [whole]
    while pending:
        value = pending.pop()
        if isinstance(value, Constructed):
            yield value
        if id(value) not in opened_ids:
            opened_ids.add(id(value))
            pending += members_of(value)


class _Arguments(NamedTuple):
    """The arguments of a constructor by their types."""

    children: list[Any]
    numbers: list[Any]
    others: list[Any]


def group_arguments(call: Constructed, player: Player | None) -> _Arguments:
    """Group the arguments of a constructor without keywords: children, numbers, and others.

    ``Node("A", [3, 5])`` has the children 3 and 5 and the other argument ``A``. First, arguments
    that are children together are put into one list:

    - of a function that is called as a player: ``Max(Min(3, 5), 4)`` as ``Max([Min(3, 5), 4])``;
    - of a chance node: ``Chance([0.4, 0.6], [3, 5])`` as a list of two children with weights;
    - of any: ``Node([3, 5], [2, 9])`` as ``Node([[3, 5], [2, 9]])``.
    """
    arguments: Sequence[Any] = call.arguments
    if player_named(call.function) is not None:
        arguments = _convert_numbers_to_leaves(call)
    if player == Player.CHANCE:
        arguments = _join_children_with_weights(arguments)
    return _group_by_type(_convert_lists_to_nodes(arguments, call.function))


def _group_by_type(arguments: Sequence[Any]) -> _Arguments:
    """Group the arguments of a constructor by their types, without ``None``.

    >>> _group_by_type(["A", [5, 8], 3, None])
    _Arguments(children=[5, 8], numbers=[3], others=['A'])

    The items of a list are children each, and a record or a call is one child. Beside nodes
    ``None`` stands for a child that is not there, as in ``[None, None]``.
    """
    by_type = _Arguments([], [], [])
    for argument in arguments:
        if is_list(argument):
            by_type.children.extend(_mark_nodes_in_parts(_remove_missing_nodes(argument)))
        elif isinstance(argument, (Constructed, dict)):
            by_type.children.append(argument)
        elif is_numeric(argument):
            by_type.numbers.append(argument)
        elif argument is not None:
            by_type.others.append(argument)
    return by_type


def _remove_missing_nodes(members: Sequence[Any]) -> Sequence[Any]:
    """Remove the children that are not there from a list of nodes, or of nothing else.

    >>> _remove_missing_nodes([None, None]), _remove_missing_nodes([3, None])
    ([], [3, None])
    """
    nodes = [member for member in members if member is not None]
    are_nodes = all(isinstance(node, (Constructed, dict)) for node in nodes)
    return nodes if are_nodes else members


def _convert_numbers_to_leaves(call: Constructed) -> Sequence[Any]:
    """Return the arguments of a player, with numbers and calls moved into one list of children.

    ============================  ==========================================================
    ``Max(Min(3, 5), 4)``         ``[[Min(3, 5), 4]]``
    ``Max("A", Min(3, 5), 4)``    ``["A", [Min(3, 5), 4]]``
    ``Max(3, 12)``, ``Max([3])``  as they are: without calls, or with a list or record
    ``Max(4, Min(3, 5))``         an error: 4 may be the value of the node, or a leaf
    ============================  ==========================================================

    Raises:
        UnreadableError: A number stands before calls.
    """
    arguments = call.arguments
    has_calls = any(isinstance(argument, Constructed) for argument in arguments)
    has_numbers = any(map(is_numeric, arguments))
    has_containers = any(is_list(argument) or isinstance(argument, dict) for argument in arguments)
    if has_containers or not has_calls or not has_numbers:
        return arguments
    _check_no_number_before_calls(call)

    children: list[Any] = []
    others: list[Any] = []
    for argument in arguments:
        if is_numeric(argument) or isinstance(argument, Constructed):
            children.append(argument)
        else:
            others.append(argument)
    return [*others, children]


def _check_no_number_before_calls(call: Constructed) -> None:
    """Raise an error if a number stands before the calls among arguments: ``Max(4, Min(3, 5))``."""
    before_calls = takewhile(lambda argument: not isinstance(argument, Constructed), call.arguments)
    if any(map(is_numeric, before_calls)):
        message = f"a number before the children of {quoted(call.function)} may be its value"
        hint = f"write the children in a list: {call.function}([4, Min([3, 5])])"
        raise UnreadableError(f"{message}, or a leaf", hint=hint)


def _join_children_with_weights(arguments: Sequence[Any]) -> Sequence[Any]:
    """Join a list of weights and a list of children among a chance node's arguments to one list.

    ``Chance([0.4, 0.6], [3, 5])`` and ``Chance([3, 5], [0.4, 0.6])`` both have the leaf 3 of weight
    0.4 and the leaf 5 of weight 0.6. Any other arguments stay as they are.

    >>> [each.value for each in _join_children_with_weights([[0.4, 0.6], [3, 5]])[0]]
    [3, 5]
    """
    lists = [argument for argument in arguments if is_list(argument)]
    others = [argument for argument in arguments if not is_list(argument)]
    have_one_length = len(lists) == 2 and len(lists[0]) == len(lists[1])
    if not have_one_length:
        return arguments

    front_list, back_list = lists
    for numbers, children in ((front_list, back_list), (back_list, front_list)):
        weights = parse_weights(numbers)
        if weights is not None:
            return [*others, add_weights(children, weights)]
    return arguments


def _convert_lists_to_nodes(arguments: Sequence[Any], function: str) -> Sequence[Any]:
    """Move several lists among a constructor's arguments into one list of child nodes.

    ``Max([3, 5], [2, 9])`` becomes ``Max([[3, 5], [2, 9]])``. Only one list, or several that are
    all empty, stay as they are.

    Raises:
        UnreadableError: A list may hold something other than children: in ``Node(["a"], [3, 5])``
            the texts, and in ``Node([], [3, 5])`` what is missing in the empty list.
    """
    lists = [argument for argument in arguments if is_list(argument)]
    are_all_empty = all(len(members) == 0 for members in lists)
    if len(lists) < 2 or are_all_empty:
        return arguments

    has_empty_list = any(len(members) == 0 for members in lists)
    has_list_of_texts = any(all(map(is_text, members)) for members in lists)
    if has_empty_list or has_list_of_texts:
        message = f"{quoted(function)} has several lists, and which of them are children is not"
        hint = f"write them by name: {function}(children=[3, 5])"
        raise UnreadableError(f"{message} plain", hint=hint)
    others = [argument for argument in arguments if not is_list(argument)]
    return [*others, lists]


def _mark_nodes_in_parts(members: Sequence[Any]) -> Sequence[Any]:
    """Return the members of a list that a constructor is given; some are nodes in their parts.

    C and Go need not repeat the name of a class: ``Node{"A", 0, {{"B", 3, nil}, {"C", 5, nil}}}``.
    """
    are_nodes = all(is_list(each) and is_node_in_parts(each) for each in members)
    return mark_with_style(members, ListStyle.PAIRS) if are_nodes else members


def set_value_from_numbers(sketch: Sketch, numbers: Sequence[Any], function: str) -> None:
    """Set a node's value to the only number among a constructor's arguments.

    ``Node("A", 3)`` has the value 3. A value that a keyword has given stays.

    Raises:
        UnreadableError: There are several numbers, as in ``Node(3, 5)``; `function` is named.
    """
    if len(numbers) > 1:
        raise UnreadableError(
            f"{quoted(function)} has several numbers: which of them is the value?",
            hint="write the leaves in a list: Node([3, 12, 8])",
        )
    if numbers and sketch.number is None:
        sketch.number = numbers[0]


def set_flag_player_or_name(sketch: Sketch, argument: Any) -> None:
    """Set what an argument of a constructor says of its node, if that is not known yet.

    ==========  ==========================================================================
    ``true``    the flag
    ``"MAX"``   the player; of ``Node("MAX", "MIN")`` the second is the name
    ``"A"``     the name
    ==========  ==========================================================================

    Raises:
        UnreadableError: It is no text, or the node has a name already.
    """
    may_be_player = is_text(argument) and sketch.player is None
    if isinstance(argument, bool) and sketch.flag is None:
        sketch.flag = argument
    elif may_be_player and player_named(argument) is not None:
        sketch.player = player_named(argument)
    elif is_text(argument) and not sketch.name:
        sketch.name = _parse_last_name(argument)
    else:
        raise UnreadableError(f"{quoted(str(argument))} says nothing about a node")


def _parse_last_name(path: str) -> str:
    """Parse the name at the end of a path, as anytree shows nodes: ``/A/B`` is B."""
    _, _, name = path.rpartition("/")
    return name if name else path
