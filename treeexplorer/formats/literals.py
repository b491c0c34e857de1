"""Literals of JavaScript, C, Java and their like: ``const tree = [[5, 8], [2, 6]];``.

Braces stand for brackets where no keys are in them; constructors are read and never called. Of a
program the declarations count; what is around them, and what a declaration computes, is passed
over.
"""

from __future__ import annotations

import heapq
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, starmap
from typing import Any, Final, NamedTuple

from lark import Token, Transformer, v_args

from treeexplorer.formats import json_syntax
from treeexplorer.formats.atoms import number
from treeexplorer.formats.grammars import Grammar
from treeexplorer.formats.linked_nodes import is_part_of_graph
from treeexplorer.formats.literal_changes import (
    BracedBlocks,
    Filling,
    Link,
    aliases,
    apply_link,
    fillings,
    find_empty_maps,
    find_unknown_link,
    links,
    may_link_nodes,
)
from treeexplorer.formats.literal_programs import (
    TRUTH_OF_WORD,
    LiteralProgram,
    blank_out_texts,
    find_end_of_value,
)
from treeexplorer.formats.model import (
    Assigned,
    Constructed,
    Placed,
    Reading,
    UnreadableError,
    reading,
)
from treeexplorer.formats.number_tables import holds_number
from treeexplorer.formats.python_changes import is_changing
from treeexplorer.formats.script_programs import read_followed
from treeexplorer.formats.searches import (
    SearchCall,
    find_unknown_tree,
    is_called_root,
    is_called_tree,
    is_search,
    makes_no_tree,
    makes_node,
    makes_tree,
    players_of,
)
from treeexplorer.formats.texts import value_in_text
from treeexplorer.formats.words import CHILDREN, SIDES, meaning, plain_word, player_named
from treeexplorer.text import quoted, safe

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
PLAIN_NUMBER: /-?\d+(\.\d+)?(?=\s*[,\]}])/
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
_DECLARED: Final = re.compile(
    r"\b(?P<variable>[^\W\d]\w*+)\s*+(?P<sizes>(?>(?:\[[^\[\]\n]*+\]\s*+)*))(?::(?!:)(?>(?:[^=\n;{}]|;(?=\s*\d+\s*\])){0,80}))?"
    r"(?:(?<![=!<>+\-*/%&|^~])=(?![=>])\s*+|(?<=\s)<-\s+|(?=\{\s*\{)"
    r"|(?P<typed>\((?=\{)|(?=\{\s*+(?:[\d\"'.\-]|[\w:]++<))))"
)
_BEFORE_TYPED: Final = re.compile(r"(?:>|\b[A-Z]\w*)[ \t]*[&*]?[ \t]+\Z")
"""The end of a type of C++ before a variable with its value: ``vector<int> v{3, 5}``."""
_BEGINNING: Final = re.compile(
    r"\s*+(?>(?://[^\n]*+\s*+|/\*(?s:.*?)\*/\s*+)*)(?:export\s+default\b|return\b)?\s*(?=[\[{]|new\b|\w[\w.:]*\()"
)
_IN_TESTS: Final = re.compile(  # expect(minimax([[5, 8], [2, 6]])).toBe(5)   test.each([
    r"\b(?:expect|assert\w{0,20})\s*\([^\n]{0,80}\(\s*(?:new\b|[\[{])|\.each\s*\(\s*\["
)
_VALUE: Final = re.compile(
    r"[\[{&]|new\b|\.?\w[\w.:<>]*\s*!?\s*[(\[{]|%\w*\{|%[wi][\[(]"
    # (["A", 5], 8) and ("A" => 5), but not ([a, b]) => a
    r"|\((?=\s*(?:\[|[\"'][^\"'\n]*[\"']\s*[,=]|\w+\s*=>\s*[\[\"'\d]))(?![^()]*\)\s*(?:=>|:))"
)
_TREE: Final = re.compile(r"[\[{]|new\b|[A-Z]")
_OBJECT_WITH_ROOT: Final = re.compile(r"\bthis\.(?:root|tree|gameTree)\s*=(?!=)")
_WORD: Final = re.compile(r"[^\W\d]\w*")
_STEP: Final = (  # from a tree to a part of it
    r"(?:\[[^\[\]\n]*\]|(?:!!|[!?])?(?:\.|->)(?:(?:get\w*|at|front|back|first|last|elementAt|ElementAt)"
    r"\([^()\n]*\)(?=\s*(?:\.|->|\[))|\w+))"
)
_CHANGE: Final = re.compile(  # root.left = …, tree[0][1] = …; root->children.push_back(…)
    rf"(?:^|[;{{}})])[^\S\n]*+\$?+(?P<changed>[^\W\d]\w*+){_STEP}+\s*+[+\-*/|]?=(?![=>])"
    rf"|(?<!\.)(?<!->)\b(?P<owner>[^\W\d]\w*+){_STEP}*(?:!!|[!?])?(?:\.|->)(?P<method>\w++)\s*+\(",
    re.MULTILINE,
)
_CHANGING_FUNCTION: Final = re.compile(  # reverse(tree.begin(), tree.end());   Object.assign(root,
    r"\b(?:reverse|swap|shuffle|sort|rotate|assign|iter_swap|stable_sort|random_shuffle|Reverse|Sort"
    r"|Slice|SliceStable|Shuffle)\s*\(\s*[&*]*(?P<changed>[^\W\d]\w*+)"
)
_SWAPPED: Final = re.compile(  # [tree[0], tree[1]] = [tree[1], tree[0]];
    r"(?:^|[;{}])[^\S\n]*+\[[^\S\n]*+(?P<changed>[^\W\d]\w*+)(?=[\[.])[^=;\n]*\]\s*=(?![=>])",
    re.MULTILINE,
)
_END_OF_TYPE: Final = re.compile(r"[\w>&*][ \t]+\Z|[\w>][ \t]*[&*]+\Z")
_LONGEST_TYPE: Final = 40  # characters
_ATTRIBUTE: Final = re.compile(r"(?<!\bthis)(?:\.|->)\Z")
"""What stands before an attribute of a node; ``this.data`` is a variable of a class."""
_ARRAY_OF_CPP: Final = re.compile(r"\barray<[^;{}()=]*>[ \t]*\Z")
_FUNCTION_OF_PYTHON: Final = re.compile(r"^[ \t]*def [^\n]+:[ \t]*(?:#.*)?$", re.MULTILINE)
_LOOP: Final = re.compile(  # for (const part of whole)   for (auto& part : whole)
    r"\bfor\s*\([^();]*?\b(?P<part>[^\W\d]\w*)\s*(?:\bof\b|:)\s*(?P<whole>[^\W\d]\w*)\s*\)"
)
_OF_PYTHON: Final = "__"
"""How the variables begin that Python itself understands: ``__all__ = ["minimax"]``."""
_IN_ORDER: Final = "write the members in order: {{5, 8}, {2, 6}}"
_EACH: Final = "each"
"""The function of Jest that is given a list of test cases."""
_CALLED: Final = re.compile(r"(?:new\s+)?(?P<name>[\w.:]+)\s*\(")
_EXPORTS: Final = "exports"
_NAMES_IN_BRACES: Final = re.compile(r"\{(?:\s*\w+\s*(?:,|(?=\})))*\s*\}")
_ASSIGNMENT_OF_JAVASCRIPT: Final = re.compile(
    r"\s*(?:export\s+)?(?:const|let|var)\s+\w+\s*(?::[^=]*)?=\s*"
)
"""The variable of Node that hands on what stands elsewhere: ``module.exports = { tree };``."""
_CHANGING: Final = frozenset(
    {
        "push",
        "pushback",
        "emplaceback",
        "unshift",
        "shift",
        "splice",
        "fill",
        "set",
        "put",
        "addall",
    }
)
_ESCAPE: Final = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_SUFFIX: Final = re.compile(r"(?<=[\d.])[fFdDlLuUn]+\Z")
_ESCAPED: Final = {"n": "\n", "t": "\t", "r": "\r"}
_NOTHING: Final = frozenset({"null", "undefined", "NULL", "nullptr", "nil", "Nil", "None"})
_INFINITIES: Final = {
    **dict.fromkeys(("Infinity", "INFINITY", "POSITIVE_INFINITY"), "inf"),
    **dict.fromkeys(("NEGATIVE_INFINITY", "NEG_INFINITY"), "-inf"),
}
_LISTS: Final = frozenset(
    {
        "of", "asList", "listOf", "mutableListOf", "arrayListOf", "arrayOf", "intArrayOf",
        "array", "Array", "ArrayList", "LinkedList", "List", "vector", "Set", "vec", "c", "list",
        "Seq", "IndexedSeq", "Vector", "Vec", "ListBuffer", "ArrayBuffer", "emptyList",
        "Pair", "make_pair", "make_tuple", "entry",
    }
)  # fmt: skip
_RECORDS: Final = frozenset(
    {
        "Map", "HashMap", "mapOf", "mutableMapOf", "hashMapOf", "linkedMapOf", "Dict",
        "Dictionary", "LinkedHashMap", "TreeMap", "map", "unordered_map", "ofEntries", "emptyMap",
        "Hash",
    }
)  # fmt: skip
_AROUND_ONE: Final = frozenset({"Some", "Just", "Box", "Rc", "Arc", "RefCell", "Cell", "freeze"})
"""What holds one value and nothing else: ``Some(3)``, ``Box::new(Leaf(3))``."""
_AROUND_TABLE: Final = frozenset({"DataSet", "DataView", "TreeModel"})
"""What vis.js and GoJS put around a list of records, one for each node or edge."""
_CASES: Final = frozenset({"node", "leaf", "branch", "inner", "terminal", "max", "min", "chance"})
"""What the cases of an enumeration of nodes are called in Swift."""
_COPYING: Final = frozenset({"ArrayList", "LinkedList", "vector", "Vector", "list", "array"})
"""The calls that copy the one list that they are given."""
_RETURNED: Final = re.compile(r"\breturn\s+(?=[\[{&]|(?:new\s+)?[A-Z]\w*\s*[({])")
"""What stands before a list, a record or a node that a function returns."""
_MAY_RETURN: Final = re.compile(r"\breturn\s|=>")
"""What a text has that may define a function that returns a tree."""
_RETURNED_NODE: Final = re.compile(
    r"\breturn\s+(?=(?:new\s+|&)?[A-Z]\w*\s*[({]|\{[^{}]{0,80}\b(?:children|kids|left|right)\b)"
)
_NODE: Final = "Node"
"""Stands for the class of a node that is made without its name."""
_CALLED_NODE: Final = re.compile(r"node|branch|inner", re.IGNORECASE)
_INCLUDING: Final = "#include"
"""What stands in programs of C++, where a variable without a pointer holds a copy."""
_NEW_NODE: Final = re.compile(r"new|(?:std::)?make|create", re.IGNORECASE)
_POINTER: Final = re.compile(r"(?:std::)?make_(?:shared|unique)<(?P<made>[\w:]+)>")
_JSON: Final = "JSON.parse"
_JSON_OF_VARIABLE: Final = re.compile(r"JSON\.parse\(\s*(?P<variable>[^\W\d]\w*)\s*\)")
_TEXT: Final = r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|`[^`\\$]*`"
_MAKING: Final = frozenset({"new", "from"})
"""The functions of a class that make one: ``Node::new("A")``, ``Vec::from([3, 5])``."""
_AS_TYPE: Final = re.compile(
    r"(?:\s+(?:as|satisfies)\s+[\w\[\]]+|\.freeze|\.(?:to_vec|clone|into)\(\))\s*\Z"
)


def looks_like(text: str) -> bool:
    """Tell whether a text declares a list, record or call, or begins like a literal.

    In Python a function has no braces, so that its calls and variables would seem the program's.
    """
    bare = blank_out_texts(text)
    if _FUNCTION_OF_PYTHON.search(bare) is not None:
        return False
    return (
        _BEGINNING.match(text) is not None
        or _IN_TESTS.search(text) is not None
        or next(_find_declaration_starts(text, bare), None) is not None
        or (_MAY_RETURN.search(text) is not None and _has_function_of_tree(text))
    )


def _has_function_of_tree(text: str) -> bool:
    """Tell whether a text defines a function that is called after the tree that it returns."""
    return next(_find_returned_trees(LiteralProgram(text)), None) is not None


def read(text: str) -> Reading:
    """Return the values that a program declares, or the one literal that a text is.

    A literal is a value that is written out: ``[[5, 8], [2, 6]]``. Of ``const tree = [[5, 8], 2];``
    the list is returned, with the variable ``tree``. Nothing of the program is run.

    Returns:
        The trees in the order of the text, then what the program says about who moves; which
        variables are left out; and what of the players stays unclear.

    Raises:
        UnreadableError: No literal can be read; the first that cannot is named. Or one that can is
            a part of such a one, or is changed by a statement.
    """
    holds_root = _OBJECT_WITH_ROOT.search(text) is not None
    followed = read_followed(text) if holds_root else None
    if followed is not None:
        return followed
    try:
        reading_of_program = _read_program(text)
    except UnreadableError:
        followed = read_followed(text)
        if followed is None:
            raise
        return followed
    _check_no_arms_choose(reading_of_program, text)
    return reading_of_program


def _check_no_arms_choose(reading_of_program: Reading, text: str) -> None:
    """Check that no variable has one tree in an arm of an ``if``, and another one behind ``else``.

    Raises:
        UnreadableError: One has, and which of them is meant only a run can tell.
    """
    if "else" not in text:
        return
    counts = Counter(assigned.variable for assigned in reading_of_program.values)
    for variable, count in counts.items():
        if count < 2 or not variable:
            continue
        name = re.escape(variable)
        arms = re.search(rf"\b{name}\s*=(?!=)[^;]*;?\s*\}}?\s*else\b[^=;]*\b{name}\s*=(?!=)", text)
        if arms is not None:
            message = f"{quoted(variable)} is another tree in each arm of an `if`"
            hint = "leave all but one of them out"
            error = UnreadableError(message, arms.start(), hint)
            error.is_certain = True
            raise error


def _read_program(text: str) -> Reading:
    """Return the values that a program declares, or the one literal that a text is.

    Raises:
        UnreadableError: No literal can be read, or the tree is changed by a statement.
    """
    program = LiteralProgram(text)
    declared = _read_values_after_statements(program)

    # Of four places the first that has trees counts. 1. Variables: const tree = [[5, 8], [2, 6]];
    trees = _collect_whole_values(declared)
    # 2. Lists of test cases: test.each([[[[5, 8], [2, 6]], 5]])
    if not trees:
        trees = _read_test_cases(program)
    if trees:
        return _build_reading(program, trees, declared.unread)

    # 3. Calls of searches, which may say who moves, too: minimax([[5, 8], [2, 6]], true)
    reading_of_calls = _read_trees_in_calls(program, declared.unread)
    if reading_of_calls is not None:
        return reading_of_calls

    # 4. The whole text: [[5, 8], [2, 6]]. But if it declares something, that is what it is about.
    if declared.unread:
        raise declared.unread[0].error
    return reading(_read_whole_text(program))


def _collect_whole_values(declared: _Declared) -> list[Assigned]:
    """Collect the declared values that are no parts of others: of ``b`` and ``[b, 2]`` the latter.

    Raises:
        UnreadableError: One is a list of nodes that have variables, and no tree.
    """
    whole_values = [each for each in declared.trees if each.variable not in declared.used_variables]
    _check_no_lists_of_nodes(whole_values, declared)
    return whole_values


def _read_test_cases(program: LiteralProgram) -> list[Assigned]:
    """Read the lists of test cases that a program hands to functions such as ``test.each``."""
    return [Assigned(_read_literal(program, each), _EACH) for each in program.lists_of_cases()]


def _read_values_after_statements(program: LiteralProgram) -> _Declared:
    """Read what a program declares, and apply the statements that change these values.

    Of ``root = new Node("A"); root.left = new Node(3);`` the node A has a child 3.

    Raises:
        UnreadableError: The tree that the program works with cannot be read, or is changed in an
            unknown way.
    """
    declared = _read_declared_values(program)
    # An empty map of C++ is a tree for the statements that fill it.
    declared.trees.extend(Assigned({}, variable) for variable in find_empty_maps(program.bare))

    # Both change the values in `declared`, and return where the statements stand.
    blocks = BracedBlocks(program.bare)
    offsets_of_assignments = _apply_record_assignments(program, blocks, declared.trees)
    offsets_of_links = _apply_node_links(program, blocks, declared)

    # Last, since only a statement that was not applied is an unknown change.
    _check_no_unreadable_tree(program, declared, offsets_of_assignments | offsets_of_links)
    return declared


def _read_trees_in_calls(
    program: LiteralProgram, unread: Sequence[_UnreadDeclaration]
) -> Reading | None:
    """Read the trees that searches are given, ``minimax([[5, 8], [2, 6]], true)``, if any are.

    Calls within functions count only if there are none outside.
    """
    for within_functions in (False, True):
        ranges = program.find_written_out_trees(within_functions=within_functions)
        trees = [Assigned(_read_literal(program, each)) for each in ranges]
        if trees:
            searches = [*program.searches(within_functions=within_functions)]
            return _build_reading(program, trees, unread, searches)
    return None


def _build_reading(
    program: LiteralProgram,
    trees: Sequence[Assigned],
    unread: Sequence[_UnreadDeclaration],
    searches: Sequence[SearchCall] | None = None,
) -> Reading:
    """Build the result of reading a program: its trees, its players and what is left out.

    `searches` are the calls that may say who moves; ``None`` stands for those outside functions.
    """
    if searches is None:
        searches = [*program.searches()]
    players = players_of(program.scalars(), searches)

    # A dictionary keeps each name once, in the order in which they were found.
    left_out = dict.fromkeys([each.variable for each in unread])
    left_out |= dict.fromkeys(players.unclear_variables)
    return Reading(
        [*trees, *players.understood],
        left_out=tuple(f'"{safe(variable)}"' for variable in left_out),
        unclear=players.unclear_calls(),
        searched=frozenset(program.searched_anywhere()),
    )


def _check_no_unreadable_tree(
    program: LiteralProgram, declared: _Declared, applied_offsets: Collection[int]
) -> None:
    """Raise an error if the program works with another tree than those that can be read.

    That is so if a tree is a part of a value that cannot be read, if a statement changes it in an
    unknown way, or if the variable that is called ``tree`` cannot be read. The statements at
    `applied_offsets` are no such changes: they have been applied.
    """
    variables = {each.variable for each in declared.trees if each.value}
    # An empty list may be anything; but if there is nothing else, it is the tree to be filled.
    if not variables:
        variables = {each.variable for each in declared.trees}

    _check_no_tree_in_unread(declared.unread, variables)
    _check_searched_tree_is_read(declared.unread, variables, program.searched())
    _mark_changed_variables_unread(program, declared, variables, applied_offsets)


def _mark_changed_variables_unread(
    program: LiteralProgram,
    declared: _Declared,
    variables: Collection[str],
    applied_offsets: Collection[int],
) -> None:
    """Mark those of `variables` as unread that statements change, such as a list of visited nodes.

    If ``tree`` holds a tree, ``visited.push(3)`` only makes ``visited`` unread, but
    ``tree.push(3)`` is an error. Statements at `applied_offsets` are no such changes.

    Raises:
        UnreadableError: The changed variable may be the tree, or a part of it. The error is
            certain, so that no other syntax is tried.
    """
    main_trees = _collect_main_trees(declared, program.searched())
    for variable in _find_changed_variables(program, declared.trees_of_result):
        is_unknown_change = variable in variables and variable.place not in applied_offsets
        if not is_unknown_change:
            continue

        error = _make_change_error(variable.place, variable)
        if variable in declared.used_variables:  # It is a part of a tree.
            raise error
        other_main_trees = main_trees - {variable}
        if not other_main_trees:  # It may be the tree itself.
            raise error
        declared.forget(variable, error)


def _collect_main_trees(declared: _Declared, searched_variables: Collection[str]) -> set[str]:
    """Collect the variables that hold numbers, and are called as a tree is or are searched."""
    return {
        tree.variable
        for tree in declared.trees
        if (is_called_tree(tree.variable) or tree.variable in searched_variables)
        and holds_number(tree.value)
    }


class _UnreadDeclaration(NamedTuple):
    """What a program declares and what is no literal.

    Attributes:
        variable: The variable; ``return`` for what a function returns.
        value: The range of its value; empty if it is unread since it is changed.
        text: The value.
        error: Why it cannot be read.
    """

    variable: str
    value: range
    text: str
    error: UnreadableError


class _Declaration(NamedTuple):
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


class _Declared(NamedTuple):
    """What a program declares: lists, records and nodes, and what cannot be read.

    Attributes:
        trees: The variables with the lists, records and nodes that they hold.
        unread: What cannot be read.
        used_variables: The variables that are parts of others.
        copied: The variables of C++ that hold no pointer, so that what they are put into has a
            copy.
        trees_of_result: The variables that hold what a function returns, each with the variables
            in the function whose tree that is, or which are parts of it.
    """

    trees: list[Assigned]
    unread: list[_UnreadDeclaration]
    used_variables: set[str]
    copied: set[str]
    trees_of_result: dict[str, set[str]]

    def forget(self, variable: str, error: UnreadableError) -> None:
        """Take a variable whose value is changed for one that cannot be read."""
        self.unread.append(_UnreadDeclaration(variable, range(0), "", error))
        self.trees[:] = [each for each in self.trees if each.variable != variable]


def _read_declared_values(program: LiteralProgram) -> _Declared:
    """Return what a program declares; single values, such as numbers, are left away.

    What functions declare and return counts only if no tree is declared outside of them.
    """
    found_declarations = _find_declarations(program.text, program.bare)
    declarations = [each for each in found_declarations if not _has_name_in_function(program, each)]
    outside = [each for each in declarations if program.is_outside(each.value.start)]
    declared = _read_declarations(program, outside)
    # An empty list may be a field of a class: List<Node> children = new ArrayList<>();
    if any(each.value for each in declared.trees):
        _add_nodes_in_calls(program, declared)
        return declared

    declared = _read_declarations(program, declarations)
    variables = {each.variable for each in declared.trees}
    for value_range in _find_returned_nodes(program, variables):
        _add_made_node(program, value_range, declared)
    declared.trees.extend(_read_returned_trees(program))
    _resolve_results(program, declared)
    return declared


def _has_name_in_function(program: LiteralProgram, declaration: _Declaration) -> bool:
    """Tell whether a variable only holds what a function returns from a variable of that name.

    In ``Node build() { Node root = new Node("A"); …; return root; }`` and ``Node root = build();``
    both are the same tree under one name.
    """
    returned = program.resolve(declaration.value)
    if returned == declaration.value:
        return False
    return program.bare[returned.start : returned.stop].strip() == declaration.variable


def _read_returned_trees(program: LiteralProgram) -> Iterator[Assigned]:
    """Read the trees that functions return and do no more: ``return [[5, 8], [2, 6]];``.

    The function must be called after a tree: another one may return anything, such as the rows of
    a board.
    """
    for value_range in _find_returned_trees(program):
        try:
            value = _read_literal(program, value_range)
        except UnreadableError:
            continue
        if isinstance(value, (list, dict, Constructed)):
            yield Assigned(value)


def _find_returned_trees(program: LiteralProgram) -> Iterator[range]:
    """Find the range of each value that a function called after a tree returns and does no more."""
    for function, value_range in program.returned_values.items():
        if makes_tree(function):
            yield value_range


def _resolve_results(program: LiteralProgram, declared: _Declared) -> None:
    """Take variables from those that are unread if they hold the result of a function that is read.

    In ``function build() { const a = new Node("A"); …; return a; } const tree = build();`` the
    variable ``tree`` holds the tree of ``a``, which the declared trees have already.
    """
    trees = {each.variable for each in declared.trees}
    for each in [*declared.unread]:
        returned_trees = program.find_returned_variables(each.value) & trees
        if returned_trees:
            declared.unread.remove(each)
            declared.trees_of_result[each.variable] = returned_trees


def _add_nodes_in_calls(program: LiteralProgram, declared: _Declared) -> None:
    """Add the trees that are made of variables in calls of searches: ``minimax([left, right])``.

    Then ``left`` is a part of the tree, and no tree of its own.
    """
    variables = {each.variable for each in declared.trees}
    for value_range in program.find_written_out_trees(within_functions=False):
        words = {*_WORD.findall(program.bare, value_range.start, value_range.stop)}
        if not words.isdisjoint(variables):
            _add_made_node(program, value_range, declared)


def _find_returned_nodes(program: LiteralProgram, variables: Collection[str]) -> Iterator[range]:
    """Find the range of each node that functions return, made of two variables or more.

    In ``return new Node("A", [b, c]);`` neither ``b`` nor ``c`` is a tree of its own.

    Args:
        program: The program.
        variables: The variables that hold a list, a record or a node.
    """
    for found in _RETURNED_NODE.finditer(program.bare):
        value = _find_value_range(program.text, found.end())
        words = {*_WORD.findall(program.bare, value.start, value.stop)}
        if len(words.intersection(variables)) > 1:
            yield value


def _add_made_node(program: LiteralProgram, value_range: range, declared: _Declared) -> None:
    """Read a node that is made without a variable of its own, and add it to the declared trees.

    If it cannot be read, it is added to the unread declarations under the name ``return``.
    """
    variable_values = {each.variable: each.value for each in declared.trees}
    used_variables = set(declared.used_variables)
    try:
        node = _read_value(program, value_range, variable_values, used_variables)
    except UnreadableError as error:
        source = program.text[value_range.start : value_range.stop]
        declared.unread.append(_UnreadDeclaration("return", value_range, source, error))
        return

    declared.used_variables.update(used_variables)
    declared.trees.append(Assigned(node))


def _read_declarations(program: LiteralProgram, declarations: Sequence[_Declaration]) -> _Declared:
    """Read the values of declarations in their order: lists, records and nodes become trees.

    A value that is no literal is listed as unread, with its error. A single number or text is
    dropped. Of ``b = [3, 5]; tree = [b, 2]; n = f(b)`` the trees are ``b`` and ``tree``, ``b`` is
    used, and ``n`` is unread.
    """
    declared = _Declared([], [], set(), set(), {})
    # The values that later declarations may refer to. If a variable is declared twice, it is not
    # plain which of its values is meant.
    variable_values: dict[str, Any] = {}
    declaration_counts = Counter(declaration.variable for declaration in declarations)
    for declaration in declarations:
        variable = declaration.variable
        is_export = variable == _EXPORTS and _hands_on_variables(program, declaration.value)
        if variable.startswith(_OF_PYTHON) or is_export:
            continue

        try:
            value = _read_declared_value(
                program, declaration, variable_values, declared.used_variables
            )
        except UnreadableError as error:
            # `module.exports = { tree };` only hands on what stands elsewhere: no loss if it cannot
            # be read.
            if variable != _EXPORTS:
                source = program.text[declaration.value.start : declaration.value.stop]
                declared.unread.append(
                    _UnreadDeclaration(variable, declaration.value, source, error)
                )
            continue

        if isinstance(value, (list, dict, Constructed)):
            declared.trees.append(Assigned(value, variable))
            if _is_copied_when_used(program, declaration):
                declared.copied.add(variable)
            if declaration_counts[variable] == 1:
                variable_values[variable] = value
    return declared


def _hands_on_variables(program: LiteralProgram, value: range) -> bool:
    """Tell whether a value is nothing but names in braces: ``{ tree, minimax }``."""
    return _NAMES_IN_BRACES.fullmatch(program.bare, value.start, value.stop) is not None


def _is_copied_when_used(program: LiteralProgram, declaration: _Declaration) -> bool:
    """Tell whether a variable of C++ holds its value itself, and no pointer to it.

    ``Node b(3);`` does: ``root.add(b)`` adds a copy. ``Node* b = new Node(3);`` does not.
    """
    is_cpp = _INCLUDING in program.text
    is_pointer = _NEW_NODE.match(program.text, declaration.value.start) is not None
    return is_cpp and not is_pointer


def _read_declared_value(
    program: LiteralProgram,
    declaration: _Declaration,
    variable_values: Mapping[str, Any],
    used_variables: set[str],
) -> Any:
    """Read the value of a declaration, and check it against the declared array sizes.

    Variables in it are replaced by their values, and added to `used_variables`.

    Raises:
        UnreadableError: It is no literal, or has other sizes.
    """
    value_range = program.resolve(declaration.value)
    value = _read_value(program, value_range, variable_values, used_variables)
    if declaration.has_doubled_braces:
        value = _remove_doubled_braces(value)
    _check_array_sizes(value, declaration.sizes, declaration.value.start)
    return value


def _read_literal(program: LiteralProgram, value_range: range) -> Any:
    """Read the literal in a range of a program; a variable in it is an error.

    Raises:
        UnreadableError: It is no literal.
    """
    json_text = _find_json_text(program, value_range)
    if json_text is not None:
        return value_in_text(json_syntax.read, _JSON, json_text)

    value = _GRAMMAR.read(program.text, value_range.start, value_range.stop)
    program.classes.name_arguments(value)
    return value


def _find_json_text(program: LiteralProgram, value_range: range) -> Placed | None:
    """Find the text that ``JSON.parse(text)`` is given, if the value is such a call.

    It is only found if the program assigns a text to this variable exactly once.
    """
    call = _JSON_OF_VARIABLE.fullmatch(program.text, value_range.start, value_range.stop)
    if call is None:
        return None

    assignment = rf"\b{call['variable']}\s*=\s*(?P<text>{_TEXT})"
    assignments = list(re.finditer(assignment, program.text))
    if len(assignments) != 1:
        return None
    json_text: Placed = _GRAMMAR.read(program.text, *assignments[0].span("text"))
    return json_text


def _read_value(
    program: LiteralProgram,
    value_range: range,
    variable_values: Mapping[str, Any],
    used_variables: set[str],
) -> Any:
    """Read the value in a range of a program, and replace variables in it by their values.

    The variables are added to `used_variables`.

    Raises:
        UnreadableError: It is no literal, or has an unknown variable or one that is used already.
    """
    if not variable_values:
        return _read_literal(program, value_range)
    words = _WORD.findall(program.text, value_range.start, value_range.stop)
    if variable_values.keys().isdisjoint(words):
        return _read_literal(program, value_range)

    unreplaced = _GRAMMAR_WITH_VARIABLES.read(program.text, value_range.start, value_range.stop)
    program.classes.name_arguments(unreplaced)
    if _is_shorthand_of_javascript(program, value_range, unreplaced):
        unreplaced = {str(variable): variable for variable in unreplaced}
    value, replaced_variables = _replace_variables(unreplaced, variable_values)
    for variable in replaced_variables:
        if variable in used_variables:
            message = f"{quoted(variable)} stands twice in one tree"
            hint = "write the tree out: [[3, 12], [2, 4]]"
            raise UnreadableError(message, value_range.start, hint)
    used_variables.update(replaced_variables)
    return value


def _is_shorthand_of_javascript(program: LiteralProgram, value_range: range, value: Any) -> bool:
    """Tell whether variables in braces are a record of JavaScript: ``const data = {nodes, edges}``.

    In C and Java braces have a list in them.
    """
    if not isinstance(value, list) or program.text[value_range.start] != "{":
        return False
    start_of_line = program.bare.rfind("\n", 0, value_range.start) + 1
    before_value = program.bare[start_of_line : value_range.start]
    is_javascript = _ASSIGNMENT_OF_JAVASCRIPT.fullmatch(before_value) is not None
    return is_javascript and all(isinstance(member, _Variable) for member in value)


def _replace_variables(value: Any, variable_values: Mapping[str, Any]) -> tuple[Any, set[str]]:
    """Replace the variables in a value by their values, and return it with the variables' names.

    If b holds ``[3, 5]``, ``[b, 2]`` becomes ``[[3, 5], 2]``, with the names ``{"b"}``. The lists
    and records of the value are changed in place.

    Raises:
        UnreadableError: A variable is unknown, occurs twice, or stands where no child stands: what
            ``[root]``, ``new Game(root)`` and ``{node: root}`` hold is no other tree.
    """
    _check_is_no_wrapper(value, variable_values)
    replaced_variables: set[str] = set()
    # A variable is replaced in the list or record around it. The value may be a variable itself,
    # so that it needs a list around it, too.
    holder = [value]
    pending: list[Any] = [holder]
    while pending:
        container = pending.pop()
        keys = list(container) if isinstance(container, dict) else range(len(container))
        for key in keys:
            member = container[key]
            if not isinstance(member, _Variable):
                pending += _collect_containers(member)
                continue

            is_unknown = member not in variable_values
            is_second_time = member in replaced_variables
            is_part = not isinstance(container, dict) or _is_part_of_record(container, str(key))
            if is_unknown or is_second_time or not is_part:
                raise _make_variable_error(member, member.place)
            container[key] = variable_values[member]
            replaced_variables.add(member)
    return holder[0], replaced_variables


def _is_part_of_record(record: Mapping[str, Any], key: str) -> bool:
    """Tell whether a child of a node stands under a key, or a part of a graph: its edges."""
    if meaning(key) in {CHILDREN, SIDES}:
        return True
    has_several_parts = sum(map(is_part_of_graph, record)) > 1
    return has_several_parts and is_part_of_graph(key)


def _check_is_no_wrapper(value: Any, variable_values: Mapping[str, Any]) -> None:
    """Raise an error if a value only wraps a variable, and is no node above it.

    Wrappers are a list of one variable, ``[root]``, and those objects that
    :func:`_is_object_around_tree` finds.
    """
    if isinstance(value, Constructed):
        variables = [argument for argument in value.arguments if isinstance(argument, _Variable)]
        if variables and _is_object_around_tree(value, variable_values.get(variables[0])):
            raise _make_variable_error(variables[0], variables[0].place)
        # new Node("B", root): what is called root is the node above, and no child.
        for variable in variables:
            if is_called_root(variable):
                raise _make_variable_error(variable, variable.place)

    if isinstance(value, list) and len(value) == 1 and isinstance(value[0], _Variable):
        raise _make_variable_error(value[0], value[0].place)


def _is_object_around_tree(constructed: Constructed, value_of_variable: Any) -> bool:
    """Tell whether an object that is given a variable is no node, but holds or searches a tree.

    `value_of_variable` is the value of the first variable among its arguments::

        new AlphaBeta(root, 3)   yes: a search
        new Fork(a, b)           no: it has several arguments
        new Node(a)              no: it is called as a node is
        new Max(a)               no: it is called as a player is
        new Thing(children)      no: the variable holds a list, that of its children
        new Game(root)           yes
    """
    if is_search(constructed.function):
        return True
    if len(constructed.arguments) > 1:
        return False
    is_called_node = _CALLED_NODE.search(constructed.function) is not None
    is_called_player = player_named(constructed.function) is not None
    has_list_of_children = isinstance(value_of_variable, list)
    return not (is_called_node or is_called_player or has_list_of_children)


def _collect_containers(value: Any) -> list[Any]:
    """Collect the lists and records whose members a value has: of a call, its arguments."""
    if isinstance(value, Constructed):
        return [value.arguments, value.keywords]
    return [value] if isinstance(value, (list, dict)) else []


def _check_no_lists_of_nodes(trees: Sequence[Assigned], declared: _Declared) -> None:
    """Raise an error if a list holds nodes that have variables: which is the root is not plain.

    Raises:
        UnreadableError: One does, ``all = [root, a, b]``, and is not called as a tree is.
    """
    nodes = {id(each.value) for each in declared.trees if isinstance(each.value, Constructed)}
    for each in trees:
        is_list_of_nodes = isinstance(each.value, list) and any(id(m) in nodes for m in each.value)
        if is_list_of_nodes and not is_called_tree(each.variable):
            message = f"{quoted(each.variable)} is a list of nodes that have variables"
            raise UnreadableError(message, hint="write the tree out: [[3, 12], [2, 4]]")


def _check_no_tree_in_unread(
    unread: Sequence[_UnreadDeclaration], variables: Collection[str]
) -> None:
    """Raise an error if a variable that holds a tree is a part of what cannot be read.

    Raises:
        UnreadableError: It is: ``tree = [a, b]``. What a function or class makes of it is no tree:
            ``n = sizeof(scores)``, ``view = new vis.Network(page, tree)``.
    """
    for each in unread:
        called = _CALLED.match(each.text)
        makes_other = called is not None and makes_no_tree(_get_last_part(called["name"]))
        is_tree = _TREE.match(each.text) is not None and not makes_other
        if is_tree and any(word in variables for word in _WORD.findall(each.text)):
            raise each.error


def _check_searched_tree_is_read(
    unread: Sequence[_UnreadDeclaration], variables: Collection[str], searched: Collection[str]
) -> None:
    """Raise an error if the tree of a program cannot be read, though there are others.

    Raises:
        UnreadableError: It cannot: ``tree = mirrored(a)``.
    """
    unknown = {each.variable: each.error for each in unread}
    unread_tree = find_unknown_tree(variables, list(unknown), searched)
    if unread_tree is not None:
        raise unknown[unread_tree]


def _apply_record_assignments(
    program: LiteralProgram, blocks: BracedBlocks, trees: list[Assigned]
) -> set[int]:
    """Apply the statements that add entries to records: ``tree.put("A", 3);``.

    An empty list in `trees` becomes a record if an entry is added to it. Returns the offsets of the
    statements that were applied.
    """
    index_of_variable = {tree.variable: index for index, tree in enumerate(trees)}
    applied_offsets: set[int] = set()
    for filling in fillings(blocks):
        index = index_of_variable.get(filling.variable)
        if index is None:
            continue
        entry = _read_record_entry(program, filling)
        if entry is None:
            continue

        record = trees[index].value
        # An empty list may be a record: {} of JavaScript and Lua, [] of PHP.
        if record == [] and not entry.key.isdecimal():
            record = {}
            trees[index] = Assigned(record, filling.variable)
        if isinstance(record, dict):
            record[entry.key] = entry.value
            applied_offsets.add(filling.place)
    return applied_offsets


def _apply_node_links(
    program: LiteralProgram, blocks: BracedBlocks, declared: _Declared
) -> set[int]:
    """Apply the statements that link nodes: ``root.left = b;``, ``root.add(b);``.

    Changes the nodes in `declared`, and marks those that are put below others as used. Returns the
    offsets of the statements that were applied.

    Raises:
        UnreadableError: A statement may link nodes in an unknown way.
    """
    # A variable that is declared twice has no certain value.
    counts = Counter(tree.variable for tree in declared.trees)
    values = {tree.variable: tree.value for tree in declared.trees if counts[tree.variable] == 1}
    class_of_node = _find_classes_of_nodes(values, declared.used_variables)
    _check_no_unknown_links(blocks, class_of_node)
    if not class_of_node:
        return set()

    applied_offsets: set[int] = set()
    for link in links(blocks):
        is_of_node = link.variable in class_of_node
        if is_of_node and link.is_call and link.path[-1] in program.classes.altering_methods:
            raise _make_change_error(link.place)
        if is_of_node and _apply_node_link(program, link, values, declared):
            applied_offsets.add(link.place)
        elif may_link_nodes(blocks, link, class_of_node):
            raise _make_change_error(link.place)
    return applied_offsets


def _apply_node_link(
    program: LiteralProgram, link: Link, variable_values: Mapping[str, Any], declared: _Declared
) -> bool:
    """Apply one statement that links nodes, ``root.left = b;``; tell whether that is possible.

    Then its variables, here ``b``, are marked as used. It is not possible for a variable of C++ of
    which only a copy is in the tree.
    """
    if link.variable in declared.copied:
        return False
    # A set of its own, so that nothing is marked if the statement cannot be applied.
    used_variables = set(declared.used_variables)
    children = _read_link_values(program, link, variable_values, used_variables)
    if not children:
        return False
    is_applied = apply_link(variable_values[link.variable], link, children)
    if is_applied:
        declared.used_variables.update(used_variables)
    return is_applied


def _find_classes_of_nodes(
    variable_values: Mapping[str, Any], used_variables: Collection[str]
) -> dict[str, str]:
    """Find the variables that statements may put nodes into, each with the class of its node.

    After ``kids = [a]; root = new Node("A", kids);`` these are ``{"root": "Node", "kids": ""}``: a
    list of children has no class, nor has a record, ``{name: "A", children: []}``. A list that is
    no part of another value does not count, since it may be one of a search, such as its queue.
    """
    class_of_node = {
        variable: value.function
        for variable, value in variable_values.items()
        if isinstance(value, Constructed) and not is_search(value.function)
    }
    for variable, value in variable_values.items():
        is_list_of_children = isinstance(value, list) and variable in used_variables
        if is_list_of_children or _has_list_of_children(value):
            class_of_node[variable] = ""
    return class_of_node


def _has_list_of_children(value: Any) -> bool:
    """Tell whether a value is a record of a node with a list of children, perhaps an empty one."""
    if not isinstance(value, dict):
        return False
    return any(meaning(key) == CHILDREN and isinstance(value[key], list) for key in value)


def _read_link_values(
    program: LiteralProgram,
    link: Link,
    variable_values: Mapping[str, Any],
    used_variables: set[str],
) -> list[Any]:
    """Read the values that a statement puts below a node; return ``[]`` if one cannot be read.

    Variables in the values are added to `used_variables`.
    """
    try:
        return [_read_value(program, each, variable_values, used_variables) for each in link.values]
    except UnreadableError:
        return []


def _check_no_unknown_links(blocks: BracedBlocks, nodes: Collection[str]) -> None:
    """Raise a certain error if nodes may be linked in a way that cannot be told.

    ``here = root;`` gives a node a second name, and ``connect(a, b);`` is a function.
    """
    offset = find_unknown_link(blocks, nodes)
    if offset is not None:
        raise _make_change_error(offset)


def _make_change_error(offset: int | None, variable: str = "") -> UnreadableError:
    """Make the certain error that a value is changed, though no statement is run.

    The message calls the value "a tree" if `variable` is empty or a word such as ``tree``.
    """
    is_tree = variable == "" or is_called_tree(variable)
    changed_value = "a tree" if is_tree else quoted(variable)
    message = f"{changed_value} is changed here, and nothing of a file is run"
    error = UnreadableError(message, offset, "write the tree out: [[3, 12], [2, 4]]")
    error.is_certain = True
    return error


def _read_record_entry(program: LiteralProgram, filling: Filling) -> _Pair | None:
    """Read the key and the value that a statement adds to a record.

    Returns ``None`` if one of them is no literal, or the key is neither a text nor an integer.
    """
    try:
        key = _read_literal(program, filling.key)
        value = _read_literal(program, filling.value)
    except UnreadableError:
        return None

    if not isinstance(key, (str, int)):
        return None
    return _Pair(Placed(str(key), filling.key.start), value)


def _find_changed_variables(
    program: LiteralProgram, trees_of_result: Mapping[str, Collection[str]]
) -> Iterator[Placed]:
    """Find the variables of a program whose values statements change, each with its place.

    A statement changes a variable in one of two ways, each an alternative of ``_CHANGE``:

    - It assigns to a part: in ``root.left = x;`` the group ``changed`` is ``root``, and there is no
      ``method``.
    - It calls a method: in ``tree[0].push(3)`` the group ``owner`` is ``tree`` and ``method`` is
      ``push``. Only methods that are known to change something count, so ``tree.map(f)`` does not.

    If the variable is only a part of others (see :func:`_find_wholes_of_parts`), those are found
    instead.

    Args:
        program: The program.
        trees_of_result: The variables that hold what a function returns; instead of each the trees
            in the function are found.
    """
    bare = program.bare
    wholes_of_part = _find_wholes_of_parts(bare)
    for result, trees in trees_of_result.items():
        wholes_of_part[result].update(trees)
    patterns = (_CHANGE, _CHANGING_FUNCTION, _SWAPPED)
    statements = chain.from_iterable(pattern.finditer(bare) for pattern in patterns)
    for statement in statements:
        method = statement.groupdict().get("method")
        if method is None:
            group = "changed"
        elif _is_changing_method(method) or method in program.classes.altering_methods:
            group = "owner"
        else:
            continue
        variable = statement[group]
        for whole in sorted(wholes_of_part.get(variable, {variable})):
            yield Placed(whole, statement.start(group))


def _find_wholes_of_parts(bare: str) -> defaultdict[str, set[str]]:
    """Find the variables that stand for a part of others, each with these others.

    In ``for (const child of tree) child.push(3);`` and ``left = tree[0]; left.push(3);`` both
    ``child`` and ``left`` are parts of ``tree``, here and in the rest of the program.
    """
    wholes_of_part: defaultdict[str, set[str]] = defaultdict(set)
    for loop in _LOOP.finditer(bare):
        wholes_of_part[loop["part"]].add(loop["whole"])
    for alias in aliases(bare):
        wholes_of_part[alias.name].add(alias.variable)
    return wholes_of_part


def _is_changing_method(method: str) -> bool:
    """Tell whether a method changes what it is called on, in Python or in another language."""
    return is_changing(method) or plain_word(method) in _CHANGING


def _read_whole_text(program: LiteralProgram) -> Any:
    """Read the literal that is the whole text, apart from a semicolon at its end.

    Raises:
        UnreadableError: The text is no literal.
    """
    beginning = _BEGINNING.match(program.text)
    if beginning is None:
        raise UnreadableError("a list or a record was expected here", 0)
    stripped = program.text.rstrip().removesuffix(";")
    return _read_literal(program, range(beginning.end(), len(stripped)))


def _find_declarations(text: str, bare: str) -> Iterator[_Declaration]:
    """Find the variables that a program declares, each with the range of its value.

    ``int tree[3][2] = {{3, 5}, {2, 9}};`` declares ``tree`` with the sizes 3 and 2 and the range of
    the braces. What looks like a declaration within the value of another one, or within one that a
    function returns, is skipped.

    A match of ``_DECLARED`` ends before the value. Of this one the group ``variable`` is ``tree``
    and ``sizes`` is ``[3][2]``.

    Args:
        text: The program.
        bare: The same, with blanks for comments and for what stands in quotes.
    """
    declarations = _find_declaration_starts(text, bare)
    returns = _RETURNED.finditer(bare)
    end_of_last_value = 0
    for found in heapq.merge(declarations, returns, key=re.Match.start):
        is_within_last_value = found.start() < end_of_last_value  # {root = 5}: it is a key.
        if is_within_last_value:
            continue
        value = _find_value_range(text, found.end())
        end_of_last_value = value.stop
        if found.re is _RETURNED:
            continue

        # What declares the variable: the type before it, or a dot before an attribute.
        text_before = text[max(0, found.start() - _LONGEST_TYPE) : found.start()]
        if _is_assignment_to_part(found, text_before):
            continue
        yield _Declaration(
            found["variable"],
            _parse_array_sizes(found["sizes"]),
            value,
            has_doubled_braces=_ARRAY_OF_CPP.search(text_before) is not None,
        )


def _is_assignment_to_part(found: re.Match[str], text_before: str) -> bool:
    """Tell whether what looks like a declaration changes a part of what is declared elsewhere.

    That is so of ``tree["A"] = [3, 5]``, since brackets are sizes only behind a type, and of
    ``root.left = b``.

    Args:
        found: A match of ``_DECLARED``.
        text_before: What stands before it, as far as a type may be long.
    """
    if found["sizes"] != "" and _END_OF_TYPE.search(text_before) is None:
        return True
    names_part_of_node = meaning(found["variable"]) is not None
    return names_part_of_node and _ATTRIBUTE.search(text_before) is not None


def _find_value_range(text: str, start: int) -> range:
    """Find the range of the value that begins at an offset, without what follows of its type.

    That is ``as const`` of TypeScript in ``[[3, 5]] as const``, and ``.freeze`` of Ruby.
    """
    end = find_end_of_value(text, start)
    type_behind = _AS_TYPE.search(text, max(start, end - _LONGEST_TYPE), end)
    if type_behind is not None:
        end = type_behind.start()
    return range(start, end)


def _find_declaration_starts(text: str, bare: str) -> Iterator[re.Match[str]]:
    """Find a match for each declaration whose value may be a list, a record or a call.

    A match of ``_DECLARED`` ends before the value. What stands in comments and in quotes is no
    declaration; blanks stand for it in `bare`, at the same offsets.
    """
    for found in _DECLARED.finditer(bare):
        # Without "=", vector<int> v{3, 5}, it needs a type: `return f{3, 5}` declares nothing.
        has_equals_sign = found["typed"] is None
        if not has_equals_sign:
            if ":" in found[0]:  # for (String name : new String[]{"A", "B"})
                continue
            before = bare[max(0, found.start() - _LONGEST_TYPE) : found.start()]
            if _BEFORE_TYPED.search(before) is None:
                continue
        if _VALUE.match(text, found.end()) is not None:
            yield found


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


class _Pair(NamedTuple):
    """A key with its value, or a named argument."""

    key: Placed
    value: Any


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

    def record(self, *pairs: _Pair) -> dict[str, Any]:
        """Return a record of its keys and values: ``{name: 'A', value: 5}``.

        Raises:
            UnreadableError: A key occurs twice. A program would keep the last value, and another
                part of the tree would be lost.
        """
        record: dict[str, Any] = {}
        for key, value in pairs:
            if key in record:
                place = getattr(key, "place", None)
                raise UnreadableError(f"the key {quoted(key)} stands twice in one record", place)
            record[key] = value
        return record

    def pair(self, key: Placed, value: Any) -> _Pair:
        return _Pair(key, value)

    def item(self, key: Placed, value: Any) -> _Pair:
        """Return the pair of ``["C"] = 2``; an index of C, ``[0] = {5, 8}``, is refused.

        Raises:
            UnreadableError: It is an index, and in which order the members come is not plain.
        """
        if key.isdecimal():
            raise UnreadableError("members by their index are not read", key.place, _IN_ORDER)
        return _Pair(key, value)

    def key(self, token: Token) -> Placed:
        if token.type == "TEXT":
            return self.text(token)
        if token.type == "SYMBOL":
            return self.symbol(token)
        return Placed(token, token.start_pos)

    def constructed(self, name: Token, *values: Any) -> Any:
        """Build the value of a call by the function's name; nothing is run.

        The first of these that fits::

            Node(name = "A")                a node with named facts; of a list or map, a record
            Map.of("A", 5, "B", 8)          a record: keys and values take turns
            JSON.parse('[5, 8]')            what the text holds
            Some(3)                         its only argument
            List.of(5, 8)                   a list
            mapOf(Pair("A", 5))             a record
            new Node("A", 5), newNode(5)    a node

        Raises:
            UnreadableError: It is any other function.
        """
        # Numbers side by side come in one piece; this takes them apart.
        arguments = self.list(*values)
        function = _parse_class_name(name)
        if any(isinstance(argument, _Pair) for argument in arguments):  # Node(name = "A")
            return self._build_from_named_arguments(function, arguments)
        # Before the lists, since of any other class `of` makes a list.
        if name.endswith("Map.of"):
            return _build_record_from_pairs(zip(arguments[::2], arguments[1::2], strict=False))
        if name == _JSON and len(arguments) == 1 and isinstance(arguments[0], Placed):
            return value_in_text(json_syntax.read, _JSON, arguments[0])
        if function in _AROUND_TABLE and len(arguments) == 1 and isinstance(arguments[0], list):
            return arguments[0]
        if function in _AROUND_ONE and len(arguments) == 1:  # Some(3)
            return arguments[0]
        if function in _LISTS:  # List.of(5, 8)
            return _build_list(arguments)
        if function in _RECORDS:  # mapOf(Pair("A", 5))
            return _build_record(arguments)

        # Any other class makes a node.
        is_class = function[:1].isupper()
        is_swift_case = name[:1].isupper() and plain_word(function) in _CASES  # Tree.node
        if is_class or is_swift_case or makes_node(name):
            return _build_node(function, arguments)
        message = f"{quoted(name)} is a function, and nothing of a file is run"
        raise UnreadableError(message, name.start_pos)

    def _build_from_named_arguments(self, function: str, arguments: Any) -> Any:
        """Build the record or the node of a call with named arguments: ``Node(name = "A")``."""
        named = self.record(*(each for each in arguments if isinstance(each, _Pair)))
        others = [each for each in arguments if not isinstance(each, _Pair)]
        if function in _LISTS or function in _RECORDS:
            return named
        return Constructed(function, others, named)

    def initialised(self, name: Token, *values: Any) -> Any:
        """Return the node that a class of C# makes: ``new Node("A") { Value = 5 }``."""
        *arguments, record = self.list(*values)
        return self._build_from_named_arguments(
            _parse_class_name(name), [*starmap(_Pair, record.items()), *arguments]
        )

    def made(self, *values: Any) -> Constructed:
        """Return the node of ``new("A", 5)`` of C#, whose class the declaration names."""
        return _build_node(_NODE, self.list(*values))

    def case(self, name: Token, *values: Any) -> Constructed:
        """Return the node of a case of an enumeration of Swift: ``.node([.leaf(3), .leaf(5)])``."""
        return _build_node(str(name), self.list(*values))

    def array(self, *parts: Any) -> Any:
        return parts[-1]

    def number(self, token: Token) -> Any:
        """Return a number, which C and Java may write as ``0x1F``, ``1_000`` or ``5L``."""
        written = token.replace("_", "")
        if "x" in written.lower():
            return int(written.rstrip("uUlLn"), 16)
        return number(_SUFFIX.sub("", written), token.start_pos)

    def text(self, token: Token) -> Placed:
        return Placed(_ESCAPE.sub(_unescape_character, token[1:-1]), token.start_pos)

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
        last_part = _get_last_part(token)
        if last_part in _NOTHING:
            return None
        if last_part in TRUTH_OF_WORD:
            return TRUTH_OF_WORD[last_part]
        if last_part in _INFINITIES:
            sign = "-" if token.startswith("-") else ""
            return number(f"{sign}{_INFINITIES[last_part]}", token.start_pos)
        if player_named(last_part) is not None:
            return Placed(last_part, token.start_pos)
        raise _make_variable_error(token, token.start_pos)


class _Variable(Placed):
    """The name of a variable in a value, which stands for what the variable holds."""

    __slots__ = ()


@v_args(inline=True)
class _ValuesWithVariables(_Values):
    """Makes the same, with variables in the values."""

    def name(self, token: Token) -> Any:
        """Return the value of a known name; any other is that of a variable."""
        try:
            return super().name(token)
        except UnreadableError:
            return _Variable(token, token.start_pos)

    def constructed(self, name: Token, *values: Any) -> Any:
        """Return the value that a call makes.

        Raises:
            UnreadableError: It copies what a variable holds, ``new ArrayList<>(children)``.
        """
        has_variable_alone = len(values) == 1 and isinstance(values[0], _Variable)
        if has_variable_alone and _get_last_part(name) in _COPYING:
            raise _make_variable_error(values[0], values[0].place)
        return super().constructed(name, *values)


def _make_variable_error(variable: str, place: int | None) -> UnreadableError:
    """Return the error that a variable stands where a value is wanted."""
    message = f"{quoted(variable)} is a variable, and nothing of a file is run"
    return UnreadableError(message, place, "write its value instead")


def _parse_class_name(name: str) -> str:
    """Parse the name of what a call makes: ``of`` of ``List.of``, ``Node`` of ``Node::new``."""
    pointer = _POINTER.fullmatch(name)
    if pointer is not None:  # std::make_shared<Node>
        name = pointer["made"]
    parts = re.split(r"\W+", name)
    is_of_class = len(parts) > 1 and parts[-1] in _MAKING
    return parts[-2] if is_of_class else parts[-1]


def _get_last_part(name: str) -> str:
    """Return the last part of a name with dots: ``of`` in ``List.of``."""
    return re.split(r"\W+", name)[-1]


def _build_node(function: str, arguments: list[Any]) -> Constructed:
    """Build the node that a class makes; ``new Node({name: "A", value: 5})`` names its facts."""
    has_record_alone = len(arguments) == 1 and isinstance(arguments[0], dict)
    if has_record_alone:
        return Constructed(function, [], arguments[0])
    return Constructed(function, [*arguments], {})


def _build_list(arguments: list[Any]) -> Any:
    """Build the list that a call makes from its arguments, or from the one list that it copies."""
    if len(arguments) == 1 and isinstance(arguments[0], list):
        return arguments[0]
    return [*arguments]


def _build_record(arguments: list[Any]) -> dict[Any, Any]:
    """Build the record that a call makes from a record, from pairs, or from nothing.

    >>> _build_record([{"A": 5}]), _build_record([["A", 5], ["B", 8]]), _build_record([[["A", 5]]])
    ({'A': 5}, {'A': 5, 'B': 8}, {'A': 5})

    Any other argument is no entry: ``new HashMap<>(16)`` is empty.
    """
    if len(arguments) == 1 and isinstance(arguments[0], dict):
        copied_record: dict[Any, Any] = arguments[0]
        return copied_record

    has_list_of_pairs = len(arguments) == 1 and _is_list_of_lists(arguments[0])
    entries = arguments[0] if has_list_of_pairs else arguments
    return _build_record_from_pairs(
        entry for entry in entries if isinstance(entry, list) and len(entry) == 2
    )


def _is_list_of_lists(value: Any) -> bool:
    """Tell whether a value is a list in which nothing but lists stands."""
    return isinstance(value, list) and all(isinstance(each, list) for each in value)


def _build_record_from_pairs(pairs: Iterable[Sequence[Any]]) -> dict[Any, Any]:
    """Build the record of pairs of a key and its value.

    Raises:
        UnreadableError: A key is neither a text nor a number.
    """
    record: dict[Any, Any] = {}
    for key, value in pairs:
        if not isinstance(key, (str, int)):
            raise UnreadableError("a key is a name here")
        record[key] = value
    return record


def _unescape_character(escape: re.Match[str]) -> str:
    r"""Convert an escape to the character that it stands for, ``\u25b2`` or ``\n``."""
    code, character = escape.groups()
    if code:
        return chr(int(code, 16))
    return _ESCAPED.get(character, character)


_GRAMMAR: Final = Grammar(_RULES, _Values())
_GRAMMAR_WITH_VARIABLES: Final = Grammar(_RULES, _ValuesWithVariables())
