"""What is known about a record whatever the step, found when asked for and kept."""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise
from typing import Final

from treeexplorer.engine.analysis import analysis_of
from treeexplorer.engine.intervals import Interval
from treeexplorer.engine.record import Record

_QUICKLY: Final = 10_000  # calls, whose intervals are found within a frame or two


class Knowledge:
    """The proven intervals of a record, and the principal variation and ties of its result.

    What is proven about a node takes a walk over the calls below it, once. A drawing that must
    not wait for that asks patiently: what would take long is noted as wanted, and is there after
    :meth:`learn`, which may run in another thread.

    Args:
        record: The record.
        patient: Whether to note what would take long instead of finding it at once.
    """

    def __init__(self, record: Record, *, patient: bool = False) -> None:
        self.record = record
        self.intervals = analysis_of(record).intervals
        self.patient = patient
        self.wanted: set[int] = set()
        self.is_learning = False
        self._learnt: list[range] = []

    @property
    def is_large(self) -> bool:
        """Whether there is anything in the record whose intervals take long to find."""
        return len(self.record.nodes) > _QUICKLY

    def interval(self, row: int) -> Interval | None:
        """Return what is proven about a node that is done; ``None`` while that is only wanted.

        Args:
            row: The row of its latest call.
        """
        if analysis_of(self.record).reads_everything:
            value = self.record.value(row)
            return None if value is None else (value, value)
        if not self._is_at_hand(row):
            return None
        return self.intervals.closed(row)

    def _is_at_hand(self, row: int) -> bool:
        if not (self.patient and self.is_large):
            return True
        if any(row in rows for rows in self._learnt):
            return True
        if len(self._rows_below(row)) <= _QUICKLY:
            return True
        self.wanted.add(row)
        return False

    def _rows_below(self, row: int) -> range:
        """Return the calls that a call made, itself among them."""
        return range(row, self.record.last_row_by(self.record.left(row) - 1) + 1)

    def learn(self) -> None:
        """Find what is wanted."""
        self.is_learning = True
        rows = sorted(self.wanted)
        for row in rows:
            self.intervals.closed(row)
            if row == 0:
                _ = self.line, self.ties
            self._learnt.append(self._rows_below(row))
        self.wanted.difference_update(rows)
        self.is_learning = False

    # -- the result ----------------------------------------------------------------------------

    @property
    def has_result(self) -> bool:
        """Whether the principal variation and the ties are at hand."""
        return self._is_at_hand(0)

    @cached_property
    def moves(self) -> dict[int, int]:
        """The principal variation of a finished search: from each of its nodes to the next."""
        return dict(pairwise(analysis_of(self.record).line))

    @cached_property
    def line(self) -> frozenset[int]:
        """The nodes of the principal variation."""
        return frozenset((*self.moves, *self.moves.values()))

    @cached_property
    def ties(self) -> frozenset[int]:
        """The root's other best moves."""
        return frozenset(analysis_of(self.record).result.ties)
