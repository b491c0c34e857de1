"""The values of a program in Python, whose syntax tree is gone through and never run.

Assignments count, and calls that add to a record or to a graph of networkx; imports, functions and
other statements are passed over. A constructor (``Node(3)``) stays what it is called with, below
the node that it names as its ``parent``.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import NamedTuple

from treeexplorer.formats.cases import find_cases, find_texts_of_trees
from treeexplorer.formats.model import Assigned, Reading, UnreadableError
from treeexplorer.formats.players_beside import parse_levels
from treeexplorer.formats.python_calls import (
    SearchCalls,
    collect_statements_of_tests,
    find_literals_in_calls,
    lists_of_cases,
)
from treeexplorer.formats.python_evaluations import (
    describe_altered_trees,
    describe_evaluations,
)
from treeexplorer.formats.python_expressions import evaluate_and_use
from treeexplorer.formats.python_possible_changes import drop_changed_values
from treeexplorer.formats.python_program import PythonProgram, analyse_program
from treeexplorer.formats.python_statements import (
    evaluate_standalone,
    read_statement,
    read_statements,
)
from treeexplorer.formats.python_variables import NO_VARIABLE, ProgramVariables
from treeexplorer.formats.python_whole_values import (
    check_facts_are_known,
    check_no_arms_choose,
    check_order_of_parts,
    check_tree_is_known,
    choose_whole_values,
    has_tree,
)
from treeexplorer.formats.searches import makes_tree, players_of
from treeexplorer.text import safe


class _CollectedValues(NamedTuple):
    """The values of a program, with the statements in which calls of searches are looked for."""

    values: list[Assigned]
    searched_statements: Sequence[ast.stmt]
    are_within_functions: bool = False


def read_program(text: str, module: ast.Module) -> Reading:
    r"""Return the values in a program that may be trees, and what it says about who moves.

    For example ``b = [3, 5]`` and ``tree = [b, 2]`` give the value of ``tree`` alone, since
    ``b`` is a part of it.

    >>> program = "b = [3, 5]\ntree = [b, 2]"
    >>> read_program(program, ast.parse(program)).values
    [Assigned(value=[[3, 5], 2], variable='tree')]

    Args:
        text: The program.
        module: Its syntax tree, with one step a statement.

    Raises:
        UnreadableError: There is no value at all, or the tree of the program cannot be known
            without running it.
    """
    program = analyse_program(text, module)
    variables = ProgramVariables()
    # All statements come first: a later one may change what an earlier one has assigned, or
    # put it into another value. So only behind the last one it is known what is a whole tree.
    collected = _collect_values(program, variables)
    whole_values = choose_whole_values(collected.values, program, variables)

    # Refuse the program if they may not be the tree that is meant.
    check_no_arms_choose(whole_values, program)
    check_order_of_parts(whole_values, program, variables)
    calls = SearchCalls(program.parts, collected.searched_statements)
    whole_values = drop_changed_values(
        whole_values,
        collected.values,
        calls.searched,
        program,
        variables,
        are_within_functions=collected.are_within_functions,
    )
    check_tree_is_known(whole_values, calls.searched, program, variables)
    check_facts_are_known(whole_values, calls.searched, variables)

    players = players_of([], calls.found)
    # A dictionary keeps each name once, in the order in which it was found.
    left_out = dict.fromkeys([*variables.problems, *players.unclear_variables])
    return Reading(
        [*whole_values, *players.understood],
        left_out=(
            *dict.fromkeys(describe_evaluations(program.parts)),
            *dict.fromkeys(describe_altered_trees(collected.searched_statements)),
            *(f'"{safe(name)}"' for name in left_out),
        ),
        unclear=players.unclear_calls(),
        searched=frozenset(calls.searched_anywhere),
        default_values=program.default_values,
    )


def _collect_values(program: PythonProgram, variables: ProgramVariables) -> _CollectedValues:
    """Collect the values from the first of four places in which there is a tree.

    1. The statements outside functions.
    2. The test cases of pytest, ``@pytest.mark.parametrize("tree, value", [([3, 5], 5)])``.
    3. The functions and blocks.
    4. The calls of searches, ``minimax([[3, 5], [2, 9]], True)``, also in tests.

    The places must be read in this order, since each sees the variables of those before it.
    """
    # 1.
    outside = program.statements
    values = read_statements(outside, program, variables)
    if has_tree(values):
        return _CollectedValues(values, outside)

    # 2.
    test_cases = _find_test_cases(program, variables)
    if test_cases:
        return _CollectedValues(values + test_cases, outside)

    # 3.
    values += _read_statements_within_functions(program, variables)
    values += _evaluate_returned_trees(program, variables)
    filled_values = [assigned for assigned in values if assigned.value]
    if has_tree(filled_values):
        return _CollectedValues(values, outside, are_within_functions=True)

    # 4.
    statements_with_tests = [*outside, *collect_statements_of_tests(program.parts)]
    values += _find_trees_in_calls(statements_with_tests, program, variables)
    return _CollectedValues(values, statements_with_tests)


def _find_test_cases(program: PythonProgram, variables: ProgramVariables) -> list[Assigned]:
    """Find the lists of test cases that stand before the tests of a program."""
    found: list[Assigned] = []
    for word, expression in lists_of_cases(program.parts):
        cases = evaluate_and_use(expression, program, variables).value
        if find_cases(cases) or find_texts_of_trees(cases, are_tests=True):
            variables.drop_problem(NO_VARIABLE)
            found.append(Assigned(cases, word))
    return found


def _read_statements_within_functions(
    program: PythonProgram, variables: ProgramVariables
) -> list[Assigned]:
    """Read the statements of the functions and blocks of a program, and return what they assign.

    A player by ply there, ``player = "MIN"``, holds for a call and not for the tree: it becomes
    a problem instead.
    """
    statements = [part for part in program.parts if isinstance(part, ast.stmt)]
    inner_statements = [each for each in statements if not program.is_outside_functions(each)]

    is_alone = len(inner_statements) == 1
    values: list[Assigned] = []
    for statement in inner_statements:
        for assigned in read_statement(statement, program, variables, is_alone=is_alone):
            if parse_levels(assigned) is None:
                values.append(assigned)
            else:
                problem = UnreadableError("this holds within a function")
                variables.note_problem(assigned.variable, problem)
    return values


def _evaluate_returned_trees(program: PythonProgram, variables: ProgramVariables) -> list[Assigned]:
    """Return what the functions return that do nothing else, and are called after a tree."""
    values: list[Assigned] = []
    for function, returned in program.returned.items():
        if makes_tree(function):
            values += evaluate_standalone(returned, program, variables)
    return values


def _find_trees_in_calls(
    statements: Sequence[ast.stmt], program: PythonProgram, variables: ProgramVariables
) -> list[Assigned]:
    """Find the trees that are written out in calls: ``minimax([[3, 5], [2, 9]], True)``."""
    found: list[Assigned] = []
    for expression in find_literals_in_calls(statements, program.returned):
        trees = evaluate_standalone(expression, program, variables)
        if trees:
            variables.drop_problem(NO_VARIABLE)  # that the call around it has no value
        found += trees
    return found
