"""Going through the steps of the search, forward and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from treeexplorer.engine import queries
from treeexplorer.terminal import stepping
from treeexplorer.terminal.actions.asking import give_value
from treeexplorer.terminal.keys import action

if TYPE_CHECKING:
    from treeexplorer.terminal.screens.explorer import Explorer


@action(
    "next",
    "space right pagedown",
    "next node",
    group="Step",
    footer="next",
    description="On by one node: it is entered, read and handed up, or finished",
)
def next_node(explorer: Explorer) -> None:
    """Go on by what a person calls a node; ask for an unknown leaf's value where one is met."""
    if explorer.session.waits_here:
        give_value(explorer)
    elif not explorer.ask_first():
        explorer.move(stepping.next_node)


@action(
    "back",
    "backspace left pageup",
    "back by one node",
    group="Step",
    footer="back",
    description="Back by one node",
)
def previous_node(explorer: Explorer) -> None:
    """Go back by what a person calls a node."""
    explorer.move(stepping.previous_node)


@action(
    "step",
    "n",
    "single step",
    group="Step",
    description="The next single step of the record",
    help_line="next / previous single step",
)
def next_step(explorer: Explorer) -> None:
    """Go on by a single step; ask for an unknown leaf's value where one is met."""
    if explorer.session.waits_here:
        give_value(explorer)
    else:
        explorer.move(stepping.next_step)


@action(
    "step_back",
    "p",
    "single step back",
    group="Step",
    description="The previous single step of the record",
    shares_line_with="step",
)
def previous_step(explorer: Explorer) -> None:
    """Go back by a single step."""
    explorer.move(stepping.previous_step)


@action(
    "next_cut",
    "c down",
    "next cut-off",
    group="Step",
    footer="next cut-off",
    description="On to the next cut-off",
    help_line="next / previous cut-off",
)
def next_cut_off(explorer: Explorer) -> None:
    """Go to the next cut-off."""
    if not explorer.move(queries.next_cut):
        explorer.say(explorer.wait_for("there is no further cut-off"))


@action(
    "previous_cut",
    "C up",
    "previous cut-off",
    group="Step",
    description="Back to the cut-off before",
    shares_line_with="next_cut",
)
def previous_cut_off(explorer: Explorer) -> None:
    """Go to the cut-off before this step."""
    if not explorer.move(queries.previous_cut):
        explorer.say("there is no cut-off before this step")


@action(
    "start",
    "home",
    "start of the search",
    group="Step",
    description="Before the first step",
    help_line="start / end of the search",
)
def start(explorer: Explorer) -> None:
    """Go to the state before the search."""
    explorer.move(stepping.start)


@action(
    "end",
    "end",
    "end of the search",
    group="Step",
    description="After the last step",
    shares_line_with="start",
)
def end(explorer: Explorer) -> None:
    """Go to the last step; to the last one recorded while the search goes on."""
    explorer.go_to_end()


@action(
    "next_leaf",
    "v",
    "next leaf read",
    group="Step",
    description="On to where the next leaf has been read",
    help_line="next / previous leaf read",
)
def next_leaf(explorer: Explorer) -> None:
    """Go to where the next leaf has been evaluated."""
    if not explorer.move(stepping.next_leaf):
        explorer.say(explorer.wait_for("no further leaf is read"))


@action(
    "previous_leaf",
    "V",
    "previous leaf read",
    group="Step",
    description="Back to where the leaf before was read",
    shares_line_with="next_leaf",
)
def previous_leaf(explorer: Explorer) -> None:
    """Go to where the leaf before this step was evaluated."""
    explorer.move(stepping.previous_leaf)


@action(
    "finish",
    "o",
    "finish this node",
    group="Step",
    description="On to where the current node hands up its value",
    help_line="finish node / back to entry",
)
def finish(explorer: Explorer) -> None:
    """Go to where the current node's value arrives at its parent."""
    if not explorer.move(stepping.finish) and not explorer.session.record.complete:
        explorer.say(explorer.wait_for("this node cannot be finished"))


@action(
    "entry",
    "O",
    "back to its entry",
    group="Step",
    description="Back to where the current node was entered",
    shares_line_with="finish",
)
def entry(explorer: Explorer) -> None:
    """Go to where the current node was entered; from there, its parent."""
    explorer.move(stepping.entry)


@action(
    "window_change",
    "w",
    "last change of this window",
    group="Step",
    description="Back to the step at which the window of the node looked at last changed",
)
def window_change(explorer: Explorer) -> None:
    """Go to the last change of the window of the node that is looked at."""
    session = explorer.session
    node = session.cursor
    target = queries.window_changed(session.record, node, session.step - 1)
    if target is None:
        explorer.say("its window has not changed before this step")
    else:
        explorer.go_to(target)
