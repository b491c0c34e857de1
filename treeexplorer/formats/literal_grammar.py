"""What a literal of JavaScript, C, Java and their like is: a value that is written out.

Braces stand for brackets where no keys are in them; constructors are read and never called.
"""

from __future__ import annotations

from itertools import starmap
from typing import Any, Final

from lark import Token, Transformer, v_args

from treeexplorer.formats.atoms import number
from treeexplorer.formats.grammars import Grammar
from treeexplorer.formats.literal_atoms import (
    INFINITY_OF_WORD,
    NOTHING,
    TRUTH_OF_WORD,
    spell_number,
    unescape_text,
)
from treeexplorer.formats.literal_calls import (
    LiteralPair,
    copies_its_argument,
    get_last_part,
    make_from_named_arguments,
    make_node,
    make_record,
    make_unnamed_node,
    make_value_of_call,
    parse_class_name,
)
from treeexplorer.formats.model import Constructed, NeedsRunError, Placed, UnreadableError
from treeexplorer.formats.words import player_named
from treeexplorer.text import quoted

_RULES: Final = r"""
// [[5, 8], [2, 6]]   {{5, 8}, {2, 6}}   {name: 'A', children: [5, 8]}   new Node("A", 5)
start: value

?value: list
      | record
      | "(" _values ")"                     -> group
      | "(" _pairs ")"                      -> record
      | constructed
      | NUMBERS                             -> numbers
      | NUMBER                              -> number
      | TEXT                                -> text
      | SYMBOL                              -> symbol
      | WORDS                               -> words
      | NAME                                -> name
      | "." NAME                            -> name

list: "[" _values? "]" | "{" _values? "}"
_values: (value ",")* value ","?
// {name: 'A'}   ["A" => [5, 8]]   {{"A", 5}}, which is a list, until a map is made of it
record: "{" _pairs "}" | "[" _pairs "]"
_pairs: (pair ",")* pair ","?
pair: key _before_value value
    | "." key "=" value
    | _OPENING_OF_KEY key "]" "=" value    -> item
_before_value: ":" | "=>" | "->" | "=" | "to"
key: NAME | TEXT | NUMBER | SYMBOL
_OPENING_OF_KEY.2: /\[(?=\s*("[^"\n]*"|'[^'\n]*'|\w+)\s*\]\s*=)/

// new int[][] {{5, 8}}   [][]int{{5, 8}}   List.of(5, 8)   vec![5, 8]
// new Node<Integer>("A", 5)   Node{Value: 5}   Node(name = "A", children = [])
// .node([.leaf(5), .leaf(8)]) of Swift   %Node{value: 5} of Elixir   new("A", 5) of C#
constructed: _NEW? NAME _TYPE_ARGUMENT? "(" _arguments? ")"
           | "." NAME "(" _arguments? ")"   -> case
           | _NEW? NAME _TYPE_ARGUMENT? "(" _arguments? ")" record -> initialised
           | _NEW? NAME _TYPE_ARGUMENT? record
           | _NEW? NAME _TYPE_ARGUMENT? "{" _values? "}"
           | _NEW "(" _arguments? ")"           -> made
           | _NEW? NAME? _TYPE_ARGUMENT? _ARRAY_SIZE list   -> array
           | _SIZED_TYPE list                  -> array
           | _TYPE_OF_MAP record               -> array
           | _TYPE_OF_MAP "{" "}"              -> record
_arguments: (_argument ",")* _argument ","?
_argument: value | pair

_NEW.1: /new\b/ | /&(?=\w+(<[^>]*>)?\s*[({])/
_TYPE_ARGUMENT: /<[\w\s,.<>?*:\[\]]*>(?=\s*[(\[{])/
_ARRAY_SIZE.1: /(\[\s*\d*[\s,]*\]\s*)+(?=\{)/ | /!(?=\s*[\[(])/
_SIZED_TYPE.1: /(\[\s*\d*\s*\]\s*)+\*?[\w.]+(?=\{)/
_TYPE_OF_MAP.1: /map\[\w+\](\[\]|\*)*\w+(?=\{)/
// :max of Ruby and Elixir   %w[B C] of Ruby
SYMBOL: /:[^\W\d]\w*+(?!:)/
WORDS: /%[wi](\[[^\]]*\]|\([^)]*\))/
// Plain numbers that stand side by side come in one piece.
NUMBERS.2: PLAIN_NUMBER (/\s*,\s*/ PLAIN_NUMBER)+
PLAIN_NUMBER: /-?(?!0\d)\d+(\.\d+)?(?=\s*[,\]}])/
NUMBER: /[+\-−]?(0[xX][\da-fA-F_]+|(\d[\d_]*\.?[\d_]*|\.\d[\d_]*)([eE][+\-]?\d+)?)/ SUFFIX
SUFFIX: /[fFdDlLuUn]*(?![\w.])/
TEXT: /"([^"\\\n]|\\.)*"/ | /'([^'\\\n]|\\.)*'/ | /`([^`\\$]|\\.)*`/
// Node:new(5) of Lua   std::make_shared<Node>(5)
NAME: /(std::)?make_(shared|unique)<[\w:]+>(?=\()/ | /[+\-&]?[^\W\d]\w*((\.|::|->|:(?=new\())\w+)*/

COMMENT: /\/\/[^\n]*/ | /\/\*([^*]|\*(?!\/))*\*\// | /--\s[^\n]*/
%ignore COMMENT
%ignore /\s+/
%ignore /%(?=[\w.]*\{)/
%ignore /\$(?=\w)/
"""
_IN_ORDER: Final = "write the members in order: {{5, 8}, {2, 6}}"


class _Numbers(list[Any]):
    """Numbers side by side, which are still to be put into the list around them."""

    __slots__ = ()


@v_args(inline=True)
class _Values(Transformer[Token, Any]):
    """Makes lists, records and constructors of a literal."""

    def start(self, value: Any) -> Any:
        return value

    def list(self, *values: Any) -> Any:
        """Return the values between brackets as one list.

        Args:
            values: A value each; but numbers that stand side by side come in one piece, a
                ``_Numbers``, since that is faster to read. In ``[3, 12, [2], 8]`` the first two do.
                They become members of the list like the others.
        """
        members: Any = []
        for value in values:
            if isinstance(value, _Numbers):
                members += value
            else:
                members.append(value)
        return members

    def numbers(self, token: Token) -> Any:
        return _Numbers(number(written.strip(), token.start_pos) for written in token.split(","))

    def group(self, *values: Any) -> Any:
        """Return the values between parentheses as a list; of one value alone that value."""
        members = self.list(*values)
        return members[0] if len(members) == 1 else members

    def record(self, *pairs: LiteralPair) -> dict[str, Any]:
        return make_record(pairs)

    def pair(self, key: Placed, value: Any) -> LiteralPair:
        return LiteralPair(key, value)

    def item(self, key: Placed, value: Any) -> LiteralPair:
        """Return the pair of ``["C"] = 2``; an index of C, ``[0] = {5, 8}``, is refused.

        Raises:
            UnreadableError: It is an index, and in which order the members come is not plain.
        """
        if key.isdecimal():
            raise UnreadableError("members by their index are not read", key.place, _IN_ORDER)
        return LiteralPair(key, value)

    def key(self, token: Token) -> Placed:
        if token.type == "TEXT":
            return self.text(token)
        if token.type == "SYMBOL":
            return self.symbol(token)
        return Placed(token, token.start_pos)

    def constructed(self, name: Token, *values: Any) -> Any:
        """Return what the call of a function or class stands for; nothing is run."""
        return make_value_of_call(name, self.list(*values), name.start_pos)

    def initialised(self, name: Token, *values: Any) -> Any:
        """Return the node that a class of C# makes: ``new Node("A") { Value = 5 }``."""
        *arguments, record = self.list(*values)
        pairs = starmap(LiteralPair, record.items())
        return make_from_named_arguments(parse_class_name(name), [*pairs, *arguments])

    def made(self, *values: Any) -> Constructed:
        """Return the node of ``new("A", 5)`` of C#, whose class the declaration names."""
        return make_unnamed_node(self.list(*values))

    def case(self, name: Token, *values: Any) -> Constructed:
        """Return the node of a case of an enumeration of Swift: ``.node([.leaf(3), .leaf(5)])``."""
        return make_node(str(name), self.list(*values))

    def array(self, *parts: Any) -> Any:
        return parts[-1]

    def number(self, token: Token) -> Any:
        return number(spell_number(token, token.start_pos), token.start_pos)

    def text(self, token: Token) -> Placed:
        return Placed(unescape_text(token[1:-1]), token.start_pos)

    def words(self, token: Token) -> Any:
        return [Placed(word, token.start_pos) for word in token[3:-1].split()]

    def symbol(self, token: Token) -> Placed:
        return Placed(token[1:], token.start_pos)

    def name(self, token: Token) -> Any:
        """Return the value of a known name: nothing, a truth value, an infinity or a player.

        ``Player.MAX`` stands for the player ``MAX``, since only the part behind the last dot
        counts.

        Raises:
            UnreadableError: It is the name of a variable, whose value is not known.
        """
        last_part = get_last_part(token)
        if last_part in NOTHING:
            return None
        if last_part in TRUTH_OF_WORD:
            return TRUTH_OF_WORD[last_part]
        if last_part in INFINITY_OF_WORD:
            sign = "-" if token.startswith("-") else ""
            return number(f"{sign}{INFINITY_OF_WORD[last_part]}", token.start_pos)
        if player_named(last_part) is not None:
            return Placed(last_part, token.start_pos)
        raise make_variable_error(token, token.start_pos)


class LiteralVariable(Placed):
    """The name of a variable in a value, which stands for what the variable holds."""

    __slots__ = ()


class LiteralAddress(LiteralVariable):
    """The address of a variable, ``&d`` of C, which stands for what the variable holds, too."""

    __slots__ = ()


@v_args(inline=True)
class _ValuesWithVariables(_Values):
    """Makes the same, with variables in the values."""

    def name(self, token: Token) -> Any:
        """Return the value of a known name; any other is that of a variable."""
        try:
            return super().name(token)
        except UnreadableError:
            if token.startswith("&"):
                return LiteralAddress(token.removeprefix("&"), token.start_pos)
            return LiteralVariable(token, token.start_pos)

    def constructed(self, name: Token, *values: Any) -> Any:
        """Return the value that a call makes.

        Raises:
            UnreadableError: It copies what a variable holds, ``new ArrayList<>(children)``.
        """
        has_variable_alone = len(values) == 1 and isinstance(values[0], LiteralVariable)
        if has_variable_alone and copies_its_argument(name):
            raise make_variable_error(values[0], values[0].place)
        return super().constructed(name, *values)


def make_variable_error(variable: str, place: int | None) -> NeedsRunError:
    """Return the error that a variable stands where a value is wanted."""
    message = f"{quoted(variable)} is a variable, and nothing of a file is run"
    return NeedsRunError(message, place, "write its value instead")


_GRAMMAR: Final = Grammar(_RULES, _Values())
_GRAMMAR_WITH_VARIABLES: Final = Grammar(_RULES, _ValuesWithVariables())


def parse_literal(text: str, value_range: range) -> Any:
    """Parse the literal in a range of a text; a variable in it is an error.

    Raises:
        UnreadableError: It is no literal.
    """
    return _GRAMMAR.read(text, value_range.start, value_range.stop)


def parse_literal_with_variables(text: str, value_range: range) -> Any:
    """Parse the value in a range of a text, in which a variable is a :class:`LiteralVariable`.

    Raises:
        UnreadableError: It is no literal apart from the variables.
    """
    return _GRAMMAR_WITH_VARIABLES.read(text, value_range.start, value_range.stop)
