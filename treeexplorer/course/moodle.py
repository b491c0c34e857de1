"""An exercise sheet as Moodle XML: a Cloze question for each tree, marked by the course page.

A field accepts what :func:`treeexplorer.judging.judge.judge` accepts, in the usual spellings, and
nothing else; what is pruned is asked for by a dash at every leaf and node that is not visited. The
figure is part of the question's text, so that no file is uploaded beside it.
Source: the Moodle documentation of the Moodle XML format and of Embedded Answers (Cloze).
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from html import escape
from itertools import permutations, product
from math import isfinite
from typing import Final
from xml.etree import ElementTree as ET

from treeexplorer.course.pages import BulletList, program_in_html
from treeexplorer.course.sheet import Sheet, SheetTree, leaf_label
from treeexplorer.drawing.cards import number_texts
from treeexplorer.drawing.svg import svg
from treeexplorer.judging.findings import Findings
from treeexplorer.numbers import decimal_places, written
from treeexplorer.tree import INFINITY, Number

_DECLARATION: Final = '<?xml version="1.0" encoding="UTF-8"?>'
_SPECIAL: Final = re.compile(r"([}~#\\*])")
_MOST_PLACES: Final = 6
_MOST_LISTED: Final = 3
_WIDEST_FIELD: Final = 40
_LEAST_WIDTH: Final = 4  # of a number, which may be an infinity


def moodle(sheet: Sheet) -> str:
    """Return a sheet as a Moodle XML quiz, in a category of its own."""
    quiz = ET.Element("quiz")
    category = ET.SubElement(quiz, "question", type="category")
    path = sheet.heading.replace("/", "//")
    ET.SubElement(ET.SubElement(category, "category"), "text").text = f"$course$/top/{path}"
    for tree in sheet.trees:
        question = ET.SubElement(quiz, "question", type="cloze")
        _text(question, "name", tree.heading)
        _text(question, "questiontext", "\n".join(_question(sheet, tree)), html=True)
        answers = (block for block in tree.answer_blocks() if isinstance(block, BulletList))
        feedback = (f"<p>{_html(line)}</p>" for block in answers for line in block.lines)
        _text(question, "generalfeedback", "".join(feedback), html=True)
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
    options = replace(figure.options, values=False, theme="light")  # values are typed
    drawn = base64.b64encode(svg(figure.record, options=options).encode()).decode("ascii")
    say = tree.wording.say
    labels = tree.drawn.labels
    texts = tree.rules_words(), tree.task_words(typed=True), tree.who_moves_twice()
    for paragraph in filter(None, (sheet.instructions, " ".join(filter(None, texts)))):
        yield f"<p>{_html(paragraph)}</p>"
    if tree.listing:
        yield program_in_html(tree.listing).replace("{", "&#123;").replace("}", "&#125;")
    yield f'<p><img src="data:image/svg+xml;base64,{drawn}" alt="{_html(figure.words)}"></p>'
    number = _widest_number(tree)
    columns = {
        "window": (2 * number + 4, dict(accepted_windows(tree))),
        "value": (number + 3, dict(accepted_values(tree))),
    }
    columns = {name: column for name, column in columns.items() if column[1]}
    nodes = sorted({node for _, accepted in columns.values() for node in accepted})
    rows = [[f"<th>{_html(say(f'column-{name}'))}</th>" for name in ("node", *columns)]]
    for node in nodes:
        is_leaf = tree.tree.is_leaf(node)
        cells = [_html(leaf_label(tree.tree, node) if is_leaf else labels.signed(node))]
        for width, accepted in columns.values():
            cells.append(_to_type(accepted[node], width) if node in accepted else "")
        rows.append([f"<td>{cell}</td>" for cell in cells])
    if nodes:
        lines = (f"<tr>{''.join(row)}</tr>" for row in rows)
        yield f"<table>{''.join(lines)}</table>"
    for label, forms in accepted_answers(tree):
        yield f"<p>{_html(label)}: {_to_type(forms, _WIDEST_FIELD)}</p>"


def _widest_number(tree: SheetTree) -> int:
    """Return how many characters a number takes at most that can be typed in a field."""
    if tree.tree.has_chance:
        return _WIDEST_FIELD
    return max(_LEAST_WIDTH, *map(len, number_texts(tree.tree, written)))


def _to_type(accepted: Iterable[str], width: int) -> str:
    """Return a field to type into, with every spelling that is right.

    Moodle draws a field as wide as its longest answer. A wrong answer, as long as a right one can
    be, makes all fields of a column equally wide.
    """
    filler = f"%0%{'_' * max(len(_NOT_VISITED[-1]), min(width, _WIDEST_FIELD))}"
    forms = [
        escape(_SPECIAL.sub(r"\\\1", form), quote=False)  # which a Cloze field leaves alone
        for form in dict.fromkeys(accepted)
    ]
    return f"{{1:SHORTANSWER:={'~='.join(forms)}~{filler}}}"


# -- the fields --------------------------------------------------------------------------------


def accepted_values(tree: SheetTree) -> Iterator[tuple[int, Sequence[str]]]:
    """Yield what may be typed for the value of a node, or for a leaf that is read.

    Where nothing is visited that is a dash, and nothing else.
    """
    findings = tree.record.derive(Findings)
    for node in range(len(tree.tree)):
        if ("cuts" if tree.tree.is_leaf(node) else "values") not in tree.asked:
            continue
        forms: list[str] = []
        for number in sorted(findings.numbers(node)):
            forms += _spellings(("", "=", "= "), _number_forms(number))
        for sign, number in sorted(findings.bounds(node)):
            signs = (">=", "≥") if sign == ">=" else ("<=", "≤")
            forms += _spellings(signs, ("", " "), _number_forms(number))
        yield node, forms if findings.visited(node) else _NOT_VISITED


_NOT_VISITED: Final = ("-", "–", "not visited")


def accepted_windows(tree: SheetTree) -> Iterator[tuple[int, Sequence[str]]]:
    """Yield every node with children, and what may be typed for its window."""
    if not {"windows", "exit-windows"} & set(tree.asked):
        return
    findings = tree.record.derive(Findings)
    for node in tree.inner:
        forms: list[str] = []
        for alpha, beta in sorted({call.window for call in findings.calls(node)}):
            ends = _spellings(_number_forms(alpha), (",", ", "), _number_forms(beta))
            forms += [*(f"({each})" for each in ends), *ends]
        yield node, forms or _NOT_VISITED


def accepted_answers(tree: SheetTree) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield what is asked for below the table, and what may be typed."""
    say = tree.wording.say
    if "best" in tree.asked:
        yield say("best"), list(_best_forms(tree))
    if "read" in tree.asked:
        yield say("read"), [written(tree.record.evaluated)]
    conditions = {claim.node: claim.condition for claim in tree.claims if claim.condition}
    for gap, leaf in zip(tree.gaps(), tree.tree.leaves(0), strict=False):
        if "pruned-if" in tree.asked:
            condition = conditions.get(leaf)
            texts = ["-"]
            if condition is not None:
                texts = [str(condition), condition.text(signs=("≤", "≥"))]
            forms = [form for text in texts for form in (text, text.replace(" ", ""))]
            yield f"{gap.label} ({say('type-condition')})", forms


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
