r"""What classes and functions of a program in Python do with the parts of a tree they are given.

A call of a class is read by what it is given, and never run: ``Node(3)`` is a leaf of value 3. That
is wrong if the class stores ``-value``, and so are the children if a method inserts each of them
before the others. Such code is found here, so that a tree which is made by it is refused.

>>> module = ast.parse("class Leaf:\n def __init__(self, value): self.value = -value")
>>> [*find_altering_makers(list(ast.walk(module)))]
['Leaf']
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain
from typing import Final, TypeAlias, TypeGuard

from treeexplorer.formats.python_classes import NO_VALUES
from treeexplorer.formats.python_parts import find_names
from treeexplorer.formats.searches import is_search
from treeexplorer.formats.words import CHILDREN, SIDES, VALUE, meaning, plain_word

_Definition: TypeAlias = ast.FunctionDef | ast.Lambda
_OF_CONSTRUCTION: Final = frozenset({"__init__", "__post_init__", "__new__"})
_REORDERING_METHODS: Final = frozenset({"insert", "appendleft", "reverse", "sort"})
_REORDERING_FUNCTIONS: Final = frozenset({"reversed", "sorted"})
_ROUNDING: Final = frozenset({"abs", "round", "floor", "ceil", "trunc"})
_REMOVING_METHODS: Final = frozenset({"pop", "popleft", "remove", "clear"})
_PARTS_OF_TREE: Final = frozenset({VALUE, CHILDREN, SIDES})
_UNCHANGED: Final = (ast.Compare, ast.Lambda, ast.JoinedStr)
"""The expressions whose value is no number of a tree, whatever is computed in them."""


def find_altering_makers(parts: Sequence[ast.AST]) -> Mapping[str, ast.expr | ast.stmt]:
    r"""Find the classes and functions that make something else of what they are given.

    >>> program = "def pair(a, b): return [b, a]\ndef leaf(v): return {'value': v}"
    >>> [*find_altering_makers(list(ast.walk(ast.parse(program))))]
    ['pair']

    Returns:
        The place where each does it, by its name.
    """
    return {
        **dict(_find_alterations_of_classes(parts)),
        **dict(_find_alterations_of_functions(parts)),
    }


def _find_alterations_of_classes(
    parts: Sequence[ast.AST],
) -> Iterator[tuple[str, ast.expr | ast.stmt]]:
    """Yield the name of each class that alters what it is given, with the places where it does.

    It may do so itself, ``self.value = -value``, or by a method, ``self.add_first(child)``.
    """
    classes = {each.name: each for each in parts if isinstance(each, ast.ClassDef)}
    altering_methods = find_altering_methods(parts)
    for name in classes:
        for method in _find_constructing_methods(name, classes):
            for place in _find_alterations(method):
                yield name, place
            for call in _find_own_calls(method, altering_methods):
                yield name, call


def _find_alterations_of_functions(
    parts: Sequence[ast.AST],
) -> Iterator[tuple[str, ast.expr | ast.stmt]]:
    """Yield the name of each function that alters what it is given, with the places where it does.

    ``def leaf(v): return Node(-v)`` is one, and so is ``leaf = lambda v: Node(-v)``.
    """
    for part in parts:
        match part:
            case ast.FunctionDef(name=name) if name not in _OF_CONSTRUCTION:
                function: ast.FunctionDef | ast.Lambda = part
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Lambda() as function):
                pass
            case _:
                continue
        for place in _find_alterations(function):
            yield name, place


def _find_own_calls(method: ast.FunctionDef, names: Collection[str]) -> Iterator[ast.Call]:
    """Find where a method calls another method of its object: ``self.add(child)``."""
    for node in ast.walk(method):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="self"), attr=name)):
                if name in names:
                    yield node


def find_altering_methods(parts: Sequence[ast.AST]) -> Collection[str]:
    r"""Find the methods that change the parts of a node, and do more than to add at the end.

    >>> program = "class Node:\n def add(self, child): self.children.insert(0, child)"
    >>> [*find_altering_methods(list(ast.walk(ast.parse(program))))]
    ['add']
    """
    names: set[str] = set()
    for node in parts:
        if isinstance(node, ast.ClassDef):
            methods = [each for each in node.body if isinstance(each, ast.FunctionDef)]
            names.update(each.name for each in methods if _alters_its_object(each))
    return names - _OF_CONSTRUCTION


def find_copying_makers(parts: Sequence[ast.AST]) -> Collection[str]:
    r"""Find the classes and functions that keep a copy of a list that they are given.

    >>> program = "def node(kids): return [*kids]\ndef leaf(v): return {'value': v}"
    >>> [*find_copying_makers(list(ast.walk(ast.parse(program))))]
    ['node']
    """
    classes = {each.name: each for each in parts if isinstance(each, ast.ClassDef)}
    names = {
        name
        for name in classes
        if any(map(_copies_parameter, _find_constructing_methods(name, classes)))
    }
    functions = [each for each in parts if isinstance(each, ast.FunctionDef)]
    names.update(each.name for each in functions if _copies_parameter(each))
    return names - _OF_CONSTRUCTION


def _copies_parameter(definition: ast.FunctionDef) -> bool:
    """Tell whether a copy of a parameter is made: ``list(kids)``, ``kids[:]``, ``kids.copy()``."""
    parameters = _collect_parameters(definition)
    for node in ast.walk(definition):
        match node:
            case ast.Call(func=ast.Name(id="list" | "tuple"), args=[ast.Name(id=name)]):
                copied = name
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="copy"), args=[]):
                copied = name
            case ast.Subscript(value=ast.Name(id=name), slice=ast.Slice(lower=None, upper=None)):
                copied = name
            case ast.List(elts=[ast.Starred(value=ast.Name(id=name))]):
                copied = name
            case _:
                continue
        if copied in parameters:
            return True
    return False


def _find_constructing_methods(
    name: str, classes: Mapping[str, ast.ClassDef]
) -> Iterator[ast.FunctionDef]:
    """Find the methods that say what an object of a class has: its own, and those of its bases.

    Of ``class Leaf(Node): pass`` they are those of ``Node``. Those of a base count no more where
    the class has an ``__init__`` that does not call that of the base.
    """
    visited: set[str] = set()
    pending = [name]
    while pending:
        current = pending.pop()
        if current in visited or current not in classes:
            continue
        visited.add(current)

        definition = classes[current]
        methods = [each for each in definition.body if isinstance(each, ast.FunctionDef)]
        # Of two methods with one name the last counts.
        method_by_name = {each.name: each for each in methods if each.name in _OF_CONSTRUCTION}
        yield from method_by_name.values()
        yield from filter(_is_property_of_tree, definition.body)

        init = method_by_name.get("__init__")
        uses_bases = init is None or _calls_base(init)
        if uses_bases:
            pending += [each.id for each in definition.bases if isinstance(each, ast.Name)]


def _is_property_of_tree(statement: ast.stmt) -> TypeGuard[ast.FunctionDef]:
    """Tell whether a statement of a class defines a property for the value or the children.

    So does ``@property``, and so does ``@value.setter`` above what is done with a value that is
    assigned.
    """
    match statement:
        case ast.FunctionDef(
            name=name, decorator_list=[ast.Name(id="property") | ast.Attribute(attr="setter")]
        ):
            return meaning(name) in _PARTS_OF_TREE
    return False


def _calls_base(method: ast.FunctionDef) -> bool:
    """Tell whether a method calls that of a base: ``super().__init__(value)``."""
    return any(
        isinstance(node, ast.Attribute) and node.attr in _OF_CONSTRUCTION
        for node in ast.walk(method)
    )


# -- what is made of parameters --------------------------------------------------------------------


def _find_alterations(definition: _Definition) -> Iterator[ast.expr | ast.stmt]:
    """Find where a class or function makes something else of its parameters than it is given.

    It does so in what it makes, ``self.value = -value``, or on the way, ``kids.reverse()``. The
    first parameter of a method, ``self``, counts with its parts: ``self.value = -self.value``.
    """
    parameters = _collect_parameters(definition)
    for result in _find_results(definition):
        if _is_altered(result, parameters):
            yield result
    for node in ast.walk(definition):
        if isinstance(node, ast.expr | ast.stmt) and _alters_on_the_way(node, parameters):
            yield node


def _is_altered(result: ast.expr, parameters: Sequence[str]) -> bool:
    """Tell whether parameters are computed with in a result, or stand there in another order.

    >>> def is_altered(source: str) -> bool:
    ...     return _is_altered(ast.parse(source, mode="eval").body, ["a", "b"])
    >>> is_altered("[a, b]"), is_altered("[b, a]"), is_altered("[-a, b]")
    (False, True, True)
    """
    if any(_is_computed(part, parameters) for part in _find_parts_of_result(result)):
        return True
    lists = map(_list_members, ast.walk(result))
    return any(_are_in_another_order(members, parameters) for members in lists)


def _alters_on_the_way(node: ast.expr | ast.stmt, parameters: Collection[str]) -> bool:
    """Tell whether a part of a function alters a node or its children, whatever is returned.

    ===============================================  ==================================
    ``kids.insert(0, kid)``, ``kids.sort()``         the children get another order
    ``self.value += 1``                              the value becomes another
    ``self.left = right``                            the child stands on the other side
    ``for kid in kids: self.children.append(kid);``  two children are added for each
    ``self.children.append(kid)``
    ``if kid.value > 3: self.children.append(kid)``  some children are left out
    ===============================================  ==================================
    """
    match node:
        case ast.Call(func=ast.Attribute(attr=method)):
            return method in _REORDERING_METHODS
        case ast.AugAssign(target=ast.Attribute(attr=attribute)):
            return meaning(attribute) == VALUE
        case ast.Assign(targets=[ast.Attribute(attr=side)], value=ast.Name(id=name)):
            return name in parameters and _are_opposite_sides(side, name)
        case ast.For(body=body):
            return _adds_several_children(body)
        case ast.If():
            return _adds_some_children(node)
    return False


def _are_opposite_sides(first: str, second: str) -> bool:
    """Tell whether one word is for a left child and the other for a right one.

    >>> _are_opposite_sides("left", "right_child"), _are_opposite_sides("left", "left_child")
    (True, False)
    """
    if meaning(first) != SIDES or meaning(second) != SIDES:
        return False
    return plain_word(first).startswith("left") != plain_word(second).startswith("left")


def _collect_parameters(definition: _Definition) -> Sequence[str]:
    """Collect the parameters of a function, in order, without those that say where a node is."""
    arguments = definition.args
    parameters = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    if arguments.vararg is not None:
        parameters.append(arguments.vararg)
    names = [parameter.arg for parameter in parameters]
    return [name for name in names if plain_word(name) not in NO_VALUES]


def _find_results(definition: _Definition) -> Iterator[ast.expr]:
    """Find the expressions that become parts of the node which a class or function makes.

    What a property for the value stores is the value, under any name: ``self._v = -value``.
    """
    if isinstance(definition, ast.Lambda):
        yield definition.body
        return
    is_property = _is_property_of_tree(definition)
    for node in ast.walk(definition):
        match node:
            case ast.Assign(targets=[ast.Attribute(attr=attribute)], value=value):
                if is_property or meaning(attribute) in _PARTS_OF_TREE:
                    yield value
            # super().__init__(v, [b, a])
            case ast.Call(func=ast.Attribute(attr="__init__"), args=arguments, keywords=keywords):
                yield from arguments
                yield from (keyword.value for keyword in keywords)
            case ast.Return(value=ast.expr() as value):
                yield value


def _list_members(node: ast.AST) -> Sequence[ast.expr]:
    """List what stands side by side in a list, in a call, or under ``left`` and ``right``.

    ``[a, b]``, ``Node(a, b)``, ``Node(right=b, left=a)`` and ``{"left": a, "right": b}`` all have
    the members a and b.
    """
    match node:
        case ast.List(elts=parts) | ast.Tuple(elts=parts):
            return parts
        case ast.Call(args=[_, *_] as arguments):
            return arguments
        case ast.Call(keywords=keywords):
            return _list_sides({each.arg: each.value for each in keywords if each.arg is not None})
        case ast.Dict(keys=keys, values=values):
            pairs = zip(keys, values, strict=True)
            return _list_sides(
                {str(key.value): value for key, value in pairs if isinstance(key, ast.Constant)}
            )
    return ()


def _list_sides(value_of_word: Mapping[str, ast.expr]) -> list[ast.expr]:
    """List what stands under words for sides, that under ``left`` before that under ``right``."""
    words = [word for word in value_of_word if meaning(word) == SIDES]
    return [value_of_word[word] for word in sorted(words)]


def _find_parts_of_result(result: ast.expr) -> Iterator[ast.expr]:
    """Find the parts of what a function returns: of ``{"value": v}`` it is ``v``."""
    pending = [result]
    while pending:
        part = pending.pop()
        match part:
            case ast.List(elts=parts) | ast.Tuple(elts=parts):
                pending += parts
            case ast.Dict(keys=keys, values=values):
                pending += [
                    value
                    for key, value in zip(keys, values, strict=True)
                    if _may_be_part_of_tree(key)
                ]
            case ast.Call(func=ast.Name(id=function), args=arguments, keywords=keywords) if (
                function not in _REORDERING_FUNCTIONS | _ROUNDING
            ):
                pending += arguments
                pending += [each.value for each in keywords if each.arg is not None]
            case _:
                yield part


def _may_be_part_of_tree(key: ast.expr | None) -> bool:
    """Tell whether the key of a record may be that of a value or of children."""
    match key:
        case ast.Constant(value=str(word)):
            return meaning(word) in _PARTS_OF_TREE
    return True


def _is_computed(expression: ast.expr, parameters: Collection[str]) -> bool:
    """Tell whether an expression computes with a parameter, or gives its parts another order.

    >>> def is_computed(source: str) -> bool:
    ...     return _is_computed(ast.parse(source, mode="eval").body, ["value", "children"])
    >>> is_computed("-value"), is_computed("list(reversed(children))")
    (True, True)
    >>> is_computed("children or []"), is_computed("-1 if value is None else value")
    (False, False)
    >>> is_computed("value or 10"), is_computed("value or 0")
    (True, False)
    """
    pending: list[ast.AST] = [expression]
    while pending:
        node = pending.pop()
        if is_computation(node) and _mentions(node, parameters):
            return True
        pending += _list_parts_with_values(node)
    return False


def is_computation(node: ast.AST) -> bool:
    """Tell whether an expression makes another number of a number, or another order of a list.

    So do ``-value``, ``value + 1``, ``round(value)``, ``reversed(kids)``, ``kids[::-1]`` and
    ``value or 10``.
    """
    match node:
        case ast.UnaryOp(op=ast.USub() | ast.Invert()) | ast.BinOp():
            return True
        case ast.Call(func=ast.Name(id=function) | ast.Attribute(attr=function)):
            return function in _REORDERING_FUNCTIONS | _ROUNDING
        case ast.Subscript(slice=ast.Slice(step=ast.UnaryOp())):
            return True
    return _has_number_for_zero(node)


def _list_parts_with_values(node: ast.AST) -> Sequence[ast.AST]:
    """List the parts of an expression whose values may be in its own.

    Of ``-1 if value is None else value`` these are ``-1`` and ``value``; of ``value > 3``, which is
    true or false, there are none.
    """
    match node:
        case ast.IfExp(body=body, orelse=other):
            return [body, other]
    if isinstance(node, _UNCHANGED):
        return []
    return [*ast.iter_child_nodes(node)]


def _has_number_for_zero(node: ast.AST) -> bool:
    """Tell whether another number takes the place of 0, which is a value.

    ===================================  ===========================================
    ``value or 10``                      yes: 0 becomes 10
    ``value if value else -1``           yes
    ``value or 0``, ``kids or []``       no
    ===================================  ===========================================
    """
    match node:
        case ast.BoolOp(op=ast.Or(), values=[ast.Name(), other]):
            in_place_of_zero = other
        case ast.IfExp(test=ast.Name(), orelse=other):
            in_place_of_zero = other
        case _:
            return False
    match in_place_of_zero:
        case ast.Constant(value=int() | float() as number):
            return number != 0
        case ast.UnaryOp():  # -1
            return True
    return False


def _mentions(node: ast.AST, names: Collection[str]) -> bool:
    """Tell whether one of some names stands in a part of a program."""
    return any(isinstance(each, ast.Name) and each.id in names for each in ast.walk(node))


def _are_in_another_order(parts: Sequence[ast.expr], parameters: Sequence[str]) -> bool:
    """Tell whether two parameters stand in a list in another order than in the head.

    Those whose names say what they are may stand in any order: ``Node(children, value)``.
    """
    places = [
        parameters.index(part.id)
        for part in parts
        if isinstance(part, ast.Name)
        and part.id in parameters
        and meaning(part.id) not in {VALUE, CHILDREN}
    ]
    return places != sorted(places)


# -- what a method does to its object --------------------------------------------------------------


def _alters_its_object(method: ast.FunctionDef) -> bool:
    """Tell whether a method changes parts of a tree, and does more than to add a child at the end.

    >>> def alters(source: str) -> bool:
    ...     return _alters_its_object(ast.parse(source).body[0])
    >>> alters("def add(self, child): self.children.append(child)")
    False
    >>> alters("def add(self, child): self.children.insert(0, child)")
    True
    >>> alters("def grow(self): self.value += 1"), alters("def minimax(self): self.value += 1")
    (True, False)
    >>> alters("def set_value(self, value): self.value = -value")
    True
    """
    parts = list(ast.walk(method))
    names = [argument.arg for argument in method.args.args]
    if _adds_several_children(method.body):
        return True
    if any(_changes_children(part, names) for part in parts):
        return True
    # A search computes the values of inner nodes: these are not given.
    given = names[1:]  # without self
    return any(_changes_value(part, given) for part in parts) and not is_search(method.name)


def _changes_children(node: ast.AST, parameters: Collection[str]) -> bool:
    """Tell whether a part of a method does more to children than to add one at the end.

    >>> def changes(source: str) -> bool:
    ...     return _changes_children(ast.parse(source).body[0], ["child"])
    >>> changes("self.children = self.children[::-1]")
    True
    >>> changes("self.left, self.right = self.right, self.left")
    True
    >>> changes("if child.value > 3: self.children.append(child)")
    True

    Of calls it is asked themselves, not of the statements in which they stand:

    >>> def call_changes(source: str) -> bool:
    ...     return _changes_children(ast.parse(source, mode="eval").body, ["child"])
    >>> call_changes("self.children.append(child)"), call_changes("self.children.append(-child)")
    (False, True)
    >>> call_changes("self.children.pop()"), call_changes("self.children.insert(0, child)")
    (True, True)
    """
    match node:
        case ast.Call(
            func=ast.Attribute(value=ast.Attribute(attr=attribute), attr=called), args=arguments
        ):
            if meaning(attribute) != CHILDREN:
                return False
            changes_order = called in _REORDERING_METHODS | _REMOVING_METHODS
            return changes_order or any(_is_computed(each, parameters) for each in arguments)
        case ast.Assign(targets=[ast.Attribute(attr=attribute) as target], value=value):
            if meaning(attribute) != CHILDREN:
                return False
            # Whatever is reordered here becomes the children, be it no parameter: self.children.
            all_names = set(find_names(value))
            return _is_computed(value, all_names) or _puts_before(value, target)
        # self.children[:0] = [child]; under a key, self.children["left"], a child may be added.
        case ast.Assign(
            targets=[ast.Subscript(value=ast.Attribute(attr=attribute), slice=ast.Slice())]
        ):
            return meaning(attribute) == CHILDREN
        case ast.Assign(targets=[ast.Tuple(elts=targets)]):
            return any(map(_is_child, targets))
        case ast.If():
            return _adds_some_children(node)
    return False


def _puts_before(value: ast.expr, children: ast.Attribute) -> bool:
    """Tell whether a list has something before the children that a node has.

    =============================  =====
    ``[c, *self.children]``        true
    ``[c].concat(self.children)``  true
    ``[*self.children, c]``        false
    =============================  =====
    """
    match value:
        case ast.List(elts=[_, *behind]):
            pass
        case ast.Call(func=ast.Attribute(attr="concat"), args=behind):
            pass
        case _:
            return False
    written = ast.unparse(children)
    parts = chain.from_iterable(map(ast.walk, behind))
    return any(isinstance(part, ast.Attribute) and ast.unparse(part) == written for part in parts)


def _changes_value(node: ast.AST, given: Collection[str]) -> bool:
    """Tell whether a statement computes a node's value from a value of a node, or from one given.

    ``self.value += 1`` and ``child.value = -child.value`` do, and so does ``self.value = -value``;
    ``self.value = value`` does not.

    Args:
        node: The statement.
        given: The parameters of the method without ``self``.
    """
    match node:
        case ast.AugAssign(target=ast.Attribute(attr=attribute)):
            return meaning(attribute) == VALUE
        case ast.Assign(targets=[ast.Attribute(attr=attribute)], value=value):
            is_computed = _computes_with_value(value) or _is_computed(value, given)
            return meaning(attribute) == VALUE and is_computed
    return False


def _computes_with_value(expression: ast.expr) -> bool:
    """Tell whether an expression computes with the value of a node: ``-child.value``."""
    if not isinstance(expression, ast.UnaryOp | ast.BinOp):
        return False
    attributes = [node.attr for node in ast.walk(expression) if isinstance(node, ast.Attribute)]
    return any(meaning(attribute) == VALUE for attribute in attributes)


def _adds_several_children(statements: Sequence[ast.stmt]) -> bool:
    """Tell whether statements add more than one child: a call that is given one adds others, too.

    ``self.children.append(kid); self.children.append(kid)`` do.
    """
    return sum(map(_adds_child, statements)) > 1


def _adds_some_children(statement: ast.If) -> bool:
    """Tell whether numbers decide if a child is added.

    They do in ``if child.value > 3: self.children.append(child)``, but not in
    ``if child is not None: self.children.append(child)``.
    """
    return any(map(_adds_child, statement.body)) and _compares_numbers(statement.test)


def _adds_child(statement: ast.stmt) -> bool:
    """Tell whether a statement adds to the children of a node: ``self.children.append(b)``."""
    match statement:
        case ast.Expr(
            value=ast.Call(func=ast.Attribute(value=ast.Attribute(attr=attribute), attr="append"))
        ):
            return meaning(attribute) == CHILDREN
    return False


def _compares_numbers(test: ast.expr) -> bool:
    """Tell whether a condition compares numbers: ``child.value > 3``."""
    return any(
        isinstance(node, ast.Compare)
        and any(isinstance(each, ast.Lt | ast.LtE | ast.Gt | ast.GtE) for each in node.ops)
        for node in ast.walk(test)
    )


def _is_child(target: ast.expr) -> bool:
    """Tell whether something is assigned to a child: ``self.left``, ``self.children[0]``."""
    match target:
        case ast.Attribute(attr=attribute):
            return meaning(attribute) == SIDES
        case ast.Subscript(value=ast.Attribute(attr=attribute)):
            return meaning(attribute) == CHILDREN
    return False
