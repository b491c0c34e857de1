"""Which steps of a search a person asks pictures of: ``all``, ``cut-offs``, ``3,7``."""

from __future__ import annotations

from treeexplorer.engine.record import Record


def parse_step_selection(record: Record, text: str) -> list[int]:
    """Parse which steps of a search a user asks for: ``all``, ``cut-offs``, or such as ``3,7,12``.

    Returns:
        The numbers of the steps; if the text names them, in its order.

    Raises:
        ValueError: It is none of these, or names a step that is not there.

    Example:
        >>> from treeexplorer.engine import search
        >>> from treeexplorer.tree import from_nested
        >>> record = search(from_nested([[3, 12, 8], [2, 4, 6]]))
        >>> parse_step_selection(record, "0, 3"), parse_step_selection(record, "cut-offs")
        ([0, 3], [12])
    """
    if text == "all":
        return list(range(record.steps + 1))  # step 0 is before the first node is visited
    if text == "cut-offs":
        return [record.returned_at(call) for call in record.cuts]

    steps = _parse_numbers(text)
    for step in steps:
        if step > record.steps:
            raise ValueError(f"there is no step {step}; the search has {record.steps} steps")
    return steps


def _parse_numbers(text: str) -> list[int]:
    """Parse numbers that are separated by commas, such as ``3,7,12``.

    Raises:
        ValueError: It holds something else.
    """
    words = [word.strip() for word in text.split(",")]
    if not all(word.isascii() and word.isdigit() for word in words):
        raise ValueError("steps are all, cut-offs, or numbers such as 3,7,12")
    return [int(word) for word in words]
