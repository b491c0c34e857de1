"""One screen a module: its layout, its keys and what they do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from textual.screen import Screen

    from treeexplorer.terminal.view import View

Name: TypeAlias = Literal[
    "answers", "check", "compare", "practise", "rules", "save", "try_it", "worksheet"
]


def screen_about(view: View, name: Name) -> Screen[None]:
    """Return the screen of a name; its module is imported when it is opened first.

    Raises:
        ValueError: There is no such screen about this view, as a sentence says.
    """
    match name:
        case "answers":
            from treeexplorer.terminal.screens.answers import Answers

            return Answers(view)
        case "compare":
            from treeexplorer.terminal.screens.compare import Compare

            return Compare(view)
        case "practise":
            from treeexplorer.terminal.screens.practise import Practise

            return Practise(view)
        case "rules":
            from treeexplorer.terminal.screens.rules import RulesScreen

            return RulesScreen(view)
        case "save":
            from treeexplorer.terminal.screens.save import Save

            return Save(view)
        case "try_it":
            from treeexplorer.terminal.screens.try_it import TryIt

            return TryIt(view)
        case "worksheet" | "check":
            from treeexplorer.terminal.screens.worksheet import WorksheetScreen

            return WorksheetScreen(view, marked=name == "check")
