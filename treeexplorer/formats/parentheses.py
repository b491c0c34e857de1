"""Lists in parentheses: nested ones, and those of Lisp, Scheme and NLTK that begin with a label.

``((5 8) (2 6))`` is a tree of nested lists, ``(A (B 5 8) (C 2 6))`` one whose labels come first,
and in ``(((5)(8))((2)(6)))`` every number stands alone in its pair, which then is the leaf. A list
of the children may stand behind the label: ``(A ((B (5 8)) (C (2 6))))``. With numbers only,
``(3 12 8)`` is three leaves or a node of value 3 with two: it is refused, as is
``(5 (5 5 8) (2 2 6))``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from lark import Token, Transformer, v_args

from treeexplorer.formats.atoms import atom, is_number, number
from treeexplorer.formats.grammars import Grammar
from treeexplorer.formats.model import Assigned, Label, Placed, Reading, UnreadableError
from treeexplorer.formats.words import WORDS_FOR_LEAVES, WORDS_FOR_NODES
from treeexplorer.text import quoted

_RULES: Final = r"""
// Lists, one or several, or definitions of lists: (define tree '(A (B 5 8) (C 2 6))).
start: _forms

_forms: item | _forms item

?item: bracketed
     | group
     | word
     | text
     | named
     | quoted
     | record

bracketed: _OPENING_BRACKET members? _CLOSING_BRACKET    -> parse_list
members: item               -> start_with_item
       | numbers            -> start_with_numbers
       | members item       -> add_item
       | members numbers    -> add_numbers
?numbers: NUMBERS           -> numbers
        | LONELY_NUMBERS    -> lonely_numbers
group: GROUP
word: WORD
text: TEXT
named: NAME item        -> make_named_node
quoted: _QUOTATION_MARK item
// {:name "A" :children [{:value 5} {:value 8}]} of Clojure
record: "{" _entry* "}"    -> build_record
_entry: (word | text) (item | numbers)

// Numbers that stand side by side come in one piece, each alone in its pair or not, and so does a
// list that holds nothing else.
_OPENING_BRACKET: /[(\[]/
_CLOSING_BRACKET: /[)\]]/
_QUOTATION_MARK: /['`]|\#(?=\()/
NUMBERS: NUMBER (/[\s,]+/ NUMBER)*
LONELY_NUMBERS.2: LONELY_NUMBER (/[\s,]*/ LONELY_NUMBER)+
LONELY_NUMBER: /\(\s*/ NUMBER /\s*\)/
GROUP.1: /\([\s,]*/ NUMBERS /[\s,]*\)/
NUMBER: /[+\-−]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+\-−]?[0-9]+)?(?=[\s,()\[\]{};]|$)/
NAME.1: /[^\W\d][\w']*:(?=[\s(\["+\-−.\d])/
WORD: /[^\s()\[\]{}"',;`]+/
TEXT: /"([^"\\]|\\.)*"/s

COMMENT: /;[^\n]*/ | /\#lang[^\n]*/ | /\#\|([^|]|\|(?!\#))*\|\#/
%ignore COMMENT
%ignore /[\s,]+/
"""
_QUOTING: Final = frozenset({"quote", "quasiquote"})
_LISTING: Final = frozenset({"list", "vector"})
_DEFINING: Final = frozenset({"define", "def", "defparameter", "defvar", "setq", "setf", "set!"})
_OF_PROGRAMS: Final = frozenset(
    {
        "defun", "defn", "lambda", "fn", "let", "let*", "letrec", "begin", "cons", "append",
        "mapcar", "conj", "reverse", "nreverse", "nconc", "mapv",
    }
)  # fmt: skip
_CHANGING: Final = frozenset(
    {
        "push", "pushnew", "pop", "rplaca", "rplacd", "set-car!", "set-cdr!", "nreverse", "nconc",
        "append!", "reverse!", "sort", "incf", "decf", "rotatef", "swap!", "reset!",
    }
)  # fmt: skip
"""The functions that change a list which a variable holds: ``(push '(1 2) tree)``."""
_LANGUAGE_LINE: Final = "#lang"
_MAKING: Final = "make-"
_NODES: Final = WORDS_FOR_NODES | {"tree"}
"""The functions that make a node of a name and children: ``(node 'A (list 3 5))``."""
_NUMBER: Final = re.compile(r"[^\s,()]+")
_COMMENT: Final = re.compile(r";[^\n]*|\#\|.*?\|\#", re.DOTALL)
_MAP: Final = re.compile(r"\s*\{\s*:[\w-]+\s+[^\s=,]")
_LABEL: Final = re.compile(r"\(\s*([^\s(),]+)[\s,]*")
_TO_BRACKETS: Final = str.maketrans("()", "[]")
_PLAYER_FIRST: Final = re.compile(r"\s*\[\s*(?:max|min|chance)\s+\S", re.IGNORECASE)
_NUMBERS_OF_PLAYER: Final = re.compile(
    r"\[\s*(?:max|min|chance)\s+[-+.\d]+\s+[-+.\d]", re.IGNORECASE
)
_LONGEST_SHOWN: Final = 100


def looks_like(text: str) -> bool:
    """Tell whether a text begins with a parenthesis, a quote before one, or a comment of Lisp.

    A map of Clojure begins with a brace and a keyword, ``{:name "A"}``, and a program in Racket
    with a line ``#lang racket``.
    """
    text = text.lstrip()
    beginning = text[:1]
    is_racket = text.startswith(_LANGUAGE_LINE)
    is_map = beginning == "{" and _MAP.match(text) is not None
    return is_map or is_racket or beginning in {"(", "'", ";", "`"}


def looks_like_players_first(text: str) -> bool:
    """Tell whether a text has a player before several numbers in brackets.

    >>> looks_like_players_first("[max [min 3 5] [min 2 9]]")
    True
    >>> looks_like_players_first("[MAX [MIN [3] [5]]]")
    False
    """
    return _PLAYER_FIRST.match(text) is not None and _NUMBERS_OF_PLAYER.search(text) is not None


def read(text: str) -> Reading:
    """Return the lists in parentheses of a text.

    If the text defines variables, as Lisp does, only their values are returned.

    >>> read("(define tree '(A (B 5 8) 2)) (print tree)").values
    [Assigned(value=['A', ['B', 5, 8], 2], variable='tree')]

    Raises:
        UnreadableError: The text is no list in parentheses, or one with two readings.
    """
    forms: list[Any] = _GRAMMAR.read(text)
    for form in forms:
        _check_is_list_with_one_reading(form)
    if len(forms) > 1:
        _check_none_is_alone(forms)

    definitions = [_parse_definition(form) for form in forms]
    values = [value for value in definitions if value is not None]
    if values:
        _check_nothing_is_changed(forms)
    else:
        values = [Assigned(form) for form in forms]

    # Before the lists are brought into the usual form, which changes them.
    for value, _ in values:
        _check_is_no_code(value)
        _check_numbers_first(value, text)
    return Reading([Assigned(_normalise_lists(value), variable) for value, variable in values])


def _check_none_is_alone(forms: list[Any]) -> None:
    """Raise an error if one of several forms is a word or a number alone in its parentheses.

    ``(a)`` before ``((3 5) 2)`` is the number of an exercise, and no tree.
    """
    for form in forms:
        if isinstance(form, list) and len(form) == 1 and not isinstance(form[0], list):
            member = str(form[0])
            place = getattr(form[0], "place", None)
            message = f"{quoted(member)} stands alone in its parentheses, which is no tree"
            hint = "leave it out, or put it behind a semicolon, which begins a comment"
            raise UnreadableError(message, place, hint)


def _check_nothing_is_changed(forms: list[Any]) -> None:
    """Raise an error if one of the forms of a program changes what a variable holds.

    ``(push '(1 2) tree)`` does, and ``(setf (car tree) 3)``.
    """
    for form in forms:
        first = form[0] if isinstance(form, list) and form else None
        if not isinstance(first, Label):
            continue
        word = first.lower()
        sets_part = word == "setf" and len(form) > 1 and isinstance(form[1], list)
        if word in _CHANGING or sets_part:
            message = "a tree may be changed here, and nothing of a file is run"
            raise _make_certain_error(message, first.place)


def _normalise_lists(value: Any) -> Any:
    """Return a list with bare leaves, and with its children themselves behind each label.

    The Penn Treebank puts an empty pair around each tree, ``( (S (NP 3 5) 2) )``, which is no node.
    """
    is_around_tree = isinstance(value, list) and len(value) == 1 and isinstance(value[0], list)
    if is_around_tree and _begins_with_label(value[0]):
        value = value[0]
    return _remove_parentheses_of_leaves(_unpack_children_behind_labels(value))


def _check_is_no_code(value: Any) -> None:
    """Raise an error if a list, or a list within it, is a piece of a Lisp program and no tree.

    ==================  ======  ================================================================
    ``(let (A 5))``     raises  it begins with a word of Lisp
    ``(A :value 5)``    raises  ``:value`` is a keyword, which stands before an argument
    ``(:A 5 8)``        passes  the first member of a list is its label, whatever it looks like
    ==================  ======  ================================================================

    Anything but a list passes. The error is marked as certain, so that no other syntax is tried.
    """
    if not isinstance(value, list):
        return
    for members in _walk_lists(value):
        if not members:
            continue
        first, *others = members
        # The grammar has made a label of a word that stands first.
        is_word_of_lisp = isinstance(first, Label) and first.lower() in _DEFINING | _OF_PROGRAMS
        if is_word_of_lisp:
            raise _make_certain_error(f"{quoted(first)} begins no list of a tree", first.place)
        for member in others:
            if _is_keyword(member):
                message = f"the keyword {quoted(member)} cannot be read"
                raise _make_certain_error(message, member.place)


def _is_keyword(member: Any) -> bool:
    """Tell whether a member of a list is a word that begins with a colon: ``:value``."""
    return isinstance(member, Placed) and len(member) > 1 and member.startswith(":")


def _make_certain_error(message: str, place: int | None) -> UnreadableError:
    """Return an error about a text that is surely Lisp, so that no other syntax is tried."""
    hint = "a tree is a label before its children: (A (B 5 8) 3)"
    return UnreadableError(message, place, hint, is_certain=True)


def _check_numbers_first(value: Any, text: str) -> None:
    """Raise an error if every list begins with a number that may be a label or a leaf.

    Of ``(5 (5 5 8) (2 2 6))`` the error shows both readings in the notation, made of the whole
    text. Only lists of three members and more count::

        [5 [5 5 8] [2 2 6]]    seven leaves
        5[5[5 8] 2[2 6]]       four leaves, and three nodes with labels
    """
    if not isinstance(value, list) or not all(map(_begins_with_number, _walk_lists(value))):
        return

    message = "every list begins with a number, which may be a label or a leaf"
    text_on_one_line = " ".join(_COMMENT.sub(" ", text).split())
    is_too_long_to_show = len(text_on_one_line) > _LONGEST_SHOWN
    if is_too_long_to_show:
        raise UnreadableError(message, hint="write [5 [5 5 8]] or 5[5[5 8]]")
    with_leaves = text_on_one_line.translate(_TO_BRACKETS)
    with_labels = _write_labels_before_brackets(text_on_one_line)
    raise UnreadableError(message, hint=f"write {with_leaves} or {with_labels}")


def _write_labels_before_brackets(text: str) -> str:
    """Return lists in parentheses in the notation, with the first member of each as its label.

    >>> _write_labels_before_brackets("(5 (5 5 8) (2 2 6))")
    '5[5[5 8] 2[2 6]]'
    """
    # An opening parenthesis with its label, "(5 ", becomes "5[".
    text_with_labels_outside = _LABEL.sub(r"\1[", text)
    return text_with_labels_outside.translate(_TO_BRACKETS)  # and what is left, ")", becomes "]"


def _begins_with_number(members: list[Any]) -> bool:
    """Tell whether a list begins with a number, and several others follow."""
    return len(members) > 2 and is_number(members[0])


def _unpack_children_behind_labels(root: Any) -> Any:
    """Put the children of each label directly behind it, where they stand in a list of their own.

    >>> _unpack_children_behind_labels([Label("A"), [[Label("B"), [5, 8]], 3]])
    ['A', ['B', 5, 8], 3]

    If the tree is written in another way, it is returned as it is. Else its lists are changed in
    place, without recursion, so that no tree is too deep; the outermost is returned.
    """
    # The order in which they are unpacked does not matter, since the lists within each stay the
    # same objects.
    for node in _find_nodes_with_list_of_children(root):
        label, children = node
        node[:] = [label, *children]  # [A, [5, 8]] becomes [A, 5, 8]
    return root


def _find_nodes_with_list_of_children(root: Any) -> list[list[Any]]:
    """Find the nodes whose children stand in a list of their own, directly behind the label.

    In ``(A ((B (5 8)) (D 3)))`` these are A and B, and D is a leaf. If a node of the tree is
    written otherwise, as B in ``(A ((B 5 8) 3))``, there are none: the result is empty.
    """
    if not isinstance(root, list) or not _begins_with_label(root):
        return []

    all_lists = [*_walk_lists(root)]
    if not all(map(_is_node_or_list_of_children, all_lists)):
        return []
    nodes = [members for members in all_lists if _begins_with_label(members)]
    return [node for node in nodes if isinstance(node[1], list)]  # [D, 3] is a leaf


def _is_node_or_list_of_children(members: list[Any]) -> bool:
    """Tell whether a list can be a node with its children in a list, or such a list of children.

    =============================  ===========================================================
    ``(A (5 8))``, ``(D 5)``       yes: a label, and behind it alone a list or a number
    ``(A 5 8)``, ``(A (B 5))``     no: children stand directly behind the label
    ``(5 (B (2 6)))``              yes: a list of children, the leaf 5 and the node B
    ``((5 8) 3)``                  no: ``(5 8)`` is a node itself, as it stands behind no label
    =============================  ===========================================================
    """
    if _begins_with_label(members):
        return len(members) == 2 and _is_value_or_children(members[1])
    return all(_begins_with_label(member) for member in members if isinstance(member, list))


def _begins_with_label(members: list[Any]) -> bool:
    return len(members) > 0 and isinstance(members[0], Label)


def _is_value_or_children(member: Any) -> bool:
    """Tell whether the only member behind a label is a number, or a list without a label."""
    if isinstance(member, list):
        return len(member) > 0 and not _begins_with_label(member)
    return is_number(member)


def _check_is_list_with_one_reading(form: Any) -> None:
    """Raise an error if a form is no list, or a list that may be two trees.

    A list of numbers alone may be: ``(5 3 8)`` is the leaves 5, 3 and 8, or a node labelled 5 with
    the leaves 3 and 8. A record of Clojure, ``{:name "A"}``, passes.
    """
    is_record = isinstance(form, dict)
    if is_record:
        return

    if not isinstance(form, list):
        place = getattr(form, "place", 0)
        raise UnreadableError("a list in parentheses was expected here", place)

    has_only_numbers = len(form) > 1 and all(map(is_number, form))
    if has_only_numbers:
        raise _make_two_readings_error(form)


def _make_two_readings_error(numbers: list[Any]) -> UnreadableError:
    """Return the error that the first number may be a label or a leaf, with both readings."""
    first, *others = map(str, numbers)
    leaves = " ".join(others)
    message = "numbers alone in parentheses fit two readings"
    return UnreadableError(message, hint=f"write [{first} {leaves}] or {first}[{leaves}]")


def _parse_definition(form: Any) -> Assigned | None:
    """Return the variable and the value of ``(define tree …)``; ``None`` for any other form.

    ``(define (tree) …)``, a function without parameters, is such a definition, too.
    """
    if len(form) != 3:
        return None
    word, name, value = form
    if not isinstance(word, Label) or word not in _DEFINING:
        return None

    is_function = isinstance(name, list) and len(name) == 1 and isinstance(name[0], Label)
    variable = name[0] if is_function else name
    if not isinstance(variable, Placed):
        return None
    # Lisp writes *tree* for a variable of the whole program.
    return Assigned(value, variable.strip("*"))


def _remove_parentheses_of_leaves(root: Any) -> Any:
    """Remove the parentheses around single numbers, if all numbers have them.

    >>> _remove_parentheses_of_leaves([[5], [[2], [6]]]), _remove_parentheses_of_leaves([[5], [2]])
    ([5, [2, 6]], [5, 2])
    >>> _remove_parentheses_of_leaves([[5], [2, 6]])
    [[5], [2, 6]]

    The list is changed in place, so that no tree is too deep, and returned. If a number stands
    beside anything else, all stay as they are: then ``(5)`` is a node with one leaf. Anything but a
    list is returned as it is.
    """
    if not isinstance(root, list):
        return root
    if any(map(_has_number_among_others, _walk_lists(root))):
        return root

    for members in _walk_lists(root):
        for position, member in enumerate(members):
            is_number_alone = isinstance(member, list) and len(member) == 1 and is_number(member[0])
            if is_number_alone:
                members[position] = member[0]
    return root


def _has_number_among_others(members: list[Any]) -> bool:
    """Tell whether a list has a number and at least one other member."""
    return len(members) > 1 and any(map(is_number, members))


def _walk_lists(root: list[Any]) -> Iterator[list[Any]]:
    """Yield a list and all lists in it, in no particular order."""
    stack = [root]
    while stack:
        members = stack.pop()
        yield members
        stack += [member for member in members if isinstance(member, list)]


class _Quoted(Placed):
    """A word behind a quotation mark, ``'A``: a name, and no function."""

    __slots__ = ()


def _is_word(member: Any) -> bool:
    """Tell whether a member of a list is a word or a text that spells no number."""
    return isinstance(member, Placed) and not is_number(member)


def _remove_make_prefix(function: Placed) -> str:
    """Return the word for what a function makes: ``leaf`` of ``make-leaf``."""
    return function.lower().removeprefix(_MAKING)


def _is_node_call(first: Placed, arguments: list[Any]) -> bool:
    """Tell whether a list calls a function that makes a node.

    ========================  ==============================================================
    ``(f 'A 3 5)``            yes: the name of the node is quoted, and so ``f`` is a function
    ``(node A 3 5)``          yes: the function is called as a node is
    ``(make-node A 3 5)``     yes, likewise
    ``(B A 3 5)``             no: B is the label of a node, and A a leaf
    ``(node A B C)``          no: words alone may all be leaves
    ``(define 'A 3)``         no: a word of the language
    ========================  ==============================================================
    """
    is_word_of_lisp = first.lower() in _DEFINING or first.lower() in _OF_PROGRAMS
    if is_word_of_lisp or not arguments:
        return False
    name, *children = arguments
    if isinstance(name, _Quoted):
        return True

    has_function_of_nodes = _remove_make_prefix(first) in _NODES
    has_children = bool(children) and not any(map(_is_word, children))
    return has_function_of_nodes and _is_word(name) and has_children


def _convert_call_to_node(first: Placed, arguments: list[Any]) -> list[Any]:
    """Return the node that a call makes, its name before its children.

    ``(node 'A 5 8)`` and ``(node 'A (list 5 8))`` both become ``['A', 5, 8]``. If there is anything
    else among the arguments, such as a second name, an error is raised.
    """
    name, *others = arguments
    label = Label(name, name.place)
    lists = [other for other in others if isinstance(other, list) and not _begins_with_label(other)]
    are_children = not lists and not any(map(_is_word, others))
    if are_children:
        return [label, *others]

    is_list_of_children = len(lists) == 1 and len(others) == 1
    if is_list_of_children:
        return [label, *lists[0]]

    message = f"{quoted(first)} is given more than a name and children"
    raise _make_certain_error(message, first.place)


def _check_no_value_before_children(first: Placed, arguments: list[Any]) -> None:
    """Raise an error if a node has a number before its children, ``(node 5 (node 3) (node 8))``."""
    if not arguments or _remove_make_prefix(first) not in _NODES or not is_number(arguments[0]):
        return
    if any(isinstance(member, list) or _is_word(member) for member in arguments[1:]):
        message = f"the number behind {quoted(first)} may be a value of the node or a leaf below it"
        raise _make_certain_error(message, first.place)


class _Numbers(list[Any]):
    """Numbers side by side, which are still to be put into the list around them."""

    __slots__ = ()


def _convert_record_value(value: Any) -> Any:
    """Return what stands behind a key: a word without its colon, and a list without a label."""
    if isinstance(value, _Numbers):
        return value[0]
    if isinstance(value, list):
        return [_remove_colon_of_word(member) for member in value]
    return None if value == "nil" else _remove_colon_of_word(value)


def _remove_colon_of_word(value: Any) -> Any:
    """Return a word without the colon of a keyword; anything else as it is."""
    return _remove_colon(value) if _is_word(value) else value


def _remove_colon(word: Placed) -> Placed:
    """Return a word without the colon of a keyword: ``name`` of ``:name``."""
    return Placed(word.removeprefix(":"), word.place)


@v_args(inline=True)
class _Lists(Transformer[Token, Any]):
    """Builds lists; a word or text at the beginning of a list is its label."""

    def start(self, *forms: Any) -> list[Any]:
        return list(forms)

    def parse_list(self, members: list[Any] | None = None) -> Any:
        """Return what a pair of parentheses stands for, by its first member.

        ===========================  ======================================
        ``()``, ``((5 8) (2 6))``    a list, since no word stands first
        ``(quote (A 5 8))``          the item that is quoted
        ``(list 5 8)``               a list
        ``(leaf 5)``                 the number
        ``(node 'A (list 5 8))``     a node, made by a function
        ``(A 5 8)``                  a node with the label A: any other word
        ===========================  ======================================

        ``members`` is what stands in the parentheses, from left to right; ``None`` for nothing.
        """
        if not members:
            return []
        first, *others = members
        if not _is_word(first):
            return members

        word = first.lower()
        has_one_argument = len(others) == 1
        if word in _QUOTING and has_one_argument:
            return self.quoted(others[0])
        if word in _LISTING:
            return others
        is_leaf_function = _remove_make_prefix(first) in WORDS_FOR_LEAVES
        if is_leaf_function and has_one_argument and is_number(others[0]):
            return others[0]
        if _is_node_call(first, others):
            return _convert_call_to_node(first, others)

        _check_no_value_before_children(first, others)
        return [Label(first, first.place), *others]

    def start_with_item(self, item: Any) -> list[Any]:
        return self.add_item([], item)

    def start_with_numbers(self, numbers: list[Any]) -> list[Any]:
        return [*numbers]

    def add_item(self, members: list[Any], item: Any) -> list[Any]:
        """Add an item to the members of the list that stand before it, and return them.

        ``nil``, which stands where a child would, is left out. The dot of a dotted pair,
        ``(A . 5)``, is refused.
        """
        if item == ".":
            # It is Lisp: no other syntax is to be tried.
            message = "a dotted pair is no list of children"
            raise UnreadableError(message, item.place, is_certain=True)
        is_nil = isinstance(item, Placed) and item.lower() == "nil"
        if not is_nil:
            members.append(item)
        return members

    def add_numbers(self, members: list[Any], numbers: list[Any]) -> list[Any]:
        members += numbers
        return members

    def numbers(self, token: Token) -> list[Any]:
        start = 0 if token.start_pos is None else token.start_pos
        return _Numbers(
            number(found[0], start + found.start()) for found in _NUMBER.finditer(token)
        )

    def lonely_numbers(self, token: Token) -> list[Any]:
        return [[leaf] for leaf in self.numbers(token)]

    def group(self, token: Token) -> list[Any]:
        return [*self.numbers(token)]

    def word(self, token: Token) -> Placed:
        return atom(str(token), token.start_pos)

    def text(self, token: Token) -> Placed:
        return Placed(re.sub(r"\\(.)", r"\1", token[1:-1]), token.start_pos)

    def make_named_node(self, name: Token, item: Any) -> list[Any]:
        """Return a node whose name stands before its value or list: ``A:5``, ``A:(B C)``."""
        label = Label(name[:-1], name.start_pos)
        if isinstance(item, list):
            return [label, *item]
        return [label, item]

    def quoted(self, item: Any) -> Any:
        return _Quoted(item, item.place) if _is_word(item) else item

    def build_record(self, *keys_and_values: Any) -> dict[str, Any]:
        """Return the record of keys and values in turn: ``:value``, 5 becomes ``{"value": 5}``.

        A key that occurs twice, or has several numbers behind it, is refused.
        """
        keys = keys_and_values[::2]
        values = keys_and_values[1::2]
        record: dict[str, Any] = {}
        for key, value in zip(keys, values, strict=True):
            name = _remove_colon(key)
            if name in record:
                message = f"the key {quoted(name)} stands twice in one record"
                raise UnreadableError(message, key.place)
            if isinstance(value, _Numbers) and len(value) > 1:
                raise UnreadableError(f"the key {quoted(name)} has several values", key.place)
            record[name] = _convert_record_value(value)
        return record


_GRAMMAR: Final = Grammar(_RULES, _Lists())
