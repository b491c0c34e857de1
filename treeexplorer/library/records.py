"""Searches of exercises, their steps, and what is found in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, Unpack, overload

from treeexplorer import notation
from treeexplorer.drawing.styled_text import LARGEST_FIGURE
from treeexplorer.engine import Record, analysis_of
from treeexplorer.engine import search as engine_search
from treeexplorer.errors import TreeexplorerError
from treeexplorer.judging.waiting import check_has_no_unknown
from treeexplorer.library import figures, guards
from treeexplorer.library.exercises import Exercise, inner_of, rules_for
from treeexplorer.numbers import (
    convert_number_to_json,
    convert_numbers_to_json,
    convert_window_to_json,
)
from treeexplorer.rules import ResolvedRules, RuleChanges
from treeexplorer.tree import GameTree, Number

if TYPE_CHECKING:
    from treeexplorer.explain.paper import WrittenAnswer
from treeexplorer.library.steps import (
    CutOff,
    Moment,
    Parting,
    Pruned,
    Reason,
    Step,
    make_cut_off,
    pruned_of,
    reason_of,
)

SheetFormat: TypeAlias = Literal["text", "markdown", "latex", "html", "csv", "tree"]
_SHEET_FORMATS: Final = ("text", "markdown", "latex", "html", "csv", "tree")

_NARROWEST: Final = 20
_WIDEST: Final = 10_000
_LONGEST_LINE: Final = 1_000  # addresses of a chain's nodes grow with its depth


def search(
    exercise: Exercise,
    *,
    values: Mapping[str, Number] | None = None,
    **changes: Unpack[RuleChanges],
) -> SearchRecord:
    """Search an exercise under its own rules and its course file, and return the record of it.

    Args:
        exercise: What to search.
        values: The numbers of unknown leaves, by word or by any reference to the leaf.
        **changes: Rules that are to be others, such as ``cutoff=">"``, ``fail="hard"``,
            ``algorithm="pvs"``, ``order="right-to-left"``, ``window=(-10, 10)``, ``depth=2``.

    Raises:
        TypeError: It is no exercise, or the values are no mapping of texts.
        RulesError: A value is none of its rule (the message has the valid ones), or the rules do
            not go together or with the tree.
        HorizonError: A node at the depth limit has children and no estimate.
        UnknownReachedError: The search comes to an unknown leaf that has no value.
        ValueError: A value is no number, or what it is given to is no leaf.

    Example:
        >>> exercise = parse("[[3 12 8] [2 4 6] [14 5 2]]")
        >>> search(exercise).value, search(exercise, algorithm="minimax").evaluated
        (3, 9)
    """
    tree = with_values(inner_of(exercise, "search"), values)
    resolved = rules_for(exercise, changes)
    record = engine_search(tree, resolved.rules)
    # The search has stopped before a leaf whose value is unknown, if it came to one.
    check_has_no_unknown(record)
    return SearchRecord(exercise, record, resolved)


def with_values(exercise: notation.Exercise, values: object) -> GameTree:
    """Return an exercise's tree with numbers for unknown leaves, by word or reference.

    Raises:
        TypeError: They are no mapping of texts.
        TreeexplorerError: What a number is given to is no leaf, or it is no number.
    """
    numbers = guards.values_of_unknowns(values)
    if not numbers:
        return exercise.tree
    return exercise.tree.with_values(exercise.tree.resolve_leaf_values(numbers))


def _columns_of(width: object) -> int:
    """Return the number of columns that a drawing is to have.

    Raises:
        TypeError: It is no whole number.
        TreeexplorerError: It is too small or too large.
    """
    wanted = f"width is a number of columns from {_NARROWEST} to {_WIDEST:,}, or None"
    return guards.whole_number(width, wanted, _NARROWEST, _WIDEST)


class SearchRecord:
    """A finished search of an exercise, and everything found in it.

    It is a sequence of its steps, by their numbers as every screen shows them: ``record[3]`` is
    step 3, ``record[-1]`` the last one, ``record[3:6]`` the steps 3, 4 and 5, and ``len()`` how
    many there are. Iterating gives the steps 1 … n. Step 0, the state before the search, is none
    of them: :meth:`at` gives the nodes then, and :meth:`step` what it is.

    Records are equal, and hashed, by exercise, rules and the values that were given. They can be
    pickled, and show the page that steps through them in a notebook.

    Attributes:
        exercise: What was searched.
        rules: The rules it was searched under.
        origins: Where each rule comes from: ``built in``, ``course file``, ``file``, ``option``.
        title: What stands above the tree.
        value: What the root returned.
        bound: Whether the value is ``exact``, a ``lower`` or an ``upper`` bound, or ``open``.
        interval: What the visited leaves prove about the root's minimax value.
        best: The best move, ``None`` if no move is proven.
        ties: The other moves that are proven to be exactly as good.
        may_tie: The other moves that may be as good: they were left with only a bound.
        may_be_better: Where no move is proven, those that may be better than what is proven of
            every other.
        evaluated: How many distinct leaves were evaluated.
        visited: How many distinct nodes were visited.
        calls: How many calls were made; a node that is entered again counts again.
        steps: How many steps there are.

    Example:
        >>> record = search(parse("[[3 12 8] [2 4 6] [14 5 2]]"))
        >>> record.value, record.best, record.line, record.evaluated
        (3, '1', ('root', '1', '1.1'), 7)
        >>> record.at(12)["B"].window
        (3, 2)
        >>> [cut.node for cut in record.cutoffs], record.pruned[0].leaves
        (['2'], (4,))
    """

    def __init__(self, exercise: Exercise, record: Record, resolved: ResolvedRules) -> None:
        """Keep a finished search with its results; :func:`search` makes one.

        Args:
            exercise: What was searched.
            record: The search itself. It must have ended: a value of the root is needed.
            resolved: The rules, with where each comes from.
        """
        self._record = record
        self._resolved = resolved
        self._found = analysis_of(record)
        self._address = record.tree.labels.full_address  # of a node, such as "2.1"

        # What was searched, and how.
        self.exercise: Final = exercise
        self.rules: Final = resolved.rules
        self.origins: Final = dict(resolved.origins)
        self.title: Final = figures.title_of(exercise.directives)

        # The root's value.
        self.value: Final = self._found.value
        self.bound: Final = self._found.bound
        self.interval: Final = self._found.interval

        # The root's moves, by their addresses.
        root = 0
        moves = self._found.moves(root)
        self.best: Final = None if moves.best is None else self._address(moves.best)
        self.ties: Final = tuple(map(self._address, moves.ties))
        self.may_tie: Final = tuple(map(self._address, moves.may_tie))
        self.may_be_better: Final = tuple(map(self._address, moves.may_be_better))

        # What the search has cost.
        self.evaluated: Final = record.evaluated
        self.visited: Final = record.visited
        self.calls: Final = len(record.nodes)
        self.steps: Final = record.steps

    @cached_property
    def line(self) -> tuple[str, ...]:
        """The principal variation, from the root."""
        return tuple(map(self._address, self._found.line))

    @cached_property
    def read(self) -> tuple[Number, ...]:
        """The values of the leaves in the order in which they are evaluated."""
        return tuple(value for _, _, value in self._record.readings())

    @cached_property
    def cutoffs(self) -> tuple[CutOff, ...]:
        """Every cut-off, in order of time."""
        tree = self._record.tree
        return tuple(make_cut_off(tree, cut) for cut in self._found.cut_offs)

    @cached_property
    def pruned(self) -> tuple[Pruned, ...]:
        """The pruned branches with the values of their leaves, in order of time."""
        tree = self._record.tree
        return tuple(pruned_of(tree, branch) for branch in self._found.pruned)

    def label(self, reference: str) -> str:
        """Return the label of a node: its name, or the letter of the drawing.

        Raises:
            TypeError: The reference is no text.
            AddressError: It leads to no node, or to more than one.

        Example:
            >>> search(parse("[[3 12] [2 4]]")).label("2")
            'B'
        """
        tree = self._record.tree
        return tree.labels.label(tree.find(guards.reference(reference)))

    def to_dict(self) -> dict[str, Any]:
        """Return what ``solve --json`` prints for a tree.

        Of the principal variation (``line``) it has the first 1,000 nodes at most.

        Example:
            >>> row = search(parse("[[3 12 8] [2 4 6]]")).to_dict()
            >>> row["value"], row["best"], row["cutoffs"][0]["node"], row["window"]
            (3, '1', '2', ['-inf', 'inf'])
        """
        record = self._record
        # The best moves from the root, as node numbers; in a chain of a tree they may be very many.
        line = self._found.line
        row = {
            "title": self.title,
            **record.rules.to_dict(),
            "value": convert_number_to_json(self.value),
            "bound": self.bound,
            "interval": convert_window_to_json(self.interval),
            "best": self.best,
            "ties": self.ties,
            "may_tie": self.may_tie,
            "may_be_better": self.may_be_better,
            "line": [*map(self._address, line[:_LONGEST_LINE])],
            # From here on: how large the tree is, and what the search has cost.
            "nodes": len(record.tree),
            "visited": self.visited,
            "calls": self.calls,
            "leaves": record.tree.leaf_count,
            "evaluated": self.evaluated,
            "evaluations": record.evaluations,
            "steps": self.steps,
            # What was cut off, pruned and read, in order of time.
            "cutoffs": [cut.to_dict() for cut in self.cutoffs],
            "pruned": [branch.to_dict() for branch in self.pruned],
            "read": convert_numbers_to_json(self.read),
        }
        # The whole length, since `line` is cut.
        if len(line) > _LONGEST_LINE:
            row["line_length"] = len(line)
        return row

    # -- steps -----------------------------------------------------------------------------------

    def __len__(self) -> int:
        return self.steps

    def __iter__(self) -> Iterator[Step]:
        return map(self.step, range(1, self.steps + 1))

    @overload
    def __getitem__(self, number: int) -> Step: ...
    @overload
    def __getitem__(self, number: slice) -> tuple[Step, ...]: ...
    def __getitem__(self, number: int | slice) -> Step | tuple[Step, ...]:
        """Return a step by its number, from 1, or from the end; or the steps of a slice.

        Raises:
            TypeError: It is no whole number and no slice.
            IndexError: There is no such step.
        """
        if isinstance(number, slice):
            numbers = range(self.steps + 1)[number]
            return tuple(self.step(each) for each in numbers if each > 0)
        return self.step(self._number_from_start(number))

    def _number_from_start(self, number: int) -> int:
        """Return the number of a step, counted from the start; −1 stands for the last step.

        Args:
            number: What stands in the brackets of ``record[…]``.

        Raises:
            TypeError: It is no whole number.
            IndexError: There is no such step; 0, the state before the search, is none here.
        """
        given = guards.whole_number(number, f"a step is a whole number from 1 to {self.steps}")
        # Steps are numbered from 1, so that −1 becomes the number of steps.
        from_start = given if given >= 0 else given + self.steps + 1
        if 1 <= from_start <= self.steps:
            return from_start
        raise IndexError(
            f"there is no step {given}: they are numbered from 1 to {self.steps}, and at(0) "
            "is the state before them"
        )

    def step(self, number: int) -> Step:
        """Return a step by its number, from 0; 0 is the state before the search.

        Args:
            number: The number of the step.

        Raises:
            TypeError: It is no whole number.
            IndexError: There is no such step.

        Example:
            >>> search(parse("[[3 12] [2 4]]")).step(0).kind
            'start'
        """
        number = guards.step_number(number, self.steps)
        step = self._record.step(number)
        # None where a node is entered; else the child whose value arrives.
        child = None if step.child is None else self._address(step.child)
        return Step(
            number=number,
            kind=str(step.kind),
            node=self._address(step.node),
            child=child,
            value=step.value,
            v=step.v,
            window=step.window,
            before=step.before,
            _record=self._record,
        )

    def at(self, step: int) -> Moment:
        """Return the nodes as they look at a step, from 0, by any reference.

        The time does not depend on the step: nothing is replayed.

        Raises:
            TypeError: It is no whole number.
            IndexError: There is no such step.

        Example:
            >>> search(parse("[[3 12] [2 4]]")).at(0)["root"].outcome is None
            True
        """
        return Moment(self._record, guards.step_number(step, self.steps))

    def why(self, reference: str, step: int | None = None) -> Reason:
        """Return why a node was cut off, or was not, or was never reached.

        Args:
            reference: An address, a name or a letter; or the value of one leaf alone.
            step: The step after which it is asked; ``None`` for the end of the search.

        Raises:
            TypeError: The reference is no text, or the step no whole number.
            AddressError: The reference leads to no node, or to more than one.
            IndexError: There is no such step.

        Example:
            >>> reason = search(parse("[[3 12 8] [2 4 6]]")).why("B")
            >>> reason.outcome, reason.facts[0]["fact"]
            ('cut-off', 'test')
        """
        record = self._record
        node = record.tree.labels.find_node_or_leaf(guards.reference(reference))
        if step is not None:
            step = guards.step_number(step, record.steps)
        return reason_of(record, node, step)

    # -- pictures --------------------------------------------------------------------------------

    def draw(
        self,
        step: int | None = None,
        *,
        ascii: bool = False,  # noqa: A002 - what the option is called
        claims: bool = False,
        width: int | None = None,
    ) -> str:
        """Return the tree at a step as text; at the end where ``None``.

        Args:
            step: The step, from 0.
            ascii: Whether to use ASCII characters alone.
            claims: Whether to show what is written in the tree beside what was found.
            width: How many columns there are; as many as the drawing needs where ``None``.

        Raises:
            TypeError: One of them is of another type.
            IndexError: There is no such step.

        Example:
            >>> print(search(parse("[[3 12] [2 4]]")).draw(0, ascii=True).splitlines()[0].strip())
            ^ root
        """
        # Imported here, so that ``import treeexplorer`` stays fast.
        from treeexplorer.drawing.diagram import draw
        from treeexplorer.drawing.styled_text import Look, Size, convert_to_plain_text

        guards.require_flag(ascii, "ascii")
        guards.require_flag(claims, "claims")
        if step is not None:
            step = guards.step_number(step, self.steps)
        # The height 0 stands for as many lines as the drawing needs.
        room = None if width is None else Size(_columns_of(width), 0)
        answers = self._paper() if claims else None
        look = Look(ascii=ascii, marks=True, answers=answers)
        return convert_to_plain_text(draw(self._record, step, look, room))

    def trace(self, to: Literal["markdown", "csv"] = "markdown") -> str:
        """Return the steps as the table that students hand in.

        Raises:
            TypeError: The format is no text.
            TreeexplorerError: There is no such format.

        Example:
            >>> search(parse("[[3 12] [2 4]]")).trace("csv").splitlines()[0]
            'step,node,what happens,v,α,β,note'
        """
        from treeexplorer.formats.tables import trace_csv, trace_markdown

        guards.choice(to, ("markdown", "csv"), "the format")
        return trace_csv(self._record) if to == "csv" else trace_markdown(self._record)

    @overload
    def export(
        self,
        to: Literal["png"],
        *,
        step: int | None = ...,
        claims: bool = ...,
        blank: bool = ...,
        caption: bool = ...,
        choice: bool = ...,
        width: int | None = ...,
    ) -> bytes: ...
    @overload
    def export(
        self,
        to: Literal["svg", "latex", "html"],
        *,
        step: int | None = ...,
        claims: bool = ...,
        blank: bool = ...,
        caption: bool = ...,
        choice: bool = ...,
        fragment: bool = ...,
        practise: bool = ...,
    ) -> str: ...
    def export(self, to: figures.FigureFormat, **options: Any) -> str | bytes:
        r"""Return a figure or a page, with the options of ``treeexplorer export``.

        Args:
            to: ``svg``, ``png`` (as bytes), ``latex`` (the package forest) or ``html``.
            **options: ``step``, from 0, the end of the search without it; ``claims=True`` to show
                what is written, too; ``blank=True`` for nothing found, with room to write;
                ``caption=True`` (svg, png) for the title and the step's sentence; ``choice=True``
                (svg, png) for the choice that the step's cut-off is; ``width`` in pixels (png,
                1200); ``fragment=True`` (latex) for the tree alone; ``practise=True``
                (html) to ask for v and window at each test first.

        Raises:
            TypeError: An option has a value of another type than it takes.
            IndexError: There is no such step.
            ChoiceError: A choice is asked for, and what is drawn is no step with a cut-off.
            LatexError: LaTeX is asked for of a tree that is too large for TeX.
            PageError: A page is asked for of a tree with more than 2,000 nodes.
            TreeexplorerError: There is no such format, an option decides nothing in it, or PNG is
                asked for without its renderer (``pip install 'treeexplorer[figures]'``).

        Example:
            >>> record = search(parse("[[3 12] [2 4]]"))
            >>> record.export("svg", step=10)[:4], "begin{forest}" in record.export("latex")
            ('<svg', True)
        """
        self._require_export(to, options)
        return figures.figure(self._drawn(), to, self._paper_if(options), options)

    def frames(
        self,
        steps: Literal["all", "cut-offs"] | Iterable[int] = "all",
        to: Literal["svg", "png"] = "svg",
        **options: Any,
    ) -> Iterator[tuple[int, str | bytes]]:
        """Return an iterator over steps with their figures, all of one size.

        Args:
            steps: ``all``, ``cut-offs``, or the numbers of the steps, from 0.
            to: ``svg``, or ``png`` as bytes.
            **options: ``claims``, ``caption``, ``choice`` and ``width``, as for
                :meth:`export`.

        Raises:
            TypeError: They are no steps, or an option is of another type than it takes.
            IndexError: There is no such step.
            ChoiceError: A choice is asked for, and none of the steps has a cut-off.
            TreeexplorerError: There is no such format, or an option decides nothing in it.

        Example:
            >>> [step for step, figure in search(parse("[[3 12] [2 4 6]]")).frames("cut-offs")]
            [10]
        """
        guards.choice(to, ("svg", "png"), "the format")
        self._require_export(to, options)
        numbers = self._numbers_of_steps(steps)
        return figures.figures(self._drawn(), to, numbers, self._paper_if(options), options)

    def _numbers_of_steps(self, steps: object) -> list[int]:
        """Return the numbers of the steps to draw, given as ``"all"``, ``"cut-offs"`` or a list.

        Args:
            steps: What a caller passed.

        Returns:
            The numbers. With ``"all"`` they begin with 0, the state before the search.

        Raises:
            TypeError: They are neither of the two words nor a list of numbers.
            IndexError: There is no such step.
        """
        if isinstance(steps, str):
            guards.choice(steps, ("all", "cut-offs"), "steps")
            if steps == "all":
                return list(range(self.steps + 1))
            return [cut.step for cut in self.cutoffs]
        wanted = "steps are 'all', 'cut-offs' or a list of their numbers"
        if not isinstance(steps, Iterable) or isinstance(steps, bytes):
            raise guards.refused(wanted, steps)
        return [guards.step_number(step, self.steps) for step in steps]

    def _require_export(self, to: object, options: Mapping[str, Any]) -> None:
        """Make sure that a figure's format is known, and that its options decide something."""
        guards.choice(to, figures.FIGURE_FORMATS, "the format of a figure")
        figures.require_options(str(to), options)

    def _drawn(self) -> figures.Drawn:
        """Return the search with what stands around its drawing: title, rules, source."""
        return figures.drawn_with(self._record, self.exercise.directives, self._resolved.line)

    def _paper_if(self, options: Mapping[str, Any]) -> dict[int, WrittenAnswer] | None:
        """Return what is written beside the tree, if the option ``claims`` asks for it."""
        return self._paper() if options.get("claims") else None

    def _paper(self) -> dict[int, WrittenAnswer]:
        """Return what is claimed at each node, marked."""
        from treeexplorer.marking.check import Check

        return Check(self._record, inner_of(self.exercise, "draw").claims).paper

    def to_svg(self, step: int | None = None) -> str:
        """Return the tree at a step as an SVG document with its sentence; the end where ``None``.

        Raises:
            TypeError: The step is no whole number.
            IndexError: There is no such step.

        Example:
            >>> search(parse("[[3 12] [2 4]]")).to_svg(3).startswith("<svg")
            True
        """
        return self.export("svg", step=step, caption=True)

    def to_html(self, *, practise: bool = False) -> str:
        """Return a page for the browser that steps through the search.

        The tree is SVG in the page's markup, and can be read without JavaScript.

        Args:
            practise: Whether window, v and cut-off are asked for before they are shown.

        Raises:
            TypeError: It is neither ``True`` nor ``False``.
            PageError: The tree has more than 2,000 nodes.

        Example:
            >>> search(parse("[[3 12] [2 4]]")).to_html().startswith("<!DOCTYPE html>")
            True
        """
        return self.export("html", practise=practise)

    def answers(self) -> AnswerSheet:
        """Return the answer sheet: what one would hand in.

        Example:
            >>> search(parse("[[3 12] [2 4]]")).answers().line
            'root → A → 3'
        """
        return AnswerSheet(self)

    # -- beside another search -------------------------------------------------------------------

    def parts_from(self, other: SearchRecord) -> tuple[Parting, ...]:
        """Return the cut-offs of either search that the other, visiting the node, does not make.

        Raises:
            TypeError: It is no record.
            TreeexplorerError: It is one of another tree.

        Example:
            >>> exercise = parse("[[3 12] [3 4]]")
            >>> [each.node for each in search(exercise).parts_from(search(exercise, cutoff=">"))]
            ['2']
        """
        from treeexplorer.explain.partings import find_partings

        found = find_partings(self._record, self._beside(other))
        return tuple(Parting(self._address(e.node), e.step, str(e.sentence)) for e in found)

    def differs_from(self, other: SearchRecord) -> str:
        """Return what another search of the tree does that this one does not, in a sentence.

        Raises:
            TypeError: It is no record.
            TreeexplorerError: It is one of another tree.

        Example:
            >>> exercise = parse("[[3 12] [3 4]]")
            >>> search(exercise).differs_from(search(exercise, cutoff=">"))
            'Under the test >, 1 more leaf is read: 4; 1 cut-off is gone: ▽B.'
        """
        from treeexplorer.explain.differences import differences
        from treeexplorer.explain.rules_in_words import describe_changed_rules

        second = self._beside(other)
        under = describe_changed_rules(self._record.rules, second.rules)
        return str(differences(self._record, second).sentence(under))

    def _beside(self, other: object) -> Record:
        """Return what another record, which is compared with this one, recorded.

        Raises:
            TypeError: It is no record.
            TreeexplorerError: It is one of another tree.
        """
        if not isinstance(other, SearchRecord):
            raise guards.refused("a record is compared with another record", other)
        if other._record.tree.end != self._record.tree.end:
            raise TreeexplorerError("a record is compared with one of the same tree")
        return other._record

    # -- notebooks and values --------------------------------------------------------------------

    def __repr__(self) -> str:
        return (
            f"<SearchRecord of {self.title}: value {self.value}, best {self.best}, "
            f"{self.evaluated} leaves evaluated, {self.steps} steps>"
        )

    def _repr_html_(self) -> str | None:
        """Return the page that steps through the search, for a notebook.

        ``None`` if the tree is too large for a page.
        """
        if len(self._record.tree) > LARGEST_FIGURE:
            return None
        # In a frame of its own the page takes no keys from the notebook, and its program may run.
        return (
            '<iframe sandbox="allow-scripts" style="width:100%;height:900px;border:0" '
            f'title="{escape(self.title)}" srcdoc="{escape(self.to_html())}"></iframe>'
        )

    def _repr_svg_(self) -> str | None:
        return figures.in_notebook(self._record, None, self.title, caption=True)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SearchRecord):
            return NotImplemented
        are_alike = (self.exercise, self.rules) == (other.exercise, other.rules)
        return are_alike and self._record.tree == other._record.tree

    def __hash__(self) -> int:
        return hash((self.exercise, self.rules))


# -- answer sheets -----------------------------------------------------------------------------


class AnswerSheet:
    """What one would hand in for a tree: the answers in words, of :meth:`SearchRecord.answers`.

    It shows itself in a notebook.

    Attributes:
        title: What stands above it.
        rules: The rules, in a line.
        record: The search that it is of.

    Example:
        >>> sheet = search(parse("[[3 12 8] [2 4 6]]")).answers()
        >>> sheet.value, sheet.line, sheet.cut_offs
        ('3, exactly', 'root → A → 3', ('α cut-off at ▽B: 3 ≥ 2; pruned: 4, 6',))
    """

    def __init__(self, record: SearchRecord) -> None:
        from treeexplorer.course.answers import AnswerSheet as EngineAnswerSheet

        self.record: Final = record
        self.title: Final = record.title
        self.rules: Final = record._resolved.line
        self._sheet: EngineAnswerSheet = EngineAnswerSheet(record._record, self.title, self.rules)

    @property
    def value(self) -> str:
        """The root's value in words: ``3, exactly``."""
        return str(self._sheet.value)

    @property
    def moves(self) -> str:
        """The best move, and which others are or may be as good, or may be better."""
        return str(self._sheet.moves)

    @property
    def line(self) -> str:
        """The best line: ``root → A → C → 5``."""
        return self._sheet.line

    @property
    def read(self) -> tuple[str, ...]:
        """The leaves in the order in which they are first read."""
        return tuple(self._sheet.read())

    @property
    def pruned(self) -> tuple[str, ...]:
        """The pruned branches, each with its leaves."""
        return tuple(map(str, self._sheet.pruned))

    @property
    def cut_offs(self) -> tuple[str, ...]:
        """Each cut-off with its test, and what is pruned."""
        return tuple(map(str, self._sheet.cut_offs))

    @property
    def counts(self) -> str:
        """How many leaves and nodes, steps and cut-offs."""
        return str(self._sheet.counts)

    @property
    def lines(self) -> tuple[str, ...]:
        """The answers line by line, each behind what it is."""
        return self._sheet.lines

    def export(self, to: SheetFormat = "text") -> str:
        """Return the answer sheet in a format, as ``treeexplorer solve --as`` prints it.

        Args:
            to: The format. ``csv`` is the table of the visited nodes, ``tree`` the tree with all
                answers as claims; the others are the whole sheet.

        Raises:
            TypeError: The format is no text.
            TreeexplorerError: There is no such format.

        Example:
            >>> search(parse("[[3 12] [2 4]]")).answers().export("tree").splitlines()[-1]
            '(-inf,inf)=3[(-inf,inf)=3[3 12] (3,inf)<=2[2 /4]]'
        """
        from treeexplorer.course import pages

        guards.choice(to, _SHEET_FORMATS, "the format of an answer sheet")
        if to == "csv":
            return self._sheet.csv()
        if to == "tree":
            return self._tree_with_answers()
        blocks = list(self._sheet.blocks(level=1))
        # The text form is without tables.
        if to == "text":
            blocks = [block for block in blocks if not isinstance(block, pages.Table)]
        return pages.PAGE_WRITERS[to](blocks)

    def _tree_with_answers(self) -> str:
        """Return the tree in the notation, with all answers as claims."""
        from treeexplorer.course.sheet import ASKS, SheetTree

        asks = tuple(ask for ask in ASKS if ask not in {"exit-windows", "pruned-if"})
        record = self.record
        inner = replace(inner_of(record.exercise, "answers"), tree=record._record.tree)
        return notation.write(SheetTree(self.title, inner, record.rules, asks).key)

    def __repr__(self) -> str:
        return f"<AnswerSheet of {self.title}: {self.value}>"

    def _repr_markdown_(self) -> str:
        return self._sheet._repr_markdown_()
