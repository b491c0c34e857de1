"""What happens in a step of a search, and what a node looks like at one."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from treeexplorer.tree import Number, Window


class Status(StrEnum):
    """What a node is at a step."""

    UNSEEN = "unseen"
    OPEN = "open"
    CLOSED = "closed"
    SKIPPED = "skipped"
    BEYOND = "beyond"


class StepKind(StrEnum):
    """What happens in a step."""

    START = "start"
    VISIT = "visit"
    LEAF = "leaf"
    RETURN = "return"
    CUT = "cut"


@dataclass(frozen=True, slots=True)
class NodeState:
    """What a node looks like at a step.

    Attributes:
        status: Unseen, open, closed, skipped by a cut-off, or beyond the depth limit.
        call: The row of its latest call; ``None`` where it has not been visited.
        entry: The window it was entered with.
        v: The best value so far while open; ``None`` at leaves and chance nodes.
        window: The moving window while open; ``None`` where it has none.
        value: What it returned, once closed.
    """

    status: Status
    call: int | None = None
    entry: Window | None = None
    v: Number | None = None
    window: Window | None = None
    value: Number | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a search.

    Attributes:
        number: From 1; step 0 is the state before the search.
        kind: A node with children is entered, a leaf is evaluated, or a child's value arrives at
            its parent and does not, or does, cut off the rest.
        node: The node that is visited, or the parent at which a value arrives.
        call: The row of that node's call.
        child: The child whose value arrives.
        child_call: The row of the child's call.
        value: The leaf's value, or the value that arrives.
        v: The node's v afterwards.
        before: The node's moving window before the arrival.
        window: The entry window of a visit; the moving window after an arrival.
    """

    number: int
    kind: StepKind
    node: int
    call: int
    child: int | None = None
    child_call: int | None = None
    value: Number | None = None
    v: Number | None = None
    before: Window | None = None
    window: Window | None = None
