"""The worksheet: a tree without answers, filled in by a person.

A :class:`Worksheet` is a value: every event (an entry, a slash, a hint, a check) returns a new one.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final, NamedTuple

from treeexplorer.engine import Record, search
from treeexplorer.explain.claim_texts import format_claim
from treeexplorer.explain.endings import waiting
from treeexplorer.explain.hints import DEGREES, hint
from treeexplorer.explain.judged import CheckedClaim
from treeexplorer.explain.sentence import Phrase
from treeexplorer.gallery import Neighbour
from treeexplorer.judging.claims import SLASHES, branches_crossed, with_exact_numbers
from treeexplorer.judging.findings import Findings
from treeexplorer.judging.judge import Mark, judge
from treeexplorer.judging.model_answer import (
    claims_in_order,
    collect_model_claims,
    fill_in_directive,
)
from treeexplorer.judging.questions import task_at
from treeexplorer.judging.waiting import check_has_no_unknown
from treeexplorer.marking.check import Check
from treeexplorer.marking.entries import EntryError, read_entry
from treeexplorer.notation import (
    ABOUT_WORTH,
    Claim,
    ClaimKind,
    Claims,
    ClaimTable,
    Exercise,
    claim_table,
    filled_in,
    sort_claims,
)
from treeexplorer.rules import Rules, RulesError


class Box(NamedTuple):
    """A place on the sheet: a node, and what is to be written there."""

    node: int
    kind: ClaimKind


NOTHING_CUT: Final = Box(0, "cuts-none")
DIRECTIVES: Final[tuple[ClaimKind, ...]] = ("best", "read", "pruned-if")
"""What a file asks for, ``?``, in directives."""
_KINDS_IN_TURN: Final[tuple[ClaimKind, ...]] = ("window", "value", *DIRECTIVES)
"""What is written at one moment, in order."""
_MISSING_SLASH: Final[ClaimKind] = "visited"
"""The kind under which a check marks a slash that is missing: the node is claimed to be visited."""


class Hint(NamedTuple):
    """A hint about what is to be written: 1 where to look, 2 what to compare, 3 the answer."""

    claim: Claim
    degree: int
    text: Phrase


def _box_of(kind: ClaimKind) -> ClaimKind:
    """Return the kind of the box in which something is written: a bound stands in a value's."""
    return "value" if kind == "bound" else kind


def _number_boxes(node: int) -> tuple[Box, Box]:
    """Return the boxes of a node's value and of its bound, one of which is filled at a time."""
    return Box(node, "value"), Box(node, "bound")


def _may_be_named(claim: Claim, boxes: Container[Box]) -> bool:
    """Tell whether an answer may be named as the next one to write.

    Values and slashes always may, a window only if the sheet has a box for it.
    """
    is_window = claim.window is not None
    return not is_window or Box(claim.node, claim.kind) in boxes


@dataclass(frozen=True)
class Worksheet:
    """A tree with a person's entries, built with :meth:`opened`.

    The marks are those of the last check, for entries not changed since; ``checked`` is that check
    while nothing has changed at all.
    """

    exercise: Exercise
    record: Record
    entries: ClaimTable
    hint: Hint | None = None
    hints_taken: Mapping[Box, int] = field(default_factory=dict)  # the highest degree of each
    marks: Mapping[Box, CheckedClaim] = field(default_factory=dict)
    checked: Check | None = None

    @classmethod
    def opened(cls, exercise: Exercise, rules: Rules) -> Worksheet:
        """Return a worksheet to fill in: the exercise's claims are the entries so far.

        Raises:
            UnknownReachedError: The search comes to an unknown leaf, and something else is asked
                for than the values for which a node is pruned.
        """
        record = search(exercise.tree, rules)
        kinds = {each.kind for each in (*exercise.claims, *exercise.blanks)}
        if kinds != {"pruned-if"}:
            check_has_no_unknown(record)
        return cls(exercise, record, claim_table(exercise.claims))

    # -- what is on the sheet ------------------------------------------------------------------

    @property
    def claims(self) -> Claims:
        """The entries as claims about the tree."""
        return sort_claims(self.entries.values())

    @property
    def tasks(self) -> list[tuple[int, Claim]]:
        """Everything there is to write down and the step of each, in the order of the search.

        Where the exercise has blanks (``?[…]``), values are asked for there alone.
        """
        every = self.record.derive(claims_in_order)
        return [(step, claim) for step, claim in every if self._is_asked(claim)]

    def _is_asked(self, claim: Claim) -> bool:
        """Tell whether an answer is one that the exercise asks for, windows and slashes always."""
        blanks = self._value_blanks
        return not blanks or claim.number is None or claim.node in blanks

    @cached_property
    def _value_blanks(self) -> frozenset[int]:
        """The nodes whose value the exercise asks for by a blank."""
        blanks = self.exercise.blanks
        return frozenset(blank.node for blank in blanks if blank.kind == "value")

    @cached_property
    def boxes(self) -> tuple[Box, ...]:
        """The boxes in which something is to be written, in the order of a full search.

        A *box* is a node with the kind of answer to be written there, such as its value. A box
        within a branch that is crossed out is left out, unless the file asks for it in a directive,
        a line such as ``@best ?``: a slash is no answer to that.
        """
        end_of_branch = self.record.tree.end
        # A branch is a range of node numbers, since nodes are numbered in preorder.
        crossed_branches = [
            range(node, end_of_branch[node]) for node, kind in self.entries if kind == "cut"
        ]
        open_boxes: list[Box] = []
        for box in self._all_boxes:
            is_crossed_out = any(box.node in branch for branch in crossed_branches)
            if box.kind in DIRECTIVES or not is_crossed_out:
                open_boxes.append(box)
        return tuple(sorted(open_boxes, key=self._compute_moment_known))

    @property
    def _all_boxes(self) -> list[Box]:
        """The blanks of the exercise; without blanks, a value for every node above the horizon.

        Nodes that the search prunes have a box like all others, so that no answer is given away.
        """
        blanks = [Box(blank.node, blank.kind) for blank in self.exercise.blanks]
        if blanks:
            return blanks
        return [
            Box(node, "value") for node in range(len(self.record.tree)) if self._is_searched(node)
        ]

    def _is_searched(self, node: int) -> bool:
        """Tell whether a search that prunes nothing looks at the children of a node."""
        depth = self.record.rules.depth
        is_within = depth is None or self.record.tree.ply[node] < depth
        return is_within and not self.record.tree.is_leaf(node)

    def _compute_moment_known(self, box: Box) -> tuple[int, int]:
        """Return a key that sorts boxes by when a full search knows what belongs in them.

        A value is known when its node returns; a window on entry or on return, by the rules.
        """
        if box.kind in self._known_on_entry:
            moment = self._compute_moment_of_entry(box.node)
        else:
            moment = self._compute_moment_of_return(box.node)
        return moment, _KINDS_IN_TURN.index(box.kind)

    def _compute_moment_of_entry(self, node: int) -> int:
        """Return how many entries and returns a full search makes before it enters a node.

        It prunes nothing: each node is entered once and returns once.

        Example:
            In ``[A:[3 5] 4]`` the search enters the root at 0, A at 1 and 3 at 2. The 3 returns at
            3, the 5 is entered at 4 and returns at 5, and A returns at 6.
        """
        entries_before = self.record.rank_of_node[node]
        # Of the nodes entered before, only those above the node have not returned yet.
        nodes_above = self.record.tree.ply[node]
        returns_before = entries_before - nodes_above
        return entries_before + returns_before

    def _compute_moment_of_return(self, node: int) -> int:
        """Return how many entries and returns a full search makes before a node returns."""
        nodes_below = self.record.tree.end[node] - node - 1
        entries_and_returns_below = 2 * nodes_below
        return self._compute_moment_of_entry(node) + 1 + entries_and_returns_below

    @property
    def _known_on_entry(self) -> frozenset[ClaimKind]:
        """What is known when a node is entered; the rest is when it returns."""
        if self.record.rules.writes_exit_windows:
            return frozenset({"pruned-if"})
        return frozenset({"window", "pruned-if"})

    @cached_property
    def blanks(self) -> Claims:
        """The boxes that are empty; a bound fills that of a value. A blank is no mistake."""
        filled = {(node, _box_of(kind)) for node, kind in self.entries}
        return tuple(Claim(box.node, box.kind) for box in self.boxes if box not in filled)

    def blank_beside(self, box: Box, by: Neighbour = 1) -> Claim | None:
        """Return the next empty box after a box, or the one before it; ``None`` if there is none.

        The boxes stand in the order of a full search, as if in a circle: behind the last comes the
        first. The box itself is passed over.

        Args:
            box: The box to begin at, empty or not.
            by: 1 for the next empty box, −1 for the one before.
        """
        other_blanks = [blank for blank in self.blanks if Box(blank.node, blank.kind) != box]
        if not other_blanks:
            return None
        # They are sorted by this moment, and no two boxes have the same.
        moments = [self._compute_moment_known(Box(each.node, each.kind)) for each in other_blanks]
        count_before = bisect_left(moments, self._compute_moment_known(box))
        if by == 1:
            return other_blanks[count_before % len(other_blanks)]  # behind the last the first
        return other_blanks[count_before - 1]  # before the first, at index −1, the last

    @property
    def model(self) -> Claims:
        """The model answer as claims: what the search says, and answers to directives.

        A directive is a line of the file that asks one question, such as ``@best ?``. One that has
        no answer here is left out.
        """
        # `record.derive(make)` calls make(record) once, and keeps what it returns.
        answers_in_tree = self.record.derive(collect_model_claims)
        return sort_claims([*answers_in_tree, *self._answer_directives()])

    def _answer_directives(self) -> Iterator[Claim]:
        """Yield the answer to each directive of the sheet that has one, ``@best B`` to ``@best ?``.

        A box is a node with the kind of answer to be written there. The box of a directive that the
        file answers is no open box, but holds an entry.
        """
        for node, kind in {*self.boxes, *self.entries}:
            if kind in DIRECTIVES:
                answer = fill_in_directive(self.record, Claim(node, kind))
                if answer is not None:
                    yield answer

    def entries_at(self, node: int) -> list[Claim]:
        """Return what has been entered at a node."""
        tree = self.record.tree
        kinds = ("window", "value", "bound", "cut", "cut-rest", *DIRECTIVES)
        written = (self.entries.get((node, kind)) for kind in kinds)
        return [with_exact_numbers(tree, claim) for claim in written if claim is not None]

    def texts_at(self, node: int) -> dict[ClaimKind, str]:
        """Return what is asked for at a node, each with what is written there so far.

        That is its value, or bound, and what the file asks for, or answers, in directives: the
        best move and the number of leaves read at the root, when a leaf is pruned at the leaf.
        """
        texts = dict.fromkeys(self._collect_kinds_asked_at(node), "")
        for claim in self.entries.values():
            kind = _box_of(claim.kind)
            if claim.node == node and kind in texts:
                texts[kind] = self._format_entry(claim)
        return texts

    def _collect_kinds_asked_at(self, node: int) -> list[ClaimKind]:
        """Return the kinds of boxes at a node: a value but at a leaf, and those of directives."""
        places = {*self.boxes, *self.entries}
        directives = [kind for kind in DIRECTIVES if (node, kind) in places]
        if directives and self.exercise.tree.is_leaf(node):
            return directives
        return ["value", *directives]

    def _format_entry(self, claim: Claim) -> str:
        """Return an entry as it can be typed again: moves by their labels."""
        tree = self.exercise.tree
        if claim.nodes:
            return " ".join(map(tree.labels.label, claim.nodes))
        return format_claim(tree, claim)

    def is_done(self, wanted: Claim) -> bool:
        """Tell whether something right has been written where an answer is to stand.

        It may be another right answer: where the model answer has the bound ``>=8``, the exact
        value may be written as well, if it is right.

        Args:
            wanted: The model answer: its node, its kind, and what is to be written.
        """
        # A number is about a value, which may be written as a number or as a bound.
        accepted_kinds = {wanted.kind} if wanted.number is None else ABOUT_WORTH
        return any(
            claim.kind in accepted_kinds and judge(claim, self._findings)
            for claim in self.entries_at(wanted.node)
        )

    @cached_property
    def _findings(self) -> Findings:
        """What the search found, and which answers are right beside the sheet's slashes."""
        return Findings(self.record, branches_crossed(self.entries.values()))

    @property
    def next_task(self) -> tuple[int, Claim] | None:
        """The first missing answer, as its step and the claim to write; ``None`` if all is there.

        Answers are taken in the order of the search. An exercise may ask for some of them only, say
        for the value of the root. While that is missing, the first missing answer may be one that
        is not asked for, such as the value of a child, on which it rests. Once all that is asked
        for is there, nothing else is missing.
        """
        boxes = frozenset(self.boxes)
        missing = [
            (step, claim)
            for step, claim in self.record.derive(claims_in_order)
            if _may_be_named(claim, boxes) and not self.is_done(claim)
        ]
        is_asked_answer_missing = any(self._is_asked(claim) for _, claim in missing)
        return missing[0] if is_asked_answer_missing else None

    def mark(self, node: int, kind: ClaimKind) -> Mark | None:
        """Return the mark of an entry; ``None`` where it was not checked since it was made."""
        checked = self.marks.get(Box(node, kind))
        return None if checked is None else checked.mark

    # -- events --------------------------------------------------------------------------------

    def enter(self, node: int, text: str, kind: ClaimKind = "value") -> Worksheet:
        """Return the sheet with something written beside a node.

        What the text is decides which box it goes to, and what else it takes away::

            6         the value; a bound is erased
            >=8       the bound; a value is erased
            (3, inf)  the window
            /         a slash across the branch to the node, or none where there is one
            /...      a slash before the children that are not drawn; “nothing is cut” is erased
            (empty)   value, bound and the slash before undrawn children are erased

        Args:
            node: The node.
            text: One of these; in the box of a directive its answer: ``C``, ``7``, ``x >= 5``, or
                nothing to erase it.
            kind: The box: ``value``, or one of :data:`DIRECTIVES`.

        Raises:
            EntryError: It cannot be read, or does not belong there.
        """
        is_empty = not text.strip()
        if kind in DIRECTIVES:
            if is_empty:
                return self._erase(Box(node, kind))
            return self._write(self._read_directive(node, text, kind))
        if is_empty:
            return self._erase(*_number_boxes(node), Box(node, "cut-rest"))
        # The text itself tells what it is, such as a bound by its sign.
        return self._write_entry(read_entry(node, text))

    def _write_entry(self, claim: Claim) -> Worksheet:
        """Return the sheet with a claim written at its node, in place of what contradicts it.

        Raises:
            EntryError: The claim does not belong there.
        """
        if claim.kind == "cut":  # a second slash takes the first away
            return self.slash(claim.node)

        self._refuse_misplaced(claim)
        if claim.kind == "cut-rest":  # it contradicts that nothing is cut off anywhere
            return self._write(claim, erased=[NOTHING_CUT])
        if claim.number is not None:  # a value or a bound
            return self._write(claim, erased=_number_boxes(claim.node))
        return self._write(claim)

    def _read_directive(self, node: int, text: str, kind: ClaimKind) -> Claim:
        """Return the claim of a directive that somebody typed.

        Raises:
            EntryError: It cannot be read.
        """
        try:
            return filled_in(Claim(node, kind), text, self.exercise.tree)
        except RulesError as error:
            raise EntryError(str(error)) from error

    def _refuse_misplaced(self, claim: Claim) -> None:
        """Raise an error for a window, a number or ``/...`` at a node that cannot have one.

        Raises:
            EntryError: A window where the search has none, ``/...`` where all children are drawn,
                or a number at a leaf. Nothing is raised for any other claim.
        """
        tree = self.record.tree
        label = tree.labels.label(claim.node)
        if claim.window is not None and not self.record.has_windows:
            raise EntryError("this search has no windows")
        if claim.kind == "cut-rest" and claim.node not in tree.elided:
            raise EntryError(f"all moves of {label} are drawn")
        if claim.number is not None and tree.is_leaf(claim.node):
            raise EntryError("this is a leaf: its value is given")

    def slash(self, node: int) -> Worksheet:
        """Draw a slash across the branch to a node, or take it away.

        Raises:
            EntryError: It is the root, which nobody can cut off.
        """
        if self.record.tree.is_root(node):
            raise EntryError("the root cannot be cut off")
        box = Box(node, "cut")
        if box in self.entries:
            return self._erase(box, NOTHING_CUT)
        return self._write(Claim(node, "cut"), erased=[NOTHING_CUT])

    def say_nothing_is_cut(self) -> Worksheet:
        """Claim that nothing is cut off anywhere, or take the claim back."""
        if NOTHING_CUT in self.entries:
            return self._erase(NOTHING_CUT)
        slashes = [place for place, claim in self.entries.items() if claim.kind in SLASHES]
        return self._write(Claim(NOTHING_CUT.node, NOTHING_CUT.kind), erased=slashes)

    def erase(self, node: int) -> Worksheet:
        """Return the sheet without what is written at a node.

        The slash across the branch to the node stays, and so does “nothing is cut off”, which is
        written at the root but speaks of the whole tree.
        """
        kept = {"cut", NOTHING_CUT.kind}
        boxes = (Box(at, kind) for at, kind in self.entries if at == node and kind not in kept)
        return self._erase(*boxes)

    def _write(self, claim: Claim, *, erased: Iterable[tuple[int, ClaimKind]] = ()) -> Worksheet:
        """Return the sheet with a claim written, and with the boxes emptied that contradict it.

        Args:
            claim: The claim. What stood in its own box goes in any case.
            erased: The boxes to empty, whether anything stands in them or not.

        Raises:
            EntryError: The search waits for an unknown leaf, and no value is known.
        """
        self._refuse_while_waiting(claim)
        filled = claim_table([claim])
        emptied = self._erase(*erased, *filled)
        return replace(emptied, entries={**emptied.entries, **filled})

    def _erase(self, *boxes: tuple[int, ClaimKind]) -> Worksheet:
        """Return the sheet with some boxes emptied, whether anything stands in them or not.

        The marks of these boxes go, and so do the last hint and the last check, which may no longer
        hold.
        """
        changed = frozenset(boxes)
        kept = {box: claim for box, claim in self.entries.items() if box not in changed}
        marks = self._keep_valid_marks(changed)
        return replace(self, entries=kept, marks=marks, hint=None, checked=None)

    def _keep_valid_marks(
        self, changed: Container[tuple[int, ClaimKind]]
    ) -> Mapping[Box, CheckedClaim]:
        """Return the marks that still hold after some boxes have changed.

        The marks of these boxes go. The marks of missing slashes all go: one more slash elsewhere
        may decide whether one is missing.
        """
        return {
            box: mark
            for box, mark in self.marks.items()
            if box not in changed and box.kind != _MISSING_SLASH
        }

    def _refuse_while_waiting(self, written: Claim) -> None:
        """Refuse an entry that needs a value while the search waits for an unknown leaf.

        Raises:
            EntryError: It does.
        """
        # When a leaf is pruned can be told without its value.
        if written.kind == "pruned-if":
            return
        wait = waiting(self.record)
        if wait is not None:
            raise EntryError(f"{wait.phrase}, so nothing but “pruned if” is answered")

    def ask_hint(self) -> Worksheet:
        """Return the sheet with a hint about the first answer that is missing.

        Each time that a hint is asked for about the same box (a node with a kind of answer), it
        says more: first where to look, then what to compare, then the answer. Without a missing
        answer there is no hint.
        """
        task = self.next_task
        if task is None:
            return replace(self, hint=None)

        step, claim = task
        box = Box(claim.node, claim.kind)
        # From 1, the vaguest, to DEGREES, which tells the answer.
        degree = min(self.hints_taken.get(box, 0) + 1, DEGREES)
        text = hint(self.record, task_at(self.record, step), degree, claim)
        hints_taken = {**self.hints_taken, box: degree}
        return replace(self, hint=Hint(claim, degree, text), hints_taken=hints_taken)

    def check(self) -> Worksheet:
        """Mark every entry, and every slash that is missing, as ``check`` does on that paper."""
        check = Check(self.record, self.claims, self.exercise.blanks)
        marks = {Box(each.claim.node, each.claim.kind): each for each in check.claims}
        return replace(self, marks=marks, checked=check, hint=None)

    # -- keeping it ----------------------------------------------------------------------------

    @property
    def answered(self) -> Exercise:
        """The exercise with the sheet's rules and entries."""
        return replace(self.exercise, claims=self.claims).stating(self.record.rules)
