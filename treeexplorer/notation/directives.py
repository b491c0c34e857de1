"""The lines that start with ``@``: what each may say, and what is said when it says it wrong."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from treeexplorer.notation.document import (
    ALWAYS,
    NEVER,
    Claim,
    ClaimKind,
    Claims,
    Condition,
    Directives,
)
from treeexplorer.notation.problems import Slip
from treeexplorer.notation.spelling import PLAIN_WORD, QUOTED, read_name, write_name
from treeexplorer.numbers import NUMBER_OR_FRACTION, NumberError, read_number, written
from treeexplorer.rules import RulesError, convention, parse_rule
from treeexplorer.text import nearest, quoted, safe, shorten
from treeexplorer.tree import INFINITY, AddressError, GameTree, Number

_LINE: Final = re.compile(r"@([^\s#]*)[^\S\n]*(.*)")
_COMMENT: Final = re.compile(r"(?:^|(?<=\s))#(?=\s|$).*")
_COMMENT_AFTER_WORDS: Final = re.compile(r"(?:^|(?<=\s))#.*")
_BLANK: Final = "?"


# These are compiled when a tree has claims above it.
_WORD: Final = rf"{QUOTED}(?>(?:\.[0-9.]++)?)|#.*+|\S++"
_COMPARISON: Final = (
    rf"(?:(?P<left>{NUMBER_OR_FRACTION})\s*(?P<left_sign><=|<|≤|>=|>|≥)\s*)?"
    rf"(?P<unknown>{PLAIN_WORD}|\?)"
    rf"(?:\s*(?P<right_sign><=|<|≤|>=|>|≥|=)\s*(?P<right>{NUMBER_OR_FRACTION}))?"
)
_KINDS: Final[Mapping[str, ClaimKind]] = {
    "cuts": "cuts-none", "best": "best", "read": "read", "pruned": "pruned-if"
}  # fmt: skip
_NAME_OF_KIND: Final = {kind: name for name, kind in _KINDS.items()}
# "2 < x" says the same as "x > 2".
_TURNED_ROUND: Final = {"<": ">", "<=": ">=", "≤": "≥", ">": "<", ">=": "<=", "≥": "≤"}


class _End(NamedTuple):
    """An end of an interval: the low one, the high one, or both in ``x = 5``."""

    number: Number
    is_included: bool = True
    is_low: bool = False
    is_high: bool = False


_NO_LOW_END: Final = _End(-INFINITY, is_low=True)
_NO_HIGH_END: Final = _End(INFINITY, is_high=True)


def _read_condition(text: str, first_word: str) -> Condition:
    """Read a condition about an unknown value: ``x >= 5``, ``2 < x <= 5``, ``always`` or ``never``.

    There may be a comparison to the left of the unknown and one to the right; both must hold then.

    Args:
        text: The condition.
        first_word: Its first word, to which an error points.

    Raises:
        RulesError: It is not one interval of an unknown.

    Example:
        >>> _read_condition("2 < x <= 5", "2")
        Condition(unknown='x', low=2, high=5, includes_low=False, includes_high=True)
        >>> str(_read_condition("3 <= x > 3", "3")), str(_read_condition("3 < x < 3", "3"))
        ('x > 3', 'never')
    """
    if text == "always":
        return ALWAYS
    if text == "never":
        return NEVER
    comparison = re.fullmatch(_COMPARISON, text)
    # The expression allows a side to be missing; with both missing, `x` alone, nothing is said of
    # x.
    has_number = comparison is not None and bool(comparison["left"] or comparison["right"])
    if comparison is None or not has_number:
        message = f"{quoted(text)} is not one interval of an unknown"
        raise RulesError(message, _hint_with_example("pruned"), first_word)
    # The sides of the unknown on which a number stands.
    sides = [side for side in ("left", "right") if comparison[side] is not None]
    ends = [_read_end(comparison, side, first_word) for side in sides]
    return _condition_between(comparison["unknown"], ends)


def _read_end(comparison: re.Match[str], side: str, first_word: str) -> _End:
    """Return the end of an interval beside an unknown: of ``2 < x`` the low end 2, excluded.

    Args:
        comparison: The match of the condition, with the groups ``left`` and ``left_sign``,
            ``right`` and ``right_sign``.
        side: ``left`` or ``right``: the side of the unknown on which the number stands.
        first_word: The first word of the condition, to which an error points.

    Returns:
        The end; for ``x = 5`` it is the low and the high end at once.

    Raises:
        RulesError: The number cannot be kept.
    """
    try:
        number = read_number(comparison[side])
    except NumberError as error:
        raise RulesError(str(error), word=first_word) from error
    sign = comparison[f"{side}_sign"]
    if side == "left":  # "2 < x" says the same as "x > 2"
        sign = _TURNED_ROUND[sign]
    return _End(
        number,
        is_included=sign not in {"<", ">"},
        is_low=sign in {">", ">=", "≥", "="},
        is_high=sign in {"<", "<=", "≤", "="},
    )


def _condition_between(word: str, ends: Sequence[_End]) -> Condition:
    """Return the condition that an unknown lies within several ends, all of which must hold.

    Of two low ends the greater one counts, and of two high ends the smaller one.

    Args:
        word: The unknown.
        ends: Its low and high ends; any number of each.

    Example:
        >>> ends = [_End(3, is_low=True), _End(3, is_included=False, is_low=True)]  # x >= 3, x > 3
        >>> str(_condition_between("x", ends))
        'x > 3'
    """
    low_ends = [_NO_LOW_END, *(end for end in ends if end.is_low)]
    high_ends = [_NO_HIGH_END, *(end for end in ends if end.is_high)]
    low = max(low_ends, key=_height_of_low_end)
    high = min(high_ends, key=_height_of_high_end)
    is_number_excluded = not (low.is_included and high.is_included)
    is_empty = low.number == high.number and is_number_excluded  # "3 < x < 3"
    if is_empty:
        return Condition(word, low=INFINITY, high=-INFINITY)
    # An infinite end is none, whether it is written as included or not.
    includes_low = low.is_included or low.number == -INFINITY
    includes_high = high.is_included or high.number == INFINITY
    return Condition(word, low.number, high.number, includes_low, includes_high)


def _height_of_low_end(end: _End) -> tuple[Number, bool]:
    """Return by what low ends are compared: ``x > 3`` is higher than ``x >= 3``."""
    is_excluded = not end.is_included
    return end.number, is_excluded


def _height_of_high_end(end: _End) -> tuple[Number, bool]:
    """Return by what high ends are compared: ``x < 3`` is lower than ``x <= 3``."""
    return end.number, end.is_included


# -- reading ---------------------------------------------------------------------------------------

_TEXTS: Final = ("title", "source", "name", "note")
NAMES: Final = (
    *_TEXTS, "levels", "algorithm", "form", "cutoff", "fail", "order", "window", "range", "depth",
    "windows", *_KINDS,
)  # fmt: skip
_REPEATED: Final = frozenset({"note", "pruned"})
_EXAMPLES: Final = {
    "best": "C",
    "read": "7",
    "cuts": "none",
    "pruned": "C.2 if x >= 5, or 2 < x <= 5, always, never",
}


def _hint_with_example(name: str) -> str:
    """Return a hint with an example of a directive, a line that begins with ``@``.

    Args:
        name: The name of any directive that there is.

    Example:
        >>> _hint_with_example("best")
        'for example: @best C'
    """
    if name in _TEXTS:
        text = "…"
    elif name in _EXAMPLES:
        text = _EXAMPLES[name]
    else:
        # All other directives are rules of the search, such as @cutoff, each with an example.
        text = convention(name).example
    return f"for example: @{name} {text}"


DirectiveLine: TypeAlias = tuple[int, str]
"""The offset of a line that starts with ``@``, and the line."""


def read_directives(lines: Iterable[DirectiveLine]) -> tuple[Directives, list[Slip]]:
    """Return the directives above a tree, and the slips in them.

    Claims are skipped; :func:`read_claims` reads them once the tree is known.

    Example:
        >>> directives, slips = read_directives([(0, "@note 2021"), (11, "@note 2022")])
        >>> directives.notes, slips
        (('2021', '2022'), [])
    """
    read = _DirectivesRead()
    for offset, line in lines:
        read.add(line, offset)
    return Directives(notes=tuple(read.notes), **read.values), read.slips


class _DirectivesRead:
    """What the lines above a tree say, as far as they are read.

    Attributes:
        values: The values of directives, by name.
        notes: The notes, in order.
        slips: What is wrong in the lines.
    """

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}
        self.notes: list[str] = []
        self.slips: list[Slip] = []
        self._seen: set[str] = set()

    def add(self, line: str, offset: int) -> None:
        """Add what a line says, such as ``@title Exam 3``, or the mistake in it.

        Args:
            line: The line, which begins with ``@``.
            offset: The offset of the line in the text.
        """
        name, rest, comment = _parts_of_line(line)
        # The comment is the end of the rest, if there is one.
        text = rest.removesuffix(comment).strip()
        slip = _slip_of_directive(name, text, offset, self._seen)
        # Behind the check, or each line would count as a repetition of itself; before the return,
        # so that a second line of the same name counts as one even if this one is wrong.
        self._seen.add(name)
        if slip is not None:
            self.slips.append(slip)
            return
        try:
            self._set(name, text)
        except RulesError as wrong:
            self.slips.append(_slip_in_line(line, offset, wrong))

    def _set(self, name: str, text: str) -> None:
        """Store the value of a directive; a claim is skipped.

        Raises:
            RulesError: The directive has no such value.
        """
        if name in _KINDS:
            return
        if name == "note":  # the only directive that may be repeated and is kept here
            self.notes.append(_read_text(text))
        else:
            self.values[name] = _read_value(name, text)


def _read_value(name: str, text: str) -> Any:
    """Return the value of a directive: a text such as a title, or the value of a rule.

    Raises:
        RulesError: The rule has no such value.
    """
    if name in _TEXTS:
        return _read_text(text)
    return parse_rule(name, text, f"@{name}")


def _slip_of_directive(name: str, text: str, offset: int, seen: Collection[str]) -> Slip | None:
    """Return the mistake in a directive that is unknown, repeated or empty; else ``None``.

    Whether its value is right is not looked at.

    Args:
        name: Its name, without ``@``.
        text: What stands behind the name, without blanks around it and without a comment.
        offset: The offset of its line in the text.
        seen: The names of the directives above it.
    """
    if name not in NAMES:
        return _slip_of_unknown_directive(name, offset)
    is_given_twice = name in seen and name not in _REPEATED
    if is_given_twice:
        return Slip(offset, f"@{name} is given twice for one tree", "keep one of the two lines")
    if not text:
        return Slip(offset, f"@{name} says nothing", _hint_with_example(name))
    return None


def _slip_of_unknown_directive(name: str, offset: int) -> Slip:
    """Return the slip in a directive whose name is unknown, with the name that may be meant."""
    message = f"unknown directive @{shorten(safe(name), 60)}"
    meant = nearest(name.rstrip(":="), NAMES)
    if meant is None:
        return Slip(offset, message, f"there are @{', @'.join(NAMES)}")
    return Slip(offset, message, f"did you mean `@{meant}`?")


def _read_text(text: str) -> str:
    r"""Return a title or note as it is meant: ``\#`` stands for a ``#`` that begins no comment."""
    return safe(text.replace("\\#", "#"))


class ClaimLines(NamedTuple):
    """The claims in the lines above a tree, with their blanks, slips and places."""

    claims: Claims
    blanks: Claims
    slips: list[Slip]
    offsets: dict[tuple[int, ClaimKind], int]  # of the lines, by node and kind of their claims


def read_claims(lines: Iterable[DirectiveLine], tree: GameTree) -> ClaimLines:
    """Read the answers about a whole tree that stand above it, such as ``@read 7``.

    An answer is a claim if it is given, and a blank if its last word is ``?``. Other directives,
    and claims without a word, are skipped: :func:`read_directives` reports them.

    Args:
        lines: The directives above the tree, in their order.
        tree: The tree, to whose nodes claims refer: ``@best A B``.

    Returns:
        The claims and the blanks in their order, the slips (mistakes) in them, and the offsets of
        their lines; of two lines about the same node and kind the offset of the first.

    Example:
        >>> from treeexplorer.tree import from_nested
        >>> claims = read_claims([(0, "@read 3"), (8, "@best ?")], from_nested([[3, 12], [2]]))
        >>> [(claim.kind, claim.number) for claim in claims.claims], claims.blanks[0].kind
        ([('read', 3)], 'best')
    """
    claims: list[Claim] = []
    blanks: list[Claim] = []
    slips: list[Slip] = []
    offsets: dict[tuple[int, ClaimKind], int] = {}
    for offset, line in lines:
        if not _states_claim(line):
            continue
        name, _, _ = _parts_of_line(line)
        words = _words(line)
        try:
            claim = _read_claim(name, words, tree)
        except RulesError as wrong:
            slips.append(_slip_in_line(line, offset, wrong))
            continue
        offsets.setdefault((claim.node, claim.kind), offset)
        is_blank = words[-1] == _BLANK
        if is_blank:
            blanks.append(claim)
        else:
            claims.append(claim)
    return ClaimLines(tuple(claims), tuple(blanks), slips, offsets)


def _states_claim(line: str) -> bool:
    """Tell whether a line states a claim or a blank; one without words is reported elsewhere."""
    name, _, _ = _parts_of_line(line)
    return name in _KINDS and len(_words(line)) > 0


def _words(line: str) -> list[str]:
    """Return the words behind the name of a claim, up to a comment.

    >>> _words("@best A B  # both")
    ['A', 'B']
    """
    words = re.findall(_WORD, _parts_of_line(line)[1])
    return [word for word in words if not word.startswith("#")]


def _read_claim(name: str, words: Sequence[str], tree: GameTree) -> Claim:
    """Read an answer about a whole tree from the words behind the name of its directive.

    Args:
        name: The directive: ``best``, ``read``, ``cuts`` or ``pruned``.
        words: What stands behind it, at least one word.
        tree: The tree, to whose nodes the words refer.

    Raises:
        RulesError: The words are no such answer, or refer to no node of the tree.
    """
    if name == "best":
        return _read_best(words, tree)
    if name == "read":
        return _read_leaves(" ".join(words))
    if name == "cuts":
        return _read_cuts(" ".join(words))
    return _read_pruned(words, tree)


def _read_best(words: Sequence[str], tree: GameTree) -> Claim:
    """Read the answer which moves are best: ``@best A B``, ``none``, or the blank ``?``.

    Args:
        words: What stands behind ``@best``, at least one word.
        tree: The tree; a move is a child of its root.

    Returns:
        The claim, at the root. Its nodes are the moves; there are none for ``none`` and for a
        blank.

    Raises:
        RulesError: A word refers to no node, or to one that is no child of the root.
    """
    text = " ".join(words)
    # Who reads the line tells these two cases apart by the last word.
    if text == _BLANK or text.lower() == "none":
        return Claim(0, "best")
    moves = [_node_referred_to(tree, word) for word in words]
    # The root has the number 0.
    for word, move in zip(words, moves, strict=True):
        if tree.parent[move] != 0:
            message = f"@best names a move at the root, and {quoted(word)} is no child of it"
            raise RulesError(message, word=word)
    return Claim(0, "best", nodes=tuple(moves))


def _read_leaves(text: str) -> Claim:
    """Return the claim about the number of leaves evaluated: ``@read 7``, or the blank ``?``."""
    if text == _BLANK:
        return Claim(0, "read")
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise RulesError("@read takes the number of leaves that are evaluated, or ?")
    return Claim(0, "read", int(text))


def _read_cuts(text: str) -> Claim:
    """Return the claim that nothing is cut off: ``@cuts none``."""
    if text.lower() != "none":
        hint = "mark single cuts by a slash: /4"
        raise RulesError(f"@cuts takes none, not {quoted(text)}", hint)
    return Claim(0, "cuts-none")


def _read_pruned(words: Sequence[str], tree: GameTree) -> Claim:
    """Read the answer when a node is pruned: ``@pruned C.2 if x >= 5``, or the blank ``C.2 if ?``.

    Of two errors that in the condition is told.

    Args:
        words: What stands behind ``@pruned``.
        tree: The tree, of which the first word names a node and the condition an unknown leaf.

    Raises:
        RulesError: It is not of this form, or there is no such node or no such unknown.
    """
    if len(words) < 3 or words[1] != "if":
        raise RulesError("@pruned takes a node, if, and a condition", _hint_with_example("pruned"))
    node_word, _if, *condition_words = words
    condition_text = " ".join(condition_words)
    is_blank = condition_text == _BLANK
    if is_blank:
        return Claim(_node_referred_to(tree, node_word), "pruned-if")
    condition = _read_condition(condition_text, first_word=condition_words[0])
    node = _node_referred_to(tree, node_word)
    names_unknown = condition.unknown != ""  # "always" and "never" name none
    if names_unknown:
        _refuse_other_unknown(condition.unknown, tree)
    return Claim(node, "pruned-if", condition=condition)


def _refuse_other_unknown(word: str, tree: GameTree) -> None:
    """Raise an error if a word is not the name of an unknown leaf of the tree.

    Args:
        word: The word; ``?`` for a leaf that is unknown and has no word.
        tree: The tree.

    Raises:
        RulesError: There is no such leaf.
    """
    words = set(tree.unknowns.values())
    # The tree stores an unknown without a word as "", people write "?".
    if "" in words:
        words.remove("")
        words.add(_BLANK)
    if word not in words:
        known = ", ".join(sorted(words)[:5])
        there = f"there are {known}" if known else "no leaf is unknown"
        raise RulesError(f"{quoted(word)} is no unknown of this tree: {there}")


def _parts_of_line(line: str) -> tuple[str, str, str]:
    """Return the name of a directive, the text behind the name, and the comment at its end.

    >>> _parts_of_line("@read 7  # leaves")
    ('read', '7  # leaves', '# leaves')
    """
    name, rest = _LINE.match(line).groups()  # type: ignore[union-attr]  # it starts with @
    begins_comment = _COMMENT if name in _TEXTS else _COMMENT_AFTER_WORDS
    comment = begins_comment.search(rest)
    return name, rest, comment[0] if comment else ""


def _slip_in_line(line: str, offset: int, wrong: RulesError) -> Slip:
    """Return the slip in a directive's line, placed at the wrong word or else behind the name.

    In ``@best A B`` the wrong word B has the place 8, and an error that names no word the place 6.

    Args:
        line: The line.
        offset: Where it begins in the text.
        wrong: What is wrong.
    """
    _, rest, _ = _parts_of_line(line)
    behind_name = len(line) - len(rest)  # the rest ends where the line does
    place = behind_name
    if wrong.word:
        place = _place_of_word(wrong.word, line, behind_name)
    return Slip(offset + place, wrong.message, wrong.hint)


def _place_of_word(word: str, line: str, start: int) -> int:
    """Return where a word stands alone in a line, from a place on; that place if it does not.

    >>> _place_of_word("x", "@pruned xy if x > 3", 8)  # between blanks or commas
    14
    """
    word_alone = re.compile(rf"(?<![^\s,]){re.escape(word)}(?![^\s,])")
    found = word_alone.search(line, start)
    return start if found is None else found.start()


def _node_referred_to(tree: GameTree, word: str) -> int:
    """Return the node that a word in a directive refers to: ``C``, ``C.2``, ``"left child".2``.

    Raises:
        RulesError: It leads to no node, or to several.
    """
    reference = word
    if word.startswith('"'):
        # Only the name within quotes is decoded; behind the last quote positions such as ".2" may
        # follow.
        behind_quote = word.rindex('"') + 1
        reference = read_name(word[:behind_quote]) + word[behind_quote:]
    try:
        return tree.find(reference)
    except AddressError as error:
        raise RulesError(str(error), word=word) from error


# -- writing ---------------------------------------------------------------------------------------


class _WrittenDirective(NamedTuple):
    """A directive as it is written: its name without ``@``, and what stands behind the name."""

    name: str
    text: str

    @property
    def line(self) -> str:
        """The whole line, such as ``@read 7``."""
        return f"@{self.name} {self.text}"


def write_directives(
    directives: Directives,
    claims: Claims = (),
    blanks: Sequence[Claim] = (),
    tree: GameTree | None = None,
) -> list[str]:
    """Return the lines that begin with ``@`` to be written above a tree.

    They have three sources: texts such as a title, the rules of the search, and answers about the
    whole tree, given (``@read 7``: 7 leaves are read) or left blank (``@read ?``). Answers about
    single nodes are skipped, since they are written inside of the tree.

    Args:
        directives: The texts and the rules.
        claims: The answers that are given.
        blanks: The answers that are asked for. One that is also among ``claims`` is skipped.
        tree: The tree, by which nodes in answers are named; without it answers are left out.

    Returns:
        The lines, in the order in which the manual lists their names. Lines of one name, such as
        several ``@note``, keep their order.

    Example:
        >>> write_directives(Directives(cutoff=">", title="Exam 3"))
        ['@title Exam 3', '@cutoff >']
    """
    written_directives = _written_texts(directives)
    for name, value in directives.rules.items():
        written_directives.append(_WrittenDirective(name, write_rule(name, value)))
    if tree is not None:
        written_directives += _written_claims(claims, blanks, tree)
    # The sort is stable: directives of one name stay in their order.
    written_directives.sort(key=lambda directive: NAMES.index(directive.name))
    return [directive.line for directive in written_directives]


def _written_claims(
    claims: Claims, blanks: Sequence[Claim], tree: GameTree
) -> Iterator[_WrittenDirective]:
    """Yield the directives of answers about the whole tree: of all that are given, and of blanks.

    A directive is a line such as ``@read 7``. A blank is an answer that is asked for, ``@read ?``;
    it is skipped if an answer of its kind is given at its node. Answers about single nodes are
    skipped, since they have no directive.

    Args:
        claims: The answers that are given.
        blanks: The answers that are asked for.
        tree: The tree, by which nodes are named in the answers.
    """
    claimed = {(claim.node, claim.kind) for claim in claims}
    for claim in claims:
        # The kinds that have a directive, such as "read".
        if claim.kind in _NAME_OF_KIND:
            yield _written_claim(claim, tree, is_blank=False)
    for blank in blanks:
        is_filled_in = (blank.node, blank.kind) in claimed
        if blank.kind in _NAME_OF_KIND and not is_filled_in:
            yield _written_claim(blank, tree, is_blank=True)


def _written_texts(directives: Directives) -> list[_WrittenDirective]:
    """Return the directives of a title, a source, a name and notes; an empty text has none.

    Example:
        >>> for directive in _written_texts(Directives(title="Exam 3", notes=("easy", "short"))):
        ...     print(directive.line)
        @title Exam 3
        @note easy
        @note short
    """
    texts = [("title", directives.title), ("source", directives.source), ("name", directives.name)]
    texts += [("note", note) for note in directives.notes]
    written_texts = []
    for name, value in texts:  # `value` is None if it is not stated
        text = "" if value is None else _write_text(value)
        # A value of blanks alone is empty when it is written.
        if text:
            written_texts.append(_WrittenDirective(name, text))
    return written_texts


def write_rule(name: str, value: Any) -> str:
    """Return a rule's value as it is written in its directive."""
    if name in {"window", "range"}:
        return " ".join(map(written, value))
    if name == "levels":
        return " ".join(value)
    return str(value)


def _written_claim(claim: Claim, tree: GameTree, *, is_blank: bool) -> _WrittenDirective:
    """Return the directive of an answer about the whole tree: ``@read 7``, ``@best A B``.

    Args:
        claim: The answer; of a kind that has a directive.
        tree: The tree, by which its nodes are named.
        is_blank: Whether the answer is asked for and not given: then ``?`` stands in its place, as
            in ``@read ?`` and ``@pruned A if ?``.
    """
    name = _NAME_OF_KIND[claim.kind]
    if claim.kind == "pruned-if":
        condition = _BLANK if claim.condition is None else str(claim.condition)
        return _WrittenDirective(name, f"{_reference(tree, claim.node)} if {condition}")
    if is_blank:
        return _WrittenDirective(name, _BLANK)
    if claim.number is not None:  # @read
        return _WrittenDirective(name, written(claim.number))
    if claim.nodes:  # @best with moves
        moves = " ".join(_reference(tree, node) for node in claim.nodes)
        return _WrittenDirective(name, moves)
    return _WrittenDirective(name, "none")  # @best without moves, and @cuts


def filled_in(blank: Claim, text: str, tree: GameTree) -> Claim:
    """Return the claim that a blank becomes when a text is written in place of its ``?``.

    In place of ``?`` in ``@read ?``, the text ``7`` gives the claim that 7 leaves are read.

    Raises:
        RulesError: The text says nothing, cannot be read, or does not belong to the tree.
    """
    name = _NAME_OF_KIND[blank.kind]
    words_of_text = _words(f"@{name} {text}")  # without a comment, which says nothing
    if not words_of_text:
        raise RulesError(f"@{name} says nothing", _hint_with_example(name))
    line_of_blank = _written_claim(blank, tree, is_blank=True).line
    *words_before_text, _question_mark = _words(line_of_blank)
    return _read_claim(name, words_before_text + words_of_text, tree)


def _reference(tree: GameTree, node: int) -> str:
    """Return the reference to a node in a claim: its name if that is unique, else its address."""
    name = tree.names.get(node)
    if name is not None and _leads_to(tree, name, node):
        return write_name(name)
    return tree.address(node)


def _leads_to(tree: GameTree, name: str, node: int) -> bool:
    """Tell whether a name refers to this node and no other."""
    try:
        return tree.find(name) == node
    except AddressError:
        return False


def tidy_line(line: str) -> str:
    """Return a correct directive line with single spaces, and two spaces before its comment.

    Args:
        line: The line, which must hold a directive without a mistake.

    Example:
        >>> tidy_line("@read   7 # leaves")
        '@read 7  # leaves'
    """
    name, _, comment = _parts_of_line(line)
    if name in _KINDS:
        # A claim is not read, since it may refer to nodes of a tree that is not known here: its
        # words stay.
        tidy = safe(" ".join([f"@{name}", *_words(line)]))
    else:
        directives, _ = read_directives([(0, line)])
        # A single directive is read and written again, which gives a single line.
        (tidy,) = write_directives(directives)
    return f"{tidy}  {safe(comment).rstrip()}" if comment else tidy


def _write_text(text: str) -> str:
    """Return a text on one line; ``#`` is escaped if it would begin a comment."""
    text = safe(text).strip()
    if _COMMENT.search(text) or "\\#" in text:
        return text.replace("#", "\\#")
    return text
