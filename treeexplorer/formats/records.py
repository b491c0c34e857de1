"""A record that describes a node, read by the one table of words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from treeexplorer.formats.labels import spells_number
from treeexplorer.formats.model import UnreadableError
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
    player_named,
    player_under,
    rank,
    says_nothing_of_players,
)
from treeexplorer.text import quoted
from treeexplorer.tree import Player

_NOTHING: Final[tuple[object, ...]] = ("", None)
_EMPTY: Final[tuple[object, ...]] = (*_NOTHING, [], {})
_NODE_MEANINGS: Final = frozenset({VALUE, CHILDREN, SIDES, CLAIM, ESTIMATE})
_VALUES_BESIDE_OTHERS: Final = ("v", "leaf")
"""The words for a value only beside another known word, and where no other is for the value."""
_VALUES_OR_TEXTS: Final = frozenset(
    {"data", "size", "result", "outcome", "points", "minimax", "leaf"}
)
"""The words for a value under which another text may stand: ``"result": "win"``."""
_FACTS: Final = frozenset({"data", "attributes", "attrs", "properties", "metadata"})
"""The words for a record of facts about a node, which stands within the node's record."""
_WRITTEN_IN_NODES: Final = frozenset(
    {"name", "label", "text", "title", "topic", "nodename", "childnode"}
)
"""The words for a name under which stands what is written in a node: perhaps its value."""
_SURE_WORDS: Final = frozenset({"probability", "prob", "p"})


class _RecordKeys(NamedTuple):
    """The meaning of a record's keys.

    Attributes:
        by_meaning: The keys of each meaning, the one that counts first.
        unknown: The keys that mean nothing.
        is_node: Whether one of them means a value, children or the like.
        has_known: Whether one of them is a word of the table.
        has_children_alone: Whether those for children are the only ones that mean something, and
            none is called as a player, ``min``.
    """

    by_meaning: Mapping[str, tuple[str, ...]]
    unknown: tuple[str, ...]
    is_node: bool
    has_known: bool
    has_children_alone: bool


@lru_cache(1024)  # the records of a tree mostly have the same keys
def _classify_keys(keys: tuple[Any, ...]) -> _RecordKeys:
    """Group the keys of a record by their meanings; a key that is no text means nothing.

    >>> keys = _classify_keys(("id", "score", "kids", "colour"))
    >>> keys.by_meaning["value"], keys.by_meaning["children"], keys.unknown
    (('score',), ('kids',), ('colour',))
    """
    keys_by_meaning: dict[str, list[str]] = {}
    unknown_keys: list[Any] = []
    for key in keys:
        key_meaning = meaning(key) if isinstance(key, str) else None
        if key_meaning is None:
            unknown_keys.append(key)
        else:
            keys_by_meaning.setdefault(key_meaning, []).append(key)

    by_meaning = {
        key_meaning: tuple(sorted(words, key=rank))
        for key_meaning, words in keys_by_meaning.items()
    }
    # {"p": 0.5, "v": 3}: alone, v may be the name of a node.
    if by_meaning and VALUE not in by_meaning:
        value_key = next((word for word in _VALUES_BESIDE_OTHERS if word in unknown_keys), None)
        if value_key is not None:
            unknown_keys.remove(value_key)
            by_meaning[VALUE] = (value_key,)
    # {"min": true, "children": […]}: these keys may say whose node it is.
    has_flags = any(player_named(str(key)) is not None for key in unknown_keys)
    return _RecordKeys(
        by_meaning=by_meaning,
        unknown=tuple(unknown_keys),
        is_node=not _NODE_MEANINGS.isdisjoint(by_meaning),
        has_known=any(map(is_known, keys)),
        has_children_alone=by_meaning.keys() == {CHILDREN} and not has_flags,
    )


class LeafKeys(NamedTuple):
    """The key for the value of a leaf, and the key for its name; empty if it has no name."""

    value: str
    name: str


@lru_cache(1024)
def find_leaf_keys(keys: tuple[Any, ...]) -> LeafKeys | None:
    """Return the keys of the value and of the name in records that can only be leaves.

    >>> find_leaf_keys(("id", "score")), find_leaf_keys(("score",))
    (LeafKeys(value='score', name='id'), LeafKeys(value='score', name=''))
    >>> find_leaf_keys(("score", "children")) is None
    True

    Args:
        keys: The keys in the order of the record.

    Returns:
        The two keys; ``None`` if the keys may say more.
    """
    by_meaning = _classify_keys(keys).by_meaning
    value_keys = by_meaning.get(VALUE, ())
    name_keys = by_meaning.get(NAME, ())
    # Every key must be the one for the value or the one for the name.
    has_other_keys = len(keys) != len(value_keys) + len(name_keys)
    if len(value_keys) != 1 or len(name_keys) > 1 or has_other_keys:
        return None
    name_key = name_keys[0] if name_keys else ""
    return LeafKeys(value_keys[0], name_key)


def is_empty_value(value: object) -> bool:
    """Tell whether a value, such as ``None``, ``False`` or an empty list, is not worth listing."""
    return value is False or value in _EMPTY


def merge_inner_record(record: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a record in which the entries of an inner record stand beside the other keys.

    >>> merge_inner_record({"id": "n1", "data": {"label": "A"}})
    {'id': 'n1', 'label': 'A'}

    The inner record stands under ``data``, ``attributes``, ``attrs``, ``metadata`` or
    ``properties``. Without one, the record itself is returned and not a copy.
    """
    # A quick test, since most records have no such key.
    if _FACTS.isdisjoint(record):
        return record
    for key, inner_record in record.items():
        if key in _FACTS and isinstance(inner_record, Mapping):
            other_entries = {word: value for word, value in record.items() if word != key}
            # The inner key counts where both have one.
            return {**other_entries, **inner_record}
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

    __slots__ = ("_keys", "items", "used")

    def __init__(self, items: Mapping[str, Any]) -> None:
        self.items = items
        self._keys = _classify_keys(tuple(items))
        self.used: set[str] = set()

    @property
    def is_node(self) -> bool:
        """Whether the record has a key for children, a value or the like."""
        return self._keys.is_node

    @property
    def has_known_words(self) -> bool:
        """Whether one of its keys is a word of the table."""
        return self._keys.has_known

    @property
    def has_children_alone(self) -> bool:
        """Whether its keys for children are the only ones that say something of a node."""
        return self._keys.has_children_alone

    @property
    def others(self) -> tuple[str, ...]:
        """The keys that are no words of the table."""
        return self._keys.unknown

    def get(self, key: str) -> Any:
        """Return the value of a key; ``None`` if it is missing."""
        return self.items.get(key)

    def first(self, key_meaning: str) -> Any:
        """Return the value of the first key with a meaning whose value is not ``None``."""
        for key in self._keys.by_meaning.get(key_meaning, ()):
            value = self.items[key]
            if value is not None:
                self.used.add(key)
                return value
        return None

    @property
    def unused_keys(self) -> list[str]:
        """The keys that were not used although something stands there, also numbers, as texts."""
        return [
            str(key)
            for key, value in self.items.items()
            if key not in self.used and not is_empty_value(value)
        ]

    @property
    def label(self) -> str | None:
        """The text of the first key for a name that is not an id, a key or ``name``."""
        for key in self._keys.by_meaning.get(NAME, ()):
            if plain_word(key) not in {"id", "key", "name"} and isinstance(self.items[key], str):
                self.used.add(key)
                text: str = self.items[key]  # with its place if that is known
                return text
        return None

    @property
    def explicit_name(self) -> str:
        """The text under ``name`` if there is an ``id`` or a ``key``, too; else empty."""
        has_id = "id" in self.items or "key" in self.items
        if not has_id:
            return ""
        for key in self._keys.by_meaning.get(NAME, ()):
            if plain_word(key) == "name" and self.items[key] not in _NOTHING:
                return str(self.items[key])
        return ""

    @property
    def name(self) -> str:
        """The node's name, under whichever key; empty if there is none.

        A number may be a name. The key that counts is noted as used.
        """
        for key in self._keys.by_meaning.get(NAME, ()):
            value = self.items[key]
            # True and False are numbers to Python, and no names.
            is_atom = isinstance(value, (str, int, float)) and not isinstance(value, bool)
            if is_atom and value not in _NOTHING:
                self.used.add(key)
                return str(value)
        return ""

    @property
    def identity(self) -> str | None:
        """The text of the key by which others refer to the node; ``None`` if its name is a label.

        ``{"id": 7}`` has the identity 7, and so has ``{"key": 7}``. ``{"id": 7, "name": "A"}`` has
        it, too; ``{"name": "7"}`` has none, since a name may be what is written in the node.
        """
        for key in self._keys.by_meaning.get(NAME, ()):
            value = self.items[key]
            is_atom = isinstance(value, (str, int)) and not isinstance(value, bool)
            if is_atom and value not in _NOTHING and plain_word(key) not in _WRITTEN_IN_NODES:
                return str(value)
        return None

    @property
    def is_named_by_identity(self) -> bool:
        """Whether the name of the node is its identity, and nothing is written in it."""
        return self.identity is not None and self.identity == self.name

    @property
    def numeric_id(self) -> int | None:
        """The number under ``id`` or ``node_id``, also as a text; ``None`` if there is none."""
        for key, value in self.items.items():
            is_atom = isinstance(value, (int, str)) and not isinstance(value, bool)
            is_number = is_atom and str(value).isdecimal()
            if is_number and plain_word(str(key)) in {"id", "nodeid"}:
                return int(value)
        return None

    @property
    def number(self) -> Any:
        """The number or text under a key for the value; ``None`` if there is none."""
        for key in self._keys.by_meaning.get(VALUE, ()):
            if self._has_value_under(key):
                self.used.add(key)
                return self.items[key]
        return None

    def _has_value_under(self, key: str) -> bool:
        """Tell whether a value stands under a key for it, and not something else.

        Under ``data`` and ``result`` any text may stand: only a number there is a value.
        """
        value = self.items[key]
        if value is None or isinstance(value, (list, tuple, dict)):
            return False
        if key == "leaf" and isinstance(value, bool):  # it says whether the node is one
            return False
        may_be_other_text = isinstance(value, str) and plain_word(key) in _VALUES_OR_TEXTS
        return not may_be_other_text or spells_number(value)

    @property
    def has_several_values(self) -> bool:
        """Whether a list or a record stands in the place of the node's value.

        ``{"value": [3, 5]}`` and ``{"payoffs": {"Anna": 3, "Ben": 5}}`` have several values, one
        for each player. ``{"value": 3, "payoffs": [3, 5]}`` has the value 3.
        """
        if self.number is not None:
            return False
        keys_for_value = self._keys.by_meaning.get(VALUE, ())
        # Anything may stand under "data", and not only values.
        keys = [key for key in keys_for_value if plain_word(key) != "data"]
        keys += [key for key in self._keys.unknown if plain_word(str(key)) in VALUES_OF_ONE]

        entries = [self.items[key] for key in keys]
        return any(isinstance(entry, (list, tuple, dict)) and len(entry) > 0 for entry in entries)

    @property
    def has_value_key(self) -> bool:
        """Whether there is a key for the value, even without a value."""
        return VALUE in self._keys.by_meaning

    @property
    def children_entry(self) -> Any:
        """The children under a key for them, or under ``left`` and ``right``.

        They may be none, ``[]``; ``None`` if there is no such key.
        """
        for key in self._keys.by_meaning.get(CHILDREN, ()):
            value = self.items[key]
            if isinstance(value, (list, tuple, set, frozenset, dict)) or hasattr(value, "tolist"):
                self.used.add(key)
                return value
        return self._collect_left_and_right()

    def _collect_left_and_right(self) -> list[Any] | None:
        """Return the children under ``left`` and ``right``, and note that these keys are used.

        ============================================  =====================================
        ``{"right": 5, "left": 3}``                   ``[3, 5]``
        ``{"left": 3, "right": None}``                ``[3]``
        ``{"left": None, "right": None}``             ``[]``, a leaf
        ``{"name": "A"}``                             ``None``: there are no such keys
        ``{"left": 3, "right": 5, "up": [2, 4]}``     ``None``: these are the names of three
                                                      children, since a list stands under
                                                      ``up``, too
        ============================================  =====================================
        """
        side_keys = self._keys.by_meaning.get(SIDES, ())  # left before right
        if not side_keys:
            return None

        children = [self.items[key] for key in side_keys if self.items[key] is not None]
        has_children = len(children) > 0
        if has_children and self._has_other_containers():
            return None
        self.used.update(side_keys)
        return children

    def _has_other_containers(self) -> bool:
        """Tell whether a list or record stands under a key that is no word of the table."""
        return any(isinstance(self.items[key], (list, dict)) for key in self.others)

    @property
    def player(self) -> Player | None:
        """The node's player, as its keys name it; ``None`` if none does.

        Of ``{"player": "MAX", "type": "leaf"}`` it is MAX. Both keys count as used, since
        ``"leaf"`` says only what the node is.

        Raises:
            UnreadableError: Two keys name two players: ``{"player": "MAX", "type": "min"}``.
        """
        player_by_key: dict[str, Player] = {}
        for key in self._keys.by_meaning.get(PLAYER, ()):
            value = self.items[key]
            player = player_under(key, value)
            if player is not None:
                player_by_key[key] = player
            if player is not None or says_nothing_of_players(value):
                self.used.add(key)

        if not player_by_key:
            return self._find_player_of_flags()
        return _choose_only_player(player_by_key)

    def _find_player_of_flags(self) -> Player | None:
        """Find the player that truth values say under ``max`` and ``min``, and note these keys.

        ``{"max": true}`` and ``{"min": false}`` both say MAX: a node that is not one of MIN is one
        of MAX. A number under such a key, ``{"max": 5}``, is the largest value below the node.

        Raises:
            UnreadableError: They say two players: ``{"max": true, "min": true}``.
        """
        player_by_key: dict[str, Player] = {}
        for key in self._keys.unknown:  # among which max and min are
            value = self.items[key]
            if not isinstance(value, bool):
                continue
            player_of_key = player_named(str(key))
            if player_of_key is None or player_of_key == Player.CHANCE:
                continue

            self.used.add(key)
            player_by_key[str(key)] = player_of_key if value else player_of_key.opponent
        return _choose_only_player(player_by_key) if player_by_key else None

    @property
    def probability(self) -> Any:
        """The weight of the edge to this node; ``None`` if there is none."""
        return self.first(PROBABILITY)

    @property
    def probabilities(self) -> Sequence[Any] | Mapping[Any, Any] | None:
        """The weights of the edges to the children, in their order or by name; or ``None``."""
        for key in self._keys.by_meaning.get(PROBABILITIES, ()):
            value = self.items[key]
            if isinstance(value, (list, tuple, dict)):
                self.used.add(key)
                return value
        return None

    @property
    def is_surely_probability(self) -> bool:
        """Whether the weight cannot be a distance."""
        keys = self._keys.by_meaning.get(PROBABILITY, ())
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


def _choose_only_player(player_by_key: Mapping[str, Player]) -> Player:
    """Choose the player that all keys of a node name.

    Raises:
        UnreadableError: Two keys name two players.
    """
    keys = [*player_by_key]
    first_player = player_by_key[keys[0]]
    for key in keys[1:]:
        if player_by_key[key] != first_player:
            said_first = f"{quoted(keys[0])} says {first_player}"
            said_then = f"{quoted(key)} says {player_by_key[key]}"
            message = f"{said_first}, and {said_then}: a node has one player"
            raise UnreadableError(message, hint="leave the wrong one out")
    return first_player
