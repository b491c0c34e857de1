"""Where a program in Python may change its tree in a way that is not followed.

What a program does to its tree is followed, statement by statement, as far as that is plain. Any
other change, by another name of the tree or of a part, in a function, a loop or a comprehension,
makes the tree another one than is read. So each is looked for in the whole program at the end.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import Any, Final

from treeexplorer.formats.model import Assigned, Constructed, UnreadableError
from treeexplorer.formats.number_tables import members_of
from treeexplorer.formats.python_flow import Role, ValueFlow, is_search_function, names_change
from treeexplorer.formats.python_parts import get_last_name, walk_what_runs
from treeexplorer.formats.python_program import PythonProgram
from treeexplorer.formats.python_refusals import make_change_error
from treeexplorer.formats.python_scopes import Variable
from treeexplorer.formats.python_variables import CONTAINERS, ProgramVariables
from treeexplorer.formats.searches import is_called_tree
from treeexplorer.formats.words import BESIDE_TREE, PARENT, meaning, plain_word
from treeexplorer.formats.wrappers import may_be_tree
from treeexplorer.text import quoted

_MAKING_OBJECT: Final = ".__init__"
"""The end of the name of a method, ``game.__init__``, that is called where its object is made."""
_LISTS: Final = (ast.List, ast.ListComp, ast.Tuple, ast.Dict)
_PARTS: Final = frozenset({Role.PART, Role.HOLDER})


def drop_changed_values(
    whole_values: Sequence[Assigned],
    values: Sequence[Assigned],
    searched: Collection[str],
    program: PythonProgram,
    variables: ProgramVariables,
    *,
    are_within_functions: bool,
) -> list[Assigned]:
    """Return the values of a program without those that it may change later, unfollowed.

    After ``f = lambda x: x.reverse()`` and ``f(tree)`` the value of ``tree`` is not known. An empty
    list that a program fills, as ``read`` with the leaves that it reads, is left out, too.

    Args:
        whole_values: The values that may be trees.
        values: All values that were assigned.
        searched: The variables that are handed to searches.
        program: The program.
        variables: Its variables, after all statements.
        are_within_functions: Whether the values are those of variables of functions, too.

    Raises:
        UnreadableError: The tree of the program may be changed, or nothing else is a tree.
    """
    trees = [each for each in whole_values if isinstance(each.value, CONTAINERS)]
    if not are_within_functions:
        _check_no_part_takes_its_place(trees, variables)
    finder = _ChangeFinder(program, variables, values, are_within_functions=are_within_functions)
    if not trees or not finder.has_changes:
        return [*whole_values]

    changes = finder.find_first_changes([each.value for each in trees])
    unchanged = [each for each in trees if id(each.value) not in changes]
    has_tree = any(_is_meant(each, searched) for each in unchanged)
    for tree in trees:
        change = changes.get(id(tree.value))
        if change is None:
            continue
        error = make_change_error(program.offset_of(change), tree.variable)
        is_needed = not has_tree and may_be_tree(tree.value)
        if is_needed or _is_meant(tree, searched):
            raise error
        variables.forget_changed(tree.variable, error)
    return [each for each in whole_values if id(each.value) not in changes]


def _check_no_part_takes_its_place(trees: Sequence[Assigned], variables: ProgramVariables) -> None:
    """Refuse a program whose tree is a part of another one in the end: ``tree = tree[0]``.

    Raises:
        UnreadableError: A variable is assigned a part of what it held.
    """
    for tree in trees:
        last = variables.lookup_container(tree.variable)
        parts = [part for part in _walk_containers([tree.value]) if part is not tree.value]
        if any(part is last for part in parts):
            message = f"{quoted(tree.variable)} is assigned a part of itself later"
            hint = "give the part a name of its own"
            raise UnreadableError(message, hint=hint, is_certain=True)


def _is_meant(tree: Assigned, searched: Collection[str]) -> bool:
    """Tell whether a value is that of the tree a program works with."""
    return tree.variable in searched or is_called_tree(tree.variable)


def _walk_containers(trees: Sequence[Any]) -> Iterator[Any]:
    """Yield some trees, and each list, record and node in them, once."""
    ids: set[int] = set()
    pending = [*trees]
    while pending:
        part = pending.pop()
        if isinstance(part, CONTAINERS) and id(part) not in ids:
            ids.add(id(part))
            yield part
            pending += members_of(part)


def _find_makers(trees: Sequence[Any]) -> frozenset[str]:
    """Find the classes and functions that make the nodes of some trees."""
    nodes = [part for part in _walk_containers(trees) if isinstance(part, Constructed)]
    return frozenset(node.function for node in nodes)


class _ChangeFinder:
    """Looks for the changes that a program may make to its trees, and that were not followed."""

    def __init__(
        self,
        program: PythonProgram,
        variables: ProgramVariables,
        values: Sequence[Assigned],
        *,
        are_within_functions: bool,
    ) -> None:
        """Look for what may be a change of anything.

        Args:
            program: The program.
            variables: Its variables, after all statements.
            values: All values that were assigned.
            are_within_functions: Whether the values are those of variables of functions, too.
        """
        self._program = program
        self._variables = variables
        self._values = values
        self._are_within_functions = are_within_functions
        self._followed = frozenset(_list_followed_parts(variables.followed_statements))
        self._parts = [part for part in program.parts if part not in self._followed]

    @property
    def has_changes(self) -> bool:
        """Whether the program may change anything in a way that was not followed."""
        return any(map(_may_change, self._parts))

    def find_first_changes(self, trees: Sequence[Any]) -> dict[int, ast.expr | ast.stmt]:
        """Find the first place that may change each tree, by the tree's ``id``, if one does.

        Most trees are not changed. So all that are made of the same classes are looked at together,
        and the halves of them apart only where one of them may be changed.
        """
        trees_by_makers: defaultdict[frozenset[str], list[Any]] = defaultdict(list)
        for tree in trees:
            trees_by_makers[_find_makers([tree])].append(tree)

        changes: dict[int, ast.expr | ast.stmt] = {}
        pending = [*trees_by_makers.values()]
        while pending:
            group = pending.pop()
            change = self._find_first_change_of_any(group)
            if change is None:
                continue
            if len(group) == 1:
                changes[id(group[0])] = change
                continue
            half = len(group) // 2
            pending += [group[:half], group[half:]]
        return changes

    def _find_first_change_of_any(self, trees: Sequence[Any]) -> ast.expr | ast.stmt | None:
        """Find the first place that may change one of some trees."""
        program = self._program
        names = self._find_names(trees)
        outside = frozenset(Variable(name) for name in names)
        held = set(outside)
        if self._are_within_functions:
            held.update(*map(program.scopes.variables_named, names))
        flow = ValueFlow(program.parts, program.scopes, _find_makers(trees), self._followed)
        flow.trace(held)

        facts = _collect_facts(trees, program)
        change = _Change(program, flow, facts, held, self._unread_calls)
        replaced = frozenset() if self._are_within_functions else outside
        parts = [part for part in self._parts if isinstance(part, ast.expr | ast.stmt)]
        changes = [
            part for part in parts if change.is_made_by(part) or change.replaces(part, replaced)
        ]
        return min(changes, key=program.offset_of, default=None)

    def _find_names(self, trees: Sequence[Any]) -> set[str]:
        """Find the variables that hold a tree, or a part of it, or did so before."""
        ids = {id(part) for part in _walk_containers(trees)}
        variables = self._variables
        names = {each.variable for each in self._values if id(each.value) in ids}
        return names | {name for name in variables if id(variables.lookup(name)) in ids}

    @cached_property
    def _unread_calls(self) -> frozenset[ast.Call]:
        """The calls in blocks and functions, which may run any number of times."""
        if self._are_within_functions:
            return frozenset()
        calls = frozenset(part for part in self._parts if isinstance(part, ast.Call))
        read = chain.from_iterable(map(walk_what_runs, self._program.statements))
        return calls.difference(part for part in read if isinstance(part, ast.Call))


class _Change:
    """What changes a tree, in a program of which it is known what its expressions may stand for."""

    def __init__(
        self,
        program: PythonProgram,
        flow: ValueFlow,
        facts: Collection[str],
        held: Collection[Variable],
        unread_calls: Collection[ast.Call],
    ) -> None:
        """Prepare to look at the parts of a program.

        Args:
            program: The program.
            flow: What its expressions may stand for.
            facts: The names under which nodes have something.
            held: The variables that hold the tree, or a list, record or node of it.
            unread_calls: The calls that may run any number of times.
        """
        self._program = program
        self._flow = flow
        self._facts = facts
        self._held = held
        self._unread_calls = unread_calls
        links = map(program.has_links_to_parents, program.parameters)
        self._is_parent_link = all(links)

    def is_made_by(self, part: ast.expr | ast.stmt) -> bool:
        """Tell whether a part of the program may change the tree; a search undoes its changes."""
        if not self._may_be_made_by(part):
            return False
        return not any(map(is_search_function, self._program.scopes.functions_around(part)))

    def _may_be_made_by(self, part: ast.expr | ast.stmt) -> bool:
        """Tell whether a part of the program may change the tree, in a search or elsewhere."""
        flow = self._flow
        match part:
            case ast.Subscript(value=owner, ctx=ast.Store() | ast.Del()):
                return flow.is_part(owner)
            case ast.Attribute(value=owner, attr=name, ctx=ast.Store() | ast.Del()):
                return flow.is_part(owner) and self._is_of_tree(name)
            case ast.AugAssign(target=ast.Name(id=name) as target, value=value):
                if self._program.scopes.variable_of(name, target) in self._held:
                    return True
                has_list = isinstance(value, _LISTS) or flow.is_part(value)
                return has_list and flow.holds_part(target)
            # tree << 3, of Ruby
            case ast.Expr(value=ast.BinOp(op=ast.LShift(), left=owner)):
                return flow.is_part(owner)
            case ast.Call():
                return self._is_made_by_call(part)
        return False

    def _is_made_by_call(self, call: ast.Call) -> bool:
        """Tell whether a call may change the tree: of a method, or of a function of a library.

        Another function may call what it is given: ``map(list.reverse, tree)``.
        """
        called = self._flow.meanings_of(call.func)
        given = [self._flow.meanings_of(each) for each in call.args]
        is_part_given = any(_PARTS & meanings for meanings in given)
        if Role.CHANGER_OF_FIRST in called:
            match call.args:
                case [_, ast.Constant(value=str(name)), *_] if not self._is_of_tree(name):
                    return False
            return any(Role.PART in meanings for meanings in given[:1])
        keywords = [self._flow.meanings_of(keyword.value) for keyword in call.keywords]
        functions = called.union(*given, *keywords)
        if Role.CHANGER in functions or get_last_name(call.func) == "exec":
            return True
        if call in self._unread_calls and self._has_parent(call):
            return True
        return Role.CHANGER_OF_FIRST in functions and is_part_given

    def _has_parent(self, call: ast.Call) -> bool:
        """Tell whether a call puts a new node below one of the tree: ``Node("B", parent=root)``."""
        for keyword in call.keywords:
            if keyword.arg is not None and meaning(keyword.arg) == PARENT:
                return self._flow.is_part(keyword.value)
        return False

    def _is_of_tree(self, attribute: str) -> bool:
        """Tell whether an attribute of a node is a part of the tree, as ``value`` and no ``depth``.

        The parent of a node is none where it is only the way back.
        """
        if meaning(attribute) == PARENT:
            return not self._is_parent_link
        is_beside = plain_word(attribute) in BESIDE_TREE
        return not is_beside and (meaning(attribute) is not None or attribute in self._facts)

    def replaces(self, part: ast.AST, outside: Collection[Variable]) -> bool:
        """Tell whether a function gives another value to a variable outside: ``global tree``.

        A search may store its result, and an object is made before its root is given to it.
        """
        if not isinstance(part, ast.Name) or not isinstance(part.ctx, ast.Store):
            return False
        functions = [*self._program.scopes.functions_around(part)]
        if not functions or self._program.scopes.variable_of(part.id, part) not in outside:
            return False
        names = [getattr(each, "name", "") for each in functions]
        is_made = any(name.endswith(_MAKING_OBJECT) for name in names)
        return not is_made and not any(map(is_search_function, functions))


def _list_followed_parts(statements: Sequence[ast.stmt]) -> Iterator[ast.AST]:
    """List what does the changes that were followed: of ``tree[0] = 3`` the left side."""
    for statement in statements:
        yield statement
        match statement:
            case ast.Assign(targets=targets, value=value):
                yield from targets
                yield value
            case ast.AugAssign(target=target):
                yield target
            case ast.Expr(value=value):
                yield value


def _may_change(part: ast.AST) -> bool:
    """Tell whether a part of a program may be, or name, a change of anything."""
    match part:
        case ast.Subscript(ctx=ctx) | ast.Attribute(ctx=ctx) if not isinstance(ctx, ast.Load):
            return True
        case ast.AugAssign() | ast.Global() | ast.Nonlocal():
            return True
        case ast.BinOp(op=ast.LShift()):
            return True
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return names_change(name)
        case ast.keyword(arg=str(name)):
            return meaning(name) == PARENT
    return False


def _collect_facts(trees: Sequence[Any], program: PythonProgram) -> set[str]:
    """Collect the names under which nodes have something: attributes, keys and parameters."""
    facts = {name for parameters in program.parameters.values() for name in parameters}
    for part in _walk_containers(trees):
        if isinstance(part, Constructed):
            facts.update(part.keywords)
        elif isinstance(part, dict):
            facts.update(map(str, part))
    return facts
