"""What the variables of a program in Python hold, and which of these values are parts of others."""

from __future__ import annotations

from treeexplorer.formats.model import Assigned, UnreadableError
from treeexplorer.formats.python_variables import ProgramVariables


def test_a_variable_that_is_assigned_anew_is_free_and_its_old_value_stays_a_part() -> None:
    variables = ProgramVariables()
    old_value = [3, 5]
    new_value = [7, 8]
    variables.assign("b", old_value)
    variables.mark_as_used(["b"])
    variables.assign("b", new_value)
    assert not variables.is_used("b")
    assert variables.is_part_of_another(Assigned(old_value, "b"))
    assert not variables.is_part_of_another(Assigned(new_value, "b"))


def test_a_variable_that_is_forgotten_is_not_used() -> None:
    variables = ProgramVariables()
    value = [3, 5]
    variables.assign("b", value)
    variables.mark_as_used(["b"])
    variables.forget("b", UnreadableError("“f” is a function"))
    assert "b" not in variables
    assert not variables.is_used("b")
    assert variables.is_part_of_another(Assigned(value, "b"))


def test_a_tree_in_a_queue_is_whole_until_the_queue_is_used() -> None:
    variables = ProgramVariables()
    root = [3, 5]
    variables.assign("root", root)
    variables.assign_queue("queue", [root], "root")
    assert not variables.is_part_of_another(Assigned(root, "root"))
    variables.mark_as_used(["queue"])
    assert variables.is_part_of_another(Assigned(root, "root"))


def test_the_first_reason_why_a_variable_is_left_out_counts() -> None:
    variables = ProgramVariables()
    first = UnreadableError("“f” is a function")
    variables.forget("tree", first)
    variables.forget("tree", UnreadableError("“g” is a function"))
    assert variables.problems["tree"] is first
