"""The worksheet: the way into it, and what can be done there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from treeexplorer.terminal.keys import action

if TYPE_CHECKING:
    from treeexplorer.exercises.worksheet import Worksheet
    from treeexplorer.terminal.screens.explorer import Explorer
    from treeexplorer.terminal.screens.worksheet import Sheet

_LARGEST = 3_000


@action(
    "worksheet",
    "W",
    "worksheet: work it out yourself",
    help_line="worksheet: by yourself",
    group="Exercises",
    description="Fill in values, bounds, windows and cuts yourself, with hints and a check",
)
def worksheet(explorer: Explorer) -> None:
    """Open a worksheet of this tree."""
    from treeexplorer.exercises.check import UnknownReachedError
    from treeexplorer.exercises.worksheet import Worksheet
    from treeexplorer.terminal.screens.worksheet import Sheet

    session, source = explorer.session, explorer.source
    tree = session.record.tree
    if len(tree) > _LARGEST:
        explorer.say(f"a worksheet of {len(tree):,} nodes is more than anybody fills in")
        return
    ours = source is not None and source.is_example
    remark = ""
    try:
        if tree.claims and not ours:
            sheet = Worksheet.opened(tree, session.rules)
            remark = "The claims in the file are your answers so far; ctrl+n begins anew."
        else:
            sheet = Worksheet.blank(tree, session.rules)
    except UnknownReachedError as error:
        explorer.say(f"{error} (x gives the leaf a value)")
        return
    explorer.quieten()
    explorer.app.push_screen(Sheet(sheet, session.title, explorer.editor.document.path, remark))


def _moves(direction: str) -> None:
    @action(
        f"sheet_{direction}",
        {"left": "left h", "right": "right l", "up": "up k", "down": "down j"}[direction],
        f"move {direction}",
        group="Exercises",
        scope="worksheet",
        shares_line_with="" if direction == "left" else "sheet_left",
        help_line="move the cursor",
    )
    def move(screen: Sheet) -> None:
        screen.move(direction)  # type: ignore[arg-type]  # one of the four above


for _direction in ("left", "down", "up", "right"):
    _moves(_direction)


@action(
    "sheet_enter",
    "enter",
    "write at this node",
    group="Exercises",
    scope="worksheet",
    footer="write",
    description="Write a value, a bound or a window at the node; typing one begins it, too",
)
def enter(screen: Sheet) -> None:
    """Ask for an entry at this node."""
    screen.write()


@action("sheet_cut", "x", "cut this branch", group="Exercises", scope="worksheet", footer="cut")
def cut(screen: Sheet) -> None:
    """Draw a slash across the branch to this node, or take it away."""
    node = screen.cursor
    screen.change(lambda sheet: sheet.slash(node))


@action("sheet_nothing", "N", "nothing is cut off", group="Exercises", scope="worksheet")
def nothing_is_cut(screen: Sheet) -> None:
    """Claim that nothing is cut off, or take the claim back."""
    from treeexplorer.exercises.worksheet import Worksheet

    screen.change(Worksheet.say_nothing_is_cut)


@action("sheet_erase", "delete", "erase what stands here", group="Exercises", scope="worksheet")
def erase(screen: Sheet) -> None:
    """Take away everything written at this node."""
    node = screen.cursor
    if not screen.sheet.entries_at(node):
        screen.say("Nothing is written here.")
        return

    def emptied(sheet: Worksheet) -> Worksheet:
        for claim in sheet.entries_at(node):
            sheet = sheet.erase(node, claim.kind)
        return sheet

    screen.change(emptied)


@action(
    "sheet_check",
    "K",
    "check what is written",
    group="Exercises",
    scope="worksheet",
    footer="check",
)
def check(screen: Sheet) -> None:
    """Mark every entry and explain the first wrong one."""
    screen.check()


@action(
    "sheet_finish",
    "F",
    "finished: check everything",
    group="Exercises",
    scope="worksheet",
    description="Check with every node without a slash claimed visited",
)
def finish(screen: Sheet) -> None:
    """Mark everything, slashes that are missing, too."""
    screen.check(finished=True)


@action("sheet_hint", "f2", "hint", group="Exercises", scope="worksheet", footer="hint")
def hint(screen: Sheet) -> None:
    """Show a hint, each time a clearer one."""
    screen.hint()


@action(
    "sheet_model",
    "M",
    "model answer beside yours",
    group="Exercises",
    scope="worksheet",
    footer="model",
)
def model(screen: Sheet) -> None:
    """Show or hide the model answer."""
    screen.toggle_model()


@action("sheet_undo", "ctrl+z u", "undo", group="Exercises", scope="worksheet")
def undo(screen: Sheet) -> None:
    """Take the last entry back."""
    screen.undo()


@action("sheet_redo", "ctrl+y", "redo", group="Exercises", scope="worksheet")
def redo(screen: Sheet) -> None:
    """Make it again."""
    screen.redo()


@action("sheet_new", "ctrl+n", "begin anew", group="Exercises", scope="worksheet")
def begin_anew(screen: Sheet) -> None:
    """Begin with an empty sheet; undo brings the answers back."""
    from treeexplorer.exercises.worksheet import Worksheet

    rules = screen.sheet.record.rules
    before = screen.sheet.entries
    screen.change(lambda sheet: Worksheet.blank(sheet.tree, rules))
    same = screen.sheet.entries == before
    screen.say("The sheet is empty." if same else "Begun anew; undo brings it back.")


@action("sheet_save", "ctrl+s", "save", group="Exercises", scope="worksheet", footer="save")
def save(screen: Sheet) -> None:
    """Keep the sheet as a file with claims."""
    screen.save()


@action("sheet_leave", "escape ctrl+c q", "leave", group="Exercises", scope="worksheet")
def leave(screen: Sheet) -> None:
    """Return to the explorer."""
    screen.leave()
