r"""Loops and comprehensions of a program in Python that build a tree, written out item by item.

>>> program = "for i, value in enumerate([3, 5]):\n    root.add(Node(f'L{i}', value))"
>>> module = ast.parse(program)
>>> module.body = write_out_loops(module, module.body)
>>> print(ast.unparse(module))
root.add(Node('L0', 3))
root.add(Node('L1', 5))
"""

from __future__ import annotations

import ast
import copy
from collections import Counter, deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final, TypeAlias, TypeVar

from treeexplorer.formats.python_changes import find_changed_expressions, is_changing, root_of
from treeexplorer.formats.python_items import (
    Variables,
    find_items,
    find_variables_of_loops,
    fold_expressions,
)
from treeexplorer.formats.python_parts import (
    SIMPLE_STATEMENTS,
    find_assigned_names,
    find_names,
    replace_parts,
)
from treeexplorer.formats.python_steps import sets_missing_item

_MOST_PARTS: Final = 30_000
"""How many parts of a syntax tree are copied at most where loops are written out."""

_Statements: TypeAlias = list[ast.stmt]
_Statement = TypeVar("_Statement", bound=ast.stmt)


def write_out_loops(module: ast.Module, statements: _Statements) -> _Statements:
    """Write out the loops and comprehensions over what is written out, and return all statements.

    ``for value in [3, 5]: root.add(Node(value))`` becomes ``root.add(Node(3)); root.add(Node(5))``,
    and ``[Node(v) for v in [3, 5]]`` becomes ``[Node(3), Node(5)]``.

    Args:
        module: The whole program.
        statements: Those of its statements that run once.
    """
    variables = find_variables_of_loops(module, statements)
    names_behind_loops = set(_find_names_outside_their_loops(statements))
    written = _Writer(variables, names_behind_loops).write_out(statements)
    return _remove_unused_lists(written, variables)


def _find_names_outside_their_loops(statements: _Statements) -> Iterator[str]:
    """Find the names that are used outside the loops and comprehensions whose variables they are.

    After ``for n in [b, c]: root.add(n)`` a statement with ``n`` means c, the last item. Functions,
    classes and lambdas are passed over: their names are their own.
    """
    # Each part with the variables of the loops around it.
    pending: list[tuple[ast.AST, frozenset[str]]] = [(each, frozenset()) for each in statements]
    while pending:
        part, names_of_loops = pending.pop()
        if isinstance(part, ast.FunctionDef | ast.ClassDef | ast.Lambda):
            continue
        match part:
            case ast.Name(id=name, ctx=ast.Load()) if name not in names_of_loops:
                yield name
        names_within = names_of_loops.union(_find_variables_of_loop(part))
        pending += [(child, names_within) for child in ast.iter_child_nodes(part)]


def _find_variables_of_loop(part: ast.AST) -> Iterator[str]:
    """Find the variables of a loop or comprehension; there are none in any other part."""
    match part:
        case ast.For(target=target):
            yield from find_names(target)
        case ast.ListComp(generators=loops) | ast.DictComp(generators=loops):
            for loop in loops:
                yield from find_names(loop.target)


def _remove_unused_lists(statements: _Statements, variables: Variables) -> _Statements:
    """Remove the lists that only loops went through: they are no trees.

    ``for v in values: root.add(Node(v))`` is written out as ``root.add(Node(3))`` and so on, and
    names ``values`` no more: then ``values = [3, 5]`` is removed.

    Args:
        statements: The statements of a program, with its loops written out.
        variables: The lists that loops may have gone through, by their variables.
    """
    used_names = {
        part.id
        for statement in statements
        for part in ast.walk(statement)
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load)
    }
    unused_lists = {id(value) for name, value in variables.items() if name not in used_names}
    return [
        statement
        for statement in statements
        if not (isinstance(statement, ast.Assign) and id(statement.value) in unused_lists)
    ]


@dataclass
class _Writer:
    """Writes out loops, within a budget, so that no program takes hours.

    Loops within loops make copies of copies: six of 60 items each are 46 thousand million calls.

    Attributes:
        variables: What variables hold that loops go through.
        names_behind_loops: The variables of loops that are used behind these, too.
        parts_left: How many parts of a syntax tree may still be copied.
    """

    variables: Variables
    names_behind_loops: Collection[str]
    parts_left: int = _MOST_PARTS

    def write_out(self, statements: _Statements) -> _Statements:
        """Return statements in which loops are replaced by what they do for each item."""
        finished_statements: _Statements = []
        pending = deque(statements)
        while pending:
            statement = pending.popleft()
            statements_of_loop = self._find_statements_of_loop(statement)
            if statements_of_loop is None:
                statements_of_loop = _find_chosen_arm(statement)
            if statements_of_loop is not None:
                # They may be loops themselves: they are looked at next.
                pending.extendleft(reversed(statements_of_loop))
                continue
            self._write_out_comprehensions(statement)
            if isinstance(statement, SIMPLE_STATEMENTS):
                fold_expressions(statement, self.variables)
            finished_statements.append(statement)
        return finished_statements

    def _find_statements_of_loop(self, statement: ast.stmt) -> _Statements | None:
        """Find what a loop does, item by item; ``None`` if it is none that can be written out."""
        match statement:
            case ast.For(target=target, iter=items, body=body, orelse=[]) if all(
                map(_builds_tree, body)
            ):
                # for v in [3, 5]: v = Node(v)
                names = set(find_names(target))
                has_other_values = not names.isdisjoint(find_assigned_names(body))
                is_used_behind = not names.isdisjoint(self.names_behind_loops)
                if has_other_values or is_used_behind:
                    return None
                return self._copy_for_each_item(body, target, items)
        return None

    def _write_out_comprehensions(self, statement: ast.stmt) -> None:
        """Replace comprehensions by lists and records: ``[Node(v) for v in [3, 5]]``."""
        if not isinstance(statement, SIMPLE_STATEMENTS):
            return
        pending: list[ast.AST] = [statement]
        while pending:
            node = pending.pop()
            written = self._write_out_comprehension(node)
            if written is not None:
                replace_parts(statement, {id(node): ast.copy_location(written, node)})
                node = written
            pending += ast.iter_child_nodes(node)

    def _write_out_comprehension(self, node: ast.AST) -> ast.List | ast.Dict | None:
        """Write out a comprehension with one loop and no condition; ``None`` for anything else."""
        match node:
            case ast.ListComp(elt=member, generators=[ast.comprehension(ifs=[]) as loop]):
                members = self._copy_expression(member, loop)
                return None if members is None else ast.List(members, ast.Load())
            case ast.DictComp(key=key, value=value, generators=[ast.comprehension(ifs=[]) as loop]):
                keys = self._copy_expression(key, loop)
                values = self._copy_expression(value, loop)
                if keys is not None and values is not None:
                    return ast.Dict([*keys], values)
        return None

    def _copy_expression(
        self, expression: ast.expr, loop: ast.comprehension
    ) -> list[ast.expr] | None:
        """Copy an expression for each item of a comprehension; ``None`` as for statements."""
        copies = self._copy_for_each_item([ast.Expr(expression)], loop.target, loop.iter)
        return None if copies is None else [copied.value for copied in copies]

    def _copy_for_each_item(
        self, parts: Sequence[_Statement], target: ast.expr, iterable: ast.expr
    ) -> list[_Statement] | None:
        """Copy statements for each item that a loop goes through, with the item in them.

        ``root.add(Node(name, value))`` becomes ``root.add(Node("D", 3))`` and
        ``root.add(Node("E", 5))``.

        Returns ``None`` if the items are not written out, if they have another form than the
        variables of the loop, if the copies would mean something else, or if they are too many.

        Args:
            parts: The statements.
            target: The variables of the loop or comprehension: ``name, value``.
            iterable: What it goes through: ``[("D", 3), ("E", 5)]``.
        """
        head = ast.Expr(copy.deepcopy(iterable))  # range(len(values)) becomes range(4)
        fold_expressions(head, self.variables)
        items = find_items(head.value, self.variables)
        if items is None:
            return None
        values_by_item = _match_items_to_names(target, items)
        if values_by_item is None:
            return None
        if _has_inner_variable(parts, target) or _need_items_themselves(parts, values_by_item):
            return None
        cost = _count_parts_of_copies(parts, items)
        if cost > self.parts_left:
            return None
        self.parts_left -= cost
        try:
            return [
                self._replace_names(part, value_of_name)
                for value_of_name in values_by_item
                for part in parts
            ]
        except RecursionError:  # an expression is nested too deep to be copied
            return None

    def _replace_names(
        self, statement: _Statement, value_of_name: Mapping[str, ast.expr]
    ) -> _Statement:
        """Return a copy of a statement with values in the place of some names."""
        copied_statement = copy.deepcopy(statement)
        value_by_id: dict[int, ast.AST] = {}
        for node in ast.walk(copied_statement):
            match node:
                case ast.Name(id=name, ctx=ast.Load()) if name in value_of_name:
                    value_by_id[id(node)] = copy.deepcopy(value_of_name[name])
        replace_parts(copied_statement, value_by_id)
        fold_expressions(copied_statement, self.variables)
        return copied_statement


def _find_chosen_arm(statement: ast.stmt) -> _Statements | None:
    """Find the arm of an ``if`` whose condition is plain; ``None`` for other statements.

    For the row ``("A", None)`` of a loop over ``name, parent`` the condition of
    ``if parent is None: root = nodes[name]`` is ``None is None``.
    """
    if not isinstance(statement, ast.If):
        return None
    is_true = _decide(statement.test)
    if is_true is None:
        return None
    return statement.body if is_true else statement.orelse


def _decide(condition: ast.expr) -> bool | None:
    """Decide a condition whose operands are written out; ``None`` for any other.

    >>> def decide(source: str) -> bool | None:
    ...     return _decide(ast.parse(source, mode="eval").body)
    >>> decide("'A' is not None"), decide("not 'A'"), decide("3 == 4"), decide("x is None")
    (True, False, False, None)
    """
    match condition:
        case ast.Constant(value=value):
            return bool(value)
        case ast.List(elts=members) | ast.Tuple(elts=members):
            return len(members) > 0
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            is_true = _decide(operand)
            return None if is_true is None else not is_true
        case ast.Compare(
            left=ast.Constant(value=left),
            ops=[ast.Is() | ast.IsNot() | ast.Eq() | ast.NotEq() as operator],
            comparators=[ast.Constant(value=right)],
        ):
            is_same = type(left) is type(right) and left == right
            return is_same == isinstance(operator, ast.Is | ast.Eq)
    return None


def _builds_tree(statement: ast.stmt) -> bool:
    """Tell whether a statement makes a node or changes a value, and is no other statement.

    =====================================================  =========================
    ``root.add(Node(v))``, ``tree.create_node("A", "a")``  yes: a method that changes
    ``nodes[v] = Node(v)``, ``node.value = v``             yes
    ``root = nodes[v]``, ``n = Node(v)``                   yes
    ``print(v)``, ``best = minimax(v)``                    no: a function, and no class
    ``for`` and ``if``                                     as all statements in them
    =====================================================  =========================
    """
    match statement:
        case ast.For(body=body):
            return all(map(_builds_tree, body))
        case ast.If(body=body, orelse=other):
            return sets_missing_item(statement) or all(map(_builds_tree, [*body, *other]))
        case ast.Assign(targets=[ast.Name()], value=ast.Subscript() | ast.Name()):
            return True
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            return True
        case ast.Assign(value=ast.Call(func=ast.Name(id=function))):
            return function[:1].isupper()
        case ast.Assign(value=ast.Call(func=ast.Attribute(attr=method))):
            return is_changing(method)
        case ast.Expr(value=ast.Call(func=ast.Name(id=function))):
            return function[:1].isupper()
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr=method))):
            return is_changing(method) or method == "create_node"
    return False


def _count_parts_of_copies(statements: Sequence[ast.AST], items: Sequence[ast.expr]) -> int:
    """Count at most how many parts there are when statements are copied for each item of a loop.

    Each item has a copy of the statements, in which any name may become a copy of the item. Of
    ``print(v)``, which has the names ``print`` and ``v``, there are two copies for ``[[3], [5]]``,
    and each item is counted twice.
    """
    parts_of_statements = _count_parts(statements) * len(items)
    name_count = sum(1 for statement in statements for _ in find_names(statement))
    parts_in_place_of_names = _count_parts(items) * name_count
    return parts_of_statements + parts_in_place_of_names


def _count_parts(nodes: Sequence[ast.AST]) -> int:
    """Count the parts of syntax trees."""
    return sum(1 for node in nodes for _ in ast.walk(node))


def _find_bound_names(parts: Sequence[ast.stmt]) -> set[str]:
    """Find the variables of comprehensions and functions within statements."""
    bound: set[str] = set()
    for node in chain.from_iterable(map(ast.walk, parts)):
        match node:
            case ast.comprehension(target=target) | ast.For(target=target):
                bound.update(find_names(target))
            case ast.arg(arg=name):
                bound.add(name)
    return bound


def _has_inner_variable(parts: Sequence[ast.stmt], target: ast.expr) -> bool:
    """Tell whether statements in a loop have variables of their own with the names of the loop's.

    ``[v for v in [1, 2]]`` within a loop over ``v`` has.
    """
    return not set(find_names(target)).isdisjoint(_find_bound_names(parts))


def _need_items_themselves(
    parts: Sequence[ast.stmt], values_by_item: Sequence[Mapping[str, ast.expr]]
) -> bool:
    """Tell whether statements in a loop need its items themselves, so that copies would be wrong.

    When a loop is written out, each variable of it becomes a copy of the item's expression:

    ======================================================  ====================================
    ``for n in [Node("B")]: root.add(n); nodes.append(n)``  yes: the two copies of ``Node("B")``
                                                            would make two nodes
    ``for part in [[3], [5]]: part.append(7)``              yes: the 7 would get into a copy, and
                                                            ``[3]`` would stay without it
    ``for v in [3, 5]: root.add(v); leaves.append(v)``      no: every 3 is as good as another
    ======================================================  ====================================

    Args:
        parts: The statements in a loop.
        values_by_item: For each item, what the variables of the loop stand for.
    """
    names_used_twice = _find_names_used_twice(parts)
    changed_names = set(_find_changed_names(parts))
    for value_of_name in values_by_item:
        for name, value in value_of_name.items():
            is_made_by_call = isinstance(value, ast.Call)
            if is_made_by_call and name in names_used_twice:
                return True
            can_be_changed = isinstance(value, ast.List | ast.Dict | ast.Call)
            if can_be_changed and name in changed_names:
                return True
    return False


def _find_names_used_twice(parts: Sequence[ast.stmt]) -> set[str]:
    """Find the names that stand more than once in statements."""
    counts = Counter(name for part in parts for name in find_names(part))
    return {name for name, count in counts.items() if count > 1}


def _find_changed_names(parts: Sequence[ast.stmt]) -> Iterator[str]:
    """Find the variables that statements change: ``part`` in ``part.append(7)``."""
    for part in parts:
        for node in ast.walk(part):
            for changed in find_changed_expressions(node):
                variable = root_of(changed)
                if isinstance(variable, ast.Name):
                    yield variable.id


def _match_items_to_names(
    target: ast.expr, items: Sequence[ast.expr]
) -> list[dict[str, ast.expr]] | None:
    """Match the variables of a loop to each of its items; ``None`` if one has another form."""
    values_by_item: list[dict[str, ast.expr]] = []
    for item in items:
        value_of_name = _match_item_to_names(target, item)
        if value_of_name is None:
            return None
        values_by_item.append(value_of_name)
    return values_by_item


def _match_item_to_names(target: ast.expr, item: ast.expr) -> dict[str, ast.expr] | None:
    """Match the variables of a loop to an item: ``i, (name, value)`` to ``(0, ("D", 3))``.

    Returns the value of each variable, or ``None`` if the item has other parts.
    """
    value_of_name: dict[str, ast.expr] = {}
    pending = [(target, item)]
    while pending:
        match pending.pop():
            case ast.Name(id=name), value:
                value_of_name[name] = value
            case (
                ast.Tuple(elts=targets) | ast.List(elts=targets),
                ast.Tuple(elts=values) | ast.List(elts=values),
            ) if len(targets) == len(values):
                pending += zip(targets, values, strict=True)
            case _:
                return None
    return value_of_name
