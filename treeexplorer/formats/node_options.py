r"""What the options of a node say in LaTeX: who moves, and what stands beside the node.

``\node[max, label=right:{$v=3$}] {A}`` and forest's ``[A, max, label=right:{$v=3$}]`` are a MAX
node A with the value 3. What says how a node looks is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from treeexplorer.formats.labels import LabelParts, parse_label
from treeexplorer.formats.model import Label
from treeexplorer.formats.tex import PrintingCallbacks
from treeexplorer.formats.words import player_named
from treeexplorer.notation.slips import is_about_pruning
from treeexplorer.text import quoted

_COMMA: Final = re.compile(r",(?![^{}]*\})")
_BESIDE: Final = frozenset({"label", "pin"})
_NESTED: Final = frozenset({"node options", "every node/.append style"})
_POSITION: Final = re.compile(
    r"\s*(?:\[[^\[\]]*\]\s*)?"
    r"(?:\{?(?:(?:above|below|left|right|north|south|east|west|center|mid|base)(?:[ \w]*)|-?\d+)\}?"
    r"\s*:)?"
)


def options_between(text: str) -> Iterator[str]:
    """Yield the options of a list with commas between them; those within braces are one."""
    yield from filter(None, map(str.strip, _COMMA.split(text)))


def option_name(option: str) -> str:
    """Return the name of an option: ``level distance`` for ``level distance=2cm``."""
    return _parse_option(option).name


class _Option(NamedTuple):
    """The name of an option, and its value without the braces around it; empty for none."""

    name: str
    value: str


def _parse_option(option: str) -> _Option:
    """Parse an option: ``label={right:5}`` has the name ``label`` and the value ``right:5``."""
    name, _, value = option.partition("=")
    return _Option(name.strip(), _without_braces(value))


def with_option(label: Label, option: str, callbacks: PrintingCallbacks) -> Label:
    """Return a label with what one option of its node says about the tree.

    ==============================  ==========================================
    ``max``                         says who moves
    ``label=right:{5}``             says what stands beside the node
    ``node options={max, red}``     has options within
    any other                       says how the node looks, and is left out
    ==============================  ==========================================

    Args:
        label: The label.
        option: The option, with its value if it has one. An empty one changes nothing.
        callbacks: Prints TeX, and collects what is left out.
    """
    for name, value in _find_innermost_options(option):
        player = player_named(name)
        if player is not None:
            label = label.with_player(player.value)
        elif name in _BESIDE and value:
            text_without_position = _POSITION.sub("", value, count=1)
            text = callbacks.render_with_macros(text_without_position)
            label = _with_text_beside(label, text, callbacks)
        elif name:
            callbacks.leave_out(name)
    return label


def _find_innermost_options(option: str) -> Iterator[_Option]:
    """Yield the options within an option, from left to right; an ordinary option is yielded itself.

    Of ``node options={max, red}`` these are ``max`` and ``red``.
    """
    pending = [option]
    while pending:
        innermost = _parse_option(pending.pop())
        if innermost.name in _NESTED:
            pending += reversed([*options_between(innermost.value)])
        else:
            yield innermost


def _without_braces(value: str) -> str:
    """Return the value of an option without the braces around it."""
    stripped = value.strip()
    has_braces = stripped.startswith("{") and stripped.endswith("}")
    return stripped[1:-1] if has_braces else stripped


def _with_text_beside(label: Label, text: str, callbacks: PrintingCallbacks) -> Label:
    """Return a label with a text that stands beside the node, as one more line of it.

    A name beside a node that has one is left out, and so is that the node is pruned.
    """
    is_name = parse_label(text) == LabelParts(parse_label(text).name)
    has_name = parse_label(label).name != ""
    if is_name and (has_name or is_about_pruning(text)):
        callbacks.leave_out(f"label {quoted(text)}")
        return label
    return Label(f"{label}\n{text}".strip(), label.place, label.player, label.probability)
