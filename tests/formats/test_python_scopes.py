"""Which variable a name stands for, in the function where it stands."""

from __future__ import annotations

import ast

import pytest

from treeexplorer.formats.python_scopes import Scopes


@pytest.mark.parametrize(
    ("statement", "owner"),
    [("global tree", None), ("nonlocal tree", "outer"), ("pass", "outer")],
)
def test_a_name_of_the_module_is_none_of_the_function_between(
    statement: str, owner: str | None
) -> None:
    """``global`` passes over the variable of the function around; ``nonlocal`` means that one."""
    module = ast.parse(
        f"""
tree = [[3, 12], [2, 4]]

def outer():
    tree = 5
    def inner():
        {statement}
        tree.append(1)
    inner()
"""
    )
    (method,) = [each for each in ast.walk(module) if isinstance(each, ast.Attribute)]
    variable = Scopes(module).variable_of("tree", method)
    function = variable.function
    assert getattr(function, "name", None) == owner


def test_a_name_that_is_global_in_a_class_is_none_of_its_methods() -> None:
    module = ast.parse("""
def outer():
    tree = [[3, 12], [2, 4]]
    class Changer:
        global tree
        def change(self):
            tree.append(1)
    Changer().change()
""")
    variables = {
        each.attr: Scopes(module).variable_of("tree", each)
        for each in ast.walk(module)
        if isinstance(each, ast.Attribute)
    }
    assert getattr(variables["append"].function, "name", None) == "outer"
