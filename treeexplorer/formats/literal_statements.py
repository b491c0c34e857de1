"""Applies the statements of JavaScript, Java, C++ and their like to the trees that are declared.

Of ``root = new Node("A"); root.left = new Node(3);`` the node A has a child 3. A statement that may
change a tree in another way makes it unreadable, since none is run.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, Final, NamedTuple

from treeexplorer.formats.literal_calls import get_last_part
from treeexplorer.formats.literal_changes import (
    BracedBlocks,
    Filling,
    Link,
    apply_link,
    find_empty_maps,
    find_fillings,
    find_links,
    find_unknown_link,
    may_link_nodes,
)
from treeexplorer.formats.literal_flow import LiteralFlow
from treeexplorer.formats.literal_programs import LiteralProgram
from treeexplorer.formats.literal_values import KnownVariables, read_literal, read_value
from treeexplorer.formats.literal_variables import (
    DeclaredValues,
    UnreadDeclaration,
    read_declared_values,
)
from treeexplorer.formats.model import Assigned, Constructed, Placed, UnreadableError
from treeexplorer.formats.number_tables import holds_number
from treeexplorer.formats.python_changes import is_changing
from treeexplorer.formats.python_refusals import make_change_error
from treeexplorer.formats.searches import (
    find_unknown_tree,
    is_called_tree,
    is_search,
    makes_no_tree,
)
from treeexplorer.formats.words import BESIDE_TREE, CHILDREN, PARENT, meaning, plain_word

_WORD: Final = re.compile(r"[^\W\d]\w*")
_NO_CLASS: Final = ""
"""Stands for the class of a value that is made without one: a list or a record."""
_STEP: Final = (  # from a tree to a part of it
    r"(?:(?:\?\.)?\[[^\[\]\n]*\]|\[\[[^\[\]\n]*\]\]|\$\w+|(?:!!|[!?])?(?:\.|->)(?:(?:get\w*|at|front|back|first|last|elementAt|ElementAt)"
    r"\([^()\n]*\)(?=\s*(?:\.|->|\[))|\w+))"
)
_MOST_STEPS: Final = 40  # the arrows of a->a->… may each begin a change, and so must end soon
_ASSIGNING: Final = r"(?:(?:[+\-*/|%^&]|\*\*|<<|>>|\|\||&&|\?\?)?=(?![=>])|\+\+|--|<-)"
_CHANGE: Final = re.compile(  # root.left = …, tree[0][1]++; root->children.push_back(…)
    rf"(?:^|[;{{}})(?:&|]|[-=]>)[^\S\n]*+[$*]?+(?P<changed>[^\W\d]\w*+)(?:{_STEP}{{1,{_MOST_STEPS}}}|\{{[^{{}}\n]*\}})"
    rf"\s*+{_ASSIGNING}"
    rf"|(?<!\.)(?<!->)\b(?P<owner>[^\W\d]\w*+){_STEP}*(?:!!|[!?])?(?:\.|->)(?P<method>\w++)\s*+\(",
    re.MULTILINE,
)
_CHANGING_FUNCTION: Final = re.compile(  # reverse(tree.begin(), tree.end());   Object.assign(root,
    r"\b(?:(?:reverse|swap|shuffle|sort|rotate|assign|iter_swap|stable_sort|random_shuffle|Reverse|Sort"
    r"|Slice|SliceStable|Shuffle|unset|array_(?:push|pop|shift|unshift|splice)|[rku]sort"
    # Lua and Julia
    r"|table\.(?:insert|remove|sort)|\w+!"
    # JavaScript
    r"|prototype\.\w+\.(?:call|apply)|Reflect\.\w+)\s*\(\s*"
    # pop @tree; of Perl, delete tree[0]; of JavaScript: C++ has `delete tree;` to free memory
    r"|(?:push|pop|shift|unshift|splice)\s+(?=@)|delete\s+(?=\w+[.\[]))"
    r"[&*$@]*(?P<changed>[^\W\d]\w*+)"
)
_SWAPPED: Final = re.compile(  # [tree[0], tree[1]] = [tree[1], tree[0]];
    r"(?:^|[;{}])[^\S\n]*+\[[^\S\n]*+(?P<changed>[^\W\d]\w*+)(?=[\[.])[^=;\n]*\]\s*=(?![=>])",
    re.MULTILINE,
)
_BANG: Final = re.compile(  # tree[0].reverse! of Ruby
    rf"(?<!\.)(?<!->)\b(?P<changed>[^\W\d]\w*+){_STEP}*?\.\w+!(?![=!.\w])"
)
_CHANGE_BEHIND_CALL: Final = re.compile(  # tree.children.find(c => c.id === 3).value = 9
    rf"(?:^|[;{{}}])[^\S\n]*+(?P<changed>[^\W\d]\w*+){_STEP}*?(?:\.|->)\w+"
    rf"\((?>[^()\n]|\([^()\n]*\))*\){_STEP}+\s*+{_ASSIGNING}",
    re.MULTILINE,
)
_APPENDED: Final = re.compile(  # row << 0 of Ruby
    rf"(?:^|[;{{|}}])[^\S\n]*+(?P<changed>[^\W\d]\w*+)(?>{_STEP}*)\s*<<(?![<=])", re.MULTILINE
)
_STEPPED: Final = re.compile(  # ++tree.children[0].value
    rf"(?:\+\+|--)(?P<changed>[^\W\d]\w*+)(?>{_STEP}{{1,{_MOST_STEPS}}})"
)
_HANDING_ON: Final = frozenset({"bind", "call", "apply"})
"""Methods of functions in JavaScript: ``tree.push.bind(tree)`` is a function that changes it."""
_CHANGES: Final = (
    _CHANGE, _CHANGE_BEHIND_CALL, _CHANGING_FUNCTION, _SWAPPED, _BANG, _APPENDED, _STEPPED,
)  # fmt: skip
_ONE_STEP: Final = re.compile(r"(?:\.|->)\w+|\[[^\[\]\n]*\]")
_ATTRIBUTE_SET: Final = re.compile(r"(?:\.|->)(?P<attribute>\w+)\s*=\Z")
_ARGUMENT: Final = re.compile(r"\s*[&*$]*(?P<name>[^\W\d]\w*)\s*")
_TREE: Final = re.compile(r"[\[{]|new\b|[A-Z]")
_CALLED: Final = re.compile(r"(?:new\s+)?(?P<name>[\w.:]+)\s*\(")
_FUNCTION: Final = re.compile(r"\s*(?:async\s+)?(?:function\b|(?:\([^()]*\)|[^\W\d]\w*)\s*=>)")
_CHANGING: Final = frozenset(
    {
        "push",
        "pushback",
        "emplaceback",
        "unshift",
        "shift",
        "splice",
        "fill",
        "set",
        "put",
        "addall",
    }
)


@dataclass(frozen=True)
class _Applied:
    """What statements have made of the declared trees, and where the statements stand."""

    declared: DeclaredValues
    offsets: frozenset[int]


class _Change(NamedTuple):
    """A statement that changes what a variable holds.

    Attributes:
        variable: The variable.
        offset: Where the statement names it.
        has_steps: Whether a part of what it holds is changed: of ``leaves[0].value = 3`` a leaf.
        held_by: The variable, or the attribute of the object whose method it is: ``this.root``.
    """

    variable: str
    offset: int
    has_steps: bool
    held_by: str


def read_values_after_statements(program: LiteralProgram) -> DeclaredValues:
    """Read what a program declares, and apply the statements that change these values.

    A variable that is changed in an unknown way, such as a list of visited nodes, is unread.

    Raises:
        UnreadableError: The tree that the program works with cannot be read, or is changed in an
            unknown way.
    """
    declared = read_declared_values(program)
    # An empty map of C++ is a tree for the statements that fill it.
    empty_maps = [Assigned({}, variable) for variable in find_empty_maps(program.bare)]
    declared = replace(declared, trees=[*declared.trees, *empty_maps])

    blocks = BracedBlocks(program.bare)
    filled = _apply_record_assignments(program, blocks, declared)
    linked = _apply_node_links(program, blocks, filled.declared)

    # Last, since only a statement that was not applied is an unknown change.
    variables = _collect_possible_trees(linked.declared)
    _check_no_tree_in_unread(linked.declared.unread, variables)
    _check_searched_tree_is_read(
        linked.declared.unread, variables, program.find_searched_variables()
    )
    return _forget_changed(program, linked.declared, variables, filled.offsets | linked.offsets)


def _collect_possible_trees(declared: DeclaredValues) -> set[str]:
    """Collect the variables that may hold the tree of a program.

    An empty list may be anything; but if there is nothing else, it is the tree to be filled.
    """
    with_members = {tree.variable for tree in declared.trees if tree.value}
    return with_members if with_members else declared.variables


# -- entries of records ----------------------------------------------------------------------------


class _Entry(NamedTuple):
    """A key of a record with its value."""

    key: Placed
    value: Any


def _apply_record_assignments(
    program: LiteralProgram, blocks: BracedBlocks, declared: DeclaredValues
) -> _Applied:
    """Apply the statements that add entries to records: ``tree.put("A", 3);``.

    The records themselves are changed, since they may stand in other values.
    """
    trees = [*declared.trees]
    index_of_variable = {tree.variable: index for index, tree in enumerate(trees)}
    offsets: set[int] = set()
    for filling in find_fillings(blocks):
        index = index_of_variable.get(filling.variable)
        if index is None:
            continue
        # App.init = function () { … } keeps a function beside the tree.
        if _FUNCTION.match(program.bare, filling.value.start) is not None:
            offsets.add(filling.place)
            continue

        entry = _read_record_entry(program, filling)
        if entry is None:
            continue
        is_part = filling.variable in declared.used_variables
        record = _find_record(trees[index].value, entry, is_part=is_part)
        if record is not None:
            record[entry.key] = entry.value
            trees[index] = Assigned(record, filling.variable)
            offsets.add(filling.place)
    return _Applied(replace(declared, trees=trees), frozenset(offsets))


def _find_record(value: Any, entry: _Entry, *, is_part: bool) -> dict[Any, Any] | None:
    """Find the record that an entry is added to; ``None`` if a value can have none.

    ==============================  ================================================================
    ``{"A": 3}``                    this record itself
    ``[]``                          a new one, since ``{}`` of Lua and ``[]`` of PHP may be either;
                                    unless the key is a number, ``m[0] = 3``
    ``[]`` in ``tree = [m, 5]``     ``None``: in the place of `m` the tree would keep the empty list
    ==============================  ================================================================

    Args:
        value: What the variable holds.
        entry: The entry.
        is_part: Whether the value is a part of another one.
    """
    if isinstance(value, dict):
        return value
    may_be_empty_record = value == [] and not entry.key.isdecimal()
    return {} if may_be_empty_record and not is_part else None


def _read_record_entry(program: LiteralProgram, filling: Filling) -> _Entry | None:
    """Read the key and the value that a statement adds to a record.

    Returns ``None`` if one of them is no literal, or the key is neither a text nor an integer.
    """
    try:
        key = _read_key(program, filling)
        value = read_literal(program, filling.value)
    except UnreadableError:
        return None

    if not isinstance(key, (str, int)):
        return None
    return _Entry(Placed(str(key), filling.key.start), value)


def _read_key(program: LiteralProgram, filling: Filling) -> Any:
    """Read the key of an entry: of ``tree["A"] = 3`` the text A, and so of ``tree.A = 3``.

    Raises:
        UnreadableError: It is no literal.
    """
    if filling.is_attribute:
        return program.text[filling.key.start : filling.key.stop]
    return read_literal(program, filling.key)


# -- links between nodes ---------------------------------------------------------------------------


def _apply_node_links(
    program: LiteralProgram, blocks: BracedBlocks, declared: DeclaredValues
) -> _Applied:
    """Apply the statements that link nodes, which changes the nodes themselves.

    After ``root = new Node("A"); b = new Node("B");``::

        root.left = b;          applied: B is a child of A, and the variable `b` is used
        root.setDepth(3);       passed over: it links no nodes
        root.addFirst(b);       an error, if this method of the class puts b before the others
        root.adopt(b);          an error: what such a method does is not known
        connect(root, b);       an error, likewise

    Raises:
        UnreadableError: A statement may link nodes in an unknown way.
    """
    values = _collect_certain_values(declared.trees)
    class_of_node = _find_classes_of_nodes(values, declared.used_variables)
    _check_no_unknown_links(blocks, class_of_node)
    if not class_of_node:
        return _Applied(declared, frozenset())

    # What a copied node has got since, the tree with its copy has not.
    nodes = {
        variable: values[variable]
        for variable in class_of_node
        if variable not in declared.copied_variables
    }
    used_variables = declared.used_variables
    applied_offsets: set[int] = set()
    for link in find_links(blocks):
        put_below = _apply_node_link(program, link, nodes, KnownVariables(values, used_variables))
        if put_below is not None:
            used_variables |= put_below
            applied_offsets.add(link.place)
            continue

        alters_node = link.variable in class_of_node and _is_altering(link, program)
        if alters_node or may_link_nodes(blocks, link, class_of_node):
            raise make_change_error(link.place)
    return _Applied(replace(declared, used_variables=used_variables), frozenset(applied_offsets))


def _collect_certain_values(trees: Sequence[Assigned]) -> Mapping[str, Any]:
    """Return what each variable holds, but for those that are declared twice."""
    counts = Counter(tree.variable for tree in trees)
    return {tree.variable: tree.value for tree in trees if counts[tree.variable] == 1}


def _is_altering(link: Link, program: LiteralProgram) -> bool:
    """Tell whether a statement calls a method of the program that does more than add at the end."""
    return link.is_call and link.path[-1] in program.classes.altering_methods


def _apply_node_link(
    program: LiteralProgram, link: Link, nodes: Mapping[str, Any], known: KnownVariables
) -> AbstractSet[str] | None:
    """Apply one statement that links nodes; return the variables that it puts below another.

    Of ``root.left = b;`` that is ``{"b"}``. Returns ``None`` if the statement changes none of the
    `nodes`, or in a way that is not known.
    """
    if link.variable not in nodes or _is_altering(link, program):
        return None
    children = _read_children(program, link, known)
    if children is None or not apply_link(nodes[link.variable], link, children.values):
        return None
    return children.variables


class _Children(NamedTuple):
    """The values that a statement puts below a node, with the variables that are parts of them."""

    values: Sequence[Any]
    variables: AbstractSet[str]


def _read_children(program: LiteralProgram, link: Link, known: KnownVariables) -> _Children | None:
    """Read the values that a statement puts below a node; return ``None`` if one cannot be read."""
    values: list[Any] = []
    variables: set[str] = set()
    for value_range in link.values:
        known_now = KnownVariables(known.values, {*known.used, *variables})
        try:
            read = read_value(program, value_range, known_now)
        except UnreadableError:
            return None
        values.append(read.value)
        variables |= read.variables
    return _Children(values, variables)


def _find_classes_of_nodes(
    variable_values: Mapping[str, Any], used_variables: Collection[str]
) -> dict[str, str]:
    """Find the variables that statements may put nodes into, each with the class of its node.

    The class is ``""`` where the value was made without one::

        root = new Node("A", kids)              "Node"
        search = new AlphaBeta(root)            none: it is no node
        root = {name: "A", children: []}        ""
        kids = [a]                              "" if `kids` is used in another value, as above
        queue = [root]                          none: a list that is used nowhere may be a search's
    """
    class_of_node: dict[str, str] = {}
    for variable, value in variable_values.items():
        is_made_by_class = isinstance(value, Constructed) and not is_search(value.function)
        is_list_of_children = isinstance(value, list) and variable in used_variables
        if is_made_by_class:
            class_of_node[variable] = value.function
        elif is_list_of_children or _has_list_of_children(value):
            class_of_node[variable] = _NO_CLASS
    return class_of_node


def _has_list_of_children(value: Any) -> bool:
    """Tell whether a value is a record of a node with a list of children, perhaps an empty one."""
    if not isinstance(value, dict):
        return False
    return any(meaning(key) == CHILDREN and isinstance(value[key], list) for key in value)


def _check_no_unknown_links(blocks: BracedBlocks, nodes: Collection[str]) -> None:
    """Raise a certain error if nodes may be linked in a way that cannot be told.

    ``here = root;`` gives a node a second name, and ``connect(a, b);`` is a function.
    """
    offset = find_unknown_link(blocks, nodes)
    if offset is not None:
        raise make_change_error(offset)


# -- changes that are not known --------------------------------------------------------------------


def _forget_changed(
    program: LiteralProgram,
    declared: DeclaredValues,
    variables: Collection[str],
    applied_offsets: Collection[int],
) -> DeclaredValues:
    """Forget the values of those of `variables` that statements change in an unknown way.

    Statements at `applied_offsets` are no such changes. Any other one does this::

        tree = [[3, 5], 2]; visited.push(3)       forgets visited: the tree is another variable
        tree = [[3, 5], 2]; tree.push(3)          an error: the tree itself is changed
        tree = [b, 2];      b.push(3)             an error: b is a part of the tree
        a = [3, 5];         b.push(3)             an error: no variable is known to be the tree

    Raises:
        UnreadableError: The changed variable may be the tree, or a part of it. The error is
            certain, so that no other syntax is tried.
    """
    main_trees = _collect_main_trees(declared, program.find_searched_variables())
    for change in _find_changes(program, variables, declared.trees_of_result):
        if change.variable not in variables or change.offset in applied_offsets:
            continue
        error = make_change_error(change.offset, change.variable)
        is_part_of_tree = change.variable in declared.used_variables
        other_main_trees = main_trees - {change.variable}
        if is_part_of_tree or not other_main_trees:
            raise error
        declared = declared.forget(change.variable, error)
    return declared


def _collect_main_trees(declared: DeclaredValues, searched_variables: Collection[str]) -> set[str]:
    """Collect the variables that hold numbers, and are called as a tree is or are searched."""
    return {
        tree.variable
        for tree in declared.trees
        if (is_called_tree(tree.variable) or tree.variable in searched_variables)
        and holds_number(tree.value)
    }


def _check_no_tree_in_unread(
    unread: Sequence[UnreadDeclaration], variables: Collection[str]
) -> None:
    """Raise an error if a variable that holds a tree is a part of what cannot be read.

    Raises:
        UnreadableError: It is: ``tree = [a, b]``. What a function or class makes of it is no tree:
            ``n = sizeof(scores)``, ``view = new vis.Network(page, tree)``.
    """
    for each in unread:
        called = _CALLED.match(each.source)
        makes_other = called is not None and makes_no_tree(get_last_part(called["name"]))
        is_tree = _TREE.match(each.source) is not None and not makes_other
        if is_tree and any(word in variables for word in _WORD.findall(each.source)):
            raise each.error


def _check_searched_tree_is_read(
    unread: Sequence[UnreadDeclaration], variables: Collection[str], searched: Collection[str]
) -> None:
    """Raise an error if the tree of a program cannot be read, though there are others.

    Raises:
        UnreadableError: It cannot: ``tree = mirrored(a)``.
    """
    unknown = {each.variable: each.error for each in unread}
    unread_tree = find_unknown_tree(variables, list(unknown), searched)
    if unread_tree is not None:
        raise unknown[unread_tree]


def _find_changes(
    program: LiteralProgram,
    variables: Collection[str],
    trees_of_result: Mapping[str, AbstractSet[str]],
) -> Iterator[_Change]:
    """Find the statements that change what variables hold.

    What changes a variable that stands for another tree changes that tree instead:

    - after ``left = tree[0];`` the statement ``left.push(3);`` changes ``tree``;
    - after ``function build() { const t = [3, 5]; return t; }`` and ``tree = build();`` the
      statement ``tree.push(3);`` changes ``t``.

    Args:
        program: The program.
        variables: The variables that may hold its tree.
        trees_of_result: The variables that hold what a function returns, each with the variables
            in the function whose tree that is: ``{"tree": {"t"}}``.
    """
    returned = frozenset(chain.from_iterable(trees_of_result.values()))
    flow = LiteralFlow(program, {*variables, *returned}, returned)
    for change in _find_changed_variables(program):
        yield change
        others = trees_of_result.get(change.variable, frozenset())
        if not flow.is_in_search(change.offset):
            others |= flow.find_trees(change.held_by, change.offset, has_steps=change.has_steps)
        for variable in sorted(others - {change.variable}):
            yield change._replace(variable=variable)


def _find_changed_variables(program: LiteralProgram) -> Iterator[_Change]:
    """Find the statements of a program that change what a variable holds."""
    for pattern in _CHANGES:
        for statement in pattern.finditer(program.bare):
            changed = _find_changed_variable(statement, program.classes.altering_methods)
            if changed is not None:
                yield changed


def _find_changed_variable(
    statement: re.Match[str], altering_methods: Collection[str]
) -> _Change | None:
    """Find the variable that a statement changes; ``None`` if what it changes is no tree.

    A match of one of ``_CHANGES`` names the variable in one of two groups::

        root.left = b;         `changed` is root: a part of it is set
        b.parent = root;       `changed` is b, but its parent is no part of its tree
        tree[0].push(3);       `owner` is tree, and `method` is push, which changes what it is of
        tree.map(f);           `owner` is tree, but `method` is map, which changes nothing
    """
    method = statement.groupdict().get("method")
    if method in _HANDING_ON:
        before_method = statement[0][: statement.start("method") - statement.start()]
        method = _WORD.findall(before_method)[-1]
    if method is not None:
        is_changing_method = _is_changing_method(method) or method in altering_methods
        return _make_change(statement, "owner", steps_to_part=1) if is_changing_method else None

    attribute_set = _ATTRIBUTE_SET.search(statement[0])
    if attribute_set is not None and _is_beside_tree(attribute_set["attribute"]):
        return None
    return _make_change(statement, "changed", steps_to_part=2)


def _make_change(statement: re.Match[str], group: str, *, steps_to_part: int) -> _Change:
    """Make the change of a statement, given how many steps there are from a list to its parts.

    Of ``leaves[0].value = 3`` a part of ``leaves`` is changed, since two steps lead to the value,
    and so it is of ``leaves[0].pop()``, where one step stands before the method.
    """
    variable = statement[group]
    path = statement.string[statement.end(group) : statement.end()]
    method = statement.groupdict().get("method")
    if method is not None:
        path, _, _ = path.rpartition(method)
        path = path.rstrip(".->!?")
    steps = _ONE_STEP.findall(path)
    held_by = variable
    if variable in {"this", "self"} and steps:
        first, *steps = steps
        held_by = f"{variable}{first.replace('->', '.')}"
    has_steps = len(steps) >= steps_to_part
    return _Change(variable, statement.start(group), has_steps, held_by)


def _is_beside_tree(attribute: str) -> bool:
    """Tell whether an attribute of a node is no part of the tree: ``parent``, ``depth``, ``x``."""
    return meaning(attribute) == PARENT or plain_word(attribute) in BESIDE_TREE


def _is_changing_method(method: str) -> bool:
    """Tell whether a method changes what it is called on, in Python or in another language."""
    return is_changing(method) or plain_word(method) in _CHANGING
