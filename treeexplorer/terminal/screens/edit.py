"""Editing a node: what can be done with it, what it would do, done at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from treeexplorer.editing import changes
from treeexplorer.editing.changes import Change, EditError
from treeexplorer.editing.draft import Draft
from treeexplorer.terminal import edits
from treeexplorer.terminal.messages import OpenScreen, ask
from treeexplorer.terminal.screens.dialogs import Choose
from treeexplorer.terminal.sources import Source
from treeexplorer.terminal.view import View
from treeexplorer.text import as_sentence
from treeexplorer.tree import MIN_ROLE, AddressError, Player

_Typed = Callable[[Draft, int, str], Change]
_Made = Callable[[Draft, int], Change]


class Edit(Choose):
    """Offers what can be done with the node that is looked at, and does it.

    Dismissed with the name of what was done.

    Args:
        view: What is edited.
    """

    def __init__(self, view: View) -> None:
        self.view = view
        self.node = view.cursor
        name = view.snapshot.signed(self.node)
        super().__init__(f"Edit {name}", choices(view, self.node))
        self._label = name

    def choose(self, name: str) -> None:
        """Do what was chosen, or ask for what it takes."""
        if name in _TYPED:
            self._ask(name)
        elif name in _MADE:
            self._make(name, _MADE[name])
        elif name in {"best", "worst"}:
            self._sort(best_first=name == "best")
        elif name in {"undo", "redo"}:
            self._turn(name)
        else:
            self._edit_text()

    def _edit_text(self) -> None:
        """Open the text of all trees in the editor, the caret at the node."""
        view = self.view
        text = edits.file_of(view).text
        positions = view.exercises[view.index].positions
        at = None if positions is None or view.has_edits else positions.of_node(self.node)
        source = view.source or Source.of_text(text, view.name)
        self.dismiss("text")
        self.post_message(OpenScreen("editor", source=source, text=text, at=at))

    def _ask(self, name: str) -> None:
        """Ask for a text, and say at every key what it would do."""
        title, explanation, change, first = _TYPED[name]
        node = self.node

        def attempt(text: str) -> tuple[bool, str]:
            try:
                return True, edits.tried(self.view, lambda draft: change(draft, node, text))
            except EditError as error:
                return False, as_sentence(str(error))

        def then(text: str) -> None:
            self._make(name, lambda draft, at: change(draft, at, text))

        answer = first(edits.file_of(self.view).draft(self.view.index), node)
        self.post_message(ask(f"{title} {self._label}", explanation, attempt, then, answer))

    def _make(self, name: str, change: _Made) -> None:
        node = self.node
        try:
            edits.edit(self.view, lambda draft: change(draft, node))
        except EditError as error:
            self.view.say(as_sentence(str(error)))
        edits.keep(self.view)
        self.dismiss(name)

    def _sort(self, *, best_first: bool) -> None:
        from treeexplorer.exercises.judge import proven_values

        view, node = self.view, self.node
        proven = proven_values(view.tree, view.rules.depth)
        keys = {
            child: proven[child][0]
            for child in view.tree.children(node)
            if proven[child][0] == proven[child][1]
        }
        descending = best_first != (view.tree.roles[node] == MIN_ROLE)
        self._make("sort", lambda draft, at: changes.sort(draft, at, keys, descending=descending))

    def _turn(self, name: str) -> None:
        done = edits.undo(self.view) if name == "undo" else edits.redo(self.view)
        if not done:
            self.view.say(f"There is nothing to {name}.")
        edits.keep(self.view)
        self.dismiss(name)


def choices(view: View, node: int) -> list[tuple[str, str]]:
    """Return what can be done with a node: a name and the words for each."""
    tree = view.tree
    parent = tree.parent[node]
    place = tree.position(node) if parent >= 0 else 0
    is_chance = parent >= 0 and tree.player(parent) is Player.CHANCE
    has_right = parent >= 0 and place < tree.child_count(parent)
    is_inner = not tree.is_leaf(node)
    offered = [
        (True, "write", "Write it anew: value, name, player, children"),
        (True, "add", "Add a child"),
        (True, "name", "Change its name"),
        (parent >= 0, "delete", "Delete it, with all that is under it"),
        (place > 1, "left", "Move it to the left"),
        (has_right, "right", "Move it to the right"),
        (parent >= 0, "below", "Move it below another node"),
        (is_chance, "probability", "Change its probability"),
        (is_inner, "player", "Give it to the next player: MAX, MIN, chance"),
        (is_inner, "best", "Sort its children, the mover's best first"),
        (is_inner, "worst", "Sort its children, the mover's worst first"),
        (is_inner, "mirror", "Mirror all that is under it"),
        (is_inner, "reverse", "Reverse its children"),
        (True, "undo", "Undo the last edit"),
        (True, "redo", "Make it again"),
        (True, "text", "Edit the whole text"),
    ]
    return [(name, words) for is_possible, name, words in offered if is_possible]


def _move_below(draft: Draft, node: int, text: str) -> Change:
    try:
        parent = draft.tree.find(text)
    except AddressError as error:
        raise EditError(str(error)) from None
    return changes.move(draft, node, parent)


def _probability(draft: Draft, node: int, text: str) -> Change:
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


def _moved_by(by: int) -> _Made:
    """Return the move of a node to the place so many further among its siblings."""
    return lambda draft, node: changes.shift(draft, node, draft.tree.position(node) + by)


def _nothing(draft: Draft, node: int) -> str:  # noqa: ARG001 - of the same kind as text_of
    return ""


_TYPED: Final[dict[str, tuple[str, str, _Typed, Callable[[Draft, int], str]]]] = {
    "write": ("Write anew", "5   x   b:[8 7]   […] keeps the children", changes.rewrite,
              changes.text_of),
    "add": ("A new child of", "5   x   b:[8 7]", changes.add, _nothing),
    "name": ("The name of", "any text", changes.set_name,
             lambda draft, node: draft.tree.names.get(node, "")),
    "below": ("Move below which node:", "a label or an address such as 3.2", _move_below,
              _nothing),
    "probability": ("The probability of", "such as 0.25 or 1/6", _probability, _nothing),
}  # fmt: skip
_MADE: Final[dict[str, _Made]] = {
    "delete": changes.delete,
    "left": _moved_by(-1),
    "right": _moved_by(1),
    "mirror": changes.mirror,
    "reverse": changes.reverse,
    "player": _next_player,
}
