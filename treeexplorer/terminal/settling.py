"""Keeps the garbage collector from stopping the screen for what stays there anyway."""

from __future__ import annotations

import gc


class Settled:
    """What was there when a large tree had been opened, which the collector need not look at.

    A full collection stops everything for as long as it looks at what there is, a few hundred
    thousand objects of the interface among it. After :meth:`settle` it looks at new ones only.
    """

    def __init__(self) -> None:
        self._is_settled = False
        self._has_garbage = False

    def settle(self) -> None:
        """Leave out of all collections what there is now, once what is garbage has gone."""
        if self._has_garbage:
            gc.collect()
        gc.freeze()
        self._is_settled, self._has_garbage = True, False

    def unsettle(self) -> None:
        """Collect as usual again, because a large tree is left."""
        if self._is_settled:
            gc.unfreeze()
            self._is_settled, self._has_garbage = False, True
