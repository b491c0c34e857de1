"""What is looked at: trees, the record of a search, the step, the cursor, and what is said.

A view knows nothing of Textual. Every panel is a function of it, and every key changes it and
nothing else, so that all that a screen does can be tried without a terminal.
"""

from __future__ import annotations

import copy
import math
import time
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import chain, repeat
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Generic, Literal, NamedTuple, TypeAlias, TypeVar

from treeexplorer.course_file import Course
from treeexplorer.drawing.icicle_layout import lay_out_icicle
from treeexplorer.drawing.styled_text import Look, Size
from treeexplorer.editing.text import EditedText
from treeexplorer.engine import Record, ResolvedRules, Rules, begin
from treeexplorer.engine.algorithms import algorithm_of, explain_why_idle, rules_of
from treeexplorer.explain.sentence import Phrase
from treeexplorer.explain.snapshot import Snapshot, moment_of, snapshot
from treeexplorer.judging.questions import UNDRAWN, Task
from treeexplorer.notation import Exercise
from treeexplorer.rules import BUILT_IN
from treeexplorer.terminal import moves
from treeexplorer.terminal.sources import Source
from treeexplorer.tree import INNER, GameTree, Number, Window

if TYPE_CHECKING:
    from treeexplorer.marking.practise import Quiz

_FIRST_SLICE_SECONDS: Final = 0.02
_PATIENCE_SECONDS: Final = 0.4

T = TypeVar("T")
Kind: TypeAlias = Literal["diagram", "outline", "icicle"]
KINDS: Final[tuple[Kind, ...]] = ("diagram", "outline", "icicle")


@dataclass(frozen=True)
class Bookmark:
    """Where one looks at one tree of a file, kept while another one is looked at.

    It is never changed, but replaced by another one, so that several views may have the same.
    """

    step: int = 0
    cursor: int = 0
    values: Mapping[int, Number] = field(default_factory=dict)  # given to unknown leaves
    changed_rules: Mapping[str, Any] = field(default_factory=dict)  # win over all others
    answered: Exercise | None = None  # with the saved answers of its worksheet


class Practised(NamedTuple):
    """A quiz that was left, to be gone on with where one has not moved since.

    Attributes:
        view: The search that is asked about: that of the explorer, or of a fresh tree.
        quiz: The quiz as it was left.
        record: The search that the explorer showed then.
        step: Its step.
    """

    view: View
    quiz: Quiz
    record: Record
    step: int


class Kept(NamedTuple, Generic[T]):
    """A value that was worked out, and the key for which it holds."""

    key: object
    value: T


class _Search(NamedTuple):
    """A search that has begun.

    Attributes:
        resolved: The rules, and where they are from.
        record: What has been searched so far.
        progress: Each ``next`` searches a slice more, and adds it to the record.
    """

    resolved: ResolvedRules
    record: Record
    progress: Iterator[None]


def _begin_search(
    exercise: Exercise, bookmark: Bookmark, course: Course, options: Mapping[str, Any]
) -> _Search:
    """Begin to search a tree of a file, with the values that its unknown leaves were given.

    Args:
        exercise: The tree, with the rules that its file states.
        bookmark: The values of its unknown leaves, and the rules that were chosen for it.
        course: The rules that hold for the whole folder.
        options: Rules that win over those of the file and the folder.

    Raises:
        RulesError: The rules do not go together.
        HorizonError: The depth limit meets a node without an estimate.
    """
    resolved = rules_of(exercise, course, options, chosen=bookmark.changed_rules)
    tree = exercise.tree
    if bookmark.values:
        tree = tree.with_values(bookmark.values)
    record, progress = begin(tree, resolved.rules)
    _continue_search(record, progress, _FIRST_SLICE_SECONDS)
    return _Search(resolved, record, progress)


def _is_searching(record: Record) -> bool:
    """Return whether a search goes on: it has not ended, and waits for no unknown leaf."""
    return not record.complete and record.waits_for is None


def _continue_search(record: Record, progress: Iterator[None], seconds: float) -> None:
    """Continue a search for some time, at least by one slice; do nothing if it has ended."""
    deadline = time.monotonic() + seconds
    while _is_searching(record):
        next(progress, None)
        if time.monotonic() >= deadline:
            break


def have_same_shape(tree: GameTree, other: GameTree) -> bool:
    """Tell whether the nodes of two trees have the same numbers."""
    return tree is other or tree.ply == other.ply


def _find_span(record: Record) -> Window:
    """Return the least and the largest finite leaf value of a tree; 0 and 1 without any."""
    tree = record.tree
    leaf_values = [
        value for value, kind in zip(tree.value, tree.kind, strict=True) if kind != INNER
    ]
    finite_values = [value for value in leaf_values if math.isfinite(value)]
    if not finite_values:
        return (0, 1)
    return (min(finite_values), max(finite_values))


def _find_first_cut_of_each_cell(record: Record, last_step: int, cell_count: int) -> Iterator[int]:
    """Yield the step of the first cut-off in each cell of a timeline.

    For example, for 20 steps on 4 cells::

        cell                  0         1         2           3
        steps                 0 to 4    5 to 9    10 to 14    15 to 19
        cut-offs at steps     3, 4                12
        yielded               3                   12

    A search may have a million cut-offs, so most of them are skipped, by bisection. ``last_step``
    is at least 1.
    """
    cells = _TimelineCells(last_step, cell_count)
    step_of_cut = record.returned_at
    cuts = record.cuts  # the calls that were cut off, by ascending step
    index = 0
    while index < len(cuts):
        step = step_of_cut(cuts[index])
        yield step

        # Go on with the first cut-off that is in a later cell.
        first_step_of_next_cell = cells.find_first_step(cells.find_cell(step) + 1)
        index = bisect_left(cuts, first_step_of_next_cell, lo=index + 1, key=step_of_cut)


class _TimelineCells(NamedTuple):
    """The cells of a timeline, of which each stands for several steps of a search.

    Example:
        >>> cells = _TimelineCells(last_step=20, cell_count=4)
        >>> [cells.find_cell(step) for step in (0, 4, 5, 19)]
        [0, 0, 1, 3]
        >>> [cells.find_first_step(cell) for cell in range(4)]
        [0, 5, 10, 15]
    """

    last_step: int
    cell_count: int

    def find_cell(self, step: int) -> int:
        """Return the cell that a step is in."""
        return step * self.cell_count // self.last_step

    def find_first_step(self, cell: int) -> int:
        """Return the smallest step that is in a cell, or in a later one."""
        return math.ceil(Fraction(cell * self.last_step, self.cell_count))


def _carry_over_bookmark(bookmark: Bookmark, before: GameTree, after: GameTree) -> Bookmark:
    """Return the bookmark of a tree for what an edit has made of the tree.

    The cursor and the values are kept only if the nodes have the same numbers as before.
    """
    if not have_same_shape(before, after):
        return Bookmark(step=bookmark.step, changed_rules=bookmark.changed_rules)
    values = {node: value for node, value in bookmark.values.items() if node in after.unknowns}
    return replace(bookmark, values=values, answered=None)


def _replace_one(
    bookmarks: Sequence[Bookmark], index: int, bookmark: Bookmark
) -> tuple[Bookmark, ...]:
    """Return some bookmarks with another one at an index; those that are given stay as they are."""
    return (*bookmarks[:index], bookmark, *bookmarks[index + 1 :])


NewView: TypeAlias = "Callable[[Source, Sequence[Exercise]], View]"
"""Makes a view of the trees of a source, under the rules that hold for it."""


class View:
    """The trees of a file, one of them searched, and how it is looked at."""

    has_cursor = False
    """Whether a node is looked at, or pointed at."""
    step_of_look: int | None = None
    """The step that is shown of a node that is looked at; ``None`` while the search's own is."""
    returns_to: int | None = None
    """The step from which one went to where one looked."""
    kind: Kind = "diagram"
    card = ""
    """What stands beside the drawing; empty for all that there is room for."""
    look = Look()
    """What a screen has drawn beside the search."""
    wants_questions = False
    """Whether one wants to be asked before each possible cut-off."""
    question: Task | None = None
    """The possible cut-off that is asked about."""
    crossed: frozenset[int] = frozenset()
    """What is crossed out of its branches."""
    practised: Practised | None = None
    """A quiz that was left."""
    file: EditedText | None = None
    """The text as which the trees are edited, once they have been."""
    digest: str | None = None
    """The digest of the source's file as it was read."""
    is_outdated = False
    """Whether that file holds something else by now."""
    message = ""
    """A short remark, which is shown until the next key."""
    explanation: tuple[str | Phrase, ...] = ()
    """What was asked for."""
    explains_step = False
    """Whether that adds to what the banner says."""

    def __init__(
        self,
        exercises: Sequence[Exercise],
        name: str = "",
        options: Mapping[str, Any] = MappingProxyType({}),
        index: int = 0,
        values: Sequence[Mapping[int, Number]] = (),
        source: Source | None = None,
        course: Course | None = None,
    ) -> None:
        """Begin to search one of the trees of a file.

        Args:
            exercises: The trees.
            name: What the file is called.
            options: Rules that win over the trees' directives, which win over those of the course.
            index: Which of the trees is shown, from 0.
            values: For each tree the numbers that its unknown leaves have been given, by leaf; if
                there are fewer than trees, the others have none.
            source: Where the trees come from.
            course: The rules that hold for the whole folder.

        Raises:
            RulesError: The rules do not go together.
            HorizonError: The depth limit meets a node without an estimate.
        """
        # The file, and the rules that hold for all of its trees.
        self.name = name
        self.source = source
        self.options = options
        self.course = Course() if course is None else course

        # Its trees, and for each a bookmark: where it was left, and the values of its unknowns.
        self.exercises = list(exercises)
        values_of_trees = chain(values, repeat({}))
        self.bookmarks = tuple(
            Bookmark(values=dict(values_of_tree))
            for _, values_of_tree in zip(self.exercises, values_of_trees, strict=False)
        )

        # The tree that is shown, and its search as far as it has come.
        self.index = index
        search = _begin_search(
            self.exercises[index], self.bookmarks[index], self.course, self.options
        )
        self.resolved = search.resolved
        self.record = search.record
        self._progress = search.progress

        # What was worked out last, for the properties that return it again.
        self._kept_snapshot: Kept[Snapshot] | None = None
        self._kept_marks: Kept[Sequence[int]] | None = None

    # -- trees and rules -----------------------------------------------------------------------

    @property
    def bookmark(self) -> Bookmark:
        """Where the tree that is shown is looked at."""
        return self.bookmarks[self.index]

    @bookmark.setter
    def bookmark(self, bookmark: Bookmark) -> None:
        self.bookmarks = _replace_one(self.bookmarks, self.index, bookmark)

    def keep_answers(self, index: int, answered: Exercise) -> None:
        """Keep the saved answers of the worksheet of one of the trees with its bookmark."""
        bookmark = replace(self.bookmarks[index], answered=answered)
        self.bookmarks = _replace_one(self.bookmarks, index, bookmark)

    @property
    def is_paper(self) -> bool:
        """Whether the claims in the trees are somebody's answers, which are to be marked."""
        return self.source is None or self.source.is_paper

    @property
    def has_edits(self) -> bool:
        """Whether the trees differ from their file because they were edited here."""
        return self.file is not None and self.file.has_unsaved_work

    @property
    def known_digest(self) -> str | None:
        """The digest of the source's file as it was read or saved last."""
        if self.file is None or self.file.path is None:
            return self.digest
        return self.file.digest

    @property
    def tree(self) -> GameTree:
        """The tree as it is searched."""
        return self.record.tree

    @property
    def rules(self) -> Rules:
        """The rules of the search."""
        return self.resolved.rules

    @property
    def has_windows(self) -> bool:
        """Whether the search has windows and cut-offs at all."""
        return algorithm_of(self.rules).has_windows

    @property
    def asks(self) -> bool:
        """Whether one is asked before each possible cut-off: in a search that has them."""
        return self.wants_questions and self.has_windows

    @property
    def title(self) -> str:
        """What stands above the tree."""
        title = self.exercises[self.index].directives.title
        if title:
            return title
        name = self.name if self.name else "tree"
        return f"{name} {self.index + 1}" if len(self.exercises) > 1 else name

    def twin(self) -> View:
        """Return a view of the same search that goes its own way through the steps.

        It begins where the search stands: a twin of a view at step 3 can go to step 7, and the view
        stays at 3.

        =============================  ==========================================================
        what a view has                what becomes of it
        =============================  ==========================================================
        trees, bookmarks, rules        the same to begin with; they are never changed, and a view
                                       that replaces them replaces its own
        the search, the edited text    one for both: if one goes on, or edits, both have it
        a look around, a question,     not taken over
        a quiz, remarks
        =============================  ==========================================================
        """
        other = copy.copy(self)
        other.kind = "diagram"
        other.question = None
        other.practised = None
        other.stop_looking()
        other.clear()
        return other

    def fresh(self) -> View:
        """Return a view of a random tree that is as difficult; of this tree if none is found.

        It has the same shape with other values at its leaves. *As difficult* means: as many
        cut-offs, as many of them on equality, and as many leaves that are read. It is searched
        under the same rules. This view stays as it is.
        """
        # Imported here, not above, so that the program starts fast.
        import random
        from contextlib import suppress

        from treeexplorer.course.variants import VariantError, variant

        # If no other tree is found, these stay.
        tree = self.tree
        name = self.title
        with suppress(VariantError):
            seed = random.randrange(1 << 30)  # noqa: S311
            tree = variant(self.tree, self.rules, seed)
            name = "A fresh tree"

        # The new tree comes from no file, which could state rules. So those that somebody chose for
        # this one are passed on as options, which is how the command line gives rules.
        other = View([Exercise(tree)], name, self._collect_chosen_rules())
        # A view searches only for an instant when it is made. This gives the search 0.4 seconds
        # more; that of a large tree may be unfinished even then.
        other.search_on(_PATIENCE_SECONDS)
        return other

    def _collect_chosen_rules(self) -> dict[str, Any]:
        """Return the rules that somebody chose, without those that decide nothing here."""
        return {
            name: getattr(self.rules, name)
            for name, origin in self.resolved.origins.items()
            if origin != BUILT_IN and explain_why_idle(self.rules, name) is None
        }

    def _replace_search(
        self, exercises: list[Exercise], bookmarks: tuple[Bookmark, ...], index: int
    ) -> None:
        """Search another tree, or this one under other rules or with other values.

        Args:
            exercises: The trees of the file.
            bookmarks: For each of them, step, cursor, rules and values of unknown leaves.
            index: Which of them is searched.

        Raises:
            ValueError: The search is refused; nothing is changed.
        """
        search = _begin_search(exercises[index], bookmarks[index], self.course, self.options)
        is_same_tree = index == self.index
        nodes_keep_numbers = is_same_tree and have_same_shape(self.tree, search.record.tree)

        # The search may be refused above, so nothing is changed before this line.
        self.exercises = exercises
        self.bookmarks = bookmarks
        self.index = index
        self.resolved = search.resolved
        self.record = search.record
        self._progress = search.progress
        if not nodes_keep_numbers:  # the cursor would be at another node
            self.has_cursor = False
        self._restore_step()

    def show_tree(self, index: int) -> None:
        """Look at another tree of the file, at the place where it was left.

        Raises:
            ValueError: It cannot be searched under the rules; nothing is changed.
        """
        self._replace_search(self.exercises, self.bookmarks, index)

    def choose_rules(self, chosen: Mapping[str, Any]) -> None:
        """Search again under rules that win over those of the file and the options.

        Raises:
            ValueError: The rules do not go together, or the depth limit meets a node without an
                estimate; nothing is changed.
        """
        bookmark = replace(self.bookmark, changed_rules=dict(chosen))
        bookmarks = _replace_one(self.bookmarks, self.index, bookmark)
        self._replace_search(self.exercises, bookmarks, self.index)

    def namesakes(self, leaf: int) -> list[int]:
        """Return the unknown leaves with the same word as a leaf, itself among them."""
        unknowns = self.exercises[self.index].tree.unknowns
        word = unknowns.get(leaf, "")
        if not word:
            return [leaf]
        return [node for node, other in unknowns.items() if other == word]

    def give_value(self, node: int, number: Number) -> None:
        """Give an unknown leaf a number, and every other leaf with the same word."""
        self.add_values(dict.fromkeys(self.namesakes(node), number))
        self._replace_search(self.exercises, self.bookmarks, self.index)

    def add_values(self, values: Mapping[int, Number]) -> None:
        """Note numbers of unknown leaves for the next search; that which is shown goes on."""
        self.bookmark = replace(self.bookmark, values={**self.bookmark.values, **values})

    def _restore_step(self) -> None:
        """Show the same step as before in a search that has just begun.

        If the new search is shorter, its last step is shown. If the user looks at a node, the step
        that says most about the node in the new search is shown instead.
        """
        bookmark = self.bookmark
        looks_at_node = self.has_cursor and self.step_of_look is not None
        self.step_of_look = None  # it was a step of the old search

        if bookmark.step > 0:
            self.search_on(_PATIENCE_SECONDS)  # the new search may not have come so far
        self.go_to(bookmark.step)
        if looks_at_node:
            self.look_at(bookmark.cursor)

    def replace_exercises(self, exercises: Sequence[Exercise]) -> None:
        """Show other trees, as after an edit; each takes over the bookmark of the one it replaces.

        A tree keeps its step and rules. It keeps the cursor and the values of its unknown leaves
        only if the new tree has the same shape.

        Args:
            exercises: The new trees, at least one, in the order of those that they replace. There
                may be more or fewer of them.

        Raises:
            ValueError: The rules do not go with the new trees; nothing is changed.
        """
        bookmarks: list[Bookmark] = []
        for index, exercise in enumerate(exercises):
            if index < len(self.exercises):
                old_tree = self.exercises[index].tree
                bookmark = _carry_over_bookmark(self.bookmarks[index], old_tree, exercise.tree)
            else:
                bookmark = Bookmark()
            bookmarks.append(bookmark)

        last_index = len(exercises) - 1
        self._replace_search(list(exercises), tuple(bookmarks), min(self.index, last_index))

    # -- the search ----------------------------------------------------------------------------

    @property
    def searching(self) -> bool:
        """Whether the search still goes on."""
        return _is_searching(self.record)

    def search_on(self, seconds: float) -> bool:
        """Let the search go on for some time, a slice at least; tell whether it has ended."""
        _continue_search(self.record, self._progress, seconds)
        return not self.searching

    # -- time ----------------------------------------------------------------------------------

    @property
    def step(self) -> int:
        """The step that is shown: that of the node that is looked at, else the search's own."""
        return self.bookmark.step if self.step_of_look is None else self.step_of_look

    @property
    def snapshot(self) -> Snapshot:
        """Everything that the step shows."""
        key = (self.record, self.step, self.record.steps)
        if self._kept_snapshot is None or self._kept_snapshot.key != key:
            self._kept_snapshot = Kept(key, snapshot(self.record, self.step))
        return self._kept_snapshot.value

    @property
    def span(self) -> Window:
        """The least and the largest finite value of the tree's leaves; found once."""
        return self.record.derive(_find_span)

    def prepare(self) -> None:
        """Find now what takes long in a large tree, so that no key waits for it."""
        tree = self.tree
        _ = tree.roles, tree.plies, tree.labels.label(len(tree) - 1), self.span
        lay_out_icicle(tree, Size(80, 24), is_strip=True)

    @property
    def steps(self) -> int:
        """How many steps are recorded; of the whole search once it has ended."""
        return self.record.steps

    @property
    def track_end(self) -> int:
        """The last step of the timeline: the search's last one so far.

        While one is asked, the length of the search would tell how much it prunes. The timeline is
        then that of a search that prunes nothing, and enters and leaves each node once; but never
        shorter than what has been shown already.
        """
        if self.asks:
            steps_without_pruning = 2 * len(self.tree) - 1
            return max(steps_without_pruning, self.step)
        return max(1, self.steps)

    def marks(self, cells: int) -> Sequence[int]:
        """Return the steps of the cut-offs that a timeline of so many cells can tell apart.

        That is the first cut-off of each cell. If cut-offs are asked about, only those up to the
        present step are returned: later ones would tell the answers.

        Args:
            cells: How many cells the timeline has.
        """
        all_marks = self._collect_all_marks(cells)
        if self.asks:
            return [step for step in all_marks if step <= self.step]
        return all_marks

    def _collect_all_marks(self, cells: int) -> Sequence[int]:
        """Return the step of the first cut-off in each cell of the timeline, also of later ones.

        The result is cached until the search has more steps, or the timeline another length.
        """
        last_step = self.track_end
        key = (self.record, self.record.steps, cells, last_step)
        cached = self._kept_marks
        if cached is None or cached.key != key:
            steps = tuple(_find_first_cut_of_each_cell(self.record, last_step, cells))
            cached = Kept(key, steps)
            self._kept_marks = cached
        return cached.value

    @property
    def current(self) -> int:
        """The node at which the search stands; the root before it begins."""
        node = self.record.current(self.bookmark.step)
        return 0 if node is None else node

    @property
    def cursor(self) -> int:
        """The node that is marked: the search's own unless another one is."""
        return self.bookmark.cursor if self.has_cursor else self.current

    def go_to(self, step: int) -> bool:
        """Let the search stand at a step, or at the nearest one that is recorded.

        The cursor goes to the node of the step, unless somebody has put it elsewhere. A question
        that is open is given up, and so is the step to which ``esc`` would go back.

        Returns:
            Whether that is another step than before.
        """
        target = max(0, min(step, self.record.steps))
        has_moved = target != self.bookmark.step
        self.bookmark = replace(self.bookmark, step=target)
        if not self.has_cursor:
            node_of_step = self.current
            self._put_cursor_at(node_of_step)
        self.question = None
        self.returns_to = None
        return has_moved

    def move(self, move: moves.Destination) -> bool:
        """Go where a move leads, searching on for a moment if that is not recorded yet."""
        target = move(self.record, self.bookmark.step)
        if target is None and self.searching:
            self.search_on(_PATIENCE_SECONDS)
            target = move(self.record, self.bookmark.step)
        return target is not None and self.go_to(target)

    @property
    def waits_here(self) -> bool:
        """Whether the next step needs the value of an unknown leaf."""
        return self.record.waits_for is not None and self.step == self.record.steps

    # -- asking --------------------------------------------------------------------------------

    def ask(self, question: Task) -> None:
        """Stand at the step before a possible cut-off, and ask about it."""
        self.go_to(question.at.number - 1)
        self.question = question
        self.crossed = frozenset()
        if question.branches[0] != UNDRAWN:
            self.point_at(question.branches[0])

    def cross(self) -> None:
        """Cross out a branch as an answer to the question what is pruned, or take that back.

        It is the branch at the cursor, or the first one in question. Without a question nothing
        happens.
        """
        if self.question is None:
            return
        branches = self.question.branches
        branch = self.cursor if self.cursor in branches else branches[0]
        if branch in self.crossed:
            self.crossed -= {branch}
        else:
            self.crossed |= {branch}

    def set_asks(self, asks: bool) -> None:
        """Begin to ask before each possible cut-off, or stop it."""
        self.wants_questions = asks
        if self.question is not None:
            self.stop_looking()
        self.question = None

    @property
    def would_show_more(self) -> bool:
        """Whether turning a leaf would show what the user is still to be asked about.

        At a cut-off that is shown it does not: the leaves that are pruned there are turned. Nor
        does it where the search waits for the value of a leaf.
        """
        if not self.asks or self.waits_here:
            return False
        looks_at_leaf = self.has_cursor and self.tree.is_leaf(self.cursor)
        turns_pruned_leaves = self.snapshot.cut is not None and not looks_at_leaf
        return self.question is not None or not turns_pruned_leaves

    # -- looking around ------------------------------------------------------------------------

    @property
    def is_look(self) -> bool:
        """Whether another step is shown than the one at which the search stands."""
        return self.step_of_look is not None and self.step_of_look != self.bookmark.step

    @property
    def telling_step_of_cursor(self) -> int | None:
        """The step that says most of the marked node, such as its last test.

        ``None`` where the search has not come to the node, nor pruned it.
        """
        return moment_of(self.record, self.cursor, self.bookmark.step)

    def point_at(self, node: int) -> None:
        """Mark a node; the step that is shown stays."""
        self.has_cursor = True
        self._put_cursor_at(node)

    def _put_cursor_at(self, node: int) -> None:
        """Put the cursor at a node, whether one has pointed there or the search stands there."""
        self.bookmark = replace(self.bookmark, cursor=node)

    def look_at(self, node: int) -> bool:
        """Mark a node, and show the step that says most of it, such as its last test.

        While something is asked, the node is only marked: the step that is shown stays.

        Returns:
            ``False`` where no step can be shown, as the search has not come to the node.
        """
        self.point_at(node)
        if self.question is not None:
            return True
        step = self.telling_step_of_cursor
        if step is None:
            return False
        self.step_of_look = step
        return True

    def visit(self, step: int) -> None:
        """Let the search stand at a step; say how one comes back to where it stood before."""
        left = self.bookmark.step
        self.go_to(step)
        self.stop_looking()
        if self.step != left:
            self.returns_to = left
            self.say(f"esc goes back to step {left}.")

    def turn(self) -> None:
        """Turn to the next way of showing the tree."""
        self.kind = KINDS[(KINDS.index(self.kind) + 1) % len(KINDS)]

    def stop_looking(self) -> None:
        """Show again where the search stands."""
        self.has_cursor = False
        self.step_of_look = None
        self._put_cursor_at(self.current)

    # -- what is said --------------------------------------------------------------------------

    def say(self, text: str) -> None:
        """Show a short remark until the next key."""
        self.message = text

    def clear(self) -> None:
        """Take back what belonged to the moment before."""
        self.message = ""
        self.explanation = ()
        self.explains_step = False
