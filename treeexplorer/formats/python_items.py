"""What a loop of a program in Python goes through, and small expressions, as far as both are known.

``enumerate([3, 5])`` has the items ``(0, 3)`` and ``(1, 5)``, and ``f"L{0}"`` is the text L0. These
are told from the text; nothing is run.
"""

from __future__ import annotations

import ast
import copy
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from treeexplorer.formats.python_parts import find_names, replace_parts
from treeexplorer.formats.searches import is_called_tree

_MOST_ITEMS: Final = 10_000
_LARGEST_NUMBER: Final = 10**9
_OF_RECORD: Final = frozenset({"items", "keys", "values"})
_AROUND_ITEMS: Final = frozenset(
    {"enumerate", "zip", "map", "reversed", "list", "tuple", "range", "len", "print"}
)

Variables: TypeAlias = Mapping[str, ast.expr]
"""What variables hold that are assigned once: lists and texts that are written out."""


# -- variables -------------------------------------------------------------------------------------


def find_variables_of_loops(module: ast.Module, statements: Sequence[ast.stmt]) -> Variables:
    r"""Find the variables that hold a list for loops, and are used for nothing else.

    >>> module = ast.parse("values = [3, 5]; tree = [1, 2]; show(tree)\nfor v in values: add(v)")
    >>> list(find_variables_of_loops(module, module.body))
    ['values']

    Args:
        module: The program.
        statements: Those of its statements that run once.
    """
    list_by_name = _find_lists_for_loops(statements)
    names = list_by_name.keys() & _find_names_in_loops(module)
    # Most programs have none, and a tree that is written out has many parts to be looked at.
    if not names:
        return {}
    names -= _find_names_not_only_read(module)
    return {name: list_by_name[name] for name in names}


def _find_lists_for_loops(statements: Sequence[ast.stmt]) -> dict[str, ast.expr]:
    """Find the lists that are assigned to variables, ``values = [3, 5]``, and are no trees."""
    list_by_name: dict[str, ast.expr] = {}
    for statement in statements:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                if _is_list_for_loops(value) and not is_called_tree(name):
                    list_by_name[name] = value
    return list_by_name


def _find_names_in_loops(module: ast.Module) -> set[str]:
    """Find all names in what goes through lists: ``for v in values:``, ``zip(names, values)``."""
    names: set[str] = set()
    for node in ast.walk(module):
        if isinstance(node, ast.For | ast.ListComp | ast.DictComp) or is_call_with_items(node):
            names.update(find_names(node))
    return names


def _find_names_not_only_read(module: ast.Module) -> set[str]:
    """Find the names that may hold another value than their first one, or may change it.

    Of ``values = [3, 5]`` that is true after each of these:

    1. ``show(values)``, which may do anything with the list;
    2. ``values = [2, 9]``, a second assignment;
    3. ``def f(values):``, where the name is that of a parameter.
    """
    ids_where_read = set(_find_reading_ids(module))
    names: set[str] = set()
    assignment_counts: Counter[str] = Counter()
    for node in ast.walk(module):
        match node:
            case ast.Name(id=name, ctx=ast.Load()) if id(node) not in ids_where_read:  # 1.
                names.add(name)
            case ast.Name(id=name, ctx=ast.Store()):  # 2.
                assignment_counts[name] += 1
            case ast.arg(arg=name):  # 3.
                names.add(name)
    names.update(name for name, count in assignment_counts.items() if count > 1)
    return names


def _is_list_for_loops(value: ast.expr) -> bool:
    """Tell whether a value is a text, or a list of constants or of rows of them, and so no tree.

    >>> def is_list(source: str) -> bool:
    ...     return _is_list_for_loops(ast.parse(source, mode="eval").body)
    >>> is_list("'ABC'"), is_list("[3, 5]"), is_list("[('D', 3), ('E', 5)]")
    (True, True, True)
    >>> is_list("[[3, 5], [2, 9]]"), is_list("{'A': ['B', 'C']}")
    (False, False)
    """
    match value:
        case ast.Constant(value=str()):
            return True
        case ast.List(elts=elements) | ast.Tuple(elts=elements):
            return all(map(_is_constant, elements)) or all(map(_is_row, elements))
    return False


def _is_row(element: ast.expr) -> bool:
    """Tell whether an element of a list is a row of a table: ``("D", 3)``."""
    return isinstance(element, ast.Tuple) and all(map(_is_constant, element.elts))


def _is_constant(element: ast.expr) -> bool:
    """Tell whether an element is a text or a number, which may be negative."""
    is_negative = isinstance(element, ast.UnaryOp) and isinstance(element.operand, ast.Constant)
    return is_negative or isinstance(element, ast.Constant)


def _find_reading_ids(module: ast.Module) -> list[int]:
    """Find the ``id`` of each name where its value is only looked at, and cannot be changed.

    So are ``values`` in ``for v in values``, ``len(values)``, ``values[0]``, ``values.items()``.
    """
    read: list[ast.expr] = []
    for node in ast.walk(module):
        match node:
            case ast.For(iter=iterable) | ast.comprehension(iter=iterable):
                read.append(iterable)
            case ast.Call(func=ast.Name(id=function), args=arguments) if function in _AROUND_ITEMS:
                read += arguments
            case ast.Call(func=ast.Attribute(value=owner, attr=method)) if method in _OF_RECORD:
                read.append(owner)
            case ast.Subscript(value=owner, ctx=ast.Load()):
                read.append(owner)
    return [id(each) for each in read if isinstance(each, ast.Name)]


def is_call_with_items(part: ast.AST) -> bool:
    """Tell whether a part of a program calls what goes through lists: ``zip(names, values)``."""
    match part:
        case ast.Call(func=ast.Name(id="zip" | "enumerate" | "range" | "map")):
            return True
    return False


# -- items -----------------------------------------------------------------------------------------


def find_items(iterable: ast.expr, variables: Variables) -> list[ast.expr] | None:
    """Find the items that a loop goes through; ``None`` if they are not known, or too many.

    >>> def items(source: str) -> list[str]:
    ...     found = find_items(ast.parse(source, mode="eval").body, {})
    ...     return [ast.unparse(item) for item in found or []]
    >>> items("[3, 5]"), items("'AB'"), items("range(1, 3)")
    (['3', '5'], ["'A'", "'B'"], ['1', '2'])
    >>> items("enumerate([3, 5])"), items("zip('AB', [3, 5])"), items("{'A': 3}.items()")
    (['(0, 3)', '(1, 5)'], ["('A', 3)", "('B', 5)"], ["('A', 3)"])

    Recursive, as Python nests calls at most 200 deep.

    Args:
        iterable: What stands behind ``in``.
        variables: What variables hold.
    """
    match iterable:
        case ast.Name(id=name) if name in variables:
            return find_items(variables[name], variables)
        case ast.List(elts=elements) | ast.Tuple(elts=elements):
            has_starred = any(isinstance(element, ast.Starred) for element in elements)
            return None if has_starred else elements
        case ast.Dict():
            return _find_items_of_record(iterable, "keys")
        case ast.Constant(value=str() as text):
            return [_make_constant(letter, iterable) for letter in text]
        case ast.Call(func=ast.Attribute(value=owner, attr=method), args=[], keywords=[]):
            return _find_items_of_record(_resolve(owner, variables), method)
        case ast.Call(func=ast.Name(id="range"), args=arguments, keywords=[]):
            return _find_items_of_range(iterable, arguments)
        case ast.Call(func=ast.Name(id="map"), args=[function, mapped], keywords=[]):
            items = find_items(mapped, variables)
            return None if items is None else _call_for_each(function, items, iterable)
        case ast.Call(func=ast.Name(id="enumerate"), args=[numbered, *start], keywords=keywords):
            items = find_items(numbered, variables)
            starts = [*start, *(keyword.value for keyword in keywords)]
            return None if items is None else _number_items(items, starts, iterable)
        case ast.Call(func=ast.Name(id=function), args=arguments, keywords=[]):
            parts = [find_items(argument, variables) for argument in arguments]
            known_parts = [part for part in parts if part is not None]
            has_all = len(known_parts) == len(parts) > 0
            return _combine_items(function, known_parts, iterable) if has_all else None
    return None


def _resolve(expression: ast.expr, variables: Variables) -> ast.expr:
    """Return what a variable holds; any other expression is returned as it is."""
    match expression:
        case ast.Name(id=name) if name in variables:
            return variables[name]
    return expression


def _find_items_of_record(record: ast.expr, method: str) -> list[ast.expr] | None:
    """Find what ``items``, ``keys`` and ``values`` of a record give."""
    match record, method:
        case ast.Dict(keys=[*keys], values=values), "keys" | "values" | "items":
            known_keys = [key for key in keys if key is not None]  # None stands for **other
            if len(known_keys) < len(keys):
                return None
            if method == "keys":
                return known_keys
            if method == "values":
                return values
            pairs = zip(known_keys, values, strict=True)
            return [_make_tuple([key, value], record) for key, value in pairs]
    return None


def _find_items_of_range(call: ast.expr, arguments: Sequence[ast.expr]) -> list[ast.expr] | None:
    """Find the numbers of ``range(3)``; ``None`` if its arguments are no numbers, or too many."""
    numbers: list[int] = []
    for argument in arguments:
        number = _find_integer(argument)
        if number is None:
            return None
        numbers.append(number)

    has_step_of_zero = len(numbers) == 3 and numbers[2] == 0
    if not 1 <= len(numbers) <= 3 or has_step_of_zero:
        return None
    counted = range(*numbers)
    if len(counted) > _MOST_ITEMS:
        return None
    return [_make_constant(number, call) for number in counted]


def _call_for_each(
    function: ast.expr, items: Sequence[ast.expr], place: ast.expr
) -> list[ast.expr] | None:
    """Call a function that has a name for each item, as ``map(Node, [3, 5])`` does."""
    if not isinstance(function, ast.Name):
        return None
    calls = [ast.Call(copy.deepcopy(function), [item], []) for item in items]
    return [ast.copy_location(call, place) for call in calls]


def _number_items(
    items: list[ast.expr], starts: Sequence[ast.expr], call: ast.expr
) -> list[ast.expr] | None:
    """Pair each item with its number, as ``enumerate(items, start=1)`` does.

    >>> start = ast.Constant(1)
    >>> [ast.unparse(item) for item in _number_items([ast.Constant(3)], [start], start)]
    ['(1, 3)']

    Args:
        items: The items.
        starts: The second argument of ``enumerate``, if there is one.
        call: The call, at whose place the pairs are.
    """
    start = _find_integer(starts[0]) if starts else 0
    if start is None:
        return None
    numbers = [_make_constant(start + position, call) for position in range(len(items))]
    return [_make_tuple([*pair], call) for pair in zip(numbers, items, strict=True)]


def _combine_items(
    function: str, parts: Sequence[list[ast.expr]], call: ast.expr
) -> list[ast.expr] | None:
    """Combine the items of a call's arguments to those of the call.

    >>> three, five = (ast.Constant(3), ast.Constant(5))
    >>> [ast.unparse(item) for item in _combine_items("zip", [[three], [five]], three)]
    ['(3, 5)']
    """
    match function, parts:
        case "zip", _:
            return [_make_tuple([*members], call) for members in zip(*parts, strict=False)]
        case "reversed", [items]:
            return items[::-1]
        case "list" | "tuple", [items]:
            return items
    return None


def _make_constant(value: str | int, place: ast.expr) -> ast.Constant:
    """Make a constant that stands at the place of another expression."""
    return ast.copy_location(ast.Constant(value), place)


def _make_tuple(members: list[ast.expr], place: ast.expr) -> ast.Tuple:
    """Make a tuple that stands at the place of another expression."""
    return ast.copy_location(ast.Tuple(members, ast.Load()), place)


# -- small expressions -----------------------------------------------------------------------------


def fold_expressions(part: ast.AST, variables: Variables) -> None:
    """Put values in the place of expressions whose operands are written out, from within outwards.

    >>> statement = ast.parse("add('L' + str(0), values[1 + 1], f'B{2}')")
    >>> fold_expressions(statement, {"values": ast.parse("[3, 5, 2]", mode="eval").body})
    >>> print(ast.unparse(statement))
    add('L0', 2, 'B2')

    Args:
        part: The part of a program, which is changed.
        variables: What variables hold.
    """
    while True:
        value_by_id: dict[int, ast.AST] = {}
        for node in ast.walk(part):
            value = _fold(node, variables)
            if value is not None:
                value_by_id[id(node)] = value
        if not value_by_id:
            return
        replace_parts(part, value_by_id)


def _fold(node: ast.AST, variables: Variables) -> ast.expr | None:
    """Return the value of one expression; ``None`` if it is no other than it is written.

    =======================================  ===================
    ``f"B{2}"``                              ``"B2"``
    ``3 + 5``, ``"L" + "0"``                 8, ``"L0"``
    ``list(range(3))``                       ``[0, 1, 2]``
    ``len([3, 5])``                          2
    ``str(3)``, ``chr(65)``                  ``"3"``, ``"A"``
    ``values[1]`` of ``values = [3, 5]``     5
    ``f(3)``, ``[3, 5]``                     ``None``
    =======================================  ===================
    """
    match node:
        case ast.JoinedStr(values=parts):
            return _join_known_texts(parts, node)
        case ast.BinOp(left=ast.Constant(value=left), op=operator, right=ast.Constant(value=right)):
            result = _calculate(left, operator, right)
            return None if result is None else _make_constant(result, node)
        case ast.Call(func=ast.Name(id="list" | "dict" as function), args=[ast.Call() as call]):
            items = find_items(call, variables)
            return None if items is None else _collect_items(function, items, node)
        case ast.Call(func=ast.Name(id="len"), args=[argument], keywords=[]):
            items = find_items(argument, variables)
            return None if items is None else _make_constant(len(items), node)
        case ast.Call(func=ast.Name(id=function), args=[ast.Constant(value=value)], keywords=[]):
            converted = _convert(function, value)
            return None if converted is None else _make_constant(converted, node)
        case ast.Subscript(value=owner, slice=ast.Constant(value=key), ctx=ast.Load()):
            return _find_item(_resolve(owner, variables), key)
    return None


def _join_known_texts(parts: Sequence[ast.expr], place: ast.expr) -> ast.Constant | None:
    """Join the parts of a text such as ``f"B{2}"``; ``None`` if one of them is not known."""
    texts: list[str] = []
    for part in parts:
        text = _format_part(part)
        if text is None:
            return None
        texts.append(text)
    return _make_constant("".join(texts), place)


def _collect_items(
    function: str, items: list[ast.expr], place: ast.expr
) -> ast.List | ast.Dict | None:
    """Collect the items of a call in what ``list`` or ``dict`` makes of them.

    >>> pairs = find_items(ast.parse("zip('DE', [3, 5])", mode="eval").body, {})
    >>> ast.unparse(_collect_items("dict", pairs, ast.Constant(0)))
    "{'D': 3, 'E': 5}"

    Returns ``None`` if ``dict`` is given something else than pairs.
    """
    if function == "list":
        return ast.copy_location(ast.List(items, ast.Load()), place)
    pairs = [item.elts for item in items if isinstance(item, ast.Tuple) and len(item.elts) == 2]
    if len(pairs) < len(items):
        return None
    keys: list[ast.expr | None] = [key for key, _ in pairs]
    return ast.copy_location(ast.Dict(keys, [value for _, value in pairs]), place)


def _format_part(part: ast.expr) -> str | None:
    """Format a part of a text such as ``f"L{0}"``; ``None`` if it is not known."""
    match part:
        case ast.Constant(value=str() as text):
            return text
        case ast.FormattedValue(
            value=ast.Constant(value=str() | int() as value), conversion=-1, format_spec=None
        ):
            return str(value)
    return None


def _calculate(left: object, operator: ast.operator, right: object) -> str | int | None:
    """Calculate with two numbers, or join two texts; ``None`` for anything else."""
    match left, operator, right:
        case str(), ast.Add(), str():
            return left + right
        case int(), _, int() if max(abs(left), abs(right)) <= _LARGEST_NUMBER:
            return _calculate_integer(left, operator, right)
    return None


def _calculate_integer(left: int, operator: ast.operator, right: int) -> int | None:
    """Calculate with two whole numbers; ``None`` where the languages do it differently.

    >>> _calculate_integer(7, ast.FloorDiv(), 2), _calculate_integer(7, ast.Mod(), 2)
    (3, 1)
    >>> _calculate_integer(-7, ast.Mod(), 2) is None  # 1 in Python, and -1 in JavaScript
    True
    """
    match operator:
        case ast.Add():
            return left + right
        case ast.Sub():
            return left - right
        case ast.Mult():
            return left * right
        case ast.FloorDiv() if left >= 0 and right > 0:
            return left // right
        case ast.Mod() if left >= 0 and right > 0:
            return left % right
    return None


def _convert(function: str, value: object) -> str | int | None:
    """Convert a constant as ``str``, ``chr`` and ``ord`` do; ``None`` for other functions.

    >>> _convert("chr", 65), _convert("str", 3), _convert("minimax", 3)
    ('A', '3', None)
    """
    match function, value:
        case "str", str() | int():
            return str(value)
        case "chr", int() if 0 < value < 0x11_0000:
            return chr(value)
        case "ord", str() if len(value) == 1:
            return ord(value)
    return None


def _find_item(container: ast.expr, key: object) -> ast.expr | None:
    """Find the item of a container that is written out: 5 of ``[3, 5][1]`` or ``{"B": 5}["B"]``."""
    match container, key:
        case ast.List(elts=elements) | ast.Tuple(elts=elements), int() if 0 <= key < len(elements):
            return copy.deepcopy(elements[key])
        case ast.Constant(value=str() as text), int() if 0 <= key < len(text):
            return _make_constant(text[key], container)
        case ast.Dict(keys=keys, values=values), str() | int():
            for known_key, value in zip(keys, values, strict=True):
                if isinstance(known_key, ast.Constant) and known_key.value == key:
                    return copy.deepcopy(value)
    return None


def _find_integer(expression: ast.expr) -> int | None:
    """Find the whole number that an expression is; ``None`` if it is anything else."""
    match expression:
        case ast.Constant(value=int() as number):
            return number
    return None
