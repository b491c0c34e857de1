"""Expressions of JavaScript, told as expressions of Python, at their places in the text.

``new Node("A")`` is told as ``Node("A")``, ``[3, 5].map(v => leaf(v))`` as a comprehension, and
``{ name: "A", children: [] }`` as a node with these facts. What has no such telling is refused.
"""

from __future__ import annotations

import ast
import re
from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple, TypeVar

from treeexplorer.formats.literal_atoms import (
    INFINITY_OF_WORD,
    TRUTH_OF_WORD,
    spell_number,
    unescape_text,
)
from treeexplorer.formats.literal_calls import is_around_table
from treeexplorer.formats.model import UnreadableError
from treeexplorer.formats.script_parts import (
    PRECEDENCE,
    SELF,
    ArrowFunction,
    Parameters,
    ScriptBlock,
    join_values,
    make_dictionary,
    make_members,
    make_signature,
)
from treeexplorer.formats.script_tokens import Token, TokenReader
from treeexplorer.formats.words import meaning

_Node = TypeVar("_Node", bound=ast.expr | ast.stmt)
_DEEPEST: Final = 60
"""How deep expressions are nested in programs that are followed."""
_CONSTANTS: Final = {"null": None, "undefined": None, **TRUTH_OF_WORD}
_HOLE: Final = re.compile(r"\$\{([^{}`]*)\}")
_OF_RECORDS: Final = {"entries": "items", "keys": "keys", "values": "values"}
"""What Python calls the functions of ``Object`` that list what is in a record."""
_COLLECTIONS: Final = frozenset({"Set", "WeakSet", "Stack", "Queue", "Deque", "PriorityQueue"})
_MAPS: Final = frozenset({"Map", "Object"})
_NO_VALUES: Final = frozenset({"function", "class", "async", "yield", "super"})
"""The words that begin what has no telling as an expression."""
_CHANGING_LISTS: Final = frozenset({"unshift", "shift", "splice", "fill"})
"""The methods that change a list otherwise than at its end; ``insert`` of Python stands for all."""
RECORD: Final = "NodeOfRecord"
"""The class of what is written as a record with the facts of a node.

It is called as a class of nodes is, since any other may be a game around its tree, ``Game(t)``.
"""
_MODIFIERS: Final = frozenset({"public", "private", "protected", "readonly"})
"""What stands before a parameter of a constructor that is a field, too."""


class _Entry(NamedTuple):
    """A key of a record with its value."""

    key: str
    value: ast.expr


class _Parameter(NamedTuple):
    """A parameter of a function.

    Attributes:
        target: What an argument is assigned to: ``v``, or names in brackets, ``[name, value]``.
        default: What it is without an argument; ``None`` for nothing.
        is_rest: Whether it is a list of all further arguments: ``...values``.
        is_field: Whether it is a field of the object, too: ``public name``.
    """

    target: ast.Name | ast.Tuple
    default: ast.expr | None
    is_rest: bool = False
    is_field: bool = False

    @property
    def name(self) -> str:
        """Its name; empty for names in brackets."""
        return self.target.id if isinstance(self.target, ast.Name) else ""


class LoopHead(NamedTuple):
    """What stands in ``for target in items``."""

    target: ast.expr
    items: ast.expr


class ExpressionParser(TokenReader, ABC):
    """Parses expressions; what parses statements is built upon it."""

    def __init__(self, text: str) -> None:
        """Begin before the first token of a program."""
        super().__init__(text)
        self._depth = 0  # of the expressions that are being parsed
        self._line_starts = [0, *(found.end() for found in re.finditer(r"\n", text))]

    @abstractmethod
    def parse_scope(self) -> ScriptBlock:
        """Parse statements in braces, whose variables hold within them alone."""

    # -- places ------------------------------------------------------------------------------------

    def place(self, new: _Node, start: int) -> _Node:
        """Give a part of the Python program its place: from an offset to the last token's end."""
        return self._place_between(new, start, self.last.stop)

    def _place_between(self, new: _Node, start: int, stop: int) -> _Node:
        """Give a part of the Python program the place between two offsets of the text."""
        new.lineno, new.col_offset = self._find_line(start)
        new.end_lineno, new.end_col_offset = self._find_line(stop)
        return new

    def _find_line(self, offset: int) -> tuple[int, int]:
        """Find the number of a line and the column in bytes, as Python counts them."""
        number = bisect_right(self._line_starts, offset)
        line_start = self._line_starts[number - 1]
        return number, len(self.text[line_start:offset].encode())

    # -- operators ---------------------------------------------------------------------------------

    def parse_expression(self) -> ast.expr:
        """Parse an expression, up to what cannot belong to it.

        Raises:
            UnreadableError: It has no telling in Python.
        """
        self._depth += 1
        if self._depth > _DEEPEST:
            raise self.make_error()
        start = self.next.start
        value = self._parse_binary(0)
        if self.accept("?"):
            body = self.parse_expression()
            self.expect(":")
            other = self.parse_expression()
            value = self.place(ast.IfExp(value, body, other), start)
        while self.accept("as", "satisfies"):  # tree as Node[]
            self.skip_type()
        self._depth -= 1
        return value

    def _parse_binary(self, lowest: int) -> ast.expr:
        """Parse values between operators that bind more strongly than a number says."""
        start = self.next.start
        left = self._parse_unary()
        while self.is_next(*PRECEDENCE) and PRECEDENCE[self.next.source] > lowest:
            sign = self.advance().source
            right = self._parse_binary(PRECEDENCE[sign])
            left = self.place(join_values(sign, left, right), start)
        return left

    def _parse_unary(self) -> ast.expr:
        """Parse what may have a sign or an operator of one value before it.

        What has none in Python is parsed to what means the same to a reader of trees::

            -3                  -3
            +3                  3
            !done               not done
            await load()        load(), since the promise is for its result
            typeof x            not x: as that, it is made of x, and is no node
        """
        start = self.next.start
        if self.accept("!", "typeof"):
            return self.place(ast.UnaryOp(ast.Not(), self._parse_unary()), start)
        if self.accept("-"):
            return self.place(ast.UnaryOp(ast.USub(), self._parse_unary()), start)
        if self.accept("+", "await"):
            return self._parse_unary()
        return self._parse_postfix()

    def _parse_postfix(self) -> ast.expr:
        """Parse a value with its attributes, items and calls: ``nodes[0].add(b)``."""
        start = self.next.start
        value = self._parse_primary()
        while True:
            if self.accept(".", "?."):
                value = self.place(self._make_attribute(value, self.expect_name().source), start)
            elif self.is_next("!") and self.peek(1) in {".", "[", ")", ",", ";", "]"}:
                self.advance()  # nodes.get("A")!.children
            elif self.accept("["):
                key = self.parse_expression()
                # There is nothing at tree[-1] in JavaScript; in Python it is the last member.
                if isinstance(key, ast.UnaryOp):
                    raise self.make_error()
                self.expect("]")
                value = self.place(ast.Subscript(value, key, ast.Load()), start)
            elif self.is_next("("):
                value = self.place(self._make_call(value, self._parse_arguments()), start)
            else:
                return value

    # -- values ------------------------------------------------------------------------------------

    def _parse_primary(self) -> ast.expr:
        """Parse a value alone: a function, a constant, what stands in brackets, or a name."""
        token = self.next
        if self._is_arrow_next():
            return self._parse_arrow()
        match token.kind:
            case "number":
                self.advance()
                return self.place(ast.Constant(_parse_number(token)), token.start)
            case "text":
                self.advance()
                return self.place(ast.Constant(unescape_text(token.source[1:-1])), token.start)
            case "template":
                self.advance()
                return self._make_text_of_template(token)
        match token.source:
            case "[":
                self.advance()
                members = make_members(self._parse_members("]"))
                return self.place(ast.List(members, ast.Load()), token.start)
            case "{":
                return self._parse_record()
            case "(":
                self.advance()
                value = self.parse_expression()
                self.expect(")")
                return value
            case "new":
                return self._parse_new()
        return self._parse_word()

    def _parse_word(self) -> ast.expr:
        """Parse a name: ``null``, ``this``, or that of a variable."""
        start = self.next.start
        word = self.expect_name().source
        if word in _NO_VALUES:
            raise self.make_error()
        if word in _CONSTANTS:
            return self.place(ast.Constant(_CONSTANTS[word]), start)
        name = SELF if word == "this" else word
        return self.place(ast.Name(name, ast.Load()), start)

    def _parse_arguments(self) -> list[ast.expr]:
        """Parse the arguments of a call with their parentheses."""
        self.expect("(")
        return self._parse_members(")")

    def _parse_members(self, closing: str) -> list[ast.expr]:
        """Parse values between commas up to a closing bracket, and that bracket."""
        members: list[ast.expr] = []
        while not self.accept(closing):
            start = self.next.start
            is_spread = self.accept("...")
            member = self.parse_expression()
            if is_spread:
                member = self.place(ast.Starred(member, ast.Load()), start)
            members.append(member)
            self._expect_comma_before(closing)
        return members

    def _expect_comma_before(self, closing: str) -> None:
        """Go on behind a comma, which is wanted unless the closing bracket is next."""
        if self.next.source != closing:
            self.expect(",")

    def _parse_new(self) -> ast.expr:
        """Parse what ``new`` makes, whose class may stand in a module: ``new vis.DataSet([…])``.

        ==========================  =============================================
        ``new Map([["A", 3]])``     the record ``{"A": 3}``
        ``new go.TreeModel([…])``   the list that it is put around
        ``new Node("A")``           the node ``Node("A")``
        ==========================  =============================================

        Raises:
            UnreadableError: It is a set or the like, since what is added to one is no child of it,
                or a map of what is no list of pairs.
        """
        start = self.expect("new").start
        name = self.expect_name().source
        while self.accept("."):
            name = self.expect_name().source
        if self.next.source == "<":
            self.skip_type()
        arguments = self._parse_arguments() if self.next.source == "(" else []

        if name in _COLLECTIONS:
            raise self.make_error()
        if name in _MAPS:
            dictionary = make_dictionary(arguments)
            if dictionary is None:
                raise self.make_error()
            return self.place(dictionary, start)
        if is_around_table(name) and len(arguments) == 1:
            return arguments[0]
        function = self.place(ast.Name(name, ast.Load()), start)
        return self.place(ast.Call(function, arguments, []), start)

    def _parse_record(self) -> ast.expr:
        """Parse ``{ name: "A", children }``: a node if its keys say so, else a record.

        Raises:
            UnreadableError: A key stands twice, or JavaScript gives the keys another order.
        """
        start = self.expect("{").start
        entries: list[_Entry] = []
        while not self.accept("}"):
            entries.append(self._parse_entry())
            self._expect_comma_before("}")
        keys = [entry.key for entry in entries]
        has_repeated_key = len(set(keys)) < len(keys)
        if has_repeated_key or not _keeps_order_of(keys):
            raise self.make_error()
        return self.place(self._make_record(entries, start), start)

    def _make_record(self, entries: Sequence[_Entry], start: int) -> ast.expr:
        """Make ``Record(name="A")`` of entries whose keys have a meaning, else a dictionary."""
        keys = [entry.key for entry in entries]
        has_meaning = any(meaning(key) is not None for key in keys)
        if has_meaning and all(map(str.isidentifier, keys)):
            facts = [ast.keyword(entry.key, entry.value) for entry in entries]
            return ast.Call(self.place(ast.Name(RECORD, ast.Load()), start), [], facts)
        constants: list[ast.expr | None] = [self.place(ast.Constant(key), start) for key in keys]
        return ast.Dict(constants, [entry.value for entry in entries])

    def _parse_entry(self) -> _Entry:
        """Parse a key of a record with its value; ``children`` alone has that of the variable."""
        token = self.advance()
        if token.kind not in {"name", "text", "number"}:
            raise self.make_error()
        key = unescape_text(token.source[1:-1]) if token.kind == "text" else token.source
        if self.accept(":"):
            return _Entry(key, self.parse_expression())
        is_variable = token.kind == "name" and self.next.source in {",", "}"}
        if not is_variable:
            raise self.make_error()
        return _Entry(key, self.place(ast.Name(key, ast.Load()), token.start))

    def _make_text_of_template(self, token: Token) -> ast.JoinedStr:
        """Make the text with holes that a template is: of ```N${i}``` it is ``f"N{i}"``.

        Raises:
            UnreadableError: In a hole stands more than a name, a constant, or a sum or the like.
        """
        text_and_holes = token.source[1:-1]  # without the backquotes
        parts: list[ast.expr] = []
        start_of_text = 0
        for hole in _HOLE.finditer(text_and_holes):
            text_before_hole = text_and_holes[start_of_text : hole.start()]
            parts.append(ast.Constant(text_before_hole))
            parts.append(ast.FormattedValue(self._parse_hole(hole[1]), -1))
            start_of_text = hole.end()
        parts.append(ast.Constant(text_and_holes[start_of_text:]))
        joined = ast.JoinedStr(parts)
        # In the text of the program all of it stands where the template does.
        for node in ast.walk(joined):
            if isinstance(node, ast.expr):
                self._place_between(node, token.start, token.stop)
        return joined

    def _parse_hole(self, source: str) -> ast.expr:
        """Parse what stands in a hole of a template: ``i``, ``i + 1``.

        Raises:
            UnreadableError: It is more than a name, a constant, or a sum or the like, or is none of
                Python: ``a?.b``.
        """
        try:
            value = ast.parse(source.strip(), mode="eval").body
        except SyntaxError:
            raise self.make_error() from None
        if not isinstance(value, ast.Name | ast.BinOp | ast.Constant):
            raise self.make_error()
        return value

    # -- functions without a name ------------------------------------------------------------------

    def _is_arrow_next(self) -> bool:
        """Tell whether a function without a name begins here: ``v =>`` or ``(v, i) =>``."""
        if self.next.kind == "name":
            return self.peek(1) == "=>"
        if self.next.source != "(":
            return False
        closing = self.find_closing(self.position)
        return self.peek(closing - self.position + 1) == "=>"

    def _parse_arrow(self) -> ArrowFunction:
        """Parse a function without a name: ``v => leaf(v)``, ``(v) => { return leaf(v); }``."""
        start = self.next.start
        parameters = self._parse_parameters_of_arrow()
        self.expect("=>")
        if self.next.source == "{":
            block = self.parse_scope()
        else:
            value = self.parse_expression()
            block = ScriptBlock([self.place(ast.Return(value), start)])
        return self.place(ArrowFunction(parameters, block), start)

    def _parse_parameters_of_arrow(self) -> Parameters:
        """Parse what stands before an arrow: parameters in parentheses, or one without them."""
        if self.next.kind != "name":
            return self.parse_parameters()
        token = self.advance()
        target = self.place(ast.Name(token.source, ast.Store()), token.start)
        return Parameters([target], make_signature([token.source]))

    def parse_parameters(self) -> Parameters:
        """Parse the parameters of a function in their parentheses.

        Raises:
            UnreadableError: One without a default follows one with a default.
        """
        self.expect("(")
        parameters: list[_Parameter] = []
        while not self.accept(")"):
            parameters.append(self._parse_parameter())
            self._expect_comma_before(")")
        for parameter, following in pairwise(parameters):
            lacks_default = following.default is None and not following.is_rest
            if parameter.default is not None and lacks_default:
                raise self.make_error()
        return _combine_parameters(parameters)

    def _parse_parameter(self) -> _Parameter:
        """Parse one parameter with its type and its default: ``public value: number = 0``."""
        start = self.next.start
        if self.accept("["):
            names = [_make_name_target(member) for member in self._parse_members("]")]
            list_of_names = self.place(ast.Tuple([*names], ast.Store()), start)
            return _Parameter(list_of_names, self._parse_default())

        is_rest = self.accept("...")
        is_field = self.next.source in _MODIFIERS
        while self.next.source in _MODIFIERS:
            self.advance()
        name = self.place(ast.Name(self.expect_name().source, ast.Store()), start)
        return _Parameter(name, self._parse_default(), is_rest=is_rest, is_field=is_field)

    def _parse_default(self) -> ast.expr | None:
        """Parse the default of a parameter, and skip its type: ``?: number = 0`` has 0."""
        self.accept("?")
        self.skip_annotation()
        return self.parse_expression() if self.accept("=") else None

    # -- calls -------------------------------------------------------------------------------------

    def _make_attribute(self, owner: ast.expr, name: str) -> ast.expr:
        """Make an attribute of a value.

        =============================  ================
        ``kids.length``                ``len(kids)``
        ``Number.NEGATIVE_INFINITY``   ``-inf``
        ``root.left``                  ``root.left``
        =============================  ================
        """
        if name == "length":
            return ast.Call(self.make_name("len"), [owner], [])
        if name in INFINITY_OF_WORD:
            infinity = self.make_name("inf")
            is_negative = INFINITY_OF_WORD[name].startswith("-")
            return ast.UnaryOp(ast.USub(), infinity) if is_negative else infinity
        return ast.Attribute(owner, name, ast.Load())

    def _make_call(self, function: ast.expr, arguments: list[ast.expr]) -> ast.expr:
        """Make what a call is in Python, where JavaScript calls it otherwise.

        ==========================  ===================================================
        ``Object.keys(tree)``       ``tree.keys()``
        ``console.log(tree)``       ``print(tree)``
        ``kids.push(b)``            see :meth:`_make_call_of_method`
        ``minimax(tree, 2)``        the same
        ==========================  ===================================================

        Raises:
            UnreadableError: It may change what it is given in a way that Python does not have, as
                ``Object.assign(root, {value: 3})`` does.
        """
        match function:
            case ast.Attribute(value=ast.Name(id="Object"), attr=method):
                if method not in _OF_RECORDS or len(arguments) != 1:
                    raise self.make_error()
                return self._call_method(arguments[0], _OF_RECORDS[method], [])
            case ast.Attribute(value=ast.Name(id="Reflect")):
                raise self.make_error()
            case ast.Attribute(value=ast.Name(id="console")):
                return ast.Call(self.make_name("print"), arguments, [])
            case ast.Attribute(value=owner, attr=method):
                return self._make_call_of_method(owner, method, function, arguments)
        return ast.Call(function, arguments, [])

    def _make_call_of_method(
        self, owner: ast.expr, method: str, function: ast.expr, arguments: list[ast.expr]
    ) -> ast.expr:
        """Make what the call of a method is in Python; ``owner.method`` is the function.

        The methods that also have an equal there are called otherwise::

            kids.push(b)                kids.append(b)
            kids.push(b, c)             kids.extend([b, c])
            kids.push(...others)        kids.extend(others)
            nodes.get("A")              nodes["A"]
            values.slice(1, 3)          values[1:3]
            names.map(n => Node(n))     [Node(n) for n in names]
            kids.shift()                kids.insert(), as any change but at the end
            game.search(root)           game.search(root)

        Raises:
            UnreadableError: It calls another function: ``list.push.apply(children, [b])``.
        """
        match method, arguments:
            case "push", [ast.Starred(value=several)]:
                return self._call_method(owner, "extend", [several])
            case "push", [only]:
                return self._call_method(owner, "append", [only])
            case "push", _:
                members = self.place(ast.List(arguments, ast.Load()), self.next.start)
                return self._call_method(owner, "extend", [members])
            case "get", [key]:
                return ast.Subscript(owner, key, ast.Load())
            case "slice", [] | [_] | [_, _]:
                return ast.Subscript(owner, ast.Slice(*arguments), ast.Load())
            case "map", [mapped]:
                return self._make_comprehension(owner, mapped)
            case "call" | "apply" | "bind", _:
                raise self.make_error()
        if method in _CHANGING_LISTS:
            return self._call_method(owner, "insert", arguments)
        return ast.Call(function, arguments, [])

    def make_name(self, name: str) -> ast.Name:
        """Make a name of Python at the place of the last token."""
        return self.place(ast.Name(name, ast.Load()), self.last.start)

    def _call_method(self, owner: ast.expr, method: str, arguments: list[ast.expr]) -> ast.Call:
        """Make the call of a method of Python."""
        attribute = self.place(ast.Attribute(owner, method, ast.Load()), self.last.start)
        return ast.Call(attribute, arguments, [])

    def _make_comprehension(self, items: ast.expr, mapped: ast.expr) -> ast.ListComp:
        """Make the comprehension that ``values.map(v => leaf(v))`` is in Python.

        Raises:
            UnreadableError: The function does more than to return a value, or has a name.
        """
        if not isinstance(mapped, ArrowFunction) or mapped.result is None:
            raise self.make_error()
        loop = self.make_loop_head(mapped.parameters, items)
        return ast.ListComp(mapped.result, [ast.comprehension(loop.target, loop.items, [], 0)])

    def make_loop_head(self, parameters: Parameters, items: ast.expr) -> LoopHead:
        """Make the head of the loop that calls a function for each item: ``for v in items``.

        The function may be given the number of the item, too: of ``(v, i)`` it is ``for i, v in
        enumerate(items)``.

        Raises:
            UnreadableError: The function takes nothing.
        """
        match parameters.targets:
            case []:
                raise self.make_error()
            case [item]:
                return LoopHead(item, items)
            case [item, number, *_]:
                start = self.last.start
                pair = self.place(ast.Tuple([number, item], ast.Store()), start)
                enumerated = ast.Call(self.make_name("enumerate"), [items], [])
                return LoopHead(pair, self.place(enumerated, start))
        raise self.make_error()


def _make_name_target(member: ast.expr) -> ast.Name:
    """Make what is assigned to of a name in brackets: of each in ``[name, value]``.

    Raises:
        UnreadableError: It is no name.
    """
    if not isinstance(member, ast.Name):
        raise UnreadableError("a name was expected here")
    member.ctx = ast.Store()
    return member


def _combine_parameters(parameters: Sequence[_Parameter]) -> Parameters:
    """Combine the parameters of a function to what its calls and Python need of them.

    ====================================  ===================  =====================  =========
    parameters                            targets              signature              fields
    ====================================  ===================  =====================  =========
    ``(public name, value = 0)``          ``name``, ``value``  ``(name, value=0)``    ``name``
    ``(name, ...kids)``                   ``name``             ``(name, *kids)``      none
    ``([name, value], depth)``            both                 ``None``: Python has   none
                                                               no such parameters
    ====================================  ===================  =====================  =========
    """
    plain_parameters = [each for each in parameters if not each.is_rest]
    targets = [each.target for each in plain_parameters]
    fields = [each.name for each in plain_parameters if each.is_field]
    has_names_in_brackets = any(isinstance(target, ast.Tuple) for target in targets)
    if has_names_in_brackets:
        return Parameters(targets, None, fields)

    names = [each.name for each in plain_parameters]
    defaults = [each.default for each in plain_parameters if each.default is not None]
    rest = next((each.name for each in parameters if each.is_rest), None)
    return Parameters(targets, make_signature(names, rest, defaults), fields)


def _keeps_order_of(keys: Sequence[str]) -> bool:
    """Tell whether a record has its keys in the order in which they are written.

    JavaScript puts numbers first, in their order.
    """
    numbers = [int(key) for key in keys if key.isdecimal()]
    if not numbers:
        return True
    return len(numbers) == len(keys) and numbers == sorted(numbers)


def _parse_number(token: Token) -> int | float:
    """Parse a number: ``1_000``, ``0x1F``, ``.5``.

    Raises:
        UnreadableError: It is ``010``, which has another base than it seems.
    """
    spelled = spell_number(token.source, token.start)
    return int(spelled) if spelled.isdecimal() else float(spelled)
