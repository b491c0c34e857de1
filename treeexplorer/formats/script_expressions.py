"""Expressions of JavaScript, told as expressions of Python, at their places in the text.

``new Node("A")`` is told as ``Node("A")``, ``[3, 5].map(v => leaf(v))`` as a comprehension, and
``{ name: "A", children: [] }`` as a node with these facts. What has no such telling is refused.
"""

from __future__ import annotations

import ast
import re
from bisect import bisect_right
from collections.abc import Sequence
from typing import Final, NamedTuple, TypeVar

from treeexplorer.formats.model import UnreadableError
from treeexplorer.formats.script_tokens import Token, read_tokens
from treeexplorer.formats.words import meaning

_Node = TypeVar("_Node", bound=ast.expr | ast.stmt)
_DEEPEST: Final = 60
"""How deep brackets are nested in programs that are followed."""
_CONSTANTS: Final = {"null": None, "undefined": None, "true": True, "false": False}
_BINARY: Final[dict[str, ast.operator]] = {
    "+": ast.Add(),
    "-": ast.Sub(),
    "*": ast.Mult(),
    "/": ast.Div(),
    "%": ast.Mod(),
    "**": ast.Pow(),
}
_COMPARING: Final[dict[str, ast.cmpop]] = {
    "===": ast.Eq(),
    "==": ast.Eq(),
    "!==": ast.NotEq(),
    "!=": ast.NotEq(),
    "<": ast.Lt(),
    "<=": ast.LtE(),
    ">": ast.Gt(),
    ">=": ast.GtE(),
    "instanceof": ast.Is(),
    "in": ast.In(),
}
_LOGICAL: Final[dict[str, ast.boolop]] = {"||": ast.Or(), "??": ast.Or(), "&&": ast.And()}
_PRECEDENCE: Final = {
    **dict.fromkeys(("||", "??"), 1),
    "&&": 2,
    **dict.fromkeys(_COMPARING, 3),
    **dict.fromkeys(("+", "-"), 4),
    **dict.fromkeys(("*", "/", "%"), 5),
    "**": 6,
}
_ESCAPE: Final = re.compile(r"\\(.)", re.DOTALL)
_ESCAPED: Final = {"n": "\n", "t": "\t"}
_HOLE: Final = re.compile(r"\$\{([^{}`]*)\}")
_OF_RECORDS: Final = {"entries": "items", "keys": "keys", "values": "values"}
"""What Python calls the functions of ``Object`` that list what is in a record."""
_COLLECTIONS: Final = frozenset({"Set", "WeakSet", "Stack", "Queue", "Deque", "PriorityQueue"})
_MAPS: Final = frozenset({"Map", "Object"})
SELF: Final = "self"
RECORD: Final = "Record"
"""The class of what is written as a record with the facts of a node."""
_MODIFIERS: Final = frozenset({"public", "private", "protected", "readonly"})


class Arrow(NamedTuple):
    """A function without a name: ``(v, i) => leaf(v)``.

    Attributes:
        parameters: Its parameters, names or lists of names.
        statements: What it does; of an expression behind the arrow the return of it.
        head: The parameters as Python has them; ``None`` if one is a list of names.
    """

    parameters: Sequence[ast.expr]
    statements: Sequence[ast.stmt]
    head: ast.arguments | None


class ExpressionParser:
    """Parses expressions; what parses statements is built upon it.

    Attributes:
        text: The program.
        tokens: Its tokens.
        position: The number of the next one.
        arrows: The functions without a name that were parsed, by the ``id`` of what stands for
            each of them. Each must be used where it is known what it does.
        fields: The parameters of a constructor that are fields: ``constructor(public name)``.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = read_tokens(text)
        self.position = 0
        self.depth = 0
        self.arrows: dict[int, Arrow] = {}
        self.fields: list[str] = []
        self._line_starts = [0, *(found.end() for found in re.finditer(r"\n", text))]

    # -- tokens ------------------------------------------------------------------------------------

    @property
    def next(self) -> Token:
        """The next token."""
        return self.tokens[self.position]

    def peek(self, distance: int) -> str:
        """Return a later token as it is written; empty behind the end."""
        place = self.position + distance
        return self.tokens[place].source if place < len(self.tokens) else ""

    def advance(self) -> Token:
        """Return the next token, and go on behind it.

        Raises:
            UnreadableError: It is the end of the text.
        """
        token = self.next
        if token.kind == "end":
            raise self.make_error()
        self.position += 1
        return token

    def accept(self, *sources: str) -> bool:
        """Go on behind the next token if it is one of some; tell whether it is."""
        is_one = self.next.source in sources and self.next.kind in {"sign", "name"}
        if is_one:
            self.position += 1
        return is_one

    def expect(self, source: str) -> Token:
        """Return the next token, which has to be this one.

        Raises:
            UnreadableError: It is another.
        """
        token = self.next
        if not self.accept(source):
            raise self.make_error()
        return token

    def expect_name(self) -> Token:
        """Return the next token, which has to be a name."""
        if self.next.kind != "name":
            raise self.make_error()
        return self.advance()

    def make_error(self) -> UnreadableError:
        """Make the error that a program cannot be followed from the next token on."""
        return UnreadableError("this cannot be followed", self.next.start)

    def place(self, new: _Node, start: int, stop: int | None = None) -> _Node:
        """Give a part of the Python program its place in the text."""
        if stop is None:
            stop = self.tokens[max(0, self.position - 1)].stop
        new.lineno, new.col_offset = self._find_line(start)
        new.end_lineno, new.end_col_offset = self._find_line(stop)
        return new

    def _find_line(self, offset: int) -> tuple[int, int]:
        """Find the number of a line and the column in bytes, as Python counts them."""
        number = bisect_right(self._line_starts, offset)
        line_start = self._line_starts[number - 1]
        return number, len(self.text[line_start:offset].encode())

    # -- expressions -------------------------------------------------------------------------------

    def parse_expression(self) -> ast.expr:
        """Parse an expression, up to what cannot belong to it.

        Raises:
            UnreadableError: It has no telling in Python.
        """
        self.depth += 1
        if self.depth > _DEEPEST:
            raise self.make_error()
        start = self.next.start
        condition = self._parse_binary(0)
        if self.accept("?"):
            body = self.parse_expression()
            self.expect(":")
            other = self.parse_expression()
            condition = self.place(ast.IfExp(condition, body, other), start)
        self._skip_type_behind_as()
        self.depth -= 1
        return condition

    def _skip_type_behind_as(self) -> None:
        """Skip ``as Node[]`` of TypeScript."""
        while self.next.source in {"as", "satisfies"} and self.next.kind == "name":
            self.advance()
            self.skip_type()

    def _parse_binary(self, lowest: int) -> ast.expr:
        """Parse operators that bind at least as strongly as a number says."""
        start = self.next.start
        left = self._parse_unary()
        while True:
            sign = self.next.source
            strength = _PRECEDENCE.get(sign, 0)
            if strength <= lowest or self.next.kind not in {"sign", "name"}:
                return left
            self.advance()
            right = self._parse_binary(strength)
            left = self.place(_join(sign, left, right), start)

    def _parse_unary(self) -> ast.expr:
        """Parse what may have a sign before it."""
        start = self.next.start
        if self.accept("!", "typeof"):
            return self.place(ast.UnaryOp(ast.Not(), self._parse_unary()), start)
        if self.accept("-"):
            return self.place(ast.UnaryOp(ast.USub(), self._parse_unary()), start)
        if self.accept("+", "await"):
            return self._parse_unary()
        return self._parse_postfix()

    def _parse_postfix(self) -> ast.expr:
        """Parse a value with its attributes, items and calls."""
        start = self.next.start
        value = self._parse_primary()
        while True:
            if self.accept(".", "?."):
                name = self.expect_name()
                if name.source == "length":
                    value = self.place(ast.Call(self._make_name("len"), [value], []), start)
                    continue
                value = self.place(ast.Attribute(value, name.source, ast.Load()), start)
            elif self.next.source == "!" and self.peek(1) in {".", "[", ")", ",", ";", "]"}:
                self.advance()  # nodes.get("A")!.children
            elif self.next.source == "[" and self.next.kind == "sign":
                self.advance()
                key = self.parse_expression()
                self.expect("]")
                value = self.place(ast.Subscript(value, key, ast.Load()), start)
            elif self.next.source == "(" and self.next.kind == "sign":
                value = self.place(self._make_call(value, self._parse_arguments()), start)
            else:
                return value

    def _parse_primary(self) -> ast.expr:
        """Parse a value alone."""
        token = self.next
        if self._is_arrow():
            return self._parse_arrow()
        if token.kind == "number":
            self.advance()
            return self.place(ast.Constant(_parse_number(token.source)), token.start)
        if token.kind == "text":
            self.advance()
            return self.place(ast.Constant(_read_escapes(token.source[1:-1])), token.start)
        if token.kind == "template":
            self.advance()
            return self.place(self._parse_template(token), token.start)
        match token.source:
            case "[":
                self.advance()
                members = _make_rows(self._parse_members("]"))
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
        name = self.expect_name().source
        if name in {"function", "class", "async", "yield", "super"}:
            raise self.make_error()
        if name in _CONSTANTS:
            return self.place(ast.Constant(_CONSTANTS[name]), token.start)
        return self.place(ast.Name(SELF if name == "this" else name, ast.Load()), token.start)

    def _parse_members(self, closing: str) -> list[ast.expr]:
        """Parse values between commas up to a closing bracket."""
        members: list[ast.expr] = []
        while not self.accept(closing):
            start = self.next.start
            has_star = self.accept("...")
            member = self.parse_expression()
            if has_star:
                member = self.place(ast.Starred(member, ast.Load()), start)
            members.append(member)
            if self.next.source != closing:
                self.expect(",")
        return members

    def _parse_arguments(self) -> list[ast.expr]:
        """Parse the arguments of a call with their parentheses."""
        self.expect("(")
        return self._parse_members(")")

    def _parse_new(self) -> ast.expr:
        """Parse ``new Node("A")``; of a new map it is a record."""
        start = self.expect("new").start
        name = self.expect_name().source
        if self.next.source == "<":
            self.skip_type()
        arguments = self._parse_arguments() if self.next.source == "(" else []
        if name in _COLLECTIONS:  # what is added to one is no child of it
            raise self.make_error()
        if name not in _MAPS:
            function = self.place(ast.Name(name, ast.Load()), start)
            return self.place(ast.Call(function, arguments, []), start)
        match arguments:
            case []:
                return self.place(ast.Dict([], []), start)
            case [ast.List(elts=pairs)]:
                entries = [each.elts for each in pairs if isinstance(each, ast.List | ast.Tuple)]
                if len(entries) == len(pairs) and all(len(entry) == 2 for entry in entries):
                    keys: list[ast.expr | None] = [entry[0] for entry in entries]
                    return self.place(ast.Dict(keys, [entry[1] for entry in entries]), start)
        raise self.make_error()

    def _parse_record(self) -> ast.expr:
        """Parse ``{ name: "A", children }``: a node if its keys say so, else a record."""
        start = self.expect("{").start
        keys: list[str] = []
        values: list[ast.expr] = []
        while not self.accept("}"):
            token = self.advance()
            if token.kind not in {"name", "text", "number"}:
                raise self.make_error()
            key = _read_escapes(token.source[1:-1]) if token.kind == "text" else token.source
            if self.accept(":"):
                value = self.parse_expression()
            elif token.kind == "name" and self.next.source in {",", "}"}:
                value = self.place(ast.Name(key, ast.Load()), token.start)
            else:
                raise self.make_error()
            keys.append(key)
            values.append(value)
            if self.next.source != "}":
                self.expect(",")
        numbers = [int(key) for key in keys if key.isdecimal()]
        # JavaScript puts numbers first, in their order.
        if numbers and (len(numbers) < len(keys) or numbers != sorted(numbers)):
            raise self.make_error()
        if any(meaning(key) is not None for key in keys) and all(map(str.isidentifier, keys)):
            keywords = [ast.keyword(key, value) for key, value in zip(keys, values, strict=True)]
            function = self.place(ast.Name(RECORD, ast.Load()), start)
            return self.place(ast.Call(function, [], keywords), start)
        names: list[ast.expr | None] = [self.place(ast.Constant(key), start) for key in keys]
        return self.place(ast.Dict(names, values), start)

    def _parse_template(self, token: Token) -> ast.JoinedStr:
        """Parse a text with holes, ``N${i}`` between backquotes; in each hole stands a name."""
        parts: list[ast.expr] = []
        end_of_last = 1
        for hole in _HOLE.finditer(token.source):
            parts.append(ast.Constant(token.source[end_of_last : hole.start()]))
            end_of_last = hole.end()
            inner = ast.parse(hole[1].strip(), mode="eval").body
            if not isinstance(inner, ast.Name | ast.BinOp | ast.Constant):
                raise self.make_error()
            parts.append(ast.FormattedValue(inner, -1))
        parts.append(ast.Constant(token.source[end_of_last:-1]))
        joined = ast.JoinedStr(parts)
        for node in ast.walk(joined):
            if isinstance(node, ast.expr):
                self.place(node, token.start, token.stop)
        return joined

    # -- functions without a name ------------------------------------------------------------------

    def _is_arrow(self) -> bool:
        """Tell whether a function without a name begins here."""
        if self.next.kind == "name":
            return self.peek(1) == "=>"
        if self.next.source != "(":
            return False
        return self.peek(self._find_closing() - self.position + 1) == "=>"

    def _find_closing(self) -> int:
        """Find the number of the token that closes the bracket which is next."""
        depth = 0
        for number in range(self.position, len(self.tokens)):
            source = self.tokens[number].source
            is_sign = self.tokens[number].kind == "sign"
            if is_sign and source in {"(", "[", "{"}:
                depth += 1
            elif is_sign and source in {")", "]", "}"}:
                depth -= 1
                if depth == 0:
                    return number
        raise self.make_error()

    def _parse_arrow(self) -> ast.expr:
        """Parse a function without a name, for which a lambda stands."""
        start = self.next.start
        if self.next.kind == "name":
            name = self.advance()
            parameters: list[ast.expr] = [self.place(ast.Name(name.source, ast.Store()), start)]
            head: ast.arguments | None = make_arguments([name.source])
        else:
            parameters, head = self.parse_parameters()
        self.expect("=>")
        if self.next.source == "{":
            statements = self.parse_scope()
        else:
            value = self.parse_expression()
            statements = [self.place(ast.Return(value), start)]
        match statements:
            case [ast.Return(value=ast.expr() as body)]:
                pass
            case _:
                body = self.place(ast.Constant(None), start)
        own_head = make_arguments([]) if head is None else head
        function = self.place(ast.Lambda(own_head, body), start)
        self.arrows[id(function)] = Arrow(parameters, statements, head)
        return function

    def take_arrow(self, expression: ast.expr) -> Arrow | None:
        """Take the function that an expression stands for; it is known what it does."""
        return self.arrows.pop(id(expression), None)

    def parse_parameters(self) -> tuple[list[ast.expr], ast.arguments | None]:
        """Parse the parameters of a function, and return them, and as Python has them."""
        self.expect("(")
        parameters: list[ast.expr] = []
        names: list[str] = []
        defaults: list[ast.expr] = []
        star: str | None = None
        is_plain = True
        while not self.accept(")"):
            start = self.next.start
            if self.accept("["):
                parts = self._parse_members("]")
                for part in parts:
                    _mark_as_target(part)
                parameters.append(self.place(ast.Tuple(parts, ast.Store()), start))
                is_plain = False
            elif self.accept("..."):
                star = self.expect_name().source
            else:
                is_field = self.next.source in _MODIFIERS
                while self.accept(*_MODIFIERS):
                    pass
                name = self.expect_name().source
                names.append(name)
                if is_field:
                    self.fields.append(name)
                parameters.append(self.place(ast.Name(name, ast.Store()), start))
            self.accept("?")
            if self.accept(":"):
                self.skip_type()
            if self.accept("="):
                defaults.append(self.parse_expression())
            elif defaults and star is None:
                raise self.make_error()
            if self.next.source != ")":
                self.expect(",")
        head = make_arguments(names, star, defaults) if is_plain else None
        return parameters, head

    def parse_scope(self) -> list[ast.stmt]:
        """Parse statements in braces; what parses statements does it."""
        raise NotImplementedError

    def skip_type(self) -> None:
        """Skip a type of TypeScript: ``Node[]``, ``Map<string, Node>``, ``number | null``."""
        depth = 0
        while True:
            source = self.next.source
            if depth == 0 and source in {"=", ",", ")", ";", "{", "}", "=>", "(", "]", ""}:
                return
            if source in {"<", "[", "("}:
                depth += 1
            elif source in {">", "]", ")"}:
                depth -= 1
            self.advance()
            is_over = depth == 0 and (self.next.is_on_new_line or source == ">")
            if is_over and self.next.source not in {"|", "["}:
                return

    # -- calls -------------------------------------------------------------------------------------

    def _make_call(self, function: ast.expr, arguments: list[ast.expr]) -> ast.expr:
        """Make what a call is in Python, where JavaScript calls it otherwise."""
        match function, arguments:
            case ast.Attribute(value=owner, attr="push"), [ast.Starred(value=several)]:
                return self._call_method(owner, "extend", [several])
            case ast.Attribute(value=owner, attr="push"), [only]:
                return self._call_method(owner, "append", [only])
            case ast.Attribute(value=owner, attr="push"), _:
                members = self.place(ast.List(arguments, ast.Load()), self.next.start)
                return self._call_method(owner, "extend", [members])
            case ast.Attribute(value=owner, attr="get"), [key]:
                return ast.Subscript(owner, key, ast.Load())
            case ast.Attribute(value=owner, attr="slice"), [] | [_] | [_, _]:
                return ast.Subscript(owner, ast.Slice(*arguments), ast.Load())
            case ast.Attribute(value=owner, attr="map"), [mapped]:
                return self._make_comprehension(owner, mapped)
            case ast.Attribute(value=ast.Name(id="Object"), attr=method), [record]:
                if method not in _OF_RECORDS:
                    raise self.make_error()
                return self._call_method(record, _OF_RECORDS[method], [])
            # Object.assign(root, …)   list.push.apply(children, [b])
            case ast.Attribute(value=ast.Name(id="Object" | "Reflect")), _:
                raise self.make_error()
            case ast.Attribute(attr="call" | "apply" | "bind"), _:
                raise self.make_error()
            case ast.Attribute(value=ast.Name(id="console")), _:
                return ast.Call(self._make_name("print"), arguments, [])
            case ast.Attribute(attr=method), _ if method in {"unshift", "shift", "splice", "fill"}:
                return self._call_method(function.value, "insert", arguments)
        return ast.Call(function, arguments, [])

    def _make_name(self, name: str) -> ast.Name:
        """Make a name of Python at the place of the last token."""
        return self.place(ast.Name(name, ast.Load()), self.tokens[self.position - 1].start)

    def _call_method(self, owner: ast.expr, method: str, arguments: list[ast.expr]) -> ast.Call:
        """Make the call of a method of Python."""
        attribute = ast.Attribute(owner, method, ast.Load())
        self.place(attribute, self.tokens[self.position - 1].start)
        return ast.Call(attribute, arguments, [])

    def _make_comprehension(self, owner: ast.expr, mapped: ast.expr) -> ast.expr:
        """Make the comprehension that ``values.map(v => leaf(v))`` is in Python."""
        arrow = self.take_arrow(mapped)
        match arrow:
            case Arrow(
                parameters=[parameter, *others], statements=[ast.Return(value=ast.expr() as member)]
            ):
                pass
            case _:
                raise self.make_error()
        target, items = self.make_loop_head(parameter, others, owner)
        return ast.ListComp(member, [ast.comprehension(target, items, [], 0)])

    def make_loop_head(
        self, parameter: ast.expr, others: Sequence[ast.expr], items: ast.expr
    ) -> tuple[ast.expr, ast.expr]:
        """Make the variables of a loop and what it goes through; a second one is the number."""
        if not others:
            return parameter, items
        target = ast.Tuple([others[0], parameter], ast.Store())
        counted = ast.Call(self._make_name("enumerate"), [items], [])
        start = self.tokens[self.position - 1].start
        return self.place(target, start), self.place(counted, start)


def make_arguments(
    names: Sequence[str], star: str | None = None, defaults: Sequence[ast.expr] = ()
) -> ast.arguments:
    """Make the parameters of a function of Python."""
    return ast.arguments(
        posonlyargs=[],
        args=[ast.arg(name) for name in names],
        vararg=None if star is None else ast.arg(star),
        kwonlyargs=[],
        kw_defaults=[],
        kwarg=None,
        defaults=[*defaults],
    )


def _make_rows(members: list[ast.expr]) -> list[ast.expr]:
    """Make tuples of the rows of a table, ``[["D", 3], ["E", 5]]``, as Python has them."""
    rows = [each.elts for each in members if isinstance(each, ast.List)]
    are_rows = len(rows) == len(members) and all(map(_is_row, rows))
    if not are_rows:
        return members
    return [ast.copy_location(ast.Tuple(row, ast.Load()), row[0]) for row in rows]


def _is_row(members: Sequence[ast.expr]) -> bool:
    """Tell whether some values are those of a row: a text and other constants."""
    first_is_text = any(
        isinstance(each, ast.Constant) and isinstance(each.value, str) for each in members[:1]
    )
    return first_is_text and all(map(_is_cell, members))


def _is_cell(value: ast.expr) -> bool:
    """Tell whether a value may stand in a row: a constant, or a list of them."""
    if isinstance(value, ast.List):
        return all(isinstance(each, ast.Constant) for each in value.elts)
    return isinstance(value, ast.Constant)


def _mark_as_target(part: ast.expr) -> None:
    """Mark a name as one that is assigned to.

    Raises:
        UnreadableError: It is no name.
    """
    if not isinstance(part, ast.Name):
        raise UnreadableError("a name was expected here")
    part.ctx = ast.Store()


def _join(sign: str, left: ast.expr, right: ast.expr) -> ast.expr:
    """Join two values by an operator; ``"L" + i`` joins texts."""
    if sign in _LOGICAL:
        return ast.BoolOp(_LOGICAL[sign], [left, right])
    if sign in _COMPARING:
        return ast.Compare(left, [_COMPARING[sign]], [right])
    are_texts = any(
        isinstance(each, ast.JoinedStr)
        or (isinstance(each, ast.Constant) and isinstance(each.value, str))
        for each in (left, right)
    )
    if sign == "+" and are_texts:
        return ast.JoinedStr([_make_part_of_text(left), _make_part_of_text(right)])
    return ast.BinOp(left, _BINARY[sign], right)


def _make_part_of_text(value: ast.expr) -> ast.expr:
    """Make a value a part of a text."""
    is_text = isinstance(value, ast.Constant) and isinstance(value.value, str)
    return value if is_text else ast.copy_location(ast.FormattedValue(value, -1), value)


def _parse_number(source: str) -> int | float:
    """Parse a number; a decimal keeps its digits in the text."""
    plain = source.replace("_", "")
    if plain.isdecimal():
        return int(plain)
    return int(plain, 16) if plain[:2].lower() == "0x" else float(plain)


def _read_escapes(source: str) -> str:
    r"""Read ``\n`` and the like in a text."""
    return _ESCAPE.sub(lambda found: _ESCAPED.get(found[1], found[1]), source)
