"""Successors, a line a node: ``a: [b, c]``, ``a -> b c``, with values in lines such as ``d=9``.

A player may stand in brackets behind a name: ``a (MAX): b, c``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from lark import Token, Transformer, v_args

from treeexplorer.formats.atoms import atom
from treeexplorer.formats.grammars import Grammar
from treeexplorer.formats.model import Assigned, Digits, Placed, Reading, UnreadableError
from treeexplorer.formats.players_beside import check_same_player, split_levels_from_values
from treeexplorer.formats.words import player_named
from treeexplorer.text import quoted

_RULES: Final = r"""
// a: [b, c]   a: b c   a -> b, c   a = b, c   d = 9   d: 9   d 9   root = a
start: _END_OF_LINE? (line _END_OF_LINE)* line?

line: node ":" _below
    | node _ARROW _below -> arrow
    | node "=" node     -> fact
    | node "=" node ("," node)+
    | node node

_below: "[" _nodes? "]" | "{" _nodes? "}" | "(" _nodes? ")" | _nodes
_nodes: (node ","?)+
node: WORD              -> word
    | TEXT              -> text

_ARROW.1: /-+>|=+>|→/
TEXT: /"[^"\n]*"|'[^'\n]*'/
WORD: /((?!-+>|=+>|→)[^\s\[\]{}(),:=#;"'])+/
_END_OF_LINE: /([;\n]\s*)+/
COMMENT: /#[^\n]*/ | /\/\/[^\n]*/
%ignore COMMENT
%ignore /[ \t]+/
"""
_WORD: Final = (
    r"""(?:"[^"\n]*"|'[^'\n]*'|(?:[^\s\[\]{}(),:=#;"'>-]|-(?=[\d.∞i]))[^\s\[\]{}(),:=#;"'>]*+)"""
)
_LINE: Final = re.compile(
    rf"[ \t]*{_WORD}[ \t]*"
    rf"(?:(?::|-+>|=+>|→)[ \t]*[^\s:=>][^:=>\n]*|=[ \t]*{_WORD}(?:[ \t]*,[ \t]*{_WORD})*[ \t]*"
    rf"|(?<=[ \t])[ \t]*{_WORD}[ \t]*)(?:\#.*|//.*)?"
)
_LIST_OF_NAMES: Final = re.compile(rf"[ \t]*(?P<name>{_WORD})[ \t]*=(?P<below>[^=,]+,[^=]+)")
_NAME: Final = re.compile(rf"[ \t]*(?P<name>{_WORD})")
_COMMENT_LINE: Final = re.compile(r"\s*(?:\#.*|//.*)?")
_PLAYER_BEHIND_NAME: Final = re.compile(
    rf"(?<![^\s\[\]{{}}(),:=#;>])(?P<name>{_WORD})[ \t]*+(?P<player>[(\[][^\s()\[\],]{{1,20}}[)\]])"
)
_VALUE_BEHIND_NAME: Final = re.compile(
    rf"(?<![^\s\[\]{{}}(),:=#;>])(?P<name>(?![+\-−]?[\d.]){_WORD})[ \t]*+"
    r"(?P<value>\(\s*(?P<number>[+\-−]?(?:\d+\.?\d*|\.\d+))\s*\))"
)
_CHILDREN_OF_PLAYER: Final = re.compile(  # A = max(B, C)
    rf"^(?P<beginning>[ \t]*)(?P<name>{_WORD})[ \t]*(?:=|:|-+>|→)[ \t]*"
    r"(?P<player>(?i:max|min))[ \t]*[(\[{](?P<children>[^()\[\]{}\n]+)[)\]}](?=[ \t]*;?[ \t]*$)",
    re.MULTILINE,
)
_ARROW: Final = re.compile(r"-+>|=+>|→")
_COMMENT: Final = re.compile(r"(?:#|//)[^\n]*")
_SLASH: Final = re.compile(r"[/\\]")
_TELLING: Final = re.compile(r":|=|->|→")


def looks_like(text: str) -> bool:
    """Tell whether each line of a text is a node with its successors or its value."""
    if _TELLING.search(text) is None:
        return False
    lines = [line for line in _split_lines(text) if _COMMENT_LINE.fullmatch(line) is None]
    if len(lines) < 2:
        return False
    # Line by line, since of most texts already the first is something else.
    lines_without_players: list[str] = []
    for line in lines:
        line_without_players = _blank_players(line)
        if _LINE.fullmatch(line_without_players.rstrip("; \t")) is None:
            return False
        lines_without_players.append(line_without_players)
    return _names_parent_before_children(lines_without_players)


def _split_lines(text: str) -> Iterator[str]:
    """Split a text into its lines, and one with arrows at its semicolons: ``A -> B; A -> C``."""
    for line in text.split("\n"):
        if _ARROW.search(line) is None or _COMMENT.search(line) is not None:
            yield line
        else:
            yield from line.split(";")


def _names_parent_before_children(lines: Sequence[str]) -> bool:
    """Tell whether lines name a parent before its children, as no program can.

    It is asked of the first line with a list behind an equals sign; without one nothing speaks for
    a program.

    ==========================  ===================================================================
    ``A = B, C`` ``B = 3, 5``   yes: a program would have to make B before it uses B
    ``B = 3, 5`` ``A = B, C``   no: so may a program do it, where 3 and 5 have no lines of their own
    ``A: B, C`` ``B = 3``       yes, without such a list
    ==========================  ===================================================================
    """
    lists = [found for line in lines if (found := _LIST_OF_NAMES.match(line)) is not None]
    if not lists:
        return True
    parent = lists[0]["name"]
    children = {name.strip() for name in lists[0]["below"].split(",")}

    names = [found["name"] for line in lines if (found := _NAME.match(line)) is not None]
    first_line_below_parent = names.index(parent) + 1
    names_down_to_parent = names[:first_line_below_parent]
    names_below_parent = names[first_line_below_parent:]
    has_child_above = not children.isdisjoint(names_down_to_parent)
    has_child_below = not children.isdisjoint(names_below_parent)
    return has_child_below and not has_child_above


def read(text: str) -> Reading:
    r"""Read lines that say what is below each node, or its value, and who moves first.

    >>> for assigned in read("A: B C\nB = 3\nC = 5\nplayer = MIN").values:
    ...     print(repr(assigned.variable), assigned.value)
    '' {'A': ['B', 'C'], 'B': '3', 'C': '5'}
    'player' MIN

    Raises:
        UnreadableError: A line is something else, a node has two lines, or the lines are those of
            an outline.
    """
    word_for_player = _collect_players(text)
    text = _blank_players(text)
    values_behind_names = _collect_values_behind_names(text)
    text = _VALUE_BEHIND_NAME.sub(_blank_value, text)
    entry_by_word: dict[Placed, Any] = _GRAMMAR.read(text)
    _add_values(entry_by_word, values_behind_names)
    lines = _split_off_lines_of_players(entry_by_word)
    for player, names in lines.names_by_player.items():
        for name in names:
            _note_player(word_for_player, name, player, player.place)
    _check_is_no_outline(text, lines.others)
    _check_some_line_has_successors(lines.others)

    # A word at the beginning of a line is a node, or as `player` it says who moves.
    assigned_lines = [Assigned(entry, word) for word, entry in lines.others.items()]
    lines_by_kind = split_levels_from_values(assigned_lines)
    successors = {line.variable: line.value for line in lines_by_kind.others}
    players = [Assigned(word_for_player, "players")] if word_for_player else []
    return Reading([Assigned(successors), *players, *lines_by_kind.levels])


def _find_players(text: str) -> Iterator[re.Match[str]]:
    """Yield the places of lines where a player stands in brackets behind a name: ``A (MAX)``."""
    # Blanks as long as the comments, so that all places stay as they are.
    without_comments = _COMMENT.sub(_blank_of_length, text)
    for found in _PLAYER_BEHIND_NAME.finditer(without_comments):
        if player_named(found["player"][1:-1]) is not None:
            yield found


def _blank_players(text: str) -> str:
    """Return lines with blanks in the place of the players behind names, so that places stay.

    >>> _blank_players("A (MAX): B, C"), _blank_players("A = max(B, C)")
    ('A      : B, C', 'A :    [B, C]')
    """
    text = _CHILDREN_OF_PLAYER.sub(_bracket_children, text)
    pieces: list[str] = []
    end_of_last = 0
    for found in _find_players(text):
        start_of_player, end_of_player = found.span("player")
        blanks = " " * (end_of_player - start_of_player)
        pieces += [text[end_of_last:start_of_player], blanks]
        end_of_last = end_of_player
    pieces.append(text[end_of_last:])
    return "".join(pieces)


def _bracket_children(found: re.Match[str]) -> str:
    """Return a line with brackets around the children of a player, as long as it was.

    ``A = max(B, C)`` becomes ``A :    [B, C]``.
    """
    blanks = " " * (found.start("children") - found.end("name") - len(": ["))
    return f"{found['beginning']}{found['name']} :{blanks}[{found['children']}]"


def _collect_players(text: str) -> dict[str, str]:
    """Return the players behind names as they are written, by name: ``{"A": "MAX"}``.

    Raises:
        UnreadableError: A name has two players.
    """
    word_by_name: dict[str, str] = {}
    in_brackets = [(found, found["player"][1:-1]) for found in _find_players(text)]
    before_children = [(found, found["player"]) for found in _CHILDREN_OF_PLAYER.finditer(text)]
    for found, word in [*in_brackets, *before_children]:
        name = found["name"].strip("\"'")
        _note_player(word_by_name, name, word, found.start("player"))
    return word_by_name


def _note_player(word_by_name: dict[str, str], name: str, word: str, place: int | None) -> None:
    """Note the word for a node's player.

    Raises:
        UnreadableError: Another player of this node is noted already.
    """
    word_before = word_by_name.setdefault(name, word)
    check_same_player(name, word_before, word, place)


class _LinesByKind(NamedTuple):
    """The lines of a text, those that list the nodes of a player apart.

    Attributes:
        names_by_player: The nodes in such a line, ``MIN: B, C``, by its word for the player.
        others: What stands behind the name of each other line.
    """

    names_by_player: Mapping[Placed, Sequence[str]]
    others: dict[Placed, Any]


def _split_off_lines_of_players(entry_by_word: dict[Placed, Any]) -> _LinesByKind:
    """Split off the lines that list a player's nodes, ``MIN: B, C``.

    They are such lines if all that stands in them are nodes of other lines, and one of these is a
    successor there: it would have two parents. Of ``MAX: A B``, ``A: 3 5`` and ``B: 2 9`` the first
    line is the root.

    >>> lines = {Placed("A"): ["B", "C"], Placed("MIN"): ["B", "C"], Placed("B"): "3"}
    >>> _split_off_lines_of_players(lines)
    _LinesByKind(names_by_player={'MIN': ['B', 'C']}, others={'A': ['B', 'C'], 'B': '3'})
    """
    names_by_player: dict[Placed, list[str]] = {}
    others: dict[Placed, Any] = {}
    for word, entry in entry_by_word.items():
        if isinstance(entry, list) and player_named(word) is not None:
            names_by_player[word] = [str(name) for name in entry]
        else:
            others[word] = entry

    listed_names = {name for names in names_by_player.values() for name in names}
    lists_below = [entry for entry in others.values() if isinstance(entry, list)]
    successors = {str(name) for names in lists_below for name in names}
    has_second_parent = not listed_names.isdisjoint(successors)
    are_nodes_of_other_lines = listed_names <= {*successors, *others}
    if has_second_parent and are_nodes_of_other_lines:
        return _LinesByKind(names_by_player, others)
    return _LinesByKind({}, entry_by_word)


def _collect_values_behind_names(text: str) -> list[tuple[Placed, Placed]]:
    """Collect the numbers in parentheses behind names: D with 3 of ``B -> D(3), E(5)``."""
    values: list[tuple[Placed, Placed]] = []
    for found in _VALUE_BEHIND_NAME.finditer(text):
        name = Placed(found["name"].strip("\"'"), found.start("name"))
        values.append((name, atom(found["number"], found.start("number"))))
    return values


def _blank_value(found: re.Match[str]) -> str:
    """Return a name with blanks in the place of the value behind it, so that places stay."""
    length_of_name = found.end("name") - found.start()
    return found[0][:length_of_name] + " " * (len(found[0]) - length_of_name)


def _add_values(
    entry_by_word: dict[Placed, Any], values_behind_names: Sequence[tuple[Placed, Placed]]
) -> None:
    """Add the values behind names to the lines of a text, as if each had its own line.

    Raises:
        UnreadableError: A name has a value already, or has children.
    """
    for name, value in values_behind_names:
        if name in entry_by_word:
            message = f"{quoted(name)} has two values, or a value and children"
            raise UnreadableError(message, name.place, "leave one of them out")
        entry_by_word[name] = value


def _blank_of_length(found: re.Match[str]) -> str:
    """Return as many blanks as what was found has characters."""
    return " " * len(found[0])


class _Edges(list[Placed]):
    """Successors behind an arrow, of which a node may have several lines."""

    __slots__ = ()


def _convert_edges_to_list(entry: Any) -> Any:
    """Return successors behind arrows as a plain list; any other entry as it is.

    A number that is the only one of them is the value of the node: of ``D -> 3`` it is 3.
    """
    if not isinstance(entry, _Edges):
        return entry
    is_value = len(entry) == 1 and isinstance(entry[0], Digits)
    return entry[0] if is_value else list(entry)


@v_args(inline=True)
class _Lines(Transformer[Token, Any]):
    """Makes a record of the lines."""

    def start(self, *lines: tuple[Placed, Any]) -> dict[Placed, Any]:
        """Collect all lines in one record: from the name of a node to its value or its successors.

        ``a: b c`` and ``b = 9`` become ``{"a": ["b", "c"], "b": 9}``, with the 9 as it is written.
        Only lines with arrows, whose successors are :class:`_Edges`, may have the same name:
        ``a -> b`` and ``a -> c`` become ``{"a": ["b", "c"]}``.

        Raises:
            UnreadableError: A node has two lines, or the lines are those of several trees.
        """
        record: dict[Placed, Any] = {}
        for name, entry in lines:
            if name not in record:
                record[name] = entry
                continue

            entry_above = record[name]
            have_both_arrows = isinstance(entry, _Edges) and isinstance(entry_above, _Edges)
            if not have_both_arrows:
                message = f"{quoted(name)} has two lines"
                hint = "write all that is below a node in one line"
                raise UnreadableError(message, name.place, hint)
            entry_above.extend(entry)  # in place, as a node may have many lines

        # The recogniser takes plain lists alone.
        plain_record = {name: _convert_edges_to_list(entry) for name, entry in record.items()}
        _check_lines_are_joined(plain_record)
        return plain_record

    def arrow(self, name: Placed, *targets: Placed) -> tuple[Placed, Any]:
        """Return a node with what stands behind its arrow: edges to its successors or its value."""
        return name, _Edges(targets)

    def line(self, name: Placed, *targets: Placed) -> tuple[Placed, Any]:
        """Return a node with what stands behind it: a number is its value, else its successors."""
        is_value = len(targets) == 1 and isinstance(targets[0], Digits)
        return name, targets[0] if is_value else list(targets)

    def fact(self, name: Placed, value: Placed) -> tuple[Placed, Placed]:
        return name, value

    def word(self, token: Token) -> Placed:
        return atom(str(token), token.start_pos)

    def text(self, token: Token) -> Placed:
        return Placed(token[1:-1], token.start_pos)


class _IndentedName(NamedTuple):
    """The name at the beginning of a line, how far it is indented, and where the line begins."""

    name: str
    indent: int
    place: int


def _find_indented_names(text: str) -> Iterator[_IndentedName]:
    """Yield the name with which each line begins; lines that are comments have none."""
    place = 0
    for line in text.split("\n"):
        found = None if _COMMENT_LINE.fullmatch(line) else _NAME.match(line)
        if found is not None:
            expanded_line = line.expandtabs(4)
            indent = len(expanded_line) - len(expanded_line.lstrip())
            yield _IndentedName(found["name"].strip("\"'"), indent, place)
        place += len(line) + 1


def _check_some_line_has_successors(record: Mapping[Placed, Any]) -> None:
    """Raise an error if each line has a value, ``depth = 3``, and none says what is below a node.

    Names with slashes say it themselves: ``A/B = 3`` is the path from A to B.
    """
    has_paths = any(_SLASH.search(name) is not None for name in record)
    has_successors = any(isinstance(below, list) for below in record.values())
    if not has_paths and not has_successors:
        hint = "write what is below a node in a line: A: B C"
        raise UnreadableError("no line says what is below a node", hint=hint)


def _check_is_no_outline(text: str, record: Mapping[Placed, Any]) -> None:
    """Raise an error if a line is indented below the line of another node than its parent.

    ``A = 3`` and ``  B = 5`` are an outline, in which B is below A; here B would have to be one of
    the successors of A.

    Args:
        text: The lines.
        record: What stands behind each name: a list of successors, or a value.
    """
    # The lines below which the next line may be indented: each is indented further than the one
    # before it.
    lines_above: list[_IndentedName] = []
    for line in _find_indented_names(text):
        while lines_above and lines_above[-1].indent >= line.indent:
            lines_above.pop()
        if lines_above:
            _check_is_successor(line, lines_above[-1].name, record)
        lines_above.append(line)


def _check_is_successor(line: _IndentedName, name_above: str, record: Mapping[Placed, Any]) -> None:
    """Raise an error if a line is indented below a name, and its own name is no successor of it."""
    successors = record.get(Placed(name_above))
    is_successor = isinstance(successors, list) and line.name in successors
    if is_successor:
        return
    message = (
        f"{quoted(line.name)} is indented below {quoted(name_above)}, and is no successor of it"
    )
    hint = "write what is below a node in its own line, A: B C, and indent none"
    raise UnreadableError(message, line.place, hint)


def _check_lines_are_joined(record: Mapping[Placed, Any]) -> None:
    """Raise an error if several lines have successors, and none of these has a line of its own.

    ``A: B C`` and ``X: 5 8`` are two trees, or the nodes of two plies. ``A: B C`` and ``B: 5 8``
    are joined by B, which stands in both.

    ``record`` has what stands behind the name of each line: a list of successors, or a value.
    """
    parents = [name for name, entry in record.items() if isinstance(entry, list)]
    if len(parents) < 2:
        return
    successors = [child for name in parents for child in record[name]]
    are_any_joined = any(child in record for child in successors)
    if are_any_joined:
        return

    root, other_root, *_ = parents
    hint = "every node of a tree hangs below one root"
    message = f"there are two roots, {quoted(root)} and {quoted(other_root)}"
    raise UnreadableError(message, other_root.place, hint)


_GRAMMAR: Final = Grammar(_RULES, _Lines())
