"""The choice that a cut-off is, as a page has it: its words, and what is tried of the leaves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

from treeexplorer.drawing.page_texts import Coded, Texts, encode_number
from treeexplorer.drawing.styled_text import TextStyle
from treeexplorer.drawing.svg_figure import FigureWriter
from treeexplorer.engine.record import Record
from treeexplorer.explain.choice_words import (
    TriedTable,
    build_tried_table,
    chooser,
    describe_bound_of_choice,
    describe_offer,
    describe_source_of_bound,
    describe_source_of_v,
    enough,
    format_tried_worth,
    leaves_text,
    wish,
)
from treeexplorer.explain.phrases import remove_ends_of_range
from treeexplorer.explain.sentence import Phrase
from treeexplorer.explain.snapshot import Snapshot
from treeexplorer.judging.choices import Choice, NumberSource, TriedValue
from treeexplorer.tree import CHANCE_ROLE, INFINITY, Player


def encode_choice(
    record: Record, figure: FigureWriter, choice: Choice, texts: Texts
) -> dict[str, Any]:
    """Encode what the page tells of a cut-off as a player's choice, in the form its script reads.

    A cut-off is a choice of a node above it, the *chooser*, between two numbers: the bound, which
    the chooser has already, and v, which tells what the node with the cut-off can still be worth.

    The fields are read by ``showChoice`` in ``page.js`` by their names. Those in brackets are left
    out where they do not apply:

    - ``words``: the sentences that explain the choice (:class:`_ChoiceSentences`);
    - ``from``: where the bound is from, then where v is from (:func:`_encode_source`);
    - [``max``]: 1 if MAX chooses; missing if MIN does;
    - [``test``]: the test, if it was at a chance node, where the bar words it otherwise;
    - ``alpha`` and ``beta``: the nodes whose cards show the number in the colour of α, and of β;
    - [``exact``]: 1 if v is the only value that the node can still have;
    - [``tried``]: what would follow from other values of the pruned leaves.
    """
    # A text gets its number when it is encoded first. So the order of these steps is that of the
    # page's texts: it stays as it is.
    sentences = _encode_sentences(_explain_choice(record, choice), texts)
    source_of_bound = _encode_source(choice.bound, describe_source_of_bound(record, choice), texts)
    source_of_v = _encode_source(choice.v, describe_source_of_v(record, choice), texts)
    tried_values = _encode_tried_values(record, figure.snapshot, choice, texts)

    least_offered, greatest_offered = choice.offer
    fields: dict[str, Any] = {
        "words": sentences,
        "from": [source_of_bound, source_of_v],
        "max": _encode_flag(is_set=choice.wants is Player.MAX),
        "test": _find_test_at_chance_node(record, figure.snapshot),
        "alpha": _collect_nodes_with_style(figure, TextStyle.ALPHA_NUMBER),
        "beta": _collect_nodes_with_style(figure, TextStyle.BETA_NUMBER),
        "exact": _encode_flag(is_set=least_offered == greatest_offered),
        "tried": tried_values,
    }
    return {name: value for name, value in fields.items() if value is not None}


def _encode_flag(*, is_set: bool) -> int | None:
    """Encode a flag as the page's script reads it: 1, or no field at all."""
    return 1 if is_set else None


def _find_test_at_chance_node(record: Record, moment: Snapshot) -> str | None:
    """Return the words of a step's cut-off test if it was made at a chance node; else ``None``."""
    test = moment.test
    if test is None or record.tree.roles[test.node] != CHANCE_ROLE:
        return None
    return test.bare


_EncodedSource: TypeAlias = tuple[int | str, Coded, int | None]
"""A number of the test, where it comes from, and the step since which it stands there."""


def _encode_source(source: NumberSource, origin: Phrase, texts: Texts) -> _EncodedSource:
    """Return a number of the test with its origin and its step, as the page reads it."""
    return encode_number(source.value), texts.coded(origin), source.step


class _ChoiceSentences(NamedTuple):
    """The sentences that explain a cut-off as a player's choice.

    In JSON they are a list. ``showChoice`` of ``page.js`` reads it by position, so the order of the
    fields must be that of its ``[who, wish, there, offer, tie]``.
    """

    chooser: Phrase  # who chooses
    wish: Phrase  # what that player wants
    bound: Phrase  # what the player has already
    offer: Phrase  # what the player is offered
    why_equal_is_enough: Phrase | None  # if what is offered equals what the player has


def _explain_choice(record: Record, choice: Choice) -> _ChoiceSentences:
    """Explain a cut-off as a player's choice in four or five sentences."""
    return _ChoiceSentences(
        chooser=chooser(record, choice),
        wish=wish(choice),
        bound=describe_bound_of_choice(record, choice),
        offer=describe_offer(record, choice),
        why_equal_is_enough=enough(choice),
    )


def _encode_sentences(sentences: _ChoiceSentences, texts: Texts) -> list[Coded]:
    """Encode the sentences on a choice in their order; the last is left out if there is none."""
    return [texts.coded(sentence) for sentence in sentences if sentence is not None]


def _collect_nodes_with_style(figure: FigureWriter, style: TextStyle) -> list[int]:
    """Collect the nodes at which a number of the test stands in the given style."""
    return [
        node
        for node, style_of_node in figure.styles_of_compared_numbers.items()
        if style_of_node == style
    ]


class _EncodedTable(NamedTuple):
    """The table of values tried for the pruned leaves, as the page's script reads it.

    In JSON it is a list. ``showTried`` and ``turnTo`` of ``page.js`` read it by position, so the
    order of the fields must be theirs.
    """

    leaves: Sequence[int]  # the pruned leaves, all of which are given another value together
    own_column: int  # the index of the column with the values that they have; −1 if none has these
    texts: list[Coded]  # see :func:`_collect_texts_of_table`
    chooser_value: int | str
    columns: list[list[int | str]]  # see :func:`_encode_column`


def _encode_tried_values(
    record: Record, moment: Snapshot, choice: Choice, texts: Texts
) -> _EncodedTable | None:
    """Encode the table of values tried for the pruned leaves, in the form the page's script reads.

    The texts of the table are added to those of the page. ``None`` if there is no table.
    """
    table = build_tried_table(record, choice)
    if table is None:
        return None
    # At most one column has the values that the leaves really have.
    own_columns = (column for column, tried in enumerate(table.columns) if tried.is_own)
    return _EncodedTable(
        leaves=choice.leaves,
        own_column=next(own_columns, -1),
        texts=[texts.coded(phrase) for phrase in _collect_texts_of_table(table)],
        chooser_value=encode_number(table.chooser_value),
        columns=[_encode_column(record, moment, tried) for tried in table.columns],
    )


def _collect_texts_of_table(table: TriedTable) -> list[Phrase]:
    """Collect the texts of a table in the order in which the page's script reads them.

    They are its heading and the heads of two rows. Where a node chooses, the head of the chooser's
    row and a note on that row follow.
    """
    phrases = [table.heading, table.values_heading, table.worth_heading]
    if table.chooser_heading is not None:
        phrases += [table.chooser_heading, table.chooser_note]
    return phrases


def _encode_column(record: Record, moment: Snapshot, tried: TriedValue) -> list[int | str]:
    """Encode a column: the leaves' value, the node's worth, and the text on the node's card.

    What is left out at the end ``turnTo`` and ``showTried`` of ``page.js`` complete, by defaults in
    the same order: a worth that is missing is the leaves' value, and a text that is missing is
    ``=`` and the worth::

        encoded                  leaves   worth    card
        [-9]                     −9       −9       = −9
        [99, 2]                  99       2        = 2
        [99, "0…1", "≥ 0"]       99       0…1      ≥ 0      the worth is not known exactly
    """
    leaf_value = _encode_leaf_value(tried)
    worth = _encode_worth(tried)
    card = _format_text_on_card(record, moment, tried)

    is_card_completed = card == f"= {format_tried_worth(tried)}"
    if not is_card_completed:
        return [leaf_value, worth, card]
    is_worth_completed = worth == leaf_value
    if not is_worth_completed:
        return [leaf_value, worth]
    return [leaf_value]


def _encode_leaf_value(tried: TriedValue) -> int | str:
    """Return the value that is tried for the pruned leaves, or the text of several values."""
    have_one_value = len(set(tried.leaves)) == 1
    return encode_number(tried.leaves[0]) if have_one_value else leaves_text(tried)


def _encode_worth(tried: TriedValue) -> int | str:
    """Return what the node is worth with the tried value, or the text of a range."""
    low, high = tried.worth
    return encode_number(low) if low == high else format_tried_worth(tried)


def _format_text_on_card(record: Record, moment: Snapshot, tried: TriedValue) -> str:
    """Format the number that a node's card would show if its pruned leaves had another value.

    It is ``= 1`` if the node's worth is known, and a bound such as ``≤ 2`` or ``≥ 3`` if not. Of
    two finite bounds the lower one is shown: there is room for one number only.
    """
    lower, upper = remove_ends_of_range(record, tried.worth)
    view = moment.view(moment.node)
    if lower == upper:
        return view._replace(sign="=", number=lower).value
    if lower == -INFINITY:
        return view._replace(sign="≤", number=upper).value
    return view._replace(sign="≥", number=lower).value
