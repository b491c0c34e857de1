"""What a tree is worth for every value of an unknown, and under every search and convention."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Final, NamedTuple, Unpack

from treeexplorer.explain import contenders
from treeexplorer.explain.contenders import Contender as EngineContender
from treeexplorer.judging.unknowns import Cut as EngineCut
from treeexplorer.judging.unknowns import Linear, in_words, solve_for_each_unknown
from treeexplorer.judging.unknowns import Piece as EnginePiece
from treeexplorer.judging.unknowns import UnknownAnswer as EngineAnswer
from treeexplorer.library import guards
from treeexplorer.library.exercises import Exercise, inner_of, rules_for
from treeexplorer.library.records import SearchRecord, with_values
from treeexplorer.library.steps import Pruned, pruned_of
from treeexplorer.notation import Condition
from treeexplorer.numbers import convert_number_to_json, shown
from treeexplorer.rules import ResolvedRules, RuleChanges, Rules
from treeexplorer.tree import GameTree, Number

# -- unknown leaves ----------------------------------------------------------------------------


class Piece:
    """What a search comes to for a stretch of an unknown's values.

    Attributes:
        unknown: What the unknown is called.
        stretch: The values of the unknown.
        value: What the root returns: a number, or ``slope · x + constant`` as :class:`Linear`.
        bound: Whether that is the root's minimax value (``exact``), a ``lower`` or an ``upper``
            bound of it, or ``open``.
        best: The address of the best move; ``None`` if none is proven.
        pruned: The pruned branches in drawing order, then what is not drawn.
        evaluated: How many leaves are read.

    Example:
        >>> piece = unknowns(parse("[[3 12 8] [x 4 6]]"))["x"].at(1)
        >>> str(piece.stretch), piece.value, piece.best, piece.cut
        ('x <= 3', 3, '1', ('2.2', '2.3'))
    """

    def __init__(self, tree: GameTree, word: str, piece: EnginePiece) -> None:
        """Turn the engine's answer for a stretch of an unknown's values into one of the library.

        For example, in ``[[3 12 8] [x 4 6]]`` the stretch is ``x <= 3``, and the value 3. The
        engine knows nodes by their numbers; here they get their addresses, such as ``2.2``.
        :meth:`UnknownAnswer.at` returns a piece.

        Args:
            tree: The tree, for the addresses of nodes.
            word: The name of the unknown.
            piece: The engine's answer.
        """
        self._piece = piece
        self.unknown: Final = word
        self.stretch: Final[Condition] = piece.stretch
        # What the search comes to wherever the unknown lies in the stretch.
        self.value: Final[Number | Linear] = piece.value
        self.bound: Final[str] = piece.bound
        self.best: Final = piece.best
        self.evaluated: Final = piece.evaluated
        branches = (pruned_of(tree, branch) for branch in piece.pruned)
        self.pruned: Final[tuple[Pruned, ...]] = tuple(branches)

    @property
    def cut(self) -> tuple[str, ...]:
        """The addresses of the nodes that are cut off."""
        return self._piece.cut

    def value_at(self, x: Number) -> Number:
        """Return the root's value for some x.

        Raises:
            TypeError: It is no number.

        Example:
            >>> unknowns(parse("[[3 12] [x 4]]"))["x"].at(3.5).value_at(3.5)
            3.5
        """
        return self._piece.value_at(guards.real_number(x, "the value of an unknown is a number"))

    def to_dict(self) -> dict[str, Any]:
        """Return the row that ``unknowns --json`` prints of it.

        Example:
            >>> row = unknowns(parse("[[3 12] [x 4]]"))["x"].pieces[1].to_dict()
            >>> row["unknown"], row["from"], row["to"], row["value"], row["best"]
            ('x', 3, 4, 'x', '2')
        """
        return {"unknown": self.unknown, **self._piece.to_dict(self.unknown)}

    def __repr__(self) -> str:
        word = self.unknown
        return f"<Piece: {self._piece.value_in_words(word)} for {in_words(self.stretch, word)}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Piece):
            return NotImplemented
        return self.to_dict() == other.to_dict() and self.evaluated == other.evaluated

    def __hash__(self) -> int:
        return hash((self.unknown, self.stretch))


class CutFor(NamedTuple):
    """A node that is cut off for some values of an unknown.

    Attributes:
        unknown: What the unknown is called.
        node: Its address; that of the parent where its undrawn children are meant.
        label: What it is called in drawings.
        elided: Whether the children that are not drawn (``...``) are meant.
        stretches: The values for which it is cut off.
    """

    unknown: str
    node: str
    label: str
    elided: bool
    stretches: tuple[Condition, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the row of JSON that ``unknowns --json`` prints for the node.

        ``cut_for`` has the stretches, each as ``[from, to, includes from, includes to]``. The key
        ``elided`` is there only if undrawn children are meant.
        """
        row: dict[str, Any] = {"unknown": self.unknown, "node": self.node, "label": self.label}
        if self.elided:
            row["elided"] = True
        row["cut_for"] = [
            [
                convert_number_to_json(each.low),
                convert_number_to_json(each.high),
                each.includes_low,
                each.includes_high,
            ]
            for each in self.stretches
        ]
        return row


class UnknownAnswer:
    """The answer for every value of one unknown, as :func:`unknowns` returns it.

    Attributes:
        word: What the unknown is called; a ``?`` by its address.
        nodes: The addresses of the leaves at which it stands.
        pieces: The pieces from left to right; together they are the whole number line.

    Example:
        >>> unknowns(parse("[[3 12 8] [x 4 6]]"))["x"]
        <UnknownAnswer: 3 for x ≤ 3, x for 3 < x ≤ 4, 4 for x > 4>
    """

    def __init__(self, answer: EngineAnswer) -> None:
        self._answer = answer
        self.word: Final = answer.word
        address = answer.tree.labels.full_address
        self.nodes: Final = tuple(map(address, answer.nodes))
        pieces = (Piece(answer.tree, answer.word, piece) for piece in answer.pieces)
        self.pieces: Final = tuple(pieces)

    def at(self, x: Number) -> Piece:
        """Return the answer for some x; for an infinite one, that at this end of the line.

        Raises:
            TypeError: It is no number.

        Example:
            >>> unknowns(parse("[[3 12 8] [x 4 6]]"))["x"].at(7).value
            4
        """
        found = self._answer.at(guards.real_number(x, "the value of an unknown is a number"))
        return self.pieces[self._answer.pieces.index(found)]

    @cached_property
    def cuts(self) -> tuple[CutFor, ...]:
        """What is cut off for some value: first nodes in drawing order, then what is not drawn."""
        return tuple(map(self._cut_for, self._answer.cuts))

    def _cut_for(self, cut: EngineCut) -> CutFor:
        """Return for which values of an unknown leaf a branch is pruned, as the library says it.

        Args:
            cut: The same as the engine says it: the branch is the number of its top node. In what
                is returned it is an address, such as ``2.1``, the first child of the second.
        """
        labels = self._answer.tree.labels
        return CutFor(
            unknown=self.word,
            node=labels.full_address(cut.node),
            label=labels.label(cut.node),
            elided=cut.is_elided,
            stretches=cut.stretches,
        )

    def cut_for(self, reference: str) -> tuple[Condition, ...]:
        """Return the exact set of values for which a node is cut off, as stretches.

        The node is told by an address, a name or a letter.

        Raises:
            TypeError: The reference is no text.
            AddressError: It leads to no node, or to more than one.

        Example:
            >>> [str(each) for each in unknowns(parse("[[3 12 8] [x 4 6]]"))["x"].cut_for("B.2")]
            ['x <= 3']
        """
        return self._answer.cut_for(guards.reference(reference))

    def not_visited_for(self, reference: str) -> tuple[Condition, ...]:
        """Return for which values a node is not visited, be it that a node above it is cut off.

        Raises:
            TypeError: The reference is no text.
            AddressError: It leads to no node, or to more than one.

        Example:
            >>> answer = unknowns(parse("[[3 12] [x [4 6]]]"))["x"]
            >>> [str(each) for each in answer.not_visited_for("2.2.1")]
            ['x <= 3']
        """
        node = self._answer.tree.find(guards.reference(reference))
        return self._answer.not_visited_for(node)

    def to_dict(self) -> dict[str, Any]:
        """Return the rows that ``unknowns --json`` prints, by what they are.

        Example:
            >>> unknowns(parse("[[3 12] [x 4]]"))["x"].to_dict()["cut"][0]["cut_for"]
            [['-inf', 3, False, True]]
        """
        pieces = [piece.to_dict() for piece in self.pieces]
        return {"unknown": self.word, "pieces": pieces, "cut": [cut.to_dict() for cut in self.cuts]}

    def __repr__(self) -> str:
        return repr(self._answer)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, UnknownAnswer):
            return NotImplemented
        return self.word == other.word and self.pieces == other.pieces

    def __hash__(self) -> int:
        return hash((self.word, self.pieces))


def unknowns(
    exercise: Exercise,
    *,
    values: Mapping[str, Number] | None = None,
    **changes: Unpack[RuleChanges],
) -> dict[str, UnknownAnswer]:
    """Return, for each unknown leaf, what the root is worth and what is pruned for which numbers.

    Args:
        exercise: The tree.
        values: The numbers of other unknown leaves, where there are several and a search meets
            them.
        **changes: Rules that are to be others, as for a search.

    Returns:
        The answer by the word of the unknown; an unknown ``?`` by its address.

    Raises:
        TypeError: It is no exercise, or the values are no mapping of texts.
        RulesError: See :func:`search`.
        UnknownReachedError: The search also comes to another unknown leaf.
        UnknownsError: The question has no exact answer here; says why.

    Example:
        >>> answer = unknowns(parse("[[3 12] [2 x]]"))["x"]
        >>> len(answer.pieces), answer.nodes
        (1, ('2.2',))
    """
    tree = with_values(inner_of(exercise, "unknowns"), values)
    answers = solve_for_each_unknown(tree, rules_for(exercise, changes).rules)
    return {word: UnknownAnswer(answer) for word, answer in answers.items()}


# -- other searches ----------------------------------------------------------------------------


class Contender:
    """One search among those that :func:`compare` compares.

    Attributes:
        rules: Its rules.
        name: What distinguishes it: ``alpha-beta >``, ``PVS``.
        record: Its record; ``None`` if it cannot be run on this tree, or did not end.
        value: The root's value; ``None`` if there is none.
        best: The address of the best move; ``None`` if none is proven.
        problem: Why it cannot be run, or why it did not end.
        difference: How many more leaf evaluations it takes than the first; ``None`` if that is
            not known.

    Example:
        >>> first, second = compare(parse("[[3 12] [3 4]]"), between=(">=", ">"))
        >>> second.name, second.value, second.best, second.difference
        ('alpha-beta >', 3, '1', 1)
    """

    def __init__(
        self,
        exercise: Exercise,
        contender: EngineContender,
        first: EngineContender,
        resolved: ResolvedRules,
    ) -> None:
        """Keep one search among several; :func:`compare` makes them.

        Args:
            exercise: What was searched.
            contender: The search, or why it could not be run.
            first: The first of the searches, from which ``difference`` counts.
            resolved: The rules of the exercise, with where each comes from.
        """
        self._contender = contender
        self.rules: Final[Rules] = contender.rules
        self.name: Final = contender.name
        self.value: Final = contender.value
        self.best: Final[str | None] = contender.to_dict()["best"]
        self.problem: Final = contender.problem
        self.difference: Final = _more_evaluations(contender, first)
        self.record: Final = _record_of(exercise, contender, resolved)

    def counts(self) -> dict[str, int | None]:
        """Return what the search cost; ``None`` if it did not end.

        Example:
            >>> compare(parse("[[3 12] [2 4]]"))[0].counts()["evaluated"]
            3
        """
        return self._contender.counts()

    def to_dict(self) -> dict[str, Any]:
        """Return the row that ``compare --json`` prints of it.

        Example:
            >>> compare(parse("[[3 12] [2 4]]"))[1].to_dict()["difference"]
            0
        """
        return {**self._contender.to_dict(), "difference": self.difference}

    def __repr__(self) -> str:
        """Return ``<Contender alpha-beta >: value 3>``, or the problem in place of the value."""
        if self.problem:
            result = self.problem
        elif self.value is None:
            result = "no value"
        else:
            result = f"value {shown(self.value)}"
        return f"<Contender {self.name}: {result}>"


def _record_of(
    exercise: Exercise, contender: EngineContender, resolved: ResolvedRules
) -> SearchRecord | None:
    """Return the record of a search among several; ``None`` if it did not end."""
    if contender.record is None or contender.problem is not None:
        return None
    own_rules = resolved._replace(rules=contender.rules)
    return SearchRecord(exercise, contender.record, own_rules)


def _more_evaluations(contender: EngineContender, first: EngineContender) -> int | None:
    """Return how many more leaf evaluations a search takes than the first, if that is known."""
    own = contender.counts()["evaluations"]
    of_first = first.counts()["evaluations"]
    if own is None or of_first is None:
        return None
    return own - of_first


def compare(
    exercise: Exercise,
    *,
    between: tuple[str, str] | None = None,
    values: Mapping[str, Number] | None = None,
    **changes: Unpack[RuleChanges],
) -> tuple[Contender, ...]:
    """Search a tree with every search and convention, or with two of them.

    Args:
        exercise: What to search.
        between: The two searches to compare, each in words such as ``">"``, ``"fail-hard"`` or
            ``"pvs,>"``; ``None`` for all. :meth:`SearchRecord.parts_from` returns the cut-offs
            in which they differ.
        values: The numbers of unknown leaves, as for a search.
        **changes: Rules that are to be others, as for a search.

    Returns:
        One contender for each search: in the order of the pair; else alpha-beta first, as it is
        usually taught (cut when α ≥ β, fail-soft).

    Raises:
        TypeError: It is no exercise, or between is no pair of texts.
        RulesError: There is no such search or convention.

    Example:
        >>> [(each.name, each.value) for each in compare(parse("[[3 12 8] [2 4 6]]"))][:2]
        [('alpha-beta ≥', 3), ('alpha-beta >', 3)]
    """
    # inner_of raises the TypeError, with the name of this function in it.
    tree = with_values(inner_of(exercise, "compare"), values)
    # tries_searches: a rule that decides nothing in the stated search is not refused, since it may
    # decide something in another one.
    resolved = rules_for(exercise, changes, tries_searches=True)
    rules_to_compare = _rules_to_compare(tree, resolved.rules, between)
    # Each is searched here; what the user gets are wrappers (Contender, a public class) of these.
    searched = [contenders.contender(tree, rules) for rules in rules_to_compare]
    # Each is said to evaluate so many leaves more than the reference. That is the first of a pair;
    # of all searches alpha-beta in its usual form, which comes first there. There is always one.
    reference = searched[0]
    return tuple(Contender(exercise, each, reference, resolved) for each in searched)


def _rules_to_compare(tree: GameTree, rules: Rules, between: tuple[str, str] | None) -> list[Rules]:
    """Return the rules of two searches that are told in words, or of every search of a tree."""
    if between is None:
        return list(contenders.contenders(tree, rules))
    return [contenders.change_rules_by_words(words, rules) for words in _pair_of_words(between)]


def _pair_of_words(between: object) -> tuple[str, str]:
    """Check that a pair of searches is two texts, and return them.

    Args:
        between: What a caller passed, such as ``(">=", ">")``.

    Raises:
        TypeError: They are no pair of texts.
    """
    wanted = "between is a pair of searches or conventions, such as ('>=', '>')"
    if not isinstance(between, tuple | list) or len(between) != 2:
        raise guards.refused(wanted, between)
    first, second = between
    if not isinstance(first, str) or not isinstance(second, str):
        raise guards.refused(wanted, between)
    return first, second
