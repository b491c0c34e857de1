"""Changing the tree: at the node that is looked at, undone and done again, saved."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from treeexplorer.terminal.keys import action

if TYPE_CHECKING:
    from treeexplorer.editing.change import Change
    from treeexplorer.editing.pieces import Draft
    from treeexplorer.terminal.screens.explorer import Explorer

Typed = Callable[["Draft", int, str], "Change"]


def _ask(explorer: Explorer, title: str, explanation: str, typed: Typed, answer: str) -> None:
    """Ask for a line that edits the node that is looked at, and say what it would do."""
    from treeexplorer.editing.change import EditError
    from treeexplorer.terminal.screens.asking import Prompt

    node, editor = explorer.session.cursor, explorer.editor

    def attempt(text: str) -> tuple[bool, str]:
        try:
            return True, editor.tried(lambda draft: typed(draft, node, text))
        except EditError as error:
            return False, str(error)

    def answered(text: str | None) -> None:
        if text is not None:
            editor.edit(lambda draft: typed(draft, node, text))

    explorer.autoplay.stop()
    if not explorer.session.looking:
        explorer.look_at(node)
    prompt = Prompt(title, explanation, attempt, answer, is_selected="[" not in answer)
    explorer.app.push_screen(prompt, answered)


def _edit(explorer: Explorer, edit: Callable[[Draft, int], Change]) -> None:
    """Edit at the node that is looked at."""
    node = explorer.session.cursor
    explorer.editor.edit(lambda draft: edit(draft, node))


@action(
    "edit",
    "e",
    "edit this node",
    group="Change",
    description="Write the node looked at anew, in notation: its value, name, player, children",
)
def edit_node(explorer: Explorer) -> None:
    """Ask for the node's notation."""
    from treeexplorer.editing.typed import rewrite, text_of

    session = explorer.session
    draft = explorer.editor.document.history.drafts[session.index]
    _ask(
        explorer,
        f"Edit {explorer.label(session.cursor)}",
        "5   x   b:[8 7]   min[3 4]   […] keeps the children",
        rewrite,
        text_of(draft, session.cursor),
    )


@action(
    "add_child",
    "A insert",
    "add a child",
    group="Change",
    description="Add a child, or a whole subtree in notation, behind the children of the node",
)
def add_child(explorer: Explorer) -> None:
    """Ask for a new last child."""
    from treeexplorer.editing.shape import add
    from treeexplorer.editing.typed import subtree_of

    def typed(draft: Draft, node: int, text: str) -> Change:
        position = draft.tree.child_count(node) + 1
        return add(draft, node, position, subtree_of(draft, node, text))

    _ask(
        explorer,
        f"A new child of {explorer.label(explorer.session.cursor)}",
        "5   x   b:[8 7]",
        typed,
        "",
    )


@action(
    "delete",
    "delete",
    "delete this node",
    group="Change",
    description="Delete the node looked at, with all that is under it",
)
def delete_node(explorer: Explorer) -> None:
    """Delete the node."""
    from treeexplorer.editing.shape import delete

    _edit(explorer, delete)


def _shift(explorer: Explorer, by: int) -> None:
    from treeexplorer.editing.shape import move

    session = explorer.session
    tree, node = session.trees[session.index], session.cursor
    place = tree.position(node) + by
    parent = tree.parent[node]
    if parent < 0 or not 1 <= place <= tree.child_count(parent):
        explorer.say("there is no place further that way")
        return
    _edit(explorer, lambda draft, node: move(draft, node, parent, place))


@action(
    "move_left",
    "<",
    "move this node left",
    group="Change",
    description="Exchange the node looked at with its left neighbour",
    help_line="move the node left / right",
)
def move_left(explorer: Explorer) -> None:
    """Move the node one place to the left among its siblings."""
    _shift(explorer, -1)


@action(
    "move_right",
    ">",
    "move this node right",
    group="Change",
    description="Exchange the node looked at with its right neighbour",
    shares_line_with="move_left",
)
def move_right(explorer: Explorer) -> None:
    """Move the node one place to the right among its siblings."""
    _shift(explorer, 1)


@action(
    "move_below",
    "",
    "move this node below another",
    group="Change",
    description="Move the node looked at, with all that is under it, to another parent",
)
def move_below(explorer: Explorer) -> None:
    """Ask for the new parent."""
    from treeexplorer.editing.change import EditError
    from treeexplorer.editing.shape import move
    from treeexplorer.tree import AddressError

    def typed(draft: Draft, node: int, text: str) -> Change:
        try:
            parent = draft.tree.find(text)
        except AddressError as error:
            raise EditError(str(error)) from None
        return move(draft, node, parent, draft.tree.child_count(parent) + 1)

    _ask(
        explorer,
        f"Move {explorer.label(explorer.session.cursor)} below which node?",
        "its name, or its address such as 3.2",
        typed,
        "",
    )


def _sort(explorer: Explorer, *, best_first: bool) -> None:
    from treeexplorer.editing.pieces import subtree
    from treeexplorer.editing.shape import sort
    from treeexplorer.exercises.values import proven_values
    from treeexplorer.tree import MIN_ROLE

    session = explorer.session
    node, tree, depth = session.cursor, session.tree, session.rules.depth
    below = subtree(tree, node)  # the values of the children do not depend on the rest
    plies = None if depth is None or depth <= tree.ply[node] else depth - tree.ply[node]
    proven = proven_values(below, plies)
    keys = {
        node + child: proven[child][0]
        for child in below.children(0)
        if proven[child][0] == proven[child][1]
    }
    descending = best_first != (session.tree.roles[session.cursor] == MIN_ROLE)
    _edit(explorer, lambda draft, node: sort(draft, node, keys, descending=descending))


@action(
    "sort",
    "S",
    "sort, best child first",
    group="Change",
    description="Sort the node's children by their minimax values, the mover's best first",
)
def sort_best_first(explorer: Explorer) -> None:
    """Sort the children so that the best move comes first."""
    _sort(explorer, best_first=True)


@action(
    "sort_worst_first",
    "",
    "sort, worst child first",
    group="Change",
    description="Sort the node's children by their minimax values, the mover's worst first",
)
def sort_worst_first(explorer: Explorer) -> None:
    """Sort the children so that the best move comes last."""
    _sort(explorer, best_first=False)


@action(
    "mirror",
    "M",
    "mirror",
    group="Change",
    description="Exchange left and right in the node's whole subtree",
)
def mirror_subtree(explorer: Explorer) -> None:
    """Mirror the subtree."""
    from treeexplorer.editing.shape import mirror

    _edit(explorer, mirror)


@action(
    "mirror_children",
    "",
    "reverse the children",
    group="Change",
    description="Put the node's children the other way round, each subtree as it is",
)
def mirror_children(explorer: Explorer) -> None:
    """Reverse the children."""
    from treeexplorer.editing.shape import mirror

    _edit(explorer, lambda draft, node: mirror(draft, node, deep=False))


@action("rename", "", "change the name", group="Change", description="Name the node looked at")
def rename(explorer: Explorer) -> None:
    """Ask for the node's name."""
    from treeexplorer.editing.nodes import set_name

    session = explorer.session
    name = session.trees[session.index].names.get(session.cursor, "")
    _ask(explorer, f"The name of {explorer.label(session.cursor)}?", "any text", set_name, name)


@action(
    "player",
    "",
    "change the player",
    group="Change",
    description="Give the node looked at to the next player: MAX, MIN, chance",
)
def change_player(explorer: Explorer) -> None:
    """Give the node to the next player."""
    from treeexplorer.editing.nodes import set_player
    from treeexplorer.tree import Player

    session = explorer.session
    now = session.trees[session.index].player(session.cursor)
    players = list(Player)
    player = players[(players.index(now) + 1) % len(players)] if now else Player.MAX
    _edit(explorer, lambda draft, node: set_player(draft, node, player))


@action(
    "probability",
    "",
    "change the probability",
    group="Change",
    description="Give a chance node's child another probability; the others share the rest",
)
def change_probability(explorer: Explorer) -> None:
    """Ask for the node's probability."""
    from treeexplorer.editing.change import EditError
    from treeexplorer.editing.nodes import set_probability
    from treeexplorer.notation.numbers import read_probability
    from treeexplorer.numbers import written

    def typed(draft: Draft, node: int, text: str) -> Change:
        try:
            probability = read_probability(text.strip())
        except ValueError:
            raise EditError("a probability is a number such as 0.25 or 1/6") from None
        return set_probability(draft, node, probability)

    session = explorer.session
    weight = session.trees[session.index].probability(session.cursor)
    if weight is None:
        explorer.say(f"{explorer.label(session.cursor)} is no child of a chance node")
        return
    _ask(
        explorer,
        f"The probability of {explorer.label(session.cursor)}?",
        "such as 0.25 or 1/6",
        typed,
        written(weight),
    )


@action("undo", "ctrl+z", "undo", group="Change", help_line="undo / do again")
def undo(explorer: Explorer) -> None:
    """Take back the last edit."""
    explorer.editor.undo()


@action("redo", "ctrl+y", "do again what was undone", group="Change", shares_line_with="undo")
def redo(explorer: Explorer) -> None:
    """Do again what was undone."""
    explorer.editor.redo()


@action(
    "save",
    "ctrl+s",
    "save",
    group="Files",
    description="Save the trees to their file; comments and the other trees stay as they are",
)
def save(explorer: Explorer) -> None:
    """Save the trees."""
    from treeexplorer.terminal import saving

    saving.save(explorer)


@action("save_as", "", "save as", group="Files", description="Save the trees to another file")
def save_as(explorer: Explorer) -> None:
    """Save the trees to another file."""
    from treeexplorer.terminal import saving

    saving.save_as(explorer)
