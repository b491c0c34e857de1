"""Looking around in the tree, away from where the search stands."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, Final

from treeexplorer.terminal import finding
from treeexplorer.terminal.keys import action

if TYPE_CHECKING:
    from treeexplorer.drawing.items import Direction
    from treeexplorer.terminal.screens.explorer import Explorer
    from treeexplorer.terminal.widgets.placing import View

_NEXT_VIEW: Final[dict[View, View]] = {
    "diagram": "outline",
    "outline": "whole",
    "whole": "diagram",
}
_VIEW_SAID: Final[dict[View, str]] = {
    "diagram": "the diagram",
    "outline": "the outline: a line for each node",
    "whole": "the whole tree: what has no room is a count",
}


@action(
    "look",
    "i",
    "look around",
    group="Look",
    footer="look around",
    description="Move a cursor through the tree with the arrows; the search waits",
)
def look(explorer: Explorer) -> None:
    """Begin to look around from where the search stands."""
    explorer.look_at(explorer.session.cursor)


def _move(explorer: Explorer, direction: Direction) -> None:
    """Look at a neighbour at once, so that the next key already finds it."""
    node = explorer.canvas.neighbour(direction)
    if node is None or (explorer.session.looking and node == explorer.session.cursor):
        explorer.say("there is no node that way")
    else:
        explorer.look_at(node)


@action("cursor_left", "h", "cursor left", group="Look", help_line="move the cursor")
@action("look_left", "left", "look left", group="Look", scope="look", help_line="move the cursor")
def left(explorer: Explorer) -> None:
    """Look at the node to the left in the same row."""
    _move(explorer, "left")


@action("cursor_down", "j", "cursor down", group="Look", shares_line_with="cursor_left")
@action("look_down", "down", "look down", group="Look", scope="look", shares_line_with="look_left")
def down(explorer: Explorer) -> None:
    """Look at the node's first child."""
    _move(explorer, "down")


@action("cursor_up", "k", "cursor up", group="Look", shares_line_with="cursor_left")
@action("look_up", "up", "look up", group="Look", scope="look", shares_line_with="look_left")
def up(explorer: Explorer) -> None:
    """Look at the node's parent."""
    _move(explorer, "up")


@action("cursor_right", "l", "cursor right", group="Look", shares_line_with="cursor_left")
@action(
    "look_right", "right", "look right", group="Look", scope="look", shares_line_with="look_left"
)
def right(explorer: Explorer) -> None:
    """Look at the node to the right in the same row."""
    _move(explorer, "right")


@action(
    "visit",
    "enter",
    "go to this node's entry",
    group="Look",
    scope="look",
    footer="go to its step",
    description="Go to the step at which the node looked at is entered",
)
def visit(explorer: Explorer) -> None:
    """Go to the step at which the node that is looked at is entered."""
    explorer.go_to_entry_of(explorer.session.cursor)


@action(
    "return",
    "escape",
    "back to the search",
    group="Look",
    scope="look",
    footer="back to the search",
    description="Stop looking around and return to where the search stands",
)
def stop_looking(explorer: Explorer) -> None:
    """Return to where the search stands."""
    explorer.stop_looking()


@action(
    "find",
    "/",
    "find a node",
    group="Look",
    description="Find by name, address or value",
    help_line="find a node / the next",
)
def find(explorer: Explorer) -> None:
    """Ask what to look for, and look at the first node that fits."""
    from treeexplorer.terminal.screens.asking import Ask

    def search(answer: str | None) -> None:
        if answer is not None:
            explorer.sought = answer
            find_next(explorer)

    explorer.app.push_screen(
        Ask(
            "Find a node",
            "A name, an address such as 3.2, a value such as 8, or a part of a name",
            lambda text: finding.problem_with(explorer.session.tree, text),
            explorer.sought,
        ),
        search,
    )


@action(
    "find_next",
    "N",
    "find the next one",
    group="Look",
    description="The next node that fits what was looked for",
    shares_line_with="find",
)
def find_next(explorer: Explorer) -> None:
    """Look at the next node that fits."""
    if not explorer.sought:
        find(explorer)
        return
    tree = explorer.session.tree
    found = finding.matches(tree, explorer.sought)
    if not found:
        explorer.say(finding.problem_with(tree, explorer.sought))
        return
    cursor = explorer.session.cursor
    index = bisect_right(found, cursor) % len(found)
    _reveal(explorer, found[index])
    explorer.look_at(found[index])
    if len(found) > 1:
        explorer.say(f"{index + 1} of {len(found)} that fit “{explorer.sought}”; N goes on")


def _reveal(explorer: Explorer, node: int) -> None:
    """Unfold what hides a node."""
    parent = explorer.session.tree.parent[node]
    if parent >= 0:
        explorer.canvas.unfold(parent)
        explorer.session.place.folded = explorer.canvas.folded


@action("fold", "z", "fold, unfold", group="Look", description="Fold or unfold the node looked at")
def fold(explorer: Explorer) -> None:
    """Fold or unfold the subtree of the node that is looked at."""
    if explorer.session.record.tree.is_leaf(explorer.session.cursor):
        explorer.say("a leaf has nothing below it to fold")
        return
    explorer.canvas.toggle_fold(explorer.session.cursor)
    explorer.session.place.folded = explorer.canvas.folded


@action(
    "view",
    "t",
    "diagram / outline",
    group="Look",
    description="Turn the diagram into the outline, then into the whole tree folded to fit",
)
def turn_view(explorer: Explorer) -> None:
    """Change from the diagram to the outline, to the whole tree, and back."""
    canvas = explorer.canvas
    canvas.view = _NEXT_VIEW[canvas.view]
    explorer.say(_VIEW_SAID[canvas.view])


@action("follow", "f", "follow the search", group="Look", description="Follow the search, or not")
def follow(explorer: Explorer) -> None:
    """Follow the search with the view, or leave the view where it is."""
    session = explorer.session
    session.follow = not session.follow
    explorer.update()
    explorer.say("the view follows the search" if session.follow else "the view stays where it is")


@action(
    "previous_tree",
    "[",
    "previous tree of the file",
    group="Look",
    help_line="previous / next tree",
)
def previous_tree(explorer: Explorer) -> None:
    """Look at the tree before in the file."""
    explorer.show_tree(explorer.session.index - 1)


@action("next_tree", "]", "next tree of the file", group="Look", shares_line_with="previous_tree")
def next_tree(explorer: Explorer) -> None:
    """Look at the next tree of the file."""
    explorer.show_tree(explorer.session.index + 1)
