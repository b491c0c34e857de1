r"""The answer sheet: what one would hand in for a tree, found by a search of it.

>>> from treeexplorer.engine import search
>>> from treeexplorer.tree import from_nested
>>> sheet = AnswerSheet(search(from_nested([[3, 12, 8], [2, 4, 6]])))
>>> print(*sheet.lines[:3], *sheet.cut_offs, sep="\n")
Value: 3, exactly
Best move: ▽A, the only best move
Best line: root → A → 3
α cut-off at ▽B: 3 ≥ 2; pruned: 4, 6
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Final

from treeexplorer.engine import Record
from treeexplorer.engine.analysis import PrunedBranch, analysis_of
from treeexplorer.explain.cut_offs import summarize_cut_off
from treeexplorer.explain.endings import only_move, other_moves
from treeexplorer.explain.phrases import count_read_leaves, line_text, undrawn, with_remark
from treeexplorer.explain.sentence import Argument, Count, ItemList, Node, Phrase, convert_to_phrase
from treeexplorer.numbers import grouped, is_rounded
from treeexplorer.text import capitalise, render_csv
from treeexplorer.tree import CHANCE_ROLE, LEAF_ROLE

# What draws and explains is imported by the methods that need it: a printed answer does not.
if TYPE_CHECKING:
    from treeexplorer.course.answer_rows import AnswerRow
    from treeexplorer.course.pages import Block, Table

_ROOT: Final = 0


class AnswerSheet:
    """What one would hand in for a tree: the heading, the answers, and the rules in words.

    Raises:
        ValueError: The search has not ended (it waits for an unknown leaf's value).
    """

    def __init__(self, record: Record, title: str = "The tree", rules: str = "") -> None:
        if not record.complete:
            raise ValueError("the search has not ended")
        self.record = record
        self.analysis = analysis_of(record)
        self.title = title
        self.rules = rules

    @property
    def value(self) -> Phrase:
        """The root's value in words: ``3, exactly``, ``3, at least`` or ``3, at most``.

        If the search proves none of these, the words say what is known of the value.
        """
        value = self.analysis.value
        match self.analysis.bound:
            # A rounded value is no bound either: the true one may lie on both sides of it.
            case "exact" if is_rounded(value):
                return Phrase("{value}, no bound", value=value)
            case "exact":
                return Phrase("{value}, exactly", value=value)
            case "lower":
                return Phrase("{value}, at least", value=value)
            case "upper":
                return Phrase("{value}, at most", value=value)
            case _:
                return self._value_not_proven

    @property
    def _value_not_proven(self) -> Phrase:
        """The root's value in words, where what is drawn proves only where it lies."""
        # The ends of the interval in which the value lies, whatever is not drawn.
        low, high = self.analysis.interval
        return Phrase(
            "{value}; what is drawn proves only {low} … {high}",
            value=self.analysis.value,
            low=low,
            high=high,
        )

    @property
    def moves(self) -> Phrase:
        """The best move in words, and the other moves that are, or may be, as good or better.

        ``A, the only best move``; ``A; as good: B``; ``no move is proven; B may be better``; or
        why there is no move.
        """
        tree = self.record.tree
        role_of_root = tree.roles[_ROOT]
        if role_of_root == LEAF_ROLE:
            return Phrase("none, the root is a leaf")
        if role_of_root == CHANCE_ROLE:
            return Phrase("none, the root is a chance node")
        # Moves that are as good, or may be better.
        others = [sentence.phrase for sentence in other_moves(self.record)]
        return _join_items([self._describe_best_move(), *others], between="; ")

    def _describe_best_move(self) -> Phrase:
        """Describe the best move: ``A``, with a remark if it is the only best one.

        If the search has proven of no move what it is worth, the words say so.
        """
        best_move = self.analysis.moves(_ROOT).best
        if best_move is None:
            return Phrase("no move is proven")
        items: list[Argument] = [Node(self.record.tree, best_move, is_move=True)]
        remark = only_move(self.record)
        if remark is not None:
            items.append(remark)
        return _join_items(items)

    @property
    def line(self) -> str:
        """The best line: ``root → A → C → 5``."""
        return line_text(self.record.tree, self.analysis.line)

    def read(self, most: int | None = None) -> list[str]:
        """Return the leaves that are read, in the order in which they are first read.

        A leaf that is read several times is listed once. If ``most`` is given, only the first
        ``most`` leaves are returned.
        """
        leaves: Iterable[int] = (node for _, node, _ in self.record.readings())
        is_one_read_again = self.record.evaluations > self.record.evaluated
        if is_one_read_again:
            leaves = dict.fromkeys(leaves)
        return list(map(self.record.tree.labels.text, islice(leaves, most)))

    @property
    def pruned(self) -> tuple[Phrase, ...]:
        """The pruned branches, each with its leaves."""
        return tuple(map(self._describe_branch, self.analysis.pruned))

    def _describe_branch(self, branch: PrunedBranch) -> Phrase:
        """Describe a pruned branch: a leaf by name, another node by name with its leaves.

        An elided branch stands for the children of its node that are not drawn.
        """
        tree = self.record.tree
        node = branch.node
        if branch.is_elided:
            return undrawn(tree, node)
        if tree.is_leaf(node):
            return convert_to_phrase(Node(tree, node))
        leaves = ", ".join(map(tree.labels.text, tree.leaves(node)))
        return with_remark(Node(tree, node), leaves)

    @property
    def cut_offs(self) -> tuple[Phrase, ...]:
        """Each cut-off in words: its test, and the branches that it prunes."""
        return tuple(summarize_cut_off(self.record, cut) for cut in self.analysis.cut_offs)

    @property
    def counts(self) -> Phrase:
        """The numbers of leaves read, nodes visited, steps and cut-offs, in one phrase.

        If leaves are read again, it says how many readings there were. A search without windows has
        no cut-offs, and their number is left out.
        """
        record = self.record
        is_one_read_again = record.evaluations > record.evaluated
        times = None
        if is_one_read_again:
            times = Phrase(" ({number} times)", number=grouped(record.evaluations))
        cuts = self._describe_number_of_cut_offs() if record.has_windows else None
        return Phrase(
            "{read}{times}, {visited} of {nodes} visited, {steps}{cuts}",
            read=count_read_leaves(record),
            times=times,
            visited=grouped(record.visited),
            nodes=Count(len(record.tree), "node", "nodes"),
            steps=Count(record.steps, "step", "steps"),
            cuts=cuts,
        )

    def _describe_number_of_cut_offs(self) -> Phrase:
        """Return how many cut-offs there are, by kind: ``, 3 cut-offs (2 α, 1 β; 1 deep)``."""
        number = Count(len(self.analysis.cut_offs), "cut-off", "cut-offs")
        return Phrase(", {cuts}{kinds}", cuts=number, kinds=self._describe_kinds_of_cut_offs())

    def _describe_kinds_of_cut_offs(self) -> Phrase | None:
        """Count the cut-offs of each kind: ``(2 α, 1 β; 1 deep)``; ``None`` without any.

        A cut-off is an α or a β cut-off, and may be deep, whichever it is.
        """
        cut_offs = self.analysis.cut_offs
        if not cut_offs:
            return None
        alpha = sum(cut_off.kind == "alpha" for cut_off in cut_offs)
        return Phrase(
            " ({alpha} α, {beta} β; {deep} deep)",
            alpha=alpha,
            beta=len(cut_offs) - alpha,
            deep=sum(cut_off.deep for cut_off in cut_offs),
        )

    @cached_property
    def rows(self) -> tuple[AnswerRow, ...]:
        """A row for each visited node, in drawing order, as it is at the end of the search."""
        from treeexplorer.course.answer_rows import answer_row
        from treeexplorer.explain.snapshot import snapshot

        record = self.record
        end = snapshot(record, record.steps)
        # A node that was never called was not visited.
        visited = (node for node in range(len(record.tree)) if record.call_of(node) is not None)
        return tuple(answer_row(end.view(node)) for node in visited)

    # -- writing -------------------------------------------------------------------------------

    def pairs(self, most: int | None = None) -> Iterator[tuple[str, str | Phrase]]:
        """Yield each answer as a pair of name and text: ``("best line", "root → A → 3")``.

        Each cut-off is a pair of its own; only the first one has the name ``cut-offs``, the others
        have an empty name. If ``most`` is given, at most ``most`` leaves, branches and cut-offs are
        named.
        """
        yield from self._describe_result(most)
        yield from self._describe_cut_offs(most)
        yield from self._describe_effort()

    def _describe_result(self, most: int | None) -> Iterator[tuple[str, str | Phrase]]:
        """Yield what the search has found, read and pruned, each as a pair of name and text."""
        yield "value", self.value
        yield "best move", self.moves
        yield "best line", self.line
        yield "leaves read", _join_items(self.read(most), self.record.evaluated)
        if self.record.has_windows:
            yield "pruned", self._describe_pruned(most)

    def _describe_effort(self) -> Iterator[tuple[str, str | Phrase]]:
        """Yield what is counted, and under which rules the search was made."""
        yield "counts", self.counts
        if self.rules:
            yield "rules", self.rules

    def _describe_pruned(self, most: int | None) -> Phrase:
        """Return the first ``most`` pruned branches as a list, with the number of the others."""
        branches = self.analysis.pruned
        pruned: list[Argument] = [*map(self._describe_branch, branches[:most])]
        if not pruned:
            pruned.append("nothing")
        return _join_items(pruned, len(branches), "; ")

    def _describe_cut_offs(self, most: int | None) -> Iterator[tuple[str, str | Phrase]]:
        """Yield a name and a text for each of the first cut-offs, then how many more there are.

        Only the first pair is named: ``("cut-offs", …)``, ``("", …)``, ``("", "… and 2 more")``.
        """
        cut_offs = self.analysis.cut_offs
        for index, cut_off in enumerate(cut_offs[:most]):
            name = "cut-offs" if index == 0 else ""
            yield name, summarize_cut_off(self.record, cut_off)
        if most is not None and len(cut_offs) > most:
            yield "", f"… and {len(cut_offs) - most} more"

    @property
    def lines(self) -> tuple[str, ...]:
        """The answers, one line each: ``Best line: root → A → 3``, ``α cut-off at ▽B: 3 ≥ 2``.

        Each has its name before it but the cut-offs, whose words say what they are.
        """
        result = (_format_answer(name, text) for name, text in self._describe_result(most=None))
        effort = (_format_answer(name, text) for name, text in self._describe_effort())
        cut_offs = (capitalise(str(cut_off)) for cut_off in self.cut_offs)
        return (*result, *cut_offs, *effort)

    def table(self) -> Table:
        """Return the table of the visited nodes: label, player, window, value, cut-off or not.

        A search without windows has neither windows nor cut-offs, and these columns are left out.
        """
        from treeexplorer.course.answer_rows import HEAD, HEAD_WITHOUT_WINDOWS
        from treeexplorer.course.pages import Table

        if not self.record.has_windows:
            rows = tuple((row.label, row.player, row.value) for row in self.rows)
            return Table(HEAD_WITHOUT_WINDOWS, rows)
        rows_with_windows = tuple(
            (row.label, row.player, row.window, row.value, _format_yes_or_nothing(row.cut))
            for row in self.rows
        )
        return Table(HEAD, rows_with_windows)

    def blocks(self, *, level: int = 2) -> Iterator[Block]:
        """Yield the sheet as page blocks; its heading has the given level."""
        from treeexplorer.course.pages import BulletList, Heading

        yield Heading(self.title, level)
        yield BulletList(self.lines)
        yield self.table()

    def _repr_markdown_(self) -> str:
        from treeexplorer.course.pages import markdown

        return markdown(tuple(self.blocks()))

    def csv(self) -> str:
        """Return the table as CSV; a text that a spreadsheet would take for a formula is quoted."""
        table = self.table()
        return render_csv([table.head, *table.rows])


def _format_answer(name: str, text: Phrase | str) -> str:
    """Return an answer's text with its name before it.

    >>> _format_answer("best line", "root → A → 3")
    'Best line: root → A → 3'
    """
    return f"{capitalise(name)}: {text}"


def _format_yes_or_nothing(is_so: bool) -> str:
    return "yes" if is_so else ""


def _join_items(items: Sequence[Argument], number: int = 0, between: str = ", ") -> Phrase:
    """Return the first of ``number`` items as a list, which says how many more there are.

    >>> str(_join_items(["3", "12", "2"], number=5))
    '3, 12, 2 and 2 more'
    """
    more = max(0, number - len(items))
    return convert_to_phrase(ItemList(tuple(items), more, last=between, between=between))
