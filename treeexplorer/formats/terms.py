"""Terms of Haskell, OCaml, SML and Prolog: ``Node [Leaf 5, Leaf 8]``, ``max(leaf(d, 5), 3)``.

They are not read, since what a constructor means is said elsewhere; a refusal shows how the tree
would begin in the notation.
"""

from __future__ import annotations

import re
from typing import Any, Final

from lark import Token, Transformer, v_args

from treeexplorer.formats.atoms import atom
from treeexplorer.formats.documents import recognise
from treeexplorer.formats.grammars import Grammar
from treeexplorer.formats.model import Constructed, Placed, UnreadableError, reading
from treeexplorer.formats.words import player_named
from treeexplorer.notation import write

_RULES: Final = r"""
// Node [Leaf 5, Leaf 8]   Node (Max, [Leaf 5; Leaf 8])   max(min(leaf(d, 5), e:8), 3)
start: _term

_term: application | _argument
application: word _argument+     -> apply_constructor
_argument: word | number | text | group | list
group: "(" (_item _BETWEEN)* _item ")"
list: "[" ((_item _BETWEEN)* _item)? "]"
_item: _term | valued
valued: (word | text) ":" number

word: WORD
number: NUMBER
text: TEXT
_BETWEEN: /[,;]/
WORD: /[^\W\d][\w']*/
NUMBER: /[~\-−]?(\d+\.?\d*|\.\d+)([eE][+\-]?\d+)?/
TEXT: /"[^"\n]*"|'[^'\n]*'/
%ignore /\s+/
"""
_DECLARATION_OF_TYPES: Final = re.compile(
    r"^(?:data|type|newtype|datatype|module|import|open)\b.*(?:\n[ \t]+[|=].*|\n[ \t]+deriving.*)*$"
    r"|^\w+\s*::.*$",
    re.MULTILINE,
)
_COMMENT: Final = re.compile(r"--[^\n]*|%[^\n]*|\(\*(?s:.*?)\*\)")
_BEFORE_TERM: Final = re.compile(r"\s*(?:(?:let|val|def)\s+)?[^\W\d][\w']*\s*(?::[^=\n]*)?=\s*")
_BRACKET: Final = re.compile(r"[\[(]|[\])]|\n")
_PLACEHOLDER: Final = "in every node with children"
"""How the recogniser ends what it says of a number that a program put into all inner nodes."""
_AROUND_VALUE: Final = frozenset({"Just", "Some", "SOME"})
"""The constructors around a value that may be missing."""
_PRINTING: Final = frozenset({"print", "println", "putstrln", "show", "write", "writeln"})
"""The functions that print what they are given, which is no child of theirs."""
_NOTHING: Final = frozenset({"nil", "nothing", "empty", "none", "null"})


def convert_term(text: str) -> str | None:
    """Convert the first term of a text, a tree of Haskell or Prolog, to the notation.

    ``None`` is returned if the term is no tree, or something in it would be lost.

    >>> print(convert_term("tree = Node [Leaf 5, Node [Leaf (-3), Leaf 8]]").strip())
    [5 [-3 8]]
    >>> print(convert_term("tree(a, [leaf(d, 5), tree(b, [3, 4])]).").strip())
    a:[d:5 b:[3 4]]
    """
    try:
        term = _GRAMMAR.read(_extract_first_term(text))
        recognised = recognise(reading(term))
    except UnreadableError:
        return None
    # The same number in every inner node, Node 0 […], says nothing, and may be lost.
    is_anything_lost = not all(map(_is_placeholder, recognised.left_out))
    if is_anything_lost:
        return None
    return write(recognised.exercises[0])


def _is_placeholder(left_out: str) -> bool:
    """Tell whether what was left out is only the same number in every node with children.

    In ``Node 0 [Leaf 5, Node 0 [Leaf 3, Leaf 8]]`` the zeros say nothing of the tree.
    """
    return left_out.endswith(_PLACEHOLDER)


def _extract_first_term(text: str) -> str:
    r"""Return the first term of a text, without the name that it is given.

    >>> _extract_first_term("data T = L Int\nt = Node [\n  Leaf 5]\nmain = print t")
    'Node [\n  Leaf 5]'
    """
    text_without_types = _DECLARATION_OF_TYPES.sub("", _COMMENT.sub(" ", text)).strip()
    beginning = _BEFORE_TERM.match(text_without_types)
    if beginning is None:  # facts of Prolog
        return text_without_types.removesuffix(".")
    term = text_without_types[beginning.end() :]
    return term[: _find_end_of_term(term)].rstrip().rstrip(";")


def _find_end_of_term(text: str) -> int:
    """Return the offset of the first end of a line, in a text that begins with a term.

    A line that ends within brackets is passed over. It is the end of the text if no other line
    ends.
    """
    depth = 0
    for found in _BRACKET.finditer(text):
        if found[0] in "[(":
            depth += 1
        elif found[0] in "])":
            depth -= 1
        # The end of a line: the pattern finds brackets and these.
        elif depth == 0:
            return found.start()
    return len(text)


@v_args(inline=True)
class _Terms(Transformer[Token, Any]):
    """Makes the call of a constructor of each application."""

    def start(self, term: Any) -> Any:
        return term

    def apply_constructor(self, function: str | None, *arguments: Any) -> Any:
        """Return the node that a constructor makes, or a list that begins with its player.

        ========================  ==================================================
        ``Node [Leaf 5, Leaf 8]`` the call of ``Node`` with a list of two calls
        ``max(min(3, 5), 2)``     ``["max", ["min", 3, 5], 2]``
        ``Node Max [Leaf 3]``     ``["Max", [3]]``
        ``Just 5``                ``5``
        ``Nil 5``                 an error: something stands behind a word for nothing
        ``print(max(3, 5))``      an error: what is printed is no child
        ========================  ==================================================

        A word for nothing, such as ``Nil``, is ``None`` here; among the arguments it is left out.
        """
        if function is None:
            raise UnreadableError("something stands behind a word for nothing")
        if function.lower() in _PRINTING:
            raise UnreadableError("what is printed is no child")
        given_arguments = [item for item in _unpack_group(arguments) if item is not None]
        if function in _AROUND_VALUE and len(given_arguments) == 1:
            return given_arguments[0]

        # max(…) begins with its player, and so does the list of arguments in Node Max […].
        if _is_player(function):
            return _make_list_with_player([function, *given_arguments])
        if given_arguments and _is_player(given_arguments[0]):
            return _make_list_with_player(given_arguments)
        return Constructed(function, given_arguments, {})

    def group(self, *items: Any) -> Any:
        return items[0] if len(items) == 1 else tuple(items)

    def list(self, *items: Any) -> list[Any]:
        return list(items)

    def valued(self, name: str, value: Any) -> Constructed:
        return Constructed("leaf", [name, value], {})

    def word(self, token: Token) -> Any:
        return None if token.lower() in _NOTHING else Placed(str(token))

    def number(self, token: Token) -> Placed:
        return atom(token.replace("~", "-"), None)

    def text(self, token: Token) -> Placed:
        return atom(token[1:-1], None)


def _is_player(value: Any) -> bool:
    """Tell whether a value is the word for a player: ``Max``."""
    return isinstance(value, str) and player_named(value) is not None


def _make_list_with_player(player_and_children: list[Any]) -> list[Any]:
    """Make the list of a node with its player: ``["max", 3, 5]``, where leaves are bare numbers."""
    return [*map(_remove_constructors, player_and_children)]


def _remove_constructors(child: Any) -> Any:
    """Return a child without the constructors around single numbers: 5 for ``Leaf 5``."""
    match child:
        case Constructed(arguments=[str() as number]):
            return number
        case list():
            return [*map(_remove_constructors, child)]
    return child


def _unpack_group(arguments: tuple[Any, ...]) -> list[Any]:
    """Return the arguments of a constructor; those in a group of several are its arguments, too.

    ``Node (Max, [Leaf 5])`` has two arguments, as ``Node Max [Leaf 5]`` has.
    """
    is_group = len(arguments) == 1 and type(arguments[0]) is tuple
    return list(arguments[0]) if is_group else list(arguments)


_GRAMMAR: Final = Grammar(_RULES, _Terms())
