"""Trees with what somebody wrote beside them: read, built, looked at and written."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, TypeAlias, overload

from treeexplorer import gallery, notation
from treeexplorer.course_file import Course, find_course
from treeexplorer.engine import algorithms
from treeexplorer.engine import search as engine_search
from treeexplorer.formats import load_trees, read_trees
from treeexplorer.formats.documents import tree_of_objects
from treeexplorer.formats.writing import WRITERS
from treeexplorer.judging.unknowns import collect_leaves_of_unknowns
from treeexplorer.judging.waiting import check_has_no_unknown
from treeexplorer.library import figures, guards
from treeexplorer.notation import ClaimKind, Condition, Directives
from treeexplorer.notation.document import BoundSign
from treeexplorer.rules import OPTION, ResolvedRules, RuleChanges, Rules, RulesError, parse_rule
from treeexplorer.text import described, shorten
from treeexplorer.tree import DEFAULT_LEVELS, Number, Player, Window
from treeexplorer.tree import from_nested as tree_from_nested

ExportFormat: TypeAlias = Literal["tree", "json", "dot", "svg", "png", "latex", "html"]
EXPORT_FORMATS: Final[tuple[str, ...]] = ("tree", *WRITERS, *figures.FIGURE_FORMATS)
_A_TEXT: Final = "is the text of a tree, such as '[[3 12] [2 4]]'"


class Claim(NamedTuple):
    """One thing that somebody wrote about a tree, to be checked and never used by a search.

    Attributes:
        node: The address of its node; ``root`` where it is about the whole tree.
        kind: ``value``, ``bound``, ``window``, ``cut``, ``cut-rest``, ``cuts-none``, ``best``,
            ``read`` or ``pruned-if``; ``visited`` for a node that nobody crossed out.
        number: The number of a value, a bound or of the leaves read.
        sign: ``>=`` or ``<=`` of a bound.
        window: The α and β of a window.
        moves: The addresses of the moves that are claimed to be the best.
        condition: When the node is claimed to be pruned.
        line: The line in which it stands, from 1; ``None`` if the tree was not read.
        column: The column at which it stands, from 1.

    Example:
        >>> claim = parse("3[3[3 12] /4]").claims[1]
        >>> claim.node, claim.kind, claim.number, claim.line, claim.column
        ('1', 'value', 3, 1, 3)
    """

    node: str
    kind: ClaimKind
    number: Number | None = None
    sign: BoundSign | None = None
    window: Window | None = None
    moves: tuple[str, ...] = ()
    condition: Condition | None = None
    line: int | None = None
    column: int | None = None


def claim_of(exercise: notation.Exercise, claim: notation.Claim) -> Claim:
    """Turn a claim of the package into one of the library: nodes become addresses such as ``2.1``.

    Args:
        exercise: The exercise in which it stands.
        claim: The claim, one thing that is written about the tree; its nodes are numbers.
    """
    address = exercise.tree.labels.full_address
    line, column = _place_of(exercise, claim)
    return Claim(
        node=address(claim.node),
        kind=claim.kind,
        number=claim.number,
        sign=claim.sign,
        window=claim.window,
        moves=tuple(map(address, claim.nodes)),
        condition=claim.condition,
        line=line,
        column=column,
    )


def _place_of(
    exercise: notation.Exercise, claim: notation.Claim
) -> tuple[int, int] | tuple[None, None]:
    """Return the line and column at which a claim stands, if the exercise was read."""
    if exercise.positions is None:
        return None, None
    return exercise.positions.of_claim(claim)


@dataclass(frozen=True, repr=False)
class Exercise:
    """A tree with what somebody wrote beside it, as :func:`parse` and :func:`load` return it.

    Its columns (``nodes``, ``parents``, ``plies``, ``players``, ``values``, ``names``, ``labels``,
    ``estimates``, ``probabilities``) have one entry for each drawn node, in preorder: a node stands
    before its children, and these from left to right. ``len()`` is the number of drawn nodes.

    Exercises are equal, and hashed, by tree, claims, blanks and directives, not by where they were
    read. They cannot be changed, can be pickled, and show their tree in a notebook.

    Example:
        >>> exercise = parse("A:[B:[3 12 8] C:[2 4 6]]")
        >>> len(exercise), exercise.names[1], exercise.nodes[:3], exercise.parents[:3]
        (9, 'B', ('root', '1', '1.1'), (None, 'root', '1'))
    """

    _inner: notation.Exercise

    def __len__(self) -> int:
        return len(self._inner.tree)

    def __getstate__(self) -> dict[str, Any]:
        return {"_inner": self._inner}  # what was worked out can be worked out again

    def __setstate__(self, state: dict[str, Any]) -> None:
        object.__setattr__(self, "_inner", state["_inner"])

    # -- what stands beside the tree ---------------------------------------------------------------

    @property
    def title(self) -> str | None:
        r"""What stands above the tree; ``None`` if nothing does.

        Example:
            >>> parse("@title Week 3\n[1 2]").title
            'Week 3'
        """
        return self._inner.directives.title

    @property
    def directives(self) -> Directives:
        r"""What the ``@`` lines above the tree say, but for claims; ``None`` if nothing is said.

        Example:
            >>> parse("@cutoff >\n[1 2]").directives.cutoff
            '>'
        """
        return self._inner.directives

    @property
    def path(self) -> Path | None:
        """The file that it was loaded from; ``None`` if it was not.

        Example:
            >>> parse("[1 2]").path is None
            True
        """
        return self._inner.path

    @cached_property
    def claims(self) -> tuple[Claim, ...]:
        """What is claimed about the tree: first of the whole tree, then node by node.

        Example:
            >>> [(claim.node, claim.kind) for claim in parse("3[3[3 12] /4]").claims]
            [('root', 'value'), ('1', 'value'), ('2', 'cut')]
        """
        return tuple(claim_of(self._inner, claim) for claim in self._inner.claims)

    @cached_property
    def blanks(self) -> tuple[Claim, ...]:
        """What is to be filled in, ``?`` in the notation: claims in which nothing is written.

        Example:
            >>> [(blank.node, blank.kind) for blank in parse("?[?[3 12] 4]").blanks]
            [('root', 'value'), ('1', 'value')]
        """
        return tuple(claim_of(self._inner, blank) for blank in self._inner.blanks)

    # -- columns -----------------------------------------------------------------------------------

    @cached_property
    def nodes(self) -> tuple[str, ...]:
        """The addresses of the nodes; below ply 1,000 their middle is left out.

        Example:
            >>> parse("[[3 12] 4]").nodes
            ('root', '1', '1.1', '1.2', '2')
        """
        return tuple(map(self._inner.tree.labels.full_address, range(len(self))))

    @cached_property
    def parents(self) -> tuple[str | None, ...]:
        """The address of each node's parent; ``None`` at the root.

        Example:
            >>> parse("[[3 12] 4]").parents
            (None, 'root', '1', '1', 'root')
        """
        nodes = self.nodes
        below_root = (nodes[parent] for parent in self._inner.tree.parent[1:])
        return (None, *below_root)

    @property
    def plies(self) -> tuple[int, ...]:
        """The distance of each node from the root.

        Example:
            >>> parse("[[3 12] 4]").plies
            (0, 1, 2, 2, 1)
        """
        return tuple(self._inner.tree.ply)

    @property
    def players(self) -> tuple[Player | None, ...]:
        """Whose move it is at each node; ``None`` at a leaf.

        Example:
            >>> [str(player) for player in parse("[[3 12] 4]").players]
            ['max', 'min', 'None', 'None', 'None']
        """
        return tuple(map(self._inner.tree.player, range(len(self))))

    @property
    def values(self) -> tuple[Number | str | None, ...]:
        """The value of each leaf, an unknown one's word; ``None`` at a node with children.

        An integer stays an integer, and a decimal is the ``float`` that is written so.

        Example:
            >>> parse("[[3 x] 0.5]").values
            (None, None, 3, 'x', 0.5)
        """
        tree = self._inner.tree
        values: list[Number | str | None] = [None] * len(tree)
        for leaf in tree.leaves(0):
            values[leaf] = tree.value_or_word(leaf)
        return tuple(values)

    @property
    def names(self) -> tuple[str | None, ...]:
        """The name of each node; ``None`` if it has none.

        Example:
            >>> parse("[left:[3 12] 4]").names
            (None, 'left', None, None, None)
        """
        return tuple(map(self._inner.tree.names.get, range(len(self))))

    @property
    def labels(self) -> tuple[str, ...]:
        """What each node is called in drawings and sentences: its name, or a letter.

        Example:
            >>> parse("[[3 12] 4]").labels
            ('root', 'A', 'A.1', 'A.2', '2')
        """
        return tuple(map(self._inner.tree.labels.label, range(len(self))))

    @property
    def estimates(self) -> tuple[Number | None, ...]:
        """The heuristic estimate at each node; ``None`` if there is none.

        Example:
            >>> parse("[~2[3 12] 4]").estimates
            (None, 2, None, None, None)
        """
        return tuple(map(self._inner.tree.estimates.get, range(len(self))))

    @property
    def probabilities(self) -> tuple[Number | None, ...]:
        """The weight of each child of a chance node, a ``Fraction``; ``None`` elsewhere.

        Example:
            >>> [str(weight) for weight in parse("chance[0.25*3 0.75*1]").probabilities]
            ['None', '1/4', '3/4']
        """
        return tuple(map(self._inner.tree.probability, range(len(self))))

    @property
    def elided(self) -> tuple[str, ...]:
        """The addresses of the nodes with further children that are not drawn (``...``).

        Example:
            >>> parse("[[3 12 ...] 4]").elided
            ('1',)
        """
        return tuple(map(self._inner.tree.labels.full_address, sorted(self._inner.tree.elided)))

    @property
    def unknowns(self) -> tuple[str, ...]:
        """The words of the unknown leaves, each once; a nameless ``?`` by its address.

        Example:
            >>> parse("[[3 x] [? x]]").unknowns
            ('x', '2.1')
        """
        return tuple(collect_leaves_of_unknowns(self._inner.tree))

    @property
    def leaf_count(self) -> int:
        """The number of drawn leaves.

        Example:
            >>> parse("[[3 12] 4]").leaf_count
            3
        """
        return self._inner.tree.leaf_count

    @property
    def depth(self) -> int:
        """The largest ply of a node.

        Example:
            >>> parse("[[3 12] 4]").depth
            2
        """
        return self._inner.tree.depth

    @property
    def levels(self) -> tuple[Player, ...]:
        """The players by ply, repeated cyclically.

        Example:
            >>> [str(player) for player in parse("[1 2]").levels]
            ['max', 'min']
        """
        return self._inner.tree.levels

    # -- going back --------------------------------------------------------------------------------

    def to_nested(self) -> Any:
        """Return the tree as nested lists of its leaves; of a single leaf, its value.

        Names, players, estimates and weights are left out; ``export("json")`` keeps them. An
        unknown leaf is its word, or ``?`` if it has none.

        Example:
            >>> parse("[left:[3 12] [2 x]]").to_nested()
            [[3, 12], [2, 'x']]
        """
        tree = self._inner.tree
        nested: list[Any] = []  # by node: a leaf's value, or the list of its children
        # A node comes after its parent, whose list is there already.
        for node in range(len(tree)):
            nested.append(tree.value_or_word(node) if tree.is_leaf(node) else [])
            parent = tree.parent_of(node)
            if parent is not None:
                nested[parent].append(nested[node])
        root = 0
        return nested[root]

    @overload
    def export(self, to: Literal["png"]) -> bytes: ...
    @overload
    def export(self, to: Literal["tree", "json", "dot", "svg", "latex", "html"]) -> str: ...
    def export(self, to: ExportFormat) -> str | bytes:
        r"""Return the tree in another format, as ``treeexplorer export`` prints it.

        ``tree`` is the notation, ``json`` nested lists with objects for what carries more, ``dot``
        Graphviz's language. ``svg``, ``png`` (bytes) and ``latex`` draw the tree as its search has
        left it, and ``html`` is a page that steps through it; :meth:`SearchRecord.export` draws
        a step, the claims, or a blank tree.

        Raises:
            TypeError: The format is no text.
            TreeexplorerError: There is no such format, or it cannot hold this tree.

        Example:
            >>> parse("[left:[3 12] 4]").export("json")
            '{"children": [{"name": "left", "children": [3, 12]}, 4]}\n'
            >>> parse("[[3 12] 4]").export("svg").startswith("<svg")
            True
        """
        guards.choice(to, EXPORT_FORMATS, "the format")
        if to == "tree":
            return notation.write(self._inner)
        if to in WRITERS:  # json and dot: the tree, without a search
            return WRITERS[to].write([self._inner])
        return figures.figure(self._searched(), to, paper=None, options={})

    def _searched(self) -> figures.Drawn:
        """Return the tree as its search has left it, to be drawn.

        Raises:
            UnknownReachedError: The search comes to an unknown leaf.
        """
        resolved = rules_for(self, {})
        record = engine_search(self._inner.tree, resolved.rules)
        check_has_no_unknown(record)
        return figures.drawn_with(record, self.directives, resolved.line)

    def to_dict(self) -> dict[str, Any]:
        r"""Return the row that ``game --json`` and ``generate --json`` print.

        Example:
            >>> row = parse("@title Nim\n[[1 2] 3]").to_dict()
            >>> row["title"], row["leaves"], row["plies"]
            ('Nim', 3, 2)
        """
        return notation.convert_exercise_to_json(self._inner)

    def __repr__(self) -> str:
        text = shorten(notation.write(self._inner).strip(), 200)
        return f"<Exercise of {len(self)} nodes: {text}>"

    def _repr_svg_(self) -> str | None:
        rules = Rules(algorithm="minimax", levels=self.levels)
        return figures.in_notebook(engine_search(self._inner.tree, rules), 0, self.title, False)


def inner_of(exercise: object, entry: str) -> notation.Exercise:
    """Return the exercise inside a public one, which the rest of the package works on.

    Raises:
        TypeError: It was given no exercise.
    """
    if isinstance(exercise, Exercise):
        return exercise._inner
    wanted = f"{entry} takes an Exercise, as te.parse and te.load return it"
    raise guards.refused(wanted, exercise)


def rules_for(
    exercise: Exercise, changes: RuleChanges, *, tries_searches: bool = False
) -> ResolvedRules:
    """Return the rules an exercise is searched under, with where each of them comes from.

    A changed rule comes before the rule of the file, and that before the rule of the course. For
    example a file says ``@depth 4`` and ``@cutoff >``, and ``depth=None, fail="hard"`` are changed:
    then there is no depth limit (by the option), the test is ``>`` (by the file), and it is
    fail-hard (by the option).

    Args:
        exercise: The exercise.
        changes: Rules by name. ``range=None`` and ``depth=None`` take back what the file or the
            course says; no other rule may be ``None``.
        tries_searches: Whether other searches are tried, too. Then a rule is not refused that makes
            no difference to the stated search.

    Raises:
        RulesError: See :func:`treeexplorer.search`.
    """
    inner = inner_of(exercise, "search")
    names_taken_back = _collect_rules_taken_back(changes)
    # A course file counts only beside or above a file that the exercise was read from.
    course = Course() if inner.path is None else find_course(inner.path)

    # 1. All sources together. This takes a change to None for no change at all.
    resolved = algorithms.rules_of(inner, course, changes, tries_searches=tries_searches)

    # 2. So now the rules that are changed to None are taken back.
    for name in names_taken_back:
        resolved = _take_back_rule(resolved, name)
    return resolved


def _collect_rules_taken_back(changes: RuleChanges) -> list[str]:
    """Return the names of the rules that are changed to ``None``: ``["depth"]`` of ``depth=None``.

    A RulesError is raised if one of them may not be ``None``.
    """
    names = [name for name, value in changes.items() if value is None]
    for name in names:
        if name not in _MAY_BE_NONE:
            parse_rule(name, None)  # raises the error that names the values of this rule
    return names


def _take_back_rule(resolved: ResolvedRules, name: str) -> ResolvedRules:
    """Return rules without a value for one of them, if it has one: by an option, not by the file.

    For example, from a depth limit of 4 (by the file) it becomes no depth limit (by an option).
    """
    is_stated = getattr(resolved.rules, name) is not None
    if not is_stated:
        return resolved
    no_value: dict[str, Any] = {name: None}
    origins = {**resolved.origins, name: OPTION}
    return resolved._replace(rules=replace(resolved.rules, **no_value), origins=origins)


_MAY_BE_NONE: Final = ("range", "depth")
"""The rules of which ``None`` takes back what the file or the course says."""


# -- reading ---------------------------------------------------------------------------------------


def parse(text: str) -> Exercise:
    """Return the one tree of a text.

    Raises:
        TypeError: It is no text; nested lists are built with :func:`from_nested`.
        NotationError: The text is no tree; says where and why.
        ValueError: There are several trees; :func:`parse_all` reads them.

    Example:
        >>> parse("[[3 12 8] [2 4 6] [14 5 2]]").leaf_count
        9
    """
    return notation.single(_parsed(text, "parse"), "te.parse_all")


def parse_all(text: str) -> tuple[Exercise, ...]:
    r"""Return the trees of a text, in its order.

    Raises:
        TypeError: It is no text.
        NotationError: The text is wrong somewhere; says where and why.

    Example:
        >>> [len(exercise) for exercise in parse_all("[1 2]\n[3 4 5]")]
        [3, 4]
    """
    return _parsed(text, "parse_all")


def _parsed(text: str, entry: str) -> tuple[Exercise, ...]:
    """Read the trees of a text; refuse anything that is no text, and say what reads it instead.

    Args:
        text: What a caller passed to ``te.parse`` or ``te.parse_all``.
        entry: The name of that function, for the message.

    Raises:
        TypeError: It is no text.
        NotationError: The text is wrong somewhere.
    """
    wanted = f"te.{entry} takes the text of a tree"
    if isinstance(text, PathLike):
        raise TypeError(f"{wanted}, not {described(text)}; te.load reads a file")
    if not isinstance(text, str):
        hint = "te.from_nested builds a tree of nested lists, or of nodes of your own"
        raise TypeError(f"{wanted}, not {described(text)}; {hint}")
    return tuple(map(Exercise, read_trees(text).exercises))


def load(path: str | PathLike[str]) -> Exercise:
    """Return the one tree of a file, or of a built-in example by its name.

    A course file beside the tree or above it counts when the tree is searched; for a built-in
    example that of the working folder does.

    Raises:
        TypeError: It is no path.
        FileError: The file cannot be read.
        NotationError: It holds no tree.
        ValueError: There are several trees; :func:`load_all` reads them.

    Example:
        >>> load("aima").leaf_count
        9
    """
    return notation.single(_loaded(path, "load"), "te.load_all")


def load_all(path: str | PathLike[str]) -> tuple[Exercise, ...]:
    """Return the trees of a file or a built-in example, in its order.

    Raises:
        TypeError: It is no path.
        FileError: The file cannot be read.
        NotationError: It is wrong somewhere.

    Example:
        >>> [len(exercise) for exercise in load_all("aima")]
        [13]
    """
    return _loaded(path, "load_all")


def _loaded(path: object, entry: str) -> tuple[Exercise, ...]:
    """Return the exercises of a file that was given to an entry, which an error names."""
    wanted = f"te.{entry} takes the path of a file, or the name of a built-in example"
    guards.require(path, (str, PathLike), wanted)
    example = gallery.find(path) if isinstance(path, str) else None
    place = Path(str(path)) if example is None else example
    return tuple(map(Exercise, load_trees(place).exercises))


def examples() -> tuple[str, ...]:
    """Return the names of the built-in examples, which :func:`load` reads, easiest first.

    Example:
        >>> "aima" in examples()
        True
    """
    return tuple(example.name for example in gallery.examples())


def from_nested(
    root: Any,
    levels: Iterable[Player | str] | None = None,
    *,
    children: Callable[[Any], Any] | None = None,
    value: Callable[[Any], Any] | None = None,
    name: Callable[[Any], str | None] | None = None,
) -> Exercise:
    r"""Return the tree of plain objects of any shape, or of nodes of a class of one's own.

    Nested lists, tuples and arrays, a record a node (``{"value": 3}``, ``{"children": […]}``),
    children by name, successors by name with their values, nodes and edges, a label before its
    children: whatever the text of a file may hold. Linear in the tree's size, of any depth.

    Args:
        root: A number, a list, tuple or dict of such, or the root of other nodes.
        levels: The players by ply, repeated cyclically: ``["min", "max"]``. Without them MAX
            begins, unless the nodes say who moves.
        children: What returns a node's children, none or ``None`` at a leaf.
        value: What returns a leaf's value.
        name: What returns a node's name, ``None`` if it has none.

    Raises:
        TypeError: A function cannot be called, or levels are no list.
        ValueError: A list is empty, a leaf is no number that can be kept exactly, the objects fit
            no shape or two, or the levels are no players.

    Example:
        >>> from_nested([[3, 12, 8], [2, 4, 6]]).leaf_count
        6
        >>> from_nested([[3, 12], [2, 4]], levels=["min", "max"]).players[0].value
        'min'
        >>> from_nested({"A": ["B", "C"], "B": [3, 12], "C": [2, 4]}).export("tree")
        'A:[B:[3 12] C:[2 4]]\n'
    """
    _require_functions(children=children, value=value, name=name)
    players = None if levels is None else levels_of(levels)
    # Without functions the objects themselves say what they are, in any of the shapes above.
    are_plain_objects = children is None and value is None and name is None
    if are_plain_objects:
        return Exercise(tree_of_objects(root, players))
    # Nodes of one's own say nothing of players.
    levels_of_nodes = DEFAULT_LEVELS if players is None else players
    tree = tree_from_nested(root, levels_of_nodes, children=children, value=value, name=name)
    return Exercise(notation.Exercise(tree))


def _require_functions(**functions: object) -> None:
    """Make sure that each argument is a function of a node, or ``None``.

    Raises:
        TypeError: One is not; says its name.
    """
    for name, function in functions.items():
        if function is not None and not callable(function):
            raise guards.refused(f"{name} is a function of a node", function)


def levels_of(levels: object) -> tuple[Player, ...]:
    """Return the players by ply, from a list of names or a text such as ``"max min"``.

    Args:
        levels: What a caller passed.

    Raises:
        TypeError: They are no iterable of names.
        RulesError: There are none, or a name is no player's.
    """
    wanted = "levels are the players by ply, such as ['max', 'min']"
    # Bytes and dictionaries can be iterated over, too, but not for names.
    if not isinstance(levels, Iterable) or isinstance(levels, (bytes, dict)):
        raise guards.refused(wanted, levels)
    if isinstance(levels, str):
        return tuple(parse_rule("levels", levels))
    players = list(levels)
    for player in players:
        guards.require(player, str, wanted)
    if not players:
        raise RulesError(f"{wanted}, not {described(levels)}")
    return tuple(parse_rule("levels", players))


# -- writing ---------------------------------------------------------------------------------------


def write(exercise: Exercise) -> str:
    r"""Return an exercise in the notation, in canonical form, with a newline at its end.

    Raises:
        TypeError: It is no exercise.

    Example:
        >>> write(from_nested([[3, 12], [2, 4]]))
        '[[3 12] [2 4]]\n'
    """
    return notation.write(inner_of(exercise, "write"))


def write_all(exercises: Iterable[Exercise]) -> str:
    r"""Return exercises in the notation, an empty line between them.

    Raises:
        TypeError: They are no exercises.

    Example:
        >>> write_all([parse("[1 2]"), parse("[3 4]")])
        '[1 2]\n\n[3 4]\n'
    """
    wanted = "write_all takes a list of exercises; te.write writes one"
    if isinstance(exercises, Exercise):
        raise guards.refused(wanted, exercises)
    guards.require(exercises, Iterable, wanted)
    return notation.write_all([inner_of(each, "write_all") for each in exercises])


def format(text: str) -> str:  # noqa: A001 - what the command is called
    r"""Return a text of trees in canonical form; comments stay where they stood.

    Raises:
        TypeError: It is no text.
        NotationError: It is wrong somewhere; says where and why.

    Example:
        >>> format("[ [3,12]  # first\n [2 4]]")
        '[\n  [3 12]  # first\n  [2 4]\n]\n'
    """
    guards.require(text, str, "te.format takes the text of trees")
    return notation.format_document(text)
