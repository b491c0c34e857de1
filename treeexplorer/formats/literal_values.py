"""What the values in a program of JavaScript, C, Java or the like are, with variables in them.

Of ``b = [3, 5]; tree = [b, 2];`` the value of ``tree`` is ``[[3, 5], 2]``, and ``b`` is a part of
it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final

from treeexplorer.formats.atoms import is_number
from treeexplorer.formats.linked_nodes import is_part_of_graph
from treeexplorer.formats.literal_atoms import QUOTED_TEXT
from treeexplorer.formats.literal_calls import parse_json
from treeexplorer.formats.literal_grammar import (
    LiteralAddress,
    LiteralVariable,
    make_variable_error,
    parse_literal,
    parse_literal_with_variables,
)
from treeexplorer.formats.literal_programs import LiteralProgram
from treeexplorer.formats.model import (
    WRITE_TREE_AS_LISTS,
    Constructed,
    Placed,
    UnreadableError,
    collect_containers,
)
from treeexplorer.formats.searches import (
    find_tree_in_object,
    is_called_class_of_nodes,
    is_called_root,
    is_search,
    is_tree_beside_numbers,
)
from treeexplorer.formats.words import CHILDREN, SIDES, meaning, plain_word, player_named
from treeexplorer.text import quoted

_WORD: Final = re.compile(r"[^\W\d]\w*")
_ASSIGNMENT_OF_JAVASCRIPT: Final = re.compile(
    r"\s*(?:export\s+)?(?:const|let|var)\s+\w+\s*(?::[^=]*)?=\s*"
)
"""What stands before a value that JavaScript assigns to a variable."""
_CALLED_NODE: Final = re.compile(r"node|branch|inner", re.IGNORECASE)
_JSON_OF_VARIABLE: Final = re.compile(r"JSON\.parse\(\s*(?P<variable>[^\W\d]\w*)\s*\)")
_TEXT: Final = rf"{QUOTED_TEXT}|`[^`\\$]*`"


@dataclass(frozen=True)
class ReadValue:
    """A value of a program, with the variables that are parts of it."""

    value: Any
    variables: frozenset[str] = frozenset()


@dataclass(frozen=True)
class KnownVariables:
    """The variables of a program that may stand in a value which is read next.

    Attributes:
        values: What each of them holds.
        used: Those that are parts of other values already; a tree has no part twice.
    """

    values: Mapping[str, Any]
    used: Collection[str] = ()


def read_literal(program: LiteralProgram, value_range: range, *, type_name: str = "") -> Any:
    """Read the literal in a range of a program; a variable in it is an error.

    `type_name` is the word before the variable that gets the value, which may be a struct.

    Raises:
        UnreadableError: It is no literal.
    """
    json_text = _find_json_text(program, value_range)
    if json_text is not None:
        return parse_json(json_text)

    value = program.classes.name_fields(parse_literal(program.text, value_range), type_name)
    tree = _find_tree_written_out(value)
    return value if tree is None else tree


def _find_tree_written_out(value: Any) -> Any:
    """Find the tree in the call of a class that makes no nodes: ``new Game([[3, 5], [2, 9]], 3)``.

    ``None`` is returned for any other value.
    """
    if not isinstance(value, Constructed):
        return None
    return find_tree_in_object(value.function, value.arguments, value.keywords)


def _find_json_text(program: LiteralProgram, value_range: range) -> Placed | None:
    """Find the text that ``JSON.parse(text)`` is given, if the value is such a call.

    It is only found if the program assigns a text to this variable exactly once.
    """
    call = _JSON_OF_VARIABLE.fullmatch(program.text, value_range.start, value_range.stop)
    if call is None:
        return None

    assignment = rf"\b{call['variable']}\s*=\s*(?P<text>{_TEXT})"
    assignments = list(re.finditer(assignment, program.text))
    if len(assignments) != 1:
        return None
    json_text: Placed = parse_literal(program.text, range(*assignments[0].span("text")))
    return json_text


def read_value(
    program: LiteralProgram, value_range: range, known: KnownVariables, *, type_name: str = ""
) -> ReadValue:
    """Read the value in a range of a program, in which known variables may stand.

    Where ``b`` is known to hold ``[3, 5]``, these values are read so::

        [[1, 7], 2]             the same, as no variable stands in it
        [b, 2]                  [[3, 5], 2], made of b
        new Game(b, 2)          [3, 5], which is b itself: a game is given its tree
        const data = {b}        {"b": [3, 5]} in JavaScript, made of b

    Args:
        program: The program.
        value_range: Where the value stands.
        known: The variables that may stand in it.
        type_name: The word before the variable that gets the value, which may be a struct.

    Raises:
        UnreadableError: It is no literal, or has an unknown variable or one that is used already.
    """
    if not _names_variable(program, value_range, known.values):
        return ReadValue(read_literal(program, value_range, type_name=type_name))

    unreplaced = _parse_with_variables(program, value_range, type_name)
    node = _find_variable_of_tree(unreplaced, known.values)
    if node is not None:
        return ReadValue(known.values[node], frozenset({node}))

    read = _replace_variables(unreplaced, known.values)
    for variable in read.variables:
        if variable in known.used:
            message = f"{quoted(variable)} stands twice in one tree"
            hint = WRITE_TREE_AS_LISTS
            raise UnreadableError(message, value_range.start, hint)
    return read


def _parse_with_variables(program: LiteralProgram, value_range: range, type_name: str) -> Any:
    """Parse a value in which the variables still stand, a :class:`LiteralVariable` each.

    Of ``[b, 2]`` it is a list of ``b`` and 2. Variables alone in braces are a record in JavaScript,
    ``{nodes, edges}``, each under its own name.
    """
    parsed = parse_literal_with_variables(program.text, value_range)
    value = program.classes.name_fields(parsed, type_name)
    if _is_shorthand_of_javascript(program, value_range, value):
        return {str(variable): variable for variable in value}
    return value


def _find_variable_of_tree(value: Any, variable_values: Mapping[str, Any]) -> str | None:
    """Find the variable of the tree that a class which makes no nodes is given: ``Game(a, 3)``.

    ==============================  ====================  =======  ================================
    the call                        what ``a`` holds      result
    ==============================  ====================  =======  ================================
    ``new Game(a, 3)``              ``new Node("A")``     ``a``
    ``new Game(a, 3)``              ``[[3, 5], [2, 9]]``  ``a``    3 is a depth or the like
    ``new Game(a, value: 3)``       ``[[3, 5], [2, 9]]``  nothing  the game is a node of value 3
    ``new TreeNode(a, 3)``          anything              nothing  it makes a node, too
    ``new Minimax(a, 3)``           anything              nothing  it searches
    ``new Game(a, b)``              anything              nothing  either variable may be the tree
    ==============================  ====================  =======  ================================
    """
    if not isinstance(value, Constructed):
        return None
    makes_node_or_searches = is_called_class_of_nodes(value.function) or is_search(value.function)
    if makes_node_or_searches:
        return None
    variables = [each for each in value.arguments if isinstance(each, LiteralVariable)]
    if len(variables) != 1:
        return None

    only_variable = str(variables[0])
    held = variable_values.get(only_variable)
    is_node = isinstance(held, Constructed) and plain_word(held.function) == "node"
    if is_node:
        return only_variable
    others = [each for each in value.arguments if not isinstance(each, LiteralVariable)]
    is_tree = not value.keywords and is_tree_beside_numbers(only_variable, held, others)
    return only_variable if is_tree else None


def _names_variable(
    program: LiteralProgram, value_range: range, variables: Collection[str]
) -> bool:
    """Tell whether one of some variables is named in a range of a program."""
    if not variables:  # A tree that is written out may be long.
        return False
    words = _WORD.findall(program.text, value_range.start, value_range.stop)
    return any(word in variables for word in words)


def _is_shorthand_of_javascript(program: LiteralProgram, value_range: range, value: Any) -> bool:
    """Tell whether variables in braces are a record of JavaScript: ``const data = {nodes, edges}``.

    In C and Java braces have a list in them.
    """
    if not isinstance(value, list) or program.text[value_range.start] != "{":
        return False
    start_of_line = program.bare.rfind("\n", 0, value_range.start) + 1
    before_value = program.bare[start_of_line : value_range.start]
    is_javascript = _ASSIGNMENT_OF_JAVASCRIPT.fullmatch(before_value) is not None
    return is_javascript and all(isinstance(member, LiteralVariable) for member in value)


def _replace_variables(value: Any, variable_values: Mapping[str, Any]) -> ReadValue:
    """Replace the variables in a value by their values: ``[b, 2]`` becomes ``[[3, 5], 2]``.

    The value was just parsed, and nobody else has its lists and records: they are changed.

    Raises:
        UnreadableError: A variable is unknown, occurs twice, or stands where no child stands: what
            ``[root]``, ``new Game(root)`` and ``{node: root}`` hold is no other tree.
    """
    if isinstance(value, LiteralVariable):  # tree = b
        value_of_variable = _look_up_variable(value, variable_values)
        return ReadValue(value_of_variable, frozenset({value}))

    _check_is_no_wrapper(value, variable_values)
    replaced_variables: set[str] = set()
    pending = collect_containers(value)
    while pending:
        container = pending.pop()
        _check_fields_are_known(container)
        keys = list(container) if isinstance(container, dict) else range(len(container))
        for key in keys:
            member = container[key]
            if not isinstance(member, LiteralVariable):
                pending += collect_containers(member)
                continue

            if member in replaced_variables or not _may_hold_tree(container, key):
                raise make_variable_error(member, member.place)
            container[key] = _look_up_variable(member, variable_values)
            replaced_variables.add(member)
    return ReadValue(value, frozenset(replaced_variables))


def _check_fields_are_known(container: Any) -> None:
    """Raise an error if a list has an address among numbers: it is a struct of unknown fields.

    So is ``{0, &d, &e}`` where the program does not define the struct. ``{&d, &e}`` is an array.
    """
    addresses = [member for member in container if isinstance(member, LiteralAddress)]
    has_numbers = any(map(is_number, container))
    if isinstance(container, list) and addresses and has_numbers:
        message = f"which field of the struct {quoted(f'&{addresses[0]}')} is, is not known"
        hint = f"put the struct with its fields above, or {WRITE_TREE_AS_LISTS}"
        raise UnreadableError(message, addresses[0].place, hint)


def _look_up_variable(variable: LiteralVariable, variable_values: Mapping[str, Any]) -> Any:
    """Return what a variable in a value holds.

    Raises:
        UnreadableError: That is not known.
    """
    if variable not in variable_values:
        raise make_variable_error(variable, variable.place)
    return variable_values[variable]


def _may_hold_tree(container: Any, key: Any) -> bool:
    """Tell whether a tree or a part of one may stand under a key of a list or record.

    Of ``b`` that is asked, and answered so::

        [b, 2]                      yes: any member of a list is a child
        {children: b}, {left: b}    yes: the key is one of children
        {nodes: a, edges: b}        yes: both keys are those of a graph
        {edges: b}                  no: a graph has several such keys
        {node: b}                   no: what that holds is not said
    """
    if not isinstance(container, dict):
        return True
    if meaning(str(key)) in {CHILDREN, SIDES}:
        return True
    has_several_parts = sum(map(is_part_of_graph, container)) > 1
    return has_several_parts and is_part_of_graph(str(key))


def _check_is_no_wrapper(value: Any, variable_values: Mapping[str, Any]) -> None:
    """Raise an error if a value only wraps a variable, and is no node above it.

    =========================  =====================================================
    ``[root]``                 a list of one variable
    ``new Game(root)``         an object that :func:`_is_object_around_tree` finds
    ``new Node("B", root)``    what is called root is the node above, and no child
    =========================  =====================================================
    """
    if isinstance(value, Constructed):
        variables = [each for each in value.arguments if isinstance(each, LiteralVariable)]
        if variables and _is_object_around_tree(value, variable_values.get(variables[0])):
            raise make_variable_error(variables[0], variables[0].place)
        for variable in variables:
            if is_called_root(variable):
                raise make_variable_error(variable, variable.place)

    has_one_member = isinstance(value, list) and len(value) == 1
    if has_one_member and isinstance(value[0], LiteralVariable):
        raise make_variable_error(value[0], value[0].place)


def _is_object_around_tree(constructed: Constructed, value_of_variable: Any) -> bool:
    """Tell whether an object that is given a variable is no node, but holds or searches a tree.

    `value_of_variable` is the value of the first variable among its arguments::

        new AlphaBeta(root, 3)   yes: a search
        new Fork(a, b)           no: it has several arguments
        new Node(a)              no: it is called as a node is
        new Max(a)               no: it is called as a player is
        new Thing(children)      no: the variable holds a list, that of its children
        new Game(root)           yes
    """
    if is_search(constructed.function):
        return True
    if len(constructed.arguments) > 1:
        return False
    is_called_node = _CALLED_NODE.search(constructed.function) is not None
    is_called_player = player_named(constructed.function) is not None
    has_list_of_children = isinstance(value_of_variable, list)
    return not (is_called_node or is_called_player or has_list_of_children)
