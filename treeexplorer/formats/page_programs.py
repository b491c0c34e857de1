"""Blocks of a page of Markdown that are parts of one program.

Chatbots and courses explain a program piece by piece: one block has the class of the nodes, the
next one makes some nodes, and the last one joins them. A block that uses a variable of another one
is read with it; alone it would be another tree, with leaves whose value nobody knows.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Final, NamedTuple

from treeexplorer.formats.fences import FencedBlock

_PYTHON: Final = "python"
_OTHER_NAMES: Final = {
    "py": _PYTHON,
    "python3": _PYTHON,
    "js": "javascript",
    "jsx": "javascript",
    "ts": "typescript",
    "c++": "cpp",
    "cs": "csharp",
    "c#": "csharp",
    "golang": "go",
    "rb": "ruby",
    "rs": "rust",
}
"""What the languages are called behind a fence besides their own names."""
_PROGRAMMING: Final = frozenset(
    {_PYTHON, "javascript", "typescript", "java", "c", "cpp", "csharp", "go", "ruby", "rust"}
    | {"kotlin", "swift", "php", "scala", "dart"}
)

_LANGUAGE: Final = re.compile(r"\{?\.?(?P<name>[\w+#]+)")
r"""The first word behind a fence: ``python``, ``python title="a"``, ``{.python}``."""
_TEXT_OR_REMARK: Final = re.compile(
    r"""
    \"{3}.*?\"{3} | '{3}.*?'{3}                       # texts of Python over several lines
    | "(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*'       # other texts
    | /\*.*?\*/ | //[^\n]* | \#[^\n]*                 # remarks
    """,
    re.VERBOSE | re.DOTALL,
)
_ASSIGNMENT: Final = re.compile(r"^(?P<left>\w[\w \t,*&<>:\[\]]*?)=(?![=>])", re.MULTILINE)
"""An assignment at the beginning of a line: ``b, c =``, ``const root =``, ``Node* root =``."""
_DEFINITION: Final = re.compile(
    r"^(?:export |public |async )*(?:def|class|function|struct|record|func|fn)\s+(?P<name>\w+)",
    re.MULTILINE,
)
_USE: Final = re.compile(r"(?<![.\w])(?P<name>[A-Za-z_]\w*)(?!\w|\s*(?:[:=](?!=)))")
"""A name, unless it is a key or a keyword argument (``value: 3``, ``value=3``)."""
_WORD: Final = re.compile(r"[A-Za-z_]\w*")


class ProgramOnPage(NamedTuple):
    """Blocks of a page that are read together, in order; most often it is one."""

    blocks: Sequence[FencedBlock]

    @property
    def text(self) -> str:
        """The texts of the blocks."""
        return "\n\n".join(block.text for block in self.blocks)

    @property
    def text_in_place(self) -> str:
        """The texts of the blocks, each on the lines that it has on the page."""
        text = ""
        for block in self.blocks:
            lines_above = text.count("\n")
            empty_lines = "\n" * (block.first_line - 1 - lines_above)
            text = f"{text}{empty_lines}{block.text}"
        return text


class _Names(NamedTuple):
    """The names in a block.

    Attributes:
        language: The language of the block; empty if it is no program.
        variables: The names it assigns to outside of functions.
        definitions: Its functions and classes.
        used: The names it uses that are not its own.
    """

    language: str
    variables: AbstractSet[str]
    definitions: AbstractSet[str]
    used: AbstractSet[str]

    @property
    def only_defines(self) -> bool:
        """Whether the block has functions and classes alone, which any program may share."""
        return bool(self.definitions) and not self.variables


def join_parts_of_programs(blocks: Sequence[FencedBlock]) -> list[ProgramOnPage]:
    """Join the blocks of a page that are parts of one program.

    A block joins the last one above it that assigns to a variable which it uses. A block that only
    defines functions or classes joins each program that uses these.

    >>> page = ["b = Node(3)", "root = Node(None, [b])", "other = [7, 8]"]
    >>> blocks = [FencedBlock(5 * i, 5 * i, text, "python") for i, text in enumerate(page, 1)]
    >>> for program in join_parts_of_programs(blocks):
    ...     [block.first_line for block in program.blocks]
    [5, 10]
    [15]
    """
    names_of_blocks = [_find_names(block) for block in blocks]
    programs = _join_by_variables(names_of_blocks)
    blocks_of_definition = _index_blocks_of_definitions(names_of_blocks)
    shared: set[int] = set()
    for program in programs:
        definitions = _find_shared_definitions(program, names_of_blocks, blocks_of_definition)
        program.update(definitions)
        shared.update(definitions)

    # What only defines what others use is no program of its own.
    whole_programs = [program for program in programs if not program <= shared]
    return [ProgramOnPage([blocks[number] for number in sorted(each)]) for each in whole_programs]


def _join_by_variables(names_of_blocks: Sequence[_Names]) -> list[set[int]]:
    """Join blocks that use variables of others, and return the block numbers of each program.

    A function in a program with variables belongs to it, and who calls it joins the program.

    ================================  ==============================================
    0: ``b = Node(3)``                has the variable ``b``
    1: ``other = [7, 8]``             uses no other block
    2: ``root = Node(None, [b])``     uses ``b``, and so joins block 0
    ================================  ==============================================

    Of these blocks the programs are ``[{0, 2}, {1}]``.
    """
    # The last block that has each name, in each language.
    owner_of_name: dict[tuple[str, str], int] = {}
    # The numbers of all blocks that are joined with a block, itself among them.
    program_of_block: dict[int, frozenset[int]] = {}
    for number, names in enumerate(names_of_blocks):
        program = frozenset({number})
        for name in names.used:
            owner = owner_of_name.get((names.language, name))
            if owner is not None:
                program |= program_of_block[owner]
        for member in program:
            program_of_block[member] = program

        owned_names = [*names.variables]
        has_variables = any(names_of_blocks[member].variables for member in program)
        if has_variables:
            owned_names += names.definitions
        for name in owned_names:
            owner_of_name[names.language, name] = number

    # Each program once, where its first block stands.
    return [set(program) for number, program in program_of_block.items() if number == min(program)]


def _index_blocks_of_definitions(
    names_of_blocks: Sequence[_Names],
) -> dict[tuple[str, str], list[int]]:
    """Index the blocks that only define functions and classes, by language and defined name.

    A page whose first block is ``class Node: ...`` has ``{("python", "Node"): [0]}``.
    """
    blocks_of_name: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for number, names in enumerate(names_of_blocks):
        if names.only_defines:
            for name in names.definitions:
                blocks_of_name[names.language, name].append(number)
    return dict(blocks_of_name)


def _find_shared_definitions(
    program: Collection[int],
    names_of_blocks: Sequence[_Names],
    blocks_of_definition: Mapping[tuple[str, str], Sequence[int]],
) -> set[int]:
    """Find the blocks that only define functions and classes which a program uses.

    These may use some of each other's: ``class Leaf(Node)``.
    """
    found: set[int] = set()
    pending = list(program)
    while pending:
        user = names_of_blocks[pending.pop()]
        for name in user.used:
            for number in blocks_of_definition.get((user.language, name), ()):
                if number not in program and number not in found:
                    found.add(number)
                    pending.append(number)
    return found


def _find_names(block: FencedBlock) -> _Names:
    """Find the names that a block defines and uses; none if it is no program.

    >>> names = _find_names(FencedBlock(1, 1, "b, c = Node(x), Node(value=3)", "python"))
    >>> sorted(names.variables), sorted(names.used)
    (['b', 'c'], ['Node', 'x'])
    """
    language = _find_language(block)
    if not language:
        return _Names("", frozenset(), frozenset(), frozenset())

    text = _TEXT_OR_REMARK.sub('""', block.text)
    variables = {
        name
        for assignment in _ASSIGNMENT.finditer(text)
        for name in _find_assigned_names(assignment["left"])
    }
    definitions = {definition["name"] for definition in _DEFINITION.finditer(text)}
    used = {use["name"] for use in _USE.finditer(text)} - variables - definitions
    return _Names(language, variables, definitions, used)


def _find_language(block: FencedBlock) -> str:
    """Find the programming language of a block; empty if it is in none.

    A block without a word behind its fence may be in Python.
    """
    match = _LANGUAGE.match(block.language)
    if match is not None:
        language = _OTHER_NAMES.get(match["name"], match["name"])
        return language if language in _PROGRAMMING else ""
    try:
        ast.parse(block.text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ""
    return _PYTHON


def _find_assigned_names(left: str) -> list[str]:
    """Find the names on the left of an assignment, without types and words such as ``const``.

    >>> _find_assigned_names("b, c"), _find_assigned_names("const root: Node")
    (['b', 'c'], ['root'])
    >>> _find_assigned_names("Node* root"), _find_assigned_names("nodes[0]")
    (['root'], [])
    """
    names: list[str] = []
    for part in left.split(","):
        without_type, _, _ = part.partition(":")
        words = _WORD.findall(without_type)
        if words and "[" not in without_type:
            names.append(words[-1])
    return names
