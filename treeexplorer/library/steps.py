"""The steps of a search and the moments between them, with what is found there, as plain values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from treeexplorer.engine import CutOff as EngineCutOff
from treeexplorer.engine import Record, StepKind, analysis_of
from treeexplorer.engine.analysis import PrunedBranch
from treeexplorer.engine.record import Step as EngineStep
from treeexplorer.errors import TreeexplorerError, present
from treeexplorer.explain.node_facts import collect_node_facts
from treeexplorer.explain.sentence import joined
from treeexplorer.explain.snapshot import snapshot
from treeexplorer.explain.steps import describe_step
from treeexplorer.explain.why import why
from treeexplorer.judging.fact_json import fact_json
from treeexplorer.judging.facts import Fact
from treeexplorer.judging.facts_of_step import outcome, outcomes_under_other_rules, step_facts
from treeexplorer.library import guards
from treeexplorer.numbers import (
    convert_number_to_json,
    convert_numbers_to_json,
    convert_window_to_json,
)
from treeexplorer.tree import AddressError, GameTree, Number, Window

Outcome: TypeAlias = Literal["open", "visited", "cut-off", "pruned"]
_OUTCOMES: Final[dict[str, Outcome]] = {"open": "open", "closed": "visited", "skipped": "pruned"}


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
        witness: The ancestor that has the bound, and its child that gave it; ``None`` if it is
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
        """Return the cut-off as a dictionary for JSON, as in ``solve --json``.

        The keys are the fields. An infinite number becomes a text, and the witness a dictionary
        with the keys ``node`` and ``child``.
        """
        row = self._asdict()
        row["v"] = convert_number_to_json(self.v)
        row["bound"] = convert_number_to_json(self.bound)
        if self.witness is not None:
            node, child = self.witness
            row["witness"] = {"node": node, "child": child}
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
        row: dict[str, Any] = {"node": self.node}
        if self.elided:
            row["elided"] = True
        row["leaves"] = convert_numbers_to_json(self.leaves)
        return row


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
        >>> step = search(parse("[[3 12 8] [2 4 6]]"))[12]
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
    _record: Record = field(repr=False, compare=False)

    @property
    def text(self) -> str:
        """The step in words.

        Example:
            >>> search(parse("[[3 12] [2 4]]"))[6].text
            '12 arrives; ▽A keeps 3 (MIN). ▽A has no child left and returns 3.'
        """
        return describe_step(self._record, self.number)

    @property
    def facts(self) -> list[dict[str, Any]]:
        """What the sentence rests on, as ``trace --json`` prints it.

        Example:
            >>> search(parse("[[3 12] [2 4]]"))[10].facts[0]["fact"]
            'test'
        """
        address = self._record.tree.labels.full_address
        facts = step_facts(self._record, self.number)
        return [fact_json(self._record.tree, fact, address) for fact in facts]

    def to_dict(self) -> dict[str, Any]:
        """Return the step as a dictionary for JSON, the row that ``trace --json`` prints.

        Which keys there are depends on the kind of the step: a node is visited, a child's value
        arrives, or a cut-off is made.
        """
        record = self._record
        step = record.step(self.number)
        row: dict[str, Any] = {
            "step": self.number,
            "kind": self.kind,
            **_node_json(record, step.node),
            "ply": record.tree.ply[step.node],
        }
        # Without a child the step is a visit, else the arrival of the child's value.
        if step.child is None:
            row |= self._visit_json(step)
        else:
            row |= self._arrival_json(step)
        if self._meets_elided(step):
            row["elided"] = True
        if step.kind is StepKind.CUT:
            row |= _cut_json(record, present(step.child_call))
        return {**row, "facts": self.facts, "text": self.text}

    def _arrival_json(self, step: EngineStep) -> dict[str, Any]:
        """Return what the row of a child's return has: its value, and what it changes."""
        return {
            "child": self.child,
            "value": convert_number_to_json(step.value),
            "v": convert_number_to_json(step.v),
            "before": convert_window_to_json(step.before),
            "window": convert_window_to_json(step.window),
        }

    def _visit_json(self, step: EngineStep) -> dict[str, Any]:
        """Return what the row of a visit has: of a leaf its value, of another node its player."""
        window = convert_window_to_json(step.window)
        if step.kind is StepKind.LEAF:
            return {"player": None, "window": window, "value": convert_number_to_json(step.value)}
        return {"player": self._record.tree.player(step.node), "window": window}

    def _meets_elided(self, step: EngineStep) -> bool:
        """Tell whether children that are not drawn come next at a node.

        They stand behind the drawn ones: from right to left they come first.
        """
        tree = self._record.tree
        if step.node not in tree.elided:
            return False
        if self._record.rules.right_to_left:
            return step.child is None and step.kind is not StepKind.LEAF
        return step.child is not None and tree.end[step.child] == tree.end[step.node]


class Reason(NamedTuple):
    """Why a node was cut off, or was not, or was never reached; ``str()`` gives the sentences.

    Attributes:
        node: The node's address.
        name: Its name; ``None`` if it has none.
        label: Its name, or the letter of the drawing.
        outcome: ``cut-off``, ``visited`` or ``pruned``; ``None`` where the search has not ended,
            as it waits for the value of an unknown leaf.
        step: The step at which it is entered; ``None`` if it is not.
        text: The reason in words.
        facts: What the sentences rest on, as ``why --json`` prints it.
    """

    node: str
    name: str | None
    label: str
    outcome: str | None
    step: int | None
    text: str
    facts: tuple[dict[str, Any], ...]

    def __str__(self) -> str:
        return self.text

    def to_dict(self) -> dict[str, Any]:
        """Return the row that ``why --json`` prints."""
        return self._asdict() | {"facts": list(self.facts)}


class Parting(NamedTuple):
    """A cut-off by which one search skips what the other visits.

    Attributes:
        node: The node at which one is cut off and the other is not.
        step: The step of the search that makes the cut-off.
        text: What either does there, in a sentence.
    """

    node: str
    step: int
    text: str


class UnknownNodeError(TreeexplorerError, KeyError):
    """A reference that leads to no node of a moment, or to more than one."""

    __str__ = Exception.__str__


class NodeAtStep(NamedTuple):
    """What a node looks like at a step; each is ``None`` if there is none yet.

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
    """The nodes of a search at one step, by address, name or letter.

    Iterating gives the addresses, in preorder; ``len()`` is the number of nodes. A reference that
    leads to no node raises :class:`UnknownNodeError`, which is a ``KeyError``.

    Example:
        >>> at = search(parse("[[3 12 8] [2 4 6]]")).at(12)
        >>> at["B"].entry, at["B"].window, at["B"].v, at["B"].outcome
        ((3, inf), (3, 2), 2, 'cut-off')
        >>> at["2.2"]
        NodeAtStep(entry=None, window=None, v=None, returned=None, outcome='pruned')
    """

    def __init__(self, record: Record, step: int) -> None:
        self._snapshot = snapshot(record, step)
        self._tree = record.tree

    @property
    def step(self) -> int:
        """The number of the step."""
        return self._snapshot.step

    def __getitem__(self, reference: str) -> NodeAtStep:
        """Return what a node looks like at the step, by its address, name or letter.

        Args:
            reference: The address (``2.1``), the name or the letter of the node.

        Raises:
            UnknownNodeError: No node is called so, or more than one. It is a ``KeyError``, as a
                mapping has to raise.
            TypeError: The reference is no text.
        """
        guards.reference(reference)
        try:
            node = self._tree.find(reference)
        except AddressError as error:
            raise UnknownNodeError(str(error)) from None
        view = self._snapshot.view(node)
        # A node that is cut off has a status, too, so that it is asked about first.
        outcome = "cut-off" if view.is_cut else _OUTCOMES.get(view.status)
        returned = view.number if view.status == "closed" else None
        return NodeAtStep(view.entry, view.window, view.v, returned, outcome)

    def __iter__(self) -> Iterator[str]:
        return map(self._tree.labels.full_address, range(len(self._tree)))

    def __len__(self) -> int:
        return len(self._tree)

    def __repr__(self) -> str:
        return f"<Moment of {len(self)} nodes at step {self._snapshot.step}>"


def pruned_of(tree: GameTree, branch: PrunedBranch) -> Pruned:
    """Return a pruned branch as the library hands it out."""
    leaves = () if branch.is_elided else tuple(tree.values_below(branch.node))
    return Pruned(tree.labels.full_address(branch.node), leaves, branch.is_elided)


def _witness(tree: GameTree, cut: EngineCutOff) -> tuple[str, str] | None:
    """Return the ancestor that has a cut-off's bound, and its child that gave it."""
    if cut.witness is None:
        return None
    address = tree.labels.full_address
    return address(cut.witness.node), address(cut.witness.child)


def _skipped(tree: GameTree, cut: EngineCutOff) -> list[str]:
    """Return the addresses of the skipped children, then ``...`` if some are not drawn."""
    addresses = list(map(tree.labels.full_address, cut.skipped))
    return [*addresses, "..."] if cut.elided else addresses


def _cut_json(record: Record, child_call: int) -> dict[str, Any]:
    """Return what the row of a cut-off has in addition: its kind, and what it skips.

    Args:
        record: The search.
        child_call: The call (visit) of the child that caused it.
    """
    cut = analysis_of(record).cut_off(child_call)
    return {"cut": cut.kind, "skipped": _skipped(record.tree, cut)}


def _node_json(record: Record, node: int) -> dict[str, Any]:
    """Return what a node is called, as the rows of JSON have it."""
    labels = record.tree.labels
    name = record.tree.names.get(node)
    return {"node": labels.full_address(node), "name": name, "label": labels.label(node)}


def reason_of(record: Record, node: int, step: int | None) -> Reason:
    """Return why a node was cut off, or was not, or was never reached.

    The same reason is given twice: as ``text`` for people, and as ``facts``, with one row of JSON
    for each of its parts.

    Args:
        record: The search. It may wait for the value of an unknown leaf if a step is given.
        node: The node.
        step: The step after which it is asked; ``None`` for the end of the search.
    """
    # When it was entered, if it was by then.
    last_step = record.steps if step is None else step
    call = record.call_at(node, last_step)
    entered_at = None if call is None else record.entered_at(call)

    # What became of it (visited, cut off or pruned), if the search has come to its end.
    has_ended = record.waits_for is None
    node_outcome = outcome(record, node) if has_ended else None

    # Why.
    sentences = why(record, node, step)
    address_of = record.tree.labels.full_address
    rows_of_facts = [
        fact_json(record.tree, fact, address_of) for fact in _facts_of_reason(record, node, step)
    ]
    return Reason(
        **_node_json(record, node),
        outcome=node_outcome,
        step=entered_at,
        text=joined(sentences),
        facts=tuple(rows_of_facts),
    )


def _facts_of_reason(record: Record, node: int, step: int | None) -> list[Fact]:
    """Return the facts of a node at a step; at the end with what it is under other conventions."""
    facts = [*collect_node_facts(record, node, step)]
    if step is None:
        facts += outcomes_under_other_rules(record.tree_as_drawn, record, node)
    return facts


def make_cut_off(tree: GameTree, cut: EngineCutOff) -> CutOff:
    """Turn a cut-off of the package into one of the library, with addresses for nodes.

    Args:
        tree: The tree, which knows the addresses.
        cut: The cut-off, whose nodes are numbers.
    """
    address = tree.labels.full_address
    return CutOff(
        step=cut.step,
        node=address(cut.node),
        kind=cut.kind,
        deep=cut.deep,
        after=address(cut.after),
        v=cut.v,
        bound=cut.bound,
        skipped=tuple(_skipped(tree, cut)),
        witness=_witness(tree, cut),
        source=cut.source,
    )
