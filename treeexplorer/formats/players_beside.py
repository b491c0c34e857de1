"""Who moves, where that is said beside a tree: ``player = "MIN"``, ``max_nodes = ["A", "D"]``.

Either the players by ply are given, often by that of the root alone, or those of single nodes by
name. The same holds of the assignments of a program and of the keys of a record.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from treeexplorer.formats.graphs import text_of_name
from treeexplorer.formats.model import Assigned, UnreadableError
from treeexplorer.formats.sketches import Grown
from treeexplorer.formats.words import (
    FIRST_PLAYER_WORDS,
    LEVELS_WORDS,
    PLAYER,
    SEARCHES_OF_PLAYER,
    meaning,
    plain_word,
    player_named,
    player_of_nodes,
    player_under,
)
from treeexplorer.text import quoted, safe
from treeexplorer.tree import Levels, Player


class Beside(NamedTuple):
    """The values of a text in two parts: those that give players by ply, and all others."""

    levels: list[Assigned]
    others: list[Assigned]


def split_levels_from_values(values: Sequence[Assigned]) -> Beside:
    """Return values in two parts: those that give players by ply, and all others.

    >>> parts = split_levels_from_values([Assigned([3, 12], "tree"), Assigned("MIN", "player")])
    >>> [each.variable for each in parts.levels], [each.variable for each in parts.others]
    (['player'], ['tree'])
    """
    parts = Beside(levels=[], others=[])
    for assigned in values:
        if parse_levels(assigned) is None:
            parts.others.append(assigned)
        else:
            parts.levels.append(assigned)
    return parts


def parse_levels(assigned: Assigned) -> Levels | None:
    """Return the players by ply that a value beside a tree gives; ``None`` if it gives none.

    A ply is one level of the tree. ``"player": "min"`` and ``"maximizing": false`` give MIN and MAX
    in turns, ``"levels": ["min", "max"]`` gives the players of the first plies, which repeat.

    Args:
        assigned: The value, with its variable or its key in a record.
    """
    value, key = assigned
    is_list = isinstance(value, (list, tuple)) and len(value) > 0
    if is_list and plain_word(key) in LEVELS_WORDS:
        return _parse_players(value)

    if not isinstance(value, (str, int)) or not _is_for_first_player(key):
        return None
    first_player = player_under(key, value)
    # A chance node at the root says nothing about who moves below it.
    if first_player is None or first_player == Player.CHANCE:
        return None
    return (first_player, first_player.opponent)


def _is_for_first_player(key: str) -> bool:
    """Tell whether the player of the root stands under a key: ``player``, ``starts``."""
    word = plain_word(key)
    if word in FIRST_PLAYER_WORDS or word in SEARCHES_OF_PLAYER:
        return True
    return meaning(key) == PLAYER


def _parse_players(words: Sequence[Any]) -> Levels | None:
    """Return the players that words name; ``None`` if one names none, and the list is another."""
    players: list[Player] = []
    for word in words:
        player = player_named(str(word))
        if player is None:
            return None
        players.append(player)
    return tuple(players)


def common_levels(beside: Sequence[Assigned]) -> Levels | None:
    """Return the players by ply that all of some values give; ``None`` if they give several."""
    all_levels = {parse_levels(assigned) for assigned in beside}
    return all_levels.pop() if len(all_levels) == 1 else None


def with_levels(grown: Grown, levels: Levels) -> Grown:
    """Return a tree with players by ply, unless its nodes say who moves."""
    if grown.says_players:
        return grown
    tree = grown.exercise.tree.with_levels(levels)
    return grown._replace(exercise=replace(grown.exercise, tree=tree), says_players=True)


def levels_remark(beside: Sequence[Assigned], levels: Levels) -> str:
    """Return the remark that says who moves first, and what says so."""
    variable = safe(beside[0].variable)
    return f'{levels[0].upper()} first, as "{variable}" says'


def parse_players_by_name(assigned: Assigned) -> Mapping[str, Player]:
    """Return the players of nodes, by the nodes' names, that a value beside a tree gives.

    >>> parse_players_by_name(Assigned({"A": "MAX"}, "players"))
    {'A': <Player.MAX: 'max'>}
    >>> parse_players_by_name(Assigned({"A": False}, "is_max"))
    {'A': <Player.MIN: 'min'>}
    >>> parse_players_by_name(Assigned(["A"], "MIN"))
    {'A': <Player.MIN: 'min'>}

    Args:
        assigned: A table by name, or a list of one player's nodes, with its variable. Any other
            value gives no players, and the result is empty.
    """
    value, variable = assigned
    if isinstance(value, Mapping):
        return _parse_table_of_players(value, variable)
    if not isinstance(value, (list, tuple, set, frozenset)) or not _are_names(value):
        return {}

    # max = [3, 12] may be the largest values: of numbers the variable must say that they are nodes.
    has_numbers = not all(isinstance(name, str) for name in value)
    player = player_of_nodes(variable, are_numbers=has_numbers)
    return {} if player is None else {text_of_name(name): player for name in value}


def check_same_player(name: str, first_word: str, word: str, place: int | None) -> None:
    """Raise an error if two words name two players for a node, at the place of the second.

    Raises:
        UnreadableError: They do: ``MIN: B`` and ``MAX: B``.
    """
    if player_named(first_word) != player_named(word):
        message = f"{quoted(name)} has two players, {quoted(first_word)} and {quoted(word)}"
        raise UnreadableError(message, place, "leave the wrong one out")


def _parse_table_of_players(table: Mapping[Any, Any], variable: str) -> Mapping[str, Player]:
    """Return the players in a table, under the names of their nodes.

    The table is ``{"A": "MAX"}``, or ``{"A": False}`` under a variable such as ``is_max``. If one
    value names no player, the table means something else, and the result is empty.
    """
    players: dict[str, Player] = {}
    for name, value in table.items():
        player = player_under(variable, value)
        if player is None:
            return {}
        players[text_of_name(name)] = player
    return players


def _are_names(items: Any) -> bool:
    """Tell whether all items are texts or integers."""
    return all(isinstance(item, (str, int)) and not isinstance(item, bool) for item in items)
