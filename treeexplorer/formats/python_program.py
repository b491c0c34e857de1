"""The values of a program in Python, whose syntax tree is gone through and never run.

Assignments count, and calls that add to a record or to a graph of networkx; imports, functions and
other statements are passed over. A constructor (``Node(3)``) stays what it is called with, below
the node that it names as its ``parent``.
"""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from treeexplorer.formats.model import (
    Assigned,
    Constructed,
    Digits,
    Placed,
    Reading,
    UnreadableError,
)
from treeexplorer.formats.words import player_named
from treeexplorer.notation.problems import SourceText
from treeexplorer.numbers import NUMBER
from treeexplorer.text import quoted, safe

_NUMBER: Final = re.compile(NUMBER)
_LISTS: Final = frozenset(
    {"list", "tuple", "set", "frozenset", "array", "deque", "asarray", "tensor"}
)
_RECORDS: Final = frozenset({"dict", "OrderedDict", "defaultdict", "SimpleNamespace"})
_INFINITE: Final = frozenset({"inf", "infinity"})


@dataclass
class PythonProgram:
    """The values of a program, as its statements are gone through.

    Attributes:
        text: The program.
        variables: What each variable holds at the end.
        used: The variables that stand in other values, and so are no trees of their own.
        below: The ``id`` of each node that has said which node is its parent.
        problems: Why a variable's value is not taken.
    """

    text: str
    variables: dict[str, Any] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    below: set[int] = field(default_factory=set)
    problems: dict[str, UnreadableError] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._source = SourceText(self.text)

    def reading(self, module: ast.Module) -> Reading:
        """Return the values of the statements; those of functions where there is none outside."""
        values = list(self._values(module.body))
        if not any(isinstance(each.value, (list, tuple, dict, Constructed)) for each in values):
            statements = [each for each in ast.walk(module) if isinstance(each, ast.stmt)]
            values += self._values([each for each in statements if each not in module.body])
        kept = [each for each in values if not self._is_part_of_another(each)]
        if not kept:
            raise self._no_value()
        return Reading(kept, tuple(f'"{safe(name)}"' for name in self.problems))

    def _is_part_of_another(self, assigned: Assigned) -> bool:
        """Tell whether a value stands in another one, or is a node below another."""
        return assigned.variable in self.used or id(assigned.value) in self.below

    def _no_value(self) -> UnreadableError:
        """Return why there is no value: the first problem, if there was one."""
        for variable, problem in self.problems.items():
            problem.is_certain = bool(variable)
            return problem
        return UnreadableError(
            "no value of this Python can be taken without running it",
            hint="write the tree out: tree = [[3, 12], [2, 4]]",
        )

    def _values(self, statements: list[ast.stmt]) -> Iterator[Assigned]:
        """Yield what statements assign, and the literals that stand alone."""
        for statement in statements:
            if self._adds(statement):
                continue
            for variable, node in _assignments(statement):
                used_before = set(self.used)
                try:
                    value = self._value(node)
                except UnreadableError as error:
                    if not variable:  # what prints a tree does not use it up
                        self.used = used_before
                    if variable or len(statements) == 1:
                        self.problems.setdefault(variable, error)
                    continue
                if variable:
                    self.variables[variable] = value
                yield Assigned(value, variable)

    # -- what statements add to the value of a variable ------------------------------------------

    def _adds(self, statement: ast.stmt) -> bool:
        """Tell whether a statement adds to what a variable holds, and add it.

        Such are ``tree["A"] = …`` where a record is built up, and networkx's methods
        ``add_edge("A", "B")``, ``add_edges_from(…)`` and ``add_node("B", value=5)``.
        """
        match statement:
            case ast.Assign(
                targets=[ast.Subscript(value=ast.Name(id=variable), slice=key)], value=value
            ):
                return self._adds_key(self.variables.get(variable), key, value)
            case ast.Expr(
                value=ast.Call(func=ast.Attribute(value=ast.Name(id=variable), attr=method)) as call
            ):
                return self._adds_to_graph(self.variables.get(variable), method, call)
        return False

    def _adds_key(self, record: Any, key: ast.expr, value: ast.expr) -> bool:
        """Put a value under a key, if the variable holds a record; tell whether it does."""
        if not isinstance(record, dict):
            return False
        record[self._value(key)] = self._value(value)
        return True

    def _adds_to_graph(self, graph: Any, method: str, call: ast.Call) -> bool:
        """Add what a method is called with, if the variable holds a graph; tell whether it does."""
        if not isinstance(graph, _NetworkxGraph) or method not in _NetworkxGraph.ADDING:
            return False
        graph.add(method, [self._value(each) for each in call.args], self._keywords(call))
        return True

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
        segment = ast.get_source_segment(self.text, node)
        if segment is not None and _NUMBER.fullmatch(segment):
            return Digits(segment, self._place(node))
        raise UnreadableError(f"{quoted(ast.unparse(node))} is not a number", self._place(node))

    def _signed(self, node: ast.expr, operand: ast.expr) -> Any:
        """Return a number with the sign before it; digits stay as they are written."""
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
        """Return the record of a display, none of whose keys may stand twice."""
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
        if player_named(name) is not None or name not in self.variables:
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
                return _number_of(text)
        if function in _NetworkxGraph.CLASSES:
            return _NetworkxGraph(arguments)
        if function in _LISTS and not keywords:
            return arguments[0] if arguments else []
        if function in _RECORDS:
            return _as_record(arguments) | keywords
        is_class = function[:1].isupper() or bool(keywords)
        if not is_class:
            message = f"{quoted(function)} is a function, and nothing of a file is run"
            raise UnreadableError(message, self._place(call))
        return self._node_of(function, arguments, keywords)

    def _node_of(self, function: str, arguments: list[Any], keywords: dict[str, Any]) -> Any:
        """Return the node that a class makes, and put it below the parent that it names."""
        parent = keywords.get("parent")
        if not isinstance(parent, Constructed):
            return Constructed(function, arguments, keywords)
        del keywords["parent"]
        node = Constructed(function, arguments, keywords)
        parent.keywords.setdefault("children", []).append(node)
        self.below.add(id(node))
        return node

    def _keywords(self, call: ast.Call) -> dict[str, Any]:
        """Return the arguments of a call that have names; its parent stays the node that it is."""
        keywords: dict[str, Any] = {}
        for keyword in call.keywords:
            if keyword.arg is None:
                raise UnreadableError("`**` is not run", self._place(call))
            parent = self._node_above(keyword)
            keywords[keyword.arg] = self._value(keyword.value) if parent is None else parent
        return keywords

    def _node_above(self, keyword: ast.keyword) -> Constructed | None:
        """Return the node that a keyword names as the parent; ``None`` where it names none."""
        if keyword.arg != "parent" or not isinstance(keyword.value, ast.Name):
            return None
        above = self.variables.get(keyword.value.id)
        return above if isinstance(above, Constructed) else None


class _NetworkxGraph(dict[str, Any]):
    """A graph of networkx as a record of nodes and edges.

    >>> graph = _NetworkxGraph([[("A", "B")]])
    >>> graph.add("add_node", ["B"], {"value": 5})
    >>> graph["nodes"], graph["edges"]
    ([{'id': 'B', 'value': 5}], [('A', 'B')])
    """

    CLASSES: Final = frozenset({"DiGraph", "Graph"})
    ADDING: Final = frozenset({"add_edge", "add_edges_from", "add_node", "add_nodes_from"})

    def __init__(self, edges: list[Any]) -> None:
        super().__init__(nodes=[], edges=[])
        for each in edges:
            self["edges"] += each

    def add(self, method: str, arguments: list[Any], facts: dict[str, Any]) -> None:
        """Add what one of the methods ``ADDING`` is called with."""
        match method, arguments:
            case "add_edge", [source, target]:
                self["edges"].append({"source": source, "target": target, **facts})
            case "add_edges_from", [edges]:
                self["edges"] += edges
            case "add_node", [name]:
                self["nodes"].append({"id": name, **facts})
            case "add_nodes_from", [nodes]:
                self["nodes"] += map(_networkx_node, nodes)


def _networkx_node(node: Any) -> dict[str, Any]:
    """Return the record of a node: of its name, or of its name with what is said of it."""
    match node:
        case (name, dict(facts)):
            return {"id": name, **facts}
    return {"id": node}


def _number_of(text: str) -> Any:
    """Return what ``float`` makes of a text: an infinity, or the digits as they are written."""
    if "inf" not in text.lower():
        return text
    return -math.inf if text[0] in "-−" else math.inf


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
