"""What the call of a constructor makes of the values that it is given: ``Node("A", [3, 5])``.

Nothing is run: numbers, lists and records are made as Python would make them, graphs and trees of a
few packages as these would, and the call of any other class is a node of what it is called with.
"""

from __future__ import annotations

import ast
import builtins
import math
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from treeexplorer.formats import json_syntax, parentheses
from treeexplorer.formats.model import Constructed, Digits, UnreadableError
from treeexplorer.formats.python_changes import NetworkxGraph
from treeexplorer.formats.python_classes import split_off_named_arguments
from treeexplorer.formats.python_parts import get_last_name
from treeexplorer.formats.python_program import PythonProgram
from treeexplorer.formats.python_refusals import make_alteration_error, make_no_literal_error
from treeexplorer.formats.python_variables import CONTAINERS
from treeexplorer.formats.searches import (
    find_tree_in_object,
    is_called_class_of_nodes,
    is_called_root,
    is_called_tree,
    is_search,
    is_tree_beside_numbers,
    makes_no_tree,
    makes_node,
)
from treeexplorer.formats.texts import value_in_text
from treeexplorer.formats.words import CHILDREN, PARENT, VALUE, meaning, plain_word
from treeexplorer.numbers import NUMBER
from treeexplorer.text import quoted

_NUMBER: Final = re.compile(NUMBER)
_NOT_A_NUMBER: Final = "nan"
MAKING_LISTS: Final = frozenset(
    {"list", "tuple", "set", "frozenset", "array", "deque", "asarray", "tensor"}
)
"""The functions and classes that make a list of what they are given."""
_MAKING_RECORDS: Final = frozenset({"dict", "OrderedDict", "defaultdict", "SimpleNamespace"})
_MAKING_TREES: Final = frozenset(
    {"list_to_tree", "dict_to_tree", "nested_dict_to_tree", "list_to_tree_by_relation"}
)
"""The functions of bigtree that make the tree that their argument describes."""
_PARENT: Final = "parent"
_PARAMETERS_OF_ANYTREE: Final = ("name", "parent", "children")


class EvaluatedCall(NamedTuple):
    """A call in a program, with the values of its arguments.

    Attributes:
        expression: The call as it is written.
        function: The name of the function or class, without the module before it.
        arguments: The values of its positional arguments.
        variables: Those of the positional arguments that are variables, by name: in ``Node(a, 3)``
            it is ``{"a": …}``.
        keywords: The values of its keyword arguments, by name.
        is_method_of_value: Whether a variable's list, record or node stands before the dot.
    """

    expression: ast.Call
    function: str
    arguments: list[Any]
    variables: Mapping[str, Any]
    keywords: dict[str, Any]
    is_method_of_value: bool


class Built(NamedTuple):
    """The value that a call makes.

    Attributes:
        value: The value.
        parent: The node below which it is to be put; ``None`` if the call names none.
    """

    value: Any
    parent: Constructed | None = None


def build_value_of_call(call: EvaluatedCall, program: PythonProgram) -> Built:
    """Build what a call makes of its arguments, by the first of these rules that applies.

    1. ``float("inf")`` and ``Fraction(1, 3)`` are numbers.
    2. ``json.loads("[3, 5]")`` and ``nx.DiGraph([("A", "B")])`` are what these packages make.
    3. ``tuple([3, 5])`` and ``dict(A=[3, 5])`` are a list and a record.
    4. ``GameTree(root)`` is its root, and ``Node(3)`` is a node. This comes last, since any
       class that is not known makes one.

    Args:
        call: The call.
        program: The program in which it stands, whose classes and functions it may call.

    Raises:
        UnreadableError: None of them applies.
    """
    function = call.function
    # 1.
    match function, call.arguments:
        case "float", [number] if _NUMBER.fullmatch(str(number).strip()):
            return Built(_parse_number(str(number).strip()))
        case "float", ["nan"]:
            return Built(Digits(_NOT_A_NUMBER, program.offset_of(call.expression)))
        # A fraction is kept as it is written: a probability may be one.
        case "Fraction", [int() as numerator, int() as denominator]:
            return Built(Digits(f"{numerator}/{denominator}", program.offset_of(call.expression)))

    # 2.
    made_by_package = _build_as_package_does(call, program)
    if made_by_package is not None:
        return made_by_package

    # 3.
    if function in MAKING_LISTS and not call.keywords:
        return Built(_copy_list(call.arguments[0]) if call.arguments else [])
    if function in _MAKING_RECORDS:
        return Built(_build_record(call, program) | call.keywords)

    # 4.
    return _build_object(call, program)


def _parse_number(text: str) -> Any:
    """Return the number in a text: an infinity as a float, else the digits as they are written."""
    if "inf" not in text.lower():
        return text
    return -math.inf if text[0] in "-−" else math.inf


def _build_as_package_does(call: EvaluatedCall, program: PythonProgram) -> Built | None:
    """Build what a function of a known package makes; ``None`` if it is none of these."""
    function = call.function
    match function, call.arguments:
        # NLTK
        case "fromstring", [str() as text]:
            return Built(value_in_text(parentheses.read, function, text))
        # json
        case "loads", [str() as text]:
            return Built(value_in_text(json_syntax.read, function, text))
        # treelib, if nodes are created in the tree. Else the class is one's own.
        case "Tree", [] if ".create_node(" in program.text:
            return Built(NetworkxGraph([]))
        # bigtree
        case _, [tree] if function in _MAKING_TREES:
            return Built(tree)
        # networkx, graphviz and pydot. A text is the name of the graph.
        case _, arguments if function in NetworkxGraph.CLASSES and _are_edges(arguments):
            edges = [each for each in arguments if not isinstance(each, str)]
            return Built(NetworkxGraph(edges))
    return None


def _are_edges(arguments: Sequence[Any]) -> bool:
    """Tell whether the arguments of a graph are lists of edges, or a text that is its name."""
    return all(isinstance(each, (list, tuple, str)) for each in arguments)


def _copy_list(value: Any) -> Any:
    """Return a list of the same members, to which nothing is added that is added to the first.

    Any other value is returned itself.
    """
    return list(value) if isinstance(value, list) else value


def _build_record(call: EvaluatedCall, program: PythonProgram) -> dict[Any, Any]:
    """Build the record that ``dict(…)`` makes from its positional arguments.

    Each is a record, or a list of pairs of a key and a value: ``dict([("A", [3, 12])])``.

    Raises:
        UnreadableError: One is neither.
    """
    record: dict[Any, Any] = {}
    if call.arguments and call.arguments[0] == "list":
        record = defaultdict(list)  # which has an empty list under each key that is asked for
    for argument in call.arguments:
        # defaultdict(list, {"A": [3, 12]}): `list` is a name, and so a text here.
        is_factory = isinstance(argument, str)
        if is_factory:
            continue

        pairs = list(argument.items()) if isinstance(argument, dict) else argument
        if not isinstance(pairs, list) or not all(map(_is_pair, pairs)):
            raise make_no_literal_error(call.expression, program.offset_of(call.expression))
        record.update(pairs)
    return record


def _is_pair(item: Any) -> bool:
    """Tell whether an item is a key and a value: ``("A", [3, 12])``."""
    if not isinstance(item, (list, tuple)) or len(item) != 2:
        return False
    return isinstance(item[0], (str, int, float))


# -- nodes -----------------------------------------------------------------------------------------


def _build_object(call: EvaluatedCall, program: PythonProgram) -> Built:
    """Build what the call of a class makes, by the first of these rules that applies.

    1. ``GameTree(root)`` is the root, even if the class sets its own: ``self.root = root``.
    2. ``minimax(root)`` would have to be run, and is refused.
    3. ``Viewer(root, 800)`` is the root, too.
    4. ``leaf(3)`` is refused if the program has ``def leaf(v): return Node(-v)``.
    5. ``Node(3)`` is a node.

    Raises:
        UnreadableError: It is refused.
    """
    # 1.
    if _is_around_tree(program.parameters.get(call.function, ()), call):
        given = [*call.arguments, *call.keywords.values()]
        return Built(given[0])

    # 2.
    _check_need_not_be_run(call, program)

    # 3.
    root = _find_root_in_other_class(call, program)
    if root is not None:
        return Built(root)

    # 4.
    place_of_alteration = program.altering_makers.get(call.function)
    if place_of_alteration is not None:
        raise make_alteration_error(call.function, program.offset_of(place_of_alteration))

    # 5.
    return _build_node(call, program)


def _check_need_not_be_run(call: EvaluatedCall, program: PythonProgram) -> None:
    """Check that a call makes a node of what it is given, as ``Node(3)`` does.

    Raises:
        UnreadableError: It does another thing, and so would have to be run: a function,
            ``minimax(root)``; a method, ``root.Add(3)``; a class that makes its own root or table
            of nodes in ``__init__``, ``Tree(3)``.
    """
    makes_node_of_arguments = makes_node_with(call.expression.func, call.keywords)
    makes_own_tree = call.function in program.classes_with_root or call.function in program.tables
    if makes_node_of_arguments and not makes_own_tree and not call.is_method_of_value:
        return
    message = f"{quoted(call.function)} is a function, and nothing of a file is run"
    raise UnreadableError(message, program.offset_of(call.expression))


def _is_around_tree(parameters: Sequence[str], call: EvaluatedCall) -> bool:
    """Tell whether an instance of a class only holds a tree: ``GameTree(root)``, ``Game(t, 3)``.

    The first of its parameters is called so, and no other argument may be a part of a tree, or say
    that MIN moves first, as ``False`` may.
    """
    if not parameters or not is_called_tree(parameters[0]):
        return False
    arguments = [*call.arguments, *call.keywords.values()]
    parts = [argument for argument in arguments if isinstance(argument, CONTAINERS)]
    has_false = any(argument is False for argument in arguments)
    return len(parts) == 1 and parts[0] is arguments[0] and not has_false


def _find_root_in_other_class(call: EvaluatedCall, program: PythonProgram) -> Any:
    """Find the root that a class is given which makes no nodes itself: ``Viewer(root, 800)``.

    ===================================  ======================================================
    ``Game([[3, 5], [2, 9]], 3)``        the list that is written out
    ``Viewer(root, 800)``                what ``root`` holds, since a tree is called so
    ``Game(a, 3)``, ``a = Node("A")``    the node in ``a``, which is all that may be a tree
    ``Game(t, 3)``, ``t = [[3, 5], 2]``  the list in ``t``, likewise
    ``Item(3, root)``                    none if ``root`` is an ``Item``: then this is one, too
    ``MaxNode(tree)``                    none: the class says that it makes nodes
    ===================================  ======================================================
    """
    if is_called_class_of_nodes(call.function):
        return None

    tree_written_out = _find_tree_written_out(call, program)
    if tree_written_out is not None:
        return tree_written_out

    held_by_variable = {
        variable: value
        for variable, value in call.variables.items()
        if isinstance(value, CONTAINERS) and not _is_made_by(value, call.function)
    }
    for variable, value in held_by_variable.items():
        if is_called_tree(variable):
            return value

    parts_of_trees = [value for value in call.arguments if isinstance(value, CONTAINERS)]
    if len(parts_of_trees) != 1:
        return None
    for variable, only_part in held_by_variable.items():
        if _is_root_by_what_it_holds(variable, only_part, call, program):
            return only_part
    return None


def _is_made_by(value: Any, function: str) -> bool:
    """Tell whether a value is a node that a class has made: ``Item("A")``."""
    return isinstance(value, Constructed) and value.function == function


def _is_root_by_what_it_holds(
    variable: str, only_part: Any, call: EvaluatedCall, program: PythonProgram
) -> bool:
    """Tell whether the only part of a tree that a class is given is a root, whatever its name is.

    ===================================  =====  ===============================================
    ``Game(a)``, ``a = Node("A")``       true   the class that makes nodes is another one
    ``Game(t, 3)``, ``t = [[3, 5], 2]``  true   a list of numbers, with a depth or a width
    ``Inner(t, 3)``                      false  if a parameter of ``Inner`` is called ``kids``
    ===================================  =====  ===============================================
    """
    if isinstance(only_part, Constructed):
        return plain_word(only_part.function) == "node"

    parameters = program.parameters.get(call.function, ())
    makes_nodes = any(meaning(parameter) in {VALUE, CHILDREN} for parameter in parameters)
    if makes_nodes:
        return False
    others = [value for value in call.arguments if not isinstance(value, CONTAINERS)]
    return is_tree_beside_numbers(variable, only_part, others)


def _find_tree_written_out(call: EvaluatedCall, program: PythonProgram) -> Any:
    """Find the tree that is written out in the call of a class that makes no nodes.

    Of ``Game([[3, 5], [2, 9]], 3)`` it is the list. There is none where a variable is the tree.
    """
    is_in_variable = any(isinstance(value, CONTAINERS) for value in call.variables.values())
    if is_in_variable:
        return None

    parameters = program.parameters.get(call.function, ())
    # A class that the program does not define has no known parameters.
    named = dict(zip(parameters, call.arguments, strict=False))
    unnamed = call.arguments[len(parameters) :]
    return find_tree_in_object(call.function, unnamed, {**named, **call.keywords})


def makes_node_with(called: ast.expr, keywords: Mapping[str, Any]) -> bool:
    """Tell whether a call of a function or class of a program makes a node, by one of three signs.

    1. The capital letter of a class, ``State(3)``, unless the class is a graph or a search,
       ``AlphaBeta(root)``.
    2. A name that says so, ``make_leaf(3)``.
    3. Keywords, ``f(value=3)``, unless the name says another thing, ``minimax(tree, depth=3)``, or
       is that of a function of Python, ``sorted(tree, reverse=True)``.

    Args:
        called: What stands before the parentheses.
        keywords: The keyword arguments, by name; only whether there are any counts.
    """
    function = get_constructor_name(called)
    is_class = function[:1].isupper()
    is_graph_or_search = function in NetworkxGraph.CLASSES or is_search(function)
    if is_class and not is_graph_or_search:
        return True

    name_with_dots = ast.unparse(called)
    if makes_node(name_with_dots):
        return True
    # sorted(tree, key=len), sorted(tree, reverse=True)
    is_of_python = hasattr(builtins, function)
    return bool(keywords) and not is_of_python and not makes_no_tree(function)


def _build_node(call: EvaluatedCall, program: PythonProgram) -> Built:
    """Build the node that a call of a class makes, such as ``Node("B", 3)``.

    ``Node("B", parent=a)`` is to be put below the node ``a``, which it does not have itself.
    """
    arguments = call.arguments
    keywords = call.keywords
    if call.function in program.copying_makers:
        arguments = [_copy_list(argument) for argument in arguments]
        keywords = {name: _copy_list(argument) for name, argument in keywords.items()}

    # State(0, 3) has named arguments if the program has `def __init__(self, depth, value)`.
    parameters = program.parameters.get(call.function, ())
    if parameters:
        split_arguments = split_off_named_arguments(parameters, arguments)
        arguments = split_arguments.positional
        keywords = {**split_arguments.named, **keywords}

    parent = keywords.get(_PARENT)
    if not isinstance(parent, Constructed):
        return Built(Constructed(call.function, arguments, keywords))

    # A node of the plain model has its children, but not its parent.
    other_keywords = {key: keywords[key] for key in keywords if key != _PARENT}
    node = Constructed(call.function, arguments, other_keywords)
    if program.has_links_to_parents(call.function):
        return Built(node)
    return Built(node, parent)


def get_constructor_name(function: ast.expr) -> str:
    """Return the name of a function or class without its module; of ``Node.new`` of Ruby the class.

    >>> get_constructor_name(ast.parse("trees.Node", mode="eval").body)
    'Node'
    """
    match function:
        case ast.Attribute(value=ast.Name(id=name), attr="new") if name[:1].isupper():
            return name
    return get_last_name(function)


# -- the parent that a node is given ---------------------------------------------------------------


def name_parent(call: ast.Call, function: str, program: PythonProgram) -> ast.Call:
    """Return a call in which a parent that is given by position is named.

    ``Node("B", root)`` becomes ``Node("B", None, parent=root)``, if ``parent`` is the second
    parameter of the class. A call without such a parent is returned as it is.

    Args:
        call: The call.
        function: The name of the class.
        program: The program in which it stands.
    """
    position = _find_position_of_parent(call, function, program)
    if position is None:
        return call

    parent = call.args[position]
    positional = [*call.args]
    # So that the arguments behind it keep their places.
    positional[position] = ast.copy_location(ast.Constant(None), parent)
    keywords = [*call.keywords, ast.keyword(arg=_PARENT, value=parent)]
    return ast.copy_location(ast.Call(call.func, positional, keywords), call)


def _find_position_of_parent(call: ast.Call, function: str, program: PythonProgram) -> int | None:
    """Find the positional argument that is a variable for a parent; ``None`` if there is none.

    What tells a parent from a child is the name of its parameter, or where the parameters are not
    known what it is called:

    ======================  ===================================  =============================
    ``Node("B", a)``        ``def __init__(self, name, parent)``  position 1
    ``Node("B", a)``        ``def __init__(self, name, child)``   ``None``: a child
    ``Node("B", root)``     not defined in the text               position 1: it is called root
    ``indent(root, 4)``     makes no node                         ``None``
    ======================  ===================================  =============================
    """
    parameters = program.parameters.get(function, ())
    # The program imports this class, and does not define it.
    is_of_anytree = function == "Node" and "anytree" in program.text
    if not parameters and is_of_anytree:
        parameters = _PARAMETERS_OF_ANYTREE

    for position, argument in enumerate(call.args):
        if not isinstance(argument, ast.Name):
            continue
        if not parameters:
            is_parent = _is_parent_for_unknown_class(argument.id, call, function, program)
        else:
            is_parent = position < len(parameters) and meaning(parameters[position]) == PARENT
        if is_parent:
            return position
    return None


def _is_parent_for_unknown_class(
    argument: str, call: ast.Call, function: str, program: PythonProgram
) -> bool:
    """Tell whether a variable in the call of a class that is not defined is a parent.

    It is in ``Node("B", root)``. In ``Tree(root)`` it is the only argument, and so what the tree
    holds.
    """
    may_make_node = function[:1].isupper() or makes_node(function)
    has_several_arguments = len(call.args) > 1
    if not may_make_node or not has_several_arguments:
        return False
    return is_called_root(argument) and _may_be_class_of(function, argument, program)


def _may_be_class_of(function: str, root: str, program: PythonProgram) -> bool:
    """Tell whether a class may be that of nodes, since it is that of the root, or its name says it.

    After ``root = Item("A")`` the call ``Item("B", root)`` makes a node, and ``Viewer(root, 800)``
    makes none.
    """
    if makes_node(function) or is_called_class_of_nodes(function):
        return True
    for part in program.parts:
        match part:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(func=called)):
                if name == root and get_constructor_name(called) == function:
                    return True
    return False
