"""Reads trees drawn in Graphviz's DOT language.

The edges make the tree, in the order in which they stand. A leaf's label is its value, an inner
node's label its name, or a value somebody wrote there; ``A = 7`` or two lines are both. Triangles
are MAX, triangles on their tip are MIN, as in most books; a node may also say ``player=chance``,
and the labels of a chance node's edges are probabilities.
"""

from __future__ import annotations

import re
import threading
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from treeexplorer.formats.foreign import (
    Draft,
    Imported,
    Source,
    has_numbers,
    is_number,
    player_of,
)
from treeexplorer.text import safe
from treeexplorer.tree import GameTree, Player

if TYPE_CHECKING:
    from lark import Token

_LINE_ESCAPE: Final = re.compile(r"\\([\s\S])")
_HTML_BREAK: Final = re.compile(r"<br\s*/?>", re.IGNORECASE)
_HTML_TAG: Final = re.compile(r"<[^>]*>")
_SEPARATOR: Final = re.compile(r"[=:]")
_AUTOMATIC: Final = re.compile(r"(?:n|node|_|N)?\d+")
_SHAPES: Final = {"triangle": Player.MAX, "invtriangle": Player.MIN}
_ELLIPSES: Final = frozenset({"...", "…"})
_WORDS: Final = {"$END": "the end of the file"}


@dataclass
class _Node:
    name: str
    offset: int
    attributes: dict[str, str]
    parent: str | None = None
    way: dict[str, str] = field(default_factory=dict)
    way_offset: int = 0
    children: list[str] = field(default_factory=list)


@dataclass
class _Scope:
    """What a pair of braces sets as defaults, and the first mention of a node within."""

    nodes: dict[str, str] = field(default_factory=dict)
    edges: dict[str, str] = field(default_factory=dict)
    first_mention: int = 0


class _Builder:
    """Turns a text into graphs while the parser recognises it; Lark calls the methods.

    Statements come in the order of the text and the inner ones of a subgraph before it, so what is
    kept is one scope an open brace.
    """

    def begin_text(self, source: Source) -> None:
        """Forget the last text and begin a new one."""
        self.source = source
        self.graphs: list[tuple[dict[str, _Node], str]] = []
        self.nodes: dict[str, _Node] = {}
        self.mentioned: list[str] = []
        self.scopes: list[_Scope] = []
        self.title = ""

    def begin(self, _: list[Any]) -> None:
        outer = self.scopes[-1] if self.scopes else _Scope()
        scope = _Scope(dict(outer.nodes), dict(outer.edges), len(self.mentioned))
        self.scopes.append(scope)

    def graph(self, parts: list[Any]) -> None:
        name = next((_text(part) for part in parts if _is(part, "ID")), "")
        self.graphs.append((self.nodes, self.title or name))
        self.nodes, self.mentioned, self.scopes, self.title = {}, [], [], ""

    def subgraph(self, _: list[Any]) -> slice:
        """Return the mentions of nodes that an endpoint stands for."""
        return slice(self.scopes.pop().first_mention, len(self.mentioned))

    def node(self, parts: list[Any]) -> slice:
        """Take a node where it is mentioned; return that mention."""
        name = _text(parts[0])
        if name not in self.nodes:
            self.nodes[name] = _Node(name, parts[0].start_pos, dict(self.scopes[-1].nodes))
        self.mentioned.append(name)
        return slice(len(self.mentioned) - 1, len(self.mentioned))

    def chain(self, parts: list[Any]) -> list[Any]:
        return parts

    def attribute(self, parts: list[Any]) -> tuple[str, str]:
        return _text(parts[0]).lower(), _text(parts[1]) if len(parts) > 1 else "true"

    def attributes(self, parts: list[Any]) -> dict[str, str]:
        return dict(parts)

    def setting(self, parts: list[Any]) -> None:
        if len(self.scopes) == 1 and _text(parts[0]).lower() == "label":
            self.title = _text(parts[1])

    def defaults(self, parts: list[Any]) -> None:
        kind, attributes = parts
        scope = self.scopes[-1]
        if kind.type == "NODE":
            scope.nodes |= attributes
        elif kind.type == "EDGE":
            scope.edges |= attributes
        elif len(self.scopes) == 1:
            self.title = attributes.get("label", self.title)

    def node_or_edge(self, parts: list[Any]) -> None:
        chain = parts[0]
        attributes = parts[1] if len(parts) > 1 else {}
        if len(chain) == 1:
            for name in self.mentioned[chain[0]] if attributes else ():
                self.nodes[name].attributes |= attributes
            return
        attributes = self.scopes[-1].edges | attributes
        if "invis" in attributes.get("style", ""):
            return
        for tails, arrow, heads in zip(chain[::2], chain[1::2], chain[2::2], strict=False):
            for tail in dict.fromkeys(self.mentioned[tails]):
                for head in dict.fromkeys(self.mentioned[heads]):
                    self._edge(tail, head, arrow.start_pos, attributes)

    def _edge(self, tail: str, head: str, offset: int, attributes: dict[str, str]) -> None:
        node = self.nodes[head]
        if node.parent is not None:
            again = node.parent == tail
            raise self.source.error(
                offset,
                f"the node “{safe(head)}” has two edges from “{safe(tail)}”"
                if again
                else f"the node “{safe(head)}” has two parents, “{safe(node.parent)}” and "
                f"“{safe(tail)}”",
                "in a tree every node but the root has exactly one parent",
            )
        node.parent, node.way, node.way_offset = tail, attributes, offset
        self.nodes[tail].children.append(head)


def _is(part: Any, kind: str) -> bool:
    return getattr(part, "type", None) == kind


def _text(token: Token) -> str:
    """Return what an identifier says; the line escapes of labels are left as they are."""
    text = str(token)
    if text.startswith('"'):
        return text[1:-1].replace("\\\n", "").replace('\\"', '"')
    if text.startswith("<"):
        from html import unescape

        return unescape(_HTML_TAG.sub("", _HTML_BREAK.sub(r"\\n", text[1:-1])))
    return text


class _Parser:
    """The parser and the builder that it calls, made once; one reading at a time."""

    def __init__(self) -> None:
        from importlib.resources import files

        from lark import Lark

        grammar = files("treeexplorer.formats").joinpath("dot.lark").read_text("utf-8")
        self._lock = threading.Lock()
        self._builder = _Builder()
        self._lark = Lark(grammar, parser="lalr", transformer=self._builder)

    def graphs(self, source: Source) -> list[tuple[dict[str, _Node], str]]:
        """Return the nodes and the title of each graph of a text."""
        with self._lock:
            self._builder.begin_text(source)
            self._lark.parse(source.text)
            return self._builder.graphs


@cache
def _parser() -> _Parser:
    return _Parser()


def read_dot(source: Source) -> Imported:
    """Return the trees of a DOT text, one a graph.

    Raises:
        FormatError: The text is not in the language, a graph is not a tree, or no leaf of one has
            a number as its label.
    """
    from lark.exceptions import (
        UnexpectedCharacters,
        UnexpectedToken,
    )

    try:
        graphs = _parser().graphs(source)
    except UnexpectedCharacters as error:
        offset = error.pos_in_stream or 0
        character = source.text[offset]
        if character in '"<':
            raise source.error(offset, f"what this {character} opens is never closed") from None
        raise source.error(offset, f"{safe(character)} does not belong into a DOT file") from None
    except UnexpectedToken as error:
        at_end = error.token.type == "$END"
        offset = len(source.text.rstrip()) if at_end else error.token.start_pos or 0
        found = "the end of the file" if at_end else f"“{safe(str(error.token)[:20])}”"
        raise source.error(
            offset, f"{found} does not belong here", "a tree looks like: digraph { A -> B; A -> C }"
        ) from None
    ignored = 0
    trees = []
    for nodes, title in graphs:
        tree, left_out = _tree(source, nodes, title)
        trees.append(tree)
        ignored += left_out
    notices = (
        (f"numbers at {ignored} edges that chance does not choose: left out",) if ignored else ()
    )
    return Imported(tuple(trees), notices)


def _root(source: Source, nodes: dict[str, _Node]) -> str:
    roots = [name for name, node in nodes.items() if node.parent is None]
    if not nodes:
        raise source.error(0, "this graph has no nodes")
    if not roots:
        first = next(iter(nodes.values()))
        raise source.error(
            first.offset, "this graph has no root: every node has an edge that leads to it"
        )
    if len(roots) > 1:
        listed = ", ".join(f"“{safe(name)}”" for name in roots[:4])
        raise source.error(
            nodes[roots[1]].offset,
            f"a tree has one root, but no edge leads to any of {listed}"
            + (", …" if len(roots) > 4 else ""),
        )
    return roots[0]


def _tree(source: Source, nodes: dict[str, _Node], title: str) -> tuple[GameTree, int]:
    """Build the tree of a graph; return it with how many numbers at edges were left out."""
    draft = Draft(source)
    root = _root(source, nodes)
    ids_are_numbers = any(node.children and is_number(name) for name, node in nodes.items())
    pending: list[tuple[str, bool]] = [(root, False)]
    seen: set[str] = set()
    while pending:
        name, is_end = pending.pop()
        node = nodes[name]
        if is_end:
            draft.close(node.offset)
            continue
        seen.add(name)
        if node.children:
            pending.append((name, True))
            pending.extend((child, False) for child in reversed(node.children))
            _inner(draft, node)
        elif node.parent is not None and _label(node) in _ELLIPSES:
            _more(draft, node, nodes[node.parent])
        else:
            _leaf(draft, node, ids_are_numbers)
    if len(seen) < len(nodes):
        lost = next(node for name, node in nodes.items() if name not in seen)
        raise source.error(lost.offset, "some edges of this graph go round in a circle")
    tree = draft.tree(_lines(title)[0] if title.strip() else None)
    if not has_numbers(tree):
        raise source.error(
            nodes[root].offset,
            "no leaf of this tree has a number as its label",
            "a leaf with its value looks like: L1 [label=7]",
        )
    return tree, draft.ignored_weights(tree)


def _label(node: _Node) -> str:
    return node.attributes.get("label", r"\N")


def _lines(label: str, name: str = "") -> list[str]:
    r"""Return the lines of a label; ``\N`` is the node's own name."""

    def resolved(match: re.Match[str]) -> str:
        character = match[1]
        if character == "N":
            return name
        return "\n" if character in "nlr" else character

    lines = [line.strip() for line in _LINE_ESCAPE.sub(resolved, label).split("\n")]
    return [line for line in lines if line] or [""]


def _own(attributes: dict[str, str], key: str) -> str:
    """Return an attribute that is no label: its backslashes only protect what follows."""
    return _LINE_ESCAPE.sub(r"\1", attributes.get(key, ""))


def _inner(draft: Draft, node: _Node) -> None:
    number = draft.open(node.offset)
    own, attributes = draft.source, node.attributes
    player = _SHAPES.get(attributes.get("shape", ""))
    names, value = [], ""
    if "name" in attributes or "value" in attributes:
        names, value = [_own(attributes, "name")], _own(attributes, "value")
    elif "label" in attributes or not _AUTOMATIC.fullmatch(node.name):
        names, value, said = _inner_label(_lines(_label(node), node.name))
        player = said or player
    if "player" in attributes:
        player = player_of(attributes["player"])
        if player is None:
            raise own.error(
                node.offset, f"“{safe(attributes['player'])}” is no player: max, min or chance"
            )
    if player is not None:
        draft.players[number] = player
    claim = own.number(value, node.offset)
    if claim is not None:
        draft.values[number] = claim
    estimate = own.number(attributes.get("estimate", ""), node.offset)
    if estimate is not None:
        draft.builder.estimates[number] = estimate
    _way(draft, number, node, " ".join(names))


def _inner_label(lines: list[str]) -> tuple[list[str], str, Player | None]:
    """Return the names, the value and the player that the lines of an inner node's label hold."""
    names: list[str] = []
    value = ""
    player = None
    for line in lines:
        name, number = _name_and_number(line)
        if player_of(line) is not None:
            player = player_of(line)
        elif is_number(line):
            value = line
        elif number:
            names.append(name)
            value = number
        else:
            names.append(line)
    return names, value, player


def _leaf(draft: Draft, node: _Node, ids_are_numbers: bool) -> None:
    attributes = node.attributes
    if "value" in attributes:
        name, value = _own(attributes, "name"), _own(attributes, "value")
    elif "label" not in attributes and ids_are_numbers and is_number(node.name):
        raise draft.source.error(
            node.offset,
            f"the leaf “{safe(node.name)}” has no label, and numbers are the names of nodes here",
            f"give it its value: {safe(node.name)} [label=7]",
        )
    else:
        name, value = _leaf_label(_lines(_label(node), node.name))
    _way(draft, draft.leaf(value, node.offset), node, name)


def _leaf_label(lines: list[str]) -> tuple[str, str]:
    """Return the name and the value that a leaf's label holds."""
    for index in range(len(lines) - 1, -1, -1):
        if is_number(lines[index]):
            return " ".join(lines[:index] + lines[index + 1 :]), lines[index]
    text = " ".join(lines)
    name, number = _name_and_number(text)
    return (name, number) if number else ("", text)


def _name_and_number(text: str) -> tuple[str, str]:
    """Return the two sides of ``A = 7`` or ``A: 7``; both empty where a text is neither."""
    separators = list(_SEPARATOR.finditer(text))
    if not separators:
        return "", ""
    name, number = text[: separators[-1].start()].strip(), text[separators[-1].end() :].strip()
    return (name, number) if name and is_number(number) else ("", "")


def _way(draft: Draft, number: int, node: _Node, name: str) -> None:
    """Take what stands at the edge to a node: a probability, or a move that names the node."""
    written = node.way.get("probability", " ".join(_lines(node.way.get("label", ""))))
    if written and (is_number(written) or re.fullmatch(r"\d+/\d+", written)):
        draft.weight(number, written, node.way_offset)
    elif written and not name:
        name = written
    if name:
        draft.name(number, name)


def _more(draft: Draft, node: _Node, parent: _Node) -> None:
    if parent.children[-1] != node.name or len(parent.children) == 1:
        raise draft.source.error(
            node.offset, "dots stand for further children: they come last, after a drawn child"
        )
    draft.builder.elided.add(draft.opened[-1])


def looks_like_dot(text: str) -> bool:
    """Tell whether a text begins as a Graphviz file does."""
    head = re.sub(r"\A(?:\s+|//[^\n]*|/\*[\s\S]*?\*/|#[^\n]*)*", "", text)
    return re.match(r"(?:strict\s+)?(?:di)?graph\b[^{=]*\{", head, re.IGNORECASE) is not None
