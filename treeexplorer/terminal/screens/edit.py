"""Editing a node: what can be done with it, what it would do, done at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from treeexplorer.editing import changes
from treeexplorer.editing.changes import Change, EditError
from treeexplorer.editing.pieces import Draft
from treeexplorer.terminal import edits
from treeexplorer.terminal.messages import OpenScreen
from treeexplorer.terminal.screens.choose import Choose
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
        elif name == "sort":
            self._sort(best_first=True)
        elif name == "sort worst":
            self._sort(best_first=False)
        elif name in {"left", "right"}:
            self._shift(1 if name == "right" else -1)
        elif name in {"undo", "redo"}:
            self._turn(name)
        else:
            self._edit_text()

    def _edit_text(self) -> None:
        """Open the text of all trees in the editor, the caret at the node."""
        view = self.view
        text = edits.file_of(view).text().text
        positions = view.exercises[view.index].positions
        at = None if positions is None or view.has_edits else positions.of_node(self.node)
        source = view.source or Source.of_text(text, view.name)
        self.dismiss("text")
        self.post_message(
            OpenScreen(
                "editor", source=source, text=text, at=at, unsaved_folder=view.unsaved_folder
            )
        )

    def _draft(self) -> Draft:
        return edits.file_of(self.view).history.drafts[self.view.index]

    def _ask(self, name: str) -> None:
        """Ask for a text, and say at every key what it would do."""
        title, explanation, change, first = _TYPED[name]
        node = self.node

        def attempt(text: str) -> tuple[bool, str]:
            try:
                return True, edits.tried(self.view, lambda draft: change(draft, node, text))
            except EditError as error:
                return False, as_sentence(str(error))

        def then(text: str | None) -> None:
            if text is not None:
                self._make(name, lambda draft, at: change(draft, at, text))

        self.post_message(
            OpenScreen(
                "prompt",
                then=then,
                title=f"{title} {self._label}",
                explanation=explanation,
                attempt=attempt,
                answer=first(self._draft(), node),
            )
        )

    def _make(self, name: str, change: _Made) -> None:
        node = self.node
        try:
            edits.edit(self.view, lambda draft: change(draft, node))
        except EditError as error:
            self.view.say(as_sentence(str(error)))
        edits.keep(self.view)
        self.dismiss(name)

    def _shift(self, by: int) -> None:
        tree, node = self.view.tree, self.node
        parent, place = tree.parent[node], tree.position(node) + by
        self._make("move", lambda draft, at: changes.move(draft, at, parent, place))

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
    is_leaf, parent = tree.is_leaf(node), tree.parent[node]
    offered = [("write", "Write it anew: value, name, player, children")]
    offered.append(("add", "Add a child"))
    offered.append(("name", "Change its name"))
    if parent >= 0:
        place, count = tree.position(node), tree.child_count(parent)
        offered.append(("delete", "Delete it, with all that is under it"))
        if place > 1:
            offered.append(("left", "Move it to the left"))
        if place < count:
            offered.append(("right", "Move it to the right"))
        offered.append(("below", "Move it below another node"))
        if tree.player(parent) is Player.CHANCE:
            offered.append(("probability", "Change its probability"))
    if not is_leaf:
        offered += [
            ("player", "Give it to the next player: MAX, MIN, chance"),
            ("sort", "Sort its children, the mover's best first"),
            ("sort worst", "Sort its children, the mover's worst first"),
            ("mirror", "Mirror all that is under it"),
            ("reverse", "Reverse its children"),
        ]
    offered += [
        ("undo", "Undo the last edit"),
        ("redo", "Make it again"),
        ("text", "Edit the whole text"),
    ]
    return offered


def _add(draft: Draft, node: int, text: str) -> Change:
    place = draft.tree.child_count(node) + 1
    return changes.add(draft, node, place, changes.subtree_of(draft, node, text))


def _move_below(draft: Draft, node: int, text: str) -> Change:
    try:
        parent = draft.tree.find(text)
    except AddressError as error:
        raise EditError(str(error)) from None
    return changes.move(draft, node, parent, draft.tree.child_count(parent) + 1)


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


def _shallow_mirror(draft: Draft, node: int) -> Change:
    return changes.mirror(draft, node, deep=False)


def _nothing(draft: Draft, node: int) -> str:  # noqa: ARG001 - of the same kind as text_of
    return ""


def _name(draft: Draft, node: int) -> str:
    return draft.tree.names.get(node, "")


_TYPED: Final[dict[str, tuple[str, str, _Typed, Callable[[Draft, int], str]]]] = {
    "write": ("Write anew", "5   x   b:[8 7]   […] keeps the children", changes.rewrite,
              changes.text_of),
    "add": ("A new child of", "5   x   b:[8 7]", _add, _nothing),
    "name": ("The name of", "any text", changes.set_name, _name),
    "below": ("Move below which node:", "a label or an address such as 3.2", _move_below,
              _nothing),
    "probability": ("The probability of", "such as 0.25 or 1/6", _probability, _nothing),
}  # fmt: skip
_MADE: Final[dict[str, _Made]] = {
    "delete": changes.delete,
    "mirror": changes.mirror,
    "reverse": _shallow_mirror,
    "player": _next_player,
}
