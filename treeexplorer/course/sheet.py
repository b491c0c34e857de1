"""An exercise sheet: the handout, its key, and the file to fill in.

A :class:`Sheet` makes the blocks of the handout and of the key, which :mod:`.pages` writes in any
format, and both as exercises, which are written as ``.tree`` files. The handout tells nothing of
the answer: it depends on the shape of its trees, their numbers and rules, never on a search.
:mod:`.grade` marks hand-ins against the key.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Literal, TypeAlias, get_args

from treeexplorer.course.answers import AnswerSheet
from treeexplorer.course.pages import (
    Block,
    BulletList,
    Figure,
    Gap,
    Heading,
    Paragraph,
    ProgramLines,
    Table,
    has_room_for_boxes,
)
from treeexplorer.course.variants import VariantError, variant
from treeexplorer.course.wording import ENGLISH, Wording
from treeexplorer.drawing.figures import FigureOptions
from treeexplorer.engine import Record, search
from treeexplorer.engine.algorithms import listing
from treeexplorer.explain.claim_texts import format_claim
from treeexplorer.explain.phrases import listed
from treeexplorer.explain.rules_in_words import describe_rules_for_hand_work, moves_twice
from treeexplorer.judging.claims import SUBJECT_OF
from treeexplorer.judging.model_answer import collect_model_claims, fill_in_directive
from treeexplorer.notation import ABOUT_THE_TREE, Claim, ClaimKind, Claims, Exercise, sort_claims
from treeexplorer.numbers import shown, written
from treeexplorer.rules import Rules, Windows
from treeexplorer.tree import GameTree, Number

Ask: TypeAlias = Literal["values", "cuts", "windows", "exit-windows", "best", "read", "pruned-if"]
ASKS: Final[tuple[Ask, ...]] = get_args(Ask)
DEFAULT_ASKS: Final[tuple[Ask, ...]] = ("values", "cuts")
_OF_WINDOWS: Final = frozenset({"cuts", "windows", "exit-windows"})
_MOST_VARIANTS: Final = 26  # as many as there are letters
_MOST_TREES: Final = 1000  # beyond so many on a sheet two trees may have one seed


@dataclass(frozen=True)
class SheetTree:
    """One tree of a sheet, as its exercise draws it; the exercise's own claims are not used."""

    heading: str
    exercise: Exercise
    rules: Rules
    asks: tuple[Ask, ...]
    wording: Wording = ENGLISH

    @property
    def tree(self) -> GameTree:
        """The exercise's tree."""
        return self.exercise.tree

    @property
    def drawn(self) -> GameTree:
        """The tree as it is drawn; the players are exchanged if the rules' form exchanges them."""
        return self.record.tree

    @property
    def inner(self) -> list[int]:
        """The nodes with children."""
        return [node for node in range(len(self.tree)) if not self.tree.is_leaf(node)]

    @cached_property
    def record(self) -> Record:
        """The search that is asked for, under the rules with the windows that are asked for."""
        windows: Windows = "exit" if "exit-windows" in self.asks else "entry"
        return search(self.tree, replace(self.rules, windows=windows))

    @cached_property
    def asked(self) -> tuple[Ask, ...]:
        """The questions asked, without those that this search or tree has no answers to.

        If the tree has an unknown leaf and conditions are asked for, nothing else is asked. If the
        search waits for the value of that leaf, nothing else has an answer.
        """
        if self.tree.unknowns and "pruned-if" in self.asks:
            return ("pruned-if",)
        if not self.record.complete:
            return ()

        unanswerable = {"pruned-if"}
        if not self.record.has_windows:
            unanswerable |= _OF_WINDOWS
        # In the order of ASKS, whatever the order they were asked in.
        return tuple(ask for ask in ASKS if ask in self.asks and ask not in unanswerable)

    @property
    def asks_windows(self) -> bool:
        """Whether windows are asked for, on entry or on exit."""
        return bool({"windows", "exit-windows"} & set(self.asked))

    @property
    def has_table(self) -> bool:
        """Whether answers are written into a table.

        Windows always are; values are if the boxes in the drawing would be too small.
        """
        if self.asks_windows or "values" not in self.asked:
            return self.asks_windows
        options = FigureOptions(blank=True, windows=False)
        return not has_room_for_boxes(Figure(self.record, "", options))

    # -- the answers ---------------------------------------------------------------------------

    @cached_property
    def claims(self) -> Claims:
        """The model answer to the questions.

        First come the answers in directives: best move, leaves read, conditions. Then come those
        beside the nodes: values, windows, slashes; none of these if conditions are asked for, since
        nothing else is asked then.
        """
        claims_about_tree: list[Claim] = []
        for blank in self.blank.blanks:
            if blank.kind in ABOUT_THE_TREE:
                answer = fill_in_directive(self.record, blank)
                if answer is not None:  # None: the question has no answer in this search
                    claims_about_tree.append(answer)
        if "pruned-if" in self.asked:
            return sort_claims(claims_about_tree)

        # "windows" and "exit-windows" are one subject: the record has those that are asked for.
        subjects = {ask.removeprefix("exit-") for ask in self.asked}
        model_answer = collect_model_claims(self.record)
        claims_at_nodes = [claim for claim in model_answer if SUBJECT_OF[claim.kind] in subjects]
        return sort_claims([*claims_about_tree, *claims_at_nodes])

    @property
    def key(self) -> Exercise:
        """The exercise with the model answer, under the sheet's title and rules."""
        return replace(self._empty_exercise, claims=self.claims, blanks=())

    @property
    def blank(self) -> Exercise:
        """The exercise to fill in, with a blank for each answer, at nodes visited or not."""
        blanks = [Claim(node, kind) for kind, nodes in self._iterate_blanks() for node in nodes]
        return replace(self._empty_exercise, claims=(), blanks=sort_claims(blanks))

    def _iterate_blanks(self) -> Iterator[tuple[ClaimKind, Iterable[int]]]:
        """Yield each kind of answer that is asked for, with the nodes at which it is written.

        What is asked of the whole tree is written at the root, node 0. Slashes have no places:
        where they belong is the question.
        """
        if "best" in self.asked:
            yield "best", [0]
        if "read" in self.asked:
            yield "read", [0]
        if "values" in self.asked:
            yield "value", self.inner
        if self.asks_windows:
            yield "window", self.inner
        if "pruned-if" in self.asked:
            yield "pruned-if", self.tree.leaves(0)

    @cached_property
    def _empty_exercise(self) -> Exercise:
        directives = self.exercise.directives._replace(title=self.heading, notes=())
        bare = replace(self.exercise, directives=directives, claims=(), blanks=())
        return bare.stating(self.record.rules)

    # -- the words -----------------------------------------------------------------------------

    def rules_words(self) -> str:
        """Return the conventions in a few sentences."""
        say = self.wording.say
        return say("rules", rules=describe_rules_for_hand_work(self.tree, self.record.rules, say))

    def who_moves_twice(self) -> str:
        """Return a sentence on the nodes at which a player moves twice in a row."""
        return moves_twice(self.drawn, self.wording.say)

    @property
    def listing(self) -> tuple[str, ...]:
        """The lines of the search's program, if books print it differently; else empty.

        It is empty, too, if the form exchanges the players: the tree is drawn with them exchanged.
        """
        rules = self.record.rules
        is_as_drawn = not rules.printed.swaps_players
        if self.record.has_windows and is_as_drawn and not rules.is_classic_alphabeta:
            return listing(rules, chance=self.tree.has_chance).lines
        return ()

    def task_words(self, *, typed: bool = False) -> str:
        """Return the task in a sentence or two: what to write down, or to type on a course page."""
        if typed:
            return " ".join(self._describe_task_on_course_page())
        return " ".join(self._describe_task_on_paper())

    def _describe_task_on_paper(self) -> Iterator[str]:
        """Yield the sentences that say what to write down on paper, in the sheet's language.

        For example ``Beside each node write …``, then ``Draw a slash across every branch …``.
        """
        translate = self.wording.say
        what_to_write = translate("and").join(self._describe_answers())
        if what_to_write:
            where_to_write = "in-table" if self.has_table else "beside"
            yield translate(where_to_write, what=what_to_write)
        if "cuts" in self.asked:
            yield translate("slash")

    def _describe_task_on_course_page(self) -> Iterator[str]:
        """Yield the sentences on what to type or tick on a course page, and how to type it."""
        translate = self.wording.say
        what = translate("and").join(self._describe_answers())
        if what:
            yield translate("type", what=what)
        if "cuts" in self.asked:
            yield translate("tick")
        asks_about_nodes = bool(what) or "cuts" in self.asked
        if asks_about_nodes and self.record.has_windows:
            yield translate("type-as")
        if "values" in self.asked:
            yield translate("copied")

    def _describe_answers(self) -> Iterator[str]:
        """Yield what is to be written at each node with children: a window, a value, or both.

        With windows, a search may leave only a bound of the value, so that either is asked for.
        """
        translate = self.wording.say
        if "windows" in self.asked:
            yield translate("entry-window")
        if "exit-windows" in self.asked:
            yield translate("exit-window")
        if "values" in self.asked:
            yield translate("value-or-bound" if self.record.has_windows else "value")

    def how_to_fill_in(self) -> Iterator[str]:
        """Yield a line for the file to fill in on how to write each kind of answer asked for."""
        translate = self.wording.say
        if "values" in self.asked:
            yield translate("blank-value-or-bound" if self.record.has_windows else "blank-value")
        if self.asks_windows:
            yield translate("blank-window")
        if "cuts" in self.asked:
            yield f"{translate('blank-cuts')} {translate('blank-no-cuts')}"
        for ask in ("best", "read", "pruned-if"):
            if ask in self.asked:
                yield translate(f"blank-{ask}")

    def gaps(self) -> Iterator[Gap]:
        """Yield the labelled lines to fill in below the tree, as far as they are asked for.

        They are the best move, the number of leaves read, and for each leaf when it is pruned.
        """
        translate = self.wording.say
        for ask in ("best", "read"):
            if ask in self.asked:
                yield Gap(translate(ask))
        if "pruned-if" in self.asked:
            yield from map(self.condition_gap, self.tree.leaves(0))

    def condition_gap(self, leaf: int) -> Gap:
        """Return the line to fill in for which values of the unknown leaf a leaf is pruned."""
        label = leaf_label(self.tree, leaf)
        return Gap(self.wording.say("pruned-if", unknown=self._unknown, leaf=label))

    @property
    def _unknown(self) -> str:
        """What the unknown leaf is called; there is one where conditions are asked for."""
        name = next(iter(self.tree.unknowns.values()))
        return name if name else "?"

    def figure(self, *, blank: bool) -> Figure:
        """Return the drawing, blank or with the answers.

        Of windows, only those on entry are drawn.
        """
        windows = "windows" in self.asked and not blank
        values = "values" in self.asked and not self.has_table
        options = FigureOptions(blank=blank, windows=windows, values=values)
        return Figure(self.record, tree_in_words(self.drawn, self.wording), options)

    def table(self, *, blank: bool) -> Table:
        """Return the table for the windows and values, to fill in (``blank``) or with the answers.

        Each row is a node with children: its number in the table, its label, and a cell for each
        thing that is asked of it.
        """
        columns = list(self._iterate_columns())
        cells_by_node = {node: dict.fromkeys(columns, "") for node in self.inner}
        if not blank:
            self._fill_in(cells_by_node)

        rows: list[tuple[str, ...]] = []
        for number, node in enumerate(self.inner, 1):
            label = self.drawn.labels.signed(node)
            rows.append((str(number), label, *cells_by_node[node].values()))
        head = ("", self.wording.say("column-node"), *columns)
        return Table(head, tuple(rows), to_fill_in=blank)

    def _iterate_columns(self) -> Iterator[str]:
        """Yield the names of the columns for what is asked of a node."""
        if self.asks_windows:
            yield from ("α", "β")
        if "values" in self.asked:
            yield self.wording.say("column-value")

    def _fill_in(self, cells_by_node: Mapping[int, dict[str, str]]) -> None:
        """Write the answers into the cells of the table, which are changed in place.

        With α 3, β +∞ and a value of 5, the cells of a node become ``{"α": "3", "β": "+∞", "value":
        "5"}``. If a node is not visited, its first cell says so.
        """
        for node, cells in cells_by_node.items():
            if self.record.call_of(node) is None:
                leftmost_column = next(iter(cells))
                cells[leftmost_column] = self.wording.say("not-visited")
        for claim in self.claims:
            if claim.node in cells_by_node:
                cells_by_node[claim.node].update(self._build_cells(claim))

    def _build_cells(self, claim: Claim) -> dict[str, str]:
        """Return what an answer writes into the cells of its node, by their columns."""
        if claim.window is not None:
            alpha, beta = claim.window
            return {"α": shown(alpha), "β": shown(beta)}
        if SUBJECT_OF[claim.kind] == "values":
            return {self.wording.say("column-value"): format_claim(self.tree, claim)}
        return {}

    def blank_blocks(self) -> Iterator[Block]:
        """Yield the blocks that are filled in by hand: drawing, table, and the lines below."""
        sentence = self.who_moves_twice()
        if sentence:  # empty if the players take turns everywhere
            yield Paragraph(sentence)
        yield self.figure(blank=True)
        if self.has_table:
            yield self.table(blank=True)
        yield from self.gaps()

    def answer_blocks(self) -> Iterator[Block]:
        """Yield the blocks of the key about the tree: the drawing, the answer sheet, the table.

        A tree whose search waits for an unknown leaf has only its conditions.
        """
        is_waiting = self.record.waits_for is not None
        if not is_waiting:
            yield self.figure(blank=False)
            yield BulletList(AnswerSheet(self.record).lines)
            if self.has_table:  # else it would repeat the drawing
                yield self.table(blank=False)
        conditions = tuple(self._describe_conditions())
        if conditions:
            yield BulletList(conditions)

    def _describe_conditions(self) -> Iterator[str]:
        """Yield for each leaf when it is pruned, where that is asked for."""
        for claim in self.claims:
            if claim.kind == "pruned-if":
                yield f"{leaf_label(self.tree, claim.node)}: {format_claim(self.tree, claim)}"


@dataclass(frozen=True)
class Sheet:
    """Trees to be worked by hand, on one sheet, below its instructions.

    Attributes:
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

    @property
    def wording(self) -> Wording:
        """The words of all its trees."""
        return self.trees[0].wording

    @property
    def blanks(self) -> tuple[Exercise, ...]:
        """The exercises to fill in.

        The first has a place for the name if the sheet has a name field.
        """
        first, *others = (tree.blank for tree in self.trees)
        if self.has_name_field:
            first = replace(first, directives=first.directives._replace(name="?"))
        return (first, *others)

    def how_to_fill_in(self) -> list[str]:
        """Return the lines on how to fill in the trees, without repetitions."""
        lines = [line for tree in self.trees for line in tree.how_to_fill_in()]
        if self.has_name_field:
            lines.insert(0, self.wording.say("blank-name"))
        return list(dict.fromkeys(lines))

    @property
    def points_words(self) -> str:
        """The points of a tree in words; empty if the sheet does not say them."""
        if self.points is None:
            return ""
        phrase = "point" if self.points == 1 else "points"
        return self.wording.say(phrase, points=written(self.points))

    def handout(self) -> Iterator[Block]:
        """Yield the blocks (headings, drawings, tables, …) of the handout, without answers.

        A task is left out if it is that of the tree before.
        """
        yield Heading(self.heading, 1, self.wording.language)
        if self.has_name_field:
            yield Gap(self.wording.say("name"))
        if self.instructions:
            yield Paragraph(self.instructions)

        previous_task = ""
        for tree in self.trees:
            yield self._build_heading(tree)
            task = f"{tree.rules_words()} {tree.task_words()}".strip()
            if task != previous_task:
                yield from _build_task_blocks(task, tree.listing)
            previous_task = task
            yield from tree.blank_blocks()

    def _build_heading(self, tree: SheetTree) -> Heading:
        """Return the heading of a tree, with its points if the sheet says them."""
        points = f" ({self.points_words})" if self.points_words else ""
        return Heading(f"{tree.heading}{points}")

    def key(self) -> Iterator[Block]:
        """Yield the blocks (headings, drawings, …) of the key: rules and answers of each tree.

        The answers are in English, whatever the sheet's language. Rules are left out if they are
        those of the tree before.
        """
        # The language of the whole page: a key in two languages has none, and "" says so.
        language = ENGLISH.language if self.wording == ENGLISH else ""
        yield Heading(self.wording.say("key", title=self.heading), 1, language)

        previous_rules = ""
        for tree in self.trees:
            yield Heading(tree.heading)
            rules = tree.rules_words()
            if rules != previous_rules:
                yield Paragraph(rules)
            previous_rules = rules
            yield from tree.answer_blocks()


def variants(sheet: Sheet, number: int, seed: int = 0) -> list[Sheet]:
    """Return ``number`` variants of a sheet, lettered A, B, C, …; for one, the sheet itself.

    A is the sheet. The leaf values differ; each tree is as difficult as the sheet's and has other
    answers. There are at most 26 variants; the same seed gives the same ones.

    Raises:
        VariantError: A tree has not so many; the message says which tree.
    """
    if number == 1:
        return [sheet]

    # Each variant is made with a look at all before it, so that it differs from all.
    sheets = [replace(sheet, letter="A")]
    while len(sheets) < number:
        letter = chr(ord("A") + len(sheets))
        trees = tuple(_make_trees_of_next_variant(sheets, seed))
        sheets.append(replace(sheet, trees=trees, letter=letter))
    return sheets


def _build_task_blocks(task: str, listing_lines: tuple[str, ...]) -> Iterator[Block]:
    """Yield the task of a tree, and the listing of its search if there is one."""
    yield Paragraph(task)
    if listing_lines:
        yield ProgramLines(listing_lines)


def _make_trees_of_next_variant(sheets: Sequence[Sheet], seed: int) -> Iterator[SheetTree]:
    """Yield the trees of one more variant, given the sheet with the variants made before."""
    for index, tree in enumerate(sheets[0].trees):
        earlier_trees = [sheet.trees[index].tree for sheet in sheets]
        # A seed of its own for each tree of each variant. It stays as it is, so that a sheet that
        # was handed out can be made again.
        own_seed = (seed * _MOST_VARIANTS + len(sheets)) * _MOST_TREES + index
        yield _make_variant(tree, earlier_trees, own_seed)


def _make_variant(tree: SheetTree, earlier_trees: Sequence[GameTree], seed: int) -> SheetTree:
    """Make a tree of a sheet with other leaf values than the variants made before.

    Raises:
        VariantError: There is none; the message says why, how many variants there are, and how
            trees that differ in more are made.
    """
    asks_when = "pruned-if" in tree.asked
    try:
        new_tree = variant(tree.tree, tree.record.rules, seed, earlier_trees, asks_when=asks_when)
    except VariantError as error:
        number = len(earlier_trees)  # the sheet itself among them
        fewer = f"{number} variants can be made, and " if number > 1 else ""
        advice = "`treeexplorer generate --count N` makes different trees to one order"
        raise VariantError(f"{tree.heading}: {error}; {fewer}{advice}") from None
    return replace(tree, exercise=replace(tree.exercise, tree=new_tree))


def leaf_label(tree: GameTree, leaf: int) -> str:
    """Return a leaf's place and value: ``B.2 (12)``; a named leaf has its label alone."""
    if leaf in tree.names or not tree.is_leaf(leaf):
        return tree.labels.text(leaf)
    return f"{tree.labels.label(leaf)} ({tree.labels.value_text(leaf)})"


# -- a tree in words ---------------------------------------------------------------------------


def tree_in_words(tree: GameTree, wording: Wording = ENGLISH) -> str:
    """Return a tree in sentences, for readers who cannot see a drawing of it.

    Example:
        >>> from treeexplorer.tree import from_nested
        >>> tree_in_words(from_nested([[3, 12], 7]))
        'root is MAX, with A and 7. A is MIN, with 3 and 12.'
    """
    inner = (node for ply in tree.plies for node in ply if not tree.is_leaf(node))
    return " ".join(_describe_node(tree, node, wording) for node in inner)


def _describe_node(tree: GameTree, node: int, wording: Wording) -> str:
    """Describe a node in a sentence: who moves, its estimate if it has one, and its children.

    For example ``A is MIN, with 3 and 12.``
    """
    translate = wording.say
    player = tree.player(node)
    children = list(_describe_children(tree, node, wording))
    words = {
        "node": tree.labels.label(node),
        "player": "" if player is None else player.value.upper(),
        "children": listed(children, last=translate("and")),
    }
    estimate = tree.estimates.get(node)
    if estimate is None:
        return translate("drawn", **words)
    return translate("drawn-estimated", estimate=shown(estimate), **words)


def _describe_children(tree: GameTree, node: int, wording: Wording) -> Iterator[str]:
    """Yield the children of a node, and at last that others are not drawn, if some are not."""
    for child in tree.children(node):
        yield _describe_child(tree, child, wording)
    if node in tree.elided:
        yield wording.say("drawn-others")


def _describe_child(tree: GameTree, child: int, wording: Wording) -> str:
    """Name a child as a sentence does: by name or leaf value, and its probability if any."""
    if tree.is_leaf(child) and child not in tree.names:
        name = tree.labels.value_text(child)
    else:
        name = tree.labels.text(child)
    probability = tree.probability(child)
    if probability is None:
        return name
    return wording.say("drawn-probability", child=name, probability=written(probability))
