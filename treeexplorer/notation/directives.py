"""The lines that start with ``@``: what each may say, and what is said when it says it wrong."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import Any, Final, NamedTuple

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
from treeexplorer.notation.spelling import PLAIN_WORD, QUOTED, unquoted, write_name
from treeexplorer.numbers import NUMBER_OR_FRACTION, NumberError, read_number, written
from treeexplorer.rules import RulesError, convention, parse_rule
from treeexplorer.text import nearest, quoted, safe, shorten
from treeexplorer.tree import INFINITY, AddressError, GameTree, Number

_LINE: Final = re.compile(r"@([^\s#]*)[^\S\n]*(.*)")
_COMMENT: Final = re.compile(r"(?:^|(?<=\s))#(?=\s|$).*")
_COMMENT_AFTER_WORDS: Final = re.compile(r"(?:^|(?<=\s))#.*")
_BLANK: Final = "?"


# These are compiled when a tree has claims above it.
_WORD: Final = rf"{QUOTED}(?:\.[0-9.]++)?+|#.*+|\S++"
_COMPARISON: Final = (
    rf"(?:(?P<left>{NUMBER_OR_FRACTION})\s*(?P<left_sign><=|<|≤|>=|>|≥)\s*)?"
    rf"(?P<unknown>{PLAIN_WORD}|\?)"
    rf"(?:\s*(?P<right_sign><=|<|≤|>=|>|≥|=)\s*(?P<right>{NUMBER_OR_FRACTION}))?"
)
_KINDS: Final[Mapping[str, ClaimKind]] = {
    "cuts": "cuts-none", "best": "best", "read": "read", "pruned": "pruned-if"
}  # fmt: skip
_NAME_OF_KIND: Final = {kind: name for name, kind in _KINDS.items()}


class _ClaimLine(NamedTuple):
    """A claim or a blank before its tree is known, and the words that refer to its nodes."""

    claim: Claim
    references: tuple[str, ...] = ()
    is_blank: bool = False


def _read_claim(name: str, rest: str) -> _ClaimLine:
    """Return what stands behind a claim's name, up to a comment."""
    words = tuple(word for word in re.findall(_WORD, rest) if not word.startswith("#"))
    kind, text = _KINDS[name], " ".join(words)
    if name in {"best", "read"} and text == _BLANK:
        return _ClaimLine(Claim(0, kind), is_blank=True)
    if name == "best":
        return _ClaimLine(Claim(0, kind), () if text.lower() == "none" else words)
    if name == "read":
        if not (text.isascii() and text.isdigit() and len(text) < 10):
            raise RulesError("@read takes the number of leaves that are evaluated, or ?")
        return _ClaimLine(Claim(0, kind, int(text)))
    if name == "cuts":
        if text.lower() != "none":
            hint = "mark single cuts by a slash: /4"
            raise RulesError(f"@cuts takes none, not {quoted(text)}", hint)
        return _ClaimLine(Claim(0, kind))
    if len(words) < 3 or words[1] != "if":
        raise RulesError("@pruned takes a node, if, and a condition", _example(name))
    text = " ".join(words[2:])
    condition = None if text == _BLANK else _condition(text, words[2])
    return _ClaimLine(Claim(0, kind, condition=condition), words[:1], text == _BLANK)


def _condition(text: str, first: str) -> Condition:
    if text in {"always", "never"}:
        return ALWAYS if text == "always" else NEVER
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
    *_TEXTS, "levels", "algorithm", "form", "cutoff", "fail", "order", "window", "depth", "windows",
    *_KINDS,
)  # fmt: skip
_REPEATED: Final = frozenset({"note", "pruned"})
_EXAMPLES: Final = {
    "title": "A deep cut-off",
    "source": "exercise 3, question 2",
    "name": "Anna",
    "note": "The second branch is the interesting one.",
    "best": "C",
    "read": "7",
    "pruned": "C.2 if x >= 5, or 2 < x <= 5, always, never",
}


def _example(name: str) -> str:
    if name == "cuts":
        return "it can only be: @cuts none"
    return f"for example: @{name} {_EXAMPLES.get(name) or convention(name).example}"


class DirectiveLines:
    """Collects the directives above one tree.

    Attributes:
        offset: Where the first of them begins; ``None`` where there is none.
    """

    def __init__(self) -> None:
        self.offset: int | None = None
        self._values: dict[str, Any] = {}
        self._notes: list[str] = []
        self._claims: list[tuple[str, int, _ClaimLine]] = []  # each with its line and offset
        self._seen: set[str] = set()

    def read(self, line: str, offset: int) -> Slip | None:
        """Take in one line that starts with ``@``; return what is wrong with it, if anything."""
        name, rest, comment = _parts(line)
        if self.offset is None:
            self.offset = offset
        if name not in NAMES:
            first = "".join(rest.split()[:1])
            meant = nearest(name.rstrip(":="), NAMES)
            hint = f"there are @{', @'.join(NAMES)}"
            if not name:
                hint = f"write @{first}" if first in NAMES else hint
                return Slip(offset, "a directive's name follows its @ directly", hint)
            hint = f"did you mean `@{meant}`?" if meant else hint
            return Slip(offset, f"unknown directive @{shorten(safe(name), 60)}", hint)
        if name in self._seen and name not in _REPEATED:
            return Slip(offset, f"@{name} is given twice for one tree", "keep one of the two lines")
        self._seen.add(name)
        text = rest.removesuffix(comment).strip()
        if not text:
            return Slip(offset, f"@{name} says nothing", _example(name))
        try:
            if name in _KINDS:
                self._claims.append((line, offset, _read_claim(name, rest)))
            elif name == "note":
                self._notes.append(safe(text.replace("\\#", "#")))
            elif name in _TEXTS:
                self._values[name] = safe(text.replace("\\#", "#"))
            else:
                self._values[name] = parse_rule(name, text, f"@{name}")
        except RulesError as wrong:
            return _slip(line, offset, wrong)
        return None

    def directives(self) -> Directives:
        """Return what the lines say, but for claims."""
        return Directives(notes=tuple(self._notes), **self._values)

    def claims(
        self, tree: GameTree
    ) -> tuple[Claims, Claims, list[Slip], dict[tuple[int, ClaimKind], int]]:
        """Return what the lines claim about their tree, their blanks, and what is wrong in them.

        The last are the offsets of the lines, by the node and the kind of what they claim.
        """
        above: dict[tuple[int, ClaimKind], int] = {}
        claims: list[Claim] = []
        blanks: list[Claim] = []
        slips: list[Slip] = []
        unknowns = {word or _BLANK for word in tree.unknowns.values()}
        for line, offset, (stated, references, is_blank) in self._claims:
            try:
                nodes = tuple(_node(tree, reference, stated.kind) for reference in references)
            except RulesError as wrong:
                slips.append(_slip(line, offset, wrong))
                continue
            unknown = stated.condition.unknown if stated.condition is not None else ""
            if unknown and unknown not in unknowns:
                known = ", ".join(sorted(unknowns)[:5])
                there = f"there are {known}" if known else "no leaf is unknown"
                message = f"{quoted(unknown)} is no unknown of this tree: {there}"
                slips.append(_slip(line, offset, RulesError(message)))
                continue
            is_of_node = stated.kind == "pruned-if"
            claim = stated._replace(node=nodes[0]) if is_of_node else stated._replace(nodes=nodes)
            (blanks if is_blank else claims).append(claim)
            above.setdefault((claim.node, claim.kind), offset)
        return tuple(claims), tuple(blanks), slips, above


def _parts(line: str) -> tuple[str, str, str]:
    """Return the name of a directive, what stands behind it, and the comment at its end."""
    name, rest = _LINE.match(line).groups()  # type: ignore[union-attr]  # it starts with @
    comment = (_COMMENT if name in _TEXTS else _COMMENT_AFTER_WORDS).search(rest)
    return name, rest, comment[0] if comment else ""


def _slip(line: str, offset: int, wrong: RulesError) -> Slip:
    """Return what is wrong in a directive's line, at the wrong word or behind the name."""
    at = len(line) - len(_parts(line)[1])
    pattern = re.compile(rf"(?<![^\s,]){re.escape(wrong.word)}(?![^\s,])")
    if wrong.word and (word := pattern.search(line, at)) is not None:
        at = word.start()
    return Slip(offset + at, wrong.message, wrong.hint)


def _node(tree: GameTree, word: str, kind: ClaimKind) -> int:
    """Return the node that a word refers to."""
    reference = word
    if word.startswith('"'):
        quote = word.rindex('"') + 1
        reference = unquoted(word[:quote]) + word[quote:]
    try:
        node = tree.find(reference)
    except AddressError as error:
        raise RulesError(str(error), word=word) from error
    if kind == "best" and (node == 0 or tree.parent[node] != 0):
        message = f"@best names a move at the root, and {quoted(reference)} is no child of it"
        raise RulesError(message, word=word)
    return node


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
    lines = [f"@{name} {text}" for name, value in texts if (text := _write_text(value or ""))]
    for name, value in directives.rules.items():
        numbers = map(written, value) if name == "window" else value
        text = " ".join(numbers) if name in {"window", "levels"} else str(value)
        lines.append(f"@{name} {text}")
    answered = {(claim.node, claim.kind) for claim in claims}
    blanks = [blank for blank in blanks if (blank.node, blank.kind) not in answered]
    for each, is_blank in ((claims, False), (blanks, True)):
        for claim in each:
            if tree is not None and claim.kind in _NAME_OF_KIND:
                nodes = (claim.node,) if claim.kind == "pruned-if" else claim.nodes
                references = [_reference(tree, node) for node in nodes]
                lines.append(_claim_line(claim, references, is_blank=is_blank))
    return sorted(lines, key=lambda line: NAMES.index(line[1:].partition(" ")[0]))


def filled_in(blank: Claim, text: str, tree: GameTree) -> Claim:
    """Return a blank about the whole tree with what somebody wrote in place of its ``?``.

    Raises:
        RulesError: It cannot be read, or does not belong to the tree.
    """
    [line] = write_directives(Directives(), (), (blank,), tree)
    read = DirectiveLines()
    slip = read.read(line.removesuffix(_BLANK) + text, 0)
    claims, _, slips, _ = read.claims(tree)
    for wrong in [slip, *slips]:
        if wrong is not None:
            raise RulesError(wrong.message, wrong.hint)
    return claims[0] if claims else blank


def _claim_line(claim: Claim, references: Sequence[str], *, is_blank: bool) -> str:
    """Return the line of a claim that refers to nodes, or of a blank."""
    name = _NAME_OF_KIND[claim.kind]
    if claim.kind == "pruned-if":
        return f"@{name} {references[0]} if {claim.condition or _BLANK}"
    if is_blank:
        return f"@{name} {_BLANK}"
    answers = references if claim.number is None else [written(claim.number)]
    return f"@{name} {' '.join(answers) or 'none'}"


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
    name, rest, comment = _parts(line)
    if name in _KINDS:
        claim, references, is_blank = _read_claim(name, rest)
        tidy = _claim_line(claim, list(map(safe, references)), is_blank=is_blank)
    else:
        read = DirectiveLines()
        read.read(line, 0)
        tidy = "".join(write_directives(read.directives()))
    return f"{tidy}  {safe(comment).rstrip()}" if comment else tidy


def _write_text(text: str) -> str:
    """Return a text on one line, its ``#`` marked where they would begin a comment."""
    text = safe(text).strip()
    return text.replace("#", "\\#") if _COMMENT.search(text) or "\\#" in text else text
