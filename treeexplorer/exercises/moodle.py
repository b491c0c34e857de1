"""An exercise sheet as Moodle XML: a Cloze question for each tree, marked by the course page.

A field accepts what :func:`treeexplorer.exercises.judge.judge` accepts, in the usual spellings, and
nothing else. The figure is part of the question's text, so that no file is uploaded beside it.
Source: the Moodle documentation of the Moodle XML format and of Embedded Answers (Cloze).
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from itertools import permutations
from math import isfinite
from typing import Final
from xml.etree import ElementTree as ET

from treeexplorer.drawing.svg import svg
from treeexplorer.exercises.judge import Findings, found_bounds
from treeexplorer.exercises.pages import BulletList
from treeexplorer.exercises.sheet import Sheet, SheetTree
from treeexplorer.notation.directives import write_condition
from treeexplorer.numbers import decimal_places, written
from treeexplorer.tree import INFINITY, Number

_DECLARATION: Final = '<?xml version="1.0" encoding="UTF-8"?>'
_SPECIAL: Final = re.compile(r"([}~#\\*])")
_MOST_PLACES: Final = 6
_MOST_LISTED: Final = 3
NOTHING: Final = "nothing is pruned"


@dataclass(frozen=True, slots=True)
class CutField:
    """Which branches are pruned, to be ticked; each wrong tick costs as much as a right one gives.

    Attributes:
        candidates: The branches to choose from, with their labels.
        pruned: Those that are pruned; none where nothing is.
    """

    candidates: tuple[tuple[int, str], ...]
    pruned: frozenset[int]

    def cloze(self) -> str:
        """Return the field as it is written into a question; its weight is one a branch."""
        number = max(1, len(self.pruned))
        share = f"{100 / number:.5f}".rstrip("0").rstrip(".")
        choices = []
        for node, label in self.candidates:
            sign = "" if node in self.pruned else "-"
            choices.append(f"%{sign}{share}%{_cloze(label)}")
        choices.append(f"%{'-' * bool(self.pruned)}100%{NOTHING}")
        return f"{{{number}:MULTIRESPONSE:{'~'.join(choices)}}}"


def moodle(*sheets: Sheet) -> str:
    """Return sheets as one Moodle XML quiz, a category each."""
    quiz = ET.Element("quiz")
    for sheet in sheets:
        category = ET.SubElement(quiz, "question", type="category")
        path = sheet.heading.replace("/", "//")
        ET.SubElement(ET.SubElement(category, "category"), "text").text = f"$course$/top/{path}"
        for tree in sheet.trees:
            question = ET.SubElement(quiz, "question", type="cloze")
            _text(question, "name", tree.heading)
            _text(question, "questiontext", "\n".join(_question(sheet, tree)), html=True)
            _text(question, "generalfeedback", _feedback(tree), html=True)
            ET.SubElement(question, "penalty").text = "0.3333333"
            ET.SubElement(question, "hidden").text = "0"
    ET.indent(quiz)
    return f"{_DECLARATION}\n{ET.tostring(quiz, encoding='unicode')}\n"


def _text(parent: ET.Element, tag: str, text: str, *, html: bool = False) -> None:
    element = ET.SubElement(parent, tag)
    if html:
        element.set("format", "html")
    ET.SubElement(element, "text").text = text


def _question(sheet: Sheet, tree: SheetTree) -> Iterator[str]:
    figure = tree.figure(blank=True)
    drawn = base64.b64encode(svg(figure.record, options=figure.options).encode()).decode("ascii")
    if sheet.instructions:
        yield f"<p>{_html(sheet.instructions)}</p>"
    yield f"<p>{_html(tree.rules_words())} {_html(task_words(tree))}</p>"
    yield f'<p><img src="data:image/svg+xml;base64,{drawn}" alt="{_html(figure.words)}"></p>'
    values, windows = dict(accepted_values(tree)), dict(accepted_windows(tree))
    if values or windows:
        head = "<th>window</th>" * bool(windows) + "<th>value</th>" * bool(values)
        yield f"<table><tr><th>node</th>{head}</tr>"
        for node in sorted(values.keys() | windows.keys()):
            cells = [_html(tree.record.tree.labels.signed(node))]
            cells += [_to_type(accepted[node]) for accepted in (windows, values) if accepted]
            yield f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"
        yield "</table>"
    cuts = cut_field(tree)
    if cuts is not None:
        yield f"<p>Which branches are pruned? {cuts.cloze()}</p>"
    for label, accepted in accepted_answers(tree):
        yield f"<p>{_html(label)}: {_to_type(accepted)}</p>"


def _to_type(accepted: Iterable[str]) -> str:
    """Return a field to type into, with every spelling that is right."""
    return f"{{1:SHORTANSWER:={'~='.join(map(_cloze, dict.fromkeys(accepted)))}}}"


def task_words(tree: SheetTree) -> str:
    """Return what is to be typed, in a sentence or two."""
    typed = []
    if "windows" in tree.asked:
        typed.append("the window with which it is entered, as (3, inf)")
    if "exit-windows" in tree.asked:
        typed.append("the window with which it is left, as (3, inf)")
    if "values" in tree.asked:
        bound = ", or the bound, as >=8 or <=2" * tree.record.has_windows
        typed.append(f"the value that it returns, as 6{bound}")
    words = f"For each node type {', and '.join(typed)}." if typed else ""
    if words and tree.record.has_windows:
        words += " Type - where a node is not visited."
    return words


# -- the fields --------------------------------------------------------------------------------


def accepted_values(tree: SheetTree) -> Iterator[tuple[int, Sequence[str]]]:
    """Yield every node with children, and what may be typed for its value."""
    if "values" not in tree.asked:
        return
    findings = tree.record.derive(Findings)
    for node in tree.inner:
        calls = findings.calls(node)
        exact = {call.value for call in calls if call.value is not None}
        minimax = findings.minimax(node)
        if minimax is not None:
            exact.add(minimax)
        forms = [
            f"{sign}{form}"
            for number in sorted(exact)
            for form in _number_forms(number)
            for sign in ("", "=", "= ")
        ]
        bounds = sorted({pair for call in calls for pair in found_bounds(call)})
        for sign, number in bounds:
            signs = (">=", "≥") if sign == ">=" else ("<=", "≤")
            forms += [
                f"{one}{gap}{form}"
                for one in signs
                for form in _number_forms(number)
                for gap in ("", " ")
            ]
        if not calls:
            forms += _NOT_VISITED
        yield node, forms


_NOT_VISITED: Final = ("-", "–", "not visited")


def accepted_windows(tree: SheetTree) -> Iterator[tuple[int, Sequence[str]]]:
    """Yield every node with children, and what may be typed for its window."""
    if not {"windows", "exit-windows"} & set(tree.asked):
        return
    findings = tree.record.derive(Findings)
    for node in tree.inner:
        windows = {call.written for call in findings.calls(node)}
        forms = [
            f"{before}{alpha},{gap}{beta}{after}"
            for window in sorted(windows)
            for alpha in _number_forms(window[0])
            for beta in _number_forms(window[1])
            for gap in ("", " ")
            for before, after in (("(", ")"), ("", ""))
        ]
        yield node, forms or _NOT_VISITED


def cut_field(tree: SheetTree) -> CutField | None:
    """Return the field for what is pruned: every branch but the first of a visited node."""
    if "cuts" not in tree.asked:
        return None
    record, labels = tree.record, tree.tree.labels
    pruned = frozenset(claim.node for claim in tree.claims if claim.kind == "cut")
    candidates = []
    for node in range(1, len(tree.tree)):
        parent = tree.tree.parent[node]
        if record.row(parent) is None or next(record.children(parent)) == node:
            continue
        if node in pruned or record.row(node) is not None:
            above = labels.label(parent)
            candidates.append((node, f"{labels.text(node)} below {above}"))
    return CutField(tuple(candidates), pruned)


def accepted_answers(tree: SheetTree) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield what is asked for below the table, and what may be typed for it."""
    if "best" in tree.asked:
        yield "Best move", list(_best_forms(tree))
    if "read" in tree.asked:
        yield "Number of leaves read", [written(tree.record.evaluated)]
    for claim in tree.claims:
        if claim.condition is not None:
            text = tree.tree.labels.text(claim.node)
            forms = list(_condition_forms(write_condition(claim.condition)))
            yield f"When is {text} pruned, as x >= 5", forms


def _best_forms(tree: SheetTree) -> Iterator[str]:
    """Yield each good move as it is drawn, by address, and all of them together in any order.

    A number that stands in the drawing beside another move is no address of this one.
    """
    best = tree.record.derive(Findings).best_moves()
    moves = sorted(best.proven | best.equal)
    drawn = {child: list(_drawn_forms(tree, child)) for child in tree.tree.children(0)}
    for node in moves:
        yield from drawn[node]
        addresses = {tree.tree.labels.label(node), tree.tree.address(node)}
        yield from sorted(addresses.difference(*drawn.values()))
    for several in {best.proven, best.proven | best.equal}:
        if 1 < len(several) <= _MOST_LISTED:
            for order in permutations(sorted(several)):
                names = [tree.tree.labels.text(node) for node in order]
                yield from (" ".join(names), ", ".join(names))
    if not moves:
        yield from _NOT_VISITED


def _drawn_forms(tree: SheetTree, node: int) -> Iterator[str]:
    labels, value = tree.record.tree.labels, tree.tree.leaf_value(node)
    yield from (labels.text(node), labels.signed(node))
    if value is not None:
        yield from _number_forms(value)


def _condition_forms(condition: str) -> Iterator[str]:
    for text in (condition, condition.replace(" ", "")):
        yield from (text, text.replace("<=", "≤").replace(">=", "≥"))


def _number_forms(number: Number) -> list[str]:
    """Return the ways in which a number may be typed; 13/3 also rounded to some places."""
    if not isfinite(number):
        return ["inf", "+inf", "∞", "+∞"] if number == INFINITY else ["-inf", "-∞", "−∞", "−inf"]
    forms = [written(number)]
    if isinstance(number, Fraction) and decimal_places(number) is None:
        forms += [f"{float(number):.{places}f}" for places in range(1, _MOST_PLACES + 1)]
    return forms + [form.replace("-", "−") for form in forms]


def _feedback(tree: SheetTree) -> str:
    items = (block for block in tree.answer_blocks() if isinstance(block, BulletList))
    return "".join(f"<p>{_html(line)}</p>" for block in items for line in block.lines)


def _html(text: str) -> str:
    """Return a text for the question's HTML, in which braces would begin a field."""
    return escape(text).replace("{", "&#123;").replace("}", "&#125;")


def _cloze(text: str) -> str:
    """Return a text whose special characters a Cloze field leaves alone."""
    return escape(_SPECIAL.sub(r"\\\1", text), quote=False)
