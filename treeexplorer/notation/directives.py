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
from treeexplorer.notation.spelling import PLAIN_WORD, QUOTED, format_node_name, parse_node_name
from treeexplorer.numbers import NUMBER_OR_FRACTION, NumberError, parse_number, written
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


def _parse_condition(text: str, first_word: str) -> Condition:
    """Parse a condition about an unknown: ``x >= 5``, ``2 < x <= 5``, ``always`` or ``never``.

    There may be a comparison to the left of the unknown and one to the right; both must hold then.

    Args:
        text: The condition.
        first_word: Its first word, to which an error points.

    Raises:
        RulesError: It is not one interval of an unknown.

    Example:
        >>> _parse_condition("2 < x <= 5", "2")
        Condition(unknown='x', low=2, high=5, includes_low=False, includes_high=True)
        >>> str(_parse_condition("3 <= x > 3", "3")), str(_parse_condition("3 < x < 3", "3"))
        ('x > 3', 'never')
    """
    if text == "always":
        return ALWAYS
    if text == "never":
        return NEVER

    ends: list[_End] = []
    comparison = re.fullmatch(_COMPARISON, text)
    if comparison is not None:
        for side in ("left", "right"):
            has_number = comparison[side] is not None
            if has_number:
                ends.append(_parse_end(comparison, side, first_word))
    # Of `x` alone nothing is said.
    if comparison is None or not ends:
        message = f"{quoted(text)} is not one interval of an unknown"
        raise RulesError(message, _make_example_hint("pruned"), first_word)
    return _intersect_ends(comparison["unknown"], ends)


def _parse_end(comparison: re.Match[str], side: str, first_word: str) -> _End:
    """Parse the end of an interval beside an unknown: of ``2 < x`` the low end 2, excluded.

    For ``x = 5`` it is the low and the high end at once.

    Args:
        comparison: The match of the condition, with the groups ``left`` and ``left_sign``,
            ``right`` and ``right_sign``.
        side: ``left`` or ``right``: the side of the unknown on which the number stands.
        first_word: The first word of the condition, to which an error points.

    Raises:
        RulesError: The number cannot be kept.
    """
    try:
        number = parse_number(comparison[side])
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


def _intersect_ends(unknown: str, ends: Sequence[_End]) -> Condition:
    """Return the condition that an unknown lies within several ends, all of which must hold.

    Of two low ends the greater one counts, and of two high ends the smaller one. There may be any
    number of each.

    Example:
        >>> ends = [_End(3, is_low=True), _End(3, is_included=False, is_low=True)]  # x >= 3, x > 3
        >>> str(_intersect_ends("x", ends))
        'x > 3'
    """
    low_ends = [_NO_LOW_END, *(end for end in ends if end.is_low)]
    high_ends = [_NO_HIGH_END, *(end for end in ends if end.is_high)]
    low = max(low_ends, key=_make_key_of_low_end)
    high = min(high_ends, key=_make_key_of_high_end)
    both_ends_are_included = low.is_included and high.is_included
    is_empty = low.number == high.number and not both_ends_are_included  # "3 < x < 3"
    if is_empty:
        return Condition(unknown, low=INFINITY, high=-INFINITY)

    # It makes no difference whether an infinite end is written as included.
    includes_low = low.is_included or low.number == -INFINITY
    includes_high = high.is_included or high.number == INFINITY
    return Condition(unknown, low.number, high.number, includes_low, includes_high)


def _make_key_of_low_end(end: _End) -> tuple[Number, bool]:
    """Make the key by which low ends are compared: ``x > 3`` is higher than ``x >= 3``."""
    is_excluded = not end.is_included
    return end.number, is_excluded


def _make_key_of_high_end(end: _End) -> tuple[Number, bool]:
    """Make the key by which high ends are compared: ``x < 3`` is lower than ``x <= 3``."""
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


def _make_example_hint(name: str) -> str:
    """Make a hint with an example of a directive, a line that begins with ``@``.

    Example:
        >>> _make_example_hint("best")
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


def parse_directives(lines: Iterable[DirectiveLine]) -> tuple[Directives, list[Slip]]:
    """Parse the directives above a tree; return them, and the slips in them.

    Claims are skipped; :func:`parse_claims` reads them once the tree is known.

    Example:
        >>> directives, slips = parse_directives([(0, "@note 2021"), (11, "@note 2022")])
        >>> directives.notes, slips
        (('2021', '2022'), [])
    """
    parser = _DirectiveParser()
    for offset, line in lines:
        parser.parse_line(line, offset)
    return Directives(notes=tuple(parser.notes), **parser.values), parser.slips


class _DirectiveParser:
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
        self._seen_names: set[str] = set()

    def parse_line(self, line: str, offset: int) -> None:
        """Store what a line says, such as ``@title Exam 3``, or the mistake in it.

        Args:
            line: The line, which begins with ``@``.
            offset: The offset of the line in the text.
        """
        name, rest, comment = _split_line(line)
        # The comment is the end of the rest, if there is one.
        text = rest.removesuffix(comment).strip()
        slip = _find_slip_in_directive(name, text, offset, self._seen_names)
        # Behind the check, or each line would count as a repetition of itself; before the return,
        # so that a second line of the same name counts as one even if this one is wrong.
        self._seen_names.add(name)
        if slip is not None:
            self.slips.append(slip)
            return

        try:
            self._store(name, text)
        except RulesError as error:
            self.slips.append(_make_slip_in_line(line, offset, error))

    def _store(self, name: str, text: str) -> None:
        """Store the value of a directive; a claim is skipped.

        Raises:
            RulesError: The directive has no such value.
        """
        if name in _KINDS:
            return
        if name == "note":  # the only directive that may be repeated and is kept here
            self.notes.append(_unescape_text(text))
        else:
            self.values[name] = _parse_value(name, text)


def _parse_value(name: str, text: str) -> Any:
    """Parse the value of a directive: a text such as a title, or the value of a rule.

    Raises:
        RulesError: The rule has no such value.
    """
    if name in _TEXTS:
        return _unescape_text(text)
    return parse_rule(name, text, f"@{name}")


def _find_slip_in_directive(
    name: str, text: str, offset: int, seen_names: Collection[str]
) -> Slip | None:
    """Find the mistake in a directive that is unknown, repeated or empty; else ``None``.

    Whether its value is right is not looked at.

    Args:
        name: Its name, without ``@``.
        text: What stands behind the name, without blanks around it and without a comment.
        offset: The offset of its line in the text.
        seen_names: The names of the directives above it.
    """
    if name not in NAMES:
        return _make_slip_of_unknown_directive(name, offset)
    is_given_twice = name in seen_names and name not in _REPEATED
    if is_given_twice:
        return Slip(offset, f"@{name} is given twice for one tree", "keep one of the two lines")
    if not text:
        return Slip(offset, f"@{name} says nothing", _make_example_hint(name))
    return None


def _make_slip_of_unknown_directive(name: str, offset: int) -> Slip:
    """Make the slip of a directive whose name is unknown, with the name that may be meant."""
    message = f"unknown directive @{shorten(safe(name), 60)}"
    similar_name = nearest(name.rstrip(":="), NAMES)
    if similar_name is None:
        return Slip(offset, message, f"there are @{', @'.join(NAMES)}")
    return Slip(offset, message, f"did you mean `@{similar_name}`?")


def _unescape_text(text: str) -> str:
    r"""Return a title or note as it is meant: ``\#`` stands for a ``#`` that begins no comment."""
    return safe(text.replace("\\#", "#"))


class ClaimLines(NamedTuple):
    """The claims in the lines above a tree, with their blanks, slips and places."""

    claims: Claims
    blanks: Claims
    slips: list[Slip]
    offsets: dict[tuple[int, ClaimKind], int]  # of the lines, by node and kind of their claims


def parse_claims(lines: Iterable[DirectiveLine], tree: GameTree) -> ClaimLines:
    """Parse the answers about a whole tree that stand above it, such as ``@read 7``.

    An answer is a claim if it is given, and a blank if its last word is ``?``. Other directives,
    and claims without a word, are skipped: :func:`parse_directives` reports them.

    Args:
        lines: The directives above the tree, in their order.
        tree: The tree, to whose nodes claims refer: ``@best A B``.

    Returns:
        The claims and the blanks in their order, the slips (mistakes) in them, and the offsets of
        their lines; of two lines about the same node and kind the offset of the first.

    Example:
        >>> from treeexplorer.tree import from_nested
        >>> claims = parse_claims([(0, "@read 3"), (8, "@best ?")], from_nested([[3, 12], [2]]))
        >>> [(claim.kind, claim.number) for claim in claims.claims], claims.blanks[0].kind
        ([('read', 3)], 'best')
    """
    claims: list[Claim] = []
    blanks: list[Claim] = []
    slips: list[Slip] = []
    offsets: dict[tuple[int, ClaimKind], int] = {}
    for offset, line in lines:
        if not _has_claim(line):
            continue
        name, _, _ = _split_line(line)
        words = _split_words(line)
        try:
            claim = _parse_claim(name, words, tree)
        except RulesError as error:
            slips.append(_make_slip_in_line(line, offset, error))
            continue

        offsets.setdefault((claim.node, claim.kind), offset)
        is_blank = words[-1] == _BLANK
        if is_blank:
            blanks.append(claim)
        else:
            claims.append(claim)
    return ClaimLines(tuple(claims), tuple(blanks), slips, offsets)


def _has_claim(line: str) -> bool:
    """Tell whether a line states a claim or a blank; one without words is reported elsewhere."""
    name, _, _ = _split_line(line)
    return name in _KINDS and len(_split_words(line)) > 0


def _split_words(line: str) -> list[str]:
    """Split a line into the words behind the name of a claim, up to a comment.

    >>> _split_words("@best A B  # both")
    ['A', 'B']
    """
    _, rest, _ = _split_line(line)
    words = re.findall(_WORD, rest)
    return [word for word in words if not word.startswith("#")]


def _parse_claim(name: str, words: Sequence[str], tree: GameTree) -> Claim:
    """Parse an answer about a whole tree from the words behind the name of its directive.

    The name is ``best``, ``read``, ``cuts`` or ``pruned``, and there is at least one word.

    Raises:
        RulesError: The words are no such answer, or refer to no node of the tree.
    """
    if name == "best":
        return _parse_best_moves(words, tree)
    if name == "read":
        return _parse_leaf_count(" ".join(words))
    if name == "cuts":
        return _parse_cuts(" ".join(words))
    return _parse_pruned(words, tree)


def _parse_best_moves(words: Sequence[str], tree: GameTree) -> Claim:
    """Parse the answer which moves are best: ``@best A B``, ``none``, or the blank ``?``.

    The nodes of the claim are the moves; there are none for ``none`` and for a blank.

    Raises:
        RulesError: A word refers to no node, or to one that is no child of the root.
    """
    root = 0
    text = " ".join(words)
    # Who reads the line tells these two cases apart by the last word.
    if text == _BLANK or text.lower() == "none":
        return Claim(root, "best")

    moves = [_find_node(tree, word) for word in words]
    for word, move in zip(words, moves, strict=True):
        if tree.parent[move] != root:
            message = f"@best names a move at the root, and {quoted(word)} is no child of it"
            raise RulesError(message, word=word)
    return Claim(root, "best", nodes=tuple(moves))


def _parse_leaf_count(text: str) -> Claim:
    """Parse the claim about the number of leaves evaluated: ``@read 7``, or the blank ``?``."""
    if text == _BLANK:
        return Claim(0, "read")
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise RulesError("@read takes the number of leaves that are evaluated, or ?")
    return Claim(0, "read", int(text))


def _parse_cuts(text: str) -> Claim:
    """Parse the claim that nothing is cut off: ``@cuts none``."""
    if text.lower() != "none":
        hint = "mark single cuts by a slash: /4"
        raise RulesError(f"@cuts takes none, not {quoted(text)}", hint)
    return Claim(0, "cuts-none")


def _parse_pruned(words: Sequence[str], tree: GameTree) -> Claim:
    """Parse when a node is pruned: ``@pruned C.2 if x >= 5``, or the blank ``C.2 if ?``.

    Of two errors that in the condition is told.

    Raises:
        RulesError: It is not of this form, or the tree has no such node or no such unknown.
    """
    if len(words) < 3 or words[1] != "if":
        raise RulesError("@pruned takes a node, if, and a condition", _make_example_hint("pruned"))

    node_word = words[0]
    condition_words = words[2:]
    condition_text = " ".join(condition_words)
    is_blank = condition_text == _BLANK
    if is_blank:
        return Claim(_find_node(tree, node_word), "pruned-if")

    condition = _parse_condition(condition_text, first_word=condition_words[0])
    node = _find_node(tree, node_word)
    names_unknown = condition.unknown != ""  # "always" and "never" name none
    if names_unknown:
        _check_is_unknown(condition.unknown, tree)
    return Claim(node, "pruned-if", condition=condition)


def _check_is_unknown(word: str, tree: GameTree) -> None:
    """Check that a word is the name of an unknown leaf of the tree; ``?`` for one without a word.

    Raises:
        RulesError: There is no such leaf.
    """
    known_words = {str(tree.value_or_word(leaf)) for leaf in tree.unknowns}
    if word in known_words:
        return

    message = f"{quoted(word)} is no unknown of this tree"
    if not known_words:
        raise RulesError(f"{message}: no leaf is unknown")
    first_words = sorted(known_words)[:5]
    raise RulesError(f"{message}: there are {', '.join(first_words)}")


def _split_line(line: str) -> tuple[str, str, str]:
    """Split a line into its directive's name, the text behind the name, and the comment at its end.

    >>> _split_line("@read 7  # leaves")
    ('read', '7  # leaves', '# leaves')
    """
    name, rest = _LINE.match(line).groups()  # type: ignore[union-attr]  # it starts with @
    begins_comment = _COMMENT if name in _TEXTS else _COMMENT_AFTER_WORDS
    comment = begins_comment.search(rest)
    return name, rest, comment[0] if comment else ""


def _make_slip_in_line(line: str, line_offset: int, error: RulesError) -> Slip:
    """Make the slip in a directive's line, placed at the wrong word or else behind the name.

    In ``@best A B`` the wrong word B has the place 8, and an error that names no word the place 6.
    """
    _, rest, _ = _split_line(line)
    behind_name = len(line) - len(rest)  # the rest ends where the line does
    place = _find_word(error.word, line, behind_name) if error.word else behind_name
    return Slip(line_offset + place, error.message, error.hint)


def _find_word(word: str, line: str, start: int) -> int:
    """Find where a word stands alone in a line, from a place on; that place if it does not.

    >>> _find_word("x", "@pruned xy if x > 3", 8)  # between blanks or commas
    14
    """
    word_alone = re.compile(rf"(?<![^\s,]){re.escape(word)}(?![^\s,])")
    found = word_alone.search(line, start)
    return start if found is None else found.start()


def _find_node(tree: GameTree, word: str) -> int:
    """Find the node that a word in a directive refers to: ``C``, ``C.2``, ``"left child".2``.

    Raises:
        RulesError: It leads to no node, or to several.
    """
    reference = word
    if word.startswith('"'):
        # Only the name within quotes is decoded; behind the last quote positions such as ".2" may
        # follow.
        behind_quote = word.rindex('"') + 1
        reference = parse_node_name(word[:behind_quote]) + word[behind_quote:]
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


def format_directives(
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
        >>> format_directives(Directives(cutoff=">", title="Exam 3"))
        ['@title Exam 3', '@cutoff >']
    """
    written_directives = _convert_texts(directives)
    for name, value in directives.rules.items():
        written_directives.append(_WrittenDirective(name, format_rule_value(name, value)))
    if tree is not None:
        written_directives += _convert_claims(claims, blanks, tree)

    # The sort is stable: directives of one name stay in their order.
    written_directives.sort(key=lambda directive: NAMES.index(directive.name))
    return [directive.line for directive in written_directives]


def _convert_claims(
    claims: Claims, blanks: Sequence[Claim], tree: GameTree
) -> Iterator[_WrittenDirective]:
    """Convert answers about the whole tree, given ones and then blanks, to their directives.

    A directive is a line such as ``@read 7``. A blank is an answer that is asked for, ``@read ?``;
    it is skipped if an answer of its kind is given at its node. Answers about single nodes are
    skipped, since they have no directive.
    """
    for claim in claims:
        has_directive = claim.kind in _NAME_OF_KIND
        if has_directive:
            yield _convert_claim(claim, tree, is_blank=False)

    filled_in_blanks = {(claim.node, claim.kind) for claim in claims}
    for blank in blanks:
        has_directive = blank.kind in _NAME_OF_KIND
        is_filled_in = (blank.node, blank.kind) in filled_in_blanks
        if has_directive and not is_filled_in:
            yield _convert_claim(blank, tree, is_blank=True)


def _convert_texts(directives: Directives) -> list[_WrittenDirective]:
    """Convert a title, a source, a name and notes to directives; an empty text has none.

    Example:
        >>> for directive in _convert_texts(Directives(title="Exam 3", notes=("easy", "short"))):
        ...     print(directive.line)
        @title Exam 3
        @note easy
        @note short
    """
    names_and_texts = [
        ("title", directives.title),
        ("source", directives.source),
        ("name", directives.name),
        *(("note", note) for note in directives.notes),
    ]
    written_directives: list[_WrittenDirective] = []
    for name, text in names_and_texts:
        if text is None:
            continue
        escaped_text = _escape_text(text)
        # A text of blanks alone is empty when it is written.
        if escaped_text:
            written_directives.append(_WrittenDirective(name, escaped_text))
    return written_directives


def format_rule_value(name: str, value: Any) -> str:
    """Return a rule's value as it is written in its directive."""
    if name in {"window", "range"}:
        return " ".join(map(written, value))
    if name == "levels":
        return " ".join(value)
    return str(value)


def _convert_claim(claim: Claim, tree: GameTree, *, is_blank: bool) -> _WrittenDirective:
    """Convert an answer about the whole tree to its directive, a line such as ``@read 7``.

    ============  =====================================  =====================
    kind          answer                                 blank: asked for only
    ============  =====================================  =====================
    read          ``@read 7``: seven leaves are read     ``@read ?``
    best          ``@best A B``, or ``@best none``       ``@best ?``
    cuts-none     ``@cuts none``: nothing is pruned      ``@cuts ?``
    pruned-if     ``@pruned A if x<=3``                  ``@pruned A if ?``
    ============  =====================================  =====================
    """
    answer = _BLANK if is_blank else _format_answer(claim, tree)
    if claim.kind == "pruned-if":  # its node is given in a blank, too
        answer = f"{_format_reference(tree, claim.node)} if {answer}"
    return _WrittenDirective(_NAME_OF_KIND[claim.kind], answer)


def _format_answer(claim: Claim, tree: GameTree) -> str:
    """Format what a claim about the whole tree answers: ``7``, ``A B``, ``none``, ``x<=3``."""
    if claim.kind == "pruned-if":
        return _BLANK if claim.condition is None else str(claim.condition)
    if claim.kind == "read" and claim.number is not None:
        return written(claim.number)
    if claim.kind == "best" and claim.nodes:
        return " ".join(_format_reference(tree, move) for move in claim.nodes)
    return "none"


def filled_in(blank: Claim, text: str, tree: GameTree) -> Claim:
    """Return the claim that a blank becomes when a text is written in place of its ``?``.

    In place of ``?`` in ``@read ?``, the text ``7`` gives the claim that 7 leaves are read.

    Raises:
        RulesError: The text says nothing, cannot be read, or does not belong to the tree.
    """
    name = _NAME_OF_KIND[blank.kind]
    # A comment says nothing: words behind "#" are none.
    words_of_text = _split_words(f"@{name} {text}")
    if not words_of_text:
        raise RulesError(f"@{name} says nothing", _make_example_hint(name))

    # The blank is written as a line, such as "@pruned A if ?". Its words without the question mark
    # and those of the text are the words of the claim: "A", "if", "x<=3".
    line_of_blank = _convert_claim(blank, tree, is_blank=True).line
    *words_before_text, _question_mark = _split_words(line_of_blank)
    return _parse_claim(name, [*words_before_text, *words_of_text], tree)


def _format_reference(tree: GameTree, node: int) -> str:
    """Format the reference to a node in a claim: its name if that is unique, else its address."""
    name = tree.names.get(node)
    if name is not None and _is_unique_name(tree, name, node):
        return format_node_name(name)
    return tree.address(node)


def _is_unique_name(tree: GameTree, name: str, node: int) -> bool:
    """Tell whether a name refers to this node and no other."""
    try:
        return tree.find(name) == node
    except AddressError:
        return False


def format_directive_line(line: str) -> str:
    """Format a correct directive line with single spaces, and two spaces before its comment.

    Args:
        line: The line, which must hold a directive without a mistake.

    Example:
        >>> format_directive_line("@read   7 # leaves")
        '@read 7  # leaves'
    """
    name, _, comment = _split_line(line)
    is_claim = name in _KINDS
    if is_claim:
        # A claim is not parsed, since it may refer to nodes of a tree that is not known here: its
        # words stay.
        words = [f"@{name}", *_split_words(line)]
        formatted_line = safe(" ".join(words))
    else:
        # Parsed and written again, a single directive gives a single line.
        directives, _ = parse_directives([(0, line)])
        (formatted_line,) = format_directives(directives)
    if comment:
        return f"{formatted_line}  {safe(comment).rstrip()}"
    return formatted_line


def _escape_text(text: str) -> str:
    """Return a text on one line; ``#`` is escaped if it would begin a comment."""
    text = safe(text).strip()
    if _COMMENT.search(text) or "\\#" in text:
        return text.replace("#", "\\#")
    return text
