"""What ``import treeexplorer`` offers: exercises, their searches, and everything found in them.

Nodes are told by addresses (``root``, ``1``, ``3.2``), as in the JSON of the commands. Wherever a
node is asked for, its name or the letter of the drawing will do as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeAlias, Unpack

from treeexplorer import notation
from treeexplorer.drawing.runs import LARGEST_FIGURE
from treeexplorer.engine import CutOff as EngineCutOff
from treeexplorer.engine import Record, StepKind, algorithms, analysis_of
from treeexplorer.engine import search as engine_search
from treeexplorer.errors import TreeexplorerError
from treeexplorer.explain.facts import elsewhere, fact_json, outcome, step_facts
from treeexplorer.explain.sentence import joined
from treeexplorer.explain.sentences import refuse_unknown, sentence
from treeexplorer.explain.snapshot import snapshot
from treeexplorer.explain.why import node_facts, why
from treeexplorer.gallery import find
from treeexplorer.numbers import all_for_json, for_json, window_json
from treeexplorer.rules import Course, ResolvedRules, RuleChanges, Rules, course_of, parse_rule
from treeexplorer.text import shorten
from treeexplorer.tree import AddressError, GameTree, Number, Player, Window
from treeexplorer.tree import from_nested as tree_from_nested

if TYPE_CHECKING:
    from treeexplorer.exercises.answers import AnswerSheet
    from treeexplorer.exercises.check import Check
    from treeexplorer.exercises.generate import Order
    from treeexplorer.exercises.grade import Grade
    from treeexplorer.exercises.unknowns import UnknownAnswer
    from treeexplorer.explain.comparing import Contender
    from treeexplorer.games.protocol import AnyGame

Outcome: TypeAlias = Literal["open", "visited", "cut-off", "pruned"]
_OUTCOMES: Final[dict[str, Outcome]] = {"open": "open", "closed": "visited", "skipped": "pruned"}

_LONGEST_LINE: Final = 1_000  # addresses of a chain's nodes grow with its depth


class Exercise(notation.Exercise):
    """A tree with what somebody wrote beside it.

    The columns of its ``tree`` have one row a node, in preorder; see
    :class:`treeexplorer.tree.GameTree`.

    Example:
        >>> exercise = parse("A:[B:[3 12 8] C:[2 4 6]]")
        >>> len(exercise), exercise.tree.names[1], list(exercise.tree.parent)
        (9, 'B', [-1, 0, 1, 1, 1, 0, 5, 5, 5])
    """

    def __len__(self) -> int:
        """Return the number of drawn nodes."""
        return len(self.tree)

    @property
    def title(self) -> str | None:
        """What stands above the tree."""
        return self.directives.title

    def to_dict(self) -> dict[str, Any]:
        """Return the row that ``game --json`` and ``generate --json`` print.

        Example:
            >>> row = game_tree("nim", position="1,1").to_dict()
            >>> row["title"], row["leaves"], row["plies"]
            ('Nim', 2, 2)
        """
        return notation.exercise_json(self)

    def __repr__(self) -> str:
        return f"<Exercise of {len(self)} nodes: {shorten(notation.write(self).strip(), 200)}>"

    def _repr_svg_(self) -> str | None:
        if len(self) > LARGEST_FIGURE:
            return None
        record = engine_search(self.tree, Rules(algorithm="minimax", levels=self.tree.levels))
        return _svg(record, 0, title=self.title, caption=False)


def _own(exercise: notation.Exercise) -> Exercise:
    return Exercise(**vars(exercise))


def parse(text: str) -> Exercise:
    """Return the one tree of a text in the notation.

    Raises:
        NotationError: The text is no tree; says where and why.
        ValueError: There are several trees.

    Example:
        >>> parse("[[3 12 8] [2 4 6] [14 5 2]]").tree.leaf_count
        9
    """
    return notation.single(parse_all(text), "parse_all")


def parse_all(text: str) -> tuple[Exercise, ...]:
    r"""Return the trees of a text in the notation, in its order.

    Raises:
        NotationError: The text is wrong somewhere; says where and why.

    Example:
        >>> [len(exercise) for exercise in parse_all("[1 2]\n[3 4 5]")]
        [3, 4]
    """
    return tuple(map(_own, notation.parse_all(text)))


def load(path: str | Path) -> Exercise:
    """Return the one tree of a file, or of a built-in example by its name.

    A course file beside the tree or above it counts when the tree is searched; for a built-in
    example that of the working folder does.

    Raises:
        FileError: The file cannot be read.
        NotationError: It holds no tree.
        ValueError: There are several trees; :func:`load_all` reads them.
    """
    return notation.single(load_all(path), "load_all")


def load_all(path: str | Path) -> tuple[Exercise, ...]:
    """Return the trees of a file or a built-in example, in its order.

    Raises:
        FileError: The file cannot be read.
        NotationError: It is wrong somewhere.

    Example:
        >>> [len(exercise) for exercise in load_all("aima")]
        [13]
    """
    found = find(path) if isinstance(path, str) else path
    return tuple(map(_own, notation.load_all(found or path)))


def from_nested(
    root: Any,
    levels: Iterable[Player] = (Player.MAX, Player.MIN),
    *,
    children: Callable[[Any], Any] | None = None,
    value: Callable[[Any], Any] | None = None,
    name: Callable[[Any], str | None] | None = None,
) -> Exercise:
    """Return the tree of nested lists, or of nodes of a class of one's own.

    Args:
        root: A number, a list or tuple of such, or the root of other nodes.
        levels: The players by ply, repeated cyclically.
        children: What returns a node's children, none or ``None`` at a leaf.
        value: What returns a leaf's value.
        name: What returns a node's name, ``None`` where it has none.

    Raises:
        ValueError: A list is empty, a leaf is no number that can be kept exactly, or the levels
            are no players.

    Example:
        >>> from_nested([[3, 12, 8], [2, 4, 6]]).tree.leaf_count
        6
    """
    players = parse_rule("levels", levels)
    return Exercise(tree_from_nested(root, players, children=children, value=value, name=name))


# -- searching ---------------------------------------------------------------------------------


def _resolved(
    exercise: notation.Exercise, changes: RuleChanges, *, tries_searches: bool = False
) -> ResolvedRules:
    """Return the rules an exercise is searched under, with where each comes from."""
    if not isinstance(exercise, notation.Exercise):
        raise TypeError(f"an Exercise is searched, as parse() returns it, not {exercise!r:.60}")
    course = Course() if exercise.path is None else course_of(exercise.path)
    return algorithms.rules_of(exercise, course, changes, tries_searches=tries_searches)


def search(
    exercise: notation.Exercise,
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
    resolved = _resolved(exercise, changes)
    tree = _with_values(exercise, values)
    record = engine_search(tree, resolved.rules)
    refuse_unknown(record)
    return SearchRecord(exercise, record, resolved)


def _with_values(exercise: notation.Exercise, values: Mapping[str, Number] | None) -> GameTree:
    """Return an exercise's tree with numbers for unknown leaves, by word or reference."""
    if not values:
        return exercise.tree
    return exercise.tree.with_values(exercise.tree.leaf_numbers(values))


class CutOff(NamedTuple):
    """A cut-off; the fields are those of ``solve --json``.

    Attributes:
        step: The step at which it happens.
        node: The node whose loop stops.
        kind: ``beta`` at a MAX node, ``alpha`` at a MIN node.
        deep: Whether the bound comes from further up than the nearest opponent.
        after: The child whose value made it.
        v: The node's v.
        bound: The bound that v reached.
        skipped: The skipped children; ``...`` for those that are not drawn.
        witness: The ancestor that has the bound, and its child that gave it; ``None`` where it is
            the initial window's or a null window's.
        source: ``witness``, ``window`` or ``null-window``.
    """

    step: int
    node: str
    kind: str
    deep: bool
    after: str
    v: Number
    bound: Number
    skipped: tuple[str, ...]
    witness: tuple[str, str] | None
    source: str

    def to_dict(self) -> dict[str, Any]:
        """Return it as in ``solve --json``."""
        row = self._asdict() | {"v": for_json(self.v), "bound": for_json(self.bound)}
        if self.witness is not None:
            row["witness"] = dict(zip(("node", "child"), self.witness, strict=True))
        return row


class Pruned(NamedTuple):
    """A pruned branch.

    Attributes:
        node: The branch; the parent where its undrawn children are meant.
        leaves: The values of its leaves; an unknown leaf as its word.
        elided: Whether the children that are not drawn (``...``) are meant.
    """

    node: str
    leaves: tuple[Number | str, ...]
    elided: bool = False

    def to_dict(self) -> dict[str, Any]:
        """Return it as in ``solve --json``."""
        elided = {"elided": True} if self.elided else {}
        return {"node": self.node, **elided, "leaves": all_for_json(self.leaves)}


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a search, from 1; step 0 is the state before the search.

    Attributes:
        number: Its number.
        kind: ``visit``, ``leaf``, ``return`` or ``cut``; ``start`` for step 0.
        node: The node that is visited, or the parent at which a value arrives.
        child: The child whose value arrives; ``None`` on a visit.
        value: The leaf's value, or the value that arrives.
        v: The node's v afterwards.
        window: The entry window of a visit, the moving window after an arrival.
        before: The moving window before an arrival.

    Example:
        >>> step = search(parse("[[3 12 8] [2 4 6]]")).step(12)
        >>> step.kind, step.node, step.child, step.value, step.window, step.before
        ('cut', '2', '2.1', 2, (3, 2), (3, inf))
    """

    number: int
    kind: str
    node: str
    child: str | None
    value: Number | None
    v: Number | None
    window: Window | None
    before: Window | None
    _record: Record = field(repr=False)

    @property
    def text(self) -> str:
        """The step in words."""
        return sentence(self._record, self.number)

    @property
    def facts(self) -> list[dict[str, Any]]:
        """What the sentence rests on, as ``trace --json`` prints it."""
        address = self._record.tree.labels.bounded_address
        facts = step_facts(self._record, self.number)
        return [fact_json(self._record.tree, fact, address) for fact in facts]

    def to_dict(self) -> dict[str, Any]:
        """Return the row that ``trace --json`` prints."""
        step, record, tree = self._record.step(self.number), self._record, self._record.tree
        row = {"step": self.number, "kind": self.kind, **_node_json(record, step.node)}
        window = window_json(step.window)
        is_leaf = step.kind is StepKind.LEAF
        if step.child is None:
            player = None if is_leaf else tree.player(step.node)
            row |= {"ply": tree.ply[step.node], "player": player, "window": window}
            if is_leaf:
                row["value"] = for_json(step.value)
            meets_elided = not is_leaf and record.rules.right_to_left
        else:
            row |= {"child": self.child, "value": for_json(step.value), "v": for_json(step.v)}
            row |= {"before": window_json(step.before), "window": window}
            is_last_drawn = tree.end[step.child] == tree.end[step.node]
            meets_elided = is_last_drawn and not record.rules.right_to_left
        if meets_elided and step.node in tree.elided:
            row["elided"] = True
        if step.kind is StepKind.CUT and step.child_call is not None:
            cut = analysis_of(record).cut_off(step.child_call)
            row |= {"cut": cut.kind, "skipped": _skipped(tree, cut)}
        return row | {"facts": self.facts, "text": self.text}


class Reason(NamedTuple):
    """Why a node was cut off, or was not, or was never reached; ``str()`` gives the sentences.

    Attributes:
        node: The node's address.
        name: Its name; ``None`` where it has none.
        label: Its name, or the letter of the drawing.
        outcome: ``cut-off``, ``visited`` or ``pruned``.
        step: The step at which it is entered; ``None`` where it is not.
        text: The reason in words.
        facts: What the sentences rest on, as ``why --json`` prints it.
    """

    node: str
    name: str | None
    label: str
    outcome: str
    step: int | None
    text: str
    facts: tuple[dict[str, Any], ...]

    def __str__(self) -> str:
        return self.text

    def to_dict(self) -> dict[str, Any]:
        """Return the row that ``why --json`` prints."""
        return self._asdict() | {"facts": list(self.facts)}


class UnknownNodeError(TreeexplorerError, KeyError):
    """A reference that leads to no node of a moment, or to more than one."""

    __str__ = Exception.__str__


class NodeAtStep(NamedTuple):
    """What a node looks like at a step; each is ``None`` where there is none yet.

    Attributes:
        entry: The window it was entered with.
        window: The moving window now.
        v: Its best value so far.
        returned: What it returned.
        outcome: ``open``, ``visited``, ``cut-off`` or ``pruned``.
    """

    entry: Window | None
    window: Window | None
    v: Number | None
    returned: Number | None
    outcome: Outcome | None


class Moment(Mapping[str, NodeAtStep]):
    """The nodes of a search at one step, by address, name or letter."""

    def __init__(self, record: Record, step: int) -> None:
        self._snapshot = snapshot(record, step)
        self._tree = record.tree

    def __getitem__(self, reference: str) -> NodeAtStep:
        try:
            view = self._snapshot.view(self._tree.find(reference))
        except AddressError as error:
            raise UnknownNodeError(str(error)) from None
        outcome = "cut-off" if view.is_cut else _OUTCOMES.get(view.status)
        returned = view.number if view.status == "closed" else None
        return NodeAtStep(view.entry, view.window, view.v, returned, outcome)

    def __iter__(self) -> Iterator[str]:
        return map(self._tree.address, range(len(self._tree)))

    def __len__(self) -> int:
        return len(self._tree)

    def __repr__(self) -> str:
        return f"<Moment of {len(self)} nodes at step {self._snapshot.step}>"


def _skipped(tree: GameTree, cut: EngineCutOff) -> list[str]:
    addresses = list(map(tree.labels.bounded_address, cut.skipped))
    return [*addresses, "..."] if cut.elided else addresses


def _node_json(record: Record, node: int) -> dict[str, Any]:
    labels = record.tree.labels
    name = record.tree.names.get(node)
    return {"node": labels.bounded_address(node), "name": name, "label": labels.label(node)}


class SearchRecord:
    """A finished search of an exercise, and everything found in it.

    Iterating gives the steps 1 … n; :meth:`at` gives the nodes at any step, 0 included.

    Attributes:
        exercise: What was searched.
        rules: The rules it was searched under.
        origins: Where each rule comes from: ``built in``, ``course file``, ``file``, ``option``.
        title: What stands above the tree.
        value: What the root returned.
        bound: Whether the value is ``exact``, a ``lower`` or an ``upper`` bound, or ``open``.
        interval: What the visited leaves prove about the root's minimax value.
        best: The best move, ``None`` where no move is proven.
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

    def __init__(
        self, exercise: notation.Exercise, record: Record, resolved: ResolvedRules
    ) -> None:
        self._record, self._resolved = record, resolved
        self._found = found = analysis_of(record)
        self._address = address = record.tree.labels.bounded_address
        moves = found.moves(0)
        self.exercise: Final = exercise
        self.rules: Final = resolved.rules
        self.origins: Final = dict(resolved.origins)
        self.title: Final = exercise.directives.title or "Game tree"
        self.value: Final = found.value
        self.bound: Final = found.bound
        self.interval: Final = found.interval
        self.best: Final = None if moves.best is None else address(moves.best)
        self.ties: Final = tuple(map(address, moves.ties))
        self.may_tie: Final = tuple(map(address, moves.may_tie))
        self.may_be_better: Final = tuple(map(address, moves.may_be_better))
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
        tree, address = self._record.tree, self._address
        return tuple(
            CutOff(
                step=cut.step,
                node=address(cut.node),
                kind=cut.kind,
                deep=cut.deep,
                after=address(cut.after),
                v=cut.v,
                bound=cut.bound,
                skipped=tuple(_skipped(tree, cut)),
                witness=cut.witness and (address(cut.witness.node), address(cut.witness.child)),
                source=cut.source,
            )
            for cut in self._found.cut_offs
        )

    @cached_property
    def pruned(self) -> tuple[Pruned, ...]:
        """The pruned branches with the values of their leaves, in order of time."""
        tree = self._record.tree
        return tuple(
            Pruned(
                node=self._address(branch.node),
                leaves=() if branch.is_elided else tuple(tree.values_below(branch.node)),
                elided=branch.is_elided,
            )
            for branch in self._found.pruned
        )

    def label(self, reference: str) -> str:
        """Return the label of a node: its name, or the letter of the drawing.

        Raises:
            AddressError: The reference leads to no node, or to more than one.
        """
        tree = self._record.tree
        return tree.labels.label(tree.find(reference))

    def to_dict(self) -> dict[str, Any]:
        """Return the row that ``solve --json`` prints; a line of more than 1,000 nodes ends there.

        Example:
            >>> row = search(parse("[[3 12 8] [2 4 6]]")).to_dict()
            >>> row["value"], row["best"], row["cutoffs"][0]["node"], row["window"]
            (3, '1', '2', ['-inf', 'inf'])
        """
        record, line = self._record, self._found.line
        row = {
            "title": self.title,
            **record.rules.to_dict(),
            "value": for_json(self.value),
            "bound": self.bound,
            "interval": window_json(self.interval),
            "best": self.best,
            "ties": self.ties,
            "may_tie": self.may_tie,
            "may_be_better": self.may_be_better,
            "line": [*map(self._address, line[:_LONGEST_LINE])],
            "nodes": len(record.tree),
            "visited": self.visited,
            "calls": self.calls,
            "leaves": record.tree.leaf_count,
            "evaluated": self.evaluated,
            "evaluations": record.evaluations,
            "steps": self.steps,
            "cutoffs": [cut.to_dict() for cut in self.cutoffs],
            "pruned": [branch.to_dict() for branch in self.pruned],
            "read": all_for_json(self.read),
        }
        return row | ({"line_length": len(line)} if len(line) > _LONGEST_LINE else {})

    # -- steps -----------------------------------------------------------------------------------

    def __len__(self) -> int:
        return self.steps

    def __iter__(self) -> Iterator[Step]:
        return map(self.step, range(1, self.steps + 1))

    def step(self, number: int) -> Step:
        """Return a step by its number, from 0.

        Raises:
            IndexError: There is no such step.
        """
        step = self._record.step(number)
        node, child = self._address(step.node), step.child
        arrived = (None if child is None else self._address(child), step.value, step.v)
        return Step(number, str(step.kind), node, *arrived, step.window, step.before, self._record)

    def at(self, step: int) -> Moment:
        """Return the nodes as they look at a step, by any reference.

        The time does not depend on the step: nothing is replayed.

        Raises:
            IndexError: There is no such step.
        """
        return Moment(self._record, step)

    def why(self, reference: str, step: int | None = None) -> Reason:
        """Return why a node was cut off, or was not, or was never reached.

        Args:
            reference: An address, a name or a letter.
            step: As it stands after this step; at the end where ``None``.

        Raises:
            AddressError: The reference leads to no node, or to more than one.
            IndexError: There is no such step.

        Example:
            >>> reason = search(parse("[[3 12 8] [2 4 6]]")).why("B")
            >>> reason.outcome, reason.facts[0]["fact"]
            ('cut-off', 'test')
        """
        record = self._record
        node, last = record.tree.find(reference), record.steps if step is None else step
        record.step(last)
        row, facts = record.row_at(node, last), [*node_facts(record, node, step)]
        if step is None:
            facts += elsewhere(self.exercise.tree, record, node)
        return Reason(
            **_node_json(record, node),
            outcome=outcome(record, node),
            step=None if row is None else record.entered(row),
            text=joined(why(record, node, step)),
            facts=tuple(fact_json(record.tree, fact, self._address) for fact in facts),
        )

    # -- pictures --------------------------------------------------------------------------------

    def draw(self, step: int | None = None) -> str:
        """Return the tree at a step as text; at the end where ``None``."""
        from treeexplorer.drawing.diagram import draw
        from treeexplorer.drawing.runs import Look, uncoloured

        return uncoloured(draw(self._record, step, Look(marks=True)))

    def to_svg(self, step: int | None = None) -> str:
        """Return the tree at a step as an SVG document; at the end where ``None``."""
        return _svg(self._record, step, title=self.title)

    def to_html(self, *, practise: bool = False) -> str:
        """Return a page for the browser that steps through the search.

        The tree is SVG in the page's markup, and can be read without JavaScript.

        Args:
            practise: Whether window, v and cut-off are asked for before they are shown.

        Raises:
            PageError: The tree has more than 2,000 nodes.
        """
        from treeexplorer.drawing.page import page

        return page(self._record, self.title, self._resolved.line, practise=practise)

    def answers(self) -> AnswerSheet:
        """Return the answer sheet: what one would hand in."""
        from treeexplorer.exercises.answers import AnswerSheet

        return AnswerSheet(self._record, self.title, self._resolved.line)

    # -- notebooks and values --------------------------------------------------------------------

    def __repr__(self) -> str:
        return (
            f"<SearchRecord of {self.title}: value {self.value}, best {self.best}, "
            f"{self.evaluated} leaves evaluated, {self.steps} steps>"
        )

    def _repr_html_(self) -> str | None:
        if len(self._record.tree) > LARGEST_FIGURE:
            return None
        # In a frame of its own the page takes no keys from the notebook, and its program may run.
        return (
            '<iframe sandbox="allow-scripts" style="width:100%;height:900px;border:0" '
            f'title="{escape(self.title)}" srcdoc="{escape(self.to_html())}"></iframe>'
        )

    def _repr_svg_(self) -> str | None:
        return None if len(self._record.tree) > LARGEST_FIGURE else self.to_svg()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SearchRecord):
            return NotImplemented
        are_alike = (self.exercise, self.rules) == (other.exercise, other.rules)
        return are_alike and self._record.tree == other._record.tree

    def __hash__(self) -> int:
        return hash((self.exercise, self.rules))


def _svg(record: Record, step: int | None, *, title: str | None, caption: bool = True) -> str:
    from treeexplorer.drawing.figures import FigureOptions
    from treeexplorer.drawing.svg import svg

    return svg(record, step, FigureOptions(title=title, caption=caption))


# -- exercises ---------------------------------------------------------------------------------


def check(
    exercise: notation.Exercise,
    *,
    values: Mapping[str, Number] | None = None,
    **changes: Unpack[RuleChanges],
) -> Check:
    """Check what is claimed about a tree against its search, with arguments as for a search.

    Raises:
        UnknownReachedError: The search comes to an unknown leaf that has no value.

    Example:
        >>> check(parse("3[3[3 12 8] <=2[2 /4 /6]]")).headline
        'All 5 answers are right.'
    """
    from treeexplorer.exercises.check import check as judged

    rules = _resolved(exercise, changes).rules
    return judged(replace(exercise, tree=_with_values(exercise, values)), rules)


def compare(exercise: notation.Exercise, **changes: Unpack[RuleChanges]) -> tuple[Contender, ...]:
    """Search a tree with every search and convention.

    Example:
        >>> [(each.name, each.value) for each in compare(parse("[[3 12 8] [2 4 6]]"))][:2]
        [('alpha-beta ≥', 3), ('alpha-beta >', 3)]
    """
    from treeexplorer.explain import comparing

    tree, rules = exercise.tree, _resolved(exercise, changes, tries_searches=True).rules
    return tuple(comparing.run(tree, each) for each in comparing.contenders(tree, rules))


def grade(
    key: notation.Exercise | Sequence[notation.Exercise],
    hand_ins: Iterable[notation.Exercise | Sequence[notation.Exercise]],
) -> list[Grade]:
    """Mark hand-ins, each a tree or several, against a key; trees are told by their titles.

    Raises:
        WrongKeyError: The key claims nothing, or something that is wrong.

    Example:
        >>> key = parse("3[3[3 12 8] <=2[2 /4 /6]]")
        >>> grade(key, [key, parse("3[3[3 12 8] 4[2 4 6]]")])[0].marks.mistakes
        0
    """
    from treeexplorer.exercises import grade as grading

    def titled(trees: notation.Exercise | Sequence[notation.Exercise]) -> list[Any]:
        listed = [trees] if isinstance(trees, notation.Exercise) else trees
        return [(e.directives.title or f"tree {n}", e) for n, e in enumerate(listed, 1)]

    trees = grading.key_of((title, each, _resolved(each, {}).rules) for title, each in titled(key))
    return [
        grading.grade(f"hand-in {number}", dict(titled(each)), trees)
        for number, each in enumerate(hand_ins, 1)
    ]


def generate(level: int | None = None, *, seed: int = 0, order: Order | None = None) -> Exercise:
    """Return a tree to order; the same one from the same seed.

    Args:
        level: From 1 (easy) to 5; two plies of three children without one.
        seed: Any integer.
        order: What it is to be like in detail, in the place of a level.

    Raises:
        OrderError: The order makes no sense, or no tree was found that meets it.
        TreeexplorerError: There is no such level.

    Example:
        >>> search(generate(2, seed=7)).bound
        'exact'
    """
    from treeexplorer.exercises import generate as generating

    if level is not None and level not in range(1, 6):
        raise TreeexplorerError(f"a level is a number from 1 to 5, not {level!r:.60}")
    order = order or generating.order_of_level(level)
    return Exercise(generating.named(generating.generate(order, seed)))


def game_tree(
    game: str | AnyGame | type[AnyGame], *, position: str | None = None, depth: int | None = None
) -> Exercise:
    """Return the tree of a game, its nodes named by moves.

    Args:
        game: A subclass of :class:`Game`, or the name of a built-in game.
        position: Where to begin, as the game writes positions; its start where ``None``.
        depth: How many plies to grow; ``None`` for every game to its end.

    Raises:
        GameError: There is no such game.
        PositionError: It cannot read the position.
        RulesError: The depth is no number of plies.

    Example:
        >>> search(game_tree("nim", position="1,2")).value
        1
    """
    from treeexplorer.games.growing import grow
    from treeexplorer.games.registry import load_game

    made = load_game(game) if isinstance(game, str) else game() if isinstance(game, type) else game
    start = None if position is None else made.read(position)
    return _own(grow(made, start, depth=parse_rule("depth", depth)))


def unknowns(
    exercise: notation.Exercise,
    *,
    values: Mapping[str, Number] | None = None,
    **changes: Unpack[RuleChanges],
) -> dict[str, UnknownAnswer]:
    """Return, for each unknown, what the root is worth and what is pruned for which numbers.

    The arguments are those of a search; values are those of the other unknowns, where there are
    several and a search meets them.

    Raises:
        UnknownReachedError: The search also comes to another unknown leaf.
        UnknownsError: The question has no exact answer here; says why.

    Example:
        >>> answer = unknowns(parse("[[3 12] [2 x]]"))["x"]
        >>> len(answer.pieces)
        1
    """
    from treeexplorer.exercises.unknowns import solve_each

    return solve_each(_with_values(exercise, values), _resolved(exercise, changes).rules)
