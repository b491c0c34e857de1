"""The boxes of a question of the quiz, and what stands in them, in words."""

from __future__ import annotations

from treeexplorer.engine import Record, explain
from treeexplorer.exercises.questions import Question
from treeexplorer.terminal.widgets.boxes import Box


def answer_words(field: str, text: str) -> str:
    """Return what was typed into a box, for the list of one's answers."""
    if field == "cut":
        return "cut" if text == "y" else "no cut"
    return f"{ {'v': 'v', 'alpha': 'α', 'beta': 'β'}[field] } {text}"


def solution_words(field: str, text: str) -> str:
    """Return what is right in a box; nothing of the two sides of a reason."""
    words = {
        "v": f"v = {text}",
        "alpha": f"α = {text}",
        "beta": f"β = {text}",
        "cut": "cut off" if text == "y" else "no cut-off",
    }
    return words.get(field, "")


def boxes_of(record: Record, question: Question) -> tuple[Box, ...]:
    """Return the boxes of a question, laid out as on paper."""
    name = explain.label(record, question.node)
    sign = record.rules.test_sign
    ask = f"cut off the rest of {name}?"
    layout = {
        "v": Box("v", "v ="),
        "alpha": Box("alpha", "α ="),
        "beta": Box("beta", "β ="),
        "cut": Box("cut", ask, blank="y/n", room=3, line=1, short="cut off the rest?"),
        "because_left": Box("because_left", "because", room=4, line=1),
        "because_right": Box("because_right", sign, room=4, line=1),
    }
    return tuple(layout[field] for field in question.fields)
