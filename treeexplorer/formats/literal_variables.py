"""What a program in JavaScript, C, Java or the like declares: lists, records and nodes.

Variables count, and what functions return if no tree is declared outside of them. What a variable
holds that is no literal is kept with the reason, since it may be the tree that is meant.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

from treeexplorer.formats.literal_declarations import (
    LiteralDeclaration,
    check_declared_shape,
    find_declarations,
    find_value_range,
)
from treeexplorer.formats.literal_programs import LiteralProgram
from treeexplorer.formats.literal_values import KnownVariables, ReadValue, read_literal, read_value
from treeexplorer.formats.model import Assigned, UnreadableError, is_tree_value
from treeexplorer.formats.searches import is_called_tree, makes_tree

_WORD: Final = re.compile(r"[^\W\d]\w*")
_OF_PYTHON: Final = "__"
"""How the variables begin that Python itself understands: ``__all__ = ["minimax"]``."""
_EXPORTS: Final = "exports"
"""The variable of Node that hands on what stands elsewhere: ``module.exports = { tree };``."""
_NAMES_IN_BRACES: Final = re.compile(r"\{(?:\s*\w+\s*(?:,|(?=\})))*\s*\}")
_RESULT: Final = "return"
"""What the result of a function that has no variable is called among what cannot be read."""
_RETURNED_NODE: Final = re.compile(
    r"\breturn\s+(?=(?:new\s+|&)?[A-Z]\w*\s*[({]|\{[^{}]{0,80}\b(?:children|kids|left|right)\b)"
)
_INCLUDING: Final = "#include"
"""What stands in programs of C++, where a variable without a pointer holds a copy."""
_NEW_NODE: Final = re.compile(r"new|(?:std::)?make|create", re.IGNORECASE)


@dataclass(frozen=True)
class UnreadDeclaration:
    """What a program declares and what is no literal.

    Attributes:
        variable: The variable; ``return`` for what a function returns.
        value_range: The range of its value; empty if it is unread since it is changed.
        source: The value as it is written.
        error: Why it cannot be read.
    """

    variable: str
    value_range: range
    source: str
    error: UnreadableError


@dataclass(frozen=True)
class DeclaredValues:
    """What a program declares: lists, records and nodes, and what cannot be read.

    Attributes:
        trees: The variables with the lists, records and nodes that they hold.
        unread: What cannot be read.
        used_variables: The variables that are parts of others.
        copied_variables: The variables of C++ that hold no pointer, so that what they are put into
            has a copy.
        trees_of_result: The variables that hold what a function returns, each with the variables
            in the function whose tree that is, or which are parts of it.
    """

    trees: Sequence[Assigned] = ()
    unread: Sequence[UnreadDeclaration] = ()
    used_variables: frozenset[str] = frozenset()
    copied_variables: frozenset[str] = frozenset()
    trees_of_result: Mapping[str, AbstractSet[str]] = field(default_factory=dict)

    @property
    def variables(self) -> set[str]:
        """The variables that hold a list, a record or a node."""
        return {tree.variable for tree in self.trees}

    def add_tree(self, tree: Assigned, used_variables: AbstractSet[str]) -> DeclaredValues:
        """Return the same with one more tree, some variables of which are parts of it."""
        return replace(
            self,
            trees=[*self.trees, tree],
            used_variables=self.used_variables | used_variables,
        )

    def add_unread(self, unread: UnreadDeclaration) -> DeclaredValues:
        """Return the same with one more declaration that cannot be read."""
        return replace(self, unread=[*self.unread, unread])

    def forget(self, variable: str, error: UnreadableError) -> DeclaredValues:
        """Return the same without the value of a variable, which is changed and thus unread."""
        other_trees = [tree for tree in self.trees if tree.variable != variable]
        changed = UnreadDeclaration(variable, range(0), "", error)
        return replace(self, trees=other_trees).add_unread(changed)


def read_declared_values(program: LiteralProgram) -> DeclaredValues:
    """Read what a program declares; single values, such as numbers, are left away.

    What stands outside of functions counts; what they declare and return does so only if no tree
    stands there::

        int[][] tree = {{3, 5}, {2, 9}}; int best() { int[] found = {1, 2}; … }   tree
        void test() { int[] scores = {3, 5}; minimax(scores); }                   scores
    """
    declarations = [
        declaration
        for declaration in find_declarations(program.text, program.bare)
        if _declares_value(program, declaration) and not _has_name_in_function(program, declaration)
    ]
    outside = [each for each in declarations if program.is_outside(each.value.start)]
    declared_outside = _read_declarations(program, outside)
    # An empty list may be a field of a class: List<Node> children = new ArrayList<>();
    has_tree = any(tree.value for tree in declared_outside.trees)
    if has_tree:
        return _add_nodes_in_calls(program, declared_outside)

    declared_anywhere = _read_declarations(program, declarations)
    with_returned_nodes = _add_returned_nodes(program, declared_anywhere)
    return _resolve_results(program, _add_returned_trees(program, with_returned_nodes))


# -- variables -------------------------------------------------------------------------------------


class _ReadDeclaration(NamedTuple):
    """A declaration with what its value is.

    Attributes:
        declaration: The declaration.
        read: Its value; ``None`` if it cannot be read.
        error: Why it cannot; ``None`` if it can.
    """

    declaration: LiteralDeclaration
    read: ReadValue | None
    error: UnreadableError | None

    @property
    def variable(self) -> str:
        """The variable that is declared."""
        return self.declaration.variable

    @property
    def tree(self) -> Assigned | None:
        """The list, record or node that the variable holds; ``None`` for any other value."""
        if self.read is None or not is_tree_value(self.read.value):
            return None
        return Assigned(self.read.value, self.variable)


def _read_declarations(
    program: LiteralProgram, declarations: Sequence[LiteralDeclaration]
) -> DeclaredValues:
    """Read the values of declarations, and sort them: trees, what is unread, and parts of trees.

    These five, one behind the other, are sorted so::

        b = [3, 5]       a tree
        tree = [b, 2]    a tree, and b is used
        depth = 3        neither: it is a single number
        n = f(b)         unread, with its error
        tree = f(b)      unread, too; and the value of `tree` above is none any more
    """
    each_read = [*_read_one_after_another(program, declarations)]
    unread = [
        _make_unread(program, each.variable, each.declaration.value, each.error)
        for each in each_read
        if each.error is not None and each.variable != _EXPORTS  # it hands on what stands elsewhere
    ]
    current = _drop_outdated(each_read, program.find_searched_variables())
    copied = {
        each.variable
        for each in each_read
        if each.tree is not None and _is_copied_when_used(program, each.declaration)
    }
    used: set[str] = set()
    for each in each_read:
        if each.read is not None:
            used |= each.read.variables
    return DeclaredValues(
        trees=[each.tree for each in current if each.tree is not None],
        unread=unread,
        used_variables=frozenset(used),
        copied_variables=frozenset(copied),
    )


def _read_one_after_another(
    program: LiteralProgram, declarations: Sequence[LiteralDeclaration]
) -> Iterator[_ReadDeclaration]:
    """Read declarations in their order, since a value may have variables that stand before it."""
    # If a variable is declared twice, it is not plain which of its values is meant.
    counts = Counter(declaration.variable for declaration in declarations)
    values: dict[str, Any] = {}
    used: set[str] = set()
    for declaration in declarations:
        try:
            read = _read_declared_value(program, declaration, KnownVariables(values, used))
        except UnreadableError as error:
            yield _ReadDeclaration(declaration, None, error)
            continue
        used |= read.variables
        if is_tree_value(read.value) and counts[declaration.variable] == 1:
            values[declaration.variable] = read.value
        yield _ReadDeclaration(declaration, read, None)


def _drop_outdated(
    each_read: Sequence[_ReadDeclaration], searched: Collection[str]
) -> list[_ReadDeclaration]:
    """Drop the declarations of a tree behind which its variable gets a value that is unread.

    After ``tree = [3, 5]; tree = f(tree)`` the tree is not known. A variable that is not called so,
    and is not searched, may be another thing there: its first value stays.
    """
    current: list[_ReadDeclaration] = []
    for each in each_read:
        is_of_tree = is_called_tree(each.variable) or each.variable in searched
        if each.error is not None and is_of_tree:
            current = [earlier for earlier in current if earlier.variable != each.variable]
        current.append(each)
    return current


def _read_declared_value(
    program: LiteralProgram, declaration: LiteralDeclaration, known: KnownVariables
) -> ReadValue:
    """Read the value of a declaration, in which variables stand for their values.

    Raises:
        UnreadableError: It is no literal, or has other sizes than are declared.
    """
    value_range = program.resolve(declaration.value)
    type_name = declaration.type_name
    read = read_value(program, value_range, known, type_name=type_name)
    return replace(read, value=check_declared_shape(read.value, declaration))


def _make_unread(
    program: LiteralProgram, variable: str, value_range: range, error: UnreadableError
) -> UnreadDeclaration:
    """Make a declaration that cannot be read of its variable, its value and the reason."""
    source = program.text[value_range.start : value_range.stop]
    return UnreadDeclaration(variable, value_range, source, error)


def _declares_value(program: LiteralProgram, declaration: LiteralDeclaration) -> bool:
    """Tell whether a declaration has a value of its own.

    ``__all__ = ["minimax"]`` of Python has none, nor has ``module.exports = { tree, minimax };``.
    """
    if declaration.variable == _EXPORTS:
        value = declaration.value
        return _NAMES_IN_BRACES.fullmatch(program.bare, value.start, value.stop) is None
    return not declaration.variable.startswith(_OF_PYTHON)


def _is_copied_when_used(program: LiteralProgram, declaration: LiteralDeclaration) -> bool:
    """Tell whether a variable of C++ holds its value itself, and no pointer to it.

    ``Node b(3);`` does: ``root.add(b)`` adds a copy. ``Node* b = new Node(3);`` does not.
    """
    is_cpp = _INCLUDING in program.text
    is_pointer = _NEW_NODE.match(program.text, declaration.value.start) is not None
    return is_cpp and not is_pointer


def _has_name_in_function(program: LiteralProgram, declaration: LiteralDeclaration) -> bool:
    """Tell whether a variable only holds what a function returns from a variable of that name.

    In ``Node build() { Node root = new Node("A"); …; return root; }`` and ``Node root = build();``
    both are the same tree under one name.
    """
    returned = program.resolve(declaration.value)
    if returned == declaration.value:
        return False
    return program.bare[returned.start : returned.stop].strip() == declaration.variable


# -- nodes without a variable of their own, and what functions return ------------------------------


def _add_nodes_in_calls(program: LiteralProgram, declared: DeclaredValues) -> DeclaredValues:
    """Add the trees that are made of variables in calls of searches: ``minimax([left, right])``.

    Then ``left`` is a part of the tree, and no tree of its own.
    """
    variables = declared.variables
    for value_range in program.find_written_out_trees(within_functions=False):
        words = _WORD.findall(program.bare, value_range.start, value_range.stop)
        if not variables.isdisjoint(words):
            declared = _add_made_node(program, value_range, declared)
    return declared


def _add_returned_nodes(program: LiteralProgram, declared: DeclaredValues) -> DeclaredValues:
    """Add the nodes that functions return, made of two variables or more.

    After ``return new Node("A", [b, c]);`` neither ``b`` nor ``c`` is a tree of its own.
    """
    variables = declared.variables
    for found in _RETURNED_NODE.finditer(program.bare):
        value_range = find_value_range(program.text, found.end())
        words = {*_WORD.findall(program.bare, value_range.start, value_range.stop)}
        if len(words & variables) > 1:
            declared = _add_made_node(program, value_range, declared)
    return declared


def _add_made_node(
    program: LiteralProgram, value_range: range, declared: DeclaredValues
) -> DeclaredValues:
    """Add a node that is made without a variable of its own; if it cannot be read, as unread."""
    values = {tree.variable: tree.value for tree in declared.trees}
    known = KnownVariables(values, declared.used_variables)
    try:
        read = read_value(program, value_range, known)
    except UnreadableError as error:
        return declared.add_unread(_make_unread(program, _RESULT, value_range, error))
    return declared.add_tree(Assigned(read.value), read.variables)


def _add_returned_trees(program: LiteralProgram, declared: DeclaredValues) -> DeclaredValues:
    """Add the trees that functions return and do no more: ``return [[5, 8], [2, 6]];``.

    What cannot be read is passed over.
    """
    for value_range in find_returned_trees(program):
        try:
            value = read_literal(program, value_range)
        except UnreadableError:
            continue
        if is_tree_value(value):
            declared = declared.add_tree(Assigned(value), frozenset())
    return declared


def find_returned_trees(program: LiteralProgram) -> Iterator[range]:
    """Find the range of each value that a function called after a tree returns and does no more.

    Another function may return anything, such as the rows of a board.
    """
    for function, value_range in program.returned_values.items():
        if makes_tree(function):
            yield value_range


def _resolve_results(program: LiteralProgram, declared: DeclaredValues) -> DeclaredValues:
    """Take variables from those that are unread if they hold the result of a function that is read.

    In ``function build() { const a = new Node("A"); …; return a; } const tree = build();`` the
    variable ``tree`` holds the tree of ``a``, which the declared trees have already.
    """
    still_unread: list[UnreadDeclaration] = []
    trees_of_result: dict[str, AbstractSet[str]] = {}
    for unread in declared.unread:
        returned = program.find_returned_variables(unread.value_range) & declared.variables
        if returned:
            trees_of_result[unread.variable] = returned
        else:
            still_unread.append(unread)
    return replace(declared, unread=still_unread, trees_of_result=trees_of_result)
