"""The names and numbers by which the records of a tree refer to each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from treeexplorer.formats.model import UnreadableError
from treeexplorer.formats.records import NodeRecord
from treeexplorer.text import quoted


class Identities(NamedTuple):
    """The names by which the records of a tree refer to each other, all together.

    Attributes:
        have_values: Whether a record has a key for its value, also if nothing stands there.
        are_numbers: Whether all of these names are numbers.
    """

    have_values: bool
    are_numbers: bool


def find_node_records(value: Any) -> Iterator[NodeRecord]:
    """Find the records in nested lists and records, each once, in no particular order."""
    pending = [value]
    # By identity, since a list may contain itself.
    seen: set[int] = set()
    while pending:
        container = pending.pop()
        if id(container) in seen:
            continue
        seen.add(id(container))

        if isinstance(container, dict):
            yield NodeRecord(container)
            pending += container.values()
        elif isinstance(container, (list, tuple)):
            pending += container


def make_unclear_identity_error(name: str) -> UnreadableError:
    """Return the error that a number by which others refer to a node may be its value.

    All nodes have such numbers, as in ``{"id": 17, "children": [{"id": 23}, {"id": 5}]}``. In
    ``{"id": "A", "children": [{"id": 5}, {"id": 8}]}`` one is a text, and 5 and 8 are values.
    """
    message = f"{quoted(name)} may be the name of a node or its value"
    hint = 'call it "value" if it is one; if not, give each leaf a "value", perhaps null'
    return UnreadableError(message, hint=hint)


def are_consecutive(ids: Sequence[int | None]) -> bool:
    """Tell whether three numbers or more are 0, 1, 2, … or 1, 2, 3, … in some order.

    >>> are_consecutive([2, 1, 3]), are_consecutive([5, 3, 8]), are_consecutive([1, None, 2])
    (True, False, False)
    """
    numbers = sorted(number for number in ids if number is not None)
    if len(numbers) < max(3, len(ids)):
        return False
    first_number = numbers[0]
    is_counted = first_number in {0, 1}
    return is_counted and numbers == [*range(first_number, first_number + len(numbers))]


def has_value_in_record(record: NodeRecord) -> bool:
    """Tell whether a number or a text stands under a key for the value."""
    return record.number is not None
