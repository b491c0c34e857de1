"""The lines that start with ``@``: what each may say, and what is said when it says it wrong."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from treeexplorer.errors import TreeexplorerError
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
from treeexplorer.rules import RULE_NAMES, RulesError, convention, parse_rule
from treeexplorer.text import nearest, quoted, safe, shorten
from treeexplorer.tree import INFINITY, AddressError, GameTree, Number

_LINE: Final = re.compile(r"@([^\s#]*)[^\S\n]*(.*)")
_COMMENT: Final = re.compile(r"(?:^|(?<=\s))#(?=\s|$).*")
_COMMENT_AFTER_WORDS: Final = re.compile(r"(?:^|(?<=\s))#.*")
_BLANK: Final = "?"


class _Word(NamedTuple):
    """A word of a directive, and the offset at which it stands in the text."""

    text: str
    offset: int


class _WrongError(TreeexplorerError):
    """A word that is wrong, as a slip."""

    def __init__(self, word: _Word, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.slip = Slip(word.offset, message, hint)


# -- what claims about the whole tree say ----------------------------------------------------------

# These are compiled when a tree has claims above it.
_WORD: Final = rf"{QUOTED}(?:\.[0-9.]++)?+|#.*+|\S++"
_COMPARISON: Final = (
    rf"(?:(?P<left>{NUMBER_OR_FRACTION})\s*(?P<left_sign><=|<|≤|>=|>|≥)\s*)?"
    rf"(?P<unknown>{PLAIN_WORD})"
    rf"(?:\s*(?P<right_sign><=|<|≤|>=|>|≥|=)\s*(?P<right>{NUMBER_OR_FRACTION}))?"
)

_Said: TypeAlias = tuple[list[_Word], Claim]
"""The references of a claim to nodes, and the claim without them."""


def _cuts(words: list[_Word]) -> _Said:
    written = " ".join(word.text for word in words)
    if written.lower() != "none":
        hint = "mark single cuts by a slash: /4"
        raise _WrongError(words[0], f"@cuts takes none, not {quoted(written)}", hint)
    return [], Claim(0, "cuts-none")


def _best(words: list[_Word]) -> _Said:
    is_none = [word.text.lower() for word in words] == ["none"]
    return [] if is_none else words, Claim(0, "best")


def _read(words: list[_Word]) -> _Said:
    text = words[0].text
    if len(words) > 1 or not (text.isascii() and text.isdigit() and len(text) < 10):
        raise _WrongError(words[0], "@read takes the number of leaves that are evaluated, or ?")
    return [], Claim(0, "read", int(text))


def _pruned(words: list[_Word]) -> _Said:
    node, *rest = words
    if len(rest) < 2 or rest[0].text != "if":
        raise _WrongError(node, "@pruned takes a node, if, and a condition", _example("pruned"))
    written = " ".join(word.text for word in rest[1:])
    known = {_BLANK: None, "always": ALWAYS, "never": NEVER}
    if written in known:
        return [node], Claim(0, "pruned-if", condition=known[written])
    found = re.fullmatch(_COMPARISON, written)
    if found is None or not (found["left"] or found["right"]):
        message = f"{quoted(written)} is not one interval of an unknown"
        raise _WrongError(rest[1], message, _example("pruned"))
    try:
        return [node], Claim(0, "pruned-if", condition=_condition(found))
    except NumberError as error:
        raise _WrongError(rest[1], str(error)) from error


def _condition(found: re.Match[str]) -> Condition:
    low: tuple[Number, bool] = (-INFINITY, True)
    high: tuple[Number, bool] = (INFINITY, True)
    for side, sign in (("left", found["left_sign"]), ("right", found["right_sign"])):
        if sign is None:
            continue
        end = read_number(found[side]), "=" in sign or sign in "≤≥"
        if (sign[0] in "<≤") == (side == "left"):
            low = max(low, end, key=lambda one: one[0])
        else:
            high = min(high, end, key=lambda one: one[0])
        if sign == "=":
            low = high = end
    return Condition(found["unknown"], low[0], high[0], low[1], high[1])


_CLAIMS: Final[Mapping[str, tuple[ClaimKind, Callable[[list[_Word]], _Said]]]] = {
    "cuts": ("cuts-none", _cuts),
    "best": ("best", _best),
    "read": ("read", _read),
    "pruned": ("pruned-if", _pruned),
}
_NAME_OF_KIND: Final = {kind: name for name, (kind, _) in _CLAIMS.items()}
_WITH_BLANKS: Final = frozenset({"best", "read"})


def _said(name: str, words: list[_Word]) -> _Said:
    """Return what the words of a claim's directive say, nothing where they are a blank."""
    kind, read = _CLAIMS[name]
    if name in _WITH_BLANKS and [word.text for word in words] == [_BLANK]:
        return [], Claim(0, kind)
    return read(words)


def _words(text: str, start: int = 0) -> list[_Word]:
    """Return the words of a text that begins at an offset, up to a comment."""
    found = [_Word(match[0], start + match.start()) for match in re.finditer(_WORD, text)]
    return [word for word in found if not word.text.startswith("#")]


# -- reading ---------------------------------------------------------------------------------------

_TEXTS: Final = ("title", "source", "note")
NAMES: Final = (
    *_TEXTS, "levels", "algorithm", "form", "cutoff", "fail", "order", "window", "depth", "windows",
    *_CLAIMS,
)  # fmt: skip
_REPEATED: Final = frozenset({"note", "pruned"})
_EXAMPLES: Final = {
    "title": "A deep cut-off",
    "source": "exercise 3, question 2",
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
        self._claims: list[tuple[str, int, bool, list[_Word], Claim]] = []
        self._seen: set[str] = set()

    def read(self, line: str, offset: int) -> Slip | None:
        """Take in one line that starts with ``@``; return what is wrong with it, if anything."""
        name, rest, comment = _parts(line)
        if self.offset is None:
            self.offset = offset
        if name not in NAMES:
            return _unknown(name, rest, offset)
        if name in self._seen and name not in _REPEATED:
            return Slip(offset, f"@{name} is given twice for one tree", "keep one of the two lines")
        self._seen.add(name)
        text = rest.removesuffix(comment).strip()
        if not text:
            return Slip(offset, f"@{name} says nothing", _example(name))
        start = len(line) - len(rest)
        try:
            if name == "note":
                self._notes.append(safe(text.replace("\\#", "#")))
            elif name in _TEXTS:
                self._values[name] = safe(text.replace("\\#", "#"))
            elif name in _CLAIMS:
                words = _words(rest, offset + start)
                is_blank = words[-1].text == _BLANK
                self._claims.append((name, offset, is_blank, *_said(name, words)))
            else:
                self._values[name] = parse_rule(name, text, f"@{name}")
        except RulesError as wrong:
            word = re.search(rf"(?<![^\s,]){re.escape(wrong.word)}", line[start:])
            at = start if word is None else start + word.start()
            return Slip(offset + at, wrong.message, wrong.hint)
        except _WrongError as wrong:
            return wrong.slip
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
        for name, offset, is_blank, words, said in self._claims:
            try:
                nodes = tuple(_node(tree, word, name) for word in words)
                if said.condition is not None and said.condition.unknown:
                    _check_unknown(tree, said.condition.unknown, words[0])
            except _WrongError as wrong:
                slips.append(wrong.slip)
                continue
            claim = said._replace(node=nodes[0]) if name == "pruned" else said._replace(nodes=nodes)
            (blanks if is_blank else claims).append(claim)
            above.setdefault((claim.node, claim.kind), offset)
        return tuple(claims), tuple(blanks), slips, above


def _parts(line: str) -> tuple[str, str, str]:
    """Return the name of a directive, what stands behind it, and the comment at its end."""
    name, rest = _LINE.match(line).groups()  # type: ignore[union-attr]  # it starts with @
    comment = (_COMMENT if name in _TEXTS else _COMMENT_AFTER_WORDS).search(rest)
    return name, rest, comment[0] if comment else ""


def _node(tree: GameTree, word: _Word, name: str) -> int:
    """Return the node that a word refers to."""
    reference = word.text
    if reference.startswith('"'):
        quote = reference.rindex('"') + 1
        reference = unquoted(reference[:quote]) + reference[quote:]
    try:
        node = tree.find(reference)
    except AddressError as error:
        raise _WrongError(word, str(error)) from error
    if name == "best" and (node == 0 or tree.parent[node] != 0):
        raise _WrongError(
            word, f"@best names a move at the root, and {quoted(reference)} is no child of it"
        )
    return node


def _check_unknown(tree: GameTree, unknown: str, at: _Word) -> None:
    known = sorted({word for word in tree.unknowns.values() if word})
    if unknown not in known:
        there = f"there are {', '.join(known[:5])}" if known else "no leaf is unknown"
        raise _WrongError(at, f"{quoted(unknown)} is no unknown of this tree: {there}")


def _unknown(name: str, rest: str, offset: int) -> Slip:
    hint = f"there are @{', @'.join(NAMES)}"
    if not name:
        first = "".join(rest.split()[:1])
        hint = f"write @{first}" if first in NAMES else hint
        return Slip(offset, "a directive's name follows its @ directly", hint)
    meant = nearest(name.rstrip(":="), NAMES)
    hint = f"did you mean `@{meant}`?" if meant else hint
    return Slip(offset, f"unknown directive @{shorten(safe(name), 60)}", hint)


# -- writing ---------------------------------------------------------------------------------------


def write_directives(
    directives: Directives, claims: Claims = (), blanks: Claims = (), tree: GameTree | None = None
) -> list[str]:
    """Return the lines that say what directives and claims about the whole tree say.

    They come in the order of the manual.

    Args:
        directives: The directives.
        claims: The claims about the tree; others are passed over.
        blanks: The blanks to fill in.
        tree: The tree that the claims are about.
    """
    lines = [f"@note {_write_text(note)}" for note in directives.notes if note.strip()]
    for name in ("title", "source", *RULE_NAMES):
        value = getattr(directives, name)
        if value is not None and value != "":
            lines.append(f"@{name} {_write_value(name, value)}")
    if tree is not None:
        for each, is_blank in ((claims, False), (blanks, True)):
            for claim in each:
                if claim.kind in _NAME_OF_KIND:
                    nodes = (claim.node,) if claim.kind == "pruned-if" else claim.nodes
                    references = [_reference(tree, node) for node in nodes]
                    lines.append(_claim_line(claim, references, is_blank=is_blank))
    return sorted(lines, key=lambda line: NAMES.index(line[1:].partition(" ")[0]))


def _claim_line(claim: Claim, references: Sequence[str], *, is_blank: bool) -> str:
    """Return the line of a claim that refers to nodes, or of a blank."""
    name = _NAME_OF_KIND[claim.kind]
    if claim.kind == "pruned-if":
        condition = _BLANK if claim.condition is None else write_condition(claim.condition)
        return f"@{name} {references[0]} if {condition}"
    if is_blank:
        return f"@{name} {_BLANK}"
    words = references if claim.number is None else [written(claim.number)]
    return f"@{name} {' '.join(words) or 'none'}"


def write_condition(condition: Condition) -> str:
    """Return a condition as it is written: ``x >= 5``, ``2 < x <= 5``, ``always``, ``never``."""
    if condition.is_never:
        return "never"
    if condition.is_always or not condition.unknown:
        return "always"
    return condition.spelled(condition.unknown, written, ("<=", ">="))


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
    if name in _CLAIMS:
        words = _words(rest)
        references, claim = _said(name, words)
        labels = [safe(word.text) for word in references]
        written = _claim_line(claim, labels, is_blank=words[-1].text == _BLANK)
    else:
        read = DirectiveLines()
        read.read(line, 0)
        written = "".join(write_directives(read.directives()))
    return f"{written}  {safe(comment).rstrip()}" if comment else written


def _write_value(name: str, value: Any) -> str:
    if name in _TEXTS:
        return _write_text(value)
    if name == "levels":
        return " ".join(value)
    if name == "window":
        return " ".join(map(written, value))
    return str(value)


def _write_text(text: str) -> str:
    """Return a text on one line, its ``#`` marked where they would begin a comment."""
    text = safe(text).strip()
    return text.replace("#", "\\#") if _COMMENT.search(text) or "\\#" in text else text
