"""What the expressions of a program in Python may stand for: a part of a tree, or what holds one.

Nothing is run, and the order of the statements does not count: a variable may stand for whatever
is assigned to it anywhere, a parameter for all that its function is called with. So more is found
than is ever there, and nothing is missed that can be seen in the text.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from enum import Enum, auto
from itertools import cycle
from typing import Final, NamedTuple, TypeAlias

from treeexplorer.formats.python_changes import NetworkxGraph, is_changing
from treeexplorer.formats.python_parts import find_captured_names, get_last_name
from treeexplorer.formats.python_scopes import Scopes, Variable, make_attribute
from treeexplorer.formats.searches import is_search, makes_no_tree
from treeexplorer.formats.words import (
    BESIDE_TREE,
    NAME,
    PLAYER,
    PROBABILITY,
    VALUE,
    meaning,
    plain_word,
)

_CHANGING_FUNCTIONS: Final = frozenset(
    {
        "shuffle", "heapify", "heappush", "heappop", "heapreplace", "heappushpop", "insort",
        "insort_left", "insort_right", "setitem", "delitem", "iadd", "imul", "iconcat", "setattr",
        "delattr",
        # of PHP
        "unset", "array_push", "array_pop", "array_shift", "array_unshift", "array_splice",
    }
)  # fmt: skip
"""The functions of libraries that change the list or the object that they are given first."""
_CHANGING_BY_SIGN: Final = frozenset(
    {"__setitem__", "__delitem__", "__iadd__", "__imul__", "__setattr__", "__delattr__"}
)
_TYPES: Final = frozenset({"list", "dict", "set", "deque", "object", "bytearray", "OrderedDict"})
_MAKING_OTHERS: Final = frozenset({"deepcopy", "dumps", "format", "join", "isinstance", "range"})
"""The functions whose results have nothing of what they are given; see `makes_no_tree`, too."""
_MAKING_LISTS: Final = frozenset(
    {
        "list", "tuple", "set", "frozenset", "dict", "sorted", "reversed", "filter", "map", "zip",
        "enumerate", "chain", "copy", "slice", "concat", "deque", "defaultdict",
    }
)  # fmt: skip
"""The functions and methods that make a new list or record of the parts that they are given."""
_NAMES_OF_VARIABLES: Final = frozenset({"globals", "locals", "vars"})
_RUNNING: Final = _NAMES_OF_VARIABLES | {"exec"}
"""The functions of Python by which any variable may get another value."""
_FACTS: Final = frozenset({NAME, VALUE, PLAYER, PROBABILITY})


_DEFINITIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef)


class Role(Enum):
    """What an expression may stand for, apart from a function or class of the program."""

    PART = auto()
    """The tree, or a part of it."""
    HOLDER = auto()
    """Something else that has parts of the tree in it, such as the queue of a search."""
    NESTED = auto()
    """What has such holders in it, such as a list of copies of children."""
    CHANGER = auto()
    """A method that changes the part of the tree it belongs to: ``tree.append``."""
    CHANGER_OF_FIRST = auto()
    """A function that changes the first thing it is given: ``list.append``, ``shuffle``."""


_Definition: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


class Method(NamedTuple):
    """A method of the program, with what the object may be before its dot."""

    function: _Definition
    owner: frozenset[Role]


AnyFunction: TypeAlias = _Definition | ast.Lambda
Meaning: TypeAlias = Role | AnyFunction | ast.ClassDef | Method
Meanings: TypeAlias = frozenset[Meaning]

_NOTHING: Final[Meanings] = frozenset()
_TREE: Final[frozenset[Meaning]] = frozenset({Role.PART, Role.HOLDER, Role.NESTED})


class _Arguments(NamedTuple):
    """What a call hands to a function.

    Attributes:
        by_position: The arguments by position.
        by_name: Those by keyword.
        anywhere: What may be any of them, as the members of ``xs`` in ``f(*xs)``.
    """

    by_position: Sequence[Meanings]
    by_name: Mapping[str, Meanings]
    anywhere: Meanings = _NOTHING

    @property
    def all(self) -> Meanings:
        """All that is handed over."""
        return self.anywhere.union(*self.by_position, *self.by_name.values())


class ValueFlow:
    """What each expression and variable of a program may stand for, given where its tree is."""

    def __init__(
        self,
        parts: Sequence[ast.AST],
        scopes: Scopes,
        makers: Collection[str],
        followed: Collection[ast.AST],
    ) -> None:
        """Prepare a program, of whose variables nothing is known yet.

        Args:
            parts: All parts of the program, the whole first and those further in last.
            scopes: Its functions, and what names mean in them.
            makers: The classes and functions that make the nodes of the tree.
            followed: The calls of which it is known what they do; no function is looked into.
        """
        self._parts = parts
        self._scopes = scopes
        self._makers = makers
        self._followed = followed
        self._meanings: dict[int, Meanings] = {}
        self._held: defaultdict[Variable, Meanings] = defaultdict(frozenset)
        self._returned: defaultdict[ast.AST, Meanings] = defaultdict(frozenset)
        self._methods: defaultdict[str, list[_Definition]] = defaultdict(list)
        self._has_grown = False
        functions = [each for each in parts if isinstance(each, _DEFINITIONS)]
        for function in functions:
            if isinstance(scopes.function_of(function), ast.ClassDef):
                self._methods[function.name].append(function)

    def trace(self, variables: Iterable[Variable]) -> None:
        """Find all that may stand for a part of the tree that some variables hold.

        The program is gone through again as long as more is found: from the first statement to the
        last, for ``a = tree`` before ``b = a``; then from the last to the first, for a function
        that stands before its call; and so on in turn.
        """
        for variable in variables:
            self._hold(variable, frozenset({Role.PART}))
        from_first = _list_inner_parts_first(self._parts[0])
        from_last = self._parts[::-1]
        orders = cycle([from_first, from_last])
        self._has_grown = True
        while self._has_grown:
            self._has_grown = False
            for part in next(orders):
                if isinstance(part, ast.expr):
                    self._meanings[id(part)] = self._evaluate(part)
                self._assign_in(part)

    def meanings_of(self, part: ast.AST | None) -> Meanings:
        """Return what an expression may stand for."""
        return self._meanings.get(id(part), _NOTHING)

    def is_part(self, expression: ast.AST) -> bool:
        """Tell whether an expression may stand for a part of the tree."""
        return Role.PART in self.meanings_of(expression)

    def holds_part(self, name: ast.Name) -> bool:
        """Tell whether a variable may hold a part of the tree."""
        return Role.PART in self._held[self._scopes.variable_of(name.id, name)]

    def _hold(self, variable: Variable, meanings: Meanings) -> None:
        """Note that a variable may hold something."""
        if not meanings <= self._held[variable]:
            self._held[variable] |= meanings
            self._has_grown = True

    # -- expressions -------------------------------------------------------------------------------

    def _evaluate(self, expression: ast.expr) -> Meanings:
        """Find what an expression may stand for, from what its parts may."""
        match expression:
            case ast.Name():
                return self._evaluate_name(expression)
            case ast.Attribute():
                return self._evaluate_attribute(expression)
            case ast.Subscript(value=owner, slice=ast.Slice()):
                return _copy(self.meanings_of(owner))
            case ast.Subscript(value=owner):
                return _take_member(self.meanings_of(owner))
            case ast.Call():
                return self._evaluate_call(expression)
            case ast.Lambda(body=body):
                self._return(expression, self.meanings_of(body))
                return frozenset({expression})
            case ast.IfExp(body=body, orelse=other):
                return self.meanings_of(body) | self.meanings_of(other)
            case ast.BoolOp(values=values):
                return _NOTHING.union(*map(self.meanings_of, values))
            case ast.NamedExpr(value=value) | ast.Starred(value=value) | ast.Await(value=value):
                return self.meanings_of(value)
            case ast.BinOp(op=ast.Add() | ast.Mult() | ast.BitOr(), left=left, right=right):
                return _copy(self.meanings_of(left) | self.meanings_of(right))
            case ast.Compare() | ast.UnaryOp() | ast.BinOp() | ast.JoinedStr() | ast.Yield():
                return _NOTHING
        # Lists, records and comprehensions hold what their members are.
        return _make_holder(_NOTHING.union(*map(self.meanings_of, _list_members(expression))))

    def _evaluate_name(self, name: ast.Name) -> Meanings:
        """Find what a name may stand for; a function of a library may change what it is given."""
        meanings = self._held[self._scopes.variable_of(name.id, name)]
        if name.id in _CHANGING_FUNCTIONS and not meanings:
            return frozenset({Role.CHANGER_OF_FIRST})
        return meanings

    def _evaluate_attribute(self, expression: ast.Attribute) -> Meanings:
        """Find what an attribute or method may stand for.

        ===================  =====================================================
        ``tree.children``    a part of the tree
        ``tree.value``       nothing: a number
        ``tree.append``      what changes the tree
        ``list.append``      what changes the list that it is given first
        ``game.moves``       whatever any object has under this name
        ===================  =====================================================
        """
        owner = self.meanings_of(expression.value)
        name = expression.attr
        found = self._held[make_attribute(name)] | self._find_methods(name, owner)
        if found - _TREE:
            return found
        if Role.PART in owner:
            if _is_changing_method(name):
                return found | {Role.CHANGER}
            is_fact = meaning(name) in _FACTS or plain_word(name) in BESIDE_TREE
            return found if is_fact else found | {Role.PART}
        is_of_type = get_last_name(expression.value) in _TYPES and _is_changing_method(name)
        if is_of_type or name in _CHANGING_FUNCTIONS:
            return found | {Role.CHANGER_OF_FIRST}
        return found | _take_member(owner)

    def _find_methods(self, name: str, owner: Meanings) -> Meanings:
        """Find the methods of a name, of all classes of the program."""
        is_class = any(isinstance(each, ast.ClassDef) for each in owner)
        kinds = frozenset(each for each in owner if isinstance(each, Role))
        found: set[Meaning] = set()
        for method in self._methods[name]:
            is_static = any(get_last_name(each) == "staticmethod" for each in method.decorator_list)
            found.add(method if is_class or is_static else Method(method, kinds))
        return frozenset(found)

    # -- calls -------------------------------------------------------------------------------------

    def _evaluate_call(self, call: ast.Call) -> Meanings:
        """Find what a call may return, and hand its arguments to the functions that it may call."""
        if call in self._followed:
            return _NOTHING
        arguments = self._find_arguments(call)
        if get_last_name(call.func) in self._makers:
            return frozenset({Role.PART}) if arguments.all & _TREE else _NOTHING

        called = self.meanings_of(call.func) - _TREE
        results = [self._call(each, arguments) for each in called]
        if any(not isinstance(each, Role) for each in called):
            return _NOTHING.union(*results)
        return self._call_unknown(call, arguments)

    def _find_arguments(self, call: ast.Call) -> _Arguments:
        """Find what a call hands over."""
        starred = [each for each in call.args if isinstance(each, ast.Starred)]
        anywhere = _NOTHING.union(*(_take_member(self.meanings_of(each)) for each in starred))
        by_position = [
            self.meanings_of(each) for each in call.args if not isinstance(each, ast.Starred)
        ]
        by_name: dict[str, Meanings] = {}
        for keyword in call.keywords:
            if keyword.arg is None:
                anywhere |= _take_member(self.meanings_of(keyword.value))
            else:
                by_name[keyword.arg] = self.meanings_of(keyword.value)
        return _Arguments(by_position, by_name, anywhere)

    def _call(self, called: Meaning, arguments: _Arguments) -> Meanings:
        """Hand arguments to what is called, and return what it may return."""
        match called:
            case Method(function=function, owner=owner):
                given = arguments._replace(by_position=[owner, *arguments.by_position])
                return self._call_function(function, given)
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Lambda():
                return self._call_function(called, arguments)
            case ast.ClassDef():
                return self._make_object(called, arguments)
        return _NOTHING

    def _call_function(self, function: AnyFunction, arguments: _Arguments) -> Meanings:
        """Hand arguments to a function. A search is taken to change nothing that it is given."""
        if is_search_function(function):
            return _NOTHING
        parameters = function.args
        positional = [each.arg for each in (*parameters.posonlyargs, *parameters.args)]
        names = [*positional, *(each.arg for each in parameters.kwonlyargs)]
        for name, meanings in zip(positional, arguments.by_position, strict=False):
            self._hold(Variable(name, function), meanings)
        for name in names:
            given = arguments.by_name.get(name, _NOTHING)
            self._hold(Variable(name, function), given | arguments.anywhere)
        for rest in (parameters.vararg, parameters.kwarg):
            if rest is not None:
                self._hold(Variable(rest.arg, function), _make_holder(arguments.all))
        return self._returned[function]

    def _make_object(self, made: ast.ClassDef, arguments: _Arguments) -> Meanings:
        """Hand arguments to the class of a new object: its attributes are found by their names."""
        fields = [
            each.target.id
            for each in made.body
            if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name)
        ]
        for field, meanings in zip(fields, arguments.by_position, strict=False):
            self._hold(make_attribute(field), meanings)
        for name, meanings in arguments.by_name.items():
            self._hold(make_attribute(name), meanings)

        given = arguments._replace(by_position=[_NOTHING, *arguments.by_position])
        for constructor in self._methods["__init__"]:
            is_own = self._scopes.function_of(constructor) is made
            if is_own or made.bases:
                self._call_function(constructor, given)
        return _NOTHING

    def _call_unknown(self, call: ast.Call, arguments: _Arguments) -> Meanings:
        """Find what a function may return that is not in the program: ``max(t, key=f)``.

        It may call the functions that it is given with what else it is given.
        """
        name = get_last_name(call.func)
        owner: Meanings = _NOTHING
        if isinstance(call.func, ast.Attribute):
            owner = self.meanings_of(call.func.value)
            # queue.append(root)
            is_function = Role.CHANGER_OF_FIRST in self.meanings_of(call.func)
            if is_changing(name) and Role.PART not in owner and not is_function:
                self._hold_in(call.func.value, _make_holder(arguments.all))

        given = owner | arguments.all
        members = _Arguments([], {}, _take_member(given & _TREE))
        results = [self._call(each, members) for each in given - _TREE]
        functions = _NOTHING.union(given - _TREE, *results)
        if name in {"max", "min"}:
            return functions | _take_member(given)
        if name in _NAMES_OF_VARIABLES and not call.args:
            return frozenset({Role.PART})
        is_class = name[:1].isupper()
        if is_class or name in _MAKING_LISTS:
            return functions | (_make_holder(given) if is_class else _copy(given))
        if name in _MAKING_OTHERS or makes_no_tree(name):
            return functions
        return functions | _take_member(given)

    def _return(self, function: ast.AST | None, meanings: Meanings) -> None:
        """Note that a function may return something."""
        if function is not None and not meanings <= self._returned[function]:
            self._returned[function] |= meanings
            self._has_grown = True

    # -- what gets a value -------------------------------------------------------------------------

    def _assign_in(self, part: ast.AST) -> None:
        """Note what variables get in a statement, a loop or a definition."""
        match part:
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    self._assign(target, value)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                self._assign(target, value)
            case ast.NamedExpr(target=target, value=value):
                self._assign(target, value)
            case ast.AugAssign(target=target, value=value):
                self._hold_in(target, _copy(self.meanings_of(value)))
            case ast.For() | ast.AsyncFor() | ast.comprehension():
                self._give(part.target, _take_member(self.meanings_of(part.iter)))
            case ast.withitem(context_expr=value, optional_vars=ast.expr() as target):
                self._assign(target, value)
            case ast.Return(value=value):
                self._return(self._scopes.function_of(part), self.meanings_of(value))
            case ast.Yield(value=value) | ast.YieldFrom(value=value):
                given = _make_holder(self.meanings_of(value))
                self._return(self._scopes.function_of(part), given)
            case ast.Match(subject=subject, cases=cases):
                self._give_to_patterns(cases, self.meanings_of(subject))
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                self._define(part)
            case ast.Lambda(args=arguments):
                self._give_defaults(part, arguments)
            case ast.ClassDef(name=name):
                self._hold(self._scopes.variable_of(name, part), frozenset({part}))

    def _define(self, function: _Definition) -> None:
        """Note what the name of a function stands for: itself, and what its decorators return.

        Below ``@logged``, with ``def logged(f): return lambda tree: tree.reverse()``, the name of
        ``def search(tree)`` stands for this function and for the lambda. The name of a method is
        known in its class alone.
        """
        meanings: Meanings = frozenset({function})
        for decorator in function.decorator_list:
            decorators = self.meanings_of(decorator) - _TREE
            for each in decorators:
                decorated = _Arguments([meanings], {})
                meanings |= self._call(each, decorated)
        if not isinstance(self._scopes.function_of(function), ast.ClassDef):
            self._hold(self._scopes.variable_of(function.name, function), meanings)
        self._give_defaults(function, function.args)

    def _give_defaults(self, function: ast.AST, arguments: ast.arguments) -> None:
        """Give parameters their default values."""
        positional = [*arguments.posonlyargs, *arguments.args]
        pairs = [
            *zip(reversed(positional), reversed(arguments.defaults), strict=False),
            *zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True),
        ]
        for parameter, default in pairs:
            self._hold(Variable(parameter.arg, function), self.meanings_of(default))

    def _assign(self, target: ast.expr, value: ast.expr) -> None:
        """Give a target the value of an expression; of ``a, b = c, d`` each gets its own."""
        match target, value:
            case (
                ast.Tuple(elts=targets) | ast.List(elts=targets),
                ast.Tuple(elts=values) | ast.List(elts=values),
            ) if len(targets) == len(values):
                for each, its_value in zip(targets, values, strict=True):
                    self._assign(each, its_value)
            case _:
                self._give(target, self.meanings_of(value))

    def _give(self, target: ast.expr, meanings: Meanings) -> None:
        """Give a target what it may stand for, or each of several targets a member of that."""
        match target:
            case ast.Name(id=name):
                self._hold(self._scopes.variable_of(name, target), meanings)
            case ast.Attribute(attr=name):
                self._hold(make_attribute(name), meanings)
            case ast.Subscript(value=owner):
                self._hold_in(owner, _make_holder(meanings))
            case ast.Starred(value=part):
                self._give(part, _make_holder(meanings))
            case ast.Tuple(elts=targets) | ast.List(elts=targets):
                for each in targets:
                    self._give(each, _take_member(meanings))

    def _give_to_patterns(self, cases: Sequence[ast.match_case], subject: Meanings) -> None:
        """Give the names in patterns of ``match`` what they may capture of its subject."""
        for case in cases:
            for pattern in ast.walk(case.pattern):
                for name in find_captured_names(pattern):
                    variable = self._scopes.variable_of(name, pattern)
                    self._hold(variable, subject | _take_member(subject))

    def _hold_in(self, owner: ast.expr, meanings: Meanings) -> None:
        """Note what is put into a list or record: ``queue.append(root)``, ``self.nodes[3] = b``."""
        while isinstance(owner, ast.Subscript):
            owner = owner.value
        if isinstance(owner, ast.Name | ast.Attribute):
            self._give(owner, meanings)


def names_change(name: str) -> bool:
    """Tell whether a method or function of a name may change what it is called on or given.

    >>> names_change("append"), names_change("shuffle"), names_change("index")
    (True, True, False)
    """
    return _is_changing_method(name) or name in _CHANGING_FUNCTIONS or name in _RUNNING


def _is_changing_method(name: str) -> bool:
    """Tell whether a method of a name changes its owner; those of graphviz only list or add."""
    is_known = is_changing(name) and name not in NetworkxGraph.OF_GRAPHVIZ
    return is_known or name in _CHANGING_BY_SIGN


def is_search_function(function: ast.AST | None) -> bool:
    """Tell whether a function is called as a search is, or is handed a window."""
    if not isinstance(function, _DEFINITIONS):
        return False
    parameters = {each.arg.lower() for each in function.args.args}
    return is_search(function.name) or parameters.issuperset({"alpha", "beta"})


def _take_member(meanings: Meanings) -> Meanings:
    """Return what a member may stand for: one of a part is a part, and so is one of a holder."""
    members: set[Meaning] = {*meanings - _TREE}
    if meanings & {Role.PART, Role.HOLDER}:
        members.add(Role.PART)
    if Role.NESTED in meanings:
        members |= {Role.HOLDER, Role.NESTED}
    return frozenset(members)


def _copy(meanings: Meanings) -> Meanings:
    """Return what a copy stands for: that of a list has the same members, and is no part."""
    return _make_holder(_take_member(meanings))


def _make_holder(meanings: Meanings) -> Meanings:
    """Return what a list or record around something stands for."""
    holders: set[Meaning] = {*meanings - _TREE}
    if Role.PART in meanings:
        holders.add(Role.HOLDER)
    if meanings & {Role.HOLDER, Role.NESTED}:
        holders.add(Role.NESTED)
    return frozenset(holders)


def _list_inner_parts_first(whole: ast.AST) -> list[ast.AST]:
    """List the parts of a program from the first to the last, each behind the parts within it.

    >>> [type(part).__name__ for part in _list_inner_parts_first(ast.parse("f(x)").body[0])]
    ['Load', 'Name', 'Load', 'Name', 'Call', 'Expr']
    """
    parts: list[ast.AST] = []
    pending = [whole]
    while pending:
        part = pending.pop()
        parts.append(part)
        pending += ast.iter_child_nodes(part)
    return parts[::-1]


def _list_members(expression: ast.expr) -> Iterator[ast.AST]:
    """List the parts of an expression that its value may hold: those of a list, not of a loop."""
    match expression:
        case ast.DictComp(key=key, value=value):
            yield from (key, value)
        case ast.ListComp(elt=member) | ast.SetComp(elt=member) | ast.GeneratorExp(elt=member):
            yield member
        case _:
            yield from ast.iter_child_nodes(expression)
