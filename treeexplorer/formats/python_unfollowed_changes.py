"""What a program in Python changes in a way that is not followed, since only running it would tell.

A variable that is changed so is forgotten; where it holds a part of another value, the program is
refused.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence
from itertools import chain
from typing import Final, NamedTuple

from treeexplorer.formats.model import UnreadableError
from treeexplorer.formats.python_assignments import find_assignments
from treeexplorer.formats.python_changes import (
    collect_names_of_function,
    find_changed_arguments,
    find_changed_expressions,
    find_global_names,
    root_of,
)
from treeexplorer.formats.python_classes import find_changes_of_root_elsewhere
from treeexplorer.formats.python_expressions import evaluate
from treeexplorer.formats.python_parts import (
    SIMPLE_STATEMENTS,
    find_captured_names,
    find_names,
    get_last_name,
)
from treeexplorer.formats.python_paths import collect_variables, find_container
from treeexplorer.formats.python_program import PythonProgram, is_changing_method
from treeexplorer.formats.python_refusals import (
    WRITE_TREE_OUT,
    make_change_error,
    make_no_literal_error,
    mark_as_certain,
)
from treeexplorer.formats.python_tables import find_changes_of_tables
from treeexplorer.formats.python_variables import ProgramVariables
from treeexplorer.formats.searches import is_called_tree, is_search
from treeexplorer.formats.words import CHILDREN, PARENT, meaning
from treeexplorer.text import quoted, shorten

_LONGEST_SHOWN: Final = 40  # characters, of what is shown of a program
_CHANGING_FUNCTIONS: Final = frozenset({"shuffle", "heapify"})
"""The functions of Python's library that change the list that they are given."""
_COPYING_FUNCTIONS: Final = frozenset({"copy", "deepcopy", "list", "sorted", "dict", "set"})
_CHANGING_FUNCTIONS_OF_PHP: Final = frozenset(
    {"unset", "array_push", "array_pop", "array_shift", "array_unshift", "array_splice"}
)
_COPYING: Final = frozenset({"copy", "deepcopy", "clone"})
_CHOOSING: Final = frozenset({"next", "max", "min"})
"""The functions of Python that return one of what they are given."""
_MAKING_OBJECT: Final = ".__init__"
"""The end of the name of a method, ``game.__init__``, that is called where its object is made."""
_DEFINITIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_BLOCKS: Final = (ast.For, ast.While, ast.If, ast.With, ast.Try, ast.Match)
"""The statements whose own statements may be run any number of times, or never."""


class _Change(NamedTuple):
    """A change of what a variable holds.

    Attributes:
        variable: The variable: ``tree`` in ``tree.left.append(3)``.
        changed: The part that is changed: ``tree.left``.
    """

    variable: ast.Name
    changed: ast.expr


# -- in a statement --------------------------------------------------------------------------------


def forget_unfollowed_changes(
    statement: ast.stmt, program: PythonProgram, variables: ProgramVariables
) -> None:
    """Forget the values that a statement changes, if only running it would tell how.

    =======================================  ================================================
    ``tree[i].append(3)``                    which part is changed depends on ``i``
    ``tree.find("B").value = 3``             which part is changed only the call can tell
    ``[row.sort() for row in tree]``         each part is changed, one after the other
    ``last = tree.pop()``                    the change stands within another statement
    ``random.shuffle(tree)``                 a function of Python's library changes it
    ``for i in range(3): tree.append(i)``    a block may be run any number of times
    ``v += 4``; ``x, y = y, x``              the numbers of variables are not followed
    =======================================  ================================================

    Args:
        statement: The statement.
        program: The program in which it stands.
        variables: Its variables.

    Raises:
        UnreadableError: One of the values is a part of another value.
    """
    # tree[i].append(3), where tree[i] is changed
    changed_part = next(find_changed_expressions(statement), None)
    if changed_part is not None and _is_unknown_part_of_tree(changed_part, variables):
        forget_base_variable(changed_part, changed_part, program, variables)

    changes = [*_find_changes_of_results(statement)]
    if program.has_changing_methods:
        changes += _find_changes_in_expressions(statement)
        changes += _find_changes_of_members(statement)
    changes += _find_changes_by_library(statement)
    for changed in changes:
        # A variable that holds no list, record or node is no tree.
        if find_container(changed, variables) is not None:
            forget_base_variable(changed, statement, program, variables)

    if isinstance(statement, _BLOCKS):
        _forget_changes_within(statement, program, variables)

    for name in _find_variables_computed_anew(statement):
        variables.forget_number(name)


def _is_unknown_part_of_tree(expression: ast.expr, variables: ProgramVariables) -> bool:
    """Tell whether an expression leads to a part of a tree, but it cannot be told to which.

    In ``tree[i].append(3)`` the expression ``tree[i]`` does.
    """
    if find_container(expression, variables) is not None or isinstance(expression, ast.Name):
        return False
    base = root_of(expression)
    while isinstance(base, ast.Call):
        # next(iter(tree)).append(3), but not deepcopy(tree).append(3)
        is_copy = get_last_name(base.func) in _COPYING_FUNCTIONS
        if not is_copy and any(find_container(each, variables) for each in base.args):
            return True
        # tree.get("A").append(3)
        base = root_of(base.args[0] if _is_iterator(base) else base.func)
    return bool(find_container(base, variables))


def _is_iterator(call: ast.Call) -> bool:
    """Tell whether a call gives the members of its argument: ``next(iter(tree))``."""
    return get_last_name(call.func) in {"iter", "next"} and len(call.args) > 0


def _find_changes_in_expressions(statement: ast.stmt) -> Iterator[ast.expr]:
    """Find what the calls within a statement change: ``tree`` in ``last = tree.pop()``.

    Of each statement it yields the owner of a method that changes lists or records::

        last = tree.pop()                   tree
        map(root.children.append, kids)     root.children: it may be called any number of times
        tree.pop()                          nothing: a call that is the whole statement
        root = tree.create_node("A")        nothing: that makes a node of treelib
    """
    if not isinstance(statement, SIMPLE_STATEMENTS):
        return
    method_of_whole_statement: ast.expr | None = None
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        method_of_whole_statement = statement.value.func
    for part in ast.walk(statement):
        if is_changing_method(part) and part is not method_of_whole_statement:
            owner = part.value
            yield owner


def _find_changes_of_results(statement: ast.stmt) -> Iterator[ast.expr]:
    """Find the trees of which a call finds a part, where a fact of this part is set.

    It is ``tree`` in ``tree.find("B").value = 3`` and in ``next(c for c in tree).value = 3``. What
    ``tree.copy()`` returns is no part.
    """
    if not isinstance(statement, ast.Assign):
        return
    for target in statement.targets:
        match target:
            case ast.Attribute(value=ast.Call() as call, attr=attribute) if meaning(attribute):
                yield from _find_searched_in_call(call)
            case ast.Subscript(value=ast.Call() as call):
                yield from _find_searched_in_call(call)


def _find_searched_in_call(call: ast.Call) -> Iterator[ast.expr]:
    """Find what a call looks through for the part that it returns; nothing for other calls."""
    match call:
        case ast.Call(func=ast.Attribute(value=owner, attr=method)) if method not in _COPYING:
            yield root_of(owner)
        case ast.Call(func=ast.Name(id=name), args=[several, *_]) if name in _CHOOSING:
            if isinstance(several, ast.GeneratorExp):
                yield from (root_of(each.iter) for each in several.generators)
            else:
                yield root_of(several)


def _find_changes_of_members(statement: ast.stmt) -> Iterator[ast.expr]:
    """Find the lists whose members a statement changes one after the other, in no loop.

    That is ``tree`` in ``[row.sort() for row in tree]``, and in ``list(map(lambda row: row.pop(),
    tree))``.
    """
    if not isinstance(statement, SIMPLE_STATEMENTS):
        return
    for part in ast.walk(statement):
        match part:
            case ast.ListComp() | ast.SetComp() | ast.GeneratorExp():
                for loop in part.generators:
                    if _changes_one_of(part.elt, {*find_names(loop.target)}):
                        yield root_of(loop.iter)
            case ast.Call(args=[ast.Lambda() as function, *lists]):
                parameters = {parameter.arg for parameter in function.args.args}
                if _changes_one_of(function.body, parameters):
                    yield from map(root_of, lists)


def _changes_one_of(expression: ast.expr, names: Collection[str]) -> bool:
    """Tell whether a method in an expression changes what one of some names holds."""
    for part in ast.walk(expression):
        if is_changing_method(part):
            variable = root_of(part.value)
            if isinstance(variable, ast.Name) and variable.id in names:
                return True
    return False


def _find_changes_by_library(statement: ast.stmt) -> Iterator[ast.expr]:
    """Find what a statement changes so that only running it would tell the result.

    That is ``tree`` in ``tree *= 2``, in ``random.shuffle(tree)``, in Ruby's ``tree << 3``, and in
    ``del tree[0], tree[0]``, whatever stands in the place that is deleted.
    """
    match statement:
        case ast.AugAssign(op=ast.Add()):
            return  # += adds to a list
        case ast.AugAssign(target=tree):
            yield tree
        case ast.Delete(targets=targets):
            yield from (each for each in targets if isinstance(each, ast.Name))
            yield from find_changed_expressions(statement)
        case ast.Expr(value=ast.BinOp(left=tree, op=ast.LShift())):
            yield tree
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr=function), args=[tree])):
            if function in _CHANGING_FUNCTIONS:
                yield tree
        case ast.Expr(value=ast.Call(func=ast.Name(id=function), args=[tree, *_])):
            if function in _CHANGING_FUNCTIONS_OF_PHP:
                yield root_of(tree)


def _find_variables_computed_anew(statement: ast.stmt) -> Iterator[str]:
    """Find the variables whose values a statement computes from their old ones.

    So are ``v`` in ``v += 4``, and ``x`` and ``y`` in ``x, y = y, x``.
    """
    match statement:
        case ast.AugAssign(target=ast.Name(id=name)):
            yield name
        case ast.Assign(targets=[ast.Tuple() as names], value=ast.Tuple() as values):
            if not set(find_names(names)).isdisjoint(find_names(values)):
                yield from find_names(names)


# -- in a block ------------------------------------------------------------------------------------


def _forget_changes_within(
    block: ast.stmt, program: PythonProgram, variables: ProgramVariables
) -> None:
    """Forget the values of variables that a statement of a loop or another block changes.

    How often the statements of a block are run, or whether, is not known.

    Raises:
        UnreadableError: A part of another value is changed: then that value is not known,
            either. The queue of a search is no part of its tree.
    """
    if program.is_outside_functions(block):
        _forget_assignments_within(block, program, variables)
    names_of_parts = _collect_names_of_parts(block, variables)
    for change in _find_changes(block):
        if change.variable.id in names_of_parts:  # for child in tree: child.append(3)
            raise make_change_error(program.offset_of(change.changed))
        _forget_container(change, program, variables)


def _forget_assignments_within(
    block: ast.stmt, program: PythonProgram, variables: ProgramVariables
) -> None:
    """Forget what variables hold to which a block assigns something.

    The variable of the tree is to keep its value:

    ========================================  =====================================================
    ``for i in range(2): tree = [tree, 3]``   an error: how often that is done is not known
    ``if hard: tree = [[1, 2], [3, 4]]``      an error: it is not known which is the tree
    ``if name: tree = load(name)``            the tree that is known stays, and this is left out
    ``while tree: tree = tree.left``          nothing: the search goes down in the tree
    ========================================  =====================================================

    Raises:
        UnreadableError: It does, or may do so.
    """
    statements = [part for part in ast.walk(block) if isinstance(part, ast.stmt)]
    for name, expression in chain.from_iterable(map(find_assignments, statements)):
        base = root_of(expression)
        is_below = isinstance(base, ast.Name) and base.id == name and base is not expression
        if is_below or not variables.lookup_container(name):
            continue
        if not is_called_tree(name):
            variables.lose(name)
            continue
        place = program.offset_of(expression)
        if isinstance(block, ast.For | ast.While):
            message = f"{quoted(name)} gets other values in this loop, and nothing of a file is run"
            raise mark_as_certain(UnreadableError(message, place, WRITE_TREE_OUT))
        if evaluate(expression, program, variables).problem is None:
            message = f"{quoted(name)} is another tree in this `{type(block).__name__.lower()}`"
            hint = "leave all but one of them out"
            raise mark_as_certain(UnreadableError(message, place, hint))
        source = shorten(f"{name} = {ast.unparse(expression)}", _LONGEST_SHOWN)
        variables.note_problem(source, make_no_literal_error(expression, place))


def _collect_names_of_parts(block: ast.stmt, variables: ProgramVariables) -> set[str]:
    """Collect the variables of a block that stand for parts of trees.

    In ``for child in tree:`` this is ``child``, in ``match tree: case [a, b]:`` these are ``a`` and
    ``b``.
    """
    names: set[str] = set()
    for part in ast.walk(block):
        match part:
            case ast.For(target=target, iter=iterable) if _leads_to_tree(iterable, variables):
                names |= {variable.id for variable in collect_variables(target)}
            case ast.Match(subject=subject, cases=cases) if _leads_to_tree(subject, variables):
                patterns = [pattern for case in cases for pattern in ast.walk(case.pattern)]
                names.update(chain.from_iterable(map(find_captured_names, patterns)))
    return names


def _leads_to_tree(expression: ast.expr, variables: ProgramVariables) -> bool:
    """Tell whether a variable of an expression holds a list, a record or a node."""
    return any(variables.lookup_container(each.id) for each in collect_variables(expression))


def _find_changes(code: ast.AST) -> Iterator[_Change]:
    """Find what a block or function changes: ``tree`` in ``tree.left.append(3)``.

    To name the parent of each child, ``for child in root.children: child.parent = root``, changes
    nothing: it stands below this node already.
    """
    parts = [*ast.walk(code)]
    loops = [part for part in parts if isinstance(part, ast.For)]
    linking_back = [each for loop in loops for each in loop.body if _links_back(each, loop)]
    for part in parts:
        if part in linking_back:
            continue
        for changed in find_changed_expressions(part):
            variable = root_of(changed)
            if isinstance(variable, ast.Name):
                yield _Change(variable, changed)


def _links_back(statement: ast.stmt, loop: ast.For) -> bool:
    """Tell whether a statement of a loop over the children of a node names this as their parent."""
    match loop, statement:
        case (
            ast.For(target=ast.Name(id=child), iter=ast.Attribute(value=node, attr=children)),
            ast.Assign(
                targets=[ast.Attribute(value=ast.Name(id=linked), attr=parent)], value=given
            ),
        ):
            is_link = meaning(children) == CHILDREN and meaning(parent) == PARENT
            return is_link and child == linked and ast.dump(node) == ast.dump(given)
    return False


# -- in functions ----------------------------------------------------------------------------------


def forget_changes_in_functions(program: PythonProgram, variables: ProgramVariables) -> None:
    """Forget the values of variables that functions change: how often they do is not known.

    =======================================================  ================================
    ``def f(): tree.append(3)``                              changes ``tree`` from outside
    ``def fill(node): node.append(3)`` and ``fill(tree)``    changes what it is called with
    =======================================================  ================================

    Args:
        program: The program.
        variables: Its variables, after all statements outside functions.

    Raises:
        UnreadableError: A part of another value is changed so: then that other value is not
            known, either.
    """
    functions_changing_arguments: list[ast.FunctionDef] = []
    for function in [part for part in program.parts if isinstance(part, ast.FunctionDef)]:
        changes = _collect_changes_by_function(function)
        own_names = collect_names_of_function(function)
        changes_outside = [each for each in changes if each.variable.id not in own_names]
        for change in changes_outside:
            # An empty list is no tree, and may be filled: visited = [].
            is_filled_container = bool(variables.lookup_container(change.variable.id))
            if is_filled_container:
                _forget_container(change, program, variables)
        changes_own_names = len(changes_outside) < len(changes)
        if changes_own_names:
            functions_changing_arguments.append(function)
    _forget_changed_arguments(functions_changing_arguments, program, variables)


def _collect_changes_by_function(function: ast.FunctionDef) -> list[_Change]:
    """Collect what a function changes, ``tree.append(3)``, and assigns anew, ``global tree``.

    A search may store its result, ``best = move``; and an object is made before its root is given
    to it. What these two assign anew does not count.
    """
    changes = [*_find_changes(function)]
    makes_object = function.name.endswith(_MAKING_OBJECT)
    if not makes_object and not _is_search(function):
        changes += _find_assigned_globals(function)
    return changes


def _find_assigned_globals(function: ast.FunctionDef) -> Iterator[_Change]:
    """Find where a function assigns to a variable outside it: ``global root; root = Node(3)``."""
    global_names = set(find_global_names(function))
    for part in ast.walk(function):
        match part:
            case ast.Name(id=name, ctx=ast.Store()) if name in global_names:
                yield _Change(part, part)


def _forget_changed_arguments(
    functions: Sequence[ast.FunctionDef], program: PythonProgram, variables: ProgramVariables
) -> None:
    """Forget the values of variables that are passed to functions that change them.

    After ``def fill(node): node.append(3)`` the call ``fill(tree)`` changes ``tree``. A search
    is taken to undo its changes: it makes a move, ``board[0] = "X"``, and takes it back.

    Args:
        functions: The functions that change what they are called with. Methods of several classes
            may have one name, and a call may be of any of these.
        program: The program.
        variables: Its variables.
    """
    functions_by_name: dict[str, list[ast.FunctionDef]] = {}
    for function in functions:
        if not _is_search(function):
            functions_by_name.setdefault(function.name, []).append(function)
    calls = [part for part in program.parts if isinstance(part, ast.Call)]
    for call in calls:
        for function in functions_by_name.get(get_last_name(call.func), ()):
            for argument in find_changed_arguments(call, function):
                is_filled_container = bool(variables.lookup_container(argument.id))
                if is_filled_container:
                    variables.forget(argument.id, make_change_error(program.offset_of(call)))


def _is_search(function: ast.FunctionDef) -> bool:
    """Tell whether a function is called as a search is, or is handed a window."""
    parameters = {each.arg.lower() for each in function.args.args}
    return is_search(function.name) or parameters.issuperset({"alpha", "beta"})


# -- what is forgotten -----------------------------------------------------------------------------


def forget_base_variable(
    expression: ast.expr,
    changed: ast.expr | ast.stmt,
    program: PythonProgram,
    variables: ProgramVariables,
) -> None:
    """Forget the value of the variable that an expression begins with: ``a`` of ``a[0].b``.

    Args:
        expression: The expression.
        changed: The expression or statement that the refusal points at.
        program: The program in which they stand.
        variables: Its variables.

    Raises:
        UnreadableError: There is no variable, or its value is a part of another one.
    """
    variable = root_of(expression)
    if not isinstance(variable, ast.Name):
        raise make_change_error(program.offset_of(changed))
    _forget_changed_variable(variable.id, program.offset_of(changed), variables)


def _forget_container(change: _Change, program: PythonProgram, variables: ProgramVariables) -> None:
    """Forget the list, record or node of a variable that is changed, it is not known how often.

    Raises:
        UnreadableError: It is a part of another value.
    """
    if variables.lookup_container(change.variable.id) is not None:
        place = program.offset_of(change.changed)
        _forget_changed_variable(change.variable.id, place, variables)


def _forget_changed_variable(name: str, place: int, variables: ProgramVariables) -> None:
    """Forget the value of a variable that is changed at an offset of the program.

    Raises:
        UnreadableError: It is a part of another value, which is changed with it.
    """
    container = variables.lookup_container(name)
    is_part = variables.is_used(name) or variables.is_part(container)
    if is_part or variables.is_held_elsewhere(container, name):
        raise make_change_error(place)
    variables.forget_changed(name, make_change_error(place, name))


# -- programs that are refused ---------------------------------------------------------------------


def check_no_result_is_changed(program: PythonProgram) -> None:
    """Refuse a program that changes what a function of its own has returned.

    After ``t = build()`` the tree in ``build`` is that of ``t``; but not after ``t.append(3)``.

    Raises:
        UnreadableError: It changes a result.
    """
    functions = {part.name for part in program.parts if isinstance(part, ast.FunctionDef)}
    results: set[str] = set()
    for part in program.parts:
        match part:
            case ast.Assign(
                targets=[ast.Name(id=variable)], value=ast.Call(func=ast.Name(id=function))
            ) if function in functions:
                results.add(variable)

    for changed in chain.from_iterable(map(find_changed_expressions, program.parts)):
        base = root_of(changed)
        if isinstance(base, ast.Name) and base.id in results:
            raise make_change_error(program.offset_of(changed))


def check_no_root_is_changed(program: PythonProgram) -> None:
    """Refuse a program in which a method changes the root that another one has given an object.

    Where a class has several objects it is not known which of their roots ``self.root`` is.

    Raises:
        UnreadableError: A method does: ``def add(self, v): self.root.append(v)``.
    """
    for part in program.parts:
        if isinstance(part, ast.ClassDef) and part.name in program.classes_with_root:
            for changed in find_changes_of_root_elsewhere(part):
                raise make_change_error(program.offset_of(changed))


def check_no_table_is_changed(program: PythonProgram) -> None:
    """Refuse a program that changes what a class of it writes out: ``game.moves["A"] = [3]``.

    A search may store its results in it.

    Raises:
        UnreadableError: It does.
    """
    names = frozenset(chain.from_iterable(program.tables.values()))
    if not names:
        return
    functions = [part for part in program.parts if isinstance(part, ast.FunctionDef)]
    outside = [each for each in program.statements if not isinstance(each, _DEFINITIONS)]
    for part in [*functions, *outside]:
        if isinstance(part, ast.FunctionDef) and _is_search(part):
            continue
        for changed in find_changes_of_tables(part, names):
            raise make_change_error(program.offset_of(changed))
