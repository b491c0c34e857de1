"""Asking the search something: why, and under which rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from treeexplorer.numbers import typed_number, written
from treeexplorer.terminal.keys import action

if TYPE_CHECKING:
    from treeexplorer.terminal.screens.explorer import Explorer


@action(
    "why",
    "y",
    "why (not) cut?",
    footer="why",
    group="Ask",
    description="Why the node looked at was cut, was not cut, or was never reached",
)
def why(explorer: Explorer) -> None:
    """Say why the node that is looked at was cut, or not."""
    from treeexplorer.engine import explain

    session = explorer.session
    explorer.quieten()
    explorer.explanation = explain.why(session.record, session.cursor, session.step)
    explorer.update()


@action(
    "what_if",
    "X",
    "what would have changed it?",
    group="Ask",
    description="The nearest change of one leaf that undoes the cut-off, or changes the best move",
)
def what_if(explorer: Explorer) -> None:
    """Say which change of one leaf would have made a difference at the node looked at."""
    from treeexplorer.exercises.what_if import TooLargeError, sentences

    session = explorer.session
    explorer.quieten()
    try:
        explorer.explanation = " ".join(sentences(session.record, session.cursor))
    except TooLargeError as error:
        explorer.say(f"{error}")
    explorer.update()


@action(
    "rules",
    "r",
    "rules of the search",
    group="Ask",
    description="Choose search, form, cut test, order, window, depth and players",
)
def choose_rules(explorer: Explorer) -> None:
    """Open the rules; what changed is told on the explorer, too."""
    from treeexplorer.terminal.choices import difference
    from treeexplorer.terminal.screens.rules import RulesScreen

    before = explorer.session.record

    def told(_: None) -> None:
        explorer.quieten()
        explorer.update()
        if explorer.session.record is not before:
            explorer.say(difference(before, explorer.session))

    explorer.app.push_screen(RulesScreen(explorer.session), told)


@action(
    "value",
    "x",
    "value of an unknown leaf",
    group="Ask",
    description="Give the unknown leaf looked at, or the one the search waits for, a value",
)
def give_value(explorer: Explorer) -> None:
    """Ask for an unknown leaf's value."""
    from treeexplorer.terminal.screens.asking import Ask

    session = explorer.session
    tree = session.trees[session.index]
    node = session.cursor if session.cursor in tree.unknowns else session.record.waits_for
    if node is None:
        explorer.say(
            "first look at an unknown leaf: i, then the arrows"
            if tree.unknowns
            else "every leaf of this tree has a value"
        )
        return

    def give(answer: str | None) -> None:
        if answer is not None:
            session.give_value(node, typed_number(answer))
            explorer.quieten()
            explorer.update()

    word = tree.unknowns[node]
    known = session.place.values.get(node)
    explorer.app.push_screen(
        Ask(
            f"The value of {word}?" if word else f"The value of {explorer.label(node)}?",
            "A number: 3, -0.5, inf. Every leaf with the same name gets it."
            if word
            else "A number: 3, -0.5, inf",
            problem_with,
            "" if known is None else written(known),
        ),
        give,
    )


def problem_with(text: str) -> str:
    """Return what is wrong with a number's text; empty where nothing is."""
    try:
        typed_number(text)
    except ValueError:
        return "That is not a number; write 3, -0.5 or inf."
    return ""
