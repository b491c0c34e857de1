"""The values of expressions of a program in Python, found without running it.

An evaluation changes no variable: it says which variables it uses, and who asked for it decides
whether they are used from there on. After ``tree = [b, c]`` they are, after ``print(b)`` not.
"""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Final, NamedTuple

from treeexplorer.formats.model import Constructed, Digits, Placed, UnreadableError
from treeexplorer.formats.python_changes import add_child, root_of
from treeexplorer.formats.python_constructors import (
    EvaluatedCall,
    build_value_of_call,
    get_constructor_name,
    name_parent,
)
from treeexplorer.formats.python_paths import find_container
from treeexplorer.formats.python_program import PythonProgram
from treeexplorer.formats.python_refusals import (
    TwiceError,
    make_no_literal_error,
    make_unknown_variable_error,
)
from treeexplorer.formats.python_variables import CONTAINERS, ProgramVariables
from treeexplorer.formats.reshaping import reshape
from treeexplorer.formats.searches import is_called_tree
from treeexplorer.formats.words import player_named
from treeexplorer.numbers import NUMBER
from treeexplorer.text import quoted

_NUMBER: Final = re.compile(NUMBER)
_NOT_A_NUMBER: Final = "nan"
_INFINITE: Final = frozenset({"inf", "infinity"})
_PARENT: Final = "parent"


class Evaluated(NamedTuple):
    """What an expression stands for, and what it uses.

    Attributes:
        value: Its value; ``None`` if there is a problem.
        problem: Why it has no value unless the program is run; ``None`` if it has one.
        used_variables: The variables whose lists, records and nodes are parts of the value. With a
            problem they are those up to the place of the problem.
        parts: The parts of trees that the expression leads to, and the nodes that it puts below
            another one.
    """

    value: Any
    problem: UnreadableError | None
    used_variables: Collection[str]
    parts: Sequence[Any]

    def get_value(self) -> Any:
        """Return the value.

        Raises:
            UnreadableError: There is none.
        """
        if self.problem is not None:
            raise self.problem
        return self.value


def evaluate(
    expression: ast.expr, program: PythonProgram, variables: ProgramVariables
) -> Evaluated:
    """Find the value of an expression, and what it uses, which is not marked as used.

    One thing is changed: a node that names its parent, ``Node("B", parent=a)``, becomes a child of
    the node that ``a`` holds.
    """
    evaluation = _Evaluation(program, variables)
    value: Any = None
    problem: UnreadableError | None = None
    try:
        value = evaluation.evaluate(expression)
    except UnreadableError as error:
        problem = error
    return Evaluated(value, problem, evaluation.used_variables, evaluation.parts)


def evaluate_and_use(
    expression: ast.expr,
    program: PythonProgram,
    variables: ProgramVariables,
    *,
    uses_without_value: bool = False,
) -> Evaluated:
    """Find the value of an expression, and mark what it uses as parts of a tree.

    Args:
        expression: The expression.
        program: The program in which it stands.
        variables: Its variables, of which some become used.
        uses_without_value: Whether an expression that has no value uses its variables, too, as
            ``joined(a, b)`` does in ``tree = joined(a, b)``, and not in ``print(tree)``.
    """
    evaluated = evaluate(expression, program, variables)
    variables.note_alteration(evaluated.problem)
    if evaluated.problem is None or uses_without_value:
        variables.mark_as_parts(evaluated.parts)
        variables.mark_as_used(evaluated.used_variables)
    return evaluated


def evaluate_keywords(
    call: ast.Call, program: PythonProgram, variables: ProgramVariables
) -> dict[str, Any]:
    """Return the values of the keyword arguments of a call by name, and mark what they use.

    Raises:
        UnreadableError: One of them has no value, or ``**`` stands there.
    """
    evaluation = _Evaluation(program, variables)
    keywords = evaluation.evaluate_keywords(call)
    variables.mark_as_parts(evaluation.parts)
    variables.mark_as_used(evaluation.used_variables)
    return keywords


@dataclass
class _Evaluation:
    """The evaluation of one expression.

    Its methods return the value of an expression, and raise an ``UnreadableError`` where it has
    none. On the way they note what the value uses.

    Attributes:
        program: The program. It is not changed.
        variables: Its variables. They are looked up, and not changed.
        used_variables: The variables that are parts of the value so far.
        parts: The parts of trees that the expression led to so far.
    """

    program: PythonProgram
    variables: ProgramVariables
    used_variables: set[str] = field(default_factory=set)
    parts: list[Any] = field(default_factory=list)
    _entered_functions: set[str] = field(default_factory=set)

    def evaluate(self, node: ast.expr) -> Any:
        """Return the value of an expression, without running anything.

        ``[3, (12, x)]`` is a list; ``x`` stands for what the variable holds. Recursive, since
        Python itself nests brackets at most 200 deep.

        Raises:
            UnreadableError: It is no literal, no variable that is known, and no call that makes a
                list, a record or a node.
        """
        match node:
            case ast.Constant():
                return self._evaluate_constant(node)
            case ast.UnaryOp(op=ast.USub() | ast.UAdd()):
                return self._evaluate_signed_number(node)
            case ast.List(elts=elements) | ast.Set(elts=elements):
                return self._evaluate_members(elements)
            case ast.Tuple(elts=elements):
                return tuple(self._evaluate_members(elements))
            case ast.Dict():
                return self._evaluate_dict(node)
            case ast.Call():
                return self._evaluate_call(node)
            case ast.Name():
                return self._evaluate_name(node)
            # Ruby: [[3, 5], [2, 9]].freeze
            case ast.Attribute(value=ast.List() | ast.Dict() as literal, attr="freeze"):
                return self.evaluate(literal)
            case ast.Attribute():
                return self._evaluate_attribute(node)
            case ast.Subscript():
                return self._evaluate_item(node)
            case ast.BinOp(op=ast.Add()) if _joins_lists(node, self.variables):
                return self._evaluate_joined_lists(node)
        raise make_no_literal_error(node, self.program.offset_of(node))

    # -- literals ----------------------------------------------------------------------------------

    def _evaluate_members(self, elements: Sequence[ast.expr]) -> list[Any]:
        """Return the values of expressions; of ``*kids`` those that the list ``kids`` holds.

        Raises:
            UnreadableError: The value of one cannot be taken, or no list stands behind a star.
        """
        members: list[Any] = []
        for element in elements:
            if not isinstance(element, ast.Starred):
                members.append(self.evaluate(element))
                continue
            several = self.evaluate(element.value)
            if isinstance(several, Constructed) or not isinstance(several, (list, tuple)):
                raise make_no_literal_error(element, self.program.offset_of(element))
            members += several
        return members

    def _evaluate_joined_lists(self, sum_of_lists: ast.BinOp) -> Sequence[Any]:
        """Return the list that lists are joined to: ``[[3, 5]] + [[2, 9]]`` has two members.

        Raises:
            UnreadableError: One of them cannot be taken, or a tuple is joined to a list.
        """
        lists = [self.evaluate(each) for each in _list_summands(sum_of_lists)]
        are_tuples = all(isinstance(each, tuple) for each in lists)
        if not are_tuples and not all(isinstance(each, list) for each in lists):
            raise make_no_literal_error(sum_of_lists, self.program.offset_of(sum_of_lists))
        members = [*chain.from_iterable(lists)]
        return tuple(members) if are_tuples else members

    def _evaluate_constant(self, node: ast.Constant) -> Any:
        """Return a text, a number, a truth value or ``None`` that is written out.

        Raises:
            UnreadableError: It is a constant of another kind, such as bytes.
        """
        match node.value:
            case str() as text:
                return Placed(text, self.program.offset_of(node))
            # Not as a float, which may not keep all digits that are written.
            case float():
                return self._evaluate_decimal(node)
            case int() | None:
                return node.value
        raise make_no_literal_error(node, self.program.offset_of(node))

    def _evaluate_decimal(self, node: ast.Constant) -> Digits:
        """Return a decimal number with all the digits with which it is written: ``0.10``.

        Raises:
            UnreadableError: It is written as no other program writes it: ``1_000.5``.
        """
        place = self.program.offset_of(node)
        # Not by ast.get_source_segment, which splits the text into its lines for each number.
        end_column = node.col_offset if node.end_col_offset is None else node.end_col_offset
        written = self.program.text[place : place + end_column - node.col_offset]
        if _NUMBER.fullmatch(written):
            return Digits(written, place)
        raise UnreadableError(f"{quoted(ast.unparse(node))} is not a number", place)

    def _evaluate_signed_number(self, node: ast.UnaryOp) -> Any:
        """Return the number behind signs, with its sign: ``-3`` is -3, and ``--3`` is 3.

        Raises:
            UnreadableError: No number stands behind the signs.
        """
        # In a loop, since many signs may stand before a number.
        operand: ast.expr = node
        is_negative = False
        while isinstance(operand, ast.UnaryOp) and isinstance(operand.op, ast.USub | ast.UAdd):
            if isinstance(operand.op, ast.USub):
                is_negative = not is_negative
            operand = operand.operand

        value = self.evaluate(operand)
        if isinstance(value, Digits):
            sign = "-" if is_negative else ""
            return Digits(sign + value, self.program.offset_of(node))
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return -value if is_negative else value
        raise UnreadableError("a sign stands before a number", self.program.offset_of(node))

    def _evaluate_dict(self, node: ast.Dict) -> dict[Any, Any]:
        """Return the record of ``{key: value, …}``.

        Raises:
            UnreadableError: A key stands twice, or is neither a text nor a number.
        """
        record: dict[Any, Any] = {}
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None:
                raise UnreadableError("`**` is not run", self.program.offset_of(node))
            name = self._evaluate_key(key)
            # Python would keep the last value alone, and a part of the tree would be lost.
            if name in record:
                message = f"the key {quoted(str(name))} stands twice in one record"
                raise UnreadableError(message, self.program.offset_of(key))
            record[name] = self.evaluate(value)
        return record

    def _evaluate_key(self, key: ast.expr) -> str | float:
        """Return the key of a record, which is a text or a number.

        Raises:
            UnreadableError: It is neither.
        """
        name = self.evaluate(key)
        if isinstance(name, (str, int, float)):
            return name
        raise UnreadableError("a key is a name here", self.program.offset_of(key))

    # -- variables and parts of what they hold -----------------------------------------------------

    def _evaluate_name(self, node: ast.Name) -> Any:
        """Return what a name stands for: a number, a player, a variable's value, or itself as text.

        The first of these that fits:

        1. ``inf`` is infinity, and ``nan`` is no number;
        2. ``MAX`` is the player, also where a program has a variable of this name;
        3. ``b`` after ``b = [3, 5]`` is that list;
        4. ``i`` in ``for i in range(3)`` is a variable whose value is not known: an error;
        5. any other name is a text: ``B`` in ``{"A": [B, C]}``.

        Raises:
            UnreadableError: It is a variable whose value is not known, or a part of another value
                already.
        """
        name = node.id
        if name.lower() in _INFINITE:
            return math.inf
        if name.lower() == _NOT_A_NUMBER:
            return Digits(name, self.program.offset_of(node))
        if player_named(name) is not None:
            return Placed(name, self.program.offset_of(node))
        if name in self.variables:
            return self._use_variable(node)
        problem = self.variables.problems.get(name)
        if isinstance(problem, TwiceError):
            raise problem
        if name in self.program.bound_names:
            raise make_unknown_variable_error(name, self.program.offset_of(node))
        return Placed(name, self.program.offset_of(node))

    def _use_variable(self, node: ast.Name) -> Any:
        """Return the value of a variable that is known, and note a list, record or node as used.

        Raises:
            UnreadableError: It is used already, and a tree has no part twice.
        """
        name = node.id
        value = self.variables.lookup(name)
        # A number or a text may stand in a tree as often as one likes.
        if not isinstance(value, CONTAINERS):
            return value
        if name in self.used_variables or self.variables.is_used(name):
            message = f"{quoted(name)} stands twice in one tree"
            raise TwiceError(message, self.program.offset_of(node))
        self.used_variables.add(name)
        return value

    def _evaluate_attribute(self, attribute: ast.Attribute) -> Any:
        """Return the value of an attribute, which is the first of these that it can be.

        1. ``root.left``: the part of the node, which is then no tree of its own.
        2. ``math.nan`` and ``math.inf``: the number, whatever stands before the dot.
        3. ``Player.MAX`` and ``State.WIN``: the text ``MAX`` or ``WIN``.

        Raises:
            UnreadableError: It is a variable of a module or an object, ``sys.maxsize``, whose name
                is no player.
        """
        # 1.
        part = find_container(attribute, self.variables)
        if part is not None:
            self.parts.append(part)
            return part

        # 2.
        name = attribute.attr
        place = self.program.offset_of(attribute)
        if name == _NOT_A_NUMBER:
            return Digits(name, place)
        if name in _INFINITE:
            return math.inf

        # 3. The program's variables, parameters and imports are bound names, and its classes are
        # none: Player.MAX is a text, and so is game.MAX, but sys.maxsize would have to be run.
        base = root_of(attribute)
        is_of_variable = isinstance(base, ast.Name) and base.id in self.program.bound_names
        if is_of_variable and player_named(name) is None:
            raise make_unknown_variable_error(ast.unparse(attribute), place)
        return Placed(name, place)

    def _evaluate_item(self, subscript: ast.Subscript) -> Any:
        """Return a part of a tree, ``tree[0]``: the same list, so that it may be changed.

        Of ``nodes[:2]`` it is a new list of the same nodes, which are parts now. Of numbers,
        ``leaves[:2]``, that cannot be said: there the variable is used.

        Raises:
            UnreadableError: It leads to no part that is known.
        """
        slice_of_list = _find_slice(subscript, self.variables)
        if slice_of_list is not None:
            if not slice_of_list.has_nodes:
                self.used_variables.add(slice_of_list.variable)
            self.parts += slice_of_list.members
            return slice_of_list.members

        part = find_container(subscript, self.variables)
        if part is None:
            raise make_no_literal_error(subscript, self.program.offset_of(subscript))
        self.parts.append(part)
        return part

    # -- calls -------------------------------------------------------------------------------------

    def _evaluate_call(self, call: ast.Call) -> Any:
        """Return the value that a call makes: of ``Node(3)`` a node, of ``float("inf")`` a number.

        The arguments are evaluated first, as Python does it, so that their variables are used even
        if the call has no value: after ``Node("A", [b])`` the node ``b`` is no tree of its own.

        Raises:
            UnreadableError: The function would have to be run, or the value of an argument cannot
                be taken.
        """
        # make_tree(), if this function of the program only does `return [[3, 5], [2, 9]]`.
        function = get_constructor_name(call.func)
        has_arguments = bool(call.args) or bool(call.keywords)
        only_returns = function in self.program.returned and not has_arguments
        if only_returns and function not in self._entered_functions:
            return self._evaluate_returned(function)

        match call:
            case ast.Call(func=ast.Attribute(value=owner, attr="reshape"), args=sizes, keywords=[]):
                return self._evaluate_reshaped(call, owner, sizes)
        call = name_parent(call, function, self.program)
        # Of Viewer(*sizes, root) each of the sizes is one, too.
        values_by_argument = [self._evaluate_members([argument]) for argument in call.args]
        variables = {
            argument.id: values[0]
            for argument, values in zip(call.args, values_by_argument, strict=True)
            if isinstance(argument, ast.Name)
        }
        keywords = self.evaluate_keywords(call)
        evaluated_call = EvaluatedCall(
            expression=call,
            function=function,
            arguments=[*chain.from_iterable(values_by_argument)],
            variables=variables,
            keywords=keywords,
            is_method_of_value=self._is_method_of_value(call),
        )
        built = build_value_of_call(evaluated_call, self.program)
        if built.parent is not None:
            add_child(built.parent, built.value)
            self.parts.append(built.value)
        return built.value

    def _evaluate_reshaped(
        self, call: ast.Call, owner: ast.expr, sizes: Sequence[ast.expr]
    ) -> list[Any]:
        """Return an array in rows: ``np.array([3, 5, 2, 9]).reshape(2, 2)`` has two of them.

        Raises:
            UnreadableError: The array or its sizes are not known, or do not fit.
        """
        match sizes:
            case [ast.Tuple(elts=members) | ast.List(elts=members)]:
                sizes = members
        numbers = self.evaluate(owner)
        known_sizes = [self.evaluate(size) for size in sizes]
        rows = reshape(numbers, known_sizes)
        if rows is None:
            raise make_no_literal_error(call, self.program.offset_of(call))
        return rows

    def _is_method_of_value(self, call: ast.Call) -> bool:
        """Tell whether a call is one of what a variable holds: ``root._replace(children=[])``."""
        if not isinstance(call.func, ast.Attribute):
            return False
        return find_container(call.func.value, self.variables) is not None

    def _evaluate_returned(self, function: str) -> Any:
        """Return the value that a function returns, which does nothing else.

        While it is found the function is unknown, since it may call itself.
        """
        self._entered_functions.add(function)
        value = self.evaluate(self.program.returned[function])
        self._entered_functions.remove(function)
        return value

    def evaluate_keywords(self, call: ast.Call) -> dict[str, Any]:
        """Return the values of the keyword arguments of a call, by name.

        If ``parent`` names a node, its value is that node object itself. It is not noted as used,
        since it is no part of the node that is made: the parent stays a tree of its own.

        Raises:
            UnreadableError: A value cannot be taken, or ``**`` stands there.
        """
        values: dict[str, Any] = {}
        for keyword in call.keywords:
            # `**` has no name.
            if keyword.arg is None:
                raise UnreadableError("`**` is not run", self.program.offset_of(call))

            parent = self._find_parent(keyword)
            if parent is not None:
                values[keyword.arg] = parent
            else:
                values[keyword.arg] = self.evaluate(keyword.value)
        return values

    def _find_parent(self, keyword: ast.keyword) -> Constructed | None:
        """Find the node object named in ``parent=a``; ``None`` for any other keyword argument."""
        if keyword.arg != _PARENT or not isinstance(keyword.value, ast.Name):
            return None
        parent = self.variables.lookup(keyword.value.id)
        return parent if isinstance(parent, Constructed) else None


class _Slice(NamedTuple):
    """A slice of a list that a variable holds: ``leaves[:2]`` after ``leaves = [3, 5, 2, 9]``.

    Attributes:
        variable: The variable: ``leaves``.
        members: What is in the slice: 3 and 5.
        has_nodes: Whether there are lists, records or nodes in the whole list.
    """

    variable: str
    members: list[Any]
    has_nodes: bool


def _find_slice(subscript: ast.Subscript, variables: ProgramVariables) -> _Slice | None:
    """Find the slice that an expression is, if its members may be parts of a tree.

    ==========================  ========================================================
    ``nodes[1:]``               ``[b]`` after ``nodes = [a, b]``
    ``leaves[:2]``              ``[3, 5]`` after ``leaves = [3, 5, 2, 9]``
    ``tree[:2]``                ``None`` after ``tree = [3, 5, 2]``: that would be another
                                tree than ``tree``
    ``leaves[n:]``              ``None``, and so for any bound that is not written out
    ==========================  ========================================================
    """
    match subscript:
        case ast.Subscript(
            value=ast.Name(id=variable),
            slice=ast.Slice(
                lower=None | ast.Constant(value=int()) as lower,
                upper=None | ast.Constant(value=int()) as upper,
                step=None,
            ),
        ):
            container = variables.lookup_container(variable)
        case _:
            return None
    if not isinstance(container, list):
        return None

    has_nodes = any(isinstance(member, CONTAINERS) for member in container)
    if is_called_tree(variable) and not has_nodes:
        return None
    start = None if lower is None else ast.literal_eval(lower)
    stop = None if upper is None else ast.literal_eval(upper)
    return _Slice(variable, container[start:stop], has_nodes)


def _joins_lists(sum_of_two: ast.BinOp, variables: ProgramVariables) -> bool:
    """Tell whether all that is added is lists, written out or held by variables."""
    return all(_is_list(each, variables) for each in _list_summands(sum_of_two))


def _list_summands(sum_of_two: ast.BinOp) -> list[ast.expr]:
    """List what is added: of ``a + b + c``, which is ``(a + b) + c``, the three.

    In a loop, since a sum may be as long as one likes.
    """
    summands: list[ast.expr] = []
    left: ast.expr = sum_of_two
    while isinstance(left, ast.BinOp) and isinstance(left.op, ast.Add):
        summands.append(left.right)
        left = left.left
    return [left, *reversed(summands)]


def _is_list(expression: ast.expr, variables: ProgramVariables) -> bool:
    """Tell whether an expression is a list, or a variable or slice that is one."""
    match expression:
        case ast.List() | ast.Tuple():
            return True
        case ast.Name(id=name) | ast.Subscript(value=ast.Name(id=name), slice=ast.Slice()):
            container = variables.lookup_container(name)
            return isinstance(container, list | tuple) and not isinstance(container, Constructed)
    return False
