"""Writes exercises in the notation: in canonical lines, with a document's comments kept."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from treeexplorer.notation.directives import tidy_line, write_directives
from treeexplorer.notation.document import ABOUT_THE_TREE, ClaimTable, Exercise, claim_table
from treeexplorer.notation.lexer import LINE_END, end_of, tree_pieces
from treeexplorer.notation.reader import parse_all, with_plain_line_ends
from treeexplorer.notation.spelling import read_name, write_name
from treeexplorer.numbers import written
from treeexplorer.text import safe, width
from treeexplorer.tree import DEFAULT_LEVELS, INNER, INTEGER, PLAYER_SPELLINGS, GameTree

LINE_LENGTH: Final = 80
_DEEPEST_INDENT: Final = 40  # keeps the text of a very deep tree linear in its size

# Where a comment may stand: directly behind a node's opening bracket, its `...`, or its end.
AFTER_OPENING: Final = 0
AFTER_ELLIPSIS: Final = 1
AFTER_NODE: Final = 2


class Comment(NamedTuple):
    """A comment within a tree: its text from the ``#`` on, and whether it has its own line."""

    text: str
    own_line: bool


Comments: TypeAlias = Mapping[tuple[int, int], list[Comment]]


def node_texts(exercise: Exercise) -> list[str]:
    """Return each node as it is written, without its brackets and children.

    Its parts stand in one order: ``1/2*/name:max(3,inf)~4=5`` and its value, if it is a leaf.
    """
    tree = exercise.tree
    texts = _values_of_leaves(tree)
    claims = claim_table(claim for claim in exercise.claims if claim.kind not in ABOUT_THE_TREE)
    blanks = claim_table(blank for blank in exercise.blanks if blank.kind not in ABOUT_THE_TREE)
    for node in {*tree.players, *tree.estimates, *(node for node, _ in (*claims, *blanks))}:
        texts[node] = _before_value(tree, node, claims, blanks) + texts[node]
    for node, name in tree.names.items():
        texts[node] = f"{write_name(name)}:{texts[node]}" if name else texts[node]
    for node, kind in claims:
        if kind == "cut":
            texts[node] = "/" + texts[node]
    for node, probability in tree.probabilities.items():
        texts[node] = f"{written(probability)}*{texts[node]}"
    return texts


def _values_of_leaves(tree: GameTree) -> list[str]:
    """Return what is written of each leaf's value, and nothing for a node with children."""
    texts = [""] * len(tree)
    for leaf in tree.leaves(0):
        if tree.kind[leaf] == INTEGER:
            texts[leaf] = str(int(tree.value[leaf]))
        elif leaf in tree.unknowns:
            word = tree.unknowns[leaf]
            texts[leaf] = word if word else "?"
        elif leaf in tree.exact:
            texts[leaf] = written(tree.exact[leaf])
        else:
            texts[leaf] = written(tree.value[leaf])
    return texts


def _before_value(tree: GameTree, node: int, claims: ClaimTable, blanks: ClaimTable) -> str:
    """Return a node's player, window, estimate and claim, or the ``?`` in place of claims.

    The claim of a value has ``=`` before it where it would run into what stands there.
    """
    text: str = tree.players.get(node, "")
    window = claims.get((node, "window"))
    if window is not None and window.window is not None:
        low, high = map(written, window.window)
        text += f"({low},{high})"
    elif (node, "window") in blanks:
        text += "(?,?)"
    if node in tree.estimates:
        text += f"~{written(tree.estimates[node])}"
    claim = claims.get((node, "value"), claims.get((node, "bound")))
    sign = "=" if text else ""
    if claim is not None and claim.number is not None:
        if claim.sign is not None:
            sign = claim.sign
        text += f"{sign}{written(claim.number)}"
    elif (node, "value") in blanks:
        text += f"{sign}?"
    return text


def _lines(exercise: Exercise, texts: Sequence[str], comments: Comments) -> str:
    """Return a tree in lines, without a newline behind the last.

    It has each node's text without its brackets and children, and the comments within it.

    One thought: each turn of the loop puts one subtree that fits on a line, or opens one that does
    not; closing brackets go before it. All lines come from ``put``, which fills lines with leaves.
    """
    tree = exercise.tree
    rests = dict.fromkeys(tree.elided, "...")
    rests |= {claim.node: "/..." for claim in exercise.claims if claim.kind == "cut-rest"}
    on_one_line, too_long = _on_one_line(tree, texts, rests, comments)
    indents = [" " * min(2 * depth, _DEEPEST_INDENT) for depth in range(tree.depth + 2)]
    lines: list[str] = []
    takes_more = False  # leaves share a line while there is room, others have their own

    def put(text: str, place: tuple[int, int], depth: int, *, is_leaf: bool = False) -> None:
        nonlocal takes_more
        if takes_more and is_leaf and width(lines[-1]) + 1 + width(text) <= LINE_LENGTH:
            lines[-1] += " " + text
        else:
            lines.append(indents[depth] + text)
        takes_more = is_leaf
        for number, comment in enumerate(comments.get(place, ())):
            takes_more = False
            if comment.own_line or number:
                lines.append(indents[depth] + comment.text)
            else:
                lines[-1] += "  " + comment.text

    opened: list[int] = []
    node = 0
    while True:
        while opened and tree.end[opened[-1]] == node:
            last = opened.pop()
            if last in rests:
                put(rests[last], (last, AFTER_ELLIPSIS), len(opened) + 1, is_leaf=True)
            put("]", (last, AFTER_NODE), len(opened))
        if node == len(tree):
            return "\n".join(lines)
        is_leaf = tree.kind[node] != INNER
        depth = len(opened)
        line = on_one_line[node]
        has_room = node not in too_long and len(indents[depth]) + width(line) <= LINE_LENGTH
        if is_leaf or has_room:
            put(line, (node, AFTER_NODE), depth, is_leaf=is_leaf)
            node = tree.end[node]
        else:
            put(f"{texts[node]}[", (node, AFTER_OPENING), depth)
            opened.append(node)
            node += 1


def _on_one_line(
    tree: GameTree, texts: Sequence[str], rests: Mapping[int, str], comments: Comments
) -> tuple[list[str], set[int]]:
    """Return each subtree on one line, and those that are too long or have a comment inside."""
    lines = list(texts)
    broken = set()
    for node, place in comments:
        broken.add(tree.parent[node] if place == AFTER_NODE else node)
    for node in range(len(tree) - 1, -1, -1):
        if tree.kind[node] == INNER and node not in broken:
            children = [lines[child] for child in tree.children(node)]
            if node in rests:
                children.append(rests[node])
            lines[node] = f"{texts[node]}[{' '.join(children)}]"
            if width(lines[node]) > LINE_LENGTH:
                lines[node] = ""
                broken.add(node)
        if node in broken:
            broken.add(tree.parent[node])
    return lines, broken


def write(exercise: Exercise) -> str:
    r"""Return an exercise in the notation: its directives, its tree and its claims.

    A node that fits in 80 columns stands on one line; another has its children on lines of their
    own, indented by two spaces. Linear in the size of the text.

    Example:
        >>> from treeexplorer.tree import from_nested
        >>> write(Exercise(from_nested([[3, 12], [2, 4]])))
        '[[3 12] [2 4]]\n'
    """
    directives = exercise.directives
    levels = exercise.tree.levels
    stated = DEFAULT_LEVELS if directives.levels is None else directives.levels
    if levels != stated:
        directives = directives._replace(levels=levels)
    lines = write_directives(directives, exercise.claims, exercise.blanks, exercise.tree)
    return "\n".join([*lines, _lines(exercise, node_texts(exercise), {})]) + "\n"


def exercise_json(exercise: Exercise) -> dict[str, Any]:
    """Return what ``game --json`` and ``generate --json`` print of a tree."""
    tree = exercise.tree
    directives = exercise.directives
    return {
        "title": directives.title,
        "source": directives.source,
        "notes": list(directives.notes),
        "levels": list(map(str, tree.levels)),
        "nodes": len(tree),
        "leaves": tree.leaf_count,
        "plies": tree.depth,
        "text": write(exercise),
    }


def write_all(exercises: Iterable[Exercise]) -> str:
    """Return several exercises as one text, a blank line between them."""
    return "\n".join(map(write, exercises))


# -- a document, its comments kept -----------------------------------------------------------------

_COMMENT: Final = re.compile(r"#[^\n]*+")
_INFINITY: Final = re.compile(r"∞|(?i:inf(?:inity)?)")
_NEEDLESS: Final = re.compile(r"(?<![eE])\+")
_POINT_FIRST: Final = re.compile(r"(?<![0-9])\.")
_POINT_LAST: Final = re.compile(r"\.(?![0-9])")


def format_document(text: str, file: str = "<text>") -> str:
    """Return a document in canonical form: formatting it again changes nothing.

    The trees read back are equal. Comments and directives stay where they stood, numbers keep
    their digits, names get their shortest spelling, several blank lines become one.

    Raises:
        NotationError: The text is not in the notation.
    """
    text = with_plain_line_ends(text)
    done = 0
    lines: list[str] = []

    def add_tidied(others: list[str]) -> None:
        """Add directives, comments and, where there are some, one blank line."""
        for line in map(str.strip, others):
            if line.startswith("@"):
                lines.append(tidy_line(line))
            elif line or (lines and lines[-1]):
                lines.append(safe(line).rstrip())

    for exercise in parse_all(text, file=file):
        start = exercise.positions.start if exercise.positions is not None else 0
        add_tidied(text[done:start].split("\n")[:-1])
        texts, comments, stop = _within(text, start)
        done = end_of(LINE_END, text, stop)
        behind = safe(text[stop:done].strip()).rstrip()
        tree = _lines(exercise, texts, comments)
        lines.append(f"{tree}  {behind}" if behind else tree)
    add_tidied(text[done:].split("\n"))
    while lines and not lines[-1]:
        lines.pop()
    return "\n".join(lines) + "\n"


def _within(text: str, start: int) -> tuple[list[str], Comments, int]:
    """Return the nodes of a tree as they are written, its comments, and where it ends."""
    texts: list[str] = []
    comments: dict[tuple[int, int], list[Comment]] = {}
    opened: list[int] = []
    stop = 0
    for kind, match in tree_pieces(text, start):
        stop = match.end(kind)
        if kind == "CLOSE":
            place = (opened.pop(), AFTER_NODE)
        elif kind == "ELLIPSIS":
            place = (opened[-1], AFTER_ELLIPSIS)
        else:
            place = (len(texts), AFTER_OPENING if kind == "OPEN" else AFTER_NODE)
            if kind == "OPEN":
                opened.append(len(texts))
            texts.append(_tidy_node(match))
        behind = text[match.end(kind) : match.end()]
        if opened and "#" in behind:
            comments[place] = [
                Comment(safe(comment[0]).rstrip(), own_line="\n" in behind[: comment.start()])
                for comment in _COMMENT.finditer(behind)
            ]
    return texts, comments, stop


def _tidy_node(match: re.Match[str]) -> str:
    """Return a node's beginning in canonical form, its numbers with the digits that they have."""
    part = match.groupdict(default="")
    player = part["player"].strip().lower()
    name = part["name"]
    leaf = part["LEAF"]
    before = PLAYER_SPELLINGS[player].value if player else ""
    before += _tidy_numbers("".join(part["window"].split()) + part["estimate"])
    claim = _tidy_numbers(part["claim"]).replace("≥", ">=").replace("≤", "<=").removeprefix("=")
    if before and claim[:1] not in {"", "<", ">"}:
        claim = f"={claim}"
    if name:
        name = f"{write_name(read_name(name))}:"
    leaf = _tidy_numbers(leaf) if part["integer"] or part["number"] else safe(leaf)
    return f"{_tidy_numbers(part['probability'])}{part['cut']}{name}{before}{leaf}{claim}"


def _tidy_numbers(text: str) -> str:
    """Return numbers with ASCII signs, and without those that change nothing."""
    unsigned = _NEEDLESS.sub("", _INFINITY.sub("inf", text.replace("−", "-")))
    return _POINT_FIRST.sub("0.", _POINT_LAST.sub(".0", unsigned))
