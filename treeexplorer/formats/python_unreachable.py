r"""Removes the statements of a program in Python that never run, since the block ends before them.

>>> module = ast.parse("def build():\n    return [3, 5]\n    print('done')")
>>> remove_unreachable(module)
>>> print(ast.unparse(module))
def build():
    return [3, 5]
"""

from __future__ import annotations

import ast
from typing import Final

_ENDINGS: Final = (ast.Return, ast.Raise, ast.Break, ast.Continue)
_BLOCKS: Final = ("body", "orelse", "finalbody")


def remove_unreachable(module: ast.Module) -> None:
    """Remove the statements behind a ``return``, ``raise``, ``break`` or ``continue``, in place."""
    for node in ast.walk(module):
        for block in _BLOCKS:
            statements = getattr(node, block, None)
            if isinstance(statements, list):
                _cut_behind_ending(statements)


def _cut_behind_ending(statements: list[ast.stmt]) -> None:
    """Remove the statements of a block behind the first that ends it, in place."""
    for place, statement in enumerate(statements):
        if isinstance(statement, _ENDINGS):
            del statements[place + 1 :]
            return
