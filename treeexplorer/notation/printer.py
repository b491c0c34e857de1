"""Writes exercises in the notation: in canonical lines, with a document's comments kept."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from treeexplorer.notation.directives import tidy_line, write_directives
from treeexplorer.notation.document import (
    ABOUT_THE_TREE,
    Exercise,
    claim_table,
)
from treeexplorer.notation.lexer import LINE_END, NODE_GROUPS, end_of, tokens
from treeexplorer.notation.reader import parse_all, plain_text
from treeexplorer.notation.spelling import unquoted, write_name
from treeexplorer.numbers import written
from treeexplorer.text import safe, width
from treeexplorer.tree import DEFAULT_LEVELS, INNER, INTEGER, PLAYER_SPELLINGS

LINE_LENGTH: Final = 80
_INDENT: Final = 2
_DEEPEST_INDENT: Final = 40  # keeps the text of a very deep tree linear in its size

# Where a comment may stand: directly behind a node's opening bracket, its `...`, or its end.
AFTER_OPENING: Final = 0
AFTER_ELLIPSIS: Final = 1
AFTER_NODE: Final = 2


class Comment(NamedTuple):
    """A comment within a tree: its text from the ``#`` on, and whether it has its own line."""

    text: str
    own_line: bool


Comments = Mapping[tuple[int, int], list[Comment]]


def node_texts(exercise: Exercise) -> list[str]:
    """Return each node as it is written, without its brackets and children."""
    tree = exercise.tree
    texts = [
        str(int(value)) if kind == INTEGER else "" if kind == INNER else written(value)
        for value, kind in zip(tree.value, tree.kind, strict=True)
    ]
    for node, word in tree.unknowns.items():
        texts[node] = word or "?"
    for node, exact in tree.exact.items():
        texts[node] = written(exact)
    claims = claim_table(claim for claim in exercise.claims if claim.kind not in ABOUT_THE_TREE)
    blanks = claim_table(blank for blank in exercise.blanks if blank.kind not in ABOUT_THE_TREE)
    for node in {*tree.players, *tree.estimates, *(node for node, _ in (*claims, *blanks))}:
        before: str = tree.players.get(node, "")
        window = claims.get((node, "window"))
        if window is not None and window.window is not None:
            before += f"({','.join(map(written, window.window))})"
        elif (node, "window") in blanks:
            before += "(?,?)"
        if node in tree.estimates:
            before += "~" + written(tree.estimates[node])
        claim = claims.get((node, "value")) or claims.get((node, "bound"))
        equals = "=" if before else ""
        if claim is not None and claim.number is not None:
            before += (claim.sign or equals) + written(claim.number)
        elif (node, "value") in blanks:
            before += f"{equals}?"
        texts[node] = before + texts[node]
    for node, name in tree.names.items():
        texts[node] = f"{write_name(name)}:{texts[node]}" if name else texts[node]
    for node, kind in claims:
        if kind == "cut":
            texts[node] = "/" + texts[node]
    for node, probability in tree.probabilities.items():
        texts[node] = f"{written(probability)}*{texts[node]}"
    return texts


class LineLayout:
    """One setting of one tree in lines.

    Args:
        exercise: The tree and its claims.
        texts: Each node without its brackets and children.
        comments: The comments within it; a node with a comment inside is never on one line.
    """

    def __init__(self, exercise: Exercise, texts: Sequence[str], comments: Comments) -> None:
        self._tree = exercise.tree
        self._texts = texts
        self._cut_rests = {claim.node for claim in exercise.claims if claim.kind == "cut-rest"}
        self._comments = comments
        self._lines: list[str] = []
        self._line = ""
        self._takes_more = False
        self._sizes = self._measure()

    def text(self) -> str:
        """Return the lines, without a newline behind the last."""
        tree, broken, node = self._tree, list[int](), 0
        while node < len(tree):
            while broken and tree.end[broken[-1]] == node:
                self._close(broken.pop(), len(broken))
            is_leaf, depth = tree.kind[node] != INNER, len(broken)
            if is_leaf or len(_indent(depth)) + self._sizes[node] <= LINE_LENGTH:
                self._put(self._flat(node), depth, is_leaf=is_leaf)
                self._put_comments((node, AFTER_NODE), depth)
                node = tree.end[node]
            else:
                self._put(self._texts[node] + "[", depth)
                broken.append(node)
                self._put_comments((node, AFTER_OPENING), depth)
                node += 1
        while broken:
            self._close(broken.pop(), len(broken))
        self._finish_line()
        return "\n".join(self._lines)

    def _measure(self) -> list[float]:
        """Return the cells that each node takes on one line; infinite where a comment is inside."""
        tree = self._tree
        sizes: list[float] = [
            width(text) + (2 if kind == INNER else 0)
            for text, kind in zip(self._texts, tree.kind, strict=True)
        ]
        for node in tree.elided:
            sizes[node] += 1 + len(self._rest(node))
        for (node, place), comments in self._comments.items():
            if comments and place != AFTER_NODE:
                sizes[node] = float("inf")
            elif comments and node:
                sizes[tree.parent[node]] = float("inf")
        for node in range(len(tree) - 1, 0, -1):
            sizes[tree.parent[node]] += sizes[node] + (0 if tree.parent[node] == node - 1 else 1)
        return sizes

    def _flat(self, node: int) -> str:
        """Return a subtree on one line."""
        tree, texts = self._tree, self._texts
        if tree.kind[node] != INNER:
            return texts[node]
        parts: list[str] = []
        opened: list[int] = []
        for each in range(node, tree.end[node]):
            while opened and tree.end[opened[-1]] == each:
                parts.append(self._end(opened.pop()))
            if opened and each != opened[-1] + 1:
                parts.append(" ")
            parts.append(texts[each])
            if tree.kind[each] == INNER:
                parts.append("[")
                opened.append(each)
        parts += [self._end(each) for each in reversed(opened)]
        return "".join(parts)

    def _end(self, node: int) -> str:
        return f" {self._rest(node)}]" if node in self._tree.elided else "]"

    def _rest(self, node: int) -> str:
        return "/..." if node in self._cut_rests else "..."

    def _put(self, text: str, depth: int, *, is_leaf: bool = False) -> None:
        """Set a child: leaves share a line while there is room, others have their own."""
        if self._takes_more and is_leaf and width(self._line) + 1 + width(text) <= LINE_LENGTH:
            self._line += " " + text
            return
        self._finish_line()
        self._line = _indent(depth) + text
        self._takes_more = is_leaf

    def _put_comments(self, place: tuple[int, int], depth: int) -> None:
        for comment in self._comments.get(place, ()):
            if comment.own_line or not self._line:
                self._finish_line()
                self._line = _indent(depth) + comment.text
            else:
                self._line += "  " + comment.text
            self._finish_line()

    def _close(self, node: int, depth: int) -> None:
        if node in self._tree.elided:
            self._put(self._rest(node), depth + 1, is_leaf=True)
            self._put_comments((node, AFTER_ELLIPSIS), depth + 1)
        self._put("]", depth)
        self._put_comments((node, AFTER_NODE), depth)

    def _finish_line(self) -> None:
        if self._line:
            self._lines.append(self._line)
        self._line = ""
        self._takes_more = False


def _indent(depth: int) -> str:
    return " " * min(_INDENT * depth, _DEEPEST_INDENT)


def write(exercise: Exercise) -> str:
    r"""Return an exercise in the notation: its directives, its tree and its claims.

    A node that fits in 80 columns stands on one line; another has its children on lines of their
    own, indented by two spaces. Linear in the size of the text.

    Example:
        >>> from treeexplorer import from_nested
        >>> write(from_nested([[3, 12], [2, 4]]))
        '[[3 12] [2 4]]\n'
    """
    directives, levels = exercise.directives, exercise.tree.levels
    if levels != (directives.levels or DEFAULT_LEVELS):
        directives = directives._replace(levels=levels)
    lines = write_directives(directives, exercise.claims, exercise.blanks, exercise.tree)
    return "\n".join([*lines, LineLayout(exercise, node_texts(exercise), {}).text()]) + "\n"


def exercise_json(exercise: Exercise) -> dict[str, Any]:
    """Return what ``game --json`` and ``generate --json`` print of a tree."""
    tree, directives = exercise.tree, exercise.directives
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

    Args:
        text: The document.
        file: What error messages call it.

    Raises:
        NotationError: The text is not in the notation.
    """
    text, done = plain_text(text), 0
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
        tree = LineLayout(exercise, texts, comments).text()
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
    for kind, match in tokens(text, start):
        if kind == "NEWLINE":
            stop = match.start()
            break
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
    groups = (group or "" for group in match.groups()[NODE_GROUPS])
    probability, cut, name, player, window, estimate, leaf, integer, number, claim, _ = groups
    before = PLAYER_SPELLINGS[player.strip().lower()].value if player else ""
    before += _tidy_numbers("".join(window.split()) + estimate)
    claim = _tidy_numbers(claim).replace("≥", ">=").replace("≤", "<=").removeprefix("=")
    if before and claim[:1] not in {"", "<", ">"}:
        claim = f"={claim}"
    if name:
        name = write_name(unquoted(name) if name.startswith('"') else name) + ":"
    leaf = _tidy_numbers(leaf) if integer or number else safe(leaf)
    return f"{_tidy_numbers(probability)}{cut}{name}{before}{leaf}{claim}"


def _tidy_numbers(text: str) -> str:
    """Return numbers with ASCII signs, and without those that change nothing."""
    unsigned = _NEEDLESS.sub("", _INFINITY.sub("inf", text.replace("−", "-")))
    return _POINT_FIRST.sub("0.", _POINT_LAST.sub(".0", unsigned))
