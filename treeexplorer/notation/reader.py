"""Reads trees from text: Lark decides, the columns fill as it goes, the diagnosis explains."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, TypeVar

from lark import Lark, UnexpectedToken
from lark.lexer import Lexer, LexerState

from treeexplorer.errors import TreeexplorerError
from treeexplorer.files import describe_kind_but_text, read_bytes
from treeexplorer.notation.columns import TooLargeError, TreeColumns
from treeexplorer.notation.document import Document, Exercise
from treeexplorer.notation.lexer import PieceLexer, unheard
from treeexplorer.notation.problems import MOST_REPORTED, NotationError, Problem, Slip, SourceText
from treeexplorer.numbers import counted
from treeexplorer.text import safe, shorten
from treeexplorer.tree import MAX_ROLE, MIN_ROLE, GameTree, Levels, Player

MOST_CHARACTERS: Final = 64_000_000  # with a name for each leaf they take some gigabytes
UNEXPLAINED: Final = "this text is not in the notation"
E = TypeVar("E")
_SAVE_AGAIN: Final = "save it again as UTF-8"
_WORDS_FOR_PRUNED: Final = frozenset({"pruned", "prune", "cut", "skip", "skipped", "gestrichen"})
_SHOWN_UNKNOWNS: Final = 20
_LONGEST_WORD: Final = 32


def _make_lexer_class(lexer: PieceLexer) -> type[Lexer]:
    """Make a class whose instances all read with one and the same lexer.

    Lark takes a class for its lexer and makes the instance itself, which nobody else gets hold of.
    The reader must set its lexer to each text, so it makes the lexer, and gives Lark this class.
    """

    class PassOnLexer(Lexer):
        __future_interface__ = 2  # lex() gets the parser's state, too

        def __init__(self, _configuration: object) -> None:
            """Take what Lark gives a lexer: our pieces need none of it."""

        def lex(self, lexer_state: LexerState, parser_state: Any) -> Iterator[Any]:
            del parser_state
            return lexer.split_into_pieces(lexer_state.text.text)

    return PassOnLexer


class Reader:
    """The parser and the columns that its callbacks fill; its lock keeps readings apart."""

    def __init__(self) -> None:
        """Build a parser that reads texts straight into the columns of a tree.

        Lark's parser has two helpers. For a text ``[3 4]`` it

        1. asks the lexer for a piece, and gets an ``OPEN``;
        2. calls the method ``OPEN`` of the columns, which adds a node;
        3. asks for the next piece, ``LEAVES``, and so on.

        So there never is a parse tree. Both helpers keep the state of one text: whoever sets them
        to a text, as :meth:`read` does, holds the lock until it is read.
        """
        self.lock = threading.Lock()
        self._lexer = PieceLexer()
        self._columns = TreeColumns()
        grammar = (files(__package__) / "grammar.lark").read_text(encoding="utf-8")
        self._lark = Lark(
            grammar,
            parser="lalr",
            lexer=_make_lexer_class(self._lexer),  # our lexer, by way of a class
            start="document",  # the grammar's uppermost rule
            transformer=self._columns,  # its methods are called for the pieces
            maybe_placeholders=False,
        )

    def read(
        self, text: str, file: str, report: Callable[[int], None], levels: Levels | None
    ) -> Document:
        """Return the exercises of a text, each a tree with what is written beside it.

        Only one thread reads at a time: another one waits here.

        Args:
            text: The text; its lines end with newlines alone, without carriage returns.
            file: What error messages call the text.
            report: Is called now and then with the number of characters that have been read.
            levels: The players by level if an option gives them; see :func:`parse_all`.

        Raises:
            NotationError: The text is not in the notation.
        """
        with self.lock:
            self._lexer.begin(text, report)
            self._columns.begin(text, levels)
            try:
                self._parse_into_columns(text)
                exercises = tuple(self._columns.exercises)  # taken before the columns are cleared
                slips = sorted(self._columns.slips)
            finally:
                # Also after an error: the shared reader must not keep a large text, and must be
                # ready for the next.
                self._lexer.begin("")
                self._columns.begin("")
        if slips:
            raise _make_error(slips, text, file)
        return exercises

    def _parse_into_columns(self, text: str) -> None:
        """Parse a text, and store its trees and its mistakes (slips) in ``self._columns``.

        Afterwards ``exercises`` has the trees, and ``slips`` the mistakes. The text is read on
        behind a mistake: the lines ``[3,,4]`` and ``[5,,6]`` give two slips.

        The lexer and the columns must have begun with the same text, as :meth:`read` lets them.
        """
        # Each line of an indented outline without brackets would be read as a tree of one leaf.
        outline_slip = self._find_outline_slip(text)
        if outline_slip is not None:
            self._columns.slips.append(outline_slip)
            return

        # The parser takes the pieces of the text from ``self._lexer``, and calls a method of
        # ``self._columns`` for each, which stores it. What the parser returns is not needed.
        try:
            self._lark.parse(text)
        except TooLargeError:
            return  # the columns have stored a slip that says so
        except UnexpectedToken as first_mistake:
            # Stores this mistake and those behind it, and the trees behind it, too.
            self._diagnose(text, first_mistake)

    def _find_outline_slip(self, text: str) -> Slip | None:
        """Find the slip of a text that is an indented outline without brackets; else ``None``."""
        if "[" in text:
            return None
        # Imported here since it takes 20 ms, and few texts need it.
        from treeexplorer.notation.slips import find_outline_slip

        return find_outline_slip(text)

    def _diagnose(self, text: str, error: UnexpectedToken) -> None:
        """Find the slips in a text from the piece at which the parser stopped."""
        # Imported here since it takes 25 ms, and only wrong texts need it.
        from treeexplorer.notation.diagnosis import diagnose

        diagnose(text, error, self._lexer, self._columns)
        if not self._columns.slips:
            self._columns.report(0, UNEXPLAINED)


def _make_error(slips: Sequence[Slip], text: str, file: str) -> NotationError:
    """Make the error that holds the first slips in a text."""
    source = SourceText(text)
    reported_slips = slips[: MOST_REPORTED + 1]  # with one more, so that "and more" is said
    return NotationError([source.problem(slip, file) for slip in reported_slips])


@cache
def reader() -> Reader:
    """Return the shared reader; building its grammar takes longer than reading a short text."""
    return Reader()


def parse_all(
    text: str,
    *,
    file: str = "<text>",
    levels: Levels | None = None,
    report: Callable[[int], None] = unheard,
) -> Document:
    """Return all trees of a text, in order, with what is written beside them.

    The time is linear in the length of the text; only memory limits the nesting.

    Args:
        text: The text.
        file: What error messages call it.
        levels: The players by ply if an option gives them. If a tree states other players, the
            problems at its chance nodes are not looked for: whoever gives it the players does so.
        report: Is called every few milliseconds with the number of characters that have been
            read; what it raises ends the reading.

    Raises:
        NotationError: The text is not in the notation; every problem is in it.
    """
    text = normalise_line_ends(text)
    if not text or text.isspace():
        hint = "a tree looks like [[3 12] [2 4]]"
        raise _make_file_error(file, "there is nothing in it", hint)
    if len(text) > MOST_CHARACTERS:
        message = f"it has more than {MOST_CHARACTERS:,} characters, too many to be read"
        raise _make_file_error(file, message)
    return _choose_free_reader().read(text, file, report, levels)


def _choose_free_reader() -> Reader:
    """Return the shared reader, or a new one while that is in use: no text waits for a long one.

    If the lock is taken just after this function has looked, a text waits, and nothing is wrong.
    """
    shared = reader()
    return Reader() if shared.lock.locked() else shared


def normalise_line_ends(text: str) -> str:
    """Return a text without byte-order mark, its lines ended by newlines."""
    text = text.removeprefix("\ufeff")
    if "\r" not in text:
        return text
    return text.replace("\r\n", "\n").replace("\r", "\n")


def parse(text: str) -> Exercise:
    """Return the only tree of a text, with what is written beside it.

    Raises:
        NotationError: The text is not in the notation.
        TreeexplorerError: There are several trees.
    """
    return single(parse_all(text), "parse_all")


def single(exercises: Sequence[E], several: str) -> E:
    """Return the only tree of a sequence of trees.

    Args:
        exercises: The trees.
        several: What reads all of them, for the error.

    Raises:
        TreeexplorerError: There are several.
    """
    if len(exercises) == 1:
        return exercises[0]
    raise TreeexplorerError(
        f"there are {len(exercises)} trees, and one was expected; {several} reads them all"
    )


def load_all(path: str | Path) -> Document:
    """Return all trees of a file; see :func:`parse_all`.

    Raises:
        FileError: The file cannot be read.
        NotationError: What it says is not in the notation.
    """
    document = parse_all(read_text(path), file=str(path))
    return tuple(replace(exercise, path=Path(path)) for exercise in document)


def read_text(path: str | Path) -> str:
    """Return the text of a file.

    Raises:
        FileError: It cannot be read.
        NotationError: It is empty, or is no UTF-8 text, each with its sentence.
    """
    return decode(read_bytes(path), file=str(path))


def decode(data: bytes, *, file: str) -> str:
    """Return the text that is encoded in bytes as UTF-8.

    Args:
        data: The content of a file.
        file: What error messages call it.

    Raises:
        NotationError: The bytes are empty, binary, or not UTF-8.
    """
    if not data:
        raise _make_file_error(file, "the file is empty")
    # The byte-order marks of UTF-16. Asked before the next question: UTF-16 is full of zero bytes.
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise _make_file_error(file, "this file is UTF-16, not UTF-8", _SAVE_AGAIN)
    kind = describe_kind_but_text(data)
    if kind is not None:
        raise _make_file_error(file, f"this is {kind}, not a text")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        # Lines can be counted in bytes, since a newline is one byte in UTF-8, and part of no other
        # character.
        line = data.count(b"\n", 0, error.start) + 1
        byte = f"the byte 0x{data[error.start]:02x} in line {line} begins no character"
        raise _make_file_error(file, f"this file is not UTF-8: {byte}", _SAVE_AGAIN) from None


def _make_file_error(file: str, message: str, hint: str | None = None) -> NotationError:
    return NotationError([Problem(safe(file), message, hint=hint)])


def notices(exercise: Exercise) -> list[str]:
    """Return sentences on what is odd, but no mistake, in a tree that was read.

    One says that a player moves twice in a row, one which leaves are unknown. Empty if there is
    neither.

    Example:
        >>> notices(parse("[[3 x] 2]"))
        ['1 unknown leaf: x (line 1, column 5)']
    """
    sentences: list[str] = []
    double_move = describe_player_moving_twice(exercise)
    if double_move is not None:
        sentences.append(double_move)
    unknown_leaves = _collect_distinct_unknowns(exercise)
    if unknown_leaves:
        sentences.append(_describe_unknowns(exercise, unknown_leaves))
    return sentences


def _describe_unknowns(exercise: Exercise, leaves: Sequence[int]) -> str:
    """Describe unknown leaves in a sentence: ``1 unknown leaf: x (line 1, column 5)``.

    A leaf that is called ``pruned`` may be meant for a mark, and the sentence says what marks it.
    """
    places = [_format_unknown_with_place(exercise, leaf) for leaf in leaves[:_SHOWN_UNKNOWNS]]
    if len(leaves) > _SHOWN_UNKNOWNS:
        places.append(f"and {len(leaves) - _SHOWN_UNKNOWNS} more")
    count = counted(len(leaves), "unknown leaf", "unknown leaves")
    sentence = f"{count}: {', '.join(places)}"
    words = [exercise.tree.labels.value_text(leaf) for leaf in leaves]
    if any(word.lower() in _WORDS_FOR_PRUNED for word in words):
        return f"{sentence}; what says that a branch is pruned is a slash before it, as /4"
    return sentence


def _collect_distinct_unknowns(exercise: Exercise) -> list[int]:
    """Collect one leaf for each unknown of a tree: the first with each word, and every ``?``.

    Leaves with the same word are the same unknown: in ``[x [x y] ? ?]`` there are four, x, y and
    two without a word. The leaves are in the order of the tree.
    """
    leaves: list[int] = []
    seen_words: set[str] = set()
    for leaf, word in sorted(exercise.tree.unknowns.items()):
        has_word = word != ""  # a ``?`` has none
        if has_word and word in seen_words:
            continue
        seen_words.add(word)
        leaves.append(leaf)
    return leaves


def _format_unknown_with_place(exercise: Exercise, leaf: int) -> str:
    """Format an unknown's word and its place: ``x (line 1, column 5)``."""
    word = exercise.tree.unknowns[leaf]
    name = shorten(word, _LONGEST_WORD) if word else "?"
    return name + _format_place(exercise, leaf)


def describe_player_moving_twice(exercise: Exercise) -> str | None:
    """Return a sentence that a player moves twice in a row; ``None`` if no player does.

    Only a tree with a player written at some node is checked, and only if MAX and MIN take turns by
    level. If MAX begins, then

    - in ``[max[3 4]]`` MAX moves twice: at the root, and at the node with ``max``;
    - in ``[min[3 4]]`` nobody does: the written player is the one whose turn it is.

    The sentence proposes that the other player begins: ``@levels min max``.
    """
    tree = exercise.tree
    has_written_players = len(tree.players) > 0
    if not has_written_players:
        return None
    players_take_turns = set(tree.levels[:2]) == {Player.MAX, Player.MIN}
    if not players_take_turns:
        return None

    node = _find_first_double_move(tree)
    return None if node is None else _describe_double_move(exercise, node)


def _describe_double_move(exercise: Exercise, node: int) -> str:
    """Say that a node's player moves twice in a row, and propose levels without that."""
    player = str(exercise.tree.player(node)).upper()
    place = _format_place(exercise, node)
    proposed_levels = [level.opponent for level in exercise.tree.levels]
    return (
        f"{player} moves twice in a row here{place}; "
        f"`@levels {' '.join(proposed_levels)}` makes {proposed_levels[0].upper()} begin"
    )


def _find_first_double_move(tree: GameTree) -> int | None:
    """Find the first node whose player also moved at its parent; ``None`` if there is none.

    MAX and MIN must take turns by ply, so this comes only of a player that is written at the node
    or at its parent: only such nodes are looked at. Chance nodes may follow each other.
    """
    candidates = set(tree.players)
    for node in tree.players:
        candidates.update(tree.children(node))
    for node in sorted(candidates):
        if _is_double_move(tree, node):
            return node
    return None


def _is_double_move(tree: GameTree, node: int) -> bool:
    """Tell whether MAX or MIN moves at a node and also at its parent."""
    parent = tree.parent_of(node)
    if parent is None:
        return False
    role = tree.roles[node]
    return role in {MAX_ROLE, MIN_ROLE} and role == tree.roles[parent]


def _format_place(exercise: Exercise, node: int) -> str:
    """Format a node's place in its text: `` (line 1, column 5)``; empty without a text."""
    if exercise.positions is None:
        return ""
    line, column = exercise.positions.of_node(node)
    return f" (line {line}, column {column})"
