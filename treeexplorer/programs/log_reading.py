"""Reads what a program printed: a table with a header, or lines, one a node.

A *row* is what one line says of a node: its name with up to four numbers, which are its ply, its
value, α and β. Two kinds of logs are read:

- a *table* with a header, such as ``Node,Depth,Value,Alpha,Beta``;
- *lines*, one a node, such as ``node: B alpha=3 beta=inf``.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from enum import Enum, auto
from typing import Final, NamedTuple, TypeAlias

from treeexplorer.errors import TreeexplorerError
from treeexplorer.numbers import shown
from treeexplorer.programs.log_spelling import (
    SPELLED_INFINITY,
    SPELLED_NUMBER,
    SPELLED_SMALLEST,
    remove_latex,
    spell_out_line,
)
from treeexplorer.text import safe, shorten
from treeexplorer.tree import INFINITY, Number, Player

_MOST_ROWS: Final = 20_000


class LogError(TreeexplorerError):
    """A log that cannot be read, or from which no tree can be built."""


class LogRow(NamedTuple):
    """What one line of a log says about a node; a number that it does not give is ``None``.

    Attributes:
        line: The number of its line.
        node: The node's name.
        depth: Its ply.
        value: What is printed of its value.
        alpha: The lower end of its window.
        beta: The upper end.
        is_unnamed_leaf: Whether it is about a leaf without a name, and ``node`` is its value.
        is_about_pruning: Whether its line tells of pruning, at the node or of the node itself.
        has_bare_numbers: Whether no label says which of its numbers is which.
        child: The name of the child that has returned to the node, where the line has it.
        child_value: What the child has returned, where the line has that.
        is_about_change: Whether its line says that a number of the node has changed.
        player: Who moves at the node, where the line says so beside its name.
    """

    line: int
    node: str
    depth: int | None = None
    value: Number | None = None
    alpha: Number | None = None
    beta: Number | None = None
    is_unnamed_leaf: bool = False
    is_about_pruning: bool = False
    has_bare_numbers: bool = False
    child: str | None = None
    child_value: Number | None = None
    is_about_change: bool = False
    player: Player | None = None

    @property
    def has_three_bare_numbers(self) -> bool:
        """Whether it has value, α and β, told apart only by their places."""
        return self.has_bare_numbers and len(self.columns) == 3

    @property
    def has_lone_bare_value(self) -> bool:
        """Whether it has one number, without a label."""
        return self.has_bare_numbers and self.columns == {"value"}

    @property
    def columns(self) -> frozenset[str]:
        """The columns of which it gives a number: of value, alpha and beta."""
        numbers = {"value": self.value, "alpha": self.alpha, "beta": self.beta}
        return frozenset(column for column, number in numbers.items() if number is not None)

    def with_infinity(self, infinity_of: Mapping[Number, Number]) -> LogRow:
        """Return the row with −∞ and +∞ in place of the numbers that stand for them."""
        return self._replace(
            value=_replace_by_infinity(self.value, infinity_of),
            alpha=_replace_by_infinity(self.alpha, infinity_of),
            beta=_replace_by_infinity(self.beta, infinity_of),
        )

    @property
    def in_words(self) -> str:
        """The row as a report prints it: ``B  value 3  α 3  β +∞``, ``B  E returned 8``."""
        words = row_in_words(safe(shorten(self.node, 40)), self.value, self.alpha, self.beta)
        if self.child is None or self.child_value is None:
            return words
        return f"{words}  {safe(shorten(self.child, 40))} returned {shown(self.child_value)}"


class Log(NamedTuple):
    """What a program printed.

    Attributes:
        rows: The rows, in the order of their lines.
        value: The root's value, where a line has a number alone.
        unread: How many other lines there are, which are read as no row.
        ends_with_value: Whether the line with the root's value stands behind all rows.
        gaps: The numbers of the lines of dots, each of which stands for other lines.
    """

    rows: tuple[LogRow, ...]
    value: Number | None = None
    unread: int = 0
    ends_with_value: bool = False
    gaps: tuple[int, ...] = ()

    def with_infinity(self, infinity_of: Mapping[Number, Number]) -> Log:
        """Return the log with −∞ and +∞ in place of the numbers that stand for them."""
        rows = tuple(row.with_infinity(infinity_of) for row in self.rows)
        return self._replace(rows=rows, value=_replace_by_infinity(self.value, infinity_of))


def _replace_by_infinity(
    number: Number | None, infinity_of: Mapping[Number, Number]
) -> Number | None:
    """Replace a number by the infinity that it stands for, if it stands for one."""
    if number is None:
        return None
    return infinity_of.get(number, number)


_COLUMNS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("node", "name", "state", "label", "path", "position"), "node"),
    **dict.fromkeys(("depth", "ply", "level"), "depth"),
    **dict.fromkeys(("value", "v", "val", "score", "best"), "value"),
    **dict.fromkeys(("alpha", "α", "a"), "alpha"),
    **dict.fromkeys(("beta", "β", "b"), "beta"),
}
"""The words that people use for the columns of a table and the numbers of a line."""

_SEPARATORS: Final = (",", ";", "\t", "|", "│", "║", "&")
_RULE: Final = re.compile(r"[-=+|:\s─-╿]*")
"""A line between the rows of a table, such as ``|---|---|``; or a blank one."""
_LABELLED: Final = re.compile(
    r"(\b(?:alpha|beta|value|val|score|best|depth|ply|level|[abv])\b|α|β)"
    r"(?:\s*(?::=|[:=←])\s*"
    r"|\s+(?:(?:is|was|now|of|set|updated|changed|raised|lowered|becomes|to|at|for|node)\s+)+(?:[:=]\s*)?"
    rf"|\s*)({SPELLED_NUMBER})",
    re.IGNORECASE,
)
_LABEL_ALONE: Final = re.compile(r"alpha|beta|value|val|score|best|[vαβ]", re.IGNORECASE)
_NO_VALUE: Final = re.compile(
    rf"({_LABEL_ALONE.pattern})\s*[:=]\s*(?:None|null|nil|undefined|n/?a|-+)\s*,?\s*$",
    re.IGNORECASE,
)
"""A label with a word for no value: ``value: None``."""
_CHANGED: Final = re.compile(
    r"(?P<label>\b(?:alpha|beta|value|val|score|best)\b|α|β)[^\d;,]{0,40}?"
    rf"(?:{SPELLED_NUMBER})\s*(?:->|→|=>|\bto\b)\s*(?P<after>{SPELLED_NUMBER})",
    re.IGNORECASE,
)
"""A number before and after a change: ``alpha: -inf -> 5``, ``beta changes from 8 to 5``."""
_NUMBER: Final = re.compile(rf"(?<![\w.])({SPELLED_NUMBER})(?![\w.])", re.IGNORECASE)
_NAMED: Final = re.compile(
    r"\b(?:node|name|state|visit(?:ed|ing)?|enter(?:ed|ing)?|at)\b"
    r"(?:\s+(?:node|state|leaf|the|name|id)\b)*\s*(?:::?|=)?\s*"
    r"(?!(?:and|are|at|because|depth|evaluated|expanded|explored|found|has|in|is|leaf|level|node|of"
    r"|(?:max|min)(?:imi[sz]\w+)?\s+(?:node|player|root|state)|ply|pruned|reached|returns|returned|state|the|to|value|visited|was|with)\b)"
    r"[\"']?([\w.][\w.']*)",
    re.IGNORECASE,
)
_IN_BRACES: Final = re.compile(r"[^\w{]*\{.*\}\s*,?\s*")
"""An object of JSON or a dictionary of Python, ``{'node': 'B', 'alpha': 3}``, behind a bullet."""
_COUNT: Final = re.compile(r"\b(?:nodes|states|leaves|total|number|count)\b", re.IGNORECASE)
"""A word of a line that counts, such as ``Nodes visited: 7``."""
_LEAF: Final = re.compile(
    r"\b(?:leaf|terminal)\b(?:\s*,?\s+(?:evaluated|found|node|reached|state|value|with)\b)*"
    r"\s*[:=(]?\s*"
    rf"(?P<value>{SPELLED_NUMBER})(?![\w.])",
    re.IGNORECASE,
)
"""A leaf without a name: ``leaf 3``, ``Leaf node with value: 3``."""
_VALUE_OF_ADDRESS: Final = re.compile(rf"\s*[:=]\s*({SPELLED_NUMBER})\s*", re.IGNORECASE)
"""What stands behind the number of a leaf that is its address: ``leaf 2: 45``."""
_CHANGING: Final = re.compile(
    r"\b(?:updat|chang|rais|lower|improv|new\b)|\d\s*(?:->|→|=>)\s*\d", re.IGNORECASE
)
"""What a line has that says that a number is another now: ``alpha updated to 5``."""
_PLAYER: Final = r"(?P<player>max|min)"
_PLAYER_BEFORE: Final = re.compile(
    rf"\b{_PLAYER}(?:imi[sz](?:er|ing))?(?:[-_ ]?value\s*\()?[^\w>→=]*"
    r"(?:(?:node|player|state)[^\w>→]*)?$",
    re.IGNORECASE,
)
"""The player before the name of a node: ``[MAX] B``, ``MIN node B``, ``max_value(B``."""
_PLAYER_AFTER: Final = re.compile(
    rf"[\"']?\s*[(\[]\s*{_PLAYER}(?:imi[sz](?:er|ing))?(?:\s+(?:node|player))?\s*[)\]]",
    re.IGNORECASE,
)
"""The player in parentheses behind the name of a node: ``B (MIN)``."""
_PLAYER_LABELLED: Final = re.compile(
    rf"\b(?:player|turn|type|role)\s*[=:]\s*[\"']?{_PLAYER}(?:imi[sz](?:er|ing))?\b", re.IGNORECASE
)
"""The player behind a word for it: ``player=MAX``."""
_PLAYER_COLUMNS: Final = ("player", "turn", "type", "role")
_PLAYER_CELL: Final = re.compile(rf"\s*{_PLAYER}(?:imi[sz](?:er|ing))?\s*", re.IGNORECASE)
_PRUNING: Final = re.compile(r"\b(?:prun|cut|skip)", re.IGNORECASE)
_NOT_VISITED: Final = re.compile(
    r"\W*(?:(?:is|was|are|wird|wurde|est|es|é)\s+)?(?:unvisited|unexplored|unevaluated|pruned|skipped"
    r"|(?:n'est\s+)?(?:not|never|nicht|non|no|pas)\s+(?:be\s+)?(?:visited|evaluated|explored|expanded|searched|read"
    r"|besucht|visit\w*|évalu\w*|eval\w*|explor\w*))\b",
    re.IGNORECASE,
)
"""What stands behind the name of a node that is pruned: ``G: not visited``, ``G is pruned``."""
_PRUNING_COLUMN: Final = re.compile(r"prun|cut|skip", re.IGNORECASE)
_NO: Final = frozenset({"", "no", "false", "0", "n", "f", "none", "null", "nan", "-"})
"""What stands, in small letters, in a column such as “pruned” where nothing is pruned."""
_CHILD: Final = re.compile(
    r"\b(?:child|after|from)\b\s*[:=]?\s*(?:child|node|leaf)?\s*[\"']?(?P<name>[\w.][\w.']*?)[\"']?"
    r"(?=\s*(?:[:,;)]|$|returned|returns|gives|gave|has\b|with\b|score|value|val\b))",
    re.IGNORECASE,
)
"""The child that has returned to a node: ``B: child D returned 5``, ``B after D: 5``."""
_CHILD_VALUE: Final = re.compile(
    r"\bchild\b\s*[:=]?\s*[\"']?(?P<name>[\w.][\w.']*?)[\"']?(?:'s)?\s*"
    r"(?:(?::\s*)?(?:returned|returns|return|gave|gives|has)\s*(?:the\s+)?"
    r"(?:(?:value|val|score)\s*(?:of\b|[:=])?)?|[:=]|->|→)\s*"
    rf"(?P<value>{SPELLED_NUMBER})(?![\w.])",
    re.IGNORECASE,
)
"""What a child has returned: ``child D returned 5``, ``child D: 5``."""
_CAPITAL_LABEL: Final = re.compile(r"\b[ABV]\b")
"""What may be the name of a node as well as a label."""
_WINDOW_IN_CAPITALS: Final = re.compile(r"\bA\s*[:=].*\bB\s*[:=]")
_RETURNING: Final = re.compile(r"\b(?:return|gave|gives|after|back|score|got|best)", re.IGNORECASE)
"""A word of a line about a child that has returned, and is not to be entered."""
_PRUNED_NODE_FOLLOWS: Final = re.compile(
    r"\b(?:prun\w*|skip\w*|cut(?:ting)?(?:\s+off)?)\s*(?:(?:the|node|child|leaf|branch|state)\b\s*)*"
    r"[:=]?\s*",
    re.IGNORECASE,
)
"""What stands before the name of a node that is not visited: ``Pruned node: C``, not ``at C``."""
_RETURNED: Final = re.compile(
    rf"(?:(?<!\w)\s*=|->|→|\breturn(?:s|ed|ing)?\b)>?\s*(?P<value>{SPELLED_NUMBER})\s*$",
    re.IGNORECASE,
)
"""What a call returns, at the end of a line: ``alphabeta(-inf, 8) = 5``, ``depth=2 returns 5``.

A number behind an unknown word, ``gamma=5``, is not it.
"""
_RETURNED_IN_WORDS: Final = re.compile(
    rf"\breturn(?:s|ed|ing)?\s+(?:{SPELLED_NUMBER})\s*$", re.IGNORECASE
)
_UNKNOWN_LABEL: Final = re.compile(
    r"(?!(?:alpha|beta|value|val|score|best|depth|ply|level|[abvαβ]|eval\w*|h|heuristic|leaf|max|min"
    r"|minimax|payoff|points|result|return\w*|reward|utility)\b)"
    rf"\b[^\W\d]\w*\s*[:=]\s*(?:{SPELLED_NUMBER})(?![\w.])",
    re.IGNORECASE,
)
"""A number with a label that is none of ours: ``move=3``, ``time: 12``."""
_INDEX: Final = re.compile(
    rf"^(?!\s*[\[(]\s*(?:{SPELLED_NUMBER})\s*[,;]\s*(?:{SPELLED_NUMBER})\s*[\])])"
    r"\W*(?:(?:step|line|call|iteration|move|no|visit|it|t|d|round)\b\W*)?\d[\d\W]*"
    r"(?!.*(?:\b(?:returned|returns|from|by)\b|<-|←|=))(?<![-<←=])(?<!<-\s)(?<![←=]\s)",
    re.IGNORECASE,
)
"""A number that a line begins with, such as that of a step or a depth: ``12.``, ``Step 12:``."""
_CHILDREN: Final = re.compile(
    r"\b(?:child\w*|kids|succ\w*|leaves|moves|options|scores|values|pv|line|path|variation)\s*[:=]?\s*[\[({][^\])}]*[\])}]",
    re.IGNORECASE,
)
"""The children of a node or their values, in brackets: ``children [5, 8]``."""
_COMPARED: Final = re.compile(
    r"\b(?:compar|vergleich)\w*\b[^\d]{0,30}?"
    rf"(?:{SPELLED_NUMBER})(?![\w.])[^\d;]{{0,30}}?(?:{SPELLED_NUMBER})(?![\w.])",
    re.IGNORECASE,
)
"""Two numbers that are compared, and not yet which is better: ``comparing 5 with best: 3``."""
_AFTER_CHILD: Final = re.compile(
    r"\bafter\s+(?:(?:the\s+)?(?:child|node|leaf|move)\s+)?[\"']?$", re.IGNORECASE
)
"""What stands before the name of a child in a line about its parent, which it does not name."""
_PAIR: Final = re.compile(
    rf"[\[(]\s*(?P<alpha>{SPELLED_NUMBER})\s*[,;]\s*(?P<beta>{SPELLED_NUMBER})\s*[\])]",
    re.IGNORECASE,
)
"""Two numbers in brackets of their own, which are a window: ``[-inf, 5]``."""
_BEFORE_CHOICES: Final = re.compile(
    r"\b(?:of|from|among|between|in|over|out|max|min|maximum|minimum)\s*:?\s*$", re.IGNORECASE
)
"""What stands before numbers in brackets of which one is chosen: ``v = 3, the smallest of``."""
_VALUE_WITH_EFFECT: Final = re.compile(
    rf"[\"']?\s*[:=]\s*(?P<value>{SPELLED_NUMBER})\s*(?:->|→|=>)\s*(?=[^\W\d]+\s*[:=])",
    re.IGNORECASE,
)
"""A value behind a node's name, and what it changes: ``= 3 -> β = 3``, which is its parent's β."""
_LEAVES_ROOT: Final = (
    r"(?:(?:return(?:s|ed|ing)?|leav(?:es?|ing)|exit(?:s|ed|ing)?)\s+"
    r"(?:from\s+)?(?=(?:the\s+)?root\b))?"
)
_LONE: Final = re.compile(
    rf"[^\w\-−+.∞]*{_LEAVES_ROOT}"
    r"(?:(?:(?:the|optimal|best|final|minimax|alpha-?beta|root(?:'s)?|game|overall)\s+){0,4}"
    r"(?:root|value|result|answer|score|best)\b(?!\s+(?:move|child|action|path|index|node))\D{0,20}?)?"
    rf"(?<!\w)({SPELLED_NUMBER})\W*",
    re.IGNORECASE,
)
"""A line with a number alone, or with the root's value.

For example ``5``, ``The optimal value is : 5`` or ``return root: value=5``.
"""
_WORDS_OF_RESULT: Final = frozenset(("the", "root", "value", "result", "answer", "score", "best"))
"""Words of a line with the root's value, which may be names of nodes as well."""
_PROMPT: Final = re.compile(
    r"\s*(?:(?:PS )?[A-Za-z]:[\\/][^>\n]*>|[\w.-]+@[\w.-]+[^$#%\n]*[$#%]|\$)\s*\S"
    r"|\s*[>%]\s*(?:(?:python|py|node|java|gcc|cargo|go|npm|ruby|ghc|dotnet|make|cd)[\d.]*\s|\.[\\/])"
)
"""A line with a command for the shell: ``PS D:\\work> python ab.py``, ``$ python3 ab.py``.

``> enter B`` is none: some programs print a node's ply so.
"""
_BEST_MOVE: Final = re.compile(
    r"\W*(?:the\s+)?(?P<best>(?:best|optimal|chosen|selected|final|recommended)[\s_]*)?"
    r"(?:next[\s_]*)?(?:move|action|choice|decision)\s*(?:(?:is|=|:|->|→)\s*)+[\"']?[\w.']+[\"']?\W*",
    re.IGNORECASE,
)
"""The move that a search has chosen, which is no node that it enters: ``Best move: B``."""
_BARE_NUMBER: Final = re.compile(
    rf"\s*(?:(?:[-=]*>|-{{2,}}|\.{{2,}}|\*)\s+)?({SPELLED_NUMBER})\s*", re.IGNORECASE
)
_DOTS: Final = re.compile(r"\W*(?:\.\.|…)\W*")
"""A line of dots, with which people leave out lines of a log."""
_VALUE_BELOW: Final = re.compile(
    rf"\s*(?:[-*•]\s+)?[\"']?(?:value|val|score|utility)[\"']?\s*[:=]\s*({SPELLED_NUMBER})\s*,?\s*",
    re.IGNORECASE,
)
"""The value of a node on the line below its name: ``    value: 5``."""
_INFINITE: Final = re.compile(
    rf"(?P<sign>[-+]?)(?:{SPELLED_INFINITY})|(?P<smallest>{SPELLED_SMALLEST})", re.IGNORECASE
)
_CALL: Final = re.compile(
    r"\w\(\s*[\"']?(?P<name>[\w.']*[^\W\d][\w.']*?)[\"']?"
    rf"\s*,\s*(?P<first>{SPELLED_NUMBER})\s*,\s*(?P<second>{SPELLED_NUMBER})(?:\s*,\s*(?P<third>{SPELLED_NUMBER}))?"
    r"(?=\s*[,)])",
    re.IGNORECASE,
)
"""A call with a node's name and two or three numbers: ``alphabeta(B, 1, 3, inf``."""
_CALL_WITH_DEPTH: Final = re.compile(
    r"(?P<before>\w\(\s*[\"']?(?P<name>[\w.']*[^\W\d][\w.']*?)[\"']?)\s*,\s*\d+"
    r"(?=\s*,\s*(?:\w+\s*=\s*)?[\"']?(?:true|false|max\w*|min\w*)\b)",
    re.IGNORECASE,
)
"""A call with a node's name, a depth and the player: ``minimax(B, 1, False``."""
_AS_PYTHON_WRITES_IT: Final = re.compile(
    r"[-+]?(?:\d{1,300}(?:\.\d*)?|\.\d+)(?:e[-+]?\d{1,3})?", re.IGNORECASE
)


_NO_ROWS: Final = (
    "no line of the log tells of a node: a table needs a header such as "
    "Node,Depth,Value,Alpha,Beta, and a line a node's name with its numbers, such as "
    "node: B alpha=3 beta=inf"
)


def read_log(text: str, names: frozenset[str] = frozenset()) -> Log:
    """Read what a program printed while it searched: of each line its node and its numbers.

    Args:
        text: A table with a header, or lines.
        names: The names of the tree's nodes, by which a line without a word such as ``node`` is
            recognised; empty if the tree is not known.

    Raises:
        LogError: No line can be read, or there are more than 20,000 lines.

    Example:
        >>> log = read_log("node: B alpha=3 beta=inf")
        >>> log.rows[0].node, log.rows[0].alpha, log.rows[0].beta
        ('B', 3, inf)
    """
    lines = remove_latex(text).splitlines()
    if len(lines) > _MOST_ROWS:
        raise LogError(f"the log has more than {_MOST_ROWS:,} lines")
    log = _read_table_or_lines(lines, names)
    if not log.rows:
        raise LogError(_NO_ROWS)
    return log


def _read_table_or_lines(lines: Sequence[str], names: frozenset[str]) -> Log:
    """Read a log as a table if its first line with text is a header; otherwise line by line.

    A header has separators, ``Node,Alpha,Beta``, or only spaces between its words, ``Node  Alpha
    Beta``.

    Args:
        lines: The lines of the log.
        names: The names of the tree's nodes, which help to read single lines.
    """
    header = _find_first_text_line(lines)
    if header is None:
        return Log(())

    separator = _find_header_separator(lines[header])
    if separator is not None:
        return _read_table(lines, header, separator)

    if _is_header_in_columns(lines[header]):
        _check_columns_are_plain(lines, header)
        # From here on as if there were commas between the columns.
        with_commas = [",".join(line.split()) for line in lines]
        return _read_table(with_commas, header, separator=",")

    return _read_lines(lines, names)


def is_table(lines: Sequence[str]) -> bool:
    """Tell whether a log begins with the header of a table.

    >>> is_table(["", "Node,Alpha,Beta"]), is_table(["node a"])
    (True, False)
    """
    header = _find_first_text_line(lines)
    if header is None:
        return False
    return _find_header_separator(lines[header]) is not None or _is_header_in_columns(lines[header])


def _find_first_text_line(lines: Sequence[str]) -> int | None:
    """Find the index of the first line that is neither blank nor a rule; ``None`` if all are."""
    for index, line in enumerate(lines):
        if not _RULE.fullmatch(line):
            return index
    return None


def _is_header_in_columns(line: str) -> bool:
    """Tell whether a line is the header of a table whose columns have only spaces between them.

    It has words alone, and three of them are known: ``node a`` may be a row about a node.

    >>> _is_header_in_columns("Node  Type  Alpha  Beta"), _is_header_in_columns("node a")
    (True, False)
    >>> _is_header_in_columns("node B alpha inf beta inf")
    False
    """
    words = [word.lower() for word in spell_out_line(line, frozenset()).split()]
    are_words_alone = all(word.isalpha() and as_number(word) is None for word in words)
    known_columns = {_COLUMNS[word] for word in words if word in _COLUMNS}
    return are_words_alone and len(known_columns) >= 3 and "node" in known_columns


def _check_columns_are_plain(lines: Sequence[str], header: int) -> None:
    """Raise an error if a row of a table with spaces for columns has fewer or more cells than them.

    Raises:
        LogError: One has: an empty cell, or one with a space in it, moves those behind it.
    """
    count = len(lines[header].split())
    for line_number, line in enumerate(lines[header + 1 :], header + 2):
        is_row = _RULE.fullmatch(line) is None and _DOTS.fullmatch(line) is None
        if is_row and len(line.split()) != count:
            message = f"line {line_number} has other columns than the {count} of its header"
            raise LogError(f"{message}: put commas between the columns")


def _find_header_separator(line: str) -> str | None:
    """Find the separator of a table's columns, given its header; ``None`` if it is no header."""
    for separator in _SEPARATORS:
        if "node" in _parse_column_names(line, separator):
            return separator
    return None


def _parse_column_names(line: str, separator: str) -> list[str]:
    """Parse the names of a table's columns: our own name if it is known, else the name as typed.

    >>> _parse_column_names("State;Ply;α;colour", ";")
    ['node', 'depth', 'alpha', 'colour']
    """
    spelled_out = spell_out_line(line, frozenset())
    words = [word.strip().strip('"').lower() for word in spelled_out.split(separator)]
    return [_COLUMNS.get(word, word) for word in words]


def _read_table(lines: Sequence[str], header: int, separator: str) -> Log:
    """Read a table whose columns have names in a header, such as ``Node,Alpha,Beta``.

    A line that names no node is not read, but counted; a rule such as ``|---|---|`` is skipped, and
    so is a line of dots, which stands for others.
    """
    columns = _parse_column_names(lines[header], separator)
    below_header = io.StringIO("\n".join(lines[header + 1 :]))
    reader = csv.reader(below_header, delimiter=separator)
    rows: list[LogRow] = []
    unread = 0
    gaps: list[int] = []
    for cells in reader:
        line = "".join(cells)
        if _RULE.fullmatch(line) is not None:
            continue
        # Lines are counted from 1. The reader counts those below the header, and a cell in quotes
        # may take several of them.
        line_number = header + 1 + reader.line_num  # `header` is an index, and so counts from 0
        if _DOTS.fullmatch(line) is not None:
            gaps.append(line_number)
            continue
        # A line may have fewer or more cells than the header.
        cell_of_column = dict(zip(columns, cells, strict=False))
        row = _build_row_from_cells(line_number, cell_of_column)
        if row is None:
            unread += 1
        else:
            rows.append(row)
    return Log(tuple(rows), unread=unread, gaps=tuple(gaps))


def _build_row_from_cells(line_number: int, cell_of: Mapping[str, str]) -> LogRow | None:
    """Build the row that a line of a table gives; ``None`` if the line names no node.

    >>> _build_row_from_cells(7, {"node": "B", "alpha": "3"}).in_words
    'B  α 3'
    """
    node = cell_of.get("node", "").strip()
    if not node:
        return None
    numbers = {column: as_number(cell) for column, cell in cell_of.items()}
    row = _build_row(line_number, node, numbers)._replace(player=_find_player_in_cells(cell_of))
    if not any(_tells_of_pruning(column, cell) for column, cell in cell_of.items()):
        return row
    return row._replace(is_about_pruning=True) if row.columns else None


def _find_player_in_cells(cell_of: Mapping[str, str]) -> Player | None:
    """Find who moves in the cells of a line, in a column for the player; ``None`` if none says so.

    >>> _find_player_in_cells({"node": "B", "player": "MIN"})
    <Player.MIN: 'min'>
    """
    for column in _PLAYER_COLUMNS:
        player = _PLAYER_CELL.fullmatch(cell_of.get(column, ""))
        if player is not None:
            return Player(player["player"].lower())
    return None


def _tells_of_pruning(column: str, cell: str) -> bool:
    """Tell whether a cell of a table tells of pruning, by its text or by the name of its column.

    >>> _tells_of_pruning("action", "prune"), _tells_of_pruning("pruned", "yes")
    (True, True)
    >>> _tells_of_pruning("pruned", "No"), _tells_of_pruning("alpha", "3")
    (False, False)
    """
    if column in _COLUMNS:
        return False
    if _PRUNING_COLUMN.search(column) is not None:
        return cell.strip().lower() not in _NO
    return _PRUNING.search(cell) is not None or _NOT_VISITED.fullmatch(cell) is not None


def _build_row(line_number: int, node: str, numbers: Mapping[str, Number | None]) -> LogRow:
    """Build a row of the log, which is what one line says of a node.

    Args:
        line_number: The number of its line, from 1.
        node: What the line calls the node.
        numbers: The column -> the number in it, such as ``{"depth": 2, "alpha": 3}``; columns
            without a number may be left out. A depth that is no whole number is not read.
    """
    return LogRow(
        line_number,
        node,
        depth=_convert_to_ply(numbers.get("depth")),
        value=numbers.get("value"),
        alpha=numbers.get("alpha"),
        beta=numbers.get("beta"),
    )


class _RootValue(NamedTuple):
    """What a line says of the root's value.

    Attributes:
        number: The value.
        is_bare: Whether the line has the number and nothing else, so that it may be that of a leaf.
    """

    number: Number | None
    is_bare: bool


class _OtherLine(Enum):
    """A line that says neither what a node has nor what the root is worth."""

    UNREAD = auto()
    """It has words or numbers, which are not understood or tell of no step."""
    WITHOUT_TEXT = auto()
    """It has no letters and no digits: it is blank, a rule or dots."""


_Meaning: TypeAlias = LogRow | _RootValue | _OtherLine
"""What a line of a log says."""


def _read_lines(lines: Sequence[str], names: frozenset[str]) -> Log:
    """Read a log without a header line by line; each line may be about a node.

    ============================  ===============================================================
    line                          what it is
    ============================  ===============================================================
    ``value: 3``                  the root's value; of several such lines the last one counts
    ``node: B alpha=3 beta=inf``  a row: the node's name with its numbers
    ``node: B``                   a row, too; if lines with labelled numbers alone follow, among
                                  them α and β, these numbers are the node's
    ``5``                         a leaf, if no line has a name and the last one has words; else
                                  the root's value
    ``Search finished.``          unread, and counted; lines without letters and digits are not
    ============================  ===============================================================

    What fits first counts: the number in ``value: 3`` is never that of a node.
    """
    plain_lines = _rewrite_lines(lines, names)
    meanings = _parse_lines(plain_lines, names)
    understood = [meaning for meaning in meanings if not isinstance(meaning, _OtherLine)]
    rows = [meaning for meaning in understood if isinstance(meaning, LogRow)]
    root_values = [meaning for meaning in understood if isinstance(meaning, _RootValue)]
    root_value = root_values[-1] if root_values else None
    if not rows:
        rows = _read_bare_leaves(plain_lines)
        if root_value is not None and root_value.is_bare:  # it may be a leaf's as well
            root_value = None

    return Log(
        rows=tuple(rows),
        value=None if root_value is None else root_value.number,
        unread=meanings.count(_OtherLine.UNREAD),
        ends_with_value=root_value is not None and understood[-1] is root_value,
        gaps=tuple(number for number, line in enumerate(lines, 1) if _DOTS.fullmatch(line)),
    )


def _rewrite_lines(lines: Sequence[str], names: frozenset[str]) -> list[str]:
    """Return the lines of a log as they would be in English, with α and β labelled in calls.

    >>> _rewrite_lines(["Knoten B: Wert = 5", "ab(B, 3, inf)"], frozenset("B"))
    ['node B: value = 5', 'ab(B, alpha=3 beta=inf)']
    >>> _rewrite_lines(["minimax(B, 1, False) = 5"], frozenset("B"))  # without the depth
    ['minimax(B, False) = 5']
    """
    # Infinity is spelled out first: by it the arguments of calls are told apart.
    in_english = [spell_out_line(line, names) for line in lines]
    without_depths = [_remove_depth_of_call(line, names) for line in in_english]
    return _label_arguments_of_calls(without_depths, names)


def _parse_lines(lines: Sequence[str], names: frozenset[str]) -> list[_Meaning]:
    """Parse what each line of a log says; a row takes the lines below that have its numbers.

    For example these four lines say two things: a row of B with three numbers, and the root's
    value::

        node B
          alpha: 3
          beta: 8
        Result: 5
    """
    has_values_below = sum(map(_is_value_alone, lines)) > 1
    are_moves_rows = _are_moves_rows(lines)
    meanings: list[_Meaning] = []
    index = 0
    while index < len(lines):
        meaning = _parse_meaning(index + 1, lines[index], names, are_moves_rows=are_moves_rows)
        lines_taken = 1
        if isinstance(meaning, LogRow):
            numbers_below = _find_numbers_below(
                lines, index, meaning, has_values_below=has_values_below
            )
            meaning = _add_numbers_below(meaning, numbers_below)
            lines_taken += len(numbers_below)
        meanings.append(meaning)
        index += lines_taken
    return meanings


def _parse_meaning(
    line_number: int, line: str, names: frozenset[str], *, are_moves_rows: bool
) -> _Meaning:
    """Parse what one line says by itself; what fits first in this table counts.

    ======================  =================================================================
    line                    what it says
    ======================  =================================================================
    ``Best move: B``        unread: it is the answer, if the program does not call nodes moves
    ``$ python3 ab.py``     unread: it is a command
    ``root value: 3``, 3    the root's value
    ``value of B: 3``       a row, if B is a node of the tree
    ``node B alpha=3``      a row
    ``Search finished.``    unread
    ``-----``               nothing: it has no text
    ======================  =================================================================

    Args:
        line_number: The number of the line, from 1.
        line: The line.
        names: The names of the tree's nodes; empty if the tree is not known.
        are_moves_rows: Whether the program calls each node that it enters a move.
    """
    is_answer = _BEST_MOVE.fullmatch(line) is not None and not are_moves_rows
    is_command = _PROMPT.match(line) is not None
    if is_answer or is_command:
        return _OtherLine.UNREAD

    root_value = _parse_root_value(line, names)
    if root_value is not None:
        return root_value
    row = _parse_line(line_number, line, names)
    if row is not None:
        return row
    has_text = re.search(r"\w", line) is not None
    return _OtherLine.UNREAD if has_text else _OtherLine.WITHOUT_TEXT


def _parse_root_value(line: str, names: frozenset[str]) -> _RootValue | None:
    """Parse a line with a number alone, or with the root's value; ``None`` if it is no such line.

    >>> _parse_root_value("Result: 5", frozenset()), _parse_root_value("5", frozenset())
    (_RootValue(number=5, is_bare=False), _RootValue(number=5, is_bare=True))
    >>> _parse_root_value("value of B: 5", frozenset("B")) is None
    True
    """
    lone_number = _LONE.fullmatch(line)
    if lone_number is None or _names_node_before(line, lone_number.start(1), names):
        return None
    is_bare = _BARE_NUMBER.fullmatch(line) is not None
    return _RootValue(as_number(lone_number[1]), is_bare)


def _are_moves_rows(lines: Sequence[str]) -> bool:
    """Tell whether a program calls each node that it enters a move: ``Move: B``.

    >>> _are_moves_rows(["Move: B", "Move: D", "Move: E"]), _are_moves_rows(["at B", "move: B"])
    (True, False)
    """
    found = [_BEST_MOVE.fullmatch(line) for line in lines if line.strip()]
    bare_count = sum(1 for each in found if each is not None and each["best"] is None)
    return bare_count > len(found) // 2


def _names_node_before(line: str, end: int, names: frozenset[str]) -> bool:
    """Tell whether a line names a node before the number at its end: ``value of h: 43``.

    >>> _names_node_before("value of h: 43", 12, frozenset("ah"))
    True
    >>> _names_node_before("root value: 43", 12, frozenset({"root", "h"}))
    False
    """
    words = re.findall(r"[\w.']+", line[:end])
    return any(word in names and word.lower() not in _WORDS_OF_RESULT for word in words)


def _read_bare_leaves(lines: Sequence[str]) -> list[LogRow]:
    """Read a log of numbers alone as the leaves that were read; no row if it is no such log.

    The line at its end must have words, ``Result: 5``: else the last number may be the root's
    value as well as that of a leaf.

    >>> [row.value for row in _read_bare_leaves(["5", "8", "2", "Result: 5"])]
    [5, 8, 2]
    >>> _read_bare_leaves(["5", "8", "2"])
    []
    """
    lines_with_text = [line for line in lines if line.strip()]
    if not lines_with_text or _BARE_NUMBER.fullmatch(lines_with_text[-1]) is not None:
        return []
    rows: list[LogRow] = []
    for line_number, line in enumerate(lines, 1):
        number = _BARE_NUMBER.fullmatch(line)
        if number is not None:
            row = _build_row(line_number, number[1], {"value": as_number(number[1])})
            rows.append(row._replace(is_unnamed_leaf=True))
    return rows


def _remove_depth_of_call(line: str, names: frozenset[str]) -> str:
    """Remove the depth from a call that has a node's name, a depth and the player, and no window.

    >>> _remove_depth_of_call("minimax(B, 1, False) = 5", frozenset())
    'minimax(B, False) = 5'
    """
    call = _CALL_WITH_DEPTH.search(line)
    if call is None or (names and call["name"] not in names):
        return line
    return f"{line[: call.start()]}{call['before']}{line[call.end() :]}"


def _label_arguments_of_calls(lines: Sequence[str], names: frozenset[str]) -> list[str]:
    """Label α and β where lines show calls of the search with numbers behind the node's name.

    >>> _label_arguments_of_calls(["alphabeta(B, 1, 3, inf, False)"], frozenset())
    ['alphabeta(B, alpha=3 beta=inf, False)']

    Of three numbers one is the depth, and is left out, since it may be counted from the root or
    from the leaves. It is the first of them. But a depth is not infinite: if the first number of
    any call is, then the depth is the last in all of them.

    >>> calls = ["alphabeta(A, -inf, inf, 2)", "alphabeta(B, 3, 8, 1)"]
    >>> _label_arguments_of_calls(calls, frozenset())
    ['alphabeta(A, alpha=-inf beta=inf)', 'alphabeta(B, alpha=3 beta=8)']

    Args:
        lines: The lines of a log.
        names: The names of the tree's nodes; only of these a call is labelled. They are empty if
            the tree is not known.
    """
    calls = [_find_call_of_node(line, names) for line in lines]
    is_depth_last = any(map(_shows_that_depth_is_last, calls))
    labelled_lines: list[str] = []
    for line, call in zip(lines, calls, strict=True):
        if call is None:
            labelled_lines.append(line)
        else:
            labelled_lines.append(_label_arguments(call, is_depth_last=is_depth_last))
    return labelled_lines


def _shows_that_depth_is_last(call: re.Match[str] | None) -> bool:
    """Tell whether a call has three numbers, and the first is infinite, so that it is no depth."""
    if call is None or call["third"] is None:
        return False
    return _INFINITE.match(call["first"]) is not None


def _find_call_of_node(line: str, names: frozenset[str]) -> re.Match[str] | None:
    """Find the call in a line that has a node's name and two or three numbers as arguments."""
    call = _CALL.search(line)
    if call is None or (names and call["name"] not in names):
        return None
    return call


def _label_arguments(call: re.Match[str], *, is_depth_last: bool) -> str:
    """Return the line of a call with labels at α and β, and without the depth.

    For example ``alphabeta(B, 1, 3, inf, False)`` becomes ``alphabeta(B, alpha=3 beta=inf,
    False)``. Of two numbers none is the depth; of three it is the first or the last.
    """
    has_depth_first = call["third"] is not None and not is_depth_last
    alpha = call["second"] if has_depth_first else call["first"]
    beta = call["third"] if has_depth_first else call["second"]
    text_before = call.string[: call.start("first")]
    text_behind = call.string[call.end() :]
    return f"{text_before}alpha={alpha} beta={beta}{text_behind}"


_NumbersOfLine: TypeAlias = Mapping[str, Number | None]


def _find_numbers_below(
    lines: Sequence[str], index: int, row: LogRow, *, has_values_below: bool
) -> Sequence[_NumbersOfLine]:
    """Find the lines below that of a node that have its numbers, and not its name; or none.

    They are a block with α and β, if the node's own line has no numbers, or else the value alone.

    Args:
        lines: The lines of the log.
        index: The index of the node's own line.
        row: What that line says.
        has_values_below: Whether several lines of the log have a value alone, so that these are not
            the root's.
    """
    if not row.columns:
        block = _find_block_of_numbers(lines, index + 1)
        if block:
            return block
    if row.value is not None:
        return []
    return _find_value_below(lines, index, needs_indentation=not has_values_below)


def _find_block_of_numbers(lines: Sequence[str], start: int) -> Sequence[_NumbersOfLine]:
    """Find the lines from one on that have labelled numbers and nothing else, each column once.

    They are a node's only if α and β are both among them: ``beta = 5`` alone may tell that the
    bound of another node has moved.

    >>> _find_block_of_numbers(["value: 5", "alpha: 3", "beta: 8", "node C"], 0)
    [{'value': 5}, {'alpha': 3}, {'beta': 8}]
    >>> _find_block_of_numbers(["beta = 5", "node C"], 0)
    []
    """
    block: list[_NumbersOfLine] = []
    columns: set[str] = set()
    for line in lines[start:]:
        numbers = _parse_line_of_numbers(line)
        if numbers is None or not columns.isdisjoint(numbers):
            break
        block.append(numbers)
        columns.update(numbers)
    return block if columns >= {"alpha", "beta"} else []


def _is_value_alone(line: str) -> bool:
    """Tell whether a line has a value and nothing else: ``value: 5``."""
    return _VALUE_BELOW.fullmatch(line) is not None


def _find_value_below(
    lines: Sequence[str], index: int, *, needs_indentation: bool
) -> Sequence[_NumbersOfLine]:
    """Find the value on the line below that of a node, which is its own if it is indented more.

    >>> _find_value_below(["Leaf D", "    value: 5"], 0, needs_indentation=True)
    [{'value': 5}]
    >>> _find_value_below(["Leaf D", "value: 5"], 0, needs_indentation=True)
    []
    """
    if index + 1 == len(lines):
        return []
    line_below = lines[index + 1]
    value = _VALUE_BELOW.fullmatch(line_below)
    if value is None:
        return []
    is_indented = _measure_indentation(line_below) > _measure_indentation(lines[index])
    if needs_indentation and not is_indented:
        return []
    return [{"value": as_number(value[1])}]


def _measure_indentation(line: str) -> int:
    """Count the characters of white space that a line begins with."""
    return len(line) - len(line.lstrip())


def _add_numbers_below(row: LogRow, lines: Sequence[_NumbersOfLine]) -> LogRow:
    """Return a row with the numbers of the lines below it in place of its own."""
    numbers: dict[str, Number | None] = {}
    for line in lines:
        numbers.update(line)
    return row._replace(
        depth=_convert_to_ply(numbers.get("depth", row.depth)),
        value=numbers.get("value", row.value),
        alpha=numbers.get("alpha", row.alpha),
        beta=numbers.get("beta", row.beta),
    )


def _parse_line_of_numbers(line: str) -> _NumbersOfLine | None:
    """Parse a line that has labelled numbers and nothing else; ``None`` if it has more, or none.

    >>> _parse_line_of_numbers("  alpha = 3, beta = 8"), _parse_line_of_numbers("alpha = 3 raised")
    ({'alpha': 3, 'beta': 8}, None)
    >>> _parse_line_of_numbers("  value: None")
    {'value': None}
    """
    without_quotes = re.sub("[\"']", "", line)
    # "alpha: 3, value: None" is read as "alpha: 3, value", and a label alone as an unknown number.
    bare_line = _NO_VALUE.sub(r"\1", without_quotes)
    numbers = dict(_find_labelled_numbers(bare_line))
    rest = _LABELLED.sub("", bare_line)
    label_alone = _LABEL_ALONE.fullmatch(rest.strip(" ,{}"))
    if label_alone is not None:
        column = _COLUMNS[label_alone[0].lower()]
        return {**numbers, column: None}

    has_other_words = re.search(r"\w", rest) is not None
    if has_other_words or not numbers:
        return None
    return numbers


def _parse_line(line_number: int, line: str, names: frozenset[str]) -> LogRow | None:
    """Parse what a line says of a node; ``None`` if it names no node, or says what is cut off.

    ====================================  =========================================================
    line                                  what it is
    ====================================  =========================================================
    ``Leaf node 3, alpha=2``              a row of a leaf without a name
    ``pruning at C (2 <= 3)``             no row: it tells of pruning, and labels no number
    ``After child D: alpha=3``            no row: it is about the parent, which it does not name
    ``pruned node C, value 4``            no row: C is pruned, and no more than a value is told
    ``C: not visited``                    no row, likewise
    ``node C, value 4, pruning``          a row: a number has a label, and C is not what is pruned
    ``visit B: 3 -inf 8``                 a row
    ====================================  =========================================================

    Example:
        >>> _parse_line(7, "visit B: 3 -inf 8", frozenset()).in_words
        'B  value 3  α −∞  β 8'
    """
    line = _remove_quotes_of_dictionary(line)
    name_range = _find_node_name(line, names)
    if name_range is None or _is_leaf_value(line, name_range, names):
        return _parse_unnamed_leaf(line_number, line)

    parts = _divide_at_name(line, name_range, names)
    is_about_parent = _AFTER_CHILD.search(parts.before) is not None
    if is_about_parent or _only_reports_pruning(parts.about_node):
        return None
    numbers = _parse_numbers_of_node(parts)
    has_value_at_most = numbers.keys() <= {"value"}
    if parts.is_node_pruned and has_value_at_most:
        return None
    return _build_row_of_node(line_number, parts, numbers)


class _LineParts(NamedTuple):
    """The parts of a line that names a node: ``at B: child D returned 5, v=5``.

    Attributes:
        before: What stands before the name, ``at ``, without numbers that tell nothing of a node.
        name: The name, B.
        after: What stands after it, likewise.
        about_node: What the node's own numbers are read from: both without what a child has
            returned, ``at : , v=5``.
        child: The child that has returned, D; ``None`` where no child is said to have.
        child_value: What it has returned, 5; ``None`` where that is not said.
    """

    before: str
    name: str
    after: str
    about_node: str
    child: str | None
    child_value: Number | None

    @property
    def is_node_pruned(self) -> bool:
        """Whether the line says that the node is not visited: ``Pruned node: C``."""
        return _names_pruned_node(self.before) or _says_not_visited(self.after)


def _divide_at_name(line: str, name_range: slice, names: frozenset[str]) -> _LineParts:
    """Divide a line at the name of its node, and leave out numbers that tell nothing of a node.

    >>> parts = _divide_at_name("12. at B, move=2, alpha=3", slice(7, 8), frozenset("B"))
    >>> parts.before, parts.name, parts.about_node
    (' at ', 'B', ' at  ,  , alpha=3')
    """
    before = _UNKNOWN_LABEL.sub(" ", _INDEX.sub(" ", line[: name_range.start]))
    after = _COMPARED.sub(" ", _CHILDREN.sub(" ", line[name_range.stop :]))
    child_return = _find_child_return(after, names)
    return _LineParts(
        before=before,
        name=line[name_range],
        after=after,
        about_node=_join_around_name(before, after, child_return, names),
        child=_find_returned_child(after, names),
        child_value=None if child_return is None else as_number(child_return["value"]),
    )


def _parse_numbers_of_node(parts: _LineParts) -> Mapping[str, Number | None]:
    """Parse the numbers of a line that are its node's, by their columns.

    In ``B = 3 -> β = 3`` the 3 is what B is worth, and β is not B's, but that of its parent.
    """
    value_with_effect = _VALUE_WITH_EFFECT.match(parts.after)
    if value_with_effect is not None:
        return {"value": as_number(value_with_effect["value"])}
    return _parse_numbers(parts.about_node)


def _build_row_of_node(
    line_number: int, parts: _LineParts, numbers: Mapping[str, Number | None]
) -> LogRow:
    """Build the row of a line that names a node, with what its words say beside the numbers."""
    row = _build_row(line_number, parts.name, numbers)
    tells_of_pruning = parts.is_node_pruned or _PRUNING.search(parts.about_node) is not None
    has_numbers = len(row.columns) > 0
    has_labels = len(_find_labelled_numbers(parts.about_node)) > 0
    return row._replace(
        is_about_pruning=tells_of_pruning,
        has_bare_numbers=has_numbers and not has_labels,
        child=parts.child,
        child_value=parts.child_value,
        is_about_change=_CHANGING.search(parts.about_node) is not None,
        player=_find_player(parts.before, parts.after),
    )


def _find_child_return(text_after_name: str, names: frozenset[str]) -> re.Match[str] | None:
    """Find what a line says that a child has returned to its node; ``None`` if it does not.

    >>> _find_child_return(": child E returned 8, v = 5", frozenset("BE"))["value"]
    '8'
    >>> _find_child_return(": child E, v = 5", frozenset("BE")) is None
    True
    """
    match = _CHILD_VALUE.search(text_after_name)
    if match is None or match["name"] not in names:
        return None
    return match


def _join_around_name(
    text_before: str, text_after: str, child_return: re.Match[str] | None, names: frozenset[str]
) -> str:
    """Join what stands before and after a node's name, without numbers that are not the node's.

    Args:
        text_before: What stands before the name.
        text_after: What stands after it.
        child_return: What the line says that a child has returned; ``None`` if it does not.
        names: The names of the tree's nodes.

    Example:
        >>> _join_around_name("at ", ", move=2, alpha=3", None, frozenset())
        'at  ,  , alpha=3'
    """
    if child_return is not None:
        text_after = text_after.replace(child_return[0], " ", 1)
    text_after = _UNKNOWN_LABEL.sub(" ", text_after)
    return _hide_names_like_labels(f"{text_before} {text_after}", names)


def _hide_names_like_labels(text: str, names: frozenset[str]) -> str:
    """Replace the names A, B and V of nodes in a text, which are no labels of α, β and v then.

    Where both A and B stand before numbers, ``A=3 B=8``, they are labels all the same.

    >>> _hide_names_like_labels("so the value of B is 5", frozenset("ABC"))
    'so the value of node is 5'
    >>> _hide_names_like_labels("A=3 B=8", frozenset("ABC"))
    'A=3 B=8'
    """
    if _WINDOW_IN_CAPITALS.search(text) is not None:
        return text
    return _CAPITAL_LABEL.sub(lambda word: "node" if word[0] in names else word[0], text)


def _find_player(text_before_name: str, text_after_name: str) -> Player | None:
    """Find who moves at a node, said right beside its name; ``None`` if that is not said.

    >>> _find_player("[MAX] node ", ""), _find_player("", " (MIN): 3")
    (<Player.MAX: 'max'>, <Player.MIN: 'min'>)
    >>> _find_player("min_value(", ", 3, 8)"), _find_player("", ": max = 5")
    (<Player.MIN: 'min'>, None)
    """
    matches = (
        _PLAYER_BEFORE.search(text_before_name),
        _PLAYER_AFTER.match(text_after_name),
        _PLAYER_LABELLED.search(f"{text_before_name} {text_after_name}"),
    )
    players = {Player(match["player"].lower()) for match in matches if match is not None}
    return players.pop() if len(players) == 1 else None


def _says_not_visited(text_after_name: str) -> bool:
    """Tell whether a node's name stands before words that say it is not visited.

    >>> _says_not_visited(": not visited"), _says_not_visited(" is entered, not the others")
    (True, False)
    """
    return _NOT_VISITED.match(text_after_name) is not None


def _find_returned_child(text_after_name: str, names: frozenset[str]) -> str | None:
    """Find the child of which a line says that it has returned to its node; ``None`` if it has not.

    >>> _find_returned_child(": child D returned 5, v=5", frozenset("BD"))
    'D'
    >>> _find_returned_child(": going to child D", frozenset("BD")) is None
    True
    """
    child_return = _find_child_return(text_after_name, names)
    if child_return is not None:
        return child_return["name"]
    child = _CHILD.search(text_after_name)
    if child is None or child["name"] not in names:
        return None
    return child["name"] if _RETURNING.search(text_after_name) is not None else None


def _remove_quotes_of_dictionary(line: str) -> str:
    """Remove the quotes from a line that is a dictionary of Python or JSON; others stay.

    >>> _remove_quotes_of_dictionary("{'node': 'B', 'alpha': 3}")
    '{node: B, alpha: 3}'
    """
    if _IN_BRACES.fullmatch(line):
        return re.sub("[\"']", "", line)
    return line


def _only_reports_pruning(line: str) -> bool:
    """Tell whether a line is about pruning, and gives no number of a node.

    Its numbers are those of a test, then, and no window: none has a label but the depth, and none
    is what a node returns.

    Example:
        >>> _only_reports_pruning("pruning at  (2 <= 3)"), _only_reports_pruning("cut, beta=3")
        (True, False)
        >>> _only_reports_pruning("cut, depth 2 (2 <= 3)"), _only_reports_pruning("cut, return 3")
        (True, False)
    """
    if _PRUNING.search(line) is None or _RETURNED_IN_WORDS.search(line) is not None:
        return False
    labels = {column for column, _ in _find_labelled_numbers(line)}
    return labels <= {"depth"}


def _names_pruned_node(text_before_name: str) -> bool:
    """Tell whether a node's name stands behind words that say it is pruned.

    >>> _names_pruned_node("Pruned node: "), _names_pruned_node("Pruned at node ")
    (True, False)
    """
    return any(
        match.end() == len(text_before_name)
        for match in _PRUNED_NODE_FOLLOWS.finditer(text_before_name)
    )


def _find_labelled_numbers(text: str) -> list[tuple[str, Number | None]]:
    """Find the numbers of a text that stand behind a label, each with the label's column.

    >>> _find_labelled_numbers("score 3, a: -inf, 7")
    [('value', 3), ('alpha', -inf)]
    """
    return [
        (_COLUMNS[label.lower()], as_number(spelling))
        for label, spelling in _LABELLED.findall(text)
    ]


def _is_leaf_value(line: str, word: slice, names: frozenset[str]) -> bool:
    """Tell whether what may be a node's name is the value of a leaf, as in ``Leaf node 3``.

    It is a name if a node of the tree has it, or if the line has another value: ``leaf node 3 has
    the value 5``.

    Args:
        line: The line.
        word: The range of the line in which the word stands.
        names: The names of the tree's nodes; empty if the tree is not known.

    Example:
        >>> line = "Leaf node 3 -> returning 3"
        >>> _is_leaf_value(line, slice(10, 11), frozenset())
        True
    """
    leaf = _LEAF.search(line)
    if leaf is None or line[word] in names or leaf.span("value") != (word.start, word.stop):
        return False
    value_behind = _parse_numbers(line[leaf.end() :]).get("value")
    return value_behind is None or value_behind == as_number(leaf["value"])


def _parse_unnamed_leaf(line_number: int, line: str) -> LogRow | None:
    """Parse what a line says of a leaf without a name; ``None`` if it is about no such leaf.

    In the row, the leaf is called by its value. If the line has another value, too, such as ``leaf
    12 returned, value 3``, that is not read: the leaf is worth 12. But in ``leaf 2: 45`` the 2 is
    its address.

    Example:
        >>> _parse_unnamed_leaf(7, "Leaf 12, alpha=3 beta=8").in_words
        '12  value 12  α 3  β 8'
    """
    leaf = _LEAF.search(line)
    if leaf is None:
        return None
    spelled_value = leaf["value"]

    text_before = line[: leaf.start()]
    text_behind = line[leaf.end() :]
    value_of_address = _VALUE_OF_ADDRESS.fullmatch(text_behind)
    if value_of_address is not None:
        return _build_row(line_number, spelled_value, {"value": as_number(value_of_address[1])})
    numbers = _parse_numbers(f"{text_before} {text_behind}")
    numbers["value"] = as_number(spelled_value)
    return _build_row(line_number, spelled_value, numbers)._replace(is_unnamed_leaf=True)


def _parse_numbers(text: str) -> dict[str, Number | None]:
    """Parse the numbers of a text, each under the column that it belongs to.

    A label is a word such as ``alpha``, ``beta``, ``value`` or ``depth`` before a number. What fits
    first counts:

    =======================  ===================  ==============================================
    text                     it says              because
    =======================  ===================  ==============================================
    ``alpha: -inf -> 5``     α = 5                one number changes, and is read as it is then
    ``3 8``                  α = 3, β = 8         no number has a label: how many are there?
    ``depth 1: 3 8``         the same, depth 1    only the depth has a label
    ``alpha=3, move 7``      α = 3                beside labels a number without one is not read
    ``alpha=3 beta=8 -> 5``  α = 3, β = 8, v = 5  but what a call returns is
    ``[3, 8], v = 5``        α = 3, β = 8, v = 5  and so is a window in brackets
    ``[3, 8] alpha=5``       α = 5, β = 8         what has a label counts before what has none
    =======================  ===================  ==============================================

    Returns:
        The column, of ``depth``, ``value``, ``alpha`` and ``beta``, -> the number; ``None`` for one
        that cannot be read.

    Example:
        >>> _parse_numbers("depth 1: 3 8")
        {'alpha': 3, 'beta': 8, 'depth': 1}
        >>> _parse_numbers("[3, 8] alpha=5")
        {'alpha': 5, 'beta': 8}
    """
    labelled_numbers = _find_labelled_numbers(text)
    change = _CHANGED.search(text)
    is_about_one_number = len(labelled_numbers) <= 1
    if change is not None and is_about_one_number:
        column = _COLUMNS[change["label"].lower()]
        return {column: as_number(change["after"])}

    numbers = dict(labelled_numbers)
    rest_of_text = _LABELLED.sub("", text)
    has_label_but_depth = not numbers.keys() <= {"depth"}
    if has_label_but_depth:
        unlabelled = _parse_numbers_beside_labels(rest_of_text)
    else:
        unlabelled = _parse_unlabelled_numbers(rest_of_text)
    return {**unlabelled, **numbers}


def _parse_numbers_beside_labels(text: str) -> dict[str, Number | None]:
    """Parse the window in brackets and what is returned of a text whose other numbers had labels.

    >>> _parse_numbers_beside_labels("at [3, 8], "), _parse_numbers_beside_labels("of (3, 8)")
    ({'alpha': 3, 'beta': 8}, {})
    >>> _parse_numbers_beside_labels("move 7 -> 5")
    {'value': 5}
    """
    numbers: dict[str, Number | None] = {}
    pair = _PAIR.search(text)
    if pair is not None and _BEFORE_CHOICES.search(text[: pair.start()]) is None:
        numbers["alpha"] = as_number(pair["alpha"])
        numbers["beta"] = as_number(pair["beta"])
    returned = _RETURNED.search(text)
    if returned is not None:
        numbers["value"] = as_number(returned["value"])
    return numbers


def _parse_unlabelled_numbers(text: str) -> dict[str, Number | None]:
    """Parse the numbers of a text without labels; their columns depend on how many there are.

    ==========================  ===================  ====================================
    the text                    it says              because
    ==========================  ===================  ====================================
    ``[3, 8] 5``                α = 3, β = 8, v = 5  two numbers in brackets are a window
    ``5``                       v = 5
    ``3 8``                     α = 3, β = 8
    ``5 3 8``                   v = 5, α = 3, β = 8
    ``alphabeta(1, ...) = 5``   v = 5                a call returns 5; 1 may be a depth
    ``alphabeta(B, 3, 8) = 5``  α = 3, β = 8, v = 5  a call returns 5
    ``1 2 3 4``                 nothing
    ==========================  ===================  ====================================

    >>> _parse_unlabelled_numbers("alphabeta(B, 3, 8) = 5")
    {'alpha': 3, 'beta': 8, 'value': 5}
    """
    pair = _PAIR.search(text)
    if pair is not None:
        return _parse_pair(pair)

    is_call_with_result = _RETURNED.search(text) is not None
    numbers = [as_number(spelling) for spelling in _NUMBER.findall(text)]
    match numbers:
        case [value]:
            return {"value": value}
        case [_, value] if is_call_with_result:
            return {"value": value}
        case [alpha, beta]:
            return {"alpha": alpha, "beta": beta}
        case [alpha, beta, value] if is_call_with_result:
            return {"alpha": alpha, "beta": beta, "value": value}
        case [value, alpha, beta]:
            return {"value": value, "alpha": alpha, "beta": beta}
        case _:
            return {}


def _parse_pair(pair: re.Match[str]) -> dict[str, Number | None]:
    """Parse a text with a window in brackets; a single number beside them is a value.

    >>> _parse_pair(_PAIR.search("[3, 8] 5")), _parse_pair(_PAIR.search("(3, 8)"))
    ({'alpha': 3, 'beta': 8, 'value': 5}, {'alpha': 3, 'beta': 8})
    """
    numbers = {"alpha": as_number(pair["alpha"]), "beta": as_number(pair["beta"])}
    rest_of_text = f"{pair.string[: pair.start()]} {pair.string[pair.end() :]}"
    others = _NUMBER.findall(rest_of_text)
    if len(others) == 1:
        numbers["value"] = as_number(others[0])
    return numbers


def _find_node_name(line: str, names: frozenset[str]) -> slice | None:
    """Find the range of a line in which its node's name stands; ``None`` if there is none.

    It is the name behind a word such as ``node``, or else the first word that is one of ``names``.

    >>> "entering B"[_find_node_name("entering B", frozenset())]
    'B'
    >>> "[left] 3"[_find_node_name("[left] 3", frozenset({"left"}))]
    'left'
    """
    behind_word = _find_name_behind_word(line, names)
    if behind_word is not None:
        return behind_word
    return _find_name_of_tree(line, names)


def _find_name_behind_word(line: str, names: frozenset[str]) -> slice | None:
    """Find the range of a name behind a word such as ``node``: one of the tree, or else the first.

    For example the tree has the nodes A and B:

    ===========================  =====  ==========================================================
    the line                     found  why
    ===========================  =====  ==========================================================
    ``enter X, node B``          B      it is a name of the tree
    ``node X behind node Y``     X      no name of the tree is there, so that the first counts
    ``B: at children``           none   the line has B, so that ``children`` is no name
    ``Nodes visited: 7``         none   7 is a count
    ===========================  =====  ==========================================================
    """
    words = [match for match in _NAMED.finditer(line) if not _is_count(match[1], line)]
    for word in words:
        name_range = _find_range_of_name(word[1], word.start(1), names)
        if line[name_range] in names:
            return name_range
    if not words:
        return None
    first_word = words[0]
    if _is_mere_word(first_word[1], line, names):
        return None
    return _find_range_of_name(first_word[1], first_word.start(1), names)


def _find_name_of_tree(line: str, names: frozenset[str]) -> slice | None:
    """Find the range of the first word of a line that is a name of the tree; ``None`` if none is.

    In quotes, ``'B'``, what stands before the name is no part of it.
    """
    for word in re.finditer(r"[\w.']+", line):
        without_quote = word[0].lstrip("'")
        start = word.end() - len(without_quote)
        name_range = _find_range_of_name(without_quote, start, names)
        if line[name_range] in names:
            return name_range
    return None


def _find_range_of_name(word: str, start: int, names: frozenset[str]) -> slice:
    """Find the range of the name in a word that starts at a place of a line: ``B`` of ``B.``."""
    name = _choose_name(word, names)
    return slice(start, start + len(name))


def _is_mere_word(word: str, line: str, names: frozenset[str]) -> bool:
    """Tell whether what stands where a name may is a word in a line that has a name of the tree.

    >>> _is_mere_word("children", "B: looking at children", frozenset("AB"))
    True
    >>> _is_mere_word("X", "node X after B", frozenset("AB"))
    False
    """
    is_word = len(word) > 2 and word.isalpha() and word.islower()
    return is_word and not names.isdisjoint(re.findall(r"[\w.']+", line))


def _choose_name(word: str, names: frozenset[str]) -> str:
    """Choose how much of a word is the name: without a full stop or a quote behind it, if need be.

    >>> _choose_name("B.", frozenset()), _choose_name("B'", frozenset({"B"}))
    ('B', 'B')
    >>> _choose_name("B'", frozenset({"B'"}))
    "B'"
    """
    if word in names:
        return word
    bare_word = word.rstrip(".'")
    return bare_word if bare_word else word


def _is_count(name: str, line: str) -> bool:
    """Tell whether what looks like a node's name is a count: the 7 in ``Nodes visited: 7``."""
    return name.isdigit() and _COUNT.search(line) is not None


def _convert_to_ply(depth: Number | None) -> int | None:
    """Convert a depth to a ply; ``None`` if it is no whole number."""
    if depth is None or abs(depth) == INFINITY or depth != int(depth):
        return None
    return int(depth)


def as_number(spelling: str | None) -> Number | None:
    """Return the number that a text spells; ``None`` if it spells none.

    Infinity may be spelled in the ways of many languages. A sign of comparison before the number is
    left out.

    Example:
        >>> as_number("-oo"), as_number("INT_MIN"), as_number("Infinity")
        (-inf, -inf, inf)
        >>> as_number(" -∞"), as_number("≤ 3"), as_number("2.50"), as_number("three")
        (-inf, 3, 2.5, None)
    """
    if spelling is None:
        return None
    text = spelling.strip().replace("−", "-").lstrip("=≥≤<>~ ")
    infinity = _INFINITE.fullmatch(text)
    if infinity is not None:
        # "INT_MIN" has no sign, but is the smallest number.
        is_negative = infinity["smallest"] is not None or infinity["sign"] == "-"
        return -INFINITY if is_negative else INFINITY
    if not _AS_PYTHON_WRITES_IT.fullmatch(text):
        return None
    if text.lstrip("+-").isdigit():
        return int(text)
    return float(text)


def row_in_words(node: str, value: Number | None, alpha: Number | None, beta: Number | None) -> str:
    """Return a node and its known numbers as a report prints them.

    >>> row_in_words("B", value=3, alpha=None, beta=8)
    'B  value 3  β 8'
    """
    parts = [node]
    columns = (("value", value), ("α", alpha), ("β", beta))
    parts += [f"{name} {shown(number)}" for name, number in columns if number is not None]
    return "  ".join(parts)
