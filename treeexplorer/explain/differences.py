"""In what two searches of the same tree differ: leaves, cut-offs and values, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from treeexplorer.engine.analysis import analysis_of
from treeexplorer.engine.record import Record
from treeexplorer.explain.endings import waiting
from treeexplorer.explain.sentence import Count, ItemList, Node, Phrase, Sentence, convert_to_phrase
from treeexplorer.tree import Number

_MAX_COMPARED_CALLS: Final = 100_000  # calls of either search; more would take too long
_MAX_NAMED_NODES: Final = 4  # nodes that are named of each kind of difference


class OtherValue(NamedTuple):
    """A node that returns something else in the second of two searches."""

    node: int
    before: Number
    after: Number


@dataclass(frozen=True)
class Differences:
    """What a second search does that a first one does not, and the other way round.

    Attributes:
        records: The two searches, finished.
        fewer: The leaves that only the first reads, ascending; ``more`` those of the second.
        cuts_gone: The nodes at which only the first makes a cut-off; ``cuts_new`` the second.
        returned: The nodes that both visit and that return something else in the second.
    """

    records: tuple[Record, Record]
    fewer: tuple[int, ...]
    more: tuple[int, ...]
    cuts_gone: tuple[int, ...]
    cuts_new: tuple[int, ...]
    returned: tuple[OtherValue, ...]

    def __bool__(self) -> bool:
        """Whether anything is different."""
        return any((self.fewer, self.more, self.cuts_gone, self.cuts_new, self.returned))

    def sentence(self, under: str = "") -> Sentence:
        """Describe how the second of two searches differs from the first.

        - With ``under``, the first search is on the screen, and the second shows what other rules
          would change: ``Under the test >, 2 more leaves are read: 4, 6``.
        - Without it, the second search is on the screen, after a change: ``Now 2 more leaves are
          read: 4, 6``.

        Args:
            under: The rules of the second search in words, such as ``under the test >``; empty if
                the second search is the one on the screen.
        """
        first, second = self.records
        if under:
            return self._describe(opening=f"{under},", on_screen=first)
        return self._describe(opening="now", on_screen=second)

    def _describe(self, opening: str, on_screen: Record) -> Sentence:
        """Describe what differs, after an opening such as ``now``.

        The nodes have the names that the tree of the search on the screen gives them.
        """
        differences = self._describe_all_differences(on_screen)
        if not differences:
            return self._describe_no_difference(opening)
        listed = ItemList(tuple(differences), last="; ", between="; ")
        return Sentence("{when} {parts}", when=opening, parts=listed)

    def _describe_no_difference(self, opening: str) -> Sentence:
        """Say that all is the same; of cut branches only if one of the searches has windows."""
        has_windows = any(record.has_windows for record in self.records)
        if has_windows:
            return Sentence(
                "{when} the same leaves are read, the same branches cut, the same value returned",
                when=opening,
            )
        return Sentence("{when} the same leaves are read, the same value returned", when=opening)

    def _describe_all_differences(self, on_screen: Record) -> list[Phrase]:
        """Describe what differs: leaves read, cut-offs, returned values, leaves read again.

        Nodes have the names of the search on the screen, but what only the second search reads or
        cuts off has the names of the second.
        """
        _, second = self.records
        return [
            *_describe_more_leaves(_list_nodes(second, self.more)),
            *_describe_fewer_leaves(_list_nodes(on_screen, self.fewer)),
            *_describe_lost_cut_offs(_list_nodes(on_screen, self.cuts_gone)),
            *_describe_new_cut_offs(_list_nodes(second, self.cuts_new)),
            *self._describe_other_values(on_screen),
            *self._describe_leaves_read_again(),
        ]

    def _describe_other_values(self, on_screen: Record) -> Iterator[Phrase]:
        """Say which nodes return something else, if any: ``▽B returns 2 instead of 3``."""
        values = self._choose_values_to_tell()
        if values:
            first_values = values[:_MAX_NAMED_NODES]
            phrases = tuple(_describe_other_value(on_screen, value) for value in first_values)
            yield convert_to_phrase(ItemList(phrases, more=len(values) - len(phrases)))

    def _describe_leaves_read_again(self) -> Iterator[Phrase]:
        """Say how often the second search reads a leaf that it has read before, if it does."""
        _, second = self.records
        repeated_readings = second.evaluations - second.evaluated
        if repeated_readings:
            count = Count(repeated_readings, "reading is", "readings are")
            yield Phrase("{count} of a leaf read before", count=count)

    def _choose_values_to_tell(self) -> tuple[OtherValue, ...]:
        """Choose which of the other returned values to tell: all, or the root's alone.

        Other leaves or cut-offs are told before; values within the tree only follow from these.
        """
        if any((self.more, self.fewer, self.cuts_gone, self.cuts_new)):
            return tuple(value for value in self.returned if value.node == 0)
        return self.returned


class _NamedNodes(NamedTuple):
    """Some nodes as a sentence lists them.

    Attributes:
        number: How many nodes there are.
        listed: The first of them by name, and how many more there are.
    """

    number: int
    listed: ItemList


def _list_nodes(record: Record, nodes: Sequence[int]) -> _NamedNodes:
    """List the first few nodes by the names that a search's tree gives them, and count the rest."""
    named = tuple(Node(record.tree, node) for node in nodes[:_MAX_NAMED_NODES])
    unnamed_count = len(nodes) - len(named)
    return _NamedNodes(number=len(nodes), listed=ItemList(named, more=unnamed_count))


def _describe_more_leaves(leaves: _NamedNodes) -> Iterator[Phrase]:
    """Say which leaves only the second search reads, if any: ``1 more leaf is read: 9``."""
    if leaves.number:
        count = Count(leaves.number, "more leaf is", "more leaves are")
        yield Phrase("{count} read: {nodes}", count=count, nodes=leaves.listed)


def _describe_fewer_leaves(leaves: _NamedNodes) -> Iterator[Phrase]:
    """Say which leaves only the first search reads, if any: ``2 leaves are not read: 4, 6``."""
    if leaves.number:
        count = Count(leaves.number, "leaf is", "leaves are")
        yield Phrase("{count} not read: {nodes}", count=count, nodes=leaves.listed)


def _describe_lost_cut_offs(nodes: _NamedNodes) -> Iterator[Phrase]:
    """Say where only the first search makes a cut-off, if anywhere: ``1 cut-off is gone: ▽B``."""
    if nodes.number:
        count = Count(nodes.number, "cut-off is", "cut-offs are")
        yield Phrase("{count} gone: {nodes}", count=count, nodes=nodes.listed)


def _describe_new_cut_offs(nodes: _NamedNodes) -> Iterator[Phrase]:
    """Say where only the second search makes a cut-off: ``2 cut-offs are new: ▽A, ▽C``."""
    if nodes.number:
        count = Count(nodes.number, "cut-off is", "cut-offs are")
        yield Phrase("{count} new: {nodes}", count=count, nodes=nodes.listed)


def _describe_other_value(record: Record, other: OtherValue) -> Phrase:
    """Say that a node returns another value than before: ``▽B returns 2 instead of 3``."""
    return Phrase(
        "{node} returns {after} instead of {before}",
        node=Node(record.tree, other.node),
        after=other.after,
        before=other.before,
    )


def differences(first: Record, second: Record) -> Differences:
    """Compare two finished searches of the same nodes: leaves read, cut-offs, returned values.

    Takes time linear in what the searches visit, but for sorting.

    Args:
        first: A finished search.
        second: Another one. Its tree may have other values or labels, but has the same nodes.

    Example:
        Alpha-beta leaves out the 9, node 6, by a cut-off at node 4; minimax reads it.

        >>> from treeexplorer.engine.algorithms import search
        >>> from treeexplorer.rules import Rules
        >>> from treeexplorer.tree import from_nested
        >>> tree = from_nested([[3, 12], [2, 9]])
        >>> found = differences(search(tree), search(tree, Rules(algorithm="minimax")))
        >>> found.more, found.fewer, found.cuts_gone, found.returned
        ((6,), (), (4,), ())
    """
    read_by_first = _collect_leaves_read(first)
    read_by_second = _collect_leaves_read(second)
    cut_by_first = _collect_nodes_cut_off(first)
    cut_by_second = _collect_nodes_cut_off(second)
    return Differences(
        records=(first, second),
        fewer=tuple(sorted(read_by_first - read_by_second)),
        more=tuple(sorted(read_by_second - read_by_first)),
        cuts_gone=tuple(node for node in cut_by_first if node not in cut_by_second),
        cuts_new=tuple(node for node in cut_by_second if node not in cut_by_first),
        returned=tuple(_find_other_values(first, second)),
    )


def _collect_leaves_read(record: Record) -> set[int]:
    """Collect the leaves that a search has read."""
    return {node for _, node, _ in record.readings()}


def _collect_nodes_cut_off(record: Record) -> dict[int, None]:
    """Collect the nodes with a cut-off, each once, in the order of the cut-offs."""
    return dict.fromkeys(cut.node for cut in analysis_of(record).cut_offs)


def _find_other_values(first: Record, second: Record) -> Iterator[OtherValue]:
    """Yield the nodes that return another value in the second search, in preorder.

    Only the root and nodes with children are compared; the root may be a leaf.
    """
    inner_nodes = {first.node(call) for call in first.inner_calls}
    for node in sorted({0, *inner_nodes}):
        before = _last_value_of(first, node)
        after = _last_value_of(second, node)
        if before is not None and after is not None and before != after:
            yield OtherValue(node, before, after)


def _last_value_of(record: Record, node: int) -> Number | None:
    """Return what a node returned last; ``None`` if it was not visited, or is still open."""
    last_call = record.call_of(node)
    if last_call is None:
        return None
    return record.value(last_call)


def effect(before: Record, after: Record) -> Sentence:
    """Describe in a sentence what other rules, or an edit of the tree, did to a search.

    A search that does not end, or that is too large to be compared at once, is told by its counts:
    ``8 leaves are read, 2 cut-offs``.

    Args:
        before: The search as it was.
        after: The search as it is now. If it waits for a leaf whose value is unknown, only that is
            said.

    Example:
        >>> from treeexplorer.engine.algorithms import search
        >>> from treeexplorer.rules import Rules
        >>> from treeexplorer.tree import from_nested
        >>> tree = from_nested([[3, 12], [2, 9]])
        >>> str(effect(search(tree), search(tree, Rules(algorithm="minimax"))))
        'Now 1 more leaf is read: 9; 1 cut-off is gone: ▽B.'
    """
    unknown_leaf_needed = waiting(after)
    if unknown_leaf_needed is not None:
        return unknown_leaf_needed
    if _can_be_compared(before) and _can_be_compared(after):
        return differences(before, after).sentence()
    return Sentence(
        "{leaves} read, {cuts}",
        leaves=Count(after.evaluated, "leaf is", "leaves are"),
        cuts=Count(len(after.cuts), "cut-off", "cut-offs"),
    )


def _can_be_compared(record: Record) -> bool:
    """Tell whether a search has ended, and is small enough to be compared at once."""
    return record.complete and len(record.nodes) <= _MAX_COMPARED_CALLS
