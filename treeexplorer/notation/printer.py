"""Writes exercises in the notation: in canonical lines, with a document's comments kept."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any, Final, NamedTuple, TypeAlias

from treeexplorer.notation.directives import tidy_line, write_directives
from treeexplorer.notation.document import ABOUT_THE_TREE, ClaimTable, Exercise, claim_table
from treeexplorer.notation.lexer import LINE_END, end_of, tree_pieces
from treeexplorer.notation.reader import parse_all, with_plain_line_ends
from treeexplorer.notation.spelling import read_name, write_name
from treeexplorer.numbers import written
from treeexplorer.text import safe, width
from treeexplorer.tree import (
    DEFAULT_LEVELS,
    INTEGER,
    PLAYER_SPELLINGS,
    GameTree,
)

LINE_LENGTH: Final = 80
_DEEPEST_INDENT: Final = 40  # keeps the text of a very deep tree linear in its size


class Behind(StrEnum):
    """The part of a node behind which a comment may stand."""

    OPENING = "its opening bracket"
    ELLIPSIS = "its ..."
    NODE = "its last character"


CommentPlace: TypeAlias = tuple[int, Behind]
"""Where comments stand within a tree: at which node, and behind which part of it."""


class Comment(NamedTuple):
    """A comment within a tree: its text from the ``#`` on, and whether it has its own line."""

    text: str
    has_own_line: bool


Comments: TypeAlias = Mapping[CommentPlace, list[Comment]]


def node_texts(exercise: Exercise) -> list[str]:
    """Return the text of each node as it is written, without its brackets and its children.

    It has these parts, of which most nodes have few: ``1/2*`` ``/`` ``n:`` ``max(3,inf)~4=5``, and
    at a leaf its value, ``7``.

    Returns:
        By node, its text; empty for a node with children of which nothing is written.

    Example:
        >>> from treeexplorer.notation.reader import parse
        >>> node_texts(parse("A:[/3 B:=5[12]]"))
        ['A:', '/3', 'B:5', '12']
    """
    tree = exercise.tree
    claims = claim_table(claim for claim in exercise.claims if claim.kind not in ABOUT_THE_TREE)
    blanks = claim_table(blank for blank in exercise.blanks if blank.kind not in ABOUT_THE_TREE)
    nodes_with_answer = {node for node, _ in (*claims, *blanks)}
    cut_off = {node for node, kind in claims if kind == "cut"}
    texts = _values_of_leaves(tree)
    for node in nodes_with_answer.union(tree.players, tree.estimates):
        texts[node] = _before_value(tree, node, claims, blanks) + texts[node]
    for node in cut_off.union(tree.names, tree.probabilities):
        is_cut_off = node in cut_off
        texts[node] = _first_parts(tree, node, is_cut_off=is_cut_off) + texts[node]
    return texts


def _first_parts(tree: GameTree, node: int, *, is_cut_off: bool) -> str:
    """Return a node's probability, the slash of a node that is cut off, and its name: ``1/2*/n:``.

    Empty if none of them is written.
    """
    probability = tree.probabilities.get(node)
    name = tree.names.get(node)
    text = "" if probability is None else f"{written(probability)}*"
    if is_cut_off:
        text += "/"
    if name:
        text += f"{write_name(name)}:"
    return text


def _values_of_leaves(tree: GameTree) -> list[str]:
    """Return by node the value of a leaf as it is written; empty for nodes with children.

    For ``[3 [x 2.5]]`` it is ``["", "3", "", "x", "2.5"]``.
    """
    texts = [""] * len(tree)
    # Most leaves are integers, for which the shorter way is taken.
    for leaf in tree.leaves(0):
        if tree.kind[leaf] == INTEGER:
            texts[leaf] = str(int(tree.value[leaf]))
        else:
            texts[leaf] = _value_of_leaf(tree, leaf)
    return texts


def _value_of_leaf(tree: GameTree, leaf: int) -> str:
    """Return the value of a leaf as it is written, or the word of an unknown leaf."""
    if leaf in tree.unknowns:
        return str(tree.value_or_word(leaf))
    return written(tree.exact.get(leaf, tree.value[leaf]))


def _before_value(tree: GameTree, node: int, claims: ClaimTable, blanks: ClaimTable) -> str:
    """Return what is written of a node's player, window, estimate and claim: ``max(3,inf)~4=5``.

    The window (α and β) and the claim (what the node is worth) are answers of a person; an answer
    that is asked for and not given is a blank, written as ``?``.

    Args:
        tree: The tree.
        node: The node.
        claims: The answers that are given beside nodes, by node and kind.
        blanks: Those that are asked for, by node and kind.
    """
    player: str = tree.players.get(node, "")
    window = _window_part(node, claims, blanks)
    estimate = f"~{written(tree.estimates[node])}" if node in tree.estimates else ""
    before_claim = f"{player}{window}{estimate}"
    # A claim of 5 is "5[" where nothing is before it but a name. Behind a player or an estimate it
    # needs its sign: "max5[" is no node, and "~4" with "5[" would become "~45[".
    equals_sign = "=" if before_claim else ""
    return before_claim + _claim_part(node, equals_sign, claims, blanks)


def _window_part(node: int, claims: ClaimTable, blanks: ClaimTable) -> str:
    """Return the window that is written at a node, ``(3,inf)``; empty if there is none.

    Args:
        node: The node.
        claims: The answers that are given beside nodes, by node and kind.
        blanks: Those that are asked for; a blank window is ``(?,?)``.
    """
    claim = claims.get((node, "window"))
    if claim is not None and claim.window is not None:
        low, high = map(written, claim.window)
        return f"({low},{high})"
    if (node, "window") in blanks:
        return "(?,?)"
    return ""


def _claim_part(node: int, equals_sign: str, claims: ClaimTable, blanks: ClaimTable) -> str:
    """Return what is claimed of a node's value as it is written, ``=5`` or ``>=5``; else empty.

    A claim of a bound has its own sign.

    Args:
        node: The node.
        equals_sign: What is written before a claimed value, ``=`` or nothing.
        claims: The answers that are given beside nodes, by node and kind. A node has a claim of its
            value or of a bound, not of both.
        blanks: Those that are asked for; a blank is ``?``, with the equals sign before it.
    """
    value = claims.get((node, "value"))
    if value is not None and value.number is not None:
        return f"{equals_sign}{written(value.number)}"
    bound = claims.get((node, "bound"))
    if bound is not None and bound.number is not None:
        return f"{bound.sign}{written(bound.number)}"
    if (node, "value") in blanks:
        return f"{equals_sign}?"
    return ""


class _Lines:
    """The lines of a tree as they are written; leaves share a line while there is room.

    A line is indented by the number of open brackets. Each text is followed by the comments of its
    place.
    """

    def __init__(self, depth: int, comments: Comments) -> None:
        self.lines: list[str] = []
        self.opened: list[int] = []  # the nodes whose brackets are open
        self._comments = comments
        self._indents = [" " * min(2 * level, _DEEPEST_INDENT) for level in range(depth + 2)]
        self._indent = ""
        self._takes_more = False  # whether another leaf may stand on the last line

    def has_room(self, text: str) -> bool:
        """Tell whether a text fits on a line of its own."""
        return len(self._indent) + width(text) <= LINE_LENGTH

    def open(self, node: int, text: str) -> None:
        """Add the opening line of a node; what follows is indented more."""
        self.add(f"{text}[", (node, Behind.OPENING))
        self.opened.append(node)
        self._indent = self._indents[len(self.opened)]

    def close(self) -> None:
        """Add the closing line of the node that was opened last."""
        node = self.opened.pop()
        self._indent = self._indents[len(self.opened)]
        self.add("]", (node, Behind.NODE))

    def add_leaf(self, text: str, place: CommentPlace) -> None:
        """Add a leaf, or ``...``, to the last line if that has room, or on a new one."""
        if self._takes_more and width(self.lines[-1]) + 1 + width(text) <= LINE_LENGTH:
            self.lines[-1] += f" {text}"
        else:
            self.lines.append(self._indent + text)
        self._takes_more = True
        self._add_comments(place)

    def add(self, text: str, place: CommentPlace) -> None:
        """Add a text on a line of its own."""
        self.lines.append(self._indent + text)
        self._takes_more = False
        self._add_comments(place)

    def _add_comments(self, place: CommentPlace) -> None:
        """Add the comments of a place: the first where it stood, others on lines of their own.

        Args:
            place: The node, and the part of it behind which the comments stand. The last line must
                end with that part.
        """
        comments = self._comments.get(place)
        if comments is None:
            return
        # Nothing can stand behind a comment on its line.
        self._takes_more = False
        for number, comment in enumerate(comments):
            is_behind_text = number == 0 and not comment.has_own_line
            if is_behind_text:
                self.lines[-1] += f"  {comment.text}"
            else:
                self.lines.append(self._indent + comment.text)


class _TreeWriter:
    """Writes a tree: a subtree that does not fit on one line is opened, and closed on its own line.

    Args:
        exercise: The tree, with the claims about children that are not drawn.
        texts: Each node's text without its brackets and children.
        comments: The comments within the tree.
    """

    def __init__(self, exercise: Exercise, texts: Sequence[str], comments: Comments) -> None:
        self._tree = exercise.tree
        self._texts = texts
        self._ellipses = _ellipses(exercise)
        self._one_line = _subtrees_on_one_line(self._tree, texts, self._ellipses, comments)
        self._lines = _Lines(self._tree.depth, comments)

    def text(self) -> str:
        """Return the text of the tree, without a newline at its end.

        A subtree is a range of nodes, ``node`` … ``end[node] - 1``, in the order in which they are
        written.
        """
        tree = self._tree
        lines = self._lines
        node = 0
        while node < len(tree):
            one_line = self._one_line[node]
            if tree.is_leaf(node):
                lines.add_leaf(self._texts[node], (node, Behind.NODE))
                node += 1
            elif one_line is not None and lines.has_room(one_line):
                lines.add(one_line, (node, Behind.NODE))
                node = tree.end[node]
            else:
                lines.open(node, self._texts[node])
                node += 1  # its first child
            self._close_before(node)
        return "\n".join(lines.lines)

    def _close_before(self, next_node: int) -> None:
        """Close the nodes whose subtrees end before a node."""
        opened = self._lines.opened
        while opened and self._tree.end[opened[-1]] == next_node:
            ellipsis = self._ellipses.get(opened[-1])
            if ellipsis is not None:
                self._lines.add_leaf(ellipsis, (opened[-1], Behind.ELLIPSIS))
            self._lines.close()


def _ellipses(exercise: Exercise) -> dict[int, str]:
    """Return what stands for the children that are not drawn, by node: ``...`` or ``/...``."""
    cut_off = [claim.node for claim in exercise.claims if claim.kind == "cut-rest"]
    return dict.fromkeys(exercise.tree.elided, "...") | dict.fromkeys(cut_off, "/...")


def _subtrees_on_one_line(
    tree: GameTree, texts: Sequence[str], ellipses: Mapping[int, str], comments: Comments
) -> list[str | None]:
    """Return by node its subtree on one line, such as ``[3 [12 8]]``; ``None`` if it has none.

    A subtree cannot be written on one line if that would be longer than 80 columns, or if there is
    a comment within its brackets. Then no subtree around it can, either.

    Args:
        tree: The tree.
        texts: By node, its text without its brackets and children.
        ellipses: By node, what stands for its children that are not drawn: ``...`` or ``/...``.
        comments: The comments within the tree.
    """
    with_comment = set(_nodes_with_comment_inside(tree, comments))
    lines: list[str | None] = [*texts]  # right for leaves; those of inner nodes are set below
    # Backwards: children come before their parents.
    for node in reversed([*tree.inner_nodes()]):
        members = [lines[child] for child in tree.children(node)]
        if node in ellipses:
            members.append(ellipses[node])
        lines[node] = None if node in with_comment else _node_on_one_line(texts[node], members)
    return lines


def _node_on_one_line(text: str, members: Sequence[str | None]) -> str | None:
    """Return a node with all that is between its brackets; ``None`` if no line can hold it.

    >>> _node_on_one_line("A:", ["3", "[12 8]"])
    'A:[3 [12 8]]'

    Args:
        text: What is written before its bracket.
        members: The lines of its children; ``None`` for a child that has none.
    """
    fitting = [member for member in members if member is not None]
    if len(fitting) < len(members):
        return None
    line = f"{text}[{' '.join(fitting)}]"
    return line if width(line) <= LINE_LENGTH else None


def _nodes_with_comment_inside(tree: GameTree, comments: Comments) -> Iterator[int]:
    """Yield the nodes with a comment between their brackets.

    A comment behind a node's last character is inside its parent.
    """
    for node, behind in comments:
        is_inside_node = behind is not Behind.NODE
        yield node if is_inside_node else tree.parent[node]


def write(exercise: Exercise) -> str:
    r"""Return an exercise as a text in the notation: its directives, its tree and its claims.

    A node that fits in 80 columns stands on one line; another has its children on lines of their
    own, indented by two spaces. Linear in the size of the text.

    Example:
        >>> from treeexplorer.tree import from_nested
        >>> write(Exercise(from_nested([[3, 12], [2, 4]])))
        '[[3 12] [2 4]]\n'
    """
    directives = exercise.directives
    levels = exercise.tree.levels
    # A tree can have other players than its text says, or says nothing of: then they are written.
    levels_as_read = DEFAULT_LEVELS if directives.levels is None else directives.levels
    if levels != levels_as_read:
        directives = directives._replace(levels=levels)
    lines = write_directives(directives, exercise.claims, exercise.blanks, exercise.tree)
    no_comments: Comments = {}
    lines.append(_TreeWriter(exercise, node_texts(exercise), no_comments).text())
    return "\n".join(lines) + "\n"


def exercise_json(exercise: Exercise) -> dict[str, Any]:
    """Return a tree as the JSON object that ``game --json`` and ``generate --json`` print.

    Returns:
        The object: title, source (``None`` if there is none) and notes; the players by level; how
        many nodes, leaves and plies it has (a tree of one leaf has 0 plies); and its text in the
        notation.
    """
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
    r"""Return a document in canonical form: formatting it again changes nothing.

    The trees read back are equal. Comments and directives stay where they stood, numbers keep
    their digits, names get their shortest spelling, several blank lines become one.

    Raises:
        NotationError: The text is not in the notation.

    Example:
        >>> format_document("# exam\n\n\n[ [3, +12] [2 , 4] ]#easy")
        '# exam\n\n[[3 12] [2 4]]  #easy\n'
    """
    text = with_plain_line_ends(text)
    lines: list[str] = []
    line_start = 0  # the beginning of the first line that is not in `lines` yet
    for exercise in parse_all(text, file=file):
        tree_start = 0 if exercise.positions is None else exercise.positions.start
        # Only blanks stand before the tree on its own line.
        *lines_above, _blanks = text[line_start:tree_start].split("\n")
        tree = _tree_as_written(text, tree_start)
        line_start = end_of(LINE_END, text, tree.end)
        comment_behind = safe(text[tree.end : line_start].strip()).rstrip()
        tree_text = _TreeWriter(exercise, tree.texts, tree.comments).text()
        lines += map(_tidy_line_between_trees, lines_above)
        lines.append(f"{tree_text}  {comment_behind}" if comment_behind else tree_text)
    lines += map(_tidy_line_between_trees, text[line_start:].split("\n"))
    return "\n".join(_with_single_blank_lines(lines)).rstrip("\n") + "\n"


def _tidy_line_between_trees(line: str) -> str:
    """Return a line between trees in canonical form: a directive, a comment, or a blank line."""
    stripped = line.strip()
    if stripped.startswith("@"):
        return tidy_line(stripped)
    return safe(stripped).rstrip()


def _with_single_blank_lines(lines: Sequence[str]) -> Iterator[str]:
    """Yield lines with one blank line in place of several, and none at the beginning."""
    line_before = ""
    for line in lines:
        if line or line_before:
            yield line
        line_before = line


class _TreeAsWritten(NamedTuple):
    """A tree as it stands in a document, with the digits of its numbers as typed.

    Attributes:
        texts: Each node's text in canonical form, without its brackets and children.
        comments: The comments within the tree.
        end: The offset behind it.
    """

    texts: list[str]
    comments: dict[CommentPlace, list[Comment]]
    end: int


def _tree_as_written(text: str, start: int) -> _TreeAsWritten:
    """Read a correct tree from a document, with its comments.

    Args:
        text: The document.
        start: The offset at which the tree begins.
    """
    texts: list[str] = []
    comments: dict[CommentPlace, list[Comment]] = {}
    open_nodes: list[int] = []  # the nodes whose brackets are open
    end = start
    for kind, match in tree_pieces(text, start):
        if kind in {"OPEN", "LEAF"}:
            texts.append(_tidy_node(match))
        node = len(texts) - 1  # the last node whose beginning was read
        match kind:
            case "OPEN":
                open_nodes.append(node)
                place = (node, Behind.OPENING)
            case "CLOSE":
                place = (open_nodes.pop(), Behind.NODE)
            case "ELLIPSIS":
                place = (open_nodes[-1], Behind.ELLIPSIS)
            case _:
                place = (node, Behind.NODE)
        end = match.end(kind)
        # The whole match takes what separates the piece from the next: blanks, a comma, comments.
        separator = text[end : match.end()]
        is_within_tree = len(open_nodes) > 0
        if is_within_tree and "#" in separator:
            comments[place] = _comments(separator)
    return _TreeAsWritten(texts, comments, end)


def _comments(text: str) -> list[Comment]:
    r"""Return the comments in the text between two pieces.

    >>> _comments(" # first\n # second")
    [Comment(text='# first', has_own_line=False), Comment(text='# second', has_own_line=True)]
    """
    return [
        Comment(safe(comment[0]).rstrip(), has_own_line="\n" in text[: comment.start()])
        for comment in _COMMENT.finditer(text)
    ]


def _tidy_node(match: re.Match[str]) -> str:
    """Return a node's text in canonical form, without its bracket; its numbers keep their digits.

    It has these parts, of which most nodes have few: ``1/2*`` ``/`` ``name:`` ``max`` ``(3,inf)``
    ``~4``, and then a leaf's value, or what is claimed of a node with children.

    Args:
        match: What found the node, with the groups of :func:`lexer.inside`.

    Example:
        >>> _tidy_node(next(tree_pieces('"A": MAX ( +3 , inf )[2]', 0))[1])
        'A:max(3,inf)'
    """
    part = match.groupdict(default="")  # a part that is not written is empty
    probability = _tidy_numbers(part["probability"])  # with its star: "0.5*"
    slash = part["cut"]
    name = f"{write_name(read_name(part['name']))}:" if part["name"] else ""
    player = _tidy_player(part["player"])
    window_without_blanks = "".join(part["window"].split())
    window = _tidy_numbers(window_without_blanks)
    estimate = _tidy_numbers(part["estimate"])
    before_claim = f"{player}{window}{estimate}"
    leaf_value = _tidy_value(match)
    claim = _tidy_claim(part["claim"], is_first=before_claim == "")
    return f"{probability}{slash}{name}{before_claim}{leaf_value}{claim}"


def _tidy_value(match: re.Match[str]) -> str:
    """Return the value of a leaf, a number or the word of an unknown; else an empty text."""
    value = match["LEAF"]
    if value is None:
        return ""
    is_number = match["integer"] is not None or match["number"] is not None
    return _tidy_numbers(value) if is_number else safe(value)


def _tidy_player(spelling: str) -> str:
    """Return a player as a word; empty if no player is written."""
    if not spelling:
        return ""
    return PLAYER_SPELLINGS[spelling.strip().lower()].value


def _tidy_claim(spelling: str, *, is_first: bool) -> str:
    """Return a claim in canonical form.

    A claimed value begins with an equals sign, unless only a name can stand before it.

    >>> _tidy_claim("5", is_first=False), _tidy_claim("=5", is_first=True)
    ('=5', '5')
    """
    claim = _tidy_numbers(spelling).replace("≥", ">=").replace("≤", "<=").removeprefix("=")
    is_of_value = claim != "" and claim[0] not in "<>"
    if is_of_value and not is_first:
        return f"={claim}"
    return claim


def _tidy_numbers(text: str) -> str:
    """Return numbers with ASCII signs, and without needless signs.

    >>> _tidy_numbers("(+.5,∞)")
    '(0.5,inf)'
    """
    unsigned = _NEEDLESS.sub("", _INFINITY.sub("inf", text.replace("−", "-")))
    return _POINT_FIRST.sub("0.", _POINT_LAST.sub(".0", unsigned))
