"""The choice that a cut-off is, as a page has it: its words, and what is tried of the leaves."""

from __future__ import annotations

from typing import Any

from treeexplorer.drawing.page_texts import Texts, number_on_page
from treeexplorer.drawing.styled_text import Role
from treeexplorer.drawing.svg import FigureWriter
from treeexplorer.engine.analysis import Sign
from treeexplorer.engine.record import Record
from treeexplorer.explain.choice_words import (
    TriedTable,
    chooser,
    enough,
    leaves_text,
    tried_table,
    what_is_offered,
    what_is_there,
    where_from,
    wish,
    worth_text,
)
from treeexplorer.explain.phrases import beyond_range
from treeexplorer.explain.sentence import Phrase
from treeexplorer.explain.snapshot import Snapshot
from treeexplorer.judging.choices import Choice, TriedValue
from treeexplorer.tree import CHANCE_ROLE, INFINITY, Number, Player


def choice_on_page(
    record: Record, figure: FigureWriter, choice: Choice, texts: Texts
) -> dict[str, Any]:
    """Return the choice that a cut-off is, as the page's program reads it.

    Its fields:

    - ``words``: who chooses, what there is, what is offered, and why it is enough;
    - ``from``: of each number of the test, the chooser's first, the number, where it comes from,
      and the step with which it got there;
    - ``max``: 1 where MAX chooses;
    - ``test``: the test, where the bar words it otherwise: at a chance node;
    - ``alpha`` and ``beta``: the nodes at which the two numbers stand;
    - ``exact``: 1 where the offer is one number;
    - ``tried``: what comes of other values of the pruned leaves, if that is shown.
    """
    told: dict[str, Any] = {
        "words": [texts.coded(phrase) for phrase in _words(record, choice)],
        "from": [
            (
                number_on_page(source.value),
                texts.coded(where_from(record, choice, source)),
                source.step,
            )
            for source in (choice.bound, choice.v)
        ],
    }
    if choice.wants is Player.MAX:
        told["max"] = 1
    test = figure.snapshot.test
    if test is not None and record.tree.roles[test.node] == CHANCE_ROLE:
        told["test"] = test.bare
    told["alpha"] = _nodes_with(figure, Role.ALPHA_NUMBER)
    told["beta"] = _nodes_with(figure, Role.BETA_NUMBER)
    low, high = choice.offer
    if low == high:
        told["exact"] = 1
    table = tried_table(record, choice)
    if table is not None:
        told["tried"] = _tried(record, figure.snapshot, choice, table, texts)
    return told


def _words(record: Record, choice: Choice) -> list[Phrase]:
    """Return the phrases of a choice: the chooser, its wish, what it has, what it is offered.

    A last phrase says why the offer is enough, if there is such a reason.
    """
    words = [
        chooser(record, choice),
        wish(choice),
        what_is_there(record, choice),
        what_is_offered(record, choice),
    ]
    reason = enough(choice)
    if reason is not None:
        words.append(reason)
    return words


def _nodes_with(figure: FigureWriter, role: Role) -> list[int]:
    """Return the nodes at which a number of the test stands."""
    return [node for node, its_role in figure.numbers_of_test.items() if its_role == role]


def _tried(
    record: Record, moment: Snapshot, choice: Choice, table: TriedTable, texts: Texts
) -> list[Any]:
    """Return the table of the values tried, as the list that the page reads by position.

    The list holds the leaves that are turned, the index of the column with their own values (−1
    for none), the words around the table, the number that the chooser has, and the columns.
    """
    words = [table.heading, table.turned, table.follows]
    if table.stands is not None:
        words += [table.stands, table.moment]
    own_columns = [place for place, tried in enumerate(table.columns) if tried.is_own]
    return [
        choice.leaves,
        own_columns[0] if own_columns else -1,
        [texts.coded(phrase) for phrase in words],
        number_on_page(table.has),
        [_column(record, moment, tried) for tried in table.columns],
    ]


def _column(record: Record, moment: Snapshot, tried: TriedValue) -> list[int | str]:
    """Return a column: the leaves' value, the node's worth, and the text on the node's card.

    The page derives what is left out here. The card is left out if it is ``=`` and the worth. Then
    the worth is left out too if it is the number of the leaves.
    """
    leaves: int | str = leaves_text(tried)
    if len(set(tried.leaves)) == 1:
        leaves = number_on_page(tried.leaves[0])
    worth: int | str = worth_text(tried)
    low, high = tried.worth
    if low == high:
        worth = number_on_page(low)
    card = _card(record, moment, tried)
    if card != f"= {worth_text(tried)}":
        return [leaves, worth, card]
    if worth != leaves:
        return [leaves, worth]
    return [leaves]


def _card(record: Record, moment: Snapshot, tried: TriedValue) -> str:
    """Return what the card of the node with the cut-off would show: ``= 1``, ``≤ 2``."""
    low, high = beyond_range(record, tried.worth)
    sign: Sign = "≥"
    number: Number = low
    if low == high:
        sign = "="
    elif low == -INFINITY:
        sign = "≤"
        number = high
    return moment.view(moment.node)._replace(sign=sign, number=number).value
