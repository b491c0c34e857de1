"""The statements of JavaScript, Java, C++ and their like that put values into records and nodes.

``tree.put("A", List.of("B"));``, ``tree["A"] = {"B"};``, ``root.addChild(b);`` and ``root->left =
new Node(3);`` are found where they are run once: in the block in which the variable is declared, or
in ``main``.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Literal, NamedTuple

from treeexplorer.formats.lists import is_numeric
from treeexplorer.formats.literal_declarations import find_empty_records
from treeexplorer.formats.literal_programs import find_end_of_value, ranges_of_arguments
from treeexplorer.formats.model import Constructed
from treeexplorer.formats.python_changes import (
    add_child,
    attribute_of,
    holds_children,
    item_of,
    set_attribute,
)
from treeexplorer.formats.searches import is_search
from treeexplorer.formats.words import meaning, plain_word

_FILLING: Final = re.compile(  # tree.put(   tree["A"] =   tree.A =
    r"(?:^|[;{}])[^\S\n]*+\$?+(?P<variable>[^\W\d]\w*+)"
    r"(?:(?P<call>\.(?:put|set|Add)\s*\()"
    r"|\[(?P<key>[^\[\]\n]*+)\]\s*=(?![=>])|\.(?P<attribute>\w++)\s*=(?![=>]))",
    re.MULTILINE,
)
_LINK: Final = re.compile(  # root.left.right =   root->children.push_back(   root.addChild(
    r"(?:^|[;{}])[^\S\n]*+\$?+(?P<variable>[^\W\d]\w*+)"
    r"(?P<path>(?:(?:\.|->)\w++(?:\(\s*\d*\s*\)(?=\s*(?:\.|->|\[)))?|\[\d++\])+)\s*"
    r"(?:(?P<call>\()|=(?![=>]))",
    re.MULTILINE,
)
_ADDING: Final = frozenset(
    {"add", "addchild", "addchildren", "addnode", "append", "appendchild", "push", "pushback"}
)
"""The methods that put something behind what is there."""
_PRINTING: Final = frozenset({"log", "print", "println", "printf", "info", "debug", "writeline"})
"""The methods that only print what they are given."""
_EMPTY_MAP: Final = re.compile(  # map<string, vector<string>> tree;
    r"\b(?:std::)?(?:unordered_)?map<[\w\s,:<>*]{1,80}>\s+(?P<variable>[^\W\d]\w*)\s*;"
)
_ALIAS: Final = re.compile(  # Node here = root.left;
    r"(?<![.>])\b(?P<alias>[^\W\d]\w*+)\s*=\s*(?P<variable>[^\W\d]\w*+)"
    r"(?>(?:(?:\.|->)\w++|\[[^\[\]\n]*\])*)\s*(?:;|$)",
    re.MULTILINE,
)
_FUNCTION: Final = re.compile(  # connect(a, b);
    r"(?:^|[;{}])[^\S\n]*+(?P<function>[^\W\d]\w*+)\s*\((?P<arguments>[^()\n]*+)\)\s*(?:;|$)",
    re.MULTILINE,
)
_LINKING: Final = re.compile(r"add|insert|append|link|connect|attach|build|fill|push")
_END_OF_CALL: Final = re.compile(r"\)[^\S\n]*(?:[;}\n]|\Z)")
_PART_OF_PATH: Final = re.compile(r"\w+")
_ITEM: Final = frozenset({"get", "at", "elementat"})
"""The methods of a list that are given the position of a child."""
_BRACE: Final = re.compile(r"[{}]")
_WORD: Final = re.compile(r"[^\W\d]\w*")
_RUN_ONCE: Final = re.compile(r"(?:\bstatic|\bmain\s*\([^()]*\)[^{};]*)\s*\Z")
_GETS_VALUE: Final = re.compile(r"(?<![.>\w])(?P<variable>[^\W\d]\w*+)\s*(?::?=(?![=>])|;|\{)")
_MOST_DECLARATIONS: Final = 20
"""How many variables of one name are looked at, in functions before the one that is asked for."""
_LONGEST_HEAD: Final = 200  # characters


class Filling(NamedTuple):
    """A statement that puts a value under a key of a record.

    Attributes:
        variable: The variable that holds the record.
        place: Where the variable stands in the statement.
        key: The range of the key in the text.
        value: The range of the value.
        is_attribute: Whether the key stands behind a dot, ``tree.A = …``, and is a name there.
    """

    variable: str
    place: int
    key: range
    value: range
    is_attribute: bool = False


class Link(NamedTuple):
    """A statement that sets an attribute of a node, or calls a method of it or of its children.

    Attributes:
        variable: The variable that holds the node.
        place: Where the variable stands in the statement.
        path: The attributes behind it, and the positions in lists; the last is the attribute that
            is set, or the method.
        is_call: Whether the last is a method.
        values: The ranges of what is set, or of the arguments.
    """

    variable: str
    place: int
    path: Sequence[str]
    is_call: bool
    values: Sequence[range]


class Alias(NamedTuple):
    """The name of a variable that stands for another variable, or for a part of it."""

    name: str
    variable: str


@dataclass(frozen=True, eq=False)
class _Block:
    """A block in braces; two blocks are equal only if they are the same.

    Attributes:
        begin: The offset of its opening brace.
        parent: The block around it; ``None`` for an outermost one.
    """

    begin: int
    parent: _Block | None


class _Brace(NamedTuple):
    """A brace of a program.

    Attributes:
        offset: Where it stands.
        block_behind: The innermost block that is open behind it; ``None`` for none.
    """

    offset: int
    block_behind: _Block | None


class BracedBlocks:
    """The blocks of a program in braces, to tell which statements are run once.

    Attributes:
        bare: The program, without comments and texts in quotes.
    """

    def __init__(self, bare: str) -> None:
        self.bare = bare

    @cached_property
    def _braces(self) -> list[_Brace]:
        """The braces in their order, found when the first statement is asked about.

        Of ``{ { } }`` the blocks behind them are the outer, the inner, the outer and none. A
        closing brace too many is passed over.
        """
        braces: list[_Brace] = []
        innermost: _Block | None = None
        for brace in _BRACE.finditer(self.bare):
            if brace[0] == "{":
                innermost = _Block(brace.start(), parent=innermost)
            elif innermost is not None:
                innermost = innermost.parent
            braces.append(_Brace(brace.start(), innermost))
        return braces

    @cached_property
    def _first_offsets(self) -> dict[str, int]:
        """Where each word of the program stands first."""
        places: dict[str, int] = {}
        for word in _WORD.finditer(self.bare):
            places.setdefault(word[0], word.start())
        return places

    @cached_property
    def _assigned_offsets(self) -> dict[str, list[int]]:
        """Where each variable of the program is declared, or gets a value."""
        places: dict[str, list[int]] = {}
        for assigned in _GETS_VALUE.finditer(self.bare):
            places.setdefault(assigned["variable"], []).append(assigned.start("variable"))
        return places

    def _find_block_of(self, variable: str, place: int) -> _Block | None:
        """Find the block in which a variable is declared that a statement names.

        Functions before it may have others of its name.
        """
        around: list[_Block | None] = []
        block = self._find_block(place)
        while block is not None:
            around.append(block)
            block = block.parent
        around.append(None)
        offsets = self._assigned_offsets.get(variable, [])
        for offset in offsets[: bisect_right(offsets, place)][:_MOST_DECLARATIONS]:
            declaring = self._find_block(offset)
            if any(declaring is each for each in around):
                return declaring
        return self._find_block(self._first_offsets.get(variable, 0))

    def is_run_once(self, variable: str, place: int) -> bool:
        """Tell whether a statement is run once after a variable is declared, and in any case.

        So it is if each block between it and the variable is one that is run once::

            root = f(); root.add(b);                  run once: there is no block between
            root = f(); void main() { root.add(b); }  run once: main is called at the beginning
            root = f(); if (x) { root.add(b); }       perhaps never
            { root = f(); } root.add(b);              this is another variable

        Args:
            variable: The variable.
            place: Where the statement stands.
        """
        block_of_variable = self._find_block_of(variable, place)
        block = self._find_block(place)
        # From the statement outwards.
        while block is not block_of_variable:
            if block is None or not self._is_block_run_once(block):
                return False
            block = block.parent
        return True

    def _is_block_run_once(self, block: _Block) -> bool:
        """Tell whether a block follows ``main(…)`` or ``static``, and so is run once."""
        head_start = max(0, block.begin - _LONGEST_HEAD)
        head = self.bare[head_start : block.begin]
        return _RUN_ONCE.search(head) is not None

    def _find_block(self, offset: int) -> _Block | None:
        """Find the innermost block around an offset; ``None`` outside of all blocks."""
        braces_before = bisect_right(self._braces, offset, key=lambda brace: brace.offset)
        if braces_before == 0:
            return None
        return self._braces[braces_before - 1].block_behind


def find_empty_maps(bare: str) -> list[str]:
    """Return the variables of C++ that hold a map with nothing in it.

    >>> find_empty_maps("map<string, vector<string>> tree;")
    ['tree']

    Args:
        bare: The program, without comments and texts in quotes.
    """
    return [found["variable"] for found in _EMPTY_MAP.finditer(bare)]


def find_fillings(blocks: BracedBlocks) -> Iterator[Filling]:
    """Find the statements that put something into records, and are run once, in their order.

    There are three kinds, alternatives of ``_FILLING``, whose match ends before the value or the
    arguments::

        tree.put("A", 3);   the group `call`; its arguments are the key and the value
        tree["A"] = 3;      the group `key`, which is "A"
        tree.A = 3;         the group `attribute`, if the variable begins as an empty record
    """
    empty_records = find_empty_records(blocks.bare)
    for found in _find_statements_run_once(_FILLING, blocks):
        if found["call"] is not None:
            yield from _find_filling_by_call(found, blocks)
        elif found["attribute"] is None:
            yield _make_filling(found, "key", blocks)
        elif found["variable"] in empty_records:
            yield _make_filling(found, "attribute", blocks)


def _make_filling(
    found: re.Match[str], group_of_key: Literal["key", "attribute"], blocks: BracedBlocks
) -> Filling:
    """Make what ``tree["A"] = 3`` or ``tree.A = 3`` puts in, of a match of ``_FILLING``."""
    key = range(*found.span(group_of_key))
    value = range(found.end(), find_end_of_value(blocks.bare, found.end()))
    is_attribute = group_of_key == "attribute"
    return Filling(found["variable"], found.start("variable"), key, value, is_attribute)


def _find_filling_by_call(found: re.Match[str], blocks: BracedBlocks) -> Iterator[Filling]:
    """Find what ``tree.put("A", 3)`` puts in: nothing if it has other arguments than these two."""
    arguments = _find_statement_arguments(blocks.bare, found.end())
    if len(arguments) == 2:
        key, value = arguments
        yield Filling(found["variable"], found.start("variable"), key, value)


def find_links(blocks: BracedBlocks) -> Iterator[Link]:
    """Find the statements that may change nodes, and are run once, in their order.

    A match of ``_LINK`` ends before the value or the arguments::

        root.left = b;               variable root, path .left, no call; then the value b
        root.children.push(b, c);    variable root, path .children.push, call; then b and c

    A call without arguments changes nothing.
    """
    for found in _find_statements_run_once(_LINK, blocks):
        start_of_values = found.end()
        is_call = found["call"] is not None
        if is_call:
            value_ranges = _find_statement_arguments(blocks.bare, start_of_values)
        else:
            end_of_value = find_end_of_value(blocks.bare, start_of_values)
            value_ranges = [range(start_of_values, end_of_value)]

        if value_ranges:
            path = _PART_OF_PATH.findall(found["path"])
            yield Link(found["variable"], found.start("variable"), path, is_call, value_ranges)


def _find_statements_run_once(
    pattern: re.Pattern[str], blocks: BracedBlocks
) -> Iterator[re.Match[str]]:
    """Find the statements of a kind that are run once, in their order, with their variable."""
    for found in pattern.finditer(blocks.bare):
        if blocks.is_run_once(found["variable"], found.start("variable")):
            yield found


def find_unknown_link(blocks: BracedBlocks, nodes: Collection[str]) -> int | None:
    """Find where nodes may be linked in a way that is not known; return ``None`` if nowhere.

    That is where a node is changed by a second name, ``here = root; here.left = b;``, or where a
    function that is no search is given several nodes, ``connect(a, b);``, or is called as one that
    links, ``attach(a);``.

    Args:
        blocks: The blocks of the program.
        nodes: The variables that hold nodes.
    """
    # A name that holds a node of its own elsewhere is no second name.
    second_names = {
        alias.name
        for alias in find_aliases(blocks.bare)
        if alias.variable in nodes and alias.name not in nodes
    }
    for statement in _LINK.finditer(blocks.bare):
        if statement["variable"] in second_names:
            return statement.start("variable")

    for call in _FUNCTION.finditer(blocks.bare):
        node_arguments = [word for word in _WORD.findall(call["arguments"]) if word in nodes]
        if not node_arguments or is_search(call["function"]):
            continue
        has_several_nodes = len(node_arguments) > 1
        is_called_as_linking = _LINKING.search(plain_word(call["function"])) is not None
        if has_several_nodes or is_called_as_linking:
            return call.start("function")
    return None


def find_aliases(bare: str) -> Iterator[Alias]:
    """Find the variables that stand for another one, or for a part of it.

    >>> [*find_aliases("left = tree[0];")]
    [Alias(name='left', variable='tree')]

    Args:
        bare: The program, without comments and texts in quotes.
    """
    for found in _ALIAS.finditer(bare):
        yield Alias(found["alias"], found["variable"])


def may_link_nodes(blocks: BracedBlocks, link: Link, classes: Mapping[str, str]) -> bool:
    """Tell whether the call of a method that is not known may link nodes of a tree.

    With the classes ``{"root": "Node", "b": "Node", "c": "Node"}`` the first of these rules that
    fits decides::

        minimax(root), console.log(root)         no: a search and a method that prints
        graph.to(b, c)                           yes: two nodes, which it may link with each other
        solver.run(root)                         no: it is no method of a node
        root.insert(b), root.put(new Node(3))    yes: a node is given a node of its class
        root.addChild(3)                         yes: it is called as a method that adds
        root.setDepth(3)                         no

    Args:
        blocks: The blocks of the program.
        link: The call of the method.
        classes: The class of each variable that holds a node. A list has the empty class, since
            methods of lists, such as ``names.push("A")``, take anything.
    """
    method = link.path[-1]
    if not link.is_call or is_search(method) or plain_word(method) in _PRINTING:
        return False

    argument_words = _WORD.findall(blocks.bare, link.values[0].start, link.values[-1].stop)
    node_arguments = [word for word in argument_words if word in classes]
    if len(node_arguments) > 1:
        return True

    owner_class = classes.get(link.variable)
    if owner_class is None:  # no node
        return False

    is_given_new_node = owner_class in argument_words
    is_given_node = any(classes[node] == owner_class for node in node_arguments)
    if is_given_new_node or is_given_node:
        return True

    is_list = owner_class == ""
    return not is_list and plain_word(method) in _ADDING


def _find_statement_arguments(bare: str, start: int) -> list[range]:
    """Find the ranges of the arguments of a call behind which its statement ends."""
    arguments = ranges_of_arguments(bare, start)
    ends = len(arguments) > 0 and _END_OF_CALL.match(bare, arguments[-1].stop) is not None
    return arguments if ends else []


def apply_link(node: Any, link: Link, values: Sequence[Any]) -> bool:
    """Change a node as a statement does; tell whether it is known what that changes.

    >>> root = Constructed("Node", ["A"], {})
    >>> apply_link(root, Link("root", 0, ["addChild"], True, []), [3])
    True
    >>> root
    Constructed(function='Node', arguments=['A'], keywords={'children': [3]})

    Args:
        node: The node, record or list of children that the variable of the statement holds.
        link: The statement.
        values: What is set, or the arguments.
    """
    owner = _follow_path(node, link.path[:-1])
    last_step = link.path[-1]
    if not link.is_call:  # root.left = b
        return _set_known_attribute(owner, last_step, values)

    method = plain_word(last_step)
    if method in _ADDING:  # root.addChild(b)   root.children.push(b)
        return _append_children(owner, values)
    if method.startswith("set"):  # root.setLeft(b)
        return _set_known_attribute(owner, last_step[len("set") :], values)
    return False


def _set_known_attribute(node: Any, attribute: str, values: Sequence[Any]) -> bool:
    """Set an attribute of a node to the only value; tell whether it is known what that changes.

    It is known if the attribute has a meaning, such as ``left`` or ``value``.
    """
    if not isinstance(node, Constructed) or len(values) != 1 or meaning(attribute) is None:
        return False
    # Which of the children that the node was made with are replaced is not plain.
    was_made_with_children = any(isinstance(each, (list, Constructed)) for each in node.arguments)
    if holds_children(attribute) and was_made_with_children:
        return False
    set_attribute(node, attribute, values[0])
    return True


def _follow_path(node: Any, path: Sequence[str]) -> Any:
    """Follow a path from a node to one of its parts; return ``None`` if there is no such part.

    ``["children", "0"]`` leads to the first child, and so do ``["children", "get", "0"]`` and
    ``["getChildren", "0"]``.
    """
    part: Any = node
    for step in path:
        word = plain_word(step)
        if step.isdecimal():
            part = item_of(part, int(step))
        elif isinstance(part, list) and word in _ITEM:  # children.get(0): the position follows
            continue
        elif isinstance(part, dict):
            part = item_of(part, step)
        elif word.startswith("get"):
            attribute = step[len("get") :].lstrip("_")
            part = attribute_of(part, attribute)
        else:
            part = attribute_of(part, step)
    return part


def _append_children(owner: Any, children: Sequence[Any]) -> bool:
    """Put children behind those of a node, or into a list of children; tell whether that is done.

    It is not if the owner is neither, or if not all may be children of a node.
    """
    # nodes.add(0, b) of Java puts b before the others.
    has_position = any(map(is_numeric, children)) and any(map(_is_node, children))
    if has_position:
        return False
    if isinstance(owner, list):
        owner.extend(children)
        return True

    may_be_children = all(isinstance(child, (Constructed, int, float)) for child in children)
    if not isinstance(owner, Constructed) or not may_be_children:
        return False
    for child in children:
        add_child(owner, child)
    return True


def _is_node(value: Any) -> bool:
    """Tell whether a value is a node, a record or a list."""
    return isinstance(value, (Constructed, dict, list))
