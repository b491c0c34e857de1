"""Programs of JavaScript and TypeScript that build their tree in steps, told in Python.

A tree may be the ``root`` of an object, come from loops, maps of all nodes, or calls one behind the
other. The reader of programs in Python follows all that; so the statements of JavaScript are told
as statements of Python, at their places in the text. Nothing is run. A program of which anything
has no telling is not followed.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, pairwise
from typing import Any, Final

from treeexplorer.formats.model import Assigned, Constructed, Reading, UnreadableError
from treeexplorer.formats.python_changes import find_changed_expressions
from treeexplorer.formats.python_parts import replace_parts
from treeexplorer.formats.python_program import PythonProgram
from treeexplorer.formats.python_rewriting import rewrite_in_single_steps
from treeexplorer.formats.script_expressions import RECORD, SELF, ExpressionParser, make_arguments
from treeexplorer.formats.searches import is_called_tree
from treeexplorer.formats.words import CHILDREN, SIDES, meaning, player_named
from treeexplorer.text import quoted

_DECLARING: Final = frozenset({"const", "let", "var"})
_MODIFIERS: Final = frozenset(
    {"public", "private", "protected", "readonly", "override", "async", "get"}
)
_CHANGING: Final[dict[str, ast.operator]] = {
    "+=": ast.Add(),
    "-=": ast.Sub(),
    "*=": ast.Mult(),
    "/=": ast.Div(),
    "++": ast.Add(),
    "--": ast.Sub(),
}
_METHODS_OF_RECORDS: Final = frozenset({"items", "keys", "values"})
_KEYS: Final = "keys_of"
"""Stands for what a loop with ``in`` goes through, which differs for lists and records."""


def read_followed(text: str) -> Reading | None:
    """Read the tree that a program of JavaScript builds in steps; ``None`` if it is not known.

    >>> reading = read_followed("const root = {children: []}; for (const v of [3, 5]) "
    ...     "root.children.push({value: v});")
    >>> len(reading.values[0].value.keywords["children"])
    2
    """
    try:
        module = _ScriptParser(text).parse_program()
        reading = PythonProgram(text, rewrite_in_single_steps(module)).read_values()
    except (UnreadableError, RecursionError, SyntaxError, ValueError):
        return None
    values = [each.value for each in reading.values]
    has_tree = any(isinstance(value, (list, dict, Constructed)) for value in values)
    # Of several nodes without one above them it is not plain which is the root.
    has_several = sum(isinstance(value, Constructed) for value in values) > 1
    holds_other = any(map(_is_around_tree, values)) or any(map(_lists_nodes, reading.values))
    is_unclear = has_several or holds_other
    return reading if has_tree and not is_unclear else None


def _lists_nodes(assigned: Assigned) -> bool:
    """Tell whether a variable only lists nodes: ``all = [a, b]``."""
    if not isinstance(assigned.value, list) or is_called_tree(assigned.variable):
        return False
    return any(isinstance(member, Constructed) for member in assigned.value)


def _is_around_tree(value: Any) -> bool:
    """Tell whether a record is no node, but has a tree among other facts: ``{ node: root }``."""
    if not isinstance(value, Constructed) or value.function != RECORD:
        return False
    return any(
        isinstance(part, Constructed) and meaning(key) not in {CHILDREN, SIDES}
        for key, part in value.keywords.items()
    )


class _ScriptParser(ExpressionParser):
    """Parses the statements of a program, and tells them in Python.

    Attributes:
        declared: The variables where they are declared, in the order of the text.
    """

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.declared: list[ast.Name] = []
        self._counts = Counter(token.source for token in self.tokens)

    def parse_program(self) -> ast.Module:
        """Parse the whole program.

        Raises:
            UnreadableError: Something in it has no telling in Python.
        """
        statements: list[ast.stmt] = []
        while self.next.kind != "end":
            statements += self.parse_statement()
        for arrow in self.arrows.values():
            _check_changes_nothing(arrow.statements)
        module = ast.Module(statements, [])
        _check_names_are_known(module)
        _open_records(module)
        return ast.fix_missing_locations(module)

    def parse_block(self) -> list[ast.stmt]:
        """Parse statements in braces."""
        self.expect("{")
        statements: list[ast.stmt] = []
        while not self.accept("}"):
            statements += self.parse_statement()
        return statements

    def parse_statement(self) -> list[ast.stmt]:
        """Parse a statement; of one that does nothing there is none in Python."""
        match self.next.source:
            case ";":
                self.advance()
                return []
            case "{":
                return self.parse_scope()
            case "import" | "interface" | "type" if self.peek(1) not in {"=", ".", "("}:
                self._skip_declaration()
                return []
            case "export":
                self.advance()
                self.accept("default")
                return self.parse_statement()
            case "class" | "abstract":
                self.accept("abstract")
                return [self._parse_class()]
            case "function" | "async":
                return [self._parse_function()]
            case "const" | "let" | "var":
                self.advance()
                return self._parse_declarations()
            case "if" | "for" | "while" | "try":
                return self._parse_block_statement()
            case "return" | "throw" | "break" | "continue":
                return [self._parse_leaving()]
        return self._parse_expression_statement()

    def parse_scope(self) -> list[ast.stmt]:
        """Parse a statement or block whose variables hold within it alone, and rename these.

        Those of a name that only stands there keep it.
        """
        first_place = self.position
        first_declared = len(self.declared)
        is_in_braces = self.next.source == "{"
        statements = self.parse_block() if is_in_braces else self.parse_statement()
        own_names = {name.id for name in self.declared[first_declared:]}
        if not own_names:
            return statements
        tokens = self.tokens[first_place : self.position]
        inside = Counter(token.source for token in tokens)
        used_outside = {name for name in own_names if self._counts[name] > inside[name]}
        # What `var` declares in a block holds behind it, too.
        names_of_var = {after.source for token, after in pairwise(tokens) if token.source == "var"}
        if not used_outside.isdisjoint(names_of_var):
            raise self.make_error()
        for node in chain.from_iterable(map(ast.walk, statements)):
            if isinstance(node, ast.Name) and node.id in used_outside:
                node.id = f"{node.id}.{first_place}"
        return statements

    def _end_statement(self) -> None:
        """Go on behind the end of a statement: a semicolon, a brace or a new line."""
        is_over = self.next.source == "}" or self.next.is_on_new_line
        if not self.accept(";") and not is_over:
            raise self.make_error()

    def _skip_declaration(self) -> None:
        """Skip what only declares a type, or imports."""
        first = self.advance()
        is_in_braces = first.source == "interface"
        while self.next.kind != "end":
            if self.next.source == "{":
                self.position = self._find_closing()
                if is_in_braces:
                    self.advance()
                    return
            self.advance()
            is_over = self.next.is_on_new_line and self.next.source not in {"|", "}"}
            if self.accept(";") or is_over:
                return

    # -- simple statements -------------------------------------------------------------------------

    def _parse_declarations(self) -> list[ast.stmt]:
        """Parse what stands behind ``const``: variables with their values."""
        statements: list[ast.stmt] = []
        while True:
            start = self.next.start
            target = self._parse_target()
            self.accept("!")
            if self.accept(":"):
                self.skip_type()
            if self.accept("="):
                statements.append(self._parse_value_of(target, start))
            if not self.accept(","):
                self._end_statement()
                return statements

    def _parse_target(self) -> ast.expr:
        """Parse the variable of a declaration, or several in brackets."""
        start = self.next.start
        if not self.accept("["):
            return self._declare(start)
        parts: list[ast.expr] = []
        while not self.accept("]"):
            parts.append(self._parse_target())
            self.accept(",")
        return self.place(ast.Tuple(parts, ast.Store()), start)

    def _declare(self, start: int) -> ast.Name:
        """Parse the name of a variable that is declared."""
        name = self.place(ast.Name(self.expect_name().source, ast.Store()), start)
        self.declared.append(name)
        return name

    def _parse_value_of(self, target: ast.expr, start: int) -> ast.stmt:
        """Parse the value of a variable, which may be a function."""
        is_function = self.next.source == "function" or (
            self.next.source == "async" and self.peek(1) == "function"
        )
        if is_function and isinstance(target, ast.Name):
            return self._parse_function(target.id)
        value = self.parse_expression()
        arrow = self.take_arrow(value)
        if arrow is None:
            return self.place(ast.Assign([target], value), start)
        if arrow.head is None or not isinstance(target, ast.Name):
            raise self.make_error()
        match arrow.statements:
            case [ast.Return()]:
                return self.place(ast.Assign([target], value), start)
        return self._make_function(target.id, arrow.head, arrow.statements, start)

    def _parse_expression_statement(self) -> list[ast.stmt]:
        """Parse an assignment, or an expression that is a whole statement."""
        start = self.next.start
        is_step_before = self.accept("++", "--")
        expression = self.parse_expression()
        sign = self.next.source
        statement: ast.stmt
        if is_step_before or sign in _CHANGING:
            if not is_step_before:
                self.advance()
            one = self.place(ast.Constant(1), start)
            added = one if is_step_before or sign in {"++", "--"} else self.parse_expression()
            operator = _CHANGING.get(sign, ast.Add())
            statement = ast.AugAssign(_make_target(expression), operator, added)
        elif self.accept("="):
            targets: list[ast.expr] = [_make_target(expression)]
            value = self.parse_expression()
            while self.accept("="):
                targets.append(_make_target(value))
                value = self.parse_expression()
            statement = ast.Assign(targets, value)
        else:
            statement = self._make_statement_of_call(expression)
        self._end_statement()
        return [] if _hands_on(statement) else [self.place(statement, start)]

    def _make_statement_of_call(self, expression: ast.expr) -> ast.stmt:
        """Make the statement that a call is: ``forEach`` is a loop, and ``set`` an assignment."""
        match expression:
            case ast.Call(func=ast.Attribute(value=items, attr="forEach"), args=[function]):
                arrow = self.take_arrow(function)
                if arrow is None or not arrow.parameters:
                    raise self.make_error()
                parameter, *others = arrow.parameters
                target, iterable = self.make_loop_head(parameter, others, items)
                body = [*map(self._ignore_result, arrow.statements)]
                return ast.For(target, iterable, _fill(body), [])
            case ast.Call(func=ast.Attribute(attr="delete" | "clear")):
                raise self.make_error()
            case ast.Call(func=ast.Attribute(value=record, attr="set"), args=[key, value]):
                if isinstance(record, ast.Call):  # tree.set("A", 3).set("B", 5)
                    raise self.make_error()
                item = ast.copy_location(ast.Subscript(record, key, ast.Store()), record)
                return ast.Assign([item], value)
        return ast.Expr(expression)

    def _ignore_result(self, statement: ast.stmt) -> ast.stmt:
        """Return what a function does, without that it returns the result."""
        match statement:
            case ast.Return(value=ast.expr() as value):
                return ast.copy_location(self._make_statement_of_call(value), statement)
        return statement

    def _parse_leaving(self) -> ast.stmt:
        """Parse ``return x;`` and the other statements that leave a function or a loop."""
        token = self.advance()
        is_alone = self.next.source in {";", "}"} or self.next.is_on_new_line
        value = None if is_alone else self.parse_expression()
        self._end_statement()
        match token.source:
            case "return":
                return self.place(ast.Return(value), token.start)
            case "throw":
                return self.place(ast.Raise(value), token.start)
            case "break":
                return self.place(ast.Break(), token.start)
        return self.place(ast.Continue(), token.start)

    # -- blocks ------------------------------------------------------------------------------------

    def _parse_block_statement(self) -> list[ast.stmt]:
        """Parse a loop, a condition or what may fail."""
        token = self.advance()
        if token.source == "for":
            return self._parse_loop(token.start)
        statement: ast.stmt
        if token.source == "try":
            body = self.parse_block()
            handlers: list[ast.ExceptHandler] = []
            if self.accept("catch"):
                if self.accept("("):
                    self.expect_name()
                    self.expect(")")
                handlers.append(ast.ExceptHandler(None, None, _fill(self.parse_block())))
            last = self.parse_block() if self.accept("finally") else []
            statement = ast.Try(_fill(body), handlers, [], last)
            return [self.place(statement, token.start)]
        self.expect("(")
        test = self.parse_expression()
        self.expect(")")
        body = _fill(self.parse_statement())
        if token.source == "while":
            return [self.place(ast.While(test, body, []), token.start)]
        other = self.parse_statement() if self.accept("else") else []
        return [self.place(ast.If(test, body, other), token.start)]

    def _parse_loop(self, start: int) -> list[ast.stmt]:
        """Parse a loop behind its ``for``."""
        self.expect("(")
        place = self.position
        self.accept(*_DECLARING)
        if self.next.kind == "name" or self.next.source == "[":
            target = self._parse_target()
            if self.next.source in {"of", "in"}:
                is_over_keys = self.advance().source == "in"
                items = self.parse_expression()
                self.expect(")")
                if is_over_keys:
                    items = self.place(ast.Call(self._make_name(_KEYS), [items], []), start)
                body = _fill(self.parse_scope())
                return [self.place(ast.For(target, items, body, []), start)]
        self.position = place
        return self._parse_counting_loop(start)

    def _parse_counting_loop(self, start: int) -> list[ast.stmt]:
        """Parse ``for (let i = 0; i < 3; i++)``: a loop over numbers if it counts by one."""
        first = self.parse_statement()
        test = self.parse_expression()
        self.expect(";")
        is_step_before = self.accept("++", "--")
        counted = self.parse_expression()
        sign = self.tokens[self.position - 2].source if is_step_before else self.advance().source
        step = self.parse_expression() if sign in {"+=", "-="} else ast.Constant(1)
        self.expect(")")
        body = _fill(self.parse_scope())
        match first, test, counted:
            case (
                [ast.Assign(targets=[ast.Name(id=name) as target], value=lower)],
                ast.Compare(left=ast.Name(id=tested), ops=[operator], comparators=[upper]),
                ast.Name(id=stepped),
            ) if name == tested == stepped:
                numbers = _make_range(lower, upper, step, operator, sign)
                items = self.place(numbers, start)
                for node in ast.walk(items):
                    if isinstance(node, ast.expr) and not hasattr(node, "lineno"):
                        self.place(node, start)
                return [self.place(ast.For(target, items, body, []), start)]
        raise self.make_error()

    # -- functions and classes ---------------------------------------------------------------------

    def _parse_function(self, name: str | None = None) -> ast.FunctionDef:
        """Parse a function with its name, or one that is assigned to a variable of a name."""
        start = self.next.start
        self.accept("async")
        self.expect("function")
        own_name = self.advance().source if self.next.kind == "name" else ""
        given_name = own_name if name is None else name
        _, head = self.parse_parameters()
        if self.accept(":"):
            self.skip_type()
        if head is None:
            raise self.make_error()
        return self._make_function(given_name, head, self.parse_block(), start)

    def _make_function(
        self, name: str, head: ast.arguments, statements: Sequence[ast.stmt], start: int
    ) -> ast.FunctionDef:
        """Make a function of Python, which says what it assigns to outside itself."""
        own_names = {argument.arg for argument in head.args}
        declared_ids = set(map(id, self.declared))
        outside: dict[str, None] = {}
        for node in chain.from_iterable(map(ast.walk, statements)):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                if id(node) in declared_ids:
                    own_names.add(node.id)
                else:
                    outside[node.id] = None
        global_names = [name for name in outside if name not in own_names]
        body = _fill(statements)
        if global_names:
            body.insert(0, self.place(ast.Global(global_names), start))
        # Parsed, since the parts of a definition differ from Python to Python.
        match ast.parse("def f(): pass").body:
            case [ast.FunctionDef() as function]:
                function.name = name
                function.args = head
                function.body = body
                return self.place(function, start)
        raise self.make_error()

    def _parse_class(self) -> ast.ClassDef:
        """Parse a class; its fields are set where an object of it is made."""
        start = self.expect("class").start
        name = self.expect_name().source
        bases: list[ast.expr] = []
        while self.next.source != "{":
            if self.accept("extends"):
                token = self.expect_name()
                bases = [self.place(ast.Name(token.source, ast.Load()), token.start)]
            else:
                self.advance()  # implements Comparable<Node>
        self.expect("{")
        fields: list[ast.stmt] = []
        methods: list[ast.FunctionDef] = []
        while not self.accept("}"):
            member = self._parse_member(bases)
            if isinstance(member, ast.FunctionDef):
                methods.append(member)
            elif member is not None:
                fields.append(member)
        if fields and not any(method.name == "__init__" for method in methods):
            methods.insert(0, self._make_function("__init__", make_arguments([SELF]), [], start))
        for method in methods:
            if method.name == "__init__":
                method.body = [*fields, *method.body]
        body: list[ast.stmt] = [*methods]
        match ast.parse("class C: pass").body:
            case [ast.ClassDef() as definition]:
                definition.name = name
                definition.bases = bases
                definition.body = _fill(body)
                return self.place(definition, start)
        raise self.make_error()

    def _parse_member(self, bases: Sequence[ast.expr]) -> ast.stmt | None:
        """Parse a method or a field of a class; a field without a value is none in Python."""
        start = self.next.start
        if self.accept(";"):
            return None
        is_property = False
        while self.next.source in _MODIFIERS and self.peek(1) not in {"(", "=", ":", ";"}:
            is_property = self.advance().source == "get" or is_property
        name = self.expect_name().source
        if self.next.source == "(":
            return self._parse_method(name, bases, is_property=is_property, start=start)
        self.accept("?", "!")
        if self.accept(":"):
            self.skip_type()
        value = self.parse_expression() if self.accept("=") else None
        self._end_statement()
        return None if value is None else self._make_field(name, value, start)

    def _make_field(self, name: str, value: ast.expr, start: int) -> ast.stmt:
        """Make the statement that sets a field of an object."""
        owner = self.place(ast.Name(SELF, ast.Load()), start)
        field = self.place(ast.Attribute(owner, name, ast.Store()), start)
        return self.place(ast.Assign([field], value), start)

    def _parse_method(
        self, name: str, bases: Sequence[ast.expr], *, is_property: bool, start: int
    ) -> ast.FunctionDef:
        """Parse a method behind its name; the constructor is ``__init__``."""
        self.fields = []
        _, head = self.parse_parameters()
        if self.accept(":"):
            self.skip_type()
        if head is None:
            raise self.make_error()
        fields = [
            self._make_field(field, self.place(ast.Name(field, ast.Load()), start), start)
            for field in self.fields
        ]
        if name == "constructor":
            name = "__init__"
            self._skip_call_of_base(bases)
        else:
            # JavaScript has no value for what is not given.
            missing = len(head.args) - len(head.defaults)
            nothing: list[ast.expr] = [self.place(ast.Constant(None), start)]
            head.defaults = [*nothing * missing, *head.defaults]
        head.args.insert(0, ast.arg(SELF))
        method = self._make_function(name, head, [*fields, *self.parse_block()], start)
        if is_property:
            method.decorator_list.append(self._make_name("property"))
        return method

    def _skip_call_of_base(self, bases: Sequence[ast.expr]) -> None:
        """Check that a constructor calls that of no base: what that does is not followed."""
        if bases:
            raise self.make_error()


def _fill(statements: Sequence[ast.stmt]) -> list[ast.stmt]:
    """Return statements, or one that does nothing in the place of none."""
    return [*statements] if statements else [ast.Pass()]


def _make_target(expression: ast.expr) -> ast.Name | ast.Attribute | ast.Subscript:
    """Make an expression what is assigned to.

    Raises:
        UnreadableError: Nothing can be assigned to it.
    """
    if not isinstance(expression, ast.Name | ast.Attribute | ast.Subscript):
        raise UnreadableError("nothing can be assigned to this")
    expression.ctx = ast.Store()
    return expression


def _make_range(
    lower: ast.expr, upper: ast.expr, step: ast.expr, operator: ast.cmpop, sign: str
) -> ast.Call:
    """Make the range of numbers that a loop counts through: ``i = 0; i < 3; i++``.

    Raises:
        UnreadableError: It counts in another way.
    """
    function = ast.Name("range", ast.Load())
    match operator, sign:
        case ast.Lt(), "++" | "+=":
            return ast.Call(function, [lower, upper, step], [])
        case ast.LtE(), "++" | "+=":
            end = ast.BinOp(upper, ast.Add(), ast.Constant(1))
            return ast.Call(function, [lower, end, step], [])
        case ast.Gt(), "--":
            down = ast.UnaryOp(ast.USub(), ast.Constant(1))
            return ast.Call(function, [lower, upper, down], [])
        case ast.GtE(), "--":
            end = ast.BinOp(upper, ast.Sub(), ast.Constant(1))
            down = ast.UnaryOp(ast.USub(), ast.Constant(1))
            return ast.Call(function, [lower, end, down], [])
    raise UnreadableError("this loop cannot be followed")


def _hands_on(statement: ast.stmt) -> bool:
    """Tell whether a statement only hands on what is there: ``module.exports = { tree }``."""
    match statement:
        case ast.Assign(targets=[ast.Attribute(value=ast.Name(id="module"))]):
            return True
    return False


def _check_changes_nothing(statements: Sequence[ast.stmt]) -> None:
    """Check that a function changes nothing that is handed to what is not known.

    Raises:
        UnreadableError: It may: ``setTimeout(() => root.children.push(b))``.
    """
    for statement in statements:
        is_plain = isinstance(statement, ast.Return)
        changes = [each for node in ast.walk(statement) for each in find_changed_expressions(node)]
        if changes or not is_plain:
            raise UnreadableError("this cannot be followed")


def _check_names_are_known(module: ast.Module) -> None:
    """Check that what a program has in its values is its own; Python would take it for a text.

    Raises:
        UnreadableError: A name is declared nowhere. Functions and classes may stand elsewhere.
    """
    called_or_asked: set[int] = set()
    known = {"inf", "nan", "infinity", SELF, "super"}
    for node in ast.walk(module):
        match node:
            case ast.Call(func=ast.Name() as function):
                called_or_asked.add(id(function))
            case ast.Attribute(value=ast.Name() as owner):
                called_or_asked.add(id(owner))
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
                known.add(name)
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                known.add(name)
    for node in ast.walk(module):
        match node:
            case ast.Name(id=name) if id(node) not in called_or_asked:
                if not {name, name.lower()} & known and player_named(name) is None:
                    raise UnreadableError(f"{quoted(name)} is declared nowhere")


# -- records ---------------------------------------------------------------------------------------


def _open_records(module: ast.Module) -> None:
    """Tell the entries of records by their keys: ``nodes.A`` is ``nodes["A"]``."""
    records = dict(_find_records(module))
    replacements: dict[int, ast.AST] = {}
    for node in ast.walk(module):
        match node:
            case ast.Attribute(value=ast.Name(id=name) as record, attr=key) if (
                name in records and key not in _METHODS_OF_RECORDS
            ):
                item = ast.Subscript(record, ast.copy_location(ast.Constant(key), node), node.ctx)
                replacements[id(node)] = ast.copy_location(item, node)
    replace_parts(module, replacements)


def _find_records(module: ast.Module) -> Iterator[tuple[str, ast.Dict]]:
    """Find the variables that hold a record all the time."""
    counts = Counter(
        node.id
        for node in ast.walk(module)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    )
    for statement in module.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Dict() as record):
                if counts[name] == 1:
                    yield name, record
