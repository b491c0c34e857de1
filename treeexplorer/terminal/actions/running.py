"""Going on by itself, and running to breakpoints and conditions, forward and back."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from treeexplorer.engine import conditions
from treeexplorer.terminal import stops
from treeexplorer.terminal.keys import action
from treeexplorer.text import capitalised

if TYPE_CHECKING:
    from treeexplorer.engine import Record
    from treeexplorer.terminal.place import Place
    from treeexplorer.terminal.screens.explorer import Explorer


@action(
    "play",
    "a",
    "play by itself",
    group="Step",
    description="Go on by itself, or stop",
    help_line="play; speed; back",
)
def play(explorer: Explorer) -> None:
    """Start or stop going on by itself."""
    explorer.autoplay.toggle()


@action(
    "faster",
    "+",
    "faster",
    group="Step",
    description="Play faster",
    shares_line_with="play",
)
def faster(explorer: Explorer) -> None:
    """Play faster."""
    explorer.autoplay.change_speed(1)


@action(
    "slower",
    "-",
    "slower",
    group="Step",
    description="Play more slowly",
    shares_line_with="play",
)
def slower(explorer: Explorer) -> None:
    """Play more slowly."""
    explorer.autoplay.change_speed(-1)


@action(
    "play_back",
    "ctrl+a",
    "play backwards",
    group="Step",
    description="Go back by itself, or stop",
    shares_line_with="play",
)
def play_back(explorer: Explorer) -> None:
    """Start or stop going back by itself."""
    explorer.autoplay.toggle(backwards=True)


@action(
    "breakpoint",
    "b",
    "breakpoint here",
    group="Step",
    description="Set or remove a breakpoint at the node looked at",
    help_line="stop here; run on, back",
)
def toggle_breakpoint(explorer: Explorer) -> None:
    """Set or remove a breakpoint at the node that is looked at."""
    has_one = explorer.session.toggle_breakpoint()
    explorer.update()
    where, count = explorer.label(explorer.session.cursor), len(explorer.session.place.breakpoints)
    said = f"breakpoint at {where}" if has_one else f"no breakpoint at {where} any more"
    explorer.say(f"{said}; {count} in all" if count > 1 else said)


@action(
    "break_when",
    "ctrl+b",
    "a condition to stop at",
    group="Step",
    description=f"A condition at which a run stops: {conditions.EXAMPLES}; again: none",
)
def break_when(explorer: Explorer) -> None:
    """Ask for a condition at which running stops; where there is one, take it back."""
    from treeexplorer.terminal.screens.asking import Ask

    place = explorer.session.place
    if place.conditions:
        place.conditions.clear()
        explorer.say("runs stop at breakpoints only")
        return

    def add(answer: str | None) -> None:
        if answer is not None:
            place.conditions.append(conditions.condition(answer, explorer.session.record))
            explorer.say(f"B runs to where this holds: {answer}")

    def problem_with(text: str) -> str:
        try:
            conditions.condition(text, explorer.session.record)
        except conditions.ConditionError as error:
            return capitalised(str(error))
        return ""

    explorer.app.push_screen(Ask("Stop a run when", conditions.EXAMPLES, problem_with), add)


@action(
    "run",
    "B",
    "run to the next breakpoint",
    group="Step",
    description="On to the next node with a breakpoint, or to where a condition holds",
    shares_line_with="breakpoint",
)
def run_to_breakpoint(explorer: Explorer) -> None:
    """Go on to where a node with a breakpoint is entered or a condition holds."""
    _run(explorer, stops.next_stop, "after")


@action(
    "run_back",
    "R",
    "run back to the breakpoint before",
    group="Step",
    description="Go back to where a breakpoint or condition was last met",
    shares_line_with="breakpoint",
)
def run_back_to_breakpoint(explorer: Explorer) -> None:
    """Go back to where a node with a breakpoint was entered or a condition held."""
    _run(explorer, stops.previous_stop, "before")


def _run(explorer: Explorer, stop: Callable[[Place, Record, int], int | None], where: str) -> None:
    session, place = explorer.session, explorer.session.place
    if not place.breakpoints and not place.conditions:
        explorer.say("there is no breakpoint; b sets one at the node looked at")
    elif explorer.move(lambda record, step: stop(place, record, step)):
        here = explorer.label(session.current)
        explorer.say(stops.reason(place, session.record, session.step, here))
    else:
        nothing = f"no breakpoint and no condition is met {where} this step"
        explorer.say(nothing if where == "before" else explorer.wait_for(nothing))


@action(
    "clear_breakpoints",
    "",
    "clear all breakpoints",
    group="Step",
    description="Remove all breakpoints of this tree, and the conditions at which runs stop",
)
def clear_breakpoints(explorer: Explorer) -> None:
    """Remove all breakpoints and conditions."""
    place = explorer.session.place
    gone = len(place.breakpoints) + len(place.conditions)
    place.breakpoints.clear()
    place.conditions.clear()
    explorer.update()
    explorer.say("nothing stops a run any more" if gone else "there was no breakpoint")
