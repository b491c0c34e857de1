"""The words under which people keep a tree: the one table of keys, and who MAX and MIN are called.

Visualizers write ``score`` and ``kids``, exercises ``utility`` and ``succs``, programs ``val`` and
``isMax``, and some people German, French or Spanish. A key means the same in every syntax; its
case, ``_`` and ``-`` do not matter.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from treeexplorer.tree import PLAYER_SPELLINGS, Player

# The words of each meaning; where a record has several, the first one counts.
VALUE: Final = "value"
CHILDREN: Final = "children"
SIDES: Final = "sides"
NAME: Final = "name"
PLAYER: Final = "player"
PROBABILITY: Final = "probability"
PROBABILITIES: Final = "probabilities"
PARENT: Final = "parent"
CLAIM: Final = "claim"
ESTIMATE: Final = "estimate"
MORE: Final = "more"
_TRUTH_STEMS: Final = {
    Player.MAX: ("max", "maximizing", "maximising", "maximizer", "maximiser"),
    Player.MIN: ("min", "minimizing", "minimising", "minimizer", "minimiser"),
}
_IS_MAX: Final = {
    word: player
    for player, stems in _TRUTH_STEMS.items()
    for stem in stems
    for noun in ("", "player", "turn", "node", "root", "first")
    for word in (f"is{stem}{noun}", f"{stem}{noun}")
    if word not in {"max", "min"}  # the largest and smallest value
}
"""The words under which a truth value says whether a node is of MAX, or of MIN."""
_WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    VALUE: ("value", "val", "score", "utility", "payoff", "eval", "heuristic", "data", "size",
            "reward", "leafvalue", "nodevalue", "evaluation", "points", "outcome", "result",
            "minimax", "minimaxvalue", "wert", "bewertung", "valeur", "valor"),
    CHILDREN: (
        "children", "child", "kids", "nodes", "successors", "succs", "moves", "branches",
        "childnodes", "childs", "subtrees", "subnodes", "offspring", "replies", "nodedataarray",
        "kinder", "nachfolger", "enfants", "fils", "hijos",
    ),
    SIDES: ("left", "right", "leftchild", "rightchild", "leftnode", "rightnode"),
    NAME: (
        "name", "label", "text", "title", "topic", "id", "key", "state", "move", "node", "nodeid",
        "nodename", "identifier", "childnode", "knoten", "bezeichnung", "nom", "nombre",
    ),
    PLAYER: (
        "player", "type", "role", "turn", "nodetype", "kind", "minmax", "owner", "agent", "mover",
        "mode", "whoseturn", "spieler", "joueur", "jugador", *_IS_MAX,
    ),
    PROBABILITY: (
        "probability", "prob", "weight", "p", "wahrscheinlichkeit", "probabilité", "probabilidad",
    ),
    PROBABILITIES: ("probabilities", "probs", "weights"),
    PARENT: ("parent", "parentid", "parentnode", "parentname", "pid",
             "eltern", "elternknoten", "vorgänger", "père", "padre"),
    CLAIM: ("claim",),
    ESTIMATE: ("estimate",),
    MORE: ("more",),
}  # fmt: skip
_MEANING: Final = {word: meaning for meaning, words in _WORDS.items() for word in words}
_RANK: Final = {word: rank for words in _WORDS.values() for rank, word in enumerate(words)}
_NUMBERED_CHILD: Final = re.compile(r"child(?P<number>[0-9]{1,6})")
"""The keys of a node whose children have a key each: ``child1``, ``child2``."""
_ONLY_BESIDE_OTHERS: Final = frozenset({"p", "claim", "estimate", "more"})

VALUES_OF_ONE: Final = frozenset({"payoffs", "utilities", "values", "scores", "rewards"})
"""The words under which a leaf of a game for several players has a value for each."""
LEAVES_WORDS: Final = frozenset(
    {"leaves", "leafvalues", "leafnodes", "terminalvalues", "values", "scores", "utilities"}
)
"""The words under which a record holds the values of all leaves, from left to right."""
ROOT_WORDS: Final = frozenset(
    {"root", "initial", "start", "startnode", "rootnode", "rootid", "initialstate"}
)
"""The words for the name of the root, beside a table of successors."""
FIRST_PLAYER_WORDS: Final = frozenset(
    {
        "firstplayer",
        "rootplayer",
        "startingplayer",
        "currentplayer",
        "starts",
        "starter",
        "first",
        "tomove",
    }
)
"""The words for the player who moves first, beside a tree; those of a node's player do as well."""
SEARCHES_OF_PLAYER: Final[Mapping[str, Player]] = {
    **dict.fromkeys(("maxvalue", "maxval"), Player.MAX),
    **dict.fromkeys(("minvalue", "minval"), Player.MIN),
}
"""The functions that search for one player alone: ``min_value(tree)``."""
RESULTS_OF_GAME: Final = frozenset({"win", "won", "loss", "lose", "lost", "draw", "tie"})
"""The words for how a game ends, which stand where a leaf has its number."""
LEVELS_WORDS: Final = frozenset({"levels", "players", "plies", "turns"})
"""The words for the players by ply, beside a tree."""
TREE_WORDS: Final = frozenset({"root", "tree", "data", "gametree", "elements", "graph"})
"""The words under which a record holds a tree, with words about it beside."""
SEVERAL_TREES: Final = "trees"
"""The word under which a record holds a list of trees, or trees by their titles."""
MEASURES: Final = frozenset(
    {"depth", "maxdepth", "height", "level", "ply", "plies", "branching", "branchingfactor"}
)
"""The words for a number that says how large a tree is, or where a node stands in it."""
BESIDE_TREE: Final = MEASURES | {"x", "y", "alpha", "beta", "visited", "pruned", "color", "colour"}
"""The words for what a program notes at a node while it draws or searches, and is no part of it."""
ORDER_WORDS: Final = frozenset(
    {"order", "ordinal", "sortorder", "childorder", "childindex", "siblingorder", "moveorder"}
)
"""The words for a number that says which of the children of a node comes first."""
EDGE_WORDS: Final = frozenset(
    {"edges", "links", "relations", "relationships", "arcs", "connections"}
)
SOURCE_WORDS: Final = frozenset({"source", "from", "src", "fromnode", "sourcenode", "startnode"})
TARGET_WORDS: Final = frozenset({"target", "to", "dst", "dest", "tonode", "targetnode", "endnode"})

WORDS_FOR_LEAVES: Final = frozenset({"leaf", "terminal"})
"""The words that say of a list that it is a leaf, and are no name: ``("leaf", 5)``."""
WORDS_FOR_NODES: Final = frozenset({"node", "branch", "inner", "internal", "fork"})
"""The words that say of a list that it is a node with children, and are no name."""
_LEAF_TYPES: Final = frozenset(
    {
        "leaf",
        "leafnode",
        "terminal",
        "terminalnode",
        "node",
        "inner",
        "internal",
        "root",
        "decision",
    }
)
_CHANCE_WORDS: Final = (
    "chance", "chancenode", "random", "nature", "expect", "expectation", "average",
)  # fmt: skip
_PLAYER_WORDS: Final[Mapping[str, Player]] = {
    **{
        f"{stem}{ending}": player
        for stem, player in (("max", Player.MAX), ("min", Player.MIN))
        for ending in ("", "node", "player", "imizer", "imiser", "imizing", "imising", "imize",
                       "imizingplayer", "imisingplayer")
    },
    **dict.fromkeys(_CHANCE_WORDS, Player.CHANCE),
}  # fmt: skip
_NUMBERED_PLAYER: Final = re.compile(r"(?P<player>max|min|chance)[_-]?[0-9]+")
_TRUTHS: Final = {
    **dict.fromkeys(("true", "yes", "1", "1.0"), True),
    **dict.fromkeys(("false", "no", "0", "0.0"), False),
}
_LIST_OF_NODES: Final = re.compile(
    r"(?P<player>max|min|chance)(?:imizing|imising|imizers?|imisers?|imum)?"
    r"(?P<noun>nodes?|states?|positions?|names?)?s?"
)


@lru_cache(4096)
def plain_word(key: str) -> str:
    """Return a key without its case, ``_``, ``-`` and blanks: ``isMax`` and ``is_max`` are one.

    >>> plain_word("is_Max")
    'ismax'
    """
    return key.replace("_", "").replace("-", "").replace(" ", "").strip().lower()


@lru_cache(4096)
def meaning(key: str) -> str | None:
    """Return the meaning of a key; ``None`` if the key is no word of the table.

    >>> meaning("Score"), meaning("child_2"), meaning("colour")
    ('value', 'sides', None)
    """
    word = plain_word(key)
    is_numbered_child = _NUMBERED_CHILD.fullmatch(word) is not None
    return SIDES if is_numbered_child else _MEANING.get(word)


def rank(key: str) -> int:
    """Return the rank of a key among the words with its meaning; the lowest rank counts."""
    word = plain_word(key)
    numbered = _NUMBERED_CHILD.fullmatch(word)
    return _RANK[word] if numbered is None else int(numbered["number"])


def is_known(key: object) -> bool:
    """Tell whether a key is a word of the table that means something without others beside it."""
    if not isinstance(key, str):
        return False
    return meaning(key) is not None and plain_word(key) not in _ONLY_BESIDE_OTHERS


def player_named(word: str) -> Player | None:
    """Return the player that a word or a sign stands for.

    >>> player_named("Max Node"), player_named("▽"), player_named("Anna")
    (<Player.MAX: 'max'>, <Player.MIN: 'min'>, None)
    """
    spelled = PLAYER_SPELLINGS.get(word.strip().lower())
    return _PLAYER_WORDS.get(plain_word(word)) if spelled is None else spelled


def player_in_numbered_name(name: str) -> Player | None:
    """Return the player that a name says with a number behind it; ``None`` for any other name.

    >>> player_in_numbered_name("min_1"), player_in_numbered_name("max")
    (<Player.MIN: 'min'>, None)
    """
    found = _NUMBERED_PLAYER.fullmatch(name.strip().lower())
    return None if found is None else Player(found["player"])


def player_under(key: str, value: Any) -> Player | None:
    """Return the player that a key and its value name; ``None`` if they name none."""
    player = _IS_MAX.get(plain_word(key))
    is_true = None if player is None else _truth(value)
    if player is None or is_true is None:
        return player_named(value) if isinstance(value, str) else None
    return player if is_true else player.opponent


def _truth(value: Any) -> bool | None:
    """Return the truth value that is written as such or as 0 or 1; ``None`` for any other."""
    is_atom = isinstance(value, (str, int, float))
    return _TRUTHS.get(str(value).strip().lower()) if is_atom else None


def player_of_nodes(variable: str, *, are_numbers: bool) -> Player | None:
    """Return the player whose nodes a list of names holds, by the name of the list.

    Numbers must be called nodes, since the largest values may be called max, too.

    >>> player_of_nodes("max_nodes", are_numbers=True), player_of_nodes("MAX", are_numbers=True)
    (<Player.MAX: 'max'>, None)
    """
    found = _LIST_OF_NODES.fullmatch(plain_word(variable))
    if found is None or (are_numbers and found["noun"] is None):
        return None
    return Player(found["player"])


def may_say_who_moves(key: str) -> bool:
    """Tell whether something about the players may stand under a key or in a variable.

    >>> may_say_who_moves("turn"), may_say_who_moves("min_nodes"), may_say_who_moves("title")
    (True, True, False)
    """
    word = plain_word(key)
    is_of_players = meaning(key) == PLAYER or word in FIRST_PLAYER_WORDS or word in LEVELS_WORDS
    return is_of_players or player_of_nodes(key, are_numbers=True) is not None


def says_nothing_of_players(value: Any) -> bool:
    """Tell whether what stands under ``type`` says what a node is, and not whose (``leaf``)."""
    return value is None or (isinstance(value, str) and plain_word(value) in _LEAF_TYPES)
