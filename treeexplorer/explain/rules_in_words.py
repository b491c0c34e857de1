"""Rules in words: of a search, of what is worked by hand, and where two sets of them differ."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, TypeAlias

from treeexplorer.engine.algorithms import algorithm_of
from treeexplorer.errors import present
from treeexplorer.explain.phrases import window_text
from treeexplorer.explain.sentence import Phrase, convert_to_phrase
from treeexplorer.numbers import shown
from treeexplorer.rules import DRAWN_ORDERS, RULE_OPTIONS, Rules, find_rule_value, title_of
from treeexplorer.tree import FULL_WINDOW, GameTree, Player

_USUAL_RULES: Final = Rules()
_TOLD_IF_UNUSUAL: Final = ("fail", "order", "window", "range", "depth", "levels")


def conventions(rules: Rules) -> list[Phrase]:
    """List the rules of a search in words: its name, its cut test if it has one, all unusual rules.

    Example:
        >>> [str(phrase) for phrase in conventions(Rules(fail="hard"))]
        ['alpha-beta', 'cut when α ≥ β', 'fail-hard']
        >>> [str(phrase) for phrase in conventions(Rules(form="bounds"))]
        ['alpha-beta (bounds)', 'cut when α > β']
    """
    phrases = [convert_to_phrase(_format_search_name(rules))]
    if algorithm_of(rules).has_windows:
        # The letters in braces have a colour and are no arguments.
        phrases.append(Phrase("cut when {α} {sign} {β}", sign=rules.test_sign))
    unusual_rules = [name for name in _TOLD_IF_UNUSUAL if _is_unusual(rules, name)]
    phrases += [convert_to_phrase(rules.words(name)) for name in unusual_rules]
    return phrases


def _format_search_name(rules: Rules) -> str:
    """Return the title of a search, with its printed form if that decides rules of the search."""
    title = algorithm_of(rules).title
    return f"{title} ({rules.form})" if rules.fixes_its_own_rules else title


def _is_unusual(rules: Rules, name: str) -> bool:
    """Tell whether a rule that a search takes has another value than where nothing is stated."""
    return rules.takes(name) and getattr(rules, name) != getattr(_USUAL_RULES, name)


def format_conventions(rules: Rules) -> str:
    """Join the rules of a search to one text, as a report names them."""
    return ", ".join(map(str, conventions(rules)))


Say: TypeAlias = Callable[..., str]
"""Says a rule: called with its name in :data:`RULE_SENTENCES` and the texts in its braces."""


def _format_meaning(name: str, value: str) -> str:
    """Return what a value of a rule means, with what it is called."""
    meaning = find_rule_value(name, value)
    return f"{meaning.explanation.rstrip('.')} ({meaning.title})."


RULE_SENTENCES: Final[Mapping[str, str]] = {
    "search": "Search the tree with {search}.",
    "form": "Search the tree with {search}, in the form “{form}”.",
    "exchanged": "This form exchanges the players; they are drawn as it moves them.",
    "turns": "{first} and {second} take turns.",
    "players": "The players by ply: {players}.",
    "or": " or ",
    **{name: find_rule_value("order", name).explanation for name in DRAWN_ORDERS},
    "estimates": "By estimate (~) or leaf value MAX takes the greatest child first, MIN the least.",
    "equal-estimates": "Equal children are taken as drawn, those with neither last.",
    "killer": "First comes a child whose name made the last cut-off on its ply.",
    "no-killer": "The others are taken as drawn.",
    "equal-cuts": find_rule_value("cutoff", ">=").explanation,
    "equal-looks-on": find_rule_value("cutoff", ">").explanation,
    "fail-soft": _format_meaning("fail", "soft"),
    "fail-hard": _format_meaning("fail", "hard"),
    "window": "The root is entered with {window}.",
    "range": "All values lie from {low} to {high}.",
    "chance": "A chance node (○) takes the weighted mean of its children.",
    "star1": "It is left, too, as soon as the mean can no longer matter (Star1).",
    "depth": "At ply {depth} (the root is at ply 0) a node with children returns its estimate (~).",
    "moves-twice": "{player} moves twice in a row at {nodes}.",
}
"""By name, what is said of the rules beside a tree that is worked by hand.

A course may say each in its own language; that is why they stand together.
"""
_OF_THE_REST: Final = {"estimates": "equal-estimates", "killer": "no-killer"}
_OF_CUTOFF: Final = {">=": "equal-cuts", ">": "equal-looks-on"}
_OF_FAIL: Final = {"soft": "fail-soft", "hard": "fail-hard"}


def translate_to_english(name: str, **values: str) -> str:
    """Return one of :data:`RULE_SENTENCES` with texts in its braces."""
    return RULE_SENTENCES[name].format(**values)


def describe_rules_for_hand_work(
    tree: GameTree, rules: Rules, translate: Say = translate_to_english
) -> str:
    """Return the sentences that tell a person by which rules to work a tree by hand.

    Args:
        tree: The tree.
        rules: The rules.
        translate: Makes a sentence from its name in :data:`RULE_SENTENCES`, perhaps in another
            language.

    Example:
        >>> from treeexplorer.tree import from_nested
        >>> tree = from_nested([[3, 12], [2, 4]])
        >>> print(describe_rules_for_hand_work(tree, Rules(algorithm="minimax")))
        Search the tree with minimax. ▲ MAX and ▽ MIN take turns.
    """
    # The players as this search takes them: by the rules, and exchanged in one printed form.
    tree_as_moved = tree.with_levels(rules.levels)
    if rules.printed.swaps_players:
        tree_as_moved = tree_as_moved.with_swapped_players()
    sentences = [
        *_describe_search(rules, translate),
        _describe_players(tree_as_moved, translate),
        *_describe_rules_of_windows(rules, translate),
        *_describe_rules_of_values(tree_as_moved, rules, translate),
    ]
    return " ".join(filter(None, sentences))  # another language may have no words for some


def _describe_search(rules: Rules, translate: Say) -> Iterator[str]:
    """Say which search is made, in which printed form, and whether that exchanges the players.

    The form is named only if it decides rules of the search itself.
    """
    algorithm = algorithm_of(rules)
    if rules.fixes_its_own_rules:
        yield translate("form", search=algorithm.title, form=rules.form)
    else:
        yield translate("search", search=algorithm.title)
    if rules.printed.swaps_players:
        yield translate("exchanged")


def _describe_rules_of_values(tree: GameTree, rules: Rules, translate: Say) -> Iterator[str]:
    """Yield the rules about values: their range, the mean of a chance node, the depth limit."""
    if rules.has_range:
        lowest, highest = rules.known_range
        yield translate("range", low=shown(lowest), high=shown(highest))
    if tree.has_chance:
        yield translate("chance")
    if tree.has_chance and rules.has_range:  # under a range a chance node can be cut off (Star1)
        yield translate("star1")
    if rules.depth is not None:
        yield translate("depth", depth=str(rules.depth))


def _describe_rules_of_windows(rules: Rules, translate: Say) -> Iterator[str]:
    """Yield the rules of a search with windows: order, cut test, return rule, first window.

    A window is the pair of bounds (α, β). Nothing is said of a search without windows.
    """
    if not algorithm_of(rules).has_windows:
        return

    yield translate(rules.order)  # each order has a sentence of its own name
    leaves_some_as_drawn = rules.order in _OF_THE_REST
    if leaves_some_as_drawn:
        yield translate(_OF_THE_REST[rules.order])

    if rules.has_conventions:  # alpha-beta, of which there are versions with ≥ and with >
        yield translate(_OF_CUTOFF[rules.get_effective_value("cutoff")])

    # Where there is no choice fail-soft is what anybody does, but fail-hard changes values.
    can_choose_what_is_returned = rules.takes("fail")
    if can_choose_what_is_returned or rules.hard:
        yield translate(_OF_FAIL[rules.get_effective_value("fail")])

    has_full_window = rules.window == FULL_WINDOW
    if not has_full_window:
        yield translate("window", window=window_text(rules.window))


def _describe_players(tree: GameTree, translate: Say) -> str:
    """Say who moves at each ply, or that the players take turns.

    Example:
        >>> from treeexplorer.notation import parse
        >>> tree = parse("[chance[max[1 2] max[3 4]] chance[max[5 6]]]").tree
        >>> _describe_players(tree, translate_to_english)
        'The players by ply: ▲ MAX, ○ CHANCE, ▲ MAX.'
    """
    levels = [_format_player(player) for player in tree.levels]  # by ply, repeated below the last
    if len(levels) == 2 and tree.players_alternate and not tree.has_chance:
        return translate("turns", first=levels[0], second=levels[1])

    players_by_ply = _collect_players_by_ply(tree, translate)
    follow_levels = all(
        players == levels[ply % len(levels)] for ply, players in enumerate(players_by_ply)
    )
    if follow_levels:  # then it is enough to name each once
        return translate("players", players=", ".join(levels))
    return translate("players", players=", ".join(players_by_ply))


def _collect_players_by_ply(tree: GameTree, translate: Say) -> list[str]:
    """Collect who moves at each ply: ``▲ MAX or ▽ MIN``; a ply of leaves alone is left out."""
    separator = translate("or")
    players_by_ply = [_collect_players(tree, nodes) for nodes in tree.plies]
    return [separator.join(map(_format_player, players)) for players in players_by_ply if players]


def _collect_players(tree: GameTree, nodes: Iterable[int]) -> list[Player]:
    """Collect the players of some nodes in order, each once; leaves have none."""
    players: list[Player] = []
    for node in nodes:
        player = tree.player(node)
        if player is not None and player not in players:
            players.append(player)
    return players


def _format_player(player: Player) -> str:
    """Return a player with its sign: ``▲ MAX``."""
    return f"{player.sign} {player.value.upper()}"


def moves_twice(tree: GameTree, translate: Say = translate_to_english) -> str:
    """Say at which nodes a player moves twice in a row, though the levels have another one.

    The levels are the players by ply, in turn. ``MAX moves twice in a row at ▲B.`` where ▲B lies
    below a MAX node and the levels are MAX, MIN. Empty where there are no such nodes.

    Args:
        tree: The tree.
        translate: Makes a sentence from its name in :data:`RULE_SENTENCES`, perhaps in another
            language.
    """
    nodes_by_player = defaultdict[Player, list[str]](list)
    for node in tree.inner_nodes():
        if _moves_again_unexpectedly(tree, node):
            nodes_by_player[present(tree.player(node))].append(tree.labels.signed(node))
    return " ".join(
        translate("moves-twice", player=player.value.upper(), nodes=", ".join(nodes))
        for player, nodes in nodes_by_player.items()
    )


def _moves_again_unexpectedly(tree: GameTree, node: int) -> bool:
    """Tell whether a node's player has moved just before, too, where another one was due.

    Who is due is said by the levels, the players by ply in turn. A MAX node below a MAX node is
    unexpected if the levels are MAX, MIN. A MIN node at ply 2 below a MIN node is not if they are
    MAX, MIN, MIN: a second move of MIN is due there.
    """
    parent = tree.parent_of(node)
    if parent is None:
        return False
    moves_again = tree.player(node) == tree.player(parent)
    due_player = tree.levels[tree.ply[node] % len(tree.levels)]
    due_player_above = tree.levels[tree.ply[parent] % len(tree.levels)]
    second_move_is_due = due_player == due_player_above
    return moves_again and not second_move_is_due


# -- one rule, and where two sets of rules differ ----------------------------------------------


def describe_rule(name: str, rules: Rules) -> Phrase:
    """Describe one rule of a search as a name: ``α ≥ β``, ``fail-soft``.

    Args:
        name: The name of the rule, such as ``cutoff``.
        rules: The rules of the search.

    Example:
        >>> str(describe_rule("cutoff", Rules())), str(describe_rule("fail", Rules()))
        ('α ≥ β', 'fail-soft')
    """
    value = rules.get_effective_value(name)  # a printed form decides some rules itself
    match name:
        case "form" if rules.printed.swaps_players:
            return Phrase("the form “{value}” ({note})", value=str(value), note=swap_note(rules))
        case "form":
            return Phrase("the form “{value}”", value=str(value))
        case "cutoff":
            return Phrase("{α} {sign} {β}", sign=rules.test_sign)
        case "range" if value is not None:
            return convert_to_phrase(rules.words(name))
        case "levels":
            return Phrase("the players {players}", players=_join_players(rules))
        case "windows":
            return Phrase("windows {title}", title=title_of(name, value))
        case _:
            return convert_to_phrase(title_of(name, value))


def describe_rule_as_condition(name: str, rules: Rules) -> Phrase:
    """Describe one rule of a search in words before a main clause: ``under the test ≥``.

    Args:
        name: The name of the rule, such as ``cutoff``.
        rules: The rules of the search.

    Example:
        >>> str(describe_rule_as_condition("cutoff", Rules()))
        'under the test ≥'
        >>> str(describe_rule_as_condition("order", Rules()))
        'from the left'
    """
    value = rules.get_effective_value(name)  # a printed form decides some rules itself
    match name:
        case "form":
            return Phrase("in the form {value}", value=str(value))
        case "cutoff":
            return Phrase("under the test {sign}", sign=rules.test_sign)
        case "order" if rules.order in DRAWN_ORDERS and rules.right_to_left:
            return Phrase("from the right")
        case "order" if rules.order in DRAWN_ORDERS:
            return Phrase("from the left")
        case "window":
            return Phrase("with the window {title}", title=title_of(name, value))
        case "range" if value is None:
            return Phrase("without a known range")
        case "range":
            return Phrase("with values {title}", title=title_of(name, value))
        case "depth" if rules.depth is None:
            return Phrase("without a depth limit")
        case "depth":
            return Phrase("to {title}", title=title_of(name, value))
        case "levels":
            return Phrase("with {players} by turns", players=_join_players(rules))
        case _:
            return Phrase("with {title}", title=title_of(name, value))


def _join_players(rules: Rules) -> str:
    """Return the players by ply: ``MAX MIN``."""
    return " ".join(player.value.upper() for player in rules.levels)


def describe_changed_rules(first: Rules, second: Rules) -> str:
    """Describe the rules of a second search that differ from those of a first one.

    Args:
        first: The rules of the first search.
        second: The rules of the second search.

    Example:
        >>> describe_changed_rules(Rules(), Rules(cutoff=">", order="right-to-left"))
        'under the test >, from the right'
    """
    differences: list[str] = []
    for name in RULE_OPTIONS:
        is_same = getattr(first, name) == getattr(second, name)
        # A search that has no printed forms leaves the form without effect.
        is_form_without_effect = name == "form" and not second.has_conventions
        if not is_same and not is_form_without_effect:
            differences.append(str(describe_rule_as_condition(name, second)))
    if not differences:
        return "under the same rules"
    return ", ".join(differences)


# -- the printed forms of alpha-beta -----------------------------------------------------------

_PECULIARITIES: Final = {
    "exchanged": (
        "The two branches carry each other's label: the one labelled “maximizing” takes the "
        "minimum, the one labelled “minimizing” the maximum. On a MAX root it therefore computes "
        "the value of the tree with the players swapped: [1 2] gives 1 instead of 2."
    ),
    "bounds": (
        "v starts at the bound that the node was entered with, and only v > max (or v < min) cuts. "
        "A child that fails low returns exactly that bound, and the strict test does not cut on "
        "it. The root's value is right, but from three plies on more leaves are read than needed, "
        "even without ties: [2 [[1] 3]] reads 3 leaves where the classic form reads 2."
    ),
    "two-functions": (
        "The first child's value is taken as it is, even where it is worse than the bound that was "
        "inherited, so that bound is lost to the later children and some deep cut-offs with it: "
        "[3 [4 [1 [2 5]]]] reads 5 leaves where the classic form reads 4. The text begins with "
        "−1 and +1, a computer's win being −1, and then stops at the first win it finds."
    ),
}


def swap_note(rules: Rules) -> str:
    """Return a note on a printed form that swaps the players; empty for any other form.

    Example:
        >>> swap_note(Rules(form="exchanged"))
        'the players are swapped'
    """
    if not rules.printed.swaps_players:
        return ""
    return "the players are swapped"


def peculiarity(rules: Rules) -> str | None:
    """Explain what is peculiar about a printed form, with the smallest tree that shows it."""
    return _PECULIARITIES.get(rules.form) if rules.has_conventions else None
