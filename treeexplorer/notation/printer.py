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

    A node's parts are written in one order, and each loop below puts one of them in front of what
    is there. So the loops go through the parts from the last to the first:

    ====  ====================  ===================================================
    loop  puts in front         the text so far
    ====  ====================  ===================================================
          a leaf's value        ``7``; empty at a node with children
    1     player to claim       ``max(3,inf)~4=5``
    2     name                  ``n:max(3,inf)~4=5``
    3     slash                 ``/n:max(3,inf)~4=5``
    4     probability           ``1/2*/n:max(3,inf)~4=5``
    ====  ====================  ===================================================

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
    texts = _values_of_leaves(tree)  # "7", or empty at an inner node
    # The nodes beside which an answer is written or asked for: both tables have pairs of a node and
    # a kind of answer as their keys.
    with_claims = {node for node, _ in (*claims, *blanks)}
    for node in with_claims.union(tree.players, tree.estimates):  # 1: player to claim
        texts[node] = _before_value(tree, node, claims, blanks) + texts[node]
    for node, name in tree.names.items():  # 2: name
        if name:
            texts[node] = f"{write_name(name)}:{texts[node]}"
    for node, kind in claims:  # 3: slash
        # A slash claims that the search skips the node.
        if kind == "cut":
            texts[node] = f"/{texts[node]}"
    for node, probability in tree.probabilities.items():  # 4: probability
        texts[node] = f"{written(probability)}*{texts[node]}"
    return texts


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

    Args:
        node: The node.
        equals_sign: What is written before a claimed value, ``=`` or nothing. A bound has its own
            sign.
        claims: The answers that are given beside nodes, by node and kind.
        blanks: Those that are asked for; a blank value is ``?``, with the equals sign before it.
    """
    # A node has either of the two, not both.
    claim = claims.get((node, "value"), claims.get((node, "bound")))
    if claim is not None and claim.number is not None:
        sign = equals_sign if claim.sign is None else claim.sign
        return f"{sign}{written(claim.number)}"
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
        self._subtrees = _subtrees_on_one_line(self._tree, texts, self._ellipses, comments)
        self._lines = _Lines(self._tree.depth, comments)

    def text(self) -> str:
        """Return the text of the tree, without a newline at its end."""
        node = 0
        while node < len(self._tree):
            node = self._add(node)
            self._close_before(node)
        return "\n".join(self._lines.lines)

    def _add(self, node: int) -> int:
        """Write a subtree on one line if it fits, or else only the opening line of its node.

        Args:
            node: The root of the subtree. All that comes before it in the tree is written.

        Returns:
            The node that is to be written next: the one behind the subtree, or the node's first
            child. In preorder the subtree is ``node`` … ``end[node] - 1``, and the first child
            ``node + 1``.
        """
        one_line = self._subtrees.texts[node]
        # A leaf shares a line with other leaves.
        if self._tree.is_leaf(node):
            self._lines.add_leaf(one_line, (node, Behind.NODE))
            return node + 1
        if node not in self._subtrees.broken and self._lines.has_room(one_line):
            self._lines.add(one_line, (node, Behind.NODE))
            return self._tree.end[node]
        self._lines.open(node, self._texts[node])
        return node + 1

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


class _Subtrees(NamedTuple):
    """The subtrees of a tree, each written on one line.

    Attributes:
        texts: Their texts, by node.
        broken: The nodes whose subtrees cannot stand on one line: it would be too long, or there
            is a comment inside.
    """

    texts: list[str]
    broken: set[int]


def _subtrees_on_one_line(
    tree: GameTree, texts: Sequence[str], ellipses: Mapping[int, str], comments: Comments
) -> _Subtrees:
    """Write each subtree on one line where possible, such as ``[3 [12 8]]``.

    A subtree cannot be written on one line if that would be longer than 80 columns, or if there is
    a comment within its brackets. Then no subtree around it can, either.

    Args:
        tree: The tree.
        texts: By node, its text without its brackets and children.
        ellipses: By node, what stands for its children that are not drawn: ``...`` or ``/...``.
        comments: The comments within the tree.

    Returns:
        By node, the line; empty for a subtree that has none. And the set of those subtrees.
    """
    lines = list(texts)  # right for leaves; those of inner nodes are set below
    broken = set(_nodes_with_comment_inside(tree, comments))
    # From the last node to the first, so that the lines of children are there before their
    # parent's.
    for node in reversed([*tree.inner_nodes()]):
        if node not in broken:
            members = [lines[child] for child in tree.children(node)]
            if node in ellipses:
                members.append(ellipses[node])
            lines[node] = f"{texts[node]}[{' '.join(members)}]"
            if width(lines[node]) > LINE_LENGTH:
                broken.add(node)
        if node in broken:
            lines[node] = ""
            # Of the root this adds −1, which is no node and changes nothing.
            broken.add(tree.parent[node])
    return _Subtrees(lines, broken)


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
    # What the directive @levels says, or without one is understood. The tree's own players count:
    # they may differ, since a tree can be given other players.
    stated = DEFAULT_LEVELS if directives.levels is None else directives.levels
    if levels != stated:
        directives = directives._replace(levels=levels)
    lines = write_directives(directives, exercise.claims, exercise.blanks, exercise.tree)
    # A tree in memory has no comments.
    tree_text = _TreeWriter(exercise, node_texts(exercise), {}).text()
    return "\n".join([*lines, tree_text]) + "\n"


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
    document = _TidyDocument(with_plain_line_ends(text))
    for exercise in parse_all(document.text, file=file):
        start = 0 if exercise.positions is None else exercise.positions.start
        document.add_tree(exercise, start)
    return document.finished()


class _TidyDocument:
    """A document in canonical form while it is written, from the first tree to the last.

    Attributes:
        text: The document as it was.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self._lines: list[str] = []
        self._done = 0  # the offset up to which the text is written: the beginning of a line

    def add_tree(self, exercise: Exercise, start: int) -> None:
        """Add a tree in canonical form, with the lines above it and the comment behind it.

        Trees must be added in the order in which they stand in the document.

        Args:
            exercise: The tree.
            start: The offset at which it begins in the text.
        """
        # Only blanks can stand before the tree on its line. They are the last part, and dropped.
        *lines_above, _ = self.text[self._done : start].split("\n")
        self._add_between_trees(lines_above)
        tree = _TreeAsWritten(self.text, start)
        # The rest of the tree's line belongs to it, the newline included.
        self._done = end_of(LINE_END, self.text, tree.end)
        # Between the last bracket and the end of the line: a comment with its #, or nothing.
        comment_behind = safe(self.text[tree.end : self._done].strip()).rstrip()
        tree_text = _TreeWriter(exercise, tree.texts, tree.comments).text()
        self._lines.append(f"{tree_text}  {comment_behind}" if comment_behind else tree_text)

    def _add_between_trees(self, lines: Iterable[str]) -> None:
        """Add directives and comments that stand between trees, with single blank lines.

        Several blank lines become one; at the beginning of the document there is none.

        Args:
            lines: The lines as they stand in the document.
        """
        for line in map(str.strip, lines):
            # Whether the last line that was added is not blank.
            follows_text = bool(self._lines and self._lines[-1])
            if line.startswith("@"):
                self._lines.append(tidy_line(line))
            # The only other lines between trees are comments.
            elif line:
                self._lines.append(safe(line).rstrip())
            elif follows_text:
                self._lines.append("")

    def finished(self) -> str:
        """Return the whole document, after adding what stands below the last tree."""
        self._add_between_trees(self.text[self._done :].split("\n"))
        return "\n".join(self._lines).rstrip("\n") + "\n"


class _TreeAsWritten:
    """The tree at an offset of a document, with the digits of its numbers as typed.

    Attributes:
        texts: Each node's text in canonical form, without its brackets and children.
        comments: The comments within the tree.
        end: The offset behind it.
    """

    def __init__(self, text: str, start: int) -> None:
        """Read a correct tree from a text.

        Args:
            text: The document.
            start: The offset at which the tree begins.
        """
        self.texts: list[str] = []
        self.comments: dict[CommentPlace, list[Comment]] = {}
        self.end = start
        self._opened: list[int] = []  # the nodes whose brackets are open
        for kind, match in tree_pieces(text, start):
            place = self._add(kind, match)
            # The whole match is the piece and what separates it from the next one: blanks, a comma
            # and comments. The group of its kind is the piece alone.
            self.end = match.end(kind)
            separator = text[self.end : match.end()]
            # Behind the last bracket no bracket is open: that comment is not within the tree.
            is_inside = len(self._opened) > 0
            if is_inside and "#" in separator:
                self.comments[place] = _comments(separator)

    def _add(self, kind: str, match: re.Match[str]) -> CommentPlace:
        """Store the text of a piece, if it is one of a node, and return where a comment stands.

        Args:
            kind: The kind of the piece; see :func:`lexer.inside`.
            match: Its match.

        Returns:
            The place of a comment directly behind the piece: a node, and a part of that node. In
            ``A:[ # x`` it is A and its opening bracket, in ``[3 # y`` the leaf and its end.
        """
        if kind == "CLOSE":
            return self._opened.pop(), Behind.NODE
        if kind == "ELLIPSIS":
            return self._opened[-1], Behind.ELLIPSIS
        # Only OPEN and LEAF are left, each the beginning of a node. Nodes are numbered in the order
        # of the text.
        node = len(self.texts)
        self.texts.append(_tidy_node(match))
        if kind == "OPEN":
            self._opened.append(node)
            return node, Behind.OPENING
        return node, Behind.NODE


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

    Parts are what is written before the value or bracket of a node, such as its name.

    The parts have one order, ``1/2*/name:max(3,inf)~4``, then a leaf's value or a node's claim.

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
    window = _tidy_numbers("".join(part["window"].split()))  # without blanks
    estimate = _tidy_numbers(part["estimate"])
    before_value = f"{player}{window}{estimate}"
    # One of the two is empty: only a leaf has a value, only a node with children has a claim.
    value = _tidy_value(match)
    claim = _tidy_claim(part["claim"], is_first=not before_value)
    return f"{probability}{slash}{name}{before_value}{value}{claim}"


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
