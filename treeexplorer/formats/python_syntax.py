"""Python literals: the tree in the program of last week, and what ``print`` shows of a tree.

The text is parsed with :mod:`ast` and never run. Of a program the assignments count; imports,
functions and other statements are passed over. A constructor (``Node(3)``) stays what it is called
with.
"""

from __future__ import annotations

import ast
import math
import re
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from treeexplorer.formats.deep import read_nested
from treeexplorer.formats.model import (
    Assigned,
    Constructed,
    Digits,
    Placed,
    Reading,
    UnreadableError,
)
from treeexplorer.formats.words import player_of
from treeexplorer.notation.problems import SourceText
from treeexplorer.numbers import NUMBER
from treeexplorer.text import quoted, safe

_START: Final = re.compile(
    r"\s*+(?:\"\"\"|'''|[\[({]|(?:from|import|def|class|if|for|with|@)\b|[^\W\d][\w.]*\s*"
    r"(?:[(]|=|:[^=\n]*=|,[^=\n]*=))"
)
_NUMBER: Final = re.compile(NUMBER)
_DEEP_LIST: Final = re.compile(r"\s*+(?:(?P<variable>[^\W\d]\w*+)\s*+=\s*+)?(?=[\[(])")
_LARGE: Final = 1_000_000  # characters, for whose syntax tree `ast` would take a gigabyte
_LISTS: Final = frozenset({"list", "tuple", "set", "frozenset", "array", "deque", "asarray"})
_RECORDS: Final = frozenset({"dict", "OrderedDict", "defaultdict", "SimpleNamespace"})
_INFINITE: Final = frozenset({"inf", "infinity"})
_TOO_DEEP: Final = "Python nests deeper here than can be read"


def looks_like(text: str) -> bool:
    """Tell whether a text begins like a literal, a call or a statement of Python."""
    return _START.match(text.lstrip("\ufeff")) is not None or _has_assignment(text)


def _has_assignment(text: str) -> bool:
    return re.search(r"^[^\W\d]\w*\s*(?::[^=\n]*)?=[^=]", text, re.MULTILINE) is not None


def read(text: str) -> Reading:
    """Return the values of a text of Python: of its assignments, or of what stands alone.

    Raises:
        UnreadableError: It is not Python, or has no value that can be taken without running it.
    """
    if len(text) > _LARGE:
        return _deep_list(text)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of the escapes in somebody's texts
            module = ast.parse(text)
    except SyntaxError as error:
        if "too many nested" in error.msg:
            return _deep_list(text)
        place = _offset(SourceText(text), text, error.lineno, error.offset)
        raise UnreadableError(f"this is not Python: {error.msg}", place) from None
    except (RecursionError, MemoryError):
        return _deep_list(text)
    except ValueError as error:
        raise UnreadableError(f"this is not Python: {error}") from None
    return _Program(text).reading(module)


def _offset(source: SourceText, text: str, line: int | None, column: int | None) -> int:
    """Return the offset of a line and column, both from 1, at most the text's length."""
    starts = source.line_starts
    if line is None or not 1 <= line <= len(starts):
        return len(text)
    return min(starts[line - 1] + max(column or 1, 1) - 1, len(text))


# -- lists deeper than ast allows --------------------------------------------------------------


def _deep_list(text: str) -> Reading:
    """Return the one list of a text that is nothing but a list of numbers, however deep."""
    start = _DEEP_LIST.match(text)
    if start is None:
        raise UnreadableError(_TOO_DEEP, hint="a list of numbers alone is read at any depth")
    value, end = read_nested(text, start.end(), _number_alone, is_json=False)
    rest = re.sub(r"#.*", "", text[end:]).strip()
    if rest:
        raise UnreadableError(_TOO_DEEP, hint="a list of numbers alone is read at any depth")
    return Reading([Assigned(value, start["variable"] or "")])


def _number_alone(written: str, place: int) -> Any:
    if _NUMBER.fullmatch(written):
        return int(written) if written.isdecimal() and len(written) < 16 else Digits(written, place)
    raise UnreadableError(f"so deep, only numbers are read, not {quoted(written)}", place)


# -- programs ----------------------------------------------------------------------------------


@dataclass
class _Program:
    """The values of a program, as its statements are gone through."""

    text: str
    variables: dict[str, Any] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    problems: dict[str, UnreadableError] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._source = SourceText(self.text)

    def reading(self, module: ast.Module) -> Reading:
        """Return the values of the statements; those of functions where there is none outside."""
        values = list(self._values(module.body))
        if not any(isinstance(each.value, (list, tuple, dict, Constructed)) for each in values):
            inner = [each for each in ast.walk(module) if isinstance(each, ast.stmt)]
            values += self._values([each for each in inner if each not in module.body])
        kept = [each for each in values if each.variable not in self.used]
        if not kept:
            for target, problem in self.problems.items():
                problem.is_certain = bool(target)
                raise problem
            raise UnreadableError("no value of this Python can be taken without running it")
        return Reading(kept, tuple(f'"{safe(name)}"' for name in self.problems))

    def _values(self, statements: list[ast.stmt]) -> Iterator[Assigned]:
        """Yield what statements assign, and the literals that stand alone."""
        for statement in statements:
            for target, node in _assignments(statement):
                used_before = set(self.used)
                try:
                    value = self._value(node)
                except UnreadableError as error:
                    if not target:  # what prints a tree does not use it up
                        self.used = used_before
                    if target or len(statements) == 1:
                        self.problems.setdefault(target, error)
                    continue
                if target:
                    self.variables[target] = value
                yield Assigned(value, target)

    # -- expressions ---------------------------------------------------------------------------

    def _value(self, node: ast.expr) -> Any:
        """Return what a literal stands for; its brackets nest at most 200 deep, says Python."""
        match node:
            case ast.Constant(value=str() as text):
                return Placed(text, self._place(node))
            case ast.Constant(value=float()):
                return self._digits(node)
            case ast.Constant(value=int() | None as value):
                return value
            case ast.UnaryOp(op=ast.USub() | ast.UAdd(), operand=operand):
                return self._signed(node, operand)
            case ast.List(elts=elements):
                return [self._value(each) for each in elements]
            case ast.Tuple(elts=elements):
                return tuple(self._value(each) for each in elements)
            case ast.Set(elts=elements):
                return [self._value(each) for each in elements]
            case ast.Dict(keys=keys, values=values):
                return self._record(node, keys, values)
            case ast.Call():
                return self._call(node)
            case ast.Name(id=name):
                return self._named(name, node)
            case ast.Attribute(attr=name):
                return math.inf if name in _INFINITE else Placed(name, self._place(node))
            case ast.BinOp():
                message = "this is arithmetic, and nothing of a file is run"
                raise UnreadableError(message, self._place(node), "write the number itself")
        message = "this is no literal, and nothing of a file is run"
        raise UnreadableError(message, self._place(node))

    def _place(self, node: ast.expr) -> int:
        """Return the offset of an expression; Python counts columns in bytes."""
        start = self._source.line_starts[node.lineno - 1]
        line = self.text[start : start + node.col_offset]
        if line.isascii():
            return start + node.col_offset
        return start + len(line.encode()[: node.col_offset].decode(errors="ignore"))

    def _digits(self, node: ast.expr) -> Any:
        """Return a decimal as it is written, with all of its digits."""
        segment = ast.get_source_segment(self.text, node) or ""
        if _NUMBER.fullmatch(segment):
            return Digits(segment, self._place(node))
        raise UnreadableError(f"{quoted(segment)} is not a number", self._place(node))

    def _signed(self, node: ast.expr, operand: ast.expr) -> Any:
        value = self._value(operand)
        is_minus = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub)
        if isinstance(value, Digits):
            sign = "-" if is_minus else ""
            return Digits(sign + value, self._place(node))
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return -value if is_minus else value
        raise UnreadableError("a sign stands before a number", self._place(node))

    def _record(
        self, node: ast.expr, keys: list[ast.expr | None], values: list[ast.expr]
    ) -> dict[Any, Any]:
        record: dict[Any, Any] = {}
        for key, value in zip(keys, values, strict=True):
            if key is None:
                raise UnreadableError("`**` is not run", self._place(node))
            name = self._value(key)
            if not isinstance(name, (str, int, float)):
                raise UnreadableError("a key is a name here", self._place(key))
            if name in record:
                message = f"the key {quoted(str(name))} stands twice in one record"
                raise UnreadableError(message, self._place(key))
            record[name] = self._value(value)
        return record

    def _named(self, name: str, node: ast.expr) -> Any:
        """Return what a variable stands for: each value once, for a tree has no part twice."""
        if name.lower() in _INFINITE:
            return math.inf
        if player_of(name) is not None or name not in self.variables:
            return Placed(name, self._place(node))
        value = self.variables[name]
        if not isinstance(value, (list, tuple, dict, Constructed)):
            return value
        if name in self.used:
            message = f"{quoted(name)} stands twice in one tree"
            raise UnreadableError(message, self._place(node))
        self.used.add(name)
        return value

    def _call(self, call: ast.Call) -> Any:
        """Return a call that makes a list, a record, infinity or a node; no other is taken."""
        function = _function(call.func)
        arguments = [self._value(each) for each in call.args]
        keywords = self._keywords(call)
        if function == "float" and len(arguments) == 1:
            text = str(arguments[0]).strip()
            if _NUMBER.fullmatch(text):
                return math.inf * (-1 if text[0] in "-−" else 1) if "inf" in text.lower() else text
        if function in _LISTS and not keywords:
            return arguments[0] if arguments else []
        if function in _RECORDS:
            return _as_record(arguments) | keywords
        is_class = function[:1].isupper() or bool(keywords)
        if not is_class:
            message = f"{quoted(function)} is a function, and nothing of a file is run"
            raise UnreadableError(message, self._place(call))
        return Constructed(function, arguments, keywords)

    def _keywords(self, call: ast.Call) -> dict[str, Any]:
        keywords: dict[str, Any] = {}
        for keyword in call.keywords:
            if keyword.arg is None:
                raise UnreadableError("`**` is not run", self._place(call))
            keywords[keyword.arg] = self._value(keyword.value)
        return keywords


def _function(function: ast.expr) -> str:
    """Return the name of a function without its module."""
    match function:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def _as_record(arguments: list[Any]) -> dict[Any, Any]:
    """Return what ``dict(…)`` makes of a record or of pairs before its keywords."""
    record: dict[Any, Any] = {}
    for argument in arguments:
        if isinstance(argument, Mapping):
            record |= argument
        elif isinstance(argument, list):
            record |= {pair[0]: pair[1] for pair in argument if len(pair) == 2}
    return record


def _assignments(statement: ast.stmt) -> Iterator[tuple[str, ast.expr]]:
    """Yield the names that a statement assigns to, with the values; an empty one for no name."""
    match statement:
        case ast.Assign(targets=[ast.Tuple(elts=names), *_], value=ast.Tuple(elts=values)):
            if len(names) == len(values):
                for name, value in zip(names, values, strict=True):
                    yield _function(name), value
        case ast.Assign(targets=[target, *_], value=value):
            yield _function(target), value
        case ast.AnnAssign(target=target, value=ast.expr() as value):
            yield _function(target), value
        case ast.Expr(value=ast.Constant()):
            return
        case ast.Expr(value=value):
            yield "", value
