"""Which variables of a program in JavaScript, C, Java or the like may stand for a part of a tree.

The program is looked through as a text, and nothing of it is run. A variable may stand for all that
is assigned to it anywhere, what loops go through, what functions are called with: so more is found
than is ever there, and a tree that may be changed under another name is refused.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import Final, NamedTuple

from treeexplorer.formats.literal_programs import (
    Function,
    LiteralProgram,
    find_end_of_value,
    ranges_of_arguments,
)
from treeexplorer.formats.searches import is_search, makes_no_tree
from treeexplorer.formats.words import NAME, PLAYER, VALUE, meaning

_PATTERN: Final = r"[\[{](?:[^\[\]{}=;()]|[\[{][^\[\]{}=;()]*[\]}]){1,200}[\]}]"
"""What takes a list or record apart: ``[a, ...others]``, ``{ children: [a, b] }``."""
_ASSIGNED: Final = re.compile(
    rf"(?:(?<![\w.>\])$])\$?(?P<variable>(?:(?:this|self)(?:\.|->))?[^\W\d]\w*+)"
    rf"|(?<![\w\]).])(?P<pattern>{_PATTERN}))"
    r"(?:\s*:\s*[\w<>\[\]|. ]{1,40})?\s*:?=(?![=>])\s*"
)
_LOOP: Final = re.compile(  # for (const { children } of t.children)   for (Node c : n)   for c in t
    r"\bfor(?:each)?\b\s*\(?(?P<target>[^;()\n]{1,80}?)(?:\s(?:of|in)\s|:=\s*range\s|\s:\s|\s*=\s*range\s)"
    r"(?P<source>[^;{\n]{1,200})"
)
_LOOP_OF_PHP: Final = re.compile(
    r"\bforeach\s*\((?P<source>[^;{}\n]{1,120}?)\s+as\s+(?P<target>[^&){]*&[^){]+)"
)
_UNNAMED: Final = re.compile(  # x => …   ({ children }, i) => …   function (x) {   { |x| …   x -> …
    r"(?:\(\s*(?P<several>[^()=;]{1,120})\)|(?<![\w.])(?P<single>[^\W\d]\w*))\s*(?:=>|->(?=\s))"
    r"|\bfunction\s*\(\s*(?P<of_function>[^();]{1,120})\)|\|(?P<of_block>[\w\s,&]{1,60})\|"
    r"|\{\s*(?P<of_kotlin>[\w\s,]{1,60})->"
)
_CALLED_AT_ONCE: Final = re.compile(r"\)\s*\((?P<given>[^()]{1,80})\)\s*;")
_NAMED_ARROW: Final = re.compile(
    r"\b(?P<name>[^\W\d]\w*+)\s*(?::[^=\n]{0,80})?=\s*(?:async\s+)?"
    r"(?:\((?P<several>[^()]{1,120})\)|(?P<single>[^\W\d]\w*))\s*(?::[^=\n]{0,40})?=>"
)
_NAMED_WITH_PATTERN: Final = re.compile(
    r"\bfunction\s+(?P<name>[^\W\d]\w*)\s*\((?P<parameters>[^(){}]*\{[^()]{1,120})\)"
)
_ADDED: Final = re.compile(
    r"(?<![\w.>$])\$?(?P<owner>(?:(?:this|self)(?:\.|->))?[^\W\d]\w*)(?:\.|->|\[[^\[\]\n]*\])*"
    r"(?:push\w*|add\w*|append|put|insert|set|unshift|offer|enqueue|emplace\w*)\s*\("
)
_DECLARED: Final = re.compile(  # let node = …   Node* node = …   Node node;
    r"(?:\b(?:const|let|var|auto|val|mut|final)\s+|\b(?!(?:return|else|new|delete|throw|case|in|of)\b)"
    r"[^\W\d][\w:<>\[\]]*[\s*&]+)[*&]*(?P<name>[^\W\d]\w*)\s*(?:=(?!=)|;|:|\bof\b|\bin\b)"
)
_NAME: Final = re.compile(r"(?<![\w.])(?<!->)\$?(?P<name>(?:(?:this|self)(?:\.|->))?[^\W\d]\w*)")
_WORD: Final = re.compile(r"[^\W\d]\w*")
_CALL: Final = re.compile(
    r"\s*(?:await\s+)?(?P<new>new\s+)?(?:[\w:]+(?:\.|->|::))*(?P<name>[^\W\d]\w*)(?:<[^()]*>)?\s*\("
)
_ANY_CALL: Final = re.compile(r"\b(?P<name>[^\W\d]\w*+)\s*\(")
_FUNCTION: Final = re.compile(r"\s*(?:async\s+)?(?:function\b|\([^()]*\)\s*=>|\w+\s*=>)")
_COMPARING: Final = re.compile(r"[=!]==?|<=|>=|\s[<>]\s")
_FACT: Final = re.compile(r"(?:\.|->)(?P<name>\w+)\s*(?:\([^()]*\))?\s*\Z")
_COPYING: Final = re.compile(
    r"\.(?:slice|map|filter|concat|flat|flatMap|toSorted|toReversed|stream|clone|copy|dup)\s*\("
)
_FACTS: Final = frozenset({NAME, VALUE, PLAYER})
_MEASURES: Final = frozenset(
    {"length", "size", "count", "len", "indexOf", "includes", "contains", "join", "depth"}
)
_GIVING_PARTS: Final = frozenset(
    {"from", "of", "assign", "aslist", "values", "entries", "list", "move", "ref", "next", "iter"}
)
"""The functions of libraries whose results have the parts of what they are given."""
_LONGEST: Final = 400  # characters, of a value or a call of which the beginning is looked through
_MOST_DEFINITIONS: Final = 8
"""How many functions of one name are told apart by nothing, so that a call may be of each."""


class OwnedName(NamedTuple):
    """A variable, and the function whose own it is: by its number, or -1 for none."""

    name: str
    function: int = -1


class _Binding(NamedTuple):
    """What gives variables a value.

    Attributes:
        names: The variables, as they are written: ``this.root`` with what is before the dot.
        offset: Where that stands, which tells in which function.
        source: The range of what they stand for, or of what it is a part of.
        is_added: Whether it is put into what they hold: ``leaves.push(node)``.
        is_member: Whether they stand for members of it: ``for (const node of leaves)``.
    """

    names: Sequence[str]
    offset: int
    source: range
    is_added: bool = False
    is_member: bool = False


class _Found(NamedTuple):
    """The trees of which a value may be a part, and those of which it may hold parts."""

    parts: AbstractSet[str]
    held: AbstractSet[str]

    @property
    def all(self) -> AbstractSet[str]:
        """All these trees."""
        return self.parts | self.held


_NO_TREES: Final = _Found(frozenset(), frozenset())


class LiteralFlow:
    """Finds for each variable of a program of which trees it may hold a part."""

    def __init__(
        self, program: LiteralProgram, trees: AbstractSet[str], returned: AbstractSet[str]
    ) -> None:
        """Trace the trees of some variables, outside functions or returned by one."""
        self._bare = program.bare
        self._functions = _Functions(program)
        # By variable: the trees of which it may hold a part, and those of which it has one in it.
        self._trees: defaultdict[OwnedName, set[str]] = defaultdict(set)
        self._held: defaultdict[OwnedName, set[str]] = defaultdict(set)
        for tree in trees:
            self._trees[OwnedName(tree)].add(tree)
        for place in self._functions.find_own_places(returned):
            self._trees[place].add(place.name)
        self._trace([*self._find_bindings()])

    def find_trees(self, name: str, offset: int, *, has_steps: bool) -> AbstractSet[str]:
        """Find the trees of which a variable may hold a part, or a member of it if `has_steps`."""
        place = self._functions.place_of(name, offset)
        held = self._held[place] if has_steps else set()
        return self._trees[place] | held

    def is_in_search(self, offset: int) -> bool:
        """Tell whether a place is in a function that searches."""
        return any(is_search(each.head.name) for each in self._functions.list_around(offset))

    def _trace(self, bindings: Sequence[_Binding]) -> None:
        """Note what each binding gives its variables, again where what it reads has grown."""
        readers: defaultdict[OwnedName, list[_Binding]] = defaultdict(list)
        for binding in bindings:
            text = self._bare[binding.source.start : binding.source.stop]
            for name in _NAME.finditer(text):
                place = self._functions.place_of(name["name"], binding.source.start)
                readers[place].append(binding)
        pending = [place for place, trees in self._trees.items() if trees]
        while pending:
            for binding in readers[pending.pop()]:
                pending += self._bind(binding)

    def _bind(self, binding: _Binding) -> Iterator[OwnedName]:
        """Note of which trees the variables of a binding may hold a part; yield those that grow."""
        found = self._find_in(binding.source)
        if binding.is_added:
            found = _Found(frozenset(), found.all)
        if binding.is_member:
            found = _Found(found.all, found.held)
        for name in binding.names:
            place = self._functions.place_of(name, binding.offset)
            is_known = found.parts <= self._trees[place] and found.held <= self._held[place]
            if not is_known:
                self._trees[place] |= found.parts
                self._held[place] |= found.held
                yield place

    # -- what gives a variable a value -------------------------------------------------------------

    def _find_bindings(self) -> Iterator[_Binding]:
        """Find all that gives variables a value: assignments, loops and calls."""
        bare = self._bare
        for found in _ASSIGNED.finditer(bare):
            is_pattern = found["variable"] is None
            names = _WORD.findall(found["pattern"]) if is_pattern else [found["variable"]]
            source = self._find_value(found.end())
            yield _Binding(names, found.start(), source, is_member=is_pattern)
        for pattern in (_LOOP, _LOOP_OF_PHP):
            for found in pattern.finditer(bare):
                names = _WORD.findall(found["target"])
                source = range(*found.span("source"))
                yield _Binding(names, found.start("target"), source, is_member=True)
        for found in _ADDED.finditer(bare):
            for argument in self._find_arguments(found.end()):
                yield _Binding([found["owner"]], found.start(), argument, is_added=True)
        for found in _UNNAMED.finditer(bare):
            names = _WORD.findall(next(group for group in found.groups() if group is not None))
            yield _Binding(names, found.end(), self._find_caller(found), is_member=True)
        yield from self._find_bindings_of_calls()

    def _find_value(self, start: int) -> range:
        """Find the range of a value, of which the beginning is enough if it is long."""
        length = find_end_of_value(self._bare[start : start + _LONGEST], 0)
        return range(start, start + length)

    def _find_arguments(self, start: int) -> Sequence[range]:
        """Find the ranges of the arguments of a call that begin at an offset, if it is short."""
        ranges = ranges_of_arguments(self._bare[start : start + _LONGEST], 0)
        return [range(start + each.start, start + each.stop) for each in ranges]

    def _find_caller(self, found: re.Match[str]) -> range:
        """Find the range of what a function without a name gets a member of, or is called with.

        ===================================  ==================
        the function                         the range
        ===================================  ==================
        ``tree.forEach(x => x.reverse())``   ``tree.forEach(``
        ``tree.each { |x| x.reverse }``      ``tree.each``
        ``(x => x.reverse())(tree)``         ``tree``
        ===================================  ==================
        """
        first = max(0, found.start() - _LONGEST)
        text_before = self._bare[first : found.start()].rstrip(" \n\t{")
        statement = max(text_before.rfind(sign) for sign in ";{}") + 1  # 0 if no sign is found
        is_argument = text_before[statement:].strip() not in {"", "("}
        if is_argument:
            return range(first + statement, first + len(text_before))

        called_at_once = _CALLED_AT_ONCE.search(self._bare, found.end(), found.end() + _LONGEST)
        if called_at_once is None:
            return range(0)
        return range(*called_at_once.span("given"))

    def _find_bindings_of_calls(self) -> Iterator[_Binding]:
        """Find what the parameters of functions with a name get in each call of these."""
        parameters_by_name = self._functions.collect_parameters()
        for arrow in _NAMED_ARROW.finditer(self._bare):
            groups = (arrow["several"], arrow["single"])
            parameters = next(group for group in groups if group is not None)
            parameters_by_name[arrow["name"]].append((arrow.end(), parameters))
        for function in _NAMED_WITH_PATTERN.finditer(self._bare):
            definition = (function.end(), function["parameters"])
            parameters_by_name[function["name"]].append(definition)
        for call in _ANY_CALL.finditer(self._bare):
            definitions = parameters_by_name.get(call["name"], [])[:_MOST_DEFINITIONS]
            if not definitions or is_search(call["name"]):
                continue
            arguments = self._find_arguments(call.end())
            for offset, parameters in definitions:
                is_head = offset - len(parameters) - 3 <= call.end() <= offset
                if not is_head:
                    yield from _bind_parameters(parameters, offset, arguments)

    # -- what a value may be -----------------------------------------------------------------------

    def _find_in(self, source: range) -> _Found:
        """Find the trees of which a value may be a part, and those of which it may hold parts.

        ========================================  ==============================
        ``tree.children[0]``                      a part
        ``[tree, 3]``, ``new Game(tree)``         holds a part
        ``tree.slice()``                          holds a part
        ``tree.length``, ``minimax(tree)``        neither
        ========================================  ==============================
        """
        text = self._bare[source.start : source.stop]
        parts: set[str] = set()
        held: set[str] = set()
        begins_with_tree = False
        for number, name in enumerate(_NAME.finditer(text)):
            place = self._functions.place_of(name["name"], source.start)
            has_step = text[name.end() : name.end() + 1] in {"[", "."}
            parts |= self._trees[place]
            held |= self._held[place]
            if has_step:
                parts |= self._held[place]
            if number == 0:
                begins_with_tree = bool(parts or held)
        named = _Found(parts, held)
        if not named.all:
            return named
        called = _CALL.match(text)
        if called is not None and not begins_with_tree:
            return self._find_in_result(called, named)
        return _sort(text, named)

    def _find_in_result(self, called: re.Match[str], given: _Found) -> _Found:
        """Say of the trees that a call is given whether its result may be a part, or hold one."""
        name = called["name"]
        if is_search(name) or makes_no_tree(name):
            return _NO_TREES
        if called["new"] or name[:1].isupper():
            return _Found(frozenset(), given.all)
        if name.lower() in _GIVING_PARTS:
            return _Found(given.parts, given.all)
        return given if self._functions.has(name) else _NO_TREES


class _Functions:
    """The functions of a program, and which variables are their own."""

    def __init__(self, program: LiteralProgram) -> None:
        """Sort the functions by where they begin; ``main`` is the program itself."""
        self._bare = program.bare
        functions = [each for each in program.functions if each.head.name != "main"]
        self._all = sorted(functions, key=lambda each: each.head.start)
        self._starts = [each.head.start for each in self._all]
        self._names = {each.head.name for each in self._all}
        # By number: the function around each, -1 for none.
        self._around: list[int] = []
        for function in self._all:
            self._around.append(self._find_innermost(function.head.start, len(self._around) - 1))
        self._own_names = [_find_own_names(program.bare, each) for each in self._all]

    def has(self, name: str) -> bool:
        """Tell whether a function of a name is defined."""
        return name in self._names

    def list_around(self, offset: int) -> list[Function]:
        """List the functions around an offset, from the innermost outwards."""
        return [self._all[number] for number in self._list_numbers(offset)]

    def place_of(self, name: str, offset: int) -> OwnedName:
        """Return the variable that a name stands for at an offset."""
        for number in self._list_numbers(offset):
            if name in self._own_names[number]:
                return OwnedName(name, number)
        return OwnedName(name.replace("->", "."))

    def find_own_places(self, names: AbstractSet[str]) -> Iterator[OwnedName]:
        """Find the variables of some names that functions have for themselves."""
        for number, own_names in enumerate(self._own_names):
            for name in sorted(names & own_names):
                yield OwnedName(name, number)

    def collect_parameters(self) -> defaultdict[str, list[tuple[int, str]]]:
        """Collect by name where the body of each function begins, and its parameters as a text."""
        parameters: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
        for function in self._all:
            text = _get_parameters(self._bare, function)
            parameters[function.head.name].append((function.body.start + 1, text))
        return parameters

    def _list_numbers(self, offset: int) -> Iterator[int]:
        """List the numbers of the functions around an offset, from the innermost outwards."""
        number = self._find_innermost(offset, bisect_right(self._starts, offset) - 1)
        while number >= 0:
            yield number
            number = self._around[number]

    def _find_innermost(self, offset: int, number: int) -> int:
        """Find the innermost function around an offset, given the last that begins before it."""
        while number >= 0 and offset >= self._all[number].body.stop:
            number = self._around[number]
        return number


def _sort(text: str, named: _Found) -> _Found:
    """Say of the trees whose parts are named in a value whether it is one, or holds one."""
    is_test = _COMPARING.search(text) is not None and "?" not in text
    fact = _FACT.search(text)
    is_fact = fact is not None and _is_fact(fact["name"])
    if is_test or is_fact or _FUNCTION.match(text) is not None:
        return _NO_TREES
    if text.lstrip()[:1] in {"[", "{"} or _COPYING.search(text) is not None:
        return _Found(frozenset(), named.all)
    return named


def _is_fact(name: str) -> bool:
    """Tell whether an attribute or method of a node gives a number or a name: ``tree.length``."""
    return meaning(name) in _FACTS or name in _MEASURES


def _bind_parameters(
    parameters: str, offset: int, arguments: Sequence[range]
) -> Iterator[_Binding]:
    """Bind the parameters of a function to the arguments of a call, each to its own.

    Where one is taken apart, ``{ children }, depth``, all of them may be a part of any.
    """
    if "{" in parameters or "[" in parameters.replace("[]", ""):
        for argument in arguments:
            yield _Binding(_WORD.findall(parameters), offset, argument, is_member=True)
        return
    for parameter, argument in zip(parameters.split(","), arguments, strict=False):
        declared, _, _ = parameter.partition("=")
        before_type, _, _ = declared.partition(":")
        yield _Binding(_WORD.findall(before_type), offset, argument)


def _get_parameters(bare: str, function: Function) -> str:
    """Return the parameters of a function, as they are written."""
    _, _, signature = bare[function.head.start : function.body.start].partition("(")
    parameters, _, _ = signature.rpartition(")")
    return parameters


def _find_own_names(bare: str, function: Function) -> AbstractSet[str]:
    """Find the parameters and variables of a function."""
    parameters = _get_parameters(bare, function)
    names = {*_WORD.findall(parameters), *(each.name for each in function.head.parameters)}
    body = function.body
    declared = _DECLARED.finditer(bare, body.start, body.stop)
    return names | {found["name"] for found in declared}
