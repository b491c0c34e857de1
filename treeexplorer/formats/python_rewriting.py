"""Programs in Python, rewritten so that each step of building a tree is a statement of its own.

A tree is often built in a function, ``def build(): … return root``, and ``tree = build()`` holds
it. What a function does that is called once is done once and for certain: it is put in the place of
the call. So is what a loop does for each item of a list that is written out, and what is made in
the call of a search, ``minimax([left, right])``, becomes a variable. So the statements can be read
like any others; nothing is run.
"""

from __future__ import annotations

import ast
from collections import Counter, deque
from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from treeexplorer.formats.python_calls import (
    find_search_calls,
    is_written_out,
)
from treeexplorer.formats.python_items import is_call_with_items
from treeexplorer.formats.python_loops import write_out_loops
from treeexplorer.formats.python_objects import open_objects_with_roots
from treeexplorer.formats.python_parts import (
    SIMPLE_STATEMENTS,
    find_assigned_names,
    find_names,
    get_last_name,
    is_docstring,
    list_parts,
    make_assignment,
    replace_parts,
    walk_what_runs,
)
from treeexplorer.formats.python_steps import write_in_single_steps
from treeexplorer.formats.searches import is_search, is_search_of_tree

_NOT_BEFORE_END: Final = (
    ast.Return,
    ast.Yield,
    ast.YieldFrom,
    ast.Await,
    ast.Global,
    ast.Nonlocal,
    ast.FunctionDef,
    ast.AsyncFunctionDef,
    ast.ClassDef,
)
"""What a function must not have before its last statement to be put in the place of its call."""
_Statements: TypeAlias = list[ast.stmt]


class _Function(NamedTuple):
    """A function without parameters, whose statements all run in each call.

    Attributes:
        name: Its name.
        statements: Its statements before the return.
        result: What it returns.
        global_names: What it assigns to outside itself, as ``global root`` says.
        definition: The statement that defines it.
    """

    name: str
    statements: Sequence[ast.stmt]
    result: ast.expr
    global_names: Collection[str]
    definition: ast.FunctionDef


class _Call(NamedTuple):
    """A call in a statement, and the function that is called."""

    expression: ast.Call
    function: _Function


def rewrite_in_single_steps(module: ast.Module) -> ast.Module:
    r"""Rewrite a program so that its tree is built by the statements of the module itself.

    >>> program = "def build():\n    root = Node('A')\n    return root\ntree = build()"
    >>> print(ast.unparse(rewrite_in_single_steps(ast.parse(program))))
    tree = Node('A')
    >>> print(ast.unparse(rewrite_in_single_steps(ast.parse("minimax([left, right])"))))
    minimax_argument = [left, right]
    minimax(minimax_argument)

    Args:
        module: The syntax tree of a program, which is changed.
    """
    parts = list_parts(module)
    statements = _collect_statements_that_run_once(module)
    statements = open_objects_with_roots(module, statements)
    module.body = statements
    functions = {function.name: function for function in _find_functions(statements)}
    if functions:
        name_counts = Counter(find_names(module))
        statements = _put_functions_in_place(statements, functions, name_counts)
    # A program that is mostly a tree written out has few statements, and no loops.
    has_loops = any(isinstance(statement, ast.For) for statement in statements)
    if has_loops or any(map(_goes_through_items, parts)):
        statements = write_out_loops(module, statements)
    statements = write_in_single_steps(parts, statements)
    module.body = _assign_arguments_of_searches(statements)
    return module


def _goes_through_items(part: ast.AST) -> bool:
    """Tell whether an expression goes through a list, as ``[f(v) for v in values]`` does."""
    return isinstance(part, ast.ListComp | ast.DictComp) or is_call_with_items(part)


def _collect_statements_that_run_once(module: ast.Module) -> _Statements:
    """Collect the statements that a program runs once: of the module, its main guard and main().

    The statements of other functions and blocks may be run any number of times.
    """
    statements = _open_main_guard(module.body)
    statements = _open_with_statements(statements)
    # Last, since `main` may be defined within the guard.
    return _open_main_function(statements)


def _open_main_guard(statements: _Statements) -> _Statements:
    """Return statements with those of ``if __name__ == "__main__":`` in its place."""
    opened: _Statements = []
    for statement in statements:
        match statement:
            case ast.If(test=ast.Compare(left=ast.Name(id="__name__"))):
                opened += statement.body
            case _:
                opened.append(statement)
    return opened


def _open_with_statements(statements: _Statements) -> _Statements:
    """Return statements with those of ``with open("out.txt") as file:`` in its place."""
    opened: _Statements = []
    pending = deque(statements)
    while pending:
        statement = pending.popleft()
        if isinstance(statement, ast.With):
            # One may stand within another.
            pending.extendleft(reversed(statement.body))
        else:
            opened.append(statement)
    return opened


def _open_main_function(statements: _Statements) -> _Statements:
    """Return statements with those of ``def main():`` in the place of its definition."""
    opened: _Statements = []
    for statement in statements:
        match statement:
            case ast.FunctionDef(name="main") | ast.AsyncFunctionDef(name="main"):
                opened += statement.body
            case _:
                opened.append(statement)
    return opened


def _put_functions_in_place(
    statements: _Statements, functions: Mapping[str, _Function], name_counts: Counter[str]
) -> _Statements:
    """Put what functions do in the place of their only calls.

    That is done where the call runs once: outside of functions, loops and conditions. A function
    has no parameters, and one return at its end or none. Where the rest of the program uses the
    name of one of its variables, ``root``, it is called ``build.root``.

    Args:
        statements: The statements that run once.
        functions: The functions without parameters, by name.
        name_counts: How often each name occurs in the program; changed as variables are renamed.
            Of two calls of a function each makes a tree of its own. Its definition is no use of its
            name.
    """
    called_once = {name: each for name, each in functions.items() if name_counts[name] == 1}
    placed_definitions: set[int] = set()
    finished_statements: _Statements = []
    pending = deque(statements)
    while pending:
        statement = pending.popleft()
        call = _find_call(statement, called_once)
        if call is None:
            finished_statements.append(statement)
        else:
            # What comes in may have calls itself: it is looked at next.
            pending.extendleft(reversed(_replace_call(statement, call, name_counts)))
            placed_definitions.add(id(call.function.definition))
    # Last, since a function may be called before it is defined.
    return [each for each in finished_statements if id(each) not in placed_definitions]


def _assign_arguments_of_searches(statements: _Statements) -> _Statements:
    """Assign to a variable what is made of variables in the call of a search.

    The ``[left, right]`` of ``minimax([left, right])`` is the tree, and ``left`` a part of it.
    """
    finished_statements: _Statements = []
    for statement in statements:
        argument = _find_argument_with_variables(statement)
        if argument is not None:
            made = argument.expression
            finished_statements.append(make_assignment(argument.variable, made, place=made))
            name = ast.copy_location(ast.Name(argument.variable, ast.Load()), made)
            replace_parts(statement, {id(made): name})
        finished_statements.append(statement)
    return finished_statements


class _Argument(NamedTuple):
    """What is made in the call of a search, and the variable to which it is assigned."""

    expression: ast.expr
    variable: str


def _find_argument_with_variables(statement: ast.stmt) -> _Argument | None:
    """Find a list, record or node that is made of variables in the call of a search.

    Of ``minimax([left, right])`` it is ``[left, right]``, for a variable ``minimax_argument``. The
    ``[3, 5]`` of ``minimax([3, 5])`` is not found, nor is the ``Node(3)`` of ``minimax(Node(3))``,
    where ``Node`` is a class and no variable.
    """
    if not isinstance(statement, SIMPLE_STATEMENTS):
        return None
    for call in filter(_is_search_of_what_is_made, find_search_calls([statement])):
        argument = call.args[0]
        parts = [*ast.walk(argument)]
        names = [each for each in parts if isinstance(each, ast.Name)]
        classes = [each.func for each in parts if isinstance(each, ast.Call)]
        has_variables = any(name not in classes for name in names)
        if has_variables:
            return _Argument(argument, f"{get_last_name(call.func)}_argument")
    return None


def _is_search_of_what_is_made(call: ast.Call) -> bool:
    """Tell whether the call of a search is given what is made in the call."""
    is_of_tree = is_search_of_tree(get_last_name(call.func))
    return is_of_tree and len(call.args) > 0 and is_written_out(call.args[0])


def _find_functions(statements: _Statements) -> Iterator[_Function]:
    """Find the functions that may be put in the place of their call.

    =================================================  ==========================================
    ``def build(): root = Node("A"); return root``     found
    ``def build(depth): …``, ``@cache def build(): …`` not: it has parameters, or is decorated
    ``def build(): …`` twice                           not: which is called is not plain
    ``def leaf(): return Node("B", 3)``                not: it is read where it is called
    ``def run(): if done: return; show(root)``         not: it may end before its last statement
    =================================================  ==========================================
    """
    definitions = [each for each in statements if isinstance(each, ast.FunctionDef)]
    name_counts = Counter(definition.name for definition in definitions)
    for definition in definitions:
        has_namesake = name_counts[definition.name] > 1
        is_decorated = len(definition.decorator_list) > 0
        if has_namesake or is_decorated or _has_parameters(definition):
            continue
        function = _parse_function(definition)
        only_returns = all(map(is_docstring, function.statements))
        if only_returns and not _calls_search(function.result):
            continue
        if all(map(_runs_to_its_end, [*function.statements, function.result])):
            yield function


def _parse_function(definition: ast.FunctionDef) -> _Function:
    """Part what a function does from what it returns, which is ``None`` without a return."""
    statements: _Statements = []
    global_names: set[str] = set()
    for statement in definition.body:
        if isinstance(statement, ast.Global):
            global_names.update(statement.names)
        else:
            statements.append(statement)

    result: ast.expr = ast.Constant(None)
    match statements:
        case [*_, ast.Return(value=value_returned)]:
            statements.pop()
            if value_returned is not None:
                result = value_returned
    return _Function(definition.name, statements, result, global_names, definition)


def _calls_search(result: ast.expr) -> bool:
    """Tell whether what a function returns is the value of a search: ``minimax(root, True)``."""
    return isinstance(result, ast.Call) and is_search(get_last_name(result.func))


def _has_parameters(definition: ast.FunctionDef) -> bool:
    """Tell whether a function has parameters, of any kind."""
    arguments = definition.args
    return any(
        (
            arguments.posonlyargs,
            arguments.args,
            arguments.kwonlyargs,
            arguments.vararg,
            arguments.kwarg,
        )
    )


def _runs_to_its_end(part: ast.AST) -> bool:
    """Tell whether nothing in a part of a function leaves it, or holds beyond it."""
    return not any(isinstance(node, _NOT_BEFORE_END) for node in ast.walk(part))


def _find_call(statement: ast.stmt, functions: Mapping[str, _Function]) -> _Call | None:
    """Find a call of one of some functions in a statement that runs for certain."""
    for node in walk_what_runs(statement):
        match node:
            case ast.Call(func=ast.Name(id=name), args=[], keywords=[]) if name in functions:
                return _Call(node, functions[name])
    return None


def _replace_call(statement: ast.stmt, call: _Call, name_counts: Counter[str]) -> _Statements:
    """Return what is done in the place of a statement with the call of a function.

    There are three cases; ``…`` stands for what the function does before its return::

        build()                              …
        tree = build()                       …, where the variable `root` that it returns is `tree`
        print(minimax(build(), 2))           …, and then the statement with what it returns

    The names of variables in the function are changed where :func:`_choose_names` says so.
    """
    function = call.function
    new_names = _choose_names(function, name_counts)
    statements_after: _Statements = []
    is_call_alone = isinstance(statement, ast.Expr) and statement.value is call.expression
    if not is_call_alone:
        returned_variable = _find_variable(function.result, new_names)
        name_in_program = _find_name_for_result(statement, call)
        if returned_variable is not None and name_in_program is not None:
            new_names[returned_variable] = name_in_program
        else:
            statements_after = _put_result_in_place(statement, call)

    # The result is renamed, too, where it stands in a statement after those of the function.
    for part in [*function.statements, function.result]:
        _rename(part, new_names, name_counts)
    return [*function.statements, *statements_after]


def _uses(function: _Function, name: str) -> bool:
    """Tell whether a name occurs in a function."""
    parts = [*function.statements, function.result]
    return any(name in find_names(part) for part in parts)


def _find_variable(result: ast.expr, variables: Container[str]) -> str | None:
    """Return the name of the variable that a function returns, if it is one of its own."""
    match result:
        case ast.Name(id=name) if name in variables:
            return name
    return None


def _find_name_for_result(statement: ast.stmt, call: _Call) -> str | None:
    """Find the name that a program gives to what a function returns.

    Of ``tree = build()`` it is ``tree``. It is ``None`` if there is none, or if the function uses
    this name for something else.
    """
    match statement, call.function.result:
        case ast.Assign(targets=[ast.Name(id=name)], value=value), result:
            is_name_of_result = isinstance(result, ast.Name) and result.id == name
            is_free = is_name_of_result or not _uses(call.function, name)
            return name if value is call.expression and is_free else None
    return None


def _put_result_in_place(statement: ast.stmt, call: _Call) -> _Statements:
    """Put what a function returns in the place of its call, and return the statements for that.

    ======================================  ==============================  =====================
    the statement                           the function returns            becomes
    ======================================  ==============================  =====================
    ``tree = build()``                      ``Node("A")``                   ``tree = Node("A")``
    ``print(run())``                        a variable, a constant, or a    ``print(root)``
                                            search: no node is made there
    ``minimax(build(), 2)``                 ``Node("A")``                   ``build = Node("A")``;
                                                                            ``minimax(build, 2)``
    ======================================  ==============================  =====================

    In the last one a variable is made. Its name, that of the function, is free: the program has
    named the function in this call alone, and the call and the function go away.
    """
    result = call.function.result
    is_assigned = isinstance(statement, ast.Assign) and statement.value is call.expression
    makes_no_node = isinstance(result, ast.Name | ast.Constant) or _calls_search(result)
    if is_assigned or makes_no_node:
        replace_parts(statement, {id(call.expression): result})
        return [statement]

    variable = call.function.name
    name = ast.copy_location(ast.Name(variable, ast.Load()), call.expression)
    replace_parts(statement, {id(call.expression): name})
    return [make_assignment(variable, result, place=result), statement]


def _choose_names(function: _Function, name_counts: Counter[str]) -> dict[str, str]:
    """Choose the names of a function's variables: their own, unless these are used elsewhere.

    For ``root`` of ``build`` that is ``root``; but ``build.root`` if the rest of the program has a
    ``root``, too. What is assigned to outside, ``global root``, keeps its name.
    """
    parts = [*function.statements, function.result]
    inner_counts = Counter(name for part in parts for name in find_names(part))
    assigned_names = dict.fromkeys(find_assigned_names(function.statements))
    new_names: dict[str, str] = {}
    for name in assigned_names:
        if name in function.global_names:
            continue
        is_used_elsewhere = name_counts[name] > inner_counts[name]
        new_names[name] = f"{function.name}.{name}" if is_used_elsewhere else name
    return new_names


def _rename(part: ast.AST, new_names: dict[str, str], name_counts: Counter[str]) -> None:
    """Rename variables in a part of a program; the counts of all names follow."""
    for node in ast.walk(part):
        match node:
            case ast.Name(id=name) if name in new_names:
                name_counts[name] -= 1
                node.id = new_names[name]
                name_counts[node.id] += 1
