"""What the palette offers beside the keys: a student's questions, and what has no key."""

from __future__ import annotations

from typing import Final, NamedTuple


class PaletteRow(NamedTuple):
    """A row of the palette.

    Attributes:
        text: What is asked for, as it stands in the palette.
        action: What answers it: an action of the screen, or of the app.
        synonyms: Other words under which it is found.
    """

    text: str
    action: str
    synonyms: tuple[str, ...] = ()


STUDENT_QUESTIONS: Final = (
    PaletteRow(
        "Why was this cut off, or why not?",
        "why",
        ("why was this cut", "reason", "explain this step", "cutoff", "test is false"),
    ),
    PaletteRow(
        "What if the pruned leaf were another number?",
        "open('try_it')",
        ("what if", "turn a leaf", "change the pruned leaf", "does it matter"),
    ),
    PaletteRow(
        "For which x is it pruned?",
        "try_unknown",
        ("for which x", "for which values", "unknown leaf", "parameter", "interval of x"),
    ),
    PaletteRow(
        "What are α and β at another node?",
        "look",
        ("alpha and beta", "window of a node", "bounds", "look around"),
    ),
    PaletteRow(
        "Which leaves are pruned, and what is the tree worth?",
        "open('answers')",
        (
            "the pruned leaves",
            "leaves read",
            "never read",
            "value of the root",
            "best move",
            "best line",
            "solution",
        ),
    ),
    PaletteRow(
        "What would minimax do?",
        "compare('minimax')",
        ("minimax", "without pruning", "compare", "difference", "how much is saved"),
    ),
    PaletteRow(
        "What if the children came in reverse order?",
        "compare('order')",
        ("reverse", "right to left", "mirrored", "move ordering", "order of the children"),
    ),
    PaletteRow(
        "Does equality cut off?",
        "compare('cutoff')",
        ("tie", "equal", "≥ or >", "convention", "another textbook"),
    ),
    PaletteRow(
        "Are my answers right?",
        "open('marks')",
        ("mark", "correct", "grade", "my solution", "mistakes"),
    ),
    PaletteRow(
        "How do I practise for the exam?",
        "open('practise')",
        ("practise", "practice", "quiz", "ask me", "training"),
    ),
    PaletteRow(
        "Where is an exam sheet to fill in?",
        "open('worksheet')",
        ("exam sheet", "worksheet", "by hand", "paper to fill in", "blank"),
    ),
    PaletteRow(
        "How do I get it into my paper?",
        "save",
        ("export", "latex", "svg", "png", "web page", "html", "picture", "print", "markdown"),
    ),
)
"""What students ask in front of a tree, each with the action that answers it."""

COPIES: Final = (
    PaletteRow("Copy the tree as text", "copy('tree')", ("copy", "clipboard", "notation")),
    PaletteRow("Copy the drawing as text", "copy('drawing')", ("copy", "clipboard", "picture")),
    PaletteRow("Copy what is said here", "copy('words')", ("copy", "clipboard", "sentence")),
)
"""What can be copied of the step that is shown."""

OF_THE_APP: Final = (
    PaletteRow(
        "Choose the colours",
        "app.change_theme",
        ("light", "dark", "theme", "white background", "projector"),
    ),
    PaletteRow(
        "Suspend: back to the shell, whose fg goes on here", "app.suspend_process", ("shell",)
    ),
)
"""What can be done on every screen."""
