"""Programs of JavaScript and TypeScript, followed from their first statement to the last.

A tree may be the ``root`` of an object, come from loops, maps of all nodes, or calls one behind the
other. The reader of programs in Python follows all that; so the statements of JavaScript are told
as statements of Python, at their places in the text. Nothing is run. A program in which anything
has no telling is not followed: of that one :mod:`literals` finds what is written out.
"""

from __future__ import annotations

import ast
from typing import Any

from treeexplorer.formats.model import (
    Assigned,
    Constructed,
    Reading,
    UnreadableError,
    collect_containers,
    is_tree_value,
)
from treeexplorer.formats.python_reading import read_program
from treeexplorer.formats.python_refusals import ChangeError
from treeexplorer.formats.python_rewriting import rewrite_in_single_steps
from treeexplorer.formats.python_unreachable import remove_unreachable
from treeexplorer.formats.script_expressions import RECORD
from treeexplorer.formats.script_modules import finish_module
from treeexplorer.formats.script_parts import ScriptBlock, join_blocks
from treeexplorer.formats.script_statements import StatementParser
from treeexplorer.formats.searches import is_called_tree
from treeexplorer.formats.words import CHILDREN, SIDES, may_say_who_moves, meaning


def read_followed(text: str) -> Reading | None:
    """Read the trees that a program of JavaScript comes to; ``None`` if it cannot be followed.

    What is left out of the reading is not known, though the rest is.

    Raises:
        ChangeError: A tree is changed in a way that cannot be told, so that nothing of it that is
            written out is the tree.

    >>> reading = read_followed("const root = {children: []}; for (const v of [3, 5]) "
    ...     "root.children.push({value: v});")
    >>> reading.values[0].value
    {'children': [{'value': 3}, {'value': 5}]}
    """
    try:
        module = _parse_program(text)
        remove_unreachable(module)
        reading = read_program(text, rewrite_in_single_steps(module))
    except ChangeError:
        raise
    except (UnreadableError, RecursionError, SyntaxError, ValueError):
        return None
    if not _is_one_tree(reading.values):
        return None
    values = [_make_plain(each) for each in reading.values if _may_be_of_tree(each)]
    return reading._replace(values=values)


def _parse_program(text: str) -> ast.Module:
    """Parse a program of JavaScript, and tell it in Python.

    Raises:
        UnreadableError: Something in it has no telling in Python.
    """
    parser = StatementParser(text)
    blocks: list[ScriptBlock] = []
    while parser.next.kind != "end":
        blocks.append(parser.parse_statement())
    return finish_module(join_blocks(blocks).statements)


def _is_one_tree(assigned: list[Assigned]) -> bool:
    """Tell whether the variables of a program hold a tree, and it is plain which one."""
    values = [each.value for each in assigned]
    has_tree = any(map(is_tree_value, values))
    # Of several nodes without one above them it is not plain which is the root.
    has_several = sum(isinstance(value, Constructed) for value in values) > 1
    holds_other = any(map(_is_around_tree, values)) or any(map(_lists_nodes, assigned))
    return has_tree and not has_several and not holds_other


def _may_be_of_tree(assigned: Assigned) -> bool:
    """Tell whether a variable may hold a tree or say who moves: ``depth = 3`` does neither."""
    return is_tree_value(assigned.value) or may_say_who_moves(assigned.variable)


def _make_plain(assigned: Assigned) -> Assigned:
    """Make each record a dictionary again, since ``{ nodes: […], edges: […] }`` may be a graph.

    As ``Record(value=3)`` it was a node to the reader of Python, which puts children below it. A
    variable of PHP, ``$tree``, loses its sign.
    """
    holder = [assigned.value]
    pending: list[Any] = [holder]
    while pending:
        container = pending.pop()
        keys = list(container) if isinstance(container, dict) else range(len(container))
        for key in keys:
            part = container[key]
            if isinstance(part, Constructed) and part.function == RECORD:
                container[key] = part.keywords
            pending += collect_containers(container[key])
    return Assigned(holder[0], assigned.variable.removeprefix("$"))


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
