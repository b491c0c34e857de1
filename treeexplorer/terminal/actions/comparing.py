"""Two searches side by side: the way there, and what can be done there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from treeexplorer.terminal.background import in_background
from treeexplorer.terminal.keys import action

if TYPE_CHECKING:
    from treeexplorer.terminal.screens.compare import Compare
    from treeexplorer.terminal.screens.explorer import Explorer

_AT_ONCE: Final = 2_000


@action(
    "compare",
    "d",
    "two searches side by side",
    group="Ask",
    description="The same tree under other rules beside this search, stepped together",
)
async def compare(explorer: Explorer) -> None:
    """Open both searches side by side."""
    from treeexplorer.terminal.comparison import Comparison, TooLargeError
    from treeexplorer.terminal.screens.compare import Compare

    session = explorer.session
    if session.record.waits_for is not None:
        explorer.say("give the unknown leaf a value first: x asks for it")
        return
    if session.searching:
        explorer.say("the search of this tree still goes on; compare when it has ended")
        return
    if session.record.steps > _AT_ONCE:
        explorer.say("laying two searches side by side …")
    try:
        comparison = await in_background(lambda: Comparison(session))
    except TooLargeError as error:
        explorer.say(str(error))
        return

    def back(step: int | None) -> None:
        if step is not None:
            explorer.go_to(step)

    explorer.quieten()
    explorer.app.push_screen(Compare(comparison), back)


@action(
    "compare_next",
    "space right pagedown n",
    "next moment",
    group="Step",
    scope="compare",
    footer="next",
    help_line="next / previous moment",
)
def next_moment(screen: Compare) -> None:
    """Go on by one moment."""
    screen.go_to(screen.moment + 1)


@action(
    "compare_back",
    "backspace left pageup p",
    "previous moment",
    group="Step",
    scope="compare",
    footer="back",
    shares_line_with="compare_next",
)
def previous_moment(screen: Compare) -> None:
    """Go back by one moment."""
    screen.go_to(screen.moment - 1)


@action(
    "compare_difference",
    "c down",
    "next difference",
    group="Step",
    scope="compare",
    footer="next difference",
    help_line="next / previous difference",
)
def next_difference(screen: Compare) -> None:
    """Go to the next moment at which the searches part."""
    moment = screen.alignment.next_difference(screen.moment)
    if moment is None:
        screen.say("The searches do not part after this moment.")
    else:
        screen.go_to(moment)


@action(
    "compare_difference_back",
    "C up",
    "previous difference",
    group="Step",
    scope="compare",
    shares_line_with="compare_difference",
)
def previous_difference(screen: Compare) -> None:
    """Go to the moment before at which the searches parted."""
    moment = screen.alignment.previous_difference(screen.moment)
    if moment is None:
        screen.say("The searches have not parted before this moment.")
    else:
        screen.go_to(moment)


@action(
    "compare_start", "home", "start", group="Step", scope="compare", help_line="start / end of both"
)
def start(screen: Compare) -> None:
    """Go to the start."""
    screen.go_to(0)


@action(
    "compare_end", "end", "end", group="Step", scope="compare", shares_line_with="compare_start"
)
def end(screen: Compare) -> None:
    """Go to the end."""
    screen.go_to(len(screen.alignment) - 1)


@action(
    "compare_rules",
    "r",
    "rules of the right search",
    group="Ask",
    scope="compare",
    footer="rules at the right",
)
def choose_rules(screen: Compare) -> None:
    """Choose the rules of the right search."""
    from treeexplorer.terminal.screens.rules import RulesScreen

    screen.app.push_screen(RulesScreen(screen.comparison.right), lambda _: screen.rules_changed())


@action(
    "compare_go",
    "enter",
    "go to this step",
    group="Step",
    scope="compare",
    footer="go to this step",
    description="Return to the explorer at the step of the left search",
)
def go_to_step(screen: Compare) -> None:
    """Return to the explorer at this step."""
    screen.dismiss(screen.left_step)


@action(
    "compare_leave", "escape d q ctrl+c", "back", group="Step", scope="compare", footer="back to it"
)
def leave(screen: Compare) -> None:
    """Return to the explorer where it was."""
    screen.dismiss(None)
