"""The calls of searches in a program in Python, with what they are given."""

from __future__ import annotations

import ast
from collections.abc import Container, Iterator, Sequence
from itertools import chain
from typing import Any, Final

from treeexplorer.formats.python_parts import get_last_name
from treeexplorer.formats.searches import SearchCall, is_search, is_search_of_tree

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
PARAMETRIZE: Final = "parametrize"
"""The decorator of pytest that is given a list of test cases."""
_FOR: Final = "for"
_TEST: Final = "test"
_MAY_BE_TREES: Final = (ast.List, ast.Tuple, ast.Dict, ast.Call)


class SearchCalls:
    """The calls of searches outside the functions of a program.

    Attributes:
        found: The calls, in the order of the text.
        searched: The variables that are handed to them.
        searched_anywhere: These, and those that are handed first to a search within functions.
    """

    def __init__(self, parts: Sequence[ast.AST], outside: Sequence[ast.stmt]) -> None:
        """Find the calls of search functions in a program.

        Args:
            parts: The parts of the program, among them the definitions of the searches.
            outside: Its statements outside functions. Calls within functions are not looked for.
        """
        # By name, and methods too; of several functions of one name the last that is met.
        definitions = {node.name: node.args for node in parts if isinstance(node, ast.FunctionDef)}
        self.found: list[SearchCall] = []
        self.searched: set[str] = set()
        for call in find_search_calls(outside):
            variables = [argument for argument in call.args if isinstance(argument, ast.Name)]
            self.searched.update(variable.id for variable in variables)
            definition = definitions.get(get_last_name(call.func))
            self.found.append(_make_search_call(call, definition))
        self.searched_anywhere = self.searched | set(_find_first_arguments(parts))


def _find_first_arguments(parts: Sequence[ast.AST]) -> Iterator[str]:
    """Find the variables that are the first argument of a search of a tree, wherever it is."""
    for node in parts:
        match node:
            case ast.Call(func=function, args=[ast.Name(id=name), *_]):
                if is_search_of_tree(get_last_name(function)):
                    yield name


def find_returned_expressions(module: ast.Module) -> dict[str, ast.expr]:
    """Find the list, record or node that a function without parameters returns, and that is all.

    Before the return only a docstring may stand.

    >>> returned = find_returned_expressions(ast.parse("def tree(): return [[3, 5], [2, 9]]"))
    >>> ast.unparse(returned["tree"])
    '[[3, 5], [2, 9]]'
    """
    returned: dict[str, ast.expr] = {}
    for statement in module.body:
        match statement:
            case ast.FunctionDef(
                name=name,
                args=ast.arguments(args=[], posonlyargs=[], kwonlyargs=[]),
                body=[ast.Return(value=value)] | [ast.Expr(), ast.Return(value=value)],
                decorator_list=[],
            ) if isinstance(value, _MAY_BE_TREES):
                returned[name] = value
    return returned


def find_literals_in_calls(
    statements: Sequence[ast.stmt], returned: Container[str]
) -> Iterator[ast.expr]:
    """Yield what is written out in the calls of searches, and in ``print([[3, 5], [2, 9]])``.

    So is ``minimax(example())`` of a function in `returned`, which only returns what is written
    out; see :func:`find_returned_expressions`. However often it is called, it is one tree.
    """
    calls_by_name: dict[str, ast.expr] = {}
    for call in find_search_calls(statements):
        if not is_search_of_tree(get_last_name(call.func)):
            continue
        for argument in call.args:
            name = _get_called_name(argument)
            if is_written_out(argument):
                yield argument
            elif name in returned:
                calls_by_name.setdefault(name, argument)
    yield from calls_by_name.values()
    for statement in statements:
        match statement:
            case ast.Expr(value=ast.Call(func=ast.Name(id="print"), args=[only])):
                yield from filter(is_written_out, [only])


def collect_statements_of_tests(parts: Sequence[ast.AST]) -> list[ast.stmt]:
    """Return the statements of the functions that are called tests, ``def test_minimax():``."""
    functions = [each for each in parts if isinstance(each, ast.FunctionDef)]
    tests = [each.body for each in functions if each.name.lower().startswith(_TEST)]
    return [*chain.from_iterable(tests)]


def lists_of_cases(parts: Sequence[ast.AST]) -> Iterator[tuple[str, ast.expr]]:
    """Yield the lists of test cases in a program, each with the word that it stands behind.

    ``parametrize`` of pytest stands before a function, and ``for tree, value in [([3, 5], 5)]:``
    goes through several.
    """
    for node in parts:
        match node:
            case ast.FunctionDef(decorator_list=decorators):
                yield from ((PARAMETRIZE, cases) for cases in _find_parametrized_cases(decorators))
            case ast.For(target=ast.Tuple(), iter=ast.List() | ast.Tuple() as cases):
                yield _FOR, cases


def _find_parametrized_cases(decorators: Sequence[ast.expr]) -> Iterator[ast.expr]:
    """Find the second arguments of ``parametrize`` among the decorators of a function."""
    for decorator in decorators:
        match decorator:
            case ast.Call(func=function, args=[_, cases, *_]):
                if get_last_name(function) == PARAMETRIZE:
                    yield cases


def is_written_out(expression: ast.expr) -> bool:
    """Tell whether an expression is a list, a record or the call of a class."""
    match expression:
        case ast.Call(func=function):
            return get_last_name(function)[:1].isupper()
    return isinstance(expression, ast.List | ast.Tuple | ast.Dict)


def _get_called_name(expression: ast.expr) -> str:
    """Return the name of the function that an expression calls without arguments; else empty."""
    match expression:
        case ast.Call(func=ast.Name(id=name), args=[], keywords=[]):
            return name
    return ""


def find_search_calls(statements: Sequence[ast.stmt]) -> Iterator[ast.Call]:
    """Yield the calls of searches in statements, in the order of the text.

    Those within functions are left out, as these may be run any number of times.
    """
    # Reversed, so that what comes first in the text lies on top.
    stack: list[ast.AST] = [*reversed(statements)]
    while stack:
        node = stack.pop()
        if isinstance(node, _FUNCTIONS):
            continue
        if isinstance(node, ast.Call) and is_search(get_last_name(node.func)):
            yield node
        children = [*ast.iter_child_nodes(node)]
        stack += reversed(children)


def _make_search_call(call: ast.Call, definition: ast.arguments | None) -> SearchCall:
    """Convert a call of a search, with its parameters, and with their defaults as keywords.

    Below ``def minimax(node, depth, is_max=True)`` the call ``minimax(tree, 2)`` becomes that of
    ``minimax(tree, 2, is_max=True)``. If the text does not define the function, there are neither
    parameters nor defaults.
    """
    function = get_last_name(call.func)
    arguments = [_get_constant_or_name(argument) for argument in call.args]
    keywords = {
        keyword.arg: _get_constant_or_name(keyword.value)
        for keyword in call.keywords
        if keyword.arg
    }
    if definition is None:
        return SearchCall(function, [], arguments, keywords)

    parameters = [parameter.arg for parameter in [*definition.posonlyargs, *definition.args]]
    # The object before the dot, which no argument stands for.
    if parameters[:1] == ["self"]:
        parameters = parameters[1:]

    passed_by_position = parameters[: len(arguments)]
    defaults = {
        parameter: default
        for parameter, default in _collect_defaults(definition).items()
        if parameter not in passed_by_position
    }
    return SearchCall(function, parameters, arguments, defaults | keywords)


def _collect_defaults(definition: ast.arguments) -> dict[str, Any]:
    """Collect the default values of parameters, by their names.

    A default that is no constant and no name has the value ``None``.
    """
    defaults: dict[str, Any] = {}
    positional = [*definition.posonlyargs, *definition.args]
    # Only the last parameters have defaults.
    first_with_default = len(positional) - len(definition.defaults)
    parameters = positional[first_with_default:]
    for parameter, default in zip(parameters, definition.defaults, strict=True):
        defaults[parameter.arg] = _get_constant_or_name(default)

    for parameter, keyword_default in zip(
        definition.kwonlyargs, definition.kw_defaults, strict=True
    ):
        # `ast` has `None` for a keyword-only parameter without a default.
        if keyword_default is not None:
            defaults[parameter.arg] = _get_constant_or_name(keyword_default)
    return defaults


def _get_constant_or_name(expression: ast.expr) -> Any:
    """Return a constant or the name of one (``MAX``, ``Player.MAX``); ``None`` for any other."""
    match expression:
        case ast.Constant(value=value):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(number))):
            return -number
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return None
