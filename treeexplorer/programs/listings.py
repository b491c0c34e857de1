"""Alpha-beta in Python, as textbooks and programmers write it; each listing is right as it stands.

What goes wrong in them is in :mod:`treeexplorer.programs.wrong_lines`.
:mod:`treeexplorer.programs.mistakes` runs them.
"""

from __future__ import annotations

from typing import Final

LISTINGS: Final = {
    "the form with one loop": """\
LOW, INF = float("-inf"), float("inf")

def alphabeta(node, alpha, beta, is_max):
    if is_leaf(node): return evaluate(node)
    v = LOW if is_max else INF
    for child in node:
        value = alphabeta(child, alpha, beta, not is_max)
        if is_max: v, alpha = max(v, value), max(alpha, value)
        else: v, beta = min(v, value), min(beta, value)
        if alpha >= beta: break
    return v

def search(tree):
    return alphabeta(tree, LOW, INF, True)
""",
    "the classic form": """\
LOW, INF = float("-inf"), float("inf")

def alphabeta(node, alpha, beta, player):
    if is_leaf(node): return evaluate(node)
    if player == MAX:
        v = LOW
        for child in node:
            v = max(v, alphabeta(child, alpha, beta, MIN))
            alpha = max(alpha, v)
            if alpha >= beta: break
        return v
    if player == MIN:
        v = INF
        for child in node:
            v = min(v, alphabeta(child, alpha, beta, MAX))
            beta = min(beta, v)
            if alpha >= beta: break
        return v

def search(tree):
    return alphabeta(tree, LOW, INF, MAX)
""",
    "negamax": """\
INF = float("inf")

def negamax(node, alpha, beta, colour):
    if is_leaf(node): return colour * evaluate(node)
    v = -INF
    for child in node:
        value = -negamax(child, -beta, -alpha, -colour)
        v = max(v, value)
        alpha = max(alpha, v)
        if alpha >= beta: break
    return v

def search(tree):
    return negamax(tree, -INF, INF, 1)
""",
    "fail-hard negamax": """\
INF = float("inf")

def negamax(node, alpha, beta, colour):
    if is_leaf(node): return colour * evaluate(node)
    for child in node:
        value = -negamax(child, -beta, -alpha, -colour)
        if value >= beta: return beta
        if value > alpha: alpha = value
    return alpha

def search(tree):
    return negamax(tree, -INF, INF, 1)
""",
    "the form of AIMA": """\
INF = float("inf")

def max_value(node, alpha, beta):
    if is_leaf(node): return evaluate(node)
    v = -INF
    for child in node:
        v2 = min_value(child, alpha, beta)
        if v2 > v: v, alpha = v2, max(alpha, v2)
        if v >= beta: return v
    return v

def min_value(node, alpha, beta):
    if is_leaf(node): return evaluate(node)
    v = INF
    for child in node:
        v2 = max_value(child, alpha, beta)
        if v2 < v: v, beta = v2, min(beta, v2)
        if v <= alpha: return v
    return v

def search(tree):
    return max_value(tree, -INF, INF)
""",
    "the form with a memo": """\
LOW, INF = float("-inf"), float("inf")

def alphabeta(node, alpha, beta, is_max):
    if is_leaf(node): return evaluate(node)
    key = str(node), is_max, alpha, beta
    if key in table: return table[key]
    v = LOW if is_max else INF
    for child in node:
        value = alphabeta(child, alpha, beta, not is_max)
        if is_max: v, alpha = max(v, value), max(alpha, value)
        else: v, beta = min(v, value), min(beta, value)
        if alpha >= beta: break
    table[key] = v
    return v

def search(tree):
    table.clear()
    return alphabeta(tree, LOW, INF, True)
""",
    "the form that collects its values": """\
LOW, INF = float("-inf"), float("inf")

def alphabeta(node, alpha, beta, is_max):
    if is_leaf(node): return evaluate(node)
    values = []
    for child in node:
        value = alphabeta(child, alpha, beta, not is_max)
        values.append(value)
        if is_max: alpha = max(alpha, value)
        else: beta = min(beta, value)
        if alpha >= beta: break
    return max(values) if is_max else min(values)

def search(tree):
    return alphabeta(tree, LOW, INF, True)
""",
    "best_move() and alpha-beta": """\
LOW, INF = float("-inf"), float("inf")

def alphabeta(node, alpha, beta, is_max):
    if is_leaf(node): return evaluate(node)
    v = LOW if is_max else INF
    for child in node:
        value = alphabeta(child, alpha, beta, not is_max)
        if is_max: v, alpha = max(v, value), max(alpha, value)
        else: v, beta = min(v, value), min(beta, value)
        if alpha >= beta: break
    return v

def best_move(tree):
    v, move = LOW, None
    for number, child in enumerate(tree, 1):
        value = alphabeta(child, v, INF, False)
        if value > v: v, move = value, number
    return v, move
""",
    "best_move() and negamax": """\
INF = float("inf")

def negamax(node, alpha, beta, colour):
    if is_leaf(node): return colour * evaluate(node)
    v = -INF
    for child in node:
        value = -negamax(child, -beta, -alpha, -colour)
        v = max(v, value)
        alpha = max(alpha, v)
        if alpha >= beta: break
    return v

def best_move(tree):
    v, move = -INF, None
    for number, child in enumerate(tree, 1):
        value = -negamax(child, -INF, -v, -1)
        if value > v: v, move = value, number
    return v, move
""",
    "best_move() and fail-hard alpha-beta": """\
LOW, INF = float("-inf"), float("inf")

def alphabeta(node, alpha, beta, is_max):
    if is_leaf(node): return evaluate(node)
    for child in node:
        value = alphabeta(child, alpha, beta, not is_max)
        if is_max: alpha = max(alpha, value)
        else: beta = min(beta, value)
        if alpha >= beta: break
    return alpha if is_max else beta

def best_move(tree):
    v, move = LOW, None
    for number, child in enumerate(tree, 1):
        value = alphabeta(child, v, INF, False)
        if value > v: v, move = value, number
    return v, move
""",
    "best_move() and fail-hard negamax": """\
INF = float("inf")

def negamax(node, alpha, beta, colour):
    if is_leaf(node): return colour * evaluate(node)
    for child in node:
        value = -negamax(child, -beta, -alpha, -colour)
        if value >= beta: return beta
        if value > alpha: alpha = value
    return alpha

def best_move(tree):
    v, move = -INF, None
    for number, child in enumerate(tree, 1):
        value = -negamax(child, -INF, -v, -1)
        if value > v: v, move = value, number
    return v, move
""",
    "negamax that keeps the move": """\
INF = float("inf")
move = None

def negamax(node, alpha, beta, colour, ply):
    global move
    if is_leaf(node): return colour * evaluate(node)
    v = -INF
    for number, child in enumerate(node, 1):
        value = -negamax(child, -beta, -alpha, -colour, ply + 1)
        if value > v and ply == 0: move = number
        v = max(v, value)
        alpha = max(alpha, v)
        if alpha >= beta: break
    return v

def search(tree):
    return negamax(tree, -INF, INF, 1, 0), move
""",
    "negamax that counts the plies left": """\
INF = float("inf")

def negamax(node, depth, alpha, beta, colour):
    if is_leaf(node): return colour * evaluate(node)
    v = -INF
    for child in node:
        value = -negamax(child, depth - 1, -beta, -alpha, -colour)
        v = max(v, value)
        alpha = max(alpha, v)
        if alpha >= beta: break
    return v

def search(tree):
    return negamax(tree, plies_of(tree), -INF, INF, 1)
""",
    "the form that returns at a cut-off": """\
LOW, INF = float("-inf"), float("inf")

def alphabeta(node, alpha, beta, is_max):
    if is_leaf(node): return evaluate(node)
    v = alpha if is_max else beta
    for child in node:
        value = alphabeta(child, alpha, beta, not is_max)
        if is_max and value >= beta: return value
        if not is_max and value <= alpha: return value
        if is_max and value > alpha: alpha = v = value
        if not is_max and value < beta: beta = v = value
    return v

def search(tree):
    return alphabeta(tree, LOW, INF, True)
""",
    "negamax that returns at a cut-off": """\
INF = float("inf")

def negamax(node, alpha, beta, colour):
    if is_leaf(node): return colour * evaluate(node)
    v = alpha
    for child in node:
        value = -negamax(child, -beta, -alpha, -colour)
        if value >= beta: return value
        if value > alpha: alpha = v = value
    return v

def search(tree):
    return negamax(tree, -INF, INF, 1)
""",
    "the form with a counter": """\
LOW, INF = float("-inf"), float("inf")

def alphabeta(node, alpha, beta, is_max):
    if is_leaf(node): return evaluate(node)
    v = LOW if is_max else INF
    i = 0
    while i < len(node):
        value = alphabeta(node[i], alpha, beta, not is_max)
        if is_max: v, alpha = max(v, value), max(alpha, value)
        else: v, beta = min(v, value), min(beta, value)
        if alpha >= beta: break
        i += 1
    return v

def search(tree):
    return alphabeta(tree, LOW, INF, True)
""",
    "PVS": """\
INF = float("inf")

def pvs(node, alpha, beta, colour):
    if is_leaf(node): return colour * evaluate(node)
    v = -INF
    for number, child in enumerate(node):
        low = -beta if number == 0 else -alpha - 1
        value = -pvs(child, low, -alpha, -colour)
        if low != -beta and alpha < value < beta: value = -pvs(child, -beta, -value, -colour)
        v = max(v, value)
        alpha = max(alpha, v)
        if alpha >= beta: break
    return v

def search(tree):
    return pvs(tree, -INF, INF, 1)
""",
    "fail-hard PVS": """\
INF = float("inf")

def pvs(node, alpha, beta, colour):
    if is_leaf(node): return colour * evaluate(node)
    for number, child in enumerate(node):
        low = -beta if number == 0 else -alpha - 1
        value = -pvs(child, low, -alpha, -colour)
        if low != -beta and alpha < value < beta: value = -pvs(child, -beta, -alpha, -colour)
        alpha = max(alpha, value)
        if alpha >= beta: break
    return alpha

def search(tree):
    return pvs(tree, -INF, INF, 1)
""",
    "negamax with a table of positions": """\
INF = float("inf")

def key(node, colour): return (str(node), colour)

def alphabeta(node, alpha, beta, colour):
    if is_leaf(node): return colour * evaluate(node)
    low, high = table.get(key(node, colour), (-INF, INF))
    if low >= beta: return low
    if high <= alpha: return high
    v, bound = -INF, alpha
    for child in node:
        v = max(v, -alphabeta(child, -beta, -max(alpha, v), -colour))
        if v >= beta: break
    low, high = v, v
    if v >= beta: high = INF
    if v <= bound: low = -INF
    table[key(node, colour)] = low, high
    return v

def search(tree):
    table.clear()
    return alphabeta(tree, -INF, INF, 1)
""",
    "the form that tests v before it moves a bound": """\
INF = float("inf")

def max_value(node, alpha, beta):
    if is_leaf(node): return evaluate(node)
    v = -INF
    for child in node:
        v = max(v, min_value(child, alpha, beta))
        if v >= beta: return v
        alpha = max(alpha, v)
    return v

def min_value(node, alpha, beta):
    if is_leaf(node): return evaluate(node)
    v = INF
    for child in node:
        v = min(v, max_value(child, alpha, beta))
        if v <= alpha: return v
        beta = min(beta, v)
    return v

def search(tree):
    return max_value(tree, -INF, INF)
""",
    "negamax that returns α": """\
INF = float("inf")

def negamax(node, alpha, beta, colour):
    if is_leaf(node): return colour * evaluate(node)
    for child in node:
        value = -negamax(child, -beta, -alpha, -colour)
        alpha = max(alpha, value)
        if alpha >= beta: break
    return alpha

def search(tree):
    return negamax(tree, -INF, INF, 1)
""",
    "the form with a table of flags": """\
LOW, INF = float("-inf"), float("inf")

def key(node, is_max): return (str(node), is_max)

def alphabeta(node, alpha, beta, is_max):
    if is_leaf(node): return evaluate(node)
    flag, v = table.get(key(node, is_max), (None, 0))
    if flag == "lower" and v >= beta or flag == "upper" and v <= alpha: return v
    if flag == "exact": return v
    v = LOW if is_max else INF
    flag, low, high = "exact", alpha, beta
    for child in node:
        value = alphabeta(child, alpha, beta, not is_max)
        if is_max: v, alpha = max(v, value), max(alpha, value)
        else: v, beta = min(v, value), min(beta, value)
        if alpha >= beta: break
    if v >= high: flag = "lower"
    if v <= low: flag = "upper"
    table[key(node, is_max)] = flag, v
    return v

def search(tree):
    table.clear()
    return alphabeta(tree, LOW, INF, True)
""",
    "the form that counts plies": """\
LOW, INF = float("-inf"), float("inf")

def alphabeta(node, depth, alpha, beta, is_max):
    if is_leaf(node): return evaluate(node)
    v = LOW if is_max else INF
    for child in node:
        value = alphabeta(child, depth + 1, alpha, beta, not is_max)
        if is_max: v, alpha = max(v, value), max(alpha, value)
        else: v, beta = min(v, value), min(beta, value)
        if alpha >= beta: break
    return v

def search(tree):
    return alphabeta(tree, 0, LOW, INF, True)
""",
    "the form with a memo that counts plies": """\
LOW, INF = float("-inf"), float("inf")

def alphabeta(node, depth, alpha, beta, is_max):
    if is_leaf(node): return evaluate(node)
    key = str(node), depth, alpha, beta
    if key in table: return table[key]
    v = LOW if is_max else INF
    for child in node:
        value = alphabeta(child, depth + 1, alpha, beta, not is_max)
        if is_max: v, alpha = max(v, value), max(alpha, value)
        else: v, beta = min(v, value), min(beta, value)
        if alpha >= beta: break
    table[key] = v
    return v

def search(tree):
    table.clear()
    return alphabeta(tree, 0, LOW, INF, True)
""",
    "MTD(f)": """\
INF = float("inf")

def key(node, colour): return (str(node), colour)

def alphabeta(node, alpha, beta, colour):
    if is_leaf(node): return colour * evaluate(node)
    low, high = table.get(key(node, colour), (-INF, INF))
    if low >= beta: return low
    if high <= alpha: return high
    v, bound = -INF, alpha
    for child in node:
        v = max(v, -alphabeta(child, -beta, -max(alpha, v), -colour))
        if v >= beta: break
    if v >= beta: low = v
    if v <= bound: high = v
    table[key(node, colour)] = low, high
    return v

def search(tree):
    table.clear()
    v, low, high = 0, -INF, INF
    while low < high:
        beta = v + 1 if v == low else v
        v = alphabeta(tree, beta - 1, beta, 1)
        if v < beta: high = v
        else: low = v
    return v
""",
    "the form with global α and β": """\
INF = float("inf")
alpha, beta = -INF, INF

def alphabeta(node, is_max):
    global alpha, beta
    if is_leaf(node): return evaluate(node)
    v = -INF if is_max else INF
    before = alpha, beta
    for child in node:
        value = alphabeta(child, not is_max)
        if is_max: v, alpha = max(v, value), max(alpha, value)
        else: v, beta = min(v, value), min(beta, value)
        if alpha >= beta: break
    alpha, beta = before
    return v

def search(tree):
    return alphabeta(tree, True)
""",
}
"""Alpha-beta in Python, by what it is called; each is right."""
