"""Newick, ``((5,8)B,(2,6)C)A;``: told from other lists in parentheses, and written as ours.

It is not read, since its numbers may be lengths of branches; a refusal shows how the tree would
begin in the notation.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from treeexplorer.formats.atoms import is_number
from treeexplorer.formats.words import player_named
from treeexplorer.notation.spelling import is_plain_word, write_name

_LABEL: Final = r"(?:'[^'\n]*'|\"[^\"\n]*\"|[^\s(),:;\[\]{}'\"]+)"
_PIECE: Final = re.compile(rf"[(),:;]|{_LABEL}")
_COMMENT: Final = re.compile(r"\[[^\[\]\n]*\]")
_LIKE_NEWICK: Final = re.compile(rf"\s*+\((?>(?:[(),:;\s]|{_LABEL})*)")
_SIGN: Final = re.compile(  # a name in a list, a label behind a bracket, a length
    rf"[(,]\s*(?![+\-]?[\d.]){_LABEL}\s*[,):]|\){_LABEL}|(?:\)|{_LABEL}):[\d.\-]"
)
_LABEL_BEHIND_ALL: Final = re.compile(rf"\){_LABEL}\s*\Z")
_END_OF_TREE: Final = ";"
_SIGNS: Final = frozenset("(),:;")
_SIGNS_BEFORE_NODE: Final = frozenset("(,:;")


def is_newick(text: str) -> bool:
    """Tell whether a text is Newick: lists in parentheses with commas, each ending with ``;``.

    >>> is_newick("((5,8)B,(2,6)C)A;"), is_newick("((5,8),(2,6));"), is_newick("(A (B 5 8) C);")
    (True, True, False)

    Newick is a format for family trees in biology.
    """
    bare = _COMMENT.sub("", text)
    if _LIKE_NEWICK.fullmatch(bare) is None or not _has_comma_between_all(bare):
        return False
    is_ended = bare.rstrip().endswith(_END_OF_TREE)
    # People forget the semicolon; but a name behind the last bracket stands in no other format.
    return is_ended or _LABEL_BEHIND_ALL.search(bare) is not None


def is_surely_newick(text: str) -> bool:
    """Tell whether a text is Newick and would be another tree elsewhere, or none.

    ``(A,B,(C,D));`` has three children; as a tuple of Python that begins with its label it would be
    the node A. Of numbers alone, without lengths and labels, both make one tree.
    """
    return is_newick(text) and _SIGN.search(_COMMENT.sub("", text)) is not None


def _has_comma_between_all(text: str) -> bool:
    """Tell whether two siblings are always separated by a comma, as they are not in Lisp.

    In ``(A,B)`` they are; in ``(A B)`` two nodes stand side by side without one.

    Args:
        text: The text, without comments.
    """
    # Each two neighbouring pieces; a piece is a sign, such as a bracket, or a label.
    for before, behind in pairwise(_PIECE.findall(text)):
        ends_node = before not in _SIGNS_BEFORE_NODE
        # A name behind a closing bracket begins no node: it is that of the bracket's node.
        is_name_of_bracket = before == ")"
        begins_node = behind == "("
        if behind not in _SIGNS and not is_name_of_bracket:
            begins_node = True
        if ends_node and begins_node:
            return False
    return True


@dataclass
class _Node:
    """A node of a tree in Newick; one with children begins with its open bracket.

    Attributes:
        children: The children in the notation; ``None`` for a leaf.
        label: What is written at the node.
        length: The length of the branch above it; empty for none.
    """

    children: list[str] | None = None
    label: str = ""
    length: str = ""


@dataclass
class _Writer:
    """Writes a tree of Newick in the notation, piece by piece.

    Attributes:
        has_lengths_as_values: Whether lengths stand at leaves alone, where they are values.
        node: The node that is being read.
        opened: For each bracket that is still open, the children that it has so far.
    """

    has_lengths_as_values: bool
    node: _Node = field(default_factory=_Node)
    opened: list[list[str]] = field(default_factory=list)

    def written(self) -> str:
        """Return the node that has just been read, in the notation.

        Of the node with the label ``B`` and the children ``5`` and ``8`` it is ``B:[5 8]``.
        """
        label = self.node.label
        if self.node.children is None:
            return _leaf(label, self.node.length if self.has_lengths_as_values else "")
        below = f"[{' '.join(self.node.children)}]"
        player = player_named(label)
        if player is not None:
            return f"{player.value}{below}"
        return f"{label}{below}" if is_number(label) else f"{_name(label)}{below}"


def in_notation(text: str) -> str | None:
    """Return the first tree of a text in Newick in the notation.

    >>> in_notation("((5,8)B,(3,4),2)A;"), in_notation("((D:3,E:5)min,F:4)max;")
    ('A:[B:[5 8] [3 4] 2]', 'max[min[D:3 E:5] F:4]')

    A name directly behind a closing bracket is that of the bracket's node. Behind a colon stands
    the length of the branch above a node. If the brackets do not match, ``None`` is returned.
    """
    first_tree, _, _ = _COMMENT.sub("", text).partition(_END_OF_TREE)
    # If a node with children has a length, too, they are lengths. At leaves alone they are values.
    writer = _Writer(has_lengths_as_values=not re.search(rf"\){_LABEL}?:", first_tree))
    # Each piece with the one before it, which says whether a number is a length.
    for before, piece in pairwise(["", *_PIECE.findall(first_tree)]):
        if piece == "(":
            writer.opened.append([])
        elif piece in ",)":
            if not writer.opened:
                return None
            # A comma or a closing bracket ends a node, which becomes a child of the innermost open
            # bracket.
            writer.opened[-1].append(writer.written())
            # The next node is the bracket that was closed, with its children; behind a comma it is
            # a new one.
            children = writer.opened.pop() if piece == ")" else None
            writer.node = _Node(children)
        elif before == ":":
            writer.node.length = piece
        elif piece != ":":
            writer.node.label = piece.strip("'\"")
    return None if writer.opened else writer.written()


def _name(label: str) -> str:
    """Return a label as a name with its colon; empty for none."""
    return f"{write_name(label)}:" if label else ""


def _leaf(label: str, length: str) -> str:
    """Return a leaf in the notation: its value is its length, or its label if that is a number."""
    if is_number(label):
        return label
    if is_number(length):
        return f"{_name(label)}{length}"
    return label if is_plain_word(label) else f"{_name(label)}?"
