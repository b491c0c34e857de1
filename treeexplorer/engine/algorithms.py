"""The searches: one table, the rules that one is asked for under, and the door to all of them.

Everything that is particular to a search stands in its row. A new search is a function that fills
a record, a row here, and its name among the values of the rule ``algorithm``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias

from treeexplorer.course_file import Course
from treeexplorer.engine import listings
from treeexplorer.engine.alphabeta import alphabeta
from treeexplorer.engine.heuristic_orders import in_search_order
from treeexplorer.engine.listings import Listing
from treeexplorer.engine.null_windows import (
    search_by_mtdf,
    search_children_by_negascout,
    search_children_by_pvs,
    search_children_by_scout,
    search_once,
)
from treeexplorer.engine.ordered_tree import OrderedTree, rules_as_searched
from treeexplorer.engine.record import Record
from treeexplorer.notation import Exercise, Positions, chance_problems, range_problems
from treeexplorer.rules import (
    BUILT_IN,
    CHOSEN,
    COURSE_FILE,
    DRAWN_ORDERS,
    FILE,
    OPTION,
    ResolvedRules,
    Rules,
    RulesError,
    resolve,
    title_of,
)
from treeexplorer.tree import FULL_WINDOW, INFINITY, GameTree, Levels

SearchFunction: TypeAlias = "Callable[[OrderedTree, Any], Iterator[None]]"


class Algorithm(NamedTuple):
    """A search, and everything that is particular to it.

    Attributes:
        run: Returns an iterator that fills a record, a slice of the search at a time.
        listing: The search as it is printed; ``None`` if that depends on the rules' form.
        chance_listing: The lines of the listing for chance nodes, shown where there are any.
        range_listing: The same where a range of all values is known.
        reenters: Whether a node may be entered several times, or with a window that does not follow
            from its parent's.
        for_chance: Whether it is made for chance nodes, and nothing new on a tree without them.
        negates: Whether a value is seen from the side to move.
        takes_window: Whether the root is entered with the window that the rules state.
    """

    name: str
    run: SearchFunction
    listing: str | None
    chance_listing: str = ""
    range_listing: str = ""
    has_windows: bool = True
    reenters: bool = False
    takes_chance: bool = True
    for_chance: bool = False
    negates: bool = False
    takes_window: bool = True

    @property
    def title(self) -> str:
        """What it is called in a sentence, such as ``MTD(f)``."""
        return title_of("algorithm", self.name)

    @property
    def enters_root_with_window(self) -> bool:
        """Whether the window that the rules state makes a difference to it."""
        return self.has_windows and self.takes_window


_ROWS: Final = (
    Algorithm("alphabeta", alphabeta, None, listings.CLASSIC_CHANCE, listings.STAR1),
    Algorithm("minimax", alphabeta, listings.MINIMAX, listings.MINIMAX_CHANCE, has_windows=False),
    Algorithm(
        "negamax",
        alphabeta,
        listings.NEGAMAX,
        listings.NEGAMAX_CHANCE,
        has_windows=False,
        negates=True,
    ),
    Algorithm("pvs", partial(search_once, search_children_by_pvs), listings.PVS, reenters=True),
    Algorithm(
        "negascout",
        partial(search_once, search_children_by_negascout),
        listings.NEGASCOUT,
        reenters=True,
    ),
    Algorithm(
        "scout",
        partial(search_once, search_children_by_scout),
        listings.SCOUT,
        reenters=True,
        takes_window=False,
    ),
    Algorithm("mtdf", search_by_mtdf, listings.MTDF, reenters=True),
    Algorithm(
        "sss",
        partial(search_by_mtdf, first_guess=INFINITY),
        listings.SSS,
        reenters=True,
        takes_chance=False,
    ),
    Algorithm(
        "expectimax",
        alphabeta,
        listings.MINIMAX.replace("minimax", "expectimax"),
        listings.MINIMAX_CHANCE.replace("minimax", "expectimax"),
        has_windows=False,
        for_chance=True,
    ),
)

TABLE: Final[dict[str, Algorithm]] = {row.name: row for row in _ROWS}


def algorithm_of(rules: Rules) -> Algorithm:
    """Return the row of the search that rules ask for."""
    return TABLE[rules.algorithm]


_NO_RANGE: Final = "a known range goes with alpha-beta in its form “classic” only"


def idle_because(rules: Rules, name: str) -> str | None:
    """Return why a rule (a setting of the search) has no effect, or ``None`` if it has one.

    Args:
        rules: All rules of the search; ``rules.algorithm`` says which search it is.
        name: The name of the rule that is asked about, such as ``"cutoff"``.

    Returns:
        The reason, a clause without a full stop, to be put behind a colon; ``None`` if the rule has
        an effect.

    Example:
        >>> idle_because(Rules(algorithm="pvs"), "fail")
        'PVS has its own cut test and return values'
        >>> idle_because(Rules(form="bounds"), "cutoff")
        'the form “bounds” decides this itself'
        >>> idle_because(Rules(), "fail")
    """
    algorithm = algorithm_of(rules)
    # A window may be stated for every search, but some do not enter the root with it.
    if name == "window" and not algorithm.enters_root_with_window:
        return f"{algorithm.title} takes no window"
    if rules.takes(name):
        return None
    if name == "range":
        return _NO_RANGE
    if rules.fixes_its_own_rules:
        return f"the form “{rules.form}” decides this itself"
    return _without_conventions(algorithm, name)


def _without_conventions(algorithm: Algorithm, name: str) -> str:
    """Return why a convention of alpha-beta makes no difference to another search."""
    if name == "form":
        return f"{algorithm.title} has no printed forms"
    if algorithm.has_windows:
        return f"{algorithm.title} has its own cut test and return values"
    return f"{algorithm.title} cuts nothing off"


def refuse_idle(rules: Rules, stated: Iterable[str]) -> None:
    """Raise an error if somebody states a rule (a setting) that has no effect on the search.

    One case is let through: a rule that is stated with its default value, for a search other than
    alpha-beta.

    Args:
        rules: The rules of the search.
        stated: The names of the rules that somebody has written in an option or in a file.

    Raises:
        RulesError: A stated rule has no effect, as ``fail decides nothing here: PVS has its own
            …``. Only the first one is told.
    """
    for name in stated:
        why = idle_because(rules, name)
        if why is None:
            continue
        # The defaults are the attributes of the class itself, Rules.cutoff and so on.
        is_default = getattr(rules, name) == getattr(Rules, name)
        may_pass = is_default and not rules.has_conventions
        if not may_pass:
            raise RulesError(f"{name} decides nothing here: {why}")


def rules_of(
    exercise: Exercise | None,
    course: Course,
    options: Mapping[str, Any],
    *,
    chosen: Mapping[str, Any] = MappingProxyType({}),
    tries_searches: bool = False,
) -> ResolvedRules:
    """Return the rules that an exercise (a tree with its directives) is searched under.

    Each rule is taken from the last of these sources that states it: the built-in defaults, the
    course file, the exercise's own lines such as ``@cutoff >``, the options of the command, what
    was chosen on the screen.

    Options without effect on the search are refused. They are not if another search is chosen on
    the screen: they were given for the search that was stated before.

    Args:
        exercise: The exercise; ``None`` for the rules of trees that are still to be made.
        course: What the course file says.
        options: Rules by name, as options of a command state them.
        chosen: Rules by name, as they were chosen on the screen.
        tries_searches: Whether other searches are tried, too. Then an option without effect on the
            stated search is not refused: it may have one on the others.

    Returns:
        The rules, with the source that each of them was taken from.

    Raises:
        RulesError: A value is not one of the rule's, the rules do not go together or with the tree,
            or an option has no effect.
    """
    built_in = {} if exercise is None else {"levels": exercise.tree.levels}
    in_file = {} if exercise is None else exercise.directives.rules
    # A later entry overrules the earlier ones.
    sources = [
        (BUILT_IN, built_in),
        (COURSE_FILE, course.rules),
        (FILE, in_file),
        (OPTION, options),
        (CHOSEN, chosen),
    ]
    resolved = resolve(sources)._replace(course_file=course.path)
    if exercise is not None:
        _refuse_beside_tree(exercise, resolved.rules)
    is_search_chosen_on_screen = resolved.origins["algorithm"] == CHOSEN
    may_have_idle_options = tries_searches or is_search_chosen_on_screen
    if not may_have_idle_options:
        _refuse_idle_statements(resolved)
    return resolved


def _refuse_beside_tree(exercise: Exercise, rules: Rules) -> None:
    """Refuse rules that do not go with the tree of an exercise: its players, or its known range.

    Raises:
        RulesError: They do not go with the tree.
    """
    _refuse_chance_problems(exercise.tree, rules.levels)
    _refuse_outside(exercise.tree, rules, exercise.positions)


def _refuse_idle_statements(resolved: ResolvedRules) -> None:
    """Refuse options that make no difference to the search, and under alpha-beta directives, too.

    A file with ``@cutoff`` may be searched with ``--algorithm minimax``, which has no cut test: it
    was written for another search. With a form of alpha-beta that has its own cut test the
    directive contradicts the form.

    Raises:
        RulesError: An option or a directive makes no difference; the message says why.
    """
    checked_origins = {OPTION}
    if resolved.rules.has_conventions:
        checked_origins.add(FILE)
    names = [name for name, origin in resolved.origins.items() if origin in checked_origins]
    refuse_idle(resolved.rules, names)


def _refuse_chance_problems(tree: GameTree, levels: Levels) -> None:
    """Refuse players by ply with which the chance nodes of a tree would have no weights.

    Raises:
        RulesError: A chance node would have none; the message says which.
    """
    if levels == tree.levels:
        return
    other = tree.with_levels(levels)
    for node, message, hint in chance_problems(other):
        where = f"with the players {' '.join(levels)}, at {other.labels.text(node)}"
        raise RulesError(f"{where}: {message}", hint)


def _refuse_outside(tree: GameTree, rules: Rules, positions: Positions | None = None) -> None:
    """Raise an error if a number of a tree lies outside of the range that its rules state.

    The range says that all values lie from A to B. Without one, nothing is refused.

    Args:
        tree: The tree.
        rules: The rules, with the range.
        positions: Line and column of each node in its file, for the message; ``None`` for a tree
            that is in no file.

    Raises:
        RulesError: A number lies outside. The first such node is named.
    """
    if not rules.has_range:
        return
    # At most the first problem is told: the loop ends by raising.
    for node, message, hint in range_problems(tree, rules.known_range):
        where = f"at {tree.labels.label(node)}"
        if positions is not None:
            line, column = positions.of_node(node)
            where = f"{where} (line {line}, column {column})"
        raise RulesError(f"{where}: {message}", hint)


def _refuse_unsuitable(tree: GameTree, rules: Rules) -> None:
    """Refuse a search that does not go with a tree, or with other rules.

    Raises:
        RulesError: It does not.
    """
    _refuse_chance_nodes(tree, rules)
    _refuse_order(rules)
    _refuse_range(rules)
    _refuse_outside(tree, rules)


def _refuse_chance_nodes(tree: GameTree, rules: Rules) -> None:
    """Refuse a search that has no rule for chance nodes, if the tree has any.

    Raises:
        RulesError: It has none.
    """
    algorithm = algorithm_of(rules)
    if tree.has_chance and not algorithm.takes_chance:
        raise RulesError(
            f"{algorithm.title} has no rule for chance nodes; search this tree with alphabeta"
        )


def _refuse_order(rules: Rules) -> None:
    """Raise an error if the search cannot take the children in the order that the rules ask for.

    Every search takes the two drawn orders, left-to-right and right-to-left. The orders that are
    computed (by estimates, killer moves first) are taken by classic alpha-beta alone.

    Args:
        rules: The rules, with the order and the search.

    Raises:
        RulesError: The search does not take the order.
    """
    is_computed_order = rules.order not in DRAWN_ORDERS
    if is_computed_order and not rules.is_classic_alphabeta:
        raise RulesError(
            f"the order “{rules.order}” goes with alpha-beta in its form “classic” only; "
            "use left-to-right or right-to-left"
        )


def _refuse_range(rules: Rules) -> None:
    """Refuse a known range that the search does not take.

    Raises:
        RulesError: The search does not take it.
    """
    says_something_of_values = rules.range not in {None, FULL_WINDOW}
    if says_something_of_values and not rules.takes("range"):
        raise RulesError(
            message=_NO_RANGE,
            hint=f"search with it, or leave out the range, for {algorithm_of(rules).title}",
        )


def listing(rules: Rules, *, chance: bool = False) -> Listing:
    """Return the program text of a search, with the lines that the rules make different.

    Args:
        rules: The rules; they say which search it is.
        chance: Whether the tree has chance nodes (dice rolls). The lines for these are appended.

    Returns:
        The text with its title, as it is shown beside the tree.

    Example:
        >>> listing(Rules()).title, listing(Rules()).lines[0]
        ('alpha-beta, form “classic”', 'alphabeta(node, depth, α, β, player):')
    """
    algorithm = algorithm_of(rules)
    title = algorithm.title
    if rules.has_conventions:
        title = f"alpha-beta, form “{rules.form}”"
    source = algorithm.listing
    if source is None:  # it depends on the form, and on the rules in it
        source = listings.alphabeta_listing(rules)
    if chance:
        # Empty for a printed form that has no lines for chance nodes.
        source += _chance_lines(algorithm, rules)
    return listings.read_listing(title, source)


def _chance_lines(algorithm: Algorithm, rules: Rules) -> str:
    """Return the lines of a search's listing for chance nodes, empty where it prints none."""
    if rules.has_range:  # Star1, which cuts chance nodes off by the test of the rules
        return algorithm.range_listing.format(sign=rules.test_sign)
    if rules.fixes_its_own_rules:  # the printed forms other than the classic one have none
        return ""
    return algorithm.chance_listing


def search(tree: GameTree, rules: Rules | None = None) -> Record:
    """Search a tree to the end, in the reference form without rules, and return the record.

    Raises:
        HorizonError: A node at the depth limit has children and no estimate.
        RulesError: The rules do not go with the tree.

    Example:
        >>> from treeexplorer.tree import from_nested
        >>> record = search(from_nested([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
        >>> record.root_value, record.evaluated, len(record.cuts)
        (3, 7, 1)
    """
    record, progress = begin(tree, rules)
    for _ in progress:
        pass
    return record


def begin(tree: GameTree, rules: Rules | None = None) -> tuple[Record, Iterator[None]]:
    """Return an empty record and an iterator that fills it, a slice of the search at a time.

    Between two slices the record is whole as far as it goes: it can be shown and stepped.
    """
    if rules is None:
        rules = Rules(levels=tree.levels)
    return begin_ordered(in_search_order(tree, rules), rules)


def begin_ordered(ordered: OrderedTree, rules: Rules) -> tuple[Record, Iterator[None]]:
    """Return an empty record and an iterator that fills it, for a tree already put in order.

    Raises:
        RulesError: The search has no rule for the tree's chance nodes, or for such an order.
    """
    algorithm = algorithm_of(rules)
    _refuse_unsuitable(ordered.tree, rules)
    exact = rules_as_searched(rules, ordered.tree)
    record = Record(ordered, exact, has_windows=algorithm.has_windows)
    return record, algorithm.run(ordered, record)
