"""What two searches do differently: under two sets of rules, or before and after an edit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from treeexplorer.engine.analysis import analysis_of
from treeexplorer.engine.record import Record
from treeexplorer.explain.words import label, leaf_words, listed
from treeexplorer.numbers import shown
from treeexplorer.rules import Rules, title_of
from treeexplorer.tree import Number

Counterpart: TypeAlias = Callable[[int], "int | None"]

_LISTED_LEAVES: Final = 4
_LISTED_CUTS: Final = 2
_LISTED_RETURNS: Final = 3


@dataclass(frozen=True)
class Differences:
    """What a second search does that a first one does not, and the other way round.

    Attributes:
        fewer: The leaves that only the first reads, by its tree's numbers, ascending.
        more: The leaves that only the second reads, by its tree's numbers, ascending.
        cuts_gone: The nodes at which only the first makes a cut-off.
        cuts_new: The nodes at which only the second makes one.
        leaves: How many leaves each reads.
        values: What the root returns in each.
        returned: The nodes that both visit and that return something else in the second, by the
            first tree's numbers, each with what it returns in either.
    """

    fewer: tuple[int, ...]
    more: tuple[int, ...]
    cuts_gone: tuple[int, ...]
    cuts_new: tuple[int, ...]
    leaves: tuple[int, int]
    values: tuple[Number | None, Number | None]
    returned: tuple[tuple[int, Number, Number], ...] = ()

    def __bool__(self) -> bool:
        """Whether anything is different."""
        return bool(
            self.fewer
            or self.more
            or self.cuts_gone
            or self.cuts_new
            or self.values[0] != self.values[1]
            or self.returned
        )


def differences(
    first: Record, second: Record, counterpart: Counterpart | None = None
) -> Differences:
    """Compare two finished searches, in time linear in what they visit.

    Args:
        first: One search.
        second: The other, of the same tree or of an edited one.
        counterpart: Returns the number in the second tree of a node of the first, ``None`` where
            it is gone; ``None`` where both search the same tree.
    """
    same: Counterpart = counterpart or (lambda node: node)
    read, read_too = _leaves_read(first), _leaves_read(second)
    kept = {node: same(node) for node in read}
    cuts = dict.fromkeys(cut.node for cut in analysis_of(first).cut_offs)
    cuts_too = dict.fromkeys(cut.node for cut in analysis_of(second).cut_offs)
    kept_cuts = {node: same(node) for node in cuts}
    known, known_cuts = set(kept.values()), set(kept_cuts.values())
    return Differences(
        tuple(node for node, there in kept.items() if there not in read_too),
        tuple(node for node in read_too if node not in known),
        tuple(node for node, there in kept_cuts.items() if there not in cuts_too),
        tuple(node for node in cuts_too if node not in known_cuts),
        (len(read), len(read_too)),
        (first.root_value, second.root_value),
        tuple(_returned_otherwise(first, second, same)),
    )


def _returned_otherwise(
    first: Record, second: Record, same: Counterpart
) -> Iterator[tuple[int, Number, Number]]:
    for node in sorted({first.node(row) for row in first.inner}):
        row, there = first.row(node), same(node)
        other_row = None if there is None else second.row(there)
        if row is None or other_row is None or first.is_leaf_call(row):
            continue
        one, two = first.value(row), second.value(other_row)
        if one is not None and two is not None and one != two:
            yield node, one, two


def _leaves_read(record: Record) -> dict[int, None]:
    return dict.fromkeys(sorted({node for _, node, _ in record.readings()}))


def told(first: Record, second: Record, found: Differences, when: str = "now") -> str:
    """Return the differences as one sentence: ``now 2 more leaves are read: 4, 6 below ▽C; …``.

    Args:
        first: The first search.
        second: The second search.
        found: What :func:`differences` says of them.
        when: What makes the second search another one: ``now``, ``under >``.
    """
    parts = [_leaves_told(first, second, found), _repeats_told(second)]
    if found.cuts_gone:
        names, several = _cuts_told(first, found.cuts_gone)
        parts.append(f"{names} {'are' if several else 'is'} gone")
    if found.cuts_new:
        names, several = _cuts_told(second, found.cuts_new)
        is_listed = len(found.cuts_new) <= _LISTED_CUTS
        there = f"there {'are new' if several else 'is a new'} {names.removeprefix('the ')}"
        parts.append(there if is_listed else f"{names} are new")
    before, after = found.values
    if before != after and before is not None and after is not None:
        parts.append(f"the root returns {shown(after)} instead of {shown(before)}")
    if not (found.fewer or found.more or found.cuts_gone or found.cuts_new):
        parts.append(_returned_told(first, found))
    said = [part for part in parts if part]
    if not said:
        return f"{when} the same leaves are read, the same branches cut, the same value returned"
    return f"{when} {'; '.join(said)}"


def _returned_told(record: Record, found: Differences) -> str:
    """Return which nodes below the root return something else: ``▽C returns 3 instead of 2``."""
    below = [each for each in found.returned if each[0]]
    texts = [
        f"{label(record, node)} returns {shown(after)} instead of {shown(before)}"
        for node, before, after in below[:_LISTED_RETURNS]
    ]
    return listed(texts, max(0, len(below) - _LISTED_RETURNS)) if texts else ""


def _leaves_told(first: Record, second: Record, found: Differences) -> str:
    before, after = found.leaves
    if not (found.more or found.fewer):
        return ""
    if before == after:
        return f"as many leaves are read, but {_named(second, found.more)} instead of " + _named(
            first, found.fewer
        )
    count = abs(after - before)
    word = "more" if after > before else "fewer"
    record, nodes = (second, found.more) if after > before else (first, found.fewer)
    leaves = f"{count:,} {word} {'leaf is' if count == 1 else 'leaves are'} read"
    return f"{leaves}: {_named(record, nodes)}" if len(nodes) == count else leaves


def _repeats_told(record: Record) -> str:
    """Return how often the second search reads a leaf once more, if ever."""
    again = record.evaluations - record.evaluated
    if not again:
        return ""
    return f"{again:,} {'reading is' if again == 1 else 'readings are'} of a leaf read before"


def _named(record: Record, nodes: Iterable[int]) -> str:
    """Return leaves by their values, grouped by their parents: ``4, 6 below ▽C``."""
    nodes = list(nodes)
    tree = record.tree
    groups: dict[int, list[str]] = {}
    for node in nodes[:_LISTED_LEAVES]:
        text = tree.names.get(node) or leaf_words(tree, [node])[0]
        groups.setdefault(tree.parent[node], []).append(text)
    texts = [
        ", ".join(leaves) + (f" below {label(record, parent)}" if parent >= 0 else "")
        for parent, leaves in groups.items()
    ]
    return listed(texts, max(0, len(nodes) - _LISTED_LEAVES))


def _cuts_told(record: Record, nodes: tuple[int, ...]) -> tuple[str, bool]:
    """Return the words for cut-offs, and whether there are several."""
    if len(nodes) > _LISTED_CUTS:
        return f"{len(nodes):,} cut-offs", True
    names = " and ".join(label(record, node) for node in nodes)
    return (
        (f"the cut-offs at {names}", True) if len(nodes) > 1 else (f"the cut-off at {names}", False)
    )


def rules_told(first: Rules, second: Rules) -> str:
    """Return in what the second rules differ, in a few words: ``under >``, ``from the right``."""
    words = []
    if first.algorithm != second.algorithm:
        words.append(f"with {title_of('algorithm', second.algorithm)}")
    if first.form != second.form and second.has_conventions:
        words.append(f"in the form {second.form}")
    if first.cutoff != second.cutoff:
        words.append(f"under {'≥' if second.cutoff == '>=' else '>'}")
    if first.fail != second.fail:
        words.append(f"with fail-{second.fail}")
    if first.order != second.order:
        sides = {"left-to-right": "from the left", "right-to-left": "from the right"}
        words.append(sides.get(second.order) or f"with {title_of('order', second.order)}")
    if first.window != second.window:
        words.append(f"with the window ({shown(second.window[0])}, {shown(second.window[1])})")
    if first.depth != second.depth:
        words.append(
            "without a depth limit" if second.depth is None else f"to {second.depth} plies"
        )
    if first.levels != second.levels:
        words.append(f"with {' '.join(level.value.upper() for level in second.levels)} by turns")
    return ", ".join(words) or "under the same rules"
