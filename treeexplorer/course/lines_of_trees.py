"""Which lines of a hand-in belong to which of its trees.

A tree has the directives above it, such as ``@title One``, and the lines of words beside it: words
stand behind the tree that they are about, or above it where the first of them do.

>>> trees, _ = lines_of_trees(["@title One", "[1 [2", "3]]", "Pruned: 3", "[4 5]"])
>>> [(tree.title, [words.text for words in tree.words]) for tree in trees]
[('One', ['Pruned: 3']), ('', [])]
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from treeexplorer.course.typed_parts import (
    BRACKETS_OF_NODES,
    PARTS,
    STRINGS_AND_COMMENTS,
    count_open_brackets,
    has_sign,
)
from treeexplorer.notation.slips import is_about_pruning
from treeexplorer.text import safe

_TITLE: Final = re.compile(r"^@title[ \t]+(.*?)[ \t]*$", re.MULTILINE)
_WORDS_BEHIND: Final = re.compile(r"\]\s*(?P<words>[^\[\]#]*?[^\W\d_]{2}[^\[\]#]*|\.+\s*)$")
"""What stands behind a tree on its line and has a word of two letters, or is a full stop."""
_LINE_OF_WORDS: Final = re.compile(r"[^\[\]]*?[^\W\d_]{2}[^\[\]]*|\W*")
"""A line without brackets that has a word of two letters, or nothing but signs."""
_PRUNED_WITHOUT_CONDITION: Final = re.compile(r"\s*@pruned\b(?!.*\bif\b)", re.IGNORECASE)
_NEXT_TREE: Final = re.compile(
    rf"(?P<claim>(?:\s*{PARTS['claim'].pattern})?)\s*[,;.]?\s+(?=[^\[\]#]*\[[^\]]*\[)"
)
"""What stands between two trees on a line; the first may have its claim behind its bracket."""
_FENCE: Final = re.compile(r"\s*(?:`{3,}|~{3,})\s*\w*\s*")
"""What Markdown has around a tree: a line of ``` or ~~~."""
_LOOKS_DRAWN: Final = re.compile(r"[\[\]{}]|\([^()]*\(")
"""What a line of words has not, but a tree in whatever brackets."""
_END: Final = r"[-+−]?(?:\d+(?:[.,/]\d+)?|∞|(?i:inf(?:inity)?|oo))"
_FLAT_BRACKETS_OF_WORDS: Final = re.compile(
    rf"[\[({{<\]]\s*(?:(?:α|alpha|a)\s*[=:]\s*)?{_END}\s*[,;|]\s*(?:(?:β|beta|b)\s*[=:]\s*)?{_END}"
    r"\s*[\])}>\[]|(?i:(?<!\w)(?:max|min|avg|mean)\s*[\[({][^\[\](){}]*[\])}])"
    r"|(?<=\w)\[\s*[^\W\d]\w*\s*\](?=\s*[=<>≤≥])"
)
"""Brackets that hold no children: those of a window, of ``min{3, 12}``, and of ``E[B] =``."""
_INFINITE: Final = re.compile(r"∞|(?<!\w)[-+−]?(?:inf(?:inity)?|oo)(?!\w)", re.IGNORECASE)
_BEGINS_WITH_NAME: Final = re.compile(r"[^\w▲△▼▽○\[{(]*(?:\d{1,2}[.)]\s+)?[▲△▼▽○]?[^\W\d]")
_ORDINAL: Final = re.compile(r"\s*(?P<words>\(?\d{1,2}\)|\d{1,2}\.|\(?[a-z]\))(?=\s.*\[)")
"""What numbers a tree: ``1)``, ``1.``, ``(a)``."""


class LineOfWords(NamedTuple):
    """A line of words, or the words behind a tree on its line.

    Attributes:
        number: The number of the line; 1 is the first of the hand-in.
        text: The words.
    """

    number: int
    text: str


class TreeLines(NamedTuple):
    """The lines of a tree.

    Attributes:
        text: The tree with the directives above it, on the lines of the hand-in where they stand.
        title: Its title; empty without one.
        words: The words beside it.
    """

    text: str
    title: str
    words: Sequence[LineOfWords]

    @property
    def last_line(self) -> int:
        """The number of its last line."""
        return self.text.count("\n")


def _split_trees_on_line(line: str) -> list[str]:
    """Split a line behind each tree that another follows; mostly the line is one part.

    Blanks stand in the place of the other trees, so that each part is where it was typed. A list
    without brackets in it may be a window of the root, and is never a tree of its own.

    >>> _split_trees_on_line("[1 [2 3]]; [[4 5] 6]")
    ['[1 [2 3]]', '           [[4 5] 6]']
    >>> _split_trees_on_line("A:[3, 7] 5 [4 [2 3]]")
    ['A:[3, 7] 5 [4 [2 3]]']
    """
    parts: list[str] = []
    start = 0
    next_tree = _find_next_tree(line, start)
    while next_tree is not None:
        end = next_tree.end("claim")  # a claim behind the bracket is of the tree before
        parts.append(" " * start + line[start:end])
        start = next_tree.end()
        next_tree = _find_next_tree(line, start)
    parts.append(" " * start + line[start:])
    return parts


def _find_next_tree(line: str, start: int) -> re.Match[str] | None:
    """Find what stands between the tree that begins at a position and another behind it.

    Of ``[1 [2 3]]=3; [[4 5] 6]`` it is ``=3; ``, with the group ``claim`` for the ``=3``. ``None``
    if no other tree stands there.
    """
    depth = 0
    has_brackets_within = False
    for bracket in BRACKETS_OF_NODES.finditer(line, start):
        if bracket["opened"] is not None:
            depth += 1
            has_brackets_within = has_brackets_within or depth > 1
        elif bracket["closed"] is not None:
            depth -= 1
        if depth == 0 and has_brackets_within:
            next_tree = _NEXT_TREE.match(line, bracket.end())
            if next_tree is not None:
                return next_tree
    return None


def is_directive(line: str) -> bool:
    """Tell whether a line is a directive, such as ``@title One``.

    A line ``@pruned 4 6`` without a condition is none: it holds words on what is pruned.
    """
    return line.lstrip().startswith("@") and _PRUNED_WITHOUT_CONDITION.match(line) is None


def lines_of_trees(
    lines: Sequence[str], *, has_flat_trees: bool = False
) -> tuple[list[TreeLines], list[LineOfWords]]:
    """Return the trees of a text, each as its lines, and the words that belong to no tree.

    Args:
        lines: The lines of the text.
        has_flat_trees: Whether ``A: [3, 7]`` may be a whole tree. If not, it is the window of A.

    >>> trees, others = lines_of_trees(["@title One", "[1 [2", "3]", "@title Two", "[4 5]"])
    >>> [" ".join(tree.text.split()) for tree in trees], others
    (['@title One [1 [2 3]', '@title Two [4 5]'], [])
    """
    splitter = _Splitter(has_flat_trees=has_flat_trees)
    for number, line in enumerate(lines, 1):
        splitter.add(number, line)
    splitter.end_section()
    return splitter.trees, splitter.others


@dataclass(eq=False)
class _OpenTree:
    """A tree of which more lines may come.

    Attributes:
        lines: Its lines so far, and those of its directives, by their numbers.
        open_brackets: How many brackets are open; below 0 where more are closed than opened.
        is_drawn: Whether a line of the drawing has come; before that there are directives.
    """

    lines: dict[int, str] = field(default_factory=dict)
    open_brackets: int = 0
    is_drawn: bool = False

    @property
    def is_closed(self) -> bool:
        """Whether it has been drawn, and no bracket is open."""
        return self.is_drawn and self.open_brackets <= 0

    @property
    def lacks_bracket(self) -> bool:
        """Whether it has been drawn, and a bracket is still open."""
        return self.is_drawn and self.open_brackets > 0

    def add_directive(self, number: int, line: str) -> None:
        """Add a directive that stands above the drawing."""
        self.lines[number] = line

    def add_drawn_line(self, number: int, line: str) -> LineOfWords | None:
        """Add a line of the drawing, and return the words behind its last bracket, if any.

        With two open brackets before it:

        =======================  ============  ================================================
        line                     the tree's    words
        =======================  ============  ================================================
        ``3]] Pruned: 5``        ``3]] ``      ``Pruned: 5``
        ``3]] 5 is pruned``      ``3]] ``      ``5 is pruned``: no sign makes the 5 a value
        ``3]] <=4, 5 pruned``    ``3]] <=4``   ``5 pruned``
        ``3]] <=4``, ``3]] =4``  all           none: a value or bound is the tree's
        ``3] 5 is pruned``       all           none: a bracket is still open
        =======================  ============  ================================================
        """
        self.is_drawn = True
        self.open_brackets += count_open_brackets(_remove_strings_and_comments(line))
        start_of_words = _find_start_of_words(line) if self.is_closed else None
        if start_of_words is None:
            self.lines[number] = line
            return None
        self.lines[number] = line[:start_of_words]
        return LineOfWords(number, line[start_of_words:].strip(" ,;"))

    def remove_words_at_end(self) -> list[LineOfWords]:
        """Remove the last lines that are words, and return them from top to bottom.

        Of ``[3 [4 5]`` with the line ``Pruned: 5`` below it, that line is removed. Empty lines
        among them are removed, too, and are not returned.
        """
        words: list[LineOfWords] = []
        for number in sorted(self.lines, reverse=True):  # from the last line upwards
            if _LINE_OF_WORDS.fullmatch(self.lines[number]) is None:
                break
            text = self.lines.pop(number).strip()
            if text:
                words.append(LineOfWords(number, text))
        words.reverse()
        return words

    def finish(self, words: Sequence[LineOfWords]) -> TreeLines:
        """Return the tree with the words beside it.

        Its text has an empty line for each line of the hand-in that is not the tree's, so that
        remarks give line numbers of the whole hand-in.
        """
        numbers = range(1, max(self.lines) + 1)
        text = "".join(f"{self.lines.get(number, '')}\n" for number in numbers)
        title = _TITLE.search(text)
        return TreeLines(text, "" if title is None else safe(title[1]), words)


class _Splitter:
    """Takes the lines of a hand-in one after the other.

    A *section* goes from a directive to the next directive behind a tree: mostly one tree, with
    words before or behind it.

    Attributes:
        trees: The trees of the sections that have ended.
        others: The words of these sections that belong to none of the trees.
    """

    def __init__(self, *, has_flat_trees: bool) -> None:
        self._has_flat_trees = has_flat_trees
        self.trees: list[TreeLines] = []
        self.others: list[LineOfWords] = []
        self._section: list[_OpenTree | LineOfWords] = []
        self._tree = _OpenTree()

    def add(self, number: int, line: str) -> None:
        """Sort the next line: it is a directive, a line of a tree, or a line of words.

        While a bracket of a tree is open, every line but a directive is the tree's. So that is
        asked before the line is looked at.
        """
        if _FENCE.fullmatch(line) is not None:
            return
        bare_line = _remove_strings_and_comments(line)
        if is_directive(line):
            self._add_directive(number, line)
        elif self._tree.lacks_bracket:
            self._add_drawn_line(number, line)
        elif self._looks_drawn(bare_line):
            self._begin_trees(number, line)
        elif bare_line:
            self._section.append(LineOfWords(number, line.strip()))

    def _looks_drawn(self, bare_line: str) -> bool:
        """Tell whether a line begins a tree: it has brackets that may be those of a node.

        ======================  =============================================================
        line                    begins a tree
        ======================  =============================================================
        ``B: [3, inf] <=2``     no: it is a line of words with the window of B
        ``A = min{3, 12} = 3``  no: it is a line of words with the value of A
        ``A: [3, 7]``           only where a tree of the key has nothing but leaves
        ``[3, inf]``            yes: it has no name
        ======================  =============================================================
        """
        if _LOOKS_DRAWN.search(bare_line) is None:
            return False
        if _BEGINS_WITH_NAME.match(bare_line) is None:
            return True
        if self._has_flat_trees and _INFINITE.search(bare_line) is None:
            return True
        return _LOOKS_DRAWN.search(_FLAT_BRACKETS_OF_WORDS.sub("", bare_line)) is not None

    def _begin_trees(self, number: int, line: str) -> None:
        """Begin the tree of a line; where another stands behind it, begin that one, too."""
        for part in _split_trees_on_line(line):
            self._begin_tree(number, part)

    def end_section(self) -> None:
        """End the section: its trees are finished with the words that are theirs; begin another.

        From the lines ``[3 4]`` and ``Easy!`` the tree gets the word. So it does from ``[3 [4 5]``
        and ``Easy!``: while a bracket was open, the second line was taken for one of the drawing.
        """
        if self._tree.lacks_bracket:
            self._section += self._tree.remove_words_at_end()
            if not self._tree.lines:  # nothing but words behind a bracket that was no tree's
                self._section.remove(self._tree)
        assigned = _assign_words_to_trees(self._section)
        for finished_tree in _select_trees(self._section):
            words = assigned.by_tree.get(finished_tree, [])
            self.trees.append(finished_tree.finish(sorted(words)))  # by the numbers of the lines
        self.others += sorted(assigned.others)

        self._section = []
        self._tree = _OpenTree()

    def _add_directive(self, number: int, line: str) -> None:
        """Add a directive to the tree that comes next.

        It ends the tree before even if a bracket is still open, so that a bracket that is never
        closed costs its own tree only. A second title shows that the tree of the first is missing.
        """
        has_title = any(map(_TITLE.match, self._tree.lines.values()))
        is_second_title = has_title and _TITLE.match(line) is not None
        if self._tree.is_drawn or is_second_title:
            self.end_section()
        self._tree.add_directive(number, line)

    def _begin_tree(self, number: int, line: str) -> None:
        """Begin a tree with its first line; an ordinal such as ``1)`` before it becomes words.

        For example ``1) [3 5]`` is the line of words ``1)`` and the line ``   [3 5]`` of the tree,
        whose brackets stay in their columns. A tree that has only got its directives so far, such
        as its title, is the one that begins.
        """
        if self._tree.is_drawn:
            self._tree = _OpenTree()
        self._section.append(self._tree)

        ordinal = _ORDINAL.match(line)
        if ordinal is None:
            self._add_drawn_line(number, line)
            return
        self._section.append(LineOfWords(number, ordinal["words"]))
        blanks = " " * ordinal.end()
        self._add_drawn_line(number, f"{blanks}{line[ordinal.end() :]}")

    def _add_drawn_line(self, number: int, line: str) -> None:
        """Add a line to the drawn tree; words behind its last bracket become a line of words."""
        words_behind = self._tree.add_drawn_line(number, line)
        if words_behind is not None:
            self._section.append(words_behind)


def _find_start_of_words(line: str) -> int | None:
    """Find where the words behind a tree begin on its last line; ``None`` if there are none.

    >>> [_find_start_of_words(line) for line in ("] Easy", "] 4 pruned", "]=4, 5 pruned", "]=4")]
    [2, 2, 3, None]
    """
    words = _WORDS_BEHIND.search(line)
    if words is None:
        return None
    start = words.start("words")
    claim = PARTS["claim"].match(line, start)
    if claim is None:
        return start
    if not is_about_pruning(words["words"]):
        return None
    return claim.end() if has_sign(claim[0]) else start


def _remove_strings_and_comments(line: str) -> str:
    """Return a line without what brackets do not count in, and blanks around it.

    >>> _remove_strings_and_comments('"A [old]":[3 4] # [mine]')
    ':[3 4]'
    """
    return STRINGS_AND_COMMENTS.sub("", line).strip()


class _AssignedWords(NamedTuple):
    """The lines of words of a section.

    Attributes:
        by_tree: Those beside each tree; a tree without any may be missing.
        others: Those that belong to no tree.
    """

    by_tree: Mapping[_OpenTree, list[LineOfWords]]
    others: list[LineOfWords]


def _select_trees(section: Iterable[_OpenTree | LineOfWords]) -> list[_OpenTree]:
    """Return the trees of a section, without its lines of words."""
    return [item for item in section if isinstance(item, _OpenTree)]


def _assign_words_to_trees(section: Sequence[_OpenTree | LineOfWords]) -> _AssignedWords:
    """Return the lines of words of a section by the trees that they are about.

    A single tree gets all words. Of several, each gets the words behind it; or those above it, if
    words about pruning stand above the first tree. For example:

    ===================================  =============================================
    section                              words by tree
    ===================================  =============================================
    ``words 1``, tree 1                  tree 1: words 1
    tree 1, ``words 1``, tree 2          tree 1: words 1
    ``Pruned: 4``, tree 1,               tree 1: Pruned: 4;
    ``Pruned: 6``, tree 2                tree 2: Pruned: 6
    ===================================  =============================================
    """
    trees = _select_trees(section)
    if len(trees) == 1:
        all_words = [item for item in section if isinstance(item, LineOfWords)]
        return _AssignedWords({trees[0]: all_words}, [])
    if _do_words_stand_above(section):
        return _group_by_tree_below(section)
    return _group_by_tree_above(section)


def _do_words_stand_above(section: Iterable[_OpenTree | LineOfWords]) -> bool:
    """Tell whether words about pruning stand above the first tree of a section."""
    for item in section:
        if isinstance(item, _OpenTree):
            return False
        if is_about_pruning(item.text):
            return True
    return False


def _group_by_tree_above(items: Iterable[_OpenTree | LineOfWords]) -> _AssignedWords:
    """Return lines of words by the next tree above them; those above all trees are of none.

    Of ``words 1``, tree 1, ``words 2`` the second are of tree 1, and the first of no tree.
    """
    others: list[LineOfWords] = []
    by_tree: dict[_OpenTree, list[LineOfWords]] = {}
    words_of_last_tree = others
    for item in items:
        if isinstance(item, _OpenTree):
            words_of_last_tree = by_tree.setdefault(item, [])
        else:
            words_of_last_tree.append(item)
    return _AssignedWords(by_tree, others)


def _group_by_tree_below(items: Sequence[_OpenTree | LineOfWords]) -> _AssignedWords:
    """Return lines of words by the next tree below them; those below all trees are of none.

    The lines of each tree come in the order from the last one to the first.
    """
    # Read from the end to the beginning, what stands below comes first.
    upside_down = reversed(items)
    return _group_by_tree_above(upside_down)
