"""Two ways to write a tree of plain numbers: parentheses, and a list of leaves with its shape.

In parentheses a leaf stands in a pair of its own, ``(((3)(6)(-2))((6)(4)(10)))``; numbers may also
stand bare between them, ``((3 6 -2) (6 4 10))``. A list of leaves begins with the depth and the
branching factor of a uniform tree, and the leaves follow: ``2 3`` and then ``3 12 8 …``.
"""

from __future__ import annotations

import re
from typing import Final

from treeexplorer.formats.foreign import Draft, FormatError, Imported, Source, is_number
from treeexplorer.text import safe
from treeexplorer.tree import GameTree, Number

_TOKEN: Final = re.compile(r"[()]|[^\s(),]++")
_WORD: Final = re.compile(r"[^\s,;]++")

_MOST_LEAVES: Final = 50_000_000


def read_parentheses(source: Source) -> Imported:
    """Return the trees of a text in parentheses, one after the other.

    Raises:
        FormatError: The parentheses do not match, a pair is empty, or something else stands there.
    """
    reader = _Parentheses(source)
    for match in _TOKEN.finditer(source.text):
        reader.take(match[0], match.start())
    return Imported(tuple(reader.finish()))


class _Parentheses:
    """Reads token by token; a pair is decided when it closes.

    A pair that holds one bare number and nothing else is a leaf. Whether it does is known at its
    end only, so a node is begun when the second thing in its pair comes, or the first pair.
    """

    def __init__(self, source: Source) -> None:
        self.source = source
        self.draft = Draft(source)
        self.trees: list[Draft] = []
        self.opened: list[int] = []
        self.begun = 0
        self.waiting: tuple[Number, int] | None = None

    def take(self, piece: str, offset: int) -> None:
        if piece == "(":
            self._begin_all()
            self.opened.append(offset)
        elif piece == ")":
            self._close(offset)
        else:
            self._number(piece, offset)

    def _begin_all(self) -> None:
        """Begin every opened pair as a node with children, and add the number that waits."""
        while self.begun < len(self.opened):
            self.draft.open(self.opened[self.begun])
            self.begun += 1
        if self.waiting is not None:
            self.draft.number_leaf(*self.waiting)
            self.waiting = None

    def _number(self, piece: str, offset: int) -> None:
        number = self.source.number(piece, offset)
        if number is None:
            raise self.source.error(
                offset,
                f"{safe(piece[:20])} is not a number",
                "in this format every leaf is a number: (((3)(6)(-2))((6)(4)(10)))",
            )
        if not self.opened:
            raise self.source.error(offset, "this number stands outside all parentheses")
        if self.begun < len(self.opened) and self.waiting is None:
            self.waiting = number, offset
            self._begin_outer()
        else:
            self._begin_all()
            self.draft.number_leaf(number, offset)

    def _begin_outer(self) -> None:
        """Begin all opened pairs but the innermost, which may turn out to be a leaf."""
        while self.begun < len(self.opened) - 1:
            self.draft.open(self.opened[self.begun])
            self.begun += 1

    def _close(self, offset: int) -> None:
        if not self.opened:
            raise self.source.error(offset, "this ) closes nothing")
        opened = self.opened.pop()
        if self.begun > len(self.opened):
            self.begun -= 1
            self.draft.close(opened)
        elif self.waiting is not None:
            number, _ = self.waiting
            self.waiting = None
            self.draft.number_leaf(number, opened)
        else:
            raise self.source.error(
                opened, "this pair of parentheses is empty", "a leaf is a number: (3)"
            )
        if not self.opened:
            self.trees.append(self.draft)
            self.draft = Draft(self.source)

    def finish(self) -> list[GameTree]:
        if self.opened:
            raise self.source.error(self.opened[-1], "the ( opened here is never closed")
        if not self.trees:
            raise self.source.error(0, "there is no tree here")
        return [draft.tree() for draft in self.trees]


def read_leaves(source: Source) -> Imported:
    """Return the uniform tree of a depth, a branching factor and its leaves from left to right.

    Raises:
        FormatError: There are more or fewer leaves than the shape has, or something is no number.
    """
    words = list(_WORD.finditer(source.text))
    if len(words) < 3:
        raise source.error(
            0, "a depth, a branching factor and the leaves belong here", "such as: 2 2  3 5 1 4"
        )
    depth, branching = (_shape(source, word) for word in words[:2])
    wanted = _leaf_count(depth, branching)
    leaves = words[2:]
    if wanted != len(leaves):
        raise _wrong_count(source, depth, branching, wanted, leaves)
    draft = Draft(source)
    for index, word in enumerate(leaves):
        for level in range(depth, 0, -1):
            if index % branching**level == 0:
                draft.open(word.start())
        number = source.number(word[0], word.start())
        if number is None:
            raise source.error(word.start(), f"{safe(word[0][:20])} is not a number")
        draft.number_leaf(number, word.start())
        for level in range(1, depth + 1):
            if (index + 1) % branching**level:
                break
            draft.close(word.start())
    return Imported((draft.tree(),))


def _shape(source: Source, word: re.Match[str]) -> int:
    if not (word[0].isascii() and word[0].isdigit()) or len(word[0]) > 6 or int(word[0]) < 1:
        raise source.error(
            word.start(),
            f"{safe(word[0][:20])} is neither a depth nor a branching factor",
            "the first two numbers are the depth in plies and the children of a node, from 1",
        )
    return int(word[0])


def _leaf_count(depth: int, branching: int) -> int:
    """Return the leaves of a uniform tree; of an enormous one, just more than is ever read."""
    small = branching == 1 or depth * branching.bit_length() <= 64
    return branching**depth if small else _MOST_LEAVES + 1


def _wrong_count(
    source: Source, depth: int, branching: int, wanted: int, leaves: list[re.Match[str]]
) -> FormatError:
    count = f"{wanted:,}" if wanted <= _MOST_LEAVES else f"more than {_MOST_LEAVES:,}"
    place = leaves[min(wanted, len(leaves) - 1)].start()
    return source.error(
        place,
        f"depth {depth} with {branching} children a node makes {count} leaves, "
        f"but {len(leaves):,} follow",
    )


def looks_like_parentheses(text: str) -> bool:
    """Tell whether a text can only be a tree in parentheses."""
    stripped = text.strip()
    return stripped.startswith("(") and re.fullmatch(r"[()\s\d.+\-−eE]++", stripped) is not None


def looks_like_leaves(text: str) -> bool:
    """Tell whether a text is a shape on a line of its own and just as many numbers after it."""
    first, _, rest = text.strip().partition("\n")
    shape = first.split()
    if len(shape) != 2 or not all(word.isascii() and word.isdigit() for word in shape):
        return False
    depth, branching = (int(word[:7]) for word in shape)
    leaves = _WORD.findall(rest)
    return (
        depth > 0
        and branching > 0
        and _leaf_count(depth, branching) == len(leaves)
        and all(map(is_number, leaves))
    )
