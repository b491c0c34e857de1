"""What is written at a node: on its card, below it and on the edge above, and how wide that is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cached_property
from typing import Final, Generic, TypeVar

from treeexplorer.drawing.glyphs import Glyphs, glyphs
from treeexplorer.drawing.runs import Look, Note, Part, Role, card_roles
from treeexplorer.engine.record import Status, StepKind
from treeexplorer.explain.snapshot import NodeView, Snapshot
from treeexplorer.notation import Claim
from treeexplorer.numbers import shown, written
from treeexplorer.text import width
from treeexplorer.tree import (
    CHANCE_ROLE,
    INNER,
    INTEGER,
    UNKNOWN,
    GameTree,
    Number,
    Player,
    Window,
)

T = TypeVar("T")

_LONGEST_LABEL: Final = 14
_LONGEST_TIGHT: Final = 7
_LONGEST_PROBABILITY: Final = 8
_MEAN: Final = 6  # room for the number of a chance node
_SAMPLE: Final = 5_000
_SIGN_OF_BOUND: Final = {">=": "≥", "<=": "≤"}
_PASSED: Final = (Status.SKIPPED, Status.BEYOND)


class Cards:
    """The texts of a tree's nodes in a look, as far as they do not depend on the step."""

    def __init__(self, tree: GameTree, look: Look) -> None:
        self.tree = tree
        self.look = look
        self.glyphs: Glyphs = glyphs(ascii_only=look.ascii)
        self._shares: dict[int, str] = {}  # of equally likely children, by parent
        known = _LABELS.get(tree, look.ascii)
        self._labels = _LABELS.keep(tree, look.ascii, {}) if known is None else known

    # -- texts ---------------------------------------------------------------------------------

    def label(self, node: int, *, tight: bool = False) -> str:
        """Return the label on a card, without the player's sign."""
        text = self._labels.get((node, tight))
        if text is None:
            most = _LONGEST_TIGHT if tight else _LONGEST_LABEL
            text = self.glyphs.clipped(self.tree.labels.label(node), most)
            self._labels[node, tight] = text
        return text

    def leaf(self, node: int) -> str:
        """Return a leaf's number or unknown, behind its name if it has one."""
        tree = self.tree
        if tree.kind[node] == UNKNOWN:
            text = self.glyphs.clipped(tree.unknowns.get(node) or "?", _LONGEST_LABEL)
        else:
            value = tree.leaf_value(node)
            text = "" if value is None else self.glyphs.number(value)
        name = tree.names.get(node)
        return text if name is None else f"{self.glyphs.clipped(name, _LONGEST_LABEL)} ({text})"

    def leaf_width(self, node: int) -> int:
        """Return the width of a leaf's text with the marks that may stand around it."""
        return width(self.leaf(node)) + (2 if self.look.marks else 0)

    def count(self, nodes: int) -> str:
        """Return the sign of folded nodes with their number."""
        before, after = self.glyphs.folded
        return f"{before}{shortened(nodes)}{after}"

    def probability(self, node: int) -> str:
        """Return the weight on the edge to a chance node's child; nothing elsewhere."""
        parent = self.tree.parent[node]
        if parent < 0 or self.tree.roles[parent] != CHANCE_ROLE:
            return ""
        weight = self.tree.probabilities.get(node)
        if weight is not None:
            return self.glyphs.clipped(written(weight), _LONGEST_PROBABILITY)
        share = self._shares.get(parent)
        if share is None:
            share = self._shares[parent] = written(self.tree.probability(node) or Fraction(0))
        return self.glyphs.clipped(share, _LONGEST_PROBABILITY)

    def notes(self, node: int, kind: str) -> str:
        """Return what is claimed at a node's value, window or edge, with its mark."""
        parts = [self._note(note) for note in self.look.notes.get(node, ()) if note.kind == kind]
        return " ".join(parts)

    def _note(self, note: Note) -> str:
        before, after = self.glyphs.quotes
        text = f"{before}{self.glyphs.clipped(note.text, _LONGEST_LABEL)}{after}"
        return (text if note.text else "") + self.glyphs.verdict(note.mark)

    # -- widths --------------------------------------------------------------------------------

    @cached_property
    def widest_number(self) -> int:
        """The width of the widest number that can stand at any node at any step.

        What is found comes from the leaves, from the ends of a window, or from estimates.
        """
        return _WIDTHS.get(self.tree, self.look.ascii) or _WIDTHS.keep(
            self.tree, self.look.ascii, _widest_number(self.tree, self.glyphs)
        )

    def value_width(self) -> int:
        """Return the width of the widest value with its sign: ``v −∞``, ``≥ 12``."""
        sign = 2 if self.look.ascii else 1
        return sign + 1 + self.widest_number

    def window_width(self) -> int:
        """Return the width of the widest window: ``(−∞, +∞)``."""
        return 2 * self.widest_number + 4


class Kept(Generic[T]):
    """What was made last of some trees: every step of a search asks for the same again.

    Args:
        most: How many are kept.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._entries: list[tuple[GameTree, object, T]] = []

    def get(self, tree: GameTree, key: object) -> T | None:
        """Return what is kept for this very tree and an equal key."""
        for known, other, made in self._entries:
            if known is tree and other == key:
                return made
        return None

    def keep(self, tree: GameTree, key: object, made: T) -> T:
        """Keep something, and let go of the oldest."""
        self._entries.insert(0, (tree, key, made))
        del self._entries[self._most :]
        return made


_LABELS: Final[Kept[dict[tuple[int, bool], str]]] = Kept(4)
_WIDTHS: Final[Kept[int]] = Kept(4)


def _widest_number(tree: GameTree, signs: Glyphs) -> int:
    """Return the width of the widest number of a tree, from a sample where it is very large."""
    infinity = width(signs.number(float("-inf")))
    widest = max((width(signs.number(number)) for number in tree.estimates.values()), default=0)
    kinds = tree.kind
    if kinds.count(INNER) + kinds.count(INTEGER) == len(tree):
        extremes = int(min(tree.value)), int(max(tree.value))
        widest = max(widest, *(width(signs.number(value)) for value in extremes))
    else:
        stride = max(1, len(tree) // _SAMPLE)
        values = (tree.leaf_value(node) for node in range(0, len(tree), stride))
        for value in values:
            if value is not None:
                widest = max(widest, width(signs.number(value)))
    if tree.has_chance:
        widest = max(widest, _MEAN)
    return max(infinity, widest)


def shortened(count: int) -> str:
    """Return a count in at most five characters: ``9999``, ``12k``, ``1.2M``.

    Example:
        >>> shortened(12_345), shortened(999_600)
        ('12k', '1.0M')
    """
    if count < 10_000:
        return str(count)
    if count < 999_500:
        return f"{(count + 500) // 1000}k"
    return f"{count / 1_000_000:.1f}M"


class CardTexts:
    """What stands at the nodes at a step, in parts that each have a role."""

    def __init__(self, cards: Cards, snapshot: Snapshot) -> None:
        self.cards = cards
        self.look = cards.look
        self.glyphs = cards.glyphs
        self.tree = cards.tree
        self.snapshot = snapshot
        is_leaf_step = snapshot.kind is StepKind.LEAF
        self.news = snapshot.child if snapshot.child is not None else None
        if self.news is None and is_leaf_step:
            self.news = snapshot.node

    # -- cards ---------------------------------------------------------------------------------

    def status(self, node: int) -> Status:
        """Return what a node is at the step; on a worksheet everything is there to be filled in."""
        return Status.OPEN if self.look.answers is not None else self.snapshot.status(node)

    def player(self, node: int) -> Player:
        """Return whose move it is at a node with children."""
        return self.snapshot.record.player(node) or Player.MAX

    def card(self, node: int) -> Role:
        """Return the role of an empty place on a card; a node to come has no card."""
        status = self.status(node)
        if status is Status.UNSEEN:
            return Role.SPACE
        return Role.PRUNED if status in _PASSED else card_roles(self.player(node))[0]

    def label(self, node: int, *, tight: bool) -> list[Part]:
        """Return the parts of the player's sign and the label."""
        sign, card = self.glyphs.signs[self.player(node)], self.card(node)
        text = f"{sign}{'' if tight else ' '}{self.cards.label(node, tight=tight)}"
        return [(text, Role.GHOST if card is Role.SPACE else card)]

    def value(self, node: int, *, spaced: bool, tight: bool = False) -> list[Part]:
        """Return the parts of the value on a card; none where there is none."""
        if self.look.answers is not None:
            return self._answer(node)
        if self.status(node) not in {Status.OPEN, Status.CLOSED}:
            return []
        view = self.snapshot.view(node)
        is_open = view.sign == "v" and not tight
        text = self.number(view, spaced=spaced or is_open)
        if not text:
            return []
        _, value, decided, news = card_roles(self.player(node))
        if node == self.news:
            return [(text, Role.NEWS)]
        if view.sign == "v" or view.is_current:
            return [(text, news if view.is_new and view.is_current else value)]
        return [(text, decided)]

    def number(self, view: NodeView, *, spaced: bool) -> str:
        """Return the number on a card with its sign: ``v −∞``, ``= 6``, ``≥8``, ``4?``, ``~3``."""
        if view.number is None:
            return ""
        number = self.glyphs.number(view.number)
        if view.sign == "?":
            text = f"{number}?"
        elif view.sign == "~":
            text = f"~{number}"
        else:
            space = " " if spaced else ""
            text = f"{self.glyphs.relation(view.sign)}{space}{number}"
        if self.look.marks and view.node == self.news:
            return f"{text}*"
        return text

    def _answer(self, node: int) -> list[Part]:
        answer = (self.look.answers or {}).get(node)
        if answer is None or answer.value == "":
            return []
        here = answer.here == "value"
        if answer.value is None:
            return [(" ?▏ " if here else "  ?  ", Role.BOX_HERE if here else Role.BOX)]
        if here:
            return [(f" {answer.value}▏ ", Role.BOX_HERE)]
        return [(answer.value, card_roles(self.player(node))[1])]

    # -- leaves --------------------------------------------------------------------------------

    def leaf(self, node: int) -> Part:
        """Return a leaf's text and role."""
        text = self.cards.leaf(node)
        if self.look.answers is not None:
            answer = self.look.answers.get(node)
            return (text, Role.PRUNED if answer is not None and answer.crossed else Role.LEAF)
        status = self.snapshot.status(node)
        marks = self.look.marks
        stroke = "/" if self.glyphs.ascii else "╱"
        if status in _PASSED:
            return (f"{stroke}{text}{stroke}" if marks else text), Role.PRUNED
        if status is Status.UNSEEN:
            return (f"{self.glyphs.unread}{text}" if marks else text), Role.GHOST
        if node == self.news:
            return (f"{text}*" if marks else text), Role.NEWS
        return text, Role.LEAF

    # -- edges ---------------------------------------------------------------------------------

    def window(self, entry: Window) -> list[Part]:
        """Return the parts of a window, α and β each in the colour of its player."""
        alpha, beta = entry
        number = self.glyphs.number
        return [
            ("(", Role.WINDOW),
            (number(alpha), _bound_role(alpha, Role.ALPHA)),
            (", ", Role.WINDOW),
            (number(beta), _bound_role(beta, Role.BETA)),
            (")", Role.WINDOW),
        ]

    def note(self, node: int, kind: str) -> list[Part]:
        """Return the parts of what is claimed at a node."""
        if not self.look.shows_notes:
            return []
        parts: list[Part] = []
        for note in self.look.notes.get(node, ()):
            if note.kind != kind:
                continue
            if note.text:
                before, after = self.glyphs.quotes
                text = self.glyphs.clipped(note.text, _LONGEST_LABEL)
                parts.append((f"{before}{text}{after}", Role.CLAIM))
            if note.mark:
                role = {"✓": Role.RIGHT, "✗": Role.WRONG}.get(note.mark, Role.QUIET)
                parts.append((self.glyphs.verdict(note.mark), role))
        return parts


def _bound_role(bound: Number, role: Role) -> Role:
    """Return the role of a bound: an infinite one says nothing and stays quiet."""
    return Role.WINDOW if bound in {float("-inf"), float("inf")} else role


def parts_width(parts: list[Part]) -> int:
    """Return how many cells parts take together."""
    return sum(width(text) for text, _ in parts)


def notes_of(
    claims: Iterable[Claim], marks: Mapping[int, str] | None = None
) -> dict[int, tuple[Note, ...]]:
    """Return what is claimed at each node, as it is shown beside what was found.

    Args:
        claims: The claims.
        marks: An examiner's mark by node.
    """
    notes: dict[int, list[Note]] = {}
    for claim in claims:
        mark = (marks or {}).get(claim.node, "")
        if claim.kind == "cut":
            note = Note("cut", "/", mark)
        elif claim.window is not None:
            alpha, beta = map(shown, claim.window)
            note = Note("window", f"({alpha}, {beta})", mark)
        elif claim.number is not None:
            sign = _SIGN_OF_BOUND.get(claim.sign or "", "")
            note = Note("value", f"{sign}{shown(claim.number)}", mark)
        else:
            continue
        notes.setdefault(claim.node, []).append(note)
    return {node: tuple(found) for node, found in notes.items()}
