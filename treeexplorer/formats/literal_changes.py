"""What statements of JavaScript, Java, C++ and their like put into a record, a key at a time.

``tree.put("A", List.of("B"));``, ``tree.set("A", ["B"]);`` and ``tree["A"] = {"B"};`` are found
where they are run once: in the block in which the record is declared, or in ``main``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from treeexplorer.formats.literal_programs import end_of_value, ranges_of_arguments

_FILLING: Final = re.compile(  # tree.put(   tree["A"] =
    r"(?:^|[;{}])[^\S\n]*+\$?+(?P<variable>[^\W\d]\w*+)"
    r"(?:(?P<call>\.(?:put|set|Add)\s*\()|\[(?P<key>[^\[\]\n]*+)\]\s*=(?![=>]))",
    re.MULTILINE,
)
_EMPTY_MAP: Final = re.compile(  # map<string, vector<string>> tree;
    r"\b(?:std::)?(?:unordered_)?map<[\w\s,:<>*]{1,80}>\s+(?P<variable>[^\W\d]\w*)\s*;"
)
_END_OF_CALL: Final = re.compile(r"\)[^\S\n]*(?:[;}\n]|\Z)")
_BRACE: Final = re.compile(r"[{}]")
_RUN_ONCE: Final = re.compile(r"(?:\bstatic|\bmain\s*\([^()]*\)[^{};]*)\s*\Z")
_LONGEST_HEAD: Final = 200  # characters


class Filling(NamedTuple):
    """A statement that puts a value under a key of a record.

    Attributes:
        place: Where the record's variable stands in the statement.
        key: The range of the key in the text.
        value: The range of the value.
    """

    place: int
    key: range
    value: range


def empty_maps(bare: str) -> list[str]:
    """Return the variables of C++ that hold a map with nothing in it.

    >>> empty_maps("map<string, vector<string>> tree;")
    ['tree']

    Args:
        bare: The program, without comments and texts in quotes.
    """
    return [found["variable"] for found in _EMPTY_MAP.finditer(bare)]


def fillings(bare: str, variable: str) -> Iterator[Filling]:
    """Yield the statements that put something into a record, in the order of the text.

    Args:
        bare: The program, without comments and texts in quotes.
        variable: The variable that holds the record.
    """
    for found in _FILLING.finditer(bare):
        place = found.start("variable")
        if found["variable"] != variable or not _is_run_once(bare, variable, place):
            continue
        if found["call"] is None:
            value = range(found.end(), end_of_value(bare, found.end()))
            yield Filling(place, range(*found.span("key")), value)
            continue
        arguments = ranges_of_arguments(bare, found.end())
        if len(arguments) == 2 and _END_OF_CALL.match(bare, arguments[-1].stop) is not None:
            yield Filling(place, *arguments)


def _is_run_once(bare: str, variable: str, place: int) -> bool:
    """Tell whether a statement is run once after a variable is declared, and in any case.

    It is if no block begins between both, except ``main`` and what a class runs at its beginning.

    Args:
        bare: The program.
        variable: The variable.
        place: Where the statement stands.
    """
    declared = re.search(rf"\b{variable}\b", bare)
    start = 0 if declared is None else declared.end()
    open_braces: list[int] = []
    for brace in _BRACE.finditer(bare, start, place):
        if brace[0] == "{":
            open_braces.append(brace.start())
        elif open_braces:
            open_braces.pop()
        else:
            return False
    heads = (bare[max(0, brace - _LONGEST_HEAD) : brace] for brace in open_braces)
    return all(_RUN_ONCE.search(head) is not None for head in heads)
