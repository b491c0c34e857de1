"""Statements of JavaScript, told as statements of Python, at their places in the text.

A loop over items or numbers is told as ``for``, ``values.forEach(v => add(v))`` too, and a function
with an arrow that is assigned to a variable as a definition. Types of TypeScript are passed over.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from treeexplorer.formats.python_parts import find_names
from treeexplorer.formats.script_expressions import RECORD, ExpressionParser
from treeexplorer.formats.script_modules import check_functions_change_nothing
from treeexplorer.formats.script_parts import (
    CONSTRUCTOR,
    SELF,
    ArrowFunction,
    ScriptBlock,
    join_blocks,
    make_class,
    make_function,
    make_method_signature,
    make_range,
    make_signature,
    make_target,
)

_DECLARING: Final = frozenset({"const", "let", "var"})
_MODIFIERS: Final = frozenset(
    {"public", "private", "protected", "readonly", "override", "async", "get"}
)
"""What stands before a member of a class."""
_BEHIND_MEMBER_NAME: Final = frozenset({"(", "=", ":", ";"})
"""What may stand behind the name of a member, and behind no modifier."""
_CHANGING: Final[dict[str, ast.operator]] = {
    "+=": ast.Add(),
    "-=": ast.Sub(),
    "*=": ast.Mult(),
    "/=": ast.Div(),
    "++": ast.Add(),
    "--": ast.Sub(),
}
_HANDED_ON: Final = (ast.Name, ast.Constant, ArrowFunction)
"""What stands in ``module.exports`` and is no tree that is written out there."""
_KEYS: Final = "keys_of"
"""Stands for what a loop with ``in`` goes through, which differs for lists and records."""


@dataclass(frozen=True)
class _Members:
    """Members of a class.

    Attributes:
        fields: The statements that set fields of a new object: ``self.children = []``.
        methods: The methods.
        declared_names: The variables that are declared in the methods.
    """

    fields: Sequence[ast.stmt] = ()
    methods: Sequence[ast.FunctionDef] = ()
    declared_names: frozenset[str] = frozenset()

    def __add__(self, following: _Members) -> _Members:
        """Return these members and those that follow."""
        return _Members(
            [*self.fields, *following.fields],
            [*self.methods, *following.methods],
            self.declared_names | following.declared_names,
        )


@dataclass(frozen=True)
class _Step:
    """What a loop does behind each round: ``i += 2``.

    Attributes:
        variable: The variable that is changed.
        sign: How: ``++``, ``--``, ``+=`` or ``-=``.
        size: By how much.
    """

    variable: ast.expr
    sign: str
    size: ast.expr


class StatementParser(ExpressionParser):
    """Parses the statements of a program, and tells them in Python.

    Each method that parses returns what stands for it in Python, and goes on behind it.
    """

    def __init__(self, text: str) -> None:
        """Begin before the first token of a program."""
        super().__init__(text)
        self._token_counts = Counter(token.source for token in self.tokens)

    # -- blocks ------------------------------------------------------------------------------------

    def parse_statement(self) -> ScriptBlock:
        """Parse a statement; one that does nothing in Python is an empty block.

        Raises:
            UnreadableError: It has no telling in Python.
        """
        match self.next.source:
            case ";":
                self.advance()
                return ScriptBlock()
            case "{":
                return self.parse_scope()
            case "interface" if self.peek(1) not in {"=", ".", "("}:
                self._skip_interface()
                return ScriptBlock()
            case "import" | "type" if self.peek(1) not in {"=", ".", "("}:
                self._skip_import_or_type()
                return ScriptBlock()
            case "export":
                self.advance()
                self.accept("default")
                return self.parse_statement()
            case "class" | "abstract":
                self.accept("abstract")
                return self._parse_class()
            case "function" | "async":
                return self._parse_function()
            case "const" | "let" | "var":
                self.advance()
                return self._parse_declarations()
            case "if":
                return self._parse_condition()
            case "while":
                return self._parse_while()
            case "for":
                return self._parse_for()
            case "try":
                return self._parse_try()
            case "return" | "throw" | "break" | "continue":
                return self._parse_leaving()
        return self._parse_expression_statement()

    def parse_block(self) -> ScriptBlock:
        """Parse statements in braces."""
        self.expect("{")
        blocks: list[ScriptBlock] = []
        while not self.accept("}"):
            blocks.append(self.parse_statement())
        return join_blocks(blocks)

    def parse_scope(self) -> ScriptBlock:
        """Parse a statement or block whose variables hold within it alone.

        Python has no such variables. So one whose name stands outside, too, is renamed: ``v``
        becomes ``v.12`` in a block that begins with the token 12.

        Raises:
            UnreadableError: Such a variable is declared by ``var``, and holds behind the block.
        """
        first = self.position
        block = self.parse_block() if self.next.source == "{" else self.parse_statement()
        if not block.declared_names:
            return block

        tokens = self.tokens[first : self.position]
        counts_inside = Counter(token.source for token in tokens)
        stands_outside = {
            name for name in block.declared_names if self._token_counts[name] > counts_inside[name]
        }
        names_of_var = {after.source for token, after in pairwise(tokens) if token.source == "var"}
        if not stands_outside.isdisjoint(names_of_var):
            raise self.make_error()
        return block.rename({name: f"{name}.{first}" for name in stands_outside})

    def _end_statement(self) -> None:
        """Go on behind the end of a statement: a semicolon, a new line, or before a brace.

        Raises:
            UnreadableError: The statement goes on.
        """
        is_over = self.next.source == "}" or self.next.is_on_new_line
        if not self.accept(";") and not is_over:
            raise self.make_error()

    def _skip_interface(self) -> None:
        """Skip ``interface Node { … }``, which only declares a type."""
        self.expect("interface")
        while self.next.source != "{":
            self.advance()
        self._skip_braces()

    def _skip_import_or_type(self) -> None:
        """Skip ``import { Node } from "./node";`` or ``type Player = "MAX" | "MIN";``.

        It ends with a semicolon, or before a new line outside of braces. A line that begins with
        ``|`` goes on with the type.
        """
        self.advance()  # the word itself
        while self.next.kind != "end":
            if self.is_next("{"):
                self._skip_braces()
            else:
                self.advance()

            if self.accept(";"):
                return
            goes_on = self.next.source in {"|", "}"}
            if self.next.is_on_new_line and not goes_on:
                return

    def _skip_braces(self) -> None:
        """Skip what stands in braces, and the braces."""
        self.position = self.find_closing(self.position) + 1

    # -- simple statements -------------------------------------------------------------------------

    def _parse_declarations(self) -> ScriptBlock:
        """Parse what stands behind ``const``: variables with their values."""
        blocks = [self._parse_declaration()]
        while self.accept(","):
            blocks.append(self._parse_declaration())
        self._end_statement()
        return join_blocks(blocks)

    def _parse_declaration(self) -> ScriptBlock:
        """Parse one declared variable, or several in brackets, with its type and its value."""
        start = self.next.start
        target = self._parse_target()
        declared = ScriptBlock(declared_names=frozenset(find_names(target)))
        self.accept("!")
        self.skip_annotation()
        if not self.accept("="):
            return declared
        return declared + self._parse_value_of(target, start)

    def _parse_target(self) -> ast.Name | ast.Tuple:
        """Parse the variable of a declaration, or several in brackets: ``[name, value]``."""
        start = self.next.start
        if not self.accept("["):
            return self.place(ast.Name(self.expect_name().source, ast.Store()), start)
        targets: list[ast.expr] = []
        while not self.accept("]"):
            targets.append(self._parse_target())
            self.accept(",")
        return self.place(ast.Tuple(targets, ast.Store()), start)

    def _parse_value_of(self, target: ast.Name | ast.Tuple, start: int) -> ScriptBlock:
        """Parse the value of a declared variable; a function gets the variable's name.

        ======================================  ======================
        ``f = function(a) {…}``                 ``def f(a): …``
        ``f = (a) => { add(a); }``              ``def f(a): add(a)``
        ``f = (a) => a + 1``                    ``def f(a): return a + 1``
        ``f = 3``, ``[a, b] = [3, 5]``          the same assignment
        ======================================  ======================

        Raises:
            UnreadableError: An arrow function takes lists of names apart, ``([a, b]) => …``, or
                is itself taken apart.
        """
        is_async = self.is_next("async") and self.peek(1) == "function"
        is_function = self.is_next("function") or is_async
        if is_function and isinstance(target, ast.Name):
            return self._parse_function(target.id)

        value = self.parse_expression()
        if not isinstance(value, ArrowFunction):
            return ScriptBlock([self.place(ast.Assign([target], value), start)])

        signature = value.parameters.signature  # None for ([a, b]) => a
        if signature is None or not isinstance(target, ast.Name):
            raise self.make_error()
        function = make_function(target.id, signature, value.block)
        return value.block.with_statements(self.place(function, start))

    def _parse_expression_statement(self) -> ScriptBlock:
        """Parse an assignment, or an expression that is a whole statement.

        ==================================  ===================================================
        ``root.left = b;``, ``i += 2;``     the same
        ``kids.forEach(k => add(k));``      ``for k in kids: add(k)``
        ``module.exports = { tree };``      nothing: what is exported is there already
        ==================================  ===================================================

        Raises:
            UnreadableError: A function that is exported without a name changes something.
        """
        start = self.next.start
        block = self._parse_assignment_or_call()
        self._end_statement()
        for statement in block.statements:
            self.place(statement, start)

        only_exports = any(map(_only_exports, block.statements))
        if only_exports:
            check_functions_change_nothing(block.walk())
            return ScriptBlock()
        return block

    def _parse_assignment_or_call(self) -> ScriptBlock:
        """Parse ``++i``, ``i += 2``, ``root.left = b`` or ``add(b)``, up to what ends it."""
        if self.is_next("++", "--"):
            return ScriptBlock([_make_change(self._parse_step())])
        expression = self.parse_expression()
        if self.is_next(*_CHANGING):
            return ScriptBlock([_make_change(self._parse_step_behind(expression))])
        if self.is_next("="):
            return ScriptBlock([self._parse_assignment(expression)])
        return self._tell_call(expression)

    def _parse_assignment(self, first: ast.expr) -> ast.Assign:
        """Parse what stands behind the first target of an assignment: of ``a = b = 3`` two more."""
        targets: list[ast.expr] = []
        value = first
        while self.accept("="):
            targets.append(make_target(value))
            value = self.parse_expression()
        return ast.Assign(targets, value)

    def _parse_step(self) -> _Step:
        """Parse what changes a variable: ``i++``, ``--i``, ``i += 2``."""
        if self.is_next("++", "--"):
            sign = self.advance().source
            return _Step(self.parse_expression(), sign, ast.Constant(1))
        return self._parse_step_behind(self.parse_expression())

    def _parse_step_behind(self, variable: ast.expr) -> _Step:
        """Parse how a variable is changed behind its name: ``++``, ``+= 2``."""
        sign = self.advance().source
        if sign in {"++", "--"}:
            return _Step(variable, sign, ast.Constant(1))
        return _Step(variable, sign, self.parse_expression())

    def _tell_call(self, expression: ast.expr) -> ScriptBlock:
        """Tell what a call is in Python where it is a whole statement.

        ==============================  =============================================
        ``kids.forEach(k => add(k));``  ``for k in kids: add(k)``
        ``tree.set("A", 3);``           ``tree["A"] = 3``
        ``add(k);``, any other          the same call
        ==============================  =============================================

        Raises:
            UnreadableError: It removes something from a map, ``tree.delete("A")``, adds several
                things to it, or ``forEach`` calls a function by its name.
        """
        match expression:
            case ast.Call(func=ast.Attribute(value=items, attr="forEach"), args=[function]):
                if not isinstance(function, ArrowFunction):
                    raise self.make_error()
                return self._make_loop_of_calls(function, items)
            case ast.Call(func=ast.Attribute(attr="delete" | "clear")):
                raise self.make_error()
            case ast.Call(func=ast.Attribute(value=record, attr="set"), args=[key, value]):
                if isinstance(record, ast.Call):  # tree.set("A", 3).set("B", 5)
                    raise self.make_error()
                item = ast.copy_location(ast.Subscript(record, key, ast.Store()), record)
                return ScriptBlock([ast.Assign([item], value)])
        return ScriptBlock([ast.Expr(expression)])

    def _make_loop_of_calls(self, function: ArrowFunction, items: ast.expr) -> ScriptBlock:
        """Make the loop that runs what a function does for each item: ``items.forEach(…)``."""
        loop = self.make_loop_head(function.parameters, items)
        blocks = [self._drop_result(statement) for statement in function.statements]
        body = join_blocks(blocks).body
        return function.block.with_statements(ast.For(loop.target, loop.items, body, []))

    def _drop_result(self, statement: ast.stmt) -> ScriptBlock:
        """Tell a statement of a function whose result nobody uses.

        In ``kids.forEach(k => add(k))`` the function ``k => add(k)`` has the one statement
        ``return add(k)``. In a loop that is ``add(k)``; any other statement stays as it is.
        """
        match statement:
            case ast.Return(value=ast.expr() as result):
                block = self._tell_call(result)
                for told in block.statements:
                    ast.copy_location(told, statement)
                return block
        return ScriptBlock([statement])

    def _parse_leaving(self) -> ScriptBlock:
        """Parse ``return x;`` and the other statements that leave a function or a loop."""
        token = self.advance()
        is_alone = self.next.source in {";", "}"} or self.next.is_on_new_line
        value = None if is_alone else self.parse_expression()
        self._end_statement()
        statement: ast.stmt
        match token.source:
            case "return":
                statement = ast.Return(value)
            case "throw":
                statement = ast.Raise(value)
            case "break":
                statement = ast.Break()
            case _:
                statement = ast.Continue()
        return ScriptBlock([self.place(statement, token.start)])

    # -- conditions and loops ----------------------------------------------------------------------

    def _parse_condition(self) -> ScriptBlock:
        """Parse ``if (a) { … } else { … }``."""
        start = self.expect("if").start
        test = self._parse_test()
        block = self.parse_statement()
        other = self.parse_statement() if self.accept("else") else ScriptBlock()
        condition = ast.If(test, block.body, [*other.statements])
        return (block + other).with_statements(self.place(condition, start))

    def _parse_while(self) -> ScriptBlock:
        """Parse ``while (a) { … }``."""
        start = self.expect("while").start
        test = self._parse_test()
        block = self.parse_statement()
        return block.with_statements(self.place(ast.While(test, block.body, []), start))

    def _parse_test(self) -> ast.expr:
        """Parse what is tested, in its parentheses."""
        self.expect("(")
        test = self.parse_expression()
        self.expect(")")
        return test

    def _parse_try(self) -> ScriptBlock:
        """Parse ``try { … } catch (error) { … } finally { … }``."""
        start = self.expect("try").start
        tried = self.parse_block()
        caught = ScriptBlock()
        handlers: list[ast.ExceptHandler] = []
        if self.accept("catch"):
            if self.accept("("):
                self.expect_name()
                self.expect(")")
            caught = self.parse_block()
            handlers.append(ast.ExceptHandler(None, None, caught.body))
        last = self.parse_block() if self.accept("finally") else ScriptBlock()
        statement = ast.Try(tried.body, handlers, [], [*last.statements])
        return (tried + caught + last).with_statements(self.place(statement, start))

    def _parse_for(self) -> ScriptBlock:
        """Parse a loop, over items or over numbers."""
        start = self.expect("for").start
        self.expect("(")
        if self._is_over_items():
            return self._parse_loop_over_items(start)
        return self._parse_counting_loop(start)

    def _is_over_items(self) -> bool:
        """Tell whether ``of`` or ``in`` follows the variables of a loop: ``const [a, b] of``."""
        number = self.position
        if self.tokens[number].source in _DECLARING:
            number += 1
        if self.tokens[number].source == "[":
            number = self.find_closing(number)
        return self.peek(number - self.position + 1) in {"of", "in"}

    def _parse_loop_over_items(self, start: int) -> ScriptBlock:
        """Parse a loop behind its parenthesis, which goes through a list or the keys of a record.

        =============================  =========================================
        JavaScript                     Python
        =============================  =========================================
        ``for (const v of values)``    ``for v in values:``
        ``for (const k in tree)``      ``for k in`` and a call with ``tree``,
                                       since what ``in`` gives are the keys
        =============================  =========================================
        """
        self.accept(*_DECLARING)
        target = self._parse_target()
        is_over_keys = self.advance().source == "in"
        items = self.parse_expression()
        self.expect(")")
        if is_over_keys:
            items = self.place(ast.Call(self.make_name(_KEYS), [items], []), start)
        body = self.parse_scope()
        loop = self.place(ast.For(target, items, body.body, []), start)
        return ScriptBlock([loop], body.declared_names.union(find_names(target)))

    def _parse_counting_loop(self, start: int) -> ScriptBlock:
        """Parse a loop over numbers behind its parenthesis: ``let i = 0; i < 3; i++) { … }``.

        In Python that is ``for i in range(0, 3, 1): …``.

        Raises:
            UnreadableError: It does not count: what is set, tested and stepped is not one variable.
        """
        beginning = self.parse_statement()
        test = self.parse_expression()
        self.expect(";")
        step = self._parse_step()
        self.expect(")")
        body = self.parse_scope()
        match beginning.statements, test, step.variable:
            case (
                [ast.Assign(targets=[ast.Name(id=name_set) as target], value=first)],
                ast.Compare(left=ast.Name(id=name_tested), ops=[operator], comparators=[limit]),
                ast.Name(id=name_stepped),
            ) if name_set == name_tested == name_stepped:
                numbers = make_range(first, limit, step.size, operator, step.sign)
                loop = ast.For(target, self.place(numbers, start), body.body, [])
                return (beginning + body).with_statements(self.place(loop, start))
        raise self.make_error()

    # -- functions and classes ---------------------------------------------------------------------

    def _parse_function(self, variable: str = "") -> ScriptBlock:
        """Parse a function; one that is assigned to a variable gets the variable's name.

        Raises:
            UnreadableError: It takes lists of names apart.
        """
        start = self.next.start
        self.accept("async")
        self.expect("function")
        own_name = self.advance().source if self.next.kind == "name" else ""
        signature = self.parse_parameters().signature
        self.skip_annotation()
        if signature is None:
            raise self.make_error()
        block = self.parse_block()
        name = own_name if variable == "" else variable
        function = make_function(name, signature, block)
        return block.with_statements(self.place(function, start))

    def _parse_class(self) -> ScriptBlock:
        """Parse a class; its fields are set where an object of it is made."""
        start = self.expect("class").start
        name = self.expect_name().source
        bases = self._parse_bases()
        self.expect("{")
        members = _Members()
        while not self.accept("}"):
            members += self._parse_member(has_base=len(bases) > 0)

        methods = [*members.methods]
        has_constructor = any(method.name == CONSTRUCTOR for method in methods)
        if members.fields and not has_constructor:
            constructor = make_function(CONSTRUCTOR, make_signature([SELF]), ScriptBlock())
            methods.insert(0, self.place(constructor, start))
        for method in methods:
            if method.name == CONSTRUCTOR:
                method.body = [*members.fields, *method.body]
        definition = self.place(make_class(name, bases, methods), start)
        return ScriptBlock([definition], members.declared_names)

    def _parse_bases(self) -> list[ast.expr]:
        """Parse what a class is built upon, up to its brace.

        Of ``extends Node implements Comparable {`` that is ``Node``: what a class implements is a
        type, and is passed over.
        """
        bases: list[ast.expr] = []
        while self.next.source != "{":
            if self.accept("extends"):
                base = self.expect_name()
                bases = [self.place(ast.Name(base.source, ast.Load()), base.start)]
            else:
                self.advance()
        return bases

    def _parse_member(self, *, has_base: bool) -> _Members:
        """Parse a method or a field of a class, with the modifiers before it.

        ==========================  =====================================================
        ``;``                       no member
        ``async expand(depth) {…}`` the method ``expand``
        ``constructor(name) {…}``   the method ``__init__``
        ``private value = 3;``      a field: ``self.value = 3`` for each new object
        ==========================  =====================================================

        Raises:
            UnreadableError: It is a property that is computed, ``get value() {…}``, or the
                constructor of a class that extends another one: neither is followed.
        """
        start = self.next.start
        if self.accept(";"):
            return _Members()

        modifiers = self._skip_modifiers()
        name = self.expect_name().source
        is_method = self.is_next("(")
        if not is_method:
            return self._parse_rest_of_field(name, start)

        is_property = "get" in modifiers
        is_constructor = name == "constructor"
        if is_property or (is_constructor and has_base):
            raise self.make_error()
        return self._parse_method(CONSTRUCTOR if is_constructor else name, start)

    def _skip_modifiers(self) -> list[str]:
        """Skip the modifiers before a member, and return them: of ``private async f()`` both.

        A member may be called as a modifier is: ``get`` in ``get(key) {…}`` and ``get = 3;`` is its
        name.
        """
        modifiers: list[str] = []
        while self.next.source in _MODIFIERS and self.peek(1) not in _BEHIND_MEMBER_NAME:
            modifiers.append(self.advance().source)
        return modifiers

    def _parse_rest_of_field(self, name: str, start: int) -> _Members:
        """Parse what is behind the name of a field: ``?: number;`` or ``: Node[] = [];``.

        A field without a value is none in Python.
        """
        self.accept("?", "!")
        self.skip_annotation()
        if not self.accept("="):
            self._end_statement()
            return _Members()
        value = self.parse_expression()
        self._end_statement()
        return _Members(fields=[self._make_field(name, value, start)])

    def _parse_method(self, name: str, start: int) -> _Members:
        """Parse a method behind its name, with the fields that its parameters are, too.

        Of ``constructor(public value) { … }`` the first statement is ``self.value = value``.

        Raises:
            UnreadableError: It takes lists of names apart.
        """
        parameters = self.parse_parameters()
        self.skip_annotation()
        if parameters.signature is None:
            raise self.make_error()
        fields = [
            self._make_field(field, self.place(ast.Name(field, ast.Load()), start), start)
            for field in parameters.fields
        ]
        block = ScriptBlock(fields) + self.parse_block()
        # JavaScript has no value for what is not given.
        signature = make_method_signature(parameters.signature, are_optional=name != CONSTRUCTOR)
        method = self.place(make_function(name, signature, block), start)
        return _Members(methods=[method], declared_names=block.declared_names)

    def _make_field(self, name: str, value: ast.expr, start: int) -> ast.stmt:
        """Make the statement that sets a field of an object: ``self.name = value``."""
        owner = self.place(ast.Name(SELF, ast.Load()), start)
        field = self.place(ast.Attribute(owner, name, ast.Store()), start)
        return self.place(ast.Assign([field], value), start)


def _make_change(step: _Step) -> ast.AugAssign:
    """Make the statement that changes a variable: ``i += 1``."""
    return ast.AugAssign(make_target(step.variable), _CHANGING[step.sign], step.size)


def _only_exports(statement: ast.stmt) -> bool:
    """Tell whether a statement only exports what is there: ``module.exports = { tree, f: 3 }``.

    In ``module.exports = { tree: [[3, 5], [2, 9]] }`` the tree stands, and nowhere else.
    """
    match statement:
        case ast.Assign(targets=[ast.Attribute(value=ast.Name(id="module"))], value=value):
            exported = _list_exported(value)
            return all(isinstance(each, _HANDED_ON) for each in exported)
    return False


def _list_exported(value: ast.expr) -> Sequence[ast.expr]:
    """List what a value of ``module.exports`` exports: the values of a record, else the value."""
    match value:
        case ast.Dict(values=values):
            return values
        case ast.Call(func=ast.Name(id=function), keywords=keywords) if function == RECORD:
            return [keyword.value for keyword in keywords]
    return [value]
