"""Writes exercises in the notation: in canonical lines, with a document's comments kept."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any, Final, NamedTuple, TypeAlias

from treeexplorer.notation.directives import format_directive_line, format_directives
from treeexplorer.notation.document import ABOUT_THE_TREE, ClaimTable, Exercise, claim_table
from treeexplorer.notation.lexer import LINE_END, find_match_end, split_tree_into_pieces
from treeexplorer.notation.reader import normalise_line_ends, parse_all
from treeexplorer.notation.spelling import format_node_name, parse_node_name
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


def format_node_texts(exercise: Exercise) -> list[str]:
    """Return the text of each node as it is written, without its brackets and its children.

    It has three parts, of which most nodes have one or none:

    - ``1/2*/n:``, the probability, the slash of a node that is cut off, and the name;
    - ``max(3,inf)~4=5``, the player, the window, the estimate, and the value that somebody says the
      node has;
    - ``7``, the value of a leaf.

    The window, the slash and the value of an inner node are answers of somebody who works the tree
    by hand (*claims*), or places left for them (*blanks*, written as ``?``).

    Returns:
        By node, its text; empty for a node with children of which nothing is written.

    Example:
        >>> from treeexplorer.notation.reader import parse
        >>> format_node_texts(parse("A:[/3 B:=5[12]]"))
        ['A:', '/3', 'B:5', '12']
    """
    tree = exercise.tree
    # The answers about nodes and the blanks, by node and kind. Those about the whole tree, such as
    # `@read 7`, stand above it.
    claims = claim_table(claim for claim in exercise.claims if claim.kind not in ABOUT_THE_TREE)
    blanks = claim_table(blank for blank in exercise.blanks if blank.kind not in ABOUT_THE_TREE)
    nodes_with_answer = {node for node, _ in (*claims, *blanks)}
    nodes_cut_off = {node for node, kind in claims if kind == "cut"}

    texts = _format_leaf_values(tree)
    # Most nodes have no more than their value: only the others are visited.
    nodes_with_more = nodes_with_answer.union(
        tree.players, tree.estimates, tree.names, tree.probabilities
    )
    for node in nodes_with_more:
        first_part = _format_first_part(tree, node, is_cut_off=node in nodes_cut_off)
        middle_part = _format_middle_part(tree, node, claims, blanks)
        value = texts[node]
        texts[node] = first_part + middle_part + value
    return texts


def _format_first_part(tree: GameTree, node: int, *, is_cut_off: bool) -> str:
    """Format a node's probability, the slash of a node that is cut off, and its name: ``1/2*/n:``.

    Empty if none of them is written.
    """
    text = ""
    probability = tree.probabilities.get(node)
    if probability is not None:
        text += f"{written(probability)}*"
    if is_cut_off:
        text += "/"
    name = tree.names.get(node)
    if name:
        text += f"{format_node_name(name)}:"
    return text


def _format_leaf_values(tree: GameTree) -> list[str]:
    """Format the value of each leaf, by node; empty for nodes with children.

    For ``[3 [x 2.5]]`` it is ``["", "3", "", "x", "2.5"]``.
    """
    texts = [""] * len(tree)
    # Most leaves are integers, for which the shorter way is taken.
    for leaf in tree.leaves(0):
        if tree.kind[leaf] == INTEGER:
            texts[leaf] = str(int(tree.value[leaf]))
        else:
            texts[leaf] = _format_leaf_value(tree, leaf)
    return texts


def _format_leaf_value(tree: GameTree, leaf: int) -> str:
    """Format the value of a leaf, or the word of an unknown leaf."""
    if leaf in tree.unknowns:
        return str(tree.value_or_word(leaf))
    return written(tree.exact.get(leaf, tree.value[leaf]))


def _format_middle_part(tree: GameTree, node: int, claims: ClaimTable, blanks: ClaimTable) -> str:
    """Format a node's player, window, estimate and claim: ``max(3,inf)~4=5``.

    The window (α and β) and the claim (what the node is worth) are answers of a person; an answer
    that is asked for and not given is a blank, written as ``?``. A claim of 5 is written so:

    ================  =========================================================
    ``5[``            behind nothing, or behind a name: ``A:5[``
    ``max=5[``        behind a player: ``max5[`` is no node
    ``~4=5[``         behind an estimate: ``~45[`` is another one
    ``(3,inf)=5[``    behind a window
    ================  =========================================================
    """
    player = tree.players.get(node, "")
    window = _format_window_of(node, claims, blanks)
    estimate = tree.estimates.get(node)
    estimate_text = "" if estimate is None else f"~{written(estimate)}"
    before_claim = f"{player}{window}{estimate_text}"
    claim = _format_claim_of(node, claims, blanks, needs_equals_sign=before_claim != "")
    return f"{before_claim}{claim}"


def _format_window_of(node: int, claims: ClaimTable, blanks: ClaimTable) -> str:
    """Format the window that a person wrote at a node, ``(3,inf)``, or a blank one, ``(?,?)``.

    Empty if there is neither.
    """
    claim = claims.get((node, "window"))
    if claim is not None and claim.window is not None:
        alpha, beta = claim.window
        return f"({written(alpha)},{written(beta)})"
    if (node, "window") in blanks:
        return "(?,?)"
    return ""


def _format_claim_of(
    node: int, claims: ClaimTable, blanks: ClaimTable, *, needs_equals_sign: bool
) -> str:
    """Format what a person claims of a node's value: ``=5``, ``>=5``, or the blank ``=?``.

    Empty if there is neither. Without the equals sign it is ``5`` or ``?``; a bound has its own.
    """
    equals_sign = "=" if needs_equals_sign else ""
    value_claim = claims.get((node, "value"))
    if value_claim is not None and value_claim.number is not None:
        return f"{equals_sign}{written(value_claim.number)}"
    bound_claim = claims.get((node, "bound"))
    if bound_claim is not None and bound_claim.number is not None:
        return f"{bound_claim.sign}{written(bound_claim.number)}"
    if (node, "value") in blanks:
        return f"{equals_sign}?"
    return ""


class _LineBuilder:
    """The lines of a tree as they are written; leaves share a line while there is room.

    A line is indented by the number of open brackets. Each text is followed by the comments of its
    place.
    """

    def __init__(self, depth: int, comments: Comments) -> None:
        self.lines: list[str] = []
        self.open_nodes: list[int] = []  # the nodes whose brackets are open
        self._comments = comments
        self._indents = [" " * min(2 * level, _DEEPEST_INDENT) for level in range(depth + 2)]
        self._indent = ""
        self._can_take_leaf = False  # whether another leaf may stand on the last line

    def has_room(self, text: str) -> bool:
        """Tell whether a text fits on a line of its own."""
        return len(self._indent) + width(text) <= LINE_LENGTH

    def open(self, node: int, text: str) -> None:
        """Add the opening line of a node; what follows is indented more."""
        self.add(f"{text}[", (node, Behind.OPENING))
        self.open_nodes.append(node)
        self._indent = self._indents[len(self.open_nodes)]

    def close(self) -> None:
        """Add the closing line of the node that was opened last."""
        node = self.open_nodes.pop()
        self._indent = self._indents[len(self.open_nodes)]
        self.add("]", (node, Behind.NODE))

    def add_leaf(self, text: str, place: CommentPlace) -> None:
        """Add a leaf, or ``...``, to the last line if that has room, or on a new one."""
        if self._can_take_leaf and width(self.lines[-1]) + 1 + width(text) <= LINE_LENGTH:
            self.lines[-1] += f" {text}"
        else:
            self.lines.append(self._indent + text)
        self._add_comments(place)
        has_comment = place in self._comments  # nothing can stand behind it on its line
        self._can_take_leaf = not has_comment

    def add(self, text: str, place: CommentPlace) -> None:
        """Add a text on a line of its own."""
        self.lines.append(self._indent + text)
        self._add_comments(place)
        self._can_take_leaf = False

    def _add_comments(self, place: CommentPlace) -> None:
        """Add the comments of a place, if any: the first where it stood, others on their own lines.

        The last line must end with the part of a node behind which they stand.
        """
        for index, comment in enumerate(self._comments.get(place, [])):
            is_first = index == 0
            if is_first and not comment.has_own_line:
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
        self._ellipses = _collect_ellipses(exercise)
        self._line_of_subtree = _join_subtrees(self._tree, texts, self._ellipses, comments)
        self._builder = _LineBuilder(self._tree.depth, comments)

    def render(self) -> str:
        """Render the tree as a text, without a newline at its end.

        A subtree is a range of nodes, ``node`` … ``end[node] - 1``, in the order in which they are
        written.
        """
        tree = self._tree
        builder = self._builder
        node = 0
        while node < len(tree):
            subtree_line = self._line_of_subtree[node]
            if tree.is_leaf(node):
                builder.add_leaf(self._texts[node], (node, Behind.NODE))
                node += 1
            elif subtree_line is not None and builder.has_room(subtree_line):
                builder.add(subtree_line, (node, Behind.NODE))
                node = tree.end[node]  # behind the subtree
            else:
                builder.open(node, self._texts[node])
                node += 1  # its first child
            self._close_nodes_before(node)
        return "\n".join(builder.lines)

    def _close_nodes_before(self, next_node: int) -> None:
        """Close the nodes whose subtrees end before a node."""
        open_nodes = self._builder.open_nodes
        while open_nodes and self._tree.end[open_nodes[-1]] == next_node:
            innermost_node = open_nodes[-1]
            ellipsis = self._ellipses.get(innermost_node)
            if ellipsis is not None:
                self._builder.add_leaf(ellipsis, (innermost_node, Behind.ELLIPSIS))
            self._builder.close()


def _collect_ellipses(exercise: Exercise) -> dict[int, str]:
    """Collect what stands for the children that are not drawn, by node: ``...`` or ``/...``."""
    cut_off = [claim.node for claim in exercise.claims if claim.kind == "cut-rest"]
    return dict.fromkeys(exercise.tree.elided, "...") | dict.fromkeys(cut_off, "/...")


def _join_subtrees(
    tree: GameTree, texts: Sequence[str], ellipses: Mapping[int, str], comments: Comments
) -> list[str | None]:
    """Join each subtree on one line, such as ``[3 [12 8]]``, by node; ``None`` if it cannot be.

    A subtree cannot be written on one line if that would be longer than 80 columns, or if there is
    a comment within its brackets. Then no subtree around it can, either.

    Args:
        tree: The tree.
        texts: By node, its text without its brackets and children.
        ellipses: By node, what stands for its children that are not drawn: ``...`` or ``/...``.
        comments: The comments within the tree.
    """
    nodes_with_comment = set(_find_nodes_with_comment_inside(tree, comments))
    lines: list[str | None] = [*texts]  # right for leaves; those of inner nodes are set below
    # Backwards: children come before their parents.
    for node in reversed([*tree.inner_nodes()]):
        if node in nodes_with_comment:
            lines[node] = None
            continue
        child_lines = [lines[child] for child in tree.children(node)]
        if node in ellipses:
            child_lines.append(ellipses[node])
        lines[node] = _join_node(texts[node], child_lines)
    return lines


def _join_node(text_before: str, child_lines: Sequence[str | None]) -> str | None:
    """Join a node and its children on one line; ``None`` if no line can hold it, or one of them.

    >>> _join_node("A:", ["3", "[12 8]"])
    'A:[3 [12 8]]'
    """
    fitting_lines = [line for line in child_lines if line is not None]
    if len(fitting_lines) < len(child_lines):
        return None
    line = f"{text_before}[{' '.join(fitting_lines)}]"
    return line if width(line) <= LINE_LENGTH else None


def _find_nodes_with_comment_inside(tree: GameTree, comments: Comments) -> Iterator[int]:
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
    # A tree can have other players by level than its directives say: then `@levels` is written for
    # it. Without `@levels` it is read with the default levels.
    directives = exercise.directives
    levels = exercise.tree.levels
    levels_as_read = DEFAULT_LEVELS if directives.levels is None else directives.levels
    if levels != levels_as_read:
        directives = directives._replace(levels=levels)

    lines = format_directives(directives, exercise.claims, exercise.blanks, exercise.tree)
    tree_writer = _TreeWriter(exercise, format_node_texts(exercise), comments={})
    lines.append(tree_writer.render())
    return "\n".join(lines) + "\n"


def convert_exercise_to_json(exercise: Exercise) -> dict[str, Any]:
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
_NEEDLESS_PLUS: Final = re.compile(r"(?<![eE])\+")
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
    text = normalise_line_ends(text)
    lines: list[str] = []
    formatted_end = 0  # the text up to this offset is in `lines`; a line begins there
    for exercise in parse_all(text, file=file):
        # The lines above the tree. The tree's own line begins with blanks only.
        tree_start = 0 if exercise.positions is None else exercise.positions.start
        *lines_above, _blanks = text[formatted_end:tree_start].split("\n")
        lines += map(_format_line_between_trees, lines_above)

        # The tree, and the comment behind it on its last line.
        tree = _parse_tree_as_written(text, tree_start)
        tree_text = _TreeWriter(exercise, tree.texts, tree.comments).render()
        line_end = find_match_end(LINE_END, text, tree.end)
        comment = safe(text[tree.end : line_end].strip()).rstrip()
        lines.append(f"{tree_text}  {comment}" if comment else tree_text)
        formatted_end = line_end

    # The lines below the last tree.
    lines_below = text[formatted_end:].split("\n")
    lines += map(_format_line_between_trees, lines_below)
    return "\n".join(_collapse_blank_lines(lines)).rstrip("\n") + "\n"


def _format_line_between_trees(line: str) -> str:
    """Format a line between trees in canonical form: a directive, a comment, or a blank line."""
    stripped = line.strip()
    if stripped.startswith("@"):
        return format_directive_line(stripped)
    return safe(stripped).rstrip()


def _collapse_blank_lines(lines: Sequence[str]) -> Iterator[str]:
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


_PART_ENDED_BY: Final = {
    "OPEN": Behind.OPENING,
    "ELLIPSIS": Behind.ELLIPSIS,
    "CLOSE": Behind.NODE,
    "LEAF": Behind.NODE,
}
"""The part of a node that ends with a piece, by the kind of the piece."""


def _parse_tree_as_written(text: str, start: int) -> _TreeAsWritten:
    """Parse the correct tree that begins at an offset of a document, with its comments.

    A comment is kept with the node and the part of it behind which it stands::

        [3 # three        behind node 1, the leaf 3
         A:[ # first      behind the opening bracket of node 2
          5 ...] # last   behind node 2, and thus behind its closing bracket
         4]
    """
    texts: list[str] = []
    comments: dict[CommentPlace, list[Comment]] = {}
    open_nodes: list[int] = []  # the nodes whose brackets are open
    end_of_piece = start
    for kind, match in split_tree_into_pieces(text, start):
        # The node to which the piece belongs. Nodes are numbered as they begin, from 0.
        if kind in {"OPEN", "LEAF"}:
            node = len(texts)
            texts.append(_normalise_node(match))
            if kind == "OPEN":
                open_nodes.append(node)
        elif kind == "CLOSE":
            node = open_nodes.pop()
        else:  # ELLIPSIS: the tree is correct, so there is no other kind
            node = open_nodes[-1]

        # The match is the piece, which is the group named as its kind, and the separator behind it:
        # blanks, a comma, comments. For example `3` and ` # three`, for a LEAF.
        end_of_piece = match.end(kind)
        separator = text[end_of_piece : match.end()]
        is_within_tree = len(open_nodes) > 0  # comments behind the tree are no part of it
        if is_within_tree and "#" in separator:
            comments[node, _PART_ENDED_BY[kind]] = _parse_comments(separator)
    return _TreeAsWritten(texts, comments, end=end_of_piece)


def _parse_comments(text: str) -> list[Comment]:
    r"""Parse the comments in the text between two pieces.

    >>> _parse_comments(" # first\n # second")
    [Comment(text='# first', has_own_line=False), Comment(text='# second', has_own_line=True)]
    """
    return [
        Comment(safe(comment[0]).rstrip(), has_own_line="\n" in text[: comment.start()])
        for comment in _COMMENT.finditer(text)
    ]


def _normalise_node(match: re.Match[str]) -> str:
    """Write a node's text in canonical form, without its bracket; its numbers keep their digits.

    It has these parts, of which most nodes have few: ``1/2*`` ``/`` ``name:`` ``max`` ``(3,inf)``
    ``~4``, and then a leaf's value, or what is claimed of a node with children. They are the groups
    of :func:`lexer.inside`.

    Example:
        >>> _normalise_node(next(split_tree_into_pieces('"A": MAX ( +3 , inf )[2]', 0))[1])
        'A:max(3,inf)'
    """
    parts = match.groupdict(default="")  # a part that is not written is empty

    # The parts before the claim, in the order in which they are written.
    probability = _normalise_numbers(parts["probability"])  # with its star: "0.5*"
    slash = parts["cut"]
    name = f"{format_node_name(parse_node_name(parts['name']))}:" if parts["name"] else ""
    player = _normalise_player(parts["player"])
    window_without_blanks = "".join(parts["window"].split())
    window = _normalise_numbers(window_without_blanks)
    estimate = _normalise_numbers(parts["estimate"])

    # The value of a leaf, or the claim of a node with children: "5", or "=5" behind other parts
    # than a name.
    leaf_value = _normalise_leaf_value(match)
    is_claim_first = f"{player}{window}{estimate}" == ""
    claim = _normalise_claim(parts["claim"], is_first=is_claim_first)
    return f"{probability}{slash}{name}{player}{window}{estimate}{leaf_value}{claim}"


def _normalise_leaf_value(match: re.Match[str]) -> str:
    """Write the value of a leaf, a number or the word of an unknown; else an empty text."""
    value = match["LEAF"]
    if value is None:
        return ""
    is_number = match["integer"] is not None or match["number"] is not None
    return _normalise_numbers(value) if is_number else safe(value)


def _normalise_player(spelling: str) -> str:
    """Write a player as a word, ``max`` for ``▲``; empty if no player is written."""
    if not spelling:
        return ""
    return PLAYER_SPELLINGS[spelling.strip().lower()].value


def _normalise_claim(spelling: str, *, is_first: bool) -> str:
    """Write a claim in canonical form.

    A claimed value begins with an equals sign, unless only a name can stand before it.

    >>> _normalise_claim("5", is_first=False), _normalise_claim("=5", is_first=True)
    ('=5', '5')
    """
    claim = _normalise_numbers(spelling).replace("≥", ">=").replace("≤", "<=").removeprefix("=")
    is_bound = claim.startswith(("<", ">"))
    if claim == "" or is_bound or is_first:
        return claim
    return f"={claim}"


def _normalise_numbers(text: str) -> str:
    """Write numbers with ASCII signs, and without needless signs.

    >>> _normalise_numbers("(+.5,∞)")
    '(0.5,inf)'
    """
    text = text.replace("−", "-")
    text = _INFINITY.sub("inf", text)
    text = _NEEDLESS_PLUS.sub("", text)
    text = _POINT_LAST.sub(".0", text)
    return _POINT_FIRST.sub("0.", text)
