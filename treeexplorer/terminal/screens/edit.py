"""Editing a node: what can be done with it, what it would do, done at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeAlias

from treeexplorer.editing import changes
from treeexplorer.editing.changes import Change, EditError
from treeexplorer.editing.draft import Draft
from treeexplorer.terminal import edits
from treeexplorer.terminal.messages import Choice, OpenScreen, Read, ask
from treeexplorer.terminal.screens.dialogs import Choose
from treeexplorer.terminal.sources import Source
from treeexplorer.terminal.view import View
from treeexplorer.text import as_sentence
from treeexplorer.tree import MIN_ROLE, AddressError, Player

_Typed: TypeAlias = Callable[[Draft, int, str], Change]
_Made: TypeAlias = Callable[[Draft, int], Change]
_HOW = "5   x   b:[8 7]"


class Edit(Choose):
    """Offers what can be done with the node that is looked at, and does it.

    Args:
        view: What is edited.
    """

    def __init__(self, view: View) -> None:
        self.view: View = view
        self.node = view.cursor
        self._label = view.snapshot.signed(self.node)
        super().__init__(f"Edit {self._label}", list(self._offered()))

    def _offered(self) -> Iterator[Choice]:
        make, ask = self._make, self._ask
        tree, node = self.view.tree, self.node
        parent = tree.parent[node]
        place = tree.position(node) if parent >= 0 else 0
        yield (
            "Write it anew: value, name, player, children",
            partial(
                ask,
                "Write anew",
                f"{_HOW}   […] keeps the children",
                changes.rewrite,
                changes.text_of,
            ),
        )
        yield "Add a child", partial(ask, "A new child of", _HOW, changes.add)
        yield "Change its name", partial(ask, "The name of", "any text", changes.set_name, _name)
        if parent >= 0:
            yield "Delete it, with all that is under it", partial(make, changes.delete)
        if place > 1:
            yield "Move it to the left", partial(make, partial(_move_by, -1))
        if parent >= 0 and place < tree.child_count(parent):
            yield "Move it to the right", partial(make, partial(_move_by, 1))
        if parent >= 0:
            where = "a label or an address such as 3.2"
            below = partial(ask, "Move below which node:", where, _move_below)
            yield "Move it below another node", below
        if parent >= 0 and tree.player(parent) is Player.CHANCE:
            such = "such as 0.25 or 1/6"
            probability = partial(ask, "The probability of", such, _set_probability)
            yield "Change its probability", probability
        if not tree.is_leaf(node):
            yield "Give it to the next player: MAX, MIN, chance", partial(make, _next_player)
            yield "Sort its children, the mover's best first", partial(self._sort, True)
            yield "Sort its children, the mover's worst first", partial(self._sort, False)
            yield "Mirror all that is under it", partial(make, changes.mirror)
            yield "Reverse its children", partial(make, changes.reverse)
        yield "Undo the last edit", partial(self._turn, edits.undo, "undo")
        yield "Make it again", partial(self._turn, edits.redo, "redo")
        yield "Edit the whole text", self._edit_text

    def _edit_text(self) -> None:
        """Open the text of all trees in the editor, the caret at the node."""
        view = self.view
        text = edits.file_of(view).text
        positions = view.exercises[view.index].positions
        at = None if positions is None or view.has_edits else positions.of_node(self.node)
        source = view.source or Source.of_text(text, view.name)
        self.post_message(OpenScreen("editor", source=source, text=text, at=at))

    def _ask(
        self,
        title: str,
        explanation: str,
        change: _Typed,
        first: Callable[[Draft, int], str] | None = None,
    ) -> None:
        """Ask for a text, and say at every key what it would do."""
        view, node = self.view, self.node

        def reading(text: str) -> Read:
            def made(draft: Draft, at: int) -> Change:
                return change(draft, at, text)

            return edits.tried(view, lambda draft: made(draft, node)), partial(self._make, made)

        answer = first(edits.file_of(view).draft(view.index), node) if first else ""
        self.post_message(ask(f"{title} {self._label}", explanation, reading, answer))

    def _make(self, change: _Made) -> None:
        node = self.node
        try:
            edits.edit(self.view, lambda draft: change(draft, node))
        except EditError as error:
            self.view.say(as_sentence(str(error)))

    def _sort(self, best_first: bool) -> None:
        from treeexplorer.exercises.judge import proven_values

        view, node = self.view, self.node
        proven = proven_values(view.tree, view.rules.depth)
        keys = {
            child: proven[child][0]
            for child in view.tree.children(node)
            if proven[child][0] == proven[child][1]
        }
        descending = best_first != (view.tree.roles[node] == MIN_ROLE)
        self._make(lambda draft, at: changes.sort(draft, at, keys, descending=descending))

    def _turn(self, turned: Callable[[View], bool], name: str) -> None:
        if not turned(self.view):
            self.view.say(f"There is nothing to {name}.")


def _name(draft: Draft, node: int) -> str:
    return draft.tree.names.get(node, "")


def _move_below(draft: Draft, node: int, text: str) -> Change:
    try:
        parent = draft.tree.find(text)
    except AddressError as error:
        raise EditError(str(error)) from None
    return changes.move(draft, node, parent)


def _set_probability(draft: Draft, node: int, text: str) -> Change:
    from treeexplorer.notation.spelling import read_probability

    try:
        probability = read_probability(text.strip())
    except ValueError:
        raise EditError("a probability is a number such as 0.25 or 1/6") from None
    return changes.set_probability(draft, node, probability)


def _next_player(draft: Draft, node: int) -> Change:
    now = draft.tree.player(node)
    players = list(Player)
    player = players[(players.index(now) + 1) % len(players)] if now else Player.MAX
    return changes.set_player(draft, node, player)


def _move_by(by: int, draft: Draft, node: int) -> Change:
    """Move a node to the place so many further among its siblings."""
    return changes.shift(draft, node, draft.tree.position(node) + by)
