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
from treeexplorer.engine.ordered_tree import OrderedTree, make_rules_exact
from treeexplorer.engine.record import Record
from treeexplorer.notation import Exercise, Positions, find_chance_problems, find_range_problems
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


def explain_why_idle(rules: Rules, name: str) -> str | None:
    """Explain why a rule (a setting of the search) has no effect; ``None`` if it has one.

    A rule has no effect if the search does without it, or decides it itself. These are the cases::

        the rule         and the search                         the reason
        window           takes none (minimax, SCOUT)            … takes no window
        range            is not alpha-beta as “classic”         a known range goes with … only
        cutoff, fail     is alpha-beta in a form with its own   the form … decides this itself
        form             is none with printed forms             … has no printed forms
        cutoff, fail     has its own (PVS)                      … has its own cut test …
        cutoff, fail     has none (minimax)                     … cuts nothing off

    Args:
        rules: All rules of the search; ``rules.algorithm`` says which search it is.
        name: The name of the rule that is asked about, such as ``"cutoff"``.

    Returns:
        The reason, a clause without a full stop, to be put behind a colon; ``None`` if the rule has
        an effect.

    Example:
        >>> explain_why_idle(Rules(algorithm="pvs"), "fail")
        'PVS has its own cut test and return values'
        >>> explain_why_idle(Rules(form="bounds"), "cutoff")
        'the form “bounds” decides this itself'
        >>> explain_why_idle(Rules(), "fail")
    """
    algorithm = algorithm_of(rules)
    if name == "window" and not algorithm.enters_root_with_window:
        return f"{algorithm.title} takes no window"
    if rules.takes(name):  # nothing else in the rules decides it
        return None

    if name == "range":  # it asks for a search and for a form at once, so that both are told
        return _NO_RANGE
    if name == "form":
        return f"{algorithm.title} has no printed forms"
    if rules.fixes_its_own_rules:
        return f"the form “{rules.form}” decides this itself"
    if algorithm.has_windows:
        return f"{algorithm.title} has its own cut test and return values"
    return f"{algorithm.title} cuts nothing off"


def check_rules_have_effect(rules: Rules, stated_names: Iterable[str]) -> None:
    """Raise an error if somebody states a rule (a setting) that has no effect on the search.

    A rule that is stated as it is by default is harmless, since the search is the same with it and
    without it. A printed form of alpha-beta, however, may decide the rule otherwise::

        stated           the search                    so
        ``fail hard``    PVS                           it is refused: PVS has its own return values
        ``fail soft``    PVS                           it is harmless: the default
        ``cutoff >=``    alpha-beta, form ``bounds``   it is refused, though it is the default: the
                                                       form has the test ``>``

    Args:
        rules: The rules of the search.
        stated_names: The names of the rules that somebody has written in an option or in a file.

    Raises:
        RulesError: A stated rule has no effect, as ``fail decides nothing here: PVS has its own
            …``. Only the first one is told.
    """
    for name in stated_names:
        reason = explain_why_idle(rules, name)
        has_effect = reason is None
        is_default = getattr(rules, name) == getattr(Rules, name)
        is_harmless = is_default and not rules.fixes_its_own_rules
        if not has_effect and not is_harmless:
            raise RulesError(f"{name} decides nothing here: {reason}")


def rules_of(
    exercise: Exercise | None,
    course: Course,
    options: Mapping[str, Any],
    *,
    chosen: Mapping[str, Any] = MappingProxyType({}),
    tries_searches: bool = False,
) -> ResolvedRules:
    """Find the rules under which an exercise (a tree with its directives) is searched.

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
    if exercise is None:
        rules_of_tree: Mapping[str, Any] = {}
        rules_in_file: Mapping[str, Any] = {}
    else:
        rules_of_tree = {"levels": exercise.tree.levels}
        rules_in_file = exercise.directives.rules

    sources = [  # a later one overrules the earlier ones
        (BUILT_IN, rules_of_tree),
        (COURSE_FILE, course.rules),
        (FILE, rules_in_file),
        (OPTION, options),
        (CHOSEN, chosen),
    ]
    resolved = resolve(sources)._replace(course_file=course.path)

    if exercise is not None:
        _check_rules_suit_exercise(exercise, resolved.rules)
    is_search_chosen_on_screen = resolved.origins["algorithm"] == CHOSEN
    if not tries_searches and not is_search_chosen_on_screen:
        _check_stated_rules_have_effect(resolved)
    return resolved


def _check_rules_suit_exercise(exercise: Exercise, rules: Rules) -> None:
    """Raise a RulesError if the players or the known range do not go with an exercise's tree."""
    _check_chance_nodes_keep_weights(exercise.tree, rules.levels)
    _check_values_in_range(exercise.tree, rules, exercise.positions)


def _check_stated_rules_have_effect(resolved: ResolvedRules) -> None:
    """Raise a RulesError if an option, or with alpha-beta a directive, has no effect.

    A file with ``@cutoff`` may be searched with ``--algorithm minimax``, which has no cut test: it
    was written for another search. But the directive contradicts a form of alpha-beta that has its
    own cut test.
    """
    checked_origins = {OPTION}
    if resolved.rules.has_conventions:
        checked_origins.add(FILE)
    stated_names = [name for name, origin in resolved.origins.items() if origin in checked_origins]
    check_rules_have_effect(resolved.rules, stated_names)


def _check_chance_nodes_keep_weights(tree: GameTree, levels: Levels) -> None:
    """Raise a RulesError if a chance node of the tree has no weights with other players by ply."""
    if levels == tree.levels:
        return
    tree_with_levels = tree.with_levels(levels)
    for node, message, hint in find_chance_problems(tree_with_levels):
        place = f"with the players {' '.join(levels)}, at {tree_with_levels.labels.text(node)}"
        raise RulesError(f"{place}: {message}", hint)


def _check_values_in_range(
    tree: GameTree, rules: Rules, positions: Positions | None = None
) -> None:
    """Raise a RulesError if a number of a tree lies outside of the known range of the rules.

    The message names the first such node, and its line and column if the positions of the nodes in
    a file are given.
    """
    if not rules.has_range:
        return
    for node, message, hint in find_range_problems(tree, rules.known_range):
        place = f"at {tree.labels.label(node)}"
        if positions is not None:
            line, column = positions.of_node(node)
            place = f"{place} (line {line}, column {column})"
        raise RulesError(f"{place}: {message}", hint)


def _check_search_suits_tree(tree: GameTree, rules: Rules) -> None:
    """Raise a RulesError if the search does not go with the tree, or with another rule."""
    _check_search_takes_chance_nodes(tree, rules)
    _check_search_takes_order(rules)
    _check_search_takes_range(rules)
    _check_values_in_range(tree, rules)


def _check_search_takes_chance_nodes(tree: GameTree, rules: Rules) -> None:
    """Raise a RulesError if the tree has chance nodes, but the search has no rule for them."""
    algorithm = algorithm_of(rules)
    if tree.has_chance and not algorithm.takes_chance:
        raise RulesError(
            f"{algorithm.title} has no rule for chance nodes; search this tree with alphabeta"
        )


def _check_search_takes_order(rules: Rules) -> None:
    """Raise a RulesError if the search cannot take the children in the order of the rules.

    Every search takes the two drawn orders, left-to-right and right-to-left. Only classic
    alpha-beta takes the orders that are computed (by estimates, killer moves first).
    """
    is_computed_order = rules.order not in DRAWN_ORDERS
    if is_computed_order and not rules.is_classic_alphabeta:
        raise RulesError(
            f"the order “{rules.order}” goes with alpha-beta in its form “classic” only; "
            "use left-to-right or right-to-left"
        )


def _check_search_takes_range(rules: Rules) -> None:
    """Raise a RulesError if the rules state a known range that the search does not take."""
    limits_values = rules.range not in {None, FULL_WINDOW}
    if limits_values and not rules.takes("range"):
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
    title = f"alpha-beta, form “{rules.form}”" if rules.has_conventions else algorithm.title
    source = algorithm.listing
    if source is None:  # it depends on the form, and on the rules in it
        source = listings.format_alphabeta_listing(rules)
    if chance:
        source += _choose_chance_lines(algorithm, rules)
    return listings.parse_listing(title, source)


def _choose_chance_lines(algorithm: Algorithm, rules: Rules) -> str:
    """Return the lines of a search's listing for chance nodes; empty if it prints none."""
    if rules.has_range:  # Star1, which cuts chance nodes off by the test of the rules
        return algorithm.range_listing.format(sign=rules.test_sign)
    if rules.fixes_its_own_rules:  # only the classic form has such lines
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
    return begin_in_order(in_search_order(tree, rules), rules)


def begin_in_order(ordered: OrderedTree, rules: Rules) -> tuple[Record, Iterator[None]]:
    """Return an empty record and an iterator that fills it, for a tree already put in order.

    Raises:
        RulesError: The search has no rule for the tree's chance nodes, or for such an order.
    """
    algorithm = algorithm_of(rules)
    _check_search_suits_tree(ordered.tree, rules)
    exact_rules = make_rules_exact(rules, ordered.tree)
    record = Record(ordered, exact_rules, has_windows=algorithm.has_windows)
    return record, algorithm.run(ordered, record)
