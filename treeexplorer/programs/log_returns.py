"""Lines of a log that say what a child returns to its parent, in the words of the log's reader.

People say it in many ways: ``D returns 5 to B``, ``D -> B: 5``, ``Child D of B has value 5``. The
reader (:mod:`treeexplorer.programs.log_reading`) knows one: ``node B: child D returned 5``.
"""

from __future__ import annotations

import re
from typing import Final

from treeexplorer.programs.log_spelling import SPELLED_NUMBER
from treeexplorer.tree import GameTree

_CHILD: Final = r"[\"']?(?P<child>\w+'?)[\"']?"
_NODE: Final = r"[\"']?(?P<node>\w+'?)[\"']?"
_NODE_WORD: Final = r"(?:(?:node|leaf|child|parent)\s+)?"
_VALUE: Final = (
    r"(?:the\s+)?(?:(?:value|val|score)\s*(?:of\s+)?[:=]?\s*)?"
    rf"(?P<value>{SPELLED_NUMBER})(?![\w.])"
)
_UP: Final = r"(?:back\s+up|back|up)?\s*"
_RETURNS: Final = r"(?:return(?:s|ed|ing)?|pass(?:es|ed)|g[ai]ve[sn]?|sen(?:ds|t)|propagate[sd]?)"

_NUMBER: Final = rf"(?:{SPELLED_NUMBER})(?![\w.])"
_IS: Final = r"(?::?=|:|becomes|is(?:\s+now)?)"

_CHILD_RETURNS: Final = (
    rf"{_CHILD}\s*:?\s+{_RETURNS}\s+{_UP}{_VALUE}\s+{_UP}to\s+{_NODE_WORD}{_NODE}\b"
)
"""``D returns 5 to B``."""
_NODE_GETS: Final = (
    rf"{_NODE}\s*:?\s+(?:gets?|got|receive[sd]?)\s+{_VALUE}\s+from\s+{_NODE_WORD}{_CHILD}(?!\w)"
)
"""``B gets 5 from D``."""
_CHILD_OF: Final = (
    rf"\bchild\s+{_CHILD}\s+(?:of|at|in)\s+{_NODE_WORD}{_NODE}\s*:?\s*"
    rf"(?:(?:has|returns|returned|gives|gave|is|with)\s+)?=?\s*{_VALUE}"
)
"""``Child D of B has value 5``."""
_FROM_CHILD: Final = (
    rf"(?:(?:value|val|score)?\s*[:=]?\s*(?P<value_before>{_NUMBER})\s+)?"
    rf"\bfrom\s+{_NODE_WORD}{_CHILD}\s+{_UP}to\s+{_NODE_WORD}{_NODE}\b"
    rf"(?:\s*(?:,|:|with|=)?\s*(?P<value>{_NUMBER}))?"
)
"""``5 from D to B``, ``from D to B: 5``, or without the value."""
_AFTER_CHILD: Final = rf"\bafter\s+{_NODE_WORD}{_CHILD}\s+(?:of|at|in)\s+{_NODE_WORD}{_NODE}(?!\w)"
"""``After child D of B``, with numbers of B behind it."""
_ARROW: Final = (
    rf"(?:^|(?<=\s)){_CHILD}\s*(?:-+>|→|=>)\s*{_NODE}\s*[:=(\[]+\s*"
    rf"(?P<value>{_NUMBER})[)\]]?(?!\s*,\s*(?:{SPELLED_NUMBER}))"
)
"""``D -> B: 5``."""
_BOTH: Final = (
    rf"{_CHILD}\s*[:=]\s*(?P<value>{_NUMBER})\s*(?:[,;]|->|→|=>)\s*"
    rf"(?:(?:so|now|then|thus)\s+)*{_NODE}\s*{_IS}\s*(?P<after>{_NUMBER})"
)
"""``D = 5, now B = 5``."""
_PATTERNS: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        _CHILD_RETURNS,
        _NODE_GETS,
        _AFTER_CHILD,
        _CHILD_OF,
        _FROM_CHILD,
        _ARROW,
        _BOTH,
    )
)
"""The ways to say what a child returns; each has the child, its parent, and perhaps the value."""


def reword_returns(text: str, tree: GameTree) -> str:
    """Return a log in which what a child returns to its parent is said in one way.

    Args:
        text: The log.
        tree: The tree that the program searched.

    Example:
        >>> from treeexplorer.notation.reader import parse
        >>> tree = parse("A:[B:[D:5 E:8] C:2]").tree
        >>> reword_returns("D returns 5 to B, beta=5", tree)
        'node B: child D returned 5, beta=5'
        >>> reword_returns("back from D to B: alpha=3", tree)
        'back node B: after child D: alpha=3'
        >>> reword_returns("After child D of B: alpha=3", tree)
        'node B: after child D: alpha=3'
        >>> reword_returns("E = 8, now B = 5", tree)
        'node B: child E returned 8, value 5'
        >>> reword_returns("going from B to D", tree)
        'going from B to D'
    """
    parent_of_name = {
        name: tree.names.get(tree.parent[node])
        for node, name in sorted(tree.names.items(), reverse=True)
        if not tree.is_root(node)
    }
    return "\n".join(_reword_line(line, parent_of_name) for line in text.splitlines())


def _reword_line(line: str, parent_of_name: dict[str, str | None]) -> str:
    """Reword a line that says what a child returns to its parent; others stay as they are."""
    for pattern in _PATTERNS:
        for match in pattern.finditer(line):
            child = match["child"]
            parent = parent_of_name.get(child)
            if parent is not None and parent == match["node"]:
                return f"{line[: match.start()]}{_say_return(match)}{line[match.end() :]}"
    return line


def _say_return(match: re.Match[str]) -> str:
    """Say what a child returns as the reader of logs knows it: ``node B: child D returned 5``.

    The groups of the pattern are what a line says of the child D and its parent B:

    =====================  ======================  ========================================
    the line               its groups with values  what is said
    =====================  ======================  ========================================
    ``D returns 5 to B``   value 5                 ``node B: child D returned 5``
    ``5 from D to B``      value_before 5          ``node B: child D returned 5``
    ``D = 5, now B = 6``   value 5, after 6        ``node B: child D returned 5, value 6``
    ``from D to B``        none                    ``node B: after child D``
    =====================  ======================  ========================================
    """
    # Some patterns lack groups for values: those count as empty.
    groups = match.groupdict()
    child = groups["child"]
    node = groups["node"]
    returned_value = groups.get("value")
    if returned_value is None:
        returned_value = groups.get("value_before")
    value_of_node = groups.get("after")

    if returned_value is None:
        return f"node {node}: after child {child}"
    if value_of_node is None:
        return f"node {node}: child {child} returned {returned_value}"
    return f"node {node}: child {child} returned {returned_value}, value {value_of_node}"
