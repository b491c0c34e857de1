"""A record that describes a node, read by the one table of words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from treeexplorer.formats.labels import spells_number
from treeexplorer.formats.words import (
    CHILDREN,
    CLAIM,
    ESTIMATE,
    MORE,
    NAME,
    PLAYER,
    PROBABILITIES,
    PROBABILITY,
    SIDES,
    VALUE,
    VALUES_OF_ONE,
    is_known,
    meaning,
    plain_word,
    player_under,
    rank,
    says_nothing_of_players,
)
from treeexplorer.tree import Player

_NOTHING: Final[tuple[object, ...]] = ("", None)
_EMPTY: Final[tuple[object, ...]] = (*_NOTHING, [], {})
_NODE_MEANINGS: Final = frozenset({VALUE, CHILDREN, SIDES, CLAIM, ESTIMATE})
_VALUES_OR_TEXTS: Final = frozenset({"data", "size", "result", "outcome", "points", "minimax"})
"""The words for a value under which another text may stand: ``"result": "win"``."""
_FACTS: Final = frozenset({"data", "attributes", "attrs", "properties"})
"""The words for a record of facts about a node, which stands within the node's record."""
_SURE_WORDS: Final = frozenset({"probability", "prob", "p"})


class _Layout(NamedTuple):
    """The meaning of a record's keys.

    Attributes:
        keys: The keys of each meaning, the one that counts first.
        others: The keys that mean nothing.
        is_node: Whether one of them means a value, children or the like.
        has_known: Whether one of them is a word of the table.
        has_children_alone: Whether those for children are the only ones that mean something.
    """

    keys: Mapping[str, tuple[str, ...]]
    others: tuple[str, ...]
    is_node: bool
    has_known: bool
    has_children_alone: bool


@lru_cache(1024)  # the records of a tree mostly have the same keys
def _layout(keys: tuple[Any, ...]) -> _Layout:
    """Sort the keys of a record by their meanings.

    >>> layout = _layout(("id", "score", "kids", "colour"))
    >>> layout.keys["value"], layout.keys["children"], layout.others
    (('score',), ('kids',), ('colour',))

    The result is kept for the next record, since those of a tree mostly have the same keys.

    Args:
        keys: The keys in the order of the record. A key that is no text means nothing.
    """
    keys_by_meaning: dict[str, list[str]] = {}
    others: list[Any] = []
    for key in keys:
        sense = meaning(key) if isinstance(key, str) else None
        if sense is None:
            others.append(key)
        else:
            keys_by_meaning.setdefault(sense, []).append(key)
    in_rank = {sense: tuple(sorted(words, key=rank)) for sense, words in keys_by_meaning.items()}
    return _Layout(
        keys=in_rank,
        others=tuple(others),
        is_node=not _NODE_MEANINGS.isdisjoint(in_rank),
        has_known=any(map(is_known, keys)),
        has_children_alone=in_rank.keys() == {CHILDREN},
    )


class LeafKeys(NamedTuple):
    """The key for the value of a leaf, and the key for its name; empty if it has no name."""

    value: str
    name: str


@lru_cache(1024)
def leaf_keys(keys: tuple[Any, ...]) -> LeafKeys | None:
    """Return the keys of the value and of the name in records that can only be leaves.

    >>> leaf_keys(("id", "score")), leaf_keys(("score",))
    (LeafKeys(value='score', name='id'), LeafKeys(value='score', name=''))
    >>> leaf_keys(("score", "children")) is None
    True

    Args:
        keys: The keys in the order of the record.

    Returns:
        The two keys; ``None`` if the keys may say more.
    """
    layout = _layout(keys)
    value_keys = layout.keys.get(VALUE, ())
    name_keys = layout.keys.get(NAME, ())
    # Every key must be the one for the value or the one for the name.
    has_others = len(keys) != len(value_keys) + len(name_keys)
    if len(value_keys) != 1 or len(name_keys) > 1 or has_others:
        return None
    name_key = name_keys[0] if name_keys else ""
    return LeafKeys(value_keys[0], name_key)


def says_nothing(value: object) -> bool:
    """Tell whether a value, such as ``None``, ``False`` or an empty list, is not worth listing."""
    return value is False or value in _EMPTY


def with_facts(record: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a record in which the entries of an inner record stand beside the other keys.

    >>> with_facts({"id": "n1", "data": {"label": "A"}})
    {'id': 'n1', 'label': 'A'}

    The inner record stands under ``data``, ``attributes``, ``attrs`` or ``properties``. Without
    one, the record itself is returned and not a copy.
    """
    # A quick test, since most records have no such key.
    if _FACTS.isdisjoint(record):
        return record
    for word, facts in record.items():
        if word in _FACTS and isinstance(facts, Mapping):
            others = {key: value for key, value in record.items() if key != word}
            # The inner key counts where both have one.
            return {**others, **facts}
    return record


class NodeRecord:
    """A record of the plain model, whose keys are words of the table.

    Its properties also note which keys they used, so that the others can be listed as left out.

    >>> record = NodeRecord({"id": "D", "score": 5, "colour": "red"})
    >>> record.name, record.number, sorted(record.used)
    ('D', 5, ['id', 'score'])

    Attributes:
        items: The record itself.
        used: The keys that were asked for and had something to say.
    """

    __slots__ = ("_layout", "items", "used")

    def __init__(self, items: Mapping[str, Any]) -> None:
        self.items = items
        self._layout = _layout(tuple(items))
        self.used: set[str] = set()

    @property
    def is_node(self) -> bool:
        """Whether the record has a key for children, a value or the like."""
        return self._layout.is_node

    @property
    def has_known_words(self) -> bool:
        """Whether one of its keys is a word of the table."""
        return self._layout.has_known

    @property
    def has_children_alone(self) -> bool:
        """Whether its keys for children are the only ones that say something of a node."""
        return self._layout.has_children_alone

    @property
    def others(self) -> tuple[str, ...]:
        """The keys that are no words of the table."""
        return self._layout.others

    def get(self, key: str) -> Any:
        """Return the value of a key; ``None`` if it is missing."""
        return self.items.get(key)

    def first(self, sense: str) -> Any:
        """Return the value of the first key with a meaning whose value is not ``None``."""
        for key in self._layout.keys.get(sense, ()):
            found = self.items[key]
            if found is not None:
                self.used.add(key)
                return found
        return None

    @property
    def unused_keys(self) -> list[str]:
        """The keys that were not used although something stands there, also numbers, as texts."""
        return [
            str(key)
            for key, value in self.items.items()
            if key not in self.used and not says_nothing(value)
        ]

    @property
    def label(self) -> str | None:
        """The text of the first key for a name that is not an id, a key or ``name``."""
        for key in self._layout.keys.get(NAME, ()):
            if plain_word(key) not in {"id", "key", "name"} and isinstance(self.items[key], str):
                self.used.add(key)
                text: str = self.items[key]  # with its place if that is known
                return text
        return None

    @property
    def explicit_name(self) -> str:
        """The text under ``name`` if there is an ``id``, too; else empty."""
        if "id" not in self.items:
            return ""
        for key in self._layout.keys.get(NAME, ()):
            if plain_word(key) == "name" and self.items[key] not in _NOTHING:
                return str(self.items[key])
        return ""

    @property
    def name(self) -> str:
        """The node's name, under whichever key; empty if there is none.

        A number may be a name. The key that counts is noted as used.
        """
        for key in self._layout.keys.get(NAME, ()):
            found = self.items[key]
            # True and False are numbers to Python, and no names.
            is_atom = isinstance(found, (str, int, float)) and not isinstance(found, bool)
            if is_atom and found not in _NOTHING:
                self.used.add(key)
                return str(found)
        return ""

    @property
    def number(self) -> Any:
        """The number or text under a key for the value; ``None`` if there is none."""
        key = next(filter(self._holds_value, self._layout.keys.get(VALUE, ())), None)
        if key is None:
            return None
        self.used.add(key)
        return self.items[key]

    def _holds_value(self, key: str) -> bool:
        """Tell whether a value stands under a key for it, and not something else.

        Under ``data`` and ``result`` any text may stand: only a number there is a value.
        """
        found = self.items[key]
        if found is None or isinstance(found, (list, tuple, dict)):
            return False
        may_be_other_text = isinstance(found, str) and plain_word(key) in _VALUES_OR_TEXTS
        return not may_be_other_text or spells_number(found)

    @property
    def has_several_values(self) -> bool:
        """Whether a list or a record stands under a key for the value, and no number does.

        Such a key is also ``payoffs``, under which several players have a value each.
        """
        keys = [key for key in self._layout.keys.get(VALUE, ()) if plain_word(key) != "data"]
        keys += [key for key in self._layout.others if plain_word(str(key)) in VALUES_OF_ONE]
        has_several = any(
            isinstance(self.items[key], (list, tuple, dict)) and len(self.items[key]) > 0
            for key in keys
        )
        return has_several and self.number is None

    @property
    def has_value_key(self) -> bool:
        """Whether there is a key for the value, even without a value."""
        return VALUE in self._layout.keys

    @property
    def children_found(self) -> Any:
        """The children under a key for them, or under ``left`` and ``right``.

        They may be none, ``[]``; ``None`` if there is no such key.
        """
        for key in self._layout.keys.get(CHILDREN, ()):
            found = self.items[key]
            if isinstance(found, (list, tuple, set, frozenset, dict)) or hasattr(found, "tolist"):
                self.used.add(key)
                return found
        return self._children_of_binary_node()

    def _children_of_binary_node(self) -> list[Any] | None:
        """Return the children under ``left`` and ``right``, and note that these keys are used.

        ============================================  =====================================
        ``{"left": 3, "right": 5}``                   ``[3, 5]``
        ``{"left": 3, "right": None}``                ``[3]``
        ``{"left": None, "right": None}``             ``[]``, a leaf
        ``{"name": "A"}``                             ``None``: there are no such keys
        ``{"left": 3, "right": 5, "up": [2, 4]}``     ``None``: they are names of children,
                                                      as ``up`` is
        ============================================  =====================================
        """
        # In the order of the words for sides, left before right, whatever the order of the record.
        sides = self._layout.keys.get(SIDES, ())
        if not sides:
            return None
        children = [self.items[key] for key in sides if self.items[key] is not None]
        are_names = len(children) > 0 and self._has_other_containers()
        if are_names:
            return None
        self.used.update(sides)
        return children

    def _has_other_containers(self) -> bool:
        """Tell whether a list or record stands under a key that is no word of the table."""
        return any(isinstance(self.items[key], (list, dict)) for key in self.others)

    @property
    def player(self) -> Player | None:
        """The node's player, by the first key that names one; ``None`` if none does.

        A key that says what a node is (``"type": "leaf"``) counts as used, too, so that it is not
        told as left out.
        """
        # All keys are looked at, also behind the first player: each that says something is noted as
        # used.
        players: list[Player] = []
        for key in self._layout.keys.get(PLAYER, ()):
            value = self.items[key]
            player = player_under(key, value)
            if player is not None:
                players.append(player)
            if player is not None or says_nothing_of_players(value):
                self.used.add(key)
        return players[0] if players else None

    @property
    def probability(self) -> Any:
        """The weight of the edge to this node; ``None`` if there is none."""
        return self.first(PROBABILITY)

    @property
    def probabilities(self) -> Sequence[Any] | None:
        """The weights of the edges to the children, in their order; ``None`` if there are none."""
        for key in self._layout.keys.get(PROBABILITIES, ()):
            found = self.items[key]
            if isinstance(found, (list, tuple)):
                self.used.add(key)
                return found
        return None

    @property
    def is_surely_probability(self) -> bool:
        """Whether the weight cannot be a distance."""
        keys = self._layout.keys.get(PROBABILITY, ())
        return any(plain_word(key) in _SURE_WORDS for key in keys)

    @property
    def claim(self) -> Any:
        """A claim that is marked as one."""
        return self.first(CLAIM)

    @property
    def estimate(self) -> Any:
        """The heuristic estimate."""
        return self.first(ESTIMATE)

    @property
    def has_more(self) -> bool:
        """Whether the node has further children that are not drawn."""
        return self.first(MORE) is True
