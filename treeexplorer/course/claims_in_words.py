r"""What the lines of words beside a tree claim about it: values, what is pruned, and the like.

A line is read only where it is sure what it means. What stands in the tree holds; where two lines
say different things, neither counts. Each line has a remark that says what became of it.

>>> from treeexplorer.notation import parse
>>> drawn = parse("3[3[3 12] [2 4]]")
>>> words = [LineOfWords(2, "B = 2"), LineOfWords(3, "Pruned: 4"), LineOfWords(4, "Easy!")]
>>> exercise, remarks = add_claims_from_words(drawn, words, drawn.tree)
>>> len(drawn.claims), len(exercise.claims)
(2, 4)
>>> print("\n".join(remarks))
line 2: “B = 2” is read as if it stood in the tree.
line 3: “Pruned: 4” is read as a slash at B.2.
line 4: “Easy!” is left out: it is no answer such as “A: 3” or “Pruned: 4”.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, filterfalse
from typing import Final, NamedTuple

from treeexplorer.course.lines_of_trees import LineOfWords
from treeexplorer.course.words_on_pruning import (
    ITEM_BULLET,
    find_nodes_in_words,
    find_sign_in_words,
)
from treeexplorer.course.words_on_values import find_answers_in_words, split_answers_off
from treeexplorer.errors import present
from treeexplorer.explain.phrases import listed
from treeexplorer.notation import ABOUT_WORTH, Claim, Exercise, sort_claims
from treeexplorer.notation.slips import is_about_pruning
from treeexplorer.text import quoted
from treeexplorer.tree import GameTree

_ABOUT_VISITED: Final = frozenset({*ABOUT_WORTH, "window"})
"""The kinds of claims that only a node that is visited has."""
_BETWEEN_SENTENCES: Final = re.compile(r"\s*;\s*(?![^()\[\]]*[)\]])|(?<=[\d∞)\]])\.\s+")
"""A semicolon that is not within a window, or a full stop behind a number or bracket."""
_NUMBER: Final = re.compile(r"\d|∞")
_LONGEST_LINE: Final = 1_500
"""How many characters a line of answers has at most."""
_MOST_LINES_BETWEEN: Final = 2  # from an item of a list to the next: one line may be empty


class _Sentence(NamedTuple):
    """A line of words as it is understood; neither of the two where it is not.

    Attributes:
        words: The line.
        answers: The claims of a line such as ``A = 3``.
        pruned: The nodes of a line such as ``Pruned: 4``; none of them where nothing is pruned.
    """

    words: LineOfWords
    answers: Sequence[Claim] = ()
    pruned: Sequence[int] | None = None

    @property
    def is_understood(self) -> bool:
        """Whether it is sure what the line says."""
        return len(self.answers) > 0 or self.pruned is not None


class _Question(NamedTuple):
    """What is asked at a node: what it is worth, its window, whether it is pruned, and the like."""

    node: int
    asked: str


def add_claims_from_words(
    drawn: Exercise, all_words: Sequence[LineOfWords], key: GameTree
) -> tuple[Exercise, list[str]]:
    """Return a tree with what the words beside it claim, too, and a remark on each line of words.

    Args:
        drawn: The tree as it was handed in, with the claims that stand in it.
        all_words: The lines of words beside it, which may use its names, or those of the key.
        key: The key's tree, of the same shape.
    """
    trees = [drawn.tree, key]
    lines = _split_lines(_join_lists(all_words, trees), trees)
    sentences = [_read_sentence(words, trees) for words in lines]

    # The answers come first: they tell what is visited, whichever line stands above the other.
    contradicted = _find_contradicted_answers(sentences)
    answers = _collect_new_answers(sentences, drawn.claims, contradicted)
    with_answers = replace(drawn, claims=sort_claims([*drawn.claims, *answers]))
    slashes = _collect_new_slashes(sentences, with_answers)
    with_all = replace(drawn, claims=sort_claims([*drawn.claims, *answers, *slashes]))

    remarks: list[str] = []
    left_out: list[LineOfWords] = []
    claims_in_tree = _group_by_question(drawn.claims)
    for sentence in sentences:
        if sentence.answers:
            remarks.append(_describe_answers(sentence, claims_in_tree, contradicted, key))
        elif sentence.pruned is not None:
            remarks.append(
                _describe_pruned(sentence.words, sentence.pruned, drawn, with_answers, key)
            )
        else:
            left_out.append(sentence.words)
    return with_all, [*remarks, *describe_left_out_words(left_out)]


def has_claims_in_words(all_words: Sequence[LineOfWords], tree: GameTree) -> bool:
    """Tell whether one of some lines of words says what is pruned, or values of nodes."""
    return count_answers(all_words, tree).understood > 0


class AnswerCounts(NamedTuple):
    """How many lines of words are understood as answers, and how many others may be meant so."""

    understood: int
    others: int


def count_answers(all_words: Sequence[LineOfWords], tree: GameTree) -> AnswerCounts:
    """Count the lines of words beside a tree that are answers, and that may be.

    Of ``A = 3``, ``Nodes: 7`` and ``Best regards`` the first is one, and the second may be.
    """
    lines = _split_lines(_join_lists(all_words, [tree]), [tree])
    sentences = [_read_sentence(words, [tree]) for words in lines]
    others = [sentence.words for sentence in sentences if not sentence.is_understood]
    return AnswerCounts(len(sentences) - len(others), sum(map(_may_be_answer, others)))


def describe_left_out_words(all_words: Sequence[LineOfWords]) -> list[str]:
    """Return remarks on lines that are not read: one on each that may be an answer, and one more.

    The last one is on lines such as ``Best regards``. A legend such as ``* = pruned`` has none: it
    has been read before.
    """
    left_out = [words for words in all_words if find_sign_in_words(words.text) is None]
    may_be_answers = list(filter(_may_be_answer, left_out))
    others = list(filterfalse(_may_be_answer, left_out))
    remarks = list(map(_describe_left_out_line, may_be_answers))
    if len(others) == 1:
        remarks += map(_describe_left_out_line, others)
    elif others:
        numbers = listed([str(words.number) for words in others])
        remarks.append(
            f"lines {numbers} are left out: they hold no answer such as “A: 3” or “Pruned: 4”."
        )
    return remarks


def _may_be_answer(words: LineOfWords) -> bool:
    """Tell whether a line may be meant as an answer: it has a number, or is about pruning."""
    return _NUMBER.search(words.text) is not None or is_about_pruning(words.text)


def _describe_left_out_line(words: LineOfWords) -> str:
    """Return the remark on words that are not read, with what would be."""
    piece = f"line {words.number}: {quoted(words.text)} is left out"
    if is_about_pruning(words.text):
        return f"{piece}: it is not sure which nodes are meant; a slash before each says so."
    if "=>" in words.text:
        return f"{piece}: => may be an arrow or ≥; write A = 3 or A ≥ 3."
    return f"{piece}: it is no answer such as “A: 3” or “Pruned: 4”."


# -- from lines to sentences -----------------------------------------------------------------------


def _join_lists(
    all_words: Sequence[LineOfWords], trees: Sequence[GameTree]
) -> Iterator[LineOfWords]:
    """Yield lines of words, those of a list as one line with what stands above it.

    ``Pruned:``, ``- 4`` and ``- 6`` become ``Pruned: 4, 6``.
    """
    index = 0
    while index < len(all_words):
        words = all_words[index]
        items = _collect_items(all_words, index, trees)
        index += 1 + len(items)
        if items:
            heading = words.text.rstrip(" :")
            yield LineOfWords(words.number, f"{heading}: {', '.join(items)}")
        else:
            yield words


def _collect_items(
    all_words: Sequence[LineOfWords], index: int, trees: Sequence[GameTree]
) -> list[str]:
    """Collect the items of a list below a line about pruning; none if there is no list."""
    heading = all_words[index]
    if len(heading.text) > _LONGEST_LINE:
        return []
    if not is_about_pruning(heading.text) or _says_what_is_pruned(heading.text, trees):
        return []
    items: list[str] = []
    number = heading.number
    for words in all_words[index + 1 :]:
        item = words.text[present(ITEM_BULLET.match(words.text)).end() :].strip(" ,;.")
        is_apart = words.number - number > _MOST_LINES_BETWEEN or len(item) > _LONGEST_LINE
        if is_apart or not find_nodes_in_words(f"Pruned: {item}", trees):
            break
        items.append(item)
        number = words.number
    joined = f"{heading.text.rstrip(' :')}: {', '.join(items)}"
    return items if items and _says_what_is_pruned(joined, trees) else []


def _says_what_is_pruned(words: str, trees: Sequence[GameTree]) -> bool:
    return find_nodes_in_words(words, trees) is not None


def _split_lines(
    all_words: Iterable[LineOfWords], trees: Sequence[GameTree]
) -> Iterator[LineOfWords]:
    """Yield lines of words, those with values and with what is pruned in two pieces.

    A line that is not understood as a whole is cut at its semicolons, if a piece is an answer: of
    ``A = 3; B = ?; C = 2`` two of three are.
    """
    for typed_words in all_words:
        words = LineOfWords(typed_words.number, " ".join(typed_words.text.split()))
        if len(words.text) > _LONGEST_LINE:
            yield words
            continue
        for piece in split_answers_off(words.text, trees):
            if not piece:
                continue
            sentence = _read_sentence(LineOfWords(words.number, piece), trees)
            further_pieces = [part for part in _BETWEEN_SENTENCES.split(piece) if part]
            if sentence.is_understood or not _has_answer(further_pieces, trees):
                yield sentence.words
                continue
            for part in further_pieces:
                yield LineOfWords(words.number, part)


def _has_answer(pieces: Iterable[str], trees: Sequence[GameTree]) -> bool:
    """Tell whether one of some pieces of a line is an answer such as ``A = 3``."""
    return any(find_answers_in_words(piece, trees) for piece in pieces)


def _read_sentence(words: LineOfWords, trees: Sequence[GameTree]) -> _Sentence:
    """Read a line of words as what is pruned, or else as answers; a very long one as neither."""
    if len(words.text) > _LONGEST_LINE:
        return _Sentence(words)
    pruned = find_nodes_in_words(words.text, trees)
    if pruned is not None:
        return _Sentence(words, pruned=pruned)
    answers = find_answers_in_words(words.text, trees)
    return _Sentence(words) if answers is None else _Sentence(words, answers)


# -- from sentences to claims ----------------------------------------------------------------------


def _find_contradicted_answers(sentences: Iterable[_Sentence]) -> set[Claim]:
    """Find the answers of which another line says something else: ``A: 3`` and ``A: 4``."""
    answers = [claim for sentence in sentences for claim in sentence.answers]
    claims_by_question = _group_by_question(answers)
    contradicted = [claims for claims in claims_by_question.values() if len(claims) > 1]
    return set(chain.from_iterable(contradicted))


def _collect_new_answers(
    sentences: Iterable[_Sentence], drawn: Iterable[Claim], contradicted: set[Claim]
) -> list[Claim]:
    """Collect the answers of all lines that count, each once, and none that the tree has."""
    answered = set(map(_find_question, drawn))
    answers = [claim for sentence in sentences for claim in sentence.answers]
    return [
        claim
        for claim in dict.fromkeys(answers)
        if claim not in contradicted and _find_question(claim) not in answered
    ]


def _collect_new_slashes(sentences: Iterable[_Sentence], with_answers: Exercise) -> list[Claim]:
    """Collect what all lines say is pruned, each node once, and none that the tree says already.

    A line that would cross out what is visited, by the tree and the answers, does not count.
    """
    answered = set(map(_find_question, with_answers.claims))
    slashes: list[Claim] = []
    for sentence in sentences:
        if sentence.pruned is None or _crosses_visited(sentence.pruned, with_answers):
            continue
        for slash in _make_pruning_claims(sentence.pruned):
            question = _find_question(slash)
            if question not in answered:
                answered.add(question)
                slashes.append(slash)
    return slashes


def _find_question(claim: Claim) -> _Question:
    """Find the question that a claim answers: a value and a bound answer the same."""
    asked = "worth" if claim.kind in ABOUT_WORTH else claim.kind
    return _Question(claim.node, asked)


def _group_by_question(claims: Iterable[Claim]) -> dict[_Question, set[Claim]]:
    """Group claims by the question that they answer."""
    claims_by_question: dict[_Question, set[Claim]] = defaultdict(set)
    for claim in claims:
        claims_by_question[_find_question(claim)].add(claim)
    return dict(claims_by_question)


def _crosses_visited(nodes: Iterable[int], exercise: Exercise) -> bool:
    """Tell whether one of some nodes is visited by what a tree claims.

    With the nodes E:[9 1], for example:

    ==================  ==================================================================
    claimed in a tree   “E is pruned”
    ==================  ==================================================================
    ``9`` crossed out   crosses what is visited: only the rest of E may be meant
    ``E`` crossed out   does not: it says the same
    a value of E        crosses it, and so does a bound, a window, or one below E
    a value of D        does not, where D is no node below E
    ==================  ==================================================================
    """
    return any(
        _shows_visited(claim, node, exercise.tree) for claim in exercise.claims for node in nodes
    )


def _shows_visited(claim: Claim, node: int, tree: GameTree) -> bool:
    """Tell whether a claim says that the search visits a node: it is there, or came below it."""
    is_about_visited = claim.kind in _ABOUT_VISITED
    if claim.node == node:
        return is_about_visited
    is_slash = claim.kind == "cut"
    return (is_about_visited or is_slash) and tree.is_within(claim.node, node)


def _make_pruning_claims(pruned_nodes: Sequence[int]) -> list[Claim]:
    """Make a claim for each pruned node; without any, the claim that nothing is pruned."""
    if not pruned_nodes:
        return [Claim(0, "cuts-none")]
    return [Claim(node, "cut") for node in pruned_nodes]


# -- what is said of them --------------------------------------------------------------------------


def _describe_answers(
    sentence: _Sentence,
    claims_in_tree: Mapping[_Question, set[Claim]],
    contradicted: set[Claim],
    key: GameTree,
) -> str:
    """Return the remark on a line of answers: it is read, or not all of it.

    Args:
        sentence: The line.
        claims_in_tree: What stands in the tree, by what it answers.
        contradicted: The answers of which another line says something else.
        key: The key's tree.
    """
    words = sentence.words
    answers = sentence.answers
    piece = f"line {words.number}: {quoted(words.text)}"
    if any(claims_in_tree.get(_find_question(answer), set()) - {answer} for answer in answers):
        return f"{piece} is not what stands in the tree; the tree holds."
    of_nodes = [key.labels.label(claim.node) for claim in answers if claim in contradicted]
    if of_nodes:
        labels = listed(list(dict.fromkeys(of_nodes)))
        return f"{piece} is not what another line says of {labels}, so that neither counts there."
    return f"{piece} is read as if it stood in the tree."


def _describe_pruned(
    words: LineOfWords,
    nodes: Sequence[int],
    drawn: Exercise,
    with_answers: Exercise,
    key: GameTree,
) -> str:
    """Return the remark on a line that says what is pruned: it is read, or contradicted."""
    piece = f"line {words.number}: {quoted(words.text)}"
    if _crosses_visited(nodes, drawn):
        return f"{piece} is not what stands in the tree; the tree holds."
    if _crosses_visited(nodes, with_answers):
        return (
            f"{piece} is left out: another line has an answer for what is visited there,"
            " and so it is not sure what is pruned; a slash before each branch says so."
        )
    if not nodes:
        return f"{piece} is read as @cuts none."
    return f"{piece} is read as a slash at {listed([key.labels.label(node) for node in nodes])}."
