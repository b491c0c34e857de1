"""The values of a program in Python, whose syntax tree is gone through and never run.

Assignments count, and calls that add to a record or to a graph of networkx; imports, functions and
other statements are passed over. A constructor (``Node(3)``) stays what it is called with, below
the node that it names as its ``parent``.
"""

from __future__ import annotations

import ast
import math
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Final, NamedTuple

from treeexplorer.formats import json_syntax, parentheses
from treeexplorer.formats.cases import find_cases, find_texts_of_trees
from treeexplorer.formats.model import (
    Assigned,
    Constructed,
    Digits,
    Placed,
    Reading,
    UnreadableError,
)
from treeexplorer.formats.number_tables import holds_number, members_of
from treeexplorer.formats.players_beside import parse_levels
from treeexplorer.formats.python_calls import (
    SearchCalls,
    collect_statements_of_tests,
    find_literals_in_calls,
    find_returned_expressions,
    lists_of_cases,
)
from treeexplorer.formats.python_changes import (
    NetworkxGraph,
    add_child,
    apply_method,
    attribute_of,
    changes_owner,
    collect_names_of_function,
    find_changed_arguments,
    find_changed_expressions,
    find_global_names,
    holds_children,
    is_changing,
    item_of,
    root_of,
    set_attribute,
    set_item,
)
from treeexplorer.formats.python_classes import (
    find_changes_of_root_elsewhere,
    find_classes_of_links,
    find_classes_with_root,
    find_parameters_of_classes,
    split_off_named_arguments,
)
from treeexplorer.formats.python_makers import (
    find_altering_makers,
    find_altering_methods,
    find_copying_makers,
)
from treeexplorer.formats.python_parts import (
    SIMPLE_STATEMENTS,
    find_names,
    list_parts,
)
from treeexplorer.formats.searches import (
    find_unknown_tree,
    is_called_root,
    is_called_tree,
    is_search,
    makes_no_tree,
    makes_node,
    makes_tree,
    players_of,
)
from treeexplorer.formats.texts import value_in_text
from treeexplorer.formats.words import CHILDREN, PARENT, SIDES, meaning, player_named
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
_CHANGING_FUNCTIONS: Final = frozenset({"shuffle", "heapify"})
"""The functions of Python's library that change the list that they are given."""
_CONTAINERS: Final = (list, tuple, dict, Constructed)
_BLOCKS: Final = (ast.For, ast.While, ast.If, ast.With, ast.Try)
"""The statements whose own statements may be run any number of times, or never."""
_NO_VARIABLE: Final = ""
"""Stands for the variable of an expression that is not assigned to any."""
_WRITE_TREE_OUT: Final = "write the tree out: tree = [[3, 12], [2, 4]]"


class _CollectedValues(NamedTuple):
    """The values of a program, with the statements in which calls of searches are looked for."""

    values: list[Assigned]
    searched_statements: Sequence[ast.stmt]


@dataclass
class PythonProgram:
    """The values in a program, collected statement by statement without running it.

    Attributes:
        text: The program.
        module: Its syntax tree, in whose body stand the statements that run once.
        variables: What each variable holds at the end.
        used_variables: Those that stand in other values, and so are no trees of their own.
        part_ids: The ``id`` of each value that is a part of another one: of a node below another
            node, and of what ``tree[0]`` and ``root.left`` lead to.
        tree_by_queue: The variables that hold one tree in a list, with the variable of that tree:
            ``{"queue": "root"}`` after ``queue = [root]``. The tree stays a tree of its own.
        problems: Why the value of a variable is not taken; the first reason for each variable.
        forgotten_values: What variables held before it was changed in a way that cannot be told.
        alteration: Why a node is not known which a class makes of what it is given, if one is.
    """

    text: str
    module: ast.Module
    variables: dict[str, Any] = field(default_factory=dict)
    used_variables: set[str] = field(default_factory=set)
    part_ids: set[int] = field(default_factory=set)
    tree_by_queue: dict[str, str] = field(default_factory=dict)
    problems: dict[str, UnreadableError] = field(default_factory=dict)
    forgotten_values: list[Assigned] = field(default_factory=list)
    alteration: UnreadableError | None = None

    def __post_init__(self) -> None:
        self._source = SourceText(self.text)
        # The names of the whole program, which tell of each expression what it may be.
        self._parts = list_parts(self.module)
        self._bound_names = _collect_bound_names(self._parts)
        self._parameters = find_parameters_of_classes(self._parts)
        self._returned = find_returned_expressions(self.module)
        self._classes_with_root = set(find_classes_with_root(self._parts))
        self._classes_of_links = set(find_classes_of_links(self._parts))
        self._names_assigned_again = _find_names_assigned_again(self._parts)
        self._adds_children = any(map(_adds_to_children, self._parts))
        self._has_changing_methods = any(map(_is_changing_method, self._parts))
        self._altering_makers = find_altering_makers(self._parts)
        self._copying_makers = find_copying_makers(self._parts)
        self._altering_methods = find_altering_methods(self._parts)
        # The variables that were assigned anew, each with the id of the value that was used.
        self._used_old_values: set[tuple[str, int]] = set()

    def read_values(self) -> Reading:
        """Return the values in the program that may be trees, and what it says about who moves.

        For example ``b = [3, 5]`` and ``tree = [b, 2]`` give the value of ``tree`` alone, since
        ``b`` is a part of it.

        Raises:
            UnreadableError: There is no value at all, or the tree of the program cannot be known
                without running it.
        """
        # All statements come first: a later one may change what an earlier one has assigned, or
        # put it into another value. So only behind the last one it is known what is a whole tree.
        collected = self._collect_values()
        whole_values = self._choose_whole_values(collected.values)
        self._check_no_arms_choose(whole_values)
        self._check_order_of_parts(whole_values)

        # Refuse the program if they may not be the tree that is meant.
        calls = SearchCalls(self._parts, collected.searched_statements)
        self._check_tree_is_known(whole_values, calls.searched)
        self._check_facts_are_known(whole_values, calls.searched)

        players = players_of([], calls.found)
        # A dictionary keeps each name once, in the order in which it was found.
        left_out = dict.fromkeys([*self.problems, *players.unclear_variables])
        return Reading(
            [*whole_values, *players.understood],
            left_out=tuple(f'"{safe(name)}"' for name in left_out),
            unclear=players.unclear_calls(),
            searched=frozenset(calls.searched_anywhere),
        )

    def _check_no_arms_choose(self, whole_values: Sequence[Assigned]) -> None:
        """Check that no variable has one tree in an arm of an ``if``, and another one in the other.

        Raises:
            UnreadableError: One has, and which of them is meant only a run can tell.
        """
        counts = Counter(assigned.variable for assigned in whole_values if assigned.variable)
        for part in self._parts:
            if not isinstance(part, ast.If):
                continue
            chosen = _find_assigned_names(part.body) & _find_assigned_names(part.orelse)
            ambiguous = sorted(name for name in chosen if counts[name] > 1)
            if ambiguous:
                message = f"{quoted(ambiguous[0])} is another tree in each arm of this `if`"
                error = UnreadableError(message, self._offset_of(part))
                raise _mark_as_certain(error, hint="leave all but one of them out")

    def _check_order_of_parts(self, whole_values: Sequence[Assigned]) -> None:
        """Check that no list has a tree that is assigned only below it: ``A = [B, C]; B = [3, 5]``.

        Raises:
            UnreadableError: One has. Python stops there, and the trees are parts of one tree.
        """
        trees = {assigned.variable for assigned in whole_values}
        names_so_far: set[str] = set()
        for statement in self.module.body:
            for name, expression in _find_assignments(statement):
                if name in self.problems and isinstance(expression, (ast.List, ast.Tuple)):
                    parts = _collect_variables(expression)
                    too_early = [part for part in parts if part.id in trees - names_so_far]
                    if too_early:
                        raise self._make_order_error(name, too_early[0])
                names_so_far.add(name)

    def _make_order_error(self, name: str, part: ast.Name) -> UnreadableError:
        """Make the error that a variable stands in a list above the line that assigns to it."""
        message = f"{quoted(part.id)} stands in {quoted(name)}, and gets its value only below"
        hint = f"move the line of {quoted(name)} below the lines of its parts"
        return _mark_as_certain(UnreadableError(message, self._offset_of(part)), hint)

    def _choose_whole_values(self, values: list[Assigned]) -> list[Assigned]:
        """Choose the values that are known at the end, and are no parts of other ones.

        Raises:
            UnreadableError: There are none.
        """
        known_values = [each for each in values if not self._is_unknown(each)]
        whole_values = [each for each in known_values if not self._is_part_of_another(each)]
        if not whole_values:
            raise self._make_no_value_error(has_parts=bool(known_values))
        opened_values = _open_registries(whole_values)
        if not opened_values:
            raise self._make_no_value_error(has_parts=True)
        return opened_values

    def _collect_values(self) -> _CollectedValues:
        """Collect the values from the first of four places in which there is a tree.

        1. The statements outside functions.
        2. The test cases of pytest, ``@pytest.mark.parametrize("tree, value", [([3, 5], 5)])``.
        3. The functions and blocks.
        4. The calls of searches, ``minimax([[3, 5], [2, 9]], True)``, also in tests.

        The places must be read in this order, since each sees the variables of those before it.
        """
        # 1.
        outside = self.module.body
        values = list(self._process_statements(outside))
        if _has_tree(values):
            self._forget_changes_in_functions()
            return _CollectedValues(values, outside)

        # 2.
        test_cases = list(self._find_test_cases())
        if test_cases:
            return _CollectedValues(values + test_cases, outside)

        # 3.
        values += self._collect_values_within_functions()
        filled_values = [assigned for assigned in values if assigned.value]
        if _has_tree(filled_values):
            self._check_no_result_is_changed()
            self._check_no_root_is_changed()
            return _CollectedValues(values, outside)

        # 4.
        statements_with_tests = [*outside, *collect_statements_of_tests(self._parts)]
        values += self._find_trees_in_calls(statements_with_tests)
        return _CollectedValues(values, statements_with_tests)

    def _find_trees_in_calls(self, statements: Sequence[ast.stmt]) -> Iterator[Assigned]:
        """Find the trees that are written out in calls: ``minimax([[3, 5], [2, 9]], True)``."""
        for expression in find_literals_in_calls(statements, self._returned):
            value = self._evaluate_or_error(expression)
            if not isinstance(value, UnreadableError):
                self.problems.pop(_NO_VARIABLE, None)  # that the call around it has no value
                yield Assigned(value)

    def _find_test_cases(self) -> Iterator[Assigned]:
        """Find the lists of test cases that stand before the tests of a program."""
        for word, expression in lists_of_cases(self._parts):
            value = self._evaluate_or_error(expression)
            if find_cases(value) or find_texts_of_trees(value, are_tests=True):
                self.problems.pop(_NO_VARIABLE, None)
                yield Assigned(value, word)

    def _collect_values_within_functions(self) -> Iterator[Assigned]:
        """Collect the values that are assigned in the functions and blocks of a program.

        A player by ply there, ``player = "MIN"``, holds for a call and not for the tree: it becomes
        a problem instead.
        """
        # By identity, since equal statements may stand in several places.
        outside_ids = set(map(id, self.module.body))
        statements = [part for part in self._parts if isinstance(part, ast.stmt)]
        inner_statements = [each for each in statements if id(each) not in outside_ids]
        for assigned in self._process_statements(inner_statements):
            if parse_levels(assigned) is None:
                yield assigned
            else:
                problem = UnreadableError("this holds within a function")
                self.problems.setdefault(assigned.variable, problem)

        # A list, since a function is unknown while its value is taken.
        for function, returned in list(self._returned.items()):
            if makes_tree(function):
                yield from self._evaluate_standalone(returned, is_only=False)

    def _check_no_result_is_changed(self) -> None:
        """Raise an error if a program changes what a function of its own has returned.

        After ``t = build()`` the tree in ``build`` is that of ``t``; but not after ``t.append(3)``.

        Raises:
            UnreadableError: It changes a result.
        """
        functions = {part.name for part in self._parts if isinstance(part, ast.FunctionDef)}
        results: set[str] = set()
        for node in self._parts:
            match node:
                case ast.Assign(
                    targets=[ast.Name(id=variable)], value=ast.Call(func=ast.Name(id=function))
                ) if function in functions:
                    results.add(variable)

        changed_expressions = chain.from_iterable(map(find_changed_expressions, self._parts))
        for changed in changed_expressions:
            base = root_of(changed)
            if isinstance(base, ast.Name) and base.id in results:
                raise _mark_as_certain(self._make_change_error(changed))

    def _check_no_root_is_changed(self) -> None:
        """Raise an error if a method changes the root that another method has given an object.

        Where a class has several objects it is not known which of their roots ``self.root`` is.

        Raises:
            UnreadableError: A method does: ``def add(self, v): self.root.append(v)``.
        """
        for node in self._parts:
            if isinstance(node, ast.ClassDef) and node.name in self._classes_with_root:
                for change in find_changes_of_root_elsewhere(node):
                    raise self._make_change_error(change)

    def _is_unknown(self, assigned: Assigned) -> bool:
        """Tell whether a variable has another value later, which cannot be taken."""
        if any(assigned.value is each.value for each in self.forgotten_values):
            return True
        return assigned.variable in self.problems and assigned.variable not in self.variables

    def _check_tree_is_known(self, whole: list[Assigned], searched: Collection[str]) -> None:
        """Raise an error if the value of the variable that holds the tree is not known.

        That variable is handed to a search, or called ``tree``. If one of these has a value, no
        error is raised.

        Raises:
            UnreadableError: Why the value cannot be taken. The error is certain: no other syntax
                is to be tried.
        """
        known = {each.variable for each in whole if isinstance(each.value, _CONTAINERS)}
        # A variable with a problem may have got another value later, and is known then.
        unknown = [name for name in self.problems if name not in self.variables]
        tree = find_unknown_tree(known, unknown, searched)
        if tree is not None:
            raise _mark_as_certain(self.problems[tree], hint=_WRITE_TREE_OUT)

    def _check_facts_are_known(
        self, whole_values: list[Assigned], searched_variables: Collection[str]
    ) -> None:
        """Refuse a program that changes a variable in which the numbers of the tree may stand.

        The leaves of ``children = {"A": ["B", "C"]}`` may have theirs in ``values = {"B": 3}``.
        After ``values.update(read())`` these are not known.

        Args:
            whole_values: The values that may be trees.
            searched_variables: The variables that are passed to searches.

        Raises:
            UnreadableError: There is such a variable; the error says why its value is not known.
        """
        # A tree with its numbers needs no other variable: tree = [[3, 12], [2, 4]].
        for each in whole_values:
            is_tree = each.variable in searched_variables or is_called_tree(each.variable)
            if is_tree and holds_number(each.value):
                return

        if self.alteration is not None:
            raise self.alteration
        for forgotten in self.forgotten_values:
            variable = forgotten.variable
            is_assigned_anew = variable in self.variables
            is_queue_of_search = variable in self.tree_by_queue  # queue = [root]
            was_empty = not forgotten.value  # visited = [], which a search fills
            if is_assigned_anew or is_queue_of_search or was_empty:
                continue

            # Where a value was forgotten, the reason was noted for its variable.
            raise self.problems[variable]

    def _is_part_of_another(self, assigned: Assigned) -> bool:
        """Tell whether a value is part of another value, or a node below another node.

        The value of ``b`` is one after each of these:

        1. ``tree = [b, c]``, which uses the variable ``b``;
        2. ``b.parent = a``, which puts the node below ``a``;
        3. ``tree = [b, c]`` and ``b = [7, 8]``: the first value of ``b`` is one, the second is not;
        4. ``kids = [b]`` and ``tree = Node("A", kids)``, which uses ``kids``, a list around ``b``.
        """
        variable = assigned.variable
        value_id = id(assigned.value)
        # 1. and 2.
        if variable in self.used_variables or value_id in self.part_ids:
            return True

        # 3.
        if (variable, value_id) in self._used_old_values:
            return True

        # 4. `kids` was taken for the queue of a search, until it was used.
        lists_around_it = [kids for kids, tree in self.tree_by_queue.items() if tree == variable]
        return any(kids in self.used_variables for kids in lists_around_it)

    def _make_no_value_error(self, *, has_parts: bool) -> UnreadableError:
        """Make the error that a program has no value that is a whole tree.

        A text with an assignment that cannot be taken, ``tree = [f(3)]``, is Python for certain,
        and no other syntax is to be tried. An expression alone, ``f(3)``, may be something else.
        """
        if self.problems:
            # That of the tree says more than that of anything else.
            variable = min(self.problems, key=lambda name: not is_called_tree(name))
            problem = self.problems[variable]
            return problem if variable == _NO_VARIABLE else _mark_as_certain(problem)
        if has_parts:
            message = "each value of this Python is part of another one: none is the whole tree"
            return _mark_as_certain(UnreadableError(message, hint=_WRITE_TREE_OUT))
        message = "no value of this Python can be taken without running it"
        return UnreadableError(message, hint=_WRITE_TREE_OUT)

    def _process_statements(self, statements: list[ast.stmt]) -> Iterator[Assigned]:
        """Process statements as Python would run them, and yield the values that they assign.

        For example ``tree = [3]`` yields a value, and ``tree.append(5)`` adds to this value. A
        literal that stands alone counts as a value, too. The statements within a loop or another
        block are skipped.

        The statements are processed one by one while the values are taken, and each sees in
        ``self.variables`` what those before it have assigned and changed. So the caller must take
        all values before it looks at the variables.
        """
        is_only = len(statements) == 1
        for statement in statements:
            # for i in range(3): tree.append(i), after which `tree` is not known.
            self._forget_unpredictable_changes(statement)

            # tree.append(3), if `tree` is known.
            is_change = self._apply_change(statement)
            if is_change:
                continue

            # return Node("A", [b, c])
            returned = self._find_returned_tree(statement)
            if returned is not None:
                yield from self._evaluate_standalone(returned, is_only=False)
                continue

            # root = node = Node("A")
            names_of_one_value = _find_names_of_one_value(statement)
            if names_of_one_value:
                message = "several variables hold one value here, which is not followed"
                problem = UnreadableError(message, self._offset_of(statement), _WRITE_TREE_OUT)
                for variable in names_of_one_value:
                    self._forget_value(variable, problem)
                continue

            # tree = [3, 5], or [3, 5] alone. Of other statements there are no assignments.
            for variable, expression in _find_assignments(statement):
                if variable == _NO_VARIABLE:
                    yield from self._evaluate_standalone(expression, is_only=is_only)
                else:
                    yield from self._assign(variable, expression)

    def _find_returned_tree(self, statement: ast.stmt) -> ast.expr | None:
        """Find what a function returns, if it is a node or a list around what variables hold.

        In ``return Node("A", [b, c])`` and ``return [b, c]`` neither ``b`` nor ``c`` is a tree of
        its own. For any other statement ``None`` is returned.
        """
        match statement:
            case ast.Return(value=ast.Call() as call) if self._makes_node_above_variables(call):
                return call
            case ast.Return(value=ast.List(elts=[_, _, *_] as elements) as returned_list):
                if all(map(self._holds_node, elements)):
                    return returned_list
        return None

    def _makes_node_above_variables(self, call: ast.Call) -> bool:
        """Tell whether a call makes a node whose children are held by variables.

        ``Node("A", [b, c])`` and ``Node("A", [b])`` do. With one variable the function must be
        called a node: ``Result(tree, 5)`` is no node above the tree.
        """
        keywords = {keyword.arg: keyword for keyword in call.keywords if keyword.arg is not None}
        if not _makes_node(call.func, keywords):
            return False
        child_count = sum(map(self._holds_node, _collect_variables(call)))
        is_called_node = "node" in ast.unparse(call.func).lower()
        return child_count > 1 or (child_count == 1 and is_called_node)

    def _holds_node(self, expression: ast.expr) -> bool:
        """Tell whether an expression is a variable that holds a list or a node, and no record."""
        if not isinstance(expression, ast.Name):
            return False
        return isinstance(self._find_container(expression), (list, Constructed))

    def _evaluate_standalone(self, expression: ast.expr, *, is_only: bool) -> Iterator[Assigned]:
        """Yield the value of an expression that is a whole statement, if it can be taken."""
        value = self._evaluate_or_error(expression)
        if not isinstance(value, UnreadableError):
            yield Assigned(value)
        elif is_only:
            self.problems.setdefault(_NO_VARIABLE, value)

    def _assign(self, variable: str, expression: ast.expr) -> Iterator[Assigned]:
        """Assign the value of an expression to a variable, and yield both.

        The variables in the expression are marked as used: after ``tree = [b, c]`` neither ``b``
        nor ``c`` is a tree of its own. In four cases there is nothing to yield:

        1. ``queue = [root]``, the queue of a search. It uses nothing: ``root`` stays the tree.
        2. ``nodes = [a, b, c]`` of nodes that are joined already. It uses nothing, either.
        3. ``tree = f(3)``, whose value is not known.
        4. ``__all__ = ["minimax"]``, a name of Python itself.
        """
        if self._assign_used_value(variable, expression):
            return

        # 1. But `tree = [root]` is a tree with one child.
        queued_tree = self._find_only_tree_in_list(expression)
        if queued_tree is not None and not is_called_tree(variable):
            self.variables[variable] = self._evaluate_without_marking(expression)
            self.tree_by_queue[variable] = queued_tree
            return

        # 2.
        if self._lists_joined_nodes(expression):
            self.variables[variable] = self._collect_nodes(expression)
            return

        # 3.
        value = self._evaluate_right_side(expression)
        if isinstance(value, UnreadableError):
            self._forget_value(variable, problem=value)
            return

        # 4.
        is_of_python = variable.startswith("__")
        if is_of_python:
            return

        self._release_variable(variable)
        self.variables[variable] = value
        yield Assigned(value, variable)

    def _assign_used_value(self, variable: str, expression: ast.expr) -> bool:
        """Give a second name to a node that is below another one, or for a while: ``b = child``.

        Returns whether it is such an assignment, which makes no tree of its own.
        """
        if not isinstance(expression, ast.Name):
            return False
        value = self.variables.get(expression.id)
        # node = root; node = node.add("B")
        is_assigned_again = variable in self._names_assigned_again
        is_below_another = expression.id in self.used_variables
        if not isinstance(value, Constructed) or not (is_below_another or is_assigned_again):
            return False
        self._release_variable(variable)
        self.variables[variable] = value
        self.used_variables.add(variable)
        return True

    def _lists_joined_nodes(self, expression: ast.expr) -> bool:
        """Tell whether a list or record only holds variables with nodes that are joined already.

        After ``a = Node("A", [b])`` the list ``[a, b]`` does: as a tree it would have b twice.
        """
        match expression:
            case ast.List(elts=members) | ast.Tuple(elts=members) | ast.Dict(values=members):
                names = {member.id for member in members if isinstance(member, ast.Name)}
            case _:
                return False
        are_all_different_names = len(names) == len(members)
        are_nodes = all(isinstance(self.variables.get(name), Constructed) for name in names)
        is_one_below_another = len(names) > 1 and not self.used_variables.isdisjoint(names)
        return are_all_different_names and are_nodes and is_one_below_another

    def _collect_nodes(self, expression: ast.expr) -> Any:
        """Collect the nodes of the variables in a list or record; none is marked as used."""
        match expression:
            case ast.Dict(keys=[*keys], values=members):
                known_keys = [self._evaluate(key) for key in keys if key is not None]
                nodes = [self.variables[ast.unparse(member)] for member in members]
                return dict(zip(known_keys, nodes, strict=False))
            case ast.List(elts=members) | ast.Tuple(elts=members):
                return [self.variables[ast.unparse(member)] for member in members]
        return []

    def _release_variable(self, variable: str) -> None:
        """Note that a variable is assigned anew: only its old value is a part of another one.

        After ``child = Node(3)`` and ``root.add(child)`` a new ``child`` may be put below a node,
        too.
        """
        if variable in self.used_variables:
            self.used_variables.remove(variable)
            self._used_old_values.add((variable, id(self.variables[variable])))

    def _find_only_tree_in_list(self, expression: ast.expr) -> str | None:
        """Find the variable of the one tree that a list holds, as the queue of a search does.

        ``queue = [root]``, ``deque([root])`` and ``stack = [(root, 0)]`` hold ``root``: the list is
        no node above it. For any other expression the result is ``None``.
        """
        # deque([root]) holds what [root] holds.
        match expression:
            case ast.Call(func=function, args=[ast.List() as argument]):
                if _get_last_name(function) not in _LISTS:
                    return None
                expression = argument

        match expression:
            case ast.List(elts=[ast.Name() as member]):
                pass
            case ast.List(elts=[ast.Tuple(elts=[ast.Name() as member, *_])]):
                pass
            case _:
                return None

        if self._find_container(member) is None:
            return None
        return member.id

    def _forget_value(self, variable: str, problem: UnreadableError) -> None:
        """Keep the error that says why a variable's value is not known from here on."""
        self._release_variable(variable)
        self.variables.pop(variable, None)
        self.problems.setdefault(variable, problem)

    def _evaluate_or_error(self, expression: ast.expr) -> Any:
        """Return the value of an expression, or the error that says why it cannot be taken.

        If there is a value, the variables in it are marked as used: theirs are parts of it, and no
        trees of their own. With an error nothing is marked: after ``print(tree)`` the tree is
        still a tree of its own.
        """
        used_before = set(self.used_variables)
        try:
            return self._evaluate(expression)
        except UnreadableError as error:
            self.used_variables = used_before
            return error

    def _evaluate_without_marking(self, expression: ast.expr) -> Any:
        """Return the value of an expression or the error, and mark no variable in it as used."""
        used_before = set(self.used_variables)
        value = self._evaluate_or_error(expression)
        self.used_variables = used_before
        return value

    def _evaluate_right_side(self, expression: ast.expr) -> Any:
        """Return the value of the right side of an assignment, or why it cannot be taken.

        The variables in it are marked as used in both cases: after ``tree = joined(a, b)`` neither
        ``a`` nor ``b`` is the whole tree. A search and a measure use nothing up, as in
        ``best = minimax(tree)`` and ``n = len(tree)``.
        """
        if _calls_what_makes_no_tree(expression):
            return self._evaluate_or_error(expression)
        try:
            return self._evaluate(expression)
        except UnreadableError as error:
            return error

    # -- what statements change in the value of a variable -----------------------------------------

    def _apply_change(self, statement: ast.stmt) -> bool:
        """Apply a statement that changes a variable's value; tell whether it is such a statement.

        For example ``tree += [[2, 9]]`` adds a child to the list in ``tree``, if it holds one.

        Raises:
            UnreadableError: It changes a tree in a way that cannot be told without running it.
        """
        match statement:
            # tree["A"] = [3, 5], and root.left = Node(3)
            case ast.Assign():
                return self._apply_assignment(statement)
            # root.children.append(b), and graph.add_edge("A", "B")
            case ast.Expr(value=ast.Call(func=ast.Attribute() as method) as call):
                return self._apply_call(method, call)
            # setattr(root, "left", Node(3))
            case ast.Expr(
                value=ast.Call(
                    func=ast.Name(id="setattr"),
                    args=[base, ast.Constant(value=str(attribute)), value],
                )
            ):
                target = ast.copy_location(ast.Attribute(base, attribute, ast.Store()), base)
                return self._apply_attribute_assignment(self._find_container(base), target, value)
            # tree += [[2, 9]]
            case ast.AugAssign(target=target, op=ast.Add(), value=added):
                owner = self._find_container(target)
                return self._apply_adding_method(owner, "extend", [added], statement)
            # root >> b, which in bigtree puts the node `b` below `root`
            case ast.Expr(value=ast.BinOp(left=target, op=ast.RShift(), right=child)):
                owner = self._find_container(target)
                return self._apply_adding_method(owner, "append", [child], statement)
        return False

    def _apply_assignment(self, statement: ast.Assign) -> bool:
        """Apply an assignment to a part of a value; tell whether it is one, and no other."""
        match statement:
            case ast.Assign(targets=[ast.Subscript(value=base, slice=key)], value=value):
                return self._apply_item_assignment(self._find_container(base), key, value)
            case ast.Assign(targets=[ast.Attribute(value=base) as target], value=value):
                return self._apply_attribute_assignment(self._find_container(base), target, value)
            # treelib: root = tree.create_node("A", "a") changes `tree`
            case ast.Assign(
                value=ast.Call(func=ast.Attribute(value=base, attr="create_node")) as call
            ):
                return self._apply_method_call(self._find_container(base), "create_node", call)
        return False

    def _apply_call(self, called: ast.Attribute, call: ast.Call) -> bool:
        """Apply a call that is a whole statement; tell whether it changes a value."""
        # In nx.set_node_attributes(graph, …) no value stands before the dot.
        if called.attr == "set_node_attributes":
            self._apply_set_node_attributes(call)
            return True
        return self._apply_method_call(self._find_container(called.value), called.attr, call)

    def _forget_unpredictable_changes(self, statement: ast.stmt) -> None:
        """Forget the values that a statement changes, if only running it would tell how.

        These statements are of three kinds, and in each ``tree`` is not known from there on:

        1. ``tree[i].append(3)``: which part is changed depends on ``i``. ``last = tree.pop()``
           changes it, too, where a value is made of it.
        2. ``random.shuffle(tree)``: a function of Python's library changes it.
        3. ``for i in range(3): tree.append(i)``: a block may be run any number of times.

        Raises:
            UnreadableError: One of the values is a part of another value.
        """
        # 1. Here the expression that is changed is tree[i].
        changed_part = next(find_changed_expressions(statement), None)
        if changed_part is not None and self._is_unknown_part_of_tree(changed_part):
            self._forget_base_variable(changed_part, changed=changed_part)

        changes = _find_changes_in_expressions(statement) if self._has_changing_methods else ()
        for changed in changes:
            if self._find_container(changed) is not None:
                self._forget_base_variable(changed, changed=statement)

        # 2. Here it is tree. A variable that holds no list, record or node is no tree.
        shuffled = _find_unpredictable_change(statement)
        if shuffled is not None and self._find_container(shuffled) is not None:
            self._forget_base_variable(shuffled, changed=statement)

        # 3.
        if isinstance(statement, _BLOCKS):
            self._forget_changes_within(statement)

        # v += 4 and x, y = y, x: what these variables hold is not followed.
        for variable in _find_variables_computed_anew(statement):
            if not isinstance(self.variables.get(variable), _CONTAINERS):
                self.variables.pop(variable, None)

    def _is_unknown_part_of_tree(self, expression: ast.expr) -> bool:
        """Tell whether an expression leads to a part of a tree, but it cannot be told to which.

        In ``tree[i].append(3)`` it does.
        """
        if self._find_container(expression) is not None or isinstance(expression, ast.Name):
            return False
        return bool(self._find_container(root_of(expression)))

    def _find_container(self, expression: ast.expr) -> Any:
        """Find the list, record or node that an expression leads to; ``None`` for any other.

        ``tree``, ``tree["A"]`` and ``root.left.children`` lead to one if the variable holds it. The
        result is that object itself, so that it can be changed.
        """
        # Of root.left.children first `children`, then `left`.
        parts_from_last: list[ast.Attribute | ast.Subscript] = []
        while isinstance(expression, ast.Attribute | ast.Subscript):
            parts_from_last.append(expression)
            expression = expression.value
        if not isinstance(expression, ast.Name):
            return None

        name = expression.id
        # self.root.left, in a class whose objects the program does not make
        if name == "self" and parts_from_last:
            first = parts_from_last.pop()
            if not isinstance(first, ast.Attribute) or not is_called_tree(first.attr):
                return None
            name = first.attr
        container = _keep_if_container(self.variables.get(name))
        # A part of `None` is `None` again.
        for part in reversed(parts_from_last):
            container = _keep_if_container(_get_part_of_container(container, part))
        return container

    def _apply_item_assignment(self, container: Any, key: ast.expr, value: ast.expr) -> bool:
        """Put a value under a key of a record or list; tell whether there is one."""
        if container is None:
            return False
        if not set_item(container, self._evaluate(key), self._evaluate(value)):
            raise self._make_change_error(key)
        return True

    def _apply_attribute_assignment(
        self, node: Any, target: ast.Attribute, value: ast.expr
    ) -> bool:
        """Apply ``node.left = Node(3)``, where ``target`` is the whole left side.

        Returns whether there is a node before the dot: only then anything is done.

        Raises:
            UnreadableError: The attribute holds children that are not known: ``b.left = f(3)``.
        """
        # A record whose keys are attributes, SimpleNamespace(value=3), or are so in JavaScript.
        if isinstance(node, dict) and not isinstance(node, NetworkxGraph):
            node[target.attr] = self._evaluate(value)
            return True
        if not isinstance(node, Constructed):
            return False

        # b.parent = a adds `b` to the children of `a`, unless children are added for themselves.
        attribute = target.attr
        parent = self._find_container(value)
        if meaning(attribute) == PARENT:
            self._check_keeps_its_parent(node, target)
            if isinstance(parent, Constructed) and not self._has_link_to_parent(node.function):
                self._add_child_node(parent, node)
            return True

        # Which of the children that `b` was made with is b.left is not plain.
        if meaning(attribute) == SIDES and any(map(_keep_if_container, node.arguments)):
            raise self._make_change_error(target)

        # b.value = 3 sets the attribute.
        attribute_value = self._evaluate_or_error(value)
        if not isinstance(attribute_value, UnreadableError):
            set_attribute(node, attribute, attribute_value)
            return True

        # b.left = f(3) is a child that is missing; b.value = f(3) is only left out.
        if holds_children(attribute):
            raise self._make_change_error(target)
        self.problems.setdefault(attribute, attribute_value)
        return True

    def _check_keeps_its_parent(self, node: Constructed, target: ast.Attribute) -> None:
        """Check that a node that is given a parent has none yet, or has none that counts.

        Raises:
            UnreadableError: It is taken from below the parent that it has.
        """
        if id(node) in self.part_ids and not self._has_link_to_parent(node.function):
            raise self._make_change_error(target)

    def _has_link_to_parent(self, function: str) -> bool:
        """Tell whether the parent of a node of some class adds nothing to the parent's children.

        So it is in a program that adds children for themselves: ``a.children.append(b)``.
        """
        if function in self._classes_of_links:
            return True
        is_from_elsewhere = function not in self._parameters and "tree import" not in self.text
        return is_from_elsewhere and self._adds_children

    def _add_child_node(self, parent: Constructed, node: Constructed) -> None:
        """Make a node the last child of another one, so that it is no tree of its own."""
        add_child(parent, node)
        self.part_ids.add(id(node))

    def _apply_method_call(self, owner: Any, method: str, call: ast.Call) -> bool:
        """Apply a method call, ``tree.append(3)``; tell whether it changes what it is called on.

        Raises:
            UnreadableError: It changes the value in a way that cannot be told.
        """
        if isinstance(owner, NetworkxGraph):
            return self._apply_graph_call(owner, method, call)
        return self._apply_adding_method(owner, method, call.args, call)

    def _apply_graph_call(self, graph: NetworkxGraph, method: str, call: ast.Call) -> bool:
        """Apply ``graph.add_edge("A", "B")``; tell whether the method adds something.

        Raises:
            UnreadableError: It does, and cannot be understood: ``graph.add_edge("A")``.
        """
        if method in NetworkxGraph.OTHER_CHANGES:
            raise self._make_change_error(call)
        # Without an argument, networkx's `nodes()` and `edges()` only list what is there.
        is_of_graphviz = method in NetworkxGraph.OF_GRAPHVIZ and len(call.args) > 0
        if method not in NetworkxGraph.ADDING and not is_of_graphviz:
            return False

        arguments = [self._evaluate(argument) for argument in call.args]
        keywords = self._evaluate_keywords(call)
        is_added = graph.add(method, arguments, keywords)
        if not is_added:
            raise self._make_change_error(call)
        return True

    def _apply_set_node_attributes(self, call: ast.Call) -> None:
        """Apply ``nx.set_node_attributes(graph, {"B": 3}, "value")``: the node ``B`` has value 3.

        The name of the attribute may also be a keyword, ``name="value"``. Without a name each value
        is a dictionary of attributes: ``nx.set_node_attributes(graph, {"B": {"value": 3}})``.

        Raises:
            UnreadableError: It cannot be told what that changes.
        """
        # The graph is not marked as used: it stays a tree of its own.
        graph = self._evaluate_without_marking(call.args[0]) if call.args else None
        other_arguments = [self._evaluate_or_error(argument) for argument in call.args[1:]]
        keywords = self._evaluate_keywords(call)

        if not isinstance(graph, NetworkxGraph):
            raise self._make_change_error(call)

        match other_arguments:
            case [dict() as attributes, str() as name]:
                is_set = graph.set_attributes(attributes, name)
            case [dict() as attributes]:
                keyword = keywords.get("name")
                name_or_none = keyword if isinstance(keyword, str) else None
                is_set = graph.set_attributes(attributes, name_or_none)
            case _:
                is_set = False
        if not is_set:
            raise self._make_change_error(call)

    def _apply_adding_method(
        self, owner: Any, method: str, arguments: list[ast.expr], node: ast.expr | ast.stmt
    ) -> bool:
        """Apply ``tree.append(3)``, ``root.add(b)`` and the like; tell whether something changes.

        A method does one of three things to its owner, which is what stands before the dot:

        1. ``tree.append(3)`` changes it in a way that can be told: the change is made.
        2. ``root.show()`` changes nothing.
        3. ``tree.sort()`` changes it in another way: the variable is not known from here on.

        Args:
            owner: The list, record or node itself; ``None`` if it is not known.
            method: The name of the method.
            arguments: The expressions for its arguments.
            node: The whole call, or the statement that does what such a call would.

        Raises:
            UnreadableError: What is changed in another way is a node, or a part of another value.
        """
        if owner is None:
            return False
        if isinstance(owner, Constructed) and method in self._altering_methods:
            raise self._make_change_error(node)

        # 1.
        values = [self._evaluate_or_error(argument) for argument in arguments]
        are_known = not any(isinstance(value, UnreadableError) for value in values)
        is_applied = are_known and apply_method(owner, method, values)
        if is_applied:
            return True

        # 2.
        if not changes_owner(owner, method, values):
            return False

        # 3. The expression for the owner: tree.left of tree.left.sort().
        changed = next(find_changed_expressions(node), None)
        if changed is None or isinstance(owner, Constructed):
            raise self._make_change_error(node)
        self._forget_base_variable(changed, node)
        return True

    def _forget_changes_within(self, block: ast.stmt) -> None:
        """Forget the values of variables that a statement of a loop or another block changes.

        How often the statements of a block are run, or whether, is not known.

        Raises:
            UnreadableError: A part of another value is changed: then that value is not known,
                either. The queue of a search is no part of its tree.
        """
        loop_variables = self._collect_loop_variables_over_trees(block)
        for variable, changed in _find_changed_variables(block):
            if variable.id in loop_variables:  # for child in tree: child.append(3)
                raise self._make_change_error(changed)
            if self._find_container(variable) is not None:
                self._forget_changed_variable(variable, changed)

    def _collect_loop_variables_over_trees(self, block: ast.stmt) -> set[str]:
        """Collect the names of the loop variables that stand for parts of trees.

        In ``for child in tree:`` this is ``child``.
        """
        names: set[str] = set()
        for loop in ast.walk(block):
            if not isinstance(loop, ast.For):
                continue
            is_over_tree = any(map(self._find_container, _collect_variables(loop.iter)))
            if is_over_tree:
                names |= {variable.id for variable in _collect_variables(loop.target)}
        return names

    def _forget_changes_in_functions(self) -> None:
        """Forget the values of variables that functions change: how often they do is not known.

        A function may change a variable from outside, ``def f(): tree.append(3)``, or what it is
        called with, ``def fill(node): node.append(3)`` in ``fill(tree)``.

        Raises:
            UnreadableError: A part of another value is changed so: then that other value is not
                known, either.
        """
        # By name, the functions that change a parameter or another name of their own.
        functions_changing_arguments: dict[str, ast.FunctionDef] = {}
        functions = [part for part in self._parts if isinstance(part, ast.FunctionDef)]
        for function in functions:
            own_names = collect_names_of_function(function)
            changes = [*_find_changed_variables(function)]
            if not _is_search(function):  # a search may store its result
                changes += _find_assigned_globals(function)
            for variable, changed in changes:
                if variable.id in own_names:
                    functions_changing_arguments[function.name] = function
                    continue

                # An empty list is no tree, and may be filled: visited = [].
                is_filled_container = bool(self._find_container(variable))
                if is_filled_container:
                    self._forget_changed_variable(variable, changed)
        self._forget_changed_arguments(functions_changing_arguments)

    def _forget_base_variable(self, expression: ast.expr, changed: ast.expr | ast.stmt) -> None:
        """Forget the value of the variable that an expression begins with: ``a`` of ``a[0].b``.

        Raises:
            UnreadableError: There is no variable, or its value is a part of another one.
        """
        variable = root_of(expression)
        if not isinstance(variable, ast.Name):
            raise self._make_change_error(changed)
        self._forget_changed_variable(variable, changed)

    def _forget_changed_variable(self, variable: ast.Name, changed: ast.expr | ast.stmt) -> None:
        """Forget the value of a variable that is changed, it is not known how often.

        Raises:
            UnreadableError: It is a part of another value.
        """
        container = self._find_container(variable)
        is_part = variable.id in self.used_variables or id(container) in self.part_ids
        if is_part or self._is_held_elsewhere(container, variable.id):
            raise self._make_change_error(changed)
        self.forgotten_values.append(Assigned(container, variable.id))
        self._forget_value(variable.id, self._make_change_error(changed, variable.id))

    def _is_held_elsewhere(self, container: Any, variable: str) -> bool:
        """Tell whether a value is, or is a part of, what another variable holds.

        After ``left = tree[0]`` the value of ``left`` is a part of ``tree``.
        """
        values_to_visit = [value for name, value in self.variables.items() if name != variable]
        visited: set[int] = set()
        while values_to_visit:
            value = values_to_visit.pop()
            if value is container:
                return True
            if id(value) not in visited:
                visited.add(id(value))
                values_to_visit += members_of(value)
        return False

    def _forget_changed_arguments(self, changing: Mapping[str, ast.FunctionDef]) -> None:
        """Forget the values of variables that are passed to functions that change them.

        After ``def fill(node): node.append(3)`` the call ``fill(tree)`` changes ``tree``. A search
        is taken to undo its changes: it makes a move, ``board[0] = "X"``, and takes it back.

        Args:
            changing: By name, the functions that change what they are called with.
        """
        calls = [part for part in self._parts if isinstance(part, ast.Call)]
        for call in calls:
            function = changing.get(_get_last_name(call.func))
            if function is None or _is_search(function):
                continue

            for variable in find_changed_arguments(call, function):
                is_filled_container = bool(self._find_container(variable))
                if is_filled_container:
                    self._forget_value(variable.id, self._make_change_error(call))

    def _make_change_error(self, node: ast.expr | ast.stmt, variable: str = "") -> UnreadableError:
        """Make the error that a value is changed in a way that cannot be told."""
        hint = "write the tree out: [[3, 12], [2, 4]]"
        is_tree = variable == "" or is_called_tree(variable)
        changed = "a tree" if is_tree else quoted(variable)
        message = f"{changed} is changed here, and nothing of a file is run"
        return _mark_as_certain(UnreadableError(message, self._offset_of(node), hint))

    # -- expressions ---------------------------------------------------------------------------

    def _evaluate(self, node: ast.expr) -> Any:
        """Return the value of an expression, without running anything.

        ``[3, (12, x)]`` is a list; ``x`` stands for what the variable holds. Recursive, since
        Python itself nests brackets at most 200 deep.

        Raises:
            UnreadableError: It is no literal, no variable that is known, and no call that makes a
                list, a record or a node.
        """
        match node:
            case ast.Constant():
                return self._evaluate_constant(node)
            case ast.UnaryOp(op=ast.USub() | ast.UAdd()):
                return self._evaluate_signed_number(node)
            case ast.List(elts=elements) | ast.Set(elts=elements):
                return self._evaluate_members(elements)
            case ast.Tuple(elts=elements):
                return tuple(self._evaluate_members(elements))
            case ast.Dict(keys=keys, values=values):
                return self._evaluate_dict(node, keys, values)
            case ast.Call():
                return self._evaluate_call(node)
            case ast.Name(id=name):
                return self._evaluate_name(name, node)
            # Ruby: [[3, 5], [2, 9]].freeze
            case ast.Attribute(value=ast.List() | ast.Dict() as literal, attr="freeze"):
                return self._evaluate(literal)
            case ast.Attribute():
                return self._evaluate_attribute(node)
            case ast.Subscript():
                return self._evaluate_item(node)
        raise self._make_not_literal_error(node)

    def _evaluate_members(self, elements: Sequence[ast.expr]) -> list[Any]:
        """Return the values of expressions; of ``*kids`` those that the list ``kids`` holds.

        Raises:
            UnreadableError: The value of one cannot be taken, or no list stands behind a star.
        """
        members: list[Any] = []
        for element in elements:
            if not isinstance(element, ast.Starred):
                members.append(self._evaluate(element))
                continue
            several = self._evaluate(element.value)
            if isinstance(several, Constructed) or not isinstance(several, (list, tuple)):
                raise self._make_not_literal_error(element)
            members += several
        return members

    def _evaluate_constant(self, node: ast.Constant) -> Any:
        """Return a text, a number, a truth value or ``None`` that is written out.

        Raises:
            UnreadableError: It is a constant of another kind, such as bytes.
        """
        match node.value:
            case str() as text:
                return Placed(text, self._offset_of(node))
            # Not as a float, which may not keep all digits that are written.
            case float():
                return self._evaluate_decimal(node)
            case int() | None:
                return node.value
        raise self._make_not_literal_error(node)

    def _make_not_literal_error(self, node: ast.expr) -> UnreadableError:
        """Make the error that an expression would have to be run to have a value."""
        place = self._offset_of(node)
        if isinstance(node, ast.BinOp):
            message = "this is arithmetic, and nothing of a file is run"
            return UnreadableError(message, place, "write out what it comes to")
        return UnreadableError("this is no literal, and nothing of a file is run", place)

    def _offset_of(self, node: ast.expr | ast.stmt) -> int:
        """Return the offset of an expression or statement; Python counts columns in bytes."""
        start = self._source.line_starts[node.lineno - 1]
        line = self.text[start : start + node.col_offset]
        if line.isascii():
            return start + node.col_offset
        return start + len(line.encode()[: node.col_offset].decode(errors="ignore"))

    def _evaluate_decimal(self, node: ast.expr) -> Any:
        """Return a decimal number with all the digits with which it is written."""
        segment = ast.get_source_segment(self.text, node)
        if segment is not None and _NUMBER.fullmatch(segment):
            return Digits(segment, self._offset_of(node))
        raise UnreadableError(f"{quoted(ast.unparse(node))} is not a number", self._offset_of(node))

    def _evaluate_signed_number(self, node: ast.UnaryOp) -> Any:
        """Return the number behind signs, with its sign: ``-3`` is -3, and ``--3`` is 3.

        Raises:
            UnreadableError: No number stands behind the signs.
        """
        # In a loop, since many signs may stand before a number.
        operand: ast.expr = node
        is_negative = False
        while isinstance(operand, ast.UnaryOp) and isinstance(operand.op, ast.USub | ast.UAdd):
            if isinstance(operand.op, ast.USub):
                is_negative = not is_negative
            operand = operand.operand

        value = self._evaluate(operand)
        if isinstance(value, Digits):
            sign = "-" if is_negative else ""
            return Digits(sign + value, self._offset_of(node))
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return -value if is_negative else value
        raise UnreadableError("a sign stands before a number", self._offset_of(node))

    def _evaluate_dict(
        self, node: ast.expr, keys: list[ast.expr | None], values: list[ast.expr]
    ) -> dict[Any, Any]:
        """Return the record of ``{key: value, …}``.

        Raises:
            UnreadableError: A key stands twice, or is neither a text nor a number.
        """
        record: dict[Any, Any] = {}
        for key, value in zip(keys, values, strict=True):
            if key is None:
                raise UnreadableError("`**` is not run", self._offset_of(node))
            name = self._evaluate_key(key)
            # Python would keep the last value alone, and a part of the tree would be lost.
            if name in record:
                message = f"the key {quoted(str(name))} stands twice in one record"
                raise UnreadableError(message, self._offset_of(key))
            record[name] = self._evaluate(value)
        return record

    def _evaluate_key(self, key: ast.expr) -> Any:
        """Return the key of a record, which is a text or a number.

        Raises:
            UnreadableError: It is neither.
        """
        name = self._evaluate(key)
        if not isinstance(name, (str, int, float)):
            raise UnreadableError("a key is a name here", self._offset_of(key))
        return name

    def _evaluate_name(self, name: str, node: ast.expr) -> Any:
        """Return what a name stands for: a number, a player, a variable's value, or itself as text.

        Raises:
            UnreadableError: It is a variable whose value is not known, or a part of another value
                already.
        """
        if name.lower() in _INFINITE:
            return math.inf
        if name.lower() == _NOT_A_NUMBER:
            return Digits(name, self._offset_of(node))
        if player_named(name) is not None:  # MAX, also if it is a variable
            return Placed(name, self._offset_of(node))
        if name in self.variables:
            return self._use_variable(name, node)
        if name in self._bound_names:  # for i in range(3): best = (i, 5)
            raise self._make_variable_error(name, node)
        return Placed(name, self._offset_of(node))

    def _use_variable(self, name: str, node: ast.expr) -> Any:
        """Return the value of a variable, and mark a list, record or node in it as used.

        Raises:
            UnreadableError: It is used already, and a tree has no part twice.
        """
        value = self.variables[name]
        # A number or a text may stand in a tree as often as one likes.
        if not isinstance(value, _CONTAINERS):
            return value
        if name in self.used_variables:
            message = f"{quoted(name)} stands twice in one tree"
            raise UnreadableError(message, self._offset_of(node))
        self.used_variables.add(name)
        return value

    def _make_variable_error(self, name: str, node: ast.expr) -> UnreadableError:
        """Make the error that a variable's value is not known, such as that of ``sys.maxsize``."""
        message = f"{quoted(name)} is a variable, and nothing of a file is run"
        return UnreadableError(message, self._offset_of(node), "write its value instead")

    def _evaluate_attribute(self, attribute: ast.Attribute) -> Any:
        """Return the value of an attribute, which is the first of these that it can be.

        1. ``root.left``: the part of the node, which is then no tree of its own.
        2. ``math.nan`` and ``math.inf``: the number, whatever stands before the dot.
        3. ``Player.MAX`` and ``State.WIN``: the text ``MAX`` or ``WIN``.

        Raises:
            UnreadableError: It is a variable of a module or an object, ``sys.maxsize``, whose name
                is no player.
        """
        # 1.
        part = self._find_and_mark_part(attribute)
        if part is not None:
            return part

        # 2.
        name = attribute.attr
        if name == _NOT_A_NUMBER:
            return Digits(name, self._offset_of(attribute))
        if name in _INFINITE:
            return math.inf

        # 3. The program's variables, parameters and imports are bound names, and its classes are
        # none: Player.MAX is a text, and so is game.MAX, but sys.maxsize would have to be run.
        base = root_of(attribute)
        is_of_variable_or_module = isinstance(base, ast.Name) and base.id in self._bound_names
        if is_of_variable_or_module and player_named(name) is None:
            raise self._make_variable_error(ast.unparse(attribute), attribute)
        return Placed(name, self._offset_of(attribute))

    def _evaluate_item(self, subscript: ast.Subscript) -> Any:
        """Return a part of a tree, ``tree[0]``: the same list, so that it may be changed.

        Of ``leaves[:2]`` it is a new list of the same nodes, which are parts now.

        Raises:
            UnreadableError: It leads to no part that is known.
        """
        members = self._find_members_of_slice(subscript)
        if members is not None:
            self.part_ids.update(map(id, members))
            return members
        part = self._find_and_mark_part(subscript)
        if part is None:
            raise self._make_not_literal_error(subscript)
        return part

    def _find_members_of_slice(self, subscript: ast.Subscript) -> list[Any] | None:
        """Find what a slice of a known list holds, ``leaves[:2]``; ``None`` for anything else."""
        match subscript:
            case ast.Subscript(
                value=ast.Name() as variable,
                slice=ast.Slice(
                    lower=None | ast.Constant(value=int()) as lower,
                    upper=None | ast.Constant(value=int()) as upper,
                    step=None,
                ),
            ):
                container = self._find_container(variable)
                if isinstance(container, list):
                    start = 0 if lower is None else ast.literal_eval(lower)
                    stop = len(container) if upper is None else ast.literal_eval(upper)
                    has_nodes = any(isinstance(member, _CONTAINERS) for member in container)
                    if is_called_tree(variable.id) and not has_nodes:
                        return None  # tree[:2] of numbers is another tree than tree
                    # Of leaves = [3, 5, 2, 9] the halves are parts of the tree, and so is the list.
                    if not has_nodes:
                        self.used_variables.add(variable.id)
                    return container[start:stop]
        return None

    def _find_and_mark_part(self, expression: ast.Attribute | ast.Subscript) -> Any:
        """Find the part of a tree that ``root.left`` or ``tree[0]`` leads to; else ``None``.

        It is marked as a part: after ``left = tree[0]`` the list in ``left`` is no tree of its own.
        """
        part = self._find_container(expression)
        if part is not None:
            self.part_ids.add(id(part))
        return part

    def _evaluate_call(self, call: ast.Call) -> Any:
        """Return the value that a call makes: of ``Node(3)`` a node, of ``float("inf")`` a number.

        The arguments are evaluated first, as Python does it, which marks the variables in them as
        used: after ``Node("A", [b])`` the node ``b`` is no tree of its own.

        Raises:
            UnreadableError: The function would have to be run, or the value of an argument cannot
                be taken.
        """
        # make_tree(), if this function of the program only does `return [[3, 5], [2, 9]]`.
        function = _get_function_name(call.func)
        has_arguments = bool(call.args) or bool(call.keywords)
        if function in self._returned and not has_arguments:
            return self._evaluate_returned(function)

        # Node("B", root) becomes Node("B", None, parent=root).
        call = self._pass_parent_by_keyword(function, call)
        arguments = self._evaluate_members(call.args)
        keywords = self._evaluate_keywords(call)
        return self._build_value_of_call(call, arguments, keywords)

    def _build_value_of_call(
        self, call: ast.Call, arguments: list[Any], keywords: dict[str, Any]
    ) -> Any:
        """Build what a call makes of its arguments, by the first of these rules that applies.

        1. ``float("inf")`` is a number.
        2. ``json.loads("[3, 5]")`` and ``nx.DiGraph([("A", "B")])`` are what these libraries make.
        3. ``tuple([3, 5])`` and ``dict(A=[3, 5])`` are a list and a record.
        4. ``GameTree(root)`` is its root, and ``Node(3)`` is a node. This comes last, since any
           class that is not known makes one.

        Raises:
            UnreadableError: None of them applies.
        """
        function = _get_function_name(call.func)
        match function, arguments:
            # 1.
            case "float", [number] if _NUMBER.fullmatch(str(number).strip()):
                return _parse_number(str(number).strip())
            case "float", ["nan"]:
                return Digits(_NOT_A_NUMBER, self._offset_of(call))

            # A fraction is kept as it is written: a probability may be one.
            case "Fraction", [int() as numerator, int() as denominator]:
                return Digits(f"{numerator}/{denominator}", self._offset_of(call))

            # 2. NLTK and json
            case "fromstring", [str() as text]:
                return value_in_text(parentheses.read, function, text)
            case "loads", [str() as text]:
                return value_in_text(json_syntax.read, function, text)
            # treelib, if nodes are created in the tree. Else the class is one's own.
            case "Tree", [] if ".create_node(" in self.text:
                return NetworkxGraph([])
            # bigtree
            case _, [tree] if function in _MAKING_TREES:
                return tree
            # networkx, graphviz and pydot. A text is the name of the graph.
            case _, _ if function in NetworkxGraph.CLASSES and _are_edges_of_graph(arguments):
                return NetworkxGraph([each for each in arguments if not isinstance(each, str)])

        # 3. A copy, to which nothing is added that is added to the list later.
        if function in _LISTS and not keywords:
            return _copy_list(arguments[0]) if arguments else []
        if function in _RECORDS:
            return self._build_record(call, arguments) | keywords

        # 4.
        return self._build_object(call, arguments, keywords)

    def _build_object(self, call: ast.Call, arguments: list[Any], keywords: dict[str, Any]) -> Any:
        """Build the node that a call of a class makes; of ``GameTree(root)`` it is the root itself.

        Raises:
            UnreadableError: It makes no node: it is a function, or a class that makes its own root.
        """
        function = _get_function_name(call.func)
        if _is_around_tree(self._parameters.get(function, ()), arguments):
            return arguments[0]
        is_node = _makes_node(call.func, keywords) and function not in self._classes_with_root
        # root._replace(children=[]) is a call of what a variable holds, and makes no node.
        is_of_value = isinstance(call.func, ast.Attribute) and self._find_container(call.func.value)
        if is_node and not is_of_value:
            self._check_maker_alters_nothing(function)
            if function in self._copying_makers:
                arguments = [_copy_list(argument) for argument in arguments]
                keywords = {key: _copy_list(argument) for key, argument in keywords.items()}
            return self._build_node(function, arguments, keywords)

        message = f"{quoted(function)} is a function, and nothing of a file is run"
        raise UnreadableError(message, self._offset_of(call))

    def _check_maker_alters_nothing(self, function: str) -> None:
        """Check that a class or function of the program makes a node of just what it is given.

        Raises:
            UnreadableError: It does not: ``def leaf(v): return Node(-v)``.
        """
        place = self._altering_makers.get(function)
        if place is None:
            return
        message = f"{quoted(function)} computes here with what it is given, or orders it anew"
        error = UnreadableError(message, self._offset_of(place))
        self.alteration = _mark_as_certain(error, hint=_WRITE_TREE_OUT)
        raise self.alteration

    def _evaluate_returned(self, function: str) -> Any:
        """Return the value that a function returns, of which nothing else is done.

        While it is taken the function is unknown, since it may call itself.
        """
        returned = self._returned.pop(function)
        try:
            return self._evaluate(returned)
        finally:
            self._returned[function] = returned

    def _build_record(self, call: ast.Call, arguments: list[Any]) -> dict[Any, Any]:
        """Build the record that ``dict(…)`` makes from its positional arguments.

        Each is a record, or a list of pairs of a key and a value: ``dict([("A", [3, 12])])``.

        Raises:
            UnreadableError: One is neither.
        """
        record: dict[Any, Any] = {}
        if arguments and arguments[0] == "list":
            record = defaultdict(list)  # which has an empty list under each key that is asked for
        for argument in arguments:
            # defaultdict(list, {"A": [3, 12]}): `list` is a name, and so a text here.
            is_factory = isinstance(argument, str)
            if is_factory:
                continue

            pairs = list(argument.items()) if isinstance(argument, dict) else argument
            if not isinstance(pairs, list) or not all(map(_is_pair, pairs)):
                raise self._make_not_literal_error(call)
            record.update(pairs)
        return record

    def _build_node(self, function: str, arguments: list[Any], keywords: dict[str, Any]) -> Any:
        """Build the node that a call of a class makes, such as ``Node("B", 3)``.

        ``Node("B", parent=a)`` also becomes the last child of the node ``a``.
        """
        # State(0, 3) has named arguments if the program has `def __init__(self, depth, value)`.
        parameters = self._parameters.get(function, ())
        if parameters:
            split_arguments = split_off_named_arguments(parameters, arguments)
            arguments = split_arguments.positional
            keywords = {**split_arguments.named, **keywords}

        # A node of the plain model has its children, but not its parent.
        parent = keywords.get("parent")
        if isinstance(parent, Constructed):
            other_keywords = {key: keywords[key] for key in keywords if key != "parent"}
            node = Constructed(function, arguments, other_keywords)
            if not self._has_link_to_parent(function):
                self._add_child_node(parent, node)
            return node

        return Constructed(function, arguments, keywords)

    def _evaluate_keywords(self, call: ast.Call) -> dict[str, Any]:
        """Return the values of the keyword arguments of a call, by name.

        If ``parent`` names a node, its value is that node object itself. It is not marked as used,
        since it is no part of the node that is made: the parent stays a tree of its own.

        Raises:
            UnreadableError: A value cannot be taken, or ``**`` stands there.
        """
        values: dict[str, Any] = {}
        for keyword in call.keywords:
            # `**` has no name.
            if keyword.arg is None:
                raise UnreadableError("`**` is not run", self._offset_of(call))

            parent = self._find_parent_node(keyword)
            if parent is not None:
                values[keyword.arg] = parent
            else:
                values[keyword.arg] = self._evaluate(keyword.value)
        return values

    def _pass_parent_by_keyword(self, function: str, call: ast.Call) -> ast.Call:
        """Return a call in which a parent that is given by position is named.

        ``Node("B", root)`` becomes ``Node("B", None, parent=root)``, if ``parent`` is the second
        parameter of the class. A call without such a parent is returned as it is.
        """
        position = self._find_position_of_parent(function, call)
        if position is None:
            return call
        parent = call.args[position]
        positional = [*call.args]
        # So that the arguments behind it keep their places.
        positional[position] = ast.copy_location(ast.Constant(None), parent)
        keywords = [*call.keywords, ast.keyword(arg="parent", value=parent)]
        return ast.copy_location(ast.Call(call.func, positional, keywords), call)

    def _find_position_of_parent(self, function: str, call: ast.Call) -> int | None:
        """Find the positional argument that is a variable for a parent; ``None`` if there is none.

        Only the names of the parameters tell a parent from a child: in ``Node("B", a)`` it is
        argument 1 if the class has ``def __init__(self, name, parent)``. In ``Node("B", root)`` of
        a class that the text does not define it is what is called root, which is no child.
        """
        parameters = self._parameters.get(function, ())
        # The program imports this class, and does not define it.
        is_of_anytree = function == "Node" and "anytree" in self.text
        if not parameters and is_of_anytree:
            parameters = ("name", "parent", "children")

        if not parameters and len(call.args) > 1:
            for position, argument in enumerate(call.args):
                if isinstance(argument, ast.Name) and is_called_root(argument.id):
                    return position

        for position, (parameter, argument) in enumerate(zip(parameters, call.args, strict=False)):
            if meaning(parameter) == PARENT and isinstance(argument, ast.Name):
                return position
        return None

    def _find_parent_node(self, keyword: ast.keyword) -> Constructed | None:
        """Find the node object named in ``parent=a``; ``None`` for any other keyword argument."""
        if keyword.arg != "parent" or not isinstance(keyword.value, ast.Name):
            return None
        parent = self.variables.get(keyword.value.id)
        return parent if isinstance(parent, Constructed) else None


def _mark_as_certain(error: UnreadableError, hint: str | None = None) -> UnreadableError:
    """Return an error marked as certain: the text is Python, and no other syntax is to be tried."""
    error.is_certain = True
    if error.hint is None:
        error.hint = hint
    return error


def _has_tree(values: Sequence[Assigned]) -> bool:
    """Tell whether one of some values is a list, a record or a node."""
    return any(isinstance(each.value, _CONTAINERS) for each in values)


def _find_changed_variables(code: ast.AST) -> Iterator[tuple[ast.Name, ast.expr]]:
    """Find what a block or function changes: each variable, with the part of it that is changed.

    For ``tree.left.append(3)`` these are ``tree`` and ``tree.left``.
    """
    for changed in chain.from_iterable(map(find_changed_expressions, ast.walk(code))):
        variable = root_of(changed)
        if isinstance(variable, ast.Name):
            yield variable, changed


def _adds_to_children(node: ast.AST) -> bool:
    """Tell whether a statement puts something below a node: ``root.children.append(b)``."""
    return any(
        isinstance(changed, ast.Attribute) and meaning(changed.attr) == CHILDREN
        for changed in find_changed_expressions(node)
    )


def _find_changes_in_expressions(statement: ast.stmt) -> Iterator[ast.expr]:
    """Find what the calls within a statement change: ``tree`` in ``last = tree.pop()``.

    A call that is the whole statement is none of them, nor one of a treelib tree, which makes a
    node: ``root = tree.create_node("A")``.
    """
    if not isinstance(statement, SIMPLE_STATEMENTS):
        return
    whole = statement.value
    own_method: ast.expr | None = None
    if isinstance(statement, ast.Expr) and isinstance(whole, ast.Call):
        own_method = whole.func
    for node in ast.walk(statement):
        match node:
            # Also where it may be called never or several times: map(root.children.append, kids)
            case ast.Attribute(value=base) if node is not own_method and _is_changing_method(node):
                yield base


def _is_changing_method(part: ast.AST) -> bool:
    """Tell whether a part of a program is a method that changes its owner, as ``tree.append``."""
    if not isinstance(part, ast.Attribute):
        return False
    return is_changing(part.attr) and part.attr not in NetworkxGraph.ADDING


def _find_assigned_globals(function: ast.FunctionDef) -> Iterator[tuple[ast.Name, ast.expr]]:
    """Find where a function assigns to a variable outside it, twice: as variable and as change."""
    global_names = set(find_global_names(function))
    for node in ast.walk(function):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) if name in global_names:
                yield node, node


def _find_names_of_one_value(statement: ast.stmt) -> list[str]:
    """Find the variables that a statement assigns one list, record or node to, if it is several."""
    match statement:
        case ast.Assign(targets=[ast.Name(), ast.Name(), *_] as targets, value=value):
            if not isinstance(value, ast.Constant):
                return [each.id for each in targets if isinstance(each, ast.Name)]
    return []


def _find_variables_computed_anew(statement: ast.stmt) -> Iterator[str]:
    """Find the variables whose values a statement computes from their old ones.

    So are ``v`` in ``v += 4``, and ``x`` and ``y`` in ``x, y = y, x``.
    """
    match statement:
        case ast.AugAssign(target=ast.Name(id=name)):
            yield name
        case ast.Assign(targets=[ast.Tuple() as variables], value=ast.Tuple() as values):
            if not set(find_names(variables)).isdisjoint(find_names(values)):
                yield from find_names(variables)


def _find_unpredictable_change(statement: ast.stmt) -> ast.expr | None:
    """Find what a statement changes so that only running it would tell the result.

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
    """Tell whether a call of a function or class of a program makes a node, by one of three signs.

    1. The capital letter of a class, ``State(3)``, unless the class is a graph or a search,
       ``AlphaBeta(root)``.
    2. A name that says so, ``make_leaf(3)``.
    3. Keywords, ``f(value=3)``, unless the name says another thing, ``minimax(tree, depth=3)``.
    """
    function = _get_function_name(called)
    is_class = function[:1].isupper()
    is_graph_or_search = function in NetworkxGraph.CLASSES or is_search(function)
    if is_class and not is_graph_or_search:
        return True

    name_with_dots = ast.unparse(called)
    if makes_node(name_with_dots):
        return True
    return bool(keywords) and not makes_no_tree(function)


def _open_registries(values: Sequence[Assigned]) -> list[Assigned]:
    """Return values with the roots alone in the place of lists and records of all nodes.

    After ``nodes = {"A": Node("A"), "B": Node("B", 3)}; nodes["A"].children = [nodes["B"]]`` the
    node B stands in the record, and below A: the record only holds the nodes, and A is the tree.
    Where the root has a variable of its own, a list of the other nodes is no value at all.
    """
    ids_below: set[int] = set()
    pending = [part for each in values for node in _list_nodes(each) for part in members_of(node)]
    while pending:
        part = pending.pop()
        if isinstance(part, _CONTAINERS) and id(part) not in ids_below:
            ids_below.add(id(part))
            pending += members_of(part)

    opened: list[Assigned] = []
    for each in values:
        nodes = _list_nodes(each)
        roots = [node for node in nodes if id(node) not in ids_below]
        if len(roots) == len(nodes):
            opened.append(each)
        else:
            opened += [Assigned(root, each.variable) for root in roots]
    return opened


def _list_nodes(assigned: Assigned) -> Sequence[Any]:
    """List the nodes in a list or record that has nothing else; or the value itself."""
    value = assigned.value
    members = [] if isinstance(value, Constructed) else [*members_of(value)]
    are_nodes = all(isinstance(member, (Constructed, dict)) for member in members)
    return members if members and are_nodes else [value]


def _is_around_tree(parameters: Sequence[str], arguments: Sequence[Any]) -> bool:
    """Tell whether an instance of a class only holds a tree: ``GameTree(root)``."""
    if not parameters or len(arguments) != 1:
        return False
    return is_called_tree(parameters[0]) and isinstance(arguments[0], _CONTAINERS)


def _calls_what_makes_no_tree(expression: ast.expr) -> bool:
    """Tell whether an expression calls a search, or what measures a tree: ``len(tree)``."""
    return isinstance(expression, ast.Call) and makes_no_tree(_get_last_name(expression.func))


def _is_search(function: ast.FunctionDef) -> bool:
    """Tell whether a function is called as a search is, or is handed a window."""
    parameters = {each.arg.lower() for each in function.args.args}
    return is_search(function.name) or parameters.issuperset({"alpha", "beta"})


def _find_names_assigned_again(parts: Sequence[ast.AST]) -> set[str]:
    """Find the variables that several statements of a program assign to."""
    counts = Counter(
        part.id for part in parts if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)
    )
    return {name for name, count in counts.items() if count > 1}


def _collect_bound_names(parts: Sequence[ast.AST]) -> set[str]:
    """Collect the names of all variables and parameters of a program, and of what it imports.

    Of ``import networkx as nx`` that is ``nx``, of ``def f(node)`` it is ``node``. Functions and
    classes are not among them.
    """
    names: set[str] = set()
    for node in parts:
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
                names.add(name)
            case ast.alias(name=name, asname=other):
                names.add(name if other is None else other)
    return names


def _parse_number(text: str) -> Any:
    """Return the number in a text: an infinity as a float, else the digits as they are written."""
    if "inf" not in text.lower():
        return text
    return -math.inf if text[0] in "-−" else math.inf


def _get_last_name(expression: ast.expr) -> str:
    """Return the name that an expression is or ends with; empty for any other expression.

    Of ``module.f`` that is ``f``, and of ``tree`` it is ``tree``.
    """
    match expression:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def _get_function_name(function: ast.expr) -> str:
    """Return the name of a function without its module; of ``Node.new`` of Ruby the class."""
    match function:
        case ast.Attribute(value=ast.Name(id=name), attr="new") if name[:1].isupper():
            return name
    return _get_last_name(function)


def _collect_variables(expression: ast.expr) -> list[ast.Name]:
    """Collect the variables in an expression."""
    return [each for each in ast.walk(expression) if isinstance(each, ast.Name)]


def _is_pair(item: Any) -> bool:
    """Tell whether an item is a key and a value: ``("A", [3, 12])``."""
    if not isinstance(item, (list, tuple)) or len(item) != 2:
        return False
    return isinstance(item[0], (str, int, float))


def _get_part_of_container(container: Any, part: ast.Attribute | ast.Subscript) -> Any:
    """Return the attribute or the item of a container; ``None`` if none is known."""
    match part:
        # graph.nodes["A"]["value"] = 5
        case ast.Attribute(attr="nodes") if isinstance(container, NetworkxGraph):
            return container.node_records()
        case ast.Attribute(attr=name) if isinstance(container, dict):
            return container.get(name)
        case ast.Attribute(attr=name):
            return attribute_of(container, name)
        case ast.Subscript(slice=ast.Constant(value=key)):
            return item_of(container, key)
        # tree[-1], which Python parses as a sign before a number.
        case ast.Subscript(slice=ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(key)))):
            return item_of(container, -key)
    return None


def _find_assigned_names(statements: Sequence[ast.stmt]) -> set[str]:
    """Find the variables that statements assign to, also in blocks within them."""
    parts = [part for statement in statements for part in ast.walk(statement)]
    return {
        name for part in parts if isinstance(part, ast.stmt) for name, _ in _find_assignments(part)
    }


def _copy_list(value: Any) -> Any:
    """Return a list of the same members; any other value itself."""
    return list(value) if isinstance(value, list) else value


def _keep_if_container(value: Any) -> Any:
    """Return a list, record or node; ``None`` for any other value."""
    return value if isinstance(value, _CONTAINERS) else None


def _find_assignments(statement: ast.stmt) -> Iterator[tuple[str, ast.expr]]:
    """Yield each variable that a statement assigns to, with the expression for its value.

    - ``tree = [3, 5]`` yields one pair.
    - ``A, B = 3, 5`` yields ``A`` with 3 and ``B`` with 5.
    - ``left, right = tree`` yields ``left`` with ``tree[0]`` and ``right`` with ``tree[1]``.
    - ``[3, 5]``, an expression that stands alone, yields it with :data:`_NO_VARIABLE`.
    """
    if _assigns_to_unknown_object(statement):
        return

    match statement:
        # The two with several variables come before the one that takes any assignment.
        case ast.Assign(targets=[ast.Tuple(elts=variables), *_], value=ast.Tuple(elts=values)):
            if len(variables) == len(values):
                for variable, value in zip(variables, values, strict=True):
                    yield _get_last_name(variable), value
        case ast.Assign(targets=[ast.Tuple(elts=variables), *_], value=ast.Name() as tree):
            for position, variable in enumerate(variables):
                yield _get_last_name(variable), _make_item_expression(tree, position)
        case ast.Assign(targets=[target, *_], value=value):
            yield _get_last_name(target), value
        # tree: list = [3, 5]
        case ast.AnnAssign(target=target, value=ast.expr() as value):
            yield _get_last_name(target), value
        # A number or a text alone is no tree: it is a docstring.
        case ast.Expr(value=value) if not isinstance(value, ast.Constant):
            yield _NO_VARIABLE, value


def _assigns_to_unknown_object(statement: ast.stmt) -> bool:
    """Tell whether a statement only assigns to a part of an object that is not known.

    In ``tree["A"] = [3, 5]`` it is ``tree``: if this were known, the statement would have changed
    it. In ``self.root = root`` within a class it is ``self``, and the value is a parameter.
    """
    match statement:
        case ast.Assign(targets=[ast.Subscript()]):
            return True
        case ast.Assign(targets=[ast.Attribute(value=ast.Name(id="self"))], value=ast.Name()):
            return True
    return False


def _make_item_expression(tree: ast.Name, position: int) -> ast.Subscript:
    """Make the expression ``tree[0]`` as the parser would, at the place of ``tree`` in the text."""
    item = ast.Subscript(value=tree, slice=ast.Constant(position), ctx=ast.Load())
    return ast.copy_location(item, tree)
