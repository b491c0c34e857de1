"""An exercise sheet as Moodle XML: a Cloze question for each tree, marked by the course page.

The figure is part of the question's text, so that no file has to be uploaded beside it.
Source: the Moodle documentation of the Moodle XML format and of Embedded Answers (Cloze).
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from html import escape
from math import isfinite
from typing import Final
from xml.etree import ElementTree as ET

from treeexplorer.engine.explain import label
from treeexplorer.exercises.model_answer import model_answer
from treeexplorer.exercises.sheet import DrawFigure, Exercise, Sheet
from treeexplorer.notation import ClaimTable, claim_table
from treeexplorer.numbers import written
from treeexplorer.tree import Number

_DECLARATION: Final = '<?xml version="1.0" encoding="UTF-8"?>'
_SPECIAL: Final = re.compile(r"([}~#\\])")


def moodle(sheet: Sheet, figure: DrawFigure) -> str:
    """Return a sheet as a Moodle XML quiz.

    Args:
        sheet: The sheet.
        figure: Draws the figures, as SVG documents.
    """
    quiz = ET.Element("quiz")
    category = ET.SubElement(quiz, "question", type="category")
    path = sheet.title.replace("/", "//")
    ET.SubElement(ET.SubElement(category, "category"), "text").text = f"$course$/top/{path}"
    for exercise in sheet.exercises:
        question = ET.SubElement(quiz, "question", type="cloze")
        _text(question, "name", exercise.title)
        _text(question, "questiontext", _question(sheet, exercise, figure), html=True)
        _text(question, "generalfeedback", _feedback(exercise), html=True)
        ET.SubElement(question, "penalty").text = "0.3333333"
        ET.SubElement(question, "hidden").text = "0"
    ET.indent(quiz)
    return f"{_DECLARATION}\n{ET.tostring(quiz, encoding='unicode')}\n"


def _text(parent: ET.Element, tag: str, text: str, *, html: bool = False) -> None:
    element = ET.SubElement(parent, tag)
    if html:
        element.set("format", "html")
    ET.SubElement(element, "text").text = text


def _question(sheet: Sheet, exercise: Exercise, figure: DrawFigure) -> str:
    return "\n".join(_question_lines(sheet, exercise, figure))


def _question_lines(sheet: Sheet, exercise: Exercise, figure: DrawFigure) -> Iterator[str]:
    drawn = base64.b64encode(figure(exercise.record, None).encode()).decode("ascii")
    yield f"<p>{_html(sheet.task)}</p>"
    yield f'<p><img src="data:image/svg+xml;base64,{drawn}" alt="the tree"></p>'
    record, answer = exercise.record, claim_table(model_answer(exercise.record))
    windows = exercise.asks_windows
    if windows:
        yield "<p>Write - into the fields of nodes that are not visited.</p>"
    head = "<th>node</th>" + "<th>α</th><th>β</th>" * windows + "<th>value or bound</th>"
    yield f"<table><tr>{head}</tr>"
    for row in exercise.key:
        cells = [_html(row.name)]
        if windows:
            claim = answer.get((row.node, "window"))
            window = None if claim is None else claim.window
            cells += [_field(end) for end in window] if window else [_empty(), _empty()]
        cells.append(_value_field(answer, row.node))
        yield f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"
    yield "</table>"
    if windows:
        yield "<p>Which of these are cut off (the whole branch)?</p><ul>"
        for node in _cut_candidates(exercise, answer):
            name = _html(f"{label(record, node)}, branch {exercise.tree.address(node)}")
            yield f"<li>{name}: {_choice((node, 'cut') in answer)}</li>"
        yield "</ul>"
    yield f"<p>The best move leads to: {_best_field(exercise)}</p>"


def _cut_candidates(exercise: Exercise, answer: ClaimTable) -> Iterator[int]:
    """Yield the branches to ask about: every later child of a node that is visited."""
    tree, record = exercise.tree, exercise.record
    for node in range(1, len(tree)):
        parent = tree.parent[node]
        asked = record.row(parent) is not None and next(record.children(parent)) != node
        if asked and ((node, "cut") in answer or record.row(node) is not None):
            yield node


def _number_forms(number: Number) -> list[str]:
    """Return the ways in which a number may be typed."""
    if isfinite(number):
        return [written(number)]
    if number > 0:
        return ["inf", "+inf", "∞", "+∞", "infinity"]
    return ["-inf", "-∞", "−∞", "-infinity"]


def _field(number: Number) -> str:
    """Return a field for a number; an infinite one is typed as a word, 13/3 may be rounded."""
    if isfinite(number):
        tolerance = "0.01" if "/" in written(number) else "0.001"
        return f"{{1:NUMERICAL:={_cloze(written(float(number)))}:{tolerance}}}"
    return _short(_number_forms(number))


def _short(forms: list[str]) -> str:
    return f"{{1:SHORTANSWER:={'~='.join(map(_cloze, forms))}}}"


def _empty() -> str:
    """Return a field that is right when a dash is typed: the node is not visited."""
    return _short(["-", "–", "x", "not visited"])


def _value_field(answer: ClaimTable, node: int) -> str:
    value, bound = answer.get((node, "value")), answer.get((node, "bound"))
    if value is not None and value.number is not None:
        if "/" in written(value.number):
            return _field(value.number)
        return _short(
            [form for one in _number_forms(value.number) for form in (one, f"={one}", f"= {one}")]
        )
    if bound is not None and bound.number is not None:
        signs = [">=", "≥"] if bound.sign == ">=" else ["<=", "≤"]
        numbers = _number_forms(bound.number)
        return _short(
            [f"{one}{gap}{form}" for one in signs for form in numbers for gap in ("", " ")]
            + numbers
        )
    return _empty()


def _choice(cut: bool) -> str:
    return "{1:MULTICHOICE:=cut off~visited}" if cut else "{1:MULTICHOICE:cut off~=visited}"


def _best_field(exercise: Exercise) -> str:
    best = exercise.result.best
    tree = exercise.tree
    if best is None:
        return _empty()
    forms = [tree.address(best)]
    if tree.names.get(best):
        forms.insert(0, tree.names[best])
    return _short(forms)


def _feedback(exercise: Exercise) -> str:
    lines = [exercise.root_words, *exercise.cuts]
    return "".join(f"<p>{_html(line)}</p>" for line in lines)


def _html(text: str) -> str:
    """Return a text for the question's HTML, in which braces would begin a field."""
    return escape(text).replace("{", "&#123;").replace("}", "&#125;")


def _cloze(text: str) -> str:
    """Return a text whose special characters a Cloze field leaves alone."""
    return escape(_SPECIAL.sub(r"\\\1", text), quote=False)
