r"""A tree within sentences, as people write to each other, and in the quoted lines of a mail.

``Consider [[3, 12], [2, 4]] with MAX at the root.`` is read as the tree in it. Where the sentences
may say that MIN moves first, or have several trees, they are refused.

>>> find_quotes("You wrote:\n> [[3, 12],\n>  [2, 4]]\nIt is 3.")[0].text
'[[3, 12],\n [2, 4]]'
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby, islice
from typing import Final, NamedTuple

from treeexplorer.formats.door import ReadTrees, read_whole_text
from treeexplorer.formats.fences import FencedBlock
from treeexplorer.formats.foreign import foreign_format
from treeexplorer.formats.other_syntaxes import MAX_FIRST_THOUGH_PLAYERS_ARE_NAMED
from treeexplorer.notation import NotationError
from treeexplorer.notation.problems import Slip, SourceText
from treeexplorer.numbers import counted
from treeexplorer.text import shorten
from treeexplorer.tree import Levels

_LONGEST: Final = 50_000  # characters
_MOST_BRACKETS: Final = 50
_LONGEST_SHOWN: Final = 40  # characters
_QUOTED_LINE: Final = re.compile(r"(?P<signs>(?>>(?: ?>)*))[ ]?(?P<text>.*)")
_BRACKET: Final = re.compile(r"[\[\](){}]")
_CLOSING: Final = {"[": "]", "(": ")", "{": "}"}
_BEFORE_BRACKET: Final = re.compile(r"(?<![\w:])(?:[A-Za-z]\w{0,10}:)?(?:max|min|[▲△▼▽])?\Z")
"""The name and the player of a root, which touch its bracket: ``A:max[``."""
_PLAYER_OF_ROOT: Final = re.compile(r"(?:\w+:)?(?:max|min|chance|[▲△▼▽○])")
_LONGEST_BEFORE: Final = 20  # characters
_TWO_NUMBERS: Final = re.compile(r"\d[^\d]*[^\d.][^\d]*\d")
_WORD: Final = re.compile(r"(?<![\w.])(?=[A-ZÄÖÜÉÀ]?[a-zäöüéèàß])(?>[^\W\d_]{2,})(?![\w(\[=])")
_OF_PROGRAM: Final = re.compile(
    r"[={}|\\<;]|::|->|^\s*(?:#|//|@|def |class |import )|\(\s*(?:def\w*|set[qf]?|let|list)\b",
    re.MULTILINE,
)
_OF_GAME_TREE: Final = re.compile(
    r"tree|baum|arbre|árbol|minimax|negamax|alpha|prun|game|spiel|lea[fv]|root|wurzel|\bmax|\bmin"
    r"|move|player|ply|plies|value|worth|wert\b",
    re.IGNORECASE,
)
_MAX_FIRST: Final = re.compile(
    r"\bmax(?:imi[sz]er|imi[sz]ing)?\b[^.;\n]{0,30}?\b(?:first|root|begins?|starts?|top|beginnt|zug)\b"
    r"|\b(?:root|move|turn|player)\b[^.;\n]{0,20}?\bmax(?:imi[sz]er|imi[sz]ing)?\b",
    re.IGNORECASE,
)
_OTHER_PLAYER: Final = re.compile(
    r"\bmin(?:imi[sz]er|imi[sz]ing|imi[sz]es?)?\b|[▼▽]|\bchance\b|expecti", re.IGNORECASE
)


class _Brackets(NamedTuple):
    """Brackets within a text that may be a tree: their range, and what is written there."""

    place: range
    source: str


def read_quotes(text: str, file: str, levels: Levels | None) -> ReadTrees | None:
    """Read the trees in the quoted lines of a mail; ``None`` if it has none with a bracket.

    Args:
        text: The text.
        file: What messages call it.
        levels: The players by ply that an option gives; ``None`` if none does.

    Raises:
        NotationError: No quotation can be read; the error is that of the first.
    """
    # Imported here because few texts have quoted lines.
    from treeexplorer.formats.markdown import read_blocks

    if len(text) > _LONGEST:
        return None
    quotes = [quote for quote in find_quotes(text) if "[" in quote.text or "(" in quote.text]
    return read_blocks(quotes, file, levels) if quotes else None


def find_quotes(text: str) -> list[FencedBlock]:
    """Find the quotations of a mail: lines with as many ``>`` in front, without these signs."""
    lines = text.split("\n")
    quotes: list[FencedBlock] = []
    for signs, numbered in groupby(enumerate(lines, 1), key=lambda each: _count_signs(each[1])):
        numbered_lines = [*numbered]
        if signs == 0:
            continue
        text_of_quote = "\n".join(_QUOTED_LINE.sub(r"\g<text>", line) for _, line in numbered_lines)
        first_line, _ = numbered_lines[0]
        last_line, _ = numbered_lines[-1]
        quotes.append(FencedBlock(first_line, last_line, text_of_quote, ""))
    return quotes


def _count_signs(line: str) -> int:
    """Count the ``>`` in front of a quoted line: of ``>> [3, 5]`` there are two."""
    quoted = _QUOTED_LINE.fullmatch(line)
    return 0 if quoted is None else quoted["signs"].count(">")


def read_tree_in_sentence(text: str, file: str, levels: Levels | None) -> ReadTrees | None:
    """Read the only tree that stands within sentences; ``None`` if the text is none with a tree.

    Args:
        text: The text, which cannot be read as a whole.
        file: What messages call it.
        levels: The players by ply that an option gives; ``None`` if none does.

    Raises:
        NotationError: Several trees stand there, or the sentences may say that MIN moves first.
    """
    if len(text) > _LONGEST:
        return None
    candidates = [*islice(_find_brackets(text), _MOST_BRACKETS + 1)]
    if len(candidates) > _MOST_BRACKETS or not _are_sentences(_remove(candidates, text)):
        return None
    trees = [each for each in candidates if _is_tree(each.source, file, levels)]
    if not trees:
        return None
    first = trees[0]
    found = read_whole_text(first.source, file, levels)
    says_players = levels is not None or _says_players(found, first.source)
    is_plain = len(trees) == 1 and (says_players or _leaves_max_first(_remove(trees, text)))
    if is_plain:
        return _add_remark(found, says_players=says_players)

    # A known format, such as an outline, has a message of its own.
    if foreign_format(text) is not None:
        return None
    if len(trees) > 1:
        message = "several trees stand within these sentences"
        hint = "give one alone, or each on a line of its own and # before the other lines"
        raise _make_error(Slip(trees[1].place.start, message, hint), text, file)

    message = "this tree stands within sentences that may say who moves"
    shown = shorten(" ".join(first.source.split()), _LONGEST_SHOWN)
    hint = f"give it alone, with `@levels min max` above it if MIN moves first: {shown}"
    raise _make_error(Slip(first.place.start, message, hint), text, file)


def _make_error(slip: Slip, text: str, file: str) -> NotationError:
    """Make the error of a slip, with its line."""
    return NotationError([SourceText(text).problem(slip, file)])


def _find_brackets(text: str) -> Iterator[_Brackets]:
    """Find the outermost brackets of a text that may be a tree, with the root's name and player.

    Of ``Solve A:max[3 [5 2]], see [1, 2]`` that is ``A:max[3 [5 2]]``: in ``[1, 2]`` there are no
    other brackets.
    """
    for place in _find_outermost_brackets_around_others(text):
        start_of_window = max(0, place.start - _LONGEST_BEFORE)
        before = _BEFORE_BRACKET.search(text[start_of_window : place.start])
        length_before = 0 if before is None else len(before[0])
        start = place.start - length_before
        source = text[start : place.stop]
        if _TWO_NUMBERS.search(source) is not None:
            yield _Brackets(range(start, place.stop), source)


def _find_outermost_brackets_around_others(text: str) -> Iterator[range]:
    """Find where brackets begin and end that stand in no others, and have others in them.

    A bracket that is closed by one of another kind, ``[3 (5]``, ends all that are open.
    """
    open_brackets: list[re.Match[str]] = []
    has_others_within = False
    for bracket in _BRACKET.finditer(text):
        is_opening = bracket[0] in _CLOSING
        if is_opening:
            has_others_within = len(open_brackets) > 0
            open_brackets.append(bracket)
            continue

        if not open_brackets or _CLOSING[open_brackets[-1][0]] != bracket[0]:
            open_brackets.clear()
            continue
        closed = open_brackets.pop()
        is_outermost = not open_brackets
        if is_outermost and has_others_within:
            yield range(closed.start(), bracket.end())


def _is_tree(source: str, file: str, levels: Levels | None) -> bool:
    """Tell whether a text is one tree with several leaves."""
    try:
        found = read_whole_text(source, file, levels)
    except NotationError:
        return False
    trees = [exercise.tree for exercise in found.exercises]
    return len(trees) == 1 and trees[0].leaf_count > 1


def _remove(trees: list[_Brackets], text: str) -> str:
    """Return a text without its trees."""
    parts: list[str] = []
    end_of_last = 0
    for tree in trees:
        parts.append(text[end_of_last : tree.place.start])
        end_of_last = tree.place.stop
    return " ".join([*parts, text[end_of_last:]])


def _are_sentences(text: str) -> bool:
    """Tell whether a text is words of people about a game tree, and no program.

    >>> _are_sentences("Consider with MAX at the root."), _are_sentences("tree = f( )")
    (True, False)
    """
    if _OF_PROGRAM.search(text) is not None or _OF_GAME_TREE.search(text) is None:
        return False
    return len(_WORD.findall(text)) > 1


def _leaves_max_first(text: str) -> bool:
    """Tell whether sentences say that MAX moves first, or name no other player.

    >>> _leaves_max_first("MAX is at the root, and MIN below."), _leaves_max_first("MIN begins.")
    (True, False)
    """
    other_player = _OTHER_PLAYER.search(text)
    max_first = _MAX_FIRST.search(text)
    if other_player is None:
        return True
    return max_first is not None and max_first.end() <= other_player.start()


def _says_players(trees: ReadTrees, source: str) -> bool:
    """Tell whether a tree says itself who moves at its root."""
    if trees.is_notation:
        return _PLAYER_OF_ROOT.match(source) is not None
    return not trees.assumes_max_first


def _add_remark(trees: ReadTrees, *, says_players: bool) -> ReadTrees:
    """Add to a tree that it stood in a sentence, and who moves first if nothing says it."""
    tree = trees.exercises[0].tree
    remarks = [trees.read_as]
    if trees.is_notation:
        leaves = counted(tree.leaf_count, "leaf", "leaves")
        remarks = [f"read as the tree in a sentence, with {leaves}"]
        if not says_players:
            remarks.append(MAX_FIRST_THOUGH_PLAYERS_ARE_NAMED)
    read_as = f"{'; '.join(remarks)}; left out: what is around it"
    exercises = tuple(replace(exercise, read_as=read_as) for exercise in trees.exercises)
    return ReadTrees(exercises, read_as, trees.notices)
