"""The parameters of the classes that a program in Python defines for its nodes.

``Node(0, 3)`` of ``def __init__(self, depth, value)`` is a node of value 3 whose depth is 0.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from treeexplorer.formats.lists import is_numeric
from treeexplorer.formats.words import PLAYER, VALUE, meaning, player_under


def parameters_of_classes(module: ast.Module) -> Mapping[str, Sequence[str]]:
    r"""Return the parameters of the classes of a program, by the names of the classes.

    >>> program = "Leaf = namedtuple('Leaf', 'depth value')\nclass Node:\n    is_max: bool"
    >>> parameters_of_classes(ast.parse(program))
    {'Leaf': ['depth', 'value'], 'Node': ['is_max']}
    """
    parameters: dict[str, Sequence[str]] = {}
    for node in ast.walk(module):
        match node:
            case ast.ClassDef(name=name):
                parameters[name] = [*_parameters_of_class(node)]
            case ast.Assign(
                targets=[ast.Name(id=name)],
                value=ast.Call(func=ast.Name(id="namedtuple"), args=[_, fields, *_]),
            ):
                parameters[name] = _names_in(fields)
    return parameters


def _parameters_of_class(definition: ast.ClassDef) -> Iterator[str]:
    """Yield the parameters of ``__init__``, or else the fields of a dataclass.

    Of ``def __init__(self, name, children)`` they are ``name`` and ``children``; of a class without
    ``__init__`` the names with a type, ``value: int``.

    Args:
        definition: The class.
    """
    for statement in definition.body:
        match statement:
            case ast.FunctionDef(name="__init__", args=arguments):
                yield from (each.arg for each in arguments.args[1:])  # without self
                return
    for statement in definition.body:
        match statement:
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield name


def _names_in(fields: ast.expr) -> list[str]:
    """Return the names of fields, in one text or in a list."""
    match fields:
        case ast.Constant(value=str() as names):
            return names.replace(",", " ").split()
        case ast.List(elts=elements) | ast.Tuple(elts=elements):
            return [str(each.value) for each in elements if isinstance(each, ast.Constant)]
    return []


class SplitArguments(NamedTuple):
    """The positional arguments of a call in two parts.

    Attributes:
        positional: Those that say by themselves what they are, such as a list of children.
        named: The others, under the names of their parameters.
    """

    positional: list[Any]
    named: dict[str, Any]


def with_names(parameters: Sequence[str], arguments: Sequence[Any]) -> SplitArguments:
    """Put arguments that do not say by themselves what they are under the names of parameters.

    These are truth values and, unless one number is the value for certain, numbers. A word that
    says who moves is put under its parameter, too.

    >>> with_names(["depth", "value", "is_max"], [0, 3, True])
    SplitArguments(positional=[], named={'depth': 0, 'value': 3, 'is_max': True})

    Args:
        parameters: The names of the parameters. There may be fewer than arguments, where ``*args``
            takes the others.
        arguments: The values of the positional arguments.
    """
    has_parameter_for_value = any(meaning(each) == VALUE for each in parameters)
    count_of_numbers = sum(map(is_numeric, arguments))
    # The only number is the value, whatever its parameter is called: Node(5).
    is_number_plain = count_of_numbers == 1 and not has_parameter_for_value
    positional: list[Any] = []
    named: dict[str, Any] = {}
    for place, argument in enumerate(arguments):
        # Empty for an argument behind the last parameter.
        parameter = "".join(parameters[place : place + 1])
        is_player = meaning(parameter) == PLAYER and player_under(parameter, argument) is not None
        # `None` for a value says that there is none; any other `None` says nothing.
        is_no_value = argument is None and meaning(parameter) == VALUE
        has_to_be_named = isinstance(argument, bool) or is_player or is_no_value
        if is_numeric(argument) and not is_number_plain:
            has_to_be_named = True
        if parameter and has_to_be_named:
            named[parameter] = argument
        else:
            positional.append(argument)
    return SplitArguments(positional, named)
