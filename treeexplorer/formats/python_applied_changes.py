"""Statements of a program in Python that change a value which is known: the change is made.

``tree.append(3)``, ``root.left = Node(3)``, ``graph.add_edge("A", "B")``. Each function returns
whether the statement is a change of its kind, after which nothing else is to be done for it.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from itertools import chain
from typing import Any, NamedTuple

from treeexplorer.formats.lists import is_list
from treeexplorer.formats.model import Constructed
from treeexplorer.formats.number_tables import members_of
from treeexplorer.formats.python_changes import (
    NetworkxGraph,
    add_child,
    apply_method,
    changes_owner,
    find_changed_expressions,
    holds_children,
    set_attribute,
    set_item,
)
from treeexplorer.formats.python_expressions import evaluate, evaluate_and_use, evaluate_keywords
from treeexplorer.formats.python_paths import find_container
from treeexplorer.formats.python_program import PythonProgram
from treeexplorer.formats.python_refusals import make_change_error
from treeexplorer.formats.python_unfollowed_changes import forget_base_variable
from treeexplorer.formats.python_variables import CONTAINERS, ProgramVariables
from treeexplorer.formats.searches import is_called_tree
from treeexplorer.formats.words import PARENT, SIDES, meaning


def apply_change(statement: ast.stmt, program: PythonProgram, variables: ProgramVariables) -> bool:
    """Apply a statement that changes the value of a variable; tell whether it is one.

    For example ``tree += [[2, 9]]`` adds a child to the list in ``tree``, if it holds one.

    Args:
        statement: The statement.
        program: The program in which it stands.
        variables: Its variables, the value of one of which is changed, or forgotten where the
            change is not followed.

    Raises:
        UnreadableError: It changes a tree in a way that cannot be told without running it.
    """
    match statement:
        # tree["A"] = [3, 5]
        case ast.Assign(targets=[ast.Subscript() as target], value=value):
            return _apply_item_assignment(target, value, program, variables)
        # root.left = Node(3)
        case ast.Assign(targets=[ast.Attribute() as target], value=value):
            return _apply_attribute_assignment(target, value, program, variables)
        # setattr(root, "left", Node(3))
        case ast.Expr(
            value=ast.Call(
                func=ast.Name(id="setattr"),
                args=[owner, ast.Constant(value=str(attribute)), value],
            )
        ):
            target = ast.copy_location(ast.Attribute(owner, attribute, ast.Store()), owner)
            return _apply_attribute_assignment(target, value, program, variables)
        # treelib: root = tree.create_node("A", "a") changes `tree`
        case ast.Assign(value=ast.Call(func=ast.Attribute(attr="create_node")) as call):
            return _apply_method_call(call, program, variables)
        # nx.set_node_attributes(graph, …), where no value stands before the dot
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr="set_node_attributes")) as call):
            _set_node_attributes(call, program, variables)
            return True
        # nx.set_edge_attributes(graph, {("A", "B"): 0.5}, "weight"), likewise
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr="set_edge_attributes")) as call):
            raise make_change_error(program.offset_of(call))
        # root.children.append(b), and graph.add_edge("A", "B")
        case ast.Expr(value=ast.Call(func=ast.Attribute()) as call):
            return _apply_method_call(call, program, variables)
        # tree += [[2, 9]]
        case ast.AugAssign(target=owner, op=ast.Add(), value=added):
            addition = _MethodCall(owner, "extend", [added], statement)
            return _apply_method_of_tree(addition, program, variables)
        # root >> b, which in bigtree puts the node `b` below `root`
        case ast.Expr(value=ast.BinOp(left=owner, op=ast.RShift(), right=child)):
            addition = _MethodCall(owner, "append", [child], statement)
            return _apply_method_of_tree(addition, program, variables)
    return False


# -- assignments -----------------------------------------------------------------------------------


def _apply_item_assignment(
    target: ast.Subscript, value: ast.expr, program: PythonProgram, variables: ProgramVariables
) -> bool:
    """Apply ``tree["A"] = [3, 5]``: put a value under a key of a record, or in its place in a list.

    Returns whether a list or record that is known stands before the brackets, and all else is
    known, too. A list must have such a place.
    """
    container = find_container(target.value, variables)
    if container is None:
        return False

    key = evaluate_and_use(target.slice, program, variables)
    if key.problem is not None:
        return False
    if _registers_node(target, value, variables):
        container[key.value] = find_container(value, variables)
        return True
    item = evaluate_and_use(value, program, variables)
    return item.problem is None and set_item(container, key.value, item.value)


def _registers_node(target: ast.Subscript, value: ast.expr, variables: ProgramVariables) -> bool:
    """Tell whether a node is only put into a record of all nodes: ``nodes["A"] = node``.

    The node stays free to be put below another one. The record is a variable, and no tree.
    """
    if not isinstance(target.value, ast.Name) or not isinstance(value, ast.Name):
        return False
    record = variables.lookup(target.value.id)
    is_record = isinstance(record, dict) and not isinstance(record, NetworkxGraph)
    holds_nodes = is_record and all(isinstance(each, Constructed) for each in record.values())
    is_node = isinstance(variables.lookup(value.id), Constructed)
    return holds_nodes and is_node and not is_called_tree(target.value.id)


def _apply_attribute_assignment(
    target: ast.Attribute, value: ast.expr, program: PythonProgram, variables: ProgramVariables
) -> bool:
    """Apply ``node.left = Node(3)``, where `target` is the whole left side.

    Returns whether there is a node or record before the dot: only then anything is done.

    Raises:
        UnreadableError: The attribute holds children that are not known: ``b.left = f(3)``.
    """
    owner = find_container(target.value, variables)
    # A record whose keys are attributes, SimpleNamespace(value=3), or are so in JavaScript.
    if isinstance(owner, dict) and not isinstance(owner, NetworkxGraph):
        owner[target.attr] = evaluate_and_use(value, program, variables).get_value()
        return True
    if not isinstance(owner, Constructed):
        return False

    if meaning(target.attr) == PARENT:
        _set_parent(owner, target, value, program, variables)
    else:
        _set_attribute(owner, target, value, program, variables)
    return True


def _set_parent(
    node: Constructed,
    target: ast.Attribute,
    value: ast.expr,
    program: PythonProgram,
    variables: ProgramVariables,
) -> None:
    """Apply ``b.parent = a``, which adds the node ``b`` to the children of the node ``a``.

    Nothing is added where the program adds children for themselves, ``a.children.append(b)``, or
    where the node stands there already, ``a.children = [b]``.

    Raises:
        UnreadableError: The node is taken from below the parent that it has.
    """
    parent = find_container(value, variables)
    if program.has_links_to_parents(node.function) or _has_child(parent, node):
        return
    is_used = isinstance(target.value, ast.Name) and variables.is_used(target.value.id)
    if is_used or variables.is_part(node):
        raise make_change_error(program.offset_of(target))
    if isinstance(parent, Constructed):
        add_child(parent, node)
        variables.mark_as_parts([node])


def _has_child(parent: Any, node: Constructed) -> bool:
    """Tell whether a node stands below another one, or in a list of its children."""
    parts = members_of(parent)
    lists = [part for part in parts if is_list(part)]
    return any(part is node for part in chain(parts, *lists))


def _set_attribute(
    node: Constructed,
    target: ast.Attribute,
    value: ast.expr,
    program: PythonProgram,
    variables: ProgramVariables,
) -> None:
    """Apply ``b.value = 3`` or ``b.left = Node(3)`` to the node ``b``.

    Raises:
        UnreadableError: A child is not known, ``b.left = f(3)``; or ``b`` was made with children,
            and it is not plain which of them is ``b.left``.
    """
    was_made_with_children = any(each for each in node.arguments if isinstance(each, CONTAINERS))
    if meaning(target.attr) == SIDES and was_made_with_children:
        raise make_change_error(program.offset_of(target))

    evaluated = evaluate_and_use(value, program, variables)
    if evaluated.problem is None:
        set_attribute(node, target.attr, evaluated.value)
    elif holds_children(target.attr):
        raise make_change_error(program.offset_of(target))
    else:
        # b.value = f(3) is only left out.
        variables.note_problem(target.attr, evaluated.problem)


# -- method calls ----------------------------------------------------------------------------------


class _MethodCall(NamedTuple):
    """A method call, or a statement that does what one would: ``tree += [3]``.

    Attributes:
        owner: What stands before the dot, and may be changed.
        method: The name of the method.
        arguments: What it is given by position.
        expression: The whole call or statement.
    """

    owner: ast.expr
    method: str
    arguments: Sequence[ast.expr]
    expression: ast.expr | ast.stmt


def _apply_method_call(call: ast.Call, program: PythonProgram, variables: ProgramVariables) -> bool:
    """Apply a method call, ``tree.append(3)``; tell whether it changes what it is called on.

    Raises:
        UnreadableError: It changes the value in a way that cannot be told.
    """
    match call.func:
        case ast.Attribute(value=owner, attr=method):
            graph = find_container(owner, variables)
            if isinstance(graph, NetworkxGraph):
                return _apply_method_of_graph(graph, method, call, program, variables)
            method_call = _MethodCall(owner, method, call.args, call)
            return _apply_method_of_tree(method_call, program, variables)
    return False


def _apply_method_of_graph(
    graph: NetworkxGraph,
    method: str,
    call: ast.Call,
    program: PythonProgram,
    variables: ProgramVariables,
) -> bool:
    """Apply ``graph.add_edge("A", "B")``; tell whether the method adds something.

    Raises:
        UnreadableError: It does, and cannot be understood, ``graph.add_edge("A")``; or it changes
            the graph otherwise, ``graph.remove_node("A")``.
    """
    if method in NetworkxGraph.OTHER_CHANGES or _draws_players(method, call):
        raise make_change_error(program.offset_of(call))
    # Without an argument, networkx's `nodes()` and `edges()` only list what is there.
    is_of_graphviz = method in NetworkxGraph.OF_GRAPHVIZ and len(call.args) > 0
    if method not in NetworkxGraph.ADDING and not is_of_graphviz:
        return False

    evaluated = [evaluate_and_use(argument, program, variables) for argument in call.args]
    arguments = [argument.get_value() for argument in evaluated]
    keywords = evaluate_keywords(call, program, variables)
    is_added = graph.add(method, arguments, keywords)
    if not is_added:
        raise make_change_error(program.offset_of(call))
    return True


def _draws_players(method: str, call: ast.Call) -> bool:
    """Tell whether a method of graphviz draws the nodes that follow as those of a player.

    So does ``graph.attr("node", shape="invtriangle")``, and ``graph.attr(rankdir="LR")`` does not.
    """
    shapes = [
        keyword.value.value
        for keyword in call.keywords
        if keyword.arg == "shape" and isinstance(keyword.value, ast.Constant)
    ]
    return method == "attr" and any(shape in ("triangle", "invtriangle") for shape in shapes)


def _set_node_attributes(
    call: ast.Call, program: PythonProgram, variables: ProgramVariables
) -> None:
    """Apply ``nx.set_node_attributes(graph, {"B": 3}, "value")``: the node ``B`` has value 3.

    The name of the attribute may also be a keyword, ``name="value"``. Without a name each value
    is a dictionary of attributes: ``nx.set_node_attributes(graph, {"B": {"value": 3}})``.

    Raises:
        UnreadableError: It cannot be told what that changes.
    """
    # The graph is not marked as used: it stays a tree of its own.
    graph = evaluate(call.args[0], program, variables).value if call.args else None
    others = [evaluate_and_use(argument, program, variables) for argument in call.args[1:]]
    keywords = evaluate_keywords(call, program, variables)
    if not isinstance(graph, NetworkxGraph):
        raise make_change_error(program.offset_of(call))

    match [argument.value for argument in others]:
        case [dict() as attributes, str() as name]:
            is_set = graph.set_node_attributes(attributes, name)
        case [dict() as attributes]:
            keyword = keywords.get("name")
            name_or_none = keyword if isinstance(keyword, str) else None
            is_set = graph.set_node_attributes(attributes, name_or_none)
        case _:
            is_set = False
    if not is_set:
        raise make_change_error(program.offset_of(call))


def _apply_method_of_tree(
    call: _MethodCall, program: PythonProgram, variables: ProgramVariables
) -> bool:
    """Apply ``tree.append(3)``, ``root.add(b)`` and the like; tell whether something changes.

    A method does one of three things to its owner, which is what stands before the dot:

    1. ``tree.append(3)`` changes it in a way that can be told: the change is made.
    2. ``root.show()`` changes nothing.
    3. ``tree.sort()`` changes it in another way: the variable is not known from here on.

    Raises:
        UnreadableError: What is changed in another way is a node, or a part of another value.
    """
    owner = find_container(call.owner, variables)
    if owner is None:
        return False
    if isinstance(owner, Constructed) and call.method in program.altering_methods:
        raise make_change_error(program.offset_of(call.expression))

    if _enqueues_tree(call, owner, variables):
        return True

    # 1.
    evaluated = [evaluate_and_use(argument, program, variables) for argument in call.arguments]
    are_known = all(argument.problem is None for argument in evaluated)
    arguments = [argument.value for argument in evaluated]
    is_applied = are_known and apply_method(owner, call.method, arguments)
    if is_applied:
        return True

    # 2.
    if not changes_owner(owner, call.method, arguments):
        return False

    # 3. The expression for the owner: tree.left of tree.left.sort().
    changed = next(find_changed_expressions(call.expression), None)
    if changed is None or isinstance(owner, Constructed):
        raise make_change_error(program.offset_of(call.expression))
    forget_base_variable(changed, call.expression, program, variables)
    return True


def _enqueues_tree(call: _MethodCall, owner: Any, variables: ProgramVariables) -> bool:
    """Put the tree into the queue of a search, ``queue.append(root)``; tell whether that is one.

    The list is empty, and a variable that is called as no tree is. The tree stays one of its own.
    """
    match call:
        case _MethodCall(
            owner=ast.Name(id=queue), method="append", arguments=[ast.Name(id=tree)]
        ) if owner == [] and is_called_tree(tree) and not is_called_tree(queue):
            value = variables.lookup_container(tree)
            if value is None:
                return False
            # Another list, since the empty one was assigned before, and is no tree.
            variables.assign_queue(queue, [value], tree)
            return True
    return False
