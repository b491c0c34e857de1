"""Makes ready in a thread what the explorer of a large tree needs at its first frame."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from treeexplorer.drawing.runs import Look
from treeexplorer.terminal.background import Progress
from treeexplorer.terminal.panes.gauge import Scale, scale_of
from treeexplorer.terminal.session import Session
from treeexplorer.terminal.sources import Source
from treeexplorer.terminal.widgets.placing import Placer
from treeexplorer.tree import GameTree

_SEARCHED: Final = 0.85
_MANY_CHILDREN: Final = 64
_SLICE: Final = 0.01  # seconds of finding places between two looks whether somebody still waits

# Places that depend on the size of the window are found when that is known.
_ANY_ROOM: Final = (80, 24)


@dataclass(frozen=True)
class Prepared:
    """What the explorer of a tree needs at its first frame.

    Attributes:
        session: The session, its search begun.
        scale: The scale of its gauge.
        placer: Has found the places of the nodes.
        remarks: What is to be said of the trees, see :meth:`Source.read_with_remarks`.
    """

    session: Session
    scale: Scale
    placer: Placer
    remarks: str


def prepare(
    source: Source,
    new_session: Callable[[list[GameTree]], Session],
    progress: Progress,
    *,
    ascii_only: bool,
) -> Prepared:
    """Read a source and make all that its first frame needs.

    Args:
        source: What to read.
        new_session: Makes a session of the trees.
        progress: Is told how far this has come, and ends it when it is given up.
        ascii_only: Whether the tree will be drawn with ASCII signs only.

    Raises:
        GivenUpError: It was given up.
        ValueError: The source is wrong, or the rules do not go with it; a sentence says why.
    """
    trees, remarks = source.read_with_remarks(progress)
    progress.begin("beginning the search", _SEARCHED)
    _load_explorer()
    progress.report(0)
    session = new_session(trees)
    tree = session.tree
    _ = tree.roles, tree.plies
    if len(tree) > _MANY_CHILDREN * (len(tree) - tree.leaf_count):
        _ = tree.ordinals  # elsewhere a node's place among its siblings is soon counted
    progress.report(0)
    scale = scale_of(tree)
    nodes = f"{len(tree):,} nodes"
    progress.begin(f"placing {nodes}", 1.0)
    placer, look = Placer(), Look(ascii=ascii_only)
    work = placer.begin(tree, "diagram", look, None, frozenset(), _ANY_ROOM)
    while work.go_on(_SLICE) is None:
        progress.report(0)
    progress.begin("ready", 1.0)
    return Prepared(session, scale, placer, remarks)


def _load_explorer() -> None:
    """Import what the explorer is made of: it takes as long as several frames."""
    from treeexplorer.terminal.keys import actions
    from treeexplorer.terminal.screens import explorer  # noqa: F401 - imported to be there

    actions()
