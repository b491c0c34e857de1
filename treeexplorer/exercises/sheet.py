"""An exercise sheet: the handout, its key, and the file to fill in.

A :class:`Sheet` makes the blocks of the handout and of the key, which :mod:`.pages` writes in any
format, and both as exercises, which are written as ``.tree`` files. The handout tells nothing of
the answer, and :mod:`.grade` marks hand-ins against the key.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Literal, TypeAlias, get_args

from treeexplorer.engine import Record, search
from treeexplorer.engine.algorithms import algorithm_of
from treeexplorer.exercises.answers import answer_sheet
from treeexplorer.exercises.generate import variant
from treeexplorer.exercises.judge import (
    SUBJECT_OF,
    Findings,
    claim_text,
    pruned_for,
)
from treeexplorer.exercises.pages import (
    Block,
    BulletList,
    Figure,
    Gap,
    Heading,
    Paragraph,
    Table,
)
from treeexplorer.exercises.tasks import model_claims
from treeexplorer.exercises.unknowns import unknowns_of
from treeexplorer.explain.words import listed
from treeexplorer.notation import Claim, Claims, Exercise, in_order
from treeexplorer.numbers import shown, written
from treeexplorer.rules import Rules
from treeexplorer.tree import FULL_WINDOW, GameTree, Number, Player

Ask: TypeAlias = Literal["values", "cuts", "windows", "exit-windows", "best", "read", "pruned-if"]
ASKS: Final[tuple[Ask, ...]] = get_args(Ask)
DEFAULT_ASKS: Final[tuple[Ask, ...]] = ("values", "cuts")
_OF_WINDOWS: Final = frozenset({"cuts", "windows", "exit-windows"})
_MOST_PRUNED_IF: Final = 4


@dataclass(frozen=True)
class SheetTree:
    """One tree of a sheet.

    Attributes:
        heading: Its title on the sheet.
        exercise: The tree as it is drawn; what it claims is left out.
        rules: The conventions under which it is to be searched.
        asks: What is asked for.
    """

    heading: str
    exercise: Exercise
    rules: Rules
    asks: tuple[Ask, ...]

    @property
    def tree(self) -> GameTree:
        """The tree."""
        return self.exercise.tree

    @property
    def inner(self) -> list[int]:
        """The nodes with children."""
        return [node for node in range(len(self.tree)) if not self.tree.is_leaf(node)]

    @cached_property
    def record(self) -> Record:
        """The search that is asked for."""
        return search(self.tree, self.searched_under)

    @cached_property
    def searched_under(self) -> Rules:
        """The rules, with the windows that are asked for."""
        return replace(self.rules, windows="exit" if "exit-windows" in self.asks else "entry")

    @cached_property
    def asked(self) -> tuple[Ask, ...]:
        """What is asked for, as far as this search and this tree have it."""
        asks = set(self.asks)
        if not self.record.has_windows:
            asks -= _OF_WINDOWS
        if not self.tree.unknowns:
            asks.discard("pruned-if")
        if self.record.waits_for is not None:
            asks &= {"pruned-if"}
        return tuple(one for one in ASKS if one in asks)

    # -- the answers ---------------------------------------------------------------------------

    @cached_property
    def claims(self) -> Claims:
        """The model answer to what is asked for."""
        subjects = {ask.removeprefix("exit-") for ask in self.asked}
        model = () if self.record.waits_for is not None else model_claims(self.record)
        found = [one for one in model if SUBJECT_OF[one.kind] in subjects]
        if "best" in self.asked and (best := self.record.derive(Findings).best_moves().proven):
            found.append(Claim(0, "best", nodes=tuple(sorted(best))))
        if "read" in self.asked:
            found.append(Claim(0, "read", self.record.evaluated))
        found += self._pruned_if
        return in_order(found)

    @cached_property
    def _pruned_if(self) -> list[Claim]:
        """The nodes whose pruning depends on the unknown, as far as one interval says when."""
        if "pruned-if" not in self.asked:
            return []
        found: list[Claim] = []
        below = -1
        for node in range(1, len(self.tree)):
            if node < below:
                continue
            stretches = pruned_for(self.record, node)
            if stretches is not None and len(stretches) == 1 and not stretches[0].is_always:
                found.append(Claim(node, "pruned-if", condition=stretches[0]))
                below = self.tree.end[node]
            if len(found) == _MOST_PRUNED_IF:
                break
        return found

    @property
    def key(self) -> Exercise:
        """The exercise with the model answer, under the sheet's title and rules."""
        return replace(self._stated, claims=self.claims, blanks=())

    @property
    def blank(self) -> Exercise:
        """The exercise to fill in: a blank at every node with children, searched or not."""
        blanks: list[Claim] = []
        if "values" in self.asked:
            blanks += [Claim(node, "value") for node in self.inner]
        blanks += [Claim(0, kind) for kind in ("best", "read") if kind in self.asked]
        return replace(self._stated, claims=(), blanks=in_order(blanks))

    @cached_property
    def _stated(self) -> Exercise:
        directives = self.exercise.directives._replace(title=self.heading, notes=())
        bare = replace(self.exercise, directives=directives, claims=(), blanks=())
        return bare.stating(self.searched_under)

    # -- the words -----------------------------------------------------------------------------

    def rules_words(self) -> str:
        """Return the conventions in a sentence."""
        rules = self.searched_under
        names = [f"{player.sign} {player.value.upper()}" for player in rules.levels]
        players = f"by ply: {', '.join(names)}"
        if set(rules.levels) == {Player.MAX, Player.MIN} and len(names) == 2:
            players = f"{names[0]} and {names[1]} take turns"
        row = algorithm_of(rules)
        if not row.has_windows:
            return f"Search the tree with {row.title} ({players})."
        form = "" if rules.form == "classic" else f", in the form “{rules.form}”"
        test = f", cutting when α {rules.test_sign} β" if rules.has_conventions else ""
        words = f"Search the tree with {row.title}{form}, {_order_words(rules)}{test} ({players})."
        if rules.hard:
            words += " A node returns nothing outside its window (fail-hard)."
        elif rules.has_conventions and rules.form == "classic":
            words += " A node may return a value outside its window (fail-soft)."
        if rules.window != FULL_WINDOW:
            low, high = map(shown, rules.window)
            words += f" The root is entered with ({low}, {high})."
        if rules.depth is not None:
            words += f" Below ply {rules.depth} estimates (~) count."
        return words

    def task_words(self) -> str:
        """Return what is to be written down, in a sentence or two."""
        beside = []
        if "windows" in self.asked:
            beside.append("the window (α, β) with which it is entered")
        if "exit-windows" in self.asked:
            beside.append("the window (α, β) with which it is left")
        if "values" in self.asked:
            bound = " or bound" * self.record.has_windows
            beside.append(f"the value{bound} that it returns")
        words = f"Beside each node write {' and '.join(beside)}." if beside else ""
        if "cuts" in self.asked:
            words += " Draw a slash across every branch that is pruned."
        return words.strip()

    def gaps(self) -> Iterator[Gap]:
        """Yield the lines to be filled in below the tree."""
        if "best" in self.asked:
            yield Gap("Best move")
        if "read" in self.asked:
            yield Gap("Number of leaves read")
        labels = self.tree.labels
        for claim in self._pruned_if:
            word = next(iter(unknowns_of(self.tree)))
            yield Gap(f"For which {word} is {labels.text(claim.node)} pruned")

    def figure(self, *, blank: bool) -> Figure:
        """Return the drawing, blank or with the answers; it has no windows but those on entry."""
        windows = "windows" in self.asked or (blank and "exit-windows" in self.asked)
        return Figure(self.record, tree_in_words(self.tree), blank=blank, windows=windows)

    def answer_blocks(self) -> Iterator[Block]:
        """Yield what the key says about the tree."""
        if self.record.waits_for is None:
            yield self.figure(blank=False)
            sheet = answer_sheet(self.record)
            lines = [f"Value: {sheet.value}", f"Best move: {'; '.join((sheet.best, *sheet.ties))}"]
            if sheet.has_windows:
                lines.append(f"Pruned: {'; '.join(sheet.pruned) or 'nothing'}")
                lines += sheet.cut_offs
            lines.append(sheet.counts)
            yield BulletList(tuple(lines))
            yield self._table()
        labels = self.tree.labels
        others = [
            f"{labels.text(claim.node)}: {claim_text(self.tree, claim)}"
            for claim in self.claims
            if claim.kind == "pruned-if"
        ]
        if others:
            yield BulletList(tuple(others))

    def _table(self) -> Table:
        """Return what belongs beside each node with children."""
        by_node = {(claim.node, claim.kind): claim for claim in model_claims(self.record)}
        windows = bool({"windows", "exit-windows"} & set(self.asked))
        rows = []
        for node in self.inner:
            value = by_node.get((node, "value")) or by_node.get((node, "bound"))
            window = by_node.get((node, "window"))
            row = [self.record.tree.labels.signed(node)]
            row += [claim_text(self.tree, window) if window else ""] * windows
            row.append(claim_text(self.tree, value) if value else "not visited")
            rows.append(tuple(row))
        return Table(("node", *(["window"] * windows), "value"), tuple(rows))


def _order_words(rules: Rules) -> str:
    if rules.order in {"left-to-right", "right-to-left"}:
        return f"from {rules.order.replace('-', ' ')}"
    return "children by their estimates" if rules.order == "estimates" else "killer moves first"


@dataclass(frozen=True)
class Sheet:
    """Trees to be worked by hand, on one sheet.

    Attributes:
        title: The sheet's heading.
        trees: The trees.
        instructions: What stands above them; empty for nothing.
        has_name_field: Whether there is a line for the name.
        points: The points a tree is worth; ``None`` where none are said.
        letter: Which variant it is; empty where there is one only.
    """

    title: str
    trees: tuple[SheetTree, ...]
    instructions: str = ""
    has_name_field: bool = False
    points: Number | None = None
    letter: str = ""

    @property
    def heading(self) -> str:
        """The heading, with the variant's letter."""
        return f"{self.title} ({self.letter})" if self.letter else self.title

    def handout(self) -> Iterator[Block]:
        """Yield the blocks of the handout."""
        yield Heading(self.heading, 1)
        if self.has_name_field:
            yield Gap("Name")
        if self.instructions:
            yield Paragraph(self.instructions)
        said = ""
        for tree in self.trees:
            points = "" if self.points is None else f" ({_points(self.points)})"
            yield Heading(f"{tree.heading}{points}")
            words = f"{tree.rules_words()} {tree.task_words()}".strip()
            if words != said:
                yield Paragraph(words)
            said = words
            yield tree.figure(blank=True)
            yield from tree.gaps()

    def key(self) -> Iterator[Block]:
        """Yield the blocks of the key."""
        yield Heading(f"{self.heading}: key", 1)
        said = ""
        for tree in self.trees:
            yield Heading(tree.heading)
            words = tree.rules_words()
            if words != said:
                yield Paragraph(words)
            said = words
            yield from tree.answer_blocks()


def _points(points: Number) -> str:
    return "1 point" if points == 1 else f"{written(points)} points"


def variants(sheet: Sheet, number: int, seed: int = 0) -> list[Sheet]:
    """Return a sheet and variants of it: A, B, C, … with the same drawings.

    The leaf values differ; each tree has as many cut-offs and leaves read as the first one's.

    Args:
        sheet: The first variant.
        number: How many there are in all, at most 26.
        seed: The same seed gives the same variants.
    """
    found = []
    for index in range(number):
        trees = sheet.trees
        if index:
            trees = tuple(
                replace(one, exercise=replace(one.exercise, tree=_varied(one, seed, index, place)))
                for place, one in enumerate(sheet.trees)
            )
        found.append(replace(sheet, trees=trees, letter=chr(ord("A") + index)))
    return found


def _varied(tree: SheetTree, seed: int, index: int, place: int) -> GameTree:
    return variant(tree.tree, tree.searched_under, (seed * 26 + index) * 1000 + place)


# -- a tree in words ---------------------------------------------------------------------------


def tree_in_words(tree: GameTree) -> str:
    """Return a tree in sentences, for those who do not see a drawing of it.

    Example:
        >>> from treeexplorer.tree import from_nested
        >>> tree_in_words(from_nested([[3, 12], 7]))
        'root is MAX, with the children A and 7. A is MIN, with the leaves 3 and 12.'
    """
    return " ".join(
        _node_in_words(tree, node) for row in tree.plies for node in row if not tree.is_leaf(node)
    )


def _node_in_words(tree: GameTree, node: int) -> str:
    children = list(tree.children(node))
    names = [_child_in_words(tree, child) for child in children]
    if node in tree.elided:
        names.append("others that are not drawn")
    only_leaves = all(map(tree.is_leaf, children)) and node not in tree.elided
    noun = ("leaf", "leaves") if only_leaves else ("child", "children")
    player = tree.player(node)
    whose = f" is {player.value.upper()}" if player is not None else ""
    estimate = tree.estimates.get(node)
    guessed = f", estimated at {shown(estimate)}" if estimate is not None else ""
    return (
        f"{tree.labels.label(node)}{whose}{guessed}, "
        f"with the {noun[0] if len(names) == 1 else noun[1]} {listed(names, last=' and ')}."
    )


def _child_in_words(tree: GameTree, child: int) -> str:
    probability = tree.probability(child)
    text = tree.labels.text(child)
    return text if probability is None else f"{text} (probability {written(probability)})"
