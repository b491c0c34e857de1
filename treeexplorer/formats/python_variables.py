"""The variables of a program in Python, as far as its statements have been read."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from treeexplorer.formats.model import Assigned, Constructed, UnreadableError
from treeexplorer.formats.number_tables import members_of
from treeexplorer.formats.python_refusals import AlterationError

CONTAINERS: Final = (list, tuple, dict, Constructed)
"""What may be a tree or a part of one: a list, a record, a graph or a node."""
NO_VARIABLE: Final = ""
"""Stands for the variable of an expression that is not assigned to any."""


class _SameValues:
    """A set of values that are told apart as ``is`` does: two equal lists are two values."""

    def __init__(self) -> None:
        """Create an empty set."""
        # Each value is kept with its id, so that Python does not give the id to another one.
        self._value_by_id: dict[int, Any] = {}

    def add(self, value: Any) -> None:
        """Add a value."""
        self._value_by_id[id(value)] = value

    def __contains__(self, value: Any) -> bool:
        """Tell whether this very value was added."""
        return id(value) in self._value_by_id


class _Uses:
    """Which values are parts of other values, or nodes below other nodes.

    A value is one through its variable, ``tree = [b, c]``, or by itself, ``b.parent = a``.
    """

    def __init__(self) -> None:
        """Begin with no part."""
        # The variables whose value of now is a part of another value: b after `tree = [b, c]`.
        self._used: set[str] = set()
        # The values that a variable had while it was used: that of b before `b = [7, 8]`.
        self._used_before: dict[str, _SameValues] = {}
        # The values that are parts of a tree whatever variable holds them: after `b.parent = a`.
        self._parts = _SameValues()
        # The one tree in each queue of a search: "root" by "queue" after `queue = [root]`.
        self._trees_by_queue: dict[str, str] = {}

    def use(self, variables: Iterable[str]) -> None:
        """Note that what variables hold now is a part of another value: ``tree = [b, c]``."""
        self._used.update(variables)

    def add_parts(self, values: Iterable[Any]) -> None:
        """Note that values are parts of a tree, whatever variable holds them: ``b.parent = a``."""
        for value in values:
            self._parts.add(value)

    def add_queue(self, queue: str, tree: str) -> None:
        """Note that a variable is the queue of a search with one tree: ``queue = [root]``."""
        self._trees_by_queue[queue] = tree

    def free(self, variable: str, value: Any) -> None:
        """Make a used variable free for its next value: only `value`, its value of now, is a part.

        After ``child = Node(3)`` and ``root.add(child)`` a new ``child`` may be put below a node,
        too.
        """
        self._used.remove(variable)
        values_before = self._used_before.setdefault(variable, _SameValues())
        values_before.add(value)

    def is_used(self, variable: str) -> bool:
        """Tell whether what a variable holds now is a part of another value."""
        return variable in self._used

    def is_part(self, value: Any) -> bool:
        """Tell whether a value is a part whatever variable holds it."""
        return value in self._parts

    def was_used_with(self, variable: str, value: Any) -> bool:
        """Tell whether a variable was used while it had this very value, before another one."""
        values_before = self._used_before.get(variable)
        return values_before is not None and value in values_before

    def is_queue(self, variable: str) -> bool:
        """Tell whether a variable was taken for the queue of a search."""
        return variable in self._trees_by_queue

    def is_in_used_queue(self, variable: str) -> bool:
        """Tell whether a list around a tree, taken for a queue, is a part of another value.

        After ``kids = [b]`` and ``tree = Node("A", kids)`` that is true of ``b``: ``kids`` is used,
        and so it was no queue.
        """
        return any(
            tree == variable and self.is_used(queue) for queue, tree in self._trees_by_queue.items()
        )


class ProgramVariables:
    """What the variables of a program hold, and which of these values are parts of other ones.

    A variable is *used* when its list, record or node becomes a part of another value. After
    ``tree = [b, c]`` both ``b`` and ``c`` are used: they are no trees of their own.

    Only a variable that holds a value is used. When it is assigned anew or forgotten, the value
    that it held stays a part, and the variable is free again.
    """

    def __init__(self) -> None:
        """Create the variables of a program of which no statement has been read."""
        # What each variable holds now, if that is known.
        self._values: dict[str, Any] = {}
        # Which of these values, and of those before them, are parts of other ones.
        self._uses = _Uses()
        # What variables held before a change that cannot be followed.
        self._forgotten: list[Assigned] = []
        # The first reason why a variable or attribute has no known value.
        self._problems: dict[str, UnreadableError] = {}
        # The statements whose changes of values were made.
        self._followed: list[ast.stmt] = []
        # The last error which says that a class alters what it is given.
        self._alteration: AlterationError | None = None

    # -- what is known of a variable ---------------------------------------------------------------

    def __iter__(self) -> Iterator[str]:
        """Yield the variables of which it is known what they hold."""
        return iter(self._values)

    def __contains__(self, name: str) -> bool:
        """Tell whether it is known what a variable holds."""
        return name in self._values

    def lookup(self, name: str) -> Any:
        """Return what a variable holds; ``None`` if that is not known."""
        return self._values.get(name)

    def lookup_container(self, name: str) -> Any:
        """Return the list, record or node itself that a variable holds; ``None`` for any other."""
        value = self._values.get(name)
        return value if isinstance(value, CONTAINERS) else None

    def is_used(self, name: str) -> bool:
        """Tell whether what a variable holds now is a part of another value."""
        return self._uses.is_used(name)

    def is_part(self, value: Any) -> bool:
        """Tell whether a value was reached as a part of a tree, or put below a node."""
        return self._uses.is_part(value)

    def is_held_elsewhere(self, container: Any, name: str) -> bool:
        """Tell whether a value is, or is a part of, what another variable than `name` holds.

        After ``left = tree[0]`` the value of ``left`` is a part of ``tree``.
        """
        values_to_visit = [value for other, value in self._values.items() if other != name]
        visited: set[int] = set()
        while values_to_visit:
            value = values_to_visit.pop()
            if value is container:
                return True
            if id(value) not in visited:
                visited.add(id(value))
                values_to_visit += members_of(value)
        return False

    # -- what statements do ------------------------------------------------------------------------

    def assign(self, name: str, value: Any) -> None:
        """Assign a new value to a variable, which is not used yet."""
        self._release(name)
        self._values[name] = value

    def assign_used(self, name: str, value: Any) -> None:
        """Assign a value to a variable that is a part of a tree, as ``child`` in ``b = child``."""
        self.assign(name, value)
        self._uses.use([name])

    def assign_beside(self, name: str, value: Any) -> None:
        """Assign a list of trees that stay trees of their own; a used variable stays used."""
        self._values[name] = value

    def assign_queue(self, name: str, value: Any, tree: str) -> None:
        """Assign the queue of a search, ``queue = [root]``.

        Args:
            name: The variable of the queue.
            value: The list.
            tree: The variable of the one tree in the list, which stays a tree of its own until
                the list becomes a part of something.
        """
        self.assign_beside(name, value)
        self._uses.add_queue(name, tree)

    def assign_unknown_queue(self, name: str, tree: str) -> None:
        """Assign a queue that is not known, ``queue = [(root, f(3))]``, around the tree `tree`."""
        self._release(name)
        self._values.pop(name, None)
        self._uses.add_queue(name, tree)

    def mark_as_used(self, names: Iterable[str]) -> None:
        """Mark variables as used: what they hold is a part of another value."""
        self._uses.use(names)

    def mark_as_parts(self, values: Iterable[Any]) -> None:
        """Mark values as parts of a tree, whatever variable holds them."""
        self._uses.add_parts(values)

    def forget(self, name: str, problem: UnreadableError) -> None:
        """Forget what a variable holds, and note why it is not known from here on."""
        self.lose(name)
        self.note_problem(name, problem)

    def forget_changed(self, name: str, problem: UnreadableError) -> None:
        """Forget what a variable holds since it is changed: even the tree that it held is none."""
        self._forgotten.append(Assigned(self.lookup_container(name), name))
        self.forget(name, problem)

    def forget_number(self, name: str) -> None:
        """Forget the number or text that a variable holds; one that holds a tree keeps it."""
        if self.lookup_container(name) is None:
            self._values.pop(name, None)

    def lose(self, name: str) -> None:
        """Forget what a variable holds now, though what it held before may be a tree.

        After ``level = leaves`` and a loop with ``level = […]`` the leaves are still known.
        """
        self._release(name)
        self._values.pop(name, None)

    def note_problem(self, name: str, problem: UnreadableError) -> None:
        """Note why a value of a variable or attribute is left out; the first reason counts."""
        self._problems.setdefault(name, problem)

    def drop_problem(self, name: str) -> None:
        """Drop the reason why a value is left out, where it has been found after all."""
        self._problems.pop(name, None)

    def note_followed(self, statement: ast.stmt) -> None:
        """Note that all is known of what a statement changes."""
        self._followed.append(statement)

    def note_alteration(self, problem: UnreadableError | None) -> None:
        """Note that a class alters what it is given, if that is why an expression has no value."""
        if isinstance(problem, AlterationError):
            self._alteration = problem

    def _release(self, name: str) -> None:
        """Free a variable that gets another value; the one that it had may stay a part."""
        if self._uses.is_used(name):
            self._uses.free(name, self._values[name])

    # -- what is known at the end ------------------------------------------------------------------

    @property
    def problems(self) -> Mapping[str, UnreadableError]:
        """Why values are left out: the first reason for each variable."""
        return self._problems

    @property
    def followed_statements(self) -> Sequence[ast.stmt]:
        """The statements whose changes of values were made."""
        return self._followed

    @property
    def forgotten(self) -> Collection[Assigned]:
        """What variables held before they were changed in a way that cannot be told."""
        return self._forgotten

    @property
    def alteration(self) -> AlterationError | None:
        """Why a node is not known which a class makes of what it is given, if one is."""
        return self._alteration

    def is_queue(self, name: str) -> bool:
        """Tell whether a variable was assigned the queue of a search: ``queue = [root]``."""
        return self._uses.is_queue(name)

    def is_unknown(self, assigned: Assigned) -> bool:
        """Tell whether a variable has another value later, which cannot be taken."""
        if any(assigned.value is forgotten.value for forgotten in self._forgotten):
            return True
        return assigned.variable in self._problems and assigned.variable not in self._values

    def is_part_of_another(self, assigned: Assigned) -> bool:
        """Tell whether a value is part of another value, or a node below another node.

        The value of ``b`` is one after each of these:

        1. ``tree = [b, c]``, which uses the variable ``b``;
        2. ``b.parent = a``, which puts the node below ``a``;
        3. ``tree = [b, c]`` and ``b = [7, 8]``: the first value of ``b`` is one, the second is not;
        4. ``kids = [b]`` and ``tree = Node("A", kids)``, which uses ``kids``, a list around ``b``.
        """
        variable = assigned.variable
        value = assigned.value
        return (
            self._uses.is_used(variable)  # 1.
            or self._uses.is_part(value)  # 2.
            or self._uses.was_used_with(variable, value)  # 3.
            or self._uses.is_in_used_queue(variable)  # 4.
        )
