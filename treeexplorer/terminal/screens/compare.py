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
from treeexplorer.explain.alignment import (
    Alignment,
    Pair,
    describe_first_difference,
    describe_step_difference,
)
from treeexplorer.explain.contenders import format_search_name
from treeexplorer.explain.differences import differences
from treeexplorer.explain.partings import find_partings
from treeexplorer.explain.rules_in_words import conventions, describe_changed_rules
from treeexplorer.explain.sentence import Sentence
from treeexplorer.judging.waiting import check_has_no_unknown, waits_for
from treeexplorer.numbers import grouped, shown
from treeexplorer.terminal import messages
from treeexplorer.terminal.keys import STEP, key, more
from treeexplorer.terminal.lines import (
    BLANK,
    TextLine,
    beside,
    fitted,
    indent,
    indented,
    join_at_columns,
    length,
    line,
    sentence,
)
from treeexplorer.terminal.panels.banner import bar, render_banner_lines
from treeexplorer.terminal.panels.funnel import funnel
from treeexplorer.terminal.panels.status import (
    Track,
    counter,
    render_conventions,
    render_title_with_badge,
)
from treeexplorer.terminal.screens.base import UpperScreen
from treeexplorer.terminal.view import View
from treeexplorer.terminal.widgets.canvas import Canvas
from treeexplorer.terminal.widgets.line_view import LineView, OneLine, Words
from treeexplorer.terminal.widgets.slider import Slider

MOST_STEPS: Final = 100_000
_SEARCH_TIMEOUT_SECONDS: Final = 2.0
_WIDTH_FOR_COUNTER: Final = 18
"""The cells that are kept for the step at the right of a search's rules."""
_MIN_WIDTH_FOR_BOTH: Final = 100
_MIN_HEIGHT_WITH_WORDS: Final = 24
_MIN_HEIGHT_WITH_FUNNEL: Final = 28
_TALL_SCREEN_HEIGHT: Final = 40
_FUNNEL_HEIGHT: Final = 5
_TALL_FUNNEL_HEIGHT: Final = 8
_COLUMN_GAP: Final = 2
"""The blanks between the columns of the table."""
_WIDE_COLUMN_GAP: Final = 3
"""The same where both trees have room side by side."""
_MIN_TRACK_WIDTH: Final = 10
"""The cells of the longer timeline in a narrow terminal."""
_CELLS_BESIDE_TRACK: Final = 24
"""The cells before a timeline, with the name and the step of its search, and behind it."""
_MIN_CELLS_OF_STEPS: Final = 2
"""The cells of the timeline of a search with very few steps."""
_STEP_AND_STEPS_WIDTH: Final = 12
"""The cells of a step and of the number of all steps behind it, with the gap before a timeline."""
_MIN_STEPS_WIDTH: Final = 6
_TABLE_HEADINGS: Final = ("value", "best", "leaves read", "visited", "cut-offs", "steps")


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
    moment: int
    """The moment that is shown: the index of a pair of steps that belong together."""
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
        self.explored = view
        self.views = _make_views(view, changes)
        self.side = 0  # the search that is shown where there is room for one alone
        self._comparison = _search_and_compare(*self.views)
        self._show_moment(self._comparison.alignment.moment_of(view.step))

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
        """Show both searches at a moment: a pair of steps, one of each, that belong together.

        A search that makes no step at this moment points at the node where the other one goes on.

        Args:
            moment: The index of the pair; beyond the ends it means the first or the last pair.
        """
        last_moment = len(self.alignment) - 1
        self.moment = max(0, min(moment, last_moment))
        pair = self.pair
        steps = (pair.first, pair.second)
        for view, step, makes_step in zip(self.views, steps, pair.makes_step, strict=True):
            view.stop_looking()  # a cursor would show the step of its own node
            view.go_to(step)
            if not makes_step:
                view.point_at(pair.node)

    @property
    def pair(self) -> Pair:
        """The steps of both searches at the moment that is shown."""
        return self.alignment[self.moment]

    def parts(self) -> ComposeResult:
        """Yield both searches side by side, and below them differences, a table and timelines."""
        with Horizontal():
            yield from self._compose_side(0)
            yield LineView(_render_nothing, surface="panel", id="compare-middle")
            yield from self._compose_side(1)
        yield Words(self._render_differences, surface="panel")
        yield LineView(self._render_table, surface="panel", id="compare-table")
        yield Slider(self._tracks)

    def _compose_side(self, side: int) -> ComposeResult:
        """Yield the widgets of one search, from its rules down to the text on its step.

        Args:
            side: 0 for the search at the left, 1 for the one at the right.
        """
        view = self.views[side]

        def bar_of_step(width: int) -> TextLine:
            return bar(view.snapshot.banner, width)

        with Vertical(id=f"side-{side}"):
            yield OneLine(partial(self._render_rules, side), surface="current")
            yield Canvas(view)
            yield LineView(partial(_render_funnel, view), surface="panel", classes="compare-funnel")
            yield OneLine(bar_of_step)
            yield LineView(partial(_render_words, view), classes="compare-words")

    def why_idle(self, action: str, parameters: tuple[object, ...]) -> str:  # noqa: ARG002
        """Return why an action does nothing now, as a sentence; empty if it does something."""
        are_both_sides_shown = self.app.size.width >= _MIN_WIDTH_FOR_BOTH
        has_cutoffs = any(view.has_windows for view in self.views)
        match action:
            case "turn" if are_both_sides_shown:
                return "Both sides are shown."
            case "cut" if not has_cutoffs:
                return "Neither search cuts anything off."
            case _:
                return ""

    def give_room(self, width: int, height: int) -> None:
        """Show as many of the parts as the screen has room for; the drawings come first."""
        self._display_sides(width)
        self._resize_funnels(height)
        self._resize_words(height)
        has_high_screen = height >= _MIN_HEIGHT_WITH_WORDS
        self.query_one("#compare-table").display = has_high_screen
        least_lines_on_difference = 3 if has_high_screen else 1
        half_of_screen = height // 2
        self.query_one(Words).fit(width, least_lines_on_difference, half_of_screen)

    def _display_sides(self, width: int) -> None:
        """Show both searches if they fit side by side, or else only one of them."""
        has_both = width >= _MIN_WIDTH_FOR_BOTH
        for side in range(2):
            is_seen = has_both or side == self.side
            self.query_one(f"#side-{side}").display = is_seen
        self.query_one("#compare-middle").display = has_both

    def _resize_funnels(self, height: int) -> None:
        """Show the windows of both searches if the screen is high enough, and set their height."""
        for part in self.query(".compare-funnel"):
            part.display = height >= _MIN_HEIGHT_WITH_FUNNEL
            part.styles.height = (
                _TALL_FUNNEL_HEIGHT if height >= _TALL_SCREEN_HEIGHT else _FUNNEL_HEIGHT
            )

    def _resize_words(self, height: int) -> None:
        """Show the text on both steps if the screen is high enough, and set its height."""
        margin = 1 if height >= _TALL_SCREEN_HEIGHT else 0
        for part in self.query(".compare-words"):
            part.display = height >= _MIN_HEIGHT_WITH_WORDS
            part.styles.height = _choose_words_height(height)
            part.styles.margin = (margin, 0)

    @property
    def _cause_of_difference(self) -> Sentence | None:
        """Why the searches differ at the current moment; ``None`` if they do the same.

        A moment is a pair of steps, one of each search, that are shown together. Where the searches
        differ at the moments 5, 6 and 7, they part at the node of moment 5: why they do there is
        the reason for all three. If it is not known, the sentence says what each search does at the
        current moment.
        """
        if not self.alignment.differs(self.moment):
            return None
        reason = self._reason_of_parting
        if reason is not None:
            return reason
        left_record, right_record = self._records
        return describe_step_difference(left_record, right_record, self.pair)

    @property
    def _reason_of_parting(self) -> Sentence | None:
        """Why the searches, which differ at this moment, have parted; ``None`` if not known.

        Steps that are not paired by their nodes may differ anywhere, for no reason at a node.
        """
        alignment = self.alignment
        if not alignment.is_by_node:
            return None
        moment_of_parting = alignment.start_of_difference(self.moment)
        node = alignment[moment_of_parting].node
        return self._comparison.partings.get(node)

    def heading(self, width: int) -> TextLine:
        names = self._names if self._cut_test_signs is None else self._cut_test_signs
        right = sentence(" against ".join(names) + " ", "quiet")
        return render_title_with_badge(self.explored.title, "COMPARE", right, width)

    @property
    def _cut_test_signs(self) -> tuple[str, str] | None:
        """The signs of the cut tests, where nothing else tells the searches apart."""
        left, right = (view.rules for view in self.views)
        is_only_test = left.algorithm == right.algorithm and left.strict != right.strict
        return (left.test_sign, right.test_sign) if is_only_test else None

    @property
    def _short_names(self) -> tuple[str, str]:
        """What the tracks are called, and the rows of the table where that has no room."""
        return ("1", "2") if self._cut_test_signs is None else self._cut_test_signs

    @property
    def _names(self) -> tuple[str, str]:
        """What the searches are called: by the cut test, or by all that tells them apart."""
        if self._cut_test_signs is not None:
            first, other = self._cut_test_signs
            return f"cut when α {first} β", f"cut when α {other} β"
        return format_search_name(self.views[0].rules), format_search_name(self.views[1].rules)

    def _render_rules(self, side: int, width: int) -> TextLine:
        """Return the rules of a search, or its name if they do not fit, and its step."""
        view = self.views[side]
        rules = render_conventions(conventions(view.rules))
        if length(rules) >= width - _WIDTH_FOR_COUNTER:
            rules = sentence(self._names[side], "quiet")
        return beside(line(" ", *rules), line(*counter(view), " "), width, "current")

    def _render_differences(self) -> list[TextLine]:
        """Return why the searches differ at this moment, and in what they differ as a whole.

        A remark on the last key takes the place of both.
        """
        if self.message:
            return [line((self.message, "bold news_text"))]
        if not self.alignment.differences:
            return [line("Both searches do the same at every step.")]

        overall_difference = sentence(self._comparison.difference, "strong")
        cause = self._cause_of_difference
        if cause is None:
            return [overall_difference]
        return [line(*self._difference_heading, *sentence(cause)), overall_difference]

    @property
    def _difference_heading(self) -> TextLine:
        """The heading of the difference that begins at this moment: ``DIFFERENCE 2 OF 3``.

        It is blank if none begins here. The first one also says what comes before it.
        """
        number = self.alignment.difference_at(self.moment)
        if number is None:
            return BLANK
        if number > 1:
            text = f"DIFFERENCE {number} OF {len(self.alignment.differences)}"
            return line((text, "bold news_text"), "   ")
        steps_before = sentence(describe_first_difference(self.moment))
        return line(("FIRST DIFFERENCE", "bold news_text"), "   ", *steps_before, " ")

    def _render_table(self, width: int, _height: int) -> list[TextLine]:
        """Return a table of the results and the costs of both searches, in three lines.

        For example::

                           value   best   leaves read   visited   cut-offs   steps
            alpha-beta ≥   3       ▽A     7 of 9        11        1          21
            minimax        3       ▽A     9 of 9        13        0          25

        Texts that differ from those of the first search are highlighted. If the names of the
        searches have no room, short names are used.
        """
        results = [_collect_results(view) for view in self.views]
        column_gap = _WIDE_COLUMN_GAP if width >= _MIN_WIDTH_FOR_BOTH else _COLUMN_GAP
        # Each column has room for its longest text, its heading among them.
        column_widths = [
            max(map(len, texts)) + column_gap
            for texts in zip(_TABLE_HEADINGS, *results, strict=True)
        ]
        names = self._choose_names(width - sum(column_widths))
        width_of_names = max(map(len, names)) + column_gap
        starts = _compute_starts([width_of_names, *column_widths], first=1)

        headings = [line((heading, "quiet")) for heading in _TABLE_HEADINGS]
        lines = [join_at_columns([BLANK, *headings], starts)]
        results_of_first = results[0]
        for name, results_of_search in zip(names, results, strict=True):
            cells = map(_render_cell, results_of_search, results_of_first)
            lines.append(join_at_columns([sentence(name, "quiet"), *cells], starts))
        return [fitted(text, width) for text in lines]

    def _choose_names(self, room: int) -> tuple[str, str]:
        """Return the names of the searches, or their short names if those do not fit."""
        has_room = max(map(len, self._names)) < room
        return self._names if has_room else self._short_names

    def _tracks(self) -> Sequence[Track]:
        """Return a timeline of each search, as long as its number of steps requires."""
        most_steps = max(1, *(view.steps for view in self.views))
        room = max(_MIN_TRACK_WIDTH, self.app.size.width - _CELLS_BESIDE_TRACK)
        return [
            _make_track(name, view, room, most_steps)
            for name, view in zip(self._short_names, self.views, strict=True)
        ]

    def _go_to_moment(self, moment: int) -> None:
        self._show_moment(moment)
        self.say("")

    def _go_to_neighbouring_moment(self, moments: Sequence[int], by: int, nowhere: str) -> None:
        """Go to the next or the previous one of some moments.

        Args:
            moments: The moments, ascending.
            by: A positive number for the next one, a negative one for the previous one.
            nowhere: The remark if there is none.
        """
        if by > 0:
            index = bisect_right(moments, self.moment)
        else:
            index = bisect_left(moments, self.moment) - 1
        if 0 <= index < len(moments):
            self._go_to_moment(moments[index])
        else:
            self.say(nowhere)

    def action_go(self, by: int) -> None:
        old_moment = self.moment
        self._go_to_moment(old_moment + by)
        if self.moment == old_moment:
            end = "end" if by > 0 else "start"
            self.say(f"This is the {end} of both searches.")

    def action_difference(self, by: int) -> None:
        differences = self.alignment.differences
        if not differences:
            nowhere = "There is no difference: both searches do the same at every step."
        elif by > 0:
            nowhere = "There is no difference after this step."
        else:
            nowhere = "There is no difference before this step."
        self._go_to_neighbouring_moment(differences, by, nowhere)

    def action_cut(self, by: int) -> None:
        if by > 0:
            nowhere = "There is no cut-off after this step."
        else:
            nowhere = "There is no cut-off before this step."
        self._go_to_neighbouring_moment(self._comparison.moments_of_cutoffs, by, nowhere)

    def on_slider_moved(self, event: Slider.Moved) -> None:
        event.stop()
        self._go_to_moment(self.alignment.moment_of(event.place, event.track))

    def action_turn(self) -> None:
        self.side = 1 - self.side
        self.show()

    def action_rules(self) -> None:
        self.post_message(
            messages.OpenScreen("rules", self.views[1], then=self._compare_under_new_rules)
        )

    def _compare_under_new_rules(self, _: object) -> None:
        """Compare again after the rules were changed; go back to the tree if that is impossible."""
        step_of_first = self.pair.first
        try:
            self._comparison = _search_and_compare(*self.views)
        except ValueError as error:
            self.explored.say(str(error))
            self.dismiss()
            return
        self._show_moment(self.alignment.moment_of(step_of_first))
        self.message = ""

    def action_go_there(self) -> None:
        self.explored.visit(self.pair.first)
        self.dismiss()


def _make_views(view: View, changes: Mapping[str, Any]) -> tuple[View, View]:
    """Make the views of two searches: one as in a view, and one with some rules changed.

    The rules that the user has changed before hold for both; the changes win over them.

    Raises:
        ValueError: The rules do not go with the tree.
    """
    first = view.twin()
    first.look = Look(spoilers=False)
    other = view.twin()
    other.look = Look(spoilers=False)
    other.choose_rules({**view.bookmark.changed_rules, **changes})
    return first, other


class _Comparison(NamedTuple):
    """What is found by comparing two searches.

    Attributes:
        alignment: The steps of both, pair by pair; the index of a pair is called a moment.
        moments_of_cutoffs: The moments at which either search cuts off, ascending.
        partings: Why the searches part, by the node at which they do.
        difference: In what they differ as a whole.
    """

    alignment: Alignment
    moments_of_cutoffs: Sequence[int]
    partings: Mapping[int, Sentence]
    difference: Sentence


def _search_and_compare(first: View, other: View) -> _Comparison:
    """Continue the second search for a moment, and compare it with the first.

    Raises:
        ValueError: They have too many steps, or one has not ended.
    """
    other.search_on(_SEARCH_TIMEOUT_SECONDS)
    return _compare_searches(first.record, other.record)


def _compare_searches(first: Record, second: Record) -> _Comparison:
    """Compare two searches of one tree, step by step and as a whole.

    Raises:
        ValueError: They have too many steps, or one has not ended.
    """
    _check_comparable(first, second)
    alignment = Alignment(first, second)

    moments_of_cutoffs: set[int] = set()  # both may cut off at the same moment
    for side, record in enumerate((first, second)):
        for call_with_cutoff in record.cuts:
            step = record.returned_at(call_with_cutoff)
            moments_of_cutoffs.add(alignment.moment_of(step, side))

    partings = find_partings(first, second)
    condition = describe_changed_rules(first.rules, second.rules)
    return _Comparison(
        alignment=alignment,
        moments_of_cutoffs=sorted(moments_of_cutoffs),
        partings={parting.node: parting.sentence for parting in partings},
        difference=differences(first, second).sentence(condition),
    )


def _check_comparable(first: Record, second: Record) -> None:
    """Raise an error if two searches cannot be compared step by step.

    The first search is that of the explorer, in which the user can give an unknown leaf a value:
    the app adds to an ``UnknownReachedError`` with which key. The second one is not shown anywhere,
    and may need another leaf than the first: its error names that leaf.

    Raises:
        UnknownReachedError: The first search needs the value of an unknown leaf.
        ValueError: The second one does, or they have too many steps, or one has not ended.
    """
    check_has_no_unknown(first)
    _check_needs_no_unknown_leaf_either(second)
    if not (first.complete and second.complete):
        raise ValueError("One of the searches is not at its end, so nothing is compared.")
    steps = first.steps + second.steps
    if steps > MOST_STEPS:
        raise ValueError(
            f"These searches have {grouped(steps)} steps, too many to be laid side by side; "
            "`treeexplorer compare` counts them."
        )


def _choose_words_height(height: int) -> int:
    """Return how many lines the text below each search has on a screen of a given height."""
    if height < _MIN_HEIGHT_WITH_FUNNEL:
        return 2
    return 3 if height < _TALL_SCREEN_HEIGHT else 6


def _compute_starts(widths: Sequence[int], first: int) -> list[int]:
    """Compute where columns of some widths begin, and where the last one ends.

    Example:
        >>> _compute_starts([14, 8, 6], first=1)
        [1, 15, 23, 29]
    """
    return list(accumulate(widths, initial=first))


def _render_cell(text: str, reference: str) -> TextLine:
    """Return a cell of the table, highlighted if its text differs from the first search's."""
    return line((text, "text" if text == reference else "bold news_text"))


def _make_track(name: str, view: View, room: int, most_steps: int) -> Track:
    """Make the timeline of a search, which has the whole room if it has the most steps of all.

    For example in a room of 60 cells: where the longest search has 40 steps, one of 20 steps has 30
    cells.
    """
    cells_of_steps = round(room * view.steps / most_steps)
    return Track(
        at=view.step,
        low=0,
        high=view.steps,
        marks=view.marks(room),
        before=_render_track_label(name, view),
        most=max(_MIN_CELLS_OF_STEPS, cells_of_steps),
    )


def _render_track_label(name: str, view: View) -> TextLine:
    """Return the label of a timeline: the name of its search, and its step, such as ``13/21``.

    It is as wide at every step, unless the numbers have very many digits.
    """
    step = str(view.step)
    steps = f"/{view.steps}".ljust(max(_MIN_STEPS_WIDTH, _STEP_AND_STEPS_WIDTH - len(step)))
    return line(
        (f" {name}  ", "bold strong"), ("step ", "quiet"), (step, "bold strong"), (steps, "quiet")
    )


def _render_nothing(_width: int, _height: int) -> list[TextLine]:
    """Return the lines of the blank column between both searches."""
    return []


def _render_funnel(view: View, width: int, height: int) -> list[TextLine]:
    """Return the funnel of a side, below a blank line."""
    return [BLANK, *map(indented, funnel(view, width - 4, height - 1))]


def _render_words(view: View, width: int, height: int) -> list[TextLine]:
    """Return what is said of a side's step; before the first one there is nothing to say."""
    if not view.step:
        return []
    return indent(render_banner_lines(view, width - 2, height))


def _check_needs_no_unknown_leaf_either(record: Record) -> None:
    """Raise an error with the name of the leaf if the second search needs an unknown one.

    Raises:
        ValueError: It needs one.
    """
    needed = waits_for(record)
    if needed is not None:
        raise ValueError(
            f"The other search reads the unknown leaf {needed.leaf} ({needed.word}) and needs "
            "a number for it."
        )


def _collect_results(view: View) -> list[str]:
    """Return a row of the table: the results and the costs of a search, as texts.

    They are the value of the root, the best move, the leaves read, the visited nodes, the
    cut-offs and the steps.
    """
    record = view.record
    root_value = record.root_value
    best_child = analysis_of(record).moves(0).best
    if best_child is None:
        best_move = "none"
    else:
        best_move = record.tree.labels.signed(best_child, is_move=True)
    return [
        "none" if root_value is None else shown(root_value),
        best_move,
        f"{grouped(record.evaluated)} of {grouped(record.ends)}",
        grouped(record.visited),
        grouped(len(record.cuts)),
        grouped(record.steps),
    ]
