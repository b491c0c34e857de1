r"""Statements of a program in Python that do several things, written as several statements.

``root.add(b).add(c)`` adds two children, where the method ``add`` of the class returns the node
itself; ``b = root.add_child("B")`` makes a node and adds it. What a method returns is told from its
definition; nothing is run.

>>> module = ast.parse("root.left, root.right = Node(3), Node(5)")
>>> print(ast.unparse(ast.Module(write_in_single_steps(list(ast.walk(module)), module.body), [])))
root.left = Node(3)
root.right = Node(5)
"""

from __future__ import annotations

import ast
import copy
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final, NamedTuple, TypeAlias

from treeexplorer.formats.python_changes import holds_children, root_of
from treeexplorer.formats.python_parts import (
    SIMPLE_STATEMENTS,
    find_names,
    is_docstring,
    make_assignment,
    place_part,
    replace_child,
    replace_parts,
    walk_what_runs,
)
from treeexplorer.formats.words import PARENT, meaning

_Statements: TypeAlias = list[ast.stmt]
_ITSELF: Final = "itself"
_ARGUMENT: Final = "argument"
_NEW_CHILD: Final = "new child"


class _Method(NamedTuple):
    """A method that adds a child to its object, and returns a node.

    Attributes:
        returns: Which node: the object itself, the argument, or a child that the method makes.
        parameters: Its parameters without ``self``.
        defaults: The defaults of the last parameters.
        child: What makes the child, in the parameters; ``None`` if the child is the argument.
        children: The attribute of the object that the new child is put into.
    """

    returns: str
    parameters: Sequence[str]
    defaults: Sequence[ast.expr]
    child: ast.expr | None
    children: str


def write_in_single_steps(parts: Sequence[ast.AST], statements: _Statements) -> _Statements:
    """Return the statements of a program, with those that do several things in single steps.

    ======================================  ===================================================
    ``root.left, root.right = a, b``        ``root.left = a``; ``root.right = b``
    ``root.add(b).add(c)``                  ``root.add(b)``; ``root.add(c)``
    ``tree = [a := [3, 5], [2, 9]]``        ``a = [3, 5]``; ``tree = [a, [2, 9]]``
    ======================================  ===================================================

    Args:
        parts: The parts of the whole program, among them its classes.
        statements: Those of its statements that run once.
    """
    methods = dict(_find_adding_methods(parts))
    has_names_within = any(isinstance(part, ast.NamedExpr) for part in parts)
    # Where a program has neither, its calls are passed over: a large tree has many statements.
    writer = _Writer(methods, has_calls=bool(methods) or has_names_within)
    return [step for statement in statements for step in writer.write(statement)]


class _InSteps(NamedTuple):
    """An expression in steps: ``root.new("B")`` as ``b = Node("B"); root.children.append(b)``.

    Attributes:
        steps: The statements, in the order in which they run.
        result: What the expression has come down to after them: ``b``.
    """

    steps: _Statements
    result: ast.expr


@dataclass
class _Writer:
    """Writes statements in single steps.

    Attributes:
        methods: The methods that add a child and return a node, by name.
        has_calls: Whether the program has such a method, or names within expressions.
        count: How many variables there are for what has no name in the program.
    """

    methods: Mapping[str, _Method]
    has_calls: bool
    count: int = 0

    def write(self, statement: ast.stmt) -> _Statements:
        """Return what a statement does, step by step.

        ===========================================  ===========================================
        ``root.add(b := Node("B")).add(c)``          ``b = Node("B"); root.add(b); root.add(c)``
        ``root.left, root.right = a, b``             ``root.left = a; root.right = b``
        ``if "A" not in tree: tree["A"] = []``       ``tree.setdefault("A", [])``
        ``tree.setdefault("A", []).append("B")``     ``tree.setdefault("A", [])``, and
                                                     ``tree["A"].append("B")``
        ===========================================  ===========================================
        """
        setdefault = _make_setdefault(statement)
        if setdefault is not None:
            return [setdefault]
        if not isinstance(statement, SIMPLE_STATEMENTS) or _is_name_alone(statement):
            return [statement]

        steps = [*self._take_calls_out(statement)] if self.has_calls else []
        # root.add(b).add(c) has come down to `root`, which does nothing.
        if _is_name_alone(statement):
            return steps

        item_call = _find_call_on_set_item(statement)
        if item_call is not None:
            return [*steps, *_split_call_on_set_item(item_call)]
        return [*steps, *self._split_assignment(statement)]

    def _take_calls_out(self, statement: ast.stmt) -> Iterator[ast.stmt]:
        """Take out of a statement the calls that add a child, and the names that it gives.

        Of ``x = root.add(b := Node("B"))`` it yields ``b = Node("B")`` and ``root.add(b)``, and the
        statement itself becomes ``x = root``.
        """
        parts = [*walk_what_runs(statement)]
        parent_by_id = {
            id(child): parent for parent in parts for child in ast.iter_child_nodes(parent)
        }
        # What is evaluated first comes last; so the arguments of a call are done before the call.
        for part in reversed(parts):
            in_steps = self._write_expression(part, statement)
            if in_steps is not None:
                yield from in_steps.steps
                result = ast.copy_location(in_steps.result, part)
                replace_child(parent_by_id[id(part)], part, result)

    def _write_expression(self, part: ast.AST, statement: ast.stmt) -> _InSteps | None:
        """Write a part of a statement in steps; ``None`` if it adds no child, and gives no name.

        All within it is in steps already.
        """
        match part:
            # b := Node("B")
            case ast.NamedExpr(target=ast.Name(id=name), value=value):
                return _InSteps([make_assignment(name, value, part)], ast.Name(name, ast.Load()))
            # root.add(b)
            case ast.Call(func=ast.Attribute(value=owner, attr=name)) if name in self.methods:
                if not _is_single_step(statement, part, self.methods[name]):
                    return self._write_call(part, owner, name)
        return None

    def _write_call(self, call: ast.Call, owner: ast.expr, name: str) -> _InSteps | None:
        """Write a call that adds a child in steps; ``None`` if its arguments do not fit the method.

        ======================  =====================================================  ============
        call                    steps                                                  result
        ======================  =====================================================  ============
        ``root.add(b)``         ``root.add(b)``, if that returns the node itself       ``root``
        ``Node("A").add(b)``    ``add.1 = Node("A"); add.1.add(b)``, likewise          ``add.1``
        ``root.put(b)``         ``put.1 = b; root.children.append(put.1)``,            ``put.1``
                                if ``put`` returns its argument
        ``root.new("B")``       ``new.1 = Node("B"); root.children.append(new.1)``,    ``new.1``
                                if ``new`` makes and returns a child
        ======================  =====================================================  ============
        """
        method = self.methods[name]
        arguments = _match_arguments(method, call)
        if arguments is None:
            return None

        steps: _Statements = []
        if not isinstance(root_of(owner), ast.Name):
            variable = self._make_name(name)
            steps.append(make_assignment(variable, owner, call))
            owner = ast.Name(variable, ast.Load())

        if method.returns == _ITSELF:
            call_alone = ast.Call(ast.Attribute(owner, name, ast.Load()), call.args, [])
            steps.append(_make_statement(call_alone, call))
            return _InSteps(steps, copy.deepcopy(owner))

        child = call.args[0] if method.child is None else _fill_in(method.child, arguments)
        variable = self._make_name(name)
        steps.append(make_assignment(variable, child, call))
        children = ast.Attribute(owner, method.children, ast.Load())
        append = ast.Attribute(children, "append", ast.Load())
        added = ast.Name(variable, ast.Load())
        steps.append(_make_statement(ast.Call(append, [added], []), call))
        return _InSteps(steps, ast.Name(variable, ast.Load()))

    def _make_name(self, method: str) -> str:
        """Make a name for what has none; the dot keeps it apart from the program's own."""
        self.count += 1
        return f"{method}.{self.count}"

    def _split_assignment(self, statement: ast.stmt) -> Iterator[ast.stmt]:
        """Split an assignment to several parts of nodes; any other statement stays as it is.

        =======================================  ================================================
        ``root.left, root.right = a, b``         ``root.left = a``; ``root.right = b``
        ``root.left = b = Node(3)``              ``b = Node(3)``; ``root.left = b``
        ``a, b = 3, 5``                          itself, since no part of a node is assigned to
        =======================================  ================================================
        """
        match statement:
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
                if len(targets) == len(values) and any(map(_is_part, targets)):
                    return self._assign_side_by_side(targets, values, statement)
            case ast.Assign(targets=[_, _, *_] as targets, value=value):
                if any(map(_is_part, targets)):
                    return self._assign_in_turn(targets, value, statement)
        return iter([statement])

    def _assign_side_by_side(
        self, targets: Sequence[ast.expr], values: Sequence[ast.expr], place: ast.stmt
    ) -> Iterator[ast.stmt]:
        """Assign a value to each target; all values first, if an assignment may change one.

        ``root.left, root.right = root.right, root.left`` swaps the children, and becomes
        ``swap.1 = root.right``, ``swap.2 = root.left``, ``root.left = swap.1`` and
        ``root.right = swap.2``.
        """
        changed_names = {name for each in targets for name in find_names(root_of(each))}
        used_names = {name for each in values for name in find_names(each)}
        if not used_names.isdisjoint(changed_names):
            names = [self._make_name("swap") for _ in values]
            for name, value in zip(names, values, strict=True):
                yield make_assignment(name, value, place)
            values = [ast.Name(name, ast.Load()) for name in names]
        for target, value in zip(targets, values, strict=True):
            yield _assign([target], value, place)

    def _assign_in_turn(
        self, targets: Sequence[ast.expr], value: ast.expr, place: ast.stmt
    ) -> Iterator[ast.stmt]:
        """Assign one value to variables, ``b = c = Node(3)``, and that of the first to each part.

        A variable is made, ``node.1 = Node(3)``, if all targets are parts of nodes.
        """
        variables = [each for each in targets if isinstance(each, ast.Name)]
        parts = [each for each in targets if _is_part(each)]
        if not variables:
            variables = [ast.Name(self._make_name("node"), ast.Store())]
        yield _assign(variables, value, place)
        for part in parts:
            yield _assign([part], ast.Name(variables[0].id, ast.Load()), place)


def _is_name_alone(statement: ast.stmt) -> bool:
    """Tell whether a statement is the name of a variable, which does nothing."""
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Name)


def _is_single_step(statement: ast.stmt, call: ast.Call, method: _Method) -> bool:
    """Tell whether a statement is a call that adds a child, and does nothing else.

    ``root.add(b)`` is one. In ``x = root.add(b)`` the call is a part of the statement, and
    ``root.add_child("B")`` is two steps: it makes the child, and adds it.
    """
    is_whole_statement = isinstance(statement, ast.Expr) and statement.value is call
    return is_whole_statement and method.returns != _NEW_CHILD


def _is_part(target: ast.expr) -> bool:
    """Tell whether a target is a part of something: ``root.left``, ``tree[0]``."""
    return isinstance(target, ast.Attribute | ast.Subscript)


def _make_statement(call: ast.Call, place: ast.expr) -> ast.Expr:
    """Make the statement that a call is, at the place of a part."""
    statement = ast.Expr(call)
    place_part(statement, place)
    return statement


def _assign(targets: Sequence[ast.expr], value: ast.expr, place: ast.stmt) -> ast.Assign:
    """Make the statement that assigns a value to variables or parts, at the place of another."""
    assignment = ast.Assign([*targets], value)
    place_part(assignment, place)
    return assignment


# -- keys with a list of their own -----------------------------------------------------------------


class _CallOnSetItem(NamedTuple):
    """A call such as ``tree.setdefault("A", []).append("B")``.

    Attributes:
        setting: The call within it, ``tree.setdefault("A", [])``.
        record: What that is called on: ``tree``.
        key: The key: ``"A"``.
        method: The method that is called on the item: ``append``.
        arguments: What that is given: ``"B"``.
    """

    setting: ast.Call
    record: ast.expr
    key: ast.expr
    method: str
    arguments: list[ast.expr]


def _find_call_on_set_item(statement: ast.stmt) -> _CallOnSetItem | None:
    """Find the call on an item that is set where there is none; ``None`` in other statements."""
    match statement:
        case ast.Expr(
            value=ast.Call(
                func=ast.Attribute(
                    value=ast.Call(
                        func=ast.Attribute(value=record, attr="setdefault"), args=[key, _]
                    ) as setting,
                    attr=method,
                ),
                args=arguments,
                keywords=[],
            )
        ):
            return _CallOnSetItem(setting, record, key, method, arguments)
    return None


def _split_call_on_set_item(call: _CallOnSetItem) -> Iterator[ast.stmt]:
    """Split it: ``tree.setdefault("A", [])``, and then ``tree["A"].append("B")``."""
    yield _make_statement(call.setting, call.setting)
    item = ast.Subscript(copy.deepcopy(call.record), copy.deepcopy(call.key), ast.Load())
    on_item = ast.Call(ast.Attribute(item, call.method, ast.Load()), call.arguments, [])
    yield _make_statement(on_item, call.setting)


def sets_missing_item(statement: ast.stmt) -> bool:
    """Tell whether a statement gives a record a key that it lacks, and does nothing else.

    So does ``if a not in tree: tree[a] = []``.
    """
    return _make_setdefault(statement) is not None


def _make_setdefault(statement: ast.stmt) -> ast.Expr | None:
    """Make ``tree.setdefault(a, [])`` of ``if a not in tree: tree[a] = []``, or ``None``."""
    match statement:
        case ast.If(
            test=ast.Compare(left=key, ops=[ast.NotIn()], comparators=[record]),
            body=[ast.Assign(targets=[ast.Subscript(value=owner, slice=position)], value=item)],
            orelse=[],
        ):
            is_of_record = ast.unparse(owner) == ast.unparse(record)
            is_at_key = ast.unparse(position) == ast.unparse(key)
            if is_of_record and is_at_key:
                setting = ast.Attribute(record, "setdefault", ast.Load())
                return _make_statement(ast.Call(setting, [key, item], []), record)
    return None


# -- methods ---------------------------------------------------------------------------------------


def _find_adding_methods(parts: Sequence[ast.AST]) -> Iterator[tuple[str, _Method]]:
    """Find the methods that add a child and return a node; of one name there is one method."""
    definitions = [
        method
        for each in parts
        if isinstance(each, ast.ClassDef)
        for method in each.body
        if isinstance(method, ast.FunctionDef)
    ]
    counts = Counter(method.name for method in definitions)
    for definition in definitions:
        method = _parse_method(definition)
        if method is not None and counts[definition.name] == 1:
            yield definition.name, method


def _parse_method(definition: ast.FunctionDef) -> _Method | None:
    """Parse a method that adds a child, and returns a node; ``None`` for any other.

    ==============================================  ===================
    last statements                                 the method returns
    ==============================================  ===================
    ``self.children.append(c); return self``        its own node
    ``self.children.append(c); return c``           the child
    ==============================================  ===================

    What else it does is to tell the child its parent: ``child.parent = self``.
    """
    if definition.decorator_list or not definition.args.args:
        return None
    owner, *parameters = [parameter.arg for parameter in definition.args.args]
    statements = [each for each in definition.body if not is_docstring(each)]
    match statements:
        case [*before, ast.Return(value=ast.Name(id=returned))]:
            if returned != owner:
                return _parse_adding(owner, parameters, returned, before, definition.args.defaults)
            # An earlier return may return another node.
            if _have_return(before):
                return None
            return _Method(_ITSELF, parameters, [], None, "")
    return None


def _have_return(statements: Sequence[ast.stmt]) -> bool:
    """Tell whether a return stands in statements, however deep: ``if full: return None``."""
    parts = chain.from_iterable(map(ast.walk, statements))
    return any(isinstance(part, ast.Return) for part in parts)


def _parse_adding(
    owner: str,
    parameters: Sequence[str],
    returned: str,
    statements: Sequence[ast.stmt],
    defaults: Sequence[ast.expr],
) -> _Method | None:
    """Parse the statements of a method that returns the child which it adds; or ``None``.

    Each statement must be one of these three, in any order::

        child = Node(name)              makes the child, unless it is the only parameter
        child.parent = self
        self.children.append(child)

    Args:
        owner: The name of the object within the method: ``self``.
        parameters: Its other parameters: ``["name"]``.
        returned: The name that is returned at the end: ``child``.
        statements: The statements before that.
        defaults: The defaults of the last parameters.
    """
    children = ""
    child: ast.expr | None = None
    for statement in statements:
        match statement:
            # self.children.append(child)
            case ast.Expr(
                value=ast.Call(
                    func=ast.Attribute(
                        value=ast.Attribute(value=ast.Name(id=base), attr=attribute), attr="append"
                    ),
                    args=[ast.Name(id=added)],
                )
            ) if base == owner and added == returned and holds_children(attribute):
                children = attribute
            # child.parent = self
            case ast.Assign(
                targets=[ast.Attribute(value=ast.Name(id=base), attr=attribute)],
                value=ast.Name(id=value),
            ) if base == returned and value == owner and meaning(attribute) == PARENT:
                pass
            # child = Node(name, value)
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call() as made) if (
                name == returned and owner not in find_names(made)
            ):
                child = made
            case _:
                return None
    is_argument = parameters == [returned] and child is None
    if children == "" or (child is None and not is_argument):
        return None
    returns = _ARGUMENT if is_argument else _NEW_CHILD
    return _Method(returns, parameters, defaults, child, children)


def _match_arguments(method: _Method, call: ast.Call) -> Mapping[str, ast.expr] | None:
    """Match the arguments of a call to the parameters of its method; ``None`` if they do not fit.

    Of a method that makes the child, ``def add_child(self, name, value=0)``:

    ==============================  ==================================
    ``root.add_child("B", 3)``      ``{"name": "B", "value": 3}``
    ``root.add_child(name="B")``    ``{"name": "B", "value": 0}``
    ``root.add_child()``            ``None``, since the name is missing
    ``root.add_child(*facts)``      ``None``
    ==============================  ==================================

    Any other method, ``root.add(b)``, is given its child first. The call stays as it is, so that
    nothing is matched, ``{}``, if only it has an argument, and has none by name.
    """
    if _has_star(call):
        return None
    makes_child = method.returns == _NEW_CHILD
    if makes_child:
        return _match_arguments_by_name(method, call)
    has_child_first = len(call.args) > 0 and not call.keywords
    return {} if has_child_first else None


def _match_arguments_by_name(method: _Method, call: ast.Call) -> dict[str, ast.expr] | None:
    """Return what each parameter gets in a call without stars; ``None`` if they do not fit.

    The defaults come first; what the call gives takes their place.
    """
    parameters = method.parameters
    has_too_many = len(call.args) > len(parameters)
    if has_too_many:
        return None

    parameters_with_default = parameters[len(parameters) - len(method.defaults) :]
    parameters_by_position = parameters[: len(call.args)]
    arguments = dict(zip(parameters_with_default, method.defaults, strict=True))
    arguments.update(zip(parameters_by_position, call.args, strict=True))
    arguments.update((each.arg, each.value) for each in call.keywords if each.arg is not None)
    is_complete = arguments.keys() == set(parameters)
    return arguments if is_complete else None


def _has_star(call: ast.Call) -> bool:
    """Tell whether arguments are given with stars: ``*kids``, ``**facts``."""
    has_two_stars = any(each.arg is None for each in call.keywords)
    return has_two_stars or any(isinstance(each, ast.Starred) for each in call.args)


def _fill_in(made: ast.expr, arguments: Mapping[str, ast.expr]) -> ast.expr:
    """Return what a method makes, with arguments in the place of its parameters."""
    copied = copy.deepcopy(made)
    replacements: dict[int, ast.AST] = {}
    for node in ast.walk(copied):
        match node:
            case ast.Name(id=name) if name in arguments:
                replacements[id(node)] = copy.deepcopy(arguments[name])
    replace_parts(copied, replacements)
    return copied
