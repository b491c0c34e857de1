"""Where a program in JavaScript, C, Java or the like declares variables, and where values end.

``int tree[3][2] = {{3, 5}, {2, 9}};`` declares ``tree`` with the sizes 3 and 2 and the range of the
braces. What is around the declarations, and what a declaration computes, is passed over.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator, Sequence
from typing import Any, Final, NamedTuple

from treeexplorer.formats.atoms import is_number
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
_EMPTY_RECORD: Final = re.compile(  # const tree = {};   let nodes: Record<string, Node> = {};
    r"(?<![.>])\b(?P<variable>[^\W\d]\w*+)\s*(?::[^=\n]{0,80})?=\s*"
    r"(?:\{\s*\}|new\s+Object\s*\(\s*\))\s*?(?:[;\n]|\Z)"
)
_OWNER: Final = re.compile(r"(?<![\w.>])(?P<variable>[^\W\d]\w*)\.\Z")
"""A variable before an attribute of it."""
_ATTRIBUTE: Final = re.compile(r"(?<!\bthis)(?:\.|->)\Z")
"""What stands before an attribute of a node; ``this.data`` is a variable of a class."""
_ARRAY_OF_CPP: Final = re.compile(r"\barray<[^;{}()=]*>[ \t]*\Z")
_WRITE_ROWS: Final = "write all members, a row in braces of its own"
_SIZE_OF_CPP: Final = re.compile(r",\s*(\w+)\s*>")
_TYPE_ALONE: Final = re.compile(r"(?<![\w.&*])(?P<type>[A-Za-z_]\w*)\s+\Z")
_AS_TYPE: Final = re.compile(
    r"(?:\s+(?:as|satisfies)\s+[\w\[\]]+|\.freeze|\.(?:to_vec|clone|into)\(\))\s*\Z"
)


class LiteralDeclaration(NamedTuple):
    """A variable that a program declares, with the sizes of its array and the range of its value.

    Attributes:
        variable: Its name.
        sizes: The sizes of C, ``(3, 2)`` of ``int tree[3][2]``; see :func:`_parse_array_sizes`.
            Where C counts the members, or a size is not known, it is ``None``.
        value: The range of its value in the text.
        type_name: The word before the variable, which may be a struct; ``Node`` in ``Node a``.
        has_doubled_braces: Whether it is a ``std::array`` of C++, whose braces may be doubled.
    """

    variable: str
    sizes: tuple[int | None, ...]
    value: range
    type_name: str
    has_doubled_braces: bool


def find_declarations(text: str, bare: str) -> Iterator[LiteralDeclaration]:
    """Find the variables that a program declares, each with the range of its value.

    What looks like a declaration within the value of another one, or within one that a function
    returns, is none: of ``a = {root = 5}`` it is a key.

    Args:
        text: The program.
        bare: The same, with blanks for comments and for what stands in quotes.
    """
    empty_records = find_empty_records(bare)
    last: LiteralDeclaration | None = None
    for found in _find_outermost_values(text, bare):
        if found.declaration is None or _is_entry(found.declaration, bare, empty_records):
            continue
        before = last if found.follows_comma else None
        last = _make_declaration(found.declaration, text, found.value, before)
        if last is not None:
            yield last


class _OutermostValue(NamedTuple):
    """A list, a record or a call that is declared or returned, and stands in no other.

    Attributes:
        declaration: The match of ``_DECLARED`` before it; ``None`` for what is returned.
        value: Its range in the text.
        follows_comma: Whether a comma alone stands before the declaration, so that it has the type
            of the one before: ``Node d = {3}, e = {5};``.
    """

    declaration: re.Match[str] | None
    value: range
    follows_comma: bool


def _find_outermost_values(text: str, bare: str) -> Iterator[_OutermostValue]:
    """Find the values that a program declares or returns, but none that stands in another one.

    Of ``a = {root = 5}; return {b = 3};`` these are ``{root = 5}`` and ``{b = 3}``.
    """
    declarations = {found.start(): found for found in find_declaration_starts(text, bare)}
    returns = {found.start(): found for found in _RETURNED.finditer(bare)}
    heads = {**returns, **declarations}
    end_of_last_value = 0
    for start in sorted(heads):
        if start < end_of_last_value:
            continue
        text_between = text[end_of_last_value:start]
        value = find_value_range(text, heads[start].end())
        yield _OutermostValue(declarations.get(start), value, text_between.strip() == ",")
        end_of_last_value = value.stop


def find_empty_records(bare: str) -> set[str]:
    """Find the variables that begin as empty records, whose attributes are their entries.

    >>> find_empty_records("const tree = {}; tree.A = [3, 5];")
    {'tree'}

    Args:
        bare: The program, without comments and texts in quotes.
    """
    return {found["variable"] for found in _EMPTY_RECORD.finditer(bare)}


def find_declaration_starts(text: str, bare: str) -> Iterator[re.Match[str]]:
    """Find where a program may declare a list, a record or a call; a match ends before the value.

    What stands in comments and in quotes is no declaration; blanks stand for it in `bare`, at the
    same offsets.
    """
    for found in _DECLARED.finditer(bare):
        is_declaration = found["typed"] is None or _has_type_before(found, bare)
        if is_declaration and _VALUE.match(text, found.end()) is not None:
            yield found


def _is_entry(found: re.Match[str], bare: str, empty_records: Collection[str]) -> bool:
    """Tell whether a match of ``_DECLARED`` is an entry of a record: ``tree.A = [3, 5]``."""
    owner = _OWNER.search(bare, max(0, found.start() - _LONGEST_TYPE), found.start())
    return owner is not None and owner["variable"] in empty_records


def _has_type_before(found: re.Match[str], bare: str) -> bool:
    """Tell whether a value without an equals sign declares a variable: ``vector<int> v{3, 5}``.

    It needs a type before the variable: ``return f{3, 5}`` declares nothing. Nor does ``for (String
    name : new String[]{"A", "B"})``.
    """
    if ":" in found[0]:
        return False
    before = bare[max(0, found.start() - _LONGEST_TYPE) : found.start()]
    return _BEFORE_TYPED.search(before) is not None


def _make_declaration(
    found: re.Match[str], text: str, value: range, before: LiteralDeclaration | None
) -> LiteralDeclaration | None:
    """Make the declaration that a match of ``_DECLARED`` is; ``None`` if it changes another one.

    In front of the value ``int tree[3][2] = `` the group ``variable`` is ``tree``, and ``sizes`` is
    ``[3][2]``.

    Args:
        found: The match.
        text: The program.
        value: The range of the value.
        before: The declaration before the comma, whose type this one has, too; ``None`` if there
            is none.
    """
    # What declares the variable: the type before it, or a dot before an attribute.
    text_before = text[max(0, found.start() - _LONGEST_TYPE) : found.start()]
    if before is None and _is_assignment_to_part(found, text_before):
        return None
    array_of_cpp = _ARRAY_OF_CPP.search(text_before)
    if array_of_cpp is None:
        sizes = _parse_array_sizes(found["sizes"], text)
    else:
        # The inner array has the first size: array<array<int, 3>, 2>.
        sizes = _parse_sizes(_SIZE_OF_CPP.findall(array_of_cpp[0])[::-1], text)
    return LiteralDeclaration(
        found["variable"],
        sizes,
        value,
        type_name=_find_type(text_before) if before is None else before.type_name,
        has_doubled_braces=array_of_cpp is not None,
    )


def _find_type(text_before: str) -> str:
    """Find the word before a variable that may be a struct, ``Node`` in ``struct Node a``.

    It is empty for a pointer, ``Node *a``.
    """
    word = _TYPE_ALONE.search(text_before)
    return "" if word is None else word["type"]


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


def _parse_array_sizes(brackets: str, text: str) -> tuple[int | None, ...]:
    """Parse the sizes in the brackets behind a variable.

    Where the brackets are empty, C counts the members: such a size is ``None``. So is one whose
    name has no number in the program.

    >>> _parse_array_sizes("[3][2]", ""), _parse_array_sizes("[][N]", "#define N 2")
    ((3, 2), (None, 2))
    """
    return _parse_sizes(re.findall(r"\[([^\]]*)\]", brackets), text)


def _parse_sizes(sizes: Sequence[str], text: str) -> tuple[int | None, ...]:
    """Parse sizes that are numbers, or the names of numbers in a program."""
    return tuple(_parse_size(size.strip(), text) for size in sizes)


def _parse_size(written: str, text: str) -> int | None:
    """Parse a size as a number; ``None`` if nothing is written, or it is not known.

    The number of a name is that of ``#define N 3`` or ``const int N = 3``, where there is one.
    """
    if written.isdecimal():
        return int(written)
    if not written.isidentifier():
        return None
    pattern = rf"(?:#define\s+{written}\s+|\b{written}\s*=\s*)\(?(\d{{1,6}})\)?(?![\w.])"
    numbers = set(re.findall(pattern, text))
    return int(numbers.pop()) if len(numbers) == 1 else None


def check_declared_shape(value: Any, declaration: LiteralDeclaration) -> Any:
    """Return the value that an array has by its declaration, whose braces may be doubled.

    Raises:
        UnreadableError: It has other sizes than are declared.
    """
    plain_value = _remove_doubled_braces(value) if declaration.has_doubled_braces else value
    _check_array_sizes(plain_value, declaration.sizes, declaration.value.start)
    return plain_value


def _check_array_sizes(value: Any, sizes: Sequence[int | None], offset: int) -> None:
    """Give a flat array its rows, as C does; raise an error if it has other sizes than declared.

    Of ``int tree[2][2] = {3, 5, 2, 9}`` C makes two rows. To ``int tree[3][2] = {{3, 5}, {2, 9}}``
    it adds zeros, which is another tree than it seems. Where C counts the members, a size is
    ``None``.

    Raises:
        UnreadableError: Members are missing or too many, or how long a row is, is not known.
    """
    # All values at one depth, from the outermost list down.
    level = [value]
    for depth, size in enumerate(sizes):
        lists = [members for members in level if isinstance(members, list)]
        inner_sizes = sizes[depth + 1 :]
        for members in lists:
            _make_rows(members, inner_sizes)
            if _is_without_rows(members, inner_sizes):
                raise _make_row_error(len(members), sizes[depth:], offset)
            if size is not None and size != len(members):
                message = f"{len(members)} members stand where {size} are declared"
                raise UnreadableError(message, offset, _WRITE_ROWS)
        level = [member for members in lists for member in members]


def _make_rows(members: list[Any], inner_sizes: Sequence[int | None]) -> None:
    """Put numbers into the rows that C makes of them, if these are whole.

    >>> members = [3, 5, 2, 9]
    >>> _make_rows(members, [2])
    >>> members
    [[3, 5], [2, 9]]

    Args:
        members: The members of an array, which are changed.
        inner_sizes: The sizes of each of them; ``None`` for one that is not known.
    """
    # Of a row of unknown length no row can be made.
    row_length = 0 if None in inner_sizes else math.prod(filter(None, inner_sizes))
    is_whole = row_length > 0 and len(members) % row_length == 0
    if is_whole and _is_without_rows(members, inner_sizes):
        starts = range(0, len(members), row_length)
        members[:] = [members[start : start + row_length] for start in starts]


def _is_without_rows(members: Sequence[Any], inner_sizes: Sequence[int | None]) -> bool:
    """Tell whether numbers stand where an array declares rows: in ``int tree[2][2] = {3, 5}``."""
    return len(inner_sizes) > 0 and len(members) > 0 and all(map(is_number, members))


def _make_row_error(count: int, sizes: Sequence[int | None], offset: int) -> UnreadableError:
    """Make the error that numbers are too few or too many for the rows that an array declares."""
    known_sizes = [str(size) for size in sizes if size is not None]
    if len(known_sizes) < len(sizes):
        message = "how long the rows of this array are is not known"
        return UnreadableError(message, offset, _WRITE_ROWS)
    message = f"{count} numbers stand where {' × '.join(known_sizes)} are declared"
    return UnreadableError(message, offset, _WRITE_ROWS)


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
