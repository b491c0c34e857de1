"""The banner: what happened with its test on a bar; below it who has what, and what is pruned."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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
    TextLine,
    at_columns,
    beside,
    fitted,
    indent,
    length,
    line,
    paragraph,
    plain,
    run_together,
    sentence,
    spelt,
    wrapped,
)
from treeexplorer.terminal.view import View

_ANY_ROOM: Final = 10_000
_LEAST_WITH_GAP: Final = 5
"""The lines from which on one is left free below the heading."""
_LEAST_BEFORE_TEST: Final = 2
_LEAST_AFTER_TEST: Final = 3
"""The cells of the bar that are left free on either side of the test."""
_MARGINS: Final = 2
"""The cells at either side of the lines below the bar, which itself has none."""
_ROOM_TO_EXPLAIN: Final = 3
"""The lines of the banner beside an explanation: the bar, and two that may stay free."""
_ROOM_TO_ADD: Final = 2
"""The lines beside reasons with an explanation below them: the bar, and one that may stay free."""
_SURFACES: Final = {"cut": "cut_surface", "no-cut": "current"}


def banner(view: View, width: int, height: int) -> list[TextLine]:
    """Return what is said of a step: its heading, a bar on one line, and the reasons below it.

    For example, at a cut-off::

         ╳  α CUT-OFF at ▽C      α 3 ≥ β 2      2 leaves pruned: 4, 6
         2 arrives at ▽C. …

    Args:
        view: What is looked at.
        width: The cells of a line.
        height: How many lines there are. The heading stands first in any case; a remark, which is
            shown until the next key, takes the last lines.

    Returns:
        As many lines as the height has; lines that are not needed are blank.
    """
    if height < 1:
        return []
    heading = _heading(view, width)
    room_below_heading = height - 1
    remark = _remark(view, width)[:room_below_heading]

    height_above_remark = height - len(remark)
    lines = [heading]
    if height_above_remark >= _LEAST_WITH_GAP:
        lines.append(BLANK)
    room_for_reasons = height_above_remark - len(lines)
    lines += indent(banner_lines(view, width - _MARGINS, room_for_reasons))
    blank_lines = [BLANK] * (height_above_remark - len(lines))
    return [*lines, *blank_lines, *remark]


def _remark(view: View, width: int) -> list[TextLine]:
    """Return the lines of the remark that is shown until the next key; none without one."""
    if not view.message:
        return []
    return indent(wrapped(line((view.message, "bold news_text")), width - _MARGINS))


def _heading(view: View, width: int) -> TextLine:
    """Return the bar of the step; while it is asked, the question."""
    if view.question is None:
        return bar(view.snapshot.banner, width)
    asked = sentence(asked_at_cut(view.record, view.question), "bold strong")
    left = line((" ?  ", "bold strong"), *asked)
    return beside(left, line(("cut here? ", "bold min")), width, "question")


def banner_text(view: View) -> str:
    """Return the banner as one text, to be copied: its heading, and all lines below it."""
    below = [plain(text).strip() for text in banner_lines(view, _ANY_ROOM, _ANY_ROOM)]
    return " ".join([_heading_text(view), *filter(None, below)])


def _heading_text(view: View) -> str:
    """Return the heading of a step with its test; while something is asked, the question."""
    if view.question is not None:
        return str(asked_at_cut(view.record, view.question))
    banner_now = view.snapshot.banner
    if banner_now.test is None:
        return f"{banner_now.heading}."
    return f"{banner_now.heading}: {banner_now.test}."


def lines_wanted(view: View, width: int) -> int:
    """Return the height of the banner that shows an explanation whole; 0 if there is none.

    An explanation is what the user asked for, such as why a node was cut off. It stands below the
    reasons of the step if it adds to them, else in their place.

    Args:
        view: What is looked at.
        width: The cells of the banner.
    """
    explanation = _explanation(view, width - _MARGINS)
    if not explanation and not view.explains_step:
        return 0
    above = _height_of_reasons(view, width) if view.explains_step else _ROOM_TO_EXPLAIN
    remark_height = 1 if view.message else 0  # it has the last line
    return above + len(explanation) + remark_height


def _height_of_reasons(view: View, width: int) -> int:
    """Return the height of the banner with the reasons of a step, one behind the other."""
    banner_now = view.snapshot.banner
    reasons = run_together(map(coloured_line, banner_now.reasons), " ")
    test_height = len(_test_without_room(banner_now, width))
    return test_height + len(wrapped(reasons, width - _MARGINS)) + _ROOM_TO_ADD


def bar(banner_now: Banner, width: int) -> TextLine:
    """Return the bar of a step: heading, the test in the middle, what is pruned at the right.

    For example `` ╳  β CUT-OFF at ▲b     α 8 ≥ β 6      1 branch pruned: … ``.
    """
    heading, test = _heading_and_test(banner_now)
    surface = _SURFACES.get(banner_now.kind, "panel")
    return _left_middle_right(heading, test, _right_of_bar(banner_now), width, surface)


def _right_of_bar(banner_now: Banner) -> TextLine:
    """Return what stands at the right of the bar; at a cut-off, on red, all in one colour."""
    if banner_now.kind == "cut":
        return line((f"{banner_now.right} ", "bold on_cut"))
    if banner_now.right is None:
        return BLANK
    return line(*sentence(banner_now.right, "quiet"), " ")


def _heading_and_test(banner_now: Banner) -> tuple[TextLine, TextLine]:
    """Return what stands at the left of the bar, and in its middle."""
    test = "" if banner_now.test is None else str(banner_now.test)
    if banner_now.kind == "cut":
        return line((f" ╳  {banner_now.heading}", "bold on_cut")), line((test, "bold on_cut"))
    heading = line(" ", *sentence(banner_now.heading, "bold strong"))
    return heading, line((test, "bold strong"))


def _test_without_room(banner_now: Banner, width: int) -> list[TextLine]:
    """Return the test of a step for the lines below a bar that has no room for it."""
    heading, test = _heading_and_test(banner_now)
    if not test or _has_room(spelt(heading), spelt(test), BLANK, width):
        return []
    return wrapped(sentence(present(banner_now.test), "bold strong"), width - _MARGINS)


def _has_room(left: TextLine, test: TextLine, right: TextLine, width: int) -> bool:
    """Tell whether a bar has room for a test between two texts, with the gaps around it."""
    gaps = _LEAST_BEFORE_TEST + _LEAST_AFTER_TEST
    return length(left) + length(test) + length(right) + gaps <= width


def score(right: str, rest: str, width: int, *, good: bool) -> TextLine:
    """Return the bar after a check: how much is right, and what is to be said of the rest."""
    sign = (" ✓  ", "bold decided") if good else (" ✗  ", "bold min")
    left = line(sign, (right, "bold strong"))
    style = "bold strong" if good else "bold min"
    return beside(left, line((f"{rest} ", style)), width, "current" if good else "question")


def _left_middle_right(
    left: TextLine, middle: TextLine, right: TextLine, width: int, surface: str
) -> TextLine:
    """Return a line with three texts on a surface: at the left, in the middle, at the right.

    For example::

         ╳  α CUT-OFF at ▽C      α 3 ≥ β 2      2 leaves pruned: 4, 6

    If the three are too long, the right one is left out, and then the middle one; then the left one
    is cut.

    Args:
        left: The first text.
        middle: The second text; blank for none. It is centred in the line, or moved aside where
            another text needs the place.
        right: The third text; blank for none.
        width: The cells of the line.
        surface: The colour behind the whole line.
    """
    # As they are shown: in ASCII a text may have another length.
    left = spelt(left)
    middle = spelt(middle)
    right = spelt(right)
    if not middle:
        return _left_and_right(left, right, width, surface)
    if not _has_room(left, middle, BLANK, width):
        return fitted(left, width, surface)
    if not _has_room(left, middle, right, width):
        right = BLANK
    start_of_middle = _start_of_middle(left, middle, right, width)
    start_of_right = width - length(right)
    texts = at_columns([left, middle, right], [0, start_of_middle, start_of_right])
    return fitted(texts, width, surface)


def _start_of_middle(left: TextLine, middle: TextLine, right: TextLine, width: int) -> int:
    """Return the cell of a text that is centred, or moved aside where another needs the place."""
    centred = (width - length(middle)) // 2
    first_start = length(left) + _LEAST_BEFORE_TEST
    last_start = width - length(right) - _LEAST_AFTER_TEST - length(middle)
    return min(max(centred, first_start), last_start)


def _left_and_right(left: TextLine, right: TextLine, width: int, surface: str) -> TextLine:
    """Return two texts on a surface; the right one is left out where it has no room."""
    if length(left) + 1 + length(right) > width:
        return fitted(left, width, surface)
    return beside(left, right, width, surface)


def _lines_of_question(view: View, question: Task) -> list[TextLine]:
    """Return what is known when a cut-off is asked about, the answer so far, and the keys.

    Such as these three lines::

        2 arrives at ▽C. ▲A has 3 through ▽B.
        Crossed out: 4 and 6.
        x crosses out, ↵ answers, space passes it over.
    """
    keys = "x crosses out, ↵ answers, space passes it over."
    return [
        _what_is_known(view, question),
        sentence(_answer_so_far(view, question), "bold strong"),
        line((keys, "quiet")),
    ]


def _what_is_known(view: View, question: Task) -> TextLine:
    """Return both numbers of a test that the user is asked about, and where they come from.

    For example ``2 arrives at ▽C. ▲A has 3 through ▽B.`` The second sentence is left out if the
    other number comes from no node, such as an end of the first window.

    Args:
        view: What is looked at.
        question: What the user is asked: whether the value that arrives at a node cuts it off.
    """
    arrival = arrives_at(view.tree, question.at.node, question.at.value).sentence
    sentences = [arrival]
    bound = view.snapshot.other_bound
    if bound is not None and bound.holder is not None:
        node_with_bound = Node(view.tree, bound.holder.node)
        value = having(view.record, bound.value, bound.holder.through)  # ``3 through ▽B``
        sentences.append(Sentence("{node} has {value}", node=node_with_bound, value=value))
    return run_together(map(sentence, sentences), " ")


def _answer_so_far(view: View, question: Task) -> Sentence:
    """Say which branches the user has crossed out."""
    if not view.crossed:
        return Sentence("Nothing is crossed out: no cut-off")
    names = branches_named(view.record, question, view.crossed)
    return Sentence("Crossed out: {branches}", branches=names)


def banner_lines(view: View, width: int, height: int) -> list[TextLine]:
    """Return what is said below the bar, as much of it as there is room for.

    - While a question is asked: what is known, and how to answer.
    - Else, if the user asked for an explanation that stands for itself: the explanation.
    - Else why the step is as it is, and below it an explanation that adds to that. The explanation
      has room first.

    Args:
        view: What is looked at.
        width: The cells of a line, without the margins at its sides.
        height: How many lines there may be.
    """
    if height < 1:
        return []
    if view.question is not None:
        return paragraph(_lines_of_question(view, view.question), width, height)
    explanation = _explanation(view, width)
    if explanation and not view.explains_step:
        return paragraph(explanation, width, height)
    width_of_bar = width + _MARGINS
    test = _test_without_room(view.snapshot.banner, width_of_bar)
    room_for_reasons = height - len(test) - len(explanation)
    reasons = _lines_of_step(view, width, room_for_reasons)
    return [*test, *reasons, *explanation][:height]


def _lines_of_step(view: View, width: int, height: int) -> list[TextLine]:
    """Return the reasons for a step and what is pruned, as much as a height holds.

    If not even the shortest version fits, that is cut short.
    """
    if height < 1:
        return []
    versions = _versions_of_step(view)
    fitting = (lines for lines in versions if _wrapped_height(lines, width) <= height)
    return paragraph(next(fitting, versions[-1]), width, height)


def _wrapped_height(lines: Iterable[TextLine], width: int) -> int:
    """Return how many rows lines take that are wrapped to a width."""
    return sum(len(wrapped(text, width)) for text in lines)


def _versions_of_step(view: View) -> list[Sequence[TextLine]]:
    """Return what is said of a step, in versions that take less and less room.

    1. every sentence on a line of its own,
    2. every sentence, one behind the other,
    3. the reasons alone, on lines of their own,
    4. the reasons alone, one behind the other,
    5. fewer and fewer of the reasons, one behind the other.

    At a cut-off every sentence is a reason: what is pruned stands on the bar.

    Args:
        view: What is looked at.

    Returns:
        The versions, each as its lines; a line may be wider than the screen.
    """
    reasons = _reasons(view)
    pruned: list[TextLine] = []
    if view.snapshot.cut is None:
        pruned = list(map(coloured_line, view.snapshot.banner.asides))
    everything = [*reasons, *pruned]
    # From all reasons down to one.
    some_reasons = _fewer_and_fewer(reasons, has_begun=view.step > 0)
    versions: list[Sequence[TextLine]] = [everything, _on_one_line(everything), reasons]
    versions += map(_on_one_line, some_reasons)
    return versions


def _on_one_line(sentences: Sequence[TextLine]) -> list[TextLine]:
    """Return sentences one behind the other, as a line that may be wider than the screen."""
    return [run_together(sentences, " ")]


def _fewer_and_fewer(reasons: Sequence[TextLine], *, has_begun: bool) -> list[Sequence[TextLine]]:
    """Return all reasons of a step, then all but the least important one, and so on, to one.

    The conclusion goes first, as the last of three. Then goes what the node has, so that who has
    the bound stays: ``[has, bound, conclusion]``, ``[has, bound]``, ``[bound]``. Before the first
    step the last one goes each time: it says which key to press.
    """
    versions = [reasons]
    while len(reasons) > 1:
        keeps_last = has_begun and len(reasons) == 2
        reasons = reasons[1:] if keeps_last else reasons[:-1]
        versions.append(reasons)
    return versions


def _reasons(view: View) -> list[TextLine]:
    """Return why the step is as it is, and which key to press where one is needed to go on."""
    reasons = list(map(coloured_line, view.snapshot.banner.reasons))
    if view.waits_here:
        reasons.append(line("space tries its values, and gives it one."))
    elif not view.step:
        reasons.append(first_keys(view))
    return reasons


def first_keys(view: View) -> TextLine:
    """Return a sentence with the keys that begin the search, the keys themselves in bold.

    It is ``space reads on.`` for a search that cuts nothing off, and is not asked about cut-offs.
    Else it is ``space reads on, c goes to the first cut-off, A asks you before it shows.``
    """
    keys = line(("space", "bold strong"), (" reads on", "quiet"))
    record = view.record
    is_known_to_cut_nothing = record.complete and not record.cuts and not view.asks
    if not view.has_windows or is_known_to_cut_nothing:
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


def _explanation(view: View, width: int) -> list[TextLine]:
    """Return the explanation that the user asked for, wrapped to a width."""
    return [part for text in view.explanation for part in wrapped(sentence(text), width)]
