"""The unknown leaf: the way to its screen, and what can be done there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from treeexplorer.numbers import typed_number
from treeexplorer.terminal.actions.asking import problem_with
from treeexplorer.terminal.keys import action

if TYPE_CHECKING:
    from treeexplorer.terminal.screens.explorer import Explorer
    from treeexplorer.terminal.screens.unknowns import Unknowns


@action(
    "unknowns",
    "U",
    "for which x is it cut?",
    group="Ask",
    description="Slide an unknown leaf over the number line; see what the tree is worth for each",
)
def unknowns(explorer: Explorer) -> None:
    """Open the screen of the unknown leaves."""
    from treeexplorer.exercises.unknowns import UnknownsError
    from treeexplorer.terminal.screens.unknowns import Unknowns

    session = explorer.session
    tree = session.trees[session.index].with_levels(session.rules.levels)
    explorer.quieten()
    try:
        screen = Unknowns(tree, session.rules, session.title, dict(session.place.values))
    except UnknownsError as error:
        explorer.say(str(error))
        return
    explorer.app.push_screen(screen)


@action("unknown_more", "right", "x larger", group="Ask", scope="unknowns", footer="move x")
def more(screen: Unknowns) -> None:
    """Move the slider to the right."""
    screen.move_by(1)


@action("unknown_less", "left", "x smaller", group="Ask", scope="unknowns")
def less(screen: Unknowns) -> None:
    """Move the slider to the left."""
    screen.move_by(-1)


@action(
    "unknown_next_piece",
    "n space pagedown",
    "next piece of the answer",
    group="Ask",
    scope="unknowns",
    footer="next piece",
)
def next_piece(screen: Unknowns) -> None:
    """Go to the next piece of the answer."""
    screen.turn_pieces(1)


@action(
    "unknown_previous_piece",
    "p backspace pageup",
    "previous piece of the answer",
    group="Ask",
    scope="unknowns",
)
def previous_piece(screen: Unknowns) -> None:
    """Go to the previous piece of the answer."""
    screen.turn_pieces(-1)


@action("unknown_type", "x enter", "type a number", group="Ask", scope="unknowns", footer="type x")
def type_number(screen: Unknowns) -> None:
    """Ask for a number."""
    from treeexplorer.terminal.screens.asking import Ask

    def give(answer: str | None) -> None:
        if answer is not None:
            screen.move_to(typed_number(answer))

    ask = Ask(f"The value of {screen.word}?", "A number: 3, -0.5, inf", problem_with)
    screen.app.push_screen(ask, give)


@action(
    "unknown_other", "tab", "another unknown", group="Ask", scope="unknowns", footer="other unknown"
)
def other_unknown(screen: Unknowns) -> None:
    """Move another unknown."""
    screen.turn_unknowns()


@action("unknown_map", "m", "map of two unknowns", group="Ask", scope="unknowns", footer="map")
def show_map(screen: Unknowns) -> None:
    """Show or hide the map of two unknowns."""
    screen.toggle_map()


@action("unknown_look_left", "h", "look left", group="Ask", scope="unknowns")
def look_left(screen: Unknowns) -> None:
    """Look at the node to the left."""
    screen.look("left")


@action("unknown_look_down", "j down", "look down", group="Ask", scope="unknowns")
def look_down(screen: Unknowns) -> None:
    """Look at the first child."""
    screen.look("down")


@action("unknown_look_up", "k up", "look up", group="Ask", scope="unknowns")
def look_up(screen: Unknowns) -> None:
    """Look at the parent."""
    screen.look("up")


@action("unknown_look_right", "l", "look right", group="Ask", scope="unknowns")
def look_right(screen: Unknowns) -> None:
    """Look at the node to the right."""
    screen.look("right")


@action("unknown_leave", "escape ctrl+c q", "back", group="Ask", scope="unknowns", footer="back")
def leave(screen: Unknowns) -> None:
    """Return to the explorer."""
    screen.dismiss()
