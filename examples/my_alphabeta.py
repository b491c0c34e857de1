"""Alpha-beta as a program of your own, with one wrong line for `verify` to find:

treeexplorer verify -- python examples/my_alphabeta.py

It reads a nested list such as [[3, 12, 8], [2, 4, 6]], with MAX at the root, and prints the root's
value and the leaves that it read.
"""

import json
from math import inf
from typing import Any

leaves: list[float] = []


def alphabeta(node: Any, alpha: float, beta: float, is_max: bool) -> float:
    """Return the value of a node."""
    if not isinstance(node, list):
        leaves.append(node)
        return float(node)
    v = -inf if is_max else inf
    for child in node:
        value = alphabeta(child, alpha, inf, not is_max)
        if is_max:
            v = max(v, value)
            alpha = max(alpha, v)
        else:
            v = min(v, value)
            beta = min(beta, v)
        if alpha >= beta:
            break
    return v


print(alphabeta(json.loads(input()), -inf, inf, True), *leaves)
