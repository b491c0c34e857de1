"""What is peculiar about the printed forms of alpha-beta."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from treeexplorer.rules import Rules


@dataclass(frozen=True)
class Peculiarity:
    """What is peculiar about a printed form, with the smallest tree that shows it.

    Attributes:
        explanation: Two or three sentences.
        tree: The tree, in the notation.
    """

    explanation: str
    tree: str


PECULIARITIES: Final = {
    "exchanged": Peculiarity(
        "The two branches carry each other's label: the one labelled “maximizing” takes the "
        "minimum, the one labelled “minimizing” the maximum. On a MAX root it therefore computes "
        "the value of the tree with the players swapped: [1 2] gives 1 instead of 2.",
        "[1 2]",
    ),
    "bounds": Peculiarity(
        "v starts at the bound that the node was entered with, and only v > max (or v < min) cuts. "
        "A child that fails low returns exactly that bound, and the strict test does not cut on "
        "it. The root's value is right, but from three plies on more leaves are read than needed, "
        "even without ties: [2 [[1] 3]] reads 3 leaves where the classic form reads 2.",
        "[2 [[1] 3]]",
    ),
    "two-functions": Peculiarity(
        "The first child's value is taken as it is, even where it is worse than the bound that was "
        "inherited, so that bound is lost to the later children and some deep cut-offs with it: "
        "[3 [4 [1 [2 5]]]] reads 5 leaves where the classic form reads 4. The text begins with "
        "−1 and +1, a computer's win being −1, and then stops at the first win it finds.",
        "[3 [4 [1 [2 5]]]]",
    ),
}


def peculiarity(rules: Rules) -> Peculiarity | None:
    """Return what is peculiar about the printed form of alpha-beta, ``None`` where nothing is."""
    return PECULIARITIES.get(rules.printed_form)
