"""Two searches of the same tree side by side, both at the same node, differences a key away."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import accumulate
from typing import Any, ClassVar, Final, NamedTuple

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical

from treeexplorer.drawing.styled_text import Look
from treeexplorer.engine import Record
from treeexplorer.engine.analysis import analysis_of
from treeexplorer.explain import comparing
from treeexplorer.explain.comparing import Alignment, Pair, differences, name_of
from treeexplorer.explain.rules_in_words import conventions, under_other_rules
from treeexplorer.explain.sentence import Sentence
from treeexplorer.judging.waiting import refuse_unknown, waits_for
from treeexplorer.numbers import grouped, shown
from treeexplorer.terminal import messages
from treeexplorer.terminal.keys import STEP, key, more
from treeexplorer.terminal.lines import (
    BLANK,
    TextLine,
    at_columns,
    beside,
    fitted,
    indent,
    indented,
    line,
    sentence,
)
from treeexplorer.terminal.panels.banner import banner_lines, bar
from treeexplorer.terminal.panels.funnel import funnel
from treeexplorer.terminal.panels.status import Track, badged, counter
from treeexplorer.terminal.screens.base import UpperScreen
from treeexplorer.terminal.view import View
from treeexplorer.terminal.widgets.canvas import Canvas
from treeexplorer.terminal.widgets.line_view import LineView, OneLine, Words
from treeexplorer.terminal.widgets.slider import Slider

MOST_STEPS: Final = 100_000
_PATIENCE_SECONDS: Final = 2.0
_LEAST_BOTH: Final = 100
_LEAST_WITH_WORDS: Final = 24
_LEAST_WITH_FUNNEL: Final = 28
_TALL: Final = 40
_ROWS_OF_FUNNEL: Final = 5
_ROWS_OF_TALL_FUNNEL: Final = 8
_BETWEEN_COLUMNS: Final = 2
"""The blanks between the columns of the table."""
_BETWEEN_WIDE_COLUMNS: Final = 3
"""The same where both trees have room side by side."""
_LEAST_TRACK: Final = 10
"""The cells of the longer timeline in a narrow terminal."""
_BESIDE_TRACK: Final = 24
"""The cells before a timeline, with the name and the step of its search, and behind it."""
_LEAST_CELLS_OF_STEPS: Final = 2
"""The cells of the timeline of a search with very few steps."""
_HEAD: Final = ("value", "best", "leaves read", "visited", "cut-offs", "steps")


class Compare(UpperScreen):
    """Shows the explorer's search at the left and the same tree under other rules at the right.

    The other rules are those of the view with some changes.

    Raises:
        ValueError: The rules do not go with the tree, the searches have too many steps, or one is
            not at its end.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        key("space,right,pagedown,n", "go(1)", "next", "Go on by one step of both", "compare_next"),
        key("backspace,left,pageup,p", "go(-1)", "back", "Go back by one step", "compare_back"),
        key("d,down", "difference(1)", "difference", "Go to the next difference",
            "compare_difference"),
        key("tab", "turn", "other side", "Show the other side, where one alone has room",
            "compare_turn"),
        key("escape,q", "leave", "one search", "Go back to the tree", "compare_leave"),
        key("c", "cut(1)", "cut-off", "Go to the next cut-off of either", "compare_cut"),
        key("r", "rules", "rules", "Choose the rules of the right search", "compare_rules"),
        key("enter", "go_there", "go to this step", "Go back to the tree at this step",
            "compare_go"),
        more(STEP, "D,up", "difference(-1)", "Go to the difference before", "compare_before"),
        more(STEP, "C", "cut(-1)", "Go to the cut-off before", "compare_cut_before"),
        more(STEP, "home", "go(-1_000_000)", "Go to the start of both", "compare_start"),
        more(STEP, "end", "go(1_000_000)", "Go to the end of both", "compare_end"),
    ]  # fmt: skip
    DEFAULT_CSS = """
    Compare #compare-middle { width: 1; }
    Compare Slider { height: 2; }
    Compare #compare-table { height: 3; }
    """

    def __init__(self, view: View, changes: Mapping[str, Any]) -> None:
        """Open the screen on which two searches of one tree stand side by side.

        Args:
            view: The first search, at the step that is shown at first. It is shown in a copy.
            changes: The rules in which the second search differs, by name.

        Raises:
            ValueError: The rules do not go with the tree, the searches have too many steps, or one
                is not at its end.
        """
        super().__init__()
        first = view.twin()
        other = view.twin()
        # The rules that the user has changed hold for both searches; these changes win over them.
        other.choose_rules({**view.bookmark.changed_rules, **changes})
        first.look = Look(spoilers=False)
        other.look = Look(spoilers=False)
        self.explored = view
        self.views = (first, other)
        self.side = 0  # the search that is shown where there is room for one alone
        self._comparison = _compared_views(first, other)
        self.moment = 0
        self._show_moment(self.alignment.moment_of(view.step))

    @property
    def alignment(self) -> Alignment:
        """The steps of both searches, pair by pair."""
        return self._comparison.alignment

    @property
    def _records(self) -> tuple[Record, Record]:
        """The search at the left and the one at the right."""
        left, right = self.views
        return left.record, right.record

    def _show_moment(self, moment: int) -> None:
        """Show both searches at a moment.

        A moment is the number of a pair of steps, one of each search, that belong together. Where
        one of the searches waits (its step is the same as at the moment before), it points at the
        node at which the other goes on.

        Args:
            moment: The number of the pair, from 0; a number beyond the first or last pair means
                that pair.
        """
        last_moment = len(self.alignment) - 1
        self.moment = max(0, min(moment, last_moment))
        pair = self.pair
        steps = (pair.first, pair.second)
        for view, step, goes_on in zip(self.views, steps, pair.makes_step, strict=True):
            # Else the step of a node that was looked at would be shown.
            view.stop_looking()
            view.go_to(step)
            if not goes_on:
                view.point_at(pair.node)

    @property
    def pair(self) -> Pair:
        """The steps of both searches at the moment that is shown."""
        return self.alignment[self.moment]

    def parts(self) -> ComposeResult:
        """Yield both searches side by side, and below them what tells them apart.

        Each part fills itself when it is painted; its place and size stand in the style sheet.
        """
        with Horizontal():
            yield from self._parts_of_search(0)
            yield LineView(_no_lines, surface="panel", id="compare-middle")
            yield from self._parts_of_search(1)
        yield Words(self._difference_lines, surface="panel")
        yield LineView(self._table, surface="panel", id="compare-table")
        yield Slider(self._tracks)

    def _parts_of_search(self, side: int) -> ComposeResult:
        """Yield what is shown of one search, from its rules down to what is said of its step.

        Args:
            side: 0 for the search at the left, 1 for the one at the right.
        """
        view = self.views[side]

        def bar_of_step(width: int) -> TextLine:
            return bar(view.snapshot.banner, width)

        with Vertical(id=f"side-{side}"):
            yield OneLine(partial(self._rules, side), surface="current")
            yield Canvas(view)
            yield LineView(partial(_funnel, view), surface="panel", classes="compare-funnel")
            yield OneLine(bar_of_step)
            yield LineView(partial(_words, view), classes="compare-words")

    def why_idle(self, action: str) -> str:  # noqa: ARG002 - it is the same for both of them
        return "Neither search cuts anything off."

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        if action == "cut" and not any(view.has_windows for view in self.views):
            return None
        return action != "turn" or self.app.size.width < _LEAST_BOTH

    def give_room(self, width: int, height: int) -> None:
        """Show as many of the parts as the terminal has room for, from the drawings on.

        Args:
            width: The cells of the screen.
            height: The lines of the screen.
        """
        self._show_sides(width)
        self._give_room_to_funnels(height)
        self._give_room_to_words(height)
        is_high = height >= _LEAST_WITH_WORDS
        self.query_one("#compare-table").display = is_high
        least_lines_on_difference = 3 if is_high else 1
        half_of_screen = height // 2
        self.query_one(Words).fit(width, least_lines_on_difference, half_of_screen)

    def _show_sides(self, width: int) -> None:
        """Show both searches where they have room side by side, else one of them."""
        has_both = width >= _LEAST_BOTH
        for side in range(2):
            is_seen = has_both or side == self.side
            self.query_one(f"#side-{side}").display = is_seen
        self.query_one("#compare-middle").display = has_both

    def _give_room_to_funnels(self, height: int) -> None:
        """Show the windows of both searches on a screen that is high enough."""
        for part in self.query(".compare-funnel"):
            part.display = height >= _LEAST_WITH_FUNNEL
            part.styles.height = _ROWS_OF_TALL_FUNNEL if height >= _TALL else _ROWS_OF_FUNNEL

    def _give_room_to_words(self, height: int) -> None:
        """Show what is said of both steps on a screen that is high enough."""
        margin = 1 if height >= _TALL else 0
        for part in self.query(".compare-words"):
            part.display = height >= _LEAST_WITH_WORDS
            part.styles.height = _rows_of_words(height)
            part.styles.margin = (margin, 0)

    @property
    def _cause(self) -> Sentence | None:
        """Why the searches differ at the moment that is shown; ``None`` where they do the same.

        Moments at which they differ, one behind the other, have one reason: that for which the
        searches parted at the node where the first of these moments is. If it is not known, it is
        said what each of them does at the present moment.
        """
        alignment = self.alignment
        if not alignment.differs(self.moment):
            return None
        node_of_parting = alignment[self._start_of_difference].node
        reason = self._comparison.partings.get(node_of_parting)
        if reason is not None and alignment.is_by_node:
            return reason
        first, second = self._records
        return comparing.step_difference(first, second, self.pair)

    @property
    def _start_of_difference(self) -> int:
        """The moment from which on the searches have differed up to the present one."""
        starts = self.alignment.differences
        starts_up_to_now = bisect_right(starts, self.moment)
        return starts[starts_up_to_now - 1]

    def heading(self, width: int) -> TextLine:
        names = self._names if self._signs is None else self._signs
        right = sentence(" against ".join(names) + " ", "quiet")
        return badged(self.explored.title, "COMPARE", right, width)

    @property
    def _signs(self) -> tuple[str, str] | None:
        """The signs of the cut tests, where nothing else tells the searches apart."""
        left, right = (view.rules for view in self.views)
        is_only_test = left.algorithm == right.algorithm and left.strict != right.strict
        return (left.test_sign, right.test_sign) if is_only_test else None

    @property
    def _short_names(self) -> tuple[str, str]:
        """What the tracks are called, and the rows of the table where that has no room."""
        return ("1", "2") if self._signs is None else self._signs

    @property
    def _names(self) -> tuple[str, str]:
        """What the searches are called: by the cut test, or by all that tells them apart."""
        if self._signs is not None:
            first, other = self._signs
            return f"cut when α {first} β", f"cut when α {other} β"
        return name_of(self.views[0].rules), name_of(self.views[1].rules)

    def _rules(self, side: int, width: int) -> TextLine:
        """Return the conventions of a search, its name where they have no room; and its step."""
        view = self.views[side]
        text = "  ".join(map(str, conventions(view.rules)))
        if len(text) >= width - 18:
            text = self._names[side]
        return beside(sentence(f" {text}", "quiet"), line(*counter(view), " "), width, "current")

    def _difference_lines(self) -> list[TextLine]:
        """Return why the searches differ here, and in what they differ as a whole.

        A remark on the last key takes the place of both.
        """
        if self.message:
            return [line((self.message, "bold news_text"))]
        if not self.alignment.differences:
            return [line("Both searches do the same at every step.")]
        lines = [sentence(self._comparison.difference, "strong")]
        cause = self._cause
        if cause is not None:
            # Above the sentence on the whole.
            lines.insert(0, line(*self._place_of_difference, *sentence(cause)))
        return lines

    @property
    def _place_of_difference(self) -> TextLine:
        """Which difference begins at the moment that is shown, and what is before the first.

        Such as ``DIFFERENCE 2 OF 3``; blank if no difference begins here.
        """
        number = self.alignment.difference_at(self.moment)
        if number is None:
            return BLANK
        # Differences are counted from 1.
        if number > 1:
            text = f"DIFFERENCE {number} OF {len(self.alignment.differences)}"
            return line((text, "bold news_text"), "   ")
        before = sentence(comparing.first_difference(self.moment))
        return line(("FIRST DIFFERENCE", "bold news_text"), "   ", *before, " ")

    def _table(self, width: int, _height: int) -> list[TextLine]:
        """Return what both searches found and cost: a heading, and a row for each.

        For example (``_HEAD`` has the words of the heading)::

                           value   best   leaves read   visited   cut-offs   steps
            alpha-beta ≥   3       ▽A     7 of 9        11        1          21
            minimax        3       ▽A     9 of 9        13        0          25

        What is another text than in the first search's row stands out. Where the names of the
        searches have no room, short ones stand for them.

        Args:
            width: The cells of a line.
            _height: Not used; there are three lines.
        """
        results = [_results(view) for view in self.views]
        blanks_between = _BETWEEN_WIDE_COLUMNS if width >= _LEAST_BOTH else _BETWEEN_COLUMNS
        # Each column has room for its longest text, its heading among them.
        column_widths = [
            max(map(len, texts)) + blanks_between for texts in zip(_HEAD, *results, strict=True)
        ]
        names = self._names_with_room(width - sum(column_widths))
        width_of_names = max(map(len, names)) + blanks_between

        start_of_names = 1
        start_of_results = start_of_names + width_of_names
        # The last of these is where the last column ends: no text stands there.
        starts = [start_of_names, *accumulate(column_widths, initial=start_of_results)]

        heading = [line((head, "quiet")) for head in _HEAD]
        lines = [at_columns([BLANK, *heading], starts)]
        results_of_first = results[0]
        for name, results_of_search in zip(names, results, strict=True):
            cells = map(_cell, results_of_search, results_of_first)
            lines.append(at_columns([sentence(name, "quiet"), *cells], starts))
        return [fitted(text, width) for text in lines]

    def _names_with_room(self, room: int) -> tuple[str, str]:
        """Return the names of the searches, or their short names where those have no room."""
        has_room = max(map(len, self._names)) < room
        return self._names if has_room else self._short_names

    def _tracks(self) -> Sequence[Track]:
        """Return the timelines of both searches, for the slider.

        The search with more steps has all the room, the other one a part of it, in proportion to
        its steps.
        """
        most_steps = max(1, *(view.steps for view in self.views))
        room = max(_LEAST_TRACK, self.app.size.width - _BESIDE_TRACK)
        tracks: list[Track] = []
        for name, view in zip(self._short_names, self.views, strict=True):
            cells_of_steps = round(room * view.steps / most_steps)
            track = Track(
                at=view.step,
                low=0,
                high=view.steps,
                marks=view.marks(room),
                before=_before_track(name, view),
                most=max(_LEAST_CELLS_OF_STEPS, cells_of_steps),
            )
            tracks.append(track)
        return tracks

    def _go_to(self, moment: int) -> None:
        self._show_moment(moment)
        self.say("")

    def _go_on(self, moments: Sequence[int], by: int, nowhere: str) -> None:
        """Go to the next of some moments, or to the one before; say where there is none.

        Args:
            moments: The numbers of the moments, ascending.
            by: Above 0 for the next one after the present moment, else for the one before it.
            nowhere: What is said where there is none.
        """
        if by > 0:
            # The first one after the present moment, which is not counted itself.
            index = bisect_right(moments, self.moment)
        else:
            # The last one before it.
            index = bisect_left(moments, self.moment) - 1
        if 0 <= index < len(moments):
            self._go_to(moments[index])
        else:
            self.say(nowhere)

    def action_go(self, by: int) -> None:
        self._go_to(self.moment + by)

    def action_difference(self, by: int) -> None:
        differences = self.alignment.differences
        nowhere = "There is no difference after this step."
        if by < 0:
            nowhere = "There is no difference before this step."
        if not differences:
            nowhere = "There is no difference: both searches do the same at every step."
        self._go_on(differences, by, nowhere)

    def action_cut(self, by: int) -> None:
        nowhere = "There is no cut-off after this step."
        if by < 0:
            nowhere = "There is no cut-off before this step."
        self._go_on(self._comparison.moments_of_cuts, by, nowhere)

    def on_slider_moved(self, event: Slider.Moved) -> None:
        event.stop()
        self._go_to(self.alignment.moment_of(event.place, event.track))

    def action_turn(self) -> None:
        self.side = 1 - self.side
        self.show()

    def action_rules(self) -> None:
        self.post_message(messages.OpenScreen("rules", self.views[1], then=self._compare_again))

    def _compare_again(self, _: object) -> None:
        """Compare under the rules that were chosen; go back to the tree where that cannot be."""
        step_of_first = self.pair.first
        try:
            self._comparison = _compared_views(*self.views)
        except ValueError as error:
            self.explored.say(str(error))
            self.dismiss()
            return
        self._show_moment(self.alignment.moment_of(step_of_first))
        self.message = ""

    def action_go_there(self) -> None:
        self.explored.visit(self.pair.first)
        self.dismiss()


class _Comparison(NamedTuple):
    """What is found by comparing two searches.

    Attributes:
        alignment: The steps of both, pair by pair; the index of a pair is called a moment.
        moments_of_cuts: The moments at which either search cuts off, ascending.
        partings: Why the searches part, by the node at which they do.
        difference: In what they differ as a whole.
    """

    alignment: Alignment
    moments_of_cuts: Sequence[int]
    partings: Mapping[int, Sentence]
    difference: Sentence


def _compared_views(first: View, other: View) -> _Comparison:
    """Let the search under other rules go on for a moment, and compare it with the first.

    Raises:
        ValueError: They have too many steps, or one is not at its end.
    """
    other.search_on(_PATIENCE_SECONDS)
    return _compared(first.record, other.record)


def _compared(first: Record, second: Record) -> _Comparison:
    """Compare two searches of one tree, step by step and as a whole.

    Args:
        first: The search at the left.
        second: The search at the right.

    Raises:
        ValueError: They have too many steps, or one is not at its end.
    """
    _refuse_unless_comparable(first, second)
    alignment = Alignment(first, second)
    moments_of_cuts: set[int] = set()  # both may cut off at the same moment
    for side, record in enumerate((first, second)):
        for call_with_cutoff in record.cuts:
            step = record.returned_at(call_with_cutoff)
            moments_of_cuts.add(alignment.moment_of(step, side))
    reasons_by_node = {each.node: each.sentence for each in comparing.partings(first, second)}
    when = under_other_rules(first.rules, second.rules)
    difference = differences(first, second).sentence(when)
    return _Comparison(alignment, sorted(moments_of_cuts), reasons_by_node, difference)


def _refuse_unless_comparable(first: Record, second: Record) -> None:
    """Refuse searches that cannot be laid side by side.

    Args:
        first: The search that the user has before them.
        second: The search under other rules.

    Raises:
        ValueError: They have too many steps, or one is not at its end, or waits for the value of an
            unknown leaf.
    """
    refuse_unknown(first)
    _refuse_to_wait(second)
    if not (first.complete and second.complete):
        raise ValueError("One of the searches is not at its end, so nothing is compared.")
    steps = first.steps + second.steps
    if steps > MOST_STEPS:
        raise ValueError(
            f"These searches have {grouped(steps)} steps, too many to be laid side by side; "
            "`treeexplorer compare` counts them."
        )


def _rows_of_words(height: int) -> int:
    """Return how many rows of a screen are for what is said below each side."""
    if height < _LEAST_WITH_FUNNEL:
        return 2
    return 3 if height < _TALL else 6


def _cell(text: str, reference: str) -> TextLine:
    """Return a cell of the table; what differs from the first search is news."""
    return line((text, "text" if text == reference else "bold news_text"))


def _before_track(name: str, view: View) -> TextLine:
    """Return what stands before a timeline: which search it is, and its step."""
    step = str(view.step)
    steps = f"/{view.steps}".ljust(max(6, 12 - len(step)))
    return line(
        (f" {name}  ", "bold strong"), ("step ", "quiet"), (step, "bold strong"), (steps, "quiet")
    )


def _no_lines(_width: int, _height: int) -> list[TextLine]:
    """Return the lines of the blank column between both searches."""
    return []


def _funnel(view: View, width: int, height: int) -> list[TextLine]:
    """Return the funnel of a side, below a blank line."""
    return [BLANK, *map(indented, funnel(view, width - 4, height - 1))]


def _words(view: View, width: int, height: int) -> list[TextLine]:
    """Return what is said of a side's step; before the first one there is nothing to say."""
    if not view.step:
        return []
    return indent(banner_lines(view, width - 2, height))


def _refuse_to_wait(record: Record) -> None:
    """Refuse a search that waits for the value of a leaf which the explored one may never read.

    Raises:
        ValueError: It waits for one.
    """
    needed = waits_for(record)
    if needed is not None:
        raise ValueError(
            f"The other search reads the unknown leaf {needed.leaf} ({needed.word}) and needs "
            "a number for it."
        )


def _results(view: View) -> list[str]:
    """Return a row of the table: what a search found, and what it cost.

    Args:
        view: The search.

    Returns:
        The texts in the order of the heading: the root's value, its best move, the leaves that were
        read, the nodes that were visited, the cut-offs, and the steps.
    """
    record = view.record
    value = record.root_value
    best = analysis_of(record).moves(0).best
    move = "none" if best is None else record.tree.labels.signed(best, is_move=True)
    return [
        "none" if value is None else shown(value),
        move,
        f"{grouped(record.evaluated)} of {grouped(record.ends)}",
        grouped(record.visited),
        grouped(len(record.cuts)),
        grouped(record.steps),
    ]
