"""Where the search of a program in Python does not take its tree as it is written.

A program may go through the children from right to left, or negate each value that it reads. Its
tree is read as it stands all the same, so that the user has to be told.

>>> search = "def minimax(node): return max(minimax(kid) for kid in reversed(node))"
>>> [*describe_evaluations(list(ast.walk(ast.parse(search))))]
['reversed(node) in minimax']
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Sequence
from itertools import chain
from typing import Final

from treeexplorer.formats.python_classes import NO_VALUES
from treeexplorer.formats.python_makers import is_computation
from treeexplorer.formats.python_parts import find_names, get_last_name
from treeexplorer.formats.searches import is_search, is_search_of_tree, makes_node
from treeexplorer.formats.words import CHILDREN, VALUE, meaning, plain_word
from treeexplorer.text import safe, shorten

LONGEST_EXPRESSION: Final = 40  # characters, of what is shown of a program
_EVALUATING: Final = re.compile(r".*(?:evaluat|utility|payoff|heuristic|score).*|eval|value")
_KEEPING_TREES: Final = frozenset({"list", "tuple", "copy", "deepcopy"})
"""The functions that make the same tree once more."""
_REORDERING: Final = frozenset({"reversed", "sorted"})


def describe_evaluations(parts: Sequence[ast.AST]) -> Iterator[str]:
    """Describe where the functions of a program take children in another order, or other values.

    ``-leaf in utility`` is said of ``def utility(leaf): return -leaf``.

    Args:
        parts: The parts of the program.
    """
    for part in parts:
        if not isinstance(part, ast.FunctionDef):
            continue
        found: list[ast.expr] = []
        if is_search(part.name) or _calls(part, part.name):
            found += _find_orders(part)
        if is_search(part.name) or is_evaluating(part.name):
            found += _find_computed_values(part)
        for expression in found:
            source = shorten(ast.unparse(expression), LONGEST_EXPRESSION)
            yield safe(f"{source} in {part.name}")


def describe_altered_trees(statements: Sequence[ast.stmt]) -> Iterator[str]:
    """Describe where a search is given another tree than the one that stands in the program.

    ``negate(tree) in the call of minimax`` is said of ``minimax(negate(tree), True)``.

    Args:
        statements: The statements outside functions.
    """
    for node in chain.from_iterable(map(ast.walk, statements)):
        match node:
            case ast.Call(func=called, args=[argument, *_]):
                name = get_last_name(called)
                if is_search_of_tree(name) and _alters_tree(argument):
                    source = shorten(ast.unparse(argument), LONGEST_EXPRESSION)
                    yield safe(f"{source} in the call of {name}")


def _alters_tree(argument: ast.expr) -> bool:
    """Tell whether the argument of a search is made of a tree: ``negate(tree)``, ``tree[::-1]``."""
    match argument:
        case ast.Call(func=ast.Name(id=function), args=[ast.Name(), *_]):
            is_class = function[:1].isupper()
            return not (is_class or function in _KEEPING_TREES or makes_node(function))
        case ast.Subscript(value=ast.Name(), slice=ast.Slice()):
            return True
    return False


def is_evaluating(function: str) -> bool:
    """Tell whether a function is called as one is that returns the value of a leaf.

    >>> is_evaluating("utility"), is_evaluating("get_score"), is_evaluating("children")
    (True, True, False)
    """
    return _EVALUATING.fullmatch(plain_word(function)) is not None


def _calls(part: ast.AST, name: str) -> bool:
    """Tell whether a function or method of a name is called in a part of a program."""
    return any(
        isinstance(node, ast.Call) and get_last_name(node.func) == name for node in ast.walk(part)
    )


def _find_orders(function: ast.FunctionDef) -> Iterator[ast.expr]:
    """Find where a function gives children another order: ``for child in reversed(node):``.

    In ``sorted(minimax(child) for child in node)`` the children keep theirs.
    """
    parameters = {argument.arg for argument in function.args.args}
    for node in ast.walk(function):
        match node:
            case ast.For(iter=ordered) | ast.comprehension(iter=ordered):
                pass
            case ast.Assign(targets=[ast.Name()], value=ordered):
                pass
            case _:
                continue
        is_of_node = _names_node(ordered, parameters)
        if is_of_node and _is_reordered(ordered) and not _calls(ordered, function.name):
            yield ordered


def _is_reordered(expression: ast.expr) -> bool:
    """Tell whether an expression is a list in another order: ``kids[::-1]``, ``reversed(kids)``."""
    for node in ast.walk(expression):
        match node:
            case ast.Call(func=ast.Name(id=function)) if function in _REORDERING:
                return True
            case ast.Subscript(slice=ast.Slice(step=ast.UnaryOp(op=ast.USub()))):
                return True
    return False


def _names_node(expression: ast.expr, parameters: Collection[str]) -> bool:
    """Tell whether an expression names a parameter, or children: ``node``, ``children``."""
    return any(name in parameters or meaning(name) == CHILDREN for name in find_names(expression))


def _find_computed_values(function: ast.FunctionDef) -> Iterator[ast.expr]:
    """Find what a function returns that is computed of the value of a leaf: ``-leaf``.

    A search with this function has other values at its leaves than those that are written.

    ===================================================  =========================================
    ``def evaluate(leaf): return -leaf``                 ``-leaf``
    ``def utility(node): return 10 - node.value``        ``10 - node.value``
    ``def score(node): return color * node.value``       nothing: the sign is the player's
    ``def search(depth, node): return depth + 1``        nothing: a depth is no leaf
    ===================================================  =========================================

    Negamax returns ``-leaf``, too, and ``-negamax(child)`` elsewhere. There the values are those of
    the player who moves, and nothing is found.
    """
    if _negates_its_own_value(function):
        return
    # A search is given its node first, and other numbers behind it: minimax(node, depth, alpha).
    parameters = [argument.arg for argument in function.args.args if argument.arg != "self"]
    leaves = {name for name in parameters[:1] if plain_word(name) not in NO_VALUES}
    for expression in _find_returned(function):
        if is_computation(expression) and _has_value_and_number(expression, leaves):
            yield expression


def _find_returned(function: ast.FunctionDef) -> Iterator[ast.expr]:
    """Find what a function returns; of ``-leaf if is_min else leaf`` it is either."""
    statements = [node for node in ast.walk(function) if isinstance(node, ast.Return)]
    pending = [each.value for each in statements if each.value is not None]
    while pending:
        expression = pending.pop()
        if isinstance(expression, ast.IfExp):
            pending += [expression.body, expression.orelse]
        else:
            yield expression


def _negates_its_own_value(function: ast.FunctionDef) -> bool:
    """Tell whether a function negates what it returns for another node, as negamax does."""
    for node in ast.walk(function):
        match node:
            case ast.UnaryOp(op=ast.USub(), operand=ast.Call(func=called)):
                if get_last_name(called) == function.name:
                    return True
    return False


def _has_value_and_number(expression: ast.expr, leaves: Collection[str]) -> bool:
    """Tell whether nothing but the value of a leaf and numbers stands in an expression.

    In ``-leaf``, ``10 - node.value`` and ``values[node] * -1`` it is so, but not in
    ``color * node.value``, whose sign depends on who moves.
    """
    values = 0
    pending: list[ast.expr] = [expression]
    while pending:
        part = pending.pop()
        match part:
            case ast.UnaryOp(operand=operand):
                pending.append(operand)
            case ast.BinOp(left=left, right=right):
                pending += [left, right]
            case ast.Constant(value=int() | float()):
                continue
            case _ if _is_value(part, leaves):
                values += 1
            case _:
                return False
    return values == 1


def _is_value(expression: ast.expr, leaves: Collection[str]) -> bool:
    """Tell whether an expression is a leaf's value: ``leaf``, ``node.value``, ``values[n]``."""
    match expression:
        case ast.Name(id=name):
            return name in leaves
        case ast.Attribute(attr=attribute):
            return meaning(attribute) == VALUE
        case ast.Subscript(slice=ast.Constant(value=str(key))):
            return meaning(key) == VALUE
        case ast.Subscript(slice=ast.Name(id=name)):
            return name in leaves
    return False
