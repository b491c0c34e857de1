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
    """Put positional arguments whose meaning only their parameters tell under the names of these.

    >>> with_names(["depth", "value", "is_max"], [0, 3, True])
    SplitArguments(positional=[], named={'depth': 0, 'value': 3, 'is_max': True})

    Any other argument stays positional: a text is a name, a list holds children, and a number that
    is the only one is the value, whatever its parameter is called.

    >>> with_names(["state", "amount", "below"], ["A", 3, [5, 8]])
    SplitArguments(positional=['A', 3, [5, 8]], named={})

    Args:
        parameters: The names of the parameters. There may be fewer than arguments, where ``*args``
            takes the others, which stay positional.
        arguments: The values of the positional arguments.
    """
    has_parameter_for_value = any(meaning(each) == VALUE for each in parameters)
    has_one_number = sum(map(is_numeric, arguments)) == 1
    are_numbers_named = has_parameter_for_value or not has_one_number
    positional: list[Any] = []
    named: dict[str, Any] = {}
    for parameter, argument in zip(parameters, arguments, strict=False):
        is_named_number = are_numbers_named and is_numeric(argument)
        if is_named_number or _is_told_by_parameter(parameter, argument):
            named[parameter] = argument
        else:
            positional.append(argument)
    behind_parameters = arguments[len(parameters) :]
    return SplitArguments([*positional, *behind_parameters], named)


def _is_told_by_parameter(parameter: str, argument: Any) -> bool:
    """Tell whether an argument other than a number has a meaning through its parameter alone.

    These are truth values, ``MIN`` for ``player``, and ``None`` for ``value``: no value.
    """
    if isinstance(argument, bool):
        return True
    if argument is None:
        return meaning(parameter) == VALUE
    return meaning(parameter) == PLAYER and player_under(parameter, argument) is not None
