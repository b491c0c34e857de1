"""What a run of the procedure found, so that a search with a mistake in it is judged as any is."""

from __future__ import annotations

from treeexplorer.engine import Record
from treeexplorer.engine.intervals import Interval
from treeexplorer.engine.procedure import ProcedureRun
from treeexplorer.judging.findings import Findings, FoundCall, Right
from treeexplorer.tree import FULL_WINDOW, INFINITY, MAX_ROLE, Number


class RunFindings(Findings):
    """Every answer that is right on the paper of somebody who searches as a run did.

    The person believes the values that the run returned. Only the value of a node that stopped
    early is a bound.

    Attributes:
        run: The run; it came to its end.
    """

    def __init__(self, record: Record, run: ProcedureRun) -> None:
        """Take the answers from a run on the tree of a record."""
        super().__init__(record)
        self.run = run

    def calls(self, node: int) -> list[FoundCall]:
        """Return the one call of a node; none if the run did not visit it."""
        windows = self.run.exits if self.rules.writes_exit_windows else self.run.entries
        if node not in windows:
            return []
        call = FoundCall(
            window=windows[node],
            value=self.run.returned.get(node),
            interval=self._find_believed_interval(node),
        )
        return [call]

    def _find_believed_interval(self, node: int) -> Interval:
        """Return the lowest and highest value that somebody believes a node to have.

        The person searches with a mistake, as the run did, and believes the values that the run
        returned. Only if the node stopped early, the children that it skipped could raise the value
        of a MAX node, or lower that of a MIN node. No chance node stops early.
        """
        value = self.run.returned.get(node)
        if value is None:  # it has not returned
            return FULL_WINDOW
        stopped_early = node in self.run.stopped
        if not stopped_early:
            return value, value
        if self.record.tree.roles[node] == MAX_ROLE:
            return value, INFINITY
        return -INFINITY, value

    def visited(self, node: int) -> bool:
        """Tell whether the node was visited, and does not count as pruned."""
        return node in self.run.entries and node not in self.run.skipped

    def cuts_rest(self, node: int) -> bool:
        """Tell whether the node's undrawn children were not looked at.

        They come last from the left, so that a node that stopped has skipped them. From the right
        they come first.
        """
        if not self.visited(node):
            return True
        return node in self.run.stopped and not self.rules.right_to_left

    @property
    def prunes(self) -> bool:
        """Whether anything was pruned, drawn or not."""
        return bool(self.run.stopped or self.run.skipped)

    def numbers(self, node: int) -> dict[Number, Right]:
        """Return what the node returned."""
        value = self.run.returned.get(node)
        return {} if value is None else {value: "returned"}

    def best_moves(self) -> dict[int, Right]:
        """Return the moves that returned the value of the root, each as ``"returned"``.

        The person believes what each move returned, even if it is only a bound.
        """
        reasons: dict[int, Right] = {}
        for move in self.record.tree.children(0):
            if self.run.returned.get(move) == self.run.value:
                reasons[move] = "returned"
        return reasons

    def leaves_read(self) -> int:
        """Return how many leaves are read; a leaf that is read twice counts once."""
        return len(set(self.run.leaves))
