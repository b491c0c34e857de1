"""What a call stands for in a literal of JavaScript, C, Java and their like; nothing is run.

``List.of(5, 8)`` is a list, ``Map.of("A", 5)`` a record, and ``new Node("A", 5)`` a node with what
it is given.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from treeexplorer.formats import json_syntax
from treeexplorer.formats.model import Constructed, NeedsRunError, Placed, UnreadableError
from treeexplorer.formats.searches import makes_node
from treeexplorer.formats.texts import value_in_text
from treeexplorer.formats.words import plain_word
from treeexplorer.text import quoted

_LISTS: Final = frozenset(
    {
        "of", "asList", "listOf", "mutableListOf", "arrayListOf", "arrayOf", "intArrayOf",
        "array", "Array", "ArrayList", "LinkedList", "List", "vector", "Set", "vec", "c", "list",
        "Seq", "IndexedSeq", "Vector", "Vec", "ListBuffer", "ArrayBuffer", "emptyList",
        "Pair", "make_pair", "make_tuple", "entry", "ArrayDeque", "Deque", "Queue", "Stack",
        "PriorityQueue", "HashSet", "LinkedHashSet", "TreeSet", "deque", "queue", "stack",
    }
)  # fmt: skip
_RECORDS: Final = frozenset(
    {
        "Map", "HashMap", "mapOf", "mutableMapOf", "hashMapOf", "linkedMapOf", "Dict",
        "Dictionary", "LinkedHashMap", "TreeMap", "WeakMap", "map", "unordered_map", "ofEntries",
        "emptyMap",
        "Hash",
    }
)  # fmt: skip
_AROUND_ONE: Final = frozenset({"Some", "Just", "Box", "Rc", "Arc", "RefCell", "Cell", "freeze"})
"""What holds one value and nothing else: ``Some(3)``, ``Box::new(Leaf(3))``."""
_AROUND_TABLE: Final = frozenset({"DataSet", "DataView", "TreeModel"})
"""What vis.js and GoJS put around a list of records, one for each node or edge."""
_CASES: Final = frozenset({"node", "leaf", "branch", "inner", "terminal", "max", "min", "chance"})
"""What the cases of an enumeration of nodes are called in Swift."""
_COPYING: Final = frozenset({"ArrayList", "LinkedList", "vector", "Vector", "list", "array"})
"""The calls that copy the one list that they are given."""
_NODE: Final = "Node"
"""Stands for the class of a node that is made without its name."""
_MATRIX: Final = "matrix"
_POINTER: Final = re.compile(r"(?:std::)?make_(?:shared|unique)<(?P<made>[\w:]+)>")
_JSON: Final = "JSON.parse"
_MAKING: Final = frozenset({"new", "from"})
"""The functions of a class that make one: ``Node::new("A")``, ``Vec::from([3, 5])``."""


class LiteralPair(NamedTuple):
    """A key with its value, or a named argument."""

    key: Placed
    value: Any


def make_value_of_call(name: str, arguments: list[Any], offset: int | None) -> Any:
    """Make the value that a call stands for, by the name of its function.

    The first of these that fits::

        matrix(c(3, 5), nrow = 2)       an error
        Node(name = "A")                a node with named facts; of a list or map, a record
        Map.of("A", 5, "B", 8)          a record: keys and values take turns
        JSON.parse('[5, 8]')            what the text holds
        new DataSet([{id: 1}])          the list that a table is put around
        Some(3)                         its only argument
        List.of(5, 8)                   a list
        mapOf(Pair("A", 5))             a record
        new Node("A", 5), newNode(5)    a node

    Args:
        name: The function with what stands before its dots: ``Map.of``.
        arguments: What it is given; a named argument is a :class:`LiteralPair`.
        offset: Where it stands in the text.

    Raises:
        UnreadableError: It is any other function.
    """
    function = parse_class_name(name)
    if function == _MATRIX:
        message = f"{quoted(name)} of R fills columns or rows, and nothing of a file is run"
        raise NeedsRunError(message, offset, "write the lists: list(c(3, 12), c(2, 4))")
    if any(isinstance(argument, LiteralPair) for argument in arguments):
        return make_from_named_arguments(function, arguments)
    # Before the lists, since of any other class `of` makes a list.
    if name.endswith("Map.of"):
        return _collect_entries(zip(arguments[::2], arguments[1::2], strict=False))

    only_argument = arguments[0] if len(arguments) == 1 else None
    if name == _JSON and isinstance(only_argument, Placed):
        return parse_json(only_argument)
    if is_around_table(function) and isinstance(only_argument, list):
        return only_argument
    if function in _AROUND_ONE and len(arguments) == 1:
        return only_argument

    if function in _LISTS:
        return _make_list(arguments)
    if function in _RECORDS:
        return _make_record_of_arguments(arguments)
    if _is_function_of_node(name, function):
        return make_node(function, arguments)
    message = f"{quoted(name)} is a function, and nothing of a file is run"
    raise NeedsRunError(message, offset)


def parse_json(text: Placed) -> Any:
    """Parse the text that ``JSON.parse`` is given.

    Raises:
        UnreadableError: It is no JSON.
    """
    return value_in_text(json_syntax.read, _JSON, text)


def _is_function_of_node(name: str, function: str) -> bool:
    """Tell whether a call makes a node: of any class, a case of Swift, or a function called so."""
    is_class = function[:1].isupper()
    is_swift_case = name[:1].isupper() and plain_word(function) in _CASES  # Tree.node
    return is_class or is_swift_case or makes_node(name)


def make_from_named_arguments(function: str, arguments: Iterable[Any]) -> Any:
    """Make the record or the node of a call with named arguments: ``Node(name = "A")``.

    Raises:
        UnreadableError: A name stands twice.
    """
    pairs: list[LiteralPair] = []
    unnamed: list[Any] = []
    for argument in arguments:
        if isinstance(argument, LiteralPair):
            pairs.append(argument)
        else:
            unnamed.append(argument)
    named = make_record(pairs)
    if function in _LISTS or function in _RECORDS:
        return named
    return Constructed(function, unnamed, named)


def make_node(function: str, arguments: Sequence[Any]) -> Constructed:
    """Make the node of a class; ``new Node({name: "A", value: 5})`` names its facts."""
    if len(arguments) == 1 and isinstance(arguments[0], dict):
        return Constructed(function, [], arguments[0])
    return Constructed(function, [*arguments], {})


def make_unnamed_node(arguments: Sequence[Any]) -> Constructed:
    """Make the node of ``new("A", 5)`` of C#, whose class the declaration names."""
    return make_node(_NODE, arguments)


def make_record(pairs: Iterable[LiteralPair]) -> dict[str, Any]:
    """Make a record of its keys and values: ``{name: 'A', value: 5}``.

    Raises:
        UnreadableError: A key stands twice. A program would keep the last value, and another part
            of the tree would be lost.
    """
    record: dict[str, Any] = {}
    for key, value in pairs:
        if key in record:
            raise _make_repeated_key_error(key)
        record[key] = value
    return record


def _make_list(arguments: list[Any]) -> list[Any]:
    """Make the list that a call makes of its arguments, or of the one list that it copies."""
    if len(arguments) == 1 and isinstance(arguments[0], list):
        copied_list: list[Any] = arguments[0]
        return copied_list
    return [*arguments]


def _make_record_of_arguments(arguments: list[Any]) -> dict[Any, Any]:
    """Make the record that a call makes of a record, of pairs, or of nothing.

    >>> [_make_record_of_arguments(each) for each in ([{"A": 5}], [["A", 5]], [[["A", 5]]])]
    [{'A': 5}, {'A': 5}, {'A': 5}]

    Any other argument is no entry: ``new HashMap<>(16)`` is empty.
    """
    if len(arguments) == 1 and isinstance(arguments[0], dict):
        copied_record: dict[Any, Any] = arguments[0]
        return copied_record

    has_list_of_pairs = len(arguments) == 1 and _is_list_of_lists(arguments[0])
    entries = arguments[0] if has_list_of_pairs else arguments
    return _collect_entries(
        entry for entry in entries if isinstance(entry, list) and len(entry) == 2
    )


def _is_list_of_lists(value: Any) -> bool:
    """Tell whether a value is a list in which nothing but lists stands."""
    return isinstance(value, list) and all(isinstance(each, list) for each in value)


def _collect_entries(pairs: Iterable[Sequence[Any]]) -> dict[Any, Any]:
    """Collect the entries of a record, each a key with its value.

    Raises:
        UnreadableError: A key stands twice, or is neither a text nor a number.
    """
    record: dict[Any, Any] = {}
    for key, value in pairs:
        if not isinstance(key, (str, int)):
            raise UnreadableError("a key is a name here")
        if key in record:
            raise _make_repeated_key_error(key)
        record[key] = value
    return record


def _make_repeated_key_error(key: object) -> UnreadableError:
    """Make the error that a key stands twice in a record: a part of the tree would be lost."""
    place = getattr(key, "place", None)
    return UnreadableError(f"the key {quoted(str(key))} stands twice in one record", place)


def is_around_table(class_name: str) -> bool:
    """Tell whether a class is only put around a list of records: ``DataSet`` of vis.js."""
    return class_name in _AROUND_TABLE


def copies_its_argument(name: str) -> bool:
    """Tell whether a call copies the one list that it is given: ``new ArrayList<>(children)``."""
    return get_last_part(name) in _COPYING


def parse_class_name(name: str) -> str:
    """Parse the name of what a call makes: ``of`` of ``List.of``, ``Node`` of ``Node::new``."""
    pointer = _POINTER.fullmatch(name)
    if pointer is not None:  # std::make_shared<Node>
        name = pointer["made"]
    parts = re.split(r"\W+", name)
    is_of_class = len(parts) > 1 and parts[-1] in _MAKING
    return parts[-2] if is_of_class else parts[-1]


def get_last_part(name: str) -> str:
    """Return the last part of a name with dots: ``of`` in ``List.of``."""
    return re.split(r"\W+", name)[-1]
