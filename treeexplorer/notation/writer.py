"""Writes an exercise in the notation, canonically: read back, it is equal."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from treeexplorer.notation.directives import write_directives
from treeexplorer.notation.document import Exercise
from treeexplorer.notation.layout import Layout
from treeexplorer.tree import DEFAULT_LEVELS


def write(exercise: Exercise) -> str:
    """Return an exercise in the notation: its directives, its tree and its claims.

    A node that fits in 80 columns stands on one line; another has its children on lines of their
    own, indented by two spaces. Linear in the size of the text.
    """
    directives, levels = exercise.directives, exercise.tree.levels
    if levels != (directives.levels or DEFAULT_LEVELS):
        directives = replace(directives, levels=levels)
    if any(claim.kind == "exit-window" for claim in exercise.claims):
        directives = replace(directives, windows="exit")
    lines = write_directives(directives, exercise.claims, exercise.blanks, exercise.tree)
    return "\n".join([*lines, Layout(exercise, {}).text()]) + "\n"


def write_all(exercises: Iterable[Exercise]) -> str:
    """Return several exercises as one text, a blank line between them."""
    return "\n".join(map(write, exercises))
