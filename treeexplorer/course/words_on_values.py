"""Lines of answers in a hand-in, apart from its tree: ``B: <=2``, ``A = 3, C = 2``.

Such a line is read only where each of its answers names a node with children; a value before the
bracket of that node says the same.

>>> from treeexplorer.notation import parse
>>> tree = parse("[[3 12] [2 4]]").tree
>>> claims = find_answers_in_words("A = 3, B: (3, oo) ≤ 2", [tree])
>>> [(tree.labels.label(claim.node), claim.kind) for claim in claims or ()]
[('A', 'value'), ('B', 'window'), ('B', 'bound')]
>>> print(find_answers_in_words("A: 3 12", [tree]))
None
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from treeexplorer.course.typed_parts import (
    PARTS,
    WINDOW_IN_PARENTHESES,
    WINDOW_WITHOUT_BRACKETS,
    claim_as_meant,
    window_as_meant,
)
from treeexplorer.course.words_on_pruning import find_nodes_in_words
from treeexplorer.marking.entries import EntryError, read_entry
from treeexplorer.notation import Claim, filled_in
from treeexplorer.notation.slips import is_about_pruning
from treeexplorer.rules import RulesError
from treeexplorer.tree import AddressError, GameTree

_ROOT_IN_WORDS: Final = (
    r"(?:(?:the\s+)?root(?:\s+node)?|(?:die\s+)?Wurzel|(?:la\s+)?racine|(?:la\s+)?ra[ií]z)"
)
_NAMES_OF_ROOT: Final = re.compile(_ROOT_IN_WORDS, re.IGNORECASE)
_VALUE_OF: Final = (
    r"(?:(?:the\s+|der\s+|la\s+|el\s+)?(?:value|minimax|wert|valeur|valor)"
    r"(?:\s+(?:of|at|von|bei|de|du|del|en))?\s+)?(?:(?:node|Knoten|n(?:œ|oe)ud|nodo)\s+)?"
)
_NAME: Final = rf"[▲△▼▽]?(?P<name>{_ROOT_IN_WORDS}|[^\W\d][\w']*)"
_ANSWER: Final = re.compile(
    rf"{_VALUE_OF}{_NAME}(?:\s*(?==?[<>≤≥])|\s*[:=]\s*|\s+(?:is|ist|hat|has|est|es)\s+|\s+(?=[(αβ]))",
    re.IGNORECASE,
)
"""How an answer begins: ``A:``, ``value of A =``."""
_WINDOW: Final = re.compile(
    rf"{WINDOW_IN_PARENTHESES.pattern}|(?=α|alpha|a\s*=)(?:{WINDOW_WITHOUT_BRACKETS.pattern})"
    r"|alpha\s*:\s*[-+−]?[\w.∞]+\s*[,;]?\s*beta\s*:\s*[-+−]?[\w.∞]+",
    re.IGNORECASE,
)
_CLAIM: Final = re.compile(
    rf"(?:(?:value|wert|valeur|valor)\s*[:=]?\s*)?(?P<claim>{PARTS['claim'].pattern})",
    re.IGNORECASE,
)
_BETWEEN_PARTS: Final = re.compile(r"\s*,?\s*")
_BETWEEN_ANSWERS: Final = re.compile(r"\s*[,;.!]?\s*(?:(?:and|und|et|y)\s+)?", re.IGNORECASE)
WORDS_FOR_IF: Final = r"(?:iff?|when|for|wenn|falls|für|si|pour|cuando|para)"
_PRUNED_IF: Final = re.compile(
    rf"(?:@?pruned\s*:?\s+(?P<first>\S+)|(?P<subject>.+?)\s+(?:\w+\s+)?pruned)"
    rf"\s+{WORDS_FOR_IF}\s+(?P<condition>\S.*)",
    re.IGNORECASE,
)
"""For which values of an unknown a node is pruned: ``B.2 is pruned if x <= 3``."""
_SIGNS_OF_CONDITIONS: Final = {
    r"=>|(?:is\s+)?at\s+least|mindestens|größer\s+(?:oder\s+)?gleich": ">=",
    r"=<|(?:is\s+)?at\s+most|höchstens|kleiner\s+(?:oder\s+)?gleich": "<=",
}
_INTERVAL: Final = re.compile(
    r"(?P<word>\S+)\s*(?:∈|\bin\b)\s*(?P<opened>[\[(\]])\s*(?P<low>[^\s,;]+)\s*[,;]\s*"
    r"(?P<high>[^\s,;\[\]()]+)\s*(?P<closed>[\])\[])"
)
_INFINITE: Final = re.compile(r"[-+−]?(?:∞|inf|oo)", re.IGNORECASE)
_SIGN_OF_BRACKET: Final = {"[low": "<=", "high]": "<="}
"""The sign beside the end of an interval that belongs to it; of any other it is ``<``."""
_FULL_STOP: Final = re.compile(r"(?<=\d)\.(?=\s|$)")
"""A full stop behind a number; it becomes a sign that is no part of a number, nor of a window."""
_BULLET: Final = re.compile(r"\s*(?:[-–—*•]\s+)?")
_BEST_MOVE: Final = re.compile(
    r"(?:the\s+)?(?:best(?:\s+move)?|(?:der\s+)?beste[rs]?\s+Zug|(?:le\s+)?meilleur\s+coup"
    r"|(?:la\s+)?mejor\s+jugada)(?:\s*[:=]\s*|\s+(?:is|ist|est|es)\s+|(?<=best)\s+)(?P<name>\S+?)\.?",
    re.IGNORECASE,
)
_LEAVES_READ: Final = re.compile(
    r"(?:number\s+of\s+)?(?:leaves\s+(?:read|visited|evaluated|examined)|read"
    r"|(?:Anzahl\s+)?(?:besuchte|gelesene|ausgewertete)r?\s+Blätter)(?:\s*[:=]\s*|(?<=read)\s+)(?P<number>\d+)\.?",
    re.IGNORECASE,
)


def find_answers_in_words(words: str, trees: Sequence[GameTree]) -> list[Claim] | None:
    """Return what a line of words answers, in its order; ``None`` if it says something else.

    Args:
        words: The line.
        trees: The tree that is meant, once with the names of the hand-in and once with those of the
            key. Where both know a name, it must be the same node's.
    """
    line = words[_end_of(_BULLET, words, 0) :].strip()
    condition = _PRUNED_IF.fullmatch(line)
    if condition is not None:
        return _read_condition(condition, trees)
    read = _LEAVES_READ.fullmatch(line)
    if read is not None:
        return [Claim(0, "read", int(read["number"]))]
    best = _BEST_MOVE.fullmatch(line)
    if best is not None:
        move = _find_node(best["name"], trees)
        if move is None or trees[0].parent[move] != 0:
            return None
        return [Claim(0, "best", nodes=(move,))]
    return _find_answers_at_nodes(line, trees)


def normalize_condition(text: str) -> str:
    """Return a condition on an unknown as the notation writes it.

    >>> normalize_condition("x => 3."), normalize_condition("x is at most 3")
    ('x >= 3', 'x <= 3')
    >>> normalize_condition("x in ]2; 5]"), normalize_condition("x ∈ (-∞, 3)")
    ('2 < x <= 5', 'x < 3')
    """
    condition = text.strip().rstrip(".")
    for typed_sign, sign in _SIGNS_OF_CONDITIONS.items():
        condition = re.sub(typed_sign, sign, condition, flags=re.IGNORECASE)
    interval = _INTERVAL.fullmatch(condition)
    if interval is None:
        return condition

    condition = interval["word"]
    if not _INFINITE.fullmatch(interval["low"]):
        sign = _SIGN_OF_BRACKET.get(interval["opened"] + "low", "<")
        condition = f"{interval['low']} {sign} {condition}"
    if not _INFINITE.fullmatch(interval["high"]):
        sign = _SIGN_OF_BRACKET.get("high" + interval["closed"], "<")
        condition = f"{condition} {sign} {interval['high']}"
    return condition


def _read_condition(sentence: re.Match[str], trees: Sequence[GameTree]) -> list[Claim] | None:
    """Return the claim that one node is pruned under a condition; ``None`` if it is not sure."""
    named = sentence["first"]
    if named is None:
        named = sentence["subject"]
    nodes = find_nodes_in_words(f"Pruned: {named}", trees)
    if nodes is None or len(nodes) != 1:
        return None
    blank = Claim(nodes[0], "pruned-if")
    try:
        return [filled_in(blank, normalize_condition(sentence["condition"]), trees[-1])]
    except RulesError:
        return None


def _find_answers_at_nodes(line: str, trees: Sequence[GameTree]) -> list[Claim] | None:
    """Return the claims of answers such as ``A = 3, B <= 2``; ``None`` of anything else."""
    claims, position = _read_answers(_FULL_STOP.sub("!", line), trees)
    return claims if claims and position == len(line) else None


def split_answers_off(words: str, trees: Sequence[GameTree]) -> tuple[str, str]:
    """Split a line into the answers at its beginning and the words on pruning behind them.

    One of the two is empty where it is not sure that there are both: ``B: 4, 6 pruned`` may as well
    name two leaves of B.

    >>> from treeexplorer.notation import parse
    >>> trees = [parse("[[3 12] [2 4 6]]").tree]
    >>> split_answers_off("A = 3. 4 and 6 are pruned", trees)
    ('A = 3.', '4 and 6 are pruned')
    >>> split_answers_off("B: <= 2, 4 and 6 pruned", trees)
    ('B: <= 2,', 'B: 4 and 6 pruned')
    >>> split_answers_off("B: 4, 6 pruned", trees)
    ('', 'B: 4, 6 pruned')
    """
    start = _end_of(_BULLET, words, 0)
    line = _FULL_STOP.sub("!", words)
    claims, position = _read_answers(line, trees, start)
    if not claims:
        return "", words
    answers = words[:position].rstrip()
    rest = words[position:]
    if not rest:
        return words, ""
    is_surely_apart = claims[-1].kind == "bound" or line[:position].rstrip().endswith((";", "!"))
    if not is_surely_apart or not is_about_pruning(rest):
        return "", words
    nodes = {claim.node for claim in claims}
    is_about_same_node = not answers.endswith(".") and len(nodes) == 1
    if is_about_same_node:
        rest = f"{trees[-1].labels.label(claims[0].node)}: {rest}"
    # "B <= 2, pruned" means what is left of B, and not B.
    pruned = find_nodes_in_words(rest, trees)
    if pruned is not None and not nodes.isdisjoint(pruned):
        return "", words
    return answers, rest


def _read_answers(line: str, trees: Sequence[GameTree], start: int = 0) -> tuple[list[Claim], int]:
    """Read answers from a position on; return their claims, and where what follows begins."""
    claims: list[Claim] = []
    position = start
    while position < len(line):
        name = _ANSWER.match(line, position)
        node = None if name is None else _find_node(name["name"], trees)
        if name is None or node is None or trees[0].is_leaf(node):
            break
        claims_at_node, end = _read_parts(line, name.end(), node)
        if not claims_at_node:
            break
        claims += claims_at_node
        position = _end_of(_BETWEEN_ANSWERS, line, end)
    return claims, position


def _end_of(pattern: re.Pattern[str], text: str, start: int) -> int:
    """Return where a match of a pattern ends, or where it would have begun."""
    match = pattern.match(text, start)
    return start if match is None else match.end()


def _read_parts(line: str, start: int, node: int) -> tuple[list[Claim], int]:
    """Read a window and a number in either order, at least one; return the claims and their end.

    ``(3, oo) ≤ 2`` claims the window (3, ∞) of a node, and that it is worth 2 or less. Nothing is
    claimed where a part cannot be understood.
    """
    texts: list[str] = []
    position = start
    unread = [_WINDOW, _CLAIM]
    while unread:
        part_start = _end_of(_BETWEEN_PARTS, line, position) if texts else position
        matches = [(pattern, pattern.match(line, part_start)) for pattern in unread]
        found = next(((pattern, match) for pattern, match in matches if match is not None), None)
        if found is None:
            break
        pattern, match = found
        text = window_as_meant(match[0]) if pattern is _WINDOW else claim_as_meant(match["claim"])
        if text is None or text.endswith("?"):
            return [], start
        texts.append(text)
        unread.remove(pattern)
        position = match.end()
    try:
        return [read_entry(node, text) for text in texts], position
    except EntryError:
        return [], start


def _find_node(name: str, trees: Sequence[GameTree]) -> int | None:
    """Return the node of a name; ``None`` if no tree knows it, or two know different nodes."""
    found: set[int] = set()
    for tree in trees:
        try:
            found.add(tree.find(name))
        except AddressError:
            continue
    if not found and _NAMES_OF_ROOT.fullmatch(name):
        return 0
    return found.pop() if len(found) == 1 else None
