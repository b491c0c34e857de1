"""The calls of searches in a program in Python, with what they are given."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, Final

from treeexplorer.formats.searches import SearchCall, is_search, is_search_of_tree

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
PARAMETRIZE: Final = "parametrize"
"""The decorator of pytest that is given a list of test cases."""
_FOR: Final = "for"
_TEST: Final = "test"


class SearchCalls:
    """The calls of searches outside the functions of a program.

    Attributes:
        found: The calls, in the order of the text.
        searched: The variables that are handed to them.
        searched_anywhere: These, and those that are handed first to a search within functions.
    """

    def __init__(self, module: ast.Module, outside: Sequence[ast.stmt]) -> None:
        """Find the calls of search functions in a program.

        Args:
            module: The program, in which the definitions of the searches stand.
            outside: Its statements outside functions. Calls within functions are not looked for.
        """
        # By name, and methods too; of several functions of one name the last that is met.
        definitions = {
            each.name: each.args for each in ast.walk(module) if isinstance(each, ast.FunctionDef)
        }
        self.found: list[SearchCall] = []
        self.searched: set[str] = set()
        for call in calls_of_searches(outside):
            self.searched |= {each.id for each in call.args if isinstance(each, ast.Name)}
            self.found.append(_search_call(call, definitions.get(_name(call.func))))
        self.searched_anywhere = self.searched | set(_searched_first(module))


def _searched_first(module: ast.Module) -> Iterator[str]:
    """Yield the variables that are the first argument of a search of a tree, wherever it is."""
    for node in ast.walk(module):
        match node:
            case ast.Call(func=function, args=[ast.Name(id=name), *_]):
                if is_search_of_tree(_name(function)):
                    yield name


def literals_in_calls(statements: Sequence[ast.stmt]) -> Iterator[ast.expr]:
    """Yield what is written out in the calls of searches, and in ``print([[3, 5], [2, 9]])``."""
    for call in calls_of_searches(statements):
        if is_search_of_tree(_name(call.func)):
            yield from filter(_is_written_out, call.args)
    for statement in statements:
        match statement:
            case ast.Expr(value=ast.Call(func=ast.Name(id="print"), args=[only])):
                yield from filter(_is_written_out, [only])


def statements_of_tests(module: ast.Module) -> list[ast.stmt]:
    """Return the statements of the functions that are called tests, ``def test_minimax():``."""
    functions = [each for each in ast.walk(module) if isinstance(each, ast.FunctionDef)]
    tests = [each.body for each in functions if each.name.lower().startswith(_TEST)]
    return [*chain.from_iterable(tests)]


def lists_of_cases(module: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """Yield the lists of test cases in a program, each with the word that it stands behind.

    ``parametrize`` of pytest stands before a function, and ``for tree, value in [([3, 5], 5)]:``
    goes through several.
    """
    for node in ast.walk(module):
        match node:
            case ast.FunctionDef(decorator_list=decorators):
                yield from ((PARAMETRIZE, cases) for cases in _cases_in(decorators))
            case ast.For(target=ast.Tuple(), iter=ast.List() | ast.Tuple() as cases):
                yield _FOR, cases


def _cases_in(decorators: Sequence[ast.expr]) -> Iterator[ast.expr]:
    """Yield the second arguments of ``parametrize`` among the decorators of a function."""
    for decorator in decorators:
        match decorator:
            case ast.Call(func=function, args=[_, cases, *_]) if _name(function) == PARAMETRIZE:
                yield cases


def _is_written_out(expression: ast.expr) -> bool:
    """Tell whether an expression is a list, a record or the call of a class."""
    match expression:
        case ast.Call(func=function):
            return _name(function)[:1].isupper()
    return isinstance(expression, ast.List | ast.Tuple | ast.Dict)


def calls_of_searches(statements: Sequence[ast.stmt]) -> Iterator[ast.Call]:
    """Yield the calls of searches in statements, in the order of the text.

    Those within functions are left out, as these may be run any number of times.
    """
    # A stack: reversed, so that what comes first in the text lies on top.
    waiting: list[ast.AST] = [*reversed(statements)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, _FUNCTIONS):
            continue
        if isinstance(node, ast.Call) and is_search(_name(node.func)):
            yield node
        waiting += reversed([*ast.iter_child_nodes(node)])


def _search_call(call: ast.Call, definition: ast.arguments | None) -> SearchCall:
    """Return a call with the names of its parameters, and with their defaults as keywords.

    Below ``def minimax(node, depth, is_max=True)`` the call ``minimax(tree, 2)`` is returned as if
    it were ``minimax(tree, 2, is_max=True)``.

    Args:
        call: The call.
        definition: The parameters of its function; ``None`` if the text does not define it. The
            parameters are empty then, and there are no defaults.
    """
    function = _name(call.func)
    arguments = [_plain_value(each) for each in call.args]
    keywords = {each.arg: _plain_value(each.value) for each in call.keywords if each.arg}
    if definition is None:
        return SearchCall(function, [], arguments, keywords)
    parameters = [each.arg for each in [*definition.posonlyargs, *definition.args]]
    # The object before the dot, which no argument stands for.
    if parameters[:1] == ["self"]:
        parameters = parameters[1:]
    given_by_position = parameters[: len(arguments)]
    defaults = {
        name: value
        for name, value in _defaults(definition).items()
        if name not in given_by_position
    }
    return SearchCall(function, parameters, arguments, defaults | keywords)


def _defaults(definition: ast.arguments) -> dict[str, Any]:
    """Return the values of parameters that a call need not give, by the parameters' names.

    A default that is no constant and no name has the value ``None``.
    """
    positional = [*definition.posonlyargs, *definition.args]
    # Python has defaults at the end alone: they are those of as many last parameters.
    last = positional[len(positional) - len(definition.defaults) :]
    defaults = {
        each.arg: _plain_value(value) for each, value in zip(last, definition.defaults, strict=True)
    }
    for each, value in zip(definition.kwonlyargs, definition.kw_defaults, strict=True):
        # `ast` has `None` for a keyword-only parameter without a default.
        if value is not None:
            defaults[each.arg] = _plain_value(value)
    return defaults


def _plain_value(expression: ast.expr) -> Any:
    """Return a constant or the name of one (``MAX``, ``Player.MAX``); ``None`` for any other."""
    match expression:
        case ast.Constant(value=value):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(number))):
            return -number
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return None


def _name(function: ast.expr) -> str:
    """Return the name of a function without its module."""
    match function:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""
