"""Newick trees, as biologists write them, with the values as names: ``((3,12,8)A,(2,4,6)B)R;``.

A label that is a number is a leaf's value, or the value somebody wrote in an inner node. Both a
name and a value are ``A=6``; they are told apart at the last equals sign, and ``6=`` is a node
called 6. What Newick has no sign for stands in a comment, as many programs do it:
``(3,4)A[&player=chance]``; the branch lengths of a chance node's children are their probabilities.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from treeexplorer.formats.foreign import (
    Draft,
    Exported,
    FormatError,
    Imported,
    Source,
    dropped,
    has_numbers,
    is_number,
    leaf_number,
    player_of,
)
from treeexplorer.notation.numbers import write_number
from treeexplorer.numbers import written
from treeexplorer.text import safe
from treeexplorer.tree import DEFAULT_LEVELS, GameTree, Player

_TOKEN: Final = re.compile(
    r"""(?P<blank>\s++)
    |(?P<comment>\[[^\]]*+\])
    |(?P<quoted>'(?:[^']|'')*+')
    |(?P<mark>[(),:;])
    |(?P<label>[^\s()\[\]',:;][^()\[\]',:;\n]*+)""",
    re.VERBOSE,
)
_BARE_LABEL: Final = re.compile(r"[^\s()\[\]',:;]++")
_LOSSES: Final = ("all claims but values", "blanks", "directives")


def read_newick(source: Source) -> Imported:
    """Return the trees of a Newick text, each ended by a semicolon.

    Raises:
        FormatError: The parentheses do not match, a leaf has no label, or no leaf has a value.
    """
    reader = _Reader(source)
    offset = 0
    while offset < len(source.text):
        match = _TOKEN.match(source.text, offset)
        if match is None:
            raise reader.unexpected(offset)
        if match.lastgroup != "blank":
            reader.take(match)
        offset = match.end()
    return reader.finish()


class _Reader:
    """Reads one token after the other with the opened parentheses as its only memory."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.trees: list[GameTree] = []
        self.ignored = 0
        self._start()

    def _start(self) -> None:
        self.draft = Draft(self.source)
        self.opened: list[tuple[int, int]] = []
        self.node: int | None = None  # the node just read, to which label and length belong
        self.labelled = False
        self.is_length = False
        self.began = False

    def unexpected(self, offset: int) -> FormatError:
        found = self.source.text[offset]
        names = {"'": "this quotation mark", "[": "this comment"}
        if found in names:
            return self.source.error(offset, f"{names[found]} is never closed")
        return self.source.error(offset, f"{safe(found)} does not belong here")

    def take(self, match: re.Match[str]) -> None:
        kind, text, offset = match.lastgroup, match[0], match.start()
        if kind == "comment":
            self._comment(text, offset)
        elif kind == "mark":
            self._mark(text, offset)
        elif self.is_length:
            self._length(text.strip(), offset)
        else:
            self._label(text[1:-1].replace("''", "'") if kind == "quoted" else text, offset)

    def _mark(self, text: str, offset: int) -> None:
        if self.is_length:
            raise self.source.error(offset, "a branch length is missing after the colon")
        if text == "(":
            if self.node is not None:
                raise self.source.error(offset, "a comma is missing before this (")
            if self.began and not self.opened:
                raise self.source.error(offset, "the tree before this ( is not ended by ;")
            self.opened.append((self.draft.open(offset), offset))
            self.began = True
        elif text == ":":
            if self.node is None:
                raise self.source.error(offset, "there is no node before this branch length")
            self.is_length = True
        elif text == ";":
            self._end(offset)
        else:
            self._next(text, offset)

    def _next(self, text: str, offset: int) -> None:
        if not self.opened:
            raise self.source.error(offset, f"this {text} stands outside all parentheses")
        if self.node is None:
            raise self.source.error(
                offset,
                f"a leaf is missing before this {text}",
                "every leaf needs a label that is its value: (3,12,8)",
            )
        self.node, self.labelled = None, False
        if text == ")":
            self.node, _ = self.opened.pop()
            self.draft.close(offset)

    def _end(self, offset: int) -> None:
        if self.opened:
            raise self.source.error(self.opened[-1][1], "the ( opened here is never closed")
        if self.node is None:
            raise self.source.error(offset, "there is no tree before this ;")
        tree = self.draft.tree()
        if not has_numbers(tree):
            raise self.source.error(
                self.draft.offsets[0],
                "no leaf of this tree has a number as its label",
                "a game tree needs values at its leaves: ((3,12)A,(2,4)B);",
            )
        self.ignored += self.draft.ignored_weights(tree)
        self.trees.append(tree)
        self._start()

    def _label(self, text: str, offset: int) -> None:
        name, equals, value = text.rpartition("=")
        if len(text.split()) > 1 and all(map(is_number, text.split())):
            raise self.source.error(offset, "a comma is missing between these numbers")
        if self.node is None:
            if self.began and not self.opened:
                raise self.source.error(offset, "the tree before this label is not ended by ;")
            self.began = True
            self.node = self.draft.leaf(value, offset, name)
        elif self.labelled or not self._closed_last():
            raise self.source.error(
                offset, "a comma is missing before this label", "a label with blanks needs quotes"
            )
        else:
            self._label_inner(text if not equals else name, value if equals else text, offset)
        self.labelled = True

    def _closed_last(self) -> bool:
        return self.node is not None and self.draft.builder.end[self.node] > self.node + 1

    def _label_inner(self, name: str, value: str, offset: int) -> None:
        if self.node is None:
            return
        number = self.source.number(value, offset)
        if number is not None:
            self.draft.values[self.node] = number
            self.draft.name(self.node, "" if name == value else name)
        else:
            self.draft.name(self.node, name if not value or name == value else f"{name}={value}")

    def _length(self, text: str, offset: int) -> None:
        if self.node is not None:
            self.draft.weight(self.node, text, offset)
        self.is_length = False

    def _comment(self, text: str, offset: int) -> None:
        if not text.startswith("[&") or self.node is None:
            return
        for pair in text[2:-1].split(","):
            key, _, value = pair.partition("=")
            if key == "player":
                player = player_of(value)
                if player is None:
                    raise self.source.error(
                        offset, f"“{safe(value)}” is no player: max, min or chance"
                    )
                self.draft.players[self.node] = player
            elif key == "estimate":
                number = self.source.number(value, offset)
                if number is None:
                    raise self.source.error(offset, f"“{safe(value)}” is not a number")
                self.draft.builder.estimates[self.node] = number
            elif key == "more":
                self.draft.builder.elided.add(self.node)

    def finish(self) -> Imported:
        if self.opened:
            raise self.source.error(self.opened[-1][1], "the ( opened here is never closed")
        if self.began:
            raise self.source.error(len(self.source.text.rstrip()), "the tree is not ended by ;")
        if not self.trees:
            raise self.source.error(0, "there is no tree here")
        notices = []
        if self.ignored:
            notices.append(f"branch lengths ({self.ignored}) mean nothing in a game tree: left out")
        return Imported(tuple(self.trees), tuple(notices))


def write_newick(trees: Sequence[GameTree]) -> Exported:
    """Return the trees in Newick, one a line."""
    notices = [notice for tree in trees for notice in dropped(tree, _LOSSES, "Newick")]
    return Exported("".join(f"{_line(tree)};\n" for tree in trees), tuple(dict.fromkeys(notices)))


def _line(tree: GameTree) -> str:
    pieces: list[str] = []
    closing: list[int] = []
    for node in range(len(tree)):
        while closing and tree.end[closing[-1]] <= node:
            pieces.append(f"){_label_of(tree, closing.pop())}")
        if node and tree.parent[node] != node - 1:
            pieces.append(",")
        if tree.is_leaf(node):
            pieces.append(_label_of(tree, node))
        else:
            pieces.append("(")
            closing.append(node)
    pieces.extend(f"){_label_of(tree, node)}" for node in reversed(closing))
    return "".join(pieces)


def _label_of(tree: GameTree, node: int) -> str:
    """Return what follows a node: label, comment, branch length."""
    name = tree.names.get(node, "")
    if tree.is_leaf(node):
        number = leaf_number(tree, node)
        value = tree.unknowns[node] or "?" if number is None else write_number(number)
        label = f"{name}={value}" if name else value
    else:
        claim = tree.claims.values.get(node)
        value = "" if claim is None else write_number(claim)
        ambiguous = "=" in name or is_number(name)
        label = f"{name}={value}" if name and (value or ambiguous) else name or value
    if not _BARE_LABEL.fullmatch(label):
        label = "'" + label.replace("'", "''") + "'" if label else ""
    probability = tree.probabilities.get(node)
    length = "" if probability is None else f":{written(probability)}"
    return f"{label}{_comment_of(tree, node)}{length}"


def _comment_of(tree: GameTree, node: int) -> str:
    said = []
    if not tree.is_leaf(node):
        spelled = tree.levels != DEFAULT_LEVELS
        player = tree.player(node) if spelled else tree.players.get(node)
        if player is not None:
            said.append(f"player={Player(player).value}")
    if node in tree.estimates:
        said.append(f"estimate={write_number(tree.estimates[node])}")
    if node in tree.elided:
        said.append("more")
    return f"[&{','.join(said)}]" if said else ""


def looks_like_newick(text: str) -> bool:
    """Tell whether a text can only be Newick: parentheses, ended by a semicolon."""
    stripped = text.strip()
    return stripped.endswith(";") and stripped.startswith(("(", "["))
