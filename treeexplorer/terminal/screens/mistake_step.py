"""The step of a mistake on a marked worksheet: the search at it, above the worksheet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final

from textual.binding import Binding, BindingType

from treeexplorer.editing.recovery import Work
from treeexplorer.terminal.keys import key
from treeexplorer.terminal.lines import TextLine
from treeexplorer.terminal.palette_rows import COPIES, OF_THE_APP, PaletteRow
from treeexplorer.terminal.panels.status import heading
from treeexplorer.terminal.screens.base import BaseScreen
from treeexplorer.terminal.screens.explorer import Explorer

_STEPPING_ACTIONS: Final = frozenset({
    "stay", "move", "arrow", "next_cut", "previous_cut", "end", "go_to_step",
    "look", "turn_view", "why", "card", "find",
})  # fmt: skip
"""The actions of the explorer that change neither the tree nor what is searched."""


def _only_steps(binding: BindingType) -> bool:
    """Return whether a key of the explorer only steps through the search, or looks around."""
    if not isinstance(binding, Binding):
        return False
    name, _, _ = binding.action.partition("(")
    return name in _STEPPING_ACTIONS


class MistakeStep(Explorer, inherit_bindings=False):
    """Shows a search at the step of a mistake; one can step on from there, and goes back by esc.

    The tree cannot be changed here: the answers on the worksheet below are those to this tree.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        key("escape,q", "back_out", "back", "Go back to the search, or to your answers",
            "mistake_step_leave"),
        *filter(_only_steps, Explorer.BINDINGS),
        *BaseScreen.BINDINGS,
    ]  # fmt: skip

    def heading(self, width: int) -> TextLine:
        return heading(self.view, width, "CHECK")

    def unsaved(self) -> Work | None:
        """Return nothing: the screens below keep what is written on them."""
        return None

    def palette_rows(self) -> Iterator[PaletteRow]:
        yield from COPIES
        yield from OF_THE_APP

    def leave(self) -> None:
        self.dismiss()

    def _check_file_for_changes(self) -> None:
        """Do nothing: the explorer below offers to read a changed file again."""
