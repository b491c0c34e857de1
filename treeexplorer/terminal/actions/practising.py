"""Practising: the way into it, and what can be done there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from treeexplorer.terminal.keys import action

if TYPE_CHECKING:
    from treeexplorer.terminal.screens.explorer import Explorer
    from treeexplorer.terminal.screens.practise import Practise


@action(
    "practise",
    "P",
    "practise: predict the next step",
    help_line="practise: predict steps",
    group="Exercises",
    footer="practise",
    description="Answer what you would write on paper, step by step, with hints and reasons",
)
def practise(explorer: Explorer) -> None:
    """Begin to practise on this tree."""
    _begin(explorer, class_mode=False)


@action(
    "class_mode",
    "L",
    "class mode: ask and reveal",
    group="Exercises",
    description="For a projector: space asks the class, space reveals; no boxes, no score",
)
def class_mode(explorer: Explorer) -> None:
    """Begin the class mode on this tree."""
    _begin(explorer, class_mode=True)


def _begin(explorer: Explorer, *, class_mode: bool) -> None:
    from treeexplorer.exercises.check import UnknownReachedError
    from treeexplorer.terminal.screens.practise import Practise

    session = explorer.session
    if session.searching:
        explorer.say("the search of this tree still goes on; practise when it has ended")
        return
    try:
        screen = Practise(session.record, session.title, class_mode=class_mode)
    except UnknownReachedError as error:
        explorer.say(f"{error} (x gives the leaf a value)")
        return
    explorer.quieten()
    explorer.app.push_screen(screen)


@action("practise_box", "tab", "next box", group="Exercises", scope="practise", footer="next box")
def next_box(screen: Practise) -> None:
    """Move to the next box."""
    from treeexplorer.terminal.widgets.boxes import Boxes

    screen.query_one("#boxes", Boxes).turn(1)


@action("practise_check", "enter", "check", group="Exercises", scope="practise", footer="check")
def check(screen: Practise) -> None:
    """Have the answer marked."""
    screen.check()


@action("practise_hint", "f2", "hint", group="Exercises", scope="practise", footer="hint")
def hint(screen: Practise) -> None:
    """Show a hint, each time a clearer one."""
    screen.hint()


@action("practise_show", "f3", "show me", group="Exercises", scope="practise", footer="show me")
def show_answer(screen: Practise) -> None:
    """Show the answer."""
    screen.show_answer()


@action(
    "practise_next",
    "space right pagedown",
    "go on: next question, reveal",
    group="Exercises",
    scope="practise",
    footer="go on",
    description="The next question; in class mode, reveal the answer and then ask the next",
)
def go_on(screen: Practise) -> None:
    """Go on to the next question; in class mode, reveal first."""
    screen.advance()


@action(
    "practise_scope",
    "f4",
    "ask at other steps",
    group="Exercises",
    scope="practise",
    footer="ask more, less",
    description="Ask at windows and arrivals, only at possible cut-offs, or at every step",
)
def change_scope(screen: Practise) -> None:
    """Ask at other steps."""
    screen.change_scope()


@action(
    "practise_fresh",
    "f5",
    "a fresh tree of the same kind",
    group="Exercises",
    scope="practise",
    footer="a fresh tree",
)
def fresh(screen: Practise) -> None:
    """Start over with a fresh tree of the same kind."""
    screen.begin_fresh()


@action(
    "practise_again", "f6", "once more", group="Exercises", scope="practise", footer="once more"
)
def again(screen: Practise) -> None:
    """Start over with the same tree."""
    screen.begin(screen.quiz.record)
    screen.note = "Begun again."
    screen.update()


@action(
    "practise_stop",
    "escape ctrl+c",
    "stop practising",
    group="Exercises",
    scope="practise",
    footer="stop",
)
def stop(screen: Practise) -> None:
    """Return to the explorer."""
    screen.dismiss()
