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
from math import isfinite
from types import MappingProxyType
from typing import Final, NamedTuple
from xml.etree import ElementTree as ET

from treeexplorer.course.pages import BulletList, program_in_html
from treeexplorer.course.sheet import Sheet, SheetTree, leaf_label
from treeexplorer.course.without_search import guesses
from treeexplorer.drawing.cards import number_texts
from treeexplorer.drawing.svg import svg
from treeexplorer.engine.analysis import analysis_of
from treeexplorer.judging.findings import Findings
from treeexplorer.notation import Condition
from treeexplorer.numbers import decimal_places, written
from treeexplorer.tree import INFINITY, Number, Window

_DECLARATION: Final = '<?xml version="1.0" encoding="UTF-8"?>'
_SPECIAL: Final = re.compile(r"([}~#\\*])")
_MOST_PLACES: Final = 6
_MOST_LISTED: Final = 3
_WIDEST_FIELD: Final = 40
_LEAST_WIDTH: Final = 4  # of a number, which may be an infinity
_EQUALS: Final = ("", "=", "= ")
_MOST_A_GUESS_COSTS: Final = Fraction(2)  # more would lose a whole tree by one slip
_NOT_VISITED: Final = ("-", "–", "not visited")


class CourseField(NamedTuple):
    """What may be typed at one place, and what it is worth.

    Attributes:
        forms: Every spelling that is right.
        points: The points that one of them earns.
        costs: What is taken off for wrong answers that take no search, as shares of the points.
    """

    forms: Sequence[str]
    points: int = 1
    costs: Mapping[Number, Fraction] = MappingProxyType({})


class ListedBranch(NamedTuple):
    """A branch of the list in which what is pruned is ticked.

    Attributes:
        node: The node it leads to; the root stands for “nothing is pruned”.
        is_elided: Whether it is what is not drawn of the node's children.
        share: The share of the points for the list that it earns, or takes off.
    """

    node: int
    is_elided: bool
    share: Fraction


@dataclass(frozen=True)
class CourseQuestion:
    """The fields of one tree's question, with their points."""

    tree: SheetTree

    # -- typed beside a node -----------------------------------------------------------------------

    @cached_property
    def values(self) -> dict[int, CourseField]:
        """What may be typed for the value of each node with children; a dash where none is."""
        costs = self._costs_of_guesses
        return {
            node: CourseField(forms, int(self._findings.visited(node)), costs.get(node, {}))
            for node, forms in self._right_values.items()
        }

    @cached_property
    def _costs_of_guesses(self) -> dict[int, dict[Number, Fraction]]:
        """What a wrong guess takes off at each node: together as much as the right ones earn."""
        costs: defaultdict[int, dict[Number, Fraction]] = defaultdict(dict)
        for numbers in guesses(self.tree.drawn).values():
            right = [node for node, number in numbers.items() if self._is_right(node, number)]
            wrong = [node for node, number in numbers.items() if self._is_wrong(node, number)]
            if not right or not wrong:
                continue
            cost = min(_MOST_A_GUESS_COSTS, Fraction(len(right), len(wrong)))
            for node in wrong:
                number = numbers[node]
                costs[node][number] = max(cost, costs[node].get(number, cost))
        return dict(costs)

    def _is_right(self, node: int, number: Number) -> bool:
        return self._is_asked(node) and number in self._findings.numbers(node)

    def _is_wrong(self, node: int, number: Number) -> bool:
        """Tell whether a number is wrong, and no bound of which the sign was forgotten."""
        bounds = {bound for _, bound in self._findings.bounds(node)}
        return self._is_asked(node) and number not in {*self._findings.numbers(node), *bounds}

    def _is_asked(self, node: int) -> bool:
        return node in self._right_values and self._findings.visited(node)

    @cached_property
    def windows(self) -> dict[int, CourseField]:
        """What may be typed for the window of each node with children."""
        if not self.tree.asks_windows:
            return {}
        right = {node: self._windows_of(node) for node in self.tree.inner}
        first = {self.tree.record.rules.window}
        takes_search = any(windows and windows != first for windows in right.values())
        fields: dict[int, CourseField] = {}
        for node, windows in right.items():
            if not windows:
                fields[node] = CourseField(_NOT_VISITED, 0)
                continue
            forms = [form for window in sorted(windows) for form in _window_forms(window)]
            is_given = takes_search and windows == first
            fields[node] = CourseField(forms, int(not is_given))
        return fields

    @cached_property
    def _right_values(self) -> dict[int, Sequence[str]]:
        if "values" not in self.tree.asked:
            return {}
        return {node: self._value_forms(node) for node in self.tree.inner}

    def _value_forms(self, node: int) -> Sequence[str]:
        findings = self._findings
        if not findings.visited(node):
            return _NOT_VISITED
        forms: list[str] = []
        for number in sorted(findings.numbers(node)):
            forms += _spellings(_EQUALS, _number_forms(number))
        for sign, number in sorted(findings.bounds(node)):
            signs = (">=", "≥") if sign == ">=" else ("<=", "≤")
            forms += _spellings(signs, ("", " "), _number_forms(number))
        return forms

    def _windows_of(self, node: int) -> set[Window]:
        return {call.window for call in self._findings.calls(node)}

    # -- ticked ------------------------------------------------------------------------------------

    @cached_property
    def branches(self) -> tuple[ListedBranch, ...]:
        """Every branch that may be pruned, in drawing order, and that nothing is."""
        if "cuts" not in self.tree.asked:
            return ()
        pruned = set(analysis_of(self.tree.record).pruned)
        of_each = Fraction(1, max(1, len(pruned)))
        costs = self._costs_of_ticks(len(pruned))
        branches: list[ListedBranch] = []
        for node, is_elided in self._drawn_branches():
            share = Fraction(0)
            if (node, is_elided) in pruned:
                share = of_each
            elif not is_elided:
                share = -costs.get(node, Fraction(0)) * of_each
            branches.append(ListedBranch(node, is_elided, share))
        of_none = Fraction(1)
        if pruned:
            of_none = Fraction(-1)
        return (*branches, ListedBranch(0, is_elided=False, share=of_none))

    def _drawn_branches(self) -> Iterator[tuple[int, bool]]:
        """Yield every branch within the depth limit, and what is not drawn of a node's children."""
        tree = self.tree.tree
        depth = self.tree.rules.depth
        for node in range(len(tree)):
            if depth is None or tree.ply[node] <= depth:
                if node:
                    yield node, False
                if node in tree.elided and tree.ply[node] != depth:
                    yield node, True

    def _costs_of_ticks(self, pruned: int) -> dict[int, Fraction]:
        """Return what a tick at each node that is visited takes off, in points.

        Where a test is thought to hold, all that is left of the node is ticked, the last child of
        it that is visited, too: there it costs the point. Were that less than all ticks earn, those
        before it cost the rest.
        """
        last = self._last_visited_children()
        others = [
            node
            for node, is_elided in self._drawn_branches()
            if not is_elided and self._findings.visited(node) and node not in last
        ]
        of_last = Fraction(1)
        of_others = Fraction(0)
        missing = max(0, pruned - len(last))
        if missing and others:
            of_others = Fraction(missing, len(others))
        elif missing and last:
            of_last = Fraction(pruned, len(last))
        return dict.fromkeys(others, of_others) | dict.fromkeys(last, of_last)

    def _last_visited_children(self) -> frozenset[int]:
        """Return of each node the child that the search takes last of those that are visited."""
        last: dict[int, int] = {}
        record = self.tree.record
        for node, is_elided in self._drawn_branches():
            if is_elided or not self._findings.visited(node):
                continue
            parent = record.tree.parent[node]
            before = last.get(parent)
            if before is None or record.rank_of_node[node] > record.rank_of_node[before]:
                last[parent] = node
        return frozenset(last.values())

    @property
    def ticked_points(self) -> int:
        """The points for the list of branches."""
        return len([branch for branch in self.branches if branch.share > 0])

    # -- typed below the table ---------------------------------------------------------------------

    @cached_property
    def answers(self) -> tuple[tuple[str, CourseField], ...]:
        """What is asked for below the table, and what may be typed."""
        say = self.tree.wording.say
        answers: list[tuple[str, CourseField]] = []
        if "best" in self.tree.asked:
            answers.append((say("best"), CourseField(list(_best_forms(self.tree)))))
        if "read" in self.tree.asked:
            answers.append((say("read"), CourseField([written(self.tree.record.evaluated)])))
        if "pruned-if" in self.tree.asked:
            answers += self._conditions()
        return tuple(answers)

    def _conditions(self) -> Iterator[tuple[str, CourseField]]:
        """Yield when each leaf is pruned; ``never`` earns nothing where another is a condition."""
        say = self.tree.wording.say
        conditions = {each.node: each.condition for each in self.tree.claims if each.condition}
        takes_search = any(not condition.is_never for condition in conditions.values())
        for gap, leaf in zip(self.tree.gaps(), self.tree.tree.leaves(0), strict=False):
            condition = conditions.get(leaf)
            forms: Sequence[str] = ["-"]
            points = 0
            if condition is not None:
                forms = _condition_forms(condition)
                points = int(not (condition.is_never and takes_search))
            yield f"{gap.label} ({say('type-condition')})", CourseField(forms, points)

    @cached_property
    def points(self) -> int:
        """The most there are: a point for each field that counts, and for each pruned branch."""
        values = sum(map(self._findings.visited, self._right_values))
        windows = sum(field.points for field in self.windows.values())
        answers = sum(field.points for _, field in self.answers)
        return values + windows + answers + self.ticked_points

    @property
    def _findings(self) -> Findings:
        return self.tree.record.derive(Findings)


def moodle(sheet: Sheet) -> str:
    """Return a sheet as a Moodle XML quiz, in a category of its own."""
    quiz = ET.Element("quiz")
    category = ET.SubElement(quiz, "question", type="category")
    path = sheet.heading.replace("/", "//")
    ET.SubElement(ET.SubElement(category, "category"), "text").text = f"$course$/top/{path}"
    for tree in sheet.trees:
        _add_question(quiz, sheet, CourseQuestion(tree))
    ET.indent(quiz)
    return f"{_DECLARATION}\n{ET.tostring(quiz, encoding='unicode')}\n"


def _add_question(quiz: ET.Element, sheet: Sheet, fields: CourseQuestion) -> None:
    """Add a tree's question: its text with the fields, the answers, and what it is worth."""
    question = ET.SubElement(quiz, "question", type="cloze")
    _text(question, "name", fields.tree.heading)
    _text(question, "questiontext", "\n".join(_question(sheet, fields)), html=True)
    answers = (block for block in fields.tree.answer_blocks() if isinstance(block, BulletList))
    feedback = (f"<p>{_html(line)}</p>" for block in answers for line in block.lines)
    _text(question, "generalfeedback", "".join(feedback), html=True)
    points: Number = fields.points
    if sheet.points is not None:
        points = sheet.points
    ET.SubElement(question, "defaultgrade").text = written(points)
    ET.SubElement(question, "penalty").text = "0.3333333"
    ET.SubElement(question, "hidden").text = "0"


def _text(parent: ET.Element, tag: str, text: str, *, html: bool = False) -> None:
    element = ET.SubElement(parent, tag)
    if html:
        element.set("format", "html")
    ET.SubElement(element, "text").text = text


# -- what is read on the page ----------------------------------------------------------------------


def _question(sheet: Sheet, fields: CourseQuestion) -> Iterator[str]:
    """Yield the lines of a question's text, with the fields in it."""
    tree = fields.tree
    weight = _weight(sheet, fields)
    say = tree.wording.say
    for paragraph in _paragraphs(sheet, tree):
        yield f"<p>{_html(paragraph)}</p>"
    if tree.listing:
        yield program_in_html(tree.listing).replace("{", "&#123;").replace("}", "&#125;")
    yield f"<p>{_image(tree)}</p>"
    yield from _table(fields, weight)
    if fields.branches:
        yield f"<p>{_html(say('pruned'))}: {_to_tick(fields, weight)}</p>"
    for label, field in fields.answers:
        yield f"<p>{_html(label)}: {_to_type(field, _WIDEST_FIELD, weight)}</p>"


def _paragraphs(sheet: Sheet, tree: SheetTree) -> Iterator[str]:
    """Yield the instructions, then the rules, the task and what it is worth."""
    if sheet.instructions:
        yield sheet.instructions
    texts = [tree.rules_words(), tree.task_words(typed=True), tree.who_moves_twice()]
    if sheet.points_words:
        texts.append(f"({sheet.points_words})")
    task = " ".join(filter(None, texts))
    if task:
        yield task


def _image(tree: SheetTree) -> str:
    """Return the drawing, without lines to write on, since values are typed."""
    figure = tree.figure(blank=True)
    options = replace(figure.options, values=False, theme="light", described=False)
    drawn = base64.b64encode(svg(figure.record, options=options).encode()).decode("ascii")
    return f'<img src="data:image/svg+xml;base64,{drawn}" alt="{_html(figure.words)}">'


def _weight(sheet: Sheet, fields: CourseQuestion) -> int:
    """Return what a point counts for: Moodle takes whole numbers, so one where it would not be."""
    if sheet.points is None or not fields.points:
        return 1
    share = Fraction(sheet.points) / fields.points
    return share.numerator if share.denominator == 1 else 1


def _table(fields: CourseQuestion, weight: int) -> Iterator[str]:
    """Yield the table of the nodes with their fields; nothing where there are none."""
    tree = fields.tree
    number = _widest_number(tree)
    columns = {
        "window": (2 * number + 4, fields.windows),
        "value": (number + 3, fields.values),
    }
    columns = {name: column for name, column in columns.items() if column[1]}
    if not columns:
        return
    heads = [tree.wording.say(f"column-{name}") for name in ("node", *columns)]
    lines = ["".join(f"<th>{_html(head)}</th>" for head in heads)]
    for node in tree.inner:
        cells = [_html(tree.drawn.labels.signed(node))]
        cells += [_to_type(column[node], width, weight) for width, column in columns.values()]
        lines.append("".join(f"<td>{cell}</td>" for cell in cells))
    yield f"<table>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"


def _widest_number(tree: SheetTree) -> int:
    """Return how many characters a number takes at most that can be typed in a field."""
    if tree.tree.has_chance:
        return _WIDEST_FIELD
    return max(_LEAST_WIDTH, *map(len, number_texts(tree.tree, written)))


def _to_type(field: CourseField, width: int, weight: int) -> str:
    """Return a field to type into, with every spelling that is right, or takes something off.

    Moodle draws a field as wide as its longest answer. A wrong answer, as long as a right one can
    be, makes all fields of a column equally wide.
    """
    filler = f"%0%{'_' * max(len(_NOT_VISITED[-1]), min(width, _WIDEST_FIELD))}"
    right = "~=".join(map(_in_field, dict.fromkeys(field.forms)))
    wrong = "".join(
        f"~%{_percent(-cost)}%{_in_field(form)}" for form, cost in _costs_of_forms(field).items()
    )
    return f"{{{field.points * weight}:SHORTANSWER:={right}{wrong}~{filler}}}"


def _costs_of_forms(field: CourseField) -> dict[str, Fraction]:
    """Return what each spelling of a wrong answer takes off; none is a rounding of a right one."""
    return {
        form: cost
        for number, cost in field.costs.items()
        for form in _spellings(_EQUALS, _number_forms(number))
        if form not in field.forms
    }


def _to_tick(fields: CourseQuestion, weight: int) -> str:
    """Return the list of all branches, in which those that are pruned are ticked."""
    answers = [
        f"%{_percent(branch.share)}%{_in_field(_branch_label(fields.tree, branch))}"
        for branch in fields.branches
    ]
    return f"{{{fields.ticked_points * weight}:MULTIRESPONSE:{'~'.join(answers)}}}"


def _branch_label(tree: SheetTree, branch: ListedBranch) -> str:
    """Return what a branch is called in the list of all of them."""
    labels = tree.drawn.labels
    if branch.is_elided:
        return tree.wording.say("undrawn", node=labels.signed(branch.node))
    if branch.node == 0:
        return tree.wording.say("nothing-pruned")
    if tree.tree.is_leaf(branch.node):
        return leaf_label(tree.tree, branch.node)
    return labels.signed(branch.node)


def _percent(share: Fraction) -> str:
    return f"{float(share * 100):.5f}".rstrip("0").rstrip(".")


def _in_field(text: str) -> str:
    """Return a text for an answer of a field, which a Cloze question leaves alone."""
    return escape(_SPECIAL.sub(r"\\\1", text), quote=False)


# -- spellings -------------------------------------------------------------------------------------


def _best_forms(tree: SheetTree) -> Iterator[str]:
    """Yield each good move as it is drawn, by address, and all of them together in any order.

    A number that stands in the drawing beside another move is no address of this one.
    """
    findings = tree.record.derive(Findings)
    labels = tree.drawn.labels
    drawn: dict[int, list[str]] = {}
    for child in tree.tree.children(0):
        value = tree.tree.leaf_value(child)
        numbers = [] if value is None else _number_forms(value)
        drawn[child] = [labels.text(child), labels.signed(child), *numbers]
    moves = frozenset(findings.best_moves())
    for node in sorted(moves):
        addresses = {labels.label(node), tree.tree.address(node)}
        yield from (*drawn[node], *sorted(addresses.difference(*drawn.values())))
    for several in {findings.proven_moves, moves}:
        if 1 < len(several) <= _MOST_LISTED:
            for order in permutations(map(labels.text, sorted(several))):
                yield from (" ".join(order), ", ".join(order))
    if not moves:
        yield from _NOT_VISITED


def _condition_forms(condition: Condition) -> list[str]:
    """Return the ways in which a condition may be typed."""
    texts = [str(condition), condition.text(signs=("≤", "≥"))]
    return [form for text in texts for form in (text, text.replace(" ", ""))]


def _window_forms(window: Window) -> list[str]:
    """Return the ways in which a window may be typed, with its brackets or without."""
    alpha, beta = window
    ends = _spellings(_number_forms(alpha), (",", ", "), _number_forms(beta))
    return [*(f"({each})" for each in ends), *ends]


def _spellings(*parts: Iterable[str]) -> list[str]:
    """Return every text that is made of one spelling of each part."""
    return list(map("".join, product(*parts)))


def _number_forms(number: Number) -> list[str]:
    """Return the ways in which a number may be typed; 13/3 also rounded to some places."""
    if not isfinite(number):
        return ["inf", "+inf", "∞", "+∞"] if number == INFINITY else ["-inf", "-∞", "−∞", "−inf"]
    forms = [written(number)]
    if isinstance(number, Fraction) and decimal_places(number) is None:
        forms += [f"{float(number):.{places}f}" for places in range(1, _MOST_PLACES + 1)]
    return forms + [form.replace("-", "−") for form in forms]


def _html(text: str) -> str:
    """Return a text for the question's HTML, in which braces would begin a field."""
    return escape(text).replace("{", "&#123;").replace("}", "&#125;")
