"""Newick, ``((5,8)B,(2,6)C)A;``: told from other lists in parentheses, and written as ours.

It is not read, since its numbers may be lengths of branches; a refusal shows how the tree would
begin in the notation.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from treeexplorer.formats.atoms import is_number
from treeexplorer.formats.words import player_named
from treeexplorer.notation.spelling import format_node_name, is_plain_word

_LABEL: Final = r"(?:'[^'\n]*'|\"[^\"\n]*\"|[^\s(),:;\[\]{}'\"]+)"
_PIECE: Final = re.compile(rf"[(),:;]|{_LABEL}")
_PART: Final = re.compile(rf"(?P<sign>[(),])|:\s*(?P<number>{_LABEL})|(?P<label>{_LABEL})")
_COMMENT: Final = re.compile(r"\[[^\[\]\n]*\]")
_LIKE_NEWICK: Final = re.compile(rf"\s*+\((?>(?:[(),:;\s]|{_LABEL})*)")
_SIGN: Final = re.compile(  # a name in a list, a label behind a bracket, a length
    rf"[(,]\s*(?![+\-]?[\d.]){_LABEL}\s*[,):]|\){_LABEL}|(?:\)|{_LABEL}):[\d.\-]"
)
_LABEL_BEHIND_ALL: Final = re.compile(rf"\){_LABEL}\s*\Z")
_NUMBER_BEHIND_BRACKET: Final = re.compile(rf"\){_LABEL}?:")
_END_OF_TREE: Final = ";"
_SIGNS: Final = frozenset("(),:;")


def is_newick(text: str) -> bool:
    """Tell whether a text is Newick: lists in parentheses with commas, each ending with ``;``.

    >>> is_newick("((5,8)B,(2,6)C)A;"), is_newick("((5,8),(2,6));"), is_newick("(A (B 5 8) C);")
    (True, True, False)

    Newick is a format for family trees in biology.
    """
    text_without_comments = _COMMENT.sub("", text)
    if _LIKE_NEWICK.fullmatch(text_without_comments) is None:
        return False
    if not _has_commas_between_nodes(text_without_comments):
        return False
    has_semicolon = text_without_comments.rstrip().endswith(_END_OF_TREE)
    # People forget the semicolon; but a name behind the last bracket stands in no other format.
    return has_semicolon or _LABEL_BEHIND_ALL.search(text_without_comments) is not None


def is_surely_newick(text: str) -> bool:
    """Tell whether a text is Newick and would be another tree elsewhere, or none.

    ``(A,B,(C,D));`` has three children; as a tuple of Python that begins with its label it would be
    the node A. Of numbers alone, without lengths and labels, both make one tree.
    """
    return is_newick(text) and _SIGN.search(_COMMENT.sub("", text)) is not None


def _has_commas_between_nodes(text: str) -> bool:
    """Tell whether no two nodes stand side by side without a comma, as in Lisp.

    A comma is missing between these pieces of a text::

        A B    two labels
        A (    a label, and a node with children
        ) (    two nodes with children

    In ``(A)B`` none is missing: the label behind a bracket belongs to the bracket's node. The text
    has no comments.
    """
    signs_and_labels = _PIECE.findall(text)
    for piece, next_piece in pairwise(signs_and_labels):
        is_label = piece not in _SIGNS
        is_next_label = next_piece not in _SIGNS
        are_two_labels = is_label and is_next_label
        opens_behind_node = (is_label or piece == ")") and next_piece == "("
        if are_two_labels or opens_behind_node:
            return False
    return True


@dataclass
class _Node:
    """A node of a tree in Newick; one with children begins with its open bracket.

    Attributes:
        children: The children in the notation; ``None`` for a leaf.
        label: What is written at the node.
        number: What stands behind its colon, if that is the value of a leaf; empty for none.
    """

    children: list[str] | None = None
    label: str = ""
    number: str = ""


def convert_newick(text: str) -> str | None:
    """Return the first tree of a text in Newick in the notation.

    >>> convert_newick("((5,8)B,(3,4),2)A;"), convert_newick("((D:3,E:5)min,F:4)max;")
    ('A:[B:[5 8] [3 4] 2]', 'max[min[D:3 E:5] F:4]')

    A name directly behind a closing bracket is that of the bracket's node. Behind a colon stands
    the length of the branch above a node, or the value of a leaf. If the brackets do not match,
    ``None`` is returned.

    There is one current node, which takes labels and numbers until a comma or a closing bracket
    ends it. Of ``(5,8)B`` it holds after each piece::

        piece   children in open brackets   current node
        (       [[]]                        a leaf without a label
        5       [[]]                        the leaf 5
        ,       [["5"]]                     a leaf without a label
        8       [["5"]]                     the leaf 8
        )       []                          a node with the children 5 and 8
        B       []                          this node, with the label B
    """
    first_tree, _, _ = _COMMENT.sub("", text).partition(_END_OF_TREE)
    has_values_behind_colons = _has_values_behind_colons(first_tree)
    # For each bracket that is still open, the children that have ended in it, in the notation.
    open_children: list[list[str]] = []
    node = _Node()
    for piece in _PART.finditer(first_tree):
        label = piece["label"]
        number = piece["number"]
        sign = piece["sign"]
        if label is not None:
            node.label = label.strip("'\"")
            continue
        if number is not None:
            node.number = number if has_values_behind_colons else ""
            continue
        if sign == "(":
            open_children.append([])
            continue

        # A comma or a closing bracket: the current node ends, and joins the others in its bracket.
        is_outside_of_brackets = len(open_children) == 0
        if is_outside_of_brackets:
            return None
        open_children[-1].append(_format_node(node))
        node = _Node() if sign == "," else _Node(children=open_children.pop())

    is_bracket_left_open = len(open_children) > 0
    return None if is_bracket_left_open else _format_node(node)


def _has_values_behind_colons(tree: str) -> bool:
    """Tell whether the numbers behind colons are values of leaves, and no lengths of branches.

    They are if no node with children has one: in ``(D:3,E:5)B`` they are values, and in
    ``(D:3,E:5)B:2`` lengths.
    """
    return _NUMBER_BEHIND_BRACKET.search(tree) is None


def _format_node(node: _Node) -> str:
    """Return a node in the notation: ``B:[5 8]`` for one with a label and two children."""
    if node.children is None:
        return _format_leaf(node.label, node.number)

    children_in_brackets = f"[{' '.join(node.children)}]"
    player = player_named(node.label)
    if player is not None:
        return f"{player.value}{children_in_brackets}"
    if is_number(node.label):
        return f"{node.label}{children_in_brackets}"
    return f"{_format_name(node.label)}{children_in_brackets}"


def _format_name(label: str) -> str:
    """Return a label as a name with its colon; empty for none."""
    return f"{format_node_name(label)}:" if label else ""


def _format_leaf(label: str, number_behind_colon: str) -> str:
    """Return a leaf in the notation: its value is its label, or else the number behind its colon.

    ``5`` is a leaf without a name, ``D:5`` a leaf D, ``x`` an unknown leaf.
    """
    if is_number(label):
        return label
    if is_number(number_behind_colon):
        return f"{_format_name(label)}{number_behind_colon}"
    return label if is_plain_word(label) else f"{_format_name(label)}?"
