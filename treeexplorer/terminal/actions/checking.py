"""Checking the claims in the file on the screen."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from treeexplorer.terminal.keys import action

if TYPE_CHECKING:
    from treeexplorer.exercises.check import Check, CheckedClaim
    from treeexplorer.terminal.screens.explorer import Explorer


@action(
    "check",
    "K",
    "check the claims in the file",
    group="Exercises",
    help_line="check claims / next wrong",
    description="Show what somebody wrote in the tree beside what is found, with ✓ and ✗",
)
def check(explorer: Explorer) -> None:
    """Show the claims with their marks, or hide them again."""
    canvas = explorer.canvas
    explorer.quieten()
    if canvas.look.claims:
        canvas.set_look(replace(canvas.look, claims=False, verdicts={}))
        explorer.say("the claims are hidden again")
        explorer.update()
        return
    found = checked(explorer)
    if found is None:
        return
    canvas.set_look(replace(canvas.look, claims=True, verdicts=worst_signs(found.claims)))
    more = "! goes to the first wrong one." if found.wrong else ""
    explorer.explain_at_root(f"{found.summary} {found.fitting_words or ''} {more}".strip())
    explorer.update()


@action(
    "next_wrong",
    "!",
    "next wrong claim",
    group="Exercises",
    shares_line_with="check",
    description="Go to the step that shows that the next wrong claim is wrong, and say why",
)
def next_wrong(explorer: Explorer) -> None:
    """Go to the step that refutes the next wrong claim."""
    found = checked(explorer)
    if found is None:
        return
    explorer.quieten()
    if not found.wrong:
        explorer.say("no claim is wrong")
        return
    canvas = explorer.canvas
    canvas.set_look(replace(canvas.look, claims=True, verdicts=worst_signs(found.claims)))
    wrong = following(found, explorer)
    explorer.last_wrong = wrong.claim
    explorer.go_to(wrong.step)
    explorer.look_at(wrong.claim.node)
    explorer.explanation = f"{wrong.mark.sign} {found.why(wrong)}"
    explorer.update()


def checked(explorer: Explorer) -> Check | None:
    """Return the check of the tree's claims; say why where there is none."""
    from treeexplorer.exercises.check import Check, UnknownReachedError

    session = explorer.session
    if session.searching:
        explorer.say("the search of this tree still goes on; check when it has ended")
        return None
    if not session.tree.claims:
        explorer.say("nobody has claimed anything in this file (W: write your own answers)")
        return None
    if explorer.checked is None or explorer.checked.record is not session.record:
        try:
            explorer.checked = Check(session.record)
        except UnknownReachedError as error:
            explorer.say(f"{error} (x gives the leaf a value)")
            return None
    return explorer.checked


def worst_signs(claims: Iterable[CheckedClaim]) -> dict[int, str]:
    """Return one examiner's sign for each node with claims: the worst of its marks."""
    from treeexplorer.exercises.marking import Mark

    claims = list(claims)
    signs: dict[int, str] = {}
    for mark in (Mark.RIGHT, Mark.CONSEQUENCE, Mark.MISTAKE):
        signs.update({one.claim.node: mark.sign for one in claims if one.mark is mark})
    return signs


def following(check: Check, explorer: Explorer) -> CheckedClaim:
    """Return the wrong claim after the one shown last, in the order of the search."""
    from treeexplorer.exercises.marking import Mark

    wrong = sorted(check.wrong, key=lambda one: (one.step, one.mark is not Mark.MISTAKE))
    claims = [one.claim for one in wrong]
    last = explorer.last_wrong
    index = claims.index(last) + 1 if last in claims else 0
    return wrong[index % len(wrong)]
