"""Reads a handout back: the tree as it is drawn or told, and the rules as they are said.

None of this asks the program: a drawing is read by its lines, a figure by its places, a sentence by
its words. What is read is the tree that somebody sees who has nothing but the sheet.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from treeexplorer.rules import Rules
from treeexplorer.tree import GameTree, Number, Player, TreeBuilder

SIGNS: Final = {
    **dict.fromkeys(("▲", "MAX", r"$\blacktriangle$"), Player.MAX),
    **dict.fromkeys(("▽", "MIN", r"$\triangledown$"), Player.MIN),
    **dict.fromkeys(("○", "CHANCE", r"$\bigcirc$"), Player.CHANCE),
}


@dataclass
class Drawn:
    """A node as it stands on paper; a leaf has a value, every other node a player."""

    player: Player | None = None
    value: Number | None = None
    name: str = ""
    estimate: Number | None = None
    weight: Fraction | None = None
    children: list[Drawn] = field(default_factory=list)
    has_more: bool = False


def number(text: str) -> Number:
    plain = text.replace("−", "-").replace("$", "").replace("\\infty", "∞")
    if "∞" in plain:
        return float("-inf") if plain[0] == "-" else float("inf")
    if "/" in plain:
        return Fraction(plain)
    return float(plain) if "." in plain else int(plain)


def tree_of(root: Drawn) -> GameTree:
    """Return what was read as a tree, in which every player is written."""
    builder = TreeBuilder()

    def add(node: Drawn) -> None:
        name = re.sub(r" \([\d.]+\)$", "", node.name)  # one that occurs twice has its address
        if node.value is not None:
            index = builder.leaf(node.value, name or None)
        else:
            index = builder.open(name or None, node.player)
            for child in node.children:
                add(child)
            builder.close()
        if node.estimate is not None:
            builder.estimates[index] = node.estimate
        if node.weight is not None:
            builder.probabilities[index] = node.weight
        if node.has_more:
            builder.elided.add(index)

    add(root)
    return builder.tree()


def card(text: str) -> Drawn:
    """Return the node of a card: ``▲ A ~7``."""
    match = re.fullmatch(r"(\S+) (.+?)(?: ~(\S+))?", text)
    assert match is not None, text
    estimate = None if match[3] is None else number(match[3])
    return Drawn(SIGNS[match[1]], name=match[2], estimate=estimate)


def node_of(text: str) -> Drawn:
    """Return a node by what stands in the drawing: a card, or the number of a leaf."""
    return card(text) if text[0] in SIGNS else Drawn(value=number(text))


# -- the drawing of a text -----------------------------------------------------------------------

UP, RIGHT, DOWN, LEFT = 1, 2, 4, 8
ARMS: Final = {
    "│": UP | DOWN, "─": LEFT | RIGHT, "┌": RIGHT | DOWN, "┐": LEFT | DOWN, "└": UP | RIGHT,
    "┘": UP | LEFT, "┬": LEFT | RIGHT | DOWN, "┴": LEFT | RIGHT | UP, "┼": UP | RIGHT | DOWN | LEFT,
    "├": UP | DOWN | RIGHT, "┤": UP | DOWN | LEFT,
}  # fmt: skip
TEXT: Final = re.compile(r"[^\s│─┌┐└┘┬┴┼├┤]+(?: [^\s│─┌┐└┘┬┴┼├┤]+)*")


def from_drawing(text: str) -> Drawn:
    """Return the tree of a drawing made of lines, read from each card down along its lines."""
    rows = text.splitlines()
    texts = [list(TEXT.finditer(row)) for row in rows]

    def at(row: int, column: int) -> str:
        inside = 0 <= row < len(rows) and 0 <= column < len(rows[row])
        return rows[row][column] if inside else " "

    def standing(row: int, column: int) -> re.Match[str] | None:
        """Return the text of a row above or below a column, which may be beside its middle."""
        if not 0 <= row < len(texts):
            return None
        over = [each for each in texts[row] if each.start() <= column <= each.end()]
        return over[0] if over else None

    def ends(row: int, column: int) -> Iterator[tuple[int, int]]:
        """Yield where the lines that begin here lead to, downwards."""
        pending = [(row, column)]
        seen = {(row, column)}
        while pending:
            row, column = pending.pop()
            arms = ARMS[at(row, column)]
            if arms & DOWN and at(row + 1, column) not in ARMS:
                yield row, column
            for arm, back, beside in (
                (DOWN, UP, (row + 1, column)),
                (LEFT, RIGHT, (row, column - 1)),
                (RIGHT, LEFT, (row, column + 1)),
            ):
                is_joined = bool(arms & arm) and bool(ARMS.get(at(*beside), 0) & back)
                if is_joined and beside not in seen:
                    seen.add(beside)
                    pending.append(beside)

    def below(row: int, text: re.Match[str]) -> Drawn:
        node = node_of(text[0])
        start = [
            column
            for column in range(text.start(), text.end() + 1)
            if ARMS.get(at(row + 1, column), 0) & UP
        ]
        if not start or node.value is not None:
            beneath = standing(row + 1, (text.start() + text.end() - 1) // 2)
            node.name = beneath[0] if beneath is not None else ""
            return node
        for end, column in sorted(ends(row + 1, start[0]), key=lambda place: place[1]):
            child = standing(end + 1, column)
            assert child is not None, text
            if child[0] in {"…", "..."}:
                node.has_more = True
                continue
            read = below(end + 1, child)
            weight = re.match(r" (\S+)", rows[end][column + 1 :])
            read.weight = None if weight is None else Fraction(weight[1])
            node.children.append(read)
        return node

    (first,) = texts[0]
    return below(0, first)


# -- the figure of a page ------------------------------------------------------------------------

GROUP: Final = re.compile(
    r'<g class="(\w+)[^"]*" transform="translate\(([\d.-]+),([\d.-]+)\)">(.*)'
)
CARD_HEIGHT: Final = 46


def from_figure(svg: str) -> Drawn:
    """Return the tree of a figure: the edge above a node begins below its parent's card."""
    placed: dict[tuple[float, float], Drawn] = {}
    root: Drawn | None = None
    for kind, x, y, content in sorted(
        GROUP.findall(svg), key=lambda group: (float(group[2]), float(group[1]))
    ):
        parts = re.findall(r"<text([^>]*)>([^<]*)</text>", content)
        shown = [html.unescape(text) for marks, text in parts if "weight" not in marks]
        weights = [text for marks, text in parts if "weight" in marks]
        edge = re.search(r'<path(?: class="[^w"]*")? d="M([\d.-]+),([\d.-]+)V', content)
        node = Drawn() if kind == "dots" else node_of(shown[0])
        node.name = shown[1] if kind == "leaf" and len(shown) > 1 else node.name
        node.weight = Fraction(weights[0]) if weights else None
        place = (float(x), float(y))
        placed[place] = node
        if edge is None:
            root = node
            continue
        parent = placed[place[0] + float(edge[1]), place[1] + float(edge[2]) - CARD_HEIGHT]
        if kind == "dots":
            parent.has_more = True
        else:
            parent.children.append(node)
    assert root is not None
    return root


# -- the sentences for those who do not see the figure -------------------------------------------


def from_words(text: str) -> Drawn:
    """Return the tree of ``root is MAX, with A and 7. A is MIN, …``."""
    sentences = re.findall(
        r"(.+?) is (MAX|MIN|CHANCE)(?:, estimated at (\S+))?, with (.+?)\.(?: |$)", text
    )
    nodes = {
        label: Drawn(SIGNS[player], name=label, estimate=number(guess) if guess else None)
        for label, player, guess, _ in sentences
    }
    for label, _, _, listed in sentences:
        for item in re.split(r", | and ", listed):
            match = re.fullmatch(r"(.+?)(?: \(probability (\S+)\))?", item)
            assert match is not None
            called = match[1]
            if called == "others that are not drawn":
                nodes[label].has_more = True
                continue
            child = nodes.get(called)
            if child is None:
                named = re.fullmatch(r"(.+) \((\S+)\)", called)
                child = Drawn(value=number(called if named is None else named[2]))
                child.name = "" if named is None else named[1]
            child.weight = None if match[2] is None else Fraction(match[2])
            nodes[label].children.append(child)
    return nodes[sentences[0][0]]


# -- the environment of LaTeX --------------------------------------------------------------------


def from_latex(text: str) -> Drawn:
    """Return the tree of a ``forest`` environment, a node a line."""
    path: list[Drawn] = []
    root: Drawn | None = None
    for line in text.splitlines():
        if line.strip() == "]":
            path.pop()
            continue
        match = re.fullmatch(r" *\[\{(.*)\}, (game [^]]*?)(\]?)", line)
        if match is None:
            continue
        weight = re.match(r"\{\\footnotesize \$([^$]*)\$\}\\\\", match[1])
        shown = match[1][weight.end() :] if weight else match[1]
        lines = shown.split(r"\\")
        if lines[0] == r"$\cdots$":
            path[-1].has_more = True
            continue
        if lines[0].split(" ")[0] in SIGNS:
            plain = lines[0].replace(r"\textasciitilde{}", "~").replace("$-$", "-")
            node = card(plain)
        else:
            node = Drawn(value=number(lines[0]))
            name = re.search(r"\\footnotesize (\w+)\}", lines[-1])
            node.name = "" if name is None else name[1]
        node.weight = Fraction(weight[1]) if weight else None
        if path:
            path[-1].children.append(node)
        else:
            root = node
        if not match[3]:
            path.append(node)
    assert root is not None
    return root


IN_LATEX: Final = {
    r"$\geq$": "≥", r"$\leq$": "≤", r"$\infty$": "∞", "$-$": "−", r"$\alpha$": "α", r"$\beta$": "β",
    r"\textasciitilde{}": "~", r"\textgreater{}": ">", "``": "“", "''": "”", "--": "–",
}  # fmt: skip


def plain_of_latex(text: str) -> str:
    """Return what LaTeX prints of a sentence."""
    for command, printed in IN_LATEX.items():
        text = text.replace(command, printed)
    return text


# -- the rules -----------------------------------------------------------------------------------

SAID: Final[tuple[tuple[str, Callable[[re.Match[str]], dict[str, Any]]], ...]] = (
    (r"^Search the tree with minimax", lambda _: {"algorithm": "minimax"}),
    (r"in the form “([\w-]+)”", lambda match: {"form": match[1]}),
    (r"from the last drawn to the first", lambda _: {"order": "right-to-left"}),
    (r"takes the greatest child first, MIN the least", lambda _: {"order": "estimates"}),
    (r"whose name made the last cut-off", lambda _: {"order": "killer"}),
    (r"Cut only when α > β", lambda _: {"cutoff": ">"}),
    (r"\(fail-hard\)", lambda _: {"fail": "hard"}),
    (
        r"The root is entered with \((\S+), (\S+)\)",
        lambda match: {"window": (number(match[1]), number(match[2]))},
    ),
    (
        r"All values lie from (\S+) to (\S+)\.(?: |$)",
        lambda match: {"range": (number(match[1]), number(match[2]))},
    ),
    (r"At ply (\d+) \(the root is at ply 0\)", lambda match: {"depth": int(match[1])}),
)


def rules_of(sentences: str) -> Rules:
    """Return the rules that are said; whoever moves is drawn."""
    stated: dict[str, Any] = {}
    for pattern, meaning in SAID:
        match = re.search(pattern, sentences)
        if match is not None:
            stated |= meaning(match)
    if stated.get("form") == "exchanged":  # whose players are drawn as they move
        del stated["form"]
    if "form" in stated:
        stated = {name: stated[name] for name in stated if name not in {"cutoff", "fail"}}
    return Rules(**stated)
