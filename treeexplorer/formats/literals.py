"""Literals of JavaScript, C, Java and their like: ``const tree = [[5, 8], [2, 6]];``.

A literal is a value that is written out. It is found in a program of any of these languages,
whatever stands around it; but a program of JavaScript of which all is known is followed instead
(:mod:`script_programs`), and no literal is looked for.

What a literal is, is said in :mod:`literal_grammar`; what a program declares in
:mod:`literal_variables`; what its statements do with that in :mod:`literal_statements`. Here the
place of a text is chosen in which its trees stand. Nothing of a program is run.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

from treeexplorer.formats.literal_declarations import find_declaration_starts
from treeexplorer.formats.literal_evaluations import describe_own_search
from treeexplorer.formats.literal_programs import LiteralProgram, blank_out_texts
from treeexplorer.formats.literal_statements import read_values_after_statements
from treeexplorer.formats.literal_values import read_literal
from treeexplorer.formats.literal_variables import DeclaredValues, find_returned_trees
from treeexplorer.formats.model import (
    NO_TREE_IN_PROGRAM,
    WRITE_TREE_AS_LISTS,
    Assigned,
    Constructed,
    NeedsRunError,
    Reading,
    UnreadableError,
    reading,
)
from treeexplorer.formats.script_programs import read_followed
from treeexplorer.formats.searches import SearchCall, is_called_tree, players_of
from treeexplorer.text import quoted, safe

_BEGINNING: Final = re.compile(
    r"\s*+(?>(?://[^\n]*+\s*+|/\*(?s:.*?)\*/\s*+)*)(?:export\s+default\b|return\b)?\s*(?=[\[{]|new\b|\w[\w.:]*\()"
)
_IN_TESTS: Final = re.compile(  # expect(minimax([[5, 8], [2, 6]])).toBe(5)   test.each([
    r"\b(?:expect|assert\w{0,20})\s*\([^\n]{0,80}\(\s*(?:new\b|[\[{])|\.each\s*\(\s*\["
)
_OBJECT_WITH_ROOT: Final = re.compile(r"\bthis\.(?:root|tree|gameTree)\s*=(?!=)")
_FUNCTION_OF_PYTHON: Final = re.compile(r"^[ \t]*def [^\n]+:[ \t]*(?:#.*)?$", re.MULTILINE)
_WRITTEN_OUT: Final = re.compile(r"\s*(?:[\[{]|new\b)")
_WRITE_TREE_INTO_PROGRAM: Final = "write the tree into it, as in tree = {{3, 12}, {2, 4}};"
_EACH: Final = "each"
"""The function of Jest that is given a list of test cases."""
_MAY_RETURN: Final = re.compile(r"\breturn\s|=>")
"""What a text has that may define a function that returns a tree."""


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
        or next(find_declaration_starts(text, bare), None) is not None
        or (_MAY_RETURN.search(text) is not None and _has_function_of_tree(text))
    )


def _has_function_of_tree(text: str) -> bool:
    """Tell whether a text defines a function that is called after the tree that it returns."""
    return next(find_returned_trees(LiteralProgram(text)), None) is not None


def read(text: str) -> Reading:
    """Return the trees of a program, or the one literal that a text is.

    A program of JavaScript is followed, if all of it is known. Of any other one the literals are
    looked for, which are values that are written out: of ``int tree[2][2] = {{5, 8}, {2, 6}};`` the
    list, with the variable ``tree``. Nothing of the program is run.

    Returns:
        The trees in the order of the text, then what the program says about who moves; which
        variables are left out; and what of the players stays unclear.

    Raises:
        UnreadableError: No literal can be read; the first that cannot is named. Or one that can is
            a part of such a one, or is changed by a statement.
    """
    followed = read_followed(text)
    if followed is not None and _has_all_trees(followed, text):
        return _add_own_search(followed, text)
    try:
        found = _read_program(text)
    except UnreadableError:
        if followed is None:
            raise
        return _add_own_search(followed, text)
    _check_no_arms_choose(found, text)
    return found


def _has_all_trees(followed: Reading, text: str) -> bool:
    """Tell whether all trees of a program are among those that were found by following it.

    They are if nothing was left out. They are as well if the root of an object is set in steps,
    ``this.root = new Node(3)``: what is declared beside that is no tree of its own.
    """
    has_root_of_object = _OBJECT_WITH_ROOT.search(text) is not None
    return followed.left_out == () or has_root_of_object


def _add_own_search(followed: Reading, text: str) -> Reading:
    """Add to what is left out that the program's search takes other values or another order."""
    left_out = [*describe_own_search(LiteralProgram(text)), *followed.left_out]
    return followed._replace(left_out=tuple(dict.fromkeys(left_out)))


def _check_no_arms_choose(reading_of_program: Reading, text: str) -> None:
    """Check that no variable has one tree in an arm of an ``if``, and another one behind ``else``.

    Raises:
        UnreadableError: One has, and which of them is meant only a run can tell.
    """
    for variable in _find_variables_with_several_trees(reading_of_program.values):
        place = _find_choice_of_arms(variable, text)
        if place is not None:
            message = f"{quoted(variable)} is another tree in each arm of an `if`"
            hint = "leave all but one of them out"
            raise UnreadableError(message, place, hint, is_certain=True)


def _find_variables_with_several_trees(values: Sequence[Assigned]) -> Iterator[str]:
    """Find the variables to which a program assigns a list, a record or a node several times."""
    containers = (list, tuple, dict, Constructed)
    counts = Counter(each.variable for each in values if isinstance(each.value, containers))
    for variable, count in counts.items():
        if variable and count > 1:
            yield variable


def _find_choice_of_arms(variable: str, text: str) -> int | None:
    """Find where an arm of an ``if`` assigns to a variable to which the other arm assigns, too.

    >>> _find_choice_of_arms("tree", "if (big) { tree = [3, 5]; } else { tree = [2, 9]; }")
    11
    >>> _find_choice_of_arms("tree", "tree = [3, 5]; if (big) { show(); } else { tree = [2, 9]; }")
    """
    if "else" not in text:
        return None
    assignment = rf"\b{re.escape(variable)}\s*=(?!=)"
    value = "[^;]*;?"
    end_of_arm = r"\s*\}?\s*"
    # Nothing else is assigned before it in this arm.
    begin_of_other_arm = r"else\b[^=;]*"
    found = re.search(assignment + value + end_of_arm + begin_of_other_arm + assignment, text)
    return None if found is None else found.start()


def _read_program(text: str) -> Reading:
    """Read the trees in the first place of a text that has some; see ``_PLACES``.

    Raises:
        UnreadableError: No literal can be read, or the tree is changed by a statement.
    """
    program = LiteralProgram(text)
    declared = read_values_after_statements(program)
    for read_place in _PLACES:
        found = read_place(program, declared)
        if found is not None:
            return found
    if declared.unread:
        raise _choose_error(program, declared)
    return reading(_read_whole_text(program))


def _choose_error(program: LiteralProgram, declared: DeclaredValues) -> UnreadableError:
    """Choose why no tree of a program can be read: the error of what is meant as its tree.

    That is called so, is searched, or is written out: ``int leaves[] = {3, n}``. What a function
    notes for itself, ``int best = max(best, value);``, is no tree, unless more is wrong with it
    than that it would have to be run.
    """
    searched = program.find_variables_searched_anywhere()
    for unread in declared.unread:
        is_named = is_called_tree(unread.variable) or unread.variable in searched
        is_written_out = _WRITTEN_OUT.match(unread.source) is not None
        needs_run = isinstance(unread.error, NeedsRunError)
        if is_named or is_written_out or not needs_run:
            return unread.error
    return UnreadableError(NO_TREE_IN_PROGRAM, hint=_WRITE_TREE_INTO_PROGRAM)


def _read_variables(program: LiteralProgram, declared: DeclaredValues) -> Reading | None:
    """Read the trees in variables that are no parts of others: of ``b`` and ``[b, 2]`` the latter.

    Raises:
        UnreadableError: One is a list of nodes that have variables, and no tree.
    """
    trees = [tree for tree in declared.trees if tree.variable not in declared.used_variables]
    _check_no_lists_of_nodes(trees, declared)
    if not trees:
        return None
    return _make_reading(program, declared, trees, [*program.find_searches()])


def _read_test_cases(program: LiteralProgram, declared: DeclaredValues) -> Reading | None:
    """Read the lists of test cases that a program hands to functions such as ``test.each``.

    Raises:
        UnreadableError: One is no literal.
    """
    ranges = program.find_lists_of_cases()
    trees = [Assigned(read_literal(program, value_range), _EACH) for value_range in ranges]
    if not trees:
        return None
    return _make_reading(program, declared, trees, [*program.find_searches()])


def _read_calls_outside_functions(
    program: LiteralProgram, declared: DeclaredValues
) -> Reading | None:
    """Read the trees that the program gives to searches: ``minimax([[5, 8], [2, 6]], true)``."""
    return _read_calls(program, declared, within_functions=False)


def _read_calls_anywhere(program: LiteralProgram, declared: DeclaredValues) -> Reading | None:
    """Read the trees that the program or its functions give to searches, as tests do."""
    return _read_calls(program, declared, within_functions=True)


def _read_calls(
    program: LiteralProgram, declared: DeclaredValues, *, within_functions: bool
) -> Reading | None:
    """Read the trees that searches are given; their calls may say who moves, too.

    Raises:
        UnreadableError: One is no literal.
    """
    ranges = program.find_written_out_trees(within_functions=within_functions)
    trees = [Assigned(read_literal(program, value_range)) for value_range in ranges]
    if not trees:
        return None
    searches = [*program.find_searches(within_functions=within_functions)]
    return _make_reading(program, declared, trees, searches)


_PLACES: Final = (
    # What a program declares is its tree, whatever it tries beside: const tree = [[5, 8], 2];
    _read_variables,
    # Cases are many trees, and a call is one of them: test.each([[[[5, 8], [2, 6]], 5]])
    _read_test_cases,
    # Without variables the tree is where it is searched: minimax([[5, 8], [2, 6]], true)
    _read_calls_outside_functions,
    # A function may never run; but where nothing else has a tree, it is a test of this one.
    _read_calls_anywhere,
)
"""Where the trees of a program may stand; the first place that has some counts."""


def _read_whole_text(program: LiteralProgram) -> Any:
    """Read the literal that is the whole text, apart from a semicolon at its end.

    Raises:
        UnreadableError: The text is no literal.
    """
    beginning = _BEGINNING.match(program.text)
    if beginning is None:
        raise UnreadableError("a list or a record was expected here", 0)
    stripped = program.text.rstrip().removesuffix(";")
    return read_literal(program, range(beginning.end(), len(stripped)))


def _make_reading(
    program: LiteralProgram,
    declared: DeclaredValues,
    trees: Sequence[Assigned],
    searches: Sequence[SearchCall],
) -> Reading:
    """Make the reading of a program: its trees, who moves, and which variables are left out.

    `searches` are the calls that may say who moves.
    """
    players = players_of(program.find_player_variables(), searches)
    left_out = [unread.variable for unread in declared.unread] + players.unclear_variables
    return Reading(
        [*trees, *players.understood],
        left_out=(
            *dict.fromkeys(describe_own_search(program)),
            *(f'"{safe(variable)}"' for variable in dict.fromkeys(left_out)),
        ),
        unclear=players.unclear_calls(),
        searched=frozenset(program.find_variables_searched_anywhere()),
        default_values=program.classes.default_values,
    )


def _check_no_lists_of_nodes(trees: Sequence[Assigned], declared: DeclaredValues) -> None:
    """Check that no list holds nodes that have variables: which is the root is not plain.

    Raises:
        UnreadableError: One does, ``all = [root, a, b]``, and is not called as a tree is.
    """
    node_ids = {id(tree.value) for tree in declared.trees if isinstance(tree.value, Constructed)}
    for tree in trees:
        if not isinstance(tree.value, list) or is_called_tree(tree.variable):
            continue
        if any(id(member) in node_ids for member in tree.value):
            message = f"{quoted(tree.variable)} is a list of nodes that have variables"
            raise UnreadableError(message, hint=WRITE_TREE_AS_LISTS)
