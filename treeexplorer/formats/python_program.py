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
from treeexplorer.formats.graphs import place_of
from treeexplorer.formats.model import (
    Assigned,
    Constructed,
    Digits,
    Placed,
    Reading,
    UnreadableError,
)
from treeexplorer.formats.players_beside import levels_in
from treeexplorer.formats.python_calls import SearchCalls, literals_in_calls
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
from treeexplorer.formats.searches import is_search, makes_no_tree, players_of, unknown_tree
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
_READERS: Final = frozenset({"fromstring", "loads"})
"""The functions that read a text: ``fromstring`` of NLTK, ``loads`` of ``json``."""
_ANYTREE: Final = "anytree"
_ROOTS: Final = frozenset({"root", "tree", "gametree", "rootnode"})
"""The parameters of a class whose instance is no node but holds the root of a tree."""
_CHANGING_FUNCTIONS: Final = frozenset({"shuffle", "heapify"})
"""The functions of Python's library that change the list that they are given."""
_CONTAINERS: Final = (list, tuple, dict, Constructed)


@dataclass
class PythonProgram:
    """The values in a program, collected statement by statement without running it.

    Attributes:
        text: The program.
        variables: What each variable holds at the end.
        used: The variables that stand in other values, and so are no trees of their own.
        below: The ``id`` of each node that has said which node is its parent.
        problems: Why a variable's value is not taken.
    """

    text: str
    variables: dict[str, Any] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    below: set[int] = field(default_factory=set)
    problems: dict[str, UnreadableError] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._source = SourceText(self.text)
        self._bound: set[str] = set()
        self._parameters: Mapping[str, Sequence[str]] = {}

    def reading(self, module: ast.Module) -> Reading:
        """Return the values in a program that may be trees, and what it says about who moves.

        Values within functions and other blocks count only if there are none outside.

        Args:
            module: The syntax tree of the program.

        Raises:
            UnreadableError: There is no value at all, or the tree of the program cannot be known
                without running it.
        """
        self._bound = _bound_names(module)
        self._parameters = parameters_of_classes(module)
        outside = _outside_functions(module)
        # Goes through the statements, and fills the fields of this object: variables, used, below
        # and problems, which are read below.
        values = list(self._values(outside))
        has_tree = any(isinstance(each.value, _CONTAINERS) for each in values)
        if not has_tree:
            values += self._values_within_functions(module, outside)
        else:
            self._forget_what_functions_change(module, outside)
        # Last of all, trees that are written out in calls: minimax([[3, 5], [2, 9]], True).
        if not any(isinstance(each.value, _CONTAINERS) for each in values):
            values += self._values_in_calls(outside)
        # The fields are complete only now: a variable may have been changed, or been put into
        # another value, after it was assigned.
        known = [each for each in values if not self._is_unknown(each)]
        kept = [each for each in known if not self._is_part_of_another(each)]
        if not kept:
            raise self._error_without_value(has_parts=bool(known))
        calls = SearchCalls(module, outside)
        self._refuse_unknown_tree(kept, calls.searched)
        players = players_of([], calls.found)
        # A dictionary keeps each once, in the order in which they were found.
        left_out = dict.fromkeys([*self.problems, *players.unclear])
        return Reading(
            [*kept, *players.understood],
            left_out=tuple(f'"{safe(name)}"' for name in left_out),
            unclear=players.unclear_calls(),
        )

    def _values_in_calls(self, outside: list[ast.stmt]) -> Iterator[Assigned]:
        """Yield the trees that are written out in calls: ``minimax([[3, 5], [2, 9]], True)``."""
        for expression in literals_in_calls(outside):
            value = self._value_or_problem("", expression)
            if not isinstance(value, UnreadableError):
                self.problems.pop("", None)  # that the call around it has no value
                yield Assigned(value)

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
        for each in self._values([each for each in statements if id(each) not in seen]):
            if levels_in(each) is None:
                yield each
            else:
                problem = UnreadableError("this holds within a function")
                self.problems.setdefault(each.variable, problem)

    def _is_unknown(self, assigned: Assigned) -> bool:
        """Tell whether a variable was given a value later that cannot be taken."""
        return assigned.variable in self.problems and assigned.variable not in self.variables

    def _refuse_unknown_tree(self, kept: list[Assigned], searched: Collection[str]) -> None:
        """Raise an error if the tree of a program cannot be taken, though other values can.

        Args:
            kept: The values that may be trees.
            searched: The variables that are handed to a search function.

        Raises:
            UnreadableError: No variable that is searched, or called ``tree``, has a value that can
                be taken without running the program. The error is certain: no other syntax is to be
                tried.
        """
        trees = {assigned.variable for assigned in kept if isinstance(assigned.value, _CONTAINERS)}
        # A variable with a problem may have got another value later, and is known then.
        unknown = [name for name in self.problems if name not in self.variables]
        wanted = unknown_tree(trees, unknown, searched)
        if wanted is None:
            return
        problem = self.problems[wanted]
        if problem.hint is None:
            problem.hint = "write the tree out: tree = [[3, 12], [2, 4]]"
        problem.is_certain = True
        raise problem

    def _is_part_of_another(self, assigned: Assigned) -> bool:
        """Tell whether a value is part of another value, or a node below another node."""
        return assigned.variable in self.used or id(assigned.value) in self.below

    def _error_without_value(self, *, has_parts: bool) -> UnreadableError:
        """Return the error that there is no value: the first problem, if there was one.

        An error is certain if no other syntax is to be tried. A text that assigns something
        (``tree = [f(3)]``) is Python for certain. An expression that stands alone, ``f(3)``, may be
        something else.

        Args:
            has_parts: Whether there are values, each of them a part of another: ``tree += [tree]``.
        """
        if not self.problems:
            message = "no value of this Python can be taken without running it"
            if has_parts:
                message = "each value of this Python is part of another one: none is the whole tree"
            hint = "write the tree out: tree = [[3, 12], [2, 4]]"
            nothing = UnreadableError(message, hint=hint)
            nothing.is_certain = has_parts
            return nothing
        variable, problem = next(iter(self.problems.items()))
        is_assigned = variable != ""
        problem.is_certain = is_assigned
        return problem

    def _values(self, statements: list[ast.stmt]) -> Iterator[Assigned]:
        """Yield the values that statements assign, and the literals that stand alone.

        A value that cannot be taken is skipped, and its error is kept among the problems.

        Args:
            statements: The statements in the order of the text. Those within them are not gone
                through.
        """
        for statement in statements:
            # It changes a value that is there, such as tree.append(3), and assigns none.
            if self._apply_change(statement):
                continue
            for variable, expression in _assignments(statement):
                value = self._value_or_problem(variable, expression)
                if isinstance(value, UnreadableError):
                    is_only_statement = len(statements) == 1
                    # Among other statements an expression that stands alone, such as `print(tree)`,
                    # is no problem.
                    if variable or is_only_statement:
                        self._forget(variable, value)
                    continue
                is_of_python = variable.startswith("__")  # __all__ = ["minimax"]
                if is_of_python:
                    continue
                # Known from here on, also to expressions in later statements.
                if variable:
                    self.variables[variable] = value
                yield Assigned(value, variable)

    def _forget(self, variable: str, problem: UnreadableError) -> None:
        """Keep the error that says why a variable's value is not known from here on."""
        self.variables.pop(variable, None)
        self.problems.setdefault(variable, problem)

    def _value_or_problem(self, variable: str, expression: ast.expr) -> Any:
        """Return the value of an expression, or the error that says why there is none.

        The variables in the expression are marked as used: their values are parts of this one, and
        no trees of their own.

        Args:
            variable: The variable that it is assigned to; empty for none.
            expression: What stands there.
        """
        used_before = set(self.used)
        try:
            return self._value(expression)
        except UnreadableError as error:
            # In `print(tree)`, `best = minimax(tree)` and `n = len(tree)` the tree stays a tree of
            # its own, and is not used. In `tree = joined(a, b)` neither a nor b is the tree.
            if not variable or _calls_what_makes_no_tree(expression):
                self.used = used_before
            return error

    # -- what statements change in the value of a variable -----------------------------------------

    def _apply_change(self, statement: ast.stmt) -> bool:
        """Apply a statement that changes a variable's value; tell whether it is such a statement.

        Examples: ``tree["A"] = […]``, ``root.left = Node(3)``, ``root.children.append(b)``,
        ``tree += [[2, 9]]``, and ``graph.add_edge("A", "B")`` for a graph of networkx.

        Raises:
            UnreadableError: It changes a tree in a way that cannot be told without running it.
        """
        changed = next(changed_expressions(statement), None)
        # tree[i].append(3): which part is changed depends on i.
        if changed is not None and self._leads_somewhere_into_tree(changed):
            raise self._error_of_change(changed)
        match statement:
            case ast.Assign(targets=[ast.Subscript(value=base, slice=key)], value=value):
                return self._apply_key(self._container_at(base), key, value)
            case ast.Assign(targets=[ast.Attribute(value=base, attr=name) as target], value=value):
                return self._apply_attribute(self._container_at(base), name, target, value)
            # Before the next case, which is any other operator: only += adds to a list.
            case ast.AugAssign(target=target, op=ast.Add(), value=value):
                return self._apply_method(self._container_at(target), "extend", [value], statement)
            case ast.AugAssign(target=target) | ast.Delete(targets=[target]):
                if self._container_at(target) is not None:
                    raise self._error_of_change(statement)
            case ast.Expr(value=ast.Call(func=ast.Attribute(attr=method), args=[tree])) if (
                method in _CHANGING_FUNCTIONS and self._container_at(tree) is not None
            ):
                raise self._error_of_change(statement)  # random.shuffle(tree)
            # treelib: root = tree.create_node("A", "a")
            case ast.Assign(
                value=ast.Call(func=ast.Attribute(value=base, attr="create_node")) as call
            ):
                return self._apply_call(self._container_at(base), "create_node", call)
            # Before the next case, which takes all methods: nx.set_node_attributes(graph, …).
            case ast.Expr(value=ast.Call(func=ast.Attribute(attr="set_node_attributes")) as call):
                self._apply_attributes_of_nodes(call)
                return True
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=base, attr=method)) as call):
                return self._apply_call(self._container_at(base), method, call)
            case ast.Expr(value=ast.BinOp(left=base, op=ast.LShift())):  # Ruby adds so to a list
                if self._container_at(base) is not None:
                    raise self._error_of_change(statement)
            # The statements of a block may be run any number of times, or never.
            case ast.For() | ast.While() | ast.If() | ast.With() | ast.Try():
                self._refuse_changes_within(statement)
        return False

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
        """Set an attribute of a node, ``node.left = Node(3)``; tell whether there is a node.

        Args:
            node: The node, or anything else that stands before the dot.
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
        # `b.parent = a` makes b the last child of a.
        if meaning(name) == PARENT and isinstance(parent, Constructed):
            add_child(parent, node)
            self.below.add(id(node))
            return True
        taken = self._value_or_problem("", value)
        if isinstance(taken, UnreadableError):
            if holds_children(name):
                raise self._error_of_change(target)
            self.problems.setdefault(name, taken)
        else:
            set_attribute(node, name, taken)
        return True

    def _apply_call(self, owner: Any, method: str, call: ast.Call) -> bool:
        """Apply a method call to a value; tell whether it changes one.

        Args:
            owner: The value that the method is called on; ``None`` if it is not known.
            method: The name of the method.
            call: The call, with its arguments.

        Raises:
            UnreadableError: It changes the value in a way that cannot be told.
        """
        if owner is None:
            return False
        if not isinstance(owner, NetworkxGraph):
            return self._apply_method(owner, method, call.args, call)
        # Such as `nodes()`: methods of a graph that only look at it.
        is_of_graphviz = method in NetworkxGraph.OF_GRAPHVIZ and len(call.args) > 0
        if method not in NetworkxGraph.ADDING and not is_of_graphviz:
            return False
        arguments = [self._value(each) for each in call.args]
        if not owner.add(method, arguments, self._keywords(call)):
            raise self._error_of_change(call)
        return True

    def _apply_attributes_of_nodes(self, call: ast.Call) -> None:
        """Apply ``nx.set_node_attributes(graph, values, "value")``, which gives nodes their values.

        Raises:
            UnreadableError: It cannot be told what that changes.
        """
        values = [self._value_or_problem("", each) for each in call.args]
        match values, self._keywords(call):
            # With the name of an attribute, by position or as a keyword; without one below.
            case ([NetworkxGraph() as graph, dict() as facts, str() as name], {}) | (
                [NetworkxGraph() as graph, dict() as facts],
                {"name": str() as name},
            ):
                is_set = graph.set_attributes(facts, name)
            case [NetworkxGraph() as graph, dict() as facts], {}:
                is_set = graph.set_attributes(facts, None)
            case _:
                is_set = False
        if not is_set:
            raise self._error_of_change(call)
        # To take the value of the first argument has marked the graph as used, as if it were a part
        # of another value. It is not: it is the tree.
        self.used -= {each.id for each in call.args[:1] if isinstance(each, ast.Name)}

    def _apply_method(
        self, owner: Any, method: str, arguments: list[ast.expr], node: ast.expr | ast.stmt
    ) -> bool:
        """Apply a method that adds to a list, a record or a node; tell whether it is one.

        Args:
            owner: The list, record or node; ``None`` if it is not known.
            method: The name of the method.
            arguments: Its positional arguments.
            node: The call or the statement, for the place of an error.

        Raises:
            UnreadableError: It changes one of them in another way.
        """
        if owner is None:
            return False
        values = [self._value_or_problem("", each) for each in arguments]
        is_taken = not any(isinstance(each, UnreadableError) for each in values)
        if is_taken and apply_method(owner, method, values):
            return True
        # A method that only looks at the value, such as `root.show()`, is passed over.
        if changes_owner(owner, method, values):
            raise self._error_of_change(node)
        return False

    def _refuse_changes_within(self, block: ast.stmt) -> None:
        """Raise an error if a loop or another block may change a tree.

        How often the statements of a block are run, or whether, is not known.

        Raises:
            UnreadableError: It may.
        """
        parts = self._names_of_parts(block)
        for expression in chain.from_iterable(map(changed_expressions, ast.walk(block))):
            root = root_of(expression)
            tree = self._container_at(root)
            # In `for child in tree: child.append(3)` the variable `child` stands for parts of the
            # tree.
            is_part = isinstance(root, ast.Name) and root.id in parts
            if tree or is_part:
                raise self._error_of_change(expression)
            # An empty list or record: not yet a tree, but it may be one after the block. It is
            # forgotten.
            if tree is not None and isinstance(root, ast.Name):
                self._forget(root.id, self._error_of_change(root))

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
        # The functions that change one of their own parameters or variables, by name.
        changing: dict[str, ast.FunctionDef] = {}
        for function in _functions(module, outside):
            own_names = names_of_function(function)
            for expression in chain.from_iterable(map(changed_expressions, ast.walk(function))):
                root = root_of(expression)
                if not isinstance(root, ast.Name):
                    continue
                if root.id in own_names:
                    changing[function.name] = function
                    continue
                # A variable of the program, and no name of the function's own.
                value = self._container_at(root)
                if value and (root.id in self.used or id(value) in self.below):
                    raise self._error_of_change(expression)
                if value:
                    self._forget(root.id, self._error_of_change(expression))
        # What they change of their own may be what a call hands to them.
        self._forget_what_is_handed_to(changing, outside)

    def _forget_what_is_handed_to(
        self, changing: Mapping[str, ast.FunctionDef], outside: list[ast.stmt]
    ) -> None:
        """Forget the values of variables that are handed to functions that change them.

        Args:
            changing: The functions that change something of their own, by their names.
            outside: The statements outside functions.
        """
        for call in chain.from_iterable(map(ast.walk, outside)):
            if not isinstance(call, ast.Call):
                continue
            function = changing.get(_name_behind_dots(call.func))
            # A search may change what it is given, `board[0] = "X"`, but takes it back.
            if function is None or _is_search(function):
                continue
            for argument in changed_arguments(call, function):
                if self._container_at(argument):
                    self._forget(argument.id, self._error_of_change(call))

    def _error_of_change(self, node: ast.expr | ast.stmt) -> UnreadableError:
        """Return the error that a tree is changed in a way that cannot be told."""
        message = "a tree is changed here, and nothing of a file is run"
        error = UnreadableError(message, self._place(node), "write the tree out: [[3, 12], [2, 4]]")
        error.is_certain = True
        return error

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
        """Return the value of a variable, and mark a list, record or node in it as used.

        A name that stands for a player (``MAX``), also if it is a variable, and a name that is not
        known are texts.

        Args:
            name: The name.
            node: The expression, for its place.

        Raises:
            UnreadableError: The value is a part of another already, and a tree has no part twice;
                or the variable has a value that is not known.
        """
        if name.lower() in _INFINITE:
            return math.inf
        if name.lower() == _NOT_A_NUMBER:
            return Digits(name, self._place(node))
        is_known = name in self.variables
        is_player = player_named(name) is not None
        # for i in range(3): best = (i, 5). The loop gives `i` a value that is not known.
        is_assigned_elsewhere = name in self._bound and not is_known and not is_player
        if is_assigned_elsewhere:
            message = f"{quoted(name)} is a variable, and nothing of a file is run"
            raise UnreadableError(message, self._place(node), "write its value instead")
        if is_player or not is_known:
            return Placed(name, self._place(node))
        value = self.variables[name]
        # A number or a text may stand in a tree as often as one likes.
        if not isinstance(value, _CONTAINERS):
            return value
        if name in self.used:
            message = f"{quoted(name)} stands twice in one tree"
            raise UnreadableError(message, self._place(node))
        self.used.add(name)
        return value

    def _attribute(self, attribute: ast.Attribute) -> Any:
        """Return the value of an attribute: a part of a node, ``math.inf``, or ``Player.MAX``.

        The last is the text ``MAX``: what stands before the dot does not matter.
        """
        part = self._container_at(attribute)
        if part is not None:
            # So that the part is no tree of its own.
            self.below.add(id(part))
            return part
        if attribute.attr == _NOT_A_NUMBER:
            return Digits(attribute.attr, self._place(attribute))
        if attribute.attr in _INFINITE:
            return math.inf
        base = root_of(attribute)
        is_of_module = isinstance(base, ast.Name) and base.id in self._bound
        if is_of_module and player_named(attribute.attr) is None:  # sys.maxsize
            name = quoted(ast.unparse(attribute))
            message = f"{name} is a variable, and nothing of a file is run"
            raise UnreadableError(message, self._place(attribute), "write its value instead")
        return Placed(attribute.attr, self._place(attribute))

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

        ``float("inf")`` makes infinity, ``deque([3, 12])`` a list, ``dict(A=5)`` a record,
        ``DiGraph()`` a graph. A function that is spelled like a class or called with keywords makes
        a node, ``Node(3)``.

        Raises:
            UnreadableError: It is any other function.
        """
        function = _name_behind_dots(call.func)
        call = self._with_parent_named(function, call)
        arguments = [self._value(each) for each in call.args]
        keywords = self._keywords(call)
        # From the particular to the general: at the end any class makes a node, also one of a
        # graph.
        if _is_number_in_text(function, arguments):
            return _number_of(str(arguments[0]).strip())
        if function == "float" and arguments == [_NOT_A_NUMBER]:
            return Digits(_NOT_A_NUMBER, self._place(call))
        # DiGraph("name") of graphviz has a name, which is no edge.
        edges = [each for each in arguments if not isinstance(each, str)]
        are_lists = all(isinstance(each, (list, tuple)) for each in edges)
        if function in NetworkxGraph.CLASSES and are_lists:
            return NetworkxGraph(edges)
        # A `Tree` without arguments is treelib's if nodes are created in it; else a class of one's
        # own.
        is_tree_of_treelib = function == "Tree" and not arguments and ".create_node(" in self.text
        if is_tree_of_treelib:
            return NetworkxGraph([])
        if function in _READERS and len(arguments) == 1 and isinstance(arguments[0], str):
            return _value_in_text(function, arguments[0])
        # The list itself, and no copy of it.
        if function in _LISTS and not keywords:
            return arguments[0] if arguments else []
        if function in _RECORDS:
            return self._as_record(call, arguments) | keywords
        # A graph that is made of anything but lists of edges is not known.
        is_class = function[:1].isupper() and function not in NetworkxGraph.CLASSES
        is_class = is_class and not is_search(function)  # AlphaBeta(root) is no node
        # A function such as `minimax(tree, depth=3)` takes keywords, and makes no node.
        is_node_with_keywords = bool(keywords) and not makes_no_tree(function)
        makes_node = is_class or is_node_with_keywords
        if makes_node:
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

        If it names a node as its parent, as in ``Node("B", parent=a)``, it also becomes the last
        child of that node. A class around a tree, ``GameTree(root)``, makes the tree itself.

        Args:
            function: The name of the class.
            arguments: The positional arguments.
            keywords: The keyword arguments.
        """
        # Those of a class that the program defines; of any other class they are not known.
        parameters = self._parameters.get(function, ())
        is_around_tree = len(arguments) == 1 and plain_word("".join(parameters[:1])) in _ROOTS
        if is_around_tree and isinstance(arguments[0], _CONTAINERS):
            return arguments[0]  # GameTree(root)
        if parameters:
            arguments, named = with_names(parameters, arguments)
            keywords = {**named, **keywords}
        parent = keywords.get("parent")
        if not isinstance(parent, Constructed):
            return Constructed(function, arguments, keywords)
        others = {key: value for key, value in keywords.items() if key != "parent"}
        node = Constructed(function, arguments, others)
        add_child(parent, node)
        # So that it is no tree of its own.
        self.below.add(id(node))
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
        parameter of the class. Only the parameters tell a parent from a child. A call without such
        a parent is returned as it is.

        Args:
            function: The name of the class.
            call: The call.
        """
        parameters = self._parameters.get(function, ())
        # The class of anytree is not defined in the program, so that its parameters stand here.
        if not parameters and function == "Node" and _ANYTREE in self.text:
            parameters = ("name", "parent", "children")
        for place, (parameter, argument) in enumerate(zip(parameters, call.args, strict=False)):
            if meaning(parameter) == PARENT and isinstance(argument, ast.Name):
                # None stays in its place, so that the arguments behind it keep theirs.
                nothing = ast.copy_location(ast.Constant(None), argument)
                others = [*call.args[:place], nothing, *call.args[place + 1 :]]
                named = [*call.keywords, ast.keyword(arg="parent", value=argument)]
                return ast.copy_location(ast.Call(call.func, others, named), call)
        return call

    def _parent_named_by(self, keyword: ast.keyword) -> Constructed | None:
        """Return the node object named in ``parent=a``; ``None`` for any other keyword argument."""
        if keyword.arg != "parent" or not isinstance(keyword.value, ast.Name):
            return None
        parent = self.variables.get(keyword.value.id)
        return parent if isinstance(parent, Constructed) else None


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


def _value_in_text(function: str, text: str) -> Any:
    """Return the value that a text in a program holds: ``Tree.fromstring("(A (B 5 8) 2)")``.

    Args:
        function: The function that reads the text: ``fromstring`` or ``loads``.
        text: The text, with its place in the program.

    Raises:
        UnreadableError: It holds no value, or several. The place is that of the text, since one
            within it would not be counted from the beginning of the program.
    """
    read = parentheses.read if function == "fromstring" else json_syntax.read
    place = place_of(text)
    try:
        values = read(str(text)).values
    except UnreadableError as error:
        raise UnreadableError(error.message, place, error.hint) from None
    if not values:
        raise UnreadableError(f"the text for {quoted(function)} holds no value", place)
    if len(values) > 1:
        message = f"the text for {quoted(function)} holds {len(values)} values, and one is read"
        raise UnreadableError(message, place)
    return values[0].value


def _is_number_in_text(function: str, arguments: list[Any]) -> bool:
    """Tell whether a call is ``float`` with one number, such as ``float("inf")``."""
    is_float_of_one = function == "float" and len(arguments) == 1
    return is_float_of_one and _NUMBER.fullmatch(str(arguments[0]).strip()) is not None


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
    An expression that stands alone has an empty name; a constant that stands alone is skipped,
    since a docstring is no value.
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
        case ast.Assign(targets=[target, *_], value=value):
            yield _name_behind_dots(target), value
        case ast.AnnAssign(target=target, value=ast.expr() as value):
            yield _name_behind_dots(target), value
        case ast.Expr(value=ast.Constant()):
            return
        case ast.Expr(value=value):
            yield "", value
