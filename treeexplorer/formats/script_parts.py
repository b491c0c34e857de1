"""Parts of a program in Python, made of what was read of one in JavaScript.

The parser of JavaScript reads; what stands here only puts together what it has read: a function of
its parameters and its block, ``range(0, 3)`` of ``i = 0; i < 3; i++``, a text of ``"L" + i``.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, Final

from treeexplorer.formats.model import UnreadableError
from treeexplorer.formats.python_parts import find_assigned_names

SELF: Final = "self"
"""What Python calls the object whose method runs: ``this``."""
CONSTRUCTOR: Final = "__init__"
"""What Python calls the method that makes an object of a class."""
_BINARY: Final[dict[str, ast.operator]] = {
    "+": ast.Add(),
    "-": ast.Sub(),
    "*": ast.Mult(),
    "/": ast.Div(),
    "%": ast.Mod(),
    "**": ast.Pow(),
}
_COMPARING: Final[dict[str, ast.cmpop]] = {
    "===": ast.Eq(),
    "==": ast.Eq(),
    "!==": ast.NotEq(),
    "!=": ast.NotEq(),
    "<": ast.Lt(),
    "<=": ast.LtE(),
    ">": ast.Gt(),
    ">=": ast.GtE(),
    "instanceof": ast.Is(),
    "in": ast.In(),
}
_LOGICAL: Final[dict[str, ast.boolop]] = {"||": ast.Or(), "??": ast.Or(), "&&": ast.And()}
PRECEDENCE: Final = {
    **dict.fromkeys(("||", "??"), 1),
    "&&": 2,
    **dict.fromkeys(_COMPARING, 3),
    **dict.fromkeys(("+", "-"), 4),
    **dict.fromkeys(("*", "/", "%"), 5),
    "**": 6,
}
"""How strongly each operator of JavaScript binds what stands beside it."""


@dataclass(frozen=True)
class Parameters:
    """The parameters of a function.

    Attributes:
        targets: What a call assigns its arguments to: ``v``, ``[name, value]``.
        signature: The parameters as Python has them; ``None`` if one is a list of names.
        fields: Those that are fields of the object, too: ``constructor(public name)``.
    """

    targets: Sequence[ast.expr]
    signature: ast.arguments | None
    fields: Sequence[str] = ()


@dataclass(frozen=True)
class ScriptBlock:
    """Some statements, with the variables that are declared in them and in their functions."""

    statements: Sequence[ast.stmt] = ()
    declared_names: frozenset[str] = frozenset()

    def __add__(self, following: ScriptBlock) -> ScriptBlock:
        """Return the statements of two blocks as one."""
        return join_blocks([self, following])

    @property
    def body(self) -> list[ast.stmt]:
        """The statements as Python wants them: one that does nothing in the place of none."""
        return [*self.statements] if self.statements else [ast.Pass()]

    def with_statements(self, *statements: ast.stmt) -> ScriptBlock:
        """Return other statements in which the same variables are declared, as a loop around."""
        return replace(self, statements=statements)

    def rename(self, new_names: Mapping[str, str]) -> ScriptBlock:
        """Rename variables, in the statements themselves, and return the block."""
        for node in self.walk():
            if isinstance(node, ast.Name):
                node.id = new_names.get(node.id, node.id)
        declared_names = (new_names.get(name, name) for name in self.declared_names)
        return replace(self, declared_names=frozenset(declared_names))

    def walk(self) -> Iterator[ast.AST]:
        """Yield all parts of the statements."""
        return chain.from_iterable(map(ast.walk, self.statements))


def join_blocks(blocks: Sequence[ScriptBlock]) -> ScriptBlock:
    """Join the statements of blocks that follow one another."""
    statements = chain.from_iterable(block.statements for block in blocks)
    declared_names = chain.from_iterable(block.declared_names for block in blocks)
    return ScriptBlock([*statements], frozenset(declared_names))


class ArrowFunction(ast.expr):
    """A function without a name, ``(v, i) => leaf(v)``, in the place where Python has a lambda.

    A lambda has no statements. So who knows what a function is for takes it apart, as a loop does
    for ``forEach``; of any other one a lambda is made when the whole program is read.

    Attributes:
        parameters: Its parameters.
        block: What it does; of an expression behind the arrow the return of it.
    """

    _fields = ("signature", "statements")
    signature: ast.arguments
    statements: list[ast.stmt]

    def __init__(self, parameters: Parameters, block: ScriptBlock) -> None:
        """Make a function; its parts are found as those of any other expression."""
        is_plain = parameters.signature is not None
        signature = parameters.signature if is_plain else make_signature([])
        parts: dict[str, Any] = {"signature": signature, "statements": [*block.statements]}
        super().__init__(**parts)
        self.parameters = parameters
        self.block = block

    @property
    def result(self) -> ast.expr | None:
        """The expression that it returns, if it does nothing else."""
        match self.statements:
            case [ast.Return(value=ast.expr() as result)]:
                return result
        return None

    def to_lambda(self) -> ast.Lambda:
        """Make a lambda of it; it returns nothing if it does more than to return a value."""
        result = self.result
        body = ast.Constant(None) if result is None else result
        function = ast.Lambda(self.signature, body)
        return ast.copy_location(function, self)


# -- functions and classes -------------------------------------------------------------------------


def make_signature(
    names: Sequence[str], star: str | None = None, defaults: Sequence[ast.expr] = ()
) -> ast.arguments:
    """Make the parameters of a function: of a and b, star c and default 3 ``(a, b=3, *c)``."""
    return ast.arguments(
        posonlyargs=[],
        args=[ast.arg(name) for name in names],
        vararg=None if star is None else ast.arg(star),
        kwonlyargs=[],
        kw_defaults=[],
        kwarg=None,
        defaults=[*defaults],
    )


def make_method_signature(signature: ast.arguments, *, are_optional: bool) -> ast.arguments:
    """Make the parameters of a method, before which the object itself stands.

    Of ``(value, depth = 0)`` it is ``(self, value, depth=0)``; if all are optional, since nothing
    may be given for them, it is ``(self, value=None, depth=0)``.
    """
    names = [argument.arg for argument in signature.args]
    rest = None if signature.vararg is None else signature.vararg.arg
    defaults = signature.defaults
    if are_optional:
        missing = len(names) - len(defaults)
        defaults = [*(ast.Constant(None) for _ in range(missing)), *defaults]
    return make_signature([SELF, *names], rest, defaults)


def make_function(name: str, signature: ast.arguments, block: ScriptBlock) -> ast.FunctionDef:
    """Make the definition of a function, which says what it assigns to outside itself.

    In JavaScript what is not declared is outside. Of ``count += 1`` without ``let count`` Python
    needs to be told ``global count``.
    """
    own_names = block.declared_names.union(argument.arg for argument in signature.args)
    # A dictionary keeps each name once, in the order of the text.
    assigned_names = dict.fromkeys(find_assigned_names(block.statements))
    outside = [name for name in assigned_names if name not in own_names]
    body = [ast.Global(outside), *block.body] if outside else block.body
    return ast.FunctionDef(
        name=name, args=signature, body=body, decorator_list=[], **_make_type_parameters()
    )


def make_class(
    name: str, bases: list[ast.expr], methods: Sequence[ast.FunctionDef]
) -> ast.ClassDef:
    """Make the definition of a class of its bases and its methods."""
    body = ScriptBlock(methods).body
    return ast.ClassDef(
        name=name,
        bases=bases,
        keywords=[],
        body=body,
        decorator_list=[],
        **_make_type_parameters(),
    )


def _make_type_parameters() -> dict[str, Any]:
    """Make the field for parameters that stand for types, which definitions have since 3.12."""
    return {"type_params": []} if "type_params" in ast.FunctionDef._fields else {}


# -- assignments and loops -------------------------------------------------------------------------


def make_target(expression: ast.expr) -> ast.Name | ast.Attribute | ast.Subscript:
    """Make an expression what is assigned to.

    Raises:
        UnreadableError: Nothing can be assigned to it.
    """
    if not isinstance(expression, ast.Name | ast.Attribute | ast.Subscript):
        raise UnreadableError("nothing can be assigned to this")
    expression.ctx = ast.Store()
    return expression


def make_range(
    lower: ast.expr, upper: ast.expr, step: ast.expr, operator: ast.cmpop, sign: str
) -> ast.Call:
    """Make the range of numbers that a loop counts through: ``i = 0; i < 3; i++``.

    Raises:
        UnreadableError: It counts in another way.
    """
    one = ast.Constant(1)
    match operator, sign:
        case ast.Lt(), "++" | "+=":
            arguments = [lower, upper, step]
        case ast.LtE(), "++" | "+=":
            arguments = [lower, ast.BinOp(upper, ast.Add(), one), step]
        case ast.Gt(), "--":
            arguments = [lower, upper, ast.UnaryOp(ast.USub(), one)]
        case ast.GtE(), "--":
            below = ast.BinOp(upper, ast.Sub(), ast.Constant(1))
            arguments = [lower, below, ast.UnaryOp(ast.USub(), one)]
        case _:
            raise UnreadableError("this loop cannot be followed")
    return ast.Call(ast.Name("range", ast.Load()), arguments, [])


# -- values ----------------------------------------------------------------------------------------


def join_values(sign: str, left: ast.expr, right: ast.expr) -> ast.expr:
    """Join two values by an operator of JavaScript; ``"L" + i`` joins texts.

    Raises:
        UnreadableError: One of them is a list.
    """
    if sign in _LOGICAL:
        return ast.BoolOp(_LOGICAL[sign], [left, right])
    if sign in _COMPARING:
        return ast.Compare(left, [_COMPARING[sign]], [right])
    has_text = any(_is_text(each) or isinstance(each, ast.JoinedStr) for each in (left, right))
    if sign == "+" and has_text:
        return ast.JoinedStr([_make_part_of_text(left), _make_part_of_text(right)])
    # In JavaScript [3] + [5] is the text "35".
    if isinstance(left, ast.List) or isinstance(right, ast.List):
        raise UnreadableError("lists are not joined so")
    return ast.BinOp(left, _BINARY[sign], right)


def _make_part_of_text(value: ast.expr) -> ast.expr:
    """Make a value a part of a text: ``i`` becomes ``{i}``, and a text stays what it is."""
    if _is_text(value):
        return value
    return ast.copy_location(ast.FormattedValue(value, -1), value)


def _is_text(value: ast.expr) -> bool:
    """Tell whether a value is a text that is written out."""
    return isinstance(value, ast.Constant) and isinstance(value.value, str)


def make_members(members: list[ast.expr]) -> list[ast.expr]:
    """Make tuples of the rows of a table, ``[["D", 3], ["E", 5]]``, as Python has them.

    The members of any other list stay what they are.
    """
    rows = [each.elts for each in members if isinstance(each, ast.List)]
    are_rows = len(rows) == len(members) and all(map(_is_row, rows))
    if not are_rows:
        return members
    return [ast.copy_location(ast.Tuple(row, ast.Load()), row[0]) for row in rows]


def _is_row(members: Sequence[ast.expr]) -> bool:
    """Tell whether some values are those of a row: a text and other constants."""
    return len(members) > 0 and _is_text(members[0]) and all(map(_is_cell, members))


def _is_cell(value: ast.expr) -> bool:
    """Tell whether a value may stand in a row: a constant, or a list of them."""
    if isinstance(value, ast.List):
        return all(isinstance(each, ast.Constant) for each in value.elts)
    return isinstance(value, ast.Constant)


def make_dictionary(arguments: Sequence[ast.expr]) -> ast.Dict | None:
    """Make the dictionary that a new map is: of pairs, ``new Map([["A", 3]])``, or empty.

    Returns ``None`` if what it is given is no list of pairs.
    """
    match arguments:
        case []:
            return ast.Dict([], [])
        case [ast.List(elts=pairs)]:
            entries = [each.elts for each in pairs if isinstance(each, ast.List | ast.Tuple)]
            are_pairs = len(entries) == len(pairs) and all(len(entry) == 2 for entry in entries)
            if are_pairs:
                keys: list[ast.expr | None] = [key for key, _ in entries]
                return ast.Dict(keys, [value for _, value in entries])
    return None
