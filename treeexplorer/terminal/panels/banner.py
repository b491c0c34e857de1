"""The banner: what happened with its test on a bar; below it who has what, and what is pruned."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from treeexplorer.explain.crossed import ask_about_branches_left, list_branches_of_task
from treeexplorer.explain.phrases import having
from treeexplorer.explain.sentence import Aside, Node, Phrase, Sentence
from treeexplorer.explain.snapshot import Banner
from treeexplorer.explain.steps import arrives_at
from treeexplorer.judging.questions import Task
from treeexplorer.terminal.lines import (
    BLANK,
    TextLine,
    beside,
    fitted,
    indent,
    join_at_columns,
    join_lines,
    length,
    line,
    paragraph,
    plain,
    sentence,
    spelt,
    wrapped,
)
from treeexplorer.terminal.view import View

_UNLIMITED: Final = 10_000
_MIN_HEIGHT_FOR_GAP: Final = 5
"""The lines from which on one is left free below the heading."""
_MIN_GAP_BEFORE_TEST: Final = 2
_MIN_GAP_AFTER_TEST: Final = 3
"""The cells of the bar that are left free on either side of the test."""
_MARGINS_WIDTH: Final = 2
"""The cells at either side of the lines below the bar, which itself has none."""
_LINES_BESIDE_EXPLANATION: Final = 3
"""The lines of the banner beside an explanation: the bar, and two that may stay free."""
_LINES_BESIDE_REASONS: Final = 2
"""The lines beside reasons with an explanation below them: the bar, and one that may stay free."""
_SURFACE_BY_KIND: Final = {"cut": "cut_surface", "no-cut": "current"}


def banner(view: View, width: int, height: int) -> list[TextLine]:
    """Render what is said about a step: a bar on one line, and the reasons below it.

    For example, at a cut-off::

         ╳  α CUT-OFF at ▽C      α 3 ≥ β 2      2 leaves pruned: 4, 6
         2 arrives at ▽C. …

    Args:
        view: The search and the step that is shown.
        width: The width of a line.
        height: How many lines there are. A remark, which is shown until the next key, takes the
            last ones.

    Returns:
        Exactly ``height`` lines; lines that are not needed are blank.
    """
    if height < 1:
        return []
    lines = [_render_heading(view, width)]
    remark = _render_remark(view, width)[: height - len(lines)]

    height_above_remark = height - len(remark)
    if height_above_remark >= _MIN_HEIGHT_FOR_GAP:
        lines.append(BLANK)
    height_for_reasons = height_above_remark - len(lines)
    lines += indent(render_banner_lines(view, width - _MARGINS_WIDTH, height_for_reasons))
    lines += [BLANK] * (height_above_remark - len(lines))
    return [*lines, *remark]


def _render_remark(view: View, width: int) -> list[TextLine]:
    """Render the remark that is shown until the next key; no line without one."""
    if not view.message:
        return []
    return indent(wrapped(line((view.message, "bold news_text")), width - _MARGINS_WIDTH))


def _render_heading(view: View, width: int) -> TextLine:
    """Render the first line of the banner: the bar of the step, or the question about it."""
    if view.question is None:
        return bar(view.snapshot.banner, width)
    question = sentence(ask_about_branches_left(view.record, view.question), "bold strong")
    left = line((" ?  ", "bold strong"), *question)
    return beside(left, line(("cut here? ", "bold min")), width, "question")


def banner_text(view: View) -> str:
    """Return the banner as one text for the clipboard: its heading and all lines below it."""
    texts = [_describe_heading(view)]
    for text_line in render_banner_lines(view, _UNLIMITED, _UNLIMITED):
        text = plain(text_line).strip()
        if text:
            texts.append(text)
    return " ".join(texts)


def _describe_heading(view: View) -> str:
    """Return the heading of a step with its test as a text, or the question about the step."""
    if view.question is not None:
        return str(ask_about_branches_left(view.record, view.question))
    content = view.snapshot.banner
    if content.test is None:
        return f"{content.heading}."
    return f"{content.heading}: {content.test}."


def compute_banner_height(view: View, width: int) -> int:
    """Return how high the banner must be to show the whole explanation; 0 if there is none.

    An explanation is what the user asked for, such as why a node was cut off. It stands below the
    reasons of the step or, if it explains something else, in their place.
    """
    explanation = _render_explanation(view, width - _MARGINS_WIDTH)
    if view.explains_step:
        height_above = _compute_height_of_bar_and_reasons(view, width)
    elif explanation:
        height_above = _LINES_BESIDE_EXPLANATION
    else:
        return 0
    remark_height = 1 if view.message else 0
    return height_above + len(explanation) + remark_height


def _compute_height_of_bar_and_reasons(view: View, width: int) -> int:
    """Compute how high the bar of a step and all reasons below it are, one behind the other."""
    content = view.snapshot.banner
    reasons = join_lines(map(render_banner_sentence, content.reasons), " ")
    height_without_room = len(_render_without_room_in_bar(content, width))
    reasons_height = len(wrapped(reasons, width - _MARGINS_WIDTH))
    return height_without_room + reasons_height + _LINES_BESIDE_REASONS


def bar(content: Banner, width: int) -> TextLine:
    """Render the bar of a step: heading, the test in the middle, what is pruned at the right.

    For example `` ╳  β CUT-OFF at ▲b     α 8 ≥ β 6      1 branch pruned: … ``. All that is pruned
    is named if there is room for it, else the first branches.
    """
    left = _render_heading_in_bar(content)
    middle = _render_test_in_bar(content)
    surface = _SURFACE_BY_KIND.get(content.kind, "panel")
    right = _render_right_of_bar(content, content.right)
    right_in_full = _render_right_of_bar(content, content.right_in_full)
    has_room = _has_room_for_test(spelt(left), spelt(middle), spelt(right_in_full), width)
    if right_in_full and has_room:
        right = right_in_full
    return _render_left_middle_right(left, middle, right, width, surface)


def _render_right_of_bar(content: Banner, right: Phrase | None) -> TextLine:
    """Render what stands at the right of the bar, such as ``2 leaves pruned: 4, 6``."""
    if right is None:
        return BLANK
    if content.kind == "cut":
        return line((f"{right} ", "bold on_cut"))
    return line(*sentence(right, "quiet"), " ")


def _render_heading_in_bar(content: Banner) -> TextLine:
    """Render what stands at the left of the bar: what happened, ``╳  β CUT-OFF at ▲b``."""
    if content.kind == "cut":
        return line((f" ╳  {content.heading}", "bold on_cut"))
    return line(" ", *sentence(content.heading, "bold strong"))


def _render_test_in_bar(content: Banner) -> TextLine:
    """Render what stands in the middle of the bar: the test, ``α 8 ≥ β 6``, or nothing."""
    if content.test is None:
        return BLANK
    style = "bold on_cut" if content.kind == "cut" else "bold strong"
    return line((str(content.test), style))


def _render_without_room_in_bar(content: Banner, width: int) -> list[TextLine]:
    """Render below the bar what it has no room for: the test of a step, or all that happened.

    ===================================  ==========================
    the bar                              below it
    ===================================  ==========================
    cuts the heading of any other step   the heading and the test
    than a cut-off
    has no room for a test               the test
    has all                              nothing
    ===================================  ==========================

    Of a cut-off only the name of its node can be too long, and that is in the reasons. What stands
    at the right of the bar gives way to a test.
    """
    heading = spelt(_render_heading_in_bar(content))
    test = spelt(_render_test_in_bar(content))
    is_heading_cut = length(heading) > width
    if is_heading_cut and content.kind != "cut":
        return wrapped(_render_whole_heading(content), width - _MARGINS_WIDTH)

    nothing_at_right = BLANK
    has_room = _has_room_for_test(heading, test, nothing_at_right, width)
    if content.test is None or has_room:
        return []
    return wrapped(sentence(content.test, "bold strong"), width - _MARGINS_WIDTH)


def _render_whole_heading(content: Banner) -> TextLine:
    """Render what happened, and the test behind it: ``8 arrives; ▽a keeps 3: α −∞ ≥ β 3 is false``.

    A step without a test has the heading alone.
    """
    heading = sentence(content.heading, "bold strong")
    if content.test is None:
        return heading
    return line(*heading, (": ", "bold strong"), *sentence(content.test, "bold strong"))


def _has_room_for_test(left: TextLine, test: TextLine, right: TextLine, width: int) -> bool:
    """Return whether a bar has room for a test between two texts, with the gaps around it."""
    gaps_width = _MIN_GAP_BEFORE_TEST + _MIN_GAP_AFTER_TEST
    return length(left) + length(test) + length(right) + gaps_width <= width


def score(right: str, rest: str, width: int, *, good: bool) -> TextLine:
    """Return the bar after a check: how much is right, and what is to be said of the rest."""
    sign = (" ✓  ", "bold decided") if good else (" ✗  ", "bold min")
    left = line(sign, (right, "bold strong"))
    style = "bold strong" if good else "bold min"
    return beside(left, line((f"{rest} ", style)), width, "current" if good else "question")


def _render_left_middle_right(
    left: TextLine, middle: TextLine, right: TextLine, width: int, surface: str
) -> TextLine:
    """Render three texts on one line with a background: at the left, in the middle, at the right.

    For example::

         ╳  α CUT-OFF at ▽C      α 3 ≥ β 2      2 leaves pruned: 4, 6

    Middle and right may be blank. If the three are too long, the right one is left out, then the
    middle one; then the left one is cut. ``surface`` is the colour of the background.
    """
    # Symbols may be longer in ASCII, so the texts are spelt out before they are measured.
    left = spelt(left)
    middle = spelt(middle)
    right = spelt(right)
    if not middle:
        return _render_left_and_right(left, right, width, surface)
    if not _has_room_for_test(left, middle, BLANK, width):
        return fitted(left, width, surface)
    if not _has_room_for_test(left, middle, right, width):
        right = BLANK

    middle_start = _compute_middle_start(left, middle, right, width)
    right_start = width - length(right)
    all_texts = join_at_columns([left, middle, right], [0, middle_start, right_start])
    return fitted(all_texts, width, surface)


def _compute_middle_start(left: TextLine, middle: TextLine, right: TextLine, width: int) -> int:
    """Return where the middle text begins: centred, or as near to that as the others allow."""
    centred_start = (width - length(middle)) // 2
    first_start = length(left) + _MIN_GAP_BEFORE_TEST
    last_start = width - length(right) - _MIN_GAP_AFTER_TEST - length(middle)
    return min(max(centred_start, first_start), last_start)


def _render_left_and_right(left: TextLine, right: TextLine, width: int, surface: str) -> TextLine:
    """Render a text at the left and one at the right; the right one is left out without room."""
    if length(left) + 1 + length(right) > width:
        return fitted(left, width, surface)
    return beside(left, right, width, surface)


def _render_question(view: View, question: Task) -> list[TextLine]:
    """Render what the user may know when asked for a cut-off, the answer so far, and the keys.

    For example::

        2 arrives at ▽C. ▲A has 3 through ▽B.
        Crossed out: 4 and 6.
        x crosses out, ↵ answers, space passes it over.
    """
    keys = "x crosses out, ↵ answers, space passes it over."
    return [
        _render_known_numbers(view, question),
        sentence(_describe_answer_so_far(view, question), "bold strong"),
        line((keys, "quiet")),
    ]


def _render_known_numbers(view: View, question: Task) -> TextLine:
    """Render the two numbers that decide whether the asked node is cut off, and who has them.

    For example ``2 arrives at ▽C. ▲A has 3 through ▽B.`` If no node has the bound, because it is an
    end of the first window, the second sentence is left out.
    """
    arrival = arrives_at(view.tree, question.at.node, question.at.value).sentence
    bound = view.snapshot.opponents_bound
    if bound is None or bound.holder is None:
        return sentence(arrival)

    value = having(view.record, bound.value, bound.holder.through)  # ``3 through ▽B``
    holder = Node(view.tree, bound.holder.node)
    bound_sentence = Sentence("{node} has {value}", node=holder, value=value)
    return join_lines([sentence(arrival), sentence(bound_sentence)], " ")


def _describe_answer_so_far(view: View, question: Task) -> Sentence:
    """Describe which branches the user has crossed out, such as 4 and 6."""
    if not view.crossed:
        return Sentence("Nothing is crossed out: no cut-off")
    branches = list_branches_of_task(view.record, question, view.crossed)
    return Sentence("Crossed out: {branches}", branches=branches)


def render_banner_lines(view: View, width: int, height: int) -> list[TextLine]:
    """Render what stands below the bar, as much of it as has room.

    - While a question is asked: what is known, and how to answer.
    - If the user asked for an explanation of something else than the step: the explanation.
    - Else why the step is as it is, and below it an explanation that adds to that. The explanation
      has room first.

    Args:
        view: The search and the step that is shown.
        width: The width of a line, without the margins at its sides.
        height: The most lines.
    """
    if height < 1:
        return []
    if view.question is not None:
        return paragraph(_render_question(view, view.question), width, height)

    explanation = _render_explanation(view, width)
    if explanation and not view.explains_step:
        return paragraph(explanation, width, height)

    bar_width = width + _MARGINS_WIDTH
    without_room = _render_without_room_in_bar(view.snapshot.banner, bar_width)
    height_for_reasons = height - len(without_room) - len(explanation)
    reasons = _render_reasons_with_room(view, width, height_for_reasons)
    return [*without_room, *reasons, *explanation][:height]


def _render_reasons_with_room(view: View, width: int, height: int) -> list[TextLine]:
    """Render the reasons for a step and what is pruned, in the longest version that fits.

    If not even the shortest version fits, it is cut.
    """
    if height < 1:
        return []
    versions = _collect_versions(view)
    for version in versions:
        if _count_wrapped_rows(version, width) <= height:
            return paragraph(version, width, height)
    return paragraph(versions[-1], width, height)


def _count_wrapped_rows(lines: Iterable[TextLine], width: int) -> int:
    """Count the rows that lines take when each is wrapped to a width."""
    return sum(len(wrapped(text_line, width)) for text_line in lines)


def _collect_versions(view: View) -> list[Sequence[TextLine]]:
    """Collect the texts about a step in versions that take less and less room.

    1. all sentences, each on a line of its own
    2. all sentences, one behind the other
    3. the reasons without what is pruned, each on a line of its own
    4. the reasons, one behind the other; then without the last one, and so on, down to two
    5. the main reason alone, which need not be the first: ``▲root has 3 through ▽A`` at a cut-off

    A line may be longer than the screen is wide; it is wrapped later.
    """
    reasons = _render_reasons(view)
    pruned: list[TextLine] = []
    # At a cut-off, what is pruned stands on the bar already.
    if view.snapshot.cut is None:
        pruned = [render_banner_sentence(aside) for aside in view.snapshot.banner.asides]
    all_sentences = [*reasons, *pruned]

    versions: list[Sequence[TextLine]] = [all_sentences, _join_sentences(all_sentences), reasons]
    versions += [_join_sentences(reasons[:count]) for count in range(len(reasons), 1, -1)]
    main_reason = view.snapshot.banner.main_reason
    if main_reason is not None:
        versions.append([render_banner_sentence(main_reason)])
    return versions


def _join_sentences(sentences: Sequence[TextLine]) -> list[TextLine]:
    """Join sentences into one long line, which may be wider than the screen."""
    return [join_lines(sentences, " ")]


def _render_reasons(view: View) -> list[TextLine]:
    """Render why the step is as it is, and which key to press where one is needed to go on."""
    reasons = [render_banner_sentence(reason) for reason in view.snapshot.banner.reasons]
    if view.waits_here:
        reasons.append(line("space tries its values, and gives it one."))
    elif view.step == 0:
        reasons.append(render_first_keys(view))
    return reasons


def render_first_keys(view: View) -> TextLine:
    """Render a sentence with the keys that begin the search, the keys themselves in bold.

    It is ``space reads on.`` for a search that cuts nothing off, and is not asked about cut-offs.
    Else it is ``space reads on, c goes to the first cut-off, A asks you before it shows.``
    """
    space_key = line(("space", "bold strong"), (" reads on", "quiet"))
    record = view.record
    is_known_to_cut_nothing = record.complete and not record.cuts and not view.asks
    if not view.has_windows or is_known_to_cut_nothing:
        return line(*space_key, (".", "quiet"))
    return line(
        *space_key,
        (", ", "quiet"),
        ("c", "bold strong"),
        (" goes to the first cut-off, ", "quiet"),
        ("A", "bold strong"),
        (" asks you before it shows.", "quiet"),
    )


def render_banner_sentence(text: Sentence) -> TextLine:
    """Render a sentence of a banner; what is pruned (an aside) is quieter than the reasons."""
    style = "quiet" if isinstance(text, Aside) else ""
    return sentence(text, style)


def _render_explanation(view: View, width: int) -> list[TextLine]:
    """Render the explanation that the user asked for, wrapped to a width."""
    lines: list[TextLine] = []
    for text in view.explanation:
        lines += wrapped(sentence(text), width)
    return lines
