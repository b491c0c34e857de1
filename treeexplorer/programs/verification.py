"""The result of trying a program on many trees, in sentences and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeAlias

from treeexplorer.engine import Rules
from treeexplorer.explain.rules_in_words import format_conventions
from treeexplorer.notation import Exercise, write
from treeexplorer.numbers import convert_number_to_json, convert_numbers_to_json
from treeexplorer.programs.answers import (
    SHORTCOMINGS,
    Tried,
    best_moves,
    expected,
)
from treeexplorer.programs.differences import (
    describe_leaves_printed_otherwise,
    difference,
    difference_in_any_order,
)
from treeexplorer.programs.followed_search import LeafVerdict
from treeexplorer.programs.mistakes import Mistake
from treeexplorer.programs.trials import (
    to_nested,
)

Verdict: TypeAlias = LeafVerdict | Literal["wrong moves", "wrong values", "no answer"]
"""How far a program is right, by its leaves where its values and moves are right."""


RIGHT_VERDICTS: Final = frozenset(
    {"right", "no leaves", "fewer leaves", "leaves again", "leaves not judged", "own order"}
)


_HEADLINES: Final[Mapping[Verdict, str]] = {
    "right": "Right on all {trees}, leaf by leaf: {rules}.",
    "no leaves": "Right on all {trees}, as far as the root's value goes: it told no leaves.",
    "fewer leaves": "Right on all {trees}: {rules}; {particular}.",
    "leaves again": "Right on all {trees}: {rules}; {particular}.",
    "leaves not judged": "Right on all {trees}, as far as the root's value goes: {particular}.",
    "own order": "Right on all {trees}: {rules}; {particular}.",
    "another convention": "Right on all {trees}, leaf by leaf, under another convention: {rules}; "
    "it claims: {claims}.",
    "plain minimax": "All values are right on {trees}, but it is plain minimax: it never prunes. "
    "If it is meant to be minimax, claim that: --algorithm minimax.",
    "leaves told otherwise": "All values are right on {trees}; {particular}.",
    "other leaves": "All values are right on {trees}; its leaves are not those of {claims}, nor of "
    "another search known here: {short}.",
    "wrong moves": "All values are right on {trees}; it plays a move that is not best on {moves}.",
    "wrong values": "It answers all {trees}; {right} values are right, {wrong} wrong.",
    "no answer": "It answers {answered} of {trees}, {right} with the right value.",
}


@dataclass(frozen=True)
class Verification:
    """The result of trying a program on many trees.

    Attributes:
        tried: The trees on which it was run with its answers, before one was made smaller.
        layer: The verdict: how far it is right.
        rules: The search and convention that its leaves follow, as far as they follow one.
        claimed: The convention it claims, if it claims one.
        counts: On how many trees its answers have each of :data:`SHORTCOMINGS`, by ``rules``.
        wrong: The smallest tree on which it goes wrong; ``None`` if there is none.
        wrong_in_any_order: Whether ``wrong`` is a tree on which its last search is alpha-beta in no
            order of the children.
        mistakes: At most three classic mistakes with which alpha-beta answers every tree just as it
            does, the likeliest first.
        equals: Whether nothing tells which of the mistakes is the likeliest.
        findings: What its values and its leaves are where they are not right, in sentences.
        particular: What is particular about its leaves, such as how many fewer it reads.
        notes: What else there is to know, in sentences.
    """

    tried: tuple[Tried, ...]
    layer: Verdict
    rules: Rules
    claimed: Rules | None = None
    counts: Mapping[str, int] = field(default_factory=dict)
    wrong: Tried | None = None
    wrong_in_any_order: bool = False
    mistakes: tuple[Mistake, ...] = ()
    equals: bool = False
    findings: tuple[str, ...] = ()
    particular: str = ""
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<Verification: {self.headline}>"

    @property
    def right(self) -> bool:
        """Whether the program has no mistake."""
        return self.layer in RIGHT_VERDICTS

    @property
    def _reference(self) -> Rules:
        """The rules that decide which answers are right: the claimed ones, if any are claimed."""
        return self.rules if self.claimed is None else self.claimed

    @property
    def headline(self) -> str:
        """One line that says what is right and what is not.

        There is a text with gaps for each verdict, such as ``Right on all {trees}, leaf by leaf:
        {rules}.``; the gaps are filled in here.
        """
        # No tree is counted twice: a program that gives no answer gives no wrong value either.
        trees_answered = len(self.tried) - self._count_trees_with("no answer")
        wrong_values = self._count_trees_with("a wrong root value")

        text_with_gaps = _HEADLINES[self.layer]
        # Each text has some of these gaps; `format` ignores the others.
        return text_with_gaps.format(
            trees=self._format_tree_counts(),
            rules=self._describe_rules(),
            claims=format_conventions(self._reference),
            short=self._format_shortcomings(),
            particular=self.particular,
            moves=self._count_trees_with("a wrong move"),
            answered=trees_answered,
            right=trees_answered - wrong_values,
            wrong=wrong_values,
        )

    def _count_trees_with(self, shortcoming: str) -> int:
        """Count the trees on which an answer has one of :data:`SHORTCOMINGS`."""
        return self.counts.get(shortcoming, 0)

    def _describe_rules(self) -> str:
        """Describe the convention that the leaves follow, with what is particular about them."""
        conventions = format_conventions(self.rules)
        if self.layer == "another convention" and self.particular:
            return f"{conventions}, where {self.particular}"
        return conventions

    def _format_tree_counts(self) -> str:
        """Format the number of trees and their size: ``140 trees (up to 6 children, 7 plies)``."""
        # `parent` has an entry for each node, so that a node with three children is in it three
        # times. The root's own entry, for no parent, counts once, and is never the most.
        children = max(max(Counter(tree.parent).values()) for tree, _ in self.tried)
        plies = max(tree.depth for tree, _ in self.tried)
        return f"{len(self.tried)} trees (up to {children} children, {plies} plies)"

    def _format_shortcomings(self) -> str:
        """Format each shortcoming with its number of trees: ``too many leaves on 12, …``."""
        shown = [f"{name} on {self.counts[name]}" for name in SHORTCOMINGS if name in self.counts]
        return ", ".join(shown)

    def text(self) -> str:
        """Return the result in sentences, and the smallest tree on which the program is wrong.

        They come in this order: the headline, notes, what is known of the wrong answers, the
        mistakes that explain them, and the tree.
        """
        lines = [self.headline, *self.notes, *self.findings]
        # Several mistakes, of which none is the likeliest, are told in a line each. Else the
        # likeliest is shown in its listing.
        if len(self.mistakes) > 1 and self.equals:
            lines += self._describe_equal_mistakes()
        elif self.mistakes:
            lines += self._describe_likeliest_mistake()
        if self.wrong is not None:
            # A tree of several lines is indented as a whole.
            drawn = write(Exercise(self.wrong.tree)).strip().replace("\n", "\n  ")
            lines.append(f"\nThe smallest tree found on which it differs:\n\n  {drawn}\n")
            lines.append(self._explain_difference(self.wrong))
        return "\n".join(lines)

    def _explain_difference(self, wrong: Tried) -> str:
        """Explain in sentences how the program's answer on a tree differs from the right one."""
        if self.wrong_in_any_order:
            return difference_in_any_order(wrong, self._reference)
        if self.layer == "leaves told otherwise":
            return describe_leaves_printed_otherwise(wrong, self._reference)
        return difference(wrong, self._reference)

    def _describe_likeliest_mistake(self) -> list[str]:
        """Describe the likeliest mistake, with its listing, and then the others, in lines.

        A listing is a short Python program with alpha-beta. It is printed with each wrong line
        below the right one, as a comment behind “not”::

            > if alpha >= beta: break
              # not: if beta >= alpha: break
        """
        likeliest = self.mistakes[0]
        blank_line = ""
        lines = [
            blank_line,
            f"It does exactly what {likeliest.listing} does when {likeliest.words}.",
            "In that form it comes of what stands after “not”:",
            blank_line,
            *likeliest.text(self.rules),
        ]
        other_mistakes = self.mistakes[1:]
        if other_mistakes:
            lines += [blank_line, "The same would come of:"]
            lines += [_describe_other_mistake(mistake, likeliest) for mistake in other_mistakes]
        return lines

    def _describe_equal_mistakes(self) -> list[str]:
        """Describe mistakes of which none is the likeliest: an introduction, and one line for each.

        The second line may be::

            - negamax, when v starts at 0, seen from either player: `v = 0` for `v = -INF`
        """
        lines = ["\nIt does exactly what would come of each of these; its text has to tell which:"]
        for mistake in self.mistakes:
            code = _format_wrong_and_right_code(mistake)
            lines.append(f"- {mistake.listing}, when {mistake.words}: {code}")
        return lines

    def to_dict(self) -> dict[str, Any]:
        """Return the result as the JSON object that ``verify --json`` prints.

        ``layer`` is the verdict: how far the program is right (:data:`Verdict`). ``smallest`` is
        the smallest tree found on which it is wrong, with both answers; ``None`` if it is right.
        """
        return {
            "right": self.right,
            "layer": self.layer,
            "headline": self.headline,
            "findings": list(self.findings),
            "mistakes": [_mistake_to_dict(mistake) for mistake in self.mistakes],
            "smallest": None if self.wrong is None else self._wrong_tree_to_dict(self.wrong),
            "notes": list(self.notes),
        }

    def _wrong_tree_to_dict(self, wrong: Tried) -> dict[str, Any]:
        """Convert a tree on which the program goes wrong to JSON, with both answers.

        ``{"tree": [[3, 12], [2, 4]], "value": 2, …, "right_value": 3, …}``; moves are numbers of
        the root's children, from 1, as texts.
        """
        tree, answer = wrong
        right = expected(tree, self._reference)
        return {
            "tree": to_nested(tree),
            "value": convert_number_to_json(answer.value),
            "leaves": convert_numbers_to_json(answer.told_leaves),
            "move": None if answer.move is None else str(answer.move),
            "failure": answer.failure,
            "right_value": convert_number_to_json(right.value),
            "right_leaves": convert_numbers_to_json(right.told_leaves),
            "right_moves": [str(move) for move in sorted(best_moves(tree))],
        }


def _mistake_to_dict(mistake: Mistake) -> dict[str, Any]:
    """Convert a mistake to JSON: where it is, what stands there, and what should stand there.

    ``number`` is the number of the first wrong line, from 1: ``{"listing": "negamax", "number": 11,
    "instead": "return -v", …}``.
    """
    return {
        "listing": mistake.listing,
        "number": mistake.number,
        "instead": mistake.instead,
        "name": mistake.name,
        "words": mistake.words,
        "right": mistake.right,
    }


def _describe_other_mistake(mistake: Mistake, likeliest: Mistake) -> str:
    """Describe a mistake in one line, with its words unless the likeliest one has the same.

    The line may be::

        - negamax, when v starts at 0, seen from either player: `v = 0` for `v = -INF`
    """
    has_same_words = mistake.words == likeliest.words
    when = "" if has_same_words else f", when {mistake.words}"
    return f"- {mistake.listing}{when}: {_format_wrong_and_right_code(mistake)}"


def _format_wrong_and_right_code(mistake: Mistake) -> str:
    """Format the code of a mistake: ```if beta > alpha``` for ```if alpha > beta```."""
    return f"`{_join_code_lines(mistake.instead)}` for `{_join_code_lines(mistake.right)}`"


def _join_code_lines(code: str) -> str:
    """Join several lines of code to one line, separated by semicolons."""
    return "; ".join(line.strip() for line in code.splitlines())
