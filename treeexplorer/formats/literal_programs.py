"""Programs in JavaScript, C, Java and their like: where functions are, and what searches are given.

A program is looked through and never run. What a function declares holds within its calls, so that
it is no tree of the program; ``main`` is the program itself.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, Final, NamedTuple

from treeexplorer.formats.literal_atoms import QUOTED_TEXT, TRUTH_OF_WORD
from treeexplorer.formats.literal_classes import NodeClasses
from treeexplorer.formats.model import Assigned
from treeexplorer.formats.searches import SearchCall, is_search, is_search_of_tree
from treeexplorer.formats.words import may_say_who_moves

_PASSED: Final = re.compile(
    rf"(?<!\\)(?P<text>{QUOTED_TEXT})"
    r"|//[^\n]*+|/\*(?s:.*?)(?:\*/|\Z)"
)
_PIECE: Final = re.compile(
    rf"(?P<passed>{QUOTED_TEXT}|//[^\n]*|/\*(?s:.*?)(?:\*/|\Z)"
    r"|(?<![\w)\]])--(?=\s)[^\n]*|<[\w\s,.<>?*:\[\]]{1,80}>(?=\s*[({\[]))"
    r"|(?P<open>[\[({])|(?P<close>[\])}])|(?P<end>[;,\n])"
)
_BRACE: Final = re.compile(r"[{}]")
_HEAD: Final = re.compile(  # function minimax(node, depth) {   static int f(int[] a) throws E {
    r"(?P<name>[^\W\d]\w*)?\s*\((?P<parameters>(?:[^(){};]|\([^(){};]*\))*)\)"
    r"(?P<result>[^;{}()=,]{0,60}(?:=>)?\s*)\Z"
)
_ARROW: Final = re.compile(r"(?P<name>[^\W\d]\w*)?\s*=>\s*\Z")
_NAME_BEFORE: Final = re.compile(
    r"(?P<name>[^\W\d]\w*)\s*(?::[^=]*)?=\s*(?:async\s+)?(?:function\b\s*)?\Z"
)
_LONGEST_HEAD: Final = 400  # characters
_CONTROL: Final = frozenset(
    {
        "if", "else", "for", "foreach", "while", "do", "switch", "catch", "try", "with", "using",
        "lock", "synchronized", "match", "when",
    }
)  # fmt: skip
_CALL: Final = re.compile(r"\b(?P<name>[^\W\d]\w*+)\s*+\(")
_CALL_ALONE: Final = re.compile(r"\s*(?:await\s+)?(?P<name>[^\W\d]\w*)\s*\([^()]*\)\s*")
_ARROW_VALUE: Final = re.compile(  # const getTree = () => [[5, 8], [2, 6]]
    r"\b(?P<name>[^\W\d]\w*+)\s*(?::[^=\n]{0,80})?=\s*\(\s*\)\s*(?::[^=\n]{0,80})?=>\s*(?=[(\[]|new\b)"
)
_WRITTEN_OUT: Final = re.compile(r"\s*(?:[\[{]|new\s+\w*Node\b)")
_RETURN: Final = re.compile(r"\breturn\b\s*")
_END_OF_BODY: Final = re.compile(r"[\s;]*\}")
_EACH: Final = re.compile(r"\.each\s*\((?=\s*\[)")
_BRACKET: Final = re.compile(r"(?P<open>[\[({])|(?P<close>[\])}])|(?P<comma>,)")
_NAME: Final = re.compile(r"[^\W\d]\w*")
_VARIABLE: Final = re.compile(r"\s*(?:[^\W\d]\w*\s*(?:\.|->)\s*)*(?P<name>[^\W\d]\w*)\s*")
_SCALAR: Final = re.compile(  # const player = …;   boolean isMax = …;
    r"(?:^|[;{}])[^\S\n]*+(?:(?:[\w.*]|::)+\s+){0,4}(?P<variable>[^\W\d]\w*)\s*(?::\s*\w+\s*)?"
    r":?=(?![=>])(?P<value>[^;,\n]*)",
    re.MULTILINE,
)


class _Parameter(NamedTuple):
    """A parameter of a function, with what is written as its default; empty for none."""

    name: str
    default: str


class _Head(NamedTuple):
    """The head of a function, which stands before its body: ``function f(a, b)``.

    Attributes:
        name: The function's name, empty for none.
        start: The offset where its name or its parameters begin.
        parameters: Its parameters.
    """

    name: str
    start: int
    parameters: Sequence[_Parameter]


class Function(NamedTuple):
    """A function that is defined: its head, and the range of its body with the braces."""

    head: _Head
    body: range


class _OpenBrace(NamedTuple):
    """A brace that is not closed yet.

    Attributes:
        offset: Where it stands.
        head: The head of the function whose body it opens; ``None`` if it opens another block,
            as that of an ``if``.
    """

    offset: int
    head: _Head | None


class _Call(NamedTuple):
    """A call of a function.

    Attributes:
        function: The name of the function.
        arguments: The range of each argument in the text.
    """

    function: str
    arguments: Sequence[range]


class LiteralProgram:
    """The functions of a program, and the calls of searches outside of them.

    >>> program = LiteralProgram("function f(a) { t = [1, 2]; } u = [3];")
    >>> program.is_outside(16), program.is_outside(30)
    (False, True)

    Attributes:
        text: The text.
        bare: The text, with blanks for comments and for texts in quotes.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.bare = blank_out_texts(text)
        self._functions = list(_find_functions(self.bare))
        bodies = [each.body for each in self._functions if each.head.name != "main"]
        self._bodies = _keep_outermost(bodies)
        self._starts = [body.start for body in self._bodies]

    @cached_property
    def classes(self) -> NodeClasses:
        """The classes of the program, whose parameters say what the arguments of nodes are."""
        return NodeClasses(self.bare)

    @property
    def functions(self) -> Sequence[Function]:
        """The functions of the program whose bodies stand in braces, inner ones first."""
        return self._functions

    def find_arguments_of_calls(self, name: str) -> Iterator[Sequence[range]]:
        """Find the calls of a function outside of functions, each with its arguments' ranges."""
        for call in re.finditer(rf"(?<![\w.>]){re.escape(name)}\s*\(", self.bare):
            if self.is_outside(call.start()):
                yield ranges_of_arguments(self.bare, call.end())

    def is_outside(self, offset: int) -> bool:
        """Tell whether a place is in no function, or only in ``main``."""
        number_before = bisect_right(self._starts, offset)
        return number_before == 0 or offset not in self._bodies[number_before - 1]

    @cached_property
    def returned_values(self) -> dict[str, range]:
        """The functions with one return, at their end, each with the range of its value.

        Of ``function getTree() { return [[5, 8], [2, 6]]; }`` it is that of the list, and so it is
        of ``getTree = () => [[5, 8], [2, 6]]``. A function whose value depends on a parameter does
        not count, nor a name that two functions have.
        """
        values_of_arrows = {
            arrow["name"]: range(arrow.end(), find_end_of_value(self.bare, arrow.end()))
            for arrow in _ARROW_VALUE.finditer(self.bare)
        }
        return {**self._find_values_of_functions(), **values_of_arrows}

    def _find_values_of_functions(self) -> dict[str, range]:
        """Find the value that each function with braces returns at its end, and nowhere else.

        Of ``function build() { return [3, 5]; }`` that is the range of ``[3, 5]``. A function is
        left out if its value is made of its parameters, or if another has its name.
        """
        name_counts = Counter(function.head.name for function in self._functions)
        value_ranges: dict[str, range] = {}
        for function in self._functions:
            name = function.head.name
            value = _find_only_returned_value(self.bare, function.body)
            if value is None or name_counts[name] > 1:
                continue
            parameters = {parameter.name for parameter in function.head.parameters}
            names_in_value = _NAME.findall(self.bare, value.start, value.stop)
            is_same_in_each_call = parameters.isdisjoint(names_in_value)
            if is_same_in_each_call:
                value_ranges[name] = value
        return value_ranges

    def find_returned_variables(self, value_range: range) -> set[str]:
        """Find the variables in what a function returns, if a value is a call of such a function.

        Of ``build()`` it is ``{"root"}`` if ``function build() { …; return root; }`` is defined,
        with this one return. Of any other value there are none.
        """
        returned = self.resolve(value_range)
        if returned == value_range:
            return set()
        return set(_NAME.findall(self.bare, returned.start, returned.stop))

    def resolve(self, value_range: range) -> range:
        """Return the range of what a function returns, if a value is a call of such a function.

        Of ``getTree()`` it is the range of the value in ``return``, if it is known (see
        :attr:`returned_values`). Any other value keeps its range.
        """
        call = _CALL_ALONE.fullmatch(self.bare, value_range.start, value_range.stop)
        if call is None:
            return value_range
        return self.returned_values.get(call["name"], value_range)

    def find_player_variables(self) -> Iterator[Assigned]:
        """Yield what the program assigns, outside functions, to variables that say who moves.

        A value that is no text, number or truth value is ``None``.
        """
        for found in _SCALAR.finditer(self.bare):
            variable = found["variable"]
            if may_say_who_moves(variable) and self.is_outside(found.start()):
                yield Assigned(self._parse_constant_at(range(*found.span("value"))), variable)

    def find_searches(self, *, within_functions: bool = False) -> Iterator[SearchCall]:
        """Yield the calls of search functions that the program makes outside of its functions.

        A function is a search if its name says so. Of ``minimax(tree, 2)`` the call has, beside the
        definition ``minimax(node, depth, isMax = true)``,

        - the names of the parameters ``node``, ``depth`` and ``isMax``; none without a definition;
        - the values of the arguments ``"tree"`` and ``2``;
        - the defaults of the parameters without an argument: ``isMax`` with ``True``.

        Args:
            within_functions: Whether to yield those within functions, too.
        """
        parameters_by_function = {each.head.name: each.head.parameters for each in self._functions}
        for call in self._find_search_calls(within_functions=within_functions):
            values = list(map(self._parse_constant_at, call.arguments))
            parameters = parameters_by_function.get(call.function, ())
            names = [parameter.name for parameter in parameters]
            parameters_without_argument = parameters[len(values) :]
            defaults = {
                parameter.name: _parse_constant(parameter.default)
                for parameter in parameters_without_argument
                if parameter.default
            }
            yield SearchCall(call.function, names, values, defaults)

    def find_written_out_trees(self, *, within_functions: bool) -> Iterator[range]:
        """Yield the range of each list, record or node that is written out in a call of a search.

        Args:
            within_functions: Whether to look in functions, too, since there stand tests.
        """
        for call in self._find_search_calls(within_functions=within_functions):
            if not is_search_of_tree(call.function):
                continue
            for argument in map(self.resolve, call.arguments):
                if _WRITTEN_OUT.match(self.text, argument.start, argument.stop) is not None:
                    yield argument

    def find_lists_of_cases(self) -> Iterator[range]:
        """Yield the range of each list of test cases of Jest: ``test.each([[[3, 5], 5]])``."""
        for found in _EACH.finditer(self.bare):
            yield from ranges_of_arguments(self.bare, found.end())[:1]

    def find_searched_variables(self) -> set[str]:
        """Find the variables that are handed to searches outside functions.

        In ``minimax(tree, 2)`` that is ``tree``; of ``game.tree`` it is what stands behind the dot.
        """
        arguments = [each for call in self._find_search_calls() for each in call.arguments]
        return self._collect_variables(arguments)

    def find_variables_searched_anywhere(self) -> set[str]:
        """Find the variables given to searches: all outside functions, within them the first."""
        first_arguments = [
            call.arguments[0]
            for call in self._find_search_calls(within_functions=True)
            if call.arguments and is_search_of_tree(call.function)
        ]
        return self.find_searched_variables() | self._collect_variables(first_arguments)

    def _collect_variables(self, arguments: Iterable[range]) -> set[str]:
        """Collect the arguments that are variables alone: ``tree``, and not ``2``."""
        names: set[str] = set()
        for argument in arguments:
            variable = _VARIABLE.fullmatch(self.bare, argument.start, argument.stop)
            if variable is not None:
                names.add(variable["name"])
        return names

    def _find_search_calls(self, *, within_functions: bool = False) -> Iterator[_Call]:
        """Find the calls of searches, outside functions or everywhere, with their arguments.

        Calls within the arguments of another one are left out. Of ``minimax(tree, 2)`` the function
        is ``minimax``, and the ranges are the offsets of ``tree`` and ``2``.
        """
        starts_of_heads = {function.head.start for function in self._functions}
        end_of_last_call = 0
        for call in _CALL.finditer(self.bare):
            start = call.start()
            is_within_last_call = start < end_of_last_call
            # `minimax(node, depth) {` is where a function is defined, and no call of it.
            is_definition = start in starts_of_heads
            if is_within_last_call or is_definition or not is_search(call["name"]):
                continue
            if not within_functions and not self.is_outside(start):
                continue

            arguments = ranges_of_arguments(self.bare, call.end())
            # There is no range if the bracket is never closed: it reaches to the end of the text.
            end_of_last_call = arguments[-1].stop if arguments else len(self.bare)
            yield _Call(call["name"], arguments)

    def _parse_constant_at(self, offsets: range) -> Any:
        """Parse the constant in a range of the text, or the name of one; ``None`` for neither."""
        return _parse_constant(self.text[offsets.start : offsets.stop])


def _parse_constant(source: str) -> Any:
    """Parse the constant that is written, or the name of one; ``None`` for neither.

    >>> _parse_constant(" false"), _parse_constant("'MIN'"), _parse_constant("Player.MAX")
    (False, 'MIN', 'MAX')
    >>> _parse_constant("1"), _parse_constant("a + b")
    (1, None)
    """
    word = source.strip()
    if word in TRUTH_OF_WORD:
        return TRUTH_OF_WORD[word]
    if word.removeprefix("-").isdecimal():
        return int(word)
    if word[:1] in {'"', "'"}:
        return word[1:-1]
    # Of a name with dots, Player.MAX, what stands behind the last of them.
    name = _VARIABLE.fullmatch(word)
    return None if name is None else name["name"]


def _find_only_returned_value(bare: str, body: range) -> range | None:
    """Find the value that a function returns at its end; ``None`` if it has no or two returns.

    Args:
        bare: The program, without comments and texts in quotes.
        body: The range of the function's body, with its braces.
    """
    returns = [*_RETURN.finditer(bare, body.start, body.stop)]
    if len(returns) != 1:
        return None
    start = returns[0].end()
    end_of_value = find_end_of_value(bare, start)
    is_last_statement = _END_OF_BODY.fullmatch(bare, end_of_value, body.stop) is not None
    return range(start, end_of_value) if is_last_statement else None


def _keep_outermost(bodies: list[range]) -> list[range]:
    """Keep only the bodies that are in no other, from the first to the last.

    >>> _keep_outermost([range(3, 5), range(1, 7), range(8, 9)])
    [range(1, 7), range(8, 9)]
    """
    outermost: list[range] = []
    for body in sorted(bodies, key=lambda each: each.start):
        is_inside = len(outermost) > 0 and body.start in outermost[-1]
        if not is_inside:
            outermost.append(body)
    return outermost


def blank_out_texts(text: str) -> str:
    """Return a program with blanks for comments and for texts in quotes, which stay as long."""
    return _PASSED.sub(_blank, text)


def _blank(passed: re.Match[str]) -> str:
    """Return blanks for a comment or a text in quotes; a text keeps its quotes."""
    if passed["text"] is None:
        return re.sub(r"[^\n]", " ", passed[0])
    return f'"{" " * (len(passed[0]) - 2)}"'


def _find_functions(bare: str) -> Iterator[Function]:
    """Find the functions whose bodies stand in braces, in the order in which they end.

    So inner functions come before those around them.

    Args:
        bare: The program, without comments and texts in quotes.
    """
    open_braces: list[_OpenBrace] = []
    for brace in _BRACE.finditer(bare):
        if brace[0] == "{":
            head = _parse_head_before(bare, brace.start())
            open_braces.append(_OpenBrace(brace.start(), head))
        # A closing brace too many is passed over.
        elif open_braces:
            opening = open_braces.pop()
            if opening.head is not None:
                yield Function(opening.head, range(opening.offset, brace.end()))


def _parse_head_before(bare: str, brace: int) -> _Head | None:
    """Parse the head of the function whose body a brace opens; return ``None`` if it opens none.

    By what stands before the brace the head has

    ===========================  ======================  ==============
    before the brace             the name                the parameters
    ===========================  ======================  ==============
    ``function f(a, b)``         f                       a and b
    ``int f(int[] a) throws E``  f                       a
    ``const f = (a, b) =>``      f, as the variable has  a and b
    ``node =>``                  none                    none
    ===========================  ======================  ==============

    There is no head before the brace of ``while (a) {``, which opens a block.
    """
    # No more than a head can be long, or a long program takes time in its square.
    first_offset = max(0, brace - _LONGEST_HEAD)
    text_before = bare[first_offset:brace]
    if not _may_end_with_head(text_before):
        return None

    head = _HEAD.search(text_before)
    if head is None:
        # Without parentheses: node => { … }
        is_arrow = _ARROW.search(text_before) is not None
        return _Head("", brace, ()) if is_arrow else None
    if _is_of_block(head):
        return None
    return _Head(
        name=_find_name_of_function(head),
        start=first_offset + head.start(),
        parameters=_parse_parameters(head["parameters"]),
    )


def _may_end_with_head(before: str) -> bool:
    """Tell by the last sign whether a head may end here: with its parameters, an arrow or a type.

    This is a quick test.
    """
    last = before.rstrip()[-1:]
    return last in {")", ">"} or last.isalnum()


def _is_of_block(head: re.Match[str]) -> bool:
    """Tell whether what looks like the head of a function is that of a block: ``while (a) {``.

    The word for the block stands in the place of the function's name, before it or at the end, as
    in ``else if (a) {`` and ``(a) match {``.
    """
    word_before = head.string[: head.start()].split()[-1:]
    words = [*word_before, head["name"], *head["result"].split()]
    return not _CONTROL.isdisjoint(words)


def _find_name_of_function(head: re.Match[str]) -> str:
    """Find the name in a match of ``_HEAD``, or the variable that the function is assigned to.

    Of ``int f(a)`` it is the group ``name``. Of ``const f = (a) =>`` the match begins with the
    parentheses, and of ``const f = function (a)`` with a word that is no name. Without a variable
    the name is empty.
    """
    if head["name"] not in {None, "function"}:
        return head["name"]
    assigned = _NAME_BEFORE.search(head.string[: head.start()])
    return "" if assigned is None else assigned["name"]


def _parse_parameters(source: str) -> list[_Parameter]:
    """Parse the parameters between the parentheses of a head; what has no name is none."""
    parameters = map(_parse_parameter, source.split(","))
    return [parameter for parameter in parameters if parameter is not None]


def _parse_parameter(source: str) -> _Parameter | None:
    """Parse the name and the default of one parameter; return ``None`` if it has no name.

    The name is the last word before a colon or the default: ``int scores[]`` of C has the type
    first, ``depth: number = 3`` of TypeScript behind a colon.

    >>> _parse_parameter("int scores[]"), _parse_parameter("depth: number = 3")
    (_Parameter(name='scores', default=''), _Parameter(name='depth', default='3'))

    Go has the type last. There only a parameter that says who moves has the right name, and no
    other is asked for.

    >>> _parse_parameter("isMax bool").name, _parse_parameter("depth int").name
    ('isMax', 'int')

    Args:
        source: The text between two commas.
    """
    declared, _, default = source.partition("=")
    before_colon, _, _ = declared.partition(":")
    words = _NAME.findall(before_colon)
    if not words:
        return None
    words_for_players = [word for word in words if may_say_who_moves(word)]
    name = words_for_players[0] if words_for_players else words[-1]
    return _Parameter(name, default.strip())


def ranges_of_arguments(bare: str, start: int) -> list[range]:
    """Return the ranges of the arguments of a call.

    >>> ranges_of_arguments("f([3, 5], b)", start=2)
    [range(2, 8), range(9, 11)]

    Args:
        bare: The program, without comments and texts in quotes.
        start: The offset behind the opening bracket of the call.

    Returns:
        A range for each argument, with the blanks around it; for ``f()`` one that is empty. There
        are none if the bracket is never closed.
    """
    arguments: list[range] = []
    start_of_argument = start
    depth = 0  # of the brackets within an argument
    for found in _BRACKET.finditer(bare, start):
        if found["open"]:
            depth += 1
        elif found["close"] and depth > 0:
            depth -= 1
        elif depth == 0:  # a comma between two arguments, or the bracket that closes the call
            arguments.append(range(start_of_argument, found.start()))
            start_of_argument = found.end()
            if found["close"]:
                return arguments
    return []


def find_end_of_value(text: str, start: int) -> int:
    """Return where a value ends: at a semicolon, a comma or a line's end outside its brackets.

    >>> find_end_of_value("tree = [[5, 8], 2]; depth = 3", 7)
    18

    Args:
        text: The program.
        start: The offset where the value begins.
    """
    depth = 0
    for piece in _PIECE.finditer(text, start):
        if piece["open"]:
            depth += 1
        elif piece["close"]:
            depth -= 1
        # Below zero: a bracket was closed that was opened before the value. Texts in quotes and
        # comments are pieces of their own, and change nothing.
        is_outside = depth < 0 or (depth == 0 and piece["end"] is not None)
        if is_outside:
            return piece.start()
    return len(text)
