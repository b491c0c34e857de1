"""What statements of Python change in a node, a list, a record or a graph that is there already.

``root.left = Node(3)``, ``root.children.append(b)``, ``tree["A"] = […]``, ``graph.add_edge("A",
"B")``: what plainly adds to a tree is applied to the values of the plain model. Nothing is run, so
that any other change makes the tree unknown, and has to be refused.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, Final, NamedTuple

from treeexplorer.formats.model import Constructed
from treeexplorer.formats.words import BESIDE_TREE, CHILDREN, PARENT, SIDES, meaning, plain_word

_ADDING_CHILDREN: Final = frozenset(
    {"add", "addchild", "addchildren", "addnode", "append", "appendchild", "extend"}
)
_CHANGING_LISTS: Final = frozenset(
    {
        "appendleft", "clear", "extendleft", "insert", "pop", "popitem", "popleft", "remove",
        "reverse", "rotate", "setdefault", "sort",
        # of other languages
        "copywithin", "delete", "deleteat", "erase", "popback", "removeall", "removeat",
        "removefirst", "removeif", "removelast", "replaceall", "resize", "retain", "shuffle",
        "sortinplace", "swap", "swapat", "swapremove", "truncate",
    }
)  # fmt: skip
_SETTING: Final = "setchildren"
_CHILDREN: Final = "children"
_PARAMETERS_OF_TREELIB: Final = ("tag", "identifier", "parent", "data")


class NetworkxGraph(dict[str, Any]):
    """A graph of networkx, graphviz or treelib as a record of nodes and edges.

    >>> graph = NetworkxGraph([[("A", "B")]])
    >>> graph.add("add_node", ["B"], {"value": 5})
    True
    >>> graph["nodes"], graph["edges"]
    ([{'id': 'B', 'value': 5}], [('A', 'B')])
    """

    CLASSES: Final = frozenset({"DiGraph", "Graph", "Digraph", "Dot"})
    """Of networkx, and of the packages graphviz and pydot."""
    ADDING: Final = frozenset(
        {
            "add_edge",
            "add_edges_from",
            "add_weighted_edges_from",
            "add_node",
            "add_nodes_from",
            "create_node",
        }
    )
    OF_GRAPHVIZ: Final = frozenset({"node", "edge", "edges"})
    OTHER_CHANGES: Final = frozenset(
        {
            "clear", "clear_edges", "merge", "move_node", "paste", "remove_edge",
            "remove_edges_from", "remove_node", "remove_nodes_from", "remove_subtree",
            "update_node",
        }
    )  # fmt: skip
    """What networkx and treelib change otherwise: they take away, move, or set other values."""

    def __init__(self, edges: list[Any]) -> None:
        super().__init__(nodes=[], edges=[])
        for each in edges:
            self["edges"] += each

    def __bool__(self) -> bool:
        """Tell whether the graph has a node or an edge."""
        return bool(self["nodes"] or self["edges"])

    def add(self, method: str, arguments: list[Any], facts: dict[str, Any]) -> bool:
        """Add nodes or edges to the graph, as the call of one of its methods would.

        >>> graph = NetworkxGraph([])
        >>> graph.add("add_edges_from", [[("A", "B"), ("A", "C")]], {"weight": 0.5})
        True
        >>> graph["edges"][0]
        {'weight': 0.5, 'source': 'A', 'target': 'B'}
        >>> graph.add("add_edges_from", ["AB"], {})
        False

        Args:
            method: The name of the method: ``add_edges_from``.
            arguments: The positional arguments: a list of the ends of edges.
            facts: The keyword arguments, which say something about each node or edge: its weight.

        Returns:
            Whether it is such a call. If not, nothing is changed.
        """
        for read_call in _READERS_OF_CALLS:
            added = read_call(method, arguments, facts)
            if added is not None:
                self["nodes"] += added.nodes
                self["edges"] += added.edges
                return True
        return False

    def node_records(self) -> dict[Any, dict[str, Any]]:
        """Return the record of each node under its name, also of those that only edges name.

        >>> graph = NetworkxGraph([[("A", "B")]])
        >>> graph.node_records()["B"]["value"] = 5
        >>> graph["nodes"]
        [{'id': 'A'}, {'id': 'B', 'value': 5}]
        """
        known = {node["id"] for node in self["nodes"]}
        for name in chain.from_iterable(map(_get_ends_of_edge, self["edges"])):
            if isinstance(name, (str, int)) and name not in known:
                known.add(name)
                self["nodes"].append({"id": name})
        return {node["id"]: node for node in self["nodes"]}

    def set_node_attributes(self, values: dict[Any, Any], name: str | None) -> bool:
        """Set facts about nodes, as networkx's ``set_node_attributes`` does.

        >>> graph = NetworkxGraph([[("A", "B")]])
        >>> graph.set_node_attributes({"B": 5}, "value")
        True
        >>> graph.set_node_attributes({"B": 5}, None)
        False

        Args:
            values: By the name of a node the value of the fact; or, if there is no name for the
                fact, a dictionary of facts. Nodes that are not in the graph are passed over.
            name: The name of the fact, such as ``value``; ``None`` for several.

        Returns:
            Whether that can be done. If not, nothing is changed.
        """
        facts_by_node = _collect_facts(values, name)
        records = self.node_records()
        for node, facts in facts_by_node.items():
            records.get(node, {}).update(facts)
        return len(facts_by_node) == len(values)


def _collect_facts(values: dict[Any, Any], name: str | None) -> dict[Any, dict[str, Any]]:
    """Collect the facts about each node; none at all if those of one are no facts.

    >>> _collect_facts({"B": 5}, "value"), _collect_facts({"B": {"value": 5}}, None)
    ({'B': {'value': 5}}, {'B': {'value': 5}})
    >>> _collect_facts({"B": {"value": 5}, "C": 3}, None)
    {}
    """
    if name is not None:
        return {key: {name: value} for key, value in values.items()}
    are_facts = all(isinstance(value, dict) for value in values.values())
    return values if are_facts else {}


def _get_ends_of_edge(edge: Any) -> Sequence[Any]:
    """Return the two ends of an edge of a graph; none if it is no edge."""
    match edge:
        case {"source": source, "target": target}:
            return source, target
        case [source, target, *_]:
            return source, target
    return ()


# -- what a call adds to a graph -----------------------------------------------------------------


class _Added(NamedTuple):
    """The nodes and edges that the call of a method adds to a graph, as records."""

    nodes: list[Any]
    edges: list[Any]


def _read_call_of_networkx(
    method: str, arguments: list[Any], facts: dict[str, Any]
) -> _Added | None:
    """Return what a method of networkx adds; ``None`` if it is none of these.

    ==================================================  =========================================
    ``add_node("B", value=5)``                          ``{"id": "B", "value": 5}``
    ``add_nodes_from(["A", "B"], player="min")``        for each ``{"id": "A", "player": "min"}``
    ``add_edge("A", "B", weight=0.5)``                  ``{"source": "A", "target": "B", …}``
    ``add_edges_from([("A", "B")], weight=0.5)``        the same
    ``add_weighted_edges_from([("A", "B", 0.5)])``      the same
    ==================================================  =========================================
    """
    match method, arguments:
        case "add_node", [name]:
            return _Added([{"id": name, **facts}], [])
        case "add_nodes_from", [list() | tuple() as nodes]:
            return _Added([_make_node_record(node, facts) for node in nodes], [])
        case "add_edge", [source, target]:
            return _Added([], [{"source": source, "target": target, **facts}])
        case "add_edges_from", [list() | tuple() as edges]:
            return _Added([], [_add_facts_to_edge(edge, facts) for edge in edges])
        case "add_weighted_edges_from", [list() | tuple() as edges]:
            return _Added([], [_make_weighted_edge(edge) for edge in edges])
    return None


def _read_call_of_pydot(method: str, arguments: list[Any], facts: dict[str, Any]) -> _Added | None:
    """Return what a method of pydot adds, whose nodes and edges are made before; else ``None``.

    ``add_edge(pydot.Edge("A", "B", label="0.5"))`` adds ``{"source": "A", "target": "B", "label":
    "0.5"}``.
    """
    match method, arguments:
        case "add_node", [Constructed(arguments=[name], keywords=own_facts)]:
            return _Added([{"id": name, **own_facts, **facts}], [])
        case "add_edge", [Constructed(arguments=[source, target], keywords=own_facts)]:
            return _Added([], [{"source": source, "target": target, **own_facts, **facts}])
    return None


def _read_call_of_graphviz(
    method: str, arguments: list[Any], facts: dict[str, Any]
) -> _Added | None:
    """Return what a method of graphviz adds; ``None`` if it is none of these.

    =============================  ===========================================================
    ``node("B", "5")``             ``{"id": "B", "label": "5"}``
    ``edge("A", "B", "0.5")``      ``{"source": "A", "target": "B", "label": "0.5"}``
    ``edges(["AB", "AC"])``        ``("A", "B")`` and ``("A", "C")``
    =============================  ===========================================================
    """
    match method, arguments:
        case "node", [name]:
            return _Added([{"id": name, **facts}], [])
        case "node", [name, label, *_]:
            return _Added([{"id": name, "label": label, **facts}], [])
        case "edge", [source, target]:
            return _Added([], [{"source": source, "target": target, **facts}])
        case "edge", [source, target, label, *_]:
            return _Added([], [{"source": source, "target": target, "label": label, **facts}])
        case "edges", [list() | tuple() as edges]:
            return _Added([], [tuple(edge) for edge in edges])
    return None


def _read_call_of_treelib(
    method: str, arguments: list[Any], facts: dict[str, Any]
) -> _Added | None:
    """Return what ``tree.create_node("5", "d", parent="b")`` of treelib adds; else ``None``.

    >>> _read_call_of_treelib("create_node", ["B", "b"], {"parent": "a", "data": 5})
    _Added(nodes=[{'id': 'b', 'label': 'B', 'data': 5}], edges=[{'source': 'a', 'target': 'b'}])

    A node without a name cannot be added.
    """
    if method != "create_node":
        return None
    given = {**dict(zip(_PARAMETERS_OF_TREELIB, arguments, strict=False)), **facts}
    tag = given.pop("tag", None)
    name = given.pop("identifier", tag)
    parent = given.pop("parent", None)
    if name is None:
        return None
    node = {"id": name, "label": tag, **given}
    edges = [] if parent is None else [{"source": parent, "target": name}]
    return _Added([node], edges)


_READERS_OF_CALLS: Final = (
    # Before networkx, of whose methods it has the names.
    _read_call_of_pydot,
    _read_call_of_networkx,
    _read_call_of_graphviz,
    _read_call_of_treelib,
)


def _make_weighted_edge(edge: Any) -> Any:
    """Make the edge of a triple of its ends and its weight; anything else is left as it is."""
    match edge:
        case [source, target, weight]:
            return {"source": source, "target": target, "weight": weight}
    return edge


def _add_facts_to_edge(edge: Any, facts: dict[str, Any]) -> Any:
    """Add what is said of all edges to one of them; what it says itself stays.

    >>> _add_facts_to_edge(("A", "B"), {"weight": 0.5})
    {'weight': 0.5, 'source': 'A', 'target': 'B'}
    >>> _add_facts_to_edge(("A", "B", {"weight": 0.3}), {"weight": 0.5})
    {'weight': 0.3, 'source': 'A', 'target': 'B'}
    """
    if not facts or not _get_ends_of_edge(edge):
        return edge
    return {**facts, **_make_edge_record(edge)}


def _make_edge_record(edge: Any) -> dict[str, Any]:
    """Make the record of an edge: of ``("A", "B", {"weight": 0.5})`` that of its ends and weight.

    >>> _make_edge_record(("A", "B", {"weight": 0.5}))
    {'source': 'A', 'target': 'B', 'weight': 0.5}
    """
    match edge:
        case dict():
            return edge
        case [source, target, dict(own_facts), *_]:
            return {"source": source, "target": target, **own_facts}
        case [source, target, *_]:
            return {"source": source, "target": target}
    return {}


def _make_node_record(node: Any, facts: dict[str, Any]) -> dict[str, Any]:
    """Make the record of a node, given its name, or its name with facts of its own.

    >>> _make_node_record(("B", {"value": 5}), {"player": "min"})
    {'id': 'B', 'player': 'min', 'value': 5}
    """
    match node:
        case (name, dict(own_facts)):
            return {"id": name, **facts, **own_facts}
    return {"id": node, **facts}


# -- which statements change something ----------------------------------------------------------


def find_changed_expressions(node: ast.AST) -> Iterator[ast.expr]:
    """Yield what a statement or an expression changes: ``tree`` in ``tree["A"] = 3``.

    It is also yielded for ``tree.append(3)``, ``tree += [3]``, ``tree.left = a``, ``del tree[0]``
    and ``Node("B", parent=tree)``. What stands within a statement, such as the statements of a
    loop, is not looked at: use :func:`ast.walk` for that.
    """
    match node:
        case ast.Assign(targets=targets) | ast.Delete(targets=targets):
            yield from _find_owners_of_targets(targets)
        case ast.AugAssign(target=base):
            yield base
        case ast.Call(func=ast.Attribute(value=base, attr=method)) if is_changing(method):
            yield base
        # The same call as a statement.
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=base, attr=method))):
            if is_changing(method):
                yield base
        case ast.Call(func=ast.Name(id="setattr" | "delattr"), args=[base, *_]):
            yield base
        case ast.Expr(value=ast.Call(func=ast.Name(id="setattr" | "delattr"), args=[base, *_])):
            yield base
        case ast.Call(func=ast.Name(id=function)) if function[:1].isupper():
            yield from _find_parents_of_new_node(node)


def _find_owners_of_targets(targets: Sequence[ast.expr]) -> Iterator[ast.expr]:
    """Find what is changed where something is assigned to targets, or where they are deleted.

    For the targets of ``a[0], (b.left, c.x) = 3, pair`` these are ``a`` and ``b``: where a node is
    drawn is no part of it.
    """
    # Reversed, so that the first one lies on top.
    pending = [*reversed(targets)]
    while pending:
        target = pending.pop()
        match target:
            case ast.Attribute(attr=attribute) if plain_word(attribute) in BESIDE_TREE:
                continue
            case ast.Subscript(value=owner) | ast.Attribute(value=owner):
                yield owner
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                pending += reversed(parts)
            case ast.Starred(value=part):
                pending.append(part)


def _find_parents_of_new_node(call: ast.Call) -> Iterator[ast.expr]:
    """Find the nodes to which the call of a class may add a child: its keyword ``parent``.

    A class that is called as one of nodes may be given its parent by position: ``Node("B", root)``.
    """
    for keyword in call.keywords:
        if keyword.arg is not None and meaning(keyword.arg) == PARENT:
            yield keyword.value
    function = call.func
    if isinstance(function, ast.Name) and "node" in function.id.lower():
        yield from (argument for argument in call.args if isinstance(argument, ast.Name))


def root_of(expression: ast.expr) -> ast.expr:
    """Return the expression that attributes and items lead away from: ``a`` of ``a.b[0]``."""
    while isinstance(expression, ast.Attribute | ast.Subscript):
        expression = expression.value
    return expression


# -- where a change is made ----------------------------------------------------------------------


def holds_children(attribute: str) -> bool:
    """Tell whether an attribute of a node says what is below it: ``children``, ``left``."""
    return meaning(attribute) in {CHILDREN, SIDES}


def item_of(container: Any, key: Any) -> Any:
    """Return the item of a list or record, ``None`` if it has none of that key.

    >>> item_of([3, 12], 1), item_of([3, 12], -2), item_of([3, 12], 2), item_of([3, 12], -3)
    (12, 3, None, None)
    >>> item_of({"A": [5]}, "A")
    [5]

    A ``defaultdict`` makes the item that it lacks, as Python does for ``tree["B"]``:

    >>> tree = defaultdict(list)
    >>> item_of(tree, "B"), [*tree]
    ([], ['B'])
    """
    match container:
        case defaultdict():
            return container[key]
        case dict():
            return container.get(key)
        case list():
            is_position = isinstance(key, int) and -len(container) <= key < len(container)
            return container[key] if is_position else None
    return None


def attribute_of(node: Any, attribute: str) -> Any:
    """Return the attribute of a node, ``None`` if it has not been set.

    A list of children that is asked for is there from then on; see :func:`_ensure_children_list`.

    Args:
        node: The node; anything else has no attributes.
        attribute: The name of the attribute.
    """
    if not isinstance(node, Constructed):
        return None

    spelling = _find_attribute_spelling(node, attribute)
    if meaning(attribute) == CHILDREN:
        return _ensure_children_list(node, spelling)
    return node.keywords.get(spelling)


def _find_attribute_spelling(node: Constructed, attribute: str) -> str:
    """Find how a node spells an attribute: ``children`` for that behind ``getChildren()``.

    An attribute that the node does not have is returned as it is.
    """
    is_for_children = meaning(attribute) == CHILDREN
    for key in node.keywords:
        if is_for_children and meaning(key) == CHILDREN:
            return key
        if plain_word(key) == plain_word(attribute):
            return key
    return attribute


def _ensure_children_list(node: Constructed, attribute: str) -> list[Any]:
    """Return the list of a node's children, to which something can be added.

    >>> node = Constructed("Node", ["A", [3]], {})
    >>> _ensure_children_list(node, "kids").append(12)
    >>> node
    Constructed(function='Node', arguments=['A'], keywords={'kids': [3, 12]})
    """
    children = node.keywords.get(attribute)
    if not isinstance(children, list):
        children = _remove_positional_children(node) + _convert_to_list(children)
        node.keywords[attribute] = children
    return children


def _convert_to_list(children: Any) -> list[Any]:
    """Return children as a list; they may be a tuple, a single child, or ``None`` for none."""
    if children is None:
        return []
    # A node of the plain model is a tuple to Python, too.
    if isinstance(children, tuple) and not isinstance(children, Constructed):
        return list(children)
    return [children]


def _remove_positional_children(node: Constructed) -> list[Any]:
    """Remove the children from the positional arguments of a node, and return them.

    Of ``Node("A", [3, 12])`` these are 3 and 12. The node keeps ``"A"``.
    """
    children: list[Any] = []
    other_arguments: list[Any] = []
    for argument in node.arguments:
        # Before the lists: a node of the plain model is a tuple to Python, too.
        if isinstance(argument, Constructed):
            children.append(argument)
        elif isinstance(argument, (list, tuple)):
            children += argument
        else:
            other_arguments.append(argument)
    node.arguments[:] = other_arguments
    return children


# -- changes -------------------------------------------------------------------------------------


def set_attribute(node: Constructed, attribute: str, value: Any) -> None:
    """Set an attribute of a node; children take the place of those that it had.

    >>> node = Constructed("Node", ["A", [3, 12]], {})
    >>> set_attribute(node, "children", [5])
    >>> node
    Constructed(function='Node', arguments=['A'], keywords={'children': [5]})
    """
    if holds_children(attribute):
        _remove_positional_children(node)
    node.keywords[_find_attribute_spelling(node, attribute)] = value


def set_item(container: Any, key: Any, value: Any) -> bool:
    """Set the item of a record, or one that a list has already.

    >>> set_item({"A": [3]}, "B", [5]), set_item([3, 12], 2, 8), set_item({}, ["B"], [5])
    (True, False, False)

    Args:
        container: The record or list, which is changed.
        key: The key, or the position in the list.
        value: The new item.

    Returns:
        Whether that could be done. Else nothing is changed.
    """
    if not isinstance(key, (str, int, float)):
        return False

    # A record may get a new key, and a list no new position.
    is_record = isinstance(container, dict)
    if not is_record and item_of(container, key) is None:
        return False
    container[key] = value
    return True


def add_child(parent: Constructed, child: Any) -> None:
    """Put a child below a node, as its last one."""
    _ensure_children_list(parent, _find_attribute_spelling(parent, _CHILDREN)).append(child)


def is_changing(method: str) -> bool:
    """Tell whether methods of this name change what they are called on."""
    word = plain_word(method)
    is_of_list = word in _ADDING_CHILDREN or word in _CHANGING_LISTS or word == "update"
    is_of_graph = method in (
        NetworkxGraph.ADDING | NetworkxGraph.OF_GRAPHVIZ | NetworkxGraph.OTHER_CHANGES
    )
    return is_of_list or is_of_graph


def changes_owner(owner: Any, method: str, arguments: list[Any]) -> bool:
    """Tell whether a method call may change what it is called on.

    A method of a node may if nodes are handed to it, ``root.put(b)``, or if it is called as those
    are that do: ``root.add("B", 3)``. Others, such as ``root.show()``, do not.
    """
    if isinstance(owner, Constructed):
        has_nodes = any(isinstance(each, (Constructed, list)) for each in arguments)
        return has_nodes or is_changing(method)
    return is_changing(method)


def apply_method(owner: Any, method: str, arguments: list[Any]) -> bool:
    """Apply a method call that adds to a list, a record or a node.

    >>> tree = [3]
    >>> apply_method(tree, "append", [[12, 8]]), apply_method(tree, "sort", [])
    (True, False)
    >>> tree
    [3, [12, 8]]

    Args:
        owner: What the method is called on. It is changed.
        method: The name of the method.
        arguments: The values of its positional arguments.

    Returns:
        Whether it is such a call. Else nothing is changed.
    """
    match owner, method, arguments:
        case list(), "append", [item]:
            owner.append(item)
        case list(), "extend", [list() | tuple() as items]:
            owner.extend(items)
        case dict(), "update", [dict() as items]:
            owner.update(items)
        case dict(), "setdefault", [str() | int() as key, item]:
            owner.setdefault(key, item)
        case Constructed(), _, [child] if plain_word(method) in _ADDING_CHILDREN:
            return _append_children(owner, child)
        case Constructed(), _, [children] if plain_word(method) == _SETTING:
            if isinstance(children, Constructed) or not isinstance(children, (list, tuple)):
                return False
            set_attribute(owner, _CHILDREN, list(children))
        # root.add(b, c), of a method with *children
        case Constructed(), _, [Constructed(), Constructed(), *_] if (
            plain_word(method) in _ADDING_CHILDREN
        ):
            return _append_children(owner, arguments)
        case _:
            return False
    return True


def _append_children(parent: Constructed, child: Any) -> bool:
    """Append a node, a number or a list of them to the children of a node.

    Anything else changes nothing, and the result is ``False``.
    """
    is_list = isinstance(child, (list, tuple)) and not isinstance(child, Constructed)
    children = list(child) if is_list else [child]
    are_nodes = all(isinstance(each, (Constructed, int, float)) for each in children)
    if not are_nodes:
        return False

    for each in children:
        add_child(parent, each)
    return True
