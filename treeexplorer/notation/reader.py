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
from lark.lexer import LexerState

from treeexplorer.errors import TreeexplorerError
from treeexplorer.files import read_bytes
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
_SHOWN_UNKNOWNS: Final = 20
_LONGEST_WORD: Final = 32


def _lexer_class(lexer: PieceLexer) -> type[PieceLexer]:
    """Return a lexer class all of whose instances read with the given lexer.

    Lark creates the lexer by itself from a class; this way the lexer in use is known.
    """

    class SharedLexer(PieceLexer):
        def lex(self, lexer_state: LexerState, parser_state: Any) -> Iterator[Any]:
            return lexer.lex(lexer_state, parser_state)

    return SharedLexer


class Reader:
    """The parser and the columns that its callbacks fill; its lock keeps readings apart."""

    def __init__(self) -> None:
        """Build the parser, the lexer that cuts a text into pieces, and the columns of a tree.

        While it parses, Lark asks the lexer for pieces and calls a method of the columns for each,
        by the name of the piece. So there never is a parse tree, and all three serve one text at a
        time: who reads holds the lock.
        """
        self.lock = threading.Lock()
        self._lexer = PieceLexer()
        self._columns = TreeColumns()
        grammar = (files(__package__) / "grammar.lark").read_text(encoding="utf-8")
        self._lark = Lark(
            grammar,
            parser="lalr",
            lexer=_lexer_class(self._lexer),  # Lark takes a class, and makes its own lexer of it
            start="document",
            transformer=self._columns,
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
                self._fill_columns(text)
                exercises = tuple(self._columns.exercises)  # taken before the columns are cleared
                slips = sorted(self._columns.slips)
            # Also after an error: the shared reader must not keep a large text, and must be ready
            # for the next.
            finally:
                self._lexer.begin("")
                self._columns.begin("")
        if slips:
            raise _error_of(slips, text, file)
        return exercises

    def _fill_columns(self, text: str) -> None:
        """Parse a text, so that its trees and the mistakes in it stand in the columns afterwards.

        A mistake does not end the reading: it is read on behind it, so that several are found. An
        indented outline without brackets is refused first: each of its lines would be read as a
        tree of one leaf.

        Args:
            text: The text. The lexer and the columns must have been prepared for it.
        """
        outline = self._outline_slip(text)
        if outline is not None:
            self._columns.slips.append(outline)
            return
        try:
            self._lark.parse(text)  # fills the columns; what it returns is not needed
        except TooLargeError:
            return  # the columns have stored a slip that says so
        except UnexpectedToken as first_mistake:
            self._explain(text, first_mistake)

    def _outline_slip(self, text: str) -> Slip | None:
        """Return the slip of a text that is an indented outline without brackets; else ``None``."""
        if "[" in text:
            return None
        from treeexplorer.notation.slips import outline_slip  # 20 ms that few texts need

        return outline_slip(text)

    def _explain(self, text: str, error: UnexpectedToken) -> None:
        """Note the slips in a text from the piece at which the parser stopped."""
        from treeexplorer.notation.diagnosis import explain  # 25 ms for wrong texts only

        explain(text, error, self._lexer, self._columns)
        if not self._columns.slips:
            self._columns.report(0, UNEXPLAINED)


def _error_of(slips: Sequence[Slip], text: str, file: str) -> NotationError:
    """Return the error that holds the first slips in a text."""
    source = SourceText(text)
    reported = slips[: MOST_REPORTED + 1]  # with one more, so that "and more" is said
    return NotationError([source.problem(slip, file) for slip in reported])


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
    text = with_plain_line_ends(text)
    if not text or text.isspace():
        raise _error_without_place(
            file, "there is nothing in it", "a tree looks like [[3 12] [2 4]]"
        )
    if len(text) > MOST_CHARACTERS:
        message = f"it has more than {MOST_CHARACTERS:,} characters, too many to be read"
        raise _error_without_place(file, message)
    return _free_reader().read(text, file, report, levels)


def _free_reader() -> Reader:
    """Return the shared reader, or a new one while that is in use: no text waits for a long one.

    If the lock is taken just after this function has looked, a text waits, and nothing is wrong.
    """
    shared = reader()
    return Reader() if shared.lock.locked() else shared


def with_plain_line_ends(text: str) -> str:
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
        raise _error_without_place(file, "the file is empty")
    # The byte-order marks of UTF-16. Asked before the next question: UTF-16 is full of zero bytes.
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise _error_without_place(file, "this file is UTF-16, not UTF-8", _SAVE_AGAIN)
    if b"\0" in data:
        raise _error_without_place(file, "this is a binary file, not a text")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        # Lines can be counted in bytes, since a newline is one byte in UTF-8, and part of no other
        # character.
        line = data.count(b"\n", 0, error.start) + 1
        byte = f"the byte 0x{data[error.start]:02x} in line {line} begins no character"
        raise _error_without_place(file, f"this file is not UTF-8: {byte}", _SAVE_AGAIN) from None


def _error_without_place(file: str, message: str, hint: str | None = None) -> NotationError:
    return NotationError([Problem(safe(file), message, hint=hint)])


def notices(exercise: Exercise) -> list[str]:
    """Return sentences on what is odd, but no mistake, in a tree that was read.

    One says that a player moves twice in a row, one which leaves are unknown. Empty if there is
    neither.

    Example:
        >>> notices(parse("[[3 x] 2]"))
        ['1 unknown leaf: x (line 1, column 5)']
    """
    messages = []
    twice = twice_in_a_row(exercise)
    if twice is not None:
        messages.append(twice)
    leaves = _distinct_unknowns(exercise)
    if leaves:
        messages.append(_unknowns_and_places(exercise, leaves))
    return messages


def _unknowns_and_places(exercise: Exercise, leaves: Sequence[int]) -> str:
    """Return the sentence about unknown leaves: ``1 unknown leaf: x (line 1, column 5)``."""
    places = [_word_and_place(exercise, leaf) for leaf in leaves[:_SHOWN_UNKNOWNS]]
    if len(leaves) > _SHOWN_UNKNOWNS:
        places.append(f"and {len(leaves) - _SHOWN_UNKNOWNS} more")
    count = counted(len(leaves), "unknown leaf", "unknown leaves")
    return f"{count}: {', '.join(places)}"


def _distinct_unknowns(exercise: Exercise) -> list[int]:
    """Return one leaf for each unknown of a tree: the first with each word, and every ``?``.

    Leaves with the same word are the same unknown: in ``[x [x y] ? ?]`` there are four, x, y and
    two without a word. The leaves are in the order of the tree.
    """
    first_with_word: dict[str, int] = {}
    without_word = []
    # By node number, so that the first leaf with a word comes first.
    for leaf, word in sorted(exercise.tree.unknowns.items()):
        if word == "":
            without_word.append(leaf)
        else:
            # Does nothing if an earlier leaf has the word.
            first_with_word.setdefault(word, leaf)
    return sorted([*first_with_word.values(), *without_word])


def _word_and_place(exercise: Exercise, leaf: int) -> str:
    """Return an unknown's word and its place: ``x (line 1, column 5)``."""
    word = exercise.tree.unknowns[leaf]
    called = shorten(word, _LONGEST_WORD) if word else "?"
    return called + _place_in_brackets(exercise, leaf)


def twice_in_a_row(exercise: Exercise) -> str | None:
    """Return a sentence that a player moves twice in a row; ``None`` if no player does.

    Only a tree with players written at nodes is checked, and only if its levels begin with MAX and
    MIN in turn. In ``[min[3 [4 5]]]`` MAX begins, so the written MIN takes its turn, and all is
    well; in ``[max[3 4]]`` MAX moves twice. If MIN began it would not, which is proposed.
    """
    tree = exercise.tree
    take_turns = set(tree.levels[:2]) == {Player.MAX, Player.MIN}
    if not tree.players or not take_turns:
        return None
    node = _first_to_move_again(tree)
    return None if node is None else _moves_twice(exercise, node)


def _moves_twice(exercise: Exercise, node: int) -> str:
    """Return the sentence that a node's player moves twice in a row, and which levels help."""
    player = str(exercise.tree.player(node)).upper()
    other_levels = [level.opponent for level in exercise.tree.levels]  # MAX and MIN change places
    return (
        f"{player} moves twice in a row here{_place_in_brackets(exercise, node)}; "
        f"`@levels {' '.join(other_levels)}` makes {other_levels[0].upper()} begin"
    )


def _first_to_move_again(tree: GameTree) -> int | None:
    """Return the first node whose player also moved at its parent; ``None`` if there is none.

    MAX and MIN must take turns by ply, so this comes only of a player that is written at the node
    or at its parent: only such nodes are looked at. Chance nodes may follow each other.
    """
    candidates = set(tree.players)
    for node in tree.players:
        candidates.update(tree.children(node))
    return next((node for node in sorted(candidates) if _moves_again(tree, node)), None)


def _moves_again(tree: GameTree, node: int) -> bool:
    """Tell whether MAX or MIN moves at a node and also at its parent."""
    role = tree.roles[node]
    parent = tree.parent_of(node)
    return parent is not None and role == tree.roles[parent] and role in {MAX_ROLE, MIN_ROLE}


def _place_in_brackets(exercise: Exercise, node: int) -> str:
    """Return a node's place in its text, in brackets.

    Empty if the tree was not read from a text.
    """
    if exercise.positions is None:
        return ""
    line, column = exercise.positions.of_node(node)
    return f" (line {line}, column {column})"
