"""The lines that start with ``@``: what each may say, and what is said when it says it wrong."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from operator import itemgetter
from typing import Any, Final, TypeAlias

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
    low: tuple[Number, bool] = -INFINITY, True
    high: tuple[Number, bool] = INFINITY, True
    for side in ("left", "right"):
        sign = match[f"{side}_sign"]
        if sign is None:
            continue
        try:
            end = read_number(match[side]), "=" in sign or sign in "≤≥"
        except NumberError as error:
            raise RulesError(str(error), word=first) from error
        if sign == "=":
            low = high = end
        elif (sign[0] in "<≤") == (side == "left"):
            low = max(low, end, key=itemgetter(0))
        else:
            high = min(high, end, key=itemgetter(0))
    return Condition(match["unknown"], low[0], high[0], low[1], high[1])


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
    """Return what the lines above a tree say, but for claims, and what is wrong in them."""
    values: dict[str, Any] = {}
    notes: list[str] = []
    slips: list[Slip] = []
    seen: set[str] = set()
    for offset, line in lines:
        name, rest, comment = _parts(line)
        text = rest.removesuffix(comment).strip()
        if name not in NAMES:
            meant = nearest(name.rstrip(":="), NAMES)
            hint = f"did you mean `@{meant}`?" if meant else f"there are @{', @'.join(NAMES)}"
            slips.append(Slip(offset, f"unknown directive @{shorten(safe(name), 60)}", hint))
        elif name in seen and name not in _REPEATED:
            message = f"@{name} is given twice for one tree"
            slips.append(Slip(offset, message, "keep one of the two lines"))
        elif not text:
            slips.append(Slip(offset, f"@{name} says nothing", _example(name)))
        elif name == "note":
            notes.append(safe(text.replace("\\#", "#")))
        elif name in _TEXTS:
            values[name] = safe(text.replace("\\#", "#"))
        elif name not in _KINDS:
            try:
                values[name] = parse_rule(name, text, f"@{name}")
            except RulesError as wrong:
                slips.append(_slip(line, offset, wrong))
        seen.add(name)
    return Directives(notes=tuple(notes), **values), slips


def read_claims(
    lines: Iterable[DirectiveLine], tree: GameTree
) -> tuple[Claims, Claims, list[Slip], dict[tuple[int, ClaimKind], int]]:
    """Return what the lines claim about their tree, their blanks, and what is wrong in them.

    The last are the offsets of the lines, by the node and the kind of what they claim.
    """
    above: dict[tuple[int, ClaimKind], int] = {}
    claims: list[Claim] = []
    blanks: list[Claim] = []
    slips: list[Slip] = []
    for offset, line in lines:
        name, _, _ = _parts(line)
        words = _words(line)
        if name in _KINDS and words:
            try:
                claim = _read_claim(name, words, tree)
            except RulesError as wrong:
                slips.append(_slip(line, offset, wrong))
            else:
                if words[-1] == _BLANK:
                    blanks.append(claim)
                else:
                    claims.append(claim)
                above.setdefault((claim.node, claim.kind), offset)
    return tuple(claims), tuple(blanks), slips, above


def _words(line: str) -> list[str]:
    """Return the words of a claim's line, up to a comment."""
    words = re.findall(_WORD, _parts(line)[1])
    return [word for word in words if not word.startswith("#")]


def _read_claim(name: str, words: Sequence[str], tree: GameTree) -> Claim:
    """Return what the words behind a claim's name claim, or the blank that they are."""
    kind = _KINDS[name]
    text = " ".join(words)
    if name in {"best", "read"} and text == _BLANK:
        return Claim(0, kind)
    if name == "best":
        moves = () if text.lower() == "none" else tuple(_node(tree, word) for word in words)
        for word, move in zip(words, moves, strict=False):
            if tree.parent[move] != 0:
                message = f"@best names a move at the root, and {quoted(word)} is no child of it"
                raise RulesError(message, word=word)
        return Claim(0, kind, nodes=moves)
    if name == "read":
        if not (text.isascii() and text.isdigit() and len(text) < 10):
            raise RulesError("@read takes the number of leaves that are evaluated, or ?")
        return Claim(0, kind, int(text))
    if name == "cuts":
        if text.lower() != "none":
            hint = "mark single cuts by a slash: /4"
            raise RulesError(f"@cuts takes none, not {quoted(text)}", hint)
        return Claim(0, kind)
    if len(words) < 3 or words[1] != "if":
        raise RulesError("@pruned takes a node, if, and a condition", _example(name))
    text = " ".join(words[2:])
    condition = None if text == _BLANK else _condition(text, words[2])
    node = _node(tree, words[0])
    if condition is not None and condition.unknown:
        _refuse_other_unknown(condition.unknown, tree)
    return Claim(node, kind, condition=condition)


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
    at = len(line) - len(_parts(line)[1])
    pattern = re.compile(rf"(?<![^\s,]){re.escape(wrong.word)}(?![^\s,])")
    if wrong.word and (word := pattern.search(line, at)) is not None:
        at = word.start()
    return Slip(offset + at, wrong.message, wrong.hint)


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
    texts = [("title", directives.title), ("source", directives.source), ("name", directives.name)]
    texts += [("note", note) for note in directives.notes]
    lines = []
    for name, value in texts:
        text = "" if value is None else _write_text(value)
        if text:
            lines.append(f"@{name} {text}")
    for name, value in directives.rules.items():
        lines.append(f"@{name} {write_rule(name, value)}")
    answered = {(claim.node, claim.kind) for claim in claims}
    missing = [blank for blank in blanks if (blank.node, blank.kind) not in answered]
    if tree is not None:
        of_tree = [claim for claim in claims if claim.kind in _NAME_OF_KIND]
        lines += [_claim_line(claim, tree, is_blank=False) for claim in of_tree]
        blanks_of_tree = [blank for blank in missing if blank.kind in _NAME_OF_KIND]
        lines += [_claim_line(blank, tree, is_blank=True) for blank in blanks_of_tree]
    return sorted(lines, key=lambda line: NAMES.index(line[1:].partition(" ")[0]))


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
    """Return a right directive line with single spaces, its comment two spaces behind."""
    name, _, comment = _parts(line)
    if name in _KINDS:
        tidy = safe(" ".join([f"@{name}", *_words(line)]))
    else:
        (tidy,) = write_directives(read_directives([(0, line)])[0])
    return f"{tidy}  {safe(comment).rstrip()}" if comment else tidy


def _write_text(text: str) -> str:
    """Return a text on one line, its ``#`` marked where they would begin a comment."""
    text = safe(text).strip()
    if _COMMENT.search(text) or "\\#" in text:
        return text.replace("#", "\\#")
    return text
