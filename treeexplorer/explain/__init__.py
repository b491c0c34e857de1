"""The only place where numbers and windows become words: facts, sentences, listings, snapshots.

- :mod:`snapshot`: everything that a step shows, as one plain value.
"""

from treeexplorer.explain.snapshot import (
    Banner,
    Bound,
    Change,
    NodeView,
    OpenNode,
    Snapshot,
    Test,
    snapshot,
)

__all__ = ["Banner", "Bound", "Change", "NodeView", "OpenNode", "Snapshot", "Test", "snapshot"]
