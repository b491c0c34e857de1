"""An exercise sheet as Moodle XML: a Cloze question for each tree, marked by the course page.

A field accepts what :func:`treeexplorer.judging.judge.judge` accepts, in the usual spellings, and
nothing else. What is pruned is ticked in a list of all branches. The points are those of
:mod:`.grade`, as far as a page can give them that marks each field by itself:

- a point a value, window and other answer, and one a pruned branch; a wrong tick takes one off,
  once for each node whose test fails, and never more than the ticks have earned;
- what takes no search earns nothing: a dash, the window with which the search begins, a ``never``
  beside other conditions, and the same leaf everywhere: the first below each node, the last, the
  largest or the smallest. Where such a leaf is wrong, it takes off what it earns elsewhere, two
  points at most; a bound without its sign is no such answer.

What follows from a mistake is not told from one, and a question can come out below 0. Moodle adds
up the fields of a Cloze question, each a whole number of points; what a question is worth in a quiz
is set there, and proposed by its default grade. The figure is part of the question's text, so that
no file is uploaded beside it. Source: the Moodle documentation of the Moodle XML format and of
Embedded Answers (Cloze), and of how its questions of several answers are marked.
"""

from __future__ import annotations

import base64
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from html import escape
from itertools import permutations, product
from math import inf, isfinite
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeAlias
from xml.etree import ElementTree as ET

from treeexplorer.course.pages import BulletList, program_in_html
from treeexplorer.course.sheet import Sheet, SheetTree, leaf_label
from treeexplorer.course.without_search import guesses
from treeexplorer.drawing.cards import number_texts
from treeexplorer.drawing.svg import svg
from treeexplorer.engine.analysis import analysis_of
from treeexplorer.judging.findings import Findings
from treeexplorer.notation import Condition
from treeexplorer.numbers import count_decimal_places, written
from treeexplorer.tree import INFINITY, Number, Window

_DECLARATION: Final = '<?xml version="1.0" encoding="UTF-8"?>'
_SPECIAL: Final = re.compile(r"([}~#\\*])")
_MOST_PLACES: Final = 6
_MOST_LISTED: Final = 3
_WIDEST_FIELD: Final = 40
_LEAST_WIDTH: Final = 4  # of a number, which may be an infinity
_EQUALS: Final = ("", "=", "= ")
_MOST_A_GUESS_COSTS: Final = Fraction(2)  # more would lose a whole tree by one slip
_DASH: Final = "-"
_NOT_VISITED: Final = (_DASH, "–", "not visited")
"""What may be typed for a node that is not visited, the longest last."""
_ROOT: Final = 0


class CourseField(NamedTuple):
    """A field for one answer: the spellings it accepts, and its points.

    Attributes:
        forms: Every spelling that is right.
        points: The points that one of them earns.
        costs: What is taken off for wrong answers that take no search, as shares of the points.
    """

    forms: Sequence[str]
    points: int = 1
    costs: Mapping[Number, Fraction] = MappingProxyType({})


class ListedBranch(NamedTuple):
    """A branch in the list in which a student ticks what is pruned.

    Attributes:
        node: The node it leads to; the root stands for “nothing is pruned”.
        is_elided: Whether it is what is not drawn of the node's children.
        share: The share of the points for the list that it earns, or takes off.
    """

    node: int
    is_elided: bool
    share: Fraction

    @classmethod
    def make_nothing_pruned(cls, share: Fraction) -> ListedBranch:
        """Return the entry “nothing is pruned”, which stands at the root: no branch leads to it."""
        return cls(_ROOT, is_elided=False, share=share)

    @property
    def is_nothing_pruned(self) -> bool:
        """Whether it is no branch, but the entry “nothing is pruned” at the end of the list."""
        return self.node == _ROOT and not self.is_elided


class DrawnBranch(NamedTuple):
    """A branch of the drawing: the edge to a node, or what is elided (not drawn) below one.

    Attributes:
        node: The node that the edge leads to, or whose further children are elided.
        is_elided: Whether it is the second.
    """

    node: int
    is_elided: bool


@dataclass(frozen=True)
class CourseQuestion:
    """The fields of the question about one tree, with their points."""

    tree: SheetTree

    # -- typed beside a node -----------------------------------------------------------------------

    @cached_property
    def values(self) -> dict[int, CourseField]:
        """The field for the value of each node with children.

        If the node is not visited, a dash is right.
        """
        fields: dict[int, CourseField] = {}
        for node, forms in self._right_spellings.items():
            points = 1 if self._findings.visited(node) else 0
            costs = self._costs_of_guesses.get(node, {})
            fields[node] = CourseField(forms, points, costs)
        return fields

    @cached_property
    def _costs_of_guesses(self) -> dict[int, dict[Number, Fraction]]:
        """What each wrong guess takes off, in points, by node number and by the guessed number.

        For example ``{1: {3: 1/2}}``: who writes 3 at node 1 loses half a point. A guess writes at
        every node a leaf below it by one simple rule, such as the first leaf.
        """
        costs: defaultdict[int, dict[Number, Fraction]] = defaultdict(dict)
        for guessed_numbers in guesses(self.tree.drawn).values():
            cost = self._compute_cost_of_guess(guessed_numbers)
            if cost > 0:
                for node, number in self._find_wrong_numbers(guessed_numbers).items():
                    # Another guess may write the same number here: then the higher cost counts.
                    costs[node][number] = max(cost, costs[node].get(number, cost))
        return dict(costs)

    def _find_wrong_numbers(self, numbers: Mapping[int, Number]) -> dict[int, Number]:
        """Return those of some numbers, by their nodes, that are wrong there."""
        return {node: number for node, number in numbers.items() if self._is_wrong(node, number)}

    def _compute_cost_of_guess(self, numbers: Mapping[int, Number]) -> Fraction:
        """Return the points that each wrong number of a guess takes off.

        Together they take off what its right ones earn, but each ``_MOST_A_GUESS_COSTS`` at most.
        So with 1 right number and 4 wrong ones each of these takes off 1/4.
        """
        right_count = sum(1 for node, number in numbers.items() if self._is_right(node, number))
        wrong_count = len(self._find_wrong_numbers(numbers))
        if wrong_count == 0:
            return Fraction(0)
        return min(_MOST_A_GUESS_COSTS, Fraction(right_count, wrong_count))

    def _is_right(self, node: int, number: Number) -> bool:
        """Tell whether a number is right at a visited node whose value is asked for."""
        return self._has_value(node) and number in self._findings.numbers(node)

    def _is_wrong(self, node: int, number: Number) -> bool:
        """Tell whether a number at a visited node is no right value.

        A number that is a right bound, of which only the sign was forgotten, is not counted as
        wrong.
        """
        if not self._has_value(node):
            return False
        bounds = {bound for _, bound in self._findings.bounds(node)}
        return number not in self._findings.numbers(node) and number not in bounds

    def _has_value(self, node: int) -> bool:
        """Tell whether a node's value is asked for and the search visits the node."""
        return node in self._right_spellings and self._findings.visited(node)

    @cached_property
    def windows(self) -> dict[int, CourseField]:
        """The field for the window of each node with children; none if no windows are asked for.

        Whoever writes (−∞, +∞) everywhere, the window with which the search begins, has searched
        nothing. So that window earns a point only in a search that has no other windows.
        """
        if not self.tree.asks_windows:
            return {}
        windows_by_node = {node: self._collect_windows(node) for node in self.tree.inner}
        has_other_windows = any(map(self._has_window_of_its_own, windows_by_node.values()))
        fields: dict[int, CourseField] = {}
        for node, windows in windows_by_node.items():
            takes_no_search = has_other_windows and not self._has_window_of_its_own(windows)
            fields[node] = _build_window_field(windows, points=0 if takes_no_search else 1)
        return fields

    def _has_window_of_its_own(self, windows: set[Window]) -> bool:
        """Tell whether a node is visited with other windows than that of the search's beginning."""
        start_window = self.tree.record.rules.window
        return bool(windows) and windows != {start_window}

    @cached_property
    def _right_spellings(self) -> dict[int, Sequence[str]]:
        """The right spellings of each inner node's value; empty if values are not asked for."""
        if "values" not in self.tree.asked:
            return {}
        return {node: self._spell_value(node) for node in self.tree.inner}

    def _spell_value(self, node: int) -> Sequence[str]:
        """Spell a node's right values and bounds in every accepted way: ``3``, ``= 3``, ``≤ 3``, ….

        If the search does not visit the node, only a dash is accepted.
        """
        if not self._findings.visited(node):
            return _NOT_VISITED

        spellings: list[str] = []
        for number in sorted(self._findings.numbers(node)):
            spellings += _combine_spellings(_EQUALS, _spell_number(number))
        # A bound may be typed in ASCII or with the sign, with a space behind it or without.
        for sign, number in sorted(self._findings.bounds(node)):
            signs = (">=", "≥") if sign == ">=" else ("<=", "≤")
            spellings += _combine_spellings(signs, ("", " "), _spell_number(number))
        return spellings

    def _collect_windows(self, node: int) -> set[Window]:
        """Return the windows with which a node is called.

        There are several if it is called again.
        """
        return {call.window for call in self._findings.calls(node)}

    # -- ticked ------------------------------------------------------------------------------------

    @cached_property
    def branches(self) -> tuple[ListedBranch, ...]:
        """Every branch that may be ticked as pruned, in drawing order, then “nothing is pruned”.

        The list has one point for each pruned branch, or one if nothing is pruned. Moodle wants
        shares of all its points. With 4 pruned branches, and without any:

        ==========================================  ========  =================
        entry                                       4 pruned  nothing is pruned
        ==========================================  ========  =================
        a pruned branch                             1/4
        a visited one whose tick costs a point      −1/4      −1
        “nothing is pruned”                         −1        1
        ==========================================  ========  =================
        """
        if "cuts" not in self.tree.asked:
            return ()
        pruned_count = len(self._pruned)
        is_nothing_pruned = pruned_count == 0
        points_of_list = 1 if is_nothing_pruned else pruned_count
        costs = self._compute_costs_of_ticks(pruned_count)

        branches: list[ListedBranch] = []
        for branch in self._iterate_branches():
            share = self._compute_points_of_tick(branch, costs) / points_of_list
            branches.append(ListedBranch(branch.node, branch.is_elided, share))
        share_of_nothing = Fraction(1) if is_nothing_pruned else Fraction(-1)
        return (*branches, ListedBranch.make_nothing_pruned(share_of_nothing))

    @cached_property
    def _pruned(self) -> frozenset[DrawnBranch]:
        """The pruned branches."""
        pruned = analysis_of(self.tree.record).pruned
        return frozenset(DrawnBranch(node, is_elided) for node, is_elided in pruned)

    def _compute_points_of_tick(
        self, branch: DrawnBranch, costs: Mapping[int, Fraction]
    ) -> Fraction:
        """Compute the points that a tick at a branch earns, or takes off by the node's cost."""
        if branch in self._pruned:
            return Fraction(1)
        if branch.is_elided:
            return Fraction(0)
        return -costs.get(branch.node, Fraction(0))

    def _iterate_branches(self) -> Iterator[DrawnBranch]:
        """Yield the branches that may be ticked, in drawing order.

        A branch leads to a node, but none leads to the root; or it stands for the children of a
        node that are elided, drawn as three dots. What lies below the depth limit is left out,
        since the search never comes to it.
        """
        tree = self.tree.tree
        depth_limit = inf if self.tree.rules.depth is None else self.tree.rules.depth
        for node, ply in enumerate(tree.ply):
            is_within_limit = ply <= depth_limit
            if node != _ROOT and is_within_limit:
                yield DrawnBranch(node, is_elided=False)

            are_children_within_limit = ply + 1 <= depth_limit
            if node in tree.elided and are_children_within_limit:
                yield DrawnBranch(node, is_elided=True)

    def _compute_costs_of_ticks(self, pruned_count: int) -> dict[int, Fraction]:
        """Compute how many points a wrong tick takes off at each visited node.

        A student who wrongly believes that a test holds ticks the remaining children of the node,
        and so the last child that is visited: that is the tick for which a wrong cut-off costs its
        point (see :func:`_price_wrong_ticks`).
        """
        last_children = self._find_last_visited_children()
        other_children = self._find_visited_branches() - last_children
        costs = _price_wrong_ticks(
            pruned=pruned_count, last_children=len(last_children), others=len(other_children)
        )
        return {
            **dict.fromkeys(last_children, costs.last_child),
            **dict.fromkeys(other_children, costs.other),
        }

    def _find_visited_branches(self) -> frozenset[int]:
        """Return the nodes of the drawn branches that the search visits."""
        return frozenset(
            branch.node
            for branch in self._iterate_branches()
            if not branch.is_elided and self._findings.visited(branch.node)
        )

    def _find_last_visited_children(self) -> frozenset[int]:
        """Find of each node's children the one that the search visits last.

        From left to right, with the branch at 4 pruned, the last ones of ``[[3 5] [2 4]]`` are the
        second node below the root, and the leaves 5 and 2.
        """
        record = self.tree.record
        in_search_order = sorted(self._find_visited_branches(), key=record.rank_of_node.__getitem__)
        last_by_parent = {record.tree.parent[node]: node for node in in_search_order}
        return frozenset(last_by_parent.values())

    @property
    def ticked_points(self) -> int:
        """The points for the list of branches: one for each branch that earns something."""
        return sum(1 for branch in self.branches if branch.share > 0)

    # -- typed below the table ---------------------------------------------------------------------

    @cached_property
    def answers(self) -> tuple[tuple[str, CourseField], ...]:
        """The questions below the table, as they are worded, each with the field for its answer.

        They are, as far as they are asked: the best move, the number of leaves read, and for each
        leaf when it is pruned.
        """
        translate = self.tree.wording.say
        answers: list[tuple[str, CourseField]] = []
        if "best" in self.tree.asked:
            answers.append((translate("best"), CourseField(list(_spell_best_moves(self.tree)))))
        if "read" in self.tree.asked:
            leaves_read = written(self.tree.record.evaluated)
            answers.append((translate("read"), CourseField([leaves_read])))
        if "pruned-if" in self.tree.asked:
            answers += self._build_condition_fields()
        return tuple(answers)

    def _build_condition_fields(self) -> Iterator[tuple[str, CourseField]]:
        """Yield a question for each leaf, with its field: for which unknown values it is pruned.

        The answers are conditions on the unknown leaf x, such as ``x < 3`` or ``never``.
        """
        translate = self.tree.wording.say
        conditions = {
            claim.node: claim.condition for claim in self.tree.claims if claim.condition is not None
        }
        is_always_never = all(condition.is_never for condition in conditions.values())
        for leaf in self.tree.tree.leaves(0):
            gap = self.tree.condition_gap(leaf)
            label = f"{gap.label} ({translate('type-condition')})"
            field = _build_condition_field(conditions.get(leaf), never_earns_point=is_always_never)
            yield label, field

    @cached_property
    def points(self) -> int:
        """The most points to earn: one for each field that counts and each pruned branch."""
        values = sum(map(self._findings.visited, self._right_spellings))
        windows = sum(field.points for field in self.windows.values())
        answers = sum(field.points for _, field in self.answers)
        return values + windows + answers + self.ticked_points

    @property
    def _findings(self) -> Findings:
        return self.tree.record.derive(Findings)


class _CostsOfTicks(NamedTuple):
    """What a wrong tick takes off, in points: at the last visited child of a node, or elsewhere."""

    last_child: Fraction
    other: Fraction


def _price_wrong_ticks(*, pruned: int, last_children: int, others: int) -> _CostsOfTicks:
    """Price the wrong ticks of a list of branches, so that who ticks everything gains nothing.

    A tick at a last child costs one point. If these points are fewer than those that the right
    ticks earn, one for each pruned branch, the others cost what is missing:

    ======  =============  ======  ===================================================
    pruned  last children  others  costs
    ======  =============  ======  ===================================================
    3       3              4       1 and 0: together 3, as many as are earned
    5       3              4       1 and (5 − 3) / 4 = 1/2: together 5
    5       3              0       5 / 3, since only the last children can cost them
    ======  =============  ======  ===================================================

    >>> costs = _price_wrong_ticks(pruned=5, last_children=3, others=4)
    >>> str(costs.last_child), str(costs.other)
    ('1', '1/2')

    Args:
        pruned: How many branches are pruned.
        last_children: How many children are the last visited one of their node.
        others: How many other branches are visited.
    """
    missing = pruned - last_children
    if missing <= 0:
        return _CostsOfTicks(last_child=Fraction(1), other=Fraction(0))
    if others > 0:
        return _CostsOfTicks(last_child=Fraction(1), other=Fraction(missing, others))
    if last_children > 0:
        return _CostsOfTicks(last_child=Fraction(pruned, last_children), other=Fraction(0))
    return _CostsOfTicks(last_child=Fraction(1), other=Fraction(0))  # no tick can be wrong


def _build_condition_field(condition: Condition | None, *, never_earns_point: bool) -> CourseField:
    """Return the field for when a leaf is pruned: ``x < 3``, or ``never``.

    As whoever writes ``never`` everywhere is often right by chance, it earns nothing if another
    leaf has another condition. A leaf without a right answer takes a dash, which earns nothing.
    """
    if condition is None:
        return CourseField([_DASH], points=0)
    earns_point = never_earns_point or not condition.is_never
    return CourseField(_spell_condition(condition), points=1 if earns_point else 0)


def moodle(sheet: Sheet) -> str:
    """Return a sheet as a file of Moodle XML, which a course imports: one question for each tree.

    The questions get a category of their own, named after the sheet.
    """
    quiz = ET.Element("quiz")
    category = ET.SubElement(quiz, "question", type="category")
    # Moodle takes a single slash for a category within another.
    path = sheet.heading.replace("/", "//")
    ET.SubElement(ET.SubElement(category, "category"), "text").text = f"$course$/top/{path}"
    for tree in sheet.trees:
        _add_question(quiz, sheet, CourseQuestion(tree))
    ET.indent(quiz)
    return f"{_DECLARATION}\n{ET.tostring(quiz, encoding='unicode')}\n"


def _add_question(quiz: ET.Element, sheet: Sheet, fields: CourseQuestion) -> None:
    """Add the question about one tree to a quiz: its text with fields, feedback and grade."""
    question = ET.SubElement(quiz, "question", type="cloze")
    _add_text(question, "name", fields.tree.heading)
    _add_text(question, "questiontext", "\n".join(_render_question(sheet, fields)), html=True)
    _add_text(question, "generalfeedback", "".join(_render_feedback(fields.tree)), html=True)
    # Without points of the sheet, as many as the fields have.
    points = fields.points if sheet.points is None else sheet.points
    ET.SubElement(question, "defaultgrade").text = written(points)
    ET.SubElement(question, "penalty").text = "0.3333333"
    ET.SubElement(question, "hidden").text = "0"


def _render_feedback(tree: SheetTree) -> Iterator[str]:
    """Yield the lines of the key about a tree, as paragraphs."""
    for block in tree.answer_blocks():
        if isinstance(block, BulletList):
            yield from (f"<p>{_escape_html(line)}</p>" for line in block.lines)


def _add_text(parent: ET.Element, tag: str, text: str, *, html: bool = False) -> None:
    """Add an element that holds a text, in Moodle's form: ``<name><text>…</text></name>``."""
    element = ET.SubElement(parent, tag)
    if html:
        element.set("format", "html")
    ET.SubElement(element, "text").text = text


# -- what is read on the page ----------------------------------------------------------------------


def _render_question(sheet: Sheet, fields: CourseQuestion) -> Iterator[str]:
    """Render a question as lines of HTML: instructions, drawing, and the fields to fill in."""
    tree = fields.tree
    for paragraph in _collect_paragraphs(sheet, tree):
        yield f"<p>{_escape_html(paragraph)}</p>"
    if tree.listing:
        # Braces would begin a field.
        yield _escape_braces(program_in_html(tree.listing))
    yield f"<p>{_render_image(tree)}</p>"

    weight = _compute_weight(sheet, fields)
    yield from _render_table(fields, weight)
    if fields.branches:
        label = _escape_html(tree.wording.say("pruned"))
        yield f"<p>{label}: {_render_tick_list(fields, weight)}</p>"
    for question, field in fields.answers:
        text_field = _render_text_field(field, width=_WIDEST_FIELD, weight=weight)
        yield f"<p>{_escape_html(question)}: {text_field}</p>"


def _collect_paragraphs(sheet: Sheet, tree: SheetTree) -> Iterator[str]:
    """Yield the instructions, then one paragraph with the rules, the task and the points."""
    if sheet.instructions:
        yield sheet.instructions
    texts = [tree.rules_words(), tree.task_words(typed=True), tree.who_moves_twice()]
    if sheet.points_words:
        texts.append(f"({sheet.points_words})")
    task = " ".join(text for text in texts if text)
    if task:
        yield task


def _render_image(tree: SheetTree) -> str:
    """Return the drawing as an image, without value boxes, since values are typed into fields."""
    figure = tree.figure(blank=True)
    options = replace(figure.options, values=False, theme="light", described=False)
    drawn = base64.b64encode(svg(figure.record, options=options).encode()).decode("ascii")
    return f'<img src="data:image/svg+xml;base64,{drawn}" alt="{_escape_html(figure.words)}">'


def _compute_weight(sheet: Sheet, fields: CourseQuestion) -> int:
    """Return the factor of each field's points that gives a question the points of the sheet.

    Moodle takes whole numbers only: if the factor would be a fraction, it is 1.
    """
    if sheet.points is None or not fields.points:
        return 1
    share = Fraction(sheet.points) / fields.points
    if share.denominator != 1:
        return 1
    return share.numerator


_CellTag: TypeAlias = Literal["th", "td"]
"""The tag of a cell in a table: of a head, or of data."""


class _Column(NamedTuple):
    """A column of fields in the table of the nodes.

    Attributes:
        head: What stands above it.
        fields: What may be typed, by node.
        width: How many characters wide a field is.
    """

    head: str
    fields: Mapping[int, CourseField]
    width: int


def _build_window_field(windows: set[Window], points: int) -> CourseField:
    """Build the field for a node's windows, in which each of them is right.

    For a node that is not visited, and so has no window, a dash is right, and earns nothing.
    """
    if not windows:
        return CourseField(_NOT_VISITED, points=0)
    spellings: list[str] = []
    for window in sorted(windows):
        spellings += _spell_window(window)
    return CourseField(spellings, points)


def _render_table(fields: CourseQuestion, weight: int) -> Iterator[str]:
    """Render an HTML table with a row of fields for each node with children, if it has columns.

    The points of each field are multiplied by ``weight``.
    """
    columns = list(_build_columns(fields))
    if not columns:
        return

    tree = fields.tree
    heads = [tree.wording.say("column-node"), *(column.head for column in columns)]
    rows = [_render_table_row("th", map(_escape_html, heads))]
    for node in tree.inner:
        label = _escape_html(tree.drawn.labels.signed(node))
        fields_of_node = [
            _render_text_field(column.fields[node], column.width, weight) for column in columns
        ]
        rows.append(_render_table_row("td", [label, *fields_of_node]))
    yield f"<table>{''.join(rows)}</table>"


def _render_table_row(tag: _CellTag, cells: Iterable[str]) -> str:
    """Render a row of an HTML table: ``<tr><td>3</td><td>5</td></tr>``."""
    cells_in_tags = "".join(f"<{tag}>{cell}</{tag}>" for cell in cells)
    return f"<tr>{cells_in_tags}</tr>"


def _build_columns(fields: CourseQuestion) -> Iterator[_Column]:
    """Yield the columns for windows and for values, as far as they are asked for."""
    translate = fields.tree.wording.say
    number_width = _compute_widest_number(fields.tree)
    if fields.windows:
        yield _Column(translate("column-window"), fields.windows, 2 * number_width + 4)
    if fields.values:
        yield _Column(translate("column-value"), fields.values, number_width + 3)


def _compute_widest_number(tree: SheetTree) -> int:
    """Return the most characters that a number typed into a field may take."""
    if tree.tree.has_chance:
        return _WIDEST_FIELD
    return max(_LEAST_WIDTH, *map(len, number_texts(tree.tree, written)))


def _render_text_field(field: CourseField, width: int, weight: int) -> str:
    """Render a Moodle field to type into, with its right spellings and those that cost points.

    For example ``{1:SHORTANSWER:=3~== 3~%-50%12~%0%___________}`` has these answers, with ``~``
    between them:

    - ``=3`` and ``== 3`` give the point for ``3`` and for ``= 3``;
    - ``%-50%12`` takes half of a point off for ``12``;
    - ``%0%___________`` gives nothing. Moodle draws a field as wide as its longest answer: this
      one, ``width`` characters long (40 at most), makes all fields of a column equally wide.

    The points are multiplied by ``weight``.
    """
    right_answers = [f"={_escape_answer(spelling)}" for spelling in dict.fromkeys(field.forms)]
    wrong_answers = [
        _format_answer_with_share(-cost, spelling)
        for spelling, cost in _find_costs_of_spellings(field).items()
    ]
    longest_dash = len(_NOT_VISITED[-1])  # any field may have to take that a node is not visited
    length = max(longest_dash, min(width, _WIDEST_FIELD))
    widest_answer = f"%0%{'_' * length}"

    points = field.points * weight
    answers = "~".join([*right_answers, *wrong_answers, widest_answer])
    field_text = f"{points}:SHORTANSWER:{answers}"
    return f"{{{field_text}}}"


def _format_answer_with_share(share: Fraction, answer: str) -> str:
    """Return a Moodle answer that earns a share of the points, between percent signs: ``%-50%12``.

    A negative share takes points off.
    """
    return f"%{_format_percent(share)}%{_escape_answer(answer)}"


def _find_costs_of_spellings(field: CourseField) -> dict[str, Fraction]:
    """Find what each spelling of a wrong answer takes off, by the spelling.

    A spelling that is also right is left out, such as a rounded number.
    """
    costs: dict[str, Fraction] = {}
    for number, cost in field.costs.items():
        for spelling in _combine_spellings(_EQUALS, _spell_number(number)):
            if spelling not in field.forms:
                costs[spelling] = cost
    return costs


def _render_tick_list(fields: CourseQuestion, weight: int) -> str:
    """Render the Moodle field with the list of all branches to tick.

    For example ``{2:MULTIRESPONSE:%50%▽B~%50%C.2 (4)~%-25%▽D~%-100%nothing is pruned}``.
    """
    answers = [
        _format_answer_with_share(branch.share, _format_branch_label(fields.tree, branch))
        for branch in fields.branches
    ]
    points = fields.ticked_points * weight
    field_text = f"{points}:MULTIRESPONSE:{'~'.join(answers)}"
    return f"{{{field_text}}}"


def _format_branch_label(tree: SheetTree, branch: ListedBranch) -> str:
    """Return what stands beside the box of a branch: ``▽B``, or ``B.2 (4)`` for a leaf.

    The signs of players are those of the drawing, where a form of the search exchanges them.
    """
    if branch.is_nothing_pruned:
        return tree.wording.say("nothing-pruned")
    labels = tree.drawn.labels
    if branch.is_elided:
        return tree.wording.say("undrawn", node=labels.signed(branch.node))
    if tree.tree.is_leaf(branch.node):
        return leaf_label(tree.tree, branch.node)
    return labels.signed(branch.node)


def _format_percent(share: Fraction) -> str:
    """Return a share in percent, with at most five decimals.

    >>> _format_percent(Fraction(1, 3)), _format_percent(Fraction(-1, 2))
    ('33.33333', '-50')
    """
    return f"{float(share * 100):.5f}".rstrip("0").rstrip(".")


def _escape_answer(text: str) -> str:
    r"""Return a text escaped for use as an answer of a Moodle field.

    >>> _escape_answer("a~b"), _escape_answer("<=2")
    ('a\\~b', '&lt;=2')
    """
    return escape(_SPECIAL.sub(r"\\\1", text), quote=False)


# -- spellings -------------------------------------------------------------------------------------


def _spell_best_moves(tree: SheetTree) -> Iterator[str]:
    """Yield the spellings of the best move that are accepted.

    Each best move is accepted by itself, and two or three together, too, in any order: ``A B`` or
    ``B, A``.
    """
    findings = tree.record.derive(Findings)
    best_moves = frozenset(findings.best_moves())
    if not best_moves:  # then a dash is right
        yield from _NOT_VISITED
        return

    yield from _spell_each_move(tree, sorted(best_moves))
    # Either all that are best, or those of which it is proven; a set, since both may be the same.
    for moves in {findings.proven_moves, best_moves}:
        if 1 < len(moves) <= _MOST_LISTED:
            for labels in permutations(map(tree.drawn.labels.text, sorted(moves))):
                yield " ".join(labels)
                yield ", ".join(labels)


def _spell_each_move(tree: SheetTree, moves: Iterable[int]) -> Iterator[str]:
    """Yield the spellings of each move: as it is drawn (``B``, ``▽B``), and by its address: ``2``.

    Where a leaf of the root shows 2, the address ``2`` is not accepted: it means that leaf.
    """
    spellings_as_drawn = {move: _spell_drawn_move(tree, move) for move in tree.tree.children(_ROOT)}
    for move in moves:
        yield from spellings_as_drawn[move]
        addresses = {tree.drawn.labels.label(move), tree.tree.address(move)}
        yield from sorted(addresses.difference(*spellings_as_drawn.values()))


def _spell_drawn_move(tree: SheetTree, move: int) -> list[str]:
    """Spell a move as it is drawn: label, signed label, or leaf value."""
    labels = tree.drawn.labels
    spellings = [labels.text(move), labels.signed(move)]
    value = tree.tree.leaf_value(move)
    if value is not None:
        spellings += _spell_number(value)
    return spellings


def _spell_condition(condition: Condition) -> list[str]:
    """Spell a condition with either sign, each with spaces and without."""
    spellings: list[str] = []
    for text in (str(condition), condition.text(signs=("≤", "≥"))):
        spellings += [text, text.replace(" ", "")]
    return spellings


def _spell_window(window: Window) -> list[str]:
    """Spell a window with its brackets and without, each with a space and without."""
    alpha, beta = window
    without_brackets = _combine_spellings(_spell_number(alpha), (",", ", "), _spell_number(beta))
    with_brackets = [f"({spelling})" for spelling in without_brackets]
    return with_brackets + without_brackets


def _combine_spellings(*parts: Iterable[str]) -> list[str]:
    """Return every text that is made of one spelling of each part.

    >>> _combine_spellings(["=", "= "], ["3", "3.0"])
    ['=3', '=3.0', '= 3', '= 3.0']
    """
    return list(map("".join, product(*parts)))


def _spell_number(number: Number) -> list[str]:
    """Spell a number in every accepted way; ``["3", "3"]`` for 3, ``["-3", "−3"]`` for −3.

    13/3, which no decimal writes exactly, may also be rounded to one or more decimals. A spelling
    may be in the list twice; a field leaves out what repeats.
    """
    if number == INFINITY:
        return ["inf", "+inf", "∞", "+∞"]
    if not isfinite(number):
        return ["-inf", "-∞", "−∞", "−inf"]

    spellings = [written(number)]
    if isinstance(number, Fraction) and count_decimal_places(number) is None:
        spellings += [f"{float(number):.{places}f}" for places in range(1, _MOST_PLACES + 1)]
    with_minus_sign = [spelling.replace("-", "−") for spelling in spellings]
    return spellings + with_minus_sign


def _escape_html(text: str) -> str:
    """Return a text escaped for the question's HTML.

    Braces are escaped too, since they begin a field.
    """
    return _escape_braces(escape(text))


def _escape_braces(markup: str) -> str:
    """Return HTML that shows the same without braces, with which Moodle's fields begin and end."""
    return markup.replace("{", "&#123;").replace("}", "&#125;")
