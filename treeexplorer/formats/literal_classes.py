"""The parameters of the classes that a program in Java, C++ or the like defines for its nodes.

``new Node("A", true)`` of ``Node(String name, boolean isMax)`` is a node of MAX, ``new Node(1, 5)``
of ``Node(int depth, int value)`` a leaf of value 5.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Final, NamedTuple

from treeexplorer.formats.lists import is_list, is_numeric
from treeexplorer.formats.literal_makers import alters_its_object, find_alteration
from treeexplorer.formats.model import WRITE_TREE_AS_LISTS, Constructed, UnreadableError
from treeexplorer.formats.python_classes import says_what_it_is, split_off_named_arguments
from treeexplorer.formats.searches import makes_node
from treeexplorer.formats.words import VALUE, meaning
from treeexplorer.text import quoted

_CLASS: Final = re.compile(r"\b(?:class|struct|record)\s+(?P<name>[^\W\d]\w*)")
_CLASS_WITH_BASE: Final = re.compile(  # class Leaf extends Node   struct Leaf : public Node
    r"\b(?:class|struct)\s+(?P<name>[^\W\d]\w*)(?:<[^<>{}]*>)?"
    r"\s*(?:\bextends\b|:(?!:))\s*(?:public\s+|private\s+|protected\s+)?(?P<base>[^\W\d]\w*)"
)
_CALL_OF_BASE: Final = r"\b(?:super|base|{base})\s*\((?P<arguments>[^();]*)\)"
_INTEGER: Final = re.compile(r"-?[0-9]{1,18}")
_STRUCT: Final = re.compile(r"\bstruct\s+(?P<name>[^\W\d]\w*)?\s*\{")
_NAME_BEHIND_STRUCT: Final = re.compile(r"\}\s*(?P<name>[^\W\d]\w*)\s*;")
_STRUCT_OF_GO: Final = re.compile(r"\btype\s+(?P<name>[^\W\d]\w*)\s+struct\s*\{")
_HEAD: Final = re.compile(  # Node(   constructor(   function newNode(   makeNode = (
    r"(?<![\w.:>])(?:(?P<new>new\s+)|(?P<function>function\s+))?"
    r"(?P<name>[^\W\d]\w*+)\s*(?P<sign>=\s*)?"
    r"\((?P<parameters>(?>(?:[^(){};]|\([^(){};]*+\)|\{\s*\})*))(?=\))"
)
_BODY: Final = re.compile(  # ) : name(n), isMax(m) {   ) => ({
    r"\)(?:\s*=>\s*\(?\s*|[^;{}():]*(?::(?:[\w\s,]|\([^(){}]*\)|\{[^{}]*\}(?=\s*[,{]))*)?)\{"
)
_BRACE: Final = re.compile(r"[{}]")
_LONGEST_BLOCK: Final = 2_000  # characters
_LONGEST_GAP: Final = 40  # characters
_OF_SCRIPTS: Final = frozenset({"constructor", "__construct"})
"""What JavaScript and PHP call the function that makes an object of a class."""
_BRACKETS: Final = re.compile(r"<[^<>]*>|\([^()]*\)|\[[^\[\]]*\]")
_LIST: Final = "[]"
_ARROW: Final = re.compile(  # leaf = v => ({ value: v })
    r"\b(?P<name>[^\W\d]\w*+)\s*=\s*(?P<parameters>[^\W\d]\w*+)\s*=>(?P<body>[^;\n]*)"
)
_DEFAULT: Final = re.compile(r"\s*=.*", re.DOTALL)
_DEFAULT_NUMBER: Final = re.compile(r"=\s*(?P<number>-?[0-9]{1,18})\s*$")
_TYPE_BEHIND: Final = re.compile(  # val name: String
    r"\s*(?:\w+\s+)*(?P<name>[^\W\d]\w*)\s*\??:(?P<type>[^:]+)"
)
_TYPE_BEFORE: Final = re.compile(  # String name   const vector<Node*>& children   int scores[]
    r"\s*(?P<type>.*[\w\]?*&.][\s*&]+)(?P<name>[^\W\d]\w*)\s*(?:\[\])?\s*", re.DOTALL
)
_NAME_ALONE: Final = re.compile(r"\s*(?:\.{3})?\$?(?P<name>[^\W\d]\w*)\s*")
_FIELD_OF_GO: Final = re.compile(r"\s*(?P<name>[^\W\d]\w*)\s+(?P<type>[^\s`]+).*")
_OF_NUMBERS: Final = "number"
_OF_TEXTS: Final = "text"
_OF_TRUTHS: Final = "truth value"
_OF_NODES: Final = "nodes"
_TYPES: Final = {
    _OF_NODES: re.compile(r"\[|\.{3}|node|list|vector|array", re.IGNORECASE),
    _OF_TRUTHS: re.compile(r"\bbool", re.IGNORECASE),
    _OF_TEXTS: re.compile(r"string|\bchar\b|\bstr\b", re.IGNORECASE),
    _OF_NUMBERS: re.compile(r"\b(?:int|integer|double|float|long|short|number)", re.IGNORECASE),
}
"""The types of parameters, by what is given for them; another type may take anything."""


class _Parameter(NamedTuple):
    """A parameter of a constructor, or a field of a struct.

    Attributes:
        name: Its name; or the field that is set to it, if only that has a meaning.
        takes: What is given for it, a key of :data:`_TYPES`; empty if that is not known.
    """

    name: str
    takes: str


class _Head(NamedTuple):
    """A name with parentheses behind it: of a constructor, a function, a method, or a call.

    Attributes:
        name: The name.
        parameters: What stands between the parentheses.
        needs_types: Whether only parameters with types are some, since others are arguments.
        end: Where the parameters end.
        body: What it does, from there up to the brace that ends it; empty for a call.
        made_class: The class or function whose nodes it makes; ``None`` if it is no constructor.
    """

    name: str
    parameters: str
    needs_types: bool
    end: int
    body: str
    made_class: str | None


class NodeClasses:
    """The constructors of a program: of its classes, and its functions that make a node.

    >>> classes = NodeClasses("class Node { Node(String name, boolean isMax) { } }")
    >>> node = Constructed("Node", ["A", True], {})
    >>> classes.name_arguments(node)
    >>> node
    Constructed(function='Node', arguments=['A'], keywords={'isMax': True})
    """

    def __init__(self, bare: str) -> None:
        """Find the constructors of a program.

        Args:
            bare: The program, without comments and texts in quotes.
        """
        heads_of_classes = list(_CLASS.finditer(bare))
        self._start_of_methods = heads_of_classes[0].end() if heads_of_classes else len(bare)
        self._heads = list(_find_heads(bare, heads_of_classes))
        # The fields of a struct, in their order, are what Node{"A", true} is given. They count
        # only where the struct has no constructor.
        fields_of_structs = _collect_fields_of_structs(bare)
        self._structs = frozenset(fields_of_structs)
        self._constructors: dict[str, list[Sequence[_Parameter]]] = {
            struct: [fields] for struct, fields in fields_of_structs.items()
        }
        self._constructors.update(_collect_constructors(self._heads))
        self._bases: Mapping[str | None, str] = {
            found["name"]: found["base"] for found in _CLASS_WITH_BASE.finditer(bare)
        }
        self._alterations = _collect_alterations(self._heads, bare)

    @cached_property
    def altering_methods(self) -> frozenset[str]:
        """The methods that change the children of a node, and do more than to add at the end.

        In ``class Node { first(c) { this.children.unshift(c); } }`` it is the method ``first``.
        """
        methods = [head for head in self._heads if self._is_method(head)]
        return frozenset(method.name for method in methods if alters_its_object(method.body))

    def _is_method(self, head: _Head) -> bool:
        """Tell whether a head is that of a method.

        In ``function f() {…} class Node { constructor(v) {…} add(c) {…} } root.add(b);`` only the
        first ``add`` is one.
        """
        is_behind_head_of_class = head.end > self._start_of_methods
        is_constructor = head.made_class is not None
        is_call = head.body == ""
        return is_behind_head_of_class and not is_constructor and not is_call

    @cached_property
    def default_values(self) -> Mapping[str, int]:
        """The value of a node whose class is given none, by the name of the class.

        Of ``constructor(value = 7)`` it is 7. Where two constructors of a class say different
        numbers there is none.
        """
        defaults: dict[str, set[int]] = defaultdict(set)
        for head in self._heads:
            if head.made_class is not None:
                defaults[head.made_class].update(_find_default_values(head))
                defaults[head.made_class].update(self._find_values_for_base(head))
        return {name: min(values) for name, values in defaults.items() if len(values) == 1}

    def _find_values_for_base(self, head: _Head) -> Iterator[int]:
        """Find the number that a constructor hands to its base for the value: ``super(name, 7)``.

        Of ``Leaf() : Node(7) {}`` of C++ it is 7, too, if ``Node`` is the base.
        """
        base = self._bases.get(head.made_class)
        if base is None:
            return
        call = re.search(_CALL_OF_BASE.format(base=base), head.body)
        constructors = self._constructors.get(base, ())
        if call is None or len(constructors) != 1:
            return
        arguments = _remove_brackets(call["arguments"]).split(",")
        for parameter, argument in zip(constructors[0], arguments, strict=False):
            if meaning(parameter.name) == VALUE and _INTEGER.fullmatch(argument.strip()):
                yield int(argument)

    def name_fields(self, value: Any, type_name: str) -> Any:
        """Return a value with the arguments of all nodes under the names of their parameters.

        After ``struct Node { int value; struct Node *left, *right; };`` the braces of
        ``struct Node d = {3, NULL, NULL};`` are a node, and no list.

        Args:
            value: What was read, which is changed. Variables in it still stand as texts.
            type_name: The word before the variable that gets the value; empty if there is none.
        """
        is_struct = isinstance(value, list) and type_name in self._structs
        named = Constructed(type_name, value, {}) if is_struct else value
        self.name_arguments(named)
        return named

    def name_arguments(self, value: Any) -> None:
        """Put the arguments of all nodes in a value under the names of their parameters.

        An argument that says by itself what it is, such as a name, stays where it is.

        Args:
            value: What was read, which is changed. Variables in it still stand as texts.
        """
        if not self._constructors and not self._alterations:
            return
        pending = [value]
        while pending:
            part = pending.pop()
            if isinstance(part, Constructed):
                self._name_arguments_of_node(part)
                pending += [*part.arguments, *part.keywords.values()]
            elif isinstance(part, dict):
                pending += part.values()
            elif isinstance(part, list):
                pending += part

    def _name_arguments_of_node(self, node: Constructed) -> None:
        """Put the arguments of a node under the names of the parameters of its class.

        After ``Node(String name, int points, int value)`` the arguments of ``Node("A", 2, 3)`` are
        named: 3 is the value, and 2 is none.

        Raises:
            UnreadableError: The class makes something else of what it is given.
        """
        place_of_alteration = self._alterations.get(node.function)
        if place_of_alteration is not None:
            raise _make_alteration_error(node.function, place_of_alteration)
        split = split_off_named_arguments(self._find_parameter_names(node), node.arguments)
        # Node(3, value = 5) has two values, which no language allows: it stays as it is written.
        is_named_twice = not split.named.keys().isdisjoint(node.keywords)
        if not is_named_twice:
            node.arguments[:] = split.positional
            node.keywords.update(split.named)

    def _find_parameter_names(self, node: Constructed) -> Sequence[str]:
        """Find the names of the parameters that the arguments of a node are given for.

        There are none if no constructor takes such arguments, or several do with other names.
        """
        fitting: set[tuple[str, ...]] = set()
        for parameters in self._constructors.get(node.function, ()):
            if _accept_arguments(node.arguments, parameters):
                names = [each.name for each in parameters]
                fitting.add(tuple(names[: len(node.arguments)]))
        return fitting.pop() if len(fitting) == 1 else ()


def _make_alteration_error(name: str, place: int) -> UnreadableError:
    """Make the error that a class, or a function that makes nodes, alters what it is given."""
    message = f"{quoted(name)} computes here with what it is given, or orders it anew"
    return UnreadableError(message, place, WRITE_TREE_AS_LISTS, is_certain=True)


def _find_heads(bare: str, heads_of_classes: Sequence[re.Match[str]]) -> Iterator[_Head]:
    """Find the names with parentheses behind them in a program, with what is done there.

    What stands between the parentheses are parameters if it has types, or if it needs none::

        Node(String name, int v) {     parameters, as they have types
        constructor(name, v) {         parameters without types, in JavaScript and PHP
        function newNode(v) {          the same; also newNode = (v) => {
        Node(name, v);                 arguments
        root = (a, b);                 no parameters: without a body it is no function
    """
    for found in _HEAD.finditer(bare):
        body = _find_body(bare, found.end())
        has_body = body != ""
        yield _Head(
            name=found["name"],
            parameters=found["parameters"],
            needs_types=not (has_body and _is_written_without_types(found)),
            end=found.end(),
            body=body,
            made_class=_find_made_class(found, heads_of_classes),
        )


def _is_written_without_types(head: re.Match[str]) -> bool:
    """Tell whether a match of ``_HEAD`` is written as in JavaScript or PHP, without types."""
    is_constructor = head["name"] in _OF_SCRIPTS  # constructor(name, v)
    has_word = head["function"] is not None  # function newNode(v)
    is_assigned = head["sign"] is not None  # newNode = (v)
    return is_constructor or has_word or is_assigned


def _find_made_class(head: re.Match[str], heads_of_classes: Sequence[re.Match[str]]) -> str | None:
    """Find what a constructor makes; return ``None`` if a match of ``_HEAD`` is none.

    ::

        constructor(name) {     the last class that begins before it, if there is one
        function newNode(v) {   newNode: by its name, a function that makes a node
        Node(String name) {     Node, if the program has a class of that name
        new Node("A")           None: a call
        minimax(tree)           None: neither a class nor a function that makes a node
    """
    name = head["name"]
    if name in _OF_SCRIPTS:
        before = [each["name"] for each in heads_of_classes if each.start() < head.start("name")]
        return before[-1] if before else None
    if makes_node(name):
        return name

    is_call_or_assignment = head["new"] is not None or head["sign"] is not None
    is_class = any(each["name"] == name for each in heads_of_classes)
    return name if is_class and not is_call_or_assignment else None


def _collect_constructors(heads: Iterable[_Head]) -> dict[str, list[Sequence[_Parameter]]]:
    """Collect the parameters of all constructors, under the name of what they make.

    A class may have several constructors. Of ``Node(int v) {…}`` and ``Node(int v, Node n) {…}``
    there are two lists of parameters under ``Node``.
    """
    constructors: dict[str, list[Sequence[_Parameter]]] = {}
    for head in heads:
        parameters = [] if head.made_class is None else _parse_parameters(head)
        if head.made_class is not None and parameters:
            constructors.setdefault(head.made_class, []).append(parameters)
    return constructors


def _collect_alterations(heads: Iterable[_Head], bare: str) -> dict[str, int]:
    """Collect where constructors, and functions that make nodes, alter what they are given."""
    alterations: dict[str, int] = {}
    for head in heads:
        if head.made_class is None:
            continue
        place = find_alteration(head.parameters, head.body)
        if place is not None:
            alterations[head.made_class] = head.end + place
    for arrow in _ARROW.finditer(bare):
        place = find_alteration(arrow["parameters"], arrow["body"])
        if place is not None:
            alterations[arrow["name"]] = arrow.start("body") + place
    return alterations


def _parse_parameters(head: _Head) -> list[_Parameter]:
    """Parse the parameters behind a name; return ``[]`` if they are the arguments of a call."""
    parameters: list[_Parameter] = []
    for source in _remove_brackets(head.parameters).split(","):
        parameter = _parse_parameter(_remove_default(source), needs_type=head.needs_types)
        if parameter is None:
            return []
        parameters.append(_rename_to_field(parameter, head.body))
    return parameters


def _find_default_values(head: _Head) -> Iterator[int]:
    """Find the number that a constructor takes if it is given no value: ``value = 7``."""
    sources = _remove_brackets(head.parameters).split(",")
    for source, parameter in zip(sources, _parse_parameters(head), strict=False):
        default = _DEFAULT_NUMBER.search(source)
        if default is not None and meaning(parameter.name) == VALUE:
            yield int(default["number"])


def _remove_brackets(source: str) -> str:
    """Replace what stands in brackets by ``[]``, also type arguments.

    >>> _remove_brackets("Map<String, List<Node>> below, int[] values")
    'Map[] below, int[] values'
    """
    while True:
        shorter = _BRACKETS.sub(_LIST, source)
        if shorter == source:
            return source
        source = shorter


def _parse_parameter(source: str, *, needs_type: bool) -> _Parameter | None:
    """Parse a parameter, without its default; return ``None`` if the source is an argument.

    >>> _parse_parameter("val name: String", needs_type=True)
    _Parameter(name='name', takes='text')
    >>> _parse_parameter("final boolean isMax", needs_type=True)
    _Parameter(name='isMax', takes='truth value')
    >>> _parse_parameter("isMax", needs_type=False), _parse_parameter("isMax", needs_type=True)
    (_Parameter(name='isMax', takes=''), None)
    """
    patterns = [_TYPE_BEHIND, _TYPE_BEFORE]
    if not needs_type:
        patterns.append(_NAME_ALONE)
    for pattern in patterns:
        found = pattern.fullmatch(source)
        if found is not None:
            source_without_name = _remove_name(found)  # what is left says the type
            return _Parameter(found["name"], _choose_argument_kind(source_without_name))
    return None


def _remove_name(parameter: re.Match[str]) -> str:
    """Remove the name from a parameter: ``int a[]`` becomes ``int []``."""
    return parameter[0][: parameter.start("name")] + parameter[0][parameter.end("name") :]


def _choose_argument_kind(type_: str) -> str:
    """Choose the kind of argument for a type: a number for ``int``; empty if unknown."""
    return next((taken for taken, pattern in _TYPES.items() if pattern.search(type_)), "")


def _rename_to_field(parameter: _Parameter, body: str) -> _Parameter:
    """Rename a parameter to the field that is set to it, if only the field's name says more.

    Of ``Node(boolean m) { isMax = m; }`` that is ``isMax``.

    Args:
        parameter: The parameter.
        body: What stands behind the parameters, up to the end of the constructor.
    """
    if says_what_it_is(parameter.name):
        return parameter
    pattern = rf"(?P<field>[^\W\d]\w*)\s*(?:=|\(|\{{)\s*\$?{parameter.name}\s*[;,)}}\n]"
    fields = [found["field"] for found in re.finditer(pattern, body)]
    field = next(filter(says_what_it_is, fields), parameter.name)
    return parameter._replace(name=field)


def _find_body(bare: str, place: int) -> str:
    """Return what a constructor sets and runs, up to the brace that ends it; empty for no body.

    Args:
        bare: The program.
        place: Where its parameters end.
    """
    beginning = _BODY.match(bare, place)
    return "" if beginning is None else bare[place : _find_end_of_block(bare, beginning.end())]


def _find_end_of_block(bare: str, start: int) -> int:
    """Find where the brace stands that closes the block that begins before an offset.

    A long block is cut, or a program in which many are never closed takes time in its square.
    """
    longest = min(start + _LONGEST_BLOCK, len(bare))
    depth = 1
    for brace in _BRACE.finditer(bare, start, longest):
        depth += 1 if brace[0] == "{" else -1
        if depth == 0:
            return brace.start()
    return longest


def _collect_fields_of_structs(bare: str) -> dict[str, list[_Parameter]]:
    """Collect the fields of the structs of C++ and Go that have some, by the struct's name.

    Of several structs with one name the first counts.
    """
    fields_by_struct: dict[str, list[_Parameter]] = {}
    for parse_fields, pattern in ((_parse_cpp_fields, _STRUCT), (_parse_go_fields, _STRUCT_OF_GO)):
        for struct in pattern.finditer(bare):
            fields = parse_fields(_find_struct_body(bare, struct))
            if fields:
                for name in _find_names_of_struct(bare, struct):
                    fields_by_struct.setdefault(name, fields)
    return fields_by_struct


def _find_names_of_struct(bare: str, struct: re.Match[str]) -> list[str]:
    """Find the names of a struct: of ``typedef struct node { … } Node;`` both.

    One that only ``typedef`` names has no name before its braces.
    """
    names = [] if struct["name"] is None else [struct["name"]]
    name_behind = _NAME_BEHIND_STRUCT.match(bare, _find_end_of_block(bare, struct.end()))
    before = bare[max(0, struct.start() - _LONGEST_GAP) : struct.start()]
    if name_behind is not None and before.rstrip().endswith("typedef"):
        names.append(name_behind["name"])
    return names


def _find_struct_body(bare: str, struct: re.Match[str]) -> str:
    """Find what stands between the braces of a struct; its head `struct` ends with the first."""
    end = _find_end_of_block(bare, struct.end())
    return _remove_brackets(bare[struct.end() : end])


def _parse_go_fields(body: str) -> list[_Parameter]:
    """Parse the fields of a struct of Go, one on each line: ``Value int``."""
    fields: list[_Parameter] = []
    for line in body.splitlines():
        field = _FIELD_OF_GO.fullmatch(line)
        if field is not None:
            fields.append(_Parameter(field["name"], _choose_argument_kind(field["type"])))
    return fields


def _parse_cpp_fields(body: str) -> list[_Parameter]:
    """Parse the fields of a struct of C++: ``int value, depth;`` are two of one type.

    A statement that declares no field is passed over.
    """
    fields: list[_Parameter] = []
    for statement in body.split(";"):
        first, *other_names = map(_remove_default, statement.split(","))
        field = _parse_parameter(first, needs_type=True)
        if field is None:
            continue
        fields.append(field)
        fields += [field._replace(name=name.strip(" *&\n")) for name in other_names]
    return fields


def _remove_default(source: str) -> str:
    """Remove the default value from a parameter or a field."""
    return _DEFAULT.sub("", source)


def _accept_arguments(arguments: Sequence[Any], parameters: Sequence[_Parameter]) -> bool:
    """Tell whether a constructor may be given arguments: there are enough parameters of the kind.

    >>> parameters = [_Parameter("name", _OF_TEXTS), _Parameter("isMax", _OF_TRUTHS)]
    >>> _accept_arguments(["A", 5], parameters)
    False
    """
    are_enough = len(arguments) <= len(parameters) or parameters[-1].takes == _OF_NODES
    pairs = zip(arguments, parameters, strict=False)
    return are_enough and all(_accepts_argument(argument, each.takes) for argument, each in pairs)


def _accepts_argument(argument: Any, taken: str) -> bool:
    """Tell whether an argument is what a parameter takes: a number, a text or nodes."""
    if argument is None or taken == "":
        return True
    if isinstance(argument, bool):
        return taken == _OF_TRUTHS
    if is_numeric(argument):
        return taken == _OF_NUMBERS
    if is_list(argument) or isinstance(argument, (Constructed, dict)):
        return taken == _OF_NODES
    return taken in {_OF_TEXTS, _OF_NODES}  # a text, or a variable
