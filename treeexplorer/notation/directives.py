"""The lines that start with ``@``: what each may say, and what is said when it says it wrong."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
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
# The signs with which a number is the low end, to the left and to the right of the unknown.
_SIGNS_OF_LOW_END: Final = {"left": {"<", "<=", "≤"}, "right": {">", ">=", "≥"}}


class _End(NamedTuple):
    """One end of an interval, and whether it belongs to it."""

    number: Number
    is_included: bool


def _condition(text: str, first: str) -> Condition:
    """Return a condition of an unknown: ``x >= 5``, ``2 < x <= 5``, ``always``, ``never``.

    Args:
        text: The condition.
        first: Its first word, to which an error points.

    Raises:
        RulesError: It is not one interval of an unknown.
    """
    if text == "always":
        return ALWAYS
    if text == "never":
        return NEVER
    match = re.fullmatch(_COMPARISON, text)
    if match is None or not (match["left"] or match["right"]):
        message = f"{quoted(text)} is not one interval of an unknown"
        raise RulesError(message, _example("pruned"), first)
    low = _End(-INFINITY, is_included=True)
    high = _End(INFINITY, is_included=True)
    for side in ("left", "right"):
        sign = match[f"{side}_sign"]
        if sign is None:
            continue
        end = _read_end(match[side], sign, first)
        if sign == "=":
            low = end
            high = end
        elif sign in _SIGNS_OF_LOW_END[side]:
            low = max(low, end, key=_number_of)
        else:
            high = min(high, end, key=_number_of)
    return Condition(match["unknown"], low.number, high.number, low.is_included, high.is_included)


def _read_end(spelling: str, sign: str, first: str) -> _End:
    """Return an end of an interval from its number and the sign beside it."""
    try:
        number = read_number(spelling)
    except NumberError as error:
        raise RulesError(str(error), word=first) from error
    return _End(number, is_included=sign not in {"<", ">"})


def _number_of(end: _End) -> Number:
    return end.number


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


def _example(name: str) -> str:
    """Return what to write, as a hint says it."""
    if name in _TEXTS:
        text = "…"
    elif name in _EXAMPLES:
        text = _EXAMPLES[name]
    else:
        text = convention(name).example
    return f"for example: @{name} {text}"


DirectiveLine: TypeAlias = tuple[int, str]
"""The offset of a line that starts with ``@``, and the line."""


def read_directives(lines: Iterable[DirectiveLine]) -> tuple[Directives, list[Slip]]:
    """Return what the lines above a tree say, but for claims, and what is wrong in them.

    Example:
        >>> directives, slips = read_directives([(0, "@note 2021"), (11, "@note 2022")])
        >>> directives.notes, slips
        (('2021', '2022'), [])
    """
    values: dict[str, Any] = {}
    notes: list[str] = []
    slips: list[Slip] = []
    seen: set[str] = set()
    for offset, line in lines:
        name, rest, comment = _parts(line)
        text = rest.removesuffix(comment).strip()
        slip = _slip_at_once(name, text, offset, seen)
        seen.add(name)
        if slip is not None:
            slips.append(slip)
        elif name in _KINDS:
            pass  # read_claims reads claims
        elif name == "note":
            notes.append(_read_text(text))
        elif name in _TEXTS:
            values[name] = _read_text(text)
        else:
            try:
                values[name] = parse_rule(name, text, f"@{name}")
            except RulesError as wrong:
                slips.append(_slip(line, offset, wrong))
    return Directives(notes=tuple(notes), **values), slips


def _slip_at_once(name: str, text: str, offset: int, seen: Collection[str]) -> Slip | None:
    """Return what is wrong with a directive before its text is looked at, if anything is.

    Args:
        name: Its name.
        text: What stands behind it.
        offset: Where its line begins.
        seen: The names of the directives above it.
    """
    if name not in NAMES:
        message = f"unknown directive @{shorten(safe(name), 60)}"
        meant = nearest(name.rstrip(":="), NAMES)
        if meant is None:
            return Slip(offset, message, f"there are @{', @'.join(NAMES)}")
        return Slip(offset, message, f"did you mean `@{meant}`?")
    if name in seen and name not in _REPEATED:
        return Slip(offset, f"@{name} is given twice for one tree", "keep one of the two lines")
    if not text:
        return Slip(offset, f"@{name} says nothing", _example(name))
    return None


def _read_text(text: str) -> str:
    r"""Return a title or a note as it is meant: ``\#`` is a ``#`` that begins no comment."""
    return safe(text.replace("\\#", "#"))


class ClaimLines(NamedTuple):
    """What the lines above a tree claim about it."""

    claims: Claims
    blanks: Claims
    slips: list[Slip]
    offsets: dict[tuple[int, ClaimKind], int]  # of the lines, by node and kind of their claims


def read_claims(lines: Iterable[DirectiveLine], tree: GameTree) -> ClaimLines:
    """Return what the lines claim about their tree, their blanks, and what is wrong in them."""
    claims: list[Claim] = []
    blanks: list[Claim] = []
    slips: list[Slip] = []
    offsets: dict[tuple[int, ClaimKind], int] = {}
    for offset, line in lines:
        name, _, _ = _parts(line)
        words = _words(line)
        is_claim = name in _KINDS and words
        if not is_claim:
            continue
        try:
            claim = _read_claim(name, words, tree)
        except RulesError as wrong:
            slips.append(_slip(line, offset, wrong))
            continue
        offsets.setdefault((claim.node, claim.kind), offset)
        if words[-1] == _BLANK:
            blanks.append(claim)
        else:
            claims.append(claim)
    return ClaimLines(tuple(claims), tuple(blanks), slips, offsets)


def _words(line: str) -> list[str]:
    """Return the words of a claim's line, up to a comment."""
    words = re.findall(_WORD, _parts(line)[1])
    return [word for word in words if not word.startswith("#")]


def _read_claim(name: str, words: Sequence[str], tree: GameTree) -> Claim:
    """Return what the words behind a claim's name claim, or the blank that they are."""
    if name == "best":
        return _read_best(words, tree)
    if name == "read":
        return _read_leaves(" ".join(words))
    if name == "cuts":
        return _read_cuts(" ".join(words))
    return _read_pruned(words, tree)


def _read_best(words: Sequence[str], tree: GameTree) -> Claim:
    """Return the claim of the moves that are equally good: ``@best A B``, ``none`` or ``?``."""
    text = " ".join(words)
    if text == _BLANK or text.lower() == "none":
        return Claim(0, "best")
    moves = [_node(tree, word) for word in words]
    for word, move in zip(words, moves, strict=True):
        if tree.parent[move] != 0:
            message = f"@best names a move at the root, and {quoted(word)} is no child of it"
            raise RulesError(message, word=word)
    return Claim(0, "best", nodes=tuple(moves))


def _read_leaves(text: str) -> Claim:
    """Return the claim of how many leaves are evaluated: ``@read 7`` or ``?``."""
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
    """Return the claim of when a node is pruned: ``@pruned C.2 if x >= 5`` or ``if ?``."""
    if len(words) < 3 or words[1] != "if":
        raise RulesError("@pruned takes a node, if, and a condition", _example("pruned"))
    text = " ".join(words[2:])
    if text == _BLANK:
        return Claim(_node(tree, words[0]), "pruned-if")
    condition = _condition(text, words[2])
    node = _node(tree, words[0])
    if condition.unknown:
        _refuse_other_unknown(condition.unknown, tree)
    return Claim(node, "pruned-if", condition=condition)


def _refuse_other_unknown(word: str, tree: GameTree) -> None:
    """Check that a tree has an unknown leaf of a word; ``?`` is one without.

    Raises:
        RulesError: It has none.
    """
    words = set(tree.unknowns.values())
    if "" in words:
        words.remove("")
        words.add(_BLANK)
    if word not in words:
        known = ", ".join(sorted(words)[:5])
        there = f"there are {known}" if known else "no leaf is unknown"
        raise RulesError(f"{quoted(word)} is no unknown of this tree: {there}")


def _parts(line: str) -> tuple[str, str, str]:
    """Return the name of a directive, what stands behind it, and the comment at its end."""
    name, rest = _LINE.match(line).groups()  # type: ignore[union-attr]  # it starts with @
    begins_comment = _COMMENT if name in _TEXTS else _COMMENT_AFTER_WORDS
    comment = begins_comment.search(rest)
    return name, rest, comment[0] if comment else ""


def _slip(line: str, offset: int, wrong: RulesError) -> Slip:
    """Return what is wrong in a directive's line, at the wrong word or behind the name."""
    _, rest, _ = _parts(line)
    behind_name = len(line) - len(rest)
    if wrong.word:
        pattern = re.compile(rf"(?<![^\s,]){re.escape(wrong.word)}(?![^\s,])")
        word = pattern.search(line, behind_name)
        if word is not None:
            return Slip(offset + word.start(), wrong.message, wrong.hint)
    return Slip(offset + behind_name, wrong.message, wrong.hint)


def _node(tree: GameTree, word: str) -> int:
    """Return the node that a word refers to."""
    reference = word
    if word.startswith('"'):
        quote = word.rindex('"') + 1
        reference = read_name(word[:quote]) + word[quote:]
    try:
        return tree.find(reference)
    except AddressError as error:
        raise RulesError(str(error), word=word) from error


# -- writing ---------------------------------------------------------------------------------------


def write_directives(
    directives: Directives,
    claims: Claims = (),
    blanks: Sequence[Claim] = (),
    tree: GameTree | None = None,
) -> list[str]:
    """Return the lines of directives, and of the claims and blanks about the whole tree.

    They come in the order of the manual. Claims about nodes are passed over, and blanks in whose
    place there is a claim.
    """
    lines = _text_lines(directives)
    for name, value in directives.rules.items():
        lines.append(f"@{name} {write_rule(name, value)}")
    if tree is not None:
        answered = {(claim.node, claim.kind) for claim in claims}
        for claim in claims:
            if claim.kind in _NAME_OF_KIND:
                lines.append(_claim_line(claim, tree, is_blank=False))
        for blank in blanks:
            if blank.kind in _NAME_OF_KIND and (blank.node, blank.kind) not in answered:
                lines.append(_claim_line(blank, tree, is_blank=True))
    return sorted(lines, key=_place_in_manual)


def _text_lines(directives: Directives) -> list[str]:
    """Return the lines of a title, a source, a name and notes."""
    texts = [("title", directives.title), ("source", directives.source), ("name", directives.name)]
    texts += [("note", note) for note in directives.notes]
    lines = []
    for name, value in texts:
        text = "" if value is None else _write_text(value)
        if text:
            lines.append(f"@{name} {text}")
    return lines


def _place_in_manual(line: str) -> int:
    """Return where the manual has a directive, given its line."""
    name = line.removeprefix("@").partition(" ")[0]
    return NAMES.index(name)


def write_rule(name: str, value: Any) -> str:
    """Return a rule's value as its directive has it."""
    if name in {"window", "range"}:
        return " ".join(map(written, value))
    if name == "levels":
        return " ".join(value)
    return str(value)


def _claim_line(claim: Claim, tree: GameTree, *, is_blank: bool) -> str:
    """Return the line of a claim about the whole tree, with ``?`` where it is a blank."""
    name = _NAME_OF_KIND[claim.kind]
    if claim.kind == "pruned-if":
        condition = _BLANK if claim.condition is None else str(claim.condition)
        return f"@{name} {_reference(tree, claim.node)} if {condition}"
    if is_blank:
        return f"@{name} {_BLANK}"
    if claim.number is not None:
        return f"@{name} {written(claim.number)}"
    if not claim.nodes:
        return f"@{name} none"
    moves = " ".join(_reference(tree, node) for node in claim.nodes)
    return f"@{name} {moves}"


def filled_in(blank: Claim, text: str, tree: GameTree) -> Claim:
    """Return a blank about the whole tree with what somebody wrote in place of its ``?``.

    Raises:
        RulesError: It cannot be read, or does not belong to the tree.
    """
    words = _words(_claim_line(blank, tree, is_blank=True).removesuffix(_BLANK) + text)
    name = _NAME_OF_KIND[blank.kind]
    if not text.strip():
        raise RulesError(f"@{name} says nothing", _example(name))
    return _read_claim(name, words, tree)


def _reference(tree: GameTree, node: int) -> str:
    """Return a node's name where that leads to it, else its address; never a letter."""
    name = tree.names.get(node)
    if name is not None:
        try:
            if tree.find(name) == node:
                return write_name(name)
        except AddressError:
            pass
    return tree.address(node)


def tidy_line(line: str) -> str:
    """Return a right directive line with single spaces, its comment two spaces behind.

    Example:
        >>> tidy_line("@read   7 # leaves")
        '@read 7  # leaves'
    """
    name, _, comment = _parts(line)
    if name in _KINDS:
        tidy = safe(" ".join([f"@{name}", *_words(line)]))
    else:
        directives, _ = read_directives([(0, line)])
        (tidy,) = write_directives(directives)
    return f"{tidy}  {safe(comment).rstrip()}" if comment else tidy


def _write_text(text: str) -> str:
    """Return a text on one line, its ``#`` marked where they would begin a comment."""
    text = safe(text).strip()
    if _COMMENT.search(text) or "\\#" in text:
        return text.replace("#", "\\#")
    return text
