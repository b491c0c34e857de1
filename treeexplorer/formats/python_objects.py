r"""Objects that a program in Python makes once, to hold a tree: the program is told without them.

A tree is often the ``root`` of an object, ``self.root = Node("A")`` in ``class Game``, and
``minimax(game.root)`` searches it. Where a class has one object, each attribute of it is one
variable, and each method one function. So the class is rewritten; nothing is run.

>>> program = '''
... class Game:
...     def __init__(self):
...         self.root = [[3, 5], [2, 9]]
... game = Game()
... minimax(game.root)
... '''
>>> module = ast.parse(program)
>>> module.body = open_objects_with_roots(module, module.body)
>>> print(ast.unparse(module))
def game.__init__():
    global root
    root = [[3, 5], [2, 9]]
game.__init__()
minimax(root)
"""

from __future__ import annotations

import ast
from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from treeexplorer.formats.python_parts import replace_parts, walk_what_runs
from treeexplorer.formats.searches import is_called_tree

_INIT: Final = "__init__"
_Statements: TypeAlias = list[ast.stmt]


class _Object(NamedTuple):
    """The only object of a class.

    Attributes:
        definition: The class.
        methods: Its methods.
        call: The call of the class that makes the object.
        statement: The statement with this call.
        variable: Where the statement is ``game = Game()`` the name on its left, else ``None``.
    """

    definition: ast.ClassDef
    methods: Sequence[ast.FunctionDef]
    call: ast.Call
    statement: ast.stmt
    variable: ast.Name | None

    @property
    def prefix(self) -> str:
        """What the names of its attributes begin with where these alone are taken: ``game``."""
        return self.definition.name if self.variable is None else self.variable.id


def open_objects_with_roots(module: ast.Module, statements: _Statements) -> _Statements:
    """Return the statements of a program without the objects that hold the root of a tree.

    A class stays as it is if it has several objects, or if an object is more than its attributes:
    what it is handed to, ``show(game)``, may do anything with it.

    Args:
        module: The whole program, which is changed.
        statements: Those of its statements that run once.
    """
    opened = statements
    # The classes of the beginning: to open one takes no other one away.
    definitions = [each for each in statements if isinstance(each, ast.ClassDef)]
    for definition in definitions:
        # Each is looked for in what the classes before it have become.
        found = _find_only_object(module, opened, definition)
        if found is None:
            continue
        attributes = _collect_attributes(module, found)
        if attributes is not None and _has_root(attributes):
            names = _choose_names(module, found, attributes)
            _make_attributes_variables(module, attributes, names)
            opened = _open_class(opened, found, names)
    return opened


# -- the object ------------------------------------------------------------------------------------


def _find_only_object(
    module: ast.Module, statements: _Statements, definition: ast.ClassDef
) -> _Object | None:
    """Find the object of a class that has one; ``None`` if it has none or several.

    A class with a base or with decorators may do anything: it is taken for one without an object.
    """
    methods = [each for each in definition.body if isinstance(each, ast.FunctionDef)]
    if not _is_plain_class(definition, methods):
        return None
    uses = _find_names_in(module, definition.name)
    if len(uses) != 1:
        return None

    only_use = uses[0]
    for statement in statements:
        for node in walk_what_runs(statement):
            match node:
                case ast.Call(func=function, args=[], keywords=[]) if function is only_use:
                    variable = _find_variable(statement, node)
                    return _Object(definition, methods, node, statement, variable)
    return None


def _is_plain_class(definition: ast.ClassDef, methods: Sequence[ast.FunctionDef]) -> bool:
    """Tell whether a class has no base and no decorators, and each of its methods a ``self``."""
    bases = [ast.unparse(base) for base in definition.bases]
    has_no_base = bases in ([], ["object"])
    have_self = all(method.args.args for method in methods)
    decorators = [
        *definition.decorator_list,
        *(decorator for method in methods for decorator in method.decorator_list),
    ]
    return has_no_base and have_self and not decorators


def _find_names_in(part: ast.AST, name: str) -> list[ast.Name]:
    """Find the places in a part of a program where a name stands."""
    return [each for each in ast.walk(part) if isinstance(each, ast.Name) and each.id == name]


def _find_variable(statement: ast.stmt, call: ast.Call) -> ast.Name | None:
    """Find the variable that a statement assigns a call to, if it does nothing else."""
    match statement:
        case ast.Assign(targets=[ast.Name() as variable], value=value) if value is call:
            return variable
    return None


# -- its attributes --------------------------------------------------------------------------------


def _collect_attributes(module: ast.Module, found: _Object) -> list[ast.Attribute] | None:
    """Collect the attributes of an object wherever they stand: ``self.root``, ``game.root``.

    Returns ``None`` if the object stands anywhere without an attribute: ``show(game)``.
    """
    ids_of_object = {id(expression) for expression in _find_object(module, found)}
    attributes = [
        node
        for node in ast.walk(module)
        if isinstance(node, ast.Attribute) and id(node.value) in ids_of_object
    ]
    ids_with_attribute = {id(attribute.value) for attribute in attributes}
    stands_alone_somewhere = ids_with_attribute != ids_of_object
    return None if stands_alone_somewhere else attributes


def _find_object(module: ast.Module, found: _Object) -> Iterator[ast.expr]:
    """Find the places where an object stands: ``self`` in its methods, and ``game`` anywhere.

    Where it is assigned to no variable, ``Game().run()``, that is the call which makes it.
    """
    for method in found.methods:
        name_of_self = method.args.args[0].arg
        yield from _find_names_in(method, name_of_self)
    if found.variable is None:
        yield found.call
    else:
        for name in _find_names_in(module, found.variable.id):
            if name is not found.variable:
                yield name


def _has_root(attributes: Sequence[ast.Attribute]) -> bool:
    """Tell whether an object is given a root: then it holds a tree, and is no node."""
    return any(
        is_called_tree(attribute.attr) and isinstance(attribute.ctx, ast.Store)
        for attribute in attributes
    )


def _choose_names(
    module: ast.Module, found: _Object, attributes: Sequence[ast.Attribute]
) -> Mapping[str, str]:
    """Choose a name for each attribute, field and method: its own, unless the program has it.

    For ``root`` of ``game = Game()`` that is ``root``; but ``game.root`` if the program has another
    ``root``, and ``game.__init__`` in any case.
    """
    fields = [*_find_fields(found.definition)]
    own_names = [
        *(field.id for field in fields),
        *(method.name for method in found.methods),
        *(attribute.attr for attribute in attributes),
    ]
    taken = {_INIT, *_find_other_names(module, [*fields, *found.methods])}
    new_names: dict[str, str] = {}
    for name in own_names:
        is_taken = name in taken
        new_names[name] = f"{found.prefix}.{name}" if is_taken else name
    return new_names


def _find_fields(definition: ast.ClassDef) -> Iterator[ast.Name]:
    """Find what a class assigns outside its methods: ``root`` in ``root = None``."""
    for statement in definition.body:
        match statement:
            case (
                ast.Assign(targets=[ast.Name() as field])
                | ast.AnnAssign(target=ast.Name() as field)
            ):
                yield field


def _find_other_names(module: ast.Module, own: Container[ast.AST]) -> Iterator[str]:
    """Find the names of variables, parameters, classes and functions that are not an object's."""
    for node in ast.walk(module):
        if node in own:
            continue
        match node:
            case (
                ast.Name(id=name)
                | ast.arg(arg=name)
                | ast.ClassDef(name=name)
                | ast.FunctionDef(name=name)
            ):
                yield name


# -- the program without it ------------------------------------------------------------------------


def _make_attributes_variables(
    module: ast.Module, attributes: Sequence[ast.Attribute], names: Mapping[str, str]
) -> None:
    """Put a variable in the place of each attribute: ``root`` for ``self.root``."""
    replacements: dict[int, ast.AST] = {}
    for attribute in attributes:
        variable = ast.Name(names[attribute.attr], attribute.ctx)
        replacements[id(attribute)] = ast.copy_location(variable, attribute)
    replace_parts(module, replacements)


def _open_class(statements: _Statements, found: _Object, names: Mapping[str, str]) -> _Statements:
    """Return statements with the methods of a class as functions, and without its object.

    ==========================  =============================================================
    ``class Game: …``           what stands in it, outside it
    ``game = Game()``           the call of what was ``__init__``, ``game.__init__()``
    ``Game().run()``            that call, and then the statement itself: it runs the program
    any other statement         itself
    ==========================  =============================================================
    """
    opened: _Statements = []
    for statement in statements:
        if statement is found.definition:
            opened += _open_definition(found, names)
        elif statement is found.statement:
            opened += _call_init(found, names)
            does_more_than_to_make_object = found.variable is None
            if does_more_than_to_make_object:
                opened.append(statement)
        else:
            opened.append(statement)
    return opened


def _open_definition(found: _Object, names: Mapping[str, str]) -> Iterator[ast.stmt]:
    """Yield the statements of a class as statements outside it."""
    for statement in found.definition.body:
        match statement:
            case ast.FunctionDef(name=name, args=parameters):
                statement.name = names[name]
                del parameters.args[0]  # self
                statement.body = [*_declare_globals(statement, names), *statement.body]
            case _:
                _rename_fields(statement, names)
        yield statement


def _rename_fields(statement: ast.stmt, names: Mapping[str, str]) -> None:
    """Rename the fields in a statement of a class outside its methods: ``pair = [leaves, 2]``."""
    for node in ast.walk(statement):
        if isinstance(node, ast.Name) and node.id in names:
            node.id = names[node.id]


def _call_init(found: _Object, names: Mapping[str, str]) -> Iterator[ast.stmt]:
    """Yield the call of what was ``__init__``, if the class has it."""
    if _INIT in names:
        function = ast.copy_location(ast.Name(names[_INIT], ast.Load()), found.call)
        call = ast.copy_location(ast.Call(function, [], []), found.call)
        yield ast.copy_location(ast.Expr(call), found.statement)


def _declare_globals(function: ast.FunctionDef, names: Mapping[str, str]) -> Iterator[ast.Global]:
    """Yield ``global root`` for a function that was a method and assigned to ``self.root``."""
    variables = set(names.values())
    assigned = [
        each.id
        for each in ast.walk(function)
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store) and each.id in variables
    ]
    if assigned:
        yield ast.copy_location(ast.Global(assigned), function)
