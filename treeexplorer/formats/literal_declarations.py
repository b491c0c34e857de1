"""Where a program in JavaScript, C, Java or the like declares variables, and where values end.

``int tree[3][2] = {{3, 5}, {2, 9}};`` declares ``tree`` with the sizes 3 and 2 and the range of the
braces. What is around the declarations, and what a declaration computes, is passed over.
"""

from __future__ import annotations

import heapq
import re
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from treeexplorer.formats.literal_programs import find_end_of_value
from treeexplorer.formats.model import UnreadableError
from treeexplorer.formats.words import meaning

_DECLARED: Final = re.compile(
    r"\b(?P<variable>[^\W\d]\w*+)\s*+(?P<sizes>(?>(?:\[[^\[\]\n]*+\]\s*+)*))(?::(?!:)(?>(?:[^=\n;{}]|;(?=\s*\d+\s*\])){0,80}))?"
    r"(?:(?<![=!<>+\-*/%&|^~])=(?![=>])\s*+|(?<=\s)<-\s+|(?=\{\s*\{)"
    r"|(?P<typed>\((?=\{)|(?=\{\s*+(?:[\d\"'.\-]|[\w:]++<))))"
)
_BEFORE_TYPED: Final = re.compile(r"(?:>|\b[A-Z]\w*)[ \t]*[&*]?[ \t]+\Z")
"""The end of a type of C++ before a variable with its value: ``vector<int> v{3, 5}``."""
_VALUE: Final = re.compile(
    r"[\[{&]|new\b|\.?\w[\w.:<>]*\s*!?\s*[(\[{]|%\w*\{|%[wi][\[(]"
    # (["A", 5], 8) and ("A" => 5), but not ([a, b]) => a
    r"|\((?=\s*(?:\[|[\"'][^\"'\n]*[\"']\s*[,=]|\w+\s*=>\s*[\[\"'\d]))(?![^()]*\)\s*(?:=>|:))"
)
_RETURNED: Final = re.compile(r"\breturn\s+(?=[\[{&]|(?:new\s+)?[A-Z]\w*\s*[({])")
"""What stands before a list, a record or a node that a function returns."""
_END_OF_TYPE: Final = re.compile(r"[\w>&*][ \t]+\Z|[\w>][ \t]*[&*]+\Z")
_LONGEST_TYPE: Final = 40  # characters
_ATTRIBUTE: Final = re.compile(r"(?<!\bthis)(?:\.|->)\Z")
"""What stands before an attribute of a node; ``this.data`` is a variable of a class."""
_ARRAY_OF_CPP: Final = re.compile(r"\barray<[^;{}()=]*>[ \t]*\Z")
_AS_TYPE: Final = re.compile(
    r"(?:\s+(?:as|satisfies)\s+[\w\[\]]+|\.freeze|\.(?:to_vec|clone|into)\(\))\s*\Z"
)


class LiteralDeclaration(NamedTuple):
    """A variable that a program declares, with the sizes of its array and the range of its value.

    Attributes:
        variable: Its name.
        sizes: The sizes of C, ``(3, 2)`` of ``int tree[3][2]``; see :func:`_parse_array_sizes`.
        value: The range of its value in the text.
        has_doubled_braces: Whether it is a ``std::array`` of C++, whose braces may be doubled.
    """

    variable: str
    sizes: tuple[int | None, ...]
    value: range
    has_doubled_braces: bool


def find_declarations(text: str, bare: str) -> Iterator[LiteralDeclaration]:
    """Find the variables that a program declares, each with the range of its value.

    What looks like a declaration within the value of another one, or within one that a function
    returns, is none: of ``a = {root = 5}`` it is a key.

    Args:
        text: The program.
        bare: The same, with blanks for comments and for what stands in quotes.
    """
    declarations = find_declaration_starts(text, bare)
    returns = _RETURNED.finditer(bare)
    end_of_last_value = 0
    for found in heapq.merge(declarations, returns, key=re.Match.start):
        if found.start() < end_of_last_value:
            continue
        value = find_value_range(text, found.end())
        end_of_last_value = value.stop
        if found.re is _DECLARED:
            declaration = _make_declaration(found, text, value)
            if declaration is not None:
                yield declaration


def find_declaration_starts(text: str, bare: str) -> Iterator[re.Match[str]]:
    """Find where a program may declare a list, a record or a call; a match ends before the value.

    What stands in comments and in quotes is no declaration; blanks stand for it in `bare`, at the
    same offsets.
    """
    for found in _DECLARED.finditer(bare):
        is_declaration = found["typed"] is None or _has_type_before(found, bare)
        if is_declaration and _VALUE.match(text, found.end()) is not None:
            yield found


def _has_type_before(found: re.Match[str], bare: str) -> bool:
    """Tell whether a value without an equals sign declares a variable: ``vector<int> v{3, 5}``.

    It needs a type before the variable: ``return f{3, 5}`` declares nothing. Nor does ``for (String
    name : new String[]{"A", "B"})``.
    """
    if ":" in found[0]:
        return False
    before = bare[max(0, found.start() - _LONGEST_TYPE) : found.start()]
    return _BEFORE_TYPED.search(before) is not None


def _make_declaration(found: re.Match[str], text: str, value: range) -> LiteralDeclaration | None:
    """Make the declaration that a match of ``_DECLARED`` is; ``None`` if it changes another one.

    In front of the value ``int tree[3][2] = `` the group ``variable`` is ``tree``, and ``sizes`` is
    ``[3][2]``.
    """
    # What declares the variable: the type before it, or a dot before an attribute.
    text_before = text[max(0, found.start() - _LONGEST_TYPE) : found.start()]
    if _is_assignment_to_part(found, text_before):
        return None
    return LiteralDeclaration(
        found["variable"],
        _parse_array_sizes(found["sizes"]),
        value,
        has_doubled_braces=_ARRAY_OF_CPP.search(text_before) is not None,
    )


def _is_assignment_to_part(found: re.Match[str], text_before: str) -> bool:
    """Tell whether what looks like a declaration changes a part of what is declared elsewhere.

    That is so of ``tree["A"] = [3, 5]``, since brackets are sizes only behind a type, and of
    ``root.left = b``. `found` is a match of ``_DECLARED``.
    """
    if found["sizes"] != "" and _END_OF_TYPE.search(text_before) is None:
        return True
    names_part_of_node = meaning(found["variable"]) is not None
    return names_part_of_node and _ATTRIBUTE.search(text_before) is not None


def find_value_range(text: str, start: int) -> range:
    """Find the range of the value that begins at an offset, without what follows of its type.

    That is ``as const`` of TypeScript in ``[[3, 5]] as const``, and ``.freeze`` of Ruby.
    """
    end = find_end_of_value(text, start)
    type_behind = _AS_TYPE.search(text, max(start, end - _LONGEST_TYPE), end)
    if type_behind is not None:
        end = type_behind.start()
    return range(start, end)


# -- arrays of C and C++ ---------------------------------------------------------------------------


def _parse_array_sizes(brackets: str) -> tuple[int | None, ...]:
    """Parse the sizes in the brackets behind a variable; return ``()`` if one is no number.

    Where the brackets are empty, C counts the members: such a size is ``None``.

    >>> _parse_array_sizes("[3][2]"), _parse_array_sizes("[][2]"), _parse_array_sizes("[N]")
    ((3, 2), (None, 2), ())
    """
    sizes = [size.strip() for size in re.findall(r"\[([^\]]*)\]", brackets)]
    are_known = all(size == "" or size.isdecimal() for size in sizes)
    return tuple(map(_parse_size, sizes)) if are_known else ()


def _parse_size(written: str) -> int | None:
    """Parse a size as a number; ``None`` if nothing is written."""
    return int(written) if written else None


def check_declared_shape(value: Any, declaration: LiteralDeclaration) -> Any:
    """Return the value that an array has by its declaration, whose braces may be doubled.

    Raises:
        UnreadableError: It has other sizes than are declared.
    """
    plain_value = _remove_doubled_braces(value) if declaration.has_doubled_braces else value
    _check_array_sizes(plain_value, declaration.sizes, declaration.value.start)
    return plain_value


def _check_array_sizes(value: Any, sizes: Sequence[int | None], offset: int) -> None:
    """Raise an error if nested lists have other sizes than their array declares.

    C adds zeros to ``int tree[3][2] = {{3, 5}, {2, 9}}``, and of ``int tree[2][2] = {3, 5, 2, 9}``
    it makes two rows: both are other trees than they seem. Where C counts the members, a size is
    ``None``.
    """
    # All values at one depth, from the outermost list down.
    level = [value]
    for size in sizes:
        lists = [members for members in level if isinstance(members, list)]
        for members in lists:
            if size is not None and size != len(members):
                message = f"{len(members)} members stand where {size} are declared"
                hint = "write all members, a row in braces of its own"
                raise UnreadableError(message, offset, hint)
        level = [member for members in lists for member in members]


def _remove_doubled_braces(value: Any) -> Any:
    """Remove the second pair of braces that C++ allows around an array.

    >>> _remove_doubled_braces([[[[3, 5]], [[2, 9]]]])
    [[3, 5], [2, 9]]
    """
    holder = [value]
    pending = [holder]
    while pending:
        members = pending.pop()
        for index, member in enumerate(members):
            inner = member
            while isinstance(inner, list) and len(inner) == 1 and isinstance(inner[0], list):
                inner = inner[0]
            members[index] = inner
            if isinstance(inner, list):
                pending.append(inner)
    return holder[0]
