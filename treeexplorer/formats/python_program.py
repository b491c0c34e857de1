"""The values of a program in Python, whose syntax tree is gone through and never run.

Assignments count, and calls that add to a record or to a graph of networkx; imports, functions and
other statements are passed over. A constructor (``Node(3)``) stays what it is called with, below
the node that it names as its ``parent``.
"""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Final

from treeexplorer.formats import json_syntax, parentheses
from treeexplorer.formats.cases import cases_in, texts_of_trees
from treeexplorer.formats.model import (
    Assigned,
    Constructed,
    Digits,
    Placed,
    Reading,
    UnreadableError,
)
from treeexplorer.formats.number_tables import holds_number, members_of
from treeexplorer.formats.players_beside import levels_in
from treeexplorer.formats.python_calls import (
    SearchCalls,
    lists_of_cases,
    literals_in_calls,
    statements_of_tests,
)
from treeexplorer.formats.python_changes import (
    NetworkxGraph,
    add_child,
    apply_method,
    attribute_of,
    changed_arguments,
    changed_expressions,
    changes_owner,
    holds_children,
    item_of,
    names_of_function,
    root_of,
    set_attribute,
    set_item,
)
from treeexplorer.formats.python_classes import parameters_of_classes, with_names
from treeexplorer.formats.searches import (
    is_called_tree,
    is_search,
    makes_no_tree,
    makes_node,
    players_of,
    unknown_tree,
)
from treeexplorer.formats.texts import value_in_text
from treeexplorer.formats.words import PARENT, meaning, plain_word, player_named
from treeexplorer.notation.problems import SourceText
from treeexplorer.numbers import NUMBER
from treeexplorer.text import quoted, safe

_NUMBER: Final = re.compile(NUMBER)
_LISTS: Final = frozenset(
    {"list", "tuple", "set", "frozenset", "array", "deque", "asarray", "tensor"}
)
_RECORDS: Final = frozenset({"dict", "OrderedDict", "defaultdict", "SimpleNamespace"})
_NOT_A_NUMBER: Final = "nan"
_INFINITE: Final = frozenset({"inf", "infinity"})
_MAKING_TREES: Final = frozenset(
    {"list_to_tree", "dict_to_tree", "nested_dict_to_tree", "list_to_tree_by_relation"}
)
"""The functions of bigtree that make the tree that their argument describes."""
_ROOTS: Final = frozenset({"root", "tree", "gametree", "rootnode"})
"""The parameters of a class whose instance is no node but holds the root of a tree."""
_CHANGING_FUNCTIONS: Final = frozenset({"shuffle", "heapify"})
"""The functions of Python's library that change the list that they are given."""
_CONTAINERS: Final = (list, tuple, dict, Constructed)
_BLOCKS: Final = (ast.For, ast.While, ast.If, ast.With, ast.Try)
"""The statements whose own statements may be run any number of times, or never."""
_NO_VARIABLE: Final = ""
"""Stands for the variable of an expression that is not assigned to any."""
_WRITE_TREE_OUT: Final = "write the tree out: tree = [[3, 12], [2, 4]]"


@dataclass
class PythonProgram:
    """The values in a program, collected statement by statement without running it.

    Attributes:
        text: The program.
        variables: What each variable holds at the end.
        used: The variables that stand in other values, and so are no trees of their own.
        below: The ``id`` of each node that has said which node is its parent.
        holders: The variables that hold one tree in a list, with the variable of that tree.
        problems: Why a variable's value is not taken.
        changed: What variables held that is changed in a way that cannot be told.
    """

    text: str
    variables: dict[str, Any] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    below: set[int] = field(default_factory=set)
    holders: dict[str, str] = field(default_factory=dict)
    problems: dict[str, UnreadableError] = field(default_factory=dict)
    changed: list[Assigned] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._source = SourceText(self.text)
        self._bound: set[str] = set()
        self._called_in: Sequence[ast.stmt] = ()
        self._parameters: Mapping[str, Sequence[str]] = {}

    def reading(self, module: ast.Module) -> Reading:
        """Return the values in a program that may be trees, and what it says about who moves.

        Args:
            module: The syntax tree of the program.

        Raises:
            UnreadableError: There is no value at all, or the tree of the program cannot be known
                without running it.
        """
        self._bound = _bound_names(module)
        self._parameters = parameters_of_classes(module)
        outside = _outside_functions(module)
        self._called_in = outside
        values = self._values_of_program(module, outside)
        # Only now, since a later statement may have changed a variable, or put it into another
        # value.
        known = [each for each in values if not self._is_unknown(each)]
        whole = [each for each in known if not self._is_part_of_another(each)]
        if not whole:
            raise self._error_without_value(has_parts=bool(known))
        calls = SearchCalls(module, self._called_in)
        self._refuse_unknown_tree(whole, calls.searched)
        self._refuse_unknown_facts(whole, calls.searched)
        players = players_of([], calls.found)
        # A dictionary keeps each name once, in the order in which it was found.
        left_out = dict.fromkeys([*self.problems, *players.unclear_variables])
        return Reading(
            [*whole, *players.understood],
            left_out=tuple(f'"{safe(name)}"' for name in left_out),
            unclear=players.unclear_calls(),
            searched=frozenset(calls.searched_anywhere),
        )

    def _values_of_program(self, module: ast.Module, outside: list[ast.stmt]) -> list[Assigned]:
        """Return the values from the first of four places in which there is a tree.

        1. The statements outside functions.
        2. The test cases of pytest, ``@pytest.mark.parametrize("tree, value", [([3, 5], 5)])``.
        3. The functions and blocks.
        4. The calls of searches, ``minimax([[3, 5], [2, 9]], True)``, also in tests, if the others
           have no tree.

        Args:
            module: The program.
            outside: Its statements outside functions.
        """
        values = list(self._run_through(outside))
        if _has_tree(values):
            self._forget_what_functions_change(module, outside)
            return values
        cases = list(self._test_cases(module))
        if cases:
            return values + cases
        values += self._values_within_functions(module, outside)
        if not _has_tree([each for each in values if each.value]):
            self._called_in = [*outside, *statements_of_tests(module)]
            values += self._values_in_calls(self._called_in)
        return values

    def _values_in_calls(self, statements: Sequence[ast.stmt]) -> Iterator[Assigned]:
        """Yield the trees that are written out in calls: ``minimax([[3, 5], [2, 9]], True)``."""
        for expression in literals_in_calls(statements):
            value = self._value_or_error(expression)
            if not isinstance(value, UnreadableError):
                self.problems.pop(_NO_VARIABLE, None)  # that the call around it has no value
                yield Assigned(value)

    def _test_cases(self, module: ast.Module) -> Iterator[Assigned]:
        """Yield the lists of test cases that stand before the tests of a program."""
        for word, expression in lists_of_cases(module):
            value = self._value_or_error(expression)
            if cases_in(value) or texts_of_trees(value, are_tests=True):
                self.problems.pop(_NO_VARIABLE, None)
                yield Assigned(value, word)

    def _values_within_functions(
        self, module: ast.Module, outside: list[ast.stmt]
    ) -> Iterator[Assigned]:
        """Yield the values in the functions and blocks of a program.

        What is assigned there to a variable for a player (``player = "MIN"``) holds for a call, and
        not for the tree: it is listed as a problem instead.

        Args:
            module: The program.
            outside: Its statements outside functions, which have been gone through already.
        """
        # By identity, since equal statements may stand in several places.
        seen = set(map(id, outside))
        statements = [each for each in ast.walk(module) if isinstance(each, ast.stmt)]
        within = [each for each in statements if id(each) not in seen]
        for assigned in self._run_through(within):
            if levels_in(assigned) is None:
                yield assigned
            else:
                problem = UnreadableError("this holds within a function")
                self.problems.setdefault(assigned.variable, problem)

    def _is_unknown(self, assigned: Assigned) -> bool:
        """Tell whether a variable has another value later, which cannot be taken."""
        if any(assigned.value is each.value for each in self.changed):
            return True
        return assigned.variable in self.problems and assigned.variable not in self.variables

    def _refuse_unknown_tree(self, whole: list[Assigned], searched: Collection[str]) -> None:
        """Raise an error if the value of the variable that holds the tree is not known.

        That variable is handed to a search, or called ``tree``. If one of these has a value, no
        error is raised.

        Args:
            whole: The values that may be trees.
            searched: The variables that are handed to a search function.

        Raises:
            UnreadableError: Why the value cannot be taken. The error is certain: no other syntax
                is to be tried.
        """
        known = {each.variable for each in whole if isinstance(each.value, _CONTAINERS)}
        # A variable with a problem may have got another value later, and is known then.
        unknown = [name for name in self.problems if name not in self.variables]
        tree = unknown_tree(known, unknown, searched)
        if tree is not None:
            raise _certain(self.problems[tree], hint=_WRITE_TREE_OUT)

    def _refuse_unknown_facts(self, whole: list[Assigned], searched: Collection[str]) -> None:
        """Raise an error if what is changed may say something of the tree, as its values do.

        It may if no value is the whole tree by itself: called so, or searched, with numbers in it.

        Args:
            whole: The values that may be trees.
            searched: The variables that are handed to a search function.

        Raises:
            UnreadableError: It may.
        """
        trees = [
            each for each in whole if each.variable in searched or is_called_tree(each.variable)
        ]
        if any(holds_number(each.value) for each in trees):
            return
        for each in self.changed:
            is_of_search = each.variable in self.holders or not each.value
            if not is_of_search and each.variable not in self.variables:
                raise self.problems[each.variable]

    def _is_part_of_another(self, assigned: Assigned) -> bool:
        """Tell whether a value is part of another value, or a node below another node."""
        if assigned.variable in self.used or id(assigned.value) in self.below:
            return True
        # kids = [b] holds b, which is a part of the node that kids was given to.
        holders = [name for name, held in self.holders.items() if held == assigned.variable]
        return assigned.variable != _NO_VARIABLE and not self.used.isdisjoint(holders)

    def _error_without_value(self, *, has_parts: bool) -> UnreadableError:
        """Return the error that a program has no value that is a whole tree.

        A text with an assignment that cannot be taken, ``tree = [f(3)]``, is Python for certain,
        and no other syntax is to be tried. An expression alone, ``f(3)``, may be something else.

        Args:
            has_parts: Whether there are values, each of them a part of another: ``tree += [tree]``.
        """
        if self.problems:
            variable, problem = next(iter(self.problems.items()))
            return problem if variable == _NO_VARIABLE else _certain(problem)
        if has_parts:
            message = "each value of this Python is part of another one: none is the whole tree"
            return _certain(UnreadableError(message, hint=_WRITE_TREE_OUT))
        message = "no value of this Python can be taken without running it"
        return UnreadableError(message, hint=_WRITE_TREE_OUT)

    def _run_through(self, statements: list[ast.stmt]) -> Iterator[Assigned]:
        """Go through statements as Python would run them; yield the values that they assign.

        A literal that stands alone counts as a value, too. Later statements see what earlier ones
        have assigned and changed. Statements within these, as those of a loop, are not gone
        through.

        Args:
            statements: The statements in the order of the text.
        """
        for statement in statements:
            is_change = self._apply_change(statement)  # tree.append(3), which assigns nothing
            if is_change:
                continue
            returned = self._returned_of_parts(statement)
            if returned is not None:
                yield from self._value_alone(returned, is_only=False)
            for variable, expression in _assignments(statement):
                if variable == _NO_VARIABLE:
                    yield from self._value_alone(expression, is_only=len(statements) == 1)
                else:
                    yield from self._assign(variable, expression)

    def _returned_of_parts(self, statement: ast.stmt) -> ast.expr | None:
        """Return what a function returns, if it is a node or a list around what variables hold.

        In ``return Node("A", [b, c])`` neither ``b`` nor ``c`` is a tree of its own. For any other
        statement ``None`` is returned.
        """
        match statement:
            case ast.Return(value=ast.Call(func=function, keywords=named) as call):
                keywords = {each.arg: each for each in named if each.arg is not None}
                count = sum(map(self._holds_node, _names_in(call)))
                # Result(tree, 5) is no node above the tree.
                is_called_node = "node" in ast.unparse(function).lower()
                has_children = count > 1 or (count == 1 and is_called_node)
                return call if has_children and _makes_node(function, keywords) else None
            case ast.Return(value=ast.List(elts=[_, _, *_] as elements) as whole):
                return whole if all(map(self._holds_node, elements)) else None
        return None

    def _holds_node(self, expression: ast.expr) -> bool:
        """Tell whether an expression is a variable that holds a list or a node, and no record."""
        if not isinstance(expression, ast.Name):
            return False
        return isinstance(self._container_at(expression), (list, Constructed))

    def _value_alone(self, expression: ast.expr, *, is_only: bool) -> Iterator[Assigned]:
        """Yield the value of an expression that is a whole statement, if it can be taken.

        Args:
            expression: The expression.
            is_only: Whether the program is this statement alone. Then it is a problem that it has
                no value; among other statements, ``print(tree)`` is no problem.
        """
        value = self._value_or_error(expression)
        if not isinstance(value, UnreadableError):
            yield Assigned(value)
        elif is_only:
            self.problems.setdefault(_NO_VARIABLE, value)

    def _assign(self, variable: str, expression: ast.expr) -> Iterator[Assigned]:
        """Assign the value of an expression to a variable, and yield both.

        Nothing is yielded if the value cannot be taken, which is a problem of the variable then.
        """
        held = self._only_tree_in(expression)
        if held is not None and not is_called_tree(variable):
            self.variables[variable] = self._value_without_marking(expression)
            self.holders[variable] = held
            return
        value = self._assigned_value_or_error(expression)
        is_of_python = variable.startswith("__")  # __all__ = ["minimax"]
        if isinstance(value, UnreadableError):
            self._forget(variable, value)
        elif not is_of_python:
            self.variables[variable] = value
            yield Assigned(value, variable)

    def _only_tree_in(self, expression: ast.expr) -> str | None:
        """Return the variable of the one tree that a list holds, as the queue of a search does.

        ``queue = [root]`` and ``stack = [(root, 0)]`` hold one: neither is a node above it. For any
        other expression ``None`` is returned.
        """
        match expression:
            case ast.Call(func=function, args=[ast.List(elts=[only])]) if (
                _name_behind_dots(function) in _LISTS
            ):
                pass
            case ast.List(elts=[only]):
                pass
            case _:
                return None
        first = only.elts[0] if isinstance(only, ast.Tuple) and only.elts else only
        is_tree = isinstance(first, ast.Name) and self._container_at(first) is not None
        return first.id if is_tree and isinstance(first, ast.Name) else None

    def _forget(self, variable: str, problem: UnreadableError) -> None:
        """Keep the error that says why a variable's value is not known from here on."""
        self.variables.pop(variable, None)
        self.problems.setdefault(variable, problem)

    def _value_or_error(self, expression: ast.expr) -> Any:
        """Return the value of an expression, or the error that says why it cannot be taken.

        If there is a value, the variables in it are marked as used: theirs are parts of it, and no
        trees of their own. With an error nothing is marked: after ``print(tree)`` the tree is
        still a tree of its own.
        """
        used_before = set(self.used)
        try:
            return self._value(expression)
        except UnreadableError as error:
            self.used = used_before
            return error

    def _value_without_marking(self, expression: ast.expr) -> Any:
        """Return the same, with no variable in it marked as used."""
        used_before = set(self.used)
        value = self._value_or_error(expression)
        self.used = used_before
        return value

    def _assigned_value_or_error(self, expression: ast.expr) -> Any:
        """Return the value of the right side of an assignment, or why it cannot be taken.

        The variables in it are marked as used in both cases: after ``tree = joined(a, b)`` neither
        ``a`` nor ``b`` is the whole tree. A search and a measure use nothing up, as in
        ``best = minimax(tree)`` and ``n = len(tree)``.
        """
        if _calls_what_makes_no_tree(expression):
            return self._value_or_error(expression)
        try:
            return self._value(expression)
        except UnreadableError as error:
            return error

    # -- what statements change in the value of a variable -----------------------------------------

    def _apply_change(self, statement: ast.stmt) -> bool:
        """Apply a statement that changes a variable's value; tell whether it is such a statement.

        Examples: ``tree["A"] = […]``, ``root.left = Node(3)``, ``root.children.append(b)``,
        ``tree += [[2, 9]]``, and ``graph.add_edge("A", "B")`` for a graph of networkx.

        Raises:
            UnreadableError: It changes a tree in a way that cannot be told without running it.
        """
        self._forget_what_changes_beyond_telling(statement)
        match statement:
            case ast.Assign(targets=[ast.Subscript(value=base, slice=key)], value=value):
                return self._apply_key(self._container_at(base), key, value)
            case ast.Assign(targets=[ast.Attribute(value=base, attr=name) as target], value=value):
                return self._apply_attribute(self._container_at(base), name, target, value)
            case ast.AugAssign(target=target, op=ast.Add(), value=value):
                return self._apply_method(self._container_at(target), "extend", [value], statement)
            # treelib: root = tree.create_node("A", "a")
            case ast.Assign(
                value=ast.Call(func=ast.Attribute(value=base, attr="create_node")) as call
            ):
                return self._apply_call(self._container_at(base), "create_node", call)
            # A function of networkx, and no method of a value as in the next case.
            case ast.Expr(value=ast.Call(func=ast.Attribute(attr="set_node_attributes")) as call):
                self._apply_attributes_of_nodes(call)
                return True
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=base, attr=method)) as call):
                return self._apply_call(self._container_at(base), method, call)
            # bigtree: root >> b
            case ast.Expr(value=ast.BinOp(left=base, op=ast.RShift(), right=child)):
                return self._apply_method(self._container_at(base), "append", [child], statement)
        return False

    def _forget_what_changes_beyond_telling(self, statement: ast.stmt) -> None:
        """Forget the values that a statement changes, if only running it would tell how.

        Raises:
            UnreadableError: One of them is a part of another value.
        """
        # tree[i].append(3): which part is changed depends on i.
        changed = next(changed_expressions(statement), None)
        if changed is not None and self._leads_somewhere_into_tree(changed):
            self._forget_at(changed, changed)
        tree = _changed_beyond_telling(statement)
        if tree is not None and self._container_at(tree) is not None:
            self._forget_at(tree, statement)
        if isinstance(statement, _BLOCKS):
            self._forget_changes_within(statement)

    def _leads_somewhere_into_tree(self, expression: ast.expr) -> bool:
        """Tell whether an expression leads to a part of a tree, but it cannot be told to which.

        In ``tree[i].append(3)`` it does.
        """
        if self._container_at(expression) is not None or isinstance(expression, ast.Name):
            return False
        return bool(self._container_at(root_of(expression)))

    def _container_at(self, expression: ast.expr) -> Any:
        """Return the list, record or node that an expression leads to; ``None`` for any other.

        ``tree``, ``tree["A"]`` and ``root.left.children`` lead to one if the variable holds it.
        What is returned is that object itself, so that it can be changed.
        """
        # The attributes and items, the last first: of root.left.children first `children`, then
        # `left`.
        parts: list[ast.Attribute | ast.Subscript] = []
        while isinstance(expression, ast.Attribute | ast.Subscript):
            parts.append(expression)
            expression = expression.value
        if not isinstance(expression, ast.Name):
            return None
        found = _if_container(self.variables.get(expression.id))
        # From the variable outwards. A part of `None` is `None` again.
        for part in reversed(parts):
            found = _if_container(_part_of_container(found, part))
        return found

    def _apply_key(self, container: Any, key: ast.expr, value: ast.expr) -> bool:
        """Put a value under a key of a record or list; tell whether there is one."""
        if container is None:
            return False
        if not set_item(container, self._value(key), self._value(value)):
            raise self._error_of_change(key)
        return True

    def _apply_attribute(
        self, node: Any, name: str, target: ast.Attribute, value: ast.expr
    ) -> bool:
        """Apply ``node.left = Node(3)``; tell whether a node stands before the dot.

        Args:
            node: What stands before the dot.
            name: The attribute.
            target: The whole left side, for the place of an error.
            value: The right side. If the attribute says nothing of children, it may be something
                that cannot be taken.

        Raises:
            UnreadableError: The children of a node cannot be taken.
        """
        if not isinstance(node, Constructed):
            return False
        parent = self._container_at(value)
        if meaning(name) == PARENT and isinstance(parent, Constructed):
            self._put_below(parent, node)  # b.parent = a
            return True
        attribute_value = self._value_or_error(value)
        if not isinstance(attribute_value, UnreadableError):
            set_attribute(node, name, attribute_value)
        elif holds_children(name):
            raise self._error_of_change(target)
        else:
            self.problems.setdefault(name, attribute_value)
        return True

    def _put_below(self, parent: Constructed, node: Constructed) -> None:
        """Make a node the last child of another one, so that it is no tree of its own."""
        add_child(parent, node)
        self.below.add(id(node))

    def _apply_call(self, owner: Any, method: str, call: ast.Call) -> bool:
        """Apply a method call, ``tree.append(3)``; tell whether it changes what it is called on.

        Args:
            owner: The value that the method is called on; ``None`` if it is not known.
            method: The name of the method.
            call: The call, with its arguments.

        Raises:
            UnreadableError: It changes the value in a way that cannot be told.
        """
        if isinstance(owner, NetworkxGraph):
            return self._apply_call_of_graph(owner, method, call)
        return self._apply_method(owner, method, call.args, call)

    def _apply_call_of_graph(self, graph: NetworkxGraph, method: str, call: ast.Call) -> bool:
        """Apply ``graph.add_edge("A", "B")``; tell whether the method adds something.

        Raises:
            UnreadableError: It does, and cannot be understood: ``graph.add_edge("A")``.
        """
        # Without an argument, networkx's `nodes()` and `edges()` only list what is there.
        is_of_graphviz = method in NetworkxGraph.OF_GRAPHVIZ and len(call.args) > 0
        if method not in NetworkxGraph.ADDING and not is_of_graphviz:
            return False
        arguments = [self._value(each) for each in call.args]
        is_added = graph.add(method, arguments, self._keywords(call))
        if not is_added:
            raise self._error_of_change(call)
        return True

    def _apply_attributes_of_nodes(self, call: ast.Call) -> None:
        """Apply ``nx.set_node_attributes(graph, values, "value")``, which gives nodes their values.

        The name of the attribute may also be a keyword, ``name="value"``. Without a name each value
        is a dictionary of attributes.

        Raises:
            UnreadableError: It cannot be told what that changes.
        """
        # The graph stays a tree of its own: it is the tree.
        graph_and_others = [self._value_without_marking(each) for each in call.args[:1]]
        values = [*graph_and_others, *map(self._value_or_error, call.args[1:])]
        keywords = self._keywords(call)
        # The pattern {} takes any keywords.
        match values, keywords:
            case [NetworkxGraph() as graph, dict() as attributes, str() as name], {}:
                is_set = graph.set_attributes(attributes, name)
            case [NetworkxGraph() as graph, dict() as attributes], {"name": str() as name}:
                is_set = graph.set_attributes(attributes, name)
            case [NetworkxGraph() as graph, dict() as attributes], {}:
                is_set = graph.set_attributes(attributes, None)
            case _:
                is_set = False
        if not is_set:
            raise self._error_of_change(call)

    def _apply_method(
        self, owner: Any, method: str, arguments: list[ast.expr], node: ast.expr | ast.stmt
    ) -> bool:
        """Apply ``tree.append(3)``, ``root.add(b)`` and the like; tell whether it adds something.

        Args:
            owner: The list, record or node; ``None`` if it is not known.
            method: The name of the method.
            arguments: Its positional arguments.
            node: The call or the statement, for the place of an error.

        Raises:
            UnreadableError: It may change the owner, and it cannot be told how:
                ``tree.append(f(3))``, ``tree.sort()``.
        """
        if owner is None:
            return False
        values = [self._value_or_error(each) for each in arguments]
        are_known = not any(isinstance(each, UnreadableError) for each in values)
        if are_known and apply_method(owner, method, values):
            return True
        if not changes_owner(owner, method, values):
            return False  # root.show(), which only looks at it
        changed = next(changed_expressions(node), None)
        if changed is None or isinstance(owner, Constructed):
            raise self._error_of_change(node)
        self._forget_at(changed, node)
        return True

    def _forget_changes_within(self, block: ast.stmt) -> None:
        """Forget the values of variables that a statement of a loop or another block changes.

        How often the statements of a block are run, or whether, is not known.

        Raises:
            UnreadableError: A part of another value is changed: then that value is not known,
                either. The queue of a search is no part of its tree.
        """
        names_of_parts = self._names_of_parts(block)
        for variable, changed in _changed_variables(block):
            container = self._container_at(variable)
            if variable.id in names_of_parts:  # for child in tree: child.append(3)
                raise self._error_of_change(changed)
            if container is None:
                continue
            self._forget_changed(variable, changed)

    def _names_of_parts(self, block: ast.stmt) -> set[str]:
        """Return the names that loops within a block give to parts of trees.

        In ``for child in tree:`` this is ``child``.
        """
        names: set[str] = set()
        for loop in ast.walk(block):
            if isinstance(loop, ast.For) and any(map(self._container_at, _names_in(loop.iter))):
                names |= {name.id for name in _names_in(loop.target)}
        return names

    def _forget_what_functions_change(self, module: ast.Module, outside: list[ast.stmt]) -> None:
        """Forget the values of variables that functions change: how often they do is not known.

        Args:
            module: The program.
            outside: Its statements outside functions.

        Raises:
            UnreadableError: A part of another value is changed so: then that other value is not
                known, either.
        """
        # The functions that change a parameter or another name of their own. A call may hand a tree
        # to them.
        changing: dict[str, ast.FunctionDef] = {}
        for function in _functions(module, outside):
            own_names = names_of_function(function)
            for variable, changed in _changed_variables(function):
                if variable.id in own_names:
                    changing[function.name] = function
                # What is empty may be filled to be no tree: the nodes that are visited.
                elif self._container_at(variable):
                    self._forget_changed(variable, changed)
        self._forget_what_is_handed_to(changing, outside)

    def _forget_at(self, expression: ast.expr, changed: ast.expr | ast.stmt) -> None:
        """Forget the value of the variable that an expression begins with: ``a`` of ``a[0].b``.

        Args:
            expression: The expression.
            changed: What is changed, for the place.

        Raises:
            UnreadableError: There is no variable, or its value is a part of another one.
        """
        variable = root_of(expression)
        if not isinstance(variable, ast.Name):
            raise self._error_of_change(changed)
        self._forget_changed(variable, changed)

    def _forget_changed(self, variable: ast.Name, changed: ast.expr | ast.stmt) -> None:
        """Forget the value of a variable that is changed, it is not known how often.

        Args:
            variable: The variable, which holds a list, a record or a node: ``tree``.
            changed: What is changed: ``tree.children``.

        Raises:
            UnreadableError: It is a part of another value.
        """
        container = self._container_at(variable)
        is_part = variable.id in self.used or id(container) in self.below
        if is_part or self._is_held_elsewhere(container, variable.id):
            raise self._error_of_change(changed)
        self.changed.append(Assigned(container, variable.id))
        self._forget(variable.id, self._error_of_change(changed, variable.id))

    def _is_held_elsewhere(self, container: Any, variable: str) -> bool:
        """Tell whether a value is, or is a part of, what another variable holds.

        After ``left = tree[0]`` the value of ``left`` is a part of ``tree``.
        """
        waiting = [value for name, value in self.variables.items() if name != variable]
        seen: set[int] = set()
        while waiting:
            value = waiting.pop()
            if value is container:
                return True
            if id(value) not in seen:
                seen.add(id(value))
                waiting += members_of(value)
        return False

    def _forget_what_is_handed_to(
        self, changing: Mapping[str, ast.FunctionDef], outside: list[ast.stmt]
    ) -> None:
        """Forget the values of variables that are handed to functions that change them.

        After ``def fill(node): node.append(3)`` the call ``fill(tree)`` changes ``tree``. A search
        is taken to undo its changes: it makes a move, ``board[0] = "X"``, and takes it back.

        Args:
            changing: The functions that change something of their own, by their names.
            outside: The statements outside functions.
        """
        for call in chain.from_iterable(map(ast.walk, outside)):
            if not isinstance(call, ast.Call):
                continue
            function = changing.get(_name_behind_dots(call.func))
            if function is None or _is_search(function):
                continue
            for variable in changed_arguments(call, function):
                if self._container_at(variable):
                    self._forget(variable.id, self._error_of_change(call))

    def _error_of_change(self, node: ast.expr | ast.stmt, variable: str = "") -> UnreadableError:
        """Return the error that a value is changed in a way that cannot be told.

        Args:
            node: What changes it, for the place.
            variable: The variable that holds it, which need not be a tree; empty for a tree.
        """
        hint = "write the tree out: [[3, 12], [2, 4]]"
        is_tree = variable == "" or is_called_tree(variable)
        changed = "a tree" if is_tree else quoted(variable)
        message = f"{changed} is changed here, and nothing of a file is run"
        return _certain(UnreadableError(message, self._place(node), hint))

    # -- expressions ---------------------------------------------------------------------------

    def _value(self, node: ast.expr) -> Any:
        """Return the value of an expression, without running anything.

        ``[3, (12, x)]`` is a list; ``x`` stands for what the variable holds. Recursive, since
        Python itself nests brackets at most 200 deep.

        Raises:
            UnreadableError: It is no literal, no variable that is known, and no call that makes a
                list, a record or a node.
        """
        match node:
            case ast.Constant():
                return self._constant(node)
            case ast.UnaryOp(op=ast.USub() | ast.UAdd()):
                return self._signed(node)
            case ast.List(elts=elements) | ast.Set(elts=elements):
                return [self._value(each) for each in elements]
            case ast.Tuple(elts=elements):
                return tuple(self._value(each) for each in elements)
            case ast.Dict(keys=keys, values=values):
                return self._record(node, keys, values)
            case ast.Call():
                return self._call(node)
            case ast.Name(id=name):
                return self._variable_or_name(name, node)
            # Ruby: [[3, 5], [2, 9]].freeze
            case ast.Attribute(value=ast.List() | ast.Dict() as literal, attr="freeze"):
                return self._value(literal)
            case ast.Attribute():
                return self._attribute(node)
            case ast.Subscript():
                return self._item(node)
        raise self._error_since_not_run(node)

    def _constant(self, node: ast.Constant) -> Any:
        """Return a text, a number, a truth value or ``None`` that is written out.

        Raises:
            UnreadableError: It is a constant of another kind, such as bytes.
        """
        match node.value:
            case str() as text:
                return Placed(text, self._place(node))
            # Not as a float, which may not keep all digits that are written.
            case float():
                return self._digits(node)
            case int() | None:
                return node.value
        raise self._error_since_not_run(node)

    def _error_since_not_run(self, node: ast.expr) -> UnreadableError:
        """Return the error that an expression would have to be run to have a value."""
        place = self._place(node)
        if isinstance(node, ast.BinOp):
            message = "this is arithmetic, and nothing of a file is run"
            return UnreadableError(message, place, "write the number itself")
        return UnreadableError("this is no literal, and nothing of a file is run", place)

    def _place(self, node: ast.expr | ast.stmt) -> int:
        """Return the offset of an expression or statement; Python counts columns in bytes."""
        start = self._source.line_starts[node.lineno - 1]
        line = self.text[start : start + node.col_offset]
        if line.isascii():
            return start + node.col_offset
        return start + len(line.encode()[: node.col_offset].decode(errors="ignore"))

    def _digits(self, node: ast.expr) -> Any:
        """Return a decimal number with all the digits with which it is written."""
        segment = ast.get_source_segment(self.text, node)
        if segment is not None and _NUMBER.fullmatch(segment):
            return Digits(segment, self._place(node))
        raise UnreadableError(f"{quoted(ast.unparse(node))} is not a number", self._place(node))

    def _signed(self, node: ast.UnaryOp) -> Any:
        """Return a number with the signs that stand before it: ``--3`` is 3.

        Args:
            node: The outermost sign, with what stands behind it.

        Raises:
            UnreadableError: No number stands behind the signs.
        """
        # In a loop, since many signs may stand before a number.
        operand: ast.expr = node
        is_minus = False
        while isinstance(operand, ast.UnaryOp) and isinstance(operand.op, ast.USub | ast.UAdd):
            if isinstance(operand.op, ast.USub):
                is_minus = not is_minus
            operand = operand.operand
        value = self._value(operand)
        if isinstance(value, Digits):
            sign = "-" if is_minus else ""
            return Digits(sign + value, self._place(node))
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return -value if is_minus else value
        raise UnreadableError("a sign stands before a number", self._place(node))

    def _record(
        self, node: ast.expr, keys: list[ast.expr | None], values: list[ast.expr]
    ) -> dict[Any, Any]:
        """Return the record of ``{key: value, …}``.

        Args:
            node: The whole expression, for the place of an error.
            keys: The keys in order; ``None`` where ``**`` stands.
            values: The values in the same order.

        Raises:
            UnreadableError: A key stands twice, or is neither a text nor a number.
        """
        record: dict[Any, Any] = {}
        for key, value in zip(keys, values, strict=True):
            if key is None:
                raise UnreadableError("`**` is not run", self._place(node))
            name = self._key(key)
            # Python would keep the last value alone, and a part of the tree would be lost.
            if name in record:
                message = f"the key {quoted(str(name))} stands twice in one record"
                raise UnreadableError(message, self._place(key))
            record[name] = self._value(value)
        return record

    def _key(self, key: ast.expr) -> Any:
        """Return the key of a record, which is a text or a number.

        Raises:
            UnreadableError: It is neither.
        """
        name = self._value(key)
        if not isinstance(name, (str, int, float)):
            raise UnreadableError("a key is a name here", self._place(key))
        return name

    def _variable_or_name(self, name: str, node: ast.expr) -> Any:
        """Return what a name stands for: a number, a player, a variable's value, or itself as text.

        Args:
            name: The name.
            node: The expression, for its place.

        Raises:
            UnreadableError: It is a variable whose value is not known, or a part of another value
                already.
        """
        if name.lower() in _INFINITE:
            return math.inf
        if name.lower() == _NOT_A_NUMBER:
            return Digits(name, self._place(node))
        if player_named(name) is not None:  # MAX, also if it is a variable
            return Placed(name, self._place(node))
        if name in self.variables:
            return self._value_to_use(name, node)
        if name in self._bound:  # for i in range(3): best = (i, 5)
            raise self._error_of_variable(name, node)
        return Placed(name, self._place(node))

    def _value_to_use(self, name: str, node: ast.expr) -> Any:
        """Return the value of a variable, and mark a list, record or node in it as used.

        Args:
            name: The variable.
            node: The expression, for its place.

        Raises:
            UnreadableError: It is used already, and a tree has no part twice.
        """
        value = self.variables[name]
        # A number or a text may stand in a tree as often as one likes.
        if not isinstance(value, _CONTAINERS):
            return value
        if name in self.used:
            message = f"{quoted(name)} stands twice in one tree"
            raise UnreadableError(message, self._place(node))
        self.used.add(name)
        return value

    def _error_of_variable(self, name: str, node: ast.expr) -> UnreadableError:
        """Return the error that a variable's value is not known, such as that of ``sys.maxsize``.

        Args:
            name: The variable as it is written.
            node: The expression, for its place.
        """
        message = f"{quoted(name)} is a variable, and nothing of a file is run"
        return UnreadableError(message, self._place(node), "write its value instead")

    def _attribute(self, attribute: ast.Attribute) -> Any:
        """Return the value of an attribute: ``root.left``, ``math.inf`` or ``Player.MAX``.

        The first is the part of the node, which is then no tree of its own. The last is the text
        ``MAX``, whatever stands before the dot.

        Raises:
            UnreadableError: It is a variable of a module, ``sys.maxsize``.
        """
        part = self._container_at(attribute)
        name = attribute.attr
        if part is not None:
            self.below.add(id(part))
            return part
        if name == _NOT_A_NUMBER:
            return Digits(name, self._place(attribute))
        if name in _INFINITE:
            return math.inf
        base = root_of(attribute)
        is_of_variable_or_module = isinstance(base, ast.Name) and base.id in self._bound
        if is_of_variable_or_module and player_named(name) is None:
            raise self._error_of_variable(ast.unparse(attribute), attribute)
        return Placed(name, self._place(attribute))

    def _item(self, subscript: ast.Subscript) -> Any:
        """Return a part of a tree, ``tree[0]``: the same list, so that it may be changed.

        Raises:
            UnreadableError: It leads to no part that is known.
        """
        part = self._container_at(subscript)
        if part is None:
            raise self._error_since_not_run(subscript)
        self.below.add(id(part))  # so that it is no tree of its own
        return part

    def _call(self, call: ast.Call) -> Any:
        """Return the value that a call makes: a number, list, record, graph or node.

        Raises:
            UnreadableError: It is any other function.
        """
        function = _name_of_called(call.func)
        call = self._with_parent_named(function, call)
        arguments = [self._value(each) for each in call.args]
        keywords = self._keywords(call)
        # The functions of libraries first, since any class makes a node: also one of a graph.
        match function, arguments:
            case "float", [number] if _NUMBER.fullmatch(str(number).strip()):
                return _number_of(str(number).strip())
            case "float", ["nan"]:
                return Digits(_NOT_A_NUMBER, self._place(call))
            # A tree of treelib, if nodes are created in it. Else the class is one's own.
            case "Tree", [] if ".create_node(" in self.text:
                return NetworkxGraph([])
            case (("fromstring" | "loads"), [str() as text]):  # of NLTK and of json
                read = parentheses.read if function == "fromstring" else json_syntax.read
                return value_in_text(read, function, text)
        if function in _MAKING_TREES and len(arguments) == 1:
            return arguments[0]
        if function in NetworkxGraph.CLASSES and _are_edges_of_graph(arguments):
            return NetworkxGraph([each for each in arguments if not isinstance(each, str)])
        if function in _LISTS and not keywords:
            return arguments[0] if arguments else []  # the list itself, and no copy of it
        if function in _RECORDS:
            return self._as_record(call, arguments) | keywords
        if _makes_node(call.func, keywords):
            return self._node_of_class(function, arguments, keywords)
        message = f"{quoted(function)} is a function, and nothing of a file is run"
        raise UnreadableError(message, self._place(call))

    def _as_record(self, call: ast.Call, arguments: list[Any]) -> dict[Any, Any]:
        """Return the record that ``dict(…)`` makes from its positional arguments.

        Args:
            call: The call, for the place of an error.
            arguments: The values of the arguments.

        Raises:
            UnreadableError: One is neither a record nor a list of pairs of a key and a value.
        """
        record: dict[Any, Any] = {}
        for argument in arguments:
            # defaultdict(list, {"A": [3, 12]}): `list` is a name, and so a text here.
            is_factory = isinstance(argument, str)
            if is_factory:
                continue
            pairs = list(argument.items()) if isinstance(argument, dict) else argument
            if not isinstance(pairs, list) or not all(map(_is_pair, pairs)):
                raise self._error_since_not_run(call)
            record.update(pairs)
        return record

    def _node_of_class(self, function: str, arguments: list[Any], keywords: dict[str, Any]) -> Any:
        """Return the node that a class makes.

        ``Node("B", parent=a)`` also becomes the last child of ``a``. A class around a tree,
        ``GameTree(root)``, makes the tree itself.

        Args:
            function: The name of the class.
            arguments: The positional arguments.
            keywords: The keyword arguments.
        """
        # Empty for a class that the program does not define.
        parameters = self._parameters.get(function, ())
        if _is_around_tree(parameters, arguments):
            return arguments[0]
        if parameters:
            arguments, named = with_names(parameters, arguments)
            keywords = {**named, **keywords}
        parent = keywords.get("parent")
        if not isinstance(parent, Constructed):
            return Constructed(function, arguments, keywords)
        others = {key: value for key, value in keywords.items() if key != "parent"}
        node = Constructed(function, arguments, others)
        self._put_below(parent, node)
        return node

    def _keywords(self, call: ast.Call) -> dict[str, Any]:
        """Return the keyword arguments of a call, by name.

        If ``parent`` names a node, its value is that node object itself. It is not marked as used,
        since it is no part of the node that is made: the parent stays a tree of its own.

        Raises:
            UnreadableError: A value cannot be taken, or ``**`` stands there.
        """
        keywords: dict[str, Any] = {}
        for keyword in call.keywords:
            # `**` has no name.
            if keyword.arg is None:
                raise UnreadableError("`**` is not run", self._place(call))
            parent = self._parent_named_by(keyword)
            if parent is None:
                keywords[keyword.arg] = self._value(keyword.value)
            else:
                keywords[keyword.arg] = parent
        return keywords

    def _with_parent_named(self, function: str, call: ast.Call) -> ast.Call:
        """Return a call in which a parent that is given by position is named.

        ``Node("B", root)`` becomes ``Node("B", None, parent=root)``, if ``parent`` is the second
        parameter of the class. A call without such a parent is returned as it is.

        Args:
            function: The name of the class.
            call: The call.
        """
        position = self._position_of_parent(function, call)
        if position is None:
            return call
        parent = call.args[position]
        positional = [*call.args]
        # So that the arguments behind it keep their places.
        positional[position] = ast.copy_location(ast.Constant(None), parent)
        keywords = [*call.keywords, ast.keyword(arg="parent", value=parent)]
        return ast.copy_location(ast.Call(call.func, positional, keywords), call)

    def _position_of_parent(self, function: str, call: ast.Call) -> int | None:
        """Return which positional argument is a variable for a parent; ``None`` if none is.

        Only the names of the parameters tell a parent from a child.
        """
        parameters = self._parameters.get(function, ())
        # The program imports this class, and does not define it.
        is_of_anytree = function == "Node" and "anytree" in self.text
        if not parameters and is_of_anytree:
            parameters = ("name", "parent", "children")
        for position, parameter in enumerate(parameters[: len(call.args)]):
            if meaning(parameter) == PARENT and isinstance(call.args[position], ast.Name):
                return position
        return None

    def _parent_named_by(self, keyword: ast.keyword) -> Constructed | None:
        """Return the node object named in ``parent=a``; ``None`` for any other keyword argument."""
        if keyword.arg != "parent" or not isinstance(keyword.value, ast.Name):
            return None
        parent = self.variables.get(keyword.value.id)
        return parent if isinstance(parent, Constructed) else None


def _certain(error: UnreadableError, hint: str | None = None) -> UnreadableError:
    """Return an error marked as certain: the text is Python, and no other syntax is to be tried.

    Args:
        error: The error, which is changed.
        hint: What to do about it, unless the error says that already.
    """
    error.is_certain = True
    if error.hint is None:
        error.hint = hint
    return error


def _has_tree(values: Sequence[Assigned]) -> bool:
    """Tell whether one of some values is a list, a record or a node."""
    return any(isinstance(each.value, _CONTAINERS) for each in values)


def _changed_variables(code: ast.AST) -> Iterator[tuple[ast.Name, ast.expr]]:
    """Yield what a block or function changes: each variable, with the part of it that is changed.

    For ``tree.left.append(3)`` these are ``tree`` and ``tree.left``.
    """
    for changed in chain.from_iterable(map(changed_expressions, ast.walk(code))):
        variable = root_of(changed)
        if isinstance(variable, ast.Name):
            yield variable, changed


def _changed_beyond_telling(statement: ast.stmt) -> ast.expr | None:
    """Return what a statement changes so that only running it would tell the result.

    That is ``tree`` in ``tree *= 2``, in ``random.shuffle(tree)`` and in Ruby's ``tree << 3``, and
    ``tree[0]`` in ``del tree[0]``. For any other statement ``None`` is returned.
    """
    match statement:
        case ast.AugAssign(op=ast.Add()):
            return None  # += adds to a list
        case ast.AugAssign(target=tree) | ast.Delete(targets=[tree]):
            return tree
        case ast.Expr(value=ast.BinOp(left=tree, op=ast.LShift())):
            return tree
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr=function), args=[tree])):
            return tree if function in _CHANGING_FUNCTIONS else None
    return None


def _are_edges_of_graph(arguments: Sequence[Any]) -> bool:
    """Tell whether the arguments of a graph are lists of edges, or a text that is its name."""
    return all(isinstance(each, (list, tuple, str)) for each in arguments)


def _makes_node(called: ast.expr, keywords: Mapping[str, Any]) -> bool:
    """Tell whether a call of a program's own makes a node: ``Node(3)``, ``leaf(3)``.

    A class does, by its capital letter, unless it is a search, ``AlphaBeta(root)``, or a graph. A
    function with keywords does unless it makes no tree: ``minimax(tree, depth=3)``.

    Args:
        called: What is called.
        keywords: The keyword arguments.
    """
    function = _name_of_called(called)
    is_capital = function[:1].isupper()
    if is_capital and function not in NetworkxGraph.CLASSES and not is_search(function):
        return True
    if makes_node(ast.unparse(called)):
        return True
    return bool(keywords) and not makes_no_tree(function)


def _is_around_tree(parameters: Sequence[str], arguments: Sequence[Any]) -> bool:
    """Tell whether an instance of a class only holds a tree: ``GameTree(root)``."""
    if not parameters or len(arguments) != 1:
        return False
    return plain_word(parameters[0]) in _ROOTS and isinstance(arguments[0], _CONTAINERS)


def _calls_what_makes_no_tree(expression: ast.expr) -> bool:
    """Tell whether an expression calls a search, or what measures a tree: ``len(tree)``."""
    return isinstance(expression, ast.Call) and makes_no_tree(_name_behind_dots(expression.func))


def _is_search(function: ast.FunctionDef) -> bool:
    """Tell whether a function is called as a search is, or is handed a window."""
    parameters = {each.arg.lower() for each in function.args.args}
    return is_search(function.name) or parameters.issuperset({"alpha", "beta"})


def _bound_names(module: ast.Module) -> set[str]:
    """Return the names of all variables and parameters of a program, and of what it imports.

    Of ``import networkx as nx`` that is ``nx``, of ``def f(node)`` it is ``node``. Functions and
    classes are not among them.
    """
    names: set[str] = set()
    for node in ast.walk(module):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
                names.add(name)
            case ast.alias(name=name, asname=other):
                names.add(name if other is None else other)
    return names


def _outside_functions(module: ast.Module) -> list[ast.stmt]:
    """Return the statements that a program runs once: of the module, its main guard and main().

    The statements of other functions and blocks may be run any number of times.
    """
    of_module: list[ast.stmt] = []
    for statement in module.body:
        match statement:
            # if __name__ == "__main__": its statements take its place.
            case ast.If(test=ast.Compare(left=ast.Name(id="__name__"))):
                of_module += statement.body
            case _:
                of_module.append(statement)
    # In a second pass, since `main` may be defined within the guard.
    outside: list[ast.stmt] = []
    for statement in of_module:
        match statement:
            case ast.FunctionDef(name="main") | ast.AsyncFunctionDef(name="main"):
                outside += statement.body
            case _:
                outside.append(statement)
    return outside


def _functions(module: ast.Module, outside: list[ast.stmt]) -> Iterator[ast.FunctionDef]:
    """Yield the functions of a program; those whose statements are run once are none."""
    for each in ast.walk(module):
        if isinstance(each, ast.FunctionDef) and each.body[0] not in outside:
            yield each


def _number_of(text: str) -> Any:
    """Return the number in a text: an infinity as a float, else the digits as they are written."""
    if "inf" not in text.lower():
        return text
    return -math.inf if text[0] in "-−" else math.inf


def _name_behind_dots(expression: ast.expr) -> str:
    """Return the name that an expression is or ends with; empty for any other expression.

    Of ``module.f`` that is ``f``, and of ``tree`` it is ``tree``.
    """
    match expression:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def _name_of_called(function: ast.expr) -> str:
    """Return the name of a function without its module; of ``Node.new`` of Ruby the class."""
    match function:
        case ast.Attribute(value=ast.Name(id=name), attr="new") if name[:1].isupper():
            return name
    return _name_behind_dots(function)


def _names_in(expression: ast.expr) -> list[ast.Name]:
    """Return the variables in an expression."""
    return [each for each in ast.walk(expression) if isinstance(each, ast.Name)]


def _is_pair(item: Any) -> bool:
    """Tell whether an item is a key and a value: ``("A", [3, 12])``."""
    is_of_two = isinstance(item, (list, tuple)) and len(item) == 2
    return is_of_two and isinstance(item[0], (str, int, float))


def _part_of_container(container: Any, part: ast.Attribute | ast.Subscript) -> Any:
    """Return the attribute or the item of a container; ``None`` if none is known.

    Args:
        container: A list, record, graph or node.
        part: ``.left`` or ``[0]``. Of an item the key must be written out: of ``[i]`` it is not
            known.
    """
    match part:
        # graph.nodes["A"]["value"] = 5
        case ast.Attribute(attr="nodes") if isinstance(container, NetworkxGraph):
            return container.node_records()
        case ast.Attribute(attr=name):
            return attribute_of(container, name)
        case ast.Subscript(slice=ast.Constant(value=key)):
            return item_of(container, key)
        # tree[-1], which Python parses as a sign before a number.
        case ast.Subscript(slice=ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(key)))):
            return item_of(container, -key)
    return None


def _if_container(value: Any) -> Any:
    """Return a list, record or node; ``None`` for any other value."""
    return value if isinstance(value, _CONTAINERS) else None


def _assignments(statement: ast.stmt) -> Iterator[tuple[str, ast.expr]]:
    """Yield each variable that a statement assigns to, with the expression for its value.

    ``A, B = 3, 5`` yields two pairs, ``A, B = tree`` those of ``A = tree[0]`` and ``B = tree[1]``.
    An expression that stands alone has :data:`_NO_VARIABLE`; a constant that stands alone is
    skipped, since a docstring is no value.
    """
    match statement:
        case ast.Assign(targets=[ast.Tuple(elts=names), *_], value=ast.Tuple(elts=values)):
            if len(names) == len(values):
                for name, value in zip(names, values, strict=True):
                    yield _name_behind_dots(name), value
        case ast.Assign(targets=[ast.Tuple(elts=names), *_], value=ast.Name() as value):
            for position, name in enumerate(names):
                # An expression as the parser would make it of tree[0], at the place of `tree`.
                item = ast.Subscript(value=value, slice=ast.Constant(position), ctx=ast.Load())
                yield _name_behind_dots(name), ast.copy_location(item, value)
        # self.root = root in a class: the variable is a parameter there.
        case ast.Assign(targets=[ast.Attribute(value=ast.Name(id="self"))], value=ast.Name()):
            return
        # tree["A"] = [3, 5], where tree is not known.
        case ast.Assign(targets=[ast.Subscript()]):
            return
        case ast.Assign(targets=[target, *_], value=value):
            yield _name_behind_dots(target), value
        case ast.AnnAssign(target=target, value=ast.expr() as value):
            yield _name_behind_dots(target), value
        case ast.Expr(value=ast.Constant()):
            return
        case ast.Expr(value=value):
            yield _NO_VARIABLE, value
