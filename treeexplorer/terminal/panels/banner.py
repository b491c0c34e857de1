"""The banner: what happened with its test on a bar; below it who has what, and what is pruned."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from treeexplorer.errors import present
from treeexplorer.explain.crossed import asked_at_cut, branches_named
from treeexplorer.explain.phrases import having
from treeexplorer.explain.sentence import Aside, Node, Sentence
from treeexplorer.explain.snapshot import Banner
from treeexplorer.explain.steps import arrives_at
from treeexplorer.judging.questions import Task
from treeexplorer.terminal.lines import (
    BLANK,
    StyledText,
    TextLine,
    beside,
    fitted,
    indent,
    length,
    line,
    paragraph,
    plain,
    sentence,
    spelt,
    wrapped,
)
from treeexplorer.terminal.view import View

_ANY_ROOM: Final = 10_000
_LEAST_WITH_GAP: Final = 5
"""The lines from which on one is left free below the heading."""
_GAPS: Final = 5
"""The cells of the bar that are left free around the test."""
_SURFACES: Final = {"cut": "cut_surface", "no-cut": "current"}


def banner(view: View, width: int, height: int) -> list[TextLine]:
    """Return the bar and as many lines below it as there is room for.

    A remark stands on the last line; the heading is never overwritten.
    """
    if height < 1:
        return []
    remark: list[TextLine] = []
    if view.message:
        remark = indent(wrapped(line((view.message, "bold news_text")), width - 2))
    remark = remark[: height - 1]
    room = height - len(remark)
    lines = [_heading(view, width)]
    if room >= _LEAST_WITH_GAP:
        lines.append(BLANK)
    lines += indent(banner_lines(view, width - 2, room - len(lines)))
    return [*lines, *[BLANK] * (room - len(lines)), *remark]


def _heading(view: View, width: int) -> TextLine:
    """Return the bar of the step; while it is asked, the question."""
    if view.question is None:
        return bar(view.snapshot.banner, width)
    asked = sentence(asked_at_cut(view.record, view.question), "bold strong")
    left = line((" ?  ", "bold strong"), *asked)
    return beside(left, line(("cut here? ", "bold min")), width, "question")


def said(view: View) -> str:
    """Return what the banner says as a text: its heading with the test, and all below it."""
    shown = view.snapshot.banner
    test = "" if shown.test is None else f": {shown.test}"
    heading = f"{shown.heading}{test}."
    if view.question is not None:
        heading = str(asked_at_cut(view.record, view.question))
    below = banner_lines(view, _ANY_ROOM, _ANY_ROOM)
    return " ".join([heading, *filter(None, map(str.strip, map(plain, below)))])


def lines_wanted(view: View, width: int) -> int:
    """Return how many lines the banner needs so that what was asked for is not cut short.

    None where nothing was asked for.
    """
    wanted = len(_explained(view, width - 2))
    if view.explains_step:
        reasons = _together(map(coloured_line, view.snapshot.banner.reasons))
        wanted += 2 + len(wrapped(reasons, width - 2))
        wanted += len(_test_without_room(view.snapshot.banner, width))
    elif wanted:
        wanted += 3
    else:
        return 0
    return wanted + 1 if view.message else wanted


def bar(banner_now: Banner, width: int) -> TextLine:
    """Return the bar: heading, the test in the middle, what is pruned at the right."""
    heading, test = _heading_and_test(banner_now)
    surface = _SURFACES.get(banner_now.kind, "panel")
    right: TextLine = BLANK
    if banner_now.kind == "cut":
        right = line((f"{banner_now.right} ", "bold on_cut"))
    elif banner_now.right is not None:
        right = line(*sentence(banner_now.right, "quiet"), " ")
    return _three(heading, test, right, width, surface)


def _heading_and_test(banner_now: Banner) -> tuple[TextLine, TextLine]:
    """Return what stands at the left of the bar, and in its middle."""
    test = "" if banner_now.test is None else str(banner_now.test)
    if banner_now.kind == "cut":
        return line((f" ╳  {banner_now.heading}", "bold on_cut")), line((test, "bold on_cut"))
    heading = line(" ", *sentence(banner_now.heading, "bold strong"))
    return heading, line((test, "bold strong"))


def _test_without_room(banner_now: Banner, width: int) -> list[TextLine]:
    """Return the test of a step below the bar where that, so wide, has no room for it."""
    heading, test = _heading_and_test(banner_now)
    if not test or _has_room(spelt(heading), spelt(test), width):
        return []
    return wrapped(sentence(present(banner_now.test), "bold strong"), width - 2)


def _has_room(left: TextLine, middle: TextLine, width: int) -> bool:
    """Tell whether a bar has room for two texts, and for the gaps around the second."""
    return length(left) + length(middle) + _GAPS <= width


def score(right: str, rest: str, width: int, *, good: bool) -> TextLine:
    """Return the bar after a check: how much is right, and what is to be said of the rest."""
    sign = (" ✓  ", "bold decided") if good else (" ✗  ", "bold min")
    left = line(sign, (right, "bold strong"))
    style = "bold strong" if good else "bold min"
    return beside(left, line((f"{rest} ", style)), width, "current" if good else "question")


def _three(left: TextLine, middle: TextLine, right: TextLine, width: int, surface: str) -> TextLine:
    """Return three texts on a surface: at the left, in the middle, at the right.

    If the three are too long, the right one is left out, and then the middle one. The middle one
    stands in the middle of the surface; it moves to the left if the right one needs its place.
    """
    left = spelt(left)
    middle = spelt(middle)
    right = spelt(right)
    if not middle:
        return _left_and_right(left, right, width, surface)
    if length(left) + length(middle) + length(right) + _GAPS > width:
        right = BLANK
    centred = max(length(left) + 2, (width - length(middle)) // 2)
    middle_start = min(centred, width - length(right) - length(middle) - 3)
    if not _has_room(left, middle, width):
        return fitted(left, width, surface)
    gap_before = middle_start - length(left)
    gap_after = max(0, width - middle_start - length(middle) - length(right))
    text = (*left, (" " * gap_before, ""), *middle, (" " * gap_after, ""), *right)
    return fitted(text, width, surface)


def _left_and_right(left: TextLine, right: TextLine, width: int, surface: str) -> TextLine:
    """Return two texts on a surface; the right one is left out where it has no room."""
    if length(left) + 1 + length(right) > width:
        return fitted(left, width, surface)
    return beside(left, right, width, surface)


def _asked(view: View, question: Task) -> list[TextLine]:
    """Return what is known when it is asked, what is crossed out, and how to answer."""
    bound = view.snapshot.other_bound
    known = sentence(arrives_at(view.tree, question.at.node, question.at.value).sentence)
    if bound is not None and bound.has is not None:
        value = having(view.record, bound.value, bound.has.through)
        owned = Sentence("{node} has {value}", node=Node(view.tree, bound.has.node), value=value)
        known = (*known, (" ", ""), *sentence(owned))
    crossed = Sentence("Nothing is crossed out: no cut-off")
    if view.crossed:
        names = branches_named(view.record, question, view.crossed)
        crossed = Sentence("Crossed out: {branches}", branches=names)
    keys = "x crosses out, ↵ answers, space passes it over."
    return [known, sentence(crossed, "bold strong"), line((keys, "quiet"))]


def banner_lines(view: View, width: int, height: int) -> list[TextLine]:
    """Return what is said below the bar, as much of it as there is room for."""
    if height < 1:
        return []
    if view.question is not None:
        return paragraph(_asked(view, view.question), width, height)
    asked_for = _explained(view, width)
    if asked_for and not view.explains_step:
        return paragraph(asked_for, width, height)
    test = _test_without_room(view.snapshot.banner, width + 2)
    room = height - len(asked_for) - len(test)
    return [*test, *_of_step(view, width, room), *asked_for][:height]


def _of_step(view: View, width: int, height: int) -> list[TextLine]:
    """Return what is said of the step.

    In little room the list of what is pruned gives way first, then the conclusion: what the node
    has and who has the bound stay, and at last who has it alone. Before the first step it is what
    is possible at the root.
    """
    if height < 1:
        return []
    reasons = _reasons(view)
    pruned: list[TextLine] = []
    if view.snapshot.cut is None:  # else the bar and the strip name what is pruned
        pruned = list(map(coloured_line, view.snapshot.banner.asides))
    everything = [*reasons, *pruned]
    for lines in (everything, [_together(everything)], reasons, [_together(reasons)]):
        if sum(len(wrapped(text, width)) for text in lines) <= height:
            return paragraph(lines, width, height)
    while len(reasons) > 1 and len(wrapped(_together(reasons), width)) > height:
        has_begun = view.step > 0
        if len(reasons) == 2 and has_begun:
            del reasons[0]  # what the node has; who has the bound stays
        else:
            del reasons[-1]  # the conclusion; before the first step the keys
    return paragraph([_together(reasons)], width, height)


def _reasons(view: View) -> list[TextLine]:
    """Return why the step is as it is, and which key to press where one is needed to go on."""
    reasons = list(map(coloured_line, view.snapshot.banner.reasons))
    if view.waits_here:
        reasons.append(line("space tries its values, and gives it one."))
    elif not view.step:
        reasons.append(first_keys(view))
    return reasons


def _together(texts: Iterable[TextLine]) -> TextLine:
    """Return lines as one with blanks between them, to be wrapped."""
    pieces: list[StyledText] = []
    for text in texts:
        if pieces:
            pieces.append((" ", ""))
        pieces += text
    return tuple(pieces)


def first_keys(view: View) -> TextLine:
    """Return how the search is begun."""
    keys = line(("space", "bold strong"), (" reads on", "quiet"))
    if not view.has_windows:
        return line(*keys, (".", "quiet"))
    return line(
        *keys,
        (", ", "quiet"),
        ("c", "bold strong"),
        (" goes to the first cut-off, ", "quiet"),
        ("A", "bold strong"),
        (" asks you before it shows.", "quiet"),
    )


def coloured_line(text: Sentence) -> TextLine:
    """Return a sentence of a banner; what is pruned is said more quietly than the reasons."""
    return sentence(text, "quiet" if isinstance(text, Aside) else "")


def _explained(view: View, width: int) -> list[TextLine]:
    """Return what was asked for, wrapped."""
    return [part for text in view.explanation for part in wrapped(sentence(text), width)]
