r"""A paper with answers on lines beside its trees, read without a key as with one.

>>> paper = read_paper("[A:[3 12] B:[2 4]]\nroot = 3\nB <= 2\nPruned: 4")
>>> [claim.kind for claim in paper.exercises[0].claims]
['value', 'bound', 'cut']
>>> print(paper.remarks[0])
line 2: “root = 3” is read as if it stood in the tree.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from treeexplorer.course.claims_in_words import AnswerCounts, count_answers
from treeexplorer.course.handin import read_handin
from treeexplorer.notation import Exercise, NotationError, parse_all

_LONGEST_PAPER: Final = 10_000
"""How many characters a paper has at most: it is typed by hand."""


class PaperTrees(NamedTuple):
    """The trees of a paper with all that is claimed about them, and remarks on how it was read."""

    exercises: Sequence[Exercise]
    remarks: Sequence[str]


def read_paper(text: str) -> PaperTrees | None:
    """Read a text that has trees in the notation, and answers such as ``A = 3`` on lines of words.

    ``None`` if the text is in the notation as a whole, if one of its trees is not, or if more lines
    of words may be answers than are understood: it may be in another syntax, or no paper, then.
    """
    if len(text) > _LONGEST_PAPER or _is_in_notation(text):
        return None
    handin = read_handin(text.encode(), trees_of_keys=())
    if handin.problem:
        return None

    exercises: list[Exercise] = []
    remarks = list(handin.remarks)
    counts: list[AnswerCounts] = []
    for part in handin.parts:
        read_tree = part.read_alone()
        if read_tree is None:
            return None
        exercises.append(read_tree.exercise)
        remarks += read_tree.repairs
        counts.append(count_answers(part.words, read_tree.exercise.tree))
    if sum(count.understood for count in counts) <= sum(count.others for count in counts):
        return None
    return PaperTrees(exercises, remarks)


def _is_in_notation(text: str) -> bool:
    """Tell whether a text is in the notation from its beginning to its end."""
    try:
        parse_all(text)
    except NotationError:
        return False
    return True
