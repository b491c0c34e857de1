"""What all figures share: what they are asked for, what they show of a node, and its texts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias

from treeexplorer.drawing.cards import Weight, format_estimate
from treeexplorer.drawing.items import Item, Items, items_of
from treeexplorer.drawing.lettering import LARGE, MEDIUM, SMALLEST_TEXT, cut_text_to_width
from treeexplorer.drawing.painter import Painter
from treeexplorer.drawing.styled_text import Look, TextStyle
from treeexplorer.engine.record import Record, Status, StepKind
from treeexplorer.explain.paper import WrittenAnswer
from treeexplorer.explain.snapshot import snapshot
from treeexplorer.tree import GameTree, Player, Window

Theme: TypeAlias = Literal["auto", "light", "dark"]

UNTITLED: Final = "Game tree"
"""What a tree without a title is called above its drawing."""

_LONGEST_TEXT: Final = 150.0
_STATUSES: Final = {
    Status.UNSEEN: "unseen",
    Status.OPEN: "open",
    Status.CLOSED: "done",
    Status.SKIPPED: "pruned",
    Status.BEYOND: "pruned",
}
_MARK_OF_WEIGHT: Final = {  # the other weights are those of edges without a mark
    Weight.HEAVY: "path",
    Weight.BETA: "beta",
    Weight.ALPHA: "alpha",
    Weight.DOUBLE: "best",
}

_MARK_OF_NUMBER: Final = {
    TextStyle.ALPHA_NUMBER: "gives-alpha",
    TextStyle.BETA_NUMBER: "gives-beta",
}
"""The marks of nodes at which a number of the cut-off's test stands, in the colour of α or of β."""


@dataclass(frozen=True)
class FigureOptions:
    """What a figure shows besides the tree and what was found."""

    title: str | None = None  # the heading; ``None`` for none
    caption: bool | None = (
        None  # whether the step's sentence stands below; ``None`` if one is shown
    )
    windows: bool = True  # whether the windows on entry stand on the edges
    paper: Mapping[int, WrittenAnswer] | None = None  # instead of what a search found
    blank: bool = False  # whether the tree is drawn to be worked by hand
    values: bool = True  # whether each node of a blank tree has a line for its value
    choice: bool = False  # whether the choice that a step's cut-off is stands beside the tree
    described: bool = True  # whether it says what it is to those who do not see it
    theme: Theme = "auto"  # the colours: light, dark, or whichever the reader's system prefers

    @property
    def answers(self) -> Mapping[int, WrittenAnswer] | None:
        """What a person wrote, nothing on a blank tree; ``None`` where a search is shown."""
        return {} if self.blank else self.paper


class ItemState(NamedTuple):
    """What a node looks like at a step.

    Attributes:
        kind: Whose card it is, or ``leaf``, or ``dots``.
        status: ``unseen``, ``open``, ``done`` or ``pruned``.
        marks: What else it is, in this order: the line of the edge above it (``path``, ``alpha``,
            ``beta`` or ``best``), a ``beta`` that runs beside an ``alpha``, ``crossed``; then marks
            of the node itself, such as ``now`` and ``news``. LaTeX, in which a later style covers
            an earlier one, takes them backwards.
        value: The number on its card.
        window: The window on its edge.
    """

    kind: str
    status: str
    marks: tuple[str, ...]
    value: str = ""
    window: Window | None = None

    @property
    def classes(self) -> tuple[str, ...]:
        """The classes of its group: ``max open path now``."""
        return self.kind, self.status, *self.marks


def format_leaf_value(tree: GameTree, node: int) -> str:
    """Return a leaf's number, or the word of an unknown."""
    return cut_text_to_width(tree.labels.value_text(node), LARGE, _LONGEST_TEXT)


def leaf_name(tree: GameTree, node: int) -> str:
    """Return a leaf's name; nothing where it has none."""
    return cut_text_to_width(tree.names.get(node, ""), SMALLEST_TEXT, _LONGEST_TEXT)


def format_node_label(tree: GameTree, node: int, *, on_paper: bool) -> str:
    """Return the label of a node with the player's sign, ``▲ A``, as a figure shows it.

    A label that is too long is cut.

    Args:
        tree: The tree.
        node: A node with children.
        on_paper: Whether the tree is to be worked by hand. Then the node's estimate follows,
            ``▲ A ~3``, if it has one: it is given to the reader, as the values of leaves are.
    """
    player = tree.player(node)
    if player is None:  # only a leaf has no player; its label is not drawn
        player = Player.MAX

    label = cut_text_to_width(tree.labels.label(node), MEDIUM, _LONGEST_TEXT)
    if not on_paper:
        return f"{player.sign} {label}"
    estimate = cut_text_to_width(format_estimate(tree, node), MEDIUM, _LONGEST_TEXT)
    return f"{player.sign} {label}{estimate}"


class FigurePainter(Painter):
    """What a figure shows of a search at a step, or of a paper.

    A paper is what a person wrote about the tree. It is drawn in the place of what the search
    found, so that no step is shown. A worksheet to be filled in (``options.blank``) is a paper on
    which nothing has been written.

    Raises:
        IndexError: There is no such step.

    Attributes:
        record: The search.
        options: What the figure shows.
        is_marked: Whether the step's node and news are marked; never at the start or on a paper.
        has_caption: Whether the step's sentence stands below the figure.
    """

    def __init__(
        self,
        record: Record,
        step: int | None,
        options: FigureOptions,
        items: Items | None = None,
    ) -> None:
        """Prepare what a figure of a tree shows at one step of a search.

        A figure of a given step marks the node where the search stands and what is new, except at
        step 0, where nothing is done yet; and it has a caption, unless the options say otherwise.
        A figure of the whole search, and one of a paper, has neither::

            step=3          shows step 3          marks      a caption
            step=0          shows step 0          no marks   a caption
            step=None       shows the last step   no marks   no caption
            on a paper      shows step 0          no marks   no caption

        Args:
            record: The search.
            step: The step. With ``None`` it is the end of the search, without marks of a current
                node; the last step as a number has them.
            options: What the figure shows.
            items: What is drawn of the tree, if it is known already.

        Raises:
            IndexError: There is no such step.
        """
        shown_step = _choose_step(record, step, options)
        if items is None:
            items = items_of(record.tree)
        super().__init__(items, snapshot(record, shown_step), Look(answers=options.answers))
        self.record = record
        self.options = options

        is_paper = options.answers is not None
        is_of_given_step = step is not None and not is_paper
        is_before_search = shown_step == 0
        self.is_marked = is_of_given_step and not is_before_search
        self.has_caption = is_of_given_step if options.caption is None else options.caption

    def state(self, item: Item) -> ItemState:
        """Return how a node looks at the step that this painter was made for.

        On a *card*, the box of a node with children, there is also the value, and at its edge the
        window, the pair of α and β with which the search entered it.

        Args:
            item: The node, or the ``…`` for children that are not drawn.

        Returns:
            Its kind, its status and its marks, such as ``("alpha", "beta", "now")``: those of the
            edge above it come before those of the node itself (see :class:`ItemState`).
        """
        status = _STATUSES[self.status(item)]
        marks_of_edge = self._collect_marks_of_edge(item)
        if self.items.is_elision(item):
            return ItemState("dots", status, marks_of_edge)

        marks = marks_of_edge + self._collect_marks_of_node(self.items.node(item))
        if self.items.is_card(item):
            return self._build_state_of_card(item, status, marks)
        return ItemState("leaf", status, marks)

    def _build_state_of_card(self, item: Item, status: str, marks: tuple[str, ...]) -> ItemState:
        """Return how a node with children looks.

        It has a value and a window only where the search has been and no person has answered.
        """
        kind = self.player(self.items.node(item)).value
        is_visited = status in {"open", "done"}
        if not is_visited or self.answer(item) is not None:
            return ItemState(kind, status, marks)

        view = self.view(item)
        is_root = item == 0  # no edge leads to it, so that its window stands nowhere
        window = None if is_root or not self.options.windows else view.entry
        return ItemState(kind, status, marks, view.value, window)

    def _collect_marks_of_edge(self, item: Item) -> tuple[str, ...]:
        """Return the marks of the edge above a node, such as ``("alpha", "beta")``.

        It has up to three marks, in this order:

        1. what line it is: ``path``, ``best``, or ``alpha`` or ``beta`` where a bound came along;
        2. ``beta``, if the line is that of α, and β came along it, too;
        3. ``crossed``, if a person has crossed the edge out.
        """
        marks: list[str] = []
        is_root = item == 0  # no edge leads to it
        mark_of_line = _MARK_OF_WEIGHT.get(self.weight_of_lower_end(item))
        if mark_of_line is not None and not is_root:
            marks.append(mark_of_line)
        has_beta_beside_alpha = self.has_both_rails(item)
        if has_beta_beside_alpha:
            marks.append("beta")
        answer = self.answer(item)
        if answer is not None and answer.crossed:
            marks.append("crossed")
        return tuple(marks)

    def _collect_marks_of_node(self, node: int) -> tuple[str, ...]:
        """Return the marks of a node itself, such as ``("now", "gives-beta")``.

        ``struck`` is crossed out by a person, ``now`` the node at which the search stands, ``news``
        the one whose value is new, and ``gives-alpha`` or ``gives-beta`` one at which a number of
        the cut-off's test stands.
        """
        marks: list[str] = []
        if self.is_crossed_out(node):
            marks.append("struck")
        if not self.is_marked:  # the marks of the step are not shown
            return tuple(marks)

        if node == self.snapshot.current:
            marks.append("now")
        if node == self.news:
            marks.append("news")
        if node in self.styles_of_compared_numbers:
            marks.append(_MARK_OF_NUMBER[self.styles_of_compared_numbers[node]])
        return tuple(marks)

    def pruned_children(self, item: Item) -> list[Item]:
        """Return the children of an item that are pruned, the one beside the cut-off first."""
        children = self.items.children(item)
        pruned = [child for child in children if self.is_pruned(child)]
        is_last_child_read = bool(pruned) and pruned[-1] != children[-1]
        if is_last_child_read:  # so the search took the children from right to left
            pruned.reverse()
        return pruned

    def test_at(self, item: Item) -> str:
        """Return the test of the cut-off that this step makes at an item; "" elsewhere."""
        is_paper = self.look.answers is not None
        if is_paper or self.snapshot.kind is not StepKind.CUT:
            return ""
        if self.items.node(item) != self.snapshot.node:
            return ""
        return str(self.snapshot.test)


def _choose_step(record: Record, step: int | None, options: FigureOptions) -> int:
    """Choose the step that a figure shows: the given one, or the last; 0 on a paper.

    A paper shows nothing of the search, for a person is to find it out. A step that does not exist
    raises an `IndexError` there, too.
    """
    shown_step = record.steps
    if step is not None:
        shown_step = record.step(step).number

    is_paper = options.answers is not None
    return 0 if is_paper else shown_step
