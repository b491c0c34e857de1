"""The parameters of the classes that a program in Python defines for its nodes.

``Node(0, 3)`` of ``def __init__(self, depth, value)`` is a node of value 3 whose depth is 0.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeGuard

from treeexplorer.formats.lists import is_numeric
from treeexplorer.formats.searches import is_called_tree, makes_node
from treeexplorer.formats.words import (
    CHILDREN,
    MEASURES,
    PARENT,
    PLAYER,
    SIDES,
    VALUE,
    meaning,
    plain_word,
    player_under,
)

NO_VALUES: Final = MEASURES | {"id", "nodeid", "index"}
"""The parameters for a number that says where a node stands, and is not its value."""


def find_parameters_of_classes(parts: Sequence[ast.AST]) -> Mapping[str, Sequence[str]]:
    r"""Return the parameters of the classes of a program, by the names of the classes.

    Those of functions that make nodes, ``def leaf(value)``, are among them.

    >>> program = "Leaf = namedtuple('Leaf', 'depth value')\nclass Node:\n    is_max: bool"
    >>> find_parameters_of_classes(list(ast.walk(ast.parse(program))))
    {'Leaf': ['depth', 'value'], 'Node': ['is_max']}
    """
    classes = {each.name: each for each in parts if isinstance(each, ast.ClassDef)}
    parameters: dict[str, Sequence[str]] = {}
    for node in parts:
        match node:
            case ast.ClassDef(name=name):
                making = _find_making_class(node, classes)
                parameters[name] = [*_find_parameters_of_class(making)]
            case ast.FunctionDef(name=name, args=arguments) if makes_node(name):
                parameters[name] = [each.arg for each in arguments.args]
            case ast.Assign(
                targets=[ast.Name(id=name)],
                value=ast.Call(func=ast.Name(id="namedtuple"), args=[_, fields, *_]),
            ):
                parameters[name] = _parse_field_names(fields)
    return parameters


def find_default_values(parts: Sequence[ast.AST]) -> Mapping[str, int]:
    r"""Find the value of a node for which a class is given none, by the names of the classes.

    Those of functions that make nodes, ``def leaf(value=7)``, are among them.

    >>> program = "class Node:\n def __init__(self, value=7, children=()): self.value = value"
    >>> find_default_values(list(ast.walk(ast.parse(program))))
    {'Node': 7}
    """
    classes = {each.name: each for each in parts if isinstance(each, ast.ClassDef)}
    defaults: dict[str, int] = {}
    for definition in parts:
        default: int | None = None
        match definition:
            case ast.ClassDef(name=name):
                default = _find_default_value_of_class(definition, classes)
            case ast.FunctionDef(name=name) if makes_node(name):
                default = _find_default_value_of_function(definition)
            case _:
                continue
        if default is not None:
            defaults[name] = default
    return defaults


def _find_making_class(
    definition: ast.ClassDef, classes: Mapping[str, ast.ClassDef]
) -> ast.ClassDef:
    """Find the class whose ``__init__`` or fields say what a class is given: itself, or a base.

    Of ``class Leaf(Node): pass`` it is ``Node``. Where no class says it, or a base is not defined
    in the program, it is the last one that is known: of ``class Leaf(NodeMixin): pass`` itself.

    Args:
        definition: The class.
        classes: The classes of the program, by name.
    """
    current = definition
    visited = {current.name}
    while not _says_what_it_is_given(current):
        base = _find_only_base(current, classes)
        # class Node(Node): the base had this name before, and is not known any more.
        if base is None or base.name in visited:
            return current
        visited.add(base.name)
        current = base
    return current


def _find_only_base(
    definition: ast.ClassDef, classes: Mapping[str, ast.ClassDef]
) -> ast.ClassDef | None:
    """Find the base of a class that has one, if the program defines it; else ``None``."""
    match definition.bases:
        case [ast.Name(id=base)]:
            return classes.get(base)
    return None


def _says_what_it_is_given(definition: ast.ClassDef) -> bool:
    """Tell whether a class has an ``__init__``, or fields with types as a dataclass has."""
    return any(
        isinstance(statement, ast.AnnAssign)
        or (isinstance(statement, ast.FunctionDef) and statement.name == "__init__")
        for statement in definition.body
    )


def _find_default_value_of_class(
    definition: ast.ClassDef, classes: Mapping[str, ast.ClassDef]
) -> int | None:
    """Find the number that a class takes if no value is given: ``value=7``.

    The parameter stands in ``__init__`` or is the field of a dataclass. A class may also hand the
    number to its base, ``super().__init__(value=7)``, or take the default of the base.

    Args:
        definition: The class.
        classes: The classes of the program, by name.
    """
    visited: set[str] = set()
    current = _find_making_class(definition, classes)
    while current.name not in visited:
        visited.add(current.name)
        if _takes_value(current):
            return _find_own_default_value(current)

        base = _find_base(current, classes)
        handed_on = None if base is None else _find_arguments_of_super(current, base)
        if base is None or handed_on is None:
            return None
        for parameter, argument in handed_on.items():
            if meaning(parameter) == VALUE:
                return _parse_integer(_get_default_of_parameter(current, argument))
        current = base
    return None


def _get_default_of_parameter(definition: ast.ClassDef, argument: ast.expr) -> ast.expr:
    """Return the default of an argument that is a parameter of ``__init__``, or the argument.

    Of ``def __init__(self, v=2): super().__init__(value=v)`` the ``v`` has the default 2.
    """
    for statement in definition.body:
        if not isinstance(statement, ast.FunctionDef) or statement.name != "__init__":
            continue
        for parameter, default in _pair_parameters_with_defaults(statement.args):
            if isinstance(argument, ast.Name) and argument.id == parameter:
                return default
    return argument


def _takes_value(definition: ast.ClassDef) -> bool:
    """Tell whether a class has a parameter or field for the value of a node."""
    return any(meaning(name) == VALUE for name in _find_parameters_of_class(definition))


def _find_base(
    definition: ast.ClassDef, classes: Mapping[str, ast.ClassDef]
) -> ast.ClassDef | None:
    """Find the only base of a class that says what it is given; ``None`` if it is unknown."""
    base = _find_only_base(definition, classes)
    return None if base is None else _find_making_class(base, classes)


def _find_arguments_of_super(
    definition: ast.ClassDef, base: ast.ClassDef
) -> Mapping[str, ast.expr] | None:
    """Find what a class hands to its base, by parameter: of ``super().__init__(value=7)`` the 7.

    ``None`` is returned if it does not call ``__init__`` of its base.
    """
    for node in ast.walk(definition):
        match node:
            case ast.Call(
                func=ast.Attribute(value=ast.Call(func=ast.Name(id="super")), attr="__init__"),
                args=arguments,
                keywords=keywords,
            ):
                positional = zip(_find_parameters_of_class(base), arguments, strict=False)
                named = {each.arg: each.value for each in keywords if each.arg is not None}
                return dict(positional) | named
    return None


def _find_own_default_value(definition: ast.ClassDef) -> int | None:
    """Find the number that ``__init__`` or a dataclass takes if no value is given: ``value=7``."""
    for statement in definition.body:
        match statement:
            case ast.FunctionDef(name="__init__"):
                return _find_default_value_of_function(statement)

    for statement in definition.body:
        match statement:
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as default):
                if meaning(name) == VALUE:
                    return _parse_integer(default)
    return None


def _find_default_value_of_function(function: ast.FunctionDef) -> int | None:
    """Find the number that a function takes if it is given no value: ``value=7``."""
    fields = _map_parameters_to_fields(function)
    for parameter, default in _pair_parameters_with_defaults(function.args):
        if meaning(fields.get(parameter, parameter)) == VALUE:
            return _parse_integer(default)
    return None


def _pair_parameters_with_defaults(arguments: ast.arguments) -> Iterator[tuple[str, ast.expr]]:
    """Yield the parameters that have a default, each with it: ``value`` and ``7``."""
    first_with_default = len(arguments.args) - len(arguments.defaults)
    for parameter, default in zip(
        arguments.args[first_with_default:], arguments.defaults, strict=True
    ):
        yield parameter.arg, default
    for parameter, keyword_default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        if keyword_default is not None:
            yield parameter.arg, keyword_default


def _parse_integer(expression: ast.expr) -> int | None:
    """Return the integer that an expression is, such as ``7`` or ``-1``; else ``None``."""
    try:
        value = ast.literal_eval(expression)
    except ValueError:
        return None
    is_integer = isinstance(value, int) and not isinstance(value, bool)
    return value if is_integer else None


def _find_parameters_of_class(definition: ast.ClassDef) -> Iterator[str]:
    """Find the parameters of ``__init__``, or else the fields of a dataclass.

    Of ``def __init__(self, name, children)`` they are ``name`` and ``children``; of a class without
    ``__init__`` the names with a type, ``value: int``.
    """
    for statement in definition.body:
        match statement:
            case ast.FunctionDef(name="__init__", args=arguments):
                fields = _map_parameters_to_fields(statement)
                parameters = arguments.args[1:]  # without self
                for parameter in parameters:
                    yield fields.get(parameter.arg, parameter.arg)
                return

    for statement in definition.body:
        match statement:
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield name


def _map_parameters_to_fields(function: ast.FunctionDef) -> Mapping[str, str]:
    """Return the fields that are set to parameters, where only the field has a meaning.

    Of ``self.value = v`` that is ``value`` for ``v``.
    """
    fields: dict[str, str] = {}
    for node in ast.walk(function):
        match node:
            case ast.Assign(
                targets=[ast.Attribute(value=ast.Name(id="self"), attr=field)],
                value=ast.Name(id=parameter),
            ) if says_what_it_is(field) and not says_what_it_is(parameter):
                fields[parameter] = field
    return fields


def find_classes_with_root(parts: Sequence[ast.AST]) -> Iterator[str]:
    r"""Find the classes whose objects hold the root of a tree, and so are no nodes.

    >>> module = ast.parse("class Game:\n def new(self): self.root = Node()")
    >>> [*find_classes_with_root(list(ast.walk(module)))]
    ['Game']
    """
    for definition in parts:
        if isinstance(definition, ast.ClassDef) and _assigns_root(definition):
            yield definition.name


def find_classes_of_links(parts: Sequence[ast.AST]) -> Iterator[str]:
    r"""Find the classes whose nodes have children, and a parent that adds nothing to them.

    After ``b.parent = a`` the children of ``a`` are as they were: ``a.children.append(b)`` adds b.
    A class with a base, or with a ``parent`` that is a property, may do it both at once.

    >>> program = "class Node:\n def __init__(self): self.children = []; self.parent = None"
    >>> [*find_classes_of_links(list(ast.walk(ast.parse(program))))]
    ['Node']
    """
    for definition in parts:
        if not isinstance(definition, ast.ClassDef) or definition.bases:
            continue
        if _has_children(definition) and not _hands_itself_on(definition):
            yield definition.name


def _has_children(definition: ast.ClassDef) -> bool:
    """Tell whether a class gives its objects children: ``self.children = []``."""
    for node in ast.walk(definition):
        match node:
            case (
                ast.Attribute(attr=name, ctx=ast.Store()) | ast.AnnAssign(target=ast.Name(id=name))
            ):
                if meaning(name) in {CHILDREN, SIDES}:
                    return True
    return False


def _hands_itself_on(definition: ast.ClassDef) -> bool:
    """Tell whether an object of a class may become a child where it gets its parent.

    Each of these methods may do it::

        def parent(self, node)          a property, which may do more than to keep the parent
        def __setattr__(self, …)        runs when anything is assigned to the object
        def __init__(self, parent)      if it may put the object into a list of its parent
    """
    for method in definition.body:
        if not isinstance(method, ast.FunctionDef):
            continue
        runs_at_assignment = meaning(method.name) == PARENT or method.name == "__setattr__"
        makes_object = method.name in {"__init__", "__post_init__"}
        if runs_at_assignment or (makes_object and _may_put_self_into_list(method)):
            return True
    return False


def _may_put_self_into_list(method: ast.FunctionDef) -> bool:
    """Tell whether a method may put its object into a list, such as that of its parent's children.

    ``parent.children.append(self)`` does. An assignment such as ``parent.children += [self]``
    or ``parent.sides[0] = self`` does, too, and is not asked what it assigns.
    """
    for node in ast.walk(method):
        match node:
            case ast.Call(args=arguments) if any(map(_is_self, arguments)):
                return True
            case ast.AugAssign() | ast.Assign(targets=[ast.Subscript()]):
                return True
    return False


def _is_self(expression: ast.expr) -> bool:
    """Tell whether an expression is the name ``self``."""
    return isinstance(expression, ast.Name) and expression.id == "self"


def _assigns_root(part: ast.AST) -> bool:
    """Tell whether the root of an object is assigned to: ``self.root = Node()``."""
    return any(
        _is_root_of_object(node) and isinstance(node.ctx, ast.Store) for node in ast.walk(part)
    )


def _is_root_of_object(node: ast.AST) -> TypeGuard[ast.Attribute]:
    """Tell whether an expression is the root of an object, within its class: ``self.root``."""
    match node:
        case ast.Attribute(value=ast.Name(id="self"), attr=attribute):
            return is_called_tree(attribute)
    return False


def says_what_it_is(name: str) -> bool:
    """Tell whether the name of a field or parameter says what of a node it holds."""
    return meaning(name) is not None or plain_word(name) in NO_VALUES


def _parse_field_names(fields: ast.expr) -> list[str]:
    """Return the names of fields, in one text or in a list."""
    match fields:
        case ast.Constant(value=str() as names):
            return names.replace(",", " ").split()
        case ast.List(elts=elements) | ast.Tuple(elts=elements):
            return [str(each.value) for each in elements if isinstance(each, ast.Constant)]
    return []


class SplitArguments(NamedTuple):
    """The positional arguments of a call in two parts.

    Attributes:
        positional: Those that say by themselves what they are, such as a list of children.
        named: The others, under the names of their parameters.
    """

    positional: list[Any]
    named: dict[str, Any]


def split_off_named_arguments(
    parameters: Sequence[str], arguments: Sequence[Any]
) -> SplitArguments:
    """Split off the positional arguments whose meaning only the names of their parameters tell.

    >>> split_off_named_arguments(["depth", "value", "is_max"], [0, 3, True])
    SplitArguments(positional=[], named={'depth': 0, 'value': 3, 'is_max': True})

    Any other argument stays positional: a text is a name, a list holds children, and a number that
    is the only one is the value, unless its parameter is called ``depth`` or ``id``.

    >>> split_off_named_arguments(["state", "amount", "below"], ["A", 3, [5, 8]])
    SplitArguments(positional=['A', 3, [5, 8]], named={})

    Args:
        parameters: The names of the parameters. There may be fewer than arguments, where ``*args``
            takes the others, which stay positional.
        arguments: The values of the positional arguments.
    """
    has_parameter_for_value = any(meaning(parameter) == VALUE for parameter in parameters)
    parameters_with_number = [
        parameter
        for parameter, argument in zip(parameters, arguments, strict=False)
        if is_numeric(argument) and plain_word(parameter) not in NO_VALUES
    ]
    has_value_alone = len(parameters_with_number) == 1 and not has_parameter_for_value

    positional: list[Any] = []
    named: dict[str, Any] = {}
    for parameter, argument in zip(parameters, arguments, strict=False):
        may_be_value = has_value_alone and plain_word(parameter) not in NO_VALUES
        is_named_number = is_numeric(argument) and not may_be_value
        if is_named_number or _needs_parameter_name(parameter, argument):
            named[parameter] = argument
        else:
            positional.append(argument)

    positional += arguments[len(parameters) :]
    return SplitArguments(positional, named)


def _needs_parameter_name(parameter: str, argument: Any) -> bool:
    """Tell whether an argument other than a number has a meaning through its parameter alone.

    ==================  =====  =========================================================
    ``is_max=True``     true   a truth value may mean anything
    ``left=Node(3)``    true   left is the first child, wherever it stands in the call
    ``value=None``      true   the node has no value
    ``player="MIN"``    true   else ``MIN`` could be a name
    ``name="A"``        false  a text is a name anyhow
    ``below=[5, 8]``    false  a list holds children anyhow
    ==================  =====  =========================================================
    """
    if isinstance(argument, bool):
        return True
    # One of the meanings that the words for keys of records have; None for any other word.
    meaning_of_parameter = meaning(parameter)
    if meaning_of_parameter == SIDES:
        return argument is not None
    if meaning_of_parameter == VALUE:
        return argument is None
    if meaning_of_parameter == PLAYER:
        return player_under(parameter, argument) is not None
    return False
